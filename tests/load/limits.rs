//! Discord's own limits: what it has to say to a bot at so many tables when that starts again, when the gateway asks it to
//! connect anew, in a rush, and when for minutes there is twice as much to show as it takes.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::many::{self, Heard, SEATS, Table, heard, rests};
use super::reading::Message;
use super::report::{Waited, waited};
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
/// What the panel says of whoever is not awaited.
const IDLE: &str = "Waiting for ";
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
    told: Told,
    /// How many public messages and panels were written meanwhile, in whatever way.
    shown: usize,
}

/// How late what people read was.
#[derive(Default)]
struct Told {
    /// After how long whose turn it is could read so, in their panel or in the table's message.
    turns: Vec<Duration>,
    /// After how long the table's message told of each move: so old it was by then.
    ages: Vec<Duration>,
}

/// Measures at so many tables, twice as much as Discord takes for so long.
pub(crate) async fn measure(tables: usize, seconds: u64) -> Limits {
    let setup = Setup::of(0).channels(tables).crowd(tables * SEATS).terse();
    let mut stage = Stage::open(setup).await;
    let mut all = many::open(&stage, tables).await;
    note(&format!("{tables} tables begun"));
    tokio::time::sleep(REMINDED).await;
    let (_, next) = rests(&stage, 0, CALM).await;

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
    let (heard, end_of_it) = heard(&stage, next);
    rests(&stage, end_of_it, CALM).await;
    let (entries, _) = stage.traffic_since(next);
    let meanwhile = entries.iter().filter(|entry| entry["n"].as_u64() < Some(end_of_it));
    let shown = meanwhile.filter(|entry| shown(entry).is_some()).count();
    let told = told(&entries, &all);
    end(&mut stage).await;
    Limits {
        tables,
        restarted,
        reconnected,
        rushed,
        twice: Twice {
            heard,
            took,
            answers,
            told,
            shown,
        },
        waited: waited(&stage.log()),
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

/// A table's turns of which not everybody has been told yet: since when, and whose.
struct Turns<'t> {
    table: &'t Table,
    /// Who is awaited next.
    awaited: usize,
    /// Those that whoever is awaited does not know of.
    unread: Vec<(u64, usize)>,
    /// Those that the table's message does not show.
    unshown: Vec<(u64, usize)>,
}

impl<'t> Turns<'t> {
    /// Before so many of its moves.
    fn before(table: &'t Table, moves: usize) -> Turns<'t> {
        Turns {
            table,
            awaited: (table.moves - moves + 1) % SEATS,
            unread: Vec::new(),
            unshown: Vec::new(),
        }
    }

    /// A move is made.
    fn moved(&mut self, at: u64) {
        self.unread.push((at, self.awaited));
        self.unshown.push((at, self.awaited));
        self.awaited = (self.awaited + 1) % SEATS;
    }

    /// A message is written in a channel. The table's says who is awaited, and two take turns; so it tells of the newest turn of
    /// theirs, and of all before it. A panel tells its owner alone, if it has something for them to do.
    fn written(&mut self, channel: &str, message: &Message, at: u64, told: &mut Told) {
        let says = |seat: usize| match channel == self.table.channel {
            true => message.has(&format!("Waiting for {}", self.table.people[seat])),
            false => channel == self.table.chats[seat] && !message.has(IDLE),
        };
        let take = |open: &mut Vec<(u64, usize)>| {
            let newest = open
                .iter()
                .rposition(|(_, seat)| says(*seat))
                .map_or(0, |newest| newest + 1);
            let since = open.drain(..newest).map(|(since, _)| at.saturating_sub(since));
            since.map(Duration::from_micros).collect::<Vec<Duration>>()
        };
        told.turns.extend(take(&mut self.unread));
        if channel == self.table.channel {
            told.ages.extend(take(&mut self.unshown));
        }
    }
}

/// After how long people could read of each turn.
fn told(entries: &[Value], tables: &[Table]) -> Told {
    let mut made: HashMap<&str, usize> = HashMap::new();
    entries
        .iter()
        .filter_map(moved)
        .for_each(|channel| *made.entry(channel).or_default() += 1);
    let mut all: Vec<Turns<'_>> = tables
        .iter()
        .map(|table| Turns::before(table, made.get(table.channel.as_str()).copied().unwrap_or_default()))
        .collect();
    let mut at_table: HashMap<&str, usize> = HashMap::new();
    for (number, table) in tables.iter().enumerate() {
        let channels = table.chats.iter().chain([&table.channel]);
        at_table.extend(channels.map(|channel| (channel.as_str(), number)));
    }
    let mut told = Told::default();
    for entry in entries {
        let at = entry["since_start"].as_u64().unwrap_or_default();
        if let Some(number) = moved(entry).and_then(|channel| at_table.get(channel)) {
            all[*number].moved(at);
        } else if let Some(channel) = shown(entry)
            && let Some(number) = at_table.get(channel)
        {
            all[*number].written(channel, &Message(entry["answer"].clone()), at, &mut told);
        }
    }
    let never = all
        .iter()
        .map(|turns| turns.unread.len() + turns.unshown.len())
        .sum::<usize>();
    assert_eq!(never, 0, "turns of which somebody was never told");
    told
}

/// The channel in which a move was just made, if that is what an entry tells.
fn moved(entry: &Value) -> Option<&str> {
    let texts = entry["body"]["data"]["components"].as_array().into_iter().flatten();
    let mut said = texts.filter_map(|text| text["content"].as_str());
    let placed = said.any(|said| said.contains("Your move: place"));
    entry["channel"].as_str().filter(|_| placed)
}

/// The channel of a message that was just written, if that is what an entry tells: with the bot's own name or by a token, but not
/// as an answer to a press or a command, which people see at once.
fn shown(entry: &Value) -> Option<&str> {
    let taken = matches!(entry["status"].as_u64(), Some(200..=299)) && entry["method"] != "GET";
    let path = entry["path"].as_str().filter(|_| taken)?;
    let answers = path.starts_with("/interactions/");
    entry["answer"]["channel_id"].as_str().filter(|_| !answers)
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
        let Twice { answers, told, .. } = &self.twice;
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
            ("whose turn it is is told within 5 s", within(&told.turns, 100) < TOLD),
            (
                "no table's message is older than 1.5 times an even share",
                within(&told.ages, 100) < self.even_share().mul_f64(1.5),
            ),
        ]
    }

    /// How old each message would be if all of them were shown in turn: one of each table, and one of everybody who plays.
    fn even_share(&self) -> Duration {
        let messages = self.tables * (1 + SEATS);
        let Twice { shown, took, .. } = &self.twice;
        took.mul_f64(messages as f64 / (*shown).max(1) as f64)
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
            shown,
        } = &self.twice;
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let ms = |micros: u64| format!("{:.1} ms", micros as f64 / 1000.0);
        let a_second = |count: usize| format!("{:.1}", count as f64 / took.as_secs_f64());
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
            ("moves", told.ages.len().to_string()),
            ("requests a second that count", a_second(heard.written)),
            ("messages written a second", a_second(*shown)),
            ("answered: half within", ms(within(answers, 50))),
            ("99 % within (goal 100 ms)", ms(within(answers, 99))),
            ("the slowest", ms(within(answers, 100))),
            (
                "whose turn it is is told: half within",
                seconds(within(&told.turns, 50)),
            ),
            ("99 % within", seconds(within(&told.turns, 99))),
            ("the latest (goal 5 s)", seconds(within(&told.turns, 100))),
            (
                "a table's message is out of date: half for",
                seconds(within(&told.ages, 50)),
            ),
            ("99 % for", seconds(within(&told.ages, 99))),
            (
                "the longest (goal 1.5 times an even share)",
                seconds(within(&told.ages, 100)),
            ),
            ("an even share", seconds(self.even_share())),
        ];
        for (what, value) in rows {
            writeln!(f, "| {what} | {value} |")?;
        }
        writeln!(f, "\n{}\n", Waited(&self.waited))?;
        for (goal, met) in self.goals() {
            writeln!(f, "* {goal}: {}", if met { "met" } else { "missed" })?;
        }
        Ok(())
    }
}
