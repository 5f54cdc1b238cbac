//! Every variant, chosen by the options of the command.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use whistle::games::binome::{Options, Postulate, Value as Worth};

use super::robots::Robots;
use super::stage::{Setup, Stage};
use super::table_steps::{begin, choices, lobby, play, records, see_through};

/// Plays one game of `people` with these options, and gives its record.
async fn one_game(people: usize, options: Value, seed: u64) -> Value {
    let stage = Stage::open(Setup::of(people)).await;
    let channel = stage.channel(0).await;
    let mut asked = options.clone();
    asked["games"] = json!(1);
    let last = play(&channel, &stage.people, asked, seed).await;
    assert!(last.has("the game is over"), "{}", last.text());
    let mut games = records(&stage.people[0], &channel).await;
    assert_eq!(games.len(), 1);
    let game = games.remove(0);
    for (name, value) in options.as_object().expect("options") {
        assert_eq!(game["options"][name], *value, "{name} holds in {}", game["options"]);
    }
    stage.close().await;
    game
}

fn facts(game: &Value) -> Vec<String> {
    let events = game["events"].as_array().into_iter().flatten();
    let facts = events.flat_map(|event| event["then"].as_array().into_iter().flatten());
    facts.map(|fact| fact.as_str().unwrap_or_default().to_owned()).collect()
}

/// What a turn of the conference came to.
struct Turn {
    /// How many seats tried.
    claims: u64,
    /// How many of them dropped out.
    out: u64,
    /// What each seat that scored got.
    awards: Vec<u64>,
}

