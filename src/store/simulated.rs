//! A disk that a simulation plays: what the store promises, without SQLite's threads, and with every failure at hand.
//!
//! SQLite works in threads of its own, and nothing that waits for a thread comes out alike twice. So behind the door of a
//! simulated store there are [`Pages`]: either [`Paper`], which is in memory and judges an append as the log does, or
//! [`File`], which is the real store asked across threads while the simulation stands still. The same simulation over both
//! must come out alike, which is what shows that the paper says nothing that SQLite would not.
//!
//! What happens to a request on its way is for the [`Hand`] to say, which plays the disk: how long it takes, whether it fails,
//! and whether a commit that fails has left something behind. A change is written even when its asker has stopped waiting,
//! and changes are written in the order in which they came, as the writer does it.

mod file;
mod paper;

use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::writer::{Answer, Change};
use super::{Door, Ranking, Shown, Standings, Store, StoreError, Stored};

use file::File;
use paper::Paper;

type Kept<T> = Result<T, StoreError>;

/// What becomes of a write.
#[derive(Clone, Debug)]
pub(crate) enum Fate {
    /// It is committed, and answered then.
    Commit,
    /// Nothing is written, and that is said.
    Refuse(StoreError),
    /// The commit fails and is said to have failed.
    Fail(Trace),
    /// A planted fault: it is answered, and written only so much later, or then not at all.
    Early(Duration, bool),
    /// A planted fault: it is written twice.
    Twice,
}

/// What a failed commit leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trace {
    /// Nothing.
    Nothing,
    /// All of it: only the word that it was done was lost.
    Whole,
    /// Nothing that is seen; but the next start finds it, unless something else was written over it.
    Hidden,
}

/// Who plays the disk.
pub(crate) trait Hand: Send + Sync {
    /// Something is read; resolves when that is done, with a failure if it fails.
    fn read(&self) -> BoxFuture<'static, Option<StoreError>>;
    /// Something is to be written, with entries of a log or without; resolves when it is its turn. Nothing else is written
    /// meanwhile.
    fn write(&self, entries: bool) -> BoxFuture<'static, Fate>;
    /// It was written; resolves when the asker hears so.
    fn written(&self, entries: bool) -> BoxFuture<'static, ()>;
}

/// A full disk, or one that does not do what it is asked to.
pub(crate) fn failure(kind: ErrorKind) -> StoreError {
    StoreError::Failed(Arc::new(sqlx::Error::Io(kind.into())))
}

/// Makes the questions that a store asks: of the pages at once, and of the disk when its hand lets them through.
macro_rules! questions {
    ($($name:ident($($with:ident: $kind:ty),*) -> $answer:ty;)*) => {
        /// What is kept, and what is asked of it.
        trait Pages: Send + Sync {
            $(fn $name(&self, $($with: $kind),*) -> Kept<$answer>;)*
            fn write(&self, change: &Change) -> Answer;
        }

        impl Disk {
            $(pub(super) async fn $name(&self, $($with: $kind),*) -> Kept<$answer> {
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
    matches(person: u64, guild: Option<u64>, limit: u32) -> Vec<u64>;
    due(now: i64, limit: u32) -> Vec<(u64, i64)>;
    last_alive() -> Option<i64>;
    shown(table: u64) -> Vec<Shown>;
    unsettled() -> Vec<u64>;
    shown_at(version: u64) -> Vec<Shown>;
    preference(person: u64, name: &str) -> Option<String>;
    leaderboard(guild: u64, game: &str, ranking: Ranking, offset: u32, limit: u32) -> Standings;
}

/// The disk. Clones are the same; it outlives the bot that uses it.
#[derive(Clone)]
pub(crate) struct Disk {
    pages: Arc<dyn Pages>,
    hand: Arc<dyn Hand>,
    turn: Arc<tokio::sync::Mutex<()>>,
    /// What a failed commit has left that the next start would find.
    hidden: Arc<Mutex<Option<Change>>>,
}

impl Store {
    /// A store over a simulated disk.
    pub(crate) fn simulated(disk: &Disk) -> Store {
        Store {
            door: Door::Simulated(disk.clone()),
            recent: Arc::default(),
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
        }
    }

    /// The same disk in another hand: that of another run of the bot. What an earlier one still wants is its own hand's matter.
    pub(crate) fn in_hand(&self, hand: Arc<dyn Hand>) -> Disk {
        Disk {
            hand,
            turn: Arc::default(),
            ..self.clone()
        }
    }

    /// The bot is gone in the middle of all; what it had not written is lost, and what a failed commit left is found.
    pub(crate) fn crashed(&mut self) {
        self.turn = Arc::default();
        let hidden = self.hidden.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(change) = hidden {
            // Whether it still fits is for the log to say.
            let _ = self.pages.write(&change);
        }
    }

    /// A table as it is stored, at once and for certain.
    pub(crate) fn look(&self, table: u64) -> Option<Stored> {
        self.pages.load(table).expect("pages never fail")
    }

    /// The table and the entry that an interaction has written, at once and for certain.
    pub(crate) fn taken(&self, interaction: u64) -> Option<(u64, u64)> {
        self.pages.interaction(interaction).expect("pages never fail")
    }

    pub(super) async fn write(&self, change: Change) -> Answer {
        let (answer, answered) = oneshot::channel();
        let disk = self.clone();
        // Whoever stops waiting does not take it back.
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
            // What is refused does not come as far as a commit.
            Trace::Whole => drop(self.commit(&change)?),
            Trace::Hidden => *self.hidden.lock().unwrap_or_else(PoisonError::into_inner) = Some(change),
        }
        Err(failure(ErrorKind::Other))
    }
}

/// The same entries once more.
fn again(append: &super::Append) -> super::Append {
    super::Append {
        after: append.after + append.entries.len() as u64,
        create: None,
        interaction: None,
        ..append.clone()
    }
}
