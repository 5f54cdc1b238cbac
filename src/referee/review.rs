//! Reviews: which of a person's choices in a match that is over cost most.
//!
//! A choice is judged as a hint is found: in imagined games that its seat could not tell from the real one then. So a review
//! tells nothing of what others held. It counts only choices that the person made themselves, and that had an alternative.
//!
//! All choices get a short look, and those that seem to have cost most a long one. The effort is counted in positions and the
//! dice of imagined games follow from the table, so the same match has the same review. A review comes behind computer players:
//! before each choice it waits for room among them, and there is one review at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::future::Cache;
use tokio::sync::Semaphore;

use super::Referee;
use super::fair::SeededSource;
use super::recording::{self, VerifyError};
use super::table::Table;
use crate::games::DynGame;
use crate::player::{self, ChoiceCost};
use crate::rules::{By, Seat, Source, Viewer};

/// How many choices get a long look, and how many mistakes are told at most.
const LOOKED_INTO: usize = 12;
const TOLD: usize = 3;

/// How many requests of a person wait for the same review at most.
const REQUESTS: usize = 4;

/// How long reviews stay in memory, and how many.
const KEPT: Duration = Duration::from_secs(3600);
const MOST: u64 = 64;

/// How many positions a review looks at.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReviewEffort {
    /// For the short looks at all choices together.
    pub(super) short: u32,
    /// For each long look.
    pub(super) long: u32,
}

impl ReviewEffort {
    /// What is worth half a minute at most.
    pub(super) const FULL: ReviewEffort = ReviewEffort {
        short: 1_000_000,
        long: 150_000,
    };
    /// Hardly anything, where computer players do not think.
    pub(super) const LITTLE: ReviewEffort = ReviewEffort { short: 0, long: 400 };

    /// For one of so many short looks.
    fn each(self, choices: usize) -> u32 {
        (self.short / choices.max(1) as u32).min(self.long / 5).max(2)
    }
}

/// A choice that a person made themselves, and that had an alternative.
pub struct OwnChoice {
    seat: Seat,
    /// The index of the game in its match.
    game: usize,
    /// Which of the person's choices in that game it is, from 1.
    turn: u32,
    /// The game before the choice.
    play: Box<dyn DynGame>,
    /// What was chosen, in notation.
    what: String,
    /// Which dice its imagined games have.
    dice: (u64, u64),
}

/// A choice that cost something beyond its error.
pub struct Mistake {
    /// The table as it stood before the choice.
    pub table: Table,
    /// Whose choice it was.
    pub seat: Seat,
    /// Which of the person's choices in that game it was, from 1.
    pub turn: u32,
    /// What was chosen, in notation.
    pub chosen: String,
    /// What was better, and by how much.
    pub cost: ChoiceCost,
}

/// What a review found.
pub struct Review {
    /// How many choices it looked at.
    pub choices: usize,
    /// The mistakes that cost most, the costliest first.
    pub mistakes: Vec<Mistake>,
}

/// The reviews of all people.
pub(super) struct Reviews {
    /// One at a time.
    turn: Semaphore,
    /// The last ones, by table and person.
    found: Cache<(u64, u64), Arc<Review>>,
    /// For how many requests of a person the review of which table is under way.
    under_way: Arc<Mutex<HashMap<u64, (u64, usize)>>>,
}

/// The right of a person to one review.
pub struct ReviewPermit {
    person: u64,
    table: u64,
    under_way: Arc<Mutex<HashMap<u64, (u64, usize)>>>,
}

impl OwnChoice {
    /// Weighs the choice, looking at so many positions.
    pub(super) fn weigh(&self, nodes: u32) -> Option<ChoiceCost> {
        let (table, number) = self.dice;
        let mut source = SeededSource::numbered(table, number);
        let imagine = |source: &mut dyn Source| self.play.imagine(Viewer::Seat(self.seat), source);
        player::weigh(self.seat, &self.what, &imagine, &mut source, nodes)
    }
}

