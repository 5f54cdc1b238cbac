//! What the process and its machine have: memory, and the disk with the database.

use std::path::{Path, PathBuf};

use metrics::gauge;

/// The database, and when the process began.
#[derive(Debug)]
pub(super) struct Machine {
    /// The file, where the database is one.
    database: Option<PathBuf>,
}

impl Machine {
    /// The machine on which this database is served.
    pub(super) fn of(database: Option<&Path>) -> Machine {
        let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        gauge!("process_start_time_seconds").set(since);
        // SQLite keeps its other files beside the file that a link leads to.
        let followed = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Machine {
            database: database.map(followed),
        }
    }

    /// Sets the gauges.
    pub(super) fn measure(&self) {
        if let Some(database) = &self.database {
            let mut log = database.clone().into_os_string();
            log.push("-wal");
            let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
            gauge!("whistle_store_bytes").set((size(database) + size(Path::new(&log))) as f64);
        }
        #[cfg(target_os = "linux")]
        self.measure_linux();
    }

    #[cfg(target_os = "linux")]
    fn measure_linux(&self) {
        if let Some(Ok(disk)) = self.database.as_ref().map(rustix::fs::statvfs) {
            gauge!("whistle_disk_free_bytes").set((disk.f_bavail * disk.f_frsize) as f64);
            gauge!("whistle_disk_size_bytes").set((disk.f_blocks * disk.f_frsize) as f64);
        }
        let read = |path: &str, name: &str| kilobytes(&std::fs::read_to_string(path).ok()?, name);
        for (gauge, path, name) in [
            (gauge!("process_resident_memory_bytes"), "/proc/self/status", "VmRSS"),
            (
                gauge!("whistle_memory_available_bytes"),
                "/proc/meminfo",
                "MemAvailable",
            ),
        ] {
            if let Some(kilobytes) = read(path, name) {
                gauge.set(kilobytes as f64 * 1024.0);
            }
        }
    }
}

/// The value of a line such as `VmRSS:  123 kB`.
#[cfg(target_os = "linux")]
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line?.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Machine, kilobytes};

    #[test]
    fn the_files_of_the_database_are_looked_for_where_a_link_leads() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("whistle.db"), folder.path().join("link.db"));
        std::fs::write(&file, "").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        let real = file.canonicalize().expect("its path");
        assert_eq!(Machine::of(Some(&link)).database, Some(real));
    }

    #[test]
    fn a_line_of_proc_is_read_by_its_whole_name() {
        let text = "VmRSSX:\t1 kB\nVmRSS:\t  123 kB\nThreads:\t4\n";
        assert_eq!(kilobytes(text, "VmRSS"), Some(123));
        assert_eq!(kilobytes(text, "Threads"), None);
        assert_eq!(kilobytes(text, "VmSwap"), None);
    }
}
