//! For the tests of the games that place tiles: what menus name, the part of the table that is shown with its names, as a
//! picture and in letters, and that the one lies within the other.

use std::ops::RangeInclusive;

use super::support::{Chances, Table};
use crate::games::double_seven::{Bounds, Cell, Placement, names};
use crate::rules::{
    Anchor, Arg, Awaits, Entry, Fill, Form, Ink, Label, Leads, Menu, Phrase, Presentation, Preview, Scene, Seat, Shape,
    Sketch, Source, Viewer, parts,
};

/// The cells that an entry of a menu names by the choice that it leads to.
fn named(entry: &Entry) -> Vec<Cell> {
    let Leads::Preview(choice) = &entry.leads else {
        return Vec::new();
    };
    let halves = choice.split(' ').filter_map(|word| word.split_once('@'));
    halves.map(|(_, cell)| cell.parse::<Cell>().expect("a cell")).collect()
}

/// A letter on the board of a picture.
pub(crate) struct PlaceLetter {
    pub(crate) letter: String,
    pub(crate) size: i32,
    at: (i32, i32),
}

/// The letters of places and areas, without the names of columns, which stand below the board.
pub(crate) fn letters_on_board(picture: &Sketch) -> Vec<PlaceLetter> {
    let (corner, size) = board_of(picture);
    let letters = picture.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text {
            at,
            size,
            says: Label::Text(says),
            ..
        } if says.len() == 1 && says.as_bytes()[0].is_ascii_uppercase() => Some(PlaceLetter {
            letter: says.clone(),
            size: *size,
            at: *at,
        }),
        _ => None,
    });
    letters
        .filter(|letter| (corner.1..=corner.1 + size.1).contains(&letter.at.1))
        .collect()
}

/// The corner and the size of a picture's board, which is all between its lines.
fn board_of(picture: &Sketch) -> ((i32, i32), (i32, i32)) {
    let lines = picture.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Path(ends) if shape.line == Some((Ink::Shade, 1)) => Some(ends),
        _ => None,
    });
    let ends: Vec<(i32, i32)> = lines.flatten().copied().collect();
    let least = |of: fn(&(i32, i32)) -> i32| ends.iter().map(of).min().expect("a board");
    let most = |of: fn(&(i32, i32)) -> i32| ends.iter().map(of).max().expect("a board");
    let corner = (least(|end| end.0), least(|end| end.1));
    (corner, (most(|end| end.0) - corner.0, most(|end| end.1) - corner.1))
}

/// Every letter on a button stands on the picture.
fn letters_are_there(picture: &Sketch, menu: &Menu) {
    let letters = letters_on_board(picture);
    let seen: Vec<&str> = letters.iter().map(|letter| letter.letter.as_str()).collect();
    for entry in &menu.entries {
        if let Some((_, Arg::Text(letter))) = entry.label.args.iter().find(|(name, _)| *name == "letter") {
            assert!(seen.contains(&letter.as_str()), "{letter} of {seen:?}");
        }
    }
}

/// What is written on a board: where, half of how wide and high it is, and what it says.
type Written<'s> = ((i32, i32), (i32, i32), &'s str);

/// The letters of places and the numbers of areas on a board; none on a disc, which [`covering`] looks at.
fn written_on_board(picture: &Sketch) -> Vec<Written<'_>> {
    let (corner, size) = board_of(picture);
    let is_on = |at: &(i32, i32)| {
        (corner.0..=corner.0 + size.0).contains(&at.0) && (corner.1..=corner.1 + size.1).contains(&at.1)
    };
    let on_disc = |at: &(i32, i32)| {
        let mut shapes = picture.shapes.iter();
        shapes.any(|shape| matches!(&shape.form, Form::Circle { centre, .. } if centre == at))
    };
    let written = picture.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text {
            at,
            size,
            room,
            says: Label::Text(says),
            ..
        } if is_on(at) && !on_disc(at) => {
            let reach = size * 36 / 100;
            Some((*at, ((says.len() as i32 * reach).min(room / 2), reach), says.as_str()))
        }
        _ => None,
    });
    written.collect()
}

