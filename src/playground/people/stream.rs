//! A person's event stream.

use axum::extract::ws::{Message, Utf8Bytes, WebSocketUpgrade};
use axum::extract::{Path, State as Held};
use serde_json::json;

use super::{Said, Shared, whom};

pub(super) async fn events(Held(app): Shared, Path(who): Path<String>, ws: WebSocketUpgrade) -> Said {
    let person = whom(&app.state(), &who)?;
    Ok(ws.on_upgrade(move |mut socket| async move {
        let (mut events, hello) = {
            let mut state = app.state();
            (
                state.audience.listen(person),
                json!({ "event": "hello", "user": state.world.user_json(person) }),
            )
        };
        if socket
            .send(Message::Text(Utf8Bytes::from(hello.to_string())))
            .await
            .is_err()
        {
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
    }))
}
