//! The governor: its core by tables and against a Discord that counts, and the shell on a clock that stands still.

mod discord;

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::FutureExt;
use reqwest::Method;

use super::core::Left;
use super::request::CLASSES;
use super::route::Key;
use super::*;
use discord::{Discord, Ways};

/// A core, and the moment it is told.
struct Trial {
    core: Core,
    now: Instant,
}

fn bucket(route: &str, major: u64) -> Key {
    Key {
        route: named(route),
        major,
    }
}

fn channel(channel: u64) -> Key {
    bucket("messages", channel)
}

const NOTHING: Came = Came {
    status: 200,
    standing: None,
    wait: None,
};

impl Trial {
    fn new() -> Trial {
        Trial {
            core: Core::new(),
            now: Instant::now(),
        }
    }

    fn later(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
    }

    fn ask(&mut self, key: Key, class: usize) -> Ticket {
        self.core.ask(self.now, key, class, self.now)
    }

    /// All that may go now.
    fn go(&mut self) -> Vec<(Ticket, Leave)> {
        let mut gone = Vec::new();
        while let Decision::Go(ticket, leave) = self.core.next(self.now) {
            gone.push((ticket, leave));
        }
        gone
    }

    /// Who goes, one after another, as soon as they may; each is answered at once.
    fn all(&mut self, came: Came) -> Vec<(Ticket, Instant)> {
        let mut gone = Vec::new();
        loop {
            match self.core.next(self.now) {
                Decision::Go(ticket, leave) => {
                    assert!(self.core.send(self.now, leave));
                    self.core.answered(self.now, Some(leave), came, 0.0);
                    gone.push((ticket, self.now));
                }
                Decision::At(at) => self.now = at,
                Decision::Nobody => return gone,
            }
        }
    }
}

fn told(limit: u32, left: u32, over_in: u64, name: &str) -> Came {
    Came {
        standing: Some(BucketReport {
            limit,
            left,
            over_in: Duration::from_millis(over_in),
            name: named(name),
        }),
        ..NOTHING
    }
}

fn limited(after: u64, global: bool, shared: bool) -> Came {
    Came {
        status: 429,
        standing: None,
        wait: Some(Wait {
            after: Duration::from_millis(after),
            global,
            shared,
        }),
    }
}

#[test]
fn before_anything_is_known_of_a_channel_five_go_into_it_in_five_seconds() {
    let mut trial = Trial::new();
    for _ in 0..12 {
        trial.ask(channel(1), Priority::Turn.class());
    }
    let other = trial.ask(channel(2), Priority::Turn.class());
    let begun = trial.now;
    let gone = trial.all(Came { status: 502, ..NOTHING });
    let after: Vec<u128> = gone.iter().map(|(_, at)| (*at - begun).as_millis()).collect();
    assert_eq!(after[..6], [0; 6], "five, and the one of another channel");
    assert!(gone[..6].iter().any(|(ticket, _)| *ticket == other));
    let in_five = |at: &u128| (5000..5100).contains(at);
    assert!(after[6..11].iter().all(in_five), "{after:?}");
    assert!(after[11..].iter().all(|at| *at > 10_000), "{after:?}");
}

#[test]
fn a_route_without_a_limit_has_none_and_a_limit_is_learned_from_what_is_told() {
    let mut trial = Trial::new();
    let first = trial.ask(channel(1), Priority::Turn.class());
    assert_eq!(trial.all(NOTHING), [(first, trial.now)]);
    for _ in 0..20 {
        trial.ask(channel(2), Priority::Turn.class());
    }
    assert_eq!(trial.go().len(), 20);

    let mut trial = Trial::new();
    trial.ask(channel(1), Priority::Turn.class());
    trial.all(told(2, 1, 3000, "b"));
    for _ in 0..4 {
        trial.ask(channel(1), Priority::Turn.class());
        trial.ask(channel(2), Priority::Turn.class());
    }
    let gone = trial.go();
    let into = |channel: u64| gone.iter().filter(|(_, leave)| leave.key.major == channel).count();
    assert_eq!(
        (into(1), into(2)),
        (1, 2),
        "one is left of the window, and another channel has two"
    );
}

