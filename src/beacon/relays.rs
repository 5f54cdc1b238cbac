//! Asking the relays of drand for a round, by HTTP.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use reqwest::{Client, Url};
use serde::Deserialize;
use tokio::time::{Instant, sleep, timeout_at};

use super::{Ask, Beacon, PATIENCE_MS, comes_out};

/// The hash that names quicknet at relays.
const CHAIN: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// How long a relay has for an answer.
const ANSWER: Duration = Duration::from_secs(4);
/// How long nobody is asked again.
const PAUSE: Duration = Duration::from_millis(700);
/// How many bytes an answer may have.
const LONGEST: usize = 4096;

/// The relays to ask. All of them are asked at once, and the first true answer counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relays(Vec<Url>);

/// A list of relays that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address of a relay such as https://api.drand.sh")]
pub struct BadRelay(String);

/// What a relay answers about a round.
#[derive(Deserialize)]
pub(crate) struct Answer {
    pub(crate) round: u64,
    pub(crate) signature: String,
}

impl Relays {
    /// Reads addresses that are parted by commas.
    ///
    /// # Errors
    /// When one of them is no address of HTTP, or holds more than a host and a path.
    pub fn read(text: &str) -> Result<Relays, BadRelay> {
        let relay = |part: &str| {
            let url = Url::parse(part.trim()).ok();
            let plain = |url: &Url| {
                let bare = url.query().is_none() && url.fragment().is_none();
                matches!(url.scheme(), "http" | "https")
                    && url.username().is_empty()
                    && url.password().is_none()
                    && bare
            };
            // The text may hold a password.
            url.filter(plain)
                .ok_or_else(|| BadRelay(part.split('@').next_back().unwrap_or_default().trim().to_owned()))
        };
        text.split(',').map(relay).collect::<Result<_, _>>().map(Relays)
    }

    /// A way to ask these relays. `now` gives milliseconds since the epoch.
    ///
    /// # Errors
    /// When the system gives no client for HTTP.
    pub fn ask(self, now: impl Fn() -> i64 + Clone + Send + Sync + 'static) -> Result<Ask, reqwest::Error> {
        let client = Client::builder()
            .timeout(ANSWER)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let relays: Arc<[Url]> = self.0.into();
        let count = relays.len();
        let fetch = move |relay: usize, round| {
            let (client, relay) = (client.clone(), relays[relay].clone());
            async move { fetch(&client, &relay, round).await }.boxed()
        };
        Ok(ask_by(count, fetch, now))
    }
}

/// A way to ask so many relays. `fetch` asks one of them for a round, once. `now` gives milliseconds since the epoch.
pub(crate) fn ask_by(
    relays: usize,
    fetch: impl Fn(usize, u64) -> BoxFuture<'static, Option<Answer>> + Clone + Send + Sync + 'static,
    now: impl Fn() -> i64 + Clone + Send + Sync + 'static,
) -> Ask {
    Arc::new(move |round| {
        let (fetch, now) = (fetch.clone(), now());
        Box::pin(async move {
            let answers = (0..relays).map(async |relay| {
                loop {
                    if let Some(beacon) = fetch(relay, round).await.and_then(|answer| answer.check(round)) {
                        return beacon;
                    }
                    sleep(PAUSE).await;
                }
            });
            first_of(answers.collect(), round, now).await
        })
    })
}

/// Waits until a round comes out and some relay has it, but not for ever.
async fn first_of(mut answers: FuturesUnordered<impl Future<Output = Beacon>>, round: u64, now: i64) -> Option<Beacon> {
    let until = |at: i64| Duration::from_millis(u64::try_from(at - now).unwrap_or(0));
    let (out, end) = (until(comes_out(round)), until(comes_out(round).max(now) + PATIENCE_MS));
    let end = Instant::now() + end;
    sleep(out).await;
    timeout_at(end, answers.next()).await.ok().flatten()
}

impl Answer {
    /// The round that was asked for, if this answer is about that one and its signature is drand's.
    fn check(&self, round: u64) -> Option<Beacon> {
        (self.round == round).then(|| Beacon::of(round, &self.signature))?
    }
}

