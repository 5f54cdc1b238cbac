//! Who presses while a picture is drawn or on its way: is answered at once, and has the last word.

use std::time::Duration;

use super::super::*;
use super::script::{Did, PRIVATE, Stage, chat_of, pictured, stage};
use super::{TABLE, through};
use crate::discord::press::Boards;

const ANA: u64 = 100;
const PANEL: Slot = Slot::Seat(0);
const HERE: Slot = Slot::Here(0);
const LANE: Lane = Lane::Person(ANA);

/// A panel in a private chat that shows entry 1 and picture 1.
async fn panel() -> Stage {
    let stage = stage();
    stage.seat(0, ANA);
    stage.draws(PANEL, Some(1));
    stage.moves_on(TABLE, 1).await;
    stage
}

/// Takes a slot in hand as a press does, which does not wait long.
async fn held(stage: &Stage, slot: Slot) -> Held {
    let patience = Duration::from_millis(10);
    let held = tokio::time::timeout(patience, stage.delivery.hold(TABLE, slot)).await;
    held.expect("no press waits for a picture")
}

/// A press on the panel that shows this entry and this picture from now on is answered with its words.
async fn pressed(stage: &Stage, version: u64, number: Option<i32>) {
    stage.version(version);
    stage.draws(PANEL, number);
    let mut held = held(stage, PANEL).await;
    let (chat, text) = (chat_of(ANA), format!("seat 0 {version}"));
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
    if stage.delivery.record(&mut held, written, None, Spot::default()).await {
        stage.delivery.mark(LANE, TABLE, PANEL);
    }
}

/// The panel's text and picture.
fn sees(stage: &Stage) -> (String, Option<String>) {
    let (_, stands) = stage.stands(chat_of(ANA));
    (stands.text, stands.picture)
}

fn shows(version: u64, number: i32) -> (String, Option<String>) {
    (format!("seat 0 {version}"), Some(format!("drawn {number}")))
}

