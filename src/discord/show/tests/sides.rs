//! Two sides, and turns by the clock, with as many people as can sit down and names as long as they can be.

use std::sync::Arc;

use super::*;
use crate::discord::show;
use crate::games::find;
use crate::games::testing::team_game::TEAM_GAME;
use crate::player::Level;
use crate::referee::Clock;
use crate::referee::fair::SeededSource;

/// Names of as many letters as Discord has, which need marks of their own to be shown.
fn named(id: u64) -> Person {
    let name = format!("_*{id:0>2}*_~~{}", "|_`*".repeat(6));
    assert_eq!(name.chars().count(), 32);
    Person { id, name }
}

/// A lobby with so many people on each side.
fn lobby(on: [u64; 2], clock: Option<u32>) -> Table {
    let mut table = Table::blank(7, 8, Some(9), &TEAM_GAME, Secret::from_bytes([1; 32]));
    let opened = TableEvent::Opened {
        options: Options::new(),
        clock: clock.map(|seconds| Clock { seconds }),
        host: named(1),
        computers: 0,
        level: Level::default(),
        join: 7,
        seal: None,
    };
    table.apply(0, &opened).unwrap();
    for (side, count) in (0..).zip(on) {
        let first = if side == 0 { 2 } else { 51 };
        for id in first..first + count - u64::from(side == 0) {
            let (person, join) = (named(id), 100 + id);
            table.apply(0, &TableEvent::SatOn { person, join, side }).unwrap();
        }
    }
    table
}

fn begun(on: [u64; 2], clock: Option<u32>) -> Table {
    let mut table = lobby(on, clock);
    let (options, seats) = table.laid().unwrap();
    for event in [
        TableEvent::Began {
            options,
            seats,
            edition: 1,
            forfeits: true,
        },
        TableEvent::RoundBegan { round: 1 },
    ] {
        table.apply(0, &event).unwrap();
    }
    table
}

fn snapshot(table: &Table) -> TableSnapshot {
    TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; table.seats.len()],
        patience: Vec::new(),
        next_round_at: None,
    }
}

fn public(table: &Table) -> Payload {
    let words = Words::embedded().unwrap();
    let payload = show::table(&words, "en", &snapshot(table), Boards::Text);
    keeps_limits(&payload);
    payload
}

fn panel(table: &Table, seat: u8) -> Payload {
    let words = Words::embedded().unwrap();
    let payload = show::panel(&words, "en", &snapshot(table), Seat(seat), At::default(), Boards::Text);
    keeps_limits(&payload);
    payload
}

fn pull(table: &mut Table, seat: u8, lapsed: bool) {
    let (by, what) = (By::Seat(Seat(seat)), "pull 1".to_owned());
    table
        .apply(
            0,
            &TableEvent::Played {
                by,
                what,
                lapsed,
                players: None,
            },
        )
        .unwrap();
}

/// What the buttons of a message mean that can be pressed.
fn open(payload: &Payload) -> Vec<CustomId> {
    let rows = payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => {
            let open = buttons
                .iter()
                .filter(|button| !button.disabled && button.style != Style::Link);
            open.map(|button| button.target.as_str()).collect::<Vec<_>>()
        }
        Row::Select(select) => select.options.iter().map(|option| option.value.as_str()).collect(),
    });
    rows.map(|press| press.parse().unwrap()).collect()
}

fn description(payload: &Payload) -> String {
    payload.text()
}

/// The lines below the heading that begins so.
fn section(payload: &Payload, heading: &str) -> Vec<String> {
    let text = payload.text();
    let parts = text
        .split("\n\n")
        .map(|part| part.lines().map(str::to_owned).collect::<Vec<_>>());
    let mut own = parts.filter(|lines| lines.first().is_some_and(|line| line.starts_with(heading)));
    own.next().unwrap_or_default()
}

