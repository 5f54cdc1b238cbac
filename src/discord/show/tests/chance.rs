//! The seal, the secret and the way to check it, at the largest table that there can be.

use std::sync::Arc;

use super::kept::{form_keeps_limits, keeps_limits};
use super::random;
use crate::discord::custom_id::{Boards, CustomId};
use crate::discord::payload::Payload;
use crate::discord::show::{self, At, Check, Receipts};
use crate::games::{CATALOGUE, Options};
use crate::player::Level;
use crate::referee::fair::{Secret, SeededSource};
use crate::referee::{Person, Table, TableEvent, TableSnapshot};
use crate::words::Words;

/// Ids are at most this long.
const LONGEST: u64 = u64::MAX;

fn apply(table: &mut Table, event: &TableEvent) {
    table.apply(0, event).expect("it may be");
}

fn person(id: u64) -> Person {
    Person {
        id,
        name: "W".repeat(32),
    }
}

/// A lobby in which as many sit as may at any table.
fn lobby() -> Table {
    let entry = CATALOGUE.iter().max_by_key(|entry| *entry.people.end());
    let entry = entry.expect("there are games");
    let mut table = Table::blank(LONGEST, 2, None, entry, Secret::from_bytes([7; 32]));
    let opened = TableEvent::Opened {
        options: Options::new(),
        clock: None,
        host: person(1),
        computers: 0,
        level: Level::default(),
        join: LONGEST,
        seal: None,
    };
    apply(&mut table, &opened);
    for id in 2..=u64::from(*entry.people.end()) {
        let (person, join) = (person(id), LONGEST - id);
        apply(&mut table, &TableEvent::Sat { person, join });
    }
    table
}

fn begin(table: &mut Table) {
    let people = table.seats.len() as u8;
    let (options, seats) = table
        .game
        .fit_to_players(&Options::new(), people)
        .expect("so many may play");
    let edition = table.game.edition;
    for event in [
        TableEvent::Began {
            options,
            seats,
            edition,
            forfeits: true,
        },
        TableEvent::RoundBegan { round: 1 },
    ] {
        apply(table, &event);
    }
}

fn snapshot(table: &Table) -> TableSnapshot {
    TableSnapshot {
        table: Arc::new(table.clone()),
        deadlines: vec![None; table.seats.len()],
        patience: Vec::new(),
        next_round_at: None,
    }
}

fn verdict(table: &Table) -> Payload {
    let words = Words::embedded().expect("the words are sound");
    let verdict = show::verdict(&words, "en", &snapshot(table));
    keeps_limits(&verdict);
    verdict
}

#[test]
fn who_asks_is_told_all_of_the_seal_and_nothing_of_the_secret_before_the_end() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = lobby();
    assert!(table.seats.len() >= 32, "the largest table");
    for _ in ["the lobby", "the game"] {
        let seal = table.commitment().to_string();
        let public = show::table(&words, "en", &snapshot(&table), Boards::Pictures);
        keeps_limits(&public);
        let in_lobby = table.rounds.is_empty();
        assert_eq!(public.text().contains(&seal[..8]), in_lobby, "{}", public.text());
        assert!(!public.text().contains(&seal), "a whole seal is for who asks");
        assert!(Check::of(&table).is_none());
        assert!(verdict(&table).text().contains(&seal));
        for shown in [public, verdict(&table)] {
            let shown = shown.json().to_string();
            assert!(!shown.contains("0707") && !shown.contains("whistle verify"), "{shown}");
        }
        if table.rounds.is_empty() {
            begin(&mut table);
        }
    }
}

#[test]
fn whoever_was_at_the_largest_table_is_told_the_whole_command() {
    let mut table = lobby();
    begin(&mut table);
    apply(&mut table, &TableEvent::LEFT_ALONE);
    let told = verdict(&table).text();
    let check = Check::of(&table).expect("it is over");
    assert!(
        check.may_be_said() && told.contains(&format!("```\n{}\n```", check.line())),
        "{told}"
    );
    let joins = check.line().rsplit(' ').next().map(|joins| joins.split(',').count());
    assert_eq!(joins, Some(table.seats.len()));
}

