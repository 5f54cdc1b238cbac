//! A table in the middle of a game, as it is and as somebody imagines it.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::FutureExt;
use serde_json::Value;

use super::super::dice::Dice;
use super::super::discord::GUILD;
use super::super::world::MORNING;
use super::divergence::shown;
use super::input::Person;
use super::world::settings;
use crate::beacon::testing::signature;
use crate::beacon::{Ask, Beacon, PATIENCE_MS, comes_out};
use crate::games::{CATALOGUE, DynGame, GameEntry, Options};
use crate::player::Level;
use crate::referee::fair::{SeededSource, loaded};
use crate::referee::testing::TableFixture;
use crate::referee::{Action, Arrangement, Clock, Opening, Phase, PublicRandomness, Settings, Table};
use crate::rules::{OptionKind, Seat, Source, Viewer};

/// The table.
pub(super) const TABLE: u64 = 1_300_000_000_000_000_000;
/// The channel that worlds begin with.
pub(super) const CHANNEL: u64 = 1_400_000_000_000_000_001;

/// The option of a game by which those who face each other play together.
const PARTNERS: &str = "partners";

/// What a pair of worlds begins with.
pub(super) struct Setup {
    pub(super) fixture: TableFixture,
    /// Those who cannot tell the worlds apart, whatever they tell each other.
    pub(super) viewers: Vec<Viewer>,
    pub(super) imagined: Box<dyn DynGame>,
    /// Those who sit there first, in the order in which they came; then two who do not, of whom the last keeps order.
    pub(super) people: Vec<Person>,
}

/// Some of the game's options.
fn some_options(entry: &GameEntry, dice: &mut Dice) -> Options {
    let mut options = Options::new();
    for spec in (entry.options)() {
        if !dice.chance(350) {
            continue;
        }
        let value: Value = match spec.kind {
            OptionKind::Flag => dice.chance(500).into(),
            OptionKind::Number { min, max } => dice.between(min, max).into(),
            OptionKind::OneOf(values) => values[dice.below(values.len() as u64) as usize].into(),
            OptionKind::Word(words) => words[dice.below(words.len() as u64) as usize].into(),
        };
        options.insert(spec.name.to_owned(), value);
    }
    options
}

/// How many sit down: mostly a few.
fn how_many(entry: &GameEntry, dice: &mut Dice) -> u8 {
    const FEW: u8 = 4;
    let (least, most) = (*entry.people.start(), *entry.people.end());
    let most = if dice.chance(60) {
        most
    } else {
        most.min(FEW.max(least))
    };
    least + dice.below(u64::from(most - least) + 1) as u8
}

