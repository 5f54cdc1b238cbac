//! Scenes, menus and the language file.

use super::super::*;
use super::support::Table;
use crate::rules::{Arg, Button, Layout, Leads, Menu, Observe, Presentation, Preview, Scene, Viewer};

const SHEET: [u8; 8] = [22, 88, 44, 10, 35, 19, 5, 67];

fn scene(table: &Table, viewer: Viewer) -> Scene {
    Binome::scene(&table.0.view(viewer))
}

fn menu(table: &Table, seat: u8) -> Option<Menu> {
    let mut choices = Vec::new();
    table.0.choices(Seat(seat), &mut choices);
    Binome::menu(&table.0.view(Viewer::Seat(Seat(seat))), &choices, &[])
}

fn keys(phrases: &[Phrase]) -> Vec<&'static str> {
    phrases.iter().map(|phrase| phrase.key).collect()
}

fn arg<'p>(phrase: &'p Phrase, name: &str) -> &'p Arg {
    let found = phrase.args.iter().find(|(key, _)| *key == name);
    &found.unwrap_or_else(|| panic!("{name} in {phrase:?}")).1
}

#[test]
fn the_digits_are_a_grid_of_sixteen_spaces() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    for seat in [0, 1] {
        table.choose(seat, "3u");
    }
    table.chance("roll 4");
    let menu = menu(&table, 0).unwrap();
    assert_eq!((menu.layout, menu.entries.len()), (Layout::Grid(4), 16));
    assert_eq!(arg(&menu.ask, "digit"), &Arg::Number(4));
    assert_eq!(menu.entries[5].leads, Leads::Nowhere);
    assert_eq!(menu.entries[4].leads, Leads::Choice("3t".to_owned()));
    let becomes = |at: usize| arg(&menu.entries[at].label, "digits").clone();
    assert_eq!(becomes(4), Arg::from("47"), "with the 7 that is there");
    assert_eq!(becomes(5), Arg::from("□7"), "as it is");
    assert_eq!((becomes(14), becomes(15)), (Arg::from("4□"), Arg::from("□4")));
    assert_eq!(menu.entries[15].leads, Leads::Choice("8u".to_owned()));
    let scene = scene(&table, Viewer::Seat(Seat(0)));
    assert_eq!(keys(&scene.summary), ["binome-rolled"]);
    assert_eq!(
        arg(&scene.own[0], "n3"),
        &Arg::Phrase(Phrase::new("binome-own-number").with("number", "□7"))
    );
}

#[test]
fn who_has_written_a_digit_is_offered_the_other_spaces() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    table.choose(0, "3u");
    let offered = |table: &Table| menu(table, 0).unwrap();
    let menu = offered(&table);
    assert_eq!(menu.ask.key, "binome-ask-move-units");
    assert_eq!(
        (arg(&menu.ask, "digit"), arg(&menu.ask, "number")),
        (&Arg::Number(7), &Arg::Number(3))
    );
    let written = &menu.entries[5];
    assert_eq!((&written.leads, written.button), (&Leads::Nowhere, Button::Main));
    let leads = menu.entries.iter().filter(|entry| entry.leads != Leads::Nowhere);
    assert_eq!(leads.count(), 15);
    let becomes = |at: usize| arg(&menu.entries[at].label, "digits").clone();
    assert_eq!(
        (becomes(4), becomes(5)),
        (Arg::from("7□"), Arg::from("□7")),
        "one 7 alone"
    );
    table.choose(0, "8t");
    assert_eq!(offered(&table).ask.key, "binome-ask-move-tens");
}

