//! Typed moves: what is offered while somebody types, the form, the outcome, and reasons for refusal.
//!
//! Everything that is offered or said about a move comes from what its own seat may know. It goes to the holder of that seat
//! and to nobody else.

use super::super::custom_id::{CustomId, TYPED};
use super::super::limits::{self, fit};
use super::super::payload::{Button, Completion, Input, Modal, Payload, Row, Style};
use super::match_end::match_won;
use super::notice::denied as plainly;
use super::voice::{Voice, text_message};
use crate::games::GameEntry;
use crate::referee::{Denied, Phase, Table, TableSnapshot};
use crate::rules::{Arg, Phrase, Seat};
use crate::words::{Numbered, Words};

/// How many moves a refusal suggests.
const NAMED: usize = 3;

/// How many moves a form names as examples.
const EXAMPLES: usize = 2;

/// The key of the reason if the text is no move of the game at all.
const UNREAD: &str = "refused-notation";

/// Completions for the holder of `seat`, who has typed `typed` so far. They contain only this person's own moves, and none
/// while a stand-in plays.
pub fn moves(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat, typed: &str) -> Vec<Completion> {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let Some(play) = table.play.as_ref().filter(|_| may_move(table, seat)) else {
        return Vec::new();
    };
    let completion = |suggestion: crate::games::Suggestion| {
        let phrase = Phrase::new("move-offer")
            .with("move", suggestion.typed.as_str())
            .with("words", suggestion.phrase);
        Completion {
            name: fit(&voice.plain(&phrase), limits::COMMAND_CHOICE),
            value: suggestion.typed,
        }
    };
    let offered = play.suggest(seat, typed.trim_start(), limits::COMMAND_OPTIONS);
    let offered = offered.into_iter().map(completion);
    let sendable = |offer: &Completion| limits::length(&offer.value) <= limits::COMMAND_CHOICE;
    offered.filter(sendable).collect()
}

/// Whether the holder of `seat` may choose now, and no stand-in chooses for them.
fn may_move(table: &Table, seat: Seat) -> bool {
    let holder = table.holder(seat);
    table.phase == Phase::Playing
        && table.offered(seat).is_some()
        && holder.is_some_and(|holder| holder.stand_in.is_none())
}

/// A table in a few words: the game, and who plays.
fn table_name(voice: &Voice<'_>, table: &Table) -> Phrase {
    let seats: Arg = (0..table.seats.len() as u8).map(Seat).collect();
    Phrase::new("move-table")
        .with("game", voice.game_at(table))
        .with("seats", seats)
}

/// The tables at which somebody sits, as completions; tables that wait for them come first.
pub fn tables(words: &Words, locale: &str, seated: &[(TableSnapshot, Seat)], typed: &str) -> Vec<Completion> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<(bool, Completion)> = seated
        .iter()
        .map(|(snapshot, seat)| {
            let voice = Voice::at(words, locale, &snapshot.table);
            let name = table_name(&voice, &snapshot.table);
            let turn = may_move(&snapshot.table, *seat);
            let name = match turn {
                true => Phrase::new("move-table-turn").with("table", name),
                false => name,
            };
            (!turn, completion(&voice, &name, snapshot.table.id))
        })
        .filter(|(_, found)| is_meant(found, &typed))
        .collect();
    found.sort_by_key(|(waits, _)| *waits);
    found.truncate(limits::COMMAND_OPTIONS);
    found.into_iter().map(|(_, completion)| completion).collect()
}

/// A completion for a table or a person with this name.
fn completion(voice: &Voice<'_>, name: &Phrase, id: u64) -> Completion {
    Completion {
        name: fit(&voice.plain(name), limits::COMMAND_CHOICE),
        value: id.to_string(),
    }
}

/// Whether a completion matches the typed text, which is in small letters.
fn is_meant(found: &Completion, typed: &str) -> bool {
    found.name.to_lowercase().contains(typed) || found.value == typed
}

