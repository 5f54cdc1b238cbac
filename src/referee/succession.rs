//! The chain of seals of each server: the secret of its next table is there before anybody opens that table.
//!
//! Whoever draws a secret when they know who plays can draw until they like what comes. So the secret of a server's next table
//! is drawn when the one before is opened, in the same commit, and its seal can be read from then on. It is given out once: two
//! tables that are opened in the same moment get two secrets, for the store refuses one of them, which takes the next. The seals
//! of a server are numbered from 1. Only the first of them was told by no table before; the numbers begin again where the bot
//! goes on from a backup, because the secret in the backup may have been used since.
//!
//! Outside of servers a private chat has a chain of its own.

use super::action::Denied;
use super::fair::{Commitment, Secret};
use super::{Opening, Referee, actor, unavailable};
use crate::games::GameEntry;
use crate::store::Succession;

/// How often a table tries to get a secret of its own.
const TRIES: u32 = 4;

/// Where a chain of seals belongs: to a server, or to a private chat.
fn home(guild: Option<u64>, channel: u64) -> u64 {
    guild.unwrap_or(channel)
}

impl Referee {
    /// Opens a table with the secret that was sealed for it.
    pub(super) async fn open_sealed(&self, game: &'static GameEntry, opening: &Opening) -> Result<(), Denied> {
        let home = home(opening.guild, opening.channel);
        // Tables of one server open one after another; the store would refuse all but one of them.
        let _turn = self.registry.opening[home as usize % self.registry.opening.len()]
            .lock()
            .await;
        for _ in 0..TRIES {
            let (number, secret) = match self.sealed(home).await? {
                Some(sealed) => sealed,
                None => (1, fresh()?),
            };
            let succession = Succession {
                home,
                number,
                next: fresh()?.to_bytes(),
            };
            if actor::open(&self.registry, game, opening.clone(), secret, succession).await? {
                return Ok(());
            }
        }
        Err(Denied::Unavailable)
    }

    /// The number and the seal of the table that will be opened next in a server, or outside of one in a channel. `None` where
    /// no table was opened yet.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn next_seal(&self, guild: Option<u64>, channel: u64) -> Result<Option<(u64, Commitment)>, Denied> {
        let sealed = self.sealed(home(guild, channel)).await?;
        Ok(sealed.map(|(number, secret)| (number, secret.commitment())))
    }

    async fn sealed(&self, home: u64) -> Result<Option<(u64, Secret)>, Denied> {
        let found = self.registry.store.next_secret(home).await.map_err(unavailable)?;
        Ok(found.map(|(number, secret)| (number, Secret::from_bytes(secret))))
    }
}

fn fresh() -> Result<Secret, Denied> {
    Secret::draw().map_err(|_| Denied::Unavailable)
}
