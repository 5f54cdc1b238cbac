//! The rate limits as JSON for the people's side: each limit by its name, as `{limit, per_ms}`.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::config::{Quota, RateLimits};

/// The longest time of a limit, in milliseconds: a day.
const LONGEST: u64 = 24 * 60 * 60 * 1_000;

/// The limits that can be set, but not lifted.
fn open(limits: &mut RateLimits) -> [(&'static str, &mut Quota); 9] {
    [
        ("global", &mut limits.global),
        ("messages", &mut limits.messages),
        ("deletes", &mut limits.deletes),
        ("reactions", &mut limits.reactions),
        ("follow_ups", &mut limits.follow_ups),
        ("others", &mut limits.others),
        ("invalid_requests", &mut limits.invalid_requests),
        ("chats_unasked", &mut limits.chats_unasked),
        ("chats_burst", &mut limits.chats_burst),
    ]
}

/// The limits that no header shows, and that may not be there.
fn hidden(limits: &mut RateLimits) -> [(&'static str, &mut Option<Quota>); 3] {
    [
        ("follow_ups_hidden", &mut limits.follow_ups_hidden),
        ("channel_edits_hidden", &mut limits.channel_edits_hidden),
        ("old_edits_hidden", &mut limits.old_edits_hidden),
    ]
}

/// The limits with what a change names; or what of it was not understood, and then nothing has changed.
pub(crate) fn changed(mut limits: RateLimits, change: &Value) -> Result<RateLimits, String> {
    let Value::Object(change) = change else {
        return Err("an object of limits is wanted".into());
    };
    known(change, &mut limits)?;
    if let Some(on) = change.get("on") {
        limits.on = on.as_bool().ok_or("`on` must be true or false")?;
    }
    for (name, time) in [("old_after_ms", &mut limits.old_after), ("ban_ms", &mut limits.ban)] {
        if let Some(value) = change.get(name) {
            let value = value.as_u64().filter(|value| *value <= LONGEST);
            let value = value.ok_or_else(|| format!("`{name}` must be a number from 0 to {LONGEST}"))?;
            *time = Duration::from_millis(value);
        }
    }
    for (name, quota) in open(&mut limits) {
        if let Some(value) = change.get(name) {
            *quota = read(name, value)?;
        }
    }
    for (name, quota) in hidden(&mut limits) {
        match change.get(name) {
            None => {}
            Some(Value::Null) => *quota = None,
            Some(value) => *quota = Some(read(name, value)?),
        }
    }
    Ok(limits)
}

/// Refuses a change that names nothing, or something that there is not.
fn known(change: &Map<String, Value>, limits: &mut RateLimits) -> Result<(), String> {
    let mut names = vec!["on", "old_after_ms", "ban_ms"];
    names.extend(open(limits).map(|(name, _)| name));
    names.extend(hidden(limits).map(|(name, _)| name));
    if change.is_empty() {
        return Err(format!("what is to be set? There are {}", names.join(", ")));
    }
    match change.keys().find(|key| !names.contains(&key.as_str())) {
        Some(unknown) => Err(format!(
            "there is no limit called {unknown}; there are {}",
            names.join(", ")
        )),
        None => Ok(()),
    }
}

fn read(name: &str, value: &Value) -> Result<Quota, String> {
    let parts = value.as_object().filter(|parts| parts.len() == 2);
    let part = |key| parts.and_then(|parts| parts.get(key)).and_then(Value::as_u64);
    let limit = part("limit").and_then(|limit| u32::try_from(limit).ok());
    match (limit, part("per_ms")) {
        (Some(limit @ 1..), Some(per @ 1..=LONGEST)) => Ok(Quota {
            limit,
            per: Duration::from_millis(per),
        }),
        _ => Err(format!(
            "`{name}` must be {{limit, per_ms}}, a number from 1 on and a time from 1 to {LONGEST}"
        )),
    }
}

/// The limits as they are.
pub(crate) fn json(mut limits: RateLimits) -> Value {
    let shown = |quota: &Quota| json!({ "limit": quota.limit, "per_ms": quota.per.as_millis() as u64 });
    let times = (limits.old_after.as_millis() as u64, limits.ban.as_millis() as u64);
    let mut json = json!({ "on": limits.on, "old_after_ms": times.0, "ban_ms": times.1 });
    for (name, quota) in open(&mut limits) {
        json[name] = shown(quota);
    }
    for (name, quota) in hidden(&mut limits) {
        json[name] = quota.as_ref().map_or(Value::Null, shown);
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_changes_and_all_else_stays() {
        let usual = RateLimits::default();
        let change = json!({
            "global": { "limit": 7, "per_ms": 250 }, "old_edits_hidden": { "limit": 1, "per_ms": 1 },
            "follow_ups_hidden": null, "old_after_ms": 0, "ban_ms": 5, "invalid_requests": { "limit": 2, "per_ms": 9 },
        });
        let limits = changed(usual, &change).expect("a change");
        let mut wanted = json(usual);
        for (name, value) in change.as_object().expect("an object") {
            assert_ne!(wanted[name], *value);
            wanted[name] = value.clone();
        }
        assert_eq!(json(limits), wanted);
        let back = changed(limits, &json(usual)).expect("what is shown can be set");
        assert_eq!(json(back), json(usual));
        assert!(!changed(usual, &json!({ "on": false })).expect("a change").on);
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        let day = LONGEST;
        for (wrong, hint) in [
            (json!([]), "an object"),
            (json!({}), "global, messages, deletes"),
            (
                json!({ "earthquakes": { "limit": 1, "per_ms": 1 } }),
                "no limit called earthquakes",
            ),
            (json!({ "on": 1 }), "`on` must be"),
            (json!({ "old_after_ms": -1 }), "`old_after_ms` must be"),
            (json!({ "old_after_ms": day + 1 }), "`old_after_ms` must be"),
            (json!({ "messages": null }), "`messages` must be"),
            (json!({ "messages": { "limit": 5 } }), "`messages` must be"),
            (json!({ "messages": { "limit": 0, "per_ms": 5 } }), "`messages` must be"),
            (json!({ "messages": { "limit": 5, "per_ms": 0 } }), "`messages` must be"),
            (
                json!({ "messages": { "limit": 5, "per_ms": day + 1 } }),
                "`messages` must be",
            ),
            (
                json!({ "messages": { "limit": 1u64 << 32, "per_ms": 5 } }),
                "`messages` must be",
            ),
            (
                json!({ "messages": { "limit": 5, "per_ms": 5, "burst": 2 } }),
                "`messages` must be",
            ),
            (json!({ "old_edits_hidden": 5 }), "`old_edits_hidden` must be"),
        ] {
            let said = changed(RateLimits::default(), &wrong).expect_err("no limit");
            assert!(said.contains(hint), "{wrong}: {said}");
        }
    }
}
