//! Words that the project has given up for the field's own must not come back, in code, comments and documents.

use super::paths::is_word;
use super::sources::{collect, line_of, without_strings};
use std::fs;
use std::path::{Path, PathBuf};

/// A word that must not come back, and the one that takes its place.
const GIVEN_UP: &[(&str, &str)] = &[
    ("Aside", "Rejected"),
    ("attendance", "presence"),
    ("Backstage", "background runtime"),
    ("backstage", "background runtime"),
    ("Bids", "SealedChoiceGame"),
    ("breath", "send_delay"),
    ("Bringing", "Attempt"),
    ("clockwork", "scheduler"),
    ("Crowd", "UserLimiter, or players"),
    ("Deed", "Action"),
    ("deed", "action"),
    ("deeds", "actions"),
    ("Desk", "PanelState"),
    ("Ear", "ShardHealth"),
    ("Easel", "InFlight"),
    ("easel", "in_flight"),
    ("erased", "dyn_game"),
    ("Errand", "CommandKind"),
    ("errand", "kind of a command"),
    ("Flight", "SlotGuard"),
    ("Gathering", "LobbyShape"),
    ("Hall", "Guild"),
    ("hall", "guild"),
    ("hang_up", "disconnect"),
    ("Happened", "Applied"),
    ("knock", "dm_fallback_delay"),
    ("Manner", "DeliveryConfig"),
    ("Painters", "RenderPool"),
    ("painters", "render_pool"),
    ("Planted", "InjectedFault"),
    ("Pledges", "RevisableChoiceGame"),
    ("Plot", "Scenario"),
    ("plot", "scenario"),
    ("Prospect", "Evaluation"),
    ("Recall", "cache"),
    ("Ropes", "TeamGame"),
    ("ropes", "team_game"),
    ("see_roll", "roll_view"),
    ("see_seat", "seat_view"),
    ("Shelf", "what the double stands for"),
    ("Sitting", "TableSession"),
    ("Staged", "TableFixture"),
    ("staged", "fixture"),
    ("storm", "simulation"),
    ("Studio", "Renderer"),
    ("studio", "renderer"),
    ("thumbs", "random play"),
    ("truce", "draw offer"),
    ("twins", "noninterference"),
    ("waking", "registry"),
    ("Weather", "FaultPlan"),
    ("weather", "fault_plan"),
    ("weighed", "consequences"),
    ("weighty", "needs_reading_time"),
    ("Whence", "Origin"),
    ("whence", "origin"),
    ("Wish", "Desired"),
    ("Wishes", "DesiredMessages"),
];

/// Where an old word is told of: the name of a column that stays, and what this list forbids.
const MEANT: [(&str, &str); 1] = [("docs/CONTRIBUTING.md", "hall")];

/// Code and comments of a source. Names in the database and in records stay as they were, and they stand in strings.
fn bare(text: &str) -> String {
    let code = without_strings(text);
    let comment = |line: &&str| line.trim_start().starts_with("//");
    let comments: Vec<&str> = text
        .lines()
        .map(|line| Some(line).filter(comment).unwrap_or_default())
        .collect();
    let both = code
        .lines()
        .zip(comments)
        .map(|(code, comment)| format!("{code} {comment}\n"));
    both.collect()
}

/// The words of a text that were given up, with their lines.
fn given_up(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for &(word, _) in GIVEN_UP {
        for (at, _) in text.match_indices(word) {
            let before = text[..at].chars().next_back().is_some_and(is_word);
            let behind = text[at + word.len()..].chars().next().is_some_and(is_word);
            if !before && !behind {
                found.push((line_of(text, at), word));
            }
        }
    }
    found
}

/// What is to be read: all code, the documents, and the front page. This file is left out.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut files = vec![root.join("README.md")];
    for folder in ["src", "tests", "benches"] {
        collect(&root.join(folder), "rs", &mut files);
    }
    collect(&root.join("docs"), "md", &mut files);
    files.retain(|file| !file.ends_with(file!()));
    files
}

#[test]
fn no_word_comes_back_that_was_given_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = files(root);
    assert!(files.len() > 500, "they are found");
    let mut faults = Vec::new();
    for file in files {
        let path = file.strip_prefix(root).expect("a file of this package");
        let path = path.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a text can be read");
        let found = if path.ends_with(".rs") {
            given_up(&bare(&text))
        } else {
            given_up(&text)
        };
        for (line, word) in found {
            let instead = GIVEN_UP.iter().find(|(old, _)| *old == word).map_or("", |(_, new)| new);
            if !MEANT.contains(&(path.as_str(), word)) {
                faults.push(format!("{path}:{line}: {word}, which is {instead} now"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_word_that_comes_back_is_found_and_the_names_of_the_database_are_not() {
    let in_code = |text: &str| given_up(&bare(text));
    assert_eq!(in_code("let hall = 1;\nstruct Deed;"), [(2, "Deed"), (1, "hall")]);
    assert_eq!(in_code("/// A truce.\nfn f() {}"), [(1, "truce")]);
    assert_eq!(in_code("\"SELECT hall\"; shall(hallway); Indeed"), []);
    assert_eq!(
        given_up("A *hall*, whence \"deeds\""),
        [(1, "deeds"), (1, "hall"), (1, "whence")]
    );
}
