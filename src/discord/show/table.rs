//! The table's public message in every phase: what everybody in the channel may see.

use super::super::custom_id::{Boards, CustomId};
use super::super::limits::{self, fit};
use super::super::payload::{Button, Embed, Field, Payload, Picture, Row, Style};
use super::chance::{resealed, seal, secret_fields};
use super::drawn::{At, drawn, picture};
use super::lobby::lobby;
use super::match_end::{self, decided, match_told, round_won};
use super::voice::{Voice, board_text, embed, fields, message, moment, single_game};
use super::{concede, patience, score, sides};
use crate::referee::{Motion, Phase, Table, TableSnapshot, Vote};
use crate::rules::{Outcome, Phrase, Scene, Seat, SeatLine, Viewer};
use crate::words::Words;

/// The colour of the edge in each phase; decoration only.
const ON: u32 = 0x58_65_F2;
const OVER: u32 = 0xE8_B9_31;
const CLOSED: u32 = 0x80_84_8E;

/// The message that stands for the table in its channel.
pub fn table(words: &Words, locale: &str, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let voice = Voice::at(words, locale, &snapshot.table);
    match snapshot.table.phase {
        Phase::Lobby => lobby(&voice, &snapshot.table),
        Phase::Playing => playing(&voice, snapshot, boards),
        Phase::Between => between(&voice, snapshot, boards),
        Phase::Finished => finished(&voice, &snapshot.table, boards),
        Phase::Cancelled => cancelled(&voice, &snapshot.table),
    }
}

/// The message with one row of buttons.
fn shown(picture: Option<Picture>, embed: Embed, buttons: Vec<Button>) -> Payload {
    Payload {
        picture,
        ..message(embed, vec![Row::Buttons(buttons)])
    }
}

/// The seats with their public facts, one line each.
pub(super) fn seat_lines(voice: &Voice<'_>, table: &Table, lines: &[SeatLine]) -> Vec<String> {
    let totals = table.totals().filter(|_| table.rounds.len() > 1);
    let line = |line: &SeatLine| {
        let stand_in = table
            .seats
            .get(line.seat.index())
            .is_some_and(|holder| holder.stand_in.is_some());
        let who = Phrase::new(if stand_in { "name-stand-in" } else { "name-only" }).with("seat", line.seat);
        let before = totals.as_ref().and_then(|totals| totals.get(line.seat.index()));
        let points = match (line.score, before) {
            // The totals include a finished game already.
            (Some(score), Some(before)) if table.phase == Phase::Playing => Some(
                Phrase::new("public-points-match")
                    .with("points", score)
                    .with("total", before + score),
            ),
            (Some(score), _) => Some((table.game.points)(score)),
            (None, _) => None,
        };
        let marks = points.into_iter().chain(line.marks.iter().cloned());
        let listed = marks.reduce(|list, item| Phrase::new("list-next").with("list", list).with("item", item));
        match listed {
            Some(marks) => voice.say(&Phrase::new("public-line").with("who", who).with("marks", marks)),
            None => voice.say(&who),
        }
    };
    lines.iter().map(line).collect()
}

/// For whom the game waits, and until when.
pub(super) fn waiting(voice: &Voice<'_>, snapshot: &TableSnapshot) -> Option<String> {
    if snapshot.table.everybody_has_gone() {
        return Some(voice.label("public-gone"));
    }
    if snapshot.table.turns.is_paused() {
        return Some(sides::pause(voice, &snapshot.table).join("\n"));
    }
    let awaited = snapshot.table.awaited();
    if awaited.is_empty() {
        return None;
    }
    let seats = sides::said(voice, &snapshot.table, awaited.iter());
    let until = awaited
        .iter()
        .filter_map(|seat| snapshot.deadlines.get(seat.index()).copied().flatten())
        .min();
    let mut lines = vec![
        voice.say(&match until {
            Some(at) => Phrase::new("public-waiting-until")
                .with("seats", seats)
                .with("when", moment(at)),
            None => Phrase::new("public-waiting").with("seats", seats),
        }),
    ];
    lines.extend(patience::overdue(voice, &snapshot.table));
    Some(lines.join("\n"))
}

/// The game as everybody sees it: its scene and its picture. Without a picture, the scene shows the board as text. At the end
/// of a match of several games the picture is that of the match.
fn seen(voice: &Voice<'_>, table: &Table, boards: Boards) -> (Scene, Option<Picture>) {
    let mut scene = table.scene(Viewer::Table).unwrap_or_default();
    let picture = match match_end::sketch(voice, table) {
        Some(sketch) => drawn(voice, table, sketch, boards),
        None => picture(voice, table, Viewer::Table, At::default(), boards),
    };
    if picture.is_some() {
        scene.without_boards();
    }
    (scene, picture)
}

