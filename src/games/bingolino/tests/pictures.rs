//! The picture, what is tried out on it, what it says in sentences, and what a choice brings.

use super::super::*;
use super::support::{EDGAR, SECOND, Table, place};
use crate::games;
use crate::rules::{Arg, Fill, Form, Ink, Label, Observe, Presentation, Preview, SeatLine, Shape, Sketch, Viewer};

const OWN: Viewer = Viewer::Seat(Seat(0));

fn sketch(table: &Table, viewer: Viewer, preview: Preview<'_, Choice>) -> Sketch {
    Bingolino::sketch(&table.0.view(viewer), preview.allowed(&table.0, viewer)).unwrap()
}

fn plain(table: &Table, viewer: Viewer) -> Sketch {
    sketch(table, viewer, Preview::Nothing)
}

fn tried(table: &Table, viewer: Viewer, what: &str) -> Sketch {
    sketch(table, viewer, Preview::Choice(&what.parse().unwrap()))
}

/// All that is written on it as it is in every language.
fn written(sketch: &Sketch) -> Vec<String> {
    let text = |shape: &Shape| match &shape.form {
        Form::Text {
            says: Label::Text(text),
            ..
        } => Some(text.clone()),
        _ => None,
    };
    sketch.shapes.iter().filter_map(text).collect()
}

fn count(sketch: &Sketch, is: impl Fn(&Shape) -> bool) -> usize {
    sketch.shapes.iter().filter(|shape| is(shape)).count()
}

/// Tiles with their dark backs up.
fn backs(sketch: &Sketch) -> usize {
    count(sketch, |shape| {
        matches!(shape.form, Form::Rect { .. }) && shape.fill == Some(Fill::Plain(Ink::Black)) && !shape.ghost
    })
}

fn golden(sketch: &Sketch, ghost: bool) -> usize {
    count(sketch, |shape| {
        shape.fill == Some(Fill::Plain(Ink::Gold)) && shape.ghost == ghost
    })
}

/// Frames in this ink.
fn framed(sketch: &Sketch, ink: Ink) -> usize {
    count(sketch, |shape| {
        let is_frame = matches!(shape.form, Form::Rect { .. }) && shape.fill.is_none();
        is_frame && shape.line.is_some_and(|(line, _)| line == ink)
    })
}

fn said<'s>(sketch: &'s Sketch, key: &str) -> Vec<&'s Phrase> {
    sketch.alt.iter().filter(|phrase| phrase.key == key).collect()
}

fn arg<'p>(phrase: &'p Phrase, name: &str) -> &'p Arg {
    &phrase.args.iter().find(|(key, _)| *key == name).unwrap().1
}

#[test]
fn nothing_is_drawn_before_there_are_tiles() {
    let table = Table::new(3);
    assert_eq!(Bingolino::sketch(&table.0.view(OWN), Preview::Nothing), None);
}

#[test]
fn before_all_are_ready_a_layout_is_only_its_owners_to_see() {
    let mut table = Table::dealt(2);
    let own = plain(&table, OWN);
    let tiles = |sketch: &Sketch| arg(said(sketch, "bingolino-alt-own")[0], "tiles").clone();
    assert_eq!(
        tiles(&own),
        Arg::Text("3 21 10 16, 17 2 22 17, 12 10 15 21, 4 4 9 7".to_owned())
    );
    let swapped = "layout 7,21,10,16,17,2,22,17,12,10,15,21,4,4,9,3";
    let path = sketch(&table, OWN, Preview::Path(&["a", "p"]));
    assert_eq!(
        tiles(&path),
        Arg::Text("7 21 10 16, 17 2 22 17, 12 10 15 21, 4 4 9 3".to_owned())
    );
    assert_eq!(path.shapes, tried(&table, OWN, swapped).shapes);
    let picked = sketch(&table, OWN, Preview::Path(&["a", "p", "a"]));
    assert_eq!(framed(&picked, Ink::Mark), 1);
    assert_eq!(
        arg(said(&picked, "bingolino-alt-picked")[0], "place"),
        &Arg::Text("A1".to_owned())
    );
    assert_eq!(arg(said(&picked, "bingolino-alt-picked")[0], "number"), &Arg::Number(7));
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        let before = written(&plain(&table, viewer)).join(" ");
        let ascending = "2 3 4 4 7 9 10 10 12 15 16 17 17 21 21 22";
        assert!(before.contains(ascending), "{before}");
        let mut after = Table::dealt(2);
        after.choose(0, swapped);
        let mut other = Table::dealt(2);
        other.choose(0, &format!("layout {EDGAR}"));
        assert_eq!(plain(&after, viewer), plain(&other, viewer), "ready, and no more");
    }
    table.choose(0, swapped);
    assert_eq!(tiles(&plain(&table, OWN)), tiles(&path));
}

