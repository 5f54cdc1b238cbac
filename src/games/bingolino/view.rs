//! What a viewer sees, built up from nothing: everything that lies open. A seat also sees its own sealed choice.

use serde::Serialize;

use super::Bingolino;
use super::grid::{Layout, Line, Place};
use super::notation::{Chance, Choice, Fact};
use super::phase::Phase;
use super::rolls::Roll;
use crate::rules::{Event, Game, Observe, Seat, SeatSet, Viewer, Visibility};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The stage of the game.
    pub stage: Phase,
    /// What lies before each seat.
    pub seats: Vec<SeatView>,
    /// The seats that roll and flip: all seats, or the seats in the play-off.
    pub playing: Vec<Seat>,
    /// How many stars end the game: 4, in a play-off 5.
    pub goal: u8,
    /// The seat that rolls or has rolled; `None` before the first roller is drawn and when the game is over.
    pub roller: Option<Seat>,
    /// The dice on the table, while tiles are turned for them.
    pub dice: Vec<u8>,
    /// The seats that are asked now.
    pub waiting: Vec<Seat>,
    /// The roll that was completed last.
    pub last: Option<RollView>,
    /// The seats that won, when the game is over.
    pub winners: Vec<Seat>,
    /// What only the viewer knows; `None` for the table.
    pub own: Option<OwnView>,
}

/// What lies before a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// The seat's tiles: row by row once all layouts are in; before that, in the order in which they were drawn. `None`
    /// before they are drawn.
    pub tiles: Option<Layout>,
    /// The tiles that are turned over.
    pub turned: Vec<Place>,
    /// The lines that have earned their star.
    pub stars: Vec<Line>,
    /// Whether the seat has made a choice that is still sealed.
    pub sealed: bool,
}

/// A roll that is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollView {
    /// The seat that rolled.
    pub roller: Seat,
    /// The dice.
    pub dice: Vec<u8>,
    /// What every asked seat chose, in notation.
    pub chosen: Vec<(Seat, String)>,
    /// The stars that followed.
    pub stars: Vec<(Seat, Line)>,
}

/// What only the holder of a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// The seat.
    pub seat: Seat,
    /// What the seat has chosen and not yet shown, in notation.
    pub chosen: Option<String>,
}

impl Observe for Bingolino {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let list = |seats: SeatSet| seats.iter().collect();
        let rolling = matches!(self.phase, Phase::Roll | Phase::Dice | Phase::Flip);
        let dice = (self.phase == Phase::Flip).then(|| self.dice.presentation().to_vec());
        View {
            stage: self.phase,
            seats: self.all().iter().map(|seat| self.seat_view(seat)).collect(),
            playing: list(self.playing),
            goal: self.goal,
            roller: rolling.then_some(self.roller),
            dice: dice.unwrap_or_default(),
            waiting: list(self.waiting),
            last: self.last.as_ref().map(roll_view),
            winners: list(self.winners),
            own: self.seat_of(viewer).map(|seat| OwnView {
                seat,
                chosen: self.chosen[seat.index()].map(|choice| choice.to_string()),
            }),
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Chance, Choice>) -> Visibility {
        match event {
            Event::Chance(_) | Event::Choice(_, Choice::Roll(_)) => Visibility::Whole,
            Event::Choice(seat, _) if viewer == Viewer::Seat(*seat) => Visibility::Whole,
            // The last choice completes the roll and reveals all the others.
            Event::Choice(seat, _) if self.waiting == SeatSet::one(*seat) => Visibility::Whole,
            Event::Choice(..) => Visibility::Hidden,
        }
    }
}

impl Bingolino {
    fn seat_view(&self, seat: Seat) -> SeatView {
        let grid = self.grid(seat);
        SeatView {
            tiles: (seat.0 < self.dealt).then_some(grid.layout),
            turned: grid.turned().iter().collect(),
            stars: grid.starred().iter().collect(),
            sealed: self.chosen[seat.index()].is_some(),
        }
    }
}

fn roll_view(roll: &Roll) -> RollView {
    let chosen = roll.chosen.iter().enumerate();
    RollView {
        roller: roll.roller,
        dice: roll.dice.presentation().to_vec(),
        chosen: chosen
            .filter_map(|(seat, choice)| Some((Seat(seat as u8), choice.as_ref()?.to_string())))
            .collect(),
        stars: roll.facts().map(|Fact::Star(seat, line)| (seat, line)).collect(),
    }
}

impl View {
    /// The viewer's own tiles in their layout: the chosen layout, or else the tiles as given. `None` for the table and
    /// before they are drawn.
    pub(super) fn own_layout(&self) -> Option<Layout> {
        let own = self.own.as_ref()?;
        self.chosen_layout().or_else(|| self.seats.get(own.seat.index())?.tiles)
    }

    /// The viewer's sealed choice.
    pub(super) fn chosen(&self) -> Option<Choice> {
        self.own.as_ref()?.chosen.as_ref()?.parse().ok()
    }

    /// The layout that the viewer has chosen while others still lay out their tiles.
    pub(super) fn chosen_layout(&self) -> Option<Layout> {
        match self.chosen()? {
            Choice::Layout(layout) => Some(layout),
            _ => None,
        }
    }

    /// Whether all layouts are in.
    pub(super) fn is_laid(&self) -> bool {
        !matches!(self.stage, Phase::Tiles | Phase::Layout)
    }

    /// The total of the dice on the table.
    pub(super) fn total(&self) -> u8 {
        self.dice.iter().sum()
    }
}
