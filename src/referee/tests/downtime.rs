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
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = house.snapshot(table).await;
    house.advance(20_000);
    house.referee.suspend_clocks((house.settings.now)()).await;
    house.advance(HOUR);
    house.tick().await;
    let suspended_since = house.snapshot(table).await;
    assert_eq!(
        (events(&suspended_since), suspended_since.table.seq),
        (events(&before), before.table.seq)
    );
    assert!(house.referee.are_clocks_suspended().await);
    house.referee.resume_clocks().await.unwrap();
    assert!(!house.referee.are_clocks_suspended().await);
    let after = house.snapshot(table).await;
    assert_eq!(after.deadlines[0], before.deadlines[0].map(|at| at + HOUR));
    house.advance(MINUTE - 20_000 - 1);
    house.tick().await;
    assert_eq!(events(&house.snapshot(table).await), events(&before));
    house.advance(1);
    house.tick().await;
    assert_ne!(events(&house.snapshot(table).await), events(&before));
}

#[tokio::test]
async fn nobody_is_replaced_for_what_they_did_while_nobody_was_heard() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(24 * 3600)).await;
    let replace = Action::Replace { seat: Seat(1) };
    let whole = Denied::NotAbsent {
        seconds: 120,
        sooner: None,
    };
    assert_eq!(house.settings.absent_ms, 120_000);
    house.advance(100_000);
    house.referee.suspend_clocks((house.settings.now)()).await;
    house.advance(HOUR);
    house.referee.resume_clocks().await.unwrap();
    assert_eq!(house.act(table, ANA, replace.clone()).await.unwrap_err(), whole);
    house.advance(120_000);
    house.restart().await;
    house.referee.give_back().await.unwrap();
    assert_eq!(house.act(table, ANA, replace.clone()).await.unwrap_err(), whole);
    house.advance(120_000);
    assert!(house.act(table, ANA, replace).await.unwrap().table.seats[1].automatic());
}

#[tokio::test]
async fn an_absence_counts_from_the_last_sign_and_only_once() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(300)).await;
    let before = house.snapshot(table).await.deadlines[0].unwrap();
    let at = || (house.settings.now)();
    house.advance(30_000);
    // The last sign is older than what is said of it, and another shard's is older still.
    house.referee.suspend_clocks(at() - 10_000).await;
    house.referee.suspend_clocks(at() - 12_000).await;
    house.referee.suspend_clocks(at()).await;
    house.advance(5000);
    house.referee.resume_clocks().await.unwrap();
    house.referee.resume_clocks().await.unwrap();
    assert_eq!(house.snapshot(table).await.deadlines[0], Some(before + 17_000));
    // What lies before that is settled.
    house.referee.suspend_clocks(at() - 20_000).await;
    house.advance(1000);
    house.referee.resume_clocks().await.unwrap();
    assert_eq!(house.snapshot(table).await.deadlines[0], Some(before + 18_000));
}

#[tokio::test]
async fn time_is_given_back_at_tables_that_sleep_and_at_those_that_are_loaded_meanwhile() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = house.snapshot(table).await.deadlines[0].unwrap();
    house.restart().await;
    house.referee.suspend_clocks((house.settings.now)()).await;
    house.advance(HOUR);
    assert_eq!(house.snapshot(table).await.deadlines[0], Some(before), "not over yet");
    house.referee.resume_clocks().await.unwrap();
    assert_eq!(house.snapshot(table).await.deadlines[0], Some(before + HOUR));
    house.restart().await;
    assert_eq!(
        house.snapshot(table).await.deadlines[0],
        Some(before + HOUR),
        "and it is stored"
    );
}

#[tokio::test]
async fn a_choice_during_an_absence_is_taken_and_the_next_clock_begins_after_it() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    house.referee.suspend_clocks((house.settings.now)()).await;
    house.advance(HOUR);
    let before = house.snapshot(table).await.deadlines[1].unwrap();
    let (step, what) = house.first_choice(table, Seat(0)).await;
    house.act(table, ANA, Action::Choose { step, what }).await.unwrap();
    house.referee.resume_clocks().await.unwrap();
    let snapshot = house.snapshot(table).await;
    assert_eq!(snapshot.deadlines, [None, Some(before + HOUR)]);
}

