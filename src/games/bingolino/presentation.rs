//! How Bingolino shows itself: its views as scenes, everything as phrases.

use std::ops::RangeInclusive;

use super::grid::{Layout, Place};
use super::notation::{Choice, Fact, MAX_SEATS};
use super::phrases::{decided, line_name, phase, shown, summary};
use super::view::{RollView, SeatView, View};
use super::{Bingolino, MIN_SEATS, Options, alt, board, menu, sketch};
use crate::rules::{Arg, Icon, LessonStep, Menu, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch};

fn seat_line(view: &View, index: usize, seen: &SeatView) -> SeatLine {
    let seat = Seat(index as u8);
    let mut marks = Vec::new();
    if view.roller == Some(seat) {
        marks.push(Phrase::new("bingolino-mark-roller"));
    }
    if !seen.stars.is_empty() {
        let lines: Arg = seen.stars.iter().map(|line| line_name(*line)).collect();
        marks.push(
            Phrase::new("bingolino-mark-stars")
                .with("count", seen.stars.len() as u32)
                .with("lines", lines),
        );
    }
    if view.is_laid() {
        marks.push(Phrase::new("bingolino-mark-turned").with("count", seen.turned.len() as u32));
    }
    if seen.sealed {
        marks.push(Phrase::new("bingolino-mark-sealed"));
    }
    SeatLine {
        seat,
        score: view.is_laid().then_some(seen.stars.len() as i64),
        marks,
        board: board::of_seat(seen, view.is_laid()),
    }
}

/// What the viewer has chosen and not yet shown.
fn own(view: &View) -> Vec<Phrase> {
    view.chosen().as_ref().map(Bingolino::chosen).into_iter().collect()
}

/// What a seat did with a roll.
fn choice_line(seat: Seat, layout: &Layout, choice: &Choice) -> Option<Phrase> {
    let about = |key: &'static str, place: Place| {
        Phrase::new(key)
            .with("seat", seat)
            .with("place", place.to_string())
            .with("number", layout.number(place))
    };
    match choice {
        Choice::Flip(place, None) => Some(about("bingolino-did-flip", *place)),
        Choice::Flip(place, Some(die)) => Some(about("bingolino-did-flip-without", *place).with("die", *die)),
        Choice::Back(place) => Some(about("bingolino-did-back", *place)),
        Choice::Decline => Some(Phrase::new("bingolino-did-decline").with("seat", seat)),
        Choice::Layout(_) | Choice::Roll(_) => None,
    }
}

/// The roll that was completed last: the dice, what everybody did, and the stars.
fn recent(view: &View) -> Vec<Phrase> {
    let Some(roll) = &view.last else {
        return Vec::new();
    };
    let mut lines = vec![
        Phrase::new("bingolino-last-roll")
            .with("seat", roll.roller)
            .with("count", roll.dice.len() as u32)
            .with("dice", shown(&roll.dice))
            .with("total", roll.dice.iter().sum::<u8>()),
    ];
    lines.extend(choice_lines(view, roll));
    let stars = roll.stars.iter();
    lines.extend(stars.map(|(seat, line)| Bingolino::fact(&Fact::Star(*seat, *line))));
    lines
}

fn choice_lines(view: &View, roll: &RollView) -> Vec<Phrase> {
    let choice_lines: Vec<Phrase> = roll
        .chosen
        .iter()
        .filter_map(|(seat, choice)| {
            let layout = view.seats.get(seat.index())?.tiles?;
            choice_line(*seat, &layout, &choice.parse().ok()?)
        })
        .collect();
    if choice_lines.is_empty() {
        return vec![Phrase::new("bingolino-did-nothing")];
    }
    choice_lines
}

