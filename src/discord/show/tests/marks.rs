//! Marks of people: the same in every picture of a match, and of a rematch; and the crown of who has won.

use std::collections::BTreeMap;

use super::super::super::custom_id::Boards;
use super::random::{apply, begin, lobby, snapshot, step};
use crate::games::{CATALOGUE, GameEntry, find};
use crate::referee::fair::SeededSource;
use crate::referee::{Person, Phase, Table, TableEvent};
use crate::rules::{Arg, Fill, Form, Ink, Label, Phrase, Point, Seat, Shape, Sketch, Viewer};
use crate::words::{Name, Names, Words};

/// Plays matches of a game at random, and sees the public picture of every moment. Of a game of sides they are duels, for only
/// there its pictures name people.
fn matches(entry: &'static GameEntry, mut see: impl FnMut(&Table, &Sketch)) {
    let most = if entry.sides.is_some() { 2 } else { 8 };
    let words = Words::embedded().unwrap();
    let play = |seed: u64| {
        let source = &mut SeededSource::new(seed);
        let mut table = lobby(entry, source);
        if !begin(&mut table, source) || table.seats.len() > most {
            return false;
        }
        for _ in 0..3000 {
            let public = super::super::table(&words, "en", &snapshot(&table), Boards::Rings);
            public.picture.iter().for_each(|picture| see(&table, picture.sketch()));
            if !step(&mut table, source) {
                break;
            }
        }
        true
    };
    let played = (0..200).map(play).filter(|played| *played).take(3).count();
    assert_eq!(played, 3, "{}", entry.slug);
}

/// The numbers of the marks that stand before names, by name.
fn named(sketch: &Sketch, names: &[String]) -> BTreeMap<String, u8> {
    let pairs = sketch
        .shapes
        .windows(2)
        .filter_map(|pair| match (&pair[0].form, &pair[1].form) {
            (
                Form::Mark { seat, .. },
                Form::Text {
                    says: Label::Text(says),
                    ..
                },
            ) if names.contains(says) => Some((says.clone(), seat.0)),
            _ => None,
        });
    let mut named = BTreeMap::new();
    for (name, mark) in pairs {
        assert_eq!(*named.entry(name).or_insert(mark), mark, "one mark in one picture");
    }
    named
}

fn people(table: &Table) -> Vec<String> {
    let people = table.seats.iter().filter_map(|holder| holder.person.as_ref());
    people.map(|person| person.name.clone()).collect()
}

#[test]
fn everybody_has_one_mark_in_every_picture_of_a_match() {
    for entry in CATALOGUE {
        let mut met: BTreeMap<(u64, String), u8> = BTreeMap::new();
        let mut seen = 0;
        matches(entry, |table, sketch| {
            let names = people(table);
            for (name, mark) in named(sketch, &names) {
                let index = names.iter().position(|other| *other == name).unwrap();
                assert_eq!(mark, table.mark(Seat(index as u8)), "{}: {name}", entry.slug);
                met.insert((table.seats.len() as u64, name), mark);
                seen += 1;
            }
            for shape in &sketch.shapes {
                if let Form::Mark { seat, .. } = shape.form {
                    assert_eq!(shape.fill, Some(Fill::Plain(Ink::Own(seat))), "{}", entry.slug);
                    assert!(seat.index() < table.seats.len(), "{}", entry.slug);
                }
            }
        });
        assert!(seen > 0 && met.len() > 1, "{}: names have marks", entry.slug);
    }
}

