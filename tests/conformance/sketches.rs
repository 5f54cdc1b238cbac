//! What games draw: every shape lies on its sketch, every text can be said and read, and the sentences for who cannot see
//! it fit where Discord takes them.

use whistle::games::{CATALOGUE, DynGame};
use whistle::referee::fair::SeededSource;
use whistle::rules::{By, Ended, Fill, Form, Label, Phrase, Point, Seat, Shape, Sketch, Source, Viewer, parts};
use whistle::words::{ENGLISH, Name, Names, Words};

use crate::speech::{PhraseCheck, some_menus};
use crate::tables::{Case, cases, pick, play_through};

/// The most letters of a description (docs/DISCORD.md, "Components V2"), less some room for what other languages need.
const LONGEST_ALT: usize = 1000;

/// What stands in sentences that say where something can be placed.
const PLACES: [&str; 3] = ["Places, each with ", " for more places", "our climbs: "];

/// Names as long as they are ever shown, all different.
struct Long;

impl Names for Long {
    fn name(&self, seat: Seat) -> Name {
        Name::Person(format!("Maximiliana Wilhelmina Anders {:2}", 10 + seat.0))
    }
}

/// Where the shape reaches: its upper left and its lower right corner. A text reaches as far as its room.
fn reach(shape: &Shape) -> (Point, Point) {
    let around = |points: &[Point]| {
        let across = || points.iter().map(|point| point.0);
        let down = || points.iter().map(|point| point.1);
        let least = (across().min().unwrap(), down().min().unwrap());
        (least, (across().max().unwrap(), down().max().unwrap()))
    };
    let (least, most) = match &shape.form {
        Form::Rect { at, size, .. } => (*at, (at.0 + size.0, at.1 + size.1)),
        Form::Circle { centre, radius } | Form::Rings { centre, radius, .. } | Form::Mark { centre, radius, .. } => (
            (centre.0 - radius, centre.1 - radius),
            (centre.0 + radius, centre.1 + radius),
        ),
        Form::Polygon(points) | Form::Path(points) => around(points),
        Form::Text { at, size, .. } => ((at.0, at.1 - size / 2), (at.0, at.1 + size / 2)),
    };
    let half = match (&shape.form, shape.line) {
        (Form::Text { .. }, _) | (_, None) => 0,
        (_, Some((_, width))) => i32::from(width) / 2,
    };
    ((least.0 - half, least.1 - half), (most.0 + half, most.1 + half))
}

/// What is wrong with a shape on a sketch of this size.
pub(crate) fn faults(shape: &Shape, size: Point) -> Vec<String> {
    let (least, most) = reach(shape);
    let mut faults = Vec::new();
    if least.0 < 0 || least.1 < 0 || most.0 > size.0 || most.1 > size.1 {
        faults.push("reaches beyond the sketch".to_owned());
    }
    match &shape.form {
        Form::Text { size, room, says, .. } => {
            let blank = matches!(says, Label::Text(text) if text.trim().is_empty());
            if *size < parts::SMALLEST || *room < *size / 2 || blank {
                faults.push("cannot be read".to_owned());
            }
            if !matches!(shape.fill, Some(Fill::Plain(_))) {
                faults.push("is writing without an ink".to_owned());
            }
        }
        Form::Rect { size, round, .. } if size.0 <= 0 || size.1 <= 0 || *round < 0 => {
            faults.push("is no rectangle".to_owned());
        }
        Form::Circle { radius, .. } if *radius <= 0 => faults.push("is no circle".to_owned()),
        Form::Rings { radius, number, .. } if *radius <= 4 || *number > 7 => faults.push("is no number".to_owned()),
        Form::Polygon(points) if points.len() < 3 => faults.push("is no polygon".to_owned()),
        Form::Path(points) if points.len() < 2 => faults.push("is no line".to_owned()),
        _ => {}
    }
    if shape.fill.is_none() && shape.line.is_none() {
        faults.push("is not seen".to_owned());
    }
    faults
}

