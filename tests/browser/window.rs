//! A window: what a person finds in it by role and name, what they read, click and type, and what it must never do.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fantoccini::Client;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::{Element, ElementRef};
use serde_json::{Value, json};

use super::driver::{Driver, is_passing, take_console, tell};
use super::person::PATIENCE;
use super::reading::{Button, Sheet, notation, text};

/// What is put into every document, beside the page's own scripts.
const EYES: &str = include_str!("eyes.js");

/// Calls back once nothing has changed, moved or scrolled for two frames, or after two seconds.
const STEADY: &str = "
    const done = arguments[arguments.length - 1];
    const moving = (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity;
    let [last, calm, frames] = [-1, 0, 0];
    const look = () => {
        const now = eyes.changes();
        calm = now === last && !document.getAnimations().some(moving) ? calm + 1 : 0;
        last = now;
        frames += 1;
        if (calm >= 2 || frames > 120) done(true);
        else requestAnimationFrame(look);
    };
    look();";

/// The key by which WebDriver names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    width: u32,
    height: u32,
    phone: bool,
}

impl Screen {
    /// A window on a desk, in pixels.
    pub(crate) const fn desk(width: u32, height: u32) -> Screen {
        Screen {
            width,
            height,
            phone: false,
        }
    }

    /// A telephone in a hand, in pixels.
    pub(crate) const fn hand(width: u32, height: u32) -> Screen {
        Screen {
            width,
            height,
            phone: true,
        }
    }
}

/// A usual window.
pub(crate) const DESKTOP: Screen = Screen::desk(1280, 800);

/// A usual telephone, held upright.
pub(crate) const PHONE: Screen = Screen::hand(390, 844);

/// A message on the screen.
#[derive(Debug)]
pub(crate) struct Post {
    pub(crate) text: String,
    pub(crate) private: bool,
    pub(crate) busy: bool,
    pub(crate) pictures: Vec<Picture>,
    pub(crate) buttons: Vec<Control>,
}

/// A picture of a message.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// What it tells who cannot see it.
    pub(crate) told: String,
    /// Which file it is: another picture has another address, the same one keeps its own.
    pub(crate) address: String,
    /// Whether it is there to be seen.
    pub(crate) loaded: bool,
}

/// A button of a message.
#[derive(Debug)]
pub(crate) struct Control {
    pub(crate) name: String,
    pub(crate) disabled: bool,
    pub(crate) node: Element,
}

impl Post {
    /// Whether it says this, in its text or in what its pictures tell.
    pub(crate) fn has(&self, words: &str) -> bool {
        self.text.contains(words) || self.pictures.iter().any(|picture| picture.told.contains(words))
    }

    /// The button of this name that can be pressed.
    pub(crate) fn button(&self, name: &str) -> Option<&Control> {
        self.buttons
            .iter()
            .find(|button| button.name == name && !button.disabled)
    }

    /// Its only picture, if that is there to be seen and tells this in words, too.
    pub(crate) fn board(&self, tells: &str) -> Option<&Picture> {
        let [picture] = self.pictures.as_slice() else {
            return None;
        };
        (picture.loaded && picture.told.contains(tells)).then_some(picture)
    }

    /// Whether its reader has chosen, and could choose again while others choose.
    pub(crate) fn has_chosen(&self) -> bool {
        self.text.contains("You can still change it.")
    }

    /// The choices that a game waits for in it, in their notation. None where the reader has chosen and could choose again.
    pub(crate) fn choices(&self) -> Vec<(String, &Control)> {
        let all = self.buttons.iter().filter(|_| !self.has_chosen()).enumerate();
        let open = all.filter(|(_, button)| !button.disabled);
        let named = open.filter_map(|(at, button)| {
            let seen = Button {
                label: button.name.clone(),
                custom_id: String::new(),
                disabled: false,
                at,
            };
            Some((notation(&seen)?, button))
        });
        named.collect()
    }

    /// The reader's own sheet, if it is in the message.
    pub(crate) fn sheet(&self) -> Option<Sheet> {
        self.pictures.iter().find_map(|picture| Sheet::read(&picture.told))
    }

    /// What tells one state of the message from another, but for the addresses of its pictures.
    pub(crate) fn state(&self) -> String {
        let pictures: Vec<&str> = self.pictures.iter().map(|picture| picture.told.as_str()).collect();
        let buttons: Vec<String> = self
            .buttons
            .iter()
            .map(|b| format!("{}{}", b.name, b.disabled))
            .collect();
        format!("{}\n{}\n{}", self.text, pictures.join("\n"), buttons.join("|"))
    }
}

/// A window of a browser of its own.
pub(crate) struct Window {
    pub(crate) client: Client,
    screen: Screen,
}

