//! Boards as pictures: a sketch with its texts in the reader's language, and a description for people who cannot see it.

use super::super::custom_id::{Boards, Confirm};
use super::super::limits::{self, fit};
use super::super::payload::Picture;
use super::match_end::so_far_in_lines;
use super::seats::{CROWD, others};
use super::voice::Voice;
use crate::picture;
use crate::referee::{Phase, Table};
use crate::rules::parts::{GAP, text};
use crate::rules::{Anchor, Phrase, Seat, Sketch, Viewer};
use crate::words::{Name, Names, plain};

/// The menu and choice at which a panel stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct At<'a> {
    /// The path to a menu.
    pub path: &'a [&'a str],
    /// The page of that menu, from 0.
    pub page: u16,
    /// A choice of that menu that is shown before it is made: in notation, or as the custom id of its button names it.
    pub tried: Option<&'a str>,
    /// Whether somebody has just pressed a button of a past step on the panel, which had no effect.
    pub stale: bool,
    /// Whether every choice of that menu is shown before it is made.
    pub confirm: Confirm,
    /// The table's message, where it is known.
    pub message: Option<u64>,
}

/// What the picture for `viewer` shows, with the choice that is tried out at `at`. `None` if boards are wanted as text, or if
/// there is nothing to draw.
pub(super) fn sketch(table: &Table, viewer: Viewer, at: At<'_>, boards: Boards) -> Option<Sketch> {
    if boards == Boards::Text {
        return None;
    }
    let sketch = table.sketch(viewer, at.path, at.tried)?;
    Some(match table.phase == Phase::Playing && table.seats.len() <= CROWD {
        true => with_foot(sketch, so_far_in_lines(table, FOOT_SEATS)),
        false => sketch,
    })
}

/// The picture of a table's sketch. Its description says all that the message does not say word for word in the lines
/// `beside` the picture. Of the `recent` events that stand only in the description, the description says that they came before
/// those beside the picture.
pub(super) fn picture(
    voice: &Voice<'_>,
    table: &Table,
    sketch: Sketch,
    (beside, recent): (&str, &[Phrase]),
    boards: Boards,
) -> Picture {
    let beside = plain(beside);
    let is_beside = |said: &String| beside.lines().any(|line| line == said);
    let board = sketch.alt.iter().map(|phrase| voice.plain(phrase));
    let mut board: Vec<String> = board.filter(|said| !is_beside(said)).collect();
    let recent: Vec<String> = recent.iter().map(|phrase| voice.plain(phrase)).collect();
    let older = board.iter_mut().find(|said| recent.contains(said));
    if let Some(older) = older.filter(|_| recent.iter().any(is_beside)) {
        *older = format!("{} {older}", voice.label("picture-before"));
    }
    let seats = others(voice, table).iter().map(|line| plain(line)).collect();
    labelled(voice, sketch, &Description { board, seats }, boards)
}

/// How many seats with names of ten letters, and their points, have room in one line at the foot of a picture.
const FOOT_SEATS: usize = 3;

/// A game's picture with lines below that the game itself does not know.
fn with_foot(mut sketch: Sketch, lines: Vec<Phrase>) -> Sketch {
    /// The height of a line.
    const LINE: i32 = 32;
    /// The height of the room below the last line.
    const GROUND: i32 = 10;
    if lines.is_empty() {
        return sketch;
    }
    for says in lines {
        let (wide, high) = sketch.size;
        let middle = (wide / 2, high + LINE / 2 + 1);
        sketch
            .shapes
            .push(text(middle, 22, Anchor::Middle, wide - 2 * GAP, says));
        sketch.size.1 += LINE;
    }
    sketch.size.1 += GROUND;
    sketch.in_proportion()
}

/// A sketch with its texts in the reader's language, as a table's messages show it; `None` if boards are wanted as text.
pub(super) fn drawn(voice: &Voice<'_>, sketch: Sketch, boards: Boards) -> Option<Picture> {
    if boards == Boards::Text {
        return None;
    }
    let description = Description {
        board: sketch.alt.iter().map(|phrase| voice.plain(phrase)).collect(),
        seats: Vec::new(),
    };
    Some(labelled(voice, sketch, &description, boards))
}

/// The picture of a sketch with its description.
fn labelled(voice: &Voice<'_>, sketch: Sketch, description: &Description, boards: Boards) -> Picture {
    let names = DrawnNames(voice.names);
    let drawn = Voice {
        names: &names,
        ..*voice
    };
    let sketch = sketch.labelled(|phrase| drawn.plain(phrase));
    let sketch = sketch.marked(|seat| voice.names.mark(seat));
    let sketch = match boards {
        Boards::Pictures => sketch.with_digits(),
        Boards::Digits => sketch.in_digits(),
        Boards::Rings | Boards::Text => sketch,
    };
    let more = format!(" … {}", voice.label("picture-more"));
    Picture::new(sketch, description.within(limits::ALT_TEXT, &more))
}

/// Names for pictures: a person is called by their seat's number if the fonts lack letters of their name, and a computer
/// player's name is short.
struct DrawnNames<'n>(&'n dyn Names);

