//! Discord's own limits: what it has to say to a bot at so many tables when that starts again, when the gateway asks it to
//! connect anew, in a rush, and when for minutes there is twice as much to show as it takes.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::many::{self, Heard, SEATS, Table, heard, rests};
use super::reading::Message;
use super::stage::{Setup, Stage};
use super::{end, note};

/// How many bad answers there may be in the first three together.
const MOST: usize = 10;
/// Whoever is awaited is reminded after so long.
const REMINDED: Duration = Duration::from_secs(16);
/// When nothing was sent for so long, nothing more is to be sent.
const CALM: Duration = Duration::from_secs(3);
/// So many moves a second are a rush, for so long.
const RUSH: (u32, u64) = (20, 15);
/// So many are twice what Discord takes: each changes the table's message and two panels.
const TWICE: u32 = 34;
/// Whose turn it is is to be told within this.
const TOLD: Duration = Duration::from_secs(5);
/// An answer to a press, in microseconds.
const ANSWERED: u64 = 100_000;

/// What was found out.
pub(crate) struct Limits {
    tables: usize,
    restarted: Heard,
    reconnected: Heard,
    rushed: Heard,
    twice: Twice,
    /// What the bot says of how long its requests have waited.
    waited: String,
}

/// Twice as much as Discord takes.
struct Twice {
    heard: Heard,
    took: Duration,
    /// How long answers took, in microseconds.
    answers: Vec<u64>,
    /// After how long everybody was told of each turn.
    told: Vec<Duration>,
    /// The longest of these.
    oldest: Duration,
}

/// Measures at so many tables, twice as much as Discord takes for so long.
pub(crate) async fn measure(tables: usize, seconds: u64) -> Limits {
    let setup = Setup::of(0).places(tables).crowd(tables * SEATS).terse();
    let mut stage = Stage::open(setup).await;
    let mut all = many::open(&stage, tables).await;
    note(&format!("{tables} tables begun"));
    tokio::time::sleep(REMINDED).await;
    let (_, next) = rests(&stage, 0, CALM).await;
    stage.line.must(Method::PUT, "/-/rates", json!({ "on": true })).await;

    end(&mut stage).await;
    stage.start_bot().await;
    let (restarted, next) = rests(&stage, next, CALM).await;
    note(&format!("started again: {restarted:?}"));
    stage.gateway(json!({ "do": "reconnect" })).await;
    let (reconnected, next) = rests(&stage, next, CALM).await;
    note(&format!("connected anew: {reconnected:?}"));
    plays(&mut all, RUSH).await;
    let (rushed, next) = rests(&stage, next, CALM).await;
    note(&format!("a rush: {rushed:?}"));

    let begun = Instant::now();
    let answers = plays(&mut all, (TWICE, seconds)).await;
    let took = begun.elapsed();
    let (heard, _) = heard(&stage, next);
    rests(&stage, next, CALM).await;
    let (entries, _) = stage.traffic_since(next);
    let told = told(&entries, &all);
    end(&mut stage).await;
    let log = stage.log();
    let waited = log
        .lines()
        .rev()
        .find_map(|line| line.split_once("waited="))
        .map(|(_, said)| said.to_owned());
    Limits {
        tables,
        restarted,
        reconnected,
        rushed,
        twice: Twice {
            heard,
            took,
            answers,
            oldest: told.iter().max().copied().unwrap_or_default(),
            told,
        },
        waited: waited.unwrap_or_default(),
    }
}

/// So many moves a second for so long, each at the table that has moved longest ago. Gives how long the answers took.
async fn plays(tables: &mut Vec<Table>, (moves, seconds): (u32, u64)) -> Vec<u64> {
    let begun = Instant::now();
    let mut moving: JoinSet<(Table, Option<u64>)> = JoinSet::new();
    let mut took = Vec::new();
    let mut comes = |came: Option<_>, tables: &mut Vec<Table>| {
        let Some(came) = came else { return false };
        let (table, micros) = Result::<_, tokio::task::JoinError>::expect(came, "no move panics");
        tables.push(table);
        took.extend(micros);
        true
    };
    for nth in 0..moves * seconds as u32 {
        tokio::time::sleep_until(begun + Duration::from_secs(1) / moves * nth).await;
        while comes(moving.try_join_next(), tables) {}
        if tables.is_empty() {
            comes(moving.join_next().await, tables);
        }
        let mut table = tables.remove(0);
        moving.spawn(async move {
            let micros = table.moves().await;
            (table, micros)
        });
    }
    while comes(moving.join_next().await, tables) {}
    took
}

/// A table's turns of which nobody has been told yet: since when, and whose.
struct Turns<'t> {
    table: &'t Table,
    /// Who is awaited next.
    awaited: usize,
    open: Vec<(u64, usize)>,
}

