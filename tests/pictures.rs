//! Pictures of every game and what is said of them, held against the files in `tests/golden/pictures`.
//!
//! A few positions of each game of the catalogue, as the table and as a seat see them, and with a choice tried out: the
//! picture as a PNG, and beside it the text for who cannot see it. Pixels may differ a little, for machines round
//! differently; text may not. After a change that is meant: `WHISTLE_BLESS=1 cargo test --test pictures`, and look at what
//! `git diff` says.
//!
//! To look at many more pictures than are kept: `WHISTLE_PICTURES_OUT=<folder> cargo test --test pictures` fills the folder
//! with positions of whole games, with every number of seats, each seat's own view and each step of a choice.

#[path = "sketches/fit.rs"]
mod fit;
mod sketches;
#[path = "sketches/svg.rs"]
mod svg;
mod tables;

use std::io::Cursor;
use std::path::{Path, PathBuf};

use sketches::{Dice, Table, plain_sketch};
use whistle::discord::custom_id::Boards;
use whistle::discord::show;
use whistle::games::{CATALOGUE, GameEntry, find};
use whistle::picture::draw;
use whistle::referee::Phase;
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, Leads, Phrase, Seat, Sketch, Viewer};
use whistle::words::{Name, Names, Words};

/// By how much a channel of a pixel may be off without counting as different.
const OFF: u8 = 24;

/// By how much a channel is off at most where shades became one colour of the palette.
const MERGED: u8 = 31;

/// Fewer than one in so many pixels may be off by more: at an edge, the reference may round to the other side.
const MANY: usize = 400;

/// How many of a thousand pixels may be different.
const DIFFERENT: usize = 2;

/// How many bytes the picture of a game has at most: phones load it with every turn.
const LARGEST: usize = 30_000;

/// Where the courses of the games begin whose pictures are kept.
const SEED: u64 = 7;

/// Names as they come from outside.
struct People;

impl Names for People {
    fn name(&self, seat: Seat) -> Name {
        let names = ["Ada", "Ben *the* best", "Chloé", "דן", "Wilhelmina von Lichtenstein"];
        match names.get(seat.index()) {
            Some(name) => Name::Person((*name).to_owned()),
            None => Name::Unknown,
        }
    }
}

fn said(words: &Words, phrase: &Phrase) -> String {
    words.plain("en", phrase, &People)
}

/// A sketch as a file, as whoever has chosen nothing sees it, and what is said of it.
fn made(words: &Words, sketch: Sketch) -> (Vec<u8>, String) {
    let alt: String = sketch.alt.iter().map(|phrase| said(words, phrase) + "\n").collect();
    let labelled = sketch.labelled(|phrase| said(words, phrase)).with_digits();
    let picture = draw(&labelled).expect("it can be drawn");
    let wrong = unlike_reference(&labelled, &picture.png);
    assert_eq!(wrong, None, "it is not what its SVG shows");
    (picture.png, alt)
}

/// What is wrong with a picture, if it does not look as when resvg draws the sketch as plain SVG.
fn unlike_reference(sketch: &Sketch, png: &[u8]) -> Option<String> {
    let reference = svg::rendered(&svg::svg(sketch));
    let size = (reference.width(), reference.data().as_chunks::<4>().0.len());
    let (width, found) = pixels(png);
    if (width, found.len()) != size {
        return Some("it has another size".to_owned());
    }
    let off = |one: &[u8; 4], other: &[u8; 3]| one.iter().zip(other).any(|(a, b)| a.abs_diff(*b) > MERGED);
    let pairs = reference.data().as_chunks::<4>().0.iter().zip(&found);
    let different = pairs.filter(|(one, other)| off(one, other)).count();
    (different * MANY > found.len()).then(|| format!("{different} of {} pixels differ", found.len()))
}

/// Width, and red, green and blue of every pixel.
fn pixels(png: &[u8]) -> (u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("whole pixels");
    assert_eq!(info.color_type, png::ColorType::Rgb, "a picture is opaque");
    (info.width, bytes.as_chunks::<3>().0.to_vec())
}

