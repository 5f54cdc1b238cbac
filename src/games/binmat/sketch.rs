//! BINMAT's picture: the six lanes from the defenders' end to the attackers', as they lie on a table.
//!
//! From the top: the lane's discard pile, its deck, the defenders' stack, the powers of the last combat, the attackers'
//! stack; at the side the attackers' deck and discard pile, and below what the viewer holds. A card that lies face down is
//! striped, and its sign stands in the stripes where the viewer may see it; nothing is told by colour alone. What the last
//! turn touched has a strong line around it, what an order would do lies there faintly.

use super::card::Card;
use super::cards::{back, closed, count, gap, marked, presentation};
use super::lane::{Deck, Lane, Side};
use super::menu;
use super::order::Order;
use super::tale::{Clash, Step, Told};
use super::view::{OrderView, OwnView, StackView, Stage, View};
use super::{TURNS, alt, calls, fought};
use crate::rules::parts::{self, badge, crown, rect, text};
use crate::rules::{Anchor, Ink, Label, Material, Phrase, Point, Preview, SIDES, Seat, Shape, Sketch, marks};

/// Where the first lane begins, how far the next one is, and how wide a lane is.
const LANES: (i32, i32, i32) = (12, 96, 90);

/// Where what lies beside the lanes begins, and how wide it is.
const ASIDE: (i32, i32) = (598, 110);

/// The lanes' upper and lower edge.
const COLUMN: (i32, i32) = (60, 692);

/// How high a card of a pile is, and how wide.
const PILE: Point = (48, 42);

const DISCARD: i32 = 102;
const DECK: i32 = 154;

/// Where what is said of a stack stands, by side; its cards lie below.
const STACKS: [i32; 2] = [216, 490];

/// How high a card of a stack is, and how far the next one is.
const STRIP: (i32, i32) = (33, 36);

/// So many cards of a stack are shown.
const STRIPS: usize = 5;

/// Where the powers of a combat stand.
const POWERS: (i32, i32) = (432, 460);

/// The piles of the attackers, beside the lanes: what is said of them, and the card.
const THEIR_DECK: (i32, i32) = (542, 556);
const THEIR_DISCARD: (i32, i32) = (622, 636);

/// The hand: what is said of it, where it begins, how far cards are from each other, and how large one is.
const HAND: (i32, i32) = (720, 742);
const HELD: (Point, Point) = ((77, 54), (70, 46));
const HELD_ABREAST: usize = 9;

/// So many cards of a hand are shown.
const HELD_MOST: usize = 27;

/// The sketch of a view.
pub(super) fn sketch(view: &View, preview: Preview<'_, Order>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let picked = match preview {
        Preview::Path(path) => menu::picked(view, path),
        _ => None,
    };
    let given = view.own.as_ref().and_then(|own| own.order);
    let shown = match (preview, picked) {
        (Preview::Choice(order), _) => Some(*order),
        (_, Some(_)) => None,
        _ => given,
    };
    let mut picture = Picture {
        view,
        shown,
        ghost: shown.filter(|order| view.flaw(*order).is_none()),
        picked,
        shapes: Vec::new(),
    };
    picture.head();
    for lane in Lane::ALL {
        picture.lane(lane);
    }
    picture.beside();
    picture.last_turn();
    picture.ghosts();
    let bottom = picture.hand();
    Some(Sketch::wide(
        Material::Terminal,
        bottom,
        picture.shapes,
        alt::alt(view, shown, picked),
    ))
}

struct Picture<'p> {
    view: &'p View,
    /// The order of the viewer, given or tried.
    shown: Option<Order>,
    /// The same, where it would be valid.
    ghost: Option<Order>,
    picked: Option<Card>,
    shapes: Vec<Shape>,
}

const fn column(lane: Lane) -> i32 {
    LANES.0 + lane.number() as i32 * LANES.1
}

/// Where the top card of a deck lies.
const fn deck_at(deck: Deck) -> Point {
    match deck {
        Deck::Lane(lane) => (column(lane) + 4, DECK),
        Deck::Attackers => (ASIDE.0, THEIR_DECK.1),
    }
}

