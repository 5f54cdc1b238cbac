//! Taps from a panel to a committed choice.

use super::coordinates::dealt;
use super::support::{Chances, Table};
use crate::rules::{Leads, Menu, Presentation, Seat, Viewer};

/// The tile of a placement in notation, as a step of a path.
fn tile_of(choice: &str) -> String {
    let halves = choice.split(' ').filter_map(|word| word.split_once('@'));
    let mut symbols: Vec<&str> = halves.map(|(symbol, _)| symbol).collect();
    symbols.sort_unstable();
    symbols.concat()
}

/// Presses of buttons that lead from this menu to a choice; `None` where it is not reached. All areas of a screen are as far.
fn presses(menu: &impl Fn(&[&str]) -> Option<Menu>, path: &[&str], choice: &str) -> Option<u32> {
    let entries = menu(path)?.entries;
    let here = entries.iter().find_map(|entry| match &entry.leads {
        Leads::Choice(what) if what == choice => Some(1),
        // The button that confirms is one more.
        Leads::Preview(what) if what == choice => Some(2),
        _ => None,
    });
    let tile = tile_of(choice);
    let deeper = || {
        entries.iter().find_map(|entry| match &entry.leads {
            Leads::Step(step) if entry.label.key != "tiles-tile" || *step == tile => {
                Some(1 + presses(menu, &[path, &[step.as_str()]].concat(), choice)?)
            }
            _ => None,
        })
    };
    here.or_else(deeper)
}

/// How many taps a choice takes in games that are played at random with from `fewest` to `most` seats, in thousandths: each
/// legal choice is as likely, and the only legal one is one tap.
pub(crate) fn thousandths<G: Presentation>((fewest, most): (u8, u8), games: u64) -> u64 {
    let (mut taps, mut count) = (0, 0);
    for seed in 0..games {
        let mut chances = Chances(seed);
        let mut table: Table<G> = dealt(fewest + seed as u8 % (most + 1 - fewest), &mut chances);
        while let Some(seat) = table.turn() {
            let choice = table
                .0
                .random_choice(Seat(seat), &mut chances)
                .expect("a choice")
                .to_string();
            // What a seat is forced to, the referee does.
            if table.0.forced(Seat(seat)).is_none() {
                let mut choices = Vec::new();
                table.0.choices(Seat(seat), &mut choices);
                let view = table.0.view(Viewer::Seat(Seat(seat)));
                let menu = |path: &[&str]| G::menu(&view, &choices, path);
                taps += match choices.len() {
                    1 => 1,
                    _ => u64::from(presses(&menu, &[], &choice).expect("a way")),
                };
                count += 1;
            }
            table.choose(seat, &choice);
        }
    }
    taps * 1000 / count
}
