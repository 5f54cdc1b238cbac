//! The table: what lies open for everybody. While digits are rolled, the die, the rolls and who is ready; in the
//! conference the card, and one row for each seat: its word, what it showed the turn before, its numbers left, its points;
//! at the end the places.

use super::super::phrases::{card_name, phase};
use super::super::turn::Turn;
use super::super::view::{Chosen, Phase, SeatView, View};
use super::super::{CARD_COUNT, ROLLS};
use super::signs::{INNER, MARGIN, WIDTH, chair, cross, dash, die, flag, pending, quiet, star, tick};
use super::{Fate, alt, card, gain};
use crate::rules::parts::{self, circle, pointer, rect, text};
use crate::rules::{Anchor, Form, Ink, Material, Phrase, Point, Seat, Shape, Sketch, marks, places_by_score};

const RIGHT: i32 = WIDTH - MARGIN;

/// The picture for anybody.
pub(super) fn draw(view: &View) -> Sketch {
    let mut shapes = Vec::new();
    let title = match view.stage {
        Phase::Over => Phrase::new("binome-picture-over"),
        _ => phase(view),
    };
    shapes.push(text((MARGIN, 46), 32, Anchor::Left, INNER, title).bold());
    let bottom = match view.stage {
        Phase::Conference => conference(view, &mut shapes),
        Phase::Over => ending(view, &mut shapes),
        _ => digits(view, &mut shapes),
    };
    Sketch::wide(Material::Clay, bottom + 20, shapes, alt::table(view))
}

/// The rolls: sixteen spaces in two rows, beside the die. Then who is ready, two abreast.
fn digits(view: &View, shapes: &mut Vec<Shape>) -> i32 {
    let shown = matches!(view.stage, Phase::Write | Phase::Deck);
    let latest = view.rolls.last().copied();
    die((MARGIN + 84, 170), 84, latest.filter(|_| shown), shapes);
    for index in 0..ROLLS {
        let at = (236 + 57 * (index as i32 % 8), 96 + 78 * (index as i32 / 8));
        let form = rect(at, (50, 66), 8);
        let Some(digit) = view.rolls.get(index) else {
            shapes.push(Shape::outlined(form, Ink::Line, 2));
            continue;
        };
        if shown && index + 1 == view.rolls.len() {
            shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Mark, 5));
        } else {
            shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Line, 2));
        }
        shapes.push(text((at.0 + 25, at.1 + 33), 36, Anchor::Middle, 44, digit.to_string()).bold());
    }
    let top = 286;
    for (index, seen) in view.seats.iter().enumerate() {
        let seat = Seat(index as u8);
        let (column, row) = (index as i32 % 2, index as i32 / 2);
        let at = (MARGIN + column * (INNER / 2 + 8), top + row * 56);
        let width = INNER / 2 - 8;
        shapes.push(Shape::filled(rect(at, (width, 48), 12), Ink::Surface).with_line(Ink::Line, 2));
        let sign = (at.0 + 28, at.1 + 24);
        match seen.chosen {
            Chosen::Sealed => tick(sign, 15, shapes),
            _ => pending(sign, 15, shapes),
        }
        let has_chair = view.chair == Some(seat);
        let room = width - 66 - if has_chair { 34 } else { 0 };
        shapes.extend(marks::holder((at.0 + 54, at.1 + 24), 26, room, seat));
        if has_chair {
            chair((at.0 + width - 26, at.1 + 24), 24, shapes);
        }
    }
    top + 56 * view.seats.len().div_ceil(2) as i32
}