impl Presentation for Bingolino {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::read(&["goal", "layout"]),
        LessonStep::ask_about(&["roll"], |what| what.starts_with("roll")),
        LessonStep::ask_about(&["stars"], |what| what.starts_with("flip")),
        LessonStep::ask_about(&["example"], |what| what.starts_with("roll")),
        LessonStep::ask_about(&["back"], |what| what.starts_with("flip")),
        LessonStep::ask_later(&["board", "typing"], 4),
        LessonStep::end(&["end"]),
    ];

    fn scene(view: &View) -> Scene {
        let lines = view.seats.iter().enumerate();
        Scene {
            phase: Some(phase(view)),
            summary: summary(view),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => lines.map(|(index, seen)| seat_line(view, index, seen)).collect(),
            },
            board: board::own(view),
            legend: Vec::new(),
            own: own(view),
            recent: recent(view),
            decided: decided(view),
        }
    }

    fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
        menu::menu(view, choices, path)
    }

    fn icons() -> Vec<Icon> {
        menu::icons()
    }

    fn choice(choice: &Choice) -> Phrase {
        match choice {
            Choice::Layout(_) => Phrase::new("bingolino-chose-layout"),
            Choice::Roll(count) => Phrase::new("bingolino-chose-roll").with("count", *count),
            Choice::Flip(place, None) => Phrase::new("bingolino-chose-flip").with("place", place.to_string()),
            Choice::Flip(place, Some(die)) => Phrase::new("bingolino-chose-flip-without")
                .with("place", place.to_string())
                .with("die", *die),
            Choice::Decline => Phrase::new("bingolino-chose-decline"),
            Choice::Back(place) => Phrase::new("bingolino-chose-back").with("place", place.to_string()),
        }
    }

    fn consequences(view: &View, choice: &Choice) -> Vec<Phrase> {
        alt::brings(view, *choice).into_iter().collect()
    }

    fn question(view: &View, choice: &Choice) -> Phrase {
        let tiles = view.own_layout().unwrap_or_default();
        let tile = |key: &'static str, place: &Place| {
            Phrase::new(key)
                .with("place", place.to_string())
                .with("number", tiles.number(*place))
        };
        match choice {
            Choice::Layout(_) | Choice::Roll(_) | Choice::Decline => Self::choice(choice),
            Choice::Flip(place, None) => tile("bingolino-question-flip", place),
            Choice::Flip(place, Some(die)) => tile("bingolino-question-flip-without", place).with("die", *die),
            Choice::Back(place) => tile("bingolino-question-back", place),
        }
    }

    fn offer(view: &View, choice: &Choice) -> Phrase {
        let tiles = view.own_layout().unwrap_or_default();
        let tile = |key: &'static str, place: &Place| Phrase::new(key).with("number", tiles.number(*place));
        match choice {
            Choice::Layout(_) | Choice::Roll(_) | Choice::Decline => Self::choice(choice),
            Choice::Flip(place, None) => tile("bingolino-offer-flip", place),
            Choice::Flip(place, Some(die)) => tile("bingolino-offer-flip-without", place).with("die", *die),
            Choice::Back(place) => tile("bingolino-offer-back", place),
        }
    }

    fn fact(fact: &Fact) -> Phrase {
        let Fact::Star(seat, line) = fact;
        Phrase::new("bingolino-fact-star")
            .with("seat", *seat)
            .with("line", line_name(*line))
    }

    fn points(points: i64) -> Phrase {
        Phrase::new("bingolino-points").with("points", points)
    }

    fn rules(_: &Options) -> Vec<Phrase> {
        vec![
            Phrase::new("bingolino-rules-goal"),
            Phrase::new("bingolino-rules-layout"),
            Phrase::new("bingolino-rules-roll"),
            Phrase::new("bingolino-rules-back"),
            Phrase::new("bingolino-rules-stars"),
            Phrase::new("bingolino-rules-end"),
            Phrase::new("bingolino-rules-board"),
            Phrase::new("bingolino-rules-example"),
            Phrase::new("bingolino-rules-typing"),
        ]
    }
}
