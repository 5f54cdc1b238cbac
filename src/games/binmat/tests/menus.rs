//! The way to an order by pressing.

use std::collections::{BTreeMap, BTreeSet};

use super::super::*;
use super::support::{ATTACKERS, Board, Chances, DEFENDERS};
use crate::rules::{Button, Event, Leads, Menu, Observe, Presentation, Viewer};

/// The most entries that a menu of one message can show.
const MOST: usize = 25;

fn menu(game: &Binmat, seat: u8, path: &[&str]) -> Option<Menu> {
    let mut choices = Vec::new();
    game.choices(Seat(seat), &mut choices);
    Binmat::menu(&game.view(Viewer::Seat(Seat(seat))), &choices, path)
}

/// What the entries of a menu lead to: steps with a leading slash.
fn leads(menu: &Menu) -> Vec<String> {
    let lead = |leads: &Leads| match leads {
        Leads::Choice(choice) | Leads::Preview(choice) => choice.clone(),
        Leads::Step(step) => format!("/{step}"),
        Leads::Nowhere => "nowhere".to_owned(),
    };
    menu.entries.iter().map(|entry| lead(&entry.leads)).collect()
}

/// Every order that can be reached, with how many presses it takes.
fn reached(game: &Binmat, seat: u8) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut open = vec![Vec::<String>::new()];
    while let Some(path) = open.pop() {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let menu = menu(game, seat, &steps).unwrap_or_else(|| panic!("{path:?} was offered"));
        assert!((1..=MOST).contains(&menu.entries.len()), "{path:?}");
        for entry in &menu.entries {
            match &entry.leads {
                Leads::Choice(order) | Leads::Preview(order) => {
                    let confirmed = usize::from(matches!(entry.leads, Leads::Preview(_)));
                    assert_eq!(
                        found.insert(order.clone(), path.len() + 1 + confirmed),
                        None,
                        "{order} is there twice"
                    );
                }
                Leads::Step(step) => open.push(path.iter().chain([step]).cloned().collect()),
                other => panic!("{other:?}"),
            }
        }
    }
    found
}

/// The valid orders, of cards of one rank those of the longest held alone, and a pass.
fn by_rank(game: &Binmat, seat: u8) -> BTreeSet<String> {
    let mut choices = Vec::new();
    game.choices(Seat(seat), &mut choices);
    let hand = game.hands[usize::from(seat)];
    let first = |card: Card| hand.as_slice().iter().find(|held| held.rank() == card.rank()) == Some(&card);
    choices.retain(|order| order.card().is_none_or(first));
    choices.iter().map(ToString::to_string).collect()
}

#[test]
fn every_valid_order_is_three_presses_away_at_most() {
    for (options, seed) in [((1, 1), 1), ((2, 3), 2), ((16, 16), 3)] {
        let options = Options {
            attackers: options.0,
            defenders: options.1,
            ..Options::default()
        };
        let seats = options.attackers + options.defenders;
        let mut game = Binmat::setup(&options, seats).unwrap();
        let mut source = Chances(seed);
        let mut moments = 0;
        loop {
            let event = match game.awaits() {
                Awaits::Nobody(_) => break,
                Awaits::Chance => Event::Chance(game.draw(&mut source)),
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    moments += 1;
                    if moments % 7 == 0 {
                        let found = reached(&game, seat.0);
                        assert!(found.values().all(|presses| *presses <= 3));
                        assert_eq!(found.into_keys().collect::<BTreeSet<_>>(), by_rank(&game, seat.0));
                    }
                    Event::Choice(seat, game.random_choice(seat, &mut source).unwrap())
                }
            };
            game.apply(&event).unwrap();
        }
        for seat in 0..seats {
            assert_eq!(menu(&game, seat, &[]), None, "the game is over");
        }
    }
}

