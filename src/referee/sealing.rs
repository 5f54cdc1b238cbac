//! The secrets of a table's chance, and which draws follow from which of them.
//!
//! A table normally has one secret, sealed before anybody opens it ([`succession`](super::succession)). A table that goes on from a backup would repeat draws that
//! people have seen since the backup was made. So a new secret takes over from the next draw on
//! ([`TableEvent::Resealed`](super::TableEvent::Resealed)); what was dealt stays as it is. Both secrets are revealed when
//! the table is over. A record says from which of its events on another seed counts
//! ([`Record::resealed`](crate::rules::Record::resealed)).

use super::fair::{Commitment, Secret, Seed};
use super::state::Restored;
use super::table::{Phase, Table};
use crate::rules::Seat;

impl Table {
    /// The current commitment: the hash of the current secret.
    pub fn commitment(&self) -> Commitment {
        self.present_secret().commitment()
    }

    /// All commitments, in the order in which they were made; the last one is current.
    pub fn commitments(&self) -> impl Iterator<Item = Commitment> {
        self.secrets.iter().map(Secret::commitment)
    }

    /// The first commitment, with which the chain of words begins.
    pub(super) fn first_seal(&self) -> Commitment {
        self.secrets[0].commitment()
    }

    /// Whether the table went on from a backup, and its chance was sealed anew.
    pub fn was_resealed(&self) -> bool {
        self.restored.is_some()
    }

    /// When somebody was last active before what is lost, for as long as this seat has before it what it had when the table
    /// went on from a copy: whatever it chose since then is lost, and it has to choose again.
    pub fn lost_to(&self, seat: Seat) -> Option<i64> {
        let restored = self.restored?;
        let holder = self.holder(seat)?;
        let since = holder.asked.or(holder.chose)?;
        (since <= restored.entry).then_some(restored.kept)
    }

    /// The secrets in the order of their commitments, once the table is over; before that none.
    pub fn revealed_secrets(&self) -> &[Secret] {
        match self.is_over() {
            true => &self.secrets,
            false => &[],
        }
    }

    /// Makes `secret` the one for all draws from now on.
    pub(super) fn reseal(&mut self, secret: &Secret) {
        self.secrets.push(secret.clone());
        self.restored = Some(Restored {
            kept: self.active_at,
            entry: self.seq + 1,
        });
        let number = self.present_number();
        let playing = self.phase == Phase::Playing;
        if let Some(round) = self.rounds.last_mut().filter(|_| playing) {
            let from = round.events.len() as u64;
            // A secret that no event of this game was drawn from is left out.
            round.secrets.retain(|(since, _)| *since < from);
            round.secrets.push((from, number));
        }
    }

    /// The index of the current secret among those of the table.
    pub(super) fn present_number(&self) -> usize {
        self.secrets.len() - 1
    }

    fn present_secret(&self) -> &Secret {
        &self.secrets[self.present_number()]
    }

    /// The seed of a game of the match for all draws from now on. It is secret while that game is on.
    pub(super) fn seed(&self, round: u32) -> Seed {
        self.seed_of(self.present_number(), round)
    }

    /// The seed of a game of the match that follows from the secret with this index.
    pub(super) fn seed_of(&self, number: usize, round: u32) -> Seed {
        let secret = &self.secrets[number];
        if self.seal.is_some() {
            return secret.seed_with_words(round, &self.chain());
        }
        let joins: Vec<String> = self.joins.iter().map(ToString::to_string).collect();
        secret.seed(&self.id.to_string(), round, &joins)
    }
}
