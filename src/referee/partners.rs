//! Partners: who plays with whom in a game without sides, and the seats that are kept for people.
//!
//! The game says which seats win together ([`Game::team`](crate::rules::Game::team)). So the order of the seats says who plays
//! with whom, and the host of a lobby chooses a partner by swapping two seats.
//!
//! From then on, and in a rematch of a match in pairs, everybody's seat is kept for them: who leaves and comes back has the
//! same partner. Somebody new takes a seat whose holder is missing, and then that seat is theirs.

use super::action::Denied;
use super::event::TableEvent;
use super::holder::Holder;
use super::session::TableSession;
use super::state::Partner;
use super::table::{Phase, Table};
use crate::rules::{Refusal, Seat};

impl Holder {
    /// The person's id; `None` for a computer player.
    pub(super) fn id(&self) -> Option<u64> {
        self.person.as_ref().map(|person| person.id)
    }

    fn as_partner(&self) -> Partner {
        self.id().map_or(Partner::Computer(self.level), Partner::Person)
    }
}

impl Table {
    /// The two teams in which those who sit here now would play, in a game without sides; `None` where somebody would play
    /// alone or the seats are drawn.
    pub fn teams(&self) -> Option<[Vec<Seat>; 2]> {
        let (options, seats) = self.laid().ok()?;
        let as_they_sit = !self.game.seats_drawn && self.game.sides.is_none() && usize::from(seats) == self.seats.len();
        let play = self.game.start(&options, seats).ok().filter(|_| as_they_sit)?;
        let all = || (0..seats).map(Seat);
        let with = |seat: Seat| -> Vec<Seat> { all().filter(|other| play.team(*other) == play.team(seat)).collect() };
        let one = with(Seat(0));
        let other = with(all().find(|seat| !one.contains(seat))?);
        (one.len() > 1 && other.len() > 1 && one.len() + other.len() == usize::from(seats)).then_some([one, other])
    }

    /// The host's seat and the seat of the host's partner, where four would play in pairs.
    fn host_pair(&self) -> Option<(Seat, Seat)> {
        let host = self.seat_of(self.host)?;
        let own = self.teams()?.into_iter().find(|team| team.contains(&host))?;
        match *own {
            [one, other] if self.seats.len() == 4 => Some((host, if one == host { other } else { one })),
            _ => None,
        }
    }

    /// Who can play with the host where four play in pairs, with their seats; the first is the present partner.
    pub fn possible_partners(&self) -> Vec<(Partner, Seat)> {
        let Some((host, partner)) = self.host_pair() else {
            return Vec::new();
        };
        let others = (0..self.seats.len() as u8)
            .map(Seat)
            .filter(|seat| ![host, partner].contains(seat));
        let mut possible: Vec<(Partner, Seat)> = Vec::new();
        for seat in std::iter::once(partner).chain(others) {
            let who = self.seats[seat.index()].as_partner();
            if possible.iter().all(|(other, _)| *other != who) {
                possible.push((who, seat));
            }
        }
        possible
    }

    /// The ids of those who sit here, by seat, for a rematch in the same pairs; empty where nobody plays in pairs.
    pub fn seats_in_pairs(&self) -> Vec<Option<u64>> {
        match self.teams() {
            Some(_) => self.seats.iter().map(Holder::id).collect(),
            None => Vec::new(),
        }
    }

    /// Keeps the seats for these people, by id; `None` is a computer player.
    pub(super) fn keep_seats_for(&mut self, people: &[Option<u64>]) -> Result<(), Refusal> {
        if self.phase != Phase::Lobby || self.game.sides.is_some() {
            return Err(Refusal::because("denied-begun"));
        }
        self.kept_seats = people.to_vec();
        self.keep_seats();
        Ok(())
    }

    /// Swaps the holders of two seats, and keeps all seats from now on.
    pub(super) fn swap_seats(&mut self, one: Seat, other: Seat) -> Result<(), Refusal> {
        let there = one.max(other).index() < self.seats.len();
        if self.phase != Phase::Lobby || self.game.sides.is_some() || !there {
            return Err(Refusal::because("denied-begun"));
        }
        self.seats.swap(one.index(), other.index());
        self.kept_seats = self.seats.iter().map(Holder::id).collect();
        Ok(())
    }

    /// Seats everybody where a seat is kept for them, if seats are kept. As soon as all seats are taken, the others have the
    /// seats that are left, in the order in which they sit.
    pub(super) fn keep_seats(&mut self) {
        let is_full = self.seats.len() >= self.kept_seats.len();
        let mut others = std::mem::take(&mut self.seats);
        let mut seats: Vec<Option<Holder>> = Vec::new();
        for kept in &self.kept_seats {
            let at = others.iter().position(|holder| holder.id() == *kept);
            seats.push(at.map(|at| others.remove(at)));
        }
        let mut others = others.into_iter();
        if is_full {
            for (seat, kept) in seats.iter_mut().zip(&mut self.kept_seats) {
                *seat = seat.take().or_else(|| others.next());
                // A computer player keeps the seat for whoever is missing.
                *kept = seat.as_ref().and_then(Holder::id).or(*kept);
            }
        }
        self.seats = seats.into_iter().flatten().chain(others).collect();
    }
}

impl TableSession {
    /// What lets the host play together with somebody.
    pub(super) fn pair(&self, partner: Partner) -> Result<TableEvent, Denied> {
        let possible = self.table.possible_partners();
        let chosen = possible.iter().find(|(who, _)| *who == partner);
        let (Some((_, one)), Some((_, other))) = (chosen, possible.first()) else {
            return Err(Denied::Stale);
        };
        let (one, other) = (*one, *other);
        Ok(TableEvent::SeatsSwapped { one, other })
    }
}
