//! Panels that only their holders see: changed by a token for as long as that lives, through restarts.

use std::time::Duration;

use super::super::*;
use super::pictures::count;
use super::script::{Did, PRIVATE, Stage, chat_of, pictured, stage};
use super::{TABLE, through};
use crate::discord::http::Failure;
use crate::store::Shown;

const ANA: u64 = 100;
pub(super) const HERE: Slot = Slot::Here(0);
pub(super) const LASTING: Duration = Duration::from_secs(600);

/// A panel that only its holder sees, whose words stand.
pub(super) async fn opened(stage: &Stage, token: &str, message: Option<u64>, version: u64, number: Option<i32>) {
    answered_here(stage, token, message, version, number).await;
    stage.delivery.mark(Lane::Person(ANA), TABLE, HERE);
    stage.delivery.settle().await;
}

/// The same, before a lane has looked at it.
pub(super) async fn answered_here(stage: &Stage, token: &str, message: Option<u64>, version: u64, number: Option<i32>) {
    stage.version(version);
    stage.draws(HERE, number);
    let mut held = stage.delivery.hold(TABLE, HERE).await;
    let payload = pictured(&format!("seat 0 {version}"), number);
    stage.reword_private(token, &payload);
    let written = Written {
        channel: 1,
        message: message.unwrap_or(0),
        version,
        payload: &payload,
        last: false,
        through: through(token, LASTING),
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
}

#[tokio::test(start_paused = true)]
async fn a_panel_in_the_channel_is_kept_up_while_its_token_lives() {
    let stage = stage();
    stage.seat(0, 100);
    stage.moves_on(TABLE, 1).await;
    let mut held = stage.delivery.hold(TABLE, Slot::Here(0)).await;
    let lasting = Duration::from_secs(60);
    let payload = pictured("seat 0 1", None);
    let written = Written {
        channel: 1,
        message: 0,
        version: 1,
        payload: &payload,
        last: false,
        through: through("token", lasting),
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    drop(held);
    stage.moves_on(TABLE, 1).await;
    assert!(!stage.did().contains(&Did::Private("seat 0 1".to_owned())));
    stage.moves_on(TABLE, 2).await;
    assert!(stage.did().contains(&Did::Private("seat 0 2".to_owned())));
    tokio::time::sleep(lasting).await;
    stage.moves_on(TABLE, 3).await;
    assert!(!stage.did().contains(&Did::Private("seat 0 3".to_owned())));
    let rows = stage.store.shown(TABLE).await.expect("paper");
    let here = Slot::Here(0).to_string();
    assert!(
        rows.iter().all(|row| row.slot != here),
        "its token is forgotten: {rows:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_panel_that_only_one_person_sees_gets_its_picture_by_its_token() {
    let stage = stage();
    stage.seat(0, ANA);
    opened(&stage, "first", None, 1, Some(1)).await;
    let shown = stage.private("first");
    assert_eq!(
        (shown.text.as_str(), shown.picture.as_deref()),
        ("seat 0 1", Some("drawn 1"))
    );
    // The same message is pressed: what stands there is known.
    let before = stage.did().len();
    opened(&stage, "second", Some(PRIVATE), 2, Some(1)).await;
    assert_eq!(
        stage.did().len(),
        before,
        "words came with the answer, the picture stands"
    );
    opened(&stage, "third", Some(PRIVATE), 3, Some(2)).await;
    assert_eq!(stage.private("third").picture.as_deref(), Some("drawn 2"));
    // Another message: nothing is known of it.
    opened(&stage, "fourth", Some(PRIVATE + 1), 4, Some(2)).await;
    assert_eq!(stage.private("fourth").picture.as_deref(), Some("drawn 2"));
    assert_eq!(count(&stage, &Did::Picture), 3);
}

#[tokio::test(start_paused = true)]
async fn a_private_panel_without_files_is_said_in_letters() {
    let stage = stage();
    stage.seat(0, ANA);
    stage.fileless(0, true);
    opened(&stage, "first", None, 1, Some(1)).await;
    let shown = stage.private("first");
    assert_eq!((shown.text.as_str(), shown.picture), ("seat 0 1 in letters 1", None));
    stage.fileless(0, false);
    stage.delivery.wake(Wake::Hall(super::script::HALL));
    stage.delivery.settle().await;
    assert_eq!(stage.private("first").picture.as_deref(), Some("drawn 1"));
    stage.undrawable(true);
    opened(&stage, "second", Some(PRIVATE), 2, Some(2)).await;
    assert_eq!(stage.private("second").text, "seat 0 2 in letters 2");
}

#[tokio::test(start_paused = true)]
async fn a_crash_leaves_no_private_panel_with_an_old_picture() {
    let stage = stage();
    stage.seat(0, ANA);
    opened(&stage, "first", None, 1, Some(1)).await;
    answered_here(&stage, "second", Some(PRIVATE), 2, Some(2)).await;
    let stage = stage.restart();
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(stage.private("second").picture.as_deref(), Some("drawn 2"));
    assert_eq!(stage.private("second").text, "seat 0 2");
    // It is kept up from then on, by the run that did not make it.
    stage.draws(HERE, Some(3));
    stage.moves_on(TABLE, 3).await;
    let shown = stage.private("second");
    assert_eq!(
        (shown.text.as_str(), shown.picture.as_deref()),
        ("seat 0 3", Some("drawn 3"))
    );
}

#[tokio::test(start_paused = true)]
async fn after_a_long_absence_a_private_panel_is_left_and_forgotten() {
    let stage = stage();
    stage.seat(0, ANA);
    answered_here(&stage, "token", None, 1, Some(1)).await;
    tokio::time::sleep(LASTING).await;
    let stage = stage.restart();
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert!(
        !stage.did().iter().any(|did| matches!(did, Did::Private(_))),
        "{:?}",
        stage.did()
    );
    let rows = stage.store.shown(TABLE).await.expect("paper");
    assert!(rows.iter().all(|row| row.slot != HERE.to_string()), "{rows:?}");
}

#[tokio::test(start_paused = true)]
async fn a_private_panel_that_was_dismissed_is_forgotten() {
    let stage = stage();
    stage.seat(0, ANA);
    opened(&stage, "token", None, 1, Some(1)).await;
    stage.fail_in(0, [crate::discord::http::Failure::GoneInteraction]);
    stage.draws(HERE, Some(2));
    stage.moves_on(TABLE, 2).await;
    let rows = stage.store.shown(TABLE).await.expect("paper");
    assert!(rows.iter().all(|row| row.slot != HERE.to_string()), "{rows:?}");
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_all_see_does_not_come_behind_its_persons_panel() {
    let stage = stage();
    let (person, place) = (Lane::Person(ANA), Lane::Place(1));
    let planned = Planned {
        slot: Slot::Ping(0),
        lane: person,
        version: 1,
        wanted: true,
        again: None,
    };
    let at = |channel| Shown {
        table: TABLE,
        slot: Slot::Ping(0).to_string(),
        channel,
        message: 5,
        version: 1,
        digest: String::new(),
        note: String::new(),
    };
    let lane = |row: Option<&Shown>| stage.delivery.lane_of(&planned, row, Some(place));
    assert_eq!(lane(Some(&at(1))), place, "it stands in the channel");
    assert_eq!(lane(Some(&at(chat_of(ANA)))), person, "it stands in their chat");
    assert_eq!(lane(None), person, "it will come into their chat");
    lock(&stage.delivery.inner.closed).insert(ANA, Closed::Untold);
    assert_eq!(lane(None), place, "their chat is closed");
}

#[tokio::test(start_paused = true)]
async fn when_a_reminder_comes_to_the_channel_does_not_tell_what_was_tried_in_private() {
    let mut came = HashSet::new();
    for (known, before) in [(false, false), (false, true), (true, false)] {
        let (stage, begun) = (stage(), Instant::now());
        stage.seat(0, 100);
        stage.slow(Duration::from_millis(200));
        if before {
            stage.ping(0, Some("of before"));
            stage.moves_on(TABLE, 1).await;
        }
        stage.bar(super::script::chat_of(100), Some(Failure::ClosedDm));
        stage.moves_on(TABLE, 1).await;
        if !known {
            stage.delivery.reopen(100).await;
        }
        tokio::time::sleep_until(begun + Duration::from_secs(5)).await;
        stage.ping(0, Some("a"));
        stage.delivery.changed(TABLE);
        while !stage.messages(1).iter().any(|(_, text)| text.starts_with("ping")) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        came.insert(begun.elapsed());
    }
    assert_eq!(came.len(), 1, "{came:?}");
}
