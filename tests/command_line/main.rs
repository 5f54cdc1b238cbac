//! Runs the `whistle` command as a person would, and looks at what it says and how it ends.

mod arena;
mod backup;
mod daily;
#[cfg(target_os = "linux")]
mod doctor;
mod kept;
mod openspiel;
#[cfg(target_os = "linux")]
mod operations;
mod players;
#[path = "../support/postgres.rs"]
mod postgres;
mod ratings;
mod relocate;
mod replay;
mod secrets;
mod serve;
mod settings;
mod simulate;
mod systemd;
mod verify;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;
use whistle::games::{self, Options};
use whistle::referee::fair::{Secret, Seed, SeededSource};
use whistle::referee::recording::Recorder;
use whistle::rules::{Awaits, By, Record};

/// A command in an empty folder and an empty environment.
pub(crate) struct Cli(TempDir);

impl Cli {
    pub(crate) fn new() -> Cli {
        Cli(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whistle"));
        command.args(arguments).current_dir(self.path()).env_clear();
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a command prints that must succeed.
    pub(crate) fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.prints(arguments)).unwrap()
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The one sentence of a command that must fail: with exit code 78 where a bot would end in the same way at each start, else with 1.
pub(crate) fn sentence(output: &Output) -> String {
    let said = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(1 | 78)), "{said}");
    assert!(
        said.starts_with("whistle: ") && said.trim_end().lines().count() == 1,
        "{said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// A finished game of two at the table 42, dealt from `secret`.
pub(crate) fn dealt(secret: &Secret) -> Record {
    let seed = secret.seed("42", 1, &["100", "200"]);
    drawn(|_| seed.clone())
}

/// A finished game of two, of which each event that is drawn follows from the seed of its index.
pub(crate) fn drawn(seed: impl Fn(u64) -> Seed) -> Record {
    let mut source = SeededSource::new(1);
    let mut recorder = Recorder::new(games::find("binome").unwrap(), &Options::new(), 2).unwrap();
    loop {
        match recorder.play().awaits() {
            Awaits::Nobody(_) => break,
            Awaits::Chance => drop(recorder.draw(&seed(recorder.index())).unwrap()),
            Awaits::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let choice = recorder.play().random_choice(seat, &mut source).unwrap();
                recorder.take(By::Seat(seat), &choice, false).unwrap();
            }
        }
    }
    recorder.record().unwrap()
}
