//! Help, settings, being forgotten, and the notice that a channel already has a table.

use super::super::custom_id::{Boards, Confirm, CustomId, PanelAt, Ping, SettingsPage};
use super::super::payload::{Payload, Row, Style};
use super::voice::{Voice, page, text_message};
use crate::games::CATALOGUE;
use crate::rules::{Arg, Phrase};
use crate::words::Words;

/// How everything works, on one screen.
pub fn help(words: &Words, locale: &str) -> Payload {
    let voice = Voice::numbered(words, locale);
    let title = voice.label("help-title");
    let all = || CATALOGUE.iter();
    let games: Arg = all().map(|entry| voice.game(entry)).collect();
    let mut lines = vec![voice.say(&Phrase::new("help-games").with("games", games))];
    let start = all()
        .next()
        .map(|first| Phrase::new("help-start").with("game", first.slug));
    lines.extend(start.map(|phrase| voice.say(&phrase)));
    for phrase in [
        Phrase::new("help-private"),
        Phrase::new("help-move"),
        Phrase::new("help-table"),
        Phrase::new("help-concede"),
        Phrase::new("help-clock"),
        Phrase::new("help-boards"),
        Phrase::new("help-settings"),
        Phrase::new("help-fair"),
        Phrase::new("help-past"),
    ] {
        lines.push(voice.say(&phrase));
    }
    let mut credits = vec![voice.label("help-credits")];
    credits.extend(all().filter_map(|entry| voice.of_game(entry, "credits")));
    page(&title, &lines.join("\n"), &credits.join(" "), Vec::new())
}

/// Why a channel takes no second table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It has another table.
    Other,
    /// It has the rematch that was asked for, which has begun.
    Begun,
    /// It has the rematch that was asked for, which has no free seat.
    Full,
}

/// The answer to a second start in a channel: what is there, and the button for a thread if `thread` is given.
pub fn taken(words: &Words, locale: &str, why: Taken, there: u64, thread: Option<&CustomId>) -> Payload {
    let voice = Voice::numbered(words, locale);
    let thread = thread.filter(|custom_id| custom_id.fits());
    let mut buttons = Vec::new();
    let why = voice.label(match why {
        Taken::Other => "taken-other",
        Taken::Begun => "taken-begun",
        Taken::Full => "taken-full",
    });
    let way = match thread {
        Some(custom_id) => {
            buttons.push(voice.button("button-thread", Style::Main, custom_id.clone()));
            voice.label("taken-way-thread")
        }
        None => voice.label("taken-way"),
    };
    let content = format!("{why} {way}");
    buttons.push(voice.button("button-show", Style::Plain, CustomId::Show { table: there }));
    text_message(&content, vec![Row::Buttons(buttons)])
}

/// All settings of a person: for each a line that says what holds now, and a row of buttons that changes it. The last button
/// leads to the question whether to be forgotten.
pub fn settings(words: &Words, locale: &str, ping: Ping, panel: PanelAt, boards: Boards, confirm: Confirm) -> Payload {
    let voice = Voice::numbered(words, locale);
    let lines = [
        Phrase::new(match ping {
            Ping::Dm => "settings-dm",
            Ping::Channel => "settings-channel",
            Ping::None => "settings-none",
        }),
        Phrase::new(match panel {
            PanelAt::Chat => "settings-panel-chat",
            PanelAt::Here => "settings-panel-here",
        }),
        Phrase::new(match boards {
            Boards::Pictures => "settings-boards-pictures",
            Boards::Rings => "settings-boards-rings",
            Boards::Digits => "settings-boards-digits",
            Boards::Text => "settings-boards-text",
        }),
        Phrase::new(match confirm {
            Confirm::Game => "settings-confirm-game",
            Confirm::Always => "settings-confirm-always",
        }),
    ];
    let button = |key, holds, custom_id| {
        let style = if holds { Style::Main } else { Style::Plain };
        voice.button(key, style, custom_id)
    };
    let pings = Ping::ALL.map(|how| button(ping_key(how), how == ping, CustomId::Ping { how }));
    let panels = PanelAt::ALL.map(|at| button(panel_key(at), at == panel, CustomId::PanelAt { at }));
    let kinds = Boards::ALL.map(|how| button(boards_key(how), how == boards, CustomId::Boards { how }));
    let asks = Confirm::ALL.map(|how| button(confirm_key(how), how == confirm, CustomId::Confirm { how }));
    let forget = CustomId::Settings {
        page: SettingsPage::Forget,
    };
    let forget = voice.button("button-forget", Style::Plain, forget);
    let rows: [Vec<_>; 5] = [pings.into(), panels.into(), kinds.into(), asks.into(), vec![forget]];
    let (title, text) = (voice.label("settings-title"), voice.lines(&lines).join("\n"));
    page(&title, &text, "", rows.map(Row::Buttons).into())
}

/// What it means to be forgotten by the bot, with the button that does it: afterwards the bot cannot find the person again.
/// Another button leads back to the settings.
pub fn forget(words: &Words, locale: &str) -> Payload {
    let voice = Voice::numbered(words, locale);
    let content = format!(
        "**{}**\n{}\n{}",
        voice.label("forget-title"),
        voice.say(&Phrase::new("forget-what")),
        voice.say(&Phrase::new("forget-stays")),
    );
    let page = SettingsPage::All;
    let buttons = vec![
        voice.button("button-forget", Style::Stop, CustomId::Forget),
        voice.button("button-back", Style::Plain, CustomId::Settings { page }),
    ];
    text_message(&content, vec![Row::Buttons(buttons)])
}

/// The key for a way of being pinged, as it is offered.
fn ping_key(how: Ping) -> &'static str {
    match how {
        Ping::Dm => "settings-use-dm",
        Ping::Channel => "settings-use-channel",
        Ping::None => "settings-use-none",
    }
}

/// The key for a place of the panel, as it is offered.
fn panel_key(at: PanelAt) -> &'static str {
    match at {
        PanelAt::Chat => "settings-use-chat",
        PanelAt::Here => "settings-use-here",
    }
}

/// The key for whether choices are shown before they count, as it is offered.
fn confirm_key(how: Confirm) -> &'static str {
    match how {
        Confirm::Game => "settings-use-game",
        Confirm::Always => "settings-use-always",
    }
}

/// The key for a way of showing boards, as it is offered.
pub fn boards_key(how: Boards) -> &'static str {
    match how {
        Boards::Pictures => "boards-pictures",
        Boards::Rings => "boards-rings",
        Boards::Digits => "boards-digits",
        Boards::Text => "boards-text",
    }
}
