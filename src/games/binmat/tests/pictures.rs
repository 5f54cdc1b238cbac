//! What a picture shows, and to whom.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS, order};
use crate::rules::{Fill, Form, Ink, Label, Observe, Presentation, Preview, Shape, Sketch, Viewer};

fn sketch(board: &Board, viewer: Viewer, preview: Preview<'_, Order>) -> Sketch {
    Binmat::sketch(&board.game.view(viewer), preview.allowed(&board.game, viewer)).expect("a picture")
}

fn plain(board: &Board, viewer: Viewer) -> Sketch {
    sketch(board, viewer, Preview::Nothing)
}

/// All signs and numbers on it that are not faint.
fn written(sketch: &Sketch) -> Vec<String> {
    let firm = sketch.shapes.iter().filter(|shape| !shape.ghost);
    let text = |shape: &Shape| match &shape.form {
        Form::Text {
            says: Label::Text(says),
            ..
        } => Some(says.clone()),
        _ => None,
    };
    firm.filter_map(text).collect()
}

fn has(sketch: &Sketch, says: &str) -> bool {
    written(sketch).iter().any(|found| found == says)
}

fn count(sketch: &Sketch, is: impl Fn(&Shape) -> bool) -> usize {
    sketch.shapes.iter().filter(|shape| is(shape)).count()
}

fn is_striped(shape: &Shape) -> bool {
    matches!(shape.fill, Some(Fill::Stripes(_)))
}

fn is_ghost(shape: &Shape) -> bool {
    shape.ghost && shape.line.is_some_and(|(ink, _)| ink == Ink::Mark)
}

const SEATS: [Viewer; 3] = [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];

#[test]
fn a_team_sees_its_own_stacks_and_a_seat_its_own_hand() {
    let board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 1, "9&")
        .stack(DEFENDERS, 2, "9#u 8#u")
        .stack(ATTACKERS, 1, "9! *!")
        .hand(0, "7&")
        .hand(1, "7! ?!")
        .discard("4", "6& 6!")
        .ready();
    let sees = SEATS.map(|viewer| {
        let sketch = plain(&board, viewer);
        ["9&", "9!", "*!", "7&", "7!", "?!", "9#", "8#", "6!", "6&"].map(|says| has(&sketch, says))
    });
    let (yes, no) = (true, false);
    assert_eq!(sees[0], [no, no, no, no, no, no, yes, yes, yes, no]);
    assert_eq!(sees[1], [yes, no, no, yes, no, no, yes, yes, yes, no]);
    assert_eq!(sees[2], [no, yes, yes, no, yes, yes, yes, yes, yes, no]);
    // Whoever may look: what lies face down is striped.
    let striped = SEATS.map(|viewer| count(&plain(&board, viewer), is_striped));
    assert_eq!(striped, [3 + 3; 3], "three closed decks, three cards of stacks");
}

#[test]
fn a_tall_stack_shows_its_newest_cards_and_how_many_lie_beneath() {
    let board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 1, "2! 3! 4! 5! 6! 7! 8!")
        .ready();
    let own = plain(&board, Viewer::Seat(Seat(1)));
    assert!(has(&own, "+3") && has(&own, "5!") && has(&own, "8!") && !has(&own, "4!"));
    assert!(has(&plain(&board, Viewer::Table), "+3"));
}

