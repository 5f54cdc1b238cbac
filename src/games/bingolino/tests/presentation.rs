//! What people see and press.

use super::super::*;
use super::support::{ALL, EDGAR, SECOND, Table};
use crate::rules::{Button, Ink, Leads, Menu, Observe, Presentation, Preview, Viewer};

fn leads(menu: &Menu) -> Vec<String> {
    let leads = menu.entries.iter().map(|entry| match &entry.leads {
        Leads::Choice(choice) | Leads::Preview(choice) => choice.clone(),
        Leads::Step(step) => format!(">{step}"),
        Leads::Nowhere => "-".to_owned(),
    });
    leads.collect()
}

/// What "ready" would lay out.
fn ready(menu: &Menu) -> String {
    leads(menu)[16].clone()
}

#[test]
fn ready_is_one_press() {
    let table = Table::dealt(2);
    let menu = table.menu(0, &[]).unwrap();
    assert_eq!(menu.layout, crate::rules::Layout::Grid(4));
    assert_eq!(menu.entries.len(), 19, "sixteen tiles, ready, arrange, shuffle");
    assert_eq!(ready(&menu), format!("layout {EDGAR}"));
    assert_eq!(menu.entries[16].button, Button::Main);
    let mut table = table;
    table.choose(0, &ready(&menu));
}

#[test]
fn two_tiles_that_are_pressed_change_places() {
    let table = Table::dealt(2);
    let picked = table.menu(0, &["a"]).unwrap();
    assert_eq!(
        picked.entries[0].button,
        Button::Main,
        "the one that is picked stands out"
    );
    assert_eq!(
        ready(&picked),
        format!("layout {EDGAR}"),
        "nothing has changed places yet"
    );
    let swapped = table.menu(0, &["a", "p"]).unwrap();
    assert_eq!(ready(&swapped), "layout 7,21,10,16,17,2,22,17,12,10,15,21,4,4,9,3");
    let twice = table.menu(0, &["a", "p", "p", "b"]).unwrap();
    assert_eq!(ready(&twice), "layout 7,3,10,16,17,2,22,17,12,10,15,21,4,4,9,21");
    let put_down = table.menu(0, &["c", "c"]).unwrap();
    assert_eq!(ready(&put_down), format!("layout {EDGAR}"));
    assert!(put_down.entries[..16].iter().all(|entry| entry.button == Button::Plain));
}

#[test]
fn any_order_can_be_reached_by_swapping() {
    let table = Table::dealt(2);
    let goal = table.0.grids[0].layout.sorted();
    let mut now = table.0.grids[0].layout.0;
    let mut path: Vec<String> = Vec::new();
    let letter = |place: usize| char::from(b'a' + place as u8).to_string();
    for (place, number) in goal.into_iter().enumerate() {
        let from = (place..16).find(|from| now[*from] == number).unwrap();
        if from != place {
            now.swap(place, from);
            path.extend([letter(place), letter(from)]);
        }
    }
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let menu = table.menu(0, &path).unwrap();
    assert_eq!(ready(&menu), format!("layout {}", Layout(goal)));
}

#[test]
fn a_path_ends_where_it_would_no_longer_fit_a_button() {
    let table = Table::dealt(2);
    let long = vec!["a"; 32];
    let menu = table.menu(0, &long).unwrap();
    assert!(leads(&menu)[..16].iter().all(|lead| lead == "-"));
    assert_eq!(ready(&menu), format!("layout {EDGAR}"));
    assert_eq!(table.menu(0, &["a"; 33]), None);
    for odd in ["q", "A", "", "ab", "1", "no"] {
        assert_eq!(table.menu(0, &[odd]), None, "{odd:?}");
    }
}

#[test]
fn suggestions_are_layouts_of_the_own_tiles() {
    let table = Table::dealt(4);
    for seat in 0..4 {
        let own = table.0.grids[usize::from(seat)].layout.sorted();
        let mut suggested = Vec::new();
        for path in [
            &["y"][..],
            &["z"],
            &["z", "z"],
            &["z", "z", "z"],
            &["b", "y"],
            &["z", "y"],
        ] {
            let choice: Choice = ready(&table.menu(seat, path).unwrap()).parse().unwrap();
            let Choice::Layout(layout) = choice else {
                panic!("{choice} is no layout")
            };
            assert_eq!(layout.sorted(), own);
            suggested.push(layout);
        }
        assert!(
            suggested[1] != suggested[2] && suggested[2] != suggested[3],
            "every shuffle is another"
        );
        assert_eq!(suggested[0], suggested[5]);
        assert_eq!(suggested[0], suggested[4], "a tile that was picked up lies again");
        assert_eq!(table.choices(seat)[1], format!("layout {}", suggested[0]));
    }
}

#[test]
fn arranging_puts_the_hardest_numbers_where_they_block_least() {
    let tiles: Layout = "1,2,3,4,5,6,7,8,9,10,11,12,19,20,21,22".parse().unwrap();
    let layout = arrange::arranged(&tiles);
    let hard: Vec<Place> = Place::all().filter(|place| layout.number(*place) > 18).collect();
    let free = Line::all().filter(|line| hard.iter().all(|place| !line.places().contains(*place)));
    assert!(free.count() >= 4, "four lines have none of them: {layout}");
}

