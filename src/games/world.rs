//! Imagined games as a search uses them: choices by number instead of notation.
//!
//! A search makes thousands of choices in imagined games. A [`World`] lists them as keys, makes them by their number in the
//! list, and tells each seat what that seat would see, so that nothing is written as text on the way.

use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};

use super::random_play::random_event;
use crate::rules::{
    Audience, Awaits, Event, Game, Note, Presentation, Search, Seat, SeatSet, Source, Viewer, Visibility,
};

/// A game that is imagined, for a search.
pub trait World {
    /// What the game waits for.
    fn awaits(&self) -> Awaits;
    /// Lists the candidate choices of `seat` ([`Search::candidates`]) as keys: equal choices have equal keys in every world.
    /// The choices stay listed until the next call.
    fn list(&mut self, seat: Seat, keys: &mut Vec<u64>);
    /// The listed choice with this number, in notation.
    fn notation(&self, number: usize) -> Option<String>;
    /// Makes the listed choice with this number. `false` when the choice is not legal.
    fn choose(&mut self, seat: Seat, number: usize, sights: &mut Sights) -> bool;
    /// A copy of this world after the listed choice with this number; `None` when the choice is not legal.
    fn after(&self, seat: Seat, number: usize, sights: &mut Sights) -> Option<Box<dyn World>>;
    /// Makes a choice in notation, listed or not. `false` when the choice is not legal.
    fn make(&mut self, seat: Seat, what: &str, sights: &mut Sights) -> bool;
    /// Draws what chance is asked for. `false` when the game does not wait for chance.
    fn draw(&mut self, source: &mut dyn Source, sights: &mut Sights) -> bool;
    /// Makes a draw, or a choice of an awaited seat as a quick playout makes it ([`Search::playout_choice`]). `false` when the
    /// game is over or stuck.
    fn play_on(&mut self, source: &mut dyn Source) -> bool;
    /// The evaluation of the position for `seat` ([`Search::evaluate`]).
    fn evaluate(&self, seat: Seat) -> Option<i64>;
    /// The lead that wins three of four games ([`Search::LEAD`]).
    fn lead(&self) -> i64;
    /// The team of a seat.
    fn team(&self, seat: Seat) -> u8;
}

/// What each seat has seen since a search began, as one number a seat. Seats that have seen the same have the same number.
#[derive(Clone, Debug)]
pub struct Sights(Vec<u64>);

impl Sights {
    /// Nobody has seen anything.
    pub fn new(seats: u8) -> Sights {
        Sights(vec![0; seats.into()])
    }

    /// What `seat` has seen.
    pub fn of(&self, seat: Seat) -> u64 {
        self.0.get(seat.index()).copied().unwrap_or_default()
    }

    fn add(&mut self, seat: Seat, seen: u64) {
        if let Some(own) = self.0.get_mut(seat.index()) {
            *own = mix(own.rotate_left(5) ^ seen);
        }
    }
}

/// Spreads the bits of a number over all of it (the last steps of SplitMix64).
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// A hash that is the same in every run, so that a search repeats itself.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ number);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl fmt::Write for Mixer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes());
        Ok(())
    }
}

fn key(value: impl Hash) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}

fn key_of_text(value: impl fmt::Display) -> u64 {
    let mut mixer = Mixer::default();
    let _ = write!(mixer, "{value}");
    mixer.finish()
}

/// A world of a known game.
pub(super) struct TypedWorld<G: Game> {
    game: G,
    listed: Vec<G::Choice>,
}

impl<G: Search + Presentation> TypedWorld<G> {
    pub(super) fn new(game: G) -> TypedWorld<G> {
        let listed = Vec::new();
        TypedWorld { game, listed }
    }

    /// Applies an event, and tells each seat what it sees. `whole` is the event for whoever sees all of it.
    fn apply(&mut self, event: &Event<G::Chance, G::Choice>, whole: u64, sights: &mut Sights) -> bool {
        let seats = SeatSet::all(Game::seats(&self.game));
        let mut seen = Sights::new(Game::seats(&self.game));
        for seat in seats.iter() {
            let part = match self.game.visibility(Viewer::Seat(seat), event) {
                Visibility::Whole => whole,
                Visibility::Part(part) => key_of_text(part),
                Visibility::Hidden => 1,
            };
            seen.0[seat.index()] = part;
        }
        let Ok(notes) = Game::apply(&mut self.game, event) else {
            return false;
        };
        for seat in seats.iter() {
            sights.add(seat, seen.of(seat));
        }
        for Note { to, fact } in notes {
            let told = key_of_text(fact);
            let to = match to {
                Audience::Everyone => seats,
                Audience::Seats(to) => to,
            };
            to.iter().for_each(|seat| sights.add(seat, told));
        }
        true
    }
}

impl<G: Search + Presentation> World for TypedWorld<G> {
    fn awaits(&self) -> Awaits {
        self.game.awaits()
    }

    fn list(&mut self, seat: Seat, keys: &mut Vec<u64>) {
        self.game.candidates(seat, &mut self.listed);
        keys.clear();
        keys.extend(self.listed.iter().map(key));
    }

    fn notation(&self, number: usize) -> Option<String> {
        self.listed.get(number).map(ToString::to_string)
    }

    fn choose(&mut self, seat: Seat, number: usize, sights: &mut Sights) -> bool {
        let Some(choice) = self.listed.get(number).cloned() else {
            return false;
        };
        let whole = key((seat.0, &choice));
        self.apply(&Event::Choice(seat, choice), whole, sights)
    }

    fn after(&self, seat: Seat, number: usize, sights: &mut Sights) -> Option<Box<dyn World>> {
        let choice = self.listed.get(number)?.clone();
        let whole = key((seat.0, &choice));
        let mut after = TypedWorld::new(self.game.clone());
        let made = after.apply(&Event::Choice(seat, choice), whole, sights);
        made.then(|| Box::new(after) as Box<dyn World>)
    }

    fn make(&mut self, seat: Seat, what: &str, sights: &mut Sights) -> bool {
        let Ok(choice) = what.parse::<G::Choice>() else {
            return false;
        };
        let whole = key((seat.0, &choice));
        self.apply(&Event::Choice(seat, choice), whole, sights)
    }

    fn draw(&mut self, source: &mut dyn Source, sights: &mut Sights) -> bool {
        if self.game.awaits() != Awaits::Chance {
            return false;
        }
        let chance = self.game.draw(source);
        let whole = key_of_text(&chance);
        self.apply(&Event::Chance(chance), whole, sights)
    }

    fn play_on(&mut self, source: &mut dyn Source) -> bool {
        let event = random_event(&self.game, source, |seat, source| {
            self.game.playout_choice(seat, source)
        });
        event.is_ok_and(|event| Game::apply(&mut self.game, &event).is_ok())
    }

    fn evaluate(&self, seat: Seat) -> Option<i64> {
        self.game.evaluate(seat)
    }

    fn lead(&self) -> i64 {
        G::LEAD
    }

    fn team(&self, seat: Seat) -> u8 {
        Game::team(&self.game, seat)
    }
}
