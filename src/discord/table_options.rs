//! What a host can change in a lobby, and what the menus of the form there change.
//!
//! The id of a menu says what it held when it was drawn: what holds by itself is not asked for by whoever left it as it was. Ids
//! and values can be forged, so [`changed`] takes only what a menu offers.

use std::collections::BTreeSet;

use serde_json::Value;

use super::clock_options;
use crate::games::{DynGame, Options};
use crate::referee::{Clock, Partner, Table, TermsChange};
use crate::rules::{OptionKind, OptionSpec};

/// The menu of all options that are yes or no: those that are chosen are on.
pub(super) const FLAGS: &str = "flags";
/// Whether people may take hints: in the menu of what is yes or no, beside the options of that kind.
pub(super) const HINTS: &str = "hints";
/// The menu of clocks.
pub(super) const CLOCK: &str = "clock";
/// The menu of the clock's rests.
pub(super) const REST: &str = "rest";
/// The menu of those who can play with the host, where four play in pairs.
pub(super) const PARTNER: &str = "partner";
/// The value for a computer player as partner, before its level; the value for a person is the person's id.
const COMPUTER: &str = "computer";
/// The value for an option that is left open.
pub(super) const OPEN: &str = "open";

/// The game as it would begin with these options: with the people who sit there, or else with the most who can play so.
pub(super) fn foreseen(table: &Table, options: &Options) -> Option<Box<dyn DynGame>> {
    table.game.foreseen(options, Some(table.seats.len() as u8))
}

/// The options of a lobby as they would hold.
pub(super) fn effective(table: &Table) -> Options {
    foreseen(table, &table.options).map_or_else(|| table.options.clone(), |play| play.options())
}

/// The id of the menu `what`, which holds this as it is drawn.
pub(super) fn menu_id(what: &str, held: &str) -> String {
    format!("{what}-{held}")
}

/// Whether an option can be left open: nothing holds in its place then.
pub(super) fn can_be_open(table: &Table, name: &str) -> bool {
    let mut options = table.options.clone();
    options.shift_remove(name);
    foreseen(table, &options).is_some_and(|play| play.options().get(name).is_none_or(Value::is_null))
}

/// Whether an option decides nothing beside these options.
pub(super) fn is_idle(spec: &OptionSpec, options: &Options) -> bool {
    let beside = spec.idle_beside.and_then(|other| options.get(other));
    beside == Some(&Value::Bool(true))
}

/// The values of an option that is not yes or no.
pub(super) fn values(kind: OptionKind) -> Vec<Value> {
    match kind {
        OptionKind::Flag => Vec::new(),
        OptionKind::Number { min, max } => (min..=max).map(Value::from).collect(),
        OptionKind::OneOf(numbers) => numbers.iter().map(|number| Value::from(*number)).collect(),
        OptionKind::Word(words) => words.iter().map(|word| Value::from(*word)).collect(),
    }
}

/// Between the options that a menu holds.
const AND: &str = "+";

/// How the id of a menu writes what it holds.
pub(super) fn held<'t>(values: impl Iterator<Item = &'t str>) -> String {
    values.collect::<Vec<_>>().join(AND)
}

/// How a menu writes the value of an option.
pub(super) fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// How a menu writes who can play with the host.
pub(super) fn partner(who: Partner) -> String {
    match who {
        Partner::Person(id) => id.to_string(),
        Partner::Computer(level) => format!("{COMPUTER}{level}"),
    }
}

/// Reads what [`partner`] wrote.
fn partner_of(chosen: &str) -> Option<Partner> {
    match chosen.strip_prefix(COMPUTER) {
        Some(level) => level.parse().ok().map(Partner::Computer),
        None => chosen.parse().ok().map(Partner::Person),
    }
}

/// What a form asks for that brings these lines, each with the id of a menu and what was chosen there; `None` if no form is so.
/// The referee knows who can play with the host by then.
pub(super) fn changed(table: &Table, lines: &str) -> Option<TermsChange> {
    let (mut change, mut rest) = (TermsChange::default(), None);
    for line in lines.lines() {
        let (id, chosen) = line.split_once(' ')?;
        let (what, held) = id.split_once('-')?;
        match what {
            FLAGS => flags(table, held, chosen, &mut change)?,
            _ if chosen == held => {}
            PARTNER => change.partner = Some(partner_of(chosen)?),
            CLOCK => change.clock = Some(clock(table, chosen.parse().ok()?)?),
            REST => rest = Some(chosen.parse().ok()?),
            name => drop(change.options.insert(name.to_owned(), value(table, name, chosen)?)),
        }
    }
    if let Some(rest) = rest {
        let (clock, _) = change.clock.unwrap_or((table.clock, 0));
        let seconds = clock.map_or(0, |clock| clock.seconds);
        if seconds > 0 {
            change.clock = Some((clock, rest)).filter(|_| clock_options::offers(table.game, seconds, rest));
            change.clock?;
        }
    }
    Some(change)
}

/// What was chosen for an option that is not yes or no.
fn value(table: &Table, name: &str, chosen: &str) -> Option<Value> {
    let spec = (table.game.options)().iter().find(|spec| spec.name == name)?;
    match chosen {
        OPEN if can_be_open(table, name) => Some(Value::Null),
        chosen => values(spec.kind).into_iter().find(|value| written(value) == chosen),
    }
}

/// What is on of all that is yes or no, by name.
pub(super) fn switched_on(table: &Table, now: &Options) -> String {
    let specs = (table.game.options)().iter();
    let flags = specs.filter(|spec| spec.kind == OptionKind::Flag && !is_idle(spec, now));
    let on = flags.filter(|spec| now.get(spec.name) == Some(&Value::Bool(true)));
    let on = on.map(|spec| spec.name);
    on.chain(table.hints.then_some(HINTS)).collect::<Vec<_>>().join(" ")
}

/// Switches the options that are yes or no, of which some were on when the menu was drawn. Only what differs from that is
/// switched: somebody may have switched others meanwhile, and an option that follows the number of people goes on to do so.
fn flags(table: &Table, held: &str, chosen: &str, change: &mut TermsChange) -> Option<()> {
    let names = |list: &str, between: &str| -> BTreeSet<String> {
        let names = list.split(between).filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    };
    let now = effective(table);
    let on = names(chosen, " ");
    let held = match held.parse::<u8>() {
        // A form from before the id said what was on: it held how many people sat there.
        Ok(people) => {
            let then = table.game.foreseen(&table.options, Some(people));
            let then = then.map_or_else(|| table.options.clone(), |play| play.options());
            names(&switched_on(table, &then), " ")
        }
        Err(_) => names(held, AND),
    };
    for name in held.symmetric_difference(&on) {
        let wanted = on.contains(name);
        if name == HINTS {
            change.hints = Some(wanted);
            continue;
        }
        let mut specs = (table.game.options)().iter();
        let spec = specs.find(|spec| spec.kind == OptionKind::Flag && spec.name == name)?;
        if !is_idle(spec, &now) {
            change.options.insert(name.clone(), wanted.into());
        }
    }
    Some(())
}

/// A clock that was chosen, with its rest: a new clock has its usual one, and another clock keeps the rest.
fn clock(table: &Table, chosen: u32) -> Option<(Option<Clock>, u32)> {
    let rest = match table.clock {
        Some(_) if chosen > 0 => table.turns.rest,
        _ => clock_options::usual_rest(table.game, chosen),
    };
    let clock = (chosen > 0).then_some(Clock { seconds: chosen });
    clock_options::offers(table.game, chosen, rest).then_some((clock, rest))
}
