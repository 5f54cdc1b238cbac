//! What a viewer sees, built up from nothing: everything that lies open. A seat also sees its hand, its order and the
//! face-down stacks of its team.

use serde::Serialize;

use super::card::{Card, Rank};
use super::flaw::{Flaw, Ground, OwnStack};
use super::lane::{Deck, Lane, Side};
use super::notation::Chance;
use super::options::Options;
use super::order::Order;
use super::pile::{Pile, Stack};
use super::tale::{Step, Tale, TaleLine, Told};
use super::{Binmat, Phase};
use crate::rules::{Event, Observe, Seat, SeatSet, Viewer, Visibility};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The stage of the game.
    pub stage: Stage,
    /// The number of the turn, 0 to 109.
    pub turn: u8,
    /// The side whose turn it is.
    pub side: Side,
    /// The options, with the sizes of the teams.
    pub options: Options,
    /// The six lanes.
    pub lanes: Vec<LaneView>,
    /// How many cards the attackers' deck has.
    pub attacker_deck: u8,
    /// The attackers' discard pile, the newest card last.
    pub attacker_discard: Vec<Card>,
    /// What is public about each seat.
    pub seats: Vec<SeatView>,
    /// The seats that have yet to order in this turn.
    pub waiting: Vec<Seat>,
    /// The turn before, then the turn that was resolved last or is being resolved.
    pub last: Vec<TurnView>,
    /// The side that won, when the game is over.
    pub winner: Option<Side>,
    /// What only the viewer knows; `None` for the table.
    pub own: Option<OwnView>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The lanes are being dealt.
    Deal,
    /// A team is giving its orders.
    Orders,
    /// Orders are being resolved: the order of the members is drawn, or a discard pile is shuffled.
    Resolving,
    /// Over.
    Over,
}

/// A lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LaneView {
    /// How many cards its deck has.
    pub deck: u8,
    /// The top card of its deck, where that lies face up.
    pub top: Option<Card>,
    /// Its discard pile, the newest card last.
    pub discard: Vec<Card>,
    /// The stack of the defenders.
    pub defenders: StackView,
    /// The stack of the attackers.
    pub attackers: StackView,
}

impl LaneView {
    /// The stack of a side.
    pub fn stack(&self, side: Side) -> &StackView {
        match side {
            Side::Defenders => &self.defenders,
            Side::Attackers => &self.attackers,
        }
    }
}

/// A stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StackView {
    /// How many cards it has.
    pub size: u8,
    /// Whether it lies face up; an empty one is face down.
    pub face_up: bool,
    /// Its cards, the oldest first; `None` when the viewer may not see them.
    pub cards: Option<Vec<Card>>,
}

/// What is public of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Its side.
    pub side: Side,
    /// Its number within the team, written as one hexadecimal digit.
    pub member: u8,
    /// How many cards it holds.
    pub hand: u8,
    /// How many invalid orders it gave in a row.
    pub invalid: u8,
    /// Whether it has given its order for this turn, and that is still sealed.
    pub ready: bool,
}

/// A turn, told order by order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnView {
    /// The number of the turn.
    pub turn: u8,
    /// Whose turn it was.
    pub side: Side,
    /// The orders that were resolved, in their order.
    pub orders: Vec<OrderView>,
}

/// An order that was resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderView {
    /// Who gave it.
    pub seat: Seat,
    /// What the viewer may know of it.
    pub told: Told,
    /// What came of it, step by step.
    pub steps: Vec<Step>,
}

/// What a seat's holder alone knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// Which seat.
    pub seat: Seat,
    /// Its hand, the longest held card first.
    pub hand: Vec<Card>,
    /// The order that it gave for this turn, while that is not resolved.
    pub order: Option<Order>,
}

impl Observe for Binmat {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let own = self.seat_of(viewer);
        let side = own.map(|seat| self.options.side(seat));
        let seats = SeatSet::all(self.seat_count());
        View {
            stage: match self.phase {
                Phase::Deal(_) => Stage::Deal,
                Phase::Orders => Stage::Orders,
                Phase::Sequence | Phase::Reshuffle(..) => Stage::Resolving,
                Phase::Over(_) => Stage::Over,
            },
            turn: self.turn,
            side: self.side(),
            options: self.options,
            lanes: Lane::ALL.into_iter().map(|lane| self.lane_view(lane, side)).collect(),
            attacker_deck: self.table.deck(Deck::Attackers).len(),
            attacker_discard: self.table.discard(Deck::Attackers).as_slice().to_vec(),
            seats: seats.iter().map(|seat| self.seat_view(seat)).collect(),
            waiting: self.waiting.iter().collect(),
            last: self
                .tales
                .iter()
                .rev()
                .filter_map(|tale| self.see_tale(tale, own))
                .collect(),
            winner: match self.phase {
                Phase::Over(winner) => Some(winner),
                _ => None,
            },
            own: own.map(|seat| OwnView {
                seat,
                hand: self.hands[seat.index()].as_slice().to_vec(),
                order: self.orders[seat.index()],
            }),
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Chance, Order>) -> Visibility {
        match event {
            Event::Choice(seat, _) if viewer == Viewer::Seat(*seat) => Visibility::Whole,
            Event::Choice(..) => Visibility::Hidden,
            Event::Chance(Chance::Order(_)) => Visibility::Whole,
            Event::Chance(Chance::Lane(lane, cards)) => Visibility::Part(shown("lane", Deck::Lane(*lane), cards)),
            Event::Chance(Chance::Reshuffle(deck, cards)) => Visibility::Part(shown("reshuffle", *deck, cards)),
        }
    }
}

