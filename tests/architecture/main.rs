//! Holds the sources against the arrows that must never exist.
//!
//! The sources are read as text: comments and tests are left out, `use` trees are spread out, `super` and `self` are
//! resolved ([`paths`]). Every rule has a planted violation ([`violations`]), so that none can go blind unnoticed.
//! Comments are read for one thing only: what they cite of docs/DISCORD.md ([`citations`]).

mod attributes;
mod circles;
mod citations;
mod contributing;
mod flows;
mod language;
mod links;
mod metrics;
mod names;
mod operations;
mod paths;
mod size;
#[path = "../sources/mod.rs"]
mod sources;
mod violations;

use std::collections::BTreeSet;

use whistle::games::CATALOGUE;

use paths::{Named, is_word, named, word_at};
use sources::{Source, line_of, program, strings, without_strings};

/// What the rules need to know about the program as a whole.
struct House {
    /// The folders of games.
    games: BTreeSet<String>,
    /// What games are called in custom ids and in the keys of words; several may share a folder.
    slugs: BTreeSet<String>,
    /// The numbers that `discord/limits.rs` holds, without those that mean something everywhere: small ones, and powers of
    /// two that are as often the size of a buffer.
    limits: BTreeSet<u64>,
}

/// Where Discord's limits stand.
const NUMBERS: &str = "src/discord/limits.rs";

/// Whether a number can only be one of Discord's limits.
fn telling(limit: u64) -> bool {
    limit >= 25 && (limit > 1024 || !limit.is_power_of_two())
}

impl House {
    fn of(sources: &[Source]) -> House {
        let folder = |source: &Source| {
            let (folder, _) = source.path.strip_prefix("src/games/")?.split_once('/')?;
            Some(folder.to_owned())
        };
        let limits = sources.iter().filter(|source| source.path == NUMBERS);
        House {
            games: sources.iter().filter_map(folder).collect(),
            slugs: CATALOGUE.iter().map(|game| game.slug.to_owned()).collect(),
            limits: limits
                .flat_map(|source| constants(&source.code))
                .filter(|limit| telling(*limit))
                .collect(),
        }
    }
}

/// The whole numbers that constants are set to.
fn constants(code: &str) -> Vec<u64> {
    let set = code.lines().filter(|line| line.contains("const "));
    set.filter_map(|line| number(line.split_once("= ")?.1.trim().trim_end_matches(';')))
        .collect()
}

/// A decimal literal's value.
fn number(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '_');
    let suffix = text[digits.len()..].trim_start_matches('_');
    let known = ["", "u8", "u16", "u32", "u64", "usize", "i32", "i64"].contains(&suffix) || suffix.is_empty();
    known.then(|| digits.replace('_', "").parse().ok()).flatten()
}

/// What a rule forbids in one file: lines, and what is wrong there.
type Rule = fn(&House, &Source) -> Vec<(usize, String)>;

fn in_room(source: &Source, rooms: &[&str]) -> bool {
    rooms.iter().any(|room| {
        let room = format!("src/{room}");
        source.path == format!("{room}.rs") || source.path.starts_with(&format!("{room}/"))
    })
}

fn hits(source: &Source, forbidden: impl Fn(&Named) -> bool) -> Vec<(usize, String)> {
    let hit = named(source).into_iter().filter(forbidden);
    hit.map(|named| (named.line, named.path.join("::"))).collect()
}

/// 1. Rules and games: no clock, no I/O, no generator, no floats, no order of hashing.
fn pure(_: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["rules", "games"]) {
        return Vec::new();
    }
    let crates = [
        "tokio", "sqlx", "serenity", "poise", "tracing", "axum", "rand", "chacha20",
    ];
    let parts = ["time", "fs", "env", "net", "thread", "process", "io"];
    let words = [
        "f32",
        "f64",
        "HashMap",
        "HashSet",
        "RandomState",
        "SystemTime",
        "Instant",
    ];
    let mut found = hits(source, |named| {
        crates.iter().any(|name| named.starts(&[name]))
            || parts.iter().any(|part| named.starts(&["std", part]))
            || named.path.iter().any(|part| words.contains(&part.as_str()))
    });
    let bare = without_strings(&source.code);
    for (at, _) in bare.match_indices('.') {
        let before = bare[..at].trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
        let float = before.len() < at
            && !before.ends_with(|c: char| is_word(c) || c == '.')
            && bare[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        if float {
            found.push((line_of(&bare, at), "a number with a point".to_owned()));
        }
    }
    found
}

