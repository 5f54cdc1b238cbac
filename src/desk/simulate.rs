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
use crate::referee::Course;
use crate::referee::fair::{Seed, SeededSource};
use crate::referee::recording::Recorder;
use crate::rules::{Awaits, By, MatchLength, OptionKind, Outcome, Source};
use crate::words::Words;

/// How many games a thread takes at a time.
const BATCH: u64 = 64;

pub(super) fn run(arguments: &SimulateArguments, out: &mut impl Write) -> Result<ExitCode, DeskError> {
    let entry = game(&arguments.game)?;
    let (options, seats) = lay(entry, arguments)?;
    let setup = |error| wrong(setup_text(&error));
    let begin = entry.start(&options, seats).map_err(setup)?;
    let bar = ProgressBar::new(arguments.matches.unwrap_or(arguments.games));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}, {per_sec}, {eta} left");
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
    /// What came of whole matches, when these were played.
    matches: Option<Matches>,
}

/// What came of some matches.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Matches {
    played: u64,
    /// How many matches had so many games.
    lengths: BTreeMap<u64, u64>,
    /// How many matches each seat won, alone or with others.
    wins: Vec<u64>,
}

impl Matches {
    fn add(&mut self, course: &Course) {
        self.played += 1;
        *self.lengths.entry(course.games().into()).or_default() += 1;
        let places = course.places().unwrap_or_default();
        for (won, _) in self.wins.iter_mut().zip(&places).filter(|(_, place)| **place == 1) {
            *won += 1;
        }
    }

    fn join(&mut self, other: &Matches) {
        self.played += other.played;
        for (length, matches) in &other.lengths {
            *self.lengths.entry(*length).or_default() += matches;
        }
        for (own, won) in self.wins.iter_mut().zip(&other.wins) {
            *own += won;
        }
    }
}

/// The length of what stands at `place` when all are sorted by length.
fn length_at(lengths: &BTreeMap<u64, u64>, place: u64) -> u64 {
    let (mut passed, mut found) = (0, 0);
    for (length, count) in lengths {
        found = *length;
        passed += count;
        if passed > place {
            break;
        }
    }
    found
}

/// The least, the middle and the greatest length.
fn spread(lengths: &BTreeMap<u64, u64>) -> [u64; 3] {
    let last = lengths.values().sum::<u64>().saturating_sub(1);
    [0, last / 2, last].map(|place| length_at(lengths, place))
}

