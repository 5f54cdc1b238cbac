//! Guided first games: every step, whatever is chosen, as a picture and as text.

use whistle::discord::custom_id::{Boards, CustomId};
use whistle::discord::payload::{Button, Payload, Row};
use whistle::discord::show;
use whistle::games::{CATALOGUE, GameEntry, Options};
use whistle::referee::{Lesson, Person, lesson};
use whistle::words::Words;

use super::{HOSTILE, proves_harmless, proves_sound, words};

/// All steps of a lesson in which somebody of a strange name takes the first choice each time, or the last.
fn walk(game: &'static GameEntry, last: bool) -> Vec<Lesson> {
    let who = Person {
        id: 5,
        name: HOSTILE[1 + usize::from(last)].to_owned(),
    };
    let (mut taken, mut steps) = (Vec::new(), Vec::new());
    while let Some(next) = lesson(game, &who, &taken) {
        taken.push(next.offered.len().saturating_sub(1) as u8 * u8::from(last));
        steps.push(next);
    }
    steps
}

/// The buttons of a message.
fn buttons(payload: &Payload) -> impl Iterator<Item = &Button> {
    payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        Row::Select(_) => &[],
    })
}

/// What the buttons of a message do.
fn presses(payload: &Payload) -> Vec<CustomId> {
    buttons(payload)
        .map(|button| button.target.parse().expect("one of ours"))
        .collect()
}

/// Holds a step against what whoever learns must read and be able to press.
fn proves_a_step(words: &Words, lesson: &Lesson, shown: &Payload, last: bool) {
    let (game, text) = (lesson.table.game, shown.text());
    proves_sound(shown);
    proves_harmless(shown);
    let rules = game.rules(&Options::new()).expect("the rules");
    for read in lesson.about().reads {
        let key = format!("{}-rules-{read}", game.slug);
        let paragraph = rules.iter().find(|phrase| phrase.key == key).expect("it is there");
        let said = words.text("en", paragraph, &lesson.table);
        assert!(text.contains(&said), "{key} is read whole in\n{text}");
    }
    for (nth, what) in ["1st", "2nd", "3rd", "4th"].into_iter().zip(&lesson.offered) {
        let choice = lesson.table.question(lesson.learner, what).expect("in words");
        let said = words.text("en", &choice, &lesson.table);
        let line = format!("**{nth}**: {said}").to_lowercase();
        assert!(
            text.to_lowercase().contains(&line),
            "{line} is offered whole in\n{text}"
        );
        assert!(buttons(shown).any(|button| button.label == nth), "{nth}");
    }
    let after = |number: usize| CustomId::learn(game.slug, &[&*lesson.took, &[number as u8]].concat());
    let ways: Vec<CustomId> = (0..lesson.offered.len().max(1)).map(after).collect();
    let pressed = presses(shown);
    match last {
        true => assert!(
            pressed.iter().any(|press| matches!(press, CustomId::Play { .. })),
            "{pressed:?}"
        ),
        false => assert_eq!(pressed, ways, "{}", game.slug),
    }
}

#[test]
fn every_step_of_a_first_game_is_read_whole_and_leads_on() {
    let words = words();
    for game in CATALOGUE {
        for last in [false, true] {
            let steps = walk(game, last);
            for (at, step) in steps.iter().enumerate() {
                for boards in [Boards::Pictures, Boards::Text] {
                    let shown = show::lesson(&words, "en", step, boards);
                    proves_a_step(&words, step, &shown, at + 1 == steps.len());
                    let drawn = shown.picture.as_ref().map(|picture| picture.alt().to_owned());
                    assert_eq!(drawn.is_some(), boards == Boards::Pictures, "{} {at}", game.slug);
                    assert!(drawn.is_none_or(|alt| !alt.is_empty()), "{} {at}", game.slug);
                }
            }
        }
    }
}
