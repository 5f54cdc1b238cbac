//! Requests as such: who may ask, what Discord refuses and how, and the headers of the limits.

use reqwest::Method;
use serde_json::json;

use super::{has, list};
use crate::conform::client::{Answer, Request};
use crate::conform::trial::{Trial, text};
use crate::conform::verdict::{Tried, differs, expect};

pub(in crate::conform) async fn user_agent(t: &mut Trial) -> Tried {
    let mut request = Request::new(Method::GET, "/users/@me");
    request.agent = false;
    t.send(request).await?.refused(403, 40333)
}

pub(in crate::conform) async fn own_user(t: &mut Trial) -> Tried {
    let answer = t.get("/users/@me").await?.ok()?;
    let named = answer.body["id"].is_string() && answer.body["username"].is_string();
    expect(named, "the bot's own user has no id or no username")?;
    expect(answer.body["bot"] == true, "the bot's own user is not marked as a bot")
}

pub(in crate::conform) async fn application(t: &mut Trial) -> Tried {
    let answer = t.get("/applications/@me").await?.ok()?;
    has(&answer.body, "id name flags owner")?;
    expect(answer.body["flags"].is_u64(), "the application's flags are no number")
}

pub(in crate::conform) async fn gateway_address(t: &mut Trial) -> Tried {
    let answer = t
        .send(Request::new(Method::GET, "/gateway").without_token())
        .await?
        .ok()?;
    let url = text(&answer.body["url"]);
    expect(url.starts_with("ws"), "/gateway tells no address of a WebSocket")
}

pub(in crate::conform) async fn gateway_bot(t: &mut Trial) -> Tried {
    let answer = t.get("/gateway/bot").await?.ok()?;
    has(&answer.body, "url shards session_start_limit")?;
    let limit = &answer.body["session_start_limit"];
    for key in ["total", "remaining", "reset_after", "max_concurrency"] {
        expect(limit[key].is_u64(), format!("session_start_limit has no number {key}"))?;
    }
    Ok(())
}

pub(in crate::conform) async fn older_version(t: &mut Trial) -> Tried {
    let mut request = Request::new(Method::GET, "/users/@me");
    request.version = "v9";
    t.send(request).await?.is(200)
}

pub(in crate::conform) async fn unknown_channel(t: &mut Trial) -> Tried {
    // The bot's own id is no channel's.
    let path = format!("/channels/{}", t.user);
    t.get(path).await?.refused(404, 10003)
}

pub(in crate::conform) async fn unknown_message(t: &mut Trial) -> Tried {
    let path = format!("{}/{}", t.messages(), t.user);
    t.get(path).await?.refused(404, 10008)
}

pub(in crate::conform) async fn unknown_route(t: &mut Trial) -> Tried {
    let answer = t.get("/whistle-conform").await?;
    answer.refused(404, 0)?;
    expect(
        answer.body["message"] == "404: Not Found",
        "the message is not \"404: Not Found\"",
    )
}

pub(in crate::conform) async fn wrong_method(t: &mut Trial) -> Tried {
    t.post("/gateway", json!({})).await?.refused(405, 0)
}

pub(in crate::conform) async fn form_errors(t: &mut Trial) -> Tried {
    let answer = t.try_message(json!({ "content": "x".repeat(2001) })).await?;
    answer.refused_at("content", "BASE_TYPE_MAX_LENGTH")?;
    let leaf = &answer.body["errors"]["content"]["_errors"][0];
    expect(leaf["message"].is_string(), "a wrong field is not told in words")
}

pub(in crate::conform) async fn content_type(t: &mut Trial) -> Tried {
    let path = t.messages();
    let mut request = Request::new(Method::POST, path).body(json!({ "content": "x" }));
    request.plain = true;
    t.try_upload(request).await?.refused_form()
}

/// The name of the bucket that an answer counts against.
fn bucket(answer: &Answer) -> Tried<String> {
    match answer.header("x-ratelimit-bucket") {
        Some(name) => Ok(name.to_owned()),
        None => differs("an answer had no X-RateLimit-Bucket"),
    }
}

