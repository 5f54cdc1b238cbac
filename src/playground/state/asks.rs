//! A person asks something of the bot: the playground makes an interaction, delivers it, and watches its first deadline
//! (docs/DISCORD.md, "Interactions").

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;

use super::State;
use crate::playground::App;
use crate::playground::checks::limits;
use crate::playground::gateway::{Dispatch, intents};
use crate::playground::json::add;
use crate::playground::world::Id;
use crate::playground::world::interaction::{Facts, Interaction, InteractionKind, Outcome, Stage};
use crate::playground::world::message::LOADING;
use crate::playground::world::permissions::DIRECT;

/// How many interactions are remembered; older ones are as if they had never been.
const REMEMBERED: usize = 50_000;
/// How long an interaction is remembered after its token's life.
const AFTERLIFE: Duration = Duration::from_secs(60 * 60);

/// What a person asks.
pub(crate) struct Ask {
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) kind: InteractionKind,
    /// The interaction's `data`.
    pub(crate) data: Value,
    /// The message whose component was used, also through a modal.
    pub(crate) source: Option<Id>,
    /// The command's name with its subcommands, for the older `interaction` object.
    pub(crate) command: Option<String>,
    /// The metadata of the interaction that opened the modal.
    pub(crate) opened_by: Option<Value>,
    /// The kind of message that an answer becomes.
    pub(crate) answer_kind: u8,
}

/// What the person who asked keeps: the number of the act, and how it comes out.
pub(crate) struct Asked {
    pub(crate) act: u64,
    pub(crate) channel: Id,
    pub(crate) outcome: watch::Receiver<Outcome>,
}

impl State {
    fn ask(&mut self, ask: Ask) -> (Id, Asked) {
        let id = self.world.mint.next();
        let act = self.next_act();
        if let Some(person) = self.world.people.get_mut(&ask.person) {
            person.acted = Some(Instant::now());
        }
        let token = format!("aW50ZXJhY3Rpb246{}", hex::encode(rand::random::<[u8; 48]>()));
        let (outcome, watched) = watch::channel(Outcome::Pending);
        let payload = self.payload(id, &token, &ask);
        let mut metadata = json!({
            "id": id, "type": ask.kind as u8, "user": self.world.user_json(ask.person),
            "authorizing_integration_owners": payload["authorizing_integration_owners"],
        });
        if let Some(source) = ask.source.filter(|_| ask.kind == InteractionKind::Component) {
            metadata["interacted_message_id"] = json!(source);
        }
        if let Some(opened_by) = ask.opened_by {
            metadata["triggering_interaction_metadata"] = opened_by;
        }
        let legacy = ask
            .command
            .filter(|_| ask.kind == InteractionKind::Command)
            .map(|name| json!({ "id": id, "type": 2, "name": name, "user": self.world.user_json(ask.person) }));
        let asked = Asked {
            act,
            channel: ask.channel,
            outcome: watched,
        };
        let facts = Facts {
            id,
            kind: ask.kind,
            channel: ask.channel,
            source: ask.source,
            original: None,
        };
        let interaction = Interaction {
            facts,
            token: token.clone(),
            person: ask.person,
            act,
            born: Instant::now(),
            took: None,
            stage: Stage::Fresh,
            payload,
            metadata,
            legacy,
            answer_kind: ask.answer_kind,
            outcome,
        };
        self.world.tokens.insert(token, id);
        self.world.acts.insert(act, id);
        self.world.interactions.insert(id, interaction);
        self.forget_interactions();
        self.deliver(id);
        (id, asked)
    }

    /// Forgets the interactions that are too many or too old: a playground may run for weeks.
    fn forget_interactions(&mut self) {
        let life = self.deadlines.token + AFTERLIFE;
        let world = &mut self.world;
        while let Some((&act, &id)) = world.acts.first_key_value() {
            let old = world.interactions.get(&id).is_none_or(|i| i.born.elapsed() > life);
            if !old && world.acts.len() <= REMEMBERED {
                return;
            }
            world.acts.remove(&act);
            if let Some(old) = world.interactions.remove(&id) {
                world.tokens.remove(&old.token);
            }
        }
    }

