//! Pictures follow words: late, once, and never instead of them.

use std::time::Duration;

use super::super::{MessagesConfig, Slot, Waits, Wake};
use super::private::{HERE, opened};
use super::script::{Did, GUILD, chat_of, pictured};
use super::stage::{Stage, config, stage, stage_in};
use super::{ANA, TABLE, begun_within, wait};
use crate::discord::http::Failure;

const PANEL: Slot = Slot::Seat(0);
const CHANNEL: Waits = Waits {
    channel: 1,
    guild: Some(GUILD),
};

/// A table whose public message shows picture 1, by its worker.
async fn shown() -> Stage {
    let stage = stage().await;
    stage.draws(Slot::Table, Some(1));
    stage.moves_on(TABLE, 1).await;
    stage
}

/// A panel in a private chat with the picture of this number.
async fn panel(number: i32) -> Stage {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.draws(PANEL, Some(number));
    stage.moves_on(TABLE, 1).await;
    stage
}

/// What a message shows: its text, its picture, and what that tells.
fn sees(stage: &Stage, channel: u64) -> (String, Option<String>, String) {
    let (_, stands) = stage.stands(channel);
    (stands.text, stands.picture, stands.alt)
}

fn with(text: &str, number: i32) -> (String, Option<String>, String) {
    let picture = Some(format!("drawn {number}"));
    (text.to_owned(), picture, format!("alt {number}"))
}

fn bare(text: &str) -> (String, Option<String>, String) {
    (text.to_owned(), None, String::new())
}

/// A press on the panel is answered: its words stand at once, its picture does not. Gives whether that has to follow.
async fn answered(stage: &Stage, version: u64, number: Option<i32>) -> bool {
    stage.version(version).await;
    stage.draws(PANEL, number);
    let payload = pictured(&format!("seat 0 {version}"), number);
    stage
        .pressed_on(PANEL, &payload, version, &format!("token {version}"))
        .await;
    let record = stage.record(PANEL).await;
    let shows = record.standing().and_then(|standing| standing.shows.as_ref());
    !shows.expect("its words were written").whole
}

#[tokio::test(start_paused = true)]
async fn what_a_worker_sends_has_its_picture_at_once() {
    let stage = shown().await;
    assert_eq!(sees(&stage, 1), with("table 1", 1));
    assert_eq!(stage.did(), [Did::Create(1), Did::Picture]);
    stage.draws(Slot::Table, Some(2));
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 2", 2));
    assert_eq!(stage.did()[2..], [Did::Edit(1), Did::Picture]);
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_stands_is_neither_drawn_nor_sent_again() {
    let stage = shown().await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 2", 1));
    assert_eq!(stage.did(), [Did::Create(1), Did::Picture, Did::Edit(1)]);
    stage.moves_on(TABLE, 2).await;
    assert_eq!((stage.did().len(), stage.drawn()), (3, vec![1]));
}

#[tokio::test(start_paused = true)]
async fn a_picture_alone_is_a_reason_to_edit_and_one_that_is_not_wanted_goes() {
    let stage = shown().await;
    stage.show(Slot::Table, "table 1");
    stage.draws(Slot::Table, Some(2));
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 1", 2));
    stage.draws(Slot::Table, None);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, 1), bare("table 1"));
}

#[tokio::test(start_paused = true)]
async fn the_picture_follows_an_answer_in_one_edit() {
    let stage = panel(1).await;
    let chat = chat_of(ANA);
    let before = stage.did().len();
    assert!(answered(&stage, 2, Some(2)).await, "it has to follow");
    assert_eq!(
        sees(&stage, chat),
        ("seat 0 2".into(), Some("drawn 1".into()), "alt 2".into())
    );
    stage.messages.settle().await;
    assert_eq!(sees(&stage, chat), with("seat 0 2", 2));
    assert_eq!(stage.did()[before..], [Did::ByToken(chat), Did::Picture]);
    stage.messages.mark(TABLE, PANEL);
    stage.messages.settle().await;
    assert_eq!(stage.count(&Did::ByToken(chat)), 1);
}

