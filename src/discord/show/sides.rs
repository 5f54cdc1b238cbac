//! Two sides, as people see them: the lobby's lists and buttons, and short names where naming everybody would make a list of
//! sixteen.

use super::super::custom_id::CustomId;
use super::super::limits::length;
use super::super::payload::{Button, Style};
use super::voice::{LINE, Voice, seats_arg, section};
use crate::player::Level;
use crate::referee::{Pause, Table};
use crate::rules::{Arg, Outcome, Phrase, SIDES, Seat, Sides};

/// How many seats, or members of a side, a panel names; beyond that, only their number is told.
const FEW: usize = 3;

/// The room for the list of a side.
const SIDE_ROOM: usize = 1200;

/// The name of a side.
pub(super) fn name(voice: &Voice<'_>, table: &Table, side: u8) -> String {
    let sides = table.game.sides.as_ref();
    let name = sides.and_then(|sides| sides.names.get(usize::from(side)));
    let called = name.and_then(|name| voice.of_game(table.game, &format!("side-{name}")));
    called.unwrap_or_else(|| name.copied().unwrap_or_default().to_owned())
}

/// Several seats in few words: whole sides by name, and large groups by number.
pub(super) fn said(voice: &Voice<'_>, table: &Table, seats: impl IntoIterator<Item = Seat>) -> Arg {
    let seats: Vec<Seat> = seats.into_iter().collect();
    if table.game.sides.is_none() {
        return seats_arg(seats);
    }
    let mut said: Vec<Arg> = Vec::new();
    for side in 0..SIDES as u8 {
        let all = table.side(side).count();
        let some: Vec<Seat> = table.side(side).filter(|seat| seats.contains(seat)).collect();
        match some.len() {
            0 => {}
            count if count == all && count > 1 => said.push(name(voice, table, side).into()),
            count if count > FEW => {
                let phrase = Phrase::new("side-some")
                    .with("count", count as u32)
                    .with("side", name(voice, table, side));
                said.push(phrase.into());
            }
            _ => said.extend(some.into_iter().map(Arg::from)),
        }
    }
    Arg::List(said)
}

/// Seats in fewer words still, for a panel: the table's message names them all.
pub(super) fn counted(voice: &Voice<'_>, table: &Table, seats: impl IntoIterator<Item = Seat>) -> Arg {
    let seats: Vec<Seat> = seats.into_iter().collect();
    match table.game.sides {
        None if seats.len() > FEW => Phrase::new("panel-others").with("count", seats.len() as u32).into(),
        _ => said(voice, table, seats),
    }
}

/// The side that these seats form, if they are all of its members and nobody else.
pub(super) fn whole(table: &Table, seats: &[Seat]) -> Option<u8> {
    table.game.sides?;
    let is_whole = |side: &u8| table.side(*side).eq(seats.iter().copied());
    (0..SIDES as u8).find(|side| seats.len() > 1 && is_whole(side))
}

/// Who sits where in the lobby, one list for each side. Members are numbered, beginning with the captain.
pub(super) fn lists(voice: &Voice<'_>, table: &Table, sides: Sides) -> Vec<String> {
    let list = |side: u8| {
        let seats: Vec<Seat> = table.side(side).collect();
        let mut lines: Vec<String> = (0..)
            .zip(&seats)
            .map(|(at, seat)| line(voice, table, at, *seat))
            .collect();
        if lines.is_empty() {
            lines.push(voice.label("public-side-empty"));
        }
        section(&voice.say(&heading(voice, table, sides, side)), &lines, SIDE_ROOM)
    };
    (0..SIDES as u8).map(list).collect()
}

/// A side, and how many of those who have room there are there.
fn heading(voice: &Voice<'_>, table: &Table, sides: Sides, side: u8) -> Phrase {
    Phrase::new("public-side")
        .with("side", name(voice, table, side))
        .with("count", table.side(side).count() as u32)
        .with("most", sides.most)
}

fn line(voice: &Voice<'_>, table: &Table, at: usize, seat: Seat) -> String {
    let host = table.seat_of(table.host) == Some(seat);
    let key = match (at, host) {
        (0, true) => "name-captain-host",
        (0, false) => "name-captain",
        (_, true) => "name-host",
        (_, false) => "name-only",
    };
    format!("{at:x}. {}", voice.say(&Phrase::new(key).with("seat", seat)))
}

