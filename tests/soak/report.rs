//! What the table's log and the wire tell of a game.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::Path;

use serde_json::Value;
use whistle::games;
use whistle::referee::fair::Secret;
use whistle::referee::{Table, TableEvent};
use whistle::rules::By;
use whistle::store::{Store, Stored};

use super::players::{Actions, Order};
use super::reading::text;
use super::wire::{interactions, moment};

/// A turn may be closed so many milliseconds after its time.
const LATE_MS: i64 = 250;

/// So many turns a game has.
const TURNS: usize = 110;

/// A token that has ended may be used so often: for words and a picture that are on their way together, and once more.
const TRIES: usize = 3;

/// What was written, over all.
#[derive(Default)]
struct Written {
    /// Messages that were sent to channels, or by a token.
    sent: usize,
    /// Messages that were changed by their channel, by an answer to a press, and by a token.
    by_channel: usize,
    by_answer: usize,
    by_token: usize,
}

/// How a game went.
pub(crate) struct Report {
    turns: usize,
    /// How late turns were closed whose time ran out, in milliseconds.
    late: Vec<i64>,
    taken: usize,
    refused: usize,
    lost: Vec<Order>,
    /// How long people waited for answers, in milliseconds.
    answered: Vec<i64>,
    written: Written,
    /// How often each token was used that had ended.
    ended: BTreeMap<String, usize>,
    /// Requests that were refused for want of rights, beside those.
    strangers: usize,
    /// How often panels in the channel were opened.
    opened: usize,
    /// How often the bot was told to slow down, by route.
    slowed: BTreeMap<String, usize>,
    /// How long after a turn's end the table's message changed, in milliseconds.
    seen: Vec<i64>,
    /// The most changes that any channel's messages got in five seconds.
    crowd: usize,
}

impl Report {
    /// Whether nothing went wrong.
    pub(crate) fn is_well(&self) -> bool {
        let in_time = self.late.iter().all(|late| *late <= LATE_MS);
        let calm = self.ended.values().all(|times| *times <= TRIES) && self.strangers == 0;
        in_time && calm && self.lost.is_empty() && self.turns == TURNS
    }
}

/// The value below which so many of a hundred lie.
fn share(values: &[i64], percent: usize) -> i64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or_default()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spread = |values: &[i64]| {
            let most = values.iter().max().copied().unwrap_or_default();
            format!(
                "p50 {} ms, p99 {} ms, most {most} ms",
                share(values, 50),
                share(values, 99)
            )
        };
        writeln!(
            f,
            "turns            {} of {TURNS}, of which {} ran out of time",
            self.turns,
            self.late.len()
        )?;
        writeln!(f, "closed late by   {}", spread(&self.late))?;
        writeln!(
            f,
            "orders           {} taken, {} refused with a word, {} lost",
            self.taken,
            self.refused,
            self.lost.len()
        )?;
        for order in &self.lost {
            writeln!(f, "  lost           {} ({})", order.interaction, order.status)?;
        }
        writeln!(f, "answered in      {}", spread(&self.answered))?;
        let Written {
            sent,
            by_channel,
            by_answer,
            by_token,
        } = self.written;
        writeln!(
            f,
            "messages         {sent} sent; changed {by_channel} times by their channel, {by_answer} by an answer, {by_token} by a token"
        )?;
        writeln!(
            f,
            "tokens           {} had ended when they were used, each {} times at most; {} panels opened in the channel",
            self.ended.len(),
            self.ended.values().max().copied().unwrap_or_default(),
            self.opened
        )?;
        if self.strangers > 0 {
            writeln!(f, "refused          {} requests for want of rights", self.strangers)?;
        }
        writeln!(f, "seen by all in   {}", spread(&self.seen))?;
        writeln!(f, "a channel's most {} changes in 5 s", self.crowd)?;
        let all: usize = self.slowed.values().sum();
        writeln!(f, "429s             {all}")?;
        for (route, count) in &self.slowed {
            writeln!(f, "  {count:>6}         {route}")?;
        }
        Ok(())
    }
}

