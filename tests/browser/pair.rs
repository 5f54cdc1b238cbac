//! Two people in two windows at a table of one game: one at a desk, one with a telephone.

use serde_json::Value;
use tokio::task::JoinHandle;

use super::driver::Driver;
use super::random_play::play_at_random;
use super::stage::{Setup, Stage};
use super::table::{address, is_finished};
use super::table_steps::{records, set};
use super::window::{DESKTOP, PHONE, Picture, Post, Window};

/// A table of two, and its windows.
pub(crate) struct Pair {
    pub(crate) stage: Stage,
    pub(crate) channel: String,
    /// What the game is called.
    game: &'static str,
    pub(crate) host: Window,
    pub(crate) guest: Window,
}

impl Pair {
    /// Ana opens a table by its command, Ben joins, and it begins.
    pub(crate) async fn sit_down(driver: &Driver, game: &'static str, options: &[(&str, &str)]) -> Pair {
        let pair = Pair::meet(driver, game, options).await;
        pair.host.press("the lobby", "Start", pair.is_lobby()).await;
        pair
    }

    /// Ana opens a table by its command, and Ben joins.
    pub(crate) async fn meet(driver: &Driver, game: &'static str, options: &[(&str, &str)]) -> Pair {
        let stage = Stage::open(Setup::of(2)).await;
        let channel = stage.channel(0).await;
        let (host, guest) = (address(&stage, Some("Ana")), address(&stage, Some("Ben")));
        let (host, guest) = tokio::join!(
            Window::open(driver, &host, DESKTOP),
            Window::open(driver, &guest, PHONE)
        );
        let pair = Pair {
            stage,
            channel,
            game,
            host,
            guest,
        };
        let is_lobby = pair.is_lobby();
        let (host, guest) = (&pair.host, &pair.guest);
        host.command(&format!("/{} start", game.to_lowercase()), options).await;
        guest.press("the lobby", "Join", is_lobby).await;
        let both = |post: &Post| is_lobby(post) && post.has("Ana") && post.has("Ben");
        host.post_when("both at the table", both).await;
        pair
    }

    /// Whether a message is the lobby.
    pub(crate) fn is_lobby(&self) -> impl Fn(&Post) -> bool + Copy + use<> {
        let game = self.game;
        move |post: &Post| post.has(&format!("{game}: take a seat"))
    }

    /// Whether a message is somebody's panel.
    pub(crate) fn is_panel(&self) -> impl Fn(&Post) -> bool + Copy + use<> {
        let game = self.game;
        move |post: &Post| {
            let mut lines = post.text.lines();
            lines.any(|line| line.starts_with(game) && line.contains(" · #"))
        }
    }

    /// The window of the host (0) or the guest (1).
    pub(crate) fn window(&self, seat: usize) -> &Window {
        [&self.host, &self.guest][seat]
    }

    /// Waits until somebody's panel has a button that leads on, and gives whose.
    pub(crate) async fn next(&self, leads: impl Fn(&Post) -> Option<String>) -> usize {
        let is_panel = self.is_panel();
        self.host
            .until("somebody who can go on", async || {
                for seat in 0..2 {
                    let panel = self.window(seat).post(is_panel).await;
                    if panel.is_some_and(|panel| leads(&panel).is_some()) {
                        return Some(seat);
                    }
                }
                None
            })
            .await
    }

    /// Lets both play the rest by themselves, on boards of letters in their panels, until everybody sees the end, which the
    /// last picture tells so. Gives the last message, under which both stand on the leaderboard.
    pub(crate) async fn play_out(&self, tells: &str) -> Post {
        let mut playing: Vec<JoinHandle<()>> = Vec::new();
        for (person, seed) in self.stage.people.iter().zip([3, 5]) {
            // To draw them is most of the work where nothing is optimised.
            set(person, &self.channel, "Your boards: text").await;
            playing.push(play_at_random(person, &self.channel, seed));
        }
        let ended = |post: &Post| is_finished(post) && post.board(tells).is_some();
        self.host.visit("table-one").await;
        self.guest.visit("table-one").await;
        let last = self.host.post_when("the end", ended).await;
        let same = self.guest.post_when("the end", ended).await;
        playing.iter().for_each(JoinHandle::abort);
        assert_eq!(same.text, last.text, "both read the same");
        assert!(last.has(" wins") || last.has("a draw"), "{}", last.text);
        assert!(last.has("Ana") && last.has("Ben"), "{}", last.text);
        assert!(last.button("Rematch").is_some(), "{}", last.text);
        self.host.press("the end", "Leaderboard", is_finished).await;
        let title = format!("{}: leaderboard of this server", self.game);
        let board = self.host.post_when("the leaderboard", |post| post.has(&title)).await;
        let is_row = |line: &&str| line.starts_with("1. ") || line.starts_with("2. ");
        let rows = board.text.lines().filter(is_row).count();
        assert!(board.private && rows == 2, "{}", board.text);
        let drawn = board.text.matches("0 of 1 game won, 1 drawn").count() == 2;
        assert!(board.has("1 of 1 game won") != drawn, "{}", board.text);
        assert!(board.has("Ana") && board.has("Ben"), "{}", board.text);
        last
    }

    /// What was chosen, as it is on record.
    pub(crate) async fn record(&self) -> Value {
        let records = records(&self.stage.people[0], &self.channel).await;
        records.into_iter().next().expect("a record")
    }

    pub(crate) async fn close(self) {
        self.host.close().await;
        self.guest.close().await;
        self.stage.close().await;
    }
}

impl Window {
    /// Waits until the newest message that is so has a picture that tells this. Gives the picture.
    pub(crate) async fn board_when(&self, tells: &str, so: impl Fn(&Post) -> bool) -> Picture {
        self.until(&format!("a picture that tells {tells:?}"), async || {
            let post = self.post(&so).await?;
            post.board(tells).cloned()
        })
        .await
    }

    /// Presses a button of a panel, and waits for the picture that tells what it did.
    pub(crate) async fn press_for(&self, button: &str, tells: &str, so: impl Fn(&Post) -> bool + Copy) -> Picture {
        // What is told may come before its picture.
        let before = self.board_when("", so).await.address;
        self.press("the panel", button, so).await;
        self.until(&format!("another picture, which tells {tells:?}"), async || {
            let picture = self.post(so).await?.board(tells).cloned();
            picture.filter(|picture| picture.address != before)
        })
        .await
    }

    /// Presses the button that leads on in the newest message that is so, and waits until that has become another. Gives it
    /// as it is then.
    pub(crate) async fn press_on(
        &self,
        so: impl Fn(&Post) -> bool + Copy,
        leads: impl Fn(&Post) -> Option<String>,
    ) -> Post {
        let before = self
            .until("something that leads on", async || {
                self.steady().await;
                let panel = self.post(so).await?;
                let name = leads(&panel)?;
                let button = panel.button(&name)?;
                self.try_click(&button.node).await.then(|| panel.state())
            })
            .await;
        self.post_when("another panel", |post| so(post) && post.state() != before)
            .await
    }
}
