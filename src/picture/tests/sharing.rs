//! The renderer: kept, shared, and tidy.

use std::sync::Arc;
use std::time::Duration;

use super::{rect, sketch};
use crate::picture::{Renderer, Undrawn, draw, key};
use crate::rules::{Ink, Shape, Sketch};

fn small(width: i32) -> Sketch {
    sketch((width, 20), vec![Shape::filled(rect((2, 2), (5, 5)), Ink::Black)])
}

#[tokio::test]
async fn a_picture_is_kept_and_shared_by_its_content() {
    let renderer = Renderer::new();
    assert_eq!(renderer.cache.get(&key(&small(30))).await, None);
    let first = renderer.picture(small(30)).await.expect("drawn");
    assert_eq!(*first, draw(&small(30)).expect("drawn"));
    let again = renderer.clone().picture(small(30)).await.expect("kept");
    assert!(Arc::ptr_eq(&first, &again));
    let kept = renderer.cache.get(&first.key).await.expect("kept");
    assert!(Arc::ptr_eq(&first, &kept));
}

#[tokio::test]
async fn a_kept_picture_takes_no_more_room_than_its_file() {
    let picture = Renderer::new().picture(small(30)).await.expect("drawn");
    let (room, bytes) = (picture.png.capacity(), picture.png.len());
    assert!(room <= bytes + bytes / 8, "{room} bytes for {bytes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_ask_at_once_get_one_picture() {
    let renderer = Renderer::new();
    let asking: Vec<_> = (0..40)
        .map(|at| {
            let renderer = renderer.clone();
            tokio::spawn(async move { renderer.picture(small(300 + at % 2)).await })
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
    let renderer = Renderer::keeping(3 * bytes + bytes / 2);
    for width in [30, 31, 32] {
        renderer.picture(small(width)).await.expect("drawn");
    }
    assert!(renderer.cache.get(&key(&small(30))).await.is_some());
    renderer.picture(small(33)).await.expect("drawn");
    let kept = [30, 31, 32, 33].map(|width| renderer.cache.contains_key(&key(&small(width))));
    assert_eq!(kept, [true, false, true, true]);
    let nothing = Renderer::keeping(bytes / 2);
    assert!(nothing.picture(small(30)).await.is_ok());
    assert_eq!(nothing.cache.get(&key(&small(30))).await, None);
}

#[tokio::test]
async fn what_cannot_be_drawn_is_said_and_not_kept() {
    let renderer = Renderer::new();
    for _ in 0..2 {
        assert_eq!(renderer.picture(small(-1)).await, Err(Undrawn::Size(-1, 20)));
    }
    assert_eq!(renderer.cache.get(&key(&small(-1))).await, None);
}

#[tokio::test]
async fn who_leaves_before_the_picture_is_there_takes_nothing_along() {
    let renderer = Renderer::new();
    let sketch = Arc::new(small(900));
    for _ in 0..3 {
        let mut asking = Box::pin(renderer.picture(Arc::clone(&sketch)));
        // Asked for once, so that the drawing has begun, and then left.
        let polled = futures_util::poll!(&mut asking);
        assert!(polled.is_pending());
    }
    assert!(renderer.picture(Arc::clone(&sketch)).await.is_ok());
    assert!(renderer.picture(small(901)).await.is_ok());
    let forgotten = async {
        while Arc::strong_count(&sketch) > 1 {
            tokio::task::yield_now().await;
        }
    };
    let forgotten = tokio::time::timeout(Duration::from_secs(60), forgotten).await;
    assert!(forgotten.is_ok(), "somebody still wants to draw it");
}
