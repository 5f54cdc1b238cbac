//! Scenes, the board in letters, and the words for choices.

use super::super::*;
use super::support::{Table, tiles};
use crate::games;
use crate::rules::{Arg, Fill, Form, Ink, Observe, Phrase, Presentation, Preview, Scene, Shape, Viewer};

fn scene(table: &Table, viewer: Viewer) -> Scene {
    Tree::scene(&table.0.view(viewer))
}

fn keys(phrases: &[Phrase]) -> Vec<&'static str> {
    phrases.iter().map(|phrase| phrase.key).collect()
}

fn arg<'p>(phrase: &'p Phrase, name: &str) -> &'p Arg {
    let found = phrase.args.iter().find(|(key, _)| *key == name);
    &found.unwrap_or_else(|| panic!("{name} in {phrase:?}")).1
}

fn list(text: &str) -> Arg {
    tiles(text).iter().map(|tile| tile.to_string()).collect()
}

const OWN: Viewer = Viewer::Seat(Seat(0));

#[test]
fn the_board_is_digits_with_the_last_tile_marked() {
    let mut table = Table::at(&["6-6 1-1", "0-1"], "", "1@1,1 5@2,1; 2@-1,1 4@0,1");
    table.choose(0, "6@-1,2 6@0,2");
    let board = scene(&table, Viewer::Table).board;
    assert_eq!(board, [" 77 6=6 . .", " 76 2-4 1-5", " 75 . 0-0 .", "    L M N O"]);
    assert_eq!(scene(&table, OWN).board, board);
    assert_eq!(keys(&scene(&table, OWN).legend), ["tree-legend"]);
}

#[test]
fn before_the_deal_there_is_little_to_see() {
    let scene = scene(&Table::new("{}", 2), OWN);
    assert_eq!(scene.phase.unwrap().key, "tree-phase-deal");
    assert_eq!(
        (scene.summary, scene.board, scene.own, scene.recent),
        (vec![], vec![], vec![], vec![])
    );
}

#[test]
fn the_table_shows_counts_and_no_tiles() {
    let table = Table::at(&["1-5 3-6", "", "1-4"], "2-2 2-3", "");
    let scene = scene(&table, Viewer::Table);
    assert_eq!(scene.phase, Some(Phrase::new("tree-phase-turn").with("seat", Seat(0))));
    assert_eq!(scene.summary, [Phrase::new("tree-supply").with("count", 2_u8)]);
    let marks: Vec<_> = scene.seats.iter().map(|line| line.marks[0].clone()).collect();
    assert_eq!(
        marks,
        [
            Phrase::new("tree-mark-tiles").with("count", 2_u8),
            Phrase::new("tree-mark-out").with("place", 1_u8),
            Phrase::new("tree-mark-tiles").with("count", 1_u8),
        ]
    );
    assert!(scene.own.is_empty() && scene.seats.iter().all(|line| line.score.is_none()));
}

#[test]
fn the_panel_shows_the_hand_and_what_fits() {
    let table = Table::at(&["1-5 3-6 0-7", "1-4"], "", "");
    let own = scene(&table, OWN).own;
    assert_eq!(keys(&own), ["tree-own-hand", "tree-own-fit"]);
    assert_eq!(arg(&own[0], "tiles"), &list("0-7 1-5 3-6"));
    assert_eq!(arg(&own[1], "tiles"), &list("1-5"));
    let all = Table::at(&["1-5 1-6", "1-4"], "", "");
    assert_eq!(keys(&scene(&all, OWN).own), ["tree-own-hand", "tree-own-all"]);
    let mut drawn = Table::at(&["3-5", "1-4 5-6"], "3-7", "");
    assert_eq!(keys(&scene(&drawn, OWN).own), ["tree-own-hand", "tree-own-none"]);
    drawn.choose(0, "draw");
    let own = scene(&drawn, OWN).own;
    assert_eq!(keys(&own), ["tree-own-drew", "tree-own-hand", "tree-own-none"]);
    assert_eq!(arg(&own[0], "tiles"), &list("3-7"));
}

