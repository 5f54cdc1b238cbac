//! Who knows what: visibility, views and imagined worlds.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::{Tile, Tiles};
use super::super::*;
use super::support::{Chances, Table, tiles};
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

type TreeEvent = Event<Deck, Choice>;

#[test]
fn the_deal_is_hidden_and_every_choice_is_seen() {
    let table = Table::dealt(&["1-5", "1-4"], "");
    let deck = Event::Chance(table.0.draw(&mut Chances(1)));
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        assert_eq!(table.0.visibility(viewer, &deck), Visibility::Hidden);
        for what in ["draw", "pass", "1@1,1 5@2,1"] {
            let event = Event::Choice(Seat(0), what.parse().unwrap());
            assert_eq!(table.0.visibility(viewer, &event), Visibility::Whole);
        }
    }
}

#[test]
fn a_hand_is_only_its_holders_to_see() {
    let table = Table::at(&["1-5 3-6", "1-4 2-7"], "5-5", "");
    let seen = |viewer| serde_json::to_string(&table.0.view(viewer)).unwrap();
    let open = seen(Viewer::Table);
    for secret in ["1-5", "3-6", "1-4", "2-7", "5-5"] {
        assert!(!open.contains(secret), "{secret} in {open}");
    }
    assert!(open.contains("\"tiles\":2") && open.contains("\"supply\":1"));
    let own = seen(Viewer::Seat(Seat(0)));
    assert!(own.contains("1-5") && own.contains("3-6") && !own.contains("1-4") && !own.contains("5-5"));
    assert_eq!(
        seen(Viewer::Seat(Seat(9))),
        open,
        "who is not at the table sees what the table sees"
    );
}

#[test]
fn what_fits_is_kept_current_for_its_holder_only() {
    let mut table = Table::at(&["1-5 3-6 0-7", "1-4 2-7"], "5-5", "");
    let own = |table: &Table, seat| table.0.view(Viewer::Seat(Seat(seat))).own.unwrap();
    assert_eq!(own(&table, 0).playable, tiles("1-5"));
    assert_eq!(own(&table, 1).playable, tiles("1-4 2-7"), "although it is not its turn");
    table.choose(0, "1@1,1 5@2,1");
    assert_eq!(own(&table, 0).playable, tiles("0-7 3-6"));
}

#[test]
fn drawn_tiles_are_shown_to_who_drew_them_until_one_is_placed() {
    let mut table = Table::at(&["3-5", "1-6 2-2"], "1-1 5-5", "");
    table.choose(0, "draw");
    let drew = |table: &Table, viewer| table.0.view(viewer).own.map(|own| own.drew);
    assert_eq!(drew(&table, Viewer::Seat(Seat(0))), Some(tiles("1-1")));
    assert_eq!(drew(&table, Viewer::Seat(Seat(1))), Some(Tiles::EMPTY));
    assert!(
        !serde_json::to_string(&table.0.view(Viewer::Table))
            .unwrap()
            .contains("1-1")
    );
    table.choose(1, "6@-1,1 1@0,1");
    assert_eq!(drew(&table, Viewer::Seat(Seat(0))), Some(tiles("1-1")));
    table.choose(0, "1@1,1 1@2,1");
    assert_eq!(drew(&table, Viewer::Seat(Seat(0))), Some(Tiles::EMPTY));
    // Alone nothing is chosen between one draw and the next.
    let mut alone = Table::at(&["3-5"], "6-7 5-7 1-4", "");
    (0..3).for_each(|_| drop(alone.choose(0, "draw")));
    assert_eq!(drew(&alone, Viewer::Seat(Seat(0))), Some(tiles("1-4 5-7 6-7")));
}

/// A random game up to somewhere, with all that happened.
fn somewhere(seats: u8, dice: &mut Chances) -> (Table, Vec<TreeEvent>) {
    let mut table = Table::new("{}", seats);
    let mut events = Vec::new();
    let length = 1 + dice.below(70);
    for _ in 0..length {
        let event = match table.0.awaits() {
            Awaits::Nobody(_) => break,
            Awaits::Chance => Event::Chance(table.0.draw(dice)),
            Awaits::Seats(asked) => {
                let seat = asked.iter().next().unwrap();
                Event::Choice(seat, table.0.random_choice(seat, dice).unwrap())
            }
        };
        table.0.apply(&event).unwrap();
        events.push(event);
    }
    (table, events)
}

/// The deck of the world that is imagined, put together from the tiles that came with each gain.
fn imagined_deck(table: &Tree, real: &Deck, viewer: Viewer, dice: &mut Chances) -> Deck {
    let dealt = table.deal_anew(viewer, dice);
    let mut order = Vec::new();
    let mut at = 0;
    for (number, gain) in table.ledger.gains().iter().enumerate() {
        let count = usize::from(gain.count);
        if viewer == Viewer::Seat(gain.seat) {
            order.extend_from_slice(&real.order()[at..at + count]);
        } else {
            let came = dealt
                .iter()
                .filter(|(_, gain)| *gain == Some(number))
                .map(|(unseen, _)| *unseen);
            let came: Vec<Tile> = came.collect();
            assert_eq!(came.len(), count);
            order.extend(came);
        }
        at += count;
    }
    order.extend(
        dealt
            .iter()
            .filter(|(_, gain)| gain.is_none())
            .map(|(unseen, _)| *unseen),
    );
    Deck::new(order).unwrap()
}

