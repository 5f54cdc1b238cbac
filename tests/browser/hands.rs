//! The games with hidden tiles in the page: they are laid on pictures, and no window ever holds what somebody else does.

use std::collections::BTreeSet;

use serde_json::Value;

use super::access::audit;
use super::driver::Driver;
use super::pair::Pair;
use super::reading::text;
use super::table_steps::choices;
use super::window::{Picture, Post};

/// Buttons of a panel that lead to no choice.
const WAYS: [&str; 7] = ["Back", "Confirm", "Nudge", "Refresh", "End game", "Rules", "Type it…"];

/// How many tiles are laid in the page before the others are laid at random.
const LAID: usize = 6;

/// What a window showed, and what it received since the look before.
struct Look {
    seat: usize,
    /// How many tiles each had laid by then.
    laid: [usize; 2],
    texts: Vec<String>,
}

/// Two people who lay tiles, and all that their windows held meanwhile.
struct Hands {
    pair: Pair,
    laid: [usize; 2],
    looks: Vec<Look>,
}

impl Hands {
    /// Both sit down and open their panels.
    async fn sit_down(driver: &Driver, game: &'static str) -> Hands {
        let pair = Pair::sit_down(driver, game, &[]).await;
        let is_panel = pair.is_panel();
        for window in [&pair.host, &pair.guest] {
            window.visit("Whistle").await;
            window.board_when("", is_panel).await;
        }
        let mut hands = Hands {
            pair,
            laid: [0; 2],
            looks: Vec::new(),
        };
        hands.look().await;
        hands
    }

    /// Keeps what both windows show, and what came since the last look.
    async fn look(&mut self) {
        const ALL: &str = "return [eyes.parts(), eyes.takeHeard().map((one) => one.text)]";
        for seat in 0..2 {
            let found = self.pair.window(seat).script(ALL, Vec::new()).await;
            let mut texts = Vec::new();
            collect(&found[0], &mut texts);
            for heard in found[1].as_array().into_iter().flatten().map(text) {
                match serde_json::from_str(&heard) {
                    Ok(value) => collect(&value, &mut texts),
                    Err(_) => texts.push(heard),
                }
            }
            let laid = self.laid;
            self.looks.push(Look { seat, laid, texts });
        }
    }

    /// Lays tiles in the page, whoever's turn it is; the second one is tried, taken back and tried again. The first one may have
    /// one place only, which leaves nothing to go back to.
    async fn lay(&mut self, name: &str) {
        let is_panel = self.pair.is_panel();
        for nth in 0..LAID {
            let seat = self.pair.next(asks).await;
            let tried = self.try_one(seat).await;
            if nth == 1 {
                let window = self.pair.window(seat);
                window.shot(&format!("{name}-ghost")).await;
                window.press("the panel", "Back", is_panel).await;
                window
                    .post_when("the picture without the tile", |post| {
                        let other = post.board("").is_some_and(|now| now.address != tried.address);
                        is_panel(post) && post.button("Confirm").is_none() && other
                    })
                    .await;
                let again = self.try_one(seat).await;
                assert_eq!(again.told, tried.told, "the same is tried again");
            }
            // Before anybody but the one who tries it may know of it, and after.
            self.look().await;
            let confirm = |panel: &Post| panel.button("Confirm").map(|button| button.name.clone());
            self.pair.window(seat).press_on(is_panel, confirm).await;
            self.laid[seat] += 1;
            if nth + 1 < LAID {
                self.pair.next(asks).await;
            }
            self.look().await;
        }
    }

    /// Goes on to where a tile is shown before it is laid, and gives the picture of that.
    async fn try_one(&self, seat: usize) -> Picture {
        let (window, is_panel) = (self.pair.window(seat), self.pair.is_panel());
        let first = window.board_when("", is_panel).await;
        let is_tried = |post: &Post| is_panel(post) && post.button("Confirm").is_some();
        if window.post(is_panel).await.is_some_and(|panel| is_tried(&panel)) {
            return first;
        }
        loop {
            let on = |post: &Post| is_panel(post) && (leads(post).is_some() || is_tried(post));
            let panel = window.post_when("a panel that leads on", on).await;
            if is_tried(&panel) {
                break;
            }
            window.press_on(is_panel, leads).await;
        }
        // The picture comes after the words.
        let other = |post: &Post| is_tried(post) && post.board("").is_some_and(|now| now.address != first.address);
        let panel = window.post_when("the tile in the picture", other).await;
        assert!(
            panel.has("Place ") || panel.has("Lay ") || panel.has("Climb with "),
            "{}",
            panel.text
        );
        let picture = panel.board("").expect("a picture").clone();
        assert_ne!(picture.told, first.told, "it is told, too");
        picture
    }

