//! Messages: what a message holds, how a request's body makes or changes one, and how a message looks as JSON.
//! Bodies that come here have passed the checks and the questions of permission.

use serde_json::{Value, json};

use super::components;
use super::files::{Attachment, Links, Upload};
use super::polls::Poll;
use super::reactions::Reactions;
use super::{Id, World};
pub(crate) use crate::playground::checks::EPHEMERAL;
use crate::playground::checks::{COMPONENTS_V2, MessageKind, SUPPRESS_EMBEDS};
use crate::playground::json::list;
use crate::playground::snowflake::{iso, now_ms};

const HAS_THREAD: u64 = 1 << 5;
pub(crate) const LOADING: u64 = 1 << 7;
const HAS_SNAPSHOT: u64 = 1 << 14;

/// The kinds of messages (Discord's numbers).
pub(crate) mod kind {
    pub(crate) const PLAIN: u8 = 0;
    /// A note that a message was pinned.
    pub(crate) const PINNED: u8 = 6;
    /// A note that a thread was made.
    pub(crate) const THREAD_MADE: u8 = 18;
    pub(crate) const REPLY: u8 = 19;
    /// What a thread grew out of.
    pub(crate) const THREAD_STARTER: u8 = 21;
}

/// A message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    /// Discord's number of its kind: those of [`kind`], 20 a slash command's answer, 23 a menu command's.
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) flags: u64,
    pub(crate) tts: bool,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) poll: Option<Poll>,
    pub(crate) mentions: Vec<Id>,
    pub(crate) mention_everyone: bool,
    /// `message_reference`, and the message it names.
    pub(crate) reference: Option<(Value, Option<Id>)>,
    /// The messages that it forwards, as they were.
    pub(crate) snapshots: Vec<Value>,
    pub(crate) nonce: Option<Value>,
    /// `interaction_metadata` of an answer to an interaction.
    pub(crate) metadata: Option<Value>,
    /// The older `interaction` object of an answer to a command.
    pub(crate) interaction: Option<Value>,
    pub(crate) reactions: Reactions,
    /// Since when it is pinned, in milliseconds of the epoch.
    pub(crate) pinned_ms: Option<u64>,
    /// The only person who sees it, if it is ephemeral.
    pub(crate) only: Option<Id>,
}

impl Message {
    /// A plain message, which has no id until it is posted.
    pub(crate) fn new(channel: Id, author: Id) -> Self {
        Message {
            channel,
            author,
            ..Message::default()
        }
    }

    /// Fills a new message from a request's body.
    pub(crate) fn fill(&mut self, world: &mut World, body: &Value, files: &[Upload], may_mention_all: bool) {
        self.content = body["content"].as_str().unwrap_or_default().trim().to_owned();
        self.tts = body["tts"].as_bool().unwrap_or(false);
        self.flags |= body["flags"].as_u64().unwrap_or(0) & MessageKind::Create.settable();
        self.poll = body.get("poll").filter(|p| !p.is_null()).map(Poll::new);
        self.nonce = body.get("nonce").filter(|n| !n.is_null()).cloned();
        self.attachments = take_files(world, files, &body["attachments"]);
        self.embeds = list(&body["embeds"]).to_vec();
        self.components = list(&body["components"]).to_vec();
        self.link(&world.links);
        self.count_mentions(world, &body["allowed_mentions"], may_mention_all);
    }

