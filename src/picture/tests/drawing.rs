//! Forms, fills, ghosts, palettes and files.

use proptest::prelude::*;
use tiny_skia::{IntSize, Pixmap};

use super::{Seen, rect, sketch, text, with};
use crate::picture::colours::colour;
use crate::picture::{LARGEST, Undrawn, draw, key, palette};
use crate::rules::{Anchor, Fill, Form, Ink, Label, Material, Phrase, Seat, Shape};

#[test]
fn forms_lie_where_they_are_told_to() {
    let shapes = vec![
        Shape::filled(rect((10, 10), (30, 20)), Ink::Gold),
        Shape::filled(
            Form::Circle {
                centre: (80, 30),
                radius: 15,
            },
            Ink::Tone(1),
        )
        .with_line(Ink::Black, 4),
        Shape::filled(Form::Polygon(vec![(110, 10), (150, 10), (110, 50)]), Ink::Good),
        Shape::outlined(Form::Path(vec![(10, 80), (100, 80)]), Ink::Mark, 6),
    ];
    let seen = Seen::of(&sketch((160, 100), shapes));
    for (x, y, ink) in [
        (0, 0, Ink::Paper),
        (10, 10, Ink::Gold),
        (39, 29, Ink::Gold),
        (40, 30, Ink::Paper),
        (80, 30, Ink::Tone(1)),
        (80, 15, Ink::Black),
        (95, 30, Ink::Black),
        (80, 8, Ink::Paper),
        (115, 15, Ink::Good),
        (148, 48, Ink::Paper),
        (50, 80, Ink::Mark),
        (50, 84, Ink::Paper),
    ] {
        assert_eq!(seen.at(x, y), colour(Material::Paper, ink), "{ink:?} at {x} {y}");
    }
}

/// How many pixels have exactly the colour of an ink.
fn count(seen: &Seen, ink: Ink) -> usize {
    seen.rgb
        .iter()
        .filter(|found| **found == colour(Material::Paper, ink))
        .count()
}

#[test]
fn stripes_and_dots_leave_the_ground_to_be_seen() {
    let ground = || Shape::filled(rect((0, 0), (80, 80)), Ink::Light);
    let forms = [
        rect((0, 0), (80, 80)),
        Form::Circle {
            centre: (40, 40),
            radius: 40,
        },
        Form::Polygon(vec![(40, 0), (80, 80), (0, 80)]),
    ];
    for form in forms {
        for fill in [Fill::Stripes(Ink::Black), Fill::Dots(Ink::Black)] {
            let seen = Seen::of(&sketch((80, 80), vec![ground(), with(form.clone(), fill)]));
            let (black, light) = (count(&seen, Ink::Black), count(&seen, Ink::Light));
            assert!(black > 100 && light > 1200, "{fill:?} in {form:?}: {black} and {light}");
            if form != rect((0, 0), (80, 80)) {
                assert_eq!(
                    seen.at(0, 0),
                    colour(Material::Paper, Ink::Light),
                    "{fill:?} stays within {form:?}"
                );
                assert_eq!(
                    seen.at(79, 0),
                    colour(Material::Paper, Ink::Light),
                    "{fill:?} stays within {form:?}"
                );
            }
        }
    }
}

#[test]
fn a_ghost_is_faint_and_its_line_is_broken() {
    let solid = Shape::filled(rect((20, 20), (60, 60)), Ink::Black).with_line(Ink::Mark, 4);
    let bare = Shape::filled(rect((20, 20), (60, 60)), Ink::Black);
    let line = |seen: &Seen| {
        (24..76)
            .filter(|x| seen.at(*x, 20) == colour(Material::Paper, Ink::Mark))
            .count()
    };
    let whole = Seen::of(&sketch((100, 100), vec![solid.clone()]));
    assert_eq!(
        (whole.at(50, 50), line(&whole)),
        (colour(Material::Paper, Ink::Black), 52)
    );
    for ghost in [solid.as_ghost(), bare.as_ghost()] {
        let seen = Seen::of(&sketch((100, 100), vec![ghost]));
        assert_ne!(seen.at(50, 50), colour(Material::Paper, Ink::Black));
        assert_ne!(seen.at(50, 50), colour(Material::Paper, Ink::Paper));
        assert!((16..48).contains(&line(&seen)), "{}", line(&seen));
    }
}

