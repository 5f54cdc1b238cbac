//! BINMAT: the lobby with two sides, the panel on the way to an order, the table in the middle of a game, and the end; and the
//! lobby of a game with partners.

use whistle::discord::custom_id::Boards::{Pictures, Text};
use whistle::discord::payload::Payload;
use whistle::discord::show::{self, At};
use whistle::games::find;
use whistle::player::Level;
use whistle::referee::fair::SeededSource;
use whistle::referee::{Clock, Table, TableEvent};
use whistle::rules::{Leads, Seat};
use whistle::words::Words;

use super::tables::{apply, begin, lobby, play, snapshot, step};
use super::{FOUR, golden, options};

/// The panel of a seat at the end of a path, or with an order to be confirmed.
fn panel(table: &Table, seat: Seat, path: &[&str], tried: Option<&str>) -> Payload {
    let words = Words::embedded().unwrap();
    let at = At {
        path,
        tried,
        ..At::default()
    };
    show::panel(&words, "en", &snapshot(table), seat, at, Pictures)
}

/// A lobby of BINMAT with a turn clock.
fn sides(people: &[&str]) -> Table {
    let entry = find("binmat").expect("BINMAT is in the catalogue");
    let mut table = lobby(entry, &options(&[]), people, 0);
    let terms = TableEvent::TermsChanged {
        options: table.options.clone(),
        clock: Some(Clock { seconds: 60 }),
        rest: 5,
        hints: false,
    };
    apply(&mut table, &terms);
    table
}

/// Who is asked and may play a card, and one order to do so.
fn plays(table: &Table) -> Option<(Seat, String)> {
    let asked = table.awaited().iter().next()?;
    let (choices, _) = table.play.as_ref()?.choices(asked);
    let play = choices.into_iter().find(|what| what.starts_with('p'))?;
    Some((asked, play))
}

#[test]
fn a_game_of_two_sides_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let mut table = sides(&FOUR[..2]);
    golden("binmat-lobby", &show::table(&words, "en", &snapshot(&table), Pictures));
    assert!(begin(&mut table));
    golden("binmat-panel-begin", &panel(&table, Seat(0), &[], None));
    let source = &mut SeededSource::new(3);
    for _ in 0..20 {
        assert!(step(&mut table, source));
    }
    let (asked, lies) = loop {
        match plays(&table) {
            Some(found) => break found,
            None => assert!(step(&mut table, source), "nobody holds a card"),
        }
    };
    golden("binmat", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden("binmat-text", &show::table(&words, "en", &snapshot(&table), Text));
    golden("binmat-panel", &panel(&table, asked, &[], None));
    golden("binmat-panel-waiting", &panel(&table, Seat(1 - asked.0), &[], None));
    let menu = table.menu(asked, &[]).expect("a menu");
    let Leads::Step(card) = &menu.entries[0].leads else {
        panic!("cards come first: {menu:?}")
    };
    golden("binmat-panel-picked", &panel(&table, asked, &[card], None));
    golden("binmat-panel-confirm", &panel(&table, asked, &[], Some(&lies)));
    golden("binmat-panel-pass", &panel(&table, asked, &[], Some("--")));
    while step(&mut table, source) {}
    golden(
        "binmat-finished",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    golden("binmat-finished-panel", &panel(&table, Seat(0), &[], None));
}

#[test]
fn teams_of_two_sides_look_as_they_are_kept() {
    let words = Words::embedded().unwrap();
    let mut table = sides(&["Ana", "Ben *the* best", "Chloé", "דן", "Eli", "Fay"]);
    golden(
        "binmat-teams-lobby",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    assert!(begin(&mut table));
    let source = &mut SeededSource::new(3);
    for _ in 0..62 {
        assert!(step(&mut table, source));
    }
    golden("binmat-teams", &show::table(&words, "en", &snapshot(&table), Pictures));
    let asked = table.awaited().iter().next().expect("somebody orders");
    golden("binmat-teams-panel", &panel(&table, asked, &[], None));
    let (choices, _) = table.play.as_ref().expect("a game is on").choices(asked);
    let what = choices
        .iter()
        .find(|what| what.starts_with('d'))
        .expect("a deck to draw from")
        .clone();
    play(&mut table, asked, &what);
    golden("binmat-teams-panel-ordered", &panel(&table, asked, &[], None));
}

#[test]
fn a_lobby_with_partners_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let entry = find("dominoes").expect("Dominoes is in the catalogue");
    let chosen = options(&[("partners", true.into()), ("to", 100.into())]);
    let mut table = lobby(entry, &chosen, &FOUR[..3], 0);
    golden(
        "dominoes-lobby",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    let level = Level::default();
    apply(&mut table, &TableEvent::ComputerSat { level });
    golden(
        "dominoes-lobby-partners",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
}
