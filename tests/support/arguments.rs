//! What was typed behind the name of a run: numbers with names, such as `--tables 4`.

#![allow(dead_code, reason = "each test uses its part")]

/// The numbers of these names, in this order: as typed, or else as they usually are.
///
/// # Errors
/// One sentence for people, when something else was typed.
pub(crate) fn numbers<const N: usize>(known: [(&str, u64); N]) -> Result<[u64; N], String> {
    read(std::env::args().skip(1), known)
}

fn read<const N: usize>(words: impl IntoIterator<Item = String>, known: [(&str, u64); N]) -> Result<[u64; N], String> {
    let mut numbers = known.map(|(_, usual)| usual);
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(at) = known.iter().position(|(name, _)| *name == word) else {
            let names = known.map(|(name, _)| name).join(", ");
            return Err(format!("{word} is not known; there are {names}"));
        };
        let number = words.next().and_then(|text| text.parse().ok());
        numbers[at] = number.ok_or_else(|| format!("{word} wants a number"))?;
    }
    Ok(numbers)
}

#[test]
fn numbers_are_read_by_their_names() {
    let read = |typed: &str| read(typed.split_whitespace().map(str::to_owned), [("--a", 1), ("--b", 2)]);
    assert_eq!(read(""), Ok([1, 2]));
    assert_eq!(read("--b 7"), Ok([1, 7]));
    assert_eq!(read("--b 7 --a 0"), Ok([0, 7]));
    for wrong in ["--c 1", "--a", "--a x", "--a -1", "1"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
