//! A table: the fold of its log.
//!
//! This module reads no clock, draws no number and calls no store. [`Table::apply`] is the only way to change a table, and
//! the same entries always give the same table.

use std::collections::{BTreeMap, VecDeque};

use super::event::{Absence, Clock, Person, TableEvent};
use super::fair::Secret;
use super::holder::Holder;
use super::state::{DrawOffer, Forfeits, Motion, PublicRandomness, Restored, Round, Turns, Vote, Word};
use crate::games::{DynGame, GameEntry, Options};
use crate::player::Level;
use crate::rules::{By, Refusal, Seat};

/// The phase of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// People sit down.
    Lobby,
    /// A game of the match is on.
    Playing,
    /// A game is over, and the next one has not begun.
    Between,
    /// The match is over.
    Finished,
    /// The table ended before its match was over.
    Cancelled,
}

/// What the referee must follow up after an entry of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// A game of the match ended with this entry.
    pub round_over: bool,
    /// The table is over with this entry.
    pub over: bool,
}

/// A log that cannot be followed here: it was written under other rules, or not by Whistle.
#[derive(Debug, thiserror::Error)]
pub enum BrokenLog {
    /// A newer Whistle wrote it.
    #[error(
        "table {table} is played by edition {edition} of its rules, and the newest one here is {known}; it waits for a newer whistle"
    )]
    Newer {
        /// The table.
        table: u64,
        /// The edition.
        edition: u16,
        /// The newest edition that this program knows.
        known: u16,
    },
    /// The match was played to its end by an edition that is no longer kept, and the newest edition does not reproduce it.
    #[error("table {0} was played by rules that are not kept any more")]
    Outdated(u64),
    /// The log does not begin with its opening.
    #[error("the log of table {0} does not begin with its opening")]
    NoOpening(u64),
    /// The game refuses an entry that it once accepted.
    #[error("table {table}: entry {seq} is not legal under these rules")]
    Illegal {
        /// The table.
        table: u64,
        /// The entry.
        seq: u64,
    },
}

/// A table.
#[derive(Clone, derive_more::Debug)]
#[debug("Table {id}, entry {seq}, {phase:?}")]
pub struct Table {
    /// Its id: that of the interaction that opened it.
    pub id: u64,
    /// The channel it is in.
    pub channel: u64,
    /// The server it is in; `None` in a private chat.
    pub guild: Option<u64>,
    /// The game, in the edition of its rules by which the match is played.
    pub game: &'static GameEntry,
    /// The edition that the log names. If the table ended because that edition is not kept, `game` has another one.
    pub(super) edition: u16,
    /// The game's options: as requested in the lobby, as effective once the match has begun.
    pub options: Options,
    /// The requested options, with which a rematch begins.
    pub wanted: Options,
    /// The clock.
    pub clock: Option<Clock>,
    /// The host's id.
    pub host: u64,
    /// The level of computer players for whom nobody chooses another.
    pub level: Level,
    /// The turns and the turn clock, where the game has them.
    pub turns: Turns,
    /// The people at the previous table, if this is a rematch: their ids, and on which side they sat.
    pub former: Vec<(u64, u8)>,
    /// The previous table, if this is a rematch.
    pub rematch_of: Option<u64>,
    /// The id of the person whom the host has invited, if any.
    pub invited: Option<u64>,
    /// Whether people may take hints.
    pub hints: bool,
    /// Whether the match is not ranked from its beginning on, because hints are allowed.
    pub unranked: bool,
    /// The seats in turn order; in games with sides, those of the first side come first.
    pub seats: Vec<Holder>,
    /// The drawn order of the seats: for each seat, where in the lobby its holder sat. `None` where it was not drawn.
    pub(super) drawn_order: Option<Vec<u8>>,
    /// The ids of those for whom the seats of this lobby are kept, by seat; `None` is a computer player. Empty while nothing
    /// is kept.
    pub(super) kept_seats: Vec<Option<u64>>,
    /// Its phase.
    pub phase: Phase,
    /// Whether it ended because its rules were mended ([`TableEvent::Outdated`]).
    pub outdated: bool,
    /// If it was closed as abandoned ([`TableEvent::Abandoned`]), whether those are last for whom it has waited.
    pub abandoned: Option<bool>,
    /// The ids of the people whom the host has removed from the lobby.
    pub removed: Vec<u64>,
    /// The ids of the people who have got up in the lobby, whether or not they have come back.
    pub risen: Vec<u64>,
    /// The last host who has left the lobby to another one, and the entry of the log with that.
    host_left: Option<(u64, u64)>,
    /// Whether it ended because the bot was removed from its server ([`TableEvent::BotRemoved`]).
    pub bot_removed: bool,
    /// Whether leaving is a forfeit, and who has forfeited the match.
    pub(crate) forfeits: Forfeits,
    /// The games of the match so far, the current one last.
    pub rounds: Vec<Round>,
    /// The game that is on, or the final state of the last one.
    pub play: Option<Box<dyn DynGame>>,
    /// The current state of the draw offer.
    pub draw_offer: DrawOffer,
    /// The votes that stand.
    pub(super) votes: Vec<Vote>,
    /// The last entry of the log.
    pub seq: u64,
    /// The entries that revised a choice nobody had seen, each with its seat. That a seat revised is private.
    pub(super) revisions: Vec<(u64, Seat)>,
    /// The entry of the last nudge, for as long as the awaited decisions stay the same.
    pub nudged: Option<u64>,
    /// When the last nudge was.
    pub nudged_at: i64,
    /// The interactions with which people sat down, in order: the public half of the seed of an old table.
    pub joins: Vec<u64>,
    /// The number of its seal in the chain of its server; `None` at an old table, whose seeds have no words in them.
    pub seal: Option<u64>,
    /// The words that people have added to chance, in order.
    pub(super) words: Vec<Word>,
    /// The public randomness in its chance.
    pub randomness: PublicRandomness,
    /// Whether anything in the lobby has changed since the last word.
    pub(super) changed_since_word: bool,
    /// The last interactions that the table accepted, so that it recognises one that is delivered again.
    taken: VecDeque<u64>,
    /// How many entries that move nothing on each person has caused since the last decision came up.
    pub(super) caused: BTreeMap<u64, u32>,
    /// When somebody was last active here, in milliseconds since the epoch. Revisions do not count, because they are
    /// private.
    pub(super) active_at: i64,
    /// The secrets of its chance, the current one last. There are several if the table was sealed anew.
    pub(super) secrets: Vec<Secret>,
    /// Since when it goes on from a copy of the database, if it does.
    pub restored: Option<Restored>,
}