/// 2. A game knows nothing but the rules, least of all another game; the rules know no games.
fn lonely(house: &House, source: &Source) -> Vec<(usize, String)> {
    if in_room(source, &["rules"]) {
        return hits(source, |named| named.room().is_some_and(|room| room != "rules"));
    }
    let own = house
        .games
        .iter()
        .find(|game| source.path.starts_with(&format!("src/games/{game}/")));
    let Some(own) = own else {
        return Vec::new();
    };
    hits(source, |named| match named.room() {
        None | Some("rules") => false,
        Some("games") => named.game() != Some(own),
        Some(_) => true,
    })
}

/// 3. Pictures, words, computer players and the referee take views and prompts, not a game's inside.
fn outside(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["picture", "words", "player", "referee"]) {
        return Vec::new();
    }
    hits(source, |named| {
        named.game().is_some_and(|game| house.games.contains(game))
    })
}

/// 4. The referee does not know who shows what it decides; the store knows nothing but the disk.
fn deaf(_: &House, source: &Source) -> Vec<(usize, String)> {
    if in_room(source, &["referee"]) {
        return hits(source, |named| {
            matches!(
                named.room(),
                Some("discord" | "picture" | "words" | "playground" | "cli")
            )
        });
    }
    if in_room(source, &["store"]) {
        return hits(source, |named| {
            named.starts(&["serenity"]) || named.starts(&["poise"]) || named.room().is_some_and(|room| room != "store")
        });
    }
    Vec::new()
}

/// 5. Discord's room knows no SQL and no game by name.
fn nameless(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["discord"]) {
        return Vec::new();
    }
    let mut found = hits(source, |named| {
        named.starts(&["sqlx"]) || named.game().is_some_and(|game| house.games.contains(game))
    });
    let sql = [
        "SELECT ",
        "INSERT ",
        "UPDATE ",
        "DELETE FROM",
        "CREATE TABLE",
        "PRAGMA ",
    ];
    for (line, text) in strings(&source.code) {
        let names_game = house
            .slugs
            .iter()
            .any(|game| text == *game || text.starts_with(&format!("{game}-")));
        if names_game || sql.iter().any(|verb| text.trim_start().starts_with(verb)) {
            found.push((line, text));
        }
    }
    found
}

/// 6. The playground and the bot meet at a socket only; the playground knows no other room, and no bot's library.
fn apart(_: &House, source: &Source) -> Vec<(usize, String)> {
    if in_room(source, &["playground"]) {
        return hits(source, |named| {
            named.starts(&["serenity"])
                || named.starts(&["poise"])
                || named
                    .room()
                    .is_some_and(|room| room != "playground" && source.path != "src/playground.rs")
        });
    }
    if in_room(source, &["cli"]) || source.path == "src/lib.rs" {
        return Vec::new();
    }
    hits(source, |named| named.room() == Some("playground"))
}

/// 7. Discord's limits are written in `discord/limits.rs` and nowhere else in that room.
fn limited(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["discord"]) || source.path == NUMBERS {
        return Vec::new();
    }
    let bare = without_strings(&source.code);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = bare[at..].find(|letter: char| letter.is_ascii_digit()) {
        let begin = at + offset;
        let word = word_at(&bare, begin);
        let alone = !bare[..begin].ends_with(|letter| is_word(letter) || letter == '.');
        let time = ["from_secs(", "from_millis(", "from_micros("]
            .iter()
            .any(|made| bare[..begin].ends_with(made));
        if alone && !time && number(word).is_some_and(|value| house.limits.contains(&value)) {
            found.push((line_of(&bare, begin), word.to_owned()));
        }
        at = begin + word.len();
    }
    found
}

