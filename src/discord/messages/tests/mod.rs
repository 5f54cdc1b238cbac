//! Messages against a scripted Discord and a made-up table, with the clock in our hands.

mod access;
mod called;
mod changes;
mod chats;
mod doubts;
mod gone;
mod known;
mod leave;
mod overdue;
mod pictures;
mod presses;
mod private;
mod record;
mod row;
mod script;
mod stage;
mod times;
mod tokens;

use std::time::Duration;

use stage::{Stage, config};

use crate::discord::http::Failure;

const TABLE: u64 = 7;
/// Who sits on seat 0.
const ANA: u64 = 100;

fn limited(ms: u64, global: bool) -> Failure {
    Failure::Limited {
        after: Duration::from_millis(ms),
        global,
    }
}

/// Within this time after a change it is being shown.
fn begun_within() -> Duration {
    config().gather + config().send_delay
}

fn lost() -> Failure {
    Failure::Unreachable("in a test".to_owned())
}

async fn wait(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// The one message of a channel.
fn only(stage: &Stage, channel: u64) -> String {
    let messages = stage.messages(channel);
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages.into_iter().next().expect("one").1
}
