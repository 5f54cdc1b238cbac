//! Random Binome choices a second on one core, views not included, beside a fixed piece of work of the same run.
//!
//! The yardstick is a chain of SplitMix64 steps: pure arithmetic that no change of this project makes faster or slower.
//! So the ratio "steps per choice" compares runs on different machines, and the plain number is held against the goal.

use std::hint::black_box;
use std::time::{Duration, Instant};

use whistle::games::{self, Options};
use whistle::referee::fair::SeededSource;

/// Choices a second that we want.
const GOAL: f64 = 1_000_000.0;

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

fn main() {
    // `cargo test --benches` runs this too: then it only shows that it works.
    let measured = std::env::args().any(|arg| arg == "--bench");
    let budget = Duration::from_millis(if measured { 700 } else { 5 });
    let entry = games::find("binome").expect("the catalogue has binome");
    println!("binome, random choices on one core (goal {GOAL:.0} a second)");
    println!(
        "{:>6} {:>16} {:>18} {:>8}",
        "seats", "choices/s", "steps per choice", "of goal"
    );
    for seats in 2..=7 {
        let start = entry.start(&Options::new(), seats).expect("binome starts");
        let mut source = SeededSource::new(u64::from(seats));
        let steps_before = rate(budget / 4, yardstick_piece);
        let choices = rate(budget, || {
            let (made, outcome) = start.copy().play_out(&mut source);
            assert!(black_box(outcome).is_some(), "a game comes to its end");
            made
        });
        let steps_after = rate(budget / 4, yardstick_piece);
        let steps = (steps_before + steps_after) / 2.0;
        println!(
            "{seats:>6} {choices:>16.0} {:>18.1} {:>7.2}x",
            steps / choices,
            choices / GOAL
        );
    }
}
