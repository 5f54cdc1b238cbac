//! OpenSpiel's search sits at the table as a program, where the module is installed.

use std::process::Command;

use super::{Cli, text};

/// The Python that has the module; `OPENSPIEL_PYTHON` names another one than `python3`.
fn python() -> Option<String> {
    let python = std::env::var("OPENSPIEL_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let tried = Command::new(&python)
        .args(["-c", "import open_spiel, pyspiel"])
        .output();
    tried.is_ok_and(|tried| tried.status.success()).then_some(python)
}

#[test]
fn openspiel_knows_the_rules_of_binary() {
    let Some(python) = python() else {
        eprintln!("skipped: the module open_spiel is not installed");
        return;
    };
    let cli = Cli::new();
    let player = format!(
        "cmd:{python} {}/tests/openspiel/player.py 0.02",
        env!("CARGO_MANIFEST_DIR")
    );
    let arguments = [
        "arena", "binary", "--player", &player, "--player", "random", "--games", "4",
    ];
    let more = ["--ms", "60000", "--json"];
    let path = std::env::var("PATH").unwrap_or_default();
    let output = cli
        .command(&[&arguments[..], &more].concat())
        .env("PATH", path)
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    // It compares the choices of its rules with those of the referee, and stops where they differ.
    assert_eq!(report["contests"][0]["faults"], serde_json::json!([[], []]), "{said}");
}
