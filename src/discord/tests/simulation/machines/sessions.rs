//! The gateway's sessions, one for each shard, and what the database knows of them.

use super::{Machines, Serving, Stage, has};
use crate::discord::messages::Wake;
use crate::discord::tests::simulation::world::{Event, Line};
use poise::serenity_prelude::FullEvent;

/// How often the database learns how far a session is, in milliseconds (`gateway/kept.rs`).
const EVERY: i64 = 250;
/// How old an interaction may be that comes once more (`gateway/relay.rs`).
const LATE: i64 = 3000;
/// How soon a connection is made again once nothing goes wrong any more.
pub(super) const SOON: i64 = 500;
/// How soon a connection is made again whose session another bot has taken.
const AGAIN: i64 = 1000;

/// A session.
#[derive(Default)]
pub(super) struct Session {
    /// The bot that is connected with it.
    pub(super) bot: Option<usize>,
    /// The interactions that it has brought, each with the life of the bot that was connected.
    events: Vec<(u64, Option<u32>)>,
    /// How many of them the next bot need not hear; `None` where there is no session to go on with.
    pub(super) kept: Option<usize>,
}

impl Session {
    /// A bot is not connected any more.
    pub(super) fn is_left_by(&mut self, bot: usize) {
        self.bot.take_if(|connected| *connected == bot);
    }
}

impl Machines {
    /// The shard of a channel. Private chats have the first.
    pub(super) fn shard_of(&self, channel: u64) -> usize {
        let guild = self.world.lock().discord.channels[&channel].guild;
        (guild >> 22) as usize % self.sessions.len()
    }

    /// The bot that is connected for a shard.
    pub(super) fn connected(&self, shard: usize) -> Option<(usize, &Serving)> {
        let bot = self.sessions[shard].bot?;
        match &self.bots[bot] {
            Stage::Serves(serving) if self.world.lock().bots[bot].line == Line::Up => Some((bot, serving)),
            _ => None,
        }
    }

    /// The gateway has an interaction.
    pub(super) fn deliver(&mut self, number: u64) {
        let asked = self.world.lock().discord.asked.get(&number).map(|asked| asked.channel);
        let Some(channel) = asked else { return };
        let shard = self.shard_of(channel);
        let connected = self.connected(shard).map(|(bot, _)| bot);
        let life = connected.map(|bot| self.world.lock().bots[bot].life);
        let events = &mut self.sessions[shard].events;
        let mut before = events.iter().filter(|(brought, _)| *brought == number);
        if before.any(|(_, heard_by)| heard_by.is_some() && *heard_by != life) {
            // Who connects anew gets nothing once more that somebody else got, but for what a session brings again.
            return;
        }
        events.push((number, life));
        let heard = events.len();
        let Some(bot) = connected else { return };
        if let Stage::Serves(serving) = &mut self.bots[bot] {
            serving.heard = Some(heard);
        }
        self.brings(bot, number, false);
    }

    /// A bot's connection brings an interaction.
    fn brings(&self, bot: usize, number: u64, may_be_answered: bool) {
        let Stage::Serves(serving) = &self.bots[bot] else {
            return;
        };
        if let Some(app) = serving.app.get() {
            let _context = serving.runtime.enter();
            self.world.lock().turn = bot;
            has(&self.world, app, number, Some(may_be_answered));
        }
    }

    /// A bot's connection breaks.
    pub(super) fn breaks(&mut self, bot: usize) {
        let Stage::Serves(serving) = &self.bots[bot] else {
            return;
        };
        self.sessions[serving.shard].is_left_by(bot);
        let mut state = self.world.lock();
        if state.bots[bot].line == Line::Down {
            return;
        }
        state.turn = bot;
        state.tell(|| format!("the connection of bot {bot} breaks"));
        state.bot_mut().line = Line::Down;
        let after = if state.calm {
            SOON
        } else {
            state.network.between(100, 20_000)
        };
        state.plan(after, Event::Resume);
    }

    /// A bot connects, unless it is not sure whose the shard is.
    pub(super) fn resume(&mut self, bot: usize) {
        let now = self.world.lock().now();
        let Stage::Serves(serving) = &mut self.bots[bot] else {
            return;
        };
        let ends = serving.task.is_finished() || self.world.lock().bots[bot].stopping;
        if ends || self.world.lock().bots[bot].line == Line::Up {
            return;
        }
        if serving.is_doubted(now) {
            let mut state = self.world.lock();
            state.turn = bot;
            return state.plan(100, Event::Resume);
        }
        let shard = serving.shard;
        let session = &mut self.sessions[shard];
        let (from, is_behind) = match serving.heard {
            Some(heard) => (Some(heard), false),
            None => (session.kept, true),
        };
        let missed = from.map_or(&[] as &[_], |from| &session.events[from..]);
        let missed: Vec<u64> = missed.iter().map(|(number, _)| *number).collect();
        serving.heard = Some(session.events.len());
        let other = session.bot.replace(bot).filter(|other| *other != bot);
        if let Some(other) = other {
            self.takes_from(other);
        }
        {
            let mut state = self.world.lock();
            state.turn = bot;
            state.bot_mut().line = Line::Up;
            state.tell(|| format!("bot {bot} is connected; {} missed", missed.len()));
            *state.tally.entry("interactions once more".into()).or_default() += missed.len() as u64;
        }
        self.hears_of_it(bot, shard);
        for number in missed {
            let asked = self.world.lock().discord.asked.get(&number).map(|asked| asked.at);
            // Whoever goes on with another bot's session leaves out what nobody waits for any more.
            if !is_behind || asked.is_some_and(|at| now - at <= LATE) {
                self.brings(bot, number, is_behind);
            }
        }
    }

    /// Another bot goes on with this one's session.
    fn takes_from(&mut self, bot: usize) {
        let mut state = self.world.lock();
        state.turn = bot;
        state.count("sessions taken");
        state.bot_mut().line = Line::Down;
        let after = state.network.between(0, AGAIN);
        state.plan(after, Event::Resume);
    }

    /// A bot is told that its connection stands.
    fn hears_of_it(&self, bot: usize, shard: usize) {
        let Stage::Serves(serving) = &self.bots[bot] else {
            return;
        };
        let Some(app) = serving.app.get() else { return };
        let _context = serving.runtime.enter();
        if let Ok(event) = serde_json::from_value(serde_json::json!({})) {
            app.shard_health.hear(0, &FullEvent::Resume { event });
        }
        app.messages.wake(Wake::Guild(super::guild_of(shard)));
    }

    /// Bots write down how far their sessions are, as long as the shards are theirs.
    pub(super) fn note_heard(&mut self) {
        let now = self.world.lock().now();
        for bot in 0..self.bots.len() {
            let Stage::Serves(serving) = &mut self.bots[bot] else {
                continue;
            };
            if now - serving.looked < EVERY {
                continue;
            }
            serving.looked = now;
            let [oldest, newer] = serving.before;
            serving.before = [newer, serving.heard];
            if serving.shards.is_current() && !self.world.lock().bots[bot].cut_off && oldest.is_some() {
                self.sessions[serving.shard].kept = oldest;
            }
        }
    }
}
