//! Moves that are typed: by the command, with what it offers meanwhile, and into the form of the panel.

use serde_json::json;

use super::person::{Answer, Person};
use super::reading::Message;
use super::stage::{Setup, Stage};
use super::table_steps::begin;

/// Opens a table of Binary at which the host has black, and begins. Gives its message.
async fn board(channel: &str, host: &Person, other: &Person) -> Message {
    let lobby = host
        .run(channel, "binary start", json!({ "first": "host" }))
        .await
        .public();
    assert!(other.press(&lobby, "Join").await.came());
    assert!(host.press(&lobby, "Start").await.came());
    lobby
}

async fn types(person: &Person, channel: &str, what: &str) -> Message {
    person.run(channel, "move", json!({ "move": what })).await.private()
}

async fn offered(person: &Person, channel: &str, typed: &str) -> Vec<String> {
    let offered = person.complete(channel, "move", json!({ "move": typed }), "move").await;
    offered.into_iter().map(|(_, value)| value).collect()
}

/// Waits until everybody reads this in the table's message.
async fn told(person: &Person, table: &Message, words: &str) {
    person
        .until(words, async || {
            person.again(table).await.filter(|message| message.has(words))
        })
        .await;
}

/// What stands in the form that came.
fn written(form: &Answer) -> String {
    let line = &form.0["modal"]["components"][0]["components"][0];
    line["value"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_typed_in_the_channel_and_in_the_private_chat() {
    typed_moves(Setup::of(3)).await;
}

pub(crate) async fn typed_moves(setup: Setup) {
    let stage = Stage::open(setup).await;
    stage.until_sessions(stage.sessions()).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    // Before there is a table, and for those who do not sit there, nothing is offered and the answer says why.
    assert_eq!(offered(ana, &channel, "c3").await, [""; 0]);
    assert!(types(ana, &channel, "c3").await.has("no table here"));
    let table = board(&channel, ana, ben).await;
    assert_eq!(offered(cleo, &channel, "c3").await, [""; 0]);
    assert!(types(cleo, &channel, "c3").await.has("do not sit"));
    assert_eq!(offered(ben, &channel, "").await, [""; 0], "it is not Ben's turn");
    let refused = types(ben, &channel, "b3").await;
    assert!(refused.has("It is Ana's turn"), "{}", refused.text());

    // The opening: a single dark square, in words beside its notation.
    let all = ana.complete(&channel, "move", json!({ "move": "C3" }), "move").await;
    assert_eq!(all, [("c3 – place on c3".to_owned(), "c3".to_owned())]);
    assert_eq!(offered(ana, &channel, "").await.len(), 25);
    let refused = types(ana, &channel, "knight to f3").await;
    assert!(
        refused.has("not how a move is written") && refused.has("For example: "),
        "{}",
        refused.text()
    );
    let refused = types(ana, &channel, "d4").await;
    assert!(
        refused.has("d4 is in the centre") && refused.has("(Rules: A turn)"),
        "{}",
        refused.text()
    );
    assert!(types(ana, &channel, " C3").await.has("Your move: place on c3"));
    told(ben, &table, "Ana placed on c3").await;

    // Squares in any order; the answer is Ben's alone, and everybody reads the move at the table.
    let found = offered(ben, &channel, "d3").await;
    assert_eq!(found[0], "d3");
    assert!(found.contains(&"b3 d3".to_owned()) && found.len() == 25, "{found:?}");
    let refused = types(ben, &channel, "c3").await;
    assert!(refused.has("There is a piece on c3 already") && refused.has("(Rules: A turn)"));
    assert!(
        types(ben, &channel, "D3, b3")
            .await
            .has("Your move: place on b3 and d3")
    );
    told(ana, &table, "Ben placed on b3 and d3").await;
    let seen = cleo.messages(&channel, 50).await;
    assert!(
        seen.iter()
            .all(|message| !message.is_private() || !message.has("b3 and d3"))
    );

    // In the private chat it is for the table that waits; delivered twice it counts once.
    assert_eq!(offered(ana, ana.dm(), "g7").await[0], "g7");
    let twice = json!({
        "channel": ana.dm(), "command": "move", "options": { "move": "g7" }, "deliveries": 2, "wait": "final",
    });
    let answer = ana.attempt("run", twice).await.expect("it can be typed").private();
    assert!(answer.has("Your move: place on g7"), "{}", answer.text());
    told(ben, &table, "Ana placed on g7").await;
    assert!(types(ana, ana.dm(), "g5").await.has("It is Ben's turn"));
    assert!(types(ben, &channel, "f3").await.has("Your move: place on f3"));
    told(ana, &table, "Ben placed on f3").await;
    assert!(types(cleo, cleo.dm(), "g5").await.has("no table here"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_typed_into_the_form_is_not_lost() {
    form(Setup::of(2)).await;
}

pub(crate) async fn form(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = board(&channel, ana, ben).await;
    let panel = ana
        .panel_when(&channel, "a panel to type from", |panel| {
            panel.button("Type it…").is_some()
        })
        .await;
    let form = ana.press(&panel, "Type it…").await;
    assert_eq!(written(&form), "");
    let refused = ana.refused(ana.dm(), ana.submit(&form, json!({ "what": "e5" }))).await;
    assert!(refused.has("e5 is in the centre"), "{}", refused.text());
    let again = ana.press(&refused, "Try again").await;
    assert_eq!(written(&again), "e5");
    let old = ana.press(&panel, "Type it…").await;
    assert!(ana.submit(&again, json!({ "what": "e3" })).await.came());
    told(ben, &table, "Ana placed on e3").await;
    assert!(types(ben, &channel, "d3").await.has("Your move: place on d3"));
    told(ana, &table, "Ben placed on d3").await;

    // A form that was left open while the table moved on.
    let stale = ana
        .refused(ana.dm(), ana.submit(&old, json!({ "what": "c5 g5" })))
        .await;
    assert!(stale.has("moved on since you opened the form"), "{}", stale.text());
    let again = ana.press(&stale, "Try again").await;
    assert_eq!(written(&again), "c5 g5");
    assert!(ana.submit(&again, json!({ "what": written(&again) })).await.came());
    told(ben, &table, "Ana placed on c5 and g5").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_tables_one_is_chosen() {
    let stage = Stage::open(Setup::of(3)).await;
    let (channel, other) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let first = board(&channel, ana, ben).await;
    let second = board(&other, ana, cleo).await;
    assert_eq!(offered(ana, ana.dm(), "c3").await, ["c3"]);
    let which = types(ana, ana.dm(), "C3").await;
    assert!(which.has("Several tables wait for you"), "{}", which.text());
    let labels: Vec<String> = which.buttons().into_iter().map(|button| button.label).collect();
    assert_eq!(labels.len(), 2, "{labels:?}");
    let with_cleo = labels.iter().find(|label| label.contains("Cleo")).expect("a button");
    assert!(ana.press(&which, with_cleo).await.came());
    told(cleo, &second, "Ana placed on c3").await;
    assert!(types(cleo, &other, "d3").await.has("Your move: place on d3"));

    let offered = ana.complete(ana.dm(), "move", json!({ "table": "" }), "table").await;
    assert_eq!(offered.len(), 2, "{offered:?}");
    let (name, table) = offered.iter().find(|(name, _)| name.contains("Ben")).expect("a table");
    assert!(name.ends_with("your turn"), "{name}");
    let options = json!({ "move": "e3", "table": table });
    let there = ana.complete(ana.dm(), "move", options.clone(), "move").await;
    assert_eq!(there[0].1, "e3");
    assert!(
        ana.run(ana.dm(), "move", options.clone())
            .await
            .private()
            .has("Your move: place on e3")
    );
    told(ben, &first, "Ana placed on e3").await;
    // Nobody hears whether there is a table at which they do not sit.
    let foreign = cleo.run(cleo.dm(), "move", options.clone()).await.private();
    assert!(foreign.has("no table here"), "{}", foreign.text());
    assert!(cleo.complete(cleo.dm(), "move", options, "move").await.is_empty());
    let none = ana.run(ana.dm(), "move", json!({ "move": "e3", "table": "x" })).await;
    assert!(none.private().has("no table"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_choice_stays_with_who_types_it() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    // Not number 3, of which every panel tells as an example.
    assert_eq!(offered(ana, &channel, "5").await, ["5t", "5u"]);
    assert!(types(ana, &channel, "5 tens").await.has("tens of number 5"));
    let again = types(ana, &channel, "4t").await;
    assert!(
        again.has("tens of number 4"),
        "nobody else has chosen yet: {}",
        again.text()
    );
    assert_eq!(offered(ana, &channel, "5").await, ["5t", "5u"], "the digit is moved");
    assert_eq!(
        offered(ben, &channel, "5").await,
        ["5t", "5u"],
        "Ben's sheet is empty still"
    );
    told(ben, &table, "ready").await;
    for event in ben.events() {
        let told = event.to_string();
        assert!(
            !told.contains("tens of number 5") && !told.contains("tens of number 4"),
            "{event}"
        );
    }
    assert!(types(ben, &channel, "8u").await.has("units of number 8"));
    let second = ana.until("the next digit", async || {
        let offered = offered(ana, &channel, "4").await;
        (offered == ["4u"]).then_some(())
    });
    second.await;
    assert_eq!(offered(ana, &channel, "5").await, ["5t", "5u"]);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tiles_are_typed_as_they_lie() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = ana.run(&channel, "dominimum start", json!({})).await.public();
    assert!(ben.press(&table, "Join").await.came());
    assert!(ana.press(&table, "Start").await.came());
    // Who begins is drawn, and the first tile has one place.
    let [of_ana, of_ben] = [offered(ana, &channel, "").await, offered(ben, &channel, "").await];
    let (first, second, only) = match of_ana.is_empty() {
        false => (ana, ben, of_ana),
        true => (ben, ana, of_ben),
    };
    let [only] = only.as_slice() else {
        panic!("one place: {only:?}")
    };
    assert_eq!(offered(second, &channel, "").await, [""; 0], "nobody else is asked");
    let tile: Vec<&str> = only.split(' ').filter_map(|half| half.split('@').next()).collect();
    let typed = format!("{} 0,0 1,0", tile.join("-"));
    assert!(types(first, &channel, &typed).await.has("Your move: place"), "{typed}");
    told(second, &table, &format!("placed {}", tile.join("-"))).await;

    // Of the very many places now, who types a cell is offered those on it.
    let mut beside = offered(second, &channel, "2,0").await;
    beside.retain(|what| what.contains("@O75"));
    assert!(beside.len() > 2, "{beside:?}");
    let refused = types(second, &channel, &typed).await;
    assert!(
        refused.has("and you place the tile that you hold"),
        "{}",
        refused.text()
    );
    assert!(
        types(second, &channel, &beside[0]).await.has("Your move: place"),
        "{beside:?}"
    );
    stage.close().await;
}
