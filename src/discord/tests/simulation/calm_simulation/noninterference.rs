//! Nothing is leaked: two worlds that a viewer cannot tell apart are played side by side through the whole bot.
//!
//! # The worlds
//!
//! A seed sets up a table in the middle of a game ([`setup`](super::setup)), and a viewer: somebody who sits there; or all of
//! a side, who may tell each other what they see; or the table itself, which is anybody who looks on. The second world is one
//! that the viewer could take it for ([`DynGame::imagine`](crate::games::DynGame::imagine)): another hand with another person, other
//! tiles in the supply, another choice that is sealed. Over each of the two the real bot comes up ([`world`](super::world))
//! and brings its messages. In a part of them the draws have public randomness in them, or do without what was awaited. Then people go on: the viewer, and two who do not sit there, do the same in both; others do what
//! looks the same to the viewer, and in private whatever they like.
//!
//! In every other pair things go wrong on the way, in both worlds at the same moments ([`faults`](super::faults)): the bot is
//! killed or told to end and comes up again over what is stored, the gateway is lost, the disk is busy or full or dead, and
//! Discord limits, fails, or does not answer.
//!
//! # What must be alike
//!
//! Every request that the bot makes and of which the viewer, or anybody, can see what comes of it: when it is made, in which
//! order, its path, and every letter of its body (texts, buttons and their ids, alternative texts, whom it pings, refusals,
//! forms, what is offered while somebody types), the names of its files and what is in them; also where it is made in vain.
//! Pictures are not drawn; what stands for one is the key of what it shows and tells, of which its pixels are a function. And
//! every line of the bot's log at every level, which is for no viewer at all; but for what an ill disk has kept it from
//! noting of the messages of others or from looking up for them, and for the numbers of their interactions and when those
//! could not be answered.
//!
//! They must be alike until the game tells the viewer in which world it is ([`divergence`](super::divergence)), to the
//! millisecond. What others see, and how often something of theirs is tried again, may differ.
//!
//! # To run it
//!
//! `WHISTLE_NONINTERFERENCE=100000 cargo test --lib no_viewer_tells_the_worlds_apart -- --nocapture` runs as many pairs as
//! that, and `WHISTLE_NONINTERFERENCE_SEED=4711` begins there. One pair alone (`WHISTLE_NONINTERFERENCE=1`) tells its whole story.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::seed_runner::{Outcome, SeedRunner};
use super::divergence::Divergence;
use super::input::Input;
use super::scenario::Scenario;
use super::setup::{Setup, TABLE, game, has_sides, setup};
use super::world::{State, Told, World};

use crate::discord::tests::leaks::{Leak, plant};
use crate::games::CATALOGUE;
use crate::referee::fair::loaded;
use crate::referee::testing::Imagined;
use crate::rules::By;

/// How many pairs are run where nobody asks for more.
const USUAL: u64 = 27;

/// How many things people do in a pair.
const ACTS: u64 = 14;

/// Two worlds, and how much of them was compared.
struct Pair {
    worlds: [World; 2],
    /// Those whose eyes count.
    eyes: Vec<usize>,
    payloads: u64,
}

impl Pair {
    fn new(seed: u64, setup: &Setup) -> Pair {
        let table = setup.fixture.table();
        let imagined = Imagined {
            table: TABLE,
            seq: table.seq,
            play: setup.imagined.copy(),
        };
        let world = |imagined| {
            loaded::load(Some(seed));
            World::new(&setup.people, &setup.fixture.appends, setup.fixture.at, imagined)
        };
        let sits = setup.people.len() - 2;
        Pair {
            worlds: [world(None), world(Some(Arc::new(imagined)))],
            eyes: setup.sitting().into_iter().chain([sits, sits + 1]).collect(),
            payloads: 0,
        }
    }

