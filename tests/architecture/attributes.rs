//! Where `#[cfg(test)]` may stand: on modules, imports and items, and never inside of a function.
//!
//! A function with a part for tests is one function in tests and another in the program, so a test proves nothing of the
//! program's.

use std::fs;
use std::path::Path;

use super::sources::{closing, collect, line_of, without_strings};

/// Each attribute that makes a part of the code depend on whether it is built for tests.
const MARKS: [&str; 3] = ["#[cfg(test)]", "#[cfg(not(test))]", "cfg!(test)"];

/// The functions in code without strings and comments: where each begins, and its body.
pub(super) fn functions(bare: &str) -> Vec<(usize, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    for (at, _) in bare.match_indices("fn ") {
        if bare[..at].ends_with(super::is_word) {
            continue;
        }
        let mut depth = 0_usize;
        let opens = bare[at..].find(|letter| {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && ['{', ';', '}'].contains(&letter)
        });
        if let Some(open) = opens.filter(|open| bare[at + open..].starts_with('{')) {
            found.push((at, at + open..closing(bare, at + open)));
        }
    }
    found
}

/// The lines in which a function, or a macro's text, has a part for tests alone.
fn parts_for_tests(code: &str) -> Vec<usize> {
    let bare = without_strings(code);
    let macros = bare.match_indices("macro_rules!").filter_map(|(at, _)| {
        let open = at + bare[at..].find('{')?;
        Some(open..closing(&bare, open))
    });
    let functions = functions(&bare).into_iter().map(|(_, body)| body);
    let within: Vec<_> = functions.chain(macros).collect();
    let marks = MARKS.iter().flat_map(|mark| bare.match_indices(mark));
    let mut lines: Vec<usize> = marks
        .filter(|(at, _)| within.iter().any(|body| body.contains(at)))
        .map(|(at, _)| line_of(&bare, at))
        .collect();
    lines.sort_unstable();
    lines
}

#[test]
fn no_function_has_a_part_for_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), "rs", &mut files);
    let mut faults = Vec::new();
    for file in &files {
        let code = fs::read_to_string(file).expect("a source file can be read");
        let lines = parts_for_tests(&code).into_iter();
        faults.extend(lines.map(|line| format!("{}:{line}: a function has a part for tests", file.display())));
    }
    assert!(files.len() > 300, "where are the sources?");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_part_for_tests_inside_of_a_function_is_found() {
    for (code, lines) in [
        ("fn f() {\n    #[cfg(test)]\n    g();\n}", vec![2]),
        (
            "fn f() {\n    match 1 {\n        #[cfg(test)]\n        1 => {}\n        _ => {}\n    }\n}",
            vec![3],
        ),
        ("fn f(of: [u8; 2]) -> bool {\n    cfg!(test)\n}", vec![2]),
        (
            "fn f() {\n    #[cfg(not(test))]\n    g();\n    #[cfg(test)]\n    h();\n}",
            vec![2, 4],
        ),
        (
            "macro_rules! ask {\n    () => {\n        #[cfg(test)]\n        g()\n    };\n}",
            vec![3],
        ),
        (
            "#[cfg(test)]\nmod tests;\n#[cfg(test)]\nfn f() {}\nenum A {\n    #[cfg(test)]\n    B,\n}",
            vec![],
        ),
        (
            "trait T {\n    fn f(&self);\n    #[cfg(test)]\n    fn g(&self);\n}\nfn h() {}",
            vec![],
        ),
        ("fn f() {\n    let _ = \"#[cfg(test)]\"; // #[cfg(test)]\n}", vec![]),
    ] {
        assert_eq!(parts_for_tests(code), lines, "{code}");
    }
}
