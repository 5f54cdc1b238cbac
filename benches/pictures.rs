//! How long a picture takes and how large it is, beside the plain way of the same run: the same SVG drawn by resvg and
//! written by tiny-skia.
//!
//! The pictures are random positions of every game that has any, as the table and as a seat see them, and one sketch that is
//! of no game. The plain way is given the SVG as this program writes it, with text as outlines; it gets no handicap.

#[path = "../tests/sketches/mod.rs"]
mod sketches;

use std::hint::black_box;
use std::time::{Duration, Instant};

use resvg::{tiny_skia, usvg};
use sketches::{Table, plain_sketch};
use whistle::games::CATALOGUE;
use whistle::picture::{draw, svg};
use whistle::rules::{Sketch, Viewer};

/// What is wanted at the median: time, bytes, and both against the plain way.
const TIME: Duration = Duration::from_millis(5);
const BYTES: usize = 40 * 1024;
const RATIO: f64 = 2.0;

fn plainly(sketch: &Sketch) -> Vec<u8> {
    let svg = svg(sketch).expect("an SVG");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a tree");
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("room");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().expect("a file")
}

fn median<T: Copy + Ord>(mut all: Vec<T>) -> T {
    all.sort_unstable();
    all[all.len() / 2]
}

/// The time of a piece of work: the shortest of so many, for what else the machine does only makes it longer.
fn timed<T>(times: usize, work: impl Fn() -> T) -> Duration {
    let once = || {
        let begin = Instant::now();
        black_box(work());
        begin.elapsed()
    };
    (0..times).map(|_| once()).min().unwrap_or_default()
}

/// Sketches from all over some games, with their labels as in a language that has no words.
fn sketches(per_game: usize) -> Vec<(&'static str, Vec<Sketch>)> {
    let mut all = vec![("(no game)", vec![plain_sketch()])];
    for entry in CATALOGUE {
        let mut found = Vec::new();
        for (seed, people) in (0..).zip(entry.people.clone().cycle()).take(per_game) {
            let whole = Table::begin(entry, people, seed).rest();
            let mut table = Table::begin(entry, people, seed);
            for _ in 0..whole * (seed as usize % 5) / 4 {
                table.step();
            }
            let viewers = std::iter::once(Viewer::Table).chain(table.awaited().map(Viewer::Seat));
            let sketches = viewers.filter_map(|viewer| table.play.sketch(viewer, &[], None));
            found.extend(sketches.map(|sketch| sketch.labelled(|phrase| phrase.key.to_owned())));
        }
        if !found.is_empty() {
            all.push((entry.slug, found));
        }
    }
    all
}

fn main() {
    // `cargo test --benches` runs this too: then it only shows that it works.
    let measured = std::env::args().any(|arg| arg == "--bench");
    let (per_game, times) = if measured { (20, 15) } else { (1, 1) };
    println!(
        "pictures, medians (goal {} ms, {} KB, {RATIO} x the plain way)",
        TIME.as_millis(),
        BYTES / 1024
    );
    println!(
        "{:<12} {:>5} {:>9} {:>9} {:>9} {:>8} {:>9} {:>10} {:>8}",
        "game", "n", "svg ms", "ms", "plain ms", "faster", "KB", "plain KB", "smaller"
    );
    for (name, sketches) in sketches(per_game) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let texts = median(sketches.iter().map(|sketch| timed(times, || svg(sketch))).collect());
        let ours = median(sketches.iter().map(|sketch| timed(times, || draw(sketch))).collect());
        let plain = median(sketches.iter().map(|sketch| timed(times, || plainly(sketch))).collect());
        let bytes = median(
            sketches
                .iter()
                .map(|sketch| draw(sketch).expect("drawn").png.len())
                .collect(),
        );
        let plain_bytes = median(sketches.iter().map(|sketch| plainly(sketch).len()).collect());
        let faster = ms(plain) / ms(ours);
        let smaller = plain_bytes as f64 / bytes as f64;
        let met = ours <= TIME && bytes <= BYTES && faster >= RATIO && smaller >= RATIO;
        println!(
            "{name:<12} {:>5} {:>9.2} {:>9.2} {:>9.2} {faster:>7.1}x {:>9.1} {:>10.1} {smaller:>7.1}x{}",
            sketches.len(),
            ms(texts),
            ms(ours),
            ms(plain),
            bytes as f64 / 1024.0,
            plain_bytes as f64 / 1024.0,
            if met { "" } else { "  short of the goal" }
        );
    }
}
