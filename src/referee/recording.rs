//! Records: written while a game is played, replayed step by step, and verified completely.
//!
//! A [`Record`] is all that another program needs to follow a game. [`Recorder`] makes one, and [`replay`] walks through
//! one. [`verify`] believes nothing that a record says: it computes options, order, notation, counts, facts, lapses, the
//! result and, where the seed is revealed, every draw again. This module works through the catalogue and knows no game by
//! name. It reads no files, and no hostile file can make it panic.

use super::decision::Decisions;
use super::fair::{Draws, Seed};
use crate::games::{self, Applied, DynGame, GameEntry, Options};
use crate::player::{Level, VERSION};
use crate::rules::{Awaits, By, Ended, Outcome, Record, RecordEvent, Refusal, Seat, SetupError, Viewer, Visibility};

mod chance;
mod players;
#[cfg(test)]
mod tests;
mod verify;
mod wrong;

pub use players::{PlayersVerdict, verify_players};
pub use verify::{Matches, Verdict, verify, verify_line};
pub use wrong::{VerifyError, Wrong};

/// Plays a game and writes its record as it goes.
#[derive(Clone, derive_more::Debug)]
#[debug("Recorder of {}, {} events", entry.slug, events.len())]
pub struct Recorder {
    entry: &'static GameEntry,
    play: Box<dyn DynGame>,
    events: Vec<RecordEvent>,
    /// Whether a seat revised a choice, so that counts and facts must be computed again.
    changed: bool,
}

impl Recorder {
    /// Begins the record of a game of `entry`.
    ///
    /// # Errors
    /// When the seats or the options do not fit the game.
    pub fn new(entry: &'static GameEntry, options: &Options, seats: u8) -> Result<Recorder, SetupError> {
        Ok(Recorder {
            entry,
            play: entry.start(options, seats)?,
            events: Vec::new(),
            changed: false,
        })
    }

    /// The current state of the game.
    pub fn play(&self) -> &dyn DynGame {
        &*self.play
    }

    /// The index of the next event in the record, which [`Draws::at`] needs to draw it.
    ///
    /// A choice that was revised before it counted leaves the record, so the index may be less than the number of events
    /// taken.
    pub fn index(&self) -> u64 {
        self.events.len() as u64
    }

    /// The events so far, as the record will hold them. After a revision their `of` and `then` may still change.
    pub fn events(&self) -> &[RecordEvent] {
        &self.events
    }

    /// Draws from `seed` what the game asks of chance, and takes the event.
    ///
    /// # Errors
    /// When the game asks nothing of chance now.
    pub fn draw(&mut self, seed: &Seed) -> Result<Applied, Refusal> {
        let what = self.play.draw(&mut Draws::at(seed, self.index()));
        self.take(By::Chance, &what, false)
    }

    /// Has a computer player choose for a seat, with the luck that follows from `seed`, and takes the choice.
    ///
    /// # Errors
    /// When the seat has nothing to choose.
    pub fn choose(&mut self, seat: Seat, level: Level, seed: &Seed) -> Result<Applied, Refusal> {
        let start = self.entry.start(&self.play.options(), self.play.seats()).ok();
        let events = self.events.iter().map(|event| (event.by, event.what.as_str()));
        let decisions = Decisions::reached(seat, start, events, &*self.play);
        let what = decisions.choice(seat, level, seed, &*self.play);
        let happened = self.take(By::Seat(seat), &what.ok_or_else(Refusal::wait)?, false)?;
        if let Some(event) = self.events.last_mut() {
            event.players = Some(VERSION);
        }
        Ok(happened)
    }

