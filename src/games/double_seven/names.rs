//! What people call cells: a letter for the column and a number for the row, such as `M75`. Notation says `0,0`.
//!
//! A table grows to all sides, and the name of a cell is the same throughout a game. So names do not count from an edge: the
//! first tile lies on column M, in row 75, and no number is below zero. Beyond the alphabet two letters go on: left of A
//! come AZ, AY and so on, right of Z come ZA, ZB and so on; beyond AA and ZZ there are three.

use super::Cell;

/// The row in which the first tile lies: 36 tiles reach at most 70 rows below it.
const FIRST_ROW: i16 = 75;

/// The place in the alphabet of the column on which the first tile begins: M.
const FIRST_COLUMN: i16 = 12;

/// How many letters the alphabet has.
const ALPHABET: i16 = 26;

/// The name of a column.
pub fn column(number: i8) -> String {
    let place = i16::from(number) + FIRST_COLUMN;
    let beyond = place.div_euclid(ALPHABET);
    let letter = char::from(b'A' + place.rem_euclid(ALPHABET) as u8);
    let before = if beyond < 0 { "A" } else { "Z" };
    before.repeat(usize::from(beyond.unsigned_abs())) + &letter.to_string()
}

/// The name of a row.
pub fn row(number: i8) -> String {
    (i16::from(number) + FIRST_ROW).to_string()
}

/// The name of a cell: of its column, then of its row.
pub fn cell(cell: Cell) -> String {
    column(cell.column) + &row(cell.row)
}

/// Reads a cell that somebody typed: its name in capital or small letters, or its notation.
pub fn read(text: &str) -> Option<Cell> {
    text.parse().ok().or_else(|| named(text))
}

/// The cell with this name.
fn named(text: &str) -> Option<Cell> {
    let split = text.find(|sign: char| !sign.is_ascii_alphabetic())?;
    let (letters, digits) = text.split_at(split);
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    let number: i16 = digits.parse().ok().filter(|_| plain)?;
    let letters = letters.to_ascii_uppercase();
    let (last, before) = letters.as_bytes().split_last()?;
    let side = match before.first() {
        Some(b'A') => -1,
        _ => 1,
    };
    let beyond = side * i16::try_from(before.len()).ok().filter(|beyond| *beyond < ALPHABET)?;
    let place = beyond * ALPHABET + i16::from(last - b'A');
    let found = Cell::within(place - FIRST_COLUMN, number - FIRST_ROW)?;
    // Only what is a name: no other letters before the last, no leading zeros.
    (cell(found) == letters + digits).then_some(found)
}