    /// Compares all that was not compared yet and came before `until`.
    fn compare(&mut self, until: i64) -> Result<(), String> {
        let [one, two] = self.worlds.each_ref().map(|world| world.outside.lock());
        let sees = |told: &&Told| told.at < until && told.to.is_none_or(|to| self.eyes.contains(&to));
        let differ = |what: &str, one: Option<String>, two: Option<String>| match one == two {
            true => Ok(()),
            false => Err(format!("{what} differ:\n    {one:?}\n    {two:?}")),
        };
        let (mut told, mut others) = (one.told.iter().filter(sees), two.told.iter().filter(sees));
        loop {
            let (told, other) = (told.next(), others.next());
            if told.is_none() && other.is_none() {
                break;
            }
            let line = |told: &Told| format!("{} to {:?}: {}", told.at, told.to, told.what);
            differ("requests", told.map(line), other.map(line))?;
            self.payloads += 1;
        }
        let (said, other) = (self.lines(&one, until), self.lines(&two, until));
        for at in 0..said.len().max(other.len()) {
            differ("lines of the log", said.get(at).cloned(), other.get(at).cloned())?;
        }
        match one.wrong.iter().chain(&two.wrong).next() {
            Some(wrong) => Err(wrong.clone()),
            None => Ok(()),
        }
    }

    /// The lines of the log before `until` that have to be alike.
    fn lines(&self, state: &State, until: i64) -> Vec<String> {
        /// By these a line of the log tells of an ill disk.
        const DISK: [&str; 3] = [
            " error=the database ",
            " denied=the store is unavailable",
            " failure=the store is unavailable",
        ];
        // What could not be stored of the messages of others, or looked up for them, is nothing but what they do in private;
        // and whoever looks at a table that could not do what was due has it tried once more.
        let of_disk = |line: &str| DISK.iter().any(|words| line.contains(words));
        let counts = |line: &str| !of_disk(line) || line.contains(" slot=table ");
        let new = state.lines.iter().filter(|(at, line)| *at < until && counts(line));
        let told = new.map(|(at, line)| match self.of_others(state, line) {
            Some(line) => (i64::MAX, line),
            None => (*at, line.clone()),
        });
        let mut told: Vec<(i64, String)> = told.collect();
        // Those without a time have no order either.
        told.sort_by(|(at, line), (other, than)| match (at.cmp(other), *at) {
            (Ordering::Equal, i64::MAX) => line.cmp(than),
            (order, _) => order,
        });
        told.into_iter().map(|(at, line)| format!("{at} {line}")).collect()
    }

    /// A line of the log about an interaction of others without its number, which counts what they do in private. When it was
    /// written may depend on that, too.
    fn of_others(&self, state: &State, line: &str) -> Option<String> {
        let (before, rest) = line.split_once(" interaction=")?;
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let asked = number
            .parse()
            .ok()
            .and_then(|number: u64| state.discord.asked.get(&number));
        match asked.map(|asked| asked.person) {
            Some(person) if !self.eyes.contains(&person) => Some(format!("{before} interaction of {person} {after}")),
            _ => None,
        }
    }

    /// All that came in both worlds since they were compared last, in short.
    fn tells(&self) -> Vec<String> {
        const LETTERS: usize = 300;
        let mut all = Vec::new();
        for (name, world) in ["one", "two"].iter().zip(&self.worlds) {
            let state = world.outside.lock();
            let told = state
                .told
                .iter()
                .map(|told| (told.at, format!("to {:?}: {}", told.to, told.what)));
            let mut came: Vec<(i64, String)> = told.chain(state.lines.iter().cloned()).collect();
            came.sort_by_key(|(at, _)| *at);
            all.push(format!("in world {name}:"));
            all.extend(came.iter().map(|(at, what)| {
                let what: String = what.chars().take(LETTERS).collect();
                format!("    {at} {what}")
            }));
        }
        all
    }

    /// What was compared needs no comparing any more.
    fn settle(&mut self) {
        for world in &self.worlds {
            let mut state = world.outside.lock();
            state.told.clear();
            state.lines.clear();
        }
    }
}

/// Runs the pair of a seed.
fn run(seed: u64, leak: Option<Leak>) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(setup) = setup(seed) else {
        outcome.count("nothing hidden", 1);
        loaded::load(None);
        return outcome;
    };
    plant(leak);
    loaded::load(Some(seed));
    if let Err(leak) = play(seed, &setup, &mut outcome) {
        outcome.wrong.push(leak);
    }
    plant(None);
    loaded::load(None);
    outcome
}