#[test]
fn what_an_order_would_do_lies_faintly_there() {
    let board = Board::duel(ATTACKERS)
        .hand(1, "9! >!")
        .stack(ATTACKERS, 1, "2! 3!")
        .discard("a", "5!")
        .ready();
    let own = Viewer::Seat(Seat(1));
    let now = plain(&board, own);
    assert_eq!(count(&now, is_ghost), 0);
    for (what, ghosts) in [("d2", 1), ("p9!1", 1), ("u>!1", 1), ("c1", 1), ("x9!a", 2)] {
        let tried = sketch(&board, own, Preview::Choice(&order(what)));
        assert_eq!(count(&tried, is_ghost), ghosts, "{what}");
        assert_ne!(tried.alt, now.alt, "{what}");
        assert_eq!(plain(&board, own), now);
    }
    // What would be invalid is named, and nothing is shown of it.
    let invalid = sketch(&board, own, Preview::Choice(&order("p8!1")));
    assert_eq!(count(&invalid, is_ghost), 0);
    assert_ne!(invalid.alt, now.alt);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0))] {
        let other = plain(&board, viewer);
        assert_eq!(sketch(&board, viewer, Preview::Choice(&order("d2"))), other);
        assert_eq!(sketch(&board, viewer, Preview::Path(&["93"])), other);
    }
    let picked = sketch(&board, own, Preview::Path(&["93"]));
    assert_ne!(picked, now, "the card that is picked is marked");
    for nowhere in [&["p"][..], &["83"], &["d"], &["93", "0"], &["q"]] {
        assert_eq!(sketch(&board, own, Preview::Path(nowhere)), now, "{nowhere:?}");
    }
}

#[test]
fn an_order_that_is_given_stays_in_the_own_picture_alone() {
    let mut board = Board::of(2, 1, ATTACKERS).hand(1, "9!").ready();
    let before = SEATS.map(|viewer| plain(&board, viewer));
    board.order(1, "p9!4");
    let after = SEATS.map(|viewer| plain(&board, viewer));
    assert_eq!((&after[0], &after[1]), (&before[0], &before[1]));
    assert_eq!(count(&after[2], is_ghost), 1);
    board.order(1, "d1");
    assert_ne!(plain(&board, SEATS[2]), after[2], "and is changed with it");
}

#[test]
fn the_last_combat_shows_its_powers_and_its_damage() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 5, "5% *!")
        .stack(DEFENDERS, 5, "4&")
        .ready();
    let badge = |board: &Board, says: &str| has(&plain(board, Viewer::Table), says);
    assert!(!badge(&board, "\u{2212}2"));
    board.order(1, "c5");
    assert!(badge(&board, "\u{2212}2") && badge(&board, "3") && badge(&board, "2"));
    board.order(0, "--");
    assert!(!badge(&board, "\u{2212}2"), "it is the last turn's only");
}

#[test]
fn a_picture_is_told_lane_by_lane() {
    let board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 1, "9&")
        .stack(ATTACKERS, 1, "9! *!")
        .ready();
    for (viewer, hidden) in [(SEATS[0], 2), (SEATS[1], 1), (SEATS[2], 1)] {
        let alt = plain(&board, viewer).alt;
        let lanes = alt.iter().filter(|phrase| phrase.key == "binmat-alt-lane").count();
        assert_eq!(lanes, LANES);
        let told = format!("{alt:?}");
        assert_eq!(told.matches("binmat-alt-hidden").count(), hidden);
        assert_eq!(told.contains("9&"), viewer == SEATS[1]);
        assert_eq!(told.contains("9! *!"), viewer == SEATS[2]);
    }
}

#[test]
fn no_writing_beside_the_lanes_touches_what_lies_below() {
    let board = Board::duel(ATTACKERS).deck("a", "2!").discard("a", "3!").ready();
    let sketch = plain(&board, Viewer::Table);
    // What is said there and the piles, from above: letters reach half their size from their middle.
    let mut beside: Vec<(i32, i32)> = sketch
        .shapes
        .iter()
        .filter_map(|shape| match &shape.form {
            Form::Text {
                at,
                size,
                says: Label::Phrase(_),
                ..
            } => Some((*at, at.1 - size / 2, at.1 + size / 2)),
            Form::Rect { at, size: (48, 42), .. } => Some((*at, at.1, at.1 + 42)),
            _ => None,
        })
        .filter(|(at, ..)| at.0 > 590 && (470..700).contains(&at.1))
        .map(|(_, top, bottom)| (top, bottom))
        .collect();
    beside.sort_unstable();
    beside.dedup();
    assert!(
        beside.len() == 6,
        "the side, its holder, two labels and two piles: {beside:?}"
    );
    for pair in beside.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "{pair:?} of {beside:?}");
    }
}
