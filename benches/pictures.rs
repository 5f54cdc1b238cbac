//! How long a picture takes and how large it is, beside the plain way of the same run: the sketch as plain SVG, drawn by resvg
//! and written by tiny-skia.
//!
//! `cargo bench --bench pictures`; `-- --quick` for a short run. Ends with 1 if a goal is missed. Without `--bench` (as
//! `cargo test --benches` calls it) it only shows that it works.
//!
//! The pictures are random positions of every game that has any, as the table and as a seat see them, and a board that is of
//! no game. A picture that is drawn again has all its sprites, so the first drawing of each is timed as well: then it has those
//! that it shares with the pictures before it, as in a game. The plain way gets no handicap: its SVG is written before the clock starts, with text as outlines.
//!
//! They are timed here and not by criterion, which knows no median over many different pictures, and no sizes.

#[path = "../tests/sketches/mod.rs"]
mod sketches;
#[path = "../tests/sketches/svg.rs"]
mod svg;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sketches::{Table, plain_position};
use whistle::games::{CATALOGUE, GameEntry};
use whistle::picture::draw;
use whistle::rules::{Seat, Sketch, Viewer};
use whistle::words::{Name, Names, Words};

/// What is wanted at the median: time, bytes, and both against the plain way.
const TIME: Duration = Duration::from_millis(5);
const BYTES: usize = 30_000;
const RATIO: f64 = 2.0;

/// The people of a game: nobody plays in two.
struct People(u64);

impl Names for People {
    fn name(&self, seat: Seat) -> Name {
        const FIRST: [&str; 8] = ["Ada", "Ben", "Chloé", "Dov", "Emmy", "Farid", "Grete", "Hal"];
        let first = FIRST[(self.0 as usize * 3 + seat.index()) % FIRST.len()];
        Name::Person(format!("{first} {}", 100 * self.0 + seat.index() as u64))
    }
}

fn plainly(svg: &str) -> Vec<u8> {
    svg::rendered(svg).encode_png().expect("a file")
}

fn median<T: Copy + Ord>(all: impl IntoIterator<Item = T>) -> T {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort_unstable();
    all[all.len() / 2]
}

fn once<T>(work: impl FnOnce() -> T) -> Duration {
    let begin = Instant::now();
    black_box(work());
    begin.elapsed()
}

/// The median over all pictures: for each the shortest of so many times, for what else the machine does only makes it longer.
fn timed<S, T>(times: usize, pictures: &[S], work: impl Fn(&S) -> T) -> Duration {
    let shortest = |picture| (0..times).map(|_| once(|| work(picture))).min();
    median(pictures.iter().map(|picture| shortest(picture).unwrap_or_default()))
}

/// Sketches from all over the games with these seeds.
fn positions(words: &Words, entry: &'static GameEntry, seeds: std::ops::Range<u64>) -> Vec<Sketch> {
    let mut all = Vec::new();
    for (seed, people) in seeds.zip(entry.people.clone().cycle()) {
        let whole = Table::begin(entry, people, seed).rest();
        let mut table = Table::begin(entry, people, seed);
        for _ in 0..whole * (seed as usize % 5) / 4 {
            table.step();
        }
        let viewers = std::iter::once(Viewer::Table).chain(table.awaited().map(Viewer::Seat));
        let sketches = viewers.filter_map(|viewer| table.play.sketch(viewer, &[], None));
        all.extend(sketches.map(|sketch| sketch.labelled(|phrase| words.plain("en", phrase, &People(seed)))));
    }
    all
}

/// Whether the goals are met.
fn measure(name: &str, times: usize, sketches: &[Sketch]) -> bool {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let kilobytes = |bytes: usize| bytes as f64 / 1024.0;
    let texts: Vec<String> = sketches.iter().map(svg::svg).collect();
    let first = timed(1, sketches, draw);
    let drawn = timed(times, sketches, draw);
    let plain = timed(times, &texts, |text| plainly(text));
    let bytes = median(sketches.iter().map(|sketch| draw(sketch).expect("drawn").png.len()));
    let plain_bytes = median(texts.iter().map(|text| plainly(text).len()));
    let faster = ms(plain) / ms(drawn);
    let smaller = plain_bytes as f64 / bytes as f64;
    let met = drawn <= TIME && bytes <= BYTES && faster >= RATIO && smaller >= RATIO;
    println!(
        "{name:<12} {:>5} {:>9.2} {:>9.2} {:>9.2} {faster:>7.1}x {:>9.1} {:>10.1} {smaller:>7.1}x{}",
        sketches.len(),
        ms(first),
        ms(drawn),
        ms(plain),
        kilobytes(bytes),
        kilobytes(plain_bytes),
        if met { "" } else { "  short of the goal" }
    );
    met
}

fn main() -> ExitCode {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let measured = has("--bench");
    let (games, times) = match (measured, has("--quick")) {
        (true, false) => (20, 9),
        (true, true) => (10, 3),
        (false, _) => (2, 1),
    };
    println!(
        "pictures, medians (goal {} ms, {} KB, {RATIO} x the plain way)",
        TIME.as_millis(),
        BYTES / 1024
    );
    println!(
        "{:<12} {:>5} {:>9} {:>9} {:>9} {:>8} {:>9} {:>10} {:>8}",
        "game", "n", "first ms", "ms", "plain ms", "faster", "KB", "plain KB", "smaller"
    );
    let plain = |turns: std::ops::Range<u64>| -> Vec<Sketch> {
        turns
            .map(|turn| plain_position(turn as i32, &turn.to_string()))
            .collect()
    };
    let mut met = measure("(no game)", times, &plain(0..games / 2));
    let words = Words::embedded().expect("the language files are whole");
    for entry in CATALOGUE {
        let sketches = positions(&words, entry, 0..games);
        if !sketches.is_empty() {
            met &= measure(entry.slug, times, &sketches);
        }
    }
    ExitCode::from(u8::from(measured && !met))
}