#[tokio::test]
async fn a_crash_in_the_middle_of_an_absence_loses_none_of_it() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = house.snapshot(table).await.deadlines[0].unwrap();
    house.referee.give_back().await.unwrap();
    house.advance(10_000);
    house.referee.suspend_clocks((house.settings.now)()).await;
    house.advance(HOUR);
    house.restart().await;
    house.advance(MINUTE);
    house.referee.give_back().await.unwrap();
    assert_eq!(house.snapshot(table).await.deadlines[0], Some(before + HOUR + MINUTE));
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
    for (trace, given) in [(Trace::Whole, HOUR), (Trace::Nothing, HOUR + MINUTE)] {
        let hand = Arc::new(Moody::default());
        let disk = Disk::paper(Arc::<Moody>::clone(&hand));
        let mut house = House::new().await;
        (house.referee, house.changes) = Referee::new(Store::simulated(&disk), house.settings.clone());
        let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
        let before = house.snapshot(table).await.deadlines[0].unwrap();
        house.referee.suspend_clocks((house.settings.now)()).await;
        house.advance(HOUR);
        // The heart rests, and then the time is given back.
        hand.writes.lock().unwrap().extend([Fate::Commit, Fate::Fail(trace)]);
        *hand.unread.lock().unwrap() = 2;
        let heard = house.referee.resume_clocks().await;
        assert_eq!(heard.is_ok(), trace == Trace::Whole, "{heard:?}");
        house.advance(MINUTE);
        house.referee.resume_clocks().await.unwrap();
        let live = house.snapshot(table).await.deadlines;
        assert_eq!(live[0], Some(before + given), "{trace:?}");
        let (another, _) = Referee::new(Store::simulated(&disk), house.settings.clone());
        let loaded = another.snapshot(table).await.unwrap().unwrap();
        assert_eq!(loaded.deadlines, live, "{trace:?}");
    }
}

#[tokio::test]
async fn every_table_whose_times_have_moved_is_announced() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    while house.changes.try_recv().is_ok() {}
    house.referee.suspend_clocks((house.settings.now)()).await;
    house.advance(1000);
    house.referee.resume_clocks().await.unwrap();
    assert_eq!(house.changes.try_recv(), Ok(Change { table, seq: 0 }));
}

#[tokio::test]
async fn of_very_many_tables_all_are_announced() {
    const TABLES: u64 = 100;
    let mut house = House::new().await;
    let now = (house.settings.now)();
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
        house.referee.store().append(append).await.unwrap();
    }
    house.referee.suspend_clocks(now).await;
    house.advance(1000);
    house.referee.resume_clocks().await.unwrap();
    for table in 1..=TABLES {
        let change = tokio::time::timeout(Duration::from_secs(60), house.changes.recv());
        assert_eq!(
            change.await.unwrap(),
            Some(Change { table, seq: 0 }),
            "the most pressing first"
        );
    }
}

/// A scheduler that ticks as fast as it can and has begun; and how it ends.
async fn kept() -> (House, u64, impl AsyncFnOnce()) {
    let mut house = House::new().await;
    house.settings.tick = Duration::from_millis(1);
    house.restart().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let referee = house.referee.clone();
    let clocks = tokio::spawn(async move { referee.keep_clocks(async { drop(stopped.await) }).await });
    let end = async move || {
        drop(stop);
        clocks.await.unwrap();
    };
    ticks(&house).await;
    (house, table, end)
}

/// Waits until the scheduler has seen what time it is.
async fn ticks(house: &House) {
    let downtime = &house.referee.registry.downtime;
    let now = (house.settings.now)();
    let patience = tokio::time::Instant::now() + Duration::from_secs(60);
    while downtime.gap(i64::MAX).is_none() || downtime.gap(now + house.settings.stood_still_ms).is_some() {
        assert!(tokio::time::Instant::now() < patience, "the scheduler does not tick");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn the_time_in_which_the_machine_stood_still_is_given_back() {
    let (house, table, end) = kept().await;
    let before = house.snapshot(table).await;
    house.advance(HOUR);
    let woken = house.snapshot(table).await;
    assert_eq!(events(&woken), events(&before), "nothing lapses, whoever asks first");
    ticks(&house).await;
    let after = house.snapshot(table).await;
    assert_eq!(after.deadlines[0], before.deadlines[0].map(|at| at + HOUR));
    end().await;
}

#[tokio::test]
async fn a_scheduler_that_goes_gives_nothing_back() {
    let (house, table, end) = kept().await;
    let before = house.snapshot(table).await;
    let step = house.settings.stood_still_ms;
    for _ in 1..MINUTE / step {
        house.advance(step);
        ticks(&house).await;
    }
    let snapshot = house.snapshot(table).await;
    assert_eq!(
        (&snapshot.deadlines, events(&snapshot)),
        (&before.deadlines, events(&before))
    );
    house.advance(step);
    ticks(&house).await;
    house.tick().await;
    assert_ne!(
        events(&house.snapshot(table).await),
        events(&before),
        "and clocks strike"
    );
    end().await;
}