impl Names for DrawnNames<'_> {
    fn name(&self, seat: Seat) -> Name {
        match self.0.name(seat) {
            Name::Person(name) if !picture::legible(&name) => Name::Unknown,
            Name::Said(phrase) => {
                let key = match phrase.key {
                    "name-computer" => "name-computer-short",
                    "name-assistant" => "name-assistant-short",
                    key => key,
                };
                Name::Said(Phrase { key, ..phrase })
            }
            name => name,
        }
    }
}

/// What a picture tells people who cannot see it.
struct Description {
    /// The sentences about the board, the most important first.
    board: Vec<String>,
    /// A line for each seat.
    seats: Vec<String>,
}

impl Description {
    /// The sentences in one line, and below them the lines of the seats. Where there is too much for `room`, the last
    /// sentences go, and `more` stands for them: the lines of the seats stay whole.
    fn within(&self, room: usize, more: &str) -> String {
        let seats: String = self.seats.iter().flat_map(|line| ["\n", line.trim()]).collect();
        let sentences = self.board.iter().map(|sentence| sentence.trim());
        let sentences: Vec<&str> = sentences.filter(|sentence| !sentence.is_empty()).collect();
        let whole = sentences.join(" ") + &seats;
        if limits::length(whole.trim()) <= room {
            return whole.trim().to_owned();
        }
        let left = room.saturating_sub(limits::length(&seats));
        let fits = |kept: &usize| limits::length(&sentences[..*kept].join(" ")) + limits::length(more) <= left;
        let board = match (1..sentences.len()).rev().find(fits) {
            Some(kept) => sentences[..kept].join(" ") + more,
            None => fit(&sentences.join(" "), left),
        };
        fit((board + &seats).trim(), room)
    }
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
            DrawnNames(&Called("Zoë Смит")).name(Seat(1)),
            Name::Person("Zoë Смит".to_owned())
        );
        for name in ["山田太郎", "김민수", "🦀🦀", "\u{200b}"] {
            assert_eq!(DrawnNames(&Called(name)).name(Seat(1)), Name::Unknown, "{name:?}");
        }
    }

    #[test]
    fn the_score_of_the_match_stands_below_all_else() {
        let bare = Sketch {
            size: (720, 500),
            ..Sketch::default()
        };
        let footed = with_foot(bare, vec![Phrase::new("match-so-far")]);
        assert_eq!(footed.size, (720, 542));
        let crate::rules::Form::Text { at, size, .. } = footed.shapes[0].form else {
            panic!("{footed:?}")
        };
        assert!(at.1 - size / 2 > 500 && at.1 + size / 2 < 542);
        let high = Sketch {
            size: (720, 684),
            ..Sketch::default()
        };
        let (wide, high) = with_foot(high, vec![Phrase::new("match-so-far")]).size;
        assert!(wide * 95 >= high * 100, "it keeps its proportion: {wide} by {high}");
        let (wide, high) = with_foot(Sketch::default(), Vec::new()).size;
        assert_eq!(
            (wide, high),
            Sketch::default().size,
            "nothing stands below a match of one game"
        );
    }

    #[test]
    fn a_computer_player_has_a_short_name_on_a_picture() {
        struct Computer;
        impl Names for Computer {
            fn name(&self, _: Seat) -> Name {
                Name::Said(Phrase::new("name-computer").with("number", 2_u32).with("level", 3_u32))
            }
        }
        let words = crate::words::Words::embedded().expect("the words are sound");
        let voice = Voice::numbered(&words, "en");
        let Name::Said(short) = DrawnNames(&Computer).name(Seat(1)) else {
            panic!("a phrase")
        };
        assert_eq!(voice.plain(&short), "Comp. 2");
    }

    fn description(board: &[&str], seats: &[&str]) -> Description {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Description {
            board: owned(board),
            seats: owned(seats),
        }
    }

    #[test]
    fn what_a_picture_tells_is_cut_at_a_sentence() {
        let told = description(&["One two.", " ", "Three four.", "Five."], &[]);
        assert_eq!(told.within(26, " …"), "One two. Three four. Five.");
        assert_eq!(told.within(25, " …"), "One two. Three four. …");
        assert_eq!(told.within(22, " …"), "One two. Three four. …");
        assert_eq!(told.within(21, " …"), "One two. …");
        assert_eq!(told.within(9, " …"), "One two.…");
        assert_eq!(description(&[], &[]).within(9, " …"), "");
    }

    #[test]
    fn the_lines_of_seats_stay_whole_where_the_board_is_cut() {
        let told = description(&["One two.", "Three four.", "Five."], &[" Ana: 1 ", "Ben: 2"]);
        assert_eq!(told.within(40, " …"), "One two. Three four. Five.\nAna: 1\nBen: 2");
        assert_eq!(told.within(39, " …"), "One two. Three four. …\nAna: 1\nBen: 2");
        assert_eq!(told.within(35, " …"), "One two. …\nAna: 1\nBen: 2");
        assert_eq!(told.within(23, " …"), "One two.…\nAna: 1\nBen: 2");
        assert_eq!(told.within(14, " …"), "Ana: 1\nBen: 2");
        assert_eq!(description(&[], &["Ana: 1"]).within(9, " …"), "Ana: 1");
    }
}
