//! What a table holds of its games, its turns, its votes, and a draw offer.

use std::sync::Arc;

use crate::beacon::Beacon;
use crate::player::Level;
use crate::rules::{By, Ended, Outcome, Seat, SeatSet};

/// An event of a game, as the log holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who did it.
    pub by: By,
    /// What, in notation.
    pub what: String,
    /// Whether this was a lapse: the referee chose because time ran out.
    pub lapsed: bool,
    /// The version of the computer players, if one of them chose.
    pub players: Option<u16>,
    /// Whether a person chose this themselves: no computer, no stand-in, no lapse, and not because the rules forced it.
    pub own: bool,
}

/// A word that somebody has added to chance.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Whose it is.
    pub(super) person: u64,
    /// The word.
    pub(super) text: String,
}

/// Public randomness at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PublicRandomness {
    /// It is in no draw.
    #[default]
    Without,
    /// The match begins when this round comes out.
    Awaited(u64),
    /// It is in all draws.
    Drawn(Beacon),
    /// The match began without this round, for nobody told it in time.
    Missed(u64),
}

/// A game of the match.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Which of the table's secrets its draws follow from: pairs of the first event and the secret's index. The first pair
    /// begins at 0.
    pub secrets: Vec<(u64, usize)>,
    /// Its events so far.
    pub events: Arc<Vec<Played>>,
    /// Its outcome, once it is over.
    pub outcome: Option<Outcome>,
    /// How it ended, if it was ended by word.
    pub ended: Option<Ended>,
    /// Whether it counts for nobody, because a computer player took part, a stand-in of somebody who forfeits nothing, or a
    /// hint was taken.
    pub assisted: bool,
    /// Whether a stand-in of somebody who forfeits nothing chose in it.
    pub stood_in: bool,
    /// Whether anybody took a hint in it.
    pub hinted: bool,
    /// The seats that forfeit it.
    pub forfeits: SeatSet,
}

/// How many seconds more the first turn of a game has.
const ARRIVING: u32 = 10;

/// The turns at a table, and the turn clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// How many seconds the clock waits after a turn that brought something to read.
    pub rest: u32,
    /// The current turn.
    pub turn: Option<Turn>,
    /// Whether the game pauses, or who wants it to.
    pub pause: Pause,
    /// Whether there is something to read before the next turn.
    needs_reading_time: bool,
    /// Whether the game has had a turn.
    begun: bool,
}

/// The current turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The entry of the log with which it began.
    pub since: u64,
    /// When it began, or resumed after a pause, in milliseconds since the epoch.
    pub from: i64,
    /// How many seconds after that its clock begins to run.
    pub grace: u32,
}

/// Whether a game pauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The game goes on; these wishes for a pause stand.
    Wanted(Vec<PauseWish>),
    /// The game pauses by agreement.
    Agreed,
    /// The game pauses because nobody played any more.
    Idle,
}

/// A wish for a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseWish {
    /// Whose wish it is.
    pub seat: Seat,
    /// For how many more turns the wish stands.
    pub turns: u8,
}

impl Default for Pause {
    fn default() -> Pause {
        Pause::Wanted(Vec::new())
    }
}

impl Turns {
    /// Resets for a new game.
    pub(super) fn begin(&mut self) {
        *self = Turns {
            rest: self.rest,
            ..Turns::default()
        };
    }

    /// Records an event of the game, and whether it brought something to read.
    pub(super) fn note(&mut self, needs_reading_time: bool) {
        self.needs_reading_time |= needs_reading_time;
    }

    /// Records the seats that the game now waits for. `fresh` means that it has waited for some of them only since this
    /// entry.
    pub(super) fn go_on(&mut self, seq: u64, at: i64, awaited: SeatSet, fresh: bool) {
        if awaited.is_empty() {
            self.turn = None;
        } else if fresh {
            let read = if std::mem::take(&mut self.needs_reading_time) {
                self.rest
            } else {
                0
            };
            let arriving = if std::mem::replace(&mut self.begun, true) {
                0
            } else {
                ARRIVING
            };
            self.turn = Some(Turn {
                since: seq,
                from: at,
                grace: read.max(arriving),
            });
            if let Pause::Wanted(wishes) = &mut self.pause {
                wishes
                    .iter_mut()
                    .for_each(|wish| wish.turns = wish.turns.saturating_sub(1));
                wishes.retain(|wish| wish.turns > 0);
            }
        }
    }

    /// Whether the game pauses.
    pub fn is_paused(&self) -> bool {
        !matches!(self.pause, Pause::Wanted(_))
    }

    /// The wishes for a pause that stand.
    pub fn wishes(&self) -> &[PauseWish] {
        match &self.pause {
            Pause::Wanted(wishes) => wishes,
            Pause::Agreed | Pause::Idle => &[],
        }
    }
}

/// What people can vote for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Close the table.
    Close,
    /// Have the computer play for this seat.
    Replace(Seat),
}

/// A vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vote {
    /// The voter's seat.
    pub seat: Seat,
    /// The motion that the vote is for.
    pub motion: Motion,
    /// Whether the vote stands. One that does not counts in logs of an earlier Whistle alone.
    pub stands: bool,
    /// For how many more turns the vote stands, where there is a turn clock.
    pub turns: u8,
}

/// The state of the draw offer in the current game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawOffer {
    /// No offer, or none that still matters.
    #[default]
    Silent,
    /// A seat has offered a draw and waits for the other's answer.
    Offered {
        /// Who offered.
        seat: Seat,
        /// The entry of the log with the offer.
        at: u64,
    },
    /// This seat has declined, by its word or by playing on. Shown until the next choice.
    Declined {
        /// Who declined.
        seat: Seat,
    },
    /// This seat has withdrawn its offer. Shown until the next choice.
    Withdrawn {
        /// Who had offered.
        seat: Seat,
    },
}

/// Where a table went on from a copy of the database: what people did between the last entry of the copy and that moment
/// is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    /// When somebody was last active, as far as the copy knows. Private revisions do not count.
    pub kept: i64,
    /// The entry with which the table went on.
    pub(super) entry: u64,
}

/// Whether leaving is a forfeit in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forfeits {
    /// Never: the match began before there were forfeits, or has not begun.
    #[default]
    Never,
    /// From the first choice on.
    FromFirstChoice,
    /// Now. These seats have forfeited the match for good.
    Of(SeatSet),
}

/// Who can play with the host of a table where four play in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// The person of this id.
    Person(u64),
    /// A computer player of this level: those of one level play alike, so one of them stands for all.
    Computer(Level),
}
