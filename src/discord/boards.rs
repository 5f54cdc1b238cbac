//! The leaderboards of a server, which a person reads alone: by wins and points, by rating, by season, and the page of honours;
//! and the ratings over all servers.

use super::handler::Handler;
use super::limits;
use super::payload::Payload;
use super::show;
use crate::games::{self, GameEntry};
use crate::referee::{Denied, Season, TableSnapshot};
use crate::rules::Phrase;

/// The game and the server whose board is asked for, or why there is none.
fn meant(to: &Handler<'_>, game: &str) -> Result<(&'static GameEntry, u64), Phrase> {
    let entry = games::find(game).ok_or(Denied::NoGame)?;
    let guild = to.asker.guild.ok_or_else(|| Phrase::new("leaderboard-nowhere"))?;
    Ok((entry, guild))
}

/// What a page of so many rows begins with, and how many it has.
fn part(page: u16, size: u32) -> (u32, u32) {
    (u32::from(page).saturating_mul(size), size)
}

/// A page of the server's leaderboard; the first page begins with the channel's current match.
///
/// # Errors
/// Why there is none.
pub(super) async fn leaderboard(to: &Handler<'_>, game: &str, page: u16) -> Result<Payload, Phrase> {
    let (words, locale) = (&to.app.words, &to.asker.locale);
    let (game, alone) = show::board_meant(game);
    let (entry, guild) = meant(to, game)?;
    let (first, size) = part(page, show::BOARD_PAGE);
    let mut payload = match alone {
        true => {
            let standings = to.app.referee.board_alone(guild, entry, first, size).await?;
            show::board_alone(words, locale, entry, &standings, page)
        }
        false => {
            let standings = to.app.referee.leaderboard(guild, entry, first, size).await?;
            show::leaderboard(words, locale, entry, &standings, page)
        }
    };
    show::add_other_board(words, locale, entry, alone, &mut payload);
    if page == 0
        && !alone
        && let Some(snapshot) = match_here(to, entry).await
    {
        let first = show::match_board(words, locale, &snapshot);
        payload.above = limits::fit(&format!("{}\n\n{}", first.above, payload.above), limits::TEXT);
    }
    Ok(payload)
}

/// A page of the ratings of the server, or of those over all servers.
///
/// # Errors
/// Why there is none.
pub(super) async fn ratings(to: &Handler<'_>, game: &str, page: u16, everywhere: bool) -> Result<Payload, Phrase> {
    let (entry, guild) = meant(to, game)?;
    let (first, size) = part(page, show::BOARD_PAGE);
    let guild = Some(guild).filter(|_| !everywhere);
    let rated = to.app.referee.ratings(guild, entry, first, size).await?;
    let (words, locale) = (&to.app.words, &to.asker.locale);
    Ok(show::ratings(words, locale, entry, &rated, page, everywhere))
}

/// A page of a season of the server; without a number that of the season that is on.
///
/// # Errors
/// Why there is none.
pub(super) async fn season(to: &Handler<'_>, game: &str, season: Option<u64>, page: u16) -> Result<Payload, Phrase> {
    let (entry, guild) = meant(to, game)?;
    let season = season.and_then(Season::from_number);
    let part = part(page, show::BOARD_PAGE);
    let found = to.app.referee.season(guild, entry, season, part).await?;
    Ok(show::season(&to.app.words, &to.asker.locale, entry, &found, page))
}

/// A page of whom the past seasons of the server honour.
///
/// # Errors
/// Why there is none.
pub(super) async fn honours(to: &Handler<'_>, game: &str, page: u16) -> Result<Payload, Phrase> {
    let (entry, guild) = meant(to, game)?;
    let part = part(page, show::HONOURS_PAGE);
    let found = to.app.referee.honours(guild, entry, part).await?;
    Ok(show::honours(&to.app.words, &to.asker.locale, entry, &found, page))
}

/// The channel's current match of a game, if one of its games is over. A finished match stands in its own message.
async fn match_here(to: &Handler<'_>, entry: &GameEntry) -> Option<TableSnapshot> {
    let table = to.app.referee.table_at(to.asker.channel).await.ok()??;
    let snapshot = to.app.newest(table).await?;
    let same = snapshot.table.game.slug == entry.slug;
    let over = snapshot.table.rounds.iter().any(|round| round.outcome.is_some());
    (same && over).then_some(snapshot)
}