    /// Takes an event. If a seat chooses again before its choice counted, the new choice replaces the earlier one.
    ///
    /// # Errors
    /// A refusal; nothing has changed then.
    pub fn take(&mut self, by: By, what: &str, lapsed: bool) -> Result<Applied, Refusal> {
        let again = match (by, self.play.awaits()) {
            (By::Seat(seat), Awaits::Seats(waiting)) => !waiting.contains(seat),
            _ => false,
        };
        let happened = self.play.apply(by, what)?;
        if again && let Some(earlier) = self.events.iter().rposition(|event| event.by == by) {
            self.events.remove(earlier);
            self.changed = true;
        }
        self.events.push(RecordEvent {
            by,
            what: happened.what.clone(),
            of: happened.choice_count,
            lapsed,
            players: None,
            then: facts(&happened),
        });
        Ok(happened)
    }

    /// The record so far, without seed and match.
    ///
    /// # Errors
    /// When the events that remain after the revisions do not lead through the game: a bug of the game.
    pub fn record(&self) -> Result<Record, VerifyError> {
        let mut record = Record {
            record: 1,
            game: self.entry.slug.to_owned(),
            edition: self.entry.edition,
            options: self.play.options(),
            seats: self.play.seats(),
            events: self.events.clone(),
            result: outcome(&*self.play),
            ..Record::default()
        };
        if self.changed {
            let mut run = Run::new(self.entry, &record)?;
            let mut events = Vec::with_capacity(record.events.len());
            for event in &record.events {
                let happened = run.advance(event)?;
                events.push(RecordEvent {
                    what: happened.what.clone(),
                    of: happened.choice_count,
                    then: facts(&happened),
                    ..event.clone()
                });
            }
            record.events = events;
        }
        Ok(record)
    }
}

/// Makes the full record of a game from its events: who, what, and whether it was a lapse.
///
/// # Errors
/// When the seats or options do not fit, or at the first event that is not legal.
pub fn record<W: AsRef<str>>(
    entry: &'static GameEntry,
    options: &Options,
    seats: u8,
    happened: impl IntoIterator<Item = (By, W, bool)>,
) -> Result<Record, VerifyError> {
    let mut recorder = Recorder::new(entry, options, seats).map_err(Wrong::Setup)?;
    for (at, (by, what, lapsed)) in happened.into_iter().enumerate() {
        recorder
            .take(by, what.as_ref(), lapsed)
            .map_err(|refusal| refused(what.as_ref(), &refusal).at(at))?;
    }
    recorder.record()
}

/// One step of a [`replay`].
#[derive(derive_more::Debug)]
#[debug("Step {index}")]
pub struct Step {
    /// The event's index in the record, from 0.
    pub index: usize,
    /// The game before it.
    pub before: Box<dyn DynGame>,
    /// The event from the record.
    pub event: RecordEvent,
    /// The consequences of the event.
    pub happened: Applied,
    /// The game after it.
    pub after: Box<dyn DynGame>,
}

/// Walks through a record. It ends after the first step that is not legal.
///
/// # Errors
/// When the record cannot even begin: an unknown game, options that do not fit.
pub fn replay(record: &Record) -> Result<Replay<'_>, VerifyError> {
    Ok(Replay {
        run: Run::new(known(record)?, record)?,
        record,
        stopped: false,
    })
}

/// The steps of a record: see [`replay`].
#[derive(derive_more::Debug)]
#[debug("Replay at {}", run.at)]
pub struct Replay<'r> {
    run: Run,
    record: &'r Record,
    stopped: bool,
}

impl Replay<'_> {
    /// The current state of the game: before the first step, the empty table.
    pub fn play(&self) -> &dyn DynGame {
        &*self.run.play
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Step, VerifyError>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.run.at;
        let event = self.record.events.get(index).filter(|_| !self.stopped)?;
        let before = self.run.play.copy();
        Some(match self.run.advance(event) {
            Ok(happened) => Ok(Step {
                index,
                before,
                event: event.clone(),
                happened,
                after: self.run.play.copy(),
            }),
            Err(error) => {
                self.stopped = true;
                Err(error)
            }
        })
    }
}

/// A game being played from its record.
struct Run {
    play: Box<dyn DynGame>,
    at: usize,
}

