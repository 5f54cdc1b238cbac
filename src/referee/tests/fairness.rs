//! Chance that nobody chooses: what a dishonest operator could try, and what is found of it.

use super::*;
use crate::games::find;
use crate::referee::fair::{Draws, Misfit, Receipt, Secret};
use crate::referee::luck::MOST_WORDS;
use crate::referee::recording::{Matches, verify};
use crate::referee::{Table, TableEvent};
use crate::rules::Record;

/// A table of Dominoes for two in its first game, sealed with these bytes.
fn table(secret: [u8; 32], seal: Option<u64>, joins: [u64; 2], words: &[String]) -> Table {
    let entry = find("dominoes").expect("a game");
    let mut table = Table::blank(7, 2, Some(1), entry, Secret::from_bytes(secret));
    let (options, seats) = entry.fit_to_players(&Options::new(), 2).expect("two may play");
    let opened = TableEvent::Opened {
        options: Options::new(),
        clock: None,
        host: person(ANA),
        computers: 0,
        level: crate::player::Level::default(),
        join: joins[0],
        seal,
    };
    let sat = TableEvent::Sat {
        person: person(BEN),
        join: joins[1],
    };
    let added = words.iter().map(|word| TableEvent::LuckAdded {
        person: BEN,
        word: word.clone(),
    });
    let began = TableEvent::Began {
        options,
        seats,
        edition: entry.edition,
        forfeits: true,
    };
    let begins = [began, TableEvent::RoundBegan { round: 1 }];
    for event in [opened, sat].into_iter().chain(added).chain(begins) {
        table.apply(0, &event).expect("it may be");
    }
    table
}

/// The tile that is dealt first there.
fn top(table: &Table) -> String {
    let play = table.play.as_ref().expect("a game is on");
    let deck = play.draw(&mut Draws::at(&table.seed(1), 0));
    let (top, _) = deck.split_once(',').expect("a deck");
    top.to_owned()
}

/// Another secret for each number.
fn secret(number: u32) -> [u8; 32] {
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    bytes
}

const WANTED: &str = "deck 7-7";
/// What was enough to choose the two top tiles.
const TRIES: u32 = 790;

#[test]
fn ids_that_nobody_sees_choose_nothing() {
    let chosen = |seal| {
        let tops = (0..TRIES).map(|low| top(&table(secret(1), seal, [900, (77 << 22) + u64::from(low)], &[])));
        let tops: std::collections::BTreeSet<String> = tops.collect();
        (tops.len(), tops.contains(WANTED))
    };
    assert_eq!(chosen(None), (36, true), "an old table: any tile could be had");
    assert_eq!(chosen(Some(2)).0, 1, "whatever the ids are, the draw is the same");
}

/// What a record says that an operator makes of a secret that they drew until it suited.
fn forged() -> (Table, Record) {
    let suits = |number: &u32| top(&table(secret(*number), Some(2), [900, 901], &[])) == WANTED;
    let found = (0..TRIES).find(suits).expect("one of them suits");
    let mut table = table(secret(found), Some(2), [900, 901], &[]);
    table
        .apply(0, &TableEvent::closed_by(ANA, false))
        .expect("it is closed");
    let record = table.records().expect("records").remove(0);
    (table, record)
}

#[test]
fn a_secret_that_was_drawn_until_it_suited_is_not_the_one_that_was_told_before() {
    let (forged, record) = forged();
    assert!(verify(&record).is_ok(), "of itself the record is sound");
    let told = Secret::from_bytes(secret(TRIES)).commitment();
    assert!(
        forged.commitment() != told,
        "the seal that the table before told finds it"
    );
    let receipt = Receipt {
        seal: told,
        ..table(secret(TRIES), Some(2), [900, 901], &["a".to_owned()])
            .receipts(BEN)
            .remove(0)
    };
    let words = record.luck.expect("the words").words;
    assert_eq!(receipt.check(&forged.commitment(), &words), Err(Misfit::Seal));
}

#[test]
fn one_word_that_nobody_could_foresee_makes_a_chosen_secret_worthless() {
    let suits = |number: &u32| top(&table(secret(*number), Some(1), [900, 901], &[])) == WANTED;
    let found = (0..TRIES).find(suits).expect("one of them suits");
    let hits = (0..TRIES)
        .filter(|word| top(&table(secret(found), Some(1), [900, 901], &[format!("word {word}")])) == WANTED)
        .count();
    // One in 36 is 22 of 790.
    assert!((8..45).contains(&hits), "{hits}");
}

