//! No function and no file is too long to read in one sitting.
//!
//! The rows of a test's table do not count: who reads them reads one row, and not all of them.

use std::fs;
use std::path::{Path, PathBuf};

use super::attributes::functions;
use super::sources::{collect, line_of, without_strings, without_tests};

/// The most lines of a function.
const FUNCTION: usize = 70;
/// The most lines of a file, without the tests at its end.
const FILE: usize = 550;
/// The most lines of a file of tests.
const TESTS: usize = 580;

/// How many lines of a function count. In a test, those within brackets of a list do not.
fn lines(body: &str, test: bool) -> usize {
    let mut depth = 0_usize;
    let counts = |line: &str| {
        let before = depth;
        for letter in line.chars() {
            match letter {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        !(test && before > 0 && depth > 0)
    };
    body.lines().map(counts).filter(|counts| *counts).count()
}

/// The functions of a file that are too long, with their lines; from line `tests` on they are tests.
fn long_functions(text: &str, tests: usize) -> Vec<(usize, usize)> {
    let bare = without_strings(text);
    let functions = functions(&bare).into_iter();
    let counted = functions.map(|(at, body)| {
        let line = line_of(&bare, at);
        (line, lines(&bare[at..body.end], line >= tests))
    });
    counted.filter(|(_, lines)| *lines > FUNCTION).collect()
}

/// The line from which on a file has tests only.
fn tests_from(path: &str, text: &str) -> usize {
    let of_tests = |part: &str| ["tests", "testing", "tests.rs"].contains(&part);
    if !path.starts_with("src/") || path.split('/').any(of_tests) {
        return 1;
    }
    // Blanked lines stay, so what follows the last line of the program belongs to tests.
    without_tests(text).trim_end().lines().count() + 1
}

/// What is too long in a file, by line.
fn too_long(path: &str, text: &str) -> Vec<(usize, String)> {
    let tests = tests_from(path, text);
    let functions = long_functions(text, tests).into_iter();
    let mut found: Vec<_> = functions
        .map(|(line, lines)| (line, format!("a function of {lines} lines, more than {FUNCTION}")))
        .collect();
    let (lines, most) = match tests {
        1 => (text.lines().count(), TESTS),
        tests => (tests - 1, FILE),
    };
    if lines > most {
        found.push((1, format!("a file of {lines} lines, more than {most}")));
    }
    found
}

#[test]
fn functions_and_files_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["src", "tests", "benches"] {
        collect(&root.join(folder), "rs", &mut files);
    }
    assert!(files.len() > 500, "where are the sources?");
    let mut faults = Vec::new();
    for file in files {
        let path = file.strip_prefix(root).expect("a file of this package");
        let path = path.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a source file can be read");
        let found = too_long(&path, &text).into_iter();
        faults.extend(found.map(|(line, what)| format!("{path}:{line}: {what}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_too_long_is_found() {
    let function = |lines: usize| format!("fn f() {{\n{}}}\n", "    g();\n".repeat(lines - 2));
    let table = format!(
        "fn f() {{\n    for x in [\n{}    ] {{}}\n}}\n",
        "        1,\n".repeat(FUNCTION)
    );
    let count = |path: &str, text: &str| too_long(path, text).len();
    let (short, long) = (function(FUNCTION), function(FUNCTION + 1));
    assert_eq!(count("src/a/b.rs", &short), 0);
    assert_eq!(count("src/a/b.rs", &long), 1);
    assert_eq!(count("src/a/b.rs", &table), 1, "a table of the program counts");
    assert_eq!(count("tests/a.rs", &table), 0, "a table of a test does not");
    assert_eq!(count("src/a/tests/b.rs", &table), 0);
    let inline = |test: &str| format!("fn g() {{}}\n\n#[cfg(test)]\nmod tests {{\n{test}}}\n");
    assert_eq!(
        count("src/a/b.rs", &inline(&table)),
        0,
        "nor does one of tests at the end"
    );
    assert_eq!(count("src/a/b.rs", &inline(&long)), 1, "but their functions do");
    assert_eq!(count("tests/a.rs", &long), 1);
    let comment = format!("fn f() {{\n{}}}\n", "    // {\n".repeat(FUNCTION));
    assert_eq!(
        count("benches/a.rs", &comment),
        1,
        "comments count, and their brackets do not"
    );
    let lines = |lines: usize| "use a;\n".repeat(lines);
    assert_eq!(count("src/a/b.rs", &lines(FILE)), 0);
    assert_eq!(count("src/a/b.rs", &lines(FILE + 1)), 1);
    let tested = lines(FILE) + &inline(&function(9).repeat(90));
    assert_eq!(
        count("src/a/b.rs", &tested),
        1,
        "a file's own lines end where its tests begin"
    );
    assert_eq!(count("tests/a.rs", &lines(TESTS + 1)), 1);
}
