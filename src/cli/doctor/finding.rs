//! What a check finds: what is wrong, and the way out.

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// The bot serves, but something may go wrong.
    Warning,
    /// The bot does not start, or people will notice.
    Failed,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) level: Level,
    /// What is wrong, in one sentence.
    wrong: String,
    /// What to do about it, in one sentence.
    way_out: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Warning => "warning",
            Level::Failed => "failed",
        };
        write!(f, "{level}: {} {}", self.wrong, self.way_out)
    }
}

/// Why a check, or a step of one, does not come to a good end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Something is wrong.
    Found(Finding),
    /// The check could not be tried; the text says why.
    Untried(&'static str),
}

/// The result of a check, with a note if something is worth knowing; or the result of a step.
pub(super) type Tried<T = Option<String>> = Result<T, Halt>;

/// Nothing is wrong.
pub(super) const FINE: Tried = Ok(None);

fn found<T>(level: Level, wrong: impl Into<String>, way_out: impl Into<String>) -> Tried<T> {
    Err(Halt::Found(Finding {
        level,
        wrong: wrong.into(),
        way_out: way_out.into(),
    }))
}

/// What makes the bot fail.
pub(super) fn failed<T>(wrong: impl Into<String>, way_out: impl Into<String>) -> Tried<T> {
    found(Level::Failed, wrong, way_out)
}

/// What may go wrong.
pub(super) fn warning<T>(wrong: impl Into<String>, way_out: impl Into<String>) -> Tried<T> {
    found(Level::Warning, wrong, way_out)
}

/// An error's text as a sentence.
pub(super) fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    if text.ends_with('.') { text } else { text + "." }
}
