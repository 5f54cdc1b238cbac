//! What is held of every game at every moment of games at random: pictures fit the smallest telephone, and nobody counts
//! below zero.

use std::collections::BTreeMap;

use whistle::games::{CATALOGUE, GameEntry};
use whistle::picture::outlines;
use whistle::rules::{Form, Label, Leads, Menu, Phrase, Scene, Seat, Sketch, Viewer, parts};
use whistle::words::{Name, Names, Words};

use super::said;
use crate::sketches::Table;

/// A picture is at most so many hundredths as high as wide: on a screen of 360 by 640 the question and the first row of
/// buttons stand below.
const MOST: i32 = 95;

/// The games in which cells have names.
const GROWING: [&str; 4] = ["dominup", "dominomega", "dominimum", "tree"];

/// Plays games at random with every number of people; of a game for crowds, with some.
fn every_moment(entry: &'static GameEntry, games: u64, mut see: impl FnMut(&mut Table)) {
    for people in entry.people.clone().filter(|people| *people <= 8 || people % 16 == 0) {
        for seed in 0..games {
            let mut table = Table::begin(entry, people, seed);
            loop {
                see(&mut table);
                if !table.step() {
                    break;
                }
            }
        }
    }
}

/// What the table and the seat that is asked see: with nothing, with each step of a path of menus, and with a choice tried out.
fn seen(table: &mut Table, mut see: impl FnMut(Sketch, Option<Menu>)) {
    let mut look = |sketch: Option<Sketch>, menu| {
        if let Some(sketch) = sketch {
            see(sketch, menu);
        }
    };
    look(table.play.sketch(Viewer::Table, &[], None), None);
    let Some(seat) = table.awaited() else { return };
    let viewer = Viewer::Seat(seat);
    let mut path: Vec<String> = Vec::new();
    while path.len() < 6 {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let menu = table.play.menu(seat, &steps);
        look(table.play.sketch(viewer, &steps, None), menu.clone());
        let entries = menu.map(|menu| menu.entries).unwrap_or_default();
        let next = entries.into_iter().rev().find_map(|entry| match entry.leads {
            Leads::Step(step) => Some(step),
            _ => None,
        });
        let Some(step) = next else { break };
        path.push(step);
    }
    let choice = table.play.random_choice(seat, &mut table.dice);
    look(table.play.sketch(viewer, &[], choice.as_deref()), None);
}

