//! The terms of a match, which its host may change in the lobby: the options, the clock, whether there are hints, and the
//! partners.
//!
//! The lobby shows the present terms, and the log holds each of them, so nobody who sits there misses a change. Whether those
//! who sit there can play by the terms is judged when the match begins, as for the terms of the opening.

use super::action::{ActionRequest, Denied, TermsChange};
use super::event::TableEvent;
use super::session::TableSession;
use super::table::{Phase, Table};
use crate::rules::Refusal;

impl Table {
    /// Applies new terms.
    pub(super) fn take_terms(&mut self, event: &TableEvent) -> Result<(), Refusal> {
        let TableEvent::TermsChanged {
            options,
            clock,
            rest,
            hints,
        } = event
        else {
            return Ok(());
        };
        if self.phase != Phase::Lobby || self.seats.is_empty() {
            return Err(Refusal::because("denied-begun"));
        }
        self.options.clone_from(options);
        self.wanted.clone_from(options);
        self.clock = *clock;
        self.turns.rest = *rest;
        self.hints = *hints;
        Ok(())
    }
}

impl TableSession {
    /// Changes the terms for the host. Terms that nobody could play by are refused.
    pub(super) fn change_terms(
        &mut self,
        at: i64,
        request: &ActionRequest,
        change: &TermsChange,
    ) -> Result<(), Denied> {
        self.lobby_for(request)?;
        let mut options = self.table.options.clone();
        for (name, value) in &change.options {
            if value.is_null() {
                options.shift_remove(name);
            } else {
                options.insert(name.clone(), value.clone());
            }
        }
        self.table.game.suits_somebody(&options)?;
        if let Some(partner) = change.partner {
            let pair = self.pair(partner)?;
            self.write(at, &pair)?;
            if change.options.is_empty() && change.clock.is_none() && change.hints.is_none() {
                return Ok(());
            }
        }
        let (clock, rest) = change.clock.unwrap_or((self.table.clock, self.table.turns.rest));
        let hints = change.hints.unwrap_or(self.table.hints);
        let terms = TableEvent::TermsChanged {
            options,
            clock,
            rest,
            hints,
        };
        self.write(at, &terms)
    }
}
