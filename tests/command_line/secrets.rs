//! The bot's token is shown to nobody: not when it is wrong, not when the bot can't start, not at the finest level of the log.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Cli, text};

/// Looks like one of Discord's: a number in base64, a time, and a signature.
const TOKEN: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GxYz12.nobody-may-see-this-part-of-it";

/// Runs a command with the token, at the finest level of the log.
fn run(cli: &Cli, arguments: &[&str], token: &str, base: &str) -> Output {
    command(cli, arguments, token, base).output().expect("it runs")
}

fn command(cli: &Cli, arguments: &[&str], token: &str, base: &str) -> Command {
    let mut command = cli.command(arguments);
    command
        .env("DISCORD_TOKEN", token)
        .env("DISCORD_API_BASE", base)
        .env("WHISTLE_LOG", "trace")
        .env("RUST_BACKTRACE", "full");
    command
}

/// All that a command said, once it is sure that nothing of the token is in it.
fn said(output: &Output) -> String {
    let said = text(&output.stdout) + &text(&output.stderr);
    for part in TOKEN.split('.') {
        assert!(!said.contains(part), "a part of the token is shown:\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// What a server was asked.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

/// Reads one request, all of it, and gives its first line and its `Authorization`.
fn request(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let line = line.trim_end().to_owned();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let header = |name: &str| {
        lines.iter().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let length = header("content-length")
        .and_then(|length| length.parse().ok())
        .unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((lines.first()?.clone(), header("authorization").unwrap_or_default()))
}

/// A server that gives everybody this answer, and where it is.
fn server(answer: String) -> (String, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let heard = Heard::default();
    let hears = heard.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            while let Some((line, authorization)) = request(&mut stream) {
                hears
                    .0
                    .lock()
                    .expect("nobody panicked")
                    .push(format!("{line} {authorization}"));
                if stream.write_all(answer.as_bytes()).is_err() || answer.contains("close") {
                    break;
                }
            }
        }
    });
    (format!("http://{address}"), heard)
}

fn response(status: &str, more: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n{body}")
}

#[test]
fn a_token_that_is_wrong_is_not_repeated() {
    let cli = Cli::new();
    for token in [
        format!("Bot {TOKEN}"),
        format!("{TOKEN} {TOKEN}"),
        format!("{TOKEN}\u{7}"),
        format!("{TOKEN}ü"),
    ] {
        let output = run(&cli, &["bot"], &token, "http://127.0.0.1:9");
        let said = said(&output);
        assert!(!output.status.success() && said.contains("DISCORD_TOKEN"), "{said}");
    }
}

#[test]
fn a_start_that_fails_does_not_show_the_token() {
    let ok = r#"{"id":"1234567890123456789"}"#;
    for (answer, sign) in [
        (
            response("401 Unauthorized", "", r#"{"message":"401: Unauthorized","code":0}"#),
            "token",
        ),
        (response("403 Forbidden", "", r#"{"message":"no","code":50001}"#), ""),
        (
            response(
                "400 Bad Request",
                "",
                r#"{"message":"no","code":50035,"errors":{"a":{"_errors":[{"code":"B"}]}}}"#,
            ),
            "",
        ),
        (response("200 OK", "", "no JSON"), ""),
        (response("200 OK", "", "{}"), ""),
        // Who the bot is, is told; and that is the answer to everything else, too.
        (response("200 OK", "", ok), ""),
    ] {
        let cli = Cli::new();
        let (base, heard) = server(answer.clone());
        let output = run(&cli, &["bot"], TOKEN, &base);
        let said = said(&output);
        assert!(!output.status.success(), "{answer}\n{said}");
        assert!(said.contains(sign), "{answer}\n{said}");
        let heard = heard.0.lock().expect("nobody panicked");
        assert!(
            heard.iter().any(|line| line.ends_with(&format!("Bot {TOKEN}"))),
            "it was sent: {heard:?}"
        );
    }
}

#[test]
fn a_start_that_is_tried_again_does_not_show_the_token() {
    for answer in [
        response("302 Found", "Location: http://127.0.0.1:9/elsewhere\r\n", ""),
        response("404 Not Found", "", "<html>"),
    ] {
        let cli = Cli::new();
        let (base, heard) = server(answer.clone());
        let mut command = command(&cli, &["bot"], TOKEN, &base);
        let mut bot = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let asked = || heard.0.lock().expect("nobody panicked").len();
        while asked() < 2 && bot.try_wait().expect("it can be asked").is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        bot.kill().expect("it is there");
        let output = bot.wait_with_output().expect("it has said something");
        assert!(said(&output).contains("trying again"), "{answer}");
        assert!(asked() >= 2, "{answer}");
    }
}

#[test]
fn what_is_shown_and_kept_without_a_start_does_not_hold_the_token() {
    let cli = Cli::new();
    for arguments in [
        &["--help"][..],
        &["bot", "--help"],
        &["invite"],
        &["verify", "nothing"],
        &["bot", "--nonsense"],
    ] {
        said(&run(&cli, arguments, TOKEN, "http://127.0.0.1:9"));
    }
    let output = run(&cli, &["bot"], TOKEN, "https://discord.example.org");
    let told = said(&output);
    assert!(told.contains("--allow-remote-api"), "{told}");
    std::fs::write(
        cli.path().join(".env"),
        format!("DISCORD_TOKEN={TOKEN}\nnonsense {TOKEN}\n"),
    )
    .unwrap();
    let output = cli.command(&["bot"]).env("WHISTLE_LOG", "trace").output().unwrap();
    said(&output);
    assert!(!output.status.success());
}
