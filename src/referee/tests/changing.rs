//! A choice that may be changed until all have chosen, as the referee sees it.

use super::*;
use crate::games::testing::revisable_choice_game::REVISABLE_CHOICE_GAME;
use crate::player::Level;
use crate::referee::event::TableEvent;
use crate::referee::fair::Secret;
use crate::referee::session::{Due, TableSession};
use crate::referee::table::Table;
use crate::rules::By;
use crate::store::Append;

const NOW: i64 = 1_800_000_000_000;
const TABLE: u64 = 77;

/// A session with its log, without a store behind it.
struct Held {
    session: TableSession,
    log: Vec<String>,
    settings: Settings,
}

fn blank() -> Table {
    Table::blank(TABLE, 2, None, &REVISABLE_CHOICE_GAME, Secret::from_bytes([5; 32]))
}

impl Held {
    /// Three people, with a minute for each decision.
    fn begun() -> Held {
        let mut held = Held {
            session: TableSession::new(blank(), Vec::new(), 0),
            log: Vec::new(),
            settings: Settings::default(),
        };
        let opened = TableEvent::Opened {
            options: Options::new(),
            clock: Some(Clock { seconds: 60 }),
            host: person(ANA),
            computers: 0,
            level: Level::default(),
            join: TABLE,
            seal: None,
        };
        held.session.write(NOW, &opened).unwrap();
        for (who, action) in [(BEN, Action::Sit), (CLEO, Action::Sit), (ANA, Action::Begin)] {
            held.act(who, action).unwrap();
        }
        held
    }

    /// Somebody leaves, whatever follows.
    fn leave(&mut self, who: u64) -> Result<(), Denied> {
        match self.act(who, Action::AskLeave) {
            Err(Denied::UnsureToLeave { what: told, .. }) => self.act(who, Action::Leave { told }),
            done => done,
        }
    }

    fn act(&mut self, who: u64, action: Action) -> Result<(), Denied> {
        let request = ActionRequest {
            interaction: 1,
            who: person(who),
            from: None,
            action,
        };
        let done = self.session.act(NOW, &request, &self.settings);
        self.take();
        done
    }

    fn take(&mut self) {
        let Append { entries, .. } = self.session.take(NOW, None, None, &self.settings);
        self.log.extend(entries);
    }

    fn choose(&mut self, who: u64, step: Option<u64>, points: u8) -> Result<(), Denied> {
        let what = format!("pledge {points}");
        self.act(who, Action::Choose { step, what })
    }

    fn table(&self) -> &Table {
        &self.session.table
    }

    /// The game's events, as a record has them.
    fn events(&self) -> Vec<(By, String)> {
        let events = self.table().rounds[0].events.iter();
        events.map(|event| (event.by, event.what.clone())).collect()
    }
}

fn pledged(seat: u8, points: u8) -> (By, String) {
    (By::Seat(Seat(seat)), format!("pledge {points}"))
}

#[test]
fn who_has_chosen_is_not_waited_for_and_may_choose_anew() {
    let mut held = Held::begun();
    let asked = held.table().asked(Seat(0));
    assert_eq!(held.table().offered(Seat(0)), asked);
    held.choose(ANA, asked, 1).unwrap();
    let offered = held.table().offered(Seat(0));
    assert_eq!((held.table().asked(Seat(0)), offered), (None, Some(held.table().seq)));
    assert_eq!(held.table().awaited().iter().collect::<Vec<_>>(), [Seat(1), Seat(2)]);
    assert!(held.table().menu(Seat(0), &[]).is_some(), "the panel goes on offering");
    assert!(
        held.session.timers.iter().all(|timer| timer.seat != Some(0)),
        "no clock runs for her"
    );
    assert_eq!(held.act(ANA, Action::Replace { seat: Seat(0) }), Err(Denied::NotWaited));

    assert_eq!(
        held.choose(ANA, asked, 2),
        Err(Denied::Stale),
        "the button that was pressed already"
    );
    held.choose(ANA, offered, 3).unwrap();
    assert_ne!(held.table().offered(Seat(0)), offered);
    assert_eq!(held.choose(ANA, offered, 2), Err(Denied::Stale));
    assert_eq!(held.events(), [pledged(0, 3)]);
}