/// Where the newest card of its discard pile lies.
const fn discard_at(deck: Deck) -> Point {
    match deck {
        Deck::Lane(lane) => (column(lane) + 4, DISCARD),
        Deck::Attackers => (ASIDE.0, THEIR_DISCARD.1),
    }
}

/// Where the nth card that is shown of a stack lies, and how large it is.
fn strip(side: Side, lane: Lane, nth: usize) -> (Point, Point) {
    let top = STACKS[side.index()] + 16 + nth as i32 * STRIP.1;
    ((column(lane) + 4, top), (LANES.2 - 8, STRIP.0))
}

impl Picture<'_> {
    fn head(&mut self) {
        let view = self.view;
        let turn = Phrase::new("binmat-sketch-turn")
            .with("turn", view.turn + 1)
            .with("turns", TURNS);
        self.shapes.push(text((12, 32), 30, Anchor::Left, 330, turn).bold());
        let doing = match (view.winner, view.side) {
            (Some(Side::Defenders), _) => "binmat-sketch-defenders-won",
            (Some(Side::Attackers), _) => "binmat-sketch-attackers-won",
            (None, Side::Defenders) => "binmat-sketch-defenders",
            (None, Side::Attackers) => "binmat-sketch-attackers",
        };
        let doing = Phrase {
            key: doing,
            args: Vec::new(),
        };
        self.shapes.push(text((708, 32), 26, Anchor::Right, 320, doing));
        if view.winner.is_some() {
            self.shapes.push(crown((360, 32), 18));
        }
    }

    fn lane(&mut self, lane: Lane) {
        let Some(seen) = self.view.lanes.get(lane.index()) else {
            return;
        };
        let left = column(lane);
        let ground = rect((left, COLUMN.0), (LANES.2, COLUMN.1 - COLUMN.0), 8);
        self.shapes
            .push(Shape::filled(ground, Ink::Surface).with_line(Ink::Line, 2));
        let middle = left + LANES.2 / 2;
        let name = lane.to_string();
        self.shapes
            .push(text((middle, 82), 28, Anchor::Middle, 60, name).bold());
        let deck = Deck::Lane(lane);
        self.pile(
            discard_at(deck),
            seen.discard.len() as u32,
            seen.discard.last().copied(),
            true,
        );
        self.pile(deck_at(deck), seen.deck.into(), seen.top, lane.is_open());
        for side in Side::BOTH {
            self.stack(side, lane, seen.stack(side));
        }
    }

    /// A pile whose top card may be seen, or lies face down.
    fn pile(&mut self, at: Point, cards: u32, top: Option<Card>, open: bool) {
        match (cards, top) {
            (0, _) => self.shapes.push(gap(at, PILE)),
            (_, Some(card)) if open => self.shapes.extend(presentation(at, PILE, card)),
            _ => self.shapes.extend(back(at, PILE)),
        }
        let at = (at.0 + LANES.2 - 7, at.1 + PILE.1 / 2);
        self.shapes.push(count(at, LANES.2 - PILE.0 - 12, cards));
    }

    fn stack(&mut self, side: Side, lane: Lane, stack: &StackView) {
        if stack.size == 0 {
            return;
        }
        let middle = column(lane) + LANES.2 / 2;
        let says = match stack.face_up {
            true => Phrase::new("binmat-sketch-up").with("count", stack.size),
            false => Phrase::new("binmat-sketch-down").with("count", stack.size),
        };
        let at = (middle, STACKS[side.index()]);
        self.shapes.push(text(at, 22, Anchor::Middle, LANES.2 - 6, says));
        let (size, shown) = (usize::from(stack.size), self.strips(side, lane));
        let hidden = size.saturating_sub(shown);
        for nth in 0..size.min(shown) {
            let (at, room) = strip(side, lane, nth);
            let card = stack.cards.as_ref().and_then(|cards| cards.get(hidden + nth));
            match card {
                _ if nth == 0 && hidden > 0 => {
                    let middle = (at.0 + room.0 / 2, at.1 + room.1 / 2);
                    let more = format!("+{}", hidden + 1);
                    self.shapes
                        .push(text(middle, 24, Anchor::Middle, room.0, more).inked(Ink::Quiet));
                }
                Some(card) if stack.face_up => self.shapes.extend(presentation(at, room, *card)),
                Some(card) => self.shapes.extend(closed(at, room, *card)),
                None => self.shapes.extend(back(at, room)),
            }
        }
    }

    /// How many cards of a stack are shown: one more may be about to come.
    fn strips(&self, side: Side, lane: Lane) -> usize {
        let coming = match self.ghost {
            Some(Order::PlayDown(_, to) | Order::PlayUp(_, to)) => to == lane && self.view.own_side() == Some(side),
            _ => false,
        };
        STRIPS - usize::from(coming)
    }

    /// What lies beside the lanes, and what the rows of the lanes are called.
    fn beside(&mut self) {
        let mut label = |level: i32, key: &'static str| {
            let says = Phrase { key, args: Vec::new() };
            self.shapes
                .push(text((ASIDE.0, level), 22, Anchor::Left, ASIDE.1, says).inked(Ink::Quiet));
        };
        label(DISCARD + PILE.1 / 2, "binmat-sketch-discards");
        label(DECK + PILE.1 / 2, "binmat-sketch-decks");
        label(STACKS[0], "binmat-side-defenders");
        label(POWERS.0, "binmat-sketch-power");
        label(POWERS.1, "binmat-sketch-damage");
        label(STACKS[1], "binmat-side-attackers");
        label(THEIR_DECK.0, "binmat-sketch-their-deck");
        label(THEIR_DISCARD.0, "binmat-sketch-their-discard");
        let view = self.view;
        // What lies there is a side's. Only in a duel a side is a person; otherwise members are told by their numbers.
        for seat in (0..SIDES as u8).map(Seat).filter(|_| view.seats.len() == SIDES) {
            let level = STACKS[view.options.side(seat).index()] + 21;
            self.shapes
                .extend(marks::holder((ASIDE.0, level), parts::SMALLEST, ASIDE.1, seat));
        }
        self.pile(deck_at(Deck::Attackers), view.attacker_deck.into(), None, false);
        let newest = view.attacker_discard.last().copied();
        let discarded = view.attacker_discard.len() as u32;
        self.pile(discard_at(Deck::Attackers), discarded, newest, true);
    }

    /// Marks what the last turn did.
    fn last_turn(&mut self) {
        let Some(turn) = self.view.last.last() else { return };
        let mut touched: Vec<(Point, Point)> = Vec::new();
        for order in &turn.orders {
            match order.told {
                Told::Down { lane, .. } | Told::Up { lane, .. } => touched.extend(self.newest(turn.side, lane)),
                Told::Discard { deck, .. } => touched.push((discard_at(deck), PILE)),
                _ => {}
            }
            for step in &order.steps {
                match step {
                    Step::Drew { deck, .. } => touched.push((deck_at(*deck), PILE)),
                    Step::Discarded { deck, .. } => touched.push((discard_at(*deck), PILE)),
                    _ => {}
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        self.shapes
            .extend(touched.into_iter().map(|(at, size)| marked(at, size)));
        for lane in Lane::ALL {
            let there = |order: &&OrderView| fought::battlefield(order) == Some(lane.number());
            if let Some(order) = turn.orders.iter().rev().find(there) {
                self.powers(lane, order);
            }
        }
    }

    /// Where the newest card of a stack is drawn.
    fn newest(&self, side: Side, lane: Lane) -> Option<(Point, Point)> {
        let size = usize::from(self.view.lanes.get(lane.index())?.stack(side).size);
        let last = size.min(self.strips(side, lane)).checked_sub(1)?;
        Some(strip(side, lane, last))
    }

    /// The powers of a combat, and its damage.
    fn powers(&mut self, lane: Lane, order: &OrderView) {
        let Some(clash) = fought::clash(order) else { return };
        let left = column(lane);
        let frame = rect((left + 3, POWERS.0 - 17), (LANES.2 - 6, POWERS.1 - POWERS.0 + 34), 8);
        self.shapes
            .push(Shape::filled(frame, Ink::Paper).with_line(Ink::Mark, 4));
        let [attackers, defenders] = fought::powers(order);
        for (level, power) in [(POWERS.0, defenders), (POWERS.1, attackers)] {
            let at = (left + 24, level);
            self.shapes
                .extend(badge(at, 21, &power.to_string(), Ink::Surface, Ink::Text, Ink::Text));
        }
        let at = (left + 62, (POWERS.0 + POWERS.1) / 2);
        let (says, size): (Label, i32) = match clash {
            Clash::Damage { points, .. } => (format!("\u{2212}{points}").into(), 28),
            Clash::Repelled => (Phrase::new("binmat-sketch-held").into(), 20),
            Clash::Bounce => ("0".into(), 28),
        };
        self.shapes
            .push(text(at, size, Anchor::Middle, 52, says).bold().inked(Ink::Bad));
    }

    /// What the order of the viewer would do.
    fn ghosts(&mut self) {
        let (Some(order), Some(side)) = (self.ghost, self.view.own_side()) else {
            return;
        };
        let ring = |at: Point, size: Point| {
            let form = rect((at.0 - 3, at.1 - 3), (size.0 + 6, size.1 + 6), 8);
            Shape::outlined(form, Ink::Mark, 5).as_ghost()
        };
        match order {
            Order::Draw(deck) => self.shapes.push(ring(deck_at(deck), PILE)),
            Order::PlayDown(card, lane) | Order::PlayUp(card, lane) => {
                let size = self
                    .view
                    .lanes
                    .get(lane.index())
                    .map_or(0, |seen| seen.stack(side).size);
                let (at, room) = strip(side, lane, usize::from(size).min(STRIPS - 1));
                let shapes = match order {
                    Order::PlayUp(..) => presentation(at, room, card).to_vec(),
                    _ => closed(at, room, card).to_vec(),
                };
                self.shapes.extend(shapes.into_iter().map(Shape::as_ghost));
                self.shapes.push(ring(at, room));
            }
            Order::Combat(lane) => {
                let at = (column(lane), STACKS[0] - 14);
                self.shapes
                    .push(ring((at.0 + 3, at.1), (LANES.2 - 6, COLUMN.1 - at.1 - 6)));
            }
            Order::Discard(card, deck) => {
                let at = discard_at(deck);
                self.shapes.extend(presentation(at, PILE, card).map(Shape::as_ghost));
                self.shapes.push(ring(at, PILE));
                if deck == Deck::Attackers {
                    self.shapes.push(ring(deck_at(deck), PILE));
                }
            }
            Order::Pass => {}
        }
    }

    /// What the viewer holds, and its order. Gives where the picture ends.
    fn hand(&mut self) -> i32 {
        let Some(own) = &self.view.own else {
            return COLUMN.1 + 12;
        };
        let held = own.hand.len() as u32;
        let says = match calls::by_name(self.view) {
            true => Phrase::new("binmat-sketch-hand").with("count", held),
            false => Phrase::new("binmat-sketch-hand-tag")
                .with("count", held)
                .with("tag", calls::tag(&self.view.options, own.seat)),
        };
        self.shapes.push(text((12, HAND.0), 24, Anchor::Left, 260, says));
        if let Some(order) = self.shown {
            let says = calls::order_in_short(order);
            self.shapes.push(
                text((708, HAND.0), 26, Anchor::Right, 420, says)
                    .bold()
                    .inked(Ink::Mark),
            );
        }
        self.held(own)
    }

    fn held(&mut self, own: &OwnView) -> i32 {
        let chosen = self.picked.or_else(|| self.shown.and_then(Order::card));
        let (pitch, size) = HELD;
        let more = own.hand.len().saturating_sub(HELD_MOST);
        for (nth, card) in own.hand.iter().take(HELD_MOST).enumerate() {
            let (across, down) = ((nth % HELD_ABREAST) as i32, (nth / HELD_ABREAST) as i32);
            let at = (LANES.0 + 2 + across * pitch.0, HAND.1 + down * pitch.1);
            if nth + 1 == HELD_MOST && more > 0 {
                let middle = (at.0 + size.0 / 2, at.1 + size.1 / 2);
                self.shapes
                    .push(text(middle, 26, Anchor::Middle, size.0, format!("+{}", more + 1)));
                continue;
            }
            self.shapes.extend(presentation(at, size, *card));
            if chosen == Some(*card) {
                self.shapes.push(marked(at, size));
            }
        }
        let rows = own.hand.len().min(HELD_MOST).div_ceil(HELD_ABREAST) as i32;
        HAND.1 + rows * pitch.1 + parts::GAP / 2
    }
}