#[test]
fn a_discord_that_tells_of_no_limit_of_messages_has_none_at_all() {
    let mut trial = Trial::new();
    let ask_hundred = |trial: &mut Trial| {
        for number in 0..100 {
            trial.ask(channel(number), Priority::Turn.class());
        }
        trial.go().len()
    };
    assert!(ask_hundred(&mut trial) < 50);
    let mut trial = Trial::new();
    trial.ask(channel(1), Priority::Turn.class());
    trial.all(NOTHING);
    assert_eq!(ask_hundred(&mut trial), 100);
    trial.core.answered(trial.now, None, limited(500, true, false), 0.0);
    assert_eq!(ask_hundred(&mut trial), 0, "but when it asks to wait it is heard");
}

#[test]
fn what_discord_counts_together_is_counted_together() {
    let mut trial = Trial::new();
    let (one, other) = (bucket("one", 1), bucket("other", 1));
    for key in [one, other] {
        trial.ask(key, Priority::Rest.class());
        trial.all(told(2, 1, 3000, "shared"));
    }
    trial.later(4000);
    for key in [one, other, one, other] {
        trial.ask(key, Priority::Rest.class());
    }
    assert_eq!(trial.go().len(), 2);
}

#[test]
fn of_two_limits_in_one_bucket_the_tighter_one_holds() {
    let mut trial = Trial::new();
    for (left, name) in [(0, "edits"), (4, "creations")] {
        trial.ask(channel(1), Priority::Turn.class());
        let (_, leave) = trial.go()[0];
        trial.core.send(trial.now, leave);
        trial
            .core
            .answered(trial.now, Some(leave), told(5, left, 5000, name), 0.0);
        if left == 0 {
            trial.later(5100);
        }
    }
    // One of each is told of in the same window.
    trial.ask(channel(1), Priority::Turn.class());
    let (_, leave) = trial.go()[0];
    trial.core.send(trial.now, leave);
    trial
        .core
        .answered(trial.now, Some(leave), told(5, 0, 5000, "edits"), 0.0);
    trial.ask(channel(1), Priority::Turn.class());
    assert_eq!(trial.go(), []);
}

#[test]
fn a_pause_of_one_route_holds_nobody_else_up_and_a_global_one_everybody_but_tokens() {
    let mut trial = Trial::new();
    trial.ask(channel(1), Priority::Turn.class());
    trial.all(limited(800, false, true));
    trial.ask(channel(1), Priority::Turn.class());
    trial.ask(channel(2), Priority::Turn.class());
    let gone = trial.go();
    assert_eq!(gone.len(), 1);
    assert_eq!(gone[0].1.key, channel(2));
    assert_eq!(
        trial.core.next(trial.now),
        Decision::At(trial.now + Duration::from_millis(800))
    );
    let leave = gone[0].1;
    assert!(trial.core.send(trial.now, leave));
    trial
        .core
        .answered(trial.now, Some(leave), limited(3000, true, false), 0.25);
    trial.later(1000);
    trial.ask(bucket("token", 9), BY_TOKEN);
    let gone = trial.go();
    assert_eq!(gone.len(), 1);
    assert_eq!(gone[0].1.class, BY_TOKEN);
    trial.later(2600);
    assert_eq!(trial.go(), [], "kept a little longer than told");
    trial.later(150);
    assert_eq!(trial.go().len(), 1);
}

#[test]
fn a_pause_is_looked_at_in_the_moment_of_sending() {
    let mut trial = Trial::new();
    let (first, second) = (channel(1), channel(2));
    trial.ask(first, Priority::Turn.class());
    trial.ask(second, Priority::Turn.class());
    let leaves: Vec<Leave> = trial.go().into_iter().map(|(_, leave)| leave).collect();
    assert!(trial.core.send(trial.now, leaves[0]));
    trial
        .core
        .answered(trial.now, Some(leaves[0]), limited(500, true, false), 0.0);
    assert!(
        !trial.core.send(trial.now, leaves[1]),
        "leave was given before the pause"
    );
    trial.ask(second, Priority::Turn.class());
    trial.later(500);
    let gone = trial.go();
    assert!(trial.core.send(trial.now, gone[0].1));
    trial
        .core
        .answered(trial.now, Some(gone[0].1), limited(500, false, false), 0.0);
    trial.ask(second, Priority::Turn.class());
    assert_eq!(trial.go(), []);
}

