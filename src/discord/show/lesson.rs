//! A step of a guided first game, for one person alone: a paragraph or two of the rules, the game as the learner's seat sees it,
//! and a few choices in words. Every choice is the first, the second and so on, so whoever listens needs no picture: a bare number
//! or a letter could be mistaken for one of the game's.

use super::super::custom_id::{Boards, CustomId};
use super::super::payload::{Button, Payload, Row, Style};
use super::super::play::Play;
use super::drawn::{At, picture, sketch};
use super::match_end::{decided, round_won};
use super::panel::told;
use super::voice::{Voice, apart, capital, heading};
use crate::games::Options;
use crate::referee::{Lesson, Taken};
use crate::rules::{LessonMoment, Phrase, Viewer};
use crate::words::Words;

/// How many lines tell what happened last, and at the end of the game.
const RECENT: usize = 2;
const LAST: usize = 4;

/// The step of a guided first game to which somebody has come.
pub fn lesson(words: &Words, locale: &str, lesson: &Lesson, boards: Boards) -> Payload {
    let table = &lesson.table;
    let voice = Voice::at(words, locale, table);
    let viewer = Viewer::Seat(lesson.learner);
    let scene = table.scene(viewer).unwrap_or_default();
    let title = Phrase::new("learn-title")
        .with("game", voice.game(table.game))
        .with("step", lesson.took.len() as u32 + 1)
        .with("steps", table.game.lesson.len() as u32);
    let taken = lesson.taken.as_ref().map(|taken| judged(&voice, lesson, taken));
    let skipped = lesson.played_on.then(|| voice.label("learn-skipped"));
    // While somebody reads, nothing happens: what happened before was told then.
    let recent = match lesson.about().moment {
        LessonMoment::Still => Vec::new(),
        moment => {
            let most = if matches!(moment, LessonMoment::Over) {
                LAST
            } else {
                RECENT
            };
            voice.lines(&scene.recent[scene.recent.len().saturating_sub(most)..])
        }
    };
    let above = apart([
        heading(&voice.say(&title)),
        taken.unwrap_or_default(),
        skipped.unwrap_or_default(),
        read(&voice, lesson),
        recent.join("\n"),
    ]);
    let drawn = sketch(table, viewer, At::default(), boards);
    let mut below = match drawn {
        Some(_) => Vec::new(),
        None => told(&voice, table, &scene).to_vec(),
    };
    below.push(match lesson.about().moment {
        LessonMoment::Over => won(&voice, lesson),
        LessonMoment::Asked { .. } => asked(&voice, lesson),
        LessonMoment::Still => String::new(),
    });
    let below = apart(below);
    let beside = format!("{above}\n{below}");
    Payload {
        picture: drawn.map(|sketch| picture(&voice, table, sketch, (&beside, &[]), boards)),
        above,
        below,
        rows: vec![Row::Buttons(buttons(&voice, lesson))],
        ..Payload::default()
    }
}

/// What the learner chose at the step before, beside what the computer would have chosen.
fn judged(voice: &Voice<'_>, lesson: &Lesson, taken: &Taken) -> String {
    let question = |what: &str| taken.before.question(lesson.learner, what);
    let say = |key, what: &str| question(what).map(|choice| voice.say(&Phrase::new(key).with("choice", choice)));
    let better = match taken.what == taken.best {
        true => Some(voice.label("learn-same")),
        false => say("hint-choice", &taken.best),
    };
    let lines = say("review-chosen", &taken.what).into_iter().chain(better);
    lines.collect::<Vec<_>>().join(" ")
}

/// The paragraphs of the rules that are read at the step.
fn read(voice: &Voice<'_>, lesson: &Lesson) -> String {
    let game = lesson.table.game;
    let rules = game.rules(&Options::new()).unwrap_or_default();
    let reads = lesson.about().reads.iter();
    let paragraph = |end: &&str| {
        let key = format!("{}-rules-{end}", game.slug);
        rules.iter().find(|phrase| phrase.key == key)
    };
    apart(reads.filter_map(paragraph).map(|phrase| voice.say(phrase)))
}

/// The choices in words, in their order.
fn asked(voice: &Voice<'_>, lesson: &Lesson) -> String {
    let choice = |what: &String| match lesson.table.question(lesson.learner, what) {
        Some(phrase) => capital(&voice.say(&phrase)),
        None => what.clone(),
    };
    let line = |(nth, what)| format!("**{}**: {}", nth_choice(voice, nth), choice(what));
    let lines = (0..).zip(&lesson.offered).map(line);
    let ask = std::iter::once(voice.say(&Phrase::new("learn-ask")));
    ask.chain(lines).collect::<Vec<_>>().join("\n")
}

/// What the choice at this place is called.
fn nth_choice(voice: &Voice<'_>, nth: u8) -> String {
    voice.plain(&Phrase::new("learn-nth").with("nth", u32::from(nth) + 1))
}

/// Who won the game, and what decided it.
fn won(voice: &Voice<'_>, lesson: &Lesson) -> String {
    let won = round_won(voice, &lesson.table).into_iter();
    let lines = won.chain(decided(voice, &lesson.table));
    lines.collect::<Vec<_>>().join("\n")
}

/// A button for each choice, or the way on; at the last step the ways to a game with others.
fn buttons(voice: &Voice<'_>, lesson: &Lesson) -> Vec<Button> {
    let game = lesson.table.game;
    let after = |number: u8| CustomId::learn(game.slug, &[&*lesson.took, &[number]].concat());
    if lesson.took.len() + 1 == game.lesson.len() {
        let rules = CustomId::Rules {
            game: game.slug.to_owned(),
            table: None,
            page: 0,
        };
        return vec![
            voice.button("button-learnt", Style::Go, Play::of(game).custom_id(false)),
            voice.button("button-rules", Style::Plain, rules),
        ];
    }
    let choice = |nth: u8| Button::new(&nth_choice(voice, nth), Style::Main, &after(nth));
    match lesson.offered.len() as u8 {
        0 => vec![voice.button("button-next", Style::Main, after(0))],
        count => (0..count).map(choice).collect(),
    }
}
