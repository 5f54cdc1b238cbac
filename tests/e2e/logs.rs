//! The log of a BINMAT game in its players' notation, read as its players would: move by move, with the cards in hand, and
//! held against the record beside which it came.
//!
//! What the log tells is followed here on a table of signs, made of the record's decks alone. So it can neither leave out
//! what happened nor know more than the record does.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::reading::text;

/// What chance brought in a record under this word: where, and which cards.
fn dealt(record: &Value, word: &str) -> VecDeque<(String, VecDeque<String>)> {
    let events = record["events"].as_array().into_iter().flatten();
    let chance = events
        .filter(|event| event["by"] == "chance")
        .map(|event| text(&event["what"]));
    let read = |what: String| {
        let (place, cards) = what.strip_prefix(word)?.trim().split_once(' ')?;
        Some((place.to_owned(), cards.split(',').map(str::to_owned).collect()))
    };
    chance.filter_map(read).collect()
}

/// A table of signs.
struct Reader {
    defenders: usize,
    /// The decks by their sign, the top card first, and the reshuffles that are still to come.
    decks: BTreeMap<String, VecDeque<String>>,
    reshuffles: VecDeque<(String, VecDeque<String>)>,
    hands: BTreeMap<String, Vec<String>>,
    /// The stacks by side and lane, the oldest card first.
    stacks: BTreeMap<(String, String), Vec<String>>,
    /// The lane of the combat that is told, the cards that were opened in it, and the powers.
    lane: String,
    opened: BTreeMap<String, Vec<String>>,
    powers: BTreeMap<String, String>,
    /// Whether somebody's open stack is still to be held against what lies there.
    held: bool,
    /// Who has just lost a whole hand.
    dumped: Option<String>,
    /// What was told, as a record tells it.
    facts: Vec<String>,
    /// The orders, as a record has them, by turn.
    orders: Vec<Vec<(usize, String)>>,
}

impl Reader {
    fn seat(&self, tag: &str) -> usize {
        let member = usize::from_str_radix(&tag[1..], 16).expect("a member");
        if tag.starts_with('d') {
            member
        } else {
            self.defenders + member
        }
    }

    fn stack(&mut self, side: &str) -> &mut Vec<String> {
        self.stacks.entry((side.to_owned(), self.lane.clone())).or_default()
    }

    fn order(&mut self, turn: usize, tag: &str, order: &str, invalid: bool) {
        if let Some(who) = self.dumped.take() {
            assert_eq!(self.hands.get(&who).map_or(0, Vec::len), 0, "the whole hand of {who}");
        }
        let seat = self.seat(tag);
        self.orders.resize((turn + 1).max(self.orders.len()), Vec::new());
        self.orders[turn].push((seat, order.to_owned()));
        if invalid {
            return self.facts.push(format!("invalid {seat}"));
        }
        if let Some(with) = order.strip_prefix(['p', 'u', 'x']) {
            let (card, place) = with.split_at(2);
            self.lay_down(tag, card);
            if !order.starts_with('x') {
                let stack = (tag[..1].to_owned(), place.to_owned());
                self.stacks.entry(stack).or_default().push(card.to_owned());
            }
        }
    }

    /// A card leaves a hand.
    fn lay_down(&mut self, tag: &str, card: &str) {
        let hand = self.hands.entry(tag.to_owned()).or_default();
        let at = hand.iter().position(|held| held == card);
        hand.remove(at.unwrap_or_else(|| panic!("{tag} holds no {card}")));
    }

    /// One thing that followed an order.
    fn step(&mut self, tag: &str, words: &[&str]) {
        let lane = self.lane.clone();
        match *words {
            ["draw", who, deck, card] => {
                let top = self.decks.entry(deck[1..].to_owned()).or_default().pop_front();
                assert_eq!(top.as_deref(), Some(card), "the top card of {deck}");
                self.hands.entry(who.to_owned()).or_default().push(card.to_owned());
            }
            ["shuffle", pile, cards] => {
                let (place, deck) = self.reshuffles.pop_front().expect("it is on record");
                assert_eq!(
                    (format!("x{place}"), deck.len().to_string()),
                    (pile.to_owned(), cards.to_owned())
                );
                assert!(self.decks.insert(place, deck).is_none_or(|before| before.is_empty()));
            }
            ["dump", who, cards] => {
                // Each of them is told as well, where it goes.
                let hand = self.hands.get(who).map_or(0, Vec::len);
                assert_eq!(hand.to_string(), cards, "the whole hand of {who}");
                self.dumped = Some(who.to_owned());
                self.facts.push(format!("dump {}", self.seat(who)));
            }
            ["discard", card, _] => self.lay_down(tag, card),
            ["combat", lane, _] => {
                lane.clone_into(&mut self.lane);
                (self.opened, self.powers, self.held) = (BTreeMap::new(), BTreeMap::new(), false);
            }
            ["open", side, card] => self
                .opened
                .entry(side.to_owned())
                .or_default()
                .push(card[..2].to_owned()),
            ["trap", side, _, card] => {
                self.is_open();
                let other = if side == "a" { "d" } else { "a" };
                assert_eq!(self.stack(other).pop().as_deref(), Some(card), "the newest card");
                self.facts.push(format!("trap {lane} {card}"));
            }
            ["sum", side, _, _, power] => {
                self.is_open();
                self.powers.insert(side.to_owned(), power.to_owned());
            }
            ["bounce"] => self
                .facts
                .extend([format!("bounce {lane}"), format!("combat {lane} 0 0 0")]),
            ["repelled"] => self.clash("-"),
            ["damage", points] | ["damage", points, "break"] => self.clash(points),
            ["bounced", side, card] => self.stack(side).retain(|lies| lies != card),
            ["lost", card, _] => assert_eq!(self.stack("d").pop().as_deref(), Some(card), "the newest card"),
            ["swept", cards, _] => {
                let stack = std::mem::take(self.stack("a"));
                assert_eq!(stack.len().to_string(), cards);
            }
            ["broken", lane] => assert!(self.decks[lane].is_empty(), "lane {lane} has nothing left"),
            _ => panic!("nobody knows what this means: {words:?}"),
        }
    }

