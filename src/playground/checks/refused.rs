//! The server's words for a payload that it refuses (docs/DISCORD.md, "Errors").

use serde_json::{Map, Value, json};

/// A payload was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refused {
    /// Fields are wrong: code 50035 with the tree of errors by field, status 400.
    #[error("Invalid Form Body: {0}")]
    Form(Value),
    /// A plain code.
    #[error("{message} ({code})")]
    Plain {
        /// HTTP status.
        status: u16,
        /// Discord's code in the body.
        code: u32,
        /// The words in the body.
        message: String,
    },
}

impl Refused {
    /// Code 50035, Invalid Form Body.
    pub const INVALID_FORM: u32 = 50035;

    /// A plain refusal.
    pub fn plain(status: u16, code: u32, message: impl Into<String>) -> Self {
        Self::Plain {
            status,
            code,
            message: message.into(),
        }
    }

    /// A form error with one leaf. `path` names keys and decimal indices separated by dots; empty means the root.
    pub fn field(path: &str, code: &str, message: &str) -> Self {
        let mut tree = json!({ "_errors": [{ "code": code, "message": message }] });
        for key in path.split('.').rev().filter(|key| !key.is_empty()) {
            let mut parent = Map::new();
            parent.insert(key.to_owned(), tree);
            tree = Value::Object(parent);
        }
        Self::Form(tree)
    }

    pub(super) fn empty_message() -> Self {
        Self::plain(400, 50006, "Cannot send an empty message")
    }

    pub(super) fn too_many_files() -> Self {
        Self::plain(400, 30015, "Maximum number of attachments in a message reached (10)")
    }

    pub(super) fn request_too_large() -> Self {
        Self::plain(413, 40005, "Request entity too large")
    }

    pub(super) fn file_too_large() -> Self {
        Self::plain(400, 50045, "File uploaded exceeds the maximum size")
    }

    pub(super) fn too_many_commands(most: usize) -> Self {
        Self::plain(
            400,
            30032,
            format!("Maximum number of application commands reached ({most})."),
        )
    }

    pub(super) fn too_old() -> Self {
        Self::plain(
            400,
            50034,
            "You can only bulk delete messages that are under 14 days old.",
        )
    }

    /// The HTTP status to answer with.
    pub fn status(&self) -> u16 {
        match self {
            Self::Form(_) => 400,
            Self::Plain { status, .. } => *status,
        }
    }

    /// Discord's code.
    pub fn code(&self) -> u32 {
        match self {
            Self::Form(_) => Self::INVALID_FORM,
            Self::Plain { code, .. } => *code,
        }
    }

    /// The body to answer with: `{"code", "message"}` and, for a form error, `"errors"`.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Form(errors) => {
                json!({ "code": Self::INVALID_FORM, "message": "Invalid Form Body", "errors": errors })
            }
            Self::Plain { code, message, .. } => json!({ "code": code, "message": message }),
        }
    }

    /// Every leaf as `path:CODE`, in the order of the keys; a root error has an empty path.
    pub fn leaves(&self) -> Vec<String> {
        let mut leaves = Vec::new();
        if let Self::Form(tree) = self {
            gather(tree, &mut Vec::new(), &mut leaves);
        }
        leaves
    }
}

fn gather(node: &Value, path: &mut Vec<String>, leaves: &mut Vec<String>) {
    let Some(keys) = node.as_object() else { return };
    for (key, below) in keys {
        if key == "_errors" {
            let errors = below.as_array().map(Vec::as_slice).unwrap_or_default();
            leaves.extend(
                errors
                    .iter()
                    .map(|e| format!("{}:{}", path.join("."), e["code"].as_str().unwrap_or("?"))),
            );
        } else {
            path.push(key.clone());
            gather(below, path, leaves);
            path.pop();
        }
    }
}
