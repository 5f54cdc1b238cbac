//! How Dominimum shows itself: its views as scenes, everything as phrases.

use std::ops::RangeInclusive;

use super::notation::Fact;
use super::view::{MissionView, SeatView, Stage, View};
use super::{Dominimum, MAX_SEATS, MIN_SEATS, Options, alt, check_seats, sketch};
use crate::games::double_seven::{Layout, Placement, groups, letters, menus};
use crate::rules::{Arg, Face, Menu, OptionSpec, Phrase, Scene, Seat, SeatLine, SetupError, Sketch, Trial};

pub(super) fn phase(view: &View) -> Phrase {
    match (view.stage, view.turn) {
        (Stage::Deal, _) => Phrase::new("dominimum-phase-deal"),
        (_, Some(seat)) => Phrase::new("dominimum-phase-place").with("seat", seat),
        (_, None) => Phrase::new("dominimum-phase-over"),
    }
}

/// How many tiles are still to come.
pub(super) fn supply(view: &View) -> Option<Phrase> {
    (view.stage == Stage::Place).then(|| Phrase::new("dominimum-supply").with("count", view.supply))
}

/// What decides where scores are equal: the seats in the order in which they place.
pub(super) fn tie_rule(view: &View) -> Option<Phrase> {
    let told = view.stage == Stage::Place;
    told.then(|| Phrase::new("dominimum-tie-rule").with("seats", view.order().into_iter().collect::<Arg>()))
}

/// What decided where scores are equal.
pub(super) fn ties(view: &View) -> Vec<Phrase> {
    let tie = |(score, seats): (i64, Vec<Seat>)| {
        Phrase::new("dominimum-tie")
            .with("score", score)
            .with("seats", seats.into_iter().collect::<Arg>())
    };
    view.ties().into_iter().map(tie).collect()
}

/// How a mission stands: `4 × 5 = 20`.
pub(super) fn standing(mission: &MissionView) -> String {
    let [one, other] = mission.groups;
    format!("{one} \u{d7} {other} = {}", mission.score)
}

/// The viewer's mission, and how it stands.
pub(super) fn own_mission(view: &View) -> Option<Phrase> {
    let mission = view.own?.mission?;
    let [one, other] = mission.tile.symbols();
    Some(
        Phrase::new("dominimum-own-mission")
            .with("mission", mission.tile.to_string())
            .with("one", one.number())
            .with("other", other.number())
            .with("standing", standing(&mission)),
    )
}

/// The tile that the viewer holds, and whether it places it now.
pub(super) fn own_tile(view: &View) -> Option<Phrase> {
    let own = view.own?;
    let tile = own.tile?.to_string();
    Some(match view.turn == Some(own.seat) {
        true => Phrase::new("dominimum-own-place").with("tile", tile),
        false => Phrase::new("dominimum-own-hold").with("tile", tile),
    })
}

fn seat_line(view: &View, index: usize, seen: &SeatView) -> SeatLine {
    let seat = Seat(index as u8);
    let mut marks = Vec::new();
    match &seen.mission {
        Some(mission) => marks.push(
            Phrase::new("dominimum-mark-mission")
                .with("mission", mission.tile.to_string())
                .with("standing", standing(mission)),
        ),
        None if seen.ready => marks.push(Phrase::new("dominimum-mark-secret")),
        None => {}
    }
    if view.stage == Stage::Place && view.first == Some(seat) {
        marks.push(Phrase::new("dominimum-mark-first"));
    }
    SeatLine {
        seat,
        score: seen.mission.map(|mission| mission.score),
        marks,
        board: Vec::new(),
    }
}

/// Somebody's placement.
pub(super) fn placed(seat: Seat, placement: Placement) -> Phrase {
    Phrase::new("dominimum-placed")
        .with("seat", seat)
        .with("tile", placement.tile().to_string())
        .with("lies", menus::lies(placement))
}

/// What was placed last by each seat; at the end what everybody's groups come to.
fn recent(view: &View) -> Vec<Phrase> {
    let from = view.placed.len().saturating_sub(view.seats.len());
    let placed = (from..).zip(view.placed.iter().skip(from));
    let mut lines: Vec<Phrase> = placed
        .map(|(number, placement)| self::placed(view.placer(number), *placement))
        .collect();
    let seats = (0..).map(Seat).zip(&view.seats);
    lines.extend(seats.filter_map(|(seat, seen)| Some(counted(seat, seen.mission?.groups))));
    lines.extend(ties(view));
    lines
}

/// What a seat's groups come to.
fn counted(seat: Seat, [one, other]: [u8; 2]) -> Phrase {
    Phrase::new("dominimum-fact-groups")
        .with("seat", seat)
        .with("one", one)
        .with("other", other)
        .with("score", groups::product([one, other]))
}

/// What the viewer's mission would be after a placement, if that changes it.
pub(super) fn change(view: &View, layout: &Layout, placement: Placement) -> Option<Phrase> {
    let mission = view.own?.mission?;
    let mut then = layout.clone();
    then.lay(placement);
    let would = MissionView::on(&then, mission.tile);
    (would != mission).then(|| {
        Phrase::new("dominimum-would")
            .with("standing", standing(&would))
            .with("now", standing(&mission))
    })
}

impl Face for Dominimum {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;

    fn scene(view: &View) -> Scene {
        let lines = view.seats.iter().enumerate();
        let letters = letters::plain(&view.layout());
        let mut legend = Vec::new();
        if !letters.lines.is_empty() {
            legend.push(letters::legend(&view.layout()));
            legend.extend(letters.beyond);
        }
        Scene {
            phase: Some(phase(view)),
            matter: supply(view).into_iter().chain(tie_rule(view)).collect(),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => lines.map(|(index, seen)| seat_line(view, index, seen)).collect(),
            },
            board: letters.lines,
            legend,
            own: own_mission(view).into_iter().chain(own_tile(view)).collect(),
            recent: recent(view),
        }
    }

    fn sketch(view: &View, trial: Trial<'_, Placement>) -> Option<Sketch> {
        sketch::sketch(view, trial)
    }

    fn menu(view: &View, choices: &[Placement], path: &[&str]) -> Option<Menu> {
        view.own?;
        menus::menu(choices, path, |placement| placement.to_string())
    }

    fn choice(choice: &Placement) -> Phrase {
        Phrase::new("dominimum-chose")
            .with("tile", choice.tile().to_string())
            .with("lies", menus::lies(*choice))
    }

    fn offer(_: &View, choice: &Placement) -> Phrase {
        menus::lies(*choice)
    }

    fn weighed(view: &View, choice: &Placement) -> Vec<Phrase> {
        alt::weighed(view, *choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        let Fact::Groups(seat, sizes) = fact;
        counted(*seat, *sizes)
    }

    fn option_specs() -> &'static [OptionSpec] {
        &[]
    }

    fn rules(_: &Options) -> Vec<Phrase> {
        vec![
            Phrase::new("dominimum-rules-goal"),
            Phrase::new("dominimum-rules-tiles"),
            Phrase::new("dominimum-rules-mission"),
            Phrase::new("dominimum-rules-turn"),
            Phrase::new("dominimum-rules-score"),
            Phrase::new("dominimum-rules-tie"),
            Phrase::new("dominimum-rules-picture"),
            Phrase::new("dominimum-rules-typing"),
        ]
    }

    fn lay(_: &mut Options, people: u8) -> Result<u8, SetupError> {
        check_seats(people)?;
        Ok(people)
    }
}
