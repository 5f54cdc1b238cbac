//! For the tests of every game: why a choice that somebody types is refused, in the words that they read.

use std::collections::BTreeSet;

use crate::games::{CATALOGUE, DynGame, find};
use crate::rules::Seat;
use crate::words::{ENGLISH, Numbered, Words};

/// A game, a seat of it, what its holder types, and what they read.
pub(crate) type Row<'r> = (&'r dyn DynGame, u8, &'r str, &'r str);

/// The refusals of which all games have the same words ([`Refusal`](crate::rules::Refusal)).
const SHARED: [&str; 5] = [
    "refused-draw",
    "refused-seat",
    "refused-wait",
    "refused-over",
    "refused-turn",
];

/// Types all rows; together they reach every refusal that the game `slug` has words for and every shared one, but those of
/// `untyped`, which no typed choice comes to.
pub(crate) fn proves(slug: &str, rows: &[Row<'_>], untyped: &[&str]) {
    let words = Words::embedded().expect("the words are sound");
    let mut reached: BTreeSet<&str> = untyped.iter().copied().collect();
    for (game, seat, typed, said) in rows {
        let before = game.state();
        let refusal = game.judge(Seat(*seat), typed).expect_err(typed);
        assert_eq!(game.state(), before, "to judge changes nothing");
        let text = words.text(ENGLISH, &refusal.reason, &Numbered);
        assert_eq!(text, *said, "{typed:?}");
        for near in game.near(Seat(*seat), typed, 3) {
            let offered = game.suggest(Seat(*seat), &near, 1);
            let choice = game.judge(Seat(*seat), &near).expect("a way out is one");
            assert_eq!((&offered[0].typed, &offered[0].what), (&near, &choice));
        }
        reached.insert(refusal.reason.key);
    }
    let of_game = find(slug).expect("a game of the catalogue").words;
    let prefix = format!("{slug}-refused-");
    let lines = of_game.iter().flat_map(|(_, text)| text.lines());
    let own = lines
        .filter(|line| line.starts_with(&prefix))
        .filter_map(|line| line.split(" =").next());
    for key in own.chain(SHARED) {
        assert!(reached.contains(key), "nothing typed reaches {key}");
    }
}

/// Every refusal of every game names the rule behind it, by the heading that the rules give it.
#[test]
fn a_refusal_cites_a_rule_that_the_rules_have() {
    let house = Words::embedded().expect("the words are sound");
    let text_of = |key| house.message(ENGLISH, key).expect("a message");
    for entry in CATALOGUE {
        for (_, text) in entry.words {
            let begins = format!("\n{}-", entry.slug);
            let messages: Vec<&str> = text.split(begins.as_str()).collect();
            let is_heading = |heading: &str| {
                let rule =
                    |message: &&str| message.starts_with("rules-") && message.contains(&format!("**{heading}.**"));
                messages.iter().any(rule)
            };
            let cited = |message: &str| -> Option<String> {
                Some(message.split_once("(Rules: ")?.1.split_once(')')?.0.to_owned())
            };
            for refusal in messages.iter().filter_map(|message| message.strip_prefix("refused-")) {
                let cited = cited(refusal).unwrap_or_else(|| panic!("{} cites no rule: {refusal}", entry.slug));
                assert!(is_heading(&cited), "{} has no rule called {cited}", entry.slug);
            }
            // A game may have words of its own for a shared refusal, which then cite another rule.
            let own = |key: &str| messages.iter().any(|message| message.starts_with(&format!("{key} =")));
            for key in ["refused-notation", "refused-turn"].into_iter().filter(|key| !own(key)) {
                let cited = cited(&text_of(key)).expect("a rule is behind it");
                assert!(is_heading(&cited), "{} has no rule called {cited}", entry.slug);
            }
        }
    }
}
