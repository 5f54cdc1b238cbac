//! What a viewer sees, built up from nothing: everything public. A seat also sees its own sheet and choice.

use serde::Serialize;

use super::notation::{Chance, Choice, Space};
use super::options::Options;
use super::postulate::{Postulate, Value};
use super::turn::Turn;
use super::{Binome, CARD_COUNT};
use crate::rules::{Event, Game, Observe, Seat, Viewer, Visibility};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The stage of the game.
    pub stage: Phase,
    /// Every option with its effective value.
    pub options: Options,
    /// The seat that has the chair; `None` before the chair is drawn.
    pub chair: Option<Seat>,
    /// The digits rolled so far, in order.
    pub rolls: Vec<u8>,
    /// The seats that are asked now.
    pub waiting: Vec<Seat>,
    /// The postulate on the table, and its value.
    pub card: Option<(Postulate, Value)>,
    /// What is public about each seat.
    pub seats: Vec<SeatView>,
    /// The decided turns of the conference, in order.
    pub turns: Vec<Turn>,
    /// What only the viewer knows; `None` for the table.
    pub own: Option<OwnView>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The first roll has not begun, and the chair is about to be drawn.
    Chair,
    /// The die is about to be rolled.
    Roll,
    /// Seats write the digit.
    Write,
    /// The cards are about to be shuffled.
    Deck,
    /// The postulates are claimed.
    Conference,
    /// Over.
    Over,
}

/// What is public about a seat's action in this round or turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Chosen {
    /// The seat has not acted yet.
    Nothing,
    /// The seat has acted, in secret.
    Sealed,
    /// The seat claims.
    Claim,
    /// The seat passes.
    Pass,
}

/// What is public about one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// The points of the seat so far.
    pub score: i32,
    /// How many of its eight numbers are unused.
    pub left: u8,
    /// What the seat did in this round of digits or turn.
    pub chosen: Chosen,
}

/// What only the holder of a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// The seat.
    pub seat: Seat,
    /// The sixteen spaces: number 1's tens and units, number 2's …; `None` is free.
    pub digits: [Option<u8>; 16],
    /// The space that was written last, 0 to 15, while digits are rolled.
    pub last: Option<u8>,
    /// Which of the eight numbers are used.
    pub used: [bool; 8],
    /// What the seat chose in this turn, in notation.
    pub chosen: Option<String>,
}

impl Observe for Binome {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let on_table = self.phase == Phase::Conference;
        let card = || (self.card(), self.rules.values[self.card().index()]);
        let decided = usize::from(self.decided).min(CARD_COUNT);
        View {
            stage: self.phase,
            options: self.rules.options.clone(),
            chair: (self.phase != Phase::Chair).then_some(self.chair),
            rolls: self.rolls[..usize::from(self.rolled)].to_vec(),
            waiting: self.waiting.iter().collect(),
            card: on_table.then(card),
            seats: self.all().iter().map(|seat| self.seat_view(seat)).collect(),
            turns: self.turns[..decided].iter().flatten().copied().collect(),
            own: self.seat_of(viewer).map(|seat| self.own_view(seat)),
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Chance, Choice>) -> Visibility {
        match event {
            Event::Chance(Chance::Deck(_)) => Visibility::Hidden,
            Event::Chance(_) => Visibility::Whole,
            Event::Choice(seat, _) if viewer == Viewer::Seat(*seat) => Visibility::Whole,
            Event::Choice(_, Choice::Write(_)) => Visibility::Hidden,
            Event::Choice(..) if self.rules.secret => Visibility::Hidden,
            Event::Choice(_, Choice::Claim(_)) => Visibility::Part("claim".to_owned()),
            Event::Choice(_, Choice::Pass) => Visibility::Whole,
        }
    }
}

impl Binome {
    fn seat_view(&self, seat: Seat) -> SeatView {
        let asked = matches!(self.phase, Phase::Write | Phase::Conference);
        let chosen = if !asked || self.waiting.contains(seat) {
            Chosen::Nothing
        } else if self.phase == Phase::Write || self.rules.secret {
            Chosen::Sealed
        } else if self.claims.seats().contains(seat) {
            Chosen::Claim
        } else if self.passes.contains(seat) {
            Chosen::Pass
        } else {
            Chosen::Nothing
        };
        SeatView {
            score: self.scores[seat.index()],
            left: self.sheet(seat).left(),
            chosen,
        }
    }

    fn own_view(&self, seat: Seat) -> OwnView {
        let sheet = self.sheet(seat);
        let mut digits = [None; 16];
        for space in Space::all() {
            digits[space.index()] = sheet.digit(space);
        }
        let rolling = !matches!(self.phase, Phase::Conference | Phase::Over);
        let claim = self.claims.get(seat).map(Choice::Claim);
        let pass = self.passes.contains(seat).then_some(Choice::Pass);
        OwnView {
            seat,
            digits,
            last: rolling.then(|| sheet.last()).flatten(),
            used: std::array::from_fn(|index| sheet.is_used(index)),
            chosen: claim.or(pass).map(|choice| choice.to_string()),
        }
    }
}

impl View {
    /// The space of the rolled digit that the viewer has written and may still move.
    pub(super) fn movable(&self) -> Option<Space> {
        let own = self.own.as_ref()?;
        let written = self.stage == Phase::Write && !self.waiting.contains(&own.seat);
        own.last.filter(|_| written).and_then(Space::new)
    }
}

impl OwnView {
    /// What the seat chose in this turn.
    pub(super) fn choice(&self) -> Option<Choice> {
        self.chosen.as_ref()?.parse().ok()
    }

    /// The same without the digit in `space`.
    pub(super) fn without(&self, space: Space) -> OwnView {
        let mut own = self.clone();
        (own.digits[space.index()], own.last) = (None, None);
        own
    }
}
