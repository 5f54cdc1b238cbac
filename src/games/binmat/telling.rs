//! What the orders of a turn did, told so that it has room in a message: orders that are alike in one line, a combat step by
//! step, and less of each where there is much.

use super::calls;
use super::card::Card;
use super::flaw::Flaw;
use super::lane::{Deck, Lane, Side};
use super::options::Options;
use super::tale::{Clash, Step, Told};
use super::view::{OrderView, TurnView, View};
use crate::rules::{Arg, Phrase, Seat};

/// About how many letters fit beside everything else.
const ROOM: usize = 800;

/// The same on a seat's panel.
const PANEL_ROOM: usize = 520;

/// How far a text may exceed that limit when there is much to tell.
const TIGHT: usize = 100;

/// How many similar orders stand in one line.
const ABREAST: usize = 8;

/// About how long a line is that tells why the viewer's own order was invalid.
const OWN_INVALID: usize = 140;

/// About how long a line is that tells a combat briefly.
const SHORT: usize = 70;

/// A line, and about how many letters it has.
struct MeasuredLine(Phrase, usize);

/// Tells about seats; `name` is about how long the name of a seat is.
struct Teller<'v> {
    view: &'v View,
    name: usize,
}

/// What happened lately, the oldest first; the turn before the last has at most one line.
pub(super) fn recent(view: &View) -> Vec<Phrase> {
    let Some((last, before)) = view.last.split_last() else {
        return Vec::new();
    };
    let name = if view.seats.len() > 4 { 2 } else { 16 };
    let teller = Teller { view, name };
    let room = if view.own.is_some() { PANEL_ROOM } else { ROOM };
    let rest = teller.plain(last);
    let combats: Vec<&OrderView> = last.orders.iter().filter(|order| clash(order).is_some()).collect();
    let mut fought: Vec<MeasuredLine> = combats.iter().flat_map(|order| teller.combat(order)).collect();
    let length = |lines: &[MeasuredLine]| lines.iter().map(|line| line.1).sum::<usize>();
    if length(&fought) + length(&rest) > room {
        fought = combats.iter().map(|order| teller.combat_in_short(order)).collect();
    }
    let mut head = teller.head(last);
    if head.1 + length(&fought) + length(&rest) > room {
        // The log tells in which order the members acted; this text tells what they did.
        head = teller.bare_head(last);
    }
    let mut lines: Vec<MeasuredLine> = std::iter::once(head).chain(fought).chain(rest).collect();
    if length(&lines) > room + TIGHT {
        // A turn with so much in it is only counted, except for what costs somebody something.
        let counted = std::iter::once(teller.in_short(last));
        lines = counted.chain(teller.losses(last)).chain(teller.own(last)).collect();
    }
    if let Some(before) = before.last() {
        let before = teller.in_short(before);
        if length(&lines) + before.1 <= room {
            lines.insert(0, before);
        }
    }
    lines.into_iter().map(|line| line.0).collect()
}

/// How the combat of an order went on, if it began one.
pub(super) fn clash(order: &OrderView) -> Option<Clash> {
    order.steps.iter().find_map(|step| match step {
        Step::Clash(clash) => Some(*clash),
        _ => None,
    })
}

/// The powers in the combat of an order: the attackers', then the defenders'.
pub(super) fn powers(order: &OrderView) -> [u8; 2] {
    let of = |wanted: Side| {
        let power = order.steps.iter().find_map(|step| match step {
            Step::Summed { side, power, .. } if *side == wanted => Some(*power),
            _ => None,
        });
        power.unwrap_or_default()
    };
    [of(Side::Attackers), of(Side::Defenders)]
}

/// The lane of the combat of an order.
pub(super) fn battlefield(order: &OrderView) -> Option<u8> {
    order.steps.iter().find_map(|step| match step {
        Step::Combat { lane, .. } => Some(lane.number()),
        _ => None,
    })
}

