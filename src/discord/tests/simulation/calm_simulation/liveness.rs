//! Nobody is stuck: whatever people do, and however few of them are left, a table ends or waits for somebody who has a live
//! button.
//!
//! For a while people at a table do what they like: they play, leave, come back, let time pass, close their private chats, and
//! are removed from the server for good. Then nothing more happens to them, and whoever is left wants the table to go on or to
//! end, by nothing but what they see and may call:
//!
//! * Whoever is asked, whom the computer plays for, or who finds the game pausing or between two, has a button that does
//!   something about it, in what they see or in the panel that they open.
//! * Where only those are awaited who are gone, time helps (a clock, a computer player), or else the host, most of those who
//!   are left, or a moderator has the computer play for them.
//! * And a table that nobody wants any more is closed: by its host, by most of those who play, by a moderator, or by the last
//!   who leaves. All of these ways are gone.
//!
//! `WHISTLE_LIVENESS=10000 cargo test --lib every_table_goes_on_or_ends -- --nocapture` tries as many tables as that,
//! `WHISTLE_LIVENESS_SEED=4711` begins there, and one alone (`WHISTLE_LIVENESS=1`) tells its story.

use super::super::dice::Dice;
use super::super::request_content::PanelState;
use super::super::seed_runner::{Outcome, SeedRunner};
use super::input::{Input, Person};
use super::setup::{TABLE, table};
use super::world::World;
use crate::discord::commands::CommandKind;
use crate::discord::custom_id::{CustomId, Picked};
use crate::referee::fair::loaded;
use crate::referee::{Holder, Phase, TableSnapshot};
use crate::rules::Seat;

/// So long a seat must have been waited for before most of the others can have it replaced, and a little more.
const ABSENT: i64 = 125_000;

/// After so long anybody alone who may ask for that can have it replaced, or its clock has moved the match on.
const FAIR: i64 = 24 * 60 * 60 * 1000;

/// A table and its people.
struct Life {
    world: World,
    dice: Dice,
    people: Vec<Person>,
    /// Who is still there.
    here: Vec<usize>,
    seed: u64,
    moves: u64,
    outcome: Outcome,
}

/// How likely somebody is to press that who wants the game to go on.
fn helps(spot: &PanelState) -> u64 {
    match (&spot.press, &spot.value) {
        // Among all the ways to look around, whoever wants to go on sees the button that does it.
        (CustomId::Choose { .. }, _) => 600,
        (CustomId::Pick { .. }, Some(value)) => match value.parse() {
            Ok(Picked::Choice(_)) => 600,
            _ => 20,
        },
        (CustomId::Step { .. } | CustomId::Try { .. }, _) => 20,
        (CustomId::Return { .. } | CustomId::NextRound { .. } | CustomId::Resume { .. }, _) => 60,
        _ => 0,
    }
}

/// How likely somebody is to press that who does anything at all.
fn tempts(spot: &PanelState) -> u64 {
    match &spot.press {
        CustomId::Verify { .. }
        | CustomId::Replay { .. }
        | CustomId::Review { .. }
        | CustomId::Typed { .. }
        | CustomId::AddLuck { .. }
        | CustomId::Thread { .. }
        | CustomId::Rematch { .. }
        | CustomId::Play { .. } => 0,
        CustomId::Cancel { .. }
        | CustomId::CancelSure { .. }
        | CustomId::CancelLost { .. }
        | CustomId::LeaveSure { .. }
        | CustomId::LeaveLost { .. }
        | CustomId::LeaveLast { .. }
        | CustomId::Resign { .. }
        | CustomId::AnswerDrawOffer { .. } => 1,
        CustomId::Choose { .. } => 60,
        _ => 3 + helps(spot).min(60),
    }
}

/// Whoever is asked whether they are sure says yes.
fn confirms(spot: &PanelState) -> u64 {
    u64::from(matches!(
        spot.press,
        CustomId::CancelSure { .. } | CustomId::CancelLost { .. }
    ))
}

