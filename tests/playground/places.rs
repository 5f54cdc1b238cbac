//! Messages, files, threads, channels, permissions, commands.

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::Config;

use super::kit::{People, Rest, Socket, calm, identify, ready, soon, started, text};

#[tokio::test]
async fn strangers_are_turned_away() {
    let (_playground, people, rest) = started(calm()).await;
    let url = format!("{}/users/@me", rest.base);
    let nameless = soon(rest.http.get(&url).send()).await.expect("an answer");
    assert_eq!(nameless.status().as_u16(), 403, "without a User-Agent");
    let tokenless = soon(rest.http.get(&url).header("User-Agent", "x").send())
        .await
        .expect("an answer");
    assert_eq!(tokenless.status().as_u16(), 401);
    let wrong = rest
        .http
        .get(&url)
        .header("User-Agent", "x")
        .header("Authorization", "Bot nonsense");
    assert_eq!(soon(wrong.send()).await.expect("an answer").status().as_u16(), 401);
    assert_eq!(
        rest.get("/nowhere").await,
        (404, json!({ "message": "404: Not Found", "code": 0 }))
    );
    assert_eq!(rest.call(Method::PUT, "/gateway", json!({})).await.0, 405);
    assert_eq!(
        rest.get("/channels/abc").await.1["errors"]["channel_id"]["_errors"][0]["code"],
        "NUMBER_TYPE_COERCE"
    );
    let evil = rest
        .http
        .get(format!("{}/people", rest.base.trim_end_matches("/api/v10")))
        .header("Origin", "https://evil.example");
    assert_eq!(soon(evil.send()).await.expect("an answer").status().as_u16(), 403);
    let evil = rest.request(Method::GET, "/users/@me").header("Host", "evil.example");
    assert_eq!(soon(evil.send()).await.expect("an answer").status().as_u16(), 403);
    assert_eq!(people.call(Method::POST, "", json!({ "name": "ana" })).await.0, 409);
    assert_eq!(
        people
            .call(Method::POST, "", json!({ "name": "Dora", "locale": "de" }))
            .await
            .0,
        201
    );
    assert!(start_elsewhere().await);
}

/// Discord serves two versions, and both alike here. Source: Discord's docs, API Reference, "API Versions" (2026-08-06).
#[tokio::test]
async fn the_ninth_version_is_served_as_the_tenth_is() {
    let (playground, people, rest) = started(calm()).await;
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let at = |version: &str| {
        let mut rest = rest.clone();
        rest.base = format!("{}/api{version}", playground.base_url());
        rest
    };
    let (status, sent) = at("/v9").post(&path, json!({ "content": "x" })).await;
    assert_eq!((status, &sent["content"]), (200, &json!("x")), "{sent}");
    for version in ["/v8", "/v11", ""] {
        let (status, refused) = at(version).get("/users/@me").await;
        assert_eq!((status, &refused["code"]), (400, &json!(50041)), "{version}");
    }
    let mut socket = Socket::open(&format!("{}?v=9&encoding=json", playground.gateway_url())).await;
    assert_eq!(socket.next().await["op"], 10);
    socket.send(identify(json!({}))).await;
    assert_eq!(socket.dispatch("READY").await["v"], 9);
}

/// Source: Discord's docs, Guild Resource, "Search Guild Members", and Application Commands, "Permissions" (2026-08-06).
#[tokio::test]
async fn members_are_searched_and_permissions_of_commands_asked_for() {
    let (_playground, people, rest) = started(calm()).await;
    let guild = text(&people.get("").await["guild"]["id"]);
    let search = async |query: &str| rest.get(&format!("/guilds/{guild}/members/search{query}")).await;
    let (status, found) = search("?query=BE&limit=5").await;
    assert_eq!((status, found.as_array().map(Vec::len)), (200, Some(1)), "{found}");
    assert_eq!(found[0]["user"]["username"], "ben");
    let (status, refused) = search("").await;
    assert_eq!((status, &refused["code"]), (400, &json!(50035)));
    assert!(refused["errors"]["query"].is_object(), "{refused}");

    rest.command(json!({ "name": "about", "description": "x" })).await;
    let app = rest.app().await;
    let commands = format!("/applications/{app}/guilds/{guild}/commands");
    assert_eq!(rest.get(&format!("{commands}/permissions")).await, (200, json!([])));
    let (_, global) = rest.get(&format!("/applications/{app}/commands")).await;
    let own = format!("{commands}/{}/permissions", text(&global[0]["id"]));
    assert_eq!(rest.get(&own).await.1["code"], 10066);
    let set = rest.call(Method::PUT, &own, json!({ "permissions": [] })).await;
    assert_eq!(
        (set.0, &set.1["code"]),
        (403, &json!(20001)),
        "that is for people's own tokens"
    );
}

