//! What the orders of a turn did, told so that it has room in a message: at a small table in a sentence, at a large one orders
//! that are alike in one line; a combat step by step, and less of each where there is much.

use super::calls;
use super::card::Card;
use super::flaw::Flaw;
use super::fought::{MeasuredLine, battlefield, clash, combat, combat_in_short, in_a_clause, lines, outcome};
use super::lane::{Deck, Lane};
use super::options::Options;
use super::order::Order;
use super::tale::{Step, Told};
use super::view::{OrderView, TurnView, View};
use crate::rules::{Arg, Phrase, Seat, joined};

/// About how many letters fit beside everything else.
const ROOM: usize = 800;

/// The same on a seat's panel.
const PANEL_ROOM: usize = 520;

/// How far a text may exceed that limit when there is much to tell.
const TIGHT: usize = 100;

/// About how long a line is that tells why the viewer's own order was invalid.
const OWN_INVALID: usize = 140;

/// About how long the sentence is that tells an order.
const SENTENCE: usize = 56;

/// Tells about seats; `name` is about how long the name of a seat is.
struct Teller<'v> {
    view: &'v View,
    name: usize,
}

/// What happened lately, the oldest first: what became of the viewer's last order, and the turn that was resolved last. The
/// other side often answers at once, so the viewer's last order may be one of the turn before.
pub(super) fn recent(view: &View) -> Vec<Phrase> {
    let Some((last, before)) = view.last.split_last() else {
        return Vec::new();
    };
    let name = if calls::by_name(view) { 16 } else { 2 };
    let teller = Teller { view, name };
    let mut lines = before.last().map_or_else(Vec::new, |before| teller.before(before));
    let room = if view.own.is_some() { PANEL_ROOM } else { ROOM };
    let room = room.saturating_sub(length(&lines));
    let newest = teller.last(last, room);
    if let Some(before) = before.last().filter(|_| !calls::by_name(view)) {
        let before = teller.in_short(before);
        if length(&newest) + before.1 <= room {
            lines.insert(0, before);
        }
    }
    lines.into_iter().chain(newest).map(|line| line.0).collect()
}

fn length(lines: &[MeasuredLine]) -> usize {
    lines.iter().map(|line| line.1).sum()
}

/// Names the turn in front of the first line.
fn numbered(turn: &TurnView, mut lines: Vec<MeasuredLine>) -> Vec<MeasuredLine> {
    if let Some(MeasuredLine(line, length)) = lines.first_mut() {
        *line = Phrase::new("binmat-turn-line")
            .with("turn", turn.turn + 1)
            .with("line", line.clone());
        *length += 10;
    }
    lines
}

/// The members in the order in which they acted.
fn sequence(options: &Options, turn: &TurnView) -> String {
    joined(turn.orders.iter().map(|order| calls::tag(options, order.seat)), " ")
}

/// Whether the defenders' deck of a lane was empty when the order would have drawn from it.
fn broken(order: &OrderView) -> bool {
    order.steps.iter().any(|step| matches!(step, Step::Broken { .. }))
}

