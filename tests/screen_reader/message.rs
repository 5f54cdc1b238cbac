//! A message as it is heard: its texts, what its picture tells, and what can be pressed; nothing that is drawn.

use serde_json::Value;
use whistle::discord::payload::{File, Payload};

/// A message without its picture.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// The texts line by line.
    pub(crate) lines: Vec<String>,
    /// The sentences of what the picture tells.
    pub(crate) sentences: Vec<String>,
    /// The alternative text of the picture; empty without one.
    pub(crate) alt: String,
    /// Its buttons and options, in order.
    pub(crate) controls: Vec<Control>,
}

/// A button, or an option of a select menu.
#[derive(Clone, Debug)]
pub(crate) struct Control {
    /// What it says.
    pub(crate) label: String,
    /// Whether it is an option of a select menu.
    pub(crate) is_option: bool,
    /// Whether it only shows something.
    pub(crate) disabled: bool,
    /// The custom id, and the value of an option.
    target: (String, String),
}

impl Control {
    /// What comes back when it is pressed: for who answers the press, never for who hears the message.
    pub(crate) fn press(&self) -> (&str, &str) {
        (&self.target.0, &self.target.1)
    }
}

impl Message {
    /// What is sent when the picture comes with its words.
    pub(crate) fn of(payload: &Payload) -> Message {
        Message::sent(&payload.body(File::New))
    }

    /// A message out of the body of its request.
    fn sent(body: &Value) -> Message {
        let shown = || body["components"].as_array().into_iter().flatten();
        let texts = shown().filter_map(|component| component["content"].as_str());
        let mut items = shown().flat_map(|component| component["items"].as_array().into_iter().flatten());
        let alt = items.next().map_or(&Value::Null, |item| &item["description"]);
        let alt = alt.as_str().unwrap_or_default();
        let sentences = alt.lines().flat_map(|line| line.split_inclusive(". "));
        // What came before the news beside the picture is told with a word for that.
        let sentences = sentences.map(|line| line.strip_prefix("Before that: ").unwrap_or(line));
        let lines = texts.flat_map(str::lines);
        Message {
            lines: lines.map(heard).filter(|line| !line.is_empty()).collect(),
            sentences: sentences.map(heard).filter(|line| !line.is_empty()).collect(),
            alt: heard(&alt.replace(".\n", ". ").replace('\n', ". ")),
            controls: controls(body),
        }
    }
}

/// A text as it is read out: without marks for weight, and without what has no sound.
fn heard(text: &str) -> String {
    text.replace("**", "")
        .replace(['\u{200b}', '\\', '`'], "")
        .trim()
        .to_owned()
}

fn controls(body: &Value) -> Vec<Control> {
    let said = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = body["components"].as_array().into_iter().flatten();
    let components = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let mut found = Vec::new();
    for component in components {
        let options = component["options"].as_array().into_iter().flatten();
        found.extend(options.map(|option| Control {
            label: said(&option["label"]),
            is_option: true,
            disabled: false,
            target: (said(&component["custom_id"]), said(&option["value"])),
        }));
        if component["type"] == 2 && component["custom_id"].is_string() {
            found.push(Control {
                label: said(&component["label"]),
                is_option: false,
                disabled: component["disabled"] == true,
                target: (said(&component["custom_id"]), String::new()),
            });
        }
    }
    found
}
