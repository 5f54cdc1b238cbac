//! Which paths the sources name: `use` trees are spread out, and `super` and `self` are resolved.

use super::sources::{Source, line_of, without_strings};

/// How a path is named.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum How {
    InCode,
    Use,
    /// By a `use` that hands the item on to others.
    PubUse,
}

/// A path in the code, such as `crate::rules::Seat` or `f64`, and its line.
pub(crate) struct Named {
    pub(crate) line: usize,
    pub(crate) path: Vec<String>,
    pub(crate) how: How,
    /// What it is called from here on, if that is not its last part.
    alias: Option<String>,
}

impl Named {
    /// What it is called from here on.
    pub(crate) fn name(&self) -> Option<&String> {
        self.alias.as_ref().or(self.path.last())
    }

    pub(crate) fn starts(&self, path: &[&str]) -> bool {
        path.len() <= self.path.len() && path.iter().zip(&self.path).all(|(wanted, own)| wanted == own)
    }

    /// The room under `crate` that the path leads into.
    pub(crate) fn room(&self) -> Option<&str> {
        (self.path.first()? == "crate")
            .then(|| self.path.get(1).map(String::as_str))
            .flatten()
    }

    /// What comes after `crate::games`.
    pub(crate) fn game(&self) -> Option<&str> {
        self.starts(&["crate", "games"])
            .then(|| self.path.get(2).map(String::as_str))
            .flatten()
    }
}

pub(crate) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The module that a file is: `src/games/binome/face.rs` is `crate::games::binome::face`.
pub(crate) fn module_of(path: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let parts = inner.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
    std::iter::once("crate").chain(parts).map(str::to_owned).collect()
}

/// Makes a path begin at `crate` if it begins at `self` or `super`.
fn resolved(path: Vec<String>, module: &[String]) -> Vec<String> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let selves = usize::from(path.first().is_some_and(|part| part == "self"));
    if ups + selves == 0 {
        return path;
    }
    let kept = module.len().saturating_sub(ups).max(1);
    module[..kept].iter().chain(&path[ups + selves..]).cloned().collect()
}

/// Every path that the code names, `use` trees spread out.
pub(crate) fn named(source: &Source) -> Vec<Named> {
    let bare = without_strings(&source.code);
    let module = module_of(&source.path);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(letter) = bare[at..].chars().next() {
        let starts = is_word(letter) && !bare[..at].ends_with(is_word);
        if !starts {
            at += letter.len_utf8();
            continue;
        }
        let word = word_at(&bare, at);
        let (paths, end, how) = if word == "use" {
            let end = bare[at..].find(';').map_or(bare.len(), |end| at + end);
            let before = bare[..at].trim_end();
            let how = match before.ends_with("pub") || before.ends_with(')') {
                true => How::PubUse,
                false => How::Use,
            };
            (spread(&bare[at + word.len()..end]), end, how)
        } else {
            let (path, end) = path_at(&bare, at);
            (vec![(path, None)], end, How::InCode)
        };
        let line = line_of(&bare, at);
        found.extend(paths.into_iter().map(|(path, alias)| Named {
            line,
            path: resolved(path, &module),
            how,
            alias,
        }));
        at = end;
    }
    found
}

pub(crate) fn word_at(text: &str, at: usize) -> &str {
    let end = text[at..]
        .find(|letter| !is_word(letter))
        .map_or(text.len(), |end| at + end);
    &text[at..end]
}

/// `a::b::c` from `at` on, and where it ends.
fn path_at(text: &str, mut at: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    loop {
        let word = word_at(text, at);
        path.push(word.to_owned());
        at += word.len();
        match text[at..].strip_prefix("::") {
            Some(rest) if rest.starts_with(is_word) => at += 2,
            _ => return (path, at),
        }
    }
}

/// Spreads a `use` tree out: `std::{fs, io::Read as _}` are two paths, the second with another name.
fn spread(tree: &str) -> Vec<(Vec<String>, Option<String>)> {
    let tree = tree.trim();
    if let Some(open) = tree.find('{') {
        let head: Vec<String> = parts(&tree[..open]);
        let inner = tree[open + 1..].trim_end().trim_end_matches('}');
        return branches(inner)
            .into_iter()
            .flat_map(spread)
            .map(|(tail, alias)| (head.iter().cloned().chain(tail).collect(), alias))
            .collect();
    }
    match tree.split_once(" as ") {
        Some((path, alias)) => vec![(parts(path), Some(alias.trim().to_owned()))],
        None => vec![(parts(tree), None)],
    }
}

fn parts(path: &str) -> Vec<String> {
    path.split("::")
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The parts of a list at its commas, but not at those within brackets.
fn branches(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut begin = 0;
    let mut all = Vec::new();
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&list[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    all.push(&list[begin..]);
    all.into_iter().filter(|branch| !branch.trim().is_empty()).collect()
}
