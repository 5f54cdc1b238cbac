//! Whole matches, from the command to the leaderboard.

use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::person::Person;
use super::reading::{Message, hashes, text};
use super::robots::{Robots, Seat, Told};
use super::stage::{Setup, Stage};
use super::table_steps::{
    begin, choices, is_finished, keep, lobby, play, record_files, records, see_through, set, whistle,
};

/// The totals of a match by seat, as its records have them.
fn totals(records: &[Value]) -> Vec<i64> {
    let mut totals: Vec<i64> = Vec::new();
    for record in records {
        let scores = record["result"]["scores"].as_array().expect("a game has scores");
        totals.resize(scores.len(), 0);
        for (total, score) in totals.iter_mut().zip(scores) {
            *total += score.as_i64().expect("a score is a number");
        }
    }
    totals
}

/// Everything that people were told of their choices is in the records, in that order.
pub(super) fn told_is_recorded(told: &[(Person, Told)], records: &[Value]) {
    for (seat, (person, told)) in told.iter().enumerate() {
        assert!(!told.choices.is_empty(), "{} was told something", person.name);
        for (heading, heard) in &told.choices {
            let round = records
                .iter()
                .position(|record| heading.contains(&format!("game {}", record["round"])));
            let record = match (round, records) {
                (Some(round), _) => &records[round],
                (None, [only]) => only,
                _ => panic!("{heading:?} names a game of the match"),
            };
            let all = choices(record, seat);
            let mut recorded = all.iter();
            for choice in heard {
                let found = recorded.any(|other| other == choice);
                assert!(
                    found,
                    "{} was told {choice} in {heading}, and it is lost: {heard:?}, and {all:?} is recorded",
                    person.name
                );
            }
        }
    }
}

/// The secret at the end belongs to the promise of the lobby.
fn secret_keeps_its_promise(promise: &str, verdict: &Message) -> String {
    let mut told = hashes(&verdict.text());
    told.sort();
    told.dedup();
    let seal_of = |secret: &String| hex::encode(Sha256::digest(hex::decode(secret).expect("it is hexadecimal")));
    let found = told.iter().find(|secret| seal_of(secret) == promise);
    // The third is the seal of the next table.
    assert!(told.len() == 3 && told.iter().any(|seal| seal == promise), "{told:?}");
    found.expect("the secret of the promise is told").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_people_play_a_match_of_three_by_private_messages() {
    match_of_three(Setup::of(4)).await;
}

pub(crate) async fn match_of_three(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo, dev] = stage.people.as_slice() else {
        panic!("four people")
    };
    let table = lobby(&channel, ana, &stage.people[1..], json!({})).await;
    let sealed = ana.run(&channel, "table verify", json!({})).await.private();
    let promise = hashes(&sealed.text())
        .pop()
        .expect("the whole seal is told in the lobby");
    assert_eq!(hashes(&sealed.text()), [promise.as_str()], "and nothing but the seal");
    assert!(
        table.has(&promise[..8]) && hashes(&table.text()).is_empty(),
        "the lobby shows a part"
    );
    assert!(
        ben.refused(&channel, ben.press(&table, "Start")).await.has("Ana"),
        "only the host starts"
    );

    assert!(ana.press(&table, "Start").await.came());
    let robots = Robots::chatting(&channel, &stage.people, 1);
    the_board_begins_with_the_match_that_is_on(&channel, ana).await;
    let last = see_through(&channel, cleo).await;
    let told = robots.stop().await;
    assert!(last.has("grand win"), "there is a grand winner: {}", last.text());
    assert!(hashes(&last.text()).is_empty(), "nobody has to read hashes");
    let verdict = cleo.press(&last, "Was it fair?").await.private();
    let secret = secret_keeps_its_promise(&promise, &verdict);

    let games = records(dev, &channel).await;
    assert_eq!(games.len(), 3, "a match is three games");
    told_is_recorded(&told, &games);
    let totals = totals(&games);
    let best = totals.iter().max().expect("somebody");
    for (person, total) in stage.people.iter().zip(&totals) {
        let winner = last
            .text()
            .lines()
            .any(|line| line.starts_with("**") && line.contains("grand win") && line.contains(&person.name));
        assert_eq!(
            winner,
            total == best,
            "{} has {total} of {totals:?}: {}",
            person.name,
            last.text()
        );
    }
    check_the_boards(&stage, &channel, &last, &totals).await;
    check_the_chance(&stage, &channel, &last, [&secret, &promise]).await;
    rematch(&channel, &stage.people, &last).await;
    stage.close().await;
}

