//! What viewers know, and the worlds that they can imagine.
//!
//! Every imagined world is held against all that happened: somebody who knows nothing of how the game keeps its knowledge
//! follows the events and asks whether the imagined hands could have led to them.

use std::collections::BTreeSet;

use super::super::*;
use super::support::{Chances, Table, tile, tiles};
use crate::rules::{Event, Observe, Search, Viewer};

/// One tile's place in a hand: when it came there, and what it must not have been since.
struct Slot {
    seat: usize,
    from: usize,
}

/// Follows a game from its deal on, as the table sees it.
#[derive(Default)]
struct Witness {
    slots: Vec<Slot>,
    /// A moment, whose, and the tiles that this hand did not hold then.
    lacks: Vec<(usize, usize, Tiles)>,
    /// A moment, whose, and the tile that was played then.
    played: Vec<(usize, usize, Tile)>,
    now: usize,
}

impl Witness {
    fn deal(game: &Dominoes) -> Witness {
        let mut witness = Witness::default();
        for seat in 0..usize::from(game.seats) {
            witness.slots.extend((0..HAND).map(|_| Slot { seat, from: 0 }));
        }
        witness
    }

    /// Takes a choice, before it is applied.
    fn see(&mut self, game: &Dominoes, seat: Seat, choice: &Choice) {
        let (at, now) = (seat.index(), self.now + 1);
        match choice {
            Choice::Open(opening) => {
                for other in 0..usize::from(game.seats) {
                    self.lacks
                        .push((now, other, super::super::opening::outranking(*opening)));
                }
                self.played.push((now, at, *opening));
            }
            Choice::Play(tile, _) => self.played.push((now, at, *tile)),
            Choice::Draw => {
                self.lacks.push((now, at, game.line.takes_anywhere()));
                self.slots.push(Slot { seat: at, from: now });
            }
            Choice::Pass => self.lacks.push((now, at, game.line.takes_anywhere())),
        }
        self.now = now;
    }

    /// Whether a tile that left at `until` could have had a slot.
    fn fits(&self, slot: &Slot, seat: usize, tile: Tile, until: usize) -> bool {
        let denied = |(at, whose, none): &(usize, usize, Tiles)| {
            *whose == seat && *at > slot.from && *at <= until && none.contains(tile)
        };
        slot.seat == seat && slot.from < until && !self.lacks.iter().any(denied)
    }

    /// Whether a world's hands could have led to everything that happened.
    fn believes(&self, world: &Dominoes) -> bool {
        let held = (0..usize::from(world.seats)).flat_map(|seat| {
            let tiles: Vec<Tile> = world.hands[seat].iter().collect();
            tiles.into_iter().map(move |tile| (usize::MAX, seat, tile))
        });
        let all: Vec<(usize, usize, Tile)> = self.played.iter().copied().chain(held).collect();
        if all.len() != self.slots.len() {
            return false;
        }
        let mut taken: Vec<Option<usize>> = vec![None; self.slots.len()];
        (0..all.len()).all(|tile| self.find(tile, &all, &mut taken, &mut vec![false; self.slots.len()]))
    }

    fn find(&self, tile: usize, all: &[(usize, usize, Tile)], taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        let (until, seat, what) = all[tile];
        for at in 0..self.slots.len() {
            if tried[at] || !self.fits(&self.slots[at], seat, what, until) {
                continue;
            }
            tried[at] = true;
            if taken[at].is_none_or(|other| self.find(other, all, taken, tried)) {
                taken[at] = Some(tile);
                return true;
            }
        }
        false
    }
}

