//! What is played with each library, as the people see it.

use serde_json::{Value, json};
use whistle::playground::{Config, Playground, Quota, RateLimits};

use super::bot::{Bot, Library};
use super::kit::{People, Socket, calm, soon, started, text};
use super::support::openapi;

/// For how long a bot is told to wait by a 429, in seconds.
const WAIT: f64 = 0.3;

/// A library's bot in a playground, and where people meet it.
struct Story<'l> {
    library: &'l Library,
    playground: Playground,
    people: People,
    bot: Bot,
    channel: String,
    /// What Ana's client is told.
    ana: Socket,
}

/// Plays the whole story, if the library is here.
pub(crate) async fn play(library: &Library) {
    let Some(command) = library.command() else { return };
    let rate_limits = RateLimits {
        messages: Quota::new(5, 1),
        ..RateLimits::default()
    };
    let (playground, people, _) = started(Config { rate_limits, ..calm() }).await;
    let mut story = Story {
        bot: Bot::start(command, &playground),
        channel: people.channel(0).await,
        ana: people.events("Ana").await,
        library,
        playground,
        people,
    };
    let ready = story.bot.says("ready").await;
    assert_eq!(
        ready, "ready Whistle of ana in 1 guild with 2 channels and 4 members",
        "it has registered its commands and looked around"
    );
    story.commands().await;
    story.controls().await;
    story.private_messages().await;
    story.threads().await;
    story.rate_limits().await;
    story.lost_lines().await;
    story.end().await;
}

