//! Pictures look as resvg draws the same sketch as plain SVG.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{rect, sketch, with};
use crate::picture::{LARGEST, brush, checked};
use crate::rules::{Anchor, Fill, Form, Ink, Point, Shape, Sketch};

#[path = "../../../tests/sketches/svg.rs"]
mod svg;

fn drawn(sketch: &Sketch) -> Vec<[u8; 4]> {
    let size = checked(sketch).expect("a size");
    brush::pixels(&sketch.shapes, size, Some(sketch.material))
        .expect("room")
        .data()
        .as_chunks::<4>()
        .0
        .to_vec()
}

/// The pixels of the plain SVG.
fn plain(sketch: &Sketch) -> Vec<[u8; 4]> {
    svg::rendered(&svg::svg(sketch)).data().as_chunks::<4>().0.to_vec()
}

/// By how much pixels differ at most, and how many differ at all.
fn apart(one: &[[u8; 4]], other: &[[u8; 4]]) -> (u8, usize) {
    assert_eq!(one.len(), other.len());
    let pairs = one.as_flattened().iter().zip(other.as_flattened());
    let most = pairs.map(|(one, other)| one.abs_diff(*other)).max().unwrap_or_default();
    (most, one.iter().zip(other).filter(|(one, other)| one != other).count())
}

/// What a pixel differs by when an edge covers a sixteenth more of it, which is how finely tiny-skia counts: that much is
/// rounding.
const ROUNDED: u8 = 16;

/// How many levels may be off by more, and by how much at most. The lines of resvg are strokes, which are off by a quarter of a
/// pixel in corners and where they are one point wide; what is out of place is off by half of one.
const FEW: usize = 600;
const CLOSE: u8 = 90;

fn alike(shapes: Vec<Shape>) -> Result<(), TestCaseError> {
    let sketch = sketch((150, 120), shapes);
    let (found, wanted) = (drawn(&sketch), plain(&sketch));
    let off = found.as_flattened().iter().zip(wanted.as_flattened());
    let off: Vec<u8> = off.map(|(one, other)| one.abs_diff(*other)).collect();
    let most = off.iter().max().copied().unwrap_or_default();
    let far = off.iter().filter(|off| **off > ROUNDED).count();
    prop_assert!(most <= CLOSE && far <= FEW, "{far} levels are off, by up to {most}");
    Ok(())
}

fn any_place() -> impl Strategy<Value = Point> {
    (-40..170i32, -40..140i32)
}

fn any_form() -> impl Strategy<Value = Form> {
    prop_oneof![
        (any_place(), (0..120i32, 0..120i32), 0..30i32).prop_map(|(at, size, round)| Form::Rect { at, size, round }),
        (any_place(), 0..50i32).prop_map(|(centre, radius)| Form::Circle { centre, radius }),
        (any_place(), 3..40i32, 0..8u8).prop_map(|(centre, radius, number)| Form::Rings { centre, radius, number }),
        proptest::collection::vec(any_place(), 3..5).prop_map(Form::Polygon),
        proptest::collection::vec(any_place(), 2..5).prop_map(Form::Path),
        (any_place(), 12..40i32, "[a-z A-Z0-9]{1,8}").prop_map(|(at, size, says)| Form::Text {
            at,
            size,
            anchor: Anchor::Middle,
            bold: size % 2 == 0,
            room: 150,
            says: says.into(),
        }),
    ]
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let fill = prop_oneof![
        3 => Just(Some(Fill::Plain(Ink::Tone(1)))),
        1 => Just(Some(Fill::Stripes(Ink::Bad))),
        1 => Just(Some(Fill::Dots(Ink::Good))),
        1 => Just(None),
    ];
    // Where a line of one point leaves the picture, resvg draws all of it a little differently: see the test below.
    let width = prop_oneof![Just(0), 2..9u8];
    let line = proptest::option::of((Just(Ink::Black), width));
    (any_form(), fill, line, prop::bool::weighted(0.2)).prop_map(|(form, fill, line, ghost)| Shape {
        form,
        fill,
        line,
        ghost,
    })
}

