//! What a table shows of its game, what follows there, and what a seat may do. These queries change nothing.
//!
//! A game does not know that it was ended by word; the table tells it for the last picture.

use super::fair::Draws;
use super::table::{Phase, Table};
use crate::rules::{Awaits, By, Menu, Phrase, Scene, Seat, Sketch, Viewer};

impl Table {
    /// What `viewer` is shown of the game.
    pub fn scene(&self, viewer: Viewer) -> Option<Scene> {
        self.play.as_ref().map(|play| play.scene(viewer))
    }

    /// The picture of the game for `viewer`, with the steps of `path` laid over it, or the choice that is tried out. For a
    /// game that ended by word, the picture shows how it ended.
    pub fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch> {
        let play = self.play.as_ref()?;
        match self.rounds.last().and_then(|round| round.ended) {
            Some(ended) => play.sketch_ended(viewer, ended),
            None => play.sketch(viewer, path, tried),
        }
    }

    /// The menu of a seat that may choose now.
    pub fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu> {
        if self.phase != Phase::Playing {
            return None;
        }
        self.play.as_ref().and_then(|play| play.menu(seat, path))
    }

    /// What follows in the game before anybody has a real decision: a draw, or a choice that is forced, which everybody at the
    /// table can foresee.
    pub(super) fn follows(&self) -> Option<(By, String)> {
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Playing)?;
        if play.awaits() != Awaits::Chance {
            return play.forced().map(|(seat, what)| (By::Seat(seat), what));
        }
        let round = self.rounds.last()?;
        let mut draws = Draws::at(&self.seed(round.number), round.events.len() as u64);
        Some((By::Chance, play.draw(&mut draws)))
    }

    /// Whether a seat could make this choice now, if `what` is its canonical notation.
    pub fn takes(&self, seat: Seat, what: &str) -> bool {
        let Some(play) = self.play.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return false;
        };
        let happened = play.copy().apply(By::Seat(seat), what);
        happened.is_ok_and(|happened| happened.what == what)
    }

    /// What a seat should know of a choice before it is made.
    pub fn consequences(&self, seat: Seat, what: &str) -> Vec<Phrase> {
        self.play
            .as_ref()
            .map(|play| play.consequences(seat, what))
            .unwrap_or_default()
    }

    /// A choice in words, for the question whether a seat makes it.
    pub fn question(&self, seat: Seat, what: &str) -> Option<Phrase> {
        self.play.as_ref().and_then(|play| play.question(seat, what))
    }

    /// A choice as it is told to the seat that made it.
    pub fn choice_phrase(&self, what: &str) -> Option<Phrase> {
        self.play.as_ref().and_then(|play| play.choice_phrase(what))
    }

    /// A seat's last choice in this match, in notation. Only for its holder: the choice may still be sealed.
    pub fn last_choice(&self, seat: Seat) -> Option<&str> {
        let events = self.rounds.iter().flat_map(|round| round.events.iter());
        let own = events.rev().find(|event| event.by == By::Seat(seat));
        own.map(|event| event.what.as_str())
    }

    /// A seat's first choice after so many events of this match; what it had to do later comes after that. Only for its
    /// holder.
    pub fn choice_after(&self, seat: Seat, events: usize) -> Option<&str> {
        let since = self.rounds.iter().flat_map(|round| round.events.iter()).skip(events);
        let mut own = since.filter(|event| event.by == By::Seat(seat));
        // A revised choice stands where the first one stood.
        own.next()
            .map(|event| event.what.as_str())
            .or_else(|| self.last_choice(seat))
    }

    /// How many events there have been in this match.
    pub fn events(&self) -> usize {
        self.rounds.iter().map(|round| round.events.len()).sum()
    }
}
