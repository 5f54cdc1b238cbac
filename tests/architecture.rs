//! Holds the sources against the arrows that must never exist.
//!
//! The sources are read as text: comments and tests are left out, `use` trees are spread out, `super` and `self` are
//! resolved. Every rule has a planted violation below, so that none can go blind unnoticed.

mod sources;

use std::collections::BTreeSet;

use sources::{Source, line_of, program, strings, without_strings};

/// A path in the code, such as `crate::rules::Seat` or `f64`, and its line.
struct Named {
    line: usize,
    path: Vec<String>,
}

impl Named {
    fn starts(&self, path: &[&str]) -> bool {
        path.len() <= self.path.len() && path.iter().zip(&self.path).all(|(wanted, own)| wanted == own)
    }

    /// The room under `crate` that the path leads into.
    fn room(&self) -> Option<&str> {
        (self.path.first()? == "crate")
            .then(|| self.path.get(1).map(String::as_str))
            .flatten()
    }

    /// What comes after `crate::games`.
    fn game(&self) -> Option<&str> {
        self.starts(&["crate", "games"])
            .then(|| self.path.get(2).map(String::as_str))
            .flatten()
    }
}

/// What the rules need to know about the program as a whole.
struct House {
    /// The folders of games.
    games: BTreeSet<String>,
    /// The numbers that `discord/limits.rs` holds, without those that mean something everywhere: small ones, and powers of
    /// two that are as often the size of a buffer.
    limits: BTreeSet<u64>,
}

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
        let limits = sources.iter().filter(|source| source.path == "src/discord/limits.rs");
        House {
            games: sources.iter().filter_map(folder).collect(),
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

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The module that a file is: `src/games/binome/face.rs` is `crate::games::binome::face`.
fn module_of(path: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let parts = inner.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
    std::iter::once("crate").chain(parts).map(str::to_owned).collect()
}

/// Makes a path begin at `crate` if it begins at `self` or `super`.
fn resolved(path: Vec<String>, module: &[String]) -> Vec<String> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let selves = usize::from(path.first().is_some_and(|part| part == "self"));
    if ups + selves == 0 {
        return path;
    }
    let kept = module.len().saturating_sub(ups).max(1);
    module[..kept].iter().chain(&path[ups + selves..]).cloned().collect()
}

/// Every path that the code names, `use` trees spread out.
fn named(source: &Source) -> Vec<Named> {
    let bare = without_strings(&source.code);
    let module = module_of(&source.path);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(letter) = bare[at..].chars().next() {
        let starts = is_word(letter) && !bare[..at].ends_with(is_word);
        if !starts {
            at += letter.len_utf8();
            continue;
        }
        let word = word_at(&bare, at);
        let (paths, end) = if word == "use" {
            let end = bare[at..].find(';').map_or(bare.len(), |end| at + end);
            (spread(&bare[at + word.len()..end]), end)
        } else {
            let (path, end) = path_at(&bare, at);
            (vec![path], end)
        };
        let line = line_of(&bare, at);
        found.extend(paths.into_iter().map(|path| Named {
            line,
            path: resolved(path, &module),
        }));
        at = end;
    }
    found
}

fn word_at(text: &str, at: usize) -> &str {
    let end = text[at..]
        .find(|letter| !is_word(letter))
        .map_or(text.len(), |end| at + end);
    &text[at..end]
}

/// `a::b::c` from `at` on, and where it ends.
fn path_at(text: &str, mut at: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    loop {
        let word = word_at(text, at);
        path.push(word.to_owned());
        at += word.len();
        match text[at..].strip_prefix("::") {
            Some(rest) if rest.starts_with(is_word) => at += 2,
            _ => return (path, at),
        }
    }
}

/// Spreads a `use` tree out: `std::{fs, io::Read}` are two paths.
fn spread(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    if let Some(open) = tree.find('{') {
        let head: Vec<String> = parts(&tree[..open]);
        let inner = tree[open + 1..].trim_end().trim_end_matches('}');
        return branches(inner)
            .into_iter()
            .flat_map(spread)
            .map(|tail| head.iter().cloned().chain(tail).collect())
            .collect();
    }
    let name = tree.split(" as ").next().unwrap_or_default();
    vec![parts(name)]
}

