//! Somebody who hears messages and nothing else plays every game to its end.

use std::collections::BTreeSet;

use whistle::discord::custom_id::Boards::Pictures;
use whistle::discord::custom_id::{CustomId, Picked};
use whistle::discord::show::{self, At};
use whistle::games::{CATALOGUE, GameEntry};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, Table};
use whistle::rules::{Seat, Source};
use whistle::words::Words;

use crate::heard::{cell, tiles};
use crate::message::{Control, Message};
use crate::{often, seated, tables};

/// What buttons say that choose nothing, as everybody learns in their first game.
const ASIDE: &[&str] = &["Rules", "Type it…", "Refresh", "Nudge", "Pause", "End game"];
const BACK: &str = "Back";
const PAGES: &[&str] = &["Next", "Previous"];

/// The games in which letters name places.
const LETTERED: &[&str] = &["dominimum", "dominomega", "dominup", "tree"];

/// More presses than anybody needs to come to a choice.
const LOST: usize = 400;

/// What a listener presses: any choice or way that is offered, else the way back. Nothing where nothing is asked.
fn pressed<'m>(message: &'m Message, source: &mut SeededSource) -> Option<&'m Control> {
    let said = |words: &[&str], control: &Control| !control.is_option && words.contains(&control.label.as_str());
    let on = || message.controls.iter().filter(|control| !control.disabled);
    let mut names = BTreeSet::new();
    for control in on() {
        assert!(
            !control.label.is_empty() && names.insert(&control.label),
            "two controls sound alike: {:?} in {message:#?}",
            control.label
        );
    }
    let pick = |controls: Vec<&'m Control>, source: &mut SeededSource| {
        let at = source.below(controls.len().max(1) as u32) as usize;
        controls.get(at).copied()
    };
    let pages: Vec<_> = on().filter(|control| said(PAGES, control)).collect();
    if !pages.is_empty() && source.below(3) == 0 {
        return pick(pages, source);
    }
    let aside = |control: &Control| said(ASIDE, control) || said(PAGES, control) || said(&[BACK], control);
    let choices = on().filter(|control| !aside(control)).collect();
    pick(choices, source).or_else(|| on().find(|control| said(&[BACK], control)))
}

/// Whether a button has a letter that the picture explains: alone, before a tile, or before an ellipsis.
fn lettered(label: &str) -> Option<char> {
    let (letter, rest) = label.split_at_checked(1)?;
    let letter = letter.chars().next().filter(char::is_ascii_uppercase)?;
    (rest.is_empty() || rest == " …" || rest.starts_with(": ")).then_some(letter)
}

/// What the picture tells says of every letter on a button where it leads: its tile or its cells follow.
fn letters_are_told(message: &Message) {
    for control in &message.controls {
        let Some(letter) = lettered(&control.label) else {
            continue;
        };
        let name = format!(" {letter} ");
        let mut told = message.alt.split(&name).skip(1);
        assert!(
            told.any(|rest| rest
                .split(' ')
                .next()
                .is_some_and(|word| cell(word).is_some() || !tiles(word).is_empty())),
            "{:?} is not told: {message:#?}",
            control.label
        );
    }
}

/// Where somebody is on the way to a choice: known to who answers presses, never to who listens.
#[derive(Clone, Debug, Default)]
struct Way {
    path: Vec<String>,
    page: u16,
    tried: Option<String>,
}

impl Way {
    fn panel(&self, words: &Words, table: &Table, seat: Seat) -> Message {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let at = At {
            path: &path,
            page: self.page,
            tried: self.tried.as_deref(),
            ..At::default()
        };
        Message::of(&show::panel(words, "en", &tables::snapshot(table), seat, at, Pictures))
    }