/// A table at which a game has just begun; `None` where it cannot be played so.
///
/// Some tables name a round of public randomness before, which is drawn or missed.
fn seated(
    (entry, luck): (&'static GameEntry, &mut Dice),
    people: &[Person],
    options: Options,
    dice: &mut Dice,
) -> Option<TableFixture> {
    let who = |person: &Person| crate::referee::Person {
        id: person.id,
        name: person.name.clone(),
    };
    let clock = match entry.turn_clocks {
        [] => [None, None, None, Some(60), Some(300)][dice.below(5) as usize],
        clocks => dice.pick(clocks).copied().filter(|_| dice.chance(600)),
    };
    let room = usize::from(*entry.people.end()) > people.len();
    let arrangement = Arrangement {
        rest: if clock.is_some() && !entry.turn_clocks.is_empty() {
            3
        } else {
            0
        },
        ..Arrangement::default()
    };
    let opening = Opening {
        interaction: TABLE,
        channel: CHANNEL,
        guild: Some(GUILD),
        host: who(&people[0]),
        game: entry.slug.to_owned(),
        options,
        clock: clock.map(|seconds| Clock { seconds }),
        computers: u8::from(room && dice.chance(120)),
        level: Level::default(),
        arrangement,
    };
    let settings = Settings {
        // Nobody asks a relay for a table that no referee holds.
        beacon: luck
            .chance(400)
            .then(|| Arc::new(|_| std::future::ready(None).boxed()) as Ask),
        ..settings(|| MORNING)
    };
    let mut fixture = TableFixture::open(opening, MORNING, settings).ok()?;
    for person in &people[1..] {
        fixture.act(&who(person), Action::Sit).ok()?;
    }
    fixture.act(&who(&people[0]), Action::Begin).ok()?;
    if let PublicRandomness::Awaited(round) = fixture.table().randomness {
        fixture.pass(comes_out(round) - fixture.at).ok()?;
        match luck.chance(300) {
            true => fixture.pass(2 * PATIENCE_MS).ok()?,
            false => fixture.tell(Beacon::of(round, &signature(round))?).ok()?,
        }
    }
    Some(fixture)
}

/// Plays on at random, so many choices or until the first game is over.
fn play_on(fixture: &mut TableFixture, choices: u64, source: &mut SeededSource) -> Option<()> {
    const PAUSE: i64 = 1000;
    /// More than any table waits for its computer players.
    const ENDLESS: u64 = 4000;
    let mut made = 0;
    for _ in 0..ENDLESS {
        let table = fixture.table();
        if made >= choices || table.phase != Phase::Playing {
            return Some(());
        }
        let play = table.play.as_ref()?;
        let asked = |seat: &Seat| !table.seats[seat.index()].automatic();
        let waits: Vec<_> = table.awaited().iter().filter(asked).collect();
        if waits.is_empty() {
            fixture.pass(PAUSE).ok()?;
            continue;
        }
        let seat = waits[source.below(waits.len() as u32) as usize];
        let what = play.random_choice(seat, source)?;
        let who = table.seats[seat.index()].person.clone()?;
        fixture.act(&who, Action::Choose { step: None, what }).ok()?;
        fixture.pass(PAUSE / 10).ok()?;
        made += 1;
    }
    Some(())
}

/// How many choices a random game from here takes.
fn length(play: &dyn DynGame, source: &mut SeededSource) -> u64 {
    play.copy().play_out(source).0
}

/// The game that a seed names.
pub(super) fn game(seed: u64) -> &'static GameEntry {
    &CATALOGUE[(seed % CATALOGUE.len() as u64) as usize]
}

/// Whether a game can be played by sides of several people.
pub(super) fn has_sides(entry: &GameEntry) -> bool {
    entry.sides.is_some() || (entry.options)().iter().any(|spec| spec.name == PARTNERS)
}

/// A table of the game that the seed names, in the middle of it, and its people, by sides of several where that is wanted;
/// `None` where that attempt came to nothing.
fn begun(seed: u64, attempt: u64, by_sides: bool, dice: &mut Dice) -> Option<(TableFixture, Vec<Person>)> {
    /// Later in a game there is nothing that is not there now.
    const LATEST: u64 = 300;
    /// With fewer, somebody is alone on their side.
    const TWO_SIDES: u8 = 4;
    let entry = game(seed);
    loaded::load(Some(seed.wrapping_mul(TRIES) + attempt));
    let mut source = SeededSource::numbered(seed, attempt);
    let mut options = match attempt < TRIES / 2 {
        true => some_options(entry, dice),
        false => Options::new(),
    };
    let mut sits = how_many(entry, dice);
    if by_sides {
        sits = sits.max(TWO_SIDES.min(*entry.people.end()));
        if entry.sides.is_none() {
            options.insert(PARTNERS.to_owned(), true.into());
        }
    }
    let people: Vec<Person> = (0..sits + 2)
        .map(|at| Person {
            id: 1001 + u64::from(at),
            name: format!("P{at}"),
            moderator: at > sits,
        })
        .collect();
    let luck = &mut Dice::new(seed, 14);
    let mut fixture = seated((entry, luck), &people[..usize::from(sits)], options, dice)?;
    let play = fixture.table().play.as_ref().map(|play| play.copy())?;
    let mut depth = dice.below(length(&*play, &mut source).clamp(1, LATEST));
    if by_sides && dice.chance(500) {
        // The less has happened, the more there is that nobody of a side knows.
        depth >>= dice.below(6);
    }
    play_on(&mut fixture, depth, &mut source)?;
    (fixture.table().phase == Phase::Playing).then_some((fixture, people))
}

/// How often a table is tried.
const TRIES: u64 = 40;

/// A table in the middle of a game, and its people: those who sit there first, in the order in which they came; then two who
/// do not, of whom the last keeps order.
pub(super) fn table(seed: u64) -> (TableFixture, Vec<Person>) {
    let mut dice = Dice::new(seed, 13);
    let mut tries = 0..TRIES;
    let found = tries.find_map(|attempt| begun(seed, attempt, false, &mut dice));
    found.expect("every game can be played")
}

