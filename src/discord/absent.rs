//! For whom the computer is to play: offered by name while somebody types.
//!
//! Discord's own user option offers only members of the server, and whoever has left the server is the person most often
//! meant.

use super::about;
use super::app::{App, Asker};
use super::payload::Completion;
use super::show;
use crate::referee::Table;
use crate::rules::{Phrase, Seat};

/// The option for the person.
pub(super) const PLAYER: &str = "player";

/// The other people at the table that the command would be about, if that table is clear already.
pub(super) async fn offered(app: &App, asker: &Asker, table: Option<&str>, typed: &str) -> Vec<Completion> {
    let (store, person) = (app.referee.store(), asker.person.id);
    let tables = about::tables(store, asker.channel, person, table, false).await;
    let Ok([table]) = tables.as_deref() else {
        return Vec::new();
    };
    match app.snapshot(asker, *table).await {
        Ok(snapshot) => {
            let others: Vec<Seat> = others(&snapshot.table, asker.person.id).collect();
            show::players(&app.words, &asker.locale, &snapshot, &others, typed)
        }
        Err(_) => Vec::new(),
    }
}

/// The seats whose people play themselves, except the asker's.
fn others(table: &Table, asker: u64) -> impl Iterator<Item = Seat> {
    let others = table.present().filter(move |(_, person)| person.id != asker);
    others.map(|(seat, _)| seat)
}

/// The seat that the asker means: the one that was typed, or else the only one for which the game waits, or else the only one
/// that has let turn after turn pass.
///
/// # Errors
/// Why the seat is not clear, and what the asker can do.
pub(super) fn meant(table: &Table, asker: u64, typed: Option<&str>) -> Result<Seat, Phrase> {
    if let Some(typed) = typed {
        return named(table, typed).ok_or_else(|| Phrase::new("replace-nobody"));
    }
    let awaited = table.awaited();
    let mut others = others(table, asker).filter(|seat| awaited.contains(*seat) || table.is_idle(*seat));
    match (others.next(), others.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(Phrase::new("replace-not-waiting")),
        (Some(_), Some(_)) => Err(Phrase::new("replace-which")),
    }
}

