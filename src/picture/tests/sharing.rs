//! The studio: kept, shared, and tidy.

use std::sync::Arc;

use super::{rect, sketch};
use crate::picture::{Studio, Undrawn, draw, key};
use crate::rules::{Ink, Shape, Sketch};

fn small(width: i32) -> Sketch {
    sketch((width, 20), vec![Shape::filled(rect((2, 2), (5, 5)), Ink::Black)])
}

#[tokio::test]
async fn a_picture_is_kept_and_shared_by_its_content() {
    let studio = Studio::new();
    assert_eq!(studio.kept(&key(&small(30))), None);
    let first = studio.picture(small(30)).await.expect("drawn");
    assert_eq!(*first, draw(&small(30)).expect("drawn"));
    let again = studio.clone().picture(small(30)).await.expect("kept");
    assert!(Arc::ptr_eq(&first, &again));
    let kept = studio.kept(&first.key).expect("kept");
    assert!(Arc::ptr_eq(&first, &kept));
}

#[tokio::test]
async fn a_kept_picture_takes_no_more_room_than_its_file() {
    let picture = Studio::new().picture(small(30)).await.expect("drawn");
    let (room, bytes) = (picture.png.capacity(), picture.png.len());
    assert!(room <= bytes + bytes / 8, "{room} bytes for {bytes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_ask_at_once_get_one_picture() {
    let studio = Studio::new();
    let asking: Vec<_> = (0..40)
        .map(|at| {
            let studio = studio.clone();
            tokio::spawn(async move { studio.picture(small(300 + at % 2)).await })
        })
        .collect();
    let mut found = Vec::new();
    for one in asking {
        found.push(one.await.expect("no panic").expect("drawn"));
    }
    for (at, picture) in found.iter().enumerate() {
        assert!(Arc::ptr_eq(picture, &found[at % 2]), "drawn twice");
    }
}

#[tokio::test]
async fn the_longest_unasked_for_go_first() {
    let bytes = draw(&small(30)).expect("drawn").png.len();
    let studio = Studio::keeping(3 * bytes + bytes / 2);
    for width in [30, 31, 32] {
        studio.picture(small(width)).await.expect("drawn");
    }
    assert!(studio.kept(&key(&small(30))).is_some());
    studio.picture(small(33)).await.expect("drawn");
    let kept = [30, 31, 32, 33].map(|width| studio.kept(&key(&small(width))).is_some());
    assert_eq!(kept, [true, false, true, true]);
    let nothing = Studio::keeping(bytes / 2);
    assert!(nothing.picture(small(30)).await.is_ok());
    assert_eq!(nothing.kept(&key(&small(30))), None);
}

#[tokio::test]
async fn what_cannot_be_drawn_is_said_and_not_kept() {
    let studio = Studio::new();
    for _ in 0..2 {
        assert_eq!(studio.picture(small(-1)).await, Err(Undrawn::Size(-1, 20)));
    }
    assert_eq!(studio.kept(&key(&small(-1))), None);
}

#[tokio::test]
async fn who_leaves_before_the_picture_is_there_takes_nothing_along() {
    let studio = Studio::new();
    for _ in 0..3 {
        let mut asking = Box::pin(studio.picture(small(900)));
        // Asked for once, so that the drawing has begun, and then left.
        let polled = futures_util::poll!(&mut asking);
        assert!(polled.is_pending());
    }
    assert!(studio.picture(small(900)).await.is_ok());
    assert!(studio.picture(small(901)).await.is_ok());
    assert_eq!(studio.waited_for(), 0);
}
