//! Discord's side: whether it is Discord that answers, how the token stands, and what Discord knows of the bot.
//!
//! All requests only read. There are about eight, and one more for each of a few servers.

use std::time::{Duration, SystemTime};

use reqwest::Method;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Facts;
use super::finding::{FINE, Halt, Tried, failed, warning};
use crate::cli::config::Token;
use crate::cli::invite;
use crate::conform::{Answer, Client, ConformError, Request, on_this_computer};
use crate::discord::{self, PublicKey, limits};
use crate::games;

/// In how many servers at most the commands are looked at.
const FEW: usize = 10;
/// How many servers are on the first page of their list, beyond which nobody looks.
const PAGE: usize = 200;
/// How far the clock may be off: Discord says the time in whole seconds, and an answer takes time.
const CLOCK_OFF: i64 = 5;
/// Of how many starts of a session a day at least one must be left.
const OF_STARTS: u64 = 20;
/// The permission that has all others within it.
const ADMINISTRATOR: u64 = 1 << 3;

/// An answer, or why there was none; nothing where nobody asked, because an earlier answer was wrong.
type Asked = Option<Result<Answer, String>>;

/// What Discord answered.
#[derive(Default)]
pub(super) struct Online {
    gateway: Asked,
    application: Asked,
    session: Asked,
    guilds: Asked,
    /// The commands that are registered everywhere.
    commands: Asked,
    /// The commands of a few servers, by the id of the server.
    in_guilds: Vec<(String, Asked)>,
    emojis: Asked,
    /// The one server to register commands in.
    guild: Option<String>,
    /// How long the fastest answer took.
    fastest: Option<Duration>,
    /// By how many seconds this computer's clock is ahead of Discord's, at the least.
    ahead: Option<i64>,
    /// Whether an answer told of rate limits.
    limits_told: bool,
}

/// The client of these requests, and what every answer tells.
struct Asking<'o> {
    client: Client,
    online: &'o mut Online,
}

impl Asking<'_> {
    async fn get(&mut self, path: &str) -> Asked {
        self.send(&Request::new(Method::GET, path)).await
    }

    async fn send(&mut self, request: &Request) -> Asked {
        let (begun, began) = (Instant::now(), SystemTime::now());
        let answer = match self.client.send(request).await {
            Ok(answer) => answer,
            Err(halt) => return Some(Err(ConformError::from(halt).to_string())),
        };
        let took = begun.elapsed();
        let online = &mut *self.online;
        online.fastest = Some(online.fastest.map_or(took, |fastest| fastest.min(took)));
        online.limits_told |= answer.header("x-ratelimit-limit").is_some();
        if let Some(Ok(date)) = answer.header("date").map(httpdate::parse_http_date) {
            // The answer is of some moment in between.
            let off = if date > began + took {
                (date, began + took, -1)
            } else {
                (began, date, 1)
            };
            let seconds = off.0.duration_since(off.1).unwrap_or_default().as_secs();
            online.ahead = Some(off.2 * i64::try_from(seconds).unwrap_or(i64::MAX));
        }
        Some(Ok(answer))
    }
}

impl Online {
    /// Asks everything that is worth asking.
    pub(super) async fn ask(base: &str, token: &Token, guild: Option<u64>) -> Online {
        let mut online = Online {
            guild: guild.map(|guild| guild.to_string()),
            ..Online::default()
        };
        // The sender stays until the end: nobody stops the client.
        let (_stop, stopped) = watch::channel(false);
        match Client::new(base, token.reveal(), stopped) {
            Ok(client) => {
                Asking {
                    client,
                    online: &mut online,
                }
                .all()
                .await
            }
            Err(error) => online.gateway = Some(Err(error)),
        }
        online
    }
}

impl Asking<'_> {
    async fn all(&mut self) {
        self.online.gateway = self.send(&Request::new(Method::GET, "/gateway").without_token()).await;
        if body(&self.online.gateway).is_none_or(|body| !body["url"].is_string()) {
            return;
        }
        self.online.application = self.get("/applications/@me").await;
        let Some(application) = body(&self.online.application).and_then(|body| body["id"].as_str()) else {
            return;
        };
        let commands = format!("/applications/{application}/commands");
        let emojis = format!("/applications/{application}/emojis");
        let guilds = format!("/applications/{application}/guilds");
        self.online.session = self.get("/gateway/bot").await;
        self.online.guilds = self.get("/users/@me/guilds").await;
        self.online.commands = self.get(&commands).await;
        self.online.emojis = self.get(&emojis).await;
        let joined = list(&self.online.guilds)
            .iter()
            .filter_map(|guild| guild["id"].as_str());
        let wanted = self.online.guild.as_deref();
        let (own, others): (Vec<&str>, Vec<&str>) = joined.partition(|id| Some(*id) == wanted);
        let looked_at = if wanted.is_some() { own } else { others };
        let looked_at: Vec<String> = looked_at.into_iter().take(FEW).map(str::to_owned).collect();
        for guild in looked_at {
            let asked = self.get(&format!("{guilds}/{guild}/commands")).await;
            self.online.in_guilds.push((guild, asked));
        }
    }
}

