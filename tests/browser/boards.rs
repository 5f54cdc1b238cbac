//! The games of the open table in the page: boards are pictures that follow what is tried and what is done.

use super::access::audit;
use super::driver::Driver;
use super::pair::Pair;
use super::table_steps::choices;
use super::window::{Post, Window};

/// Whether a message is the table of a board game that goes on.
fn is_public(post: &Post) -> bool {
    let way_in = post.button("My move").or(post.button("My tiles"));
    way_in.is_some() && !post.private
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn binary_is_played_on_pictures_by_buttons_and_by_typing() {
    let Some(driver) = Driver::start() else { return };
    let options = [("size", "6"), ("first", "The host has black")];
    let mut pair = Pair::sit_down(&driver, "Binary", &options).await;
    let is_panel = pair.is_panel();
    let empty = pair.guest.board_when("Board of 6 by 6.", is_public).await;

    try_and_confirm(&mut pair.host, is_panel).await;
    let placed = pair.guest.board_when("Pieces of Ana on a1.", is_public).await;
    assert_ne!(placed.address, empty.address, "the public picture follows");

    // By the command, which offers what is legal.
    pair.guest.pick_command("/move").await;
    pair.guest.fill("move", "b3").await;
    pair.guest.see("option", "b3 – place on b3…").await;
    pair.guest.shot("binary-move").await;
    pair.guest.click("option", "b3 – place on b3…").await;
    pair.guest.click("button", "Send").await;
    pair.guest
        .post_when("the answer", |post| post.private && post.has("Your move: place on b3"))
        .await;
    let placed = pair.host.board_when("Pieces of Ben on b3.", is_panel).await;
    assert!(placed.told.contains("Pieces of Ana on a1."), "{}", placed.told);

    // Into the form.
    pair.host.press("the panel", "Type it…", is_panel).await;
    pair.host.see("dialog", "…").await;
    pair.host.keys("e3").await;
    pair.host.shot("binary-form").await;
    pair.host.click("button", "Submit").await;
    pair.host.miss("dialog", "…").await;
    pair.host.board_when("Pieces of Ana on a1 e3.", is_panel).await;
    pair.guest.board_when("Pieces of Ana on a1 e3.", is_public).await;

    pair.play_out("All pieces are placed.").await;
    pair.guest.shots("binary-end").await;
    let record = pair.record().await;
    assert_eq!(choices(&record, 0)[..2], ["a1", "e3"]);
    assert_eq!(choices(&record, 1)[0], "b3");
    pair.close().await;
}

/// A choice is seen on the board before it is confirmed, and taken back.
async fn try_and_confirm(window: &mut Window, is_panel: impl Fn(&Post) -> bool + Copy) {
    window.visit("Whistle").await;
    let first = window.board_when("Board of 6 by 6.", is_panel).await;
    let ghost = window.press_for("a1", "Your choice: place on a1", is_panel).await;
    assert_ne!(ghost.address, first.address, "the piece is shown before it is placed");
    window.shots("binary-ghost").await;
    audit(window, "a board in a private panel").await;
    let back = window.press_for("Back", "The first piece goes on", is_panel).await;
    assert!(!back.told.contains("Your choice: place on a1"), "{}", back.told);
    window.press_for("a1", "Your choice: place on a1", is_panel).await;
    window.press_for("Confirm", "Pieces of Ana on a1.", is_panel).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bingolino_is_laid_out_rolled_and_turned_over_on_pictures() {
    let Some(driver) = Driver::start() else { return };
    let mut pair = Pair::sit_down(&driver, "Bingolino", &[]).await;
    let is_panel = pair.is_panel();
    for window in [&pair.host, &pair.guest] {
        window.visit("Whistle").await;
        window.board_when("Your tiles, rows 1 to 4:", is_panel).await;
    }
    let swapped = swap_two(&mut pair.host, is_panel).await;
    pair.host.press("the panel", "Auto", is_panel).await;
    pair.host
        .until("other tiles in the picture", async || {
            let post = pair.host.post(is_panel).await?;
            let picture = post.board("Your tiles")?;
            (picture.address != swapped.0 && picture.told != swapped.1).then_some(())
        })
        .await;
    for window in [&pair.host, &pair.guest] {
        window.press("the panel", "Ready", is_panel).await;
    }
    for window in [&pair.host, &pair.guest] {
        window.board_when("'s turn to roll. ", is_panel).await;
    }

    let (mut rolled, mut turned) = (false, false);
    while !(rolled && turned) {
        let window = pair.window(pair.next(leads).await);
        let panel = window.press_on(is_panel, leads).await;
        turned |= panel.has("Turned over:");
        if !rolled && panel.has("The dice show") {
            rolled = true;
            window.board_when("The dice show", is_panel).await;
            window.shot("bingolino-dice").await;
        }
    }
    pair.host.board_when("Turned over:", is_panel).await;
    pair.host.visit("table-one").await;
    pair.host.board_when("Turned over:", is_public).await;
    pair.host.shots("bingolino-table").await;
    audit(&mut pair.host, "a table with tiles").await;

    let last = pair.play_out("The game is over.").await;
    assert!(last.board("have their stars").is_some(), "{}", last.text);
    pair.guest.shots("bingolino-end").await;
    let record = pair.record().await;
    for seat in 0..2 {
        let made = choices(&record, seat);
        assert!(made[0].starts_with("layout "), "{made:?}");
        let flips = made.iter().filter(|what| what.starts_with("flip ")).count();
        assert!(flips > 0, "{made:?}");
    }
    pair.close().await;
}

/// Two tiles of different numbers change places, and the picture follows each press. Gives its address and what it tells.
async fn swap_two(window: &mut Window, is_panel: impl Fn(&Post) -> bool + Copy) -> (String, String) {
    let panel = window.post_when("the panel", is_panel).await;
    let tiles: Vec<(&str, &str)> = panel.buttons.iter().filter_map(|b| tile(&b.name)).collect();
    assert_eq!(tiles.len(), 16, "{tiles:?}");
    let (one, number) = tiles[0];
    let mut others = tiles.iter().copied();
    let (other, another) = others.find(|(_, other)| *other != number).expect("not all are alike");
    let first = window.board_when("Your tiles", is_panel).await;
    let picked = format!("You picked up the {number} at {one}");
    let held = window.press_for(&format!("{one}: {number}"), &picked, is_panel).await;
    assert_ne!(held.address, first.address, "the tile in hand is marked");
    window.shots("bingolino-swap").await;
    window
        .press("the panel", &format!("{other}: {another}"), is_panel)
        .await;
    let swapped = |post: &Post| is_panel(post) && post.button(&format!("{one}: {another}")).is_some();
    let tells = format!("rows 1 to 4: {another} ");
    let now = window
        .until("the picture of the swapped tiles", async || {
            let now = window.post(swapped).await?.board(&tells).cloned();
            now.filter(|now| now.address != held.address)
        })
        .await;
    assert_ne!(now.told, first.told);
    (now.address, now.told)
}

/// The place and number of a button that stands for a tile.
fn tile(button: &str) -> Option<(&str, &str)> {
    let (place, number) = button.split_once(": ")?;
    let fine = place.len() == 2 && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    fine.then_some((place, number))
}

/// What leads on in a panel of rolls and tiles. Nothing where the reader has chosen, though they could choose again.
fn leads(panel: &Post) -> Option<String> {
    if panel.has_chosen() {
        return None;
    }
    let names: Vec<&String> = panel.buttons.iter().filter(|b| !b.disabled).map(|b| &b.name).collect();
    let first = |so: &dyn Fn(&str) -> bool| names.iter().find(|name| so(name)).map(|name| (*name).clone());
    first(&|name| tile(name).is_some() || name.contains(" without the "))
        .or_else(|| first(&|name| name == "3 dice"))
        .or_else(|| first(&|name| name == "None"))
}
