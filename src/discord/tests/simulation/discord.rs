//! A Discord of channels, messages and interactions: what the bot's requests do there, and nothing of what goes wrong on
//! the way. Facts as in docs/DISCORD.md, "Messages", "Interactions", "Answers" and "Errors".

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};

use super::limits::Limits;
use super::request_content::spots;
use crate::discord::commands::CommandKind;
use crate::discord::custom_id::CustomId;
use crate::discord::governor::BucketReport;
use crate::discord::limits;

/// The application's number, which is the bot's as well.
pub(super) const APP: u64 = 77;
/// The server.
pub(super) const GUILD: u64 = 5;
/// How long Discord remembers a nonce: «the last few minutes».
const NONCE_MS: i64 = 5 * 60_000;
const EPHEMERAL: u64 = 1 << 6;
const LOADING: u64 = 1 << 7;
/// The code of a private chat that takes nothing.
const CLOSED: i64 = 50007;

/// What a request comes to: a status, a body, and what is left of its limit.
pub(super) type Answered = (u16, Value, Option<BucketReport>);

/// A place for messages.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// Whose private chat it is; `None` for a channel of the server.
    pub(super) person: Option<usize>,
    /// The server of one that is nobody's private chat.
    pub(super) guild: u64,
    pub(super) gone: bool,
    /// Whether the bot may write there, and attach files.
    pub(super) open: bool,
    pub(super) files: bool,
}

impl Channel {
    /// What the bot may do there: see, write, embed, attach, and write in threads (bits of
    /// docs/DISCORD.md, "Ids and permissions").
    pub(super) fn rights(&self) -> u64 {
        const ATTACH: u64 = 1 << 15;
        const OTHERS: u64 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 38;
        match (self.open, self.files) {
            (false, _) => 0,
            (true, false) => OTHERS,
            (true, true) => OTHERS | ATTACH,
        }
    }
}

/// A message of the bot.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) channel: u64,
    /// Who alone sees it.
    pub(super) only: Option<usize>,
    pub(super) content: Value,
    pub(super) components: Value,
    /// The bytes of its file.
    pub(super) picture: Option<Vec<u8>>,
    /// The components before the last change: what a slow client still shows.
    pub(super) before: Value,
    /// When it was last written.
    pub(super) at: i64,
    /// Whether it says no more than that an answer will come.
    pub(super) loading: bool,
}

impl Message {
    fn new(channel: u64, only: Option<usize>) -> Message {
        Message {
            channel,
            only,
            content: json!(""),
            components: json!([]),
            picture: None,
            before: json!([]),
            at: 0,
            loading: false,
        }
    }

    /// Writes a body as Discord does: what it does not name stays, and of the files those that are listed.
    fn write(&mut self, at: i64, body: &Value, file: Option<&[u8]>) {
        (self.at, self.loading) = (at, false);
        let take = |name: &str, own: &mut Value| {
            if let Some(value) = body.get(name) {
                own.clone_from(value);
            }
        };
        self.before.clone_from(&self.components);
        take("content", &mut self.content);
        if self.content.is_null() {
            self.content = json!("");
        }
        take("components", &mut self.components);
        if body.get("attachments").is_some_and(Value::is_array) {
            self.picture = None;
        }
        if let Some(file) = file {
            self.picture = Some(file.to_vec());
        }
    }
}

/// What somebody asked.
#[derive(Clone, Debug)]
pub(super) enum Asks {
    /// A component was used, or a form sent.
    CustomId { press: CustomId, typed: Option<String> },
    /// A command.
    Command(CommandKind),
}

/// How far the first answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Fresh,
    /// By a callback of that type.
    Said(u64),
}

/// An interaction.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) token: String,
    pub(super) person: usize,
    pub(super) channel: u64,
    pub(super) source: Option<u64>,
    pub(super) at: i64,
    pub(super) asks: Asks,
    /// What the gateway sends of it.
    pub(super) payload: Value,
    pub(super) stage: Stage,
    /// The message that `@original` means.
    original: Option<u64>,
    /// Whether the bot was not told that an answer of its had come.
    pub(super) unheard: bool,
    /// What the bot tried to say beside that, and what of it came.
    pub(super) complaints: Vec<String>,
    pub(super) heard: Vec<String>,
    /// In which life of the bot it was handed to it.
    pub(super) life: Option<u32>,
    /// How often it was handed to the bot, and the lives in which the bot was done with it.
    pub(super) handed: u32,
    pub(super) done: Vec<u32>,
    /// How often a bot had it in hand, and went down.
    pub(super) lost: u32,
    /// The lives of the bots that have it in hand.
    pub(super) in_hand: Vec<u32>,
}

