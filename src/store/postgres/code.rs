//! What PostgreSQL's error codes mean to the store: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.

use sqlx::postgres::PgDatabaseError;

pub(super) const NO_RIGHT: &str = "42501";
pub(super) const DEADLOCK: &str = "40P01";

/// The code of an error that the server reports.
pub(super) fn code(error: &sqlx::Error) -> Option<&str> {
    Some(error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?.code())
}

/// Whether another session kept this one out, or the server undid it for another one's sake: nothing was written.
pub(in crate::store) fn is_busy(error: &sqlx::Error) -> bool {
    matches!(code(error), Some("40001" | DEADLOCK | "55P03"))
}

/// Whether the server refused what a change wrote, or it could not be sent: the change is at fault, and nothing was written.
pub(super) fn is_fault(error: &sqlx::Error) -> bool {
    let refused = |code: &str| ["21", "22", "23", "42"].iter().any(|class| code.starts_with(class));
    matches!(error, sqlx::Error::Encode(_)) || code(error).is_some_and(refused)
}

/// The end of the sentence "cannot be opened: …".
pub(super) fn reason(error: &sqlx::Error) -> String {
    let said = match code(error) {
        Some("28000" | "28P01") => "the server does not let this user in: check the user and the password",
        Some("3D000") => "the server has no database of that name: create it first",
        Some("53300") => "the server has no connection left: raise max_connections, or close other programs",
        Some("53100") => "the disk of the server is full",
        Some("55P03") => "another program holds its tables, such as a backup: start again when that is done",
        Some("57P03") => "the server is starting or stopping: try again",
        Some("25006") => "the server takes no changes: name the primary, not a standby",
        Some(NO_RIGHT) => "this user may not make or use tables there: let the database belong to this user",
        Some(_) => return first_line(error),
        None => match error {
            sqlx::Error::Io(error) => return format!("the server does not answer ({error})"),
            sqlx::Error::PoolTimedOut => "the server does not answer",
            sqlx::Error::Tls(error) => return format!("there is no TLS with the server ({error})"),
            _ => return first_line(error),
        },
    };
    said.to_owned()
}

fn first_line(error: &sqlx::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_answer_of_the_server_has_no_code() {
        let lost = sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert!(!is_fault(&lost) && !is_busy(&lost) && code(&lost).is_none());
        assert!(is_fault(&sqlx::Error::Encode("no text".into())));
        assert!(reason(&lost).starts_with("the server does not answer"));
    }
}
