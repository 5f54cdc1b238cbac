//! Computing again what computer players chose.

use super::verify::seeds;
use super::{Run, VerifyError, Wrong, known};
use crate::games::DynGame;
use crate::player::{Level, VERSION};
use crate::referee::decision::Decisions;
use crate::referee::fair::Seed;
use crate::rules::{By, Record, RecordEvent, Seat, SeatSet};

/// How many choices of computer players a record has, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayersVerdict {
    /// The choices of computer players, and those of stand-ins that the record tells.
    pub choices: usize,
    /// How many of them were computed again.
    pub computed: usize,
    /// How many of them were made by another version of the players, or by one from before there were versions.
    pub other_version: usize,
}

/// Computes again what computer players chose in a record that [`verify`](super::verify()) has found sound. Before each choice,
/// `progress` is told how many were computed.
///
/// # Errors
/// At the first choice that a computer player would not have made.
pub fn verify_players(record: &Record, mut progress: impl FnMut(usize)) -> Result<PlayersVerdict, VerifyError> {
    let entry = known(record)?;
    let mut run = Run::new(entry, record)?;
    let seeds = seeds(record)?;
    let mut decisions = Decisions::new(SeatSet::all(record.seats), record.seats);
    let mut verdict = PlayersVerdict::default();
    for (at, event) in record.events.iter().enumerate() {
        decisions.before(&*run.play);
        if event.lapsed && entry.turn_clocks.is_empty() && own_level(record, event.by).is_some() {
            // Only a clock of turns runs for computer players, too: elsewhere the referee never chooses for one.
            return Err(Wrong::Players("a computer player is never too late in this game").at(at));
        }
        if let Some((seat, level)) = chooser(&*run.play, record, event) {
            verdict.choices += 1;
            match event.players {
                Some(VERSION) if !seeds.is_empty() => {
                    progress(verdict.computed);
                    let now = &*run.play;
                    check(&decisions, now, (seat, level), event, in_force(&seeds, at)).map_err(|wrong| wrong.at(at))?;
                    verdict.computed += 1;
                }
                Some(VERSION) => {}
                _ => verdict.other_version += 1,
            }
        }
        run.advance(event)?;
        decisions.after(event.by);
    }
    Ok(verdict)
}

/// The level of the computer player that sits there.
fn own_level(record: &Record, by: By) -> Option<Level> {
    let By::Seat(seat) = by else { return None };
    let level = record.levels.get(seat.index()).copied().flatten()?;
    Level::new(level).ok()
}

/// The seat and the level of the computer player that chose. The referee's own choices are nobody's: where time was up, and where
/// the rules left nothing to choose.
fn chooser(play: &dyn DynGame, record: &Record, event: &RecordEvent) -> Option<(Seat, Level)> {
    let By::Seat(seat) = event.by else { return None };
    let own = own_level(record, event.by);
    let forced = || play.forced().is_some_and(|(whose, _)| whose == seat);
    match event.players {
        Some(_) => Some((seat, own.unwrap_or(Level::STAND_IN))),
        None => own.filter(|_| !event.lapsed && !forced()).map(|level| (seat, level)),
    }
}

/// The seeds from which a choice may follow: the one from which the event at this index would be drawn, and then the others. Where
/// chance was sealed anew while others changed their minds, another one may have been in force when the choice was made.
fn in_force(seeds: &[(u64, Seed)], at: usize) -> impl Iterator<Item = &Seed> {
    let present = seeds
        .iter()
        .rposition(|(from, _)| *from <= at as u64)
        .unwrap_or_default();
    let others = seeds.iter().enumerate().filter(move |(nth, _)| *nth != present);
    seeds
        .get(present)
        .into_iter()
        .map(|(_, seed)| seed)
        .chain(others.map(|(_, (_, seed))| seed))
}

fn check<'s>(
    decisions: &Decisions,
    now: &dyn DynGame,
    (seat, level): (Seat, Level),
    event: &RecordEvent,
    seeds: impl Iterator<Item = &'s Seed>,
) -> Result<(), Wrong> {
    let mut first = None;
    for seed in seeds {
        let computed = decisions.choice(seat, level, seed, now);
        if computed.as_ref() == Some(&event.what) {
            return Ok(());
        }
        first.get_or_insert(computed);
    }
    Err(Wrong::Computed {
        seat,
        turn: decisions.made(seat) + 1,
        level: level.number(),
        recorded: event.what.clone(),
        computed: first.flatten(),
    })
}
