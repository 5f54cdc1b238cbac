//! The colours of the inks on each material.
//!
//! A picture is an opaque card, so that it reads the same in Discord's dark and light themes. The colours were found by a
//! search, the tones around the well-known ones of Okabe and Ito. Tests hold two requirements on each material: people without
//! one of the three kinds of cones can tell the tones, and the inks of people's marks, apart; and writing is legible on every
//! ground and tone. Colour alone never carries a meaning; the sketch takes care of that.

use std::collections::BTreeSet;

use crate::rules::{Fill, Form, Ink, Material, Seat, Sketch, marks};

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// The colours of the inks on a material.
struct Colours {
    paper: u32,
    shade: u32,
    surface: u32,
    line: u32,
    text: u32,
    quiet: u32,
    light: u32,
    dark: u32,
    white: u32,
    black: u32,
    gold: u32,
    mark: u32,
    bad: u32,
    good: u32,
    tones: [u32; Ink::TONES as usize],
}

const PAPER: Colours = Colours {
    paper: 0xf3eee4,
    shade: 0xd8d0c0,
    surface: 0xfdfbf6,
    line: 0x8b8376,
    text: 0x1d2126,
    quiet: 0x565b63,
    light: 0xf0e6d2,
    dark: 0xdac7a4,
    white: 0xffffff,
    black: 0x14171b,
    gold: 0xa87000,
    mark: 0xb94008,
    bad: 0x8c1526,
    good: 0x12764a,
    tones: [0x76adff, 0xe29f1e, 0x12a078, 0xac73c2, 0x9ed2f4, 0xe2d451],
};

const CLAY: Colours = Colours {
    paper: 0xf7ddc8,
    shade: 0xdcb99c,
    surface: 0xfffaf4,
    line: 0x857161,
    quiet: 0x55504b,
    light: 0xfbead9,
    dark: 0xe6cfb6,
    gold: 0x96620a,
    good: 0x0f6a42,
    ..PAPER
};

const WOOD: Colours = Colours {
    paper: 0xe3c99b,
    shade: 0xb8965f,
    surface: 0xfdf5e6,
    line: 0x7d6744,
    text: 0x21180e,
    quiet: 0x544632,
    light: 0xf5e2bf,
    dark: 0xdebb86,
    gold: 0x8a5a00,
    bad: 0x97102a,
    good: 0x0d5f3a,
    ..PAPER
};

const FELT: Colours = Colours {
    paper: 0xbcd9c4,
    shade: 0x93b59d,
    surface: 0xf6fbf6,
    line: 0x6a746c,
    quiet: 0x48504c,
    light: 0xf4e6c6,
    dark: 0xe0c493,
    gold: 0x8c5d00,
    bad: 0x97102a,
    good: 0x0c5c38,
    ..PAPER
};

const VELVET: Colours = Colours {
    paper: 0xd9d0f0,
    shade: 0xb3a6d4,
    surface: 0xfbf9ff,
    line: 0x736d85,
    quiet: 0x4c4a5c,
    light: 0xece6fa,
    dark: 0xd0c6ea,
    gold: 0x8f5f00,
    good: 0x0d6440,
    ..PAPER
};

// Inverse video: tones are dark, for the writing on them is light.
const TERMINAL: Colours = Colours {
    paper: 0x0a1310,
    shade: 0x000000,
    surface: 0x15231c,
    line: 0x5f8a74,
    text: 0xd9fbe6,
    quiet: 0x93b8a4,
    light: 0x203229,
    dark: 0x273e33,
    white: 0x0d1814,
    black: 0xe4fbec,
    gold: 0xb8851c,
    mark: 0xe0559a,
    bad: 0xff6a72,
    good: 0x2fb573,
    tones: [0x2e6bc9, 0x723d0a, 0x00474b, 0x582684, 0x415a89, 0x716914],
};

/// The share of the tone in a tint, in percent; the rest is surface.
const STRENGTH: u16 = 38;

