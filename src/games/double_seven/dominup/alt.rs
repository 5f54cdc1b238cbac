//! Dominup's table in letters and in sentences, for who cannot see its picture; and what a choice would bring.

use super::super::letters;
use super::super::menus::{Tried, Way};
use super::super::{Placement, Tiles, names};
use super::Dominup;
use super::notation::Choice;
use super::phrases::{hand, laid, named};
use super::position::Position;
use super::view::{Stage, View};
use crate::rules::{Arg, Phrase, Presentation};

/// Climbs whose cells are named; more would fill the description.
const CLIMBS: usize = 8;

/// The table in letters, and how they are read.
pub(super) fn board(position: &Position) -> (Vec<String>, Vec<Phrase>) {
    let layout = position.storeys.layout();
    let key = match letters::is_stacked(layout) {
        true => "dominup-legend",
        false => "tiles-legend-joined",
    };
    letters::joined(layout, &position.offered()).with_legend(Phrase::new(key))
}

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, position: &Position, tried: &Tried) -> Vec<Phrase> {
    let mut says = hand(view, position);
    if let Some(placement) = tried.choice {
        let choice = position.choice(placement);
        says.push(Dominup::chosen(&choice));
        says.extend(prospects(view, position, choice));
    }
    says.extend(tried.way.iter().filter_map(Way::chosen));
    says.extend(laid(view));
    let layout = position.storeys.layout();
    says.extend(letters::joined_sentence(layout));
    if letters::is_stacked(layout) {
        says.push(Phrase::new("dominup-alt-levels"));
    }
    // What may have no room comes last.
    says.extend(tried.way.iter().flat_map(Way::meanings));
    let named = tried.way.as_ref().is_some_and(|way| way.places.is_some());
    if tried.choice.is_none() && !named && view.stage != Stage::Over {
        says.extend(climbs(position));
    }
    says
}

/// Where the viewer's tiles could climb.
fn climbs(position: &Position) -> Option<Phrase> {
    let climbs: Vec<Placement> = position.storeys.climbs(position.hand).collect();
    let climb = |placement: &Placement| {
        let [one, other] = placement.cells();
        Phrase::new("dominup-alt-climb")
            .with("tile", placement.tile().to_string())
            .with("one", names::cell(one))
            .with("other", names::cell(other))
    };
    let key = match climbs.len() {
        0 => return None,
        1..=CLIMBS => "dominup-alt-climbs",
        _ => "dominup-alt-climbs-some",
    };
    let climbs: Arg = climbs.iter().take(CLIMBS).map(climb).collect();
    Some(Phrase::new(key).with("climbs", climbs))
}

/// What a choice of the viewer would bring.
fn prospects(view: &View, position: &Position, choice: Choice) -> Vec<Phrase> {
    let then = position.after(choice);
    let mut says = Vec::new();
    if let Choice::Climb(_) = choice {
        let level = then.storeys.layout().last().map_or(0, |last| last.level);
        says.push(Phrase::new("dominup-weigh-level").with("level", 1 + level));
    }
    if then.hand.is_empty() {
        says.push(Phrase::new(if view.options.misere {
            "dominup-weigh-lose"
        } else {
            "dominup-weigh-out"
        }));
        return says;
    }
    if view.stage == Stage::Opening {
        return says;
    }
    let able = then.able();
    if let Choice::Climb(_) = choice {
        says.push(match able.is_empty() {
            true => Phrase::new("dominup-weigh-then-expand"),
            false => Phrase::new("dominup-weigh-then-climb")
                .with("count", able.len() as u32)
                .with("tiles", named(able)),
        });
        return says;
    }
    let new = then.steps().without(position.steps());
    let mut told = |key: &'static str, tiles: Tiles| {
        if !tiles.is_empty() {
            says.push(Phrase::new(key).with("tiles", named(tiles)));
        }
    };
    told("dominup-weigh-own", new.and(then.hand));
    told("dominup-weigh-others", new.without(then.hand));
    says
}

/// What a choice would bring the one who is about to make it.
pub(super) fn consequences(view: &View, choice: Choice) -> Vec<Phrase> {
    prospects(view, &Position::of(view), choice)
}
