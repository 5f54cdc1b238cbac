//! Who knows what: visibility, views and imagined worlds.

use super::super::*;
use super::support::{Dice, Table, deck};
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

const SHEETS: [[u8; 8]; 3] = [
    [22, 88, 44, 10, 35, 19, 5, 67],
    [88, 22, 44, 1, 53, 91, 50, 76],
    [28, 82, 44, 10, 35, 19, 5, 67],
];

fn visibility(game: &Binome, viewer: Viewer, seat: u8, what: &str) -> Visibility {
    game.visibility(viewer, &Event::Choice(Seat(seat), what.parse().unwrap()))
}

const OTHERS: [Viewer; 2] = [Viewer::Table, Viewer::Seat(Seat(1))];

#[test]
fn a_claim_is_public_and_its_number_is_not() {
    let table = Table::conference("{}", 0, &SHEETS, &["max"]);
    for viewer in OTHERS {
        assert_eq!(
            visibility(&table.0, viewer, 0, "claim 88"),
            Visibility::Part("claim".to_owned())
        );
        assert_eq!(visibility(&table.0, viewer, 0, "pass"), Visibility::Whole);
    }
    assert_eq!(
        visibility(&table.0, Viewer::Seat(Seat(0)), 0, "claim 88"),
        Visibility::Whole
    );
}

