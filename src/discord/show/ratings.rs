//! The leaderboard by rating. Ratings that mean little yet stand behind all others, and say so; over all servers they are not shown.

use super::super::payload::Payload;
use super::board::{BOARD_PAGE, Board, other_boards};
use super::names::Named;
use super::rules::{page_title, turning};
use super::voice::{self, Voice};
use crate::games::GameEntry;
use crate::referee::{RatedPage, RatedRow};
use crate::rules::{Phrase, Seat};
use crate::words::Words;

/// A page of a server's ratings, or of those over all servers: `rated` holds the rows from `page` × [`BOARD_PAGE`] on.
pub fn ratings(
    words: &Words,
    locale: &str,
    game: &GameEntry,
    rated: &RatedPage,
    page: u16,
    everywhere: bool,
) -> Payload {
    let rows = &rated.rows[..rated.rows.len().min(BOARD_PAGE as usize)];
    let names = Named(rows.iter().map(|row| row.name.clone()).collect());
    let voice = Voice::naming(words, locale, &names);
    let pages = rated.total.div_ceil(BOARD_PAGE).max(1);
    let (board, titles, empty, how) = match everywhere {
        true => (
            Board::Everywhere,
            ["everywhere-title", "everywhere-title-page"],
            "everywhere-empty",
            "everywhere-how",
        ),
        false => (
            Board::Rating,
            ["ratings-title", "ratings-title-page"],
            "ratings-empty",
            "ratings-how",
        ),
    };
    let title = page_title(titles, page, pages);
    let title = voice.say(&title.with("game", voice.game(game)));
    let lines: Vec<Phrase> = (0..).map(Seat).zip(rows).map(|(name, row)| line(name, row)).collect();
    let text = match lines.is_empty() {
        true => voice.label(empty),
        false => voice.lines(&lines).join("\n"),
    };
    let provisional = rows.iter().any(|row| row.place.is_none());
    let provisional = provisional.then_some("ratings-provisional-how");
    let said = [Some(how), provisional, Some("ratings-counts")];
    let said = said.into_iter().flatten().map(|key| voice.label(key));
    let small_print = said.collect::<Vec<_>>().join(" ");
    let to = |page| board.page(game, page);
    let mut buttons = turning(&voice, usize::from(page), pages as usize, to);
    buttons.push(other_boards(&voice, game, board));
    voice::page(&title, &text, &small_print, buttons)
}

/// The line of the person whom the page's names call `name`.
fn line(name: Seat, row: &RatedRow) -> Phrase {
    // As text: a number of points is told without marks between its digits.
    let points = row.points.to_string();
    match row.place {
        Some(place) => Phrase::new("ratings-line")
            .with("place", place)
            .with("name", name)
            .with("points", points)
            .with("matches", row.matches),
        None => Phrase::new("ratings-provisional")
            .with("name", name)
            .with("points", points)
            .with("matches", row.matches),
    }
}