#[test]
fn who_plays_again_with_the_same_people_keeps_the_mark_on_any_seat() {
    let mut table = lobby(find("tree").unwrap(), &mut SeededSource::new(1));
    while table.seats.len() < 4 {
        let id = 600 - table.seats.len() as u64;
        let (name, join) = (format!("P{id}"), 1000 + id);
        let person = Person { id, name };
        apply(&mut table, &TableEvent::Sat { person, join });
    }
    let marks = |table: &Table| -> BTreeMap<Option<u64>, u8> {
        let seats = (0..).map(Seat).zip(&table.seats);
        seats
            .map(|(seat, holder)| (holder.person.as_ref().map(|person| person.id), table.mark(seat)))
            .collect()
    };
    let before = marks(&table);
    table.seats.rotate_left(1);
    table.seats.swap(0, 2);
    assert_eq!(marks(&table), before);
    let numbers: Vec<u8> = before.into_values().collect();
    assert_eq!(numbers, (0..table.seats.len() as u8).collect::<Vec<u8>>());
    let last = table.seats.len() - 1;
    table.seats[0].person = None;
    assert_eq!(table.mark(Seat(0)), last as u8, "computer players come last");
    assert!(matches!(table.name(Seat(0)), Name::Said(_)));
}

/// The middles of crowns.
fn crowns(sketch: &Sketch) -> Vec<Point> {
    let crown = |shape: &Shape| match &shape.form {
        Form::Polygon(corners) if shape.fill == Some(Fill::Plain(Ink::Gold)) && corners.len() == 7 => {
            Some((corners[3].0, (corners[0].1 + corners[3].1) / 2))
        }
        _ => None,
    };
    sketch.shapes.iter().filter_map(crown).collect()
}

/// The seats with whose marks crowns stand.
fn crowned(sketch: &Sketch) -> Vec<Seat> {
    /// So far from its crown a mark is at most.
    const NEAR: i32 = 90;
    let marks = |crown: Point| {
        let mark = move |shape: &Shape| match shape.form {
            Form::Mark { centre, seat, .. } => Some(((centre.0 - crown.0).pow(2) + (centre.1 - crown.1).pow(2), seat)),
            _ => None,
        };
        sketch.shapes.iter().filter_map(mark)
    };
    let nearest = crowns(sketch).into_iter().filter_map(|crown| marks(crown).min());
    let mut seats: Vec<Seat> = nearest
        .filter(|(far, _)| *far < NEAR * NEAR)
        .map(|(_, seat)| seat)
        .collect();
    seats.sort_unstable();
    seats
}

/// The seats that hold the first place, as the table says while the game goes on.
fn first_places(table: &Table) -> Vec<Seat> {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    let is_first = |mark: &Phrase| mark.key.ends_with("-mark-place") && mark.args == [("place", Arg::Number(1))];
    let first = scene.seats.into_iter().filter(|line| line.marks.iter().any(is_first));
    first.map(|line| line.seat).collect()
}

#[test]
fn who_has_won_wears_a_crown_and_nobody_else() {
    for entry in CATALOGUE {
        let mut won = 0;
        matches(entry, |table, _| {
            let sketch = table.sketch(Viewer::Table, &[], None).unwrap_or_default();
            if table.phase == Phase::Playing {
                // Where a game goes on for the other places, whoever has the first one has won.
                let first = first_places(table);
                let crowned = crowned(&sketch);
                assert_eq!(crowns(&sketch).len(), crowned.len(), "{}: before the end", entry.slug);
                assert!(
                    crowned.iter().all(|seat| first.contains(seat)),
                    "{}: {crowned:?}",
                    entry.slug
                );
                return;
            }
            let places = table
                .rounds
                .last()
                .and_then(|round| round.outcome.as_ref()?.places.clone());
            let places = places.unwrap_or_default();
            let winners: Vec<Seat> = (0..)
                .map(Seat)
                .zip(&places)
                .filter(|(_, place)| **place == 1)
                .map(|(seat, _)| seat)
                .collect();
            // A draw has no winner.
            if winners.is_empty() || winners.len() == places.len() {
                return;
            }
            won += 1;
            match entry.sides {
                Some(_) => assert_eq!(crowns(&sketch).len(), 1, "{}: the side has won", entry.slug),
                None => assert_eq!(crowned(&sketch), winners, "{}", entry.slug),
            }
        });
        assert!(won > 0, "{}: somebody wins", entry.slug);
    }
}