/// Plays at random, and looks at imagined worlds before every choice.
fn check_worlds(json: &str, seats: u8, seed: u64) {
    let mut dice = Chances(seed);
    let mut game = Table::new(json, seats).0;
    let deck = game.draw(&mut dice);
    game.apply(&Event::Chance(deck)).unwrap();
    let mut witness = Witness::deal(&game);
    loop {
        let seats_and_table = game.all().iter().map(Viewer::Seat).chain([Viewer::Table]);
        for viewer in seats_and_table {
            let world = game.imagine(viewer, &mut dice);
            assert_eq!(world.view(viewer), game.view(viewer));
            assert_eq!(
                (world.awaits(), world.forced(world.turn)),
                (game.awaits(), game.forced(game.turn))
            );
            assert!(witness.believes(&world), "{viewer:?} saw something else");
            let whole = world
                .all()
                .iter()
                .fold(world.line.tiles(), |all, seat| all.or(world.hand(seat)));
            let supply: Tiles = world.supply.tiles[..usize::from(world.supply.len)]
                .iter()
                .copied()
                .collect();
            assert_eq!((whole.or(supply), whole.and(supply)), (Tiles::ALL, Tiles::EMPTY));
            if world.phase == Phase::Open {
                assert_eq!(world.opener(), game.turn);
            }
            let throws = u64::from(dice.below(1000));
            let dreams = [&game, &world].map(|from| from.imagine(viewer, &mut Chances(throws)));
            assert_eq!(format!("{:?}", dreams[0]), format!("{:?}", dreams[1]));
        }
        let Awaits::Seats(_) = game.awaits() else { return };
        let choice = game.random_choice(game.turn, &mut dice).unwrap();
        witness.see(&game, game.turn, &choice);
        game.apply(&Event::Choice(game.turn, choice)).unwrap();
    }
}

#[test]
fn imagined_worlds_fit_all_that_was_seen() {
    for seed in 0..12 {
        check_worlds("{}", 2, seed);
        check_worlds("{}", 3, seed);
        check_worlds("{}", 4, seed);
        check_worlds(r#"{"block":true}"#, 2, seed);
        check_worlds(r#"{"block":true}"#, 3, seed);
        check_worlds(r#"{"partners":true}"#, 4, seed);
    }
}

#[test]
fn the_witness_can_tell_worlds_apart() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "0-0 4-4"], "2-6 4-5 2-2", 0);
    let mut witness = Witness::default();
    witness
        .slots
        .extend((0..2).flat_map(|seat| (0..2).map(move |_| Slot { seat, from: 0 })));
    for choice in ["draw", "draw", "4-5 R"] {
        witness.see(&table.0, Seat(0), &choice.parse().unwrap());
        table.choose(0, choice);
    }
    assert!(witness.believes(&table.0));
    // It drew in the face of a 3 and a 5.
    let mut other = table.0.clone();
    other.hands[0] = tiles("0-1 2-3 2-6");
    assert!(!witness.believes(&other));
    other.hands[0] = tiles("0-1 2-4 2-6");
    assert!(witness.believes(&other));
    other.hands[0] = tiles("0-1 2-4");
    assert!(!witness.believes(&other), "a tile is missing");
}

/// All tiles that a seat holds in some imagined world.
fn possible(game: &Dominoes, viewer: Viewer, seat: u8) -> Tiles {
    let mut dice = Chances(5);
    let hands = (0..400).map(|_| game.imagine(viewer, &mut dice).hand(Seat(seat)));
    hands.fold(Tiles::EMPTY, Tiles::or)
}

#[test]
fn who_drew_or_passed_holds_nothing_that_fitted_then_and_may_hold_all_else() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "0-0 4-4 1-1 2-2 3-3"], "2-6 4-5 1-7", 0);
    table.0.supply = Supply::of(&[tile("0-2"), tile("0-3")]);
    let mut table = table.whole();
    table.choose(0, "draw");
    table.choose(0, "draw");
    table.choose(0, "0-3 L");
    let unseen = Tiles::ALL.without(tiles("3-5 0-3"));
    let fitted = Tiles::with(tile("3-3").low()).or(Tiles::with(tile("5-5").low()));
    assert_eq!(possible(&table.0, Viewer::Table, 0), unseen.without(fitted));
    // Of the other one nothing is known but what the viewer itself holds.
    assert_eq!(possible(&table.0, Viewer::Table, 1), unseen);
    let own = table.hand(0);
    assert_eq!(possible(&table.0, Viewer::Seat(Seat(0)), 1), unseen.without(own));
    assert_eq!(possible(&table.0, Viewer::Seat(Seat(0)), 0), own);
}

#[test]
fn what_was_drawn_later_may_be_what_was_missing_before() {
    // Seat 0 passes at 3 and 5, then draws at 0 and 5, and keeps a tile that came after the pass.
    let mut table = Table::middle("{}", "3-5", &["1-2 6-7", "0-3 0-5 4-4"], "", 0);
    table.choose(0, "pass");
    table.choose(1, "0-3 L");
    table.0.supply = Supply::of(&[tile("3-4"), tile("5-6"), tile("0-4")]);
    let mut table = table.whole();
    table.choose(0, "draw");
    let threes = Tiles::with(tile("3-3").low());
    assert!(!possible(&table.0, Viewer::Table, 0).and(threes).is_empty());
}

