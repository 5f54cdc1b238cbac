//! Pictures follow words: late, once, and never instead of them.

use std::time::Duration;

use super::super::*;
use super::private::opened;
use super::script::{Did, Stage, chat_of, pictured, stage, stage_in};
use super::{TABLE, begun_within};

const ANA: u64 = 100;
const PANEL: Slot = Slot::Seat(0);

/// A table whose public message shows picture 1, by a lane.
async fn shown() -> Stage {
    let stage = stage();
    stage.draws(Slot::Table, Some(1));
    stage.moves_on(TABLE, 1).await;
    stage
}

/// A panel in a private chat with the picture of this number.
async fn panel(number: i32) -> Stage {
    let stage = stage();
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
    let text = format!("seat 0 {version}");
    stage.version(version);
    stage.draws(PANEL, number);
    let mut held = stage.delivery.hold(TABLE, PANEL).await;
    let chat = chat_of(ANA);
    let (message, _) = stage.stands(chat);
    let payload = pictured(&text, number);
    stage.reword(chat, message, &payload);
    let written = Written {
        channel: chat,
        message,
        version,
        payload: &payload,
        last: false,
        through: None,
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await
}

pub(super) fn count(stage: &Stage, what: &Did) -> usize {
    stage.did().iter().filter(|did| *did == what).count()
}

#[tokio::test(start_paused = true)]
async fn what_a_lane_sends_has_its_picture_at_once() {
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
        ("seat 0 2".into(), Some("drawn 1".into()), "alt 1".into())
    );
    stage.delivery.mark(Lane::Person(ANA), TABLE, PANEL);
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, chat), with("seat 0 2", 2));
    assert_eq!(stage.did()[before..], [Did::Edit(chat), Did::Picture]);
    stage.delivery.moved(TABLE);
    stage.delivery.settle().await;
    assert_eq!(
        stage.did()[before..]
            .iter()
            .filter(|did| **did == Did::Edit(chat))
            .count(),
        1
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_whose_picture_stands_needs_no_edit() {
    let stage = panel(1).await;
    let before = stage.did().len();
    assert!(!answered(&stage, 2, Some(1)).await);
    stage.delivery.mark(Lane::Person(ANA), TABLE, PANEL);
    stage.delivery.settle().await;
    assert_eq!(stage.did().len(), before);
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 2", 1));
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_an_answer_and_its_picture_loses_neither() {
    let stage = panel(1).await;
    assert!(answered(&stage, 2, Some(2)).await);
    let stage = stage.restart();
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 2", 2));
}

#[tokio::test(start_paused = true)]
async fn of_what_another_run_has_sent_nothing_is_taken_for_granted() {
    let stage = panel(1).await;
    // A ghost is sent, and nobody hears of it any more.
    stage.draws(PANEL, Some(2));
    stage.lose_answers(1);
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(20)).await;
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 2", 2));
    let stage = stage.restart();
    assert!(answered(&stage, 3, Some(1)).await, "who knows which one stands there");
    stage.delivery.mark(Lane::Person(ANA), TABLE, PANEL);
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, chat_of(ANA)), with("seat 0 3", 1));
}

#[tokio::test(start_paused = true)]
async fn after_a_lost_answer_nobody_knows_which_picture_stands() {
    let stage = shown().await;
    stage.draws(Slot::Table, Some(2));
    stage.lose_answers(1);
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(20)).await;
    // Before it is tried again, the old picture is the right one again.
    stage.draws(Slot::Table, Some(1));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, 1), with("table 3", 1));
}

#[tokio::test(start_paused = true)]
async fn a_lost_creation_shows_the_newest_picture_in_the_end() {
    let stage = stage();
    stage.draws(Slot::Table, Some(1));
    stage.lose_answers(1);
    stage.version(1);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_millis(50)).await;
    stage.draws(Slot::Table, Some(2));
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), with("table 2", 2));
}

#[tokio::test(start_paused = true)]
async fn where_pictures_do_not_get_through_a_new_message_stands_in_words() {
    let stage = stage();
    stage.draws(Slot::Table, Some(1));
    stage.no_files_pass(true);
    stage.version(1);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(sees(&stage, 1).0, "table 1");
    stage.no_files_pass(false);
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, 1), with("table 1", 1));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_drawn_is_said_in_letters() {
    let stage = stage();
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
        let stage = stage();
        if made {
            stage.moves_on(TABLE, 1).await;
        }
        stage.fileless(1, true);
        stage.draws(Slot::Table, Some(1));
        stage.moves_on(TABLE, 2).await;
        assert_eq!(sees(&stage, 1), bare("table 2 in letters 1"));
        stage.draws(Slot::Table, Some(2));
        stage.moves_on(TABLE, 3).await;
        stage.delivery.wake(Wake::Open { table: TABLE, place: 1 });
        stage.delivery.settle().await;
        assert_eq!(sees(&stage, 1), bare("table 3 in letters 2"));
        assert_eq!(count(&stage, &Did::Picture), 1, "one try is enough");
        stage.fileless(1, false);
        stage.delivery.wake(Wake::Place(1));
        stage.delivery.settle().await;
        assert_eq!(sees(&stage, 1), with("table 3", 2));
    }
}

