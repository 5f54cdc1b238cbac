//! What somebody reads whose typed choice is not taken, and what is offered to those who type.

use super::support::Table;
use crate::games::DynGame;
use crate::rules::Seat;
use crate::words::tests::refusals;
use crate::words::{ENGLISH, Numbered, Words};

const LAID: [&str; 3] = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let begun = Table::new("{}", 2).0;
    let opening = Table::dealt("{}", 2, "7-7").0;
    let middle = Table::at("{}", &LAID, &["1-2 4-6", "0-0", "0-1"], 0).0;
    let climbing = Table::at("{}", &LAID, &["3-7 3-6 0-7 1-2 3-5", "0-0"], 0).0;
    let raised = Table::at("{}", &[&LAID[..], &["7@0,0 3@0,1"]].concat(), &["3-6 1-2", "0-0"], 0).0;
    let out = Table::at("{}", &LAID, &["1-2", "", "0-1"], 0).0;
    let over = {
        let mut table = Table::at("{}", &LAID, &["1-2", "0-0"], 0);
        table.choose(0, "expand 1@2,0 2@3,0");
        table.0
    };
    refusals::proves(
        "dominup",
        &[
            (
                &begun,
                0,
                "expand 7@0,0 7@1,0",
                "Wait a moment: there is nothing to choose just now.",
            ),
            (&over, 1, "expand 0@4,0 0@5,0", "This game is over."),
            (&middle, 1, "expand 0@2,0 0@3,0", "It is Seat 1's turn. (Rules: A turn)"),
            (
                &out,
                1,
                "expand 0@2,0 0@3,0",
                "You have no tiles left, so your place is certain. (Rules: The end)",
            ),
            (
                &opening,
                0,
                "7-7 0,0 0,1",
                "The game begins with the double seven on M75 and N75. (Rules: The tiles)",
            ),
            (&middle, 0, "0-0 2,0 3,0", "You do not have 0-0. (Rules: The tiles)"),
            (
                &climbing,
                0,
                "1@2,0 2@3,0",
                "You can climb with 3-6 and 3-7, so you must before you lay a tile on the table. (Rules: A turn)",
            ),
            (
                &climbing,
                0,
                "climb 0@3,0 7@4,0",
                "Nothing lies on P75, so nothing can climb there. (Rules: Climbing)",
            ),
            (
                &middle,
                0,
                "1@1,0 2@2,0",
                "Nothing lies on O75, so nothing can climb there; and N75 is taken, so a tile cannot lie on the table there either. (Rules: Climbing)",
            ),
            (
                &climbing,
                0,
                "climb 3@0,1 5@0,2",
                "Both cells are of one tile, and a climb needs two different ones beneath. (Rules: Climbing)",
            ),
            (
                &raised,
                0,
                "climb 3@0,1 6@1,1",
                "One of these tiles is on level 2 and the other on level 1, and a climb needs two of the same level. (Rules: Climbing)",
            ),
            (
                &climbing,
                0,
                "climb 3@0,0 7@0,1",
                "On M75 lies 7, and the symbols must be the same. (Rules: Climbing)",
            ),
            (
                &middle,
                0,
                "expand 1@-1,0 2@0,0",
                "There is a tile on M75 already, and on the table both halves go on free cells. (Rules: On the table)",
            ),
            (
                &middle,
                0,
                "1@9,9 2@9,10",
                "Nothing lies beside that place: one half at least must be beside a tile. (Rules: On the table)",
            ),
            (
                &middle,
                0,
                "the one with the two",
                "That is not how a move is written in this game. Use the buttons, or write it as the rules say. (Rules: Typing a move)",
            ),
        ],
        &["refused-draw", "refused-seat"],
    );
    assert_eq!(climbing.near(Seat(0), "climb 3@0,0 7@0,1", 1), ["climb 7@M75 3@M76"]);
    assert_eq!(
        middle.near(Seat(1), "expand", 3),
        [""; 0],
        "nothing is offered out of turn"
    );
}

#[test]
fn what_lies_there_and_another_holds_is_refused_alike() {
    let table = Table::at("{}", &LAID, &["1-2", "0-0"], 0);
    assert_eq!(
        table.0.judge(Seat(0), "0-0 2,0 3,0").unwrap_err().reason.key,
        table.0.judge(Seat(0), "7-7 2,0 3,0").unwrap_err().reason.key
    );
}

#[test]
fn who_types_is_offered_their_own_legal_choices() {
    let words = Words::embedded().unwrap();
    let offers = |game: &dyn DynGame, seat: u8, typed: &str| -> Vec<String> {
        let offered = game.suggest(Seat(seat), typed, 2).into_iter();
        let said = offered.map(|offer| format!("{}: {}", offer.typed, words.text(ENGLISH, &offer.phrase, &Numbered)));
        said.collect()
    };
    let climbing = Table::at("{}", &LAID, &["3-7 3-6 1-2", "0-0"], 0).0;
    assert_eq!(
        offers(&climbing, 0, ""),
        ["climb 7@M75 3@M76: climb with 3-7", "climb 3@M76 6@N76: climb with 3-6"]
    );
    assert_eq!(offers(&climbing, 0, "6@1,1")[0], "climb 3@M76 6@N76: climb with 3-6");
    assert_eq!(offers(&climbing, 0, "1@2,0"), [""; 0], "a climb comes first");
    let middle = Table::at("{}", &LAID, &["1-2 4-6", "0-0"], 0).0;
    assert_eq!(
        offers(&middle, 0, "2@2,0 1@3"),
        ["expand 2@O75 1@P75: lay 1-2 on the table"]
    );
    assert_eq!(
        offers(&middle, 0, "1-2 2,0 3,0")[0],
        "expand 1@O75 2@P75: lay 1-2 on the table"
    );
    assert_eq!(offers(&middle, 1, "0@2,0"), [""; 0], "it is not their turn");
}

#[test]
fn a_tile_is_found_by_its_name_and_alone_it_is_asked_where_it_goes() {
    let words = Words::embedded().expect("the words are sound");
    let table = Table::at("{}", &LAID, &["1-2 4-6", "0-0"], 0).0;
    for text in ["4-6", "6-4", "4-6 P75", "expand 4-6"] {
        let offered = table.suggest(Seat(0), text, 9);
        assert!(!offered.is_empty(), "{text}");
        for offer in offered {
            assert!(
                offer.what.contains("4@") && offer.what.contains("6@"),
                "{text}: {}",
                offer.what
            );
        }
    }
    assert!(table.suggest(Seat(0), "0-0", 9).is_empty(), "another one's tile");
    let said = |seat, text: &str| {
        let refusal = table.judge(Seat(seat), text).expect_err("no choice");
        words.text(ENGLISH, &refusal.reason, &Numbered)
    };
    let asked = said(0, "6-4");
    assert_eq!(asked, "You have 4-6. Where does it go?");
    let near = table.near(Seat(0), "6-4", 3);
    assert!(!near.is_empty(), "examples are listed beside it");
    assert!(near.iter().all(|text| table.judge(Seat(0), text).is_ok()), "{near:?}");
    let unread = words.message(ENGLISH, "refused-notation").expect("the house says it");
    for (seat, text) in [(0, "0-0"), (1, "0-0"), (1, "4-6"), (0, "4-8"), (0, "")] {
        assert_eq!(said(seat, text), unread, "{seat} {text}");
    }
}
