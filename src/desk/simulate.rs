//! `whistle simulate`: many games of random legal play, and what came of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::Value;

use super::arguments::SimulateArguments;
use super::{DeskError, game, setup_sentence, wrong};
use crate::games::{GameEntry, Options, Play};
use crate::referee::fair::{Seed, SeededSource};
use crate::referee::recording::Recorder;
use crate::rules::{Awaits, By, OptionKind, Outcome, Source};
use crate::words::Words;

/// How many games a thread takes at a time.
const BATCH: u64 = 64;

pub(super) fn run(arguments: &SimulateArguments, out: &mut impl Write) -> Result<ExitCode, DeskError> {
    let entry = game(&arguments.game)?;
    let (options, seats) = lay(entry, arguments)?;
    let setup = |error| wrong(setup_text(&error));
    let begin = entry.start(&options, seats).map_err(setup)?;
    let bar = ProgressBar::new(arguments.games);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let started = Instant::now();
    let tally = match &arguments.records {
        Some(path) => record(entry, &begin.options(), seats, arguments, path, &bar),
        None => play(&*begin, arguments, &bar),
    };
    let seconds = started.elapsed();
    bar.finish_and_clear();
    let report = Report {
        game: entry.slug,
        options: begin.options(),
        seats,
        seed: arguments.seed,
        tally: tally?,
        seconds,
    };
    if arguments.json {
        let json = serde_json::to_string(&report.json()).map_err(std::io::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        report.table(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn setup_text(error: &crate::rules::SetupError) -> String {
    match Words::embedded() {
        Ok(words) => setup_sentence(&words, error),
        Err(_) => error.to_string(),
    }
}

/// The options and seats to play with. So many people sit down; where that does not fit, so many seats are laid as they are,
/// which is how records count.
fn lay(entry: &GameEntry, arguments: &SimulateArguments) -> Result<(Options, u8), DeskError> {
    let mut options = Options::new();
    for text in &arguments.options {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| wrong(format!("--option wants NAME=VALUE, such as games=1, not {text:?}")))?;
        options.insert(name.trim().to_owned(), read_option(entry, name.trim(), value.trim())?);
    }
    let fewest = (*entry.people.start()).max(2).min(*entry.people.end());
    let people = arguments.seats.unwrap_or(fewest);
    entry.lay(&options, people).or_else(|error| {
        let started = entry.start(&options, people);
        started
            .map(|_| (options, people))
            .map_err(|_| wrong(setup_text(&error)))
    })
}

/// The value of an option, by what the option holds.
fn read_option(entry: &GameEntry, name: &str, text: &str) -> Result<Value, DeskError> {
    let specs = (entry.options)();
    let kind = specs.iter().find(|spec| spec.name == name).map(|spec| spec.kind);
    let number = text.parse::<i64>().ok();
    let (value, wanted) = match kind {
        Some(OptionKind::Flag) => {
            let flag = match text {
                "true" | "yes" | "on" => Some(Value::Bool(true)),
                "false" | "no" | "off" => Some(Value::Bool(false)),
                _ => None,
            };
            (flag, "true or false".to_owned())
        }
        Some(OptionKind::Number { min, max }) => {
            let number = number.filter(|number| (min..=max).contains(number));
            (number.map(Value::from), format!("a number from {min} to {max}"))
        }
        Some(OptionKind::OneOf(all)) => {
            let number = number.filter(|number| all.contains(number));
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            (number.map(Value::from), format!("one of {}", all.join(", ")))
        }
        Some(OptionKind::Word(all)) => {
            let word = all.iter().find(|word| **word == text);
            (
                word.map(|word| Value::from(*word)),
                format!("one of {}", all.join(", ")),
            )
        }
        // Not in the start command, but perhaps the game knows it.
        None => {
            let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
            (Some(value), String::new())
        }
    };
    value.ok_or_else(|| wrong(format!("option {name} must be {wanted}, not {text:?}")))
}

/// What came of some games.
#[derive(Debug)]
struct Tally {
    games: u64,
    choices: u64,
    /// How many games had so many choices.
    lengths: BTreeMap<u64, u64>,
    /// How many games each seat won, alone or with others.
    wins: Vec<u64>,
    /// How many games several seats won.
    shared: u64,
    /// How many games nobody won.
    nobody: u64,
}

impl Tally {
    fn new(seats: u8) -> Tally {
        Tally {
            games: 0,
            choices: 0,
            lengths: BTreeMap::new(),
            wins: vec![0; seats.into()],
            shared: 0,
            nobody: 0,
        }
    }

    fn add(&mut self, choices: u64, outcome: &Outcome) {
        self.games += 1;
        self.choices += choices;
        *self.lengths.entry(choices).or_default() += 1;
        let places = outcome.places.as_deref().unwrap_or_default();
        let mut winners = 0;
        for (won, _) in self.wins.iter_mut().zip(places).filter(|(_, place)| **place == 1) {
            *won += 1;
            winners += 1;
        }
        self.nobody += u64::from(winners == 0);
        self.shared += u64::from(winners > 1);
    }

    fn join(&mut self, other: &Tally) {
        self.games += other.games;
        self.choices += other.choices;
        self.shared += other.shared;
        self.nobody += other.nobody;
        for (length, games) in &other.lengths {
            *self.lengths.entry(*length).or_default() += games;
        }
        for (own, won) in self.wins.iter_mut().zip(&other.wins) {
            *own += won;
        }
    }

    /// The length of the game that stands at `place` when all are sorted by length.
    fn length_at(&self, place: u64) -> u64 {
        let mut passed = 0;
        let mut found = 0;
        for (length, games) in &self.lengths {
            found = *length;
            passed += games;
            if passed > place {
                break;
            }
        }
        found
    }
}

fn stuck(number: u64, seed: u64) -> DeskError {
    wrong(format!(
        "game {number} of seed {seed} does not come to its end: this is a fault of the game's rules"
    ))
}

/// Plays without writing anything down, on as many threads as asked for.
fn play(begin: &dyn Play, arguments: &SimulateArguments, bar: &ProgressBar) -> Result<Tally, DeskError> {
    let next = AtomicU64::new(0);
    let work = || -> Result<Tally, DeskError> {
        let mut tally = Tally::new(begin.seats());
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            let last = first.saturating_add(BATCH).min(arguments.games);
            if first >= last {
                return Ok(tally);
            }
            for number in first..last {
                let mut source = SeededSource::numbered(arguments.seed, number);
                let (choices, outcome) = begin.copy().play_out(&mut source);
                tally.add(choices, &outcome.ok_or_else(|| stuck(number, arguments.seed))?);
            }
            bar.inc(last - first);
        }
    };
    let mut all = Tally::new(begin.seats());
    if arguments.threads == 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let tally = worker
                .join()
                .map_err(|_| wrong("a thread that plays has come to grief"))??;
            all.join(&tally);
        }
        Ok(all)
    })
}

