//! The way to a tile in the line: the tile, then the end. What needs no asking is not asked: a tile that fits one end goes
//! there, and a single tile that fits both is asked for its end at once.

use super::super::{Symbol, Tile, icons};
use super::notation::{Choice, End};
use super::view::View;
use crate::rules::{Button, Entry, Menu, Phrase, Preview};

/// The step of a tile in a path: its two digits.
fn step(tile: Tile) -> String {
    format!("{}{}", tile.low(), tile.high())
}

/// The tile of a step, if it is one that a choice plays.
fn tile_of(choices: &[Choice], name: &str) -> Option<Tile> {
    let played = choices.iter().filter_map(|choice| match choice {
        Choice::Play(tile, _) => Some(*tile),
        _ => None,
    });
    played.into_iter().find(|tile| step(*tile) == name)
}

/// The menu at the end of `path` for the seat whose view and legal choices these are.
pub(super) fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
    view.own.as_ref()?;
    let first = choices.first()?;
    let tiles = tiles(choices);
    match (path, tiles.as_slice()) {
        ([], []) => Some(only(first)),
        ([], [tile]) => Some(ends(view, choices, *tile)),
        ([], _) => Some(Menu::list(
            Phrase::new("dominoes-ask-tile"),
            tiles.iter().filter_map(|tile| entry(view, choices, *tile)),
        )),
        ([name], [_, _, ..]) => {
            let tile = tile_of(choices, name)?;
            (ways(choices, tile).count() > 1).then(|| ends(view, choices, tile))
        }
        _ => None,
    }
}

/// The tiles that may be played, each once.
fn tiles(choices: &[Choice]) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    for choice in choices {
        if let Choice::Play(tile, _) = choice
            && tiles.last() != Some(tile)
        {
            tiles.push(*tile);
        }
    }
    tiles
}

/// The ends that a tile may be played to.
fn ways(choices: &[Choice], tile: Tile) -> impl Iterator<Item = End> + '_ {
    choices.iter().filter_map(move |choice| match choice {
        Choice::Play(played, end) if *played == tile => Some(*end),
        _ => None,
    })
}

/// A choice that is no tile for an end: the first tile, a draw, a pass.
fn only(choice: &Choice) -> Menu {
    let (ask, entry) = match choice {
        Choice::Open(tile) => (
            "dominoes-ask-open",
            Entry::preview(named(*tile), choice)
                .with(Button::Main)
                .beside(icon(tile.symbols())),
        ),
        Choice::Draw => (
            "dominoes-ask-draw",
            Entry::choice(Phrase::new("dominoes-draw"), choice).with(Button::Main),
        ),
        _ => (
            "dominoes-ask-pass",
            Entry::choice(Phrase::new("dominoes-pass"), choice).with(Button::Quiet),
        ),
    };
    Menu::list(Phrase::new(ask), [entry])
}

fn named(tile: Tile) -> Phrase {
    Phrase::new("dominoes-tile").with("tile", tile.to_string())
}

/// A tile: played at once where it fits one end, else on to the ends.
fn entry(view: &View, choices: &[Choice], tile: Tile) -> Option<Entry> {
    let mut ends = ways(choices, tile);
    let first = ends.next()?;
    if ends.next().is_some() {
        let label = Phrase::new("dominoes-tile-both").with("tile", tile.to_string());
        return Some(Entry::step(label, &step(tile)).beside(icons::named(tile)));
    }
    let key = match first {
        End::Left => "dominoes-tile-left",
        End::Right => "dominoes-tile-right",
    };
    let label = Phrase::new(key).with("tile", tile.to_string());
    let entry = Entry::preview(label, &Choice::Play(tile, first));
    Some(match view.lies(tile, first) {
        Some(symbols) => entry.beside(icon(symbols)),
        None => entry,
    })
}

/// The icon of a tile as it lies in the line, with these symbols from left to right: a double lies across.
fn icon(symbols: [Symbol; 2]) -> String {
    match symbols[0] == symbols[1] {
        true => icons::upright(symbols),
        false => icons::level(symbols),
    }
}

/// Which end a tile goes to.
fn ends(view: &View, choices: &[Choice], tile: Tile) -> Menu {
    let entry = |end: End| {
        let key = match end {
            End::Left => "dominoes-end-left",
            End::Right => "dominoes-end-right",
        };
        let shows = view.shows(end).map_or(0, |symbol| symbol.number());
        let entry = Entry::preview(Phrase::new(key).with("shows", shows), &Choice::Play(tile, end));
        match view.lies(tile, end) {
            Some(symbols) => entry.beside(icon(symbols)),
            None => entry,
        }
    };
    let ask = Phrase::new("dominoes-ask-end").with("tile", tile.to_string());
    Menu::list(ask, ways(choices, tile).map(entry))
}

/// What the viewer tries out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    /// A choice that lays a tile.
    pub(super) choice: Option<Choice>,
    /// A tile that was picked; its end is still open.
    pub(super) tile: Option<Tile>,
}

impl Tried {
    /// What the viewer tries out. Nothing of what lays no tile, or what is no way to a choice.
    pub(super) fn of(view: &View, preview: Preview<'_, Choice>) -> Tried {
        let mut tried = Tried::default();
        match preview {
            Preview::Choice(choice @ (Choice::Open(tile) | Choice::Play(tile, _))) => {
                tried.choice = Some(*choice);
                tried.tile = Some(*tile);
            }
            Preview::Path([name]) if view.is_asked() => {
                let hand = view.own.iter().flat_map(|own| own.hand.iter());
                let both = hand.filter(|tile| view.ends_for(*tile).len() > 1);
                let ways: Vec<Choice> = both.map(|tile| Choice::Play(tile, End::Left)).collect();
                tried.tile = tile_of(&ways, name);
            }
            _ => {}
        }
        tried
    }

    /// The tile that would be played to an end.
    pub(super) fn ghost(&self, end: End) -> Option<Tile> {
        match self.choice {
            Some(Choice::Play(tile, at)) if at == end => Some(tile),
            _ => None,
        }
    }
}