impl Table {
    /// Whether there is anybody to win against, so that choices can be better or worse.
    pub fn has_opponents(&self) -> bool {
        let team = |seat: u8| self.play.as_ref().map(|play| play.team(Seat(seat)));
        (1..self.seats.len() as u8).any(|seat| team(seat) != team(0))
    }

    /// The choices of the holder of a seat that a review looks at. None before the table is over.
    ///
    /// # Errors
    /// When a game cannot be followed: the rules by which it was played are not kept any more.
    pub fn own_choices(&self, seat: Seat) -> Result<Vec<OwnChoice>, VerifyError> {
        let mut all: Vec<OwnChoice> = Vec::new();
        for (game, round) in self.rounds.iter().enumerate().filter(|_| self.is_over()) {
            let record = self.record_of(round)?;
            let mut turn = 0;
            for step in recording::replay(&record)? {
                let step = step?;
                let own = round.events.get(step.index).is_some_and(|played| played.own);
                if !own || step.event.by != By::Seat(seat) {
                    continue;
                }
                let what = step.event.what;
                if step.before.candidates(seat).iter().all(|other| *other == what) {
                    continue;
                }
                turn += 1;
                all.push(OwnChoice {
                    seat,
                    game,
                    turn,
                    play: step.before,
                    what,
                    dice: (self.id, all.len() as u64),
                });
            }
        }
        Ok(all)
    }
}

impl Reviews {
    pub(super) fn new() -> Reviews {
        Reviews {
            turn: Semaphore::new(1),
            found: Cache::builder().time_to_live(KEPT).max_capacity(MOST).build(),
            under_way: Arc::default(),
        }
    }
}

impl Referee {
    /// Permits a person to have a match reviewed; `None` while another match of theirs is.
    pub fn permit_review(&self, person: u64, table: u64) -> Option<ReviewPermit> {
        let under_way = Arc::clone(&self.registry.reviews.under_way);
        let mut all = lock(&under_way);
        let (of, requests) = all.entry(person).or_insert((table, 0));
        if *of != table || *requests == REQUESTS {
            return None;
        }
        *requests += 1;
        drop(all);
        Some(ReviewPermit {
            person,
            table,
            under_way,
        })
    }

    /// Reviews the choices of a person at a table that is over: [`Table::own_choices`]. Whoever asks again gets the same review.
    /// A review that nobody waits for any more ends after the choice at hand. `None` when it cannot be made.
    pub async fn review(&self, permit: ReviewPermit, table: Arc<Table>, own: Vec<OwnChoice>) -> Option<Arc<Review>> {
        let key = (permit.table, permit.person);
        let found = self.registry.reviews.found.clone();
        let look = Box::pin(async { self.look(table, own).await.map(Arc::new) });
        found.optionally_get_with(key, look).await
    }

    async fn look(&self, table: Arc<Table>, own: Vec<OwnChoice>) -> Option<Review> {
        let _turn = self.registry.reviews.turn.acquire().await.ok()?;
        let effort = match self.registry.settings.thinks {
            true => ReviewEffort::FULL,
            false => ReviewEffort::LITTLE,
        };
        let (choices, each) = (own.len(), effort.each(own.len()));
        let mut costly = Vec::new();
        for choice in own.into_iter().map(Arc::new) {
            let cost = self.weigh(&choice, each).await?;
            costly.extend(cost.filter(|cost| cost.loss > 0.0).map(|cost| (cost, choice)));
        }
        let sort = |costly: &mut Vec<(ChoiceCost, Arc<OwnChoice>)>| {
            costly.sort_by(|(one, _), (other, _)| other.loss.total_cmp(&one.loss));
        };
        sort(&mut costly);
        costly.truncate(LOOKED_INTO);
        let mut mistakes = Vec::new();
        for (_, choice) in costly {
            let cost = self.weigh(&choice, effort.long).await?;
            mistakes.extend(cost.filter(ChoiceCost::is_mistake).map(|cost| (cost, choice)));
        }
        sort(&mut mistakes);
        mistakes.truncate(TOLD);
        let mistake = |(cost, choice): (ChoiceCost, Arc<OwnChoice>)| Mistake {
            table: table.as_it_stood(choice.game, choice.play.copy(), false),
            seat: choice.seat,
            turn: choice.turn,
            chosen: choice.what.clone(),
            cost,
        };
        let mistakes = mistakes.into_iter().map(mistake).collect();
        Some(Review { choices, mistakes })
    }

