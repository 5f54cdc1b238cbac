//! What a process takes of the machine, as Linux tells it.

use std::time::Duration;

/// A process, by its number.
#[derive(Clone, Copy)]
pub(crate) struct Process(pub(crate) u32);

/// Linux counts a process's time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

impl Process {
    fn told(self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.0)).expect("Linux tells of its processes")
    }

    /// The bytes of memory that it keeps.
    pub(crate) fn memory(self) -> u64 {
        let status = self.told("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.expect("a number of KiB") * 1024
    }

    /// How long processors have worked for it, all together.
    pub(crate) fn worked(self) -> Duration {
        let stat = self.told("stat");
        // Behind its name, which may hold anything.
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        let fields = rest.split_whitespace().skip(11).take(2);
        let ticks: u32 = fields.map(|field| field.parse::<u32>().expect("a number")).sum();
        TICK * ticks
    }
}
