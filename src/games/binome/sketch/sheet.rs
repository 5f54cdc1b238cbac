//! The sheet of a seat, for its holder alone. While digits are rolled: the die, and the eight numbers with their free
//! spaces, blank as on paper and on the buttons. In the conference: the card, which numbers fit it, which are used, and the turn
//! spaces below, as on the sheet of paper.

use super::super::CARD_COUNT;
use super::super::notation::{Choice, Space};
use super::super::phrases::phase;
use super::super::postulate::{Number, Postulate};
use super::super::view::{OwnView, Phase, View};
use super::pen::{Hand, INNER, MARGIN, Pen, WIDTH};
use super::{Fate, alt, card, gain};
use crate::rules::parts::{circle, rect};
use crate::rules::{Anchor, Form, Ink, Material, Phrase, Point, Sketch};

/// How far apart the numbers lie, four abreast.
const PITCH: i32 = 170;
/// The size of a space.
const SPACE: Point = (77, 92);

/// The picture for the holder of a seat, with what it tries out.
pub(super) fn draw(view: &View, own: &OwnView, tried: Option<Choice>) -> Sketch {
    let mut pen = Pen::default();
    let title = Hand::of(32).bold();
    let bottom = match view.stage {
        Phase::Conference | Phase::Over => {
            pen.write((MARGIN, 46), title.room(INNER - POINTS), phase(view));
            points(&mut pen, view.seats[own.seat.index()].score);
            conference(&mut pen, view, own, tried)
        }
        _ => {
            pen.write((MARGIN, 46), title, phase(view));
            digits(&mut pen, view, own, tried)
        }
    };
    Sketch::wide(
        Material::Clay,
        bottom + MARGIN,
        pen.shapes,
        alt::sheet(view, own, tried),
    )
}

/// How wide the own points are beside the title.
const POINTS: i32 = 150;

/// The own points so far, at the right end of the title.
fn points(pen: &mut Pen, score: i32) {
    let says = Phrase::new("binome-value-points").with("points", i64::from(score));
    let hand = Hand::of(30).bold().anchor(Anchor::Right).room(POINTS - 16);
    pen.write((WIDTH - MARGIN, 46), hand, says);
}

/// Where the number at `index` begins, in rows that lie so far apart.
const fn place(index: usize, top: i32, rows: i32) -> Point {
    (MARGIN + PITCH * (index as i32 % 4), top + rows * (index as i32 / 4))
}

fn digits(pen: &mut Pen, view: &View, own: &OwnView, tried: Option<Choice>) -> i32 {
    let shown = matches!(view.stage, Phase::Write | Phase::Deck);
    let digit = view.rolls.last().copied().filter(|_| shown);
    let open = view.stage == Phase::Write && (tried.is_some() || view.waiting.contains(&own.seat));
    pen.die((MARGIN + 70, 152), 70, digit);
    let tried = match tried {
        Some(Choice::Write(space)) => Some(space),
        _ => None,
    };
    say(pen, own, open, digit, tried);
    for index in 0..8 {
        let at = place(index, 244, 148);
        let hand = Hand::of(24).quiet().anchor(Anchor::Middle).room(100);
        pen.write((at.0 + SPACE.0, at.1 + 14), hand, (index + 1).to_string());
        for space in Space::all().filter(|space| space.index() / 2 == index) {
            let left = if space.is_tens() { 0 } else { SPACE.0 };
            let form = ((at.0 + left, at.1 + 32), open);
            match own.digits[space.index()] {
                Some(digit) => filled(pen, form.0, digit, own.last == Some(space.index() as u8)),
                None => free(pen, form, digit.filter(|_| tried == Some(space))),
            }
        }
    }
    244 + 148 + 32 + SPACE.1
}

/// What is to be done with the digit, or was.
fn say(pen: &mut Pen, own: &OwnView, open: bool, digit: Option<u8>, tried: Option<Space>) {
    let left = MARGIN + 170;
    let room = WIDTH - MARGIN - left;
    let last = own.last.and_then(Space::new);
    let (first, second) = match (open, tried, last) {
        (true, Some(space), _) => (Phrase::new("binome-picture-try"), Some(place_phrase(space, own, digit))),
        (true, None, _) => (Phrase::new("binome-picture-write"), None),
        (false, _, Some(space)) => (
            Phrase::new("binome-picture-written"),
            Some(place_phrase(space, own, None)),
        ),
        (false, _, None) => (Phrase::new("binome-picture-roll"), None),
    };
    pen.write((left, 134), Hand::of(30).bold().room(room), first);
    if let Some(second) = second {
        pen.write((left, 174), Hand::of(26).room(room), second);
    }
}