fn check(case: &Case, sketch: &Sketch, phrases: &PhraseCheck, words: &Words) {
    // A high one gets ground at its sides, so that it is not higher than a screen.
    let widest = parts::WIDTH.max(sketch.size.1 * 100 / 95 + 2);
    assert!(
        (1..=widest).contains(&sketch.size.0) && (1..=1200).contains(&sketch.size.1),
        "{case}: {:?}",
        sketch.size
    );
    let in_digits = sketch.clone().in_digits();
    for shape in sketch.shapes.iter().chain(&in_digits.shapes) {
        let faults = faults(shape, sketch.size);
        assert!(faults.is_empty(), "{case}: {faults:?}: {shape:?} on {:?}", sketch.size);
        if let Form::Text {
            says: Label::Phrase(phrase),
            ..
        } = &shape.form
        {
            phrases.hear(case, phrase);
        }
    }
    let said: Vec<String> = sketch.alt.iter().map(|phrase| phrases.hear(case, phrase)).collect();
    assert!(!said.is_empty(), "{case}: a picture can be told");
    let odd = said
        .iter()
        .find(|said| !said.ends_with(['.', '!', '?']) || said.contains('\n'));
    assert_eq!(odd, None, "{case}: sentences");
    let say = |phrase: &Phrase| words.plain(ENGLISH, phrase, &Long);
    let alt: Vec<String> = sketch.alt.iter().map(say).collect();
    // A message cuts what is too long at a sentence. Where something can be placed comes last; of everything else nothing is cut.
    let places = |said: &String| PLACES.iter().any(|words| said.contains(words));
    let needed = alt.iter().position(places).unwrap_or(alt.len());
    assert!(alt[needed..].iter().all(places), "{case}: {alt:?}");
    let needed = alt[..needed].join(" ");
    let letters = needed.chars().count();
    assert!(letters <= LONGEST_ALT, "{case}: {letters}: {needed}");
}

/// Every sketch that `viewer` could be shown just now, with some of what it could try out.
fn look(
    case: &Case,
    play: &dyn DynGame,
    viewer: Viewer,
    source: &mut SeededSource,
    phrases: &PhraseCheck,
    words: &Words,
) -> bool {
    let show = |path: &[&str], tried: Option<&str>| {
        let sketch = play.sketch(viewer, path, tried);
        assert_eq!(
            sketch,
            play.sketch(viewer, path, tried),
            "{case}: the same view, the same sketch"
        );
        if let Some(sketch) = &sketch {
            check(case, sketch, phrases, words);
        }
        sketch
    };
    let plain = show(&[], None);
    for (path, tried) in [(&["no", "such"][..], None), (&[], Some("nonsense"))] {
        assert_eq!(show(path, tried), plain, "{case}: what leads nowhere shows nothing");
    }
    if let Viewer::Seat(seat) = viewer {
        let choices = play.choices(seat).0;
        for _ in 0..3 {
            show(&[], pick(&choices, source).map(String::as_str));
        }
        let menus = some_menus(play, seat);
        if let Some((path, _)) = pick(&menus, source) {
            show(&path.iter().map(String::as_str).collect::<Vec<_>>(), None);
        }
    }
    plain.is_some()
}

/// A random game, and one in which seats choose at random among the choices that are shortest to write: those fill a
/// board slowly.
fn walk(case: &Case, short: bool, source: &mut SeededSource, mut see: impl FnMut(&dyn DynGame, &mut SeededSource)) {
    if !short {
        play_through(case.start(), source, |play, _, _, source| see(play, source));
        return;
    }
    let mut play = case.start();
    while let Some((by, what)) = crate::tables::any_event(&*play, source) {
        see(&*play, source);
        let what = match by {
            By::Seat(seat) => {
                let mut choices = play.choices(seat).0;
                let shortest = choices.iter().map(String::len).min().unwrap_or(0);
                choices.retain(|choice| choice.len() <= shortest + 1);
                pick(&choices, source).cloned().unwrap_or(what)
            }
            By::Chance => what,
        };
        play.apply(by, &what).unwrap();
    }
    see(&*play, source);
}

/// One position in so many is looked at, and by so many of those who sit there.
const SELDOM: u32 = 16;
const SOME: u32 = 4;

