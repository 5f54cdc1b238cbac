//! What people are asked on a day, and what they are told when they have answered.
//!
//! A [`DailyQuestion`] holds no judgement. So whatever is made of one cannot tell which choice is best.
//!
//! The first answer of a person counts, and is stored before anybody is told of it. What is told follows from the stored answer
//! and from the position. So a second press, a second device and a restart in between tell the same.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;

use super::{Day, Effort, Position, Streak, position};
use crate::games::{self, DailyGame};
use crate::player::{ChoiceCost, Level};
use crate::referee::fair::Secret;
use crate::referee::{Denied, Holder, Person, Phase, Referee, Registry, Table, unavailable};
use crate::rules::Seat;
use crate::store::DailyAnswer;

/// A position of the day as somebody is asked about it.
pub struct DailyQuestion {
    /// The day.
    pub day: Day,
    /// The game as it stands, at a table where the person sits in the place of the seat that has to choose.
    pub table: Table,
    /// That seat.
    pub seat: Seat,
    /// All choices in notation, in the order of the game.
    pub choices: Vec<String>,
}

/// What somebody is told of their answer.
pub struct DailyTold {
    /// What they answered.
    pub answer: DailyAnswer,
    /// The best choice, in notation.
    pub best: String,
    /// What their choice costs; `None` if it is the best one.
    pub cost: Option<ChoiceCost>,
    /// Whether every game that can follow was looked at.
    pub is_certain: bool,
    /// Their streak in the game on that day.
    pub streak: Streak,
}

