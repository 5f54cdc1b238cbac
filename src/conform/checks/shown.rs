//! What a message shows: embeds, files and their alternative texts.

use reqwest::Method;
use serde_json::{Value, json};

use super::list;
use crate::conform::client::Request;
use crate::conform::trial::Trial;
use crate::conform::verdict::{Tried, differs, expect};

/// A picture of one pixel.
pub(super) const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8,
    6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0A, b'I', b'D', b'A', b'T', 0x78, 0x9C, 0x63, 0, 1, 0, 0, 5, 0, 1,
    0x0D, 0x0A, 0x2D, 0xB4, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xAE, 0x42, 0x60, 0x82,
];

/// A message with an embed that shows a file, each with a text of its own.
async fn shown(t: &mut Trial) -> Tried<Value> {
    let body = json!({
        "embeds": [{ "title": "A board", "image": { "url": "attachment://board.png", "description": "of the embed" } }],
        "attachments": [{ "id": 0, "description": "of the file" }],
    });
    t.upload(body, &[("board.png", PIXEL)]).await
}

pub(in crate::conform) async fn shown_file(t: &mut Trial) -> Tried {
    let message = shown(t).await?;
    let listed = list(&message["attachments"]).len();
    expect(
        listed == 0,
        format!("{listed} files that an embed shows stood in `attachments`"),
    )
}

pub(in crate::conform) async fn image_text(t: &mut Trial) -> Tried {
    let message = shown(t).await?;
    let found = &message["embeds"][0]["image"]["description"];
    expect(
        found == "of the embed",
        "the embed's image did not keep its own description",
    )
}

pub(in crate::conform) async fn file_text_apart(t: &mut Trial) -> Tried {
    let body = json!({
        "embeds": [{ "title": "A board", "image": { "url": "attachment://board.png" } }],
        "attachments": [{ "id": 0, "description": "of the file" }],
    });
    let message = t.upload(body, &[("board.png", PIXEL)]).await?;
    let image = &message["embeds"][0]["image"];
    expect(image.is_object(), "the embed lost its image")?;
    expect(
        image["description"] != "of the file",
        "the embed's image took the text of the attachment",
    )
}

pub(in crate::conform) async fn embed_title(t: &mut Trial) -> Tried {
    let body = json!({ "embeds": [{ "title": "x".repeat(257) }] });
    t.try_message(body)
        .await?
        .refused_at("embeds.0.title", "BASE_TYPE_MAX_LENGTH")
}

pub(in crate::conform) async fn embed_total(t: &mut Trial) -> Tried {
    let embed = |letters: usize| json!({ "description": "x".repeat(letters) });
    t.try_message(json!({ "embeds": [embed(3000), embed(3000)] }))
        .await?
        .is(200)?;
    t.try_message(json!({ "embeds": [embed(3000), embed(3001)] }))
        .await?
        .refused_form()
}

pub(in crate::conform) async fn embed_count(t: &mut Trial) -> Tried {
    let embeds = vec![json!({ "title": "x" }); 11];
    t.try_message(json!({ "embeds": embeds }))
        .await?
        .refused_at("embeds", "")
}

pub(in crate::conform) async fn embed_link(t: &mut Trial) -> Tried {
    let body = json!({ "embeds": [{ "title": "x", "image": { "url": "ftp://example.org/x.png" } }] });
    t.try_message(body).await?.refused_at("embeds.0.image.url", "")
}

pub(in crate::conform) async fn file_text(t: &mut Trial) -> Tried {
    let body = json!({ "attachments": [{ "id": "0", "description": "One pixel." }] });
    let message = t.upload(body, &[("pixel.png", PIXEL)]).await?;
    let found = &message["attachments"][0]["description"];
    expect(found == "One pixel.", "a file lost its description")
}

pub(in crate::conform) async fn file_text_length(t: &mut Trial) -> Tried {
    let body = json!({ "attachments": [{ "id": 0, "description": "x".repeat(1025) }] });
    let path = t.messages();
    let request = Request::new(Method::POST, path).body(body).file("pixel.png", PIXEL);
    t.try_upload(request)
        .await?
        .refused_at("attachments.0.description", "BASE_TYPE_MAX_LENGTH")
}

