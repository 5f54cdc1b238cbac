//! OpenSpiel's search sits at the table as a program, where the module is installed.

use std::process::Command;

use super::text;

/// The Python that has the module; `OPENSPIEL_PYTHON` names another one than `python3`.
fn python() -> Option<String> {
    let python = std::env::var("OPENSPIEL_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let tried = Command::new(&python)
        .args(["-c", "import open_spiel, pyspiel"])
        .output();
    tried.is_ok_and(|tried| tried.status.success()).then_some(python)
}

#[test]
fn openspiel_knows_the_rules_of_its_games() {
    let Some(python) = python() else {
        eprintln!("skipped: the module open_spiel is not installed");
        return;
    };
    // It compares its rules with those of the referee, in records and at the table, and fails where they differ.
    let check = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openspiel/check.py");
    let output = Command::new(python)
        .args(["-B", check, env!("CARGO_BIN_EXE_whistle"), "10"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}