    /// Sends an interaction to the bot, for the first time or again: by HTTP if the application has an address for that, or over
    /// the gateway. False if it is forgotten.
    pub(crate) fn deliver(&mut self, id: Id) -> bool {
        let Some(interaction) = self.world.interactions.get(&id) else {
            return false;
        };
        let (name, data) = ("INTERACTION_CREATE", &interaction.payload);
        if self.endpoint.send(id, &interaction.token, data) {
            return true;
        }
        let guild = self.world.guild_of(interaction.facts.channel);
        self.hub.dispatch(&Dispatch::new(name, guild, intents::NONE, data));
        true
    }

    fn payload(&self, id: Id, token: &str, ask: &Ask) -> Value {
        let world = &self.world;
        let guild = world.guild_of(ask.channel).and_then(|id| world.guild(id));
        let channel = world.channel(ask.channel);
        let locale = world.people.get(&ask.person).map_or("en-US", |p| p.locale.as_str());
        let permissions = channel.map_or(DIRECT, |c| world.permissions(world.app, c));
        let mut payload = json!({
            "id": id, "application_id": world.app, "type": ask.kind as u8, "data": ask.data, "token": token, "version": 1,
            "channel_id": ask.channel, "channel": channel.map(|c| c.partial_json(world, ask.person)),
            "app_permissions": permissions.to_string(), "locale": locale, "entitlements": [],
            "attachment_size_limit": limits::FILE_BYTES,
        });
        let more = match guild {
            Some(guild) => {
                let mut member = world.member_json(guild, ask.person);
                member["permissions"] = json!(channel.map_or(0, |c| world.permissions(ask.person, c)).to_string());
                json!({
                    "guild_id": guild.id, "guild": { "id": guild.id, "locale": "en-US", "features": [] }, "guild_locale": "en-US",
                    "member": member, "context": 0, "authorizing_integration_owners": { "0": guild.id },
                })
            }
            None => json!({
                "user": world.user_json(ask.person), "context": 1, "authorizing_integration_owners": { "0": "0" },
            }),
        };
        add(&mut payload, more);
        if let Some(message) = ask.source.and_then(|id| channel?.messages.get(&id)) {
            payload["message"] = message.json(world);
        }
        payload
    }

    /// The first deadline has passed: whoever still waits for a first word learns that none will come.
    pub(crate) fn lapse_first(&mut self, id: Id) {
        let Some(interaction) = self.world.interactions.get_mut(&id) else {
            return;
        };
        if interaction.stage != Stage::Fresh {
            return;
        }
        interaction.stage = Stage::Lapsed;
        self.fail(id, "the application did not respond");
    }

    /// The token's life has ended: a message that still says "thinking" will never say more.
    pub(crate) fn lapse_token(&mut self, id: Id) {
        let Some(interaction) = self.world.interactions.get(&id) else {
            return;
        };
        let Facts { channel, original, .. } = interaction.facts;
        let thinking = original.and_then(|m| self.world.message(channel, m));
        if thinking.is_some_and(|m| m.flags & LOADING != 0) {
            self.fail(id, "the application did not respond");
        }
    }

    /// Tells the person who asked that nothing will come of it.
    pub(super) fn fail(&mut self, id: Id, why: &'static str) {
        let Some(interaction) = self.world.interactions.get(&id) else {
            return;
        };
        interaction.set(Outcome::Failed(why));
        let (person, act, channel) = (interaction.person, interaction.act, interaction.facts.channel);
        self.audience.tell(person, || {
            json!({ "event": "interaction_failed", "act": act, "interaction": id, "channel": channel, "reason": why })
        });
    }
}

impl App {
    /// Lets a person ask something; the deadline runs from here.
    pub(crate) fn ask(self: &Arc<Self>, ask: Ask) -> Asked {
        let mut state = self.state();
        let patience = state.deadlines.first_response;
        let (id, asked) = state.ask(ask);
        drop(state);
        self.after(patience, move |state| state.lapse_first(id));
        asked
    }

    /// Does something to the state later, if the playground still runs.
    pub(crate) fn after(self: &Arc<Self>, time: Duration, act: impl FnOnce(&mut State) + Send + 'static) {
        let app = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            if let Some(app) = app.upgrade() {
                act(&mut app.state());
            }
        });
    }
}
