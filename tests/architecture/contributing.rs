//! Holds docs/CONTRIBUTING.md against the project: how many places a change touches, that they exist, that its commands name
//! tests which exist, and that no more lines name a game than it says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::paths::named;
use super::sources::{Source, line_of, program};

const DOCUMENT: &str = "docs/CONTRIBUTING.md";
/// The changes whose places are listed.
const CHANGES: [&str; 6] = [
    "Add a game",
    "Add a command",
    "Add a button",
    "Add a language",
    "Add a migration",
    "Add a check to `whistle doctor`",
];
/// What stands before and behind the number of lines that name a game.
const NAMES_A_GAME: [&str; 2] = ["Outside of its folder, ", " lines of `src` name a game's module"];
/// Where the catalogue is.
const GAMES: &str = "src/games/mod.rs";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document() -> String {
    fs::read_to_string(root().join(DOCUMENT)).expect("the document is there")
}

/// Whether a file or a folder of the project exists.
fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// The number between two texts.
fn number(text: &str, [before, behind]: [&str; 2]) -> Option<usize> {
    text.split_once(before)?.1.split_once(behind)?.0.parse().ok()
}

/// What stands below a heading.
fn section<'d>(document: &'d str, heading: &str) -> Option<&'d str> {
    let (_, below) = document.split_once(&format!("\n## {heading}\n"))?;
    below.split("\n## ").next()
}

/// What is wrong with the list of places below a heading.
fn wrong_list(document: &str, heading: &str) -> Vec<String> {
    let Some(section) = section(document, heading) else {
        return vec![format!("{DOCUMENT} has no section {heading:?}")];
    };
    let Some((_, list)) = section.split_once("\nTouches ") else {
        return vec![format!("{heading}: no line says \"Touches N places:\"")];
    };
    let Some(said) = number(&format!("Touches {list}"), ["Touches ", " places:\n\n"]) else {
        return vec![format!("{heading}: \"Touches N places:\" has no number")];
    };
    let list = list.split("\n\n").nth(1).unwrap_or_default();
    let bullets: Vec<&str> = list.lines().filter(|line| line.starts_with("* ")).collect();
    let mut wrong = Vec::new();
    if bullets.len() != said {
        wrong.push(format!("{heading}: touches {} places and says {said}", bullets.len()));
    }
    for bullet in bullets {
        let path = bullet.strip_prefix("* `").and_then(|path| path.split_once('`'));
        match path {
            Some((path, _)) if exists(path) => {}
            Some((path, _)) => wrong.push(format!("{heading}: there is no {path}")),
            None => wrong.push(format!("{heading}: {bullet:?} does not begin with a path")),
        }
    }
    wrong
}

/// Whether a file of its own or Cargo.toml makes a target of tests.
fn is_target(name: &str) -> bool {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml is there");
    let mut declared = manifest.split("[[test]]\n").skip(1);
    exists(&format!("tests/{name}.rs"))
        || exists(&format!("tests/{name}/main.rs"))
        || declared.any(|target| target.starts_with(&format!("name = \"{name}\"\n")))
}

/// How many targets and modules the commands of a text name, and which of these do not exist, by line.
fn commands(text: &str) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for (at, _) in text.match_indices("cargo test") {
        let command = text[at..].split(['`', '\n', '#']).next().unwrap_or_default();
        let words: Vec<&str> = command.split_whitespace().collect();
        for pair in words.windows(2) {
            let exists = match (pair[0], pair[1].split_once("::")) {
                ("--test", _) => is_target(pair[1]),
                ("--lib", Some((room, _))) => exists(&format!("src/{room}")) || exists(&format!("src/{room}.rs")),
                _ => continue,
            };
            count += 1;
            if !exists {
                wrong.push(format!("{DOCUMENT}:{}: there is no {}", line_of(text, at), pair[1]));
            }
        }
    }
    (count, wrong)
}

/// The paths of the games' modules below `games`, as the catalogue names them.
fn catalogue(sources: &[Source]) -> Vec<Vec<String>> {
    let source = sources.iter().find(|source| source.path == GAMES).expect("the games");
    let list = source.code.split("static CATALOGUE").nth(1).expect("the catalogue");
    let lines = list.split("];").next().unwrap_or_default().split("GameEntry::of::<");
    let paths = lines.skip(1).map(|line| {
        let (path, _) = line.split_once('>').expect("a type");
        let mut path: Vec<String> = path.split("::").map(str::to_owned).collect();
        path.pop();
        path
    });
    // A module that is imported is named in full by its import.
    let imports = named(source);
    let in_full = |path: Vec<String>| {
        let mut imports = imports.iter().map(|import| &import.path);
        let import = imports.find(|import| import.len() > 1 && path.len() == 1 && import.last() == path.first());
        import.cloned().unwrap_or(path)
    };
    paths.map(in_full).collect()
}

