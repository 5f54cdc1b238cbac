//! A long game at the edge of what Discord allows: thirty-two people, turns of a few seconds, the playground's rate limits on.
//!
//!     cargo test --release --test soak -- [--people 32] [--clock 5] [--seed 1]
//!
//! It takes as long as the game does (110 turns of five seconds are nine minutes), so plain `cargo test` leaves it out. Half
//! of the people order by the buttons of their panels and half by typing, some change their order once more, and some let a
//! turn pass; nobody waits for anybody. Then the table's log and everything that went over the wire are read, and it is said
//!
//! * how late turns were closed whose time ran out, by the log;
//! * what became of every order: taken, refused with a word, or lost;
//! * how often the bot was told to slow down (429), and where;
//! * how long after a turn's end everybody saw that in the table's message, and how many changes a channel got in five
//!   seconds.
//!
//! It fails where a turn was closed more than a quarter of a second late, an order was lost, or a person waited for an answer
//! for longer than Discord does.

#[path = "../support/arguments.rs"]
mod arguments;
#[path = "../support/person.rs"]
mod person;
mod players;
#[path = "../support/reading.rs"]
mod reading;
mod report;
#[path = "../support/stage.rs"]
mod stage;
#[path = "../support/openapi.rs"]
mod support;
#[path = "../support/wire.rs"]
mod wire;

use std::process::ExitCode;

use arguments::numbers;
use serde_json::json;
use stage::{Allowed, Setup, Stage};

/// The game whose turns are seconds.
const GAME: &str = "binmat";

/// What is played.
pub(crate) struct Plan {
    people: usize,
    clock: u32,
    seed: u64,
}

impl Plan {
    /// Out of what was typed.
    fn read() -> Result<Plan, String> {
        let [people, clock, seed] = numbers([("--people", 32), ("--clock", 5), ("--seed", 1)])?;
        Ok(Plan {
            people: usize::try_from(people).unwrap_or(usize::MAX).clamp(2, 32),
            clock: u32::try_from(clock).unwrap_or(u32::MAX),
            seed,
        })
    }
}

fn main() -> ExitCode {
    let plan = match Plan::read() {
        Ok(plan) => plan,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::FAILURE;
        }
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match runtime.block_on(play(&plan)) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Plays the game and says how it went; whether that was well.
async fn play(plan: &Plan) -> bool {
    let mut stage = Stage::open(Setup::of(plan.people).limited()).await;
    let place = stage.place(0).await;
    let (host, others) = stage.people.split_first().expect("a host");
    let options = json!({ "clock": plan.clock, "pause": 0 });
    let lobby = host.run(&place, &format!("{GAME} start"), options).await.public();
    for person in others {
        assert!(person.press(&lobby, "Join").await.came(), "{} joins", person.name);
    }
    assert!(host.press(&lobby, "Start").await.came(), "it starts");
    println!("{} people, {} s a turn", plan.people, plan.clock);
    let begun = std::time::Instant::now();
    let orders = players::play(&stage.people, &lobby, plan.seed).await;
    let took = begun.elapsed();
    // The last messages may still be on their way.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    let (status, _) = stage.end_bot().await;
    assert!(status.success(), "the bot ends well: {status}\n{}", stage.log());
    let traffic = stage.traffic();
    wire::examine(&traffic, Allowed::default());
    let report = report::of(stage.folder.path(), &place, &traffic, &orders, plan.clock).await;
    println!("played in {:.0} s\n{report}", took.as_secs_f64());
    report.is_well()
}
