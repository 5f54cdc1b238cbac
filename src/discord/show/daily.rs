//! The position of the day. The question is made of a [`DailyQuestion`], which does not know which choice is best.

use super::super::custom_id::{Boards, CustomId};
use super::super::payload::{Button, Payload, Row, Select, SelectOption, Style};
use super::drawn::{At, picture, sketch};
use super::menu::broken;
use super::names::Named;
use super::panel::told;
use super::voice::{Voice, apart, capital, heading, page, small, text_message};
use crate::games::{self, DailyGame};
use crate::referee::daily::{DailyQuestion, DailyTold, Day, Streak, VERSION};
use crate::rules::{Arg, Phrase, Viewer};
use crate::words::Words;

/// A game with a position of the day, and what somebody has answered.
pub struct DailyEntry {
    /// The game.
    pub game: &'static DailyGame,
    /// Whether the answer of the day is right, if there is one.
    pub right: Option<bool>,
    /// The streak.
    pub streak: Streak,
}

/// All games with a position of the day, and what somebody has answered today.
pub fn daily_games(words: &Words, locale: &str, day: Day, entries: &[DailyEntry]) -> Payload {
    let voice = Voice::numbered(words, locale);
    let line = |entry: &DailyEntry| {
        let state = match entry.right {
            None => "daily-open",
            Some(true) => "daily-right",
            Some(false) => "daily-wrong",
        };
        let line = Phrase::new("daily-game")
            .with("game", name(&voice, entry.game.slug))
            .with("state", Phrase::new(state));
        match entry.streak.best {
            0 => voice.say(&line),
            _ => format!("{} · {}", voice.say(&line), voice.say(&streak(entry.streak))),
        }
    };
    let lines: Vec<String> = entries.iter().map(line).collect();
    let button = |entry: &DailyEntry| {
        let style = if entry.right.is_none() {
            Style::Main
        } else {
            Style::Plain
        };
        let game = entry.game.slug.to_owned();
        Button::new(&name(&voice, entry.game.slug), style, &CustomId::Daily { game })
    };
    let title = Phrase::new("daily-titles").with("day", day.to_string());
    let rows = broken(vec![Row::Buttons(entries.iter().map(button).collect())]);
    page(&voice.say(&title), &lines.join("\n"), &voice.label("daily-how"), rows)
}

/// A position, with all choices.
pub fn daily_question(words: &Words, locale: &str, asked: &DailyQuestion, boards: Boards) -> Payload {
    let voice = Voice::at(words, locale, &asked.table);
    Payload {
        rows: vec![choices(&voice, asked)],
        ..position(
            &voice,
            asked,
            String::new(),
            voice.say(&Phrase::new("daily-ask")),
            boards,
        )
    }
}

/// A choice before it counts; `None` if there is no such choice.
pub fn daily_confirm(words: &Words, locale: &str, asked: &DailyQuestion, what: &str) -> Option<Payload> {
    let voice = Voice::at(words, locale, &asked.table);
    asked.choices.iter().find(|choice| *choice == what)?;
    let choice = asked.table.question(asked.seat, what)?;
    let confirm = voice.button("button-confirm", Style::Go, choose(asked, what, true));
    let says = capital(&voice.say(&Phrase::new("daily-confirm").with("choice", choice)));
    Some(text_message(&says, vec![confirm]))
}

/// A position with the answer of somebody who has answered, for them alone.
pub fn daily_answer(
    words: &Words,
    locale: &str,
    asked: &DailyQuestion,
    told: &DailyTold,
    may_share: bool,
    boards: Boards,
) -> Payload {
    let voice = Voice::at(words, locale, &asked.table);
    let slug = asked.table.game.slug;
    let say = |key, what: &str| {
        let choice = asked.table.question(asked.seat, what);
        choice.map(|choice| voice.say(&Phrase::new(key).with("choice", choice)))
    };
    let mut lines = vec![voice.say(&Phrase::new(if told.answer.right {
        "daily-solved"
    } else {
        "daily-missed"
    }))];
    lines.extend(say("review-chosen", &told.answer.choice));
    if let Some(cost) = &told.cost {
        let [points, least, most] = cost.points();
        let key = if told.is_certain {
            "daily-cost-certain"
        } else {
            "review-cost"
        };
        let cost = Phrase::new(key).with("points", points);
        lines.extend(say("review-better", &told.best));
        lines.push(voice.say(&cost.with("least", least).with("most", most)));
    }
    lines.push(voice.say(&streak(told.streak)));
    let day = asked.day.to_string();
    let proof = Phrase::new("daily-proof")
        .with("day", day)
        .with("game", slug.to_owned())
        .with("version", VERSION);
    lines.push(small(&voice.say(&proof)));
    let share = CustomId::ShareDaily {
        game: slug.to_owned(),
        day: asked.day.number(),
    };
    let share = may_share.then(|| Row::Buttons(vec![voice.button("button-share", Style::Plain, share)]));
    Payload {
        rows: share.into_iter().collect(),
        ..position(&voice, asked, lines.join("\n"), String::new(), boards)
    }
}

