//! Boards as pictures: a sketch with its words said, and what it tells for who cannot see it.

use super::super::limits::{self, fit};
use super::super::payload::Picture;
use super::super::press::Boards;
use super::{At, Voice};
use crate::referee::Table;
use crate::rules::Viewer;

/// What `viewer` is shown as a picture, with what they try out at `at`; `None` where boards are wanted as letters, or
/// where there is nothing to draw.
pub(super) fn picture(voice: &Voice<'_>, table: &Table, viewer: Viewer, at: At<'_>, boards: Boards) -> Option<Picture> {
    if boards == Boards::Text {
        return None;
    }
    let sketch = table.sketch(viewer, at.path, at.tried)?;
    let told: Vec<String> = sketch.alt.iter().map(|phrase| voice.plain(phrase)).collect();
    let alt = sentences(&told, limits::ALT_TEXT);
    let alt = match alt.trim() {
        "" => fit(&voice.game(table.game), limits::ALT_TEXT),
        alt => alt.to_owned(),
    };
    let sketch = sketch.labelled(|phrase| voice.plain(phrase));
    Some(Picture { sketch, alt })
}

/// Sentences as one text: as many from the first as have room, and an ellipsis for the rest.
fn sentences(told: &[String], room: usize) -> String {
    const MORE: &str = " …";
    let told = || told.iter().map(|told| told.trim()).filter(|told| !told.is_empty());
    let whole = told().collect::<Vec<_>>().join(" ");
    if limits::length(&whole) <= room {
        return whole;
    }
    let mut kept = String::new();
    for sentence in told() {
        let space = if kept.is_empty() { "" } else { " " };
        let longer = format!("{kept}{space}{sentence}");
        if limits::length(&longer) + limits::length(MORE) > room {
            break;
        }
        kept = longer;
    }
    if kept.is_empty() {
        return fit(&whole, room);
    }
    kept + MORE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_picture_tells_is_cut_at_a_sentence() {
        let told = ["One two.", " ", "Three four.", "Five."].map(str::to_owned);
        assert_eq!(sentences(&told, 26), "One two. Three four. Five.");
        assert_eq!(sentences(&told, 25), "One two. Three four. …");
        assert_eq!(sentences(&told, 22), "One two. Three four. …");
        assert_eq!(sentences(&told, 21), "One two. …");
        assert_eq!(sentences(&told, 9), "One two.…");
        assert_eq!(sentences(&[], 9), "");
    }
}
