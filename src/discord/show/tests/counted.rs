//! Every payload counted: in positions of random matches of all games, each message keeps Discord's limits with room to
//! spare, so nothing of it is cut or left out.
//!
//! Each position is counted with ordinary names and with the longest, in English and in a language 1.4 times as long.
//! `WHISTLE_PAYLOADS=1000000 cargo test --release --lib every_payload_has_room -- --nocapture` counts a million positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::super::super::custom_id::{Boards, CustomId, Picked};
use super::super::super::limits::{self, cuts};
use super::super::super::payload::{File, Payload, Row};
use super::super::{At, panel, replay, table};
use super::random::{apply, begin, lobby, snapshot, step};
use super::stretched;
use crate::games::{CATALOGUE, GameEntry};
use crate::referee::fair::SeededSource;
use crate::referee::{Phase, TableEvent, TableSnapshot};
use crate::rules::{Phrase, Seat, Source};
use crate::words::{Numbered, Words};

/// How many positions are counted where nothing else is said.
const USUAL: u32 = 180;

/// Of so many positions of a match one is counted, so that there are more matches.
const SELDOM: u32 = 6;

/// How deep a path through menus is followed.
const DEEP: usize = 6;

/// How a position is told.
struct Telling<'w> {
    words: &'w Words,
    stretched: bool,
    longest: bool,
}

/// In which game something had no room, how it was told, and how much room there was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    game: &'static str,
    stretched: bool,
    longest: bool,
    room: usize,
}

/// What was counted of a game.
#[derive(Default)]
struct Count {
    positions: u32,
    payloads: u64,
    /// The most components and the most text of one payload.
    components: usize,
    text: usize,
    /// How many pictures have more sentences than Discord takes of a description. Those that matter least are left out, and the last
    /// one says so and where all is told: no sentence is cut.
    shortened: u64,
    /// How often something had no room, with an example.
    cut: BTreeMap<Cut, (u64, String)>,
}

impl Count {
    /// Counts a payload, and whatever of it had no room.
    fn payload(&mut self, game: &'static str, telling: &Telling<'_>, payload: &Payload) {
        let (components, text) = measured(&payload.body(File::New)["components"]);
        assert!(components <= limits::COMPONENTS, "{game}: {payload:#?}");
        assert!(text <= limits::TEXT, "{game}: {payload:#?}");
        self.payloads += 1;
        rows_are_not_cut(game, payload);
        let told = payload.picture.as_ref().map_or("", |picture| picture.alt());
        self.shortened += u64::from(told.contains(&telling.words.plain("en", &Phrase::new("picture-more"), &Numbered)));
        self.components = self.components.max(components);
        self.text = self.text.max(text);
        for (room, text) in cuts::take() {
            let cut = Cut {
                game,
                stretched: telling.stretched,
                longest: telling.longest,
                room,
            };
            let (times, _) = self.cut.entry(cut).or_insert((0, text));
            *times += 1;
        }
    }

    /// Counts the public message, the last moments of a table that is over, and the panel of every seat: its first menu, and
    /// one path at random down to a choice that is tried.
    fn position(&mut self, telling: &Telling<'_>, shown: &TableSnapshot, source: &mut SeededSource) {
        let (game, words) = (shown.table.game.slug, telling.words);
        for boards in [Boards::Pictures, Boards::Text] {
            self.payload(game, telling, &table(words, "en", shown, boards));
            if shown.table.is_over() {
                self.payload(game, telling, &replay(words, "en", shown, boards));
            }
        }
        for seat in (0..shown.table.seats.len() as u8).map(Seat) {
            let boards = Boards::ALL[source.below(Boards::ALL.len() as u32) as usize];
            let mut way = Way::default();
            for _ in 0..DEEP {
                let panel = way.panel(words, shown, seat, boards);
                self.payload(game, telling, &panel);
                let mut next = ways(&panel);
                next.retain(|next| next.path.len() > way.path.len() || next.tried.is_some() || next.page > way.page);
                if next.is_empty() || way.tried.is_some() {
                    break;
                }
                way = next.swap_remove(source.below(next.len() as u32) as usize);
            }
        }
    }
}

/// On a phone 360 px wide no label is cut: the more buttons a row has, the shorter are their labels.
fn rows_are_not_cut(game: &str, payload: &Payload) {
    for row in &payload.rows {
        let Row::Buttons(buttons) = row else { continue };
        let longest = buttons.iter().map(|button| limits::length(&button.label)).max();
        let most = limits::abreast(longest.unwrap_or(0));
        assert!(buttons.len() <= most, "{game}: {longest:?} letters in {row:#?}");
    }
}

/// The components of a message, those inside of others with them, and the length of all its texts.
fn measured(components: &Value) -> (usize, usize) {
    let components = components.as_array().into_iter().flatten();
    components.fold((0, 0), |(count, text), component| {
        let inner = measured(&component["components"]);
        let own = match component["type"].as_u64() {
            Some(10) => component["content"].as_str().map_or(0, limits::length),
            _ => 0,
        };
        (count + 1 + inner.0, text + own + inner.1)
    })
}

