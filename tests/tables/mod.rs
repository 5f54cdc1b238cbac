//! Tables for tests, played through the referee's own fold of the log and with chance that can be proved.

#![allow(dead_code, reason = "each test uses its part")]

use whistle::games::{GameEntry, Options};
use whistle::player::Level;
use whistle::referee::fair::{Draws, Secret, SeededSource};
use whistle::referee::{Clock, Person, Phase, Table, TableEvent, TableSnapshot};
use whistle::rules::{Awaits, By, OptionKind, Seat, Source};

/// The table's number, its channel and its server.
pub(crate) const TABLE: u64 = 1_440_000_000_000_000_001;
pub(crate) const CHANNEL: u64 = 1_440_000_000_000_000_002;
pub(crate) const GUILD: u64 = 1_440_000_000_000_000_003;

/// A moment, in milliseconds since the epoch.
pub(crate) const NOW: i64 = 1_800_000_000_000;

const SECRET: [u8; 32] = [7; 32];

/// A lobby in which these people and so many computer players sit.
pub(crate) fn lobby(entry: &'static GameEntry, options: &Options, people: &[&str], computers: u8) -> Table {
    let person = |index: usize, name: &str| Person {
        id: 500 + index as u64,
        name: name.to_owned(),
    };
    let mut table = Table::blank(TABLE, CHANNEL, Some(GUILD), entry, Secret::from_bytes(SECRET));
    let opened = TableEvent::Opened {
        options: options.clone(),
        clock: Some(Clock { seconds: 300 }),
        host: person(0, people[0]),
        computers: 0,
        level: Level::default(),
        join: 900,
        seal: None,
    };
    apply(&mut table, &opened);
    for (index, name) in people.iter().enumerate().skip(1) {
        apply(
            &mut table,
            &TableEvent::Sat {
                person: person(index, name),
                join: 900 + index as u64,
            },
        );
    }
    for _ in 0..computers {
        apply(
            &mut table,
            &TableEvent::ComputerSat {
                level: Level::default(),
            },
        );
    }
    table
}

pub(crate) fn apply(table: &mut Table, event: &TableEvent) {
    table
        .apply(NOW, event)
        .unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
}

/// Begins the match, if the game can be played so.
pub(crate) fn begin(table: &mut Table) -> bool {
    let Ok((options, seats)) = table.game.fit_to_players(&table.options, table.seats.len() as u8) else {
        return false;
    };
    let Ok(play) = table.game.start(&options, seats) else {
        return false;
    };
    let options = play.options();
    let edition = table.game.edition;
    apply(
        table,
        &TableEvent::Began {
            options,
            seats,
            edition,
            forfeits: true,
        },
    );
    next_round(table);
    true
}

pub(crate) fn next_round(table: &mut Table) {
    apply(
        table,
        &TableEvent::RoundBegan {
            round: table.round() + 1,
        },
    );
    throw_dice(table);
}

fn throw_dice(table: &mut Table) {
    while table.phase == Phase::Playing && table.play.as_ref().is_some_and(|play| play.awaits() == Awaits::Chance) {
        let joins: Vec<String> = table.joins.iter().map(ToString::to_string).collect();
        let round = table.round();
        let seed = Secret::from_bytes(SECRET).seed(&TABLE.to_string(), round, &joins);
        let index = table.rounds.last().map_or(0, |round| round.events.len()) as u64;
        let what = table.play.as_ref().unwrap().draw(&mut Draws::at(&seed, index));
        apply(
            table,
            &TableEvent::Played {
                by: By::Chance,
                what,
                lapsed: false,
                players: None,
            },
        );
    }
}

/// Plays this choice for a seat, and whatever chance follows.
pub(crate) fn play(table: &mut Table, seat: Seat, what: &str) {
    apply(
        table,
        &TableEvent::Played {
            by: By::Seat(seat),
            what: what.to_owned(),
            lapsed: false,
            players: None,
        },
    );
    throw_dice(table);
}

/// Lets one of the awaited seats choose at random; `false` when nobody is awaited.
pub(crate) fn step(table: &mut Table, source: &mut SeededSource) -> bool {
    let awaited: Vec<Seat> = table.awaited().iter().collect();
    if awaited.is_empty() {
        return false;
    }
    let seat = awaited[source.below(awaited.len() as u32) as usize];
    let what = table
        .play
        .as_ref()
        .unwrap()
        .random_choice(seat, source)
        .expect("an awaited seat has a choice");
    play(table, seat, &what);
    true
}

/// What is seen of a table: with a deadline for every seat that is asked.
pub(crate) fn snapshot(table: &Table) -> TableSnapshot {
    let deadline = |index: usize| table.asked(Seat(index as u8)).map(|_| NOW + 300_000);
    TableSnapshot {
        table: std::sync::Arc::new(table.clone()),
        deadlines: (0..table.seats.len()).map(deadline).collect(),
        patience: Vec::new(),
        next_round_at: (table.phase == Phase::Between).then_some(NOW + 60_000),
    }
}

/// Some of the game's options, at random.
pub(crate) fn some_options(entry: &GameEntry, source: &mut SeededSource) -> Options {
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
