//! Random choices a second on one core, views not included, beside a fixed piece of work of the same run; and how long a
//! computer player takes for a choice.
//!
//! `cargo bench --bench choices`; `-- --quick` for a short run. Ends with 1 if a goal is missed. Without `--bench` (as
//! `cargo test --benches` calls it) it only shows that it works.
//!
//! The ratio "steps per choice" compares runs on different machines, and the plain number is held against the goal.
//!
//! The choices of computer players are timed here and not by criterion, which tells of means of many, while each of these is
//! to come in time.

mod yardstick;

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode, Throughput};
use serde_json::{Value, json};
use whistle::games::{self, DynGame, Options};
use whistle::player::{self, Level};
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, By, Seat, Source, Viewer};

use yardstick::yardstick;

/// A table, and how many random choices a second we want of it.
struct Line {
    game: &'static str,
    seats: u8,
    /// How many squares a side of the board has, where there is a board to choose.
    size: Option<u8>,
    goal: f64,
}

const fn line(game: &'static str, seats: u8, size: Option<u8>, goal: f64) -> Line {
    Line {
        game,
        seats,
        size,
        goal,
    }
}

/// The goal of Binary is set for the usual board; the other sizes are there to compare.
const LINES: [Line; 33] = [
    line("binome", 2, None, 1_000_000.0),
    line("binome", 3, None, 1_000_000.0),
    line("binome", 4, None, 1_000_000.0),
    line("binome", 5, None, 1_000_000.0),
    line("binome", 6, None, 1_000_000.0),
    line("binome", 7, None, 1_000_000.0),
    line("binary", 2, Some(6), 2_000_000.0),
    line("binary", 2, Some(8), 2_000_000.0),
    line("binary", 2, Some(10), 2_000_000.0),
    line("binary", 2, Some(12), 2_000_000.0),
    line("bingolino", 2, None, 1_000_000.0),
    line("bingolino", 3, None, 1_000_000.0),
    line("bingolino", 4, None, 1_000_000.0),
    line("dominoes", 2, None, 500_000.0),
    line("dominoes", 3, None, 500_000.0),
    line("dominoes", 4, None, 500_000.0),
    line("dominup", 2, None, 500_000.0),
    line("dominup", 3, None, 500_000.0),
    line("dominup", 4, None, 500_000.0),
    line("dominomega", 2, None, 500_000.0),
    line("dominomega", 3, None, 500_000.0),
    line("dominimum", 2, None, 500_000.0),
    line("dominimum", 3, None, 500_000.0),
    line("dominimum", 4, None, 500_000.0),
    line("tree", 1, None, 500_000.0),
    line("tree", 2, None, 500_000.0),
    line("tree", 3, None, 500_000.0),
    line("tree", 4, None, 500_000.0),
    line("binmat", 2, None, 1_000_000.0),
    line("binmat", 4, None, 1_000_000.0),
    line("binmat", 8, None, 1_000_000.0),
    line("binmat", 16, None, 1_000_000.0),
    line("binmat", 32, None, 1_000_000.0),
];

/// Where criterion writes in this run.
const ESTIMATES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/choices");

/// A computer player's choice may take so long at the biggest of prompts, half of the time and 99 times of 100: nobody waits
/// longer for it than for a person.
const USUALLY: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_secs(1);

impl Line {
    fn start(&self) -> Box<dyn DynGame> {
        let entry = games::find(self.game).expect("the catalogue has it");
        let size = self.size.map(|size| ("size".to_owned(), json!(size)));
        let options: Options = size.into_iter().collect();
        entry.start(&options, self.seats).expect("the game starts")
    }

    fn name(&self) -> String {
        match self.size {
            Some(size) => format!("{} {size}x{size}", self.game),
            None => format!("{}, {} seats", self.game, self.seats),
        }
    }
}

/// How long so many random choices take, as part of whole games.
fn choices(choices: u64, start: &dyn DynGame, source: &mut SeededSource) -> Duration {
    let (begin, mut made) = (Instant::now(), 0);
    while made < choices {
        let (more, outcome) = start.copy().play_out(source);
        assert!(black_box(outcome).is_some(), "a game comes to its end");
        made += more;
    }
    begin.elapsed().mul_f64(choices as f64 / made as f64)
}

