//! A computer player behind the lines: it chooses as one at a table, and says what is wrong with what it is told.

use super::*;
use crate::cli::arena::engine::seen;
use crate::games::{CATALOGUE, DynGame};
use crate::rules::{Awaits, By, Visibility};

/// Plays a game in which each seat has its own engine, and holds every choice against that of a computer player that sees the real
/// game. Returns how many choices were held against each other.
fn played(entry: &'static GameEntry, people: u8, number: u8, most: u64) -> u64 {
    let level = Level::new(number).unwrap();
    let (options, seats) = entry.fit_to_players(&Options::new(), people).unwrap();
    let mut real = entry.start(&options, seats).unwrap();
    let mut engines: Vec<(Player, Vec<Value>)> = (0..seats)
        .map(|seat| {
            let mut player = Player {
                entry,
                level,
                seed: u64::from(seat),
                made: 0,
                likeness: None,
            };
            let hello =
                json!({ "hello": 1, "game": entry.slug, "options": real.options(), "seats": seats, "seat": seat });
            player.answer(&hello).unwrap();
            (player, Vec::new())
        })
        .collect();
    let mut dice = SeededSource::new(40 + u64::from(people));
    let mut held = 0;
    loop {
        let (by, what) = match real.awaits() {
            Awaits::Nobody(_) => return held,
            _ if held == most => return held,
            Awaits::Chance => (By::Chance, real.draw(&mut dice)),
            Awaits::Seats(asked) => {
                let seat = asked.iter().last().unwrap();
                let (engine, news) = &mut engines[seat.index()];
                let mut luck = SeededSource::numbered(engine.seed, engine.made);
                let imagine = |source: &mut dyn Source| real.imagine(Viewer::Seat(seat), source);
                let at_the_table = player::choose(level.strategy(&*real), seat, imagine, &mut luck).unwrap();
                let question = json!({ "choose": { "events": std::mem::take(news), "view": real.view(Viewer::Seat(seat)), "choices": null, "ms": 1000 }});
                let question: Value = serde_json::from_str(&question.to_string()).unwrap();
                let answer = engine.answer(&question);
                let place = format!("{} of {people}, choice {held} of seat {seat}", entry.slug);
                let answer = answer.unwrap_or_else(|fault| panic!("{place}: {fault}"));
                assert_eq!(answer["choice"], at_the_table.as_str(), "{place}");
                held += 1;
                (By::Seat(seat), at_the_table)
            }
        };
        happen(&mut *real, by, &what, &mut engines);
    }
}

fn happen(real: &mut dyn DynGame, by: By, what: &str, engines: &mut [(Player, Vec<Value>)]) {
    let seats = (0..engines.len() as u8).map(Seat);
    let before: Vec<Visibility> = seats
        .map(|seat| real.visibility(Viewer::Seat(seat), by, what))
        .collect();
    let applied = real.apply(by, what).unwrap();
    for ((seat, visibility), (_, news)) in (0..).map(Seat).zip(before).zip(engines) {
        news.push(seen(seat, by, visibility, &applied, real));
    }
}

#[test]
fn a_player_behind_the_lines_chooses_as_one_at_the_table_in_every_game() {
    for entry in CATALOGUE {
        for (number, most) in [(1, 14), (2, 6)] {
            let held = played(entry, 2, number, most);
            assert!(held >= 4, "{}: {held}", entry.slug);
        }
    }
}

#[test]
fn more_than_two_seats_are_told_apart_as_well() {
    for slug in ["bingolino", "dominoes", "dominup", "dominimum", "tree"] {
        let entry = crate::games::find(slug).unwrap();
        assert!(played(entry, 3, 1, 12) >= 4, "{slug}");
    }
}

/// What is said of these lines, and whether they end well.
fn said(lines: &str) -> Result<String, String> {
    let arguments = EngineArguments {
        game: "binary".to_owned(),
        level: Some(1),
        seed: 0,
    };
    let mut out = Vec::new();
    let ended = run(&arguments, lines.as_bytes(), &mut out);
    ended.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

const HELLO: &str = r#"{"hello":1,"game":"binary","options":{},"seats":2,"seat":0}"#;

#[test]
fn a_game_of_open_events_needs_no_view() {
    let events = r#"[{"by":"chance","what":"black 0"}]"#;
    let question = format!(r#"{{"choose":{{"events":{events}}}}}"#);
    let answers = said(&format!("{HELLO}\n{question}\n{{\"over\":{{}}}}\n")).unwrap();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 2);
    assert!(answers[0].contains("level 1"), "{answers:?}");
    assert!(answers[1].starts_with(r#"{"choice":"#), "{answers:?}");
}

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let with = |lines: &str| format!("{HELLO}\n{lines}");
    let asked = |events: &str| with(&format!(r#"{{"choose":{{"events":{events}}}}}"#));
    let black = r#"{"by":"chance","what":"black 0"}"#;
    for (lines, hint) in [
        (String::new(), "ended before the game was over"),
        (HELLO.to_owned(), "ended before the game was over"),
        ("nonsense".to_owned(), "line 1 of the input: this is no JSON"),
        ("[1]".to_owned(), "neither hello nor choose nor over"),
        (r#"{"choose":{"events":[]}}"#.to_owned(), "the first line is hello"),
        (with(HELLO), "line 2 of the input: this is the second hello"),
        (
            HELLO.replace("\"hello\":1", "\"hello\":2"),
            "the version of the protocol is 1",
        ),
        (HELLO.replace("binary", "chess"), "this engine plays binary"),
        (HELLO.replace("\"seats\":2", "\"seats\":7"), "line 1"),
        (HELLO.replace("\"seat\":0", "\"seat\":2"), "no seat 2"),
        (HELLO.replace("\"options\":{}", "\"options\":{\"x\":1}"), "line 1"),
        (HELLO.replace(",\"seat\":0", ""), "this is no hello"),
        (with(r#"{"choose":{}}"#), "this is no question"),
        (with(r#"{"choose":7}"#), "this is no question"),
        (asked("[]"), "nothing to choose"),
        (
            asked(r#"[{"by":0,"what":"c3"}]"#),
            "event 1 of the question does not fit",
        ),
        (
            asked(r#"[{"by":200,"what":"c3"}]"#),
            "event 1 of the question does not fit",
        ),
        (
            asked(&format!("[{black},{black}]")),
            "event 2 of the question does not fit",
        ),
        (
            asked(r#"[{"by":"chance","what":"dice"}]"#),
            "event 1 of the question does not fit",
        ),
        (asked(r#"[{"by":"luck"}]"#), "this is no question"),
        (
            with(&format!(r#"{{"choose":{{"events":[{black}],"choices":["z99"]}}}}"#)),
            "is not among the choices",
        ),
        (
            with(&format!(r#"{{"choose":{{"events":[{black}],"view":{{}}}}}}"#)),
            "the view does not fit",
        ),
    ] {
        let fault = said(&lines).expect_err(&lines);
        assert!(fault.contains(hint), "{lines}\n{fault}");
    }
    let level = EngineArguments {
        game: "binary".to_owned(),
        level: Some(7),
        seed: 0,
    };
    assert!(run(&level, &b""[..], &mut Vec::new()).is_err());
}