proptest! {
    // The same cases each time: there is no bound on how much rounding adds up to.
    #![proptest_config(ProptestConfig { cases: 100, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_shapes_look_as_their_svg(shapes in proptest::collection::vec(any_shape(), 1..4)) {
        alike(shapes)?;
    }
}

#[test]
fn rectangles_of_any_size_look_as_their_svg() {
    for (size, round, line) in [
        ((90, 70), 0, 0),
        ((90, 70), 0, 1),
        ((91, 3), 0, 2),
        ((90, 71), 12, 2),
        ((90, 71), 9, 0),
        ((40, 90), 40, 3),
        ((90, 40), 7, 8),
        ((3, 80), 1, 9),
        ((1, 1), 0, 1),
    ] {
        for fill in [Some(Fill::Plain(Ink::Gold)), None] {
            let shape = Shape {
                form: Form::Rect {
                    at: (13, 11),
                    size,
                    round,
                },
                fill,
                line: Some((Ink::Black, line)),
                ghost: false,
            };
            let sketch = sketch((120, 110), vec![shape]);
            let (most, count) = apart(&drawn(&sketch), &plain(&sketch));
            assert!(
                most <= CLOSE,
                "{size:?} {round} {line} {fill:?}: {count} pixels are off, by up to {most}"
            );
        }
    }
}

#[test]
fn lines_of_one_point_look_as_their_svg() {
    for end in [(90, 30), (130, 71), (61, 97), (7, 31), (8, 50), (101, 8)] {
        for form in [
            Form::Path(vec![(20, 30), end]),
            Form::Polygon(vec![(20, 30), end, (40, 80)]),
        ] {
            let sketch = sketch((150, 120), vec![Shape::outlined(form, Ink::Dark, 1)]);
            let (most, count) = apart(&drawn(&sketch), &plain(&sketch));
            assert!(most <= 3, "to {end:?}: {count} pixels are off, by up to {most}");
        }
    }
}

#[test]
fn stripes_of_neighbours_meet() {
    for ghost in [false, true] {
        let striped = |at, size| Shape {
            ghost,
            ..with(rect(at, size), Fill::Stripes(Ink::Bad))
        };
        let one = |shapes| drawn(&sketch((120, 100), shapes));
        let halves = one(vec![
            striped((7, 5), (33, 41)),
            striped((40, 5), (46, 41)),
            striped((7, 46), (79, 17)),
        ]);
        let whole = one(vec![striped((7, 5), (79, 58))]);
        let within = |pixels: &[[u8; 4]]| {
            // A ghost has a line of its own around it.
            let places = (10..83).filter(|x| !(37..43).contains(x)).map(|x| 25 * 120 + x);
            places.map(|at| pixels[at]).collect::<Vec<_>>()
        };
        let (most, _) = apart(&within(&halves), &within(&whole));
        assert!(most <= 3, "off by up to {most}");
        assert!(within(&whole).iter().any(|pixel| *pixel != within(&whole)[0]));
    }
}

#[test]
fn what_is_larger_than_the_picture_looks_as_its_svg() {
    let huge = [
        Form::Circle {
            centre: (60, 50),
            radius: LARGEST,
        },
        Form::Polygon(vec![(20, 20), (3_000, 50), (20, 90)]),
        Form::Rect {
            at: (-3_000, 30),
            size: (6_000, 50),
            round: 20,
        },
        Form::Rect {
            at: (i32::MIN, i32::MIN),
            size: (i32::MAX, i32::MAX),
            round: i32::MAX,
        },
    ];
    for form in huge {
        for fill in [
            Fill::Plain(Ink::Gold),
            Fill::Dots(Ink::Black),
            Fill::Stripes(Ink::Black),
        ] {
            let sketch = sketch((120, 100), vec![with(form.clone(), fill)]);
            let (most, count) = apart(&drawn(&sketch), &plain(&sketch));
            assert!(
                most <= 2 * ROUNDED,
                "{form:?} {fill:?}: {count} pixels are off, by up to {most}"
            );
        }
    }
}