/// Plays and writes every game to `path`.
fn record(
    entry: &'static GameEntry,
    options: &Options,
    seats: u8,
    arguments: &SimulateArguments,
    path: &Path,
    bar: &ProgressBar,
) -> Result<Tally, DeskError> {
    let failed = |error| DeskError::File {
        doing: "write",
        path: path.to_owned(),
        error,
    };
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    let mut tally = Tally::new(seats);
    for number in 0..arguments.games {
        let seed = Seed::simulated(arguments.seed, number);
        let mut source = SeededSource::numbered(arguments.seed, number);
        let mut recorder = Recorder::new(entry, options, seats).map_err(|error| wrong(setup_text(&error)))?;
        let (choices, outcome) =
            play_recorded(&mut recorder, &seed, &mut source).ok_or_else(|| stuck(number, arguments.seed))?;
        tally.add(choices, &outcome);
        let mut record = recorder.record()?;
        record.seed = Some(seed.to_hex());
        writeln!(file, "{}", record.to_line()).map_err(failed)?;
        bar.inc(1);
    }
    file.flush().map_err(failed)?;
    Ok(tally)
}

/// Plays to the end: how many choices were made, and the outcome. `None` when the game comes to no end.
fn play_recorded(recorder: &mut Recorder, seed: &Seed, source: &mut SeededSource) -> Option<(u64, Outcome)> {
    let mut choices = 0;
    loop {
        match recorder.play().awaits() {
            Awaits::Nobody(outcome) => return Some((choices, outcome)),
            Awaits::Chance => drop(recorder.draw(seed).ok()?),
            Awaits::Seats(seats) => {
                let seat = seats.iter().nth(source.below(seats.len() as u32) as usize)?;
                let choice = recorder.play().random_choice(seat, source)?;
                recorder.take(By::Seat(seat), &choice, false).ok()?;
                choices += 1;
            }
        }
    }
}

