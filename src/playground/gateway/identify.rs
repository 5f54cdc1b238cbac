//! Reads IDENTIFY and RESUME; a frame that will not do gets a close code.

use serde_json::Value;

use super::intents;
use crate::playground::config::Config;
use crate::playground::token;

/// What a bot asks for when it identifies.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identify {
    pub(super) shard: (u32, u32),
    pub(super) intents: u64,
    pub(super) compress: bool,
}

/// What a bot asks for when it resumes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Resume {
    pub(super) session: String,
    pub(super) seq: u64,
}

/// A close code with Discord's words.
pub(super) type Refusal = (u16, &'static str);

const BAD_TOKEN: Refusal = (4004, "Authentication failed.");
const UNREADABLE: Refusal = (4002, "Error while decoding payload.");

/// Whether a token, with or without `Bot `, is one that the playground takes.
pub(crate) fn accepts(config: &Config, given: &str) -> bool {
    let given = given.trim();
    let bare = given.strip_prefix("Bot ").unwrap_or(given);
    match &config.token {
        Some(only) => only.trim_start_matches("Bot ") == bare,
        None => token::owner(bare).is_some(),
    }
}

/// Reads what a bot asks for that must have so many shards at least.
pub(super) fn identify(config: &Config, least: u32, d: &Value) -> Result<Identify, Refusal> {
    let given = d["token"].as_str().ok_or(UNREADABLE)?;
    if !accepts(config, given) {
        return Err(BAD_TOKEN);
    }
    if !d["properties"].is_object() {
        return Err(UNREADABLE);
    }
    let wanted = d["intents"]
        .as_u64()
        .filter(|bits| bits & !intents::VALID == 0)
        .ok_or((4013, "Invalid intent(s)."))?;
    if wanted & intents::PRIVILEGED & !config.privileged_intents != 0 {
        return Err((4014, "Disallowed intent(s)."));
    }
    let shard = match d.get("shard").filter(|s| !s.is_null()) {
        None => (0, 1),
        Some(shard) => shard_of(shard).ok_or((4010, "Invalid shard."))?,
    };
    if shard.1 < least {
        return Err((4011, "Sharding required."));
    }
    Ok(Identify {
        shard,
        intents: wanted,
        compress: d["compress"].as_bool().unwrap_or(false),
    })
}

fn shard_of(shard: &Value) -> Option<(u32, u32)> {
    let [id, count] = shard.as_array()?.as_slice() else {
        return None;
    };
    let (id, count) = (u32::try_from(id.as_u64()?).ok()?, u32::try_from(count.as_u64()?).ok()?);
    (id < count).then_some((id, count))
}

pub(super) fn resume(config: &Config, d: &Value) -> Result<Resume, Refusal> {
    let given = d["token"].as_str().ok_or(UNREADABLE)?;
    if !accepts(config, given) {
        return Err(BAD_TOKEN);
    }
    let session = d["session_id"].as_str().ok_or(UNREADABLE)?.to_owned();
    let seq = d["seq"].as_u64().ok_or(UNREADABLE)?;
    Ok(Resume { session, seq })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::GatewayConfig;
    use crate::playground::token::DEFAULT_TOKEN;
    use serde_json::json;

    #[test]
    fn refusals_have_their_codes() {
        let config = Config::default();
        let ask = |change: Value| {
            let mut d = json!({"token": DEFAULT_TOKEN, "properties": {}, "intents": 513});
            if let (Value::Object(d), Value::Object(change)) = (&mut d, change) {
                d.extend(change);
            }
            identify(&config, 1, &d).map_err(|(code, _)| code)
        };
        assert_eq!(
            ask(json!({})),
            Ok(Identify {
                shard: (0, 1),
                intents: 513,
                compress: false
            })
        );
        assert_eq!(
            ask(json!({"shard": [1, 4], "compress": true})),
            Ok(Identify {
                shard: (1, 4),
                intents: 513,
                compress: true
            })
        );
        assert_eq!(ask(json!({"token": "nonsense"})), Err(4004));
        assert_eq!(ask(json!({"properties": null})), Err(4002));
        assert_eq!(ask(json!({"intents": null})), Err(4013));
        assert_eq!(ask(json!({"intents": 1u64 << 40})), Err(4013));
        assert_eq!(ask(json!({"intents": intents::CONTENT})), Err(4014));
        assert_eq!(ask(json!({"shard": [4, 4]})), Err(4010));
        assert_eq!(ask(json!({"shard": "0"})), Err(4010));
        let crowded = |guilds: u32, shard: Value| {
            let config = Config::default();
            let least = GatewayConfig {
                guilds,
                ..config.gateway
            };
            let d = json!({"token": DEFAULT_TOKEN, "properties": {}, "intents": 513, "shard": shard});
            identify(&config, least.needed_shards(), &d)
                .map(|asked| asked.shard)
                .map_err(|(code, _)| code)
        };
        assert_eq!(crowded(2_499, Value::Null), Ok((0, 1)));
        assert_eq!(crowded(2_500, Value::Null), Err(4011));
        assert_eq!(crowded(2_500, json!([0, 1])), Err(4011));
        assert_eq!(crowded(5_000, json!([1, 2])), Ok((1, 2)));
        assert_eq!(crowded(5_001, json!([1, 2])), Err(4011));
        let granted = Config {
            privileged_intents: intents::CONTENT,
            ..Config::default()
        };
        assert!(
            identify(
                &granted,
                1,
                &json!({"token": DEFAULT_TOKEN, "properties": {}, "intents": intents::CONTENT})
            )
            .is_ok()
        );
    }

    /// Source: Discord's docs, Gateway, "Gateway Intents" (2026-08-06): a bit that means nothing and is not documented closes
    /// with 4013. Bit 17 is undocumented, but means something: bots that name it hear EMBEDDED_ACTIVITY_UPDATE_V2, and
    /// interactions.py 5.16.0 names it by default. Of the other gaps nobody says so.
    #[test]
    fn intents_that_mean_nothing_are_refused_and_the_undocumented_one_is_taken() {
        let ask = |intents: u64| {
            let d = json!({"token": DEFAULT_TOKEN, "properties": {}, "intents": intents});
            identify(&Config::default(), 1, &d)
                .map(|asked| asked.intents)
                .map_err(|(code, _)| code)
        };
        const INTERACTIONS_PY: u64 = 53_706_493;
        assert_eq!(ask(INTERACTIONS_PY), Ok(INTERACTIONS_PY));
        for bit in [18, 19, 22, 23, 26, 40] {
            assert_eq!(ask(1 << bit), Err(4013), "bit {bit}");
        }
    }

    #[test]
    fn one_token_can_be_insisted_on() {
        let config = Config {
            token: Some("MTIz.a.b".into()),
            ..Config::default()
        };
        assert!(accepts(&config, "Bot MTIz.a.b") && accepts(&config, "MTIz.a.b"));
        assert!(!accepts(&config, DEFAULT_TOKEN));
    }
}