fn parts(path: &str) -> Vec<String> {
    path.split("::")
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The parts of a list at its commas, but not at those within brackets.
fn branches(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut begin = 0;
    let mut all = Vec::new();
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&list[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    all.push(&list[begin..]);
    all.into_iter().filter(|branch| !branch.trim().is_empty()).collect()
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

/// 3. Pictures, words and computer players take views and prompts, not a game's inside.
fn outside(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["picture", "words", "player"]) {
        return Vec::new();
    }
    hits(source, |named| {
        named.game().is_some_and(|game| house.games.contains(game))
    })
}

/// 4. The referee does not know who shows what it decides; the store does not know Discord.
fn deaf(_: &House, source: &Source) -> Vec<(usize, String)> {
    if in_room(source, &["referee"]) {
        return hits(source, |named| {
            matches!(
                named.room(),
                Some("discord" | "picture" | "words" | "playground" | "desk")
            )
        });
    }
    if in_room(source, &["store"]) {
        return hits(source, |named| {
            named.starts(&["serenity"]) || named.starts(&["poise"]) || named.room() == Some("discord")
        });
    }
    Vec::new()
}

/// 5. Discord's room knows no SQL and no game by name, outside the faces of games.
fn nameless(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["discord"]) || source.path.starts_with("src/discord/faces/") {
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
            .games
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
    if in_room(source, &["desk"]) || source.path == "src/lib.rs" {
        return Vec::new();
    }
    hits(source, |named| named.room() == Some("playground"))
}

/// 7. Discord's limits are written in `discord/limits.rs` and nowhere else in that room.
fn limited(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["discord"]) || source.path == "src/discord/limits.rs" {
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

/// 8. The demo sees what anybody sees: messages, their custom ids, and the list of games. Only the desk knows it.
fn plain(house: &House, source: &Source) -> Vec<(usize, String)> {
    if !in_room(source, &["demo"]) {
        let may = in_room(source, &["desk"]) || source.path == "src/lib.rs";
        return hits(source, |named| !may && named.room() == Some("demo"));
    }
    hits(source, |named| match named.room() {
        None | Some("demo") => named.starts(&["serenity"]) || named.starts(&["poise"]) || named.starts(&["sqlx"]),
        Some("games") => named.game().is_some_and(|game| house.games.contains(game)),
        Some("discord") => !named.starts(&["crate", "discord", "press"]),
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
    // Is part of the tests, and asks how what the program asks would be answered.
    let of_tests = source.path == "src/store/plans.rs";
    if of_tests || !in_room(source, &["store"]) && !source.code.contains("sqlx") {
        return Vec::new();
    }
    let around = ["AssertSqlSafe", "QueryBuilder", "SqlStr", "SqlSafeStr", "leak"];
    let mut found = hits(source, |named| {
        named.path.iter().any(|part| around.contains(&part.as_str()))
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
            let constant = text
                .split([')', ' '])
                .next()
                .is_some_and(|word| word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_'));
            let chosen = text.starts_with("if ") && !text.contains("format!");
            if !(literal || constant || chosen) {
                found.push((
                    line_of(&source.code, at),
                    format!("sqlx::{asked} of what is no fixed text"),
                ));
            }
        }
    }
    found
}

const RULES: [(&str, Rule); 10] = [
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

/// How often each rule finds fault with this code at this place.
fn planted(path: &str, code: &str) -> Vec<usize> {
    let code = sources::without_tests(&sources::without_comments(code));
    let source = Source {
        path: path.to_owned(),
        code,
    };
    let house = House {
        games: ["binome", "dominoes"].map(str::to_owned).into(),
        limits: [25, 100, 2000].into(),
    };
    RULES.iter().map(|(_, check)| check(&house, &source).len()).collect()
}

#[test]
fn planted_violations_of_every_arrow_are_found() {
    let game = "src/games/binome/mod.rs";
    let deep = "src/games/binome/parts/deep.rs";
    for (arrow, path, code) in [
        (1, game, "use std::time::Duration;"),
        (1, game, "use std::{fmt, env};"),
        (1, game, "use std::{fmt, collections::{BTreeMap, HashMap}};"),
        (1, game, "fn f() { tracing::info!(x); }"),
        (1, game, "fn f() { std::fs::read(x); }"),
        (1, "src/rules/seat.rs", "fn f() -> f64 { x }"),
        (1, "src/games/erased.rs", "let x = 1.5;"),
        (2, game, "use crate::games::dominoes::Tile;"),
        (2, game, "use super::dominoes::Tile;"),
        (2, deep, "use super::super::super::dominoes::Tile;"),
        (2, game, "use crate::words::Words;"),
        (2, game, "use crate::games::find;"),
        (2, "src/rules/seat.rs", "fn f() { crate::games::find(x); }"),
        (3, "src/words/mod.rs", "use crate::games::binome::Sheet;"),
        (3, "src/player/search.rs", "use crate::games::{Play, dominoes};"),
        (3, "src/picture/mod.rs", "fn f(x: crate::games::binome::View) {}"),
        (4, "src/referee/table.rs", "use crate::discord::limits;"),
        (4, "src/referee/table.rs", "use crate::{rules::Seat, words::Words};"),
        (4, "src/store/mod.rs", "use serenity::all::UserId;"),
        (5, "src/discord/show.rs", "use sqlx::query;"),
        (5, "src/discord/show.rs", "let x = \"SELECT id FROM tables\";"),
        (5, "src/discord/show.rs", "if slug == \"binome\" {}"),
        (5, "src/discord/show.rs", "Phrase::new(\"binome-turn\")"),
        (5, "src/discord/show.rs", "use crate::games::binome::Binome;"),
        (6, "src/playground/mod.rs", "use crate::rules::Seat;"),
        (
            6,
            "src/playground/rest/mod.rs",
            "use super::super::super::discord::limits;",
        ),
        (6, "src/playground/mod.rs", "use serenity::all::UserId;"),
        (6, "src/discord/mod.rs", "use crate::playground::checks;"),
        (6, "src/referee/fair.rs", "fn f() { crate::playground::start(x); }"),
        (8, "src/demo/mod.rs", "use crate::playground::start;"),
        (8, "src/demo/player.rs", "use crate::discord::{limits, press::Press};"),
        (8, "src/demo/player.rs", "use crate::games::binome::Binome;"),
        (8, "src/demo/player.rs", "use crate::referee::Table;"),
        (8, "src/playground/mod.rs", "use crate::demo::play;"),
        (8, "src/discord/run.rs", "fn f() { crate::demo::play(x); }"),
        (9, "src/picture/svg.rs", "use crate::words::Words;"),
        (9, "src/picture/mod.rs", "fn f() { crate::games::find(x); }"),
        (9, "src/picture/studio.rs", "use std::time::Instant;"),
        (
            9,
            "src/picture/palette.rs",
            "use std::collections::{BTreeMap, HashMap};",
        ),
        (10, "src/store/log.rs", "sqlx::query(&format!(\"SELECT {x}\"));"),
        (10, "src/store/log.rs", "sqlx::query_scalar::<_, i64>(text)"),
        (10, "src/store/log.rs", "sqlx::query(sqlx::AssertSqlSafe(text))"),
        (10, "src/store/log.rs", "use sqlx::QueryBuilder;"),
        (10, "src/store/log.rs", "sqlx::raw_sql(text.leak())"),
        (10, "src/store/log.rs", "let text: &'static str = Box::leak(text);"),
        (7, "src/discord/show.rs", "if text.len() > 2000 {}"),
        (7, "src/discord/show.rs", "options.truncate(25usize);"),
        (7, "src/discord/show.rs", "const LIMIT: usize = 2_000;"),
    ] {
        let found = planted(path, code);
        assert!(found[arrow - 1] > 0, "arrow {arrow} is blind to {code:?} in {path}");
    }
}

#[test]
fn what_is_right_is_left_alone() {
    for (path, code) in [
        (
            "src/games/binome/mod.rs",
            "// std::time\nuse crate::rules::Seat; use super::binome::View; fn f() { (0..10).len(); x.0.1; }",
        ),
        (
            "src/games/binome/face.rs",
            "use super::Binome; use std::collections::BTreeMap; let s = \"std::fs f64 1.5\";",
        ),
        (
            "src/games/binome/mod.rs",
            "#[cfg(test)]\nmod tests {\n use std::time::Instant;\n}",
        ),
        ("src/words/mod.rs", "use crate::games::{CATALOGUE, GameEntry};"),
        (
            "src/picture/file.rs",
            "use super::svg; use crate::rules::{Ink, Sketch}; use tokio::sync::Semaphore; let x = 0.5;",
        ),
        (
            "src/referee/mod.rs",
            "use crate::store::Store; use crate::games::find; use tokio::sync::Mutex;",
        ),
        (
            "src/store/mod.rs",
            "sqlx::query(\"SELECT 1\"); sqlx::query_scalar::<_, i64>(\n    \"SELECT 2\",\n).bind(x); sqlx::raw_sql(CACHE);",
        ),
        (
            "src/discord/show.rs",
            "let a = limits::CONTENT; let b = 1 << 3; let c = \"2000 binome\"; let d = 0x25; let e = x25; let f = Duration::from_millis(100);",
        ),
        ("src/discord/faces/binome.rs", "let slug = \"binome\";"),
        (
            "src/playground/mod.rs",
            "use crate::playground::checks; use super::playground::world; let x = 2000;",
        ),
        (
            "src/desk/serve.rs",
            "use crate::playground::start; use crate::discord::run; use crate::demo::play;",
        ),
        (
            "src/demo/player.rs",
            "use super::person::Person; use crate::discord::press::Press; use crate::games::{CATALOGUE, GameEntry};",
        ),
    ] {
        assert_eq!(planted(path, code), [0; 10], "{code:?} in {path}");
    }
}