async fn start_elsewhere() -> bool {
    let bind = "0.0.0.0:0".parse().expect("an address");
    whistle::playground::start(Config {
        bind,
        ..Config::default()
    })
    .await
    .is_err()
}

#[tokio::test]
async fn messages_keep_discords_rules() {
    let (_playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    let path = format!("/channels/{channel}/messages");
    let chat = people
        .post(
            &format!("/Ana/channels/{channel}/messages"),
            json!({ "content": "mine" }),
        )
        .await;
    let theirs = format!("{path}/{}", text(&chat["id"]));
    assert_eq!(
        rest.patch(&theirs, json!({ "content": "stolen" })).await.1["code"],
        50005
    );
    assert_eq!(rest.get(&format!("{path}/1")).await.1["code"], 10008);
    assert_eq!(rest.get("/channels/1/messages").await.1["code"], 10003);
    assert_eq!(rest.post(&path, json!({ "content": "  " })).await.1["code"], 50006);
    let (status, long) = rest.post(&path, json!({ "content": "x".repeat(2_001) })).await;
    assert_eq!(
        (status, &long["errors"]["content"]["_errors"][0]["code"]),
        (400, &json!("BASE_TYPE_MAX_LENGTH"))
    );
    let alike = json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "a", "custom_id": "x" }, { "type": 2, "style": 1, "label": "b", "custom_id": "x" }] }]);
    let (_, alike) = rest.post(&path, json!({ "content": "x", "components": alike })).await;
    assert_eq!(
        alike["errors"]["components"]["0"]["components"]["1"]["custom_id"]["_errors"][0]["code"],
        "COMPONENT_CUSTOM_ID_DUPLICATED"
    );
    let once = json!({ "content": "once", "nonce": "n1", "enforce_nonce": true });
    let (_, first) = rest.post(&path, once.clone()).await;
    assert_eq!(rest.post(&path, once).await.1["id"], first["id"]);
    let reply = json!({ "content": "to you", "message_reference": { "message_id": chat["id"] } });
    let (_, reply) = rest.post(&path, reply).await;
    assert_eq!(
        (&reply["type"], &reply["referenced_message"]["content"]),
        (&json!(19), &json!("mine"))
    );
    assert_eq!(reply["mentions"][0]["global_name"], "Ana");
    for n in 0..5 {
        rest.post(&path, json!({ "content": n.to_string() })).await;
    }
    let (_, newest) = rest.get(&format!("{path}?limit=2")).await;
    assert_eq!(
        (&newest[0]["content"], &newest[1]["content"]),
        (&json!("4"), &json!("3"))
    );
    let (_, older) = rest
        .get(&format!("{path}?limit=1&before={}", text(&newest[1]["id"])))
        .await;
    assert_eq!(older[0]["content"], "2");
    let (_, newer) = rest
        .get(&format!("{path}?limit=100&after={}", text(&newest[1]["id"])))
        .await;
    assert_eq!(newer.as_array().map(Vec::len), Some(1));
    let (status, _) = rest
        .post(
            &format!("{path}/bulk-delete"),
            json!({ "messages": [newest[0]["id"], newest[1]["id"]] }),
        )
        .await;
    assert_eq!(status, 204);
    assert_eq!(rest.get(&format!("{path}?limit=1")).await.1[0]["content"], "2");
}

