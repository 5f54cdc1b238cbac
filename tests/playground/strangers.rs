//! Who is kept out: pages from elsewhere, names that were made to point here, bodies of other kinds and sizes.

use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use whistle::playground::{Config, Playground, StartError, start};

use super::kit::{calm, soon, started};

/// A request to every kind of place, harmless in itself.
fn doors(playground: &Playground) -> Vec<RequestBuilder> {
    let (client, base) = (Client::new(), playground.base_url());
    let to = |method: Method, path: &str| {
        let request = client.request(method, format!("{base}{path}"));
        request.header("user-agent", "DiscordBot (test, 1)")
    };
    vec![
        to(Method::GET, "/"),
        to(Method::GET, "/page/main.js"),
        to(Method::GET, "/people"),
        to(Method::GET, "/people/Ana/channels"),
        to(Method::POST, "/people/Ana/dm"),
        to(Method::POST, "/people").json(&json!({ "name": "Mallory" })),
        to(Method::PATCH, "/people/-/faults").json(&json!({})),
        to(Method::GET, "/people/-/traffic"),
        to(Method::GET, "/people/Ana/traffic"),
        to(Method::DELETE, "/people/-/traffic"),
        to(Method::GET, "/api/v10/gateway"),
        to(Method::POST, "/api/v10/interactions/1/x/callback").json(&json!({ "type": 6 })),
        to(Method::GET, "/attachments/1/2/a.png"),
    ]
}

async fn status(request: RequestBuilder) -> StatusCode {
    soon(request.send()).await.expect("an answer").status()
}

#[tokio::test]
async fn no_door_opens_to_a_page_from_elsewhere_or_by_another_name() {
    let (playground, people, _rest) = started(calm()).await;
    for (header, value) in [
        ("host", "evil.example".to_owned()),
        ("host", format!("evil.example:{}", playground.addr().port())),
        ("host", format!("127.0.0.1.evil.example:{}", playground.addr().port())),
        ("host", "192.168.0.5".to_owned()),
        ("origin", "https://evil.example".to_owned()),
        ("origin", "http://127.0.0.1:1".to_owned()),
        ("origin", "null".to_owned()),
        ("sec-fetch-site", "cross-site".to_owned()),
        ("sec-fetch-site", "same-site".to_owned()),
    ] {
        for door in doors(&playground) {
            let shown = format!("{door:?}");
            assert_eq!(
                status(door.header(header, &value)).await,
                StatusCode::FORBIDDEN,
                "{header}: {value}, {shown}"
            );
        }
    }
    assert_eq!(
        people.get("").await["people"].as_array().map(Vec::len),
        Some(3),
        "Mallory is not here"
    );
    for door in doors(&playground) {
        let shown = format!("{door:?}");
        let door = door
            .header("origin", playground.base_url())
            .header("sec-fetch-site", "same-origin");
        assert_ne!(status(door).await, StatusCode::FORBIDDEN, "{shown}");
    }
    let linked = Client::new().get(playground.page_url());
    let linked = linked
        .header("sec-fetch-site", "cross-site")
        .header("sec-fetch-mode", "navigate");
    assert_eq!(status(linked).await, StatusCode::OK, "a link may lead to the page");
}

#[tokio::test]
async fn sockets_are_guarded_alike() {
    let (playground, _people, _rest) = started(calm()).await;
    let events = format!("{}/Ana/events", playground.people_url().replacen("http", "ws", 1));
    for address in [events.as_str(), &playground.gateway_url()] {
        for (name, value) in [
            ("origin", "https://evil.example"),
            ("origin", "http://localhost:3000"),
            ("host", "evil.example"),
            ("sec-fetch-site", "same-site"),
        ] {
            let mut request = address.into_client_request().expect("a request");
            request
                .headers_mut()
                .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            let refused = soon(connect_async(request)).await;
            let why = refused.err().map(|why| why.to_string()).unwrap_or_default();
            assert!(why.contains("403"), "{address} {name}: {value}: {why}");
        }
        let mut request = address.into_client_request().expect("a request");
        let origin = playground.base_url().parse().expect("an origin");
        request.headers_mut().insert("origin", origin);
        assert!(soon(connect_async(request)).await.is_ok(), "{address}");
    }
}

#[tokio::test]
async fn bodies_are_json_and_of_a_size() {
    let (playground, people, _rest) = started(calm()).await;
    let path = format!(
        "{}/Ana/channels/{}/messages",
        playground.people_url(),
        people.channel(0).await
    );
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let sly = Client::new().post(&path).header("content-type", kind);
        let sly = sly.body(json!({ "content": "x" }).to_string());
        assert_eq!(status(sly).await, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
    }
    let bare = Client::new().post(&path).body("{}");
    assert_eq!(status(bare).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let large = Client::new()
        .post(&path)
        .json(&json!({ "content": "x", "more": "x".repeat(300_000) }));
    assert_eq!(status(large).await, StatusCode::PAYLOAD_TOO_LARGE);
    let odd = people
        .call(Method::POST, "", json!({ "name": "Eve", "locale": "<b>" }))
        .await;
    assert_eq!(odd.0, StatusCode::BAD_REQUEST);
    let broken = Client::new()
        .post(&path)
        .header("content-type", "application/json")
        .body("{");
    assert_eq!(status(broken).await, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn answers_are_not_kept_guessed_at_or_framed() {
    let (playground, _people, _rest) = started(calm()).await;
    for path in ["/people", "/people/Nobody/channels", "/"] {
        let address = format!("{}{path}", playground.base_url());
        let answer = soon(Client::new().get(address).send()).await.expect("an answer");
        let header = |name: &str| {
            let value = answer.headers().get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };
        assert_eq!(header("cache-control"), "no-store", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin", "{path}");
        let policy = header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(header("access-control-allow-origin"), "", "{path}");
        let said = answer.text().await.expect("a text");
        assert!(!said.contains(playground.token()), "{path}");
    }
}

#[tokio::test]
async fn it_listens_beyond_this_machine_only_if_told_to() {
    let everywhere = Config {
        bind: "0.0.0.0:0".parse().expect("an address"),
        ..calm()
    };
    let refused = start(everywhere.clone()).await;
    assert!(matches!(refused, Err(StartError::NotLoopback(_))), "{refused:?}");
    let told = Config {
        allow_remote: true,
        ..everywhere
    };
    let (playground, people, rest) = started(told).await;
    assert!(
        playground.base_url().starts_with("http://127.0.0.1:"),
        "bots meet it on this machine"
    );
    assert_eq!(rest.get("/users/@me").await.0, 200);
    let by = |host: &str| Client::new().get(playground.people_url()).header("host", host);
    assert_eq!(status(by("192.168.0.5:80")).await, StatusCode::OK);
    assert_eq!(
        status(by("evil.example")).await,
        StatusCode::FORBIDDEN,
        "names can be made to point here"
    );
    assert_eq!(people.get("").await["people"].as_array().map(Vec::len), Some(3));
    let foreign = by("192.168.0.5:80").header("origin", "http://evil.example");
    assert_eq!(status(foreign).await, StatusCode::FORBIDDEN);
    let own: Value = soon(by("192.168.0.5:80").header("origin", "http://192.168.0.5:80").send())
        .await
        .expect("an answer")
        .json()
        .await
        .expect("JSON");
    assert!(own["guild"].is_object());
}
