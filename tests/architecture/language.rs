//! Words that the project has given up for the field's own, and where they still stood.

use super::paths::is_word;
use super::sources::{collect, line_of, without_strings};
use std::fs;
use std::path::Path;

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
    ("Crowd", "UserLimiter"),
    ("Deed", "Action"),
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
    ("Sitting", "TableSession"),
    ("Staged", "TableFixture"),
    ("staged", "fixture"),
    ("storm", "simulation"),
    ("Studio", "Renderer"),
    ("studio", "renderer"),
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

/// The rooms of the bot. Tests and the playground have people, crowds and deeds of their own.
const ROOMS: [&str; 9] = [
    "cli", "discord", "games", "picture", "player", "referee", "rules", "store", "words",
];

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
    let bare = bare(text);
    let mut found = Vec::new();
    for &(word, _) in GIVEN_UP {
        for (at, _) in bare.match_indices(word) {
            let before = bare[..at].chars().next_back().is_some_and(is_word);
            let behind = bare[at + word.len()..].chars().next().is_some_and(is_word);
            if !before && !behind {
                found.push((line_of(&bare, at), word));
            }
        }
    }
    found
}

#[test]
fn no_word_comes_back_that_was_given_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for room in ROOMS {
        collect(&root.join("src").join(room), "rs", &mut files);
    }
    assert!(files.len() > 300, "they are found");
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file can be read");
        for (line, word) in given_up(&text) {
            let instead = GIVEN_UP.iter().find(|(old, _)| *old == word).map_or("", |(_, new)| new);
            faults.push(format!("{}:{line}: {word}, which is {instead} now", file.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_word_that_comes_back_is_found_and_the_names_of_the_database_are_not() {
    assert_eq!(given_up("let hall = 1;\nstruct Deed;"), [(2, "Deed"), (1, "hall")]);
    assert_eq!(given_up("/// A truce.\nfn f() {}"), [(1, "truce")]);
    assert_eq!(given_up("\"SELECT hall\"; shall(hallway); Indeed"), []);
}