async fn wait(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

#[tokio::test(start_paused = true)]
async fn a_second_press_is_answered_while_the_picture_of_the_first_is_on_its_way() {
    for (uploading, returning, drawing) in [(3, 0, 0), (0, 3, 0), (2, 2, 0), (0, 0, 3), (2, 2, 2)] {
        for number in [3, 1] {
            let stage = panel().await;
            stage.pictures_take(uploading, returning, drawing);
            pressed(&stage, 2, Some(2)).await;
            wait(1000).await;
            pressed(&stage, 3, Some(number)).await;
            for _ in 0..200 {
                assert_eq!(sees(&stage).0, "seat 0 3", "a picture brings no old words with it");
                wait(50).await;
            }
            stage.delivery.settle().await;
            assert_eq!(sees(&stage), shows(3, number), "{uploading} {returning} {drawing}");
            let did = stage.did().len();
            stage.delivery.mark(LANE, TABLE, PANEL);
            stage.delivery.settle().await;
            assert_eq!(stage.did().len(), did, "nothing is left to do");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_press_overtakes_what_a_lane_has_under_way_by_itself() {
    for (uploading, returning, drawing) in [(3, 0, 0), (0, 3, 0), (2, 2, 0), (0, 0, 3)] {
        for number in [Some(3), Some(1), None] {
            let stage = panel().await;
            stage.pictures_take(uploading, returning, drawing);
            stage.version(2);
            stage.draws(PANEL, Some(2));
            stage.delivery.changed(TABLE);
            wait(1000).await;
            pressed(&stage, 3, number).await;
            stage.delivery.settle().await;
            let picture = number.map(|number| format!("drawn {number}"));
            assert_eq!(sees(&stage), ("seat 0 3".to_owned(), picture));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn where_everybody_presses_all_the_time_the_last_picture_comes_in_the_end() {
    let stage = panel().await;
    stage.pictures_take(1, 1, 1);
    for version in 2..40 {
        pressed(&stage, version, Some(version as i32)).await;
        wait(700).await;
    }
    stage.delivery.settle().await;
    assert_eq!(sees(&stage), shows(39, 39));
}

#[tokio::test(start_paused = true)]
async fn a_crash_after_the_picture_of_the_first_press_and_the_words_of_the_second_is_mended() {
    // The second press leads back to what stood there before: what is noted must not look finished.
    for alone in [true, false] {
        let stage = panel().await;
        stage.pictures_take(0, 60, 0);
        if alone {
            pressed(&stage, 2, Some(2)).await;
        } else {
            stage.version(2);
            stage.draws(PANEL, Some(2));
            stage.delivery.changed(TABLE);
        }
        wait(1000).await;
        assert_eq!(sees(&stage).1.as_deref(), Some("drawn 2"), "it has arrived");
        pressed(&stage, 3, Some(1)).await;
        let stage = stage.restart();
        stage.pictures_take(0, 0, 0);
        stage.delivery.catch_up().await;
        stage.delivery.settle().await;
        assert_eq!(sees(&stage), shows(3, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_picture_that_was_overtaken_is_sent_again() {
    let stage = panel().await;
    stage.pictures_take(0, 2, 0);
    stage.lose_answers(1);
    pressed(&stage, 2, Some(2)).await;
    wait(1000).await;
    pressed(&stage, 3, Some(2)).await;
    stage.delivery.settle().await;
    assert_eq!(sees(&stage), shows(3, 2));
}

#[tokio::test(start_paused = true)]
async fn what_was_overtaken_and_lost_may_come_after_all_that_followed() {
    let stage = panel().await;
    stage.pictures_take(0, 2, 0);
    stage.lose_answers(1);
    pressed(&stage, 2, Some(2)).await;
    wait(1000).await;
    pressed(&stage, 3, Some(3)).await;
    wait(8000).await;
    assert_eq!(sees(&stage), shows(3, 3));
    let (message, _) = stage.stands(chat_of(ANA));
    stage.reword(chat_of(ANA), message, &pictured("seat 0 2", Some(2)));
    assert_eq!(sees(&stage).0, "seat 0 2", "it has come");
    wait(30_000).await;
    stage.delivery.settle().await;
    assert_eq!(sees(&stage), shows(3, 3));
}

#[tokio::test(start_paused = true)]
async fn boards_in_letters_are_asked_for_while_a_picture_is_on_its_way() {
    let stage = stage();
    stage.show(Slot::Table, "the same");
    stage.moves_on(TABLE, 1).await;
    stage.pictures_take(2, 0, 0);
    stage.draws(Slot::Table, Some(2));
    stage.version(2);
    stage.delivery.changed(TABLE);
    wait(1000).await;
    let mut held = held(&stage, Slot::Table).await;
    assert!(stage.delivery.note_boards(&mut held, Boards::Text).await);
    drop(held);
    // It looks as it did before the picture was sent.
    stage.draws(Slot::Table, None);
    stage.delivery.changed(TABLE);
    stage.delivery.settle().await;
    let (_, stands) = stage.stands(1);
    assert_eq!((stands.text.as_str(), stands.picture), ("the same", None));
    let rows = stage.delivery.shown(TABLE).await.expect("the store");
    assert_eq!(
        Note::read(&rows[0].note).boards(),
        Boards::Text,
        "what was said is kept"
    );
}

/// A press on the panel that only Ana sees.
async fn pressed_here(stage: &Stage, token: &str, message: u64, version: u64, number: i32) {
    stage.version(version);
    stage.draws(HERE, Some(number));
    let mut held = held(stage, HERE).await;
    let payload = pictured(&format!("seat 0 {version}"), Some(number));
    stage.reword_private(token, &payload);
    let written = Written {
        channel: 1,
        message,
        version,
        payload: &payload,
        last: false,
        through: through(token, Duration::from_secs(600)),
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    drop(held);
    stage.delivery.mark(LANE, TABLE, HERE);
}

#[tokio::test(start_paused = true)]
async fn a_private_panel_is_overtaken_as_well_even_before_its_number_is_known() {
    for (uploading, returning) in [(3, 0), (0, 3), (2, 2)] {
        let stage = stage();
        stage.seat(0, ANA);
        stage.pictures_take(uploading, returning, 0);
        pressed_here(&stage, "first", 0, 1, 1).await;
        wait(1000).await;
        // Both tokens lead to the same message; here they are told apart, and each request is seen.
        pressed_here(&stage, "second", PRIVATE, 2, 1).await;
        stage.delivery.settle().await;
        assert_eq!(
            stage.private("second").picture.as_deref(),
            Some("drawn 1"),
            "sent once more"
        );
        wait(1000).await;
        let did = stage.did().len();
        pressed_here(&stage, "third", PRIVATE, 3, 1).await;
        stage.delivery.settle().await;
        assert_eq!(stage.did().len(), did, "now it is known to stand there");
    }
}

#[tokio::test(start_paused = true)]
async fn where_a_panel_was_to_stand_is_left_to_the_lane_and_survives_a_restart() {
    let stage = panel().await;
    let busy = stage.delivery.hold(TABLE, PANEL).await;
    let spot = |page| Spot {
        page,
        ..Spot::default()
    };
    stage.delivery.leave(LANE, TABLE, PANEL, spot(2));
    stage.delivery.leave(LANE, TABLE, PANEL, spot(3));
    wait(1000).await;
    assert_eq!(sees(&stage), shows(1, 1));
    drop(busy);
    stage.delivery.settle().await;
    assert_eq!(sees(&stage).0, "seat 0 1 page 3");
    let stage = stage.restart();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage).0, "seat 0 2 page 3");
    // A later answer has the last word.
    let busy = stage.delivery.hold(TABLE, PANEL).await;
    stage.delivery.leave(LANE, TABLE, PANEL, spot(4));
    drop(busy);
    pressed(&stage, 3, Some(1)).await;
    stage.delivery.settle().await;
    assert_eq!(sees(&stage).0, "seat 0 3");
    assert!(lock(&stage.delivery.inner.wanted).is_empty());
    assert!(!stage.did().contains(&Did::Delete(chat_of(ANA))));
}
