//! What is logged: everything asked for from our own code, and from other crates only what is safe to show.
//!
//! At their finer log levels, and in the fields of their spans, the libraries that talk to Discord write whole payloads,
//! interaction tokens and the bot's own token. A payload may hold what only one person may know. So these libraries never
//! log more than warnings, whatever is asked for; the one module that quotes payloads in its warnings logs errors only.
//!
//! A log is kept for long and read by many, so no line holds an id of Discord's. Lines about one table still have the same
//! mark, for as long as the program runs.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal, Write as _};
use std::panic;
use std::sync::LazyLock;

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
        .with_writer(Marking(writer))
        .with_ansi(ansi)
        // A closed standard error must not make the program panic.
        .log_internal_errors(false)
        .with_filter(asked.and(filter_fn(is_safe)));
    Ok(tracing_subscriber::registry().with(layer).with(discord::close_codes()))
}

/// Makes a writer that puts marks in the place of ids.
struct Marking<W>(W);

impl<'w, W: MakeWriter<'w>> MakeWriter<'w> for Marking<W> {
    type Writer = Marked<W::Writer>;

    fn make_writer(&'w self) -> Self::Writer {
        Marked(self.0.make_writer())
    }
}

/// Writes lines, with a mark in the place of each id. A line comes whole, by one call.
struct Marked<W>(W);

impl<W: io::Write> io::Write for Marked<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write_all(&marked(line))?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A line with a mark in the place of each number that is long enough for an id of Discord's. The same id has the same mark in
/// one run of the program only, so that nobody can look for an id by its mark.
fn marked(line: &[u8]) -> Vec<u8> {
    /// The digits of the shortest id, of 2015.
    const ID: usize = 17;
    static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    let mut out = Vec::with_capacity(line.len());
    for part in line.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        match part.len() >= ID && part[0].is_ascii_digit() {
            true => out.extend(format!("#{:06x}", KEYS.hash_one(part) & 0x00ff_ffff).into_bytes()),
            false => out.extend(part),
        }
    }
    out
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
    fn no_line_holds_an_id_and_one_table_has_one_mark() {
        let text = logged("info", || {
            tracing::info!(table = 1_420_070_400_000_000_001_u64, "one 42");
            tracing::info!("two of 1420070400000000001, at 12345678901234567");
            tracing::info!(table = 1_420_070_400_000_000_002_u64, "three");
        });
        assert!(!text.contains("142007") && !text.contains("123456789"), "{text}");
        assert!(text.contains("one 42"), "{text}");
        let marks: Vec<&str> = text.split('#').skip(1).map(|rest| &rest[..6]).collect();
        assert_eq!(marks.len(), 4, "{text}");
        assert!(
            marks[0] == marks[1] && marks[1] != marks[2] && marks[0] != marks[3],
            "{text}"
        );
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
