//! Reads the fields of a payload and collects everything that is wrong with them.
//!
//! A reader goes on after a wrong field, so that one answer names every mistake, as Discord's does. Readers give
//! `None` (or an empty list) for what is missing or wrong; `null` counts as missing.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;

/// The fields of an object.
pub(super) type Fields = Map<String, Value>;

/// How long a text may be.
#[derive(Clone, Copy)]
pub(super) struct Text {
    least: usize,
    most: usize,
    required: bool,
    trimmed: bool,
}

impl Text {
    /// Optional, at most so many chars.
    pub(super) const fn up_to(most: usize) -> Self {
        Self {
            least: 0,
            most,
            required: false,
            trimmed: false,
        }
    }

    /// Optional, at least one char when given.
    pub(super) const fn some(most: usize) -> Self {
        Self {
            least: 1,
            most,
            required: false,
            trimmed: false,
        }
    }

    /// The field must be there.
    pub(super) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// White space around the text does not count, and white space alone is nothing.
    pub(super) const fn trimmed(self) -> Self {
        Self { trimmed: true, ..self }
    }
}

/// The errors found so far, and the place where the reader stands.
#[derive(Default)]
pub(super) struct Form {
    path: Vec<String>,
    tree: Value,
}

impl Form {
    /// Reads a whole body; gives the verdict on it.
    pub(super) fn whole(body: &Value, read: impl FnOnce(&mut Self, &Fields)) -> Result<(), Refused> {
        let mut form = Self::default();
        if let Some(fields) = form.object(body) {
            read(&mut form, fields);
        }
        form.finish()
    }

