//! The message of `/play`: a menu for each thing that can be chosen, and the button that opens the table.

use super::super::custom_id::{CustomId, Opponents, PlayMenu};
use super::super::limits;
use super::super::payload::{Payload, Row, Select, SelectOption, Style};
use super::super::play::{Play, numbered};
use super::lobby::clock_phrase;
use super::option_words::length_phrase;
use super::voice::{Voice, page};
use crate::games::{CATALOGUE, Options};
use crate::player::Level;
use crate::rules::Phrase;
use crate::words::Words;

/// What somebody has chosen so far, where `usual` are the operator's options for the game. A menu without a choice is left
/// out, and so is one that has no room.
pub fn play(words: &Words, locale: &str, play: &Play, usual: &Options) -> Payload {
    let voice = Voice::numbered(words, locale);
    let menus = [
        (PlayMenu::Game, games(&voice, play)),
        (PlayMenu::Opponents, opponents(&voice, play)),
        (PlayMenu::Level, levels(&voice, play)),
        (PlayMenu::Length, lengths(&voice, play, usual)),
        (PlayMenu::Clock, clocks(&voice, play)),
    ];
    let mut menus: Vec<_> = menus.into_iter().filter(|(_, options)| options.len() > 1).collect();
    if menus.len() >= limits::ROWS {
        // The lobby has both of these, too, and a clock hurries nobody where computers alone play along.
        let least = match play.against {
            Opponents::Both => PlayMenu::Level,
            _ => PlayMenu::Clock,
        };
        menus.retain(|(menu, _)| *menu != least);
    }
    let menus = menus.into_iter();
    let mut rows: Vec<Row> = menus.map(|(menu, options)| select(&voice, menu, options)).collect();
    rows.push(Row::Buttons(vec![voice.button(
        "button-open",
        Style::Go,
        play.custom_id(true),
    )]));
    let about = voice.of_game(play.game, "start").unwrap_or_default();
    let game = Phrase::new("play-game")
        .with("game", voice.game(play.game))
        .with("about", about);
    let how = match play.is_closed() {
        true => "play-how-closed",
        false => "play-how",
    };
    let lines = voice.lines(&[game, Phrase::new(how)]);
    page(&voice.label("play-title"), &lines.join("\n"), "", rows)
}

/// One menu, in which what holds now is chosen.
fn select(voice: &Voice<'_>, menu: PlayMenu, mut options: Vec<SelectOption>) -> Row {
    options.truncate(limits::OPTIONS);
    let placeholder = voice.called(&format!("play-menu-{menu}"));
    Row::Select(Select::new(&CustomId::PlayMenu { menu }, &placeholder, options))
}

/// An option that leads to these choices.
fn option(label: &str, to: Play) -> SelectOption {
    SelectOption::new(label, to.custom_id(false))
}

fn games(voice: &Voice<'_>, play: &Play) -> Vec<SelectOption> {
    let entry = |game| {
        let about = voice.of_game(game, "start").unwrap_or_default();
        let option = option(&voice.game(game), play.in_game(game)).described(&about);
        option.chosen_if(game.slug == play.game.slug)
    };
    CATALOGUE.iter().map(entry).collect()
}

fn opponents(voice: &Voice<'_>, play: &Play) -> Vec<SelectOption> {
    let entry = |against| {
        let label = match numbered(against) {
            Some(count) => voice.plain(&Phrase::new("play-computers").with("count", count)),
            None => voice.called(&format!("play-{against}")),
        };
        option(&label, Play { against, ..*play }).chosen_if(against == play.against)
    };
    play.opponents().into_iter().map(entry).collect()
}

fn lengths(voice: &Voice<'_>, play: &Play, usual: &Options) -> Vec<SelectOption> {
    let now = play.length.or_else(|| play.usual_length(usual));
    let entry = |length| {
        let length = Some(length);
        let to = Play { length, ..*play };
        let label = voice.plain(&length_phrase(to.match_length(usual)?));
        Some(option(&label, to).chosen_if(now == length))
    };
    play.lengths().into_iter().filter_map(entry).collect()
}

fn clocks(voice: &Voice<'_>, play: &Play) -> Vec<SelectOption> {
    let entry = |clock| {
        let label = voice.plain(&clock_phrase(play.game, clock));
        option(&label, Play { clock, ..*play }).chosen_if(clock == play.clock)
    };
    play.clocks().into_iter().map(entry).collect()
}

fn levels(voice: &Voice<'_>, play: &Play) -> Vec<SelectOption> {
    let entry = |level: Level| {
        let label = voice.plain(&Phrase::new("play-level").with("level", voice.level(level)));
        let to = Play {
            level: Some(level),
            ..*play
        };
        option(&label, to).chosen_if(level == play.level.unwrap_or_default())
    };
    play.levels().into_iter().map(entry).collect()
}
