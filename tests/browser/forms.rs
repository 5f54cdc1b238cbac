//! What bots ask with beside buttons: suggestions, modals, menus; and what a window says when no answer comes.

use std::time::{Duration, Instant};

use serde_json::json;

use super::access::audit;
use super::bot;
use super::driver::Driver;
use super::stage::{Setup, Stage};
use super::table::{address, page};
use super::window::{DESKTOP, PHONE, Post, Window};

/// How long Discord waits for an answer to an interaction (docs/DISCORD.md, "Interactions").
const DEADLINE: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggestions_come_while_one_types() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, people) = bot::playground().await;
    let mut window = Window::open(&driver, &page(people.base(), Some("Ana")), DESKTOP).await;
    window.pick_command("/order").await;
    window.fill("dish", "ap").await;
    window.see("option", "Apple pie").await;
    window.see("option", "Apricot tart").await;
    window.miss("option", "Bean soup").await;
    window.shots("suggestions").await;
    window.keys("r").await;
    window.miss("option", "Apple pie").await;
    window.click("option", "Apricot tart").await;
    window.click("button", "Send").await;
    window
        .post_when("the order", |post: &Post| post.has("You ordered dish-2."))
        .await;

    window.pick_command("/order").await;
    window.fill("dish", "zzz").await;
    window
        .until("word that nothing fits", async || {
            let none = window.all("option", "…").await.is_empty();
            (none && window.shows("No suggestion fits").await).then_some(())
        })
        .await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_modal_is_filled_in_and_sent() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, people) = bot::playground().await;
    let mut window = Window::open(&driver, &page(people.base(), Some("Ana")), DESKTOP).await;
    window.command("/letter", &[]).await;
    window.see("dialog", "A letter").await;
    window.shots("modal").await;
    audit(&mut window, "a modal").await;
    window.click("textbox", "To whom…").await;
    window.keys("Ben").await;
    window.click("textbox", "What you want to say…").await;
    window.keys("Come and play.").await;
    window.click("button", "Submit").await;
    window.miss("dialog", "A letter").await;
    window
        .post_when("the letter", |post| post.has("Dear Ben! Come and play."))
        .await;

    window.command("/letter", &[]).await;
    window.see("dialog", "A letter").await;
    window.keys("\u{e00c}").await;
    window.miss("dialog", "A letter").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn menus_are_picked_from() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, people) = bot::playground().await;
    let mut window = Window::open(&driver, &page(people.base(), Some("Ana")), DESKTOP).await;
    window.command("/menus", &[]).await;
    window.post_when("the menus", |post| post.has("Pick something.")).await;
    window.shots("menus").await;
    audit(&mut window, "menus").await;
    pick(&window, "One fruit", "Pear").await;
    window.post_when("the pear", |post| post.has("You picked pear.")).await;
    window.click("combobox", "Some fruits").await;
    window.click("option", "Apple…").await;
    window.click("option", "Plum…").await;
    window.shots("menu-of-several").await;
    window.click("button", "Done").await;
    window
        .post_when("both fruits", |post| post.has("You picked apple and plum."))
        .await;
    pick(&window, "Somebody", "Ben").await;
    let ben = people.id("Ben").await;
    window
        .post_when("Ben", |post| post.has(&format!("You picked {ben}.")))
        .await;
    window.close().await;
}

/// Picks from a menu of one.
async fn pick(window: &Window, menu: &str, label: &str) {
    window.click("combobox", menu).await;
    window.click("option", &format!("{label}…")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_answers_is_said_to_have_failed() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, people) = bot::playground().await;
    let mut window = Window::open(&driver, &page(people.base(), Some("Ana")), DESKTOP).await;
    window.command("/mute", &[]).await;
    window.post_when("the button", |post| post.has("Press it.")).await;
    let pressed = Instant::now();
    window
        .press("the message", "Anybody there?", |post| post.has("Press it."))
        .await;
    window
        .until("word that it failed", async || failed(&window).await)
        .await;
    assert!(
        pressed.elapsed() >= DEADLINE,
        "it is waited for: {:?}",
        pressed.elapsed()
    );
    window.shots("interaction-failed").await;
    audit(&mut window, "an interaction that failed").await;
    let again = window
        .post_when("the button", |post| post.button("Anybody there?").is_some())
        .await;
    assert!(again.has("Press it."), "the message stays and can be pressed again");

    window.reload().await;
    let sent = Instant::now();
    window.command("/deaf", &[]).await;
    window.read("did not respond").await;
    assert!(sent.elapsed() >= DEADLINE, "it is waited for: {:?}", sent.elapsed());
    window.shots("command-failed").await;
    window.close().await;
}

/// Whether the window says that an interaction failed.
async fn failed(window: &Window) -> Option<()> {
    window.shows("This interaction failed").await.then_some(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_on_or_off_in_a_lobby_is_ticked_on_a_phone() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    ana.run(&channel, "binome start", json!({})).await.public();
    let mut window = Window::open(&driver, &address(&stage, Some("Ana")), PHONE).await;
    window.visit("table-one").await;
    window.click("button", "Options").await;
    window.see("dialog", "Options of this table").await;
    window.shots("lobby-form").await;
    audit(&mut window, "the form of a lobby").await;
    window.click("checkbox", "Hints…").await;
    window.click("button", "Submit").await;
    let changed = ana.table_when(&channel, "the option", |table| table.has("/table hint"));
    changed.await;
    window.close().await;
    stage.close().await;
}
