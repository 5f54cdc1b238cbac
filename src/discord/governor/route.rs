//! Against which limit a request counts: its route, its major parameter, and whether the limit is the bot's or a token's
//! (docs/DISCORD.md, "Rate limits").

use std::hash::{DefaultHasher, Hash, Hasher};

use reqwest::Method;

/// The limit against which a request counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Route {
    /// No known limit: the first answer to an interaction.
    Callback,
    /// The limits of the token of an interaction.
    Token(Key),
    /// The limits of the bot: the global one, and the one of this route.
    Bot(Key),
}

/// One bucket: a route, and the channel, server or token for which Discord counts it separately. Both are numbers that only
/// have to differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::discord) struct Key {
    /// The route.
    pub(super) route: u64,
    /// The major parameter; 0 if there is none.
    pub(super) major: u64,
}

/// A hash that stands for a value.
pub(in crate::discord) fn number(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The route of sending and editing messages.
pub(super) fn messages() -> u64 {
    number("messages")
}

impl Route {
    /// The route of sending or editing a message in a channel. Both are said to share a bucket, and it does no harm to send
    /// less than Discord accepts.
    pub(in crate::discord) fn messages(channel: u64) -> Route {
        Route::Bot(Key {
            route: messages(),
            major: channel,
        })
    }

    /// The route of deleting a message in a channel.
    pub(in crate::discord) fn deletion(channel: u64) -> Route {
        Route::Bot(Key {
            route: number("deletion"),
            major: channel,
        })
    }

    /// The route of a request to a path below `/api/v10`.
    pub(in crate::discord) fn of(method: &Method, path: &str) -> Route {
        let bare = path.split('?').next().unwrap_or_default();
        let parts: Vec<&str> = bare.split('/').skip(1).collect();
        match (method.as_str(), parts.as_slice()) {
            (_, ["interactions", _, _, "callback"]) => Route::Callback,
            (_, ["webhooks", _, token, ..]) => Route::Token(Key {
                route: number("token"),
                major: number(token),
            }),
            ("POST", ["channels", channel, "messages"]) | ("PATCH", ["channels", channel, "messages", _]) => {
                Route::messages(channel.parse().unwrap_or_default())
            }
            ("DELETE", ["channels", channel, "messages", _]) => Route::deletion(channel.parse().unwrap_or_default()),
            (method, [kind @ ("channels" | "guilds"), major, rest @ ..]) => Route::Bot(Key {
                route: number((method, kind, named(rest))),
                major: major.parse().unwrap_or_default(),
            }),
            (method, parts) => Route::Bot(Key {
                route: number((method, named(parts))),
                major: 0,
            }),
        }
    }
}

/// The parts of a path that are not numbers: which object a number names does not matter for the route.
fn named<'p>(parts: &[&'p str]) -> Vec<&'p str> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let name = |part: &&'p str| if is_number(part) { "" } else { *part };
    parts.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(method: &str, path: &str) -> Route {
        Route::of(&method.parse().expect("a method"), path)
    }

    #[test]
    fn what_counts_together_has_one_route_and_what_does_not_has_another() {
        assert_eq!(
            of("POST", "/interactions/1/token/callback?with_response=true"),
            Route::Callback
        );
        let create = of("POST", "/channels/7/messages");
        assert_eq!(create, of("PATCH", "/channels/7/messages/8"));
        assert_eq!(create, Route::messages(7));
        assert_ne!(
            create,
            of("PATCH", "/channels/8/messages/8"),
            "each channel counts for itself"
        );
        let delete = of("DELETE", "/channels/7/messages/8");
        assert_eq!(delete, Route::deletion(7));
        assert_ne!(delete, create);
        assert_ne!(of("GET", "/channels/7"), of("POST", "/channels/7/threads"));
        assert_ne!(of("GET", "/channels/7"), of("GET", "/channels/8"));
        assert_eq!(of("POST", "/users/@me/channels"), of("POST", "/users/@me/channels"));
        assert_eq!(
            of("PUT", "/applications/5/commands"),
            of("PUT", "/applications/6/commands")
        );
    }

    #[test]
    fn all_that_one_token_asks_for_counts_together() {
        let edit = of("PATCH", "/webhooks/5/abc/messages/@original");
        assert!(matches!(edit, Route::Token(_)));
        assert_eq!(edit, of("POST", "/webhooks/5/abc"));
        assert_ne!(edit, of("POST", "/webhooks/5/def"));
    }
}