    /// Weighs a choice on a thread of computer players, when there is room for it; `None` when that fails.
    async fn weigh(&self, choice: &Arc<OwnChoice>, nodes: u32) -> Option<Option<ChoiceCost>> {
        let registry = &self.registry;
        let room = Arc::clone(&registry.thinkers).acquire_owned().await.ok()?;
        let choice = Arc::clone(choice);
        let on = registry.settings.thinks_on.as_ref().unwrap_or(&registry.tasks);
        let weigh = on.spawn_blocking(move || {
            let _room = room;
            choice.weigh(nodes)
        });
        weigh.await.ok()
    }
}

impl Drop for ReviewPermit {
    fn drop(&mut self) {
        let mut all = lock(&self.under_way);
        if let Some((_, requests)) = all.get_mut(&self.person) {
            *requests -= 1;
            if *requests == 0 {
                all.remove(&self.person);
            }
        }
    }
}

/// Locks what is held for a moment only.
fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, GameEntry, Options};
    use crate::rules::Awaits;

    #[test]
    fn a_choice_is_judged_by_what_its_seat_saw_then() {
        let mut source = SeededSource::new(8);
        let mut other_worlds = 0;
        for entry in CATALOGUE {
            let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
            let mut play = entry.start(&options, seats).unwrap();
            for step in 0..40 {
                let (by, what) = match play.awaits() {
                    Awaits::Nobody(_) => break,
                    Awaits::Chance => (By::Chance, play.draw(&mut source)),
                    Awaits::Seats(seats) => {
                        let seat = seats.iter().next().unwrap();
                        let what = play.random_choice(seat, &mut source).unwrap();
                        if step % 8 == 7 {
                            let world = play.imagine(Viewer::Seat(seat), &mut source);
                            other_worlds += u32::from(world.state() != play.state());
                            let cost = [play.copy(), world].map(|play| {
                                let (what, dice) = (what.clone(), (17, step));
                                let (game, turn) = (0, 1);
                                OwnChoice {
                                    seat,
                                    game,
                                    turn,
                                    play,
                                    what,
                                    dice,
                                }
                                .weigh(200)
                            });
                            assert!(cost[0].is_some(), "{}", entry.slug);
                            assert_eq!(cost[0], cost[1], "{}", entry.slug);
                        }
                        (By::Seat(seat), what)
                    }
                };
                play.apply(by, &what).unwrap();
            }
        }
        assert!(other_worlds > 8, "{other_worlds}");
    }

    #[test]
    fn a_review_of_a_long_match_takes_no_more_than_one_of_a_short_match() {
        for choices in [1, 20, 60, 400, 800, 20_000] {
            let short = choices as u32 * ReviewEffort::FULL.each(choices);
            assert!(short <= ReviewEffort::FULL.short, "{choices}: {short}");
        }
    }

    /// A person's choices in a game against an equal, which both make as computer players of the second level do.
    fn played(entry: &'static GameEntry, number: u64) -> Vec<OwnChoice> {
        let mut source = SeededSource::numbered(11, number);
        let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
        let mut play = entry.start(&options, seats).unwrap();
        let (mut own, me) = (Vec::new(), Seat(number as u8 % 2));
        loop {
            let (by, what) = match play.awaits() {
                Awaits::Nobody(_) => return own,
                Awaits::Chance => (By::Chance, play.draw(&mut source)),
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
                    let strategy = player::Level::new(2).unwrap().strategy(&*play);
                    let what = player::choose(strategy, seat, imagine, &mut source).unwrap();
                    if seat == me && play.candidates(seat).iter().any(|other| *other != what) {
                        let (game, turn, dice) = (0, 1, (number, own.len() as u64));
                        let (play, what) = (play.copy(), what.clone());
                        own.push(OwnChoice {
                            seat,
                            game,
                            turn,
                            play,
                            what,
                            dice,
                        });
                    }
                    (By::Seat(seat), what)
                }
            };
            play.apply(by, &what).unwrap();
        }
    }

    /// The time that this thread had a processor, in seconds.
    fn at_work() -> f64 {
        let read = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let ran = read.split(' ').next().and_then(|ran| ran.parse::<f64>().ok());
        ran.unwrap_or_default() / 1e9
    }

    /// How many choices there are, and of how many a review and a search of so many times the size say alike whether they are
    /// mistakes. The review's last look at a choice counts.
    fn agreement(entry: &'static GameEntry, effort: ReviewEffort, times: u32) -> [usize; 2] {
        const MOST: usize = 40;
        let mut own: Vec<OwnChoice> = (0..3).flat_map(|number| played(entry, number)).collect();
        own.truncate(MOST);
        let begun = at_work();
        let each = effort.each(own.len());
        let mut costs: Vec<ChoiceCost> = own.iter().map(|own| own.weigh(each).unwrap()).collect();
        let mut costly: Vec<usize> = (0..own.len()).filter(|number| costs[*number].loss > 0.0).collect();
        costly.sort_by(|one, other| costs[*other].loss.total_cmp(&costs[*one].loss));
        for number in costly.into_iter().take(LOOKED_INTO) {
            costs[number] = own[number].weigh(effort.long).unwrap();
        }
        let took = at_work() - begun;
        let [mut both, mut neither, mut alone, mut missed] = [0; 4];
        for (choice, cost) in own.iter_mut().zip(&costs) {
            choice.dice.1 += 1_000_000;
            let larger = choice.weigh(times * effort.long).unwrap();
            match (cost.is_mistake(), larger.is_mistake()) {
                (true, true) => both += 1,
                (false, false) => neither += 1,
                (true, false) => alone += 1,
                (false, true) => missed += 1,
            }
        }
        let (slug, all) = (entry.slug, own.len());
        println!(
            "{slug}: {all} choices in {took:.1} s; both {both}, neither {neither}, alone {alone}, missed {missed}"
        );
        [all, both + neither]
    }

    /// `WHISTLE_REVIEWS=10 WHISTLE_GAME=binary cargo test --release --lib a_larger_search_mostly_agrees -- --nocapture` measures whole
    /// reviews of one game, or without its name of all, against a search of ten times the size; docs/PLAYERS.md has the figures.
    #[test]
    fn a_larger_search_mostly_agrees() {
        let asked = std::env::var("WHISTLE_REVIEWS").ok();
        let times = asked.as_ref().map_or(4, |times| times.parse().expect("a number"));
        let effort = match asked.is_some() {
            true => ReviewEffort::FULL,
            false => ReviewEffort {
                short: 40_000,
                long: 4_000,
            },
        };
        let game = std::env::var("WHISTLE_GAME").ok();
        let looked_at = |slug: &str| match &game {
            Some(game) => game == slug,
            None => asked.is_some() || ["bingolino", "dominoes"].contains(&slug),
        };
        std::thread::scope(|scope| {
            for entry in CATALOGUE {
                if looked_at(entry.slug) {
                    scope.spawn(move || {
                        let [all, alike] = agreement(entry, effort, times);
                        assert!(alike * 10 >= all * 7, "{}: {alike} of {all}", entry.slug);
                    });
                }
            }
        });
    }
}
