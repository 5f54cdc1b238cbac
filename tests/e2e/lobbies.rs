//! Several tables at once, and everything that happens before a match begins.

use serde_json::json;

use super::reading::{Message, text};
use super::robots::Robots;
use super::stage::{Setup, Stage};
use super::table_steps::{ADD_COMPUTER, begin, is_finished, lobby, records, see_through, set};
use super::troubles::allow;
use whistle::cli::invite::PERMISSIONS;

/// All that a bot is given in the playground, where nobody says otherwise, and that the invitation does not ask for.
const NOT_ASKED_FOR: [&str; 9] = [
    "ADD_REACTIONS",
    "CHANGE_NICKNAME",
    "CREATE_PRIVATE_THREADS",
    "MANAGE_MESSAGES",
    "MANAGE_THREADS",
    "PIN_MESSAGES",
    "READ_MESSAGE_HISTORY",
    "USE_APPLICATION_COMMANDS",
    "USE_EXTERNAL_EMOJIS",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_channels_and_a_thread_play_at_once() {
    let stage = Stage::open(Setup::of(6)).await;
    let (first, second) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben, cleo, dev, edith, _] = stage.people.as_slice() else {
        panic!("six people")
    };
    // What the bot may do there is what its invitation asks for, and nothing more.
    allow(&stage, &first, &NOT_ASKED_FOR).await;
    let options = json!({ "games": 1, "transparency": true });
    begin(&first, ana, std::slice::from_ref(ben), options.clone()).await;
    begin(&second, cleo, std::slice::from_ref(dev), options.clone()).await;

    let offered = edith.run(&first, "binome start", options).await.private();
    let opened = edith.press(&offered, "Play in a thread").await.private();
    let thread = mentioned(&opened.text()).unwrap_or_else(|| panic!("it names the thread: {}", opened.text()));
    assert!(thread != first && thread != second);
    let table = edith
        .table_when(&thread, "a lobby in the thread", |table| table.button("Join").is_some())
        .await;
    assert!(
        table.has("Transparency"),
        "with the options asked for: {}",
        table.text()
    );
    // One person may sit at several tables.
    for person in [ana, &stage.people[5]] {
        assert!(person.press(&table, "Join").await.came());
    }
    edith
        .table_when(&thread, "three sit there", |table| table.has("(3/"))
        .await;
    assert!(edith.press(&table, "Start").await.came());

    let robots = [
        Robots::chatting(&first, [ana, ben], 31),
        Robots::chatting(&second, [cleo, dev], 32),
        Robots::chatting(&thread, [edith, ana, &stage.people[5]], 33),
    ];
    for (channel, person) in [(&first, ana), (&second, cleo), (&thread, edith)] {
        let last = see_through(channel, person).await;
        assert!(is_finished(&last) && last.has(&person.name), "{}", last.text());
    }
    for robots in robots {
        robots.stop().await;
    }
    assert_eq!(records(ana, &thread).await[0]["seats"], 3);
    assert_eq!(records(ana, &first).await[0]["seats"], 2);
    for channel in [&first, &thread] {
        let may = stage.traffic().into_iter().find_map(|entry| {
            let asked = &entry["frame"]["d"];
            let there = asked["channel_id"] == *channel.as_str() && asked["app_permissions"].is_string();
            there.then(|| asked["app_permissions"].clone())
        });
        assert_eq!(may, Some(json!(PERMISSIONS.to_string())), "in {channel}");
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_cannot_have_a_thread_hears_why() {
    let stage = Stage::open(Setup::of(2).threads(0)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    lobby(&channel, ana, &[], json!({})).await;
    let offered = ben.run(&channel, "binome start", json!({})).await.private();
    let told = ben.press(&offered, "Play in a thread").await.private();
    assert!(told.has("as many threads open as Discord allows"), "{}", told.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_is_opened_once_and_only_from_where_it_was_offered() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = lobby(&channel, ana, &[], json!({})).await;
    let offered = ben.run(&channel, "binome start", json!({})).await.private();
    let press = offered.button("Play in a thread").expect("it is offered").custom_id;
    // Made by hand, on the message that everybody sees.
    ben.refused(&channel, ben.forge(&table, &press)).await;
    let still = ana
        .table_when(&channel, "the lobby", |table| table.button("Start").is_some())
        .await;
    assert_eq!(still.id(), table.id());
    let (first, second) = tokio::join!(ben.press_id(&offered, &press), ben.press_id(&offered, &press));
    let opened = [first, second].map(|answer| mentioned(&answer.shown().text()).expect("a thread"));
    assert_eq!(opened[0], opened[1], "two presses at once, one thread");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_can_play_is_refused_before_anybody_has_come() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    for (options, why) in [
        (json!({ "boat": true, "battle": true }), "do not go together"),
        (
            json!({ "solo": true, "secrets": false }),
            "both of you choose in secret",
        ),
    ] {
        let told = ana.refused(&channel, ana.run(&channel, "binome start", options)).await;
        assert!(told.has(why), "{}", told.text());
    }
    let table = lobby(&channel, ana, &[], json!({ "secrets": false })).await;
    assert!(!table.has("against the Assistant"), "nobody can: {}", table.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_a_match_is_asked_first_and_finds_the_way_back() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let table = lobby(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let leave = table.button("Leave").expect("a button").custom_id;
    assert!(ana.press(&table, "Start").await.came());
    let table = ana
        .table_when(&channel, "the match", |table| table.button("My sheet").is_some())
        .await;
    let stands_in = "The computer plays for";
    // The lobby's button, pressed late, asks as well.
    let asked = ben.refused(&channel, ben.forge(&table, &leave)).await;
    assert!(asked.has("Leave? The computer plays for you"), "{}", asked.text());
    let asked = ben.run(&channel, "table leave", json!({})).await.private();
    let stays = ben.press(&asked, "Stay").await.private();
    assert!(stays.buttons().is_empty(), "{}", stays.text());
    assert!(
        !ana.table(&channel).await.expect("it").has(stands_in),
        "nothing has happened"
    );
    let asked = ben.run(&channel, "table leave", json!({})).await.private();
    let left = ben.press(&asked, "Leave").await.private();
    assert_eq!(left.id(), asked.id(), "it is one message: {}", left.text());
    assert!(left.has("You have left"), "{}", left.text());
    ana.table_when(&channel, "the stand-in", |table| table.has(stands_in))
        .await;
    assert!(ben.press(&left, "I'm back").await.came());
    ana.table_when(&channel, "Ben is back", |table| !table.has(stands_in))
        .await;
    // Ana leaves between Ben's question and his press: now the table would close, and he is asked again.
    let asked = ben.run(&channel, "table leave", json!({})).await.private();
    let alone = ana.run(&channel, "table leave", json!({})).await.private();
    assert!(ana.press(&alone, "Leave").await.private().has("You have left"));
    let again = ben.press(&asked, "Leave").await.private();
    assert_eq!(again.id(), asked.id(), "it is one message: {}", again.text());
    assert!(again.has("Nobody else is left"), "{}", again.text());
    let closed = ben.press(&again, "Leave").await.private();
    assert!(closed.has("The table is closed"), "{}", closed.text());
    stage.close().await;
}

/// The first channel that a text names.
fn mentioned(text: &str) -> Option<String> {
    let rest = text.split_once("<#")?.1;
    Some(rest.split_once('>')?.0.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_who_leaves_hands_over() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let table = lobby(&channel, ana, &stage.people[1..], json!({ "games": 1 })).await;
    assert!(table.has("Ana, host"));
    for label in ["Start", ADD_COMPUTER, "Close table"] {
        let answer = cleo.refused(&channel, cleo.press(&table, label)).await;
        assert!(answer.has("Ana"), "it says who may: {}", answer.text());
    }
    assert!(ana.press(&table, "Leave").await.came());
    let table = ben
        .table_when(&channel, "a new host", |table| table.has("Ben, host"))
        .await;
    assert!(table.has("(2/"), "{}", table.text());
    assert!(ana.refused(&channel, ana.press(&table, "Start")).await.has("Ben"));

    assert!(ben.press(&table, ADD_COMPUTER).await.came());
    let table = ben
        .table_when(&channel, "a computer", |table| table.has("Computer"))
        .await;
    assert!(table.has("(3/"));
    assert!(ben.press(&table, "Remove computer").await.came());
    let table = ben
        .table_when(&channel, "no computer", |table| !table.has("Computer"))
        .await;
    assert!(table.option("Remove computer").is_none(), "there is none to send away");

    assert!(ben.press(&table, "Close table").await.came());
    let closed = ben
        .table_when(&channel, "the end", |table| table.has("table closed"))
        .await;
    assert!(closed.button("Join").is_none());
    let join = table.button("Join").expect("it was there").custom_id;
    cleo.refused(&channel, cleo.forge(&closed, &join)).await;
    // The channel is free again.
    let again = cleo
        .run(&channel, "binome start", json!({ "computers": 2, "games": 1 }))
        .await
        .public();
    assert!(again.has("Cleo, host") && again.has("(3/"), "{}", again.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seven_may_sit_down_and_no_more() {
    let stage = Stage::open(Setup::of(8)).await;
    let channel = stage.channel(0).await;
    let lobby = stage.people[0].run(&channel, "binome start", json!({})).await.public();
    let join = lobby.button("Join").expect("a button").custom_id;
    let everybody = stage.people[1..].iter().map(|person| person.press_id(&lobby, &join));
    let answers = futures_util::future::join_all(everybody).await;
    assert!(answers.iter().all(super::person::Answer::came));
    let full = stage.people[0]
        .table_when(&channel, "seven sit there", |table| table.has("(7/"))
        .await;
    assert!(full.button("Join").is_none(), "there is no room to offer");
    let out = stage.people[1..]
        .iter()
        .filter(|person| !full.has(&person.name))
        .collect::<Vec<_>>();
    let [out] = out.as_slice() else {
        panic!("one is left out: {}", full.text())
    };
    assert!(
        out.refused(&channel, out.forge(&full, &join))
            .await
            .has("Every seat is taken")
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_with_computers_is_played_and_marked() {
    let stage = Stage::open(Setup::of(1).faster(20)).await;
    let channel = stage.channel(0).await;
    let [ana] = stage.people.as_slice() else {
        panic!("one person")
    };
    let lobby = ana
        .run(&channel, "binome start", json!({ "games": 2, "computers": 2 }))
        .await
        .public();
    assert!(ana.press(&lobby, "Start").await.came());
    ana.table_when(&channel, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    let robots = Robots::chatting(&channel, [ana], 34);
    let last = see_through(&channel, ana).await;
    robots.stop().await;
    assert!(last.has("Computer") && last.has("not ranked"), "{}", last.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_taken_out_of_a_lobby_hears_it_in_private_and_stays_out() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let table = lobby(&channel, ana, std::slice::from_ref(ben), json!({})).await;
    let offered = ana
        .complete(&channel, "table remove", json!({ "player": "" }), "player")
        .await;
    assert_eq!(offered, [("Ben".to_owned(), ben.id.clone())], "not Ana herself");
    let others = cleo.run(&channel, "table remove", json!({ "player": "Ben" }));
    let told = cleo.refused(&channel, others).await;
    assert!(told.has("Only the host"), "{}", told.text());
    let nobody = ana.run(&channel, "table remove", json!({ "player": "Cleo" })).await;
    assert!(nobody.private().has("Nobody of that name sits here"));
    let done = ana
        .run(&channel, "table remove", json!({ "player": "Ben" }))
        .await
        .private();
    assert!(done.has("They are out"), "{}", done.text());
    ben.until("a private word", async || {
        ben.last_shown_in(ben.dm(), |message| message.has("taken you out of the lobby"))
    })
    .await;
    ana.table_when(&channel, "Ben is gone", |table| table.has("(1/")).await;
    let told = ben.refused(&channel, ben.press(&table, "Join")).await;
    assert!(told.has("cannot join this table again"), "{}", told.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_command_invites_one_person_and_pings_nobody_else() {
    let stage = Stage::open(Setup::of(3)).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let called = |message: &Message| -> Vec<String> {
        let mentions = message.0["mentions"].as_array().into_iter().flatten();
        mentions.map(|user| text(&user["id"])).collect()
    };
    let invites = "Ana invites you";
    let channel = stage.channel(0).await;
    let lobby = ana
        .run(&channel, "binome start", json!({ "with": "Ben" }))
        .await
        .public();
    assert!(lobby.text().starts_with(&format!("<@{}>", ben.id)), "{}", lobby.text());
    assert!(lobby.has(invites), "{}", lobby.text());
    assert_eq!(called(&lobby), [ben.id.as_str()]);
    assert!(
        text(&lobby.0["content"]).contains(invites),
        "a phone shows it: {}",
        lobby.0
    );
    let still = cleo.again(&lobby).await.expect("the lobby");
    assert_eq!(still.text(), lobby.text(), "it stays for who comes later");
    assert!(ana.press(&lobby, ADD_COMPUTER).await.came());
    let lobby = ana
        .table_when(&channel, "a computer, and still the invitation", |table| {
            table.option("Remove computer").is_some() && table.has(invites)
        })
        .await;
    assert!(ana.press(&lobby, "Remove computer").await.came());
    assert!(ben.press(&lobby, "Join").await.came());
    let now = ana
        .table_when(&channel, "Ben", |table| table.has("(2/7)") && !table.has(invites))
        .await;
    assert_eq!(now.id(), lobby.id());

    // Who wants no pings is named and not pinged; to invite oneself is to invite nobody.
    let channel = stage.channel(1).await;
    set(cleo, &channel, "Your turn: no ping").await;
    let lobby = ben
        .run(&channel, "binary start", json!({ "with": "Cleo" }))
        .await
        .public();
    assert!(lobby.has("Ben invites you") && called(&lobby).is_empty(), "{}", lobby.0);
    assert!(ben.press(&lobby, "Close table").await.came());
    let closed = async || ben.again(&lobby).await.filter(|lobby| lobby.has("table closed"));
    ben.until("the table is closed", closed).await;
    let lobby = ben
        .run(&channel, "binome start", json!({ "with": "Ben" }))
        .await
        .public();
    assert!(!lobby.has("invites") && called(&lobby).is_empty(), "{}", lobby.0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_in_a_thread_invites_as_well() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    lobby(&channel, ana, &[], json!({})).await;
    let offered = ben
        .run(&channel, "binome start", json!({ "with": "Cleo" }))
        .await
        .private();
    let opened = ben.press(&offered, "Play in a thread").await.private();
    let thread = mentioned(&opened.text()).expect("a thread");
    let table = ben
        .table_when(&thread, "a lobby in the thread", |table| table.has("Ben invites you"))
        .await;
    let called = table.0["mentions"].as_array().into_iter().flatten();
    let called: Vec<String> = called.map(|user| text(&user["id"])).collect();
    assert_eq!(called, [cleo.id.as_str()]);
    assert!(cleo.press(&table, "Join").await.came());
    cleo.table_when(&thread, "Cleo", |table| table.has("(2/7)") && !table.has("invites"))
        .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_changes_options_in_the_lobby_and_plays_by_them() {
    changed_options(Setup::of(2)).await;
}

/// A host changes options in the form of the lobby.
pub(super) async fn changed_options(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = lobby(&channel, ana, std::slice::from_ref(ben), json!({ "games": 3 })).await;
    let told = ben.refused(&channel, ben.press(&table, "Options")).await;
    assert!(told.has("Only the host") && told.has("Ana"), "{}", told.text());

    // All that is touched changes at once; the flags of two people are in secret unless somebody says otherwise.
    let form = ana.press(&table, "Options").await;
    let all = json!({ "flags-secrets": ["transparency"], "games-3": ["1"], "clock-0": ["300"] });
    let answer = ana.submit(&form, all).await;
    assert_eq!(answer.status(), "updated", "{}", answer.0);
    let still = ana
        .table_when(&channel, "what was chosen", |table| table.has("Transparency"))
        .await;
    for says in ["One game", "Clock: 5 minutes", "Secrets off", "(2/7)", "Ben"] {
        assert!(still.has(says), "{says}: {}", still.text());
    }
    // What excludes each other changes nothing, and the way back to the form stands beside the reason.
    let form = ana.press(&table, "Options").await;
    let both = json!({ "flags-transparency": ["boat", "battle"], "games-1": ["2"], "clock-300": ["300"] });
    let refused = ana.refused(&channel, ana.submit(&form, both)).await;
    assert!(refused.has("do not go together"), "{}", refused.text());
    // There the form holds what still holds, and an untouched one changes nothing.
    let form = ana.press(&refused, "Options").await;
    let same = json!({ "flags-transparency": ["transparency"], "games-1": ["1"], "clock-300": ["300"] });
    let done = ana.submit(&form, same.clone()).await.private();
    assert!(done.has("Done") && done.buttons().is_empty(), "{}", done.text());

    let late = ana.press(&table, "Options").await;
    assert!(ana.press(&still, "Start").await.came());
    ana.table_when(&channel, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    let told = ana.refused(&channel, ana.submit(&late, same)).await;
    assert!(told.has("begun"), "{}", told.text());
    let robots = Robots::chatting(&channel, [ana, ben], 35);
    let last = see_through(&channel, ana).await;
    robots.stop().await;
    assert!(is_finished(&last), "{}", last.text());
    let records = records(ana, &channel).await;
    assert_eq!(records.len(), 1, "one game");
    assert_eq!(records[0]["options"]["transparency"], true);
    assert_eq!(records[0]["options"]["secrets"], false);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_is_for_who_asks_and_everybody_reads_that_the_game_is_not_ranked() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = lobby(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let form = ana.press(&table, "Options").await;
    let refused = ana.run(&channel, "table hint", json!({})).await.private();
    assert!(refused.has("has not begun"), "{}", refused.text());
    let hints = json!({ "flags-secrets": ["secrets", "hints"], "games-1": ["1"], "clock-0": ["0"] });
    assert!(ana.submit(&form, hints).await.came());
    let table = ana
        .table_when(&channel, "hints", |table| table.has("/table hint"))
        .await;
    assert!(ana.press(&table, "Start").await.came());
    ana.table_when(&channel, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    let hint = ana.run(&channel, "table hint", json!({})).await.private();
    assert!(hint.has("The computer would"), "{}", hint.text());
    let again = ana.run(&channel, "table hint", json!({})).await.private();
    assert_eq!(again.text(), hint.text(), "the same decision, the same hint");
    let table = ben
        .table_when(&channel, "a hint was taken", |table| table.has("Somebody took a hint"))
        .await;
    assert!(!table.has("The computer would"), "{}", table.text());
    stage.close().await;
}
