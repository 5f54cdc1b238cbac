//! What is logged: everything asked for from our own code, and from other crates only what is safe to show.
//!
//! At their finer log levels, and in the fields of their spans, the libraries that talk to Discord write whole payloads,
//! interaction tokens and the bot's own token. A payload may hold what only one person may know. So these libraries never
//! log more than warnings, whatever is asked for; the one module that quotes payloads in its warnings logs errors only.

use std::io::{self, IsTerminal, Write as _};
use std::panic;

use tracing::level_filters::LevelFilter;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt as _, ParseError, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::{EnvFilter, fmt};

use crate::discord;

/// The one crate that may log everything it is asked for.
const OWN: &str = "whistle";
/// The module that quotes the whole text of what it could not parse in its warnings.
const QUOTING: &str = "serenity::gateway::ws";

/// A log to the standard error of what `filter` asks for (in `tracing`'s notation: `warn,whistle=debug`).
///
/// # Errors
/// When the filter cannot be parsed.
pub fn to_stderr(filter: &str) -> Result<impl Subscriber + Send + Sync + 'static, ParseError> {
    to(filter, io::stderr, io::stderr().is_terminal())
}

fn to<W>(filter: &str, writer: W, ansi: bool) -> Result<impl Subscriber + Send + Sync + 'static, ParseError>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let asked = EnvFilter::try_new(filter)?;
    let layer = fmt::layer()
        .with_writer(writer)
        .with_ansi(ansi)
        // A closed standard error must not make the program panic.
        .log_internal_errors(false)
        .with_filter(asked.and(filter_fn(is_safe)));
    Ok(tracing_subscriber::registry().with(layer).with(discord::close_codes()))
}

/// Logs panics by their source location alone: a panic's message may quote what only one person may know.
pub fn hush_panics() {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        if tracing::enabled!(Level::ERROR) {
            tracing::error!(place, "a fault of ours");
        } else {
            // People who disabled the log hear of the panic too. When even this cannot be written, nobody is left to tell.
            let _ = writeln!(io::stderr(), "whistle: a fault of ours at {place}");
        }
    }));
}

/// Whether events with this target and level reveal nothing that must stay secret.
fn is_safe(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let within = |room: &str| {
        target
            .strip_prefix(room)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    if within(OWN) {
        return true;
    }
    let most = if within(QUOTING) { Level::ERROR } else { Level::WARN };
    *metadata.level() <= LevelFilter::from_level(most)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nobody panicked").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(filter: &str, say: impl FnOnce()) -> String {
        let paper = Paper::default();
        let copy = paper.clone();
        let subscriber = to(filter, move || copy.clone(), false).expect("a filter");
        tracing::subscriber::with_default(subscriber, say);
        String::from_utf8(paper.0.lock().expect("nobody panicked").clone()).expect("text")
    }

    #[test]
    fn libraries_say_no_more_than_warnings_whatever_is_asked_for() {
        for filter in ["trace", "debug,serenity=trace", "serenity::gateway=trace,info", "info"] {
            let text = logged(filter, || {
                tracing::trace!(target: "tungstenite::protocol", "secret 1");
                tracing::debug!(target: "reqwest::connect", "secret 2");
                tracing::info!(target: "serenity::gateway::shard", "secret 3");
                tracing::debug!(target: "sqlx::query", "secret 4");
                tracing::info!(target: "whistleblower", "secret 5");
                tracing::warn!(target: "serenity::gateway::ws", "secret 6");
                tracing::info_span!(target: "serenity::gateway::shard", "handle_event", event = "secret 7").in_scope(
                    || {
                        tracing::info!(target: "whistle::discord", "said by ourselves");
                    },
                );
                tracing::warn!(target: "serenity::gateway::shard", "a warning");
                tracing::error!(target: "serenity::gateway::ws", "an error");
            });
            assert!(!text.contains("secret"), "{filter}: {text}");
            for kept in ["said by ourselves", "a warning", "an error"] {
                assert!(text.contains(kept), "{filter}: {text}");
            }
        }
    }

    #[test]
    fn a_panic_is_logged_without_its_words() {
        /// Puts the hook of before back, whatever happens.
        struct Before(Option<Hook>);

        type Hook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

        impl Drop for Before {
            fn drop(&mut self) {
                panic::set_hook(self.0.take().expect("a hook"));
            }
        }

        let before = Before(Some(panic::take_hook()));
        hush_panics();
        let text = logged("info", || {
            panic::catch_unwind(|| panic!("a secret")).expect_err("it panics");
        });
        drop(before);
        assert!(text.contains("src/cli/logs.rs:") && !text.contains("secret"), "{text}");
    }

    #[test]
    fn what_is_asked_for_still_holds() {
        let text = logged("error,whistle=debug", || {
            tracing::debug!(target: "whistle::referee", "fine");
            tracing::trace!(target: "whistle::referee", "finer");
            tracing::warn!(target: "sqlx", "a warning");
        });
        assert!(
            text.contains("fine") && !text.contains("finer") && !text.contains("a warning"),
            "{text}"
        );
        assert!(to_stderr("whistle=sometimes").is_err());
    }
}
