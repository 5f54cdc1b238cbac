//! A turn: all climbs that are possible, then one expand.

use super::support::Table;

/// 7-7 in the middle, and beside it tiles that make steps: 7 on 0,0 stands below 3 on 0,1.
const STEP: [&str; 2] = ["7@0,0 7@1,0", "3@0,1 5@0,2"];

#[test]
fn a_turn_without_a_climb_is_one_expand() {
    let mut table = Table::at("{}", &STEP, &["1-2 1-3", "0-0 0-1"], 0);
    assert_eq!(table.choose(0, "expand 1@2,0 2@3,0"), [""; 0]);
    assert_eq!(table.waiting(), [1]);
    assert_eq!(table.try_choose(0, "expand 1@4,0 3@5,0"), Err("refused-turn"));
}

#[test]
fn who_can_climb_must() {
    let table = Table::at("{}", &STEP, &["1-2 3-7", "0-0 0-1"], 0);
    assert_eq!(table.choices(0), ["climb 7@0,0 3@0,1"]);
    assert_eq!(table.refusal(0, "expand 1@2,0 2@3,0"), Some("dominup-refused-must"));
    assert_eq!(table.refusal(0, "expand 3@2,0 7@3,0"), Some("dominup-refused-must"));
}

#[test]
fn who_climbs_chooses_which() {
    // 1,0 and 1,1 make another step for 6-7; 0,1 and 1,1 one for 3-6.
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];
    let table = Table::at("{}", &laid, &["3-6 3-7 6-7 0-0", "0-1"], 0);
    let climbs = ["climb 7@0,0 3@0,1", "climb 7@1,0 6@1,1", "climb 3@0,1 6@1,1"];
    assert_eq!(table.choices(0), climbs);
    for climb in climbs {
        assert_eq!(table.refusal(0, climb), None, "{climb}");
    }
}

#[test]
fn climbs_go_on_until_there_is_none_and_then_comes_one_expand() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];
    let mut table = Table::at("{}", &laid, &["3-6 3-7 6-7 0-0 0-2", "0-1"], 0);
    table.choose(0, "climb 7@0,0 3@0,1");
    assert_eq!(table.waiting(), [0], "the turn goes on");
    // 3 lies higher than 6 now, so 3-6 has no step any more.
    assert_eq!(table.choices(0), ["climb 7@1,0 6@1,1"]);
    assert_eq!(table.refusal(0, "expand 0@2,0 0@3,0"), Some("dominup-refused-must"));
    table.choose(0, "climb 7@1,0 6@1,1");
    // Both lie at the same level, side by side: 3-6 climbs onto them.
    assert_eq!(table.choices(0), ["climb 3@0,1 6@1,1"]);
    table.choose(0, "climb 3@0,1 6@1,1");
    assert_eq!(table.level("0,1"), Some(2));
    assert!(table.choices(0).iter().all(|choice| choice.starts_with("expand")));
    table.choose(0, "expand 0@2,0 0@3,0");
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn an_expand_that_makes_a_climb_possible_ends_the_turn_all_the_same() {
    let mut table = Table::at("{}", &STEP, &["1-2 1-7 0-0", "0-1 0-2"], 0);
    table.choose(0, "expand 1@2,0 2@3,0");
    assert_eq!(table.waiting(), [1], "1-7 could climb now");
    table.choose(1, "expand 0@4,0 1@5,0");
    assert_eq!(table.choices(0), ["climb 7@1,0 1@2,0"], "and must in the next turn");
}

#[test]
fn a_climb_may_make_a_step_for_somebody_else() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];
    let mut table = Table::at("{}", &laid, &["3-7 4-4 0-0", "6-7 3-6 0-4"], 0);
    table.choose(0, "climb 7@0,0 3@0,1");
    table.choose(0, "expand 4@2,0 4@3,0");
    assert_eq!(table.choices(1), ["climb 7@1,0 6@1,1"]);
    table.choose(1, "climb 7@1,0 6@1,1");
    assert_eq!(table.choices(1), ["climb 3@0,1 6@1,1"], "on both climbs");
}

#[test]
fn seats_take_turns_in_seat_order() {
    let hands = ["0-0 0-1", "0-2 0-3", "0-4 0-5", "0-6 1-1"];
    let mut table = Table::at("{}", &STEP, &hands, 2);
    for (seat, expand) in [
        (2, "expand 0@2,0 4@3,0"),
        (3, "expand 0@4,0 6@5,0"),
        (0, "expand 0@6,0 0@7,0"),
        (1, "expand 0@8,0 2@9,0"),
        (2, "expand 0@10,0 5@11,0"),
    ] {
        assert_eq!(table.waiting(), [seat]);
        table.choose(seat, expand);
    }
}
