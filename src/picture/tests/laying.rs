//! A part that is laid as its sprite looks as if it had been drawn where it lies.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tiny_skia::{Color, Paint, Pixmap, Shader};

use super::rect;
use crate::picture::sprites::lay;
use crate::picture::trace::{Part, trace};
use crate::rules::{Anchor, Form, Point};

/// What a pixel differs by when an edge covers a sixteenth more of it, which is how finely tiny-skia counts: so far off is what
/// the edge of a picture cuts, or a place as a float. So few levels may be further off: those of some eight pixels.
const ROUNDED: u8 = 16;
const FEW: usize = 24;

fn ground() -> Pixmap {
    let mut pixels = Pixmap::new(150, 120).expect("room");
    pixels.fill(Color::from_rgba8(240, 200, 90, u8::MAX));
    pixels
}

/// What is wrong with a sprite; `None` if nothing is, or if there is no sprite.
fn wrong(form: &Form, part: Part, opacity: f32) -> Option<String> {
    let mut colour = Color::from_rgba8(20, 90, 160, u8::MAX);
    colour.set_alpha(opacity);
    let (mut laid, mut drawn) = (ground(), ground());
    if !lay(&mut laid, form, part, colour.premultiply().to_color_u8()) {
        return None;
    }
    let paint = Paint {
        shader: Shader::SolidColor(colour),
        ..Paint::default()
    };
    trace(&mut drawn, form, part, &paint);
    let pairs = laid.data().iter().zip(drawn.data());
    let off: Vec<u8> = pairs.map(|(one, other)| one.abs_diff(*other)).collect();
    let far = off.iter().filter(|off| **off > ROUNDED).count();
    (far > FEW).then(|| format!("{far} levels are off, by up to {:?}", off.iter().max()))
}

fn any_place() -> impl Strategy<Value = Point> {
    (-40..170i32, -40..140i32)
}

/// Forms with the parts that are drawn of them.
fn any_part() -> impl Strategy<Value = (Form, Part)> {
    let solid = prop_oneof![
        (any_place(), (0..120i32, 0..120i32), 0..30i32).prop_map(|(at, size, round)| Form::Rect { at, size, round }),
        (any_place(), 0..50i32).prop_map(|(centre, radius)| Form::Circle { centre, radius }),
    ];
    let edges = prop_oneof![(-9..10i32).prop_map(Part::Grown), (1..9u8).prop_map(Part::Around)];
    let line = (1..9u8, any::<bool>()).prop_map(|(width, broken)| Part::Stroke(width, broken));
    let any_form = prop_oneof![
        (any_place(), (0..120i32, 0..120i32), 0..30i32).prop_map(|(at, size, round)| Form::Rect { at, size, round }),
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
    ];
    prop_oneof![(solid, edges), (any_form, prop_oneof![Just(Part::Within), line])]
}

proptest! {
    // The same cases each time: there is no bound on what rounding adds up to.
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sprite_looks_as_its_part(part in any_part(), faint: bool) {
        let wrong = wrong(&part.0, part.1, if faint { 0.45 } else { 1.0 });
        prop_assert_eq!(wrong, None);
    }
}

#[test]
fn rectangles_of_all_sizes_share_a_sprite_and_its_corners() {
    for (size, round) in [
        ((140, 110), 0),
        ((140, 20), 8),
        ((21, 111), 8),
        ((97, 98), 20),
        ((30, 100), 40),
    ] {
        let form = Form::Rect {
            at: (5, 4),
            size,
            round,
        };
        for part in [-9, -4, -1, 0, 1, 6]
            .map(Part::Grown)
            .into_iter()
            .chain([1, 2, 7].map(Part::Around))
        {
            assert_eq!(wrong(&form, part, 1.0), None, "{form:?} {part:?}");
        }
    }
}

#[test]
fn what_is_too_large_has_no_sprite() {
    let mut pixels = ground();
    let colour = Color::BLACK.premultiply().to_color_u8();
    let wide = Form::Path(vec![(0, 0), (600, 600)]);
    let great = Form::Circle {
        centre: (60, 50),
        radius: 4096,
    };
    assert!(!lay(&mut pixels, &wide, Part::Stroke(3, false), colour));
    assert!(!lay(&mut pixels, &great, Part::Grown(0), colour));
    assert!(!lay(
        &mut pixels,
        &rect((0, 0), (600, 500)),
        Part::Stroke(3, true),
        colour
    ));
    assert!(
        lay(&mut pixels, &rect((0, 0), (600, 500)), Part::Grown(0), colour),
        "it is made of a small one"
    );
    assert_eq!(pixels.pixel(149, 119), Some(colour));
}