    /// Holds all looks against what each had in hand. `held` gives what a seat holds after these placements.
    fn examine(&self, held: impl Fn(usize, [usize; 2]) -> BTreeSet<String>) {
        let mut examined = 0;
        for look in &self.looks {
            let (own, other) = (held(look.seat, look.laid), held(1 - look.seat, look.laid));
            let named: BTreeSet<String> = look.texts.iter().flat_map(|text| tiles(&without_open(text))).collect();
            assert!(
                own.is_subset(&named),
                "what seat {} holds is seen in its own window: {own:?} in {named:?}",
                look.seat
            );
            for text in &look.texts {
                let leak: Vec<String> = tiles(&without_open(text)).intersection(&other).cloned().collect();
                assert!(
                    leak.is_empty(),
                    "the window of seat {} holds {leak:?} of the other: {text}",
                    look.seat
                );
                let stranger = self.pair.stage.people[1 - look.seat].dm();
                assert!(!text.contains(stranger), "nothing of another's private chat: {text}");
                examined += 1;
            }
        }
        assert!(examined > 500, "enough was seen to be sure: {examined}");
    }
}

/// All texts in a value.
fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, texts)),
        Value::Object(map) => map.values().for_each(|inner| collect(inner, texts)),
        _ => {}
    }
}

/// How the sentences begin that say of tiles what anybody can see, whoever has them.
const OPEN: [&str; 2] = [
    "These could climb now, whoever holds them:",
    "Others could then climb with",
];

/// A text without the sentences that begin as `OPEN` says.
fn without_open(text: &str) -> String {
    let mut kept = text.to_owned();
    for begin in OPEN {
        while let Some(from) = kept.find(begin) {
            let to = kept[from..].find('.').map_or(kept.len(), |end| from + end + 1);
            kept.replace_range(from..to, "");
        }
    }
    kept
}

/// The tiles that a text names: `3-4`, and `3@2,1 4@3,1`.
fn tiles(text: &str) -> BTreeSet<String> {
    let symbol = |letter: char| ('0'..='7').contains(&letter);
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    let named = words.filter(|word| match word.chars().collect::<Vec<_>>()[..] {
        [low, '-', high] => symbol(low) && symbol(high),
        _ => false,
    });
    let mut found: BTreeSet<String> = named.map(str::to_owned).collect();
    let halves: Vec<char> = text
        .match_indices('@')
        .filter_map(|(at, _)| text[..at].chars().next_back().filter(|letter| symbol(*letter)))
        .collect();
    found.extend(halves.chunks_exact(2).map(|pair| tile(pair[0], pair[1])));
    found
}

fn tile(one: char, other: char) -> String {
    format!("{}-{}", one.min(other), one.max(other))
}

/// What chance brought in a record, without its first word, where that is `word`.
fn drawn(record: &Value, word: &str) -> Vec<String> {
    let events = record["events"].as_array().into_iter().flatten();
    let chance = events
        .filter(|event| event["by"] == "chance")
        .map(|event| text(&event["what"]));
    chance
        .filter_map(|what| Some(what.strip_prefix(word)?.trim().to_owned()))
        .collect()
}

