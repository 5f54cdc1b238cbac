//! Which emojis Discord has of the icons that messages name, and how they come into a body.
//!
//! A message names icons, whatever Discord has of them. Only the body that leaves has emojis. So what Discord has never makes
//! two messages differ, and no message is edited only because an emoji is there now.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::discord::payload::ICON;

/// The emojis that Discord has, by the names of their icons. Clones share the same knowledge.
#[derive(Clone, Default)]
pub(in crate::discord) struct Emojis(Arc<Known>);

#[derive(Default)]
struct Known {
    known: RwLock<HashMap<String, Value>>,
    refused: Notify,
}

impl Emojis {
    /// Discord has an emoji of this icon, under this id. Messages call it by the icon's name, which can be said: Discord goes by
    /// the id (docs/DISCORD.md, "Application emojis").
    pub(in crate::discord) fn learn(&self, icon: &str, id: &str) {
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(icon.to_owned(), json!({ "id": id, "name": icon }));
    }

    /// Forgets all emojis, because Discord has refused one of them.
    pub(super) fn forget(&self) {
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        known.clear();
        self.0.refused.notify_one();
    }

    /// Waits until Discord refuses an emoji, or has refused one since the last time.
    pub(in crate::discord) async fn refused(&self) {
        self.0.refused.notified().await;
    }

    /// The body with emojis in place of icons, or without those icons; and whether the body has emojis.
    pub(in crate::discord) fn put_into(&self, body: &Value) -> (Value, bool) {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut body = body.clone();
        let has_emojis = put(&mut body, &known);
        (body, has_emojis)
    }
}

/// Whether a button or an option of a body names an icon.
pub(super) fn names_icons(body: &Value) -> bool {
    match body {
        Value::Array(items) => items.iter().any(names_icons),
        Value::Object(fields) => fields.contains_key(ICON) || fields.values().any(names_icons),
        _ => false,
    }
}

fn put(value: &mut Value, known: &HashMap<String, Value>) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().fold(false, |any, item| put(item, known) | any),
        Value::Object(fields) => {
            let icon = fields.shift_remove(ICON);
            let emoji = icon.and_then(|icon| known.get(icon.as_str()?).cloned());
            let inner = fields.values_mut().fold(false, |any, field| put(field, known) | any);
            let is_known = emoji.is_some();
            fields.extend(emoji.map(|emoji| ("emoji".to_owned(), emoji)));
            inner | is_known
        }
        _ => false,
    }
}
