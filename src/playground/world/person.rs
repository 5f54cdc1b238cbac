//! People and the bot, as users and as members of the guild.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use super::Id;
use crate::playground::config::PersonSpec;
use crate::playground::snowflake::iso;

/// Someone who plays.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) locale: String,
    /// Whether the bot may write to them.
    pub(crate) dms_open: bool,
    pub(crate) joined_ms: u64,
    /// When they last did something that the bot hears of.
    pub(crate) acted: Option<Instant>,
    /// Whether the bot and they have used a channel of their own.
    pub(crate) met: bool,
    /// Their channel with the bot, once there is one.
    pub(crate) direct: Option<Id>,
    /// The newest message that they have read, by channel.
    pub(crate) read: BTreeMap<Id, Id>,
}

impl Person {
    pub(crate) fn new(id: Id, spec: &PersonSpec) -> Self {
        Person {
            id,
            name: spec.name.clone(),
            locale: spec.locale.clone(),
            dms_open: spec.dms_open,
            joined_ms: id.made_at(),
            acted: None,
            met: false,
            direct: None,
            read: BTreeMap::new(),
        }
    }

    /// The user object. Usernames are in lower case without spaces; the name as given is the display name.
    pub(crate) fn user_json(&self) -> Value {
        user_json(
            self.id,
            &self.name.to_lowercase().replace(' ', "_"),
            Some(&self.name),
            false,
        )
    }
}

/// The bot's user object.
pub(crate) fn bot_json(id: Id, name: &str) -> Value {
    user_json(id, name, None, true)
}

fn user_json(id: Id, username: &str, shown: Option<&str>, bot: bool) -> Value {
    let mut user = json!({
        "id": id, "username": username, "global_name": shown, "discriminator": if bot { "0001" } else { "0" }, "avatar": null,
        "avatar_decoration_data": null, "collectibles": null, "banner": null, "accent_color": null, "public_flags": 0, "flags": 0,
        "primary_guild": null,
    });
    if bot {
        user["bot"] = json!(true);
    }
    user
}

/// A member object without its user.
pub(crate) fn member_json(roles: &[Id], joined_ms: u64) -> Value {
    json!({
        "avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0, "joined_at": iso(joined_ms), "nick": null,
        "pending": false, "premium_since": null, "roles": roles, "mute": false, "deaf": false,
    })
}
