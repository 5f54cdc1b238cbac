//! A session: a table in memory. It decides what follows from a request or from time, and collects what must be stored.
//!
//! A session changes its table at once; [`TableSession::take`] then hands out everything for one commit. If the commit
//! fails, the session is discarded and the table loaded again. So nobody ever sees an event that was not stored.

use std::sync::Arc;
use std::time::Duration;

use super::action::{Action, ActionRequest, Denied, Leaving};
use super::downtime::Ledger;
use super::event::{Absence, Person, TableEvent};
use super::fair::OsSource;
use super::holder::Holder;
use super::state::PublicRandomness;
use super::table::{Phase, Table};
use super::thought::Thought;
use super::timers::{Purpose, timers};
use super::{Settings, edition, results};
use crate::rules::{By, Seat};
use crate::store::{Append, NewResult, NewTable, Timer};

/// How many decisions of a seat may lapse in a row before a stand-in takes over.
pub(super) const LAPSES_BEFORE_STAND_IN: u8 = 3;

/// The work that something due requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// Writing entries only.
    Action,
    /// A computer player has to choose.
    Thought,
    /// The end of a turn. It takes precedence over everything else, and requires writing entries only.
    Turn,
}

/// A table in memory, with the changes that still have to be stored.
pub(super) struct TableSession {
    pub(super) table: Arc<Table>,
    pub(super) timers: Vec<Timer>,
    written: Vec<serde_json::Value>,
    /// Whether `written` moves a game on.
    moved_on: bool,
    results: Vec<NewResult>,
    timers_stored: Vec<Timer>,
    stored: u64,
    people_changed: bool,
    newcomer: Option<u64>,
    given: i64,
    /// Since when people have been heard without interruption, as far as is known.
    heard_since: i64,
    /// Whether computer players think aside, so that their choices are made only when they are ready.
    pub(super) thinks_aside: bool,
    /// What computer players will choose.
    pub(super) thoughts: Vec<Thought>,
}

impl TableSession {
    /// A session of a table as it was loaded; `given` is the downtime given back until then, in milliseconds.
    pub(super) fn new(table: Table, timers: Vec<Timer>, given: i64) -> TableSession {
        let stored = table.seq;
        let timers_stored = timers.clone();
        TableSession {
            table: Arc::new(table),
            timers,
            timers_stored,
            written: Vec::new(),
            moved_on: false,
            results: Vec::new(),
            stored,
            people_changed: false,
            newcomer: None,
            given,
            heard_since: i64::MIN,
            thinks_aside: false,
            thoughts: Vec::new(),
        }
    }

    /// Delays its timers by the downtime given back since the last call, as the store did with the stored ones.
    pub(super) fn catch_up(&mut self, ledger: &Ledger) {
        self.heard_since = ledger.settled;
        let more = ledger.given - std::mem::replace(&mut self.given, ledger.given);
        let all = self.timers.iter_mut().chain(&mut self.timers_stored);
        for timer in all.filter(|timer| timer.gives_back) {
            timer.at = timer.at.saturating_add(more);
        }
    }

    /// Since when people have been heard without interruption, as far as is known.
    pub(super) fn heard_since(&self) -> i64 {
        self.heard_since
    }

    /// Whether anything waits to be stored.
    pub(super) fn is_dirty(&self) -> bool {
        !self.written.is_empty()
    }

    /// What must be stored now, as one commit.
    pub(super) fn take(
        &mut self,
        at: i64,
        interaction: Option<u64>,
        create: Option<NewTable>,
        settings: &Settings,
    ) -> Append {
        let timers = timers(&self.table, &self.timers, at, self.heard_since, settings);
        let timers_changed = timers != self.timers_stored;
        if timers_changed {
            self.timers_stored.clone_from(&timers);
        }
        self.timers = timers;
        let people = std::mem::take(&mut self.people_changed).then(|| {
            self.table
                .seats
                .iter()
                .filter_map(|holder| holder.person.as_ref())
                .map(|who| who.id)
                .filter(|person| !Person::is_forgotten(*person))
                .collect()
        });
        let after = std::mem::replace(&mut self.stored, self.table.seq);
        let mut written = std::mem::take(&mut self.written);
        if std::mem::take(&mut self.moved_on)
            && let Some(last) = written.last_mut()
        {
            edition::note(last, &self.table);
        }
        Append {
            table: self.table.id,
            after,
            create,
            interaction,
            at,
            entries: written.iter().map(ToString::to_string).collect(),
            over: self.table.is_over(),
            people,
            newcomer: self.newcomer.take(),
            sealed: false,
            succession: None,
            timers: timers_changed.then(|| self.timers.clone()),
            results: std::mem::take(&mut self.results),
        }
    }

