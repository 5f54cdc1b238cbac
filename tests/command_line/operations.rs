//! Every command of docs/OPERATIONS.md is run, with other paths and against a playground. What stands in for systemd starts the bot
//! as the unit says, and what stands in for Docker runs the program itself.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::{Cli, text};

const PAGE: &str = include_str!("../../docs/OPERATIONS.md");
/// The sections whose commands other tests run: `tests/litestream`, and `tests/e2e/machines.rs`.
const ELSEWHERE: [&str; 10] = [
    "Litestream",
    "When the disk is gone",
    "Renewing the bot",
    "Renewing with systemd",
    "Renewing with Docker",
    "Interactions by HTTP",
    "Setting it up",
    "Several machines",
    "Copies of the server",
    "Moving",
];
/// The folders of the system that the page names.
const SYSTEM: [&str; 5] = ["/etc/", "/var/lib/", "/usr/local/", "/mnt/backup", "/data/"];

/// Programs in the place of the system's, by name. `$ROOT` is the folder that stands for the system.
const STAND_INS: [(&str, &str); 8] = [
    ("cargo", "test \"$*\" = 'build --release --locked'"),
    ("useradd", "test \"$1\" = --system"),
    ("journalctl", "test \"$2\" = whistle"),
    // Without the names of users, whom nobody has made here.
    ("install", "while [ \"$1\" = -o ] || [ \"$1\" = -g ]; do shift 2; done; exec /usr/bin/install \"$@\""),
    (
        "systemd-run",
        "while [ \"$1\" != whistle ]; do case \"$1\" in
            EnvironmentFile=*) set -a; . \"${1#*=}\"; set +a ;;
            WorkingDirectory=*) cd \"${1#*=}\" ;;
        esac; shift; done; exec \"$@\"",
    ),
    (
        "systemctl",
        "unit=$ROOT/etc/systemd/system/whistle.service
        of() { sed -n \"s/^$1=//p\" $unit | sed -E \"s#(^|=)/(etc|var)/#\\1$ROOT/\\2/#\"; }
        case \"$*\" in
        daemon-reload) test -s $unit ;;
        'enable --now whistle' | 'start whistle')
            mkdir -p -m 700 $(of WorkingDirectory)
            cd $(of WorkingDirectory)
            set -a; . $(of EnvironmentFile); export $(of Environment); set +a
            $(of ExecStart) >/dev/null 2>>$ROOT/log &
            echo $! >$ROOT/pid
            until whistle health >/dev/null 2>&1; do kill -0 $(cat $ROOT/pid); sleep 0.1; done ;;
        'stop whistle')
            bot=/proc/$(cat $ROOT/pid)/status
            kill $(cat $ROOT/pid)
            while [ -f $bot ] && ! grep -q '^State:.*Z' $bot; do sleep 0.1; done ;;
        *) exit 1 ;;
        esac",
    ),
    (
        "docker",
        "test \"$1\" = compose && test -f compose.yaml && shift
        case \"$1\" in
        up) test \"$2\" = --detach ;;
        cp) cp \"${2#whistle:}\" \"$3\" ;;
        exec) shift 2; set -a; . $ROOT/etc/whistle.env; WHISTLE_DB=$ROOT/var/lib/whistle/whistle.db; set +a; exec \"$@\" ;;
        *) exit 1 ;;
        esac",
    ),
    ("df", "test -d \"$2\""),
];

/// The blocks of code of the page, each with the heading above it.
fn blocks() -> Vec<(String, String)> {
    let (mut heading, mut blocks, mut within) = (String::new(), Vec::<(String, String)>::new(), false);
    for line in PAGE.lines() {
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        }
        let code = line.strip_prefix("    ").filter(|_| within || !line.trim().is_empty());
        match code {
            Some(code) if within => *blocks.last_mut().map(|(_, block)| block).unwrap() += &format!("\n{code}"),
            Some(code) => blocks.push((heading.clone(), code.to_owned())),
            None => {}
        }
        within = code.is_some();
    }
    blocks
}

/// A folder that stands for the system, with a playground for the bot.
struct System {
    cli: Cli,
    playground: Child,
}

