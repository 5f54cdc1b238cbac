//! Makes the README's pictures from the real page, where `WHISTLE_PICTURES` names the folder for them.

use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::json;

use super::driver::Driver;
use super::person::Person;
use super::random_play::{leads, play_at_random};
use super::reading::Message;
use super::robots::Robots;
use super::stage::{OWNER, Setup, Stage};
use super::table::{address, is_lobby, is_panel, is_table};
use super::window::{Screen, Window};

/// How large the pictures of a desk are: small enough to be read in a README without a click.
const DESK: Screen = Screen::desk(1000, 640);

/// How large the picture of a phone is.
const HAND: Screen = Screen::hand(390, 844);

/// How large the pictures of tables are, so that the whole of a board is seen.
const BOARD: Screen = Screen::desk(1000, 800);

/// The folder for the pictures, if there is to be any.
fn folder() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("WHISTLE_PICTURES").map(PathBuf::from) else {
        eprintln!("skipped: WHISTLE_PICTURES does not name a folder");
        return None;
    };
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    Some(folder)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_readme_has_its_pictures() {
    let Some(folder) = folder() else { return };
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(3)).await;
    let mut windows = Vec::new();
    for person in &stage.people {
        windows.push(Window::open(&driver, &address(&stage, Some(&person.name)), DESK).await);
    }
    let [ana, ben, cleo] = windows.as_mut_slice() else {
        panic!("three windows")
    };
    ana.compose().await;
    ana.keys("/").await;
    ana.see("option", "/binome start…").await;
    take(ana, &folder, "commands").await;
    ana.keys("\u{e003}").await;
    ana.command("/binome start", &[("games", "1")]).await;
    ana.post_when("the lobby", is_lobby).await;
    for other in [&*ben, &*cleo] {
        other.press("the lobby", "Join", is_lobby).await;
    }
    ana.post_when("everybody", |post| is_lobby(post) && post.has("(3/"))
        .await;
    ana.press("the lobby", "Start", is_lobby).await;
    ana.post_when("the table", is_table).await;

    ben.visit("Whistle").await;
    ben.turn(HAND).await;
    ben.post_when("the panel", |post| is_panel(post) && !post.choices().is_empty())
        .await;
    let mut rng = StdRng::seed_from_u64(7);
    play_to(
        ben,
        &stage.people,
        &stage.channel(0).await,
        "Numerology: digit 12 of 16",
        &mut rng,
    )
    .await;
    take(ben, &folder, "panel").await;
    ana.click("button", "Not now").await;
    ana.click("button", "Behind the scenes").await;
    ana.see("button", "Close behind the scenes").await;
    ana.read("/binome start").await;
    take(ana, &folder, "scenes").await;
    for window in windows {
        window.close().await;
    }
    stage.close().await;
}

/// A table of two that has begun, with the channel.
async fn begun(stage: &Stage, game: &str) -> String {
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let start = format!("{game} start");
    let lobby = ana.run(&channel, &start, json!({})).await.public();
    assert!(ben.press(&lobby, "Join").await.came());
    assert!(ana.press(&lobby, "Start").await.came());
    channel
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_readme_has_its_picture_of_a_table() {
    /// After so many presses some lines are full.
    const PRESSES: usize = 80;
    let Some(folder) = folder() else { return };
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(2)).await;
    let channel = begun(&stage, "bingolino").await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    play_until(ana, ben, &channel, |pressed, _| pressed >= PRESSES).await;
    let window = Window::open(&driver, &address(&stage, Some(OWNER)), BOARD).await;
    window
        .board_when("Turned over", |post| {
            post.has("Bingolino") && post.button("My tiles").is_some()
        })
        .await;
    take(&window, &folder, "table").await;
    window.close().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_readme_has_its_picture_of_a_board() {
    /// After so many presses the board has grown.
    const PRESSES: usize = 14;
    let Some(folder) = folder() else { return };
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(2)).await;
    let channel = begun(&stage, "dominimum").await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    play_until(ana, ben, &channel, |pressed, panel| {
        pressed >= PRESSES && panel.has("Where does")
    })
    .await;
    let mut window = Window::open(&driver, &address(&stage, Some("Ana")), HAND).await;
    window.visit("Whistle").await;
    window.turn(HAND).await;
    window
        .board_when("Rows from the top", |post| post.has("Where does"))
        .await;
    take(&window, &folder, "board").await;
    window.close().await;
    stage.close().await;
}

/// Lets one of two press whatever leads on until a panel is `so` after that many presses, and the other as long.
async fn play_until(one: &Person, other: &Person, channel: &str, so: impl Fn(usize, &Message) -> bool) {
    let other = play_at_random(other, channel, 5);
    let mut rng = StdRng::seed_from_u64(3);
    for pressed in 0.. {
        let next = async || {
            let panel = one.panel(channel).await?;
            let next = leads(&panel.0, &mut rng)?;
            Some((panel, next))
        };
        let (panel, (action, mut body)) = one.until("something to press", next).await;
        if so(pressed, &panel) {
            break;
        }
        body["channel"] = json!(panel.channel());
        body["message"] = json!(panel.id());
        one.attempt(action, body).await;
    }
    other.abort();
}

/// Lets Ana and Cleo play by themselves, and Ben in his window, until his panel says this.
async fn play_to(ben: &Window, people: &[Person], channel: &str, words: &str, rng: &mut StdRng) {
    let robots = Robots::chatting(channel, people.iter().filter(|person| person.name != "Ben"), 5);
    while !ben
        .post_when("a choice", |post| !post.choices().is_empty())
        .await
        .has(words)
    {
        ben.choose(rng).await;
    }
    robots.stop().await;
    // The picture comes after the words.
    ben.board_when(words, is_panel).await;
}

/// Keeps a picture of the window.
async fn take(window: &Window, folder: &Path, name: &str) {
    window.steady().await;
    let picture = window.client.screenshot().await.expect("a picture");
    let path = folder.join(format!("{name}.png"));
    std::fs::write(&path, picture).expect("a picture can be kept");
    println!("{}", path.display());
}