/// The number of a game is in its seed: a game that is passed off as the 500th has other draws.
#[test]
fn a_number_of_the_game_that_was_tried_until_it_suited_is_found() {
    let words = ["honest".to_owned()];
    let mut honest = table(secret(3), Some(2), [900, 901], &words);
    let first = |number: u32| {
        let play = honest.play.as_ref().expect("a game is on");
        play.draw(&mut Draws::at(&honest.seed(number), 0))
    };
    let found = (2..TRIES).find(|number| first(*number).starts_with(WANTED));
    let number = found.expect("one of them suits");
    let seed = honest.seed(number);
    let closed = TableEvent::closed_by(ANA, false);
    honest.apply(0, &closed).expect("it is closed");
    let mut record = honest.records().expect("records").remove(0);
    assert!(Matches::default().check(&record).is_ok());
    record.round = Some(number);
    record.seed = Some(seed.to_hex());
    record.events.clear();
    (record.result, record.ended) = (None, None);
    assert!(verify(&record).is_ok(), "of itself the record is sound");
    let told = Matches::default().check(&record).unwrap_err().to_string();
    assert!(told.contains("the games before this one are missing"), "{told}");
    let mut matches = Matches::default();
    let mut earlier = record.clone();
    earlier.round = Some(1);
    earlier.result = Some(crate::rules::Outcome {
        places: None,
        scores: Some(vec![0, 0]),
    });
    matches.check(&earlier).unwrap();
    assert!(matches.check(&record).is_err(), "nor after the first game");
}

/// This is no promise but a limit, which `docs/FAIRNESS.md` tells: the last word has to be an honest one.
#[test]
fn whoever_knows_the_secret_and_has_the_last_word_can_choose() {
    let last = |word: &u32| {
        let words = ["honest".to_owned(), word.to_string()];
        top(&table(secret(3), Some(1), [900, 901], &words)) == WANTED
    };
    assert!((0..TRIES).any(|word| last(&word)));
}

#[tokio::test]
async fn leaving_and_sitting_down_again_changes_no_draw() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    let seed = fixture.snapshot(table).await.table.seed(1);
    for _ in 0..3 {
        fixture.act(table, BEN, Action::AskLeave).await.unwrap();
        fixture.act(table, BEN, Action::Sit).await.unwrap();
    }
    assert!(fixture.snapshot(table).await.table.seed(1) == seed);
    let word = "crow".to_owned();
    fixture.act(table, BEN, Action::AddLuck { word }).await.unwrap();
    assert!(fixture.snapshot(table).await.table.seed(1) != seed, "a word does");
}

#[tokio::test]
async fn everybody_at_the_table_may_add_words_until_it_begins_and_nobody_more_than_five() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    let add = |who, word: &str| {
        let word = word.to_owned();
        fixture.act(table, who, Action::AddLuck { word })
    };
    assert_eq!(add(BEN, "x").await.unwrap_err(), Denied::NotSeated);
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    for nth in 0..MOST_WORDS {
        add(BEN, &format!("  word\n{nth} @here ")).await.unwrap();
    }
    assert_eq!(add(BEN, "more").await.unwrap_err(), Denied::LuckEnough);
    let lobby = add(ANA, " ").await.unwrap().table;
    assert_eq!(lobby.lucky(), [BEN, ANA], "the last word at the end");
    assert!(!lobby.word_is_behind());
    let changed = fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap()
        .table;
    assert!(
        changed.word_is_behind(),
        "everybody sees that the table has changed since"
    );
    let [own] = &lobby.receipts(ANA)[..] else {
        panic!("one receipt")
    };
    assert_eq!(
        (own.number, own.word.len()),
        (MOST_WORDS + 1, 16),
        "one that is made up"
    );
    assert_eq!(lobby.receipts(BEN)[2].word, "word 2 here");
    assert!(!format!("{lobby:?}").contains("word"), "nobody else is told");
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    assert_eq!(add(ANA, "late").await.unwrap_err(), Denied::Begun);
}