    /// Follows a press: the choice that it makes, if it makes one.
    fn follow(&mut self, control: &Control) -> Option<String> {
        let (id, value) = control.press();
        let leads = |path: Vec<String>, page| Way {
            path,
            page,
            tried: None,
        };
        *self = match id.parse().expect("a custom id of ours") {
            CustomId::Choose { what, .. } => return Some(what),
            CustomId::Step { path, page, .. } => leads(path, page),
            CustomId::Try { path, what, .. } => Way {
                tried: Some(what),
                ..leads(path, 0)
            },
            CustomId::Pick { mut path, .. } => match value.parse().expect("a value of ours") {
                Picked::Choice(what) => return Some(what),
                Picked::Preview(what) => Way {
                    tried: Some(what),
                    ..leads(path, 0)
                },
                Picked::Step(step) => {
                    path.push(step);
                    leads(path, 0)
                }
            },
            other => panic!("{:?} sounds like a choice and is {other:?}", control.label),
        };
        None
    }
}

/// What somebody met on their ways to choices.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    choices: u32,
    /// The most presses that a choice took.
    presses: usize,
    /// The most options of the menus of one message.
    options: usize,
}

impl Met {
    fn most(self, other: Met) -> Met {
        Met {
            choices: self.choices + other.choices,
            presses: self.presses.max(other.presses),
            options: self.options.max(other.options),
        }
    }
}

/// What somebody at this seat chooses; `None` where they hear that nothing is asked of them.
fn chosen(words: &Words, table: &Table, seat: Seat, met: &mut Met, source: &mut SeededSource) -> Option<String> {
    let mut way = Way::default();
    for presses in 1..LOST {
        let message = way.panel(words, table, seat);
        if LETTERED.contains(&table.game.slug) {
            letters_are_told(&message);
        }
        let control = pressed(&message, source)?;
        let options = message.controls.iter().filter(|control| control.is_option).count();
        let choice = way.follow(control);
        *met = met.most(Met {
            choices: u32::from(choice.is_some()),
            presses,
            options,
        });
        if choice.is_some() {
            return choice;
        }
    }
    panic!("{}: {seat} does not find its way", table.game.slug);
}

/// Plays one match.
fn played(words: &Words, entry: &'static GameEntry, source: &mut SeededSource) -> Met {
    let mut table = seated(entry, source);
    let mut met = Met::default();
    while table.phase != Phase::Finished {
        if table.phase == Phase::Between {
            tables::next_round(&mut table);
        }
        // Mostly somebody who is waited for; now and then anybody, who may hear that they have to wait.
        let awaited: Vec<Seat> = table.awaited().iter().collect();
        let seats = table.seats.len() as u32;
        let seat = match source.below(8) {
            0 => Seat(source.below(seats) as u8),
            _ => awaited[source.below(awaited.len() as u32) as usize],
        };
        match chosen(words, &table, seat, &mut met, source) {
            Some(what) => tables::play(&mut table, seat, &what),
            None => assert!(!awaited.contains(&seat), "{}: {seat} hears of no choice", entry.slug),
        }
    }
    met
}

#[test]
fn who_hears_the_words_alone_plays_every_game_to_its_end_and_no_move_is_refused() {
    let words = &Words::embedded().unwrap();
    let games = often("WHISTLE_GAMES", 20);
    let all = std::thread::scope(|scope| {
        let play = |entry: &'static GameEntry| {
            let matches = move || {
                let met = (0..games).map(|game| played(words, entry, &mut SeededSource::numbered(11, game)));
                met.fold(Met::default(), Met::most)
            };
            (entry.slug, scope.spawn(matches))
        };
        let playing: Vec<_> = CATALOGUE.iter().map(play).collect();
        let ended = playing.into_iter().map(|(slug, playing)| match playing.join() {
            Ok(met) => {
                assert!(met.choices > 0, "{slug}: nothing was chosen");
                met
            }
            Err(_) => panic!("{slug} was not played to its end"),
        });
        ended.fold(Met::default(), Met::most)
    });
    assert!(all.presses > 3, "ways of several steps were gone: {all:?}");
    assert!(all.options > 1, "menus were heard: {all:?}");
}
