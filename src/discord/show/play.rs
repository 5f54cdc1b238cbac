//! The message of `/play`: a menu for each thing that can be chosen, and the button that opens the table.

use super::super::custom_id::{CustomId, Opponents, PlayMenu};
use super::super::limits::{self, fit};
use super::super::payload::{Payload, Row, Select, SelectOption, Style};
use super::super::play::{Play, numbered};
use super::lobby::clock_phrase;
use super::option_words::length_phrase;
use super::voice::{Voice, page};
use crate::games::{CATALOGUE, Options};
use crate::rules::Phrase;
use crate::words::Words;

/// An entry of a menu: its label, its second line, the choices that it leads to, and whether these hold now.
type Entry = (String, String, Play, bool);

/// What somebody has chosen so far, where `usual` are the operator's options for the game. A menu without a choice is left
/// out.
pub fn play(words: &Words, locale: &str, play: &Play, usual: &Options) -> Payload {
    let voice = Voice::numbered(words, locale);
    let menus = [
        (PlayMenu::Game, games(&voice, play)),
        (PlayMenu::Opponents, opponents(&voice, play)),
        (PlayMenu::Length, lengths(&voice, play, usual)),
        (PlayMenu::Clock, clocks(&voice, play)),
    ];
    let menus = menus.into_iter().filter(|(_, entries)| entries.len() > 1);
    let mut rows: Vec<Row> = menus.map(|(menu, entries)| select(&voice, menu, entries)).collect();
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
fn select(voice: &Voice<'_>, menu: PlayMenu, entries: Vec<Entry>) -> Row {
    let placeholder = voice.label(match menu {
        PlayMenu::Game => "play-menu-game",
        PlayMenu::Opponents => "play-menu-against",
        PlayMenu::Length => "play-menu-length",
        PlayMenu::Clock => "play-menu-clock",
    });
    let option = |(label, description, to, chosen): Entry| SelectOption {
        label: fit(&label, limits::OPTION_TEXT),
        value: to.custom_id(false).to_string(),
        description: fit(&description, limits::OPTION_TEXT),
        chosen,
        icon: None,
    };
    let options = entries.into_iter().take(limits::OPTIONS).map(option);
    Row::Select(Select {
        custom_id: CustomId::PlayMenu { menu }.to_string(),
        placeholder: fit(&placeholder, limits::PLACEHOLDER),
        options: options.collect(),
        many: false,
    })
}

fn games(voice: &Voice<'_>, play: &Play) -> Vec<Entry> {
    let entry = |game| {
        let to = play.in_game(game);
        let about = voice.of_game(game, "start").unwrap_or_default();
        (voice.game(game), about, to, game.slug == play.game.slug)
    };
    CATALOGUE.iter().map(entry).collect()
}

fn opponents(voice: &Voice<'_>, play: &Play) -> Vec<Entry> {
    let entry = |against| {
        let label = match against {
            Opponents::People => voice.label("play-people"),
            Opponents::Both => voice.label("play-both"),
            Opponents::Alone => voice.label("play-alone"),
            other => {
                let count = numbered(other).unwrap_or_default();
                voice.plain(&Phrase::new("play-computers").with("count", count))
            }
        };
        (label, String::new(), Play { against, ..*play }, against == play.against)
    };
    play.opponents().into_iter().map(entry).collect()
}

fn lengths(voice: &Voice<'_>, play: &Play, usual: &Options) -> Vec<Entry> {
    let now = play.length.or_else(|| play.usual_length(usual));
    let entry = |length| {
        let to = Play {
            length: Some(length),
            ..*play
        };
        let label = voice.plain(&length_phrase(to.match_length(usual)?));
        Some((label, String::new(), to, now == Some(length)))
    };
    play.lengths().into_iter().filter_map(entry).collect()
}

fn clocks(voice: &Voice<'_>, play: &Play) -> Vec<Entry> {
    let of_turns = !play.game.turn_clocks.is_empty();
    let entry = |clock| {
        let label = voice.plain(&clock_phrase(clock, of_turns));
        (label, String::new(), Play { clock, ..*play }, clock == play.clock)
    };
    play.clocks().into_iter().map(entry).collect()
}