#[tokio::test]
async fn the_seal_of_the_next_table_is_told_before_it_is_opened() {
    let mut fixture = Fixture::new().await;
    let seal_of = |snapshot: &TableSnapshot| (snapshot.table.seal, snapshot.table.commitment());
    assert_eq!(fixture.referee.next_seal(Some(1), CHANNEL).await, Ok(None));
    let first = fixture.snapshot(fixture.open().await).await;
    assert_eq!(first.table.seal, Some(1), "none was told before");
    let (number, seal) = fixture.referee.next_seal(Some(1), CHANNEL).await.unwrap().unwrap();
    assert_eq!(number, 2);
    fixture.restart().await;
    let second = fixture.open_in(CHANNEL + 1).await;
    assert_eq!(seal_of(&second), (Some(2), seal));
    // What was opened is what was told, also where several are opened at once.
    let (_, told) = fixture.referee.next_seal(Some(1), CHANNEL).await.unwrap().unwrap();
    let opened = futures_util::future::join_all((2..8).map(|at| fixture.open_in(CHANNEL + at))).await;
    let mut seals: Vec<_> = opened.iter().map(seal_of).collect();
    seals.sort_by_key(|(number, _)| *number);
    assert_eq!(seals[0], (Some(3), told));
    let numbers: Vec<_> = seals.iter().filter_map(|(number, _)| *number).collect();
    assert_eq!(numbers, [3, 4, 5, 6, 7, 8], "each secret is given out once");
    assert_eq!(
        fixture.referee.next_seal(Some(2), CHANNEL).await,
        Ok(None),
        "of another server"
    );
    assert_eq!(
        fixture.referee.next_seal(None, CHANNEL).await,
        Ok(None),
        "of a private chat"
    );
}

/// The record of a table of The Tree, where people had words and a draw said who sits where.
async fn ended() -> (TableSnapshot, Record) {
    let fixture = Fixture::new().await;
    let table = fixture.open_game("tree", &[], None).await.unwrap().table.id;
    for who in [BEN, CLEO] {
        fixture.act(table, who, Action::Sit).await.unwrap();
    }
    for (who, word) in [(ANA, "ombre"), (CLEO, "seven crows"), (ANA, "ombre")] {
        let word = word.to_owned();
        fixture.act(table, who, Action::AddLuck { word }).await.unwrap();
    }
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let snapshot = fixture.play_round(table, &mut SeededSource::new(1)).await;
    assert_eq!(snapshot.table.phase, Phase::Finished);
    let record = snapshot.table.records().unwrap().remove(0);
    (snapshot, record)
}

#[tokio::test]
async fn a_record_tells_secrets_words_and_drawn_seats_and_verify_believes_none_of_them() {
    let (snapshot, record) = ended().await;
    assert_eq!(Record::from_line(&record.to_line()).unwrap(), record);
    verify(&record).unwrap();
    assert!(snapshot.table.prove().unwrap().is_some());
    let luck = record.luck.clone().expect("it is told");
    assert_eq!(luck.words, ["ombre", "seven crows", "ombre"]);
    let refused = |change: &dyn Fn(&mut Record)| {
        let mut other = record.clone();
        change(&mut other);
        verify(&other).expect_err("it does not follow").to_string()
    };
    let with = |change: &dyn Fn(&mut crate::rules::Luck)| refused(&|record| change(record.luck.as_mut().unwrap()));
    for said in [
        with(&|luck| drop(luck.words.pop())),
        with(&|luck| luck.words[1].push('!')),
        with(&|luck| luck.words.swap(0, 1)),
        with(&|luck| luck.words.push("late".to_owned())),
        with(&|luck| luck.secrets[0] = "0".repeat(64)),
    ] {
        assert!(said.contains("its seed does not follow"), "{said}");
    }
    let said = with(&|luck| luck.seats.as_mut().unwrap().rotate_left(1));
    assert!(said.contains("who sits where does not follow"), "{said}");
    assert!(with(&|luck| luck.seats = None).contains("does not tell it"));
    assert!(with(&|luck| luck.secrets.clear()).contains("no secret"));
    assert!(with(&|luck| luck.secrets[0] = "0g".repeat(32)).contains("hexadecimal"));
    assert!(refused(&|record| record.seed = None).contains("tells its seed"));
}

#[tokio::test]
async fn everybodys_receipts_fit_the_record_and_no_other() {
    let (snapshot, record) = ended().await;
    let (table, luck) = (&snapshot.table, record.luck.expect("it is told"));
    let seal = table.commitment();
    let receipts: Vec<Receipt> = [ANA, CLEO].into_iter().flat_map(|who| table.receipts(who)).collect();
    assert_eq!(receipts.len(), 3);
    for receipt in &receipts {
        assert_eq!(receipt.check(&seal, &luck.words), Ok(()));
        let without: Vec<&String> = (1..)
            .zip(&luck.words)
            .filter(|(number, _)| *number != receipt.number)
            .map(|(_, word)| word)
            .collect();
        assert!(receipt.check(&seal, &without).is_err(), "{receipt}");
    }
}