#[test]
fn the_seat_that_is_asked_can_play_in_every_world() {
    // One tile of all fits, and it is imagined always.
    let mut table = Table::middle("{}", "3-5", &["3-4 0-0 0-1", "3-3"], "", 0);
    let others = Tiles::ALL.without(tiles("3-5 3-4 0-0 0-1 3-3"));
    let fitting = table.0.line.takes_anywhere();
    let rest: Vec<Tile> = others.without(fitting).iter().collect();
    table.0.supply = Supply::of(&rest);
    table.0.hands[1] = fitting.without(tiles("3-5 3-4"));
    table.0.known[1] = Known::dealt(table.0.hands[1].len() as u8);
    let mut dice = Chances(3);
    for _ in 0..200 {
        let world = table.0.imagine(Viewer::Seat(Seat(1)), &mut dice);
        assert!(world.hand(Seat(0)).contains(tile("3-4")));
        assert_eq!(world.must(), Must::Play);
    }
}

#[test]
fn before_the_first_tile_whoever_opens_outranks_the_viewer() {
    // Seat 0 holds the doubles but the highest: only 7-7 outranks them, and it is always imagined there.
    let hands = [
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0 0-1 0-2",
        "7-7 0-3 0-4 0-5 0-6 0-7 1-2 1-3 1-4",
    ];
    let table = Table::dealt("{}", &hands, "");
    let mut dice = Chances(4);
    for _ in 0..100 {
        let world = table.0.imagine(Viewer::Seat(Seat(0)), &mut dice);
        assert!(world.hand(Seat(1)).contains(tile("7-7")));
        let world = table.0.imagine(Viewer::Seat(Seat(1)), &mut dice);
        assert_eq!(world.opener(), Seat(1));
    }
    // After it was played, higher doubles lie in the supply and nowhere else.
    let hands = [
        "3-3 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-2",
        "0-0 1-1 1-3 1-4 1-5 1-6 1-7 2-3 2-4",
    ];
    let mut table = Table::dealt("{}", &hands, "");
    table.choose(0, "3-3");
    let higher = tiles("7-7 6-6 5-5 4-4");
    for seat in 0..2 {
        assert_eq!(possible(&table.0, Viewer::Table, seat).and(higher), Tiles::EMPTY);
    }
}

#[test]
fn the_supply_comes_in_any_order() {
    let table = Table::middle("{}", "3-5", &["0-1 6-7", "3-3"], "2-6 4-5 2-2", 1).whole();
    let mut dice = Chances(6);
    let firsts: BTreeSet<String> = (0..600)
        .filter_map(|_| table.0.imagine(Viewer::Seat(Seat(1)), &mut dice).supply.draw())
        .map(|tile| tile.to_string())
        .collect();
    assert!(firsts.len() > 30, "{firsts:?}");
}

#[test]
fn after_the_hand_only_the_order_of_the_supply_is_unknown() {
    let mut table = Table::middle("{}", "3-5", &["3-4", "0-0"], "2-6 4-5 2-2", 0);
    table = table.whole();
    table.choose(0, "3-4 L");
    let world = table.0.imagine(Viewer::Table, &mut Chances(1));
    assert_eq!((world.hand(Seat(0)), world.hand(Seat(1))), (Tiles::EMPTY, tiles("0-0")));
}

#[test]
fn a_view_tells_how_many_tiles_and_never_which() {
    let mut dice = Chances(9);
    let mut game = Table::new("{}", 3).0;
    let deck = game.draw(&mut dice);
    game.apply(&Event::Chance(deck)).unwrap();
    while let Awaits::Seats(_) = game.awaits() {
        let choice = game.random_choice(game.turn, &mut dice).unwrap();
        game.apply(&Event::Choice(game.turn, choice)).unwrap();
        let view = game.view(Viewer::Seat(Seat(2)));
        let counts: Vec<usize> = game.all().iter().map(|seat| game.hand(seat).len()).collect();
        assert_eq!(
            view.seats
                .iter()
                .map(|seen| usize::from(seen.tiles))
                .collect::<Vec<_>>(),
            counts
        );
        let shown = view.seats.iter().any(|seen| seen.hand.is_some());
        assert_eq!(shown, game.phase == Phase::Over);
    }
}
