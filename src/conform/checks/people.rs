//! What the acts of a person bring: presses, choices, forms and commands.

use reqwest::Method;
use serde_json::{Value, json};

use super::commands::{command, make};
use super::{has, list};
use crate::conform::trial::{Trial, choices, person, text};
use crate::conform::verdict::{Tried, expect, untried};

pub(in crate::conform) async fn press(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    const FIELDS: &str = "id application_id type data token version channel channel_id app_permissions \
                          locale entitlements authorizing_integration_owners context \
                          attachment_size_limit guild guild_id guild_locale member message";
    has(&press, FIELDS)?;
    expect(press["version"] == 1, "an interaction has another version than 1")?;
    expect(
        press["context"] == 0,
        "an interaction in a server has another context than 0",
    )
}

pub(in crate::conform) async fn app_permissions(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    let number = text(&press["app_permissions"]).parse::<u64>().is_ok();
    expect(number, "app_permissions is no number in a text")
}

pub(in crate::conform) async fn choice(t: &mut Trial) -> Tried {
    let options = json!([{ "label": "Board", "value": "board" }, { "label": "Dice", "value": "dice" }]);
    let select = json!({ "type": 3, "options": options });
    let chosen = t.ask("Please choose one of these.", select).await?;
    t.acknowledge(&chosen).await?;
    let values = list(&chosen["data"]["values"]);
    let known = values.len() == 1 && matches!(values[0].as_str(), Some("board" | "dice"));
    expect(
        known && chosen["data"]["component_type"] == 3,
        "a choice came without its value",
    )
}

pub(in crate::conform) async fn chosen_person(t: &mut Trial) -> Tried {
    let chosen = t.ask("Please choose yourself.", json!({ "type": 5 })).await?;
    t.acknowledge(&chosen).await?;
    let data = &chosen["data"];
    let id = text(&data["values"][0]);
    expect(
        data["resolved"]["users"][&id].is_object(),
        "whoever is chosen in a select does not stand in `resolved`",
    )
}

/// Asks for a press and opens a form upon it: the form as it comes back.
async fn form(t: &mut Trial) -> Tried<Value> {
    let press = t.press().await?;
    let input = json!({ "type": 4, "custom_id": "word", "style": 1 });
    let label = json!({ "type": 18, "label": "Any word", "component": input });
    let id = text(&press["id"]);
    let modal = json!({ "custom_id": id, "title": "A form", "components": [label] });
    t.callback(&press, 9, modal).await?.is(200)?;
    t.await_person("Please fill in the form and send it.", 5, |data| {
        data["custom_id"] == id.as_str()
    })
    .await
}

pub(in crate::conform) async fn form_shape(t: &mut Trial) -> Tried {
    let form = form(t).await?;
    t.acknowledge(&form).await?;
    let label = &form["data"]["components"][0];
    let field = &label["component"];
    expect(label["type"] == 18, "a form does not mirror its labels")?;
    expect(
        field["custom_id"] == "word" && field["value"].is_string(),
        "a form came without what was written",
    )?;
    expect(
        form["message"].is_object(),
        "a form from a button came without the button's message",
    )
}

pub(in crate::conform) async fn form_updates(t: &mut Trial) -> Tried {
    let form = form(t).await?;
    let answer = t
        .callback(&form, 7, json!({ "content": "Changed by a form." }))
        .await?
        .ok()?;
    let message = &answer.body["resource"]["message"];
    let changed = message["id"] == form["message"]["id"] && message["content"] == "Changed by a form.";
    expect(changed, "a form could not update the message that it came from")
}

pub(in crate::conform) async fn suggestions(t: &mut Trial) -> Tried {
    make(t, command()).await?;
    let what = "Please type /whistle-conform, and a letter for the word.";
    let typed = t.ask_for_command(what, 4).await?;
    let data = json!({ "choices": choices() });
    t.callback(&typed, 8, data).await?.is(200)?;
    let option = &typed["data"]["options"][0];
    let focused = option["focused"] == true && option["name"] == "word" && option["value"].is_string();
    expect(focused, "what is being typed is not marked as `focused`")
}

pub(in crate::conform) async fn typed_command(t: &mut Trial) -> Tried {
    make(t, command()).await?;
    let typed = t
        .ask_for_command("Please type /whistle-conform, and send it.", 2)
        .await?;
    let answer = t.callback(&typed, 4, json!({ "content": "Heard." })).await?.ok()?;
    let message = &answer.body["resource"]["message"];
    expect(
        message["type"] == 20,
        format!("the answer to a command has the type {}", message["type"]),
    )?;
    has(message, "interaction_metadata webhook_id application_id")
}

pub(in crate::conform) async fn private_chat(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    let body = json!({ "recipient_id": person(&press)["id"] });
    let opened = t.post("/users/@me/channels", body).await?.ok()?;
    expect(opened.body["type"] == 1, "a private chat is of another type than 1")?;
    let path = format!("/channels/{}/messages", text(&opened.body["id"]));
    let sent = t
        .post(
            path,
            json!({ "content": "This comes from whistle conform, and goes again." }),
        )
        .await?;
    if sent.code() == Some(50007) {
        return untried("you take no messages from the bot");
    }
    t.made_message(&sent.body);
    sent.is(200)
}

pub(in crate::conform) async fn chat_again(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    let body = json!({ "recipient_id": person(&press)["id"] });
    let first = t.post("/users/@me/channels", body.clone()).await?;
    let second = t.post("/users/@me/channels", body).await?;
    first.is(200)?;
    second.is(200)?;
    expect(
        first.body["id"] == second.body["id"],
        "opening a private chat again made another one",
    )
}

pub(in crate::conform) async fn only_for_one(t: &mut Trial) -> Tried {
    let press = t.press().await?;
    let data = json!({ "content": "Only you see this.", "flags": 64 });
    let answer = t.callback(&press, 4, data).await?.ok()?;
    let path = t.message(&answer.body["resource"]["message"]);
    t.patch(path, json!({ "content": "Changed." }))
        .await?
        .refused(404, 10008)
}

pub(in crate::conform) async fn further_message(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    let sent = t
        .hook(Method::POST, &press, "", Some(json!({ "content": "Further." })))
        .await?;
    t.made_message(&sent.body);
    sent.is(200)?;
    let path = format!("/messages/{}", text(&sent.body["id"]));
    let edited = t
        .hook(Method::PATCH, &press, &path, Some(json!({ "content": "Further on." })))
        .await?
        .ok()?;
    expect(
        edited.body["content"] == "Further on.",
        "a further message could not be edited by the token",
    )
}
