//! The command for typed moves, and its completions.
//!
//! A move is always for the seat of the person who types it, at the channel's table. If the channel has none (a private
//! chat), the move is for the one table that waits for this person. A game may have its own command for moves
//! ([`GameEntry::typed`]), which does the same at tables of that game and is refused at others. Completions and answers go to
//! that person alone. Everybody else learns of the move as of a press: the messages that show the table are updated.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use poise::serenity_prelude as serenity;

use super::absent::{self, PLAYER};
use super::answer;
use super::app::{App, Asker};
use super::handler::Handler;
use super::past::{self, MATCH};
use super::payload::Completion;
use super::{limits, show};
use crate::games::{self, GameEntry};
use crate::referee::{Action, Denied, TableSnapshot};
use crate::rules::Seat;

/// The option that holds the move.
pub(super) const MOVE: &str = "move";
/// The option for the table.
pub(super) const TABLE: &str = "table";

/// How long finding completions may take: half of what Discord waits (docs/DISCORD.md, "Interactions").
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 2);

/// A typed move, and its table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed<'t> {
    /// The move.
    pub(super) what: &'t str,
    /// The table, if one was named.
    pub(super) table: Option<&'t str>,
    /// The game whose own command was used.
    pub(super) game: Option<&'static GameEntry>,
}