/// 8. The demo sees what anybody sees: messages, their custom ids, and the list of games. Only the command line knows it.
fn plain(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["demo"]) {
        let may = in_room(source, &["cli"]) || source.path == "src/lib.rs";
        return hits(source, |named| !may && named.room() == Some("demo"));
    }
    hits(source, |named| match named.room() {
        None | Some("demo") => named.starts(&["serenity"]) || named.starts(&["poise"]) || named.starts(&["sqlx"]),
        Some("games") => named.game().is_some_and(|game| house.games.contains(game)),
        Some("discord") => !named.starts(&["crate", "discord", "custom_id"]),
        Some(_) => true,
    })
}

/// 9. Pictures know sketches alone: no other room, no library of Discord or of the store, and no time.
fn drawn(_: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["picture"]) {
        return Vec::new();
    }
    hits(source, |named| {
        named.room().is_some_and(|room| room != "picture" && room != "rules")
            || ["serenity", "poise", "sqlx", "rand"]
                .iter()
                .any(|name| named.starts(&[name]))
            || named.starts(&["std", "time"])
            || named
                .path
                .iter()
                .any(|part| ["HashMap", "HashSet"].contains(&part.as_str()))
    })
}

/// 10. What is sent to the database is written in the sources: values reach it as parameters only.
///
/// sqlx takes nothing but text that lives as long as the program, so these are the ways around that: saying that a text is
/// safe, having one put together, making one live for ever, and text that some macro makes.
fn bound(_: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["store"]) && !source.code.contains("sqlx") {
        return Vec::new();
    }
    let around = ["AssertSqlSafe", "QueryBuilder", "SqlStr", "SqlSafeStr", "leak"];
    // The migrations are files of the program; text that is put together has no such trait.
    let lists = ["src/store/open.rs", "src/store/postgres/open.rs"];
    let migrates = |part: &str| part == "SqlSafeStr" && lists.contains(&source.path.as_str());
    let mut found = hits(source, |named| {
        named
            .path
            .iter()
            .any(|part| around.contains(&part.as_str()) && !migrates(part))
    });
    let bare = without_strings(&source.code);
    found.extend(
        bare.match_indices(".leak()")
            .map(|(at, _)| (line_of(&bare, at), ".leak()".to_owned())),
    );
    for asked in ["query", "query_as", "query_scalar", "query_with", "raw_sql"] {
        for (at, _) in source.code.match_indices(&format!("sqlx::{asked}")) {
            let rest = &source.code[at + "sqlx::".len() + asked.len()..];
            let rest = match rest.strip_prefix("::<").and_then(|generic| generic.split_once(">(")) {
                Some((_, rest)) => rest,
                None if rest.starts_with('(') => &rest[1..],
                None => continue,
            };
            let text = rest.trim_start();
            let literal = text.starts_with('"') || text.starts_with("r#\"");
            let constant = text.split([')', ' ']).next().is_some_and(is_constant);
            let chosen = text.starts_with("if ") && !text.contains("format!");
            // A statement for either engine is a constant itself.
            let of_statement = source.path == STATEMENTS && text.starts_with("statement.");
            if !(literal || constant || chosen || of_statement) {
                found.push((
                    line_of(&source.code, at),
                    format!("sqlx::{asked} of what is no fixed text"),
                ));
            }
        }
    }
    found.extend(made_statements(source));
    found
}

/// The file that has the statements of both engines as a type.
const STATEMENTS: &str = "src/store/session.rs";

fn is_constant(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
}

