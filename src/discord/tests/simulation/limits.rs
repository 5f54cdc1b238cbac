//! The limits of a Discord (docs/DISCORD.md, "Rate limits"): windows that open with their first request, one of all that the bot
//! asks in its own name and one of each route and channel or token.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use super::discord::Answered;
use crate::discord::governor::{BucketReport, Route, named};
use crate::discord::limits::{EDITS, EDITS_SECONDS};

/// So many requests in so many milliseconds.
type Quota = (u32, i64);

const GLOBAL: Quota = (50, 1000);
const MESSAGES: Quota = (EDITS, EDITS_SECONDS as i64 * 1000);
const DELETIONS: Quota = (5, 1000);
const BY_TOKEN: Quota = (5, 2000);
const OTHERS: Quota = (10, 2000);

/// All windows that have been opened: when, and how much of them is used.
#[derive(Debug, Default)]
pub(super) struct Limits {
    windows: BTreeMap<(&'static str, u64), (i64, u32)>,
    /// How many requests came too soon.
    pub(super) broken: u64,
}

impl Limits {
    /// Takes a request; what is left then, if it counts at all. One that comes too soon is told so.
    pub(super) fn take(&mut self, now: i64, method: &Method, path: &str) -> Result<Option<BucketReport>, Answered> {
        let (name, quota) = match (Route::of(method, path), method.as_str()) {
            (Route::Callback, _) => return Ok(None),
            (Route::Token(_), _) => ("by token", BY_TOKEN),
            (Route::Bot(_), "DELETE") => ("deletions", DELETIONS),
            (Route::Bot(_), _) if path.contains("/messages") => ("messages", MESSAGES),
            (Route::Bot(_), _) => ("others", OTHERS),
        };
        let bare = path.split('?').next().unwrap_or_default();
        // Channel or token, and of other routes all of it.
        let major = match name {
            "by token" => bare.split('/').nth(3),
            "others" => Some(bare),
            _ => bare.split('/').nth(2),
        };
        let standing = self.count((name, named(major)), quota, now);
        if name != "by token" && self.count(("global", 0), GLOBAL, now).is_err() {
            return Err(self.too_soon(now, "global", None));
        }
        match standing {
            Ok(standing) => Ok(Some(standing)),
            Err(standing) => Err(self.too_soon(now, name, Some(standing))),
        }
    }

    fn count(&mut self, key: (&'static str, u64), (limit, per): Quota, now: i64) -> Result<BucketReport, BucketReport> {
        let (opened, used) = self.windows.entry(key).or_insert((now, 0));
        if now - *opened >= per {
            (*opened, *used) = (now, 0);
        }
        let over_in = Duration::from_millis((per - (now - *opened)).unsigned_abs());
        let standing = |left| BucketReport {
            limit,
            left,
            over_in,
            name: named(key.0),
        };
        if *used >= limit {
            return Err(standing(0));
        }
        *used += 1;
        Ok(standing(limit - *used))
    }

    fn too_soon(&mut self, now: i64, name: &'static str, standing: Option<BucketReport>) -> Answered {
        self.broken += 1;
        let (opened, _) = self.windows.get(&(name, 0)).copied().unwrap_or((now, 0));
        let left = Duration::from_millis((opened + GLOBAL.1 - now).max(0).unsigned_abs());
        let after = standing.map_or(left, |standing| standing.over_in).as_secs_f64();
        let body = json!({ "message": "too soon", "retry_after": after, "global": name == "global" });
        (429, body, standing)
    }
}