/// Reads how the game of a channel went.
pub(crate) async fn of(folder: &Path, channel: &str, traffic: &[Value], actions: &Actions, clock: u32) -> Report {
    let stored = stored(folder, channel).await;
    let (turns, late, ends) = turns(&stored, clock);
    let log: HashSet<String> = stored
        .entries
        .iter()
        .filter_map(|entry| entry.interaction.map(|id| id.to_string()))
        .collect();
    let words = answered_with_words(traffic);
    let (taken, others): (Vec<&Order>, Vec<&Order>) = actions
        .orders
        .iter()
        .partition(|order| log.contains(&order.interaction));
    let (refused, lost): (Vec<&Order>, Vec<&Order>) =
        others.into_iter().partition(|order| words.contains(&order.interaction));
    let (ended, strangers) = unwelcome(traffic);
    let changes = changes(traffic);
    let seen = changes
        .get(channel)
        .map(|public| seen_after(&ends, public))
        .unwrap_or_default();
    Report {
        turns,
        late,
        taken: taken.len(),
        refused: refused.len(),
        lost: lost.into_iter().cloned().collect(),
        answered: answered_in(traffic),
        written: written(traffic),
        ended,
        strangers,
        opened: actions.opened,
        slowed: slowed(traffic),
        seen,
        crowd: changes.values().map(|times| crowd(times)).max().unwrap_or_default(),
    }
}

async fn stored(folder: &Path, channel: &str) -> Stored {
    let store = Store::open(&folder.join("whistle.db")).await.expect("the store opens");
    let channel = channel.parse().expect("a channel's number");
    let table = store.last_table_at(channel).await.expect("the store answers");
    let stored = store.load(table.expect("a table")).await.expect("the store answers");
    stored.expect("the table is stored")
}

/// Follows the log: how many turns there were, how late those were closed whose time ran out, and when each ended.
fn turns(stored: &Stored, clock: u32) -> (usize, Vec<i64>, Vec<i64>) {
    let game = games::find(&stored.game).expect("a game of the catalogue");
    let secret = Secret::from_bytes(stored.secret);
    let mut table = Table::blank(stored.table, stored.channel, stored.guild, game, secret);
    let (mut count, mut late, mut ends) = (0, Vec::new(), Vec::new());
    let mut on = None;
    for entry in &stored.entries {
        let event: TableEvent = serde_json::from_str(&entry.event).expect("an entry of the log");
        let before = table.turns.turn;
        table.apply(entry.at, &event).expect("a legal entry");
        let lapsed = matches!(
            &event,
            TableEvent::Played {
                by: By::Seat(_),
                lapsed: true,
                ..
            }
        );
        if let Some(turn) = before.filter(|_| lapsed)
            && on != Some(turn.since)
        {
            on = Some(turn.since);
            late.push(entry.at - turn.from - 1000 * i64::from(clock + turn.grace));
        }
        if before.is_some() && table.turns.turn.map(|turn| turn.since) != before.map(|turn| turn.since) {
            count += 1;
            ends.push(entry.at);
        }
    }
    (count, late, ends)
}

/// The interactions that were answered with a message of their own, or with one more after the answer.
fn answered_with_words(traffic: &[Value]) -> HashSet<String> {
    let mut tokens = HashMap::new();
    for entry in traffic
        .iter()
        .filter(|entry| entry["frame"]["t"] == "INTERACTION_CREATE")
    {
        let asked = &entry["frame"]["d"];
        tokens.insert(text(&asked["token"]), text(&asked["id"]));
    }
    assert_eq!(
        tokens.len(),
        interactions(traffic).len(),
        "every interaction has a token"
    );
    let mut words = HashSet::new();
    for entry in traffic
        .iter()
        .filter(|entry| entry["kind"] == "rest" && entry["method"] == "POST")
    {
        let fine = matches!(entry["status"].as_u64(), Some(200..=299));
        let path = text(&entry["path"]);
        let parts: Vec<&str> = path.split(['/', '?']).collect();
        let own = parts.iter().find_map(|part| tokens.get(*part));
        let says = parts.contains(&"webhooks") || entry["body"]["type"] == 4;
        words.extend(own.filter(|_| fine && says).cloned());
    }
    words
}

