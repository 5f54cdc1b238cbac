//! How Binary shows itself: its views as scenes and as a board of letters, everything else as phrases.

use std::ops::RangeInclusive;

use super::notation::{Choice, Fact};
use super::options::{Options, SPECS};
use super::phrases::{colour, decided, may, own, phase, pieces, placed};
use super::squares::{Frame, Square};
use super::view::{SideView, Stage, View};
use super::{Binary, SEATS, alt, menu, sketch};
use crate::rules::{
    Arg, Ended, Icon, LessonStep, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch,
    joined,
};

/// What may be placed now, what is special about the centre, and how the board is read.
fn summary(view: &View) -> Vec<Phrase> {
    let mut lines: Vec<Phrase> = may(view).into_iter().collect();
    if let Some(seat) = view.turn {
        let hand = view.side(seat).map_or(0, |side| side.hand);
        let dark = view.black == Some(seat);
        let taken = |square: &Square| view.sides.iter().any(|side| side.pieces.contains(*square));
        if hand > 1 && view.stage != Stage::Opening && !view.centre.iter().all(taken) {
            let (own, other) = (colour(dark), colour(!dark));
            lines.push(Phrase::new("binary-centre").with("own", own).with("other", other));
        }
    }
    lines
}

/// The board in letters. B and W are pieces, in small letters if they were placed last. Colons are dark squares and dots
/// are light squares. Brackets stand around the centre.
fn board(view: &View) -> Vec<String> {
    let size = view.options.size;
    if view.stage == Stage::Draw {
        return Vec::new();
    }
    let letter = |square: Square| {
        let owner = view.sides.iter().position(|side| side.pieces.contains(square));
        let Some(owner) = owner else {
            return if square.is_dark() { ':' } else { '.' };
        };
        let letter = if view.black.map(Seat::index) == Some(owner) {
            'B'
        } else {
            'W'
        };
        match view.last {
            Some(last) if last.choice.squares().any(|placed| placed == square) => letter.to_ascii_lowercase(),
            _ => letter,
        }
    };
    let is_centre = |file: u8, rank: u8| Square::new(file, rank).is_some_and(|square| view.centre.contains(&square));
    let row = |rank: u8| {
        let mut line = format!("{:2}", rank + 1);
        for file in 0..size {
            let before = file > 0 && is_centre(file - 1, rank);
            line.push(match (before, is_centre(file, rank)) {
                (false, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            line.extend(Square::new(file, rank).map(letter));
        }
        line
    };
    let mut lines: Vec<String> = (0..size).rev().map(row).collect();
    let files = (0..size).flat_map(|file| [' ', char::from(b'a' + file)]);
    lines.push("  ".chars().chain(files).collect());
    lines
}

fn seat_line(view: &View, seat: Seat, side: &SideView) -> SeatLine {
    let mut marks = Vec::new();
    if let Some(black) = view.black {
        marks.push(pieces(black == seat));
        if view.stage != Stage::Over {
            marks.push(Phrase::new("binary-mark-hand").with("count", side.hand));
        }
    }
    if side.discarded > 0 {
        marks.push(Phrase::new("binary-mark-discarded").with("count", side.discarded));
    }
    if !side.territories.is_empty() {
        marks.push(
            Phrase::new("binary-mark-territories")
                .with("count", side.territories.len() as u32)
                // They already stand within a list.
                .with("sizes", joined(side.sizes(), " + ")),
        );
    }
    SeatLine::new(seat, Some(side.score), marks)
}

fn recent(view: &View) -> Vec<Phrase> {
    let mut lines: Vec<Phrase> = view.last.iter().map(placed).collect();
    if view.stage == Stage::Over {
        let seats = (0..SEATS).map(Seat).zip(&view.sides);
        lines.extend(seats.map(|(seat, side)| counted(seat, side.sizes().map(|size| size as i64), side.score)));
    }
    lines
}

/// A seat's territories and what they score.
fn counted(seat: Seat, sizes: impl Iterator<Item = i64> + Clone, score: i64) -> Phrase {
    Phrase::new("binary-fact-territories")
        .with("seat", seat)
        .with("count", sizes.clone().count() as u32)
        .with("sizes", sizes.collect::<Arg>())
        .with("score", score)
}

impl Presentation for Binary {
    const PEOPLE: RangeInclusive<u8> = SEATS..=SEATS;
    const OPTION_SPECS: &'static [OptionSpec] = SPECS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::ask(&["goal", "board"]),
        LessonStep::ask(&["turn"]),
        LessonStep::ask(&["centre", "typing"]),
        LessonStep::ask_later(&["territories"], 4),
        LessonStep::end(&["end"]),
    ];

    fn scene(view: &View) -> Scene {
        let seats = (0..SEATS).map(Seat).zip(&view.sides);
        Scene {
            phase: Some(phase(view)),
            summary: summary(view),
            seats: match view.viewer {
                Some(_) => Vec::new(),
                None => seats.map(|(seat, side)| seat_line(view, seat, side)).collect(),
            },
            board: board(view),
            legend: match view.stage {
                Stage::Draw => Vec::new(),
                _ => vec![Phrase::new("binary-legend")],
            },
            own: own(view).into_iter().collect(),
            recent: recent(view),
            decided: decided(view).into_iter().collect(),
        }
    }

    fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn ended(view: View, ended: Ended) -> View {
        View {
            turn: None,
            ended: Some(ended),
            ..view
        }
    }

    fn menu(view: &View, _: &[Choice], path: &[&str]) -> Option<Menu> {
        menu::menu(view, path)
    }

    fn icons() -> Vec<Icon> {
        sketch::icons()
    }

    fn choice(choice: &Choice) -> Phrase {
        let squares = choice.squares().map(|square| square.to_string());
        Phrase::new("binary-chose").with("squares", squares.collect::<Arg>())
    }

    fn consequences(view: &View, choice: &Choice) -> Vec<Phrase> {
        alt::consequences(view, *choice)
    }

    fn offer(view: &View, choice: &Choice) -> Phrase {
        let foreign = |square: Square| {
            view.viewer
                .is_some_and(|seat| square.is_dark() != (view.black == Some(seat)))
        };
        match *choice {
            Choice::One(square) if foreign(square) && view.centre.contains(&square) => {
                Phrase::new("binary-offer-cost").with("square", square.to_string())
            }
            Choice::One(square) if foreign(square) => Phrase::new("binary-offer-other")
                .with("square", square.to_string())
                .with("colour", colour(square.is_dark())),
            _ => Self::choice(choice),
        }
    }

    fn fact(fact: &Fact) -> Phrase {
        match fact {
            Fact::Discard(seat) => Phrase::new("binary-fact-discard").with("seat", *seat),
            Fact::Territories(seat, sizes) => {
                let all = sizes.as_slice().iter().map(|size| i64::from(*size));
                counted(*seat, all, sizes.score())
            }
        }
    }

    fn rules(options: &Options) -> Vec<Phrase> {
        let pieces = Frame::of(options.size).map_or(0, Frame::pieces);
        vec![
            Phrase::new("binary-rules-goal"),
            Phrase::new("binary-rules-board")
                .with("size", options.size)
                .with("pieces", pieces),
            Phrase::new("binary-rules-turn"),
            Phrase::new("binary-rules-centre"),
            Phrase::new("binary-rules-territories"),
            Phrase::new("binary-rules-end"),
            Phrase::new("binary-rules-typing"),
        ]
    }
}
