//! What the README calls for is what is called before a change is taken.

use std::path::Path;

/// The commands of a file that run all tests.
fn tests_of(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let code = text
        .lines()
        .filter(|line| line.starts_with("cargo ") || line.starts_with("    cargo "));
    let commands = code.map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned());
    // Benches and chosen suites have reasons of their own.
    let all = |command: &String| {
        command.starts_with("cargo test") && ![" --test ", " --benches"].iter().any(|part| command.contains(part))
    };
    commands.filter(all).collect()
}

#[test]
fn the_readmes_tests_are_those_of_before_a_change_and_say_all_that_is_wrong() {
    let asked = "cargo test --no-fail-fast";
    assert_eq!(tests_of("README.md"), [asked]);
    // Beside that, it must be with the very dependencies that are written down.
    let called = tests_of(".ci/run");
    assert_eq!(called, ["cargo test --locked --no-fail-fast"]);
    assert_eq!(called[0].replace(" --locked", ""), asked);
}

/// Who reads what to do when something is wrong finds it there: the doctor's way out names this part.
#[test]
fn the_readme_says_what_the_doctor_sends_people_there_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let (_, wrong) = readme
        .split_once("\n## When something is wrong\n")
        .expect("a part of its own");
    let wrong = wrong.split("\n## ").next().unwrap_or_default();
    assert!(
        wrong.contains("    whistle doctor\n") && wrong.contains("0 when nothing"),
        "{wrong}"
    );
    assert!(wrong.contains("curl -X PUT") && wrong.contains("/commands"), "{wrong}");
    let doctor = std::fs::read_to_string(root.join("src/cli/doctor/online.rs")).expect("the checks");
    assert!(doctor.contains("README.md says under When something is wrong"));
}

/// The rows of the table in a part of a page that asks who could do something, by what each is about.
fn who(file: &str, part: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).expect("the page");
    let (_, part) = text.split_once(part).expect("the part");
    let rows = part.lines().skip_while(|line| !line.starts_with("| who |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let first = |row: &str| row.split('|').nth(1).unwrap_or_default().trim().to_owned();
    rows.map(first).collect()
}

/// The short table has a row for each row of the full one.
#[test]
fn the_readme_says_in_short_of_everybody_what_they_could_do_about_a_draw() {
    let short = who("README.md", "\n## Was that fair?\n");
    let full = who("docs/FAIRNESS.md", "\n## Who could do what\n");
    assert_eq!(short.len(), full.len(), "{short:?} {full:?}");
    for about in ["a player", "Discord", "all"] {
        for rows in [&short, &full] {
            assert!(rows.iter().any(|row| row.starts_with(about)), "{about}: {rows:?}");
        }
    }
}
