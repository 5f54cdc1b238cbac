//! What no game of today has: boards, crowds of choices, long notation, choices that may be changed.

mod boards;
mod chance;
mod changed;
mod confirmed;
mod counted;
mod described;
mod kept;
mod lobby;
mod marks;
mod match_end;
mod options;
mod order;
mod patience;
mod random;
mod replay;
mod review;
mod sides;
mod stretched;
mod taps;
mod typed;

use std::sync::Arc;

use super::super::custom_id::{Boards, Confirm, CustomId, Picked};
use super::super::limits;
use super::super::payload::{Payload, Row, Style};
use super::At;
use super::menu::{Laid, MenuPlace, lay};
use super::voice::{Voice, board_text};
use crate::games::Options;
use crate::games::testing::revisable_choice_game::REVISABLE_CHOICE_GAME;
use crate::player::Level;
use crate::referee::fair::Secret;
use crate::referee::{Person, Table, TableEvent, TableSnapshot};
use crate::rules::{Button, By, Entry, Layout, Leads, Menu, Phrase, Scene, Seat};
use crate::words::Words;
use kept::{form_keeps_limits, keeps_limits, offers_keep_limits};

fn entry(label: &str, leads: Leads, button: Button) -> Entry {
    Entry::new(Phrase::new("tiles-letter").with("letter", label), leads).with(button)
}

fn choices(count: usize) -> Vec<Entry> {
    (0..count)
        .map(|at| entry(&format!("No {at}"), Leads::Choice(format!("take {at}")), Button::Plain))
        .collect()
}

fn laid(layout: Layout, entries: Vec<Entry>, path: &[&str], page: u16) -> Laid {
    let words = Words::embedded().unwrap();
    let voice = Voice::numbered(&words, "en");
    let menu = Menu {
        ask: Phrase::new("tiles-letter").with("letter", "x"),
        layout,
        entries,
        reading: Vec::new(),
        meanings: Vec::new(),
    };
    let laid = lay(
        &voice,
        &MenuPlace {
            table: u64::MAX,
            step: 7,
            path: path.iter().map(|step| (*step).to_owned()).collect(),
            page,
            back: path.len().checked_sub(1),
        },
        &menu,
    );
    let payload = Payload {
        above: "x".to_owned(),
        rows: laid.rows.clone(),
        ..Payload::default()
    };
    keeps_limits(&payload);
    laid
}

/// The number of buttons in each row; a menu counts as 0.
fn shape(laid: &Laid) -> Vec<usize> {
    laid.rows
        .iter()
        .map(|row| match row {
            Row::Buttons(buttons) => buttons.len(),
            Row::Select(_) => 0,
        })
        .collect()
}

/// What can be chosen from all menus.
fn picks(laid: &Laid) -> Vec<Picked> {
    let selects = laid.rows.iter().filter_map(|row| match row {
        Row::Select(select) => Some(select),
        Row::Buttons(_) => None,
    });
    selects
        .flat_map(|select| &select.options)
        .map(|option| option.value.parse().unwrap())
        .collect()
}

/// What the buttons of the last row mean.
fn way(laid: &Laid) -> Vec<CustomId> {
    match laid.rows.last() {
        Some(Row::Buttons(buttons)) => buttons.iter().map(|button| button.target.parse().unwrap()).collect(),
        _ => panic!("the last row leads nowhere"),
    }
}

#[test]
fn a_sheet_of_four_by_four_keeps_its_places() {
    let mut sheet = choices(16);
    sheet[5] = entry("5", Leads::Nowhere, Button::Quiet);
    sheet[6] = entry("5", Leads::Nowhere, Button::Quiet);
    let laid = laid(Layout::Grid(4), sheet, &[], 0);
    assert_eq!(shape(&laid), [4, 4, 4, 4, 2]);
    let Row::Buttons(second) = &laid.rows[1] else {
        panic!("no buttons")
    };
    assert_eq!(
        second.iter().map(|button| button.disabled).collect::<Vec<_>>(),
        [false, true, true, false]
    );
}

