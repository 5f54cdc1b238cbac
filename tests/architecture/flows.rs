//! Holds docs/ARCHITECTURE.md against the sources: every path that it names is there, every function is defined where it says,
//! and the steps of its flows call each other in that order.
//!
//! Sources are read as text. A step calls the next one where the body of its function has the next one's name before a bracket;
//! where a file defines several functions of one name, any of them may.

use std::fs;
use std::path::Path;

use super::paths::is_word;
use super::sources::{closing, without_strings};

/// The document.
const DOCUMENT: &str = "docs/ARCHITECTURE.md";
/// The flows that it follows, by their headings.
const FLOWS: [&str; 3] = ["A start command", "A secret press", "A clock that runs out"];
/// How many steps a flow may have, in all of its lists together.
const MOST: usize = 15;

/// A step of a flow, or a function that is named elsewhere.
struct Step<'d> {
    line: usize,
    path: &'d str,
    name: &'d str,
}

/// A heading with the lists of steps below it.
struct Flow<'d> {
    heading: &'d str,
    lists: Vec<Vec<Step<'d>>>,
}

/// What is wrong, and in which line.
type Wrong = Vec<(usize, String)>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file below `src`, if it is there.
fn source(path: &str) -> Option<String> {
    fs::read_to_string(root().join("src").join(path)).ok()
}

/// `commands.rs::run`, in its two parts.
fn function(line: usize, text: &str) -> Option<Step<'_>> {
    let (path, name) = text.split_once(".rs::")?;
    let path = &text[..path.len() + ".rs".len()];
    let step = Step { line, path, name };
    (!name.is_empty() && name.chars().all(is_word)).then_some(step)
}

/// A step's number and what is behind it, where a line is one.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let (number, step) = text.split_once(". ")?;
    Some((number.parse().ok()?, step))
}

/// The flows of a document, and the steps in it that are none.
fn flows(document: &str) -> (Vec<Flow<'_>>, Wrong) {
    let (mut flows, mut wrong): (Vec<Flow<'_>>, Wrong) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(document.lines()) {
        if let Some(heading) = text.strip_prefix("### ") {
            let lists = Vec::new();
            flows.push(Flow { heading, lists });
        }
        let Some((number, step)) = numbered(text) else { continue };
        let step = step.strip_prefix('`').and_then(|step| step.split_once("`: "));
        let step = step.and_then(|(step, _)| function(line, step));
        let (Some(step), Some(flow)) = (step, flows.last_mut()) else {
            wrong.push((
                line,
                "a step reads \"1. `room/file.rs::name`: what happens.\"".to_owned(),
            ));
            continue;
        };
        match flow.lists.last_mut() {
            _ if number == 1 => flow.lists.push(vec![step]),
            Some(list) if number == list.len() + 1 => list.push(step),
            _ => wrong.push((line, format!("{number} is not the next number of its list"))),
        }
    }
    flows.retain(|flow| !flow.lists.is_empty());
    (flows, wrong)
}

/// The bodies of the functions of that name, without comments and strings, and without the tests at the end of the file.
fn bodies(text: &str, name: &str) -> Vec<String> {
    let program = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let bare = without_strings(program);
    let head = format!("fn {name}");
    let mut found = Vec::new();
    for (at, _) in bare.match_indices(&head) {
        let behind = at + head.len();
        if bare[..at].ends_with(is_word) || bare[behind..].starts_with(is_word) {
            continue;
        }
        let mut depth = 0_usize;
        let opens = bare[behind..].find(|letter| {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && ['{', ';'].contains(&letter)
        });
        // One that is only declared has no body.
        if let Some(open) = opens.filter(|open| bare[behind + open..].starts_with('{')) {
            found.push(bare[behind + open..closing(&bare, behind + open)].to_owned());
        }
    }
    found
}

/// Whether a body calls a function of that name.
fn calls(body: &str, name: &str) -> bool {
    body.match_indices(name).any(|(at, _)| {
        let behind = &body[at + name.len()..];
        let called = behind.starts_with('(') || behind.starts_with("::<");
        called && !body[..at].ends_with(is_word) && !body[..at].ends_with("fn ")
    })
}