    /// Reads below a key or an index.
    pub(super) fn at<T>(&mut self, key: impl Display, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key.to_string());
        let result = read(self);
        self.path.pop();
        result
    }

    /// Notes an error where the reader stands. A node holds either its own errors or errors below it. Errors below
    /// came first and say more, so they stay.
    pub(super) fn refuse(&mut self, code: &str, message: impl Display) {
        let mut node = &mut self.tree;
        for key in &self.path {
            if !node.is_object() {
                *node = json!({});
            }
            node = &mut node[key.as_str()];
        }
        let error = json!({ "code": code, "message": message.to_string() });
        if node.is_null() {
            *node = json!({ "_errors": [] });
        }
        if let Some(errors) = node.get_mut("_errors").and_then(Value::as_array_mut) {
            errors.push(error);
        }
    }

    /// Notes an error at a field.
    pub(super) fn refuse_at(&mut self, key: impl Display, code: &str, message: impl Display) {
        self.at(key, |form| form.refuse(code, message));
    }

    /// The verdict.
    pub(super) fn finish(self) -> Result<(), Refused> {
        if self.tree.is_null() {
            Ok(())
        } else {
            Err(Refused::form(self.tree))
        }
    }

    /// The value as an object.
    pub(super) fn object<'v>(&mut self, value: &'v Value) -> Option<&'v Fields> {
        if value.is_object() {
            return value.as_object();
        }
        self.refuse("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        None
    }

    /// A field that is an object.
    pub(super) fn child<'v>(&mut self, from: &'v Fields, key: &str) -> Option<&'v Fields> {
        let value = present(from, key)?;
        self.at(key, |form| form.object(value))
    }

    /// Reads below a field that is an object.
    pub(super) fn inside<'v>(&mut self, from: &'v Fields, key: &str, read: impl FnOnce(&mut Self, &'v Fields)) {
        if let Some(fields) = self.child(from, key) {
            self.at(key, |form| read(form, fields));
        }
    }

    /// Reads below an object that must be there.
    pub(super) fn inside_required<'v>(
        &mut self,
        from: &'v Fields,
        key: &str,
        read: impl FnOnce(&mut Self, &'v Fields),
    ) {
        if present(from, key).is_none() {
            self.missing(key);
        }
        self.inside(from, key, read);
    }

    /// Says that a field is missing.
    pub(super) fn missing(&mut self, key: &str) {
        self.refuse_at(key, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// A field that is a text. With `trimmed`, what comes back is trimmed.
    pub(super) fn text<'v>(&mut self, from: &'v Fields, key: &str, rule: Text) -> Option<&'v str> {
        let Some(value) = present(from, key) else {
            if rule.required {
                self.missing(key);
            }
            return None;
        };
        self.at(key, |form| form.text_value(value, rule))
    }

    /// A value that is a text.
    pub(super) fn text_value<'v>(&mut self, value: &'v Value, rule: Text) -> Option<&'v str> {
        let Some(text) = value.as_str() else {
            self.refuse(
                "STRING_TYPE_CONVERT",
                format!("Could not interpret \"{value}\" as string."),
            );
            return None;
        };
        let text = if rule.trimmed { text.trim() } else { text };
        let length = text.chars().count();
        if rule.trimmed && rule.required && length == 0 {
            self.refuse("BASE_TYPE_REQUIRED", "This field is required");
            return None;
        }
        if !self.length(length, rule.least..=rule.most) {
            return None;
        }
        Some(text)
    }

    /// Checks a length or a count where the reader stands.
    pub(super) fn length(&mut self, length: usize, allowed: RangeInclusive<usize>) -> bool {
        let (least, most) = (*allowed.start(), *allowed.end());
        if allowed.contains(&length) {
            return true;
        }
        if least == 0 {
            self.refuse("BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
        } else {
            self.refuse(
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {least} and {most} in length."),
            );
        }
        false
    }

    /// A field that is an integer, or an integer written as a decimal string.
    pub(super) fn integer(&mut self, from: &Fields, key: &str, allowed: RangeInclusive<i64>) -> Option<i64> {
        let value = present(from, key)?;
        self.at(key, |form| form.integer_value(value, allowed))
    }

    /// A value that is an integer, or an integer written as a decimal string.
    pub(super) fn integer_value(&mut self, value: &Value, allowed: RangeInclusive<i64>) -> Option<i64> {
        let number = value.as_i64().or_else(|| value.as_str()?.parse().ok());
        let Some(number) = number else {
            self.refuse("NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not int."));
            return None;
        };
        let (least, most) = (*allowed.start(), *allowed.end());
        if number < least {
            self.refuse(
                "NUMBER_TYPE_MIN",
                format!("int value should be greater than or equal to {least}."),
            );
        } else if number > most {
            self.refuse(
                "NUMBER_TYPE_MAX",
                format!("int value should be less than or equal to {most}."),
            );
        } else {
            return Some(number);
        }
        None
    }

    /// A field that is one of a few integers.
    pub(super) fn one_of(&mut self, from: &Fields, key: &str, allowed: &[i64]) -> Option<i64> {
        let value = present(from, key)?;
        self.at(key, |form| {
            let number = form.integer_value(value, i64::MIN..=i64::MAX)?;
            if allowed.contains(&number) {
                return Some(number);
            }
            let names: Vec<String> = allowed.iter().map(i64::to_string).collect();
            form.refuse(
                "BASE_TYPE_CHOICES",
                format!("Value must be one of {{{}}}.", names.join(", ")),
            );
            None
        })
    }

    /// A field that must be there and be one of a few integers.
    pub(super) fn required_one_of(&mut self, from: &Fields, key: &str, allowed: &[i64]) -> Option<i64> {
        if present(from, key).is_none() {
            self.missing(key);
        }
        self.one_of(from, key, allowed)
    }

    /// The `type` of a union's member: missing or another than these is an error at `type`.
    pub(super) fn variant(&mut self, from: &Fields, allowed: &[i64]) -> Option<i64> {
        let Some(value) = present(from, "type") else {
            self.missing("type");
            return None;
        };
        let kind = value.as_i64();
        if let Some(kind) = kind.filter(|kind| allowed.contains(kind)) {
            return Some(kind);
        }
        let names: Vec<String> = allowed.iter().map(i64::to_string).collect();
        let words = format!("Value of field \"type\" must be one of ({}).", names.join(", "));
        self.refuse_at("type", "UNION_TYPE_CHOICES", words);
        None
    }

    /// A field that is true or false.
    pub(super) fn truth(&mut self, from: &Fields, key: &str) -> Option<bool> {
        let value = present(from, key)?;
        let truth = value.as_bool();
        if truth.is_none() {
            self.refuse_at(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
        truth
    }

    /// A field that is a list with so many members. A list of a wrong size comes back empty: its members are not
    /// worth a look.
    pub(super) fn list<'v>(&mut self, from: &'v Fields, key: &str, allowed: RangeInclusive<usize>) -> &'v [Value] {
        let Some(value) = present(from, key) else {
            return &[];
        };
        self.at(key, |form| form.list_value(value, allowed))
    }

    /// A value that is a list with so many members.
    pub(super) fn list_value<'v>(&mut self, value: &'v Value, allowed: RangeInclusive<usize>) -> &'v [Value] {
        let Some(list) = value.as_array() else {
            self.refuse("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            return &[];
        };
        if self.length(list.len(), allowed) { list } else { &[] }
    }

    /// A list that must be there.
    pub(super) fn required_list<'v>(
        &mut self,
        from: &'v Fields,
        key: &str,
        allowed: RangeInclusive<usize>,
    ) -> &'v [Value] {
        if present(from, key).is_none() {
            self.missing(key);
        }
        self.list(from, key, allowed)
    }

    /// A field that is an id.
    pub(super) fn id(&mut self, from: &Fields, key: &str) -> Option<u64> {
        let value = present(from, key)?;
        self.at(key, |form| form.snowflake_value(value))
    }

    /// An id that must be there.
    pub(super) fn required_id(&mut self, from: &Fields, key: &str) -> Option<u64> {
        if present(from, key).is_none() {
            self.missing(key);
        }
        self.id(from, key)
    }

    /// Says that a list names something a second time.
    pub(super) fn repeated(&mut self, index: usize) {
        let words = "The set already contains this value";
        self.refuse_at(index, "SET_TYPE_ALREADY_CONTAINS_VALUE", words);
    }

    /// A value that is an id: a decimal string, or a number.
    pub(super) fn snowflake_value(&mut self, value: &Value) -> Option<u64> {
        let id = Id::read(value).map(|id| id.0);
        if id.is_none() {
            self.refuse("NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not snowflake."));
        }
        id
    }

    /// Each object of a list in turn, below the key of the list.
    pub(super) fn each<'v>(
        &mut self,
        key: &str,
        list: &'v [Value],
        mut read: impl FnMut(&mut Self, usize, &'v Fields),
    ) {
        self.at(key, |form| {
            for (index, value) in list.iter().enumerate() {
                form.at(index, |form| {
                    if let Some(fields) = form.object(value) {
                        read(form, index, fields);
                    }
                });
            }
        });
    }
}

/// A field that is there and not null.
pub(super) fn present<'v>(from: &'v Fields, key: &str) -> Option<&'v Value> {
    from.get(key).filter(|value| !value.is_null())
}
