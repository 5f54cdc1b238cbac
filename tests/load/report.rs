//! What was found out, as tables in Markdown.

use std::fmt;
use std::time::Duration;

use super::players::Score;
use super::stored::Growth;

/// After so many microseconds Discord waits no longer.
const LATEST: u64 = 3_000_000;

/// What was measured at one pace.
pub(crate) struct Pace {
    /// How many times faster than people.
    pub(crate) pace: u64,
    pub(crate) took: Duration,
    /// How long processors worked for the bot.
    pub(crate) worked: Duration,
    /// Before it counted, when all set off at once.
    pub(crate) rush: Score,
    pub(crate) score: Score,
}

/// What the bot keeps after it was played for a while, in bytes.
pub(crate) struct Taken {
    /// In the moment in which people stop.
    pub(crate) busy: u64,
    /// Once nothing is on its way any more.
    pub(crate) calm: u64,
}

/// The bot's memory, in bytes.
#[derive(Default)]
pub(crate) struct Memory {
    /// Before there was a table.
    pub(crate) empty: u64,
    /// With the first few.
    pub(crate) warm: u64,
    /// How many these are.
    pub(crate) first: usize,
    /// After each pace, with all.
    pub(crate) live: Vec<Taken>,
    /// After all have fallen asleep.
    pub(crate) asleep: u64,
}

/// A start over a file with many tables.
#[derive(Default)]
pub(crate) struct StartUp {
    pub(crate) tables: u64,
    pub(crate) bytes: u64,
    /// Until it was connected, with its commands.
    pub(crate) ready: Duration,
    /// What it kept then.
    pub(crate) memory: u64,
    /// The most that it kept in the time after that.
    pub(crate) most: u64,
    /// How long that was.
    pub(crate) looked: Duration,
}

/// Everything.
pub(crate) struct Report {
    pub(crate) tables: usize,
    pub(crate) paces: Vec<Pace>,
    pub(crate) memory: Memory,
    pub(crate) start_up: StartUp,
    pub(crate) games: Vec<Growth>,
    /// What the bot said of how long its requests had waited while people played.
    pub(crate) waited: String,
}

/// What the bot said last in its log of how long its requests have waited for Discord's limits.
pub(crate) fn waited(log: &str) -> String {
    let mut lines = log.lines().rev();
    let said = lines.find_map(|line| line.split_once("waited="));
    said.map(|(_, said)| said.to_owned()).unwrap_or_default()
}

/// How long requests have waited, as a table: of each kind a count and three times.
pub(crate) struct Waited<'s>(pub(crate) &'s str);

impl fmt::Display for Waited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| how late requests were | requests | half within | 99 % within | the longest |\n|:--|--:|--:|--:|--:|"
        )?;
        let said: Vec<&str> = self.0.split(", ").collect();
        for kind in said.chunks(4) {
            match (kind, kind[0].split_once(": ")) {
                ([_, half, most, longest], Some((name, count))) => {
                    writeln!(f, "| {name} | {count} | {half} | {most} | {longest} |")?;
                }
                _ => writeln!(f, "| {} | | | | |", kind.join(", "))?,
            }
        }
        Ok(())
    }
}

impl Report {
    pub(crate) fn of(tables: usize) -> Report {
        Report {
            tables,
            paces: Vec::new(),
            memory: Memory::default(),
            start_up: StartUp::default(),
            games: Vec::new(),
            waited: String::new(),
        }
    }

    /// Whether everybody was answered in time.
    pub(crate) fn is_well(&self) -> bool {
        self.paces
            .iter()
            .all(|pace| pace.score.late() + pace.rush.late() == 0 && !pace.score.waits.is_empty())
    }
}

impl Score {
    /// How many presses Discord would have called failed.
    fn late(&self) -> usize {
        self.unanswered + self.waits.iter().filter(|wait| **wait > LATEST).count()
    }

    /// The wait below which so many of a thousand are.
    fn share(&self, thousandths: usize) -> String {
        let mut waits = self.waits.clone();
        waits.sort_unstable();
        let at = (waits.len() * thousandths / 1000).min(waits.len().saturating_sub(1));
        let micros = waits.get(at).copied().unwrap_or_default();
        format!("{:.1} ms", micros as f64 / 1000.0)
    }
}

impl Pace {
    fn presses(&self) -> usize {
        self.score.waits.len() + self.score.unanswered
    }

    fn a_second(&self, count: usize) -> String {
        format!("{:.1}", count as f64 / self.took.as_secs_f64())
    }

    fn work_a_press(&self) -> String {
        let ms = self.worked.as_secs_f64() * 1000.0 / self.presses().max(1) as f64;
        format!("{ms:.1} ms")
    }

    fn busy(&self) -> String {
        let share = self.worked.as_secs_f64() / self.took.as_secs_f64();
        format!("{:.0} % of a processor", share * 100.0)
    }
}

