//! The playground and the bot, until they are told to stop.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Desk, sentence, text};

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
