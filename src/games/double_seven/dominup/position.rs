//! What a viewer sees, set up as a table again: what lies there, and what the viewer could do.

use super::super::menus::{Tried, Way};
use super::super::{Placement, Tiles};
use super::notation::Choice;
use super::storeys::{Storeys, double_seven};
use super::view::{Stage, View};
use crate::rules::Preview;

/// A table as a viewer sees it.
pub(super) struct Position {
    pub(super) storeys: Storeys,
    /// The viewer's tiles.
    pub(super) hand: Tiles,
    /// Whether it is the viewer's turn.
    pub(super) may: bool,
}

impl Position {
    pub(super) fn of(view: &View) -> Position {
        let mut storeys = Storeys::new();
        for placed in &view.placed {
            storeys.lay(placed.choice.placement());
        }
        let own = view.own.as_ref();
        Position {
            storeys,
            hand: own.map(|own| own.hand).unwrap_or_default(),
            may: view.turn.is_some() && view.turn == own.map(|own| own.seat),
        }
    }

    /// The viewer's tiles that could climb.
    pub(super) fn able(&self) -> Tiles {
        self.hand.and(self.storeys.climbers())
    }

    /// The tiles that could climb of those that do not lie there.
    pub(super) fn steps(&self) -> Tiles {
        self.storeys.climbers().without(self.storeys.laid())
    }

    /// The viewer's tiles that may be laid now; where it is another's turn, those that could climb.
    pub(super) fn playable(&self, stage: Stage) -> Tiles {
        match stage {
            Stage::Over => Tiles::EMPTY,
            Stage::Opening if self.may => double_seven(),
            _ if self.may && self.able().is_empty() => self.hand,
            _ => self.able(),
        }
    }

    /// The table after a choice.
    pub(super) fn after(&self, choice: Choice) -> Position {
        let (mut storeys, mut hand) = (self.storeys.clone(), self.hand);
        storeys.lay(choice.placement());
        hand.remove(choice.tile());
        let goes_on = matches!(choice, Choice::Climb(_)) && !hand.is_empty();
        Position {
            storeys,
            hand,
            may: self.may && goes_on,
        }
    }

    /// Where the viewer may lay its tiles now.
    pub(super) fn offered(&self) -> Vec<Placement> {
        let mut choices = Vec::new();
        if self.may {
            self.storeys.choices(self.hand, &mut choices);
        }
        choices.iter().map(|choice| choice.placement()).collect()
    }

    /// What a trial shows: of a path that leads nowhere, nothing.
    pub(super) fn tried(&self, preview: Preview<'_, Choice>) -> Tried {
        let follow = |placements: &[Placement], path: &[&str]| self.follow(placements, path);
        let offered = self.offered();
        match preview {
            Preview::Choice(choice) => Tried::of(offered, Preview::Choice(&choice.placement()), follow),
            Preview::Path(path) => Tried::of(offered, Preview::Path(path), follow),
            Preview::Nothing => Tried::of(offered, Preview::Nothing, follow),
        }
    }

    /// The menus that lead through these placements. Few climbs are named at once, those onto the highest level first; else
    /// what makes most climbs for the viewer, and fewest for others, comes first.
    pub(super) fn follow(&self, placements: &[Placement], path: &[&str]) -> Option<Way> {
        let worth = |placement| match self.choice(placement) {
            Choice::Climb(placement) => {
                let top = self.storeys.layout().top(placement.first().cell);
                top.map_or(0, |top| i64::from(top.level))
            }
            Choice::Expand(placement) => self.gain(placement),
        };
        let at_once = (!self.able().is_empty())
            .then(|| Way::at_once(placements, worth))
            .flatten();
        match at_once {
            Some(way) => path.is_empty().then_some(way),
            None => Way::along(placements, path, worth),
        }
    }

    /// How many more tiles of the viewer than of others could climb onto a placement on the table and what lies beside it.
    fn gain(&self, placement: Placement) -> i64 {
        let mut hand = self.hand;
        hand.remove(placement.tile());
        let made = self.storeys.steps_beside(placement).without(self.storeys.climbers());
        let others = made.without(self.storeys.laid()).without(self.hand);
        made.and(hand).len() as i64 - others.len() as i64
    }

    /// What laying a tile so would be.
    pub(super) fn choice(&self, placement: Placement) -> Choice {
        match placement
            .cells()
            .iter()
            .any(|cell| !self.storeys.layout().is_free(*cell))
        {
            true => Choice::Climb(placement),
            false => Choice::Expand(placement),
        }
    }
}
