//! Who may play, with which options, and how the tiles are dealt.

use super::super::*;
use super::support::{Table, deck, options, tiles};
use crate::games::double_seven::Tile;
use crate::rules::MatchLength;

#[test]
fn two_to_four_may_play() {
    for seats in 0..=40 {
        let table = Dominup::setup(&Options::default(), seats);
        let key = match seats {
            2..=4 => {
                assert_eq!(table.unwrap().seats(), seats);
                continue;
            }
            0 | 1 => "dominup-setup-alone",
            _ => "dominup-setup-seats",
        };
        assert_eq!(
            table.unwrap_err(),
            SetupError::Seats {
                seats,
                reason: Phrase::new(key)
            }
        );
    }
}

#[test]
fn unsaid_the_others_play_on_and_it_is_no_misere() {
    let default = Options::default();
    assert_eq!(options("{}"), default);
    assert_eq!(
        serde_json::to_string(&default).unwrap(),
        r#"{"play_on":true,"misere":false}"#
    );
    assert!(serde_json::from_str::<Options>(r#"{"playon":true}"#).is_err());
    assert!(serde_json::from_str::<Options>(r#"{"misere":1}"#).is_err());
    let game = Dominup::setup(&options(r#"{"misere":true}"#), 2).unwrap();
    assert_eq!(game.options(), options(r#"{"play_on":true,"misere":true}"#));
    assert_eq!(Dominup::match_length(&default), MatchLength::Games(1));
}

#[test]
fn all_tiles_are_dealt_as_blocks_in_seat_order() {
    for (seats, each) in [(2, 18), (3, 12), (4, 9)] {
        let mut table = Table::new("{}", seats);
        assert_eq!(table.0.awaits(), Awaits::Chance);
        let order: Vec<Tile> = Tile::all().rev().collect();
        let text: Vec<String> = order.iter().map(Tile::to_string).collect();
        table.chance(&format!("deck {}", text.join(","))).unwrap();
        for seat in 0..seats {
            let from = usize::from(seat) * each;
            let block: Tiles = order[from..from + each].iter().copied().collect();
            assert_eq!(table.hand(seat), block, "seat {seat} of {seats}");
        }
    }
}

#[test]
fn a_deck_is_all_tiles_and_dealt_once() {
    let mut table = Table::new("{}", 2);
    for short in ["deck 7-7", "deck 0-0,0-1"] {
        assert!(short.parse::<Chance>().is_err(), "{short}");
    }
    let drawn = table.0.draw(&mut super::support::Chances(1));
    assert_eq!(drawn.0.tiles(), Tiles::ALL);
    table.chance(&drawn.to_string()).unwrap();
    assert_eq!(table.chance(&drawn.to_string()), Err("refused-draw"));
}

#[test]
fn nobody_chooses_before_the_deal() {
    let mut table = Table::new("{}", 3);
    for seat in 0..3 {
        assert_eq!(table.try_choose(seat, "expand 7@0,0 7@1,0"), Err("refused-wait"));
        assert_eq!(table.choices(seat), [""; 0]);
    }
}

#[test]
fn the_double_seven_is_laid_first_by_its_holder_as_its_turn() {
    // Dealt in blocks: the 13th tile is the first of seat 1 of three.
    let first = format!("{} 7-7", "0-0 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1 1-2 1-3 1-4");
    let mut table = Table::dealt("{}", 3, &first);
    assert_eq!(deck(&first).split(',').nth(12), Some("7-7"));
    assert_eq!(table.waiting(), [1]);
    assert_eq!(table.choices(1), ["expand 7@0,0 7@1,0"]);
    assert_eq!(table.try_choose(0, "expand 7@0,0 7@1,0"), Err("refused-turn"));
    for other in [
        "expand 7@0,0 7@0,1",
        "expand 7@1,0 7@2,0",
        "expand 1@0,0 5@1,0",
        "climb 7@0,0 7@1,0",
    ] {
        assert_eq!(table.try_choose(1, other), Err("dominup-refused-opening"), "{other}");
    }
    assert_eq!(table.choose(1, "expand 7@0,0 7@1,0"), [""; 0]);
    assert!(!table.hand(1).contains("7-7".parse().unwrap()));
    assert_eq!(table.waiting(), [2], "the next seat takes the next turn");
    assert_eq!(table.hand(1).len(), 11);
    assert_eq!(table.hand(0).len(), 12);
    assert!(tiles("7-7").and(table.hand(0).or(table.hand(2))).is_empty());
}