#[tokio::test(start_paused = true)]
async fn an_answer_whose_picture_stands_needs_no_edit() {
    let stage = panel(1).await;
    let before = stage.did().len();
    assert!(!answered(&stage, 2, Some(1)).await);
    stage.messages.mark(TABLE, PANEL);
    stage.messages.settle().await;
    assert_eq!(stage.did().len(), before);
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 2", 1));
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_an_answer_and_its_picture_loses_neither() {
    let stage = panel(1).await;
    assert!(answered(&stage, 2, Some(2)).await);
    let stage = stage.restart();
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 2", 2));
}

#[tokio::test(start_paused = true)]
async fn of_what_another_run_has_sent_nothing_is_taken_for_granted() {
    let stage = panel(1).await;
    // A ghost is sent, and nobody hears of it any more.
    stage.draws(PANEL, Some(2));
    stage.pictures_take(0, 5, 0);
    stage.version(2).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(20)).await;
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 2", 2));
    let stage = stage.restart();
    stage.pictures_take(0, 0, 0);
    assert!(answered(&stage, 3, Some(1)).await, "who knows which one stands there");
    stage.messages.settle().await;
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 3", 1));
}

#[tokio::test(start_paused = true)]
async fn after_a_lost_answer_nobody_knows_which_picture_stands() {
    let stage = shown().await;
    stage.draws(Slot::Table, Some(2));
    stage.lose_answers(1);
    stage.version(2).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(20)).await;
    // Before it is tried again, the old picture is the right one again.
    stage.draws(Slot::Table, Some(1));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, 1), with("table 3", 1));
}

#[tokio::test(start_paused = true)]
async fn a_lost_creation_shows_the_newest_picture_in_the_end() {
    let stage = stage().await;
    stage.draws(Slot::Table, Some(1));
    stage.lose_answers(1);
    stage.version(1).await;
    stage.messages.changed(TABLE);
    wait(50).await;
    stage.draws(Slot::Table, Some(2));
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 2", 2));
}

#[tokio::test(start_paused = true)]
async fn where_pictures_do_not_get_through_a_new_message_stands_in_words() {
    let stage = stage().await;
    stage.draws(Slot::Table, Some(1));
    stage.no_files_pass(true);
    stage.version(1).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(sees(&stage, 1).0, "table 1");
    stage.no_files_pass(false);
    stage.messages.settle().await;
    assert_eq!(sees(&stage, 1), with("table 1", 1));
}

#[tokio::test(start_paused = true)]
async fn where_a_picture_does_not_get_through_the_words_of_an_unknown_message_go_first() {
    let stage = shown().await;
    stage.draws(Slot::Table, Some(2));
    stage.no_files_pass(true);
    stage.version(2).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(600)).await;
    // Nobody knows which picture stands there, so none is shown.
    assert_eq!(sees(&stage, 1), bare("table 2"));
    stage.no_files_pass(false);
    stage.messages.settle().await;
    assert_eq!(sees(&stage, 1), with("table 2", 2));
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_is_not_there_any_more_is_sent_again() {
    let stage = shown().await;
    stage.loses_files();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 2", 1));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_drawn_is_said_in_letters() {
    let stage = stage().await;
    stage.undrawable(true);
    stage.draws(Slot::Table, Some(1));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(sees(&stage, 1), bare("table 1 in letters 1"));
    stage.undrawable(false);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 2", 1));
    stage.undrawable(true);
    stage.draws(Slot::Table, Some(2));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, 1), bare("table 3 in letters 2"), "an old picture goes");
}

#[tokio::test(start_paused = true)]
async fn where_no_files_may_be_sent_letters_stand_until_that_changes() {
    for made in [false, true] {
        let stage = stage().await;
        if made {
            stage.moves_on(TABLE, 1).await;
        }
        stage.fileless(1, true);
        stage.draws(Slot::Table, Some(1));
        stage.moves_on(TABLE, 2).await;
        assert_eq!(sees(&stage, 1), bare("table 2 in letters 1"));
        stage.draws(Slot::Table, Some(2));
        stage.moves_on(TABLE, 3).await;
        stage.messages.wake(Wake::Open {
            table: TABLE,
            channel: 1,
        });
        stage.messages.settle().await;
        assert_eq!(sees(&stage, 1), bare("table 3 in letters 2"));
        assert_eq!(stage.count(&Did::Picture), 1, "one try is enough");
        stage.fileless(1, false);
        stage.messages.wake(Wake::Channel(1));
        stage.messages.settle().await;
        assert_eq!(sees(&stage, 1), with("table 3", 2));
    }
}

