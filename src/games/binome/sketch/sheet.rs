//! The sheet of a seat, for its holder alone. While digits are rolled: the die, and the eight numbers with their free
//! spaces, blank as on paper and on the buttons. In the conference: the card, which numbers fit it, which are used, and the turn
//! spaces below, as on the sheet of paper.

use super::super::CARD_COUNT;
use super::super::notation::{Choice, Space};
use super::super::phrases::phase;
use super::super::postulate::{Number, Postulate};
use super::super::view::{OwnView, Phase, View};
use super::signs::{INNER, MARGIN, WIDTH, die, flag, ghost, quiet, star, tick};
use super::{Fate, alt, card, gain};
use crate::rules::parts::{circle, rect, text};
use crate::rules::{Anchor, Form, Ink, Material, Phrase, Point, Shape, Sketch};

/// How far apart the numbers lie, four abreast.
const PITCH: i32 = 170;
/// The size of a space.
const SPACE: Point = (77, 92);

/// The picture for the holder of a seat, with what it tries out.
pub(super) fn draw(view: &View, own: &OwnView, tried: Option<Choice>) -> Sketch {
    let mut shapes = Vec::new();
    let bottom = match view.stage {
        Phase::Conference | Phase::Over => {
            shapes.push(text((MARGIN, 46), 32, Anchor::Left, INNER - POINTS, phase(view)).bold());
            points(view.seats[own.seat.index()].score, &mut shapes);
            conference(view, own, tried, &mut shapes)
        }
        _ => {
            shapes.push(text((MARGIN, 46), 32, Anchor::Left, INNER, phase(view)).bold());
            digits(view, own, tried, &mut shapes)
        }
    };
    Sketch::wide(Material::Clay, bottom + MARGIN, shapes, alt::sheet(view, own, tried))
}

/// How wide the own points are beside the title.
const POINTS: i32 = 150;

/// The own points so far, at the right end of the title.
fn points(score: i32, shapes: &mut Vec<Shape>) {
    let says = Phrase::new("binome-value-points").with("points", i64::from(score));
    shapes.push(text((WIDTH - MARGIN, 46), 30, Anchor::Right, POINTS - 16, says).bold());
}

/// Where the number at `index` begins, in rows that lie so far apart.
const fn place(index: usize, top: i32, rows: i32) -> Point {
    (MARGIN + PITCH * (index as i32 % 4), top + rows * (index as i32 / 4))
}

fn digits(view: &View, own: &OwnView, tried: Option<Choice>, shapes: &mut Vec<Shape>) -> i32 {
    let shown = matches!(view.stage, Phase::Write | Phase::Deck);
    let digit = view.rolls.last().copied().filter(|_| shown);
    let open = view.stage == Phase::Write && (tried.is_some() || view.waiting.contains(&own.seat));
    die((MARGIN + 70, 152), 70, digit, shapes);
    let tried = match tried {
        Some(Choice::Write(space)) => Some(space),
        _ => None,
    };
    say(own, open, digit, tried, shapes);
    for index in 0..8 {
        let at = place(index, 244, 148);
        shapes.push(quiet(
            (at.0 + SPACE.0, at.1 + 14),
            24,
            Anchor::Middle,
            100,
            (index + 1).to_string(),
        ));
        for space in Space::all().filter(|space| space.index() / 2 == index) {
            let left = if space.is_tens() { 0 } else { SPACE.0 };
            let form = ((at.0 + left, at.1 + 32), open);
            match own.digits[space.index()] {
                Some(digit) => filled(form.0, digit, own.last == Some(space.index() as u8), shapes),
                None => free(form, digit.filter(|_| tried == Some(space)), shapes),
            }
        }
    }
    244 + 148 + 32 + SPACE.1
}

