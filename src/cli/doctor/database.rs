//! The database: whether the bot can use the file, whether it is whole, and who else can read it.

use std::path::Path;

use super::Facts;
use super::finding::{FINE, Halt, Tried, failed, sentence, warning};
use super::machine::{folder, may_write, others_may};
use crate::referee::epoch_ms;
use crate::store::{Database, Examined, Flaw, open_to_others, orphaned_log};

/// The database.
fn there<'f>(facts: &'f Facts<'_>) -> Tried<&'f Database> {
    match (&facts.database, &facts.examined) {
        (Err(_), _) | (_, Some(Err(Flaw::Place(_)))) => Err(Halt::Untried("it needs the path of the database")),
        (Ok(database), _) => Ok(database),
    }
}

/// The file that the database is.
fn file<'f>(facts: &'f Facts<'_>) -> Tried<&'f Path> {
    let file = there(facts)?.file();
    file.ok_or(Halt::Untried(
        "the database is on a server, which has checks of its own",
    ))
}

pub(super) fn path(facts: &Facts<'_>) -> Tried {
    let wrong = match (&facts.database, &facts.examined) {
        (Err(error), _) => sentence(error),
        (Ok(database), Some(Err(Flaw::Place(reason)))) => format!("There can be no database at {database}: {reason}."),
        _ => return FINE,
    };
    failed(
        wrong,
        "Set WHISTLE_DB to the path of a file in a folder that exists, or DATABASE_URL to the address of a server's database.",
    )
}

pub(super) fn access(facts: &Facts<'_>) -> Tried {
    let path = file(facts)?;
    let there = [path, folder(path)].into_iter().filter(|path| path.exists());
    match there.into_iter().find(|path| !may_write(path)) {
        None => FINE,
        Some(shut) => failed(
            format!("This user may not write to {}.", shut.display()),
            "Start the bot as the user to whom the database and its folder belong, or give both to this user with chown.",
        ),
    }
}

pub(super) fn usable(facts: &Facts<'_>) -> Tried {
    let database = there(facts)?;
    let (reason, way_out) = match &facts.examined {
        Some(Ok(Examined { schema: None, .. })) => {
            return Ok(Some("there is none yet, and the first start makes it".to_owned()));
        }
        Some(Ok(Examined { moved: true, .. })) => {
            return failed(
                format!("All data of {database} was moved to another database, where games go on."),
                "Name that one in WHISTLE_DB or DATABASE_URL, or let this one be served again with whistle move --back.",
            );
        }
        Some(Ok(Examined {
            schema: Some(schema),
            newest,
            ..
        })) if schema < newest => {
            return Ok(Some(format!(
                "its schema is {schema}, and the next start brings it to {newest}: make a backup before"
            )));
        }
        Some(Ok(_)) | None => return FINE,
        Some(Err(Flaw::Foreign(reason))) if database.file().is_none() => (
            reason,
            "Let DATABASE_URL name an empty database, which the bot then fills.",
        ),
        Some(Err(Flaw::Foreign(reason))) => (reason, "Let WHISTLE_DB name another file, which the bot then makes."),
        Some(Err(Flaw::Newer(reason))) => (
            reason,
            "Start the newer version again, or put the backup from before the update in the file's place.",
        ),
        Some(Err(Flaw::Damaged(reason))) => (
            reason,
            "Stop the bot, and put its newest backup in the file's place, as README.md says under Backup.",
        ),
        Some(Err(Flaw::Other(reason))) if database.file().is_none() => (
            reason,
            "Look at DATABASE_URL and at the server, as docs/OPERATIONS.md says under PostgreSQL.",
        ),
        Some(Err(Flaw::Place(reason) | Flaw::Other(reason))) => (
            reason,
            "See to it that this user can read the file, and that no other program keeps it locked.",
        ),
    };
    failed(format!("The database {database} cannot be used: {reason}."), way_out)
}

pub(super) fn private(facts: &Facts<'_>) -> Tried {
    let path = file(facts)?;
    if let Some(open) = open_to_others(path).first() {
        let open = open.display();
        return warning(
            format!("Others on this computer can read {open}, with the hands and secrets of every game."),
            format!("Let only the bot's user read it: chmod 600 {open}."),
        );
    }
    let folder = folder(path);
    if others_may(folder, 0o022) {
        let folder = folder.display();
        return warning(
            format!("Others on this computer can put another database into {folder}."),
            format!("Let only the bot's user write there: chmod 700 {folder}."),
        );
    }
    FINE
}

pub(super) fn log(facts: &Facts<'_>) -> Tried {
    let path = file(facts)?;
    match orphaned_log(path) {
        None => FINE,
        Some(log) => failed(
            format!(
                "{} lies there without its database, and the next start throws it away.",
                log.display()
            ),
            "Put the database that belongs to it back in its place, or move the file away if you do not miss one.",
        ),
    }
}

pub(super) fn ban(facts: &Facts<'_>) -> Tried {
    there(facts)?;
    let Some(until) = facts.banned else {
        return FINE;
    };
    let minutes = until.saturating_sub(epoch_ms()).max(0) / 60_000 + 1;
    failed(
        format!("Discord has shut out this computer's address for {minutes} more minutes."),
        "Leave the bot running or stopped until then: it goes on by itself, and every request before may prolong the ban.",
    )
}
