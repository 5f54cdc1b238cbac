//! Discord's advice on how many shards to connect, and how many session starts are left.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use crate::discord::config::RunError;
use crate::discord::http::{Api, Failure};
use crate::store::Shards;

/// How many session starts are kept in reserve, beside one for each shard: Discord resets the token of a bot that uses up its
/// starts. Between two questions to Discord, a shard uses fewer than these.
const SPARE: u32 = 10;

/// Discord's advice on connecting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Advice {
    /// The gateway's address.
    pub(super) gateway: String,
    /// The number of shards: of all bots together.
    pub(super) shards: u32,
    /// The bot's own shards, where several bots share a database; all as one where Discord advises their number.
    pub(super) given: Shards,
    /// How many shards may identify at once.
    pub(super) at_once: u32,
    /// How many session starts are left.
    pub(super) starts: u32,
    /// How long until the session starts are reset.
    pub(super) renewed: Duration,
}

impl Advice {
    /// Reads the response of `/gateway/bot`. Several bots have the number of shards that they were given.
    pub(in crate::discord) fn read(answer: &Value, given: Shards) -> Option<Advice> {
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let limit = &answer["session_start_limit"];
        let advised = number(&answer["shards"]).filter(|shards| *shards > 0)?;
        Some(Advice {
            gateway: answer["url"].as_str()?.to_owned(),
            shards: if given.are_all() { advised } else { given.of() },
            given,
            at_once: number(&limit["max_concurrency"]).unwrap_or(1).max(1),
            starts: number(&limit["remaining"])?,
            renewed: Duration::from_millis(limit["reset_after"].as_u64()?),
        })
    }

    /// Asks Discord for the advice; `None` if there is no response now.
    pub(super) async fn ask(api: &Api, given: Shards) -> Result<Option<Advice>, RunError> {
        match api.call(Method::GET, "/gateway/bot", None).await {
            Ok(reply) => Ok(Advice::read(&reply.body(), given)),
            Err(Failure::Refused { status: 401, .. }) => Err(RunError::Token),
            Err(failure) => {
                tracing::debug!(%failure, "asking for the gateway");
                Ok(None)
            }
        }
    }

    /// Whether connecting now would use session starts of the reserve.
    pub(super) fn is_scarce(&self) -> bool {
        self.starts < self.shards.saturating_add(SPARE)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(shards: u64, remaining: u64) -> Value {
        json!({
            "url": "wss://gateway.discord.gg", "shards": shards,
            "session_start_limit": { "total": 1000, "remaining": remaining, "reset_after": 90_000, "max_concurrency": 16 },
        })
    }

    fn read(answer: &Value) -> Option<Advice> {
        Advice::read(answer, Shards::ALL)
    }

    #[test]
    fn the_advice_is_read_or_is_none() {
        let advice = Advice {
            gateway: "wss://gateway.discord.gg".to_owned(),
            shards: 2,
            given: Shards::ALL,
            at_once: 16,
            starts: 999,
            renewed: Duration::from_secs(90),
        };
        assert_eq!(read(&answer(2, 999)), Some(advice));
        for wrong in [
            json!({}),
            json!({ "shards": 1 }),
            json!("2"),
            answer(0, 999),
            answer(1 << 40, 999),
        ] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn several_bots_keep_the_number_of_shards_that_they_were_given() {
        let own = Shards::new(3..6, 8).expect("shards");
        for advised in [1, 8, 20] {
            let advice = Advice::read(&answer(advised, 999), own).expect("an advice");
            assert_eq!((advice.shards, advice.starts), (8, 999), "{advised}");
        }
    }

    #[test]
    fn some_session_starts_are_never_used_up() {
        let scarce = |shards, starts| read(&answer(shards, starts)).expect("an advice").is_scarce();
        assert!(!scarce(1, 1000) && !scarce(1, 11) && scarce(1, 10) && scarce(1, 0));
        assert!(!scarce(40, 50) && scarce(40, 49));
    }
}
