//! What is shown when a match of several games is over.

use std::sync::Arc;

use super::super::super::custom_id::Boards;
use super::super::super::payload::Payload;
use super::kept::keeps_limits;
use crate::games::{GameEntry, Options, find};
use crate::player::Level;
use crate::referee::fair::Secret;
use crate::referee::{Person, Phase, Round, Table, TableEvent, TableSnapshot};
use crate::rules::{Fill, Form, Ink, Label, MatchLength, Outcome, SeatSet, Shape, places_by_score};
use crate::words::Words;

/// A match that is over: who played it, with which options, and what each game brought them.
fn over(game: &str, options: serde_json::Value, people: &[&str], games: &[&[i64]]) -> Table {
    let entry: &'static GameEntry = find(game).unwrap();
    let person = |id: usize| Person {
        id: id as u64 + 1,
        name: people[id].to_owned(),
    };
    let mut table = Table::blank(7, 8, None, entry, Secret::from_bytes([1; 32]));
    let options: Options = serde_json::from_value(options).unwrap();
    let mut events = vec![TableEvent::Opened {
        options: options.clone(),
        clock: None,
        host: person(0),
        computers: 0,
        level: Level::default(),
        join: 7,
        seal: None,
    }];
    events.extend((1..people.len()).map(|id| TableEvent::Sat {
        person: person(id),
        join: 8 + id as u64,
    }));
    let (options, seats) = entry.fit_to_players(&options, people.len() as u8).unwrap();
    events.push(TableEvent::Began {
        options: entry.start(&options, seats).unwrap().options(),
        seats,
        edition: entry.edition,
        forfeits: true,
    });
    events.push(TableEvent::RoundBegan { round: 1 });
    for event in events {
        table.apply(0, &event).unwrap();
    }
    let round = |(number, scores): (u32, &&[i64])| Round {
        number,
        secrets: vec![(0, 0)],
        events: Arc::default(),
        outcome: Some(Outcome {
            places: Some(places_by_score(scores)),
            scores: Some(scores.to_vec()),
        }),
        ended: None,
        assisted: false,
        stood_in: false,
        hinted: false,
        forfeits: SeatSet::EMPTY,
    };
    table.rounds = (1..).zip(games).map(round).collect();
    table.phase = Phase::Finished;
    table
}

fn shown(table: &Table, boards: Boards) -> Payload {
    let snapshot = TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; table.seats.len()],
        next_round_at: None,
        patience: Vec::new(),
    };
    let payload = super::super::table(&Words::embedded().unwrap(), "en", &snapshot, boards);
    keeps_limits(&payload);
    payload
}

fn alt(table: &Table) -> String {
    let picture = shown(table, Boards::Pictures).picture;
    picture.map(|picture| picture.alt().to_owned()).unwrap_or_default()
}

/// All that the picture says, from left to right in each row, with a crown where one stands.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let picture = shown(table, Boards::Digits).picture.unwrap();
    let (wide, high) = picture.sketch().size;
    let mut written: Vec<(i32, i32, String)> = Vec::new();
    for Shape { form, fill, .. } in &picture.sketch().shapes {
        match form {
            Form::Text {
                at,
                says: Label::Text(says),
                ..
            } => {
                assert!(at.0 < wide && at.1 < high);
                written.push((at.1, at.0, says.clone()));
            }
            Form::Polygon(corners) if *fill == Some(Fill::Plain(Ink::Gold)) => {
                let level = (corners[0].1 + corners[3].1) / 2;
                written.push((level, 0, "crown".to_owned()));
            }
            _ => {}
        }
    }
    written.sort();
    let near = |one: &(i32, i32, String), other: &(i32, i32, String)| one.0.abs_diff(other.0) < 12;
    let mut rows: Vec<Vec<(i32, String)>> = Vec::new();
    for row in written.chunk_by(near) {
        rows.push(row.iter().map(|(_, left, says)| (*left, says.clone())).collect());
    }
    rows.iter_mut().for_each(|row| row.sort());
    let says = |row: Vec<(i32, String)>| row.into_iter().map(|(_, says)| says).collect();
    rows.into_iter().map(says).collect()
}

