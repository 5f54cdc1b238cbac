//! What a picture shows, before anything draws it.
//!
//! A sketch is to a picture what a [`Phrase`] is to a sentence. A game says where its pieces lie and what they mean, in
//! whole points and in inks named by meaning; only the room `picture` knows colours, fonts and files. A sketch is built
//! from a view, so it shows nothing that its viewer may not know, and the same view gives the same sketch.

pub mod marks;
pub mod parts;
mod proportion;

use super::{Game, Phrase, Seat, Viewer};

/// A position or an extent on a sketch in points: to the right, and down.
pub type Point = (i32, i32);

/// The description of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// What it looks to be made of.
    pub material: Material,
    /// Width and height in points. Discord shows a picture at up to one pixel a point, and a phone at half of that: a sketch
    /// that fills a message is 720 points wide, and everything that must be read is at least 20 high.
    pub size: Point,
    /// The shapes, from the back to the front. All lie within the size.
    pub shapes: Vec<Shape>,
    /// What the picture tells, in sentences, for people who cannot see it: with what the message says beside it, enough to
    /// play on.
    pub alt: Vec<Phrase>,
}

/// What a sketch looks to be made of: games differ in it at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Material {
    /// Warm paper: what belongs to no game.
    #[default]
    Paper,
    /// Cards on a table of clay.
    Clay,
    /// A board of wood.
    Wood,
    /// Tiles on green felt.
    Felt,
    /// Dice on violet velvet.
    Velvet,
    /// A terminal: light signs on a dark screen. [`Ink::White`] is dark there, and [`Ink::Black`] is light.
    Terminal,
}

/// One thing on a [`Sketch`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Where and what.
    pub form: Form,
    /// What fills it; for [`Form::Text`] the ink of the letters.
    pub fill: Option<Fill>,
    /// The line around it, and its width in points.
    pub line: Option<(Ink, u8)>,
    /// Whether the shape only previews the effect of a choice: drawn faintly, and with a broken line.
    pub ghost: bool,
}

/// The form of a [`Shape`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A rectangle by its upper left corner.
    Rect {
        /// The upper left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// The radius of its corners.
        round: i32,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius, to the middle of its line.
        radius: i32,
    },
    /// A closed form through these corners.
    Polygon(Vec<Point>),
    /// A line through these points.
    Path(Vec<Point>),
    /// A line of text.
    Text {
        /// Its position: vertically the middle of its height; horizontally as the anchor says.
        at: Point,
        /// The size of the letters: a capital is about 0.7 of it.
        size: i32,
        /// Which part of the text stands at `at`.
        anchor: Anchor,
        /// Whether it is bold.
        bold: bool,
        /// How wide the text may be; a wider one is made smaller, and then cut.
        room: i32,
        /// The text.
        says: Label,
    },
    /// A number from 0 to 7 as concentric rings, in the ink that fills it: a dot counts 1, a small circle 2, a large circle 4.
    /// For people who would rather read digits, [`Sketch::in_digits`] writes the number.
    Rings {
        /// The middle.
        centre: Point,
        /// The radius of the large circle, to the edge of its line.
        radius: i32,
        /// The number.
        number: u8,
    },
    /// The mark of a seat's holder: a shape that is theirs at this table. See [`marks`].
    Mark {
        /// The middle.
        centre: Point,
        /// About half of its width and height.
        radius: i32,
        /// Whose.
        seat: Seat,
    },
}

/// Which part of a text stands at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
    /// Its right end.
    Right,
}

/// What a text on a sketch says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, derive_more::From)]
pub enum Label {
    /// Coordinates, numbers and signs: the same in every language.
    #[from(String, &str)]
    Text(String),
    /// Words.
    #[from]
    Phrase(Phrase),
}

/// What fills a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// One ink.
    Plain(Ink),
    /// Slanted stripes of an ink over whatever lies beneath: so that colour alone never carries a meaning.
    Stripes(Ink),
    /// Dots of an ink over whatever lies beneath.
    Dots(Ink),
}

