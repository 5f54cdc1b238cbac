//! What computer players search: other worlds, and the evaluation of a position, which multiplies the groups that missions can
//! expect at the end ([`Prospects`]). In an imagined world the others have missions as well.

use super::prospects::{ALIKE, Prospects, WEIGHTS};
use super::{Dominimum, Phase};
use crate::games::double_seven::{Symbol, Tile};
use crate::rules::{Search, Seat, Source, Strategy, Viewer};

/// More than any lead on the table.
const WIN: i64 = 1_000_000;

impl Search for Dominimum {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(1, 8000),
        Strategy::greedy(12, 1300),
        Strategy::greedy(12, 205),
        Strategy::greedy(12, 98),
        Strategy::greedy(12, 46),
        Strategy::greedy(100, 0),
    ];
    const LEAD: i64 = 4_000;

    /// The same table with other tiles in place of those that `viewer` does not see.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Dominimum {
        let mut world = self.clone();
        if self.phase == Phase::Over {
            return world;
        }
        let mut unseen = self.held.unseen(viewer);
        if let Viewer::Seat(seat) = viewer
            && let Some(own) = self.mission(seat)
        {
            unseen.remove(own);
        }
        let others = (0..self.seats).map(Seat).filter(|seat| viewer != Viewer::Seat(*seat));
        for seat in others.filter(|seat| self.mission(*seat).is_some()) {
            let possible: Vec<Tile> = unseen.iter().filter(|tile| !tile.is_double()).collect();
            if let Some(mission) = source.pick(&possible) {
                world.missions[seat.index()] = *mission;
                unseen.remove(*mission);
            }
        }
        if self.phase == Phase::Place {
            world.held.deal_anew(viewer, unseen, source);
        }
        world
    }

    /// How much larger the others' products are on average, as powers of two; at the end first place counts above all.
    /// `None` before the tiles are dealt.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        if !matches!(self.phase, Phase::Place | Phase::Over) {
            return None;
        }
        let small = |other: Seat| -> i64 {
            let symbols = self.missions[other.index()].symbols();
            -symbols.map(|symbol| self.expected(symbol)).iter().sum::<i64>()
        };
        let lead = self.held.lead(seat, small);
        if self.phase == Phase::Place {
            return Some(lead);
        }
        let won = self.places().get(seat.index()) == Some(&1);
        Some(if won { lead + WIN } else { lead - WIN })
    }
}

impl Dominimum {
    /// How large the largest group of a symbol is expected to be at the end, in thousandths of a doubling.
    fn expected(&self, symbol: Symbol) -> i64 {
        let prospects = Prospects::of(&self.held.layout, symbol);
        let missions = &self.missions[..usize::from(self.seats)];
        let on_missions = missions.iter().filter(|mission| mission.symbols().contains(&symbol));
        let to_come = ALIKE - prospects.laid - on_missions.count() as i64;
        prospects.value(to_come, &WEIGHTS)
    }
}
