//! Random games against the rules written down a second time, as simply as can be; and that chance favours nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::super::*;
use super::support::{Chances, Fixed, Table};
use crate::games::double_seven::Tile;

type Place = (i32, i32);

/// The table as it could be told: every cell a stack of symbols, each with the number of its tile.
#[derive(Default)]
struct Plain {
    stacks: BTreeMap<Place, Vec<(u8, usize)>>,
    laid: usize,
}

fn beside((column, row): Place) -> [Place; 4] {
    [
        (column + 1, row),
        (column - 1, row),
        (column, row + 1),
        (column, row - 1),
    ]
}

fn written(verb: &str, one: (u8, Place), other: (u8, Place)) -> String {
    let key = |half: &(u8, Place)| (half.1.1, half.1.0);
    let (first, second) = if key(&one) < key(&other) {
        (one, other)
    } else {
        (other, one)
    };
    let half = |(symbol, (column, row)): (u8, Place)| format!("{symbol}@{column},{row}");
    format!("{verb} {} {}", half(first), half(second))
}

impl Plain {
    fn lay(&mut self, choice: &Choice) {
        for half in choice.placement().halves() {
            let place = (i32::from(half.cell.column), i32::from(half.cell.row));
            self.stacks
                .entry(place)
                .or_default()
                .push((half.symbol.number(), self.laid));
        }
        self.laid += 1;
    }

    fn top(&self, place: Place) -> Option<(u8, usize, usize)> {
        let stack = self.stacks.get(&place)?;
        let (symbol, tile) = stack.last()?;
        Some((*symbol, *tile, stack.len()))
    }

    /// Every choice with these tiles.
    fn choices(&self, hand: &[(u8, u8)]) -> BTreeSet<String> {
        if self.laid == 0 {
            return BTreeSet::from(["expand 7@0,0 7@1,0".to_owned()]);
        }
        let near: BTreeSet<Place> = self.stacks.keys().flat_map(|place| beside(*place)).collect();
        let near: BTreeSet<Place> = near
            .iter()
            .flat_map(|place| beside(*place))
            .chain(near.iter().copied())
            .collect();
        let (mut climbs, mut expands) = (BTreeSet::new(), BTreeSet::new());
        for (low, high) in hand {
            for one in &near {
                for other in beside(*one) {
                    match (self.top(*one), self.top(other)) {
                        (Some(under), Some(beneath)) => {
                            let fits = under.0 == *low && beneath.0 == *high;
                            if fits && under.1 != beneath.1 && under.2 == beneath.2 {
                                climbs.insert(written("climb", (*low, *one), (*high, other)));
                            }
                        }
                        (None, None) => {
                            let mut around = beside(*one).into_iter().chain(beside(other));
                            if around.any(|place| self.stacks.contains_key(&place)) {
                                expands.insert(written("expand", (*low, *one), (*high, other)));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        if climbs.is_empty() { expands } else { climbs }
    }

    fn highest(&self) -> usize {
        self.stacks.values().map(Vec::len).max().unwrap_or(0)
    }
}

#[test]
fn choices_are_those_of_the_rules_in_whole_games() {
    let (mut highest, mut climbs, mut several) = (0, 0, 0);
    for seed in 0..30 {
        let mut dice = Chances(seed);
        let mut table = Table::new("{}", 2 + (seed % 3) as u8);
        let deal = table.0.draw(&mut dice);
        table.chance(&deal.to_string()).unwrap();
        let mut plain = Plain::default();
        while let [seat] = table.waiting()[..] {
            let symbols = |tile: Tile| (tile.low().number(), tile.high().number());
            let hand: Vec<(u8, u8)> = table.hand(seat).iter().map(symbols).collect();
            let choices = table.choices(seat);
            let distinct: BTreeSet<String> = choices.iter().cloned().collect();
            assert_eq!(distinct.len(), choices.len(), "seed {seed}");
            assert_eq!(distinct, plain.choices(&hand), "seed {seed}");
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            let climbing = matches!(choice, Choice::Climb(_));
            climbs += u32::from(climbing);
            several += u32::from(climbing && choices.len() > 1);
            plain.lay(&choice);
            assert!(distinct.contains(&choice.to_string()));
            table.choose(seat, &choice.to_string());
        }
        highest = highest.max(plain.highest());
    }
    assert!(
        climbs > 100 && several > 10 && highest > 2,
        "{climbs} climbs, {several} of several, up to {highest}"
    );
}

/// Plays at random until `seat` has more than `least` choices.
fn position(seed: u64, least: usize) -> (Table, Seat) {
    let mut dice = Chances(seed);
    let mut table = Table::new("{}", 2);
    let deal = table.0.draw(&mut dice);
    table.chance(&deal.to_string()).unwrap();
    loop {
        let seat = Seat(table.waiting()[0]);
        if table.0.count(seat) >= least {
            return (table, seat);
        }
        let choice = table.0.random_choice(seat, &mut dice).unwrap();
        table.choose(seat.0, &choice.to_string());
    }
}

#[test]
fn every_choice_is_drawn_by_exactly_one_number() {
    for least in [20, 400] {
        let (table, seat) = position(3, least);
        let all: BTreeSet<String> = table.choices(seat.0).into_iter().collect();
        let mut drawn = BTreeSet::new();
        for number in 0..all.len() as u32 {
            let mut source = Fixed {
                number,
                bounds: Vec::new(),
            };
            let choice = table.0.random_choice(seat, &mut source).unwrap();
            assert_eq!(source.bounds, [all.len() as u32]);
            assert!(drawn.insert(choice.to_string()), "{choice} is drawn twice");
        }
        assert_eq!(drawn, all);
    }
}

#[test]
fn every_climb_is_drawn_by_exactly_one_number() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];
    let table = Table::at("{}", &laid, &["3-6 3-7 6-7 5-5 0-0", "0-1"], 0);
    let draw = |number| {
        let mut source = Fixed {
            number,
            bounds: Vec::new(),
        };
        let choice = table.0.random_choice(Seat(0), &mut source);
        assert_eq!(source.bounds, [4]);
        choice.unwrap().to_string()
    };
    let drawn: Vec<String> = (0..4).map(draw).collect();
    assert_eq!(drawn, table.choices(0));
}

#[test]
fn who_is_not_asked_draws_nothing() {
    let (table, seat) = position(5, 10);
    let other = seat.next(2);
    assert_eq!(table.0.random_choice(other, &mut Chances(0)), None);
    assert_eq!(table.0.timeout_choice(other, &mut Chances(0)), None);
    assert_eq!((table.0.count(other), table.choices(other.0).len()), (0, 0));
    let lapsed = table.0.timeout_choice(seat, &mut Chances(0)).unwrap().to_string();
    assert!(table.choices(seat.0).contains(&lapsed));
}
