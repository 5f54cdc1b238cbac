//! Taps from a panel to a committed choice, over every game of the catalogue: what is laid out as buttons and as select menus is
//! counted as it is laid out.

use std::collections::BTreeMap;

use super::*;
use crate::games::{CATALOGUE, DynGame, GameEntry, find};
use crate::referee::fair::SeededSource;
use crate::rules::{Awaits, Listing, Source};

/// So many games of each kind are played.
const GAMES: u64 = 1000;

/// Of so many decisions one is counted, drawn by chance.
const SAMPLE: u32 = 30;

/// The most people at a table that is counted.
const MOST: u8 = 6;

/// Where a press leads.
enum Lead {
    Choice(String),
    Preview(String),
    Step(String),
}

/// Where the buttons and options of a menu lead, each with its taps: to choose an option takes one tap to open the select menu
/// and one to choose, and a page is turned by one tap.
fn leads(voice: &Voice<'_>, menu: &Menu, path: &[&str]) -> Vec<(u32, Lead)> {
    let mut leads = Vec::new();
    for turned in 0.. {
        let place = MenuPlace {
            table: u64::MAX,
            step: 1 << 20,
            path: path.iter().map(|step| (*step).to_owned()).collect(),
            page: turned,
            back: path.len().checked_sub(1),
        };
        let laid = lay(voice, &place, menu);
        let turns = u32::from(turned);
        for row in &laid.rows {
            match row {
                Row::Buttons(buttons) => leads.extend(buttons.iter().filter_map(|button| {
                    let lead = match button.target.parse().ok()? {
                        CustomId::Choose { what, .. } => Lead::Choice(what),
                        CustomId::Try { what, .. } => Lead::Preview(what),
                        CustomId::Step { path: to, .. } if to.len() > path.len() => Lead::Step(to.last()?.clone()),
                        _ => return None,
                    };
                    Some((turns + 1, lead))
                })),
                Row::Select(select) => leads.extend(select.options.iter().map(|option| {
                    let lead = match option.value.parse().unwrap() {
                        Picked::Choice(what) => Lead::Choice(what),
                        Picked::Preview(what) => Lead::Preview(what),
                        Picked::Step(step) => Lead::Step(step),
                    };
                    (turns + 2, lead)
                })),
            }
        }
        if turned + 1 >= laid.page.1 {
            return leads;
        }
    }
    leads
}

/// The taps to each choice of a seat: those from the menu at `path`, which took `before` taps.
fn walk(
    voice: &Voice<'_>,
    game: &dyn DynGame,
    seat: Seat,
    path: &[&str],
    before: u32,
    found: &mut BTreeMap<String, u32>,
) {
    let menu = game.menu(seat, path).expect("a menu");
    let mut reach = |what: String, taps: u32| {
        let least = found.entry(what).or_insert(taps);
        *least = taps.min(*least);
    };
    // A menu with one entry goes on by itself, but not to a choice.
    match menu.only() {
        Some(Leads::Preview(what)) => return reach(what.clone(), before + 1),
        Some(Leads::Step(step)) => return walk(voice, game, seat, &[path, &[step]].concat(), before, found),
        _ => {}
    }
    let mut steps = Vec::new();
    for (taps, lead) in leads(voice, &menu, path) {
        match lead {
            Lead::Choice(what) => reach(what, before + taps),
            // The button that confirms is one more.
            Lead::Preview(what) => reach(what, before + taps + 1),
            Lead::Step(step) => steps.push((before + taps, step)),
        }
    }
    for (taps, step) in steps {
        walk(voice, game, seat, &[path, &[&step]].concat(), taps, found);
    }
}

/// Whether a seat arranges tiles on a grid: it takes as many taps as it likes, and is free to take none.
fn arranges(game: &dyn DynGame, seat: Seat) -> bool {
    let on_grid = game
        .menu(seat, &[])
        .is_some_and(|menu| matches!(menu.layout, Layout::Grid(_)));
    on_grid && game.choices(seat).1 == Listing::Partial
}

/// How many taps a choice takes in random games, in thousandths: each choice that the menus offer is as likely.
fn thousandths(entry: &GameEntry, wanted: &Options, games: u64) -> u64 {
    let words = Words::embedded().unwrap();
    let voice = Voice::numbered(&words, "en");
    let (mut taps, mut count) = (0, 0);
    for seed in 0..games {
        let mut source = SeededSource::new(seed);
        let (fewest, most) = (*entry.people.start(), MOST.min(*entry.people.end()));
        let people = fewest + seed as u8 % (most + 1 - fewest);
        let Ok((options, seats)) = entry.fit_to_players(wanted, people) else {
            continue;
        };
        let mut game = entry.start(&options, seats).unwrap();
        loop {
            let (by, what) = match (game.awaits(), game.forced()) {
                (Awaits::Nobody(_), _) => break,
                (Awaits::Chance, _) => (By::Chance, game.draw(&mut source)),
                // What a seat is forced to, the referee does.
                (_, Some((seat, what))) => (By::Seat(seat), what),
                (Awaits::Seats(seats), None) => {
                    let seat = seats.iter().next().unwrap();
                    if source.below(SAMPLE) == 0 && !arranges(game.as_ref(), seat) {
                        let mut found = BTreeMap::new();
                        walk(&voice, game.as_ref(), seat, &[], 0, &mut found);
                        let all: u32 = found.values().sum();
                        taps += u64::from(all) * 1000 / found.len() as u64;
                        count += 1;
                    }
                    (By::Seat(seat), game.random_choice(seat, &mut source).unwrap())
                }
            };
            game.apply(by, &what).unwrap();
        }
    }
    taps / count
}

/// The most taps to a choice, in hundredths, by the order of the catalogue.
const GOALS: [u64; 9] = [100, 250, 100, 200, 300, 300, 300, 300, 200];

#[test]
fn a_choice_takes_few_taps() {
    assert_eq!(CATALOGUE.len(), GOALS.len());
    for (entry, goal) in CATALOGUE.iter().zip(GOALS) {
        let taps = thousandths(entry, &Options::new(), GAMES);
        assert!((taps + 5) / 10 <= goal, "{}: {taps} thousandths", entry.slug);
    }
}

/// Larger boards of Binary, with the most taps to a choice, in hundredths. Two taps from screens of 20 squares reach 400 of the
/// up to 2,278 pairs of a large board: no menu of buttons gets below 243 for size 10, and below 266 for size 12.
const LARGE: [(i64, u64); 2] = [(10, 273), (12, 297)];

/// So many games on larger boards are played: one takes much longer.
const FEW: u64 = 20;

#[test]
fn a_choice_on_a_large_board_takes_hardly_more_taps() {
    let binary = find("binary").expect("in the catalogue");
    for (size, goal) in LARGE {
        let taps = thousandths(binary, &Options::from_iter([("size".to_owned(), size.into())]), FEW);
        assert!((taps + 5) / 10 <= goal, "{size}: {taps} thousandths");
    }
}