/// Inks named by meaning; the room `picture` knows their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The background that everything lies on.
    Paper,
    /// The shadow of what lies on the paper.
    Shade,
    /// A card, a sheet, a board: a little raised from the paper.
    Surface,
    /// Lines between spaces.
    Line,
    /// Writing.
    Text,
    /// Minor writing: coordinates, legends.
    Quiet,
    /// The light squares of a board.
    Light,
    /// The dark squares of a board.
    Dark,
    /// White pieces, and what is written on black ones.
    White,
    /// Black pieces, and what is written on white ones.
    Black,
    /// Stars and first places.
    Gold,
    /// The last move, and what a choice would do.
    Mark,
    /// Something bad or spent: out, eliminated.
    Bad,
    /// Something good: won, ready, possible.
    Good,
    /// One of [`Ink::TONES`] strong colours that people of any colour vision tell apart; higher numbers wrap around.
    Tone(u8),
    /// The same colour, pale: for grounds that are written on.
    Tint(u8),
    /// The colour of a seat's holder: that of their mark. See [`marks`].
    Own(Seat),
    /// The same colour, pale.
    Pale(Seat),
}

impl Ink {
    /// How many tones there are.
    pub const TONES: u8 = 6;
}

/// What a seat tries out on its sketch before it chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preview<'t, C> {
    /// Nothing.
    Nothing,
    /// The steps taken so far towards a choice, as in [`Presentation::menu`](super::Presentation::menu).
    Path(&'t [&'t str]),
    /// A choice, complete but not yet made.
    Choice(&'t C),
}

impl<C> Preview<'_, C> {
    /// The same, but nothing instead of a choice that the viewer may not make now.
    #[must_use]
    pub fn allowed<G: Game<Choice = C>>(self, game: &G, viewer: Viewer) -> Self {
        match (self, viewer) {
            (Preview::Choice(choice), Viewer::Seat(seat)) if game.allows(seat, choice) => Preview::Choice(choice),
            (Preview::Choice(_), _) => Preview::Nothing,
            (preview, _) => preview,
        }
    }
}

impl Shape {
    /// A form filled with an ink.
    pub fn filled(form: Form, ink: Ink) -> Shape {
        Shape {
            form,
            fill: Some(Fill::Plain(ink)),
            line: None,
            ghost: false,
        }
    }

    /// A form with only a line around it, of this width in points.
    pub fn outlined(form: Form, ink: Ink, width: u8) -> Shape {
        Shape {
            form,
            fill: None,
            line: Some((ink, width)),
            ghost: false,
        }
    }

    /// The same shape with a line around it, of this width in points.
    #[must_use]
    pub fn with_line(self, ink: Ink, width: u8) -> Shape {
        Shape {
            line: Some((ink, width)),
            ..self
        }
    }

    /// The shadow that the shape casts: cards, tiles and pieces lie on the table.
    pub fn shadow(&self) -> Option<Shape> {
        /// So far below the shape, in points.
        const BELOW: i32 = 4;
        let fill = self.fill.filter(|_| !self.ghost)?;
        let (_, width) = self.line?;
        let Fill::Plain(Ink::Surface | Ink::White | Ink::Black) = fill else {
            return None;
        };
        let below = |(x, y): Point| (x, y.saturating_add(BELOW));
        let form = match self.form {
            Form::Rect { at, size, round } => Form::Rect {
                at: below(at),
                size,
                round,
            },
            Form::Circle { centre, radius } => Form::Circle {
                centre: below(centre),
                radius,
            },
            _ => return None,
        };
        Some(Shape::filled(form, Ink::Shade).with_line(Ink::Shade, width))
    }

    /// The same shape as a preview of a choice's effect.
    #[must_use]
    pub fn as_ghost(self) -> Shape {
        Shape { ghost: true, ..self }
    }
}

impl Sketch {
    /// A sketch that fills a message ([`parts::WIDTH`]), and is so high.
    pub const fn wide(material: Material, height: i32, shapes: Vec<Shape>, alt: Vec<Phrase>) -> Sketch {
        let size = (parts::WIDTH, height);
        Sketch {
            material,
            size,
            shapes,
            alt,
        }
    }

    /// The same sketch with every label put into words as final text; [`Sketch::alt`] stays as it is.
    #[must_use]
    pub fn labelled(mut self, say: impl Fn(&Phrase) -> String) -> Sketch {
        for shape in &mut self.shapes {
            if let Form::Text { says, .. } = &mut shape.form
                && let Label::Phrase(phrase) = says
            {
                *says = Label::Text(say(phrase));
            }
        }
        self
    }