/// What is wrong with a picture, if it does not look like the kept one.
fn unlike(kept: &[u8], png: &[u8]) -> Option<String> {
    let (kept, found) = (pixels(kept), pixels(png));
    if (kept.0, kept.1.len()) != (found.0, found.1.len()) {
        return Some("it has another size".to_owned());
    }
    let off = |one: &[u8; 3], other: &[u8; 3]| one.iter().zip(other).any(|(a, b)| a.abs_diff(*b) > OFF);
    let different = kept
        .1
        .iter()
        .zip(&found.1)
        .filter(|(one, other)| off(one, other))
        .count();
    (different * 1000 > found.1.len() * DIFFERENT).then(|| format!("{different} of {} pixels differ", found.1.len()))
}

#[derive(Default)]
struct Goldens {
    wrong: Vec<String>,
    met: Vec<PathBuf>,
}

impl Goldens {
    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pictures")
    }

    /// Compares with the golden files of this name, or writes them where `WHISTLE_BLESS` is set.
    fn hold(&mut self, name: &str, (png, alt): &(Vec<u8>, String)) {
        let picture = Goldens::folder().join(format!("{name}.png"));
        let text = picture.with_extension("txt");
        let kept = std::fs::read(&picture).ok();
        let unlike = match &kept {
            Some(kept) => unlike(kept, png),
            None => Some("it is not kept".to_owned()),
        };
        let kept_text = std::fs::read_to_string(&text).ok();
        self.met.extend([picture.clone(), text.clone()]);
        if std::env::var_os("WHISTLE_BLESS").is_some() {
            if unlike.is_some() {
                std::fs::write(&picture, png).expect("the picture can be written");
            }
            std::fs::write(&text, alt).expect("the text can be written");
            return;
        }
        let shown = std::env::temp_dir().join(format!("whistle-{name}.png"));
        if let Some(unlike) = unlike {
            let _ = std::fs::write(&shown, png);
            self.wrong.push(format!("{name}: {unlike}; see {}", shown.display()));
        }
        if kept_text.as_deref() != Some(alt) {
            let was = kept_text.unwrap_or_default();
            self.wrong
                .push(format!("{name} is now described as:\n{alt}\nand was:\n{was}"));
        }
    }

    /// Files that nothing is held against any more.
    fn stray(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(Goldens::folder()).expect("the folder of golden files");
        let paths = files.map(|file| file.expect("a file").path());
        paths.filter(|path| !self.met.contains(path)).collect()
    }

    fn check(mut self) {
        let bless = std::env::var_os("WHISTLE_BLESS").is_some();
        for stray in self.stray() {
            if bless {
                std::fs::remove_file(stray).expect("the stray file can be removed");
            } else {
                self.wrong.push(format!("{} belongs to nothing", stray.display()));
            }
        }
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

/// The fewest people who do not play alone.
fn fewest(entry: &GameEntry) -> u8 {
    (*entry.people.start()).max(2).min(*entry.people.end())
}

/// The table of a game after this many choices of the course that follows from a seed.
fn after(entry: &'static GameEntry, people: u8, seed: u64, choices: usize) -> Table {
    let mut table = Table::begin(entry, people, seed);
    for _ in 0..choices {
        if !table.step() {
            break;
        }
    }
    table
}

/// The first end of a game, from a seed on, with one winner or one side that has won.
fn won(entry: &'static GameEntry) -> Table {
    let mut ends = (SEED..).map(|seed| after(entry, fewest(entry), seed, usize::MAX));
    let won = |table: &Table| match table.play.awaits() {
        Awaits::Nobody(outcome) => outcome
            .places
            .is_some_and(|places| places.iter().any(|place| *place > 1)),
        _ => false,
    };
    ends.find(won).expect("somebody wins sooner or later")
}

/// What the seat sees that is to choose in the middle of a game, and the same with the first choice tried out, from there on, that
/// changes something to be seen.
fn middle(entry: &'static GameEntry) -> Option<[Sketch; 2]> {
    let length = after(entry, fewest(entry), SEED, 0).rest();
    let mut table = after(entry, fewest(entry), SEED, length / 2);
    loop {
        let viewer = Viewer::Seat(table.awaited()?);
        let seat = table.play.sketch(viewer, &[], None)?;
        let choice = table.play.random_choice(table.awaited()?, &mut table.dice);
        let trial = table.play.sketch(viewer, &[], choice.as_deref())?;
        if seat.shapes != trial.shapes {
            return Some([seat, trial]);
        }
        table.step();
    }
}

/// The pictures of one game that are kept: the beginning and the end as the table sees them, the middle as the seat does that
/// is to choose, and the same with a choice tried out.
fn positions(entry: &'static GameEntry) -> Vec<(String, Sketch)> {
    let mut all = Vec::new();
    let mut add = |what: &str, sketch: Option<Sketch>| {
        all.extend(sketch.map(|sketch| (format!("{}-{what}", entry.slug), sketch)));
    };
    let start = after(entry, fewest(entry), SEED, 0);
    add("start", start.play.sketch(Viewer::Table, &[], None));
    let [seat, trial] = middle(entry).expect("a choice that is seen");
    add("seat", Some(seat));
    add("trial", Some(trial));
    add("end", won(entry).play.sketch(Viewer::Table, &[], None));
    all
}

/// The picture at the end of a match that was played at random, and what is said of it.
fn end_of_match(words: &Words, slug: &str, options: &[(&str, i64)], people: &[&str]) -> (Vec<u8>, String) {
    let entry = find(slug).expect("a game of the catalogue");
    let options = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).into()));
    let mut table = tables::lobby(entry, &options.collect(), people, 0);
    assert!(tables::begin(&mut table), "it can be played so");
    let source = &mut SeededSource::new(3);
    loop {
        while tables::step(&mut table, source) {}
        match table.phase {
            Phase::Between => tables::next_round(&mut table),
            _ => break,
        }
    }
    let payload = show::table(words, "en", &tables::snapshot(&table), Boards::Pictures);
    let picture = payload.picture.expect("a picture of the match");
    let png = draw(picture.sketch()).expect("it can be drawn").png;
    assert_eq!(
        unlike_reference(picture.sketch(), &png),
        None,
        "it is not what its SVG shows"
    );
    (png, picture.alt().to_owned() + "\n")
}