impl System {
    fn new() -> System {
        let cli = Cli::new();
        let root = cli.path();
        for folder in [
            "bin",
            "etc/systemd/system",
            "etc/cron.daily",
            "var/lib",
            "usr/local/bin",
            "mnt/backup",
            "data",
        ] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for (name, script) in STAND_INS {
            let file = root.join("bin").join(name);
            fs::write(&file, format!("#!/bin/sh\nset -eu\n{script}\n")).unwrap();
            fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
        }
        let project = root.join("project");
        fs::create_dir_all(project.join("target/release")).unwrap();
        fs::create_dir_all(project.join("docs/operations")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_whistle"), project.join("target/release/whistle")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_whistle"), root.join("bin/whistle")).unwrap();
        for file in [".env.example", "docs/operations/compose.yaml"] {
            fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), project.join(file)).unwrap();
        }
        let playground = cli
            .command(&["playground", "--no-bot"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        System { cli, playground }
    }

    /// What has to be put into the settings for a bot at the playground.
    fn settings(&mut self) -> String {
        let lines = BufReader::new(self.playground.stdout.take().unwrap()).lines();
        let said: Vec<String> = lines.take(2).map(Result::unwrap).collect();
        let words = said.iter().flat_map(|line| line.split_whitespace());
        let set: Vec<&str> = words.filter(|word| word.starts_with("DISCORD_")).collect();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        format!("{}\nWHISTLE_HTTP={port}\n", set.join("\n"))
    }

    fn path(&self, below: &str) -> PathBuf {
        self.cli.path().join(below)
    }

    /// Runs commands of the page within a folder.
    fn run(&self, within: &str, commands: &str) -> String {
        let root = self.cli.path().display().to_string();
        let mut here = commands.to_owned();
        for folder in SYSTEM {
            here = here.replace(folder, &format!("{root}{folder}"));
        }
        let output = Command::new("/bin/sh")
            .args(["-euc", &here])
            .env_clear()
            .env("ROOT", &root)
            .env("PATH", format!("{root}/bin:/usr/bin:/bin"))
            .env(
                "WHISTLE_HTTP",
                fs::read_to_string(self.path("port")).unwrap_or_default(),
            )
            .current_dir(self.path(within))
            .output()
            .unwrap();
        let said = text(&output.stdout) + &text(&output.stderr);
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        assert!(output.status.success(), "{here}\n{said}\n{log}");
        said
    }
}

impl Drop for System {
    fn drop(&mut self) {
        if let Ok(bot) = fs::read_to_string(self.path("pid")) {
            let _ = Command::new("kill").arg(bot.trim()).output();
        }
        let _ = self.playground.kill();
        let _ = self.playground.wait();
    }
}

#[test]
fn every_command_of_the_page_is_run() {
    let mut system = System::new();
    let mut settings = system.settings();
    for (heading, block) in blocks() {
        if ELSEWHERE.contains(&heading.as_str()) {
            continue;
        }
        if block.contains("whistle-1.db") {
            // What the copy of every night does, and does twice in a week.
            for _ in 0..2 {
                system.run("project", "/etc/cron.daily/whistle");
            }
            let copies = fs::read_dir(system.path("mnt/backup")).unwrap().flatten();
            let copy = copies
                .map(|copy| copy.path())
                .find(|copy| !copy.ends_with("whistle-before.db"))
                .unwrap();
            fs::rename(copy, system.path("mnt/backup/whistle-1.db")).unwrap();
        }
        let within = match heading.as_str() {
            "Docker" if !block.starts_with("cd ") => "project/docs/operations",
            _ => "project",
        };
        let said = system.run(within, &block);
        if block.contains("/etc/whistle.env") && !settings.is_empty() {
            // Whoever follows the page puts the token in now.
            let file = system.path("etc/whistle.env");
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
            fs::write(&file, &settings).unwrap();
            let port = settings.lines().find_map(|line| line.strip_prefix("WHISTLE_HTTP="));
            fs::write(system.path("port"), port.unwrap()).unwrap();
            settings.clear();
        }
        if block.contains("whistle doctor") {
            assert!(said.contains(" 0 failed"), "{said}");
        }
        if block.contains("whistle health") {
            assert_eq!(said, "ok\nready\n");
        }
    }
    assert!(
        system.path("project/docs/operations/monday.db").is_file(),
        "the copy was fetched"
    );
    let mode = fs::metadata(system.path("var/lib/whistle/whistle.db"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    system.run("project", "systemctl stop whistle");
    fs::remove_file(system.path("pid")).unwrap();
    let log = fs::read_to_string(system.path("log")).unwrap();
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
}

#[test]
fn the_page_is_read_block_by_block() {
    let blocks = blocks();
    assert!(blocks.len() > 10, "{blocks:?}");
    let of = |wanted: &str| blocks.iter().filter(|(heading, _)| heading == wanted).count();
    assert_eq!((of("A small server"), of("Docker"), of("A newer version")), (2, 2, 1));
    let mut run = blocks
        .iter()
        .filter(|(heading, _)| !ELSEWHERE.contains(&heading.as_str()));
    assert!(run.all(|(_, block)| !block.starts_with(' ')), "{blocks:?}");
}
