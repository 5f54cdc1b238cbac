//! Tables in the middle of a game, for tests: played up to there without a store, and on demand as somebody imagines them.
//!
//! A test of secrecy needs two tables whose logs are the same and whose games are not: the one is as it was dealt, the other
//! as a viewer could take it to be. No log says that, so a thread can be told to see a table otherwise from one entry of its
//! log on ([`imagine`]); whoever follows the log there, also anew after a sleep, comes to the imagined game.

use std::cell::RefCell;
use std::sync::Arc;

use super::action::{Action, ActionRequest, Denied};
use super::event::{Person, TableEvent};
use super::fair::Secret;
use super::session::TableSession;
use super::table::Table;
use super::{Opening, Settings};
use crate::games::{self, DynGame};
use crate::store::{Append, NewTable};

/// A game as it is imagined.
pub(crate) struct Imagined {
    /// The table.
    pub(crate) table: u64,
    /// The entry of its log after which the game is another one.
    pub(crate) seq: u64,
    /// The game then.
    pub(crate) play: Box<dyn DynGame>,
}

thread_local! {
    static IMAGINED: RefCell<Option<Arc<Imagined>>> = const { RefCell::new(None) };
}

/// From now on this thread follows logs so, or as they are.
pub(crate) fn imagine(imagined: Option<Arc<Imagined>>) {
    IMAGINED.set(imagined);
}

impl Table {
    /// Is as it is imagined, where that is so with the entry just taken.
    pub(super) fn be_as_imagined(&mut self) {
        IMAGINED.with_borrow(|imagined| {
            if let Some(imagined) = imagined
                && (self.id, self.seq) == (imagined.table, imagined.seq)
            {
                self.play = Some(imagined.play.copy());
            }
        });
    }
}

/// A table that is played by a test alone, and what a store would have to hold of it.
pub(crate) struct Staged {
    session: TableSession,
    settings: Settings,
    interaction: u64,
    /// What time it is there, in milliseconds since the epoch.
    pub(crate) at: i64,
    /// What was written so far, in order.
    pub(crate) appends: Vec<Append>,
}

impl Staged {
    /// Opens it.
    pub(crate) fn open(opening: Opening, at: i64, settings: Settings) -> Result<Staged, Denied> {
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
            join,
        };
        session.write(at, &opened)?;
        session.arrange(at, host, &opening.arrangement)?;
        let appends = vec![session.take(at, Some(join), Some(create), &settings)];
        Ok(Staged {
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

    /// Somebody does something.
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

    /// Time passes, and brings what it brings.
    pub(crate) fn pass(&mut self, ms: i64) -> Result<(), Denied> {
        self.at += ms;
        while self.session.due(self.at).is_some() {
            self.session.tick(self.at, &self.settings)?;
            self.keep(None);
        }
        Ok(())
    }

    fn keep(&mut self, interaction: Option<u64>) {
        let append = self.session.take(self.at, interaction, None, &self.settings);
        self.appends.push(append);
    }
}
