//! From when on the computer may be asked to play for somebody who has no clock.
//!
//! Once that moment has come, everybody reads so: an entry of the log ([`TableEvent::Overdue`](crate::referee::TableEvent))
//! brings the messages up to date then. Before that, only who nudges reads when it will come.

use super::sides;
use super::voice::{Voice, moment};
use crate::referee::{Absence, Table, TableSnapshot};
use crate::rules::{Phrase, Seat};

/// The people whose decisions the game waits for, if somebody else is present who may mind the wait.
fn awaited(table: &Table) -> Vec<Seat> {
    let awaited = table.awaited();
    let mut seats: Vec<Seat> = table.present().map(|(seat, _)| seat).collect();
    match seats.len() {
        0 | 1 => seats.clear(),
        _ => seats.retain(|seat| awaited.contains(*seat)),
    }
    seats
}

/// Names those for whom the game has waited so long that the computer may play for them.
pub(super) fn overdue(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let mut late = awaited(table);
    late.retain(|seat| table.seats[seat.index()].overdue);
    let some = !late.is_empty();
    let key = match late.iter().any(|seat| table.leaving_costs(*seat)) {
        true => "patience-over-last",
        false => "patience-over",
    };
    some.then(|| voice.say(&Phrase::new(key).with("seats", sides::said(voice, table, late))))
}

/// The answer to somebody who has asked for this: what it brings if the computer plays now, or that it needs further votes.
pub fn replaced(snapshot: &TableSnapshot, seat: Seat) -> Phrase {
    let table = &snapshot.table;
    let early = snapshot.patience.get(seat.index()).copied().flatten();
    match table.holder(seat).and_then(|holder| holder.stand_in) {
        Some(Absence::Lapsed) if table.leaving_costs(seat) => Phrase::new("done-replace-last"),
        Some(_) => Phrase::new("done-replace"),
        None => match early {
            Some(patience) => Phrase::new("done-replace-wished-early").with("when", moment(patience.alone)),
            None if table.clock.is_some() && !table.was_late(seat) && !table.is_idle(seat) => {
                Phrase::new("done-replace-wished-in-time")
            }
            None => Phrase::new("done-replace-wished"),
        },
    }
}

/// From when on the computer may play, if it may not yet.
pub(super) fn until(voice: &Voice<'_>, snapshot: &TableSnapshot) -> Option<String> {
    let table = &*snapshot.table;
    let of = |seat: &Seat| snapshot.patience.get(seat.index()).copied().flatten();
    let awaited = awaited(table);
    let first = awaited.iter().filter_map(of).min_by_key(|patience| patience.alone)?;
    let seats = awaited.iter().copied().filter(|seat| of(seat) == Some(first));
    let seats = sides::said(voice, table, seats);
    Some(
        voice.say(&match first.together {
            None => Phrase::new("patience-until")
                .with("seats", seats)
                .with("when", moment(first.alone)),
            Some(together) => Phrase::new("patience-together")
                .with("seats", seats)
                .with("when", moment(first.alone))
                .with("together", moment(together)),
        }),
    )
}