#[test]
fn extra_turns_draws_and_passes_are_told() {
    let mut table = Table::at(&["1-2 0-7", "0-6 6-6", "0-5 5-5"], "4-4", "");
    table.choose(0, "1@0,1 2@1,1");
    let extra = scene(&table, Viewer::Table);
    assert_eq!(extra.phase.unwrap().key, "tree-phase-extra");
    assert_eq!(keys(&extra.recent), ["tree-did-place-extra"]);
    table.choose(0, "draw");
    table.choose(1, "6@1,2 0@2,2");
    table.choose(2, "0@-1,2 5@0,2");
    assert_eq!(
        keys(&scene(&table, OWN).recent),
        [
            "tree-did-place-extra",
            "tree-did-draw-own",
            "tree-did-place",
            "tree-did-place"
        ]
    );
}

#[test]
fn a_run_of_draws_is_told_as_one() {
    let mut table = Table::at(&["1-7 6-6", "6-7"], "7-7 0-6 0-7", "");
    table.choose(0, "1@1,1 7@2,1");
    for seat in [1, 0, 1] {
        table.choose(seat, "draw");
    }
    let recent = scene(&table, Viewer::Table).recent;
    assert_eq!(keys(&recent), ["tree-did-place", "tree-did-draw", "tree-did-draw"]);
    let counts = [&recent[1], &recent[2]].map(|line| (arg(line, "seat").clone(), arg(line, "count").clone()));
    assert_eq!(
        counts,
        [(Seat(1).into(), 2_u8.into()), (Seat(0).into(), 1_u8.into())],
        "who drew first is first"
    );
    // What is drawn after a tile was placed is told behind it.
    let mut later = Table::at(&["6-7", "1-7 0-3"], "7-7 6-6", "");
    later.choose(0, "draw");
    later.choose(1, "7@-1,1 1@0,1");
    later.choose(0, "draw");
    assert_eq!(
        keys(&scene(&later, Viewer::Table).recent),
        ["tree-did-draw", "tree-did-place", "tree-did-draw"]
    );
}

#[test]
fn the_end_tells_what_is_left_and_alone_whether_it_is_won() {
    let mut table = Table::at(&["1-5", "1-4 2-4"], "3-4", "");
    table.choose(0, "1@1,1 5@2,1");
    let over = scene(&table, Viewer::Table);
    assert_eq!(over.phase.unwrap().key, "tree-phase-over");
    assert_eq!(over.seats[1].marks[0].key, "tree-mark-left");
    assert_eq!(arg(&over.seats[1].marks[0], "tiles"), &list("1-4 2-4"));
    assert_eq!(keys(&over.recent), ["tree-did-place", "tree-fact-out", "tiles-left"]);
    let mut won = Table::at(&["1-5"], "", "");
    won.choose(0, "1@1,1 5@2,1");
    assert_eq!(keys(&scene(&won, Viewer::Table).summary), ["tree-alone-won"]);
    assert_eq!(keys(&scene(&won, OWN).own), ["tree-own-out"]);
    let mut lost = Table::at(&["3-5"], "", "");
    lost.choose(0, "pass");
    let lost = scene(&lost, Viewer::Table);
    assert_eq!(lost.phase.unwrap().key, "tree-phase-blocked");
    assert_eq!(keys(&lost.summary), ["tree-nobody-alone"]);
    assert_eq!(keys(&lost.recent), ["tree-did-pass", "tree-fact-blocked", "tiles-left"]);
}

