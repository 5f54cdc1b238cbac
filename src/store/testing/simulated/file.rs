//! Pages in a real file: the store itself, asked across threads while everybody else waits.

use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use super::{Kept, Pages};
use crate::store::change::{Answer, Change};
use crate::store::{
    DailyAnswer, GameTally, Own, Parting, PlayedMatch, Ranking, RatedResults, Shown, Standings, Store, Stored, Thinned,
};

/// A store in a folder of its own, on a runtime of its own.
pub(super) struct File {
    store: Store,
    runtime: Runtime,
    _folder: TempDir,
}

impl File {
    pub(super) fn create() -> File {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("whistle.db");
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let store = apart(&runtime, Store::open(&path)).expect("a new store");
        File {
            store,
            runtime,
            _folder: folder,
        }
    }

    fn wait<T: Send>(&self, asked: impl Future<Output = T> + Send) -> T {
        apart(&self.runtime, asked)
    }
}

/// Waits for something on another thread: who asks may be in the middle of a task.
fn apart<T: Send>(runtime: &Runtime, asked: impl Future<Output = T> + Send) -> T {
    std::thread::scope(|scope| scope.spawn(|| runtime.block_on(asked)).join().expect("no panic"))
}

impl Pages for File {
    fn load(&self, table: u64) -> Kept<Option<Stored>> {
        self.wait(self.store.load(table))
    }

    fn interaction(&self, id: u64) -> Kept<Option<(u64, u64)>> {
        self.wait(self.store.interaction(id))
    }

    fn table_at(&self, channel: u64) -> Kept<Option<u64>> {
        self.wait(self.store.table_at(channel))
    }

    fn last_table_at(&self, channel: u64) -> Kept<Option<u64>> {
        self.wait(self.store.last_table_at(channel))
    }

    fn live_tables(&self, after: u64, limit: u32) -> Kept<Vec<u64>> {
        self.wait(self.store.live_tables(after, limit))
    }

    fn played_in_guilds(&self) -> Kept<Vec<(u64, u64)>> {
        self.wait(self.store.played_in_guilds())
    }

    fn parting(&self) -> Kept<Vec<Parting>> {
        self.wait(self.store.parting())
    }

    fn seated(&self, person: u64) -> Kept<Vec<u64>> {
        self.wait(self.store.seated(person))
    }

    fn matches(&self, person: u64, guild: Option<u64>, limit: u32) -> Kept<Vec<u64>> {
        self.wait(self.store.matches(person, guild, limit))
    }

    fn next_secret(&self, home: u64) -> Kept<Option<(u64, [u8; 32])>> {
        self.wait(self.store.next_secret(home))
    }

    fn due(&self, now: i64, limit: u32) -> Kept<Vec<(u64, i64)>> {
        self.wait(self.store.due(now, limit))
    }

    fn last_alive(&self) -> Kept<Option<i64>> {
        self.wait(self.store.last_alive())
    }

    fn old(&self, after: (i64, u64), before: i64, limit: u32) -> Kept<Vec<(i64, u64)>> {
        self.wait(self.store.old(after, before, limit))
    }

    fn thinned(&self, table: u64) -> Kept<Option<Thinned>> {
        self.wait(self.store.thinned(table))
    }

    fn shown(&self, table: u64) -> Kept<Vec<Shown>> {
        self.wait(self.store.shown(table))
    }

    fn unsettled(&self) -> Kept<Vec<u64>> {
        self.wait(self.store.unsettled())
    }

    fn shown_at(&self, version: u64) -> Kept<Vec<Shown>> {
        self.wait(self.store.shown_at(version))
    }

    fn preference(&self, person: u64, name: &str) -> Kept<Option<String>> {
        self.wait(self.store.preference(person, name))
    }

    fn naming(&self, person: u64, since: i64) -> Kept<Vec<u64>> {
        self.wait(self.store.naming(person, since))
    }

    fn leaderboard(&self, guild: u64, game: &str, ranking: Ranking, offset: u32, limit: u32) -> Kept<Standings> {
        self.wait(self.store.leaderboard(guild, game, ranking, offset, limit))
    }

    fn daily_answers(&self, person: u64) -> Kept<Vec<DailyAnswer>> {
        self.wait(self.store.daily_answers(person))
    }

    fn own(&self, person: u64) -> Kept<Own> {
        self.wait(self.store.own(person))
    }

    fn history(&self, person: u64, guild: Option<u64>, offset: u32, limit: u32) -> Kept<Vec<PlayedMatch>> {
        self.wait(self.store.history(person, guild, offset, limit))
    }

    fn tally(&self, person: u64, guild: u64) -> Kept<Vec<GameTally>> {
        self.wait(self.store.tally(person, guild))
    }

    fn rated(&self, guild: Option<u64>, game: &str, after: i64, limit: u32) -> Kept<RatedResults> {
        self.wait(self.store.rated(guild, game, after, limit))
    }

    fn listed(&self, game: &str) -> Kept<Vec<(i64, String)>> {
        self.wait(self.store.listed(game))
    }

    fn write(&self, change: &Change) -> Answer {
        let written = self.store.written(change.clone());
        let (Change::SetPreference { person, .. } | Change::Forget { person, .. }) = change else {
            return self.wait(written);
        };
        // Its own cache, which nobody but this disk asks, hears of the change as that of a served store does.
        self.store.recent.begin(*person);
        let done = self.wait(written);
        self.store.recent.end(*person);
        done
    }
}
