//! Records whose computer players' choices are computed again.

use std::fs;

use whistle::games::{self, Options};
use whistle::player::Level;
use whistle::referee::fair::Seed;
use whistle::referee::recording::Recorder;
use whistle::rules::{Awaits, Record};

use super::{Cli, text};

/// How many choices are made: enough that a better player would have made another one.
const CHOICES: usize = 10;

/// The beginning of a game of Binary between two computer players.
fn played() -> Record {
    let seed = Seed::simulated(5, 5);
    let mut recorder = Recorder::new(games::find("binary").unwrap(), &Options::new(), 2).unwrap();
    recorder.draw(&seed).unwrap();
    for _ in 0..CHOICES {
        let Awaits::Seats(seats) = recorder.play().awaits() else {
            panic!("somebody places")
        };
        let seat = seats.iter().next().unwrap();
        recorder.choose(seat, Level::new(1).unwrap(), &seed).unwrap();
    }
    let mut record = recorder.record().unwrap();
    (record.levels, record.seed) = (vec![Some(1); 2], Some(seed.to_hex()));
    record
}

#[test]
fn what_computer_players_chose_is_computed_again_and_forgeries_are_named() {
    let cli = Cli::new();
    let record = played();
    let verify = |record: &Record, more: &[&str]| {
        fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
        let output = cli.run(&[&["verify", "game.jsonl"], more].concat());
        (output.status.code(), text(&output.stdout))
    };
    let (code, said) = verify(&record, &[]);
    assert_eq!(code, Some(0), "{said}");
    let all = format!("{CHOICES} of {CHOICES} choices of computer players computed again.");
    assert!(said.contains(&all), "{said}");
    let mut forged = record.clone();
    forged.levels = vec![Some(1), Some(6)];
    let (code, said) = verify(&forged, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(", the computer player of level 6 at seat "), "{said}");
    let (code, said) = verify(&forged, &["--without-players"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("computer"), "{said}");
    let mut other = record.clone();
    other
        .events
        .iter_mut()
        .filter(|event| event.players.is_some())
        .for_each(|event| event.players = Some(999));
    let (code, said) = verify(&other, &[]);
    assert_eq!(code, Some(0), "{said}");
    let none = format!("Computer choices: {CHOICES} not computed, by another version of the players.");
    assert!(said.contains(&none), "{said}");
}
