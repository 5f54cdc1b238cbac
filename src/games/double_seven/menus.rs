//! The way to a placement in small steps: the tile, and the letter of its place; of many places first the number of an area.
//!
//! A step with one possibility is left out. What is chosen is shown on the table before it is confirmed. A game says which
//! placements there are, which are worth more, and how each is written as its choice; the family knows no game's rules. The
//! steps of a path are `34` (the tile 3-4) and `2` (the second area).

use super::ground::Ground;
use super::places::{LETTERS, Places, lettered};
use super::placing::FIRST;
use super::{Bounds, Cell, Layout as Table, Placement, Tile, icons, names};
use crate::rules::{Arg, Entry, Menu, Phrase, Point, Preview, Shape};

/// Where a path has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The placements that are left.
    pub left: Vec<Placement>,
    /// The tile, as soon as it is clear which.
    pub tile: Option<Tile>,
    /// Whether the tile was chosen by a step.
    pub picked: bool,
    /// The number of the area that was chosen by the last step.
    area: Option<usize>,
    /// What the screen names; `None` where the tile is asked first.
    pub places: Option<Places>,
}

/// How a tile is written as a step.
fn tile_step(tile: Tile) -> String {
    format!("{}{}", tile.low(), tile.high())
}

/// The tiles of these placements, ascending.
fn tiles(placements: &[Placement]) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = placements.iter().map(|placement| placement.tile()).collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

impl Way {
    /// Follows `path` through these placements. `None` for a path that leads nowhere (any more), and where there is nothing
    /// to place.
    pub fn along(placements: &[Placement], path: &[&str], worth: impl Fn(Placement) -> i64) -> Option<Way> {
        let tiles = tiles(placements);
        let mut left = placements.to_vec();
        let mut path = path.iter();
        let picked = tiles.len() > 1;
        if picked {
            let Some(step) = path.next() else {
                return Some(Way {
                    left,
                    tile: None,
                    picked: false,
                    area: None,
                    places: None,
                });
            };
            left.retain(|placement| tile_step(placement.tile()) == *step);
        }
        let tile = left.first()?.tile();
        let mut places = Places::of(&left, &worth);
        let mut area = None;
        for step in path {
            let number: usize = step.parse().ok()?;
            (number.to_string() == *step).then_some(())?;
            left = places.areas.into_iter().nth(number.checked_sub(1)?)?;
            places = Places::of(&left, &worth);
            area = Some(number);
        }
        Some(Way {
            left,
            tile: Some(tile),
            picked,
            area,
            places: Some(places),
        })
    }

    /// Names the places of all tiles on one screen, where there are so few that each has a letter.
    pub fn at_once(placements: &[Placement], worth: impl Fn(Placement) -> i64) -> Option<Way> {
        let places = Places::of(placements, worth);
        (!placements.is_empty() && places.areas.is_empty()).then(|| Way {
            left: placements.to_vec(),
            tile: Some(tiles(placements))
                .filter(|tiles| tiles.len() == 1)
                .map(|tiles| tiles[0]),
            picked: false,
            area: None,
            places: Some(places),
        })
    }

    /// What is asked, in words. A game may ask otherwise.
    pub fn ask(&self) -> Phrase {
        if self.places.is_none() {
            return Phrase::new("tiles-ask-tile");
        }
        let Some(tile) = self.tile else {
            return Phrase::new("tiles-ask-place-any");
        };
        match self.area {
            Some(area) => Phrase::new("tiles-ask-area").with("number", area as u32),
            None => Phrase::new("tiles-ask-place").with("tile", tile.to_string()),
        }
    }

    /// How the letters and numbers on a picture are read.
    fn reading(&self) -> Vec<Phrase> {
        let (Some(places), Some(tile)) = (&self.places, self.tile) else {
            return Vec::new();
        };
        let letters = Phrase::new("tiles-read-letters")
            .with("symbols", tile.ways())
            .with("low", tile.low().number())
            .with("high", tile.high().number());
        let areas = (self.area.is_none() && !places.areas.is_empty()).then(|| Phrase::new("tiles-read-areas"));
        std::iter::once(letters).chain(areas).collect()
    }

