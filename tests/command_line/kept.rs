//! Records that were written once, and are never written anew: people keep such files, and each must verify for good.

use std::path::{Path, PathBuf};

use super::Cli;

const SECRET: &str = "0707070707070707070707070707070707070707070707070707070707070707";
const SEAL: &str = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
/// For the second of two words.
const RECEIPT: &str = "whistle-receipt-1:4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0:2:\
    80ba80cfc8947e8ba72b8449989d188f9b979c3dcb9fb9ddebed063669d2117a:7365707420c3a0207461626c65";

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/records/{name}.jsonl"))
}

fn verified(name: &str, more: &[&str]) -> String {
    let path = kept(name).to_string_lossy().into_owned();
    Cli::new().prints(&[&["verify", &path], more].concat())
}

/// How its dice fall and its deck lies follows from a seed, in each game as when the file was written.
#[test]
fn a_kept_record_of_each_game_verifies() {
    let draws = [
        ("binome", 18),
        ("binary", 1),
        ("bingolino", 53),
        ("dominoes", 1),
        ("dominup", 1),
        ("dominomega", 1),
        ("dominimum", 4),
        ("tree", 1),
        ("binmat", 9),
    ];
    for (game, draws) in draws {
        let said = verified(game, &[]);
        let all = format!("1 game sound, 0 wrong; 0 still running; {draws} of {draws} draws");
        assert!(said.starts_with(&all), "{game}: {said}");
    }
}

/// Its seed follows from a secret, from the table and from who joined (`whistle/seed/1`).
#[test]
fn a_kept_record_of_an_old_table_verifies() {
    let promise = [
        "--secret",
        SECRET,
        "--commitment",
        SEAL,
        "--table",
        "42",
        "--joins",
        "100,200",
    ];
    let said = verified("old-table", &promise);
    assert!(said.starts_with("The secret is the one that was promised."), "{said}");
    assert!(
        said.contains("1 game sound, 0 wrong") && said.contains("18 of 18 draws"),
        "{said}"
    );
}

/// Its seed follows from a secret and from words of luck (`whistle/seed/2`).
#[test]
fn a_kept_record_with_words_of_luck_verifies() {
    let said = verified("words", &["--commitment", SEAL, "--receipt", RECEIPT]);
    assert!(
        said.contains("1 game sound, 0 wrong") && said.contains("18 of 18 draws"),
        "{said}"
    );
    assert!(
        said.contains("the secret that was sealed") && said.contains("0 of 2 words"),
        "{said}"
    );
}
