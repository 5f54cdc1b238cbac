//! What is offered: exactly what is accepted, counted and picked without being listed.

use std::collections::BTreeSet;

use super::super::*;
use super::support::{Dice, Fixed, Table};
use crate::rules::Event;

/// Every way to name one or two squares of the board.
fn all_texts(size: u8) -> Vec<Choice> {
    let all: Vec<Square> = Frame::of(size).unwrap().all().iter().collect();
    let single = all.iter().copied().map(Choice::One);
    let later = |at: usize| all[at + 1..].iter().copied();
    let pairs = (0..all.len()).flat_map(|at| later(at).map(move |other| (at, other)));
    single
        .chain(pairs.map(|(at, other)| Choice::two(all[at], other).unwrap()))
        .collect()
}

/// What the rules say of a choice, told once more without the game's own sets.
fn is_legal(game: &Binary, choice: Choice) -> bool {
    let size = game.options.size;
    let black = game.turn == game.black;
    let own = |square: Square| square.is_dark() == black;
    let middle = |at: u8| at == size / 2 || at == size / 2 - 1;
    let centre = |square: Square| middle(square.file()) && middle(square.rank());
    let free = |square: Square| game.sides.iter().all(|side| !side.placed.contains(square));
    let opening = game.sides.iter().all(|side| side.placed.is_empty());
    let hand = game.sides[game.turn.index()].hand;
    match choice {
        Choice::One(square) if opening => own(square) && !centre(square),
        Choice::Two(..) if opening => false,
        Choice::One(square) => free(square) && (own(square) || !centre(square) || hand >= 2),
        Choice::Two(one, other) => {
            hand >= 2
                && [one, other]
                    .iter()
                    .all(|square| free(*square) && own(*square) && !centre(*square))
        }
    }
}

fn random_step(game: &mut Binary, dice: &mut Dice) -> bool {
    let event = match game.awaits() {
        Awaits::Nobody(_) => return false,
        Awaits::Chance => Event::Chance(game.draw(dice)),
        Awaits::Seats(seats) => {
            let seat = seats.iter().next().unwrap();
            assert!(game.count(seat) > 0, "a legal choice always exists: {game:?}");
            let choice = game.random_choice(seat, dice);
            Event::Choice(seat, choice.unwrap_or_else(|| panic!("no choice in {game:?}")))
        }
    };
    game.apply(&event)
        .unwrap_or_else(|refusal| panic!("{event:?} in {game:?}: {refusal}"));
    true
}

#[test]
fn offered_means_accepted_and_all_else_is_refused() {
    for (size, games) in [(6, 6), (8, 2), (10, 1), (12, 1)] {
        let texts = all_texts(size);
        let mut dice = Dice(u64::from(size));
        for _ in 0..games {
            let mut game = Binary::setup(&Options { size, first: None }, 2).unwrap();
            while random_step(&mut game, &mut dice) {
                let Awaits::Seats(seats) = game.awaits() else { break };
                if size > 8 && dice.below(6) != 0 {
                    continue;
                }
                let seat = seats.iter().next().unwrap();
                let mut offered = Vec::new();
                game.choices(seat, &mut offered);
                assert_eq!(game.count(seat), offered.len());
                let offered: BTreeSet<String> = offered.iter().map(ToString::to_string).collect();
                assert_eq!(offered.len(), game.count(seat), "every choice is listed once");
                let mut accepted = 0;
                for choice in &texts {
                    assert_eq!(
                        game.check_choice(seat, *choice).is_ok(),
                        is_legal(&game, *choice),
                        "{choice} in {game:?}"
                    );
                    if is_legal(&game, *choice) {
                        assert!(offered.contains(&choice.to_string()), "{choice} in {game:?}");
                        accepted += 1;
                    }
                }
                assert_eq!(accepted, offered.len());
            }
        }
    }
}

/// Every number that a source may give picks another choice, and together they pick the whole list.
fn check_picks(table: &Table, seat: u8) {
    let offered = table.choices(seat);
    let mut picked = BTreeSet::new();
    for number in 0..offered.len() as u32 {
        let mut source = Fixed {
            number,
            bounds: Vec::new(),
        };
        let choice = table.0.random_choice(Seat(seat), &mut source).unwrap();
        assert_eq!(source.bounds, [offered.len() as u32], "one number is asked for");
        assert!(picked.insert(choice.to_string()), "{choice} is picked twice");
    }
    assert_eq!(picked, offered.into_iter().collect());
}

#[test]
fn a_random_choice_is_any_of_the_list_equally_likely() {
    for size in SIZES {
        check_picks(&Table::begun(&format!(r#"{{"size":{size}}}"#)), 0);
        for turn in [0, 1] {
            for hand in [1, 2, 5] {
                // An even and an odd number of squares for two pieces at once.
                check_picks(&Table::at(size, ["a1", "a2"], [hand; 2], turn), turn);
                check_picks(&Table::at(size, ["a1 c1", "a2 a4"], [hand; 2], turn), turn);
                check_picks(&Table::at(size, ["a1 a4 c3", "a2 c1 d3"], [hand; 2], turn), turn);
            }
        }
    }
}

#[test]
fn few_free_squares_are_picked_as_fairly() {
    let all = Frame::of(6).unwrap().all();
    for keep in ["f6", "f6 f4", "f6 f4 e5", "f6 f4 e5 e6", "a1 c3 c4", "b2 d2 f2 d4"] {
        let free: Squares = super::support::squares(keep);
        let mut table = Table::at(6, ["", ""], [4, 4], 0);
        for (at, square) in all.without(free).iter().enumerate() {
            table.0.sides[at % 2].placed.insert(square);
        }
        check_picks(&table, 0);
        table.0.turn = Seat(1);
        check_picks(&table, 1);
    }
}

#[test]
fn a_legal_choice_always_exists_and_every_game_ends() {
    for size in SIZES {
        let mut dice = Dice(1000 + u64::from(size));
        for _ in 0..2000 {
            let mut game = Binary::setup(&Options { size, first: None }, 2).unwrap();
            let mut steps = 0;
            while random_step(&mut game, &mut dice) {
                steps += 1;
            }
            let gone = |side: &Pieces| side.placed.len() + u32::from(side.discarded);
            assert!(steps <= 1 + u32::from(size) * u32::from(size) / 2);
            assert_eq!(
                game.sides.each_ref().map(gone),
                [u32::from(size) * u32::from(size) / 4; 2]
            );
            assert!(game.sides[0].placed.and(game.sides[1].placed).is_empty());
        }
    }
}

#[test]
fn a_clock_that_runs_out_plays_any_legal_choice() {
    let table = Table::at(8, ["a1", "a2"], [9, 9], 0);
    let offered = table.choices(0);
    for seed in 0..50 {
        let lapsed = table.0.timeout_choice(Seat(0), &mut Dice(seed)).unwrap().to_string();
        assert!(offered.contains(&lapsed), "{lapsed}");
    }
    assert_eq!(table.0.timeout_choice(Seat(1), &mut Dice(0)), None);
    assert_eq!(table.0.random_choice(Seat(200), &mut Dice(0)), None);
}
