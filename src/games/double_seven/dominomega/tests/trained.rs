//! The weights of what groups may become ([`WEIGHTS`]), learned from nothing but games of a computer against itself.

use super::super::prospects::{COUNTED, Prospects, WEIGHTS, Weights};
use super::super::*;
use crate::games::double_seven::tests::support::Chances;
use crate::games::double_seven::tests::trained::{Seen, best, hold};
use crate::games::double_seven::{Layout, SET, placing};

fn prospects(layout: &Layout) -> [Prospects; 2] {
    [0, 1].map(|seat| Prospects::of(layout, rings(2)[seat]))
}

/// The placement after which a seat can expect the greatest lead, more or less.
fn choose(held: &Held, weights: &Weights, strays: f64, chances: &mut Chances) -> Option<Placement> {
    let all = placing::all(&held.layout, held.placing(held.turn)?);
    let left = SET - held.layout.len() - 1;
    best(all, strays, chances, |placement| {
        let mut after = held.layout.clone();
        after.lay(*placement);
        let [first, second] = prospects(&after).map(|prospects| prospects.value(left, weights));
        if held.turn == Seat(0) {
            first - second
        } else {
            second - first
        }
    })
}

/// The positions of a game of two: what is counted of the first seat less what is counted of the second.
fn play(weights: &Weights, strays: f64, chances: &mut Chances) -> Vec<Seen<COUNTED>> {
    let mut held = Held::new(2);
    held.deal(&Deck::shuffled(Tiles::ALL, chances));
    let (mut seen, mut lead) = (Vec::new(), 0);
    while let Some(placement) = choose(&held, weights, strays, chances) {
        held.place(placement);
        let [first, second] = prospects(&held.layout);
        lead = first.product - second.product;
        seen.push(Seen {
            counted: std::array::from_fn(|nth| first.counted[nth] - second.counted[nth]),
            left: (SET - held.layout.len()) as f64 / SET as f64,
            grew: -lead,
        });
    }
    seen.iter_mut().for_each(|seen| seen.grew += lead);
    seen
}

#[test]
fn the_weights_foresee_the_end_better_than_the_groups_on_the_table() {
    hold(&WEIGHTS, 300.0, play);
}
