//! What people do at a table through the page: run its command, find their panel, choose, and get about.

use fantoccini::elements::Element;
use rand::RngExt;
use rand::rngs::StdRng;

use super::stage::Stage;
use super::window::{Post, Window};

/// The address of the page for somebody, or for nobody yet.
pub(crate) fn address(stage: &Stage, who: Option<&str>) -> String {
    page(&stage.line.base, who)
}

/// The address of the page of the playground with these routes for people.
pub(crate) fn page(people: &str, who: Option<&str>) -> String {
    let root = people.trim_end_matches("/people");
    who.map_or_else(|| format!("{root}/"), |who| format!("{root}/?as={who}"))
}

impl Window {
    /// Opens a channel, a thread or a private chat from the list.
    pub(crate) async fn visit(&self, place: &str) {
        self.until(&format!("{place} in the list"), async || {
            self.steady().await;
            let entry = "return eyes.all('navigation', 'Channels').flatMap((list) => eyes.all('button', arguments[0], list))[0]";
            let entry = self.script(entry, vec![format!("{place}…").into()]).await;
            if entry.is_object() {
                return self.try_click(&self.element(&entry)).await.then_some(());
            }
            // Where the screen is narrow, a button brings the list.
            let menu = self.all("button", "Channels…").await.into_iter().next()?;
            self.try_click(&menu).await;
            None
        })
        .await;
        self.until(&format!("{place} to open"), async || {
            let titles = "return eyes.all('heading', '…').some((title) => title.textContent.includes(arguments[0]))";
            (self.script(titles, vec![place.into()]).await == true).then_some(())
        })
        .await;
    }

    /// Puts the keyboard where messages are written.
    pub(crate) async fn compose(&self) {
        self.click("combobox", "Message…").await;
    }

    /// Types a slash command, picks it from the list, fills in options, and sends it.
    pub(crate) async fn command(&self, command: &str, options: &[(&str, &str)]) {
        self.pick_command(command).await;
        for (option, value) in options {
            self.fill(option, value).await;
        }
        self.click("button", "Send").await;
    }

    /// Types a slash command and picks it from the list.
    pub(crate) async fn pick_command(&self, command: &str) {
        self.compose().await;
        self.keys(&command[..command.len() - 1]).await;
        self.click("option", &format!("{command}…")).await;
        self.see("group", command).await;
    }

    /// Types the value of an option of the command, asking for the option first if it is not there.
    pub(crate) async fn fill(&self, option: &str, value: &str) {
        if self.field(option).await.is_none() {
            self.click("combobox", "More options").await;
            self.keys(option).await;
            self.click("option", &format!("{option}…")).await;
        }
        self.until(&format!("the option {option}"), async || {
            self.steady().await;
            let field = self.field(option).await?;
            self.try_click(&field).await.then_some(())
        })
        .await;
        self.keys(value).await;
    }

    /// Types into an option for which the bot suggests values, and takes the only one that fits what is typed. A list for less
    /// of it may come first and be replaced: who clicks on that one hits whatever lies behind it.
    pub(crate) async fn fill_suggested(&self, option: &str, typed: &str, suggestion: &str, shot: &str) {
        self.fill(option, typed).await;
        self.until(&format!("{suggestion} as the only suggestion"), async || {
            let all = self.all("option", "…").await.len();
            (all == 1 && self.all("option", suggestion).await.len() == 1).then_some(())
        })
        .await;
        self.shot(shot).await;
        self.click("option", suggestion).await;
    }

    /// The field of an option.
    async fn field(&self, option: &str) -> Option<Element> {
        let lists = self.all("combobox", option).await.into_iter();
        lists.chain(self.all("textbox", option).await).next()
    }

    /// The reader's newest panel at a table, if it offers choices; an older one may be of a step that is over. What the panel is
    /// about stands in its picture, which may come after the buttons.
    pub(crate) async fn offer(&self) -> Option<Post> {
        let panel = self.post(is_panel).await;
        panel.filter(|panel| !panel.choices().is_empty() && round(panel).is_some())
    }

    /// Makes one of the choices that a panel offers, and waits until the panel asks for it no more: what others do changes a
    /// panel, too. Gives its notation.
    pub(crate) async fn choose(&self, rng: &mut StdRng) -> String {
        let (before, choice) = self
            .until("a choice", async || {
                self.steady().await;
                let panel = self.offer().await?;
                let choices = panel.choices();
                let mut at = rng.random_range(0..choices.len());
                // Who always passes never ends a game.
                if choices[at].0 == "pass" {
                    at = rng.random_range(0..choices.len());
                }
                let (choice, button) = &choices[at];
                let choice = choice.clone();
                self.try_click(&button.node).await.then(|| (round(&panel), choice))
            })
            .await;
        self.until("an answer to the choice", async || {
            // One look at both: a panel may stop waiting between two looks, and still ask for what was chosen.
            let posts = self.posts().await;
            let asks = |panel: &Post| panel.busy || (!panel.choices().is_empty() && round(panel) == before);
            let panel = posts.iter().rev().find(|post| is_panel(post));
            (!panel.is_some_and(asks)).then_some(())
        })
        .await;
        choice
    }
}

/// The line that says which digit or postulate of which game a panel is about.
pub(crate) fn round(panel: &Post) -> Option<String> {
    let named = ["Numerology: digit", "The conference: postulate"];
    let told = panel.pictures.iter().map(|picture| picture.told.as_str());
    let sentences = told
        .chain([panel.text.as_str()])
        .flat_map(|text| text.split(['\n', '.']));
    let mut lines = sentences.map(str::trim);
    let line = lines.find(|line| named.iter().any(|name| line.starts_with(name)))?;
    let game = panel.text.lines().find(|line| line.starts_with("Binome"))?;
    Some(format!("{game}: {line}"))
}

/// Whether a message is somebody's panel at a table.
pub(crate) fn is_panel(post: &Post) -> bool {
    post.text
        .lines()
        .any(|line| line.starts_with("Binome") && line.contains(" · #"))
}

/// Whether a message is the table of a lobby.
pub(crate) fn is_lobby(post: &Post) -> bool {
    post.has("Binome: take a seat")
}

/// Whether a message is the table of a game that goes on.
pub(crate) fn is_table(post: &Post) -> bool {
    post.button("My sheet").is_some()
}

/// Whether a message says that everything is over.
pub(crate) fn is_finished(post: &Post) -> bool {
    post.has("the match is over") || post.has("the game is over")
}
