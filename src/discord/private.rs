//! What a person reads alone: rules, guided first games, the proof of fair chance, the choices for a new table, settings, help.
//!
//! Where a message may be edited that shows something already, a function returns a payload in any case: if it cannot show
//! something, a short notice says so.

use std::sync::Arc;

use super::app::App;
use super::custom_id::{Boards, Listed, SettingsPage, unpack_steps};
use super::desired_messages::{DEFAULT_LOCALE, LOCALE, PanelStyle, Setting};
use super::handler::{Done, Handler, Refusal};
use super::past;
use super::payload::{Payload, Row};
use super::play::Play;
use super::show::{self, Profile, Receipts};
use super::watched::LATE;
use crate::games::{self, DAILY, DailyGame, GameEntry, Options};
use crate::referee::daily::Streak;
use crate::referee::{Denied, Table, TableSnapshot};
use crate::rules::Phrase;
use crate::words::Words;

/// The match so far, game by game.
///
/// # Errors
/// Why the table cannot be read.
pub(super) async fn match_board(to: &Handler<'_>, table: u64) -> Result<Payload, Refusal> {
    let snapshot = to.snapshot(table).await?;
    Ok(show::match_board(&to.app.words, &to.asker.locale, &snapshot))
}

/// Shows every draw of a table, computed again once the table is over, with the asker's receipts.
///
/// # Errors
/// Why the table cannot be read or verified.
pub(super) async fn verify(to: &Handler<'_>, table: u64) -> Done {
    // An old table takes long to load, and a file can only take the place of "thinking".
    to.answer.think().await;
    let snapshot = to.snapshot(table).await?;
    let at = &snapshot.table;
    let next = to.app.referee.next_seal(at.guild, at.channel).await?;
    let person = to.asker.person.id;
    let file = Receipts::of(at, person).and_then(|receipts| receipts.file());
    let shown = computed(to, table, move |words, locale| {
        show::chance(words, locale, &snapshot, person, next)
    });
    let shown = shown.await?;
    match file {
        None => to.whisper(&shown).await,
        Some(file) => {
            if !to.answer.whisper_files(&shown, vec![file]).await {
                return Err(Denied::Unavailable.phrase().into());
            }
        }
    }
    Ok(())
}

/// Shows the last moments of a table that is over, each with its picture. Where no pictures can be shown, boards are text.
///
/// # Errors
/// Why the table cannot be read or replayed.
pub(super) async fn replay(to: &Handler<'_>, table: u64) -> Done {
    // Three pictures may take longer to draw than Discord waits, and an old table to load.
    to.answer.think().await;
    let snapshot = match to.snapshot(table).await {
        Ok(snapshot) => snapshot,
        Err(refusal) => {
            let thinned = past::thinned(to.app, &to.asker, table).await;
            return Err(thinned.map_or(refusal, Refusal::from));
        }
    };
    let shown = async |boards| {
        let shown = snapshot.clone();
        let moments = computed(to, table, move |words, locale| {
            show::replay(words, locale, &shown, boards)
        });
        Ok::<_, Refusal>(reviewable(to, &snapshot, moments.await?))
    };
    if !whisper_drawn(to, &shown(boards(to).await).await?).await {
        to.whisper(&shown(Boards::Text).await?).await;
    }
    Ok(())
}

/// How the asker sees boards here.
pub(super) async fn boards(to: &Handler<'_>) -> Boards {
    match to.asker.may_attach() {
        Some(false) => Boards::Text,
        _ => to.app.desired().setting(to.asker.person.id).await.unwrap_or_default(),
    }
}

/// Sends a message with its picture in place of "thinking". Where no picture can be shown, the board is text.
pub(super) async fn whisper_board(to: &Handler<'_>, shown: impl Fn(Boards) -> Payload) {
    if !whisper_drawn(to, &shown(boards(to).await)).await {
        to.whisper(&shown(Boards::Text)).await;
    }
}

/// Sends a message with its pictures in place of "thinking". Returns `false` if it has none, or if they did not arrive.
async fn whisper_drawn(to: &Handler<'_>, payload: &Payload) -> bool {
    match to.app.desired().drawn(payload).await {
        Ok(drawn) if !drawn.is_empty() => to.answer.whisper_pictures(payload, drawn).await,
        _ => false,
    }
}

/// The last moments with the button for a review, for whoever played against others in the match that is over.
fn reviewable(to: &Handler<'_>, snapshot: &TableSnapshot, mut moments: Payload) -> Payload {
    let table = &*snapshot.table;
    if past::is_of(&to.asker, snapshot) && table.has_opponents() && !moments.pages.is_empty() {
        let button = show::review_button(&to.app.words, &to.asker.locale, table);
        moments.rows.push(Row::Buttons(vec![button]));
    }
    moments
}

