//! When two worlds part: the moment at which the game itself tells a viewer which of them it is in.
//!
//! Both logs are followed side by side. As long as what happened looks the same to every viewer who counts and nothing that
//! one of them is told or shown by the game differs, nothing else may differ either. When something does, that is the game's good right if a choice
//! or a draw brought it to light; while all of it is still sealed, it is a leak of the game.

use crate::games::{Applied, DynGame};
use crate::referee::{Phase, Table, TableEvent};
use crate::rules::{Awaits, By, Seat, Viewer, Visibility};
use crate::store::{Entry, Stored};

/// A table that is followed through its log.
struct Followed {
    table: Table,
    /// How many entries were followed.
    read: usize,
}

/// Two worlds, as their logs tell of them.
pub(super) struct Divergence {
    /// Those who cannot tell them apart.
    viewers: Vec<Viewer>,
    tables: [Followed; 2],
    /// Whether anybody has chosen in the game.
    chosen: bool,
    /// How many entries both followed without being parted.
    pub(super) shared: u64,
    /// Of these, different events that had to look alike.
    pub(super) sealed: u64,
}

/// Whether worlds have parted, and when.
pub(super) type Diverged = Option<i64>;

fn read(entry: &Entry) -> Result<TableEvent, String> {
    serde_json::from_str(&entry.event).map_err(|error| format!("entry {} cannot be read: {error}", entry.seq))
}

/// What is told to `viewer` of what happened.
fn heard(happened: &Applied, viewer: Viewer) -> Vec<String> {
    let told = happened.told.iter().filter(|told| match (told.to, viewer) {
        (None, _) => true,
        (Some(seats), Viewer::Seat(seat)) => seats.contains(seat),
        (Some(_), Viewer::Table) => false,
    });
    told.map(|told| format!("{} {:?}", told.what, told.phrase)).collect()
}

/// What the game shows `viewer`.
pub(super) fn shown(play: &dyn DynGame, viewer: Viewer) -> String {
    let (view, scene) = (play.view(viewer), play.scene(viewer));
    format!("{view} {scene:?} {:?} {:?}", play.awaits(), play.forced())
}

/// Whether what was out of sight must still be: as the conformance tests have it.
fn still_sealed(own: bool, visibility: &Visibility, before: &Awaits, told: bool, chosen: bool) -> bool {
    let hidden = match (visibility, before) {
        (Visibility::Part(_), Awaits::Chance) => !chosen,
        (Visibility::Part(_), _) => true,
        (Visibility::Hidden, Awaits::Seats(seats)) => seats.len() > 1,
        _ => false,
    };
    hidden && !own && !told
}

impl Divergence {
    /// Two tables that have come to here, for these viewers together.
    pub(super) fn new(tables: [Table; 2], viewers: &[Viewer], chosen: bool) -> Divergence {
        let follow = |table: Table| Followed {
            read: table.seq as usize,
            table,
        };
        Divergence {
            viewers: viewers.to_vec(),
            tables: tables.map(follow),
            chosen,
            shared: 0,
            sealed: 0,
        }
    }

    /// Follows both logs to their ends, or to where the worlds part.
    ///
    /// # Errors
    /// What the game, or the log itself, gives away.
    pub(super) fn follow(&mut self, stored: [&Stored; 2]) -> Result<Diverged, String> {
        loop {
            for (at, stored) in stored.iter().enumerate() {
                self.skip_changes_of_mind(at, stored)?;
            }
            let next = [0, 1].map(|at| stored[at].entries.get(self.tables[at].read));
            let [one, two] = match next {
                [None, None] => return Ok(None),
                [Some(one), Some(two)] => [one, two],
                [one, two] => {
                    let more = one.or(two).map(|entry| &entry.event);
                    return Err(format!("in one world alone this happens: {more:?}"));
                }
            };
            if one.at != two.at {
                return Err(format!("it takes another time: {one:?} or {two:?}"));
            }
            let parted = self.step([&read(one)?, &read(two)?], one.at)?;
            if parted {
                return Ok(Some(one.at));
            }
            self.shared += 1;
        }
    }

