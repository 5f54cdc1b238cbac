//! Leaderboards, and the match game by game.

use super::super::limits::{self, fit};
use super::super::payload::{Embed, Payload};
use super::super::press::Press;
use super::rules::turning;
use super::{Voice, score};
use crate::games::{GameEntry, Options};
use crate::referee::Look;
use crate::rules::{Phrase, Seat};
use crate::store::{Standing, Standings};
use crate::words::{Name, Names, Words};

/// People on a page of a leaderboard: what to ask the store for.
pub const BOARD_PAGE: u32 = 10;

/// How much of a match is shown game by game: a leaderboard may stand in the same message.
const MATCH_ROOM: usize = limits::EMBED_TOTAL / 2;

const COLOUR: u32 = 0xE8_B9_31;

/// People of a page by their places on it.
struct Listed<'s>(&'s [Standing]);

impl Names for Listed<'_> {
    fn name(&self, seat: Seat) -> Name {
        self.0
            .get(seat.index())
            .map_or(Name::Unknown, |standing| Name::Person(standing.name.clone()))
    }
}

/// A page of a server's leaderboard: `standings` are the rows from `page` × [`BOARD_PAGE`] on.
pub fn leaderboard(words: &Words, locale: &str, game: &GameEntry, standings: &Standings, page: u16) -> Payload {
    let rows = &standings.rows[..standings.rows.len().min(BOARD_PAGE as usize)];
    let names = Listed(rows);
    let voice = Voice {
        words,
        locale,
        names: &names,
    };
    let pages = standings.total.div_ceil(BOARD_PAGE).max(1) as usize;
    let name = voice.game(game);
    let title = voice.say(&match pages {
        1 => Phrase::new("leaderboard-title").with("game", name),
        _ => Phrase::new("leaderboard-title-page")
            .with("game", name)
            .with("page", u32::from(page) + 1)
            .with("pages", pages as u32),
    });
    let lines = rows
        .iter()
        .enumerate()
        .map(|(at, standing)| standing_lines(&voice, game, Seat(at as u8), standing));
    let mut description = lines.collect::<Vec<_>>().join("\n");
    if rows.is_empty() {
        description = voice.label("leaderboard-empty");
    }
    let embed = Embed {
        title: fit(&title, limits::EMBED_TITLE),
        description: fit(&description, limits::EMBED_DESCRIPTION),
        footer: voice.label(match may_be_conceded(game) {
            true => "leaderboard-counts-conceded",
            false => "leaderboard-counts",
        }),
        colour: COLOUR,
        ..Embed::default()
    };
    let to = |page: usize| Press::Leaderboard {
        game: game.slug.to_owned(),
        page: page as u16,
    };
    let rows = turning(&voice, usize::from(page), pages, to);
    Payload {
        embeds: vec![embed],
        rows,
        ..Payload::default()
    }
}

/// Whether a game may end by word, and then is won without points.
fn may_be_conceded(game: &GameEntry) -> bool {
    game.people.clone().any(|people| {
        let laid = game.lay(&Options::new(), people);
        let play = laid.and_then(|(options, seats)| game.start(&options, seats));
        play.is_ok_and(|play| play.may_concede())
    })
}

/// The lines of somebody whom the page's names know as `name`.
fn standing_lines(voice: &Voice<'_>, game: &GameEntry, name: Seat, standing: &Standing) -> String {
    let line = Phrase::new("leaderboard-line")
        .with("place", standing.place)
        .with("name", name)
        .with("points", (game.points)(standing.points));
    let more = Phrase::new("leaderboard-more")
        .with("won", standing.games_won)
        .with("games", standing.games)
        .with("matches-won", standing.matches_won)
        .with("matches", standing.matches)
        .with("best", standing.best_game);
    format!("{}\n{}", voice.say(&line), voice.say(&more))
}

/// The match game by game.
pub fn match_board(words: &Words, locale: &str, look: &Look) -> Payload {
    let table = &look.table;
    let voice = Voice::at(words, locale, table);
    let title = voice.say(&Phrase::new("match-title").with("game", voice.game(table.game)));
    let mut embed = Embed {
        title: fit(&title, limits::EMBED_TITLE),
        colour: COLOUR,
        ..Embed::default()
    };
    let mut room = MATCH_ROOM;
    for block in score::blocks(&voice, table, score::Rounds::All).iter().rev() {
        // The newest games stay when a very long match does not fit.
        let length = limits::length(block) + 1;
        if length > room {
            break;
        }
        room -= length;
        embed.description = format!("{block}\n{}", embed.description);
    }
    if !score::any(table) {
        embed.description = voice.label("match-empty");
    }
    embed.footer = crate::words::plain(&score::legend(&voice, table).unwrap_or_default());
    Payload {
        embeds: vec![embed],
        ..Payload::default()
    }
}