async fn the_board_begins_with_the_match_that_is_on(channel: &str, person: &Person) {
    let between = |table: &Message| table.button("Next game").is_some();
    let table = person.table_when(channel, "a game is over", between).await;
    assert!(
        table.button("Game by game").is_none(),
        "one game is shown: {}",
        table.text()
    );
    let board = person.run(channel, "binome leaderboard", json!({})).await.private();
    let text = board.text();
    let (first, then) = text.split_once("leaderboard of this server").expect("the leaderboard");
    assert!(first.contains("game by game") && first.contains("G1"), "{text}");
    assert!(then.contains("of 1 game won"), "{text}");
}

async fn check_the_boards(stage: &Stage, channel: &str, last: &Message, totals: &[i64]) {
    let [ana, ben, ..] = stage.people.as_slice() else {
        panic!("people")
    };
    for total in totals {
        let points = format!("= {total} point");
        assert!(last.has(&points), "the match game by game: {}", last.text());
    }
    assert!(
        last.button("Game by game").is_none(),
        "it stands there: {}",
        last.text()
    );
    // A button of an older message still shows it.
    let verify = last.button("Was it fair?").expect("it is there").custom_id;
    let board = ana.forge(last, &verify.replace("verify", "match")).await.private();
    for column in ["game by game", "G1", "G2", "G3"] {
        assert!(board.has(column), "the match game by game: {}", board.text());
    }
    let all_time = ben.press(last, "Leaderboard").await.private();
    let by_command = ana.run(channel, "binome leaderboard", json!({})).await.private();
    assert_eq!(all_time.text(), by_command.text());
    assert!(
        !all_time.has("game by game") && !all_time.has("G1"),
        "the match is over, and nobody asked for it: {}",
        all_time.text()
    );
    check_the_ratings(stage, &all_time).await;
    for (person, total) in stage.people.iter().zip(totals) {
        assert!(
            board.has(&person.name),
            "{} is on the board: {}",
            person.name,
            board.text()
        );
        let points = if *total == 1 {
            "1 point".to_owned()
        } else {
            format!("{total} points")
        };
        let text = all_time.text();
        let mut lines = text
            .lines()
            .skip_while(|line| !line.contains(&format!(". {}**: ", person.name)));
        assert!(
            lines
                .nth(1)
                .is_some_and(|line| line.contains(&format!(". {points}. Best game: "))),
            "{} and {points} are on the leaderboard: {text}",
            person.name
        );
    }
    assert!(all_time.has("of 3"), "three games were played: {}", all_time.text());
}

/// From the leaderboard to the ratings, the season and its honours, and back.
async fn check_the_ratings(stage: &Stage, board: &Message) {
    let ben = &stage.people[1];
    let rated = ben.press(board, "By rating").await.shown();
    assert_eq!(rated.id(), board.id(), "in the same message");
    for person in &stage.people {
        let line = format!("{}**: provisional, ", person.name);
        assert!(rated.has(&line), "{} is rated: {}", person.name, rated.text());
    }
    assert!(rated.has("after 1 match"), "{}", rated.text());
    let everywhere = ben.press(&rated, "All servers").await.shown();
    assert_eq!(everywhere.id(), board.id(), "in the same message");
    assert!(everywhere.has("Nobody is shown here yet"), "{}", everywhere.text());
    let season = ben.press(&everywhere, "By season").await.shown();
    assert_eq!(season.id(), board.id(), "in the same message");
    for person in &stage.people {
        let line = format!(". {}**: ", person.name);
        assert!(season.has(&line), "{} is in the season: {}", person.name, season.text());
    }
    assert!(season.has("of 1 match won"), "{}", season.text());
    let honours = ben.press(&season, "Honours").await.shown();
    assert!(honours.has("No season with a match is over yet"), "{}", honours.text());
    let back = ben.press(&honours, "By wins and points").await.shown();
    assert_eq!(back.text(), board.text());
}