impl Table {
    /// A table before its first entry. The first event for [`Table::apply`] must be [`TableEvent::Opened`].
    pub fn blank(id: u64, channel: u64, guild: Option<u64>, game: &'static GameEntry, secret: Secret) -> Table {
        Table {
            id,
            channel,
            guild,
            game,
            edition: game.edition,
            options: Options::new(),
            wanted: Options::new(),
            clock: None,
            turns: Turns::default(),
            former: Vec::new(),
            rematch_of: None,
            invited: None,
            hints: false,
            unranked: false,
            host: 0,
            level: Level::default(),
            seats: Vec::new(),
            drawn_order: None,
            kept_seats: Vec::new(),
            phase: Phase::Lobby,
            outdated: false,
            abandoned: None,
            removed: Vec::new(),
            risen: Vec::new(),
            host_left: None,
            bot_removed: false,
            forfeits: Forfeits::Never,
            rounds: Vec::new(),
            play: None,
            draw_offer: DrawOffer::Silent,
            votes: Vec::new(),
            seq: 0,
            revisions: Vec::new(),
            nudged: None,
            nudged_at: 0,
            joins: Vec::new(),
            seal: None,
            words: Vec::new(),
            randomness: PublicRandomness::Without,
            changed_since_word: false,
            taken: VecDeque::new(),
            caused: BTreeMap::new(),
            active_at: 0,
            secrets: vec![secret],
            restored: None,
        }
    }

