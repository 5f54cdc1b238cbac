//! The table: what lies open for everybody. While digits are rolled, the die, the rolls and who is ready; in the
//! conference the card, and one row for each seat: its word, what it showed the turn before, its numbers left, its points;
//! at the end the places.

use super::super::phrases::{card_name, phase};
use super::super::turn::Turn;
use super::super::view::{Chosen, Phase, SeatView, View};
use super::super::{CARD_COUNT, ROLLS};
use super::pen::{Hand, INNER, MARGIN, Pen, WIDTH};
use super::{Fate, alt, card, gain};
use crate::rules::parts::{self, circle, pointer, rect};
use crate::rules::{Anchor, Form, Ink, Material, Phrase, Point, Seat, Sketch, places_by_score};

const RIGHT: i32 = WIDTH - MARGIN;

/// The picture for anybody.
pub(super) fn draw(view: &View) -> Sketch {
    let mut pen = Pen::default();
    let title = match view.stage {
        Phase::Over => Phrase::new("binome-picture-over"),
        _ => phase(view),
    };
    pen.write((MARGIN, 46), Hand::of(32).bold(), title);
    let bottom = match view.stage {
        Phase::Conference => conference(&mut pen, view),
        Phase::Over => ending(&mut pen, view),
        _ => digits(&mut pen, view),
    };
    Sketch::wide(Material::Clay, bottom + 20, pen.shapes, alt::table(view))
}

/// The rolls: sixteen spaces in two rows, beside the die. Then who is ready, two abreast.
fn digits(pen: &mut Pen, view: &View) -> i32 {
    let shown = matches!(view.stage, Phase::Write | Phase::Deck);
    let latest = view.rolls.last().copied();
    pen.die((MARGIN + 84, 170), 84, latest.filter(|_| shown));
    for index in 0..ROLLS {
        let at = (236 + 57 * (index as i32 % 8), 96 + 78 * (index as i32 / 8));
        let form = rect(at, (50, 66), 8);
        let Some(digit) = view.rolls.get(index) else {
            pen.line(form, Ink::Line, 2);
            continue;
        };
        if shown && index + 1 == view.rolls.len() {
            pen.both(form, Ink::Surface, Ink::Mark, 5);
        } else {
            pen.both(form, Ink::Surface, Ink::Line, 2);
        }
        let hand = Hand::of(36).bold().anchor(Anchor::Middle).room(44);
        pen.write((at.0 + 25, at.1 + 33), hand, digit.to_string());
    }
    let top = 286;
    for (index, seen) in view.seats.iter().enumerate() {
        let seat = Seat(index as u8);
        let (column, row) = (index as i32 % 2, index as i32 / 2);
        let at = (MARGIN + column * (INNER / 2 + 8), top + row * 56);
        let width = INNER / 2 - 8;
        pen.both(rect(at, (width, 48), 12), Ink::Surface, Ink::Line, 2);
        let sign = (at.0 + 28, at.1 + 24);
        match seen.chosen {
            Chosen::Sealed => pen.tick(sign, 15),
            _ => pen.pending(sign, 15),
        }
        let chair = view.chair == Some(seat);
        let room = width - 66 - if chair { 34 } else { 0 };
        pen.holder((at.0 + 54, at.1 + 24), room, seat);
        if chair {
            pen.chair((at.0 + width - 26, at.1 + 24), 24);
        }
    }
    top + 56 * view.seats.len().div_ceil(2) as i32
}

/// How many postulates are done: a strip of sixteen, filled as far as the game has come.
fn progress(pen: &mut Pen, view: &View) {
    let edge = |index: usize| MARGIN + (INNER + 6) * index as i32 / CARD_COUNT as i32;
    for index in 0..CARD_COUNT {
        let form = rect((edge(index), 74), (edge(index + 1) - edge(index) - 6, 10), 4);
        match index.cmp(&view.turns.len()) {
            std::cmp::Ordering::Less => pen.fill(form, Ink::Quiet),
            std::cmp::Ordering::Equal => pen.both(form, Ink::Mark, Ink::Mark, 2),
            std::cmp::Ordering::Greater => pen.line(form, Ink::Line, 2),
        }
    }
}