#[test]
fn who_has_chosen_in_secret_is_offered_what_else_they_could() {
    let mut table = Table::conference(r#"{"secrets":true}"#, 0, &[SHEET; 3], &["has5"]);
    let asked = |table: &Table, seat: u8| {
        let menu = menu(table, seat).unwrap();
        let leads = menu.entries.iter().map(|entry| match &entry.leads {
            Leads::Choice(what) => what.clone(),
            Leads::Nowhere => format!("{} is chosen", entry.label.key),
            other => panic!("{other:?}"),
        });
        (menu.ask.key, leads.collect::<Vec<_>>())
    };
    let offered = |leads: [&str; 3]| leads.map(str::to_owned).to_vec();
    table.choose(0, "claim 35");
    assert_eq!(
        asked(&table, 0),
        (
            "binome-ask-claim-other",
            offered(["claim 05", "binome-chosen is chosen", "pass"])
        )
    );
    table.choose(0, "pass");
    assert_eq!(
        asked(&table, 0),
        (
            "binome-ask-pass-other",
            offered(["claim 05", "claim 35", "binome-chosen is chosen"])
        )
    );
    assert_eq!(
        asked(&table, 1),
        ("binome-ask-claim", offered(["claim 05", "claim 35", "pass"]))
    );
}

#[test]
fn the_conference_offers_eligible_numbers_ascending_and_a_pass() {
    let table = Table::conference("{}", 0, &[SHEET; 3], &["has5"]);
    let menu = menu(&table, 0).unwrap();
    let leads: Vec<&Leads> = menu.entries.iter().map(|entry| &entry.leads).collect();
    let expected = ["claim 05", "claim 35", "pass"].map(|choice| Leads::Choice(choice.to_owned()));
    assert_eq!(leads, expected.iter().collect::<Vec<_>>());
    assert_eq!(menu.entries[2].button, Button::Quiet);
    assert_eq!(menu.ask.key, "binome-ask-claim");
    let mut choices = Vec::new();
    table.0.choices(Seat(0), &mut choices);
    let view = table.0.view(Viewer::Seat(Seat(0)));
    assert_eq!(Binome::menu(&view, &choices, &["5"]), None, "no path leads further");
    assert_eq!(Binome::menu(&view, &[], &[]), None);
}

#[test]
fn who_is_asked_reads_who_has_claimed_before() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["has5"]);
    let asked = |table: &Table, seat: u8| {
        let words = crate::words::Words::embedded().unwrap();
        words.plain(
            crate::words::ENGLISH,
            &menu(table, seat).unwrap().ask,
            &crate::words::Numbered,
        )
    };
    table.choose(0, "pass");
    assert_eq!(
        asked(&table, 1),
        "Seat 1 passes. Which number do you claim the card with?"
    );
    table.choose(1, "claim 05");
    assert_eq!(
        asked(&table, 2),
        "Seat 1 passes and Seat 2 claims. Which number do you claim the card with?"
    );
    // What is chosen at the same time, in secret, nobody reads.
    let mut table = Table::conference(r#"{"secrets":true}"#, 0, &[SHEET; 3], &["has5"]);
    table.choose(0, "pass");
    assert_eq!(asked(&table, 1), "Which number do you claim the card with?");
}

#[test]
fn a_value_of_the_house_is_labelled_so_wherever_its_card_is_told() {
    let labels = |options: &str, card: &str| {
        let table = Table::conference(options, 0, &[SHEET; 3], &[card]);
        let value = |told: &Phrase| match arg(told, "value") {
            Arg::Phrase(phrase) => phrase.key,
            other => panic!("{other:?}"),
        };
        let told = [Viewer::Table, Viewer::Seat(Seat(0))].map(|viewer| {
            let picture = Binome::picture(&table.0.view(viewer), Preview::Nothing).unwrap();
            let described = picture.alt.iter().find(|told| told.key == "binome-card").unwrap();
            [value(&scene(&table, viewer).summary[0]), value(described)]
        });
        let told = told.concat();
        assert!(told.iter().all(|key| *key == told[0]), "{told:?}");
        told[0]
    };
    assert_eq!(labels("{}", "by10"), "binome-value-house");
    assert_eq!(labels("{}", "identical"), "binome-value-points", "it is the rulebook's");
    assert_eq!(
        labels(r#"{"values":{"by10":5}}"#, "by10"),
        "binome-value-points",
        "it is the operator's"
    );
}

#[test]
fn a_table_tells_the_card_the_word_and_the_last_turn() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical", "max"]);
    table.turn(&[Some(22), Some(22), Some(44)]);
    table.choose(2, "claim 88");
    let scene = scene(&table, Viewer::Table);
    assert_eq!(keys(&scene.summary), ["binome-card", "binome-word"]);
    assert_eq!(
        keys(&scene.recent),
        [
            "binome-last-turn",
            "binome-fact-reveal",
            "binome-fact-out",
            "binome-fact-award"
        ]
    );
    let scores: Vec<Option<i64>> = scene.seats.iter().map(|line| line.score).collect();
    assert_eq!(scores, [Some(0), Some(0), Some(4)]);
    assert_eq!(
        keys(&scene.seats[2].marks),
        ["binome-mark-chair", "binome-mark-left", "binome-mark-claim"]
    );
    assert_eq!(arg(&scene.seats[2].marks[1], "count"), &Arg::Number(7));
    assert_eq!(scene.own, []);
}

