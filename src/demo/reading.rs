//! Reads what a message offers from its components alone: the phase of a table, and the choices for a person.

use serde_json::{Value, json};

use crate::discord::custom_id::{CustomId, Picked};

/// Types of components (Discord's numbers).
const BUTTON: u64 = 2;
const SELECT: u64 = 3;

/// One thing that can be done to a message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Handle {
    pub(super) press: CustomId,
    /// Whether it is in the last row, which holds the ways back and to other pages.
    last: bool,
    custom_id: String,
    /// The value to choose, where it belongs to a select menu.
    value: Option<String>,
}

impl Handle {
    /// The route for this handle, and the request's body without the channel and the message.
    pub(super) fn action(&self) -> (&'static str, Value) {
        match &self.value {
            None => ("press", json!({ "custom_id": self.custom_id })),
            Some(value) => ("choose", json!({ "custom_id": self.custom_id, "values": [value] })),
        }
    }
}

/// Everything in a message that can be pressed or chosen and follows the bot's grammar.
pub(super) fn handles(message: &Value) -> Vec<Handle> {
    let mut found = Vec::new();
    let rows = message["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    let components = rows.iter().enumerate().flat_map(|(at, row)| {
        let components = row["components"].as_array().into_iter().flatten();
        components.map(move |component| (at + 1 == rows.len(), component))
    });
    for (last, component) in components {
        let id = component["custom_id"].as_str().unwrap_or_default();
        let Ok(press) = id.parse::<CustomId>() else { continue };
        if component["disabled"] == true {
            continue;
        }
        let handle = |value: Option<String>| Handle {
            press: press.clone(),
            last,
            custom_id: id.to_owned(),
            value,
        };
        match component["type"].as_u64() {
            Some(BUTTON) => found.push(handle(None)),
            Some(SELECT) => {
                let options = component["options"].as_array().into_iter().flatten();
                let values = options.filter_map(|option| option["value"].as_str());
                if matches!(press, CustomId::Arrange { .. }) {
                    // An option of the lobby's menu is the custom id of what it does.
                    found.extend(values.filter_map(|value| {
                        let press = value.parse().ok()?;
                        let value = Some(value.to_owned());
                        Some(Handle { press, ..handle(value) })
                    }));
                    continue;
                }
                let known = values.filter(|value| value.parse::<Picked>().is_ok());
                found.extend(known.map(|value| handle(Some(value.to_owned()))));
            }
            _ => {}
        }
    }
    found
}

/// The first handle of this kind for a table, or for any table when `None`.
pub(super) fn find(handles: &[Handle], table: Option<u64>, kind: impl Fn(&CustomId) -> bool) -> Option<&Handle> {
    let mut wanted = handles.iter();
    wanted.find(|handle| kind(&handle.press) && (table.is_none() || handle.press.table() == table))
}

/// The phase of a table, by what its public message offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Lobby,
    Playing,
    Between,
    Over,
}

/// The table of a public message and its phase; `None` for any other message.
pub(super) fn phase(message: &Value) -> Option<(u64, Phase)> {
    if message["flags"].as_u64().unwrap_or(0) & (1 << 6) != 0 {
        return None;
    }
    handles(message).iter().find_map(|handle| match handle.press {
        CustomId::Start { table } => Some((table, Phase::Lobby)),
        CustomId::NextRound { table, .. } => Some((table, Phase::Between)),
        CustomId::Mine { table } => Some((table, Phase::Playing)),
        CustomId::Rematch { table } => Some((table, Phase::Over)),
        _ => None,
    })
}

