//! Holds what the sources cite of docs/DISCORD.md and docs/RULES.md against the headings there, and the rows of the first against
//! what every row must say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::paths::is_word;
use super::sources::{collect, line_of};

/// The document in which every rule of Discord stands that something here relies on.
const DOCUMENT: &str = "docs/DISCORD.md";
/// The documents that are cited by their headings: that one, and the rulings on the rules of the games.
const CITED: [&str; 2] = [DOCUMENT, "docs/RULES.md"];
/// The notes that the documents were made from. They are not in the repository.
const NOTES: [&str; 3] = ["LIMITS", "SERENITY", "RULINGS"];
/// What begins a table of rules.
const HEADER: &str = "| rule | relied on in | source | date |";
/// How many words after the document's name a citation may take.
const WORDS: usize = 60;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text that may cite a document, with its path. This one is left out: it cites wrongly on purpose.
fn texts() -> Vec<(String, String)> {
    let mut files = vec![root().join("README.md")];
    for folder in ["src", "tests", "benches"] {
        collect(&root().join(folder), "rs", &mut files);
    }
    collect(&root().join("docs"), "md", &mut files);
    let read = |file: PathBuf| {
        let path = file.strip_prefix(root()).expect("a file of this package");
        let path = path.to_string_lossy().replace('\\', "/");
        (path, fs::read_to_string(&file).expect("a text can be read"))
    };
    let texts = files.into_iter().map(read);
    texts.filter(|(path, _)| !path.ends_with(file!())).collect()
}

/// The headings that can be cited.
fn headings<'d>(document: &'d str) -> Vec<&'d str> {
    let heading = |line: &'d str| line.strip_prefix("## ").or_else(|| line.strip_prefix("### "));
    document.lines().filter_map(heading).collect()
}

/// The headings that are cited right behind the document's name: `, "One", "Two" and "Three"`. None where it is only named.
fn cited(document: &str, behind: &str) -> Result<Vec<String>, String> {
    // A citation may go on in the comment's next line.
    let words = behind
        .split_whitespace()
        .filter(|word| !["//", "///", "//!"].contains(word));
    let said = words.take(WORDS).collect::<Vec<_>>().join(" ");
    let mut left = said.as_str();
    let mut found = Vec::new();
    loop {
        let next = left.strip_prefix(", \"");
        let last = left.strip_prefix(" and \"").filter(|_| !found.is_empty());
        let Some((heading, rest)) = next.or(last).and_then(|quoted| quoted.split_once('"')) else {
            break;
        };
        found.push(heading.to_owned());
        left = rest;
    }
    let strange = left.trim_start_matches([',', ' ']);
    if found.is_empty() && (strange.starts_with('"') || strange.starts_with("section")) {
        return Err(format!("{document} is cited as {document}, \"Heading\""));
    }
    Ok(found)
}

/// What a text cites, and what is wrong with that, by line.
fn citations(text: &str, document: &str, headings: &[&str]) -> (usize, Vec<(usize, String)>) {
    let (mut right, mut wrong) = (0, Vec::new());
    for (at, _) in text.match_indices(document) {
        let line = line_of(text, at);
        match cited(document, &text[at + document.len()..]) {
            Err(why) => wrong.push((line, why)),
            Ok(found) => {
                for heading in found {
                    if headings.contains(&heading.as_str()) {
                        right += 1;
                    } else {
                        wrong.push((line, format!("{document} has no heading {heading:?}")));
                    }
                }
            }
        }
    }
    (right, wrong)
}

/// Where a text names notes that nobody else has.
fn notes(text: &str) -> Vec<(usize, String)> {
    let mut wrong = Vec::new();
    for notes in NOTES {
        for (at, _) in text.match_indices(notes) {
            let within = text[..at].ends_with(is_word) || text[at + notes.len()..].starts_with(is_word);
            if !within {
                let instead = CITED.join(" or ");
                wrong.push((line_of(text, at), format!("nobody else has {notes}; cite {instead}")));
            }
        }
    }
    wrong
}

/// How many rules a document has, and what is missing in their rows: a file that is there, a source, a day.
fn rules(document: &str) -> (usize, Vec<(usize, String)>) {
    let (mut count, mut wrong, mut within) = (0, Vec::new(), false);
    for (line, text) in document.lines().enumerate() {
        within = text == HEADER || within && text.starts_with('|');
        if !within || text == HEADER || text.starts_with("|:--") {
            continue;
        }
        count += 1;
        let row = text.trim_start_matches("| ").trim_end_matches(" |");
        let cells: Vec<&str> = row.split(" | ").collect();
        let [_, files, source, day] = cells[..] else {
            wrong.push((line + 1, "a rule has four cells".to_owned()));
            continue;
        };
        let named: Vec<&str> = files.split('`').skip(1).step_by(2).collect();
        let there = |path: &&str| root().join("src").join(path).exists() || root().join(path).exists();
        wrong.extend(
            named
                .iter()
                .filter(|path| !there(path))
                .map(|path| (line + 1, format!("there is no {path}"))),
        );
        let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
        let dated = match day.split('-').collect::<Vec<_>>()[..] {
            [year, month, day] => digits(year, 4) && digits(month, 2) && digits(day, 2),
            _ => false,
        };
        if named.is_empty() || source.trim().is_empty() || !dated {
            wrong.push((line + 1, "a rule names files, a source and a day".to_owned()));
        }
    }
    (count, wrong)
}

