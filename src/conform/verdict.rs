//! The verdict on a check, and the ways in which a check ends early.

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Discord does as docs/DISCORD.md says.
    Agrees,
    /// Discord did otherwise; the text says what.
    Differs(String),
    /// The check could not be tried; the text says why.
    Untried(String),
}

/// Why a check ends before its end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Discord did otherwise.
    Differs(String),
    /// It cannot be tried.
    Untried(String),
    /// The whole run ends here.
    Over(String),
}

/// What a check, or a step of one, comes to.
pub(super) type Tried<T = ()> = Result<T, Halt>;

/// Discord did otherwise.
pub(super) fn differs<T>(what: impl Into<String>) -> Tried<T> {
    Err(Halt::Differs(what.into()))
}

/// The check cannot be tried.
pub(super) fn untried<T>(why: impl Into<String>) -> Tried<T> {
    Err(Halt::Untried(why.into()))
}

/// What must be so; `otherwise` is what Discord did where it is not.
pub(super) fn expect(so: bool, otherwise: impl Into<String>) -> Tried {
    if so { Ok(()) } else { differs(otherwise) }
}