/// What takes long to compute: a long match is replayed from its first draw, and other tables must not wait for that.
///
/// # Errors
/// When the computation fails by a fault of ours.
pub(super) async fn computed<T: Send + 'static>(
    to: &Handler<'_>,
    table: u64,
    shown: impl FnOnce(&Words, &str) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let (words, locale) = (Arc::clone(&to.app.words), to.asker.locale.clone());
    let computed = tokio::task::spawn_blocking(move || shown(&words, &locale)).await;
    computed.map_err(|error| {
        tracing::error!(table, panicked = error.is_panic(), "a table could not be replayed");
        Denied::Unavailable.phrase().into()
    })
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
///
/// # Errors
/// Why the table cannot be read.
pub(super) async fn rules_at(to: &Handler<'_>, table: u64) -> Result<Payload, Refusal> {
    let snapshot = to.snapshot(table).await?;
    Ok(rules(to, snapshot.table.game.slug, Some(table), 0).await)
}

/// The rules of a game: with the options of the channel's table, if that table plays this game.
pub(super) async fn rules_here(to: &Handler<'_>, entry: &GameEntry) -> Payload {
    let here = to.app.referee.store().table_at(to.asker.channel).await.ok().flatten();
    rules(to, entry.slug, here, 0).await
}

/// A page of a game's rules, with a table's options if a table is named.
pub(super) async fn rules(to: &Handler<'_>, game: &str, table: Option<u64>, page: u16) -> Payload {
    let Handler { app, asker, .. } = to;
    let snapshot = match table {
        Some(table) => app.snapshot(asker, table).await.ok(),
        None => None,
    };
    let at = snapshot.map(|snapshot| snapshot.table);
    let at = at.filter(|table| table.game.slug == game);
    // At a table, the rules are those of the table's edition.
    let Some(entry) = at.as_ref().map(|table| table.game).or_else(|| games::find(game)) else {
        return to.notice(&Denied::NoGame.phrase());
    };
    let usual = app.defaults.get(entry.slug).cloned().unwrap_or_default();
    let options = at.as_ref().map_or(&usual, |table| &table.options);
    let table = table.filter(|_| at.is_some());
    show::rules(&app.words, &asker.locale, entry, options, table, page)
}

/// Shows the step of a guided first game after so many steps, at which this was taken ([`unpack_steps`]). The step is a new
/// message, which a screen reader reads out, and the steps before stay where they are. Where no picture can be shown, the board
/// is text.
///
/// # Errors
/// That there is no such step.
pub(super) async fn learn(to: &Handler<'_>, game: &str, step: u16, taken: u64) -> Done {
    // What the computer would choose takes a while, and so does the picture.
    to.answer.think().await;
    let (words, locale) = (&to.app.words, &to.asker.locale);
    let (Some(entry), Some(taken)) = (games::find(game), unpack_steps(step, taken)) else {
        return Err(Phrase::new("learn-gone").into());
    };
    let lesson = to.app.referee.lesson(entry, &to.asker.person, taken).await?;
    let lesson = lesson.ok_or_else(|| Phrase::new("learn-gone"))?;
    whisper_board(to, |boards| show::lesson(words, locale, &lesson, boards)).await;
    Ok(())
}

/// Shows what a person, or the asker, has played on this server, with the course of their rating in the game that is asked for.
///
/// # Errors
/// When the store fails.
pub(super) async fn profile(to: &Handler<'_>, person: Option<u64>, game: Option<&str>) -> Done {
    let Some(guild) = to.asker.guild else {
        return Err(Phrase::new("profile-nowhere").into());
    };
    let me = to.asker.person.id;
    let profile = profile_of(to, guild, person.unwrap_or(me), game).await?;
    let shown = |boards| show::profile(&to.app.words, &to.asker.locale, &profile, boards);
    let payload = shown(boards(to).await);
    if payload.picture.is_none() {
        to.whisper(&payload).await;
        return Ok(());
    }
    to.answer.think().await;
    if !whisper_drawn(to, &payload).await {
        to.whisper(&shown(Boards::Text)).await;
    }
    Ok(())
}

async fn profile_of(to: &Handler<'_>, guild: u64, person: u64, game: Option<&str>) -> Result<Profile, Refusal> {
    let referee = &to.app.referee;
    let recent = referee.store().history(person, Some(guild), 0, show::RECENT).await?;
    let mut games = Vec::new();
    let listed = referee.shown_everywhere(person).await?.is_some();
    let mut everywhere = Vec::new();
    for tally in referee.store().tally(person, guild).await? {
        let rated = async |guild| referee.rating(guild, &tally.game, tally.somebody).await;
        let here = rated(Some(guild)).await?;
        // A board over all servers takes long where there are many results. So it is asked for those alone who stand on it.
        if listed && here.is_some() && everywhere.len() < show::EVERYWHERE {
            let row = rated(None).await?.filter(|row| row.place.is_some());
            everywhere.extend(row.map(|row| (tally.game.clone(), row.points)));
        }
        games.push((tally, here));
    }
    let daily = match person == to.asker.person.id {
        true => streaks(to).await?,
        false => Vec::new(),
    };
    let mut profile = Profile {
        person,
        daily,
        games,
        everywhere,
        recent,
        course: None,
        other: person != to.asker.person.id,
    };
    if let Some(tally) = profile.told_best(game) {
        let course = referee.course(guild, &tally.game, tally.somebody).await?;
        profile.course = Some((tally.game.clone(), course));
    }
    Ok(profile)
}

