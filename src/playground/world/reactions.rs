//! Reactions to a message: each emoji, and who gave it. Servers have no emoji of their own here, so only Unicode's are known.

use serde_json::{Value, json};

use super::Id;
use crate::playground::checks::is_emoji;

/// How many different emoji a message takes.
pub(crate) const MOST: usize = 20;

/// One emoji under a message, and who gave it, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reaction {
    emoji: String,
    users: Vec<Id>,
}

/// What a message has been given, in the order of the first of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reactions(Vec<Reaction>);

impl Reactions {
    /// Who gave an emoji.
    pub(crate) fn users(&self, emoji: &str) -> &[Id] {
        let found = self.0.iter().find(|one| one.emoji == emoji);
        found.map_or(&[], |one| &one.users)
    }

    /// Whether another emoji fits under the message.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Adds somebody's. False if it is there.
    pub(crate) fn add(&mut self, emoji: &str, user: Id) -> bool {
        let known = self.0.iter_mut().find(|one| one.emoji == emoji);
        match known {
            Some(one) if one.users.contains(&user) => return false,
            Some(one) => one.users.push(user),
            None => self.0.push(Reaction {
                emoji: emoji.to_owned(),
                users: vec![user],
            }),
        }
        true
    }

    /// Takes somebody's away. False if it is not there.
    pub(crate) fn take(&mut self, emoji: &str, user: Id) -> bool {
        let Some(one) = self.0.iter_mut().find(|one| one.emoji == emoji) else {
            return false;
        };
        let before = one.users.len();
        one.users.retain(|id| *id != user);
        let taken = one.users.len() < before;
        self.0.retain(|one| !one.users.is_empty());
        taken
    }

    /// Takes an emoji away from everybody, or all of them. False if there was none.
    pub(crate) fn clear(&mut self, emoji: Option<&str>) -> bool {
        let before = self.0.len();
        self.0.retain(|one| emoji.is_some_and(|emoji| one.emoji != emoji));
        self.0.len() < before
    }

    /// How they look to somebody; nothing if there are none.
    pub(crate) fn json(&self, me: Id) -> Option<Value> {
        let one = |one: &Reaction| {
            let count = one.users.len();
            json!({
                "emoji": emoji_json(&one.emoji), "count": count, "count_details": { "burst": 0, "normal": count },
                "burst_colors": [], "me_burst": false, "me": one.users.contains(&me),
            })
        };
        (!self.0.is_empty()).then(|| self.0.iter().map(one).collect())
    }

    /// Adds to that who gave each.
    pub(crate) fn tell(&self, json: &mut Value) {
        for (json, one) in json.as_array_mut().into_iter().flatten().zip(&self.0) {
            json["users"] = json!(one.users);
        }
    }
}

/// An emoji as events and messages have it.
pub(crate) fn emoji_json(emoji: &str) -> Value {
    json!({ "id": null, "name": emoji })
}

/// The emoji that a path names, percent-encoded; none if it is none that is known here.
pub(crate) fn emoji_in(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let [first, rest @ ..] = left {
        let coded = (*first == b'%').then(|| rest.get(..2).and_then(|two| hex::decode(two).ok()));
        match coded {
            Some(two) => {
                bytes.extend(two?);
                left = &rest[2..];
            }
            None => {
                bytes.push(*first);
                left = rest;
            }
        }
    }
    String::from_utf8(bytes).ok().filter(|text| is_emoji(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emoji_is_known_in_a_path() {
        for (path, emoji) in [
            ("%F0%9F%94%A5", "🔥"),
            ("%f0%9f%91%8d%f0%9f%8f%bd", "👍🏽"),
            ("1%EF%B8%8F%E2%83%A3", "1️⃣"),
            ("%E2%9D%A4%EF%B8%8F", "❤️"),
        ] {
            assert_eq!(emoji_in(path).as_deref(), Some(emoji));
        }
        for path in ["fire", "%F0%9F", "%zz", "1", "", "%20", "name:123", "%F0%9F%94%A5x"] {
            assert_eq!(emoji_in(path), None, "{path}");
        }
    }

    #[test]
    fn each_gives_an_emoji_once_and_what_nobody_gives_is_gone() {
        let mut all = Reactions::default();
        assert!(all.add("🔥", Id(1)) && all.add("🔥", Id(2)) && !all.add("🔥", Id(1)));
        let shown = all.json(Id(2)).expect("one");
        assert_eq!((&shown[0]["count"], &shown[0]["me"]), (&json!(2), &json!(true)));
        assert!(all.take("🔥", Id(1)) && !all.take("🔥", Id(1)) && all.take("🔥", Id(2)));
        assert_eq!(all.json(Id(2)), None);
        assert!(all.add("🔥", Id(1)) && all.add("🎲", Id(1)));
        assert!(all.clear(Some("🔥")) && !all.clear(Some("🔥")) && all.clear(None));
        for n in 0..MOST as u32 {
            let emoji = char::from_u32(0x1F400 + n).expect("an animal");
            assert!(!all.is_full() && all.add(&emoji.to_string(), Id(1)));
        }
        assert!(all.is_full());
    }
}
