//! Scenes, the board in letters, and the language file.

use super::super::*;
use super::support::Table;
use crate::rules::{Arg, Observe, Presentation, Scene, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

fn scene(table: &Table, viewer: Viewer) -> Scene {
    Binary::scene(&table.0.view(viewer))
}

fn keys(phrases: &[Phrase]) -> Vec<&'static str> {
    phrases.iter().map(|phrase| phrase.key).collect()
}

fn arg<'p>(phrase: &'p Phrase, name: &str) -> &'p Arg {
    let found = phrase.args.iter().find(|(key, _)| *key == name);
    &found.unwrap_or_else(|| panic!("{name} in {phrase:?}")).1
}

#[test]
fn the_board_is_letters_with_coordinates() {
    let mut table = Table::at(6, ["a1 c4", "b1 d6"], [5, 5], 1);
    table.choose(1, "a2 f5");
    let board = scene(&table, Viewer::Table).board;
    assert_eq!(
        board,
        [
            " 6 . : . W . :",
            " 5 : . : . : w",
            " 4 . :[B :]. :",
            " 3 : .[: .]: .",
            " 2 w : . : . :",
            " 1 B W : . : .",
            "   a b c d e f",
        ]
    );
    assert_eq!(scene(&table, Viewer::Seat(Seat(0))).board, board);
}

