//! Every metric that the program has, with its type, its labels and what it means.
//!
//! The rooms record by the macros of the crate `metrics`, each where one thing flows through. Those macros do nothing before
//! a recorder is installed. `tests/architecture/metrics.rs` holds the names in the sources against this list.
//!
//! The value of a label is one of a few fixed words. No label holds an id, a name or a choice.

use std::sync::OnceLock;

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// The type of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number that only grows.
    Counter,
    /// A number of this moment.
    Gauge,
    /// How often a time was within each of [`BUCKETS`].
    Histogram,
}

/// A label, and the values that it may have.
pub type Label = (&'static str, &'static [&'static str]);

/// A metric.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// The name. The unit comes last, and the name of a counter ends in `_total`.
    pub name: &'static str,
    /// The type.
    pub kind: Kind,
    /// The labels.
    pub labels: &'static [Label],
    /// What is measured.
    pub help: &'static str,
}

/// The upper bounds of the buckets of a histogram, in seconds.
pub const BUCKETS: [f64; 14] = [
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0, 30.0, 60.0,
];

/// Who waits at the governor.
const CLASS: Label = ("class", &["token", "answer", "pressed", "turn", "rest"]);
/// The class of a response's status; `429` stands apart from `4xx`, and `none` is no response at all.
const STATUS: Label = ("status", &["2xx", "3xx", "429", "4xx", "5xx", "none"]);
/// Discord's codes of a response that is no success, as far as the bot knows them (docs/DISCORD.md, "Errors"); `none` without
/// a code.
pub const CODES: &[&str] = &[
    "none", "other", "10003", "10008", "10015", "10062", "30046", "40003", "40060", "40333", "50001", "50005", "50007",
    "50013", "50027", "50033", "50035", "50083", "50278", "160005", "160006",
];
/// Why a request at the endpoint for interactions is refused.
const REASON: Label = (
    "reason",
    &["headers", "body", "signature", "stale", "content", "closed"],
);
const KIND: Label = ("kind", &["command", "press"]);
const SLOT: Label = ("slot", &["table", "panel", "ping"]);
const VERSION: Label = ("version", &[env!("CARGO_PKG_VERSION")]);

const fn metric(name: &'static str, kind: Kind, labels: &'static [Label], help: &'static str) -> Metric {
    Metric {
        name,
        kind,
        labels,
        help,
    }
}

use Kind::{Counter, Gauge, Histogram};

/// All metrics.
pub const METRICS: [Metric; 33] = [
    metric(
        "whistle_build_info",
        Gauge,
        &[VERSION],
        "Always 1; the label tells the version.",
    ),
    metric(
        "whistle_ready",
        Gauge,
        &[],
        "1 if /health/ready answers 200, otherwise 0.",
    ),
    // From a press to the message.
    metric(
        "whistle_answer_seconds",
        Histogram,
        &[KIND],
        "From the arrival of an interaction to its first answer.",
    ),
    metric(
        "whistle_answers_failed_total",
        Counter,
        &[],
        "Interactions whose answer Discord did not take in time.",
    ),
    metric(
        "whistle_interactions_refused_total",
        Counter,
        &[REASON],
        "Requests that the endpoint for interactions did not take.",
    ),
    metric(
        "whistle_message_seconds",
        Histogram,
        &[SLOT],
        "From the commit of a change to the message that shows it.",
    ),
    metric(
        "whistle_picture_seconds",
        Histogram,
        &[],
        "From asking for a picture to the drawn picture.",
    ),
    metric(
        "whistle_pictures_waiting",
        Gauge,
        &[],
        "Pictures that wait to be drawn.",
    ),
    // The store.
    metric(
        "whistle_store_commit_seconds",
        Histogram,
        &[],
        "How long commits took; a commit may hold many changes.",
    ),
    metric(
        "whistle_store_write_seconds",
        Histogram,
        &[],
        "From asking for a change to its commit.",
    ),
    metric(
        "whistle_store_failures_total",
        Counter,
        &[],
        "Changes that could not be written, whoever was at fault.",
    ),
    metric(
        "whistle_store_bytes",
        Gauge,
        &[],
        "The size of the database, with its write-ahead log.",
    ),
    // The governor and Discord's answers.
    metric(
        "whistle_governor_wait_seconds",
        Histogram,
        &[CLASS],
        "How long requests waited for Discord's limits.",
    ),
    metric(
        "whistle_governor_waiting",
        Gauge,
        &[CLASS],
        "Requests that wait for Discord's limits now.",
    ),
    metric(
        "whistle_governor_oldest_seconds",
        Gauge,
        &[CLASS],
        "How long the oldest of these requests has waited.",
    ),
    metric(
        "whistle_governor_global_left",
        Gauge,
        &[],
        "Requests that the global limit has room for now.",
    ),
    metric(
        "whistle_governor_bad_left",
        Gauge,
        &[],
        "Bad responses until the bot only answers interactions.",
    ),
    metric(
        "whistle_discord_responses_total",
        Counter,
        &[STATUS, ("code", CODES)],
        "Discord's responses.",
    ),
    metric(
        "whistle_chats_opened_total",
        Counter,
        &[],
        "Private chats that Discord was asked to open.",
    ),
    metric(
        "whistle_chat_openings_left",
        Gauge,
        &[],
        "Private chats that may be opened within this minute.",
    ),
    metric("whistle_shards", Gauge, &[], "Shards that the bot runs."),
    metric(
        "whistle_shards_connected",
        Gauge,
        &[],
        "Shards over which the bot hears people.",
    ),
    // The referee.
    metric("whistle_tables_open", Gauge, &[], "Tables that are not over."),
    metric("whistle_tables_loaded", Gauge, &[], "Tables in memory."),
    metric(
        "whistle_inbox_waiting",
        Gauge,
        &[],
        "Requests that wait in the inboxes of tables.",
    ),
    metric(
        "whistle_timers_late_seconds",
        Gauge,
        &[],
        "How late the oldest timer is that is due, of tables that do not fail.",
    ),
    metric(
        "whistle_tables_failing",
        Gauge,
        &[],
        "Tables that could not do what is due there when last asked.",
    ),
    metric(
        "whistle_interactions_in_flight",
        Gauge,
        &[],
        "Interactions that are being handled.",
    ),
    // The process and its machine.
    metric(
        "process_resident_memory_bytes",
        Gauge,
        &[],
        "Memory of the process that is in RAM.",
    ),
    metric(
        "process_start_time_seconds",
        Gauge,
        &[],
        "When the process began, in seconds since the epoch.",
    ),
    metric(
        "whistle_memory_available_bytes",
        Gauge,
        &[],
        "Memory of the machine that programs can still get.",
    ),
    metric(
        "whistle_disk_free_bytes",
        Gauge,
        &[],
        "Free space of the disk with the database.",
    ),
    metric(
        "whistle_disk_size_bytes",
        Gauge,
        &[],
        "Size of the disk with the database.",
    ),
];

/// Installs the recorder of this process, and returns the handle that renders its metrics. A second call returns the same.
///
/// # Errors
/// When the buckets are wrong, which is a fault of the program.
pub(super) fn install() -> Result<PrometheusHandle, BuildError> {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)?
        .build_recorder();
    let handle = HANDLE.get_or_init(|| {
        let handle = recorder.handle();
        // Fails only if somebody else has installed one: then theirs records.
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("metrics go to another recorder");
        }
        handle
    });
    begin();
    Ok(handle.clone())
}

