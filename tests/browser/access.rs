//! Whether everybody can use the page: an automatic check by axe-core, dark and light, wide and narrow.
//!
//! axe-core is not ours and not in the repository: `WHISTLE_AXE` is the path of its `axe.min.js`. Without it a plain
//! `cargo test` skips with a word; where `CI` is `true` its absence is an error.

use std::sync::OnceLock;

use rand::SeedableRng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};

use super::driver::Driver;
use super::reading::text;
use super::stage::{Setup, Stage};
use super::table::{address, is_lobby, is_panel, is_table};
use super::window::{DESKTOP, PHONE, Window};

/// Gives what is broken and how badly.
const RUN: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.map(({ id, impact, help, nodes }) => ({
            id, impact, help, nodes: nodes.map(({ html, failureSummary }) => `${html}\\n${failureSummary}`),
        }))),
        (error) => done(String(error)));";

fn axe() -> Option<&'static str> {
    static AXE: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let Some(path) = std::env::var_os("WHISTLE_AXE").filter(|path| !path.is_empty()) else {
            let must = std::env::var("CI").is_ok_and(|value| value == "true");
            assert!(!must, "WHISTLE_AXE must name axe.min.js where CI is true");
            eprintln!("skipped: WHISTLE_AXE does not name axe.min.js");
            return None;
        };
        let script = std::fs::read_to_string(&path);
        Some(script.unwrap_or_else(|error| panic!("{path:?}: {error}")))
    };
    AXE.get_or_init(read).as_deref()
}

/// Checks what the window shows, dark and light, as it is and on a phone: no violation is serious or worse.
pub(crate) async fn audit(window: &mut Window, what: &str) {
    let before = window.screen();
    for screen in [DESKTOP, PHONE] {
        window.turn(screen).await;
        audit_here(window, what).await;
    }
    window.turn(before).await;
}

/// [`audit`] on the screen that the window has.
pub(crate) async fn audit_here(window: &Window, what: &str) {
    let Some(axe) = axe() else { return };
    window.script(axe, Vec::new()).await;
    for scheme in ["light", "dark"] {
        window.wear(scheme).await;
        window.steady().await;
        let found = window.client.execute_async(RUN, Vec::new()).await.expect("axe runs");
        let found = found.as_array().unwrap_or_else(|| panic!("axe says {found}"));
        let grave = |violation: &&Value| matches!(text(&violation["impact"]).as_str(), "serious" | "critical");
        let grave: Vec<&Value> = found.iter().filter(grave).collect();
        assert!(grave.is_empty(), "{what}, {scheme}, {:?}: {grave:#?}", window.screen());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_place_of_the_page_can_be_used_by_everybody() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(2)).await;
    let mut window = Window::open(&driver, &address(&stage, None), DESKTOP).await;
    window.see("heading", "Who are you?").await;
    audit(&mut window, "choosing a person").await;

    window.go(&address(&stage, Some("Ana"))).await;
    window.compose().await;
    window.keys("/b").await;
    window.see("option", "/binome start…").await;
    audit(&mut window, "the list of commands").await;
    window.keys("inome start").await;
    window.click("option", "/binome start…").await;
    window.fill("games", "1").await;
    audit(&mut window, "a command's options").await;
    window.click("button", "Send").await;
    window.post_when("the lobby", is_lobby).await;
    audit(&mut window, "a lobby").await;
    window.press("the lobby", "Start", is_lobby).await;
    window.post_when("the table", is_table).await;
    audit(&mut window, "a channel with a table").await;

    window.visit("Whistle").await;
    window.post_when("the panel", is_panel).await;
    audit(&mut window, "a private panel").await;
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..17 {
        window.choose(&mut rng).await;
    }
    audit(&mut window, "a private panel with claims").await;

    let closed = json!({ "dms_open": false });
    stage.line.must(Method::PATCH, "/Ana", closed).await;
    window.visit("table-one").await;
    window.press("the table", "My sheet", is_table).await;
    window
        .post_when("a panel of one's own", |post| is_panel(post) && post.private)
        .await;
    audit(&mut window, "an ephemeral panel").await;

    window.click("button", "Behind the scenes").await;
    window.see("button", "Close behind the scenes").await;
    window.read("/binome start").await;
    window.shot("behind-the-scenes").await;
    audit_here(&window, "the view behind the scenes").await;
    window.click("button", "Close behind the scenes").await;

    window.turn(PHONE).await;
    window.click("button", "Channels…").await;
    window.see("button", "table-two…").await;
    window.steady().await;
    window.shot("phone-with-channels").await;
    audit_here(&window, "a phone with the list of channels").await;
    window.close().await;
    stage.close().await;
}
