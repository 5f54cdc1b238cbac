//! Serenity's own client against the playground: what works here is what the bot stands on.

use serde_json::{Value, json};
use serenity::all::{
    AutocompleteChoice, ButtonStyle, Command, CommandOptionType, Context, CreateActionRow, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateCommand, CreateCommandOption, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateMessage, CreateModal, EditInteractionResponse,
    EventHandler, GatewayIntents, Guild, InputTextStyle, Interaction, UserId,
};
use serenity::async_trait;
use serenity::client::{Client, ClientBuilder};
use serenity::http::HttpBuilder;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use whistle::playground::{DEFAULT_TOKEN, Playground};

use super::kit::{calm, soon, started, text};

struct Host {
    ready: UnboundedSender<()>,
}

fn buttons() -> Vec<CreateActionRow> {
    let button = |id: &str| CreateButton::new(id).label(id).style(ButtonStyle::Primary);
    vec![CreateActionRow::Buttons(vec![
        button("update"),
        button("later"),
        button("form"),
    ])]
}

#[async_trait]
impl EventHandler for Host {
    async fn guild_create(&self, ctx: Context, guild: Guild, _: Option<bool>) {
        assert_eq!(guild.members.len(), 4);
        let option = CreateCommandOption::new(CommandOptionType::String, "word", "a word").set_autocomplete(true);
        let command = CreateCommand::new("play").description("plays").add_option(option);
        Command::set_global_commands(&ctx.http, vec![command])
            .await
            .expect("registered");
        let _ = self.ready.send(());
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let message = CreateInteractionResponseMessage::new();
        match interaction {
            Interaction::Autocomplete(i) => {
                let choices =
                    CreateAutocompleteResponse::new().set_choices(vec![AutocompleteChoice::new("seven", "7")]);
                i.create_response(&ctx, CreateInteractionResponse::Autocomplete(choices))
                    .await
                    .expect("suggested");
            }
            Interaction::Command(i) => {
                let file = CreateAttachment::bytes(b"a board".as_slice(), "board.txt").description("the board");
                let reply = message.content("welcome").components(buttons()).add_file(file);
                i.create_response(&ctx, CreateInteractionResponse::Message(reply))
                    .await
                    .expect("answered");
                let direct = UserId::new(i.user.id.get())
                    .create_dm_channel(&ctx)
                    .await
                    .expect("a channel");
                direct
                    .send_message(&ctx, CreateMessage::new().content("your sheet"))
                    .await
                    .expect("sent");
            }
            Interaction::Component(i) => match i.data.custom_id.as_str() {
                "update" => {
                    let update = message.content("updated").components(buttons());
                    i.create_response(&ctx, CreateInteractionResponse::UpdateMessage(update))
                        .await
                        .expect("updated");
                }
                "later" => {
                    i.create_response(&ctx, CreateInteractionResponse::Acknowledge)
                        .await
                        .expect("acknowledged");
                    i.edit_response(&ctx, EditInteractionResponse::new().content("edited later"))
                        .await
                        .expect("edited");
                }
                _ => {
                    let input = CreateInputText::new(InputTextStyle::Short, "Word", "word");
                    let modal =
                        CreateModal::new("form", "Say a word").components(vec![CreateActionRow::InputText(input)]);
                    i.create_response(&ctx, CreateInteractionResponse::Modal(modal))
                        .await
                        .expect("asked");
                }
            },
            Interaction::Modal(i) => {
                let reply = message.content("heard").ephemeral(true);
                i.create_response(&ctx, CreateInteractionResponse::Message(reply))
                    .await
                    .expect("answered");
            }
            _ => {}
        }
    }
}

/// A bot of serenity at the playground.
async fn client(playground: &Playground, host: Host) -> Client {
    let http = HttpBuilder::new(DEFAULT_TOKEN)
        .proxy(playground.base_url())
        .ratelimiter_disabled(true)
        .build();
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    let client = ClientBuilder::new_with_http(http, intents).event_handler(host);
    client.await.expect("a client")
}

#[tokio::test]
async fn a_bot_of_serenity_plays() {
    let (playground, people, _) = started(calm()).await;
    let (ready, mut is_ready) = unbounded_channel();
    let mut client = client(&playground, Host { ready }).await;
    let shards = client.shard_manager.clone();
    let running = tokio::spawn(async move { client.start().await });
    soon(is_ready.recv()).await.expect("ready");

    let channel = people.channel(0).await;
    let body = json!({ "channel": channel, "command": "play", "options": { "word": "se" }, "focused": "word" });
    let suggested = people.post("/Ana/complete", body).await;
    assert_eq!(suggested["choices"][0]["value"], "7");
    let mut ana = people.events("Ana").await;
    let run = people
        .post(
            "/Ana/run",
            json!({ "channel": channel, "command": "play", "options": { "word": "7" } }),
        )
        .await;
    assert_eq!(
        (&run["status"], &run["message"]["content"]),
        (&json!("message"), &json!("welcome"))
    );
    assert_eq!(run["message"]["attachments"][0]["description"], "the board");
    let direct = loop {
        let event = ana.event("message_create").await;
        if event["channel"] != channel.as_str() {
            break event;
        }
    };
    assert_eq!(direct["message"]["content"], "your sheet");
    let press = |id: &str| {
        let (people, body) = (
            people.clone(),
            json!({ "channel": channel, "message": run["message"]["id"], "custom_id": id }),
        );
        async move { people.post("/Ana/press", body).await }
    };
    let later = press("later").await;
    assert_eq!(later["status"], "deferred_update");
    assert_eq!(ana.event("message_update").await["message"]["content"], "edited later");
    assert_eq!(run["message"]["attachments"].as_array().map(Vec::len), Some(1));
    let updated = press("update").await;
    assert_eq!(
        (&updated["message"]["content"], &updated["message"]["attachments"]),
        (&json!("updated"), &json!([]))
    );
    let form: Value = press("form").await;
    assert_eq!(form["modal"]["title"], "Say a word");
    let heard = people
        .post(
            "/Ana/submit",
            json!({ "act": form["act"], "fields": { "word": "seven" } }),
        )
        .await;
    assert_eq!(
        (&heard["message"]["content"], &heard["message"]["flags"]),
        (&json!("heard"), &json!(64))
    );

    // A dropped line is taken up again by itself, and what was asked meanwhile is answered.
    people.post("/-/gateway", json!({ "do": "drop" })).await;
    let again = people
        .post("/Ben/run", json!({ "channel": channel, "command": "play" }))
        .await;
    assert_eq!(text(&again["status"]), "message");
    shards.shutdown_all().await;
    soon(running).await.expect("ended").expect("in peace");
    playground.stop().await;
}
