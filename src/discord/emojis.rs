//! Brings the icons of all games to Discord, as emojis of the application (docs/DISCORD.md, "Application emojis").
//!
//! The name of an emoji is the name of its icon and a part of the hash of what the icon shows. So the list of emojis tells
//! which are there already: a second start brings nothing, and an icon that looks different comes under another name. Nobody
//! waits for any of this. Where there is no emoji, the words beside it do.

use std::convert::Infallible;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

use super::app::App;
use super::http::{Api, Failure};
use crate::games;
use crate::picture;
use crate::rules::Shape;

/// How many digits of the hash are in a name.
const DIGITS: usize = 8;

/// When Discord is asked again after it refused an emoji that was brought, or was not reached; and at the earliest after too many
/// requests.
const SOON: Duration = Duration::from_secs(60);

/// When Discord is asked again after another failure, or after it refused an emoji that it lists.
const LATER: Duration = Duration::from_secs(30 * 60);

/// An icon, and the name of its emoji.
struct WantedEmoji {
    icon: String,
    name: String,
    shapes: Vec<Shape>,
}

/// An emoji as Discord lists it.
#[derive(Deserialize)]
struct Emoji {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Listed {
    items: Vec<Emoji>,
}

/// The icons of the catalogue.
fn wanted() -> Vec<WantedEmoji> {
    let name = |icon: &str, shapes: &[Shape]| format!("{icon}_{:.DIGITS$}", picture::icon_key(shapes));
    let icons = games::icons().into_iter();
    let wanted = icons.map(|(icon, shapes)| WantedEmoji {
        name: name(&icon, &shapes),
        icon,
        shapes,
    });
    wanted.collect()
}

/// Keeps Discord's emojis as the catalogue draws them, once the bot is connected.
pub(super) async fn keep(app: &App) -> Infallible {
    // The sender lives as long as the app does.
    let _ = app.bot.subscribe().wait_for(|bot| *bot != 0).await;
    let wanted = wanted();
    // Another process may have other pictures. Each takes away what it has replaced once, and then leaves the others be.
    let mut tidy = true;
    loop {
        let pause = match bring(&app.api, &wanted, tidy).await {
            Ok(brought) => {
                tidy = false;
                app.api.emojis().refused().await;
                tracing::warn!("Discord refuses a picture of a button, so words serve for now");
                if brought > 0 { SOON } else { LATER }
            }
            Err(Failure::Limited { after, .. }) => after.max(SOON),
            Err(Failure::Unreachable(_)) => SOON,
            Err(failure) => {
                tracing::warn!(%failure, "some buttons have no pictures for now");
                LATER
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Uploads what is missing, and then deletes what has been replaced, if it is to be `tidy`. Gives how many were missing.
async fn bring(api: &Api, wanted: &[WantedEmoji], tidy: bool) -> Result<usize, Failure> {
    let path = format!("/applications/{}/emojis", api.application());
    let listed = api.call_last(Method::GET, &path, None).await?.body();
    let listed: Listed = serde_json::from_value(listed).map_err(unread)?;
    let found = |wanted: &WantedEmoji| listed.items.iter().find(|emoji| emoji.name == wanted.name);
    let (there, missing): (Vec<&WantedEmoji>, Vec<&WantedEmoji>) =
        wanted.iter().partition(|wanted| found(wanted).is_some());
    for (wanted, emoji) in there.iter().filter_map(|wanted| Some((wanted, found(wanted)?))) {
        api.emojis().learn(&wanted.icon, &emoji.id);
    }
    for WantedEmoji { icon, name, shapes } in missing.iter().copied() {
        let shapes = shapes.clone();
        let drawn = tokio::task::spawn_blocking(move || picture::icon(&shapes)).await;
        let Ok(Ok(png)) = drawn else {
            return Err(Failure::Unreachable(format!("the icon {icon} could not be drawn")));
        };
        let image = format!("data:image/png;base64,{}", STANDARD.encode(png));
        let body = json!({ "name": name, "image": image });
        let made = api.call_last(Method::POST, &path, Some(&body)).await?.body();
        let emoji: Emoji = serde_json::from_value(made).map_err(unread)?;
        api.emojis().learn(icon, &emoji.id);
    }
    for old in listed
        .items
        .iter()
        .filter(|emoji| tidy && is_replaced(wanted, &emoji.name))
    {
        match api.call_last(Method::DELETE, &format!("{path}/{}", old.id), None).await {
            // Somebody else was faster.
            Ok(_) | Err(Failure::Refused { .. }) => {}
            Err(failure) => return Err(failure),
        }
    }
    if !missing.is_empty() {
        tracing::info!(emojis = missing.len(), "the pictures of buttons are with Discord");
    }
    Ok(missing.len())
}

fn unread(error: serde_json::Error) -> Failure {
    Failure::Unreachable(format!("an answer about emojis that cannot be read: {error}"))
}

/// Whether an emoji of this name shows an icon as it looked before. Any other emoji is somebody else's.
fn is_replaced(wanted: &[WantedEmoji], name: &str) -> bool {
    let is_hash = |hash: &str| hash.len() == DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let of = name.rsplit_once('_').filter(|(_, hash)| is_hash(hash));
    of.is_some_and(|(icon, _)| wanted.iter().any(|wanted| wanted.icon == icon && wanted.name != name))
}

#[cfg(test)]
mod tests;
