//! Messages in which nothing but times has changed.

use super::super::Slot;
use super::script::Did;
use super::stage::{Stage, stage};
use super::{TABLE, only, wait};

/// Until when there is time, at a table where a day is left.
fn until(seconds: i64) -> String {
    format!("until <t:{}:R>", 86_400 + seconds)
}

async fn shown(stage: &Stage, text: &str) {
    stage.show(Slot::Table, text);
    stage.messages.changed(TABLE);
    stage.messages.settle().await;
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_times_move_by_less_than_anybody_would_notice_is_left_alone() {
    let stage = stage().await;
    shown(&stage, &until(0)).await;
    shown(&stage, &until(30)).await;
    shown(&stage, &until(60)).await;
    assert_eq!(stage.did(), [Did::Create(1)]);
    // Small shifts do not add up unnoticed.
    shown(&stage, &until(61)).await;
    assert_eq!(only(&stage, 1), until(61));
    // Anything else brings the newest times with it.
    shown(&stage, &until(70)).await;
    assert_eq!(only(&stage, 1), until(61));
    shown(&stage, &format!("{}!", until(70))).await;
    assert_eq!(only(&stage, 1), format!("{}!", until(70)));
}

#[tokio::test(start_paused = true)]
async fn times_are_as_they_were_after_a_restart_and_go_on() {
    let stage = stage().await;
    shown(&stage, &until(0)).await;
    let did = stage.did();
    let stage = stage.restart();
    shown(&stage, &until(40)).await;
    assert_eq!(stage.did(), did);
    let stage = stage.restart();
    shown(&stage, &until(80)).await;
    assert_eq!(only(&stage, 1), until(80));
}

#[tokio::test(start_paused = true)]
async fn times_that_are_a_little_wrong_are_put_right_before_anybody_could_notice() {
    let stage = stage().await;
    shown(&stage, &until(0)).await;
    for shift in [10, 20] {
        shown(&stage, &until(shift)).await;
    }
    // With twenty minutes left twenty seconds would be noticed.
    wait((86_400 - 1210) * 1000).await;
    assert_eq!(only(&stage, 1), until(0));
    wait(35_000).await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), until(20));
}