/// What sitting down on a side is called, in the game's own verb where it has one.
fn join_label(voice: &Voice<'_>, table: &Table, sides: Sides, side: u8) -> String {
    let verb = |name: &&str| voice.of_game(table.game, &format!("join-{name}"));
    sides.names.get(usize::from(side)).and_then(verb).unwrap_or_else(|| {
        let phrase = Phrase::new("button-join-side").with("side", name(voice, table, side));
        voice.plain(&phrase)
    })
}

/// What changes who sits on which side, as entries of the lobby's menu: a label, what more is to know, and the press.
pub(super) fn entries(voice: &Voice<'_>, table: &Table, sides: Sides) -> Vec<(String, String, CustomId)> {
    let id = table.id;
    let on = table.on_sides();
    let open: Vec<u8> = (0..SIDES as u8)
        .filter(|side| on[usize::from(*side)] < sides.most)
        .collect();
    let join = |side: &u8| {
        let there = heading(voice, table, sides, *side);
        let press = CustomId::SitOn { table: id, side: *side };
        (join_label(voice, table, sides, *side), voice.plain(&there), press)
    };
    let more = |(side, level): (u8, Level)| {
        let label = Phrase::new("button-more-on")
            .with("side", name(voice, table, side))
            .with("level", voice.level(level));
        let press = CustomId::AddComputerOn {
            table: id,
            side,
            level: Some(level),
        };
        (voice.plain(&label), String::new(), press)
    };
    let mut entries: Vec<(String, String, CustomId)> = open.iter().map(join).collect();
    let computers = open.iter().flat_map(|side| Level::ALL.map(|level| (*side, level)));
    entries.extend(computers.map(more));
    let mut all = |key, press| entries.push((voice.label(key), String::new(), press));
    // By how much the sides differ in strength does not show here.
    if table.seats.len() > 2 || on[0].abs_diff(on[1]) > 1 {
        all("button-balance", CustomId::Balance { table: id });
    }
    all("button-swap", CustomId::SwapSides { table: id });
    entries
}

/// The sides in the order of their places, with who sat there, as many as have room; `None` if they did not win and lose as sides.
pub(super) fn result_lines(voice: &Voice<'_>, table: &Table, outcome: &Outcome) -> Option<Vec<String>> {
    let places = outcome.places.as_ref().filter(|_| table.game.sides.is_some())?;
    let mut sides = Vec::new();
    for side in 0..SIDES as u8 {
        let mut own = table.side(side).filter_map(|seat| places.get(seat.index()));
        let place = *own.next()?;
        own.all(|other| *other == place).then(|| sides.push((place, side)))?;
    }
    sides.sort_by_key(|(place, _)| *place);
    let naming = |place: u8, side: u8, named: usize| {
        let seats: Vec<Seat> = table.side(side).collect();
        let others = seats.len() - named;
        let more = (others > 0).then(|| Phrase::new("side-more").with("count", others as u32));
        let seats = seats.into_iter().take(named).map(Arg::from);
        let phrase = Phrase::new("public-place-side")
            .with("place", place)
            .with("side", name(voice, table, side))
            .with("seats", Arg::List(seats.chain(more.map(Arg::from)).collect()));
        voice.say(&phrase)
    };
    let line = |(place, side): (u8, u8)| {
        let mut lines = (0..=table.side(side).count())
            .rev()
            .map(|named| naming(place, side, named));
        lines.find(|line| length(line) <= LINE).unwrap_or_default()
    };
    Some(sides.into_iter().map(line).collect())
}

/// The lines about a pause: that the game pauses, or who asks for a pause.
pub(super) fn pause(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    match &table.turns.pause {
        Pause::Agreed => vec![voice.say(&Phrase::new("public-paused"))],
        Pause::Idle => vec![voice.say(&Phrase::new("public-paused-idle"))],
        Pause::Wanted(wishes) => wishes
            .iter()
            .map(|wish| voice.say(&Phrase::new("public-pause-wanted").with("seat", wish.seat)))
            .collect(),
    }
}

/// The button that asks for a pause, or ends one; `None` if no turn clock runs.
pub(super) fn pause_button(voice: &Voice<'_>, table: &Table) -> Option<Button> {
    let id = table.id;
    let button = match table.turns.is_paused() {
        true => voice.button("button-resume", Style::Go, CustomId::Resume { table: id }),
        false => voice.button("button-pause", Style::Plain, CustomId::Pause { table: id }),
    };
    table.has_turn_clock().then_some(button)
}