impl<'t> Turns<'t> {
    /// Before so many of its moves.
    fn before(table: &'t Table, moves: usize) -> Turns<'t> {
        Turns {
            table,
            awaited: (table.moves - moves + 1) % SEATS,
            open: Vec::new(),
        }
    }
}

/// After how long everybody could read of each turn in the table's message. That says who is awaited, and two take turns; so it
/// tells of the newest turn of theirs, and of all before it.
fn told(entries: &[Value], tables: &[Table]) -> Vec<Duration> {
    let mut made: HashMap<&str, usize> = HashMap::new();
    entries
        .iter()
        .filter_map(moved)
        .for_each(|place| *made.entry(place).or_default() += 1);
    let turns = tables.iter().map(|table| {
        let made = made.get(table.place.as_str()).copied().unwrap_or_default();
        (table.place.as_str(), Turns::before(table, made))
    });
    let mut all: HashMap<&str, Turns<'_>> = turns.collect();
    let mut told = Vec::new();
    for entry in entries {
        let at = entry["since_start"].as_u64().unwrap_or_default();
        if let Some(turns) = moved(entry).and_then(|place| all.get_mut(place)) {
            turns.open.push((at, turns.awaited));
            turns.awaited = (turns.awaited + 1) % SEATS;
        } else if let Some(turns) = shown(entry).and_then(|place| all.get_mut(place)) {
            let message = Message(entry["answer"].clone());
            let is_told = |(_, seat): &(u64, usize)| message.has(&format!("Waiting for {}", turns.table.people[*seat]));
            let newest = turns.open.iter().rposition(is_told).map_or(0, |newest| newest + 1);
            let ended = turns.open.drain(..newest);
            told.extend(ended.map(|(since, _)| Duration::from_micros(at.saturating_sub(since))));
        }
    }
    let never = all.values().map(|turns| turns.open.len()).sum::<usize>();
    assert_eq!(never, 0, "turns of which nobody was ever told");
    told
}

/// The channel in which a move was just made, if that is what an entry tells.
fn moved(entry: &Value) -> Option<&str> {
    let said = entry["body"]["data"]["content"].as_str();
    let placed = said.is_some_and(|said| said.contains("You place"));
    entry["channel"].as_str().filter(|_| placed)
}

/// The channel in which a message was just written, if that is what an entry tells.
fn shown(entry: &Value) -> Option<&str> {
    let taken = matches!(entry["status"].as_u64(), Some(200..=299));
    let path = entry["path"].as_str().filter(|_| taken)?;
    path.strip_prefix("/channels/")?.split('/').next()
}

/// The time below which so many of a hundred are.
fn within<T: Copy + Ord + Default>(times: &[T], hundredths: usize) -> T {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = (times.len() * hundredths / 100).min(times.len().saturating_sub(1));
    times.get(at).copied().unwrap_or_default()
}

impl Limits {
    /// What the bot could not keep to.
    fn goals(&self) -> [(&'static str, bool); 5] {
        let Twice { answers, oldest, .. } = &self.twice;
        let bad = [self.restarted, self.reconnected, self.rushed].map(|heard| heard.bad);
        [
            (
                "bad answers to a restart, a reconnection and a rush together: 10",
                bad.iter().sum::<usize>() <= MOST,
            ),
            (
                "nothing is written after a restart or a reconnection",
                self.restarted.written + self.reconnected.written == 0,
            ),
            (
                "99 % of the presses are answered within 100 ms",
                within(answers, 99) < ANSWERED,
            ),
            (
                "whose turn it is is told within 5 s",
                within(&self.twice.told, 100) < TOLD,
            ),
            (
                "no table's message is older than 1.5 times an even share",
                *oldest < self.even_share().mul_f64(1.5),
            ),
        ]
    }

    /// How old each message would be if all of them were shown in turn: one of each table, and one of everybody who plays.
    fn even_share(&self) -> Duration {
        let messages = self.tables * (1 + SEATS);
        let Twice { heard, took, .. } = &self.twice;
        took.mul_f64(messages as f64 / heard.written.max(1) as f64)
    }

    /// Whether all goals are met.
    pub(crate) fn is_well(&self) -> bool {
        self.goals().iter().all(|(_, met)| *met)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Twice {
            heard,
            took,
            answers,
            told,
            oldest,
        } = &self.twice;
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        writeln!(
            f,
            "| {} tables of two | answers of 401, 403 or 429 | messages written |\n|:--|--:|--:|",
            self.tables
        )?;
        let rows = [
            ("the bot is stopped and started", self.restarted),
            ("the gateway asks it to connect anew", self.reconnected),
            ("20 typed moves a second, 15 s", self.rushed),
            ("twice what Discord takes", *heard),
        ];
        for (what, heard) in rows {
            writeln!(f, "| {what} | {} | {} |", heard.bad, heard.written)?;
        }
        writeln!(f, "\n| twice what Discord takes, for {} | |\n|:--|--:|", seconds(*took))?;
        let rows = [
            ("moves", told.len().to_string()),
            (
                "requests a second",
                format!("{:.1}", heard.written as f64 / took.as_secs_f64()),
            ),
            (
                "answered: 99 % within",
                format!("{:.1} ms", within(answers, 99) as f64 / 1000.0),
            ),
            ("whose turn it is is told: half within", seconds(within(told, 50))),
            ("99 % within", seconds(within(told, 99))),
            (
                "the latest, which is the oldest that any table's message was",
                seconds(*oldest),
            ),
            ("an even share", seconds(self.even_share())),
        ];
        for (what, value) in rows {
            writeln!(f, "| {what} | {value} |")?;
        }
        writeln!(
            f,
            "\nHow long requests have waited (how many; half, 99 %, and the longest within): {}\n",
            self.waited
        )?;
        for (goal, met) in self.goals() {
            writeln!(f, "* {goal}: {}", if met { "met" } else { "missed" })?;
        }
        Ok(())
    }
}