#[test]
fn the_crown_is_with_who_won_the_match_and_not_with_who_won_its_last_game() {
    let games: [&[i64]; 3] = [&[4, 9, 12], &[5, 8, 14], &[16, 2, 8]];
    let table = over("binome", serde_json::json!({}), &["Ana", "Ben", "Cleo"], &games);
    assert_eq!(
        rows(&table),
        [
            vec!["crown", "Cleo is the grand winner."],
            vec!["G1", "G2", "G3", "All"],
            vec!["crown", "1", "Cleo", "12", "14", "8", "34"],
            vec!["2", "Ana", "4", "5", "16", "25"],
            vec!["3", "Ben", "9", "8", "2", "19"],
        ]
    );
    assert_eq!(
        alt(&table),
        "Cleo is the grand winner. Points game by game, and in all. \
         Place 1: Cleo, 12 + 14 + 8 = 34 points. Place 2: Ana, 4 + 5 + 16 = 25 points. \
         Place 3: Ben, 9 + 8 + 2 = 19 points."
    );
    let said = &shown(&table, Boards::Pictures).text();
    assert_eq!(
        said,
        "### Binome: the match is over\n**Cleo** is the grand winner with 34 points.\n**Ana** wins game 3 with 16 points."
    );
    assert_eq!(
        shown(&table, Boards::Text).picture,
        None,
        "letters are wanted, and the score table stands there"
    );
}

#[test]
fn who_shares_a_place_of_the_match_has_the_same_number_and_the_same_crown() {
    let games: [&[i64]; 2] = [&[4, 9, 6, 3], &[9, 4, 1, 4]];
    let table = over(
        "binome",
        serde_json::json!({"games": 2}),
        &["Ana", "Ben", "Cleo", "Dan"],
        &games,
    );
    let places: Vec<Vec<String>> = rows(&table)[2..]
        .iter()
        .map(|row| row[..row.len() - 3].to_vec())
        .collect();
    assert_eq!(
        places,
        [
            vec!["crown", "1", "Ana"],
            vec!["crown", "1", "Ben"],
            vec!["3", "Cleo"],
            vec!["3", "Dan"],
        ]
    );
    assert!(
        alt(&table).starts_with("Ana and Ben share the grand win."),
        "{}",
        alt(&table)
    );
    // Partners have won as one team.
    let games: [&[i64]; 2] = [&[60, 0, 60, 0], &[45, 0, 45, 0]];
    let options = serde_json::json!({"partners": true});
    let table = over("dominoes", options, &["Ana", "Ben", "Cleo", "Dan"], &games);
    assert_eq!(rows(&table)[0], ["crown", "Ana and Cleo are the grand winners."]);
    assert_eq!(rows(&table)[3][..3], ["crown", "1", "Cleo"]);
}

#[test]
fn of_a_long_match_the_first_games_share_a_column() {
    let games: Vec<[i64; 2]> = (1..=9)
        .map(|game| if game % 3 == 0 { [0, 20] } else { [game, 0] })
        .collect();
    let games: Vec<&[i64]> = games.iter().map(<[i64; 2]>::as_slice).collect();
    let table = over("dominoes", serde_json::json!({"to": 50}), &["Ana", "Ben"], &games);
    assert_eq!(
        rows(&table)[1..],
        [
            vec!["G1–5", "G6", "G7", "G8", "G9", "All"],
            vec!["crown", "1", "Ben", "20", "20", "0", "0", "20", "60"],
            vec!["2", "Ana", "12", "0", "7", "8", "0", "27"],
        ]
    );
    assert_eq!(
        alt(&table),
        "Ben is the grand winner. Points of games 1 to 5 together, then game by game, and in all. \
         Place 1: Ben, 20 + 20 + 0 + 0 + 20 = 60 points. Place 2: Ana, 12 + 0 + 7 + 8 + 0 = 27 points."
    );
}