/// The turns of the conference.
fn turns(game: &Value) -> Vec<Turn> {
    let events = game["events"].as_array().into_iter().flatten();
    let decided = events.filter_map(|event| event["then"].as_array());
    let turn = |facts: &Vec<Value>| {
        let told = |word: &str| -> Vec<Vec<u64>> {
            let rests = facts
                .iter()
                .filter_map(|fact| fact.as_str()?.strip_prefix(word)?.strip_prefix(' '));
            let numbers = |rest: &str| rest.split(' ').filter_map(|number| number.parse().ok()).collect();
            rests.map(numbers).collect()
        };
        let seats = |word: &str| told(word).first().map_or(0, |seats| seats.len() as u64);
        Turn {
            claims: seats("claims"),
            out: seats("out"),
            awards: told("award").iter().map(|award| award[1]).collect(),
        }
    };
    decided.map(turn).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secret_cards_and_battle_award_the_points_of_the_rules() {
    let game = one_game(3, json!({ "secrets": true, "battle": true }), 11).await;
    let cards = cards(&game);
    for (turn, card) in turns(&game).iter().zip(cards) {
        let Some(points) = turn.awards.first() else { continue };
        let worth = match Options::default().value(card) {
            Worth::Tried => turn.claims,
            Worth::Points(points) => u64::try_from(points).expect("no house value is below zero"),
        };
        let more = u64::from(turn.claims >= 3);
        assert_eq!(*points, worth + more, "{card:?} of {} who tried", turn.claims);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_need_no_secrets_and_may_claim_what_does_not_fit() {
    let game = one_game(2, json!({ "secrets": false, "strict": true }), 12).await;
    let (cards, mut card) = (cards(&game), 0);
    let mut unspent = [numbers(&game, 0), numbers(&game, 1)];
    for event in game["events"].as_array().into_iter().flatten() {
        let (Some(seat), Some(what)) = (event["by"].as_u64(), event["what"].as_str()) else {
            continue;
        };
        let unspent = &mut unspent[seat as usize];
        let claimed = what.strip_prefix("claim ");
        if claimed.is_none() && what != "pass" {
            continue;
        }
        let different: BTreeSet<&String> = unspent.iter().collect();
        assert_eq!(
            event["of"],
            json!(different.len() + 1),
            "any unused number and passing are offered: {event}"
        );
        if let Some(number) = claimed {
            let at = unspent.iter().position(|own| own == number).expect("an unused number");
            unspent.remove(at);
            out_if_ineligible(&game, card, cards[card], (seat, number));
        }
        card += usize::from(event["then"].is_array());
    }
}

/// The cards of a record in the order in which they are drawn.
fn cards(game: &Value) -> Vec<Postulate> {
    let events = game["events"].as_array().into_iter().flatten();
    let mut decks = events.filter_map(|event| event["what"].as_str()?.strip_prefix("deck "));
    let slugs = decks.next().expect("a deck").split(',');
    slugs
        .map(|slug| serde_json::from_value(json!(slug)).expect("a postulate"))
        .collect()
}

/// The eight numbers that a seat wrote.
fn numbers(game: &Value, seat: usize) -> Vec<String> {
    let mut digits = [' '; 16];
    let mut rolled = ' ';
    for event in game["events"].as_array().into_iter().flatten() {
        let what = event["what"].as_str().unwrap_or_default();
        if let Some(roll) = what.strip_prefix("roll ") {
            rolled = roll.chars().next().expect("a digit");
        } else if event["by"] == json!(seat)
            && let [number @ b'1'..=b'8', place @ (b't' | b'u')] = what.as_bytes()
        {
            digits[usize::from(number - b'1') * 2 + usize::from(*place == b'u')] = rolled;
        }
    }
    digits.chunks(2).map(String::from_iter).collect()
}

/// A claim with a number that does not fit its card is out when the turn is decided.
fn out_if_ineligible(game: &Value, turn: usize, card: Postulate, (seat, number): (u64, &str)) {
    let decided = game["events"].as_array().into_iter().flatten();
    let decided = decided
        .filter(|event| event["then"].is_array())
        .nth(turn)
        .expect("the turn's end");
    let then = decided["then"].as_array().into_iter().flatten();
    let out = then.filter_map(|fact| fact.as_str()?.strip_prefix("out ")).next();
    let is_out = out.is_some_and(|seats| seats.split(' ').any(|other| other == seat.to_string()));
    let fits = card.accepts(number.parse().expect("a number of two digits"));
    assert!(fits || is_out, "{number} does not fit {card:?}: {decided}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transparency_tells_who_has_one_number_left() {
    let game = one_game(3, json!({ "transparency": true }), 13).await;
    let spent = |seat| {
        choices(&game, seat)
            .iter()
            .filter(|choice| choice.starts_with("claim"))
            .count()
    };
    let near = (0..3).any(|seat| spent(seat) >= 7);
    let announced = facts(&game).iter().any(|fact| fact.starts_with("last"));
    assert_eq!(
        near,
        announced,
        "who has spent seven of eight numbers is announced: {:?}",
        facts(&game)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_people_in_the_same_boat() {
    let game = one_game(6, json!({ "boat": true }), 14).await;
    assert_eq!(game["seats"], 6);
    let turns = turns(&game);
    assert!(!turns.is_empty());
    for turn in turns.iter().filter(|turn| turn.claims > 0) {
        let remain = turn.claims - turn.out;
        let score = if turn.out > 0 { remain } else { 1 };
        assert_eq!(
            turn.awards.len() as u64,
            score,
            "of {} who tried, {} were equal",
            turn.claims,
            turn.out
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_go_together_is_said_at_the_start() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = lobby(
        &channel,
        ana,
        std::slice::from_ref(ben),
        json!({ "boat": true, "games": 1 }),
    )
    .await;
    assert!(
        ana.refused(&channel, ana.press(&table, "Start"))
            .await
            .has("6 or 7 players")
    );
    assert!(ana.press(&table, "Close table").await.came());
    ana.table_when(&channel, "the table closes", |table| table.has("table closed"))
        .await;
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    assert!(table.button("Rules").is_some());
    let rules = ben.press(&table, "Rules").await.private();
    assert!(rules.has("the rules"), "{}", rules.text());
    let robots = Robots::chatting(&channel, &stage.people, 15);
    see_through(&channel, ana).await;
    robots.stop().await;
    stage.close().await;
}
