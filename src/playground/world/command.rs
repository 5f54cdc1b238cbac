//! The application's commands: the registered ones, global or a guild's, and those of them that a person can run.

use serde_json::{Map, Value, json};

use super::components::without_nulls;
use super::{Id, World};
use crate::playground::json::list;
use crate::playground::snowflake::now_ms;

/// How many commands may be made in a scope in a day (docs/DISCORD.md, "Commands").
const CREATES_PER_DAY: usize = 200;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Commands in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct Commands {
    list: Vec<Command>,
    /// In which scope a command was made, and when.
    made: Vec<(Option<Id>, u64)>,
}

/// One command as it was registered.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: Id,
    /// The guild it belongs to; none for everywhere.
    pub(crate) guild: Option<Id>,
    /// 1 slash, 2 on a person, 3 on a message, 4 entry point.
    pub(crate) kind: u64,
    pub(crate) name: String,
    json: Value,
}

impl Command {
    /// The command object. With `localised`, the dictionaries of translations are in it.
    pub(crate) fn json(&self, localised: bool) -> Value {
        let mut json = self.json.clone();
        if !localised && let Value::Object(map) = &mut json {
            map.remove("name_localizations");
            map.remove("description_localizations");
        }
        json
    }

    /// Whether a request asks for a command of its kind and name.
    pub(crate) fn is_named_as(&self, body: &Value) -> bool {
        self.kind == kind(body) && body["name"] == self.name.as_str()
    }

    /// The options as registered.
    pub(crate) fn options(&self) -> &[Value] {
        list(&self.json["options"])
    }
}

/// What a request may set to null, which says nothing about it: a command as it is returned does not have it so.
const UNSAID: [&str; 6] = [
    "description",
    "nsfw",
    "options",
    "dm_permission",
    "integration_types",
    "contexts",
];

/// The kind of the command that a request asks for.
fn kind(body: &Value) -> u64 {
    body["type"].as_u64().unwrap_or(1)
}

/// A command object as Discord returns it for what a request asked.
fn complete(app: Id, id: Id, version: Id, guild: Option<Id>, body: &Value) -> Command {
    let (kind, name) = (kind(body), body["name"].as_str().unwrap_or_default().to_owned());
    let permissions = match &body["default_member_permissions"] {
        Value::Number(bits) => json!(bits.to_string()),
        Value::String(bits) => json!(bits),
        _ => Value::Null,
    };
    let own = json!({
        "id": id, "application_id": app, "version": version, "type": kind, "default_member_permissions": permissions,
    });
    let mut map: Map<String, Value> = body.as_object().cloned().unwrap_or_default();
    map.extend(own.as_object().cloned().unwrap_or_default());
    map.retain(|key, value| !(value.is_null() && UNSAID.contains(&key.as_str())));
    if let Some(options) = map.get_mut("options") {
        *options = without_nulls(options);
    }
    map.entry("description").or_insert(json!(""));
    map.entry("nsfw").or_insert(json!(false));
    match guild {
        Some(guild) => {
            map.insert("guild_id".into(), json!(guild));
        }
        None => {
            for (key, value) in [
                ("integration_types", json!([0])),
                ("contexts", Value::Null),
                ("dm_permission", json!(true)),
            ] {
                map.entry(key).or_insert(value);
            }
        }
    }
    Command {
        id,
        guild,
        kind,
        name,
        json: Value::Object(map),
    }
}

impl World {
    /// The commands of one scope.
    pub(crate) fn commands_in(&self, guild: Option<Id>) -> Vec<&Command> {
        self.commands.list.iter().filter(|c| c.guild == guild).collect()
    }

    /// One command of a scope.
    pub(crate) fn command(&self, guild: Option<Id>, id: Id) -> Option<&Command> {
        self.commands.list.iter().find(|c| c.guild == guild && c.id == id)
    }

    /// Whether these commands may still be made today; those whose names are known count for nothing.
    pub(crate) fn may_create(&self, guild: Option<Id>, bodies: &[Value]) -> bool {
        let unknown = |body: &&Value| {
            let there = self.commands_in(guild);
            !there.iter().any(|command| command.is_named_as(body))
        };
        let new = bodies.iter().filter(unknown).count();
        let yesterday = now_ms().saturating_sub(DAY_MS);
        let lately = |(scope, at): &&(Option<Id>, u64)| *scope == guild && *at > yesterday;
        let made = self.commands.made.iter().filter(lately).count();
        new == 0 || made + new <= CREATES_PER_DAY
    }

    /// Registers a command, in the place of one of the same kind and name if there is one. Says whether it is new.
    pub(crate) fn put_command(&mut self, guild: Option<Id>, body: &Value) -> (Command, bool) {
        let version = self.mint.next();
        let same = |c: &Command| c.guild == guild && c.is_named_as(body);
        let place = self.commands.list.iter().position(same);
        let id = place.map_or(version, |at| self.commands.list[at].id);
        let command = complete(self.app, id, version, guild, body);
        match place {
            Some(at) => self.commands.list[at] = command.clone(),
            None => {
                self.commands.list.push(command.clone());
                self.commands.made.push((guild, now_ms()));
            }
        }
        (command, place.is_none())
    }

    /// Makes a scope hold these commands and no others; those that stay keep their ids.
    pub(crate) fn replace_commands(&mut self, guild: Option<Id>, bodies: &[Value]) -> Vec<Value> {
        let put: Vec<Command> = bodies.iter().map(|body| self.put_command(guild, body).0).collect();
        self.commands
            .list
            .retain(|c| c.guild != guild || put.iter().any(|p| p.id == c.id));
        put.iter().map(|c| c.json(true)).collect()
    }

