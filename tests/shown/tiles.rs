//! The games with the double-seven dominoes: their rules, a table in the middle of a game, the panel of who is asked there,
//! and the end.

use whistle::discord::press::Boards::{Pictures, Text};
use whistle::discord::show::{self, At};
use whistle::games::{Options, find};
use whistle::referee::Table;
use whistle::referee::fair::SeededSource;
use whistle::rules::Seat;
use whistle::words::Words;

use super::tables::{begin, lobby, look, step};
use super::{FOUR, golden, options};

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
    let panel = |boards| show::panel(&words, "en", &look(&table), asked, At::default(), boards);
    golden(slug, &show::table(&words, "en", &look(&table), Pictures));
    golden(&named("text"), &show::table(&words, "en", &look(&table), Text));
    golden(&named("panel"), &panel(Pictures));
    golden(&named("panel-text"), &panel(Text));
    while step(&mut table, source) {}
    golden(&named("finished"), &show::table(&words, "en", &look(&table), Pictures));
}

#[test]
fn a_line_of_dominoes_with_partners() {
    let chosen = options(&[("partners", true.into()), ("to", 0.into())]);
    shown("dominoes", 4, &chosen, 12);
}

#[test]
fn tiles_on_tiles() {
    shown("dominup", 3, &Options::new(), 12);
}

#[test]
fn groups_of_rings() {
    shown("dominomega", 3, &Options::new(), 15);
}

#[test]
fn groups_of_secret_symbols() {
    shown("dominimum", 2, &Options::new(), 14);
}

#[test]
fn a_tree() {
    shown("tree", 2, &Options::new(), 10);
}
