//! What the system allows the bot: room on the disk, locks, open files, memory; and whether another bot is at the same file.

use std::path::Path;

use super::Facts;
use super::finding::{FINE, Halt, Tried, failed, warning};
use crate::store::Claim;

const MIB: u64 = 1 << 20;
/// With less room than this, a backup and the write-ahead log may soon have none.
const LITTLE_ROOM: u64 = 256 * MIB;
/// The write-ahead log alone may take as much.
const NO_ROOM: u64 = 64 * MIB;
/// The bot keeps up to 64 connections for later, opens up to 128 more, and has its files.
const FEW_FILES: u64 = 256;
/// Without a table the bot takes half of it, and a thousand tables more than the other half (docs/load.md).
const LITTLE_MEMORY: u64 = 128 * MIB;

const NOT_TOLD: Halt = Halt::Untried("the system does not tell");

/// What the system says; nothing where it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Machine {
    /// The room on the disk of the database, in bytes.
    pub(super) room: Option<u64>,
    /// The kind of the file system, if it is one over the network; `Some(None)` if it is another one.
    pub(super) network: Option<Option<&'static str>>,
    /// How many files a process may have open.
    pub(super) files: Option<u64>,
    /// How much memory the group of this process may take, in bytes, where there is a limit.
    pub(super) memory: Option<u64>,
    /// How many processes serve the database or wait for it.
    pub(super) bots: Option<usize>,
}

#[cfg(target_os = "linux")]
impl Machine {
    pub(super) fn around(database: Option<&Path>) -> Machine {
        let folder = database.map(folder);
        let room = folder.and_then(|folder| rustix::fs::statvfs(folder).ok());
        let system = folder.and_then(|folder| rustix::fs::statfs(folder).ok());
        Machine {
            room: room.map(|room| room.f_bavail.saturating_mul(room.f_frsize)),
            network: system.map(|system| {
                let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
                network(system.f_type & 0xffff_ffff, &mounts)
            }),
            files: Some(
                rustix::process::getrlimit(rustix::process::Resource::Nofile)
                    .current
                    .unwrap_or(u64::MAX),
            ),
            memory: memory_limit(),
            bots: database.map(holders),
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Machine {
    pub(super) fn around(_: Option<&Path>) -> Machine {
        Machine::default()
    }
}

/// The folder of a file.
pub(super) fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether the mode of a file or folder lets others do any of this.
#[cfg(unix)]
pub(super) fn others_may(path: &Path, what: u32) -> bool {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    const GROUP: u32 = 0o070;
    std::fs::metadata(path).is_ok_and(|found| {
        // Many systems give each user a group of their own, with the same number.
        let what = if found.gid() == found.uid() {
            what & !GROUP
        } else {
            what
        };
        found.mode() & what != 0 && found.mode() & STICKY == 0
    })
}

#[cfg(not(unix))]
pub(super) fn others_may(_: &Path, _: u32) -> bool {
    false
}

/// Whether this user may write to a file or into a folder.
#[cfg(target_os = "linux")]
pub(super) fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(path, Access::READ_OK | Access::WRITE_OK).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn may_write(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.permissions().readonly())
}

/// The name of a file system over the network, by its number (`statfs(2)`) and the list of what is mounted. gVisor tells the
/// number of 9P for a disk of its own computer, and keeps the locks itself; no other system mounts with `rfdno`.
#[cfg(target_os = "linux")]
pub(super) fn network(number: i64, mounts: &str) -> Option<&'static str> {
    match number {
        0x0102_1997 if mounts.contains("rfdno=") => None,
        0x6969 => Some("NFS"),
        0x517b | 0xff53_4d42 | 0xfe53_4d42 => Some("SMB"),
        0x0102_1997 => Some("9P"),
        0x00c3_6400 => Some("Ceph"),
        _ => None,
    }
}

/// The smallest limit of the groups that this process is in (`cgroups(7)`): of the second version, or else of the first.
#[cfg(target_os = "linux")]
fn memory_limit() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let group = groups
        .lines()
        .find_map(|line| line.strip_prefix("0::/"))
        .unwrap_or_default();
    let second = Path::new("/sys/fs/cgroup").join(group);
    let second = second.ancestors().take_while(|path| path.starts_with("/sys/fs/cgroup"));
    let files = second.map(|path| path.join("memory.max"));
    let files = files.chain(["/sys/fs/cgroup/memory/memory.limit_in_bytes".into()]);
    files
        .filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok())
        .min()
}

/// How many processes have the lock file of a database open.
#[cfg(target_os = "linux")]
fn holders(database: &Path) -> usize {
    let lock = Claim::file(database);
    let lock = lock.canonicalize().unwrap_or(lock);
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let holds = |process: &std::fs::DirEntry| {
        let files = std::fs::read_dir(process.path().join("fd"))
            .into_iter()
            .flatten()
            .flatten();
        files
            .into_iter()
            .any(|file| std::fs::read_link(file.path()).is_ok_and(|open| open == lock))
    };
    processes.filter(holds).count()
}

pub(super) fn one_bot(facts: &Facts<'_>) -> Tried {
    match facts.machine.bots.ok_or(NOT_TOLD)? {
        0 => Ok(Some("no bot is running here".to_owned())),
        1 => Ok(Some("a bot is running".to_owned())),
        bots => failed(
            format!("{bots} bots are at the same database, which takes one only."),
            "Stop all but one, or give each a token and a WHISTLE_DB of its own.",
        ),
    }
}

pub(super) fn disk(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str = "Make room on that disk, or move the database to a larger one.";
    let room = facts.machine.room.ok_or(NOT_TOLD)?;
    let wrong = format!("The disk of the database has only {} MiB left.", room / MIB);
    match room {
        0..NO_ROOM => failed(wrong, WAY_OUT),
        NO_ROOM..LITTLE_ROOM => warning(wrong, WAY_OUT),
        _ => FINE,
    }
}

pub(super) fn file_locks(facts: &Facts<'_>) -> Tried {
    match facts.machine.network.ok_or(NOT_TOLD)? {
        None => FINE,
        Some(kind) => failed(
            format!("The database is on {kind}, a file system over the network, which may lose SQLite's locks."),
            "Move the database to a disk of this computer, and copy backups to the network instead.",
        ),
    }
}

pub(super) fn open_files(facts: &Facts<'_>) -> Tried {
    match facts.machine.files.ok_or(NOT_TOLD)? {
        files @ 0..FEW_FILES => warning(
            format!("A process may have only {files} files open here, and a busy bot has up to {FEW_FILES}."),
            "Raise the limit: LimitNOFILE=1024 for systemd, --ulimit nofile=1024 for Docker, or ulimit -n 1024.",
        ),
        _ => FINE,
    }
}

pub(super) fn memory(facts: &Facts<'_>) -> Tried {
    match facts.machine.memory {
        Some(memory @ 0..LITTLE_MEMORY) => warning(
            format!(
                "The bot may take only {} MiB of memory here, and needs up to {} MiB.",
                memory / MIB,
                LITTLE_MEMORY / MIB
            ),
            "Raise the limit: MemoryMax=256M for systemd, or --memory 256m for Docker.",
        ),
        _ => FINE,
    }
}
