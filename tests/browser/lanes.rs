//! BINMAT in the page: sides in the lobby, orders by buttons and by typing, and cards that only their holder sees.
//!
//! The game is the shortest that can be: both draw from one lane until it is empty, and the attackers win.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::access::audit;
use super::driver::Driver;
use super::pair::Pair;
use super::reading::text;
use super::table::is_finished;
use super::table_steps::choices;
use super::window::{Control, Post, Screen, Window};

/// A small telephone.
const SMALL: Screen = Screen::hand(360, 740);

/// The defender is Ana, the attacker Ben: their seats.
const SIDES: [&str; 2] = ["Defenders", "Attackers"];

/// Whether a message is the table of a game that goes on.
fn is_public(post: &Post) -> bool {
    !post.private && post.button("My orders").is_some()
}

/// Two windows, and all that each of them has held before the game was over.
struct Lanes {
    pair: Pair,
    held: [BTreeSet<String>; 2],
}

impl Lanes {
    /// Keeps what both windows show, and what came since the last look.
    async fn look(&mut self) {
        const ALL: &str = "return [eyes.parts(), eyes.takeHeard().map((one) => one.text)]";
        for seat in 0..2 {
            let found = self.pair.window(seat).script(ALL, Vec::new()).await;
            collect(&found[0], &mut self.held[seat]);
            for heard in found[1].as_array().into_iter().flatten().map(text) {
                match serde_json::from_str(&heard) {
                    Ok(value) => collect(&value, &mut self.held[seat]),
                    Err(_) => drop(self.held[seat].insert(heard)),
                }
            }
        }
    }

    /// Types an order by the game's own command, picking it from what is offered, and waits for the answer.
    async fn types(&self, seat: usize, order: &str, offer: &str, answer: &str) {
        let window = self.pair.window(seat);
        window.pick_command("/binmat order").await;
        window.fill_suggested("order", order, offer, "binmat-typing").await;
        window.click("button", "Send").await;
        window.post_when("the answer", |post| post.has(answer)).await;
    }

    /// Presses these buttons of the panel one after another.
    async fn presses(&self, seat: usize, buttons: &[&str]) {
        let is_panel = self.pair.is_panel();
        for button in buttons {
            self.pair.window(seat).press("the panel", button, is_panel).await;
        }
    }

    /// Waits until a picture of a seat's panel tells this.
    async fn turn(&self, seat: usize, tells: &str) {
        self.pair.window(seat).board_when(tells, self.pair.is_panel()).await;
    }

    /// The cards that a seat has drawn, with the last one.
    async fn hand(&self, seat: usize) -> BTreeSet<String> {
        let panel = self
            .pair
            .window(seat)
            .post_when("the panel", self.pair.is_panel())
            .await;
        let line = panel.text.lines().find(|line| line.starts_with("Your hand ("));
        signs(line.unwrap_or_default())
    }
}

/// All texts in a value.
fn collect(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(texts.insert(text.clone())),
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, texts)),
        Value::Object(map) => map.values().for_each(|inner| collect(inner, texts)),
        _ => {}
    }
}

/// The cards that a text names: a rank and a suit that stand for themselves, or in an order. Behind an `@` there is a blank
/// of no width in messages, so that it calls nobody.
fn signs(text: &str) -> BTreeSet<String> {
    /// What the command says of itself.
    const EXAMPLES: &str = "such as p3^1, u>0,";
    let letters: Vec<char> = text.replace(EXAMPLES, "").replace('\u{200b}', "").chars().collect();
    let is_card = |pair: &[char]| "23456789a@*?>".contains(pair[0]) && "&%+!^#".contains(pair[1]);
    let stands = |at: usize| {
        let before = at.checked_sub(1).map(|before| letters[before]);
        let alone = |letter: &char| !letter.is_alphanumeric() && !"=/&".contains(*letter);
        let played =
            matches!(before, Some('p' | 'u' | 'x')) && letters.get(at + 2).is_some_and(|to| to.is_ascii_digit());
        (before.as_ref().is_none_or(alone) && letters.get(at + 2).is_none_or(alone)) || played
    };
    let pairs = letters.windows(2).enumerate();
    pairs
        .filter(|(at, pair)| is_card(pair) && stands(*at))
        .map(|(_, pair)| pair.iter().collect())
        .collect()
}

/// The decks that were dealt, the top card first.
fn decks(record: &Value) -> Vec<Vec<String>> {
    let events = record["events"].as_array().into_iter().flatten();
    let dealt = events.filter_map(|event| Some(text(&event["what"]).strip_prefix("lane ")?.to_owned()));
    let cards = |lane: String| lane[2..].split(',').map(str::to_owned).collect();
    dealt.map(cards).collect()
}

