//! Guided first games.

use whistle::discord::custom_id::Boards::{Pictures, Text};
use whistle::discord::show;
use whistle::games::find;
use whistle::referee::{Person, lesson};
use whistle::words::Words;

use super::{FOUR, golden};

#[test]
fn a_first_game_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let who = Person {
        id: 1,
        name: FOUR[0].to_owned(),
    };
    let game = find("dominup").expect("Dominup is in the catalogue");
    let mut taken = Vec::new();
    while let Some(step) = lesson(game, &who, &taken) {
        let name = format!("lesson-{}", taken.len() + 1);
        golden(&name, &show::lesson(&words, "en", &step, Pictures));
        golden(&format!("{name}-text"), &show::lesson(&words, "en", &step, Text));
        taken.push(step.offered.len().saturating_sub(1) as u8);
    }
    assert_eq!(taken.len(), game.lesson.len());
}