pub(in crate::conform) async fn limit_headers(t: &mut Trial) -> Tried {
    let answer = t
        .try_message(json!({ "content": "What do the headers say?" }))
        .await?
        .ok()?;
    bucket(&answer)?;
    let number = |name: &str| match answer.number(name) {
        Some(number) => Ok(number),
        None => differs(format!("there was no number in {name}")),
    };
    let (limit, remaining) = (number("X-RateLimit-Limit")?, number("X-RateLimit-Remaining")?);
    let (reset, after) = (number("X-RateLimit-Reset")?, number("X-RateLimit-Reset-After")?);
    let counted = limit >= 1.0 && remaining >= 0.0 && remaining < limit;
    expect(
        counted,
        format!("of a limit of {limit}, {remaining} remained after a request"),
    )?;
    let timed = after > 0.0 && after < 3_600.0 && reset > 1.6e9;
    expect(
        timed,
        format!("the limit is to be reset after {after} s, which is no good time"),
    )
}

pub(in crate::conform) async fn limit_counts_down(t: &mut Trial) -> Tried {
    let mut before: Option<(f64, f64)> = None;
    // A window may end in between, but not each time.
    for _ in 0..4 {
        let answer = t.try_message(json!({ "content": "One fewer?" })).await?;
        answer.is(200)?;
        let Some(now) = answer
            .number("x-ratelimit-remaining")
            .zip(answer.number("x-ratelimit-reset"))
        else {
            return differs("an answer did not say how many requests remain");
        };
        if before.is_some_and(|(remaining, _)| now.0 + 1.0 == remaining) {
            return Ok(());
        }
        before = Some(now);
    }
    differs("what remains did not become fewer by one with each request")
}

pub(in crate::conform) async fn sending_and_editing(t: &mut Trial) -> Tried {
    let sent = t.try_message(json!({ "content": "Sent." })).await?.ok()?;
    let path = t.message(&sent.body);
    let edited = t.patch(path, json!({ "content": "Edited." })).await?.ok()?;
    expect(
        bucket(&sent)? == bucket(&edited)?,
        "sending and editing count against different buckets",
    )
}

pub(in crate::conform) async fn deleting_by_itself(t: &mut Trial) -> Tried {
    let sent = t.try_message(json!({ "content": "To be deleted." })).await?.ok()?;
    let path = t.message(&sent.body);
    let deleted = t.delete(path).await?;
    deleted.is(204)?;
    expect(
        bucket(&sent)? != bucket(&deleted)?,
        "sending and deleting count against one bucket",
    )
}

pub(in crate::conform) async fn permissions(t: &mut Trial) -> Tried {
    let path = format!("/channels/{}", t.channel);
    let answer = t.get(path).await?.ok()?;
    let overwrites = answer.body["permission_overwrites"].is_array();
    expect(overwrites, "a channel does not tell its permission_overwrites")
}

pub(in crate::conform) async fn own_permissions(t: &mut Trial) -> Tried {
    let answer = t.get("/users/@me/guilds").await?.ok()?;
    let Some(here) = list(&answer.body).iter().find(|guild| guild["id"] == t.guild.as_str()) else {
        return differs("the server is not among the bot's own");
    };
    let number = text(&here["permissions"]).parse::<u64>().is_ok();
    expect(number, "the bot's permissions in the server are no number in a text")
}

pub(in crate::conform) async fn roles(t: &mut Trial) -> Tried {
    let path = format!("/guilds/{}/roles", t.guild);
    let answer = t.get(path).await?.ok()?;
    let everyone = list(&answer.body).iter().find(|role| role["id"] == t.guild.as_str());
    let Some(everyone) = everyone else {
        return differs("no role has the server's own id");
    };
    let number = text(&everyone["permissions"]).parse::<u64>().is_ok();
    expect(number, "the permissions of everybody's role are no number in a text")
}