fn playing(voice: &Voice<'_>, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let table = &snapshot.table;
    let (scene, picture) = seen(voice, table, boards);
    let mut description = voice.lines(scene.phase.as_slice());
    description.extend(voice.lines(&scene.summary));
    description.extend(voice.lines(&scene.legend));
    description.extend(board_text(&scene));
    description.extend(waiting(voice, snapshot).map(|line| format!("\n{line}")));
    if !table.turns.is_paused() {
        description.extend(sides::pause(voice, table));
    }
    description.extend(concede::draw_offer(voice, table, None));
    description.extend(votes(voice, table));
    description.extend(resealed(voice, table));
    let heading = voice.label(match table.has_drawn_seats() {
        true => "public-players-drawn",
        false => "public-players",
    });
    let mut parts = fields(&heading, &seat_lines(voice, table, &scene.seats), 3);
    parts.extend(seat_boards(voice, &scene.seats));
    parts.extend(recent(voice, table));
    let mut buttons = vec![voice.mine_button(table, Style::Main), voice.rules_button(table)];
    buttons.splice(..0, back_button(voice, table));
    buttons.extend(sides::pause_button(voice, table));
    let title = voice.title(table);
    let embed = embed(&title, &description, parts, &seal(voice, table), ON);
    shown(picture, embed, buttons)
}

/// The button for returning to a table that all have left to the computer.
fn back_button(voice: &Voice<'_>, table: &Table) -> Option<Button> {
    table.everybody_has_gone().then(|| voice.return_button(table))
}

/// What some of those who play want to be done, and how many more votes it needs.
fn votes(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let line = |vote: &Vote| {
        let seat = vote.seat;
        // Enough may want it by now because others have left; then any of them has to say so once more.
        let missing = table.missing(vote.motion).max(1) as u32;
        voice.say(&match vote.motion {
            Motion::Close => Phrase::new("public-close-wanted")
                .with("seat", seat)
                .with("missing", missing),
            Motion::Replace(absent) => Phrase::new("public-replace-wanted")
                .with("seat", seat)
                .with("absent", absent)
                .with("missing", missing),
        })
    };
    table.votes().iter().map(line).collect()
}

/// What lies in front of each seat, under its name, if every seat has its own board.
fn seat_boards(voice: &Voice<'_>, lines: &[SeatLine]) -> Vec<Field> {
    let board = |line: &SeatLine| {
        let name = voice.plain(&Phrase::new("name-only").with("seat", line.seat));
        score::fenced(&line.board).into_iter().next().map(|value| Field {
            name: fit(&name, limits::FIELD_NAME),
            value,
        })
    };
    lines.iter().filter_map(board).collect()
}

/// The seats in the order of their places.
fn result_lines(voice: &Voice<'_>, table: &Table, outcome: &Outcome) -> Vec<String> {
    let Some(places) = &outcome.places else {
        return Vec::new();
    };
    if let Some(lines) = sides::result_lines(voice, table, outcome) {
        return lines;
    }
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|index| places[*index]);
    let line = |index: usize| {
        let (seat, place) = (Seat(index as u8), places[index]);
        let points = outcome.scores.as_ref().and_then(|scores| scores.get(index)).copied();
        voice.say(&match points {
            Some(points) => Phrase::new("public-place-points")
                .with("place", place)
                .with("seat", seat)
                .with("points", (table.game.points)(points)),
            None => Phrase::new("public-place").with("place", place).with("seat", seat),
        })
    };
    order.into_iter().map(line).collect()
}

/// The result of the last game alone.
fn last_result(voice: &Voice<'_>, table: &Table) -> Vec<Field> {
    let outcome = table.rounds.last().and_then(|round| round.outcome.as_ref());
    let lines = outcome.map(|outcome| result_lines(voice, table, outcome));
    fields(&voice.label("public-result"), &lines.unwrap_or_default(), 2)
}

/// Says that the only game so far does not count for the leaderboard; for several games, the score table says which do not.
fn assisted(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let [round] = table.rounds.as_slice() else { return None };
    round.assisted.then(|| voice.label("public-assisted-only"))
}

/// The points so far: of the first game alone, or of the whole match.
fn standing(voice: &Voice<'_>, table: &Table) -> Vec<Field> {
    if table.rounds.len() > 1 {
        scores(voice, table)
    } else {
        last_result(voice, table)
    }
}

/// As much of the score table as fits into the message itself.
fn last_scores(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let mut blocks = score::blocks(voice, table, score::Rounds::Last);
    blocks.truncate(2);
    blocks
}

/// The score table of the match, with its legend.
fn scores(voice: &Voice<'_>, table: &Table) -> Vec<Field> {
    let heading = voice.label("public-scores");
    let mut parts: Vec<Field> = last_scores(voice, table)
        .into_iter()
        .map(|value| Field {
            name: heading.clone(),
            value,
        })
        .collect();
    let legend = score::legend(voice, table);
    if let (Some(last), Some(legend)) = (parts.last_mut(), legend)
        && limits::length(&last.value) + limits::length(&legend) < limits::FIELD_VALUE
    {
        last.value.push_str(&format!("\n{legend}"));
    }
    parts
}

