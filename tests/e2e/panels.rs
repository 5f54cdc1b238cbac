//! Private panels in the table's channel: there is one of a seat, the newest; and where an older one is left, because Discord
//! did not take it away, whoever presses on it has the newest there, in its place, and never a message more.

use serde_json::{Value, json};

use super::person::Person;
use super::reading::{Button, Message, notation};
use super::robots::Robots;
use super::stage::{Setup, Stage};
use super::table_steps::{begin, choices, records, see_through};

/// What a panel says of a press that came too late.
const LATE: &str = "Too late: nothing was done";

/// What only this person sees in a channel, oldest first.
async fn private(person: &Person, channel: &str) -> Vec<Message> {
    let mut all = person.messages(channel, 40).await;
    all.retain(Message::is_private);
    all.reverse();
    all
}

/// The button that opens a panel.
fn mine(table: &Message) -> Option<Button> {
    let mut buttons = table.buttons().into_iter();
    buttons.find(|button| button.custom_id.starts_with("w1:mine:"))
}

/// Opens one more panel, and gives it.
async fn opened(person: &Person, table: &Message) -> Message {
    let button = mine(table).expect("a way to one's panel");
    person.press_id(table, &button.custom_id).await.private()
}

/// Waits until a message is gone.
async fn gone(person: &Person, message: &Message) {
    let is_gone = async || person.again(message).await.is_none().then_some(());
    person.until("an older panel to go", is_gone).await;
}

/// Discord takes nothing away that was said by an interaction: older panels stay.
async fn keeping(stage: &Stage) {
    let keeps = json!({ "failing": { "share": 1.0, "status": 503, "route": "DELETE /webhooks" } });
    stage.trouble(keeps).await;
}

/// Presses a button as it stands in a copy that may be old; gives what that shows then. No other message comes.
async fn renewed(person: &Person, channel: &str, copy: &Message, button: &Button) -> Message {
    let before = private(person, channel).await.len();
    let answer = person.forge(copy, &button.custom_id).await;
    assert_eq!(answer.status(), "updated", "{}", answer.0);
    let now = answer.shown();
    assert_eq!(now.id(), copy.id(), "it is the copy that was pressed: {}", now.text());
    // What follows an answer has followed by then.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let after = private(person, channel).await;
    assert_eq!(after.len(), before, "no message more: {after:#?}");
    person.again(copy).await.expect("it stands")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_panel_takes_the_place_of_the_first() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let of_ben = opened(ben, &table).await;
    let mut last = opened(ana, &table).await;
    for _ in 0..2 {
        let next = opened(ana, &table).await;
        gone(ana, &last).await;
        last = next;
    }
    let all = private(ana, &channel).await;
    assert_eq!(all.iter().map(Message::id).collect::<Vec<_>>(), [last.id()]);
    // And it is the one that works, and that is kept up.
    let choice = last.choices().remove(0);
    let shown = ana.press_id(&last, &choice.custom_id).await.shown();
    let shown = ana.pictured(&shown).await;
    assert!(
        shown
            .sheet()
            .expect("a sheet")
            .is_written(&notation(&choice).expect("a space"))
    );
    let other = of_ben.choices().remove(0);
    assert!(
        ben.press_id(&of_ben, &other.custom_id).await.came(),
        "nobody else's panel goes"
    );
    let asked_again = async || ana.again(&last).await.filter(|panel| !panel.choices().is_empty());
    ana.until("the next digit on the panel", asked_again).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_on_an_old_copy_renews_it_and_adds_no_message_where_choices_are_sealed() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    keeping(&stage).await;
    let mut copies = [opened(ana, &table).await, opened(ana, &table).await];
    let mut made = Vec::new();
    let asks = async |copy: &Message| {
        let asks = async || ana.again(copy).await.filter(|copy| !copy.choices().is_empty());
        ana.until("the next digit", asks).await
    };
    for turn in 0..5 {
        let (new, old) = ((turn + 1) % 2, turn % 2);
        let stale = asks(&copies[old]).await.choices().pop().expect("another space");
        let choice = asks(&copies[new]).await.choices().remove(0);
        made.push(notation(&choice).expect("a space"));
        copies[new] = ana.press_id(&copies[new], &choice.custom_id).await.shown();
        let panel = ben
            .panel_when(&channel, "Ben's turn", |panel| !panel.choices().is_empty())
            .await;
        let choice = panel.choices().remove(0);
        assert!(ben.press_id(&panel, &choice.custom_id).await.came());
        // The newest is kept up; the other one is what it was, and not a choice is made by it.
        asks(&copies[new]).await;
        for _ in 0..2 {
            let now = renewed(ana, &channel, &copies[old], &stale).await;
            let sheet = now.sheet().expect("the newest sheet");
            assert!(now.has(LATE) && !now.choices().is_empty(), "{}", now.text());
            assert!(made.iter().all(|space| sheet.is_written(space)), "{}", now.text());
            assert_eq!(sheet.written(), made.len(), "nothing else was written: {}", now.text());
        }
    }
    stage.calm().await;
    let robots = Robots::chatting(&channel, &stage.people, 31);
    see_through(&channel, ana).await;
    robots.stop().await;
    let record = records(ana, &channel).await.remove(0);
    assert!(choices(&record, 0).starts_with(&made), "{made:?}");
    stage.close().await;
}

