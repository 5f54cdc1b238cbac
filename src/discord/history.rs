//! The matches of a person, page by page: each with its end as everybody saw it, for who played it.
//!
//! Whoever did not play a match may not read its channel. They find the match in the list, and see nothing of its board.

use super::custom_id::Boards;
use super::handler::{Done, Handler};
use super::past;
use super::payload::{File, Page, Payload};
use super::private::{boards, computed};
use super::show::{self, Whose};
use crate::rules::Phrase;

/// Shows a page of the matches of a person, or of the asker: on this server, or anywhere if the asker asks for their own in
/// private.
///
/// # Errors
/// When the store fails, or nobody can be asked about here.
pub(super) async fn history(to: &Handler<'_>, person: Option<u64>, page: u16) -> Done {
    let (asker, guild) = (to.asker.person.id, to.asker.guild);
    let whose = Whose {
        person: person.unwrap_or(asker),
        asker,
    };
    if whose.person != asker && guild.is_none() {
        return Err(Phrase::new("profile-nowhere").into());
    }
    let size = show::HISTORY_PAGE;
    let first = u32::from(page).saturating_mul(size);
    let store = to.app.referee.store();
    let found = store.history(whose.person, guild, first, size + 1).await?;
    let shown = |ends: &[(u64, Page)]| show::history(&to.app.words, &to.asker.locale, &found, whose, page, ends);
    let theirs = show::played_by(&found, asker);
    if theirs.is_empty() {
        plainly(to, &shown(&[])).await;
        return Ok(());
    }
    // Old tables take long to load, and pictures to draw.
    to.wait_in_menu().await;
    let boards = boards(to).await;
    let drawn = shown(&ends(to, &theirs, boards).await);
    if drawn.pictures().is_empty() {
        plainly(to, &drawn).await;
    } else if !in_menu_drawn(to, &drawn).await {
        plainly(to, &shown(&ends(to, &theirs, Boards::Text).await)).await;
    }
    Ok(())
}

/// How these matches ended, one after another, so that other tables need not wait for long. A match has no end here if its log
/// is gone, or if its rules are not known any more.
async fn ends(to: &Handler<'_>, tables: &[u64], boards: Boards) -> Vec<(u64, Page)> {
    let mut ends = Vec::new();
    for table in tables.iter().copied() {
        let Ok(Some(snapshot)) = to.app.referee.snapshot(table).await else {
            continue;
        };
        if past::is_of(&to.asker, &snapshot) {
            let shown = computed(to, table, move |words, locale| {
                show::ending(words, locale, &snapshot.table, boards)
            });
            let end = shown.await.ok().flatten();
            ends.extend(end.map(|page| (table, page)));
        }
    }
    ends
}

/// Shows a message without pictures: those of the page before go.
async fn plainly(to: &Handler<'_>, payload: &Payload) {
    match to.is_in_menu() {
        true => drop(to.answer.update_by(payload.body(File::Nothing)).await),
        false => to.whisper(payload).await,
    }
}

/// Shows a message with its pictures where [`Handler::wait_in_menu`] lets the asker wait. Returns `false` if they did not arrive.
async fn in_menu_drawn(to: &Handler<'_>, payload: &Payload) -> bool {
    match to.app.desired().drawn(payload).await {
        Ok(drawn) if to.is_in_menu() => to.answer.update_pictures(payload, drawn).await,
        Ok(drawn) => to.answer.whisper_pictures(payload, drawn).await,
        Err(_) => false,
    }
}