/// The seat of a person: by their user id, as completions give it, by a mention, or by their name if nobody else has that
/// name.
pub(super) fn named(table: &Table, typed: &str) -> Option<Seat> {
    let typed = typed.trim();
    let mention = typed.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
    let number = mention.map_or(typed, |rest| rest.trim_start_matches('!'));
    if let Some(seat) = number.parse().ok().and_then(|person| table.seat_of(person)) {
        return Some(seat);
    }
    let called = typed.trim_start_matches('@').to_lowercase();
    let mut same = table.seats.iter().enumerate().filter(|(_, holder)| {
        let person = holder.person.as_ref();
        person.is_some_and(|person| person.name.to_lowercase() == called)
    });
    match (same.next(), same.next()) {
        (Some((seat, _)), None) => Some(Seat(seat as u8)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::Options;
    use crate::games::testing::revisable_choice_game::REVISABLE_CHOICE_GAME;
    use crate::player::Level;
    use crate::referee::fair::Secret;
    use crate::referee::{Absence, Person, TableEvent, TableSnapshot};
    use crate::rules::By;
    use crate::words::Words;

    /// A table at which these people are to pledge, with user ids from 1.
    fn pledging(names: &[&str]) -> Table {
        let person = |at: usize| Person {
            id: at as u64 + 1,
            name: names[at].to_owned(),
        };
        let mut table = Table::blank(7, 8, None, &REVISABLE_CHOICE_GAME, Secret::from_bytes([1; 32]));
        let opened = TableEvent::Opened {
            options: Options::new(),
            clock: None,
            host: person(0),
            computers: 0,
            level: Level::default(),
            join: 7,
            seal: None,
        };
        let sat = (1..names.len()).map(|at| TableEvent::Sat {
            person: person(at),
            join: 9 + at as u64,
        });
        let began = TableEvent::Began {
            options: Options::new(),
            seats: names.len() as u8,
            edition: 1,
            forfeits: true,
        };
        let round = TableEvent::RoundBegan { round: 1 };
        for event in std::iter::once(opened).chain(sat).chain([began, round]) {
            table.apply(0, &event).expect("it happens");
        }
        table
    }

    fn why(phrase: &Result<Seat, Phrase>) -> &str {
        phrase.as_ref().expect_err("it is not clear").key
    }

    #[test]
    fn who_has_left_the_server_is_found_as_they_were_called() {
        let table = pledging(&["Ana", "Ben *", "Cleo"]);
        for typed in ["2", " 2 ", "<@2>", "<@!2>", "ben *", "@Ben *"] {
            assert_eq!(meant(&table, 1, Some(typed)), Ok(Seat(1)), "{typed}");
        }
        for typed in ["", "Be", "9", "<@9>", "@"] {
            assert_eq!(why(&meant(&table, 1, Some(typed))), "replace-nobody", "{typed}");
        }
    }

    #[test]
    fn of_two_who_are_called_the_same_a_name_means_neither() {
        let table = pledging(&["Ana", "Ben", "BEN"]);
        assert_eq!(why(&meant(&table, 1, Some("Ben"))), "replace-nobody");
        assert_eq!(meant(&table, 1, Some("3")), Ok(Seat(2)));
        let same = pledging(&["Ana", "Ben", "Ben"]);
        let words = Words::embedded().expect("the words are sound");
        let snapshot = TableSnapshot {
            table: Arc::new(same.clone()),
            deadlines: vec![None; 3],
            patience: Vec::new(),
            next_round_at: None,
        };
        let others: Vec<Seat> = others(&same, 1).collect();
        let offered = show::players(&words, "en", &snapshot, &others, "ben");
        let names: Vec<&str> = offered.iter().map(|offer| offer.name.as_str()).collect();
        assert_eq!(names, ["Ben (seat 2)", "Ben (seat 3)"]);
    }

    #[test]
    fn nobody_has_to_be_named_where_the_game_waits_for_one_alone() {
        let mut table = pledging(&["Ana", "Ben", "Cleo"]);
        assert_eq!(why(&meant(&table, 1, None)), "replace-which");
        let why_not = Absence::Left;
        let stood_in = TableEvent::StoodIn {
            seat: Seat(2),
            why: why_not,
        };
        table.apply(0, &stood_in).expect("it happens");
        assert_eq!(meant(&table, 1, None), Ok(Seat(1)));
        for seat in 0..3 {
            let played = TableEvent::Played {
                by: By::Seat(Seat(seat)),
                what: "pledge 1".to_owned(),
                lapsed: false,
                players: None,
            };
            table.apply(0, &played).expect("it happens");
        }
        table.apply(0, &TableEvent::LEFT_ALONE).expect("it happens");
        assert_eq!(why(&meant(&table, 1, None)), "replace-not-waiting");
    }

    #[test]
    fn those_are_offered_who_play_themselves_and_are_others() {
        let words = Words::embedded().expect("the words are sound");
        let mut table = pledging(&["Ana", "Ben *", "Cleo"]);
        let offers = |table: &Table, typed: &str| -> Vec<(String, String)> {
            let snapshot = TableSnapshot {
                table: Arc::new(table.clone()),
                deadlines: vec![None; 3],
                patience: Vec::new(),
                next_round_at: None,
            };
            let others: Vec<Seat> = others(table, 1).collect();
            let offered = show::players(&words, "en", &snapshot, &others, typed);
            offered.into_iter().map(|offer| (offer.name, offer.value)).collect()
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(offers(&table, ""), [pair("Ben *", "2"), pair("Cleo", "3")]);
        assert_eq!(offers(&table, "cl"), [pair("Cleo", "3")]);
        let why = Absence::Left;
        table
            .apply(0, &TableEvent::StoodIn { seat: Seat(2), why })
            .expect("it happens");
        assert_eq!(offers(&table, ""), [pair("Ben *", "2")]);
    }
}
