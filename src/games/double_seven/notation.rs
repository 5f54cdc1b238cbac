//! Numbers and seats as the games of the family write them.

use crate::rules::{Malformed, Seat};

/// A number without sign and leading zeros.
///
/// # Errors
/// When the text is none.
pub fn number(text: &str) -> Result<u8, Malformed> {
    let number: u8 = text.parse().map_err(|_| Malformed)?;
    if number.to_string() == text {
        Ok(number)
    } else {
        Err(Malformed)
    }
}

/// The number of a seat.
///
/// # Errors
/// When the text is none.
pub fn seat(text: &str) -> Result<Seat, Malformed> {
    number(text).map(Seat)
}

/// Numbers with commas between them.
///
/// # Errors
/// When the text is no such list.
pub fn numbers(text: &str) -> Result<Vec<u8>, Malformed> {
    text.split(',').map(number).collect()
}

/// What says of a seat's groups how large they are: `groups 0 3,3,1`.
///
/// # Errors
/// When the text is nothing like that.
pub fn groups(text: &str) -> Result<(Seat, Vec<u8>), Malformed> {
    let said = text.strip_prefix("groups ").and_then(|rest| rest.split_once(' '));
    let (who, sizes) = said.ok_or(Malformed)?;
    Ok((seat(who)?, numbers(sizes)?))
}

/// Numbers joined by a sign.
pub fn joined(numbers: &[u8], sign: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    numbers.join(sign)
}
