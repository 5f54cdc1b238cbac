//! `whistle ratings`: prints the ratings of a game in a server or over all servers, or checks on people of known strength how good
//! ratings are.

mod known;
mod played;

use std::fs::read_to_string;
use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::arguments::RatingsArguments;
use super::config::Environment;
use super::{CliError, game, serve, wrong};
use crate::referee::{RatedBoards, RatedLevel, RatedPage};
use crate::store::{Database, Store, StoreError};
use known::Checked;
use played::Played;

/// How many pairs of a hundred must be in the right order after ten matches each.
const RIGHT: f64 = 75.0;
/// By how many points of a hundred the chances may be off.
const OFF: f64 = 2.0;
/// How many lobbies of a hundred must have even sides.
const EVEN: f64 = 95.0;

pub(super) fn run(
    arguments: &RatingsArguments,
    environment: &Environment,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let Some(slug) = &arguments.game else {
        return tell(&check(arguments)?, arguments.json, out);
    };
    let slug = game(slug)?.slug;
    let database = environment.settings()?.database;
    if let Some(file) = database.file().filter(|file| !file.exists()) {
        return Err(wrong(format!(
            "there is no database {}; WHISTLE_DB names it",
            file.display()
        )));
    }
    let read = async {
        let read = read(&database, arguments.guild, slug).await;
        read.map_err(|error| CliError::Serving(error.to_string()))
    };
    let (page, computers) = serve::block_on(read)?;
    match arguments.json {
        true => writeln!(out, "{}", rows(slug, arguments.guild, &page, &computers))?,
        false => {
            table(arguments.guild, &page, out)?;
            levels(&computers, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn check(arguments: &RatingsArguments) -> Result<Checked, CliError> {
    let Some(file) = &arguments.arena else {
        return Ok(known::check(arguments.seed, f64::from(arguments.spread)));
    };
    let unread = |why: String| wrong(format!("{} cannot be used: {why}", file.display()));
    let report = read_to_string(file).map_err(|error| unread(error.to_string()))?;
    let played = Played::read(&report).map_err(unread)?;
    Ok(known::check_played(arguments.seed, &played))
}

/// Whoever opens a database of an older version brings it up to date, and the older bot that may serve it stops. That is no
/// matter of looking at ratings.
async fn read(database: &Database, guild: Option<u64>, game: &str) -> Result<(RatedPage, Vec<RatedLevel>), StoreError> {
    if let Ok(found) = database.examine().await
        && found.schema.is_some_and(|schema| schema < found.newest)
    {
        return Err(StoreError::Open {
            path: database.to_string().into(),
            reason: "it is of an older Whistle; start the bot of this version first, which brings it up to date"
                .to_owned(),
        });
    }
    let store = Store::open_at(database).await?;
    let boards = RatedBoards::new();
    let page = boards.page(&store, guild, game, 0, u32::MAX).await;
    let levels = boards.levels(&store, guild, game).await;
    store.close().await;
    Ok((page?, levels?))
}

fn rows(game: &str, guild: Option<u64>, page: &RatedPage, computers: &[RatedLevel]) -> serde_json::Value {
    let rows = page
        .rows
        .iter()
        .map(|row| json!({"name": row.name, "points": row.points, "matches": row.matches, "place": row.place}));
    let computers = computers.iter().map(|rated| {
        let RatedLevel {
            points,
            matches,
            provisional,
            ..
        } = rated;
        json!({"level": rated.level.number(), "points": points, "matches": matches, "provisional": provisional})
    });
    // An id as text, because numbers of this size lose digits in many readers.
    json!({
        "game": game,
        "guild": guild.map(|guild| guild.to_string()),
        "ratings": rows.collect::<Vec<_>>(),
        "computers": computers.collect::<Vec<_>>(),
    })
}

fn table(guild: Option<u64>, page: &RatedPage, out: &mut impl Write) -> Result<(), CliError> {
    if page.rows.is_empty() {
        match guild {
            Some(_) => writeln!(out, "Nobody has a rating there yet.")?,
            None => writeln!(out, "Nobody is shown over all servers yet.")?,
        }
        return Ok(());
    }
    writeln!(out, "{:>11}  {:>6}  {:>7}  name", "place", "points", "matches")?;
    for row in &page.rows {
        let place = row
            .place
            .map_or_else(|| "provisional".to_owned(), |place| place.to_string());
        let name: String = row.name.chars().filter(|letter| !letter.is_control()).collect();
        writeln!(out, "{place:>11}  {:>6}  {:>7}  {name}", row.points, row.matches)?;
    }
    Ok(())
}

/// Prints how strong the computer players are, who stand on no board.
fn levels(computers: &[RatedLevel], out: &mut impl Write) -> Result<(), CliError> {
    if computers.is_empty() {
        return Ok(());
    }
    writeln!(out, "Computer players, by their matches against people:")?;
    writeln!(out, "{:>11}  {:>6}  {:>7}", "level", "points", "matches")?;
    for rated in computers {
        let provisional = if rated.provisional { "  provisional" } else { "" };
        let level = rated.level.number();
        writeln!(
            out,
            "{level:>11}  {:>6}  {:>7}{provisional}",
            rated.points, rated.matches
        )?;
    }
    Ok(())
}

/// Prints what was checked, and ends by whether it is good enough.
fn tell(checked: &Checked, as_json: bool, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let good = checked.orders.iter().all(|order| order.right >= RIGHT)
        && checked.chances.iter().all(|chances| chances.off() <= OFF)
        && checked.even.as_ref().is_none_or(|even| even.told >= EVEN);
    if as_json {
        let orders = checked.orders.iter();
        let orders = orders.map(|order| json!({"seats": order.seats, "right": order.right, "most": order.most}));
        let chances = checked.chances.iter().map(|chances| {
            let tenths = chances.tenths.iter();
            let tenths = tenths.map(|tenth| json!({"told": tenth.told, "happened": tenth.happened}));
            json!({"sides": chances.sides, "members": chances.members, "tenths": tenths.collect::<Vec<_>>()})
        });
        let (orders, chances) = (orders.collect::<Vec<_>>(), chances.collect::<Vec<_>>());
        let even = checked.even.as_ref();
        let even = even.map(|even| json!({"told": even.told, "known": even.known}));
        writeln!(
            out,
            "{}",
            json!({"orders": orders, "chances": chances, "even": even, "good": good})
        )?;
    } else {
        writeln!(
            out,
            "Pairs of people in the right order after ten matches each (wanted: {RIGHT} %):"
        )?;
        for order in &checked.orders {
            writeln!(out, "  {} seats: {:.1} %", order.seats, order.right)?;
            if let Some(most) = order.most {
                writeln!(out, "    (whoever knew how strong all opponents were: {most:.1} %)")?;
            }
        }
        for chances in &checked.chances {
            writeln!(
                out,
                "Chances to come first in 100,000 matches of {} sides of {}, from the least likely tenth to the most likely (wanted: within {OFF}):",
                chances.sides, chances.members
            )?;
            for tenth in &chances.tenths {
                writeln!(out, "  told {:>5.1} %, happened {:>5.1} %", tenth.told, tenth.happened)?;
            }
        }
        if let Some(even) = &checked.even {
            writeln!(
                out,
                "Lobbies of 32 whose sides are even within 2 of a hundred, by the ratings (wanted: {EVEN} %): {:.1} %",
                even.told
            )?;
            writeln!(
                out,
                "The same by the strengths, which nobody knows: {:.1} %",
                even.known
            )?;
        }
        let verdict = if good { "Good enough." } else { "Not good enough." };
        writeln!(out, "{verdict}")?;
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
