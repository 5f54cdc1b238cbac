//! Drawing who sits where, before the first game of a match, in games that want it.
//!
//! Like every draw, this one follows from the table's secret and from the words that were added to chance; at an old table from
//! who sat down. It has a game number of its own: 0. A log with another order is not this table's log, so recomputing the draws
//! covers this one too.

use super::table::{Phase, Table};
use crate::rules::Refusal;

/// The game number for the draw of the places.
pub(super) const PLACES: u32 = 0;

impl Table {
    /// The drawn order of the holders, by their current places; `None` where they stay as they are.
    pub(super) fn seats_to_draw(&self) -> Option<Vec<u8>> {
        let drawn = self.has_drawn_seats() && self.begins();
        drawn.then(|| {
            let seed = self.seed(PLACES);
            seed.order(self.seats.len() as u8)
        })
    }

    /// Moves everybody to the drawn place.
    ///
    /// # Errors
    /// When the order differs from the one that the secret gives.
    pub(super) fn reseat(&mut self, order: &[u8]) -> Result<(), Refusal> {
        if self.seats_to_draw().as_deref() != Some(order) {
            return Err(Refusal::because("denied-not-begun"));
        }
        self.drawn_order = Some(order.to_vec());
        let places = order.iter().filter_map(|place| self.seats.get(usize::from(*place)));
        self.seats = places.cloned().collect();
        Ok(())
    }

    /// Whether the match has begun, but none of its games has.
    pub(super) fn begins(&self) -> bool {
        self.phase == Phase::Between && self.rounds.is_empty()
    }

    /// Whether a draw decides who sits where, rather than the order in which people sat down.
    pub fn has_drawn_seats(&self) -> bool {
        self.game.seats_drawn && self.seats.len() > 1
    }

    /// How many draws were made outside the games.
    pub(super) fn draws_of_places(&self) -> usize {
        usize::from(self.has_drawn_seats())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::event::{Person, TableEvent};
    use super::super::fair::Secret;
    use super::*;
    use crate::games::{GameEntry, Options, binome::Binome, find};
    use crate::player::Level;
    use crate::rules::SetupError;

    /// Binome, as it would be with places that are drawn.
    fn drawn_places() -> &'static GameEntry {
        let mut binome = GameEntry::of::<Binome>(&[]);
        binome.seats_drawn = true;
        Box::leak(Box::new(binome))
    }

    fn person(id: u64) -> Person {
        Person {
            id,
            name: format!("P{id}"),
        }
    }

    /// A table of four with this secret, about to begin its match.
    fn begun(game: &'static GameEntry, secret: u8) -> Result<Table, SetupError> {
        let mut table = Table::blank(1, 2, Some(3), game, Secret::from_bytes([secret; 32]));
        let (options, seats) = game.fit_to_players(&Options::new(), 4)?;
        let opened = TableEvent::Opened {
            options: options.clone(),
            clock: None,
            host: person(10),
            computers: 0,
            level: Level::default(),
            join: 1,
            seal: None,
        };
        let sat = (11..14).map(|id| TableEvent::Sat {
            person: person(id),
            join: id,
        });
        for event in std::iter::once(opened).chain(sat) {
            table.apply(0, &event).expect("they sit down");
        }
        assert_eq!(table.seats_to_draw(), None, "not while people sit down");
        table
            .apply(
                0,
                &TableEvent::Began {
                    options,
                    seats,
                    edition: 1,
                    forfeits: true,
                },
            )
            .expect("the match begins");
        Ok(table)
    }

    fn people(table: &Table) -> Vec<u64> {
        let sitting = table.seats.iter().filter_map(|holder| holder.person.as_ref());
        sitting.map(|person| person.id).collect()
    }

    #[test]
    fn the_secret_says_who_sits_where_and_nobody_else() {
        let mut seen = BTreeSet::new();
        for secret in 0..40 {
            let mut table = begun(drawn_places(), secret).expect("a table");
            let order = table.seats_to_draw().expect("places are drawn");
            let mut other = order.clone();
            other.rotate_left(1);
            let event = TableEvent::SeatsDrawn { order: other };
            assert!(table.apply(0, &event).is_err(), "another order is not this table's");
            let event = TableEvent::SeatsDrawn { order: order.clone() };
            table.apply(0, &event).expect("the order of the secret");
            let drawn: Vec<u64> = order.iter().map(|place| 10 + u64::from(*place)).collect();
            assert_eq!(people(&table), drawn);
            assert_eq!(table.host, 10, "whoever runs the table still does");
            seen.insert(drawn);
            table.apply(0, &TableEvent::RoundBegan { round: 1 }).expect("a game");
            assert_eq!(table.seats_to_draw(), None, "once a match");
        }
        assert!(seen.len() > 15, "{} of 24 orders in 40 matches", seen.len());
    }

    #[test]
    fn where_the_rules_say_who_begins_people_stay_where_they_sat_down() {
        let binome = find("binome").expect("in the catalogue");
        let mut table = begun(binome, 7).expect("a table");
        assert_eq!(table.seats_to_draw(), None);
        let order = vec![1, 0, 2, 3];
        assert!(table.apply(0, &TableEvent::SeatsDrawn { order }).is_err());
        assert_eq!(people(&table), [10, 11, 12, 13]);
    }
}