    /// Changes it by an edit's body: what is not named stays; `null` empties. Attachments that a list leaves out are taken off.
    pub(crate) fn amend(&mut self, world: &mut World, body: &Value, files: &[Upload], may_mention_all: bool) {
        if let Some(content) = body.get("content") {
            self.content = content.as_str().unwrap_or_default().trim().to_owned();
        }
        if let Some(listed) = body.get("attachments") {
            let listed = list(listed);
            let gone = self.attachments.extract_if(.., |kept| {
                let entry = listed.iter().find(|entry| Id::read(&entry["id"]) == Some(kept.id));
                if let Some(description) = entry.and_then(|entry| entry.get("description")) {
                    kept.description = description.as_str().map(str::to_owned);
                }
                entry.is_none()
            });
            world.taken_off.keep(self.channel, gone);
        }
        self.attachments.extend(take_files(world, files, &body["attachments"]));
        if let Some(embeds) = body.get("embeds") {
            self.embeds = list(embeds).to_vec();
        }
        if let Some(components) = body.get("components") {
            self.components = list(components).to_vec();
        }
        if let Some(flags) = body["flags"].as_u64() {
            self.flags = self.flags & !SUPPRESS_EMBEDS | flags & (SUPPRESS_EMBEDS | COMPONENTS_V2);
        }
        self.flags &= !LOADING;
        self.link(&world.links);
        if body.get("content").is_some() || body.get("allowed_mentions").is_some() {
            self.count_mentions(world, &body["allowed_mentions"], may_mention_all);
        }
        self.edited_ms = Some(now_ms());
    }

    /// Whether the place itself says it, and nobody wrote it.
    pub(crate) fn is_system(&self) -> bool {
        matches!(self.kind, kind::PINNED | kind::THREAD_MADE | kind::THREAD_STARTER)
    }

    /// Whether a person sees it, of those who see its channel.
    pub(crate) fn is_for(&self, person: Id) -> bool {
        self.only.is_none_or(|only| only == person)
    }

    /// What a forward of it keeps: as much of it as Discord keeps, and of a forward what that forwards.
    pub(crate) fn snapshots(&self, world: &World) -> Vec<Value> {
        const KEPT: [&str; 10] = [
            "type",
            "content",
            "embeds",
            "attachments",
            "timestamp",
            "edited_timestamp",
            "flags",
            "mentions",
            "mention_roles",
            "components",
        ];
        if !self.snapshots.is_empty() {
            return self.snapshots.clone();
        }
        let whole = self.flat_json(world);
        let kept = KEPT.iter().map(|key| ((*key).to_owned(), whole[*key].clone()));
        vec![json!({ "message": Value::Object(kept.collect()) })]
    }

    /// Replaces `attachment://` by links and numbers the components.
    fn link(&mut self, links: &Links) {
        let (attachments, channel, ephemeral) = (&self.attachments, self.channel, self.only.is_some());
        let resolve = |url: &str| {
            let file = attachments.iter().find(|file| file.is_meant(links, channel, url));
            file.map(|file| file.json(links, channel, ephemeral))
        };
        self.embeds = components::embeds(&self.embeds, &resolve);
        self.components = components::normalise(&self.components, &resolve);
    }

