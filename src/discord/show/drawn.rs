//! Boards as pictures: a sketch with its texts in the reader's language, and a description for people who cannot see it.

use super::super::custom_id::Boards;
use super::super::limits::{self, fit};
use super::super::payload::Picture;
use super::voice::Voice;
use crate::picture;
use crate::referee::Table;
use crate::rules::{Seat, Sketch, Viewer};
use crate::words::{Name, Names};

/// The menu and choice at which a panel stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct At<'a> {
    /// The path to a menu.
    pub path: &'a [&'a str],
    /// The page of that menu, from 0.
    pub page: u16,
    /// A choice of that menu, in notation, that is shown before it is made.
    pub tried: Option<&'a str>,
    /// Whether somebody has just pressed a button of a past step on the panel, which had no effect.
    pub stale: bool,
}

/// The picture for `viewer`, with the choice that is tried out at `at`. `None` if boards are wanted as text, or if there is
/// nothing to draw. If digits are wanted, numbers are not drawn as rings.
pub(super) fn picture(voice: &Voice<'_>, table: &Table, viewer: Viewer, at: At<'_>, boards: Boards) -> Option<Picture> {
    if boards == Boards::Text {
        return None;
    }
    drawn(voice, table, table.sketch(viewer, at.path, at.tried)?, boards)
}

/// A sketch with its texts in the reader's language, as a table's messages show it; `None` if boards are wanted as text.
pub(super) fn drawn(voice: &Voice<'_>, table: &Table, sketch: Sketch, boards: Boards) -> Option<Picture> {
    if boards == Boards::Text {
        return None;
    }
    let told: Vec<String> = sketch.alt.iter().map(|phrase| voice.plain(phrase)).collect();
    let alt = sentences(&told, limits::EMBED_ALT_TEXT);
    let alt = match alt.trim() {
        "" => fit(&voice.game(table.game), limits::EMBED_ALT_TEXT),
        alt => alt.to_owned(),
    };
    let names = Drawn(voice.names);
    let drawn = Voice {
        names: &names,
        ..*voice
    };
    let sketch = sketch.labelled(|phrase| drawn.plain(phrase));
    let sketch = match boards {
        Boards::Digits => sketch.in_digits(),
        Boards::Pictures | Boards::Text => sketch,
    };
    Some(Picture::new(sketch, alt))
}

/// Names for pictures: a person is called by their seat's number if the fonts lack letters of their name.
struct Drawn<'n>(&'n dyn Names);

impl Names for Drawn<'_> {
    fn name(&self, seat: Seat) -> Name {
        match self.0.name(seat) {
            Name::Person(name) if !picture::legible(&name) => Name::Unknown,
            name => name,
        }
    }
}

/// Sentences as one text: as many from the first as fit, and an ellipsis for the rest.
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

    struct Called(&'static str);

    impl Names for Called {
        fn name(&self, _: Seat) -> Name {
            Name::Person(self.0.to_owned())
        }
    }

    #[test]
    fn who_cannot_be_drawn_by_name_is_drawn_by_number() {
        assert_eq!(
            Drawn(&Called("Zoë Смит")).name(Seat(1)),
            Name::Person("Zoë Смит".to_owned())
        );
        for name in ["山田太郎", "김민수", "🦀🦀", "\u{200b}"] {
            assert_eq!(Drawn(&Called(name)).name(Seat(1)), Name::Unknown, "{name:?}");
        }
    }

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
