//! Moves that are typed, at a table of a game that has a sealed choice.

use std::sync::Arc;

use super::super::{denied, moved, moves, other_game, refused, tables, typing, which};
use super::*;
use crate::player::Level;
use crate::referee::{Absence, Denied};
use crate::rules::Refusal;

const ANA: u64 = 1;
const BEN: u64 = 2;

/// A table at which Ana and Ben are to pledge.
fn pledging(id: u64) -> Table {
    let person = |id: u64, name: &str| Person {
        id,
        name: name.to_owned(),
    };
    let mut table = Table::blank(id, 8, None, &REVISABLE_CHOICE_GAME, Secret::from_bytes([1; 32]));
    let options = Options::new();
    for event in [
        TableEvent::Opened {
            options: options.clone(),
            clock: None,
            host: person(ANA, "Ana"),
            computers: 0,
            level: Level::default(),
            join: id,
            seal: None,
        },
        TableEvent::Sat {
            person: person(BEN, "Ben *"),
            join: 9,
        },
        TableEvent::Began {
            options,
            seats: 2,
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
        deadlines: vec![None; 2],
        patience: Vec::new(),
        next_round_at: None,
    }
}

fn pledge(table: &mut Table, seat: u8, points: u8) {
    let event = TableEvent::Played {
        by: By::Seat(Seat(seat)),
        what: format!("pledge {points}"),
        lapsed: false,
        players: None,
    };
    table.apply(0, &event).unwrap();
}

#[test]
fn a_seat_is_offered_its_own_moves_as_long_as_it_may_choose() {
    let words = Words::embedded().unwrap();
    let mut table = pledging(7);
    let offers = |table: &Table, seat: u8, typed: &str| {
        let offered = moves(&words, "en", &snapshot(table), Seat(seat), typed);
        offers_keep_limits(&offered);
        offered
            .into_iter()
            .map(|offer| format!("{} = {}", offer.name, offer.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(offers(&table, 0, " 2"), ["pledge 2 – pledge: 2 = pledge 2"]);
    assert_eq!(offers(&table, 0, "").len(), 3);
    assert_eq!(offers(&table, 0, "4"), [""; 0]);
    assert_eq!(offers(&table, 9, ""), [""; 0], "nobody sits there");
    pledge(&mut table, 0, 1);
    assert_eq!(offers(&table, 0, "").len(), 3, "it may still be changed");
    let why = Absence::Left;
    table.apply(0, &TableEvent::StoodIn { seat: Seat(0), why }).unwrap();
    assert_eq!(offers(&table, 0, ""), [""; 0], "the computer plays for them");
    assert_eq!(offers(&table, 1, "").len(), 3);
    table.apply(0, &TableEvent::LEFT_ALONE).unwrap();
    assert_eq!(offers(&table, 1, ""), [""; 0]);
}

#[test]
fn what_is_refused_is_still_there_when_one_tries_again() {
    let words = Words::embedded().unwrap();
    let table = pledging(7);
    let step = table.offered(Seat(0)).unwrap();
    let refusal = Denied::Refused(Refusal::because("refused-notation"));
    let said = |table: &Table, person, denied: &Denied, typed: &str| {
        let payload = refused(&words, "en", &snapshot(table), person, denied, typed);
        keeps_limits(&payload);
        payload
    };
    let payload = said(&table, ANA, &refusal, " PLEDGE 9 ");
    assert!(
        payload.text().starts_with("**PLEDGE 9** – That is not"),
        "{}",
        payload.text()
    );
    assert!(
        payload
            .text()
            .contains("For example: pledge 1, or pledge 2, or pledge 3."),
        "{}",
        payload.text()
    );
    assert_eq!(presses(&payload)[0], CustomId::again(7, step, "PLEDGE 9"));
    // Whatever is typed keeps the message whole.
    for typed in ["", "\n", "@everyone `x`", &"💥".repeat(400), "**a** <@1>", "\u{202e}"] {
        let payload = said(&table, ANA, &refusal, typed);
        assert!(!payload.text().contains("@everyone") && !payload.text().contains("<@1>"));
        assert!(matches!(presses(&payload)[0], CustomId::Type { .. }));
    }
    // A form that was opened for a step before.
    assert!(
        said(&table, ANA, &Denied::Stale, "pledge 2")
            .text()
            .contains("moved on")
    );
    // Nobody else is told what a seat could do.
    for (person, denied) in [
        (99, Denied::NotSeated),
        (99, refusal.clone()),
        (ANA, Denied::Unavailable),
    ] {
        let payload = said(&table, person, &denied, "pledge 2");
        assert!(!payload.text().contains("For example"), "{}", payload.text());
    }
}

#[test]
fn a_form_shows_how_moves_are_written_and_what_was_typed() {
    let words = Words::embedded().unwrap();
    let table = pledging(7);
    let form = typing(&words, "en", &snapshot(&table), Seat(1), "pledge 9");
    form_keeps_limits(&form);
    assert_eq!(form.inputs[0].value, "pledge 9");
    assert_eq!(form.inputs[0].hint, "For example pledge 1, or pledge 3");
    let step = table.offered(Seat(1)).unwrap();
    assert_eq!(form.custom_id.parse(), Ok(CustomId::Typed { table: 7, step }));
}

#[test]
fn a_move_that_was_made_is_said_to_its_own_seat() {
    let words = Words::embedded().unwrap();
    let mut table = pledging(7);
    assert_eq!(
        moved(&words, "en", &snapshot(&table), Seat(0), table.last_choice(Seat(0))).text(),
        "Done."
    );
    pledge(&mut table, 0, 3);
    pledge(&mut table, 1, 2);
    assert_eq!(
        moved(&words, "en", &snapshot(&table), Seat(0), table.last_choice(Seat(0))).text(),
        "Your move: pledge: 3."
    );
    assert_eq!(
        moved(&words, "en", &snapshot(&table), Seat(1), table.last_choice(Seat(1))).text(),
        "Your move: pledge: 2."
    );
    // What somebody had to do after what they typed is not what they typed.
    let first = table.events();
    pledge(&mut table, 0, 1);
    assert_eq!((first, table.events()), (2, 3));
    let typed = table.choice_after(Seat(0), 0);
    let said = moved(&words, "en", &snapshot(&table), Seat(0), typed).text();
    assert_eq!(
        (said.as_str(), table.last_choice(Seat(0))),
        ("Your move: pledge: 3.", Some("pledge 1"))
    );
    assert_eq!(
        table.choice_after(Seat(1), first),
        Some("pledge 2"),
        "there is no other one"
    );
}

#[test]
fn a_games_own_command_says_at_another_games_table_which_one_is_played() {
    let words = Words::embedded().unwrap();
    let table = pledging(7);
    let game = crate::games::CATALOGUE.iter().find(|entry| entry.typed.is_some());
    let game = game.expect("a game with a word of its own");
    let payload = other_game(&words, "en", &snapshot(&table), game);
    keeps_limits(&payload);
    let name = words.message("en", &format!("{}-name", game.slug)).unwrap();
    for says in ["pledges", &name, "`/move`"] {
        assert!(payload.text().contains(says), "{}", payload.text());
    }
    assert_eq!(presses(&payload), [CustomId::Mine { table: 7 }]);
}

#[test]
fn of_several_tables_those_are_asked_for_that_would_take_the_move() {
    let words = Words::embedded().unwrap();
    let (one, mut other) = (pledging(7), pledging(70));
    other
        .apply(
            0,
            &TableEvent::StoodIn {
                seat: Seat(0),
                why: Absence::Left,
            },
        )
        .unwrap();
    let both = [(snapshot(&one), Seat(0)), (snapshot(&other), Seat(1))];
    let payload = which(&words, "en", &both, "PLEDGE 2");
    keeps_limits(&payload);
    assert_eq!(presses(&payload).len(), 0, "no capital letters in pledges");
    let payload = which(&words, "en", &both, "pledge 2");
    let choose = |table: &Table, seat| CustomId::Choose {
        table: table.id,
        step: table.offered(Seat(seat)).unwrap(),
        what: "pledge 2".to_owned(),
    };
    assert_eq!(presses(&payload), [choose(&one, 0), choose(&other, 1)]);
    assert!(payload.text().contains("pledges: Ana and Ben"), "{}", payload.text());
    // And as an option of the command.
    let mine = [(snapshot(&other), Seat(0)), (snapshot(&one), Seat(0))];
    let offered = tables(&words, "en", &mine, "");
    offers_keep_limits(&offered);
    assert_eq!(offered[0].value, "7", "the one that waits comes first");
    assert!(offered[0].name.ends_with("your turn"), "{}", offered[0].name);
    assert_eq!(tables(&words, "en", &mine, "ANA").len(), 2);
    assert_eq!(tables(&words, "en", &mine, "chess").len(), 0);
    assert_eq!(tables(&words, "en", &mine, "70").len(), 1);
}

#[test]
fn a_lobby_says_what_one_alone_can_do_and_what_is_ours() {
    let words = Words::embedded().unwrap();
    let said = |game: &'static crate::games::GameEntry, options: serde_json::Value| {
        let mut table = Table::blank(7, 8, None, game, Secret::from_bytes([1; 32]));
        let opened = TableEvent::Opened {
            options: options.as_object().unwrap().clone(),
            clock: None,
            host: Person {
                id: ANA,
                name: "Ana".to_owned(),
            },
            computers: 0,
            level: Level::default(),
            join: 7,
            seal: None,
        };
        table.apply(0, &opened).unwrap();
        let public = crate::discord::show::table(&words, "en", &snapshot(&table), Boards::Text);
        public.text()
    };
    let game = |slug: &str| crate::games::find(slug).unwrap();
    let none = || serde_json::json!({});
    assert!(said(game("binome"), none()).contains("against the Assistant"));
    assert!(!said(game("binome"), serde_json::json!({ "secrets": false })).contains("against the Assistant"));
    assert!(said(game("bingolino"), none()).contains("needs somebody to play with"));
    let strict = |on: bool| said(game("binome"), serde_json::json!({ "strict": on }));
    assert!(strict(true).contains("Strict (house variant)"));
    assert!(strict(false).contains("Strict off") && !strict(false).contains("house"));
}

#[test]
fn who_is_not_the_host_hears_of_a_way_that_there_is() {
    let words = Words::embedded().unwrap();
    let why = Denied::NotHost { host: Seat(0) };
    let said = |table: &Table| denied(&words, "en", &why, Some(&snapshot(table))).text();
    let playing = said(&pledging(7));
    assert!(
        playing.contains("the host, Ana,") && playing.contains("all players together"),
        "{playing}"
    );
    let mut lobby = Table::blank(7, 8, None, &REVISABLE_CHOICE_GAME, Secret::from_bytes([1; 32]));
    let opened = TableEvent::Opened {
        options: Options::new(),
        clock: None,
        host: Person {
            id: ANA,
            name: "Ana".to_owned(),
        },
        computers: 0,
        level: Level::default(),
        join: 7,
        seal: None,
    };
    lobby.apply(0, &opened).unwrap();
    let lobby = said(&lobby);
    assert!(
        lobby.contains("the host, Ana,") && lobby.contains("it closes by itself"),
        "{lobby}"
    );
    assert!(!lobby.contains("most of"), "{lobby}");
}
