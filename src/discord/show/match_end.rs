//! The end of a game and of a match: who has won, what decided it, and the picture of a match.
//!
//! The picture is made from what the referee knows, so it looks alike for every game. It has a row for each seat, the best
//! first, with the seat's place, its holder's mark and name, its points in each game, and its total. A
//! match of a single game has that game's own picture.

use super::seats::CROWD;
use super::voice::{Voice, single_game};
use super::{concede, sides};
use crate::referee::{Phase, Round, Table};
use crate::rules::parts::{GAP, WIDTH, card, crown, place, text};
use crate::rules::{Anchor, Arg, Form, Ink, Label, MatchLength, Material, Phrase, Seat, Shape, Sketch, Viewer, marks};

/// What decided the last game, if the points alone do not tell.
pub(super) fn decided(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    voice.lines(&scene.decided)
}

/// Who won the match and what decided it; after several games, also who won the last one.
pub(super) fn match_told(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let mut lines: Vec<String> = match_won(voice, table).into_iter().collect();
    if !single_game(table) {
        lines.extend(round_won(voice, table));
    }
    lines.extend(decided(voice, table));
    lines
}

/// What everybody has in the end, the best first; `None` where points are not added up, and in a crowd.
pub(super) fn standings(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let lines = lines(table).filter(|lines| lines.len() <= CROWD)?;
    let standing = |line: &ScoreLine| {
        Phrase::new("panel-standing")
            .with("seat", line.seat)
            .with("points", (table.game.points)(line.total))
    };
    let list: Arg = lines.iter().map(standing).collect();
    Some(voice.say(&Phrase::new("panel-standings").with("list", list)))
}

/// The points of one seat in the match.
pub(super) fn own_points(voice: &Voice<'_>, table: &Table, seat: Seat) -> Option<String> {
    let line = lines(table)?.into_iter().find(|line| line.seat == seat)?;
    let points = (table.game.points)(line.total);
    Some(voice.say(&Phrase::new("panel-own-points").with("points", points)))
}

/// Who won the match, and with how many points where points are added up.
pub(super) fn match_won(voice: &Voice<'_>, table: &Table) -> Option<String> {
    if single_game(table) {
        return round_won(voice, table);
    }
    let won = winners(table.match_places().as_ref());
    let key = match is_team(table, &won) {
        true => "public-won-match-team-with",
        false => "public-won-match-with",
    };
    let told = points_of(table, &won, table.totals().as_deref()).map(|points| winning(voice, table, key, won, points));
    Some(voice.say(&told.unwrap_or_else(|| grand_winners(voice, table))))
}

/// Those who won, and the `points` that each of them has.
fn winning(voice: &Voice<'_>, table: &Table, key: &'static str, won: Vec<Seat>, points: Phrase) -> Phrase {
    Phrase::new(key)
        .with("count", won.len() as u32)
        .with("seats", sides::said(voice, table, won))
        .with("points", points)
}

/// The points of those who have won, where points are added up and each of them has as many.
fn points_of(table: &Table, won: &[Seat], scores: Option<&[i64]>) -> Option<Phrase> {
    let scores = scores.filter(|_| table.totals().is_some())?;
    let mut points = won.iter().map(|seat| scores.get(seat.index()).copied());
    let first = points.next()??;
    points
        .all(|other| other == Some(first))
        .then(|| (table.game.points)(first))
}

/// Who won a match of several games.
fn grand_winners(voice: &Voice<'_>, table: &Table) -> Phrase {
    let won = winners(table.match_places().as_ref());
    let (count, together) = (won.len() as u32, is_team(table, &won));
    let seats = sides::said(voice, table, won);
    match (count, together) {
        (0, _) => Phrase::new("public-won-nobody"),
        (_, true) => Phrase::new("public-won-match-team").with("seats", seats),
        (_, false) => Phrase::new("public-won-match")
            .with("seats", seats)
            .with("count", count),
    }
}

/// Who has won a match that was closed after somebody had forfeited it, if anybody has.
pub(super) fn stayed(voice: &Voice<'_>, table: &Table) -> Option<String> {
    table.match_places()?;
    Some(voice.say(&grand_winners(voice, table)))
}

/// What everybody has so far in a match of several games; `None` before its first game is over, and if points are not added
/// up.
pub(super) fn so_far(table: &Table) -> Option<Phrase> {
    so_far_in_lines(table, usize::MAX).into_iter().next()
}

