//! Rolling, turning over and turning back.

use super::super::*;
use super::support::{Chances, Table};

#[test]
fn whoever_is_on_turn_rolls_one_to_five_dice() {
    let mut table = Table::laid(2);
    assert_eq!(table.choices(0), ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5"]);
    assert_eq!(table.0.choice_count(Seat(0)), Some(5));
    assert_eq!(table.choices(1), Vec::<String>::new());
    assert_eq!(table.try_choose(1, "roll 2"), Err("refused-turn"));
    for what in ["decline", "flip A1", "back A1"] {
        assert_eq!(table.try_choose(0, what), Err("bingolino-refused-roll-first"));
    }
    table.choose(0, "roll 3");
    assert_eq!(table.0.awaits(), Awaits::Chance);
    assert_eq!(table.try_choose(0, "roll 3"), Err("refused-wait"));
    for wrong in ["dice 1,2", "dice 1,2,3,4", "first 0"] {
        assert_eq!(table.try_chance(wrong), Err("refused-draw"));
    }
    for seed in 0..50 {
        let Chance::Dice(dice) = table.0.draw(&mut Chances(seed)) else {
            panic!("dice are rolled")
        };
        assert_eq!(dice.presentation().len(), 3);
        assert!(
            dice.presentation()
                .iter()
                .all(|presentation| (1..=6).contains(presentation))
        );
    }
    table.chance("dice 6,6,5");
    assert_eq!(table.try_choose(0, "roll 3"), Err("bingolino-refused-rolled"));
}

#[test]
fn first_example_the_total_or_the_total_without_one_die() {
    let mut table = Table::laid(3);
    table.roll("6,6,5,4");
    assert_eq!(table.waiting(), [0, 1], "the third seat has no 21 and is not asked");
    assert_eq!(
        table.choices(0),
        [
            "flip B1",
            "flip D3",
            "flip A2 -4",
            "flip D2 -4",
            "flip D1 -5",
            "flip C3 -6",
            "decline"
        ]
    );
    assert_eq!(table.0.choice_count(Seat(0)), Some(7));
    assert_eq!(table.choices(1), ["flip A1", "decline"], "for the others the 21 counts");
    table.choose(0, "flip C3 -6");
    assert_eq!(table.turned(0), "", "nothing is turned before all have chosen");
    table.choose(0, "flip B1");
    table.choose(0, "flip C3 -6");
    table.choose(1, "flip A1");
    assert_eq!((table.turned(0), table.turned(1)), ("C3".into(), "A1".into()));
    assert_eq!(table.waiting(), [1], "the next seat rolls");
}

#[test]
fn what_is_turned_can_be_changed_until_all_have_chosen() {
    let mut table = Table::laid(3).with(0, "A1");
    table.roll("6,6,5,4");
    let offered = table.choices(0);
    let mut straight = Table(table.0.clone());
    straight.choose(0, "flip D3");
    for what in ["decline", "flip C3 -6", "flip C3 -6", "flip D3"] {
        assert_eq!(table.choose(0, what), Vec::<String>::new());
        assert_eq!((table.waiting(), table.choices(0)), (vec![1], offered.clone()));
        assert_eq!(table.try_choose(0, "flip A1"), Err("bingolino-refused-turned"));
        assert_eq!(
            table.try_choose(2, "decline"),
            Err("bingolino-refused-nothing"),
            "not asked"
        );
        assert_eq!(table.turned(0), "A1", "no tile is turned yet");
    }
    assert_eq!(
        format!("{:?}", table.0),
        format!("{:?}", straight.0),
        "nothing is left of it"
    );
    table.choose(1, "decline");
    assert_eq!(
        (table.turned(0), table.waiting()),
        ("A1 D3".into(), vec![1]),
        "one tile a roll"
    );
    assert_eq!(table.try_choose(0, "decline"), Err("refused-turn"), "all have chosen");
}

#[test]
fn who_must_turn_a_tile_back_can_choose_another_one() {
    let mut table = Table::laid(2).with(0, "A1 A2");
    table.roll("6");
    assert_eq!(table.waiting(), [0, 1]);
    table.choose(0, "back A1");
    assert_eq!(table.try_choose(0, "decline"), Err("bingolino-refused-must-back"));
    table.choose(0, "back A2");
    table.choose(1, "decline");
    assert_eq!(table.turned(0), "A1");
}

#[test]
fn second_example_nothing_fits_so_one_is_turned_back() {
    let mut table = Table::laid(2).with(0, "A2 D2 A3");
    table.roll("6,6,5");
    assert_eq!(table.choices(0), ["back A2", "back D2", "back A3"]);
    assert_eq!(table.waiting(), [0], "the others need not do anything");
    assert_eq!(table.try_choose(0, "decline"), Err("bingolino-refused-must-back"));
    assert_eq!(table.try_choose(0, "back A1"), Err("bingolino-refused-back-open"));
    assert_eq!(table.try_choose(0, "flip B1"), Err("bingolino-refused-number"));
    assert_eq!(table.try_choose(0, "flip A2"), Err("bingolino-refused-turned"));
    assert_eq!(table.try_choose(1, "decline"), Err("bingolino-refused-nothing"));
    assert_eq!(table.choose(0, "back D2"), Vec::<String>::new());
    assert_eq!(table.turned(0), "A2 A3");
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn a_single_tile_to_turn_back_is_still_a_choice() {
    let mut table = Table::laid(2).with(0, "D4");
    table.roll("1");
    assert_eq!(
        (table.choices(0), table.0.choice_count(Seat(0))),
        (vec!["back D4".to_owned()], Some(1))
    );
    assert_eq!(table.waiting(), [0, 1], "the second seat has a 1");
    let lapse = table.0.timeout_choice(Seat(0), &mut Chances(3)).unwrap();
    assert_eq!(lapse.to_string(), "back D4", "a lapse cannot decline here");
    table.choose(0, "back D4");
    table.choose(1, "decline");
    assert_eq!(table.turned(0), "");
}

#[test]
fn with_none_turned_over_nothing_happens() {
    let mut table = Table::laid(2);
    assert_eq!(table.roll("5,6"), Vec::<String>::new());
    // 11 for the second seat; Edgar has no 11, no 5, no 6, and nothing to turn back.
    assert_eq!(table.waiting(), [1]);
    assert_eq!(table.try_choose(0, "decline"), Err("bingolino-refused-nothing-roller"));
    table.choose(1, "flip C3");
    let mut table = Table::laid(2);
    table.roll("1,5,6,6,6");
    // Nobody has a 24, and Edgar has no 23, 19 or 18.
    assert_eq!(table.waiting(), [1], "nobody is asked, and the next seat rolls at once");
    assert_eq!(table.0.phase, Phase::Roll);
    assert_eq!(table.0.last.unwrap().dice.total(), 24);
}

#[test]
fn a_tile_is_turned_back_only_when_nothing_at_all_could_be_turned_over() {
    // By the total.
    let mut table = Table::laid(2).with(0, "D4");
    table.roll("3");
    assert_eq!(table.choices(0), ["flip A1", "decline"]);
    assert_eq!(table.try_choose(0, "back D4"), Err("bingolino-refused-back-can"));
    table.choose(0, "decline");
    assert_eq!(table.turned(0), "D4", "who could turn over and declines loses nothing");
    // Only by leaving a die out.
    let mut table = Table::laid(2).with(0, "D4");
    table.roll("3,5");
    assert_eq!(table.choices(0), ["flip A1 -5", "decline"]);
    assert_eq!(table.try_choose(0, "back D4"), Err("bingolino-refused-back-can"));
    table.choose(0, "decline");
    table.choose(1, "decline");
    assert_eq!(table.turned(0), "D4");
}

#[test]
fn only_the_roller_leaves_a_die_out_or_turns_back() {
    let mut table = Table::laid(2).with(1, "B1");
    table.roll("6,5,3");
    assert_eq!(table.choices(1), ["flip A4", "flip B4", "decline"]);
    assert_eq!(table.try_choose(1, "flip C3 -3"), Err("bingolino-refused-die-others"));
    assert_eq!(table.try_choose(1, "back B1"), Err("bingolino-refused-back-others"));
    assert_eq!(table.try_choose(1, "flip C3"), Err("bingolino-refused-number"));
}

#[test]
fn a_die_that_is_left_out_was_rolled_and_is_not_the_only_one() {
    let mut table = Table::laid(2);
    table.roll("6,6,5,4");
    assert_eq!(table.try_choose(0, "flip B1 -1"), Err("bingolino-refused-die-missing"));
    assert_eq!(table.try_choose(0, "flip B1 -6"), Err("bingolino-refused-number"));
    assert_eq!(table.try_choose(0, "flip D1"), Err("bingolino-refused-number"));
    let mut table = Table::laid(2);
    table.roll("4");
    assert_eq!(table.choices(0), ["flip A4", "flip B4", "decline"]);
    assert_eq!(table.try_choose(0, "flip A4 -4"), Err("bingolino-refused-die-only"));
}

#[test]
fn equal_dice_are_one_way() {
    let mut table = Table::laid(2);
    table.roll("2,2");
    assert_eq!(table.choices(0), ["flip A4", "flip B4", "flip B2 -2", "decline"]);
}

#[test]
fn who_has_several_of_a_number_turns_one() {
    let mut table = Table::laid(2);
    table.roll("5,5");
    assert_eq!(table.choices(0), ["flip C1", "flip B3", "decline"]);
    table.choose(0, "flip B3");
    assert_eq!(table.turned(0), "B3");
    table.roll("5,5");
    assert_eq!(table.waiting(), [0, 1], "the other 10, and the roller's 5s");
    assert_eq!(table.choices(0), ["flip C1", "decline"]);
}

#[test]
fn everybody_may_decline_and_a_lapse_does() {
    let mut table = Table::laid(2);
    table.roll("6,6,5,4");
    for seat in 0..2 {
        let lapse = table.0.timeout_choice(Seat(seat), &mut Chances(1)).unwrap();
        assert_eq!(lapse, Choice::Decline);
        table.choose(seat, "decline");
    }
    assert_eq!((table.turned(0), table.turned(1)), (String::new(), String::new()));
    let lapse = table.0.timeout_choice(Seat(1), &mut Chances(1)).unwrap();
    assert!(matches!(lapse, Choice::Roll(1..=5)));
    assert_eq!(table.0.timeout_choice(Seat(0), &mut Chances(1)), None);
}

#[test]
fn turns_go_round() {
    let mut table = Table::laid(3);
    for roller in [0, 1, 2, 0, 1] {
        assert_eq!(table.waiting(), [roller]);
        table.roll("6,6,6,6,6");
    }
}