impl Tally {
    /// Nothing played yet, at so many seats; `whole` counts matches, too.
    fn new(seats: u8, whole: bool) -> Tally {
        let wins = vec![0; seats.into()];
        Tally {
            games: 0,
            choices: 0,
            lengths: BTreeMap::new(),
            shared: 0,
            nobody: 0,
            matches: whole.then(|| Matches {
                played: 0,
                lengths: BTreeMap::new(),
                wins: wins.clone(),
            }),
            wins,
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
        if let (Some(own), Some(others)) = (&mut self.matches, &other.matches) {
            own.join(others);
        }
    }
}

fn stuck(number: u64, seed: u64) -> DeskError {
    wrong(format!(
        "game {number} of seed {seed} does not come to its end: this is a fault of the game's rules"
    ))
}

/// How many things are played, and whether these are matches.
fn wanted(arguments: &SimulateArguments) -> (u64, bool) {
    (
        arguments.matches.unwrap_or(arguments.games),
        arguments.matches.is_some(),
    )
}

/// Plays without writing anything down, on as many threads as asked for.
fn play(begin: &dyn Play, arguments: &SimulateArguments, bar: &ProgressBar) -> Result<Tally, DeskError> {
    let next = AtomicU64::new(0);
    let (count, whole) = wanted(arguments);
    let batch = if whole { 1 } else { BATCH };
    let work = || -> Result<Tally, DeskError> {
        let mut tally = Tally::new(begin.seats(), whole);
        loop {
            let first = next.fetch_add(batch, Ordering::Relaxed);
            let last = first.saturating_add(batch).min(count);
            if first >= last {
                return Ok(tally);
            }
            for number in first..last {
                let mut source = SeededSource::numbered(arguments.seed, number);
                let mut course = Course::new(begin.match_length(), begin.seats().into());
                loop {
                    let (choices, outcome) = begin.copy().play_out(&mut source);
                    let outcome = outcome.ok_or_else(|| stuck(number, arguments.seed))?;
                    tally.add(choices, &outcome);
                    course.add(&outcome);
                    if !whole || course.is_over() {
                        break;
                    }
                }
                tally.matches.iter_mut().for_each(|matches| matches.add(&course));
            }
            bar.inc(last - first);
        }
    };
    let mut all = Tally::new(begin.seats(), whole);
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

/// Room for the games of a match between the numbers of two seeds.
const GAMES_OF_A_MATCH: u64 = 1 << 20;

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
    let (count, whole) = wanted(arguments);
    let mut tally = Tally::new(seats, whole);
    for number in 0..count {
        let mut source = SeededSource::numbered(arguments.seed, number);
        let mut course: Option<Course> = None;
        loop {
            let earlier = course.as_ref().map_or(0, |course| u64::from(course.games()));
            let seed = match whole {
                true => Seed::simulated(arguments.seed, number * GAMES_OF_A_MATCH + earlier),
                false => Seed::simulated(arguments.seed, number),
            };
            let mut recorder = Recorder::new(entry, options, seats).map_err(|error| wrong(setup_text(&error)))?;
            let length = recorder.play().match_length();
            let course = course.get_or_insert_with(|| Course::new(length, seats.into()));
            let (choices, outcome) =
                play_recorded(&mut recorder, &seed, &mut source).ok_or_else(|| stuck(number, arguments.seed))?;
            tally.add(choices, &outcome);
            let mut record = recorder.record()?;
            record.seed = Some(seed.to_hex());
            if whole {
                record.match_id = Some(format!("{}-{number}", arguments.seed));
                record.round = Some(course.games() + 1);
                let to_points = matches!(length, MatchLength::Points(_));
                record.before = course.totals().filter(|_| to_points).map(<[i64]>::to_vec);
            }
            writeln!(file, "{}", record.to_line()).map_err(failed)?;
            course.add(&outcome);
            if !whole || course.is_over() {
                break;
            }
        }
        if let (Some(matches), Some(course)) = (&mut tally.matches, &course) {
            matches.add(course);
        }
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
    /// What came of the matches, when whole ones were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<MatchSummary<'r>>,
}

#[derive(Serialize)]
struct MatchSummary<'r> {
    played: u64,
    /// Games a match.
    games: Lengths,
    /// Matches won by each seat, shared ones included.
    wins: &'r [u64],
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

    fn json(&self) -> Summary<'_> {
        let lengths = |lengths| {
            let [min, median, max] = spread(lengths);
            Lengths { min, median, max }
        };
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
            lengths: lengths(&self.tally.lengths),
            wins: &self.tally.wins,
            shared: self.tally.shared,
            nobody: self.tally.nobody,
            matches: self.tally.matches.as_ref().map(|matches| MatchSummary {
                played: matches.played,
                games: lengths(&matches.lengths),
                wins: &matches.wins,
            }),
        }
    }

    fn table(&self, out: &mut impl Write) -> Result<(), DeskError> {
        let tally = &self.tally;
        let [min, median, max] = spread(&tally.lengths);
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
        if let Some(matches) = &tally.matches {
            let [min, median, max] = spread(&matches.lengths);
            writeln!(out, "matches     {:>14}", matches.played)?;
            writeln!(out, "games a match    least {min}, median {median}, most {max}")?;
            for (seat, won) in matches.wins.iter().enumerate() {
                let share = 100.0 * *won as f64 / matches.played.max(1) as f64;
                writeln!(out, "seat {seat:<2} wins{won:>14}   {share:.1} % of the matches")?;
            }
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
        let mut tally = Tally::new(3, false);
        tally.add(10, &outcome(Some(vec![1, 2, 3])));
        tally.add(30, &outcome(Some(vec![1, 1, 3])));
        tally.add(20, &outcome(None));
        let mut other = Tally::new(3, false);
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
        assert_eq!(spread(&report.tally.lengths), [10, 20, 90]);
        let json = serde_json::to_string(&report.json()).unwrap();
        assert!(
            json.starts_with(
                r#"{"game":"x","seats":3,"games":4,"choices":150,"seconds":0.5,"choices_per_second":300.0,"#
            )
        );
    }
    #[test]
    fn matches_are_counted_by_their_games_and_their_winners() {
        let mut tally = Tally::new(2, true);
        let scored = |scores: [i64; 2]| Outcome {
            places: Some(crate::rules::places_by_score(&scores)),
            scores: Some(scores.to_vec()),
        };
        for games in [&[[30, 0], [0, 60]][..], &[[55, 0]]] {
            let mut course = Course::new(MatchLength::Points(50), 2);
            for scores in games {
                tally.add(10, &scored(*scores));
                course.add(&scored(*scores));
            }
            tally.matches.iter_mut().for_each(|matches| matches.add(&course));
        }
        let mut all = Tally::new(2, true);
        all.join(&tally);
        assert_eq!((all.games, all.matches.clone()), (3, tally.matches));
        let matches = all.matches.unwrap();
        assert_eq!((matches.played, matches.wins.as_slice()), (2, &[1, 1][..]));
        assert_eq!(spread(&matches.lengths), [1, 1, 2]);
    }
}
