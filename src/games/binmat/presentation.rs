//! How BINMAT shows itself: its views as scenes, its orders and rules as phrases.

use std::ops::RangeInclusive;

use super::lane::Side;
use super::notation::{Chance, Fact};
use super::options::{Options, SPECS};
use super::order::Order;
use super::phrases::{own, phase};
use super::view::{SeatView, Stage, View};
use super::{Binmat, LAST_TURN, MAX_SEATS, TURNS};
use super::{calls, cards, letters, log, menu, sketch, telling};
use crate::rules::{
    Arg, Event, Icon, LessonStep, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, SetupError,
    Sketch,
};

/// The fewest people: one on each side.
const MIN_PEOPLE: u8 = 2;

/// What everybody should bear in mind now.
fn summary(view: &View) -> Vec<Phrase> {
    match (view.stage, view.turn) {
        (Stage::Orders, LAST_TURN) => vec![Phrase::new("binmat-last-turn")],
        _ => Vec::new(),
    }
}

fn seat_line(view: &View, seat: Seat, seen: &SeatView) -> SeatLine {
    let tag = calls::tag(&view.options, seat);
    let mut marks = vec![match seen.side {
        Side::Defenders => Phrase::new("binmat-mark-defender").with("tag", tag),
        Side::Attackers => Phrase::new("binmat-mark-attacker").with("tag", tag),
    }];
    marks.push(Phrase::new("binmat-mark-hand").with("count", seen.hand));
    if seen.invalid > 0 {
        marks.push(Phrase::new("binmat-mark-invalid"));
    }
    if seen.ready {
        marks.push(Phrase::new("binmat-mark-ready"));
    }
    SeatLine::new(seat, None, marks)
}

/// The stacks of the viewer's side, face up or face down.
fn stacks(view: &View) -> Option<Phrase> {
    let side = view.own_side()?;
    let mut told: Vec<Arg> = Vec::new();
    for (number, lane) in (0_u8..).zip(&view.lanes) {
        let stack = lane.stack(side);
        let Some(cards) = stack.cards.as_deref().filter(|cards| !cards.is_empty()) else {
            continue;
        };
        let cards = calls::pile(cards);
        let stack = match stack.face_up {
            true => Phrase::new("binmat-own-stack-up")
                .with("lane", number)
                .with("cards", cards),
            false => Phrase::new("binmat-own-stack")
                .with("lane", number)
                .with("cards", cards),
        };
        told.push(stack.into());
    }
    (!told.is_empty()).then(|| Phrase::new("binmat-own-stacks").with("list", Arg::List(told)))
}

impl Presentation for Binmat {
    const PEOPLE: RangeInclusive<u8> = MIN_PEOPLE..=MAX_SEATS;
    const OPTION_SPECS: &'static [OptionSpec] = SPECS;
    const TYPED: Option<&'static str> = Some("order");
    const LESSON: &'static [LessonStep] = &[
        LessonStep::ask(&["goal", "cards"]),
        LessonStep::ask(&["table", "turn"]),
        LessonStep::ask(&["draw"]),
        LessonStep::ask(&["play"]),
        LessonStep::ask_later(&["combat"], 4),
        LessonStep::ask(&["damage", "example"]),
        LessonStep::ask_later(&["invalid"], 8),
        LessonStep::ask_later(&["typing"], 8),
        LessonStep::end(&["end"]),
        LessonStep::read(&["house", "balance"]),
    ];

    fn scene(view: &View) -> Scene {
        let seats = (0..).map(Seat).zip(&view.seats);
        let board = letters::board(view);
        let mut own = own(view);
        if let Some(at) = own.iter().position(|line| line.key.starts_with("binmat-own-hand")) {
            own.splice(at + 1..at + 1, stacks(view));
        }
        Scene {
            phase: Some(phase(view)),
            summary: summary(view),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => seats.map(|(seat, seen)| seat_line(view, seat, seen)).collect(),
            },
            legend: match board.is_empty() {
                true => Vec::new(),
                false => vec![Phrase::new("binmat-legend")],
            },
            board,
            own,
            recent: telling::recent(view),
            decided: match view.stage {
                Stage::Over => vec![phase(view).into_sentence()],
                _ => Vec::new(),
            },
        }
    }

    fn sketch(view: &View, preview: Preview<'_, Order>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Order], path: &[&str]) -> Option<Menu> {
        menu::menu(view, choices, path)
    }

    fn icons() -> Vec<Icon> {
        cards::icons()
    }

    fn choice(choice: &Order) -> Phrase {
        calls::order(*choice)
    }

    fn offer(view: &View, choice: &Order) -> Phrase {
        match view.own.is_some() && *choice != Order::Pass && view.flaw(*choice).is_some() {
            true => Phrase::new("binmat-offer-invalid").with("order", calls::order(*choice)),
            false => calls::order(*choice),
        }
    }

    fn consequences(view: &View, choice: &Order) -> Vec<Phrase> {
        calls::warnings(view, *choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        match fact {
            Fact::Trap(lane, card) => Phrase::new("binmat-fact-trap")
                .with("lane", lane.number())
                .with("card", calls::card(*card)),
            Fact::Bounce(lane) => Phrase::new("binmat-fact-bounce").with("lane", lane.number()),
            Fact::Combat {
                lane,
                attackers,
                defenders,
                damage,
            } => {
                let result = match damage {
                    None => Phrase::new("binmat-outcome-repelled"),
                    Some(0) => Phrase::new("binmat-outcome-none"),
                    Some(points) => Phrase::new("binmat-outcome-damage").with("points", *points),
                };
                Phrase::new("binmat-fact-combat")
                    .with("lane", lane.number())
                    .with("attackers", *attackers)
                    .with("defenders", *defenders)
                    .with("result", result)
            }
            Fact::Invalid(seat) => Phrase::new("binmat-fact-invalid").with("seat", *seat),
            Fact::Dump(seat) => Phrase::new("binmat-fact-dump").with("seat", *seat),
        }
    }

    fn rules(options: &Options) -> Vec<Phrase> {
        vec![
            Phrase::new("binmat-rules-goal").with("turns", TURNS),
            Phrase::new("binmat-rules-cards"),
            Phrase::new("binmat-rules-table"),
            Phrase::new(match options.shuffled {
                true => "binmat-rules-turn-shuffled",
                false => "binmat-rules-turn",
            }),
            Phrase::new("binmat-rules-draw"),
            Phrase::new("binmat-rules-play"),
            Phrase::new("binmat-rules-combat"),
            Phrase::new("binmat-rules-damage"),
            Phrase::new("binmat-rules-example"),
            Phrase::new("binmat-rules-invalid"),
            Phrase::new("binmat-rules-end").with("turns", TURNS),
            Phrase::new("binmat-rules-house"),
            Phrase::new("binmat-rules-balance"),
            Phrase::new("binmat-rules-typing"),
        ]
    }

    fn log(options: &Options, seats: u8, events: &[Event<Chance, Order>]) -> Option<String> {
        log::log(options, seats, events)
    }

    /// The sides as people sit; if the options do not say how, the people are divided evenly.
    fn fit_to_players(options: &mut Options, people: u8) -> Result<u8, SetupError> {
        options.lay(people)
    }
}
