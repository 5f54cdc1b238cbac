//! `whistle arena`: lets computer players play against each other, and says who is stronger and by how much.
//!
//! Every two of the players play a contest of **deals**. A deal is one course of chance, played as often as there are players:
//! each time they sit one seat further on, so that nobody wins by the luck of a seat or of a deal. The bounds of a
//! result count deals, not games, because the games of a deal are alike.

mod contest;
mod contestant;
pub(super) mod engine;
mod report;
mod tally;

use std::io::Write;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::ArenaArguments;
use super::simulate::{setup_text, table};
use super::{CliError, game, wrong};

use contest::Contest;
use contestant::Contestant;

pub(super) fn run(arguments: &ArenaArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let entry = game(&arguments.game)?;
    let (options, seats) = table(entry, &arguments.options, arguments.seats)?;
    let begin = entry
        .start(&options, seats)
        .map_err(|error| wrong(setup_text(&error)))?;
    let names = arguments.players.iter().chain(&arguments.player);
    let players: Vec<Contestant> = names
        .map(|name| Contestant::named(name, &*begin))
        .collect::<Result<_, _>>()?;
    if players.len() < 2 {
        return Err(wrong("--players wants two players or more, such as 3,6"));
    }
    let mut contests = Vec::new();
    for (at, one) in players.iter().enumerate() {
        for other in &players[at + 1..] {
            let bar = ProgressBar::new(arguments.games);
            let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len}, {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_message(format!("{} against {}", one.name, other.name));
            let contest = Contest {
                entry,
                begin: &*begin,
                players: [one, other],
                arguments,
            };
            contests.push(contest.play(&bar)?);
            bar.finish_and_clear();
        }
    }
    let report = report::ArenaReport {
        game: entry.slug,
        options: begin.options(),
        seats: begin.seats(),
        seed: arguments.seed,
        contests,
    };
    match arguments.json {
        true => report.json(out)?,
        false => report.table(out)?,
    }
    Ok(ExitCode::SUCCESS)
}