/// The cards of a side that lay in a combat when it began.
fn stack(order: &OrderView, wanted: Side) -> Vec<Card> {
    let revealed = order.steps.iter().filter_map(|step| match step {
        Step::Revealed { side, card, .. } if *side == wanted => Some(*card),
        _ => None,
    });
    revealed.collect()
}

/// The members in the order in which they acted.
fn sequence(options: &Options, turn: &TurnView) -> String {
    let tags: Vec<String> = turn
        .orders
        .iter()
        .map(|order| calls::tag(options, order.seat))
        .collect();
    tags.join(" ")
}

/// Puts a few items into each line; a line is made of its items and of their approximate number of letters.
fn lines(items: Vec<(Phrase, usize)>, line: impl Fn(Arg) -> Phrase) -> Vec<MeasuredLine> {
    let made = |items: &[(Phrase, usize)]| {
        let length: usize = items.iter().map(|item| item.1 + 2).sum();
        MeasuredLine(line(items.iter().map(|item| item.0.clone()).collect()), length + 24)
    };
    items.chunks(ABREAST).map(made).collect()
}

impl Teller<'_> {
    fn who(&self, seat: Seat) -> Arg {
        calls::who(self.view, seat)
    }

    /// The number of the turn.
    fn bare_head(&self, turn: &TurnView) -> MeasuredLine {
        let head = Phrase::new("binmat-turn")
            .with("turn", turn.turn + 1)
            .with("side", calls::side(turn.side));
        MeasuredLine(head, 30)
    }

    /// The number of the turn and, with shuffled members, the order in which they acted.
    fn head(&self, turn: &TurnView) -> MeasuredLine {
        let bare = self.bare_head(turn);
        if !self.view.options.shuffled || turn.orders.len() < 2 {
            return bare;
        }
        let head = bare.0;
        let tags = sequence(&self.view.options, turn);
        let length = 40 + tags.len();
        MeasuredLine(
            Phrase::new("binmat-turn-shuffled")
                .with("head", head)
                .with("tags", tags),
            length,
        )
    }

    /// What was drawn, played and discarded, which orders were invalid, and what that cost.
    fn plain(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        let mut told = Vec::new();
        let orders = || turn.orders.iter();
        let drew = orders().flat_map(|order| self.drew(order)).collect();
        told.extend(lines(drew, |list| Phrase::new("binmat-did-draw").with("list", list)));
        let down = orders().filter_map(|order| self.down(order)).collect();
        told.extend(lines(down, |list| Phrase::new("binmat-did-down").with("list", list)));
        let up = orders().filter_map(|order| self.up(order)).collect();
        told.extend(lines(up, |list| Phrase::new("binmat-did-up").with("list", list)));
        let thrown = orders().filter_map(|order| self.thrown(order)).collect();
        told.extend(lines(thrown, |list| {
            Phrase::new("binmat-did-discard").with("list", list)
        }));
        let invalid = orders().filter(|order| matches!(order.told, Told::Invalid { .. }));
        let invalid: Vec<Arg> = invalid.map(|order| self.who(order.seat)).collect();
        if !invalid.is_empty() {
            let length = 24 + invalid.len() * (self.name + 2);
            told.push(MeasuredLine(
                Phrase::new("binmat-did-invalid").with("list", Arg::List(invalid)),
                length,
            ));
        }
        told.extend(self.losses(turn));
        // Nobody else is told that: the last line is never left out.
        told.extend(self.own(turn));
        told
    }

    /// Why the own order was invalid.
    fn own(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        let mut told = Vec::new();
        for order in &turn.orders {
            if let Told::Invalid {
                given: Some((given, flaw)),
            } = order.told
            {
                let rule = calls::rule(given);
                let own = match flaw {
                    Flaw::Pass => Phrase::new("binmat-did-pass-own").with("rule", rule),
                    flaw => Phrase::new("binmat-did-invalid-own")
                        .with("order", given.to_string())
                        .with("why", calls::flaw(given, flaw))
                        .with("rule", rule),
                };
                told.push(MeasuredLine(own, OWN_INVALID));
            }
        }
        told
    }

    /// Hands that were discarded, piles that were shuffled, the end.
    fn losses(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        let mut told = self.dumped(turn);
        told.extend(turn.orders.iter().flat_map(|order| self.aside(order)));
        told
    }

    /// The seats whose hands were discarded, with the cards if only a few hands were. An empty hand is no loss.
    fn dumped(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        const IN_FULL: usize = 2;
        let lost = |order: &OrderView| {
            order.steps.iter().find_map(|step| match step {
                Step::Dumped { seat, cards } if *cards > 0 => Some((*seat, *cards)),
                _ => None,
            })
        };
        let all: Vec<_> = turn
            .orders
            .iter()
            .filter_map(|order| Some((order, lost(order)?)))
            .collect();
        if all.len() > IN_FULL {
            let length = 60 + all.len() * (self.name + 2);
            let list: Vec<Arg> = all.iter().map(|(_, (seat, _))| self.who(*seat)).collect();
            return vec![MeasuredLine(
                Phrase::new("binmat-did-dumps").with("list", Arg::List(list)),
                length,
            )];
        }
        let line = |(order, (seat, cards)): &(&OrderView, (Seat, _))| {
            let shown = order.steps.iter().filter_map(|step| match step {
                Step::Discarded { card, .. } => Some(*card),
                _ => None,
            });
            let shown: Vec<Card> = shown.collect();
            let length = 70 + self.name + 3 * shown.len();
            let dump = Phrase::new("binmat-did-dump")
                .with("who", self.who(*seat))
                .with("count", *cards)
                .with("cards", calls::pile(&shown));
            MeasuredLine(dump, length)
        };
        all.iter().map(line).collect()
    }

    /// Who drew from which deck by an order to draw, and which card, as far as it is known.
    fn drew(&self, order: &OrderView) -> Option<(Phrase, usize)> {
        let Told::Draw { deck } = order.told else { return None };
        let card = order.steps.iter().find_map(|step| match step {
            Step::Drew { card, .. } => *card,
            _ => None,
        });
        let (who, from) = (self.who(order.seat), calls::deck(deck));
        let item = match card {
            Some(card) => Phrase::new("binmat-did-draw-card")
                .with("who", who)
                .with("deck", from)
                .with("card", card.to_string()),
            None => Phrase::new("binmat-did-draw-one").with("who", who).with("deck", from),
        };
        Some((item, self.name + 24))
    }

    fn down(&self, order: &OrderView) -> Option<(Phrase, usize)> {
        let Told::Down { lane, card } = order.told else {
            return None;
        };
        let item = match card {
            Some(card) => self.played(order.seat, card, lane),
            None => Phrase::new("binmat-did-play-one")
                .with("who", self.who(order.seat))
                .with("lane", lane.number()),
        };
        Some((item, self.name + 16))
    }

    /// A card played face up that began no combat; combats have their own lines.
    fn up(&self, order: &OrderView) -> Option<(Phrase, usize)> {
        let Told::Up { lane, card } = order.told else {
            return None;
        };
        let item = self.played(order.seat, card, lane);
        clash(order).is_none().then_some((item, self.name + 16))
    }

    fn played(&self, seat: Seat, card: Card, lane: Lane) -> Phrase {
        Phrase::new("binmat-did-play-card")
            .with("who", self.who(seat))
            .with("card", card.to_string())
            .with("lane", lane.number())
    }

    fn thrown(&self, order: &OrderView) -> Option<(Phrase, usize)> {
        let Told::Discard { card, deck } = order.told else {
            return None;
        };
        let (who, card) = (self.who(order.seat), card.to_string());
        let item = match deck {
            Deck::Lane(lane) => Phrase::new("binmat-did-discard-lane")
                .with("who", who)
                .with("card", card)
                .with("lane", lane.number()),
            Deck::Attackers => Phrase::new("binmat-did-discard-exchange")
                .with("who", who)
                .with("card", card),
        };
        Some((item, self.name + 24))
    }

    /// Other effects of an order: piles that were shuffled, the end.
    fn aside(&self, order: &OrderView) -> Vec<MeasuredLine> {
        let mut told = Vec::new();
        for step in &order.steps {
            match step {
                Step::Reshuffled { deck, cards } => {
                    let shuffled = match deck {
                        Deck::Lane(lane) => Phrase::new("binmat-did-shuffle-lane")
                            .with("lane", lane.number())
                            .with("count", *cards),
                        Deck::Attackers => Phrase::new("binmat-did-shuffle-attackers").with("count", *cards),
                    };
                    told.push(MeasuredLine(shuffled, 70));
                }
                Step::Broken { lane } => {
                    told.push(MeasuredLine(
                        Phrase::new("binmat-did-break").with("lane", lane.number()),
                        60,
                    ));
                }
                _ => {}
            }
        }
        told
    }

    /// A combat from its beginning to what it did.
    fn combat(&self, order: &OrderView) -> Vec<MeasuredLine> {
        let (Some(clash), Some(lane)) = (clash(order), battlefield(order)) else {
            return Vec::new();
        };
        let [attackers, defenders] = [Side::Attackers, Side::Defenders].map(|side| stack(order, side));
        let length = 60 + self.name + 3 * (attackers.len() + defenders.len());
        let begin = Phrase::new("binmat-combat")
            .with("lane", lane)
            .with("who", self.who(order.seat))
            .with("attackers", calls::pile(&attackers))
            .with("defenders", calls::pile(&defenders));
        let mut told = vec![MeasuredLine(begin, length)];
        let traps: Vec<(Phrase, usize)> = order.steps.iter().filter_map(sprung).collect();
        told.extend(lines(traps, |list| {
            Phrase::new("binmat-combat-traps").with("list", list)
        }));
        let [attack, defence] = [Side::Attackers, Side::Defenders].map(|side| might(order, side));
        let sums = Phrase::new("binmat-combat-sums")
            .with("attackers", attack)
            .with("defenders", defence);
        told.push(MeasuredLine(sums, 80));
        told.push(MeasuredLine(self.result(order, clash, lane), 70));
        told
    }

    fn combat_in_short(&self, order: &OrderView) -> MeasuredLine {
        let [attackers, defenders] = powers(order);
        let short = Phrase::new("binmat-combat-short")
            .with("lane", battlefield(order).unwrap_or_default())
            .with("who", self.who(order.seat))
            .with("attackers", attackers)
            .with("defenders", defenders)
            .with("result", clash(order).map_or(Phrase::new("binmat-nothing"), outcome));
        MeasuredLine(short, SHORT)
    }

    /// The result of a combat.
    fn result(&self, order: &OrderView, clash: Clash, lane: u8) -> Phrase {
        match clash {
            Clash::Repelled => Phrase::new("binmat-combat-repelled").with("lane", lane),
            Clash::Bounce => {
                let bounced = order.steps.iter().filter_map(|step| match step {
                    Step::Bounced { card, .. } => Some(*card),
                    _ => None,
                });
                let bounced: Vec<Card> = bounced.collect();
                match bounced.as_slice() {
                    [] => Phrase::new("binmat-combat-powerless"),
                    cards => Phrase::new("binmat-combat-bounced").with("cards", calls::pile(cards)),
                }
            }
            Clash::Damage { points, breaks } => {
                let mut done = self.damage(order);
                if done.is_empty() {
                    done.push(Phrase::new("binmat-nothing").into());
                }
                let key = match breaks {
                    false => "binmat-combat-damage",
                    true => "binmat-combat-damage-break",
                };
                Phrase::new(key).with("points", points).with("list", Arg::List(done))
            }
        }
    }

    /// The cards that damage discarded, and the cards that it drew.
    fn damage(&self, order: &OrderView) -> Vec<Arg> {
        let lost = order.steps.iter().filter_map(|step| match step {
            Step::Lost { card } => Some(*card),
            _ => None,
        });
        let lost: Vec<Card> = lost.collect();
        let mut done: Vec<Arg> = Vec::new();
        if !lost.is_empty() {
            done.push(
                Phrase::new("binmat-combat-lost")
                    .with("cards", calls::pile(&lost))
                    .into(),
            );
        }
        let mut drawn: Vec<(Seat, Vec<Option<Card>>)> = Vec::new();
        for step in &order.steps {
            let Step::Drew { seat, card, .. } = step else { continue };
            match drawn.iter_mut().find(|(other, _)| other == seat) {
                Some((_, cards)) => cards.push(*card),
                None => drawn.push((*seat, vec![*card])),
            }
        }
        for (seat, cards) in drawn {
            let known: Vec<Card> = cards.iter().filter_map(|card| *card).collect();
            let count = Phrase::new("binmat-combat-drew")
                .with("who", self.who(seat))
                .with("count", cards.len() as u32);
            done.push(match known.as_slice() {
                [] => count.into(),
                known => Phrase::new("binmat-combat-drew-cards")
                    .with("drew", count)
                    .with("cards", calls::pile(known))
                    .into(),
            });
        }
        done
    }

    /// A whole turn in a line.
    fn in_short(&self, turn: &TurnView) -> MeasuredLine {
        let count = |is: &dyn Fn(&OrderView) -> bool| turn.orders.iter().filter(|order| is(order)).count() as u32;
        let counts = [
            (
                "binmat-count-draws",
                count(&|order| matches!(order.told, Told::Draw { .. })),
            ),
            (
                "binmat-count-plays",
                count(&|order| matches!(order.told, Told::Down { .. } | Told::Up { .. }) && clash(order).is_none()),
            ),
            (
                "binmat-count-discards",
                count(&|order| matches!(order.told, Told::Discard { .. })),
            ),
            (
                "binmat-count-invalid",
                count(&|order| matches!(order.told, Told::Invalid { .. })),
            ),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let mut list: Vec<Arg> = counts
            .map(|(key, count)| Phrase { key, args: Vec::new() }.with("count", count).into())
            .collect();
        let fought = turn.orders.iter().filter_map(|order| {
            let (lane, result) = (battlefield(order)?, outcome(clash(order)?));
            let combat = Phrase::new("binmat-count-combat")
                .with("lane", lane)
                .with("result", result);
            Some(combat.into())
        });
        list.extend(fought);
        let length = 40 + 20 * list.len();
        let line = Phrase::new("binmat-turn-short")
            .with("turn", turn.turn + 1)
            .with("side", calls::side(turn.side))
            .with("list", Arg::List(list));
        MeasuredLine(line, length)
    }
}

