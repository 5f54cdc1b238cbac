//! Random choices a second on one core, views not included, beside a fixed piece of work of the same run; and how long a
//! computer player takes for a choice.
//!
//! The yardstick is a chain of SplitMix64 steps: pure arithmetic that no change of this project makes faster or slower.
//! So the ratio "steps per choice" compares runs on different machines, and the plain number is held against the goal.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::json;
use whistle::games::{self, Options, Play};
use whistle::player;
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, By, Seat, Source, Viewer};

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

/// As many worlds as the referee lets computer players search.
const WORLDS: u32 = 12;

/// A computer player's choice may take so long, at the biggest of prompts.
const PATIENCE: Duration = Duration::from_millis(20);

impl Line {
    fn start(&self) -> Box<dyn Play> {
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

fn yardstick(steps: u64) -> u64 {
    (0..steps).fold(1, |state: u64, _| {
        let word = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    })
}

fn yardstick_piece() -> u64 {
    const STEPS: u64 = 10_000;
    black_box(yardstick(black_box(STEPS)));
    STEPS
}

/// Does pieces of work until `budget` has passed; how many units a second were done.
fn rate(budget: Duration, mut piece: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let mut done = 0;
    while begin.elapsed() < budget {
        done += piece();
    }
    done as f64 / begin.elapsed().as_secs_f64()
}

fn random_choices(budget: Duration) {
    println!("random choices on one core");
    println!(
        "{:>18} {:>14} {:>18} {:>12} {:>8}",
        "", "choices/s", "steps per choice", "goal", "of goal"
    );
    for line in LINES {
        let start = line.start();
        let mut source = SeededSource::new(u64::from(line.seats));
        let steps_before = rate(budget / 4, yardstick_piece);
        let choices = rate(budget, || {
            let (made, outcome) = start.copy().play_out(&mut source);
            assert!(black_box(outcome).is_some(), "a game comes to its end");
            made
        });
        let steps_after = rate(budget / 4, yardstick_piece);
        let steps = (steps_before + steps_after) / 2.0;
        println!(
            "{:>18} {choices:>14.0} {:>18.1} {:>12.0} {:>7.2}x",
            line.name(),
            steps / choices,
            line.goal,
            choices / line.goal
        );
    }
}

/// A game in which seat 0 thinks and the others do not: how long each of its choices took.
fn thinking(line: &Line, source: &mut SeededSource) -> Vec<Duration> {
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
                    let choice = black_box(player::choose(seat, imagine, source, WORLDS));
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

fn computer_choices(budget: Duration) {
    println!(
        "\ncomputer players, {WORLDS} worlds (goal: at most {} ms at the biggest of prompts)",
        PATIENCE.as_millis()
    );
    println!("{:>18} {:>14} {:>14} {:>8}", "", "median us", "99 of 100 us", "of goal");
    for line in LINES {
        let mut source = SeededSource::new(u64::from(line.seats));
        let mut times = Vec::new();
        let begin = Instant::now();
        while begin.elapsed() < budget {
            times.extend(thinking(&line, &mut source));
        }
        times.sort_unstable();
        let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100];
        println!(
            "{:>18} {:>14} {:>14} {:>7.3}x",
            line.name(),
            at(50).as_micros(),
            at(99).as_micros(),
            at(99).as_secs_f64() / PATIENCE.as_secs_f64()
        );
    }
}

fn main() {
    // `cargo test --benches` runs this too: then it only shows that it works.
    let measured = std::env::args().any(|arg| arg == "--bench");
    let budget = Duration::from_millis(if measured { 700 } else { 5 });
    random_choices(budget);
    computer_choices(budget);
}
