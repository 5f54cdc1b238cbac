//! Resigning and agreeing on a draw, as people see it: the lines on the panel and in public, the small menu that asks before
//! anything happens, and the outcome.
//!
//! A misplaced thumb never costs anybody the game. The panel leads only to the small menu, which is a separate message that
//! never changes by itself. From there, a second press ends the game.

use super::super::custom_id::CustomId;
use super::super::limits;
use super::super::payload::{Button, Payload, Row, Style};
use super::voice::{Voice, seats_arg, text_message};
use crate::referee::{DrawOffer, Leaving, Phase, Round, Table, TableSnapshot};
use crate::rules::{Ended, Phrase, Seat, SeatSet};
use crate::words::Words;

/// What is said about a draw offer in the current game: to `seat`, or to everybody if `seat` is `None`.
pub(super) fn draw_offer(voice: &Voice<'_>, table: &Table, seat: Option<Seat>) -> Option<String> {
    if table.phase != Phase::Playing {
        return None;
    }
    let between = |key, one: Seat| {
        let other = table.opponent(one)?;
        Some(Phrase::new(key).with("seat", one).with("other", other))
    };
    let phrase = match table.draw_offer {
        DrawOffer::Silent => None,
        DrawOffer::Offered { seat: by, .. } if seat == Some(by) => between("draw-offered-own", by),
        DrawOffer::Offered { seat: by, .. } if seat.is_some() => between("draw-offered-you", by),
        DrawOffer::Offered { seat: by, .. } => between("draw-offered", by),
        DrawOffer::Declined { seat: by } => Some(Phrase::new("draw-declined").with("seat", by)),
        DrawOffer::Withdrawn { seat: by } => Some(Phrase::new("draw-offer-withdrawn").with("seat", by)),
    };
    phrase.map(|phrase| voice.say(&phrase))
}

/// How a game ended by resignation or agreement.
pub(super) fn ended(voice: &Voice<'_>, round: &Round) -> Option<String> {
    let places = round.outcome.as_ref()?.places.as_deref().unwrap_or_default();
    let seats = || (0..places.len()).map(|index| Seat(index as u8));
    Some(
        voice.say(&match round.ended? {
            Ended::Resigned(loser) => Phrase::new("public-resigned")
                .with("loser", loser)
                .with("winner", seats_arg(seats().filter(|seat| *seat != loser))),
            Ended::Agreed => Phrase::new("public-agreed").with("seats", seats_arg(seats())),
        }),
    )
}

/// Puts the button for the small menu at the end of a panel's last row, where it moves no other button, or into a row below.
/// If a draw is offered to `seat`, the answers stand below everything else. Buttons without room are left out: the commands
/// remain.
pub(super) fn add_way(voice: &Voice<'_>, table: &Table, seat: Seat, rows: &mut Vec<Row>) {
    if !table.may_concede() || table.phase != Phase::Playing {
        return;
    }
    let way = || voice.button("button-concede", Style::Plain, CustomId::Concede { table: table.id });
    let Some((_, offer)) = table.offer().filter(|(by, _)| *by != seat) else {
        return append(rows, vec![way()]);
    };
    let accept = CustomId::AskAgree { table: table.id, offer };
    let decline = CustomId::Decline { table: table.id, offer };
    let answers = vec![
        voice.button("button-accept", Style::Main, accept),
        voice.button("button-decline", Style::Plain, decline),
    ];
    if rows.len() < limits::ROWS {
        append(rows, vec![way()]);
    }
    let has_room = |row: &Row| matches!(row, Row::Buttons(last) if last.len() + answers.len() <= limits::BUTTONS);
    if rows.len() < limits::ROWS {
        rows.push(Row::Buttons(answers));
    } else if rows.last().is_some_and(has_room) {
        append(rows, answers);
    } else {
        // Never one answer alone; the small menu has both.
        append(rows, vec![way()]);
    }
}

/// Adds buttons to the last row if they fit there, or else together as one more row.
fn append(rows: &mut Vec<Row>, buttons: Vec<Button>) {
    let row_more = rows.len() < limits::ROWS;
    match rows.last_mut() {
        Some(Row::Buttons(last)) if last.len() + buttons.len() <= limits::BUTTONS || !row_more => {
            let room = limits::BUTTONS.saturating_sub(last.len());
            last.extend(buttons.into_iter().take(room));
        }
        _ if row_more => rows.push(Row::Buttons(buttons)),
        _ => {}
    }
}

