//! A simulated disk: it keeps the store's promises without SQLite's threads, and can fail in every way on demand.
//!
//! SQLite works in threads of its own, and waiting for a thread is never deterministic. So a simulated store has [`Pages`]
//! behind its door. These are either [`Paper`], which is in memory and judges an append as the log does, or [`File`], which
//! is the real store, asked across threads while the simulation stands still. The same simulation must give the same result
//! over both: this shows that the paper agrees with SQLite.
//!
//! The [`Hand`] plays the disk and decides the fate of a request: how long it takes, whether it fails, and whether a failed
//! commit leaves something behind. As with the real writer, a change is written even when its asker no longer waits, and
//! changes are written in the order in which they came.

mod file;
mod paper;
pub(crate) mod shards;

use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::Door;
use crate::store::change::{Answer, Change};
use crate::store::{
    Append, DailyAnswer, GameTally, Own, Parting, PlayedMatch, Ranking, RatedResults, Shown, Standings, Store,
    StoreError, Stored, Thinned,
};

use file::File;
use paper::Paper;
use shards::SimulatedShards;

type Kept<T> = Result<T, StoreError>;

/// The fate of a write.
#[derive(Clone, Debug)]
pub(crate) enum Fate {
    /// The change is committed, and then answered.
    Commit,
    /// Nothing is written, and the answer says so.
    Refuse(StoreError),
    /// The commit fails, and the answer says so.
    Fail(Trace),
    /// A planted fault: the change is answered at once, and written only so much later, or not at all then.
    Early(Duration, bool),
    /// A planted fault: the change is written twice.
    Twice,
    /// A planted fault: something else is written, and the answer does not say so.
    Forge(fn(&mut Append)),
}

/// What a failed commit leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trace {
    /// Nothing.
    Nothing,
    /// The whole change: only the answer was lost.
    Whole,
    /// Nothing visible; but the next start finds the change, unless something else was written over it.
    Hidden,
}

/// Who plays the disk.
pub(crate) trait Hand: Send + Sync {
    /// Resolves when a read is done, with a failure if it fails.
    fn read(&self) -> BoxFuture<'static, Option<StoreError>>;
    /// Resolves when it is the turn of a write, with or without entries of a log. Nothing else is written meanwhile.
    fn write(&self, entries: bool) -> BoxFuture<'static, Fate>;
    /// Resolves when the asker is to hear that the change was written.
    fn written(&self, entries: bool) -> BoxFuture<'static, ()>;
}

/// The error of a full disk, or of one that fails otherwise.
pub(crate) fn failure(kind: ErrorKind) -> StoreError {
    StoreError::Failed(Arc::new(sqlx::Error::Io(kind.into())))
}

/// Makes the store's queries: on the pages directly, and on the disk when its hand lets them through.
macro_rules! questions {
    ($($name:ident($($with:ident: $kind:ty),*) -> $answer:ty;)*) => {
        /// The stored data, and the queries on it.
        trait Pages: Send + Sync {
            $(fn $name(&self, $($with: $kind),*) -> Kept<$answer>;)*
            fn write(&self, change: &Change) -> Answer;
        }

        impl Disk {
            $(pub(in crate::store) async fn $name(&self, $($with: $kind),*) -> Kept<$answer> {
                self.hand.read().await.map_or(Ok(()), Err)?;
                self.pages.$name($($with),*)
            })*
        }
    };
}
questions! {
    load(table: u64) -> Option<Stored>;
    interaction(id: u64) -> Option<(u64, u64)>;
    table_at(channel: u64) -> Option<u64>;
    last_table_at(channel: u64) -> Option<u64>;
    live_tables(after: u64, limit: u32) -> Vec<u64>;
    played_in_guilds() -> Vec<(u64, u64)>;
    seated(person: u64) -> Vec<u64>;
    parting() -> Vec<Parting>;
    matches(person: u64, guild: Option<u64>, limit: u32) -> Vec<u64>;
    next_secret(home: u64) -> Option<(u64, [u8; 32])>;
    due(now: i64, limit: u32) -> Vec<(u64, i64)>;
    last_alive() -> Option<i64>;
    old(after: (i64, u64), before: i64, limit: u32) -> Vec<(i64, u64)>;
    thinned(table: u64) -> Option<Thinned>;
    shown(table: u64) -> Vec<Shown>;
    unsettled() -> Vec<u64>;
    shown_at(version: u64) -> Vec<Shown>;
    preference(person: u64, name: &str) -> Option<String>;
    naming(person: u64, since: i64) -> Vec<u64>;
    daily_answers(person: u64) -> Vec<DailyAnswer>;
    own(person: u64) -> Own;
    history(person: u64, guild: Option<u64>, offset: u32, limit: u32) -> Vec<PlayedMatch>;
    tally(person: u64, guild: u64) -> Vec<GameTally>;
    leaderboard(guild: u64, game: &str, ranking: Ranking, offset: u32, limit: u32) -> Standings;
    rated(guild: Option<u64>, game: &str, after: i64, limit: u32) -> RatedResults;
    listed(game: &str) -> Vec<(i64, String)>;
}