#[test]
fn a_lobby_lists_both_sides_with_their_captains() {
    let table = lobby([2, 3], Some(5));
    let payload = public(&table);
    let (north, south) = (section(&payload, "**north"), section(&payload, "**south"));
    assert!(north[0].contains("(2/16)") && south[0].contains("(3/16)"));
    assert!(
        south[1].starts_with("0. ") && south[1].ends_with(", captain"),
        "{south:?}"
    );
    assert!(south[3].starts_with("2. ") && !south[3].contains("captain"));
    assert!(north[1].ends_with(", captain and host"));
    let text = payload.text();
    assert!(text.contains("5 seconds for each turn") && text.contains("Pause"));
    let (table, level) = (7, Level::new(6).ok());
    for custom_id in [
        CustomId::Join { table },
        CustomId::SitOn { table, side: 0 },
        CustomId::SitOn { table, side: 1 },
        CustomId::Leave { table },
        CustomId::AddComputerOn { table, side: 1, level },
        CustomId::SwapSides { table },
        CustomId::Start { table },
        CustomId::OpenRules { table },
        CustomId::Cancel { table },
    ] {
        assert!(open(&payload).contains(&custom_id), "{custom_id:?}");
    }
    assert!(!open(&payload).contains(&CustomId::RemoveComputer { table }));
    let evens = |on: [u64; 2]| open(&public(&lobby(on, None))).contains(&CustomId::Balance { table });
    assert!(evens([2, 3]) && evens([4, 1]) && evens([2, 0]), "also by rating");
    assert!(!evens([1, 1]), "two are as even as can be");
}

#[test]
fn the_way_to_a_side_says_what_one_does_there_and_how_many_are_there() {
    let ways = |payload: &Payload| -> Vec<(String, String)> {
        let selects = payload.rows.iter().filter_map(|row| match row {
            Row::Select(select) => Some(select),
            Row::Buttons(_) => None,
        });
        let joins = selects.flat_map(|select| &select.options).filter(|option| {
            let press = option.value.parse();
            matches!(press, Ok(CustomId::SitOn { .. }))
        });
        joins
            .map(|option| (option.label.clone(), option.description.clone()))
            .collect()
    };
    let words = |[label, there]: [&str; 2]| (label.to_owned(), there.to_owned());
    assert_eq!(
        ways(&public(&lobby([2, 3], None))),
        [["Join north", "north (2/16)"], ["Join south", "south (3/16)"]].map(words),
        "a game without a verb of its own"
    );
    assert_eq!(
        ways(&public(&lobby([2, 16], None))),
        [["Join north", "north (2/16)"]].map(words)
    );
    let mut source = SeededSource::new(1);
    let binmat = random::lobby(find("binmat").expect("in the catalogue"), &mut source);
    let there = [("Defend", "Defenders"), ("Attack", "Attackers")]
        .into_iter()
        .zip(binmat.on_sides());
    let open: Vec<(String, String)> = there
        .filter(|(_, count)| *count < 16)
        .map(|((verb, side), count)| (verb.to_owned(), format!("{side} ({count}/16)")))
        .collect();
    assert!(!open.is_empty());
    assert_eq!(ways(&public(&binmat)), open);
}

#[test]
fn thirty_two_long_names_have_room_everywhere() {
    let mut table = lobby([16, 16], Some(5));
    let payload = public(&table);
    let sides = ["**north", "**south"].map(|side| section(&payload, side).len() - 1);
    assert_eq!(sides, [16, 16], "{}", payload.text());
    let full = [
        CustomId::SitOn { table: 7, side: 0 },
        CustomId::AddComputerOn {
            table: 7,
            side: 0,
            level: Some(Level::default()),
        },
    ];
    assert!(full.iter().all(|custom_id| !open(&payload).contains(custom_id)));
    table.former = (200..231).map(|id| (id, 0)).collect();
    public(&table);
    let mut table = begun([16, 16], Some(5));
    for turn in 0..6_u8 {
        for member in 0..16 {
            public(&table);
            panel(&table, 0);
            panel(&table, 31);
            pull(&mut table, turn % 2 * 16 + member, turn > 3);
        }
    }
    assert!(table.is_over());
    let payload = public(&table);
    assert!(
        description(&payload).contains("**north** win"),
        "{}",
        description(&payload)
    );
    assert!(description(&payload).contains("2\\. south"));
    panel(&table, 31);
}

