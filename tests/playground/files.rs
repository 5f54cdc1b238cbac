//! Files: those that messages show instead of listing them, and those that people give.

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::kit::{Rest, calm, ready, soon, started, text, unlimited};

#[tokio::test]
async fn files_come_and_go() {
    let (playground, people, rest) = started(unlimited()).await;
    let channel = people.channel(0).await;
    let path = format!("/channels/{channel}/messages");
    let form = |payload: Value, names: &[&'static str]| {
        let mut form = Form::new().text("payload_json", payload.to_string());
        for (n, name) in names.iter().enumerate() {
            form = form.part(
                format!("files[{n}]"),
                Part::bytes(format!("bytes of {name}").into_bytes()).file_name(*name),
            );
        }
        form
    };
    let payload = json!({ "content": "a file", "attachments": [{ "id": 0, "filename": "board.png", "description": "the board" }] });
    let request = rest
        .request(Method::POST, &path)
        .multipart(form(payload, &["board.png"]));
    let sent: Value = answered(request).await;
    let file = &sent["attachments"][0];
    assert_eq!(
        (&file["filename"], &file["description"]),
        (&json!("board.png"), &json!("the board"))
    );
    let url = text(&file["url"]);
    assert!(url.starts_with(&playground.base_url()) && url.contains("ex=") && url.contains("hm="));
    let bytes = soon(reqwest::get(&url))
        .await
        .expect("a file")
        .text()
        .await
        .expect("text");
    assert_eq!(bytes, "bytes of board.png");
    let unsigned = soon(reqwest::get(url.split('?').next().expect("a path")))
        .await
        .expect("an answer");
    assert_eq!(unsigned.status().as_u16(), 404);
    // Editing: what a list leaves out is dropped, what is not named stays.
    let path = format!("{path}/{}", text(&sent["id"]));
    let (_, same) = rest.patch(&path, json!({ "content": "words" })).await;
    assert_eq!(
        (&same["attachments"][0]["id"], &same["content"]),
        (&file["id"], &json!("words"))
    );
    let keep = json!({ "attachments": [{ "id": file["id"] }, { "id": "0", "filename": "two.png" }] });
    let request = rest.request(Method::PATCH, &path).multipart(form(keep, &["two.png"]));
    let both: Value = answered(request).await;
    assert_eq!(both["attachments"].as_array().map(Vec::len), Some(2));
    let (_, none) = rest.patch(&path, json!({ "attachments": [] })).await;
    assert_eq!(none["attachments"], json!([]));
    let status = async |url: &str| soon(reqwest::get(url)).await.expect("an answer").status().as_u16();
    let two = text(&both["attachments"][1]["url"]);
    assert_eq!(
        (status(&url).await, status(&two).await),
        (200, 200),
        "who was given a link to what was taken off can still follow it"
    );
    let touched = url.replace("ex=", "ex=f");
    assert_eq!(status(&touched).await, 404, "but no other link");
    let (code, empty) = rest.patch(&path, json!({ "content": "" })).await;
    assert_eq!((code, &empty["code"]), (400, &json!(50006)));
    let request = rest.request(Method::PATCH, &path);
    let request = request.multipart(form(json!({ "attachments": [{ "id": 0 }] }), &["three.png"]));
    let three: Value = answered(request).await;
    assert_eq!(rest.call(Method::DELETE, &path, json!({})).await.0, 204);
    let three = text(&three["attachments"][0]["url"]);
    assert_eq!(status(&three).await, 200, "nor does a file go at once with its message");
}

/// The answer to a request.
async fn answered(request: RequestBuilder) -> Value {
    let answer = soon(request.send()).await.expect("an answer");
    answer.json().await.expect("JSON")
}

/// Sends or edits a message with one file.
async fn with_file(rest: &Rest, method: Method, path: &str, payload: &Value, name: &'static str) -> Value {
    let file = Part::bytes(format!("bytes of {name}").into_bytes()).file_name(name);
    let form = Form::new()
        .text("payload_json", payload.to_string())
        .part("files[0]", file);
    let response = soon(rest.request(method, path).multipart(form).send()).await;
    response.expect("an answer").json().await.expect("JSON")
}

/// A file that an embed shows is not listed, and is again when the embed goes. Source: discord-api-docs PR #8279 (2026-04-07)
/// and issue #1340 (2020-02-01). Its alternative text is the embed's own: issue #8373 (2026-06-03) and RichEmbedImage of
/// openapi.json (2026-07-18).
#[tokio::test]
async fn a_file_that_an_embed_shows_is_not_listed_and_the_embed_says_what_it_shows() {
    let (_playground, people, rest) = started(unlimited()).await;
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let shown =
        json!({ "title": "board", "image": { "url": "attachment://board.png", "description": "of the embed" } });
    let listed = json!([{ "id": 0, "filename": "board.png", "description": "of the file" }]);
    let payload = json!({ "embeds": [shown], "attachments": listed });
    let sent = with_file(&rest, Method::POST, &path, &payload, "board.png").await;
    assert_eq!(sent["attachments"], json!([]), "{sent}");
    let image = &sent["embeds"][0]["image"];
    assert_eq!(image["description"], "of the embed");
    let fetched = soon(reqwest::get(text(&image["url"]))).await.expect("the file");
    assert_eq!(fetched.bytes().await.expect("bytes").as_ref(), b"bytes of board.png");

    let message = format!("{path}/{}", text(&sent["id"]));
    let (_, same) = rest.patch(&message, json!({ "content": "words" })).await;
    assert_eq!(
        (&same["attachments"], &same["embeds"][0]["image"]["description"]),
        (&json!([]), &json!("of the embed"))
    );
    let (_, loose) = rest.patch(&message, json!({ "embeds": [] })).await;
    assert_eq!(loose["attachments"][0]["description"], "of the file");
    let again = json!({ "title": "board", "image": { "url": "attachment://board.png" } });
    let (_, again) = rest.patch(&message, json!({ "embeds": [again] })).await;
    assert_eq!(again["attachments"], json!([]));
    assert!(
        again["embeds"][0]["image"].get("description").is_none(),
        "the file's words are not the embed's: {again}"
    );
    let linked = json!([{ "title": "board", "image": { "url": again["embeds"][0]["image"]["url"] } }]);
    let (_, linked) = rest.patch(&message, json!({ "embeds": linked })).await;
    assert_eq!(linked["attachments"], json!([]), "nor by a link to it");
    rest.patch(&message, json!({ "attachments": [] })).await;
    let (_, gone) = rest.patch(&message, json!({ "embeds": [] })).await;
    assert_eq!(gone["attachments"], json!([]), "what was not listed was taken off");
}