#[test]
fn who_has_laid_out_may_go_on_from_there() {
    let mut table = Table::dealt(2);
    let swapped = ready(&table.menu(0, &["a", "p"]).unwrap());
    table.choose(0, &swapped);
    assert_eq!(ready(&table.menu(0, &["a", "p"]).unwrap()), format!("layout {EDGAR}"));
    assert_eq!(
        ready(&table.menu(0, &["a", "b", "b", "a", "a", "p"]).unwrap()),
        format!("layout {EDGAR}")
    );
}

#[test]
fn a_layout_that_is_changed_after_ready_is_shown_as_not_chosen_yet() {
    let mut table = Table::dealt(2);
    assert_eq!(table.menu(0, &["a", "p"]).unwrap().ask.key, "bingolino-ask-layout");
    let swapped = ready(&table.menu(0, &["a", "p"]).unwrap());
    table.choose(0, &swapped);
    let view = table.0.view(Viewer::Seat(Seat(0)));
    let ticks = |path: &[&str]| {
        let sketch = Bingolino::sketch(&view, Preview::Path(path)).unwrap();
        let ticks = sketch.shapes.iter().filter(|shape| shape.line == Some((Ink::Good, 5)));
        let changed = sketch.alt.iter().any(|said| said.key == "bingolino-alt-changed");
        (ticks.count(), changed)
    };
    for same in [&[][..], &["a", "p", "a", "p"]] {
        let menu = table.menu(0, same).unwrap();
        assert_eq!(menu.ask.key, "bingolino-ask-layout-ready");
        let entry = &menu.entries[16];
        assert_eq!(
            (entry.label.key, &entry.leads, entry.button),
            ("bingolino-ready-done", &Leads::Nowhere, Button::Plain)
        );
        assert_eq!(ticks(same), (1, false), "the tick stands beside the chosen layout");
    }
    for other in [&["a", "b"][..], &["y"], &["z"]] {
        let menu = table.menu(0, other).unwrap();
        assert_eq!(menu.ask.key, "bingolino-ask-layout-changed");
        assert_eq!(
            (menu.entries[16].label.key, menu.entries[16].button),
            ("bingolino-ready", Button::Main)
        );
        assert_eq!(ticks(other), (0, true), "another layout is not chosen yet");
        table.try_choose(0, &ready(&menu)).unwrap();
        table.choose(0, &swapped);
    }
}