/// Matches that somebody has finished, as completions.
pub fn matches(words: &Words, locale: &str, past: &[TableSnapshot], typed: &str) -> Vec<Completion> {
    let typed = typed.trim().to_lowercase();
    let offered = past.iter().map(|snapshot| {
        let voice = Voice::at(words, locale, &snapshot.table);
        let name = table_name(&voice, &snapshot.table);
        let name = match match_won(&voice, &snapshot.table) {
            Some(end) => Phrase::new("match-offer").with("table", name).with("end", end),
            None => name,
        };
        completion(&voice, &name, snapshot.table.id)
    });
    offered.filter(|found| is_meant(found, &typed)).collect()
}

/// The people in some seats of a table, as completions.
pub fn players(words: &Words, locale: &str, snapshot: &TableSnapshot, seats: &[Seat], typed: &str) -> Vec<Completion> {
    let typed = typed.trim().trim_start_matches('@').to_lowercase();
    let voice = Voice::at(words, locale, &snapshot.table);
    let person = |seat: &Seat| snapshot.table.holder(*seat)?.person.as_ref();
    let named = |name: &str| {
        seats
            .iter()
            .filter_map(person)
            .filter(|person| person.name == name)
            .count()
    };
    let offered = seats.iter().filter_map(|seat| {
        let person = person(seat)?;
        let name = match named(&person.name) {
            0 | 1 => Phrase::new("replace-offer").with("seat", *seat),
            _ => Phrase::new("replace-offer-same")
                .with("seat", *seat)
                .with("number", u32::from(seat.0) + 1),
        };
        Some(completion(&voice, &name, person.id))
    });
    let offered = offered.filter(|found| is_meant(found, &typed));
    offered.take(limits::COMMAND_OPTIONS).collect()
}

/// Asks for which of several tables a typed move is: a button for each table at which the move can be made now.
pub fn which(words: &Words, locale: &str, tables: &[(TableSnapshot, Seat)], typed: &str) -> Payload {
    let say = |phrase: &Phrase| words.text(locale, phrase, &Numbered);
    let mut lines = vec![say(
        &Phrase::new("move-which").with("move", fit(typed, limits::OPTION_TEXT))
    )];
    let mut rows = Vec::new();
    for (snapshot, seat) in tables {
        let table = &snapshot.table;
        let voice = Voice::at(words, locale, table);
        let name = table_name(&voice, table);
        let label = voice.plain(&name);
        let line = Phrase::new("move-which-table")
            .with("table", name)
            .with("place", table.channel.to_string());
        lines.push(voice.say(&line));
        let what = table.play.as_ref().and_then(|play| play.judge(*seat, typed).ok());
        if let (Some(what), Some(step)) = (what, table.offered(*seat)) {
            let custom_id = CustomId::Choose {
                table: table.id,
                step,
                what,
            };
            if custom_id.fits() && rows.len() < limits::ROWS {
                rows.push(Row::Buttons(vec![Button::new(&label, Style::Plain, &custom_id)]));
            }
        }
    }
    lines.push(say(&Phrase::new("move-which-how")));
    Payload {
        rows,
        ..text_message(&lines.join("\n"), Vec::new())
    }
}

/// The form into which the holder of `seat` types a choice; `typed` stands in it already.
pub fn typing(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat, typed: &str) -> Modal {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let examples = table.play.as_ref().map(|play| play.near(seat, "", EXAMPLES));
    let examples = Phrase::new("panel-typed-hint").with("moves", listed(&examples.unwrap_or_default()));
    Modal {
        custom_id: CustomId::Typed {
            table: table.id,
            step: table.offered(seat).unwrap_or_default(),
        }
        .to_string(),
        title: fit(&voice.game_at(table), limits::MODAL_TITLE),
        inputs: vec![Input {
            custom_id: TYPED.to_owned(),
            label: fit(&voice.label("panel-typed"), limits::INPUT_LABEL),
            hint: fit(&voice.plain(&examples), limits::INPUT_HINT),
            value: typed.to_owned(),
            longest: 400,
            required: true,
        }],
        menus: Vec::new(),
    }
}