#[test]
fn with_secrets_nothing_is_seen_before_all_have_chosen() {
    let table = Table::conference(r#"{"secrets":true}"#, 0, &SHEETS, &["max"]);
    for what in ["claim 88", "pass"] {
        for viewer in OTHERS {
            assert_eq!(visibility(&table.0, viewer, 0, what), Visibility::Hidden);
        }
        assert_eq!(visibility(&table.0, Viewer::Seat(Seat(0)), 0, what), Visibility::Whole);
    }
}

#[test]
fn digits_are_written_in_secret_and_the_deck_is_face_down() {
    let table = Table::new("{}", 3);
    for viewer in OTHERS {
        assert_eq!(visibility(&table.0, viewer, 0, "3t"), Visibility::Hidden);
        for (what, seen) in [
            ("chair 1".to_owned(), true),
            ("roll 3".to_owned(), true),
            (deck(&[]), false),
        ] {
            let visibility = table.0.visibility(viewer, &Event::Chance(what.parse().unwrap()));
            assert_eq!(visibility, if seen { Visibility::Whole } else { Visibility::Hidden });
        }
    }
}

#[test]
fn a_view_of_the_table_holds_no_sheet_and_no_card_to_come() {
    let mut table = Table::conference("{}", 1, &SHEETS, &["max", "min", "has1"]);
    table.turn(&[Some(88), Some(91), None]);
    table.choose(1, "claim 76");
    let seen = serde_json::to_string(&table.0.view(Viewer::Table)).unwrap();
    for secret in ["76", "67", "53", "35", "has1", "near50", "\"digits\""] {
        assert!(!seen.contains(secret), "{secret} in {seen}");
    }
    for known in ["\"88\"", "\"91\"", "\"max\"", "\"min\"", "\"claim\""] {
        assert!(seen.contains(known), "{known} in {seen}");
    }
    let own = table.0.view(Viewer::Seat(Seat(1))).own.unwrap();
    assert_eq!(own.chosen.as_deref(), Some("claim 76"));
    assert_eq!(own.digits[..4], [Some(8), Some(8), Some(2), Some(2)]);
    assert_eq!(own.used, [false, false, false, false, false, true, false, false]);
    // A seat that is not at the table sees what the table sees.
    assert_eq!(table.0.view(Viewer::Seat(Seat(9))), table.0.view(Viewer::Table));
}

/// The sixteen digits of a seat, sorted.
fn digits(game: &Binome, seat: u8) -> Vec<u8> {
    let sheet = &game.sheets[usize::from(seat)];
    let mut digits: Vec<u8> = Space::all().filter_map(|space| sheet.digit(space)).collect();
    digits.sort_unstable();
    digits
}

#[test]
fn imagined_sheets_are_made_of_the_rolled_digits() {
    let mut table = Table::new("{}", 3);
    table.chance("chair 0");
    let mut dice = Dice(7);
    for (round, space) in Space::all().enumerate() {
        table.chance(&format!("roll {}", round % 10));
        table.choose(1, &space.to_string());
        for _ in 0..20 {
            let world = table.0.imagine(Viewer::Seat(Seat(0)), &mut dice);
            assert_eq!(world.sheets[0], table.0.sheets[0]);
            assert_eq!(digits(&world, 1), digits(&table.0, 1));
            assert_eq!(digits(&world, 2), digits(&table.0, 2));
        }
        table.choose(0, &space.to_string());
        table.choose(2, &space.to_string());
    }
}

/// Plays with random choices, and looks at imagined worlds at every step of the conference.
fn check_worlds(json: &str, seats: u8, seed: u64) {
    let mut dice = Dice(seed);
    let mut game = Binome::setup(&super::support::options(json), seats).unwrap();
    loop {
        let event = match game.awaits() {
            Awaits::Nobody(_) => return,
            Awaits::Chance => Event::Chance(game.draw(&mut dice)),
            Awaits::Seats(waiting) => {
                let seat = waiting.iter().next().unwrap();
                Event::Choice(seat, game.random_choice(seat, &mut dice).unwrap())
            }
        };
        game.apply(&event).unwrap();
        let me = Seat(dice.below(u32::from(seats)) as u8);
        let world = game.imagine(Viewer::Seat(me), &mut dice);
        assert_eq!(world.view(Viewer::Seat(me)), game.view(Viewer::Seat(me)));
        let throws = u64::from(dice.below(1000));
        let dreams = [&game, &world].map(|from| from.imagine(Viewer::Seat(me), &mut Dice(throws)));
        assert_eq!(format!("{:?}", dreams[0]), format!("{:?}", dreams[1]));
        if game.phase != Phase::Conference {
            continue;
        }
        for seat in game.all().iter() {
            assert_eq!(digits(&world, seat.0), digits(&game, seat.0));
            check_seat(&game, &world, seat);
        }
        let drawn = usize::from(game.decided) + 1;
        assert_eq!(world.deck.cards()[..drawn], game.deck.cards()[..drawn]);
        assert!(Deck::new(*world.deck.cards()).is_some());
    }
}

/// The revealed numbers are on the imagined sheet, used; and a claim is one that the seat could have made.
fn check_seat(game: &Binome, world: &Binome, seat: Seat) {
    let used = |game: &Binome| {
        let sheet = game.sheets[seat.index()];
        let mut used: Vec<Number> = (0..8)
            .filter(|index| sheet.is_used(*index))
            .map(|index| sheet.number(index))
            .collect();
        used.sort_unstable();
        used
    };
    assert_eq!(used(world), used(game));
    if let Some(number) = world.claims.get(seat) {
        assert!(world.claimable(seat).as_slice().contains(&number));
    }
    let chosen = |game: &Binome| game.claims.get(seat).is_some() || game.passes.contains(seat);
    assert_eq!(chosen(world), chosen(game));
    if !game.rules.secret {
        assert_eq!(world.claims.get(seat).is_some(), game.claims.get(seat).is_some());
    }
}

#[test]
fn imagined_worlds_fit_all_that_was_seen() {
    for seed in 0..20 {
        check_worlds("{}", 3, seed);
        check_worlds("{}", 2, seed);
        check_worlds(r#"{"strict":true}"#, 4, seed);
        check_worlds(r#"{"secrets":true,"strict":true}"#, 5, seed);
        check_worlds(r#"{"boat":true}"#, 7, seed);
    }
}

#[test]
fn imagined_worlds_reach_what_is_possible() {
    // Seat 1 claims `sum10`: of its digits only 19, 91, 28, 82, 55 could do that; each is imagined some time.
    let sheets = [
        [19, 28, 55, 0, 0, 0, 0, 0],
        [19, 28, 55, 0, 0, 0, 0, 0],
        [19, 28, 55, 0, 0, 0, 0, 0],
    ];
    let mut table = Table::conference("{}", 1, &sheets, &["sum10"]);
    table.choose(1, "claim 19");
    let mut dice = Dice(8);
    let mut claimed: Vec<String> = (0..500)
        .map(|_| table.0.imagine(Viewer::Seat(Seat(0)), &mut dice))
        .map(|world| world.claims.get(Seat(1)).unwrap().to_string())
        .collect();
    claimed.sort();
    claimed.dedup();
    assert_eq!(claimed, ["19", "28", "55", "82", "91"]);
    // With `secrets` it may have passed as well.
    let mut table = Table::conference(r#"{"secrets":true}"#, 1, &sheets, &["sum10"]);
    table.choose(1, "claim 19");
    let claims = |_| table.0.imagine(Viewer::Table, &mut dice).claims.get(Seat(1)).is_some();
    let claims: Vec<bool> = (0..200).map(claims).collect();
    assert!(claims.contains(&true) && claims.contains(&false));
}

#[test]
fn the_rarest_claim_is_imagined_too() {
    // Only one pairing of the last digits makes an eligible number; dealing alone would hardly find it.
    let sheets = [[55, 10, 20, 30, 40, 60, 70, 80]; 3];
    let mut table = Table::conference("{}", 0, &sheets, &["identical"]);
    table.choose(0, "claim 55");
    let mut dice = Dice(9);
    for _ in 0..200 {
        let world = table.0.imagine(Viewer::Table, &mut dice);
        let claim = world.claims.get(Seat(0)).unwrap();
        assert!(Postulate::Identical.accepts(claim));
        assert!(world.sheets[0].find(claim).is_some());
    }
}

#[test]
fn a_hidden_claim_does_not_decide_what_is_imagined() {
    // Seat 1 can only have claimed with 19 or 91, which dealing finds once in fifteen times.
    let rest = [20, 20, 20, 20, 20, 20, 22];
    let games = [19, 91].map(|number| {
        let sheets = [19, number, 19].map(|first| {
            let mut sheet = [first; 8];
            sheet[1..].copy_from_slice(&rest);
            sheet
        });
        let mut table = Table::conference("{}", 1, &sheets, &["sum10"]);
        table.choose(1, &format!("claim {number}"));
        table.0
    });
    for viewer in [Viewer::Table, Viewer::Seat(Seat(9))] {
        assert_eq!(games[0].view(viewer), games[1].view(viewer));
    }
    for throws in 0..300 {
        let dreams = [&games[0], &games[1]].map(|game| game.imagine(Viewer::Table, &mut Dice(throws)));
        assert_eq!(dreams[0].claims, dreams[1].claims, "throws {throws}");
        assert_eq!(dreams[0].sheets, dreams[1].sheets, "throws {throws}");
    }
}

#[test]
fn arrival_order_of_digits_and_secret_choices_does_not_matter() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let ends = orders.map(|order| {
        let mut table = Table::conference(r#"{"secrets":true}"#, 0, &SHEETS, &["max"]);
        let words = ["claim 88", "pass", "claim 82"];
        let facts: Vec<String> = order
            .iter()
            .flat_map(|seat: &u8| table.choose(*seat, words[usize::from(*seat)]))
            .collect();
        (facts, format!("{:?}", table.0))
    });
    assert!(ends.iter().all(|end| *end == ends[0]));
    let ends = orders.map(|order| {
        let mut table = Table::new("{}", 3);
        table.chance("chair 0");
        table.chance("roll 9");
        for seat in order {
            table.choose(seat, &format!("{}t", seat + 1));
        }
        format!("{:?}", table.0)
    });
    assert!(ends.iter().all(|end| *end == ends[0]));
}
