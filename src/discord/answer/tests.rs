//! Answers against a server that takes everything, some of it slowly.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::{Method, StatusCode, Uri};

use super::*;
use crate::discord::governor::BucketReport;
use crate::discord::payload::COMPONENTS_V2;

/// What was asked of the server, in the order in which it came.
type Heard = Arc<std::sync::Mutex<Vec<(Method, String, Value)>>>;

/// A server that takes everything; a silent answer only once it is let through.
async fn server() -> (Api, Heard, Arc<tokio::sync::Notify>) {
    let heard = Heard::default();
    let through = Arc::new(tokio::sync::Notify::new());
    let (hears, waits) = (Arc::clone(&heard), Arc::clone(&through));
    let router = Router::new().fallback(move |method: Method, uri: Uri, body: Bytes| {
        let (hears, waits) = (Arc::clone(&hears), Arc::clone(&waits));
        async move {
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            let silent = body["type"] == DEFERRED_UPDATE;
            hears
                .lock()
                .expect("nothing panics")
                .push((method, uri.to_string(), body));
            if silent {
                waits.notified().await;
            }
            (StatusCode::OK, axum::Json(json!({ "id": "5" })))
        }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    let api = Api::new("token", &format!("http://{address}")).expect("a client");
    (api, heard, through)
}

fn said(content: &str) -> Payload {
    Payload {
        above: content.to_owned(),
        ..Payload::default()
    }
}

fn either(answer: bool) -> Payload {
    said(if answer { "the answer" } else { "more" })
}

#[tokio::test]
async fn what_is_said_first_is_the_answer_and_knows_it() {
    let (api, heard, _) = server().await;
    let answer = Answer::new(&api, 1, "token", From::Message);
    assert_eq!(
        answer.whisper_either(either).await,
        (Whispered::Answer, said("the answer"))
    );
    assert_eq!(answer.whisper_either(either).await, (Whispered::FollowUp, said("more")));
    assert_eq!(answer.whisper(&said("and more")).await, Whispered::FollowUp);
    let heard = heard.lock().expect("nothing panics");
    let paths: Vec<&str> = heard.iter().map(|(_, path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "/api/v10/interactions/1/token/callback",
            "/api/v10/webhooks/0/token",
            "/api/v10/webhooks/0/token"
        ]
    );
    assert_eq!(heard[0].2["data"]["components"][0]["content"], "the answer");
}

#[tokio::test]
async fn what_is_said_while_the_press_is_just_being_taken_is_not_the_answer() {
    let (api, heard, through) = server().await;
    let answer = Answer::new(&api, 1, "token", From::Message);
    let say = async {
        // The silent answer is under way, and nobody knows yet that it has arrived.
        while heard.lock().expect("nothing panics").is_empty() {
            tokio::task::yield_now().await;
        }
        let (told, ()) = tokio::join!(answer.whisper_either(either), async { through.notify_one() });
        told
    };
    let (told, ()) = tokio::join!(say, answer.take());
    // Through its token the message with the button would be changed now, which others may see.
    assert_eq!(told, (Whispered::FollowUp, said("more")));
    let heard = heard.lock().expect("nothing panics");
    assert_eq!(heard[1].1, "/api/v10/webhooks/0/token");
    assert_eq!(heard[1].2["components"][0]["content"], "more");
}

#[tokio::test]
async fn a_command_that_was_deferred_is_still_answered_by_what_is_said() {
    let (api, heard, _) = server().await;
    let answer = Answer::new(&api, 1, "token", From::Command);
    answer.think().await;
    assert_eq!(
        answer.whisper_either(either).await,
        (Whispered::Answer, said("the answer"))
    );
    let heard = heard.lock().expect("nothing panics");
    assert_eq!(
        (&heard[1].0, heard[1].1.as_str()),
        (&Method::PATCH, "/api/v10/webhooks/0/token/messages/@original")
    );
}

#[tokio::test]
async fn only_of_what_everybody_sees_the_number_is_asked_for() {
    let (api, heard, _) = server().await;
    let private = Answer::new(&api, 1, "token", From::Message);
    assert_eq!(private.update(&said("changed")).await, Changed::Yes);
    let public = Answer::new(&api, 2, "token", From::Command);
    assert_eq!(public.say(&said("all")).await, Said::Perhaps, "the server names none");
    let heard = heard.lock().expect("nothing panics");
    let paths: Vec<&str> = heard.iter().map(|(_, path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "/api/v10/interactions/1/token/callback",
            "/api/v10/interactions/2/token/callback?with_response=true"
        ]
    );
}

#[tokio::test]
async fn files_that_would_be_refused_are_not_sent_and_something_can_be_said_instead() {
    let (api, heard, _) = server().await;
    let answer = Answer::new(&api, 1, "token", From::Command);
    let files = |count: usize| (0..count).map(|at| (at.to_string(), vec![0])).collect();
    assert!(!answer.whisper_files(&said("too many"), files(limits::FILES + 1)).await);
    assert_eq!(answer.whisper(&said("sorry")).await, Whispered::Answer);
    let other = Answer::new(&api, 2, "token", From::Command);
    assert!(other.whisper_files(&said("all"), files(limits::FILES)).await);
    let taken = Answer::new(&api, 3, "token", From::Message);
    taken.defer().await;
    assert!(
        !taken.whisper_files(&said("all"), files(1)).await,
        "the token leads to a message that everybody may see"
    );
    let heard = heard.lock().expect("nothing panics");
    let paths: Vec<&str> = heard.iter().map(|(_, path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "/api/v10/interactions/1/token/callback",
            "/api/v10/interactions/2/token/callback",
            "/api/v10/webhooks/0/token/messages/@original",
            "/api/v10/interactions/3/token/callback"
        ]
    );
    assert_eq!(heard[0].2["data"]["components"][0]["content"], "sorry");
}

/// A server to which answers come so late that nobody waits for them any more, and that takes nothing more before.
#[derive(Default)]
struct Late {
    answered: Arc<std::sync::atomic::AtomicBool>,
    heard: std::sync::Mutex<Vec<(String, u16)>>,
}

impl crate::discord::http::Server for Late {
    fn take(
        &self,
        _: &Method,
        path: &str,
        _: Option<&Value>,
        _: Option<&[u8]>,
    ) -> futures_util::future::BoxFuture<'static, Option<(u16, Value, Option<BucketReport>)>> {
        use std::sync::atomic::Ordering;
        let answered = Arc::clone(&self.answered);
        if path.ends_with("/callback") {
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(2950)).await;
                answered.store(true, Ordering::Relaxed);
            });
            return Box::pin(std::future::pending());
        }
        let status = if answered.load(Ordering::Relaxed) { 204 } else { 404 };
        self.heard
            .lock()
            .expect("nothing panics")
            .push((path.to_owned(), status));
        Box::pin(async move { Some((status, json!({ "code": 10015 }), None)) })
    }
}

