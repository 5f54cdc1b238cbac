//! The catalogue of routes. Templates and parameters have the names of openapi.json.

use axum::http::Method;
use futures_util::future::BoxFuture;

use super::rates::Bucket::{self, Answers, ChannelEdits, Deletes, Exempt, FollowUps, Messages, Own, Reactions};
use super::verbs::{DELETE, GET, PATCH, POST, PUT};
use super::{
    Answer, Call, Params, application as app, channels, commands, emojis, interactions as answers, messages, pins,
    polls, reactions, threads,
};

/// One route.
pub(super) struct Route {
    pub(super) method: Method,
    pub(super) template: &'static str,
    /// Whether it needs the bot's token.
    pub(super) authorised: bool,
    pub(super) bucket: Bucket,
    pub(super) run: Run,
}

/// What answers a route.
pub(super) enum Run {
    Now(fn(&Call) -> Answer),
    Later(fn(Call) -> BoxFuture<'static, Answer>),
}

const fn bot(method: Method, template: &'static str, bucket: Bucket, run: fn(&Call) -> Answer) -> Route {
    Route {
        method,
        template,
        authorised: true,
        bucket,
        run: Run::Now(run),
    }
}

const fn open(method: Method, template: &'static str, bucket: Bucket, run: fn(&Call) -> Answer) -> Route {
    Route {
        method,
        template,
        authorised: false,
        bucket,
        run: Run::Now(run),
    }
}

const fn slow(
    method: Method,
    template: &'static str,
    bucket: Bucket,
    run: fn(Call) -> BoxFuture<'static, Answer>,
) -> Route {
    Route {
        method,
        template,
        authorised: true,
        bucket,
        run: Run::Later(run),
    }
}

/// Where a path fits several templates, the first of them counts.
#[rustfmt::skip]
const ROUTES: &[Route] = &[
    open(POST, "/interactions/{interaction_id}/{interaction_token}/callback", Exempt, answers::callback),
    open(POST, "/webhooks/{webhook_id}/{webhook_token}", FollowUps, answers::follow_up),
    open(GET, "/webhooks/{webhook_id}/{webhook_token}/messages/@original", Answers, answers::get),
    open(PATCH, "/webhooks/{webhook_id}/{webhook_token}/messages/@original", Answers, answers::edit),
    open(DELETE, "/webhooks/{webhook_id}/{webhook_token}/messages/@original", Answers, answers::delete),
    open(GET, "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", Answers, answers::get),
    open(PATCH, "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", Answers, answers::edit),
    open(DELETE, "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", Answers, answers::delete),
    open(GET, "/gateway", Own, app::gateway),
    bot(GET, "/gateway/bot", Own, app::gateway_bot),
    bot(GET, "/oauth2/applications/@me", Own, app::application),
    bot(GET, "/applications/@me", Own, app::application),
    slow(PATCH, "/applications/@me", Own, app::edit),
    bot(GET, "/applications/{application_id}/commands", Own, commands::list),
    bot(PUT, "/applications/{application_id}/commands", Own, commands::replace),
    bot(POST, "/applications/{application_id}/commands", Own, commands::create),
    bot(GET, "/applications/{application_id}/commands/{command_id}", Own, commands::get),
    bot(PATCH, "/applications/{application_id}/commands/{command_id}", Own, commands::edit),
    bot(DELETE, "/applications/{application_id}/commands/{command_id}", Own, commands::delete),
    bot(GET, "/applications/{application_id}/guilds/{guild_id}/commands", Own, commands::list),
    bot(PUT, "/applications/{application_id}/guilds/{guild_id}/commands", Own, commands::replace),
    bot(POST, "/applications/{application_id}/guilds/{guild_id}/commands", Own, commands::create),
    bot(GET, "/applications/{application_id}/guilds/{guild_id}/commands/permissions", Own, commands::all_permissions),
    bot(GET, "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions", Own, commands::permissions),
    bot(PUT, "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions", Own, commands::set_permissions),
    bot(GET, "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", Own, commands::get),
    bot(PATCH, "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", Own, commands::edit),
    bot(DELETE, "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", Own, commands::delete),
    bot(GET, "/applications/{application_id}/emojis", Own, emojis::list),
    bot(POST, "/applications/{application_id}/emojis", Own, emojis::create),
    bot(GET, "/applications/{application_id}/emojis/{emoji_id}", Own, emojis::get),
    bot(PATCH, "/applications/{application_id}/emojis/{emoji_id}", Own, emojis::edit),
    bot(DELETE, "/applications/{application_id}/emojis/{emoji_id}", Own, emojis::delete),
    bot(GET, "/users/@me", Own, app::me),
    bot(GET, "/users/@me/guilds", Own, app::my_guilds),
    bot(POST, "/users/@me/channels", Own, channels::open_direct),
    bot(GET, "/users/{user_id}", Own, app::user),
    bot(GET, "/guilds/{guild_id}", Own, app::guild),
    bot(GET, "/guilds/{guild_id}/channels", Own, channels::list),
    bot(POST, "/guilds/{guild_id}/channels", Own, channels::create),
    bot(GET, "/guilds/{guild_id}/members", Own, app::members),
    bot(GET, "/guilds/{guild_id}/members/search", Own, app::search_members),
    bot(GET, "/guilds/{guild_id}/members/{user_id}", Own, app::member),
    bot(GET, "/guilds/{guild_id}/roles", Own, app::roles),
    bot(GET, "/guilds/{guild_id}/threads/active", Own, threads::active),
    bot(GET, "/channels/{channel_id}", Own, channels::get),
    bot(PATCH, "/channels/{channel_id}", ChannelEdits, channels::edit),
    bot(DELETE, "/channels/{channel_id}", Own, channels::delete),
    bot(GET, "/channels/{channel_id}/messages", Own, messages::list),
    bot(POST, "/channels/{channel_id}/messages", Messages, messages::create),
    bot(POST, "/channels/{channel_id}/messages/bulk-delete", Own, messages::bulk_delete),
    bot(GET, "/channels/{channel_id}/messages/pins", Own, pins::list),
    bot(PUT, "/channels/{channel_id}/messages/pins/{message_id}", Own, pins::pin),
    bot(DELETE, "/channels/{channel_id}/messages/pins/{message_id}", Own, pins::unpin),
    bot(GET, "/channels/{channel_id}/pins", Own, pins::old_list),
    bot(PUT, "/channels/{channel_id}/pins/{message_id}", Own, pins::pin),
    bot(DELETE, "/channels/{channel_id}/pins/{message_id}", Own, pins::unpin),
    bot(GET, "/channels/{channel_id}/messages/{message_id}", Own, messages::get),
    bot(PATCH, "/channels/{channel_id}/messages/{message_id}", Messages, messages::edit),
    bot(DELETE, "/channels/{channel_id}/messages/{message_id}", Deletes, messages::delete),
    bot(POST, "/channels/{channel_id}/messages/{message_id}/threads", Own, threads::from_message),
    bot(PUT, "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", Reactions, reactions::add),
    bot(DELETE, "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me", Reactions, reactions::remove),
    bot(DELETE, "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}", Reactions, reactions::remove),
    bot(GET, "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}", Own, reactions::list),
    bot(DELETE, "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}", Reactions, reactions::clear),
    bot(DELETE, "/channels/{channel_id}/messages/{message_id}/reactions", Reactions, reactions::clear),
    bot(GET, "/channels/{channel_id}/polls/{message_id}/answers/{answer_id}", Own, polls::voters),
    bot(POST, "/channels/{channel_id}/polls/{message_id}/expire", Own, polls::expire),
    bot(POST, "/channels/{channel_id}/threads", Own, threads::standalone),
    bot(POST, "/channels/{channel_id}/typing", Own, channels::typing),
    bot(GET, "/channels/{channel_id}/thread-members", Own, threads::members),
    bot(PUT, "/channels/{channel_id}/thread-members/@me", Own, threads::join),
    bot(DELETE, "/channels/{channel_id}/thread-members/@me", Own, threads::leave),
    bot(GET, "/channels/{channel_id}/thread-members/{user_id}", Own, threads::member),
    bot(PUT, "/channels/{channel_id}/thread-members/{user_id}", Own, threads::join),
    bot(DELETE, "/channels/{channel_id}/thread-members/{user_id}", Own, threads::leave),
];

/// What a path leads to.
pub(super) enum Found {
    Route(&'static Route, Params),
    /// The path exists, but not for this method.
    OtherMethod(&'static str),
    Nothing,
}

/// Finds the route of a path below `/api/v10` or `/api/v9`.
pub(super) fn find(method: &Method, path: &str) -> Found {
    let mut other = None;
    for route in ROUTES {
        let Some(params) = matches(route.template, path) else {
            continue;
        };
        if route.method == *method {
            return Found::Route(route, params);
        }
        other.get_or_insert(route.template);
    }
    other.map_or(Found::Nothing, Found::OtherMethod)
}

/// The parameters of a path that fits a template.
fn matches(template: &'static str, path: &str) -> Option<Params> {
    let mut params = Vec::new();
    let mut given = path.split('/');
    for wanted in template.split('/') {
        let part = given.next()?;
        match wanted.strip_prefix('{').and_then(|w| w.strip_suffix('}')) {
            Some(name) if !part.is_empty() => params.push((name, part.replace("%40", "@"))),
            Some(_) => return None,
            None if wanted == part || (wanted.starts_with('@') && part == wanted.replace('@', "%40")) => {}
            None => return None,
        }
    }
    given.next().is_none().then_some(Params(params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_find_their_routes() {
        let name = |method: Method, path: &str| match find(&method, path) {
            Found::Route(route, params) => (route.template, params.0.into_iter().map(|(_, v)| v).collect::<Vec<_>>()),
            Found::OtherMethod(template) => (template, vec!["405".into()]),
            Found::Nothing => ("", vec![]),
        };
        assert_eq!(name(GET, "/users/@me").0, "/users/@me");
        assert_eq!(name(GET, "/users/%40me").0, "/users/@me");
        assert_eq!(name(GET, "/users/5"), ("/users/{user_id}", vec!["5".into()]));
        assert_eq!(
            name(PATCH, "/webhooks/1/t/messages/@original").0,
            "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
        );
        assert_eq!(
            name(POST, "/channels/1/messages/bulk-delete").0,
            "/channels/{channel_id}/messages/bulk-delete"
        );
        assert_eq!(name(PUT, "/gateway"), ("/gateway", vec!["405".into()]));
        assert_eq!(name(GET, "/nowhere").0, "");
        assert_eq!(name(GET, "/channels//messages").0, "");
    }

    #[test]
    fn no_route_is_listed_twice() {
        for (n, route) in ROUTES.iter().enumerate() {
            let listed_before = ROUTES[..n]
                .iter()
                .any(|r| r.method == route.method && r.template == route.template);
            assert!(!listed_before, "{} {}", route.method, route.template);
        }
    }
}