async fn check_the_chance(stage: &Stage, channel: &str, last: &Message, [secret, promise]: [&str; 2]) {
    let [ana, ..] = stage.people.as_slice() else {
        panic!("people")
    };
    let verdict = ana.run(channel, "table verify", json!({})).await.private();
    assert!(verdict.has("Yes."), "chance was fair: {}", verdict.text());
    let by_button = ana.press(last, "Was it fair?").await.private();
    assert_eq!(verdict.text(), by_button.text());
    let files = record_files(ana, channel).await;
    let [(name, file)] = files.as_slice() else {
        panic!("one file: {files:?}")
    };
    keep(stage, name, file);
    let told = verdict.text();
    let command = told.lines().find_map(|line| line.strip_prefix("whistle "));
    let command = command.unwrap_or_else(|| panic!("a command to copy: {told}"));
    let arguments: Vec<&str> = command.split_whitespace().collect();
    assert!(arguments.starts_with(&["verify", name]), "it names the file: {command}");
    assert!(command.contains(promise) && file.contains(secret), "{command}");
    let (sound, said) = whistle(stage, &arguments).await;
    assert!(sound && said.contains("the secret that was sealed"), "{said}");
    let (_, draws) = said.split_once("still running; ").expect("the draws are counted");
    let (again, of) = draws.split_once(" of ").expect("so many of all");
    assert!(
        again != "0" && of.starts_with(&format!("{again} draws")),
        "all of them: {said}"
    );
    finds_out_what_was_changed(stage, &arguments, [secret, file]).await;
    let forged = keep(stage, "forged.jsonl", &with_another_roll(file));
    let (sound, _) = whistle(stage, &["verify", forged.to_str().expect("a plain path")]).await;
    assert!(!sound, "a forged draw is found out");
}

/// A record whose first roll shows another digit.
fn with_another_roll(file: &str) -> String {
    const ROLL: &str = "\"what\":\"roll ";
    let (before, after) = file.split_once(ROLL).expect("a die was rolled");
    let rolled = after.chars().next().expect("a digit");
    let other = if rolled == '1' { '2' } else { '1' };
    format!("{before}{ROLL}{other}{}", &after[rolled.len_utf8()..])
}

/// The same command with another seal, or over another secret, fails.
async fn finds_out_what_was_changed(stage: &Stage, arguments: &[&str], [secret, file]: [&str; 2]) {
    let digit = if secret.ends_with('0') { "1" } else { "0" };
    let other = format!("{}{digit}", &secret[..secret.len() - 1]);
    let (sound, said) = whistle(stage, &[&arguments[..3], &[&other]].concat()).await;
    assert!(!sound && said.contains("not those that were sealed"), "{said}");
    let forged = keep(stage, "other.jsonl", &file.replace(secret, &other));
    let (sound, said) = whistle(stage, &["verify", forged.to_str().expect("a plain path")]).await;
    assert!(!sound && said.contains("does not follow"), "{said}");
}

/// The old table is called by one message, and whoever presses Rematch or Join sits down.
async fn rematch(channel: &str, people: &[Person], last: &Message) {
    let [ana, ben, cleo, dev] = people else {
        panic!("four people")
    };
    let again = ben.press(last, "Rematch").await.public();
    assert!(again.has("take a seat") && again.has("Ben, host"), "{}", again.text());
    assert_eq!(
        called(&again),
        [ana, cleo, dev].map(|person| person.id.clone()),
        "{}",
        again.text()
    );
    assert!(
        cleo.press(last, "Rematch")
            .await
            .private()
            .has("You sit at the rematch now")
    );
    assert!(dev.press(&again, "Join").await.came());
    let third = ana.press(last, "Rematch").await.private();
    assert!(third.has("when Ben presses Start"), "{}", third.text());
    for person in [ana, ben] {
        let twice = person.press(last, "Rematch").await.private();
        assert!(twice.has("a seat at the rematch already"), "{}", twice.text());
    }
    let full = ben
        .table_when(channel, "all of them sit", |table| {
            people.iter().all(|person| table.has(&person.name)) && called(table).is_empty()
        })
        .await;
    assert!(full.has("(4/"), "each of them once: {}", full.text());
    assert_eq!(full.id(), again.id(), "one message");
    assert!(ben.press(&full, "Close table").await.came());
    ben.table_when(channel, "the table is closed", |table| table.has("table closed"))
        .await;
}

