//! The weights of what groups may become ([`WEIGHTS`]), learned from nothing but games of a computer against itself.

use super::super::prospects::{ALIKE, COUNTED, Prospects, WEIGHTS, Weights};
use super::super::*;
use crate::games::double_seven::tests::support::Chances;
use crate::games::double_seven::tests::trained::{Seen, best, hold};
use crate::games::double_seven::{Layout, placing};
use crate::rules::Viewer;

/// What a seat knows before it places: how many halves are to come of each symbol, and how likely each is on the other's mission,
/// in thousandths.
struct Known {
    to_come: [i64; Symbol::COUNT],
    other: [i64; Symbol::COUNT],
}

impl Known {
    fn to(game: &Dominimum, seat: Seat) -> Known {
        let mut unseen = game.held.unseen(Viewer::Seat(seat));
        unseen.remove(game.missions[seat.index()]);
        let count =
            |symbol: Symbol, tile: &Tile| tile.symbols().iter().filter(|other| **other == symbol).count() as i64;
        let possible: Vec<Tile> = unseen.iter().filter(|tile| !tile.is_double()).collect();
        let symbols = || Symbol::all().map(|symbol| (usize::from(symbol.number()), symbol));
        let (mut to_come, mut other) = ([0; Symbol::COUNT], [0; Symbol::COUNT]);
        for (number, symbol) in symbols() {
            to_come[number] = unseen.iter().map(|tile| count(symbol, &tile)).sum();
            let on_mission: i64 = possible.iter().map(|tile| count(symbol, tile)).sum();
            other[number] = 1000 * on_mission / possible.len().max(1) as i64;
        }
        Known { to_come, other }
    }
}

fn expected(layout: &Layout, to_come: &[i64; Symbol::COUNT], weights: &Weights) -> [i64; Symbol::COUNT] {
    let symbols: Vec<Symbol> = Symbol::all().collect();
    std::array::from_fn(|nth| Prospects::of(layout, symbols[nth]).value(to_come[nth], weights))
}

/// The placement after which the seat on turn can expect the greatest lead, more or less.
fn choose(game: &Dominimum, weights: &Weights, strays: f64, chances: &mut Chances) -> Option<Placement> {
    let seat = game.held.turn;
    let (own, known) = (game.missions[seat.index()], Known::to(game, seat));
    let all = placing::all(&game.held.layout, game.held.placing(seat)?);
    best(all, strays, chances, |placement| {
        let mut after = game.held.layout.clone();
        after.lay(*placement);
        let expected = expected(&after, &known.to_come, weights);
        let own: i64 = own
            .symbols()
            .iter()
            .map(|symbol| expected[usize::from(symbol.number())])
            .sum();
        let others = expected
            .iter()
            .zip(known.other)
            .map(|(expected, likely)| expected * likely);
        others.sum::<i64>() / 1000 - own
    })
}

/// The positions of a game of two, each with what is counted of a symbol.
fn play(weights: &Weights, strays: f64, chances: &mut Chances) -> Vec<Seen<COUNTED>> {
    let mut game = Dominimum::setup(&Options {}, 2).unwrap();
    while game.awaits() == Awaits::Chance {
        let chance = game.draw(chances);
        game.take_chance(&chance).unwrap();
    }
    let mut seen = Vec::new();
    while let Some(placement) = choose(&game, weights, strays, chances) {
        game.held.place(placement);
        for (number, symbol) in (0..).zip(Symbol::all()) {
            let missions = game.missions[..2]
                .iter()
                .filter(|mission| mission.symbols().contains(&symbol));
            let prospects = Prospects::of(&game.held.layout, symbol);
            let to_come = ALIKE - prospects.laid - missions.count() as i64;
            let position = Seen {
                counted: prospects.counted,
                left: to_come as f64 / ALIKE as f64,
                grew: -prospects.largest,
            };
            seen.push((number, position));
        }
    }
    let symbols: Vec<Symbol> = Symbol::all().collect();
    let end = symbols
        .iter()
        .map(|symbol| Prospects::of(&game.held.layout, *symbol).largest);
    let end: Vec<i64> = end.collect();
    let grown = |(number, seen): (usize, Seen<COUNTED>)| Seen {
        grew: seen.grew + end[number],
        ..seen
    };
    seen.into_iter().map(grown).collect()
}

#[test]
fn the_weights_foresee_the_end_better_than_the_groups_on_the_table() {
    hold(&WEIGHTS, 200.0, play);
}