#[test]
fn every_board_fits_a_phone_and_has_every_square() {
    for size in SIZES {
        let table = Table::begun(&format!(r#"{{"size":{size}}}"#));
        let board = scene(&table, Viewer::Table).board;
        assert_eq!(board.len(), usize::from(size) + 1);
        let width = 2 + 2 * usize::from(size);
        assert!(board.iter().all(|line| line.chars().count() == width && width <= 36));
        let count = |sign| {
            board
                .iter()
                .flat_map(|line| line.chars())
                .filter(|found| *found == sign)
                .count()
        };
        let half = usize::from(size) * usize::from(size) / 2;
        assert_eq!((count(':'), count('.')), (half, half));
        assert_eq!((count('['), count(']')), (2, 2));
    }
}

#[test]
fn before_black_is_drawn_there_is_little_to_see() {
    let scene = scene(&Table::new("{}"), Viewer::Table);
    assert_eq!(scene.phase.unwrap().key, "binary-phase-draw");
    assert_eq!((scene.summary, scene.board, scene.recent), (vec![], vec![], vec![]));
    assert_eq!(scene.seats[0].score, Some(0));
}

#[test]
fn the_scene_tells_the_turn_what_may_be_placed_and_the_centre() {
    let table = Table::begun("{}");
    let opening = scene(&table, Viewer::Table);
    assert_eq!(
        opening.phase.unwrap(),
        Phrase::new("binary-phase-opening").with("seat", Seat(0))
    );
    assert_eq!(keys(&opening.summary), ["binary-may-open"]);

    let table = Table::at(8, ["a1", "a2"], [15, 15], 1);
    let place = scene(&table, Viewer::Table);
    let phase = place.phase.unwrap();
    assert_eq!(phase.key, "binary-phase-place");
    assert_eq!(arg(&phase, "colour"), &Arg::Phrase(Phrase::new("binary-white")));
    assert_eq!(keys(&place.summary), ["binary-may-place", "binary-centre"]);
    for line in &place.summary[..2] {
        assert_eq!(arg(line, "own"), &Arg::Phrase(Phrase::new("binary-light")));
        assert_eq!(arg(line, "other"), &Arg::Phrase(Phrase::new("binary-dark")));
    }

    let full = Table::at(8, ["d4 d5 e4", "e5"], [3, 3], 0);
    assert_eq!(keys(&scene(&full, Viewer::Table).summary), ["binary-may-place"]);
    let last = Table::at(8, ["a1", "a2"], [1, 1], 0);
    assert_eq!(keys(&scene(&last, Viewer::Table).summary), ["binary-may-last"]);
    let alone = Table::at(8, ["a1", "a2"], [4, 0], 0);
    assert_eq!(scene(&alone, Viewer::Table).phase.unwrap().key, "binary-phase-alone");
}

#[test]
fn seats_show_their_hands_territories_and_the_score_as_it_stands() {
    let mut table = Table::at(8, ["b1 d1", "a2"], [3, 6], 1);
    table.choose(1, "d4");
    let scene = scene(&table, Viewer::Table);
    let marks = |seat: usize| keys(&scene.seats[seat].marks);
    assert_eq!(
        marks(0),
        ["binary-black", "binary-mark-hand", "binary-mark-territories"]
    );
    assert_eq!(scene.seats[0].score, Some(14));
    assert_eq!(arg(&scene.seats[0].marks[2], "sizes"), &Arg::from("7"));
    assert_eq!(
        marks(1),
        [
            "binary-white",
            "binary-mark-hand",
            "binary-mark-discarded",
            "binary-mark-territories"
        ]
    );
    assert_eq!(arg(&scene.seats[1].marks[1], "count"), &Arg::Number(4));
    assert_eq!(
        scene.seats[1].score,
        Some(10),
        "d4 with the four light squares around it"
    );
    assert_eq!(keys(&scene.recent), ["binary-recent-cost"]);
    assert_eq!(scene.own, []);
}

#[test]
fn a_panel_tells_the_colour_and_what_was_placed_last() {
    let mut table = Table::at(8, ["a1", "a2"], [15, 15], 0);
    table.choose(0, "c3");
    for (seat, pieces, squares) in [(0, "binary-black", "binary-dark"), (1, "binary-white", "binary-light")] {
        let scene = scene(&table, Viewer::Seat(Seat(seat)));
        assert_eq!(scene.seats, []);
        assert_eq!(
            scene.own,
            [Phrase::new("binary-own")
                .with("pieces", Phrase::new(pieces))
                .with("squares", Phrase::new(squares))]
        );
        let last = Phrase::new("binary-recent").with("seat", Seat(0));
        assert_eq!(scene.recent, [last.with("squares", Arg::List(vec![Arg::from("c3")]))]);
    }
}

#[test]
fn the_end_shows_the_board_and_counts() {
    let mut table = Table::at(8, ["b1 d1", "a2"], [0, 1], 1);
    table.choose(1, "a4");
    let scene = scene(&table, Viewer::Table);
    assert_eq!(scene.phase.unwrap().key, "binary-phase-over");
    assert_eq!(
        keys(&scene.recent),
        ["binary-recent", "binary-fact-territories", "binary-fact-territories"]
    );
    assert_eq!(arg(&scene.recent[1], "score"), &Arg::Number(14));
    assert_eq!(arg(&scene.recent[2], "count"), &Arg::Number(0));
    assert_eq!(scene.board.len(), 9);
    assert_eq!(keys(&scene.seats[0].marks), ["binary-black", "binary-mark-territories"]);
}

#[test]
fn views_hold_territories_the_largest_first() {
    let table = Table::at(8, ["b1 d1 e8", "a2"], [3, 6], 1);
    let view = table.0.view(Viewer::Table);
    let first = &view.sides[0];
    assert_eq!(first.sizes().collect::<Vec<_>>(), [7, 4]);
    let named: Vec<String> = first.territories[1].iter().map(|square| square.to_string()).collect();
    assert_eq!(named, ["d8", "e7", "e8", "f8"]);
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["sides"][0]["pieces"], serde_json::json!(["b1", "d1", "e8"]));
    assert_eq!(json["centre"], serde_json::json!(["d4", "d5", "e4", "e5"]));
    assert_eq!(view.side(Seat(2)), None);
}

#[test]
fn choices_and_facts_are_said() {
    let squares = |names: &[&str]| names.iter().map(|name| Arg::from(*name)).collect::<Arg>();
    let said = |text: &str| Binary::choice(&text.parse().unwrap());
    assert_eq!(
        said("e4"),
        Phrase::new("binary-chose").with("squares", squares(&["e4"]))
    );
    assert_eq!(
        said("c3 e5"),
        Phrase::new("binary-chose").with("squares", squares(&["c3", "e5"]))
    );
    let fact = Binary::fact(&"territories 1 22,3,2".parse().unwrap());
    assert_eq!(
        (arg(&fact, "score"), arg(&fact, "count")),
        (&Arg::Number(49), &Arg::Number(3))
    );
    assert_eq!(Binary::fact(&"discard 1".parse().unwrap()).key, "binary-fact-discard");
}

#[test]
fn the_rules_are_those_of_the_board() {
    let rules = Binary::rules(&super::support::options(r#"{"size":10}"#));
    let board = rules.iter().find(|block| block.key == "binary-rules-board").unwrap();
    assert_eq!(
        (arg(board, "size"), arg(board, "pieces")),
        (&Arg::Number(10), &Arg::Number(25))
    );
}

#[test]
fn option_descriptions_are_short() {
    let text = include_str!("../en.ftl");
    for spec in Binary::OPTION_SPECS {
        let lines = text
            .lines()
            .filter(|line| line.starts_with(&format!("binary-option-{}", spec.name)));
        let lengths: Vec<usize> = lines
            .filter_map(|line| Some(line.split_once(" = ")?.1.chars().count()))
            .collect();
        assert!(
            !lengths.is_empty() && lengths.iter().all(|length| (1..=100).contains(length)),
            "{}",
            spec.name
        );
    }
}

/// What is said of a game that is over with territories of these sizes.
fn decided(sizes: [&[usize]; 2]) -> Option<String> {
    let mut view = Table::begun("{}").0.view(Viewer::Table);
    view.stage = Stage::Over;
    for (side, sizes) in view.sides.iter_mut().zip(sizes) {
        let all = Frame::of(8).unwrap().all();
        side.territories = sizes.iter().map(|size| all.iter().take(*size).collect()).collect();
        let largest = sizes.first().copied().unwrap_or(0);
        side.score = (sizes.iter().sum::<usize>() + largest) as i64;
    }
    let words = Words::embedded().unwrap();
    let said = phrases::decided(&view)?;
    Some(words.text(ENGLISH, &said, &Numbered))
}

#[test]
fn an_end_with_equal_points_says_which_territory_decided() {
    let said = |sizes| decided(sizes).unwrap();
    assert_eq!(
        said([&[5, 4, 4, 4], &[8, 6]]),
        "Both have 22 points, so the largest territory decides: Seat 2's has 8 squares, Seat 1's has 5."
    );
    assert_eq!(
        said([&[6, 5, 3], &[6, 4, 4]]),
        "Both have 20 points, so the second largest territory decides: Seat 1's has 5 squares, Seat 2's has 4."
    );
    assert_eq!(
        said([&[4, 4, 2, 2], &[4, 4, 4]]),
        "Both have 16 points, so the third largest territory decides: Seat 2's has 4 squares, Seat 1's has 2."
    );
    assert_eq!(
        said([&[9, 4, 4, 3, 3], &[9, 4, 4, 2, 2, 2]]),
        "Both have 32 points, so territory number 4 by size decides: Seat 1's has 3 squares, Seat 2's has 2."
    );
    assert_eq!(decided([&[6, 5], &[6, 4]]), None, "the points decide");
    assert_eq!(decided([&[6, 5], &[6, 5]]), None, "a draw");
}

#[test]
fn before_the_end_nothing_has_decided() {
    let mut table = Table::at(8, ["a1 a2 g1", "e7 f7"], [1, 1], 0);
    assert!(scene(&table, Viewer::Table).decided.is_empty());
    table.choose(0, "c1");
    assert!(scene(&table, Viewer::Table).decided.is_empty());
}
