//! Events of the application that Discord sends by HTTP (docs/DISCORD.md, "Webhook events").

use serde::Deserialize;
use serde_json::Value;
use serenity::model::Timestamp;

/// Discord's numbers of what is sent.
const PING: u8 = 0;
const EVENT: u8 = 1;
/// The event of somebody who has taken the application out of the list of what they have authorised.
const DEAUTHORIZED: &str = "APPLICATION_DEAUTHORIZED";

/// What Discord sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AppEvent {
    /// Discord tries whether the address answers.
    Ping,
    /// This person has deauthorised the application, at this moment in milliseconds since the epoch.
    Deauthorized(u64, i64),
    /// Something that nobody here needs to know.
    Other,
}

#[derive(Deserialize)]
struct Sent {
    #[serde(rename = "type")]
    number: u8,
    event: Option<Event>,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    name: String,
    #[serde(default)]
    timestamp: String,
    #[serde(default)]
    data: Value,
}

impl Event {
    /// When it happened, in milliseconds since the epoch; `None` if that cannot be read. The examples of Discord's docs name no
    /// zone, and mean UTC.
    fn at(&self) -> Option<i64> {
        let zoned = [self.timestamp.clone(), format!("{}Z", self.timestamp)];
        let read = zoned.iter().find_map(|text| Timestamp::parse(text).ok())?;
        Some(read.unix_timestamp().saturating_mul(1000))
    }
}

impl AppEvent {
    /// Reads a body; `None` if it is none of Discord's.
    pub(super) fn read(body: &[u8]) -> Option<AppEvent> {
        let sent: Sent = serde_json::from_slice(body).ok()?;
        match (sent.number, sent.event) {
            (PING, _) => Some(AppEvent::Ping),
            (EVENT, Some(event)) if event.name == DEAUTHORIZED => {
                let person = event.data["user"]["id"].as_str()?.parse().ok()?;
                // Without a time it counts as of now: who is gone must not stay for that.
                Some(AppEvent::Deauthorized(person, event.at().unwrap_or(i64::MAX)))
            }
            (EVENT, Some(_)) => Some(AppEvent::Other),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(sent: Value) -> Option<AppEvent> {
        AppEvent::read(sent.to_string().as_bytes())
    }

    fn event(name: &str, data: Value) -> Value {
        let event = json!({ "type": name, "timestamp": "2026-11-26T00:00:00.000000", "data": data });
        json!({ "version": 1, "application_id": "7", "type": 1, "event": event })
    }

    #[test]
    fn who_deauthorises_is_read_and_nothing_else_is_believed() {
        let user = json!({ "id": "814159265358979323", "username": "zoe" });
        let gone = event(DEAUTHORIZED, json!({ "user": user }));
        let zoe = 814_159_265_358_979_323;
        let at = |timestamp: &str| {
            let mut gone = gone.clone();
            gone["event"]["timestamp"] = timestamp.into();
            read(gone)
        };
        let noon = 1_795_694_400_000;
        for timestamp in [
            "2026-11-26T12:00:00.000000",
            "2026-11-26T12:00:00Z",
            "2026-11-26T13:00:00.000000+01:00",
        ] {
            assert_eq!(at(timestamp), Some(AppEvent::Deauthorized(zoe, noon)), "{timestamp}");
        }
        assert_eq!(at("at noon"), Some(AppEvent::Deauthorized(zoe, i64::MAX)));
        let ping = json!({ "version": 1, "application_id": "7", "type": 0 });
        assert_eq!(read(ping), Some(AppEvent::Ping));
        let other = event("APPLICATION_AUTHORIZED", json!({ "user": user, "scopes": [] }));
        assert_eq!(read(other), Some(AppEvent::Other));
        for wrong in [
            event(DEAUTHORIZED, json!({ "user": { "id": "zoe" } })),
            event(DEAUTHORIZED, json!({})),
            json!({ "type": 1 }),
            json!({ "type": 2, "event": { "type": DEAUTHORIZED, "data": { "user": user } } }),
            json!([]),
        ] {
            assert_eq!(read(wrong.clone()), None, "{wrong}");
        }
    }
}