#[tokio::test(start_paused = true)]
async fn what_explains_an_answer_that_comes_too_late_follows_it() {
    let late = Arc::new(Late::default());
    let api = Api::played(Arc::clone(&late) as _, 5);
    let answer = Answer::new(&api, 1, "token", From::Message);
    assert_eq!(answer.update(&said("the table as it is")).await, Changed::Perhaps);
    assert_eq!(answer.whisper(&said("why not")).await, Whispered::FollowUp);
    let heard = late.heard.lock().expect("nothing panics").clone();
    let path = "/webhooks/5/token".to_owned();
    assert_eq!(heard, [(path.clone(), 404), (path, 204)]);
}

/// A server at which the message that a press came from is gone.
struct Emptied(std::sync::Mutex<Vec<u64>>);

impl crate::discord::http::Server for Emptied {
    fn take(
        &self,
        _: &Method,
        _: &str,
        body: Option<&Value>,
        _: Option<&[u8]>,
    ) -> futures_util::future::BoxFuture<'static, Option<(u16, Value, Option<BucketReport>)>> {
        let kind = body.map_or(0, |body| body["type"].as_u64().unwrap_or_default());
        self.0.lock().expect("nothing panics").push(kind);
        let status = if kind == u64::from(UPDATE) { 404 } else { 204 };
        Box::pin(async move { Some((status, json!({ "code": 10008 }), None)) })
    }
}

#[tokio::test]
async fn a_press_whose_message_is_gone_is_taken() {
    let emptied = Arc::new(Emptied(std::sync::Mutex::default()));
    let api = Api::played(Arc::clone(&emptied) as _, 5);
    let answer = Answer::new(&api, 1, "token", From::Message);
    assert_eq!(answer.update(&said("the table as it is")).await, Changed::No);
    let heard = emptied.0.lock().expect("nothing panics").clone();
    assert_eq!(heard, [UPDATE, DEFERRED_UPDATE].map(u64::from));
}

