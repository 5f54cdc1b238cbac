//! Private chats that the bot opens. Discord watches how fast a bot opens chats with people who did not ask for one. First Discord
//! refuses (40003). After a burst Discord quarantines the bot (20026), which then opens no chat until somebody of Discord has looked
//! into it (docs/DISCORD.md, "Private chats"). The bot can always write to people who wrote to it in private.
//!
//! Sources: discord-php/DiscordPHP issue #467 (2020-12-26: "29 or so"), discord-api-docs issues #5987 (2023-03-09) and #2669
//! (2021-03-03), Dragory/modmailbot issue #490 (2020-10-31: the code at the opening of a chat), and
//! davidhozic/discord-advertisement-framework issue #82 (2022-04-27: 403 with 40003). Nobody publishes the numbers.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::State;
use crate::playground::config::{Quota, RateLimits};
use crate::playground::refused::Refused;
use crate::playground::world::Id;

/// For how long something that a person does asks for a chat.
const ASKED: Duration = Duration::from_secs(15);

/// When the bot has opened chats lately.
#[derive(Debug, Default)]
pub(crate) struct Chats {
    /// All that were new, refused ones with them.
    tried: VecDeque<Instant>,
    /// Those that were opened and not asked for.
    unasked: VecDeque<Instant>,
    quarantined: bool,
}

/// How many of these times lie within a quota's window; older ones are forgotten.
fn within(times: &mut VecDeque<Instant>, quota: Quota) -> usize {
    while times.front().is_some_and(|at| at.elapsed() >= quota.per) {
        times.pop_front();
    }
    times.len()
}

impl Chats {
    /// Takes a new chat, or says why not.
    fn take(&mut self, asked: bool, limits: &RateLimits) -> Result<(), Refused> {
        self.tried.push_back(Instant::now());
        if within(&mut self.tried, limits.chats_burst) > limits.chats_burst.limit as usize {
            self.quarantined = true;
        }
        if self.quarantined {
            return Err(Refused::known(20026));
        }
        if asked {
            return Ok(());
        }
        if within(&mut self.unasked, limits.chats_unasked) >= limits.chats_unasked.limit as usize {
            return Err(Refused::known(40003));
        }
        self.unasked.push_back(Instant::now());
        Ok(())
    }
}

impl State {
    /// Opens the bot's chat with a person. One that it has used is no new one.
    pub(crate) fn open_direct(&mut self, person: Id, limits: &RateLimits) -> Result<Id, Refused> {
        let found = self.world.people.get(&person).ok_or(Refused::known(50033))?;
        if limits.on && !found.met {
            let asked = found.acted.is_some_and(|at| at.elapsed() < ASKED);
            self.chats.take(asked, limits)?;
        }
        self.meet(person);
        self.world.direct_channel(person).ok_or(Refused::known(50033))
    }

    /// The bot and a person have a chat from now on.
    pub(crate) fn meet(&mut self, person: Id) {
        if let Some(person) = self.world.people.get_mut(&person) {
            person.met = true;
        }
    }

    /// How fast chats are opened.
    pub(crate) fn chats_json(&mut self, limits: &RateLimits) -> Value {
        let chats = &mut self.chats;
        json!({
            "tried": within(&mut chats.tried, limits.chats_burst), "unasked": within(&mut chats.unasked, limits.chats_unasked),
            "quarantined": chats.quarantined && limits.on,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asked_for_is_refused_first_and_a_burst_ends_it() {
        let (mut chats, limits) = (Chats::default(), RateLimits::default());
        assert!((0..10).all(|_| chats.take(false, &limits).is_ok()));
        assert_eq!(chats.take(false, &limits), Err(Refused::known(40003)));
        assert!(
            (11..28).all(|_| chats.take(true, &limits).is_ok()),
            "who asks is answered"
        );
        assert_eq!(
            chats.take(true, &limits),
            Err(Refused::known(20026)),
            "the twenty-ninth"
        );
        let soon = RateLimits {
            chats_burst: Quota {
                limit: 28,
                per: Duration::ZERO,
            },
            ..limits
        };
        assert_eq!(
            chats.take(true, &soon),
            Err(Refused::known(20026)),
            "and it does not pass"
        );
    }
}
