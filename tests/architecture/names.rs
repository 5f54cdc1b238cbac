//! No room has two types of one name, and in `games` no game has: who looks for a type finds one.

use std::collections::BTreeMap;

use super::is_word;
use super::sources::{Source, line_of, program, without_strings};

/// The words that begin the declaration of a type. An alias only abbreviates another type.
const KINDS: [&str; 4] = ["struct ", "enum ", "union ", "trait "];

/// The types that a source declares, with their lines.
fn types(code: &str) -> Vec<(usize, String)> {
    let bare = without_strings(code);
    let mut found = Vec::new();
    for kind in KINDS {
        for (at, _) in bare.match_indices(kind) {
            let before = bare[..at].rsplit('\n').next().unwrap_or_default();
            if before.ends_with(is_word) || before.ends_with('#') {
                continue;
            }
            let name: String = bare[at + kind.len()..].chars().take_while(|c| is_word(*c)).collect();
            if name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                found.push((line_of(&bare, at), name));
            }
        }
    }
    found
}

/// The room of a source: a folder of `src`, or the folder of a game.
fn room(path: &str) -> &str {
    let within = path.strip_prefix("src/").unwrap_or(path);
    let end = match within.strip_prefix("games/") {
        Some(_) => within.rfind('/'),
        None => within.find('/'),
    };
    &within[..end.unwrap_or(within.len())]
}

/// The types of each room that share a name.
fn clashes(sources: &[Source]) -> Vec<String> {
    let mut all: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for source in sources {
        for (line, name) in types(&source.code) {
            let places = all.entry((room(&source.path), name)).or_default();
            places.push(format!("{}:{line}", source.path));
        }
    }
    let twice = all.into_iter().filter(|(_, places)| places.len() > 1);
    let told = twice.map(|((room, name), places)| format!("{room} has several types {name}: {}", places.join(", ")));
    told.collect()
}

#[test]
fn no_room_has_two_types_of_one_name() {
    let sources = program();
    let declared: usize = sources.iter().map(|source| types(&source.code).len()).sum();
    assert!(declared > 500, "where are the types? {declared}");
    let clashes = clashes(&sources);
    assert!(clashes.is_empty(), "{}", clashes.join("\n"));
}

#[test]
fn two_types_of_one_name_are_found() {
    let source = |(path, code): &(&str, &str)| Source {
        path: (*path).to_owned(),
        code: (*code).to_owned(),
    };
    let count = |sources: &[(&str, &str)]| clashes(&sources.iter().map(source).collect::<Vec<_>>()).len();
    let one = ("src/store/log.rs", "pub(super) struct Shown<'a> {}");
    assert_eq!(count(&[one]), 0);
    assert_eq!(count(&[one, ("src/store/timers/due.rs", "enum Shown {}")]), 1);
    assert_eq!(
        count(&[one, ("src/store/people.rs", "fn f() {\n    struct Shown;\n}")]),
        1
    );
    assert_eq!(count(&[one, ("src/store/people.rs", "type Shown = u8;")]), 0);
    assert_eq!(
        count(&[one, ("src/discord/show.rs", "struct Shown;")]),
        0,
        "another room"
    );
    assert_eq!(
        count(&[one, ("src/store/people.rs", "impl A for B {\n    type Shown = u8;\n}")]),
        0
    );
    assert_eq!(
        count(&[
            one,
            ("src/store/people.rs", "let a = \"struct Shown\"; // struct Shown")
        ]),
        0
    );
    let view = "struct View {}";
    assert_eq!(
        count(&[("src/games/binome/view.rs", view), ("src/games/binmat/view.rs", view)]),
        0
    );
    assert_eq!(
        count(&[("src/games/binome/view.rs", view), ("src/games/binome/alt.rs", view)]),
        1
    );
}