#[test]
fn the_total_of_five_dice_stays_on_its_card() {
    for seats in 2..=4 {
        let mut table = Table::laid(seats);
        table.roll("6,6,6,6,6");
        for viewer in [OWN, Viewer::Table] {
            let sketch = plain(&table, viewer);
            let Form::Rect { at, size, .. } = sketch.shapes[0].form else {
                panic!("the card comes first")
            };
            let total = sketch.shapes.iter().find_map(|shape| match &shape.form {
                Form::Text {
                    at,
                    room,
                    says: Label::Text(text),
                    ..
                } if text == "= 30" => Some(at.0 + room),
                _ => None,
            });
            assert!(total.unwrap() < at.0 + size.0, "{seats} seats, {viewer:?}");
        }
    }
}

#[test]
fn other_peoples_tiles_are_no_layout() {
    let table = Table::dealt(2);
    let own = plain(&table, OWN);
    assert_eq!(tried(&table, OWN, &format!("layout {SECOND}")), own);
    let open = plain(&table, Viewer::Table);
    assert_eq!(tried(&table, Viewer::Table, &format!("layout {EDGAR}")), open);
    for path in [&["q"][..], &["a", "no"], &["aa"]] {
        assert_eq!(sketch(&table, OWN, Preview::Path(path)), own, "{path:?}");
    }
}

#[test]
fn turned_tiles_and_stars_are_seen_by_all() {
    let table = Table::laid(4).with(0, "A1 B1 C1 D1 A2").with(2, "A1 D4");
    for viewer in [Viewer::Table, OWN, Viewer::Seat(Seat(3))] {
        let sketch = plain(&table, viewer);
        assert_eq!(backs(&sketch), 7);
        assert_eq!(golden(&sketch, false), 4 + 1, "one a name, and one at its line");
        let texts = written(&sketch);
        for number in EDGAR.split(',').chain(SECOND.split(',')) {
            assert!(texts.contains(&number.to_owned()));
        }
        for name in ["A", "B", "C", "D", "1", "2", "3", "4"] {
            assert!(texts.iter().filter(|text| *text == name).count() >= 4, "{name}");
        }
        let turned = said(&sketch, "bingolino-alt-turned");
        let turned: Vec<&Arg> = turned.iter().map(|phrase| arg(phrase, "places")).collect();
        let texts = ["A1 B1 C1 D1 A2", "A1 D4"].map(|text| Arg::Text(text.to_owned()));
        assert_eq!(turned, texts.each_ref());
    }
}

#[test]
fn what_may_be_turned_is_shown_to_its_owner_only() {
    // Edgar has 21 at B1 and D3, 15 (without a 6) at C3, 16 (without the 5) at D1 and 17 (without the 4) at A2 and D2.
    let mut table = Table::laid(2);
    table.roll("6,6,5,4");
    let own = plain(&table, OWN);
    assert_eq!(framed(&own, Ink::Good), 6);
    let texts = written(&own);
    for die in ["\u{2212}4", "\u{2212}5", "\u{2212}6"] {
        assert!(texts.contains(&die.to_owned()), "{die}");
    }
    assert!(texts.contains(&"= 21".to_owned()));
    let mut choices = Vec::new();
    table.0.choices(Seat(0), &mut choices);
    let menu = Bingolino::menu(&table.0.view(OWN), &choices, &[]).unwrap();
    assert_eq!(menu.entries.len(), 6 + 1, "the buttons name each of them, and none");
    let other = plain(&table, Viewer::Seat(Seat(1)));
    assert_eq!(framed(&other, Ink::Good), 1, "its own 21 at A1");
    assert_eq!(framed(&plain(&table, Viewer::Table), Ink::Good), 0);
    // Chosen in secret: the chooser sees it, the others see that something is chosen.
    let mut chosen = Table::laid(2);
    chosen.roll("6,6,5,4");
    chosen.choose(0, "flip B1");
    table.choose(0, "decline");
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        assert_eq!(plain(&chosen, viewer), plain(&table, viewer));
    }
    let own = plain(&chosen, OWN);
    assert_eq!(framed(&own, Ink::Good), 0);
    assert_eq!(said(&own, "choice-told").len(), 1);
    assert_ne!(tried(&table, OWN, "flip B1"), plain(&table, OWN), "it may choose again");
}

