//! The course of things: who is there, what is planned, and what happens when its time has come.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{FullEvent, Interaction, ResolvedOption, ResolvedValue};

use super::discord::{Asks, GUILD};
use super::fault_plan::FaultPlan;
use super::machines::guild_of;
use super::parting;
use super::world::{Event, Line, Moment, Person, State, World};
use crate::discord::app::App;
use crate::discord::commands::{self, CommandKind};
use crate::discord::gateway::events::heard;
use crate::discord::messages::Wake;

/// How long after all is calm somebody asks, in milliseconds: once what came before has been answered, for who presses too
/// much at once is not heard.
pub(super) const BACK: i64 = 5000;

/// Who is there; the last keeps order.
const NAMES: [&str; 4] = ["Ana", "Ben", "Cleo", "Dev"];

impl State {
    /// Before it all begins with one bot.
    pub(super) fn prepare(&mut self) {
        self.begin(&[GUILD, GUILD]);
    }

    /// Before it all begins with several bots, each with a shard, but for one: claims are cut, too.
    pub(super) fn prepare_machines(&mut self, shards: usize) {
        self.fault_plan = FaultPlan {
            crashes: self.fault_plan.crashes + self.network.below(3),
            ..self.fault_plan.clone()
        };
        self.have_bots(shards + 1);
        let guilds: Vec<u64> = (0..shards).map(guild_of).collect();
        self.begin(&guilds);
        for _ in 0..self.network.below(4) {
            let event = if self.network.chance(500) {
                Event::Cut
            } else {
                Event::CutOff
            };
            self.trouble(event);
        }
    }

    /// Before it all begins: people, a channel in each server, and when what goes wrong.
    fn begin(&mut self, guilds: &[u64]) {
        for (at, name) in NAMES.into_iter().enumerate() {
            self.people.push(Person {
                id: 1001 + at as u64,
                name,
                moderator: at + 1 == NAMES.len(),
            });
        }
        for guild in guilds {
            let channel = self.discord.open(None, *guild);
            self.places.push(channel);
        }
        self.acts = 15 + self.social.below(30);
        let fault_plan = self.fault_plan.clone();
        for _ in 0..fault_plan.crashes {
            let event = match self.network.below(8) {
                0..=1 => Event::Crash,
                2 => Event::Stop,
                at => {
                    let moments = [
                        Moment::BeforeCommit,
                        Moment::InCommit,
                        Moment::AfterCommit,
                        Moment::BeforeRequest,
                        Moment::AfterRequest,
                    ];
                    Event::Arm(moments[at as usize - 3], self.network.below(6))
                }
            };
            self.trouble(event);
        }
        for _ in 0..fault_plan.breaks {
            let invalid = self.network.chance(fault_plan.invalid);
            self.trouble(Event::Break(invalid));
        }
        (0..fault_plan.silences).for_each(|_| self.trouble(Event::Silence));
        (0..fault_plan.deletions).for_each(|_| self.trouble(Event::Delete));
        (0..fault_plan.closures).for_each(|_| self.trouble(Event::Close));
        (0..fault_plan.shy).for_each(|_| self.trouble(Event::Shy));
        (0..fault_plan.partings).for_each(|_| self.trouble(Event::Part));
        for _ in 0..fault_plan.bars {
            let files = self.network.chance(400);
            self.trouble(Event::Bar(files));
        }
        self.tell(|| format!("{fault_plan:?}"));
        self.plan(2500, Event::ActionRequest);
    }

    /// Something goes wrong some time.
    fn trouble(&mut self, event: Event) {
        let at = 1 + self.network.below(self.acts);
        self.troubles.entry(at).or_default().push(event);
    }

    /// Somebody does something, and what is to go wrong before that does. Gives where somebody talks.
    pub(super) fn goes_on(&mut self) -> Option<u64> {
        for event in self.troubles.remove(&self.acts).unwrap_or_default() {
            let after = self.network.between(0, 2000);
            self.plan(after, event);
        }
        let talks = self.act();
        self.acts = self.acts.saturating_sub(1);
        let pause = match self.social.below(100) {
            0 => self.social.between(14 * 60_000, 17 * 60_000),
            1..=4 => self.social.between(8000, 100_000),
            5..=30 => self.social.between(20, 300),
            _ => self.social.between(300, 5000),
        };
        let next = if self.acts > 0 {
            Event::ActionRequest
        } else {
            Event::Calm
        };
        self.plan(pause, next);
        talks
    }

    /// Nothing goes wrong any more.
    fn calms(&mut self) {
        self.tell(|| "all is calm".to_owned());
        self.fault_plan = FaultPlan::default();
        self.calm = true;
        let shy = std::mem::take(&mut self.discord.shy).into_keys();
        self.back = shy.filter(|who| !self.parted.contains_key(who)).collect();
        match self.bot().line {
            Line::Up => self.plan(BACK, Event::Back),
            _ => self.plan(500, Event::Resume),
        }
    }

