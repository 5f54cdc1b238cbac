//! Who presses while a picture is drawn or on its way. Nobody waits for what is drawn. Who finds a request under way waits
//! for it a moment, and then leaves to the worker what they wanted to see; either way the newest is shown in the end.

use std::time::Duration;

use super::super::{Location, PanelState, Slot};
use super::private::{HERE, PRIVATE};
use super::script::{Did, chat_of, pictured};
use super::stage::{Stage, stage};
use super::{ANA, TABLE, wait};
use crate::discord::custom_id::Boards;

const PANEL: Slot = Slot::Seat(0);
/// As long as a press waits for a request that is under way.
const PATIENCE: Duration = Duration::from_millis(1000);

/// A panel in a private chat that shows entry 1 and picture 1.
async fn panel() -> Stage {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.draws(PANEL, Some(1));
    stage.moves_on(TABLE, 1).await;
    stage
}

/// A press on the panel, which shows this entry and this picture from now on. It is answered with the words, unless another
/// request is under way for too long: then its worker is to follow. Whether it was answered.
async fn pressed(stage: &Stage, version: u64, number: Option<i32>) -> bool {
    stage.version(version).await;
    stage.draws(PANEL, number);
    let Some(writer) = stage.messages.writer_within(PATIENCE, TABLE, PANEL).await else {
        stage.messages.leave(TABLE, PANEL, PanelState::default()).await;
        return false;
    };
    let at = writer.record().location().expect("it stands");
    let payload = pictured(&format!("seat 0 {version}"), number);
    let token = stage.token(&format!("token {version}"), 0);
    stage.pressed_by(writer, at, &payload, version, token).await;
    true
}

/// The panel's text and picture.
fn sees(stage: &Stage) -> (String, Option<String>) {
    let (_, stands) = stage.stands(chat_of(ANA));
    (stands.text, stands.picture)
}

fn shows(version: u64, number: impl Into<Option<i32>>) -> (String, Option<String>) {
    let picture = number.into().map(|number| format!("drawn {number}"));
    (format!("seat 0 {version}"), picture)
}