    /// The menu here; `what` writes a placement as the game's choice.
    pub fn menu(&self, what: impl Fn(Placement) -> String) -> Menu {
        let Some(places) = &self.places else {
            let entry = |tile: &Tile| {
                let label = Phrase::new("tiles-tile").with("tile", tile.to_string());
                Entry::step(label, &tile_step(*tile)).beside(icons::named(*tile))
            };
            return Menu::list(self.ask(), tiles(&self.left).iter().map(entry));
        };
        let label = |letter: char, placement: Placement| match self.tile {
            Some(_) => Phrase::new("tiles-letter").with("letter", letter.to_string()),
            None => Phrase::new("tiles-letter-tile")
                .with("letter", letter.to_string())
                .with("tile", placement.tile().to_string()),
        };
        let named = places.letters().map(|(letter, placement)| {
            Entry::preview(label(letter, placement), &what(placement)).beside(icons::placed(placement))
        });
        let areas = places.numbered_areas().map(|(number, _)| {
            let label = Phrase::new("tiles-letter-area").with("number", number);
            Entry::step(label, &number)
        });
        Menu {
            reading: self.reading(),
            meanings: self.meanings(),
            ..Menu::list(self.ask(), named.chain(areas))
        }
    }

    /// What has been chosen so far, in a sentence.
    pub fn chosen(&self) -> Option<Phrase> {
        let tile = self.tile.filter(|_| self.picked)?;
        Some(Phrase::new("tiles-chosen-tile").with("tile", tile.to_string()))
    }

    /// What the letters mean: a sentence of all places, and one of all areas. They are short, because the description of a
    /// picture has little room.
    pub fn meanings(&self) -> Vec<Phrase> {
        let Some(places) = &self.places else {
            return Vec::new();
        };
        let named = places.letters().map(|(letter, place)| self.means(letter, place));
        let named: Arg = named.collect();
        let named = match self.tile {
            Some(tile) => Phrase::new("tiles-letters")
                .with("symbols", tile.ways())
                .with("low", tile.low().number())
                .with("high", tile.high().number())
                .with("places", named),
            None => Phrase::new("tiles-letters-tiles").with("places", named),
        };
        let areas = || Phrase::new("tiles-letters-areas").with("count", places.areas.len() as u32);
        let areas = (!places.areas.is_empty()).then(areas);
        std::iter::once(named).chain(areas).collect()
    }

    /// What the letter of a place means: where the lower symbol lies and where the other one does, and of which tile, where
    /// that is not clear.
    fn means(&self, letter: char, placement: Placement) -> Phrase {
        let [low, high] = lettered(placement).map(|half| names::cell(half.cell));
        let means = |key: &'static str| Phrase::new(key).with("letter", letter.to_string());
        let means = match self.tile {
            Some(_) => means("tiles-letter-place"),
            None => means("tiles-letter-tile-place").with("tile", placement.tile().to_string()),
        };
        means.with("low", low).with("high", high)
    }
}

/// What a seat is offered, and what it tries out of that on its picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// All placements that its menus lead to; none where it is not asked.
    pub offered: Vec<Placement>,
    /// A placement, complete but not yet made.
    pub choice: Option<Placement>,
    /// The menu beside the picture; `None` where there is a choice, or nothing is offered.
    pub way: Option<Way>,
}

impl Tried {
    /// What is tried out of these placements, whose menus `follow` leads through: of a path that leads nowhere nothing.
    pub fn of(
        offered: Vec<Placement>,
        preview: Preview<'_, Placement>,
        follow: impl Fn(&[Placement], &[&str]) -> Option<Way>,
    ) -> Tried {
        let (choice, path) = match preview {
            Preview::Choice(choice) => (Some(*choice), &[][..]),
            Preview::Path(path) => (None, path),
            Preview::Nothing => (None, &[][..]),
        };
        let begin = || follow(&offered, path).or_else(|| follow(&offered, &[]));
        let way = if choice.is_some() { None } else { begin() };
        Tried { offered, choice, way }
    }

