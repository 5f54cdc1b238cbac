//! A long game at the edge of what Discord allows: thirty-two people, turns of a few seconds, the playground's rate limits on.
//!
//!     cargo test --release --test soak -- [--people 32] [--clock 5] [--seed 1]
//!
//! It takes as long as the game does (110 turns of five seconds are nine minutes), so plain `cargo test` leaves it out. Half
//! of the people order by the buttons of their panels and half by typing, mostly what is offered to them; some change their
//! order once more, and some let a turn pass; nobody waits for anybody, and nobody empties a lane, so that the game lasts. A
//! quarter of them take no messages from the bot, and play by panels in the table's channel that only they see. Those can be
//! changed only while the token of an interaction lives. Discord's tokens live for fifteen minutes, longer than the game;
//! here they end after two, and the bot is not told: it finds out by being refused, and whoever's panel stands still has
//! another one opened. Then the table's log and everything that went over the wire are read, and it is said
//!
//! * how late turns were closed whose time ran out, by the log;
//! * what became of every order: taken, refused with a word, or lost;
//! * how soon interactions were answered;
//! * how many messages were sent and how many were changed, by their channel and by a token;
//! * how many tokens had ended when the bot used them, how often it did so, and how many panels were opened;
//! * how often the bot was told to slow down (429), and where;
//! * how long after a turn's end everybody saw that in the table's message, and how many changes a channel got in five
//!   seconds.
//!
//! It fails where the game was over before its last turn, a turn was closed more than a quarter of a second late, an order
//! was lost, a dead token was used again and again, or a person waited for an answer for longer than Discord does.

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
use std::time::{Duration, Instant};

use clap::Parser;
use players::{Pace, Spot};
use reqwest::Method;
use serde_json::json;
use stage::{Allowed, Setup, Stage};

/// The game whose turns are seconds.
const GAME: &str = "binmat";

/// How long a token lives here.
const TOKEN: Duration = Duration::from_secs(120);

/// Where the nth of the people plays: a quarter in the channel, of whom half press and half type.
fn spot(at: usize) -> Spot {
    match at % 8 {
        6 | 7 => Spot::Here,
        _ => Spot::Chat,
    }
}

/// What is played.
#[derive(Parser)]
struct Plan {
    /// How many play
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u8).range(2..=32))]
    people: u8,
    /// How many seconds a turn takes
    #[arg(long, default_value_t = 5)]
    clock: u32,
    /// By which chance the orders are chosen
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    match play(&Plan::parse()).await {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Plays the game and says how it went; whether that was well.
async fn play(plan: &Plan) -> bool {
    let mut stage = Stage::open(Setup::of(plan.people.into()).tokens(TOKEN)).await;
    let channel = stage.channel(0).await;
    for (_, person) in stage
        .people
        .iter()
        .enumerate()
        .filter(|(at, _)| spot(*at) == Spot::Here)
    {
        let closed = json!({ "dms_open": false });
        stage
            .line
            .must(Method::PATCH, &format!("/{}", person.name), closed)
            .await;
    }
    let (host, others) = stage.people.split_first().expect("a host");
    let options = json!({ "clock": plan.clock, "pause": 0 });
    let lobby = host.run(&channel, &format!("{GAME} start"), options).await.public();
    for person in others {
        assert!(person.press(&lobby, "Join").await.came(), "{} joins", person.name);
    }
    assert!(host.press(&lobby, "Start").await.came(), "it starts");
    println!("{} people, {} s a turn", plan.people, plan.clock);
    let begun = Instant::now();
    let actions = players::play(&stage.people, &lobby, Pace::Pressed, spot, plan.seed).await;
    let took = begun.elapsed();
    // The last messages may still be on their way.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let (status, _) = stage.end_bot().await;
    assert!(status.success(), "the bot ends well: {status}\n{}", stage.log());
    let traffic = stage.traffic();
    let report = report::of(stage.folder.path(), &channel, &traffic, &actions, plan.clock).await;
    println!("played in {:.0} s\n{report}", took.as_secs_f64());
    // Whose token has ended is told the same as a stranger.
    let allowed = Allowed {
        strangers: true,
        ..Allowed::default()
    };
    wire::examine(&traffic, allowed);
    report.is_well()
}
