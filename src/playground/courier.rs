//! Brings interactions to the application's address, and takes the answers that come back at once.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;

use super::App;
use super::endpoint::{Delivery, answer};
use super::rest::answer_at_once;

/// Brings what is sent to the address, as long as the playground runs.
pub(crate) fn keep(app: &Arc<App>) {
    let Some(mut mail) = app.state().endpoint.mail() else {
        return;
    };
    let (held, closed) = (Arc::downgrade(app), app.stopped());
    let brings = async move {
        while let Some(delivery) = mail.recv().await {
            let Some(app) = held.upgrade() else { return };
            tokio::spawn(bring(app, delivery));
        }
    };
    tokio::spawn(async move {
        tokio::select! {
            () = brings => {}
            () = closed => {}
        }
    });
}

async fn bring(app: Arc<App>, delivery: Delivery) {
    let frame = format!(r#"{{"t":"INTERACTION_CREATE","d":{}}}"#, delivery.body);
    app.traffic.posted(Utf8Bytes::from(frame));
    let (request, patience) = {
        let state = app.state();
        let request = state.endpoint.request(&delivery.url, delivery.body, false);
        (request, state.deadlines.first_response)
    };
    let taken = match answer(request, patience).await {
        // Whoever answers by the callback route has nothing to say here.
        Some((200..=299, body)) if body.is_null() => true,
        Some((200, body)) => answer_at_once(&app, delivery.interaction, &delivery.token, &body),
        _ => false,
    };
    if !taken {
        app.state().lapse_first(delivery.interaction);
    }
}
