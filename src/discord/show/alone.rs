//! The board of what is played alone. Nobody wins there: a line says how many games somebody brought to a good end.

use super::super::custom_id::CustomId;
use super::super::payload::{Button, Payload, Row, Style};
use super::board::BOARD_PAGE;
use super::names::Named;
use super::rules::turning;
use super::voice::{self, Voice};
use crate::games::{GameEntry, Options};
use crate::referee::Table;
use crate::rules::{Phrase, Seat};
use crate::store::Standings;
use crate::words::Words;

/// What stands behind the slug of a game whose board of what is played alone is meant.
const ALONE: &str = "-alone";

/// The slug of the game, and whether its board of what is played alone is meant.
pub fn board_meant(slug: &str) -> (&str, bool) {
    match slug.strip_suffix(ALONE) {
        Some(game) => (game, true),
        None => (slug, false),
    }
}

fn slug(game: &GameEntry, alone: bool) -> String {
    let ending = if alone { ALONE } else { "" };
    format!("{}{ending}", game.slug)
}

fn to(game: &GameEntry, alone: bool, page: usize) -> CustomId {
    CustomId::Leaderboard {
        game: slug(game, alone),
        page: page as u16,
    }
}

/// The slug of the board on which the match of a table counts.
pub(super) fn board_of(table: &Table) -> String {
    slug(table.game, table.seats.len() == 1)
}

/// Adds the button to the other board of a game that one can play, with nobody else: from the leaderboard to the board of
/// what is played alone, or back.
pub fn add_other_board(words: &Words, locale: &str, game: &GameEntry, alone: bool, payload: &mut Payload) {
    let laid = game.fit_to_players(&Options::new(), 1);
    if *game.people.start() == 1 && laid.is_ok_and(|(_, seats)| seats == 1) {
        let key = if alone { "button-together" } else { "button-alone" };
        let label = Voice::numbered(words, locale).label(key);
        let button = Button::new(&label, Style::Plain, &to(game, !alone, 0));
        payload.rows.push(Row::Buttons(vec![button]));
    }
}

/// A page of the board: `standings` are the rows from `page` × [`BOARD_PAGE`] on.
pub fn board_alone(words: &Words, locale: &str, game: &GameEntry, standings: &Standings, page: u16) -> Payload {
    let rows = &standings.rows[..standings.rows.len().min(BOARD_PAGE as usize)];
    let names = Named(rows.iter().map(|row| row.name.clone()).collect());
    let voice = Voice::naming(words, locale, &names);
    let pages = standings.total.div_ceil(BOARD_PAGE).max(1) as usize;
    let title = voice.say(&Phrase::new("alone-title").with("game", voice.game(game)));
    let lines = (0..).map(Seat).zip(rows).map(|(name, standing)| {
        Phrase::new("alone-line")
            .with("place", standing.place)
            .with("name", name)
            .with("done", standing.points)
            .with("games", standing.games)
    });
    let mut description = voice.lines(&lines.collect::<Vec<_>>()).join("\n");
    if rows.is_empty() {
        description = voice.label("alone-empty");
    }
    let rows = turning(&voice, usize::from(page), pages, |page| to(game, true, page));
    voice::page(&title, &description, &voice.label("alone-ranked"), rows)
}