/// What is to be done with the digit, or was.
fn say(own: &OwnView, open: bool, digit: Option<u8>, tried: Option<Space>, shapes: &mut Vec<Shape>) {
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
    shapes.push(text((left, 134), 30, Anchor::Left, room, first).bold());
    if let Some(second) = second {
        shapes.push(text((left, 174), 26, Anchor::Left, room, second));
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
fn filled(at: Point, digit: u8, last: bool, shapes: &mut Vec<Shape>) {
    let form = rect(at, SPACE, 8);
    if last {
        shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Mark, 5));
        let right = at.0 + SPACE.0;
        let corner = vec![(right - 26, at.1), (right, at.1), (right, at.1 + 26)];
        shapes.push(Shape::filled(Form::Polygon(corner), Ink::Mark));
    } else {
        shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Text, 3));
    }
    shapes.push(text(middle(at), 62, Anchor::Middle, SPACE.0 - 8, digit.to_string()).bold());
}

/// A free space, blank; where it may be filled now, on a ground that says so; with the digit that is tried.
fn free((at, open): (Point, bool), tried: Option<u8>, shapes: &mut Vec<Shape>) {
    let form = || rect(at, SPACE, 8);
    if open {
        shapes.push(Shape::filled(form(), Ink::Tint(2)).with_line(Ink::Line, 2));
    } else {
        shapes.push(Shape::outlined(form(), Ink::Line, 2));
    }
    let Some(digit) = tried else { return };
    ghost(shapes, |shapes| {
        shapes.push(Shape::outlined(form(), Ink::Mark, 5));
        shapes.push(
            text(middle(at), 62, Anchor::Middle, SPACE.0 - 8, digit.to_string())
                .bold()
                .inked(Ink::Mark),
        );
    });
}

const fn middle(at: Point) -> Point {
    (at.0 + SPACE.0 / 2, at.1 + SPACE.1 / 2)
}

fn conference(view: &View, own: &OwnView, tried: Option<Choice>, shapes: &mut Vec<Shape>) -> i32 {
    let mut top = 78;
    if let Some((postulate, value)) = view.card {
        card::draw(view, postulate, value, top, shapes);
        top += card::HEIGHT + 20;
    }
    let chosen = own.choice().filter(|_| tried.is_none());
    let measured = view.card.is_some_and(|(card, _)| is_measured(view, card));
    let rows = if measured { 128 } else { 98 };
    for index in 0..8 {
        let at = place(index, top, rows);
        number(view, own, index, at, shapes);
        for (choice, faint) in [(chosen, false), (tried, true)] {
            if let Some(Choice::Claim(number)) = choice
                && own.place_of(number) == Some(index)
            {
                picked(at, faint, shapes);
            }
        }
    }
    top += 2 * rows + 6;
    for index in 0..CARD_COUNT {
        let at = (MARGIN + 84 * (index as i32 % 8), top + 76 * (index as i32 / 8));
        turn(view, own, index, at, shapes);
        if index == view.turns.len() && view.stage == Phase::Conference {
            shapes.push(Shape::outlined(rect(at, TURN, 8), Ink::Mark, 4));
            if let Some(choice) = chosen {
                entered(choice, at, shapes);
            }
            if let Some(choice) = tried {
                ghost(shapes, |shapes| entered(choice, at, shapes));
            }
        }
    }
    top + 76 + TURN.1
}

/// The size of a number in the conference.
const NUMBER: Point = (2 * SPACE.0, 80);