/// Whoever is asked whether to leave does.
fn parts(spot: &PanelState) -> u64 {
    u64::from(matches!(
        spot.press,
        CustomId::LeaveSure { .. } | CustomId::LeaveLost { .. } | CustomId::LeaveLast { .. }
    ))
}

impl Life {
    fn new(seed: u64) -> Life {
        let (fixture, people) = table(seed);
        let world = World::new(&people, &fixture.appends, fixture.at, None);
        let played = fixture.table();
        let story = format!(
            "{} by {}, clock {:?}",
            played.game.slug,
            played.seats.len(),
            played.clock
        );
        Life {
            world,
            dice: Dice::new(seed, 14),
            here: (0..people.len() - 2).collect(),
            people,
            seed,
            moves: 0,
            outcome: Outcome {
                story: vec![story],
                ..Outcome::default()
            },
        }
    }

    fn count(&mut self, what: &'static str) {
        self.outcome.count(what, 1);
    }

    fn snapshot(&self) -> TableSnapshot {
        self.world.snapshot(TABLE).expect("the table can be looked at")
    }

    fn is_over(&self) -> bool {
        self.snapshot().table.is_over()
    }

    fn written(&self) -> usize {
        self.world.stored(TABLE).entries.len()
    }

    /// Something is done, and some time passes; whether anything was written.
    fn does(&mut self, input: Option<Input>, ms: i64) -> bool {
        let before = self.written();
        self.moves += 1;
        self.world
            .pass(input.as_ref(), ms, self.seed.wrapping_mul(1000) + self.moves);
        let after = self.written();
        let told = input.map_or_else(|| "nothing".to_owned(), |input| input.told());
        self.outcome
            .story
            .push(format!("{told}; {ms} ms; {} entries", after - before));
        after > before
    }

    fn call(&mut self, who: usize, kind: CommandKind, ms: i64) -> bool {
        let input = {
            let state = self.world.outside.lock();
            state.call(who, state.channel, kind, &[])
        };
        self.does(Some(input), ms)
    }

    /// Somebody wants the table closed, and is asked once more where a match ends with that.
    fn cancels(&mut self, who: usize) {
        self.call(who, CommandKind::Cancel, 500);
        if !self.is_over() {
            self.press(who, confirms);
        }
    }

    fn leaves(&mut self, who: usize) {
        self.call(who, CommandKind::Leave, 500);
        if !self.is_over() {
            self.press(who, parts);
        }
    }

    fn replace(&mut self, who: usize, absent: usize) -> bool {
        let input = {
            let state = self.world.outside.lock();
            state.replace(who, state.channel, absent)
        };
        self.does(Some(input), 500)
    }

    /// Somebody presses something that they see.
    fn press(&mut self, who: usize, weight: fn(&PanelState) -> u64) -> Option<bool> {
        let input = {
            let state = self.world.outside.lock();
            let spots = state.spots(who).into_iter();
            let ways: Vec<(u64, (u64, PanelState))> =
                spots.map(|(number, spot)| (weight(&spot), (number, spot))).collect();
            let (number, spot) = self.dice.weigh(&ways)?.clone();
            state.press(who, number, &spot)
        };
        let ms = self.dice.between(300, 2000);
        Some(self.does(Some(input), ms))
    }

    fn closes(&mut self, who: usize, closed: bool) {
        self.does(Some(Input::Closes(who, closed)), 10);
    }

