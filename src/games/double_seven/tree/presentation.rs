//! How The Tree shows itself: its views as scenes, everything as phrases.

use std::ops::RangeInclusive;

use super::super::icons;
use super::super::letters as family;
use super::super::notation;
use super::notation::{Choice, Fact};
use super::options::{MAX_SEATS, Options, SPECS};
use super::phrases::{about, decided, did, listed, own, phase, supply};
use super::view::{Move, SeatView, Stage, View};
use super::{Tree, alt, letters, menu, sketch};
use crate::rules::{Icon, LessonStep, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch};

fn summary(view: &View) -> Vec<Phrase> {
    match view.stage {
        Stage::Deal => Vec::new(),
        Stage::Play => vec![supply(view)],
        Stage::Over if view.seats.len() == 1 => vec![Phrase::new("tree-alone-won")],
        Stage::Blocked if view.seats.len() == 1 => vec![Phrase::new("tree-nobody-alone")],
        Stage::Over | Stage::Blocked if view.seats.iter().all(|seen| seen.tiles == 0) => Vec::new(),
        Stage::Over | Stage::Blocked => vec![supply(view)],
    }
}

fn seat_line(index: usize, seen: &SeatView) -> SeatLine {
    let mut marks = Vec::new();
    match (seen.place, seen.open) {
        (Some(place), _) => marks.push(Phrase::new("tree-mark-out").with("place", place)),
        (None, Some(open)) => marks.push(
            Phrase::new("tree-mark-left")
                .with("count", seen.tiles)
                .with("tiles", listed(open)),
        ),
        (None, None) => marks.push(Phrase::new("tree-mark-tiles").with("count", seen.tiles)),
    }
    SeatLine::new(Seat(index as u8), None, marks)
}

/// What happened last. The viewer reads which tiles its last draw brought, unless they are too many for a line.
fn recent(view: &View) -> Vec<Phrase> {
    const FEW: usize = 6;
    let mut lines: Vec<Phrase> = view.recent.iter().map(did).collect();
    let Some(own) = &view.own else { return lines };
    let made = view.recent.iter().rposition(|made| made.seat() == own.seat);
    if let Some(at) = made
        && let Move::Drew { count, .. } = view.recent[at]
        && usize::from(count) == own.drew.len()
        && own.drew.len() <= FEW
    {
        lines[at] = Phrase::new("tree-did-draw-own").with("tiles", listed(own.drew));
    }
    lines
}

/// Why the game is over, and what everybody still had; empty before the end.
fn end(view: &View) -> Vec<Phrase> {
    let fact = match (view.stage, view.recent.last()) {
        (Stage::Over, Some(Move::Placed { seat, .. })) => Fact::Out(*seat),
        (Stage::Blocked, _) => Fact::Blocked,
        _ => return Vec::new(),
    };
    let hands = (0..).map(Seat).zip(&view.seats);
    let left = family::left(hands.filter_map(|(seat, seen)| Some((seat, seen.open?))));
    std::iter::once(Tree::fact(&fact)).chain(left).collect()
}

impl Presentation for Tree {
    const PEOPLE: RangeInclusive<u8> = 1..=MAX_SEATS;
    const OPTION_SPECS: &'static [OptionSpec] = SPECS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::read(&["goal", "tiles"]),
        LessonStep::ask(&["turn", "ring"]),
        LessonStep::ask(&["extra"]),
        LessonStep::ask_later(&["typing"], 1),
        LessonStep::end(&["stuck", "end"]),
        LessonStep::read(&["alone"]),
    ];

    fn scene(view: &View) -> Scene {
        let seats = view.seats.iter().enumerate();
        let (board, legend) = letters::board(view);
        Scene {
            phase: Some(phase(view)),
            summary: summary(view),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => seats.map(|(index, seen)| seat_line(index, seen)).collect(),
            },
            board,
            legend,
            own: own(view),
            recent: recent(view).into_iter().chain(end(view)).collect(),
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
        icons::icons()
    }

    fn choice(choice: &Choice) -> Phrase {
        match choice {
            Choice::Place(placement) => about("tree-chose-place", *placement),
            Choice::Draw => Phrase::new("tree-chose-draw"),
            Choice::Pass => Phrase::new("tree-chose-pass"),
        }
    }

    fn typed(choice: &Choice) -> Option<String> {
        match choice {
            Choice::Place(placement) => Some(placement.typed()),
            Choice::Draw | Choice::Pass => None,
        }
    }

    fn typed_also(choice: &Choice) -> Vec<String> {
        choice
            .placement()
            .map_or_else(Vec::new, |placement| placement.named().into())
    }

    fn unfinished(choices: &[Choice], text: &str) -> Option<Phrase> {
        notation::unplaced(text, choices.iter().filter_map(|choice| choice.placement()))
    }

    fn offer(view: &View, choice: &Choice) -> Phrase {
        match choice {
            Choice::Place(placement) if alt::brings_extra(view, *placement) => about("tree-offer-extra", *placement),
            Choice::Place(placement) => about("tree-offer-place", *placement),
            Choice::Draw => Phrase::new("tree-offer-draw"),
            Choice::Pass => Phrase::new("tree-offer-pass"),
        }
    }

    fn consequences(view: &View, choice: &Choice) -> Vec<Phrase> {
        alt::consequences(view, choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        match fact {
            Fact::Extra(seat) => Phrase::new("tree-fact-extra").with("seat", *seat),
            Fact::Out(seat) => Phrase::new("tree-fact-out").with("seat", *seat),
            Fact::Blocked => Phrase::new("tree-fact-blocked"),
        }
    }

    fn rules(options: &Options) -> Vec<Phrase> {
        vec![
            Phrase::new("tree-rules-goal"),
            Phrase::new("tree-rules-tiles"),
            Phrase::new("tree-rules-turn"),
            Phrase::new("tree-rules-ring"),
            Phrase::new("tree-rules-extra"),
            Phrase::new("tree-rules-stuck"),
            Phrase::new(if options.play_on {
                "tree-rules-end"
            } else {
                "tree-rules-end-first"
            }),
            Phrase::new("tree-rules-alone"),
            Phrase::new("tree-rules-typing"),
        ]
    }
}