/// The disk. Clones share one disk, which outlives the bot that uses it.
#[derive(Clone)]
pub(crate) struct Disk {
    pages: Arc<dyn Pages>,
    hand: Arc<dyn Hand>,
    turn: Arc<tokio::sync::Mutex<()>>,
    /// The change of a failed commit that the next start would find.
    hidden: Arc<Mutex<Option<Change>>>,
    /// Those of the bot, of several over the same disk.
    shards: Option<SimulatedShards>,
}

impl Store {
    /// A store over a simulated disk.
    pub(crate) fn simulated(disk: &Disk) -> Store {
        Store {
            door: Door::Simulated(disk.clone()),
            recent: Arc::default(),
            parted: Arc::default(),
        }
    }
}

impl Disk {
    /// A disk in memory.
    pub(crate) fn paper(hand: Arc<dyn Hand>) -> Disk {
        Disk::of(Arc::new(Paper::default()), hand)
    }

    /// A disk that is a real file.
    pub(crate) fn file(hand: Arc<dyn Hand>) -> Disk {
        Disk::of(Arc::new(File::create()), hand)
    }

    fn of(pages: Arc<dyn Pages>, hand: Arc<dyn Hand>) -> Disk {
        Disk {
            pages,
            hand,
            turn: Arc::default(),
            hidden: Arc::default(),
            shards: None,
        }
    }

    /// The same disk in another hand, for another run of the bot. Requests of an earlier run stay with their own hand.
    pub(crate) fn in_hand(&self, hand: Arc<dyn Hand>) -> Disk {
        Disk {
            hand,
            turn: Arc::default(),
            ..self.clone()
        }
    }

    /// Crashes the bot: unwritten changes are lost, and the next start finds what a failed commit left.
    pub(crate) fn crashed(&mut self) {
        self.turn = Arc::default();
        let hidden = self.hidden.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(change) = hidden {
            // The log decides whether the change still fits.
            let _ = self.pages.write(&change);
        }
    }

    /// The shards of a bot that shares the disk with others.
    pub(in crate::store) fn shards(&self) -> Option<&SimulatedShards> {
        self.shards.as_ref()
    }

    /// A stored table, read at once and without failure.
    pub(crate) fn look(&self, table: u64) -> Option<Stored> {
        self.pages.load(table).expect("pages never fail")
    }

    /// What is kept of a person, and the logs that name them, read at once and without failure.
    pub(crate) fn kept_of(&self, person: u64) -> (Own, Vec<u64>) {
        let naming = self.pages.naming(person, i64::MIN);
        let own = self.pages.own(person).expect("pages never fail");
        (own, naming.expect("pages never fail"))
    }

    /// The table and the entry that an interaction has written, read at once and without failure.
    pub(crate) fn taken(&self, interaction: u64) -> Option<(u64, u64)> {
        self.pages.interaction(interaction).expect("pages never fail")
    }

    pub(in crate::store) async fn write(&self, change: Change) -> Answer {
        let (answer, answered) = oneshot::channel();
        let disk = self.clone();
        // An asker who stops waiting does not take the change back.
        tokio::spawn(async move { disk.serve(change, answer).await });
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn serve(&self, change: Change, answer: oneshot::Sender<Answer>) {
        let entries = matches!(&change, Change::Append(append) if !append.entries.is_empty());
        let turn = self.turn.lock().await;
        let result = match self.hand.write(entries).await {
            Fate::Commit => self.commit(&change),
            Fate::Refuse(error) => Err(error),
            Fate::Fail(trace) => self.fail(change, trace),
            Fate::Early(late, lost) => {
                let _ = answer.send(Ok(0));
                tokio::time::sleep(late).await;
                if !lost {
                    let _ = self.commit(&change);
                }
                return;
            }
            Fate::Twice => {
                let done = self.commit(&change);
                if let Change::Append(append) = &change
                    && done.is_ok()
                {
                    let _ = self.commit(&Change::Append(again(append)));
                }
                done
            }
            Fate::Forge(forge) => {
                let mut change = change;
                if let Change::Append(append) = &mut change {
                    forge(append);
                }
                self.commit(&change)
            }
        };
        drop(turn);
        self.hand.written(entries).await;
        let _ = answer.send(result);
    }

    fn commit(&self, change: &Change) -> Answer {
        let done = self.pages.write(change);
        if done.is_ok() {
            *self.hidden.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        done
    }

    fn fail(&self, change: Change, trace: Trace) -> Answer {
        match trace {
            Trace::Nothing => {}
            // A refused change does not get as far as a commit.
            Trace::Whole => drop(self.commit(&change)?),
            Trace::Hidden => *self.hidden.lock().unwrap_or_else(PoisonError::into_inner) = Some(change),
        }
        Err(failure(ErrorKind::Other))
    }
}

/// The same entries once more.
fn again(append: &Append) -> Append {
    Append {
        after: append.after + append.entries.len() as u64,
        create: None,
        interaction: None,
        succession: None,
        ..append.clone()
    }
}
