//! Payloads: messages and modals as plain values, before they become JSON.
//!
//! A payload holds only what is shown. Everything in it is final text; it knows no table, no language and no network. A
//! mention pings nobody unless the payload names that person in [`Payload::mention`]. The payload's picture is still a
//! sketch: whether and when it is drawn is decided when the message is sent ([`File`]).
//!
//! Every message has one order: what happened, the picture, the question, and right below the question what can be pressed.
//! Only Components V2 put a text below a picture, so every message takes that layout at the latest with its first edit
//! (docs/DISCORD.md, "Components V2"). A new message with a notification begins in the older layout ([`Payload::announcement`]).

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::custom_id::CustomId;
use super::limits::{self, fit};
use super::times;
use crate::picture;
use crate::rules::Sketch;

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Payload {
    /// The text above the picture: what happened.
    pub above: String,
    /// The text below the picture, right above the rows: what is asked.
    pub below: String,
    /// The rows of buttons and select menus.
    pub rows: Vec<Row>,
    /// Whom the message pings, by user id; nobody else is pinged, whatever the text says.
    pub mention: Vec<u64>,
    /// What a phone's notification of the new message says; empty if nobody needs a notification.
    #[serde(skip)]
    pub notification: String,
    /// The picture, between the two texts.
    #[serde(skip)]
    pub picture: Option<Picture>,
    /// What stands below both texts: only in a message to one person that never changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<Page>,
}

/// A text with a picture of its own below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// The text.
    pub text: String,
    /// The picture.
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
    /// The message has no picture, or none yet: a picture that stands there is removed.
    Nothing,
    /// The picture that stands there stays.
    Standing,
    /// The pictures come with this request, as its first files, under the names of [`Payload::pictures`].
    New,
}

/// The flag of a message in the layout Components V2.
pub const COMPONENTS_V2: u64 = 1 << 15;

/// The flag of a message that only one person sees.
pub const EPHEMERAL: u64 = 1 << 6;

/// The file name of a message's picture: the name tells nothing about the picture.
pub const PICTURE_NAME: &str = "board.png";

/// The field in which a button or an option names its icon. The client that sends the message puts an emoji in its place, or
/// takes it out.
pub const ICON: &str = "icon";

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
    /// The name of the icon beside the label. The label says what the icon shows, so a message looks the same to the digest
    /// with the icon and without.
    #[serde(skip)]
    pub icon: Option<String>,
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

/// A select menu of which one option is chosen, or any number of options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Select {
    /// Its custom id.
    pub custom_id: String,
    /// The text while nothing is chosen.
    pub placeholder: String,
    /// Its options.
    pub options: Vec<SelectOption>,
    /// Whether any number of options can be chosen, and not exactly one: in a form each option is then a box to tick.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
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
    /// Whether the option is chosen already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// As [`Button::icon`].
    #[serde(skip)]
    pub icon: Option<String>,
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
    /// What is to be chosen below.
    pub menus: Vec<Labelled>,
}

/// A menu in a [`Modal`], with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// What is chosen.
    pub label: String,
    /// What that means; may be empty.
    pub description: String,
    /// The menu. Whoever may choose any number of options may choose none.
    pub select: Select,
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
        Button::to(label, style, custom_id.to_string())
    }

    /// A link button.
    pub fn link(label: &str, address: &str) -> Button {
        Button::to(label, Style::Link, address.to_owned())
    }

    fn to(label: &str, style: Style, target: String) -> Button {
        Button {
            label: fit(label.trim(), limits::BUTTON_SHOWN),
            style,
            target,
            disabled: false,
            icon: None,
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
        put(&mut button, ICON, self.icon.as_deref().unwrap_or_default());
        button
    }
}

impl Select {
    /// A menu of which one option is chosen.
    pub fn new(custom_id: &CustomId, placeholder: &str, options: Vec<SelectOption>) -> Select {
        Select {
            custom_id: custom_id.to_string(),
            placeholder: fit(placeholder, limits::PLACEHOLDER),
            options,
            many: false,
        }
    }