/// The body of an answer with status 200.
fn body(asked: &Asked) -> Option<&Value> {
    match asked {
        Some(Ok(answer)) if answer.status == 200 => Some(&answer.body),
        _ => None,
    }
}

/// The list in the body of an answer.
fn list(asked: &Asked) -> &[Value] {
    body(asked).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

const NOT_ASKED: Halt = Halt::Untried("it needs Discord, which could not be asked");
const NOT_ANSWERED: Halt = Halt::Untried("Discord did not answer this");

pub(super) fn discord(facts: &Facts<'_>) -> Tried {
    if facts.banned.is_some() {
        return Err(Halt::Untried("every request may prolong the ban"));
    }
    let online = facts
        .online
        .as_ref()
        .ok_or(Halt::Untried("it needs a token and an address"))?;
    let elsewhere = matches!(facts.api_base, Ok(Some(_)));
    match &online.gateway {
        Some(Err(why)) => failed(
            format!("Discord cannot be reached: {why}."),
            if elsewhere {
                "Start the server that DISCORD_API_BASE names, or remove that setting."
            } else {
                "Let this computer look up and reach discord.com on port 443, past any firewall or proxy that opens TLS."
            },
        ),
        Some(Ok(answer)) if body(&online.gateway).is_none_or(|body| !body["url"].is_string()) => failed(
            format!(
                "Something that is not Discord answers in its place, with status {}.",
                answer.status
            ),
            if elsewhere {
                "Let DISCORD_API_BASE name a server that speaks Discord's API, or remove that setting."
            } else {
                "Let the bot out without the proxy or the login page that stands between it and discord.com."
            },
        ),
        _ => FINE,
    }
}

/// What Discord said, once it has answered at all.
fn reached<'f>(facts: &'f Facts<'_>) -> Tried<&'f Online> {
    let online = facts.online.as_ref();
    online.filter(|online| online.application.is_some()).ok_or(NOT_ASKED)
}

/// What Discord said, once it has taken the token.
fn accepted<'f>(facts: &'f Facts<'_>) -> Tried<(&'f Online, &'f Value)> {
    let online = reached(facts)?;
    Ok((online, body(&online.application).ok_or(NOT_ASKED)?))
}

pub(super) fn delay(facts: &Facts<'_>) -> Tried {
    let (online, _) = accepted(facts)?;
    let fastest = online.fastest.unwrap_or_default();
    if fastest < Duration::from_millis(limits::ANSWER_MS / 2) {
        return FINE;
    }
    failed(
        format!(
            "Discord's fastest answer took {:.1} s, and each press must be answered within 3 s.",
            fastest.as_secs_f64()
        ),
        "Run the bot on a better connection, or without the proxy or VPN that it goes through.",
    )
}

pub(super) fn limit_headers(facts: &Facts<'_>) -> Tried {
    match accepted(facts)?.0.limits_told {
        true => FINE,
        false => warning(
            "No answer has Discord's rate-limit headers, so the bot cannot keep to limits that it is not told.",
            "Let the proxy between the bot and Discord pass on all headers, or let the bot out without it.",
        ),
    }
}

pub(super) fn clock(facts: &Facts<'_>) -> Tried {
    let ahead = reached(facts)?.ahead.ok_or(NOT_ANSWERED)?;
    if ahead.abs() <= CLOCK_OFF {
        return FINE;
    }
    failed(
        format!(
            "This computer's clock is {} seconds {} Discord's, and people are shown wrong times.",
            ahead.abs(),
            if ahead > 0 { "ahead of" } else { "behind" }
        ),
        "Let the system set its clock by itself: timedatectl set-ntp true, or on the host of a virtual machine.",
    )
}

