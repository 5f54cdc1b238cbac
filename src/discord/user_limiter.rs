//! Limits how many interactions of one person are in hand at once.
//!
//! A person who presses faster than the bot can answer, by hand or by a program, must not delay anybody else. So only a few
//! interactions of each person are in hand, a few more wait behind them, and any further one is rejected. A rejected
//! interaction costs no access to the store and no request. The bot answers one rejected interaction, to say why; it leaves
//! the others unanswered, so that a flood of interactions does not cause a flood of answers.
//!
//! The limiter counts interactions in hand, not interactions per second. So a person who waits for each answer before the
//! next press is never held up, and nobody has to guess which speed is too fast for people.
//!
//! Discord may deliver an interaction twice. The second delivery is rejected, both while the first is in hand and afterwards.
//! One answer serves both deliveries, and it must stay true, even where a refusal would be a success by now. Only an
//! interaction that was rejected without an answer may come again.
//!
//! The limiter lives as long as the process. About people who have nothing in hand it keeps only the ids of the last answered
//! interactions.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits;
use super::lock::lock;

/// How many interactions of one person are in hand at once: a press, what they type meanwhile, and something slow.
const IN_HAND: usize = 4;
/// How many interactions of one person are in hand or wait.
const MOST: usize = 16;
/// How long an interaction may wait for its permit and still be answered in time (docs/DISCORD.md, "Interactions").
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 4);

/// How many answered interactions are remembered. A second delivery comes within seconds.
const ANSWERED: usize = 4 * 1024;

/// Everybody who has an interaction in hand or waiting.
#[derive(Default)]
pub(super) struct UserLimiter(Mutex<Everybody>);

#[derive(Default)]
struct Everybody {
    people: HashMap<u64, One>,
    /// The last answered interactions. Not moka: exactly so many are remembered, under the same lock as the people.
    answered: VecDeque<u64>,
}

/// One person.
struct One {
    /// Their interactions that are in hand or wait.
    here: Vec<u64>,
    hands: Arc<Semaphore>,
    /// Whether they have been told that they ask for too much, since they last had nothing here.
    told: bool,
}

/// Permission to handle one interaction of a person.
pub(super) struct Permit<'c> {
    user_limiter: &'c UserLimiter,
    person: u64,
    interaction: u64,
    hand: Option<OwnedSemaphorePermit>,
}

/// Why an interaction is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejected {
    /// The person has too many interactions here already.
    TooMany,
    /// The interaction has come before; the answer to its first delivery serves both.
    Twice,
}

impl Everybody {
    fn remember(&mut self, interaction: u64) {
        self.answered.truncate(ANSWERED - 1);
        self.answered.push_front(interaction);
    }
}

