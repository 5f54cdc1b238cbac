//! Hints: what the computer would choose in somebody's place, where the host has allowed hints in the lobby.
//!
//! A hint follows from what the seat sees, and from the numbers of the table and of the decision, and from nothing else. So
//! whoever asks twice gets the same hint. Everybody learns that a hint was taken in a game, but neither by whom nor what it
//! says.
//!
//! A match with hints is not ranked, whether or not somebody takes one. If the first hint decided that, whoever is about to lose
//! could take one, and the match would count for nobody.

use std::sync::Arc;

use super::action::{Action, ActionRequest, Denied};
use super::event::{Person, TableEvent};
use super::fair::SeededSource;
use super::session::TableSession;
use super::table::{Phase, Table};
use super::{Referee, TableSnapshot};
use crate::player::{self, Level};
use crate::rules::{Refusal, Seat, Source, Viewer};

impl Table {
    /// Records that the match is not ranked from its beginning on.
    pub(super) fn leave_unranked(&mut self) -> Result<(), Refusal> {
        self.unranked = self.hints && self.begins();
        match self.unranked {
            true => Ok(()),
            false => Err(Refusal::because("denied-no-hints")),
        }
    }

    /// Records that a hint was taken in the current game.
    pub(super) fn note_hint(&mut self, seat: Seat) -> Result<(), Refusal> {
        let asked = self.asked(seat).is_some() && self.hints;
        match self.rounds.last_mut().filter(|_| asked && self.phase == Phase::Playing) {
            Some(round) => {
                (round.assisted, round.hinted) = (true, true);
                Ok(())
            }
            None => Err(Refusal::because("denied-no-hints")),
        }
    }

    /// What a computer player would choose now in this seat's place, in notation. One without a level does not think.
    fn hint(&self, seat: Seat, level: Option<Level>) -> Option<String> {
        let play = self.play.as_ref()?;
        let mut source = SeededSource::numbered(self.id, self.offered(seat)?);
        let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
        match level {
            Some(level) => player::choose(level.strategy(&**play), seat, imagine, &mut source),
            None => imagine(&mut source).random_choice(seat, &mut source),
        }
    }
}

impl TableSession {
    /// Notes that a person takes a hint for the decision that the game waits for.
    pub(super) fn take_hint(&mut self, at: i64, who: &Person) -> Result<(), Denied> {
        let seat = self.table.seat_of(who.id).ok_or(Denied::NotSeated)?;
        self.table.on()?;
        if !self.table.hints {
            return Err(Denied::NoHints);
        }
        if self.table.seats[seat.index()].stand_in.is_some() {
            return Err(Denied::StoodIn);
        }
        self.not_paused()?;
        if self.table.asked(seat).is_none() {
            return Err(Denied::NotAwaited);
        }
        self.write(at, &TableEvent::Hinted { seat })
    }
}

impl Referee {
    /// Takes a hint for a person: what they might choose, in notation, with the table and the person's seat. The hint is found
    /// after the commit, on a thread of its own.
    ///
    /// # Errors
    /// Why there is no hint.
    pub async fn hint(&self, table: u64, request: ActionRequest) -> Result<(TableSnapshot, Seat, String), Denied> {
        let who = request.who.id;
        let action = Action::Hint;
        let snapshot = self.act(table, ActionRequest { action, ..request }).await?;
        let seat = snapshot.table.seat_of(who).ok_or(Denied::NotSeated)?;
        let found = match self.registry.settings.thinks {
            true => {
                let room = Arc::clone(&self.registry.hints).acquire_owned().await;
                let room = room.map_err(|_| Denied::Unavailable)?;
                let (at, [.., highest]) = (Arc::clone(&snapshot.table), Level::ALL);
                let look = move || {
                    let _room = room;
                    at.hint(seat, Some(highest))
                };
                let found = tokio::task::spawn_blocking(look).await;
                found.map_err(|_| Denied::Unavailable)?
            }
            false => snapshot.table.hint(seat, None),
        };
        let what = found.ok_or(Denied::Unavailable)?;
        Ok((snapshot, seat, what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, DynGame, GameEntry, Options};
    use crate::referee::Holder;
    use crate::referee::fair::Secret;
    use crate::referee::tests::person;
    use crate::rules::{Awaits, By};

    /// A table at which `seat` has to choose in this game.
    fn table(entry: &'static GameEntry, play: Box<dyn DynGame>, seat: Seat) -> Table {
        let mut table = Table::blank(17, 2, Some(3), entry, Secret::from_bytes([5; 32]));
        table.seats = (0..play.seats())
            .map(|index| Holder::person(person(index.into())))
            .collect();
        table.seats[seat.index()].asked = Some(9);
        table.play = Some(play);
        table
    }

    #[test]
    fn a_hint_follows_from_what_its_seat_sees() {
        let mut source = SeededSource::new(5);
        let mut other_worlds = 0;
        for entry in CATALOGUE {
            let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
            let mut play = entry.start(&options, seats).unwrap();
            for step in 0..40 {
                let (by, what) = match play.awaits() {
                    Awaits::Nobody(_) => break,
                    Awaits::Chance => (By::Chance, play.draw(&mut source)),
                    Awaits::Seats(seats) => {
                        let seat = seats.iter().next().unwrap();
                        if step % 8 == 7 {
                            let world = play.imagine(Viewer::Seat(seat), &mut source);
                            other_worlds += u32::from(world.state() != play.state());
                            for level in [None, Level::new(1).ok()] {
                                let hint = table(entry, play.copy(), seat).hint(seat, level);
                                assert_eq!(
                                    hint,
                                    table(entry, world.copy(), seat).hint(seat, level),
                                    "{}",
                                    entry.slug
                                );
                                let legal = |what: &String| play.copy().apply(By::Seat(seat), what).is_ok();
                                assert!(hint.as_ref().is_some_and(legal), "{}: {hint:?}", entry.slug);
                            }
                        }
                        (By::Seat(seat), play.random_choice(seat, &mut source).unwrap())
                    }
                };
                play.apply(by, &what).unwrap();
            }
        }
        assert!(other_worlds > 8, "{other_worlds}");
    }
}