/// Looks at all that is shown, on a small telephone.
async fn shots(window: &mut Window, name: &str) {
    let before = window.screen();
    window.turn(SMALL).await;
    window.steady().await;
    window.shot(name).await;
    assert_eq!(window.overflow().await, 0, "{name} fits the width of {SMALL:?}");
    window.turn(before).await;
    window.steady().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn binmat_is_played_by_buttons_and_by_typing_and_hands_stay_secret() {
    let Some(driver) = Driver::start() else { return };
    let mut pair = Pair::meet(&driver, "BINMAT", &[]).await;
    let (is_lobby, is_panel) = (pair.is_lobby(), pair.is_panel());
    let lobby = pair
        .guest
        .post_when("the lobby", |post| is_lobby(post) && post.has("Ben"))
        .await;
    let [defenders, attackers] = SIDES.map(|side| lobby.text.find(&format!("{side} (1/16)")));
    assert!(
        defenders.is_some() && defenders < attackers,
        "a side for each: {}",
        lobby.text
    );
    shots(&mut pair.guest, "binmat-lobby").await;
    pair.host.press("the lobby", "Start", is_lobby).await;
    pair.host.board_when("Turn 1 of 110", is_public).await;
    for window in [&pair.host, &pair.guest] {
        window.visit("Whistle").await;
        window.board_when("Turn 1 of 110", is_panel).await;
    }
    let mut lanes = Lanes {
        pair,
        held: Default::default(),
    };
    lanes.look().await;

    // By buttons, in two presses; and by the game's own command, which offers what is valid.
    shots(&mut lanes.pair.host, "binmat-order").await;
    lanes.presses(0, &["Draw", "Lane 0 (13)"]).await;
    lanes.turn(1, "Turn 2 of 110").await;
    lanes.look().await;
    lanes
        .types(1, "d0", "d0 – draw from lane 0…", "Your move: draw from lane 0.")
        .await;
    lanes.turn(0, "Turn 3 of 110").await;
    lanes.look().await;

    // A card face down: its own side sees it, the others a back. A BREAK would need a card beneath it.
    let mut made = [vec!["d0".to_owned()], vec!["d0".to_owned()]];
    if lanes.hand(0).await.iter().all(|card| card.starts_with('>')) {
        lanes.presses(0, &["Draw", "Lane 0 (11)"]).await;
        lanes.turn(1, "Turn 4 of 110").await;
        lanes.presses(1, &["Draw", "Lane 0 (10)"]).await;
        lanes.turn(0, "Turn 5 of 110").await;
        made.iter_mut().for_each(|made| made.push("d0".to_owned()));
    }
    let played = lanes.play_down().await;
    made[0].push(format!("p{played}1"));
    shots(&mut lanes.pair.host, "binmat-defender").await;
    shots(&mut lanes.pair.guest, "binmat-attacker").await;
    audit(&mut lanes.pair.guest, "six lanes and a hand").await;
    lanes.pair.host.visit("table-one").await;
    lanes.pair.host.board_when("defenders 1 down", is_public).await;
    shots(&mut lanes.pair.host, "binmat-table").await;
    lanes.look().await;

    // The rest as fast as they can.
    let last = lanes.draw_out().await;
    shots(&mut lanes.pair.guest, "binmat-end").await;
    assert!(last.has("the attackers have won"), "{}", last.text);
    let record = lanes.pair.record().await;
    for (seat, made) in made.iter().enumerate() {
        assert_eq!(choices(&record, seat)[..made.len()], *made);
    }
    lanes.examine(&record);
    lanes.pair.close().await;
}

impl Lanes {
    /// The defender plays a card face down in lane 1. Gives it.
    async fn play_down(&mut self) -> String {
        let is_panel = self.pair.is_panel();
        // While a press is on its way, no button can be pressed.
        let is_card = |button: &&Control| !button.disabled && !signs(&button.name).is_empty();
        // Cards of one rank stand behind one button.
        let is_rank = |button: &&Control| !button.disabled && button.name.contains('×');
        let leads = |button: &&Control| is_card(button) || is_rank(button);
        let asks = |post: &Post| {
            is_panel(post) && post.has("Which card do you play,") && post.buttons.iter().any(|button| leads(&button))
        };
        let asks_where = |post: &Post| is_panel(post) && post.has("Where does");
        let mut panel = self.pair.host.post_when("the hand", asks).await;
        if !panel.buttons.iter().any(|button| is_card(&button)) {
            let rank = panel
                .buttons
                .iter()
                .find(is_rank)
                .expect("cards of one rank")
                .name
                .clone();
            self.presses(0, &[&rank]).await;
            // Where all of them are the same card, nothing is left to be asked about it.
            let of_rank =
                |post: &Post| asks_where(post) || is_panel(post) && post.buttons.iter().any(|button| is_card(&button));
            panel = self.pair.host.post_when("the cards of that rank", of_rank).await;
        }
        let sign = match panel.buttons.iter().find(is_card) {
            Some(card) => {
                let sign = signs(&card.name).pop_first();
                self.presses(0, &[&card.name]).await;
                sign
            }
            None => panel
                .text
                .lines()
                .find(|line| line.contains("Where does"))
                .and_then(|line| signs(line).pop_first()),
        };
        let sign = sign.expect("its sign");
        let lanes = self.pair.host.post_when("the lanes", asks_where).await;
        shots(&mut self.pair.host, "binmat-where").await;
        // Where a card may lie face up, too, the label says which way it lies.
        let down = ["Lane 1", "Lane 1 face down"].map(|label| lanes.button(label));
        let down = down
            .into_iter()
            .flatten()
            .next()
            .expect("a way into lane 1")
            .name
            .clone();
        self.presses(0, &[&down]).await;
        let tells = format!("defenders down {}", sign.replace('@', "@\u{200b}"));
        let own = self.pair.host.board_when(&tells, is_panel).await;
        let other = self.pair.guest.board_when("defenders 1 down", is_panel).await;
        assert!(
            !signs(&other.told).contains(&sign),
            "told to nobody else: {}",
            other.told
        );
        assert_ne!(own.address, other.address);
        sign
    }

    /// Draws from lane 0 until there is nothing left, and sees the end in both windows.
    async fn draw_out(&mut self) -> Post {
        let [ana, ben] = self.pair.stage.people.as_slice() else {
            panic!("two people")
        };
        let channel = &self.pair.channel;
        // Ben is to order now; after the last card of the lane there is one order that wins.
        for person in [ben, ana].into_iter().cycle().take(2 * 13) {
            let answer = person.run(channel, "binmat order", json!({ "order": "d0" })).await;
            if !answer.private().has("Your move: draw from lane 0") {
                break;
            }
        }
        self.pair.guest.visit("table-one").await;
        let ended =
            |post: &Post| is_finished(post) && post.has("the attackers have won") && post.board("Lane 0: ").is_some();
        let last = self.pair.host.post_when("the end", ended).await;
        let same = self.pair.guest.post_when("the end", ended).await;
        assert_eq!(same.text, last.text, "both read the same");
        last
    }

    /// No window has held a card before anybody who looked at it could know it.
    fn examine(&self, record: &Value) {
        let decks = decks(record);
        let open: BTreeSet<&String> = decks[3..].iter().flat_map(|deck| deck.first()).collect();
        for seat in 0..2 {
            // Both draw from lane 0 in turn, but where the defender has played a card.
            let mut lane = decks[0].iter();
            let mut own: BTreeSet<&String> = BTreeSet::new();
            let draws = record["events"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|event| event["what"] == "d0");
            for (event, card) in draws.zip(&mut lane) {
                if event["by"] == json!(seat) {
                    own.insert(card);
                }
            }
            let mut named = BTreeSet::new();
            for held in &self.held[seat] {
                for card in signs(held) {
                    assert!(
                        open.contains(&card) || own.contains(&card),
                        "the window of seat {seat} holds {card}: {held}"
                    );
                    named.insert(card);
                }
                let stranger = self.pair.stage.people[1 - seat].dm();
                assert!(!held.contains(stranger), "nothing of another's private chat: {held}");
            }
            assert!(
                open.iter().all(|card| named.contains(*card)),
                "the open cards are seen: {named:?}"
            );
            assert!(
                own.iter().any(|card| named.contains(*card)),
                "so is one's own hand: {named:?}"
            );
        }
    }
}

#[test]
fn cards_are_told_from_other_signs() {
    let of = |text: &str| signs(text).into_iter().collect::<Vec<_>>();
    assert_eq!(of("Your hand (2): 9&, ten a!."), ["9&", "a!"]);
    assert_eq!(
        of("Lane 3: 7% · Your order: play TRAP @# face down in lane 1."),
        ["7%", "@#"]
    );
    assert_eq!(of("Your hand (1): @\u{200b}#."), ["@#"]);
    assert_eq!(of("https://x/?as=Ana&b=2& 100% Draw! turn 3!"), ["3!"]);
    assert_eq!(of("p3^1, u>&0, x?#4, 12&3"), ["3^", ">&", "?#"]);
}
