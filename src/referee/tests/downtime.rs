use std::collections::VecDeque;
use std::io::ErrorKind;
use std::sync::Mutex;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::*;
use crate::store::testing::simulated::{Disk, Fate, Hand, Trace, failure};
use crate::store::{Append, NewTable, StoreError, Timer};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 3_600_000;

fn events(snapshot: &TableSnapshot) -> usize {
    snapshot.table.rounds[0].events.len()
}

#[tokio::test]
async fn no_clock_strikes_while_nobody_is_heard_and_the_time_is_given_back() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = fixture.snapshot(table).await;
    fixture.advance(20_000);
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(HOUR);
    fixture.tick().await;
    let suspended_since = fixture.snapshot(table).await;
    assert_eq!(
        (events(&suspended_since), suspended_since.table.seq),
        (events(&before), before.table.seq)
    );
    assert!(fixture.referee.are_clocks_suspended().await);
    fixture.referee.resume_clocks().await.unwrap();
    assert!(!fixture.referee.are_clocks_suspended().await);
    let after = fixture.snapshot(table).await;
    assert_eq!(after.deadlines[0], before.deadlines[0].map(|at| at + HOUR));
    fixture.advance(MINUTE - 20_000 - 1);
    fixture.tick().await;
    assert_eq!(events(&fixture.snapshot(table).await), events(&before));
    fixture.advance(1);
    fixture.tick().await;
    assert_ne!(events(&fixture.snapshot(table).await), events(&before));
}

#[tokio::test]
async fn nobody_is_replaced_for_what_they_did_while_nobody_was_heard() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(480)).await;
    fixture.advance(480_000);
    fixture.tick().await;
    let replace = Action::Replace { seat: Seat(1) };
    let whole = Denied::NotAbsent {
        seconds: 120,
        sooner: None,
    };
    assert_eq!(fixture.settings.absent_ms, 120_000);
    fixture.advance(100_000);
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(HOUR);
    fixture.referee.resume_clocks().await.unwrap();
    assert_eq!(fixture.act(table, ANA, replace.clone()).await.unwrap_err(), whole);
    fixture.advance(120_000);
    fixture.restart().await;
    fixture.referee.give_back().await.unwrap();
    assert_eq!(fixture.act(table, ANA, replace.clone()).await.unwrap_err(), whole);
    fixture.advance(120_000);
    assert!(fixture.act(table, ANA, replace).await.unwrap().table.seats[1].automatic());
}

#[tokio::test]
async fn an_absence_counts_from_the_last_sign_and_only_once() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(300)).await;
    let before = fixture.snapshot(table).await.deadlines[0].unwrap();
    let at = || (fixture.settings.now)();
    fixture.advance(30_000);
    // The last sign is older than what is said of it, and another shard's is older still.
    fixture.referee.suspend_clocks(at() - 10_000).await;
    fixture.referee.suspend_clocks(at() - 12_000).await;
    fixture.referee.suspend_clocks(at()).await;
    fixture.advance(5000);
    fixture.referee.resume_clocks().await.unwrap();
    fixture.referee.resume_clocks().await.unwrap();
    assert_eq!(fixture.snapshot(table).await.deadlines[0], Some(before + 17_000));
    // What lies before that is settled.
    fixture.referee.suspend_clocks(at() - 20_000).await;
    fixture.advance(1000);
    fixture.referee.resume_clocks().await.unwrap();
    assert_eq!(fixture.snapshot(table).await.deadlines[0], Some(before + 18_000));
}

#[tokio::test]
async fn time_is_given_back_at_tables_that_sleep_and_at_those_that_are_loaded_meanwhile() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = fixture.snapshot(table).await.deadlines[0].unwrap();
    fixture.restart().await;
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(HOUR);
    assert_eq!(fixture.snapshot(table).await.deadlines[0], Some(before), "not over yet");
    fixture.referee.resume_clocks().await.unwrap();
    assert_eq!(fixture.snapshot(table).await.deadlines[0], Some(before + HOUR));
    fixture.restart().await;
    assert_eq!(
        fixture.snapshot(table).await.deadlines[0],
        Some(before + HOUR),
        "and it is stored"
    );
}

#[tokio::test]
async fn a_choice_during_an_absence_is_taken_and_the_next_clock_begins_after_it() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(HOUR);
    let before = fixture.snapshot(table).await.deadlines[1].unwrap();
    let (step, what) = fixture.first_choice(table, Seat(0)).await;
    fixture.act(table, ANA, Action::Choose { step, what }).await.unwrap();
    fixture.referee.resume_clocks().await.unwrap();
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.deadlines, [None, Some(before + HOUR)]);
}

#[tokio::test]
async fn a_crash_in_the_middle_of_an_absence_loses_none_of_it() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = fixture.snapshot(table).await.deadlines[0].unwrap();
    fixture.referee.give_back().await.unwrap();
    fixture.advance(10_000);
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(HOUR);
    fixture.restart().await;
    fixture.advance(MINUTE);
    fixture.referee.give_back().await.unwrap();
    assert_eq!(fixture.snapshot(table).await.deadlines[0], Some(before + HOUR + MINUTE));
}