/// Statements for either engine that are made of what is no fixed text: neither are they constants, nor is their text a literal.
fn made_statements(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if source.path == STATEMENTS {
        return found;
    }
    for made in ["Statement {", "both("] {
        for (at, _) in source.code.match_indices(made) {
            let (before, after) = (
                source.code[..at].trim_end(),
                source.code[at + made.len()..].trim_start(),
            );
            let named = before
                .strip_suffix(": Statement =")
                .and_then(|rest| rest.rsplit_once("const "));
            let constant = named.is_some_and(|(_, name)| is_constant(name));
            let fixed = made == "both(" && ["\"", "r#\"", "concat!("].iter().any(|text| after.starts_with(text));
            if !(constant || fixed) {
                found.push((line_of(&source.code, at), format!("{made} of what is no fixed text")));
            }
        }
    }
    found
}

/// 11. What tries Discord out knows no other room, and no library of Discord's or the store's. Only the command line knows it.
fn strange(_: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["conform"]) {
        let may = in_room(source, &["cli"]) || source.path == "src/lib.rs";
        return hits(source, |named| !may && named.room() == Some("conform"));
    }
    hits(source, |named| {
        let library = ["serenity", "poise", "sqlx"].iter().any(|name| named.starts(&[name]));
        library || named.room().is_some_and(|room| room != "conform")
    })
}

/// 12. What shows how the bot is knows no other room, and no library of Discord's or the store's. Others may not know it.
fn watching(_: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["service"]) {
        // Who serves, and the command line.
        let may = in_room(source, &["cli", "discord"]) || source.path == "src/lib.rs";
        return hits(source, |named| !may && named.room() == Some("service"));
    }
    hits(source, |named| {
        let library = ["serenity", "poise", "sqlx"].iter().any(|name| named.starts(&[name]));
        library || named.room().is_some_and(|room| room != "service")
    })
}

/// 13. Ratings follow from results alone: no other room, no clock, no I/O, no generator.
fn computed(_: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["ratings"]) {
        return Vec::new();
    }
    let crates = ["serenity", "poise", "sqlx", "tokio", "rand", "chacha20"];
    let parts = ["time", "fs", "env", "net", "thread", "process", "io"];
    hits(source, |named| {
        crates.iter().any(|name| named.starts(&[name]))
            || parts.iter().any(|part| named.starts(&["std", part]))
            || named.room().is_some_and(|room| room != "ratings")
    })
}

/// 14. Public randomness knows no other room.
fn public(_: &House, source: &Source) -> Vec<(usize, String)> {
    match in_room(source, &["beacon"]) {
        true => hits(source, |named| named.room().is_some_and(|room| room != "beacon")),
        false => Vec::new(),
    }
}

const RULES: [(&str, Rule); 14] = [
    ("1 (rules and games are pure)", pure),
    ("2 (a game knows only the rules)", lonely),
    ("3 (no game's inside in words, pictures, players)", outside),
    ("4 (the referee and the store know no Discord)", deaf),
    ("5 (Discord's room knows no SQL and no game)", nameless),
    ("6 (bot and playground meet at a socket)", apart),
    ("7 (limits stand in limits.rs)", limited),
    ("8 (the demo sees what anybody sees)", plain),
    ("9 (pictures know sketches alone)", drawn),
    ("10 (the database is asked by parameters)", bound),
    ("11 (who tries Discord out is a stranger)", strange),
    ("12 (what shows how the bot is knows no other room)", watching),
    ("13 (ratings follow from results alone)", computed),
    ("14 (public randomness knows no other room)", public),
];

#[test]
fn no_arrow_runs_where_none_may_be() {
    let sources = program();
    let house = House::of(&sources);
    assert!(sources.len() > 40, "where are the sources?");
    assert!(!house.games.is_empty() && house.limits.contains(&2000) && house.limits.contains(&25));
    let mut wrong = Vec::new();
    for source in &sources {
        for (rule, check) in RULES {
            let found = check(&house, source).into_iter();
            wrong.extend(found.map(|(line, what)| format!("{}:{line}: {what} breaks arrow {rule}", source.path)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
