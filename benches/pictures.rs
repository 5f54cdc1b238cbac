//! How long a picture takes and how large it is, beside the plain way of the same run: the SVG of the whole sketch drawn by
//! resvg and written by tiny-skia.
//!
//! `cargo bench --bench pictures`; `-- --quick` for a short run. Ends with 1 if a goal is missed. Without `--bench` (as
//! `cargo test --benches` calls it) it only shows that it works.
//!
//! The pictures are random positions of every game that has any, as the table and as a seat see them, and a board that is of
//! no game. The plain way is given the SVG as this program writes it, with text as outlines; it gets no handicap.
//!
//! A picture is drawn *cold* by sprites that have never drawn anything, and *warm* by those that have drawn other games of the
//! same kind, of other people, and never this position: the way it is while somebody plays.
//!
//! They are timed here and not by criterion, which knows no median over many different pictures, and no sizes.

#[path = "../tests/sketches/mod.rs"]
mod sketches;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use resvg::{tiny_skia, usvg};
use sketches::{Table, plain_position};
use whistle::games::{CATALOGUE, GameEntry};
use whistle::picture::{Sprites, draw, svg};
use whistle::rules::{Seat, Sketch, Viewer};
use whistle::words::{Name, Names, Words};

/// What is wanted at the median: time, bytes, and both against the plain way.
const TIME: Duration = Duration::from_millis(5);
const BYTES: usize = 40 * 1024;
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

fn plainly(sketch: &Sketch) -> Vec<u8> {
    let svg = svg(sketch).expect("an SVG");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a tree");
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("room");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().expect("a file")
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

/// The times of a piece of work for each sketch: the shortest of so many, for what else the machine does only makes it
/// longer.
fn timed<T>(times: usize, sketches: &[Sketch], work: impl Fn(&Sketch) -> T) -> Duration {
    let shortest = |sketch| (0..times).map(|_| once(|| work(sketch))).min();
    median(sketches.iter().map(|sketch| shortest(sketch).unwrap_or_default()))
}

/// The same by sprites that have drawn these other sketches.
fn timed_warm(times: usize, sketches: &[Sketch], others: &[Sketch]) -> Duration {
    let mut shortest = vec![Duration::MAX; sketches.len()];
    for _ in 0..times {
        let sprites = Sprites::new();
        for other in others {
            black_box(sprites.draw(other).expect("drawn"));
        }
        for (shortest, sketch) in shortest.iter_mut().zip(sketches) {
            *shortest = (*shortest).min(once(|| sprites.draw(sketch)));
        }
    }
    median(shortest)
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
fn measure(name: &str, times: usize, sketches: &[Sketch], others: &[Sketch]) -> bool {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let kilobytes = |bytes: usize| bytes as f64 / 1024.0;
    let texts = timed(times, sketches, svg);
    let cold = timed(times, sketches, draw);
    let warm = timed_warm(times, sketches, others);
    let plain = timed(times, sketches, plainly);
    let bytes = median(sketches.iter().map(|sketch| draw(sketch).expect("drawn").png.len()));
    let plain_bytes = median(sketches.iter().map(|sketch| plainly(sketch).len()));
    let faster = ms(plain) / ms(warm);
    let smaller = plain_bytes as f64 / bytes as f64;
    let met = warm <= TIME && bytes <= BYTES && faster >= RATIO && smaller >= RATIO;
    println!(
        "{name:<12} {:>5} {:>9.2} {:>9.2} {:>7.1}x {:>9.2} {faster:>7.1}x {:>9.2} {:>9.1} {:>10.1} {smaller:>7.1}x{}",
        sketches.len(),
        ms(texts),
        ms(cold),
        ms(plain) / ms(cold),
        ms(warm),
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
        "{:<12} {:>5} {:>9} {:>9} {:>8} {:>9} {:>8} {:>9} {:>9} {:>10} {:>8}",
        "game", "n", "svg ms", "cold ms", "faster", "warm ms", "faster", "plain ms", "KB", "plain KB", "smaller"
    );
    let plain = |turns: std::ops::Range<u64>| -> Vec<Sketch> {
        turns
            .map(|turn| plain_position(turn as i32, &turn.to_string()))
            .collect()
    };
    let mut met = measure("(no game)", times, &plain(0..games / 2), &plain(games / 2..games));
    let words = Words::embedded().expect("the language files are whole");
    for entry in CATALOGUE {
        let sketches = positions(&words, entry, 0..games);
        if !sketches.is_empty() {
            let others = positions(&words, entry, games..2 * games);
            met &= measure(entry.slug, times, &sketches, &others);
        }
    }
    ExitCode::from(u8::from(measured && !met))
}
