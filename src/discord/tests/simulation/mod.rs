//! Nothing is lost: the bot as a whole in a world that fails, by a seed.
//!
//! # The cut
//!
//! Real is all that decides or says anything: the referee with its actors, clocks and accounts of lost time; presses,
//! commands and answers; messages, their workers and records; what messages look like; and how all of that is wired
//! ([`assembled`](super::super::assembly::assembled), [`Works`](super::super::run::Works)). Played is what lies beyond five doors:
//!
//! | door | played by |
//! |---|---|
//! | requests to Discord ([`Server`](super::super::http::Server)) | [`discord`], a Discord of channels, messages, nonces and interactions; [`world`] loses, delays and refuses on the way |
//! | the gateway ([`heard`](super::super::gateway::events::heard), and what serenity says of its shards) | [`schedule`]: interactions as Discord's JSON, read by serenity's types |
//! | the disk ([`Store`](crate::store::Store)) | [`simulated`](crate::store::testing::simulated): paper that judges as the log does, or the real file |
//! | relays of public randomness, in some worlds | [`relays`]: prompt, late, mistaken and silent ones, with rounds of a chain of the tests |
//! | time and chance | tokio's paused clock on one thread; loaded dice |
//!
//! SQLite itself works in threads, and nothing that waits for a thread comes out alike twice. So the disk is paper in most
//! schedules; in some it is the real store, asked while everything else stands still, and those must come out to the letter
//! as on paper. What a real file does when the power goes is proven beside this room, by `tests/store_survives.rs` and
//! `tests/store_torn.rs`. Pixels are not drawn: a picture is the key of what it shows.
//!
//! Of what there is for such simulations: `turmoil` plays the network of tokio's own sockets, and `madsim` all of tokio, but
//! neither reaches into reqwest, serenity or SQLite's threads without building all of them anew; `fail` puts its points all
//! over the program and into the whole process, where five doors do; `proptest-state-machine` shrinks a list of steps, where
//! here time and overlap matter more than the list. So there is nothing here but tokio's clock.
//!
//! # A schedule
//!
//! From its seed a schedule has its plan of faults ([`fault_plan`]): what goes wrong, and how often. A few [`people`] press
//! what they see, a few dozen times; connections break, the bot goes down at chosen moments, and starts again over what is on the disk.
//! Then all is calm, and [`check`] looks: every choice that was acknowledged is in the log exactly once, and nothing is that
//! nobody asked for; who was refused was refused; a table is what its log leads to; every message shows the newest state, and
//! there is none that nobody knows of. Of whoever deauthorised the bot nothing is kept ([`parting`]). All the while no message may tell of an entry that is not stored ([`request_content`]).
//!
//! # To run it
//!
//! `WHISTLE_SIMULATION=100000 cargo test --lib nothing_acknowledged_is_lost -- --nocapture` runs as many as that, and
//! `WHISTLE_SIMULATION_SEED=4711` begins there. One schedule alone (`WHISTLE_SIMULATION=1`) tells its whole story.

mod calm_simulation;
mod causes;
mod check;
mod dice;
mod discord;
mod fault_plan;
mod limits;
mod machines;
mod parting;
mod people;
mod process;
mod relays;
mod request_content;
mod schedule;
mod seed_runner;
mod world;

use std::sync::Arc;

use process::{End, live, pass};
use seed_runner::{Outcome, SeedRunner};
use world::{InjectedFault, Wire, World};

use crate::referee::fair::loaded;
use crate::store::testing::simulated::Disk;

/// What the disk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    OnPaper,
    InAFile,
}

