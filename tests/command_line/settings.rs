//! What it can be told: by its help, its settings and the `.env` file; and the link that invites the bot.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::{Cli, sentence, text};

#[test]
fn help_teaches_every_command() {
    let cli = Cli::new();
    let help = cli.prints(&["--help"]);
    for word in [
        "playground",
        "bot",
        "invite",
        "doctor",
        "simulate",
        "systemd",
        "arena",
        "replay",
        "verify",
        "DISCORD_TOKEN",
        "WHISTLE_DB",
        "Examples",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for command in ["simulate", "arena", "replay", "verify"] {
        assert!(cli.prints(&[command, "--help"]).contains("Examples:"), "{command}");
    }
    for arguments in [
        &["dance"][..],
        &["simulate"],
        &["simulate", "binome", "--games", "0"],
        &["verify"],
        &["playground", "--bind", "everywhere"],
        &["playground", "--demo", "--no-bot"],
    ] {
        let output = cli.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("--help"), "{arguments:?}");
    }
}

#[test]
fn wrong_settings_get_a_sentence() {
    let cli = Cli::new();
    assert!(sentence(&cli.run(&["bot"])).contains("DISCORD_TOKEN is not set"));
    assert!(sentence(&cli.run(&["health"])).contains("WHISTLE_HTTP is not set"));
    for (name, value, hint) in [
        ("DISCORD_API_BASE", "https://example.org", "--allow-remote-api"),
        ("DISCORD_API_BASE", "nowhere at all", "DISCORD_API_BASE"),
        ("WHISTLE_GUILD", "x", "WHISTLE_GUILD"),
        ("WHISTLE_DB", "/no/folder/at/all.db", "WHISTLE_DB"),
        (
            "DATABASE_URL",
            "redis://localhost/1",
            "DATABASE_URL must begin with postgres://",
        ),
        ("WHISTLE_OPTIONS_BINOME", "[1]", "WHISTLE_OPTIONS_BINOME"),
        ("WHISTLE_OPTIONS_BINOME", r#"{"luck":1}"#, "WHISTLE_OPTIONS_BINOME"),
        (
            "WHISTLE_OPTIONS_BINOME",
            r#"{"boat":true,"battle":true}"#,
            "WHISTLE_OPTIONS_BINOME",
        ),
        ("WHISTLE_OPTIONS_CHESS", "{}", "chess"),
        ("WHISTLE_HTTP", "everywhere", "WHISTLE_HTTP"),
        ("WHISTLE_KEEP", "90", "90d"),
        ("WHISTLE_KEEP", "0d", "90d"),
        ("WHISTLE_BEACON", "drand", "https://api.drand.sh"),
        ("WHISTLE_INTERACTIONS", "8080", "needs WHISTLE_PUBLIC_KEY"),
        ("WHISTLE_PUBLIC_KEY", "hush", "needs WHISTLE_INTERACTIONS"),
        ("WHISTLE_LOG", "=/=", "WHISTLE_LOG"),
    ] {
        let mut command = cli.command(&["bot"]);
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
    let cli = Cli::new();
    let example = include_str!("../../.env.example");
    let used: String = example
        .lines()
        .map(|line| {
            line.strip_prefix('#')
                .filter(|rest| rest.contains('=') && !rest.starts_with(' '))
                // A bot has one database: the file, which stands there as well.
                .filter(|rest| !rest.starts_with("DATABASE_URL="))
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
        cli.path().join(".env"),
        beyond.replace("DISCORD_TOKEN=\n", "DISCORD_TOKEN=MTIz.x.y\n"),
    )
    .unwrap();
    let mut child = cli.command(&["bot"]).stderr(Stdio::piped()).spawn().unwrap();
    // Reaching for the server means that every setting was understood.
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut first = lines.map_while(Result::ok).take(8);
    let asks = first.any(|line| line.contains("asking Discord"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(asks, "it does not come so far");
}

#[test]
fn the_invite_link_comes_from_an_id_a_token_or_the_env_file() {
    let cli = Cli::new();
    let link = |id: &str| {
        format!(
            "https://discord.com/oauth2/authorize?client_id={id}&permissions=309237697536&scope=bot%20applications.commands\n"
        )
    };
    assert_eq!(cli.prints(&["invite", "--client-id", "42"]), link("42"));
    assert!(sentence(&cli.run(&["invite"])).contains("--client-id"));
    let with_token = |token: &str| cli.command(&["invite"]).env("DISCORD_TOKEN", token).output().unwrap();
    assert_eq!(text(&with_token("MTIzNDU2.x.y").stdout), link("123456"));
    assert!(sentence(&with_token("nothing.x.y")).contains("--client-id"));
    fs::write(cli.path().join(".env"), "DISCORD_TOKEN=NzczMTA.x.y\n").unwrap();
    assert_eq!(cli.prints(&["invite"]), link("77310"));
    fs::write(cli.path().join(".env"), "DISCORD_TOKEN='hush hush\n").unwrap();
    let said = sentence(&cli.run(&["invite"]));
    assert!(said.contains(".env") && !said.contains("hush"), "{said}");
}