    /// The bot gives up the connection.
    pub(super) fn given_up(&mut self) {
        match self.bot().line {
            Line::Silent => self.plan(0, Event::GivenUp),
            Line::Up => self.wrong("a connection that stands is given up".to_owned()),
            Line::Down => {}
        }
    }

    /// Whoever wants to see something again asks for it, once somebody listens.
    pub(super) fn come_back(&mut self) {
        for who in std::mem::take(&mut self.back) {
            let open = |channel: &&u64| !self.discord.channels[channel].gone;
            for channel in self.places.iter().filter(open).copied().collect::<Vec<_>>() {
                let asked = self.command(who, channel, CommandKind::Mine, &[]);
                self.send(asked);
            }
        }
    }

    /// What happens whether the bot is there or not.
    fn befalls(&mut self, event: Event) {
        match event {
            Event::Delete => {
                let public = self
                    .discord
                    .messages
                    .iter()
                    .filter(|(_, message)| message.only.is_none());
                let newest: Vec<u64> = public.map(|(id, _)| *id).rev().take(4).collect();
                if let Some(gone) = self.network.pick(&newest).copied() {
                    self.discord.messages.remove(&gone);
                    self.discord.deleted.insert(gone);
                    self.tell(|| format!("somebody deletes {gone}"));
                }
            }
            Event::Close => {
                let channel = self.network.pick(&self.places).copied().unwrap_or_default();
                if let Some(channel) = self.discord.channels.get_mut(&channel) {
                    channel.gone = true;
                }
                self.discord.messages.retain(|_, message| message.channel != channel);
                self.tell(|| format!("somebody deletes the channel {channel}"));
            }
            Event::Bar(files) => {
                let channel = self.network.pick(&self.places).copied().unwrap_or_default();
                if let Some(channel) = self.discord.channels.get_mut(&channel) {
                    (channel.open, channel.files) = (files, !files);
                }
                self.tell(|| format!("{channel} is barred to {}", if files { "files" } else { "the bot" }));
                let after = self.network.between(2000, 40_000);
                self.plan(after, Event::Unbar);
            }
            // When all is calm nobody closes anything any more.
            Event::Shy if self.calm => {}
            Event::Shy => {
                let who = self.network.below(self.people.len() as u64) as usize;
                self.discord.shy.insert(who, true);
                self.discord.were_shy.insert(who);
                self.tell(|| format!("{who} takes no messages"));
                let after = self.network.between(2000, 60_000);
                self.plan(after, Event::Unshy);
            }
            Event::Part => self.part(),
            Event::Unshy => self.discord.shy.values_mut().for_each(|closed| *closed = false),
            Event::Calm => self.calms(),
            // Should the bot have gone down meanwhile, they ask once it is back.
            Event::Back if self.bot().line != Line::Up => {}
            Event::Back => self.come_back(),
            _ => {}
        }
    }

    /// All channels are as they were.
    fn unbar(&mut self) {
        for channel in self.discord.channels.values_mut() {
            (channel.open, channel.files) = (true, true);
        }
        self.tell(|| "nothing is barred any more".to_owned());
    }
}

/// Something happens.
pub(super) fn happen(world: &World, app: Option<&Arc<App>>, event: Event) {
    match event {
        Event::Arrives(request) => world.arrive(*request),
        Event::Replies(reply, answered) => drop(reply.send(answered)),
        Event::Deliver(interaction) => deliver(world, app, interaction),
        Event::ActionRequest => {
            let talks = world.lock().goes_on();
            if let (Some(app), Some(channel)) = (app, talks) {
                // A lot of it, so that what stands above is buried.
                (0..20).for_each(|_| app.messages.access().spoken(channel));
            }
        }
        Event::Break(_) | Event::GivenUp => {
            let invalid = matches!(event, Event::Break(true));
            let mut state = world.lock();
            if state.bot().line != Line::Down {
                state.tell(|| format!("the connection breaks{}", if invalid { " for good" } else { "" }));
                // When all is calm nothing is lost any more.
                let valid = !invalid || state.calm;
                (state.bot_mut().line, state.bot_mut().valid) = (Line::Down, valid);
                let after = state.network.between(100, 20_000);
                state.plan(after, Event::Resume);
            }
        }
        Event::Silence => {
            let mut state = world.lock();
            if state.bot().line == Line::Up {
                state.tell(|| "the connection dies silently".to_owned());
                // Until the bot gives it up.
                state.bot_mut().line = Line::Silent;
            }
        }
        Event::Resume => resume(world, app),
        Event::Deauthorized(who) => parting::deauthorized(world, app, who),
        Event::Unbar => {
            world.lock().unbar();
            let (places, up) = {
                let state = world.lock();
                (state.places.clone(), state.bot().line == Line::Up)
            };
            // What changes while nobody listens is told by the server's own description afterwards.
            if let Some(app) = app.filter(|_| up) {
                places
                    .into_iter()
                    .for_each(|channel| app.messages.wake(Wake::Channel(channel)));
            }
        }
        Event::Crash if app.is_some() => world.lock().crash("by itself".to_owned()),
        Event::Arm(moment, after) if app.is_some() => world.lock().arm(moment, after),
        Event::Stop if app.is_some() => {
            let mut state = world.lock();
            state.tell(|| "the bot is told to end".to_owned());
            state.bot_mut().stopping = true;
        }
        event => world.lock().befalls(event),
    }
    world.bell.notify_waiters();
}