/// A disk that does as it is told with the next writes, fails so many reads, and is well otherwise.
#[derive(Default)]
struct Moody {
    writes: Mutex<VecDeque<Fate>>,
    unread: Mutex<u32>,
}

impl Hand for Moody {
    fn read(&self) -> BoxFuture<'static, Option<StoreError>> {
        let mut unread = self.unread.lock().unwrap();
        let fails = *unread > 0;
        *unread = unread.saturating_sub(1);
        Box::pin(async move { fails.then(|| failure(ErrorKind::Other)) })
    }

    fn write(&self, _: bool) -> BoxFuture<'static, Fate> {
        let fate = self.writes.lock().unwrap().pop_front().unwrap_or(Fate::Commit);
        Box::pin(async move { fate })
    }

    fn written(&self, _: bool) -> BoxFuture<'static, ()> {
        Box::pin(async {})
    }
}

#[tokio::test]
async fn a_lost_word_of_it_gives_no_time_back_twice() {
    for (trace, late, given) in [
        (Trace::Whole, false, HOUR),
        (Trace::Nothing, false, HOUR + MINUTE),
        // The server commits what was on its way after the bot has looked.
        (Trace::Nothing, true, HOUR + MINUTE),
    ] {
        let hand = Arc::new(Moody::default());
        let disk = Disk::paper(Arc::<Moody>::clone(&hand));
        let mut fixture = Fixture::new().await;
        (fixture.referee, fixture.changes) = Referee::new(Store::simulated(&disk), fixture.settings.clone());
        let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
        let before = fixture.snapshot(table).await.deadlines[0].unwrap();
        fixture.referee.suspend_clocks((fixture.settings.now)()).await;
        fixture.advance(HOUR);
        // The heart rests, and then the time is given back.
        hand.writes.lock().unwrap().extend([Fate::Commit, Fate::Fail(trace)]);
        *hand.unread.lock().unwrap() = 2;
        let heard = fixture.referee.resume_clocks().await;
        assert_eq!(heard.is_ok(), trace == Trace::Whole, "{heard:?}");
        if late {
            let given = Store::simulated(&disk).give_back((fixture.settings.now)()).await;
            assert_eq!(given.unwrap(), HOUR);
        }
        fixture.advance(MINUTE);
        if heard.is_err() {
            // Nor does another report of the same downtime set the heartbeat back.
            let earlier = (fixture.settings.now)() - 2 * HOUR;
            fixture.referee.suspend_clocks(earlier).await;
        }
        fixture.referee.resume_clocks().await.unwrap();
        let live = fixture.snapshot(table).await.deadlines;
        assert_eq!(live[0], Some(before + given), "{trace:?} {late}");
        let (another, _) = Referee::new(Store::simulated(&disk), fixture.settings.clone());
        let loaded = another.snapshot(table).await.unwrap().unwrap();
        assert_eq!(loaded.deadlines, live, "{trace:?} {late}");
    }
}

#[tokio::test]
async fn every_table_whose_times_have_moved_is_announced() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    while fixture.changes.try_recv().is_ok() {}
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(1000);
    fixture.referee.resume_clocks().await.unwrap();
    assert_eq!(fixture.changes.try_recv(), Ok(Change { table, seq: 0 }));
}

/// Years of matches that nobody has closed may lie in the store.
#[tokio::test]
async fn a_match_of_which_no_time_moves_is_not_announced() {
    let mut fixture = Fixture::new().await;
    fixture.begun(&[ANA, BEN], &[], None).await;
    fixture.advance(fixture.settings.patience_ms);
    fixture.tick().await;
    while fixture.changes.try_recv().is_ok() {}
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(HOUR);
    fixture.referee.resume_clocks().await.unwrap();
    assert!(fixture.changes.try_recv().is_err());
}

#[tokio::test]
async fn of_very_many_tables_all_are_announced() {
    const TABLES: u64 = 100;
    let mut fixture = Fixture::new().await;
    let now = (fixture.settings.now)();
    for table in 1..=TABLES {
        let timer = Timer {
            kind: "lobby 1".to_owned(),
            seat: None,
            at: now + MINUTE + table as i64,
            gives_back: true,
        };
        let new = NewTable {
            channel: table,
            guild: None,
            game: "binome".to_owned(),
            secret: [0; 32],
        };
        let append = Append {
            create: Some(new),
            entries: vec!["{}".to_owned()],
            timers: Some(vec![timer]),
            ..Append::new(table, 0, now)
        };
        fixture.referee.store().append(append).await.unwrap();
    }
    fixture.referee.suspend_clocks(now).await;
    fixture.advance(1000);
    fixture.referee.resume_clocks().await.unwrap();
    for table in 1..=TABLES {
        let change = tokio::time::timeout(Duration::from_secs(60), fixture.changes.recv());
        assert_eq!(
            change.await.unwrap(),
            Some(Change { table, seq: 0 }),
            "the most pressing first"
        );
    }
}

