//! Guided first games: somebody plays a game against the computer, alone and step by step, and reads its rules meanwhile.
//!
//! A lesson is at no table of a channel, and nothing of it is stored. It follows from the game, from what the learner took at each
//! step, and from nothing else. So whoever comes back to an old step goes on from there.

use std::sync::Arc;

use super::action::Denied;
use super::event::{Person, TableEvent};
use super::fair::{Secret, SeededSource};
use super::table::{Phase, Table};
use super::{Referee, Registry};
use crate::games::{GameEntry, Options};
use crate::player::{self, Level};
use crate::rules::{Awaits, By, LessonMoment, LessonStep, Seat, Source, Strategy, Viewer};

/// How many choices a step offers at most.
pub(super) const OFFERED: usize = 4;

/// How the computer chooses, for the learner's opponents and between the steps for the learner.
const QUICK: Strategy = Strategy::greedy(2, 0);
/// How the computer finds the best choice of a step.
const CAREFUL: Strategy = Strategy::greedy(12, 0);

/// A guided first game, as far as the learner has come.
pub struct Lesson {
    /// The game as it stands.
    pub table: Table,
    /// Where the learner sits.
    pub learner: Seat,
    /// What the learner took at each step before: a number of what was offered, or 0 where the learner only read.
    pub took: Vec<u8>,
    /// The choices that the step offers, in notation; none where the learner only reads.
    pub offered: Vec<String>,
    /// What the learner took at the step before, if anything was asked there.
    pub taken: Option<Taken>,
    /// Whether choices were made for the learner before this step.
    pub played_on: bool,
}

/// A choice that a learner took.
pub struct Taken {
    /// The game before it.
    pub before: Table,
    /// What it was, in notation.
    pub what: String,
    /// What the computer would have chosen, in notation.
    pub best: String,
}

impl Lesson {
    /// What the step is about.
    pub fn about(&self) -> &'static LessonStep {
        &self.table.game.lesson[self.took.len()]
    }
}

/// What a step offers.
#[derive(Default)]
struct Offer {
    /// The choices, in notation.
    choices: Vec<String>,
    /// The one that the computer would choose.
    best: String,
}

/// The lesson of `who` in a game after the learner took these choices, one a step: numbers of what was offered, and 0 where the
/// learner only read. `None` if there is no such lesson.
pub fn lesson(game: &'static GameEntry, who: &Person, taken: &[u8]) -> Option<Lesson> {
    if taken.len() >= game.lesson.len() {
        return None;
    }
    let mut guided = GuidedGame::begin(game, who)?;
    let mut last = None;
    for (step, of) in game.lesson.iter().enumerate() {
        let offer = guided.come_to(of.moment)?;
        let Some(number) = taken.get(step) else {
            return Some(Lesson {
                table: guided.table,
                learner: guided.learner,
                took: taken.to_vec(),
                offered: offer.choices,
                taken: last,
                played_on: guided.played_on,
            });
        };
        last = match offer.choices.get(usize::from(*number)) {
            Some(what) => Some(guided.take(what.clone(), offer.best)?),
            None if offer.choices.is_empty() && *number == 0 => None,
            None => return None,
        };
    }
    None
}

impl Referee {
    /// A [`lesson`], computed on a thread for computer players, when there is room for it as for a hint. A late step takes as long as all
    /// steps before it.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub async fn lesson(
        &self,
        game: &'static GameEntry,
        who: &Person,
        taken: Vec<u8>,
    ) -> Result<Option<Lesson>, Denied> {
        let Registry {
            hints, settings, tasks, ..
        } = &*self.registry;
        let room = Arc::clone(hints).acquire_owned().await;
        let room = room.map_err(|_| Denied::Unavailable)?;
        let (on, who) = (settings.thinks_on.as_ref().unwrap_or(tasks), who.clone());
        let computed = on.spawn_blocking(move || {
            let _room = room;
            lesson(game, &who, &taken)
        });
        computed.await.map_err(|_| Denied::Unavailable)
    }
}