/// Which number a space belongs to, and what that number is with this digit there.
fn place_phrase(space: Space, own: &OwnView, digit: Option<u8>) -> Phrase {
    let mut digits = own.digits;
    let at = space.index();
    digits[at] = digits[at].or(digit);
    let shown = |digit: Option<u8>| digit.map_or("_".to_owned(), |digit| digit.to_string());
    let first = at / 2 * 2;
    Phrase::new("binome-picture-becomes")
        .with("number", space.number())
        .with(
            "digits",
            format!("{} {}", shown(digits[first]), shown(digits[first + 1])),
        )
}

/// A space that holds a digit; the one written last has a thick line and a folded corner.
fn filled(pen: &mut Pen, at: Point, digit: u8, last: bool) {
    let form = rect(at, SPACE, 8);
    if last {
        pen.both(form, Ink::Surface, Ink::Mark, 5);
        let right = at.0 + SPACE.0;
        let corner = vec![(right - 26, at.1), (right, at.1), (right, at.1 + 26)];
        pen.fill(Form::Polygon(corner), Ink::Mark);
    } else {
        pen.both(form, Ink::Surface, Ink::Text, 3);
    }
    let hand = Hand::of(62).bold().anchor(Anchor::Middle).room(SPACE.0 - 8);
    pen.write(middle(at), hand, digit.to_string());
}

/// A free space, blank; where it may be filled now, on a ground that says so; with the digit that is tried.
fn free(pen: &mut Pen, (at, open): (Point, bool), tried: Option<u8>) {
    let form = || rect(at, SPACE, 8);
    if open {
        pen.both(form(), Ink::Tint(2), Ink::Line, 2);
    } else {
        pen.line(form(), Ink::Line, 2);
    }
    let Some(digit) = tried else { return };
    pen.ghost(|pen| {
        pen.line(form(), Ink::Mark, 5);
        let hand = Hand::of(62).bold().anchor(Anchor::Middle).ink(Ink::Mark);
        pen.write(middle(at), hand.room(SPACE.0 - 8), digit.to_string());
    });
}

const fn middle(at: Point) -> Point {
    (at.0 + SPACE.0 / 2, at.1 + SPACE.1 / 2)
}

fn conference(pen: &mut Pen, view: &View, own: &OwnView, tried: Option<Choice>) -> i32 {
    let mut top = 78;
    if let Some((postulate, value)) = view.card {
        card::draw(pen, view, postulate, value, top);
        top += card::HEIGHT + 20;
    }
    let chosen = own.choice().filter(|_| tried.is_none());
    let measured = view.card.is_some_and(|(card, _)| is_measured(view, card));
    let rows = if measured { 128 } else { 98 };
    for index in 0..8 {
        let at = place(index, top, rows);
        number(pen, view, own, index, at);
        for (choice, ghost) in [(chosen, false), (tried, true)] {
            if let Some(Choice::Claim(number)) = choice
                && own.place_of(number) == Some(index)
            {
                picked(pen, at, ghost);
            }
        }
    }
    top += 2 * rows + 6;
    for index in 0..CARD_COUNT {
        let at = (MARGIN + 84 * (index as i32 % 8), top + 76 * (index as i32 / 8));
        turn(pen, view, own, index, at);
        if index == view.turns.len() && view.stage == Phase::Conference {
            pen.line(rect(at, TURN, 8), Ink::Mark, 4);
            if let Some(choice) = chosen {
                entered(pen, choice, at);
            }
            if let Some(choice) = tried {
                pen.ghost(|pen| entered(pen, choice, at));
            }
        }
    }
    top + 76 + TURN.1
}

/// The size of a number in the conference.
const NUMBER: Point = (2 * SPACE.0, 80);

/// One of the eight numbers: crossed out when used, with a tick when it fits the card, and by what it would compete.
fn number(pen: &mut Pen, view: &View, own: &OwnView, index: usize, at: Point) {
    let Some(number) = own.number(index) else {
        return;
    };
    let form = rect(at, NUMBER, 10);
    let middle = (at.0 + NUMBER.0 / 2, at.1 + NUMBER.1 / 2);
    let hand = Hand::of(58).bold().anchor(Anchor::Middle).room(NUMBER.0 - 16);
    if own.used[index] {
        pen.line(form, Ink::Line, 2);
        pen.write(middle, hand.quiet(), number.to_string());
        let strike = vec![(at.0 + 22, at.1 + 66), (at.0 + NUMBER.0 - 22, at.1 + 14)];
        pen.line(Form::Path(strike), Ink::Quiet, 5);
        return;
    }
    let card = view.card.map(|(card, _)| card);
    let fits = card.is_some_and(|card| card.accepts(number));
    if fits {
        pen.both(form, Ink::Surface, Ink::Good, 4);
    } else {
        pen.both(form, Ink::Surface, Ink::Line, 2);
    }
    let ink = if fits || card.is_none() { Ink::Text } else { Ink::Quiet };
    pen.write(middle, hand.ink(ink), number.to_string());
    if fits {
        pen.tick((at.0 + NUMBER.0 - 8, at.1 + 8), 15);
    }
    if let Some(measure) = card
        .filter(|card| is_measured(view, *card))
        .and_then(|card| measure(card, number))
    {
        let hand = Hand::of(24).anchor(Anchor::Middle).room(NUMBER.0);
        pen.write((middle.0, at.1 + NUMBER.1 + 21), hand, measure);
    }
}

