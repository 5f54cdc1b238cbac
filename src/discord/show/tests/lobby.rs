//! The lobby of every game of the catalogue, however many sit there: whether Start invites, and what it says when it must not.

use std::sync::Arc;

use super::kept::keeps_limits;
use crate::discord::custom_id::{Boards, CustomId};
use crate::discord::payload::{Payload, Row, SelectOption, Style};
use crate::discord::show;
use crate::games::{CATALOGUE, GameEntry, Options};
use crate::player::Level;
use crate::referee::fair::Secret;
use crate::referee::{Denied, Person, Table, TableEvent, TableSnapshot};
use crate::rules::{OptionKind, SIDES};
use crate::words::{ENGLISH, Words};

fn person(id: u64) -> Person {
    Person {
        id,
        name: format!("P{id}"),
    }
}

/// A lobby in which so many people sit; where there are sides, all on `side`, or as they come.
pub(super) fn lobby(game: &'static GameEntry, options: &Options, people: u8, side: Option<u8>) -> Table {
    let mut table = Table::blank(7, 8, None, game, Secret::from_bytes([1; 32]));
    let opened = TableEvent::Opened {
        options: options.clone(),
        clock: None,
        host: person(1),
        computers: 0,
        level: Level::default(),
        join: 7,
        seal: None,
    };
    let others = (2..=u64::from(people)).map(|id| {
        let (person, join) = (person(id), 100 + id);
        match side {
            Some(side) => TableEvent::SatOn { person, join, side },
            None => TableEvent::Sat { person, join },
        }
    });
    for event in std::iter::once(opened).chain(others) {
        table.apply(0, &event).expect("they sit down");
    }
    table
}

pub(super) fn snapshot(table: &Table) -> TableSnapshot {
    TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; table.seats.len()],
        patience: Vec::new(),
        next_round_at: None,
    }
}

pub(super) fn public(words: &Words, table: &Table) -> Payload {
    show::table(words, ENGLISH, &snapshot(table), Boards::Text)
}

/// How the button that begins the match looks.
fn start(payload: &Payload) -> Style {
    let rows = payload.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        Row::Select(_) => None,
    });
    let custom_id = CustomId::Start { table: 7 }.to_string();
    let start = rows.flatten().find(|button| button.target == custom_id);
    start.expect("a button that begins the match").style
}

/// The options of a game as they are when nothing is said, and with each that can be said.
fn ways(game: &GameEntry) -> Vec<Options> {
    let said = (game.options)().iter().flat_map(|spec| {
        let values: Vec<serde_json::Value> = match spec.kind {
            OptionKind::Flag => vec![true.into(), false.into()],
            OptionKind::Number { min, max } => vec![min.into(), max.into()],
            OptionKind::OneOf(numbers) => numbers.iter().map(|number| (*number).into()).collect(),
            OptionKind::Word(words) => words.iter().map(|word| (*word).into()).collect(),
        };
        values
            .into_iter()
            .map(|value| Options::from_iter([(spec.name.to_owned(), value)]))
    });
    let all = std::iter::once(Options::new()).chain(said);
    all.filter(|options| game.suits_somebody(options).is_ok()).collect()
}

/// What somebody can do who reads it: every reason has one of these.
const WAYS_OUT: [&str; 6] = [
    "Wait for others, or add a computer player.",
    "A computer player will do.",
    "Fill the table",
    "Find more people",
    "Leave it out",
    "play without",
];

#[test]
fn a_lobby_whose_start_would_be_refused_says_why_and_start_does_not_invite() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        let mut alone = None;
        for options in ways(game) {
            for people in 1..=*game.people.end() {
                let sides = game.sides.map(|_| 0..SIDES as u8).into_iter().flatten().map(Some);
                for side in std::iter::once(None).chain(sides) {
                    let most = game.sides.map_or(u8::MAX, |sides| sides.most);
                    if side.is_some() && people > most {
                        continue;
                    }
                    let table = lobby(game, &options, people, side);
                    let payload = public(&words, &table);
                    let text = &payload.text();
                    let what = format!("{} {options:?} {people} on {side:?}: {text}", game.slug);
                    let Err(refused) = table.laid() else {
                        assert_eq!(start(&payload), Style::Main, "{what}");
                        assert!(WAYS_OUT.iter().all(|way| !text.contains(way)), "{what}");
                        continue;
                    };
                    assert_eq!(start(&payload), Style::Plain, "{what}");
                    let why = words.text(ENGLISH, &Denied::from(refused).phrase(), &table);
                    assert!(text.contains(&why), "{what} does not say {why}");
                    assert!(WAYS_OUT.iter().any(|way| why.contains(way)), "{what}");
                    if people == 1 && options.is_empty() {
                        alone = Some(why);
                    }
                }
            }
        }
        if *game.people.start() > 1 {
            let alone = alone.expect("nobody plays it alone");
            assert!(alone.contains("computer player"), "{}: {alone}", game.slug);
        }
    }
}

