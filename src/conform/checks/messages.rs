//! Messages: what a new one takes, what an edit changes, and how they go.

use serde_json::json;

use super::{has, list};
use crate::conform::trial::{Trial, text};
use crate::conform::verdict::{Tried, differs, expect};

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

pub(in crate::conform) async fn code_points(t: &mut Trial) -> Tried {
    // Each takes two units of UTF-16, and four bytes.
    let content = "\u{1D7D8}".repeat(2000);
    let answer = t.try_message(json!({ "content": content })).await?.ok()?;
    expect(
        answer.body["content"] == content.as_str(),
        "2000 characters came back otherwise",
    )
}

pub(in crate::conform) async fn empty(t: &mut Trial) -> Tried {
    t.try_message(json!({ "content": "" })).await?.refused(400, 50006)
}

pub(in crate::conform) async fn least_fields(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "What has a message?" })).await?;
    const LEAST: &str = "id channel_id author content timestamp edited_timestamp tts mention_everyone mentions \
                         mention_roles attachments embeds components pinned type flags";
    has(&message, LEAST)
}

pub(in crate::conform) async fn nonce(t: &mut Trial) -> Tried {
    let body = json!({ "content": "Once.", "nonce": format!("c{}", &t.channel[t.channel.len().saturating_sub(8)..]), "enforce_nonce": true });
    let first = t.say(body.clone()).await?;
    let second = t.say(body).await?;
    expect(first["id"] == second["id"], "the same nonce made a second message")
}

pub(in crate::conform) async fn nonce_length(t: &mut Trial) -> Tried {
    let body = json!({ "content": "x", "nonce": "n".repeat(26) });
    t.try_message(body).await?.refused_at("nonce", "BASE_TYPE_MAX_LENGTH")
}

pub(in crate::conform) async fn mentions_both_ways(t: &mut Trial) -> Tried {
    let body = json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": [t.user] } });
    t.try_message(body).await?.refused_form()
}

pub(in crate::conform) async fn quiet_flag(t: &mut Trial) -> Tried {
    let message = t
        .say(json!({ "content": "Quietly.", "flags": SUPPRESS_NOTIFICATIONS }))
        .await?;
    let set = message["flags"]
        .as_u64()
        .is_some_and(|flags| flags & SUPPRESS_NOTIFICATIONS != 0);
    expect(set, "SUPPRESS_NOTIFICATIONS was not kept")
}

pub(in crate::conform) async fn edited_flags(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "Flags." })).await?;
    let path = t.message(&message);
    for (asked, left) in [(SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS, SUPPRESS_EMBEDS), (0, 0)] {
        let answer = t.patch(path.clone(), json!({ "flags": asked })).await?;
        answer.is(200)?;
        let found = answer.body["flags"].as_u64().unwrap_or_default();
        expect(
            found == left,
            format!("an edit to the flags {asked} left {found}, not {left}"),
        )?;
    }
    Ok(())
}

pub(in crate::conform) async fn edit(t: &mut Trial) -> Tried {
    let embeds = json!([{ "title": "Kept" }]);
    let message = t.say(json!({ "content": "Before.", "embeds": embeds })).await?;
    let path = t.message(&message);
    let answer = t.patch(path, json!({ "content": "After." })).await?.ok()?;
    let edited = answer.body["content"] == "After." && answer.body["edited_timestamp"].is_string();
    expect(edited, "an edit did not change the text, or tells no time")?;
    expect(
        answer.body["embeds"][0]["title"] == "Kept",
        "an edit of the text lost the embeds",
    )
}

pub(in crate::conform) async fn missing_reply(t: &mut Trial) -> Tried {
    let reply = |fail: bool| json!({ "content": "A reply.", "message_reference": { "message_id": t.user, "fail_if_not_exists": fail } });
    let (strict, lenient) = (reply(true), reply(false));
    t.try_message(strict).await?.refused_form()?;
    t.try_message(lenient).await?.is(200)
}

pub(in crate::conform) async fn forward(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "To be passed on." })).await?;
    let reference = json!({ "type": 1, "channel_id": t.channel, "message_id": message["id"] });
    let forwarded = t.say(json!({ "message_reference": reference })).await?;
    let snapshots = list(&forwarded["message_snapshots"]);
    let [snapshot] = snapshots else {
        return differs(format!("a forward had {} message_snapshots", snapshots.len()));
    };
    let kept = snapshot["message"]["content"] == message["content"] && snapshot["message"].get("author").is_none();
    expect(
        kept && forwarded["type"] == 0,
        "a forward has another type, another text, or names the author",
    )
}

pub(in crate::conform) async fn bulk_delete(t: &mut Trial) -> Tried {
    let mut ids = Vec::new();
    for content in ["One.", "Two."] {
        ids.push(t.say(json!({ "content": content })).await?["id"].clone());
    }
    let path = format!("{}/bulk-delete", t.messages());
    let one = t.post(path.clone(), json!({ "messages": [ids[0]] })).await?;
    let refused = one.status == 400;
    if !refused {
        // Whoever may not delete in bulk is told that first.
        one.is(400)?;
    }
    t.post(path, json!({ "messages": ids })).await?.is(204)
}

pub(in crate::conform) async fn deleted(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "Gone in a moment." })).await?;
    let path = t.message(&message);
    t.delete(path.clone()).await?.is(204)?;
    t.get(path).await?.refused(404, 10008)
}

pub(in crate::conform) async fn own_chat(t: &mut Trial) -> Tried {
    let body = json!({ "recipient_id": t.user });
    let answer = t.post("/users/@me/channels", body).await?;
    let refused = matches!(answer.status, 400 | 403);
    expect(
        refused,
        format!("a chat of the bot with itself was answered by {}", answer.said()),
    )
}

pub(in crate::conform) async fn reactions(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "React." })).await?;
    let path = t.message(&message);
    let mine = format!("{path}/reactions/%F0%9F%8E%B2/@me");
    t.put(mine.clone()).await?.is(204)?;
    let found = t.get(path).await?.ok()?;
    let reaction = &found.body["reactions"][0];
    has(reaction, "count count_details me me_burst emoji burst_colors")?;
    expect(
        reaction["count"] == 1 && reaction["me"] == true,
        "the bot's own reaction does not count",
    )?;
    t.delete(mine).await?.is(204)
}

pub(in crate::conform) async fn no_emoji(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "No emoji." })).await?;
    let path = format!("{}/reactions/nothing/@me", t.message(&message));
    let answer = t.put(path).await?;
    let unknown = answer.code() == Some(10014);
    expect(
        unknown,
        format!("a reaction that is no emoji was answered by {}", answer.said()),
    )
}

pub(in crate::conform) async fn pins(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "Pinned." })).await?;
    let pin = format!("{}/pins/{}", t.messages(), text(&message["id"]));
    t.put(pin.clone()).await?.is(204)?;
    let path = format!("{}/pins", t.messages());
    let found = t.get(path).await?;
    // The news of it is a message of its own.
    let newest = format!("{}?limit=5", t.messages());
    let newest = t.get(newest).await?;
    let news = list(&newest.body).iter().filter(|news| news["type"] == 6);
    for news in news {
        t.made_message(news);
    }
    t.delete(pin).await?.is(204)?;
    found.is(200)?;
    has(&found.body, "items has_more")?;
    let first = &found.body["items"][0];
    expect(first["pinned_at"].is_string(), "a pin does not say since when")?;
    expect(
        first["message"]["id"] == message["id"],
        "the newest pin is not the first",
    )
}
