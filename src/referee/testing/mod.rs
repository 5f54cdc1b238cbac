//! Tables for tests: played up to the middle of a game without a store, and on demand as somebody imagines them.
//!
//! A test of secrecy needs two tables with the same log and different games: one as it was dealt, the other as a viewer
//! could take it to be. No log gives both. So a thread can be told to see a table differently from one entry of its log on
//! ([`imagine`]). Whoever follows the log in that thread, also anew after a sleep, comes to the imagined game.

use std::cell::RefCell;
use std::sync::Arc;

use crate::beacon::Beacon;
use crate::games::{self, DynGame};
use crate::referee::action::{Action, ActionRequest, Denied};
use crate::referee::event::{Person, TableEvent};
use crate::referee::fair::Secret;
use crate::referee::session::TableSession;
use crate::referee::table::Table;
use crate::referee::{Opening, Settings};
use crate::store::{Append, NewTable};

/// An imagined game.
pub(crate) struct Imagined {
    /// The table.
    pub(crate) table: u64,
    /// The entry of its log after which the game is the imagined one.
    pub(crate) seq: u64,
    /// The imagined game.
    pub(crate) play: Box<dyn DynGame>,
}

thread_local! {
    static IMAGINED: RefCell<Option<Arc<Imagined>>> = const { RefCell::new(None) };
}

/// Makes this thread follow logs to the imagined game from now on; with `None`, as they are.
pub(crate) fn imagine(imagined: Option<Arc<Imagined>>) {
    IMAGINED.set(imagined);
}

impl Table {
    /// Becomes the imagined game, if it begins with the entry just applied.
    pub(in crate::referee) fn be_as_imagined(&mut self) {
        IMAGINED.with_borrow(|imagined| {
            if let Some(imagined) = imagined
                && (self.id, self.seq) == (imagined.table, imagined.seq)
            {
                self.play = Some(imagined.play.copy());
            }
        });
    }
}

/// A table that only a test plays, with everything that a store would have to hold of it.
pub(crate) struct TableFixture {
    session: TableSession,
    settings: Settings,
    interaction: u64,
    /// The test's time, in milliseconds since the epoch.
    pub(crate) at: i64,
    /// The appends so far, in order.
    pub(crate) appends: Vec<Append>,
}

impl TableFixture {
    /// Opens the table.
    pub(crate) fn open(opening: Opening, at: i64, settings: Settings) -> Result<TableFixture, Denied> {
        let entry = games::find(&opening.game).ok_or(Denied::NoGame)?;
        let secret = Secret::draw().map_err(|_| Denied::Unavailable)?;
        let create = NewTable {
            channel: opening.channel,
            guild: opening.guild,
            game: entry.slug.to_owned(),
            secret: secret.to_bytes(),
        };
        let (join, host) = (opening.interaction, opening.host.id);
        let table = Table::blank(join, opening.channel, opening.guild, entry, secret);
        let mut session = TableSession::new(table, Vec::new(), 0);
        let opened = TableEvent::Opened {
            options: opening.options,
            clock: opening.clock,
            host: opening.host,
            computers: opening.computers,
            level: opening.level,
            join,
            seal: Some(2),
        };
        session.write(at, &opened)?;
        session.arrange(at, host, &opening.arrangement)?;
        let appends = vec![session.take(at, Some(join), Some(create), &settings)];
        Ok(TableFixture {
            session,
            settings,
            interaction: join,
            at,
            appends,
        })
    }

    /// The table.
    pub(crate) fn table(&self) -> &Table {
        &self.session.table
    }

    /// Performs a person's action.
    pub(crate) fn act(&mut self, who: &Person, action: Action) -> Result<(), Denied> {
        self.interaction += 1;
        let request = ActionRequest {
            interaction: self.interaction,
            who: who.clone(),
            from: None,
            action,
        };
        self.session.act(self.at, &request, &self.settings)?;
        self.keep(Some(self.interaction));
        Ok(())
    }

    /// Lets time pass, and does what comes due.
    pub(crate) fn pass(&mut self, ms: i64) -> Result<(), Denied> {
        self.at += ms;
        while self.session.due(self.at).is_some() {
            self.session.tick(self.at, &self.settings)?;
            self.keep(None);
        }
        Ok(())
    }

    /// Tells the table a round of public randomness that it waits for.
    pub(crate) fn tell(&mut self, beacon: Beacon) -> Result<(), Denied> {
        self.session.take_beacon(self.at, beacon)?;
        self.keep(None);
        Ok(())
    }

    fn keep(&mut self, interaction: Option<u64>) {
        let append = self.session.take(self.at, interaction, None, &self.settings);
        self.appends.push(append);
    }
}
