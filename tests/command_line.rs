//! Runs the `whistle` command as a person would, and looks at what it says and how it ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use whistle::games::{self, Options};
use whistle::referee::fair::{Secret, SeededSource};
use whistle::referee::recording::Recorder;
use whistle::rules::{Awaits, By, Record};

/// A command in an empty folder and an empty environment.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whistle"));
        command.args(arguments).current_dir(self.path()).env_clear();
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a command prints that must succeed.
    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.prints(arguments)).unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The one sentence of a command that must fail with exit code 1.
fn sentence(output: &Output) -> String {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("whistle: ") && said.trim_end().lines().count() == 1,
        "{said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn help_teaches_every_command() {
    let desk = Desk::new();
    let help = desk.prints(&["--help"]);
    for word in [
        "playground",
        "bot",
        "invite",
        "simulate",
        "replay",
        "verify",
        "DISCORD_TOKEN",
        "WHISTLE_DB",
        "Examples",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for command in ["simulate", "replay", "verify"] {
        assert!(desk.prints(&[command, "--help"]).contains("Examples:"), "{command}");
    }
    for arguments in [
        &["dance"][..],
        &["simulate"],
        &["simulate", "binome", "--games", "0"],
        &["verify"],
        &["playground", "--bind", "everywhere"],
        &["playground", "--demo", "--no-bot"],
    ] {
        let output = desk.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("--help"), "{arguments:?}");
    }
}

#[test]
fn wrong_settings_get_a_sentence() {
    let desk = Desk::new();
    assert!(sentence(&desk.run(&["bot"])).contains("DISCORD_TOKEN is not set"));
    for (name, value, hint) in [
        ("DISCORD_API_BASE", "https://example.org", "--allow-remote-api"),
        ("DISCORD_API_BASE", "nowhere at all", "DISCORD_API_BASE"),
        ("WHISTLE_GUILD", "x", "WHISTLE_GUILD"),
        ("WHISTLE_DB", "/no/folder/at/all.db", "WHISTLE_DB"),
        ("WHISTLE_OPTIONS_BINOME", "[1]", "WHISTLE_OPTIONS_BINOME"),
        ("WHISTLE_OPTIONS_BINOME", r#"{"luck":1}"#, "WHISTLE_OPTIONS_BINOME"),
        (
            "WHISTLE_OPTIONS_BINOME",
            r#"{"boat":true,"battle":true}"#,
            "WHISTLE_OPTIONS_BINOME",
        ),
        ("WHISTLE_OPTIONS_CHESS", "{}", "chess"),
        ("WHISTLE_LOG", "=/=", "WHISTLE_LOG"),
    ] {
        let mut command = desk.command(&["bot"]);
        let output = command
            .env("DISCORD_TOKEN", "MTIzNDU2.hush.hush")
            .env(name, value)
            .output()
            .unwrap();
        let said = sentence(&output);
        assert!(said.contains(hint) && !said.contains("hush"), "{name}={value}: {said}");
    }
}

#[test]
fn the_example_of_the_env_file_can_be_used_as_it_stands() {
    let desk = Desk::new();
    let example = include_str!("../.env.example");
    let used: String = example
        .lines()
        .map(|line| {
            line.strip_prefix('#')
                .filter(|rest| rest.contains('=') && !rest.starts_with(' '))
                .unwrap_or("")
        })
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(used.contains("WHISTLE_OPTIONS_BINOME"));
    // Everything is read before the token is missed, except the token itself.
    let beyond = used
        .replace("#DISCORD_TOKEN=", "")
        .replace("http://127.0.0.1:8080", "http://127.0.0.1:9");
    fs::write(
        desk.path().join(".env"),
        beyond.replace("DISCORD_TOKEN=\n", "DISCORD_TOKEN=MTIz.x.y\n"),
    )
    .unwrap();
    let mut child = desk.command(&["bot"]).stderr(Stdio::piped()).spawn().unwrap();
    // Reaching for the server means that every setting was understood.
    let first = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .next()
        .unwrap()
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.contains("asking Discord"), "{first}");
}