/// The lines outside of a game's own folder that name its module, and how many of these import it into the catalogue.
fn lines_that_name(game: &[String], sources: &[Source]) -> (BTreeSet<String>, usize) {
    let (name, families) = game.split_last().expect("a game has a name");
    let folder = format!("src/games/{}/", game.join("/"));
    let house = ["crate", "games"].into_iter();
    let in_full: Vec<&str> = house.chain(game.iter().map(String::as_str)).collect();
    let (mut lines, mut imports) = (BTreeSet::new(), 0);
    let outside = |source: &&Source| !source.path.starts_with(&folder) && source.code.contains(name);
    for source in sources.iter().filter(outside) {
        // Where it or its family is declared, a path may begin at its name.
        let above = (0..=families.len()).any(|many| {
            let family: String = families[..many].iter().map(|family| format!("{family}/")).collect();
            source.path == format!("src/games/{family}mod.rs")
        });
        for found in named(source) {
            if found.starts(&in_full) || above && found.path.contains(name) {
                let line = source.code.lines().nth(found.line - 1).unwrap_or_default();
                let is_new = lines.insert(format!("{}:{}: {}", source.path, found.line, line.trim()));
                let is_import = source.path == GAMES && line.starts_with("use ");
                imports += usize::from(is_new && is_import);
            }
        }
    }
    (lines, imports)
}

/// The games that are named by another number of lines than the document says.
fn wrong_games(document: &str, sources: &[Source]) -> Vec<String> {
    let said = section(document, CHANGES[0]).and_then(|section| number(section, NAMES_A_GAME));
    let Some(said) = said else {
        return vec![format!("{DOCUMENT} does not say {}", NAMES_A_GAME.join("N"))];
    };
    let wrong = |game: Vec<String>| {
        let (lines, imports) = lines_that_name(&game, sources);
        let (name, lines) = (game.join("::"), Vec::from_iter(lines));
        let why = format!("{DOCUMENT} says that {said} lines name {name}: {lines:#?}");
        (lines.len() != said + imports).then_some(why)
    };
    catalogue(sources).into_iter().filter_map(wrong).collect()
}

#[test]
fn every_change_touches_the_places_that_are_listed() {
    let document = document();
    let wrong: Vec<String> = CHANGES
        .iter()
        .flat_map(|change| wrong_list(&document, change))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_names_tests_that_exist() {
    let (count, wrong) = commands(&document());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 30, "where are the commands? {count}");
}

#[test]
fn a_game_is_named_outside_of_its_folder_as_often_as_is_said() {
    let sources = program();
    let games = catalogue(&sources);
    assert_eq!(games.len(), whistle::games::CATALOGUE.len(), "{games:?}");
    let wrong = wrong_games(&document(), &sources);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_count_a_wrong_path_and_a_wrong_command_are_found() {
    let of_list = |list: &str| format!("# Title\n\n## Add a game\n{list}\n\n## Next\n\n* more\n");
    let listed = |list: &str| wrong_list(&of_list(list), "Add a game");
    let two = "* `src/games/`: a folder\n  of its own.\n* `README.md`: a row.";
    assert_eq!(listed(&format!("\nTouches 2 places:\n\n{two}")), Vec::<String>::new());
    for wrong in [
        format!("\nTouches 3 places:\n\n{two}"),
        format!("\nTouches two places:\n\n{two}"),
        format!("\n{two}"),
        "\nTouches 1 places:\n\n* `src/nowhere.rs`: a line.".to_owned(),
        "\nTouches 1 places:\n\n* a line in `README.md`.".to_owned(),
    ] {
        assert_eq!(listed(&wrong).len(), 1, "{wrong}");
    }
    assert_eq!(wrong_list("# Title\n", "Add a game").len(), 1);

    let right = "`cargo test --lib rules::seat`, `cargo test --release --test kills -- --kills 2`, `cargo test --lib`";
    assert_eq!(commands(right), (2, Vec::new()));
    for wrong in ["cargo test --test nowhere", "cargo test --lib nowhere::"] {
        assert_eq!(commands(wrong).1.len(), 1, "{wrong}");
    }
}

#[test]
fn a_line_too_many_that_names_a_game_is_found() {
    let mut sources = program();
    // Reading the others again would take long.
    sources.retain(|source| source.path.starts_with("src/games/") && source.path.ends_with("mod.rs"));
    let games = catalogue(&sources).len();
    let says = |many: usize| format!("\n## Add a game\n\n{}\n", NAMES_A_GAME.join(&many.to_string()));
    assert_eq!(wrong_games(&says(2), &sources), Vec::<String>::new());
    assert_eq!(wrong_games(&says(3), &sources).len(), games, "a wrong count");
    assert_eq!(wrong_games("# Title\n", &sources).len(), 1, "no count");
    sources.push(Source {
        path: "src/cli/planted.rs".to_owned(),
        code: "use crate::games::{binome::Binome, double_seven::tree::Tree};".to_owned(),
    });
    assert_eq!(wrong_games(&says(2), &sources).len(), 2, "two games are named again");
}
