//! The secrets of a table's chance, and which draws follow from which.
//!
//! A table has one secret, sealed before anybody plays, for as long as nothing goes wrong. One that is played on from a backup
//! would draw once more what people have seen drawn since the backup was made. So another secret takes over there
//! ([`TableEvent::Resealed`](super::TableEvent::Resealed)), from the next draw on: what was dealt stays as it is. Both are told
//! when the table is over, and a record says from which of its events on another seed counts
//! ([`Record::resealed`](crate::rules::Record::resealed)).

use super::fair::{Commitment, Secret, Seed};
use super::table::{Phase, Table};

impl Table {
    /// The promise that stands: the hash of the secret from which is drawn now.
    pub fn commitment(&self) -> Commitment {
        self.present_secret().commitment()
    }

    /// All promises, in the order in which they were made; the last one stands.
    pub fn commitments(&self) -> impl Iterator<Item = Commitment> {
        self.secrets.iter().map(Secret::commitment)
    }

    /// Whether the table was played on from a backup, and its chance sealed anew.
    pub fn was_resealed(&self) -> bool {
        self.secrets.len() > 1
    }

    /// The secrets in the order of their promises, once the table is over and they may be told; before that none.
    pub fn revealed_secrets(&self) -> &[Secret] {
        match self.is_over() {
            true => &self.secrets,
            false => &[],
        }
    }

    /// From now on another secret is drawn from.
    pub(super) fn reseal(&mut self, secret: &Secret) {
        self.secrets.push(secret.clone());
        let number = self.present_number();
        let playing = self.phase == Phase::Playing;
        if let Some(round) = self.rounds.last_mut().filter(|_| playing) {
            let from = round.events.len() as u64;
            // Of one from which nothing was drawn in this game nothing is told.
            round.secrets.retain(|(since, _)| *since < from);
            round.secrets.push((from, number));
        }
    }

    /// The number of the secret from which is drawn now, among those of the table.
    pub(super) fn present_number(&self) -> usize {
        self.secrets.len() - 1
    }

    fn present_secret(&self) -> &Secret {
        &self.secrets[self.present_number()]
    }

    /// The seed of a game of the match, for what is drawn from now on. Secret while that game is on.
    pub(super) fn seed(&self, round: u32) -> Seed {
        self.seed_of(self.present_number(), round)
    }

    /// The seed of a game of the match that follows from one of the secrets.
    pub(super) fn seed_of(&self, number: usize, round: u32) -> Seed {
        let joins: Vec<String> = self.joins.iter().map(ToString::to_string).collect();
        self.secrets[number].seed(&self.id.to_string(), round, &joins)
    }
}
