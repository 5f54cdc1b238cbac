//! The playground and the bot, until they are told to stop.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Cli, sentence, text};

#[cfg(unix)]
#[test]
fn the_playground_prints_its_address_and_stops_when_asked() {
    let cli = Cli::new();
    let mut child = cli
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
    assert!(sentence(&cli.run(&["playground", "--no-bot", "--port", port])).contains("cannot listen"));
    stops(child);
}

/// Source: Discord's docs, Gateway, "Privileged Intents", and Application Resource, "Application Flags" (2026-08-06).
#[cfg(unix)]
#[test]
fn the_playground_grants_the_intents_that_it_is_told_to() {
    let cli = Cli::new();
    for (typed, granted) in [("members,content", 1 << 15 | 1 << 19), ("presences", 1 << 13)] {
        let mut child = cli
            .command(&["playground", "--no-bot", "--intents", typed])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let said = lines.take(2).map(Result::unwrap).collect::<Vec<String>>().join(" ");
        let after = |mark: &str| {
            said.split(mark)
                .nth(1)
                .unwrap()
                .split([' ', '/'])
                .next()
                .unwrap()
                .to_owned()
        };
        let (address, token) = (after("http://"), after("DISCORD_TOKEN="));
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(
            stream,
            "GET /api/v10/applications/@me HTTP/1.1\r\nHost: {address}\r\nUser-Agent: DiscordBot (x, 1)\r\n\
             Authorization: Bot {token}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.contains(&format!("\"flags\":{}", 1 << 23 | granted)),
            "{typed}: {answer}"
        );
        stops(child);
    }
    let wrong = cli.run(&["playground", "--intents", "everything"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong.stderr));
}

#[cfg(unix)]
#[test]
fn the_playground_says_what_it_means_to_listen_beyond_this_computer() {
    let cli = Cli::new();
    let mut child = cli
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

/// How long a stop may take. What comes on top is what it costs this machine just now to start a process, as `kill` is one.
const FAREWELL: Duration = Duration::from_secs(5);

/// Asks `child` to stop as a service manager does, and waits until it has.
#[cfg(unix)]
fn stops(mut child: Child) {
    let begun = Instant::now();
    assert!(
        Command::new("kill")
            .arg(child.id().to_string())
            .status()
            .unwrap()
            .success()
    );
    let (asked, cost) = (Instant::now(), begun.elapsed());
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(asked.elapsed() < FAREWELL + cost, "it does not stop");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}

#[cfg(unix)]
#[test]
fn plain_whistle_plays_in_the_browser_and_stops_when_asked() {
    let cli = Cli::new();
    let mut child = cli
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
    assert!(cli.path().join("whistle.db").is_file());
}

#[cfg(unix)]
#[tokio::test]
async fn a_bot_that_waits_for_its_database_stops_when_asked() {
    use sqlx::{Connection, SqliteConnection};
    let cli = Cli::new();
    let file = cli.path().join("whistle.db");
    whistle::store::Store::open(&file).await.unwrap().close().await;
    let mut other = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let mut child = cli.command(&["playground"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut said).unwrap();
    assert!(said.contains("Open http://127.0.0.1:"), "{said}");
    // It would wait for more than twenty seconds.
    stops(child);
}

#[test]
fn a_server_that_is_not_there_gets_a_sentence() {
    let cli = Cli::new();
    // Nobody listens there any more.
    let address = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let mut command = cli.command(&["bot"]);
    let output = command
        .env("DISCORD_TOKEN", "MTIzNDU2.hush.hush")
        .env("DISCORD_API_BASE", format!("http://{address}"))
        .env("WHISTLE_TEST_SPEED", "1000")
        .env("WHISTLE_LOG", "off")
        .output()
        .unwrap();
    let said = sentence(&output);
    assert!(
        said.contains("Discord cannot be reached") && !said.contains("hush"),
        "{said}"
    );
}

#[test]
fn nobody_is_invited_to_a_database_that_another_bot_serves() {
    let cli = Cli::new();
    let served = fs::File::create(cli.path().join("whistle.db-lock")).unwrap();
    served.lock().unwrap();
    let output = cli.run(&[]);
    let said = text(&output.stderr);
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(1), String::new()),
        "{said}"
    );
    assert!(said.ends_with("cannot be opened: another bot serves it.\n"), "{said}");
}

#[test]
fn a_database_that_is_none_gets_a_sentence() {
    let cli = Cli::new();
    fs::write(cli.path().join("whistle.db"), [7; 5000]).unwrap();
    let output = cli.run(&[]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("whistle: ") && last.contains("whistle.db"), "{said}");
}

#[test]
fn shards_are_refused_where_there_are_none_or_nobody_else_may_have_the_others() {
    let cli = Cli::new();
    let refused = |arguments: &[&str], server: bool| {
        let mut command = cli.command(&[&["bot"], arguments].concat());
        command.env("DISCORD_TOKEN", "MTIzNDU2.hush.hush");
        if server {
            command.env("DATABASE_URL", "postgres://whistle@127.0.0.1:1/whistle");
        }
        command.output().unwrap()
    };
    let said = sentence(&refused(&["--shards", "0..3/8"], false));
    assert!(said.contains("a file has one bot: set DATABASE_URL"), "{said}");
    let said = sentence(&refused(&["--renew", "--shards", "0..3/8"], true));
    assert!(
        said.contains("with --shards, stop the bot and start the next one"),
        "{said}"
    );
    for wrong in ["0..9/8", "3..3/8", "8", "0..1/0", "0..1/99999"] {
        let said = text(&refused(&["--shards", wrong], true).stderr);
        assert!(
            said.contains("there are no such shards: 3/8 are any three of 8"),
            "{wrong}: {said}"
        );
    }
    // It is tried, and there is no such server.
    let said = sentence(&refused(&["--shards", "0..3/8"], true));
    assert!(!said.contains("--shards"), "{said}");
}