#[test]
fn a_rematch_without_sides_calls_who_is_missing_and_nobody_else() {
    let words = Words::embedded().expect("the words are sound");
    let game = crate::games::find("binome").expect("in the catalogue");
    let mut table = lobby(game, &Options::new(), 2, None);
    assert!(
        !public(&words, &table).text().contains("once more!"),
        "it is no rematch"
    );
    let arranged = TableEvent::Arranged {
        rest: 0,
        former: vec![(1, 0), (3, 0), (2, 0), (9, 0)],
        rematch_of: Some(5),
        invited: None,
    };
    table.apply(0, &arranged).expect("it is noted");
    let payload = public(&words, &table);
    let call = "<@3> and <@9>: once more! Press Join to sit down again.";
    assert!(payload.text().starts_with(call), "{}", payload.text());
    assert_eq!(payload.mention, [3, 9]);
    let sat = TableEvent::Sat {
        person: person(9),
        join: 300,
    };
    table.apply(0, &sat).expect("they sit down");
    let payload = public(&words, &table);
    assert_eq!((payload.text().contains("<@9>"), payload.mention), (false, vec![3]));
    // Whom the host has taken out cannot sit down again, whoever calls.
    let removed = TableEvent::Removed { person: 9 };
    table.apply(0, &removed).expect("they are taken out");
    assert_eq!(public(&words, &table).mention, [3]);
    // Who came and left has had the call.
    let sat = TableEvent::Sat {
        person: person(3),
        join: 301,
    };
    for event in [sat, TableEvent::Rose { person: 3 }] {
        table.apply(0, &event).expect("they come and leave");
    }
    let payload = public(&words, &table);
    assert!(
        payload.mention.is_empty() && !payload.text().contains("once more!"),
        "{}",
        payload.text()
    );
}

#[test]
fn a_lobby_whose_host_has_left_says_who_hosts_until_somebody_does_anything() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE.iter().filter(|game| *game.people.end() > 2) {
        let mut table = lobby(game, &Options::new(), 3, None);
        let handed = |table: &Table| public(&words, table).text().contains("is the host now");
        assert!(!handed(&table));
        table.apply(0, &TableEvent::Rose { person: 3 }).expect("a guest leaves");
        assert!(!handed(&table), "{} has its host", game.slug);
        table
            .apply(0, &TableEvent::Rose { person: 1 })
            .expect("the host leaves");
        let payload = public(&words, &table);
        let text = payload.text();
        assert!(text.contains("<@1> left. P2 is the host now."), "{text}");
        assert!(payload.mention.is_empty(), "nobody is pinged by that");
        table
            .apply(
                0,
                &TableEvent::ComputerSat {
                    level: Level::default(),
                },
            )
            .expect("a computer sits down");
        assert!(!handed(&table), "{}", game.slug);
    }
}

#[test]
fn an_opening_of_an_earlier_version_is_nobodys_rematch() {
    let event: TableEvent =
        serde_json::from_str(r#"{"type":"arranged","rest":5,"former":[[7,1]]}"#).expect("it is read");
    let arranged = TableEvent::Arranged {
        rest: 5,
        former: vec![(7, 1)],
        rematch_of: None,
        invited: None,
    };
    assert_eq!(event, arranged);
    let text = serde_json::to_string(&event).expect("it is written");
    assert_eq!(text, r#"{"type":"arranged","rest":5,"former":[[7,1]]}"#);
}

#[test]
fn an_invitation_is_one_line_above_the_lobby_until_they_come() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        let mut table = lobby(game, &Options::new(), 1, None);
        let usual = public(&words, &table);
        let arranged = TableEvent::Arranged {
            rest: 0,
            former: Vec::new(),
            rematch_of: None,
            invited: Some(99),
        };
        table.apply(0, &arranged).expect("it is noted");
        let inviting = public(&words, &table);
        keeps_limits(&inviting);
        let (line, rest) = inviting.above.split_once("\n\n").expect("a line");
        assert_eq!(
            (line, rest),
            ("<@99>: P1 invites you. Press Join to sit down.", &*usual.above)
        );
        assert_eq!((&inviting.mention, &inviting.rows), (&vec![99], &usual.rows));
        assert!(inviting.is_announcement(), "{}: a phone shows who invites", game.slug);
        assert!(usual.notification.is_empty(), "{}: nobody is called", game.slug);
        let other = TableEvent::Sat {
            person: person(5),
            join: 200,
        };
        let mut full = table.clone();
        full.apply(0, &other).expect("somebody sits down");
        let seats_left = full.seats.len() < usize::from(*game.people.end());
        assert_eq!(
            public(&words, &full).text().contains("<@99>"),
            seats_left,
            "{}",
            game.slug
        );
        let came = TableEvent::Sat {
            person: person(99),
            join: 201,
        };
        let mut there = table.clone();
        there.apply(0, &came).expect("they sit down");
        let payload = public(&words, &there);
        assert!(
            payload.mention.is_empty() && !payload.text().contains("invites"),
            "{}",
            game.slug
        );
        // Whom the host has taken out cannot come.
        there
            .apply(0, &TableEvent::Removed { person: 99 })
            .expect("they are taken out");
        let payload = public(&words, &there);
        assert!(
            payload.mention.is_empty() && !payload.text().contains("invites"),
            "{}",
            game.slug
        );
    }
}

