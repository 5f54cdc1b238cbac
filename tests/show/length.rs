//! What stands beside the labels of a panel is short enough for a phone.

use std::collections::BTreeMap;

use whistle::discord::custom_id::Boards;
use whistle::discord::payload::Payload;
use whistle::games::{CATALOGUE, GameEntry};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, Table};
use whistle::rules::{Seat, Source};

use super::tables::{begin, lobby, next_round, snapshot, some_options, step};
use super::{panels, words};

/// Names as most people have them.
const NAMES: [&str; 8] = ["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal"];

/// How many words a panel with a picture has at most.
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

#[test]
fn a_panel_has_at_most_forty_words_beside_its_labels() {
    let words = words();
    let mut long: BTreeMap<(&str, String), String> = BTreeMap::new();
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
                let looks = source.below(5) == 0;
                let looked = looks.then(|| panels(&words, &snapshot(&table), seat, Boards::Pictures));
                let drawn = looked.into_iter().flatten().filter(|panel| panel.picture.is_some());
                for panel in drawn {
                    let all = read(&panel);
                    *met.entry(entry.slug).or_default() += 1;
                    if all.len() > WORDS {
                        let kind = panel.below.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
                        let text = format!("{} words: {}", all.len(), all.join(" "));
                        let known = long.entry((entry.slug, kind)).or_default();
                        if known.len() < text.len() {
                            *known = text;
                        }
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
    assert!(long.is_empty(), "{long:#?}");
}