#[test]
fn in_the_same_boat_no_card_promises_what_the_boat_does_not_keep() {
    let condition = |phrase: &Phrase| match arg(phrase, "condition") {
        Arg::Phrase(phrase) => phrase.key,
        other => panic!("{other:?}"),
    };
    for (json, card, key) in [
        (r#"{"boat":true}"#, "min", "binome-condition-boat"),
        (r#"{"boat":true}"#, "near50", "binome-condition-boat"),
        (r#"{"boat":true}"#, "has5", "binome-condition-has5"),
        ("{}", "min", "binome-condition-min"),
    ] {
        let table = Table::conference(json, 0, &[SHEET; 6], &[card]);
        assert_eq!(condition(&scene(&table, Viewer::Table).summary[0]), key);
        assert_eq!(condition(&scene(&table, Viewer::Seat(Seat(0))).summary[0]), key);
        let rules = Binome::rules(&super::support::options(json));
        let cards = rules.iter().find(|block| block.key == "binome-rules-cards").unwrap();
        match arg(cards, card) {
            Arg::Phrase(phrase) => assert_eq!(condition(phrase), key),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn rounds_of_digits_count_from_one() {
    let round = |table: &Table| match scene(table, Viewer::Table).phase.unwrap() {
        phase if phase.key == "binome-phase-digits" => arg(&phase, "round").clone(),
        other => panic!("{other:?}"),
    };
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    assert_eq!(round(&table), Arg::Number(1));
    table.chance("roll 7");
    assert_eq!(round(&table), Arg::Number(1));
    table.choose(0, "1t");
    table.choose(1, "1t");
    assert_eq!(round(&table), Arg::Number(2));
}

#[test]
fn a_private_panel_strikes_used_numbers_and_names_the_choice() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical", "max"]);
    table.turn(&[Some(22), None, None]);
    table.choose(0, "claim 67");
    let scene = scene(&table, Viewer::Seat(Seat(0)));
    assert_eq!(keys(&scene.own), ["binome-own", "choice-told"]);
    assert_eq!(
        arg(&scene.own[0], "n1"),
        &Arg::Phrase(Phrase::new("binome-own-used").with("number", "22"))
    );
    assert_eq!(
        arg(&scene.own[0], "n7"),
        &Arg::Phrase(Phrase::new("binome-own-number").with("number", "05"))
    );
    assert_eq!(scene.seats, []);
}

#[test]
fn the_rules_label_house_values_and_those_of_the_table() {
    let rules = Binome::rules(&super::support::options(r#"{"values":{"max":5}}"#));
    let cards = rules.iter().find(|block| block.key == "binome-rules-cards").unwrap();
    let keys = |slug: &str| match arg(cards, slug) {
        Arg::Phrase(card) => match arg(card, "value") {
            Arg::Phrase(value) => (card.key, value.key),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(keys("identical"), ("binome-rules-card", "binome-value-points"));
    assert_eq!(keys("by10"), ("binome-rules-card", "binome-value-house"));
    assert_eq!(keys("max"), ("binome-rules-card-own", "binome-value-points"));
    assert_eq!(cards.args.len(), 16);
}

#[test]
fn the_rules_are_those_of_the_table() {
    let told = |json: &str| keys(&Binome::rules(&super::support::options(json)));
    let has = |json: &str, key: &str| told(json).contains(&key);
    let (word, two) = ("binome-rules-word", "binome-rules-word-two");
    assert!(has("{}", word) && has("{}", two), "nobody knows yet how many play");
    assert!(has(r#"{"secrets":false}"#, word) && !has(r#"{"secrets":false}"#, two));
    for secret in [r#"{"secrets":true}"#, r#"{"solo":true}"#] {
        assert!(has(secret, "binome-rules-word-secret") && !has(secret, word) && !has(secret, two));
    }
    for (json, on, off) in [
        (r#"{"strict":true}"#, "binome-rules-unfit", "binome-rules-fit"),
        (r#"{"boat":true}"#, "binome-rules-winner-boat", "binome-rules-winner"),
        (r#"{"battle":true}"#, "binome-rules-battle", ""),
        (r#"{"transparency":true}"#, "binome-rules-transparency", ""),
    ] {
        assert!(has(json, on) && !has(json, off), "{json}");
        assert!(!has("{}", on) && (off.is_empty() || has("{}", off)), "{json}");
    }
}

#[test]
fn option_descriptions_are_short() {
    let text = include_str!("../en.ftl");
    for spec in Binome::OPTION_SPECS {
        let key = format!("binome-option-{} = ", spec.name);
        let line = text.lines().find_map(|line| line.strip_prefix(&key)).unwrap();
        assert!((1..=100).contains(&line.chars().count()), "{}: {line}", spec.name);
    }
}