    /// The same sketch with a digit beside all rings that leave room for one, and in place of those too small to have one.
    #[must_use]
    pub fn with_digits(mut self) -> Sketch {
        let covers: Vec<Option<Area>> = self.shapes.iter().map(covers).collect();
        let shapes = self.shapes.into_iter().enumerate();
        let shapes = shapes.flat_map(|(at, shape)| with_digit(shape, &covers[at + 1..]));
        self.shapes = shapes.collect();
        self
    }

    /// The same sketch with digits in place of all rings.
    #[must_use]
    pub fn in_digits(mut self) -> Sketch {
        for shape in &mut self.shapes {
            if let Form::Rings { centre, radius, number } = shape.form {
                shape.form = digit_alone(centre, radius, number);
            }
        }
        self
    }
}

/// An upright rectangle: its upper left and its lower right corner.
type Area = (Point, Point);

/// The area that a disc, a mark or a rectangle covers.
fn covers(shape: &Shape) -> Option<Area> {
    shape.fill.as_ref()?;
    let moved = |from: Point, by: Point| (from.0.saturating_add(by.0), from.1.saturating_add(by.1));
    match shape.form {
        Form::Circle { centre, radius } | Form::Mark { centre, radius, .. } => {
            let least = (centre.0.saturating_sub(radius), centre.1.saturating_sub(radius));
            Some((least, moved(centre, (radius, radius))))
        }
        Form::Rect { at, size, .. } => Some((at, moved(at, size))),
        _ => None,
    }
}

/// A digit in place of rings.
fn digit_alone(centre: Point, radius: i32, number: u8) -> Form {
    let size = (radius.saturating_mul(17) / 10).max(parts::SMALLEST);
    Form::Text {
        at: centre,
        size,
        anchor: Anchor::Middle,
        bold: true,
        room: size,
        says: number.to_string().into(),
    }
}

