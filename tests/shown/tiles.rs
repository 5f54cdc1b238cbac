//! The games with the double-seven dominoes: their rules, a table in the middle of a game, the panel of who is asked there,
//! and the end.

use whistle::discord::custom_id::Boards::{Pictures, Text};
use whistle::discord::show::{self, At};
use whistle::games::{Options, find};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, Table};
use whistle::rules::{Outcome, Seat};
use whistle::words::Words;

use super::tables::{begin, lobby, next_round, snapshot, step};
use super::{FOUR, drawn, golden, options};

/// The seat that is asked, where it has more than one choice.
fn chooses(table: &Table) -> Option<Seat> {
    let seat = table.awaited().iter().next()?;
    let (choices, _) = table.play.as_ref()?.choices(seat);
    (choices.len() > 1).then_some(seat)
}

/// A game with so many people, played at random for so many choices at least.
fn shown(slug: &str, people: usize, chosen: &Options, choices: usize) {
    let words = Words::embedded().unwrap();
    let entry = find(slug).expect("a game of the catalogue");
    let named = |part: &str| format!("{slug}-{part}");
    golden(&named("rules"), &show::rules(&words, "en", entry, chosen, None, 0));
    let mut table = lobby(entry, chosen, &FOUR[..people], 0);
    assert!(begin(&mut table));
    let source = &mut SeededSource::new(5);
    let mut made = 0;
    let asked = loop {
        match chooses(&table) {
            Some(seat) if made >= choices => break seat,
            _ => assert!(step(&mut table, source), "{slug} ended too early"),
        }
        made += 1;
    };
    let panel = |boards| show::panel(&words, "en", &snapshot(&table), asked, At::default(), boards);
    golden(slug, &show::table(&words, "en", &snapshot(&table), Pictures));
    golden(&named("text"), &show::table(&words, "en", &snapshot(&table), Text));
    golden(&named("panel"), &panel(Pictures));
    golden(&named("panel-text"), &panel(Text));
    while step(&mut table, source) {}
    golden(
        &named("finished"),
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
}

#[test]
fn a_line_of_dominoes_with_partners_looks_as_it_is_kept() {
    let chosen = options(&[("partners", true.into()), ("to", 0.into())]);
    shown("dominoes", 4, &chosen, 12);
}

#[test]
fn tiles_on_tiles_look_as_they_are_kept() {
    shown("dominup", 3, &Options::new(), 12);
}

#[test]
fn groups_of_rings_look_as_they_are_kept() {
    shown("dominomega", 3, &Options::new(), 15);
}

#[test]
fn groups_of_secret_symbols_look_as_they_are_kept() {
    shown("dominimum", 2, &Options::new(), 14);
}

#[test]
fn a_tree_looks_as_it_is_kept() {
    shown("tree", 2, &Options::new(), 10);
}

/// The table's message and a panel, as text, after a game that ended so: one of a match, played at random.
fn ended(table: &mut Table, wanted: impl Fn(&Outcome) -> bool) -> Option<[String; 2]> {
    let words = Words::embedded().unwrap();
    let source = &mut SeededSource::new(8);
    loop {
        while step(table, source) {}
        if wanted(table.rounds.last()?.outcome.as_ref()?) {
            let panel = show::panel(&words, "en", &snapshot(table), Seat(0), At::default(), Text);
            return Some([drawn(&show::table(&words, "en", &snapshot(table), Text)), drawn(&panel)]);
        }
        (table.phase == Phase::Between).then(|| next_round(table))?;
    }
}

/// The first of many tables of a game at which a game ended so.
fn table_ended(slug: &str, people: usize, chosen: &Options, wanted: impl Fn(&Outcome) -> bool) -> [String; 2] {
    let entry = find(slug).expect("a game of the catalogue");
    // Who sat down when is in the seed of all chance.
    let found = (0..200_u64).find_map(|join| {
        let mut table = lobby(entry, chosen, &FOUR[..people], 0);
        table.joins.push(join);
        assert!(begin(&mut table));
        ended(&mut table, &wanted)
    });
    found.unwrap_or_else(|| panic!("{slug} never ended so"))
}

#[test]
fn a_hand_in_which_nobody_scores_is_a_draw() {
    let level = |outcome: &Outcome| outcome.places.as_ref().is_some_and(|places| *places == [1, 1]);
    for to in [0, 50] {
        let chosen = options(&[("block", true.into()), ("to", to.into())]);
        for text in table_ended("dominoes", 2, &chosen, level) {
            assert!(
                text.contains("The hand is **a draw**.")
                    && text.contains("The lowest count is tied, so nobody scores."),
                "{text}"
            );
            assert!(!text.contains("share"), "{text}");
        }
    }
}

#[test]
fn partners_win_together() {
    let team = |outcome: &Outcome| outcome.places.as_ref().is_some_and(|places| *places == [3, 1, 3, 1]);
    for (to, said) in [(0, "win together with "), (100, "win game ")] {
        let chosen = options(&[("partners", true.into()), ("to", to.into())]);
        for text in table_ended("dominoes", 4, &chosen, team) {
            assert!(text.contains(said) && !text.contains("share"), "{text}");
        }
    }
}

#[test]
fn a_tree_that_grows_no_more_is_nobodys() {
    let nobody = |outcome: &Outcome| outcome.places.is_none();
    for text in table_ended("tree", 2, &Options::new(), nobody) {
        assert!(text.contains("so **nobody wins**"), "{text}");
    }
    for text in table_ended("tree", 1, &Options::new(), nobody) {
        assert!(text.contains("the supply is empty: **lost**"), "{text}");
    }
}
