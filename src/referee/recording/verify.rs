//! Checking records: everything that follows from something else is computed again.
//!
//! Nothing that a record says is believed; a hostile one gets a reason and never a panic.

use std::collections::BTreeMap;

use super::{Run, VerifyError, Wrong, chance, ending, facts, known};
use crate::games::{Applied, DynGame, GameEntry};
use crate::player::Level;
use crate::referee::fair::{Draws, Seed};
use crate::rules::{Awaits, By, MatchLength, Record, RecordEvent, Resealed, Source};

/// What a sound record tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The game's slug.
    pub game: &'static str,
    /// How many events there are.
    pub events: usize,
    /// How many of them are draws.
    pub draws: usize,
    /// Whether the draws were computed again from the seed.
    pub drawn_again: bool,
    /// Whether the game is over.
    pub finished: bool,
}

/// Checks one line of a file of records; `line` counts from 1.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_line(line: usize, text: &str) -> Result<(Record, Verdict), VerifyError> {
    let read = || -> Result<(Record, Verdict), VerifyError> {
        let record = Record::from_line(text).map_err(Wrong::NotARecord)?;
        let verdict = verify(&record)?;
        Ok((record, verdict))
    };
    read().map_err(|error| error.on_line(line))
}

/// Checks a record: everything in it that follows from something else must be what follows.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(record: &Record) -> Result<Verdict, VerifyError> {
    verify_as(known(record)?, record)
}

pub(super) fn verify_as(entry: &'static GameEntry, record: &Record) -> Result<Verdict, VerifyError> {
    let mut run = Run::new(entry, record)?;
    check_header(&*run.play, record)?;
    let seeds = seeds(record)?;
    let mut draws = 0;
    for (at, event) in record.events.iter().enumerate() {
        check_players(event).map_err(|wrong| wrong.at(at))?;
        if event.lapsed {
            check_lapse(&*run.play, event).map_err(|wrong| wrong.at(at))?;
        }
        let seed = seeds.iter().rev().find(|(from, _)| *from <= at as u64);
        let drawn = match (event.by, seed, run.play.awaits()) {
            (By::Chance, Some((_, seed)), Awaits::Chance) => Some(run.play.draw(&mut Draws::at(seed, at as u64))),
            _ => None,
        };
        let happened = run.advance(event)?;
        check_event(event, &happened, drawn).map_err(|wrong| wrong.at(at))?;
        draws += usize::from(event.by == By::Chance);
    }
    chance::check(entry, record)?;
    let reached = ending(&*run.play, record.ended)?;
    if reached != record.result {
        return Err(Wrong::Result {
            recorded: record.result.clone(),
            reached,
        }
        .into());
    }
    Ok(Verdict {
        game: entry.slug,
        events: record.events.len(),
        draws,
        drawn_again: !seeds.is_empty(),
        finished: reached.is_some(),
    })
}

/// The seeds of a record, and from which event on each counts; none where it tells none.
pub(super) fn seeds(record: &Record) -> Result<Vec<(u64, Seed)>, Wrong> {
    let read = |text: &str| Seed::from_hex(text).map_err(|_| Wrong::Seed);
    let Some(first) = &record.seed else {
        return match record.resealed.as_slice() {
            [] => Ok(Vec::new()),
            _ => Err(Wrong::Resealed(
                "`resealed` belongs only to a record that tells its seed",
            )),
        };
    };
    let mut seeds = vec![(0, read(first)?)];
    for Resealed { from, seed } in &record.resealed {
        if seeds.last().is_some_and(|(before, _)| before >= from) {
            return Err(Wrong::Resealed(
                "the seeds of a record stand in order, each from a later event on",
            ));
        }
        if *from > record.events.len() as u64 {
            return Err(Wrong::Resealed(
                "a seed counts from an event on that the record has not",
            ));
        }
        seeds.push((*from, read(seed)?));
    }
    Ok(seeds)
}

fn check_levels(record: &Record) -> Result<(), Wrong> {
    if record.levels.is_empty() {
        return Ok(());
    }
    let known = |level: &u8| Level::new(*level).is_ok();
    match record.levels.iter().flatten().next() {
        _ if record.levels.len() != usize::from(record.seats) => {
            Err(Wrong::Levels("`levels` must hold one item a seat"))
        }
        None => Err(Wrong::Levels("`levels` belongs only to games with computer players")),
        Some(_) if record.levels.iter().flatten().all(known) => Ok(()),
        Some(_) => Err(Wrong::Levels("the level of a computer player is from 1 to 6")),
    }
}

fn check_header(play: &dyn DynGame, record: &Record) -> Result<(), Wrong> {
    let effective = play.options();
    let names = effective.keys().chain(record.options.keys());
    for name in names {
        let (recorded, effective) = (record.options.get(name), effective.get(name));
        if recorded != effective {
            let text = |value: Option<&serde_json::Value>| value.map_or("nothing".to_owned(), ToString::to_string);
            return Err(Wrong::Option {
                name: name.clone(),
                recorded: text(recorded),
                effective: text(effective),
            });
        }
    }
    check_levels(record)?;
    match (&record.match_id, record.round, &record.before) {
        (None, None, None) => Ok(()),
        (Some(_), Some(0), _) => Err(Wrong::Match("the rounds of a match count from 1")),
        (Some(_), Some(_), Some(before)) if before.len() != usize::from(record.seats) => {
            Err(Wrong::Match("`before` must hold one total a seat"))
        }
        (Some(_), Some(round), before) => match play.match_length() {
            MatchLength::Games(games) if round > u32::from(games) => {
                Err(Wrong::Match("the match has fewer rounds than this one's number"))
            }
            MatchLength::Games(_) if before.is_some() => Err(Wrong::Match(
                "`before` belongs only to matches that are played to a number of points",
            )),
            MatchLength::Points(_) if before.is_none() => Err(Wrong::Match(
                "a round of a match that is played to a number of points tells the totals `before` it",
            )),
            MatchLength::Points(0) if round > 1 => Err(Wrong::Match("the match has no second round")),
            MatchLength::Points(to) if to > 0 && before.iter().flatten().any(|total| *total >= to) => {
                Err(Wrong::Match("the match was over before this round"))
            }
            _ => Ok(()),
        },
        _ => Err(Wrong::Match(
            "`match` and `round` go together, and `before` only with them",
        )),
    }
}