    /// A choice of somebody else that takes the place of another one that is still sealed is nobody's business.
    fn skip_changes_of_mind(&mut self, at: usize, stored: &Stored) -> Result<(), String> {
        let viewers = &self.viewers;
        let all_shown = |table: &Table| {
            let play = table.play.as_ref();
            play.map(|play| viewers.iter().map(|viewer| shown(&**play, *viewer)).collect::<Vec<_>>())
        };
        let Followed { table, read: so_far } = &mut self.tables[at];
        while let Some(entry) = stored.entries.get(*so_far) {
            let event = read(entry)?;
            let TableEvent::Played { by: By::Seat(seat), .. } = &event else {
                break;
            };
            let awaited = table.awaited().contains(*seat);
            if awaited || viewers.contains(&Viewer::Seat(*seat)) || table.phase != Phase::Playing {
                break;
            }
            let before = all_shown(table);
            table
                .apply(entry.at, &event)
                .map_err(|refusal| format!("{event:?} is refused: {refusal}"))?;
            *so_far += 1;
            if before != all_shown(table) {
                return Err(format!(
                    "the game shows that somebody has changed their mind: {event:?}"
                ));
            }
        }
        Ok(())
    }

    /// Takes an entry of each log; whether the worlds part with it.
    fn step(&mut self, events: [&TableEvent; 2], at: i64) -> Result<bool, String> {
        let (
            TableEvent::Played { by, what, .. },
            TableEvent::Played {
                by: other_by,
                what: other,
                ..
            },
        ) = (events[0], events[1])
        else {
            if events[0] != events[1] {
                return Err(format!(
                    "this happens in one world: {:?}; and in the other: {:?}",
                    events[0], events[1]
                ));
            }
            self.apply(events, at)?;
            // After a game, its record can be had by anybody.
            return Ok(self.tables[0].table.phase != Phase::Playing);
        };
        if by != other_by {
            return Err(format!("{by:?} or {other_by:?} comes first"));
        }
        let [one, two] = [0, 1].map(|at| self.tables[at].table.play.as_ref().map(|play| play.copy()));
        let (Some(mut one), Some(mut two)) = (one, two) else {
            return Err("there is no game".to_owned());
        };
        let before = one.awaits();
        let sights: Vec<[Visibility; 2]> = self
            .viewers
            .iter()
            .map(|viewer| [one.visibility(*viewer, *by, what), two.visibility(*viewer, *by, other)])
            .collect();
        let refused = |refusal| format!("{by:?}: {what} or {other} is refused: {refusal}");
        let happened = [
            one.apply(*by, what).map_err(refused)?,
            two.apply(*by, other).map_err(refused)?,
        ];
        // What one of them does themselves is the same in both worlds, and may bring anything to light.
        let own = matches!(by, By::Seat(seat) if self.viewers.contains(&Viewer::Seat(*seat)));
        let mut alike = true;
        for (viewer, [visibility, other_sight]) in self.viewers.iter().zip(&sights) {
            let told = [heard(&happened[0], *viewer), heard(&happened[1], *viewer)];
            let seen = visibility == other_sight;
            let same = seen && told[0] == told[1] && shown(&*one, *viewer) == shown(&*two, *viewer);
            let sealed = seen && still_sealed(own, visibility, &before, !told.concat().is_empty(), self.chosen);
            if !same && sealed {
                return Err(format!("the game gives {by:?} away: {what} or {other}"));
            }
            alike &= same;
        }
        self.chosen |= matches!(by, By::Seat(_));
        if !alike {
            return Ok(true);
        }
        self.sealed += u64::from(what != other);
        self.apply(events, at)?;
        Ok(self.tables[0].table.phase != Phase::Playing)
    }

    fn apply(&mut self, events: [&TableEvent; 2], at: i64) -> Result<(), String> {
        for (followed, event) in self.tables.iter_mut().zip(events) {
            followed
                .table
                .apply(at, event)
                .map_err(|refusal| format!("{event:?} is refused: {refusal}"))?;
            followed.read += 1;
        }
        Ok(())
    }
}

/// The choices that `seat` could make in the second world where it makes `what` in the first, all of which look alike to
/// each of the viewers.
pub(super) fn alike(plays: [&dyn DynGame; 2], viewers: &[Viewer], seat: Seat, what: &str) -> Vec<String> {
    let by = By::Seat(seat);
    let seen = |play: &dyn DynGame, what: &str| -> Vec<Visibility> {
        let sights = viewers.iter().map(|viewer| play.visibility(*viewer, by, what));
        sights.collect()
    };
    let sights = seen(plays[0], what);
    let mut others = match sights.contains(&Visibility::Whole) {
        true => vec![what.to_owned()],
        false => plays[1].choices(seat).0,
    };
    others.retain(|other| seen(plays[1], other) == sights && plays[1].copy().apply(by, other).is_ok());
    others
}
