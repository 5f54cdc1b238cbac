//! Fills in what the bot puts before a person: components of a message, and modals.

use serde_json::{Map, Value, json};

use super::No;
use super::resolver::Resolver;
use crate::playground::json::list;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::components::{interactive, normalise};

const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;
const FILE_UPLOAD: u64 = 19;

/// The `data` of a press or a choice on a component that the message really has.
pub(super) fn component_data(
    state: &State,
    person: Id,
    channel: Id,
    components: &[Value],
    custom_id: &str,
    values: Option<&[Value]>,
) -> Result<Value, No> {
    let mut usable = interactive(components).into_iter();
    let found = usable.find(|c| c["custom_id"] == custom_id);
    let component = found.ok_or_else(|| No::missing("the message has no such component"))?;
    if component["disabled"] == json!(true) {
        return Err(No::conflict("that component is disabled"));
    }
    let kind = component["type"].as_u64().unwrap_or(0);
    let mut data = json!({ "custom_id": custom_id, "component_type": kind, "id": component["id"] });
    match (kind, values) {
        (BUTTON, None) => {}
        (BUTTON, Some(_)) => return Err(No::bad("that is a button: press it")),
        (STRING_SELECT | 5..=8, Some(values)) => {
            let mut resolver = Resolver::new(state, person, channel);
            data["values"] = json!(pick(component, kind, values, &mut resolver)?);
            resolver.tell(&mut data);
        }
        _ => return Err(No::bad("that is no button: choose")),
    }
    Ok(data)
}

/// Whether a component has an option of this value.
fn offers(component: &Value, value: &Value) -> bool {
    let mut options = list(&component["options"]).iter();
    options.any(|option| option["value"] == *value)
}

/// The values of a select menu, as many as it wants and none that it does not offer.
fn pick(menu: &Value, kind: u64, values: &[Value], resolver: &mut Resolver<'_>) -> Result<Vec<String>, No> {
    let bound = |key: &str| menu[key].as_u64().unwrap_or(1) as usize;
    let (least, most) = (bound("min_values"), bound("max_values"));
    if values.len() < least || values.len() > most {
        return Err(No::bad(format!("between {least} and {most} values are wanted")));
    }
    let mut picked = Vec::new();
    for value in values {
        let value = match kind {
            STRING_SELECT => {
                let text = value.as_str().filter(|_| offers(menu, value));
                text.ok_or_else(|| No::bad(format!("the menu does not offer {value}")))?
                    .to_owned()
            }
            6 => resolver.role(value)?.to_string(),
            7 => resolver.mentionable(value)?.to_string(),
            8 => resolver.channel(value)?.to_string(),
            _ => resolver.user(value)?.to_string(),
        };
        if picked.contains(&value) {
            return Err(No::bad("each value can be chosen once"));
        }
        picked.push(value);
    }
    Ok(picked)
}

/// The `data` of a submitted modal.
pub(super) fn modal_data(
    state: &State,
    person: Id,
    channel: Id,
    modal: &Value,
    fields: &Value,
    forge: bool,
) -> Result<Value, No> {
    let empty = Map::new();
    let fields = fields.as_object().unwrap_or(&empty);
    let shown = normalise(list(&modal["components"]), &|_| None);
    let fillable = interactive(&shown);
    let known = |key: &str| fillable.iter().any(|c| c["custom_id"] == key);
    if let Some(unknown) = fields.keys().find(|key| !known(key)) {
        return Err(No::bad(format!("the form has no field {unknown}")));
    }
    let mut resolver = Resolver::new(state, person, channel);
    let mut fill = |component: &Value| -> Result<Value, No> {
        let custom_id = component["custom_id"].as_str().unwrap_or_default();
        field(component, fields.get(custom_id), forge, &mut resolver)
    };
    let mut components = Vec::new();
    for item in &shown {
        components.push(match item["type"].as_u64() {
            Some(1) => {
                let inner: Result<Vec<Value>, No> = list(&item["components"]).iter().map(&mut fill).collect();
                json!({ "type": 1, "id": item["id"], "components": inner? })
            }
            Some(18) => json!({ "type": 18, "id": item["id"], "component": fill(&item["component"])? }),
            _ => json!({ "type": item["type"], "id": item["id"] }),
        });
    }
    let mut data = json!({ "custom_id": modal["custom_id"], "components": components });
    resolver.tell(&mut data);
    Ok(data)
}

/// One filled-in field.
fn field(component: &Value, given: Option<&Value>, forge: bool, resolver: &mut Resolver<'_>) -> Result<Value, No> {
    let values = given.map_or(&[][..], list);
    let name = component["custom_id"].as_str().unwrap_or_default();
    let kind = component["type"].as_u64().unwrap_or(0);
    let required = component["required"].as_bool().unwrap_or(true);
    let mut json = json!({ "type": kind, "id": component["id"], "custom_id": name });
    match kind {
        TEXT_INPUT => {
            let text = given.unwrap_or(&component["value"]).as_str().unwrap_or_default();
            if !forge {
                text_fits(component, name, text, required)?;
            }
            json["value"] = json!(text);
        }
        STRING_SELECT | 5..=8 | 22 => {
            let picked = match (values.is_empty(), required) {
                (true, false) => Vec::new(),
                _ if kind == 22 => boxes(component, name, values)?,
                _ => pick(component, kind, values, resolver)?,
            };
            json["values"] = json!(picked);
        }
        FILE_UPLOAD => {
            let least = if required {
                component["min_values"].as_u64().unwrap_or(1)
            } else {
                0
            };
            let most = component["max_values"].as_u64().unwrap_or(1);
            if !(least..=most).contains(&(values.len() as u64)) {
                return Err(No::bad(format!("the field {name} wants {least} to {most} files")));
            }
            let files = values.iter().map(|value| resolver.file(value));
            json["values"] = json!(files.collect::<Result<Vec<Id>, No>>()?);
        }
        21 => {
            let value = given.filter(|v| !v.is_null());
            if value.is_none() && required || value.is_some_and(|v| !offers(component, v)) {
                return Err(No::bad(format!("the field {name} wants one of its options")));
            }
            json["value"] = json!(value);
        }
        23 => json["value"] = json!(given.and_then(Value::as_bool).unwrap_or(false)),
        _ => return Err(No::bad(format!("people here cannot fill in the field {name}"))),
    }
    Ok(json)
}