#[tokio::test(start_paused = true)]
async fn where_no_files_may_be_sent_is_forgotten_with_the_table() {
    let stage = stage();
    stage.seat(0, ANA);
    for slot in [Slot::Table, PANEL] {
        stage.draws(slot, Some(1));
    }
    stage.fileless(1, true);
    stage.fileless(chat_of(ANA), true);
    stage.fileless(0, true);
    stage.moves_on(TABLE, 1).await;
    opened(&stage, "token", None, 1, Some(1)).await;
    let barred = |stage: &Stage| lock(&stage.delivery.inner.barred).len();
    assert_eq!(barred(&stage), 3);
    stage.over();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(barred(&stage), 0);
    assert_eq!(sees(&stage, 1), bare("table 2 in letters 1"));
    assert_eq!(sees(&stage, chat_of(ANA)), bare("seat 0 2 in letters 1"));
    // A press on the last message says the same.
    let at = (Lane::Place(1), 1, Some(super::script::HALL));
    stage.delivery.may_attach(TABLE, Slot::Table, at, false);
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    let (message, _) = stage.stands(1);
    let payload = pictured("table 2 in letters 1", None);
    let written = Written {
        channel: 1,
        message,
        version: 2,
        payload: &payload,
        last: true,
        through: None,
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    assert_eq!(barred(&stage), 0);
}

#[tokio::test(start_paused = true)]
async fn a_press_tells_beforehand_whether_files_may_be_sent() {
    let stage = shown().await;
    let at = (Lane::Place(1), 1, Some(super::script::HALL));
    assert!(stage.delivery.may_attach(TABLE, Slot::Table, at, false), "that is news");
    assert!(
        !stage.delivery.may_attach(TABLE, Slot::Table, at, false),
        "and now it is not"
    );
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage, 1), bare("table 2 in letters 1"));
    assert_eq!(count(&stage, &Did::Picture), 1, "no second try");
    assert!(
        !stage.delivery.may_attach(TABLE, Slot::Table, at, true),
        "it bars nothing"
    );
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, 1), with("table 3", 1));
}

#[tokio::test(start_paused = true)]
async fn a_closed_door_is_no_matter_of_pictures() {
    let stage = shown().await;
    stage.draws(Slot::Table, Some(2));
    stage.bar(1, Some(crate::discord::http::Failure::NoAccess { code: 50013 }));
    stage.moves_on(TABLE, 2).await;
    stage.bar(1, None);
    stage.delivery.wake(Wake::Open { table: TABLE, place: 1 });
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, 1), with("table 2", 2), "pictures are tried again as well");
}

/// One message at a time is on its way.
fn one_at_a_time() -> Stage {
    let stage = stage_in(Manner {
        at_once: 1,
        ..Manner::default()
    });
    stage.seat(0, ANA);
    stage.draws(Slot::Table, Some(1));
    stage.version(1);
    stage
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_words_behind_the_picture_of_others() {
    let stage = one_at_a_time();
    stage.drawing_takes(900);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(stage.did(), [Did::Create(chat_of(ANA))]);
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, 1), with("table 1", 1));
}

#[tokio::test(start_paused = true)]
async fn who_finds_too_many_on_their_way_queues_with_no_picture_and_sends_the_newest() {
    let stage = one_at_a_time();
    stage.draws(PANEL, Some(2));
    stage.drawing_takes(500);
    stage.slow(Duration::from_secs(5));
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(count(&stage, &Did::Picture), 1, "the other one waits");
    let late = match stage.did()[0] {
        Did::Create(1) => (PANEL, chat_of(ANA), "seat 0 2"),
        _ => (Slot::Table, 1, "table 2"),
    };
    stage.version(2);
    stage.draws(late.0, Some(3));
    stage.delivery.settle().await;
    assert_eq!(sees(&stage, late.1), with(late.2, 3));
    assert_eq!(count(&stage, &Did::Picture), 2, "what was out of date was never sent");
}
