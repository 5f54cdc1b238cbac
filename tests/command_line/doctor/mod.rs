//! `whistle doctor`: it finds nothing in a healthy setup, and each misconfiguration that is planted, each with its way out.

#[path = "../../support/kit.rs"]
mod kit;
mod plants;
mod proxy;
mod setup;

use std::collections::BTreeSet;

use serde_json::json;
use whistle::discord::declared_commands;

use plants::{PLANTS, with_url};
use setup::{HOME, OF_THE_MACHINE, OWN_KEY, Said, Setup, run};

/// How many sentences a finding has: what is wrong, and the way out.
fn sentences(said: &str) -> usize {
    said.trim_end_matches('.').split(". ").count()
}

fn nothing_is_found(what: &str, said: &Said) {
    assert_eq!((said.found(), said.code), (Vec::new(), Some(0)), "{what}");
    let lines = said.lines.iter();
    for (name, said) in lines.filter(|(name, _)| !OF_THE_MACHINE.contains(&name.as_str())) {
        assert!(said.starts_with("ok"), "{what}: {name} {said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_found_where_nothing_is_wrong() {
    let new: fn(&mut Setup) = |setup| {
        std::fs::remove_file(setup.path("whistle.db")).expect("it is gone");
        // Privileged intents are more than the bot needs, and no harm.
        setup.config.privileged_intents = 1 << 15;
    };
    let said = run(new).await;
    nothing_is_found("a new setup", &said);
    assert!(said.of("database").contains("the first start makes it"));

    let running = run(|setup| setup.bots = 1).await;
    nothing_is_found("beside a running bot", &running);
    assert_eq!(running.of("one-bot"), "ok: a bot is running");

    let older = run(|setup| {
        setup.sql = Some("DELETE FROM _sqlx_migrations WHERE version > 1");
        setup.write(".env", "WHISTLE_LOG=info\n");
    });
    let older = older.await;
    nothing_is_found("an older schema", &older);
    assert!(
        older.of("database").contains("its schema is 1"),
        "{}",
        older.of("database")
    );

    let one_server = run(|setup| {
        setup.set("WHISTLE_GUILD", HOME);
        (setup.everywhere, setup.in_server) = (Some(json!([])), declared_commands(false).ok());
        setup.set("WHISTLE_OPTIONS_BINOME", r#"{"games":1}"#);
        setup.set("WHISTLE_TEST_SPEED", "2");
    });
    nothing_is_found("commands in one server", &one_server.await);

    let by_http = run(|setup| {
        setup.by_http(OWN_KEY);
        setup.change = Some(with_url);
    });
    nothing_is_found("interactions by HTTP", &by_http.await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_misconfiguration_is_found_with_its_way_out() {
    let mut wrong = Vec::new();
    for plant in PLANTS {
        let said = run(plant.plant).await;
        let found = said.found();
        let right = match found.as_slice() {
            [(check, finding)] => {
                check == plant.check
                    && finding.starts_with(plant.level)
                    && finding.contains(plant.way_out)
                    && sentences(finding) == 2
            }
            _ => false,
        };
        let code = Some(i32::from(plant.level == "failed"));
        if !right || said.code != code {
            wrong.push(format!("{}: {:?} and {found:?}", plant.what, said.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn so_many_misconfigurations_are_planted() {
    let names: BTreeSet<&str> = PLANTS.iter().map(|plant| plant.what).collect();
    assert_eq!(names.len(), PLANTS.len(), "none is planted twice");
    let checks: BTreeSet<&str> = PLANTS.iter().map(|plant| plant.check).collect();
    assert!(
        PLANTS.len() >= 40 && checks.len() >= 20,
        "{} {}",
        PLANTS.len(),
        checks.len()
    );
}