impl Binmat {
    fn lane_view(&self, lane: Lane, viewer: Option<Side>) -> LaneView {
        let deck = self.table.deck(Deck::Lane(lane));
        let stack = |side| stack_view(self.table.stack(side, lane), viewer == Some(side));
        LaneView {
            deck: deck.len(),
            top: deck.top().filter(|_| lane.is_open()),
            discard: self.table.discard(Deck::Lane(lane)).as_slice().to_vec(),
            defenders: stack(Side::Defenders),
            attackers: stack(Side::Attackers),
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        SeatView {
            side: self.options.side(seat),
            member: self.options.member(seat),
            hand: self.hands[seat.index()].len(),
            invalid: self.idle[seat.index()],
            ready: self.orders[seat.index()].is_some(),
        }
    }

    /// A turn as `viewer` may know it; `None` of one that has not begun.
    fn see_tale(&self, tale: &Tale, viewer: Option<Seat>) -> Option<TurnView> {
        let mut orders: Vec<OrderView> = Vec::new();
        for line in &tale.lines {
            match (line, orders.last_mut()) {
                (TaleLine::Order { seat, order, flaw }, _) => orders.push(OrderView {
                    seat: *seat,
                    told: self.order_view(*seat, *order, *flaw, viewer),
                    steps: Vec::new(),
                }),
                (TaleLine::Step(step), Some(order)) => order.steps.push(step_view(*step, viewer)),
                (TaleLine::Step(_), None) => {}
            }
        }
        let side = Side::BOTH[usize::from(tale.turn % 2)];
        let turn = tale.turn;
        (!orders.is_empty()).then_some(TurnView { turn, side, orders })
    }

    fn order_view(&self, seat: Seat, order: Order, flaw: Option<Flaw>, viewer: Option<Seat>) -> Told {
        let own = viewer == Some(seat);
        let team = viewer.is_some_and(|viewer| self.options.side(viewer) == self.options.side(seat));
        if let Some(flaw) = flaw {
            let given = own.then_some((order, flaw));
            return Told::Invalid { given };
        }
        match order {
            Order::Draw(deck) => Told::Draw { deck },
            Order::PlayDown(card, lane) => Told::Down {
                lane,
                card: Some(card).filter(|_| team),
            },
            Order::PlayUp(card, lane) => Told::Up { lane, card },
            Order::Combat(lane) => Told::Combat { lane },
            Order::Discard(card, deck) => Told::Discard { card, deck },
            Order::Pass => Told::Invalid { given: None },
        }
    }
}

fn stack_view(stack: &Stack, own: bool) -> StackView {
    let face_up = stack.faces_up();
    StackView {
        size: stack.len(),
        face_up,
        cards: (own || face_up || stack.is_empty()).then(|| stack.as_slice().to_vec()),
    }
}

fn step_view(step: Step, viewer: Option<Seat>) -> Step {
    match step {
        Step::Drew { seat, deck, card } => Step::Drew {
            seat,
            deck,
            card: card.filter(|_| deck.is_open() || viewer == Some(seat)),
        },
        step => step,
    }
}

impl View {
    /// What is wrong with an order of the viewer if it is resolved on the table as it stands; nothing for the table, which
    /// has none to give.
    pub fn flaw(&self, order: Order) -> Option<Flaw> {
        let own = self.own.as_ref()?;
        let side = self.options.side(own.seat);
        SeatKnowledge { view: self, own, side }.flaw(order)
    }
}

/// The table as the holder of a seat sees it.
struct SeatKnowledge<'v> {
    view: &'v View,
    own: &'v OwnView,
    side: Side,
}

impl Ground for SeatKnowledge<'_> {
    fn side(&self) -> Side {
        self.side
    }

    fn holds(&self, card: Card) -> bool {
        self.own.hand.contains(&card)
    }

    fn has_cards(&self, deck: Deck) -> bool {
        let (deck, discard) = match deck {
            Deck::Lane(lane) => {
                let lane = &self.view.lanes[lane.index()];
                (lane.deck, &lane.discard)
            }
            Deck::Attackers => (self.view.attacker_deck, &self.view.attacker_discard),
        };
        deck > 0 || !discard.is_empty()
    }

    fn is_guarded(&self, lane: Lane) -> bool {
        self.view.lanes[lane.index()].defenders.size > 0
    }

    fn own_stack(&self, lane: Lane) -> OwnStack {
        let stack = self.view.lanes[lane.index()].stack(self.side);
        let cards = stack.cards.as_deref().unwrap_or_default();
        OwnStack {
            empty: stack.size == 0,
            faces_up: stack.face_up,
            broken: stack.face_up && cards.iter().any(|card| card.rank() == Rank::Break),
        }
    }
}

/// What everybody sees when a deck is dealt or shuffled: its top card, if the deck's top lies face up.
fn shown(word: &str, deck: Deck, cards: &Pile) -> String {
    match cards.top().filter(|_| deck.is_open()) {
        Some(top) => format!("{word} {deck} {top}"),
        None => format!("{word} {deck}"),
    }
}
