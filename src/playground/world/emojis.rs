//! The application's own emojis (docs/DISCORD.md, "Application emojis").

use axum::body::Bytes;
use serde_json::{Value, json};

use super::{Id, World};

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
    /// The type of its image.
    pub(crate) content_type: String,
    pub(crate) image: Bytes,
}

impl Emoji {
    /// The emoji object. A bot has uploaded it.
    pub(crate) fn json(&self, world: &World) -> Value {
        json!({
            "id": self.id, "name": self.name, "roles": [], "user": world.user_json(world.app), "require_colons": true,
            "managed": false, "animated": self.content_type == "image/gif", "available": true,
        })
    }
}