/// Whether numbers compete for a card by what they do not show of themselves. In the same boat only the greatest counts.
fn is_measured(view: &View, card: Postulate) -> bool {
    !view.options.boat && measure(card, Number::default()).is_some()
}

/// By what a number competes for a card, where the number alone does not show it.
fn measure(card: Postulate, number: Number) -> Option<String> {
    let (value, tens, units) = (number.value(), number.tens(), number.units());
    match card {
        Postulate::MaxSum | Postulate::MinSum => Some(format!("{tens} + {units} = {}", tens + units)),
        Postulate::MaxDiff | Postulate::MinDiff => {
            let (more, less) = (tens.max(units), tens.min(units));
            Some(format!("{more} − {less} = {}", more - less))
        }
        Postulate::Near50 if value < 50 => Some(format!("50 − {}", 50 - value)),
        Postulate::Near50 => Some(format!("50 + {}", value - 50)),
        _ => None,
    }
}

/// A thick line around a number, and a flag once it is claimed with this one.
fn picked(pen: &mut Pen, at: Point, ghost: bool) {
    let ring = rect((at.0 - 3, at.1 - 3), (NUMBER.0 + 6, NUMBER.1 + 6), 12);
    if ghost {
        pen.ghost(|pen| pen.line(ring, Ink::Mark, 6));
    } else {
        pen.line(ring, Ink::Mark, 6);
        pen.flag((at.0 + 8, at.1 + 8), 15);
    }
}

/// The size of a turn space.
const TURN: Point = (76, 68);

/// A turn space: the number that was used, ringed with its points where it won, struck where it did not; a dash for a pass.
fn turn(pen: &mut Pen, view: &View, own: &OwnView, index: usize, at: Point) {
    let form = rect(at, TURN, 8);
    let middle = (at.0 + TURN.0 / 2, at.1 + TURN.1 / 2);
    let Some(turn) = view.turns.get(index) else {
        pen.line(form, Ink::Line, 2);
        return;
    };
    pen.both(form, Ink::Surface, Ink::Line, 2);
    let Some((number, fate)) = turn.shown(own.seat) else {
        dash(pen, at);
        return;
    };
    let hand = Hand::of(28).bold().anchor(Anchor::Middle).room(TURN.0 - 8);
    match fate {
        Fate::Won(points) => {
            pen.both(circle((middle.0, at.1 + 24), 21), Ink::Paper, Ink::Text, 3);
            pen.write((middle.0, at.1 + 24), hand.room(36), number.to_string());
            pen.star((at.0 + 12, at.1 + 54), 9);
            let hand = Hand::of(22).bold().anchor(Anchor::Middle).room(46);
            pen.write((middle.0 + 6, at.1 + 56), hand, gain(points));
        }
        Fate::Out | Fate::Beaten => {
            pen.write(middle, hand.quiet(), number.to_string());
            let strike = vec![(middle.0 - 24, middle.1 + 14), (middle.0 + 24, middle.1 - 14)];
            pen.line(Form::Path(strike), Ink::Bad, 3);
        }
    }
}

/// What is chosen for the turn that is on.
fn entered(pen: &mut Pen, choice: Choice, at: Point) {
    match choice {
        Choice::Claim(number) => {
            let middle = (at.0 + TURN.0 / 2, at.1 + TURN.1 / 2);
            let hand = Hand::of(34).bold().anchor(Anchor::Middle).room(TURN.0 - 8);
            pen.write(middle, hand, number.to_string());
        }
        Choice::Pass => dash(pen, at),
        Choice::Write(_) => {}
    }
}

fn dash(pen: &mut Pen, at: Point) {
    let middle = (at.0 + TURN.0 / 2, at.1 + TURN.1 / 2);
    let dash = vec![(middle.0 - 16, middle.1), (middle.0 + 16, middle.1)];
    pen.line(Form::Path(dash), Ink::Quiet, 4);
}
