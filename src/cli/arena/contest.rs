//! Playing a contest: two players, and deals that both of them play from every side.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::arguments::ArenaArguments;
use super::super::{CliError, wrong};
use super::contestant::{Contestant, Way};
use super::engine::{Engine, EngineFault};
use super::tally::{ContestResult, Deal};
use crate::games::{DynGame, GameEntry};
use crate::player;
use crate::referee::Course;
use crate::referee::fair::SeededSource;
use crate::rules::{Awaits, By, Outcome, Seat, Source, Viewer, Visibility};

/// Two players and what they play.
pub(super) struct Contest<'a> {
    pub(super) entry: &'a GameEntry,
    pub(super) begin: &'a dyn DynGame,
    pub(super) players: [&'a Contestant; 2],
    pub(super) arguments: &'a ArenaArguments,
}

/// How many draws of chance, and how many choices, a game has room for in the numbers of its seeds.
const ROOM: u64 = 1 << 24;

/// How many games of a match have seeds of their own.
const ROUNDS: u64 = 64;

/// Which game of which deal is played.
#[derive(Clone, Copy)]
struct Round {
    number: u64,
    turned: u64,
}

/// How a game ended.
enum Ended {
    Played(Outcome),
    /// A program that holds this seat went wrong.
    Fault(Seat, EngineFault),
}