#[test]
fn who_waits_for_an_answer_comes_first_and_nobody_waits_for_ever() {
    let mut trial = Trial::new();
    let mut wanted = BTreeMap::new();
    for priority in Priority::ALL.into_iter().rev() {
        for number in 0..200 {
            wanted.insert(trial.ask(channel(number), priority.class()), priority);
        }
    }
    let mut of = [0; CLASSES];
    let gone = trial.all(told(5, 4, 5000, "messages"));
    for (ticket, _) in &gone[..200] {
        of[wanted[ticket].class()] += 1;
    }
    let share = |priority: Priority| of[priority.class()];
    assert!(share(Priority::Answer) >= 80, "{of:?}");
    for priority in Priority::ALL {
        assert!(share(priority) >= 25, "{of:?}");
    }
    assert_eq!(gone.len(), 800);
    let (first, _) = gone[0];
    assert_eq!(wanted[&first], Priority::Answer);
}

#[test]
fn channels_take_turns_however_much_is_wanted_in_one_of_them() {
    let mut trial = Trial::new();
    let mut wanted = BTreeMap::new();
    for _ in 0..50 {
        wanted.insert(trial.ask(channel(0), Priority::Turn.class()), 0);
    }
    for number in 1..10 {
        for _ in 0..5 {
            wanted.insert(trial.ask(channel(number), Priority::Turn.class()), number);
        }
    }
    let gone = trial.all(told(5, 4, 5000, "messages"));
    for turn in gone.chunks(10).take(5) {
        let mut channels: Vec<u64> = turn.iter().map(|(ticket, _)| wanted[ticket]).collect();
        channels.sort_unstable();
        assert_eq!(channels, (0..10).collect::<Vec<_>>());
    }
}

#[test]
fn leave_that_is_not_needed_is_anothers_and_who_stops_waiting_gets_none() {
    let mut trial = Trial::new();
    let tickets: Vec<Ticket> = (0..8).map(|_| trial.ask(channel(1), Priority::Turn.class())).collect();
    let gone = trial.go();
    assert_eq!(gone.len(), 5);
    trial.core.cancel(tickets[5]);
    trial.core.give_back(gone[0].1);
    let gone = trial.go();
    assert_eq!(gone.iter().map(|(ticket, _)| *ticket).collect::<Vec<_>>(), [tickets[6]]);
    trial.core.cancel(tickets[7]);
    assert_eq!(trial.core.waiting(), 0);
    trial.later(20_000);
    assert_eq!(trial.go(), []);
}

#[test]
fn leave_that_is_not_needed_costs_nobody_else_their_beat() {
    let mut trial = Trial::new();
    for number in 0..100 {
        trial.ask(channel(number), Priority::Rest.class());
    }
    // What goes out at once has gone; from now on there is one at each beat.
    assert!(trial.go().len() > 20);
    for _ in 0..10 {
        trial.later(21);
        let [(_, leave)] = trial.go()[..] else {
            panic!("one at a beat");
        };
        trial.core.give_back(leave);
        let [(_, needed)] = trial.go()[..] else {
            panic!("another one in its place");
        };
        assert!(trial.core.send(trial.now, needed));
    }
}

#[test]
fn a_follow_up_too_many_for_its_channel_holds_up_nothing_else_by_the_same_token() {
    let token = bucket("token", 9);
    let mut trial = Trial::new();
    trial.ask(token, BY_TOKEN);
    trial.all(limited(48_000, false, true));
    trial.ask(token, BY_TOKEN);
    assert_eq!(trial.go().len(), 1, "the panel is changed at once");

    // The token's own limit holds.
    let mut trial = Trial::new();
    trial.ask(token, BY_TOKEN);
    trial.all(limited(1_500, false, false));
    trial.ask(token, BY_TOKEN);
    assert_eq!(trial.go().len(), 0);
}