#[test]
fn an_attacker_is_offered_what_there_is_to_do() {
    let board = Board::duel(ATTACKERS)
        .hand(1, "3^ 3% >& ?#")
        .stack(ATTACKERS, 2, "8%")
        .stack(DEFENDERS, 1, "4&")
        .discard("a", "7%")
        .ready();
    let at = |path: &[&str]| menu(&board.game, 1, path).map(|menu| leads(&menu));
    assert_eq!(
        at(&[]).unwrap(),
        ["/34", "/b5", "/k0", "/d", "/c", "/x", "--"],
        "of two threes the one held longer"
    );
    let pass = menu(&board.game, 1, &[]).unwrap().entries[6].button;
    assert_eq!(pass, Button::Quiet, "giving up stands apart");
    assert_eq!(at(&["d"]).unwrap(), ["d0", "d2", "d3", "d4", "d5", "da"]);
    assert_eq!(at(&["c"]).unwrap(), ["c2"]);
    assert_eq!(at(&["k0"]).unwrap(), ["p>&2", "u>&2"]);
    assert_eq!(
        at(&["b5"]).unwrap().len(),
        11,
        "face down anywhere, face up where no stack is"
    );
    assert_eq!(at(&["x"]).unwrap(), ["x3^a", "x?#a", "x>&a"]);
    for path in [
        &["q"][..],
        &["d", "d0"],
        &["31"],
        &["99"],
        &[""],
        &["x", "34"],
        &["34", "0"],
    ] {
        assert_eq!(at(path), None, "{path:?}");
    }
    assert_eq!(menu(&board.game, 0, &[]), None, "the defenders are not asked");
}

#[test]
fn a_defender_is_offered_what_there_is_to_do() {
    let mut board = Board::duel(DEFENDERS)
        .hand(0, "a! >&")
        .stack(DEFENDERS, 4, "4&u")
        .ready();
    let at = |board: &Board, path: &[&str]| menu(&board.game, 0, path).map(|menu| leads(&menu));
    assert_eq!(at(&board, &[]).unwrap(), ["/a3", "/k0", "/d", "/x", "--"]);
    assert_eq!(
        at(&board, &["a3"]).unwrap(),
        ["pa!0", "pa!1", "pa!2", "pa!3", "ua!4", "pa!5"]
    );
    assert_eq!(at(&board, &["k0"]).unwrap(), ["u>&4"]);
    assert_eq!(at(&board, &["x", "k0"]).unwrap().len(), LANES);
    let label = |board: &Board, path: &[&str]| menu(&board.game, 0, path).unwrap().entries[0].label.key;
    let asked = |board: &Board, path: &[&str]| menu(&board.game, 0, path).unwrap().ask.key;
    assert_eq!(asked(&board, &["a3"]), "binmat-ask-where");
    assert_eq!(asked(&board, &["k0"]), "binmat-ask-where-combat");
    assert_eq!(label(&board, &["a3"]), "binmat-place-down");
    board = Board::duel(DEFENDERS).hand(0, "a!").ready();
    assert_eq!(label(&board, &["a3"]), "binmat-place-lane", "it can lie only one way");
    assert_eq!(asked(&board, &[]), "binmat-ask-order");
    assert_eq!(asked(&Board::duel(DEFENDERS).ready(), &[]), "binmat-ask-empty");
    // Who has ordered may order anew until the turn ends.
    board = Board::of(1, 2, DEFENDERS).hand(0, "a!").ready();
    let asked = |board: &Board| menu(&board.game, 0, &[]).unwrap().ask.key;
    assert_eq!(asked(&board), "binmat-ask-order");
    board.order(0, "d0");
    assert_eq!(asked(&board), "binmat-ask-other");
}

#[test]
fn a_pass_that_costs_the_hand_is_asked_about_first() {
    let mut board = Board::duel(DEFENDERS).hand(0, "2^").ready();
    let pass = |board: &Board| menu(&board.game, 0, &[]).unwrap().entries.pop().unwrap();
    assert_eq!(pass(&board).leads, Leads::Choice("--".to_owned()));
    board.order(0, "--");
    board.order(1, "d0");
    let careful = menu(&board.game, 0, &[]).unwrap();
    assert_eq!(careful.ask.key, "binmat-ask-careful", "right above the buttons");
    assert_eq!(pass(&board).leads, Leads::Preview("--".to_owned()));
    assert_eq!(pass(&board).label.key, "binmat-verb-pass-again");
    board.order(0, "--");
    board.order(1, "d1");
    let after = menu(&board.game, 0, &[]).unwrap();
    assert_eq!(after.ask.key, "binmat-ask-empty", "nothing is left to lose");
    assert_eq!(pass(&board).leads, Leads::Choice("--".to_owned()));
}
