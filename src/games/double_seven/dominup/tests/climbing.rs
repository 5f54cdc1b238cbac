//! Climbs: on two cells side by side, whose tiles differ and lie at the same level, symbol on symbol.

use super::support::Table;

const LAID: [&str; 3] = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];

fn refusal(what: &str) -> Option<&'static str> {
    let all = "0-0 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1 1-2 3-5 3-6 3-7 5-5 5-6 6-7 7-7";
    Table::at("{}", &LAID, &[all, "2-2"], 0).refusal(0, what)
}

#[test]
fn each_symbol_matches_the_one_beneath() {
    assert_eq!(refusal("climb 7@0,0 3@0,1"), None);
    assert_eq!(
        refusal("climb 3@0,0 7@0,1"),
        Some("dominup-refused-symbol"),
        "the other way round"
    );
    assert_eq!(refusal("climb 6@1,0 7@1,1"), Some("dominup-refused-symbol"));
    assert_eq!(
        refusal("climb 0@0,0 3@0,1"),
        Some("dominup-refused-symbol"),
        "one of both"
    );
    assert_eq!(refusal("climb 3@0,1 6@1,1"), None);
    // 5-5 lies on 0,2 and 1,2: two tiles, equal symbols.
    assert_eq!(refusal("climb 5@0,2 5@1,2"), None);
}

#[test]
fn the_two_halves_of_one_tile_never_carry() {
    assert_eq!(refusal("climb 7@0,0 7@1,0"), Some("dominup-refused-one"));
    assert_eq!(refusal("climb 3@0,1 5@0,2"), Some("dominup-refused-one"));
    let table = Table::at("{}", &LAID, &["7-7 3-5 5-6 0-0", "2-2"], 0);
    assert!(table.choices(0).iter().all(|choice| choice.starts_with("expand")));
}

#[test]
fn a_climb_needs_tiles_beneath_both_halves() {
    for what in ["climb 7@1,0 0@2,0", "climb 0@-1,0 7@0,0"] {
        assert_eq!(refusal(what), Some("dominup-refused-half"), "{what}");
    }
    assert_eq!(refusal("climb 0@5,5 1@6,5"), Some("dominup-refused-empty"));
}

#[test]
fn tiles_of_different_levels_do_not_carry() {
    let mut table = Table::at("{}", &LAID, &["3-7 3-6 7-7", "2-2"], 0);
    assert_eq!(table.choices(0), ["climb 7@0,0 3@0,1", "climb 3@0,1 6@1,1"]);
    table.choose(0, "climb 7@0,0 3@0,1");
    assert_eq!([table.level("0,1"), table.level("1,1")], [Some(1), Some(0)]);
    assert_eq!(table.refusal(0, "climb 3@0,1 6@1,1"), Some("dominup-refused-levels"));
    assert_eq!(table.refusal(0, "climb 7@0,0 7@1,0"), Some("dominup-refused-levels"));
    assert!(table.choices(0).iter().all(|choice| choice.starts_with("expand")));
}

#[test]
fn half_a_tile_that_is_covered_leaves_the_other_half_to_carry() {
    // 5 on 0,2 is still the upper half of 3-5, whose 3 is covered.
    let laid = [&LAID[..], &["7@0,0 3@0,1"]].concat();
    let table = Table::at("{}", &laid, &["5-5 0-0", "2-2"], 0);
    assert_eq!(table.choices(0), ["climb 5@0,2 5@1,2"]);
}

/// Four tiles lie on each other at most: a cell keeps its symbol whatever climbs onto it, so each tile on it reaches to
/// another one of its four neighbours.
const TOWER: [[&str; 7]; 4] = [
    [
        "3@-1,0 1@0,0",
        "2@1,0 4@2,0",
        "5@0,1 6@1,1",
        "7@0,-1 0@1,-1",
        "4@-2,-1 4@-1,-1",
        "3@2,-1 3@3,-1",
        "",
    ],
    [
        "1@0,0 5@0,1",
        "2@1,0 6@1,1",
        "4@-1,-1 7@0,-1",
        "0@1,-1 3@2,-1",
        "",
        "",
        "",
    ],
    ["7@0,-1 1@0,0", "0@1,-1 2@1,0", "", "", "", "", ""],
    ["1@0,0 2@1,0", "", "", "", "", "", ""],
];

#[test]
fn climbs_reach_any_level() {
    let mut laid: Vec<&str> = Vec::new();
    for (level, storey) in TOWER.iter().enumerate() {
        for placement in storey.iter().filter(|placement| !placement.is_empty()) {
            if level > 0 {
                let tile: crate::games::double_seven::Placement = placement.parse().unwrap();
                let hands = [format!("{} 6-6", tile.tile()), "5-5".to_owned()];
                let mut table = Table::at("{}", &laid, &hands.each_ref().map(String::as_str), 0);
                assert_eq!(table.choices(0), [format!("climb {placement}")]);
                table.choose(0, &format!("climb {placement}"));
                let [first, second] = tile.cells().map(|cell| table.level(&cell.to_string()));
                assert_eq!((first, second), (Some(level as u8), Some(level as u8)));
            }
            laid.push(placement);
        }
    }
    // On the fourth storey nothing can climb any more: every tile that fits is built in.
    let table = Table::at("{}", &laid, &["1-2 0-0", "5-5"], 0);
    assert!(table.choices(0).iter().all(|choice| choice.starts_with("expand")));
}

#[test]
fn a_storey_that_is_not_even_carries_nothing() {
    // Without one of the four tiles of the second storey, the third has one tile less.
    let lower = TOWER[..2].concat();
    let mut laid: Vec<&str> = lower.into_iter().filter(|placement| !placement.is_empty()).collect();
    laid.retain(|placement| *placement != "4@-1,-1 7@0,-1");
    let table = Table::at("{}", &laid, &["1-7 0-2 6-6", "5-5"], 0);
    assert_eq!(table.choices(0), ["climb 0@1,-1 2@1,0"]);
    assert_eq!(table.refusal(0, "climb 7@0,-1 1@0,0"), Some("dominup-refused-levels"));
}