    /// Applies an event to the table, and queues its entry for the store.
    pub(super) fn write(&mut self, at: i64, event: &TableEvent) -> Result<(), Denied> {
        let effect = Arc::make_mut(&mut self.table).apply(at, event)?;
        self.written
            .push(serde_json::to_value(event).map_err(|_| Denied::Unavailable)?);
        self.moved_on |= edition::moves(event);
        if let TableEvent::Opened { host: person, .. }
        | TableEvent::Sat { person, .. }
        | TableEvent::SatOn { person, .. } = event
        {
            self.newcomer = Some(person.id);
        }
        self.people_changed |= self.newcomer.is_some()
            || matches!(
                event,
                TableEvent::Rose { .. } | TableEvent::Removed { .. } | TableEvent::StoodIn { .. }
            );
        if effect.round_over {
            self.results.extend(results::of_round(&self.table));
            if effect.over {
                self.results.extend(results::of_match(&self.table));
            }
        } else if let TableEvent::Cancelled { .. } | TableEvent::Abandoned { forfeits: true, .. } = event {
            self.results.extend(results::of_closed(&self.table));
        }
        Ok(())
    }

    /// Performs a person's request.
    pub(super) fn act(&mut self, at: i64, request: &ActionRequest, settings: &Settings) -> Result<(), Denied> {
        if request
            .from
            .is_some_and(|from| !self.table.concerns(request.who.id, from.channel))
        {
            return Err(Denied::NoTable);
        }
        if self.table.is_over() {
            return Err(match self.table.outdated {
                true => Denied::Outdated,
                false => Denied::Over,
            });
        }
        self.not_restless(request)?;
        match &request.action {
            Action::Sit => self.sit(at, request),
            Action::Remove { person } => self.remove(at, request, *person),
            Action::AskLeave => self.leave(at, &request.who, None),
            Action::Leave { told } => self.leave(at, &request.who, Some(*told)),
            Action::AddComputer { level } => {
                self.lobby_for(request)?;
                self.room()?;
                let level = level.unwrap_or(self.table.level);
                self.write(at, &TableEvent::ComputerSat { level })
            }
            Action::RemoveComputer => {
                self.lobby_for(request)?;
                if self.table.last_computer().is_none() {
                    return Err(Denied::NoComputer);
                }
                self.write(at, &TableEvent::ComputerRose)
            }
            Action::SitOn { .. } | Action::AddComputerOn { .. } | Action::Balance { .. } | Action::SwapSides => {
                self.side(at, request)
            }
            Action::AddLuck { word } => self.add_luck(at, request, word),
            Action::ChangeTerms(change) => self.change_terms(at, request, change),
            Action::Begin => self.begin(at, request, settings),
            Action::Choose { step, what } => self.choose(at, &request.who, *step, what),
            Action::NextRound { after } => self.next_round(at, &request.who, *after),
            Action::Replace { seat } => self.replace(at, request, *seat, settings),
            Action::Return => self.come_back(at, &request.who),
            Action::Hint => self.take_hint(at, &request.who),
            Action::Nudge => self.nudge(at, &request.who, settings),
            Action::Pause => self.pause(at, &request.who),
            Action::Resume => self.resume(at, &request.who),
            Action::Resign { .. }
            | Action::OfferDraw { .. }
            | Action::AnswerDrawOffer { .. }
            | Action::WithdrawDrawOffer { .. } => self.concede(at, &request.who, &request.action, settings),
            Action::AskCancel => self.cancel(at, request, None, settings),
            Action::Cancel { last } => self.cancel(at, request, Some(*last), settings),
        }
    }

