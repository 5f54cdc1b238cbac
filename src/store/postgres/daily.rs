//! What people answered to positions of the day: see [`crate::store::daily`].

use sqlx::{PgConnection, PgExecutor, PgPool};

use crate::store::DailyAnswer;
use crate::store::sql::{Sql, stored};

pub(in crate::store) const ANSWERS: &str =
    "SELECT game, day, choice, correct, shared, at FROM daily_answers WHERE person = $1 ORDER BY game, day";
const ANSWER: &str = "INSERT INTO daily_answers (person, game, day, choice, correct, shared, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
const SHARE: &str = "UPDATE daily_answers SET shared = $4
    WHERE person = $1 AND game = $2 AND day = $3 AND shared <> $4";
const FORGET: &str = "DELETE FROM daily_answers WHERE person = $1";

/// See [`crate::store::Store::daily_answers`].
pub(in crate::store) async fn daily_answers(readers: &PgPool, person: u64) -> Sql<Vec<DailyAnswer>> {
    answers(readers, person).await
}

/// All answers of a person, by game and day.
pub(super) async fn answers(executor: impl PgExecutor<'_>, person: u64) -> Sql<Vec<DailyAnswer>> {
    let rows: Vec<(String, i64, String, bool, bool, i64)> =
        sqlx::query_as(ANSWERS).bind(stored(person)).fetch_all(executor).await?;
    let answer = |(game, day, choice, right, shared, at): (_, i64, _, _, _, _)| {
        let day = u32::try_from(day).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(DailyAnswer {
            game,
            day,
            choice,
            right,
            shared,
            at,
        })
    };
    rows.into_iter().map(answer).collect()
}

/// See [`crate::store::Store::answer_daily`]. Returns how many answers were stored.
pub(super) async fn answer(connection: &mut PgConnection, person: u64, answer: &DailyAnswer) -> Sql<i64> {
    let written = sqlx::query(ANSWER)
        .bind(stored(person))
        .bind(answer.game.as_str())
        .bind(i64::from(answer.day))
        .bind(answer.choice.as_str())
        .bind(answer.right)
        .bind(answer.shared)
        .bind(answer.at)
        .execute(connection)
        .await?;
    Ok(written.rows_affected() as i64)
}

/// See [`crate::store::Store::share_daily`]. Returns how many answers have changed.
pub(super) async fn share(connection: &mut PgConnection, answer: &(u64, String, u32), shared: bool) -> Sql<i64> {
    let (person, game, day) = answer;
    let written = sqlx::query(SHARE)
        .bind(stored(*person))
        .bind(game.as_str())
        .bind(i64::from(*day))
        .bind(shared)
        .execute(connection)
        .await?;
    Ok(written.rows_affected() as i64)
}

/// Deletes the answers of a person.
pub(super) async fn forget(connection: &mut PgConnection, person: u64) -> Sql<()> {
    sqlx::query(FORGET)
        .bind(stored(person))
        .execute(connection)
        .await
        .map(drop)
}