    /// Applies one entry of the log, written at `at` (milliseconds since the epoch).
    ///
    /// # Errors
    /// When the entry is not legal now. The table is then unchanged, unless the referee never writes such an entry.
    pub fn apply(&mut self, at: i64, event: &TableEvent) -> Result<Effect, Refusal> {
        let mut effect = Effect::default();
        let restless = self.restless(event);
        match event {
            TableEvent::Opened { .. }
            | TableEvent::TermsChanged { .. }
            | TableEvent::Sat { .. }
            | TableEvent::Rose { .. }
            | TableEvent::Removed { .. }
            | TableEvent::ComputerSat { .. }
            | TableEvent::ComputerRose
            | TableEvent::Began { .. } => self.change_lobby(event)?,
            TableEvent::Arranged { .. }
            | TableEvent::SatOn { .. }
            | TableEvent::Crossed { .. }
            | TableEvent::SidesSwapped
            | TableEvent::ComputerSatOn { .. } => self.take_sides(event)?,
            TableEvent::LuckAdded { person, word } => self.take_word(*person, word)?,
            TableEvent::BeaconAwaited { .. } | TableEvent::BeaconDrawn { .. } | TableEvent::BeaconMissed => {
                self.take_randomness(event)?;
            }
            TableEvent::Resealed { secret } => self.reseal(secret),
            TableEvent::SeatsDrawn { order } => self.reseat(order)?,
            TableEvent::Unranked => self.leave_unranked()?,
            TableEvent::SeatsKept { people } => self.keep_seats_for(people)?,
            TableEvent::SeatsSwapped { one, other } => self.swap_seats(*one, *other)?,
            TableEvent::RoundBegan { round } => self.begin_round(*round)?,
            TableEvent::Played { by, what, .. } => effect.round_over = self.play_on(*by, what, event)?,
            TableEvent::Resigned { .. }
            | TableEvent::DrawOffered { .. }
            | TableEvent::DrawOfferWithdrawn { .. }
            | TableEvent::DrawDeclined { .. }
            | TableEvent::DrawAgreed { .. } => effect.round_over = self.hear(event)?,
            TableEvent::StoodIn { seat, why } => self.stand_in(*seat, *why),
            TableEvent::Returned { seat } => self.come_back(*seat),
            TableEvent::Warned { seat } => self.note_at(*seat, |holder| holder.warned = true),
            TableEvent::Overdue { seat } => self.note_at(*seat, |holder| holder.overdue = true),
            TableEvent::PauseWanted { .. } | TableEvent::Paused { .. } | TableEvent::Resumed { .. } => {
                self.hear_of_pause(at, event)?;
            }
            TableEvent::Nudged { .. } => {
                self.nudged = Some(self.seq + 1);
                self.nudged_at = at;
            }
            TableEvent::Hinted { seat } => self.note_hint(*seat)?,
            TableEvent::CloseWanted { seat } => self.count_vote(*seat, Motion::Close)?,
            TableEvent::ReplaceWanted { seat, absent } => self.count_vote(*seat, Motion::Replace(*absent))?,
            TableEvent::Forgotten => {}
            TableEvent::Migrated { edition } => self.edition = *edition,
            TableEvent::Cancelled { person, agreed, by_all } => self.close_by(*person, *agreed, *by_all),
            TableEvent::Outdated => (self.phase, self.outdated) = (Phase::Cancelled, true),
            TableEvent::Abandoned { forfeits, .. } => self.abandon(*forfeits),
            TableEvent::BotRemoved => (self.phase, self.bot_removed) = (Phase::Cancelled, true),
        }
        self.forget_votes(event);
        self.changed_since_word = match event {
            TableEvent::LuckAdded { .. } => false,
            TableEvent::Forgotten | TableEvent::BeaconAwaited { .. } => self.changed_since_word,
            _ => true,
        };
        self.stop_waiting_after(event);
        self.seq += 1;
        if let Some(person) = restless {
            *self.caused.entry(person).or_default() += 1;
        }
        self.be_as_imagined();
        self.ask(at, event);
        effect.over = self.is_over();
        Ok(effect)
    }

    /// Applies an event of the lobby, or the beginning of the match, which ends the lobby.
    fn change_lobby(&mut self, event: &TableEvent) -> Result<(), Refusal> {
        match event {
            TableEvent::Opened {
                options,
                clock,
                host,
                computers,
                level,
                join,
                seal,
            } => {
                self.options = options.clone();
                self.wanted = options.clone();
                self.clock = *clock;
                self.host = host.id;
                self.level = *level;
                self.seal = *seal;
                self.sit(host, *join);
                (0..*computers).for_each(|_| self.seat(Holder::computer(*level), None));
            }
            TableEvent::TermsChanged { .. } => self.take_terms(event)?,
            TableEvent::Sat { person, join } => self.sit(person, *join),
            TableEvent::Rose { person } => self.leave_lobby(*person),
            TableEvent::Removed { person } => {
                self.rise(*person);
                self.removed.push(*person);
            }
            TableEvent::ComputerSat { level } => self.seat(Holder::computer(*level), None),
            TableEvent::ComputerRose => {
                if let Some(last) = self.last_computer() {
                    self.seats.remove(last);
                }
            }
            TableEvent::Began {
                options,
                seats,
                edition,
                forfeits,
            } => {
                self.options = options.clone();
                self.edition = *edition;
                if *forfeits {
                    self.forfeits = Forfeits::FromFirstChoice;
                }
                while self.seats.len() < usize::from(*seats) {
                    self.seats.push(Holder::computer(self.level));
                }
                self.phase = Phase::Between;
            }
            _ => {}
        }
        self.keep_seats();
        Ok(())
    }

    /// Tests can let a log lead to a game that they imagine; the program follows the log alone.
    #[cfg(not(test))]
    fn be_as_imagined(&mut self) {}

