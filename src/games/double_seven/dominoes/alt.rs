//! The line game's picture in sentences, for who cannot see it, and what a choice would bring.
//!
//! What matters now comes first; then the whole line as it lies, so that it can be laid on a table.

use super::Dominoes;
use super::menu::Tried;
use super::notation::{Choice, End};
use super::phrases::{own, recent};
use super::view::View;
use crate::rules::{Phrase, Presentation, joined};

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, tried: &Tried) -> Vec<Phrase> {
    let mut says = own(view);
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
    if !view.line.is_empty() {
        let tiles = joined(
            view.line.iter().map(|laid| format!("{}-{}", laid.left, laid.right)),
            " ",
        );
        says.push(Phrase::new("dominoes-alt-line").with("tiles", tiles));
    }
    says.extend(recent(view));
    says
}

/// What the ends would show after a choice, for the one who is about to make it.
pub(super) fn consequences(view: &View, choice: Choice) -> Vec<Phrase> {
    let Choice::Play(tile, end) = choice else {
        return Vec::new();
    };
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