/// One of the eight numbers: crossed out when used, with a tick when it fits the card, and by what it would compete.
fn number(view: &View, own: &OwnView, index: usize, at: Point, shapes: &mut Vec<Shape>) {
    let Some(number) = own.number(index) else {
        return;
    };
    let form = rect(at, NUMBER, 10);
    let middle = (at.0 + NUMBER.0 / 2, at.1 + NUMBER.1 / 2);
    if own.used[index] {
        shapes.push(Shape::outlined(form, Ink::Line, 2));
        shapes.push(quiet(middle, 58, Anchor::Middle, NUMBER.0 - 16, number.to_string()).bold());
        let strike = vec![(at.0 + 22, at.1 + 66), (at.0 + NUMBER.0 - 22, at.1 + 14)];
        shapes.push(Shape::outlined(Form::Path(strike), Ink::Quiet, 5));
        return;
    }
    let card = view.card.map(|(card, _)| card);
    let fits = card.is_some_and(|card| card.accepts(number));
    if fits {
        shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Good, 4));
    } else {
        shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Line, 2));
    }
    let ink = if fits || card.is_none() { Ink::Text } else { Ink::Quiet };
    shapes.push(
        text(middle, 58, Anchor::Middle, NUMBER.0 - 16, number.to_string())
            .bold()
            .inked(ink),
    );
    if fits {
        tick((at.0 + NUMBER.0 - 8, at.1 + 8), 15, shapes);
    }
    if let Some(measure) = card
        .filter(|card| is_measured(view, *card))
        .and_then(|card| measure(card, number))
    {
        shapes.push(text(
            (middle.0, at.1 + NUMBER.1 + 21),
            24,
            Anchor::Middle,
            NUMBER.0,
            measure,
        ));
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
fn picked(at: Point, faint: bool, shapes: &mut Vec<Shape>) {
    let ring = rect((at.0 - 3, at.1 - 3), (NUMBER.0 + 6, NUMBER.1 + 6), 12);
    if faint {
        ghost(shapes, |shapes| shapes.push(Shape::outlined(ring, Ink::Mark, 6)));
    } else {
        shapes.push(Shape::outlined(ring, Ink::Mark, 6));
        flag((at.0 + 8, at.1 + 8), 15, shapes);
    }
}

/// The size of a turn space.
const TURN: Point = (76, 68);

/// A turn space: the number that was used, ringed with its points where it won, struck where it did not; a dash for a pass.
fn turn(view: &View, own: &OwnView, index: usize, at: Point, shapes: &mut Vec<Shape>) {
    let form = rect(at, TURN, 8);
    let middle = (at.0 + TURN.0 / 2, at.1 + TURN.1 / 2);
    let Some(turn) = view.turns.get(index) else {
        shapes.push(Shape::outlined(form, Ink::Line, 2));
        return;
    };
    shapes.push(Shape::filled(form, Ink::Surface).with_line(Ink::Line, 2));
    let Some((number, fate)) = turn.shown(own.seat) else {
        dash(at, shapes);
        return;
    };
    match fate {
        Fate::Won(points) => {
            shapes.push(Shape::filled(circle((middle.0, at.1 + 24), 21), Ink::Paper).with_line(Ink::Text, 3));
            shapes.push(text((middle.0, at.1 + 24), 28, Anchor::Middle, 36, number.to_string()).bold());
            star((at.0 + 12, at.1 + 54), 9, shapes);
            shapes.push(text((middle.0 + 6, at.1 + 56), 22, Anchor::Middle, 46, gain(points)).bold());
        }
        Fate::Out | Fate::Beaten => {
            shapes.push(quiet(middle, 28, Anchor::Middle, TURN.0 - 8, number.to_string()).bold());
            let strike = vec![(middle.0 - 24, middle.1 + 14), (middle.0 + 24, middle.1 - 14)];
            shapes.push(Shape::outlined(Form::Path(strike), Ink::Bad, 3));
        }
    }
}

/// What is chosen for the turn that is on.
fn entered(choice: Choice, at: Point, shapes: &mut Vec<Shape>) {
    match choice {
        Choice::Claim(number) => {
            let middle = (at.0 + TURN.0 / 2, at.1 + TURN.1 / 2);
            shapes.push(text(middle, 34, Anchor::Middle, TURN.0 - 8, number.to_string()).bold());
        }
        Choice::Pass => dash(at, shapes),
        Choice::Write(_) => {}
    }
}

fn dash(at: Point, shapes: &mut Vec<Shape>) {
    let middle = (at.0 + TURN.0 / 2, at.1 + TURN.1 / 2);
    let dash = vec![(middle.0 - 16, middle.1), (middle.0 + 16, middle.1)];
    shapes.push(Shape::outlined(Form::Path(dash), Ink::Quiet, 4));
}
