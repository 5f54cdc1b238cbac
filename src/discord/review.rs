//! The review of somebody's choices in a match that is over.
//!
//! Whoever asks hears at once how many choices are looked at, and their request is done with. The answer is edited when the
//! review is there. If that takes so long that the answer could not be edited any more, the answer says so before, and whoever
//! asks again gets the review. Nobody waits for a review: a stop of the bot abandons it.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::answer::{Whispered, edit_later};
use super::custom_id::Boards;
use super::desired_messages::DesiredMessages;
use super::handler::{Done, Handler, Refusal};
use super::http::Api;
use super::limits;
use super::messages::Messages;
use super::private::boards;
use super::show;
use crate::referee::recording::Wrong;
use crate::referee::{Denied, OwnChoice, Review, TableSnapshot};
use crate::rules::{Phrase, Seat};
use crate::words::Words;

/// How long an answer waits for its review: a minute less than it can be edited.
const PATIENCE: Duration = Duration::from_millis(limits::TOKEN_MS).saturating_sub(Duration::from_mins(1));

/// An answer that is edited later.
struct Later {
    api: Api,
    token: String,
    messages: Messages<DesiredMessages>,
    words: Arc<Words>,
    locale: String,
    boards: Boards,
}

/// Begins the review of the asker's choices at a table.
///
/// # Errors
/// Why there is no review.
pub(super) async fn begin(to: &Handler<'_>, table: u64) -> Done {
    // A long match is followed from its first draw.
    to.answer.think().await;
    let (snapshot, seat) = to.seated(table).await?;
    if !snapshot.table.is_over() {
        return Err(Phrase::new("review-later").into());
    }
    let own = own_choices(&snapshot, seat).await?;
    if own.is_empty() {
        return Err(Phrase::new("review-nothing").into());
    }
    if !snapshot.table.has_opponents() {
        return Err(Phrase::new("review-alone").into());
    }
    let (app, me) = (to.app, to.asker.person.id);
    let permit = app.referee.permit_review(me, table);
    let permit = permit.ok_or_else(|| Phrase::new("review-under-way"))?;
    let later = Later {
        api: app.api.clone(),
        token: to.answer.token().to_owned(),
        messages: app.messages.clone(),
        words: Arc::clone(&app.words),
        locale: to.asker.locale.clone(),
        boards: boards(to).await,
    };
    let begins = Phrase::new("review-begins").with("choices", own.len() as u32);
    if to.answer.whisper(&to.notice(&begins)).await != Whispered::Answer {
        // Nothing is there that could be edited later.
        return Err(Phrase::new("press-again").into());
    }
    let referee = app.referee.clone();
    tokio::spawn(async move {
        let review = Box::pin(referee.review(permit, Arc::clone(&snapshot.table), own));
        if let Some(review) = in_time(review, async || later.put_off(&snapshot).await).await {
            Box::pin(later.tell(&snapshot, review)).await;
        }
    });
    Ok(())
}

/// What comes in time. What does not is put off once, and goes on all the same.
async fn in_time<T>(awaited: impl Future<Output = T>, put_off: impl AsyncFnOnce()) -> Option<T> {
    let mut awaited = pin!(awaited);
    if let Ok(came) = timeout(PATIENCE, &mut awaited).await {
        return Some(came);
    }
    put_off().await;
    drop(awaited.await);
    None
}

/// The choices to look at.
async fn own_choices(snapshot: &TableSnapshot, seat: Seat) -> Result<Vec<OwnChoice>, Refusal> {
    let table = Arc::clone(&snapshot.table);
    let followed = tokio::task::spawn_blocking(move || table.own_choices(seat)).await;
    match followed {
        Ok(Ok(own)) => Ok(own),
        Ok(Err(error)) if matches!(*error.wrong, Wrong::Edition { .. }) => Err(Phrase::new("review-outdated").into()),
        // What is wrong may name choices, which no log does. `whistle verify` tells it of the table's records.
        Ok(Err(_)) | Err(_) => {
            tracing::error!(table = snapshot.table.id, "a table could not be followed for a review");
            Err(Denied::Unavailable.phrase().into())
        }
    }
}

impl Later {
    /// Says that the review comes later than this answer can be edited.
    async fn put_off(&self, snapshot: &TableSnapshot) {
        let later = Phrase::new("review-takes-longer");
        let payload = show::notice(&self.words, &self.locale, &later, &*snapshot.table);
        edit_later(&self.api, &self.token, &payload, Vec::new()).await;
    }

    /// Tells what a review has found, in place of what the person was told first.
    async fn tell(&self, snapshot: &TableSnapshot, review: Option<Arc<Review>>) {
        let (words, locale) = (&self.words, &self.locale);
        let shown = |boards| match &review {
            Some(review) => show::review(words, locale, snapshot, review, boards),
            None => show::notice(words, locale, &Denied::Unavailable.phrase(), &*snapshot.table),
        };
        let payload = shown(self.boards);
        let told = match self.messages.source().drawn(&payload).await {
            Ok(drawn) => edit_later(&self.api, &self.token, &payload, drawn).await,
            Err(_) => false,
        };
        if !told {
            edit_later(&self.api, &self.token, &shown(Boards::Text), Vec::new()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio::time::sleep;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_review_that_comes_too_late_is_put_off_once_and_goes_on() {
        let (put_off, made) = (Cell::new(0), Cell::new(0));
        let after = async |minutes| {
            let review = async {
                sleep(Duration::from_mins(minutes)).await;
                made.set(made.get() + 1);
            };
            let came = in_time(review, async || put_off.set(put_off.get() + 1)).await.is_some();
            (came, put_off.take(), made.take())
        };
        assert_eq!(after(13).await, (true, 0, 1));
        assert_eq!(after(40).await, (false, 1, 1), "whoever asks again gets what was made");
    }
}