impl Run {
    fn new(entry: &GameEntry, record: &Record) -> Result<Run, VerifyError> {
        if record.edition != entry.edition {
            return Err(Wrong::Edition {
                recorded: record.edition,
                known: entry.edition,
            }
            .into());
        }
        let play = entry.start(&record.options, record.seats).map_err(Wrong::Setup)?;
        Ok(Run { play, at: 0 })
    }

    /// Takes the next event. The game must wait for it, and it must be legal and in canonical notation.
    fn advance(&mut self, event: &RecordEvent) -> Result<Applied, VerifyError> {
        let at = self.at;
        self.awaited(event.by).map_err(|wrong| wrong.at(at))?;
        let happened = self
            .play
            .apply(event.by, &event.what)
            .map_err(|refusal| refused(&event.what, &refusal).at(at))?;
        if happened.what != event.what {
            return Err(Wrong::Notation {
                recorded: event.what.clone(),
                canonical: happened.what,
            }
            .at(at));
        }
        self.at += 1;
        Ok(happened)
    }

    /// Whether the game waits for `by`: a record holds no revisions.
    fn awaited(&self, by: By) -> Result<(), Wrong> {
        let awaited = match (self.play.awaits(), by) {
            (Awaits::Nobody(_), _) => return Err(Wrong::AfterTheEnd),
            (Awaits::Chance, By::Chance) => return Ok(()),
            (Awaits::Seats(seats), By::Seat(seat)) if seats.contains(seat) => return Ok(()),
            (Awaits::Chance, _) => "a draw is awaited".to_owned(),
            (Awaits::Seats(seats), _) => {
                let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                format!("a choice of seat {} is awaited", seats.join(" or "))
            }
        };
        Err(Wrong::NotAwaited { by, awaited })
    }
}

/// The rules of a record. If its own edition is not kept, these are the newest, by which it cannot be played.
fn known(record: &Record) -> Result<&'static GameEntry, VerifyError> {
    games::edition(&record.game, record.edition)
        .or_else(|| games::find(&record.game))
        .ok_or_else(|| Wrong::Game(record.game.clone()).into())
}

fn facts(happened: &Applied) -> Vec<String> {
    happened.told.iter().map(|told| told.what.clone()).collect()
}

/// The outcome of a game in this state that was, according to its record, ended by word.
///
/// # Errors
/// When the game cannot have ended so.
pub fn ending(play: &dyn DynGame, ended: Option<Ended>) -> Result<Option<Outcome>, Wrong> {
    let Some(ended) = ended else {
        return Ok(outcome(play));
    };
    match play.awaits() {
        Awaits::Nobody(_) => {
            return Err(Wrong::Ended(
                "it was over by its rules before anybody could end it by word",
            ));
        }
        Awaits::Chance => return Err(Wrong::Ended("nobody ends a game by word while a draw is awaited")),
        Awaits::Seats(_) if play.may_concede() => {}
        Awaits::Seats(_) => return Err(Wrong::Ended("this game is never ended by word")),
    }
    match ended.outcome(play.seats(), play.match_length()) {
        Some(outcome) => Ok(Some(outcome)),
        None => Err(Wrong::Ended("it has no such seat that could resign")),
    }
}

fn outcome(play: &dyn DynGame) -> Option<Outcome> {
    match play.awaits() {
        Awaits::Nobody(outcome) => Some(outcome),
        _ => None,
    }
}

fn refused(what: &str, refusal: &Refusal) -> Wrong {
    Wrong::Refused {
        what: what.to_owned(),
        reason: refusal.reason.key.to_owned(),
    }
}

/// The text of an event that `viewer` may see, before it is applied to `play`; `None` when the event is hidden.
pub fn seen(play: &dyn DynGame, viewer: Viewer, event: &RecordEvent) -> Option<String> {
    match play.visibility(viewer, event.by, &event.what) {
        Visibility::Whole => Some(event.what.clone()),
        Visibility::Part(part) => Some(part),
        Visibility::Hidden => None,
    }
}