/// Where the columns of the score table lie.
struct Columns {
    /// The left end of names, and their room.
    name: (i32, i32),
    /// The left end of what a seat says now.
    now: Option<i32>,
    /// The middle of how many numbers are left.
    left: Option<i32>,
    /// Whether points are drawn as bars below the names.
    bars: bool,
}

/// The middle of the column of what was shown, and its edges.
const SHOWN: (i32, i32, i32) = (460, 414, 544);
const ROW: i32 = 58;
const HEAD: i32 = 40;

fn conference(pen: &mut Pen, view: &View) -> i32 {
    progress(pen, view);
    let mut top = 104;
    if let Some((postulate, value)) = view.card {
        card::draw(pen, view, postulate, value, top);
        top += card::HEIGHT + 16;
    }
    let columns = Columns {
        name: (MARGIN + 40, 216),
        now: Some(294),
        left: Some(586),
        bars: false,
    };
    let rows: Vec<Seat> = (0..view.seats.len() as u8).map(Seat).collect();
    let top = heads(pen, view, &columns, rows.len(), top);
    for (index, seat) in rows.iter().enumerate() {
        let middle = top + ROW * index as i32 + ROW / 2;
        if view.waiting.contains(seat) && view.options.secrets == Some(false) {
            pen.fill(pointer((MARGIN / 2, middle), 20), Ink::Mark);
        }
        if view.chair == Some(*seat) {
            pen.chair((MARGIN + 16, middle), 26);
        }
        row(pen, view, &columns, *seat, middle);
    }
    top + ROW * rows.len() as i32
}

fn ending(pen: &mut Pen, view: &View) -> i32 {
    let scores: Vec<i64> = view.seats.iter().map(|seat| i64::from(seat.score)).collect();
    let places = places_by_score(&scores);
    let columns = Columns {
        name: (MARGIN + 62, 310),
        now: None,
        left: None,
        bars: true,
    };
    let mut rows: Vec<(u8, Seat)> = places.iter().copied().zip((0..).map(Seat)).collect();
    rows.sort_unstable();
    let top = heads(pen, view, &columns, rows.len(), 80);
    for (index, (place, seat)) in rows.iter().enumerate() {
        let middle = top + ROW * index as i32 + ROW / 2;
        pen.shapes.extend(parts::place((MARGIN + 24, middle), *place));
        row(pen, view, &columns, *seat, middle);
    }
    top + ROW * rows.len() as i32
}

/// The line about the turn before, from which the column of its numbers hangs down, and the heads of the columns. Gives
/// where the rows begin.
fn heads(pen: &mut Pen, view: &View, columns: &Columns, rows: usize, mut top: i32) -> i32 {
    if let Some(turn) = view.turns.last() {
        let height = 44 + HEAD + ROW * rows as i32;
        let (_, from, to) = SHOWN;
        pen.fill(rect((from, top), (to - from, height), 10), Ink::Tint(1));
        pen.fill(rect((MARGIN, top), (INNER, 44), 10), Ink::Tint(1));
        let said = Phrase::new("binome-last-turn")
            .with("turn", view.turns.len() as u32)
            .with("card", card_name(turn.card));
        pen.write((MARGIN + 16, top + 22), Hand::of(24).room(INNER - 32), said);
        top += 44;
    }
    let hand = Hand::of(22).quiet();
    let middle = top + HEAD / 2 + 2;
    if let Some(now) = columns.now {
        pen.write((now, middle), hand.room(112), Phrase::new("binome-picture-now"));
    }
    if !view.turns.is_empty() {
        let at = ((SHOWN.1 + SHOWN.2) / 2, middle);
        let hand = hand.anchor(Anchor::Middle).room(SHOWN.2 - SHOWN.1 - 8);
        pen.write(at, hand, Phrase::new("binome-picture-shown"));
    }
    if let Some(left) = columns.left {
        let hand = hand.anchor(Anchor::Middle).room(76);
        pen.write((left, middle), hand, Phrase::new("binome-picture-left"));
    }
    let hand = hand.anchor(Anchor::Right).room(82);
    pen.write((RIGHT - 4, middle), hand, Phrase::new("binome-picture-points"));
    top + HEAD
}

