//! The choices that people were told were taken, by what went over the wire.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::reading::text;
use super::wire::moment;

/// Now, in milliseconds since the epoch.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("a time");
    i64::try_from(since.as_millis()).expect("a time")
}

/// When an entry was recorded, in milliseconds since the epoch.
pub(crate) fn moment_of_epoch(entry: &Value) -> i64 {
    // Both are of the same few minutes.
    const DAY: i64 = 86_400_000;
    let now = now();
    let late = (now - moment(entry)).rem_euclid(DAY);
    now - late
}

/// The choices that were acknowledged, and when: their presses brought the panel up to date, and no word followed.
pub(crate) fn acknowledged(traffic: &[Value]) -> BTreeMap<u64, i64> {
    let mut choices = HashMap::new();
    for entry in traffic {
        let asked = &entry["frame"]["d"];
        let data = &asked["data"];
        let is_choice =
            text(&data["custom_id"]).starts_with("w1:choose:") || text(&data["values"][0]).starts_with("c:");
        if entry["frame"]["t"] == "INTERACTION_CREATE" && is_choice {
            let id: u64 = text(&asked["id"]).parse().expect("a number");
            choices.insert(text(&asked["token"]), id);
        }
    }
    let mut told = BTreeMap::new();
    let mut refused = HashSet::new();
    for entry in traffic.iter().filter(|entry| entry["kind"] == "rest") {
        let fine = matches!(entry["status"].as_u64(), Some(200..=299));
        let path = text(&entry["path"]);
        let mut parts = path.split(['/', '?']);
        let Some(id) = parts.find_map(|part| choices.get(part)).filter(|_| fine) else {
            continue;
        };
        match entry["body"]["type"].as_u64() {
            Some(7) => drop(told.insert(*id, moment_of_epoch(entry))),
            // Taken without a word: what came of it follows.
            Some(6) => {}
            _ if entry["method"] == "POST" => drop(refused.insert(*id)),
            _ => {}
        }
    }
    told.retain(|id, _| !refused.contains(id));
    told
}
