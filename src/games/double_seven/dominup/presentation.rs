//! How Dominup shows itself: its views as scenes and as a table in letters, everything else as phrases.

use std::ops::RangeInclusive;

use super::super::{Placement, Tiles, icons, letters, names};
use super::notation::{Choice, Fact};
use super::options::{Options, SPECS, check_seats};
use super::position::Position;
use super::view::{Placed, SeatView, Stage, View};
use super::{Dominup, MAX_SEATS, MIN_SEATS, alt, sketch};
use crate::rules::{
    Icon, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, SetupError, Sketch, Variant,
};

pub(super) fn phase(view: &View) -> Phrase {
    match (view.stage, view.turn) {
        (Stage::Opening, Some(seat)) => Phrase::new("dominup-phase-opening").with("seat", seat),
        (Stage::Play, Some(seat)) => Phrase::new("dominup-phase-play").with("seat", seat),
        (Stage::Over, _) => Phrase::new("dominup-phase-over"),
        _ => Phrase::new("dominup-phase-deal"),
    }
}

/// Tiles one by one, for a list.
pub(super) fn named(tiles: Tiles) -> String {
    letters::listed(tiles.iter())
}

/// What the viewer may do now; `None` when it is not the viewer's turn.
pub(super) fn may(view: &View, position: &Position) -> Option<Phrase> {
    if !position.may {
        return None;
    }
    Some(Phrase::new(match view.stage {
        Stage::Opening => "dominup-may-open",
        _ if position.able().is_empty() => "dominup-may-expand",
        _ => "dominup-may-climb",
    }))
}

/// The tiles that could climb, whoever holds them. That none could is not said where the viewer hears that none of theirs can.
pub(super) fn steps(view: &View, position: &Position) -> Option<Phrase> {
    let steps = position.steps();
    match view.stage {
        Stage::Play if steps.is_empty() && position.may => None,
        Stage::Play if steps.is_empty() => Some(Phrase::new("dominup-steps-none")),
        Stage::Play => Some(Phrase::new("dominup-steps").with("tiles", named(steps))),
        _ => None,
    }
}

/// The viewer's hand: first the tiles that can climb, then the others.
pub(super) fn hand(view: &View, position: &Position) -> Vec<Phrase> {
    let (hand, able) = (position.hand, position.able());
    if view.own.is_none() || matches!(view.stage, Stage::Deal | Stage::Over) {
        return Vec::new();
    }
    let others = hand.without(able);
    let mut lines = Vec::new();
    if !able.is_empty() {
        lines.push(Phrase::new("dominup-own-able").with("tiles", named(able)));
    }
    if !others.is_empty() {
        let key = if able.is_empty() {
            "dominup-own"
        } else {
            "dominup-own-others"
        };
        lines.push(Phrase::new(key).with("tiles", named(others)));
    }
    if hand.is_empty() {
        lines.push(Phrase::new("dominup-own-none"));
    }
    lines
}

fn seat_line(index: usize, seen: &SeatView, stage: Stage) -> SeatLine {
    let mut marks = Vec::new();
    if let Some(place) = seen.place {
        marks.push(Phrase::new("dominup-mark-place").with("place", place));
    }
    match seen.hand {
        Some(hand) if !hand.is_empty() => marks.push(Phrase::new("dominup-mark-left").with("tiles", named(hand))),
        _ if stage == Stage::Deal => {}
        _ => marks.push(Phrase::new("dominup-mark-tiles").with("count", seen.tiles)),
    }
    SeatLine {
        seat: Seat(index as u8),
        score: None,
        marks,
        board: Vec::new(),
    }
}

/// A placement and the seat that made it.
pub(super) fn placed(placed: &Placed) -> Phrase {
    let key = match placed.choice {
        Choice::Climb(_) => "dominup-recent-climb",
        Choice::Expand(_) => "dominup-recent-expand",
    };
    let phrase = about(key, placed.choice.placement()).with("seat", placed.seat);
    match placed.choice {
        Choice::Climb(_) => phrase.with("level", 1 + placed.level),
        Choice::Expand(_) => phrase,
    }
}

/// How many tiles were laid in the last turn, or so far in this turn.
pub(super) fn last_turn(view: &View) -> usize {
    let seat = view.placed.last().map(|placed| placed.seat);
    let backwards = view.placed.iter().rev();
    backwards.take_while(|placed| Some(placed.seat) == seat).count()
}