impl Teller<'_> {
    fn who(&self, seat: Seat) -> Arg {
        calls::who(self.view, seat)
    }

    fn is_own(&self, seat: Seat) -> bool {
        self.view.own.as_ref().is_some_and(|own| own.seat == seat)
    }

    /// The turn before the last: what the viewer ordered; to others all of it, if the table is small.
    fn before(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        let ordered = turn.orders.iter().any(|order| self.is_own(order.seat));
        let all = calls::by_name(self.view) && !ordered;
        let told = turn.orders.iter().filter(|order| all || self.is_own(order.seat));
        let told: Vec<&OrderView> = told.collect();
        let mut lines = self.sentences(turn, &told);
        // The rule was named while the turn was the last.
        let own = self.own(turn).into_iter().map(|(_, line)| line);
        lines.extend(numbered(turn, own.collect()));
        lines.extend(self.dumped(&told));
        lines
    }

    /// The turn that was resolved last, with about so many letters.
    fn last(&self, turn: &TurnView, room: usize) -> Vec<MeasuredLine> {
        let fights: Vec<&OrderView> = turn.orders.iter().filter(|order| clash(order).is_some()).collect();
        let mut fought: Vec<MeasuredLine> = fights.iter().flat_map(|order| combat(self.view, order)).collect();
        if calls::by_name(self.view) {
            let others: Vec<&OrderView> = turn.orders.iter().filter(|order| clash(order).is_none()).collect();
            let mut lines = self.sentences(turn, &others);
            let costs = numbered(turn, self.cited(turn)).into_iter().chain(self.losses(turn));
            let costs: Vec<MeasuredLine> = costs.collect();
            // Of what is too long for a panel, the head would go first, which names the turn.
            if self.view.own.is_some() || length(&lines) + length(&fought) + length(&costs) > room {
                lines.extend(self.sentences(turn, &fights));
            } else {
                lines.extend(numbered(turn, fought));
            }
            lines.extend(costs);
            return lines;
        }
        let costs: Vec<MeasuredLine> = self.cited(turn).into_iter().chain(self.losses(turn)).collect();
        let rest = self.plain(turn);
        let others = length(&rest) + length(&costs);
        if length(&fought) + others > room {
            fought = fights.iter().map(|order| combat_in_short(self.view, order)).collect();
        }
        let mut head = self.head(turn);
        if head.1 + length(&fought) + others > room {
            // The log tells in which order the members acted; this text tells what they did.
            head = self.bare_head(turn);
        }
        if head.1 + length(&fought) + others > room + TIGHT {
            // A turn with so much in it is only counted, except for what costs somebody something.
            return std::iter::once(self.in_short(turn)).chain(costs).collect();
        }
        std::iter::once(head).chain(rest).chain(fought).chain(costs).collect()
    }

    /// Orders in a sentence each, with the number of the turn, because each may be read alone.
    fn sentences(&self, turn: &TurnView, orders: &[&OrderView]) -> Vec<MeasuredLine> {
        let sentence = |order: &&OrderView| {
            let said = Phrase::new("binmat-did").with("list", self.did(order)?);
            let fought = usize::from(clash(order).is_some());
            Some(MeasuredLine(said, SENTENCE * (1 + fought)))
        };
        let told = orders.iter().filter_map(sentence);
        told.flat_map(|line| numbered(turn, vec![line])).collect()
    }

    /// What became of an order, without the number of the turn. Why the viewer's own was invalid has a line of its own.
    fn did(&self, order: &OrderView) -> Option<Phrase> {
        let who: Arg = match self.is_own(order.seat) {
            true => Phrase::new("binmat-who-own").into(),
            false => self.who(order.seat),
        };
        let drawn = order.steps.iter().filter_map(|step| match step {
            Step::Drew { seat, card, .. } if *seat == order.seat => *card,
            _ => None,
        });
        let drawn: Vec<Card> = drawn.collect();
        if clash(order).is_some() {
            let fought = in_a_clause(order, who);
            return Some(match drawn.as_slice() {
                [] => fought,
                drawn => Phrase::new("binmat-did-combat-drew")
                    .with("fought", fought)
                    .with("cards", calls::pile(drawn)),
            });
        }
        let did = |key: &'static str| Phrase::new(key).with("who", who.clone());
        let told = match order.told {
            Told::Draw { deck } => match drawn.as_slice() {
                [] if broken(order) => did("binmat-did-tried"),
                [] => did("binmat-did-drew"),
                [card, ..] => did("binmat-did-drew-card").with("card", calls::card(*card)),
            }
            .with("deck", calls::deck(deck)),
            Told::Down { lane, card: Some(card) } if self.is_own(order.seat) => did("binmat-did-played-card-down")
                .with("card", calls::card(card))
                .with("lane", lane.number()),
            // What teammates have played, the picture shows.
            Told::Down { lane, .. } => did("binmat-did-played-down").with("lane", lane.number()),
            Told::Up { lane, card } => did("binmat-did-played-up")
                .with("card", calls::card(card))
                .with("lane", lane.number()),
            Told::Combat { lane } => did("binmat-did-began").with("lane", lane.number()),
            Told::Discard {
                card,
                deck: Deck::Lane(lane),
            } => did("binmat-did-discarded")
                .with("card", calls::card(card))
                .with("lane", lane.number()),
            Told::Discard {
                card,
                deck: Deck::Attackers,
            } => {
                let said = did("binmat-did-exchanged").with("card", calls::card(card));
                match drawn.as_slice() {
                    [] => said.with("cards", Phrase::new("binmat-two-cards")),
                    cards => said.with("cards", calls::pile(cards)),
                }
            }
            Told::Invalid { given: Some(_) } => return None,
            Told::Invalid { given: None } => did("binmat-did-gave-invalid"),
        };
        Some(told)
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

    /// What was drawn, played and discarded, and which orders were invalid: orders that are alike in one line.
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
        told
    }

    /// Why the own order was invalid.
    fn own(&self, turn: &TurnView) -> Vec<(Order, MeasuredLine)> {
        let mut told = Vec::new();
        for order in &turn.orders {
            if let Told::Invalid {
                given: Some((given, flaw)),
            } = order.told
            {
                let own = match flaw {
                    Flaw::Pass => Phrase::new("binmat-did-pass-own"),
                    flaw => Phrase::new("binmat-did-invalid-own")
                        .with("order", given.to_string())
                        .with("why", calls::flaw(given, flaw)),
                };
                told.push((given, MeasuredLine(own, OWN_INVALID)));
            }
        }
        told
    }

    /// Why the own order was invalid, with the rule.
    fn cited(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        let cite = |(given, MeasuredLine(line, length))| {
            let cited = Phrase::new("binmat-did-cited")
                .with("line", line)
                .with("rule", calls::rule(given));
            MeasuredLine(cited, length)
        };
        self.own(turn).into_iter().map(cite).collect()
    }

    /// Hands that were discarded, piles that were shuffled, the end.
    fn losses(&self, turn: &TurnView) -> Vec<MeasuredLine> {
        let mut told = self.dumped(&turn.orders.iter().collect::<Vec<_>>());
        told.extend(turn.orders.iter().flat_map(|order| self.aside(order)));
        told
    }

    /// The seats whose hands were discarded, with the cards if only a few hands were. An empty hand is no loss.
    fn dumped(&self, orders: &[&OrderView]) -> Vec<MeasuredLine> {
        const IN_FULL: usize = 2;
        let lost = |order: &OrderView| {
            order.steps.iter().find_map(|step| match step {
                Step::Dumped { seat, cards } if *cards > 0 => Some((*seat, *cards)),
                _ => None,
            })
        };
        let all: Vec<_> = orders.iter().filter_map(|order| Some((order, lost(order)?))).collect();
        if all.len() > IN_FULL {
            let length = 60 + all.len() * (self.name + 2);
            let list: Vec<Arg> = all.iter().map(|(_, (seat, _))| self.who(*seat)).collect();
            return vec![MeasuredLine(
                Phrase::new("binmat-did-dumps").with("list", Arg::List(list)),
                length,
            )];
        }
        let line = |(order, (seat, _)): &(&&OrderView, (Seat, _))| {
            let shown = order.steps.iter().filter_map(|step| match step {
                Step::Discarded { card, .. } => Some(*card),
                _ => None,
            });
            let shown: Vec<Card> = shown.collect();
            let length = 70 + self.name + 3 * shown.len();
            let own = self.is_own(*seat);
            let dump = Phrase::new(if own { "binmat-did-dump-own" } else { "binmat-did-dump" });
            let dump = dump.with("who", self.who(*seat)).with("cards", calls::pile(&shown));
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
