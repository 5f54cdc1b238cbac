//! Violations that are planted, and code that is right: no rule is blind, and none finds fault where there is none.

use super::sources::{Source, without_comments, without_tests};
use super::{House, RULES};

/// How often each rule finds fault with this code at this place.
fn violations(path: &str, code: &str) -> Vec<usize> {
    let code = without_tests(&without_comments(code));
    let source = Source {
        path: path.to_owned(),
        code,
    };
    let house = House {
        games: ["binome", "dominoes"].map(str::to_owned).into(),
        slugs: ["binome", "tree"].map(str::to_owned).into(),
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
        (1, "src/games/dyn_game.rs", "let x = 1.5;"),
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
        (3, "src/referee/table.rs", "use crate::games::binome::Sheet;"),
        (4, "src/store/mod.rs", "use serenity::all::UserId;"),
        (4, "src/store/mod.rs", "use crate::games::find;"),
        (5, "src/discord/show.rs", "use sqlx::query;"),
        (5, "src/discord/show.rs", "let x = \"SELECT id FROM tables\";"),
        (5, "src/discord/show.rs", "if slug == \"binome\" {}"),
        (5, "src/discord/show.rs", "Phrase::new(\"binome-turn\")"),
        (5, "src/discord/show.rs", "if slug == \"tree\" {}"),
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
        (
            8,
            "src/demo/player.rs",
            "use crate::discord::{limits, custom_id::Press};",
        ),
        (8, "src/demo/player.rs", "use crate::games::binome::Binome;"),
        (8, "src/demo/player.rs", "use crate::referee::Table;"),
        (8, "src/playground/mod.rs", "use crate::demo::play;"),
        (8, "src/discord/run.rs", "fn f() { crate::demo::play(x); }"),
        (9, "src/picture/svg.rs", "use crate::words::Words;"),
        (9, "src/picture/mod.rs", "fn f() { crate::games::find(x); }"),
        (9, "src/picture/renderer.rs", "use std::time::Instant;"),
        (
            9,
            "src/picture/palette.rs",
            "use std::collections::{BTreeMap, HashMap};",
        ),
        (11, "src/conform/client.rs", "use crate::discord::limits;"),
        (11, "src/conform/checks/people.rs", "use serenity::all::UserId;"),
        (11, "src/conform/mod.rs", "use crate::playground::start;"),
        (11, "src/discord/run.rs", "use crate::conform::run;"),
        (12, "src/service/server.rs", "use crate::store::Store;"),
        (12, "src/service/mod.rs", "use sqlx::query;"),
        (12, "src/store/writer.rs", "use crate::service::metrics::METRICS;"),
        (
            12,
            "src/referee/mod.rs",
            "fn f() { crate::service::Health::default(); }",
        ),
        (13, "src/ratings/mod.rs", "use crate::store::RatedResult;"),
        (13, "src/ratings/mod.rs", "use std::time::Instant;"),
        (13, "src/ratings/mod.rs", "use rand::rand_core::Rng;"),
        (14, "src/beacon/relays.rs", "use crate::referee::Settings;"),
        (10, "src/store/log.rs", "sqlx::query(&format!(\"SELECT {x}\"));"),
        (10, "src/store/log.rs", "sqlx::query_scalar::<_, i64>(text)"),
        (10, "src/store/log.rs", "sqlx::query(sqlx::AssertSqlSafe(text))"),
        (10, "src/store/log.rs", "sqlx::query(statement.file)"),
        (10, "src/store/session.rs", "sqlx::query(text)"),
        (10, "src/store/log.rs", "session.change(both(text), [])"),
        (
            10,
            "src/store/log.rs",
            "fn f(text: &'static str) { let load = Statement { file: text, server: text }; }",
        ),
        (10, "src/store/log.rs", "use sqlx::QueryBuilder;"),
        (10, "src/store/log.rs", "sqlx::raw_sql(text.leak())"),
        (10, "src/store/log.rs", "let text: &'static str = Box::leak(text);"),
        (7, "src/discord/show.rs", "if text.len() > 2000 {}"),
        (7, "src/discord/show.rs", "options.truncate(25usize);"),
        (7, "src/discord/show.rs", "const LIMIT: usize = 2_000;"),
    ] {
        let found = violations(path, code);
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
            "src/store/log.rs",
            "const LOAD: Statement = Statement { file: \"SELECT 1\", server: concat!(\"SELECT \", shard!()) };\nconst A: Statement =\n    both(\"SELECT 2\"); fn f() { both(concat!(\"SELECT \", $name)) }",
        ),
        ("src/store/session.rs", "sqlx::query(statement.file)"),
        (
            "src/discord/show.rs",
            "let a = limits::CONTENT; let b = 1 << 3; let c = \"2000 binome\"; let d = 0x25; let e = x25; let f = Duration::from_millis(100);",
        ),
        (
            "src/playground/mod.rs",
            "use crate::playground::checks; use super::playground::world; let x = 2000;",
        ),
        (
            "src/cli/serve.rs",
            "use crate::playground::start; use crate::discord::run; use crate::demo::play;",
        ),
        (
            "src/conform/checks/people.rs",
            "use crate::conform::trial::Trial; use super::list; use reqwest::Method;",
        ),
        ("src/discord/run.rs", "use crate::service::{Health, Service};"),
        (
            "src/beacon/relays.rs",
            "use super::Beacon; use reqwest::Url; use std::time::Duration;",
        ),
        (
            "src/ratings/mod.rs",
            "use std::collections::HashMap; use skillratings::MultiTeamOutcome; let x = 0.5;",
        ),
        (
            "src/demo/player.rs",
            "use super::person::Person; use crate::discord::custom_id::Press; use crate::games::{CATALOGUE, GameEntry};",
        ),
    ] {
        assert_eq!(violations(path, code), [0; 14], "{code:?} in {path}");
    }
}