impl Contest<'_> {
    /// Plays until there are enough games or the test has its answer.
    pub(super) fn play(&self, bar: &ProgressBar) -> Result<ContestResult, CliError> {
        let deals = self.arguments.games.div_ceil(2);
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let begun = ContestResult::new(
            self.players.map(|player| player.name.clone()),
            self.teams(),
            self.arguments.sprt,
        );
        // Deals count in their order, so that the answer is the same with any number of threads.
        let tally = Mutex::new((begun, Vec::<(u64, Deal)>::new()));
        let work = || -> Result<(), CliError> {
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= deals {
                    break;
                }
                let deal = self.deal(number)?;
                bar.inc(2);
                let mut both = tally.lock().map_err(|_| fell())?;
                let (tally, waiting) = &mut *both;
                waiting.push((number, deal));
                waiting.sort_by_key(|(number, _)| *number);
                while waiting.first().is_some_and(|(number, _)| *number == tally.deals()) && !tally.is_decided() {
                    let (_, deal) = waiting.remove(0);
                    tally.add(deal);
                }
                if tally.is_decided() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.arguments.threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().map_err(|_| fell())?)
        })?;
        tally.into_inner().map(|(tally, _)| tally).map_err(|_| fell())
    }

    /// The teams of the seats, numbered in the order in which they sit.
    fn team_numbers(&self) -> Vec<usize> {
        let teams: Vec<u8> = (0..self.begin.seats())
            .map(|seat| self.begin.team(Seat(seat)))
            .collect();
        let mut order: Vec<u8> = Vec::new();
        for team in &teams {
            if !order.contains(team) {
                order.push(*team);
            }
        }
        let number = |team: &u8| order.iter().position(|other| other == team).unwrap_or_default();
        teams.iter().map(number).collect()
    }

    fn teams(&self) -> usize {
        self.team_numbers().into_iter().max().unwrap_or_default() + 1
    }

    /// Plays one deal, with the players in both orders.
    fn deal(&self, number: u64) -> Result<Deal, CliError> {
        let mut deal = Deal::default();
        let teams = self.team_numbers();
        for turned in 0..2 {
            let sits: Vec<usize> = teams.iter().map(|team| (team + turned) % 2).collect();
            let mut course = Course::new(self.begin.match_length(), self.entry.scoring, sits.len());
            let mut round = 0;
            let places = loop {
                let at = Round {
                    number: number * ROUNDS + round % ROUNDS,
                    turned: turned as u64,
                };
                let outcome = match self.game(at, &sits, &mut deal)? {
                    Ended::Played(outcome) => outcome,
                    // A fault costs the match.
                    Ended::Fault(seat, fault) => {
                        deal.faults[sits[seat.index()]].push(fault.0);
                        let lost = |team: &usize| 1 + u8::from(*team == teams[seat.index()]);
                        break Some(teams.iter().map(lost).collect());
                    }
                };
                course.add(&outcome);
                round += 1;
                match self.arguments.matches {
                    true if !course.is_over() => {}
                    true => break course.places(),
                    false => break outcome.places,
                }
            };
            deal.end(places.as_deref(), &sits, &teams);
        }
        Ok(deal)
    }

    /// Plays one game to its end.
    fn game(&self, at: Round, sits: &[usize], deal: &mut Deal) -> Result<Ended, CliError> {
        let seed = self.arguments.seed;
        let mut play = self.begin.copy();
        let mut engines = match self.engines(&*play, sits) {
            Ok(engines) => engines,
            Err((seat, fault)) => return Ok(Ended::Fault(seat, fault)),
        };
        let (mut draws, mut choices) = (0, 0);
        loop {
            let (by, what) = match play.awaits() {
                Awaits::Nobody(outcome) => {
                    engines.into_iter().flatten().for_each(|engine| engine.end(&outcome));
                    return Ok(Ended::Played(outcome));
                }
                Awaits::Chance => {
                    let mut source = SeededSource::numbered(seed, at.number * ROOM + draws);
                    draws += 1;
                    (By::Chance, Some(play.draw(&mut source)))
                }
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().unwrap_or(Seat(0));
                    let mut source = SeededSource::numbered(!seed, (at.number * ROOM + choices) * 2 + at.turned);
                    choices += 1;
                    let player = sits[seat.index()];
                    let begun = Instant::now();
                    let choice = match self.choice(&*play, seat, player, &mut engines[seat.index()], &mut source) {
                        Ok(choice) => choice,
                        Err(fault) => return Ok(Ended::Fault(seat, fault)),
                    };
                    deal.times[player].push(begun.elapsed());
                    (By::Seat(seat), choice)
                }
            };
            let stuck = || {
                wrong(format!(
                    "game {} of seed {seed} does not go on: {by:?} {what:?}",
                    at.number
                ))
            };
            let what = what.as_deref().ok_or_else(stuck)?;
            let before: Vec<Option<Visibility>> = engines
                .iter()
                .zip(0..)
                .map(|(engine, seat)| {
                    engine
                        .as_ref()
                        .map(|_| play.visibility(Viewer::Seat(Seat(seat)), by, what))
                })
                .collect();
            let applied = play.apply(by, what).map_err(|_| stuck())?;
            for (engine, visibility) in engines.iter_mut().zip(before) {
                if let Some((engine, visibility)) = engine.as_mut().zip(visibility) {
                    engine.hear(by, visibility, &applied, &*play);
                }
            }
        }
    }

    /// The programs that hold seats, by seat.
    fn engines(&self, play: &dyn DynGame, sits: &[usize]) -> Result<Vec<Option<Engine>>, (Seat, EngineFault)> {
        let start = |(seat, player): (u8, &usize)| match &self.players[*player].way {
            Way::Command(command) => Engine::start(command, play, Seat(seat))
                .map(Some)
                .map_err(|fault| (Seat(seat), fault)),
            Way::Strategy(_) => Ok(None),
        };
        (0..).zip(sits).map(start).collect()
    }

    /// The choice of a player for a seat.
    fn choice(
        &self,
        play: &dyn DynGame,
        seat: Seat,
        player: usize,
        engine: &mut Option<Engine>,
        source: &mut SeededSource,
    ) -> Result<Option<String>, EngineFault> {
        if let Some(engine) = engine {
            let time = Duration::from_millis(self.arguments.ms);
            return engine.choose(play, time).map(Some);
        }
        let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
        match &self.players[player].way {
            Way::Strategy(strategy) => Ok(player::choose(*strategy, seat, imagine, source)),
            Way::Command(_) => Ok(None),
        }
    }
}

fn fell() -> CliError {
    wrong("a thread that plays has come to grief")
}