#[test]
fn what_a_grid_has_beyond_its_rows_stands_beside_the_way() {
    let grid = |entries, path: &[&str]| laid(Layout::Grid(4), choices(entries), path, 0);
    assert_eq!(shape(&grid(19, &[])), [4, 4, 4, 4, 5]);
    assert_eq!(shape(&grid(19, &["a"])), [4, 4, 4, 4, 5], "typing has no room");
    let target = |laid: &Laid, at: usize| way(laid)[at].clone();
    let choice = |laid: &Laid, at: usize| matches!(target(laid, at), CustomId::Choose { .. });
    let beside = grid(18, &["a"]);
    assert!(choice(&beside, 0) && choice(&beside, 1) && !choice(&beside, 2));
    assert_eq!(shape(&grid(20, &[])), [0, 2], "four more have no room");
}

#[test]
fn a_board_that_is_too_wide_becomes_menus_without_what_leads_nowhere() {
    let mut board = choices(64);
    board[0] = entry("taken", Leads::Nowhere, Button::Plain);
    let laid = laid(Layout::Grid(8), board, &[], 0);
    assert_eq!(shape(&laid), [0, 0, 0, 2]);
    assert_eq!(picks(&laid).len(), 63);
}

#[test]
fn giving_up_stands_apart() {
    let mut list = choices(6);
    list.insert(2, entry("Pass", Leads::Choice("pass".to_owned()), Button::Quiet));
    let short = laid(Layout::List, list, &[], 0);
    assert_eq!(shape(&short), [3, 3, 1, 2]);
    let Row::Buttons(pass) = &short.rows[2] else {
        panic!("no buttons")
    };
    assert_eq!((pass[0].label.as_str(), pass[0].style), ("Pass", Style::Plain));
    let mut many = choices(40);
    many.push(entry("Pass", Leads::Choice("pass".to_owned()), Button::Quiet));
    let many = laid(Layout::List, many, &[], 0);
    assert_eq!(shape(&many), [0, 0, 1, 2]);
    assert_eq!(picks(&many).len(), 40);
}

#[test]
fn every_one_of_a_thousand_choices_is_on_some_page() {
    let pages: Vec<Laid> = (0..10)
        .map(|page| laid(Layout::List, choices(1000), &["a", "b"], page))
        .collect();
    let all: Vec<Picked> = pages.iter().flat_map(picks).collect();
    assert_eq!(
        all,
        (0..1000)
            .map(|at| Picked::Choice(format!("take {at}")))
            .collect::<Vec<_>>()
    );
    let to = |path: &[&str], page| CustomId::Step {
        table: u64::MAX,
        step: 7,
        path: path.iter().map(|step| (*step).to_owned()).collect(),
        page,
    };
    let [typing, read] = [
        CustomId::again(u64::MAX, 7, ""),
        CustomId::OpenRules { table: u64::MAX },
    ];
    assert_eq!(
        way(&pages[0]),
        [to(&["a"], 0), to(&["a", "b"], 1), typing.clone(), read.clone()]
    );
    assert_eq!(
        way(&pages[5]),
        [
            to(&["a"], 0),
            to(&["a", "b"], 4),
            to(&["a", "b"], 6),
            typing.clone(),
            read.clone()
        ]
    );
    assert_eq!(way(&pages[9]), [to(&["a"], 0), to(&["a", "b"], 8), typing, read]);
    let beyond = laid(Layout::List, choices(1000), &[], u16::MAX);
    assert_eq!(beyond.page, (9, 10));
}

#[test]
fn what_is_too_long_for_an_id_can_be_typed() {
    let mut list = choices(3);
    list.push(entry(
        "Long",
        Leads::Choice("x".repeat(limits::CUSTOM_ID)),
        Button::Plain,
    ));
    let laid = laid(Layout::List, list, &[], 0);
    assert_eq!(picks(&laid).len(), 3);
    assert!(way(&laid).contains(&CustomId::again(u64::MAX, 7, "")));
}

#[test]
fn more_than_a_handful_and_what_takes_several_steps_can_be_typed() {
    let types = |laid: &Laid| way(laid).contains(&CustomId::again(u64::MAX, 7, ""));
    let list = |entries, path: &[&str]| laid(Layout::List, entries, path, 0);
    assert!(!types(&list(choices(5), &[])));
    assert!(types(&list(choices(6), &[])));
    assert!(types(&list(choices(5), &["a"])), "as it was on the menu before");
    let mut steps = choices(3);
    steps.push(entry("On", Leads::Step("on".to_owned()), Button::Plain));
    assert!(types(&list(steps, &[])));
    let mut shown = choices(5);
    shown.extend((0..9).map(|_| entry("taken", Leads::Nowhere, Button::Plain)));
    assert!(!types(&list(shown, &[])), "what leads nowhere is no choice");
}