#[test]
fn a_command_is_told_whole_or_not_at_all() {
    let mut table = lobby();
    for again in 0..200 {
        apply(&mut table, &TableEvent::Rose { person: 2 });
        let (person, join) = (person(2), LONGEST - 100 - again);
        apply(&mut table, &TableEvent::Sat { person, join });
    }
    begin(&mut table);
    apply(&mut table, &TableEvent::LEFT_ALONE);
    let told = verdict(&table).text();
    assert!(
        !told.contains("whistle verify") && told.contains("as another"),
        "{told}"
    );
}

#[test]
fn where_nothing_was_played_there_is_nothing_to_check() {
    let mut table = lobby();
    apply(&mut table, &TableEvent::LEFT_ALONE);
    assert!(Check::of(&table).is_none());
    let told = verdict(&table).text();
    assert!(told.contains("Nothing was drawn") && !told.contains("record"), "{told}");
}

#[test]
fn a_table_from_a_backup_says_so_and_tells_its_new_seal_until_it_is_over_and_all_secrets_then() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = lobby();
    let first = table.commitment().to_string();
    for number in 1..=4 {
        let secret = Secret::from_bytes([7 + number; 32]);
        apply(&mut table, &TableEvent::Resealed { secret });
        let public = show::table(&words, "en", &snapshot(&table), Boards::Pictures);
        keeps_limits(&public);
        let text = public.text();
        assert!(text.contains("goes on from a backup"), "{text}");
        assert!(text.contains("what you did after <t:0:T> is lost"), "{text}");
        let sealed = verdict(&table).text();
        assert!(sealed.contains(&table.commitment().to_string()) && !sealed.contains(&first));
        for shown in [public, verdict(&table)] {
            let shown = shown.json().to_string();
            assert!(!shown.contains("0808") && !shown.contains("whistle verify"), "{shown}");
        }
        if table.rounds.is_empty() {
            begin(&mut table);
        }
    }
    apply(&mut table, &TableEvent::LEFT_ALONE);
    let check = Check::of(&table).expect("it is over");
    for secret in table.revealed_secrets() {
        let (secret, seal) = (secret.to_hex(), secret.commitment().to_string());
        assert!(
            check.line().contains(&secret) && check.line().contains(&seal),
            "{}",
            check.line()
        );
    }
    let told = verdict(&table).json().to_string();
    assert!(told.contains("went on from a backup"), "{told}");
    let public = show::table(&words, "en", &snapshot(&table), Boards::Pictures);
    keeps_limits(&public);
    let last = Secret::from_bytes([11; 32]).to_hex();
    assert!(!public.text().contains(&last), "the message itself has no hash");
    assert!(verdict(&table).text().contains(&last));
}

/// A lobby as large as can be, where everybody has added as many words as they may, each as long as can be.
fn lucky() -> Table {
    let mut table = lobby();
    table.seal = Some(u64::MAX / 2);
    for nth in 0..5 {
        for person in 1..=table.seats.len() as u64 {
            let word = format!("{person:02}{nth}{}", "🎲".repeat(57));
            apply(&mut table, &TableEvent::LuckAdded { person, word });
        }
    }
    table
}

#[test]
fn who_added_luck_is_shown_and_their_words_to_nobody_else() {
    let words = Words::embedded().expect("the words are sound");
    let table = lucky();
    let snapshot = snapshot(&table);
    let public = show::table(&words, "en", &snapshot, Boards::Pictures);
    keeps_limits(&public);
    let last = table.seats.len();
    assert!(public.text().contains("Luck added"), "{}", public.text());
    assert!(
        public
            .json()
            .to_string()
            .contains(&CustomId::Luck { table: LONGEST }.to_string())
    );
    form_keeps_limits(&show::luck_form(&words, "en", &snapshot));
    for made_up in [false, true] {
        let receipt = show::luck_receipt(&words, "en", &snapshot, 2, made_up);
        keeps_limits(&receipt);
        let text = receipt.text();
        let own = table.receipts(2).pop().expect("five words").to_string();
        assert!(text.contains(&own) && text.contains("024🎲"), "{text}");
    }
    let own = show::chance(&words, "en", &snapshot, 2, Some((7, table.commitment())));
    keeps_limits(&own);
    assert!(!own.text().contains("next table"), "not before this one is over");
    for shown in [public, own] {
        let shown = shown.json().to_string();
        for person in (1..=last).filter(|person| *person != 2) {
            let word = format!("{person:02}0🎲");
            assert!(!shown.contains(&word) && !shown.contains(&hex::encode(word)), "{shown}");
        }
    }
}

