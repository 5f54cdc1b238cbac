//! Three people in three windows: a match to the grand winner, in which nobody's window ever holds another's secrets.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};

use super::driver::Driver;
use super::evidence::Evidence;
use super::reading::{Sheet, text};
use super::secrets::bare_numbers;
use super::stage::{Setup, Stage};
use super::table::{self, address, is_finished, is_lobby, is_panel, is_table};
use super::table_steps::{choices, records};
use super::window::{DESKTOP, Post, Window};

/// Who plays through the table's own channel because the bot may not write to them.
const CLOSED: usize = 2;

/// Three windows at one table.
struct Party<'s> {
    stage: &'s Stage,
    windows: Vec<Window>,
    rng: StdRng,
    /// What each chose in the game that is on, in order.
    made: Vec<Vec<String>>,
    /// Each one's sheet as it was shown last.
    sheets: BTreeMap<usize, Sheet>,
    /// Claims whose secrecy was proved before they were revealed.
    sealed: usize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_windows_play_to_the_grand_winner_and_keep_their_secrets() {
    let Some(driver) = Driver::start() else { return };
    let stage = Stage::open(Setup::of(3)).await;
    let closed = json!({ "dms_open": false });
    stage.line.must(Method::PATCH, "/Cleo", closed).await;
    let mut windows = Vec::new();
    for person in &stage.people {
        windows.push(Window::open(&driver, &address(&stage, Some(&person.name)), DESKTOP).await);
    }
    let mut party = Party {
        stage: &stage,
        windows,
        rng: StdRng::seed_from_u64(23),
        made: Vec::new(),
        sheets: BTreeMap::new(),
        sealed: 0,
    };
    party.sit_down().await;
    let mut played = Vec::new();
    for game in 1..=3 {
        played.push(party.play(game).await);
    }
    assert!(party.sealed > 5, "claims were seen to be sealed: {}", party.sealed);

    let channel = stage.channel(0).await;
    let records = records(&stage.people[0], &channel).await;
    assert_eq!(records.len(), 3, "a match of three games is on record");
    for (record, made) in records.iter().zip(&played) {
        for (seat, made) in made.iter().enumerate() {
            assert_eq!(choices(record, seat), *made, "what seat {seat} chose is on record");
        }
    }
    for window in &mut party.windows {
        window.visit("table-one").await;
        let last = window.post_when("the end of the match", is_finished).await;
        assert!(last.has("grand win"), "there is a grand winner: {}", last.text);
    }
    party.windows[0].shots("grand-winner").await;
    for window in party.windows {
        window.close().await;
    }
    stage.close().await;
}

