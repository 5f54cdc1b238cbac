//! Turns the command that a person types (its name with subcommands, and options by name) into an interaction's `data`. Refuses what
//! Discord's clients would refuse.

use serde_json::{Map, Value, json};

use super::No;
use super::resolver::Resolver;
use crate::playground::json::list;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::command::Command;

/// What a person typed.
pub(super) struct Typed<'a> {
    pub(super) person: Id,
    pub(super) channel: Id,
    /// `binome start`.
    pub(super) command: &'a str,
    /// Values by option.
    pub(super) options: &'a Value,
    /// The person or message that a menu command is used on.
    pub(super) target: Option<&'a Value>,
    /// The option being typed, when suggestions are wanted.
    pub(super) focused: Option<&'a str>,
    /// Sends values that a client would refuse.
    pub(super) forge: bool,
}

/// The kinds of an option (Discord's numbers).
const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;

/// Whether an option is a subcommand or a group of them.
fn nests(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(SUBCOMMAND | GROUP))
}

/// The interaction's `data`, the command's full name, and its kind.
pub(super) fn data(state: &State, typed: &Typed<'_>) -> Result<(Value, String, u64), No> {
    let offered = state.world.commands_for(typed.person, typed.channel);
    if let Some(target) = typed.target {
        let is_it = |c: &&Command| matches!(c.kind, 2 | 3) && c.name == typed.command.trim();
        let command = offered.into_iter().find(is_it);
        let command = command.ok_or_else(|| No::missing(format!("they have no menu command {}", typed.command)))?;
        return on_target(state, typed, command, target);
    }
    let mut words = typed.command.trim().trim_start_matches('/').split_whitespace();
    let name = words.next().unwrap_or_default();
    let command = offered.into_iter().find(|c| c.kind == 1 && c.name == name);
    let command = command.ok_or_else(|| No::missing(format!("they have no command /{name} there")))?;
    let mut path = Vec::new();
    let mut level = command.options();
    for word in words {
        let below = level.iter().find(|o| nests(o) && o["name"] == word);
        let below = below.ok_or_else(|| No::missing(format!("/{} has no {word}", typed.command)))?;
        path.push(below);
        level = list(&below["options"]);
    }
    if level.iter().any(nests) {
        return Err(No::bad(format!("/{} wants a subcommand", typed.command)));
    }
    let mut resolver = Resolver::new(state, typed.person, typed.channel);
    let mut options = values(typed, level, &mut resolver)?;
    for part in path.iter().rev() {
        options = vec![json!({ "name": part["name"], "type": part["type"], "options": options })];
    }
    let mut data = frame(command);
    data["options"] = json!(options);
    resolver.tell(&mut data);
    let mut full = vec![name];
    full.extend(path.iter().filter_map(|part| part["name"].as_str()));
    Ok((data, full.join(" "), 1))
}

fn frame(command: &Command) -> Value {
    let mut data = json!({ "id": command.id, "name": command.name, "type": command.kind });
    if let Some(guild) = command.guild {
        data["guild_id"] = json!(guild);
    }
    data
}

fn on_target(state: &State, typed: &Typed<'_>, command: &Command, target: &Value) -> Result<(Value, String, u64), No> {
    let mut data = frame(command);
    let mut resolver = Resolver::new(state, typed.person, typed.channel);
    let id = if command.kind == 2 {
        resolver.user(target)?
    } else {
        let id = Id::read(target).ok_or_else(|| No::bad("`target` must be a message's id"))?;
        resolver.message(id)?
    };
    data["target_id"] = json!(id);
    resolver.tell(&mut data);
    Ok((data, command.name.clone(), command.kind))
}

