//! Payloads: messages and modals as plain values, before they become JSON.
//!
//! A payload holds only what is shown. Everything in it is final text; it knows no table, no language and no network. A
//! mention pings nobody unless the payload names that person in [`Payload::mention`]. The payload's picture is still a
//! sketch: whether and when it is drawn is decided when the message is sent ([`File`]).

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::custom_id::CustomId;
use super::limits::numbers::{self, fit};
use super::times;
use crate::picture;
use crate::rules::Sketch;

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Payload {
    /// The text above everything else.
    pub content: String,
    /// The embeds.
    pub embeds: Vec<Embed>,
    /// The rows of buttons and select menus.
    pub rows: Vec<Row>,
    /// Whom the message pings, by user id; nobody else is pinged, whatever the text says.
    pub mention: Vec<u64>,
    /// The picture, in the first embed or else beside the text.
    #[serde(skip)]
    pub picture: Option<Picture>,
}

/// The picture of a message. Its parts never change: its key is computed once and read many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    sketch: Arc<Sketch>,
    alt: String,
    key: String,
}

/// What happens to a message's picture when the message is sent or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The message has no picture: a picture that stands there is removed.
    Nothing,
    /// The picture that stands there stays.
    Standing,
    /// The picture comes with this request, as the first of its files, named [`PICTURE_NAME`].
    New,
    /// The same, and nothing else changes: the text stays as it is.
    Alone,
    /// The picture follows later; until then the message does not mention it.
    Later,
}

/// The file name of every picture: the name tells nothing about the picture.
pub const PICTURE_NAME: &str = "board.png";

/// An embed. Empty parts are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Embed {
    /// Its heading.
    pub title: String,
    /// Its text.
    pub description: String,
    /// Further texts, each with a heading.
    pub fields: Vec<Field>,
    /// Small print. It shows neither markdown nor timestamps.
    pub footer: String,
    /// The colour of its edge: decoration only.
    pub colour: u32,
}

/// A text with a heading in an [`Embed`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// The heading.
    pub name: String,
    /// The text.
    pub value: String,
}

/// One row below the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Row {
    /// One to five buttons.
    Buttons(Vec<Button>),
    /// One menu.
    Select(Select),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Button {
    /// The label.
    pub label: String,
    /// How it looks.
    pub style: Style,
    /// The custom id; for [`Style::Link`] the address.
    pub target: String,
    /// Whether the button only shows something.
    pub disabled: bool,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Style {
    /// The most usual choice.
    Main,
    /// One of several equal choices, or a quiet one.
    Plain,
    /// A choice that begins something.
    Go,
    /// A choice that ends something.
    Stop,
    /// A link to another message.
    Link,
}

/// A select menu of which one option is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Select {
    /// Its custom id.
    pub custom_id: String,
    /// The text while nothing is chosen.
    pub placeholder: String,
    /// Its options.
    pub options: Vec<SelectOption>,
}

/// One option of a [`Select`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SelectOption {
    /// The label.
    pub label: String,
    /// The value that Discord sends back when the option is chosen.
    pub value: String,
    /// A second line; may be empty.
    pub description: String,
}

/// A completion for an option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text that is offered.
    pub name: String,
    /// The value that is filled in when the person takes the completion.
    pub value: String,
}

/// A modal: a form that pops up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modal {
    /// Its custom id.
    pub custom_id: String,
    /// Its heading.
    pub title: String,
    /// What is asked.
    pub inputs: Vec<Input>,
}

/// A line to type in a [`Modal`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its custom id.
    pub custom_id: String,
    /// What is asked.
    pub label: String,
    /// The placeholder while nothing is typed; may be empty.
    pub hint: String,
    /// The text that stands there already.
    pub value: String,
    /// How much may be typed.
    pub longest: u16,
    /// Whether something must be typed.
    pub required: bool,
}

/// Puts a text into a field of a message, unless the text is empty.
fn put(into: &mut Value, part: &str, text: &str) {
    if !text.is_empty() {
        into[part] = text.into();
    }
}