/// What is printed at the end.
struct Report {
    game: &'static str,
    options: Options,
    seats: u8,
    seed: u64,
    tally: Tally,
    seconds: Duration,
}

/// The report as one line of JSON.
#[derive(Serialize)]
struct Summary<'r> {
    game: &'static str,
    /// Seats laid, an assistant's included.
    seats: u8,
    games: u64,
    choices: u64,
    seconds: f64,
    choices_per_second: f64,
    games_per_second: f64,
    seed: u64,
    options: &'r Options,
    /// Choices a game.
    lengths: Lengths,
    /// Games won by each seat, shared ones included.
    wins: &'r [u64],
    /// Games that several seats won.
    shared: u64,
    /// Games that nobody won.
    nobody: u64,
}

#[derive(Serialize)]
struct Lengths {
    min: u64,
    median: u64,
    max: u64,
}

impl Report {
    fn rate(&self, count: u64) -> f64 {
        count as f64 / self.seconds.as_secs_f64().max(1e-9)
    }

    fn lengths(&self) -> [u64; 3] {
        let last = self.tally.games.saturating_sub(1);
        [0, last / 2, last].map(|place| self.tally.length_at(place))
    }

    fn json(&self) -> Summary<'_> {
        let [min, median, max] = self.lengths();
        Summary {
            game: self.game,
            seats: self.seats,
            games: self.tally.games,
            choices: self.tally.choices,
            seconds: self.seconds.as_secs_f64(),
            choices_per_second: self.rate(self.tally.choices),
            games_per_second: self.rate(self.tally.games),
            seed: self.seed,
            options: &self.options,
            lengths: Lengths { min, median, max },
            wins: &self.tally.wins,
            shared: self.tally.shared,
            nobody: self.tally.nobody,
        }
    }

    fn table(&self, out: &mut impl Write) -> Result<(), DeskError> {
        let tally = &self.tally;
        let [min, median, max] = self.lengths();
        let share = |games: u64| 100.0 * games as f64 / tally.games.max(1) as f64;
        let options = Value::Object(self.options.clone());
        writeln!(
            out,
            "{} with {} seats, seed {}, {options}",
            self.game, self.seats, self.seed
        )?;
        writeln!(
            out,
            "games       {:>14}   in {:.2} s",
            tally.games,
            self.seconds.as_secs_f64()
        )?;
        writeln!(out, "games/s     {:>14.0}", self.rate(tally.games))?;
        writeln!(out, "choices/s   {:>14.0}", self.rate(tally.choices))?;
        writeln!(out, "choices a game   least {min}, median {median}, most {max}")?;
        for (seat, won) in tally.wins.iter().enumerate() {
            writeln!(out, "seat {seat:<2} wins{won:>14}   {:.1} %", share(*won))?;
        }
        if tally.shared > 0 {
            writeln!(out, "shared wins {:>14}   {:.1} %", tally.shared, share(tally.shared))?;
        }
        if tally.nobody > 0 {
            writeln!(out, "nobody wins {:>14}   {:.1} %", tally.nobody, share(tally.nobody))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(places: Option<Vec<u8>>) -> Outcome {
        Outcome { places, scores: None }
    }

    #[test]
    fn a_tally_counts_wins_shares_and_lengths() {
        let mut tally = Tally::new(3);
        tally.add(10, &outcome(Some(vec![1, 2, 3])));
        tally.add(30, &outcome(Some(vec![1, 1, 3])));
        tally.add(20, &outcome(None));
        let mut other = Tally::new(3);
        other.add(90, &outcome(Some(vec![3, 2, 1])));
        tally.join(&other);
        assert_eq!((tally.games, tally.choices, tally.shared, tally.nobody), (4, 150, 1, 1));
        assert_eq!(tally.wins, [2, 1, 1]);
        let report = Report {
            game: "x",
            options: Options::new(),
            seats: 3,
            seed: 1,
            tally,
            seconds: Duration::from_millis(500),
        };
        assert_eq!(report.lengths(), [10, 20, 90]);
        let json = serde_json::to_string(&report.json()).unwrap();
        assert!(
            json.starts_with(
                r#"{"game":"x","seats":3,"games":4,"choices":150,"seconds":0.5,"choices_per_second":300.0,"#
            )
        );
    }
}