#[test]
fn pictures_look_as_they_did() {
    let words = Words::embedded().expect("the language files are whole");
    let mut goldens = Goldens::default();
    goldens.hold("plain", &made(&words, plain_sketch()));
    for entry in CATALOGUE {
        for (name, sketch) in positions(entry) {
            let picture = made(&words, sketch);
            goldens.hold(&name, &picture);
        }
    }
    let small = end_of_match(&words, "binome", &[("games", 2)], &["Ana", "Ben"]);
    goldens.hold("match-two", &small);
    let seven = [
        "Ada",
        "Ben *the* best",
        "Wilhelmina von Lichtenstein",
        "דן",
        "山田太郎",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        "Zoë",
    ];
    goldens.hold("match-seven", &end_of_match(&words, "binome", &[("games", 5)], &seven));
    let long = end_of_match(&words, "dominoes", &[("to", 150)], &seven[..3]);
    goldens.hold("match-long", &long);
    goldens.check();
}

/// With the fewest people and with the most, at moments of a whole game.
#[test]
fn no_picture_of_a_game_is_heavier_than_a_phone_should_load() {
    const PARTS: usize = 4;
    let words = Words::embedded().expect("the language files are whole");
    let mut heavy = Vec::new();
    for entry in CATALOGUE {
        let mut heaviest = 0;
        for people in [fewest(entry), *entry.people.end()] {
            let length = after(entry, people, SEED, 0).rest();
            for part in 0..=PARTS {
                let mut table = after(entry, people, SEED, length * part / PARTS);
                let mut weigh = |what: &str, sketch: Option<Sketch>| {
                    let bytes = sketch.map_or(0, |sketch| made(&words, sketch).0.len());
                    heaviest = heaviest.max(bytes);
                    if bytes > LARGEST {
                        heavy.push(format!("{} of {people}, part {part}, {what}: {bytes}", entry.slug));
                    }
                };
                weigh("table", table.play.sketch(Viewer::Table, &[], None));
                trials(&mut table, weigh);
            }
        }
        println!("{}: {heaviest} bytes at most", entry.slug);
    }
    assert!(heavy.is_empty(), "{}", heavy.join("\n"));
}

