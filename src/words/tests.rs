//! Languages, negotiation and speech. That every key and argument of the code exists is checked over the sources in
//! `tests/words.rs`.

pub(crate) mod refusals;

use super::*;

const TEST_HOUSE: &[(&str, &str)] = &[
    (
        "en",
        "list-empty = none\nlist-next = { $list }, { $item }\nlist-last = { $list } and { $item }\n\
         seat-numbered = Seat { $number }\nhello = Hello, { $who }!\nonly-english = Colour\ncolour = Colour\n\
         points = { $points ->\n    [one] 1 point\n   *[other] { $points } points\n}\n",
    ),
    ("de", "hello = Hallo, { $who }!\nlist-last = { $list } und { $item }\n"),
    ("en-US", "colour = Color\n"),
    ("pt-BR", "hello = Oi, { $who }!\n"),
];

fn words() -> Words {
    Words::of(TEST_HOUSE, &[]).unwrap()
}

struct People;

impl Names for People {
    fn name(&self, seat: Seat) -> Name {
        match seat.0 {
            0 => Name::Person("Ada *".to_owned()),
            1 => Name::Person("\u{200b}".to_owned()),
            2 => Name::Mention(77),
            3 => Name::Said(Phrase::new("only-english")),
            _ => Name::Unknown,
        }
    }
}

fn hello(who: impl Into<Arg>) -> Phrase {
    Phrase::new("hello").with("who", who)
}

#[test]
fn the_embedded_languages_are_sound() {
    let words = Words::embedded().unwrap();
    assert!(words.locales().any(|locale| locale == ENGLISH));
}

#[test]
fn readers_get_their_language_or_the_nearest() {
    let words = words();
    let say = |locale: &str| words.text(locale, &hello("Bo"), &Numbered);
    for (locale, text) in [
        ("de", "Hallo, Bo!"),
        ("de-AT", "Hallo, Bo!"),
        ("pt-BR", "Oi, Bo!"),
        ("pt-PT", "Hello, Bo!"),
        ("en-GB", "Hello, Bo!"),
        ("zh-TW", "Hello, Bo!"),
        ("", "Hello, Bo!"),
        ("\u{0}-", "Hello, Bo!"),
    ] {
        assert_eq!(say(locale), text, "{locale:?}");
    }
    assert_eq!(words.message("en-US", "colour").unwrap(), "Color");
    assert_eq!(words.message("en-GB", "colour").unwrap(), "Colour");
    assert_eq!(words.message("de", "only-english").unwrap(), "Colour");
    assert_eq!(words.own_message("de", "only-english"), None);
    assert_eq!(words.message("de", "nothing"), None);
}

#[test]
fn seats_are_called_by_safe_names() {
    let words = words();
    let say = |seat| words.text("en", &hello(Seat(seat)), &People);
    assert_eq!(say(0), r"Hello, Ada \*!");
    assert_eq!(say(1), "Hello, Seat 2!");
    assert_eq!(say(2), "Hello, <@77>!");
    assert_eq!(say(3), "Hello, Colour!");
    assert_eq!(say(4), "Hello, Seat 5!");
    assert_eq!(words.plain("en", &hello(Seat(0)), &People), "Hello, Ada *!");
}

#[test]
fn lists_are_joined_as_the_language_joins() {
    let words = words();
    let say = |locale: &str, items: &[i64]| {
        let list = items.iter().map(|item| Arg::Number(*item)).collect::<Arg>();
        words.text(locale, &hello(list), &Numbered)
    };
    assert_eq!(say("en", &[]), "Hello, none!");
    assert_eq!(say("en", &[1]), "Hello, 1!");
    assert_eq!(say("en", &[1, 2]), "Hello, 1 and 2!");
    assert_eq!(say("en", &[1, 2, 3, 4]), "Hello, 1, 2, 3 and 4!");
    assert_eq!(say("de", &[1, 2, 3]), "Hallo, 1, 2 und 3!");
}

#[test]
fn numbers_choose_their_plural_and_phrases_nest() {
    let words = words();
    let points = |points: i64| Phrase::new("points").with("points", points);
    assert_eq!(words.text("en", &points(1), &Numbered), "1 point");
    assert_eq!(words.text("en", &hello(points(4)), &Numbered), "Hello, 4 points!");
}

#[test]
fn what_no_language_has_is_shown_harmlessly() {
    let words = words();
    assert_eq!(
        words.text("en", &hello(Phrase::new("no-such")), &Numbered),
        "Hello, (no-such)!"
    );
    assert_eq!(words.text("en", &Phrase::new("hello"), &Numbered), "Hello, {$who}!");
}

#[test]
fn broken_files_are_named() {
    for (locale, text, what) in [
        ("en", "= nothing", "Expected"),
        ("en", "a-key = x\na-key = y\n", "Overriding"),
        ("no language at all", "", "no language tag"),
    ] {
        let error = Words::of(&[(locale, text)], &[]).unwrap_err();
        assert_eq!(error.locale, locale);
        assert!(error.what.contains(what), "{error}");
    }
}
