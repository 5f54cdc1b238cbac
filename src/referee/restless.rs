//! A limit on the entries that one person may write into a table's log while nothing moves on there.
//!
//! Without a limit, whoever keeps sitting down and getting up, or asking for a pause and ending it, would make the log grow
//! for as long as they press. So the fold counts the entries that each person has caused since the last decision came up.
//! After [`MOST`] of them the referee refuses every request that could follow another such entry for ever. It never refuses
//! a way out, because that ends by itself: getting up in the lobby, coming back to a match, beginning it, closing the
//! table, and every move.
//!
//! A decision comes up when the game waits for somebody anew. Everybody at the table sees that, so a refusal reveals
//! nothing that others do in secret.

use super::action::{Action, ActionRequest, Denied};
use super::event::{Absence, TableEvent};
use super::session::TableSession;
use super::table::{Phase, Table};
use crate::rules::{By, Seat};

/// How many entries a person may cause before the next decision comes up. Seating thirty computer players takes thirty.
pub(super) const MOST: u32 = 100;

impl Table {
    /// Who caused an entry that moves nothing on, judged by the table before the entry.
    pub(super) fn restless(&self, event: &TableEvent) -> Option<u64> {
        let at = |seat: &Seat| Some(self.seats.get(seat.index())?.person.as_ref()?.id);
        match event {
            TableEvent::Sat { person, .. } | TableEvent::SatOn { person, .. } => Some(person.id),
            TableEvent::Rose { person }
            | TableEvent::LuckAdded { person, .. }
            | TableEvent::Resumed { person }
            | TableEvent::Nudged { person } => Some(*person),
            TableEvent::Paused { person } => *person,
            TableEvent::SidesSwapped
            | TableEvent::SeatsKept { .. }
            | TableEvent::SeatsSwapped { .. }
            | TableEvent::ComputerSat { .. }
            | TableEvent::ComputerSatOn { .. }
            | TableEvent::ComputerRose
            | TableEvent::TermsChanged { .. }
            | TableEvent::Removed { .. } => Some(self.host),
            TableEvent::Crossed { seat }
            | TableEvent::Returned { seat }
            | TableEvent::PauseWanted { seat }
            | TableEvent::Hinted { seat }
            | TableEvent::CloseWanted { seat }
            | TableEvent::ReplaceWanted { seat, .. }
            | TableEvent::DrawOffered { seat }
            | TableEvent::DrawOfferWithdrawn { seat }
            | TableEvent::DrawDeclined { seat }
            | TableEvent::StoodIn {
                seat,
                why: Absence::Left,
            } => at(seat),
            TableEvent::Played { by: By::Seat(seat), .. } if self.is_revision(*seat) => at(seat),
            _ => None,
        }
    }

    /// Whether a choice of a seat now would revise its last one.
    fn is_revision(&self, seat: Seat) -> bool {
        let holder = self.seats.get(seat.index());
        holder.is_some_and(|holder| holder.asked.is_none() && holder.chose.is_some())
    }
}

impl TableSession {
    /// Refuses requests that move nothing on to a person who has caused [`MOST`] such entries.
    pub(super) fn not_restless(&self, request: &ActionRequest) -> Result<(), Denied> {
        let lobby = self.table.phase == Phase::Lobby;
        let seat = self.table.seat_of(request.who.id);
        let idle = match request.action {
            // Whoever is forgotten goes once.
            _ if request.is_parting() => false,
            Action::Sit
            | Action::SitOn { .. }
            | Action::AddComputer { .. }
            | Action::AddLuck { .. }
            | Action::ChangeTerms(_)
            | Action::AddComputerOn { .. }
            | Action::Balance { .. }
            | Action::SwapSides
            | Action::Nudge
            | Action::Hint
            | Action::Pause
            | Action::OfferDraw { .. } => true,
            Action::AskLeave | Action::Leave { .. } => !lobby,
            Action::Choose { .. } => seat.is_some_and(|seat| self.table.is_revision(seat)),
            _ => false,
        };
        let caused = self.table.caused.get(&request.who.id).copied().unwrap_or_default();
        match idle && caused >= MOST {
            true if lobby => Err(Denied::RestlessLobby),
            true => Err(Denied::Restless),
            false => Ok(()),
        }
    }
}
