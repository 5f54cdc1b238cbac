//! A person's event stream. A person is online while a stream of theirs is open.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State as Held};
use axum::response::Response;
use serde_json::json;
use tokio::sync::mpsc::UnboundedReceiver;

use super::{No, Shared, whom};
use crate::playground::App;

/// The largest frame that a listener may send, in bytes. Nothing that it says is of interest.
const LARGEST: usize = 4_096;

pub(super) async fn events(Held(app): Shared, Path(who): Path<String>, ws: WebSocketUpgrade) -> Result<Response, No> {
    let person = whom(&app.state(), &who)?;
    let ws = ws.max_message_size(LARGEST).max_frame_size(LARGEST);
    Ok(ws.on_upgrade(move |mut socket| async move {
        let (events, hello) = {
            let mut state = app.state();
            let hello = json!({ "event": "hello", "user": state.world.user_json(person) });
            (state.arrive(person), hello.to_string())
        };
        attend(&app, &mut socket, hello, events).await;
        app.state().leave(person);
    }))
}

/// Hands events on until the listener goes, or the playground closes.
async fn attend(app: &App, socket: &mut WebSocket, hello: String, mut events: UnboundedReceiver<Utf8Bytes>) {
    let hello = socket.send(Message::Text(Utf8Bytes::from(hello))).await;
    if hello.is_err() {
        return;
    }
    let stop = app.stopped();
    tokio::pin!(stop);
    loop {
        tokio::select! {
            event = events.recv() => {
                let Some(event) = event else { return };
                if socket.send(Message::Text(event)).await.is_err() {
                    return;
                }
            }
            heard = socket.recv() => {
                if !matches!(heard, Some(Ok(message)) if !matches!(message, Message::Close(_))) {
                    return;
                }
            }
            () = &mut stop => return,
        }
    }
}
