//! `whistle replay`: shows a recorded game step by step, as the table or one seat saw it.
//!
//! It prints only what that viewer could see at that moment: the visible part of the event, the facts for this viewer, and
//! what has changed in the scene. So a running game can be shown to anybody at the table. The end that it prints follows
//! from the events or from the word that ended the game, not from the result in the file.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::ReplayArguments;
use super::{CliError, record_lines, wrong};
use crate::games::DynGame;
use crate::referee::recording::{Step, VerifyError, Wrong, ending, replay, seen};
use crate::rules::{By, Ended, Outcome, Phrase, Record, Scene, Seat, Viewer};
use crate::words::{ENGLISH, Name, Names, Words};

/// Names seats by the numbers that records give them, which count from 0.
struct AsRecorded;

impl Names for AsRecorded {
    fn name(&self, seat: Seat) -> Name {
        Name::Said(Phrase::new("seat-numbered").with("number", seat.0))
    }
}

pub(super) fn run(arguments: &ReplayArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let teller = Teller {
        words: Words::embedded()?,
        viewer: arguments.seat.map_or(Viewer::Table, |seat| Viewer::Seat(Seat(seat))),
    };
    let mut games = 0;
    for line in record_lines(&arguments.file)? {
        let (number, text) = line?;
        games += 1;
        if arguments.game.is_some_and(|game| game != games) {
            continue;
        }
        let record = Record::from_line(&text).map_err(|error| {
            let error = VerifyError::from(Wrong::from(error));
            CliError::Record(error.on_line(number))
        })?;
        if let Some(seat) = arguments.seat.filter(|seat| *seat >= record.seats) {
            return Err(wrong(format!(
                "game {games} has no seat {seat}: its seats are 0 to {}",
                record.seats.saturating_sub(1)
            )));
        }
        teller.tell(games, number, &record, out)?;
    }
    match (games, arguments.game) {
        (0, _) => Err(wrong(format!("{} holds no records", arguments.file.display()))),
        (held, Some(game)) if game > held => Err(wrong(format!(
            "the file holds {held} games, so there is no game {game}"
        ))),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// A board as text: the game's own, or one in front of a seat.
type Board = (Option<Seat>, Vec<String>);

/// Tells what a viewer sees of a game.
pub(super) struct Teller {
    pub(super) words: Words,
    pub(super) viewer: Viewer,
}

impl Teller {
    fn tell(&self, game: u64, line: usize, record: &Record, out: &mut impl Write) -> Result<(), CliError> {
        let placed = |error: VerifyError| CliError::Record(error.on_line(line));
        let mut steps = replay(record).map_err(placed)?;
        let slug = steps.play().slug();
        let name = self.name(slug);
        let round = match (&record.match_id, record.round) {
            (Some(_), Some(round)) => format!(", round {round}"),
            _ => String::new(),
        };
        let seats = record.seats;
        let eyes = match self.viewer {
            Viewer::Table => "the table sees it".to_owned(),
            Viewer::Seat(seat) => format!("seat {seat} sees it"),
        };
        writeln!(out, "Game {game}: {name}{round}, {seats} seats, as {eyes}")?;
        let mut shown = self.lines(steps.play());
        let mut boards = self.boards(steps.play());
        self.show(steps.play(), out)?;
        for step in &mut steps {
            let step = step.map_err(placed)?;
            self.step(&step, out)?;
            let now = self.lines(&*step.after);
            for line in now.iter().filter(|line| !shown.contains(line)) {
                writeln!(out, "      {line}")?;
            }
            shown = now;
            let now = self.boards(&*step.after);
            self.draw(&now, &boards, out)?;
            boards = now;
        }
        // Ignores a word by which this game cannot have ended.
        let ended = record.ended.filter(|_| ending(steps.play(), record.ended).is_ok());
        let reached = ending(steps.play(), ended).unwrap_or_default();
        match ended {
            Some(Ended::Resigned(Seat(seat))) => writeln!(out, "Seat {seat} resigns.")?,
            Some(Ended::Agreed) => writeln!(out, "The seats agree on a draw.")?,
            None => {}
        }
        if reached != record.result || ended != record.ended {
            writeln!(
                out,
                "The file tells another end than this one; `whistle verify` says more."
            )?;
        }
        self.end(reached.as_ref(), out)
    }

    /// The name of the game with this slug.
    pub(super) fn name(&self, slug: &str) -> String {
        let name = self.words.message(ENGLISH, &format!("{slug}-name"));
        name.unwrap_or_else(|| slug.to_owned())
    }

    /// Prints all that the viewer sees.
    pub(super) fn show(&self, play: &dyn DynGame, out: &mut impl Write) -> Result<(), CliError> {
        for line in self.lines(play) {
            writeln!(out, "      {line}")?;
        }
        self.draw(&self.boards(play), &[], out)
    }

    /// The boards that the viewer sees: first the game's board (a seat's own, or else the table's), then the boards in front of
    /// the seats.
    fn boards(&self, play: &dyn DynGame) -> Vec<Board> {
        let (own, table) = (play.scene(self.viewer), play.scene(Viewer::Table));
        let board = if own.board.is_empty() { table.board } else { own.board };
        let seats = if own.seats.is_empty() { table.seats } else { own.seats };
        // A seat's own board may also lie in front of it for all to see.
        let before_seats = seats.into_iter().filter(|seat| seat.board != board);
        let before_seats: Vec<Board> = before_seats.map(|seat| (Some(seat.seat), seat.board)).collect();
        let mut boards = vec![(None, board)];
        boards.extend(before_seats);
        boards.retain(|(_, lines)| !lines.is_empty());
        boards
    }

    /// Prints each board that is not among those of `before`. A changed board is printed as a whole.
    fn draw(&self, boards: &[Board], before: &[Board], out: &mut impl Write) -> Result<(), CliError> {
        for (seat, lines) in boards.iter().filter(|board| !before.contains(board)) {
            if let Some(seat) = seat {
                let seat = self.say(&Phrase::new("seat-numbered").with("number", seat.0));
                writeln!(out, "      {seat}:")?;
            }
            for line in lines {
                writeln!(out, "      {line}")?;
            }
        }
        Ok(())
    }

    /// Prints the visible part of the event, and the facts that the viewer may know.
    fn step(&self, step: &Step, out: &mut impl Write) -> Result<(), CliError> {
        let who = match step.event.by {
            By::Chance => "chance".to_owned(),
            By::Seat(seat) => self.say(&Phrase::new("seat-numbered").with("number", seat.0)),
        };
        let seen = seen(&*step.before, self.viewer, &step.event);
        // Everybody can know what a lapse plays, so a hidden choice hides its lapse, too.
        let lapsed = if step.event.lapsed && seen.is_some() {
            " (the clock ran out)"
        } else {
            ""
        };
        let what = seen.unwrap_or_else(|| "(hidden)".to_owned());
        // The number of a seat's choices reveals its hand, so only that seat reads it.
        let of = match (step.event.by, step.happened.choice_count) {
            (By::Seat(seat), Some(of)) if self.viewer == Viewer::Seat(seat) => format!(" (one of {of})"),
            _ => String::new(),
        };
        writeln!(out, "{:4}  {who}: {what}{of}{lapsed}", step.index)?;
        for told in &step.happened.told {
            let hears = match (told.to, self.viewer) {
                (None, _) => true,
                (Some(seats), Viewer::Seat(seat)) => seats.contains(seat),
                (Some(_), Viewer::Table) => false,
            };
            if hears {
                writeln!(out, "    > {}", self.say(&told.phrase))?;
            }
        }
        Ok(())
    }

    fn end(&self, result: Option<&Outcome>, out: &mut impl Write) -> Result<(), CliError> {
        let Some(result) = result else {
            writeln!(out, "The game is still running.\n")?;
            return Ok(());
        };
        let seats = |numbers: &[String]| numbers.join(", ");
        match &result.places {
            None => writeln!(out, "Nobody wins.")?,
            Some(places) => {
                let placed: Vec<String> = places
                    .iter()
                    .enumerate()
                    .map(|(seat, place)| format!("seat {seat}: {place}"))
                    .collect();
                writeln!(out, "Places: {}", seats(&placed))?;
            }
        }
        if let Some(scores) = &result.scores {
            let scored: Vec<String> = scores
                .iter()
                .enumerate()
                .map(|(seat, score)| format!("seat {seat}: {score}"))
                .collect();
            writeln!(out, "Scores: {}", seats(&scored))?;
        }
        writeln!(out)?;
        Ok(())
    }

    pub(super) fn say(&self, phrase: &Phrase) -> String {
        self.words.plain(ENGLISH, phrase, &AsRecorded)
    }

    /// What the viewer sees, in lines, without recent events: the steps have printed those. A seat sees its own panel and the
    /// seats on the table.
    fn lines(&self, play: &dyn DynGame) -> Vec<String> {
        let mut scene: Scene = play.scene(self.viewer);
        if scene.seats.is_empty() {
            scene.seats = play.scene(Viewer::Table).seats;
        }
        let mut lines: Vec<String> = scene
            .phase
            .iter()
            .chain(&scene.summary)
            .map(|phrase| self.say(phrase))
            .collect();
        for seat in &scene.seats {
            let mut line = self.say(&Phrase::new("seat-numbered").with("number", seat.seat.0));
            if let Some(score) = seat.score {
                line.push_str(&format!(": {score}"));
            }
            let marks: Vec<String> = seat.marks.iter().map(|mark| self.say(mark)).collect();
            if !marks.is_empty() {
                line.push_str(&format!(" ({})", marks.join(", ")));
            }
            lines.push(line);
        }
        lines.extend(scene.own.iter().map(|phrase| self.say(phrase)));
        lines
    }
}
