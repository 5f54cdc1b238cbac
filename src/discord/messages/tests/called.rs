//! Who is named in the public message is called once, by the first message that stands there, whatever becomes of it.

use std::time::Duration;

use super::script::pictured;
use super::stage::{Stage, stage};
use super::{TABLE, begun_within, only};
use crate::discord::payload::Payload;

const NAMED: [u64; 2] = [7, 8];

/// A table whose message names somebody, and has been sent.
async fn named() -> Stage {
    let stage = stage().await;
    stage.names(&NAMED);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.called(), NAMED);
    stage
}

async fn bury(stage: &Stage) {
    (0..40).for_each(|_| stage.messages.access().spoken(1));
    tokio::time::sleep(Duration::from_secs(61)).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_is_called_again_by_a_change_or_where_the_message_comes_down() {
    let stage = named().await;
    let first = stage.messages(1)[0].0;
    stage.moves_on(TABLE, 2).await;
    stage.names(&NAMED[1..]);
    stage.moves_on(TABLE, 3).await;
    bury(&stage).await;
    stage.moves_on(TABLE, 4).await;
    assert_ne!(stage.messages(1)[0].0, first, "it came down");
    assert_eq!(stage.called(), NAMED);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_called_again_where_the_message_was_deleted_or_an_answer_got_lost() {
    let stage = named().await;
    stage.vanish(1);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    bury(&stage).await;
    stage.lose_answers(2);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.called(), NAMED);
}

#[tokio::test(start_paused = true)]
async fn a_first_message_whose_answer_got_lost_calls_once() {
    let stage = stage().await;
    stage.names(&NAMED);
    stage.lose_answers(3);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, 1), "table 1");
    assert_eq!(stage.called(), NAMED);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_called_again_after_a_crash() {
    let stage = stage().await;
    stage.names(&NAMED);
    stage.lose_answers(1);
    stage.version(1).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(stage.called(), NAMED, "it was sent, and nobody knows");
    stage.version(2).await;
    let stage = stage.restart();
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    let stage = stage.restart();
    stage.messages.catch_up().await;
    stage.moves_on(TABLE, 3).await;
    assert_eq!(stage.called(), NAMED);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_called_again_where_the_answer_to_a_press_was_deleted() {
    let stage = named().await;
    let payload = Payload {
        mention: NAMED.to_vec(),
        ..pictured("table 1", None)
    };
    stage.posted(&payload, 1, "token").await;
    stage.messages.mark(TABLE, super::super::Slot::Table);
    stage.messages.settle().await;
    stage.vanish(1);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.called(), NAMED);
}