/// Every choice of one value for each label of a metric.
fn choices(labels: &[Label]) -> Vec<Vec<(&'static str, &'static str)>> {
    labels.iter().fold(vec![Vec::new()], |choices, (name, values)| {
        let longer = |choice: Vec<_>| {
            values
                .iter()
                .map(move |value| [choice.clone(), vec![(*name, *value)]].concat())
        };
        choices.into_iter().flat_map(longer).collect()
    })
}

/// Describes every metric. A counter that has never counted has to be there too, with each value of its labels: an alert sees
/// only a change.
fn begin() {
    for Metric {
        name,
        kind,
        labels,
        help,
    } in METRICS
    {
        match kind {
            Counter => {
                describe_counter!(name, help);
                for labels in choices(labels) {
                    counter!(name, &labels).increment(0);
                }
            }
            Gauge => describe_gauge!(name, help),
            Histogram => describe_histogram!(name, help),
        }
    }
    gauge!("whistle_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
}

#[cfg(test)]
mod tests {
    use super::{CODES, METRICS, STATUS, choices};

    #[test]
    fn a_counter_is_there_from_the_start_with_each_value_of_its_labels() {
        assert_eq!(choices(&[]), [[]], "without labels it is one");
        let responses = METRICS
            .iter()
            .find(|metric| metric.name == "whistle_discord_responses_total");
        let begun = choices(responses.expect("a counter").labels);
        assert_eq!(begun.len(), STATUS.1.len() * CODES.len());
        for status in STATUS.1 {
            assert!(begun.contains(&vec![("status", *status), ("code", "none")]), "{status}");
        }
    }
}
