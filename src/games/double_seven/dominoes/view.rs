//! What a viewer sees, built up from nothing: the line and how many tiles everybody holds. A seat also sees its own hand.

use serde::Serialize;

use super::super::{Symbol, Tile, Tiles};
use super::line::Laid;
use super::notation::End;
use super::{Dominoes, Must, Options, Phase};
use crate::rules::{Game, Observe, Seat, Viewer};

/// What a viewer sees of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The options of the hand.
    pub options: Options,
    /// The stage of the hand.
    pub stage: Stage,
    /// The seat whose turn it is; `None` before the deal and when the hand is over.
    pub turn: Option<Seat>,
    /// What lies before each seat.
    pub seats: Vec<SeatView>,
    /// The line from left to right.
    pub line: Vec<Laid>,
    /// The index of the first tile in the line.
    pub first: usize,
    /// The symbols at the ends, left and right; `None` before the first tile.
    pub ends: Option<[Symbol; 2]>,
    /// How many tiles are face down.
    pub supply: u8,
    /// The last turns, the oldest first: at most one per seat, plus the present turn if the seat has drawn in it.
    pub turns: Vec<Turn>,
    /// How the hand ended.
    pub over: Option<OverView>,
    /// What only the viewer knows; `None` for the table.
    pub own: Option<OwnView>,
}

/// The stage of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Tiles are dealt.
    Deal,
    /// The first tile is laid.
    Open,
    /// A seat plays a tile.
    Play,
    /// A seat cannot play and draws.
    Draw,
    /// A seat cannot play and passes.
    Pass,
    /// Over.
    Over,
}

/// What lies before a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// How many tiles it holds.
    pub tiles: u8,
    /// Its team: seats of one team win together.
    pub team: u8,
    /// The tiles that the seat holds, when the hand is over.
    pub hand: Option<Tiles>,
    /// What the seat scores.
    pub score: u32,
}

/// What a seat did in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Whose turn it was.
    pub seat: Seat,
    /// How many tiles it drew.
    pub drew: u8,
    /// How the turn ended; `None` while it goes on.
    pub did: Option<Did>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Did {
    /// The seat played this tile to this end; the first tile has no end.
    Played(Tile, Option<End>),
    /// The seat could play nothing.
    Passed,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OverView {
    /// Whether nobody could play any more.
    pub blocked: bool,
    /// The seats that score; empty when a block is tied.
    pub winners: Vec<Seat>,
    /// How many points each of them scores, as a team.
    pub points: u32,
}

/// What only the holder of a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// Which seat.
    pub seat: Seat,
    /// Its tiles.
    pub hand: Tiles,
    /// The tiles of the hand that the seat has drawn since it played a tile.
    pub drawn: Tiles,
}

impl Observe for Dominoes {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let stage = match (self.phase, self.must()) {
            (Phase::Deck, _) => Stage::Deal,
            (Phase::Open, _) => Stage::Open,
            (Phase::Over, _) => Stage::Over,
            (Phase::Play, Must::Play) => Stage::Play,
            (Phase::Play, Must::Draw) => Stage::Draw,
            (Phase::Play, Must::Pass) => Stage::Pass,
        };
        let turns = || self.turns.0.iter().flatten();
        let finished: Vec<Turn> = turns().filter(|turn| turn.did.is_some()).copied().collect();
        let older = finished.len().saturating_sub(usize::from(self.seats));
        let present = turns().filter(|turn| turn.did.is_none() && turn.drew > 0);
        View {
            options: self.options,
            stage,
            turn: matches!(self.phase, Phase::Open | Phase::Play).then_some(self.turn),
            seats: self.all().iter().map(|seat| self.seat_view(seat)).collect(),
            line: self.line.iter().collect(),
            first: usize::from(self.line.first()),
            ends: (!self.line.is_empty()).then(|| End::ALL.map(|end| self.line.shows(end))),
            supply: self.supply.len,
            turns: finished[older..].iter().chain(present).copied().collect(),
            over: self.over.map(|over| OverView {
                blocked: over.blocked,
                winners: over.winners.iter().collect(),
                points: over.points,
            }),
            own: self.seat_of(viewer).map(|seat| OwnView {
                seat,
                hand: self.hand(seat),
                drawn: self.drawn[seat.index()],
            }),
        }
    }
}

impl Dominoes {
    fn seat_view(&self, seat: Seat) -> SeatView {
        let over = self.over.filter(|over| over.winners.contains(seat));
        SeatView {
            tiles: self.hand(seat).len() as u8,
            team: self.team(seat),
            hand: (self.phase == Phase::Over).then(|| self.hand(seat)),
            score: over.map_or(0, |over| over.points),
        }
    }
}

impl View {
    /// Whether the viewer is asked for a tile now.
    pub(super) fn is_asked(&self) -> bool {
        let own = self.own.as_ref().map(|own| own.seat);
        own.is_some() && own == self.turn && matches!(self.stage, Stage::Open | Stage::Play)
    }

    /// The ends to which the viewer could play this tile of its hand now.
    pub(super) fn ends_for(&self, tile: Tile) -> Vec<End> {
        let held = self.own.as_ref().is_some_and(|own| own.hand.contains(tile));
        match self.ends {
            Some(ends) if held => {
                let fits = |end: &End| tile.has(ends[*end as usize]);
                End::ALL.into_iter().filter(fits).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The tile with which the viewer must open now.
    pub(super) fn opens_with(&self) -> Option<Tile> {
        let own = self
            .own
            .as_ref()
            .filter(|_| self.is_asked() && self.stage == Stage::Open)?;
        super::opening::best(own.hand)
    }

    /// The symbol at an end.
    pub(super) fn shows(&self, end: End) -> Option<Symbol> {
        self.ends.map(|ends| ends[end as usize])
    }

    /// The symbols at the ends if this tile were played to this end.
    pub(super) fn ends_after(&self, tile: Tile, end: End) -> Option<[Symbol; 2]> {
        let mut ends = self.ends?;
        ends[end as usize] = tile.other(ends[end as usize])?;
        Some(ends)
    }

    /// The symbols of a tile from left to right as it would lie at this end; `None` where it does not fit.
    pub(super) fn lies(&self, tile: Tile, end: End) -> Option<[Symbol; 2]> {
        let inner = self.shows(end)?;
        let outer = tile.other(inner)?;
        Some(match end {
            End::Left => [outer, inner],
            End::Right => [inner, outer],
        })
    }

    /// Whether seats play in teams.
    pub(super) const fn is_team_play(&self) -> bool {
        self.options.partners
    }

    /// The index in the line of the last tile that was played, and who played it.
    pub(super) fn last(&self) -> Option<(usize, Seat)> {
        let (played, seat) = self.turns.iter().rev().find_map(|turn| match turn.did {
            Some(Did::Played(_, end)) => Some((end, turn.seat)),
            _ => None,
        })?;
        let index = match played {
            Some(End::Left) => 0,
            Some(End::Right) => self.line.len().checked_sub(1)?,
            None => self.first,
        };
        Some((index, seat))
    }
}
