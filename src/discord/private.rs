//! What a person reads alone: rules, leaderboards, the proof of a table, settings, help.
//!
//! Each gives a payload, whatever happens: what cannot be shown is said in a short notice.

use std::sync::Arc;

use super::app::{App, Asker};
use super::custom_id::Ping;
use super::desired_messages::{DEFAULT_LOCALE, LOCALE, PANEL, PING, PanelAt};
use super::payload::Payload;
use super::show;
use crate::games::{self, GameEntry};
use crate::referee::{Denied, Table, TableSnapshot};
use crate::rules::Phrase;

/// A table that can be looked at, or the notice why not.
async fn snapshot(app: &App, asker: &Asker, table: u64) -> Result<TableSnapshot, Payload> {
    let snapshot = app.snapshot(asker, table).await;
    snapshot.map_err(|denied| app.notice(&asker.locale, &denied.phrase()))
}

/// The match so far, game by game.
pub(super) async fn match_board(app: &App, asker: &Asker, table: u64) -> Payload {
    match snapshot(app, asker, table).await {
        Ok(snapshot) => show::match_board(&app.words, &asker.locale, &snapshot),
        Err(notice) => notice,
    }
}

/// Every draw of a table computed again, once it is over.
pub(super) async fn verify(app: &App, asker: &Asker, table: u64) -> Payload {
    let snapshot = match snapshot(app, asker, table).await {
        Ok(snapshot) => snapshot,
        Err(notice) => return notice,
    };
    let (words, locale) = (Arc::clone(&app.words), asker.locale.clone());
    // A long match is played again from its first draw; other tables must not wait for that.
    let verdict = tokio::task::spawn_blocking(move || show::verdict(&words, &locale, &snapshot));
    match verdict.await {
        Ok(payload) => payload,
        Err(error) => {
            tracing::error!(table, panicked = error.is_panic(), "a table could not be verified");
            app.notice(&asker.locale, &Denied::Unavailable.phrase())
        }
    }
}

/// Tells a person in private that the host has taken them out of a lobby. Where there is no private chat with them they hear it
/// when they press Join.
pub(super) async fn removed(app: &App, table: &Table, person: u64) {
    let kept = app.referee.store().preference(person, LOCALE).await;
    let locale = kept.ok().flatten().unwrap_or_else(|| DEFAULT_LOCALE.to_owned());
    let told = Phrase::new("removed-told").with("place", table.channel.to_string());
    app.messages.tell(person, &app.notice(&locale, &told)).await;
}

/// The rules as they are at a table.
pub(super) async fn rules_at(app: &App, asker: &Asker, table: u64) -> Payload {
    match snapshot(app, asker, table).await {
        Ok(snapshot) => rules(app, asker, snapshot.table.game.slug, Some(table), 0).await,
        Err(notice) => notice,
    }
}

/// The rules of a game: as they are at the table in the channel, if that is played there.
pub(super) async fn rules_here(app: &App, asker: &Asker, entry: &GameEntry) -> Payload {
    let here = app.referee.store().table_at(asker.channel).await.ok().flatten();
    rules(app, asker, entry.slug, here, 0).await
}

/// A page of the rules of a game, as they are at a table if one is named.
pub(super) async fn rules(app: &App, asker: &Asker, game: &str, table: Option<u64>, page: u16) -> Payload {
    let snapshot = match table {
        Some(table) => app.snapshot(asker, table).await.ok(),
        None => None,
    };
    let at = snapshot
        .as_ref()
        .map(|snapshot| &snapshot.table)
        .filter(|table| table.game.slug == game);
    // At a table the rules are those of its edition.
    let Some(entry) = at.map(|table| table.game).or_else(|| games::find(game)) else {
        return app.notice(&asker.locale, &Denied::NoGame.phrase());
    };
    let at = at.map(|table| &table.options);
    let usual = app.defaults.get(entry.slug).cloned().unwrap_or_default();
    show::rules(
        &app.words,
        &asker.locale,
        entry,
        at.unwrap_or(&usual),
        table.filter(|_| at.is_some()),
        page,
    )
}

/// A page of the server's leaderboard; the first begins with the match that is on in the channel.
pub(super) async fn leaderboard(app: &App, asker: &Asker, game: &str, page: u16) -> Payload {
    let Some(entry) = games::find(game) else {
        return app.notice(&asker.locale, &Denied::NoGame.phrase());
    };
    let Some(guild) = asker.guild else {
        return app.notice(&asker.locale, &Phrase::new("leaderboard-nowhere"));
    };
    let size = show::BOARD_PAGE;
    let first = u32::from(page).saturating_mul(size);
    match app.referee.leaderboard(guild, entry, first, size).await {
        Ok(standings) => {
            let mut payload = show::leaderboard(&app.words, &asker.locale, entry, &standings, page);
            if page == 0
                && let Some(snapshot) = match_here(app, asker, entry).await
            {
                let first = show::match_board(&app.words, &asker.locale, &snapshot);
                payload.embeds.splice(..0, first.embeds);
            }
            payload
        }
        Err(denied) => app.notice(&asker.locale, &denied.phrase()),
    }
}

/// The match of a game that is on in the channel, if a game of it is over. A match that is over stands in its own message.
async fn match_here(app: &App, asker: &Asker, entry: &GameEntry) -> Option<TableSnapshot> {
    let table = app.referee.table_at(asker.channel).await.ok()??;
    let snapshot = app.referee.snapshot(table).await.ok()??;
    let same = snapshot.table.game.slug == entry.slug;
    let over = snapshot.table.rounds.iter().any(|round| round.outcome.is_some());
    (same && over).then_some(snapshot)
}

/// How somebody wants to hear of their turn.
pub(super) async fn settings(app: &App, asker: &Asker) -> Payload {
    let store = app.referee.store();
    let ping = store.preference(asker.person.id, PING).await;
    let panel = store.preference(asker.person.id, PANEL).await;
    let boards = app.desired().boards(asker.person.id).await;
    match (ping, panel, boards) {
        (Ok(how), Ok(panel), Ok(boards)) => {
            let how: Ping = how.and_then(|word| word.parse().ok()).unwrap_or_default();
            let here = panel.is_some_and(|word| PanelAt::read(&word) == PanelAt::Here);
            show::settings(&app.words, &asker.locale, how, here, boards)
        }
        (ping, panel, _) => {
            for error in [ping.err(), panel.err()].into_iter().flatten() {
                tracing::error!(%error, "the store failed");
            }
            app.notice(&asker.locale, &Denied::Unavailable.phrase())
        }
    }
}

/// What being forgotten means, and the button that does it.
pub(super) fn forget(app: &App, asker: &Asker) -> Payload {
    show::forget(&app.words, &asker.locale)
}

/// What the bot can do.
pub(super) fn help(app: &App, asker: &Asker) -> Payload {
    show::help(&app.words, &asker.locale)
}

/// Somebody sits down: their panels of all tables come to the private chat that may be opened now.
pub(super) async fn meet(app: &App, asker: &Asker) {
    if app.messages.meet(asker.person.id) {
        recheck(app, asker).await;
    }
}

/// Looks again at everything that is sent to somebody whose wishes have changed.
pub(super) async fn recheck(app: &App, asker: &Asker) {
    match app.referee.store().seated(asker.person.id).await {
        Ok(tables) => tables.into_iter().for_each(|table| app.messages.changed(table)),
        Err(error) => tracing::warn!(%error, "could not look for the tables of a person"),
    }
}