/// No letter and no number of an area lies on another, nor on a symbol. Where cells are smaller than letters, a few that have to be
/// there may.
fn letters_are_read(picture: &Sketch) {
    /// On so many others, of all that a screen has.
    const FEW: usize = 4;
    let written = written_on_board(picture);
    let meet = |one: &Written<'_>, at: (i32, i32), reach: (i32, i32)| {
        (one.0.0 - at.0).abs() < one.1.0 + reach.0 && (one.0.1 - at.1).abs() < one.1.1 + reach.1
    };
    let pairs = (1..).zip(&written).flat_map(|(next, one)| {
        let others = written[next..].iter();
        others.filter_map(move |other| meet(one, other.0, other.1).then_some((one.2, other.2)))
    });
    let heaped: Vec<(&str, &str)> = pairs.collect();
    let side = board_of(picture).1.0 / i32::from(on_picture(picture).size().0);
    if side < SMALL_CELLS {
        assert!(heaped.len() <= FEW, "cells of {side}: {heaped:?}");
        return;
    }
    assert!(heaped.is_empty(), "cells of {side}: {heaped:?}");
    for shape in &picture.shapes {
        if let Form::Rings { centre, radius, number } = shape.form {
            // A square within the rings.
            let inner = radius * 7 / 10;
            let hidden = written.iter().find(|one| meet(one, centre, (inner, inner)));
            assert!(hidden.is_none(), "cells of {side}: {hidden:?} on a {number}");
        }
    }
}

/// How many letters were measured, and how many of them are large: of all, and of those on roomy cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measured {
    all: [u32; 2],
    roomy: [u32; 2],
}

/// How many pixels wide a picture is shown on a phone 390 px wide, and the font size that its letters are to have there.
const SHOWN: i32 = 323;
const LARGE: i32 = 14;

/// Measures the letters on a board. All of them can be read.
fn letters_are_large(picture: &Sketch, measured: &mut Measured) {
    /// Four letters have room on a cell with such a side, unless the size of a group stands at its corner.
    const ROOMY: i32 = 56;
    let side = board_of(picture).1.0 / i32::from(on_picture(picture).size().0);
    for PlaceLetter { letter, size, .. } in letters_on_board(picture) {
        assert!(size >= parts::SMALLEST, "{letter} has a size of {size}");
        let count = [1, u32::from(size * SHOWN >= LARGE * picture.size.0)];
        let sums = if side >= ROOMY {
            vec![&mut measured.all, &mut measured.roomy]
        } else {
            vec![&mut measured.all]
        };
        for sum in sums {
            (0..2).for_each(|at| sum[at] += count[at]);
        }
    }
}

impl Measured {
    /// Nearly all letters are large, and on roomy cells even more of them.
    fn check(&self) {
        let share = |[all, large]: [u32; 2]| (large * 100).checked_div(all).unwrap_or(100);
        let shares = (share(self.all), share(self.roomy));
        println!("{self:?}: {shares:?} of a hundred are large");
        assert!(
            shares.0 >= MOST_LARGE.0 && shares.1 >= MOST_LARGE.1,
            "{self:?}: {shares:?}"
        );
    }
}

/// How many of a hundred letters are large at least.
const MOST_LARGE: (u32, u32) = (80, 98);

/// Letters are larger than cells with such a side.
const SMALL_CELLS: i32 = 14;

/// The column with this name, or the row.
fn numbered(text: &str, name: fn(i8) -> String) -> Option<i8> {
    (-99..=99).find(|number| name(*number) == text)
}

/// The cells that a picture shows with their names: those on its board, as far as the names beside it tell.
fn on_picture(sketch: &Sketch) -> Bounds {
    let (corner, size) = board_of(sketch);
    // Numbers, each with where it stands along its side of the board.
    let mut columns: Vec<(i32, i32)> = Vec::new();
    let mut rows: Vec<(i32, i32)> = Vec::new();
    for shape in &sketch.shapes {
        if let Form::Text {
            at,
            anchor,
            says: Label::Text(says),
            ..
        } = &shape.form
            && shape.fill == Some(Fill::Plain(Ink::Quiet))
        {
            match anchor {
                Anchor::Middle if at.1 > corner.1 + size.1 => {
                    columns.extend(numbered(says, names::column).map(|number| (i32::from(number), at.0)));
                }
                Anchor::Right => rows.extend(numbered(says, names::row).map(|number| (i32::from(number), at.1))),
                _ => {}
            }
        }
    }
    // Cells are square, also where few have numbers: from one number one can count on to all others.
    let numbers = if columns.len() > 1 { &columns } else { &rows };
    let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
    let side = ((last.1 - first.1) / (last.0 - first.0)).abs();
    let columns = reach(columns[0], side, corner.0..=corner.0 + size.0);
    let rows = reach(rows[0], -side, corner.1..=corner.1 + size.1);
    Bounds {
        left: columns.0,
        right: columns.1,
        bottom: rows.0,
        top: rows.1,
    }
}

/// From where to where the cells go along a board: one bears this number in its middle, and the next is so far away.
fn reach((number, at): (i32, i32), apart: i32, board: RangeInclusive<i32>) -> (i8, i8) {
    let on = |other: &i32| board.contains(&(at + (other - number) * apart));
    let all: Vec<i32> = (-99..=99).filter(on).collect();
    (all[0] as i8, all[all.len() - 1] as i8)
}