const fn colours(material: Material) -> &'static Colours {
    match material {
        Material::Paper => &PAPER,
        Material::Clay => &CLAY,
        Material::Wood => &WOOD,
        Material::Felt => &FELT,
        Material::Velvet => &VELVET,
        Material::Terminal => &TERMINAL,
    }
}

/// The colour of an ink on a material.
pub fn colour(material: Material, ink: Ink) -> [u8; 3] {
    let colours = colours(material);
    let number = match ink {
        Ink::Paper => colours.paper,
        Ink::Shade => colours.shade,
        Ink::Surface => colours.surface,
        Ink::Line => colours.line,
        Ink::Text => colours.text,
        Ink::Quiet => colours.quiet,
        Ink::Light => colours.light,
        Ink::Dark => colours.dark,
        Ink::White => colours.white,
        Ink::Black => colours.black,
        Ink::Gold => colours.gold,
        Ink::Mark => colours.mark,
        Ink::Bad => colours.bad,
        Ink::Good => colours.good,
        Ink::Tone(which) => colours.tones[usize::from(which % Ink::TONES)],
        Ink::Own(seat) => return colour(material, marks::ink(seat.0)),
        Ink::Pale(Seat(which)) | Ink::Tint(which) => {
            let (tone, surface) = (colour(material, Ink::Tone(which)), colour(material, Ink::Surface));
            let mixed = |at: usize| {
                (u16::from(tone[at]) * STRENGTH + u16::from(surface[at]) * (100 - STRENGTH) + 50).div_euclid(100)
            };
            return [mixed(0) as u8, mixed(1) as u8, mixed(2) as u8];
        }
    };
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}