impl Asked {
    /// The message that answers it.
    pub(super) fn answer(&self) -> Option<u64> {
        self.original
    }

    /// A bot is done with it.
    pub(super) fn put_down(&mut self, life: u32) {
        if let Some(at) = self.in_hand.iter().position(|own| *own == life) {
            self.in_hand.swap_remove(at);
        }
    }

    pub(super) fn new(person: usize, channel: u64, source: Option<u64>, at: i64, asks: Asks) -> Asked {
        Asked {
            token: String::new(),
            person,
            channel,
            source,
            at,
            asks,
            payload: Value::Null,
            stage: Stage::Fresh,
            original: source,
            unheard: false,
            complaints: Vec::new(),
            heard: Vec::new(),
            life: None,
            handed: 0,
            done: Vec::new(),
            lost: 0,
            in_hand: Vec::new(),
        }
    }
}

/// Somebody was called to sit down at a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) table: u64,
    pub(super) person: u64,
    pub(super) message: u64,
}

/// Whom a new message calls to sit down.
fn calls(number: u64, body: &Value) -> Vec<Call> {
    let joins = spots(&body["components"])
        .into_iter()
        .find_map(|spot| match spot.press {
            CustomId::Join { table } => Some(table),
            _ => None,
        });
    let users = body["allowed_mentions"]["users"].as_array().into_iter().flatten();
    let call = |(table, user): (u64, &Value)| Call {
        table,
        person: user.as_str().and_then(|text| text.parse().ok()).unwrap_or(0),
        message: number,
    };
    joins
        .into_iter()
        .flat_map(|table| users.clone().map(move |user| (table, user)))
        .map(call)
        .collect()
}

/// Discord.
#[derive(Default)]
pub(super) struct Discord {
    pub(super) channels: BTreeMap<u64, Channel>,
    pub(super) messages: BTreeMap<u64, Message>,
    pub(super) asked: BTreeMap<u64, Asked>,
    /// By token.
    tokens: BTreeMap<String, u64>,
    nonces: BTreeMap<(u64, String), (u64, i64)>,
    /// The private chats that there are, by person.
    pub(super) chats: BTreeMap<usize, u64>,
    /// Messages that were made without a word of it to their maker, who asked again in vain: whether they stand is known here
    /// and said no more.
    pub(super) forgotten: BTreeSet<u64>,
    /// People who have ever closed their private chat.
    pub(super) were_shy: BTreeSet<usize>,
    /// Who was called to sit down, and by which message.
    pub(super) calls: Vec<Call>,
    /// Messages that somebody has deleted.
    pub(super) deleted: BTreeSet<u64>,
    /// Panels that the bot took away since there was another one.
    pub(super) taken_away: BTreeSet<u64>,
    /// People who take no messages from the bot.
    pub(super) shy: BTreeMap<usize, bool>,
    /// How many numbers were given.
    pub(super) next: u64,
    pub(super) limits: Limits,
}

/// A refusal.
fn no(status: u16, code: i64) -> Answered {
    (status, json!({ "code": code, "message": "no" }), None)
}

fn yes(body: Value) -> Answered {
    (200, body, None)
}

impl Discord {
    /// A number that nothing had before; later ones are greater.
    pub(super) fn number(&mut self) -> u64 {
        /// As long as Discord's own.
        const FIRST: u64 = 1_400_000_000_000_000_000;
        self.next += 1;
        FIRST + self.next
    }

    /// Opens a channel of a server, or somebody's private chat.
    pub(super) fn open(&mut self, person: Option<usize>, guild: u64) -> u64 {
        let number = self.number();
        let channel = Channel {
            person,
            guild,
            gone: false,
            open: true,
            files: true,
        };
        self.channels.insert(number, channel);
        number
    }

    /// Takes an interaction in; gives its number.
    pub(super) fn ask(&mut self, mut asked: Asked) -> u64 {
        let number = self.number();
        asked.token = format!("token-{number}");
        self.tokens.insert(asked.token.clone(), number);
        self.asked.insert(number, asked);
        number
    }