/// The game of a lesson while it is played.
struct GuidedGame {
    table: Table,
    learner: Seat,
    /// Whether choices were made for the learner on the way to the newest step.
    played_on: bool,
}

impl GuidedGame {
    /// Begins with the usual options, against as few as possible.
    fn begin(game: &'static GameEntry, who: &Person) -> Option<GuidedGame> {
        let table = Table::blank(0, 0, None, game, Secret::from_bytes([0; 32]));
        let learner = Seat(0);
        let mut guided = GuidedGame {
            table,
            learner,
            played_on: false,
        };
        guided.write(&TableEvent::Opened {
            options: Options::new(),
            clock: None,
            host: who.clone(),
            computers: (*game.people.start()).max(2) - 1,
            level: Level::default(),
            join: 0,
            seal: None,
        })?;
        let (options, seats) = guided.table.laid().ok()?;
        guided.write(&TableEvent::Began {
            options,
            seats,
            edition: game.edition,
            forfeits: false,
        })?;
        if let Some(order) = guided.table.seats_to_draw() {
            guided.write(&TableEvent::SeatsDrawn { order })?;
        }
        guided.write(&TableEvent::RoundBegan { round: 1 })?;
        guided.learner = guided.table.seat_of(who.id)?;
        Some(guided)
    }

    fn write(&mut self, event: &TableEvent) -> Option<()> {
        self.table.apply(0, event).ok().map(drop)
    }

    fn played(&mut self, by: By, what: String) -> Option<()> {
        self.write(&TableEvent::Played {
            by,
            what,
            lapsed: false,
            players: None,
        })
    }

    /// Plays on to the moment of a step, or to the end of the game. Gives what the step offers.
    fn come_to(&mut self, moment: LessonMoment) -> Option<Offer> {
        self.follow()?;
        self.played_on = false;
        let mut asked = match moment {
            LessonMoment::Still => return Some(Offer::default()),
            LessonMoment::Asked { later, about } => Some((later, about)),
            LessonMoment::Over => None,
        };
        loop {
            let play = self.table.play.as_ref().filter(|_| self.table.phase == Phase::Playing);
            let Some(Awaits::Seats(awaited)) = play.map(|play| play.awaits()) else {
                return Some(Offer::default());
            };
            // Where several choose at once, the learner does so last and is not kept waiting.
            let others = awaited.iter().find(|seat| *seat != self.learner);
            match &mut asked {
                Some((0, about)) if others.is_none() => {
                    let offer = self.offer()?;
                    if offer.choices.len() > 1 && offer.choices.iter().any(|what| about(what)) {
                        return Some(offer);
                    }
                }
                Some((later, _)) if others.is_none() => *later -= 1,
                _ => {}
            }
            let seat = others.unwrap_or(self.learner);
            self.played_on |= seat == self.learner;
            let what = self.chosen(seat, QUICK)?;
            self.played(By::Seat(seat), what)?;
            self.follow()?;
        }
    }

    /// Plays on to the next real decision.
    fn follow(&mut self) -> Option<()> {
        while let Some((by, what)) = self.table.follows() {
            self.played(by, what)?;
        }
        Some(())
    }

    /// What a computer player chooses in this seat.
    fn chosen(&self, seat: Seat, strategy: Strategy) -> Option<String> {
        let play = self.table.play.as_ref()?;
        let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
        player::choose(strategy, seat, imagine, &mut self.source(seat))
    }

    /// A source of chance for what is chosen now.
    fn source(&self, seat: Seat) -> SeededSource {
        SeededSource::numbered(u64::from(seat.0), self.table.seq)
    }

    /// A few of the learner's choices, with the best among them, in the order of the game.
    fn offer(&self) -> Option<Offer> {
        let best = self.chosen(self.learner, CAREFUL)?;
        let all = self.table.play.as_ref()?.candidates(self.learner);
        let mut others: Vec<&String> = all.iter().filter(|what| **what != best).collect();
        let mut source = self.source(self.learner);
        while others.len() >= OFFERED {
            others.remove(source.below(others.len() as u32) as usize);
        }
        let offered = |what: &&String| **what == best || others.contains(what);
        let choices = all.iter().filter(offered).cloned().collect();
        Some(Offer { choices, best })
    }