fn check_event(event: &RecordEvent, happened: &Applied, drawn: Option<String>) -> Result<(), Wrong> {
    if let Some(drawn) = drawn.filter(|drawn| *drawn != event.what) {
        return Err(Wrong::Draw {
            recorded: event.what.clone(),
            drawn,
        });
    }
    if event.of != happened.choice_count {
        return Err(Wrong::Of {
            recorded: event.of,
            counted: happened.choice_count,
        });
    }
    let followed = facts(happened);
    if event.then != followed {
        return Err(Wrong::Then {
            recorded: event.then.clone(),
            followed,
        });
    }
    Ok(())
}

/// A computer player makes neither draws nor the referee's choices.
fn check_players(event: &RecordEvent) -> Result<(), Wrong> {
    match event.players {
        Some(_) if event.lapsed || event.by == By::Chance => {
            Err(Wrong::Players("`players` belongs only to choices of computer players"))
        }
        _ => Ok(()),
    }
}

/// A lapse is the referee's choice: where the rules leave it one thing to play, it played that.
fn check_lapse(play: &dyn DynGame, event: &RecordEvent) -> Result<(), Wrong> {
    let By::Seat(seat) = event.by else {
        return Err(Wrong::Lapsed("chance cannot lapse"));
    };
    if !matches!(play.awaits(), Awaits::Seats(seats) if seats.contains(seat)) {
        return Ok(());
    }
    let mut asked = Asked(false);
    let played = play.timeout_choice(seat, &mut asked);
    if asked.0 || played.as_ref() == Some(&event.what) {
        Ok(())
    } else {
        Err(Wrong::Lapsed(
            "the referee would have played something else for a lapse",
        ))
    }
}

/// A source that remembers whether anything was left to chance.
struct Asked(bool);

impl Source for Asked {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 |= bound > 1;
        0
    }
}

const GAP: &str = "the games before this one are missing, so the draws of this one may have been chosen by its number";

/// Checks that the records of one match, as they follow one another in a file, belong together.
#[derive(Debug, Default)]
pub struct Matches {
    latest: BTreeMap<String, Record>,
}

impl Matches {
    /// Checks `record` against the round before it, if the file had that one. A record that tells its words of luck must follow
    /// the round before it: its number is in its seed, so whoever could make the number up could choose the draws.
    ///
    /// # Errors
    /// When the two cannot be rounds of one match.
    pub fn check(&mut self, record: &Record) -> Result<(), VerifyError> {
        let (Some(id), Some(round)) = (&record.match_id, record.round) else {
            return Ok(());
        };
        let latest = self.latest.get(id);
        let follows = latest.and_then(|latest| latest.round).unwrap_or(0).checked_add(1) == Some(round);
        if record.luck.is_some() && latest.is_none() && !follows {
            return Err(Wrong::Match(GAP).into());
        }
        if let Some(latest) = latest {
            let header = |record: &Record| {
                (
                    record.game.clone(),
                    record.seats,
                    record.options.clone(),
                    record.levels.clone(),
                )
            };
            if header(latest) != header(record) {
                return Err(Wrong::Match("the rounds of a match share game, seats, options and levels").into());
            }
            if latest.luck != record.luck {
                return Err(
                    Wrong::Luck("the rounds of a match share secrets, words, public randomness and seats").into(),
                );
            }
            let earlier = latest.round.unwrap_or(0);
            if round <= earlier {
                return Err(Wrong::Match("the rounds of a match stand in order, each once").into());
            }
            chance::check_order(latest, record)?;
            if latest.result.is_none() {
                return Err(Wrong::Match("the round before this one is not over").into());
            }
            if follows {
                check_totals(latest, record)?;
            } else if record.luck.is_some() {
                return Err(Wrong::Match(GAP).into());
            }
        }
        if round == 1 && record.before.iter().flatten().any(|total| *total != 0) {
            return Err(Wrong::Match("`before` of the first round is not nothing").into());
        }
        let mut kept = record.clone();
        kept.events.clear();
        self.latest.insert(id.clone(), kept);
        Ok(())
    }
}

fn check_totals(earlier: &Record, record: &Record) -> Result<(), Wrong> {
    let (Some(before), Some(after)) = (&earlier.before, &record.before) else {
        return Ok(());
    };
    let scores = earlier.result.as_ref().and_then(|result| result.scores.as_ref());
    let added = before.iter().enumerate().map(|(seat, total)| {
        let won = scores.and_then(|scores| scores.get(seat)).copied().unwrap_or(0);
        total.saturating_add(won)
    });
    if added.eq(after.iter().copied()) {
        Ok(())
    } else {
        Err(Wrong::Match("`before` is not what the round before leads to"))
    }
}
