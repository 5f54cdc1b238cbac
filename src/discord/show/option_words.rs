//! The options of a game in words: in the lobby, and in the message that changes them.

use serde_json::Value;

use super::super::play::LENGTHS;
use super::super::table_options::{foreseen, written};
use super::voice::Voice;
use crate::games::GameEntry;
use crate::referee::Table;
use crate::rules::{MatchLength, OptionSpec, Phrase};

/// How people call an option; commands and records call it by its name.
pub(super) fn option_title(voice: &Voice<'_>, game: &GameEntry, spec: &OptionSpec) -> String {
    let title = voice.of_game(game, &format!("option-{}-title", spec.name));
    title.unwrap_or_else(|| spec.name.to_owned())
}

/// An option with what it holds, in a few words.
pub(super) fn option_value(voice: &Voice<'_>, table: &Table, spec: &OptionSpec, value: &Value) -> String {
    let title = option_title(voice, table.game, spec);
    match value {
        Value::Bool(true) => return title,
        Value::Bool(false) => return voice.plain(&Phrase::new("public-option-off").with("name", title)),
        _ => {}
    }
    let named = format!("option-{}-{}", spec.name, written(value));
    if let Some(named) = voice.of_game(table.game, &named) {
        return named;
    }
    if LENGTHS.contains(&spec.name) {
        let mut options = table.options.clone();
        options.insert(spec.name.to_owned(), value.clone());
        if let Some(play) = foreseen(table, &options) {
            return voice.plain(&length_phrase(play.match_length()));
        }
    }
    let phrase = Phrase::new("public-option-is")
        .with("name", title)
        .with("value", written(value));
    voice.plain(&phrase)
}

/// How long a match lasts.
pub(super) fn length_phrase(length: MatchLength) -> Phrase {
    match length {
        MatchLength::Games(games) => Phrase::new("public-length-games").with("count", games),
        MatchLength::Points(0) => Phrase::new("public-length-games").with("count", 1_u8),
        MatchLength::Points(points) => Phrase::new("public-length-points").with("points", points),
    }
}