/// A server that takes everything but what is to stand in place of "thinking": that is answered as told, with the seconds
/// to wait, one after the other, and taken at last.
struct Reluctant {
    answers: std::sync::Mutex<Vec<(u16, f64)>>,
    edits: std::sync::Mutex<Vec<Value>>,
}

impl Reluctant {
    /// The first answer is the last of them.
    fn api(answers: Vec<(u16, f64)>) -> (Arc<Reluctant>, Api) {
        let (answers, edits) = (answers.into(), Vec::new().into());
        let reluctant = Arc::new(Reluctant { answers, edits });
        (Arc::clone(&reluctant), Api::played(reluctant, 5))
    }

    /// What each try said.
    fn edits(&self) -> Vec<String> {
        let edits = self.edits.lock().expect("nothing panics");
        edits
            .iter()
            .map(|edit| edit["components"][0]["content"].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

impl crate::discord::http::Server for Reluctant {
    fn take(
        &self,
        method: &Method,
        _: &str,
        body: Option<&Value>,
        _: Option<&[u8]>,
    ) -> futures_util::future::BoxFuture<'static, Option<(u16, Value, Option<BucketReport>)>> {
        let mut answer = (204, 0.0);
        if method == Method::PATCH {
            let mut edits = self.edits.lock().expect("nothing panics");
            edits.push(body.cloned().unwrap_or_default());
            answer = self.answers.lock().expect("nothing panics").pop().unwrap_or(answer);
        }
        Box::pin(async move { Some((answer.0, json!({ "id": "5", "code": 0, "retry_after": answer.1 }), None)) })
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_is_left_with_thinking_by_a_server_in_trouble() {
    let (reluctant, api) = Reluctant::api(vec![(503, 0.0), (429, 7.0), (502, 0.0)]);
    let answer = Answer::new(&api, 1, "token", From::Command);
    answer.think().await;
    assert_eq!(answer.whisper(&said("at last")).await, Whispered::Answer);
    assert_eq!(reluctant.edits(), ["at last"; 4]);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_said_for_long_is_given_up() {
    let (reluctant, api) = Reluctant::api(vec![(429, 16.0)]);
    let answer = Answer::new(&api, 1, "token", From::Command);
    answer.think().await;
    assert_eq!(answer.whisper(&said("too late")).await, Whispered::Nothing);
    let (refusing, api) = Reluctant::api(vec![(404, 0.0)]);
    let other = Answer::new(&api, 2, "token", From::Command);
    other.think().await;
    assert_eq!(other.whisper(&said("in vain")).await, Whispered::Nothing);
    assert_eq!((reluctant.edits().len(), refusing.edits().len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_fault_of_ours_is_said_in_place_of_thinking_too() {
    let (reluctant, api) = Reluctant::api(Vec::new());
    let answer = Answer::new(&api, 1, "token", From::Command);
    let handler = async {
        tokio::time::sleep(PATIENCE * 2).await;
        panic!("a fault, for this test");
    };
    answer.in_time(handler, || said("sorry")).await;
    assert_eq!(reluctant.edits(), ["sorry"]);
}

#[tokio::test]
async fn whom_a_lobby_calls_their_phone_shows_all_of_it() {
    let (api, heard, _) = server().await;
    let calls = Payload {
        notification: "Come!".to_owned(),
        mention: vec![9],
        ..said("Come!")
    };
    let plain = Payload {
        notification: String::new(),
        ..calls.clone()
    };
    let longer = Payload {
        above: "Come and see!".to_owned(),
        ..calls.clone()
    };
    for (at, payload) in (1..).zip([calls, plain, longer]) {
        Answer::new(&api, at, "token", From::Command).say(&payload).await;
    }
    let heard = heard.lock().expect("nothing panics");
    let data: Vec<&Value> = heard.iter().map(|(_, _, body)| &body["data"]).collect();
    assert_eq!(
        (&data[0]["content"], &data[0]["flags"]),
        (&json!("Come!"), &Value::Null)
    );
    for data in &data[1..] {
        assert_eq!(
            (&data["content"], &data["flags"]),
            (&Value::Null, &json!(COMPONENTS_V2))
        );
    }
    assert!(
        data.iter()
            .all(|data| data["allowed_mentions"]["users"] == json!(["9"]))
    );
}