/// A panel that one can come to.
#[derive(Default)]
pub(super) struct Way {
    pub(super) path: Vec<String>,
    pub(super) page: u16,
    pub(super) tried: Option<String>,
}

impl Way {
    fn panel(&self, words: &Words, shown: &TableSnapshot, seat: Seat, boards: Boards) -> Payload {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let at = At {
            path: &path,
            page: self.page,
            tried: self.tried.as_deref(),
            ..At::default()
        };
        panel(words, "en", shown, seat, at, boards)
    }
}

/// Where a panel's buttons and menus lead.
pub(super) fn ways(panel: &Payload) -> Vec<Way> {
    let to = |path, page, tried| Some(Way { path, page, tried });
    let presses = |row: &Row| -> Vec<Way> {
        match row {
            Row::Buttons(buttons) => buttons
                .iter()
                .filter_map(|button| match button.target.parse() {
                    Ok(CustomId::Step { path, page, .. }) => to(path, page, None),
                    Ok(CustomId::Try { path, what, .. }) => to(path, 0, Some(what)),
                    _ => None,
                })
                .collect(),
            Row::Select(select) => {
                let Ok(CustomId::Pick { path, .. }) = select.custom_id.parse() else {
                    return Vec::new();
                };
                let values = select.options.iter().map(|option| option.value.parse());
                values
                    .filter_map(|value| match value {
                        Ok(Picked::Step(step)) => to([path.clone(), vec![step]].concat(), 0, None),
                        Ok(Picked::Preview(what)) => to(path.clone(), 0, Some(what)),
                        _ => None,
                    })
                    .collect()
            }
        }
    };
    panel.rows.iter().flat_map(presses).collect()
}

/// The same position with the longest names that Discord allows.
pub(super) fn with_longest_names(shown: &TableSnapshot) -> TableSnapshot {
    let mut table = (*shown.table).clone();
    for person in table.seats.iter_mut().filter_map(|holder| holder.person.as_mut()) {
        person.name = "W".repeat(32);
    }
    TableSnapshot {
        table: Arc::new(table),
        ..shown.clone()
    }
}

/// Plays matches of a game at random, and shows `see` so many of their positions.
pub(super) fn positions(entry: &'static GameEntry, many: u32, mut see: impl FnMut(&TableSnapshot, &mut SeededSource)) {
    let mut left = many;
    let mut look = |shown: TableSnapshot, source: &mut SeededSource| {
        left = left.saturating_sub(1);
        see(&shown, source);
        left > 0
    };
    for seed in 0.. {
        let source = &mut SeededSource::new(seed);
        let mut table = lobby(entry, source);
        if !look(snapshot(&table), source) {
            return;
        }
        let mut steps = 0;
        let mut on = begin(&mut table, source);
        while on && steps < 2000 {
            let seen = table.phase != Phase::Playing || source.below(SELDOM) == 0;
            if seen && !look(snapshot(&table), source) {
                return;
            }
            steps += 1;
            // A match that is given up is a position, too.
            match source.below(3000) {
                0 => apply(&mut table, &TableEvent::LEFT_ALONE),
                _ => on = step(&mut table, source),
            }
            on = on && table.phase != Phase::Cancelled;
        }
        if table.is_over() && !look(snapshot(&table), source) {
            return;
        }
    }
}

#[test]
fn every_payload_has_room() {
    let asked = std::env::var("WHISTLE_PAYLOADS")
        .ok()
        .and_then(|many| many.parse().ok());
    let many: u32 = asked.unwrap_or(USUAL);
    let words = (Words::embedded().expect("the words are sound"), stretched::words());
    let all: Vec<Count> = CATALOGUE
        .iter()
        .map(|entry| {
            let count = counted(entry, many.div_ceil(CATALOGUE.len() as u32), &words);
            let Count {
                positions, payloads, ..
            } = count;
            let most = format!("at most {} components and {} letters", count.components, count.text);
            println!("{}: {positions} positions, {payloads} payloads, {most}", entry.slug);
            println!("{} descriptions are shortened", count.shortened);
            for (cut, (times, first)) in &count.cut {
                println!("{times} times {cut:?}: {first:?}");
            }
            count
        })
        .collect();
    let cut = all.iter().flat_map(|count| &count.cut);
    assert_eq!(cut.collect::<Vec<_>>(), []);
    let positions: u32 = all.iter().map(|count| count.positions).sum();
    let payloads: u64 = all.iter().map(|count| count.payloads).sum();
    println!("{positions} positions, {payloads} payloads");
    assert!(positions >= many && payloads > u64::from(many));
}

/// Counts so many positions of a game, in English and in a longer language.
fn counted(entry: &'static GameEntry, many: u32, (short, long): &(Words, Words)) -> Count {
    let mut count = Count::default();
    positions(entry, many, |shown, source| {
        count.positions += 1;
        cuts::take();
        let longest = with_longest_names(shown);
        for (words, stretched) in [(short, false), (long, true)] {
            for (shown, longest) in [(shown, false), (&longest, true)] {
                let telling = Telling {
                    words,
                    stretched,
                    longest,
                };
                count.position(&telling, shown, source);
            }
        }
    });
    count
}
