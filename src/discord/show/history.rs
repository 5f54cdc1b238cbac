//! Matches that are over, newest first: one's own, or those of somebody else on the server.

use super::super::custom_id::CustomId;
use super::super::limits::{self, fit};
use super::super::payload::{Button, Page, Payload, Row, Style};
use super::alone::board_meant;
use super::names::Named;
use super::rules::turning;
use super::voice::{self, Voice, moment};
use crate::games;
use crate::rules::{Arg, Phrase, Scoring};
use crate::store::{Finish, MatchPlayer, PlayedMatch};
use crate::words::Words;

/// How many matches a page shows: ask the store for one more, which tells whether there is another page.
pub const HISTORY_PAGE: u32 = 5;
/// How many others a match names.
const NAMED: usize = 3;

/// Whose matches are shown, and to whom.
#[derive(Clone, Copy, Debug)]
pub struct Whose {
    /// Whose.
    pub person: u64,
    /// To whom. They can open the matches that they have played.
    pub asker: u64,
}

/// The tables of a page of matches that somebody played.
pub fn played_by(found: &[PlayedMatch], person: u64) -> Vec<u64> {
    let theirs = on_page(found).iter().filter(|played| own(played, person).is_some());
    theirs.map(|played| played.table).collect()
}

fn on_page(found: &[PlayedMatch]) -> &[PlayedMatch] {
    &found[..found.len().min(HISTORY_PAGE as usize)]
}

/// A page of somebody's matches: `found` are those from `page` × [`HISTORY_PAGE`] on. `ends` are the ends of tables that the asker
/// may see ([`ending`](super::ending)).
pub fn history(
    words: &Words,
    locale: &str,
    found: &[PlayedMatch],
    whose: Whose,
    page: u16,
    ends: &[(u64, Page)],
) -> Payload {
    let shown = on_page(found);
    let mut names = Named::default();
    let other = whose.person != whose.asker;
    let newest = shown.iter().find_map(|played| own(played, whose.person));
    let title = match newest.filter(|_| other) {
        Some(newest) => Phrase::new("history-title-of").with("name", names.add(&newest.name)),
        None if other => Phrase::new("history-title-other"),
        None => Phrase::new("history-title"),
    };
    let first = u32::from(page) * HISTORY_PAGE + 1;
    let lines: Vec<Phrase> = (first..)
        .zip(shown)
        .map(|(number, played)| line(words, locale, number, played, whose.person, &mut names))
        .collect();
    let voice = Voice::naming(words, locale, &names);
    let told = voice.lines(&lines);
    let text = match (lines.is_empty(), other) {
        (false, _) if !ends.is_empty() => String::new(),
        (false, _) => told.join("\n"),
        (true, false) => voice.label("history-empty"),
        (true, true) => voice.label("history-empty-other"),
    };
    let mut rows = opening(&voice, first, shown, whose.asker);
    let to = |page: usize| CustomId::History {
        person: Some(whose.person).filter(|_| other),
        page: page as u16,
    };
    let pages = usize::from(page) + 1 + usize::from(found.len() > shown.len());
    rows.extend(turning(&voice, usize::from(page), pages, to));
    let mut payload = voice::page(&voice.say(&title), &text, "", rows);
    if !ends.is_empty() {
        payload.above = payload.above.trim_end().to_owned();
        payload.pages = ended(&told, shown, ends, limits::TEXT - limits::length(&payload.above));
    }
    payload
}

/// The lines of the matches, each with its end below. Where the boards in letters are too long together, the first ones are shown.
fn ended(lines: &[String], shown: &[PlayedMatch], ends: &[(u64, Page)], room: usize) -> Vec<Page> {
    let most = room / (HISTORY_PAGE as usize);
    let lines: Vec<String> = lines.iter().map(|line| fit(line, most)).collect();
    let mut left = room - lines.iter().map(|line| limits::length(line)).sum::<usize>();
    let page = |(line, played): (String, &PlayedMatch)| {
        let mut page = Page {
            text: line,
            picture: None,
        };
        if let Some((_, end)) = ends.iter().find(|(table, _)| *table == played.table) {
            page.picture.clone_from(&end.picture);
            if let Some(rest) = left.checked_sub(limits::length(&end.text)) {
                left = rest;
                page.text.push_str(&end.text);
            }
        }
        page
    };
    lines.into_iter().zip(shown).map(page).collect()
}

/// The buttons that open the matches which the asker has played: the last moments of each, and its record.
fn opening(voice: &Voice<'_>, first: u32, shown: &[PlayedMatch], asker: u64) -> Vec<Row> {
    let theirs = (first..).zip(shown).filter(|(_, played)| own(played, asker).is_some());
    let row = |key: &'static str, press: fn(u64) -> CustomId| {
        let button = |(number, played): (u32, &PlayedMatch)| {
            let label = voice.plain(&Phrase::new(key).with("number", number));
            Button::new(&label, Style::Plain, &press(played.table))
        };
        theirs.clone().map(button).collect::<Vec<_>>()
    };
    let rows = [
        row("button-replay-of", |table| CustomId::Replay { table }),
        row("button-record-of", |table| CustomId::Record { table }),
    ];
    let rows = rows.into_iter().filter(|row| !row.is_empty());
    rows.map(Row::Buttons).collect()
}

fn own(played: &PlayedMatch, person: u64) -> Option<&MatchPlayer> {
    played.players.iter().find(|player| player.person == person)
}

/// The line of a match: what, when, how it ended for the person, and with whom.
fn line(words: &Words, locale: &str, number: u32, played: &PlayedMatch, person: u64, names: &mut Named) -> Phrase {
    let (slug, alone) = board_meant(&played.game);
    let game = games::find(slug).map_or_else(|| slug.to_owned(), |game| Voice::numbered(words, locale).game(game));
    let line = Phrase::new("history-line")
        .with("number", number)
        .with("game", game)
        .with("when", moment(played.at))
        .with("end", end(played, person, alone));
    let others = || played.players.iter().filter(|player| player.person != person);
    let mut people: Vec<Arg> = others()
        .take(NAMED)
        .map(|player| names.add(&player.name).into())
        .collect();
    let more = others().count().saturating_sub(NAMED) as u32;
    people.extend((more > 0).then(|| Phrase::new("history-more").with("count", more).into()));
    match people.is_empty() {
        true => line,
        false => Phrase::new("history-with")
            .with("line", line)
            .with("people", Arg::List(people)),
    }
}

/// How a match ended for a person.
fn end(played: &PlayedMatch, person: u64, alone: bool) -> Phrase {
    let Some(own) = own(played, person) else {
        return Phrase::new("history-over");
    };
    if alone {
        return Phrase::new(if own.points > 0 {
            "history-solved"
        } else {
            "history-unsolved"
        });
    }
    let end = match (played.finish, own.place) {
        (Finish::Won, _) => Phrase::new("history-won"),
        (Finish::Drawn, _) => Phrase::new("history-drawn"),
        (Finish::Lost, 0) => Phrase::new("history-over"),
        (Finish::Lost, place) => Phrase::new("history-place").with("place", place),
    };
    match games::find(&played.game).filter(|game| game.scoring != Scoring::None) {
        Some(game) => Phrase::new("history-points")
            .with("end", end)
            .with("points", (game.points)(own.points)),
        None => end,
    }
}