#[test]
fn a_flip_is_tried_out_with_the_stars_that_it_brings() {
    let mut table = Table::laid(2).with(0, "A1 C1 D1 B2 B3 B4");
    table.roll("6,6,5,4");
    let preview = tried(&table, OWN, "flip B1");
    assert_eq!(backs(&preview), backs(&plain(&table, OWN)), "nothing is turned yet");
    assert_eq!(golden(&preview, true), 2);
    let says = said(&preview, "bingolino-would-star");
    assert_eq!(arg(says[0], "count"), &Arg::Number(2));
    let consequences = |what: &str| games::DynGame::consequences(&table.0, Seat(0), what);
    assert_eq!(consequences("flip B1"), [says[0].clone()]);
    assert_eq!(consequences("flip C3 -6"), []);
    assert_eq!(consequences("decline"), []);
    assert_eq!(golden(&tried(&table, OWN, "flip C3 -6"), true), 0);
    for what in ["flip A1", "flip A4", "flip C3", "back A1", "roll 3"] {
        assert_eq!(tried(&table, OWN, what), plain(&table, OWN), "{what}");
    }
    assert_eq!(tried(&table, Viewer::Table, "flip B1"), plain(&table, Viewer::Table));
    table.choose(0, "flip C3 -6");
    assert_eq!(
        tried(&table, OWN, "flip B1").shapes,
        preview.shapes,
        "in the place of what is chosen"
    );
    assert_ne!(plain(&table, OWN).shapes, preview.shapes);
    table.choose(0, "flip B1");
    table.choose(1, "decline");
    let after = plain(&table, OWN);
    assert_eq!(golden(&after, false), 2 + 2);
    assert_eq!(framed(&after, Ink::Mark), 1, "turned last");
    assert_eq!(
        arg(said(&after, "bingolino-alt-last")[0], "place"),
        &Arg::Text("B1".to_owned())
    );
}

#[test]
fn dice_that_are_tried_out_have_not_fallen() {
    let table = Table::laid(2);
    let dice = |sketch: &Sketch| {
        count(sketch, |shape| {
            shape.ghost && matches!(shape.form, Form::Rect { size: (52, 52), .. })
        })
    };
    assert_eq!(dice(&tried(&table, OWN, "roll 4")), 4);
    assert_eq!(dice(&plain(&table, OWN)), 0);
    let other = Viewer::Seat(Seat(1));
    assert_eq!(
        tried(&table, other, "roll 4"),
        plain(&table, other),
        "it is not their turn"
    );
}

#[test]
fn a_tile_that_must_be_turned_back_is_chosen_on_the_picture() {
    let mut table = Table::laid(2).with(0, "A1 B2");
    table.roll("1");
    assert!(table.0.grid(Seat(0)).turned().contains(place("A1")));
    let own = plain(&table, OWN);
    assert_eq!(framed(&own, Ink::Good), 2);
    let mut choices = Vec::new();
    table.0.choices(Seat(0), &mut choices);
    let menu = Bingolino::menu(&table.0.view(OWN), &choices, &[]).unwrap();
    assert_eq!((menu.ask.key, menu.entries.len()), ("bingolino-ask-back", 2));
    let preview = tried(&table, OWN, "back A1");
    assert_eq!(said(&preview, "choice-told").len(), 1);
    assert_eq!(framed(&preview, Ink::Good), 0);
    assert_eq!(tried(&table, OWN, "decline"), own, "it may not decline");
}

#[test]
fn a_play_off_says_what_wins_it_and_who_is_not_in_it() {
    let mut table = Table::laid(3);
    let goals = |sketch: &Sketch| {
        count(
            sketch,
            |shape| matches!(&shape.form, Form::Text { says: Label::Phrase(says), .. } if says.key == "bingolino-sketch-goal-fifth"),
        )
    };
    let out = |sketch: &Sketch| {
        count(sketch, |shape| {
            matches!(shape.form, Form::Circle { .. }) && shape.line.is_some_and(|(ink, _)| ink == Ink::Quiet)
        })
    };
    for viewer in [OWN, Viewer::Table] {
        let before = plain(&table, viewer);
        assert_eq!((goals(&before), out(&before)), (0, 0));
    }
    table.0.goal = PLAY_OFF_GOAL;
    table.0.playing.remove(Seat(1));
    for viewer in [OWN, Viewer::Table, Viewer::Seat(Seat(1))] {
        let now = plain(&table, viewer);
        assert_eq!((goals(&now), out(&now)), (1, 1));
    }
}

#[test]
fn who_has_chosen_for_the_roll_is_told() {
    let mut table = Table::laid(2).with(1, "B1");
    table.roll("6,5,3");
    // The lines of the seats stand with every picture.
    let chosen = |table: &Table| -> Vec<Seat> {
        let lines = Bingolino::scene(&table.0.view(Viewer::Table)).seats;
        let sealed = |line: &SeatLine| line.marks.iter().any(|mark| mark.key == "bingolino-mark-sealed");
        let sealed = lines.into_iter().filter(sealed);
        sealed.map(|line| line.seat).collect()
    };
    assert_eq!(chosen(&table), []);
    table.choose(0, "decline");
    assert_eq!(chosen(&table), [Seat(0)]);
}