#[test]
fn the_last_word_stands_where_it_was_given_and_every_word_is_in_the_log() {
    let mut held = Held::begun();
    held.choose(ANA, None, 1).unwrap();
    held.choose(BEN, None, 1).unwrap();
    let bens = held.table().offered(Seat(1));
    held.choose(ANA, None, 2).unwrap();
    assert_eq!(
        held.table().offered(Seat(1)),
        bens,
        "another's change concerns nobody else"
    );
    assert_eq!(held.events(), [pledged(1, 1), pledged(0, 2)]);
    let words = |log: &[String]| log.iter().filter(|entry| entry.contains("pledge ")).count();
    assert_eq!(words(&held.log), 3);

    held.choose(CLEO, None, 1).unwrap();
    assert_eq!(held.events(), [pledged(1, 1), pledged(0, 2), pledged(2, 1)]);
    for seat in [Seat(0), Seat(1), Seat(2)] {
        assert_eq!(held.table().asked(seat), Some(held.table().seq), "the phase is closed");
    }
    assert_eq!(held.choose(BEN, bens, 3), Err(Denied::Stale), "too late");
    for who in [ANA, BEN, CLEO] {
        held.choose(who, None, 1).unwrap();
    }
    let outcome = held.table().rounds[0].outcome.clone().unwrap();
    assert_eq!(outcome.scores, Some(vec![3, 2, 2]), "what counts is the last word");
    assert_eq!(held.choose(ANA, None, 3), Err(Denied::Over));
}

#[test]
fn a_table_with_changed_choices_is_the_fold_of_its_log() {
    let mut held = Held::begun();
    for (who, points) in [(ANA, 1), (BEN, 3), (ANA, 2), (BEN, 1), (CLEO, 2), (CLEO, 3), (BEN, 2)] {
        held.choose(who, None, points).unwrap();
        let mut again = blank();
        for entry in &held.log {
            again.apply(NOW, &serde_json::from_str(entry).unwrap()).unwrap();
        }
        assert_eq!(again.seats, held.table().seats);
        assert_eq!(again.rounds[0].events, held.table().rounds[0].events);
        let state = |table: &Table| table.play.as_ref().unwrap().state();
        assert_eq!(state(&again), state(held.table()));
    }
}

#[test]
fn a_clock_runs_out_only_for_those_who_have_not_chosen() {
    let mut held = Held::begun();
    held.choose(ANA, None, 1).unwrap();
    held.choose(ANA, None, 3).unwrap();
    assert_eq!(held.session.due(NOW + 60_000), Some(Due::Action));
    held.session.tick(NOW + 60_000, &held.settings).unwrap();
    held.take();
    let events = &held.table().rounds[0].events;
    assert_eq!(
        events.iter().map(|event| event.lapsed).collect::<Vec<_>>(),
        [false, true, true]
    );
    assert_eq!(events[0].what, "pledge 3");
    assert_eq!(held.table().seats[0].lapses, 0);
}

#[test]
fn a_stand_in_keeps_what_was_chosen() {
    let mut held = Held::begun();
    held.choose(ANA, None, 2).unwrap();
    held.leave(ANA).unwrap();
    assert_eq!(held.choose(ANA, None, 3), Err(Denied::StoodIn));
    assert!(held.session.timers.iter().all(|timer| timer.seat != Some(0)));
    held.act(ANA, Action::Return).unwrap();
    held.choose(ANA, held.table().offered(Seat(0)), 3).unwrap();
    assert_eq!(held.events(), [pledged(0, 3)]);
}

#[test]
fn how_often_others_have_changed_their_minds_is_told_by_no_step() {
    let offered = |words: &[u8]| {
        let mut held = Held::begun();
        for points in words {
            held.choose(ANA, None, *points).unwrap();
        }
        let before = [Seat(1), Seat(2)].map(|seat| held.table().offered(seat));
        held.choose(BEN, None, 1).unwrap();
        held.choose(CLEO, None, 1).unwrap();
        let after = [Seat(1), Seat(2)].map(|seat| held.table().offered(seat));
        (before, after)
    };
    assert_eq!(offered(&[1]), offered(&[2, 1]));
    assert_eq!(offered(&[1]), offered(&[3, 2, 3, 1]));
}

#[test]
fn a_change_of_mind_is_a_step_for_nobody_else() {
    let mut held = Held::begun();
    let viewers = [None, Some(Seat(0)), Some(Seat(1))];
    held.choose(ANA, None, 2).unwrap();
    let [anybody, own, other] = viewers.map(|viewer| held.table().last_step(viewer));
    held.choose(ANA, None, 3).unwrap();
    let after = viewers.map(|viewer| held.table().last_step(viewer));
    assert_eq!(after, [anybody, own + 1, other]);
    held.choose(BEN, None, 1).unwrap();
    let after = viewers.map(|viewer| held.table().last_step(viewer));
    assert_eq!(after, [anybody + 1, own + 2, other + 1]);
}
