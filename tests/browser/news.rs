//! News of what somebody was told elsewhere: it is read out, lies over the messages for a moment, and leaves its mark in the list.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use serde_json::json;
use whistle::playground::Playground;

use super::driver::Driver;
use super::kit::{Rest, calm, started, text};
use super::table::page;
use super::window::{DESKTOP, PHONE, Window};

const NEWS: &str = "Whistle wrote to you privately";
/// How long it is there to be read at least.
const READ: Duration = Duration::from_secs(5);

/// Ana's window, in a channel, and somebody who can write to her as the bot.
async fn told(driver: &Driver) -> (Playground, Rest, String, Window) {
    let (playground, people, rest) = started(calm()).await;
    let (_, chat) = rest
        .post("/users/@me/channels", json!({ "recipient_id": people.id("Ana").await }))
        .await;
    let window = Window::open(driver, &page(people.base(), Some("Ana")), DESKTOP).await;
    let hears = "return eyes.takeHeard().some((one) => one.from === 'socket' && one.text.includes('\"hello\"'))";
    let line = async || (window.script(hears, Vec::new()).await == true).then_some(());
    window.until("the line to stand", line).await;
    (playground, rest, text(&chat["id"]), window)
}

async fn write(rest: &Rest, chat: &str) {
    let (status, said) = rest
        .post(
            &format!("/channels/{chat}/messages"),
            json!({ "content": "It is your turn." }),
        )
        .await;
    assert_eq!(status, 200, "{said}");
}

impl Window {
    /// Waits for the news, which is read out as it comes.
    async fn news(&self) {
        self.see("button", NEWS).await;
        let status = "return eyes.all('status', '…').some((node) => node.textContent.includes(arguments[0]))";
        assert_eq!(self.script(status, vec![NEWS.into()]).await, true, "it is read out");
    }

    /// Waits until the private chat is marked in the list as unread, or until it is not.
    async fn marked(&self, unread: bool) {
        let marks = "return eyes.all('button', 'Whistle…').some((node) => node.textContent.endsWith(' unread'))";
        self.until(&format!("a mark: {unread}"), async || {
            (self.script(marks, Vec::new()).await == unread).then_some(())
        })
        .await;
    }

    /// Holds the mouse over something.
    async fn point_at(&self, role: &str, name: &str) {
        let place = "const box = eyes.all(...arguments)[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]";
        let place = self.script(place, vec![role.into(), name.into()]).await;
        let [x, y] = [0, 1].map(|at| place[at].as_f64().expect("a place"));
        let mouse = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo { duration: None, x, y });
        self.client.perform_actions(mouse).await.expect("a mouse can be moved");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_goes_by_itself_and_stays_unread() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, rest, chat, mut window) = told(&driver).await;
    for screen in [DESKTOP, PHONE] {
        window.turn(screen).await;
        let came = Instant::now();
        write(&rest, &chat).await;
        window.news().await;
        window.shot("news").await;
        window.miss("button", NEWS).await;
        assert!(came.elapsed() > READ, "there was time to read it");
        window.shot("news-gone").await;
    }
    window.turn(DESKTOP).await;
    window.marked(true).await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_does_not_go_from_under_the_hand() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, rest, chat, window) = told(&driver).await;
    write(&rest, &chat).await;
    window.news().await;
    window.point_at("button", NEWS).await;
    // Longer than it stays by itself.
    tokio::time::sleep(READ * 2).await;
    window.see("button", NEWS).await;
    window.point_at("combobox", "Message…").await;
    window.miss("button", NEWS).await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_goes_when_it_is_put_away_or_followed() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, rest, chat, window) = told(&driver).await;
    let gone_at_once = async |what: &str| {
        let since = Instant::now();
        window.miss("button", NEWS).await;
        assert!(since.elapsed() < READ, "{what}");
    };
    write(&rest, &chat).await;
    window.news().await;
    window.click("button", "Not now").await;
    gone_at_once("put away").await;
    window.marked(true).await;

    write(&rest, &chat).await;
    window.news().await;
    window.visit("Whistle").await;
    gone_at_once("the chat was opened from the list").await;
    window.marked(false).await;

    window.visit("table-one").await;
    write(&rest, &chat).await;
    window.news().await;
    window.click("button", NEWS).await;
    gone_at_once("it was followed").await;
    window.read("It is your turn.").await;
    window.close().await;
}
