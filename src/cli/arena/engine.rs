//! Players that are programs of others: they are asked in lines of JSON (docs/PLAYERS.md, "A player of your own").

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::super::engine::VERSION;
use crate::games::{Applied, DynGame};
use crate::rules::{By, Listing, Outcome, Seat, Viewer, Visibility};

/// How long a program may take to start.
const TO_START: Duration = Duration::from_secs(10);

/// How much longer than it was told a program may take for a choice.
const GRACE: Duration = Duration::from_millis(200);

/// A program that holds a seat for one game.
pub(super) struct Engine {
    child: Child,
    answers: Receiver<String>,
    seat: Seat,
    /// What has happened since the last question, as the seat sees it.
    news: Vec<Value>,
}

/// Why a program loses a game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EngineFault(pub(super) String);

impl Engine {
    /// Starts the program of this command line, and greets it.
    pub(super) fn start(command: &str, play: &dyn DynGame, seat: Seat) -> Result<Engine, EngineFault> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let started = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|error| EngineFault(format!("does not start: {error}")))?;
        let (sender, answers) = channel();
        if let Some(output) = child.stdout.take() {
            // The thread ends with the program's output.
            std::thread::spawn(move || {
                let lines = BufReader::new(output).lines().map_while(Result::ok);
                lines
                    .take_while(|line| sender.send(line.clone()).is_ok())
                    .for_each(drop);
            });
        }
        let news = Vec::new();
        let mut engine = Engine {
            child,
            answers,
            seat,
            news,
        };
        let hello = json!({
            "hello": VERSION,
            "game": play.slug(),
            "options": play.options(),
            "seats": play.seats(),
            "seat": seat,
        });
        engine.ask(&hello, TO_START)?;
        Ok(engine)
    }

    /// Tells the program of an event, as its seat sees it. `visibility` is that of the event before it was applied, and `after` the
    /// game after it.
    pub(super) fn hear(&mut self, by: By, visibility: Visibility, applied: &Applied, after: &dyn DynGame) {
        self.news.push(seen(self.seat, by, visibility, applied, after));
    }

    /// Asks the program for its choice.
    pub(super) fn choose(&mut self, play: &dyn DynGame, time: Duration) -> Result<String, EngineFault> {
        let (choices, listing) = play.choices(self.seat);
        let question = json!({ "choose": {
            "events": std::mem::take(&mut self.news),
            "view": play.view(Viewer::Seat(self.seat)),
            "choices": (listing == Listing::Complete).then_some(choices),
            "ms": time.as_millis() as u64,
        }});
        let answer = self.ask(&question, time + GRACE)?;
        let choice = answer["choice"].as_str();
        let choice = choice.ok_or_else(|| EngineFault(format!("answers without a choice: {answer}")))?;
        play.judge(self.seat, choice)
            .map_err(|_| EngineFault(format!("answers with {choice:?}, which is not legal")))
    }

    /// Tells the program how the game ended, and lets it go.
    pub(super) fn end(mut self, outcome: &Outcome) {
        let _ = self.say(&json!({ "over": { "places": outcome.places, "scores": outcome.scores } }));
    }

    fn say(&mut self, line: &Value) -> Result<(), EngineFault> {
        let input = self.child.stdin.as_mut();
        let said = input.map_or(Ok(()), |input| writeln!(input, "{line}").and_then(|()| input.flush()));
        said.map_err(|_| EngineFault("has ended".to_owned()))
    }

    fn ask(&mut self, line: &Value, patience: Duration) -> Result<Value, EngineFault> {
        self.say(line)?;
        let answer = self.answers.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => EngineFault(format!("says nothing for {} ms", patience.as_millis())),
            RecvTimeoutError::Disconnected => EngineFault("has ended".to_owned()),
        })?;
        serde_json::from_str(&answer).map_err(|_| EngineFault(format!("answers with what is no JSON: {answer}")))
    }
}

/// An event as a seat sees it.
pub(in crate::cli) fn seen(
    seat: Seat,
    by: By,
    visibility: Visibility,
    applied: &Applied,
    after: &dyn DynGame,
) -> Value {
    let mut event = json!({ "by": by, "view": after.view(Viewer::Seat(seat)) });
    match visibility {
        Visibility::Whole => event["what"] = applied.what.clone().into(),
        Visibility::Part(part) => event["what"] = part.into(),
        Visibility::Hidden => {}
    }
    let told = applied.told.iter();
    let told = told.filter(|fact| fact.to.is_none_or(|to| to.contains(seat)));
    let then: Vec<&str> = told.map(|fact| fact.what.as_str()).collect();
    if !then.is_empty() {
        event["then"] = then.into();
    }
    event
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A program that does not end by itself when its input ends is ended.
        drop(self.child.stdin.take());
        for _ in 0..20 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