fn recent(voice: &Voice<'_>, table: &Table) -> Vec<Field> {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    let mut lines = voice.lines(&scene.recent);
    let lapsed = table.told_lapses();
    if !lapsed.is_empty() {
        lines.push(voice.say(&Phrase::new("public-lapsed").with("seats", sides::said(voice, table, lapsed))));
    }
    fields(&voice.label("public-recent"), &lines, 1)
}

fn between(voice: &Voice<'_>, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let table = &snapshot.table;
    let (scene, picture) = seen(voice, table, boards);
    let game = voice.game(table.game);
    let title = voice.say(
        &Phrase::new("public-round-over")
            .with("game", game)
            .with("round", table.round().max(1)),
    );
    let mut description: Vec<String> = round_won(voice, table).into_iter().collect();
    description.extend(decided(voice, table));
    description.extend(assisted(voice, table));
    description.push(next_round(voice, snapshot));
    description.extend(votes(voice, table));
    description.extend(resealed(voice, table));
    description.extend(board_text(&scene));
    let mut parts = standing(voice, table);
    parts.extend(seat_boards(voice, &scene.seats));
    parts.extend(recent(voice, table));
    let mut buttons = vec![voice.next_button(table)];
    buttons.extend(match_button(voice, table));
    buttons.push(voice.rules_button(table));
    buttons.splice(..0, back_button(voice, table));
    let embed = embed(&title, &description, parts, &seal(voice, table), OVER);
    shown(picture, embed, buttons)
}

/// The button that shows the match game by game, if that is more than the last few games that fit into the message.
fn match_button(voice: &Voice<'_>, table: &Table) -> Option<Button> {
    let custom_id = CustomId::MatchBoard { table: table.id };
    let more = table.rounds.len() > 1 && score::blocks(voice, table, score::Rounds::All) != last_scores(voice, table);
    more.then(|| voice.button("button-match", Style::Plain, custom_id))
}

/// When the next game begins.
pub(super) fn next_round(voice: &Voice<'_>, snapshot: &TableSnapshot) -> String {
    if snapshot.table.everybody_has_gone() {
        return voice.label("public-gone");
    }
    voice.say(&match snapshot.next_round_at {
        Some(at) => Phrase::new("public-next").with("when", moment(at)),
        None => Phrase::new("public-next-button"),
    })
}

fn finished(voice: &Voice<'_>, table: &Table, boards: Boards) -> Payload {
    let (scene, picture) = seen(voice, table, boards);
    let game = voice.game(table.game);
    let title = voice.say(&match single_game(table) {
        true => Phrase::new("public-finished-only").with("game", game),
        false => Phrase::new("public-finished").with("game", game),
    });
    let mut description = match_told(voice, table);
    description.extend(assisted(voice, table));
    description.extend(board_text(&scene));
    let mut parts = standing(voice, table);
    parts.extend(seat_boards(voice, &scene.seats));
    parts.extend(recent(voice, table));
    parts.extend(secret_fields(voice, table));
    let mut buttons = vec![
        voice.button("button-rematch", Style::Go, CustomId::Rematch { table: table.id }),
        voice.button("button-verify", Style::Plain, CustomId::Verify { table: table.id }),
    ];
    if table.guild.is_some() {
        let custom_id = CustomId::OpenLeaderboard {
            game: table.game.slug.to_owned(),
        };
        buttons.insert(1, voice.button("button-leaderboard", Style::Plain, custom_id));
    }
    buttons.extend(match_button(voice, table));
    let embed = embed(&title, &description, parts, "", OVER);
    shown(picture, embed, buttons)
}

fn cancelled(voice: &Voice<'_>, table: &Table) -> Payload {
    let title = voice.say(&Phrase::new("public-cancelled").with("game", voice.game(table.game)));
    let begun = !table.rounds.is_empty();
    let why = Phrase::new(match begun {
        _ if table.outdated => "public-outdated",
        _ if table.abandoned => "public-abandoned",
        _ if table.bot_removed => "public-bot-removed",
        true => "public-closed",
        false => "public-closed-lobby",
    });
    let mut parts = Vec::new();
    if table.rounds.iter().any(|round| round.outcome.is_some()) {
        parts.extend(scores(voice, table));
    }
    if begun {
        parts.extend(secret_fields(voice, table));
    }
    let again = voice.button("button-again", Style::Plain, CustomId::Rematch { table: table.id });
    let embed = embed(&title, &[voice.say(&why)], parts, "", CLOSED);
    shown(None, embed, vec![again])
}
