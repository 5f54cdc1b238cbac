//! `whistle engine`: a computer player that is asked in lines of JSON, as `whistle arena` asks programs
//! (docs/PLAYERS.md, "A player of your own").

mod difference;
mod likeness;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::{Value, json};

use super::arguments::EngineArguments;
use super::simulate::setup_text;
use super::{CliError, game, wrong};
use crate::games::{GameEntry, Options};
use crate::player::{self, Level};
use crate::referee::fair::SeededSource;
use crate::rules::{Seat, Source, Viewer};
use likeness::{Likeness, Seen};

/// The version of the protocol.
pub(super) const VERSION: u8 = 1;

/// The first line.
#[derive(Deserialize)]
struct Hello {
    hello: u8,
    game: String,
    options: Options,
    seats: u8,
    seat: Seat,
}

/// A question.
#[derive(Deserialize)]
struct Question {
    events: Vec<Seen>,
    view: Option<Value>,
    choices: Option<Vec<String>>,
}

/// A computer player that sees what it is told.
struct Player {
    entry: &'static GameEntry,
    level: Level,
    seed: u64,
    /// How many choices it has made.
    made: u64,
    /// The game as it may be, once the table is known.
    likeness: Option<Likeness>,
}

pub(super) fn run(
    arguments: &EngineArguments,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let level = arguments.level.map_or(Ok(Level::default()), Level::new);
    let mut player = Player {
        entry: game(&arguments.game)?,
        level: level.map_err(|error| wrong(format!("--level: {error}")))?,
        seed: arguments.seed,
        made: 0,
        likeness: None,
    };
    for (number, line) in (1..).zip(input.lines()) {
        let on_line = |fault: String| wrong(format!("line {number} of the input: {fault}"));
        let line = line.map_err(|error| on_line(format!("it cannot be read: {error}")))?;
        let message: Value = serde_json::from_str(&line).map_err(|_| on_line("this is no JSON".to_owned()))?;
        if message.get("over").is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        let answer = player.answer(&message).map_err(on_line)?;
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Err(wrong("the input has ended before the game was over"))
}

impl Player {
    /// Answers a line, or says what is wrong with it.
    fn answer(&mut self, message: &Value) -> Result<Value, String> {
        match (message.get("hello"), message.get("choose")) {
            (Some(_), _) => self.greet(message),
            (None, Some(question)) => self.choose(question),
            (None, None) => Err("it says neither hello nor choose nor over".to_owned()),
        }
    }

    fn greet(&mut self, message: &Value) -> Result<Value, String> {
        let hello = Hello::deserialize(message).map_err(|error| format!("this is no hello: {error}"))?;
        if self.likeness.is_some() {
            return Err("this is the second hello".to_owned());
        }
        if hello.hello != VERSION {
            return Err(format!("the version of the protocol is {VERSION}, not {}", hello.hello));
        }
        if hello.game != self.entry.slug {
            return Err(format!("this engine plays {}, not {:?}", self.entry.slug, hello.game));
        }
        let play = self.entry.start(&hello.options, hello.seats);
        let play = play.map_err(|error| setup_text(&error))?;
        if hello.seat.0 >= play.seats() {
            return Err(format!("the table has no seat {}", hello.seat));
        }
        let luck = SeededSource::numbered(!self.seed, 0);
        self.likeness = Some(Likeness::new(play, hello.seat, luck));
        Ok(json!({ "name": format!("Whistle {}, level {}", env!("CARGO_PKG_VERSION"), self.level) }))
    }

    fn choose(&mut self, question: &Value) -> Result<Value, String> {
        let question = Question::deserialize(question).map_err(|error| format!("this is no question: {error}"))?;
        let likeness = self.likeness.as_mut().ok_or("the first line is hello")?;
        for (number, seen) in (1..).zip(&question.events) {
            let heard = likeness.hear(seen);
            heard.map_err(|_| format!("event {number} of the question does not fit what was told before"))?;
        }
        if let Some(view) = &question.view {
            let seen = likeness.look(view);
            seen.map_err(|_| "the view does not fit what was told before")?;
        }
        let (play, seat) = (likeness.play(), likeness.seat());
        let mut luck = SeededSource::numbered(self.seed, self.made);
        self.made += 1;
        let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
        let choice = match play.may_choose(seat) {
            true => player::choose(self.level.strategy(play), seat, imagine, &mut luck),
            false => None,
        };
        let choice = choice.ok_or_else(|| format!("seat {seat} has nothing to choose"))?;
        match question.choices {
            Some(choices) if !choices.contains(&choice) => Err(format!(
                "{choice:?} is not among the choices, by the rules that this engine knows"
            )),
            _ => Ok(json!({ "choice": choice })),
        }
    }
}