/// Why there is no table for the move.
enum No {
    /// The referee's refusal, and the table that was meant, if any.
    Denied(Denied, Option<Box<TableSnapshot>>),
    /// The table plays another game than the command's.
    Other(Box<TableSnapshot>, &'static GameEntry),
}

fn no(denied: Denied, snapshot: Option<TableSnapshot>) -> No {
    No::Denied(denied, snapshot.map(Box::new))
}

/// Completes moves or tables while somebody types. It always answers, possibly with no completions. The exception is a person
/// who has too much in hand: such a request is about text that has changed since.
pub(super) async fn complete(app: &App, interaction: &serenity::CommandInteraction) {
    let asker = Asker::from(interaction);
    let Ok(_permit) = app.user_limiter.enter(asker.person.id, asker.interaction).await else {
        return;
    };
    let found = tokio::time::timeout(PATIENCE, completions(app, &asker, interaction));
    let found = match AssertUnwindSafe(found).catch_unwind().await {
        Ok(found) => found.unwrap_or_default(),
        Err(_) => {
            tracing::error!(interaction = asker.interaction, "completing failed by a fault of ours");
            Vec::new()
        }
    };
    answer::complete(&app.api, asker.interaction, &interaction.token, &found).await;
}

async fn completions(app: &App, asker: &Asker, interaction: &serenity::CommandInteraction) -> Vec<Completion> {
    let Some(option) = interaction.data.autocomplete() else {
        return Vec::new();
    };
    let (words, locale) = (&app.words, &asker.locale);
    if option.name == MATCH {
        return past::offered(app, asker, option.value).await;
    }
    if option.name == TABLE {
        let mut seated = seated(app, asker).await.unwrap_or_default();
        seated.retain(|(snapshot, _)| is_played(snapshot, games::find(&interaction.data.name)));
        return show::tables(words, locale, &seated, option.value);
    }
    let options = match interaction.data.options.as_slice() {
        // A game's own command is a subcommand of the game's command, and a command for any table is a subcommand of
        // `/table`.
        [part] if let serenity::CommandDataOptionValue::SubCommand(options) = &part.value => options.as_slice(),
        options => options,
    };
    let given = options.iter().find(|given| given.name == TABLE);
    let table = given.and_then(|given| given.value.as_str());
    if option.name == PLAYER {
        return absent::offered(app, asker, table, option.value).await;
    }
    let game = games::find(&interaction.data.name);
    match meant(app, asker, table, game).await.as_deref() {
        Ok([(snapshot, seat)]) => {
            (app.probe.offered)(snapshot, show::moves(words, locale, snapshot, *seat, option.value))
        }
        // The answer asks afterwards for which of them the move is.
        Ok(several) => {
            let mut all: Vec<Completion> = Vec::new();
            for (snapshot, seat) in several {
                let few = limits::COMMAND_OPTIONS / several.len();
                let offered = show::moves(words, locale, snapshot, *seat, option.value).into_iter();
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
pub(super) async fn play(by: &Handler<'_>, typed: Typed<'_>) {
    let Handler { app, asker, .. } = by;
    let (words, locale) = (&app.words, &asker.locale);
    let Typed { what, table, game } = typed;
    let (snapshot, seat) = match meant(app, asker, table, game).await {
        Ok(mut tables) if tables.len() == 1 => tables.remove(0),
        Ok(tables) => {
            by.whisper(&show::which(words, locale, &tables, what)).await;
            return;
        }
        Err(No::Denied(denied, snapshot)) => {
            by.whisper(&app.denied(locale, &denied, snapshot.as_deref())).await;
            return;
        }
        Err(No::Other(snapshot, game)) => {
            by.whisper(&show::other_game(words, locale, &snapshot, game)).await;
            return;
        }
    };
    let table = snapshot.table.id;
    app.used(asker, table);
    let action = Action::Choose {
        step: None,
        what: what.trim().to_owned(),
    };
    let before = snapshot.table.events();
    let payload = match app.referee.act(table, asker.act(action)).await {
        Ok(snapshot) => show::moved(
            words,
            locale,
            &snapshot,
            seat,
            snapshot.table.choice_after(seat, before),
        ),
        Err(denied) => {
            // The newest state: the table may have moved on since.
            let now = app.newest(table).await.unwrap_or(snapshot);
            show::refused(words, locale, &now, asker.person.id, &denied, what)
        }
    };
    by.whisper(&payload).await;
}

/// The tables for which a move can be meant: one, or, if nothing tells which, all that wait for the asker. Never empty.
async fn meant(
    app: &App,
    asker: &Asker,
    table: Option<&str>,
    game: Option<&'static GameEntry>,
) -> Result<Vec<(TableSnapshot, Seat)>, No> {
    let here = match table {
        Some(table) => Some(table.trim().parse().map_err(|_| no(Denied::NoTable, None))?),
        None => {
            let here = app.referee.table_at(asker.channel).await;
            here.map_err(|denied| no(denied, None))?
        }
    };
    if let Some(table) = here {
        let (snapshot, seat) = at(app, asker, table).await?;
        return match game {
            Some(game) if !is_played(&snapshot, Some(game)) => Err(No::Other(Box::new(snapshot), game)),
            _ => Ok(vec![(snapshot, seat)]),
        };
    }
    let mut seated = seated(app, asker).await?;
    seated.retain(|(snapshot, _)| is_played(snapshot, game));
    if seated.len() > 1 {
        seated.retain(|(snapshot, seat)| snapshot.table.offered(*seat).is_some());
        if seated.is_empty() {
            return Err(no(Denied::NotAwaited, None));
        }
    }
    match seated.is_empty() {
        true => Err(no(Denied::NoTable, None)),
        false => Ok(seated),
    }
}

/// Whether a table plays this game, or any game if there is none.
fn is_played(snapshot: &TableSnapshot, game: Option<&'static GameEntry>) -> bool {
    game.is_none_or(|game| snapshot.table.game.slug == game.slug)
}

/// A table and the asker's seat at it.
async fn at(app: &App, asker: &Asker, table: u64) -> Result<(TableSnapshot, Seat), No> {
    let snapshot = app.snapshot(asker, table).await.map_err(|denied| no(denied, None))?;
    match snapshot.table.seat_of(asker.person.id) {
        Some(seat) => Ok((snapshot, seat)),
        None => Err(no(Denied::NotSeated, Some(snapshot))),
    }
}

/// The asker's live tables, as many as could be offered.
async fn seated(app: &App, asker: &Asker) -> Result<Vec<(TableSnapshot, Seat)>, No> {
    let tables = app.referee.store().seated(asker.person.id).await.map_err(|error| {
        tracing::error!(%error, "the store failed");
        no(Denied::Unavailable, None)
    })?;
    let mut seated = Vec::new();
    for table in tables.into_iter().take(limits::COMMAND_OPTIONS) {
        seated.extend(at(app, asker, table).await.ok());
    }
    Ok(seated)
}