#[test]
fn after_a_thousand_bad_answers_only_tokens_are_served_until_it_has_drained() {
    let mut trial = Trial::new();
    let begun = trial.now;
    for nth in 0..1000 {
        let status = [401, 403, 429][nth % 3];
        trial.core.answered(trial.now, None, Came { status, ..NOTHING }, 0.0);
        trial
            .core
            .answered(trial.now, None, Came { status: 404, ..NOTHING }, 0.0);
        trial.core.answered(trial.now, None, limited(1, false, true), 0.0);
        trial.later(100);
    }
    let waits = trial.ask(channel(1), Priority::Answer.class());
    let token = trial.ask(bucket("token", 1), BY_TOKEN);
    let gone = trial.go();
    assert_eq!(gone.iter().map(|(ticket, _)| *ticket).collect::<Vec<_>>(), [token]);
    let Decision::At(at) = trial.core.next(trial.now) else {
        panic!("it drains")
    };
    assert_eq!(at - begun, Duration::from_secs(600));
    trial.now = at;
    assert_eq!(trial.go()[0].0, waits);
}

#[test]
fn what_is_left_and_who_waits_is_known_at_every_moment() {
    let mut trial = Trial::new();
    assert_eq!(trial.core.left(trial.now), Left { global: 48, bad: 1000 });
    for _ in 0..7 {
        trial.ask(channel(1), Priority::Turn.class());
    }
    assert_eq!(trial.go().len(), 5, "a channel takes no more at once");
    trial.later(400);
    trial.ask(channel(1), Priority::Rest.class());
    trial.later(600);
    trial.core.answered(trial.now, None, limited(2000, true, false), 0.0);
    assert_eq!(trial.core.left(trial.now), Left { global: 0, bad: 999 });
    let seconds = |ms| Duration::from_millis(ms);
    let waits = trial.core.waits(trial.now);
    assert_eq!(waits[Priority::Turn.class()], (2, seconds(1000)));
    assert_eq!(waits[Priority::Rest.class()], (1, seconds(600)));
    assert_eq!(waits[Priority::Answer.class()], (0, Duration::ZERO));
    trial.later(600_000);
    assert_eq!(trial.core.left(trial.now).bad, 1000, "old answers do not count");
}

#[test]
fn what_is_forgotten_of_idle_buckets_is_not_missed() {
    let mut trial = Trial::new();
    for number in 0..20_000 {
        trial.ask(channel(number), Priority::Rest.class());
        trial.all(told(5, 4, 5000, "b"));
    }
    assert!(trial.core.buckets() < 4096, "{}", trial.core.buckets());
}

#[test]
fn ten_thousand_who_wait_are_sent_evenly_as_fast_as_discord_takes_them() {
    const CHANNELS: u64 = 1000;
    const EACH: u64 = 10;
    let mut discord = Discord::new(1, Ways::quick());
    for _ in 0..EACH {
        (0..CHANNELS).for_each(|number| discord.wants(channel(number), Priority::Turn));
    }
    let since = std::time::Instant::now();
    let took = discord.run();
    assert!(
        since.elapsed() < Duration::from_secs(5),
        "it took {:?} to decide",
        since.elapsed()
    );
    assert_eq!(discord.refused, 0);
    let rate = (CHANNELS * EACH) as f64 / took.as_secs_f64();
    assert!(rate > 44.0, "{rate:.1} a second");
    for turn in discord.arrived.chunks(CHANNELS as usize) {
        let mut channels: Vec<u64> = turn.iter().map(|key| key.major).collect();
        channels.sort_unstable();
        channels.dedup();
        assert!(
            channels.len() as u64 >= CHANNELS - 50,
            "{} of a thousand",
            channels.len()
        );
    }
}

