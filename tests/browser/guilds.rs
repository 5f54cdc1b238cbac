//! Two servers in one window: channels, people, commands and what one was about to say are those of the server one is in.

use serde_json::json;
use whistle::playground::{ChannelSpec, Config, GuildSpec, PersonSpec};

use super::access::audit;
use super::driver::Driver;
use super::kit::{calm, started, text};
use super::stage::{Setup, Stage};
use super::table::{address, is_lobby, is_panel, is_table, page};
use super::window::{DESKTOP, PHONE, Window};

const HOME: &str = "The Playground";
const ABROAD: &str = "The Other One";

impl Window {
    /// Opens a channel of a server, for who is in several.
    async fn enter(&self, server: &str, channel: &str) {
        let entry =
            "return eyes.all('list', arguments[0]).flatMap((list) => eyes.all('button', arguments[1], list))[0]";
        let entry = async || {
            let found = self
                .script(entry, vec![server.into(), format!("{channel}…").into()])
                .await;
            found.is_object().then_some(found)
        };
        self.until(&format!("{channel} of {server} in the list"), async || {
            self.steady().await;
            let Some(found) = entry().await else {
                let menu = self.all("button", "Channels…").await.into_iter().next()?;
                self.try_click(&menu).await;
                return None;
            };
            self.try_click(&self.element(&found)).await.then_some(())
        })
        .await;
        let title = format!("#{channel} · {server} · ");
        self.until(&format!("{title} to be open"), async || {
            (self.client.title().await.ok()?.contains(&title)).then_some(())
        })
        .await;
    }

    /// What stands where messages are written.
    async fn draft(&self) -> String {
        text(
            &self
                .script("return document.querySelector('textarea').value", Vec::new())
                .await,
        )
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_in_two_servers_plays_in_the_one_that_is_open() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(2).abroad(&["Ben", "Cleo"])).await;
    let mut ben = Window::open(&driver, &address(&stage, Some("Ben")), DESKTOP).await;
    ben.enter(HOME, "table-one").await;
    ben.see("button", "Ana…").await;
    ben.miss("button", "Cleo…").await;
    ben.compose().await;
    ben.keys("for these alone").await;

    ben.enter(ABROAD, "table-one").await;
    assert_eq!(ben.draft().await, "", "what was written is for the other server");
    ben.see("button", "Cleo…").await;
    ben.miss("button", "Ana…").await;
    ben.command("/binome start", &[("games", "1")]).await;
    ben.post_when("the lobby", is_lobby).await;
    ben.shots("two-servers").await;
    audit(&mut ben, "two servers").await;

    let mut cleo = Window::open(&driver, &address(&stage, Some("Cleo")), DESKTOP).await;
    cleo.press("the lobby", "Join", is_lobby).await;
    cleo.miss("list", HOME).await;
    cleo.see("list", "Channels").await;
    ben.press("the lobby", "Start", |post| is_lobby(post) && post.has("Cleo"))
        .await;
    ben.post_when("the table", is_table).await;
    cleo.post_when("the table", is_table).await;
    cleo.shots("one-of-two-servers").await;

    ben.enter(HOME, "table-one").await;
    assert_eq!(ben.draft().await, "for these alone", "it has waited");
    assert!(ben.posts().await.is_empty(), "there is no table here");
    ben.visit("Whistle").await;
    let panel = ben.post_when("the panel", is_panel).await;
    assert!(!panel.choices().is_empty(), "{}", panel.text);
    ben.shots("two-servers-privately").await;
    ben.turn(PHONE).await;
    ben.enter(ABROAD, "table-one").await;
    ben.see("heading", "table-one").await;
    ben.read(ABROAD).await;
    ben.post_when("the table", is_table).await;
    for window in [ben, cleo] {
        window.close().await;
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_server_has_its_own_commands_people_and_bot() {
    let Some(driver) = Driver::start() else { return };
    let (_playground, people, rest) = started(Config {
        more_guilds: vec![GuildSpec {
            name: ABROAD.into(),
            id: None,
            people: ["Zoe", "Ben"].map(PersonSpec::named).into(),
            channels: vec![ChannelSpec::named("table-one", "")],
        }],
        ..calm()
    })
    .await;
    let all = people.get("").await;
    let [home, other] = [0, 1].map(|n| text(&all["guilds"][n]["id"]));
    let app = rest.app().await;
    for (guild, name) in [(&home, "homely"), (&other, "foreign")] {
        let path = format!("/applications/{app}/guilds/{guild}/commands");
        rest.post(&path, json!({ "name": name, "description": "only here" }))
            .await;
    }
    let window = Window::open(&driver, &page(people.base(), Some("Ben")), DESKTOP).await;
    for (server, offered, missing) in [(HOME, "/homely…", "/foreign…"), (ABROAD, "/foreign…", "/homely…")] {
        window.enter(server, "table-one").await;
        window.compose().await;
        window.keys("/").await;
        window.see("option", offered).await;
        window.miss("option", missing).await;
        window.keys("\u{e003}").await;
    }

    window.click("button", "Add or be somebody").await;
    window.see("link", "Ana…").await;
    window.click("textbox", "Somebody new").await;
    window.keys("Yves").await;
    window.click("button", "Add").await;
    window.see("link", "Yves…").await;
    window.keys("\u{e00c}").await;
    window.see("button", "Yves…").await;
    let all = people.get("").await;
    let yves = people.id("Yves").await;
    let is_in = |n: usize| {
        let people = all["guilds"][n]["people"].as_array();
        people.is_some_and(|ids| ids.iter().any(|id| *id == yves))
    };
    assert!(is_in(1) && !is_in(0), "whoever is added is in the server that is open");

    // The button stands at each server's list, whichever is open.
    window.enter(HOME, "table-one").await;
    window.click("button", &format!("Add a channel to {ABROAD}")).await;
    window.see("dialog", &format!("Add a channel to {ABROAD}")).await;
    window.keys("border\u{e007}").await;
    window.enter(ABROAD, "border").await;

    people.put("/-/bot", json!({ "present": false, "guild": other })).await;
    window.read("has been thrown out of this server").await;
    window.shot("thrown-out-of-one-server").await;
    window.enter(HOME, "table-one").await;
    assert!(!window.shows("has been thrown out of this server").await);
    window.enter(ABROAD, "table-one").await;
    window.click("button", "Invite it again").await;
    window
        .until("the bot to be back", async || {
            let back = people.get("/-/faults").await["absent_from"] == json!([]);
            (back && !window.shows("has been thrown out of this server").await).then_some(())
        })
        .await;
    window.close().await;
}
