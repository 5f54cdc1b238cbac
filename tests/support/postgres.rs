//! A PostgreSQL server of the tests' own, as long as their program runs.
//!
//! `WHISTLE_POSTGRES` is the folder of the server's programs; without it the newest of Debian's packages is taken. Where there
//! is none, what needs a server is skipped with a word; where `CI` is `true` that is an error.
//!
//! The server listens at a socket in a folder of its own under /tmp, to which only its user comes. A shell looks after it: when
//! the program of the tests ends, in whatever way, the shell reads the end of its input, stops the server and deletes the folder.

#![allow(dead_code, reason = "each test or bench uses its part")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// The server refuses to run as root, so root starts it as somebody else.
const AS_USER: &str = r#"
trap '' INT
cd /tmp || exit 1
user=
if [ "$(id -u)" = 0 ]; then
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
fi
as_user() {
    if [ -n "$user" ]; then runuser -u "$user" -- "$@"; else "$@"; fi
}
"#;
const SERVE: &str = r#"
folder=$(mktemp -d "$3/whistle-postgres.XXXXXX") || exit 1
[ -z "$user" ] || chown "$user" "$folder"
as_user "$1/initdb" -D "$folder/data" -U whistle -A trust -E UTF8 --locale=C --no-sync >"$folder/said" 2>&1 &&
as_user "$1/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-k $folder $2" start >>"$folder/said" 2>&1 &&
echo "$folder" || cat "$folder/said" "$folder/log" >&2
cat >/dev/null
as_user "$1/pg_ctl" -D "$folder/data" -w -m immediate stop >/dev/null 2>&1
rm -rf "$folder"
"#;
const FAIL_OVER: &str = r#"as_user touch "$2/data/standby.signal" &&
as_user "$1/pg_ctl" -D "$2/data" -w -m immediate -l "$2/log" restart &&
as_user "$1/pg_ctl" -D "$2/data" -w promote"#;
const RESTART: &str = r#"as_user "$1/pg_ctl" -D "$2/data" -w -m immediate -l "$2/log" restart"#;

/// A running server.
pub(crate) struct PostgresServer {
    programs: PathBuf,
    folder: String,
    /// When its input ends, the server does.
    shell: Child,
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}

/// The server of this program's tests, which is started for the first who asks; `None` where there are no programs of one.
pub(crate) fn postgres() -> Option<&'static PostgresServer> {
    static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
    // What survives is tested by killing the server and not the machine, so nothing waits for a disk.
    let started = || {
        Some(PostgresServer::start(
            &programs()?,
            Path::new("/tmp"),
            "-c fsync=off -c max_connections=300",
        ))
    };
    SERVER.get_or_init(started).as_ref()
}

/// The folder of the server's programs.
pub(crate) fn programs() -> Option<PathBuf> {
    if let Some(set) = std::env::var_os("WHISTLE_POSTGRES") {
        return Some(set.into());
    }
    let version = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = folders.map(|folder| folder.path()).max_by_key(|folder| version(folder));
    let found = found
        .map(|folder| folder.join("bin"))
        .filter(|bin| bin.join("initdb").exists());
    if found.is_none() {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "WHISTLE_POSTGRES is not set, and no server is installed"
        );
        println!("skipped: no PostgreSQL server is installed, and WHISTLE_POSTGRES is not set");
    }
    found
}

impl PostgresServer {
    /// Starts a server with further settings, which has its files below `base`.
    pub(crate) fn start(programs: &Path, base: &Path, settings: &str) -> PostgresServer {
        let settings = format!("-c listen_addresses='' {settings}");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{AS_USER}{SERVE}"), "sh"]);
        command.args([programs.as_os_str(), settings.as_ref(), base.as_os_str()]);
        let mut server = PostgresServer {
            programs: programs.to_owned(),
            folder: String::new(),
            shell: command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("a shell"),
        };
        let said = server.shell.stdout.take().expect("its output");
        let line = BufReader::new(said).lines().next();
        server.folder = line.and_then(Result::ok).expect("the server starts");
        server
    }

    /// The address of a database.
    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://whistle@localhost/{database}?host={}", self.folder)
    }

    /// Runs statements as the owner of the server.
    pub(crate) async fn tell(&self, database: &str, statements: &str) {
        let mut connection = PgConnection::connect(&self.address(database))
            .await
            .expect("the server");
        for statement in statements.split(';') {
            sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
                .execute(&mut connection)
                .await
                .expect("a statement");
        }
        connection.close().await.expect("an end");
    }

    /// The name of a new database, made with these words.
    pub(crate) async fn database(&self, with: &str) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let name = format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.tell("postgres", &format!("CREATE DATABASE {name} {with}")).await;
        name
    }

    /// The processes of the server, by their numbers, but for the first one, which only starts the others.
    pub(crate) fn sessions(&self) -> Vec<u32> {
        let told = std::fs::read_to_string(format!("{}/data/postmaster.pid", self.folder)).expect("it runs");
        let first = told.lines().next().expect("a number").to_owned();
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
        let children = children.expect("Linux tells of its processes");
        children
            .split_whitespace()
            .map(|pid| pid.parse().expect("a number"))
            .collect()
    }

    /// Kills the server as if it had crashed, and starts it again.
    pub(crate) fn crash(&self) {
        self.run(RESTART);
    }

    /// Kills the server, and lets what it has on its disk go on as a standby does that takes over.
    pub(crate) fn fail_over(&self) {
        self.run(FAIL_OVER);
    }

    fn run(&self, script: &str) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{AS_USER}{script}"), "sh"]);
        shell.args([self.programs.as_os_str(), self.folder.as_ref()]);
        let done = shell.stdout(Stdio::null()).status().expect("a shell");
        assert!(done.success(), "the server does not start again");
    }
}
