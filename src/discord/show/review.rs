//! A review: which of a person's choices in a match cost most, for this person alone.
//!
//! Each moment is shown as the person's seat saw it then, so nothing that others held is told.

use super::super::custom_id::{Boards, CustomId};
use super::super::payload::{Button, Payload, Style};
use super::replay::{Shot, pages};
use super::voice::{Voice, heading, single_game, small, text_message};
use crate::referee::{Mistake, Review, Table, TableSnapshot};
use crate::rules::{Phrase, Viewer};
use crate::words::Words;

/// The review of a person's choices.
pub fn review(words: &Words, locale: &str, snapshot: &TableSnapshot, review: &Review, boards: Boards) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let (found, choices) = (review.mistakes.len() as u32, review.choices as u32);
    let says = match found {
        0 => Phrase::new("review-none").with("choices", choices),
        _ => Phrase::new("review-found")
            .with("choices", choices)
            .with("count", found),
    };
    let above = [
        heading(&voice.label("review-title")),
        voice.say(&says),
        small(&voice.label("review-how")),
    ];
    let mistakes = review.mistakes.iter();
    let shots: Vec<Shot<'_>> = mistakes.map(|mistake| shot(&voice, table, mistake)).collect();
    if shots.is_empty() {
        return text_message(&above.join("\n"), Vec::new());
    }
    Payload {
        above: above.join("\n"),
        pages: pages(&voice, &shots, boards),
        ..Payload::default()
    }
}

/// What was chosen at a moment, what was better, and by how much.
fn shot<'m>(voice: &Voice<'_>, table: &Table, mistake: &'m Mistake) -> Shot<'m> {
    let at = &mistake.table;
    let turn = mistake.turn;
    let when = match single_game(table) {
        true => Phrase::new("review-only").with("turn", turn),
        false => Phrase::new("review-game").with("turn", turn).with("game", at.round()),
    };
    let [points, least, most] = mistake.cost.points();
    let cost = Phrase::new("review-cost")
        .with("points", points)
        .with("least", least)
        .with("most", most);
    let choice = |key, what: &str| {
        let choice = at.question(mistake.seat, what);
        choice.map(|choice| voice.say(&Phrase::new(key).with("choice", choice)))
    };
    let mut told = vec![voice.say(&when)];
    told.extend(choice("review-chosen", &mistake.chosen));
    told.extend(choice("review-better", &mistake.cost.better));
    told.extend(voice.lines(&at.consequences(mistake.seat, &mistake.cost.better)));
    told.push(voice.say(&cost));
    Shot {
        table: at,
        viewer: Viewer::Seat(mistake.seat),
        told: told.join("\n"),
        end: None,
    }
}

/// The button that asks for a review.
pub fn review_button(words: &Words, locale: &str, table: &Table) -> Button {
    let custom_id = CustomId::Review { table: table.id };
    Voice::at(words, locale, table).button("button-review", Style::Plain, custom_id)
}