/// Moves as alternatives: a list that ends in "and" would read as one move.
fn listed(moves: &[String]) -> Arg {
    let either = |rest: Arg, first: &String| {
        Phrase::new("typed-or")
            .with("first", first.as_str())
            .with("rest", rest)
            .into()
    };
    match moves.split_last() {
        Some((last, others)) => others.iter().rev().fold(last.as_str().into(), either),
        None => "".into(),
    }
}

/// The outcome of a typed move, for the person who made it: they chose `what`.
pub fn moved(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat, what: Option<&str>) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let choice = what.and_then(|what| table.choice_phrase(what));
    let done = choice.map_or(Phrase::new("move-done-plain"), |choice| {
        Phrase::new("move-done").with("choice", choice)
    });
    let mut lines = vec![voice.say(&done)];
    // For a choice that may still be changed, the answer repeats what is said before a choice is made, so that a typing
    // mistake shows at once.
    if table.asked(seat).is_none() && table.offered(seat).is_some() {
        let consequences = what.map(|what| table.consequences(seat, what));
        lines.extend(voice.lines(&consequences.unwrap_or_default()));
    }
    beside_panel(&voice, table, &lines.join("\n"))
}

/// A text, with the button for the panel if there is one.
fn beside_panel(voice: &Voice<'_>, table: &Table, text: &str) -> Payload {
    let panel = (table.phase == Phase::Playing).then(|| voice.mine_button(table, Style::Plain));
    text_message(text, panel.into_iter().collect())
}

/// Why the own command of a `game` does not work at a table of another game, with the command that does.
pub fn other_game(words: &Words, locale: &str, snapshot: &TableSnapshot, game: &GameEntry) -> Payload {
    let voice = Voice::at(words, locale, &snapshot.table);
    let says = Phrase::new("typed-other-game")
        .with("game", voice.game(snapshot.table.game))
        .with("wanted", voice.game(game));
    beside_panel(&voice, &snapshot.table, &voice.say(&says))
}

/// Why the text that `person` typed was refused: the reason with its rule, moves that they could make instead, and the button
/// for a form that still holds their text.
pub fn refused(
    words: &Words,
    locale: &str,
    snapshot: &TableSnapshot,
    person: u64,
    denied: &Denied,
    typed: &str,
) -> Payload {
    let table = &snapshot.table;
    let known = table.seat_of(person).zip(table.play.as_ref());
    let Some((seat, play)) = known.filter(|_| table.phase == Phase::Playing) else {
        return plainly(words, locale, denied, Some(snapshot));
    };
    let reason = match denied {
        Denied::Refused(refusal) => refusal.reason.clone(),
        Denied::Stale if may_move(table, seat) => Phrase::new("typed-stale"),
        // The game may know better why the seat is not asked.
        Denied::NotAwaited => match play.judge(seat, typed) {
            Err(refusal) if refusal.reason.key != UNREAD => refusal.reason,
            _ => denied.phrase(),
        },
        _ => return plainly(words, locale, denied, Some(snapshot)),
    };
    let voice = Voice::at(words, locale, table);
    let mut lines = vec![match typed.trim() {
        "" => voice.say(&reason),
        typed => voice.say(
            &Phrase::new("typed-refused")
                .with("move", fit(typed, limits::OPTION_TEXT))
                .with("reason", reason),
        ),
    }];
    let mut buttons = Vec::new();
    if let Some(step) = table.offered(seat).filter(|_| may_move(table, seat)) {
        let near = play.near(seat, typed, NAMED);
        if !near.is_empty() {
            lines.push(voice.say(&Phrase::new("typed-near").with("moves", listed(&near))));
        }
        let again = CustomId::again(table.id, step, typed);
        buttons.push(voice.button("button-again-typed", Style::Main, again));
    }
    buttons.push(voice.mine_button(table, Style::Plain));
    buttons.push(voice.rules_button(table));
    text_message(&lines.join("\n"), buttons)
}
