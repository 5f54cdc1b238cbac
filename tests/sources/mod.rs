//! Reading this project's own sources, for the tests that hold them against its rules.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::{Path, PathBuf};

/// One source file.
pub(crate) struct Source {
    /// Its path from the package, with `/`.
    pub(crate) path: String,
    /// Its text without comments and without `#[cfg(test)]` modules; line breaks stay where they were.
    pub(crate) code: String,
}

/// Every Rust file under `src` that is part of the program, in order of path.
pub(crate) fn program() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), "rs", &mut files);
    files.sort();
    let sources = files.iter().filter_map(|file| {
        let path = file.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
        let of_tests = ["/tests/", "/testing/"].iter().any(|folder| path.contains(folder));
        let test = path.ends_with("/tests.rs") || of_tests;
        let text = fs::read_to_string(file).expect("a source file can be read");
        (!test).then(|| Source {
            path,
            code: without_tests(&without_comments(&text)),
        })
    });
    sources.collect()
}

/// All files under `folder` with this extension.
pub(crate) fn collect(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder can be read") {
        let path = entry.expect("a folder's entry can be read").path();
        if path.is_dir() {
            collect(&path, extension, into);
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
}

/// `text` with comments blanked out; strings are left alone.
pub(crate) fn without_comments(text: &str) -> String {
    blank(text, |kind| kind == Kind::Comment)
}

/// `text` with what stands between the quotes of strings blanked out too.
pub(crate) fn without_strings(text: &str) -> String {
    blank(text, |kind| kind != Kind::Code)
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Code,
    Comment,
    String,
}

fn blank(text: &str, hide: impl Fn(Kind) -> bool) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < letters.len() {
        let (kind, end) = token(&letters, at);
        for letter in &letters[at..end] {
            out.push(if hide(kind) && *letter != '\n' { ' ' } else { *letter });
        }
        at = end;
    }
    out
}

/// The strings of `code` without their quotes, and the lines where they begin.
pub(crate) fn strings(code: &str) -> Vec<(usize, String)> {
    let letters: Vec<char> = code.chars().collect();
    let mut all = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < letters.len() {
        let (kind, end) = token(&letters, at);
        if kind == Kind::String {
            let text: String = letters[at..end].iter().collect();
            let quoted = text.strip_prefix('r').unwrap_or(&text).trim_matches('#');
            all.push((line, quoted.trim_matches(['"', '\'']).to_owned()));
        }
        line += letters[at..end].iter().filter(|letter| **letter == '\n').count();
        at = end;
    }
    all
}

/// The kind and the end of what begins at `at`.
fn token(letters: &[char], at: usize) -> (Kind, usize) {
    let starts = |at: usize, text: &str| text.chars().enumerate().all(|(n, c)| letters.get(at + n) == Some(&c));
    let find = |from: usize, text: &str| (from..letters.len()).find(|at| starts(*at, text));
    if starts(at, "//") {
        return (Kind::Comment, find(at, "\n").unwrap_or(letters.len()));
    }
    if starts(at, "/*") {
        return (Kind::Comment, find(at + 2, "*/").map_or(letters.len(), |end| end + 2));
    }
    let word_before = at > 0 && (letters[at - 1].is_alphanumeric() || letters[at - 1] == '_');
    if !word_before && letters[at] == 'r' {
        let hashes = letters[at + 1..].iter().take_while(|c| **c == '#').count();
        if letters.get(at + 1 + hashes) == Some(&'"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let end = find(at + 2 + hashes, &close).map_or(letters.len(), |end| end + close.len());
            return (Kind::String, end);
        }
    }
    if letters[at] == '"' {
        let mut end = at + 1;
        while end < letters.len() && letters[end] != '"' {
            end += if letters[end] == '\\' { 2 } else { 1 };
        }
        return (Kind::String, (end + 1).min(letters.len()));
    }
    if letters[at] == '\'' {
        // A letter in quotes, not a lifetime.
        let escaped = letters.get(at + 1) == Some(&'\\');
        let close = if escaped {
            find(at + 3, "'")
        } else {
            Some(at + 2).filter(|end| starts(*end, "'"))
        };
        if let Some(close) = close {
            return (Kind::String, close + 1);
        }
    }
    (Kind::Code, at + 1)
}

/// `code` without its `#[cfg(test)]` modules and items.
pub(crate) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find(MARK) {
        out.push_str(&rest[..start]);
        let item = &rest[start..];
        let bare = without_strings(item);
        let end = item_end(&bare, MARK.len());
        // Blanking keeps the count of letters, so the end is counted in letters.
        let letters = bare[..end].chars().count();
        let cut: String = item.chars().take(letters).collect();
        out.extend(cut.chars().filter(|letter| *letter == '\n'));
        rest = &item[cut.len()..];
    }
    out.push_str(rest);
    out
}

/// The place after the item that begins at `from`: a function, a module, a statement, a variant or an arm of a match.
fn item_end(bare: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in bare[from..].char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        // The last variant or arm may end with the bracket around it.
        if depth < 0 {
            return from + at;
        }
        if depth == 0 && matches!(letter, '}' | ';' | ',') {
            return from + at + 1;
        }
    }
    bare.len()
}

/// The place after the bracket that closes the one at `open`.
pub(crate) fn closing(bare: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in bare[open..].char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return open + at + 1;
                }
            }
            _ => {}
        }
    }
    bare.len()
}

/// The line number of a place in `code`, from 1.
pub(crate) fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}
