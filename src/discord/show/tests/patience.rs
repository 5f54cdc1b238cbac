//! What people read of how long somebody is waited for whom no clock hurries.

use std::sync::Arc;

use crate::discord::custom_id::{Boards, CustomId};
use crate::discord::payload::Payload;
use crate::discord::show::{self, At};
use crate::games::{Options, find};
use crate::player::Level;
use crate::referee::fair::{Secret, SeededSource};
use crate::referee::{Absence, Clock, Denied, Forfeits, Leaving, Patience, Person, Table, TableEvent, TableSnapshot};
use crate::rules::{By, Seat};
use crate::words::{ENGLISH, Words};

/// A game of two in which the host, Ana, is asked first.
fn playing() -> Table {
    let table = begun("binary", Options::from_iter([("first".to_owned(), "host".into())]));
    assert_eq!(table.awaited().iter().collect::<Vec<_>>(), [Seat(0)]);
    table
}

/// A game of Ana and Ben at the first question.
fn begun(game: &str, options: Options) -> Table {
    let game = find(game).expect("in the catalogue");
    let mut table = Table::blank(7, 8, None, game, Secret::from_bytes([1; 32]));
    let person = |id: u64, name: &str| Person {
        id,
        name: name.to_owned(),
    };
    let opened = TableEvent::Opened {
        options,
        clock: None,
        host: person(1, "Ana"),
        computers: 0,
        level: Level::default(),
        join: 7,
        seal: None,
    };
    let sat = TableEvent::Sat {
        person: person(2, "Ben"),
        join: 9,
    };
    for event in [opened, sat] {
        table.apply(0, &event).expect("they sit down");
    }
    let (options, seats) = table.laid().expect("it can begin");
    let edition = game.edition;
    let began = TableEvent::Began {
        options,
        seats,
        edition,
        forfeits: true,
    };
    for event in [began, TableEvent::RoundBegan { round: 1 }] {
        table.apply(0, &event).expect("it begins");
    }
    let mut source = SeededSource::new(1);
    while table.awaited().is_empty() {
        let what = table.play.as_ref().expect("a game").draw(&mut source);
        play(&mut table, By::Chance, what);
    }
    table
}

fn play(table: &mut Table, by: By, what: String) {
    let lapsed = false;
    let played = TableEvent::Played {
        by,
        what,
        lapsed,
        players: None,
    };
    table.apply(0, &played).expect("a move");
}

/// What the answer to a nudge says while Ana is waited for.
fn nudged(patience: Option<Patience>) -> String {
    let words = Words::embedded().expect("the words are sound");
    let snapshot = TableSnapshot {
        table: Arc::new(playing()),
        deadlines: vec![None; 2],
        patience: vec![patience, None],
        next_round_at: None,
    };
    show::nudged(&words, ENGLISH, &snapshot).text()
}

#[test]
fn who_nudges_reads_whom_and_from_when_on_the_computer_may_play() {
    assert_eq!(nudged(None), "Nudged Ana.");
    let (alone, together) = (90_000_000, None);
    assert_eq!(
        nudged(Some(Patience { alone, together })),
        "Nudged Ana.\nFrom <t:90000:f> on, `/table replace` lets the computer play for Ana."
    );
    let together = Some(7_200_000);
    let sooner = nudged(Some(Patience { alone, together }));
    assert!(sooner.contains("or from <t:7200:t> on if most of you"), "{sooner}");
}

#[test]
fn whoever_has_chosen_and_may_choose_again_finds_a_nudge_there_in_no_further_row() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = begun("binome", Options::new());
    let panel = |table: &Table| {
        let snapshot = TableSnapshot {
            table: Arc::new(table.clone()),
            deadlines: vec![None; 2],
            patience: vec![None; 2],
            next_round_at: None,
        };
        show::panel(&words, ENGLISH, &snapshot, Seat(0), At::default(), Boards::Pictures)
    };
    let nudge = CustomId::Nudge { table: 7 };
    let asked = panel(&table);
    assert!(!presses(&asked).contains(&nudge), "Ana herself is waited for");
    play(&mut table, By::Seat(Seat(0)), "1t".to_owned());
    let chosen = panel(&table);
    assert!(chosen.text().contains("You can still change it"), "{}", chosen.text());
    assert!(presses(&chosen).contains(&nudge));
    assert_eq!(chosen.rows.len(), asked.rows.len());
    let (seat, why) = (Seat(1), Absence::Left);
    table.apply(0, &TableEvent::StoodIn { seat, why }).expect("Ben leaves");
    assert!(!presses(&panel(&table)).contains(&nudge), "no person is waited for");
}

/// What everybody reads, and what the panels of Ana and Ben say.
fn said(table: &Table) -> [String; 3] {
    let words = Words::embedded().expect("the words are sound");
    let patience = Patience {
        alone: 90_000_000,
        together: Some(7_200_000),
    };
    let snapshot = TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; 2],
        patience: vec![Some(patience).filter(|_| !table.seats[0].overdue), None],
        next_round_at: None,
    };
    let panel = |seat| show::panel(&words, ENGLISH, &snapshot, Seat(seat), At::default(), Boards::Text).text();
    let public = show::table(&words, ENGLISH, &snapshot, Boards::Text);
    [public.text(), panel(0), panel(1)]
}

