//! Interactions that belong to the tables of another bot over the same database, which has other shards.
//!
//! Buttons in private chats come over shard 0, whatever table they are about, and so do commands there. Whichever bot has an interaction
//! can answer it, so the bot that leads the table gets the interaction itself ([`Cluster::hand_over`]). If that bot does not take
//! it, the asker is told to try again in a moment.

use poise::serenity_prelude as serenity;
use serde::Deserialize as _;
use serde_json::Value;
use serenity::{CommandDataOptionValue, CommandInteraction, Interaction};

use super::labels;
use crate::discord::about;
use crate::discord::answer::{self, Answer, From};
use crate::discord::app::{App, Asker, take_in_hand};
use crate::discord::custom_id::CustomId;
use crate::discord::past;
use crate::games;
use crate::referee::Denied;
use crate::store::{Cluster, StoreError};

/// The command for moves, the one for tables, and the option that names a table.
const MOVE: &str = "move";
const TABLE: &str = "table";

/// The shard of another bot to which an interaction belongs. If that cannot be known, the interaction stays here.
pub(super) async fn shard(app: &App, interaction: &Interaction) -> Option<i64> {
    let found = shard_among(app, app.cluster.as_ref()?, interaction).await;
    found.unwrap_or_else(|error| {
        tracing::error!(%error, "the store failed");
        None
    })
}

async fn shard_among(app: &App, cluster: &Cluster, interaction: &Interaction) -> Result<Option<i64>, StoreError> {
    let (guild, table) = match interaction {
        Interaction::Component(pressed) => (pressed.guild_id, named(&pressed.data.custom_id)),
        Interaction::Modal(form) => (form.guild_id, named(&form.data.custom_id)),
        Interaction::Command(command) | Interaction::Autocomplete(command) => {
            (command.guild_id, meant(app, cluster, command).await?)
        }
        _ => return Ok(None),
    };
    match table {
        Some(table) => cluster.other_shard_of(table).await,
        None => Ok(cluster.other_shard(guild.map(|guild| guild.get()))),
    }
}

/// The table of a custom id.
fn named(custom_id: &str) -> Option<u64> {
    let custom_id: CustomId = custom_id.parse().ok()?;
    custom_id.table()
}

/// The table that a command is about: the one that it names, the channel's, or one at which the asker sits.
async fn meant(app: &App, cluster: &Cluster, command: &CommandInteraction) -> Result<Option<u64>, StoreError> {
    let data = &command.data;
    let (part, options) = match data.options.as_slice() {
        [part] if let CommandDataOptionValue::SubCommand(options) = &part.value => {
            (Some(part.name.as_str()), options.as_slice())
        }
        options => (None, options),
    };
    let typed = games::find(&data.name).and_then(|entry| entry.typed);
    if data.name != MOVE && data.name != TABLE && (typed.is_none() || typed != part) {
        return Ok(None);
    }
    let given = options.iter().find(|given| given.name == TABLE);
    let given = given.and_then(|given| given.value.as_str());
    // While somebody types the option itself, nothing is named yet.
    let named = given.filter(|named| named.trim().parse::<u64>().is_ok());
    let past = part.is_some_and(|part| past::PARTS.contains(&part));
    let (channel, person) = (command.channel_id.get(), command.user.id.get());
    let tables = about::tables(app.referee.store(), channel, person, named, past).await?;
    for table in tables.iter().filter(|_| tables.len() > 1) {
        // Of several, this bot asks which one is meant as long as one of them is its own.
        if cluster.other_shard_of(*table).await?.is_none() {
            return Ok(Some(*table));
        }
    }
    Ok(tables.first().copied())
}

/// Hands an interaction, which came as this JSON, to the bot that has a shard. If no bot takes it, tells the asker so.
pub(super) async fn hand_over(app: &App, interaction: &Interaction, shard: i64, json: &str) {
    let Some(_token) = take_in_hand(&app.in_flight) else {
        return;
    };
    let id = interaction.id().get();
    app.passed.taken(id);
    let Some(cluster) = &app.cluster else { return };
    match cluster.hand_over(id, shard, json).await {
        Ok(true) => {}
        Ok(false) => tell(app, interaction).await,
        Err(error) => {
            tracing::warn!(%error, "an interaction could not be handed to the bot of its table");
            tell(app, interaction).await;
        }
    }
}

/// Tells the asker that nothing was done, and to try again.
async fn tell(app: &App, interaction: &Interaction) {
    let (asker, token, from) = match interaction {
        Interaction::Command(command) => (Asker::from(command), &command.token, From::Command),
        Interaction::Component(pressed) => (Asker::from(pressed), &pressed.token, From::Message),
        Interaction::Modal(form) => (Asker::from(form), &form.token, From::Message),
        Interaction::Autocomplete(typing) => {
            return answer::complete(&app.api, typing.id.get(), &typing.token, &[]).await;
        }
        _ => return,
    };
    let answer = Answer::new(&app.api, asker.interaction, token, from);
    let payload = app.notice(&asker.locale, &Denied::Unavailable.phrase());
    answer.whisper(&payload).await;
}

/// The interaction in a frame of the gateway, as JSON.
pub(super) fn of_frame(frame: &str) -> Option<String> {
    let mut frame: Value = serde_json::from_str(frame).ok()?;
    Some(frame.get_mut("d")?.take().to_string())
}

/// Reads an interaction that another bot has handed over.
pub(super) fn read(json: &str) -> Option<Interaction> {
    let mut interaction: Value = serde_json::from_str(json).ok()?;
    labels::into_rows(&mut interaction);
    Interaction::deserialize(interaction).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_another_bot_hands_over_is_read_as_it_came() {
        let form = json!({
            "id": "5", "application_id": "1", "type": 5, "token": "t", "version": 1, "channel_id": "9", "locale": "de",
            "user": { "id": "7", "username": "zoe", "discriminator": "0", "avatar": null }, "entitlements": [],
            "authorizing_integration_owners": {}, "attachment_size_limit": 1,
            "data": { "custom_id": "f", "components": [
                { "type": 18, "component": { "type": 4, "custom_id": "text", "value": "two words" } },
            ] },
        });
        let frame = json!({ "op": 0, "s": 3, "t": "INTERACTION_CREATE", "d": form });
        let json = of_frame(&frame.to_string()).expect("an interaction");
        let Some(Interaction::Modal(read)) = read(&json) else {
            panic!("a form")
        };
        assert_eq!((read.id.get(), read.user.id.get()), (5, 7));
        assert_eq!(read.data.components.len(), 1, "its label has become a row");
        for wrong in ["", "{}", "[]", r#"{"d":null}"#] {
            assert!(super::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_press_names_its_table_and_other_custom_ids_none() {
        let press = CustomId::Show { table: 77 }.to_string();
        assert_eq!(named(&press), Some(77));
        assert_eq!(
            (named(&CustomId::Forget.to_string()), named("w1:nonsense")),
            (None, None)
        );
    }
}