/// A shape; if the shape is rings, smaller ones with their digit in the first corner that nothing `above` covers.
fn with_digit(shape: Shape, above: &[Option<Area>]) -> Vec<Shape> {
    /// Beside smaller rings nobody could read the digit, nor the rings: the digit stands alone.
    const LEGIBLE: i32 = 16;
    const CORNERS: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let Form::Rings { centre, radius, number } = shape.form else {
        return vec![shape];
    };
    if radius < LEGIBLE {
        let form = digit_alone(centre, radius, number);
        return vec![Shape { form, ..shape }];
    }
    let part = |percent: i32| radius.saturating_mul(percent) / 100;
    let from = |(x, y): Point, right: i32, down: i32| (x.saturating_add(part(right)), y.saturating_add(part(down)));
    let meet = |(one, other): (Area, &Area)| {
        let apart = one.1.0 < other.0.0 || other.1.0 < one.0.0 || one.1.1 < other.0.1 || other.1.1 < one.0.1;
        !apart
    };
    // What lies on the rings themselves marks the whole half.
    let marks: Vec<&Area> = above
        .iter()
        .flatten()
        .filter(|area| !meet(((centre, centre), area)))
        .collect();
    let digit = |(x, y): (i32, i32)| from(centre, 81 * x, 76 * y);
    let is_free = |corner: &(i32, i32)| {
        let at = digit(*corner);
        let area = (from(at, -30, -36), from(at, 30, 36));
        !marks.iter().any(|mark| meet((area, mark)))
    };
    let corner = CORNERS.into_iter().find(is_free);
    let Some((x, y)) = corner else { return vec![shape] };
    let rings = Form::Rings {
        centre: from(centre, -19 * x, -19 * y),
        radius: part(85),
        number,
    };
    let digit = Form::Text {
        at: digit((x, y)),
        size: part(97),
        anchor: Anchor::Middle,
        bold: true,
        room: part(97),
        says: number.to_string().into(),
    };
    [rings, digit].map(|form| Shape { form, ..shape.clone() }).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_become_digits_and_nothing_else_changes() {
        let disc = Shape::filled(parts::circle((5, 5), 4), Ink::Black);
        let sketch = Sketch {
            material: Material::Felt,
            size: (100, 100),
            shapes: vec![disc.clone(), parts::rings((50, 50), 20, 6, Ink::Tone(1))],
            alt: vec![Phrase::new("alt")],
        };
        let digits = sketch.clone().in_digits();
        let six = parts::text((50, 50), 34, Anchor::Middle, 34, "6")
            .bold()
            .inked(Ink::Tone(1));
        assert_eq!(digits.shapes, [disc, six]);
        assert_eq!((digits.size, &digits.alt), (sketch.size, &sketch.alt));
        assert_eq!(digits.clone().in_digits(), digits);
    }

    #[test]
    fn large_rings_get_a_digit_within_their_half_and_small_ones_become_theirs() {
        let disc = Shape::filled(parts::circle((5, 5), 4), Ink::Black);
        let small = parts::rings((20, 20), 14, 3, Ink::Black);
        // The rings of a half that is 100 wide.
        let large = parts::rings((50, 50), 37, 6, Ink::Tone(1));
        let sketch = Sketch {
            material: Material::Felt,
            size: (100, 100),
            shapes: vec![disc.clone(), small, large],
            alt: vec![Phrase::new("alt")],
        };
        let shapes = sketch.with_digits().shapes;
        let three = parts::text((20, 20), 23, Anchor::Middle, 23, "3")
            .bold()
            .inked(Ink::Black);
        assert_eq!(shapes[..2], [disc, three], "small rings become their digit");
        let [rings, digit] = &shapes[2..] else {
            panic!("{shapes:?}")
        };
        let Form::Rings {
            centre,
            radius,
            number: 6,
        } = rings.form
        else {
            panic!("{rings:?}")
        };
        let Form::Text { at, size, .. } = digit.form else {
            panic!("{digit:?}")
        };
        assert_eq!(rings.fill, digit.fill);
        assert!(centre.0 - radius > 0 && at.0 + size / 2 < 100 && at.1 + size / 2 < 100);
        let corner = (at.0 - size * 3 / 10 - centre.0, at.1 - size * 36 / 100 - centre.1);
        assert!(
            corner.0.pow(2) + corner.1.pow(2) > radius.pow(2),
            "the digit lies beside the rings"
        );
    }

    #[test]
    fn a_digit_goes_where_no_mark_covers_it() {
        let rings = parts::rings((50, 50), 37, 6, Ink::Black);
        let mark = |centre| Shape::filled(parts::circle(centre, 14), Ink::Good);
        let digit = |marks: &[Point]| {
            let sketch = Sketch {
                material: Material::Felt,
                size: (100, 100),
                shapes: [rings.clone()]
                    .into_iter()
                    .chain(marks.iter().copied().map(mark))
                    .collect(),
                alt: Vec::new(),
            };
            let shapes = sketch.with_digits().shapes;
            shapes.iter().find_map(|shape| match shape.form {
                Form::Text { at, .. } => Some((at.0 > 50, at.1 > 50)),
                _ => None,
            })
        };
        let corners = [(100, 100), (0, 100), (100, 0), (0, 0)];
        assert_eq!(digit(&[]), Some((true, true)));
        assert_eq!(digit(&corners[..1]), Some((false, true)));
        assert_eq!(digit(&corners[..2]), Some((true, false)));
        assert_eq!(digit(&corners[..3]), Some((false, false)));
        assert_eq!(digit(&corners), None, "the rings can be read without it");
        assert_eq!(
            digit(&[(50, 50)]),
            Some((true, true)),
            "what marks the whole half covers no corner"
        );
    }

    #[test]
    fn labels_are_said_and_nothing_else_changes() {
        let text = |says| {
            Shape::filled(
                Form::Text {
                    at: (10, 20),
                    size: 20,
                    anchor: Anchor::Left,
                    bold: false,
                    room: 100,
                    says,
                },
                Ink::Text,
            )
        };
        let disc = Shape::filled(
            Form::Circle {
                centre: (5, 5),
                radius: 4,
            },
            Ink::Black,
        )
        .with_line(Ink::Mark, 2)
        .as_ghost();
        let sketch = |says| Sketch {
            material: Material::Felt,
            size: (720, 40),
            shapes: vec![disc.clone(), text(says), text(Label::Text("a1".to_owned()))],
            alt: vec![Phrase::new("alt")],
        };
        let said = sketch(Label::Phrase(Phrase::new("word"))).labelled(|phrase| phrase.key.to_uppercase());
        assert_eq!(said, sketch(Label::Text("WORD".to_owned())));
    }
}
