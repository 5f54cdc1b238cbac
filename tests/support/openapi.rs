//! Holds payloads against Discord's own machine-readable description of its API (openapi.json).
//!
//! For integration tests. The file is not ours and not in the repository: `WHISTLE_OPENAPI` names it, or it lies at
//! `../shared/discord/openapi.json` beside the package. Without it a plain `cargo test` skips with a word on standard
//! error; where `CI` is `true` its absence is an error.
//!
//! The description is taken as it stands but for five things, each because Discord itself does otherwise:
//!
//! - every `oneOf` is an `anyOf`: an empty list of autocomplete choices fits the variants of all three value types;
//! - in requests, an integer may be a decimal string (docs/DISCORD.md, "What openapi.json leaves out"), and an id a number, as
//!   the `id` of a new attachment is (docs/DISCORD.md, "Files");
//! - the code of an error's leaf is a string, not an integer (docs/DISCORD.md, "Errors");
//! - an answer of 429 need not have a code (docs/DISCORD.md, "Rate limits");
//! - a message may forward another one: a reference of type 1 (Discord's docs, Message Resource;
//!   docs/DISCORD.md, "Forwards and polls").
//!
//! What the description does not check at all is in `playground::checks`.

#![allow(dead_code, reason = "each integration test uses a part of this module")]

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, Registry, Resource, ValidationError, Validator};
use serde_json::{Map, Value, json};

/// Where the two readings of the description live; no such address is ever fetched.
const REQUESTS: &str = "json-schema:///requests";
const ANSWERS: &str = "json-schema:///answers";

/// How much of a complaint is shown.
const WORDS: usize = 400;

/// The description, or `None` if it is not here and need not be.
pub(crate) fn openapi() -> Option<&'static Spec> {
    static SPEC: OnceLock<Option<Spec>> = OnceLock::new();
    SPEC.get_or_init(load).as_ref()
}

fn load() -> Option<Spec> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/openapi.json");
    let path = std::env::var_os("WHISTLE_OPENAPI").map_or_else(beside, PathBuf::from);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(Spec::new(serde_json::from_str(&text).expect("openapi.json is JSON"))),
        Err(error) if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
            panic!("openapi.json is a must here: {}: {error}", path.display());
        }
        Err(error) => {
            eprintln!(
                "skipped: payloads are not held against openapi.json ({}: {error})",
                path.display()
            );
            None
        }
    }
}

