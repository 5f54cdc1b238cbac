//! What the traffic tells: how long each interaction waited for its answer, and the verdict.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use whistle::playground::Playground;

use super::PATIENCE;
use super::people::{PRESS, items, text};

/// A choice alone may take as long as a ping and so many raw commits.
const COMMITS: f64 = 1.5;
/// With a choice at each table in flight at once, so many microseconds at the 99th percentile.
const P99: u64 = 50_000;

/// One interaction: when its frame was handed over and when its callback arrived, in microseconds of the playground's clock.
pub(crate) struct Answered {
    sent: u64,
    answered: u64,
}

impl Answered {
    pub(crate) fn micros(&self) -> u64 {
        self.answered.saturating_sub(self.sent)
    }
}

/// The interactions of a part of the run.
#[derive(Default)]
pub(crate) struct Times {
    pub(crate) pings: Vec<Answered>,
    pub(crate) choices: Vec<Answered>,
}

/// The number of the traffic's next entry.
pub(crate) fn end_of(playground: &Playground) -> u64 {
    playground.traffic(u64::MAX, 0)["next"].as_u64().expect("a number")
}

impl Times {
    /// What was asked and answered since the traffic's entry `after`. Everything was answered by success.
    pub(crate) async fn between(playground: &Playground, after: u64) -> Times {
        let until = Instant::now() + PATIENCE;
        loop {
            // A callback is noted after the press has been told of it.
            match Times::seen(playground, after) {
                Ok(times) => return times,
                Err(unanswered) => assert!(Instant::now() < until, "interactions without an answer: {unanswered:?}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The same at this moment.
    ///
    /// # Errors
    /// The ids of interactions whose answer was not seen.
    fn seen(playground: &Playground, after: u64) -> Result<Times, Vec<String>> {
        // A callback may be noted before the frame that it answers.
        let (mut asked, mut answered) = (HashMap::new(), HashMap::new());
        let mut after = after;
        loop {
            const PAGE: usize = 512;
            let page = playground.traffic(after, PAGE);
            let entries = items(&page["entries"]);
            for entry in entries {
                let at = entry["since_start"].as_u64().expect("a time");
                let frame = &entry["frame"];
                if frame["t"] == "INTERACTION_CREATE" {
                    let is_ping = frame["d"]["data"]["name"] == "ping";
                    let custom_id = frame["d"]["data"]["custom_id"].as_str();
                    if is_ping || custom_id.is_some_and(|id| id.starts_with(PRESS)) {
                        asked.insert(text(&frame["d"]["id"]), (is_ping, at));
                    }
                }
                let path = entry["path"].as_str().unwrap_or_default();
                let rest = path.strip_prefix("/interactions/");
                if let Some(id) = rest.and_then(|rest| rest.split('/').next()) {
                    assert!(entry["status"].as_u64() < Some(300), "a callback is taken: {entry}");
                    answered.insert(id.to_owned(), at);
                }
            }
            if entries.len() < PAGE {
                break;
            }
            after = page["next"].as_u64().expect("a number");
        }
        let unanswered: Vec<String> = asked.keys().filter(|id| !answered.contains_key(*id)).cloned().collect();
        if !unanswered.is_empty() {
            return Err(unanswered);
        }
        let mut times = Times::default();
        for (id, (is_ping, sent)) in asked {
            let answered = answered[&id];
            let (pings, choices) = (&mut times.pings, &mut times.choices);
            if is_ping { pings } else { choices }.push(Answered { sent, answered });
        }
        assert!(!times.choices.is_empty(), "no choice was seen");
        Ok(times)
    }
}

/// How many interactions were under way at once: on average over the time in which any was, and at most.
pub(crate) fn at_once(all: &[Answered]) -> (f64, usize) {
    let mut edges: Vec<(u64, i64)> = all.iter().flat_map(|one| [(one.sent, 1), (one.answered, -1)]).collect();
    edges.sort_unstable();
    let (mut now, mut most, mut area) = (0, 0, 0.0);
    let first = edges.first().map_or(0, |edge| edge.0);
    let mut last = first;
    for (at, change) in edges {
        area += now as f64 * (at - last) as f64;
        last = at;
        now += change;
        most = most.max(now);
    }
    (area / (last - first).max(1) as f64, usize::try_from(most).unwrap_or(0))
}

/// Times in order, in microseconds.
pub(crate) struct Spread(Vec<u64>);

impl Spread {
    pub(crate) fn of(times: impl Iterator<Item = u64>) -> Spread {
        let mut times: Vec<u64> = times.collect();
        assert!(!times.is_empty(), "nothing was measured");
        times.sort_unstable();
        Spread(times)
    }

    fn percentile(&self, percent: usize) -> u64 {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }
}

/// What came of it.
pub(crate) struct Report {
    pub(crate) pings: Spread,
    pub(crate) commits: Spread,
    pub(crate) alone: Spread,
    pub(crate) ping_wave: Spread,
    pub(crate) wave: Spread,
    pub(crate) held: Spread,
    pub(crate) crowd: (f64, usize),
    pub(crate) rate: f64,
}

impl Report {
    /// Prints the table; whether all goals are met.
    pub(crate) fn print(&self, boards: &str) -> bool {
        println!("boards: {boards}");
        println!(
            "{:<28} {:>7} {:>9} {:>9} {:>9}",
            "milliseconds", "times", "p50", "p99", "most"
        );
        let rows = [
            ("/ping, alone", &self.pings),
            ("raw commit", &self.commits),
            ("choice, alone", &self.alone),
            ("/ping, 64 at one moment", &self.ping_wave),
            ("choice, 64 at one moment", &self.wave),
            ("choice, 64 tables racing", &self.held),
        ];
        let ms = |micros: u64| micros as f64 / 1000.0;
        for (what, times) in rows {
            let [p50, p99, most] = [50, 99, 100].map(|percent| ms(times.percentile(percent)));
            println!("{what:<28} {:>7} {p50:>9.2} {p99:>9.2} {most:>9.2}", times.0.len());
        }
        let (mean, most) = self.crowd;
        println!(
            "64 tables racing: {:.0} choices a second, {mean:.1} in flight on average, {most} at most",
            self.rate
        );
        let [ping, commit, choice] = [&self.pings, &self.commits, &self.alone].map(|times| ms(times.percentile(50)));
        let bound = ping + COMMITS * commit;
        println!(
            "p50 of a choice alone: {choice:.2} ms, the ping's and {:.2} raw commits (goal {bound:.2} ms, {COMMITS} raw commits): {}",
            (choice - ping) / commit,
            verdict(choice <= bound)
        );
        let p99 = self.wave.percentile(99);
        let in_time = p99 < P99;
        println!(
            "p99 with 64 choices in flight: {:.2} ms (goal {:.0} ms): {}",
            ms(p99),
            ms(P99),
            verdict(in_time)
        );
        choice <= bound && in_time
    }
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}
