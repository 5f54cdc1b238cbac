//! Who is forgotten is named by no log any more, and nothing else of the logs changes.

use super::*;
use crate::store::Shown;

/// Ids as long as those of Discord, so that nothing else in a file looks like them.
const ZOE: u64 = 814_159_265_358_979_323;
const MAX: u64 = 827_182_818_284_590_452;

/// How often the files of the database hold a person's id, as text and as SQLite stores a number, and their name.
fn traces(fixture: &Fixture, id: u64) -> [usize; 3] {
    let needles = [
        id.to_string().into_bytes(),
        id.to_be_bytes().to_vec(),
        person(id).name.into_bytes(),
    ];
    let files = std::fs::read_dir(fixture.folder.path()).unwrap();
    let files: Vec<Vec<u8>> = files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    let in_file = |file: &Vec<u8>, needle: &Vec<u8>| file.windows(needle.len()).filter(|bytes| bytes == needle).count();
    needles
        .each_ref()
        .map(|needle| files.iter().map(|file| in_file(file, needle)).sum())
}

/// The events of a stored log.
async fn log(fixture: &Fixture, table: u64) -> Vec<String> {
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    stored.entries.into_iter().map(|entry| entry.event).collect()
}

/// A match of Ana and others that was played to its end.
async fn finished(fixture: &Fixture, people: &[u64]) -> u64 {
    let table = fixture.begun(people, &[("games", 1.into())], None).await;
    fixture.play_round(table, &mut SeededSource::new(7)).await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Finished);
    table
}

/// What nobody who forgets may change: the file of records, and whether all draws are proven.
async fn proof(fixture: &Fixture, table: u64) -> (String, Option<usize>) {
    let snapshot = fixture.snapshot(table).await;
    (snapshot.table.record_file().unwrap(), snapshot.table.prove().unwrap())
}