/// The description with its compiled schemas.
pub(crate) struct Spec {
    answers: Value,
    registry: Registry<'static>,
    compiled: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Spec {
    fn new(mut answers: Value) -> Self {
        loosen(&mut answers);
        answers["components"]["schemas"]["MessageReferenceType"] = json!({ "type": "integer", "enum": [0, 1] });
        let mut requests = answers.clone();
        accept_decimal_strings(&mut requests);
        requests["components"]["schemas"]["SnowflakeType"]["type"] = json!(["string", "integer"]);
        let leaf = json!({
            "type": "object",
            "properties": { "code": { "type": ["string", "integer"] }, "message": { "type": "string" } },
            "required": ["code", "message"],
        });
        answers["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]["items"] = leaf;
        answers["components"]["schemas"]["RatelimitedResponse"] = json!({
            "type": "object",
            "properties": {
                "code": { "type": "integer" }, "message": { "type": "string" },
                "retry_after": { "type": "number" }, "global": { "type": "boolean" },
            },
            "required": ["message", "retry_after", "global"],
        });
        let registry = Registry::new()
            .draft(Draft::Draft202012)
            .add(REQUESTS, Resource::from_contents(requests))
            .and_then(|registry| registry.add(ANSWERS, Resource::from_contents(answers.clone())))
            .and_then(|registry| registry.prepare())
            .expect("openapi.json is whole");
        Self {
            answers,
            registry,
            compiled: Mutex::default(),
        }
    }

    /// Holds a value against a schema of the description, by name, as an answer.
    pub(crate) fn schema(&self, name: &str, value: &Value) -> Result<(), String> {
        self.hold(ANSWERS, &format!("/components/schemas/{name}"), value)
            .map_err(|why| format!("{name}: {why}"))
    }

    /// Holds a request's body against its operation. The path may have ids or their names, with `/api/v10` or without.
    pub(crate) fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(), String> {
        let pointer = self.operation(method, path)?;
        let content = format!("{pointer}/requestBody/content/application~1json/schema");
        match body.filter(|body| !body.is_null()) {
            Some(body) if self.answers.pointer(&content).is_some() => self
                .hold(REQUESTS, &content, body)
                .map_err(|why| format!("{method} {path}: {why}")),
            None if self.answers.pointer(&format!("{pointer}/requestBody/required")) == Some(&Value::Bool(true)) => {
                Err(format!("{method} {path}: a body is required"))
            }
            _ => Ok(()),
        }
    }

    /// Holds an answer against its operation.
    pub(crate) fn answer(&self, method: &str, path: &str, status: u16, body: Option<&Value>) -> Result<(), String> {
        if status >= 500 {
            return Ok(());
        }
        let operation = self.operation(method, path)?;
        let exact = format!("{operation}/responses/{status}");
        let class = format!("{operation}/responses/{}XX", status / 100);
        let Some(found) = [exact, class]
            .into_iter()
            .find(|pointer| self.answers.pointer(pointer).is_some())
        else {
            return Err(format!("{method} {path}: no status {status} in the description"));
        };
        let response = match self.answers.pointer(&format!("{found}/$ref")).and_then(Value::as_str) {
            Some(shared) => shared.trim_start_matches('#').to_owned(),
            None => found,
        };
        let content = format!("{response}/content/application~1json/schema");
        let body = body.filter(|body| !body.is_null());
        match (self.answers.pointer(&content), body) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(format!("{method} {path}: status {status} has no body")),
            (Some(_), body) => {
                let why = |why| format!("{method} {path} answered {status}: {why}");
                self.hold(ANSWERS, &content, body.unwrap_or(&Value::Null)).map_err(why)
            }
        }
    }

    /// Holds both sides of a recorded exchange: `{"method", "path", "body", "status", "answer"}`.
    pub(crate) fn exchange(&self, exchange: &Value) -> Result<(), String> {
        let text = |key: &str| {
            exchange[key]
                .as_str()
                .ok_or_else(|| format!("an exchange has a {key}: {exchange}"))
        };
        let status = exchange["status"]
            .as_u64()
            .and_then(|status| u16::try_from(status).ok());
        let status = status.ok_or_else(|| format!("an exchange has a status: {exchange}"))?;
        let (method, path) = (text("method")?, text("path")?);
        self.request(method, path, exchange.get("body"))?;
        self.answer(method, path, status, exchange.get("answer"))
    }

    /// Holds the parts of a gateway frame for which the description has schemas. Interactions as such have none, so
    /// for them the rules of docs/DISCORD.md, "Interactions" stand here.
    pub(crate) fn frame(&self, frame: &Value) -> Result<(), String> {
        let data = &frame["d"];
        let event = frame["t"].as_str().unwrap_or_default();
        match event {
            "INTERACTION_CREATE" => self.interaction(data),
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" => self.schema("MessageResponse", data),
            "THREAD_CREATE" | "THREAD_UPDATE" => self.schema("ThreadResponse", data),
            "GUILD_CREATE" if data["unavailable"] != true => {
                self.each("GuildRoleResponse", &data["roles"])?;
                self.each("GuildMemberResponse", &data["members"])
            }
            _ => Ok(()),
        }
        .map_err(|why| format!("{event}: {why}"))
    }

    fn interaction(&self, data: &Value) -> Result<(), String> {
        let kind = data["type"].as_i64();
        let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{what}: {data}")) };
        must(matches!(kind, Some(1..=5)), "the type is 1 to 5")?;
        for key in ["id", "application_id", "token"] {
            must(data[key].is_string(), key)?;
        }
        must(data["version"] == 1, "the version is 1")?;
        if kind == Some(1) {
            return Ok(());
        }
        must(data["data"].is_object(), "data")?;
        must(data["locale"].is_string(), "locale")?;
        must(
            data["channel_id"].is_string() && data["channel"]["id"] == data["channel_id"],
            "the channel",
        )?;
        must(data["entitlements"].is_array(), "entitlements")?;
        must(
            data["authorizing_integration_owners"].is_object(),
            "authorizing_integration_owners",
        )?;
        must(
            data["app_permissions"].is_string(),
            "app_permissions is a decimal string",
        )?;
        must(data["attachment_size_limit"].is_u64(), "attachment_size_limit")?;
        must(matches!(data["context"].as_i64(), Some(0..=2)), "the context is 0 to 2")?;
        must(
            data["member"].is_object() != data["user"].is_object(),
            "a member or a user, never both",
        )?;
        must(
            data["member"].is_object() == data["guild_id"].is_string(),
            "a member in a guild",
        )?;
        must(data["message"].is_object() || kind != Some(3), "a component's message")?;
        if data["member"].is_object() {
            must(data["member"]["permissions"].is_string(), "the member's permissions")?;
            self.schema("GuildMemberResponse", &data["member"])?;
        } else {
            self.schema("UserResponse", &data["user"])?;
        }
        if data["message"].is_object() {
            self.schema("MessageResponse", &data["message"])?;
        }
        self.each("UserResponse", &data["data"]["resolved"]["users"])
    }

    /// Holds every member of a list, or every value of an object.
    fn each(&self, name: &str, values: &Value) -> Result<(), String> {
        let list = values.as_array().into_iter().flatten();
        let map = values.as_object().into_iter().flat_map(Map::values);
        list.chain(map).try_for_each(|value| self.schema(name, value))
    }

    /// The JSON pointer of an operation. Where several paths fit (`@me` and an id), the most literal one is meant.
    fn operation(&self, method: &str, path: &str) -> Result<String, String> {
        let path = path.split('?').next().unwrap_or_default();
        let path = path.strip_prefix("/api/v10").unwrap_or(path);
        let method = method.to_ascii_lowercase();
        let paths = self.answers["paths"].as_object().into_iter().flatten();
        let fitting = paths.filter(|(_, operations)| operations.get(&method).is_some());
        let best = fitting
            .filter_map(|(template, _)| Some((fit(template, path)?, template)))
            .max();
        let (_, template) = best.ok_or_else(|| format!("no operation {method} {path} in the description"))?;
        Ok(format!(
            "/paths/{}/{method}",
            template.replace('~', "~0").replace('/', "~1")
        ))
    }

    fn hold(&self, side: &str, pointer: &str, value: &Value) -> Result<(), String> {
        let validator = self.compiled(side, pointer);
        let mut errors = validator.iter_errors(value).map(|error| {
            let (_, at, words) = telling(&error);
            let words: String = words.chars().take(WORDS).collect();
            format!("at '{at}': {words}")
        });
        match errors.next() {
            None => Ok(()),
            Some(first) => Err(errors.take(4).fold(first, |all, next| format!("{all}; {next}"))),
        }
    }

    fn compiled(&self, side: &str, pointer: &str) -> Arc<Validator> {
        let reference = format!("{side}#{}", pointer.replace('{', "%7B").replace('}', "%7D"));
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let options = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .with_registry(&self.registry);
            let options = options
                .should_validate_formats(true)
                .should_ignore_unknown_formats(true)
                .offline();
            Arc::new(
                options
                    .build(&json!({ "$ref": reference }))
                    .expect("a schema of openapi.json compiles"),
            )
        };
        Arc::clone(compiled.entry(reference.clone()).or_insert_with(make))
    }
}

