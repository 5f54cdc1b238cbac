//! The shortest match of a game.

use serde_json::{Map, Value, json};
use whistle::games::GameEntry;

/// What makes a match a single game, by the names of options.
const SHORTEST: [(&str, u64); 2] = [("games", 1), ("to", 0)];

/// The options of a match that is a single game.
pub(crate) fn shortest(entry: &GameEntry) -> Value {
    let specs = (entry.options)();
    let has = |name: &str| specs.iter().any(|spec| spec.name == name);
    let short = SHORTEST.iter().filter(|(name, _)| has(name));
    short
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect::<Map<_, _>>()
        .into()
}