impl Story<'_> {
    async fn act(&self, who: &str, action: &str, mut body: Value) -> Value {
        body["channel"] = json!(self.channel);
        body["wait"] = json!("final");
        self.people.post(&format!("/{who}/{action}"), body).await
    }

    async fn run(&self, who: &str, command: &str) -> Value {
        self.act(who, "run", json!({ "command": command })).await
    }

    /// Runs a command that is answered with one message, and gives what that says.
    async fn answer(&mut self, who: &str, command: &str) -> String {
        let outcome = self.run(who, command).await;
        assert_eq!(
            outcome["status"],
            "message",
            "{command}: {outcome} {:#?}",
            self.bot.all_said()
        );
        text(&outcome["message"]["content"])
    }

    /// Waits until Ana's client is told of a message with this content.
    async fn told(&mut self, event: &str, content: &str) -> Value {
        loop {
            let told = self.ana.next().await;
            if told["event"] == event && told["message"]["content"] == content {
                return told;
            }
        }
    }

    async fn messages(&self, channel: &str) -> Vec<Value> {
        let path = format!("/Ana/channels/{channel}/messages?limit=100");
        self.people.get(&path).await.as_array().cloned().unwrap_or_default()
    }

    /// Commands of the application and of the guild, a person's menu, what is offered while somebody types, and "thinking".
    async fn commands(&mut self) {
        let about = self.run("Ana", "about").await;
        assert_eq!(
            (&about["message"]["content"], &about["message"]["flags"]),
            (&json!("about"), &json!(64))
        );
        let typed = json!({ "command": "play", "options": { "word": "se" }, "focused": "word" });
        let offered = self.act("Ana", "complete", typed).await;
        assert_eq!(offered["choices"], json!([{ "name": "seven", "value": "7" }]));
        let ben = self.people.id("Ben").await;
        let looked = self
            .act("Ana", "run", json!({ "command": "Look", "target": ben }))
            .await;
        assert_eq!(looked["message"]["content"], "looked at ben");
        let thought = self.run("Ana", "think").await;
        assert_eq!(
            (&thought["message"]["content"], &thought["message"]["flags"]),
            (&json!("thought"), &json!(64))
        );
    }

    /// Buttons, a menu and a form, on a message with a file.
    async fn controls(&mut self) {
        let played = self
            .act("Ana", "run", json!({ "command": "play", "options": { "word": "7" } }))
            .await;
        let message = &played["message"];
        assert_eq!(message["content"], "welcome 7");
        assert_eq!(
            self.bot.says("replied").await,
            format!("replied {}", text(&message["id"]))
        );
        self.holds_board(message).await;
        let on = |control: &str| json!({ "message": message["id"], "custom_id": control });

        let updated = self.act("Ana", "press", on("update")).await;
        assert_eq!(
            (&updated["status"], &updated["message"]["content"]),
            (&json!("updated"), &json!("updated"))
        );
        let later = self.act("Ana", "press", on("later")).await;
        assert_eq!(later["status"], "deferred_update");
        self.told("message_update", "edited later").await;
        assert_eq!(self.told("message_create", "only you").await["message"]["flags"], 64);
        self.told("message_update", "only you, again").await;
        let mut choice = on("pick");
        choice["values"] = json!(["red", "blue"]);
        let picked = self.act("Ana", "choose", choice).await;
        assert_eq!(picked["message"]["content"], "picked red blue");
        let form = self.act("Ana", "press", on("form")).await;
        assert_eq!(form["modal"]["title"], "Say a word");
        let filled = json!({ "act": form["act"], "fields": { "word": "seven" } });
        let said = self.act("Ana", "submit", filled).await;
        assert_eq!(said["message"]["content"], "heard seven");
    }

    /// A message has the one file that bots send.
    async fn holds_board(&self, message: &Value) {
        let file = &message["attachments"][0];
        assert_eq!(file["filename"], "board.txt", "{message}");
        let board = soon(reqwest::get(text(&file["url"]))).await.expect("the file");
        assert_eq!(board.text().await.expect("a text"), "board");
    }

    /// What people and the bot write to each other, and what is refused.
    async fn private_messages(&mut self) {
        assert_eq!(self.answer("Ana", "sheet").await, "sent");
        self.told("message_create", "your sheet").await;
        self.people.patch("/Ana", json!({ "dms_open": false })).await;
        let closed = format!("{} 403 50007", self.library.forbidden);
        assert_eq!(self.answer("Ana", "sheet").await, closed);
        self.people.patch("/Ana", json!({ "dms_open": true })).await;
        let invalid = format!("{} 400 50035", self.library.invalid);
        assert_eq!(self.answer("Ana", "wrong").await, invalid);

        let direct = text(&self.people.post("/Ana/dm", json!({})).await["id"]);
        for (channel, heard) in [(&self.channel, "in the guild:"), (&direct, "in private: hello")] {
            let path = format!("/Ana/channels/{channel}/messages");
            self.people.post(&path, json!({ "content": "hello" })).await;
            assert_eq!(self.bot.says("heard").await, format!("heard ana {heard}"));
        }
        self.told("message_create", "you wrote hello").await;
    }

    /// A thread with people, messages and a file in it, and one that is archived.
    async fn threads(&mut self) {
        let told = self.answer("Ana", "room").await;
        let Some((room, members)) = told.split_once(" has ") else {
            panic!("no thread, but {told}");
        };
        assert_eq!(members, "2");
        let thread = self.people.get(&format!("/Ana/channels/{room}")).await;
        assert_eq!(
            (&thread["name"], &thread["parent_id"]),
            (&json!("room"), &json!(self.channel))
        );
        let messages = self.messages(room).await;
        let kept = messages.iter().find(|message| message["content"] == "the board");
        self.holds_board(kept.expect("the message was edited")).await;
        assert!(
            messages.iter().all(|message| message["content"] != "gone"),
            "it was deleted"
        );
        let channels = self.people.get("/Ana/channels").await;
        let cellar = channels
            .as_array()
            .into_iter()
            .flatten()
            .find(|channel| channel["name"] == "cellar");
        assert_eq!(cellar.expect("another thread")["thread_metadata"]["archived"], true);
    }

    /// A bot that is told to wait does so, and nothing is lost or sent twice.
    async fn rate_limits(&mut self) {
        let route = "POST /channels/{channel_id}/messages";
        for scope in ["user", "shared", "global"] {
            let limited = json!({ "next": 1, "retry_after": WAIT, "scope": scope, "route": route });
            self.people.patch("/-/faults", json!({ "rate_limited": limited })).await;
            assert_eq!(self.answer("Ana", "sheet").await, "sent", "{scope}");
            let sent: Vec<Value> = self.sent().into_iter().rev().take(2).collect();
            let [again, refused] = sent.as_slice() else {
                panic!("two requests, not {sent:?}")
            };
            assert_eq!(
                (&refused["status"], &again["status"]),
                (&json!(429), &json!(200)),
                "{scope}"
            );
            let at = |request: &Value| request["since_start"].as_f64().expect("a time") / 1e6;
            // hikari counts for itself what its own limit has left, and tries again at once while it thinks that there is some.
            let waits = scope != "user" || at(again) - at(refused) >= WAIT;
            assert!(waits || self.library.script == "with_hikari.py", "{scope}: {sent:?}");
        }
        assert_eq!(self.answer("Ana", "many").await, "many");
        self.told("message_create", "done").await;
        let messages = self.messages(&self.channel).await;
        let numbers = messages
            .iter()
            .filter_map(|message| message["content"].as_str()?.strip_prefix("number "));
        let mut numbers: Vec<&str> = numbers.collect();
        numbers.sort_unstable();
        assert_eq!(numbers, ["0", "1", "2", "3", "4", "5"]);
    }

    /// The requests to send a message, oldest first.
    fn sent(&self) -> Vec<Value> {
        let is_send = |entry: &Value| entry["method"] == "POST" && entry["route"] == "/channels/{channel_id}/messages";
        self.wire().into_iter().filter(is_send).collect()
    }

    /// All that was on the wire.
    fn wire(&self) -> Vec<Value> {
        let traffic = self.playground.traffic(0, usize::MAX);
        traffic["entries"].as_array().cloned().unwrap_or_default()
    }

    /// However a line is lost, the bot takes its session up again and misses nothing; and where the session is lost, too,
    /// it begins another.
    async fn lost_lines(&mut self) {
        for lost in [
            json!({ "do": "drop" }),
            json!({ "do": "reconnect" }),
            json!({ "do": "close", "code": 4000 }),
            json!({ "do": "invalid_session", "resumable": true }),
        ] {
            if lost["resumable"] == true && !self.library.revives {
                continue;
            }
            self.people.post("/-/gateway", lost).await;
            assert_eq!(self.answer("Ben", "about").await, "about");
            self.bot.says("resumed").await;
        }
        for resumable in [!self.library.revives, false] {
            let lost = json!({ "do": "invalid_session", "resumable": resumable });
            self.people.post("/-/gateway", lost).await;
            self.bot.says("session").await;
            assert_eq!(self.answer("Ben", "about").await, "about");
        }
    }

    /// All went well, and all that the playground said was as Discord describes it.
    async fn end(mut self) {
        self.bot.all_said();
        if let Some(spec) = openapi() {
            for entry in self.wire() {
                let held = match text(&entry["kind"]).as_str() {
                    "rest" => {
                        let (method, path) = (text(&entry["method"]), text(&entry["path"]));
                        let status = entry["status"].as_u64().and_then(|status| u16::try_from(status).ok());
                        let answer = Some(&entry["answer"]).filter(|answer| !answer.is_null());
                        spec.answer(&method, &path, status.expect("a status"), answer)
                    }
                    "frame" if entry["from"] == "playground" => spec.frame(&entry["frame"]),
                    _ => Ok(()),
                };
                held.unwrap_or_else(|why| panic!("{why}\n{entry}"));
            }
        }
        drop(self.bot);
        self.playground.stop().await;
    }
}
