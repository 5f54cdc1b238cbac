//! Records that are checked, and the promise behind a game.

use std::fs;

use whistle::games::{self, Options};
use whistle::referee::fair::{Chain, Receipt, Secret};
use whistle::referee::recording::Recorder;
use whistle::rules::{Awaits, By, Luck, Record, Resealed};

use super::{Cli, dealt, drawn, sentence, text};

#[test]
fn recorded_simulations_verify_until_they_are_tampered_with() {
    let cli = Cli::new();
    let file = cli.path().join("games.jsonl");
    cli.prints(&[
        "simulate",
        "binome",
        "--seats",
        "3",
        "--games",
        "5",
        "--records",
        "games.jsonl",
    ]);
    let sound = fs::read_to_string(&file).unwrap();
    assert_eq!(sound.lines().count(), 5);
    let said = cli.prints(&["verify", "games.jsonl"]);
    assert!(
        said.contains("5 games sound, 0 wrong") && said.contains("90 of 90 draws"),
        "{said}"
    );
    let mut lines: Vec<String> = sound.lines().map(str::to_owned).collect();
    let mut record = Record::from_line(&lines[3]).unwrap();
    assert_eq!(record.events[1].by, By::Chance);
    let other = if record.events[1].what == "roll 4" {
        "roll 5"
    } else {
        "roll 4"
    };
    record.events[1].what = other.to_owned();
    lines[3] = record.to_line();
    lines[1] = lines[1].replacen("\"of\":16", "\"of\":15", 1);
    lines.push("nonsense".to_owned());
    fs::write(&file, lines.join("\n\n")).unwrap();
    let output = cli.run(&["verify", "games.jsonl"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("line 7, event 1: the seed gives"), "{said}");
    assert!(said.contains("line 3, event 2: `of` is 15"), "{said}");
    assert!(
        said.contains("line 11: ") && said.contains("3 games sound, 3 wrong"),
        "{said}"
    );
}

#[test]
fn a_game_that_ended_by_word_is_told_and_checked() {
    let cli = Cli::new();
    let mut recorder = Recorder::new(games::find("binary").unwrap(), &Options::new(), 2).unwrap();
    recorder
        .draw(&Secret::from_bytes([7; 32]).seed("42", 1, &["100"]))
        .unwrap();
    let Awaits::Seats(seats) = recorder.play().awaits() else {
        panic!("somebody begins")
    };
    recorder
        .take(By::Seat(seats.iter().next().unwrap()), "b2", false)
        .unwrap();
    let running = recorder.record().unwrap();
    let tell = |ended: &str, places: &str| {
        let end = format!(r#","ended":"{ended}","result":{{"places":{places},"scores":null}}}}"#);
        let line = running.to_line().strip_suffix('}').unwrap().to_owned() + &end;
        fs::write(cli.path().join("game.jsonl"), line).unwrap();
        let told = cli.run(&["replay", "game.jsonl"]);
        let checked = cli.run(&["verify", "game.jsonl"]);
        let told = text(&told.stdout) + &text(&told.stderr);
        (
            told,
            checked.status.code(),
            text(&checked.stdout) + &text(&checked.stderr),
        )
    };
    let (told, sound, said) = tell("resigned 0", "[2,1]");
    assert!(
        told.contains("Seat 0 resigns.") && told.contains("Places: seat 0: 2, seat 1: 1"),
        "{told}"
    );
    assert!(!told.contains("still running"), "{told}");
    assert_eq!(sound, Some(0), "{said}");
    assert!(
        said.contains("1 game sound") && said.contains("0 still running"),
        "{said}"
    );
    let (told, sound, said) = tell("agreed", "[1,1]");
    assert!(told.contains("The seats agree on a draw."), "{told}");
    assert_eq!(sound, Some(0), "{said}");
    let (told, sound, said) = tell("resigned 0", "[1,2]");
    assert!(told.contains("The file tells another end"), "{told}");
    assert_eq!(sound, Some(1), "{said}");
    let (told, sound, said) = tell("resigned 7", "[1,2]");
    assert!(
        told.contains("The file tells another end") && told.contains("still running"),
        "{told}"
    );
    assert!(sound == Some(1) && said.contains("no such seat"), "{said}");
    let (_, sound, said) = tell("sulked", "[1,2]");
    assert!(sound == Some(1) && said.contains("resigned S"), "{said}");
}

#[test]
fn the_promise_behind_a_game_can_be_checked() {
    let cli = Cli::new();
    let secret = Secret::from_bytes([7; 32]);
    let mut record = dealt(&secret);
    let (told, promised) = (secret.to_hex(), secret.commitment().to_string());
    let write = |record: &Record| fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
    let check = |secret: &str, promised: &str, joins: &str| {
        cli.run(&[
            "verify",
            "game.jsonl",
            "--secret",
            secret,
            "--commitment",
            promised,
            "--table",
            "42",
            "--joins",
            joins,
        ])
    };
    // Without its seed the record is checked with the one that follows from the secret.
    write(&record);
    let said = text(&check(&told, &promised, "100,200").stdout);
    assert!(said.contains("promised") && said.contains("18 of 18 draws"), "{said}");
    assert!(said.contains("whoever ran the bot could choose"), "{said}");
    assert_eq!(check(&told, &promised, "200,100").status.code(), Some(1));
    record.seed = Some(secret.seed("42", 1, &["100", "200"]).to_hex());
    write(&record);
    assert!(check(&told, &promised, "100,200").status.success());
    assert_eq!(check(&told, &promised, "100").status.code(), Some(1));
    assert!(sentence(&check(&"0".repeat(64), &promised, "100,200")).contains("not the one that was promised"));
    assert!(sentence(&check("beef", &promised, "100,200")).contains("--secret"));
}

#[test]
fn a_game_that_was_sealed_anew_is_checked_with_both_secrets() {
    let cli = Cli::new();
    let [first, second] = [7, 8].map(|byte| Secret::from_bytes([byte; 32]));
    let seed = |secret: &Secret| secret.seed("42", 1, &["100", "200"]);
    let mut record = drawn(|index| seed(if index < 20 { &first } else { &second }));
    record.seed = Some(seed(&first).to_hex());
    record.resealed = vec![Resealed {
        from: 20,
        seed: seed(&second).to_hex(),
    }];
    fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
    let check = |secrets: [&Secret; 2], promised: &[&Secret]| {
        let secrets = secrets.map(Secret::to_hex).join(",");
        let promised: Vec<String> = promised.iter().map(|secret| secret.commitment().to_string()).collect();
        let promised = promised.join(",");
        let table = ["--table", "42", "--joins", "100,200"];
        let told = ["verify", "game.jsonl", "--secret", &secrets, "--commitment", &promised];
        cli.run(&[&told[..], &table[..]].concat())
    };
    let said = text(&check([&first, &second], &[&first, &second]).stdout);
    assert!(said.contains("The 2 secrets are those that were promised"), "{said}");
    assert!(
        said.contains("1 game sound, 0 wrong") && said.contains("18 of 18 draws"),
        "{said}"
    );
    // In another order, or with one of them twice, a seed has no secret left to follow from.
    for secrets in [[&second, &first], [&first, &first]] {
        let told = check(secrets, &secrets);
        let said = text(&told.stdout);
        assert!(
            told.status.code() == Some(1) && said.contains("does not follow"),
            "{said}"
        );
    }
    assert!(sentence(&check([&first, &second], &[&first])).contains("as many promises as secrets"));
    assert!(sentence(&check([&first, &second], &[&second, &first])).contains("not the one that was promised"));
}

/// A game of two at a table where words were added, from this secret.
fn lucky(secret: &Secret, words: &[&str]) -> Record {
    let seal = secret.commitment();
    let seed = secret.seed_with_words(1, &Chain::of(&seal, words));
    let mut record = drawn(|_| seed.clone());
    record.seed = Some(seed.to_hex());
    (record.match_id, record.round) = (Some("42".to_owned()), Some(1));
    record.luck = Some(Luck {
        secrets: vec![secret.to_hex()],
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        missed: None,
        seats: None,
    });
    record
}

#[test]
fn a_word_that_was_left_out_changed_or_moved_is_found_by_its_receipt() {
    let cli = Cli::new();
    let (secret, words) = (Secret::from_bytes([7; 32]), ["ombre", "sept à table"]);
    let seal = secret.commitment();
    let receipt = |number: usize| Receipt {
        seal,
        number,
        before: Chain::of(&seal, &words[..number - 1]),
        word: words[number - 1].to_owned(),
    };
    let receipts = format!("{},{}", receipt(1), receipt(2));
    let check = |record: &Record, more: &[&str]| {
        fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
        let output = cli.run(&[&["verify", "game.jsonl"], more].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let record = lucky(&secret, &words);
    let (sound, said) = check(&record, &["--receipt", &receipts, "--commitment", &seal.to_string()]);
    assert!(
        sound == Some(0) && said.contains("the secret that was sealed"),
        "{said}"
    );
    assert!(said.contains("2 of your receipts hold; 0 of 2 words"), "{said}");
    let (sound, said) = check(&record, &[]);
    assert!(
        sound == Some(0) && said.contains("No seal of yours") && said.contains("No receipt of yours"),
        "{said}"
    );
    let mut missed = record.clone();
    missed.luck.as_mut().unwrap().missed = Some(123);
    let (sound, told) = check(&missed, &[]);
    assert!(
        sound == Some(0) && told.contains("Round 123 of drand, which came out at Wed, 23 Aug 2023"),
        "{told}"
    );
    assert!(told.contains("is not in them") && !said.contains("drand"), "{told}");
    // A word that was put in behind the last one, which its owner knows to have been the last.
    let more = lucky(&secret, &[words[0], words[1], "behind"]);
    let (sound, said) = check(&more, &["--receipt", &receipts]);
    assert!(
        sound == Some(0) && said.contains("1 of 3 words of luck came after them"),
        "{said}"
    );
    for (other, finds) in [
        (
            lucky(&secret, &words[1..]),
            "receipt 1: the word of the receipt is not in its place",
        ),
        (
            lucky(&secret, &["ombre", "huit à table"]),
            "receipt 2: the word of the receipt is not in its place",
        ),
        (lucky(&secret, &["", "ombre", "sept à table"]), "receipt 1: "),
        (lucky(&secret, &["sept à table", "ombre"]), "receipt 1: "),
        (
            lucky(&Secret::from_bytes([8; 32]), &words),
            "receipt 1: the seal of the receipt",
        ),
        (dealt(&secret), "it has no words"),
    ] {
        let (sound, said) = check(&other, &["--receipt", &receipts]);
        assert!(sound == Some(1) && said.contains(finds), "{said}");
    }
    let (sound, said) = check(&record, &["--receipt", "whistle-receipt-1:beef"]);
    assert!(
        sound == Some(1) && said.contains("--receipt: this is not a receipt"),
        "{said}"
    );
}

/// Whoever runs the bot drew secrets until one suited: the table before had told another seal.
#[test]
fn a_secret_that_was_not_sealed_before_is_refused() {
    let cli = Cli::new();
    let told = Secret::from_bytes([7; 32]).commitment().to_string();
    let forged = lucky(&Secret::from_bytes([8; 32]), &[]);
    fs::write(cli.path().join("game.jsonl"), forged.to_line()).unwrap();
    assert_eq!(
        cli.run(&["verify", "game.jsonl"]).status.code(),
        Some(0),
        "of itself it is sound"
    );
    let output = cli.run(&["verify", "game.jsonl", "--commitment", &told]);
    let said = text(&output.stdout);
    assert!(
        output.status.code() == Some(1) && said.contains("not those that were sealed"),
        "{said}"
    );
    // Nor does it help to say that the table was an old one.
    let old = Record { luck: None, ..forged };
    fs::write(cli.path().join("game.jsonl"), old.to_line()).unwrap();
    let output = cli.run(&["verify", "game.jsonl", "--commitment", &told]);
    let said = text(&output.stdout);
    assert!(
        output.status.code() == Some(1) && said.contains("tells no secret"),
        "{said}"
    );
}

#[test]
fn files_that_cannot_be_read_get_a_sentence() {
    let cli = Cli::new();
    fs::write(cli.path().join("empty"), "\n\n").unwrap();
    fs::write(cli.path().join("bytes"), [0xff, 0xfe, b'\n']).unwrap();
    fs::write(cli.path().join("other"), "{}\n").unwrap();
    for command in ["verify", "replay"] {
        assert!(sentence(&cli.run(&[command, "missing"])).contains("cannot read missing"));
        assert!(sentence(&cli.run(&[command, "empty"])).contains("holds no records"));
        assert!(sentence(&cli.run(&[command, "bytes"])).contains("cannot read bytes"));
    }
    assert!(sentence(&cli.run(&["replay", "other"])).contains("line 1: "));
}

#[test]
fn rubbish_in_a_file_is_told_line_by_line_and_does_nothing_to_the_terminal() {
    let cli = Cli::new();
    let line = dealt(&Secret::from_bytes([9; 32])).to_line();
    let lines = [
        line.clone(),
        line[..line.len() / 2].to_owned(),
        line.replacen("\"seats\"", "\"seats\u{1b}[2J\u{202e}\"", 1),
        line.replacen(
            "\"options\":{",
            &format!("\"options\":{{\"x\":\"{}\",", "\\u0007y".repeat(5000)),
            1,
        ),
        line.replacen("\"seats\":2", "\"seats\":300", 1),
        format!("{}{}", "[".repeat(50_000), "]".repeat(50_000)),
        "x".repeat(3 << 20),
        line.replacen("\"places\":[", &format!("\"places\":[{}", "1,".repeat(20_000)), 1),
        format!("{line}\r"),
    ];
    fs::write(cli.path().join("games.jsonl"), lines.join("\n")).unwrap();
    let output = cli.run(&["verify", "games.jsonl"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("2 games sound, 7 wrong"), "{said}");
    for number in 2..=8 {
        assert_eq!(said.matches(&format!("line {number}")).count(), 1, "{said}");
    }
    let odd = |letter: char| (letter.is_control() && letter != '\n') || letter == '\u{202e}';
    assert!(!said.contains(odd) && !said.contains("panicked"), "{said:?}");
    assert!(said.lines().all(|line| line.chars().count() < 2000), "{said}");
    let told = sentence(&cli.run(&["replay", "games.jsonl"]));
    assert!(told.contains("line 2: "), "{told}");
    fs::write(cli.path().join("games.jsonl"), &lines[2]).unwrap();
    let told = sentence(&cli.run(&["replay", "games.jsonl"]));
    assert!(!told.contains(odd) && told.contains("line 1: "), "{told:?}");
}

#[test]
fn the_help_tells_of_words_and_receipts_and_leaves_ids_to_old_tables() {
    let help = Cli::new().prints(&["verify", "--help"]);
    let (before, old) = help
        .split_once("there were words is an old one")
        .expect("old tables are named");
    for wanted in ["words of luck", "(--commitment)", "(--receipt)", "FAIRNESS.md"] {
        assert!(before.contains(wanted), "{wanted}: {before}");
    }
    assert!(old.contains("(--secret, --table, --joins)"), "{old}");
    let explained = before.split_once("A record alone").expect("what to give").1;
    assert!(
        !explained.contains("--joins"),
        "ids enter nothing at a new table: {explained}"
    );
    assert!(old.contains("--commitment a41b… --receipt"), "{old}");
}