/// Runs the schedule of a seed.
fn run(seed: u64, kept: Kept, injected: Option<InjectedFault>) -> Outcome {
    loaded::load(Some(seed));
    let world = World::new(seed, injected);
    let hand = Arc::new(Wire(world.clone()));
    let disk = match kept {
        Kept::OnPaper => Disk::paper(hand),
        Kept::InAFile => Disk::file(hand),
    };
    world.lock().disk = Some(disk);
    world.lock().prepare();
    if world.lock().relays.is_some() {
        world.lock().count("worlds with public randomness");
    }
    loop {
        let end = live(&world);
        let mut state = world.lock();
        if end == End::Over {
            break;
        }
        if let (End::Down, Some(disk)) = (end, &mut state.disk) {
            disk.crashed();
        }
        let most = if state.social.chance(100) { 600_000 } else { 20_000 };
        let away = state.network.between(500, most);
        drop(state);
        pass(&world, away);
    }
    loaded::load(None);
    let mut state = world.lock();
    // The world holds the disk, and the disk's hand the world.
    let disk = state.disk.take();
    let outcome = Outcome {
        story: std::mem::take(&mut state.story),
        wrong: std::mem::take(&mut state.wrong),
        tally: std::mem::take(&mut state.tally),
    };
    drop(state);
    drop(disk);
    outcome
}

#[test]
fn nothing_acknowledged_is_lost() {
    let runner = SeedRunner {
        name: "schedules",
        variable: "WHISTLE_SIMULATION",
        test: "nothing_acknowledged_is_lost -- --nocapture",
        usual: 30,
    };
    runner.run(|seed| run(seed, Kept::OnPaper, None));
}

#[test]
fn a_seed_tells_the_same_story_twice_and_on_a_real_disk() {
    // A file takes its time.
    const IN_A_FILE: u64 = 3;
    for seed in 0..9 {
        let story = run(seed, Kept::OnPaper, None).story;
        assert!(story.len() > 8, "{story:?}");
        let kept = if seed < IN_A_FILE {
            [Kept::OnPaper, Kept::InAFile].as_slice()
        } else {
            &[Kept::OnPaper]
        };
        for kept in kept {
            let again = run(seed, *kept, None).story;
            let differs = story.iter().zip(&again).position(|(one, other)| one != other);
            if let Some(at) = differs {
                panic!("seed {seed}, {kept:?}: {} or {}", story[at], again[at]);
            }
            assert_eq!(story.len(), again.len(), "seed {seed}, {kept:?}");
        }
    }
}

#[test]
fn faults_that_are_planted_are_found() {
    use relays::InjectedFault as Randomness;
    // Each with the seed to begin at, for a fault needs its occasion.
    let all = [
        (
            InjectedFault::EarlyWord,
            2,
            ["is told of, and", "was acknowledged and is in no log"].as_slice(),
        ),
        (InjectedFault::Twice, 8, &["cannot be looked at"]),
        (InjectedFault::DroppedEdit, 56, &["ought to be"]),
        (InjectedFault::UnheardChange, 125, &["ought to be"]),
        (InjectedFault::Remembered, 2, &["was forgotten, and"]),
    ];
    let randomness = [
        (Randomness::LateName, "names a round that is known"),
        (Randomness::EarlyDraw, "draws a round that has not come out"),
        (Randomness::OtherRound, "draws a round that nobody waits for"),
        (Randomness::EarlyMiss, "gives up a round too soon"),
        (Randomness::ToldMiss, "tells other randomness than the log"),
        (Randomness::OtherSeed, "is refused: "),
    ];
    for (injected, first, wrongs) in all {
        is_found(injected, first, wrongs);
    }
    for (injected, wrong) in randomness {
        is_found(InjectedFault::Randomness(injected), 2, &[wrong]);
    }
}

/// Whether a fault that is planted is found in some world, from that seed on.
fn is_found(injected: InjectedFault, first: u64, wrongs: &[&str]) {
    const ENOUGH: u64 = 400;
    let mut unfound = wrongs.to_vec();
    for seed in (first..ENOUGH).chain(0..first) {
        let outcome = run(seed, Kept::OnPaper, Some(injected));
        let before = unfound.len();
        unfound.retain(|wrong| !outcome.wrong.iter().any(|found| found.contains(wrong)));
        if unfound.len() < before {
            println!("{injected:?} is found by seed {seed}");
        }
        if unfound.is_empty() {
            break;
        }
    }
    assert!(unfound.is_empty(), "{injected:?} is not found: {unfound:?}");
}