fn play(seed: u64, setup: &Setup, outcome: &mut Outcome) -> Result<(), String> {
    /// Until then every message is there that there is to be at first.
    const ARRIVES: i64 = 2500;
    let table = setup.fixture.table();
    outcome.story.push(format!(
        "{} by {}, {:?}, clock {:?}, seen by {:?}, at entry {}",
        table.game.slug,
        table.seats.len(),
        table.options,
        table.clock,
        setup.viewers,
        table.seq
    ));
    outcome.count(format!("{} {}", table.game.slug, setup.seen_by()), 1);
    outcome.count(setup.seen_by(), 1);
    outcome.count(setup.randomness(), 1);
    let events = table.rounds.last().map(|round| Arc::clone(&round.events));
    let chosen = events.is_some_and(|events| events.iter().any(|event| matches!(event.by, By::Seat(_))));
    let mut second = table.clone();
    second.play = Some(setup.imagined.copy());
    let mut divergence = Divergence::new([table.clone(), second], &setup.viewers, chosen);
    let mut pair = Pair::new(seed, setup);
    let mut scenario = Scenario::new(seed, setup);
    let (mut acts, mut pause) = (0, ARRIVES);
    let mut inputs = [None, None];
    for stretch in 0.. {
        for (world, input) in pair.worlds.iter_mut().zip(&inputs) {
            world.pass(input.as_ref(), pause, seed.wrapping_mul(1000) + stretch);
        }
        let stored = pair.worlds.each_ref().map(|world| world.stored(TABLE));
        let parted = divergence.follow([&stored[0], &stored[1]]);
        let until = parted.as_ref().ok().copied().flatten().unwrap_or(i64::MAX);
        let compared = pair.compare(until);
        outcome.set("requests", pair.payloads);
        outcome.set("entries", divergence.shared);
        outcome.set("sealed", divergence.sealed);
        if let Err(leak) = compared {
            outcome.story.extend(pair.tells());
            return Err(leak);
        }
        if parted?.is_some() {
            outcome.count("parted", 1);
            return Ok(());
        }
        pair.settle();
        let looks = pair.worlds.each_ref().map(|world| world.snapshot(TABLE));
        let [Some(one), Some(two)] = &looks else {
            return Err("the table cannot be looked at".to_owned());
        };
        if one.table.is_over() || acts == ACTS {
            break;
        }
        (inputs, pause) = scenario.goes_on([&pair.worlds[0], &pair.worlds[1]], [one, two]);
        match &inputs {
            [Some(Input::Fails(fault)), _] => outcome.count(fault.name(), 1),
            _ => acts += 1,
        }
        let told = inputs.iter().flatten().map(Input::told);
        outcome.story.extend(told.chain([format!("    then {pause} ms")]));
    }
    outcome.count("never parted", 1);
    Ok(())
}

#[test]
fn no_viewer_tells_the_worlds_apart() {
    let runner = SeedRunner {
        name: "pairs",
        variable: "WHISTLE_NONINTERFERENCE",
        test: "no_viewer_tells_the_worlds_apart -- --nocapture",
        usual: USUAL,
    };
    runner.run(|seed| run(seed, None));
}

#[test]
fn every_game_of_sides_has_worlds_that_a_whole_side_cannot_tell_apart() {
    const ENOUGH: u64 = 300;
    let by_a_side = |seed: &u64| setup(*seed).is_some_and(|setup| setup.viewers.len() > 1);
    for entry in CATALOGUE.iter().filter(|entry| has_sides(entry)) {
        let mut seeds = (0..ENOUGH).filter(|seed| game(*seed).slug == entry.slug);
        assert!(seeds.any(|seed| by_a_side(&seed)), "{} has none", entry.slug);
    }
    loaded::load(None);
}

#[test]
fn a_part_of_the_worlds_has_drawn_a_round_of_public_randomness_and_another_has_missed_one() {
    let found: BTreeSet<&str> = (0..USUAL).filter_map(setup).map(|setup| setup.randomness()).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    loaded::load(None);
}

#[test]
fn leaks_that_are_planted_are_found() {
    const ENOUGH: u64 = 600;
    for leak in Leak::ALL {
        let found = (0..ENOUGH).any(|seed| !run(seed, Some(leak)).wrong.is_empty());
        assert!(found, "{leak:?} is not found");
    }
}

#[test]
fn a_seed_deals_the_same_worlds_twice() {
    for seed in 0..9 {
        assert_eq!(run(seed, None), run(seed, None));
    }
}
