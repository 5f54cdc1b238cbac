//! Follows the links of README.md and docs/: each leads to a file that is there, and to a heading of that file.

use std::fs;
use std::path::{Path, PathBuf};

use super::is_word;
use super::sources::collect;

/// The name by which a link finds a heading: small letters, hyphens for spaces, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| is_word(*c) || [' ', '-'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The anchors of a document. Lines within a block of code are no headings.
fn anchors(document: &str) -> Vec<String> {
    let mut code = false;
    let mut found = Vec::new();
    for line in document.lines() {
        code ^= line.starts_with("```");
        let heading = line.trim_start_matches('#').strip_prefix(' ');
        found.extend(heading.filter(|_| !code && line.starts_with('#')).map(anchor));
    }
    found
}

/// Where the links of a document lead, with their lines: `[text](where)`, and `[text]: where` at the begin of a line.
fn links(document: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(document.lines()) {
        for (at, _) in text.match_indices("](") {
            let quoted = text[..at].matches('`').count() % 2 == 1;
            let inner = text[at + 2..].split([')', ' ']).next().unwrap_or_default();
            found.extend(Some((line, inner)).filter(|_| !quoted));
        }
        let named = text.strip_prefix('[').and_then(|text| text.split_once("]: "));
        found.extend(named.map(|(_, inner)| (line, inner.trim())));
    }
    found
}

/// What is wrong with the links of a document in `folder`; `read` gives the text of a file, or nothing of a folder.
fn astray(folder: &Path, document: &str, read: impl Fn(&Path) -> Option<String>) -> Vec<(usize, String)> {
    let mut wrong = Vec::new();
    for (line, link) in links(document) {
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (path, heading) = link.split_once('#').unwrap_or((link, ""));
        let text = match path {
            "" => Some(document.to_owned()),
            path => read(&folder.join(path)),
        };
        match text {
            None => wrong.push((line, format!("there is no {path}"))),
            Some(text) if !heading.is_empty() && !anchors(&text).iter().any(|anchor| anchor == heading) => {
                wrong.push((line, format!("{link} leads to no heading")));
            }
            Some(_) => {}
        }
    }
    wrong
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = vec![root.join("README.md")];
    collect(&root.join("docs"), "md", &mut files);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).expect("a document can be read");
        let folder = file.parent().expect("a file is in a folder");
        let read = |path: &Path| {
            let text = || fs::read_to_string(path).unwrap_or_default();
            path.exists().then(text)
        };
        count += links(&text).len();
        let found = astray(folder, &text, read).into_iter();
        wrong.extend(found.map(|(line, why)| format!("{}:{line}: {why}", file.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 10, "where are the links? {count}");
}

#[test]
fn links_that_lead_nowhere_are_found() {
    let read =
        |path: &Path| (path == Path::new("docs/there.md")).then(|| "# Its *name*\n\n## Rate limits, 2\n".to_owned());
    let count = |document: &str| astray(Path::new("docs"), document, read).len();
    for right in [
        "[a](there.md)",
        "[a](there.md#rate-limits-2) and [b](there.md#its-name)",
        "## One\n\n[a](#one)",
        "[a](https://example.org/nowhere.md#x), `[a](nowhere.md)`",
        "[a]: there.md",
    ] {
        assert_eq!(count(right), 0, "{right}");
    }
    for wrong in [
        "[a](nowhere.md)",
        "[a](there.md), [b](docs/there.md)",
        "[a](there.md#rate-limits)",
        "[a](there.md#Rate-limits-2)",
        "## One\n\n[a](#two)",
        "```\n## One\n```\n\n[a](#one)",
        "[a]: nowhere.md",
    ] {
        assert_eq!(count(wrong), 1, "{wrong}");
    }
}
