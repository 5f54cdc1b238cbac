//! The names and the marks of those who sit at a table.

use crate::referee::{Person, Table};
use crate::rules::{Phrase, Seat};
use crate::words::{Name, Names};

/// The option by which one person plays against the Assistant, in every game that has it.
const SOLO: &str = "solo";

/// The names at a table: people by name, computer players by number and level, and a lone player's opponent as the
/// Assistant.
impl Names for Table {
    fn name(&self, seat: Seat) -> Name {
        let Some(holder) = self.seats.get(seat.index()) else {
            return Name::Unknown;
        };
        if let Some(person) = &holder.person {
            if Person::is_forgotten(person.id) {
                return Name::Said(Phrase::new("name-somebody"));
            }
            return Name::Person(person.name.clone());
        }
        let computers = self.seats.iter().filter(|holder| holder.person.is_none());
        let solo = self.options.get(SOLO).and_then(serde_json::Value::as_bool) == Some(true);
        if solo && computers.count() == 1 {
            return Name::Said(Phrase::new("name-assistant").with("level", holder.level.number()));
        }
        let before = self
            .seats
            .iter()
            .take(seat.index())
            .filter(|holder| holder.person.is_none())
            .count();
        Name::Said(
            Phrase::new("name-computer")
                .with("number", before as u32 + 1)
                .with("level", holder.level.number()),
        )
    }

    /// People come in the order of their ids, and before computer players: whoever plays again with the same people has the
    /// same mark, on whichever seat.
    fn mark(&self, seat: Seat) -> u8 {
        let rank = |index: usize| {
            let person = self.seats.get(index).and_then(|holder| holder.person.as_ref());
            (person.is_none(), person.map(|person| person.id), index)
        };
        let before = (0..self.seats.len()).filter(|index| rank(*index) < rank(seat.index()));
        before.count() as u8
    }
}

/// The names of a message, by the seats that stand for them in its phrases.
#[derive(Default)]
pub(super) struct Named(pub(super) Vec<String>);

impl Named {
    pub(super) fn add(&mut self, name: &str) -> Seat {
        self.0.push(name.to_owned());
        Seat((self.0.len() - 1) as u8)
    }
}

impl Names for Named {
    fn name(&self, seat: Seat) -> Name {
        let name = self.0.get(seat.index());
        name.map_or(Name::Unknown, |name| Name::Person(name.clone()))
    }
}