pub(in crate::conform) async fn file_kind(t: &mut Trial) -> Tried {
    let message = t.upload(json!({}), &[("words.png", b"These are words.")]).await?;
    let found = message["attachments"][0]["content_type"].as_str().unwrap_or("nothing");
    expect(
        found == "image/png",
        format!("a text called words.png was taken for {found}"),
    )
}

pub(in crate::conform) async fn file_link(t: &mut Trial) -> Tried {
    let message = t.upload(json!({}), &[("pixel.png", PIXEL)]).await?;
    let url = message["attachments"][0]["url"].as_str().unwrap_or_default();
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let signed = ["ex=", "is=", "hm="]
        .iter()
        .all(|key| query.split('&').any(|part| part.starts_with(key)));
    expect(signed, "the link to a file is not signed with ex, is and hm")
}

pub(in crate::conform) async fn file_count(t: &mut Trial) -> Tried {
    let path = t.messages();
    let request = Request::new(Method::POST, path).body(json!({ "content": "Eleven files." }));
    let request = (0..11).fold(request, |request, _| request.file("pixel.png", PIXEL));
    t.try_upload(request).await?.refused(400, 30015)
}

/// The names of the files of a message.
fn names(message: &Value) -> Vec<&str> {
    list(&message["attachments"])
        .iter()
        .filter_map(|file| file["filename"].as_str())
        .collect()
}

/// A message with two files.
async fn two_files(t: &mut Trial) -> Tried<Value> {
    let message = t
        .upload(
            json!({ "content": "Two files." }),
            &[("one.png", PIXEL), ("two.png", PIXEL)],
        )
        .await?;
    match names(&message)[..] {
        ["one.png", "two.png"] => Ok(message),
        _ => differs("two files did not come back in their order"),
    }
}

pub(in crate::conform) async fn edit_drops(t: &mut Trial) -> Tried {
    let message = two_files(t).await?;
    let path = t.message(&message);
    let kept = json!({ "attachments": [{ "id": message["attachments"][1]["id"] }] });
    let answer = t.patch(path, kept).await?.ok()?;
    expect(
        names(&answer.body) == ["two.png"],
        "an edit with a list of files did not drop what is not listed",
    )
}

pub(in crate::conform) async fn edit_keeps(t: &mut Trial) -> Tried {
    let message = two_files(t).await?;
    let path = t.message(&message);
    let request = Request::new(Method::PATCH, path)
        .body(json!({ "content": "Three." }))
        .file("three.png", PIXEL);
    let answer = t.send(request).await?.ok()?;
    let found = names(&answer.body);
    let all = ["one.png", "two.png", "three.png"]
        .iter()
        .all(|name| found.contains(name));
    expect(
        all,
        format!("an edit without a list of files left {} of them", found.len()),
    )
}

/// A gallery that shows one file, told of in these words.
fn gallery_of(told: &str) -> Value {
    let item = json!({ "media": { "url": "attachment://board.png" }, "description": told });
    json!({ "type": 12, "items": [item] })
}

/// A message of the second layout that shows a file in a gallery.
async fn gallery(t: &mut Trial) -> Tried<Value> {
    let body = json!({ "flags": 1 << 15, "components": [gallery_of("A board.")] });
    t.upload(body, &[("board.png", PIXEL)]).await
}

pub(in crate::conform) async fn gallery_text(t: &mut Trial) -> Tried {
    let message = gallery(t).await?;
    let found = &message["components"][0]["items"][0]["description"];
    expect(found == "A board.", "an item of a gallery lost its description")
}

pub(in crate::conform) async fn gallery_file(t: &mut Trial) -> Tried {
    let message = gallery(t).await?;
    let listed = list(&message["attachments"]).len();
    expect(
        listed == 0,
        format!("{listed} files that a gallery shows stood in `attachments`"),
    )
}

pub(in crate::conform) async fn gallery_again(t: &mut Trial) -> Tried {
    let message = gallery(t).await?;
    let path = t.message(&message);
    let again = json!({ "components": [gallery_of("Another moment.")] });
    let answer = t.patch(path, again).await?.ok()?;
    let item = &answer.body["components"][0]["items"][0];
    let link = item["media"]["url"].as_str().unwrap_or_default();
    expect(
        item["description"] == "Another moment." && link.contains("board.png"),
        "an edit without files could not name the file that the message has",
    )
}
