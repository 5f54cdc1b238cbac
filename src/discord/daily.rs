//! The position of the day: asked, answered and shared.
//!
//! Whoever answers reads alone what is best. Only what they share is for everybody, and that says nothing of the position.

use std::sync::Arc;

use super::answer::Said;
use super::custom_id::Confirm;
use super::handler::{Done, Handler, Refusal};
use super::private::whisper_board;
use super::show::{self, DailyEntry};
use crate::games::{DAILY, DailyGame};
use crate::referee::daily::{DailyTold, Day, Position, Streak};
use crate::rules::Phrase;

/// Shows today's position of a game with the choices, or with the answer to whoever has answered. Without a game it shows which
/// games there are.
///
/// # Errors
/// Why there is no position.
pub(super) async fn open(to: &Handler<'_>, game: Option<&str>) -> Done {
    let today = to.app.referee.today();
    let Some(game) = game else {
        let entries = entries(to, today).await?;
        to.whisper(&show::daily_games(&to.app.words, &to.asker.locale, today, &entries))
            .await;
        return Ok(());
    };
    // The first one who asks waits until the position is found.
    to.answer.think().await;
    let position = position(to, game, today).await?;
    match told(to, &position).await? {
        Some(told) => answered(to, &position, &told).await,
        None => asked(to, &position).await,
    }
}

/// Takes a choice of the asker, or asks once more before that, if the asker wants each choice shown. Whoever has answered already
/// is told again what they were told then.
///
/// # Errors
/// That the day is over, or that there is no such choice.
pub(super) async fn choose(to: &Handler<'_>, game: &str, day: u32, choice: String, sure: bool) -> Done {
    // Whoever answers in time may find the day over when Discord has been asked for more time.
    let today = to.app.referee.today();
    to.answer.think().await;
    if today.number() != day {
        return Err(Phrase::new("daily-over").into());
    }
    let position = position(to, game, today).await?;
    let me = to.asker.person.id;
    let confirm: Confirm = to.app.desired().setting(me).await.unwrap_or_default();
    if !sure && confirm == Confirm::Always && told(to, &position).await?.is_none() {
        let question = position.question(&to.asker.person).ok_or_else(gone)?;
        let (words, locale) = (&to.app.words, &to.asker.locale);
        to.whisper(&show::daily_confirm(words, locale, &question, &choice).ok_or_else(gone)?)
            .await;
        return Ok(());
    }
    let told = to.app.referee.answer_daily(&position, me, choice).await?;
    answered(to, &position, &told.ok_or_else(gone)?).await
}

/// Posts for everybody that the asker has answered, once.
///
/// # Errors
/// Why there is nothing to share.
pub(super) async fn share(to: &Handler<'_>, game: &str, day: u32) -> Done {
    let (store, asker) = (to.app.referee.store(), &to.asker);
    if asker.guild.is_none() {
        return Err(Phrase::new("daily-share-nowhere").into());
    }
    let game = DailyGame::of(game).ok_or_else(none)?;
    let answers = store.daily_answers(asker.person.id).await?;
    let own = answers.iter().find(|own| own.game == game.slug && own.day == day);
    let (Some(own), Ok(day)) = (own, Day::numbered(day)) else {
        return Err(Phrase::new("daily-share-nothing").into());
    };
    if !store
        .share_daily(asker.person.id, game.slug, day.number(), true)
        .await?
    {
        return Err(Phrase::new("daily-shared-before").into());
    }
    let entry = DailyEntry {
        game,
        right: Some(own.right),
        streak: Streak::on(day, game.slug, &answers),
    };
    let shared = show::daily_shared(&to.app.words, &asker.guild_locale, &asker.person.name, day, &entry);
    if to.answer.say(&shared).await == Said::Nothing {
        store
            .share_daily(asker.person.id, game.slug, day.number(), false)
            .await?;
        return Err(Phrase::new("press-again").into());
    }
    Ok(())
}

/// All games with what the asker has answered on a day.
async fn entries(to: &Handler<'_>, day: Day) -> Result<Vec<DailyEntry>, Refusal> {
    let answers = to.app.referee.store().daily_answers(to.asker.person.id).await?;
    let entry = |game: &'static DailyGame| {
        let own = answers
            .iter()
            .find(|own| own.game == game.slug && own.day == day.number());
        DailyEntry {
            game,
            right: own.map(|own| own.right),
            streak: Streak::on(day, game.slug, &answers),
        }
    };
    Ok(DAILY.iter().map(entry).collect())
}

async fn position(to: &Handler<'_>, game: &str, day: Day) -> Result<Arc<Position>, Refusal> {
    let game = DailyGame::of(game).ok_or_else(none)?;
    let found = to.app.referee.daily(game, day).await?;
    found.ok_or_else(|| Phrase::new("daily-no-position").into())
}

async fn told(to: &Handler<'_>, position: &Position) -> Result<Option<DailyTold>, Refusal> {
    Ok(to.app.referee.daily_told(position, to.asker.person.id).await?)
}

async fn asked(to: &Handler<'_>, position: &Position) -> Done {
    let question = position.question(&to.asker.person).ok_or_else(gone)?;
    let shown = |boards| show::daily_question(&to.app.words, &to.asker.locale, &question, boards);
    whisper_board(to, shown).await;
    Ok(())
}

async fn answered(to: &Handler<'_>, position: &Position, told: &DailyTold) -> Done {
    let question = position.question(&to.asker.person).ok_or_else(gone)?;
    let may_share = to.asker.guild.is_some() && !told.answer.shared;
    let shown = |boards| show::daily_answer(&to.app.words, &to.asker.locale, &question, told, may_share, boards);
    whisper_board(to, shown).await;
    Ok(())
}

fn none() -> Refusal {
    Phrase::new("daily-none").into()
}

fn gone() -> Refusal {
    Phrase::new("daily-no-choice").into()
}
