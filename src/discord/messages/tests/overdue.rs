//! Pictures that take too long to draw: words go first, and nothing is lost, doubled or out of order for it.

use std::time::Duration;

use super::super::picture::Late;
use super::super::{Slot, Wake};
use super::script::{Did, chat_of, pictured};
use super::stage::{Stage, config, stage};
use super::{ANA, TABLE, limited, lost, wait};
use crate::discord::http::Failure;
use crate::discord::lock::lock;
use crate::store::Shown;

const PANEL: Slot = Slot::Seat(0);

/// Whether no late picture is kept for a slot.
async fn keeps_none(stage: &Stage, slot: Slot) -> bool {
    let table = stage.messages.table(TABLE).await.expect("the store");
    matches!(lock(&table.cell(slot).state).late, Late::None)
}

/// The table moves on to this entry, with the picture of this number.
async fn moves(stage: &Stage, version: u64, number: i32) {
    stage.version(version).await;
    stage.draws(Slot::Table, Some(number));
    stage.messages.changed(TABLE);
}

/// A public message that shows entry 1 and picture 1; from now on drawing takes so many milliseconds.
async fn shown(drawing: u64) -> Stage {
    let stage = stage().await;
    stage.draws(Slot::Table, Some(1));
    stage.moves_on(TABLE, 1).await;
    stage.drawing_takes(drawing);
    stage
}

/// What the one message of the table's channel shows: its words, the number of its picture, and what that tells.
fn sees(stage: &Stage) -> (String, Option<i32>) {
    let (_, stands) = stage.stands(1);
    let number = |picture: String| picture.strip_prefix("drawn ").and_then(|number| number.parse().ok());
    let number = stands.picture.and_then(number);
    // The description came with the words, which may be newer than the picture.
    let mut newer = number
        .into_iter()
        .flat_map(|number| number..=stage.wants(Slot::Table).unwrap_or(number));
    let told = newer.any(|number| stands.alt == format!("alt {number}"));
    assert!(told || number.is_none(), "{} beside picture {number:?}", stands.alt);
    (stands.text, number)
}

fn shows(version: u64, number: Option<i32>) -> (String, Option<i32>) {
    (format!("table {version}"), number)
}

/// Whether a crash now would leave something behind that nobody mends.
async fn is_noted_whole(stage: &Stage) -> bool {
    stage.unsettled().await.is_empty()
}