    fn take(&mut self, what: String, best: String) -> Option<Taken> {
        let before = self.table.clone();
        self.played(By::Seat(self.learner), what.clone())?;
        Some(Taken { before, what, best })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    use super::*;
    use crate::games::CATALOGUE;

    fn learner() -> Person {
        Person {
            id: 5,
            name: "Ana".to_owned(),
        }
    }

    /// All steps of a lesson in which the learner takes the first of what is offered, or the last.
    fn walk(game: &'static GameEntry, last: bool) -> Vec<Lesson> {
        let (mut taken, mut steps) = (Vec::new(), Vec::new());
        while let Some(next) = lesson(game, &learner(), &taken) {
            taken.push(next.offered.len().saturating_sub(1) as u8 * u8::from(last));
            steps.push(next);
        }
        steps
    }

    /// The lessons of every game, walked once for all tests.
    static WALKED: LazyLock<Vec<Vec<Lesson>>> = LazyLock::new(|| {
        let games = CATALOGUE.iter();
        games.flat_map(|game| [walk(game, false), walk(game, true)]).collect()
    });

    #[test]
    fn every_game_has_a_lesson_of_at_most_ten_steps_that_asks_at_least_three_times() {
        for steps in &*WALKED {
            let game = steps[0].table.game;
            assert!((4..=10).contains(&game.lesson.len()), "{}", game.slug);
            assert_eq!(steps.len(), game.lesson.len(), "{}", game.slug);
            let about: Vec<bool> = steps.iter().map(|step| !step.offered.is_empty()).collect();
            let asks = steps.iter().filter(|step| !step.offered.is_empty());
            assert!(asks.clone().count() >= 3, "{}: {about:?}", game.slug);
            for step in asks {
                assert!((2..=OFFERED).contains(&step.offered.len()), "{}", game.slug);
                let LessonMoment::Asked { about, .. } = step.about().moment else {
                    panic!("{}: nothing is to be asked", game.slug)
                };
                assert!(step.offered.iter().any(|what| about(what)), "{}", game.slug);
                assert!(step.offered.iter().all(|what| step.table.takes(step.learner, what)));
            }
        }
    }

    #[test]
    fn every_paragraph_of_the_rules_is_read_once() {
        for game in CATALOGUE {
            let rules = game.rules(&Options::new()).expect("the rules");
            let prefix = format!("{}-rules-", game.slug);
            let key = |phrase: &crate::rules::Phrase| phrase.key.strip_prefix(&prefix).map(str::to_owned);
            let there: Vec<String> = rules.iter().filter_map(key).collect();
            let read: Vec<&str> = game.lesson.iter().flat_map(|step| step.reads).copied().collect();
            assert_eq!(there.len(), read.len(), "{}: {there:?} {read:?}", game.slug);
            let there: BTreeSet<&str> = there.iter().map(String::as_str).collect();
            assert_eq!(there, read.iter().copied().collect(), "{}", game.slug);
        }
    }

    #[test]
    fn a_lesson_ends_with_its_game_and_begins_anew_from_any_step() {
        for steps in &*WALKED {
            let game = steps[0].table.game;
            let over = |step: &&Lesson| matches!(step.about().moment, LessonMoment::Over);
            let end = steps.iter().find(over).unwrap_or_else(|| panic!("{} ends", game.slug));
            assert_ne!(end.table.phase, Phase::Playing, "{}", game.slug);
            let middle = &steps[steps.len() / 2];
            let again = lesson(game, &learner(), &middle.took).expect("the same step");
            assert_eq!(
                (again.table.seq, again.offered),
                (middle.table.seq, middle.offered.clone()),
                "{}",
                game.slug
            );
        }
    }

    #[test]
    fn what_was_not_offered_leads_nowhere() {
        for game in CATALOGUE {
            for taken in [&[9][..], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[200, 0]] {
                assert!(lesson(game, &learner(), taken).is_none(), "{} {taken:?}", game.slug);
            }
        }
    }
}
