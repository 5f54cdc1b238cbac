//! What stands beside the labels of a panel is short enough for a phone, and so is what says what happened.

use std::collections::BTreeMap;

use whistle::discord::custom_id::Boards;
use whistle::discord::payload::Payload;
use whistle::discord::show;
use whistle::games::{CATALOGUE, GameEntry};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, Table};
use whistle::rules::{Seat, Source, Viewer};

use super::tables::{begin, lobby, next_round, snapshot, some_options, step};
use super::{panels, words};

/// Names as most people have them.
const NAMES: [&str; 8] = ["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal"];

/// How many words a panel has at most, unless it tells a board in words.
const WORDS: usize = 40;

/// What is above and below the picture, as it is read: a time that counts down is three words.
fn read(panel: &Payload) -> Vec<String> {
    let text = format!("{}\n{}", panel.above, panel.below);
    let read = |word: &str| match word.contains("<t:") {
        true => vec!["in".to_owned(), "5".to_owned(), "minutes".to_owned()],
        false => vec![word.to_owned()],
    };
    text.split_whitespace()
        .filter(|word| *word != "-#")
        .flat_map(read)
        .collect()
}

/// A table of a game with people who have usual names, and as many of them as the source draws.
fn usual_table(entry: &'static GameEntry, source: &mut SeededSource) -> Option<Table> {
    let (least, most) = (u32::from(*entry.people.start()), u32::from(*entry.people.end()));
    let people = least + source.below(most.min(NAMES.len() as u32) - least + 1);
    let mut table = lobby(entry, &some_options(entry, source), &NAMES[..people as usize], 0);
    begin(&mut table).then_some(table)
}

/// What is wrong with messages, with an example of each kind, by game.
#[derive(Default)]
struct Wrong(BTreeMap<(&'static str, String), String>);

impl Wrong {
    /// Notes what is wrong with a message that says `text`.
    fn note(&mut self, slug: &'static str, what: &str, payload: &Payload) {
        let kind = payload.below.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
        let text = format!("{what}: {}", payload.text());
        let known = self.0.entry((slug, kind)).or_default();
        if known.len() < text.len() {
            *known = text;
        }
    }

    /// Looks how many words a panel has, and how many lines say what happened.
    fn panel(&mut self, table: &Table, seat: Seat, panel: &Payload) {
        let (slug, words) = (table.game.slug, read(panel).len());
        // Only in play, what a picture would show may have to be told in words.
        if (panel.picture.is_some() || table.phase != Phase::Playing) && words > WORDS {
            self.note(slug, &format!("{words} words"), panel);
        }
        // In the end, everybody's points stand below who won and what decided it.
        if table.phase == Phase::Playing {
            let scene = table.scene(Viewer::Seat(seat)).unwrap_or_default();
            let own = scene.recent.iter().filter(|phrase| phrase.is_own()).count();
            self.news(slug, own, panel);
        }
    }

    /// Looks how many lines below the heading say what happened, of which so many are for the reader alone.
    fn news(&mut self, slug: &'static str, own: usize, payload: &Payload) {
        let lines = payload.above.lines().filter(|line| !line.trim().is_empty()).count() - 1;
        if lines > NEWS.max(own) {
            self.note(slug, &format!("{lines} lines above the picture"), payload);
        }
    }
}

/// In so many lines a message says what just happened.
const NEWS: usize = 2;

#[test]
fn a_panel_has_at_most_forty_words_and_two_lines_of_news() {
    let words = words();
    let mut wrong = Wrong::default();
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in CATALOGUE {
        for seed in 0..4 {
            let source = &mut SeededSource::new(seed);
            let Some(mut table) = usual_table(entry, source) else {
                continue;
            };
            for moment in 0..400_usize {
                let seat = match table.awaited().iter().next() {
                    Some(seat) if moment % 3 > 0 => seat,
                    _ => Seat((moment % table.seats.len()) as u8),
                };
                // To look at every panel of every position would take too long.
                if source.below(5) == 0 || table.phase != Phase::Playing {
                    let shown = snapshot(&table);
                    for panel in panels(&words, &shown, seat, Boards::Pictures) {
                        *met.entry(entry.slug).or_default() += usize::from(panel.picture.is_some());
                        wrong.panel(&table, seat, &panel);
                    }
                    if table.phase == Phase::Playing {
                        wrong.news(entry.slug, 0, &show::table(&words, "en", &shown, Boards::Pictures));
                    }
                }
                match table.phase {
                    Phase::Between => next_round(&mut table),
                    Phase::Playing => assert!(step(&mut table, source)),
                    _ => break,
                }
            }
        }
    }
    assert!(
        met.len() == CATALOGUE.len() && met.values().all(|met| *met > 50),
        "{met:?}"
    );
    assert!(wrong.0.is_empty(), "{:#?}", wrong.0);
}
