//! What a person reads: messages, their buttons, and the few things that can be made out in their texts.

#![allow(dead_code, reason = "each test uses its part")]

use serde_json::Value;

/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 1 << 6;

/// What a panel says to a reader who has chosen while others choose.
const CHANGE: &str = "You can still change it.";

/// A text of JSON, or nothing.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A message as somebody sees it.
#[derive(Clone, Debug)]
pub(crate) struct Message(pub(crate) Value);

/// A button as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Button {
    pub(crate) label: String,
    pub(crate) custom_id: String,
    pub(crate) disabled: bool,
    /// Its place among the buttons of the message, from 0.
    pub(crate) at: usize,
}

impl Message {
    pub(crate) fn id(&self) -> String {
        text(&self.0["id"])
    }

    pub(crate) fn channel(&self) -> String {
        text(&self.0["channel_id"])
    }

    pub(crate) fn is_private(&self) -> bool {
        self.0["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0)
    }

    pub(crate) fn is_by_bot(&self) -> bool {
        self.0["author"]["bot"] == true
    }

    /// Everything that is written in it but for its buttons, a block a line.
    pub(crate) fn text(&self) -> String {
        texts(&self.0).join("\n")
    }

    pub(crate) fn has(&self, words: &str) -> bool {
        self.text().contains(words)
    }

    /// Its buttons with a custom id, in order.
    pub(crate) fn buttons(&self) -> Vec<Button> {
        components(&self.0)
            .into_iter()
            .filter(|component| component["type"] == 2 && component["custom_id"].is_string())
            .enumerate()
            .map(|(at, component)| Button {
                label: text(&component["label"]),
                custom_id: text(&component["custom_id"]),
                disabled: component["disabled"] == true,
                at,
            })
            .collect()
    }

    /// The button of this label that can be pressed.
    pub(crate) fn button(&self, label: &str) -> Option<Button> {
        let mut buttons = self.buttons().into_iter();
        buttons.find(|button| button.label == label && !button.disabled)
    }

    /// The select menu and the value of the option of this label.
    pub(crate) fn option(&self, label: &str) -> Option<(String, String)> {
        components(&self.0).into_iter().find_map(|select| {
            let mut options = select["options"].as_array()?.iter();
            let option = options.find(|option| option["label"] == label)?;
            Some((text(&select["custom_id"]), text(&option["value"])))
        })
    }

    /// The choices that a game waits for in it: spaces of a sheet, numbers to claim with, passing. None where the reader has
    /// chosen and could choose again.
    pub(crate) fn choices(&self) -> Vec<Button> {
        match self.has(CHANGE) {
            true => Vec::new(),
            false => self.changes(),
        }
    }

    /// The choices that a game offers in it, also in the place of another.
    pub(crate) fn changes(&self) -> Vec<Button> {
        let mut buttons = self.buttons();
        buttons.retain(|button| !button.disabled && notation(button).is_some());
        buttons
    }

    /// The reader's own sheet, if it is in the message.
    pub(crate) fn sheet(&self) -> Option<Sheet> {
        Sheet::read(&self.text())
    }

    /// The first line, which names the game of the match that it is about.
    pub(crate) fn heading(&self) -> String {
        self.text().lines().next().unwrap_or_default().to_owned()
    }
}

fn is_number(label: &str) -> bool {
    label.len() == 2 && label.bytes().all(|byte| byte.is_ascii_digit())
}

/// The notation of a choice by its button, as a record holds it (docs/RULES.md, "Binome"). The spaces lie as on the sheet, and
/// each shows its number and what that would become.
pub(crate) fn notation(button: &Button) -> Option<String> {
    let label = button.label.as_str();
    if label == "Pass" {
        return Some("pass".to_owned());
    }
    if is_number(label) {
        return Some(format!("claim {label}"));
    }
    let (number, digits) = label.split_once(": ")?;
    let digit = |letter: char| letter.is_ascii_digit() || letter == '□';
    let fine = number == (button.at / 2 + 1).to_string() && digits.chars().count() == 2 && digits.chars().all(digit);
    let place = if button.at.is_multiple_of(2) { 't' } else { 'u' };
    (fine && button.at < 16).then(|| format!("{number}{place}"))
}

/// Everything written in a message or in the body of one, and what its picture tells who cannot see the picture.
pub(crate) fn texts(message: &Value) -> Vec<String> {
    let mut found = vec![text(&message["content"])];
    for component in message["components"].as_array().into_iter().flatten() {
        found.push(text(&component["content"]));
        let items = component["items"].as_array().into_iter().flatten();
        found.extend(items.map(|item| text(&item["description"])));
    }
    found.retain(|text| !text.is_empty());
    found
}

/// What the pictures of a message, or of the body of one, tell who cannot see them.
pub(crate) fn told_of_pictures(message: &Value) -> Vec<String> {
    let told = gallery(message).into_iter().map(|item| text(&item["description"]));
    told.filter(|told| !told.is_empty()).collect()
}

/// The address of what a message shows as a picture; empty without one.
pub(crate) fn shown_picture(message: &Value) -> String {
    let first = gallery(message).into_iter().next();
    first.map(|item| text(&item["media"]["url"])).unwrap_or_default()
}

/// The pictures of a message.
fn gallery(message: &Value) -> Vec<&Value> {
    let components = message["components"].as_array().into_iter().flatten();
    components
        .flat_map(|component| component["items"].as_array().into_iter().flatten())
        .collect()
}

/// Everything that can be used in a message or in the body of one.
pub(crate) fn components(message: &Value) -> Vec<&Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .collect()
}