impl Party<'_> {
    /// One opens the table, the others join, and the match begins.
    async fn sit_down(&mut self) {
        let [ana, ben, cleo] = self.windows.as_mut_slice() else {
            panic!("three windows")
        };
        ana.command("/binome start", &[("secrets", "True")]).await;
        ana.post_when("the lobby", is_lobby).await;
        for other in [ben, cleo] {
            other.press("the lobby", "Join", is_lobby).await;
            other.post_when("the lobby without a way in", is_lobby).await;
        }
        let full = |post: &Post| is_lobby(post) && post.has("(3/");
        ana.post_when("everybody at the table", full).await;
        ana.shots("lobby-of-three").await;
        ana.press("the lobby", "Start", is_lobby).await;
        ana.post_when("the table", is_table).await;
    }

    /// Everybody goes to where they play this game: by private chat, or in the channel by a panel of their own.
    async fn take_places(&mut self, game: usize) {
        for seat in 0..self.windows.len() {
            let window = &mut self.windows[seat];
            if seat != CLOSED && (game + seat).is_multiple_of(2) {
                window.visit("Whistle").await;
                continue;
            }
            window.visit("table-one").await;
            window.press("the table", "My sheet", is_table).await;
            let own = window
                .post_when("a panel of one's own", |post| is_panel(post) && post.private)
                .await;
            assert!(own.text.contains("Only you can see this"), "{}", own.text);
            if game == 1 {
                window.shots(&format!("ephemeral-panel-{seat}")).await;
            }
        }
    }

    /// Plays a game, looking at every window after every choice. Gives what each chose.
    async fn play(&mut self, game: usize) -> Vec<Vec<String>> {
        let mut evidence = Evidence::of(game);
        self.made = vec![Vec::new(); self.windows.len()];
        self.sheets.clear();
        self.take_places(game).await;
        // A window may still show what was asked in the game before.
        let named = format!("game {game} of 3");
        for window in &self.windows {
            let asks = async || window.offer().await.filter(|panel| panel.text.contains(&named));
            window.until("a panel of this game", asks).await;
        }
        evidence.look(&self.windows).await;
        while let Some(seat) = self.next().await {
            let window = &self.windows[seat];
            let before = window.offer().await.map(|panel| table::round(&panel));
            let choice = window.choose(&mut self.rng).await;
            let documents = evidence.look(&self.windows).await;
            self.note_sheets().await;
            if let (Some(number), Some(Some(round))) = (choice.strip_prefix("claim "), before) {
                self.is_sealed(seat, number, &round, &documents).await;
            }
            self.made[seat].push(choice);
        }
        let sheets: Vec<Sheet> = self.sheets.values().copied().collect();
        assert_eq!(sheets.len(), self.windows.len(), "everybody has a sheet");
        let examined = evidence.examine(&self.stage.people, &sheets);
        assert!(examined > 100, "enough was seen of game {game} to be sure: {examined}");
        if game < 3 {
            self.go_on(game).await;
        }
        std::mem::take(&mut self.made)
    }

    /// Whose turn it is, or nobody's once the game is over.
    async fn next(&self) -> Option<usize> {
        let first = &self.windows[0];
        first
            .until("somebody's choice or the end of the game", async || {
                let mut over = 0;
                for (seat, window) in self.windows.iter().enumerate() {
                    if window.offer().await.is_some() {
                        return Some(Some(seat));
                    }
                    let ended = |post: &Post| is_finished(post) || is_between(post) || post.has("It is over.");
                    let ended = window.post(ended).await;
                    over += usize::from(ended.is_some());
                }
                (over == self.windows.len()).then_some(None)
            })
            .await
    }

    /// Reads everybody's sheet off their own panel.
    async fn note_sheets(&mut self) {
        for (seat, window) in self.windows.iter().enumerate() {
            if let Some(sheet) = window.post(is_panel).await.and_then(|panel| panel.sheet()) {
                self.sheets.insert(seat, sheet);
            }
        }
    }

    /// While somebody has not chosen yet in the same round, nobody else's window names the number just claimed.
    async fn is_sealed(&mut self, seat: usize, number: &str, round: &str, documents: &[Vec<Value>]) {
        let mut open = false;
        for (other, window) in self.windows.iter().enumerate() {
            if other != seat
                && let Some(panel) = window.offer().await
            {
                open |= table::round(&panel).as_deref() == Some(round);
            }
        }
        let others = self.sheets.iter().filter(|(other, _)| **other != seat);
        let alone = others
            .into_iter()
            .all(|(_, sheet)| !sheet.numbers().iter().any(|held| held == number));
        // A sheet may hold a number twice, and a claim with the other one has been shown.
        let shown = self.made[seat]
            .iter()
            .any(|made| made.strip_prefix("claim ") == Some(number));
        if !open || !alone || shown {
            return;
        }
        self.sealed += 1;
        for (other, parts) in documents.iter().enumerate().filter(|(other, _)| *other != seat) {
            for part in parts.iter().filter(|part| part["article"] == true) {
                let lines: Vec<String> = part["lines"].as_array().into_iter().flatten().map(text).collect();
                let told = bare_numbers(&lines.join("\n"));
                assert!(
                    !told.contains(number),
                    "seat {other} sees the sealed claim {number} of seat {seat}: {lines:#?}"
                );
            }
        }
    }

    /// The next game begins at the press of a button.
    async fn go_on(&mut self, game: usize) {
        let host = &mut self.windows[0];
        host.visit("table-one").await;
        let is_pause = |post: &Post| is_between(post) && !is_panel(post);
        let pause = host.post_when("the pause between games", is_pause).await;
        assert!(pause.has(&format!("game {game} is over")), "{}", pause.text);
        if game == 1 {
            host.shots("between-games").await;
        }
        host.press("the pause", "Next game", is_pause).await;
        let heading = format!("Binome: game {} of 3", game + 1);
        host.post_when("the next game", |post| is_table(post) && post.has(&heading))
            .await;
    }
}

/// Whether a message is the pause between two games, in public or in private.
fn is_between(post: &Post) -> bool {
    post.button("Next game").is_some()
}