/// The cells of a board in letters that have names.
fn in_letters(lines: &[String]) -> Bounds {
    let is_row = |line: &&String| line.get(..4).is_some_and(|number| !number.trim().is_empty());
    let rows: Vec<i8> = lines
        .iter()
        .filter(is_row)
        .map(|line| numbered(line[..4].trim(), names::row).expect("a row"))
        .collect();
    let below = &lines[rows.len()..];
    let last = below.last().expect("the names of columns");
    let columns = (4..last.len())
        .filter(|at| last.as_bytes()[*at].is_ascii_uppercase())
        .map(|at| {
            let letters = below.iter().filter_map(|line| line.get(at..=at));
            let name: String = letters.collect();
            numbered(name.trim(), names::column).expect("a column")
        });
    let columns: Vec<i8> = columns.collect();
    Bounds {
        left: columns[0],
        right: columns[columns.len() - 1],
        bottom: rows[rows.len() - 1],
        top: rows[0],
    }
}

/// How far the table goes on, as a legend says.
fn told(legend: &[Phrase]) -> Option<Bounds> {
    let reach = legend.iter().find(|phrase| phrase.key == "tiles-reach")?;
    let edge = |wanted: &str, name| match reach.args.iter().find(|(name, _)| *name == wanted) {
        Some((_, Arg::Text(text))) => numbered(text, name).expect("a name"),
        other => panic!("{other:?}"),
    };
    Some(Bounds {
        left: edge("left", names::column),
        right: edge("right", names::column),
        bottom: edge("bottom", names::row),
        top: edge("top", names::row),
    })
}

/// The part of the table that a scene shows in letters; where that is all that has room, what it says of the rest.
fn in_scene(scene: &Scene) -> Bounds {
    let shown = in_letters(&scene.board);
    told(&scene.legend).map_or(shown, |whole| {
        let (columns, rows) = whole.size();
        let wide = scene.board.iter().map(String::len).max().expect("lines");
        assert!(
            rows > 13 || usize::from(columns) * 2 + 4 > 36 || wide >= 32,
            "there is room for {whole:?}: {:#?}",
            scene.board
        );
        whole
    })
}

/// Follows a path at random to its end; every cell that is named on the way is on what stands beside it, and the picture
/// keeps its size.
fn follow<G: Presentation>(table: &Table<G>, seat: u8, source: &mut dyn Source, measured: &mut Measured) {
    let viewer = Viewer::Seat(Seat(seat));
    let letters = in_scene(&table.scene(viewer));
    let size = table.sketch(viewer, Preview::Nothing).expect("a picture").size;
    let mut path: Vec<String> = Vec::new();
    loop {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let preview = if steps.is_empty() {
            Preview::Nothing
        } else {
            Preview::Path(&steps)
        };
        let sketch = table.sketch(viewer, preview).expect("a picture");
        assert_eq!(sketch.size, size, "{path:?}");
        let picture = on_picture(&sketch);
        let menu = table.menu(seat, &steps).expect("a menu");
        letters_are_there(&sketch, &menu);
        letters_are_read(&sketch);
        letters_are_large(&sketch, measured);
        for cell in menu.entries.iter().flat_map(named) {
            assert!(
                picture.contain(cell),
                "{path:?}: {cell} is offered, {picture:?} is on the picture"
            );
            assert!(
                letters.contain(cell),
                "{path:?}: {cell} is offered, {letters:?} in letters"
            );
        }
        match &menu.entries[source.below(menu.entries.len() as u32) as usize].leads {
            Leads::Step(step) => path.push(step.clone()),
            Leads::Preview(choice) => {
                let Ok(choice) = choice.parse::<G::Choice>() else {
                    panic!("no choice: {choice}")
                };
                let tried = table.sketch(viewer, Preview::Choice(&choice)).expect("a picture");
                assert_eq!(tried.size, size, "{choice}");
                return;
            }
            _ => return,
        }
    }
}

/// How a game is played: which of some choices is the one that lies farthest.
const FAR: [fn(Placement) -> i32; 4] = [
    |placement| i32::from(placement.second().cell.column),
    |placement| -i32::from(placement.first().cell.column),
    |placement| i32::from(placement.second().cell.row),
    |placement| -i32::from(placement.first().cell.row),
];

/// A game with so many seats, as chance deals it.
pub(super) fn dealt<G: Presentation>(seats: u8, source: &mut dyn Source) -> Table<G> {
    let mut table = Table::<G>::new("{}", seats);
    while let Awaits::Chance = table.0.awaits() {
        let chance = table.0.draw(source).to_string();
        table.chance(&chance).expect("what chance brings");
    }
    table
}