/// The asker's streaks in positions of the day.
async fn streaks(to: &Handler<'_>) -> Result<Vec<(&'static DailyGame, Streak)>, Refusal> {
    let referee = &to.app.referee;
    let answers = referee.store().daily_answers(to.asker.person.id).await?;
    let streak = |game: &'static DailyGame| (game, Streak::on(referee.today(), game.slug, &answers));
    Ok(DAILY.iter().map(streak).collect())
}

/// A page of a person's settings.
pub(super) async fn settings(to: &Handler<'_>, page: SettingsPage) -> Payload {
    let Handler { app, asker, .. } = to;
    if page == SettingsPage::Forget {
        return show::forget(&app.words, &asker.locale);
    }
    if page == SettingsPage::Everywhere {
        return match app.referee.shown_everywhere(asker.person.id).await {
            Ok(name) => show::listed(&app.words, &asker.locale, name, &asker.account),
            Err(denied) => to.notice(&denied.phrase()),
        };
    }
    let (desired, person) = (app.desired(), asker.person.id);
    let kept = (
        desired.setting(person).await,
        desired.setting(person).await,
        desired.panel_style(person).await,
    );
    match kept {
        (Ok(ping), Ok(panel), Ok(PanelStyle { boards, confirm })) => {
            show::settings(&app.words, &asker.locale, ping, panel, boards, confirm)
        }
        _ => to.notice(&Denied::Unavailable.phrase()),
    }
}

/// Shows the asker over all servers, under the name that their account has now, or hides them. Gives the page that says so.
///
/// # Errors
/// When the store fails.
pub(super) async fn listed(by: &Handler<'_>, how: Listed) -> Result<Payload, Refusal> {
    let name = (how == Listed::Named).then_some(by.asker.account.as_str());
    by.app.referee.show_everywhere(by.asker.person.id, name).await?;
    Ok(settings(by, SettingsPage::Everywhere).await)
}

/// The choices for a new table.
pub(super) fn play(to: &Handler<'_>, play: &Play) -> Payload {
    let Handler { app, asker, .. } = to;
    let none = Options::new();
    let usual = app.defaults.get(play.game.slug).unwrap_or(&none);
    show::play(&app.words, &asker.locale, play, usual)
}

/// What the bot can do.
pub(super) fn help(to: &Handler<'_>) -> Payload {
    show::help(&to.app.words, &to.asker.locale)
}

/// How the bot is, in one sentence that tells nothing of any table.
pub(super) fn status(app: &App) -> Phrase {
    /// Nobody notices less, and a finer step would tell more of what others do.
    const STEP: u64 = 5;
    if app.referee.store_fails() {
        return Phrase::new("status-store");
    }
    let behind = app.api.behind().as_secs() / STEP * STEP;
    let (shards, standing) = app.shard_health.standing();
    if standing < shards || app.referee.timers_late() >= LATE {
        return Phrase::new("status-slow");
    }
    match behind {
        0 if app.shard_health.has_just_come_back() => Phrase::new("status-back"),
        0 => Phrase::new("status-well"),
        _ => Phrase::new("status-behind").with("seconds", behind as u32),
    }
}

/// Somebody sits down: a private chat may be opened now, and their panels of all tables go there.
pub(super) async fn meet(by: &Handler<'_>) {
    if by.app.messages.meet(by.asker.person.id) {
        recheck(by).await;
    }
}

/// Stores a preference of the asker, and updates everything that is sent to them.
///
/// # Errors
/// When the store fails.
pub(super) async fn prefer<S: Setting>(by: &Handler<'_>, chosen: S) -> Done {
    let (store, person) = (by.app.referee.store(), by.asker.person.id);
    store.set_preference(person, S::NAME, &chosen.to_string()).await?;
    reopen(by).await;
    Ok(())
}

/// Tries a closed private chat again, and updates everything that is sent to the asker.
pub(super) async fn reopen(by: &Handler<'_>) {
    by.app.messages.people().reopen(by.asker.person.id).await;
    recheck(by).await;
}

/// Updates everything that is sent to somebody whose preferences have changed.
pub(super) async fn recheck(by: &Handler<'_>) {
    match by.app.referee.store().seated(by.asker.person.id).await {
        Ok(tables) => tables.into_iter().for_each(|table| by.app.messages.changed(table)),
        Err(error) => tracing::warn!(%error, "could not look for the tables of a person"),
    }
}