fn text_fits(component: &Value, name: &str, text: &str, required: bool) -> Result<(), No> {
    let length = text.chars().count() as u64;
    if length == 0 {
        return if required {
            Err(No::bad(format!("the field {name} must be filled in")))
        } else {
            Ok(())
        };
    }
    let (least, most) = (
        component["min_length"].as_u64().unwrap_or(0),
        component["max_length"].as_u64().unwrap_or(4_000),
    );
    if (least..=most).contains(&length) {
        Ok(())
    } else {
        Err(No::bad(format!("the field {name} wants {least} to {most} characters")))
    }
}

/// The ticked ones of a group of checkboxes.
fn boxes(component: &Value, name: &str, values: &[Value]) -> Result<Vec<String>, No> {
    let least = component["min_values"].as_u64().unwrap_or(1) as usize;
    let most = component["max_values"].as_u64();
    let most = most.map_or(list(&component["options"]).len(), |most| most as usize);
    let offered = values.iter().all(|value| offers(component, value));
    if !offered || values.len() < least || values.len() > most {
        let words = format!("the field {name} wants {least} to {most} of its options");
        return Err(No::bad(words));
    }
    Ok(values.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::{Config, Deadlines, GatewayConfig};
    use crate::playground::gateway::Hub;
    use crate::playground::world::World;

    fn stage() -> (State, Id, Id) {
        let world = World::new(&Config::default(), Id(7), "http://h".into());
        let state = State::new(world, Hub::new(GatewayConfig::default()), Deadlines::default());
        let channel = *state.world.channels.keys().next().expect("a channel");
        let ana = state.world.home().owner;
        (state, ana, channel)
    }

    #[test]
    fn only_what_is_there_and_enabled_can_be_used() {
        let (state, ana, channel) = stage();
        let row = [
            json!({"type": 1, "components": [
            {"type": 2, "id": 2, "style": 1, "custom_id": "go"}, {"type": 2, "id": 3, "style": 1, "custom_id": "off", "disabled": true}]}),
            json!({"type": 1, "components": [{"type": 3, "custom_id": "pick", "min_values": 1, "max_values": 2, "options": [{"value": "a"}, {"value": "b"}]}]}),
            json!({"type": 1, "components": [{"type": 5, "custom_id": "who"}]}),
        ];
        let act = |id: &str, values: Option<&[Value]>| component_data(&state, ana, channel, &row, id, values);
        assert_eq!(
            act("go", None).expect("fine"),
            json!({"custom_id": "go", "component_type": 2, "id": 2})
        );
        assert!(act("off", None).is_err() && act("gone", None).is_err() && act("pick", None).is_err());
        assert_eq!(act("pick", Some(&[json!("b")])).expect("fine")["values"], json!(["b"]));
        for bad in [
            &[json!("c")][..],
            &[],
            &[json!("a"), json!("a")],
            &[json!("a"), json!("b"), json!("a")],
        ] {
            assert!(act("pick", Some(bad)).is_err(), "{bad:?}");
        }
        let who = act("who", Some(&[json!("Ben")])).expect("fine");
        let ben = who["values"][0].as_str().expect("an id");
        assert!(who["resolved"]["users"][ben].is_object() && who["resolved"]["members"][ben].is_object());
    }

    #[test]
    fn modals_are_filled_in() {
        let (state, ana, channel) = stage();
        let modal = json!({"custom_id": "m", "title": "t", "components": [
            {"type": 1, "components": [{"type": 4, "style": 1, "label": "l", "custom_id": "text", "max_length": 5}]},
            {"type": 18, "label": "l", "component": {"type": 3, "custom_id": "pick", "options": [{"value": "a"}]}},
            {"type": 10, "content": "words"}]});
        let fill = |fields: Value, forge| modal_data(&state, ana, channel, &modal, &fields, forge);
        let data = fill(json!({"text": "hello", "pick": ["a"]}), false).expect("fine");
        assert_eq!(data["components"][0]["components"][0]["value"], "hello");
        assert_eq!(data["components"][1]["component"]["values"], json!(["a"]));
        assert_eq!(data["components"].as_array().map(Vec::len), Some(3));
        assert!(fill(json!({"pick": ["a"]}), false).is_err());
        assert!(fill(json!({"text": "too long", "pick": ["a"]}), false).is_err());
        assert!(fill(json!({"text": "too long", "pick": ["a"]}), true).is_ok());
        assert!(fill(json!({"text": "x", "pick": ["a"], "other": "y"}), false).is_err());
        assert!(fill(json!({"text": "x", "pick": []}), false).is_err());
    }
}