/// The colours that appear unmixed in a sketch's picture: a palette must have them exactly.
pub(super) fn exact(sketch: &Sketch) -> BTreeSet<Colour> {
    let mut inks = vec![Ink::Paper];
    for shape in &sketch.shapes {
        let fill = match (shape.fill, &shape.form) {
            (_, Form::Path(_)) | (None, _) => None,
            (Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)), _) => Some(ink),
        };
        let line = shape.line.map(|(ink, _)| ink);
        let shade = shape.shadow().map(|_| Ink::Shade);
        inks.extend(fill.into_iter().chain(line).chain(shade));
    }
    inks.into_iter().map(|ink| colour(sketch.material, ink)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Ink; 4] = [Ink::Paper, Ink::Surface, Ink::Light, Ink::Dark];

    const MATERIALS: [Material; 6] = [
        Material::Paper,
        Material::Clay,
        Material::Wood,
        Material::Felt,
        Material::Velvet,
        Material::Terminal,
    ];

    fn linear(material: Material, ink: Ink) -> [f64; 3] {
        colour(material, ink).map(|level| {
            let level = f64::from(level) / 255.0;
            if level <= 0.04045 {
                level / 12.92
            } else {
                ((level + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// The contrast of two inks by WCAG 2, from 1 to 21.
    fn contrast(material: Material, one: Ink, other: Ink) -> f64 {
        let luminance = |ink| {
            let [red, green, blue] = linear(material, ink);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    type Matrix = [[f64; 3]; 3];

    /// How a colour looks to people with all cones, and to people without the long, the middle or the short ones: the matrices
    /// of Machado, Oliveira and Fernandes (2009) for linear light.
    const EYES: [Matrix; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(factor, part)| factor * part).sum())
    }

    /// Oklab, in which distances are about as large as they look.
    fn oklab(light: [f64; 3]) -> [f64; 3] {
        const CONES: Matrix = [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ];
        const LAB: Matrix = [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ];
        let light = light.map(|part| part.clamp(0.0, 1.0));
        times(&LAB, times(&CONES, light).map(f64::cbrt))
    }

    /// The least distance of two inks for any of these kinds of eyes.
    fn apart(material: Material, one: Ink, other: Ink) -> f64 {
        let distance = |eye: &Matrix| {
            let (one, other) = (
                oklab(times(eye, linear(material, one))),
                oklab(times(eye, linear(material, other))),
            );
            one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        EYES.iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    fn tints() -> impl Iterator<Item = Ink> {
        (0..Ink::TONES).map(Ink::Tint)
    }

    fn tones() -> impl Iterator<Item = Ink> {
        (0..Ink::TONES).map(Ink::Tone)
    }

    fn at_least(bound: f64, ink: Ink, grounds: impl IntoIterator<Item = Ink>) {
        for ground in grounds {
            for material in MATERIALS {
                let found = contrast(material, ink, ground);
                assert!(
                    found >= bound,
                    "{ink:?} on {ground:?} of {material:?} has a contrast of {found:.2}"
                );
            }
        }
    }

    #[test]
    fn writing_can_be_read_on_every_ground() {
        let grounds = || GROUNDS.into_iter().chain([Ink::White]).chain(tints());
        at_least(7.0, Ink::Text, grounds());
        at_least(7.0, Ink::Black, grounds());
        at_least(4.5, Ink::Text, tones());
        at_least(4.5, Ink::Black, tones());
        at_least(4.5, Ink::Quiet, [Ink::Paper, Ink::Surface, Ink::Light, Ink::White]);
        at_least(3.0, Ink::Quiet, grounds());
        at_least(4.5, Ink::White, [Ink::Black, Ink::Mark, Ink::Bad, Ink::Good]);
        at_least(4.5, Ink::Bad, [Ink::Paper, Ink::Surface, Ink::Light, Ink::White]);
        at_least(4.5, Ink::Good, [Ink::Paper, Ink::Surface, Ink::Light, Ink::White]);
    }

    #[test]
    fn what_is_drawn_stands_out_from_its_ground() {
        let grounds = || GROUNDS.into_iter().chain([Ink::White]).chain(tints());
        at_least(3.0, Ink::Mark, grounds().chain([Ink::Black]));
        at_least(3.0, Ink::Bad, grounds());
        at_least(3.0, Ink::Good, grounds());
        at_least(
            3.0,
            Ink::Gold,
            [Ink::Paper, Ink::Surface, Ink::Light, Ink::White, Ink::Black],
        );
        at_least(3.0, Ink::Line, [Ink::Paper, Ink::Surface, Ink::White]);
        at_least(8.0, Ink::White, [Ink::Black]);
    }

    #[test]
    fn marks_of_people_stand_out_by_the_line_around_them() {
        for number in 0..marks::MARKS {
            let line = if marks::ink(number) == Ink::Black {
                Ink::White
            } else {
                Ink::Text
            };
            at_least(4.5, line, [marks::ink(number)]);
        }
        at_least(4.5, Ink::Text, GROUNDS);
    }

    /// Holds that each ink is this far from each other one, on every material and for eyes of any kind.
    fn told_apart(inks: &[Ink], least: f64) {
        for (at, one) in inks.iter().enumerate() {
            for (other, material) in inks[..at]
                .iter()
                .flat_map(|other| MATERIALS.map(|material| (other, material)))
            {
                let found = apart(material, *one, *other);
                assert!(
                    found >= least,
                    "{one:?} and {other:?} of {material:?} are {found:.3} apart"
                );
            }
        }
    }

    #[test]
    fn eyes_of_any_kind_tell_the_colours_apart() {
        let strong: Vec<Ink> = (0..marks::MARKS).map(marks::ink).chain([Ink::Mark]).collect();
        told_apart(&strong, 0.09);
        let pale: Vec<Ink> = tints().collect();
        told_apart(&pale, 0.025);
        for pair in [
            [Ink::White, Ink::Black],
            [Ink::Light, Ink::Dark],
            [Ink::Good, Ink::Bad],
            [Ink::Surface, Ink::Light],
        ] {
            told_apart(&pair, 0.04);
        }
    }

    #[test]
    fn tones_are_counted_round() {
        for material in MATERIALS {
            assert_eq!(colour(material, Ink::Tone(0)), colour(material, Ink::Tone(Ink::TONES)));
            assert_eq!(
                colour(material, Ink::Tint(255)),
                colour(material, Ink::Tint(255 % Ink::TONES))
            );
        }
    }
}