#[test]
fn however_long_the_way_is_nothing_comes_too_soon() {
    for seed in 0..60 {
        let mut discord = Discord::new(seed, Ways::any(seed));
        for number in 0..400 {
            let priority = Priority::ALL[number as usize % 4];
            discord.wants(channel(number % (1 + seed % 40)), priority);
        }
        discord.run();
        assert_eq!(discord.refused, 0, "seed {seed}");
        assert_eq!(discord.arrived.len(), 400, "seed {seed}");
    }
}

fn route(channel: u64) -> Route {
    Route::messages(channel)
}

#[tokio::test(start_paused = true)]
async fn first_answers_wait_for_nothing_and_others_until_they_may() {
    let governor = Governor::new(7);
    let begun = Instant::now();
    let mut passes = Vec::new();
    for _ in 0..6 {
        let mut pass = governor.acquire(route(1), Priority::Turn).await;
        pass.send(route(1), Priority::Turn).await;
        passes.push(pass);
        let callback = Route::of(&Method::POST, "/interactions/1/token/callback");
        let first = governor.acquire(callback, Priority::Rest).now_or_never();
        assert!(first.is_some(), "with six of the bot's own on their way");
        // Four are never answered, and one is.
        if passes.len() == 5 {
            passes.pop().expect("a pass").answered(200, None, None);
            passes.clear();
        }
    }
    assert_eq!(begun.elapsed(), Duration::ZERO, "the route has no limit after all");
    assert!(governor.figures().to_string().starts_with("turns: 6, 0.000 s"));
}

#[tokio::test(start_paused = true)]
async fn who_waits_gets_leave_in_time_and_who_drops_a_pass_gives_it_back() {
    let governor = Governor::new(7);
    let mut passes = Vec::new();
    for _ in 0..5 {
        passes.push(governor.acquire(route(1), Priority::Turn).await);
    }
    assert!(governor.acquire(route(1), Priority::Turn).now_or_never().is_none());
    let waits = tokio::spawn({
        let governor = governor.clone();
        async move { governor.acquire(route(1), Priority::Turn).await }
    });
    tokio::task::yield_now().await;
    let begun = Instant::now();
    drop(passes.pop());
    passes.push(waits.await.expect("leave"));
    assert_eq!(begun.elapsed(), Duration::ZERO);
    for pass in &mut passes {
        pass.send(route(1), Priority::Turn).await;
    }
    drop(passes);
    let begun = Instant::now();
    drop(governor.acquire(route(1), Priority::Turn).await);
    let waited = begun.elapsed();
    assert!((5000..5500).contains(&waited.as_millis()), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn a_pass_that_was_given_before_a_pause_waits_for_its_end() {
    let governor = Governor::new(7);
    let mut first = governor.acquire(route(1), Priority::Turn).await;
    let mut second = governor.acquire(route(2), Priority::Turn).await;
    first.send(route(1), Priority::Turn).await;
    let wait = Wait {
        after: Duration::from_secs(2),
        global: true,
        shared: false,
    };
    first.answered(429, None, Some(wait));
    let begun = Instant::now();
    second.send(route(2), Priority::Turn).await;
    let waited = begun.elapsed();
    assert!((2000..=2510).contains(&waited.as_millis()), "{waited:?}");
    second.answered(200, None, None);
}

#[test]
fn bots_that_share_a_token_send_together_what_one_may() {
    let sent = |share: (usize, usize)| {
        let mut trial = Trial::new();
        trial.core.global.share(share);
        for number in 0..400 {
            trial.ask(channel(number), Priority::Turn.class());
        }
        let begun = trial.now;
        let gone = trial.all(told(5, 4, 5000, "messages"));
        // Within the busiest second.
        let at: Vec<Duration> = gone.iter().map(|(_, at)| *at - begun).collect();
        let second = |from: &Duration| {
            at.iter()
                .filter(|at| *at >= from && **at < *from + Duration::from_secs(1))
                .count()
        };
        at.iter().map(second).max().unwrap_or_default()
    };
    assert_eq!(sent((1, 1)), 48);
    assert_eq!((sent((3, 8)), sent((2, 8))), (18, 12));
    assert_eq!(2 * sent((3, 8)) + sent((2, 8)), 48);
    assert_eq!(sent((1, 16)), 3);
}
