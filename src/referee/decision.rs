//! Where decisions come up, and the luck with which computer players decide.
//!
//! A computer player chooses by the game as it was when its decision came up, however long it thinks and whatever others choose in
//! that time. So its choice follows from what its seat saw, its level and the seed of the game, and anybody can compute the choice
//! again from a record. The luck is step 7 of the [algorithm](super::fair).

use super::fair::Seed;
use crate::games::DynGame;
use crate::player::{self, Level};
use crate::rules::{Awaits, By, Seat, SeatSet, Source, Viewer};

/// The present decisions of some seats of a game that is followed event by event.
pub(super) struct Decisions {
    /// The seats.
    of: SeatSet,
    /// For each seat, the game in which its present decision came up.
    asked: Vec<Option<Box<dyn DynGame>>>,
    /// How many choices of each seat there were before.
    made: Vec<u64>,
}

impl Decisions {
    /// The decisions of these seats of a game that begins.
    pub(super) fn new(of: SeatSet, seats: u8) -> Decisions {
        Decisions {
            of,
            asked: (0..seats).map(|_| None).collect(),
            made: vec![0; seats.into()],
        }
    }

    /// The decision of one seat after these events, which lead from the start of a game to `now`. A game that cannot be followed
    /// from its start is looked at as it is now.
    pub(super) fn reached<'e>(
        seat: Seat,
        mut start: Option<Box<dyn DynGame>>,
        events: impl IntoIterator<Item = (By, &'e str)>,
        now: &dyn DynGame,
    ) -> Decisions {
        let mut decisions = Decisions::new(SeatSet::one(seat), now.seats());
        for (by, what) in events {
            if let Some(play) = start.as_mut() {
                decisions.before(&**play);
                if play.apply(by, what).is_err() {
                    start = None;
                    decisions.asked.fill(None);
                }
            }
            decisions.after(by);
        }
        decisions.before(now);
        decisions
    }

    /// Notes the game as it is before its next event.
    pub(super) fn before(&mut self, play: &dyn DynGame) {
        let awaited = match play.awaits() {
            Awaits::Seats(seats) => seats,
            _ => SeatSet::EMPTY,
        };
        for (seat, asked) in (0..).map(Seat).zip(&mut self.asked) {
            match self.of.contains(seat) && awaited.contains(seat) {
                true if asked.is_none() => *asked = Some(play.copy()),
                true => {}
                false => *asked = None,
            }
        }
    }

    /// Notes whose event it was.
    pub(super) fn after(&mut self, by: By) {
        if let By::Seat(seat) = by
            && let Some(made) = self.made.get_mut(seat.index())
        {
            *made += 1;
            self.asked[seat.index()] = None;
        }
    }

    /// How many choices of this seat there were before.
    pub(super) fn made(&self, seat: Seat) -> u64 {
        self.made.get(seat.index()).copied().unwrap_or_default()
    }

    /// What a computer player of this level chooses for a seat in `play`, the game as it is now. If others have taken what it
    /// would choose, it looks at the present game.
    pub(super) fn choice(&self, seat: Seat, level: Level, seed: &Seed, play: &dyn DynGame) -> Option<String> {
        let luck = || seed.players_luck(seat, self.made(seat));
        let choose = |play: &dyn DynGame| {
            let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
            player::choose(level.strategy(play), seat, imagine, &mut luck())
        };
        let asked = self.asked.get(seat.index())?.as_deref();
        let first = asked.and_then(choose);
        let holds = first
            .as_deref()
            .is_some_and(|what| play.copy().apply(By::Seat(seat), what).is_ok());
        if holds { first } else { choose(play) }
    }
}
