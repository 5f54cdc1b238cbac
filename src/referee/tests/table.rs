//! A session with its log and without a store behind it, for games that are not in the catalogue.

use super::*;
use crate::games::GameEntry;
use crate::player::Level;
use crate::referee::event::TableEvent;
use crate::referee::fair::Secret;
use crate::referee::session::TableSession;
use crate::referee::table::Table;
use crate::store::Append;

const START: i64 = 1_800_000_000_000;
const TABLE: u64 = 77;

/// A table in hand.
pub(super) struct InHand {
    pub(super) session: TableSession,
    pub(super) settings: Settings,
    pub(super) now: i64,
    game: &'static GameEntry,
    log: Vec<(i64, String)>,
    interaction: u64,
}

impl InHand {
    /// A lobby that Ana has opened.
    pub(super) fn open(game: &'static GameEntry, clock: Option<u32>, arrangement: &Arrangement) -> InHand {
        let mut hand = InHand {
            session: TableSession::new(InHand::blank(game), Vec::new(), 0),
            settings: Settings::default(),
            now: START,
            game,
            log: Vec::new(),
            interaction: TABLE,
        };
        let opened = TableEvent::Opened {
            options: Options::new(),
            clock: clock.map(|seconds| Clock { seconds }),
            host: person(ANA),
            computers: 0,
            level: Level::default(),
            join: TABLE,
            seal: None,
        };
        hand.session.write(START, &opened).unwrap();
        hand.session.arrange(START, ANA, arrangement).unwrap();
        hand.take();
        hand
    }

    fn blank(game: &'static GameEntry) -> Table {
        Table::blank(TABLE, 2, None, game, Secret::from_bytes([5; 32]))
    }

    /// Somebody leaves, whatever follows.
    pub(super) fn leave(&mut self, who: u64) -> Result<(), Denied> {
        match self.act(who, Action::AskLeave) {
            Err(Denied::UnsureToLeave { what: told, .. }) => self.act(who, Action::Leave { told }),
            done => done,
        }
    }

    pub(super) fn act(&mut self, who: u64, action: Action) -> Result<(), Denied> {
        self.interaction += 1;
        let request = ActionRequest {
            interaction: self.interaction,
            who: person(who),
            from: None,
            action,
        };
        let done = self.session.act(self.now, &request, &self.settings);
        self.take();
        done
    }

    pub(super) fn take(&mut self) {
        let Append { entries, .. } = self.session.take(self.now, None, None, &self.settings);
        let at = self.now;
        self.log.extend(entries.into_iter().map(|entry| (at, entry)));
    }

    /// Time passes, and what it brings is done.
    pub(super) fn pass(&mut self, ms: i64) {
        self.now += ms;
        while self.session.due(self.now).is_some() {
            self.session.tick(self.now, &self.settings).unwrap();
            self.take();
        }
    }

    pub(super) fn table(&self) -> &Table {
        &self.session.table
    }

    /// The table as whoever reads its log finds it.
    pub(super) fn again(&self) -> Table {
        let mut table = InHand::blank(self.game);
        for (at, entry) in &self.log {
            table.apply(*at, &serde_json::from_str(entry).unwrap()).unwrap();
        }
        table
    }

    /// Whether the log leads to the table in hand.
    pub(super) fn assert_is_the_fold_of_its_log(&self) {
        let (again, table) = (self.again(), self.table());
        assert_eq!(again.seats, table.seats);
        assert_eq!(again.kept_seats, table.kept_seats);
        assert_eq!(again.turns, table.turns);
        assert_eq!((&again.former, again.host), (&table.former, table.host));
        let events = |table: &Table| table.rounds.last().map(|round| round.events.clone());
        assert_eq!(events(&again), events(table));
    }
}