/// The connection stands again.
fn resume(world: &World, app: Option<&Arc<App>>) {
    let Some(app) = app else { return };
    let missed = {
        let mut state = world.lock();
        let missed = std::mem::take(&mut state.bot_mut().missed);
        state.tell(|| format!("the connection stands; {} missed", missed.len()));
        state.bot_mut().line = Line::Up;
        if state.calm {
            state.plan(BACK, Event::Back);
        }
        if std::mem::replace(&mut state.bot_mut().valid, true) {
            missed
        } else {
            Vec::new()
        }
    };
    if let Ok(event) = serde_json::from_value(serde_json::json!({})) {
        app.shard_health.hear(0, &FullEvent::Resume { event });
    }
    app.messages.wake(Wake::Guild(GUILD));
    missed
        .into_iter()
        .for_each(|interaction| deliver(world, Some(app), interaction));
}

/// An interaction comes through the gateway, or does not.
fn deliver(world: &World, app: Option<&Arc<App>>, number: u64) {
    let (lives, payload, asks) = {
        let mut state = world.lock();
        if app.is_some() && state.bot().line != Line::Up {
            state.bot_mut().missed.push(number);
            return;
        }
        if app.is_none() {
            return;
        }
        let lives = state.bot().life;
        let asked = state.discord.asked.get(&number);
        if asked.is_some_and(|asked| state.has_parted(asked.person)) {
            return;
        }
        state.tell(|| format!("{number} comes"));
        let Some(asked) = state.discord.asked.get_mut(&number) else {
            return;
        };
        if asked.life.is_some_and(|life| life != lives) {
            // Who connects anew gets nothing once more that somebody else got.
            return;
        }
        asked.life = Some(lives);
        asked.handed += 1;
        asked.in_hand.push(lives);
        (lives, asked.payload.clone(), asked.asks.clone())
    };
    let Some(app) = app.map(Arc::clone) else { return };
    let world = world.clone();
    tokio::spawn(async move {
        let handling = tokio::spawn(async move { handle(&app, payload, asks).await });
        let mut state = match handling.await {
            Ok(Ok(())) => world.lock(),
            Ok(Err(error)) => {
                let mut state = world.lock();
                state.wrong(format!("interaction {number} cannot be read: {error}"));
                state
            }
            Err(_) => {
                let mut state = world.lock();
                state.wrong(format!("the bot panics at interaction {number}"));
                state
            }
        };
        state.tell(|| format!("{number} is dealt with"));
        if let Some(asked) = state.discord.asked.get_mut(&number) {
            asked.done.push(lives);
            asked.put_down(lives);
        }
    });
}

/// What the bot does with an interaction that its gateway has brought.
pub(super) async fn handle(app: &App, payload: serde_json::Value, asks: Asks) -> Result<(), serde_json::Error> {
    let interaction = serde_json::from_value(payload.clone())?;
    app.shard_health.hear(0, &FullEvent::InteractionCreate { interaction });
    does(app, payload, asks).await
}

/// What the bot does with an interaction, whichever way it came.
pub(super) async fn does(app: &App, payload: serde_json::Value, asks: Asks) -> Result<(), serde_json::Error> {
    let interaction: Interaction = serde_json::from_value(payload)?;
    let event = FullEvent::InteractionCreate { interaction };
    let FullEvent::InteractionCreate { interaction } = &event else {
        return Ok(());
    };
    let (Interaction::Command(command), Asks::Command(kind)) = (interaction, asks) else {
        heard(app, &event).await;
        return Ok(());
    };
    // Which command it is, poise finds out by its name; from there on it is the bot's.
    let options = command.data.options();
    let leaf = match options.as_slice() {
        [
            ResolvedOption {
                value: ResolvedValue::SubCommand(options),
                ..
            },
        ] => options,
        _ => &options,
    };
    commands::called(app, command, leaf, Some(kind)).await;
    Ok(())
}
