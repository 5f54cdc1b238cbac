//! The labels of submitted forms. serenity keeps action rows with text inputs alone (docs/DISCORD.md, "serenity"), so what was
//! chosen or typed in a label is put into such a row before serenity reads the interaction. Values have no spaces; several of
//! them are joined by spaces.

use serde::Deserialize;
use serde_json::{Value, json};

/// Discord's number of an interaction that submits a form.
const FORM: u64 = 5;

/// As much of a frame as tells a form from all else. Presses are many and forms are few, so only forms are read whole here.
#[derive(Deserialize)]
struct Frame {
    d: InteractionKind,
}

#[derive(Deserialize)]
struct InteractionKind {
    #[serde(rename = "type")]
    number: u64,
}

/// Puts the labels of an interaction into rows; whether there were any.
pub(in crate::discord) fn into_rows(interaction: &mut Value) -> bool {
    if interaction["type"] != FORM {
        return false;
    }
    let components = interaction.pointer_mut("/data/components");
    let mut labels = false;
    for part in components.and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(field) = part.get("component") else { continue };
        let value = match field["values"].as_array() {
            Some(values) => values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            None => field["value"].as_str().unwrap_or_default().to_owned(),
        };
        let input = json!({ "type": 4, "custom_id": field["custom_id"], "value": value });
        *part = json!({ "type": 1, "components": [input] });
        labels = true;
    }
    labels
}

/// The same for the event of a frame; `None` if it stays as it is.
pub(super) fn of_event(event: &str) -> Option<String> {
    let Frame { d } = serde_json::from_str(event).ok()?;
    if d.number != FORM {
        return None;
    }
    let mut frame: Value = serde_json::from_str(event).ok()?;
    into_rows(frame.get_mut("d")?).then(|| frame.to_string())
}

#[cfg(test)]
mod tests {
    use poise::serenity_prelude::{ActionRowComponent, ModalInteractionData};

    use super::*;

    #[test]
    fn serenity_reads_what_was_chosen_and_typed_in_labels() {
        let label = |field: Value| json!({ "type": 18, "id": 1, "component": field });
        let data = json!({ "custom_id": "form", "components": [
            label(json!({ "type": 3, "id": 2, "custom_id": "several", "values": ["one", "two"] })),
            label(json!({ "type": 3, "id": 3, "custom_id": "none", "values": [] })),
            label(json!({ "type": 4, "id": 4, "custom_id": "text", "value": "two words" })),
            { "type": 10, "id": 5 },
            { "type": 1, "id": 6, "components": [{ "type": 4, "id": 7, "custom_id": "row", "value": "old" }] },
        ] });
        let mut interaction = json!({ "type": FORM, "data": data });
        assert!(into_rows(&mut interaction));
        let data: ModalInteractionData = serde_json::from_value(interaction["data"].take()).expect("it is read");
        let rows = data.components.iter().flat_map(|row| &row.components);
        let read: Vec<(&str, Option<&str>)> = rows
            .map(|component| match component {
                ActionRowComponent::InputText(input) => (input.custom_id.as_str(), input.value.as_deref()),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [
            ("several", "one two"),
            ("none", ""),
            ("text", "two words"),
            ("row", "old"),
        ];
        assert_eq!(read, expected.map(|(id, value)| (id, Some(value))));
    }

    #[test]
    fn whatever_has_no_label_stays_as_it_is() {
        let row = json!([{ "type": 1, "components": [{ "type": 4, "custom_id": "row", "value": "old" }] }]);
        let label = json!([{ "type": 18, "component": { "type": 3, "custom_id": "menu", "values": [] } }]);
        for (kind, components) in [(FORM, row), (3, label), (FORM, Value::Null)] {
            let mut interaction = json!({ "type": kind, "data": { "components": components } });
            let before = interaction.clone();
            assert!(!into_rows(&mut interaction));
            assert_eq!(interaction, before);
        }
        for event in ["", "[]", r#"{"d":null}"#, r#"{"d":{"type":5}}"#] {
            assert_eq!(of_event(event), None, "{event}");
        }
    }
}
