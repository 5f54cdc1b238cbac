//! Sketches to be drawn in tests and benches: positions of games at random but always the same ones, and one sketch that is
//! of no game and has everything in it.

#![allow(dead_code, reason = "each test or bench uses its part")]

use whistle::games::{DynGame, GameEntry, Options};
use whistle::rules::{Anchor, Awaits, By, Fill, Form, Ink, Label, Phrase, Seat, Shape, Sketch, Source};

/// A source of numbers that needs nothing of the program, so that pictures stay what they are.
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of this seed.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }
}

impl Source for Dice {
    fn below(&mut self, bound: u32) -> u32 {
        // SplitMix64; its bias for small bounds does not matter here.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = self.0;
        let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let word = word ^ (word >> 31);
        ((u128::from(word) * u128::from(bound)) >> 64) as u32
    }
}

/// A game that is played at random.
pub(crate) struct Table {
    pub(crate) play: Box<dyn DynGame>,
    pub(crate) dice: Dice,
}

impl Table {
    /// A game of so many people with its own options, up to its first choice.
    pub(crate) fn begin(entry: &'static GameEntry, people: u8, seed: u64) -> Table {
        let (options, seats) = entry.fit_to_players(&Options::new(), people).expect("it can be laid");
        let mut table = Table {
            play: entry.start(&options, seats).expect("it can be started"),
            dice: Dice::new(seed),
        };
        table.chance();
        table
    }

    /// The first seat that is waited for.
    pub(crate) fn awaited(&self) -> Option<Seat> {
        match self.play.awaits() {
            Awaits::Seats(seats) => seats.iter().next(),
            _ => None,
        }
    }

    /// One choice of a seat at random, and all chance that follows; `false` when the game is over.
    pub(crate) fn step(&mut self) -> bool {
        let Some(seat) = self.awaited() else { return false };
        let choice = self
            .play
            .random_choice(seat, &mut self.dice)
            .expect("a seat that is waited for can choose");
        self.play
            .apply(By::Seat(seat), &choice)
            .expect("a legal choice is taken");
        self.chance();
        true
    }

    /// How many choices are made from here to the end.
    pub(crate) fn rest(mut self) -> usize {
        std::iter::from_fn(|| self.step().then_some(())).count()
    }

    fn chance(&mut self) {
        while self.play.awaits() == Awaits::Chance {
            let drawn = self.play.draw(&mut self.dice);
            self.play.apply(By::Chance, &drawn).expect("a draw is taken");
        }
    }
}

/// A board of no game: every form, fill, ink and anchor, coordinates, a ghost, and names of every kind.
pub(crate) fn plain_sketch() -> Sketch {
    plain_position(0, "")
}