/// Plays games to their ends, and looks at every position at what is offered: with from `fewest` to `most` seats in turn,
/// at random, or every fifth always as far into one direction as can be.
pub(crate) fn menus_offer_what_is_shown<G: Presentation>(
    (fewest, most): (u8, u8),
    games: u64,
    placement: impl Fn(&G::Choice) -> Option<Placement>,
) {
    let mut measured = Measured::default();
    for seed in 0..games {
        let mut chances = Chances(seed);
        let mut table = dealt::<G>(fewest + seed as u8 % (most + 1 - fewest), &mut chances);
        let far = (seed % 5 == 0).then(|| FAR[seed as usize / 5 % FAR.len()]);
        while let Some(seat) = table.turn() {
            follow(&table, seat, &mut chances, &mut measured);
            let mut choices = Vec::new();
            table.0.choices(Seat(seat), &mut choices);
            let farthest = far.and_then(|far| {
                let placed = choices
                    .iter()
                    .filter_map(|choice| Some((far(placement(choice)?), choice)));
                placed
                    .max_by_key(|(reach, _)| *reach)
                    .map(|(_, choice)| choice.to_string())
            });
            let random = || {
                table
                    .0
                    .random_choice(Seat(seat), &mut chances)
                    .expect("a choice")
                    .to_string()
            };
            let choice = farthest.unwrap_or_else(random);
            table.choose(seat, &choice);
        }
    }
    measured.check();
}

/// Plays games to their ends at random; on no picture, with nothing tried out or with any choice, anything covers a symbol.
pub(crate) fn symbols_stay_bare<G: Presentation>((fewest, most): (u8, u8), games: u64) {
    for seed in 0..games {
        let mut chances = Chances(seed);
        let seats = fewest + seed as u8 % (most + 1 - fewest);
        let mut table = dealt::<G>(seats, &mut chances);
        let bare = |table: &Table<G>, viewer, preview: Preview<'_, G::Choice>| {
            let covered = covering(&table.sketch(viewer, preview).expect("a picture"));
            assert!(covered.is_empty(), "{seed}: {viewer:?}: {covered:#?}");
        };
        while let Some(seat) = table.turn() {
            let choice = table.0.random_choice(Seat(seat), &mut chances).expect("a choice");
            bare(&table, Viewer::Seat(Seat(seat)), Preview::Choice(&choice));
            bare(
                &table,
                Viewer::Seat(Seat(chances.below(seats.into()) as u8)),
                Preview::Nothing,
            );
            table.choose(seat, &choice.to_string());
        }
        bare(&table, Viewer::Table, Preview::Nothing);
    }
}

/// What covers symbols: filled shapes that lie on the last symbol drawn at a place, be they ever so small.
pub(crate) fn covering(sketch: &Sketch) -> Vec<(Shape, Shape)> {
    let mut found = Vec::new();
    let symbols = sketch
        .shapes
        .iter()
        .enumerate()
        .filter_map(|(number, shape)| match shape.form {
            // As large as a digit in its place is at least, which is 0.7 of its size high.
            Form::Rings { centre, radius, .. } => Some((number, centre, radius.max(parts::SMALLEST * 2 / 5))),
            _ => None,
        });
    let symbols: Vec<_> = symbols.collect();
    for (place, (number, centre, radius)) in symbols.iter().enumerate() {
        if symbols[place + 1..].iter().any(|(_, other, _)| other == centre) {
            continue;
        }
        let above = sketch.shapes[number + 1..]
            .iter()
            .filter(|shape| is_over(shape, *centre, *radius));
        found.extend(above.map(|shape| (sketch.shapes[*number].clone(), shape.clone())));
    }
    found
}

/// Whether a filled shape, with its line, reaches into a circle.
fn is_over(shape: &Shape, centre: (i32, i32), radius: i32) -> bool {
    let line = shape.line.map_or(0.0, |(_, width)| f64::from(width) / 2.0);
    let from = |point: (i32, i32)| (f64::from(point.0 - centre.0)).hypot(f64::from(point.1 - centre.1));
    let apart = match &shape.form {
        Form::Circle { centre, radius } if shape.fill.is_some() => from(*centre) - f64::from(*radius),
        // The corners of a square or a triangle.
        Form::Mark { centre, radius, .. } => from(*centre) - f64::from(*radius) * 1.28,
        Form::Rect { at, size, round } if shape.fill.is_some() => {
            // What is left of it when it is made smaller by its round corners is a rectangle with sharp ones.
            let near = |from: i32, size: i32, to: i32| to.clamp(from + round, (from + size - round).max(from + round));
            from((near(at.0, size.0, centre.0), near(at.1, size.1, centre.1))) - f64::from(*round)
        }
        // A capital is 0.7 of its size high.
        Form::Text { at, size, .. } => from(*at) - f64::from(*size) * 0.4,
        _ => return false,
    };
    apart - line < f64::from(radius)
}