fn recent(view: &View) -> Vec<Phrase> {
    let from = view.placed.len() - last_turn(view);
    let mut lines: Vec<Phrase> = view.placed[from..].iter().map(placed).collect();
    let last = view.placed.last().map(|placed| placed.seat);
    let out = last.filter(|seat| view.seats.get(seat.index()).is_some_and(|seen| seen.tiles == 0));
    lines.extend(out.map(|seat| match view.options.misere {
        true => Phrase::new("dominup-lost").with("seat", seat),
        false => Dominup::fact(&Fact::Out(seat)),
    }));
    if view.stage == Stage::Over {
        let hands = (0..).map(Seat).zip(&view.seats);
        lines.extend(letters::left(hands.filter_map(|(seat, seen)| Some((seat, seen.hand?)))));
    }
    lines
}

/// A choice with both halves and their cells.
pub(super) fn about(key: &'static str, placement: Placement) -> Phrase {
    let [first, second] = placement.halves();
    Phrase::new(key)
        .with("first", first.symbol.number())
        .with("at", names::cell(first.cell))
        .with("second", second.symbol.number())
        .with("to", names::cell(second.cell))
}

impl Presentation for Dominup {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;

    fn scene(view: &View) -> Scene {
        let position = Position::of(view);
        let (board, legend) = alt::board(&position);
        let lines = view.seats.iter().enumerate();
        let turn = match view.own {
            Some(_) => may(view, &position),
            None => (view.stage == Stage::Play).then(|| Phrase::new("dominup-turn")),
        };
        Scene {
            phase: Some(phase(view)),
            summary: turn.into_iter().chain(steps(view, &position)).collect(),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => lines.map(|(index, seen)| seat_line(index, seen, view.stage)).collect(),
            },
            board,
            legend,
            own: hand(view, &position),
            recent: recent(view),
            decided: Vec::new(),
        }
    }

    fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
        view.own.as_ref()?;
        let position = Position::of(view);
        let placements: Vec<Placement> = choices.iter().map(|choice| choice.placement()).collect();
        let way = position.follow(&placements, path)?;
        let lettered = way.places.is_some();
        let mut menu = way.menu(|placement| position.choice(placement).to_string());
        if lettered && !position.able().is_empty() {
            menu.ask = Phrase::new("dominup-ask-climb");
        }
        Some(menu)
    }

    fn icons() -> Vec<Icon> {
        icons::icons()
    }

    fn choice(choice: &Choice) -> Phrase {
        match choice {
            Choice::Climb(placement) => about("dominup-chose-climb", *placement),
            Choice::Expand(placement) => about("dominup-chose-expand", *placement),
        }
    }

    fn typed(choice: &Choice) -> Option<String> {
        Some(choice.typed())
    }

    fn offer(_: &View, choice: &Choice) -> Phrase {
        let key = match choice {
            Choice::Climb(_) => "dominup-offer-climb",
            Choice::Expand(_) => "dominup-offer-expand",
        };
        Phrase::new(key).with("tile", choice.tile().to_string())
    }

    fn consequences(view: &View, choice: &Choice) -> Vec<Phrase> {
        alt::consequences(view, *choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        let Fact::Out(seat) = fact;
        Phrase::new("dominup-fact-out").with("seat", *seat)
    }

    fn option_specs() -> &'static [OptionSpec] {
        SPECS
    }

    fn variant(options: &Options) -> Option<Variant> {
        options.misere.then(|| Variant {
            name: Phrase::new("dominup-name-misere"),
            blurb: Phrase::new("dominup-blurb-misere"),
        })
    }

    fn rules(options: &Options) -> Vec<Phrase> {
        let end = match (options.misere, options.play_on) {
            (true, _) => "dominup-rules-end-misere",
            (false, true) => "dominup-rules-end",
            (false, false) => "dominup-rules-end-first",
        };
        vec![
            Phrase::new(if options.misere {
                "dominup-rules-goal-misere"
            } else {
                "dominup-rules-goal"
            }),
            Phrase::new("dominup-rules-deal"),
            Phrase::new("dominup-rules-turn"),
            Phrase::new("dominup-rules-climbing"),
            Phrase::new("dominup-rules-expanding"),
            Phrase::new(end),
            Phrase::new("dominup-rules-table"),
            Phrase::new("dominup-rules-typing"),
        ]
    }

    fn fit_to_players(_: &mut Options, people: u8) -> Result<u8, SetupError> {
        check_seats(people)?;
        Ok(people)
    }
}
