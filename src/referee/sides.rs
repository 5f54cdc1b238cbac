//! Sides, in games that have two: who sits on which, and what people ask about sides in the lobby.
//!
//! Seats are always ordered by side (see [`Sides`](crate::rules::Sides)). So the first seat of each side is its captain,
//! and a rematch knows from the seats who sat where.

use super::Arrangement;
use super::action::{Action, ActionRequest, Denied};
use super::event::TableEvent;
use super::holder::Holder;
use super::leads::Leads;
use super::session::TableSession;
use super::table::{Phase, Table};
use crate::games::{LobbyShape, Options};
use crate::ratings::{Member, even_sides};
use crate::rules::{Refusal, SIDES, Seat, SetupError, Sides};

/// The opposite side.
pub(super) const fn across(side: u8) -> u8 {
    1 - side % 2
}

impl Table {
    /// How many sit on each side.
    pub fn on_sides(&self) -> [u8; SIDES] {
        let mut on = [0; SIDES];
        for holder in &self.seats {
            on[usize::from(holder.side) % SIDES] += 1;
        }
        on
    }

    /// The seats of a side, its captain first.
    pub fn side(&self, side: u8) -> impl Iterator<Item = Seat> {
        let seats = self.seats.iter().enumerate();
        seats
            .filter(move |(_, holder)| holder.side == side)
            .map(|(index, _)| Seat(index as u8))
    }

    /// The shape of this lobby, from which a game makes its options.
    fn lobby_shape(&self) -> LobbyShape {
        LobbyShape {
            people: self.seats.len() as u8,
            on: self.game.sides.map(|_| self.on_sides()),
            clock: self.clock.map(|clock| clock.seconds),
        }
    }

    /// What a match of those who sit here now would begin with: the effective options, and the number of seats.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn laid(&self) -> Result<(Options, u8), SetupError> {
        let (options, seats) = self.game.fit_to_table(&self.options, self.lobby_shape())?;
        let options = self.game.start(&options, seats)?.options();
        Ok((options, seats))
    }

    /// A person's side at the previous table, if this is a rematch.
    pub fn former_side(&self, person: u64) -> Option<u8> {
        let former = self.former.iter().find(|(id, _)| *id == person);
        former.map(|(_, side)| *side)
    }

    /// Seats a holder as the last of a side; with `None`, of the smaller side.
    pub(super) fn seat(&mut self, mut holder: Holder, side: Option<u8>) {
        if let Some(sides) = self.game.sides {
            let side = side.or_else(|| sides.smaller(self.on_sides()));
            holder.side = side.unwrap_or_default();
        }
        let place = self.seats.iter().filter(|other| other.side <= holder.side).count();
        self.seats.insert(place, holder);
    }

    /// The computer player to send away first: the last one of the larger side, or else of the other side.
    pub(super) fn last_computer(&self) -> Option<usize> {
        let on = self.on_sides();
        let larger = u8::from(on[1] >= on[0]);
        let last = |side: Option<u8>| {
            let leaves = |holder: &Holder| holder.person.is_none() && side.is_none_or(|side| holder.side == side);
            self.seats.iter().rposition(leaves)
        };
        last(Some(larger)).or_else(|| last(None))
    }

    /// Applies an entry about sides.
    pub(super) fn take_sides(&mut self, event: &TableEvent) -> Result<(), Refusal> {
        let refused = || Refusal::because("denied-begun");
        let known = |side: u8| self.game.sides.is_some() && usize::from(side) < SIDES;
        match event {
            TableEvent::Arranged {
                rest,
                former,
                rematch_of,
                invited,
            } => {
                self.turns.rest = *rest;
                self.former.clone_from(former);
                self.rematch_of = *rematch_of;
                self.invited = *invited;
            }
            TableEvent::SatOn { person, join, side } if known(*side) => {
                self.seat(Holder::person(person.clone()), Some(*side));
                self.joins.push(*join);
            }
            TableEvent::ComputerSatOn { side, level } if known(*side) => {
                self.seat(Holder::computer(*level), Some(*side));
            }
            TableEvent::Crossed { seat } if known(0) && self.phase == Phase::Lobby => {
                if seat.index() >= self.seats.len() {
                    return Err(refused());
                }
                let holder = self.seats.remove(seat.index());
                let side = across(holder.side);
                self.seat(holder, Some(side));
            }
            TableEvent::SidesSwapped if known(0) && self.phase == Phase::Lobby => {
                for holder in &mut self.seats {
                    holder.side = across(holder.side);
                }
                self.seats.sort_by_key(|holder| holder.side);
                for (_, side) in &mut self.former {
                    *side = across(*side);
                }
            }
            _ => return Err(refused()),
        }
        Ok(())
    }
}