impl Window {
    /// Opens the page at this address.
    pub(crate) async fn open(driver: &Driver, address: &str, screen: Screen) -> Window {
        let client = driver.browser().await;
        let mut window = Window { client, screen };
        tell(
            &window.client,
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": EYES }),
        )
        .await;
        window.wear("dark").await;
        window.turn(screen).await;
        window.go(address).await;
        window
    }

    /// Goes to another address.
    pub(crate) async fn go(&self, address: &str) {
        self.client.goto(address).await.expect("the page opens");
    }

    /// Loads the page again.
    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("the page loads again");
    }

    /// Makes the window another screen.
    pub(crate) async fn turn(&mut self, screen: Screen) {
        let Screen { width, height, phone } = screen;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        tell(&self.client, "Emulation.setDeviceMetricsOverride", metrics).await;
        tell(
            &self.client,
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": phone }),
        )
        .await;
        self.screen = screen;
    }

    /// The screen that it is.
    pub(crate) fn screen(&self) -> Screen {
        self.screen
    }

    /// Tells the page that the person likes it `dark` or `light`, and does not like things to move.
    pub(crate) async fn wear(&self, scheme: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        tell(
            &self.client,
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .await;
    }

    /// Runs a script, which may use the test's eyes.
    pub(crate) async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        let answer = self.client.execute(script, arguments).await;
        answer.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until nothing moves, as people do before they click.
    pub(crate) async fn steady(&self) {
        let calm = self.client.execute_async(STEADY, Vec::new()).await;
        calm.expect("the page answers");
    }

    /// Waits for something, and shows what is there if it never comes.
    pub(crate) async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if Instant::now() > until {
                let seen = self.client.execute("return document.body.innerText", Vec::new()).await;
                self.shot("in-vain").await;
                panic!(
                    "waited in vain for {what}; on the screen is\n{}",
                    seen.unwrap_or_default()
                );
            }
            self.steady().await;
        }
    }

    /// The visible elements of this role and name; a name that ends in "…" stands for all that begin so.
    pub(crate) async fn all(&self, role: &str, name: &str) -> Vec<Element> {
        let found = self
            .script("return eyes.all(...arguments)", vec![json!(role), json!(name)])
            .await;
        found
            .as_array()
            .into_iter()
            .flatten()
            .map(|node| self.element(node))
            .collect()
    }

    pub(crate) fn element(&self, node: &Value) -> Element {
        Element::from_element_id(self.client.clone(), ElementRef::from(text(&node[ELEMENT])))
    }

    /// Waits until an element of this role and name is visible.
    pub(crate) async fn see(&self, role: &str, name: &str) -> Element {
        self.until(&format!("the {role} {name}"), async || {
            self.all(role, name).await.into_iter().next()
        })
        .await
    }

    /// Waits until no element of this role and name is visible.
    pub(crate) async fn miss(&self, role: &str, name: &str) {
        self.until(&format!("the {role} {name} to go"), async || {
            self.all(role, name).await.is_empty().then_some(())
        })
        .await;
    }

    /// Waits until this is written somewhere on the screen.
    pub(crate) async fn read(&self, words: &str) {
        self.until(&format!("the words {words:?}"), async || {
            self.shows(words).await.then_some(())
        })
        .await;
    }

    /// Whether this is written somewhere on the screen.
    pub(crate) async fn shows(&self, words: &str) -> bool {
        self.script(
            "return document.body.innerText.includes(arguments[0])",
            vec![json!(words)],
        )
        .await
            == true
    }

    /// Clicks the element of this role and name once it is there and nothing moves.
    pub(crate) async fn click(&self, role: &str, name: &str) {
        self.until(&format!("a {role} {name} to click"), async || {
            self.steady().await;
            let node = self.all(role, name).await.into_iter().next()?;
            self.try_click(&node).await.then_some(())
        })
        .await;
    }

    /// Clicks where the element is, if nothing lies over it; whether the click reached it. An element that is under something
    /// is brought to the middle for the next attempt.
    pub(crate) async fn try_click(&self, node: &Element) -> bool {
        let node = serde_json::to_value(node).expect("an element has a name");
        let aimed = match self.client.execute("return eyes.aim(arguments[0])", vec![node]).await {
            Ok(aimed) => aimed,
            Err(error) if is_passing(&error) => return false,
            Err(error) => panic!("a click: {error}"),
        };
        let (Some(x), Some(y)) = (aimed["x"].as_f64(), aimed["y"].as_f64()) else {
            return false;
        };
        let mouse = MouseActions::new("mouse".to_owned());
        let mouse = mouse.then(PointerAction::MoveTo { duration: None, x, y });
        let mouse = mouse.then(PointerAction::Down {
            button: MOUSE_BUTTON_LEFT,
        });
        let mouse = mouse.then(PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        });
        self.client
            .perform_actions(mouse)
            .await
            .expect("a mouse can be clicked");
        // Where the click led to another document, nothing is left that could tell.
        let hit = "return window.eyes?.hit(arguments[0]) ?? true";
        self.script(hit, vec![aimed["document"].clone()]).await == true
    }

    /// Presses keys one after another, wherever the keyboard is.
    pub(crate) async fn keys(&self, keys: &str) {
        let mut strokes = KeyActions::new("keys".to_owned());
        for value in keys.chars() {
            strokes = strokes.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(strokes).await.expect("keys can be pressed");
    }

    /// Presses keys at once: the first ones are held while the last one is pressed.
    pub(crate) async fn chord(&self, keys: &str) {
        let down = keys.chars().map(|value| KeyAction::Down { value });
        let up = keys.chars().rev().map(|value| KeyAction::Up { value });
        let strokes = KeyActions::new("keys".to_owned());
        let strokes = down.chain(up).fold(strokes, |strokes, stroke| strokes.then(stroke));
        self.client.perform_actions(strokes).await.expect("keys can be pressed");
    }

    /// Role and name of what has the keyboard.
    pub(crate) async fn focused(&self) -> (String, String) {
        let focused = self.script("return eyes.focused()", Vec::new()).await;
        (text(&focused["role"]), text(&focused["name"]))
    }

    /// The messages on the screen, oldest first.
    pub(crate) async fn posts(&self) -> Vec<Post> {
        let found = self.script("return eyes.messages()", Vec::new()).await;
        let control = |button: &Value| Control {
            name: text(&button["name"]),
            disabled: button["disabled"] == true,
            node: self.element(&button["node"]),
        };
        let picture = |picture: &Value| Picture {
            told: text(&picture["told"]),
            address: text(&picture["address"]),
            loaded: picture["loaded"] == true,
        };
        let post = |post: &Value| Post {
            text: text(&post["text"]),
            private: post["private"] == true,
            busy: post["busy"] == true,
            pictures: post["pictures"].as_array().into_iter().flatten().map(picture).collect(),
            buttons: post["buttons"].as_array().into_iter().flatten().map(control).collect(),
        };
        found.as_array().into_iter().flatten().map(post).collect()
    }

    /// The newest message that is so and waits for nothing.
    pub(crate) async fn post(&self, so: impl Fn(&Post) -> bool) -> Option<Post> {
        let posts = self.posts().await.into_iter().rev();
        posts.filter(|post| !post.busy).find(|post| so(post))
    }

    /// Waits for a message that is so.
    pub(crate) async fn post_when(&self, what: &str, so: impl Fn(&Post) -> bool) -> Post {
        self.until(what, async || self.post(&so).await).await
    }

    /// Presses the button of this name in the newest message that has it and is so.
    pub(crate) async fn press(&self, what: &str, name: &str, so: impl Fn(&Post) -> bool) {
        self.until(&format!("a button {name} in {what}"), async || {
            self.steady().await;
            let post = self.post(|post| so(post) && post.button(name).is_some()).await?;
            let button = post.button(name)?;
            self.try_click(&button.node).await.then_some(())
        })
        .await;
    }

    /// What was written to the console since it was looked at last.
    pub(crate) async fn console(&self) -> Vec<String> {
        take_console(&self.client).await
    }

    /// Keeps a picture of the screen as it is.
    pub(crate) async fn shot(&self, name: &str) {
        let kind = if self.screen.phone { "phone" } else { "desktop" };
        let path = screenshots().join(format!("{name}-{kind}.png"));
        let picture = self.client.screenshot().await.expect("a picture of the screen");
        std::fs::write(path, picture).expect("a picture can be kept");
    }

    /// Keeps pictures of what is shown on every kind of screen.
    pub(crate) async fn shots(&mut self, name: &str) {
        let before = self.screen;
        for screen in [DESKTOP, PHONE] {
            self.turn(screen).await;
            self.steady().await;
            self.shot(name).await;
            assert_eq!(self.overflow().await, 0, "{name} fits the width of {screen:?}");
        }
        self.turn(before).await;
        self.steady().await;
    }

    /// By how many pixels the page is wider than the screen.
    pub(crate) async fn overflow(&self) -> i64 {
        self.script("return eyes.overflow()", Vec::new())
            .await
            .as_i64()
            .unwrap_or(i64::MAX)
    }

    /// Closes the window; nothing must have gone wrong in it.
    pub(crate) async fn close(self) {
        let console = self.console().await;
        assert!(console.is_empty(), "the console has {console:#?}");
        self.client.close().await.expect("the window closes");
    }
}

/// Where pictures are kept: `WHISTLE_SCREENSHOTS`, or `screenshots` beside what Cargo builds.
pub(crate) fn screenshots() -> PathBuf {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("a folder of Cargo's");
    let folder = std::env::var_os("WHISTLE_SCREENSHOTS").map_or_else(|| built.join("screenshots"), PathBuf::from);
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    folder
}