    fn sit(&mut self, person: &Person, join: u64) {
        self.seat(Holder::person(person.clone()), None);
        self.joins.push(join);
    }

    /// The id of the host who has left the lobby to another one, until anybody does anything else.
    pub fn host_left(&self) -> Option<u64> {
        let left = self.host_left.filter(|(_, entry)| *entry == self.seq);
        left.map(|(person, _)| person)
    }

    fn leave_lobby(&mut self, person: u64) {
        let host = self.host;
        self.rise(person);
        self.risen.push(person);
        self.pass_host_from(person);
        if self.host != host {
            self.host_left = Some((person, self.seq + 1));
        }
    }

    fn rise(&mut self, person: u64) {
        let sits = |holder: &Holder| holder.person.as_ref().is_some_and(|sitting| sitting.id == person);
        self.seats.retain(|holder| !sits(holder));
    }

    fn pass_host_from(&mut self, person: u64) {
        if self.host != person {
            return;
        }
        let heir = self.present().map(|(_, sitting)| sitting.id).find(|id| *id != person);
        if let Some(heir) = heir {
            self.host = heir;
        }
    }

    fn stand_in(&mut self, seat: Seat, why: Absence) {
        self.silence();
        let Some(holder) = self.seats.get_mut(seat.index()) else {
            return;
        };
        holder.stand_in = Some(why);
        if let (Some(person), Absence::Left) = (holder.person.as_ref().map(|person| person.id), why) {
            self.pass_host_from(person);
        }
    }

    fn come_back(&mut self, seat: Seat) {
        let Some(holder) = self.seats.get_mut(seat.index()) else {
            return;
        };
        holder.stand_in = None;
        holder.lapses = 0;
        let person = holder.person.as_ref().map(|person| person.id);
        // If the host left when nobody could take over, the first person who comes back becomes the host.
        let host = self.seat_of(self.host).and_then(|seat| self.seats.get(seat.index()));
        if let Some(person) = person
            && host.is_some_and(|host| host.stand_in == Some(Absence::Left))
        {
            self.host = person;
        }
    }

    /// Records the interaction that wrote entries at `at`; `entry` is the first of them.
    pub(super) fn took(&mut self, interaction: Option<u64>, entry: u64, at: i64) {
        const REMEMBERED: usize = 64;
        if let Some(interaction) = interaction {
            let revised = self.revisions.last().is_some_and(|(revision, _)| *revision == entry);
            if !revised {
                self.active_at = at;
            }
            if self.taken.len() == REMEMBERED {
                self.taken.pop_front();
            }
            self.taken.push_back(interaction);
        }
    }

    /// Whether the table accepted this interaction recently.
    pub(super) fn knows(&self, interaction: u64) -> bool {
        self.taken.contains(&interaction)
    }

    /// Records which decisions came up with the entry just applied.
    fn ask(&mut self, at: i64, event: &TableEvent) {
        let awaited = self.awaited();
        let anew = match event {
            TableEvent::Played { by: By::Seat(seat), .. }
            | TableEvent::StoodIn { seat, .. }
            | TableEvent::Returned { seat } => Some(*seat),
            _ => None,
        };
        if matches!(event, TableEvent::Returned { .. }) && self.present().count() == 1 {
            // No time ran while nobody was present.
            self.times_run_from(at);
        }
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Playing);
        let (mut changed, mut fresh) = (false, false);
        for (index, holder) in self.seats.iter_mut().enumerate() {
            let seat = Seat(index as u8);
            let waits = awaited.contains(seat);
            holder.chose = match holder.chose {
                _ if waits || !play.is_some_and(|play| play.may_choose(seat)) => None,
                Some(chose) if anew != Some(seat) => Some(chose),
                _ => Some(self.seq),
            };
            if !waits {
                changed |= holder.asked.take().is_some();
                holder.awaited = None;
            } else if holder.asked.is_none() || anew == Some(seat) {
                if holder.asked.is_none() || matches!(event, TableEvent::Played { .. }) {
                    fresh |= holder.awaited != Some(self.seq);
                    holder.awaited = Some(self.seq);
                    holder.runs_from = at;
                }
                holder.asked = Some(self.seq);
                holder.asked_at = at;
                (holder.warned, holder.overdue) = (false, false);
                changed = true;
            }
        }
        if changed {
            self.nudged = None;
        }
        if fresh {
            self.caused.clear();
        }
        self.turns.go_on(self.seq, at, awaited, fresh);
        if fresh {
            self.age_votes();
        }
    }

    /// Whether nothing more can happen here.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Finished | Phase::Cancelled)
    }
}
