//! `whistle systemd`: the unit is one that systemd takes, shuts the bot off, and fits how the bot ends.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Cli, sentence, text};

/// Above this number systemd calls a service less than well shut off; a service without any setting gets 96.
const EXPOSURE: &str = "--threshold=20";

/// The lines of a unit, as name and value.
fn settings(unit: &str) -> Vec<(&str, &str)> {
    let lines = unit.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).collect()
}

#[test]
fn the_unit_names_what_it_was_asked_to_name() {
    let cli = Cli::new();
    let usual = cli.prints(&["systemd"]);
    let program = Path::new(env!("CARGO_BIN_EXE_whistle")).canonicalize().unwrap();
    let starts = format!("{} bot", program.display());
    for wanted in [
        ("User", "whistle"),
        ("StateDirectory", "whistle"),
        ("StateDirectoryMode", "0700"),
        ("EnvironmentFile", "/etc/whistle.env"),
        ("ExecStart", starts.as_str()),
        ("Environment", "WHISTLE_DB=/var/lib/whistle/whistle.db"),
    ] {
        assert!(settings(&usual).contains(&wanted), "{wanted:?}\n{usual}");
    }
    let arguments = ["--program", "/opt/whistle", "--settings", "/etc/two.env"];
    let other = cli.prints(&[&["systemd", "--user", "two", "--state", "bot-2"][..], &arguments].concat());
    for wanted in [
        ("User", "two"),
        ("WorkingDirectory", "/var/lib/bot-2"),
        ("EnvironmentFile", "/etc/two.env"),
        ("ExecStart", "/opt/whistle bot"),
    ] {
        assert!(settings(&other).contains(&wanted), "{wanted:?}\n{other}");
    }
    assert!(!other.contains(['{', '}']), "nothing is left to fill in\n{other}");
    for (option, value) in [
        ("--program", "whistle"),
        ("--program", "/opt/my bot"),
        ("--settings", "/etc/%i.env"),
        ("--user", "no body"),
        ("--state", "../etc"),
    ] {
        let said = sentence(&cli.run(&["systemd", option, value]));
        assert!(said.contains(option), "{said}");
    }
}

/// A bot whose settings are wrong ends as the unit says that no restart mends, and any other failure does not.
#[test]
fn a_wrong_setting_is_not_tried_again() {
    let cli = Cli::new();
    let unit = cli.prints(&["systemd"]);
    let prevents = settings(&unit)
        .into_iter()
        .find(|(name, _)| *name == "RestartPreventExitStatus");
    let code = prevents.and_then(|(_, code)| code.parse().ok());
    assert!(code.is_some(), "{unit}");
    assert_eq!(cli.run(&["bot"]).status.code(), code, "there is no token");
    let mut not_a_token = cli.command(&["bot"]);
    let ended = not_a_token.env("DISCORD_TOKEN", "two words").output().unwrap();
    assert_eq!(ended.status.code(), code, "{}", text(&ended.stderr));
    std::fs::write(cli.path().join("whistle.db"), [7; 5000]).unwrap();
    let mut not_a_database = cli.command(&["bot"]);
    let ended = not_a_database
        .env("DISCORD_TOKEN", "MTIzNDU2.hush.hush")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1), "somebody may put it right meanwhile");
}

/// The template differs in nothing else, so what holds for the unit holds for it.
#[test]
fn units_of_the_template_take_over_from_each_other_and_share_all_else() {
    let cli = Cli::new();
    let (unit, template) = (cli.prints(&["systemd"]), cli.prints(&["systemd", "--renew"]));
    assert!(template.contains("/etc/systemd/system/whistle@.service"), "{template}");
    let (unit, template) = (settings(&unit), settings(&template));
    let differ: Vec<_> = unit.iter().zip(&template).filter(|(one, other)| one != other).collect();
    let names: Vec<&str> = differ.iter().map(|(one, _)| one.0).collect();
    assert_eq!((names, unit.len()), (vec!["Description", "ExecStart"], template.len()));
    assert!(differ[0].1.1.contains("%i"), "{differ:?}");
    assert!(differ[1].1.1.ends_with(" bot --renew"), "{differ:?}");
    assert!(
        template.contains(&("Restart", "on-failure")),
        "who has handed over is not started again"
    );
}

#[test]
fn systemd_takes_the_unit_and_calls_it_shut_off() {
    let there = Command::new("systemd-analyze")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !there.is_ok_and(|status| status.success()) {
        assert!(
            std::env::var_os("CI").is_none_or(|ci| ci != "true"),
            "systemd-analyze is missing"
        );
        eprintln!("skipped: there is no systemd-analyze");
        return;
    }
    for (name, more) in [("whistle.service", None), ("whistle@green.service", Some("--renew"))] {
        let cli = Cli::new();
        // The checker looks for the user and the file of settings on this machine.
        let file = cli.path().join(name);
        let arguments = ["systemd", "--user", "daemon", "--settings", "/etc/hostname"];
        let arguments: Vec<&str> = arguments.into_iter().chain(more).collect();
        std::fs::write(&file, cli.prints(&arguments)).unwrap();
        let check = |arguments: &[&str]| {
            let mut command = Command::new("systemd-analyze");
            let output = command.args(arguments).arg(&file).output().unwrap();
            let said = text(&output.stdout) + &text(&output.stderr);
            (output.status.success(), said)
        };
        let (taken, said) = check(&["verify", "--man=no"]);
        assert!(taken && !said.contains(&format!("{name}:")), "{said}");
        let (shut_off, said) = check(&["security", "--offline=true", EXPOSURE]);
        assert!(shut_off, "{said}");
        // The checker does find what is wrong.
        let unit = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, unit.replace("ProtectHome=yes", "ProtectHose=yes")).unwrap();
        assert!(check(&["verify", "--man=no"]).1.contains("ProtectHose"));
    }
}