/// Source: discord-api-docs issue #8277 (2026-04-07).
#[tokio::test]
async fn a_file_that_a_component_shows_is_not_listed() {
    let (_playground, people, rest) = started(unlimited()).await;
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let media = json!({ "url": "attachment://board.png" });
    for component in [
        json!({ "type": 12, "items": [{ "media": media, "description": "a board" }] }),
        json!({ "type": 13, "file": media }),
        json!({ "type": 17, "components": [{ "type": 9, "components": [{ "type": 10, "content": "x" }],
            "accessory": { "type": 11, "media": media } }] }),
    ] {
        let payload = json!({ "flags": 1 << 15, "components": [component] });
        let sent = with_file(&rest, Method::POST, &path, &payload, "board.png").await;
        assert_eq!((&sent["attachments"], sent.get("code")), (&json!([]), None), "{sent}");
        assert!(sent["components"].to_string().contains("/attachments/"), "{sent}");
        let message = format!("{path}/{}", text(&sent["id"]));
        let (status, kept) = rest.patch(&message, json!({ "components": [component] })).await;
        assert_eq!(
            (status, &kept["attachments"]),
            (200, &json!([])),
            "an edit may name it still: {kept}"
        );
    }
}

/// What somebody gave goes to the bot as an attachment under `resolved`, for a command and for a form. Source: Discord's docs,
/// Application Commands, "Option Types" (ATTACHMENT), Receiving and Responding, "Resolved Data" and Component Reference, "File
/// Upload" (2026-08-06).
#[tokio::test]
async fn people_give_files_in_options_and_forms() {
    let (playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    let option = json!({ "type": 11, "name": "pic", "description": "x", "required": true });
    rest.command(json!({ "name": "look", "description": "x", "options": [option] }))
        .await;
    let (mut bot, _) = ready(&playground).await;
    let give = async |who: &str, name: &str, bytes: Vec<u8>| {
        let url = format!("{}/{who}/channels/{channel}/files?name={name}", playground.people_url());
        let request = rest
            .http
            .post(url)
            .header("content-type", "application/octet-stream")
            .body(bytes);
        let response = soon(request.send()).await.expect("an answer");
        let status = response.status().as_u16();
        (status, response.json::<Value>().await.unwrap_or_default())
    };
    let (status, file) = give("Ana", "board.png", b"a picture".to_vec()).await;
    assert_eq!(
        (status, &file["content_type"], &file["size"]),
        (201, &json!("image/png"), &json!(9)),
        "{file}"
    );
    let run = |pic: &Value| json!({ "channel": channel, "command": "look", "options": { "pic": pic }, "wait": "none" });
    let act = people.post("/Ana/run", run(&file["id"])).await["act"].clone();
    let asked = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!(asked["data"]["options"][0]["value"], file["id"]);
    let given = &asked["data"]["resolved"]["attachments"][text(&file["id"])];
    assert_eq!(
        (&given["filename"], &given["ephemeral"]),
        (&json!("board.png"), &json!(true)),
        "{given}"
    );
    let fetched = soon(reqwest::get(text(&given["url"]))).await.expect("the file");
    assert_eq!(fetched.bytes().await.expect("bytes").as_ref(), b"a picture");

    let (status, _) = people.call(Method::POST, "/Ben/run", run(&file["id"])).await;
    assert_eq!(status, 404, "it is Ana's");
    let (status, _) = people.call(Method::POST, "/Ana/run", run(&json!("5"))).await;
    assert_eq!(status, 404);
    assert_eq!(give("Ana", "large.bin", vec![0; 10 * 1024 * 1024 + 1]).await.0, 413);
    assert_eq!(give("Ana", "", vec![0]).await.0, 400);

    let upload = json!({ "type": 19, "custom_id": "files", "max_values": 2 });
    let form = json!({ "type": 9, "data": { "title": "t", "custom_id": "m", "components": [
        { "type": 18, "label": "l", "component": upload }] } });
    assert_eq!(rest.answer(&asked, form).await.0, 204);
    let (_, other) = give("Ana", "notes.txt", b"words".to_vec()).await;
    let filled = |files: Value| json!({ "act": act, "fields": { "files": files }, "wait": "none" });
    assert_eq!(people.call(Method::POST, "/Ana/submit", filled(json!([]))).await.0, 400);
    people
        .post("/Ana/submit", filled(json!([file["id"], other["id"]])))
        .await;
    let submitted = bot.dispatch("INTERACTION_CREATE").await;
    let field = &submitted["data"]["components"][0]["component"];
    assert_eq!(field["values"], json!([file["id"], other["id"]]));
    let names = &submitted["data"]["resolved"]["attachments"];
    assert_eq!(names[text(&other["id"])]["filename"], "notes.txt");
}
