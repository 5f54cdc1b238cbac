//! Which emojis are uploaded and deleted, and how messages come to have them.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::*;
use crate::discord::governor::BucketReport;
use crate::discord::http::Server;

/// A server that keeps emojis, and takes messages only with emojis that it keeps.
#[derive(Default)]
struct EmojiServer {
    kept: Mutex<Vec<(String, String)>>,
    asked: Mutex<Vec<(Method, String, Option<Value>)>>,
    /// The status of every response, while the server has trouble.
    trouble: Mutex<Option<u16>>,
}

impl EmojiServer {
    fn with(names: &[&str]) -> Arc<EmojiServer> {
        let server = EmojiServer::default();
        let kept = names
            .iter()
            .zip(7000..)
            .map(|(name, id)| (id.to_string(), (*name).to_owned()));
        server.kept.lock().unwrap().extend(kept);
        Arc::new(server)
    }

    fn api(self: &Arc<EmojiServer>) -> Api {
        Api::played(Arc::clone(self) as _, 5)
    }

    /// How many requests of this method have come, and forgets all.
    fn count(&self, method: &Method) -> usize {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.iter().filter(|(other, ..)| other == method).count()
    }

    fn names(&self) -> Vec<String> {
        self.kept.lock().unwrap().iter().map(|(_, name)| name.clone()).collect()
    }

    fn answer(&self, method: &Method, path: &str, body: Option<&Value>) -> (u16, Value) {
        if let Some(status) = *self.trouble.lock().unwrap() {
            return (status, json!({ "message": "no", "code": 0 }));
        }
        let mut kept = self.kept.lock().unwrap();
        let object = |(id, name): &(String, String)| json!({ "id": id, "name": name });
        match (method.as_str(), path.strip_prefix("/applications/5/emojis")) {
            ("GET", Some("")) => (200, json!({ "items": kept.iter().map(object).collect::<Vec<_>>() })),
            ("POST", Some("")) => {
                let name = body.and_then(|body| body["name"].as_str()).unwrap_or_default();
                let id = (1000 + kept.len()).to_string();
                kept.push((id, name.to_owned()));
                (201, object(&kept[kept.len() - 1]))
            }
            ("DELETE", Some(id)) => {
                kept.retain(|(other, _)| other != &id[1..]);
                (204, Value::Null)
            }
            _ => match &body.map_or(
                &Value::Null,
                |body| &body["components"][0]["components"][0]["emoji"]["id"],
            ) {
                Value::String(id) if kept.iter().all(|(other, _)| other != id) => {
                    let error = json!([{ "code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji" }]);
                    let errors = json!({ "components": { "0": { "components": { "0": { "emoji": { "id": { "_errors": error } } } } } } });
                    (
                        400,
                        json!({ "code": 50035, "message": "Invalid Form Body", "errors": errors }),
                    )
                }
                _ => (200, json!({ "id": "9" })),
            },
        }
    }
}

impl Server for EmojiServer {
    fn take(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        _: Option<&[u8]>,
    ) -> BoxFuture<'static, Option<(u16, Value, Option<BucketReport>)>> {
        let mut asked = self.asked.lock().unwrap();
        asked.push((method.clone(), path.to_owned(), body.cloned()));
        let (status, answer) = self.answer(method, path, body);
        async move { Some((status, answer, None)) }.boxed()
    }
}

/// A few of the icons.
fn few() -> Vec<WantedEmoji> {
    wanted().into_iter().take(3).collect()
}

/// Sends a message with the first icon; gives the component as it has arrived.
async fn sent(server: &EmojiServer, api: &Api, icon: &str) -> Value {
    let button = json!({ "type": 2, "style": 2, "label": "Go", "custom_id": "go", "icon": icon });
    let body = json!({ "components": [{ "type": 1, "components": [button] }] });
    let path = "/channels/7/messages";
    api.call(Method::POST, path, Some(&body)).await.expect("it is taken");
    let asked = server.asked.lock().unwrap();
    let (.., body) = asked.last().expect("it was sent");
    body.as_ref().expect("a body")["components"][0]["components"][0].clone()
}