    /// All text that can mention somebody: the content, and the text displays of Components V2.
    fn whole_text(&self) -> String {
        let shown = components::texts(&self.components);
        [self.content.as_str()]
            .into_iter()
            .chain(shown)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Works out who is mentioned: what the text names, as far as `allowed_mentions` lets it.
    fn count_mentions(&mut self, world: &World, allowed: &Value, may_mention_all: bool) {
        let by_default = allowed.is_null();
        let parsed = |what: &str| list(&allowed["parse"]).iter().any(|v| v == what);
        // Answers to interactions ping only people unless told otherwise (docs/DISCORD.md, "Messages").
        let everyone = if by_default {
            self.metadata.is_none()
        } else {
            parsed("everyone")
        };
        let users = by_default || parsed("users");
        let listed: Vec<Id> = list(&allowed["users"]).iter().filter_map(Id::read).collect();
        let text = self.whole_text();
        let named = mentioned(&text);
        let known = |id: &Id| world.people.contains_key(id) || *id == world.app;
        self.mentions = named
            .into_iter()
            .filter(|id| known(id) && (users || listed.contains(id)))
            .collect();
        self.mention_everyone = everyone && may_mention_all && (text.contains("@everyone") || text.contains("@here"));
        let replied = allowed["replied_user"].as_bool().unwrap_or(by_default);
        if let Some((_, Some(to))) = &self.reference
            && replied
            && let Some(author) = world.message(self.channel, *to).map(|m| m.author)
            && !self.mentions.contains(&author)
        {
            self.mentions.push(author);
        }
    }

    /// The message object.
    pub(crate) fn json(&self, world: &World) -> Value {
        let mut json = self.flat_json(world);
        if let Some((reference, to)) = &self.reference {
            json["message_reference"] = reference.clone();
            let message = to.and_then(|to| world.message(self.channel, to));
            if self.kind == kind::REPLY {
                json["referenced_message"] = message.map_or(Value::Null, |m| m.flat_json(world));
            }
        }
        json
    }

    /// The same for people's clients.
    pub(crate) fn json_for_people(&self, world: &World) -> Value {
        self.with_reactors(self.json(world))
    }

    /// Its JSON with who reacted, which people's clients are told.
    pub(crate) fn with_reactors(&self, mut json: Value) -> Value {
        if let Some(reactions) = json.get_mut("reactions") {
            self.reactions.tell(reactions);
        }
        json
    }

    /// The message with all its files, for the checks of an edit: those that something in it shows are not listed otherwise.
    pub(crate) fn whole_json(&self, world: &World) -> Value {
        let mut json = self.json(world);
        let files = self.attachments.iter();
        json["attachments"] = files.map(|file| self.file_json(world, file)).collect();
        json
    }

    fn file_json(&self, world: &World, file: &Attachment) -> Value {
        file.json(&world.links, self.channel, self.only.is_some())
    }

    /// Whether an embed or a component of it shows a file.
    fn shows(&self, links: &Links, file: &Attachment) -> bool {
        let urls = components::urls(self.embeds.iter().chain(&self.components));
        urls.into_iter().any(|url| file.is_meant(links, self.channel, url))
    }

    fn flat_json(&self, world: &World) -> Value {
        let loose = self.attachments.iter().filter(|file| !self.shows(&world.links, file));
        let attachments: Vec<Value> = loose.map(|file| self.file_json(world, file)).collect();
        let mentions: Vec<Value> = self.mentions.iter().map(|id| world.user_json(*id)).collect();
        let thread = world.channel(self.id).filter(|_| self.only.is_none());
        let suppressed = self.flags & SUPPRESS_EMBEDS != 0;
        let embeds = if suppressed { Vec::new() } else { self.embeds.clone() };
        let mut flags = self.flags;
        if thread.is_some() {
            flags |= HAS_THREAD;
        }
        if !self.snapshots.is_empty() {
            flags |= HAS_SNAPSHOT;
        }
        let mut json = json!({
            "id": self.id, "type": self.kind, "channel_id": self.channel, "author": world.user_json(self.author), "content": self.content,
            "timestamp": iso(self.id.made_at()), "edited_timestamp": self.edited_ms.map(iso),
            "flags": flags,
            "tts": self.tts, "pinned": self.pinned_ms.is_some(), "mention_everyone": self.mention_everyone, "mentions": mentions, "mention_roles": [],
            "attachments": attachments,
        });
        // As they are: to write them out and read them in again takes most of the time of a message.
        json["embeds"] = Value::Array(embeds);
        json["components"] = Value::Array(self.components.clone());
        let mut add = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                json[key] = value;
            }
        };
        add("poll", self.poll.as_ref().map(Poll::json));
        add("nonce", self.nonce.clone());
        add("interaction_metadata", self.metadata.clone());
        add("interaction", self.interaction.clone());
        let forwarded = (!self.snapshots.is_empty()).then(|| json!(self.snapshots));
        add("message_snapshots", forwarded);
        add("reactions", self.reactions.json(world.app));
        add("thread", thread.map(|t| t.json(world)));
        if self.metadata.is_some() {
            add("application_id", Some(json!(world.app)));
            add("webhook_id", Some(json!(world.app)));
        }
        json
    }

    /// What a bot without the message content intent gets to see of someone else's message (docs/DISCORD.md, "Messages").
    pub(crate) fn without_content(mut json: Value) -> Value {
        json["content"] = json!("");
        for key in ["embeds", "attachments", "components"] {
            json[key] = json!([]);
        }
        if let Value::Object(map) = &mut json {
            map.remove("poll");
        }
        json
    }
}