/// The options of one level, in the order in which they were registered.
fn values(typed: &Typed<'_>, level: &[Value], resolver: &mut Resolver<'_>) -> Result<Vec<Value>, No> {
    let empty = Map::new();
    let given = typed.options.as_object().unwrap_or(&empty);
    let known = |key: &str| level.iter().any(|option| option["name"] == key);
    if let Some(unknown) = given.keys().find(|key| !known(key)) {
        return Err(No::bad(format!("there is no option {unknown}")));
    }
    let mut options = Vec::new();
    for option in level {
        let name = option["name"].as_str().unwrap_or_default();
        let Some(value) = given.get(name).filter(|v| !v.is_null()) else {
            if option["required"] == json!(true) && !typed.forge && typed.focused.is_none() {
                return Err(No::bad(format!("the option {name} must be given")));
            }
            continue;
        };
        let kind = option["type"].as_u64().unwrap_or(3);
        if typed.focused == Some(name) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            options.push(json!({ "name": name, "type": kind, "value": text, "focused": true }));
            continue;
        }
        let value = one(typed, option, kind, value, resolver)?;
        options.push(json!({ "name": name, "type": kind, "value": value }));
    }
    match typed.focused {
        Some(focused) if !options.iter().any(|o| o["focused"] == json!(true)) => {
            let option = level.iter().find(|o| o["name"] == focused);
            let option = option.ok_or_else(|| No::bad(format!("there is no option {focused}")))?;
            options.push(json!({ "name": focused, "type": option["type"], "value": "", "focused": true }));
            Ok(options)
        }
        _ => Ok(options),
    }
}

/// One value of an option.
fn one(typed: &Typed<'_>, option: &Value, kind: u64, value: &Value, resolver: &mut Resolver<'_>) -> Result<Value, No> {
    let name = option["name"].as_str().unwrap_or_default();
    let wrong = |what: &str| No::bad(format!("the option {name} must be {what}"));
    let value = match kind {
        3 => json!(value.as_str().ok_or_else(|| wrong("a text"))?),
        4 => {
            let whole = value.as_i64().or_else(|| value.as_str()?.parse().ok());
            match choice(option, value) {
                Some(chosen) => chosen,
                None => json!(whole.ok_or_else(|| wrong("a whole number"))?),
            }
        }
        5 => json!(value.as_bool().ok_or_else(|| wrong("true or false"))?),
        6 => json!(resolver.user(value)?),
        7 => json!(resolver.channel(value)?),
        8 => json!(resolver.role(value)?),
        9 => json!(resolver.mentionable(value)?),
        10 => {
            let number = value.as_f64().or_else(|| value.as_str()?.parse().ok());
            json!(number.ok_or_else(|| wrong("a number"))?)
        }
        11 => json!(resolver.file(value)?),
        _ => return Err(wrong("of a kind that people here can give")),
    };
    if typed.forge {
        return Ok(value);
    }
    if !list(&option["choices"]).is_empty() {
        return choice(option, &value).ok_or_else(|| wrong("one of its choices"));
    }
    within(option, &value).map_err(|what| wrong(&what))?;
    Ok(value)
}

/// The choice that a value, or a choice's name, stands for.
fn choice(option: &Value, value: &Value) -> Option<Value> {
    let choices = list(&option["choices"]);
    let by = |key: &str| choices.iter().find(|choice| choice[key] == *value);
    let found = by("value").or_else(|| by("name"));
    found.map(|c| c["value"].clone())
}

