//! The board of a season, and the page that honours the first of past seasons.

use super::super::custom_id::CustomId;
use super::super::limits;
use super::super::payload::{Payload, Row, Select, SelectOption};
use super::board::{BOARD_PAGE, Board, other_boards};
use super::names::Named;
use super::rules::{page_title, turning};
use super::voice::{self, Voice};
use crate::games::GameEntry;
use crate::referee::{Honours, HonoursPage, Season, SeasonPage, SeasonRow};
use crate::rules::{Arg, Phrase};
use crate::words::Words;

/// How many seasons a page of honours has: those of a year. Ask the referee for this many.
pub const HONOURS_PAGE: u32 = 4;
/// So many people are named where several share a place.
const NAMED: usize = 3;

/// A page of a season of a server: `found` holds the rows from `page` × [`BOARD_PAGE`] on.
pub fn season(words: &Words, locale: &str, game: &GameEntry, found: &SeasonPage, page: u16) -> Payload {
    let mut names = Named::default();
    let rows = found.rows.iter().take(BOARD_PAGE as usize);
    let lines: Vec<Phrase> = rows
        .map(|row| {
            Phrase::new("season-line")
                .with("place", row.place)
                .with("name", names.add(&row.name))
                .with("won", row.won)
                .with("matches", row.matches)
                .with("drawn", row.drawn)
        })
        .collect();
    let voice = Voice::naming(words, locale, &names);
    let this = found.seasons.first() == Some(&found.season);
    let text = match (lines.is_empty(), this) {
        (false, _) => voice.lines(&lines).join("\n"),
        (true, true) => voice.label("season-empty"),
        (true, false) => voice.label("season-empty-past"),
    };
    let pages = found.total.div_ceil(BOARD_PAGE).max(1);
    let title = page_title(["season-title", "season-title-page"], page, pages);
    let title = title
        .with("game", voice.game(game))
        .with("season", called(found.season));
    let mut rows = turning(&voice, usize::from(page), pages as usize, |page| {
        to(game, found.season, page as u16)
    });
    rows.extend(menu(&voice, game, found));
    rows.push(other_boards(&voice, game, Board::Season));
    voice::page(&voice.say(&title), &text, &voice.label("season-how"), rows)
}

fn to(game: &GameEntry, season: Season, page: u16) -> CustomId {
    CustomId::Season {
        game: game.slug.to_owned(),
        season: Some(season.number()),
        page,
    }
}

/// How a season is called. The year is text: it has no marks between its digits.
fn called(season: Season) -> Phrase {
    Phrase::new("season-name")
        .with("quarter", season.quarter())
        .with("year", season.year().to_string())
}

/// The menu of seasons, if there are several: as many as a menu has, with the shown one among them.
fn menu(voice: &Voice<'_>, game: &GameEntry, found: &SeasonPage) -> Option<Row> {
    let seasons = &found.seasons;
    let shown = seasons.iter().position(|season| *season == found.season).unwrap_or(0);
    let most = limits::OPTIONS;
    let from = shown.saturating_sub(most / 2).min(seasons.len().saturating_sub(most));
    let options = seasons.iter().skip(from).take(most).map(|season| {
        let option = SelectOption::new(&voice.plain(&called(*season)), to(game, *season, 0));
        option.chosen_if(*season == found.season)
    });
    let custom_id = CustomId::SeasonMenu {
        game: game.slug.to_owned(),
    };
    let menu = Select::new(&custom_id, &voice.label("season-menu"), options.collect());
    (seasons.len() > 1).then_some(Row::Select(menu))
}

/// A page of whom past seasons honour: `found` holds the seasons from `page` × [`HONOURS_PAGE`] on.
pub fn honours(words: &Words, locale: &str, game: &GameEntry, found: &HonoursPage, page: u16) -> Payload {
    let mut names = Named::default();
    let seasons = found.rows.iter().take(HONOURS_PAGE as usize);
    let seasons: Vec<Vec<Phrase>> = seasons.map(|honours| lines(honours, &mut names)).collect();
    let voice = Voice::naming(words, locale, &names);
    let text = match seasons.is_empty() {
        true => voice.label("honours-empty"),
        false => voice::apart(seasons.iter().map(|lines| voice.lines(lines).join("\n"))),
    };
    let pages = found.total.div_ceil(HONOURS_PAGE).max(1);
    let title = page_title(["honours-title", "honours-title-page"], page, pages);
    let title = title.with("game", voice.game(game));
    let to = |page| Board::Honours.page(game, page);
    let mut rows = turning(&voice, usize::from(page), pages as usize, to);
    rows.push(other_boards(&voice, game, Board::Honours));
    voice::page(&voice.say(&title), &text, &voice.label("honours-how"), rows)
}

/// The lines of a season: what it was, and each place with those who share it.
fn lines(honours: &Honours, names: &mut Named) -> Vec<Phrase> {
    let season = Phrase::new("honours-season")
        .with("season", called(honours.season))
        .with("matches", honours.matches);
    if !honours.enough {
        return vec![Phrase::new("honours-few").with("season", season)];
    }
    if honours.first.is_empty() {
        return vec![Phrase::new("honours-nobody").with("season", season)];
    }
    let places = honours.first.chunk_by(|one, next| one.place == next.place);
    let places = places.map(|level| place(level, names));
    std::iter::once(season).chain(places).collect()
}

/// The line of those who share a place.
fn place(level: &[SeasonRow], names: &mut Named) -> Phrase {
    let named = level.iter().take(NAMED).map(|row| names.add(&row.name).into());
    let mut people: Vec<Arg> = named.collect();
    let more = (level.len() - people.len()) as u32;
    people.extend((more > 0).then(|| Phrase::new("honours-more").with("count", more).into()));
    let row = &level[0];
    let line = Phrase::new("honours-line")
        .with("place", row.place)
        .with("people", Arg::List(people))
        .with("won", row.won)
        .with("drawn", row.drawn);
    match level.len() {
        1 => line,
        _ => Phrase::new("honours-tied").with("line", line),
    }
}