#[tokio::test]
async fn permissions_and_closed_doors() {
    let (playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    let path = format!("/channels/{channel}/messages");
    let (mut bot, _) = ready(&playground).await;
    let deny = |names: Value| {
        let (people, path) = (people.clone(), format!("/-/channels/{channel}/permissions"));
        async move { people.put(&path, json!({ "deny": names })).await }
    };
    deny(json!(["SEND_MESSAGES"])).await;
    bot.dispatch("CHANNEL_UPDATE").await;
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.1["code"], 50013);
    deny(json!(["ATTACH_FILES", "EMBED_LINKS"])).await;
    assert_eq!(
        rest.post(&path, json!({ "embeds": [{ "title": "x" }] })).await.1["code"],
        50013
    );
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.0, 200);
    deny(json!(["VIEW_CHANNEL"])).await;
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.1["code"], 50001);
    assert_eq!(
        rest.get(&format!("/channels/{channel}")).await,
        (403, json!({ "message": "Missing Access", "code": 50001 }))
    );
    deny(json!([])).await;
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.0, 200);
    // Closed DMs: the channel opens, the message does not pass.
    people.patch("/Ben", json!({ "dms_open": false })).await;
    let (status, direct) = rest
        .post("/users/@me/channels", json!({ "recipient_id": people.id("Ben").await }))
        .await;
    assert_eq!(status, 200);
    let direct = format!("/channels/{}/messages", text(&direct["id"]));
    assert_eq!(
        rest.post(&direct, json!({ "content": "x" })).await,
        (
            403,
            json!({ "message": "Cannot send messages to this user", "code": 50007 })
        )
    );
    people.patch("/Ben", json!({ "dms_open": true })).await;
    assert_eq!(rest.post(&direct, json!({ "content": "x" })).await.0, 200);
    // Out of the guild and in again.
    people.put("/-/bot", json!({ "present": false })).await;
    bot.dispatch("GUILD_DELETE").await;
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.1["code"], 50001);
    assert_eq!(rest.post(&direct, json!({ "content": "x" })).await.1["code"], 50278);
    people.put("/-/bot", json!({ "present": true })).await;
    bot.dispatch("GUILD_CREATE").await;
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.0, 200);
}