    /// What was opened is what lay there.
    fn is_open(&mut self) {
        if std::mem::replace(&mut self.held, true) {
            return;
        }
        for side in ["a", "d"] {
            let opened = self.opened.remove(side).unwrap_or_default();
            assert_eq!(opened, *self.stack(side), "the stack of {side}");
        }
    }

    fn clash(&mut self, damage: &str) {
        let [attackers, defenders] = ["a", "d"].map(|side| self.powers[side].clone());
        self.facts
            .push(format!("combat {} {attackers} {defenders} {damage}", self.lane));
    }
}

/// The orders of a record by turns: of the defenders and the attackers in turn, one of each member.
fn turns(record: &Value, teams: [usize; 2]) -> Vec<Vec<(usize, String)>> {
    let events = record["events"].as_array().into_iter().flatten();
    let mut turns: Vec<Vec<(usize, String)>> = Vec::new();
    for event in events.filter(|event| event["by"].is_u64()) {
        let seat = event["by"]
            .as_u64()
            .and_then(|seat| usize::try_from(seat).ok())
            .expect("a seat");
        let full = |turn: &Vec<_>, at: usize| turn.len() == teams[at % 2];
        if turns.last().is_none_or(|turn| full(turn, turns.len() - 1)) {
            turns.push(Vec::new());
        }
        turns.last_mut().expect("a turn").push((seat, text(&event["what"])));
    }
    turns
}

/// Reads the log of a game that was played to its end, and holds it against the record.
pub(crate) fn is_told(record: &Value, log: &str) {
    let members = |side: &str| {
        record["options"][side]
            .as_u64()
            .and_then(|count| usize::try_from(count).ok())
    };
    let teams = ["defenders", "attackers"].map(|side| members(side).expect("a team"));
    let mut lines = log.lines();
    assert_eq!(
        lines.next(),
        Some(format!("binmat {} v {}", teams[1], teams[0]).as_str())
    );
    let decks = dealt(record, "lane ");
    for (lane, cards) in &decks {
        let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
        assert_eq!(lines.next(), Some(format!("deck {lane} {}", cards.join(" ")).as_str()));
    }
    let mut reader = Reader {
        defenders: teams[0],
        decks: decks.into_iter().collect(),
        reshuffles: dealt(record, "reshuffle "),
        hands: BTreeMap::new(),
        stacks: BTreeMap::new(),
        lane: String::new(),
        opened: BTreeMap::new(),
        powers: BTreeMap::new(),
        held: false,
        dumped: None,
        facts: Vec::new(),
        orders: Vec::new(),
    };
    let (mut who, mut winner) = ("", "");
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words {
            _ if line.starts_with(' ') => reader.step(who, &words),
            [side, "win"] => winner = side,
            [turn, tag, order, ref invalid @ ..] => {
                who = tag;
                reader.order(turn.parse().expect("a turn"), tag, order, invalid == ["invalid"]);
            }
            _ => panic!("nobody knows what this means: {line}"),
        }
    }
    assert_eq!(winner, if record["result"]["places"][0] == 1 { "d" } else { "a" });
    let then = record["events"].as_array().into_iter().flatten();
    let facts: Vec<String> = then
        .flat_map(|event| event["then"].as_array().into_iter().flatten().map(text))
        .collect();
    assert_eq!(reader.facts, facts, "what followed");
    assert!(
        reader.facts.iter().any(|fact| fact.starts_with("combat")),
        "somebody fought"
    );
    assert!(reader.reshuffles.is_empty(), "every reshuffle is told");
    let turns = turns(record, teams);
    assert_eq!(reader.orders.len(), turns.len());
    let last = turns.len() - 1;
    for (at, (mut told, mut given)) in reader.orders.into_iter().zip(turns).enumerate() {
        told.sort();
        given.sort();
        // A victory stops the orders that are left.
        let stopped = at == last && winner == "a";
        given.retain(|order| !stopped || told.contains(order));
        assert_eq!(told, given, "turn {at}");
    }
}