    pub(super) fn host_or_moderator(&self, request: &ActionRequest) -> Result<(), Denied> {
        if request.keeps_order(self.table.channel) || request.who.id == self.table.host {
            return Ok(());
        }
        Err(Denied::NotHost {
            host: self.table.seat_of(self.table.host).unwrap_or(Seat(0)),
        })
    }

    /// Requires that the table is a lobby and that its host asks.
    pub(super) fn lobby_for(&self, request: &ActionRequest) -> Result<(), Denied> {
        self.lobby()?;
        if request.who.id == self.table.host {
            return Ok(());
        }
        Err(Denied::NotHost {
            host: self.table.seat_of(self.table.host).unwrap_or(Seat(0)),
        })
    }

    pub(super) fn lobby(&self) -> Result<(), Denied> {
        match (self.table.phase, self.table.randomness) {
            (Phase::Lobby, PublicRandomness::Awaited(_)) => Err(Denied::Beginning),
            (Phase::Lobby, _) => Ok(()),
            _ => Err(Denied::Begun),
        }
    }

    pub(super) fn room(&self) -> Result<(), Denied> {
        if self.table.seats.len() < usize::from(*self.table.game.people.end()) {
            Ok(())
        } else {
            Err(Denied::Full)
        }
    }

    fn sit(&mut self, at: i64, request: &ActionRequest) -> Result<(), Denied> {
        if self.table.seat_of(request.who.id).is_some() {
            return Err(Denied::AlreadySeated);
        }
        self.may_join(request.who.id)?;
        self.room()?;
        let (person, join) = (request.who.clone(), request.interaction);
        self.write(
            at,
            &match self.usual_side(person.id) {
                Some(side) => TableEvent::SatOn { person, join, side },
                None => TableEvent::Sat { person, join },
            },
        )
    }

    /// Whether a person may sit down in the lobby. Whether a seat is free is checked elsewhere.
    pub(super) fn may_join(&self, person: u64) -> Result<(), Denied> {
        self.lobby()?;
        match self.table.removed.contains(&person) {
            true => Err(Denied::Removed),
            false => Ok(()),
        }
    }

    /// Removes a person from the lobby for good: if they could sit down again, the host would remove them again.
    fn remove(&mut self, at: i64, request: &ActionRequest, person: u64) -> Result<(), Denied> {
        self.lobby_for(request)?;
        if person == request.who.id {
            return Err(Denied::OwnSeat);
        }
        self.table.seat_of(person).ok_or(Denied::NobodyThere)?;
        self.write(at, &TableEvent::Removed { person })
    }

    /// Lets a person go. Who leaves a match has to know what follows, and was `told` so.
    fn leave(&mut self, at: i64, who: &Person, told: Option<Leaving>) -> Result<(), Denied> {
        let seat = self.table.seat_of(who.id).ok_or(Denied::NotSeated)?;
        let (last, lobby) = (self.table.is_last(seat), self.table.phase == Phase::Lobby);
        if !last && self.table.seats[seat.index()].stand_in == Some(Absence::Left) {
            return Err(Denied::StoodIn);
        }
        let what = match (last, self.table.leaving_costs(seat)) {
            (true, _) => Leaving::Closes,
            (false, true) => Leaving::Forfeits,
            (false, false) => Leaving::Unranked,
        };
        if !lobby && told != Some(what) {
            let table = self.table.id;
            return Err(Denied::UnsureToLeave { table, what });
        }
        self.write(at, &self.table.leaving(seat, who.id))
    }

    fn begin(&mut self, at: i64, request: &ActionRequest, settings: &Settings) -> Result<(), Denied> {
        self.lobby_for(request)?;
        self.table.laid()?;
        match settings.beacon.is_some() && self.table.takes_words() {
            true => self.await_beacon(at),
            false => self.start(at),
        }
    }