impl Button {
    /// A button with a custom id.
    pub fn new(label: &str, style: Style, custom_id: &CustomId) -> Button {
        Button {
            label: fit(label.trim(), numbers::BUTTON_SHOWN),
            style,
            target: custom_id.to_string(),
            disabled: false,
        }
    }

    /// A link button.
    pub fn link(label: &str, address: &str) -> Button {
        Button {
            label: fit(label.trim(), numbers::BUTTON_SHOWN),
            style: Style::Link,
            target: address.to_owned(),
            disabled: false,
        }
    }

    /// The same button, disabled.
    #[must_use]
    pub fn disabled(self) -> Button {
        self.disabled_if(true)
    }

    /// The same button, disabled if so.
    #[must_use]
    pub fn disabled_if(self, disabled: bool) -> Button {
        Button { disabled, ..self }
    }

    fn json(&self) -> Value {
        let style = match self.style {
            Style::Main => 1,
            Style::Plain => 2,
            Style::Go => 3,
            Style::Stop => 4,
            Style::Link => 5,
        };
        let target = if self.style == Style::Link { "url" } else { "custom_id" };
        let mut button = json!({ "type": 2, "style": style, "label": self.label, target: self.target });
        if self.disabled {
            button["disabled"] = Value::Bool(true);
        }
        button
    }
}

impl Select {
    fn json(&self) -> Value {
        let options: Vec<Value> = self.options.iter().map(SelectOption::json).collect();
        let mut select = json!({ "type": 3, "custom_id": self.custom_id, "options": options });
        put(&mut select, "placeholder", &self.placeholder);
        select
    }
}

impl SelectOption {
    fn json(&self) -> Value {
        let mut option = json!({ "label": self.label, "value": self.value });
        put(&mut option, "description", &self.description);
        option
    }
}

impl Row {
    fn json(&self) -> Value {
        let components = match self {
            Row::Buttons(buttons) => buttons.iter().map(Button::json).collect(),
            Row::Select(select) => vec![select.json()],
        };
        json!({ "type": 1, "components": components })
    }
}

impl Embed {
    fn json(&self) -> Value {
        let mut embed = json!({ "color": self.colour });
        put(&mut embed, "title", &self.title);
        put(&mut embed, "description", &self.description);
        if !self.footer.is_empty() {
            embed["footer"] = json!({ "text": self.footer });
        }
        if !self.fields.is_empty() {
            let field = |field: &Field| json!({ "name": field.name, "value": field.value, "inline": false });
            embed["fields"] = self.fields.iter().map(field).collect();
        }
        embed
    }
}

/// Makes a body ping nobody, whomever it names.
pub fn hush(body: &mut Value) {
    body["allowed_mentions"] = json!({ "parse": [] });
}

impl Payload {
    /// The message's JSON for Discord. It always has all four parts, so that an edit leaves nothing old behind.
    pub fn json(&self) -> Value {
        let mention: Vec<String> = self.mention.iter().map(ToString::to_string).collect();
        json!({
            "content": self.content,
            "embeds": self.embeds.iter().map(Embed::json).collect::<Vec<_>>(),
            "components": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "allowed_mentions": { "parse": [], "users": mention },
        })
    }

    /// As [`Payload::json`], with the given treatment of the picture.
    pub fn body(&self, file: File) -> Value {
        self.body_with(file, self.picture.as_ref().map_or("", Picture::alt))
    }

    /// As [`Payload::body`], with another description of the picture, because the picture shows another moment.
    pub fn body_with(&self, file: File, alt: &str) -> Value {
        // A file's description may be shorter than an embed picture's.
        let short = || fit(alt, numbers::ALT_TEXT);
        let listed = || json!([{ "id": 0, "filename": PICTURE_NAME, "description": short() }]);
        let mut body = self.json();
        match (file, &self.picture) {
            (File::Alone, Some(_)) => return json!({ "attachments": listed() }),
            (File::Later, _) => return body,
            (File::Nothing | File::Alone, _) | (_, None) => {
                body["attachments"] = json!([]);
                return body;
            }
            // Files that are not listed are dropped, so without a list all files stay (docs/DISCORD.md, "Files").
            (File::Standing, _) => {}
            (File::New, Some(_)) => {
                body["attachments"] = listed();
            }
        }
        // An embed's picture has its own description: nobody knows whether its file's description would be read out
        // (docs/DISCORD.md, "Embeds").
        if let Some(first) = body["embeds"].get_mut(0) {
            first["image"] = json!({ "url": format!("attachment://{PICTURE_NAME}"), "description": alt });
        }
        body
    }