/// Takes a request's files in, each with the entry of the attachment list that has its number.
fn take_files(world: &mut World, files: &[Upload], listed: &Value) -> Vec<Attachment> {
    let listed = list(listed);
    let take = |file: &Upload| {
        let number = file.n.to_string();
        let entry = |entry: &&Value| entry["id"] == file.n || entry["id"] == number.as_str();
        let meta = listed.iter().find(entry);
        Attachment::new(world.mint.next(), file, meta)
    };
    files.iter().map(take).collect()
}

/// The ids that a text names as `<@id>` or `<@!id>`, each once.
fn mentioned(content: &str) -> Vec<Id> {
    let mut found = Vec::new();
    for piece in content.split("<@").skip(1) {
        let digits = piece.strip_prefix('!').unwrap_or(piece);
        if let Some((digits, _)) = digits.split_once('>')
            && let Ok(id) = digits.parse::<Id>()
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::Config;

    fn upload(n: u64, name: &str) -> Upload {
        Upload {
            n,
            name: name.into(),
            content_type: None,
            bytes: vec![1, 2, 3].into(),
        }
    }

    fn world() -> (World, Id) {
        let world = World::new(&Config::default(), Id(7), "http://h".into());
        let channel = *world.channels.keys().next().expect("a channel");
        (world, channel)
    }

    #[test]
    fn an_edit_keeps_what_it_does_not_name() {
        let (mut world, channel) = world();
        let mut message = Message::new(channel, Id(7));
        let body =
            json!({"content": "hello", "embeds": [{"title": "t"}], "attachments": [{"id": "0", "description": "alt"}]});
        message.fill(&mut world, &body, &[upload(0, "a.png")], true);
        let kept = message.attachments[0].id;
        assert_eq!(message.attachments[0].description.as_deref(), Some("alt"));
        message.amend(&mut world, &json!({"content": "bye"}), &[upload(0, "b.png")], true);
        assert_eq!(
            (
                message.content.as_str(),
                message.embeds.len(),
                message.attachments.len()
            ),
            ("bye", 1, 2)
        );
        message.amend(
            &mut world,
            &json!({"attachments": [{"id": kept.to_string()}], "embeds": null}),
            &[],
            true,
        );
        assert_eq!(
            (
                message.embeds.len(),
                message.attachments.len(),
                message.attachments[0].id
            ),
            (0, 1, kept)
        );
        message.amend(&mut world, &json!({"attachments": [], "content": null}), &[], true);
        assert!(message.content.is_empty() && message.attachments.is_empty());
        assert!(world.taken_off.find(channel, kept).is_some(), "links to it still work");
    }

    #[test]
    fn mentions_follow_what_is_allowed() {
        let (mut world, channel) = world();
        let ana = world.home().owner;
        let mut count = |allowed: Value, all: bool| {
            let mut message = Message::new(channel, Id(7));
            let body = json!({"content": format!("@everyone <@{ana}> <@!{ana}> <@99>"), "allowed_mentions": allowed});
            message.fill(&mut world, &body, &[], all);
            (message.mentions.len(), message.mention_everyone)
        };
        assert_eq!(count(Value::Null, true), (1, true));
        assert_eq!(count(Value::Null, false), (1, false));
        assert_eq!(count(json!({"parse": []}), true), (0, false));
        assert_eq!(count(json!({"parse": [], "users": [ana]}), true), (1, false));
        assert_eq!(count(json!({"parse": ["everyone"]}), true), (0, true));
    }

    #[test]
    fn flags_beyond_the_permitted_are_ignored() {
        let (mut world, channel) = world();
        let mut message = Message::new(channel, Id(7));
        message.fill(
            &mut world,
            &json!({"content": "x", "flags": EPHEMERAL | LOADING | SUPPRESS_EMBEDS}),
            &[],
            true,
        );
        assert_eq!(message.flags, SUPPRESS_EMBEDS);
    }
}
