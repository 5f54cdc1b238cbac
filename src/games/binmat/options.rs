//! What a table may decide about its game before it begins.

use serde::{Deserialize, Serialize};

use super::notation::MAX_MEMBERS;
use crate::rules::{OptionSpec, Phrase, Seat, SetupError, divided};

use super::lane::Side;

/// The seconds that a turn clock can give, the rulebook's five first.
pub const CLOCKS: [u32; 4] = [5, 15, 30, 60];

/// The options of a game as a record holds them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many attackers, 1 to 16; 0 leaves it to the number of seats.
    pub attackers: u8,
    /// How many defenders, 1 to 16; 0 leaves it to the number of seats.
    pub defenders: u8,
    /// Member 0 acts first, the others in an order that is drawn anew each turn.
    pub shuffled: bool,
    /// How many seconds a turn lasts, one of [`CLOCKS`]; unsaid, a turn waits for everybody.
    pub clock: Option<u32>,
}

/// What a start command offers. Who sits where, and the clock, are the lobby's.
pub(super) const SPECS: &[OptionSpec] = &[OptionSpec::flag("shuffled").house()];

impl Options {
    /// Fits the teams to so many people: as they are where they add up to them, else evenly, an odd one to the defenders.
    ///
    /// # Errors
    /// When a team has too few members or too many.
    pub fn lay(&mut self, people: u8) -> Result<u8, SetupError> {
        let seats = self.attackers.checked_add(self.defenders);
        if self.attackers == 0 || self.defenders == 0 || seats != Some(people) {
            [self.defenders, self.attackers] = divided(people);
        }
        self.fitted(people)?;
        Ok(people)
    }

    /// The same options with the size of both teams, for so many seats: what is unsaid is shared out evenly, an odd one
    /// to the defenders.
    ///
    /// # Errors
    /// When the teams do not fill the seats, or one has too few members or too many.
    pub(super) fn fitted(mut self, seats: u8) -> Result<Options, SetupError> {
        let refuse = |key| Err(SetupError::seats(seats, key));
        match (self.attackers, self.defenders) {
            (0, 0) => [self.defenders, self.attackers] = divided(seats),
            (0, defenders) => self.attackers = seats.saturating_sub(defenders),
            (attackers, 0) => self.defenders = seats.saturating_sub(attackers),
            _ => {}
        }
        let team = 1..=MAX_MEMBERS;
        if !team.contains(&self.attackers) || !team.contains(&self.defenders) {
            return refuse("binmat-setup-teams");
        }
        if self.attackers + self.defenders != seats {
            return refuse("binmat-setup-seats");
        }
        if self.clock.is_some_and(|clock| !CLOCKS.contains(&clock)) {
            let reason = Phrase::new("binmat-setup-clock");
            return Err(SetupError::Value { reason });
        }
        Ok(self)
    }

    /// How many members a side has.
    pub const fn members(&self, side: Side) -> u8 {
        match side {
            Side::Defenders => self.defenders,
            Side::Attackers => self.attackers,
        }
    }

    /// The seat of a member of a side.
    pub const fn seat(&self, side: Side, member: u8) -> Seat {
        match side {
            Side::Defenders => Seat(member),
            Side::Attackers => Seat(self.defenders + member),
        }
    }

    /// The side of a seat.
    pub const fn side(&self, seat: Seat) -> Side {
        if seat.0 < self.defenders {
            Side::Defenders
        } else {
            Side::Attackers
        }
    }

    /// The number of a seat within its team.
    pub const fn member(&self, seat: Seat) -> u8 {
        if seat.0 < self.defenders {
            seat.0
        } else {
            seat.0 - self.defenders
        }
    }
}