#[tokio::test(start_paused = true)]
async fn a_second_press_has_the_last_word_while_the_picture_of_the_first_is_on_its_way() {
    for (uploading, returning, drawing) in [(3, 0, 0), (0, 3, 0), (1, 0, 0), (2, 2, 0), (0, 0, 3), (2, 2, 2)] {
        for number in [3, 1] {
            let stage = panel().await;
            stage.pictures_take(uploading, returning, drawing);
            assert!(pressed(&stage, 2, Some(2)).await);
            wait(1000).await;
            let answered = pressed(&stage, 3, Some(number)).await;
            let under_way = drawing == 0 && uploading + returning > 2;
            assert_eq!(answered, !under_way, "{uploading} {returning} {drawing}");
            if answered {
                for _ in 0..200 {
                    assert_eq!(sees(&stage).0, "seat 0 3", "a picture brings no old words with it");
                    wait(50).await;
                }
            }
            stage.messages.settle().await;
            assert_eq!(sees(&stage), shows(3, number), "{uploading} {returning} {drawing}");
            let did = stage.did().len();
            stage.messages.mark(TABLE, PANEL);
            stage.messages.settle().await;
            assert_eq!(stage.did().len(), did, "nothing is left to do");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_press_has_the_last_word_over_what_a_worker_has_under_way_by_itself() {
    for (uploading, returning, drawing) in [(3, 0, 0), (0, 3, 0), (1, 0, 0), (2, 2, 0), (0, 0, 3)] {
        for number in [Some(3), Some(1), None] {
            let stage = panel().await;
            stage.pictures_take(uploading, returning, drawing);
            stage.version(2).await;
            stage.draws(PANEL, Some(2));
            stage.messages.changed(TABLE);
            wait(1000).await;
            pressed(&stage, 3, number).await;
            stage.messages.settle().await;
            assert_eq!(sees(&stage), shows(3, number));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_who_presses_waits_for_what_is_drawn() {
    let stage = panel().await;
    stage.pictures_take(0, 0, 60);
    stage.version(2).await;
    stage.draws(PANEL, Some(2));
    stage.messages.changed(TABLE);
    for ms in [50, 100, 500, 600, 5000] {
        wait(ms).await;
        let writer = stage.messages.writer_within(Duration::from_millis(1), TABLE, PANEL);
        assert!(writer.await.is_some(), "{ms}");
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
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(39, 39));
}

#[tokio::test(start_paused = true)]
async fn a_crash_after_a_picture_whose_answer_was_lost_and_the_words_of_a_press_is_mended() {
    // The press leads back to what stood there before: what is noted must not look finished.
    for alone in [true, false] {
        let stage = panel().await;
        stage.pictures_take(0, 60, 0);
        if alone {
            pressed(&stage, 2, Some(2)).await;
        } else {
            stage.version(2).await;
            stage.draws(PANEL, Some(2));
            stage.messages.changed(TABLE);
        }
        wait(1000).await;
        assert_eq!(sees(&stage).1.as_deref(), Some("drawn 2"), "it has arrived");
        wait(9150).await;
        assert!(
            pressed(&stage, 3, Some(1)).await,
            "nobody waits for its answer any more"
        );
        let stage = stage.restart();
        stage.pictures_take(0, 0, 0);
        stage.messages.catch_up().await;
        stage.messages.settle().await;
        assert_eq!(sees(&stage), shows(3, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_picture_is_sent_again_behind_the_words_of_a_press() {
    let stage = panel().await;
    stage.pictures_take(0, 2, 0);
    stage.lose_answers(1);
    pressed(&stage, 2, Some(2)).await;
    wait(1500).await;
    assert!(pressed(&stage, 3, Some(2)).await);
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(3, 2));
}

#[tokio::test(start_paused = true)]
async fn what_was_lost_may_come_after_all_that_followed() {
    let stage = panel().await;
    stage.pictures_take(0, 2, 0);
    stage.lose_answers(1);
    pressed(&stage, 2, Some(2)).await;
    wait(1500).await;
    assert!(pressed(&stage, 3, Some(3)).await);
    wait(8000).await;
    assert_eq!(sees(&stage), shows(3, 3));
    let (message, _) = stage.stands(chat_of(ANA));
    stage.reword(chat_of(ANA), message, &pictured("seat 0 2", Some(2)));
    assert_eq!(sees(&stage).0, "seat 0 2", "it has come");
    wait(30_000).await;
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(3, 3));
}

#[tokio::test(start_paused = true)]
async fn boards_in_letters_are_asked_for_while_a_picture_is_on_its_way() {
    let stage = stage().await;
    stage.show(Slot::Table, "the same");
    stage.moves_on(TABLE, 1).await;
    stage.pictures_take(2, 0, 0);
    stage.draws(Slot::Table, Some(2));
    stage.version(2).await;
    stage.messages.changed(TABLE);
    wait(1000).await;
    let writer = stage.messages.writer(TABLE, Slot::Table).await.expect("the store");
    let mut record = writer.record();
    record.boards = Some(Boards::Text);
    assert!(writer.keep(record).await);
    drop(writer);
    // It looks as it did before the picture was sent.
    stage.draws(Slot::Table, None);
    stage.messages.changed(TABLE);
    stage.messages.settle().await;
    let (_, stands) = stage.stands(1);
    assert_eq!((stands.text.as_str(), stands.picture), ("the same", None));
    let stored = stage.stored(Slot::Table).await;
    assert_eq!(stored.boards, Some(Boards::Text), "what was said is kept");
}

#[tokio::test(start_paused = true)]
async fn a_private_panel_is_pressed_before_its_number_is_known() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.pictures_take(0, 0, 3);
    stage.version(1).await;
    stage.draws(HERE, Some(1));
    stage
        .opens(&pictured("seat 0 1", Some(1)), 1, "first", (ANA, PRIVATE))
        .await;
    wait(500).await;
    let press = async |version: u64, token: &str| {
        stage.version(version).await;
        let at = Location {
            channel: 1,
            message: PRIVATE,
        };
        let payload = pictured(&format!("seat 0 {version}"), Some(1));
        stage.pressed(HERE, at, &payload, version, token, ANA).await;
        stage.messages.settle().await;
    };
    press(2, "second").await;
    let shown = stage.private(PRIVATE);
    assert_eq!(
        (shown.text.as_str(), shown.picture.as_deref()),
        ("seat 0 2", Some("drawn 1"))
    );
    assert_eq!((stage.count(&Did::Picture), stage.drawn()), (1, vec![1]));
    let did = stage.did().len();
    press(3, "third").await;
    assert_eq!(stage.did().len(), did, "now it is known to stand there");
    assert_eq!(stage.private(PRIVATE).text, "seat 0 3");
}

#[tokio::test(start_paused = true)]
async fn where_a_panel_was_to_stand_is_left_to_the_worker_and_survives_a_restart() {
    let stage = panel().await;
    let busy = stage.messages.writer(TABLE, PANEL).await.expect("the store");
    let spot = |page| PanelState {
        page,
        ..PanelState::default()
    };
    stage.messages.leave(TABLE, PANEL, spot(2)).await;
    stage.messages.leave(TABLE, PANEL, spot(3)).await;
    wait(1000).await;
    assert_eq!(sees(&stage), shows(1, 1));
    drop(busy);
    stage.messages.settle().await;
    assert_eq!(sees(&stage).0, "seat 0 1 page 3");
    let stage = stage.restart();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(sees(&stage).0, "seat 0 2 page 3");
    // A later answer has the last word.
    let busy = stage.messages.writer(TABLE, PANEL).await.expect("the store");
    stage.messages.leave(TABLE, PANEL, spot(4)).await;
    wait(100).await;
    drop(busy);
    assert!(pressed(&stage, 3, Some(1)).await);
    stage.messages.settle().await;
    assert_eq!(sees(&stage).0, "seat 0 3");
    assert_eq!(stage.record(PANEL).await.spot, PanelState::default());
    assert!(!stage.did().contains(&Did::Delete(chat_of(ANA))));
}
