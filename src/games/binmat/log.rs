//! A whole game as a log in the notation that players of the original read: turn by turn, each order in the order in which it
//! was carried out, and below it what came of it. It tells everything, so it is for games that are over.
//!
//! ```text
//! deck 0 7% 2& …            the deck that was dealt to lane 0, the top card first
//! 029 a0 c2                 in turn 29, member 0 of the attackers
//!     combat 2 a            combat in lane 2, begun by the attackers
//!     open a 5+             a card of the attackers' stack, the oldest first; `u` behind one that lay face up already
//!     open a *!
//!     open d 4&
//!     sum a 5 1 3           the sum of the numbers, the WILDs, the power
//!     sum d 4 0 2
//!     damage 2
//!     lost 4& xa            a card and the discard pile to which it goes: `xa`, or `x0` to `x5`
//!     draw a0 d2 7%         who draws, from where, and what
//!     swept 2 xa            the attackers' stack leaves the lane
//! 030 d0 d2 invalid         an order that could not be carried out
//! ```

use std::fmt::Write as _;

use super::card::Card;
use super::lane::{Deck, Side};
use super::notation::Chance;
use super::options::Options;
use super::order::Order;
use super::tale::{Clash, Step, Tale, TaleLine};
use super::{Binmat, Phase, calls};
use crate::rules::{Event, Game, Refusal, Seat, joined};

/// The log of these events; `None` if the events do not form a game.
pub(super) fn log(options: &Options, seats: u8, events: &[Event<Chance, Order>]) -> Option<String> {
    let mut game = Binmat::setup(options, seats).ok()?;
    let mut log = String::new();
    let options = game.options;
    line(
        &mut log,
        format_args!("binmat {} v {}", options.attackers, options.defenders),
    );
    for event in events {
        take(&mut game, event, &mut log).ok()?;
    }
    match game.phase {
        Phase::Over(winner) => line(&mut log, format_args!("{} win", letter(winner))),
        _ => line(&mut log, format_args!("not over")),
    }
    Some(log)
}

fn line(log: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing into a string never fails.
    let _ = writeln!(log, "{text}");
}

fn take(game: &mut Binmat, event: &Event<Chance, Order>, log: &mut String) -> Result<(), Refusal> {
    let turn = game.turn;
    game.apply(event)?;
    match event {
        Event::Chance(Chance::Lane(lane, cards)) => {
            let cards = cards.as_slice().iter().rev().copied();
            line(log, format_args!("deck {lane} {}", joined(cards, " ")));
        }
        Event::Chance(Chance::Order(_) | Chance::Reshuffle(..)) | Event::Choice(..) => {}
    }
    let ended = game.turn != turn || matches!(game.phase, Phase::Over(_));
    if ended && game.tales[0].turn == turn {
        write(&game.options, &game.tales[0], log);
    }
    Ok(())
}

/// A turn that was carried out.
fn write(options: &Options, tale: &Tale, log: &mut String) {
    for told in &tale.lines {
        match told {
            TaleLine::Order { seat, order, flaw } => {
                let (turn, tag) = (tale.turn, calls::tag(options, *seat));
                let invalid = if flaw.is_some() { " invalid" } else { "" };
                line(log, format_args!("{turn:03} {tag} {order}{invalid}"));
            }
            TaleLine::Step(step) => line(log, format_args!("    {}", written(options, *step))),
        }
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::Defenders => 'd',
        Side::Attackers => 'a',
    }
}

fn written(options: &Options, step: Step) -> String {
    let tag = |seat: Seat| calls::tag(options, seat);
    let signs = |card: Option<Card>| card.map_or_else(|| "X".to_owned(), |card| card.to_string());
    match step {
        Step::Drew { seat, deck, card } => format!("draw {} d{deck} {}", tag(seat), signs(card)),
        Step::Reshuffled { deck, cards } => format!("shuffle x{deck} {cards}"),
        Step::Dumped { seat, cards } => format!("dump {} {cards}", tag(seat)),
        Step::Discarded { card, deck } => format!("discard {card} x{deck}"),
        Step::Combat { lane, by } => format!("combat {lane} {}", letter(by)),
        Step::Revealed { side, card, turned } => {
            format!("open {} {card}{}", letter(side), if turned { "" } else { "u" })
        }
        Step::Trapped { side, trap, card } => format!("trap {} {trap} {card}", letter(side)),
        Step::Summed {
            side,
            sum,
            wilds,
            power,
        } => format!("sum {} {sum} {wilds} {power}", letter(side)),
        Step::Clash(Clash::Bounce) => "bounce".to_owned(),
        Step::Clash(Clash::Repelled) => "repelled".to_owned(),
        Step::Clash(Clash::Damage { points, breaks }) => {
            format!("damage {points}{}", if breaks { " break" } else { "" })
        }
        Step::Bounced { side, card } => format!("bounced {} {card}", letter(side)),
        Step::Lost { card } => format!("lost {card} x{}", Deck::Attackers),
        Step::Swept { deck, cards } => format!("swept {cards} x{deck}"),
        Step::Broken { lane } => format!("broken {lane}"),
    }
}