#[test]
fn everybody_reads_that_the_computer_may_play_once_it_may_and_not_before() {
    let mut table = playing();
    for text in said(&table) {
        assert!(!text.contains("/table replace"), "{text}");
    }
    table
        .apply(0, &TableEvent::Overdue { seat: Seat(0) })
        .expect("time passes");
    let late = "The game has waited for Ana for a day: `/table replace` lets the computer play";
    let [public, own, other] = said(&table);
    assert!(public.contains(late) && other.contains(late), "{public}\n{other}");
    assert!(!own.contains("/table replace"), "{own}");
    let left = TableEvent::StoodIn {
        seat: Seat(1),
        why: Absence::Left,
    };
    table.apply(0, &left).expect("Ben leaves");
    let [public, ..] = said(&table);
    assert!(!public.contains("/table replace"), "nobody is there to ask: {public}");
}

/// What can be pressed in an answer.
fn presses(asked: &Payload) -> Vec<CustomId> {
    let rows = asked.rows.iter().flat_map(|row| match row {
        crate::discord::payload::Row::Buttons(buttons) => buttons.as_slice(),
        crate::discord::payload::Row::Select(_) => &[],
    });
    rows.map(|button| button.target.parse().expect("a press")).collect()
}

#[test]
fn who_has_somebody_replaced_reads_what_follows_from_it() {
    let answer = |table: &Table, patience: Option<Patience>| {
        let snapshot = TableSnapshot {
            table: Arc::new(table.clone()),
            deadlines: vec![None; 2],
            patience: vec![patience, None],
            next_round_at: None,
        };
        let words = Words::embedded().expect("the words are sound");
        show::notice(&words, ENGLISH, &show::replaced(&snapshot, Seat(0)), &*snapshot.table).text()
    };
    let early = Patience {
        alone: 90_000_000,
        together: Some(7_200_000),
    };
    let mut table = playing();
    assert!(answer(&table, Some(early)).contains("from <t:90000:f> on"));
    assert!(answer(&table, None).contains("can have it now"));
    table.clock = Some(Clock { seconds: 3600 });
    assert!(answer(&table, None).contains("once their clock has run out"));
    for (why, says) in [
        (Absence::Lapsed, "they come last"),
        (Absence::Replaced, "until they come back"),
    ] {
        let mut table = playing();
        let stood_in = TableEvent::StoodIn { seat: Seat(0), why };
        table.apply(0, &stood_in).expect("Ana is away");
        assert!(answer(&table, None).contains(says), "{why:?}");
    }
    let mut unranked = playing();
    unranked.forfeits = Forfeits::Never;
    unranked
        .apply(0, &TableEvent::Overdue { seat: Seat(0) })
        .expect("time passes");
    assert!(!said(&unranked)[0].contains("is last"));
}

#[test]
fn whoever_would_leave_a_match_is_asked_and_finds_the_way_back() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = playing();
    let snapshot = |table: &Table| TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; 2],
        patience: Vec::new(),
        next_round_at: None,
    };
    let cases = [
        (Leaving::Unranked, CustomId::LeaveSure { table: 7 }, "not ranked"),
        (Leaving::Forfeits, CustomId::LeaveLost { table: 7 }, "you come last"),
        (Leaving::Closes, CustomId::LeaveLast { table: 7 }, "the table closes"),
    ];
    for (what, leave, says) in cases {
        let unsure = Denied::UnsureToLeave { table: 7, what };
        let asked = show::denied(&words, ENGLISH, &unsure, Some(&snapshot(&table)));
        assert!(asked.text().contains(says), "{}", asked.text());
        assert_eq!(presses(&asked), [leave, CustomId::LetBe { table: 7 }]);
    }
    let (seat, why) = (Seat(0), Absence::Left);
    table.apply(0, &TableEvent::StoodIn { seat, why }).expect("Ana leaves");
    let left = show::left(&words, ENGLISH, &snapshot(&table));
    assert!(left.text().contains("`/table mine`"), "{}", left.text());
    assert_eq!(presses(&left), [CustomId::Return { table: 7 }]);
    let closed = TableEvent::closed_by(2, false);
    table.apply(0, &closed).expect("Ben leaves, too");
    let over = show::left(&words, ENGLISH, &snapshot(&table));
    assert!(presses(&over).is_empty(), "{}", over.text());
}

#[test]
fn whoever_would_end_a_match_is_asked_with_two_buttons() {
    let words = Words::embedded().expect("the words are sound");
    let unsure = |last: &[u8]| Denied::Unsure {
        table: 7,
        last: last.iter().copied().map(Seat).collect(),
        own: last == [1],
    };
    let snapshot = TableSnapshot {
        table: Arc::new(playing()),
        deadlines: vec![None; 2],
        patience: Vec::new(),
        next_round_at: None,
    };
    // A table that cannot be looked at here can be closed all the same.
    for snapshot in [Some(&snapshot), None] {
        let asked = show::denied(&words, ENGLISH, &unsure(&[]), snapshot);
        assert!(asked.text().contains("counts for nobody"), "{}", asked.text());
        assert_eq!(
            presses(&asked),
            [CustomId::CancelSure { table: 7 }, CustomId::LetBe { table: 7 }]
        );
    }
    for (seats, last, says) in [
        (&[1][..], 2, "you are last"),
        (&[0], 1, "Last in it: Ana."),
        (&[0, 1], 3, "Ana and Ben"),
    ] {
        let asked = show::denied(&words, ENGLISH, &unsure(seats), Some(&snapshot));
        assert!(asked.text().contains(says), "{}", asked.text());
        assert_eq!(presses(&asked)[0], CustomId::CancelLost { table: 7, last });
    }
}
