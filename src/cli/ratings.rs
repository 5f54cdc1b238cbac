//! `whistle ratings`: prints the ratings of a game in a server or over all servers, or checks on people of known strength how good
//! ratings are.

mod known;

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::arguments::RatingsArguments;
use super::config::Environment;
use super::{CliError, game, serve, wrong};
use crate::referee::{RatedBoards, RatedPage};
use crate::store::{Database, Store, StoreError};
use known::Checked;

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
        let checked = known::check(arguments.seed, f64::from(arguments.spread));
        return tell(&checked, arguments.json, out);
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
    let page = serve::block_on(read)?;
    match arguments.json {
        true => writeln!(out, "{}", rows(slug, arguments.guild, &page))?,
        false => table(arguments.guild, &page, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whoever opens a database of an older version brings it up to date, and the older bot that may serve it stops. That is no
/// matter of looking at ratings.
async fn read(database: &Database, guild: Option<u64>, game: &str) -> Result<RatedPage, StoreError> {
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
    let page = RatedBoards::new().page(&store, guild, game, 0, u32::MAX).await;
    store.close().await;
    page
}

fn rows(game: &str, guild: Option<u64>, page: &RatedPage) -> serde_json::Value {
    let rows = page
        .rows
        .iter()
        .map(|row| json!({"name": row.name, "points": row.points, "matches": row.matches, "place": row.place}));
    // An id as text, because numbers of this size lose digits in many readers.
    json!({"game": game, "guild": guild.map(|guild| guild.to_string()), "ratings": rows.collect::<Vec<_>>()})
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

/// Prints what was checked, and ends by whether it is good enough.
fn tell(checked: &Checked, as_json: bool, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let good = checked.orders.iter().all(|order| order.right >= RIGHT)
        && checked.chances.iter().all(|chances| chances.off() <= OFF)
        && checked.even.told >= EVEN;
    if as_json {
        let orders = checked.orders.iter();
        let orders = orders.map(|order| json!({"seats": order.seats, "right": order.right}));
        let chances = checked.chances.iter().map(|chances| {
            let tenths = chances.tenths.iter();
            let tenths = tenths.map(|tenth| json!({"told": tenth.told, "happened": tenth.happened}));
            json!({"sides": chances.sides, "members": chances.members, "tenths": tenths.collect::<Vec<_>>()})
        });
        let (orders, chances) = (orders.collect::<Vec<_>>(), chances.collect::<Vec<_>>());
        let even = json!({"told": checked.even.told, "known": checked.even.known});
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
        writeln!(
            out,
            "Lobbies of 32 whose sides are even within 2 of a hundred, by the ratings (wanted: {EVEN} %): {:.1} %",
            checked.even.told
        )?;
        writeln!(
            out,
            "The same by the strengths, which nobody knows: {:.1} %",
            checked.even.known
        )?;
        let verdict = if good { "Good enough." } else { "Not good enough." };
        writeln!(out, "{verdict}")?;
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