#[test]
fn rolls_and_flips_are_one_press() {
    let mut table = Table::laid(2);
    let menu = table.menu(0, &[]).unwrap();
    assert_eq!(leads(&menu), ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5"]);
    assert_eq!(table.menu(1, &[]), None);
    assert_eq!(table.menu(0, &["a"]), None);
    table.roll("6,6,5,4");
    let menu = table.menu(0, &[]).unwrap();
    assert_eq!(leads(&menu), table.choices(0));
    assert_eq!(menu.ask.key, "bingolino-ask-flip-roller");
    let entry = &menu.entries[4];
    let label = Phrase::new("bingolino-flip-without")
        .with("place", "D1")
        .with("number", 16)
        .with("die", 5);
    assert_eq!((&entry.label, entry.button), (&label, Button::Main));
    assert_eq!(menu.entries[6].button, Button::Quiet, "declining stands apart");
    assert_eq!(table.menu(1, &[]).unwrap().ask.key, "bingolino-ask-flip");
    let mut table = Table::laid(2);
    table.roll("3");
    assert_eq!(
        table.menu(0, &[]).unwrap().ask.key,
        "bingolino-ask-flip",
        "one die cannot be left out"
    );
    let mut table = Table::laid(2).with(0, "D4");
    table.roll("1");
    let menu = table.menu(0, &[]).unwrap();
    assert_eq!(
        (menu.ask.key, leads(&menu)),
        ("bingolino-ask-back", vec!["back D4".to_owned()])
    );
}

#[test]
fn who_has_chosen_for_a_roll_is_offered_what_else_they_could_turn_over() {
    let mut table = Table::laid(2);
    table.roll("6,6,5,4");
    table.choose(0, "flip D1 -5");
    let menu = table.menu(0, &[]).unwrap();
    let choice = Phrase::new("bingolino-question-flip-without")
        .with("place", "D1")
        .with("number", 16)
        .with("die", 5);
    assert_eq!(menu.ask, Phrase::new("bingolino-ask-other").with("choice", choice));
    let others = table.choices(0);
    let others: Vec<&String> = others.iter().filter(|what| *what != "flip D1 -5").collect();
    let leads: Vec<_> = menu
        .entries
        .iter()
        .filter(|entry| entry.leads != Leads::Nowhere)
        .collect();
    assert!(others.into_iter().eq(leads.into_iter().map(|entry| match &entry.leads {
        Leads::Choice(what) => what,
        other => panic!("{other:?}"),
    })));
    assert_eq!(menu.entries[4].label.key, "bingolino-chosen");
}

#[test]
fn a_question_before_a_flip_names_the_number_and_its_place() {
    let mut table = Table::laid(2);
    table.roll("6,6,5,4");
    let view = table.0.view(Viewer::Seat(Seat(0)));
    let asked = |what: &str| Bingolino::question(&view, &what.parse().unwrap());
    let about = |key: &'static str| Phrase::new(key).with("place", "B1").with("number", 21);
    assert_eq!(asked("flip B1"), about("bingolino-question-flip"));
    assert_eq!(asked("back B1"), about("bingolino-question-back"));
    let without = Phrase::new("bingolino-question-flip-without")
        .with("place", "D1")
        .with("number", 16)
        .with("die", 5);
    assert_eq!(asked("flip D1 -5"), without);
    assert_eq!(asked("decline"), Bingolino::choice(&Choice::Decline));
}

#[test]
fn the_text_board_shows_turned_tiles_and_stars() {
    let mut table = Table::laid(2).with(0, "A1 B1 C1 D1 C2 B3 A4 B2 C3 D4 A2 A3");
    table.roll("6,6,6,6,6");
    let board = &table.scene(Viewer::Table).seats[0].board;
    assert_eq!(
        board,
        &[
            "    A   B   C   D",
            "1 [ 3][21][10][16]*",
            "2 [17][ 2][22] 17",
            "3 [12][10][15] 21",
            "4 [ 4]  4   9 [ 7]",
            "*   *             *",
        ]
    );
    let plain = &table.scene(Viewer::Table).seats[1].board;
    assert_eq!(plain.len(), 5, "no line for stars that are not there");
    assert_eq!(plain[4], "4  14  14  18  19");
    assert_eq!(
        table.scene(Viewer::Seat(Seat(1))).board,
        *plain,
        "a panel shows the own grid"
    );
    assert_eq!(table.scene(Viewer::Table).board, Vec::<String>::new());
}

#[test]
fn before_all_are_ready_the_table_shows_tiles_in_no_order() {
    let mut table = Table::dealt(2);
    let loose = ["  2  3  4  4  7  9 10 10", " 12 15 16 17 17 21 21 22"];
    assert_eq!(table.scene(Viewer::Table).seats[0].board, loose);
    assert_eq!(
        table.scene(Viewer::Seat(Seat(0))).board,
        Vec::<String>::new(),
        "the menu shows them"
    );
    table.choose(0, &format!("layout {EDGAR}"));
    assert_eq!(table.scene(Viewer::Table).seats[0].board, loose);
    assert_eq!(table.scene(Viewer::Seat(Seat(0))).board[1], "1   3  21  10  16");
    let marks: Vec<&str> = table.scene(Viewer::Table).seats[0]
        .marks
        .iter()
        .map(|mark| mark.key)
        .collect();
    assert_eq!(marks, ["bingolino-mark-sealed"]);
    table.choose(1, &format!("layout {SECOND}"));
    assert_eq!(table.scene(Viewer::Table).seats[0].board[1], "1   3  21  10  16");
}

#[test]
fn what_happened_last_is_told_in_order() {
    let mut table = Table::laid(3).with(0, "A1 C1 D1");
    let keys = |table: &Table| -> Vec<&str> {
        let scene = table.scene(Viewer::Table);
        scene.recent.iter().map(|phrase| phrase.key).collect()
    };
    assert_eq!(keys(&table), Vec::<&str>::new());
    table.roll("6,6,5,4");
    table.choose(1, "decline");
    table.choose(0, "flip B1");
    assert_eq!(
        keys(&table),
        [
            "bingolino-last-roll",
            "bingolino-did-flip",
            "bingolino-did-decline",
            "bingolino-fact-star"
        ]
    );
    table.roll("6,6,6,6,6");
    assert_eq!(keys(&table), ["bingolino-last-roll", "bingolino-did-nothing"]);
}

#[test]
fn the_phase_says_who_is_on_turn() {
    let mut table = Table::new(2);
    let phase = |table: &Table| table.scene(Viewer::Table).phase.unwrap();
    assert_eq!(phase(&table).key, "bingolino-phase-tiles");
    table.chance(&format!("tiles 0 {EDGAR}"));
    table.chance(&format!("tiles 1 {SECOND}"));
    assert_eq!(phase(&table).key, "bingolino-phase-layout");
    for (seat, tiles) in ALL.iter().take(2).enumerate() {
        table.choose(seat as u8, &format!("layout {tiles}"));
    }
    assert_eq!(phase(&table).key, "bingolino-phase-first");
    table.chance("first 1");
    assert_eq!(phase(&table), Phrase::new("bingolino-phase-roll").with("seat", Seat(1)));
    table.roll("6,6,5,4");
    assert_eq!(phase(&table), Phrase::new("bingolino-phase-flip").with("seat", Seat(1)));
    let summary = table.scene(Viewer::Table).summary;
    assert_eq!(summary[0].key, "bingolino-rolled");
}
