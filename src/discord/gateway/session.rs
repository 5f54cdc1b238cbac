//! A session with Discord's gateway, as another process can go on with it.

use std::collections::BTreeSet;

use poise::serenity_prelude::GatewayIntents;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::KeptSession;

/// What the bot hears of. It only counts messages, to know when the public message is buried. It neither requests nor reads their content.
pub(super) const INTENTS: GatewayIntents = GatewayIntents::GUILDS.union(GatewayIntents::GUILD_MESSAGES);

/// A session of one shard. Whoever has it and the bot's token hears what the bot hears, so it is never logged.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::discord) struct Session {
    pub(in crate::discord) shard: u32,
    pub(in crate::discord) shards: u32,
    id: String,
    /// The last event that was passed on.
    seq: u64,
    /// Where the session is resumed.
    url: String,
    /// READY without its servers.
    ready: Value,
    /// The servers of the shard: those of READY, with what has changed since.
    guilds: BTreeSet<String>,
    /// Whether another bot may have answered interactions that come after the last event.
    #[serde(skip)]
    pub(super) may_repeat: bool,
}

/// A session as it is kept in the database.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// What the session tells of. A bot that wants to hear of something else begins another one.
    intents: u64,
    session: Session,
}

/// The envelope of a frame.
#[derive(Deserialize)]
pub(super) struct Head {
    pub(super) op: u64,
    #[serde(default)]
    pub(super) s: Option<u64>,
    #[serde(default)]
    pub(super) t: Option<String>,
}

/// What some events are about.
#[derive(Deserialize)]
struct About {
    d: Thing,
}

#[derive(Deserialize)]
struct Thing {
    id: String,
    #[serde(default)]
    unavailable: Option<bool>,
}

/// The id of what an event is about.
pub(super) fn id(event: &str) -> Option<String> {
    serde_json::from_str::<About>(event).ok().map(|about| about.d.id)
}

impl Session {
    /// The session that a READY has begun.
    pub(super) fn begun((shard, shards): (u32, u32), event: &str) -> Option<Session> {
        let mut frame: Value = serde_json::from_str(event).ok()?;
        let mut ready = frame["d"].take();
        let guilds = ready.as_object_mut()?.remove("guilds")?;
        let guilds = guilds.as_array()?.iter();
        Some(Session {
            shard,
            shards,
            id: ready["session_id"].as_str()?.to_owned(),
            seq: frame["s"].as_u64()?,
            url: ready["resume_gateway_url"].as_str()?.to_owned(),
            guilds: guilds
                .filter_map(|guild| guild["id"].as_str().map(str::to_owned))
                .collect(),
            ready,
            may_repeat: false,
        })
    }

    /// A session that was kept in the database.
    pub(super) fn of_kept(kept: &KeptSession) -> Option<Session> {
        let Kept { intents, session } = serde_json::from_str(&kept.session).ok()?;
        (intents == INTENTS.bits()).then_some(Session {
            seq: kept.seq,
            may_repeat: true,
            ..session
        })
    }

    /// The session as it is kept in the database, where only the number of the last event changes often.
    pub(super) fn kept(mut self) -> Option<KeptSession> {
        let (shard, seq) = (self.shard, std::mem::take(&mut self.seq));
        let kept = Kept {
            intents: INTENTS.bits(),
            session: self,
        };
        let session = serde_json::to_string(&kept).ok()?;
        Some(KeptSession { shard, session, seq })
    }

    /// Notes an event that is passed on.
    pub(super) fn note(&mut self, head: &Head, event: &str) {
        self.seq = head.s.unwrap_or(self.seq);
        let (Some(kind @ ("GUILD_CREATE" | "GUILD_DELETE")), Ok(About { d: guild })) =
            (head.t.as_deref(), serde_json::from_str(event))
        else {
            return;
        };
        match kind {
            "GUILD_CREATE" => drop(self.guilds.insert(guild.id)),
            // An outage changes nothing.
            _ if guild.unavailable == Some(true) => {}
            _ => drop(self.guilds.remove(&guild.id)),
        }
    }

    /// The client resumes the session by itself, after this event.
    pub(super) fn resumed_after(&mut self, seq: u64) {
        self.seq = seq;
    }

    /// Whether this is the session of that id.
    pub(super) fn is(&self, id: &str) -> bool {
        self.id == id
    }

    /// Where the session is resumed, if that is a place of the same gateway. Another one is never told the token.
    pub(super) fn url(&self, gateway: &str) -> Option<&str> {
        let parse = |url: &str| reqwest::Url::parse(url).ok();
        let (own, known) = (parse(&self.url)?, parse(gateway)?);
        let discord = |url: &reqwest::Url| url.host_str().is_some_and(|host| host.ends_with(".discord.gg"));
        let same = own.host_str() == known.host_str() || (discord(&own) && discord(&known));
        (same && own.scheme() == known.scheme()).then_some(&self.url)
    }

