//! Records: written while a game is played, played again step by step, and checked to the last letter.
//!
//! A [`Record`] is all that another program needs to follow a game. [`Recorder`] makes one, [`replay`] walks through
//! one, and [`verify`] believes nothing that it says: options, order, notation, counts, facts, lapses, result and, where the
//! seed is told, every draw are computed again. This module works through the catalogue and knows no game by name; it
//! reads no files, and nothing that a hostile file holds makes it panic.

use std::fmt;

use super::fair::{Draws, Seed};
use crate::games::{self, Applied, DynGame, GameEntry, Options};
use crate::rules::{Awaits, By, Ended, Outcome, Record, RecordEvent, Refusal, SetupError, Viewer, Visibility};

#[cfg(test)]
mod tests;
mod verify;
mod wrong;

pub use verify::{Matches, Verdict, verify, verify_line};
pub use wrong::{VerifyError, Wrong};

/// Plays a game and writes its record as it goes.
#[derive(Clone)]
pub struct Recorder {
    entry: &'static GameEntry,
    play: Box<dyn DynGame>,
    events: Vec<RecordEvent>,
    /// Whether a seat changed its mind, so that counts and facts must be computed again.
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

    /// The game as it stands.
    pub fn play(&self) -> &dyn DynGame {
        &*self.play
    }

    /// Where the next event will stand in the record: what [`Draws::at`] needs to draw it.
    ///
    /// A choice that was changed before it counted leaves the record, so this is not always how many events were taken.
    pub fn index(&self) -> u64 {
        self.events.len() as u64
    }

    /// The events so far, as the record will hold them. After a changed choice their `of` and `then` may still move.
    pub fn events(&self) -> &[RecordEvent] {
        &self.events
    }

    /// Draws what the game asks of chance, out of `seed`, and takes it.
    ///
    /// # Errors
    /// When the game asks nothing of chance now.
    pub fn draw(&mut self, seed: &Seed) -> Result<Applied, Refusal> {
        let what = self.play.draw(&mut Draws::at(seed, self.index()));
        self.take(By::Chance, &what, false)
    }

    /// Takes an event. A seat that chooses again before its choice counted takes its earlier word back.
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
            of: happened.of,
            lapsed,
            then: facts(&happened),
        });
        Ok(happened)
    }

    /// The record so far, without seed and match.
    ///
    /// # Errors
    /// When the events without those that were taken back do not lead through the game: a fault of the game.
    pub fn record(&self) -> Result<Record, VerifyError> {
        let mut record = Record {
            record: 1,
            game: self.entry.slug.to_owned(),
            edition: self.entry.edition,
            options: self.play.options(),
            seats: self.play.seats(),
            seed: None,
            resealed: Vec::new(),
            match_id: None,
            round: None,
            before: None,
            events: self.events.clone(),
            ended: None,
            result: outcome(&*self.play),
        };
        if self.changed {
            let mut run = Run::new(self.entry, &record)?;
            let mut events = Vec::with_capacity(record.events.len());
            for event in &record.events {
                let happened = run.advance(event)?;
                events.push(RecordEvent {
                    what: happened.what.clone(),
                    of: happened.of,
                    then: facts(&happened),
                    ..event.clone()
                });
            }
            record.events = events;
        }
        Ok(record)
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("game", &self.entry.slug)
            .field("events", &self.events.len())
            .finish_non_exhaustive()
    }
}

/// Makes the full record of a game from what happened: who, what, and whether it was a lapse.
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
pub struct Step {
    /// The event's place in the record, from 0.
    pub index: usize,
    /// The game before it.
    pub before: Box<dyn DynGame>,
    /// The event as the record has it.
    pub event: RecordEvent,
    /// What followed.
    pub happened: Applied,
    /// The game after it.
    pub after: Box<dyn DynGame>,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step")
            .field("index", &self.index)
            .finish_non_exhaustive()
    }
}

/// Walks through a record. Ends after the first step that is not legal.
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
pub struct Replay<'r> {
    run: Run,
    record: &'r Record,
    stopped: bool,
}

impl Replay<'_> {
    /// The game as it stands: before the first step, the empty table.
    pub fn play(&self) -> &dyn DynGame {
        &*self.run.play
    }
}

impl fmt::Debug for Replay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("at", &self.run.at)
            .finish_non_exhaustive()
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

    /// Takes the next event, which must be awaited, legal and in the notation.
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

    /// Whether the game waits for `by`: in a record nobody changes a choice any more.
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

/// The rules of a record. Where its own edition is not kept, the newest, by which it cannot be played.
fn known(record: &Record) -> Result<&'static GameEntry, VerifyError> {
    games::edition(&record.game, record.edition)
        .or_else(|| games::find(&record.game))
        .ok_or_else(|| Wrong::Game(record.game.clone()).into())
}

fn facts(happened: &Applied) -> Vec<String> {
    happened.told.iter().map(|told| told.what.clone()).collect()
}

/// The outcome of a game that stands so, and of which a record says that it ended so by word.
///
/// # Errors
/// When it cannot have ended by that word.
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

/// What `viewer` may be told of an event, before it is applied to `play`: the text, or `None` when it is hidden.
pub fn seen(play: &dyn DynGame, viewer: Viewer, event: &RecordEvent) -> Option<String> {
    match play.visibility(viewer, event.by, &event.what) {
        Visibility::Whole => Some(event.what.clone()),
        Visibility::Part(part) => Some(part),
        Visibility::Hidden => None,
    }
}