#[test]
fn pictures_are_low_enough_for_the_smallest_telephone() {
    let mut wrong = Vec::new();
    for entry in CATALOGUE {
        let mut highest = 0;
        every_moment(entry, 2, |table| {
            seen(table, |sketch, _| {
                let high = sketch.size.1 * 100 / sketch.size.0;
                if high > highest.max(MOST) {
                    wrong.push(format!("{}: {:?}", entry.slug, sketch.size));
                }
                highest = highest.max(high);
            });
        });
        println!("{}: {highest}", entry.slug);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Buttons jump under the thumb where the picture above them changes its height.
#[test]
fn a_picture_keeps_its_size_while_a_choice_is_made() {
    let mut wrong = Vec::new();
    for entry in CATALOGUE {
        every_moment(entry, 1, |table| {
            let mut sizes = Vec::new();
            seen(table, |sketch, _| sizes.push(sketch.size));
            // The first picture is everybody's.
            if sizes.iter().skip(1).any(|size| *size != sizes[1]) {
                wrong.push(format!("{}: {sizes:?}", entry.slug));
            }
        });
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of people and of computer players as pictures have them.
struct Usual;

impl Names for Usual {
    fn name(&self, seat: Seat) -> Name {
        let people = ["Ada", "Ben", "Chloé", "Wilhelmina"];
        match people.get(seat.index() / 2).filter(|_| seat.0.is_multiple_of(2)) {
            Some(name) => Name::Person((*name).to_owned()),
            None => {
                let phrase = Phrase::new("name-computer-short");
                let number = u32::from(seat.0) / 2 + 1;
                Name::Said(phrase.with("number", number))
            }
        }
    }
}

/// Whether a text is somebody's name.
fn is_name(form: &Form) -> bool {
    matches!(form, Form::Text { says: Label::Phrase(phrase), .. } if phrase.key == "name-only")
}

/// By how many points a text is too wide for its room in the smallest letters that can be read.
fn lacks(form: &Form) -> Option<i32> {
    let Form::Text { size, room, .. } = form else {
        return None;
    };
    let mut open = form.clone();
    if let Form::Text { size, room, .. } = &mut open {
        (*size, *room) = ((*size).min(parts::SMALLEST), 10_000);
    }
    assert!(*size >= parts::SMALLEST, "{form:?}");
    let width = outlines(&open)?.bounds().width();
    Some(width as i32 - room).filter(|lacks| *lacks > 0)
}

/// A phone shows a picture at less than half of its size. A name may lose letters of its middle.
#[test]
fn all_that_is_written_on_a_picture_can_be_read_on_a_phone_and_nothing_but_a_name_is_cut() {
    let words = Words::embedded().expect("the language files are whole");
    let mut cut: BTreeMap<(&str, String), i32> = BTreeMap::new();
    for entry in CATALOGUE {
        every_moment(entry, 2, |table| {
            seen(table, |sketch, _| {
                let labelled = sketch.clone().labelled(|phrase| words.plain("en", phrase, &Usual));
                for (shape, written) in sketch.shapes.iter().zip(&labelled.shapes) {
                    if !is_name(&shape.form)
                        && let (
                            Form::Text {
                                says: Label::Text(says),
                                ..
                            },
                            Some(lacks),
                        ) = (&written.form, lacks(&written.form))
                    {
                        let kind = says.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
                        let most = cut.entry((entry.slug, kind)).or_default();
                        *most = lacks.max(*most);
                    }
                }
            });
        });
    }
    assert!(cut.is_empty(), "{cut:#?}");
}

/// Everything that a scene says.
fn told(words: &Words, scene: Scene) -> Vec<String> {
    let lines = scene.seats.into_iter().flat_map(|line| line.marks);
    let phrases = scene.phase.into_iter().chain(scene.summary).chain(scene.legend);
    let phrases = phrases
        .chain(scene.own)
        .chain(scene.recent)
        .chain(scene.decided)
        .chain(lines);
    let phrases = phrases.map(|phrase| said(words, &phrase));
    phrases.chain(scene.board).collect()
}

/// Everything that is written on a sketch or said of it, and all that a menu says.
fn written(words: &Words, sketch: &Sketch, menu: Option<Menu>) -> Vec<String> {
    let labels = sketch.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text { says, .. } => Some(match says {
            Label::Text(text) => text.clone(),
            Label::Phrase(phrase) => said(words, phrase),
        }),
        _ => None,
    });
    let menu = menu.into_iter().flat_map(|menu| {
        let labels = menu.entries.into_iter().map(|entry| entry.label);
        std::iter::once(menu.ask)
            .chain(menu.reading)
            .chain(menu.meanings)
            .chain(labels)
            .collect::<Vec<Phrase>>()
    });
    let phrases = sketch.alt.iter().cloned().chain(menu);
    labels.chain(phrases.map(|phrase| said(words, &phrase))).collect()
}

/// What a seat is told of its choices: what may be typed, with its words, and what a choice would bring.
fn offered(words: &Words, table: &mut Table, seat: Seat) -> Vec<String> {
    let mut all = table.play.near(seat, "", 3);
    for text in ["", "m7", "5"] {
        for offer in table.play.suggest(seat, text, 3) {
            for typed in [&offer.typed, &offer.what, &offer.typed.to_lowercase()] {
                assert_eq!(table.play.judge(seat, typed).as_ref(), Ok(&offer.what), "{typed}");
            }
            let found = table.play.suggest(seat, &offer.typed, 1);
            assert_eq!(found.first(), Some(&offer), "the typed form is found");
            all.extend([offer.typed, said(words, &offer.phrase)]);
        }
    }
    if let Some(choice) = table.play.random_choice(seat, &mut table.dice) {
        let choice_phrase = table.play.choice_phrase(&choice);
        let phrases = choice_phrase.into_iter().chain(table.play.consequences(seat, &choice));
        all.extend(phrases.map(|phrase| said(words, &phrase)));
    }
    all
}

/// Whether a text has a number below zero, or a cell in notation.
fn counts_below_zero(text: &str) -> bool {
    let signs: Vec<char> = format!(" {text}").chars().collect();
    let digit = |sign: char| sign.is_ascii_digit();
    signs.windows(3).any(|signs| match *signs {
        [before, '-' | '\u{2212}', after] => digit(after) && (before.is_whitespace() || "(@,:".contains(before)),
        [before, ',', after] => digit(before) && (digit(after) || after == '-'),
        _ => false,
    })
}

#[test]
fn nobody_counts_below_zero() {
    assert!(
        ["at -1,0", "(-3) 4", "3@0,-1", "on 0,0", "-7"]
            .map(counts_below_zero)
            .iter()
            .all(|found| *found)
    );
    assert!(
        !["7-7 0", "3-4, 5", "M75: 3, and 4", " 75 3-4 5^"]
            .map(counts_below_zero)
            .iter()
            .any(|found| *found)
    );
    let words = Words::embedded().expect("the language files are whole");
    for entry in CATALOGUE.iter().filter(|entry| GROWING.contains(&entry.slug)) {
        every_moment(entry, 1, |table| {
            let mut all = told(&words, table.play.scene(Viewer::Table));
            if let Some(seat) = table.awaited() {
                all.extend(told(&words, table.play.scene(Viewer::Seat(seat))));
                all.extend(offered(&words, table, seat));
            }
            seen(table, |sketch, menu| all.extend(written(&words, &sketch, menu)));
            for text in all {
                assert!(!counts_below_zero(&text), "{}: {text:?}", entry.slug);
            }
        });
    }
}
