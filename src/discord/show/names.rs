//! How those who sit at a table are called.

use crate::referee::Table;
use crate::rules::{Phrase, Seat};
use crate::words::{Name, Names};

/// The names at a table: people by their own, computer players by number, a lone player's opponent as the Assistant.
#[derive(Clone, Copy, Debug)]
pub struct AtTable<'t>(pub &'t Table);

/// The option by which one person plays against the Assistant, in every game that has it.
const SOLO: &str = "solo";

impl Names for AtTable<'_> {
    fn name(&self, seat: Seat) -> Name {
        let table = self.0;
        let Some(holder) = table.seats.get(seat.index()) else {
            return Name::Unknown;
        };
        if let Some(person) = &holder.person {
            return Name::Person(person.name.clone());
        }
        let computers = table.seats.iter().filter(|holder| holder.person.is_none());
        let solo = table.options.get(SOLO).and_then(serde_json::Value::as_bool) == Some(true);
        if solo && computers.count() == 1 {
            return Name::Said(Phrase::new("name-assistant"));
        }
        let before = table
            .seats
            .iter()
            .take(seat.index())
            .filter(|holder| holder.person.is_none())
            .count();
        Name::Said(Phrase::new("name-computer").with("number", before as u32 + 1))
    }
}
