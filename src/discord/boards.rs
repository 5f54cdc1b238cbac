//! The leaderboards of a server, which a person reads alone: by wins and points, by rating, by season, and the page of honours;
//! and the ratings over all servers.

use super::handler::Handler;
use super::limits;
use super::payload::Payload;
use super::show;
use crate::games::{self, GameEntry};
use crate::referee::{Denied, Season, TableSnapshot};
use crate::rules::Phrase;

/// The game and the server whose board is asked for, or a notice that there is none.
fn meant(to: &Handler<'_>, game: &str) -> Result<(&'static GameEntry, u64), Box<Payload>> {
    let nowhere = |phrase: &Phrase| Box::new(to.notice(phrase));
    let entry = games::find(game).ok_or_else(|| nowhere(&Denied::NoGame.phrase()))?;
    let guild = to.asker.guild;
    Ok((
        entry,
        guild.ok_or_else(|| nowhere(&Phrase::new("leaderboard-nowhere")))?,
    ))
}

/// What a page of so many rows begins with, and how many it has.
fn part(page: u16, size: u32) -> (u32, u32) {
    (u32::from(page).saturating_mul(size), size)
}

/// A page of the server's leaderboard; the first page begins with the channel's current match.
pub(super) async fn leaderboard(to: &Handler<'_>, game: &str, page: u16) -> Payload {
    let (words, locale) = (&to.app.words, &to.asker.locale);
    let (game, alone) = show::board_meant(game);
    let (entry, guild) = match meant(to, game) {
        Ok(meant) => meant,
        Err(notice) => return *notice,
    };
    let (first, size) = part(page, show::BOARD_PAGE);
    if alone {
        return match to.app.referee.board_alone(guild, entry, first, size).await {
            Ok(standings) => {
                let mut payload = show::board_alone(words, locale, entry, &standings, page);
                show::add_other_board(words, locale, entry, alone, &mut payload);
                payload
            }
            Err(denied) => to.notice(&denied.phrase()),
        };
    }
    match to.app.referee.leaderboard(guild, entry, first, size).await {
        Ok(standings) => {
            let mut payload = show::leaderboard(words, locale, entry, &standings, page);
            show::add_other_board(words, locale, entry, alone, &mut payload);
            if page == 0
                && let Some(snapshot) = match_here(to, entry).await
            {
                let first = show::match_board(words, locale, &snapshot);
                payload.above = limits::fit(&format!("{}\n\n{}", first.above, payload.above), limits::TEXT);
            }
            payload
        }
        Err(denied) => to.notice(&denied.phrase()),
    }
}

/// A page of the ratings of the server, or of those over all servers.
pub(super) async fn ratings(to: &Handler<'_>, game: &str, page: u16, everywhere: bool) -> Payload {
    let (entry, guild) = match meant(to, game) {
        Ok(meant) => meant,
        Err(notice) => return *notice,
    };
    let (first, size) = part(page, show::BOARD_PAGE);
    let guild = Some(guild).filter(|_| !everywhere);
    match to.app.referee.ratings(guild, entry, first, size).await {
        Ok(rated) => show::ratings(&to.app.words, &to.asker.locale, entry, &rated, page, everywhere),
        Err(denied) => to.notice(&denied.phrase()),
    }
}

/// A page of a season of the server; without a number that of the season that is on.
pub(super) async fn season(to: &Handler<'_>, game: &str, season: Option<u64>, page: u16) -> Payload {
    let (entry, guild) = match meant(to, game) {
        Ok(meant) => meant,
        Err(notice) => return *notice,
    };
    let season = season.and_then(Season::from_number);
    let found = to
        .app
        .referee
        .season(guild, entry, season, part(page, show::BOARD_PAGE));
    match found.await {
        Ok(found) => show::season(&to.app.words, &to.asker.locale, entry, &found, page),
        Err(denied) => to.notice(&denied.phrase()),
    }
}

/// A page of whom the past seasons of the server honour.
pub(super) async fn honours(to: &Handler<'_>, game: &str, page: u16) -> Payload {
    let (entry, guild) = match meant(to, game) {
        Ok(meant) => meant,
        Err(notice) => return *notice,
    };
    let found = to.app.referee.honours(guild, entry, part(page, show::HONOURS_PAGE));
    match found.await {
        Ok(found) => show::honours(&to.app.words, &to.asker.locale, entry, &found, page),
        Err(denied) => to.notice(&denied.phrase()),
    }
}

/// The channel's current match of a game, if one of its games is over. A finished match stands in its own message.
async fn match_here(to: &Handler<'_>, entry: &GameEntry) -> Option<TableSnapshot> {
    let table = to.app.referee.table_at(to.asker.channel).await.ok()??;
    let snapshot = to.app.newest(table).await?;
    let same = snapshot.table.game.slug == entry.slug;
    let over = snapshot.table.rounds.iter().any(|round| round.outcome.is_some());
    (same && over).then_some(snapshot)
}
