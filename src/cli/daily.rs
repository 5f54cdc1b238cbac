//! `whistle daily`: prints the positions of a day, as the seat sees them whose decision it is, and the answers once the day is over.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::DailyArguments;
use super::replay::Teller;
use super::{CliError, game, wrong};
use crate::games::{DAILY, DailyGame};
use crate::player::ChoiceCost;
use crate::referee::daily::{Day, Effort, Position, VERSION, position};
use crate::referee::epoch_ms;
use crate::rules::Viewer;
use crate::words::Words;

pub(super) fn run(arguments: &DailyArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let today = Day::of(epoch_ms());
    let day = arguments.date.unwrap_or(today);
    let of = |slug: &String| {
        let slug = game(slug)?.slug;
        DailyGame::of(slug).ok_or_else(|| {
            let slugs: Vec<&str> = DAILY.iter().map(|game| game.slug).collect();
            wrong(format!(
                "{slug} has no position of the day; these games have one: {}",
                slugs.join(", ")
            ))
        })
    };
    let games = match &arguments.game {
        Some(slug) => vec![of(slug)?],
        None => DAILY.iter().collect(),
    };
    for game in games {
        match position(game, day, Effort::FULL) {
            Some(found) => tell(&found, day < today, out)?,
            None => writeln!(out, "There is no position of {day} in {}.\n", game.slug)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(position: &Position, is_over: bool, out: &mut impl Write) -> Result<(), CliError> {
    let teller = Teller {
        words: Words::embedded()?,
        viewer: Viewer::Seat(position.seat),
    };
    let (name, day, seat) = (teller.name(position.game.slug), position.day, position.seat);
    writeln!(
        out,
        "{name}, the position of {day} (version {VERSION}), as seat {seat} sees it"
    )?;
    teller.show(&*position.play, out)?;
    writeln!(out, "What is best for seat {seat}?")?;
    let best = &position.judgement.best;
    for (what, label) in position.labels() {
        let said = format!("{what}: {}", teller.say(&label));
        match position.judgement.cost(&what) {
            _ if !is_over => writeln!(out, "    {said}")?,
            Some(cost) => writeln!(out, "    {said}, {}", worse(cost))?,
            None if what == *best => writeln!(out, "  * {said}, the best one")?,
            None => writeln!(out, "    {said}")?,
        }
    }
    let why = if position.judgement.is_certain {
        "Nothing is hidden here: all games that can follow were played to their ends."
    } else {
        "All choices were played on in the same imagined games, which the seat cannot tell from the real one."
    };
    match is_over {
        true => writeln!(out, "{why}\n")?,
        false => writeln!(out, "The answer is printed when the day is over.\n")?,
    }
    Ok(())
}

/// By how much a choice is worse than the best one.
fn worse(cost: &ChoiceCost) -> String {
    let [points, least, most] = cost.points();
    match least == most {
        true => format!("{points} percentage points worse"),
        false => format!("{points} percentage points worse ({least} to {most})"),
    }
}