/// Bounds of numbers and of texts' lengths.
fn within(option: &Value, value: &Value) -> Result<(), String> {
    if let Some(number) = value.as_f64() {
        if option["min_value"].as_f64().is_some_and(|least| number < least) {
            return Err(format!("at least {}", option["min_value"]));
        }
        if option["max_value"].as_f64().is_some_and(|most| number > most) {
            return Err(format!("at most {}", option["max_value"]));
        }
    } else if let Some(length) = value.as_str().map(|text| text.chars().count() as u64) {
        if option["min_length"].as_u64().is_some_and(|least| length < least) {
            return Err(format!("at least {} long", option["min_length"]));
        }
        let most = option["max_length"].as_u64().unwrap_or(6_000);
        if length > most {
            return Err(format!("at most {most} long"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::{Config, Deadlines, GatewayConfig};
    use crate::playground::gateway::Hub;
    use crate::playground::world::World;

    fn stage() -> (State, Id, Id) {
        let world = World::new(&Config::default(), Id(7), "http://h".into());
        let mut state = State::new(world, Hub::new(GatewayConfig::default()), Deadlines::default());
        state.world.replace_commands(None, &[
            json!({"name": "binome", "description": "x", "options": [
                {"type": 1, "name": "start", "description": "x", "options": [
                    {"type": 4, "name": "games", "description": "x", "min_value": 1, "max_value": 5},
                    {"type": 3, "name": "variant", "description": "x", "choices": [{"name": "Secret ones", "value": "secrets"}]},
                    {"type": 6, "name": "partner", "description": "x"}]},
                {"type": 1, "name": "rules", "description": "x"}]}),
            json!({"name": "move", "description": "x", "options": [{"type": 3, "name": "what", "description": "x", "required": true, "autocomplete": true}]}),
            json!({"name": "Stats", "type": 2}),
        ]);
        let channel = *state.world.channels.keys().next().expect("a channel");
        let ana = state.world.home().owner;
        (state, ana, channel)
    }

    fn ask(command: &str, options: Value, focused: Option<&str>, forge: bool) -> Result<Value, String> {
        let (state, person, channel) = stage();
        let typed = Typed {
            person,
            channel,
            command,
            options: &options,
            target: None,
            focused,
            forge,
        };
        data(&state, &typed).map(|(data, _, _)| data).map_err(|no| no.1)
    }

    #[test]
    fn subcommands_nest() {
        let data = ask(
            "binome start",
            json!({"variant": "Secret ones", "games": "3", "partner": "ben"}),
            None,
            false,
        )
        .expect("fine");
        let start = &data["options"][0];
        assert_eq!((&start["name"], &start["type"]), (&json!("start"), &json!(1)));
        assert_eq!(start["options"][0], json!({"name": "games", "type": 4, "value": 3}));
        assert_eq!(start["options"][1]["value"], "secrets");
        let ben = start["options"][2]["value"].as_str().expect("an id");
        assert_eq!(data["resolved"]["users"][ben]["global_name"], "Ben");
        assert!(data["resolved"]["members"][ben]["permissions"].is_string());
    }

    #[test]
    fn clients_refuse_what_discord_would() {
        for (command, options) in [
            ("binome", json!({})),
            ("binome stop", json!({})),
            ("chess", json!({})),
            ("binome start", json!({"games": 6})),
            ("binome start", json!({"games": "many"})),
            ("binome start", json!({"variant": "other"})),
            ("binome start", json!({"colour": 1})),
            ("binome start", json!({"partner": "Zoe"})),
            ("move", json!({})),
        ] {
            assert!(
                ask(command, options.clone(), None, false).is_err(),
                "{command} {options}"
            );
        }
        assert!(ask("binome start", json!({"games": 6}), None, true).is_ok());
        assert!(ask("/move", json!({"what": "free text"}), None, false).is_ok());
    }

    #[test]
    fn a_channel_is_looked_for_in_the_guild_where_it_is_named() {
        let world = World::new(&Config::with_guilds(2), Id(7), "http://h".into());
        let state = State::new(world, Hub::new(GatewayConfig::default()), Deadlines::default());
        let person = state.world.home().owner;
        let channels = state.world.channels.values();
        let same_name: Vec<Id> = channels.filter(|c| c.name == "table-one").map(|c| c.id).collect();
        let &[here, there] = same_name.as_slice() else {
            panic!("one in each guild")
        };
        let named = |at, value| Resolver::new(&state, person, at).channel(&value).ok();
        for (at, other) in [(here, there), (there, here)] {
            assert_eq!(named(at, json!("table-one")), Some(at));
            assert_eq!(named(at, json!(at)), Some(at));
            assert_eq!(named(at, json!(other)), None, "it is in the other guild");
        }
    }

    #[test]
    fn the_focused_option_is_marked() {
        let data = ask("move", json!({"what": "e2"}), Some("what"), false).expect("fine");
        assert_eq!(
            data["options"][0],
            json!({"name": "what", "type": 3, "value": "e2", "focused": true})
        );
        let data = ask("move", json!({}), Some("what"), false).expect("fine");
        assert_eq!(data["options"][0]["value"], "");
    }

    #[test]
    fn menu_commands_have_targets() {
        let (state, person, channel) = stage();
        let (target, options) = (json!("Cleo"), json!({}));
        let typed = Typed {
            person,
            channel,
            command: "Stats",
            options: &options,
            target: Some(&target),
            focused: None,
            forge: false,
        };
        let (data, _, kind) = data(&state, &typed).expect("fine");
        assert_eq!(kind, 2);
        assert!(data["resolved"]["users"][data["target_id"].as_str().expect("an id")].is_object());
    }
}