/// How deep in the value an error stands, where, and its words. Where no variant of a union fits, the variant that got
/// furthest is the one that was meant, and what it says tells more than that none fits.
fn telling(error: &ValidationError<'_>) -> (usize, String, String) {
    let at = error.instance_path().to_string();
    let own = (at.matches('/').count(), at, error.to_string());
    let ValidationErrorKind::AnyOf { context } = error.kind() else {
        return own;
    };
    context
        .iter()
        .flatten()
        .map(telling)
        .fold(own, |best, next| if next.0 > best.0 { next } else { best })
}

/// How many segments of the template are literally the path's; `None` if they do not fit.
fn fit(template: &str, path: &str) -> Option<usize> {
    let (template, path): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
    if template.len() != path.len() {
        return None;
    }
    template
        .iter()
        .zip(&path)
        .try_fold(0, |literal, (wanted, found)| match wanted {
            wanted if wanted == found => Some(literal + 1),
            wanted if wanted.starts_with('{') && !found.is_empty() => Some(literal),
            _ => None,
        })
}

/// Makes every `oneOf` an `anyOf`.
fn loosen(node: &mut Value) {
    match node {
        Value::Object(keys) => {
            if let Some(variants) = keys.remove("oneOf") {
                keys.insert("anyOf".to_owned(), variants);
            }
            keys.values_mut().for_each(loosen);
        }
        Value::Array(list) => list.iter_mut().for_each(loosen),
        _ => {}
    }
}

/// Lets every integer that is not an enumeration be a decimal string too.
fn accept_decimal_strings(node: &mut Value) {
    match node {
        Value::Object(keys) => {
            let types: Vec<Value> = match keys.get("type") {
                Some(Value::String(one)) => vec![json!(one)],
                Some(Value::Array(many)) => many.clone(),
                _ => vec![],
            };
            let integer = types.contains(&json!("integer")) && !types.contains(&json!("string"));
            if integer && !keys.contains_key("enum") {
                keys.insert("type".to_owned(), Value::Array([types, vec![json!("string")]].concat()));
                keys.insert("pattern".to_owned(), json!("^-?[0-9]+$"));
            }
            keys.values_mut().for_each(accept_decimal_strings);
        }
        Value::Array(list) => list.iter_mut().for_each(accept_decimal_strings),
        _ => {}
    }
}
