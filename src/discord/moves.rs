//! The command for moves that are typed, and what it offers while somebody types.
//!
//! A move is always for the seat of whoever types it, at the table of the channel; where that has none (a private chat),
//! at the one table that waits for them. What is offered, and every answer, is for that person alone; everybody else
//! learns of the move as of a press, when delivery brings what shows the table up to date.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use poise::serenity_prelude as serenity;

use super::answer::{self, Answer};
use super::house::{Asker, House};
use super::payload::Completion;
use super::{limits, show};
use crate::referee::{Deed, Denied, Look};
use crate::rules::Seat;

/// The option that holds the move.
pub(super) const MOVE: &str = "move";
/// The option that says at which table.
pub(super) const TABLE: &str = "table";

/// How long it may take to find what is offered: half of what Discord waits (LIMITS section 4).
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 2);

/// Why there is no table to move at, and the table that was meant if there is one.
type No = Box<(Denied, Option<Look>)>;

fn no(denied: Denied, look: Option<Look>) -> No {
    Box::new((denied, look))
}

/// Offers moves, or tables, to somebody who types. Always answers, with nothing where nothing can be offered.
pub(super) async fn complete(house: &House, interaction: &serenity::CommandInteraction) {
    let asker = Asker::from(interaction);
    let found = tokio::time::timeout(PATIENCE, completions(house, &asker, interaction));
    let found = match AssertUnwindSafe(found).catch_unwind().await {
        Ok(found) => found.unwrap_or_default(),
        Err(_) => {
            tracing::error!(interaction = asker.interaction, "completing failed by a fault of ours");
            Vec::new()
        }
    };
    answer::complete(house.api(), asker.interaction, &interaction.token, &found).await;
}

async fn completions(house: &House, asker: &Asker, interaction: &serenity::CommandInteraction) -> Vec<Completion> {
    let Some(option) = interaction.data.autocomplete() else {
        return Vec::new();
    };
    let (words, locale) = (&house.words, &asker.locale);
    if option.name == TABLE {
        let seated = seated(house, asker).await.unwrap_or_default();
        return show::tables(words, locale, &seated, option.value);
    }
    let given = interaction.data.options.iter().find(|given| given.name == TABLE);
    let table = given.and_then(|given| given.value.as_str());
    match meant(house, asker, table).await.as_deref() {
        Ok([(look, seat)]) => {
            let offered = show::moves(words, locale, look, *seat, option.value);
            #[cfg(test)]
            let offered = super::tests::planted::offered(look, offered);
            offered
        }
        // Which of them it is for is asked afterwards.
        Ok(several) => {
            let mut all: Vec<Completion> = Vec::new();
            for (look, seat) in several {
                let few = limits::COMMAND_OPTIONS / several.len();
                let offered = show::moves(words, locale, look, *seat, option.value).into_iter();
                let new: Vec<_> = offered
                    .filter(|offer| all.iter().all(|other| other.value != offer.value))
                    .take(few)
                    .collect();
                all.extend(new);
            }
            all
        }
        Err(_) => Vec::new(),
    }
}

/// Makes the move that was typed.
pub(super) async fn play(house: &House, answer: &Answer<'_>, asker: &Asker, typed: &str, table: Option<&str>) {
    let locale = &asker.locale;
    let (look, seat) = match meant(house, asker, table).await {
        Ok(mut tables) if tables.len() == 1 => tables.remove(0),
        Ok(tables) => {
            answer.whisper(&show::which(&house.words, locale, &tables, typed)).await;
            return;
        }
        Err(no) => {
            let (denied, look) = *no;
            answer.whisper(&house.denied(locale, &denied, look.as_ref())).await;
            return;
        }
    };
    let table = look.table.id;
    house.delivery.used(table);
    let deed = Deed::Choose {
        step: None,
        what: typed.trim().to_owned(),
    };
    let payload = match house.referee.act(table, asker.act(deed)).await {
        Ok(look) => show::moved(&house.words, locale, &look, seat),
        Err(denied) => {
            // As it stands now: it may have moved on since.
            let now = house.referee.look(table).await.ok().flatten().unwrap_or(look);
            show::refused(&house.words, locale, &now, asker.person.id, &denied, typed)
        }
    };
    answer.whisper(&payload).await;
}

/// The tables at which a move can be meant: one, or where nothing says which, all that wait for the asker. Never none.
async fn meant(house: &House, asker: &Asker, table: Option<&str>) -> Result<Vec<(Look, Seat)>, No> {
    if let Some(table) = table {
        let table = table.trim().parse().map_err(|_| no(Denied::NoTable, None))?;
        return at(house, asker, table).await.map(|at| vec![at]);
    }
    let here = house.referee.table_at(asker.channel).await;
    if let Some(table) = here.map_err(|denied| no(denied, None))? {
        return at(house, asker, table).await.map(|at| vec![at]);
    }
    let mut seated = seated(house, asker).await?;
    if seated.len() > 1 {
        seated.retain(|(look, seat)| look.table.offered(*seat).is_some());
        if seated.is_empty() {
            return Err(no(Denied::NotAwaited, None));
        }
    }
    match seated.is_empty() {
        true => Err(no(Denied::NoTable, None)),
        false => Ok(seated),
    }
}

/// A table and the asker's seat at it.
async fn at(house: &House, asker: &Asker, table: u64) -> Result<(Look, Seat), No> {
    let look = match house.referee.look(table).await {
        Ok(Some(look)) => look,
        Ok(None) => return Err(no(Denied::NoTable, None)),
        Err(denied) => return Err(no(denied, None)),
    };
    match look.table.seat_of(asker.person.id) {
        Some(seat) => Ok((look, seat)),
        None => Err(no(Denied::NotSeated, Some(look))),
    }
}

/// The live tables at which the asker sits, as many as could be offered.
async fn seated(house: &House, asker: &Asker) -> Result<Vec<(Look, Seat)>, No> {
    let tables = house.referee.store().seated(asker.person.id).await.map_err(|error| {
        tracing::error!(%error, "the store failed");
        no(Denied::Unavailable, None)
    })?;
    let mut seated = Vec::new();
    for table in tables.into_iter().take(limits::COMMAND_OPTIONS) {
        seated.extend(at(house, asker, table).await.ok());
    }
    Ok(seated)
}