/// The handles that a panel offers for a choice at a table: choices, and steps that lead further in. Where there are
/// neither, all other steps.
pub(super) fn choices(message: &Value, table: u64) -> Vec<Handle> {
    let mut offered = handles(message);
    offered.retain(|handle| handle.press.table() == Some(table));
    if let Some(back) = find(&offered, None, |press| matches!(press, CustomId::Return { .. })) {
        return vec![back.clone()];
    }
    let leads = |handle: &Handle| match &handle.press {
        CustomId::Choose { .. } | CustomId::Try { .. } => true,
        CustomId::Pick { .. } => handle.value.is_some(),
        CustomId::Step { .. } => !handle.last,
        _ => false,
    };
    let (on, off): (Vec<Handle>, Vec<Handle>) = offered.into_iter().partition(leads);
    if !on.is_empty() {
        return on;
    }
    let steps = |handle: &Handle| matches!(handle.press, CustomId::Step { .. });
    off.into_iter().filter(steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message with these rows of buttons.
    fn message(rows: &[&[CustomId]]) -> Value {
        let button = |press: &CustomId| json!({ "type": 2, "custom_id": press.to_string(), "label": "x" });
        let row = |row: &&[CustomId]| json!({ "type": 1, "components": row.iter().map(button).collect::<Vec<_>>() });
        json!({ "components": rows.iter().map(row).collect::<Vec<_>>() })
    }

    fn step(path: &[&str]) -> CustomId {
        let path = path.iter().map(|step| (*step).to_owned()).collect();
        CustomId::Step {
            table: 7,
            step: 3,
            path,
            page: 0,
        }
    }

    fn choose(what: &str) -> CustomId {
        CustomId::Choose {
            table: 7,
            step: 3,
            what: what.to_owned(),
        }
    }

    fn offered(rows: &[&[CustomId]]) -> Vec<CustomId> {
        choices(&message(rows), 7)
            .into_iter()
            .map(|handle| handle.press)
            .collect()
    }

    #[test]
    fn the_phase_is_read_from_what_can_be_pressed() {
        let table = 7;
        for (presses, phase) in [
            (
                vec![CustomId::Join { table }, CustomId::Start { table }],
                Some(Phase::Lobby),
            ),
            (
                vec![CustomId::Mine { table }, CustomId::OpenRules { table }],
                Some(Phase::Playing),
            ),
            (vec![CustomId::NextRound { table, after: 1 }], Some(Phase::Between)),
            (
                vec![CustomId::Rematch { table }, CustomId::Verify { table }],
                Some(Phase::Over),
            ),
            (vec![CustomId::OpenRules { table }], None),
            (vec![], None),
        ] {
            let read = super::phase(&message(&[&presses]));
            assert_eq!(read, phase.map(|phase| (table, phase)), "{presses:?}");
        }
        let mut private = message(&[&[CustomId::Mine { table }]]);
        private["flags"] = json!(64);
        assert_eq!(super::phase(&private), None);
    }

    #[test]
    fn choices_and_ways_in_are_taken_and_ways_back_are_not() {
        let rules = [CustomId::OpenRules { table: 7 }];
        let back = [step(&["x"]), rules[0].clone()];
        assert_eq!(offered(&[&[choose("a")], &rules]), [choose("a")]);
        let ways = [choose("pass"), step(&["x"]), step(&["y"])];
        assert_eq!(offered(&[&ways, &rules]).len(), 3);
        assert_eq!(offered(&[&[choose("a")], &back]), [choose("a")]);
        assert_eq!(offered(&[&[step(&["x", "a"])], &back]), [step(&["x", "a"])]);
        assert_eq!(offered(&[&back]), [step(&["x"])], "a dead end is left");
        let trial = CustomId::Try {
            table: 7,
            step: 3,
            path: Vec::new(),
            what: "a".to_owned(),
        };
        assert_eq!(offered(&[std::slice::from_ref(&trial), &rules]), [trial]);
        assert_eq!(offered(&[&[choose("a"), step(&[])]]), [choose("a")], "it is confirmed");
        let (back, refresh) = (CustomId::Return { table: 7 }, CustomId::Panel { table: 7 });
        let returns = offered(&[&[choose("a")], std::slice::from_ref(&back)]);
        assert_eq!(returns, [back]);
        assert_eq!(offered(&[&[refresh]]), []);
        let other = CustomId::Choose {
            table: 8,
            step: 3,
            what: "a".to_owned(),
        };
        assert_eq!(offered(&[&[other]]), []);
    }

    #[test]
    fn menus_are_chosen_from_and_what_is_disabled_is_left() {
        let pick = CustomId::Pick {
            table: 7,
            step: 3,
            path: Vec::new(),
            part: 0,
        };
        let options = json!([{ "value": "c:a" }, { "value": "s:x" }, { "value": "?" }]);
        let select = json!({ "type": 3, "custom_id": pick.to_string(), "options": options });
        let off = json!({ "type": 2, "custom_id": choose("b").to_string(), "disabled": true });
        let rows = json!([{ "type": 1, "components": [select] }, { "type": 1, "components": [off] }]);
        let actions: Vec<_> = choices(&json!({ "components": rows }), 7)
            .iter()
            .map(Handle::action)
            .collect();
        let taken = |value: &str| ("choose", json!({ "custom_id": pick.to_string(), "values": [value] }));
        assert_eq!(actions, [taken("c:a"), taken("s:x")]);
    }
}