#[test]
fn a_phrase_that_nobody_said_is_nothing() {
    let mut shape = text((10, 20), 100, "x");
    if let Form::Text { says, .. } = &mut shape.form {
        *says = Label::Phrase(Phrase::new("word"));
    }
    assert_eq!(Seen::of(&sketch((100, 40), vec![shape])).drawn(), None);
}

#[test]
fn forms_without_extent_are_left_out() {
    let forms = [
        rect((10, 10), (0, 10)),
        rect((10, 10), (10, -1)),
        Form::Circle {
            centre: (10, 10),
            radius: 0,
        },
        Form::Polygon(vec![(1, 1), (20, 20)]),
        Form::Polygon(Vec::new()),
        Form::Path(vec![(1, 1)]),
    ];
    for form in forms {
        for fill in [
            Fill::Plain(Ink::Black),
            Fill::Stripes(Ink::Black),
            Fill::Dots(Ink::Black),
        ] {
            let seen = Seen::of(&sketch((40, 40), vec![with(form.clone(), fill)]));
            assert_eq!(seen.drawn(), None, "{form:?}");
        }
    }
}

#[test]
fn dots_of_the_widest_circle_are_drawn() {
    let widest = Form::Circle {
        centre: (i32::MAX, i32::MAX),
        radius: i32::MAX,
    };
    assert!(draw(&sketch((40, 40), vec![with(widest, Fill::Dots(Ink::Black))])).is_ok());
}

#[test]
fn dots_of_the_widest_polygon_are_drawn() {
    let widest = Form::Polygon(vec![(i32::MIN, i32::MIN), (0, i32::MAX), (0, 0)]);
    assert!(draw(&sketch((40, 40), vec![with(widest, Fill::Dots(Ink::Black))])).is_ok());
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    for size in [(0, 10), (10, 0), (-1, 10), (LARGEST + 1, 10), (10, i32::MAX)] {
        assert_eq!(draw(&sketch(size, Vec::new())), Err(Undrawn::Size(size.0, size.1)));
    }
    assert_eq!(
        draw(&sketch((1, 1), Vec::new())).map(|picture| picture.size),
        Ok((1, 1))
    );
}