#[test]
fn sketches_are_whole_and_can_be_told() {
    let (phrases, words) = (PhraseCheck::new(), Words::embedded().unwrap());
    for entry in CATALOGUE {
        let mut drawn = 0;
        let tables = cases(entry);
        for (index, case) in tables.iter().enumerate() {
            for short in [false, true] {
                let mut source = SeededSource::numbered(11 + u64::from(short), index as u64);
                walk(case, short, &mut source, |play, source| {
                    let over = matches!(play.awaits(), whistle::rules::Awaits::Nobody(_));
                    // A crowd has long games.
                    let seldom = SELDOM * u32::from(play.seats()).div_ceil(4);
                    if !over && source.below(seldom) != 0 {
                        return;
                    }
                    let seats = u32::from(play.seats());
                    let first = source.below(seats);
                    let some = (0..seats.min(SOME)).map(|next| ((first + next) % seats) as u8);
                    let viewers = some.map(|seat| Viewer::Seat(Seat(seat)));
                    for viewer in std::iter::once(Viewer::Table).chain(viewers) {
                        drawn += u32::from(look(case, play, viewer, source, &phrases, &words));
                    }
                });
            }
        }
        let Some(case) = tables.first() else { continue };
        let draws = case.start().sketch(Viewer::Table, &[], None).is_some();
        assert!(drawn > 100 || !draws, "{}: looked at too little", entry.slug);
    }
}

#[test]
fn what_ended_by_word_is_told_and_nobody_is_waited_for() {
    let (phrases, words) = (PhraseCheck::new(), Words::embedded().unwrap());
    let say = |sketch: &Sketch| {
        sketch
            .alt
            .iter()
            .map(|phrase| format!("{phrase:?}"))
            .collect::<Vec<_>>()
    };
    for entry in CATALOGUE {
        for (index, case) in cases(entry).iter().enumerate() {
            if !case.start().may_concede() {
                continue;
            }
            let mut source = SeededSource::numbered(13, index as u64);
            walk(case, false, &mut source, |play, source| {
                if source.below(4) != 0 || !matches!(play.awaits(), whistle::rules::Awaits::Seats(_)) {
                    return;
                }
                let Some(now) = play.sketch(Viewer::Table, &[], None) else {
                    return;
                };
                let ends = [Ended::Resigned(Seat(0)), Ended::Resigned(Seat(1)), Ended::Agreed];
                let ends = ends.map(|ended| {
                    let last = play.sketch_ended(Viewer::Table, ended).expect("a picture of the end");
                    check(case, &last, &phrases, &words);
                    last
                });
                for (at, last) in ends.iter().enumerate() {
                    assert_ne!(say(last), say(&now), "{case}: its words tell that it is over");
                    assert_ne!(last.shapes, now.shapes, "{case}: nobody's turn is marked any more");
                    let same = ends[..at].iter().any(|other| say(other) == say(last));
                    assert!(!same, "{case}: its words tell how it ended");
                }
            });
        }
    }
}

#[test]
fn a_bad_shape_is_found() {
    use whistle::rules::{Anchor, Ink};
    let size = (100, 100);
    let good = [
        Shape::outlined(parts::circle((50, 50), 48), Ink::Mark, 4),
        parts::text((50, 50), 24, Anchor::Middle, 40, "a1"),
        parts::card((1, 1), (98, 98)),
        parts::rings((50, 50), 20, 7, Ink::Text),
    ];
    for shape in &good {
        assert_eq!(faults(shape, size), Vec::<String>::new(), "{shape:?}");
    }
    let bad = [
        Shape::outlined(parts::circle((50, 50), 49), Ink::Mark, 4),
        Shape::filled(parts::star((10, 10), 12), Ink::Gold),
        parts::text((50, 50), 18, Anchor::Middle, 40, "a1"),
        parts::text((50, 50), 24, Anchor::Middle, 0, "a1"),
        parts::text((50, 50), 24, Anchor::Middle, 40, " "),
        parts::text((50, 95), 24, Anchor::Middle, 40, "a1"),
        Shape::outlined(Form::Path(vec![(1, 1)]), Ink::Mark, 1),
        Shape::filled(parts::rect((1, 1), (0, 5), 0), Ink::Mark),
        parts::rings((50, 50), 20, 8, Ink::Text),
        parts::rings((50, 50), 51, 7, Ink::Text),
    ];
    for shape in &bad {
        assert_ne!(faults(shape, size), Vec::<String>::new(), "{shape:?}");
    }
}
