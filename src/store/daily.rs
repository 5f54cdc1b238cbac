//! What people answered to positions of the day.

use super::session::{Readers, Row, Session, Statement, both};
use super::sql::Sql;

/// What somebody answered to a position of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyAnswer {
    /// The game's slug.
    pub game: String,
    /// The day, counted from 1970-01-01.
    pub day: u32,
    /// The choice, in notation.
    pub choice: String,
    /// Whether it was the best one.
    pub right: bool,
    /// Whether it was shared.
    pub shared: bool,
    /// When it was given.
    pub at: i64,
}

pub(super) const ANSWERS: Statement =
    both("SELECT game, day, choice, correct, shared, at FROM daily_answers WHERE person = $1 ORDER BY game, day");
const ANSWER: Statement = both(
    "INSERT INTO daily_answers (person, game, day, choice, correct, shared, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
);
const SHARE: Statement = both(
    "UPDATE daily_answers SET shared = $4
    WHERE person = $1 AND game = $2 AND day = $3 AND shared <> $4",
);
const FORGET: Statement = both("DELETE FROM daily_answers WHERE person = $1");

/// See [`super::Store::daily_answers`].
pub(super) async fn daily_answers(readers: Readers<'_>, person: u64) -> Sql<Vec<DailyAnswer>> {
    readers.all(ANSWERS, [person.into()], read).await
}

pub(super) fn read(row: &Row) -> Sql<DailyAnswer> {
    Ok(DailyAnswer {
        game: row.get(0)?,
        day: row.small(1)?,
        choice: row.get(2)?,
        right: row.get(3)?,
        shared: row.get(4)?,
        at: row.get(5)?,
    })
}

/// See [`super::Store::answer_daily`]. Returns how many answers were stored.
pub(super) async fn answer(session: &mut Session<'_>, person: u64, answer: &DailyAnswer) -> Sql<i64> {
    let values = [
        person.into(),
        answer.game.as_str().into(),
        answer.day.into(),
        answer.choice.as_str().into(),
        answer.right.into(),
        answer.shared.into(),
        answer.at.into(),
    ];
    Ok(session.change(ANSWER, values).await? as i64)
}

/// See [`super::Store::share_daily`]. Returns how many answers have changed.
pub(super) async fn share(session: &mut Session<'_>, answer: &(u64, String, u32), shared: bool) -> Sql<i64> {
    let (person, game, day) = answer;
    let values = [(*person).into(), game.as_str().into(), (*day).into(), shared.into()];
    Ok(session.change(SHARE, values).await? as i64)
}

/// Deletes the answers of a person. Returns how many there were.
pub(super) async fn forget(session: &mut Session<'_>, person: u64) -> Sql<u64> {
    session.change(FORGET, [person.into()]).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::{Fresh, on_both_engines};

    on_both_engines! {
        the_first_answer_of_a_day_counts,
        an_answer_is_shared_once,
        a_forgotten_person_has_no_answers,
    }

    fn given(game: &str, day: u32, choice: &str, right: bool) -> DailyAnswer {
        DailyAnswer {
            game: game.to_owned(),
            day,
            choice: choice.to_owned(),
            right,
            shared: false,
            at: i64::from(day) * 10,
        }
    }

    async fn the_first_answer_of_a_day_counts(fresh: Fresh) {
        let (store, far) = (&fresh.store, u64::MAX);
        let first = given("binary", 20_784, "d2", false);
        let again = given("binary", 20_784, "a1", true);
        assert!(store.answer_daily(far, first.clone()).await.unwrap());
        assert!(!store.answer_daily(far, again.clone()).await.unwrap());
        let both = tokio::join!(store.answer_daily(9, first.clone()), store.answer_daily(9, again));
        assert!(both.0.unwrap() ^ both.1.unwrap(), "of two at once, one is stored");
        assert_eq!(store.daily_answers(9).await.unwrap().len(), 1);
        let others = [given("binary", 20_783, "a1", true), given("binome", 20_784, "a1", true)];
        for other in &others {
            assert!(store.answer_daily(far, other.clone()).await.unwrap());
        }
        assert!(
            store
                .answer_daily(7, given("binary", 20_784, "c3", true))
                .await
                .unwrap()
        );
        let [before, elsewhere] = others;
        assert_eq!(store.daily_answers(far).await.unwrap(), [before, first, elsewhere]);
        assert_eq!(store.daily_answers(8).await.unwrap(), []);
    }

    async fn an_answer_is_shared_once(fresh: Fresh) {
        let store = &fresh.store;
        store.answer_daily(7, given("binary", 9, "a1", true)).await.unwrap();
        store.answer_daily(7, given("binary", 10, "a1", true)).await.unwrap();
        let share = async |person, day, shared| store.share_daily(person, "binary", day, shared).await.unwrap();
        let twice = tokio::join!(share(7, 9, true), share(7, 9, true));
        assert!(twice.0 ^ twice.1, "{twice:?}");
        assert!(!share(7, 9, true).await && !share(7, 11, true).await && !share(8, 9, true).await);
        let shared = async || {
            store
                .daily_answers(7)
                .await
                .unwrap()
                .iter()
                .map(|own| own.shared)
                .collect::<Vec<_>>()
        };
        assert_eq!(shared().await, [true, false]);
        assert!(share(7, 9, false).await && !share(7, 10, false).await);
        assert_eq!(shared().await, [false, false], "it could not be posted");
    }

    async fn a_forgotten_person_has_no_answers(fresh: Fresh) {
        let store = &fresh.store;
        for person in [7, 8] {
            store
                .answer_daily(person, given("binary", 9, "a1", true))
                .await
                .unwrap();
        }
        store.forget(7, Vec::new()).await.unwrap();
        assert_eq!(store.daily_answers(7).await.unwrap(), []);
        assert_eq!(store.daily_answers(8).await.unwrap().len(), 1);
    }
}
