//! A game's rules in pages, with the chosen options.

use super::super::custom_id::CustomId;
use super::super::limits::fit;
use super::super::payload::{Button, Payload, Row, Style};
use super::voice::{self, Voice, blocks};
use crate::games::{GameEntry, Options};
use crate::rules::Phrase;
use crate::words::Words;

/// How many characters of rules a page holds: about two screens of a phone.
const PAGE: usize = 1800;

/// A page of the rules of `game` with `options`, which are those of `table` if there is one. A page number beyond the last
/// page gives the last page.
pub fn rules(
    words: &Words,
    locale: &str,
    game: &GameEntry,
    options: &Options,
    table: Option<u64>,
    page: u16,
) -> Payload {
    let voice = Voice::numbered(words, locale);
    let paragraphs = game
        .rules(options)
        .or_else(|_| game.rules(&Options::new()))
        .unwrap_or_default();
    let mut texts = voice.lines(&paragraphs);
    if texts.is_empty() {
        texts.extend(voice.of_game(game, "blurb"));
    }
    let pages = paged(&texts);
    let page = usize::from(page).min(pages.len() - 1);
    let name = voice.game(game);
    let title = page_title(["rules-title", "rules-title-page"], page as u16, pages.len() as u32);
    let title = voice.say(&title.with("game", name));
    let credits = voice.of_game(game, "credits").unwrap_or_default();
    let to = |page: usize| CustomId::Rules {
        game: game.slug.to_owned(),
        table,
        page: page as u16,
    };
    let mut rows = turning(&voice, page, pages.len(), to);
    if page == 0 && !game.lesson.is_empty() {
        let learn = voice.button("button-learn", Style::Plain, CustomId::learn(game.slug, &[]));
        match rows.last_mut() {
            Some(Row::Buttons(turning)) => turning.push(learn),
            _ => rows.push(Row::Buttons(vec![learn])),
        }
    }
    voice::page(&title, &pages[page], &credits, rows)
}

/// The title of a page: the first key names the only page, and the second one of several.
pub(super) fn page_title([only, several]: [&'static str; 2], page: u16, pages: u32) -> Phrase {
    match pages {
        1 => Phrase::new(only),
        _ => Phrase::new(several)
            .with("page", u32::from(page) + 1)
            .with("pages", pages),
    }
}

/// The row that turns pages, if there are several. Both buttons are always there, so that they stay under the thumb.
pub(super) fn turning(voice: &Voice<'_>, page: usize, pages: usize, to: impl Fn(usize) -> CustomId) -> Vec<Row> {
    if pages < 2 {
        return Vec::new();
    }
    let turn = |key, page: Option<usize>, blank: u16| {
        let label = voice.label(key);
        match page {
            Some(page) => Button::new(&label, Style::Plain, &to(page)),
            None => Button::new(&label, Style::Plain, &CustomId::Blank { at: blank }).disabled(),
        }
    };
    vec![Row::Buttons(vec![
        turn("button-previous", page.checked_sub(1), 0),
        turn("button-next", Some(page + 1).filter(|next| *next < pages), 1),
    ])]
}

/// Paragraphs in pages, with whole paragraphs where possible; at least one page.
fn paged(texts: &[String]) -> Vec<String> {
    let pages = blocks(texts.iter().flat_map(|text| split(text)), "\n\n", PAGE);
    if pages.is_empty() { vec![String::new()] } else { pages }
}

/// Splits a paragraph that is too long for a page between its lines.
fn split(text: &str) -> Vec<String> {
    blocks(text.lines().map(|line| fit(line, PAGE)), "\n", PAGE)
}