    /// Begins the match of the lobby as it is.
    pub(super) fn start(&mut self, at: i64) -> Result<(), Denied> {
        let (options, seats) = self.table.laid()?;
        let edition = self.table.game.edition;
        self.write(
            at,
            &TableEvent::Began {
                options,
                seats,
                edition,
                forfeits: true,
            },
        )?;
        if self.table.hints {
            self.write(at, &TableEvent::Unranked)?;
        }
        if let Some(order) = self.table.seats_to_draw() {
            self.write(at, &TableEvent::SeatsDrawn { order })?;
        }
        self.begin_round(at)
    }

    fn begin_round(&mut self, at: i64) -> Result<(), Denied> {
        self.write(
            at,
            &TableEvent::RoundBegan {
                round: self.table.round() + 1,
            },
        )?;
        self.run_on(at)
    }

    /// Plays on until a seat has a real decision: makes the draws that the game waits for, and the forced choices, which
    /// everybody at the table can foresee.
    fn run_on(&mut self, at: i64) -> Result<(), Denied> {
        while let Some((by, what)) = self.table.follows() {
            let event = TableEvent::Played {
                by,
                what,
                lapsed: false,
                players: None,
            };
            self.write(at, &event)?;
        }
        Ok(())
    }

    pub(super) fn played(&mut self, at: i64, seat: Seat, what: String, lapsed: bool) -> Result<(), Denied> {
        let choice = TableEvent::Played {
            by: By::Seat(seat),
            what,
            lapsed,
            players: None,
        };
        self.take_choice(at, &choice)
    }

    /// Writes a choice, and what follows from it.
    pub(super) fn take_choice(&mut self, at: i64, choice: &TableEvent) -> Result<(), Denied> {
        self.write(at, choice)?;
        self.seat_stand_ins(at)?;
        self.run_on(at)
    }