    /// RESUME.
    pub(super) fn resume(&self, token: &str) -> String {
        json!({ "op": 6, "d": { "token": token, "session_id": self.id, "seq": self.seq } }).to_string()
    }

    /// READY as it would be now.
    pub(super) fn ready(&self) -> String {
        let mut ready = self.ready.clone();
        let guilds = self.guilds.iter().map(|id| json!({ "id": id, "unavailable": true }));
        ready["guilds"] = guilds.collect();
        json!({ "t": "READY", "s": self.seq, "op": 0, "d": ready }).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun() -> Session {
        let ready = json!({ "t": "READY", "s": 1, "op": 0, "d": {
            "v": 10, "session_id": "abc", "resume_gateway_url": "wss://gateway-us-east1-b.discord.gg",
            "guilds": [{ "id": "5", "unavailable": true }, { "id": "6", "unavailable": true }],
        } });
        Session::begun((1, 2), &ready.to_string()).expect("a READY")
    }

    fn hears(session: &mut Session, event: &Value) {
        let event = event.to_string();
        let head = serde_json::from_str(&event).expect("an envelope");
        session.note(&head, &event);
    }

    #[test]
    fn ready_names_the_servers_of_now_so_that_nobody_takes_the_bot_for_removed() {
        let mut session = begun();
        hears(
            &mut session,
            &json!({ "op": 0, "s": 2, "t": "GUILD_CREATE", "d": { "id": "7", "name": "new" } }),
        );
        hears(
            &mut session,
            &json!({ "op": 0, "s": 3, "t": "GUILD_DELETE", "d": { "id": "5", "unavailable": true } }),
        );
        hears(
            &mut session,
            &json!({ "op": 0, "s": 4, "t": "GUILD_DELETE", "d": { "id": "6" } }),
        );
        hears(
            &mut session,
            &json!({ "op": 0, "s": 5, "t": "MESSAGE_CREATE", "d": { "id": "6" } }),
        );
        let ready: Value = serde_json::from_str(&session.ready()).expect("a frame");
        let guilds: Vec<_> = ready["d"]["guilds"].as_array().expect("servers").iter().collect();
        assert_eq!(guilds.iter().map(|guild| &guild["id"]).collect::<Vec<_>>(), ["5", "7"]);
        assert_eq!((&ready["s"], &ready["d"]["session_id"]), (&json!(5), &json!("abc")));
        let resume: Value = serde_json::from_str(&session.resume("T")).expect("a frame");
        let wanted = json!({ "token": "T", "session_id": "abc", "seq": 5 });
        assert_eq!(resume, json!({ "op": 6, "d": wanted }));
    }

    #[test]
    fn the_token_goes_to_no_other_gateway() {
        let mut session = begun();
        assert!(session.url("wss://gateway.discord.gg").is_some());
        assert_eq!(session.url("ws://127.0.0.1:9/gateway"), None);
        for elsewhere in [
            "wss://discord.gg.example.org",
            "ws://gateway-us-east1-b.discord.gg",
            "wss://evildiscord.gg",
            "",
        ] {
            session.url = elsewhere.to_owned();
            assert_eq!(session.url("wss://gateway.discord.gg"), None, "{elsewhere}");
        }
        session.url = "ws://127.0.0.1:9/gateway".to_owned();
        assert!(session.url("ws://127.0.0.1:9/gateway").is_some());
    }

    #[test]
    fn a_kept_session_is_the_same_and_only_its_number_changes_with_each_event() {
        let mut session = begun();
        let before = session.clone().kept().expect("it is kept");
        hears(
            &mut session,
            &json!({ "op": 0, "s": 9, "t": "INTERACTION_CREATE", "d": { "id": "6" } }),
        );
        let after = session.clone().kept().expect("it is kept");
        assert_eq!((&before.session, before.seq, after.seq), (&after.session, 1, 9));
        let again = Session::of_kept(&after).expect("a session");
        assert_eq!(
            (again.resume("T"), again.ready()),
            (session.resume("T"), session.ready())
        );
        assert!(again.may_repeat && !session.may_repeat);
        let own = format!("\"intents\":{}", INTENTS.bits());
        let others = [
            ("{}".to_owned(), "none"),
            (after.session.replace(&own, "\"intents\":1"), "other intents"),
        ];
        for (session, which) in others {
            assert!(
                Session::of_kept(&KeptSession {
                    session,
                    ..after.clone()
                })
                .is_none(),
                "{which}"
            );
        }
    }

    #[test]
    fn what_is_no_ready_begins_no_session() {
        for event in ["", "{}", r#"{"op":0,"s":1,"t":"READY","d":{"guilds":[]}}"#] {
            assert!(Session::begun((0, 1), event).is_none(), "{event}");
        }
    }
}