/// What is wrong with the steps of a list: files and functions that are not there, and steps that do not call the next one.
fn broken(list: &[Step<'_>], source: &impl Fn(&str) -> Option<String>) -> Wrong {
    let mut wrong = Vec::new();
    for (nth, step) in list.iter().enumerate() {
        let Step { line, path, name } = step;
        let Some(text) = source(path) else {
            wrong.push((*line, format!("there is no src/{path}")));
            continue;
        };
        let bodies = bodies(&text, name);
        if bodies.is_empty() {
            wrong.push((*line, format!("src/{path} defines no fn {name}")));
        } else if let Some(next) = list.get(nth + 1)
            && !bodies.iter().any(|body| calls(body, next.name))
        {
            let next = format!("{}, the step of line {}", next.name, next.line);
            wrong.push((*line, format!("fn {name} of src/{path} does not call {next}")));
        }
    }
    wrong
}

/// What is wrong with a document's flows.
fn astray(document: &str, source: impl Fn(&str) -> Option<String>) -> Wrong {
    let (flows, mut wrong) = flows(document);
    for flow in &flows {
        let steps: usize = flow.lists.iter().map(Vec::len).sum();
        let first = flow.lists.iter().flatten().next().map_or(0, |step| step.line);
        if steps > MOST {
            wrong.push((first, format!("{:?} has {steps} steps, more than {MOST}", flow.heading)));
        }
        wrong.extend(flow.lists.iter().flat_map(|list| broken(list, &source)));
    }
    wrong
}

/// What stands in backticks, by line.
fn quoted(document: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(document.lines());
    lines.flat_map(|(line, text)| text.split('`').skip(1).step_by(2).map(move |quoted| (line, quoted)))
}

/// Whether something in backticks is the path of a file or of a folder, and not a command.
fn is_path(text: &str) -> bool {
    let letters = |letter| is_word(letter) || ['/', '.', '-'].contains(&letter);
    let file = [".rs", ".md", ".ftl"].iter().any(|end| text.ends_with(end));
    text.chars().all(letters) && !text.starts_with('/') && (file || text.contains('/'))
}

#[test]
fn the_document_names_what_is_there() {
    let document = fs::read_to_string(root().join(DOCUMENT)).expect("the document is there");
    let (mut count, mut wrong) = (0, Vec::new());
    for (line, text) in quoted(&document) {
        if let Some(step) = function(line, text) {
            count += 1;
            wrong.extend(broken(&[step], &source));
        } else if is_path(text) {
            count += 1;
            if !root().join("src").join(text).exists() && !root().join(text).exists() {
                wrong.push((line, format!("there is no {text}")));
            }
        }
    }
    for entry in fs::read_dir(root().join("src")).expect("the sources are there") {
        let room = entry.expect("a folder's entry can be read").path();
        let name = room.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if room.is_dir() && !document.contains(&format!("\n| `{name}/` |")) {
            wrong.push((1, format!("the room {name} has no row")));
        }
    }
    let wrong: Vec<String> = wrong
        .iter()
        .map(|(line, why)| format!("{DOCUMENT}:{line}: {why}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "where are the paths? {count}");
}

#[test]
fn each_step_of_a_flow_calls_the_next_one() {
    let document = fs::read_to_string(root().join(DOCUMENT)).expect("the document is there");
    let (flows, _) = flows(&document);
    let headings: Vec<&str> = flows.iter().map(|flow| flow.heading).collect();
    assert_eq!(headings, FLOWS, "the flows of {DOCUMENT}");
    let wrong = astray(&document, source).into_iter();
    let wrong: Vec<String> = wrong.map(|(line, why)| format!("{DOCUMENT}:{line}: {why}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_step_is_found() {
    const PLANTED: &str = "trait Way { fn second(&self); }\n\
        fn first(of: [u8; 2]) { self.second::<u8>(of) } // third()\n\
        fn second() { let fourth = \"third()\"; forth_third(); { fn third() {} } }\n\
        fn second() -> [u8; 2] { fourth() }\n\
        fn fourth() {}\n\n#[cfg(test)]\nmod tests { fn fifth() {} }\n";
    let source = |path: &str| (path == "a/b.rs").then(|| PLANTED.to_owned());
    let found = |steps: &str| astray(&format!("### A flow\n\n{steps}"), source).len();
    let of = |steps: &[&str]| {
        let numbered = (1..).zip(steps);
        let lines: Vec<String> = numbered.map(|(nth, step)| format!("{nth}. `{step}`: so.\n")).collect();
        found(&lines.concat())
    };
    assert_eq!(of(&["a/b.rs::first", "a/b.rs::second", "a/b.rs::fourth"]), 0);
    assert_eq!(
        found("1. `a/b.rs::first`: so.\n\nThen:\n\n1. `a/b.rs::third`: so.\n"),
        0
    );
    assert_eq!(of(&["a/b.rs::first", "a/b.rs::third"]), 1, "called in a comment only");
    assert_eq!(of(&["a/b.rs::second", "a/b.rs::third"]), 1, "called in a text only");
    assert_eq!(of(&["a/b.rs::first", "a/b.rs::fourth"]), 1, "not called at once");
    assert_eq!(of(&["a/b.rs::fifth"]), 1, "only in the tests");
    assert_eq!(of(&["a/c.rs::first"]), 1, "no such file");
    assert_eq!(of(&["a/b.rs::first is"]), 1, "no function");
    assert_eq!(found("2. `a/b.rs::first`: so.\n"), 1, "begins in the middle");
    assert_eq!(found("1. `a/b.rs::first` so.\n"), 1, "no colon");
    let long = "1. `a/b.rs::first`: so.\n\n".repeat(MOST);
    assert_eq!(found(&long), 0);
    assert_eq!(found(&format!("{long}1. `a/b.rs::first`: so.\n")), 1, "too many");
}