pub(super) fn token_accepted(facts: &Facts<'_>) -> Tried {
    const LATER: &str = "Try again later, and look at https://discordstatus.com meanwhile.";
    match &reached(facts)?.application {
        Some(Ok(answer)) if answer.status == 401 => failed(
            "Discord does not take the token: it was reset, or is not copied in full.",
            "Press Reset Token on the Bot page of your application, and copy what it shows into DISCORD_TOKEN.",
        ),
        Some(Ok(answer)) if answer.status != 200 => failed(
            format!("Discord answered {} when the token was shown.", answer.status),
            LATER,
        ),
        Some(Err(why)) => failed(format!("Discord was shown the token, and {why}."), LATER),
        _ => FINE,
    }
}

pub(super) fn gateway(facts: &Facts<'_>) -> Tried {
    let (online, _) = accepted(facts)?;
    let session = body(&online.session).ok_or(NOT_ANSWERED)?;
    let url = session["url"].as_str().ok_or(NOT_ANSWERED)?;
    let elsewhere = matches!(facts.api_base, Ok(Some(_)));
    if !elsewhere || facts.remote || on_this_computer(url) {
        return FINE;
    }
    failed(
        "The server in Discord's place names a gateway beyond this computer, which would be sent the token.",
        "Let that server name a gateway of its own, or say --allow-remote-api if that gateway may have the token.",
    )
}

pub(super) fn sessions(facts: &Facts<'_>) -> Tried {
    let (online, _) = accepted(facts)?;
    let limit = &body(&online.session).ok_or(NOT_ANSWERED)?["session_start_limit"];
    let number = |key: &str| limit[key].as_u64().ok_or(NOT_ANSWERED);
    let (total, left) = (number("total")?, number("remaining")?);
    if left.saturating_mul(OF_STARTS) > total {
        return FINE;
    }
    let hours = limit["reset_after"].as_u64().unwrap_or_default() / 3_600_000 + 1;
    let wrong = format!("The bot may connect only {left} more times within {hours} h: it was started again and again.");
    let way_out = "Stop whatever starts it so often, such as a service that restarts at each failure or a second bot of this token.";
    if left == 0 {
        failed(wrong, way_out)
    } else {
        warning(wrong, way_out)
    }
}

pub(super) fn application(facts: &Facts<'_>) -> Tried {
    let (_, application) = accepted(facts)?;
    if application["bot_require_code_grant"] == true {
        return failed(
            "The bot requires OAuth2 Code Grant, so its invitation link does not work.",
            "Switch that off on the Bot page of your application.",
        );
    }
    FINE
}

/// Discord brings interactions by HTTP exactly where the application has an address for that.
pub(super) fn endpoint(facts: &Facts<'_>) -> Tried {
    let (_, application) = accepted(facts)?;
    let has_url = application["interactions_endpoint_url"]
        .as_str()
        .is_some_and(|url| !url.is_empty());
    let Ok(config) = &facts.endpoint else {
        return Err(Halt::Untried("it needs settings that are understood"));
    };
    let Some(config) = config else {
        return match has_url {
            false => FINE,
            true => failed(
                "The application has an Interactions Endpoint URL and WHISTLE_PUBLIC_KEY is not set, so no command and no press \
                 reaches the bot.",
                "Clear the field on the General Information page of your application, or set WHISTLE_PUBLIC_KEY and \
                 WHISTLE_INTERACTIONS.",
            ),
        };
    };
    let key = application["verify_key"]
        .as_str()
        .and_then(PublicKey::read)
        .ok_or(NOT_ANSWERED)?;
    if key != config.public_key {
        return failed(
            "WHISTLE_PUBLIC_KEY is the key of another application, so the bot does not start.",
            "Copy the Public Key from the General Information page of the application that has the token.",
        );
    }
    match has_url {
        true => FINE,
        false => warning(
            "WHISTLE_PUBLIC_KEY is set and the application has no Interactions Endpoint URL, so interactions still come by the \
             gateway.",
            "With the bot running, enter the address of /interactions on the General Information page of your application.",
        ),
    }
}