impl TableSession {
    /// Applies an arrangement: the rest, the rematch, the invitation, and the computer players of each side.
    pub(super) fn arrange(&mut self, at: i64, host: u64, arrangement: &Arrangement) -> Result<(), Denied> {
        let Arrangement {
            rest,
            former,
            rematch_of,
            computers,
            invited,
            kept_seats,
            hints,
        } = arrangement;
        let usual = Arrangement {
            computers: computers.clone(),
            kept_seats: kept_seats.clone(),
            hints: *hints,
            ..Arrangement::default()
        };
        if *arrangement != usual {
            let arranged = TableEvent::Arranged {
                rest: *rest,
                former: former.clone(),
                rematch_of: *rematch_of,
                invited: *invited,
            };
            self.write(at, &arranged)?;
        }
        if *hints {
            let table = &self.table;
            let allowed = TableEvent::TermsChanged {
                options: table.options.clone(),
                clock: table.clock,
                rest: *rest,
                hints: true,
            };
            self.write(at, &allowed)?;
        }
        if !kept_seats.is_empty() {
            let people = kept_seats.clone();
            self.write(at, &TableEvent::SeatsKept { people })?;
        }
        let seat = self.table.seat_of(host);
        if let (Some(seat), Some(side)) = (seat, self.table.former_side(host))
            && self.table.seats[seat.index()].side != side
        {
            self.write(at, &TableEvent::Crossed { seat })?;
        }
        for (side, level) in computers.iter().copied() {
            // A host who did not play last time may have taken a computer player's place.
            let seated = match self.table.game.sides {
                Some(sides) if self.room_on(sides, side).is_ok() => TableEvent::ComputerSatOn { side, level },
                None if self.room().is_ok() => TableEvent::ComputerSat { level },
                _ => continue,
            };
            self.write(at, &seated)?;
        }
        Ok(())
    }

    /// Performs a request about sides.
    pub(super) fn side(&mut self, at: i64, request: &ActionRequest) -> Result<(), Denied> {
        let sides = self.table.game.sides.ok_or(Denied::NoSides)?;
        match request.action {
            Action::SitOn { side } => self.sit_on(at, request, sides, side),
            Action::AddComputerOn { side, level } => {
                self.lobby_for(request)?;
                self.room_on(sides, side)?;
                let level = level.unwrap_or(self.table.level);
                self.write(at, &TableEvent::ComputerSatOn { side, level })
            }
            Action::Balance { ref leads } => {
                self.lobby_for(request)?;
                self.balance(at, leads)
            }
            Action::SwapSides => {
                self.lobby_for(request)?;
                self.write(at, &TableEvent::SidesSwapped)
            }
            _ => Err(Denied::NoSides),
        }
    }

    /// Whether a side has room for one more.
    fn room_on(&self, sides: Sides, side: u8) -> Result<(), Denied> {
        match self.table.on_sides().get(usize::from(side)) {
            Some(on) if *on < sides.most => Ok(()),
            Some(_) => Err(Denied::SideFull),
            None => Err(Denied::NoSides),
        }
    }

    fn sit_on(&mut self, at: i64, request: &ActionRequest, sides: Sides, side: u8) -> Result<(), Denied> {
        let seat = self.table.seat_of(request.who.id);
        if seat.is_some_and(|seat| self.table.seats[seat.index()].side == side) {
            return Err(Denied::AlreadySeated);
        }
        self.may_join(request.who.id)?;
        self.room_on(sides, side)?;
        if let Some(seat) = seat {
            return self.write(at, &TableEvent::Crossed { seat });
        }
        self.room()?;
        let (person, join) = (request.who.clone(), request.interaction);
        self.write(at, &TableEvent::SatOn { person, join, side })
    }

    /// The side for a person who names none: their side at the previous table, if it has room.
    pub(super) fn usual_side(&self, person: u64) -> Option<u8> {
        let side = self.table.former_side(person)?;
        let sides = self.table.game.sides?;
        self.room_on(sides, side).is_ok().then_some(side)
    }

    /// Moves over whoever sits on the wrong side when the sides are as large and as strong as each other as can be, the last
    /// ones first.
    fn balance(&mut self, at: i64, leads: &Leads) -> Result<(), Denied> {
        let member = |holder: &Holder| Member {
            strength: leads.of(holder),
            side: holder.side,
        };
        let mut sides = even_sides(&self.table.seats.iter().map(member).collect::<Vec<_>>());
        let wrong = |table: &Table, sides: &[u8]| {
            let mut seats = table.seats.iter().zip(sides).map(|(holder, side)| holder.side != *side);
            seats.rposition(|wrong| wrong)
        };
        if wrong(&self.table, &sides).is_none() {
            return Err(Denied::EvenSides);
        }
        while let Some(last) = wrong(&self.table, &sides) {
            let side = sides.remove(last);
            self.write(at, &TableEvent::Crossed { seat: Seat(last as u8) })?;
            // Whoever goes over is the last of the new side.
            let place = usize::from(self.table.on_sides()[0]) - 1;
            sides.insert(if side == 0 { place } else { sides.len() }, side);
        }
        Ok(())
    }
}