/// The same in lines that name at most so many seats each.
pub(super) fn so_far_in_lines(table: &Table, seats_per_line: usize) -> Vec<Phrase> {
    let is_any = table.rounds.iter().any(|round| round.outcome.is_some());
    let Some(totals) = table.totals().filter(|_| is_any && !single_game(table)) else {
        return Vec::new();
    };
    let seat = |(seat, total)| {
        Phrase::new("match-so-far-seat")
            .with("seat", seat)
            .with("points", total)
    };
    let seats: Vec<Phrase> = (0..).map(Seat).zip(totals).map(seat).collect();
    let length = table.play.as_ref().map(|play| play.match_length());
    let line = |(nth, seats): (usize, &[Phrase])| {
        let seats: Arg = seats.iter().cloned().collect();
        match length {
            _ if nth > 0 => Phrase::new("match-so-far-more").with("seats", seats),
            Some(MatchLength::Points(to)) => Phrase::new("match-so-far-to").with("to", to).with("seats", seats),
            _ => Phrase::new("match-so-far").with("seats", seats),
        }
    };
    seats.chunks(seats_per_line).enumerate().map(line).collect()
}

/// The seats that share first place, if there are places.
fn winners(places: Option<&Vec<u8>>) -> Vec<Seat> {
    let places = places.map(Vec::as_slice).unwrap_or_default().iter().enumerate();
    places
        .filter(|(_, place)| **place == 1)
        .map(|(index, _)| Seat(index as u8))
        .collect()
}

/// Who won the last game, and with how many points where points are added up.
pub(super) fn round_won(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let round = table.rounds.iter().rev().find(|round| round.outcome.is_some())?;
    if round.ended.is_some() && round.forfeits.is_empty() {
        return concede::ended(voice, round);
    }
    let won = winners(round.places().as_ref());
    if let Some(side) = sides::whole(table, &won) {
        let side = sides::name(voice, table, side);
        return Some(voice.say(&Phrase::new("public-won-side").with("side", side)));
    }
    if let Some(said) = undecided(voice, table, &won) {
        return Some(said);
    }
    let scores = round.outcome.as_ref().and_then(|outcome| outcome.scores.as_deref());
    let points = points_of(table, &won, scores);
    let [bare, with] = match (single_game(table), is_team(table, &won)) {
        (true, true) => ["public-won-only-team", "public-won-only-team-with"],
        (true, false) => ["public-won-only", "public-won-only-with"],
        (false, true) => ["public-won-team", "public-won-team-with"],
        (false, false) => ["public-won", "public-won-with"],
    };
    let told = match points {
        Some(points) => winning(voice, table, with, won, points),
        None => Phrase::new(bare)
            .with("count", won.len() as u32)
            .with("seats", sides::said(voice, table, won)),
    };
    Some(voice.say(&told.with("round", round.number)))
}

/// What is said if nobody has won, or if all have won alike. A game may have its own words for both (`<slug>-nobody`,
/// `<slug>-nobody-alone`, `<slug>-level`). `None` if there are winners to name.
fn undecided(voice: &Voice<'_>, table: &Table, won: &[Seat]) -> Option<String> {
    let seats = table.seats.len();
    if won.is_empty() {
        let own = match seats {
            1 => voice.of_game(table.game, "nobody-alone"),
            _ => voice.of_game(table.game, "nobody"),
        };
        return own.or_else(|| Some(voice.label("public-won-nobody")));
    }
    let level = seats > 1 && won.len() == seats;
    voice.of_game(table.game, "level").filter(|_| level)
}

/// Whether several seats have won as one team.
fn is_team(table: &Table, won: &[Seat]) -> bool {
    let team = |seat: &Seat| table.play.as_ref().map(|play| play.team(*seat));
    won.len() > 1 && won.windows(2).all(|pair| team(&pair[0]) == team(&pair[1]))
}

/// How many columns show the games' points; in a longer match the earlier games share the first column.
const COLUMNS: usize = 5;

/// The heights of the title, of the column heads, and of a row.
const TITLE: i32 = 72;
const HEAD: i32 = 48;
const ROW: i32 = 58;

/// The left edge of the names, and the right edges of the totals and of the column before them.
const NAME: i32 = 88;
const TOTAL: i32 = WIDTH - GAP - 16;
const LAST: i32 = TOTAL - 94;

/// The width of a column.
const COLUMN: i32 = 60;

/// The points of every seat in one game, or in several games together.
struct Column {
    first: u32,
    last: u32,
    points: Vec<i64>,
}

/// A seat's row: its place, and its total.
struct ScoreLine {
    place: u8,
    seat: Seat,
    total: i64,
}

