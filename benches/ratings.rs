//! How long it takes to compute a board by rating anew, also after somebody was forgotten, and to make the sides of a lobby even.
//!
//! `cargo bench --bench ratings`; `-- --quick` for a short run with fewer results. Ends with 1 if a goal is missed. Without
//! `--bench` (as `cargo test --benches` calls it) it only shows that it works.
//!
//! The ratio in steps of the yardstick compares runs on different machines, and the plain number is held against the goal.

mod yardstick;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use whistle::ratings::{Member, even_sides};
use whistle::referee::fair::SeededSource;
use whistle::referee::{RatedBoards, RatedPage};
use whistle::rules::Source;
use whistle::store::{Append, Finish, NewResult, NewTable, Store};

use yardstick::yardstick;

/// A board of so many results is computed anew in this time.
const RESULTS: u64 = 1_000_000;
const ANEW: Duration = Duration::from_secs(3);
/// The sides of a full lobby are made even in this time.
const LOBBY: u64 = 32;
const EVEN: Duration = Duration::from_millis(10);

const GUILD: u64 = 7;
const GAME: &str = "binmat";
/// Who plays, and how many of them sit at a table.
const PEOPLE: u64 = 5000;
const SEATS: u64 = 4;
/// So many appends are on their way at once.
const AT_ONCE: u64 = 500;

/// A match of four people, by two sides or each alone.
fn played(table: u64, source: &mut SeededSource) -> Append {
    let mut people: Vec<u64> = Vec::new();
    while people.len() < SEATS as usize {
        let person = 1 + u64::from(source.below(PEOPLE as u32));
        if !people.contains(&person) {
            people.push(person);
        }
    }
    let result = |(person, seat): (u64, u8)| {
        let (place, side) = match table.is_multiple_of(2) {
            true => (1 + seat / 2, Some(seat / 2)),
            false => (1 + seat, None),
        };
        NewResult {
            round: 0,
            guild: Some(GUILD),
            game: GAME.to_owned(),
            person: Some(person),
            name: format!("Person {person}"),
            points: 0,
            finish: if place == 1 { Finish::Won } else { Finish::Lost },
            counts: true,
            place,
            side,
            computers: Vec::new(),
        }
    };
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&table.to_le_bytes());
    Append {
        results: people.into_iter().zip(0..).map(result).collect(),
        create: Some(NewTable {
            channel: table,
            guild: Some(GUILD),
            game: GAME.to_owned(),
            secret,
        }),
        entries: vec!["{}".to_owned()],
        over: true,
        ..Append::new(table, 0, 1)
    }
}

async fn fill(store: &Store, results: u64) {
    let mut source = SeededSource::new(1);
    let mut tables = 1..=results / SEATS;
    loop {
        let appends: Vec<Append> = tables
            .by_ref()
            .take(AT_ONCE as usize)
            .map(|table| played(table, &mut source))
            .collect();
        if appends.is_empty() {
            return;
        }
        let writes = appends.into_iter().map(|append| {
            let store = store.clone();
            tokio::spawn(async move { store.append(append).await })
        });
        for write in writes.collect::<Vec<_>>() {
            write.await.expect("a task").expect("an append");
        }
    }
}

async fn board(boards: &RatedBoards, store: &Store) -> (RatedPage, Duration) {
    let begin = Instant::now();
    let page = boards
        .page(store, Some(GUILD), GAME, 0, u32::MAX)
        .await
        .expect("a board");
    (page, begin.elapsed())
}

/// How long a board takes anew, and how long once more after somebody was forgotten. Nobody else's points move by that.
async fn boards(results: u64) -> [Duration; 2] {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on the disk of target/");
    let store = Store::open(&folder.path().join("whistle.db")).await.expect("a store");
    fill(&store, results).await;
    let boards = RatedBoards::new();
    let (before, anew) = board(&boards, &store).await;
    let gone = &before.rows[before.rows.len() / 2].name;
    let person = gone.rsplit(' ').next().and_then(|number| number.parse().ok());
    store
        .forget(person.expect("a number"), Vec::new())
        .await
        .expect("forgotten");
    let (after, once_more) = board(&boards, &store).await;
    let told = |page: &RatedPage| -> Vec<(String, i32, u32)> {
        let rows = page.rows.iter().filter(|row| row.name != *gone);
        rows.map(|row| (row.name.clone(), row.points, row.matches)).collect()
    };
    assert!(told(&before) == told(&after) && after.total + 1 == before.total);
    store.close().await;
    [anew, once_more]
}

/// How long a lobby takes 99 times of 100: whatever else the machine does hits some of them. The strengths are spread by as much as ratings can be.
fn lobbies(count: u32) -> Duration {
    let mut source = SeededSource::new(2);
    let mut times = Vec::new();
    for _ in 0..count {
        let member = |at: u64| Member {
            strength: source.below(1000) as i32 - 500,
            side: u8::from(at >= LOBBY / 2),
        };
        let members: Vec<Member> = (0..LOBBY).map(member).collect();
        let begin = Instant::now();
        black_box(even_sides(black_box(&members)));
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    times[(times.len() - 1) * 99 / 100]
}

fn main() -> ExitCode {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let measured = has("--bench");
    let (results, count) = match (measured, has("--quick")) {
        (true, false) => (RESULTS, 2000),
        (true, true) => (RESULTS / 20, 500),
        (false, _) => (400, 2),
    };
    const STEPS: u64 = 100_000_000;
    let step =
        yardstick(if measured { STEPS } else { 1000 }).as_secs_f64() / if measured { STEPS as f64 } else { 1000.0 };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let [anew, forgotten] = runtime.block_on(boards(results));
    let even = lobbies(count);
    let part = results as f64 / RESULTS as f64;
    let lines = [
        ("board anew", anew, ANEW.mul_f64(part)),
        ("board, one forgotten", forgotten, ANEW.mul_f64(part)),
        ("sides of 16, 99 of 100", even, EVEN),
    ];
    println!("{results} results, {count} lobbies of {LOBBY}");
    println!(
        "{:>22} {:>12} {:>14} {:>12} {:>8}",
        "", "ms", "steps", "goal, ms", "of goal"
    );
    for (name, took, goal) in lines {
        let (ms, goal_ms) = (took.as_secs_f64() * 1000.0, goal.as_secs_f64() * 1000.0);
        let steps = took.as_secs_f64() / step;
        println!(
            "{name:>22} {ms:>12.3} {steps:>14.0} {goal_ms:>12.3} {:>7.3}x",
            ms / goal_ms
        );
    }
    let met = lines.iter().all(|(_, took, goal)| took <= goal);
    ExitCode::from(u8::from(measured && !met))
}