/// Whom a message calls.
fn called(message: &Message) -> Vec<String> {
    let mentions = message.0["mentions"].as_array().into_iter().flatten();
    mentions.map(|user| text(&user["id"])).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_press_rematch_at_once_sit_at_one_table_and_a_third_hears_when_it_has_begun() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    set(cleo, &channel, "Your turn: no ping").await;
    begin(&channel, ana, &stage.people[1..], json!({})).await;
    super::table_steps::close(ana, &channel).await;
    let over = ben
        .table_when(&channel, "the end", |table| table.button("New table").is_some())
        .await;
    let (one, other) = tokio::join!(ana.press(&over, "New table"), ben.press(&over, "New table"));
    let (opened, joined) = match one.shown().is_private() {
        true => (other.public(), one.private()),
        false => (one.public(), other.private()),
    };
    assert!(joined.has("You sit at the rematch now"), "{}", joined.text());
    assert!(opened.has(&format!("<@{}>", cleo.id)), "{}", opened.text());
    assert!(
        !called(&opened).contains(&cleo.id),
        "who wants no pings is named and not called"
    );
    let lobby = ana
        .table_when(&channel, "both sit there", |table| table.has("(2/"))
        .await;
    assert_eq!(lobby.id(), opened.id(), "one table");
    let below = cleo.run(&channel, "table show", json!({})).await.public();
    assert!(called(&below).is_empty() && below.has(&cleo.id), "{}", below.text());
    let host = if below.has("Ana, host") { ana } else { ben };
    assert!(host.press(&below, "Start").await.came());
    host.table_when(&channel, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    let late = cleo.press(&over, "New table").await.private();
    assert!(
        late.has("The rematch has begun already") && late.button("Show the table").is_some(),
        "{}",
        late.text()
    );
    let seated = ana.press(&over, "New table").await.private();
    assert!(seated.button("My sheet").is_some(), "{}", seated.text());

    // Another table of the channel is nobody's rematch.
    super::table_steps::close(host, &channel).await;
    cleo.run(&channel, "binary start", json!({})).await.public();
    let other = ana.press(&over, "New table").await.private();
    assert!(other.has("This channel has a table already"), "{}", other.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_no_private_messages_plays_in_the_channel() {
    no_private_messages(Setup::of(3)).await;
}

pub(crate) async fn no_private_messages(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    stage
        .line
        .must(Method::PATCH, "/Ben", json!({ "dms_open": false }))
        .await;
    begin(&channel, ana, &stage.people[1..], json!({ "games": 1 })).await;
    let seats = [(ana, Seat::Chat), (ben, Seat::Here), (cleo, Seat::Chat)];
    let robots = Robots::seat(&channel, seats, 2);
    let last = see_through(&channel, cleo).await;
    let told = robots.stop().await;
    assert!(is_finished(&last));
    told_is_recorded(&told, &records(ana, &channel).await);
    assert!(
        told[1].1.choices.values().all(|choices| choices.len() > 16),
        "Ben played all of it"
    );
    let over = ana
        .panel_when(&channel, "the end", |panel| panel.has("It is over"))
        .await;
    assert!(over.button("Replay").is_some() && over.has("points"), "{}", over.text());
    let link = format!("/{channel}/{}\"", last.id());
    assert!(over.0["components"].to_string().contains(&link), "{}", over.0);
    assert!(
        ben.messages(ben.dm(), 5)
            .await
            .iter()
            .all(|message| !message.is_by_bot()),
        "nothing reached the closed chat"
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_plays_against_the_assistant() {
    let stage = Stage::open(Setup::of(1).faster(20)).await;
    let channel = stage.channel(0).await;
    let last = play(&channel, &stage.people, json!({ "games": 2 }), 3).await;
    assert!(last.has("Assistant") && last.has("Ana"), "{}", last.text());
    let games = records(&stage.people[0], &channel).await;
    assert_eq!(games.len(), 2);
    assert!(
        games
            .iter()
            .all(|game| game["options"]["solo"] == true && game["options"]["secrets"] == true)
    );
    let board = stage.people[0]
        .run(&channel, "binome leaderboard", json!({}))
        .await
        .private();
    assert!(
        board.has("Nobody is on it yet"),
        "a game with the computer does not count: {}",
        board.text()
    );
    stage.close().await;
}