/// What somebody shares with everybody: nothing of the position.
pub fn daily_shared(words: &Words, locale: &str, person: &str, day: Day, entry: &DailyEntry) -> Payload {
    let mut names = Named::default();
    let who = names.add(person);
    let voice = Voice {
        words,
        locale,
        names: &names,
    };
    let key = match entry.right {
        Some(true) => "daily-shared",
        _ => "daily-shared-missed",
    };
    let says = Phrase::new(key)
        .with("name", who)
        .with("game", name(&voice, entry.game.slug))
        .with("day", day.to_string())
        .with("streak", entry.streak.current);
    text_message(&voice.say(&says), Vec::new())
}

/// The streaks of somebody who has ever answered right, in one line.
pub(super) fn daily_streaks(voice: &Voice<'_>, streaks: &[(&'static DailyGame, Streak)]) -> Option<Phrase> {
    let ever = streaks.iter().filter(|(_, streak)| streak.best > 0);
    let one = |(game, of): &(&'static DailyGame, Streak)| -> Arg {
        Phrase::new("profile-daily-game")
            .with("game", name(voice, game.slug))
            .with("current", of.current)
            .with("best", of.best)
            .into()
    };
    let games: Vec<Arg> = ever.map(one).collect();
    (!games.is_empty()).then(|| Phrase::new("profile-daily").with("games", Arg::List(games)))
}

fn name(voice: &Voice<'_>, slug: &str) -> String {
    games::find(slug).map_or_else(String::new, |game| voice.game(game))
}

fn streak(streak: Streak) -> Phrase {
    Phrase::new("daily-streak")
        .with("current", streak.current)
        .with("best", streak.best)
}

/// The position itself as the seat sees it, with what is said above it and below.
fn position(voice: &Voice<'_>, asked: &DailyQuestion, says: String, ask: String, boards: Boards) -> Payload {
    let (table, viewer) = (&asked.table, Viewer::Seat(asked.seat));
    let title = Phrase::new("daily-title")
        .with("game", voice.game(table.game))
        .with("day", asked.day.to_string());
    let above = apart([heading(&voice.say(&title)), says]);
    let drawn = sketch(table, viewer, At::default(), boards);
    let mut below = match drawn {
        Some(_) => Vec::new(),
        None => told(voice, table, &table.scene(viewer).unwrap_or_default()).to_vec(),
    };
    below.push(ask);
    let below = apart(below);
    let beside = format!("{above}\n{below}");
    Payload {
        picture: drawn.map(|sketch| picture(voice, table, sketch, (&beside, &[]), boards)),
        above,
        below,
        ..Payload::default()
    }
}

/// The choices in the order of the game, in the words of the question whether a seat makes them.
fn choices(voice: &Voice<'_>, asked: &DailyQuestion) -> Row {
    let option = |what: &String| {
        let says = asked.table.question(asked.seat, what)?;
        Some(SelectOption::new(
            &capital(&voice.plain(&says)),
            choose(asked, what, false),
        ))
    };
    let menu = CustomId::DailyMenu {
        game: asked.table.game.slug.to_owned(),
        day: asked.day.number(),
    };
    let options = asked.choices.iter().filter_map(option).collect();
    Row::Select(Select::new(&menu, &voice.label("panel-pick"), options))
}

fn choose(asked: &DailyQuestion, what: &str, sure: bool) -> CustomId {
    CustomId::Guess {
        sure,
        game: asked.table.game.slug.to_owned(),
        day: asked.day.number(),
        what: what.to_owned(),
    }
}
