//! Who sees no picture has the words of messages: they say the whole position, and are enough to play by.
//!
//! More than `cargo test` takes: `WHISTLE_POSITIONS=10000 WHISTLE_GAMES=1000 cargo test --release --test screen_reader`.

mod games;
mod heard;
mod message;
mod playing;
mod positions;
#[path = "../tables/mod.rs"]
mod tables;

use whistle::games::GameEntry;
use whistle::referee::Table;
use whistle::referee::fair::SeededSource;
use whistle::rules::Source;

/// How often something is tried: as often as this variable says, if it is set.
fn often(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(value) => value.parse().expect("the variable is a number"),
        Err(_) => usual,
    }
}

/// Short names, of which none is the beginning of another.
fn name(index: usize) -> String {
    const FIRST: [&str; 16] = [
        "B", "D", "F", "G", "H", "J", "K", "L", "M", "N", "P", "R", "S", "T", "V", "Z",
    ];
    format!("{}{}", FIRST[index % 16], ["ao", "ei", "iu"][index / 16])
}

/// A table at which so many people as can play begin a match with options at random.
fn seated(entry: &'static GameEntry, source: &mut SeededSource) -> Table {
    let (least, most) = (*entry.people.start(), *entry.people.end());
    loop {
        let people = least + source.below(u32::from(most - least) + 1) as u8;
        // A crowd is slow, and at a small table there is as much to tell.
        let people = if source.below(4) > 0 {
            people.min(least.max(5))
        } else {
            people
        };
        let names: Vec<String> = (0..usize::from(people)).map(name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut table = tables::lobby(entry, &tables::some_options(entry, source), &names, 0);
        if tables::begin(&mut table) {
            return table;
        }
    }
}
