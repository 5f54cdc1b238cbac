//! Leaderboards, the match game by game, and whether chance was fair.

use super::super::limits::{self, fit};
use super::super::payload::{Embed, Field, Payload};
use super::super::press::Press;
use super::rules::turning;
use super::{Voice, score};
use crate::games::{GameEntry, Options};
use crate::referee::fair::Secret;
use crate::referee::recording::Wrong;
use crate::referee::{Look, Table};
use crate::rules::{Phrase, Seat};
use crate::store::{Standing, Standings};
use crate::words::{Name, Names, Words};

/// People on a page of a leaderboard: what to ask the store for.
pub const BOARD_PAGE: u32 = 10;

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
    let mut room = limits::EMBED_DESCRIPTION;
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

/// Whether chance was fair: every draw of a table that is over, computed again; before that its seal.
pub fn verdict(words: &Words, locale: &str, look: &Look) -> Payload {
    let table = &look.table;
    let voice = Voice::at(words, locale, table);
    let title = voice.say(&Phrase::new("verdict-title").with("game", voice.game(table.game)));
    let (line, field) = match table.prove() {
        Ok(None) => {
            let sealed = Phrase::new("verdict-sealed").with("commitment", table.commitment().to_string());
            (voice.say(&sealed), None)
        }
        Ok(Some(proof)) => {
            let kept = match proof.draws {
                0 => Phrase::new("verdict-none"),
                draws => Phrase::new("verdict-kept").with("draws", draws as u32),
            };
            let how = voice.say(&Phrase::new("verdict-how"));
            (
                format!("{}\n{how}", voice.say(&kept)),
                Some(secret_field(&voice, table, &proof.secret)),
            )
        }
        Err(error) if matches!(*error.wrong, Wrong::Edition { .. }) => {
            let told = table
                .revealed_secret()
                .map(|secret| secret_field(&voice, table, secret));
            (voice.label("verdict-outdated"), told)
        }
        Err(error) => (
            voice.say(&Phrase::new("verdict-wrong").with("what", error.to_string())),
            None,
        ),
    };
    let embed = Embed {
        title: fit(&title, limits::EMBED_TITLE),
        description: fit(&line, limits::EMBED_DESCRIPTION),
        fields: field.into_iter().collect(),
        colour: COLOUR,
        ..Embed::default()
    };
    Payload {
        embeds: vec![embed],
        ..Payload::default()
    }
}

/// The secret behind all chance and its seal; for tables that are over.
pub(super) fn secret_field(voice: &Voice<'_>, table: &Table, secret: &Secret) -> Field {
    let told = Phrase::new("public-secret-told")
        .with("secret", secret.to_hex())
        .with("commitment", table.commitment().to_string());
    Field {
        name: voice.label("public-secret"),
        value: voice.say(&told),
    }
}