#[tokio::test]
async fn no_byte_of_an_id_or_a_name_is_left_in_the_files() {
    let mut fixture = Fixture::new().await;
    let store = fixture.referee.store().clone();
    let word = Action::AddLuck {
        word: "plum".to_owned(),
    };
    let lobby = fixture.open_in(CHANNEL + 1).await.table.id;
    fixture.act(lobby, ZOE, Action::Sit).await.unwrap();
    fixture.act(lobby, ZOE, word).await.unwrap();
    fixture.leave(lobby, ZOE).await.unwrap();
    let table = finished(&fixture, &[ANA, ZOE]).await;
    store.set_preference(ZOE, "chat", "999000111").await.unwrap();
    let shown = |slot: &str, channel, note: String| Shown {
        table,
        slot: slot.to_owned(),
        channel,
        message: 5,
        version: Shown::SETTLED,
        digest: String::new(),
        note,
    };
    for row in [
        shown("table", CHANNEL, String::new()),
        shown("seat:1", 999_000_111, String::new()),
        shown("here:1", CHANNEL, format!(r#"{{"to":{ZOE}}}"#)),
    ] {
        store.set_shown(&row).await.unwrap();
    }
    let before = (proof(&fixture, table).await, log(&fixture, table).await);
    assert!(
        traces(&fixture, ZOE).iter().all(|found| *found > 0),
        "{:?}",
        traces(&fixture, ZOE)
    );

    fixture.referee.forget(ZOE).await.unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    assert!(traces(&fixture, ANA)[2] > 0, "others are still named");
    let slots: Vec<String> = store
        .shown(table)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.slot)
        .collect();
    assert_eq!(slots, ["table"]);
    assert!(
        log(&fixture, lobby).await.concat().contains("plum"),
        "draws follow from the word"
    );
    for _ in 0..2 {
        assert_eq!(
            proof(&fixture, table).await,
            before.0,
            "the records and what is checked by them"
        );
        let snapshot = fixture.snapshot(table).await;
        let holder = snapshot.table.seats[1].person.clone().unwrap();
        assert_eq!((holder.id, holder.name.as_str()), (Person::FORGOTTEN, ""));
        assert_eq!(snapshot.table.seats[0].person, Some(person(ANA)));
        fixture.restart().await;
    }
    let after = log(&fixture, table).await;
    let changed = before.1.iter().zip(&after).filter(|(before, after)| before != after);
    assert_eq!(
        (changed.count(), before.1.len()),
        (1, after.len()),
        "where they sat down"
    );
    fixture.referee.forget(ZOE).await.unwrap();
    assert_eq!(log(&fixture, table).await, after, "once is enough");
}

/// Whoever has the bot's token can ask Discord whose a private chat is.
#[tokio::test]
async fn no_byte_of_a_private_chat_in_which_somebody_played_is_left() {
    const CHAT: u64 = 831_415_926_535_897_932;
    let fixture = Fixture::new().await;
    let opening = Opening {
        channel: CHAT,
        guild: None,
        host: person(ZOE),
        ..fixture.opening("binome")
    };
    let table = fixture.referee.open(opening).await.unwrap().table.id;
    fixture.leave(table, ZOE).await.unwrap();
    assert!(traces(&fixture, CHAT)[1] > 0);
    fixture.referee.forget(ZOE).await.unwrap();
    for id in [ZOE, CHAT] {
        assert_eq!(traces(&fixture, id), [0, 0, 0], "{id}");
    }
    let elsewhere = fixture.referee.concerns(table, ZOE, CHAT).await;
    assert!(!elsewhere, "nobody there is shown it any more");
}

#[tokio::test]
async fn a_table_in_memory_does_not_write_the_name_again() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, ZOE], &[("games", 1.into())], None).await;
    fixture.leave(table, ZOE).await.unwrap();
    let before = fixture.snapshot(table).await.table.seq;
    fixture.referee.forget(ZOE).await.unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(
        snapshot.table.seq,
        before + 1,
        "one entry says that somebody was forgotten"
    );
    assert_eq!(snapshot.table.seats[2].person.as_ref().unwrap().name, "");
    let denied = fixture.act(table, ZOE, Action::Return).await.unwrap_err();
    assert_eq!(denied, Denied::NotSeated, "nobody can take that seat back");
    let mut source = SeededSource::new(9);
    while fixture.snapshot(table).await.table.phase == Phase::Playing {
        let snapshot = fixture.snapshot(table).await;
        let people = snapshot.table.awaited();
        match people
            .iter()
            .find(|seat| !snapshot.table.seats[seat.index()].automatic())
        {
            Some(seat) => {
                let what = snapshot
                    .table
                    .play
                    .as_ref()
                    .unwrap()
                    .random_choice(seat, &mut source)
                    .unwrap();
                let who = snapshot.table.seats[seat.index()].person.as_ref().unwrap().id;
                let step = snapshot.table.asked(seat);
                fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
            }
            None => fixture.tick().await,
        }
    }
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Finished);
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    assert!(fixture.snapshot(table).await.table.prove().unwrap() > Some(0));
}

#[tokio::test]
async fn a_session_from_before_cannot_append() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, ZOE], &[], None).await;
    let left = fixture.leave(table, ZOE).await.unwrap().table.seq;
    fixture.referee.forget(ZOE).await.unwrap();
    let late = crate::store::Append::new(table, left, 0);
    let refused = fixture.referee.store().append(late).await;
    assert!(
        matches!(refused, Err(crate::store::StoreError::Conflict)),
        "{refused:?}"
    );
}

#[tokio::test]
async fn who_still_plays_has_to_leave_first() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, ZOE], &[], None).await;
    let before = log(&fixture, table).await;
    let channel = CHANNEL;
    let refused = fixture.referee.forget(ZOE).await;
    assert_eq!(refused, Err(Denied::StillPlays { channel }));
    assert_eq!(log(&fixture, table).await, before);
    fixture.leave(table, ZOE).await.unwrap();
    fixture.referee.forget(ZOE).await.unwrap();
    assert_eq!(fixture.referee.store().seated(ZOE).await.unwrap(), Vec::<u64>::new());
    assert_eq!(fixture.referee.store().seated(ANA).await.unwrap(), [table]);
}

