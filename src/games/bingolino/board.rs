//! The grids as text: letters of one width, so that they can be read without any picture.
//!
//! A tile that is turned over is in brackets; a line that has its star ends in `*`: rows on the right, columns below,
//! the diagonal from A1 below on the right, the one from D1 below on the left.

use super::grid::{Layout, Line, LineKind, Place};
use super::view::{SeatView, View};

const COLUMNS: [char; 4] = ['A', 'B', 'C', 'D'];

/// A grid, line by line from the top.
pub(super) fn grid(layout: &Layout, turned: &[Place], stars: &[Line]) -> Vec<String> {
    let star = |kind: LineKind| match stars.iter().any(|line| line.kind() == kind) {
        true => '*',
        false => ' ',
    };
    let places: Vec<Place> = Place::all().collect();
    let mut lines = vec![
        COLUMNS
            .iter()
            .fold(" ".to_owned(), |line, column| line + &format!("   {column}")),
    ];
    for (row, places) in (1..).zip(places.chunks(COLUMNS.len())) {
        let mut line = format!("{row} ");
        for place in places {
            let number = layout.number(*place);
            line.push_str(&match turned.contains(place) {
                true => format!("[{number:>2}]"),
                false => format!(" {number:>2} "),
            });
        }
        line.push(star(LineKind::Row(row)));
        lines.push(line);
    }
    let mut last = star(LineKind::Rising).to_string();
    for column in COLUMNS {
        last.push_str(&format!("   {}", star(LineKind::Column(column))));
    }
    last.push(' ');
    last.push(star(LineKind::Falling));
    lines.push(last);
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Tiles that are not laid out yet, in ascending order.
fn loose(tiles: &Layout) -> Vec<String> {
    let lines = tiles.sorted();
    let line = |numbers: &[u8]| numbers.iter().map(|number| format!("{number:>3}")).collect::<String>();
    lines.chunks(lines.len() / 2).map(line).collect()
}

/// What lies before a seat.
pub(super) fn of_seat(seat: &SeatView, laid: bool) -> Vec<String> {
    match &seat.tiles {
        Some(tiles) if laid => grid(tiles, &seat.turned, &seat.stars),
        Some(tiles) => loose(tiles),
        None => Vec::new(),
    }
}

/// The viewer's own grid. While it is being laid out, the menu shows it as it would become.
pub(super) fn own(view: &View) -> Vec<String> {
    let Some(own) = &view.own else {
        return Vec::new();
    };
    match (view.own_layout(), view.seats.get(own.seat.index())) {
        (Some(layout), Some(seat)) if view.is_laid() || own.chosen.is_some() => {
            grid(&layout, &seat.turned, &seat.stars)
        }
        _ => Vec::new(),
    }
}
