//! Boards as people see them: pictures with a description, in the channel and in panels, a choice shown before it is made,
//! and boards in letters for who wants them so.

use reqwest::Method;
use serde_json::{Value, json};

use super::person::{Answer, Person};
use super::reading::{Message, shown_picture, text, told_of_pictures};
use super::stage::{Setup, Stage};
use super::table_steps::{chosen, set};

/// What stands under a board in letters.
const LETTERS: &str = "   a b c d e f";

/// What a message's picture tells who cannot see it: the table's stands in an embed, a panel's beside the text.
fn alt(message: &Message) -> String {
    told_of_pictures(&message.0).concat()
}

/// The address of a message's picture without its signature: another picture has another one.
fn picture(message: &Message) -> String {
    let url = shown_picture(&message.0);
    url.split('?').next().unwrap_or_default().to_owned()
}

/// The bytes of a message's picture, which is called as every other.
async fn fetched(person: &Person, message: &Message) -> Vec<u8> {
    let files = message.0["attachments"].as_array().expect("files");
    assert!(files.is_empty(), "what a message shows is not listed: {files:?}");
    assert!(picture(message).ends_with("/board.png"), "{}", picture(message));
    let response = person.line.http.get(shown_picture(&message.0)).send().await;
    response
        .expect("the file is there")
        .bytes()
        .await
        .expect("bytes")
        .to_vec()
}

/// Waits until the table's message in a channel is so.
async fn table(person: &Person, channel: &str, what: &str, so: impl Fn(&Message) -> bool) -> Message {
    let is_table =
        |message: &Message| message.is_by_bot() && !message.is_private() && message.heading().contains("Binary");
    person
        .until(what, async || {
            let table = person.find(channel, is_table).await;
            table.filter(|message| so(message))
        })
        .await
}

/// Two people at a small board; the first has the first move. Gives the channel.
async fn begun(stage: &Stage) -> String {
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let lobby = ana
        .run(&channel, "binary start", json!({ "size": 6, "first": "host" }))
        .await;
    let lobby = lobby.public();
    assert!(ben.press(&lobby, "Join").await.came());
    let lobby = table(ana, &channel, "both sit there", |table| table.has("Ben")).await;
    assert!(ana.press(&lobby, "Start").await.came());
    channel
}

/// Waits until somebody's panel is so.
async fn panel(person: &Person, channel: &str, what: &str, so: impl Fn(&Message) -> bool) -> Message {
    person.panel_when(channel, what, so).await
}

/// Presses a button of a panel, and gives the panel once its picture tells this.
async fn pressed(person: &Person, channel: &str, label: &str, tells: &str) -> Message {
    let now = panel(person, channel, label, |panel| panel.button(label).is_some()).await;
    let answer: Answer = person.press(&now, label).await;
    assert_eq!(answer.status(), "updated", "{}", answer.0);
    // What is told may come before its picture.
    let before = picture(&now);
    panel(person, channel, tells, |panel| {
        alt(panel).contains(tells) && picture(panel) != before
    })
    .await
}

/// Every request with a file: its path, and what its first file is called.
fn uploads(traffic: &[Value]) -> Vec<(String, String)> {
    let with_file = |entry: &&Value| entry["files"].as_array().is_some_and(|files| !files.is_empty());
    traffic
        .iter()
        .filter(with_file)
        .map(|entry| (text(&entry["path"]), text(&entry["body"]["attachments"][0]["filename"])))
        .collect()
}