/// A scheduler that ticks as fast as it can and has begun; and how it ends.
async fn kept() -> (Fixture, u64, impl AsyncFnOnce()) {
    let mut fixture = Fixture::new().await;
    fixture.settings.tick = Duration::from_millis(1);
    fixture.restart().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let referee = fixture.referee.clone();
    let clocks = tokio::spawn(async move { referee.keep_clocks(async { drop(stopped.await) }).await });
    let end = async move || {
        drop(stop);
        clocks.await.unwrap();
    };
    ticks(&fixture).await;
    (fixture, table, end)
}

/// Waits until the scheduler has seen what time it is.
async fn ticks(fixture: &Fixture) {
    let downtime = &fixture.referee.registry.downtime;
    let now = (fixture.settings.now)();
    let patience = tokio::time::Instant::now() + Duration::from_secs(60);
    while downtime.gap(i64::MAX).is_none() || downtime.gap(now + fixture.settings.stood_still_ms).is_some() {
        assert!(tokio::time::Instant::now() < patience, "the scheduler does not tick");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn the_time_in_which_the_machine_stood_still_is_given_back() {
    let (fixture, table, end) = kept().await;
    let before = fixture.snapshot(table).await;
    fixture.advance(HOUR);
    let woken = fixture.snapshot(table).await;
    assert_eq!(events(&woken), events(&before), "nothing lapses, whoever asks first");
    ticks(&fixture).await;
    let after = fixture.snapshot(table).await;
    assert_eq!(after.deadlines[0], before.deadlines[0].map(|at| at + HOUR));
    end().await;
}

#[tokio::test]
async fn timers_are_late_for_as_long_as_the_scheduler_stays_away() {
    let (fixture, _, end) = kept().await;
    assert_eq!(fixture.referee.timers_late(), Duration::ZERO);
    fixture.advance(3_000);
    ticks(&fixture).await;
    end().await;
    assert_eq!(fixture.referee.timers_late(), Duration::ZERO, "it has looked since");
    fixture.advance(7_000);
    assert_eq!(fixture.referee.timers_late(), Duration::from_secs(7));
    let fixture = Fixture::new().await;
    assert_eq!(fixture.referee.timers_late(), Duration::ZERO, "no clocks are kept yet");
}

#[tokio::test]
async fn a_table_that_fails_for_good_is_counted_and_makes_no_timer_late() {
    let (fixture, table, end) = kept().await;
    let seq = fixture.snapshot(table).await.table.seq;
    let due = Timer {
        kind: "lapse 1".to_owned(),
        seat: Some(0),
        at: (fixture.settings.now)(),
        gives_back: false,
    };
    let strange = Append {
        entries: vec![r#"{"type":"of_another_version"}"#.to_owned()],
        timers: Some(vec![due]),
        ..Append::new(table, seq, 0)
    };
    fixture.referee.store().append(strange).await.unwrap();
    fixture.referee.registry.live().clear();
    let failing = || fixture.referee.registry.failing.load(Ordering::Relaxed);
    let until = async |wanted: usize| {
        let patience = tokio::time::Instant::now() + Duration::from_secs(60);
        while failing() != wanted {
            assert!(tokio::time::Instant::now() < patience, "{} tables fail", failing());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    until(1).await;
    for _ in 0..5 {
        fixture.advance(fixture.settings.stood_still_ms);
        ticks(&fixture).await;
        let patience = tokio::time::Instant::now() + Duration::from_secs(60);
        while fixture.referee.timers_late() >= Duration::from_secs(10) {
            assert!(tokio::time::Instant::now() < patience, "others are on time");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(failing(), 1);
    }
    let cancelled = fixture.act(table, ANA, CLOSE).await;
    assert_eq!(cancelled.unwrap_err(), Denied::Over, "it is closed");
    fixture.referee.registry.live().clear();
    until(0).await;
    end().await;
}

#[tokio::test]
async fn a_store_that_cannot_be_written_is_noticed() {
    let (fixture, _, end) = kept().await;
    assert!(!fixture.referee.store_fails());
    fixture.referee.store().close().await;
    let patience = tokio::time::Instant::now() + Duration::from_secs(60);
    while !fixture.referee.store_fails() {
        assert!(tokio::time::Instant::now() < patience, "nobody notices");
        fixture.advance(2_000);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    end().await;
}

#[tokio::test]
async fn a_scheduler_that_goes_gives_nothing_back() {
    let (fixture, table, end) = kept().await;
    let before = fixture.snapshot(table).await;
    let step = fixture.settings.stood_still_ms;
    for _ in 1..MINUTE / step {
        fixture.advance(step);
        ticks(&fixture).await;
    }
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(
        (&snapshot.deadlines, events(&snapshot)),
        (&before.deadlines, events(&before))
    );
    fixture.advance(step);
    ticks(&fixture).await;
    fixture.tick().await;
    assert_ne!(
        events(&fixture.snapshot(table).await),
        events(&before),
        "and clocks strike"
    );
    end().await;
}
