//! `whistle simulate`: plays many games with random legal choices, and reports the results.

mod report;
mod tally;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use super::arguments::SimulateArguments;
use super::{CliError, game, setup_sentence, wrong};
use crate::games::{DynGame, GameEntry, Options};
use crate::referee::Course;
use crate::referee::fair::{Seed, SeededSource};
use crate::referee::recording::Recorder;
use crate::rules::{Awaits, By, MatchLength, OptionKind, Outcome, Source};
use crate::words::Words;

use report::Report;
use tally::Tally;

/// How many games a thread takes at a time.
const BATCH: u64 = 64;

pub(super) fn run(arguments: &SimulateArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let entry = game(&arguments.game)?;
    let (options, seats) = table(entry, &arguments.options, arguments.seats)?;
    let setup = |error| wrong(setup_text(&error));
    let begin = entry.start(&options, seats).map_err(setup)?;
    let bar = ProgressBar::new(arguments.matches.unwrap_or(arguments.games));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let started = Instant::now();
    let tally = match &arguments.records {
        Some(path) => record(entry, &begin.options(), seats, arguments, path, &bar),
        None => play(entry, &*begin, arguments, &bar),
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
        writeln!(out, "{}", report.json())?;
    } else {
        report.table(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn setup_text(error: &crate::rules::SetupError) -> String {
    match Words::embedded() {
        Ok(words) => setup_sentence(&words, error),
        Err(_) => error.to_string(),
    }
}

/// The options and seats to play with. The number of seats is taken as a number of people who sit down; where that does not
/// fit, it is taken as the number of seats to lay, which is how records count.
pub(super) fn table(entry: &GameEntry, written: &[String], seats: Option<u8>) -> Result<(Options, u8), CliError> {
    let mut options = Options::new();
    for text in written {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| wrong(format!("--option wants NAME=VALUE, such as games=1, not {text:?}")))?;
        options.insert(name.trim().to_owned(), read_option(entry, name.trim(), value.trim())?);
    }
    let fewest = (*entry.people.start()).max(2).min(*entry.people.end());
    let people = seats.unwrap_or(fewest);
    entry.fit_to_players(&options, people).or_else(|error| {
        let started = entry.start(&options, people);
        started
            .map(|_| (options, people))
            .map_err(|_| wrong(setup_text(&error)))
    })
}

/// Parses the value of an option by the option's kind.
fn read_option(entry: &GameEntry, name: &str, text: &str) -> Result<Value, CliError> {
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
        // The start command does not offer the option, but the game may know it.
        None => {
            let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
            (Some(value), String::new())
        }
    };
    value.ok_or_else(|| wrong(format!("option {name} must be {wanted}, not {text:?}")))
}

fn stuck(number: u64, seed: u64) -> CliError {
    wrong(format!(
        "game {number} of seed {seed} does not come to its end: this is a fault of the game's rules"
    ))
}

/// How many games or matches are played, and whether they are matches.
fn wanted(arguments: &SimulateArguments) -> (u64, bool) {
    (
        arguments.matches.unwrap_or(arguments.games),
        arguments.matches.is_some(),
    )
}

/// Plays without recording, on as many threads as asked for.
fn play(
    entry: &GameEntry,
    begin: &dyn DynGame,
    arguments: &SimulateArguments,
    bar: &ProgressBar,
) -> Result<Tally, CliError> {
    let next = AtomicU64::new(0);
    let (count, whole) = wanted(arguments);
    let batch = if whole { 1 } else { BATCH };
    let work = || -> Result<Tally, CliError> {
        let mut tally = Tally::new(begin.seats(), whole);
        loop {
            let first = next.fetch_add(batch, Ordering::Relaxed);
            let last = first.saturating_add(batch).min(count);
            if first >= last {
                return Ok(tally);
            }
            for number in first..last {
                let mut source = SeededSource::numbered(arguments.seed, number);
                let mut course = Course::new(begin.match_length(), entry.scoring, begin.seats().into());
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

/// The distance between the seed numbers of two matches, which leaves room for each match's games.
const GAMES_OF_A_MATCH: u64 = 1 << 20;

/// Plays every game and writes its record to `path`.
fn record(
    entry: &'static GameEntry,
    options: &Options,
    seats: u8,
    arguments: &SimulateArguments,
    path: &Path,
    bar: &ProgressBar,
) -> Result<Tally, CliError> {
    let failed = |error| CliError::File {
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
            let course = course.get_or_insert_with(|| Course::new(length, entry.scoring, seats.into()));
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

/// Plays to the end. Returns the number of choices and the outcome; `None` when the game does not end.
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