/// How many nanoseconds one thing takes of which `work` does so many, as criterion estimates it. None where criterion
/// measures nothing: without `--bench`, and where only other things were asked for.
fn estimate(criterion: &mut Criterion, [line, what]: [&str; 2], mut work: impl FnMut(u64) -> Duration) -> Option<f64> {
    criterion
        .benchmark_group(line)
        .sampling_mode(SamplingMode::Flat)
        .throughput(Throughput::Elements(1))
        .bench_function(what, |bencher| bencher.iter_custom(&mut work));
    let text = std::fs::read(format!("{ESTIMATES}/{line}/{what}/new/estimates.json")).ok()?;
    let estimates: Value = serde_json::from_slice(&text).expect("JSON");
    estimates["median"]["point_estimate"].as_f64()
}

/// Whether anything was measured and all goals are met.
fn random_choices(mut criterion: Criterion) -> bool {
    let found = LINES.map(|line| {
        let (name, start) = (line.name(), line.start());
        let mut source = SeededSource::new(u64::from(line.seats));
        let step = estimate(&mut criterion, [&name, "step"], yardstick);
        let choice = estimate(&mut criterion, [&name, "choice"], |many| {
            choices(many, &*start, &mut source)
        });
        step.zip(choice)
    });
    println!("random choices on one core");
    println!(
        "{:>18} {:>14} {:>18} {:>12} {:>8}",
        "", "choices/s", "steps per choice", "goal", "of goal"
    );
    let mut met = found.iter().any(Option::is_some);
    for (line, found) in LINES.iter().zip(found) {
        let Some((step, choice)) = found else { continue };
        let (name, rate, steps) = (line.name(), 1e9 / choice, choice / step);
        let of_goal = rate / line.goal;
        met &= of_goal >= 1.0;
        println!(
            "{name:>18} {rate:>14.0} {steps:>18.1} {:>12.0} {of_goal:>7.2}x",
            line.goal
        );
    }
    met
}

/// A game in which seat 0 thinks and the others do not: how long each of its choices took.
fn thinking(line: &Line, level: Level, source: &mut SeededSource) -> Vec<Duration> {
    let mut play = line.start();
    let mut times = Vec::new();
    loop {
        let (by, what) = match play.awaits() {
            Awaits::Nobody(_) => return times,
            Awaits::Chance => (By::Chance, play.draw(source)),
            Awaits::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody is asked");
                let choice = if seat == Seat(0) {
                    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
                    let begin = Instant::now();
                    let choice = black_box(player::choose(level.strategy(&*play), seat, imagine, source));
                    times.push(begin.elapsed());
                    choice
                } else {
                    play.random_choice(seat, source)
                };
                (By::Seat(seat), choice.expect("it has a choice"))
            }
        };
        play.apply(by, &what).expect("the choice is legal");
    }
}

/// Whether the goals are met.
fn computer_choices(level: Level, budget: Duration) -> bool {
    println!(
        "\ncomputer players of level {level} (goal: at most {} ms half of the time, and {} ms 99 times of 100)",
        USUALLY.as_millis(),
        PATIENCE.as_millis()
    );
    println!("{:>18} {:>14} {:>14} {:>8}", "", "median us", "99 of 100 us", "of goal");
    let mut met = true;
    for line in LINES {
        let mut source = SeededSource::new(u64::from(line.seats));
        let mut times = Vec::new();
        let begin = Instant::now();
        while begin.elapsed() < budget {
            times.extend(thinking(&line, level, &mut source));
        }
        times.sort_unstable();
        let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100];
        met &= at(50) <= USUALLY && at(99) <= PATIENCE;
        println!(
            "{:>18} {:>14} {:>14} {:>7.3}x",
            line.name(),
            at(50).as_micros(),
            at(99).as_micros(),
            at(99).as_secs_f64() / PATIENCE.as_secs_f64()
        );
    }
    met
}

fn main() -> ExitCode {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let measured = has("--bench");
    let budget = match (measured, has("--quick")) {
        (true, false) => 700,
        (true, true) => 150,
        (false, _) => 5,
    };
    // What an earlier run estimated is none of this one's.
    let _ = std::fs::remove_dir_all(ESTIMATES);
    let criterion = Criterion::default()
        .output_directory(Path::new(ESTIMATES))
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .sample_size(20)
        .nresamples(10_000)
        .configure_from_args();
    let mut met = random_choices(criterion);
    for level in Level::ALL {
        // The highest level takes its time, so it only plays where it is timed.
        if level == Level::default() || measured {
            met &= computer_choices(level, Duration::from_millis(budget));
        }
    }
    ExitCode::from(u8::from(measured && !met))
}
