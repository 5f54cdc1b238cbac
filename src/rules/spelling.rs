//! How the notation of a game is declared: one table from which both writing and reading follow.

use std::fmt;
use std::str::FromStr;

/// Text that is not in a game's notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("this is not in the game's notation")]
pub struct Malformed;

/// Gives an enum its notation, as match arms of what is written: `Extra(seat) if seat.0 < 4 => "extra {seat}"`.
///
/// A text is read as the first arm that would write it byte for byte and whose condition holds. The last part of an arm may
/// have spaces of its own.
macro_rules! notation {
    ($name:ident {
        $($variant:ident $(($($part:ident),+))? $(if $sound:expr)? => $form:literal,)+
    }) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($name::$variant $(($($part),+))? => write!(f, $form),)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::rules::Malformed;

            fn from_str(text: &str) -> Result<$name, $crate::rules::Malformed> {
                let is_canonical = |read: &$name| match read {
                    $($name::$variant $(($($part),+))? => format_args!($form).to_string() == text $(&& $sound)?,)+
                };
                $(
                    let read = || {
                        let [$($($part),+)?] = $crate::rules::read_parts($form, text)?;
                        Some($name::$variant $(($($part.parse().ok()?),+))?)
                    };
                    if let Some(read) = read().filter(is_canonical) {
                        return Ok(read);
                    }
                )+
                Err($crate::rules::Malformed)
            }
        }
    };
}
pub(crate) use notation;

/// Lets a view hold a type as its notation.
macro_rules! serialized_as_written {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
pub(crate) use serialized_as_written;

/// What stands in `text` where `form` has names in braces; `None` when the rest of the text differs from the form.
pub(crate) fn read_parts<'t, const N: usize>(form: &str, text: &'t str) -> Option<[&'t str; N]> {
    let mut pieces = form.split(['{', '}']);
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut parts = [""; N];
    for part in &mut parts {
        let behind = pieces.nth(1)?;
        (*part, rest) = match behind {
            "" => (rest, ""),
            behind => rest.split_once(behind)?,
        };
    }
    rest.is_empty().then_some(parts)
}

/// Writes items with a sign between each two.
pub(crate) fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    sign: &str,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { sign })?;
    }
    Ok(())
}

/// Items with a sign between each two.
pub(crate) fn joined<T: fmt::Display>(items: impl IntoIterator<Item = T>, sign: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(sign)
}

/// Reads items that have a sign between each two.
pub(crate) fn read_list<T: FromStr, L: FromIterator<T>>(text: &str, sign: char) -> Result<L, Malformed> {
    let items = text.split(sign).map(|item| item.parse().map_err(|_| Malformed));
    items.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Move {
        Step(u8),
        Jump(u8, u8),
        Say(u8, String),
        Stay,
    }

    notation! { Move {
        Stay => "stay",
        Step(to) if *to < 9 => "{to}",
        Jump(from, to) if from < to => "jump {from} -{to}!",
        Say(times, what) => "say {times} {what}",
    } }

    #[test]
    fn what_an_arm_writes_is_read_as_it() {
        for (read, text) in [
            (Move::Stay, "stay"),
            (Move::Step(8), "8"),
            (Move::Jump(2, 13), "jump 2 -13!"),
            (Move::Say(3, "a b  c".to_owned()), "say 3 a b  c"),
            (Move::Say(0, String::new()), "say 0 "),
        ] {
            assert_eq!(read.to_string(), text);
            assert_eq!(text.parse(), Ok(read));
        }
    }

    #[test]
    fn no_other_text_is_read() {
        for text in [
            "",
            " ",
            "Stay",
            "stay ",
            " stay",
            "9",
            "08",
            "+8",
            "jump 2 -2!",
            "jump 2 -13",
            "jump 2 -13! ",
            "jump  2 -13!",
            "jump 2 13!",
            "jump 02 -13!",
            "say",
            "say 3",
            "say +3 a",
            "256",
        ] {
            assert_eq!(text.parse::<Move>(), Err(Malformed), "{text:?}");
        }
    }

    #[test]
    fn a_list_has_a_sign_between_each_two_items() {
        assert_eq!(joined([3, 4, 5], ","), "3,4,5");
        assert_eq!(joined([0; 0], ","), "");
        assert_eq!(read_list("3,4,5", ','), Ok(vec![3, 4, 5]));
        for text in ["", "3,", ",3", "3, 4", "3;4"] {
            assert_eq!(read_list::<u8, Vec<u8>>(text, ','), Err(Malformed), "{text:?}");
        }
    }
}