/// A TRAP and what it takes.
fn sprung(step: &Step) -> Option<(Phrase, usize)> {
    let Step::Trapped { side, trap, card } = step else {
        return None;
    };
    let item = Phrase::new("binmat-combat-trap")
        .with("side", calls::side(*side))
        .with("trap", trap.to_string())
        .with("card", card.to_string());
    Some((item, 36))
}

/// The sum and the power of a stack.
fn might(order: &OrderView, wanted: Side) -> Phrase {
    let summed = order.steps.iter().find_map(|step| match step {
        Step::Summed {
            side,
            sum,
            wilds,
            power,
        } if *side == wanted => Some((*sum, *wilds, *power)),
        _ => None,
    });
    let (sum, wilds, power) = summed.unwrap_or_default();
    Phrase::new("binmat-combat-might")
        .with("sum", sum)
        .with("wilds", wilds)
        .with("power", power)
}

/// How a combat ended, in a word or two.
fn outcome(clash: Clash) -> Phrase {
    match clash {
        Clash::Bounce => Phrase::new("binmat-outcome-none"),
        Clash::Repelled => Phrase::new("binmat-outcome-repelled"),
        Clash::Damage { points, .. } => Phrase::new("binmat-outcome-damage").with("points", points),
    }
}

/// The last combat of a turn, in sentences for people who cannot see the picture.
pub(super) fn last_combat(view: &View) -> Option<Phrase> {
    let order = view
        .last
        .last()?
        .orders
        .iter()
        .rev()
        .find(|order| clash(order).is_some())?;
    let teller = Teller { view, name: 16 };
    Some(teller.combat_in_short(order).0)
}