/// The same board with its pieces on other spaces, and with something else at the end of each name.
pub(crate) fn plain_position(turn: i32, end: &str) -> Sketch {
    const SIDE: i32 = 72;
    let mut shapes = vec![Shape::filled(rect((60, 20), (8 * SIDE, 8 * SIDE), 0), Ink::Surface).with_line(Ink::Line, 3)];
    let inks = [
        Ink::Light,
        Ink::Dark,
        Ink::Tint(0),
        Ink::Tint(1),
        Ink::Tint(2),
        Ink::Tint(3),
        Ink::Tint(4),
        Ink::Tint(5),
    ];
    for space in 0..64 {
        let (column, row) = (space % 8, space / 8);
        let at = (60 + column * SIDE, 20 + row * SIDE);
        let ink = if row < 6 {
            inks[((column + row) % 2) as usize]
        } else {
            inks[column as usize]
        };
        shapes.push(Shape::filled(rect(at, (SIDE, SIDE), 0), ink).with_line(Ink::Line, 1));
        let middle = (at.0 + SIDE / 2, at.1 + SIDE / 2);
        shapes.extend(piece(space, (space * 5 + turn * 3) % 17, middle));
    }
    for at in 0..8 {
        let name = (b'a' + at as u8) as char;
        shapes.push(label(
            (60 + at * SIDE + SIDE / 2, 620),
            24,
            Anchor::Middle,
            Ink::Quiet,
            &name.to_string(),
        ));
        let row = (8 - at).to_string();
        shapes.push(label(
            (48, 20 + at * SIDE + SIDE / 2),
            24,
            Anchor::Right,
            Ink::Quiet,
            &row,
        ));
    }
    let names = [
        "Ada",
        "<Ben> & \"Bo\"",
        "Chloé",
        "דן ומרים",
        "محمد",
        "Ярослав 李",
        "Wilhelmina von und zu Lichtenstein-Hohenfels",
    ];
    for (at, name) in names.into_iter().enumerate() {
        let at_y = 660 + 32 * at as i32;
        shapes.push(Shape::filled(rect((40, at_y - 14), (28, 28), 6), Ink::Tone(at as u8)).with_line(Ink::Black, 2));
        shapes.push(label((54, at_y), 20, Anchor::Middle, Ink::Black, &(at + 1).to_string()));
        shapes.push(label((80, at_y), 24, Anchor::Left, Ink::Text, &format!("{name}{end}")));
        let score = format!("{} ★ ½ − +{at}", 10 * at);
        shapes.push(label((680, at_y), 24, Anchor::Right, Ink::Good, &score));
    }
    Sketch {
        size: (720, 880),
        shapes,
        alt: vec![Phrase::new("list-empty")],
        ..Sketch::default()
    }
}

/// What lies on a space: one of ten kinds of pieces, or the number of the space.
fn piece(space: i32, kind: i32, middle: (i32, i32)) -> Vec<Shape> {
    let (x, y) = middle;
    let circle = |radius| Form::Circle { centre: middle, radius };
    let square = |half: i32| rect((x - half, y - half), (2 * half, 2 * half), 8);
    let filled = |form: Form, fill: Fill| Shape {
        fill: Some(fill),
        ..Shape::filled(form, Ink::Black)
    };
    let diamond = Form::Polygon(vec![(x, y - 26), (x + 26, y), (x, y + 26), (x - 26, y)]);
    match kind {
        0 => vec![Shape::filled(circle(26), Ink::Black).with_line(Ink::Line, 2)],
        1 => vec![Shape::filled(circle(26), Ink::White).with_line(Ink::Black, 3)],
        2 => vec![filled(square(30), Fill::Stripes(Ink::Bad)).with_line(Ink::Bad, 3)],
        3 => vec![filled(circle(28), Fill::Dots(Ink::Good)).with_line(Ink::Good, 3)],
        4 => vec![filled(diamond, Fill::Plain(Ink::Gold)).with_line(Ink::Black, 2)],
        5 => vec![Shape::outlined(square(32), Ink::Mark, 5)],
        6 => vec![Shape::filled(circle(26), Ink::Black).as_ghost()],
        7 => vec![
            Shape::filled(circle(26), Ink::White)
                .with_line(Ink::Black, 3)
                .as_ghost(),
        ],
        8 => vec![Shape::outlined(
            Form::Path(vec![(x - 24, y - 20), (x, y + 20), (x + 24, y - 20)]),
            Ink::Mark,
            4,
        )],
        9 => vec![filled(diamond, Fill::Dots(Ink::Text)).with_line(Ink::Text, 2)],
        _ => vec![label(middle, 30, Anchor::Middle, Ink::Text, &space.to_string())],
    }
}

fn rect(at: (i32, i32), size: (i32, i32), round: i32) -> Form {
    Form::Rect { at, size, round }
}

fn label(at: (i32, i32), size: i32, anchor: Anchor, ink: Ink, says: &str) -> Shape {
    let form = Form::Text {
        at,
        size,
        anchor,
        bold: ink == Ink::Text,
        room: 400,
        says: Label::Text(says.to_owned()),
    };
    Shape::filled(form, ink)
}