pub(super) fn servers(facts: &Facts<'_>) -> Tried {
    const INVITE: &str = "Open the link that `whistle invite` prints, and choose the server.";
    let (online, _) = accepted(facts)?;
    body(&online.guilds).ok_or(NOT_ANSWERED)?;
    let guilds = list(&online.guilds);
    if guilds.is_empty() {
        return failed("The bot is in no server.", INVITE);
    }
    let full = guilds.len() >= PAGE;
    if online.guild.is_some() && online.in_guilds.is_empty() && !full {
        return failed("WHISTLE_GUILD names a server that the bot is not in.", INVITE);
    }
    let lacking = guilds
        .iter()
        .find_map(|guild| Some((guild["id"].as_str()?, lacks(guild)?)));
    match lacking {
        None => FINE,
        Some((id, lacks)) => warning(
            // Whoever runs the bot knows the server by these digits, and nobody else does.
            format!(
                "In the server whose id ends in {} the bot may not: {lacks}.",
                &id[id.len().saturating_sub(4)..]
            ),
            "Give the bot's role these permissions in the settings of the server, or invite the bot again by `whistle invite`.",
        ),
    }
}

/// The permissions that the bot needs and lacks in a server.
fn lacks(guild: &Value) -> Option<String> {
    let has: u64 = guild["permissions"].as_str()?.parse().ok()?;
    if has & ADMINISTRATOR != 0 {
        return None;
    }
    let lacking = invite::NEEDED.iter().filter(|(bit, _)| has & bit == 0);
    let names: Vec<&str> = lacking.map(|(_, name)| *name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

pub(super) fn commands(facts: &Facts<'_>) -> Tried {
    const START: &str = "Start the bot of this version once: it registers its commands.";
    let (online, _) = accepted(facts)?;
    let wrong = |_| Halt::Untried("this program's own commands are wrong");
    let declared = discord::declared_commands(online.guild.is_none()).map_err(wrong)?;
    let own = match &online.guild {
        None => &online.commands,
        Some(_) => {
            &online
                .in_guilds
                .first()
                .ok_or(Halt::Untried("it needs a server that the bot is in"))?
                .1
        }
    };
    let registered = match own {
        Some(Ok(answer)) if answer.status == 403 => {
            return failed(
                "The bot was invited without its commands, so it may not register any in the server of WHISTLE_GUILD.",
                "Open the link that `whistle invite` prints, and choose that server again.",
            );
        }
        own if body(own).is_none() => return Err(NOT_ANSWERED),
        own => list(own),
    };
    let declared = declared.as_array().map_or(&[][..], Vec::as_slice);
    let named = |command: &Value| declared.iter().any(|declared| declared["name"] == command["name"]);
    let twice = match &online.guild {
        Some(_) => list(&online.commands).iter().any(named),
        None => online.in_guilds.iter().any(|(_, asked)| list(asked).iter().any(named)),
    };
    if twice {
        return warning(
            "The commands are registered everywhere and in one server as well, where people see each of them twice.",
            "Empty one of the two lists, as README.md says under When something is wrong.",
        );
    }
    if registered.is_empty() {
        return warning("No commands are registered where the bot registers them.", START);
    }
    let (registered, declared) = (registered.iter().map(shape), declared.iter().map(shape));
    let sorted = |shapes: &mut dyn Iterator<Item = Value>| {
        let mut shapes: Vec<String> = shapes.map(|shape| shape.to_string()).collect();
        shapes.sort();
        shapes
    };
    if sorted(&mut { registered }) == sorted(&mut { declared }) {
        return FINE;
    }
    warning("The registered commands are those of another version.", START)
}

/// What people see of a command, without what Discord adds or leaves out.
fn shape(command: &Value) -> Value {
    let below = |key: &str| {
        command[key]
            .as_array()
            .into_iter()
            .flatten()
            .map(shape)
            .collect::<Vec<Value>>()
    };
    serde_json::json!([
        command["name"],
        command["description"],
        command["value"],
        below("options"),
        below("choices"),
    ])
}

pub(super) fn emojis(facts: &Facts<'_>) -> Tried {
    let (online, _) = accepted(facts)?;
    let listed = body(&online.emojis).ok_or(NOT_ANSWERED)?;
    let items = listed["items"].as_array().ok_or(NOT_ANSWERED)?;
    let is_there = |icon: &String| {
        let mut names = items
            .iter()
            .filter_map(|emoji| emoji["name"].as_str()?.rsplit_once('_'));
        names.any(|(name, _)| name == icon)
    };
    let missing = games::icons().keys().filter(|icon| !is_there(icon)).count();
    let room = limits::EMOJIS.saturating_sub(items.len());
    if missing <= room {
        return FINE;
    }
    warning(
        format!("The application has room for {room} more emojis, and the pictures of {missing} buttons are missing."),
        "Delete emojis on the Emojis page of your application; until then words stand on these buttons.",
    )
}
