//! Setting up: the tiles, the layouts, and who begins.

use super::super::*;
use super::support::{ALL, Chances, EDGAR, SECOND, Table};
use crate::rules::{Event, MatchLength};

#[test]
fn two_to_four_can_play() {
    for seats in 0..=20 {
        let game = Bingolino::setup(&Options {}, seats);
        let mut options = Options {};
        let laid = <Bingolino as crate::rules::Presentation>::fit_to_players(&mut options, seats);
        if (2..=4).contains(&seats) {
            assert_eq!((game.unwrap().seats(), laid), (seats, Ok(seats)));
            continue;
        }
        let key = if seats < 2 {
            "bingolino-setup-alone"
        } else {
            "bingolino-setup-seats"
        };
        let reason = Phrase::new(key);
        assert_eq!(
            game.err(),
            Some(SetupError::Seats {
                seats,
                reason: reason.clone()
            })
        );
        assert_eq!(laid, Err(SetupError::Seats { seats, reason }));
    }
}

#[test]
fn there_are_no_options_and_one_game() {
    assert_eq!(serde_json::to_string(&Options {}).unwrap(), "{}");
    assert!(serde_json::from_str::<Options>(r#"{"size":8}"#).is_err());
    assert_eq!(Bingolino::match_length(&Options {}), MatchLength::Games(1));
}

#[test]
fn every_number_is_there_three_times_and_everybody_draws_sixteen() {
    for seed in 0..200 {
        let mut source = Chances(seed);
        let mut table = Table::new(4);
        let mut drawn = [0; 23];
        for seat in 0..4 {
            let draw = table.0.draw(&mut source);
            let Chance::Tiles(of, tiles) = draw else {
                panic!("{draw} is no draw of tiles")
            };
            assert_eq!(of, Seat(seat), "tiles come by seat");
            for number in tiles.0 {
                drawn[usize::from(number)] += 1;
            }
            table.chance(&draw.to_string());
        }
        assert_eq!(drawn[0], 0);
        assert!(drawn.iter().all(|count| *count <= 3), "{drawn:?}");
        assert_eq!(drawn.iter().sum::<i32>(), 64, "two of the 66 stay in the bag");
    }
}

#[test]
fn every_tile_is_as_likely_as_any_other() {
    let mut source = Chances(1);
    let mut counts = [0_u32; 23];
    for _ in 0..4000 {
        let Chance::Tiles(_, tiles) = Table::new(2).0.draw(&mut source) else {
            panic!("tiles are drawn first")
        };
        counts[usize::from(tiles.0[0])] += 1;
    }
    // 4000 first tiles, 22 numbers: about 182 each, with a spread of about 13.
    assert!(counts[1..].iter().all(|count| (110..260).contains(count)), "{counts:?}");
}

#[test]
fn tiles_that_are_not_in_the_bag_are_refused() {
    let refused = Err("refused-draw");
    let mut table = Table::new(2);
    assert_eq!(
        table.try_chance(&format!("tiles 1 {EDGAR}")),
        refused,
        "seat 0 draws first"
    );
    assert_eq!(
        table.try_chance("tiles 0 1,1,1,1,2,3,4,5,6,7,8,9,10,11,12,13"),
        refused,
        "there is no fourth 1"
    );
    assert_eq!(table.try_chance("first 0"), refused);
    assert_eq!(table.try_chance("dice 1"), refused);
    table.chance(&format!("tiles 0 {EDGAR}"));
    assert_eq!(
        table.try_chance(&format!("tiles 0 {SECOND}")),
        refused,
        "seat 0 has its tiles"
    );
    assert_eq!(
        table.try_chance("tiles 1 21,21,1,2,5,5,6,6,8,8,11,13,14,14,18,19"),
        refused,
        "Edgar has two of the three 21s"
    );
    table.chance(&format!("tiles 1 {SECOND}"));
    assert_eq!(
        table.try_chance(&format!("tiles 1 {SECOND}")),
        refused,
        "all have theirs"
    );
    assert_eq!(table.waiting(), [0, 1]);
}

#[test]
fn nobody_chooses_before_all_tiles_are_drawn() {
    let mut table = Table::new(2);
    table.chance(&format!("tiles 0 {EDGAR}"));
    let refused = Err("refused-wait");
    assert_eq!(table.try_choose(0, &format!("layout {EDGAR}")), refused);
    assert_eq!(table.try_choose(0, "roll 3"), refused);
}

#[test]
fn everybody_lays_out_at_the_same_time_and_as_they_like() {
    let mut table = Table::dealt(3);
    assert_eq!(table.waiting(), [0, 1, 2]);
    let backwards: Vec<&str> = EDGAR.split(',').rev().collect();
    table.choose(2, &format!("layout {}", ALL[2]));
    assert_eq!(table.waiting(), [0, 1]);
    table.choose(0, &format!("layout {}", backwards.join(",")));
    table.choose(1, &format!("layout {SECOND}"));
    assert!(table.waiting().is_empty());
    assert_eq!(table.0.grids[0].layout.to_string(), backwards.join(","));
    assert_eq!(table.0.grids[2].layout.to_string(), ALL[2]);
    assert_eq!(
        table.0.awaits(),
        Awaits::Chance,
        "who rolls first is drawn after the layouts"
    );
}

#[test]
fn the_first_layout_offered_is_the_given_one_and_a_lapse_plays_it() {
    let table = Table::dealt(4);
    for (seat, tiles) in ALL.iter().enumerate() {
        let given = format!("layout {tiles}");
        let choices = table.choices(seat as u8);
        assert_eq!(choices[0], given);
        assert_eq!(choices.len(), 2, "and one that is arranged");
        let lapse = table.0.timeout_choice(Seat(seat as u8), &mut Chances(1)).unwrap();
        assert_eq!(lapse.to_string(), given);
        assert_eq!(table.0.choice_count(Seat(seat as u8)), None, "layouts are not counted");
    }
    let mut choices = Vec::new();
    assert_eq!(table.0.choices(Seat(0), &mut choices), Listing::Partial);
}

#[test]
fn a_layout_is_made_of_exactly_the_own_tiles() {
    let mut table = Table::dealt(2);
    for (wrong, number, count) in [
        ("1,21,10,16,17,2,22,17,12,10,15,21,4,4,9,7", 1, 0),
        ("3,3,10,16,17,2,22,17,12,10,15,21,4,4,9,7", 3, 1),
        ("3,21,21,16,17,2,22,17,12,10,15,21,4,4,9,7", 21, 2),
    ] {
        let event = Event::Choice(Seat(0), format!("layout {wrong}").parse().unwrap());
        let reason = Phrase::new("bingolino-refused-tiles")
            .with("number", number)
            .with("count", count);
        assert_eq!(table.0.apply(&event), Err(reason.into()));
    }
    for what in ["roll 3", "decline", "flip A1", "back A1"] {
        assert_eq!(table.try_choose(0, what), Err("bingolino-refused-layout-first"));
    }
    assert_eq!(table.try_choose(2, &format!("layout {EDGAR}")), Err("refused-seat"));
}

#[test]
fn a_layout_may_be_changed_until_the_last_is_in() {
    let mut table = Table::dealt(2);
    let sorted = "2,3,4,4,7,9,10,10,12,15,16,17,17,21,21,22";
    table.choose(0, &format!("layout {EDGAR}"));
    assert!(table.0.may_choose(Seat(0)));
    assert_eq!(table.waiting(), [1], "nobody waits for a change");
    table.choose(0, &format!("layout {sorted}"));
    assert_eq!(table.waiting(), [1]);
    table.choose(1, &format!("layout {SECOND}"));
    assert_eq!(table.0.grids[0].layout.to_string(), sorted);
    assert!(!table.0.may_choose(Seat(0)));
    table.chance("first 0");
    assert_eq!(
        table.try_choose(0, &format!("layout {EDGAR}")),
        Err("bingolino-refused-layout-over"),
        "locked before the first roll"
    );
}

#[test]
fn who_begins_is_drawn_among_all() {
    let mut seen = SeatSet::EMPTY;
    for seed in 0..50 {
        let mut table = Table::dealt(3);
        for (seat, tiles) in ALL.iter().take(3).enumerate() {
            table.choose(seat as u8, &format!("layout {tiles}"));
        }
        let Chance::First(seat) = table.0.draw(&mut Chances(seed)) else {
            panic!("the first roller is drawn")
        };
        seen.insert(seat);
        assert_eq!(table.try_chance("first 3"), Err("refused-draw"));
        assert_eq!(table.try_chance("dice 3"), Err("refused-draw"));
        assert_eq!(table.try_choose(0, "roll 3"), Err("refused-wait"));
        table.chance(&format!("first {seat}"));
        assert_eq!(table.waiting(), [seat.0]);
    }
    assert_eq!(seen.len(), 3);
}