/// A table of two at which one after the other moves, once it has begun; with who moves first.
async fn in_turns<'s>(stage: &'s Stage, channel: &str, game: &str, options: Value) -> (Message, [&'s Person; 2]) {
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let lobby = ana.run(channel, &format!("{game} start"), options).await.public();
    assert!(ben.press(&lobby, "Join").await.came());
    assert!(ana.press(&lobby, "Start").await.came());
    let begun = async || {
        let now = ana.again(&lobby).await;
        now.filter(|table| mine(table).is_some())
    };
    let table = ana.until("the game begins", begun).await;
    let is_asked = !ana
        .complete(channel, "move", json!({ "move": "" }), "move")
        .await
        .is_empty();
    (table, if is_asked { [ana, ben] } else { [ben, ana] })
}

/// Makes the first move that is offered.
async fn moves(person: &Person, channel: &str) {
    let offered = async || {
        let offered = person.complete(channel, "move", json!({ "move": "" }), "move").await;
        offered.into_iter().next()
    };
    let (_, what) = person.until("a move", offered).await;
    assert!(person.run(channel, "move", json!({ "move": what })).await.came());
}

/// The first button that leads on, or makes a choice.
fn leads(panel: &Message) -> Button {
    let leads = |button: &Button| {
        ["step", "try", "choose"]
            .iter()
            .any(|word| button.custom_id.starts_with(&format!("w1:{word}:")))
    };
    let found = panel.buttons().into_iter().find(leads);
    found.unwrap_or_else(|| panic!("a way to a choice: {}", panel.text()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_on_an_old_copy_renews_it_and_adds_no_message_where_moves_take_steps() {
    let stage = Stage::open(Setup::of(2)).await;
    let games = [("binary", json!({ "size": 6 })), ("dominomega", json!({}))];
    for (number, (game, options)) in games.into_iter().enumerate() {
        stage.calm().await;
        let channel = stage.channel(number).await;
        let (table, [first, second]) = in_turns(&stage, &channel, game, options).await;
        keeping(&stage).await;
        let asks = opened(first, &table).await;
        let waits = opened(second, &table).await;
        assert!(waits.has("Waiting for "), "{}", waits.text());
        // The newest of each, and what is left behind.
        for person in [first, second] {
            opened(person, &table).await;
        }
        moves(first, &channel).await;
        let now = renewed(first, &channel, &asks, &leads(&asks)).await;
        assert!(now.has("Waiting for ") && now.has(LATE), "{}", now.text());
        let refresh = waits.button("Refresh").expect("a way to look again");
        let now = renewed(second, &channel, &waits, &refresh).await;
        let step = leads(&now);
        assert!(!now.has(LATE), "that it was late is no news: {}", now.text());

        // It is one's turn again, and a button of the turn before is pressed once more.
        moves(second, &channel).await;
        first
            .until("the next turn", async || {
                let offered = first.complete(&channel, "move", json!({ "move": "" }), "move").await;
                (!offered.is_empty()).then_some(())
            })
            .await;
        let now = renewed(first, &channel, &asks, &leads(&asks)).await;
        assert!(now.has(LATE), "{}", now.text());
        // The button of now is taken from there, and the line is gone.
        let on = renewed(first, &channel, &now, &leads(&now)).await;
        assert!(!on.has(LATE), "{}", on.text());
        assert_ne!(on.text(), now.text());
        let late = renewed(second, &channel, &waits, &step).await;
        assert!(late.has("Waiting for ") && late.has(LATE), "{}", late.text());
    }
    stage.calm().await;
    stage.close().await;
}
