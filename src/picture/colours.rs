//! The colours of the inks: the one design of all pictures.
//!
//! A light card of warm paper, opaque, so that it reads the same in Discord's dark and light themes. The tones were found by
//! a search around the well-known colours of Okabe and Ito, with two requirements that the tests check: people without one of
//! the three kinds of cones can tell the tones apart, and black writing is legible on every tone. Colour alone never carries
//! a meaning; the sketch takes care of that.

use std::collections::BTreeSet;

use crate::rules::{Fill, Form, Ink, Sketch};

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

const TONES: [Colour; Ink::TONES as usize] = [
    [0x76, 0xad, 0xff],
    [0xe2, 0x9f, 0x1e],
    [0x12, 0xa0, 0x78],
    [0xac, 0x73, 0xc2],
    [0x9e, 0xd2, 0xf4],
    [0xe2, 0xd4, 0x51],
];

/// The share of the tone in a tint, in percent; the rest is surface.
const STRENGTH: u16 = 38;

/// The colour of an ink.
pub fn colour(ink: Ink) -> [u8; 3] {
    match ink {
        Ink::Paper => [0xf3, 0xee, 0xe4],
        Ink::Surface => [0xfd, 0xfb, 0xf6],
        Ink::Line => [0x8b, 0x83, 0x76],
        Ink::Text => [0x1d, 0x21, 0x26],
        Ink::Quiet => [0x56, 0x5b, 0x63],
        Ink::Light => [0xf0, 0xe6, 0xd2],
        Ink::Dark => [0xda, 0xc7, 0xa4],
        Ink::White => [0xff, 0xff, 0xff],
        Ink::Black => [0x14, 0x17, 0x1b],
        Ink::Gold => [0xa8, 0x70, 0x00],
        Ink::Mark => [0xb9, 0x40, 0x08],
        Ink::Bad => [0x8c, 0x15, 0x26],
        Ink::Good => [0x12, 0x76, 0x4a],
        Ink::Tone(which) => TONES[usize::from(which % Ink::TONES)],
        Ink::Tint(which) => {
            let surface = colour(Ink::Surface);
            let tone = colour(Ink::Tone(which));
            let mixed = |at: usize| {
                (u16::from(tone[at]) * STRENGTH + u16::from(surface[at]) * (100 - STRENGTH) + 50).div_euclid(100)
            };
            [mixed(0) as u8, mixed(1) as u8, mixed(2) as u8]
        }
    }
}

/// The colours that appear unmixed in a sketch's picture: a palette must have them exactly.
pub(super) fn exact(sketch: &Sketch) -> BTreeSet<Colour> {
    let mut inks = vec![colour(Ink::Paper)];
    for shape in &sketch.shapes {
        let fill = match (shape.fill, &shape.form) {
            (_, Form::Path(_)) | (None, _) => None,
            (Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)), _) => Some(ink),
        };
        let line = shape.line.map(|(ink, _)| ink);
        inks.extend(fill.into_iter().chain(line).map(colour));
    }
    inks.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Ink; 4] = [Ink::Paper, Ink::Surface, Ink::Light, Ink::Dark];

    fn linear(ink: Ink) -> [f64; 3] {
        colour(ink).map(|level| {
            let level = f64::from(level) / 255.0;
            if level <= 0.04045 {
                level / 12.92
            } else {
                ((level + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// The contrast of two inks by WCAG 2, from 1 to 21.
    fn contrast(one: Ink, other: Ink) -> f64 {
        let luminance = |ink| {
            let [red, green, blue] = linear(ink);
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
    fn apart(one: Ink, other: Ink) -> f64 {
        let distance = |eye: &Matrix| {
            let (one, other) = (oklab(times(eye, linear(one))), oklab(times(eye, linear(other))));
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
            let found = contrast(ink, ground);
            assert!(found >= bound, "{ink:?} on {ground:?} has a contrast of {found:.2}");
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
    fn eyes_of_any_kind_tell_the_colours_apart() {
        let strong: Vec<Ink> = tones().chain([Ink::Mark]).collect();
        for (at, one) in strong.iter().enumerate() {
            for other in &strong[..at] {
                let found = apart(*one, *other);
                assert!(found >= 0.09, "{one:?} and {other:?} are {found:.3} apart");
            }
        }
        let pale: Vec<Ink> = tints().collect();
        for (at, one) in pale.iter().enumerate() {
            for other in &pale[..at] {
                let found = apart(*one, *other);
                assert!(found >= 0.025, "{one:?} and {other:?} are {found:.3} apart");
            }
        }
        for (one, other) in [
            (Ink::White, Ink::Black),
            (Ink::Light, Ink::Dark),
            (Ink::Good, Ink::Bad),
            (Ink::Surface, Ink::Light),
        ] {
            let found = apart(one, other);
            assert!(found >= 0.04, "{one:?} and {other:?} are {found:.3} apart");
        }
    }

    #[test]
    fn tones_are_counted_round() {
        assert_eq!(colour(Ink::Tone(0)), colour(Ink::Tone(Ink::TONES)));
        assert_eq!(colour(Ink::Tint(255)), colour(Ink::Tint(255 % Ink::TONES)));
    }
}