/// What one relay says of a round.
async fn fetch(client: &Client, relay: &Url, round: u64) -> Option<Answer> {
    let address = format!("{}/{CHAIN}/public/{round}", relay.as_str().trim_end_matches('/'));
    let mut answer = client.get(address).send().await.ok()?.error_for_status().ok()?;
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.ok()? {
        body.extend_from_slice(&part);
        if body.len() > LONGEST {
            return None;
        }
    }
    serde_json::from_slice(&body).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::Router;
    use axum::extract::State;
    use axum::http::{StatusCode, Uri};
    use serde_json::json;

    use super::super::tests::PAST;
    use super::*;

    /// What a stand-in says when it is asked for the nth time.
    type Says = fn(usize) -> (StatusCode, String);

    /// A relay that stands in on this computer; gives its address.
    async fn relay(says: Says) -> String {
        async fn answer(State((asked, says)): State<(Arc<AtomicUsize>, Says)>, uri: Uri) -> (StatusCode, String) {
            assert!(uri.path().ends_with(&format!("/{CHAIN}/public/42")), "{uri}");
            says(asked.fetch_add(1, Ordering::SeqCst))
        }
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new()
            .fallback(answer)
            .with_state((Arc::new(AtomicUsize::new(0)), says));
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    fn true_answer() -> (StatusCode, String) {
        let (round, signature) = PAST[0];
        let body = json!({ "round": round, "randomness": "00", "signature": signature });
        (StatusCode::OK, body.to_string())
    }

    /// What is found at relays that stand in, when the round has just come out.
    async fn found(relays: &[Says]) -> Option<Beacon> {
        let mut addresses = Vec::new();
        for says in relays {
            addresses.push(relay(*says).await);
        }
        let ask = Relays::read(&addresses.join(","))
            .expect("addresses")
            .ask(|| comes_out(42));
        ask.expect("a client")(42).await
    }

    const FORGED: Says = |_| {
        let (round, _) = PAST[0];
        (
            StatusCode::OK,
            json!({ "round": round, "signature": PAST[1].1 }).to_string(),
        )
    };
    const OF_ANOTHER_ROUND: Says = |_| {
        let (round, signature) = PAST[1];
        (
            StatusCode::OK,
            json!({ "round": round, "signature": signature }).to_string(),
        )
    };

    #[tokio::test]
    async fn a_round_is_found_where_one_of_the_relays_tells_the_truth() {
        let true_one = Beacon::of(42, PAST[0].1);
        assert!(true_one.is_some());
        assert_eq!(found(&[|_| true_answer()]).await, true_one);
        let broken: Says = |_| (StatusCode::BAD_GATEWAY, String::new());
        let endless: Says = |_| (StatusCode::OK, " ".repeat(1 << 20));
        let all = [FORGED, OF_ANOTHER_ROUND, broken, endless, |_| true_answer()];
        assert_eq!(found(&all).await, true_one);
    }

    #[tokio::test]
    async fn a_relay_that_is_late_is_asked_again() {
        let late: Says = |asked| match asked {
            0 => (StatusCode::NOT_FOUND, String::new()),
            _ => true_answer(),
        };
        assert!(found(&[late]).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_ten_seconds_after_a_round_has_come_out() {
        let since = Instant::now();
        // Nobody listens there.
        let ask = Relays::read("http://127.0.0.1:1")
            .expect("an address")
            .ask(|| comes_out(42) - 3000);
        assert_eq!(ask.expect("a client")(42).await, None);
        let waited = since.elapsed().as_millis();
        assert!((13_000..14_000).contains(&waited), "{waited}");
    }

    #[test]
    fn what_is_no_address_is_refused_without_a_password() {
        for wrong in [
            "",
            "drand",
            "ftp://api.drand.sh",
            "https://a.example,,",
            "https://a.example/?q=1",
        ] {
            assert!(Relays::read(wrong).is_err(), "{wrong}");
        }
        let error = Relays::read("https://me:hush@a.example")
            .expect_err("refused")
            .to_string();
        assert!(error.contains("a.example") && !error.contains("hush"), "{error}");
        assert_eq!(
            Relays::read("https://a.example, http://b.example/path")
                .expect("two")
                .0
                .len(),
            2
        );
    }
}
