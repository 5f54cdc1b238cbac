//! Carries out one change on either engine.

use super::change::{Answer, Change};
use super::postgres::mark_database;
use super::session::Session;
use super::sql::Sql;
use super::{daily, forgetting, lease, log, open, people, restored, shown, thinning, timers};

/// The inner result is the change's answer, the outer error means that the database failed under it.
pub(super) async fn perform(session: &mut Session<'_>, change: &Change) -> Sql<Answer> {
    let number = match change {
        Change::Append(append) => return Ok(log::append(session, append).await?.map(|()| 0)),
        Change::Forget { person, logs, at } => {
            let forgotten = forgetting::forget(session, *person, logs, *at);
            return Ok(forgotten.await?.map(|()| 0));
        }
        Change::Mark { beside, mark } => match session {
            Session::File(connection) => restored::mark(connection, *beside, *mark).await?,
            Session::Server(connection, _) => mark_database(connection, *mark).await?,
        },
        Change::Lease(_) => match session {
            Session::File(connection) => lease::take(connection).await?,
            // The number is taken with the claim.
            Session::Server(..) => 0,
        },
        Change::Alive { now } => {
            timers::alive(session, *now).await?;
            if let Session::File(connection) = session {
                // Litestream may have come since.
                open::leave_checkpoints(connection).await?;
            }
            0
        }
        Change::GiveBack { now } => timers::give_back(session, *now).await?,
        Change::SetShown(new) => {
            // The transaction has asked for the number.
            shown::set(session, new, None).await?;
            0
        }
        Change::ClearShown { table, slot } => {
            shown::clear(session, *table, slot).await?;
            0
        }
        Change::SetPreference { person, name, value } => {
            people::set_preference(session, *person, name, value).await?;
            0
        }
        Change::AnswerDaily { person, answer } => daily::answer(session, *person, answer).await?,
        Change::ShareDaily { answer, shared } => daily::share(session, answer, *shared).await?,
        Change::Thin { table, last, left } => thinning::thin(session, *table, *last, left).await?,
    };
    Ok(Ok(number))
}
