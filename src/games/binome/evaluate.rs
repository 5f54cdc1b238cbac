//! What computer players search: other worlds ([`imagine`](super::imagine)), and the evaluation of a position by the points
//! and by what the unused numbers may still win.
//!
//! The evaluation ignores which numbers the others hold, because those are imagined anyway. It counts only how many numbers
//! they have left, because that ends the game.

use std::cmp::Reverse;
use std::sync::OnceLock;

use super::postulate::{CARDS, Number, Postulate, Value};
use super::sheet::Sheet;
use super::{Binome, CARD_COUNT, Phase};
use crate::rules::{Game, Search, Seat, Source, Strategy, Viewer};

/// The value of a point (`POINT`) and of a certain chance.
const POINT: i64 = 1_000;
const CERTAIN: i64 = 1_000;

/// More than all points, even with every card at its highest value.
const WIN: i64 = 100_000_000;

/// The probability that one of the others claims a card, in thousandths.
const CLAIMS: i64 = 600;

/// The factor that values a card at its worth, in thousandths.
const USUAL: i64 = 1_000;

/// How much a seat values a card while it writes its numbers, in thousandths of the card's worth. All seats write the same
/// digits. Seats with equal values would write the same numbers, claim with them, and eliminate each other.
fn taste(seat: Seat, card: Postulate) -> i64 {
    /// The greatest difference from the card's worth, up or down.
    const SPREAD: u64 = 700;
    let mixed = (u64::from(seat.0) * 16 + card.index() as u64 + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(29)
        .wrapping_mul(0xD6E8_FEB8_6659_FD93);
    USUAL + ((mixed >> 32) % (2 * SPREAD + 1)) as i64 - SPREAD as i64
}

/// For every card, the probability in thousandths that a number beats another eligible number; an empty digit can become
/// any digit.
struct Chances {
    whole: [[i64; 100]; CARD_COUNT],
    tens: [[i64; 10]; CARD_COUNT],
    units: [[i64; 10]; CARD_COUNT],
    blank: [i64; CARD_COUNT],
}

fn chances() -> &'static Chances {
    static CHANCES: OnceLock<Chances> = OnceLock::new();
    CHANCES.get_or_init(Chances::reckon)
}

impl Chances {
    fn reckon() -> Chances {
        let whole = CARDS.map(|card| beats(card.postulate));
        Chances {
            whole,
            tens: whole
                .map(|of| std::array::from_fn(|tens| (0..10).map(|units| of[10 * tens + units]).sum::<i64>() / 10)),
            units: whole
                .map(|of| std::array::from_fn(|units| (0..10).map(|tens| of[10 * tens + units]).sum::<i64>() / 10)),
            blank: whole.map(|of| of.iter().sum::<i64>() / 100),
        }
    }

    /// The probability for the number at `index` of a sheet and this card.
    fn of(&self, sheet: &Sheet, index: usize, card: Postulate) -> i64 {
        let card = card.index();
        let [tens, units] = sheet.digits_of(index);
        match (tens, units) {
            (Some(tens), Some(units)) => self.whole[card][usize::from(10 * tens + units)],
            (Some(tens), None) => self.tens[card][usize::from(tens)],
            (None, Some(units)) => self.units[card][usize::from(units)],
            (None, None) => self.blank[card],
        }
    }
}

/// The probability that each number beats another eligible number. It is never certain, because an equal number eliminates
/// both.
fn beats(card: Postulate) -> [i64; 100] {
    let merit = |number: Number| (card.merit(number), number);
    let eligible: Vec<Number> = (0..100)
        .filter_map(Number::new)
        .filter(|number| card.accepts(*number))
        .collect();
    let mut chances = [0; 100];
    for number in &eligible {
        let beaten = eligible.iter().filter(|other| merit(**other) < merit(*number)).count() as i64;
        chances[usize::from(number.value())] = CERTAIN * beaten / eligible.len() as i64;
    }
    chances
}