fn kib(bytes: f64) -> String {
    format!("{:.1} KiB", bytes / 1024.0)
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / 1024.0 / 1024.0)
}

impl Report {
    fn paces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        type Column = (&'static str, fn(&Pace) -> String);
        let rows: [Column; 14] = [
            ("presses", |pace| pace.presses().to_string()),
            ("presses a second", |pace| pace.a_second(pace.presses())),
            ("answered: half within", |pace| pace.score.share(500)),
            ("99 % within (goal 100 ms)", |pace| pace.score.share(990)),
            ("99.9 % within", |pace| pace.score.share(999)),
            ("the slowest (goal 3 s)", |pace| pace.score.share(1000)),
            ("in the rush before: 99 % within", |pace| pace.rush.share(990)),
            ("in the rush before: the slowest", |pace| pace.rush.share(1000)),
            ("after 3 s or never", |pace| {
                (pace.score.late() + pace.rush.late()).to_string()
            }),
            ("on a button that had just gone", |pace| pace.score.missed.to_string()),
            ("never sent, for the machine was too busy", |pace| {
                pace.score.unsent.to_string()
            }),
            ("games ended and begun anew", |pace| pace.score.ended.to_string()),
            ("the bot's work", Pace::busy),
            ("the bot's work a press", Pace::work_a_press),
        ];
        // Cargo puts what is optimised into a folder of that name.
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_whistle"));
        let build = match program.iter().any(|folder| folder == "release") {
            true => "optimised",
            false => "not optimised",
        };
        let processors = std::thread::available_parallelism().map_or(0, usize::from);
        writeln!(
            f,
            "{} tables in play, two people at each; {processors} processors for the bot, the playground and the people; {build}.\n",
            self.tables
        )?;
        write!(f, "| |")?;
        for pace in &self.paces {
            match pace.pace {
                1 => write!(f, " a human pace |")?,
                faster => write!(f, " {faster} times as fast |")?,
            }
        }
        writeln!(f, "\n|:--|{}", "--:|".repeat(self.paces.len()))?;
        for (name, cell) in rows {
            write!(f, "| {name} |")?;
            for pace in &self.paces {
                write!(f, " {} |", cell(pace))?;
            }
            writeln!(f)?;
        }
        writeln!(f)
    }

    fn memory(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = &self.memory;
        let more = self.tables.saturating_sub(memory.first).max(1) as f64;
        let each = |bytes: u64| kib((bytes as f64 - memory.warm as f64) / more);
        writeln!(f, "| the bot's memory | |\n|:--|--:|")?;
        writeln!(f, "| without a table | {} |", mib(memory.empty))?;
        writeln!(
            f,
            "| with {} tables, after a busy while | {} |",
            memory.first,
            mib(memory.warm)
        )?;
        for (taken, pace) in memory.live.iter().zip(&self.paces) {
            let (tables, pace) = (self.tables, pace.pace);
            for (when, bytes) in [("", taken.busy), (", once nothing is on its way", taken.calm)] {
                writeln!(f, "| with {tables} tables, after pace {pace}{when} | {} |", mib(bytes))?;
                writeln!(f, "| for each of the {more} more (goal 64 KiB) | {} |", each(bytes))?;
            }
        }
        writeln!(f, "| started again, all asleep | {} |", mib(memory.asleep))?;
        writeln!(
            f,
            "| for each sleeping table (goal nothing) | {} |",
            each(memory.asleep)
        )?;
        writeln!(f)
    }

    fn start_up(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = &self.start_up;
        writeln!(f, "| a start | |\n|:--|--:|")?;
        writeln!(
            f,
            "| tables stored, of which {} are in play | {} |",
            self.tables, start.tables
        )?;
        writeln!(f, "| the file | {} |", mib(start.bytes))?;
        writeln!(f, "| ready in (goal 1 s) | {:.2} s |", start.ready.as_secs_f64())?;
        writeln!(f, "| memory then | {} |", mib(start.memory))?;
        let looked = start.looked.as_secs();
        writeln!(f, "| the most in the {looked} s after that | {} |", mib(start.most))?;
        writeln!(f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.paces(f)?;
        writeln!(f, "{}", Waited(&self.waited))?;
        self.memory(f)?;
        self.start_up(f)?;
        writeln!(
            f,
            "| the file grows by | games ended | entries a game | a game |\n|:--|--:|--:|--:|"
        )?;
        for game in &self.games {
            let ended = game.ended.max(1);
            let entries = game.entries as f64 / ended as f64;
            let bytes = kib(game.bytes as f64 / ended as f64);
            writeln!(f, "| {} | {} | {entries:.0} | {bytes} |", game.game, game.ended)?;
        }
        Ok(())
    }
}
