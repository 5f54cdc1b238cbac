//! How much two views differ, and texts with two of their words exchanged.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rules::Source;

/// How far two values lie apart: 0 for equal ones. What one has and the other lacks counts most, and its place in lists less.
pub(super) fn distance(one: &Value, other: &Value) -> usize {
    const LACKS: usize = 64;
    if one == other {
        return 0;
    }
    let mut count: BTreeMap<(String, String), i32> = BTreeMap::new();
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    leaves(one, "", &mut ones);
    leaves(other, "", &mut others);
    let moved = ones.iter().zip(&others).filter(|(one, other)| one != other).count();
    ones.into_iter().for_each(|leaf| *count.entry(leaf).or_default() += 1);
    others.into_iter().for_each(|leaf| *count.entry(leaf).or_default() -= 1);
    let lacking: u32 = count.values().map(|times| times.unsigned_abs()).sum();
    1 + LACKS * lacking as usize + moved
}

/// The numbers and texts of a value, each with the names above it.
fn leaves(value: &Value, path: &str, into: &mut Vec<(String, String)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, path, into)),
        Value::Object(members) => {
            for (name, member) in members {
                leaves(member, &format!("{path}/{name}"), into);
            }
        }
        leaf => into.push((path.to_owned(), leaf.to_string())),
    }
}

/// A text as words and what stands between them, so that words can be exchanged.
#[derive(Clone, Debug)]
pub(super) struct Words {
    parts: Vec<String>,
    /// Which parts are words.
    words: Vec<usize>,
}

impl Words {
    pub(super) fn of(text: &str) -> Words {
        let parts = || text.split_inclusive([' ', ',', '/', ';']);
        let mut words = Words {
            parts: Vec::new(),
            words: Vec::new(),
        };
        for part in parts() {
            let word = part.trim_end_matches([' ', ',', '/', ';']);
            words.words.push(words.parts.len());
            words.parts.push(word.to_owned());
            words.parts.push(part[word.len()..].to_owned());
        }
        words
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Exchanges two words; `false` if they are the same.
    pub(super) fn exchange(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.words[one], self.words[other]);
        let differ = self.parts[one] != self.parts[other];
        self.parts.swap(one, other);
        differ
    }

    pub(super) fn text(&self) -> String {
        self.parts.concat()
    }
}

/// Exchanges words of these texts until `score` is 0, and returns them then. An exchange stays if it brings the score down, and
/// sometimes if it does no harm. `score` is `None` for texts that mean nothing.
pub(super) fn descend(
    mut texts: Vec<Words>,
    luck: &mut dyn Source,
    score: impl Fn(&[String]) -> Option<usize>,
) -> Option<Vec<String>> {
    /// How often all exchanges are tried.
    const SWEEPS: usize = 12;
    let all = |texts: &[Words]| texts.iter().map(Words::text).collect::<Vec<String>>();
    let mut best = score(&all(&texts))?;
    let len = |texts: &[Words], at: usize| texts.get(at).map_or(0, Words::len);
    let mut pairs: Vec<(usize, usize, usize)> = (0..texts.len())
        .flat_map(|at| (0..len(&texts, at)).map(move |one| (at, one)))
        .flat_map(|(at, one)| (0..one).map(move |other| (at, one, other)))
        .collect();
    for _ in 0..SWEEPS {
        luck.shuffle(&mut pairs);
        for (at, one, other) in &pairs {
            if best == 0 {
                return Some(all(&texts));
            }
            if !texts[*at].exchange(*one, *other) {
                continue;
            }
            match score(&all(&texts)) {
                Some(lower) if lower < best || (lower == best && luck.below(4) == 0) => best = lower,
                _ => drop(texts[*at].exchange(*one, *other)),
            }
        }
    }
    (best == 0).then(|| all(&texts))
}