/// The tiles that were laid by a seat, in order.
fn laid(record: &Value, seat: usize) -> Vec<String> {
    let placements = choices(record, seat);
    let tile = |what: &String| tiles(what).into_iter().next().expect("a placement names its tile");
    placements.iter().map(tile).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dominup_is_laid_on_pictures_and_hands_stay_secret() {
    let Some(driver) = Driver::start() else { return };
    let mut hands = Hands::sit_down(&driver, "Dominup").await;
    hands.lay("dominup").await;
    hands.pair.host.shots("dominup-panel").await;
    audit(&mut hands.pair.host, "a hand of tiles").await;
    hands.pair.play_out("The game is over").await;
    hands.pair.guest.shots("dominup-end").await;

    let record = hands.pair.record().await;
    let deck = drawn(&record, "deck").concat();
    let deck: Vec<&str> = deck.split(',').collect();
    assert_eq!(deck.len(), 36, "all tiles are dealt");
    let placed = [laid(&record, 0), laid(&record, 1)];
    let held = |seat: usize, so_far: [usize; 2]| -> BTreeSet<String> {
        let gone = &placed[seat][..so_far[seat]];
        let dealt = deck
            .chunks(18)
            .nth(seat)
            .unwrap_or_default()
            .iter()
            .copied()
            .map(str::to_owned);
        dealt.filter(|tile| !gone.contains(tile)).collect()
    };
    assert_eq!(held(0, [0; 2]).len(), 18);
    hands.examine(held);
    hands.pair.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dominimum_is_laid_on_pictures_and_missions_stay_secret() {
    let Some(driver) = Driver::start() else { return };
    let mut hands = Hands::sit_down(&driver, "Dominimum").await;
    hands.lay("dominimum").await;
    hands.pair.host.shots("dominimum-panel").await;
    audit(&mut hands.pair.host, "a mission and a tile").await;
    let last = hands.pair.play_out("All tiles are placed").await;
    hands.pair.guest.shots("dominimum-end").await;

    let record = hands.pair.record().await;
    let missions: BTreeSet<String> = drawn(&record, "mission").iter().flat_map(|what| tiles(what)).collect();
    assert_eq!(missions.len(), 2, "{missions:?}");
    let shown = tiles(&last.text);
    assert!(
        missions.is_subset(&shown),
        "missions are shown in the end: {}",
        last.text
    );
    let mission = |seat: usize| {
        let mut all = drawn(&record, "mission").into_iter();
        let own = all.find_map(|what| what.strip_prefix(&format!("{seat} ")).map(str::to_owned));
        own.expect("a mission")
    };
    let deck = drawn(&record, "deck").concat();
    let deck: Vec<&str> = deck.split(',').collect();
    assert_eq!(deck.len(), 34, "all tiles but the missions");
    let first: usize = drawn(&record, "first").concat().parse().expect("a seat");
    // Each begins with one tile in the order of the seats, and draws the next after each placement.
    let held = |seat: usize, so_far: [usize; 2]| -> BTreeSet<String> {
        let rank = usize::from(seat != first);
        let at = so_far[seat].checked_sub(1).map_or(seat, |before| 2 + 2 * before + rank);
        let tile = deck.get(at).copied().map(str::to_owned);
        tile.into_iter().chain([mission(seat)]).collect()
    };
    hands.examine(held);
    hands.pair.close().await;
}

#[test]
fn tiles_are_told_from_other_numbers() {
    let named = tiles("w:5:choose:4@-1,0 3@0,0, the 0-7, 2-9 x3-4 1-2-3 2026-11-21 (5-5)");
    assert_eq!(named.into_iter().collect::<Vec<_>>(), ["0-7", "3-4", "5-5"]);
    let kept = without_open("Your tiles: 1-1. These could climb now, whoever holds them: 2-2 and 3-3. Then 4-4.");
    assert_eq!(tiles(&kept).into_iter().collect::<Vec<_>>(), ["1-1", "4-4"]);
    let words = include_str!("../../src/games/double_seven/dominup/en.ftl");
    for begin in OPEN {
        assert!(words.contains(begin), "Dominup does not say \"{begin}\" any more");
    }
}

/// What a panel asks for: a button that leads to a choice, or the one that makes a choice.
fn asks(panel: &Post) -> Option<String> {
    let confirm = || panel.button("Confirm").map(|button| button.name.clone());
    leads(panel).or_else(confirm)
}

/// The first button of a panel that leads to a choice.
fn leads(panel: &Post) -> Option<String> {
    let open = panel.buttons.iter().filter(|button| !button.disabled);
    let mut names = open.map(|button| &button.name);
    names.find(|name| !WAYS.contains(&name.as_str())).cloned()
}
