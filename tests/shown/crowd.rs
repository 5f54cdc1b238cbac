//! A game of as many as can be: whoever has chosen reads how many the others are, and the table's message names them.

use whistle::discord::custom_id::Boards::Pictures;
use whistle::discord::limits::PANEL_WORDS;
use whistle::discord::show::{self, At};
use whistle::referee::fair::SeededSource;
use whistle::rules::Seat;
use whistle::words::Words;

use super::tables::{begin, snapshot};
use super::{binome, until};

#[test]
fn who_waits_for_a_crowd_reads_how_many_they_are() {
    let words = Words::embedded().unwrap();
    let people = ["Ana", "Ben", "Chloé", "Dan", "Eve", "Finn", "Gus"];
    let source = &mut SeededSource::new(4);
    let mut table = binome(&[], &people, 0);
    assert!(begin(&mut table));
    until(&mut table, source, "binome-phase-digits", 6);
    let seats = || (0..7).map(Seat);
    let done = seats().find(|seat| !table.awaited().contains(*seat));
    let done = done.expect("one of seven has chosen");
    let panel = show::panel(&words, "en", &snapshot(&table), done, At::default(), Pictures).text();
    assert!(panel.contains("Waiting for 6 others."), "{panel}");
    assert!(panel.split_whitespace().count() <= PANEL_WORDS, "{panel}");
    let public = show::table(&words, "en", &snapshot(&table), Pictures).text();
    let awaited = public
        .split("Waiting for ")
        .nth(1)
        .expect("the message tells who is awaited");
    for seat in seats().filter(|seat| *seat != done) {
        let name = people[seat.index()];
        assert!(awaited.contains(name), "{name} in {public}");
    }
}
