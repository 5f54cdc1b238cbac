//! The message in which a host changes the options of a lobby and the partners: a menu for each thing that can be changed.

use serde_json::Value;

use super::super::clock_options::{RESTS, seconds};
use super::super::custom_id::CustomId;
use super::super::payload::{Payload, Row, Select, SelectOption};
use super::super::table_options::{
    CLOCK, HINTS, OPEN, PARTNER, REST, can_be_open, effective, flags_menu, is_idle, partner, values, written,
};
use super::lobby::{clock_phrase, teams_phrase};
use super::option_words::{option_title, option_value};
use super::voice::{Voice, page};
use crate::games::Options;
use crate::referee::{Partner, Table, TableSnapshot};
use crate::rules::{OptionKind, OptionSpec, Phrase, Seat};
use crate::words::Words;

/// What stands in the menu of all options that are yes or no.
const FLAGS: &str = "options-flags";

/// The options of a lobby for its host, each with what holds now. `refused` says why the last choice changed nothing.
pub fn options(words: &Words, locale: &str, snapshot: &TableSnapshot, refused: Option<&Phrase>) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let now = effective(table);
    let offered = (table.game.options)().iter().filter(|spec| !is_idle(spec, &now));
    let (flags, others): (Vec<&OptionSpec>, Vec<&OptionSpec>) = offered.partition(|spec| spec.kind == OptionKind::Flag);
    let flags = flags.into_iter().map(|spec| flag(&voice, table, spec, &now));
    let flags: Vec<SelectOption> = flags.chain([hints(&voice, table)]).collect();
    let mut rows = vec![menu(&voice, table, (&flags_menu(table), FLAGS), flags)];
    let mut lines = vec![voice.label("options-how")];
    let partners = partners(&voice, table);
    if !partners.is_empty() {
        rows.push(menu(&voice, table, (PARTNER, "options-one"), partners));
        lines.push(voice.say(&Phrase::new("options-partners")));
    }
    for spec in others {
        rows.push(menu(
            &voice,
            table,
            (spec.name, "options-one"),
            option(&voice, table, spec, &now),
        ));
        let about = voice.of_game(table.game, &format!("option-{}", spec.name));
        let line = Phrase::new("options-about")
            .with("name", option_title(&voice, table.game, spec))
            .with("about", about.unwrap_or_default());
        lines.push(voice.say(&line));
    }
    rows.push(menu(&voice, table, (CLOCK, "options-one"), clocks(&voice, table)));
    if table.turn_clock().is_some() {
        rows.push(menu(&voice, table, (REST, "options-one"), rests(&voice, table)));
    }
    lines.extend(refused.map(|refused| format!("\n{}", voice.say(refused))));
    page(&voice.label("options-title"), &lines.join("\n"), "", rows)
}

/// One menu.
fn menu(voice: &Voice<'_>, table: &Table, (what, key): (&str, &'static str), options: Vec<SelectOption>) -> Row {
    let custom_id = CustomId::SetOption {
        table: table.id,
        what: what.to_owned(),
    };
    let placeholder = voice.plain(&Phrase::new(key).with("name", what));
    Row::Select(Select {
        many: key == FLAGS,
        ..Select::new(&custom_id, &placeholder, options)
    })
}

/// The entry of an option that is yes or no.
fn flag(voice: &Voice<'_>, table: &Table, spec: &OptionSpec, now: &Options) -> SelectOption {
    let about = voice.of_game(table.game, &format!("option-{}", spec.name));
    SelectOption::new(&option_title(voice, table.game, spec), spec.name)
        .described(&about.unwrap_or_default())
        .chosen_if(now.get(spec.name) == Some(&Value::Bool(true)))
}

/// The entry for hints.
fn hints(voice: &Voice<'_>, table: &Table) -> SelectOption {
    SelectOption::new(&voice.label("options-hints"), HINTS)
        .described(&voice.label("options-hints-about"))
        .chosen_if(table.hints)
}

/// The entries of another option.
fn option(voice: &Voice<'_>, table: &Table, spec: &OptionSpec, now: &Options) -> Vec<SelectOption> {
    let holds = now.get(spec.name).filter(|value| !value.is_null());
    let entries = values(spec.kind).into_iter();
    let mut entries: Vec<SelectOption> = entries
        .map(|value| {
            let label = option_value(voice, table, spec, &value);
            SelectOption::new(&label, written(&value)).chosen_if(holds == Some(&value))
        })
        .collect();
    if can_be_open(table, spec.name) {
        let open = voice.plain(&Phrase::new("options-open").with("name", option_title(voice, table.game, spec)));
        entries.insert(0, SelectOption::new(&open, OPEN).chosen_if(holds.is_none()));
    }
    entries
}

/// The entries for those who can play with the host, each with the pairs that would follow; none where there is no choice.
fn partners(voice: &Voice<'_>, table: &Table) -> Vec<SelectOption> {
    let possible = table.possible_partners();
    let (Some(host), [(_, now), _, ..]) = (table.seat_of(table.host), possible.as_slice()) else {
        return Vec::new();
    };
    let entry = |(who, seat): &(Partner, Seat)| {
        let seats = (0..table.seats.len() as u8).map(Seat);
        let others = seats.filter(|other| ![host, *seat].contains(other)).collect();
        let label = voice.plain(&teams_phrase([vec![host, *seat], others]));
        SelectOption::new(&label, partner(*who)).chosen_if(seat == now)
    };
    possible.iter().map(entry).collect()
}

fn clocks(voice: &Voice<'_>, table: &Table) -> Vec<SelectOption> {
    let now = table.clock.map_or(0, |clock| clock.seconds);
    let clocks = seconds(table.game).into_iter();
    let entry =
        |clock| SelectOption::new(&voice.plain(&clock_phrase(table.game, clock)), clock).chosen_if(clock == now);
    clocks.map(entry).collect()
}

fn rests(voice: &Voice<'_>, table: &Table) -> Vec<SelectOption> {
    let entry = |rest: u32| {
        let label = match rest {
            0 => voice.label("options-no-rest"),
            rest => voice.plain(&Phrase::new("public-turn-rest").with("count", rest)),
        };
        SelectOption::new(&label, rest).chosen_if(rest == table.turns.rest)
    };
    RESTS.into_iter().map(entry).collect()
}
