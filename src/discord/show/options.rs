//! The form in which a host changes the options of a lobby and the partners: a menu for each thing that can be changed, which
//! shows what holds now.

use serde_json::Value;

use super::super::clock_options::{RESTS, seconds};
use super::super::custom_id::CustomId;
use super::super::limits::{self, fit};
use super::super::payload::{Labelled, Modal, Payload, Select, SelectOption, Style};
use super::super::table_options::{
    CLOCK, FLAGS, HINTS, OPEN, PARTNER, REST, can_be_open, effective, held, is_idle, menu_id, partner, values, written,
};
use super::lobby::{clock_phrase, teams_phrase};
use super::option_words::{option_title, option_value};
use super::voice::{Voice, text_message};
use crate::games::Options;
use crate::referee::{Partner, Table, TableSnapshot};
use crate::rules::{OptionKind, OptionSpec, Phrase, Seat};
use crate::words::Words;

/// The form for the options of a lobby, each with what holds now.
pub fn options(words: &Words, locale: &str, snapshot: &TableSnapshot) -> Modal {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let now = effective(table);
    let offered = (table.game.options)().iter().filter(|spec| !is_idle(spec, &now));
    let (flags, others): (Vec<&OptionSpec>, Vec<&OptionSpec>) = offered.partition(|spec| spec.kind == OptionKind::Flag);
    let flags = flags.into_iter().map(|spec| flag(&voice, table, spec, &now));
    let flags: Vec<SelectOption> = flags.chain([hints(&voice, table)]).collect();
    let mut menus = vec![menu(FLAGS, [voice.label("options-flags"), String::new()], flags)];
    menus[0].select.many = true;
    let partners = partners(&voice, table);
    if !partners.is_empty() {
        let said = ["options-partners", "options-partners-about"].map(|key| voice.label(key));
        menus.push(menu(PARTNER, said, partners));
    }
    for spec in others {
        let about = voice.of_game(table.game, &format!("option-{}", spec.name));
        let said = [option_title(&voice, table.game, spec), about.unwrap_or_default()];
        menus.push(menu(spec.name, said, option(&voice, table, spec, &now)));
    }
    let clock = [voice.label("play-menu-clock"), String::new()];
    menus.push(menu(CLOCK, clock, clocks(&voice, table)));
    if table.turn_clock().is_some() {
        let rest = [voice.label("options-rest"), String::new()];
        menus.push(menu(REST, rest, rests(&voice, table)));
    }
    Modal {
        custom_id: CustomId::SetOptions { table: table.id }.to_string(),
        title: fit(&voice.label("options-title"), limits::MODAL_TITLE),
        inputs: Vec::new(),
        menus,
    }
}

/// Says why what was chosen in the form changed nothing, beside the button that opens the form.
pub fn options_refused(words: &Words, locale: &str, snapshot: &TableSnapshot, why: &Phrase) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let again = voice.button("button-options", Style::Plain, CustomId::Options { table: table.id });
    text_message(&voice.say(why), vec![again])
}

/// One menu.
fn menu(what: &str, [label, description]: [String; 2], options: Vec<SelectOption>) -> Labelled {
    let chosen = options.iter().filter(|option| option.chosen);
    let select = Select {
        custom_id: menu_id(what, &held(chosen.map(|option| &*option.value))),
        placeholder: String::new(),
        options,
        many: false,
    };
    Labelled {
        label: fit(&label, limits::INPUT_LABEL),
        description: fit(&description, limits::INPUT_HINT),
        select,
    }
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
