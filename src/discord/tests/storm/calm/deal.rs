//! A table in the middle of a game, as it is and as somebody imagines it.

use serde_json::Value;

use super::super::dice::Dice;
use super::super::hall::GUILD;
use super::super::world::MORNING;
use super::doing::Person;
use super::world::settings;
use crate::games::{CATALOGUE, GameEntry, Options, Play};
use crate::referee::fair::{SeededSource, loaded};
use crate::referee::staged::Staged;
use crate::referee::{Arrangement, Clock, Deed, Opening, Phase};
use crate::rules::{OptionKind, Seat, Source, Viewer};

/// The table.
pub(super) const TABLE: u64 = 1_300_000_000_000_000_000;
/// The channel that worlds begin with.
pub(super) const PLACE: u64 = 1_400_000_000_000_000_001;

/// What a pair of worlds begins with.
pub(super) struct Deal {
    pub(super) staged: Staged,
    pub(super) viewer: Viewer,
    pub(super) imagined: Box<dyn Play>,
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
fn seated(entry: &'static GameEntry, people: &[Person], options: Options, dice: &mut Dice) -> Option<Staged> {
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
        place: PLACE,
        hall: Some(GUILD),
        host: who(&people[0]),
        game: entry.slug.to_owned(),
        options,
        clock: clock.map(|seconds| Clock { seconds }),
        computers: u8::from(room && dice.chance(120)),
        arrangement,
    };
    let mut staged = Staged::open(opening, MORNING, settings(|| MORNING)).ok()?;
    for person in &people[1..] {
        staged.act(&who(person), Deed::Sit).ok()?;
    }
    staged.act(&who(&people[0]), Deed::Begin).ok()?;
    Some(staged)
}

/// Plays on at random, so many choices or until the first game is over.
fn play_on(staged: &mut Staged, choices: u64, source: &mut SeededSource) -> Option<()> {
    const PAUSE: i64 = 1000;
    /// More than any table waits for its computer players.
    const ENDLESS: u64 = 4000;
    let mut made = 0;
    for _ in 0..ENDLESS {
        let table = staged.table();
        if made >= choices || table.phase != Phase::Playing {
            return Some(());
        }
        let play = table.play.as_ref()?;
        let asked = |seat: &Seat| !table.seats[seat.index()].automatic();
        let waits: Vec<_> = table.awaited().iter().filter(asked).collect();
        if waits.is_empty() {
            staged.pass(PAUSE).ok()?;
            continue;
        }
        let seat = waits[source.below(waits.len() as u32) as usize];
        let what = play.random_choice(seat, source)?;
        let who = table.seats[seat.index()].person.clone()?;
        staged.act(&who, Deed::Choose { step: None, what }).ok()?;
        staged.pass(PAUSE / 10).ok()?;
        made += 1;
    }
    Some(())
}

/// How many choices a random game from here takes.
fn length(play: &dyn Play, source: &mut SeededSource) -> u64 {
    play.copy().play_out(source).0
}

/// A table of the game that the seed names, in the middle of it, and its people; `None` where that attempt came to nothing.
fn begun(seed: u64, attempt: u64, dice: &mut Dice) -> Option<(Staged, Vec<Person>)> {
    /// Later in a game there is nothing that is not there now.
    const LATEST: u64 = 300;
    let entry = &CATALOGUE[(seed % CATALOGUE.len() as u64) as usize];
    loaded::load(Some(seed.wrapping_mul(TRIES) + attempt));
    let mut source = SeededSource::numbered(seed, attempt);
    let options = match attempt < TRIES / 2 {
        true => some_options(entry, dice),
        false => Options::new(),
    };
    let sits = how_many(entry, dice);
    let people: Vec<Person> = (0..sits + 2)
        .map(|at| Person {
            id: 1001 + u64::from(at),
            name: format!("P{at}"),
            moderator: at > sits,
        })
        .collect();
    let mut staged = seated(entry, &people[..usize::from(sits)], options, dice)?;
    let play = staged.table().play.as_ref().map(|play| play.copy())?;
    let depth = dice.below(length(&*play, &mut source).clamp(1, LATEST));
    play_on(&mut staged, depth, &mut source)?;
    (staged.table().phase == Phase::Playing).then_some((staged, people))
}

/// How often a table is tried.
const TRIES: u64 = 40;

/// A table in the middle of a game, and its people: those who sit there first, in the order in which they came; then two who
/// do not, of whom the last keeps order.
pub(super) fn table(seed: u64) -> (Staged, Vec<Person>) {
    let mut dice = Dice::new(seed, 13);
    let mut tries = 0..TRIES;
    let found = tries.find_map(|attempt| begun(seed, attempt, &mut dice));
    found.expect("every game can be played")
}

/// What the worlds of a seed begin with; `None` where nothing was found that is hidden from anybody.
pub(super) fn deal(seed: u64) -> Option<Deal> {
    let mut dice = Dice::new(seed, 11);
    for attempt in 0..TRIES {
        let Some((staged, people)) = begun(seed, attempt, &mut dice) else {
            continue;
        };
        let table = staged.table();
        let present: Vec<Seat> = table.present().map(|(seat, _)| seat).collect();
        let viewer = match dice.below(present.len() as u64 + 1) as usize {
            0 => Viewer::Table,
            at => Viewer::Seat(present[at - 1]),
        };
        let Some(play) = table.play.as_ref() else { continue };
        let imagined = play.imagine(viewer, &mut SeededSource::numbered(seed, TRIES + attempt));
        if imagined.state() != play.state() {
            return Some(Deal {
                staged,
                viewer,
                imagined,
                people,
            });
        }
    }
    None
}
