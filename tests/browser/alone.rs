//! Somebody alone with the page: a newcomer with a mouse, and one who has only a keyboard.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::driver::Driver;
use super::stage::{Setup, Stage};
use super::table::{address, is_finished, is_lobby, is_panel, is_table};
use super::window::{DESKTOP, Window};

/// How often a key that goes from one thing to the next is pressed at most.
const STEPS: usize = 80;

/// The keys that go on, back and down, and the one that does it, as WebDriver calls them.
const TAB: &str = "\u{e004}";
const BACK: &str = "\u{e008}\u{e004}";
const DOWN: &str = "\u{e015}";
const ENTER: &str = "\u{e007}";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_plays_a_whole_game_with_the_computer() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(3)).await;
    let mut window = Window::open(&driver, &address(&stage, None), DESKTOP).await;
    window.see("heading", "Who are you?").await;
    window.shots("choose-person").await;
    window.click("link", "Ana").await;

    window.compose().await;
    window.keys("/b").await;
    window.see("option", "/binome start…").await;
    window.shots("command-list").await;
    window.keys("inome sta").await;
    window.click("option", "/binome start…").await;
    window.fill("games", "1").await;
    window.shots("command-options").await;
    window.click("button", "Send").await;
    window.post_when("the lobby", is_lobby).await;
    window.shots("lobby").await;
    window.press("the lobby", "Start", is_lobby).await;
    window.post_when("the table", is_table).await;
    window.shots("channel-with-table").await;

    window.visit("Whistle").await;
    let mut rng = StdRng::seed_from_u64(11);
    let mut made = Vec::new();
    while let Some(()) = more(&window).await {
        if [0, 20].contains(&made.len()) {
            window.shots(&format!("private-panel-after-{}", made.len())).await;
        }
        made.push(window.choose(&mut rng).await);
    }
    assert!(made.len() > 16, "a whole game was played: {made:?}");
    window.shots("private-panel-at-the-end").await;
    window.visit("table-one").await;
    let last = window.post_when("the end", is_finished).await;
    assert!(last.has("Ana") && last.has("Assistant"), "{}", last.text);
    window.shots("game-over").await;
    window.close().await;

    let channel = stage.channel(0).await;
    let record = super::table_steps::records(&stage.people[0], &channel).await.remove(0);
    assert_eq!(
        super::table_steps::choices(&record, 0),
        made,
        "what was chosen is on record"
    );
    stage.close().await;
}

/// Waits until there is something to choose, or the game is over.
pub(crate) async fn more(window: &Window) -> Option<()> {
    window
        .until("a choice or the end", async || {
            if window.offer().await.is_some() {
                return Some(Some(()));
            }
            let over = window.post(|post| post.has("It is over.")).await;
            over.map(|_| None)
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keyboard_alone_is_enough() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(1)).await;
    let window = Window::open(&driver, &address(&stage, None), DESKTOP).await;
    window.see("link", "Ana").await;
    reach(&window, TAB, "link", "Ana").await;
    window.keys(ENTER).await;

    window.see("combobox", "Message…").await;
    reach(&window, TAB, "combobox", "Message").await;
    window.keys("/binome start").await;
    window.see("option", "/binome start…").await;
    window.keys(ENTER).await;
    window.see("group", "/binome start").await;
    reach(&window, TAB, "button", "Send").await;
    window.keys(ENTER).await;

    window.post_when("the lobby", is_lobby).await;
    reach(&window, BACK, "button", "Start").await;
    window.keys(ENTER).await;
    window.post_when("the table", is_table).await;

    // The list of channels is one stop, in which the arrows walk.
    reach(&window, BACK, "button", "table-one").await;
    reach(&window, DOWN, "button", "Whistle").await;
    window.keys(ENTER).await;
    for _ in 0..2 {
        let panel = window
            .post_when("a choice", |post| is_panel(post) && !post.choices().is_empty())
            .await;
        let (_, button) = panel.choices().remove(0);
        let name = button.name.clone();
        reach(&window, TAB, "button", &name).await;
        window.keys(" ").await;
        window
            .until("an answer to the choice", async || {
                let now = window.post(is_panel).await?;
                (now.state() != panel.state()).then_some(())
            })
            .await;
    }
    let actions = window.script("return eyes.deeds()", Vec::new()).await;
    assert_eq!(
        actions,
        serde_json::json!(["keydown"]),
        "nothing but the keyboard was used"
    );
    window.close().await;
    stage.close().await;
}

/// Presses a key until the keyboard is at an element of this role whose name begins so, which must be seen to have it.
async fn reach(window: &Window, key: &str, role: &str, name: &str) {
    let mut passed = Vec::new();
    for _ in 0..STEPS {
        let (found, called) = window.focused().await;
        if found == role && called.starts_with(name) {
            let marked = window
                .script("return document.activeElement.matches(':focus-visible')", Vec::new())
                .await;
            assert_eq!(marked, true, "it is seen that {called} has the keyboard");
            return;
        }
        passed.push(format!("{found} {called}"));
        window.chord(key).await;
    }
    panic!("no way by keyboard to the {role} {name}, only to {passed:#?}");
}
