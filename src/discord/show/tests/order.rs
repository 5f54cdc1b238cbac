//! The order of every panel: the question is the last line above the buttons, whatever else the panel says.

use super::super::super::custom_id::{Boards, Confirm};
use super::super::open_menu::OpenMenu;
use super::super::voice::{Voice, capital};
use super::super::{At, panel};
use super::counted::{Way, positions, ways};
use crate::games::CATALOGUE;
use crate::referee::TableSnapshot;
use crate::rules::{Leads, Phrase, Seat, Source};
use crate::words::{ENGLISH, Words};

/// How many positions of each game are looked at.
const POSITIONS: u32 = 40;

/// How many steps are gone from a panel towards a choice.
const DEEP: usize = 6;

/// What the panel of a seat at `at` asks; `None` where it asks nothing.
fn asked(words: &Words, shown: &TableSnapshot, seat: Seat, at: At<'_>) -> Option<String> {
    let table = &shown.table;
    let voice = Voice::at(words, ENGLISH, table);
    if table.holder(seat)?.stand_in.is_some() || table.turns.is_paused() {
        return None;
    }
    let open = OpenMenu::of(table, seat, at)?;
    if let Some(what) = &open.tried {
        let choice = table.question(seat, what)?;
        return Some(capital(&voice.say(&Phrase::new("panel-trial").with("choice", choice))));
    }
    let leads = open.menu.entries.iter().any(|entry| entry.leads != Leads::Nowhere);
    let asks = leads || table.asked(seat).is_some() || !open.place.path.is_empty();
    asks.then(|| voice.say(&open.menu.ask))
}

/// Whether the question is the last line of the text below the picture; `None` where nothing is asked.
fn ends_with_its_question(words: &Words, shown: &TableSnapshot, seat: Seat, at: At<'_>, boards: Boards) -> Option<()> {
    let question = asked(words, shown, seat, at)?;
    let panel = panel(words, ENGLISH, shown, seat, at, boards);
    let last = panel.below.lines().last();
    assert_eq!(last, Some(&*question), "{}: {panel:#?}", shown.table.game.slug);
    Some(())
}

#[test]
fn the_question_is_the_last_line_above_the_buttons() {
    let words = Words::embedded().expect("the words are sound");
    for entry in CATALOGUE {
        let (mut met, mut tried) = (0, 0);
        positions(entry, POSITIONS, |shown, source| {
            for seat in (0..shown.table.seats.len() as u8).map(Seat) {
                let mut way = Way::default();
                for _ in 0..DEEP {
                    let path: Vec<&str> = way.path.iter().map(String::as_str).collect();
                    let at = At {
                        path: &path,
                        page: way.page,
                        tried: way.tried.as_deref(),
                        stale: source.below(2) == 0,
                        confirm: [Confirm::Game, Confirm::Always][source.below(2) as usize],
                        ..At::default()
                    };
                    let boards = Boards::ALL[source.below(Boards::ALL.len() as u32) as usize];
                    if ends_with_its_question(&words, shown, seat, at, boards).is_none() {
                        break;
                    }
                    met += 1;
                    tried += u32::from(way.tried.is_some());
                    let mut next = ways(&panel(&words, ENGLISH, shown, seat, at, boards));
                    next.retain(|next| {
                        next.path.len() > way.path.len() || next.tried.is_some() || next.page > way.page
                    });
                    if next.is_empty() || way.tried.is_some() {
                        break;
                    }
                    way = next.swap_remove(source.below(next.len() as u32) as usize);
                }
            }
        });
        assert!(
            met > POSITIONS && tried > 0,
            "{}: {met} panels, {tried} of them before a choice",
            entry.slug
        );
    }
}
