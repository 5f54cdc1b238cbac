//! What goes wrong around a person who plays: a chat that is closed, a window loaded anew, a bot that dies in the middle,
//! and a screen no wider than a hand.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::json;

use super::driver::Driver;
use super::stage::{Setup, Stage};
use super::table::{address, is_finished, is_lobby, is_panel, is_table};
use super::table_steps::{choices, records};
use super::window::{DESKTOP, PHONE, Post, Window};

/// Opens a table of one game for somebody alone, through the page.
async fn begin(window: &Window) {
    window.command("/binome start", &[("games", "1")]).await;
    window.press("the lobby", "Start", is_lobby).await;
    window.post_when("the table", is_table).await;
}

/// Whether a message is the panel, shown whole, of somebody for whose digit alone the computer waits: nothing changes it
/// then but what its reader does.
fn is_at_rest(post: &Post) -> bool {
    let ready = |line: &str| line.starts_with("Assistant (level 3):") && line.ends_with("ready");
    // Words go first where a picture takes long, and stand beside that of a moment ago.
    let digits = post.text.split("digit ").skip(1);
    let told: BTreeSet<u8> = digits.filter_map(|rest| rest.split(' ').next()?.parse().ok()).collect();
    let one_moment = told.len() == 1;
    let shown = post.board("").is_some() && post.text.lines().any(ready);
    is_panel(post) && !post.choices().is_empty() && shown && one_moment
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_no_private_messages_has_a_panel_at_the_table() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(2)).await;
    let closed = json!({ "dms_open": false });
    stage.line.must(Method::PATCH, "/Ana", closed).await;
    let mut window = Window::open(&driver, &address(&stage, Some("Ana")), DESKTOP).await;
    let onlooker = Window::open(&driver, &address(&stage, Some("Ben")), DESKTOP).await;
    begin(&window).await;
    window.press("the table", "My sheet", is_table).await;
    window
        .post_when("a panel of one's own", |post| is_panel(post) && post.private)
        .await;
    window.shots("closed-private-messages").await;
    let mut rng = StdRng::seed_from_u64(31);
    for _ in 0..3 {
        window.choose(&mut rng).await;
    }
    onlooker.post_when("the table", is_table).await;
    let seen = onlooker
        .script("return document.documentElement.outerHTML", Vec::new())
        .await
        .to_string();
    assert!(
        !seen.contains("Your numbers") && !seen.contains(":choose:"),
        "nobody else sees the panel: {seen}"
    );

    window.click("button", "Dismiss message").await;
    window
        .until("the panel to go", async || {
            window.post(is_panel).await.is_none().then_some(())
        })
        .await;
    window.press("the table", "My sheet", is_table).await;
    let back = window
        .post_when("the panel again, and its picture", |post| {
            is_panel(post) && post.private && post.sheet().is_some()
        })
        .await;
    let sheet = back.sheet().expect("a sheet");
    let written = (1..=8).flat_map(|n| [format!("{n}t"), format!("{n}u")]);
    assert_eq!(
        written.filter(|space| sheet.is_written(space)).count(),
        3,
        "{}",
        back.text
    );
    window.visit("Whistle").await;
    assert!(window.posts().await.is_empty(), "nothing reached the closed chat");
    window.close().await;
    onlooker.close().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_over_reloads_and_restarts() {
    let Some(driver) = Driver::start() else { return };
    let mut stage = Stage::open(Setup::of(1)).await;
    let window = Window::open(&driver, &address(&stage, Some("Ana")), DESKTOP).await;
    begin(&window).await;
    window.visit("Whistle").await;
    let mut rng = StdRng::seed_from_u64(37);
    let mut made = Vec::new();
    for step in 0..12 {
        made.push(window.choose(&mut rng).await);
        let panel = window.post_when("the panel at rest", is_at_rest).await;
        match step {
            3 => {
                window.reload().await;
                let again = window.post_when("the panel after a reload", is_at_rest).await;
                assert_eq!(again.state(), panel.state(), "the same panel is there after a reload");
            }
            6 => {
                stage.kill_bot().await;
                stage.start_bot().await;
            }
            9 => {
                stage.kill_bot().await;
                window.reload().await;
                let again = window.post_when("the panel without a bot", is_at_rest).await;
                assert_eq!(again.state(), panel.state(), "the same panel is there without a bot");
                stage.start_bot().await;
            }
            _ => {}
        }
    }
    let drawn = |post: &Post| is_panel(post) && post.sheet().is_some();
    let panel = window.post_when("the panel, and its picture", drawn).await;
    let sheet = panel.sheet().expect("a sheet");
    assert!(
        made.iter().all(|space| sheet.is_written(space)),
        "{made:?}: {}",
        panel.text
    );
    window.close().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_is_wide_enough() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(1)).await;
    let window = Window::open(&driver, &address(&stage, None), PHONE).await;
    window.click("link", "Ana").await;
    begin(&window).await;
    fits(&window, "a table").await;
    window.visit("Whistle").await;
    let mut rng = StdRng::seed_from_u64(41);
    let mut made = Vec::new();
    while super::alone::more(&window).await.is_some() {
        if made.len().is_multiple_of(8) {
            fits(&window, "a panel").await;
        }
        made.push(window.choose(&mut rng).await);
    }
    window.visit("table-one").await;
    window.post_when("the end", is_finished).await;
    fits(&window, "the end").await;
    window.close().await;
    let channel = stage.channel(0).await;
    let record = records(&stage.people[0], &channel).await.remove(0);
    assert_eq!(choices(&record, 0), made, "what was chosen is on record");
    stage.close().await;
}

/// Nothing is wider than the screen, and every button is large enough for a finger.
async fn fits(window: &Window, what: &str) {
    window.steady().await;
    assert_eq!(window.overflow().await, 0, "{what} fits the width");
    // Words in a sentence that can be pressed are as high as their line.
    let outside = "
        const worded = (node) => [...node.parentElement.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
        return ['button', 'combobox', 'textbox'].flatMap((role) => eyes.all(role, '…'))
            .filter((node) => !worded(node))
            .map((node) => [node.getAttribute('aria-label') ?? node.textContent, node.getBoundingClientRect()])
            .filter(([, box]) => box.left < 0 || box.right > innerWidth + 0.5 || box.height < 24 || box.width < 24)
            .map(([name, box]) => `${name} ${JSON.stringify(box)}`)";
    let outside = window.script(outside, Vec::new()).await;
    assert_eq!(
        outside,
        json!([]),
        "every control of {what} can be reached and hit with a finger"
    );
}