    /// The tile that was picked.
    pub fn tile(&self) -> Option<Tile> {
        let way = self.way.as_ref().filter(|way| way.picked);
        let chosen = self.choice.map(Placement::tile);
        chosen.or(way.and_then(|way| way.tile))
    }

    /// What a picture shows nearer than the whole table: the area that was chosen, or the choice.
    fn near(&self) -> Option<Bounds> {
        let area = self.way.as_ref().filter(|way| way.area.is_some());
        let left = area.map_or(self.choice.as_slice(), |way| &way.left);
        Bounds::over(left)
    }

    /// Whether menus lead to areas, which are shown nearer.
    fn has_areas(&self) -> bool {
        let count = |tile: Tile| self.offered.iter().filter(|placement| placement.tile() == tile).count();
        self.offered.len() > LETTERS && tiles(&self.offered).into_iter().any(|tile| count(tile) > LETTERS)
    }

    /// The part of the table that a picture shows below `at`, where there is so much room: what `lies` there, and all that
    /// is offered; where it offers nothing, what was placed `last`.
    pub fn whole(&self, lies: Bounds, last: Option<Placement>, at: Point, room: Point) -> Ground {
        let whole = lies.with_all(&self.offered);
        let offered = Bounds::over(&self.offered);
        let placed = || Bounds::over(last.as_slice());
        let needed = offered.or_else(placed).unwrap_or(lies);
        let ground = Ground::fit(whole, needed, at, room);
        match self.has_areas() {
            true => ground.with_room_for_areas(),
            false => ground,
        }
    }

    /// The same, but as high at every step, with an area shown near.
    pub fn ground(&self, lies: Bounds, last: Option<Placement>, at: Point, room: Point) -> Ground {
        let ground = self.whole(lies, last, at, room);
        match self.near().filter(|_| self.has_areas()) {
            Some(near) => ground.nearer(lies.with_all(&self.offered), near),
            None => ground,
        }
    }

    /// Marks on the ground what the menu offers: the letters of places, or where tiles may lie.
    pub fn mark(&self, ground: &Ground, shapes: &mut Vec<Shape>) {
        let Some(way) = &self.way else { return };
        match &way.places {
            Some(places) => ground.letters(places, shapes),
            None => {
                let mut cells: Vec<Cell> = way.left.iter().map(|placement| placement.first().cell).collect();
                cells.sort_unstable();
                cells.dedup();
                cells.into_iter().for_each(|cell| ground.dot(cell, shapes));
            }
        }
    }
}

/// The cells in which everything lies, and so many more all around; on an empty table around its [`FIRST`] cells.
pub fn around(lies: &Table, margin: i8) -> Bounds {
    let first = Bounds::of(FIRST[0]).with(FIRST[1]);
    lies.bounds().unwrap_or(first).grown(margin)
}

/// A tile with the cell of its lower symbol and that of the other, as people write it.
pub fn on_cells(key: &'static str, placement: Placement) -> Phrase {
    let [low, high] = lettered(placement).map(|half| names::cell(half.cell));
    Phrase::new(key)
        .with("tile", placement.tile().to_string())
        .with("low", low)
        .with("high", high)
}

/// How a tile lies, short: the cell of its first half, that half, and where the other is.
pub fn lies(placement: Placement) -> Phrase {
    let [first, second] = placement.halves();
    Phrase::new(match placement.is_level() {
        true => "tiles-lies-level",
        false => "tiles-lies-upright",
    })
    .with("cell", names::cell(first.cell))
    .with("first", first.symbol.number())
    .with("second", second.symbol.number())
}