#[tokio::test]
async fn two_who_are_forgotten_at_one_table_stay_two() {
    let mut fixture = Fixture::new().await;
    let table = finished(&fixture, &[ANA, ZOE, MAX]).await;
    let before = proof(&fixture, table).await;
    for who in [MAX, ZOE] {
        fixture.referee.forget(who).await.unwrap();
        assert_eq!(traces(&fixture, who), [0, 0, 0]);
    }
    fixture.restart().await;
    let snapshot = fixture.snapshot(table).await;
    let ids: Vec<u64> = snapshot
        .table
        .seats
        .iter()
        .map(|holder| holder.person.as_ref().unwrap().id)
        .collect();
    assert_eq!(ids, [ANA, Person::FORGOTTEN + 1, Person::FORGOTTEN]);
    assert_eq!(proof(&fixture, table).await, before);
}

/// What Ana asks for who wants a rematch of a match in pairs.
fn rematch(fixture: &Fixture, table: &TableSnapshot) -> Opening {
    let people = table.table.seats.iter().filter_map(|holder| holder.person.as_ref());
    let arrangement = Arrangement {
        former: people.map(|person| (person.id, 0)).collect(),
        rematch_of: Some(table.table.id),
        kept_seats: table
            .table
            .seats
            .iter()
            .map(|holder| holder.person.as_ref().map(|person| person.id))
            .collect(),
        ..Arrangement::default()
    };
    Opening {
        arrangement,
        ..fixture.opening("binome")
    }
}

#[tokio::test]
async fn a_rematch_that_was_asked_for_before_names_nobody_who_is_forgotten() {
    let fixture = Fixture::new().await;
    let table = finished(&fixture, &[ANA, BEN, ZOE]).await;
    let rematch = rematch(&fixture, &fixture.snapshot(table).await);
    fixture.referee.forget(ZOE).await.unwrap();
    let table = fixture.referee.open(rematch).await.unwrap().table.id;
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    let log = log(&fixture, table).await.concat();
    assert_eq!(
        log.matches(&BEN.to_string()).count(),
        2,
        "others are expected on their seats: {log}"
    );
    let somebody = format!("[{ANA},{BEN},{}]", Person::FORGOTTEN);
    assert!(log.contains(&somebody), "nobody else's seat moves: {log}");
}

#[tokio::test]
async fn a_log_that_is_begun_while_somebody_is_forgotten_does_not_name_them_in_the_end() {
    let fixture = Fixture::new().await;
    let table = finished(&fixture, &[ANA, ZOE]).await;
    let begins = fixture.referee.registry.forgetting.read().await;
    let forgets = tokio::spawn({
        let referee = fixture.referee.clone();
        async move { referee.forget(ZOE).await }
    });
    while fixture.referee.registry.forgetting.try_read().is_ok() {
        assert!(!forgets.is_finished(), "nobody is forgotten while a log is begun");
        tokio::task::yield_now().await;
    }
    let entry = format!(r#"{{"type":"arranged","former":[[{ZOE},0]],"rematch_of":{table}}}"#);
    let new = crate::store::NewTable {
        channel: CHANNEL + 1,
        guild: None,
        game: "binome".to_owned(),
        secret: [7; 32],
    };
    let append = crate::store::Append {
        create: Some(new),
        entries: vec![entry],
        ..crate::store::Append::new(fixture.interaction(), 0, (fixture.settings.now)())
    };
    fixture.referee.store().append(append).await.unwrap();
    drop(begins);
    forgets.await.unwrap().unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
}

/// A match of Ana and Zoe, in which the computer plays for Zoe because Ana wanted that.
async fn replaced(fixture: &Fixture) -> u64 {
    let table = fixture.begun(&[ANA, ZOE], &[], Some(24 * 3600)).await;
    for ms in [24 * 3_600_000, 6 * 3_600_000] {
        fixture.advance(ms);
        fixture.tick().await;
    }
    fixture
        .act(table, ANA, Action::Replace { seat: Seat(1) })
        .await
        .unwrap();
    table
}

#[tokio::test]
async fn who_is_forgotten_in_absence_leaves_the_match_which_ends_if_nobody_else_is_there() {
    let fixture = Fixture::new().await;
    let table = replaced(&fixture).await;
    fixture.leave(table, ANA).await.unwrap();
    fixture.referee.forget(ZOE).await.unwrap();
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Cancelled);
    assert_eq!(
        fixture.referee.table_at(CHANNEL).await.unwrap(),
        None,
        "the channel is free"
    );
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);

    let table = replaced(&fixture).await;
    fixture.referee.forget(ZOE).await.unwrap();
    let snapshot = fixture.snapshot(table).await;
    let zoe = &snapshot.table.seats[1];
    assert_eq!(
        (snapshot.table.phase, zoe.stand_in),
        (Phase::Playing, Some(crate::referee::Absence::Left))
    );
    fixture.leave(table, ANA).await.unwrap();
    assert_eq!(
        fixture.snapshot(table).await.table.phase,
        Phase::Cancelled,
        "nobody waits for her"
    );
}

