//! Two sides, and turns by the clock, with as many people as can sit down and names as long as they can be.

use std::sync::Arc;

use super::*;
use crate::discord::show;
use crate::games::testing::team_game::TEAM_GAME;
use crate::referee::Clock;

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
        join: 7,
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
    assert_eq!(limits::check(&payload), Ok(()));
    payload
}

fn panel(table: &Table, seat: u8) -> Payload {
    let words = Words::embedded().unwrap();
    let payload = show::panel(&words, "en", &snapshot(table), Seat(seat), At::default(), Boards::Text);
    assert_eq!(limits::check(&payload), Ok(()));
    payload
}

fn pull(table: &mut Table, seat: u8, lapsed: bool) {
    let (by, what) = (By::Seat(Seat(seat)), "pull 1".to_owned());
    table.apply(0, &TableEvent::Played { by, what, lapsed }).unwrap();
}

/// What the buttons of a message mean that can be pressed.
fn open(payload: &Payload) -> Vec<CustomId> {
    let buttons = payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        Row::Select(_) => &[],
    });
    let open = buttons.filter(|button| !button.disabled && button.style != Style::Link);
    open.map(|button| button.target.parse().unwrap()).collect()
}

fn description(payload: &Payload) -> &str {
    &payload.embeds[0].description
}

#[test]
fn a_lobby_lists_both_sides_with_their_captains() {
    let table = lobby([2, 3], Some(5));
    let payload = public(&table);
    let fields = &payload.embeds[0].fields;
    assert!(fields[0].name.contains("north") && fields[0].name.contains("(2 of at most 16)"));
    assert!(fields[1].name.contains("south") && fields[1].name.contains("(3 of at most 16)"));
    let lines: Vec<&str> = fields[1].value.lines().collect();
    assert!(
        lines[0].starts_with("0. ") && lines[0].ends_with("(captain)"),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("2. ") && !lines[2].contains("captain"));
    assert!(fields[0].value.lines().next().unwrap().ends_with("(captain, host)"));
    assert!(fields[2].value.contains("5 seconds for each turn") && fields[2].value.contains("Pause"));
    let table = 7;
    for custom_id in [
        CustomId::Join { table },
        CustomId::SitOn { table, side: 0 },
        CustomId::SitOn { table, side: 1 },
        CustomId::Leave { table },
        CustomId::AddComputer { table },
        CustomId::AddComputerOn { table, side: 1 },
        CustomId::SwapSides { table },
        CustomId::Start { table },
        CustomId::OpenRules { table },
        CustomId::Cancel { table },
    ] {
        assert!(open(&payload).contains(&custom_id), "{custom_id:?}");
    }
    for custom_id in [CustomId::Balance { table }, CustomId::RemoveComputer { table }] {
        assert!(!open(&payload).contains(&custom_id), "{custom_id:?}");
    }
    assert!(open(&public(&lobby([4, 1], None))).contains(&CustomId::Balance { table }));
}

#[test]
fn thirty_two_long_names_have_room_everywhere() {
    let mut table = lobby([16, 16], Some(5));
    let payload = public(&table);
    let listed: usize = payload.embeds[0]
        .fields
        .iter()
        .map(|field| field.value.matches(". ").count())
        .sum();
    assert!(listed >= 32, "{:?}", payload.embeds[0].fields);
    let full = [
        CustomId::SitOn { table: 7, side: 0 },
        CustomId::AddComputer { table: 7 },
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
    assert!(payload.embeds[0].fields[0].value.contains("2\\. south"));
    panel(&table, 31);
}

#[test]
fn a_side_is_named_and_not_sixteen_people() {
    let mut table = begun([16, 16], Some(5));
    let waits = |table: &Table| {
        let payload = public(table);
        let line = description(&payload).lines().rfind(|line| line.starts_with("Waiting"));
        line.unwrap().to_owned()
    };
    assert_eq!(waits(&table), "Waiting for north.");
    pull(&mut table, 3, false);
    assert_eq!(waits(&table), "Waiting for 15 of north.");
    assert!(panel(&table, 20).content.contains("15 of north"));
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
    let happened = public(&table).embeds[0].fields.last().unwrap().value.clone();
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
    assert!(panel(&table, 2).content.contains("asks for a pause"));
    table.apply(0, &TableEvent::Paused { person: Some(51) }).unwrap();
    let payload = public(&table);
    assert!(open(&payload).contains(&resume) && !open(&payload).contains(&pause));
    assert!(description(&payload).contains("The game pauses") && !description(&payload).contains("Waiting"));
    let asked = panel(&table, 0);
    assert!(asked.content.contains("The game pauses"));
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
        payload.content.starts_with("<@60> and <@61>: a rematch!"),
        "{}",
        payload.content
    );
    assert!(
        payload.content.contains("on the side where you sat"),
        "{}",
        payload.content
    );
    assert_eq!(
        payload.mention,
        [60, 61],
        "only where the text is read Discord tells them"
    );
    assert!(open(&payload).contains(&CustomId::Join { table: 7 }));
    table.former.truncate(2);
    let none = public(&table);
    assert!(none.content.is_empty() && none.mention.is_empty());
    let mut full = lobby([16, 16], None);
    full.former = vec![(200, 0)];
    let payload = public(&full);
    assert!(
        payload.content.is_empty() && payload.mention.is_empty(),
        "there is no seat"
    );
}