/// A lobby where the second person has added as many words as they may, and chance was sealed anew so many times.
fn with_words(of: impl Fn(usize) -> String, resealed: u8) -> Table {
    let mut table = lobby();
    table.seal = Some(u64::MAX / 2);
    for nth in 0..5 {
        let (person, word) = (2, of(nth));
        apply(&mut table, &TableEvent::LuckAdded { person, word });
    }
    begin(&mut table);
    for nth in 0..resealed {
        let secret = Secret::from_bytes([100 + nth; 32]);
        apply(&mut table, &TableEvent::Resealed { secret });
    }
    apply(&mut table, &TableEvent::LEFT_ALONE);
    table
}

#[test]
fn no_receipt_is_left_out_however_long_the_words_are() {
    let words = Words::embedded().expect("the words are sound");
    let next = Secret::from_bytes([8; 32]).commitment();
    let short: fn(usize) -> String = |nth| format!("seven crows {nth}");
    let long: fn(usize) -> String = |nth| format!("{nth}{}", "🎲".repeat(59));
    for (of, resealed, by_file) in [(short, 0, false), (long, 0, true), (short, 27, true), (long, 27, true)] {
        let table = with_words(of, resealed);
        let told = show::chance(&words, "en", &snapshot(&table), 2, Some((u64::MAX, next)));
        keeps_limits(&told);
        assert!(told.text().contains(&next.to_string()), "{}", told.text());
        let receipts = Receipts::of(&table, 2).expect("words");
        let file = receipts.file();
        assert_eq!(file.is_some(), by_file, "{}", told.text());
        let shown = match file {
            None => told.text(),
            Some((name, lines)) => {
                assert!(told.text().contains(&format!("`{name}` has them")), "{}", told.text());
                String::from_utf8(lines).expect("text")
            }
        };
        for receipt in table.receipts(2) {
            assert!(shown.contains(&format!("--receipt {receipt}")), "{shown}");
        }
    }
    assert!(Receipts::of(&with_words(short, 0), 1).is_none(), "they added none");
}

#[test]
fn the_end_tells_the_seal_of_the_next_table_and_a_short_command() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = lucky();
    begin(&mut table);
    apply(&mut table, &TableEvent::LEFT_ALONE);
    let next = Secret::from_bytes([8; 32]).commitment();
    let told = show::chance(&words, "en", &snapshot(&table), 2, Some((u64::MAX, next)));
    keeps_limits(&told);
    assert!(told.text().contains(&next.to_string()), "{}", told.text());
    let check = Check::of(&table).expect("it is over");
    let seal = table.commitment().to_string();
    assert!(
        check.line().ends_with(&format!(" --commitment {seal}")),
        "{}",
        check.line()
    );
}

#[test]
fn whoever_has_to_choose_again_after_a_backup_reads_it_in_their_panel() {
    let words = Words::embedded().expect("the words are sound");
    let mut told = 0;
    for entry in CATALOGUE.iter().filter(|entry| entry.sides.is_none()) {
        let people = (*entry.people.start()).max(2).min(*entry.people.end());
        let mut table = super::lobby::lobby(entry, &Options::new(), people, None);
        assert!(random::begin(&mut table, &mut SeededSource::new(1)), "{}", entry.slug);
        for restored in [false, true] {
            for seat in table.awaited().iter() {
                let panel = show::panel(&words, "en", &snapshot(&table), seat, At::default(), Boards::Text);
                keeps_limits(&panel);
                let says = panel.text().contains("what you chose after <t:0:T> is lost");
                assert_eq!(says, restored, "{}: {}", entry.slug, panel.text());
                told += u32::from(says);
            }
            let secret = Secret::from_bytes([9; 32]);
            apply(&mut table, &TableEvent::Resealed { secret });
        }
    }
    assert!(told > 0, "somebody has to choose at once");
}
