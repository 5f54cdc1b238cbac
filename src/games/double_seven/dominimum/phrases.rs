//! What the scene, the picture and its sentences say alike.

use super::view::{MissionView, View};
use crate::games::double_seven::held::{self, Stage};
use crate::games::double_seven::{Layout, Placement};
use crate::rules::{Arg, Phrase, Seat};

/// The phrase for the deal before the tiles are placed.
pub(super) const DEAL: &str = "dominimum-phase-deal";

/// The tie-break for equal scores: the seats in the order in which they place.
pub(super) fn tie_rule(view: &View) -> Option<Phrase> {
    let told = view.table.stage == Stage::Place;
    told.then(|| Phrase::new("dominimum-tie-rule").with("seats", view.table.order().into_iter().collect::<Arg>()))
}

/// What decided between equal scores.
pub(super) fn ties(view: &View) -> Vec<Phrase> {
    let tie = |(score, seats): (i64, Vec<Seat>)| {
        Phrase::new("dominimum-tie")
            .with("score", score)
            .with("seats", seats.into_iter().collect::<Arg>())
    };
    view.ties().into_iter().map(tie).collect()
}

/// The groups of a mission, multiplied: `4 × 5 = 20`.
pub(super) fn product(mission: &MissionView) -> String {
    let [one, other] = mission.groups;
    format!("{one} \u{d7} {other} = {}", mission.score)
}

/// The state of a mission: its product. Without any points it is told which symbols lie nowhere yet, for a product with 0 says
/// nothing to most people.
pub(super) fn standing<S: From<String> + From<Phrase>>(mission: &MissionView) -> S {
    if mission.score != 0 {
        return S::from(product(mission));
    }
    let groups = mission.tile.symbols().into_iter().zip(mission.groups);
    let groups = groups.map(|(symbol, size)| match size {
        0 => Phrase::new("dominimum-none").with("symbol", symbol.number()),
        size => Phrase::new("dominimum-some")
            .with("symbol", symbol.number())
            .with("size", size),
    });
    S::from(Phrase::new("dominimum-standing-none").with("groups", groups.collect::<Arg>()))
}

/// The viewer's mission and its state.
pub(super) fn own_mission(view: &View) -> Option<Phrase> {
    let mission = view.mission?;
    let [one, other] = mission.tile.symbols();
    Some(
        Phrase::new("dominimum-own-mission")
            .with("mission", mission.tile.to_string())
            .with("one", one.number())
            .with("other", other.number())
            .with("standing", standing::<Arg>(&mission)),
    )
}

/// The state of the viewer's mission after a placement, if the placement changes it.
pub(super) fn change(view: &View, layout: &Layout, placement: Placement) -> Option<Phrase> {
    let mission = view.mission?;
    let would = MissionView::on(&held::after(layout, Some(placement)), mission.tile);
    let [one, other] = mission.tile.symbols();
    let [ones, others] = would.groups;
    (would != mission).then(|| {
        Phrase::new("dominimum-would")
            .with("one", one.number())
            .with("other", other.number())
            .with("ones", ones)
            .with("others", others)
            .with("score", would.score)
            .with("now", mission.score)
    })
}
