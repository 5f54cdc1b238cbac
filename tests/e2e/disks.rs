//! A disk that takes nothing: the kernel itself refuses every write of the bot to its files, as it does where a disk is
//! broken. People are told so, and when the disk is mended the bot goes on.

use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use super::crashes::{nothing_is_forgotten, play_on};
use super::matches::told_is_recorded;
use super::person::{Answer, Person};
use super::reading::{Message, notation};
use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, chosen, lobby, records, see_through};

/// Lets the bot write, or not a byte more.
pub(crate) fn may_write(stage: &Stage, may: bool) {
    let pid = i32::try_from(stage.bot_process()).ok().and_then(Pid::from_raw);
    let own = getrlimit(Resource::Fsize);
    let limit = Rlimit {
        current: if may { own.current } else { Some(0) },
        maximum: own.maximum,
    };
    prlimit(pid, Resource::Fsize, limit).expect("the bot's limit is set");
}

/// Somebody is told that what they did was not done, and what they can do about that.
async fn told_so(channel: &str, person: &Person, action: impl Future<Output = Answer>) {
    let told = person.refused(channel, action).await;
    assert!(
        told.has("could not save") && told.has("nothing has changed") && told.has("try again"),
        "{}: {}",
        person.name,
        told.text()
    );
}

/// Their own panel, which only they see.
async fn mine(channel: &str, person: &Person) -> Message {
    let mine = person.run(channel, "table mine", json!({})).await.private();
    person.pictured(&mine).await
}

/// Presses the first choice of a panel while nothing can be written.
async fn refused_choice(stage: &Stage, channel: &str, person: &Person, panel: &Message) {
    let first = panel.choices().remove(0);
    may_write(stage, false);
    told_so(channel, person, person.press_id(panel, &first.custom_id)).await;
}

/// Presses it again, and it is done: it stands on their sheet.
async fn done_choice(person: &Person, panel: &Message) {
    let first = panel.choices().remove(0);
    let space = notation(&first).expect("a choice");
    let now = person.press_id(panel, &first.custom_id).await.shown();
    let is_written = async || {
        let now = person.again(&now).await?;
        now.sheet().filter(|sheet| sheet.is_written(&space))
    };
    person.until("the choice on the sheet", is_written).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_told_what_a_broken_disk_did_not_take_and_nothing_else_is_lost() {
    let mut stage = Stage::open(Setup::of(3).deadline(Duration::from_millis(2500))).await;
    stage.kill_bot().await;
    stage.start_bot_ignoring("XFSZ").await;
    let (channel, other) = (stage.channel(0).await, stage.channel(1).await);
    let people = stage.people.clone();
    let [ana, ben, cleo] = people.as_slice() else {
        panic!("three people")
    };
    begin(&channel, ana, &people[1..], json!({ "games": 2 })).await;

    // A choice, a new table, a setting.
    let panel = mine(&channel, ana).await;
    let settings = cleo.run(&other, "settings", json!({})).await.private();
    refused_choice(&stage, &channel, ana, &panel).await;
    told_so(&other, ben, ben.run(&other, "binome start", json!({}))).await;
    assert!(ben.table(&other).await.is_none(), "no table was opened");
    told_so(&other, cleo, cleo.press(&settings, "Your turn: no ping")).await;
    may_write(&stage, true);
    done_choice(ana, &panel).await;
    lobby(&other, ben, std::slice::from_ref(cleo), json!({})).await;
    let set = cleo.press(&settings, "Your turn: no ping").await.private();
    assert_eq!(chosen(&set)[0], "Your turn: no ping");

    // In the middle of what everybody does.
    let robots = Robots::chatting(&channel, &people, 58);
    for _ in 0..4 {
        assert!(play_on(&channel, ana, &robots, 5).await, "the match lasts");
        may_write(&stage, false);
        let before = robots.count();
        tokio::time::sleep(Duration::from_millis(400)).await;
        // Those that were written already may still be heard of.
        let heard = robots.count() - before;
        assert!(
            heard <= people.len() as u64,
            "{heard} choices were confirmed and not written"
        );
        may_write(&stage, true);
    }
    // And it ends with the disk broken, in the middle of all.
    may_write(&stage, false);
    stage.kill_bot().await;
    stage.start_bot().await;
    nothing_is_forgotten(&channel, &robots.told()).await;
    see_through(&channel, ana).await;
    let told = robots.stop().await;
    told_is_recorded(&told, &records(ana, &channel).await);

    let path = stage.folder.path().join("whistle.db");
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", path.display()))
        .await
        .expect("the file opens");
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut connection)
        .await
        .expect("a verdict");
    assert_eq!(verdict, "ok");
    connection.close().await.expect("the file closes");
    stage
        .close_but(Allowed {
            silence: true,
            errors: true,
            ..Allowed::default()
        })
        .await;
}