#[test]
fn a_picture_that_differs_is_found() {
    let drawn = |sketch: &Sketch| draw(sketch).expect("it can be drawn").png;
    let whole = plain_sketch();
    assert_eq!(unlike(&drawn(&whole), &drawn(&whole)), None);
    let mut without = plain_sketch();
    without.shapes.truncate(whole.shapes.len() / 2);
    assert!(unlike(&drawn(&whole), &drawn(&without)).is_some());
    let mut longer = plain_sketch();
    longer.size.1 += 1;
    assert!(unlike(&drawn(&whole), &drawn(&longer)).is_some());
}

#[test]
fn pictures_to_look_at() {
    let Some(folder) = std::env::var_os("WHISTLE_PICTURES_OUT").map(PathBuf::from) else {
        // Nobody wants to look; that whole games can be drawn is held in `pictures_look_as_they_did`.
        return;
    };
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let words = Words::embedded().expect("the language files are whole");
    let write = |name: String, sketch: Option<Sketch>| {
        let Some(sketch) = sketch else { return };
        let (png, alt) = made(&words, sketch);
        std::fs::write(folder.join(format!("{name}.png")), png).expect("the picture can be written");
        std::fs::write(folder.join(format!("{name}.txt")), alt).expect("the text can be written");
    };
    write("plain".to_owned(), Some(plain_sketch()));
    for entry in CATALOGUE {
        // Of a game for crowds, with some numbers of people.
        for people in entry.people.clone().filter(|people| *people <= 8 || people % 16 == 0) {
            let whole = Table::begin(entry, people, 1).rest();
            let mut table = Table::begin(entry, people, 1);
            for step in 0..=whole {
                if step * 6 % whole.max(1) < 6 || step == whole {
                    let name = |what: &str| format!("{}-{people}-{step:03}-{what}", entry.slug);
                    write(name("table"), table.play.sketch(Viewer::Table, &[], None));
                    trials(&mut table, |what, sketch| write(name(what), sketch));
                }
                table.step();
            }
        }
    }
}

/// What the awaited seat sees: with nothing, with each step of a path of menus, and with a choice tried out.
fn trials(table: &mut Table, mut write: impl FnMut(&str, Option<Sketch>)) {
    let Some(seat) = table.awaited() else { return };
    let viewer = Viewer::Seat(seat);
    write(&format!("seat{}", seat.0), table.play.sketch(viewer, &[], None));
    let mut path: Vec<String> = Vec::new();
    while path.len() < 6 {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let Some(menu) = table.play.menu(seat, &steps) else {
            break;
        };
        let next = menu.entries.iter().find_map(|entry| match &entry.leads {
            Leads::Step(step) => Some(step.clone()),
            _ => None,
        });
        let Some(step) = next else { break };
        path.push(step);
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        write(
            &format!("seat{}-step{}", seat.0, path.len()),
            table.play.sketch(viewer, &steps, None),
        );
    }
    let choice = table.play.random_choice(seat, &mut table.dice);
    write(
        &format!("seat{}-trial", seat.0),
        table.play.sketch(viewer, &[], choice.as_deref()),
    );
}

/// Keeps the course of a game the same for as long as its rules are.
#[test]
fn dice_fall_the_same_every_time() {
    let mut dice = Dice::new(7);
    let thrown: Vec<u32> = (0..8).map(|_| whistle::rules::Source::below(&mut dice, 6)).collect();
    assert!(thrown.iter().all(|number| *number < 6) && thrown.iter().any(|number| *number != thrown[0]));
    let mut again = Dice::new(7);
    assert!(
        thrown
            .iter()
            .all(|number| whistle::rules::Source::below(&mut again, 6) == *number)
    );
}