fn row(pen: &mut Pen, view: &View, columns: &Columns, seat: Seat, middle: i32) {
    let seen = &view.seats[seat.index()];
    let above = vec![(MARGIN, middle - ROW / 2), (RIGHT, middle - ROW / 2)];
    pen.line(Form::Path(above), Ink::Line, 1);
    let (left, room) = columns.name;
    let higher = if columns.bars { 10 } else { 0 };
    pen.holder((left, middle - higher), room, seat);
    if columns.bars {
        bar(pen, view, seat, (left, middle + 13), room);
    }
    if let Some(now) = columns.now {
        word(pen, view, seat, seen, (now, middle));
    }
    if let Some(turn) = view.turns.last() {
        shown(pen, turn, seat, middle);
    }
    if let Some(left) = columns.left {
        numbers_left(pen, seen.left, (left, middle));
    }
    let hand = Hand::of(32).bold().anchor(Anchor::Right).room(76);
    pen.write((RIGHT - 4, middle), hand, seen.score.to_string());
}

/// What a seat says in this turn, as a sign and a word; only a sign while it is asked.
fn word(pen: &mut Pen, view: &View, seat: Seat, seen: &SeatView, at: Point) {
    let sign = (at.0 + 15, at.1);
    let key = match seen.chosen {
        Chosen::Claim => {
            pen.flag(sign, 15);
            "binome-mark-claim"
        }
        Chosen::Pass => {
            pen.dash(sign, 15);
            "binome-mark-pass"
        }
        Chosen::Sealed => {
            pen.tick(sign, 15);
            "binome-mark-sealed"
        }
        Chosen::Nothing if view.waiting.contains(&seat) => {
            pen.pending(sign, 15);
            return;
        }
        Chosen::Nothing => return,
    };
    pen.write((at.0 + 37, at.1), Hand::of(23).room(80), Phrase::new(key));
}

/// What a seat showed in the turn before: its number, struck where it dropped out, with a star and its points where it
/// won.
fn shown(pen: &mut Pen, turn: &Turn, seat: Seat, middle: i32) {
    let (centre, from, _) = SHOWN;
    let hand = Hand::of(29).bold().anchor(Anchor::Middle).room(58);
    let Some((number, fate)) = turn.shown(seat) else {
        let dash = vec![(centre - 10, middle), (centre + 10, middle)];
        pen.line(Form::Path(dash), Ink::Quiet, 3);
        return;
    };
    let form = rect((from + 12, middle - 21), (66, 42), 9);
    let at = (from + 45, middle);
    let beside = from + 103;
    match fate {
        Fate::Won(points) => {
            pen.both(form, Ink::Surface, Ink::Text, 4);
            pen.write(at, hand, number.to_string());
            pen.star((from + 14, middle - 17), 14);
            let hand = Hand::of(29).bold().anchor(Anchor::Middle).room(46);
            pen.write((beside, middle), hand, gain(points));
        }
        Fate::Out => {
            pen.both(form, Ink::Surface, Ink::Line, 2);
            pen.write(at, hand.quiet(), number.to_string());
            let strike = vec![(from + 18, middle + 15), (from + 72, middle - 15)];
            pen.line(Form::Path(strike), Ink::Bad, 4);
            pen.cross((beside, middle), 13);
        }
        Fate::Beaten => {
            pen.both(form, Ink::Surface, Ink::Line, 2);
            pen.write(at, hand, number.to_string());
        }
    }
}

/// How many numbers a seat has left: with one left, in a ring.
fn numbers_left(pen: &mut Pen, left: u8, at: Point) {
    if left == 1 {
        pen.line(circle(at, 21), Ink::Mark, 4);
    }
    let hand = Hand::of(28).anchor(Anchor::Middle).room(40);
    pen.write(at, hand, left.to_string());
}

/// A seat's points as a bar, as long as they are of the most; none for nothing, or less.
fn bar(pen: &mut Pen, view: &View, seat: Seat, at: Point, room: i32) {
    let score = view.seats[seat.index()].score;
    let most = view.seats.iter().map(|seen| seen.score).max().unwrap_or(0).max(1);
    let length = room * score.max(0) / most;
    if length > 0 {
        pen.both(rect(at, (length, 9), 4), Ink::Own(seat), Ink::Quiet, 1);
    }
}