/// The lobby's menu: what each entry is called, and what it does.
fn arranging(words: &Words, table: &Table) -> Vec<(String, CustomId)> {
    let rows = public(words, table).rows;
    let options = rows.into_iter().filter_map(|row| match row {
        Row::Select(select) => Some(select.options),
        Row::Buttons(_) => None,
    });
    let entry = |option: SelectOption| (option.label, option.value.parse().expect("a custom id"));
    options.flatten().map(entry).collect()
}

#[test]
fn the_menu_of_a_lobby_has_a_computer_player_of_each_level_in_two_taps() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE.iter().filter(|game| game.sides.is_none()) {
        let mut table = lobby(game, &Options::new(), 1, None);
        let offered: Vec<(String, CustomId)> = arranging(&words, &table)
            .into_iter()
            .filter(|(_, press)| matches!(press, CustomId::AddComputer { .. }))
            .collect();
        let all = Level::ALL
            .map(Some)
            .map(|level| CustomId::AddComputer { table: 7, level });
        assert!(offered.iter().map(|(_, press)| press).eq(&all), "{}", game.slug);
        assert_eq!(offered[0].0, "Add computer: level 1 (beginner)");
        assert_eq!(offered[5].0, "Add computer: level 6 (strongest)");
        let level = Level::ALL[5];
        table
            .apply(0, &TableEvent::ComputerSat { level })
            .expect("a computer sits down");
        let text = public(&words, &table).text();
        assert!(text.contains(". Computer 1 (level 6)"), "{text}");
    }
}

#[test]
fn the_menu_of_a_lobby_with_sides_has_a_computer_player_of_each_level_for_each_side_in_two_taps() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE.iter().filter(|game| game.sides.is_some()) {
        let entries = arranging(&words, &lobby(game, &Options::new(), 1, None));
        let on_sides = entries.iter().filter_map(|(label, press)| match press {
            CustomId::AddComputerOn { side, level, .. } => Some((*side, *level, label.as_str())),
            _ => None,
        });
        let on_sides: Vec<_> = on_sides.collect();
        let all = (0..2).flat_map(|side| Level::ALL.map(|level| (side, Some(level))));
        assert!(
            on_sides.iter().map(|(side, level, _)| (*side, *level)).eq(all),
            "{}",
            game.slug
        );
        assert_eq!(on_sides[11].2, "Add computer: Attackers, level 6 (strongest)");
        let either = |press: &CustomId| matches!(press, CustomId::AddComputer { .. });
        assert!(
            !entries.iter().any(|(_, press)| either(press)),
            "nobody asks which side that is"
        );
    }
}

#[test]
fn a_full_lobby_asks_nobody_to_press_join() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        for people in 1..=*game.people.end() {
            let text = public(&words, &lobby(game, &Options::new(), people, None)).text();
            let full = people == *game.people.end();
            assert_eq!(text.contains("Everybody is here. P1 presses Start."), full, "{text}");
            assert_eq!(text.contains("Press Join"), !full, "{text}");
        }
    }
}

#[test]
fn a_lobby_has_at_most_six_buttons_and_one_menu() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        for people in 1..=*game.people.end() {
            let mut table = lobby(game, &Options::new(), people, None);
            table.seal = Some(2);
            let payload = public(&words, &table);
            let buttons = payload.rows.iter().map(|row| match row {
                Row::Buttons(buttons) => buttons.len(),
                Row::Select(_) => 0,
            });
            assert_eq!(buttons.sum::<usize>(), 6, "{}", game.slug);
            let menus = payload.rows.iter().filter(|row| matches!(row, Row::Select(_)));
            assert!(menus.count() <= 1, "{}", game.slug);
        }
    }
}
