//! Opening tables: by a start command, by a rematch, and in a thread when the channel has one already.
//!
//! The lobby is the answer to the interaction itself, so that it stands there at once; from then on it is an ordinary
//! message of delivery's, changed by its channel and never by the interaction's token.

use super::answer::{Answer, Said};
use super::delivery::{Slot, Spot, Written};
use super::house::{Asker, House};
use super::http::Failure;
use super::press::{Boards, Press, pack};
use super::{limits, show};
use crate::games::{self, GameEntry, Gathering, Options};
use crate::referee::{Arrangement, Clock, Denied, Look, Opening};
use crate::rules::{Phrase, SIDES, SetupError};

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The game.
    pub(super) game: &'static GameEntry,
    /// The options asked for.
    pub(super) options: Options,
    /// The clock.
    pub(super) clock: Option<Clock>,
    /// Computer players from the start.
    pub(super) computers: u8,
    /// How turns and sides go, where the game has them.
    pub(super) arrangement: Arrangement,
}

impl Wanted {
    /// The same again as was played at a table.
    pub(super) fn again(look: &Look) -> Wanted {
        let table = &look.table;
        let people = table.seats.iter().filter(|holder| holder.person.is_some()).count() as u8;
        let others = table.seats.len() as u8 - people;
        if table.game.sides.is_some() {
            return Wanted::by_sides_again(look);
        }
        // Seats that the game lays by itself come by themselves again.
        let laid = table
            .game
            .lay(&table.wanted, people)
            .is_ok_and(|(_, seats)| seats == people + others);
        Wanted {
            game: table.game,
            options: table.wanted.clone(),
            clock: table.clock,
            computers: if laid { 0 } else { others },
            arrangement: Arrangement {
                rest: table.turns.rest,
                ..Arrangement::default()
            },
        }
    }

    /// The same again at a table with sides: everybody is awaited on the side where they sat, and computer players sit there
    /// already.
    fn by_sides_again(look: &Look) -> Wanted {
        let table = &look.table;
        let mut computers = [0; SIDES];
        let mut former = Vec::new();
        for holder in &table.seats {
            match &holder.person {
                Some(person) => former.push((person.id, holder.side)),
                None => computers[usize::from(holder.side) % SIDES] += 1,
            }
        }
        Wanted {
            game: table.game,
            options: table.wanted.clone(),
            clock: table.clock,
            computers: 0,
            arrangement: Arrangement {
                rest: table.turns.rest,
                former,
                computers,
            },
        }
    }

    fn opening(&self, asker: &Asker, place: u64) -> Opening {
        Opening {
            interaction: asker.interaction,
            place,
            hall: asker.hall,
            host: asker.person.clone(),
            game: self.game.slug.to_owned(),
            options: self.options.clone(),
            clock: self.clock,
            computers: self.computers,
            arrangement: self.arrangement.clone(),
        }
    }

    /// Why no table can be opened for it, whoever comes; a press can be forged.
    fn hopeless(&self) -> Option<Denied> {
        if self.computers >= *self.game.people.end() {
            return Some(Denied::Full);
        }
        let gathering = Gathering {
            people: 1 + self.computers,
            on: None,
            clock: self.clock.map(|clock| clock.seconds),
        };
        let laid = self.game.lay_table(&self.options, gathering);
        laid.map_err(Denied::from)
            .err()
            .filter(|denied| matches!(denied, Denied::Setup(SetupError::Unknown(_) | SetupError::Value { .. })))
    }

    /// The press that opens a thread for it, where a custom id can hold it.
    fn press(&self) -> Option<Press> {
        let press = Press::Thread {
            game: self.game.slug.to_owned(),
            clock: self.clock.map_or(0, |clock| clock.seconds),
            rest: self.arrangement.rest,
            computers: self.computers,
            options: pack(&self.options)?,
        };
        press.fits().then_some(press)
    }

    /// Out of such a press.
    pub(super) fn of_press(game: &str, (clock, rest): (u32, u32), computers: u8, options: Options) -> Option<Wanted> {
        let clock = (clock > 0).then_some(Clock { seconds: clock });
        Some(Wanted {
            game: games::find(game)?,
            options,
            clock,
            computers,
            arrangement: Arrangement {
                rest,
                ..Arrangement::default()
            },
        })
    }
}