/// Those of each side on which several people sit.
fn sides(table: &Table, play: &dyn DynGame) -> Vec<Vec<Viewer>> {
    let mut sides: BTreeMap<u8, Vec<Viewer>> = BTreeMap::new();
    for (seat, _) in table.present() {
        sides.entry(play.team(seat)).or_default().push(Viewer::Seat(seat));
    }
    sides.into_values().filter(|side| side.len() > 1).collect()
}

/// Whether somebody sees the same in two games, and could do the same.
fn sees_the_same(viewer: Viewer, one: &dyn DynGame, other: &dyn DynGame) -> bool {
    let could = |play: &dyn DynGame| match viewer {
        Viewer::Seat(seat) => Some(play.choices(seat)),
        Viewer::Table => None,
    };
    one.view(viewer) == other.view(viewer) && could(one) == could(other) && shown(one, viewer) == shown(other, viewer)
}

/// Another game that none of these can tell from this one, whatever they tell each other; `None` where none was found.
///
/// A game imagines for one viewer at a time. So one of them imagines, and what all the others could not tell apart is kept.
fn imagined(play: &dyn DynGame, viewers: &[Viewer], source: &mut dyn Source) -> Option<Box<dyn DynGame>> {
    const TRIES: usize = 200;
    let tries = if viewers.len() > 1 { TRIES } else { 1 };
    for nth in 0..tries {
        let own = viewers[nth % viewers.len()];
        let world = play.imagine(own, source);
        let mut others = viewers.iter().filter(|viewer| **viewer != own);
        if others.all(|viewer| sees_the_same(*viewer, play, &*world)) && world.state() != play.state() {
            return Some(world);
        }
    }
    None
}

/// What the worlds of a seed begin with; `None` where nothing was found that is hidden from anybody.
pub(super) fn setup(seed: u64) -> Option<Setup> {
    /// So often a whole side looks, where there are sides; of a thousand.
    const SIDES: u64 = 400;
    let mut dice = Dice::new(seed, 11);
    let by_sides = has_sides(game(seed)) && dice.chance(SIDES);
    for attempt in 0..TRIES {
        let Some((fixture, people)) = begun(seed, attempt, by_sides, &mut dice) else {
            continue;
        };
        let table = fixture.table();
        let Some(play) = table.play.as_ref() else { continue };
        let viewers = if by_sides {
            dice.pick(&sides(table, &**play)).cloned()
        } else {
            let seats = table.present().map(|(seat, _)| vec![Viewer::Seat(seat)]);
            let all: Vec<Vec<Viewer>> = std::iter::once(vec![Viewer::Table]).chain(seats).collect();
            dice.pick(&all).cloned()
        };
        let Some(viewers) = viewers else { continue };
        let mut source = SeededSource::numbered(seed, TRIES + attempt);
        if let Some(imagined) = imagined(&**play, &viewers, &mut source) {
            return Some(Setup {
                fixture,
                viewers,
                imagined,
                people,
            });
        }
    }
    None
}

impl Setup {
    /// Which of the people these are who cannot tell the worlds apart, and sit there.
    pub(super) fn sitting(&self) -> Vec<usize> {
        let table = self.fixture.table();
        let holder = |viewer: &Viewer| match viewer {
            Viewer::Table => None,
            Viewer::Seat(seat) => table.seats[seat.index()].person.as_ref(),
        };
        let holders = self.viewers.iter().filter_map(holder);
        holders
            .filter_map(|holder| self.people.iter().position(|person| person.id == holder.id))
            .collect()
    }

    /// Who they are.
    pub(super) fn seen_by(&self) -> &'static str {
        match self.viewers.as_slice() {
            [Viewer::Table] => "seen by anybody",
            [_] => "seen by a seat",
            _ => "seen by a side",
        }
    }
    /// Whether there is public randomness in the draws.
    pub(super) fn randomness(&self) -> &'static str {
        match self.fixture.table().randomness {
            PublicRandomness::Drawn(_) => "with public randomness",
            PublicRandomness::Missed(_) => "public randomness missed",
            PublicRandomness::Without | PublicRandomness::Awaited(_) => "without public randomness",
        }
    }
}
