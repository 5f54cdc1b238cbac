//! Combats of the rulings' list of test cases: played with the original by others, as facts.

use super::support::{ATTACKERS, Board, DEFENDERS};

/// The stacks of a combat, the oldest card first, `u` behind a card that already lies face up, without suits.
struct Row {
    attackers: &'static str,
    defenders: &'static str,
    /// What is told of it.
    facts: &'static str,
    /// What is left of the defenders' stack, and what lies in the lane's discard pile and in that of the attackers.
    after: [&'static str; 3],
    /// How many cards the attacker draws.
    drawn: usize,
}

#[rustfmt::skip]
const ROWS: [Row; 12] = [
    Row { attackers: "8", defenders: "", facts: "combat 0 3 0 4", after: ["", "", "8!"], drawn: 4 },
    Row { attackers: "5 3", defenders: "", facts: "combat 0 3 0 4", after: ["", "", "5! 3^"], drawn: 4 },
    Row { attackers: "a 6", defenders: "", facts: "combat 0 4 0 5", after: ["", "", "a! 6^"], drawn: 5 },
    Row { attackers: "3 7 *", defenders: "", facts: "combat 0 4 0 5", after: ["", "", "3! 7^ *#"], drawn: 5 },
    Row { attackers: "8", defenders: "7 *", facts: "combat 0 3 3 1", after: ["7&u", "", "*% 8!"], drawn: 0 },
    Row { attackers: "4 >", defenders: "8", facts: "combat 0 2 3 -", after: ["8&u", "4! >^", ""], drawn: 0 },
    Row { attackers: "2", defenders: "3 3 >", facts: "combat 0 1 0 3", after: ["", "", ">+ 3% 3& 2!"], drawn: 0 },
    Row { attackers: "2 >", defenders: "3 3 3", facts: "combat 0 1 0 3", after: ["", "", "3+ 3% 3& 2! >^"], drawn: 0 },
    Row { attackers: "5 *", defenders: "4", facts: "combat 0 3 2 2", after: ["", "", "4& 5! *^"], drawn: 1 },
    Row { attackers: "8", defenders: "@ @", facts: "trap 0 8!; bounce 0; combat 0 0 0 0", after: ["@&u @%u", "8!", ""], drawn: 0 },
    Row { attackers: "@ 8", defenders: "?", facts: "trap 0 ?&; combat 0 3 0 4", after: ["", "", "?& @! 8^"], drawn: 4 },
    Row { attackers: "@ @u", defenders: "7 4", facts: "trap 0 4%; bounce 0; combat 0 0 0 0", after: ["7&u", "", "4% @! @^"], drawn: 0 },
];

/// Gives every card of a stack a suit of its own.
fn suited(stack: &str, suits: &str) -> String {
    let cards = stack.split_whitespace().zip(suits.chars());
    let suited = cards.map(|(card, suit)| match card.strip_suffix('u') {
        Some(rank) => format!("{rank}{suit}u"),
        None => format!("{card}{suit}"),
    });
    suited.collect::<Vec<_>>().join(" ")
}

#[test]
fn combats_of_the_rulings() {
    for row in ROWS {
        let attackers = suited(row.attackers, "!^#");
        let defenders = suited(row.defenders, "&%+");
        let mut board = Board::duel(ATTACKERS)
            .stack(ATTACKERS, 0, &attackers)
            .stack(DEFENDERS, 0, &defenders)
            .ready();
        let named = format!("{} | {}", row.attackers, row.defenders);
        assert_eq!(board.team("c0").join("; "), row.facts, "{named}");
        assert_eq!(board.stacked(ATTACKERS, 0), "", "{named}");
        let after = [board.stacked(DEFENDERS, 0), board.discarded("0"), board.discarded("a")];
        assert_eq!(after, row.after, "{named}");
        assert_eq!(board.held(1).split_whitespace().count(), row.drawn, "{named}");
    }
}