#[tokio::test(start_paused = true)]
async fn the_words_of_a_picture_that_takes_long_go_first_and_it_follows() {
    let stage = shown(5000).await;
    moves(&stage, 2, 2).await;
    wait(900).await;
    assert_eq!(sees(&stage), shows(1, Some(1)), "it may still come in time");
    wait(300).await;
    assert_eq!(sees(&stage), shows(2, Some(1)));
    assert!(!is_noted_whole(&stage).await);
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(2, Some(2)));
    assert!(is_noted_whole(&stage).await);
    assert_eq!(stage.did()[2..], [Did::Edit(1), Did::Edit(1), Did::Picture]);
    assert_eq!(stage.drawn(), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_comes_in_time_comes_with_its_words() {
    let stage = shown(900).await;
    for version in 2..6 {
        moves(&stage, version, version as i32).await;
        stage.messages.settle().await;
        assert_eq!(sees(&stage), shows(version, Some(version as i32)));
    }
    assert_eq!(stage.count(&Did::Edit(1)), 4);
    assert_eq!(stage.count(&Did::Picture), 5);
}

#[tokio::test(start_paused = true)]
async fn a_new_message_stands_without_its_picture_and_there_are_never_two() {
    for lost in [0, 1] {
        let stage = stage().await;
        stage.drawing_takes(5000);
        stage.lose_answers(lost);
        moves(&stage, 1, 1).await;
        wait(1500).await;
        assert_eq!(sees(&stage), shows(1, None));
        wait(1000).await;
        let (first, _) = stage.stands(1);
        stage.messages.settle().await;
        assert_eq!(sees(&stage), shows(1, Some(1)));
        assert_eq!(stage.stands(1).0, first, "the same message");
        assert!(is_noted_whole(&stage).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_the_words_and_their_picture_loses_neither() {
    for made in [true, false] {
        let stage = match made {
            true => shown(5000).await,
            false => stage().await,
        };
        stage.drawing_takes(5000);
        moves(&stage, 2, 2).await;
        wait(1500).await;
        assert_eq!(sees(&stage), shows(2, made.then_some(1)));
        let stage = stage.restart();
        stage.drawing_takes(0);
        stage.messages.catch_up().await;
        stage.messages.settle().await;
        assert_eq!(sees(&stage), shows(2, Some(2)));
    }
}

#[tokio::test(start_paused = true)]
async fn the_newest_words_are_shown_while_a_picture_is_drawn_once() {
    let stage = shown(10_000).await;
    moves(&stage, 2, 2).await;
    wait(1500).await;
    // The same picture belongs to them all.
    for version in 3..8 {
        moves(&stage, version, 2).await;
        wait(1000).await;
        assert_eq!(sees(&stage), shows(version, Some(1)), "nothing is waited for once more");
    }
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(7, Some(2)));
    assert_eq!(stage.drawn(), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn where_something_happens_all_the_time_pictures_keep_coming_one_after_another() {
    let stage = shown(3000).await;
    let mut seen = vec![1];
    for version in 2..80 {
        moves(&stage, version, version as i32).await;
        wait(500).await;
        let (text, number) = sees(&stage);
        let text: u64 = text
            .strip_prefix("table ")
            .and_then(|at| at.parse().ok())
            .expect("a version");
        assert!(
            version - text <= 4,
            "words are never two seconds behind: {text} of {version}"
        );
        let number = number.expect("a picture stands there");
        if seen.last() != Some(&number) {
            seen.push(number);
        }
    }
    assert!(seen.is_sorted() && seen.len() > 8, "{seen:?}");
    assert!(stage.drawn().len() < 20, "one at a time: {:?}", stage.drawn());
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(79, Some(79)));
    let did = stage.did().len();
    stage.messages.changed(TABLE);
    stage.messages.settle().await;
    assert_eq!(stage.did().len(), did, "nothing is left to do");
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_is_late_and_cannot_be_drawn_is_said_in_letters() {
    let stage = shown(5000).await;
    stage.undrawable(true);
    moves(&stage, 2, 2).await;
    wait(1500).await;
    assert_eq!(sees(&stage), shows(2, Some(1)));
    stage.messages.settle().await;
    assert_eq!(sees(&stage), ("table 2 in letters 2".to_owned(), None));
    assert_eq!(stage.drawn(), [1]);
}

#[tokio::test(start_paused = true)]
async fn a_late_picture_that_is_not_wanted_any_more_never_shows() {
    for number in [None, Some(1)] {
        let stage = shown(5000).await;
        moves(&stage, 2, 2).await;
        wait(1500).await;
        stage.draws(Slot::Table, number);
        stage.moves_on(TABLE, 3).await;
        assert_eq!(sees(&stage), shows(3, number));
        assert_eq!(stage.count(&Did::Picture), 1);
        assert!(keeps_none(&stage, Slot::Table).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_buried_message_comes_down_once_and_with_its_picture() {
    let stage = shown(5000).await;
    let (first, _) = stage.stands(1);
    let config = config();
    tokio::time::sleep(config.bury_every).await;
    (0..config.bury_after).for_each(|_| stage.messages.access().spoken(1));
    moves(&stage, 2, 2).await;
    wait(1500).await;
    assert_eq!((stage.stands(1).0, sees(&stage)), (first, shows(2, Some(1))));
    stage.messages.settle().await;
    assert_ne!(stage.stands(1).0, first);
    assert_eq!(sees(&stage), shows(2, Some(2)));
    assert_eq!(stage.count(&Did::Create(1)), 2);
}

#[tokio::test(start_paused = true)]
async fn a_deleted_message_is_sent_anew_before_its_picture() {
    let stage = shown(5000).await;
    stage.vanish(1);
    // Its picture is the one that stood in the message.
    moves(&stage, 2, 1).await;
    wait(1500).await;
    assert_eq!(sees(&stage), shows(2, None));
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(2, Some(1)));
}

#[tokio::test(start_paused = true)]
async fn a_table_is_settled_when_its_last_picture_stands() {
    let stage = shown(5000).await;
    stage.over();
    moves(&stage, 2, 2).await;
    wait(1500).await;
    assert_eq!(sees(&stage), shows(2, Some(1)));
    let rows = async || stage.rows().await;
    assert!(rows().await.iter().all(|row| row.version < Shown::SETTLED));
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(2, Some(2)));
    assert!(rows().await.iter().all(|row| row.version == Shown::SETTLED));
}

#[tokio::test(start_paused = true)]
async fn trouble_on_the_way_of_the_words_only_delays_them() {
    for failure in [lost(), limited(2000, false)] {
        let stage = shown(5000).await;
        stage.fail([failure]);
        moves(&stage, 2, 2).await;
        wait(4500).await;
        assert_eq!(sees(&stage).0, "table 2");
        stage.messages.settle().await;
        assert_eq!(sees(&stage), shows(2, Some(2)));
        // A request whose answer was lost may still come late.
        wait(21_000).await;
        stage.messages.settle().await;
        assert_eq!(sees(&stage), shows(2, Some(2)));
        assert!(is_noted_whole(&stage).await);
    }
}

#[tokio::test(start_paused = true)]
async fn without_access_no_late_picture_is_kept() {
    let stage = shown(5000).await;
    stage.bar(1, Some(Failure::NoAccess { code: 50013 }));
    moves(&stage, 2, 2).await;
    stage.messages.settle().await;
    assert!(keeps_none(&stage, Slot::Table).await);
    stage.bar(1, None);
    stage.messages.wake(Wake::Open {
        table: TABLE,
        channel: 1,
    });
    stage.messages.settle().await;
    assert_eq!(sees(&stage), shows(2, Some(2)));
}

#[tokio::test(start_paused = true)]
async fn who_presses_while_a_picture_is_late_has_the_last_word() {
    for (at, number) in [(500, 3), (500, 2), (2000, 3), (2000, 2), (2000, 1), (5500, 3)] {
        let stage = stage().await;
        stage.seat(0, ANA);
        stage.draws(PANEL, Some(1));
        stage.moves_on(TABLE, 1).await;
        stage.drawing_takes(5000);
        stage.version(2).await;
        stage.draws(PANEL, Some(2));
        stage.messages.changed(TABLE);
        wait(at).await;
        stage.version(3).await;
        stage.draws(PANEL, Some(number));
        let writer = stage.messages.writer_within(Duration::from_millis(10), TABLE, PANEL);
        drop(writer.await.expect("no press waits for a picture"));
        stage
            .pressed_on(PANEL, &pictured("seat 0 3", Some(number)), 3, "token")
            .await;
        for _ in 0..100 {
            assert_eq!(stage.stands(chat_of(ANA)).1.text, "seat 0 3");
            wait(100).await;
        }
        stage.messages.settle().await;
        let (_, stands) = stage.stands(chat_of(ANA));
        assert_eq!(stands.picture, Some(format!("drawn {number}")), "{at} {number}");
    }
}
