//! The line game's picture in sentences, for who cannot see it, and what a choice would bring.
//!
//! What matters now comes first; then the whole line as it lies, so that it can be laid on a table.

use super::Dominoes;
use super::board::joined;
use super::menu::Tried;
use super::notation::{Choice, End};
use super::phrases::{decided, end, ends, fits, partner, phase, supply, turn};
use super::view::{Stage, View};
use crate::rules::{Arg, Phrase, Presentation, Seat};

/// Everything that the picture shows.
pub(super) fn alt(view: &View, tried: &Tried) -> Vec<Phrase> {
    let mut says = vec![Phrase::new("dominoes-alt-phase").with("phase", phase(view))];
    match tried.choice {
        Some(choice) => {
            says.push(Dominoes::chosen(&choice));
            says.extend(consequences(view, choice));
        }
        None => says.extend(
            tried
                .tile
                .map(|tile| Phrase::new("dominoes-alt-picked").with("tile", tile.to_string())),
        ),
    }
    says.extend(ends(view));
    if !view.line.is_empty() {
        let tiles = joined(view.line.iter().map(|laid| format!("{}-{}", laid.left, laid.right)));
        says.push(Phrase::new("dominoes-alt-line").with("tiles", tiles));
    }
    says.extend(hand(view));
    let told = match view.stage {
        Stage::Over => 1,
        _ => view.turns.len(),
    };
    says.extend(
        view.turns[view.turns.len() - told.min(view.turns.len())..]
            .iter()
            .map(turn),
    );
    let end = end(view);
    let decided = decided(view).filter(|said| !end.contains(said));
    says.extend(end.into_iter().chain(decided));
    says.extend(held(view));
    says.extend(supply(view));
    says
}

/// The viewer's own tiles.
fn hand(view: &View) -> Vec<Phrase> {
    let Some(own) = view.own.as_ref().filter(|own| !own.hand.is_empty()) else {
        return Vec::new();
    };
    if view.stage == Stage::Over {
        return Vec::new();
    }
    let tiles = joined(own.hand.iter());
    let mut says = vec![Phrase::new("dominoes-alt-own").with("tiles", tiles)];
    if !own.drawn.is_empty() {
        says.push(
            Phrase::new("dominoes-own-drawn")
                .with("count", own.drawn.len() as u32)
                .with("tiles", joined(own.drawn.iter())),
        );
    }
    says.extend(fits(view));
    says
}

/// How many tiles everybody holds, and who plays with whom.
fn held(view: &View) -> Vec<Phrase> {
    if matches!(view.stage, Stage::Deal | Stage::Over) {
        return Vec::new();
    }
    let seats = (0..).map(Seat).zip(&view.seats);
    let held = seats.map(|(seat, seen)| {
        Phrase::new("dominoes-alt-seat")
            .with("seat", seat)
            .with("count", seen.tiles)
    });
    let mut says = vec![Phrase::new("dominoes-alt-held").with("seats", held.collect::<Arg>())];
    let own = view.own.as_ref().map_or(Seat(0), |own| own.seat);
    says.extend(partner(view, own).map(|partner| {
        Phrase::new("dominoes-alt-partners")
            .with("seat", own)
            .with("partner", partner)
    }));
    says
}

/// What the ends would show after a choice, for the one who is about to make it.
pub(super) fn consequences(view: &View, choice: Choice) -> Vec<Phrase> {
    let Choice::Play(tile, end) = choice else {
        return Vec::new();
    };
    if !view.is_asked() || !view.ends_for(tile).contains(&end) {
        return Vec::new();
    }
    let after = view
        .ends_after(tile, end)
        .map(|ends| ends.map(|symbol| symbol.number()));
    let said = after.map(|ends| {
        Phrase::new("dominoes-would-ends")
            .with("left", ends[End::Left as usize])
            .with("right", ends[End::Right as usize])
    });
    said.into_iter().collect()
}
