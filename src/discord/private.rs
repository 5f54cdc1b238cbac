//! What a person reads alone: rules, leaderboards, the proof of fair chance, settings, help.
//!
//! Each function returns a payload in any case: if it cannot show something, a short notice says so.

use std::sync::Arc;

use super::app::{App, Asker};
use super::custom_id::Ping;
use super::desired_messages::{DEFAULT_LOCALE, LOCALE, PANEL, PING, PanelAt};
use super::payload::Payload;
use super::show;
use crate::games::{self, GameEntry};
use crate::referee::{Denied, Table, TableSnapshot};
use crate::rules::Phrase;

/// A snapshot of a table, or the notice why there is none.
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

/// Every draw of a table, computed again once the table is over.
pub(super) async fn verify(app: &App, asker: &Asker, table: u64) -> Payload {
    let snapshot = match snapshot(app, asker, table).await {
        Ok(snapshot) => snapshot,
        Err(notice) => return notice,
    };
    let (words, locale) = (Arc::clone(&app.words), asker.locale.clone());
    // A long match is replayed from its first draw, and other tables must not wait for that.
    let verdict = tokio::task::spawn_blocking(move || show::verdict(&words, &locale, &snapshot));
    match verdict.await {
        Ok(payload) => payload,
        Err(error) => {
            tracing::error!(table, panicked = error.is_panic(), "a table could not be verified");
            app.notice(&asker.locale, &Denied::Unavailable.phrase())
        }
    }
}

/// Tells a person in private that the host has removed them from a lobby. Without a private chat, they hear so when they
/// press Join.
pub(super) async fn removed(app: &App, table: &Table, person: u64) {
    let kept = app.referee.store().preference(person, LOCALE).await;
    let locale = kept.ok().flatten().unwrap_or_else(|| DEFAULT_LOCALE.to_owned());
    let told = Phrase::new("removed-told").with("place", table.channel.to_string());
    app.messages.tell(person, &app.notice(&locale, &told)).await;
}

/// The rules with a table's options.
pub(super) async fn rules_at(app: &App, asker: &Asker, table: u64) -> Payload {
    match snapshot(app, asker, table).await {
        Ok(snapshot) => rules(app, asker, snapshot.table.game.slug, Some(table), 0).await,
        Err(notice) => notice,
    }
}

/// The rules of a game: with the options of the channel's table, if that table plays this game.
pub(super) async fn rules_here(app: &App, asker: &Asker, entry: &GameEntry) -> Payload {
    let here = app.referee.store().table_at(asker.channel).await.ok().flatten();
    rules(app, asker, entry.slug, here, 0).await
}

/// A page of a game's rules, with a table's options if a table is named.
pub(super) async fn rules(app: &App, asker: &Asker, game: &str, table: Option<u64>, page: u16) -> Payload {
    let snapshot = match table {
        Some(table) => app.snapshot(asker, table).await.ok(),
        None => None,
    };
    let at = snapshot
        .as_ref()
        .map(|snapshot| &snapshot.table)
        .filter(|table| table.game.slug == game);
    // At a table, the rules are those of the table's edition.
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

/// A page of the server's leaderboard; the first page begins with the channel's current match.
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

/// The channel's current match of a game, if one of its games is over. A finished match stands in its own message.
async fn match_here(app: &App, asker: &Asker, entry: &GameEntry) -> Option<TableSnapshot> {
    let table = app.referee.table_at(asker.channel).await.ok()??;
    let snapshot = app.referee.snapshot(table).await.ok()??;
    let same = snapshot.table.game.slug == entry.slug;
    let over = snapshot.table.rounds.iter().any(|round| round.outcome.is_some());
    (same && over).then_some(snapshot)
}

/// A person's settings.
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

/// What it means to be forgotten by the bot, with the button that does it.
pub(super) fn forget(app: &App, asker: &Asker) -> Payload {
    show::forget(&app.words, &asker.locale)
}

/// What the bot can do.
pub(super) fn help(app: &App, asker: &Asker) -> Payload {
    show::help(&app.words, &asker.locale)
}

/// Somebody sits down: a private chat may be opened now, and their panels of all tables go there.
pub(super) async fn meet(app: &App, asker: &Asker) {
    if app.messages.meet(asker.person.id) {
        recheck(app, asker).await;
    }
}

/// Updates everything that is sent to somebody whose preferences have changed.
pub(super) async fn recheck(app: &App, asker: &Asker) {
    match app.referee.store().seated(asker.person.id).await {
        Ok(tables) => tables.into_iter().for_each(|table| app.messages.changed(table)),
        Err(error) => tracing::warn!(%error, "could not look for the tables of a person"),
    }
}