/// How many postulates are done: a strip of sixteen, filled as far as the game has come.
fn progress(view: &View, shapes: &mut Vec<Shape>) {
    let edge = |index: usize| MARGIN + (INNER + 6) * index as i32 / CARD_COUNT as i32;
    for index in 0..CARD_COUNT {
        let form = rect((edge(index), 74), (edge(index + 1) - edge(index) - 6, 10), 4);
        match index.cmp(&view.turns.len()) {
            std::cmp::Ordering::Less => shapes.push(Shape::filled(form, Ink::Quiet)),
            std::cmp::Ordering::Equal => shapes.push(Shape::filled(form, Ink::Mark).with_line(Ink::Mark, 2)),
            std::cmp::Ordering::Greater => shapes.push(Shape::outlined(form, Ink::Line, 2)),
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

fn conference(view: &View, shapes: &mut Vec<Shape>) -> i32 {
    progress(view, shapes);
    let mut top = 104;
    if let Some((postulate, value)) = view.card {
        card::draw(view, postulate, value, top, shapes);
        top += card::HEIGHT + 16;
    }
    let columns = Columns {
        name: (MARGIN + 40, 216),
        now: Some(294),
        left: Some(586),
        bars: false,
    };
    let rows: Vec<Seat> = (0..view.seats.len() as u8).map(Seat).collect();
    let top = heads(view, &columns, rows.len(), top, shapes);
    for (index, seat) in rows.iter().enumerate() {
        let middle = top + ROW * index as i32 + ROW / 2;
        if view.waiting.contains(seat) && view.options.secrets == Some(false) {
            shapes.push(Shape::filled(pointer((MARGIN / 2, middle), 20), Ink::Mark));
        }
        if view.chair == Some(*seat) {
            chair((MARGIN + 16, middle), 26, shapes);
        }
        row(view, &columns, *seat, middle, shapes);
    }
    top + ROW * rows.len() as i32
}

fn ending(view: &View, shapes: &mut Vec<Shape>) -> i32 {
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
    let top = heads(view, &columns, rows.len(), 80, shapes);
    for (index, (place, seat)) in rows.iter().enumerate() {
        let middle = top + ROW * index as i32 + ROW / 2;
        shapes.extend(parts::place((MARGIN + 24, middle), *place));
        row(view, &columns, *seat, middle, shapes);
    }
    top + ROW * rows.len() as i32
}

/// The line about the turn before, from which the column of its numbers hangs down, and the heads of the columns. Gives
/// where the rows begin.
fn heads(view: &View, columns: &Columns, rows: usize, mut top: i32, shapes: &mut Vec<Shape>) -> i32 {
    if let Some(turn) = view.turns.last() {
        let height = 44 + HEAD + ROW * rows as i32;
        let (_, from, to) = SHOWN;
        shapes.push(Shape::filled(rect((from, top), (to - from, height), 10), Ink::Tint(1)));
        shapes.push(Shape::filled(rect((MARGIN, top), (INNER, 44), 10), Ink::Tint(1)));
        let said = Phrase::new("binome-last-turn")
            .with("turn", view.turns.len() as u32)
            .with("card", card_name(turn.card));
        shapes.push(text((MARGIN + 16, top + 22), 24, Anchor::Left, INNER - 32, said));
        top += 44;
    }
    let middle = top + HEAD / 2 + 2;
    if let Some(now) = columns.now {
        shapes.push(quiet(
            (now, middle),
            22,
            Anchor::Left,
            112,
            Phrase::new("binome-picture-now"),
        ));
    }
    if !view.turns.is_empty() {
        let at = ((SHOWN.1 + SHOWN.2) / 2, middle);
        shapes.push(quiet(
            at,
            22,
            Anchor::Middle,
            SHOWN.2 - SHOWN.1 - 8,
            Phrase::new("binome-picture-shown"),
        ));
    }
    if let Some(left) = columns.left {
        shapes.push(quiet(
            (left, middle),
            22,
            Anchor::Middle,
            76,
            Phrase::new("binome-picture-left"),
        ));
    }
    shapes.push(quiet(
        (RIGHT - 4, middle),
        22,
        Anchor::Right,
        82,
        Phrase::new("binome-picture-points"),
    ));
    top + HEAD
}

fn row(view: &View, columns: &Columns, seat: Seat, middle: i32, shapes: &mut Vec<Shape>) {
    let seen = &view.seats[seat.index()];
    let above = vec![(MARGIN, middle - ROW / 2), (RIGHT, middle - ROW / 2)];
    shapes.push(Shape::outlined(Form::Path(above), Ink::Line, 1));
    let (left, room) = columns.name;
    let higher = if columns.bars { 10 } else { 0 };
    shapes.extend(marks::holder((left, middle - higher), 26, room, seat));
    if columns.bars {
        bar(view, seat, (left, middle + 13), room, shapes);
    }
    if let Some(now) = columns.now {
        word(view, seat, seen, (now, middle), shapes);
    }
    if let Some(turn) = view.turns.last() {
        shown(turn, seat, middle, shapes);
    }
    if let Some(left) = columns.left {
        numbers_left(seen.left, (left, middle), shapes);
    }
    shapes.push(text((RIGHT - 4, middle), 32, Anchor::Right, 76, seen.score.to_string()).bold());
}

/// What a seat says in this turn, as a sign and a word; only a sign while it is asked.
fn word(view: &View, seat: Seat, seen: &SeatView, at: Point, shapes: &mut Vec<Shape>) {
    let sign = (at.0 + 15, at.1);
    let key = match seen.chosen {
        Chosen::Claim => {
            flag(sign, 15, shapes);
            "binome-mark-claim"
        }
        Chosen::Pass => {
            dash(sign, 15, shapes);
            "binome-mark-pass"
        }
        Chosen::Sealed => {
            tick(sign, 15, shapes);
            "binome-mark-sealed"
        }
        Chosen::Nothing if view.waiting.contains(&seat) => {
            pending(sign, 15, shapes);
            return;
        }
        Chosen::Nothing => return,
    };
    shapes.push(text((at.0 + 37, at.1), 23, Anchor::Left, 80, Phrase::new(key)));
}

/// What a seat showed in the turn before: its number, struck where it dropped out, with a star and its points where it
/// won.
fn shown(turn: &Turn, seat: Seat, middle: i32, shapes: &mut Vec<Shape>) {
    let (centre, from, _) = SHOWN;
    let Some((number, fate)) = turn.shown(seat) else {
        let dash = vec![(centre - 10, middle), (centre + 10, middle)];
        shapes.push(Shape::outlined(Form::Path(dash), Ink::Quiet, 3));
        return;
    };
    let form = rect((from + 12, middle - 21), (66, 42), 9);
    let at = (from + 45, middle);
    let beside = from + 103;
    match fate {
        Fate::Won(points) => {
            shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Text, 4));
            shapes.push(text(at, 29, Anchor::Middle, 58, number.to_string()).bold());
            star((from + 14, middle - 17), 14, shapes);
            shapes.push(text((beside, middle), 29, Anchor::Middle, 46, gain(points)).bold());
        }
        Fate::Out => {
            shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Line, 2));
            shapes.push(quiet(at, 29, Anchor::Middle, 58, number.to_string()).bold());
            let strike = vec![(from + 18, middle + 15), (from + 72, middle - 15)];
            shapes.push(Shape::outlined(Form::Path(strike), Ink::Bad, 4));
            cross((beside, middle), 13, shapes);
        }
        Fate::Beaten => {
            shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Line, 2));
            shapes.push(text(at, 29, Anchor::Middle, 58, number.to_string()).bold());
        }
    }
}

/// How many numbers a seat has left: with one left, in a ring.
fn numbers_left(left: u8, at: Point, shapes: &mut Vec<Shape>) {
    if left == 1 {
        shapes.push(Shape::outlined(circle(at, 21), Ink::Mark, 4));
    }
    shapes.push(text(at, 28, Anchor::Middle, 40, left.to_string()));
}

/// A seat's points as a bar, as long as they are of the most; none for nothing, or less.
fn bar(view: &View, seat: Seat, at: Point, room: i32, shapes: &mut Vec<Shape>) {
    let score = view.seats[seat.index()].score;
    let most = view.seats.iter().map(|seen| seen.score).max().unwrap_or(0).max(1);
    let length = room * score.max(0) / most;
    if length > 0 {
        shapes.push(Shape::filled(rect(at, (length, 9), 4), Ink::Own(seat)).with_line(Ink::Quiet, 1));
    }
}