/// A game of so many seats that seat 0 has just won.
fn won(seats: u8) -> Table {
    let mut table = Table::laid(seats).with(0, "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4");
    table.0.phase = Phase::Over;
    table.0.waiting = SeatSet::EMPTY;
    table.0.winners = SeatSet::one(Seat(0));
    table
}

/// Where a text begins and how wide it may be, by its key.
fn room(sketch: &Sketch, key: &str) -> (i32, i32, i32) {
    let found = sketch.shapes.iter().find_map(|shape| match &shape.form {
        Form::Text {
            at,
            size,
            room,
            says: Label::Phrase(says),
            ..
        } if says.key == key => Some((at.0, at.0 + room, *size)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{key}"))
}

#[test]
fn the_winner_is_marked_by_a_frame_and_by_a_sign() {
    for seats in 2..=4 {
        let table = won(seats);
        let frames = |sketch: &Sketch| {
            count(
                sketch,
                |shape| matches!(shape.line, Some((Ink::Gold, _)) if matches!(shape.form, Form::Rect { .. })),
            )
        };
        let stars = table.0.grids[0].stars() as usize;
        for viewer in [Viewer::Table, OWN, Viewer::Seat(Seat(1))] {
            let sketch = plain(&table, viewer);
            assert_eq!(frames(&sketch), 1);
            let names = usize::from(seats);
            assert_eq!(
                golden(&sketch, false),
                stars + names + 1 + 1,
                "before the title and the name"
            );
        }
        let mut on = table;
        on.0.phase = Phase::Roll;
        on.0.winners = SeatSet::EMPTY;
        assert_eq!(frames(&plain(&on, Viewer::Table)), 0);
    }
}

#[test]
fn every_star_lies_within_its_card() {
    let lines = [
        "A1 B1 C1 D1",
        "A4 B3 C2 D1",
        "A1 B2 C3 D4",
        "D1 D2 D3 D4",
        "A1 A2 A3 A4",
        "A4 B4 C4 D4",
    ];
    for seats in 2..=4 {
        let table = Table::laid(seats).with(0, &lines.join(" ")).with(1, &lines.join(" "));
        for viewer in [Viewer::Table, OWN, Viewer::Seat(Seat(1))] {
            let sketch = plain(&table, viewer);
            let cards: Vec<(i32, i32)> = sketch
                .shapes
                .iter()
                .filter(|shape| shape.fill == Some(Fill::Plain(Ink::Surface)))
                .filter_map(|shape| match shape.form {
                    Form::Rect { at, size, .. } => Some((at.0, at.0 + size.0)),
                    _ => None,
                })
                .collect();
            let stars = sketch.shapes.iter().filter_map(|shape| match &shape.form {
                Form::Polygon(corners) if shape.fill == Some(Fill::Plain(Ink::Gold)) => Some(corners),
                _ => None,
            });
            for star in stars {
                let least = star.iter().map(|corner| corner.0).min().unwrap();
                let most = star.iter().map(|corner| corner.0).max().unwrap();
                let within = |card: &(i32, i32)| card.0 + 3 < least && most + 3 < card.1;
                assert!(cards.iter().any(within), "{least} to {most} of {seats} for {viewer:?}");
            }
        }
    }
}

#[test]
fn the_title_has_room_of_its_own() {
    let mut table = won(4);
    let end = plain(&table, Viewer::Table);
    let (left, right, size) = room(&end, "bingolino-sketch-won");
    let (_, goal, legend) = room(&end, "bingolino-sketch-goal");
    assert!(right - left > 600 && size > legend, "the whole line for any names");
    table = Table::laid(4);
    table.roll("6");
    for seat in table.waiting() {
        table.choose(seat, &table.choices(seat)[0].clone());
    }
    let next = plain(&table, Viewer::Table);
    for key in ["bingolino-sketch-rolls-next", "name-only"] {
        let (_, right, _) = room(&next, key);
        let (before, _, _) = room(&next, "bingolino-sketch-last");
        assert!(right + 10 < before, "{key} ends at {right}, the dice begin at {before}");
    }
    table = won(2);
    let mut dice = Dice::default();
    dice.push(6);
    table.0.last = Some(rolls::Roll {
        roller: Seat(0),
        dice,
        chosen: Default::default(),
        stars: Default::default(),
    });
    let end = plain(&table, Viewer::Table);
    let (before, _, _) = room(&end, "bingolino-sketch-last");
    assert!(
        goal + 10 < before,
        "the legend ends at {goal}, the dice begin at {before}"
    );
    let layout = plain(&Table::dealt(2), Viewer::Table);
    let (left, right, title) = room(&layout, "bingolino-phase-layout");
    let (_, _, legend) = room(&layout, "bingolino-sketch-goal");
    assert!(
        title > legend && right - left > 600,
        "the headline is larger than the line below it"
    );
}
