//! Every letter that is drawn is there; text from strangers does no harm.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tiny_skia::{FillRule, Paint, Path, PathSegment, Transform};

use super::{Seen, sketch, text};
use crate::picture::brush;
use crate::picture::colours::colour;
use crate::picture::letters::{PARTS, TextLine, clean, fitted, legible, missing_box};
use crate::rules::{Anchor, Form, Ink, Label, Material, Shape, parts};

/// How wide a line is in points, rounded up.
fn wide(line: &TextLine) -> i64 {
    (line.width * i64::from(line.size) + 32_767).div_euclid(32_768)
}

fn pixels(letter: &str, bold: bool) -> Vec<[u8; 3]> {
    let form = Form::Text {
        at: (20, 24),
        size: 32,
        anchor: Anchor::Left,
        bold,
        room: 200,
        says: Label::Text(letter.to_owned()),
    };
    Seen::of(&sketch((64, 48), vec![Shape::filled(form, Ink::Text)])).rgb
}

/// The letters of every English language file, of notation, and of names from nearby.
fn letters() -> BTreeSet<char> {
    let mut texts = vec![include_str!("../../words/en.ftl")];
    texts.extend(
        crate::games::CATALOGUE
            .iter()
            .flat_map(|entry| entry.words)
            .map(|(_, text)| *text),
    );
    let signs = "0123456789+-−×=<>≤≥?!.,:;/()[]{}|*^@#%&'\"…·•–—°★☆✓✔✗✘●○■□▲▼◀▶←↑→↓½";
    let others = "áéíóúñçßøåœæłšžğşđðþ ΑΒΓΔΩαβγ АБВГЯабвя אבגד ابتث Հայ ქარ ①② ♠♥♦♣⚀⚁⚂⚃⚄⚅";
    texts.into_iter().chain([signs, others]).flat_map(str::chars).collect()
}

#[test]
fn every_letter_is_drawn_and_is_no_box() {
    let nothing = pixels("", false);
    let boxes = [missing(false), missing(true)];
    let mut lacking = Vec::new();
    for letter in letters().into_iter().filter(|letter| !letter.is_whitespace()) {
        // A sign that is only there to be laid on another.
        let kept = clean(&letter.to_string());
        if kept.is_empty() {
            lacking.push(letter);
            continue;
        }
        for bold in [false, true] {
            let seen = pixels(&kept, bold);
            assert_ne!(seen, nothing, "{letter:?} leaves no trace");
            assert!(!boxes.contains(&seen), "{letter:?} is the box of a missing letter");
        }
    }
    assert!(lacking.is_empty(), "the fonts lack {lacking:?}");
}

/// The box that the fonts draw for what they lack.
fn missing(bold: bool) -> Vec<[u8; 3]> {
    let scale = 32.0 / 2048.0;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, 20.0, 24.0 + 746.5 * scale);
    let [red, green, blue] = colour(Material::Paper, Ink::Text);
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, u8::MAX);
    let mut drawn = brush::pixels(&[], (64, 48), Some(Material::Paper)).expect("room");
    drawn.fill_path(&missing_box(bold), &paint, FillRule::Winding, place, None);
    let pixels = drawn.data().as_chunks::<4>().0.iter();
    pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

#[test]
fn what_the_fonts_lack_is_left_out_or_read_plainly() {
    assert_eq!(clean("Ada"), "Ada");
    assert_eq!(clean("李 Lee 小"), "Lee");
    assert_eq!(clean("Ａｄａ ﬁne"), "Ada ﬁne");
    assert_eq!(clean("\u{1d4d0}\u{1d4ed}\u{1d4ea}"), "Ada");
    assert_eq!(clean("a\u{200b}\u{202e}\u{2066}b\u{7}\n\tc\u{e0041}\u{fe0f}"), "ab c");
    assert_eq!(clean("  a   b  "), "a b");
    assert_eq!(clean("\u{301}\u{301}x"), "x");
    assert_eq!(clean(&format!("a{}", "\u{301}".repeat(40))).chars().count(), 3);
    assert_eq!(clean("<b>&amp;\"'</b>"), "<b>&amp;\"'</b>");
}

#[test]
fn a_name_is_legible_when_half_of_it_remains() {
    for name in [
        "Ada",
        "José Ñandú",
        "דן",
        "محمد",
        "Ολγα",
        "Юлия",
        "李 Lee",
        "x",
        "★",
        "🂡 Ace",
    ] {
        assert!(legible(name), "{name}");
    }
    for name in ["", "李小龍", "李小龍 x", "\u{200b}", "ยิ่งใหญ่", "\u{202e}", "   "] {
        assert!(!legible(name), "{name}");
    }
}

