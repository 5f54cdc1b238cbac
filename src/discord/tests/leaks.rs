//! Leaks that are planted on purpose: each gives away one bit of a table's hidden state, in its own way. The search for
//! leaks has to find every one of them; a search that finds none proves nothing.
//!
//! They are part of no program but of tests, and even there they leak only on a thread that has been told to.

use std::cell::Cell;
use std::cmp::Reverse;
use std::time::Duration;

use crate::discord::messages::{Planned, Slot};
use crate::discord::payload::{Completion, Payload, Picture, Row};
use crate::discord::probe::Probe;
use crate::referee::TableSnapshot;
use crate::referee::fair::loaded;
use crate::rules::Sketch;

/// Where a bit comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Leak {
    /// In what a message says.
    Text,
    /// In how many buttons it has.
    Buttons,
    /// In what stands behind one of them.
    CustomId,
    /// In what is said of a picture to those who cannot see it.
    Alt,
    /// In the picture.
    Picture,
    /// In what the picture's file is called.
    FileName,
    /// In why something was refused.
    Refusal,
    /// In what is offered to somebody who types.
    Offer,
    /// In whether somebody is pinged.
    Ping,
    /// In whom a message pings, whatever it says.
    Mention,
    /// In which message is changed first.
    Order,
    /// In when a message is changed.
    Time,
    /// In the bot's own log.
    Log,
    /// In what a message says, but only when the bot has been down since.
    Restart,
    /// In how long nothing is tried again that has failed.
    Patience,
    /// In whose panel is changed first, which nobody sees who has but one.
    Beside,
}

impl Leak {
    pub(in crate::discord) const ALL: [Leak; 16] = [
        Leak::Text,
        Leak::Buttons,
        Leak::CustomId,
        Leak::Alt,
        Leak::Picture,
        Leak::FileName,
        Leak::Refusal,
        Leak::Offer,
        Leak::Ping,
        Leak::Mention,
        Leak::Order,
        Leak::Time,
        Leak::Log,
        Leak::Restart,
        Leak::Patience,
        Leak::Beside,
    ];
}

thread_local! {
    static PLANTED: Cell<Option<Leak>> = const { Cell::new(None) };
    /// The bit of the table that was looked at last, for places that know no table.
    static BIT: Cell<bool> = const { Cell::new(false) };
    /// Whether the bot has been down.
    static REBORN: Cell<bool> = const { Cell::new(false) };
}

/// From now on this leaks on this thread, or nothing does.
pub(in crate::discord) fn plant(leak: Option<Leak>) {
    PLANTED.set(leak);
    BIT.set(false);
}

/// From now on the bot on this thread is one that has been down, or one that has not.
pub(in crate::discord) fn reborn(is: bool) {
    REBORN.set(is);
}

/// One bit of all that there is of a game, if it comes out here.
fn bit(snapshot: &TableSnapshot, leak: Leak) -> bool {
    if PLANTED.get() != Some(leak) {
        return false;
    }
    let state = snapshot
        .table
        .play
        .as_ref()
        .map(|play| play.state())
        .unwrap_or_default();
    let mixed = |sum: u32, byte: u8| sum.wrapping_mul(31).wrapping_add(u32::from(byte));
    state.bytes().fold(0, mixed).count_ones() % 2 == 1
}

/// Loaded dice, pictures without pixels, and whatever is planted.
pub(in crate::discord) fn probe() -> Probe {
    Probe {
        shown,
        refused,
        offered,
        reminds: |snapshot| !bit(snapshot, Leak::Ping),
        plans: order,
        lingers: |snapshot| Duration::from_millis(u64::from(bit(snapshot, Leak::Time))),
        // There is no time for pixels: a simulation only looks which picture stands where.
        picture: |picture| loaded::are().then(|| picture.key().into()),
        patience,
        number: loaded::word,
    }
}

/// What is shown of a table.
fn shown(snapshot: &TableSnapshot, mut payload: Payload) -> Payload {
    if bit(snapshot, Leak::Text) || (REBORN.get() && bit(snapshot, Leak::Restart)) {
        payload.above.push('.');
    }
    if bit(snapshot, Leak::Buttons)
        && let Some(Row::Buttons(buttons)) = payload.rows.last_mut()
        && buttons.len() > 1
    {
        buttons.pop();
    }
    if bit(snapshot, Leak::CustomId)
        && let Some(Row::Buttons(buttons)) = payload.rows.last_mut()
        && let Some(button) = buttons.last_mut()
    {
        button.target.push('x');
    }
    let (alt, pixels) = (bit(snapshot, Leak::Alt), bit(snapshot, Leak::Picture));
    if let Some(picture) = payload.picture.as_mut().filter(|_| alt || pixels) {
        let (mut sketch, mut told) = (Sketch::clone(picture.sketch()), picture.alt().to_owned());
        told.push_str(if alt { "." } else { "" });
        sketch.size.1 += i32::from(pixels);
        *picture = Picture::new(sketch, told);
    }
    if bit(snapshot, Leak::Mention)
        && let Some(person) = snapshot.table.seats.iter().find_map(|holder| holder.person.as_ref())
    {
        payload.mention.push(person.id);
    }
    BIT.set(bit(snapshot, Leak::FileName) || bit(snapshot, Leak::Patience));
    payload
}

/// Whether the bit of the table that was looked at last comes out here.
fn last_bit(leak: Leak) -> bool {
    PLANTED.get() == Some(leak) && BIT.get()
}

/// What a file is called.
pub(in crate::discord) fn name(name: String) -> String {
    match last_bit(Leak::FileName) {
        true => format!("_{name}"),
        false => name,
    }
}

/// How long nothing is tried again.
fn patience(wait: Duration) -> Duration {
    wait + Duration::from_millis(u64::from(last_bit(Leak::Patience)))
}

/// Why something was refused.
fn refused(snapshot: Option<&TableSnapshot>, mut payload: Payload) -> Payload {
    if snapshot.is_some_and(|snapshot| bit(snapshot, Leak::Refusal)) {
        payload.above.push('.');
    }
    payload
}

/// What is offered.
fn offered(snapshot: &TableSnapshot, mut offered: Vec<Completion>) -> Vec<Completion> {
    if bit(snapshot, Leak::Offer) {
        offered.pop();
    }
    offered
}

/// What is looked at, and in which order.
fn order(snapshot: &TableSnapshot, slots: &mut [Planned]) {
    if bit(snapshot, Leak::Order) {
        slots.reverse();
    }
    if bit(snapshot, Leak::Beside) {
        // Each seat's own stay as they are, and the public message comes first.
        slots.sort_by_key(|planned| match planned.slot {
            Slot::Table => None,
            Slot::Here(seat) | Slot::Seat(seat) | Slot::Ping(seat) => Some(Reverse(seat)),
        });
    }
    if bit(snapshot, Leak::Log) {
        tracing::trace!(table = snapshot.table.id, "looks good");
    }
}
