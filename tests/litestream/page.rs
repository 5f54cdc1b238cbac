//! The commands of docs/OPERATIONS.md, and Litestream as a process that they start.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tempfile::TempDir;
use tokio::process::{Child, Command};

const PAGE: &str = include_str!("../../docs/OPERATIONS.md");

/// What the page calls the settings, the bot's folder and the folder of the copy.
const SETTINGS: &str = "/etc/litestream.yml";
const HOME: &str = "/var/lib/whistle";
const COPY: &str = "/mnt/backup/whistle";

/// The blocks of code in the part of the page that is about Litestream.
fn blocks() -> Vec<String> {
    let part = PAGE
        .split("\n### Litestream\n")
        .nth(1)
        .expect("a section on Litestream");
    let part = part.split("\n## ").next().unwrap_or_default();
    let mut blocks: Vec<String> = Vec::new();
    let mut within = false;
    for line in part.lines() {
        let code = line.starts_with("    ");
        match code {
            true if within => *blocks.last_mut().expect("it has begun") += &format!("\n{line}"),
            true => blocks.push(line.to_owned()),
            false => {}
        }
        within = code;
    }
    let dedent = |block: String| {
        let depth = block.len() - block.trim_start().len();
        let lines: Vec<&str> = block.lines().map(|line| &line[depth..]).collect();
        lines.join("\n")
    };
    blocks.into_iter().map(dedent).collect()
}

/// The settings, the command that copies, the commands before a start, and those that bring the database back.
fn named() -> [String; 4] {
    blocks().try_into().expect("four blocks, each of which is used here")
}

#[test]
fn the_page_has_the_commands_that_are_run_here() {
    let [settings, copies, before, back] = named();
    assert!(settings.starts_with("dbs:\n") && settings.contains(COPY), "{settings}");
    assert!(
        copies.starts_with("litestream replicate ") && copies.lines().count() == 1,
        "{copies}"
    );
    for commands in [before, back] {
        let says = |part: &str| commands.contains(part);
        assert!(
            says("umask 077\n") && says("litestream restore ") && says(SETTINGS) && says(HOME),
            "{commands}"
        );
    }
}

/// Litestream, beside a bot in a folder.
pub(crate) struct Litestream {
    path: OsString,
    home: PathBuf,
    spare: TempDir,
    running: Option<Child>,
}

impl Litestream {
    /// The folder of the program, or nothing after saying so.
    pub(crate) fn program() -> Option<PathBuf> {
        let program = std::env::var_os("WHISTLE_LITESTREAM").filter(|program| !program.is_empty());
        if program.is_none() {
            let must = std::env::var("CI").is_ok_and(|value| value == "true");
            assert!(!must, "WHISTLE_LITESTREAM must be set where CI is true");
            eprintln!("skipped: WHISTLE_LITESTREAM does not name litestream");
        }
        Some(Path::new(&program?).parent()?.to_owned())
    }

    pub(crate) fn beside(program: &Path, home: &Path) -> Litestream {
        let mut path = program.as_os_str().to_owned();
        path.push(":/usr/bin:/bin");
        let spare = tempfile::tempdir().expect("a folder");
        let litestream = Litestream {
            path,
            home: home.to_owned(),
            spare,
            running: None,
        };
        let [settings, ..] = named();
        std::fs::write(litestream.settings(), litestream.here(&settings)).expect("the settings are written");
        litestream
    }

    fn settings(&self) -> PathBuf {
        self.spare.path().join("litestream.yml")
    }

    /// What the page says, with the paths of this test.
    fn here(&self, said: &str) -> String {
        let path = |path: &Path| path.display().to_string();
        said.replace(SETTINGS, &path(&self.settings()))
            .replace(HOME, &path(&self.home))
            .replace(COPY, &path(&self.spare.path().join("copy")))
    }

    fn shell(&self, commands: &str) -> Command {
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-e", "-c", &self.here(commands)])
            .env_clear()
            .env("PATH", &self.path)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        shell
    }

    async fn run(&self, commands: &str) {
        let done = self.shell(commands).output().await.expect("a shell runs");
        let said = [done.stdout, done.stderr].concat();
        assert!(done.status.success(), "{commands}\n{}", String::from_utf8_lossy(&said));
    }

    /// Whether there is anything to be brought back.
    pub(crate) fn has_copy(&self) -> bool {
        let copied = std::fs::read_dir(self.spare.path().join("copy/ltx/0"));
        copied.is_ok_and(|mut files| files.next().is_some())
    }

    /// Starts the copying.
    pub(crate) fn start(&mut self) {
        let [_, copies, ..] = named();
        let mut shell = self.shell(&format!("exec {copies}"));
        shell.stdout(Stdio::null()).stderr(Stdio::null());
        self.running = Some(shell.spawn().expect("litestream starts"));
    }

    pub(crate) async fn kill(&mut self) {
        let mut running = self.running.take().expect("it runs");
        let ended = running.try_wait().expect("its state");
        assert!(ended.is_none(), "it ended by itself: {ended:?}");
        running.kill().await.expect("it can be killed");
    }

    /// What is called before each start of the bot.
    pub(crate) async fn before_a_start(&self) {
        let [_, _, before, _] = named();
        self.run(&before).await;
    }

    /// What is called when the disk is gone.
    pub(crate) async fn bring_back(&self) {
        let [.., back] = named();
        self.run(&back).await;
    }
}