    /// A short key for what is to be shown: two payloads with the same digest look the same. It is a SHA-256 of all texts and
    /// of the picture's key, followed by the times that are shown.
    pub fn digest(&self) -> String {
        self.digest_with(self.picture.as_ref().map(Picture::key))
    }

    /// The digest of the same text with the picture of this key, or with none.
    pub fn digest_with(&self, picture: Option<&str>) -> String {
        // Computed directly from the parts: each message needs its digest several times before it is sent.
        let (words, times) = times::split(&serde_json::to_vec(self).unwrap_or_default());
        let mut digest = Sha256::new_with_prefix(words);
        digest.update(picture.unwrap_or_default());
        times::joined(hex::encode(digest.finalize()), &times)
    }
}

impl Picture {
    /// The picture of a sketch whose texts are final, with its description.
    pub fn new(sketch: Sketch, alt: String) -> Picture {
        let mut digest = Sha256::new_with_prefix(picture::key(&sketch));
        digest.update(&alt);
        Picture {
            sketch: Arc::new(sketch),
            alt,
            key: hex::encode(digest.finalize()),
        }
    }

    /// What is drawn.
    pub fn sketch(&self) -> &Arc<Sketch> {
        &self.sketch
    }

    /// The picture's description, for people who cannot see it.
    pub fn alt(&self) -> &str {
        &self.alt
    }