impl UserLimiter {
    /// Waits for a permit to handle an interaction of a person.
    ///
    /// # Errors
    /// When the person has too many interactions here already, or when this interaction has come before.
    pub(super) async fn enter(&self, person: u64, interaction: u64) -> Result<Permit<'_>, Rejected> {
        let hands = {
            let mut everybody = lock(&self.0);
            if everybody.answered.contains(&interaction) {
                return Err(Rejected::Twice);
            }
            let one = everybody.people.entry(person).or_insert_with(|| One {
                here: Vec::new(),
                hands: Arc::new(Semaphore::new(IN_HAND)),
                told: false,
            });
            if one.here.contains(&interaction) {
                return Err(Rejected::Twice);
            }
            if one.here.len() >= MOST {
                return Err(Rejected::TooMany);
            }
            one.here.push(interaction);
            Arc::clone(&one.hands)
        };
        let mut permit = Permit {
            user_limiter: self,
            person,
            interaction,
            hand: None,
        };
        match tokio::time::timeout(PATIENCE, hands.acquire_owned()).await {
            Ok(hand) => {
                permit.hand = hand.ok();
                Ok(permit)
            }
            Err(_) => Err(Rejected::TooMany),
        }
    }

    /// Whether this interaction is to be answered with "too much at once". A person is told once, until none of their
    /// interactions is here any more.
    pub(super) fn is_to_be_told(&self, person: u64, interaction: u64) -> bool {
        let mut everybody = lock(&self.0);
        let one = everybody.people.get_mut(&person);
        let tells = one.is_none_or(|one| !std::mem::replace(&mut one.told, true));
        if tells {
            everybody.remember(interaction);
        }
        tells
    }

    /// How many interactions are in hand or wait, of all people.
    #[cfg(test)]
    fn here(&self) -> usize {
        lock(&self.0).people.values().map(|one| one.here.len()).sum()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut everybody = lock(&self.user_limiter.0);
        if self.hand.is_some() {
            everybody.remember(self.interaction);
        }
        if let Some(one) = everybody.people.get_mut(&self.person) {
            one.here.retain(|interaction| *interaction != self.interaction);
            if one.here.is_empty() {
                everybody.people.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    const EVE: u64 = 1;

    /// How long the work for one interaction takes.
    const WORK: Duration = Duration::from_millis(20);

    #[derive(Default)]
    struct Counted {
        now: AtomicUsize,
        most: AtomicUsize,
        done: AtomicUsize,
        told: AtomicUsize,
    }

    /// The id of a new interaction.
    fn fresh() -> u64 {
        static LAST: AtomicU64 = AtomicU64::new(0);
        LAST.fetch_add(1, Ordering::SeqCst)
    }

    async fn press(user_limiter: &UserLimiter, counted: &Counted, person: u64) {
        let interaction = fresh();
        match user_limiter.enter(person, interaction).await {
            Ok(_place) => {
                let now = counted.now.fetch_add(1, Ordering::SeqCst) + 1;
                counted.most.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(WORK).await;
                counted.now.fetch_sub(1, Ordering::SeqCst);
                counted.done.fetch_add(1, Ordering::SeqCst);
            }
            Err(Rejected::TooMany) => {
                let told = user_limiter.is_to_be_told(person, interaction);
                counted.told.fetch_add(told.into(), Ordering::SeqCst);
            }
            Err(Rejected::Twice) => panic!("each comes once"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn ten_thousand_presses_a_second_of_one_person_are_a_handful_of_work() {
        let user_limiter = UserLimiter::default();
        let (hers, others) = (Counted::default(), Counted::default());
        let begun = tokio::time::Instant::now();
        let flood = join_all((0..10_000_u64).map(|at| {
            let (user_limiter, hers) = (&user_limiter, &hers);
            async move {
                tokio::time::sleep(Duration::from_micros(at * 100)).await;
                press(user_limiter, hers, EVE).await;
            }
        }));
        let rest = async {
            for person in 2..50 {
                tokio::time::sleep(Duration::from_millis(15)).await;
                let asked = tokio::time::Instant::now();
                press(&user_limiter, &others, person).await;
                assert!(
                    asked.elapsed() <= WORK + Duration::from_millis(1),
                    "nobody waits behind another"
                );
                assert!(user_limiter.here() <= MOST);
            }
        };
        tokio::join!(flood, rest);
        assert_eq!(others.done.into_inner(), 48);
        assert_eq!(
            (others.told.into_inner(), hers.told.into_inner()),
            (0, 1),
            "it is said once"
        );
        assert_eq!(hers.most.into_inner(), IN_HAND);
        let possible = IN_HAND * (begun.elapsed().as_millis() / WORK.as_millis() + 1) as usize;
        let done = hers.done.into_inner();
        assert!((IN_HAND..=possible).contains(&done), "{done} of {possible}");
        assert!(lock(&user_limiter.0).people.is_empty(), "nothing is kept of them");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_for_each_answer_is_never_held_up() {
        let (user_limiter, counted) = (UserLimiter::default(), Counted::default());
        let begun = tokio::time::Instant::now();
        for _ in 0..1000 {
            press(&user_limiter, &counted, EVE).await;
        }
        assert_eq!((counted.done.into_inner(), counted.told.into_inner()), (1000, 0));
        assert!(begun.elapsed() < WORK * 1100);
    }

    #[tokio::test(start_paused = true)]
    async fn what_waits_too_long_is_left_aside_and_what_is_given_up_leaves_no_trace() {
        let user_limiter = UserLimiter::default();
        let held = full(&user_limiter).await;
        assert_eq!(user_limiter.enter(EVE, fresh()).await.err(), Some(Rejected::TooMany));
        assert!(user_limiter.is_to_be_told(EVE, fresh()) && !user_limiter.is_to_be_told(EVE, fresh()));
        let given_up = tokio::time::timeout(Duration::from_millis(1), user_limiter.enter(EVE, fresh())).await;
        assert!(given_up.is_err());
        assert_eq!(user_limiter.here(), IN_HAND);
        drop(held);
        assert!(lock(&user_limiter.0).people.is_empty());
        assert!(user_limiter.enter(EVE, fresh()).await.is_ok());
    }

    /// As many permits of hers as there may be at once.
    async fn full(user_limiter: &UserLimiter) -> Vec<Permit<'_>> {
        let places = join_all((0..IN_HAND).map(|_| user_limiter.enter(EVE, fresh()))).await;
        places
            .into_iter()
            .map(|permit| permit.expect("there is room"))
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn what_comes_twice_is_taken_once() {
        let user_limiter = UserLimiter::default();
        let (first, refused, unsaid) = (fresh(), fresh(), fresh());
        let permit = user_limiter.enter(EVE, first).await.expect("there is room");
        assert_eq!(user_limiter.enter(EVE, first).await.err(), Some(Rejected::Twice));
        drop(permit);
        assert_eq!(user_limiter.enter(EVE, first).await.err(), Some(Rejected::Twice));
        let held = full(&user_limiter).await;
        for (interaction, told) in [(refused, true), (unsaid, false)] {
            assert_eq!(
                user_limiter.enter(EVE, interaction).await.err(),
                Some(Rejected::TooMany)
            );
            assert_eq!(user_limiter.is_to_be_told(EVE, interaction), told);
        }
        drop(held);
        assert_eq!(user_limiter.enter(EVE, refused).await.err(), Some(Rejected::Twice));
        assert!(
            user_limiter.enter(EVE, unsaid).await.is_ok(),
            "nobody was told that it is not"
        );
        for _ in 0..2 * ANSWERED {
            assert!(user_limiter.enter(EVE, fresh()).await.is_ok());
        }
        assert_eq!(lock(&user_limiter.0).answered.len(), ANSWERED);
    }
}