#[test]
fn a_side_is_named_and_not_sixteen_people() {
    let mut table = begun([16, 16], Some(5));
    let waits = |table: &Table| {
        let payload = public(table);
        let text = description(&payload);
        let line = text.lines().rfind(|line| line.starts_with("Waiting"));
        line.unwrap().to_owned()
    };
    assert_eq!(waits(&table), "Waiting for north.");
    pull(&mut table, 3, false);
    assert_eq!(waits(&table), "Waiting for 15 of north.");
    assert!(panel(&table, 20).text().contains("15 of north"));
    for seat in (0..16).filter(|seat| ![3, 4, 5].contains(seat)) {
        pull(&mut table, seat, true);
    }
    assert!(
        waits(&table).contains("04") || waits(&table).contains("05"),
        "{}",
        waits(&table)
    );
    pull(&mut table, 4, true);
    pull(&mut table, 5, false);
    assert_eq!(waits(&table), "Waiting for south.");
    let happened = public(&table).above;
    assert!(happened.contains("Time ran out for 14 of north"), "{happened}");
    let duel = begun([1, 1], Some(5));
    assert!(
        !waits(&duel).contains("north"),
        "a side of one is a person: {}",
        waits(&duel)
    );
}

#[test]
fn a_pause_is_asked_for_told_and_ended_in_the_tables_message() {
    let (pause, resume) = (CustomId::Pause { table: 7 }, CustomId::Resume { table: 7 });
    let mut table = begun([2, 2], Some(5));
    assert!(open(&public(&table)).contains(&pause));
    table.apply(0, &TableEvent::PauseWanted { seat: Seat(1) }).unwrap();
    assert!(description(&public(&table)).contains("asks for a pause"));
    assert!(panel(&table, 2).text().contains("asks for a pause"));
    table.apply(0, &TableEvent::Paused { person: Some(51) }).unwrap();
    let payload = public(&table);
    assert!(open(&payload).contains(&resume) && !open(&payload).contains(&pause));
    assert!(description(&payload).contains("The game is paused") && !description(&payload).contains("Waiting"));
    let asked = panel(&table, 0);
    assert!(asked.text().contains("The game is paused"));
    assert_eq!(
        open(&asked),
        [resume, CustomId::OpenRules { table: 7 }],
        "no orders while it pauses"
    );
    table.apply(0, &TableEvent::Resumed { person: 1 }).unwrap();
    assert!(
        open(&panel(&table, 0))
            .iter()
            .any(|custom_id| matches!(custom_id, CustomId::Choose { .. }))
    );
    let untimed = begun([2, 2], None);
    assert!(
        !open(&public(&untimed)).contains(&pause),
        "without a clock there is nothing to pause"
    );
    assert!(open(&panel(&untimed, 2)).contains(&CustomId::Nudge { table: 7 }));
    assert!(
        !open(&panel(&table, 2)).contains(&CustomId::Nudge { table: 7 }),
        "the clock hurries them"
    );
}

#[test]
fn a_rematch_calls_who_is_missing_while_there_is_a_seat() {
    let mut table = lobby([1, 1], None);
    table.former = vec![(1, 0), (51, 1), (60, 1), (61, 0)];
    let payload = public(&table);
    assert!(
        payload.text().starts_with("<@60> and <@61>: once more!"),
        "{}",
        payload.text()
    );
    assert!(payload.text().contains("on your old side"), "{}", payload.text());
    assert_eq!(
        payload.mention,
        [60, 61],
        "only where the text is read Discord tells them"
    );
    assert!(open(&payload).contains(&CustomId::Join { table: 7 }));
    table.former.truncate(2);
    let none = public(&table);
    assert!(!none.text().contains("once more!") && none.mention.is_empty());
    let mut full = lobby([16, 16], None);
    full.former = vec![(200, 0)];
    let payload = public(&full);
    assert!(
        !payload.text().contains("once more!") && payload.mention.is_empty(),
        "there is no seat"
    );
}