/// Opens a table in the channel of the interaction, and answers with its lobby.
pub(super) async fn here(house: &House, answer: &Answer<'_>, asker: &Asker, wanted: &Wanted) {
    if let Some(lacks) = asker.lacks() {
        let phrase = Phrase::new("start-lacks").with("permission", Phrase::new(lacks));
        answer.whisper(&house.notice(&asker.locale, &phrase)).await;
        return;
    }
    // Held before the table is there, so that delivery does not send the same lobby again.
    let mut held = house.delivery.hold(asker.interaction, Slot::Table).await;
    let look = match house.referee.open(wanted.opening(asker, asker.channel)).await {
        Ok(look) => look,
        Err(Denied::PlaceTaken { table }) => {
            drop(held);
            house.used(asker, table);
            taken(house, answer, asker, wanted, table).await;
            return;
        }
        Err(denied) => {
            drop(held);
            answer.whisper(&house.notice(&asker.locale, &denied.phrase())).await;
            return;
        }
    };
    if let Some((row, _)) = house.delivery.standing(&held).await
        && row.message != 0
    {
        // The same interaction again: its lobby stands already.
        return;
    }
    let public = house.board().table(&look, &asker.hall_locale, Boards::default());
    let promised = house
        .delivery
        .promise(
            &mut held,
            asker.channel,
            (asker.interaction, answer.token()),
            &asker.hall_locale,
        )
        .await;
    let said = match promised {
        true => answer.say(&public.payload).await,
        false => Said::Nothing,
    };
    match said {
        Said::As(message) => {
            let written = Written {
                channel: asker.channel,
                message,
                version: public.version,
                payload: &public.payload,
                last: public.last,
                through: None,
            };
            house
                .delivery
                .record(&mut held, written, Some(asker.hall_locale.clone()), Spot::default())
                .await;
        }
        Said::Perhaps | Said::Nothing => {
            if said == Said::Nothing && promised {
                house.delivery.break_promise(&held).await;
            }
            drop(held);
            house.delivery.changed(look.table.id);
            answer
                .whisper(&house.notice(&asker.locale, &Phrase::new("start-below")))
                .await;
        }
    }
}

/// The channel has a table: says so, and offers a thread.
async fn taken(house: &House, answer: &Answer<'_>, asker: &Asker, wanted: &Wanted, table: u64) {
    // A thread cannot be opened in a thread, nor in a private chat.
    let press = if asker.thread || asker.hall.is_none() {
        None
    } else {
        wanted.press()
    };
    answer
        .whisper(&show::taken(&house.words, &asker.locale, table, press.as_ref()))
        .await;
}

/// Opens a thread in the channel and a table in it.
pub(super) async fn in_thread(house: &House, answer: &Answer<'_>, asker: &Asker, wanted: &Wanted) {
    let notice = |phrase: Phrase| house.notice(&asker.locale, &phrase);
    // Held from the start: of the same press delivered twice at once, the second must find the first one's thread.
    let held = house.delivery.hold(asker.interaction, Slot::Table).await;
    // The same press again, delivered twice: the thread is there.
    if let Ok(Some(look)) = house.referee.look(asker.interaction).await {
        answer
            .update(&notice(
                Phrase::new("thread-opened").with("channel", look.table.place.to_string()),
            ))
            .await;
        return;
    }
    // A room that cannot be used would be left behind empty.
    if let Some(denied) = wanted.hopeless() {
        answer.whisper(&notice(denied.phrase())).await;
        return;
    }
    let thread = match house
        .api()
        .open_thread(asker.channel, &thread_name(house, asker, wanted.game))
        .await
    {
        Ok(thread) => thread,
        Err(failure) => {
            tracing::info!(interaction = asker.interaction, %failure, "a thread could not be opened");
            let key = match failure {
                Failure::NoAccess { .. } | Failure::GoneChannel => "thread-lacks",
                Failure::TooManyThreads => "thread-crowded",
                _ => "thread-failed",
            };
            answer.whisper(&notice(Phrase::new(key))).await;
            return;
        }
    };
    match house.referee.open(wanted.opening(asker, thread)).await {
        Ok(_) => {
            house.delivery.prepare(&held, thread, &asker.hall_locale).await;
            drop(held);
            house.delivery.changed(asker.interaction);
            answer
                .update(&notice(
                    Phrase::new("thread-opened").with("channel", thread.to_string()),
                ))
                .await;
        }
        Err(denied) => {
            answer.whisper(&house.denied(&asker.locale, &denied, None)).await;
        }
    }
}

/// What a thread for a table of somebody is called.
fn thread_name(house: &House, asker: &Asker, game: &GameEntry) -> String {
    let title = house.words.message(&asker.hall_locale, &format!("{}-name", game.slug));
    let title = title.unwrap_or_else(|| game.slug.to_owned());
    let name = limits::fit(&format!("{title} · {}", asker.person.name), limits::THREAD_NAME);
    if let Err(unfit) = limits::check_thread_name(&name) {
        tracing::error!(%unfit, "the name of a thread breaks Discord's limits");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CATALOGUE;

    fn wanted(computers: u8, option: &str) -> Wanted {
        let options = [(option.to_owned(), true.into())].into_iter();
        Wanted {
            game: &CATALOGUE[0],
            options: options.filter(|(name, _): &(String, _)| !name.is_empty()).collect(),
            clock: None,
            computers,
            arrangement: Arrangement::default(),
        }
    }

    #[test]
    fn no_thread_is_opened_for_a_table_that_cannot_be() {
        let most = *CATALOGUE[0].people.end();
        assert_eq!(wanted(0, "").hopeless(), None);
        assert_eq!(wanted(most - 1, "").hopeless(), None);
        assert_eq!(wanted(most, "").hopeless(), Some(Denied::Full));
        assert_eq!(wanted(u8::MAX, "").hopeless(), Some(Denied::Full));
        assert!(matches!(wanted(0, "never heard of").hopeless(), Some(Denied::Setup(_))));
    }
}
