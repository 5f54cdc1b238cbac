//! Holds the rooms that speak to people against one rule: every word stands in a language file, and none in the sources.

mod sources;

use sources::{Source, closing, program, without_strings};

/// Where messages to people are put together: no text of theirs may stand there.
const SPEAKERS: [&str; 9] = [
    "show/",
    "components/",
    "commands",
    "past",
    "private",
    "records",
    "moves",
    "opening",
    "desired_messages",
];

/// What looks like words and is none: a command line, which is the same in every language.
const NO_WORDS: [&str; 1] = ["whistle verify "];

/// Where something may be said to whoever runs the bot, or to whoever finds a fault of the program.
const ASIDES: [&str; 8] = [
    "tracing::debug!",
    "tracing::info!",
    "tracing::warn!",
    "tracing::error!",
    "unreachable!",
    "panic!",
    ".expect",
    "#[error",
];

/// `code` without what is said aside.
fn without_asides(code: &str) -> String {
    let bare = without_strings(code);
    let mut left = code.to_owned();
    for aside in ASIDES {
        for (at, _) in bare.match_indices(&format!("{aside}(")) {
            let end = closing(&bare, at + aside.len());
            let blank: String = code[at..end]
                .chars()
                .map(|c| if c == '\n' { '\n' } else { ' ' })
                .collect();
            left.replace_range(at..end, &blank);
        }
    }
    left
}

/// Whether a string would be read as words: two in a row, or one with a capital.
fn is_said(text: &str) -> bool {
    let letters = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let mut row = 0;
    let several = text.split(' ').any(|word| {
        let word = word.trim_matches([',', '.', ':', ';', '!', '?', '*']);
        row = if letters(&word) { row + 1 } else { 0 };
        row > 1
    });
    let capital = text.starts_with(char::is_uppercase) && letters(&text) && text.contains(char::is_lowercase);
    several || capital
}

/// The strings of a source that people would read and no translator would find.
fn unsayable(source: &Source) -> Vec<String> {
    let code: String = source
        .code
        .chars()
        .map(|c| if c.is_ascii() { c } else { '?' })
        .collect();
    let strings = sources::strings(&without_asides(&code)).into_iter();
    let said = strings.filter(|(_, text)| is_said(text) && !NO_WORDS.iter().any(|known| text.starts_with(known)));
    said.map(|(line, text)| format!("{}:{line}: {text:?}", source.path))
        .collect()
}

#[test]
fn nothing_is_said_to_people_but_by_the_language_files() {
    let sources = program();
    let speaks = |source: &&Source| {
        let room = source.path.strip_prefix("src/discord/");
        room.is_some_and(|room| SPEAKERS.iter().any(|speaker| room.starts_with(speaker)))
    };
    let speakers: Vec<&Source> = sources.iter().filter(speaks).collect();
    assert!(speakers.len() > 20, "they are found");
    let faults: Vec<String> = speakers.into_iter().flat_map(unsayable).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn words_outside_of_the_language_files_are_found() {
    let planted = |code: &str| {
        let path = "src/planted.rs".to_owned();
        let code = sources::without_tests(&sources::without_comments(code));
        unsayable(&Source { path, code }).len()
    };
    assert_eq!(planted(r#"content: "Pong".to_owned()"#), 1);
    assert_eq!(planted(r#"lines.push("nobody is there, sorry".into())"#), 1);
    assert_eq!(planted(r#"format!("**{who}** has won")"#), 1);
    assert_eq!(
        planted(r#"format!("{title} - {name}") + "done-cancel" + "\n" + "x""#),
        0
    );
    assert_eq!(
        planted(r#"tracing::warn!(%error, "the store ({why}) failed"); x.expect("it is there")"#),
        0
    );
    assert_eq!(planted(r#"tracing::warn!("the store"); say("the store")"#), 1);
    assert_eq!(planted(r#"format!("whistle verify {} and more words", file)"#), 0);
}
