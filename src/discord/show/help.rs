//! Help, settings, being shown over all servers, being forgotten, and the notice that a channel already has a table.

use super::super::custom_id::{Boards, Confirm, CustomId, Listed, PanelAt, Ping, SettingsMenu, SettingsPage};
use super::super::payload::{Payload, Row, Select, SelectOption, Style};
use super::names::Named;
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
    let first = all().next().map_or("", |first| first.slug);
    lines.push(voice.say(&Phrase::new("help-start").with("game", first)));
    lines.extend(voice.lines(&[
        Phrase::new("help-private"),
        Phrase::new("help-move"),
        Phrase::new("help-table"),
        Phrase::new("help-concede"),
        Phrase::new("help-clock"),
        Phrase::new("help-boards"),
        Phrase::new("help-settings"),
        Phrase::new("help-fair"),
        Phrase::new("help-past"),
        Phrase::new("help-daily"),
    ]));
    let mut credits = vec![voice.label("help-credits")];
    credits.extend(made(&voice));
    credits.push(voice.say(&Phrase::new("help-others").with("game", first)));
    page(&title, &lines.join("\n"), &credits.join(" "), Vec::new())
}

/// Who designed which games. All who made a game are named below its rules: here they would fill the screen of a phone.
fn made(voice: &Voice<'_>) -> Vec<String> {
    let mut made: Vec<(String, Vec<Arg>)> = Vec::new();
    for entry in CATALOGUE {
        // Nobody in particular made a traditional game.
        let Some(people) = voice.of_game(entry, "by") else {
            continue;
        };
        let game = voice.game(entry).into();
        match made.iter_mut().find(|(by, _)| *by == people) {
            Some((_, games)) => games.push(game),
            None => made.push((people, vec![game])),
        }
    }
    let by = |(people, games): (String, Vec<Arg>)| {
        let phrase = Phrase::new("help-by")
            .with("count", games.len() as u32)
            .with("games", Arg::List(games))
            .with("people", people);
        voice.say(&phrase)
    };
    made.into_iter().map(by).collect()
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
    text_message(&content, buttons)
}

/// All settings of a person: for each a menu that shows what holds now, named in each of its entries. The buttons below lead
/// to the page of ratings over all servers, and to the question whether to be forgotten.
pub fn settings(words: &Words, locale: &str, ping: Ping, panel: PanelAt, boards: Boards, confirm: Confirm) -> Payload {
    let voice = Voice::numbered(words, locale);
    let to = |key, page| voice.button(key, Style::Plain, CustomId::Settings { page });
    let pages = vec![
        to("button-listed", SettingsPage::Everywhere),
        to("button-forget", SettingsPage::Forget),
    ];
    let pings = Ping::ALL.map(|how| (how.to_string(), CustomId::Ping { how }, how == ping));
    let panels = PanelAt::ALL.map(|at| (at.to_string(), CustomId::PanelAt { at }, at == panel));
    let kinds = Boards::ALL.map(|how| (how.to_string(), CustomId::Boards { how }, how == boards));
    let asks = Confirm::ALL.map(|how| (how.to_string(), CustomId::Confirm { how }, how == confirm));
    let rows = vec![
        setting(&voice, SettingsMenu::Ping, &pings),
        setting(&voice, SettingsMenu::PanelAt, &panels),
        setting(&voice, SettingsMenu::Boards, &kinds),
        setting(&voice, SettingsMenu::Confirm, &asks),
        Row::Buttons(pages),
    ];
    page(&voice.label("settings-title"), &voice.label("settings-how"), "", rows)
}

/// The menu of one setting; each entry has its word, what it sets, and whether it holds now.
fn setting(voice: &Voice<'_>, menu: SettingsMenu, entries: &[(String, CustomId, bool)]) -> Row {
    let option = |(word, sets, holds): &(String, CustomId, bool)| {
        SelectOption::new(&voice.called(&format!("settings-{menu}-{word}")), sets).chosen_if(*holds)
    };
    let title = voice.called(&format!("settings-menu-{menu}"));
    let options = entries.iter().map(option).collect();
    Row::Select(Select::new(&CustomId::SettingsMenu { menu }, &title, options))
}

/// What it means to be shown in the ratings over all servers, and under which name the person is shown there; `None` is hidden.
/// Their account is called `account` now.
pub fn listed(words: &Words, locale: &str, name: Option<String>, account: &str) -> Payload {
    let mut names = Named::default();
    let called = names.add(account);
    let now = match &name {
        Some(name) => Phrase::new("listed-named").with("name", names.add(name)),
        None => Phrase::new("listed-hidden").with("name", called),
    };
    let voice = Voice::naming(words, locale, &names);
    let lines = voice.lines(&[Phrase::new("listed-what"), now]);
    let show = (name.as_deref() != Some(account)).then_some(Listed::Named);
    let hide = name.is_some().then_some(Listed::Hidden);
    let choices = [show, hide].into_iter().flatten().map(|how| {
        let key = match (how, hide) {
            (Listed::Hidden, _) => "button-hide-me",
            (Listed::Named, None) => "button-show-me",
            (Listed::Named, Some(_)) => "button-new-name",
        };
        voice.button(key, Style::Plain, CustomId::Listed { how })
    });
    let page = SettingsPage::All;
    let back = voice.button("button-back", Style::Plain, CustomId::Settings { page });
    let content = format!("**{}**\n{}", voice.label("listed-title"), lines.join("\n"));
    text_message(&content, choices.chain([back]).collect())
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
    text_message(&content, buttons)
}