#[test]
fn the_same_sketch_gives_the_same_key_and_bytes() {
    let one = || sketch((200, 80), vec![text((10, 40), 180, "Ada 12")]);
    let (picture, again) = (draw(&one()).expect("drawn"), draw(&one()).expect("drawn"));
    assert_eq!(picture, again);
    assert_eq!(picture.key, key(&one()));
    assert!(picture.key.len() == 64 && picture.key.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let mut told = one();
    told.alt.push(Phrase::new("other"));
    assert_eq!(key(&told), picture.key, "what is said of it is not part of it");
    let others = [
        sketch((200, 81), one().shapes),
        sketch((200, 80), vec![text((10, 40), 180, "Ada 13")]),
        sketch((200, 80), vec![text((10, 40), 181, "Ada 12")]),
        sketch((200, 80), vec![text((10, 40), 180, "Ada 12").as_ghost()]),
        sketch((200, 80), Vec::new()),
    ];
    for other in others {
        assert_ne!(key(&other), picture.key, "{other:?}");
    }
}

/// A picture of these colours, so wide.
fn pixmap(colours: &[[u8; 3]], width: usize) -> Pixmap {
    let size = IntSize::from_wh(width as u32, (colours.len() / width) as u32).expect("a size");
    let pixels = colours
        .iter()
        .flat_map(|[red, green, blue]| [*red, *green, *blue, u8::MAX]);
    Pixmap::from_vec(pixels.collect(), size).expect("as many pixels")
}

#[test]
fn areas_and_bare_colours_stay_and_close_shades_become_one() {
    let areas: Vec<[u8; 3]> = (0..100u8).map(|at| [at, 200 - at, 7]).collect();
    let shades: Vec<[u8; 3]> = (0..60u8).map(|at| [128 + at / 4, 128, 240 + at % 4]).collect();
    let bare = [[130, 130, 241]];
    let mut all: Vec<[u8; 3]> = areas.iter().flat_map(|colour| [*colour; 100]).collect();
    all.extend(shades.iter().chain(&bare).copied().cycle().take(100));
    let image = palette::indexed(&pixmap(&all, 100), &bare.into());
    let shown = |at: usize| image.palette[usize::from(image.pixels[at])];
    assert_eq!(image.palette.len(), areas.len() + bare.len() + 1);
    for (at, colour) in all.iter().enumerate() {
        if at < 10_000 || *colour == bare[0] {
            assert_eq!(shown(at), *colour);
        } else {
            let off = colour
                .iter()
                .zip(shown(at))
                .map(|(one, other)| one.abs_diff(other))
                .max();
            assert!(off < Some(16), "{colour:?} became {:?}", shown(at));
        }
    }
}

#[test]
fn rows_that_are_alike_are_counted_each() {
    let row = [[1, 2, 3], [1, 2, 3], [200, 100, 50]];
    let other = [[200, 100, 50], [1, 2, 3], [1, 2, 3]];
    let all = [row, row, other, other, row].concat();
    let image = palette::indexed(&pixmap(&all, 3), &[].into());
    let shown: Vec<[u8; 3]> = image.pixels.iter().map(|at| image.palette[usize::from(*at)]).collect();
    assert_eq!(shown, all);
}

#[test]
fn many_colours_become_few_and_bare_ones_stay() {
    let shade = |at: u32| [(at % 251) as u8, (at / 7 % 253) as u8, (at / 90 % 256) as u8];
    let bare = [[1, 2, 3], [200, 100, 50]];
    let all: Vec<[u8; 3]> = (0..149_998).map(shade).chain(bare).collect();
    let image = palette::indexed(&pixmap(&all, 300), &bare.into());
    assert!(image.palette.len() <= palette::MOST && image.palette.len() > 30);
    let shown = |at: usize| image.palette[usize::from(image.pixels[at])];
    assert_eq!([shown(149_998), shown(149_999)], bare);
    assert_eq!(image, palette::indexed(&pixmap(&all, 300), &bare.into()));
    for (at, colour) in all.iter().enumerate().take(60_000).step_by(97) {
        let off = colour
            .iter()
            .zip(shown(at))
            .map(|(one, other)| one.abs_diff(other))
            .max();
        assert!(off <= Some(64), "{colour:?} became {:?}", shown(at));
    }
}

fn any_number() -> impl Strategy<Value = i32> {
    prop_oneof![-50..800i32, Just(i32::MIN), Just(i32::MAX), any::<i32>()]
}

fn any_form() -> impl Strategy<Value = Form> {
    let place = || (any_number(), any_number());
    prop_oneof![
        (place(), place(), any_number()).prop_map(|(at, size, round)| Form::Rect { at, size, round }),
        (place(), any_number()).prop_map(|(centre, radius)| Form::Circle { centre, radius }),
        (place(), any_number(), any::<u8>()).prop_map(|(centre, radius, number)| Form::Rings {
            centre,
            radius,
            number
        }),
        (place(), any_number(), any::<u8>()).prop_map(|(centre, radius, seat)| Form::Mark {
            centre,
            radius,
            seat: Seat(seat)
        }),
        proptest::collection::vec(place(), 0..5).prop_map(Form::Polygon),
        proptest::collection::vec(place(), 0..5).prop_map(Form::Path),
        (place(), any_number(), any_number(), "\\PC{0,12}").prop_map(|(at, size, room, says)| Form::Text {
            at,
            size,
            anchor: Anchor::Right,
            bold: true,
            room,
            says: Label::Text(says),
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn anything_can_be_drawn(form in any_form(), kind in 0..4u8, line in 0..=255u8, ghost: bool) {
        let fill = match kind {
            0 => None,
            1 => Some(Fill::Plain(Ink::Tint(3))),
            2 => Some(Fill::Stripes(Ink::Bad)),
            _ => Some(Fill::Dots(Ink::Good)),
        };
        let shape = Shape { form, fill, line: Some((Ink::Line, line)), ghost };
        let sketch = sketch((90, 60), vec![shape]);
        let picture = draw(&sketch);
        prop_assert!(picture.is_ok(), "{:?}", picture);
    }
}