#[tokio::test]
async fn who_will_not_come_back_leaves_every_table_and_is_forgotten() {
    let fixture = Fixture::new().await;
    let lobby = fixture.open_in(CHANNEL + 1).await.table.id;
    fixture.act(lobby, ZOE, Action::Sit).await.unwrap();
    let opening = Opening {
        channel: CHANNEL + 2,
        host: person(ZOE),
        ..fixture.opening("binome")
    };
    let own = fixture.referee.open(opening).await.unwrap().table.id;
    let table = fixture.begun(&[ANA, ZOE], &[], None).await;
    let gone = (fixture.settings.now)();
    fixture.referee.let_go(ZOE, gone).await.unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    assert_eq!(fixture.referee.store().seated(ZOE).await.unwrap(), Vec::<u64>::new());
    assert_eq!(fixture.snapshot(lobby).await.table.seats.len(), 1);
    assert_eq!(fixture.snapshot(own).await.table.phase, Phase::Cancelled);
    let snapshot = fixture.snapshot(table).await;
    assert!(
        snapshot.table.seats[1].automatic() && !snapshot.table.is_over(),
        "the computer plays on"
    );
    fixture.referee.let_go(ZOE, gone).await.unwrap();
    // Who comes back is somebody new, and can leave once more; but an old message does not send them away.
    fixture.advance(90_000);
    fixture.act(lobby, ZOE, Action::Sit).await.unwrap();
    fixture.referee.let_go(ZOE, gone).await.unwrap();
    assert_eq!(fixture.referee.store().seated(ZOE).await.unwrap(), [lobby]);
    fixture.referee.let_go(ZOE, (fixture.settings.now)()).await.unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
}

#[tokio::test]
async fn a_match_that_ended_without_somebody_does_not_bring_them_back() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, ZOE], &[("games", 1.into())], None).await;
    let gone = (fixture.settings.now)();
    fixture.advance(120_000);
    fixture.play_round(table, &mut SeededSource::new(7)).await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Finished);
    fixture.referee.let_go(ZOE, gone).await.unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    // Who comes back and plays a whole match is not forgotten for having gone before.
    let gone = (fixture.settings.now)();
    fixture.advance(120_000);
    finished(&fixture, &[ANA, ZOE]).await;
    let kept = traces(&fixture, ZOE);
    fixture.referee.let_go(ZOE, gone).await.unwrap();
    assert!(kept != [0, 0, 0] && traces(&fixture, ZOE) == kept);
    // Nor is who comes back to a match.
    let table = fixture.begun(&[ANA, ZOE], &[("games", 1.into())], None).await;
    fixture.leave(table, ZOE).await.unwrap();
    let gone = (fixture.settings.now)();
    fixture.advance(120_000);
    fixture.act(table, ZOE, Action::Return).await.unwrap();
    fixture.referee.let_go(ZOE, gone).await.unwrap();
    assert!(!fixture.snapshot(table).await.table.seats[1].automatic());
}

#[tokio::test]
async fn who_has_done_too_much_at_a_table_is_let_go_all_the_same() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, ZOE], &[], None).await;
    let denied = loop {
        match fixture.leave(table, ZOE).await {
            Ok(_) => drop(fixture.act(table, ZOE, Action::Return).await.unwrap()),
            Err(denied) => break denied,
        }
    };
    assert_eq!(denied, Denied::Restless);
    fixture.referee.let_go(ZOE, (fixture.settings.now)()).await.unwrap();
    assert_eq!(traces(&fixture, ZOE), [0, 0, 0]);
    assert!(fixture.snapshot(table).await.table.seats[1].automatic());
}