#[tokio::test(start_paused = true)]
async fn where_no_files_may_be_sent_is_forgotten_with_the_table() {
    let stage = stage().await;
    stage.seat(0, ANA);
    for slot in [Slot::Table, PANEL] {
        stage.draws(slot, Some(1));
    }
    for channel in [0, 1, chat_of(ANA)] {
        stage.fileless(channel, true);
    }
    stage.moves_on(TABLE, 1).await;
    opened(&stage, "token", None, 1, Some(1)).await;
    let barred = |stage: &Stage| -> Vec<Slot> {
        let slots = [Slot::Table, PANEL, HERE].into_iter();
        slots
            .filter(|slot| stage.messages.access().is_barred(TABLE, *slot))
            .collect()
    };
    assert_eq!(barred(&stage), [Slot::Table, PANEL, HERE]);
    stage.over();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(barred(&stage), []);
    assert_eq!(sees(&stage, 1), bare("table 2 in letters 1"));
    assert_eq!(sees(&stage, chat_of(ANA)), bare("seat 0 2 in letters 1"));
}

#[tokio::test(start_paused = true)]
async fn a_press_tells_beforehand_whether_files_may_be_sent() {
    let stage = shown().await;
    let epoch = stage.messages.access().epoch();
    let tells = |may, epoch| {
        stage
            .messages
            .access()
            .may_attach(TABLE, Slot::Table, CHANNEL, may, epoch);
        stage.messages.access().is_barred(TABLE, Slot::Table)
    };
    assert!(tells(false, epoch), "that is news");
    assert!(tells(false, epoch), "and now it is not");
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), bare("table 2 in letters 1"));
    assert_eq!(stage.count(&Did::Picture), 1, "no second try");
    assert!(!tells(true, epoch), "it bars nothing");
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, 1), with("table 3", 1));
    stage.messages.wake(Wake::Guild(GUILD));
    assert!(
        !tells(false, epoch),
        "permissions may have changed since it was pressed"
    );
}

#[tokio::test(start_paused = true)]
async fn a_closed_door_is_no_matter_of_pictures() {
    let stage = shown().await;
    stage.draws(Slot::Table, Some(2));
    stage.bar(1, Some(Failure::NoAccess { code: 50013 }));
    stage.moves_on(TABLE, 2).await;
    stage.bar(1, None);
    stage.messages.wake(Wake::Open {
        table: TABLE,
        channel: 1,
    });
    stage.messages.settle().await;
    assert_eq!(sees(&stage, 1), with("table 2", 2), "pictures are tried again as well");
}

/// One message at a time is on its way.
async fn one_at_a_time() -> Stage {
    let stage = stage_in(MessagesConfig { at_once: 1, ..config() }).await;
    stage.seat(0, ANA);
    stage.draws(Slot::Table, Some(1));
    stage.version(1).await;
    stage
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_words_behind_the_picture_of_others() {
    let stage = one_at_a_time().await;
    stage.drawing_takes(900);
    stage.messages.changed(TABLE);
    wait(500).await;
    assert_eq!(stage.did(), [Did::Create(chat_of(ANA))]);
    stage.messages.settle().await;
    assert_eq!(sees(&stage, 1), with("table 1", 1));
}

#[tokio::test(start_paused = true)]
async fn who_finds_too_many_on_their_way_queues_with_no_picture_and_sends_the_newest() {
    let stage = one_at_a_time().await;
    stage.draws(PANEL, Some(2));
    stage.drawing_takes(500);
    stage.slow(Duration::from_secs(5));
    stage.messages.changed(TABLE);
    wait(4000).await;
    assert_eq!(stage.count(&Did::Picture), 1, "the other one waits");
    let late = match stage.did()[0] {
        Did::Create(1) => (PANEL, chat_of(ANA), "seat 0 2"),
        _ => (Slot::Table, 1, "table 2"),
    };
    stage.version(2).await;
    stage.draws(late.0, Some(3));
    stage.messages.settle().await;
    assert_eq!(sees(&stage, late.1), with(late.2, 3));
    assert_eq!(stage.count(&Did::Picture), 2, "what was out of date was never sent");
}