    /// A short key for the picture and its description.
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl Completion {
    /// The JSON of one choice of a callback of type 8.
    pub fn json(&self) -> Value {
        json!({ "name": self.name, "value": self.value })
    }
}

impl Modal {
    /// The modal as the `data` of a callback of type 9. It uses action rows, the older form: with the labels that Discord
    /// prefers now, serenity would not pass on the typed text.
    pub fn json(&self) -> Value {
        let row = |input: &Input| {
            let mut text = json!({
                "type": 4,
                "custom_id": input.custom_id,
                "label": input.label,
                "style": 1,
                "max_length": input.longest,
                "required": input.required,
            });
            put(&mut text, "value", &input.value);
            put(&mut text, "placeholder", &input.hint);
            json!({ "type": 1, "components": [text] })
        };
        json!({
            "custom_id": self.custom_id,
            "title": self.title,
            "components": self.inputs.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Payload {
        Payload {
            content: "Hello".to_owned(),
            embeds: vec![Embed {
                title: "Heading".to_owned(),
                fields: vec![Field {
                    name: "One".to_owned(),
                    value: "Two".to_owned(),
                }],
                ..Embed::default()
            }],
            rows: vec![
                Row::Buttons(vec![
                    Button::new("Join", Style::Go, &CustomId::Join { table: 7 }),
                    Button::link("There", "https://example.org/").disabled(),
                ]),
                Row::Select(Select {
                    custom_id: "menu".to_owned(),
                    placeholder: "Choose".to_owned(),
                    options: vec![SelectOption {
                        label: "A".to_owned(),
                        value: "a".to_owned(),
                        description: String::new(),
                    }],
                }),
            ],
            ..Payload::default()
        }
    }

    fn picture(width: i32, alt: &str) -> Picture {
        let sketch = Sketch {
            size: (width, 40),
            shapes: Vec::new(),
            alt: Vec::new(),
        };
        Picture::new(sketch, alt.to_owned())
    }

    #[test]
    fn a_picture_comes_stays_or_goes_with_the_words() {
        let pictured = Payload {
            picture: Some(picture(720, "A board.")),
            ..message()
        };
        let shown = json!({ "url": "attachment://board.png", "description": "A board." });
        let new = pictured.body(File::New);
        assert_eq!(
            new["attachments"],
            json!([{ "id": 0, "filename": "board.png", "description": "A board." }])
        );
        assert_eq!(new["embeds"][0]["image"], shown);
        let standing = pictured.body(File::Standing);
        assert!(
            standing.get("attachments").is_none(),
            "what is not listed would be dropped"
        );
        assert_eq!(standing["embeds"][0]["image"], shown);
        assert_eq!(pictured.body(File::Alone), json!({ "attachments": new["attachments"] }));
        assert_eq!(pictured.body(File::Later), pictured.json());
        assert_eq!(pictured.body(File::Nothing)["attachments"], json!([]));
        for file in [File::Nothing, File::Standing, File::New, File::Alone] {
            let body = message().body(file);
            assert_eq!(body["attachments"], json!([]), "a picture that is not wanted goes");
            assert!(body["embeds"][0].get("image").is_none());
        }
        let bare = Payload {
            embeds: Vec::new(),
            ..pictured
        };
        assert_eq!(bare.body(File::New)["embeds"], json!([]));
    }

    /// Source: RichEmbedImage of openapi.json (2026-07-18) and discord-api-docs issue #8373 (2026-06-03).
    #[test]
    fn the_frame_says_all_that_its_picture_shows_and_the_file_what_it_has_room_for() {
        let alt = "A board. ".repeat(200).trim().to_owned();
        let pictured = Payload {
            picture: Some(picture(720, &alt)),
            ..message()
        };
        for file in [File::New, File::Standing] {
            assert_eq!(pictured.body(file)["embeds"][0]["image"]["description"], alt.as_str());
        }
        let new = pictured.body(File::New);
        let short = new["attachments"][0]["description"].as_str().expect("a text");
        assert!(
            numbers::length(short) <= numbers::ALT_TEXT,
            "{}",
            numbers::length(short)
        );
        let kept = short.trim_end_matches('…').trim_end();
        assert!(
            alt.starts_with(kept) && (kept.ends_with("A") || kept.ends_with("board.")),
            "{short}"
        );
        assert_eq!(pictured.body(File::Alone)["attachments"], new["attachments"]);
    }

    #[test]
    fn a_digest_tells_what_is_drawn_and_what_is_told_of_it() {
        let with = |width, alt| Payload {
            picture: Some(picture(width, alt)),
            ..message()
        };
        let digests = [with(720, "a"), with(721, "a"), with(720, "b"), message()].map(|payload| payload.digest());
        for (at, digest) in digests.iter().enumerate() {
            assert!(!digests[..at].contains(digest), "{at}");
        }
        let pictured = with(720, "a");
        let key = pictured.picture.as_ref().map(Picture::key);
        assert_eq!(pictured.digest_with(key), pictured.digest());
        assert_eq!(pictured.digest_with(None), message().digest());
    }

    #[test]
    fn an_edit_always_replaces_everything_and_pings_nobody() {
        let json = Payload::default().json();
        assert_eq!(json["content"], "");
        assert_eq!(json["embeds"], json!([]));
        assert_eq!(json["components"], json!([]));
        assert_eq!(json["allowed_mentions"], json!({ "parse": [], "users": [] }));
    }

    #[test]
    fn a_ping_names_its_people_and_nobody_else() {
        let ping = Payload {
            mention: vec![u64::MAX],
            ..message()
        };
        assert_eq!(
            ping.json()["allowed_mentions"],
            json!({ "parse": [], "users": ["18446744073709551615"] })
        );
    }

    #[test]
    fn rows_are_written_as_discord_reads_them() {
        let json = message().json();
        assert_eq!(
            json["components"][0],
            json!({ "type": 1, "components": [
                { "type": 2, "style": 3, "label": "Join", "custom_id": "w1:join:7" },
                { "type": 2, "style": 5, "label": "There", "url": "https://example.org/", "disabled": true },
            ]})
        );
        assert_eq!(
            json["components"][1]["components"][0]["options"],
            json!([{ "label": "A", "value": "a" }])
        );
    }

    #[test]
    fn a_digest_tells_payloads_apart() {
        let other = Payload {
            content: "Hullo".to_owned(),
            ..message()
        };
        assert_eq!(message().digest(), message().digest());
        assert_ne!(message().digest(), other.digest());
    }
}
