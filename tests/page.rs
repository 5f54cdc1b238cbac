//! The page is served by the playground itself, with its policy, and the files of messages can't become pages.

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use whistle::playground::{Config, Playground, start};

async fn playground() -> Playground {
    start(Config::default()).await.expect("a playground on loopback")
}

fn header<'r>(response: &'r Response, name: &str) -> &'r str {
    response
        .headers()
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

#[tokio::test]
async fn the_page_and_every_file_it_names_are_served_under_the_policy() {
    let playground = playground().await;
    let client = Client::new();
    let mut left = vec!["/".to_owned()];
    let mut seen = Vec::new();
    while let Some(path) = left.pop() {
        let address = format!("{}{path}", playground.base_url());
        let response = client.get(address).send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert!(
            header(&response, "content-security-policy").starts_with("default-src 'none'; script-src 'self';"),
            "{path}"
        );
        assert_eq!(header(&response, "x-content-type-options"), "nosniff", "{path}");
        let text = response.text().await.expect("a text");
        let own = text.split("\"/page/").skip(1).chain(text.split("from \"./").skip(1));
        for name in own.filter_map(|rest| rest.split('"').next()) {
            let next = format!("/page/{name}");
            if !seen.contains(&next) && !left.contains(&next) {
                left.push(next);
            }
        }
        seen.push(path);
    }
    assert!(seen.len() > 10, "{seen:?}");
    let nothing = client
        .get(format!("{}/page/nothing.js", playground.base_url()))
        .send()
        .await
        .expect("an answer");
    assert_eq!(nothing.status(), StatusCode::NOT_FOUND);
    playground.stop().await;
}

#[tokio::test]
async fn a_file_opened_by_itself_is_no_page() {
    let playground = playground().await;
    let client = Client::new();
    let everyone: Value = client
        .get(playground.people_url())
        .send()
        .await
        .expect("people")
        .json()
        .await
        .expect("JSON");
    let channel = everyone["channels"][0]["id"].as_str().expect("a channel").to_owned();
    let page = reqwest::multipart::Part::text("<script>alert(1)</script>").file_name("a.html");
    let form = reqwest::multipart::Form::new()
        .text("payload_json", json!({ "content": "a file" }).to_string())
        .part("files[0]", page.mime_str("text/html").expect("a type"));
    let request = client.post(format!("{}/api/v10/channels/{channel}/messages", playground.base_url()));
    let request = request.header("authorization", format!("Bot {}", playground.token()));
    let request = request
        .header("user-agent", "DiscordBot (https://example.com, 1)")
        .multipart(form);
    let message: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    let url = message["attachments"][0]["url"].as_str().expect("a file");
    let file = client.get(url).send().await.expect("the file");
    assert_eq!(file.status(), StatusCode::OK);
    assert_eq!(header(&file, "content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(header(&file, "x-content-type-options"), "nosniff");
    playground.stop().await;
}