#[test]
fn every_citation_leads_to_a_heading() {
    let texts = texts();
    let (mut right, mut wrong) = ([0; CITED.len()], Vec::new());
    let mut found = |path: &str, astray: Vec<(usize, String)>| {
        wrong.extend(astray.into_iter().map(|(line, why)| format!("{path}:{line}: {why}")));
    };
    for (document, right) in CITED.iter().zip(&mut right) {
        let (_, cited) = texts
            .iter()
            .find(|(path, _)| path == document)
            .expect("the document is there");
        let headings = headings(cited);
        for (path, text) in &texts {
            let (led, astray) = citations(text, document, &headings);
            *right += led;
            found(path, astray);
        }
    }
    for (path, text) in &texts {
        found(path, notes(text));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right[0] > 100 && right[1] > 20, "where are the citations? {right:?}");
}

#[test]
fn every_rule_of_discord_names_its_files_its_source_and_its_day() {
    let document = fs::read_to_string(root().join(DOCUMENT)).expect("the document is there");
    let headings = headings(&document);
    let once: BTreeSet<&&str> = headings.iter().collect();
    assert_eq!(once.len(), headings.len(), "a heading is there twice");
    let (count, wrong) = rules(&document);
    let wrong: Vec<String> = wrong
        .iter()
        .map(|(line, why)| format!("{DOCUMENT}:{line}: {why}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "where are the rules? {count}");
}

#[test]
fn wrong_citations_are_found() {
    let headings = ["Embeds", "Rate limits"];
    for text in [
        "/// A title (docs/DISCORD.md, \"Nowhere\").",
        "/// A title (docs/DISCORD.md, \"embeds\").",
        "//! Titles (docs/DISCORD.md, \"Embeds\" and\n//! \"Nowhere\").",
        "// A title (docs/DISCORD.md,\n    // \"Nowhere\").",
        "/// A title (docs/DISCORD.md \"Embeds\").",
        "/// A title (docs/DISCORD.md, section 1).",
        "/// A title (docs/DISCORD.md section 1).",
        "/// A title (LIMITS section 1).",
        "/// A title, as in LIMITS.md.",
        "/// As SERENITY says.",
        "/// A game (RULINGS, section 4).",
    ] {
        let (_, wrong) = citations(text, DOCUMENT, &headings);
        assert_eq!(wrong.len() + notes(text).len(), 1, "{text:?}: {wrong:?}");
    }
    for (text, count) in [
        ("/// A title (docs/DISCORD.md, \"Embeds\").", 1),
        (
            "//! Titles (docs/DISCORD.md, \"Embeds\" and\n//! \"Rate limits\"), and more.",
            2,
        ),
        (
            "    /// seen (docs/DISCORD.md, \"Rate\n    /// limits\", hikari) and \"more\".",
            1,
        ),
        (
            "It is written in docs/DISCORD.md and in openapi.json; [here](docs/DISCORD.md).",
            0,
        ),
        ("const RATE_LIMITS: u8 = 1; let limits = LIMITSX;", 0),
    ] {
        assert_eq!(citations(text, DOCUMENT, &headings), (count, Vec::new()), "{text:?}");
        assert_eq!(notes(text), [], "{text:?}");
    }
}

#[test]
fn rules_without_a_file_a_source_or_a_day_are_found() {
    let with = |row: &str| {
        rules(&format!(
            "## Embeds\n\n{HEADER}\n|:--|:--|:--|:--|\n{row}\n\n| type | what |\n| 4 | message |\n"
        ))
    };
    assert_eq!(
        with("| A title | `lib.rs`, `tests/support/openapi.rs` | docs | 2026-08-06 |"),
        (1, Vec::new())
    );
    for row in [
        "| A title | `nowhere.rs` | docs | 2026-08-06 |",
        "| A title | somewhere | docs | 2026-08-06 |",
        "| A title | `lib.rs` |  | 2026-08-06 |",
        "| A title | `lib.rs` | docs | August |",
        "| A title | `lib.rs` | docs |",
    ] {
        let (_, wrong) = with(row);
        assert_eq!(
            (wrong.len(), wrong.first().map(|(line, _)| *line)),
            (1, Some(5)),
            "{row:?}: {wrong:?}"
        );
    }
}