#[test]
fn the_invite_link_comes_from_an_id_a_token_or_the_env_file() {
    let desk = Desk::new();
    let link = |id: &str| {
        format!(
            "https://discord.com/oauth2/authorize?client_id={id}&permissions=309237763072&scope=bot%20applications.commands\n"
        )
    };
    assert_eq!(desk.prints(&["invite", "--client-id", "42"]), link("42"));
    assert!(sentence(&desk.run(&["invite"])).contains("--client-id"));
    let with_token = |token: &str| desk.command(&["invite"]).env("DISCORD_TOKEN", token).output().unwrap();
    assert_eq!(text(&with_token("MTIzNDU2.x.y").stdout), link("123456"));
    assert!(sentence(&with_token("nothing.x.y")).contains("--client-id"));
    fs::write(desk.path().join(".env"), "DISCORD_TOKEN=NzczMTA.x.y\n").unwrap();
    assert_eq!(desk.prints(&["invite"]), link("77310"));
    fs::write(desk.path().join(".env"), "DISCORD_TOKEN='hush hush\n").unwrap();
    let said = sentence(&desk.run(&["invite"]));
    assert!(said.contains(".env") && !said.contains("hush"), "{said}");
}

#[test]
fn a_simulation_reports_as_json_and_as_a_table() {
    let desk = Desk::new();
    let report = desk.json(&["simulate", "binome", "--seats", "4", "--games", "30", "--json"]);
    assert_eq!(
        (
            report["game"].as_str(),
            report["seats"].as_u64(),
            report["games"].as_u64()
        ),
        (Some("binome"), Some(4), Some(30))
    );
    let choices = report["choices"].as_u64().unwrap();
    let (seconds, rate) = (
        report["seconds"].as_f64().unwrap(),
        report["choices_per_second"].as_f64().unwrap(),
    );
    assert!((rate * seconds / choices as f64 - 1.0).abs() < 0.01);
    let lengths = ["min", "median", "max"].map(|key| report["lengths"][key].as_u64().unwrap());
    assert!(
        lengths.is_sorted() && lengths[0] * 30 <= choices && choices <= lengths[2] * 30,
        "{report}"
    );
    let wins: u64 = report["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|won| won.as_u64().unwrap())
        .sum();
    assert!((30 - report["nobody"].as_u64().unwrap()..=120).contains(&wins));
    let table = desk.prints(&["simulate", "binome", "--games", "5"]);
    for word in ["games/s", "choices/s", "median", "seat 0", "seat 1"] {
        assert!(table.contains(word), "{table}");
    }
}

#[test]
fn a_seed_plays_the_same_games_on_any_number_of_threads() {
    let desk = Desk::new();
    let wins = |more: &[&str]| {
        let report = desk.json(&[&["simulate", "binome", "--games", "200", "--json"], more].concat());
        (
            report["wins"].clone(),
            report["choices"].clone(),
            report["lengths"].clone(),
        )
    };
    let one = wins(&["--seed", "7"]);
    assert_eq!(one, wins(&["--seed", "7", "--threads", "3"]));
    assert_ne!(one, wins(&["--seed", "8"]));
}

#[test]
fn options_reach_the_game_and_wrong_ones_get_a_sentence() {
    let desk = Desk::new();
    let options = |more: &[&str]| desk.json(&[&["simulate", "binome", "--games", "2", "--json"], more].concat());
    let boat = options(&["--seats", "6", "--option", "boat=true", "--option", "games=1"]);
    assert_eq!(
        (&boat["options"]["boat"], &boat["options"]["games"]),
        (&Value::Bool(true), &Value::from(1))
    );
    let solo = options(&["--seats", "1"]);
    assert_eq!(
        (&solo["options"]["solo"], &solo["seats"]),
        (&Value::Bool(true), &Value::from(2))
    );
    let as_recorded = options(&["--seats", "2", "--option", "solo=yes"]);
    assert_eq!(as_recorded["options"]["solo"], true);
    let values = options(&["--option", r#"values={"by10":9}"#]);
    assert_eq!(values["options"]["values"]["by10"], 9);
    for (arguments, hint) in [
        (&["simulate", "chess"][..], "binome"),
        (&["simulate", "binome", "--seats", "9"], "1 to 7"),
        (&["simulate", "binome", "--option", "boat"], "NAME=VALUE"),
        (&["simulate", "binome", "--option", "boat=perhaps"], "true or false"),
        (&["simulate", "binome", "--option", "games=9"], "from 1 to 5"),
        (&["simulate", "binome", "--option", "luck=1"], "luck"),
        (&["simulate", "binome", "--option", "boat=true"], "boat"),
        (
            &["simulate", "binome", "--records", "no/such/folder/file"],
            "cannot write",
        ),
    ] {
        let said = sentence(&desk.run(arguments));
        assert!(said.contains(hint), "{arguments:?}: {said}");
    }
}

#[test]
fn recorded_simulations_verify_until_they_are_tampered_with() {
    let desk = Desk::new();
    let file = desk.path().join("games.jsonl");
    desk.prints(&[
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
    let said = desk.prints(&["verify", "games.jsonl"]);
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
    let output = desk.run(&["verify", "games.jsonl"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("line 7, event 1: the seed gives"), "{said}");
    assert!(said.contains("line 3, event 2: `of` is 15"), "{said}");
    assert!(
        said.contains("line 11: ") && said.contains("3 games sound, 3 wrong"),
        "{said}"
    );
}

/// A finished game of two at the table 42, dealt from `secret`.
fn dealt(secret: &Secret) -> Record {
    let seed = secret.seed("42", 1, &["100", "200"]);
    let mut source = SeededSource::new(1);
    let mut recorder = Recorder::new(games::find("binome").unwrap(), &Options::new(), 2).unwrap();
    loop {
        match recorder.play().awaits() {
            Awaits::Nobody(_) => break,
            Awaits::Chance => drop(recorder.draw(&seed).unwrap()),
            Awaits::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let choice = recorder.play().random_choice(seat, &mut source).unwrap();
                recorder.take(By::Seat(seat), &choice, false).unwrap();
            }
        }
    }
    recorder.record().unwrap()
}

#[test]
fn a_game_that_ended_by_word_is_told_and_checked() {
    let desk = Desk::new();
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
        fs::write(desk.path().join("game.jsonl"), line).unwrap();
        let told = desk.run(&["replay", "game.jsonl"]);
        let checked = desk.run(&["verify", "game.jsonl"]);
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
    let desk = Desk::new();
    let secret = Secret::from_bytes([7; 32]);
    let mut record = dealt(&secret);
    let (told, promised) = (secret.to_hex(), secret.commitment().to_string());
    let write = |record: &Record| fs::write(desk.path().join("game.jsonl"), record.to_line()).unwrap();
    let check = |secret: &str, promised: &str, joins: &str| {
        desk.run(&[
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
    assert_eq!(check(&told, &promised, "200,100").status.code(), Some(1));
    record.seed = Some(secret.seed("42", 1, &["100", "200"]).to_hex());
    write(&record);
    assert!(check(&told, &promised, "100,200").status.success());
    assert_eq!(check(&told, &promised, "100").status.code(), Some(1));
    assert!(sentence(&check(&"0".repeat(64), &promised, "100,200")).contains("not the one that was promised"));
    assert!(sentence(&check("beef", &promised, "100,200")).contains("--secret"));
}

#[test]
fn a_replay_shows_what_its_viewer_could_see() {
    let desk = Desk::new();
    let mut record = dealt(&Secret::from_bytes([9; 32]));
    let write = |record: &Record| fs::write(desk.path().join("game.jsonl"), record.to_line()).unwrap();
    write(&record);
    let whole = desk.prints(&["replay", "game.jsonl"]);
    assert!(
        whole.contains("Binome") && whole.contains("Places:") && whole.contains("chance: roll"),
        "{whole}"
    );
    // A game that still runs: its digits are written, and nobody has shown a number.
    let written = record
        .events
        .iter()
        .position(|event| event.what.starts_with("deck"))
        .unwrap();
    record.events.truncate(written + 1);
    record.result = None;
    write(&record);
    let table = desk.prints(&["replay", "game.jsonl"]);
    assert!(table.contains("still running"), "{table}");
    let digits = record.events.iter().filter(|event| event.what.ends_with(['t', 'u']));
    for event in digits {
        assert!(!table.contains(&format!(": {}\n", event.what)), "{table}");
    }
    assert!(!table.contains("deck ") && !table.contains("one of"), "{table}");
    let own = desk.prints(&["replay", "game.jsonl", "--seat", "1"]);
    for event in record.events.iter().filter(|event| matches!(event.by, By::Seat(_))) {
        let By::Seat(seat) = event.by else { continue };
        let line = format!("Seat {seat}: {}", event.what);
        assert_eq!(own.contains(&line), seat.0 == 1, "{line} in {own}");
    }
    assert!(sentence(&desk.run(&["replay", "game.jsonl", "--seat", "2"])).contains("no seat 2"));
    assert!(sentence(&desk.run(&["replay", "game.jsonl", "--game", "2"])).contains("no game 2"));
}

#[test]
fn a_replay_draws_the_boards_for_a_seat_too() {
    let desk = Desk::new();
    let told = |game: &str, more: &[&str]| {
        desk.prints(&["simulate", game, "--games", "1", "--records", "game.jsonl"]);
        desk.prints(&[&["replay", "game.jsonl"], more].concat())
    };
    let binary = told("binary", &[]);
    let files = binary
        .lines()
        .find(|line| line.trim_start().starts_with("a b c"))
        .unwrap();
    let own = told("binary", &["--seat", "1"]);
    let drawn = |text: &str| text.lines().filter(|line| *line == files).count();
    assert!(drawn(&own) > 10 && drawn(&own) == drawn(&binary), "{own}");
    // Every seat has a grid of its own: all are seen, and the viewer's is drawn as its own.
    let before = |text: &str, seat: u8| {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let drawn = [format!("Seat {seat}:"), "A   B   C   D".to_owned()];
        lines.windows(2).any(|pair| *pair == drawn)
    };
    let table = told("bingolino", &[]);
    assert!(before(&table, 0) && before(&table, 1), "{table}");
    let own = told("bingolino", &["--seat", "1"]);
    assert!(before(&own, 0) && !before(&own, 1), "{own}");
}

#[test]
fn a_replay_tells_the_end_that_was_reached_and_no_lapse_that_betrays_a_choice() {
    let desk = Desk::new();
    let mut record = dealt(&Secret::from_bytes([9; 32]));
    let write = |record: &Record| fs::write(desk.path().join("game.jsonl"), record.to_line()).unwrap();
    let pass = record.events.iter().position(|event| event.what == "pass").unwrap();
    let By::Seat(whose) = record.events[pass].by else {
        panic!("chance does not pass");
    };
    // Both choose in secret, so whoever knew of the lapse would know of the pass.
    record.events[pass].lapsed = true;
    let result = record.result.as_mut().unwrap();
    let scores = result.scores.replace(vec![777, 778]).unwrap();
    write(&record);
    let own = desk.prints(&["replay", "game.jsonl", "--seat", &whose.to_string()]);
    assert!(own.contains("(the clock ran out)"), "{own}");
    let table = desk.prints(&["replay", "game.jsonl"]);
    assert!(!table.contains("(the clock ran out)"), "{table}");
    assert!(!table.contains("777") && table.contains("another end"), "{table}");
    assert!(
        table.contains(&format!("Scores: seat 0: {}, seat 1: {}", scores[0], scores[1])),
        "{table}"
    );
}

#[test]
fn another_seats_secrets_change_nothing_in_a_replay() {
    let desk = Desk::new();
    let mut record = dealt(&Secret::from_bytes([9; 32]));
    let written = record
        .events
        .iter()
        .position(|event| event.what.starts_with("deck"))
        .unwrap();
    record.events.truncate(written);
    record.result = None;
    let seen = |record: &Record, more: &[&str]| {
        fs::write(desk.path().join("game.jsonl"), record.to_line()).unwrap();
        desk.prints(&[&["replay", "game.jsonl"], more].concat())
    };
    let (table, own) = (seen(&record, &[]), seen(&record, &["--seat", "0"]));
    // The other seat swaps what it wrote first with what it wrote second: another sheet, as legal as before.
    let other: Vec<usize> = (0..written)
        .filter(|at| record.events[*at].by == By::Seat(whistle::rules::Seat(1)))
        .collect();
    let first = record.events[other[0]].what.clone();
    record.events[other[0]].what = std::mem::replace(&mut record.events[other[1]].what, first);
    assert_eq!(seen(&record, &[]), table);
    assert_eq!(seen(&record, &["--seat", "0"]), own);
    assert_ne!(seen(&record, &["--seat", "1"]), own);
}

#[test]
fn files_that_cannot_be_read_get_a_sentence() {
    let desk = Desk::new();
    fs::write(desk.path().join("empty"), "\n\n").unwrap();
    fs::write(desk.path().join("bytes"), [0xff, 0xfe, b'\n']).unwrap();
    fs::write(desk.path().join("other"), "{}\n").unwrap();
    for command in ["verify", "replay"] {
        assert!(sentence(&desk.run(&[command, "missing"])).contains("cannot read missing"));
        assert!(sentence(&desk.run(&[command, "empty"])).contains("holds no records"));
        assert!(sentence(&desk.run(&[command, "bytes"])).contains("cannot read bytes"));
    }
    assert!(sentence(&desk.run(&["replay", "other"])).contains("line 1: "));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let desk = Desk::new();
    desk.prints(&["simulate", "binome", "--games", "60", "--records", "games.jsonl"]);
    let mut child = desk
        .command(&["replay", "games.jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output.stderr)
    );
}

#[cfg(unix)]
#[test]
fn the_playground_prints_its_address_and_stops_when_asked() {
    let desk = Desk::new();
    let mut child = desk
        .command(&["playground", "--no-bot"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next())
        .unwrap()
        .to_owned();
    assert!(
        lines
            .next()
            .unwrap()
            .unwrap()
            .contains(&format!("DISCORD_API_BASE=http://{address}"))
    );
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
    // The port is taken, so a second one cannot have it.
    let port = address.rsplit(':').next().unwrap();
    assert!(sentence(&desk.run(&["playground", "--no-bot", "--port", port])).contains("cannot listen"));
    stops(child);
}

#[cfg(unix)]
#[test]
fn the_playground_says_what_it_means_to_listen_beyond_this_computer() {
    let desk = Desk::new();
    let mut child = desk
        .command(&["playground", "--bind", "0.0.0.0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said: Vec<String> = lines.by_ref().take(4).map(Result::unwrap).collect();
    assert!(
        said[0].contains("http://127.0.0.1:") && said[2].contains("?as=Ben"),
        "{said:?}"
    );
    assert!(
        said[3].contains("0.0.0.0:") && said[3].contains("without a password"),
        "{said:?}"
    );
    let connected = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .any(|line| line.is_ok_and(|line| line.contains("connected")));
    assert!(connected, "the bot finds it all the same");
    stops(child);
}

/// Asks `child` to stop as a service manager does, and waits until it has.
#[cfg(unix)]
fn stops(mut child: Child) {
    assert!(
        Command::new("kill")
            .arg(child.id().to_string())
            .status()
            .unwrap()
            .success()
    );
    let asked = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(asked.elapsed() < Duration::from_secs(20), "it does not stop");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}

#[cfg(unix)]
#[test]
fn plain_whistle_plays_in_the_browser_and_stops_when_asked() {
    let desk = Desk::new();
    let mut child = desk
        .command(&[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut said).unwrap();
    assert!(said.contains("Open http://127.0.0.1:"), "{said}");
    let connected = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .any(|line| line.is_ok_and(|line| line.contains("connected")));
    assert!(connected, "the bot does not connect");
    stops(child);
    assert!(desk.path().join("whistle.db").is_file());
}

#[test]
fn a_database_that_is_none_gets_a_sentence() {
    let desk = Desk::new();
    fs::write(desk.path().join("whistle.db"), [7; 5000]).unwrap();
    let output = desk.run(&[]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("whistle: ") && last.contains("whistle.db"), "{said}");
}
