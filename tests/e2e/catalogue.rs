//! Every game of the catalogue, at every number of people and with every value of every option, from the command to the
//! records; played at random by people who know no game, only what leads on in a panel.

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use whistle::games::{CATALOGUE, GameEntry, Options};
use whistle::rules::OptionKind;

use super::person::Person;
use super::random_play::play_at_random;
use super::reading::Message;
use super::stage::{Setup, Stage};
use super::table_steps::{is_finished, keep, record_file, set, whistle};

/// A table as it was asked for.
struct Asked {
    entry: &'static GameEntry,
    people: usize,
    options: Options,
}

/// What makes a match a single game, by the names of options.
const SHORTEST: [(&str, u64); 2] = [("games", 1), ("to", 0)];

/// The values of an option that are worth a game of their own.
fn values(kind: OptionKind) -> Vec<Value> {
    match kind {
        OptionKind::Flag => vec![json!(true), json!(false)],
        OptionKind::Number { min, max } => vec![json!(min), json!(max)],
        OptionKind::OneOf(numbers) => numbers.iter().map(|number| json!(number)).collect(),
        OptionKind::Word(words) => words.iter().map(|word| json!(word)).collect(),
    }
}

/// The numbers of people that play: all, or of very many the fewest, a few and the most.
fn numbers(entry: &GameEntry) -> Vec<u8> {
    const FEW: usize = 8;
    let all: Vec<u8> = entry.people.clone().collect();
    if all.len() <= FEW {
        return all;
    }
    vec![all[0], all[3], all[all.len() - 1]]
}

/// One game each for every number of people, and for every other value of every option than its usual one with the fewest
/// people that it allows.
fn everything(entry: &'static GameEntry) -> Vec<Asked> {
    let one_game = || {
        let specs = (entry.options)();
        let short = SHORTEST
            .iter()
            .filter(|(name, _)| specs.iter().any(|spec| spec.name == *name));
        short
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .collect::<Options>()
    };
    let ask = |people: u8, options: Options| Asked {
        entry,
        people: usize::from(people),
        options,
    };
    let mut all: Vec<Asked> = numbers(entry)
        .into_iter()
        .map(|people| ask(people, one_game()))
        .collect();
    for spec in (entry.options)().iter().filter(|spec| spec.name != "games") {
        let least = entry.fit_to_players(&one_game(), *entry.people.start());
        let usual = least.ok().and_then(|(laid, _)| laid.get(spec.name).cloned());
        // A longer match is more of the same.
        let most = match SHORTEST.iter().any(|(name, _)| *name == spec.name) {
            true => 1,
            false => usize::MAX,
        };
        for value in values(spec.kind)
            .into_iter()
            .filter(|value| usual.as_ref() != Some(value))
            .take(most)
        {
            let mut options = one_game();
            options.insert(spec.name.to_owned(), value);
            let holds = |people: &u8| {
                let laid = entry.fit_to_players(&options, *people).map(|(laid, _)| laid);
                laid.is_ok_and(|laid| laid.get(spec.name).is_none_or(|laid| *laid == options[spec.name]))
            };
            let people = entry.people.clone().find(holds);
            let people = people.unwrap_or_else(|| panic!("{} can be played with {options:?}", entry.slug));
            all.push(ask(people, options));
        }
    }
    all
}

/// Plays it, and holds what was recorded against what was asked for.
async fn play(stage: &Stage, channel: &str, asked: &Asked, seed: u64) {
    let what = format!("{} of {} with {:?}", asked.entry.slug, asked.people, asked.options);
    let people = &stage.people[..asked.people];
    let (host, others) = people.split_first().expect("a host");
    let command = format!("{} start", asked.entry.slug);
    let table = host.run(channel, &command, json!(asked.options)).await.public();
    for person in others {
        assert!(
            person.press(&table, "Join").await.came(),
            "{what}: {} joins",
            person.name
        );
    }
    if seed > 0 {
        let answer = host.run(channel, "table boards", json!({ "boards": "text" })).await;
        assert!(answer.came(), "{what}: {} wants letters: {}", host.name, answer.0);
    }
    assert!(host.press(&table, "Start").await.came(), "{what}: it starts");
    let playing: Vec<JoinHandle<()>> = people
        .iter()
        .enumerate()
        .map(|(at, person)| play_at_random(person, channel, seed * 100 + at as u64))
        .collect();
    let last = see_through(host, &table, &what).await;
    playing.iter().for_each(JoinHandle::abort);
    told_of_the_end(&last, people, &what);
    let file = record_file(host, channel).await;
    let record: Value = serde_json::from_str(file.lines().next().expect("a record")).expect("it is JSON");
    assert_eq!(record["game"], asked.entry.slug, "{what}");
    // Places are null where nobody wins; a game that runs has no result.
    assert!(
        record["result"].get("places").is_some(),
        "{what}: it has ended: {}",
        record["result"]
    );
    for (name, value) in &asked.options {
        // An option of the start command alone (who begins) is no option of the record.
        if let Some(recorded) = record["options"].get(name) {
            assert_eq!(recorded, value, "{what}: {name} holds");
        }
    }
    let path = keep(stage, "game.jsonl", &file);
    let (sound, said) = whistle(stage, &["verify", path.to_str().expect("a plain path")]).await;
    assert!(sound, "{what}: every event is legal: {said}");
}

/// Sees the game through while others play: however long it takes, it goes on. Gives the last message.
async fn see_through(person: &Person, table: &Message, what: &str) -> Message {
    let mut before = table.text();
    loop {
        let now = person
            .until(&format!("{what} goes on"), async || {
                person.again(table).await.filter(|table| table.text() != before)
            })
            .await;
        if is_finished(&now) {
            return now;
        }
        before = now.text();
    }
}

/// The last message names everybody, and offers to play again.
fn told_of_the_end(last: &Message, people: &[Person], what: &str) {
    for person in people {
        assert!(last.has(&person.name), "{what}: {} is in {}", person.name, last.text());
    }
    assert!(last.button("Rematch").is_some(), "{what}: {}", last.text());
}

async fn play_everything(slug: &str) {
    let entry = CATALOGUE
        .iter()
        .find(|entry| entry.slug == slug)
        .expect("it is in the catalogue");
    let stage = Stage::open(Setup::of(usize::from(*entry.people.end())).faster(20)).await;
    let channels = [stage.channel(0).await, stage.channel(1).await];
    for (seed, asked) in everything(entry).iter().enumerate() {
        play(&stage, &channels[seed % channels.len()], asked, seed as u64).await;
        if seed == 0 {
            // Pictures were seen then; drawing them all is most of the work where nothing is optimised.
            for person in &stage.people {
                set(person, &channels[0], "Your boards: text").await;
            }
        }
    }
    stage.close().await;
}

/// A test a game, and one that none is forgotten.
macro_rules! all_numbers_of_people_and_all_options {
    ($($slug:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $slug() {
                play_everything(stringify!($slug)).await;
            }
        )*

        #[test]
        fn no_game_of_the_catalogue_is_forgotten_here() {
            let slugs: Vec<&str> = CATALOGUE.iter().map(|entry| entry.slug).collect();
            assert_eq!(slugs, [$(stringify!($slug)),*], "each has a test");
        }
    };
}

all_numbers_of_people_and_all_options!(
    binome, binary, bingolino, dominoes, dominup, dominomega, dominimum, tree, binmat
);