/// The presses of a panel.
fn presses(payload: &Payload) -> Vec<CustomId> {
    let buttons = payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        Row::Select(_) => &[],
    });
    buttons.map(|button| button.target.parse().unwrap()).collect()
}

/// A table of two at which both are asked for a choice that may be changed.
fn pledging() -> Table {
    let person = |id: u64| Person {
        id,
        name: format!("p{id}"),
    };
    let mut table = Table::blank(7, 8, None, &REVISABLE_CHOICE_GAME, Secret::from_bytes([1; 32]));
    let options = Options::new();
    let opened = TableEvent::Opened {
        options: options.clone(),
        clock: None,
        host: person(1),
        computers: 0,
        level: Level::default(),
        join: 7,
        seal: None,
    };
    for event in [
        opened,
        TableEvent::Sat {
            person: person(2),
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

/// The panel of a seat of a table of two.
fn panel_at(table: &Table, seat: u8, at: At<'_>) -> Payload {
    let snapshot = TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; 2],
        patience: Vec::new(),
        next_round_at: None,
    };
    let words = Words::embedded().unwrap();
    let payload = super::panel(&words, "en", &snapshot, Seat(seat), at, Boards::Text);
    keeps_limits(&payload);
    payload
}

#[test]
fn a_panel_goes_on_offering_what_may_be_changed() {
    let mut table = pledging();
    let choose = |seat, points| TableEvent::Played {
        by: By::Seat(Seat(seat)),
        what: format!("pledge {points}"),
        lapsed: false,
        players: None,
    };
    let shown = |table: &Table, seat| panel_at(table, seat, At::default());
    let offers = |payload: &Payload, step| {
        let offer =
            |custom_id: CustomId| matches!(custom_id, CustomId::Choose { step: drawn, .. } if Some(drawn) == step);
        presses(payload)
            .into_iter()
            .filter(|custom_id| offer(custom_id.clone()))
            .count()
    };
    let change = "You can still change it";
    let asked = shown(&table, 0);
    assert_eq!(offers(&asked, table.asked(Seat(0))), 3);
    assert!(!asked.text().contains(change), "{}", asked.text());
    for points in [1, 3] {
        table.apply(0, &choose(0, points)).unwrap();
        let chosen = shown(&table, 0);
        assert_eq!(offers(&chosen, table.offered(Seat(0))), 3);
        assert!(
            chosen.text().contains(change) && chosen.text().contains("p2"),
            "{}",
            chosen.text()
        );
        assert!(
            chosen.text().contains(&format!("pledge: {points}")),
            "{}",
            chosen.text()
        );
    }
    table.apply(0, &choose(1, 2)).unwrap();
    assert!(!shown(&table, 0).text().contains(change), "the next phase is open");
}

#[test]
fn only_ways_to_give_up_are_still_shown() {
    let pass = |at: usize| entry("Pass", Leads::Choice(format!("pass {at}")), Button::Quiet);
    assert_eq!(shape(&laid(Layout::List, vec![pass(0)], &[], 0)), [1, 1]);
    assert_eq!(
        picks(&laid(Layout::List, (0..30).map(pass).collect(), &[], 0)).len(),
        30
    );
    assert_eq!(shape(&laid(Layout::List, Vec::new(), &[], 0)), [1]);
}

fn board(lines: &[String]) -> Option<String> {
    board_text(&Scene {
        board: lines.to_vec(),
        ..Scene::default()
    })
}

#[test]
fn a_board_is_a_block_that_always_ends() {
    assert_eq!(board(&[]), None);
    let lines = ["2 . :", "1 : `"].map(str::to_owned);
    assert_eq!(board(&lines).as_deref(), Some("```\n2 . :\n1 : '\n```"));
    let widest = vec!["#".repeat(36); 16];
    let whole = board(&widest).unwrap();
    assert_eq!(whole.lines().count(), 18, "what is promised to games has room");
    assert!(limits::length(&whole) <= limits::CONTENT / 3);
    let cut = board(&vec!["#".repeat(36); 40]).unwrap();
    assert!(cut.ends_with("\n```") && limits::length(&cut) <= 700);
}

/// The number of buttons in each row; a menu counts as 0.
fn widths(rows: &[Row]) -> Vec<usize> {
    let width = |row: &Row| match row {
        Row::Buttons(buttons) => buttons.len(),
        Row::Select(_) => 0,
    };
    rows.iter().map(width).collect()
}

#[test]
fn the_way_to_resign_and_the_answers_to_an_offer_move_nothing() {
    let words = Words::embedded().unwrap();
    let voice = Voice::numbered(&words, "en");
    let entry = crate::games::find("binary").unwrap();
    let secret = Secret::from_bytes([1; 32]);
    let mut table = Table::blank(1, 2, None, entry, secret);
    let who = |id: u64| Person {
        id,
        name: format!("p{id}"),
    };
    let options = Options::new();
    for event in [
        TableEvent::Opened {
            options: options.clone(),
            clock: None,
            host: who(1),
            computers: 0,
            level: Level::default(),
            join: 3,
            seal: None,
        },
        TableEvent::Sat {
            person: who(2),
            join: 4,
        },
        TableEvent::Began {
            options,
            seats: 2,
            edition: 1,
            forfeits: true,
        },
        TableEvent::RoundBegan { round: 1 },
        TableEvent::Played {
            by: By::Chance,
            what: "black 0".to_owned(),
            lapsed: false,
            players: None,
        },
    ] {
        table.apply(0, &event).unwrap();
    }
    let mut offered = table.clone();
    offered.apply(0, &TableEvent::DrawOffered { seat: Seat(1) }).unwrap();
    let row = |row: usize, width: usize| {
        let blank = |at: usize| CustomId::Blank {
            at: (row * 10 + at) as u16,
        };
        let buttons = (0..width).map(|at| crate::discord::payload::Button::new("x", Style::Plain, &blank(at)));
        Row::Buttons(buttons.collect())
    };
    for (before, quiet, answering) in [
        (&[3, 1][..], &[3, 2][..], &[3, 2, 2][..]),
        (&[5, 5], &[5, 5, 1], &[5, 5, 1, 2]),
        (&[1, 1, 1, 5], &[1, 1, 1, 5, 1], &[1, 1, 1, 5, 3]),
        (&[4, 4, 4, 4, 2], &[4, 4, 4, 4, 3], &[4, 4, 4, 4, 4]),
        (&[4, 4, 4, 4, 4], &[4, 4, 4, 4, 5], &[4, 4, 4, 4, 5]),
        (&[4, 4, 4, 4, 5], &[4, 4, 4, 4, 5], &[4, 4, 4, 4, 5]),
    ] {
        let rows: Vec<Row> = before.iter().enumerate().map(|(at, width)| row(at, *width)).collect();
        for (table, after) in [(&table, quiet), (&offered, answering)] {
            let mut laid = rows.clone();
            super::concede::add_way(&voice, table, Seat(0), &mut laid);
            assert_eq!(widths(&laid), after, "{before:?}");
            for (was, is) in rows.iter().zip(&laid) {
                let (Row::Buttons(was), Row::Buttons(is)) = (was, is) else {
                    panic!("only buttons")
                };
                assert_eq!(was[..], is[..was.len()], "what was there stays in its place");
            }
            let buttons = laid.iter().filter_map(|row| match row {
                Row::Buttons(buttons) => Some(buttons),
                Row::Select(_) => None,
            });
            let labels: Vec<&str> = buttons.flatten().map(|button| &*button.label).collect();
            let has = |label: &str| labels.contains(&label);
            assert_eq!(has("Accept…"), has("Decline"), "never one answer alone: {labels:?}");
            let payload = Payload {
                above: "x".to_owned(),
                rows: laid,
                ..Payload::default()
            };
            keeps_limits(&payload);
        }
    }
}

#[test]
fn help_names_who_designed_the_games_and_the_rules_name_everybody() {
    let words = Words::embedded().unwrap();
    let help = super::help(&words, "en");
    keeps_limits(&help);
    for entry in crate::games::CATALOGUE {
        let of_game = |word: &str| words.message("en", &format!("{}-{word}", entry.slug));
        let by = of_game("by").unwrap_or_default();
        assert!(help.above.contains(&by), "{by}\n{}", help.above);
        let credits = of_game("credits").unwrap_or_default();
        let rules = super::rules(&words, "en", entry, &crate::games::Options::new(), None, 0);
        assert!(credits.contains(&by) && rules.above.ends_with(&credits), "{credits}");
    }
}