#[test]
fn text_is_made_smaller_and_then_cut() {
    let whole = fitted("Hello there", false, 32, 720).expect("a line");
    assert_eq!(whole.size, 32 * 16);
    let smaller = fitted("Hello there", false, 32, 150).expect("a line");
    assert!(smaller.size < whole.size && wide(&smaller) <= 150 && wide(&smaller) >= 140);
    assert_eq!(smaller.width, whole.width, "nothing is cut yet");
    let cut = fitted("Hello there", false, 32, 90).expect("a line");
    assert!(cut.width < whole.width && wide(&cut) <= 90);
    let path = |text: &str| fitted(text, false, 32, 90).expect("a line").path;
    assert_ne!(
        cut.path,
        path("Hello these"),
        "names that differ at their ends alone are told apart"
    );
    assert_eq!(cut.path, path("Hello, up there"), "what goes is their middle");
    assert_eq!(
        path("Hello there, and more of it than a name has"),
        path("Hello there, and something else than a name"),
        "a sentence loses its end"
    );
    assert_eq!(fitted("Hello", false, 32, 3), None, "not even the ellipsis has room");
    assert_eq!(fitted("   ", false, 32, 300), None);
    assert_eq!(fitted("李小龍", false, 32, 300), fitted("…", false, 32, 300));
}

#[test]
fn a_text_is_cut_before_its_letters_are_too_small_to_be_read() {
    for size in [parts::SMALLEST, 22, 26, 60] {
        let line = fitted("Wilhelmina von Lichtenstein", true, size, 120).expect("a line");
        assert!(line.size >= parts::SMALLEST * PARTS, "{size}: {}", line.size);
        assert!(line.size < 60 * PARTS, "{size}: it has room");
    }
}

#[test]
fn text_stands_where_it_is_told_to() {
    for (anchor, least, most) in [
        (Anchor::Left, 200, 202),
        (Anchor::Middle, 128, 272),
        (Anchor::Right, 198, 200),
    ] {
        let mut shape = text((200, 40), 390, "HHHHHH");
        if let Form::Text { anchor: which, .. } = &mut shape.form {
            *which = anchor;
        }
        let seen = Seen::of(&sketch((400, 80), vec![shape]));
        let (left, top, right, bottom) = seen.drawn().expect("something is drawn");
        match anchor {
            Anchor::Left => assert!((least..least + 5).contains(&left), "{left}"),
            Anchor::Right => assert!((most - 5..=most).contains(&right), "{right}"),
            Anchor::Middle => assert!((left + right).abs_diff(400) <= 2, "{left} to {right}"),
        }
        assert!((top + bottom).abs_diff(80) <= 2, "{top} to {bottom}");
        assert!((22..=26).contains(&(bottom - top + 1)), "a capital is 0.73 of the size");
    }
}

/// Where each contour of a path begins, along the line.
fn contours(path: &Path) -> Vec<f32> {
    let begins = path.segments().filter_map(|segment| match segment {
        PathSegment::MoveTo(at) => Some(at.x),
        _ => None,
    });
    begins.collect()
}

#[test]
fn lines_that_run_to_the_left_do_so() {
    let line = |text: &str| fitted(text, false, 32, 720).expect("a line").path.expect("outlines");
    // Hebrew is seen from right to left: the same as its letters reversed and forced to the right would be.
    let (alef, bet) = (contours(&line("א")), contours(&line("ב")));
    let both = contours(&line("אב"));
    assert!(both.starts_with(&bet), "the second letter comes first");
    assert!(!both.starts_with(&alef));
    // Arabic letters join.
    let apart = 3 * line("ب").len();
    assert_ne!(line("ببب").len(), apart);
    // An override has no say.
    assert_eq!(line("abc\u{202e}def"), line("abcdef"));
}

#[test]
fn hostile_text_is_drawn_as_letters() {
    let hostile = "</svg><script>&\"'\u{0}]]>{}";
    assert!(
        Seen::of(&sketch((400, 80), vec![text((10, 40), 390, hostile)]))
            .drawn()
            .is_some()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_text_keeps_to_its_room(says in "\\PC{0,40}|[a-z<>&\u{202e}\u{200d}\u{301}\u{5d0}\u{627}\u{644}]{0,60}",
                                  size in 0..90i32, room in -5..400i32, bold: bool) {
        if let Some(line) = fitted(&says, bold, size, room) {
            prop_assert!(wide(&line) <= i64::from(room.max(0)) + 1);
            let bounds = line.path.map(|path| path.bounds());
            prop_assert!(bounds.is_none_or(|bounds| bounds.width().is_finite() && bounds.height().is_finite()));
        }
        let kept = clean(&says);
        prop_assert_eq!(clean(&kept), kept.clone());
    }
}
