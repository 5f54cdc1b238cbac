//! The gateway: how a session begins, lives, and goes on after a break.

use serde_json::json;

use super::{has, list};
use crate::conform::trial::{SOON, Trial};
use crate::conform::verdict::{Tried, differs, expect};

pub(in crate::conform) async fn hello(t: &mut Trial) -> Tried {
    let mut line = t.line().await?;
    let Some(hello) = line.next(SOON, |frame| frame["op"] == 10).await else {
        return differs("no HELLO came");
    };
    let found = &hello["d"]["heartbeat_interval"];
    expect(*found == 41_250, format!("HELLO asks for a heartbeat every {found} ms"))
}

pub(in crate::conform) async fn heartbeat(t: &mut Trial) -> Tried {
    let mut line = t.line().await?;
    line.send(&json!({ "op": 1, "d": null }));
    let acknowledged = line.next(SOON, |frame| frame["op"] == 11).await;
    expect(acknowledged.is_some(), "a heartbeat was not acknowledged by opcode 11")
}

pub(in crate::conform) async fn too_long(t: &mut Trial) -> Tried {
    let mut line = t.line().await?;
    line.send(&json!({ "op": 1, "d": null, "filler": "x".repeat(4_096) }));
    match line.closed(SOON).await {
        Some(4002) => Ok(()),
        Some(code) => differs(format!(
            "an event of more than 4096 bytes was answered by closing with {code}"
        )),
        None => differs("an event of more than 4096 bytes was taken"),
    }
}

pub(in crate::conform) async fn false_session(t: &mut Trial) -> Tried {
    let mut line = t.line().await?;
    line.send(&t.false_resume());
    match line.next(SOON, |frame| frame["op"] == 9).await {
        Some(frame) if frame["d"] == false => Ok(()),
        Some(_) => differs("opcode 9 lets a session be resumed that never was"),
        None => differs("taking up a session that never was is not answered by opcode 9"),
    }
}

pub(in crate::conform) async fn ready(t: &mut Trial) -> Tried {
    let ready = t.identify().await?;
    has(&ready, "v user guilds session_id resume_gateway_url application")?;
    expect(ready["user"]["id"] == t.user.as_str(), "READY names another user")?;
    expect(ready["v"] == 10, "READY names another version")
}

pub(in crate::conform) async fn servers(t: &mut Trial) -> Tried {
    let ready = t.identify().await?;
    let guild = t.guild.clone();
    let Some(named) = list(&ready["guilds"])
        .iter()
        .find(|found| found["id"] == guild.as_str())
    else {
        return differs("READY does not name the server");
    };
    expect(named["unavailable"] == true, "READY has the server available already")?;
    let line = t.session().await?;
    let came = line
        .next(SOON, |frame| {
            frame["t"] == "GUILD_CREATE" && frame["d"]["id"] == guild.as_str()
        })
        .await;
    let Some(came) = came else {
        return differs("no GUILD_CREATE came for the server");
    };
    has(&came["d"], "channels roles members threads joined_at")?;
    expect(
        came["d"]["unavailable"] == false,
        "a server that is there again is not `unavailable: false`",
    )
}

pub(in crate::conform) async fn own_words(t: &mut Trial) -> Tried {
    t.session().await?.forget();
    let message = t.say(json!({ "content": "Own words." })).await?;
    let line = t.session().await?;
    let id = message["id"].clone();
    let came = line
        .next(SOON, |frame| frame["t"] == "MESSAGE_CREATE" && frame["d"]["id"] == id)
        .await;
    let Some(came) = came else {
        return differs("no MESSAGE_CREATE came for a message of the bot's own");
    };
    expect(
        came["d"]["content"] == "Own words.",
        "the bot's own message came without its text",
    )
}

pub(in crate::conform) async fn resumed(t: &mut Trial) -> Tried {
    t.resume_after(json!({ "content": "Said meanwhile." })).await?;
    let line = t.session().await?;
    let next = |frame: &serde_json::Value| {
        let missed = frame["t"] == "MESSAGE_CREATE" && frame["d"]["content"] == "Said meanwhile.";
        missed || frame["t"] == "RESUMED" || frame["op"] == 9
    };
    match line.next(SOON, next).await {
        Some(frame) if frame["t"] == "MESSAGE_CREATE" => {}
        Some(frame) if frame["op"] == 9 => return differs("a session of a moment ago could not be resumed"),
        Some(_) => return differs("RESUMED came before what was missed"),
        None => return differs("nothing came after RESUME"),
    }
    let end = line.next(SOON, |frame| frame["t"] == "RESUMED").await;
    expect(end.is_some(), "no RESUMED came after what was missed")
}