    /// People do what they like.
    fn whatever(&mut self) {
        let acts = 8 + self.dice.below(30);
        for _ in 0..acts {
            if self.is_over() {
                return;
            }
            let Some(who) = self.dice.pick(&self.here).copied() else {
                return;
            };
            match self.dice.below(100) {
                0..=54 => drop(self.press(who, tempts)),
                55..=62 => drop(self.call(who, CommandKind::Mine, 500)),
                63..=67 => self.leaves(who),
                68..=70 => drop(self.call(who, CommandKind::Nudge, 500)),
                71..=72 => drop(self.call(who, CommandKind::Cancel, 500)),
                73..=76 => {
                    let absent = self.dice.below(self.people.len() as u64 - 2) as usize;
                    self.replace(who, absent);
                }
                77..=82 => {
                    let closed = self.dice.chance(600);
                    self.closes(who, closed);
                }
                83..=86 => {
                    self.count("removed from the server");
                    self.here.retain(|other| *other != who);
                    self.closes(who, true);
                }
                _ => {
                    let ms = self.dice.between(5000, 200_000);
                    self.does(None, ms);
                }
            }
        }
    }

    fn holder<'l>(&self, snapshot: &'l TableSnapshot, who: usize) -> Option<(Seat, &'l Holder)> {
        let seat = snapshot.table.seat_of(self.people[who].id)?;
        Some((seat, snapshot.table.seats.get(seat.index())?))
    }

    /// Whether somebody who is there ought to have a button with which the game goes on.
    fn is_asked(&self, snapshot: &TableSnapshot, who: usize) -> bool {
        let table = &snapshot.table;
        let Some((seat, holder)) = self.holder(snapshot, who) else {
            return false;
        };
        match table.phase {
            Phase::Between => true,
            Phase::Playing => holder.stand_in.is_some() || table.turns.is_paused() || table.awaited().contains(seat),
            _ => false,
        }
    }

    /// Somebody who is asked does something about it, with what they see or open.
    fn goes_on(&mut self, who: usize) -> Result<(), String> {
        /// A choice may be some steps away.
        const STEPS: u32 = 100;
        let before = self.written();
        for step in 0..STEPS {
            let pressed = match step % 10 {
                0 if step > 0 => Some(self.call(who, CommandKind::Mine, 600)),
                _ => self.press(who, helps),
            };
            if pressed.is_none() {
                self.call(who, CommandKind::Mine, 600);
            }
            if self.written() > before {
                return Ok(());
            }
            if !self.is_asked(&self.snapshot(), who) {
                return Ok(());
            }
        }
        Err(format!("{who} is asked and has no button that does anything"))
    }

    /// Nobody is asked who is there: time helps, or somebody has the computer play for those who are gone.
    fn mends(&mut self) -> Result<(), String> {
        if self.does(None, ABSENT) {
            self.count("time helped");
            return Ok(());
        }
        let snapshot = self.snapshot();
        let gone = (0..self.people.len() - 2).find(|who| {
            let holder = self.holder(&snapshot, *who);
            holder.is_some_and(|(seat, holder)| holder.stand_in.is_none() && snapshot.table.awaited().contains(seat))
        });
        let Some(gone) = gone else {
            return self.ends();
        };
        let host = self
            .here
            .iter()
            .position(|who| self.people[*who].id == snapshot.table.host);
        if let Some(host) = host
            && self.replace(self.here[host], gone)
        {
            self.count("replaced by the host");
            return Ok(());
        }
        for who in self.here.clone() {
            self.replace(who, gone);
            let now = self.snapshot();
            if self
                .holder(&now, gone)
                .is_some_and(|(_, holder)| holder.stand_in.is_some())
            {
                self.count("replaced by most of them");
                return Ok(());
            }
        }
        let moderator = self.people.len() - 1;
        if self.replace(moderator, gone) {
            self.count("replaced by a moderator");
            return Ok(());
        }
        // Nobody alone may have somebody replaced before a fair time is over.
        if self.does(None, FAIR) {
            self.count("time helped");
            return Ok(());
        }
        if self.replace(moderator, gone) {
            return Ok(());
        }
        match self.snapshot().table.turns.is_paused() {
            // No clock runs until somebody goes on.
            true => self.ends(),
            false => Err(format!("{gone} cannot be replaced even by a moderator")),
        }
    }

    /// The table is closed by one of those who may; each way is tried that there is.
    fn ends(&mut self) -> Result<(), String> {
        let snapshot = self.snapshot();
        let host = self
            .here
            .iter()
            .copied()
            .find(|who| self.people[*who].id == snapshot.table.host);
        let present: Vec<usize> = self
            .here
            .iter()
            .copied()
            .filter(|who| {
                let holder = self.holder(&snapshot, *who);
                holder.is_some_and(|(_, holder)| holder.stand_in.is_none())
            })
            .collect();
        let most = present.len() * 2 > snapshot.table.present().count();
        let moderator = self.people.len() - 1;
        match (self.dice.below(4), host) {
            (0, Some(host)) => {
                self.cancels(host);
                self.closed_or_by_moderator("closed by the host");
            }
            (1, _) if most => {
                for who in present {
                    // It is closed as soon as most want it, or where it counts all.
                    if !self.is_over() {
                        self.cancels(who);
                    }
                }
                self.closed_or_by_moderator("closed by most of them");
            }
            (2, _) if !present.is_empty() && present.len() == snapshot.table.present().count() => {
                for who in self.here.clone() {
                    if !self.is_over() {
                        self.leaves(who);
                    }
                }
                if !self.is_over() {
                    // Somebody who is gone may still come back to it, as far as anybody knows.
                    self.cancels(moderator);
                }
                self.count("closed by leaving");
            }
            _ => {
                self.cancels(moderator);
                self.count("closed by a moderator");
            }
        }
        match self.is_over() {
            true => Ok(()),
            false => Err("the table cannot be closed".to_owned()),
        }
    }

    /// The table was closed in this way, unless it is a match that goes on for others who play it.
    fn closed_or_by_moderator(&mut self, way: &'static str) {
        if self.is_over() {
            self.count(way);
        } else {
            self.cancels(self.people.len() - 1);
            self.count("went on for the others");
        }
    }

    /// From now on nothing happens but what people do about it.
    fn see_through(&mut self) -> Result<(), String> {
        /// After so much they have seen enough of it, and close the table.
        const PATIENCE: u32 = 25;
        for _ in 0..PATIENCE {
            let snapshot = self.snapshot();
            if snapshot.table.is_over() {
                self.count("ended");
                return Ok(());
            }
            let asked = self.here.iter().copied().filter(|who| self.is_asked(&snapshot, *who));
            let asked: Vec<usize> = asked.collect();
            match self.dice.pick(&asked).copied() {
                Some(who) => self.goes_on(who)?,
                None => self.mends()?,
            }
            let state = self.world.outside.lock();
            if let Some(wrong) = state.wrong.first() {
                return Err(wrong.clone());
            }
        }
        match self.is_over() {
            true => Ok(()),
            false => self.ends(),
        }
    }
}

fn run(seed: u64) -> Outcome {
    let mut life = Life::new(seed);
    life.does(None, 2500);
    life.whatever();
    life.outcome
        .story
        .push(format!("from now on only {:?} are there", life.here));
    life.outcome.wrong = life.see_through().err().into_iter().collect();
    loaded::load(None);
    life.outcome
}

/// Of so many tables some are closed, and somebody replaced, in every way.
const ENOUGH: u64 = 180;

#[test]
fn every_table_goes_on_or_ends() {
    let runner = SeedRunner {
        name: "tables",
        variable: "WHISTLE_LIVENESS",
        test: "every_table_goes_on_or_ends -- --nocapture",
        usual: 9,
    };
    let (count, tally) = runner.run(run);
    if count >= ENOUGH {
        for way in [
            "closed by the host",
            "closed by a moderator",
            "closed by most of them",
            "closed by leaving",
            "replaced by the host",
            "replaced by most of them",
            "replaced by a moderator",
            "time helped",
        ] {
            assert!(tally.contains_key(way), "no table was {way}: {tally:?}");
        }
    }
}
