//! Combats of the rulings' list of test cases: played with the original by others, as facts.

use super::support::{ATTACKERS, Board, DEFENDERS};

/// The stacks of a combat, the oldest card first, `u` behind a card that already lies face up, without suits.
struct Row {
    attackers: &'static str,
    defenders: &'static str,
    /// What is told of it.
    facts: &'static str,
    /// The discard pile to which the attackers' stack went.
    swept: &'static str,
}

const fn row(attackers: &'static str, defenders: &'static str, facts: &'static str, swept: &'static str) -> Row {
    Row {
        attackers,
        defenders,
        facts,
        swept,
    }
}

const ROWS: [Row; 12] = [
    row("8", "", "combat 0 3 0 4", "a"),
    row("5 3", "", "combat 0 3 0 4", "a"),
    row("a 6", "", "combat 0 4 0 5", "a"),
    row("3 7 *", "", "combat 0 4 0 5", "a"),
    row("8", "7 *", "combat 0 3 3 1", "a"),
    row("4 >", "8", "combat 0 2 3 -", "0"),
    row("2", "3 3 >", "combat 0 1 0 3", "a"),
    row("2 >", "3 3 3", "combat 0 1 0 3", "a"),
    row("5 *", "4", "combat 0 3 2 2", "a"),
    row("8", "@ @", "trap 0 8!; bounce 0; combat 0 0 0 0", "-"),
    row("@ 8", "?", "trap 0 ?&; combat 0 3 0 4", "a"),
    row("@ @u", "7 4", "trap 0 4%; bounce 0; combat 0 0 0 0", "a"),
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
        let facts = board.team("c0").join("; ");
        assert_eq!(facts, row.facts, "{} | {}", row.attackers, row.defenders);
        assert_eq!(board.stacked(ATTACKERS, 0), "");
        let swept: Vec<&str> = attackers.split_whitespace().collect();
        for deck in ["0", "a"] {
            let there = board.discarded(deck);
            let went = row.swept == deck && swept.iter().all(|card| there.contains(&card[..2]));
            assert_eq!(
                went,
                row.swept == deck,
                "{} | {}: {there}",
                row.attackers,
                row.defenders
            );
        }
    }
}