    /// The message that answers the interaction of a token.
    pub(super) fn answer_of(&self, token: &str) -> Option<u64> {
        self.asked.get(&self.of_token(token)?)?.original
    }

    /// The interaction of a token.
    pub(super) fn of_token(&self, token: &str) -> Option<u64> {
        self.tokens.get(token).copied()
    }

    /// Serves a request at `now`, in milliseconds. People have the numbers `people`.
    pub(super) fn serve(
        &mut self,
        now: i64,
        people: &[u64],
        method: &Method,
        path: &str,
        body: &Value,
        file: Option<&[u8]>,
    ) -> Answered {
        match self.limits.take(now, method, path) {
            Ok(standing) => {
                let (status, body, _) = self.does(now, people, method, path, body, file);
                (status, body, standing)
            }
            Err(too_soon) => too_soon,
        }
    }

    fn does(
        &mut self,
        now: i64,
        people: &[u64],
        method: &Method,
        path: &str,
        body: &Value,
        file: Option<&[u8]>,
    ) -> Answered {
        let bare = path.split('?').next().unwrap_or_default();
        let parts: Vec<&str> = bare.split('/').skip(1).collect();
        let id = |text: &str| text.parse::<u64>().unwrap_or(0);
        match (method.as_str(), parts.as_slice()) {
            ("POST", ["interactions", interaction, token, "callback"]) => {
                self.callback(now, id(interaction), token, body)
            }
            (way, ["webhooks", _, token, "messages", "@original"]) => self.original(now, way, token, body, file),
            ("POST", ["webhooks", _, token]) => self.follow_up(now, token, body),
            ("GET", ["channels", channel]) => match self.channels.get(&id(channel)) {
                Some(there) if there.gone => no(404, 10003),
                Some(there) if !there.open => no(403, 50001),
                Some(_) => yes(json!({ "id": channel })),
                None => no(404, 10003),
            },
            ("POST", ["channels", channel, "messages"]) => self.create(now, id(channel), body, file),
            ("POST", ["channels", channel, "threads"]) => match self.barred(id(channel), false) {
                Some(refused) => refused,
                None => {
                    let guild = self.channels[&id(channel)].guild;
                    yes(json!({ "id": self.open(None, guild).to_string() }))
                }
            },
            (way, ["channels", channel, "messages", message]) => {
                self.change(now, way, id(channel), id(message), body, file)
            }
            ("POST", ["users", "@me", "channels"]) => {
                let whom = body["recipient_id"].as_str().map_or(0, id);
                match people.iter().position(|person| *person == whom) {
                    Some(person) => yes(json!({ "id": self.chat(person).to_string() })),
                    None => no(400, 50033),
                }
            }
            _ => no(404, 0),
        }
    }

    /// The private chat with a person.
    pub(super) fn chat(&mut self, person: usize) -> u64 {
        if let Some(chat) = self.chats.get(&person) {
            return *chat;
        }
        let chat = self.open(Some(person), 0);
        self.chats.insert(person, chat);
        chat
    }

    /// Why nothing can be written in a channel.
    fn barred(&self, channel: u64, file: bool) -> Option<Answered> {
        match self.channels.get(&channel) {
            None => Some(no(404, 10003)),
            Some(there) if there.gone => Some(no(404, 10003)),
            Some(there) if !there.open => Some(no(403, 50001)),
            Some(there) if file && !there.files => Some(no(403, 50013)),
            Some(there) if there.person.is_some_and(|person| self.shy.get(&person) == Some(&true)) => {
                Some(no(403, CLOSED))
            }
            Some(_) => None,
        }
    }

    fn create(&mut self, now: i64, channel: u64, body: &Value, file: Option<&[u8]>) -> Answered {
        let nonce = (channel, body["nonce"].as_str().unwrap_or_default().to_owned());
        let made = self.nonces.get(&nonce).copied();
        if let Some(refused) = self.barred(channel, file.is_some()) {
            if refused.1["code"] == CLOSED {
                // Nothing is said to somebody who takes no messages, also not which one stands there already.
                self.forgotten.extend(made.map(|(message, _)| message));
            }
            return refused;
        }
        if let Some((message, at)) = made {
            if now - at < NONCE_MS {
                return yes(json!({ "id": message.to_string() }));
            }
            self.forgotten.insert(message);
        }
        let number = self.number();
        let mut message = Message::new(channel, None);
        message.write(now, body, file);
        self.calls.extend(calls(number, body));
        self.messages.insert(number, message);
        self.nonces.insert(nonce, (number, now));
        yes(json!({ "id": number.to_string() }))
    }

