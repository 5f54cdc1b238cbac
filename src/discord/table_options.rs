//! What a host can change in a lobby, and what a choice from one of the menus there changes.
//!
//! The menus stand in a private message and not in a form: serenity drops what is chosen in a form's menus
//! (docs/DISCORD.md, "serenity"). A custom id can be forged, so [`change`] takes only what a menu offers.

use serde_json::Value;

use super::clock_options;
use crate::games::{DynGame, Options};
use crate::player::Level;
use crate::referee::{Action, Clock, Partner, Table, TermsChange};
use crate::rules::{OptionKind, OptionSpec};

/// The menu of all options that are yes or no: those that are chosen are on. How many sat there when the menu was drawn follows
/// after a hyphen.
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

/// The name of the menu of all options that are yes or no, as it is drawn now.
pub(super) fn flags_menu(table: &Table) -> String {
    format!("{FLAGS}-{}", table.seats.len())
}

/// How many sat there when a menu of this name was drawn; `None` for another menu.
fn sat(table: &Table, what: &str) -> Option<u8> {
    match what.strip_prefix(FLAGS)? {
        "" => Some(table.seats.len() as u8),
        drawn => drawn.strip_prefix('-')?.parse().ok(),
    }
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

/// Reads what [`partner`] wrote. Menus from before there were levels name none.
fn partner_of(chosen: &str) -> Option<Partner> {
    match chosen.strip_prefix(COMPUTER) {
        Some("") => Some(Partner::Computer(Level::FORMER)),
        Some(level) => level.parse().ok().map(Partner::Computer),
        None => chosen.parse().ok().map(Partner::Person),
    }
}

/// What a choice from the menu `what` asks for; `None` if the menu does not offer it. The referee knows who can play with the
/// host by then.
pub(super) fn action(table: &Table, what: &str, chosen: &str) -> Option<Action> {
    match what {
        PARTNER => partner_of(chosen).map(|partner| Action::ChoosePartner { partner }),
        _ => change(table, what, chosen).map(Action::ChangeTerms),
    }
}

/// What changes at a table by a choice from the menu `what`; `None` if the menu does not offer it. Several chosen values are
/// separated by spaces.
pub(super) fn change(table: &Table, what: &str, chosen: &str) -> Option<TermsChange> {
    let specs = (table.game.options)();
    if let Some(people) = sat(table, what) {
        return flags(table, people, specs, chosen);
    }
    match what {
        CLOCK | REST => clock(table, what, chosen.parse().ok()?),
        name => {
            let spec = specs.iter().find(|spec| spec.name == name)?;
            let value = match chosen {
                OPEN if can_be_open(table, name) => Value::Null,
                chosen => values(spec.kind).into_iter().find(|value| written(value) == chosen)?,
            };
            Some(TermsChange {
                options: Options::from_iter([(name.to_owned(), value)]),
                ..TermsChange::default()
            })
        }
    }
}

/// The change of the options that are yes or no, from what held when so many people sat there. An option that held already is
/// not said, so that an option which follows the number of people goes on to do so.
fn flags(table: &Table, people: u8, specs: &[OptionSpec], chosen: &str) -> Option<TermsChange> {
    let now = table.game.foreseen(&table.options, Some(people));
    let now = now.map_or_else(|| table.options.clone(), |play| play.options());
    let on: Vec<&str> = chosen.split(' ').filter(|name| !name.is_empty()).collect();
    let flags = || specs.iter().filter(|spec| spec.kind == OptionKind::Flag);
    if !on
        .iter()
        .all(|name| *name == HINTS || flags().any(|flag| flag.name == *name))
    {
        return None;
    }
    let offered = flags().filter(|spec| !is_idle(spec, &now));
    let changed = offered.filter_map(|spec| {
        let wanted = on.contains(&spec.name);
        let holds = now.get(spec.name) == Some(&Value::Bool(true));
        (wanted != holds).then(|| (spec.name.to_owned(), wanted.into()))
    });
    let hints = on.contains(&HINTS);
    Some(TermsChange {
        options: changed.collect(),
        hints: (hints != table.hints).then_some(hints),
        ..TermsChange::default()
    })
}

fn clock(table: &Table, what: &str, chosen: u32) -> Option<TermsChange> {
    let now = table.clock.map_or(0, |clock| clock.seconds);
    let (seconds, rest) = match what {
        REST => (now, chosen),
        // A new clock has its usual rest, and another clock keeps the rest.
        _ if now == 0 || chosen == 0 => (chosen, clock_options::usual_rest(table.game, chosen)),
        _ => (chosen, table.turns.rest),
    };
    clock_options::offers(table.game, seconds, rest).then(|| TermsChange {
        clock: Some(((seconds > 0).then_some(Clock { seconds }), rest)),
        ..TermsChange::default()
    })
}
