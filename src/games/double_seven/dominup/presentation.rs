//! How Dominup shows itself: its views as scenes and as a table in letters, everything else as phrases.

use std::ops::RangeInclusive;

use super::super::{Placement, icons, letters, menus, notation};
use super::notation::{Choice, Fact};
use super::options::{Options, SPECS};
use super::phrases::{decided, hand, laid, may, named, phase, ran_out, steps};
use super::position::Position;
use super::view::{SeatView, Stage, View};
use super::{Dominup, MAX_SEATS, MIN_SEATS, alt, sketch};
use crate::rules::{
    Icon, LessonStep, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch, Variant,
};

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
    SeatLine::new(Seat(index as u8), None, marks)
}

fn recent(view: &View) -> Vec<Phrase> {
    let mut lines = laid(view);
    let last = view.placed.last().map(|placed| placed.seat);
    let out = last.filter(|seat| view.seats.get(seat.index()).is_some_and(|seen| seen.tiles == 0));
    lines.extend(out.map(|seat| ran_out(view, seat)));
    if view.stage == Stage::Over {
        let hands = (0..).map(Seat).zip(&view.seats);
        lines.extend(letters::left(hands.filter_map(|(seat, seen)| Some((seat, seen.hand?)))));
    }
    lines
}

impl Presentation for Dominup {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;
    const OPTION_SPECS: &'static [OptionSpec] = SPECS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::read(&["goal", "deal"]),
        LessonStep::ask_about(&["expanding"], |what| what.starts_with("expand")),
        LessonStep::ask_about(&["climbing"], |what| what.starts_with("climb")),
        LessonStep::ask(&["turn"]),
        LessonStep::ask(&["table", "typing"]),
        LessonStep::end(&["end"]),
    ];

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
            decided: decided(view).into_iter().collect(),
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
            menu.reading = vec![Phrase::new("dominup-read-climb")];
        }
        Some(menu)
    }

    fn icons() -> Vec<Icon> {
        icons::icons()
    }

    fn choice(choice: &Choice) -> Phrase {
        match choice {
            Choice::Climb(placement) => menus::on_cells("dominup-chose-climb", *placement),
            Choice::Expand(placement) => menus::on_cells("dominup-chose-expand", *placement),
        }
    }

    fn typed(choice: &Choice) -> Option<String> {
        Some(choice.typed())
    }

    fn typed_also(choice: &Choice) -> Vec<String> {
        let named = choice.placement().named();
        named.map(|named| format!("{} {named}", choice.verb())).into()
    }

    fn unfinished(choices: &[Choice], text: &str) -> Option<Phrase> {
        notation::unplaced(text, choices.iter().map(|choice| choice.placement()))
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
}