/// The positions that were found.
pub(in crate::referee) struct Dailies(Cache<(&'static str, Day), Option<Arc<Position>>>);

impl Dailies {
    pub(in crate::referee) fn new() -> Dailies {
        /// The positions of a few days.
        const MOST: u64 = 16;
        const KEPT: Duration = Duration::from_hours(48);
        Dailies(Cache::builder().time_to_live(KEPT).max_capacity(MOST).build())
    }
}

impl Position {
    /// The position as it is asked of a person.
    pub fn question(&self, who: &Person) -> Option<DailyQuestion> {
        let entry = games::find(self.game.slug)?;
        let mut table = Table::blank(0, 0, None, entry, Secret::from_bytes([0; 32]));
        let holder = |seat| match Seat(seat) == self.seat {
            true => Holder::person(who.clone()),
            false => Holder::computer(Level::default()),
        };
        table.options = self.game.options();
        table.seats = (0..self.play.seats()).map(holder).collect();
        table.phase = Phase::Playing;
        table.play = Some(self.play.copy());
        Some(DailyQuestion {
            day: self.day,
            table,
            seat: self.seat,
            choices: self.choices.clone(),
        })
    }

    /// What a person who has these answers is told of their answer to this position; `None` if they have not answered.
    fn told(&self, answers: &[DailyAnswer]) -> Option<DailyTold> {
        let own = |answer: &&DailyAnswer| answer.game == self.game.slug && answer.day == self.day.number();
        let answer = answers.iter().find(own)?.clone();
        Some(DailyTold {
            best: self.judgement.best.clone(),
            cost: self.judgement.cost(&answer.choice).cloned(),
            is_certain: self.judgement.is_certain,
            streak: Streak::on(self.day, self.game.slug, answers),
            answer,
        })
    }
}

impl Referee {
    /// The day that is on.
    pub fn today(&self) -> Day {
        Day::of((self.registry.settings.now)())
    }

    /// The position of a day, found once on a thread for computer players, when there is room for it as for a hint. `None` if the
    /// day has none.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub async fn daily(&self, game: &'static DailyGame, day: Day) -> Result<Option<Arc<Position>>, Denied> {
        let Registry {
            hints, settings, tasks, ..
        } = &*self.registry;
        let find = async {
            let room = Arc::clone(hints).acquire_owned().await;
            let room = room.map_err(|_| Denied::Unavailable)?;
            let effort = match settings.thinks {
                true => Effort::FULL,
                false => Effort::LITTLE,
            };
            let found = settings.thinks_on.as_ref().unwrap_or(tasks).spawn_blocking(move || {
                let _room = room;
                position(game, day, effort).map(Arc::new)
            });
            found.await.map_err(|_| Denied::Unavailable)
        };
        let found = self.registry.dailies.0.try_get_with((game.slug, day), find).await;
        found.map_err(|_| Denied::Unavailable)
    }

    /// What a person is told of their answer to a position; `None` if they have not answered.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn daily_told(&self, position: &Position, person: u64) -> Result<Option<DailyTold>, Denied> {
        let answers = self.registry.store.daily_answers(person).await.map_err(unavailable)?;
        Ok(position.told(&answers))
    }

    /// Stores what a person answers, unless they answered before. Returns what they are told either way; `None` if there is no
    /// such choice.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn answer_daily(
        &self,
        position: &Position,
        person: u64,
        choice: String,
    ) -> Result<Option<DailyTold>, Denied> {
        if position.choices.contains(&choice) {
            let answer = DailyAnswer {
                game: position.game.slug.to_owned(),
                day: position.day.number(),
                right: choice == position.judgement.best,
                choice,
                shared: false,
                at: (self.registry.settings.now)(),
            };
            let store = &self.registry.store;
            store.answer_daily(person, answer).await.map_err(unavailable)?;
        }
        self.daily_told(position, person).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::DAILY;
    use crate::referee::tests::{Fixture, person};

    /// The position of the day in Dominoes, which is found fast.
    async fn dominoes(fixture: &Fixture) -> Arc<Position> {
        let game = DailyGame::of("dominoes").unwrap();
        let found = fixture.referee.daily(game, fixture.referee.today()).await.unwrap();
        found.expect("there is one")
    }

    #[tokio::test]
    async fn the_first_answer_counts_and_is_told_again() {
        let mut fixture = Fixture::new().await;
        let position = dominoes(&fixture).await;
        let best = position.judgement.best.clone();
        let (other, cost) = position.judgement.others[0].clone();
        let answer = async |referee: &Referee, person, what: &str| {
            let told = referee.answer_daily(&position, person, what.to_owned()).await;
            told.unwrap()
        };
        let referee = &fixture.referee;
        assert!(answer(referee, 1, "no choice").await.is_none());
        assert!(
            referee.daily_told(&position, 1).await.unwrap().is_none(),
            "nothing was stored"
        );
        let first = answer(referee, 1, &other).await.expect("it is told");
        assert!(!first.answer.right && first.best == best && first.cost == Some(cost));
        assert_eq!(first.streak, Streak::default());
        assert_eq!(answer(referee, 1, &best).await.unwrap().answer, first.answer);
        let right = answer(referee, 2, &best).await.expect("it is told");
        assert!(right.answer.right && right.cost.is_none());
        assert_eq!(right.streak, Streak { current: 1, best: 1 });
        let (one, two) = tokio::join!(answer(referee, 3, &best), answer(referee, 3, &other));
        assert_eq!(
            one.unwrap().answer,
            two.unwrap().answer,
            "two devices at once are told the same"
        );

        fixture.restart().await;
        assert_eq!(dominoes(&fixture).await.choices, position.choices);
        assert_eq!(answer(&fixture.referee, 1, &best).await.unwrap().answer, first.answer);
    }

    #[tokio::test]
    async fn a_day_ends_with_the_day_of_utc() {
        let fixture = Fixture::new().await;
        let today = fixture.referee.today();
        let left = today.next().begins_ms() - (fixture.settings.now)();
        fixture.advance(left - 1);
        assert_eq!(fixture.referee.today(), today);
        fixture.advance(1);
        assert_eq!(fixture.referee.today(), today.next());
    }

    #[tokio::test]
    async fn who_opens_a_position_before_midnight_and_has_not_answered_by_then_has_missed_its_day() {
        let fixture = Fixture::new().await;
        let referee = &fixture.referee;
        let answer = async |position: &Position| {
            let best = position.judgement.best.clone();
            let told = referee.answer_daily(position, 1, best).await.unwrap();
            told.expect("it is told").streak
        };
        let first = dominoes(&fixture).await;
        assert_eq!(answer(&first).await, Streak { current: 1, best: 1 });
        fixture.advance(first.day.next().next().begins_ms() - (fixture.settings.now)() - 60_000);
        let opened = dominoes(&fixture).await;
        assert_eq!(opened.day, first.day.next());
        let streak = async |day| {
            let answers = fixture.referee.store().daily_answers(1).await.unwrap();
            Streak::on(day, "dominoes", &answers)
        };
        assert_eq!(
            streak(referee.today()).await,
            Streak { current: 1, best: 1 },
            "until midnight there is time"
        );
        fixture.advance(120_000);
        assert_eq!(referee.today(), opened.day.next(), "the press names a day that is over");
        assert_eq!(streak(referee.today()).await, Streak { current: 0, best: 1 });
        let new = dominoes(&fixture).await;
        assert!(new.day == referee.today() && new.choices != opened.choices);
        assert!(
            referee.daily_told(&new, 1).await.unwrap().is_none(),
            "the new one can be answered"
        );
        assert_eq!(answer(&new).await, Streak { current: 1, best: 1 }, "and begins anew");
    }

    #[tokio::test]
    async fn a_position_is_found_once() {
        let fixture = Fixture::new().await;
        let (one, two) = tokio::join!(dominoes(&fixture), dominoes(&fixture));
        assert!(Arc::ptr_eq(&one, &two));
        assert!(Arc::ptr_eq(&one, &dominoes(&fixture).await));
    }

    #[test]
    fn a_question_shows_the_position_and_offers_every_choice() {
        let who = person(1);
        for game in DAILY {
            let day = Day::numbered(20_784).unwrap();
            let found = position(game, day, Effort::LITTLE).expect("there is one");
            let asked = found.question(&who).expect("it can be asked");
            let play = asked.table.play.as_ref().expect("it is played");
            assert_eq!(play.state(), found.play.state(), "{}", game.slug);
            assert_eq!(asked.table.seat_of(who.id), Some(found.seat), "{}", game.slug);
            assert_eq!(asked.choices, found.choices, "{}", game.slug);
            for what in &asked.choices {
                assert!(asked.table.question(asked.seat, what).is_some(), "{} {what}", game.slug);
            }
        }
    }
}