/// When the messages of each channel were sent or changed by their channel, in milliseconds.
fn changes(traffic: &[Value]) -> HashMap<String, Vec<i64>> {
    let mut changes: HashMap<String, Vec<i64>> = HashMap::new();
    for entry in traffic.iter().filter(|entry| entry["kind"] == "rest") {
        let path = text(&entry["path"]);
        let Some(rest) = path.split_once("/channels/").map(|(_, rest)| rest) else {
            continue;
        };
        let writes = matches!(entry["method"].as_str(), Some("POST" | "PATCH")) && rest.contains("/messages");
        if writes && matches!(entry["status"].as_u64(), Some(200..=299)) {
            let channel = rest.split('/').next().unwrap_or_default().to_owned();
            changes.entry(channel).or_default().push(moment(entry));
        }
    }
    changes
}

/// How long after each of these ends (of the epoch) the public message was changed next (in milliseconds of the month).
fn seen_after(ends: &[i64], public: &[i64]) -> Vec<i64> {
    const DAY: i64 = 86_400_000;
    let next = |end: &i64| public.iter().map(|at| (at - end).rem_euclid(DAY)).min();
    ends.iter().filter_map(next).collect()
}

/// The most of these moments within five seconds.
fn crowd(times: &[i64]) -> usize {
    let within = |from: &i64| times.iter().filter(|at| (*from..from + 5000).contains(at)).count();
    times.iter().map(within).max().unwrap_or_default()
}

/// The part of a request's path that says what it is about: a channel, an interaction or a webhook, with its number.
fn parts(entry: &Value) -> Vec<String> {
    let path = text(&entry["path"]);
    let path = path.split('?').next().unwrap_or_default();
    let from = ["channels", "interactions", "webhooks"]
        .iter()
        .find_map(|what| path.find(&format!("/{what}/")));
    let path = path.get(from.unwrap_or_default()..).unwrap_or_default();
    path.split('/').skip(1).map(str::to_owned).collect()
}

fn requests(traffic: &[Value]) -> impl Iterator<Item = &Value> {
    traffic.iter().filter(|entry| entry["kind"] == "rest")
}

fn is_fine(entry: &Value) -> bool {
    matches!(entry["status"].as_u64(), Some(200..=299))
}

/// How long it took until each interaction was answered.
fn answered_in(traffic: &[Value]) -> Vec<i64> {
    const DAY: i64 = 86_400_000;
    let mut asked = interactions(traffic);
    let answers = requests(traffic).filter(|entry| is_fine(entry)).filter_map(|entry| {
        let parts = parts(entry);
        let [what, _, token, last] = parts.as_slice() else {
            return None;
        };
        let asked = (what == "interactions" && last == "callback").then(|| asked.remove(token))??;
        Some((moment(entry) - asked.at).rem_euclid(DAY))
    });
    answers.collect()
}

/// What was sent and changed.
fn written(traffic: &[Value]) -> Written {
    let mut written = Written::default();
    for entry in requests(traffic).filter(|entry| is_fine(entry)) {
        let parts = parts(entry);
        let method = text(&entry["method"]);
        let about = parts.first().map(String::as_str).unwrap_or_default();
        let messages = parts.get(2).is_some_and(|part| part == "messages");
        match (about, method.as_str(), entry["body"]["type"].as_u64()) {
            ("channels", "POST", _) if messages && parts.len() == 3 => written.sent += 1,
            ("channels", "PATCH", _) if messages => written.by_channel += 1,
            ("interactions", "POST", Some(4)) | ("webhooks", "POST", _) => written.sent += 1,
            ("interactions", "POST", Some(7)) => written.by_answer += 1,
            ("webhooks", "PATCH", _) => written.by_token += 1,
            _ => {}
        }
    }
    written
}

/// How often each token was used that had ended, and how many other requests were refused for want of rights.
fn unwelcome(traffic: &[Value]) -> (BTreeMap<String, usize>, usize) {
    let (mut ended, mut strangers) = (BTreeMap::new(), 0);
    for entry in requests(traffic).filter(|entry| entry["status"] == 401) {
        match parts(entry).as_slice() {
            [what, _, token, ..] if what == "webhooks" => *ended.entry(token.clone()).or_default() += 1,
            _ => strangers += 1,
        }
    }
    (ended, strangers)
}

fn slowed(traffic: &[Value]) -> BTreeMap<String, usize> {
    let mut slowed = BTreeMap::new();
    for entry in traffic.iter().filter(|entry| entry["status"] == 429) {
        let route = format!("{} {}", text(&entry["method"]), text(&entry["route"]));
        *slowed.entry(route).or_default() += 1;
    }
    slowed
}
