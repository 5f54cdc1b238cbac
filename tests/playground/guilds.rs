//! Two guilds: each has its own channels, people and commands, and the bot can be in one without the other.

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::{ChannelSpec, Config, GuildSpec, Id, PersonSpec};

use super::kit::{calm, greeted, identify, ready, started, text};

/// A second guild on the second shard of two, with Ben, who is in both, and Zoe, who is in it alone.
fn two_guilds() -> Config {
    Config {
        more_guilds: vec![GuildSpec {
            name: "Elsewhere".into(),
            id: Some(Id((283_996_800_001 << 22) + 7)),
            people: vec![PersonSpec::named("Zoe"), PersonSpec::named("Ben")],
            channels: vec![ChannelSpec::named("elsewhere", "")],
        }],
        ..calm()
    }
}

#[tokio::test]
async fn two_guilds_have_their_own_channels_people_and_commands() {
    let (_playground, people, rest) = started(two_guilds()).await;
    let all = people.get("").await;
    let [home, other] = [0, 1].map(|n| text(&all["guilds"][n]["id"]));
    assert_eq!(
        (&all["guild"], all["guilds"].as_array().map(Vec::len)),
        (&all["guilds"][0], Some(2))
    );
    assert_eq!(all["people"].as_array().map(Vec::len), Some(4), "Ben is one person");
    let place = text(&all["channels"][2]["id"]);
    assert_eq!(all["channels"][2]["guild_id"], other.as_str());
    let seen = async |who: &str| people.get(&format!("/{who}/channels")).await.as_array().map(Vec::len);
    assert_eq!(
        (seen("Ana").await, seen("Ben").await, seen("Zoe").await),
        (Some(2), Some(3), Some(1))
    );
    let (status, _) = people
        .call(
            Method::POST,
            &format!("/Ana/channels/{place}/messages"),
            json!({ "content": "hello" }),
        )
        .await;
    assert_eq!(status, 404, "who is not in a guild sees nothing of it");

    let names = async |path: &str| {
        let (_, list) = rest.get(path).await;
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter()
            .map(|one| text(one.get("name").unwrap_or(&one["user"]["global_name"])))
            .collect::<Vec<_>>()
    };
    assert_eq!(names("/users/@me/guilds").await, ["The Playground", "Elsewhere"]);
    assert_eq!(names(&format!("/guilds/{other}/channels")).await, ["elsewhere"]);
    let zoe = people.id("Zoe").await;
    assert_eq!(rest.get(&format!("/guilds/{home}/members/{zoe}")).await.0, 404);
    let (_, member) = rest.get(&format!("/guilds/{other}/members/{zoe}")).await;
    assert_eq!(member["user"]["global_name"], "Zoe");

    let app = rest.app().await;
    rest.command(json!({ "name": "everywhere", "description": "x" })).await;
    let path = format!("/applications/{app}/guilds/{other}/commands");
    rest.post(&path, json!({ "name": "here", "description": "x" })).await;
    let offered = async |channel: &str| {
        let list = people.get(&format!("/Ben/commands?channel={channel}")).await;
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter().map(|one| text(&one["name"])).collect::<Vec<_>>()
    };
    assert_eq!(offered(&people.channel(0).await).await, ["everywhere"]);
    assert_eq!(offered(&place).await, ["here", "everywhere"]);
}

#[tokio::test]
async fn a_bot_leaves_one_guild_and_stays_in_the_other() {
    let (playground, people, rest) = started(two_guilds()).await;
    let (mut socket, found) = ready(&playground).await;
    assert_eq!(found["guilds"].as_array().map(Vec::len), Some(2));
    let all = people.get("").await;
    let [home, other] = [0, 1].map(|n| text(&all["guilds"][n]["id"]));
    people.put("/-/bot", json!({ "present": false, "guild": other })).await;
    assert_eq!(socket.dispatch("GUILD_DELETE").await, json!({ "id": other }));
    assert_eq!(people.get("/-/faults").await["absent_from"], json!([other]));
    let there = text(&all["channels"][2]["id"]);
    let say = async |channel: &str| {
        let path = format!("/channels/{channel}/messages");
        rest.post(&path, json!({ "content": "x" })).await.0
    };
    assert_eq!((say(&people.channel(0).await).await, say(&there).await), (200, 403));
    assert_eq!(rest.get(&format!("/guilds/{home}")).await.0, 200);
    assert_eq!(rest.get(&format!("/guilds/{other}")).await.0, 404);
    // Zoe is in no guild with it any more; Ben is.
    for (who, status) in [("Zoe", 400), ("Ben", 200)] {
        let direct = json!({ "recipient_id": people.id(who).await });
        let (_, channel) = rest.post("/users/@me/channels", direct).await;
        let sent = say(&text(&channel["id"])).await;
        assert_eq!(sent == 200, status == 200, "{who}: {sent}");
    }
    let (status, _) = people
        .call(Method::PUT, "/-/bot", json!({ "present": true, "guild": "1" }))
        .await;
    assert_eq!(status, 404);
    people.put("/-/bot", json!({ "present": true, "guild": other })).await;
    // The next one, for each guild is told of once at the start.
    while text(&socket.dispatch("GUILD_CREATE").await["id"]) != other {}
    assert_eq!(say(&there).await, 200);
}

/// A library tells a server that it has joined from one that is back by `unavailable` alone. Source: discord-api-docs PR #5124
/// and discord.js PR #6769, as in docs/DISCORD.md, "Servers".
#[tokio::test]
async fn a_guild_that_invites_the_bot_again_is_one_that_it_joins() {
    let (playground, people, rest) = started(calm()).await;
    let mut socket = greeted(&playground, "").await;
    socket.send(identify(json!({}))).await;
    let back = socket.dispatch("GUILD_CREATE").await;
    assert_eq!(back["unavailable"], false, "after READY it is there again");
    let home = text(&back["id"]);
    people.put("/-/bot", json!({ "present": false })).await;
    socket.dispatch("GUILD_DELETE").await;
    people.put("/-/bot", json!({ "present": true })).await;
    let joined = socket.dispatch("GUILD_CREATE").await;
    assert_eq!((&joined["id"], joined.get("unavailable")), (&back["id"], None));
    let since = |guild: &Value| text(&guild["joined_at"]);
    assert!(since(&joined) > since(&back), "{} {}", since(&joined), since(&back));
    let app = rest.app().await;
    let (_, member) = rest.get(&format!("/guilds/{home}/members/{app}")).await;
    assert_eq!(member["joined_at"], joined["joined_at"]);
}