/// Eight numbers of two digits, each perhaps not written yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sheet([Option<u8>; 16]);

impl Sheet {
    /// Out of a panel's text: a board of text, or what its picture tells.
    pub(crate) fn read(text: &str) -> Option<Sheet> {
        let (_, line) = text.split_once("Your numbers: ")?;
        let line = line.lines().next()?;
        if line.starts_with("1 is ") || line.starts_with("1 has ") {
            return Sheet::told(line);
        }
        let numbers: Vec<&str> = line
            .split(" · ")
            .map(|number| number.trim().trim_matches('~'))
            .collect();
        let digits: Vec<Option<u8>> = numbers
            .iter()
            .flat_map(|number| number.chars())
            .map(|letter| letter.to_digit(10).map(|digit| digit as u8))
            .collect();
        let all = numbers.len() == 8 && numbers.iter().all(|number| number.chars().count() == 2);
        Some(Sheet(digits.try_into().ok().filter(|_| all)?))
    }

    /// Out of a sentence: `1 is free, 2 has tens 5 with free units, 3 has free tens with units 6, 4 is 34 (used) and 5 is …`.
    fn told(sentence: &str) -> Option<Sheet> {
        let sentence = sentence.split(". ").next()?.trim_end_matches('.');
        let mut digits: Vec<Option<u8>> = Vec::new();
        for number in sentence.split(", ").flat_map(|part| part.split(" and ")) {
            let number = number.splitn(3, ' ').nth(2)?;
            let mut written = number
                .chars()
                .map(|letter| letter.to_digit(10).map(|digit| digit as u8));
            let one = written.clone().flatten().next();
            digits.extend(match written.next().flatten() {
                Some(tens) => [Some(tens), written.next().flatten()],
                None if number.starts_with("tens ") => [one, None],
                None => [None, one],
            });
        }
        Some(Sheet(digits.try_into().ok()?))
    }

    /// Whether the space of this notation is written.
    pub(crate) fn is_written(&self, space: &str) -> bool {
        let mut letters = space.chars();
        let (number, place) = (letters.next().and_then(|c| c.to_digit(10)), letters.next());
        let index = match (number, place) {
            (Some(number @ 1..=8), Some('t')) => number * 2 - 2,
            (Some(number @ 1..=8), Some('u')) => number * 2 - 1,
            _ => return false,
        };
        self.0[index as usize].is_some()
    }

    /// How many of its spaces are written.
    pub(crate) fn written(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether everything that `earlier` shows is here, too.
    pub(crate) fn keeps(&self, earlier: &Sheet) -> bool {
        let mut spaces = self.0.iter().zip(&earlier.0);
        spaces.all(|(now, then)| then.is_none() || now == then)
    }

    /// The numbers that are whole.
    pub(crate) fn numbers(&self) -> Vec<String> {
        let whole = |pair: &[Option<u8>]| Some(format!("{}{}", pair[0]?, pair[1]?));
        self.0.chunks(2).filter_map(whole).collect()
    }
}

/// All runs of 64 hexadecimal digits.
pub(crate) fn hashes(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_hexdigit());
    words.filter(|word| word.len() == 64).map(str::to_owned).collect()
}

#[test]
fn a_sheet_is_read_as_it_is_shown() {
    let line = "Hello\nYour numbers: 1□ · □2 · ~~34~~ · 05 · □□ · 66 · 77 · 8□\nmore";
    let sheet = Sheet::read(line).expect("a sheet");
    assert_eq!(sheet.numbers(), ["34", "05", "66", "77"]);
    assert!(sheet.is_written("1t") && !sheet.is_written("1u") && !sheet.is_written("9t"));
    let earlier = Sheet::read(&line.replace("66", "6□")).expect("a sheet");
    assert!(sheet.keeps(&earlier) && !earlier.keeps(&sheet));
    let told = "Your numbers: 1 has tens 1 with free units, 2 has free tens with units 2, 3 is 34 (used), 4 is 05 (fits), \
                5 is free, 6 is 66, 7 is 77 and 8 has tens 8 with free units. Last you wrote the tens of number 8.";
    assert_eq!(Sheet::read(told), Some(sheet));
    assert_eq!(Sheet::read("Your numbers: 1 · 2"), None);
    let labels = ["3: 2□", "8: 72", "Pass", "05", "9: 2□", "Rules", "005", "1: □2"];
    let notations = labels.into_iter().zip([4, 15, 2, 0, 16, 16, 1, 0]).map(|(label, at)| {
        notation(&Button {
            label: label.to_owned(),
            custom_id: String::new(),
            disabled: false,
            at,
        })
    });
    let notations: Vec<String> = notations.map(Option::unwrap_or_default).collect();
    assert_eq!(notations, ["3t", "8u", "pass", "claim 05", "", "", "", "1t"]);
}