    fn json(&self) -> Value {
        let options: Vec<Value> = self.options.iter().map(SelectOption::json).collect();
        let mut select = json!({ "type": 3, "custom_id": self.custom_id, "options": options });
        put(&mut select, "placeholder", &self.placeholder);
        if self.many {
            (select["min_values"], select["max_values"]) = (0.into(), self.options.len().into());
        }
        select
    }
}

impl SelectOption {
    /// An option without a second line.
    pub fn new(label: &str, value: impl ToString) -> SelectOption {
        SelectOption {
            label: fit(label, limits::OPTION_TEXT),
            value: value.to_string(),
            description: String::new(),
            chosen: false,
            icon: None,
        }
    }

    /// The same option with a second line, which may be empty.
    #[must_use]
    pub fn described(self, description: &str) -> SelectOption {
        SelectOption {
            description: fit(description, limits::OPTION_TEXT),
            ..self
        }
    }

    /// The same option, chosen already if so.
    #[must_use]
    pub fn chosen_if(self, chosen: bool) -> SelectOption {
        SelectOption { chosen, ..self }
    }

    fn json(&self) -> Value {
        let mut option = json!({ "label": self.label, "value": self.value });
        put(&mut option, "description", &self.description);
        if self.chosen {
            option["default"] = Value::Bool(true);
        }
        put(&mut option, ICON, self.icon.as_deref().unwrap_or_default());
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

/// Makes a body ping nobody, whomever it names.
pub fn hush(body: &mut Value) {
    body["allowed_mentions"] = json!({ "parse": [] });
}

/// Turns the body of an edit into the body of a new message, seen by one person if `only`. A new message has nothing that must
/// go first.
pub fn new_message(mut body: Value, only: bool) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|field, _| field != "content" && field != "embeds");
    }
    if only {
        body["flags"] = (COMPONENTS_V2 | EPHEMERAL).into();
    }
    body
}

/// The component that shows the file of this name, which comes with the message: a file that no component shows is not seen.
pub fn shown_file(name: &str) -> Value {
    json!({ "type": 13, "file": { "url": format!("attachment://{name}") } })
}

fn text_display(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| json!({ "type": 10, "content": text }))
}

/// The component that shows a picture in the file of this name.
fn gallery(picture: &Picture, name: &str) -> Value {
    let media = json!({ "url": format!("attachment://{name}") });
    json!({ "type": 12, "items": [{ "media": media, "description": fit(picture.alt(), limits::ALT_TEXT) }] })
}

/// The file name of the picture of a page.
fn page_name(number: usize) -> String {
    format!("board-{number}.png")
}

impl Payload {
    /// The message's JSON for an edit, without a picture. It has all parts, so that nothing old stays: a message of an earlier
    /// version of the bot, too, takes the new layout.
    pub fn json(&self) -> Value {
        self.edit(File::Nothing)
    }

    /// The edit, with this treatment of the pictures.
    fn edit(&self, file: File) -> Value {
        let picture = self.picture.as_ref().filter(|_| file != File::Nothing);
        let picture = picture.map(|picture| gallery(picture, PICTURE_NAME));
        let texts = [text_display(&self.above), picture, text_display(&self.below)];
        let pages = (1..).zip(&self.pages).flat_map(|(number, page)| {
            let picture = page.picture.as_ref().filter(|_| file == File::New);
            let picture = picture.map(|picture| gallery(picture, &page_name(number)));
            [text_display(&page.text), picture]
        });
        let components: Vec<Value> = texts
            .into_iter()
            .chain(pages)
            .flatten()
            .chain(self.rows.iter().map(Row::json))
            .collect();
        json!({
            "flags": COMPONENTS_V2,
            "content": null,
            "embeds": [],
            "components": components,
            "allowed_mentions": self.allowed_mentions(),
        })
    }

    fn allowed_mentions(&self) -> Value {
        let users: Vec<String> = self.mention.iter().map(ToString::to_string).collect();
        json!({ "parse": [], "users": users })
    }