    /// Changes some fields of a command.
    pub(crate) fn patch_command(&mut self, guild: Option<Id>, id: Id, body: &Value) -> Option<Command> {
        let version = self.mint.next();
        let app = self.app;
        let place = self.commands.list.iter_mut().find(|c| c.guild == guild && c.id == id)?;
        let mut merged = place.json.clone();
        if let (Value::Object(merged), Value::Object(body)) = (&mut merged, body) {
            merged.extend(body.clone());
        }
        *place = complete(app, id, version, guild, &merged);
        Some(place.clone())
    }

    /// Unregisters a command.
    pub(crate) fn delete_command(&mut self, guild: Option<Id>, id: Id) -> bool {
        let before = self.commands.list.len();
        self.commands.list.retain(|c| !(c.guild == guild && c.id == id));
        self.commands.list.len() < before
    }

    /// The commands that a person's client would offer in a channel: the guild's own hide global ones of the same name.
    pub(crate) fn commands_for(&self, person: Id, channel: Id) -> Vec<&Command> {
        let Some(place) = self.channel(channel) else {
            return Vec::new();
        };
        let held = self.permissions(person, place);
        let guild = place.guild;
        let owner = guild.and_then(|id| self.guild(id)).unwrap_or(self.home()).owner;
        let wanted_context = u64::from(guild.is_none());
        if guild.is_some() && (!self.serves(place) || held & super::permissions::USE_APPLICATION_COMMANDS == 0) {
            return Vec::new();
        }
        let fits = |command: &&Command| {
            let in_context = match command.json["contexts"].as_array() {
                Some(contexts) => contexts.iter().any(|c| c.as_u64() == Some(wanted_context)),
                None => guild.is_some() || command.json["dm_permission"] != json!(false),
            };
            let needed = command.json["default_member_permissions"]
                .as_str()
                .and_then(|p| p.parse::<u64>().ok());
            // "0" leaves a command to administrators.
            let permitted = match needed {
                Some(0) => person == owner,
                Some(bits) => guild.is_none() || held & bits == bits,
                None => true,
            };
            in_context && permitted
        };
        let own = if guild.is_some() {
            self.commands_in(guild)
        } else {
            Vec::new()
        };
        let hidden = |command: &&Command| !own.iter().any(|o| o.kind == command.kind && o.name == command.name);
        let global = self.commands_in(None).into_iter().filter(hidden);
        own.iter().copied().chain(global).filter(fits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::Config;

    #[test]
    fn replacing_keeps_the_ids_of_what_stays() {
        let mut world = World::new(&Config::default(), Id(7), "http://h".into());
        let first = world.replace_commands(
            None,
            &[
                json!({"name": "a", "description": "x"}),
                json!({"name": "b", "description": "x"}),
            ],
        );
        let second = world.replace_commands(
            None,
            &[
                json!({"name": "b", "description": "y"}),
                json!({"name": "c", "description": "x"}),
            ],
        );
        assert_eq!(first[1]["id"], second[0]["id"]);
        assert_ne!(first[1]["version"], second[0]["version"]);
        let names: Vec<_> = world.commands_in(None).into_iter().map(|c| c.name.clone()).collect();
        assert_eq!(names, ["b", "c"]);
    }

    /// Source: ApplicationCommandStringOptionResponse and its like of openapi.json (2026-07-18).
    #[test]
    fn bounds_of_options_that_are_sent_as_null_are_left_out() {
        let mut world = World::new(&Config::default(), Id(7), "http://h".into());
        let option = json!({"type": 3, "name": "o", "description": "x", "min_length": null, "max_length": null, "choices": null});
        let group = json!({"type": 1, "name": "g", "description": "x", "options": [option]});
        let put = world
            .put_command(None, &json!({"name": "a", "description": "x", "options": [group]}))
            .0;
        let said = put.json(true)["options"].clone();
        assert!(!said.to_string().contains("null"), "{said}");
        assert_eq!(said[0]["options"][0]["name"], "o");
    }

    #[test]
    fn two_hundred_new_ones_a_day() {
        let mut world = World::new(&Config::default(), Id(7), "http://h".into());
        let batch = |n: usize| {
            (0..100)
                .map(|i| json!({"name": format!("c{n}x{i}"), "description": "x"}))
                .collect::<Vec<_>>()
        };
        for n in 0..2 {
            assert!(world.may_create(None, &batch(n)));
            world.replace_commands(None, &batch(n));
        }
        assert!(world.may_create(None, &batch(1)), "known names are free");
        assert!(!world.may_create(None, &batch(2)[..1]));
        assert!(
            world.may_create(Some(world.home().id), &batch(2)),
            "each scope counts for itself"
        );
    }

    #[test]
    fn people_are_offered_what_they_may_run() {
        let mut world = World::new(&Config::default(), Id(7), "http://h".into());
        let channel = *world.channels.keys().next().expect("a channel");
        let (ana, ben) = (world.home().owner, world.person("Ben").expect("Ben").id);
        let direct = world.direct_channel(ben).expect("a direct channel");
        world.replace_commands(
            None,
            &[
                json!({"name": "play", "description": "x", "contexts": [0]}),
                json!({"name": "admin", "description": "x", "default_member_permissions": "0"}),
                json!({"name": "both", "description": "global"}),
            ],
        );
        let guild = Some(world.home().id);
        world.put_command(guild, &json!({"name": "both", "description": "here"}));
        let names = |w: &World, p, c| {
            w.commands_for(p, c)
                .into_iter()
                .map(|c| c.name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&world, ana, channel), ["both", "play", "admin"]);
        assert_eq!(names(&world, ben, channel), ["both", "play"]);
        assert_eq!(names(&world, ben, direct), ["both"]);
        world.guilds[0].bot_present = false;
        assert!(names(&world, ana, channel).is_empty());
    }
}