/// The small menu of `seat`: resigning, and everything about a draw.
pub fn concede(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let (id, round) = (table.id, table.round());
    let other = table.opponent(seat).unwrap_or(seat);
    let mut buttons = Vec::new();
    let answer = |offer, agree| CustomId::AnswerDrawOffer {
        table: id,
        offer,
        agree,
    };
    let key = match table.offer() {
        Some((by, offer)) if by == seat => {
            let custom_id = CustomId::WithdrawDrawOffer { table: id, offer };
            buttons.push(voice.button("button-withdraw", Style::Plain, custom_id));
            "concede-own"
        }
        Some((_, offer)) => {
            buttons.push(voice.button("button-agree", Style::Go, answer(offer, true)));
            buttons.push(voice.button("button-decline", Style::Plain, answer(offer, false)));
            "concede-answer"
        }
        None if table.absent_opponent(seat).is_some() => "concede-absent",
        None if table.holder(seat).is_some_and(|holder| holder.offered) => "concede-later",
        None => {
            let custom_id = CustomId::OfferDraw { table: id, round };
            buttons.push(voice.button("button-offer", Style::Plain, custom_id));
            "concede-menu"
        }
    };
    buttons.push(voice.button("button-resign", Style::Plain, CustomId::AskResign { table: id, round }));
    buttons.push(voice.button("button-back", Style::Plain, CustomId::LetBe { table: id }));
    asking(&voice, &Phrase::new(key).with("other", other), buttons)
}

/// Asks once more before `seat` resigns.
pub fn resigning(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let resign = CustomId::Resign {
        table: table.id,
        round: table.round(),
    };
    let other = table.opponent(seat).unwrap_or(seat);
    asking(
        &voice,
        &Phrase::new("concede-sure").with("other", other),
        vec![
            voice.button("button-resign-sure", Style::Stop, resign),
            voice.button("button-back", Style::Plain, CustomId::LetBe { table: table.id }),
        ],
    )
}

/// Asks once more before a match is closed for everybody, which makes some seats `last`.
/// The button says what was told.
pub(super) fn closing(voice: &Voice<'_>, table: u64, last: SeatSet, ask: &Phrase) -> Payload {
    let sure = match last.number() {
        0 => CustomId::CancelSure { table },
        last => CustomId::CancelLost { table, last },
    };
    let back = CustomId::LetBe { table };
    asking(
        voice,
        ask,
        vec![
            voice.button("button-cancel-sure", Style::Stop, sure),
            voice.button("button-back", Style::Plain, back),
        ],
    )
}

/// Asks once more before somebody leaves a match. The button says what was told.
pub(super) fn leaving(voice: &Voice<'_>, table: u64, what: Leaving, ask: &Phrase) -> Payload {
    let leave = match what {
        Leaving::Closes => CustomId::LeaveLast { table },
        Leaving::Forfeits => CustomId::LeaveLost { table },
        Leaving::Unranked => CustomId::LeaveSure { table },
    };
    let stay = CustomId::LetBe { table };
    asking(
        voice,
        ask,
        vec![
            voice.button("button-leave", Style::Stop, leave),
            voice.button("button-stay", Style::Plain, stay),
        ],
    )
}

/// What somebody reads who has left, with the way back if a match goes on.
pub fn left(words: &Words, locale: &str, snapshot: &TableSnapshot) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let (key, back) = match table.phase {
        Phase::Lobby => ("done-leave", Vec::new()),
        Phase::Playing | Phase::Between => ("done-leave-begun", vec![voice.return_button(table)]),
        Phase::Finished | Phase::Cancelled => ("done-cancel", Vec::new()),
    };
    asking(&voice, &Phrase::new(key), back)
}

/// The outcome of the action of `seat`, in place of the small menu.
pub fn conceded(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let other = table.opponent(seat).unwrap_or(seat);
    let key = match (table.rounds.last().and_then(|round| round.ended), table.draw_offer) {
        (Some(Ended::Resigned(loser)), _) if loser == seat => "conceded-resigned",
        (Some(Ended::Resigned(_)), _) => "conceded-won",
        (Some(Ended::Agreed), _) => "conceded-agreed",
        (None, DrawOffer::Offered { seat: by, .. }) if by == seat => "conceded-offered",
        (None, DrawOffer::Declined { seat: by }) if by == seat => "conceded-declined",
        (None, DrawOffer::Declined { .. }) => "conceded-refused",
        (None, DrawOffer::Withdrawn { .. }) => "conceded-withdrawn",
        (None, _) => "conceded-nothing",
    };
    asking(&voice, &Phrase::new(key).with("other", other), Vec::new())
}

fn asking(voice: &Voice<'_>, phrase: &Phrase, buttons: Vec<Button>) -> Payload {
    text_message(&voice.say(phrase), buttons)
}