#[test]
fn points_below_zero_are_taken_away() {
    let games: [&[i64]; 2] = [&[-4, 9], &[-1, -2]];
    let table = over("binome", serde_json::json!({"games": 2}), &["Ana", "Ben"], &games);
    assert!(alt(&table).ends_with("Place 1: Ben, 9 - 2 = 7 points. Place 2: Ana, -4 - 1 = -5 points."));
}

#[test]
fn a_match_that_was_one_game_keeps_the_picture_of_the_game() {
    let words = Words::embedded().unwrap();
    for (options, games) in [
        (serde_json::json!({"to": 0}), [12, 0]),
        (serde_json::json!({"to": 50}), [51, 0]),
    ] {
        let mut table = over("dominoes", options, &["Ana", "Ben"], &[&games]);
        let play = table.play.as_mut().unwrap();
        let drawn = play.draw(&mut crate::referee::fair::SeededSource::new(1));
        play.apply(crate::rules::By::Chance, &drawn).unwrap();
        assert!(matches!(play.match_length(), MatchLength::Points(_)));
        let own = table.sketch(crate::rules::Viewer::Table, &[], None).unwrap();
        let own = own.labelled(|phrase| words.plain("en", phrase, &table));
        let picture = shown(&table, Boards::Pictures).picture.unwrap();
        assert_eq!(**picture.sketch(), own);
    }
}

#[test]
fn before_the_end_of_the_match_the_games_own_picture_stands() {
    let games: [&[i64]; 2] = [&[4, 9], &[9, 5]];
    let mut table = over("binome", serde_json::json!({"games": 3}), &["Ana", "Ben"], &games);
    for phase in [Phase::Between, Phase::Playing] {
        table.phase = phase;
        assert!(!alt(&table).contains("grand winner"), "{phase:?}: {}", alt(&table));
    }
}

#[test]
fn whose_name_cannot_be_drawn_is_drawn_by_number_and_told_by_name() {
    let games: [&[i64]; 2] = [&[4, 9], &[9, 5]];
    let table = over("binome", serde_json::json!({"games": 2}), &["Ana", "山田太郎"], &games);
    let drawn = rows(&table).concat().join(" ");
    assert!(drawn.contains("Seat 2") && !drawn.contains('山'), "{drawn}");
    assert!(alt(&table).contains("Place 1: 山田太郎"), "{}", alt(&table));
}

#[test]
fn between_games_everybody_hears_the_points_so_far() {
    let words = Words::embedded().unwrap();
    let mut table = over(
        "dominoes",
        serde_json::json!({ "to": 50 }),
        &["Ana", "Ben"],
        &[&[25, 0], &[0, 7]],
    );
    table.phase = Phase::Between;
    let panel = |table: &Table| {
        let snapshot = TableSnapshot {
            table: Arc::new(table.clone()),
            deadlines: vec![None; 2],
            next_round_at: None,
            patience: Vec::new(),
        };
        let at = super::super::At::default();
        super::super::panel(&words, "en", &snapshot, crate::rules::Seat(0), at, Boards::Pictures).text()
    };
    let said = panel(&table);
    assert!(said.contains("Match to 50 points, so far: Ana 25 and Ben 7"), "{said}");
    table.rounds.truncate(1);
    let said = shown(&table, Boards::Text).text();
    assert!(said.contains("Match to 50 points, so far: Ana 25 and Ben 0"), "{said}");
    table.rounds[0].outcome = None;
    assert!(!panel(&table).contains("so far"), "no game is over");
}

#[test]
fn a_match_that_was_abandoned_names_who_is_last_if_it_counts() {
    let mut table = over("binome", serde_json::json!({ "games": 2 }), &["Ana", "Ben"], &[&[3, 1]]);
    table.phase = Phase::Cancelled;
    let mut says = |counts: bool| {
        table.abandoned = Some(counts);
        table.forfeits = crate::referee::Forfeits::Of(SeatSet::one(crate::rules::Seat(1)));
        shown(&table, Boards::Text).text()
    };
    assert!(says(true).contains("Ben left or was away, and comes last."));
    assert!(
        !says(false).contains("last."),
        "so it was before there was a last place"
    );
}
