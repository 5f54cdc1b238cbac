//! The four ways to see boards, each of which is honoured by every game, on pictures and on buttons.

use super::super::super::custom_id::{Boards, Confirm, PanelAt, Ping};
use super::super::super::payload::{Payload, Row};
use super::super::{At, panel, settings, table};
use super::counted::positions;
use crate::games::{CATALOGUE, is_of_signs};
use crate::rules::{Form, Label, Seat, Sketch};
use crate::words::Words;

/// So many positions of each game are looked at.
const POSITIONS: u32 = 24;

/// The icons of a message.
fn icons(payload: &Payload) -> Vec<&str> {
    let icons = payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|button| &button.icon).collect::<Vec<_>>(),
        Row::Select(select) => select.options.iter().map(|option| &option.icon).collect(),
    });
    icons.filter_map(|icon| icon.as_deref()).collect()
}

/// What buttons and options say.
fn labels(payload: &Payload) -> Vec<&str> {
    let labels = payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|button| button.label.as_str()).collect::<Vec<_>>(),
        Row::Select(select) => select.options.iter().map(|option| option.label.as_str()).collect(),
    });
    labels.collect()
}

/// How many numbers a picture shows as signs, and how many as single digits.
fn numbers(sketch: &Sketch) -> (usize, usize) {
    let digit = |form: &Form| match form {
        Form::Text {
            says: Label::Text(says),
            bold,
            ..
        } => *bold && says.len() == 1 && says.as_bytes()[0].is_ascii_digit(),
        _ => false,
    };
    let rings = |form: &Form| matches!(form, Form::Rings { .. });
    let count = |so: &dyn Fn(&Form) -> bool| sketch.shapes.iter().filter(|shape| so(&shape.form)).count();
    (count(&rings), count(&digit))
}

#[test]
fn every_way_to_see_boards_is_honoured_by_every_game() {
    let words = Words::embedded().expect("the words are sound");
    for entry in CATALOGUE {
        let mut signs = 0;
        positions(entry, POSITIONS, |shown, _| {
            for seat in (0..shown.table.seats.len().min(4) as u8).map(Seat) {
                let seen = |boards| panel(&words, "en", shown, seat, At::default(), boards);
                let [both, rings, digits, text] =
                    [Boards::Pictures, Boards::Rings, Boards::Digits, Boards::Text].map(seen);
                assert!(text.picture.is_none() && icons(&text).is_empty(), "{text:#?}");
                assert!(!icons(&digits).into_iter().any(is_of_signs), "{digits:#?}");
                assert_eq!(icons(&both), icons(&rings), "{}", entry.slug);
                assert_eq!(labels(&both), labels(&digits), "{}: words stay", entry.slug);
                let drawn = [&both, &rings, &digits]
                    .map(|payload| payload.picture.as_ref().map(|picture| numbers(picture.sketch())));
                let [Some(both), Some(rings), Some(digits)] = drawn else {
                    assert_eq!(drawn, [None; 3], "{}: as pictures, or in no way", entry.slug);
                    continue;
                };
                signs += rings.0;
                assert_eq!(digits, (0, rings.1 + rings.0), "{}: each sign is a digit", entry.slug);
                assert!(both.0 <= rings.0 && both.1 <= digits.1, "{}", entry.slug);
                assert!(both.0 + both.1 >= digits.1, "{}: no number is lost", entry.slug);
                assert!(rings.0 == 0 || both.1 > rings.1, "{}: signs have digits", entry.slug);
            }
            assert!(table(&words, "en", shown, Boards::Text).picture.is_none());
        });
        let drawn = (entry.icons)().iter().any(|icon| is_of_signs(&icon.name));
        assert!(signs > 0 || !drawn, "{}: no sign was seen", entry.slug);
    }
}

#[test]
fn the_settings_offer_all_four() {
    let words = Words::embedded().expect("the words are sound");
    for boards in Boards::ALL {
        let page = settings(&words, "en", Ping::Dm, PanelAt::Chat, boards, Confirm::Game);
        let offered: Vec<&str> = labels(&page)
            .into_iter()
            .filter(|label| label.starts_with("Your boards: "))
            .collect();
        assert_eq!(offered.len(), Boards::ALL.len(), "{offered:?}");
    }
}