    /// Seats a stand-in for everybody with too many lapses, but only once the lapse is public. An earlier stand-in would
    /// reveal the lapse while others still choose at the same time.
    fn seat_stand_ins(&mut self, at: i64) -> Result<(), Denied> {
        if self.table.is_over() || !self.late_are_replaced() {
            return Ok(());
        }
        for seat in self.table.told_lapses() {
            let late = |holder: &Holder| !holder.automatic() && holder.lapses >= LAPSES_BEFORE_STAND_IN;
            if self.table.seats.get(seat.index()).is_some_and(late) {
                let why = Absence::Lapsed;
                self.write(at, &TableEvent::StoodIn { seat, why })?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, at: i64, who: &Person, step: Option<u64>, what: &str) -> Result<(), Denied> {
        let seat = self.table.seat_of(who.id).ok_or(Denied::NotSeated)?;
        if step.is_some() && step != self.table.offered(seat) {
            return Err(Denied::Stale);
        }
        let play = self.table.on()?;
        if self.table.seats[seat.index()].stand_in.is_some() {
            return Err(Denied::StoodIn);
        }
        if !play.may_choose(seat) {
            return Err(Denied::NotAwaited);
        }
        self.not_paused()?;
        let what = play.read(seat, what)?;
        self.played(at, seat, what, false)
    }

    /// Requires that a person plays their own seat: only such people may hurry others.
    fn plays(&self, who: &Person) -> Result<(), Denied> {
        let seat = self.table.seat_of(who.id).ok_or(Denied::NotSeated)?;
        match self.table.seats[seat.index()].stand_in {
            Some(_) => Err(Denied::StoodIn),
            None => Ok(()),
        }
    }

    fn next_round(&mut self, at: i64, who: &Person, after: u32) -> Result<(), Denied> {
        self.plays(who)?;
        match self.table.phase {
            Phase::Lobby => Err(Denied::NotBegun),
            Phase::Between if after == self.table.round() => self.begin_round(at),
            _ => Err(Denied::Stale),
        }
    }

    fn come_back(&mut self, at: i64, who: &Person) -> Result<(), Denied> {
        let seat = self.table.seat_of(who.id).ok_or(Denied::NotSeated)?;
        if self.table.seats[seat.index()].stand_in.is_none() {
            return Err(Denied::NotStoodIn);
        }
        self.write(at, &TableEvent::Returned { seat })
    }

    fn nudge(&mut self, at: i64, who: &Person, settings: &Settings) -> Result<(), Denied> {
        self.plays(who)?;
        self.table.on()?;
        self.hurried_by_clock()?;
        let own = self.table.seat_of(who.id);
        let waiting = |seat: Seat| Some(seat) != own && !self.table.seats[seat.index()].automatic();
        if !self.table.awaited().iter().any(waiting) {
            return Err(Denied::NobodyToNudge);
        }
        if at - self.table.nudged_at < settings.nudge_ms {
            return Err(Denied::NudgedAlready);
        }
        self.write(at, &TableEvent::Nudged { person: who.id })
    }

    /// What the most urgent timer due by `now` requires, if one is due.
    pub(super) fn due(&self, now: i64) -> Option<Due> {
        self.due_timers(now)
            .map(|timer| match Purpose::of(timer) {
                Some(Purpose::Computer { .. }) => Due::Thought,
                Some(Purpose::Turn { .. }) => Due::Turn,
                _ => Due::Action,
            })
            .max()
    }

    fn due_timers(&self, now: i64) -> impl Iterator<Item = &Timer> {
        let due = self.timers.iter().filter(move |timer| timer.at <= now);
        due.filter(|timer| self.is_ready(timer))
    }

    /// How long until the next timer that is not due yet.
    pub(super) fn due_in(&self, now: i64) -> Option<Duration> {
        let left = |timer: &Timer| {
            u64::try_from(timer.at.saturating_sub(now))
                .ok()
                .filter(|left| *left > 0)
        };
        let next = self.timers.iter().filter_map(left).min()?;
        Some(Duration::from_millis(next))
    }

    /// Does what is due by `now`.
    pub(super) fn tick(&mut self, now: i64, settings: &Settings) -> Result<(), Denied> {
        let due: Vec<Purpose> = self.due_timers(now).filter_map(Purpose::of).collect();
        for purpose in self.most_urgent(due) {
            self.fulfil(now, purpose, settings)?;
        }
        // This also drops timers that this version does not know: the store would report them as due for ever.
        self.timers.retain(|timer| timer.at > now);
        Ok(())
    }

    fn fulfil(&mut self, now: i64, purpose: Purpose, settings: &Settings) -> Result<(), Denied> {
        match purpose {
            Purpose::Lapse { seat, step } if self.table.asked(seat) == Some(step) => self.lapse(now, seat),
            Purpose::Turn { since } => self.end_turn(now, since),
            Purpose::Warn { seat, step } if self.table.asked(seat) == Some(step) => {
                self.write(now, &TableEvent::Warned { seat })
            }
            Purpose::Absent { seat, step } if self.table.asked(seat) == Some(step) => {
                self.write(now, &TableEvent::Overdue { seat })
            }
            Purpose::Computer { seat, step }
                if self.table.asked(seat) == Some(step) && !self.table.everybody_has_gone() =>
            {
                self.choose_for(now, seat, step, settings)
            }
            Purpose::NextRound { after } if self.table.phase == Phase::Between && self.table.round() == after => {
                self.begin_round(now)
            }
            Purpose::Beacon { round } => self.miss_beacon(now, round),
            Purpose::Lobby { seq } if self.table.phase == Phase::Lobby && self.table.seq == seq => {
                self.write(now, &TableEvent::LEFT_ALONE)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn lapse(&mut self, now: i64, seat: Seat) -> Result<(), Denied> {
        let mut source = OsSource::new().map_err(|_| Denied::Unavailable)?;
        let what = self
            .table
            .play
            .as_ref()
            .and_then(|play| play.timeout_choice(seat, &mut source));
        // A game without a choice for a seat that it waits for has a bug.
        let what = what.ok_or(Denied::Unavailable)?;
        self.played(now, seat, what, true)
    }
}