/// The picture of a match that is over; `None` before the end, and if the last game's own picture shows everything. That picture
/// crowns whoever has the most points, also if they have left the match.
pub(super) fn sketch(voice: &Voice<'_>, table: &Table) -> Option<Sketch> {
    let columns = columns(table);
    let own = columns.len() < 2 && table.forfeiters().is_empty();
    if table.phase != Phase::Finished || columns.is_empty() || own {
        return None;
    }
    let lines = lines(table)?;
    let title = grand_winners(voice, table);
    let mut shapes = vec![
        crown((GAP + 22, TITLE / 2), 22),
        text(
            (GAP + 56, TITLE / 2),
            32,
            Anchor::Left,
            WIDTH - 2 * GAP - 56,
            title.clone(),
        )
        .bold(),
    ];
    let high = HEAD + ROW * lines.len() as i32;
    shapes.push(card((GAP, TITLE), (WIDTH - 2 * GAP, high)));
    heads(&columns, &mut shapes);
    for (index, line) in (0..).zip(&lines) {
        row(line, &columns, TITLE + HEAD + ROW * index, &mut shapes);
    }
    Some(Sketch::wide(
        Material::Paper,
        TITLE + high + GAP,
        shapes,
        alt(table, title, &columns, &lines),
    ))
}

/// The points of the finished games, in as many columns as fit.
fn columns(table: &Table) -> Vec<Column> {
    let column = |round: &Round| {
        Some(Column {
            first: round.number,
            last: round.number,
            points: round.outcome.as_ref()?.scores.clone()?,
        })
    };
    let mut columns: Vec<Column> = table.rounds.iter().filter_map(column).collect();
    while columns.len() > COLUMNS {
        let next = columns.remove(1);
        let earlier = &mut columns[0];
        earlier.last = next.last;
        for (sum, points) in earlier.points.iter_mut().zip(next.points) {
            *sum = sum.saturating_add(points);
        }
    }
    columns
}

/// The seats in the order of their places; `None` if points are not added up.
fn lines(table: &Table) -> Option<Vec<ScoreLine>> {
    let places = table.match_places()?;
    let seats = (0..).map(Seat).zip(table.totals()?);
    let mut lines: Vec<ScoreLine> = places
        .into_iter()
        .zip(seats)
        .map(|(place, (seat, total))| ScoreLine { place, seat, total })
        .collect();
    lines.sort_by_key(|line| line.place);
    Some(lines)
}

/// The columns with their right edges.
fn ends(columns: &[Column]) -> impl Iterator<Item = (i32, &Column)> {
    (0..)
        .zip(columns.iter().rev())
        .map(|(at, column)| (LAST - at * COLUMN, column))
}

fn heads(columns: &[Column], shapes: &mut Vec<Shape>) {
    let level = TITLE + HEAD / 2;
    let mut head = |right: i32, room: i32, says: Phrase| {
        shapes.push(text((right, level), 22, Anchor::Right, room, says).inked(Ink::Quiet));
    };
    for (right, column) in ends(columns) {
        let says = match column.first == column.last {
            true => Phrase::new("public-column-game").with("round", column.first),
            false => Phrase::new("match-column-games")
                .with("first", column.first)
                .with("last", column.last),
        };
        head(right, COLUMN - 6, says);
    }
    head(TOTAL, 84, Phrase::new("public-column-total"));
}

fn row(line: &ScoreLine, columns: &[Column], top: i32, shapes: &mut Vec<Shape>) {
    let level = top + ROW / 2;
    let above = Form::Path(vec![(GAP + 2, top), (WIDTH - GAP - 2, top)]);
    shapes.push(Shape::outlined(above, Ink::Line, 1));
    shapes.extend(place((GAP + 38, level), line.place));
    let mut left = LAST;
    for (right, column) in ends(columns) {
        let points = column.points.get(line.seat.index()).map(i64::to_string);
        let points: Label = points.unwrap_or_default().into();
        shapes.push(text((right, level), 26, Anchor::Right, COLUMN - 6, points));
        left = right - COLUMN;
    }
    let room = left - NAME - 4;
    shapes.extend(marks::holder((NAME, level), 28, room, line.seat));
    shapes.push(text((TOTAL, level), 33, Anchor::Right, 86, line.total.to_string()).bold());
}

/// The description of everything that the picture shows.
fn alt(table: &Table, title: Phrase, columns: &[Column], lines: &[ScoreLine]) -> Vec<Phrase> {
    let earlier = columns.first().filter(|column| column.first < column.last);
    let games = match earlier {
        Some(earlier) => Phrase::new("match-alt-earlier").with("earlier", earlier.last),
        None => Phrase::new("match-alt-games"),
    };
    let told = |line: &ScoreLine| {
        let points = columns.iter().filter_map(|column| column.points.get(line.seat.index()));
        let points: Vec<String> = points.map(i64::to_string).collect();
        Phrase::new("match-alt-seat")
            .with("place", line.place)
            .with("seat", line.seat)
            .with("sum", points.join(" + ").replace("+ -", "- "))
            .with("points", (table.game.points)(line.total))
    };
    [title, games].into_iter().chain(lines.iter().map(told)).collect()
}