    /// The JSON of a new message in the older layout, whose text a phone's notification shows: of a message in the layout of
    /// every edit it shows nothing (docs/DISCORD.md, "Components V2").
    pub fn announcement(&self) -> Value {
        let rows = self.rows.iter().filter(|_| self.is_announcement());
        json!({
            "content": fit(&self.notification, limits::CONTENT),
            "components": rows.map(Row::json).collect::<Vec<_>>(),
            "allowed_mentions": self.allowed_mentions(),
        })
    }

    /// All text of the message, in the order of reading.
    pub fn text(&self) -> String {
        let texts = self.texts().filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join("\n\n")
    }

    /// The texts of the message, in the order of reading.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let pages = self.pages.iter().map(|page| page.text.as_str());
        [self.above.as_str(), self.below.as_str()].into_iter().chain(pages)
    }

    /// The pictures of the message with the names of their files, in the order in which the files are sent.
    pub fn pictures(&self) -> Vec<(String, &Picture)> {
        let pages = (1..).zip(&self.pages);
        let pages = pages.filter_map(|(number, page)| Some((page_name(number), page.picture.as_ref()?)));
        let first = self.picture.iter().map(|picture| (PICTURE_NAME.to_owned(), picture));
        first.chain(pages).collect()
    }

    /// Whether the announcement shows all of the message.
    pub fn is_announcement(&self) -> bool {
        self.picture.is_none() && self.below.is_empty() && self.above == self.notification
    }

    /// As [`Payload::json`], with the given treatment of the pictures.
    pub fn body(&self, file: File) -> Value {
        let pictures = self.pictures();
        let file = if pictures.is_empty() { File::Nothing } else { file };
        let mut body = self.edit(file);
        match file {
            File::Nothing => body["attachments"] = json!([]),
            File::New => {
                let names = pictures.iter().enumerate();
                let names = names.map(|(at, (name, _))| json!({ "id": at, "filename": name }));
                body["attachments"] = names.collect();
            }
            // Files that are not listed are dropped, so without a list all files stay (docs/DISCORD.md, "Files").
            File::Standing => {}
        }
        body
    }

    /// A short key for what is to be shown: two payloads with the same digest look the same. It is a SHA-256 of all texts and
    /// of the picture's key and description, followed by the times that are shown.
    pub fn digest(&self) -> String {
        self.digest_with(self.picture.as_ref().map(Picture::key))
    }

    /// The digest of the same text with the picture of this key, or with none.
    pub fn digest_with(&self, picture: Option<&str>) -> String {
        // Computed directly from the parts: each message needs its digest several times before it is sent.
        let (words, times) = times::split(&serde_json::to_vec(self).unwrap_or_default());
        let mut digest = Sha256::new_with_prefix(words);
        if let Some(key) = picture {
            digest.update(key);
            digest.update(self.picture.as_ref().map_or("", Picture::alt));
        }
        times::joined(hex::encode(digest.finalize()), &times)
    }
}

impl Picture {
    /// The picture of a sketch whose texts are final, with its description.
    pub fn new(sketch: Sketch, alt: String) -> Picture {
        Picture {
            key: hex::encode(Sha256::digest(picture::key(&sketch))),
            sketch: Arc::new(sketch),
            alt,
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

    /// A short key for the picture; the description may change without a new picture.
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
    /// The modal as the `data` of a callback of type 9. Inputs stand in action rows, the older form; menus need labels.
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
        let label = |menu: &Labelled| {
            let mut select = menu.select.json();
            select["required"] = (!menu.select.many).into();
            if menu.select.many {
                select["type"] = 22.into();
            }
            let mut label = json!({ "type": 18, "label": menu.label, "component": select });
            put(&mut label, "description", &menu.description);
            label
        };
        let components = self.inputs.iter().map(row).chain(self.menus.iter().map(label));
        json!({
            "custom_id": self.custom_id,
            "title": self.title,
            "components": components.collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests;
