//! Matches of every game, played at random.

use std::sync::Arc;

use crate::games::{GameEntry, Options};
use crate::player::Level;
use crate::referee::fair::{Secret, SeededSource};
use crate::referee::{Clock, Person, Phase, Table, TableEvent, TableSnapshot};
use crate::rules::{Awaits, By, OptionKind, Seat, Source};

/// Names as most people have them.
const NAMES: [&str; 8] = [
    "Ana",
    "Benjamin",
    "Cleo",
    "Dmitri",
    "Eleanor",
    "Farid",
    "Gwen",
    "Hiroshi K",
];

/// A moment, in milliseconds since the epoch.
const NOW: i64 = 1_800_000_000_000;

pub(super) fn apply(table: &mut Table, event: &TableEvent) {
    table.apply(NOW, event).expect("the event is legal");
}

/// A lobby of a game with options and people at random.
pub(super) fn lobby(entry: &'static GameEntry, source: &mut SeededSource) -> Table {
    let (least, most) = (u32::from(*entry.people.start()), u32::from(*entry.people.end()));
    // Where very many may sit, there are few in most tables and as many as may be in some.
    let few = most.min(least + 6);
    let people = match source.below(4) {
        0 => most,
        _ => least + source.below(few - least + 1),
    };
    let person = |index: u32| Person {
        id: u64::from(500 + index),
        name: NAMES[index as usize % NAMES.len()].to_owned(),
    };
    let table = 1_440_000_000_000_000_001;
    let mut lobby = Table::blank(table, table + 1, Some(table + 2), entry, Secret::from_bytes([7; 32]));
    let opened = TableEvent::Opened {
        options: options(entry, source),
        clock: Some(Clock { seconds: 300 }),
        host: person(0),
        computers: 0,
        level: Level::default(),
        join: 900,
        seal: None,
    };
    apply(&mut lobby, &opened);
    for index in 1..people {
        let join = u64::from(900 + index);
        let person = person(index);
        apply(&mut lobby, &TableEvent::Sat { person, join });
    }
    lobby
}

/// Some of the game's options, at random.
fn options(entry: &GameEntry, source: &mut SeededSource) -> Options {
    let mut options = Options::new();
    for spec in (entry.options)() {
        if source.below(3) > 0 {
            continue;
        }
        let value = match spec.kind {
            OptionKind::Flag => (source.below(2) == 0).into(),
            OptionKind::Number { min, max } => (min + i64::from(source.below((max - min + 1) as u32))).into(),
            OptionKind::OneOf(values) => values[source.below(values.len() as u32) as usize].into(),
            OptionKind::Word(words) => words[source.below(words.len() as u32) as usize].into(),
        };
        options.insert(spec.name.to_owned(), value);
    }
    options
}

/// Begins the match, if the game can be played so.
pub(super) fn begin(table: &mut Table, source: &mut SeededSource) -> bool {
    let fitting = table.game.fit_to_players(&table.options, table.seats.len() as u8);
    let Ok((options, seats)) = fitting else {
        return false;
    };
    let Ok(play) = table.game.start(&options, seats) else {
        return false;
    };
    let (options, edition) = (play.options(), table.game.edition);
    let began = TableEvent::Began {
        options,
        seats,
        edition,
        forfeits: true,
    };
    apply(table, &began);
    next_game(table, source);
    true
}

fn next_game(table: &mut Table, source: &mut SeededSource) {
    let round = table.round() + 1;
    apply(table, &TableEvent::RoundBegan { round });
    draw(table, source);
}

/// Draws what chance has to decide.
fn draw(table: &mut Table, source: &mut SeededSource) {
    while let Some(play) = table.play.as_ref().filter(|_| table.phase == Phase::Playing)
        && play.awaits() == Awaits::Chance
    {
        let what = play.draw(source);
        played(table, By::Chance, what);
    }
}

fn played(table: &mut Table, by: By, what: String) {
    let lapsed = false;
    apply(
        table,
        &TableEvent::Played {
            by,
            what,
            lapsed,
            players: None,
        },
    );
}

/// Lets one of the awaited seats choose at random, or begins the next game; `false` if the match is over.
pub(super) fn step(table: &mut Table, source: &mut SeededSource) -> bool {
    if table.phase == Phase::Between {
        next_game(table, source);
        return true;
    }
    let awaited: Vec<Seat> = table.awaited().iter().collect();
    let (Some(play), false) = (table.play.as_ref(), awaited.is_empty()) else {
        return false;
    };
    let seat = awaited[source.below(awaited.len() as u32) as usize];
    let what = play.random_choice(seat, source).expect("who is awaited has a choice");
    played(table, By::Seat(seat), what);
    draw(table, source);
    true
}

/// What is seen of a table: with a deadline for every seat that is asked.
pub(super) fn snapshot(table: &Table) -> TableSnapshot {
    let deadline = |index: usize| table.asked(Seat(index as u8)).map(|_| NOW + 300_000);
    TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: (0..table.seats.len()).map(deadline).collect(),
        patience: Vec::new(),
        next_round_at: (table.phase == Phase::Between).then_some(NOW + 60_000),
    }
}
