//! While others still choose in secret, whoever has chosen can choose again, and their panel offers it.

use std::collections::BTreeSet;

use super::super::super::custom_id::{Boards, Confirm, CustomId};
use super::super::super::payload::{Payload, Row};
use super::super::{At, panel};
use super::random::{apply, begin, lobby, snapshot, step};
use crate::games::CATALOGUE;
use crate::referee::fair::SeededSource;
use crate::referee::{Table, TableEvent};
use crate::rules::{By, Listing, Seat, Source, Viewer};
use crate::words::{ENGLISH, Words};

/// So many matches of each game are played, and so many steps of each at most.
const MATCHES: u64 = 12;
const STEPS: u32 = 400;

/// Of so many simultaneous decisions one is looked at.
const SELDOM: u32 = 5;

/// The decisions that several seats make at the same time, by the phase in which they do. All of them can be changed: nobody
/// has seen them, and nothing has followed. What seats say one after another, in Binome without `secrets`, is none of these.
const CHANGEABLE: [&str; 6] = [
    "bingolino-phase-flip",
    "bingolino-phase-layout",
    "binmat-phase-attackers",
    "binmat-phase-defenders",
    "binome-phase-conference",
    "binome-phase-digits",
];

/// The phase of the game.
fn phase(table: &Table) -> &'static str {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    scene.phase.map_or("", |phrase| phrase.key)
}

/// Who is asked, each with the entry of their decision.
fn asked(table: &Table) -> Vec<(Seat, u64)> {
    let seats = (0..table.seats.len() as u8).map(Seat);
    seats.filter_map(|seat| Some((seat, table.asked(seat)?))).collect()
}

/// Whether a panel leads on to a choice at this step.
fn offers(panel: &Payload, step: Option<u64>) -> bool {
    let leads = |target: &str| match target.parse() {
        Ok(CustomId::Choose { step, .. } | CustomId::Try { step, .. })
        | Ok(CustomId::Step { step, .. } | CustomId::Pick { step, .. }) => Some(step),
        _ => None,
    };
    panel.rows.iter().any(|row| match row {
        Row::Buttons(buttons) => buttons
            .iter()
            .any(|button| step.is_some() && leads(&button.target) == step),
        Row::Select(select) => step.is_some() && leads(&select.custom_id) == step,
    })
}

fn panel_of(words: &Words, table: &Table, seat: Seat, at: At<'_>) -> Payload {
    panel(words, ENGLISH, &snapshot(table), seat, at, Boards::Pictures)
}

/// What all but one seat see: the public message and their panels.
fn seen(words: &Words, table: &Table, but: Seat) -> Vec<Payload> {
    let others = (0..table.seats.len() as u8).map(Seat).filter(|seat| *seat != but);
    let panels = others.map(|seat| panel_of(words, table, seat, At::default()));
    let public = super::super::table(words, ENGLISH, &snapshot(table), Boards::Pictures);
    panels.chain([public]).collect()
}

/// Looks at the panel of a seat that has chosen while others choose, where it has more than one choice. The seat chooses
/// again, and the others are asked as before and see what they saw.
fn look(words: &Words, table: &mut Table, seat: Seat, source: &mut SeededSource) {
    let about = format!("{} of {}", phase(table), table.game.slug);
    let play = table.play.as_ref().expect("a game is on");
    assert!(play.may_choose(seat), "{about}");
    let (choices, listing) = play.choices(seat);
    let more = choices.len() > 1 || listing == Listing::Partial;
    let change = words.message(ENGLISH, "panel-change").expect("a message");
    let shown = |table: &Table| panel_of(words, table, seat, At::default());
    let panel = shown(table);
    assert_eq!(panel.text().contains(&change), more, "{about}: {}", panel.text());
    assert_eq!(offers(&panel, table.offered(seat)), more, "{about}: {:#?}", panel.rows);
    if !more {
        return;
    }
    let confirm = Confirm::Always;
    let confirmed = panel_of(
        words,
        table,
        seat,
        At {
            confirm,
            ..At::default()
        },
    );
    assert!(
        confirmed.text().contains(&change),
        "{about}: no other choice is proposed by itself"
    );
    let (others, events, before) = (asked(table), table.events(), seen(words, table, seat));
    let play = table.play.as_ref().expect("a game is on");
    let what = play.random_choice(seat, source).expect("who may choose has a choice");
    let (by, lapsed) = (By::Seat(seat), false);
    apply(
        table,
        &TableEvent::Played {
            by,
            what,
            lapsed,
            players: None,
        },
    );
    assert_eq!((asked(table), table.events()), (others, events), "{about}");
    assert_eq!(
        seen(words, table, seat),
        before,
        "{about}: nobody else sees that somebody chose again"
    );
    let again = shown(table);
    assert!(
        again.text().contains(&change) && offers(&again, table.offered(seat)),
        "{about}"
    );
}

#[test]
fn what_is_chosen_at_the_same_time_can_be_changed() {
    let words = Words::embedded().expect("the words are sound");
    let mut found = BTreeSet::new();
    for entry in CATALOGUE {
        for seed in 0..MATCHES {
            let source = &mut SeededSource::new(seed);
            let mut table = lobby(entry, source);
            let mut on = begin(&mut table, source);
            for _ in 0..STEPS {
                let before = asked(&table);
                on = on && step(&mut table, source);
                if !on {
                    break;
                }
                let (left, chose): (Vec<_>, Vec<_>) = before.into_iter().partition(|(seat, entry)| {
                    // The decision is still open.
                    table.asked(*seat) == Some(*entry)
                });
                let [(seat, _)] = chose[..] else { continue };
                let key = phase(&table);
                if left.is_empty() || !found.insert(key) && source.below(SELDOM) > 0 {
                    continue;
                }
                look(&words, &mut table, seat, source);
            }
        }
    }
    assert_eq!(found, CHANGEABLE.into(), "every simultaneous decision is known here");
}