#[test]
fn every_name_is_one_that_discord_takes_and_says_the_icon_first() {
    let wanted = wanted();
    assert!(!wanted.is_empty());
    for WantedEmoji { icon, name, .. } in &wanted {
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        assert!((2..=32).contains(&name.len()) && is_plain, "{name}");
        assert!(name.starts_with(&format!("{icon}_")), "{name}");
        assert!(!is_replaced(&wanted, name), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_start_uploads_nothing() {
    let (server, wanted) = (EmojiServer::with(&[]), few());
    bring(&server.api(), &wanted, true).await.expect("all is well");
    assert_eq!(
        server.names(),
        wanted.iter().map(|wanted| wanted.name.clone()).collect::<Vec<_>>()
    );
    for (_, _, body) in server
        .asked
        .lock()
        .unwrap()
        .iter()
        .filter(|(method, ..)| method == Method::POST)
    {
        let image = body.as_ref().and_then(|body| body["image"].as_str()).expect("an image");
        assert!(image.starts_with("data:image/png;base64,iVBOR"), "{image}");
    }
    assert_eq!(server.count(&Method::POST), wanted.len());

    let api = server.api();
    bring(&api, &wanted, true).await.expect("all is well");
    assert_eq!(server.asked.lock().unwrap().len(), 1, "the list says it all");
    let button = sent(&server, &api, &wanted[1].icon).await;
    assert_eq!(button["emoji"], json!({ "id": "1001", "name": wanted[1].icon }));
    assert_eq!((&button["label"], &button["icon"]), (&json!("Go"), &Value::Null));
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_has_changed_replaces_its_own_emoji_and_no_other() {
    let wanted = few();
    let old = format!("{}_00000000", wanted[0].icon);
    let others = [
        "parrot",
        "dragon_0badcafe",
        &format!("{}_party", wanted[0].icon),
        &wanted[1].name,
        &wanted[2].name,
    ];
    let server = EmojiServer::with(&[[old.as_str()].as_slice(), &others].concat());
    bring(&server.api(), &wanted, true).await.expect("all is well");
    assert_eq!(server.names(), [others.as_slice(), &[&wanted[0].name]].concat());
    let asked = server.asked.lock().unwrap();
    let order: Vec<&str> = asked.iter().map(|(method, ..)| method.as_str()).collect();
    assert_eq!(
        order,
        ["GET", "POST", "DELETE"],
        "the old one goes once the new one is there"
    );
}

#[tokio::test(start_paused = true)]
async fn a_process_leaves_the_pictures_of_another_one_be() {
    let wanted = few();
    let other = format!("{}_00000000", wanted[0].icon);
    let server = EmojiServer::with(&[other.as_str()]);
    bring(&server.api(), &wanted, false).await.expect("all is well");
    assert!(server.names().contains(&other));
    assert_eq!(server.count(&Method::DELETE), 0);
}

#[tokio::test(start_paused = true)]
async fn words_serve_where_there_is_no_emoji() {
    let (server, wanted) = (EmojiServer::with(&[]), few());
    let api = server.api();
    for status in [401, 403, 404, 500] {
        *server.trouble.lock().unwrap() = Some(status);
        bring(&api, &wanted, true).await.expect_err("it fails");
        *server.trouble.lock().unwrap() = None;
        let button = sent(&server, &api, &wanted[0].icon).await;
        assert_eq!(
            button,
            json!({ "type": 2, "style": 2, "label": "Go", "custom_id": "go" }),
            "{status}"
        );
        server.count(&Method::POST);
    }
}

#[tokio::test(start_paused = true)]
async fn an_emoji_that_discord_refuses_gives_way_to_words_until_discord_is_asked_again() {
    let (server, wanted) = (EmojiServer::with(&[]), few());
    let api = server.api();
    bring(&api, &wanted, true).await.expect("all is well");
    assert!(api.emojis().refused().now_or_never().is_none());
    server.kept.lock().unwrap().clear();
    server.count(&Method::POST);
    let icon = &wanted[0].icon;
    assert_eq!(sent(&server, &api, icon).await.get("emoji"), None);
    assert_eq!(server.count(&Method::POST), 2, "once with it, and once without");
    assert_eq!(sent(&server, &api, icon).await.get("emoji"), None);
    assert_eq!(server.count(&Method::POST), 1);
    api.emojis()
        .refused()
        .now_or_never()
        .expect("Discord is to be asked again");
    bring(&api, &wanted, true).await.expect("all is well");
    assert!(sent(&server, &api, icon).await["emoji"]["id"].is_string());
}