impl Search for Binome {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(1, 7500),
        Strategy::greedy(12, 460),
        Strategy::greedy(12, 210),
        Strategy::greedy(12, 110),
        Strategy::greedy(12, 52),
        Strategy::search(80_000),
    ];
    const LEAD: i64 = 4_400;

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Binome {
        let mut world = self.clone();
        let drawn = match self.phase {
            Phase::Conference => usize::from(self.decided) + 1,
            Phase::Over => usize::from(self.decided),
            _ => CARD_COUNT,
        };
        let hidden = &mut world.deck.reorder()[drawn..];
        hidden.sort_unstable();
        source.shuffle(hidden);
        for seat in self.all().iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            if matches!(self.phase, Phase::Conference | Phase::Over) {
                self.imagine_numbers(seat, &mut world, source);
            } else {
                world.sheets[seat.index()] = self.imagine_digits(seat, source);
            }
        }
        world
    }

    /// The lead, and what the unused numbers may win. `None` while a turn of the conference is being decided.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let lead = POINT * self.lead(seat);
        match self.phase {
            Phase::Over => Some(lead + WIN * self.lead(seat).signum()),
            Phase::Conference if self.passes.is_empty() && self.claims.seats().is_empty() => {
                Some(lead + self.reserve(seat, |_| USUAL))
            }
            Phase::Conference => None,
            _ => Some(self.reserve(seat, |card| taste(seat, card))),
        }
    }
}

impl Binome {
    /// How many points the seat is ahead of the best other seat.
    fn lead(&self, seat: Seat) -> i64 {
        let others = self.all().iter().filter(|other| *other != seat);
        let best = others.map(|other| self.scores[other.index()]).max().unwrap_or(0);
        i64::from(self.scores[seat.index()] - best)
    }

    /// What the unused numbers may still win. Counts as many of the cards to come as there are numbers for, the best cards
    /// first. `taste` says how much each card is valued, in thousandths.
    fn reserve(&self, seat: Seat, taste: impl Fn(Postulate) -> i64) -> i64 {
        let to_come = &self.deck.cards()[usize::from(self.decided).min(CARD_COUNT)..];
        let left = usize::from(self.sheet(seat).left());
        let turns = self.turns_to_come(seat).min(to_come.len());
        if turns == 0 {
            return 0;
        }
        let mut values: Vec<i64> = to_come
            .iter()
            .map(|card| self.prize(seat, *card) * taste(*card) / USUAL)
            .collect();
        values.sort_unstable_by_key(|value| Reverse(*value));
        let taken = (left * to_come.len() / turns).min(to_come.len());
        values[..taken].iter().sum::<i64>() * turns as i64 / to_come.len() as i64
    }

    /// About how many turns pass until one of the others has used all numbers.
    fn turns_to_come(&self, seat: Seat) -> usize {
        let others = self.all().iter().filter(|other| *other != seat);
        let left = others
            .map(|other| usize::from(self.sheet(other).left()))
            .min()
            .unwrap_or(0);
        left * 3 / 2
    }

    /// What this card may bring: its worth times the probability that the best number for it wins. The second-best number
    /// adds a little, because the best may be used by then.
    fn prize(&self, seat: Seat, card: Postulate) -> i64 {
        let sheet = self.sheet(seat);
        let chances = chances();
        let (mut best, mut second) = (0, 0);
        for index in (0..8).filter(|index| !sheet.is_used(*index)) {
            let chance = chances.of(sheet, index, card);
            if chance > best {
                (best, second) = (chance, best);
            } else {
                second = second.max(chance);
            }
        }
        let rivals = i64::from(self.rules.seats.saturating_sub(1));
        let wins = |chance: i64| {
            if chance == 0 {
                return 0;
            }
            let against_one = CERTAIN - CLAIMS * (CERTAIN - chance) / CERTAIN;
            (0..rivals).fold(CERTAIN, |chance, _| chance * against_one / CERTAIN)
        };
        let worth = match self.rules.values[card.index()] {
            Value::Points(points) => POINT * i64::from(points),
            Value::Tried => POINT + rivals * CLAIMS * POINT / CERTAIN,
        };
        worth * (3 * wins(best) + wins(second)) / (4 * CERTAIN)
    }
}