#[test]
fn an_imagined_world_could_have_happened_exactly_so() {
    let mut dice = Chances(77);
    let (mut draws, mut others) = (0, 0);
    for game in 0..400 {
        let seats = 1 + (game % 4) as u8;
        let (table, events) = somewhere(seats, &mut dice);
        let [Event::Chance(real), rest @ ..] = events.as_slice() else {
            panic!("a game begins with the deal")
        };
        if table.0.phase != Phase::Play {
            continue;
        }
        let viewers = (0..seats).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in viewers.chain([Viewer::Table]) {
            let deck = imagined_deck(&table.0, real, viewer, &mut dice);
            others += u32::from(deck != *real);
            let mut replayed = Tree::setup(&Options::default(), seats).unwrap();
            replayed.take_chance(&deck).unwrap();
            for event in rest {
                // Whoever drew or passed could place nothing in that world, either: else this is refused.
                let applied = replayed.apply(event);
                assert!(applied.is_ok(), "{event:?} with {deck}: {applied:?}");
                draws += u32::from(matches!(event, Event::Choice(_, Choice::Draw | Choice::Pass)));
            }
            assert_eq!(replayed.view(viewer), table.0.view(viewer));
            let asked = |tree: &Tree| tree.can_place(tree.turn);
            assert_eq!(asked(&replayed), asked(&table.0), "whether it is asked is public");
        }
    }
    assert!(draws > 2000 && others > 500, "{draws} {others}");
}

#[test]
fn an_imagined_world_looks_the_same_and_holds_every_tile_once() {
    let mut dice = Chances(5);
    for game in 0..200 {
        let seats = 1 + (game % 4) as u8;
        let (table, _) = somewhere(seats, &mut dice);
        let viewers = (0..seats).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in viewers.chain([Viewer::Table]) {
            let world = table.0.imagine(viewer, &mut dice);
            assert_eq!(world.view(viewer), table.0.view(viewer));
            let held = world.hands.iter().fold(Tiles::EMPTY, |all, hand| all.or(*hand));
            let lying = world.growth.placed().iter().map(|placement| placement.tile());
            let all = held.or(world.supply.iter().copied().collect()).or(lying.collect());
            if world.phase != Phase::Deal {
                assert_eq!(all, Tiles::ALL);
            }
            for (hand, real) in world.hands.iter().zip(&table.0.hands) {
                assert_eq!(hand.len(), real.len());
            }
            assert_eq!(world.supply.len(), table.0.supply.len());
            for (drew, real) in world.drew.iter().zip(&table.0.drew) {
                assert_eq!(drew.len(), real.len());
            }
            for (drew, hand) in world.drew.iter().zip(&world.hands) {
                assert!(drew.without(*hand).is_empty());
            }
        }
    }
}

#[test]
fn two_worlds_that_look_alike_are_imagined_alike() {
    let mut dice = Chances(6);
    for game in 0..100 {
        let (table, _) = somewhere(2 + (game % 3) as u8, &mut dice);
        let viewer = Viewer::Seat(Seat(game as u8 % 2));
        let other = table.0.imagine(viewer, &mut dice);
        for seed in 0..3 {
            let [one, same] =
                [&table.0, &other].map(|world| format!("{:?}", world.imagine(viewer, &mut Chances(seed))));
            assert_eq!(one, same);
        }
    }
}

#[test]
fn who_drew_is_never_imagined_with_a_tile_that_fitted_then() {
    // Seat 1 could place nothing on the double blank: none of its nine tiles has a 1, 2 or 4.
    let stuck = "0-3 0-5 0-6 0-7 3-3 3-5 3-6 3-7 5-5";
    let mut table = Table::dealt(&["5-6 6-6 6-7 7-7 5-7", stuck], "1-1 2-2");
    table.0.turn = Seat(1);
    table.choose(1, "draw");
    let mut hands = BTreeSet::new();
    let fits = |tile: &Tile| {
        [1, 2, 4]
            .iter()
            .any(|ring| tile.symbols().iter().any(|symbol| symbol.number() == *ring))
    };
    for seed in 0..300 {
        let world = table.0.imagine(Viewer::Seat(Seat(0)), &mut Chances(seed));
        let fitting: Vec<Tile> = world.hands[1].iter().filter(fits).collect();
        assert_eq!(fitting.len(), 1, "only the one that it drew: {fitting:?}");
        assert_eq!(world.drew[1], Tiles::one(fitting[0]));
        hands.insert(format!("{:?}", world.hands[1]));
    }
    // All tiles with none of the three are the viewer's or were dealt to seat 1; it drew any of the 17 others.
    assert_eq!(hands.len(), 17);
}

#[test]
fn every_way_to_deal_is_imagined_about_equally_often() {
    let rest: Vec<String> = DEALT
        .without(tiles("0-1 0-2"))
        .iter()
        .map(|tile| tile.to_string())
        .collect();
    let table = Table::at(&["0-1", "0-2"], &rest.join(" "), "");
    let mut counts = BTreeMap::new();
    for seed in 0..6800 {
        let world = table.0.imagine(Viewer::Seat(Seat(0)), &mut Chances(seed));
        *counts.entry(format!("{:?}", world.hands[1])).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 34);
    assert!(counts.values().all(|count| (140..260).contains(count)), "{counts:?}");
}