    fn change(
        &mut self,
        now: i64,
        way: &str,
        channel: u64,
        number: u64,
        body: &Value,
        file: Option<&[u8]>,
    ) -> Answered {
        match self.channels.get(&channel) {
            Some(there) if there.gone => return no(404, 10003),
            Some(there) if !there.open => return no(403, 50001),
            Some(there) if file.is_some() && !there.files => return no(403, 50013),
            Some(_) => {}
            None => return no(404, 10003),
        }
        let Some(message) = self.messages.get_mut(&number).filter(|message| message.only.is_none()) else {
            return no(404, 10008);
        };
        if way == "DELETE" {
            self.messages.remove(&number);
            return (204, Value::Null, None);
        }
        message.write(now, body, file);
        yes(json!({ "id": number.to_string() }))
    }

    fn callback(&mut self, now: i64, interaction: u64, token: &str, body: &Value) -> Answered {
        let Some(asked) = self.asked.get(&interaction).filter(|asked| asked.token == token) else {
            return no(404, 10062);
        };
        if asked.stage != Stage::Fresh {
            return no(400, 40060);
        }
        if now - asked.at > limits::ANSWER_MS as i64 {
            return no(404, 10062);
        }
        let kind = body["type"].as_u64().unwrap_or(0);
        let (person, channel, source) = (asked.person, asked.channel, asked.source);
        let mut original = source;
        match kind {
            4 | 5 => {
                let secret = kind == 5 || body["data"]["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
                if !secret && self.channels.get(&channel).is_none_or(|there| there.gone) {
                    return no(404, 10003);
                }
                let number = self.number();
                let mut message = Message::new(channel, secret.then_some(person));
                message.write(now, &body["data"], None);
                message.loading = kind == 5;
                self.calls.extend(calls(number, &body["data"]));
                self.messages.insert(number, message);
                original = Some(number);
            }
            7 => match source.and_then(|source| self.messages.get_mut(&source)) {
                Some(message) => message.write(now, &body["data"], None),
                None => return no(404, 10008),
            },
            _ => {}
        }
        if let Some(asked) = self.asked.get_mut(&interaction) {
            (asked.stage, asked.original) = (Stage::Said(kind), original);
        }
        let message = original.map(|number| json!({ "id": number.to_string() }));
        yes(
            json!({ "interaction": { "id": interaction.to_string() }, "resource": { "type": kind, "message": message } }),
        )
    }

    fn original(&mut self, now: i64, way: &str, token: &str, body: &Value, file: Option<&[u8]>) -> Answered {
        let Some(asked) = self.by_live_token(now, token) else {
            if way == "GET" {
                self.forgotten.extend(self.answer_of(token));
            }
            return no(401, 50027);
        };
        if asked.stage == Stage::Fresh {
            return no(404, 10015);
        }
        let Some(number) = asked.original else {
            return no(404, 10008);
        };
        let Some(message) = self.messages.get_mut(&number) else {
            return no(404, 10008);
        };
        if way == "DELETE" {
            self.messages.remove(&number);
            self.taken_away.insert(number);
            return (204, Value::Null, None);
        }
        if way == "PATCH" {
            message.write(now, body, file);
        }
        let flags = if message.only.is_some() { EPHEMERAL } else { 0 };
        let flags = flags | if message.loading { LOADING } else { 0 };
        yes(json!({ "id": number.to_string(), "flags": flags }))
    }

    fn follow_up(&mut self, now: i64, token: &str, body: &Value) -> Answered {
        let Some(asked) = self.by_live_token(now, token) else {
            return no(401, 50027);
        };
        if asked.stage == Stage::Fresh {
            return no(404, 10015);
        }
        let (channel, person) = (asked.channel, asked.person);
        let number = self.number();
        let secret = body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        let mut message = Message::new(channel, secret.then_some(person));
        message.write(now, body, None);
        self.messages.insert(number, message);
        yes(json!({ "id": number.to_string() }))
    }

    fn by_live_token(&self, now: i64, token: &str) -> Option<&Asked> {
        let asked = self.asked.get(&self.of_token(token)?)?;
        (now - asked.at <= limits::TOKEN_MS as i64).then_some(asked)
    }
}