#[test]
fn an_offer_says_whether_it_brings_an_extra_turn() {
    let table = Table::at(&["1-2 0-7", "0-6"], "", "");
    let view = table.0.view(OWN);
    let offer = |what: &str| Tree::offer(&view, &what.parse().unwrap()).key;
    assert_eq!(offer("1@0,1 2@1,1"), "tree-offer-extra");
    assert_eq!(offer("1@1,1 2@2,1"), "tree-offer-place");
    let last = Table::at(&["1-2", "0-6"], "", "").0.view(OWN);
    assert_eq!(
        Tree::offer(&last, &"1@0,1 2@1,1".parse().unwrap()).key,
        "tree-offer-place",
        "the last tile brings none"
    );
}

#[test]
fn what_a_placement_brings_is_told_before_it_is_made() {
    let consequences = |hand: &str, what: &str| {
        let table = Table::at(&[hand, "0-6"], "", "");
        keys(&games::DynGame::consequences(&table.0, Seat(0), what))
    };
    assert_eq!(
        consequences("1-2 3-6", "1@0,1 2@1,1"),
        ["tree-would-extra", "tree-would-fit"]
    );
    assert_eq!(
        consequences("1-2 0-7", "1@0,1 2@1,1"),
        ["tree-would-extra", "tree-would-none"]
    );
    assert_eq!(consequences("1-2", "1@0,1 2@1,1"), ["tree-would-out"]);
    assert_eq!(
        consequences("1-2", "1@0,1 4@1,1"),
        [""; 0],
        "it does not have that tile"
    );
    assert_eq!(consequences("3-5", "draw"), [""; 0]);
}

#[test]
fn the_rules_are_those_of_the_options() {
    let keys = |options: &Options| keys(&Tree::rules(options));
    assert!(keys(&Options { play_on: true }).contains(&"tree-rules-end"));
    assert!(keys(&Options { play_on: false }).contains(&"tree-rules-end-first"));
}

#[test]
fn only_who_drew_reads_which_tile() {
    let mut table = Table::at(&["3-5 6-6", "1-4 5-6"], "3-7 4-4", "");
    table.choose(0, "draw");
    let drew = |viewer| scene(&table, viewer).recent;
    let own = Phrase::new("tree-did-draw-own").with("tiles", list("3-7"));
    assert_eq!(drew(OWN), [own]);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        assert_eq!(keys(&drew(viewer)), ["tree-did-draw"]);
    }
    let new = |viewer| {
        let shapes = Tree::sketch(&table.0.view(viewer), Preview::Nothing).unwrap().shapes;
        let dot = |shape: &&Shape| {
            matches!(shape.form, Form::Circle { radius: 5, .. }) && shape.fill == Some(Fill::Plain(Ink::Mark))
        };
        shapes.iter().filter(dot).count()
    };
    assert_eq!([OWN, Viewer::Table].map(new), [1, 0]);
    table.choose(1, "1@1,1 4@2,1");
    table.choose(0, "3@1,2 5@2,2");
    assert!(
        !keys(&scene(&table, OWN).recent).contains(&"tree-did-draw-own"),
        "told once"
    );
}

#[test]
fn the_end_says_how_it_was_won() {
    let mut table = Table::at(&["1-5", "1-4 2-4"], "3-4", "");
    assert!(scene(&table, Viewer::Table).decided.is_empty());
    table.choose(0, "1@1,1 5@2,1");
    let decided = scene(&table, Viewer::Table).decided;
    assert_eq!(decided, [Phrase::new("tree-fact-out").with("seat", Seat(0))]);
    let mut alone = Table::at(&["1-5"], "", "");
    alone.choose(0, "1@1,1 5@2,1");
    let view = alone.0.view(OWN);
    let decided = Tree::scene(&view).decided;
    assert_eq!(keys(&decided), ["tree-alone-stands"]);
    let sketch = Tree::picture(&view, Preview::Nothing).unwrap();
    assert!(decided.iter().all(|phrase| sketch.alt.contains(phrase)));
    let mut lost = Table::at(&["3-5"], "", "");
    lost.choose(0, "pass");
    assert!(scene(&lost, Viewer::Table).decided.is_empty());
}