#[tokio::test]
async fn threads_open_sleep_and_wake() {
    let (playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let (_, sent) = rest
        .post(&format!("/channels/{channel}/messages"), json!({ "content": "start" }))
        .await;
    let threads = format!("/channels/{channel}/messages/{}/threads", text(&sent["id"]));
    let (status, thread) = rest.post(&threads, json!({ "name": "second table" })).await;
    assert_eq!((status, &thread["id"], &thread["type"]), (201, &sent["id"], &json!(11)));
    assert_eq!(bot.dispatch("THREAD_CREATE").await["newly_created"], true);
    assert_eq!(rest.post(&threads, json!({ "name": "again" })).await.1["code"], 160004);
    let id = text(&thread["id"]);
    let path = format!("/channels/{id}");
    let (_, said) = rest
        .post(&format!("{path}/messages"), json!({ "content": "in the thread" }))
        .await;
    let said = format!("{path}/messages/{}", text(&said["id"]));
    people
        .post(&format!("/Ana/channels/{id}/messages"), json!({ "content": "hello" }))
        .await;
    // Archived: no edits, but a new message wakes it.
    assert_eq!(
        rest.patch(&path, json!({ "archived": true })).await.1["thread_metadata"]["archived"],
        true
    );
    assert_eq!(rest.patch(&said, json!({ "content": "x" })).await.1["code"], 50083);
    assert_eq!(rest.patch(&path, json!({ "name": "x" })).await.1["code"], 50083);
    assert_eq!(
        rest.post(&format!("{path}/messages"), json!({ "content": "wake" }))
            .await
            .0,
        200
    );
    assert_eq!(rest.get(&path).await.1["thread_metadata"]["archived"], false);
    // Locked: only for those who manage threads.
    people
        .patch(&format!("/-/channels/{id}"), json!({ "locked": true }))
        .await;
    people
        .put(
            &format!("/-/channels/{channel}/permissions"),
            json!({ "deny": ["MANAGE_THREADS"] }),
        )
        .await;
    assert_eq!(
        rest.post(&format!("{path}/messages"), json!({ "content": "x" }))
            .await
            .1["code"],
        160005
    );
    people
        .put(&format!("/-/channels/{channel}/permissions"), json!({}))
        .await;
    private_thread(&people, &rest, &channel).await;
    let guild = text(&people.get("").await["guild"]["id"]);
    let (_, active) = rest.get(&format!("/guilds/{guild}/threads/active")).await;
    assert_eq!(active["threads"].as_array().map(Vec::len), Some(2));
    // A channel takes its threads with it.
    people.delete(&format!("/-/channels/{channel}")).await;
    bot.dispatch("CHANNEL_DELETE").await;
    assert_eq!(rest.get(&path).await.1["code"], 10003);
}

/// Opens a private thread, and looks who is in it.
async fn private_thread(people: &People, rest: &Rest, channel: &str) {
    let (status, private) = rest
        .post(
            &format!("/channels/{channel}/threads"),
            json!({ "name": "whispers", "type": 12 }),
        )
        .await;
    assert_eq!((status, &private["type"]), (201, &json!(12)));
    let (private, ben) = (text(&private["id"]), people.id("Ben").await);
    assert_eq!(
        people
            .call(Method::GET, &format!("/Ben/channels/{private}/messages"), json!({}))
            .await
            .0,
        404
    );
    let member = format!("/channels/{private}/thread-members/{ben}");
    assert_eq!(rest.call(Method::PUT, &member, json!({})).await.0, 204);
    assert_eq!(
        people.get(&format!("/Ben/channels/{private}/messages")).await,
        json!([])
    );
    assert_eq!(rest.get(&member).await.1["user_id"], ben);
    assert_eq!(rest.call(Method::DELETE, &member, json!({})).await.0, 204);
}

#[tokio::test]
async fn lists_come_in_pages_that_end() {
    let (_playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    let guild = text(&people.get("").await["guild"]["id"]);
    let guilds = async |query: &str| rest.get(&format!("/users/@me/guilds?{query}")).await.1;
    assert_eq!(guilds("").await[0]["approximate_member_count"], Value::Null);
    // Libraries write yes as their languages do.
    for yes in ["true", "True", "1"] {
        let counted = &guilds(&format!("with_counts={yes}")).await[0];
        assert_eq!(counted["approximate_member_count"], 4, "{yes}");
        let (_, whole) = rest.get(&format!("/guilds/{guild}?with_counts={yes}")).await;
        assert_eq!(whole["approximate_member_count"], 4, "{yes}");
    }
    let next = guild.parse::<u64>().expect("an id") + 1;
    assert_eq!(guilds(&format!("before={next}")).await[0]["id"], guild.as_str());
    assert_eq!(guilds(&format!("before={guild}")).await, json!([]));
    assert_eq!(guilds(&format!("after={guild}")).await, json!([]));

    let threads = format!("/channels/{channel}/threads");
    let (_, thread) = rest.post(&threads, json!({ "name": "whispers", "type": 12 })).await;
    let members = format!("/channels/{}/thread-members", text(&thread["id"]));
    let ben = people.id("Ben").await;
    let one = format!("{members}/{ben}");
    assert_eq!(rest.call(Method::PUT, &one, json!({})).await.0, 204);
    let page = async |query: &str| rest.get(&format!("{members}?{query}")).await.1;
    let all = page("").await;
    assert_eq!(all.as_array().map(Vec::len), Some(2));
    assert_eq!(
        page("limit=1&after=1").await,
        all,
        "without the guild's members they come all at once"
    );
    let first = page("with_member=true&limit=1").await;
    assert_eq!(first.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&first[0]["user_id"], &first[0]["member"]["user"]["username"]),
        (&json!(ben), &json!("ben"))
    );
    let second = page(&format!("with_member=1&after={ben}")).await;
    assert_eq!(second[0]["user_id"], rest.app().await.as_str());
    assert_eq!(
        page(&format!("with_member=1&after={}", rest.app().await)).await,
        json!([])
    );
    assert_eq!(
        rest.get(&format!("{one}?with_member=true")).await.1["member"]["user"]["id"],
        ben
    );
    assert_eq!(rest.get(&one).await.1["member"], Value::Null);
}

#[tokio::test]
async fn only_so_many_threads_are_open_at_once() {
    let config = Config {
        open_threads: 2,
        ..calm()
    };
    let (_playground, people, rest) = started(config).await;
    let channel = people.channel(0).await;
    let threads = format!("/channels/{channel}/threads");
    let (status, first) = rest.post(&threads, json!({ "name": "one", "type": 11 })).await;
    assert_eq!(status, 201);
    let by_person = format!("/Ana/channels/{channel}/threads");
    let two = json!({ "name": "two" });
    assert_eq!(people.call(Method::POST, &by_person, two.clone()).await.0, 201);
    let (status, refused) = rest.post(&threads, json!({ "name": "three", "type": 11 })).await;
    assert_eq!((status, &refused["code"]), (400, &json!(160006)));
    let (_, sent) = rest
        .post(&format!("/channels/{channel}/messages"), json!({ "content": "start" }))
        .await;
    let below = format!("/channels/{channel}/messages/{}/threads", text(&sent["id"]));
    assert_eq!(rest.post(&below, two.clone()).await.1["code"], 160006);
    assert_eq!(people.call(Method::POST, &by_person, two.clone()).await.0, 409);
    let first = format!("/channels/{}", text(&first["id"]));
    assert_eq!(rest.patch(&first, json!({ "archived": true })).await.0, 200);
    assert_eq!(rest.post(&below, two).await.0, 201, "one that sleeps makes room");
}

#[tokio::test]
async fn commands_are_registered_by_scope() {
    let (_playground, people, rest) = started(calm()).await;
    let (app, guild) = (rest.app().await, text(&people.get("").await["guild"]["id"]));
    let global = format!("/applications/{app}/commands");
    let local = format!("/applications/{app}/guilds/{guild}/commands");
    let binome = json!({ "name": "binome", "description": "play" });
    let (status, list) = rest
        .call(Method::PUT, &global, json!([binome, { "name": "Stats", "type": 2 }]))
        .await;
    assert_eq!((status, list.as_array().map(Vec::len)), (200, Some(2)));
    assert_eq!(
        rest.post(&global, binome.clone()).await.0,
        200,
        "the same name is the same command"
    );
    // What some libraries leave unsaid they set to null, which no answer has.
    let unsaid = |name: &str| json!({ "name": name, "description": "only here", "integration_types": null, "contexts": null, "options": null });
    let (status, made) = rest.post(&local, unsaid("here")).await;
    assert_eq!((status, &made["guild_id"]), (201, &json!(guild)));
    let silent = |key: &&str| made.get(key).is_none();
    assert!(
        ["integration_types", "contexts", "options"].iter().all(silent),
        "{made}"
    );
    let (_, everywhere) = rest.post(&global, unsaid("binome")).await;
    assert_eq!(
        (&everywhere["integration_types"], &everywhere["contexts"]),
        (&json!([0]), &Value::Null)
    );
    let one = format!("{local}/{}", text(&made["id"]));
    assert_eq!(
        rest.patch(&one, json!({ "description": "changed" })).await.1["description"],
        "changed"
    );
    let offered = people
        .get(&format!("/Ana/commands?channel={}", people.channel(0).await))
        .await;
    assert_eq!(offered.as_array().map(Vec::len), Some(3));
    assert_eq!(rest.call(Method::DELETE, &one, json!({})).await.0, 204);
    assert_eq!(rest.get(&one).await.1["code"], 10063);
    let (status, bad) = rest
        .call(
            Method::PUT,
            &global,
            json!([binome, { "name": "No", "description": "" }]),
        )
        .await;
    assert_eq!((status, &bad["code"]), (400, &json!(50035)));
    assert!(bad["errors"]["1"].is_object() && bad["errors"].get("0").is_none());
    let (status, kept) = rest.get(&global).await;
    assert_eq!((status, kept.as_array().map(Vec::len)), (200, Some(2)));
    assert_eq!(rest.get("/applications/5/commands").await.1["code"], 20012);
}