/// Whether this went over the wire to change what one person alone sees.
fn is_private_edit(entry: &Value) -> bool {
    entry["method"] == "PATCH" && text(&entry["path"]).contains("/webhooks/")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_is_seen_on_the_board_before_it_is_confirmed() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = begun(&stage).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let public = table(ana, &channel, "the board", |table| {
        alt(table).contains("Board of 6 by 6.")
    })
    .await;
    assert!(!public.has(LETTERS), "no letters beside a picture");
    let bytes = fetched(ben, &public).await;
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));

    let first = panel(ana, &channel, "a board", |panel| {
        alt(panel).contains("Board of 6 by 6.")
    })
    .await;
    assert!(!first.has(LETTERS));
    let preview = pressed(ana, &channel, "a1", "Your choice: place on a1").await;
    assert!(preview.has("Place on a1?") && preview.button("Back").is_some());
    assert_ne!(fetched(ana, &preview).await, fetched(ana, &first).await);
    let again = pressed(ana, &channel, "Back", "The first piece goes on").await;
    assert!(again.button("a1").is_some() && !alt(&again).contains("Your choice: place on a1"));
    pressed(ana, &channel, "a1", "Your choice: place on a1").await;
    assert!(!alt(&public).contains("a1"), "nobody else sees what is tried");
    pressed(ana, &channel, "Confirm", "Pieces of Ana on a1.").await;
    // The words of a picture may come before it.
    let moved = |table: &Message| alt(table).contains("Pieces of Ana on a1.") && picture(table) != picture(&public);
    let done = table(ben, &channel, "the move", moved).await;
    assert!(done.has("Waiting for Ben") && fetched(ben, &done).await != bytes);
    panel(ben, &channel, "the move", |panel| {
        alt(panel).contains("Pieces of Ana on a1.")
    })
    .await;

    let traffic = stage.traffic();
    let sent = uploads(&traffic);
    assert!(sent.iter().all(|(_, name)| name == "board.png"), "{sent:?}");
    let answers = |(path, _): &&(String, String)| path.contains("/interactions/");
    assert_eq!(sent.iter().filter(answers).count(), 0, "no answer waits for a picture");
    let own = format!("/channels/{}/", ana.dm());
    let panels: Vec<_> = sent.iter().filter(|(path, _)| path.contains(&own)).collect();
    assert_eq!(
        panels.len(),
        1,
        "once she has pressed, pictures follow by the token of her press: {panels:?}"
    );
    let followed: Vec<_> = sent.iter().filter(|(path, _)| path.contains("/webhooks/")).collect();
    // One for each of her four presses, and those of the public message since somebody pressed Start there.
    assert!(followed.len() <= 4 + 2, "{followed:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quick_second_press_is_not_lost_while_the_picture_of_the_first_is_on_its_way() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = begun(&stage).await;
    let ana = &stage.people[0];
    let drawn = |panel: &Message| alt(panel).contains("Board of 6 by 6.");
    let chat = panel(ana, &channel, "a board", drawn).await;
    let here = ana.run(&channel, "table mine", json!({})).await.private();
    let here = ana
        .until("a picture for one person only", async || {
            ana.again(&here).await.filter(drawn)
        })
        .await;
    let ways = [
        (chat, "PATCH /channels/{channel_id}/messages"),
        (here, "PATCH /webhooks/"),
    ];
    for (first, route) in ways {
        // The picture of the first press takes longer than any press waits.
        stage
            .trouble(json!({ "slow": { "share": 1.0, "ms": 2500, "route": route } }))
            .await;
        // On a busy machine a press is taken at once and shown a moment later.
        assert!(ana.press(&first, "a1").await.came());
        let tried = async || ana.again(&first).await.filter(|panel| panel.has("Place on a1?"));
        let preview = ana.until("a1", tried).await;
        assert!(ana.press(&preview, "Back").await.came());
        stage.calm().await;
        let follows = async || {
            let shown = ana.again(&first).await?;
            (alt(&shown).contains("The first piece goes on") && shown.button("a1").is_some()).then_some(shown)
        };
        ana.until("the picture of the second", follows).await;
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_leaves_no_private_panel_with_the_picture_of_another_moment() {
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = begun(&stage).await;
    let ana = stage.people[0].clone();
    let here = ana.run(&channel, "table mine", json!({})).await.private();
    let so = async |what: &str, tells: &str| {
        let told = async || ana.again(&here).await.filter(|panel| alt(panel).contains(tells));
        ana.until(what, told).await
    };
    so("its first picture", "Board of 6 by 6.").await;
    // The words of the answer come there, and the picture behind them does not.
    let tried = || stage.traffic().iter().filter(|entry| is_private_edit(entry)).count();
    let before = tried();
    stage
        .trouble(json!({ "failing": { "share": 1.0, "route": "PATCH /webhooks/" } }))
        .await;
    let preview = ana.press(&here, "a1").await;
    assert_eq!(preview.status(), "updated", "{}", preview.0);
    // What is told is of now, whatever picture stands there.
    let told = alt(&preview.shown()).to_owned();
    assert!(told.contains("Your choice: place on a1"), "{told}");
    let stood = picture(&preview.shown());
    // It is tried once it is noted what was answered, and not before.
    ana.until("a try of the picture", async || (tried() > before).then_some(()))
        .await;
    stage.kill_bot().await;
    stage.calm().await;
    stage.start_bot().await;
    let renewed = async || ana.again(&here).await.filter(|panel| picture(panel) != stood);
    let shown = ana.until("the picture of what is tried", renewed).await;
    assert!(shown.has("Place on a1?"), "with its own words");
    let back = ana.press(&shown, "Back").await;
    assert_eq!(back.status(), "updated", "{}", back.0);
    so("the picture of the board", "The first piece goes on").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_are_letters_for_who_wants_them_so() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = begun(&stage).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let bare = |message: &Message| message.has(LETTERS) && alt(message).is_empty();
    let drawn = |message: &Message| !message.has(LETTERS) && alt(message).contains("Board of 6 by 6.");
    panel(ana, &channel, "a picture", drawn).await;
    let settings = set(ana, &channel, "Your boards: text").await;
    assert!(
        chosen(&settings).contains(&"Your boards: text".to_owned()),
        "{}",
        settings.0
    );
    panel(ana, &channel, "letters", bare).await;
    panel(ben, &channel, "his picture", drawn).await;
    table(ben, &channel, "the table's picture", drawn).await;
    let settings = ana
        .press(&settings, "Your boards: pictures, dominoes with rings and digits")
        .await
        .shown();
    assert!(
        chosen(&settings).contains(&"Your boards: pictures, dominoes with rings and digits".to_owned()),
        "{}",
        settings.0
    );
    panel(ana, &channel, "a picture again", drawn).await;

    let refused = ben
        .run(&channel, "table boards", json!({ "boards": "text" }))
        .await
        .private();
    assert!(refused.has("Only the host, Ana, can do that"), "{}", refused.text());
    let done = ana
        .run(&channel, "table boards", json!({ "boards": "text" }))
        .await
        .private();
    assert!(done.has("Boards are shown as text"), "{}", done.text());
    table(ben, &channel, "letters for all", bare).await;
    panel(ben, &channel, "his picture still", drawn).await;
    ana.run(&channel, "table boards", json!({ "boards": "pictures" }))
        .await
        .private();
    table(ben, &channel, "a picture for all", drawn).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_permission_to_attach_files_letters_stand_in_the_channel() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let path = format!("/-/channels/{channel}/permissions");
    let deny = async |denied: &[&str]| {
        let body = json!({ "deny": denied, "allow": [] });
        stage.line.must(Method::PUT, &path, body).await;
    };
    deny(&["ATTACH_FILES"]).await;
    begun(&stage).await;
    let ana = &stage.people[0];
    table(ana, &channel, "letters", |table| table.has(LETTERS)).await;
    let drawn = |message: &Message| !message.has(LETTERS) && alt(message).contains("Board of 6 by 6.");
    let own = panel(ana, &channel, "a picture in the private chat", drawn).await;
    assert!(own.button("a1").is_some());
    let here = ana.run(&channel, "table mine", json!({})).await.private();
    assert!(here.has(LETTERS), "known before it is tried: {}", here.text());
    deny(&[]).await;
    table(ana, &channel, "a picture", drawn).await;
    let here = ana.run(&channel, "table mine", json!({})).await.private();
    let pictured = async || ana.again(&here).await.filter(|message| drawn(message));
    ana.until("a picture for one person only", pictured).await;
    stage.close().await;
}
