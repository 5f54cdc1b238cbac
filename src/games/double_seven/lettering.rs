//! Where the letters of places stand on a ground, and how large each is: as large as has room between all else.

use super::patches::Patch;
use crate::rules::parts::{self, text};
use crate::rules::{Anchor, Form, Ink, Point, Shape};

/// The font size of a letter: at most, and at least. A phone 390 px wide shows a picture 323 px wide, and there the largest
/// letters have a font size of 14 px.
pub(super) const LETTER: (i32, i32) = (32, 22);

/// The radius of a disc beneath a letter: at most, and at least.
pub(super) const DISC: (i32, i32) = (18, 8);

/// A symbol beside a letter is seen whole where the letter would have room in so much larger a size.
pub(super) const ROOM_AROUND: i32 = 6;

/// The letter of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceLetter {
    letter: char,
    /// The middle of the cell on which it stands.
    home: Point,
    /// The direction of the place's other cell.
    way: Point,
    /// The side of a cell.
    side: i32,
    /// Whether other letters stand on the same cell.
    shared: bool,
    /// Whether the letters of the cell are turned the other way round it.
    turned: bool,
    size: i32,
}

impl PlaceLetter {
    /// The letter of a place from one cell to another, of which these are the middles.
    pub(super) fn new(letter: char, [home, other]: [Point; 2], side: i32, shared: bool) -> PlaceLetter {
        PlaceLetter {
            letter,
            home,
            way: ((other.0 - home.0).signum(), (other.1 - home.1).signum()),
            side,
            shared,
            turned: false,
            size: LETTER.0,
        }
    }

    /// From its middle to its edge.
    const fn reach(&self) -> i32 {
        self.size * 36 / 100
    }

    /// The middle of its cell, or of a quarter of the cell, which each direction has for itself.
    fn middle(&self) -> Point {
        let away = match self.shared {
            true => (self.side / 4).max(self.reach() + 1),
            false => 0,
        };
        let (right, down) = self.way;
        let aside = if self.turned { (down, -right) } else { (-down, right) };
        (
            self.home.0 + (right + aside.0) * away,
            self.home.1 + (down + aside.1) * away,
        )
    }

    /// The letter, and a line towards the other cell of the place.
    fn shapes(&self) -> [Shape; 2] {
        let middle = self.middle();
        let far = (middle.0 - self.home.0) * self.way.0 + (middle.1 - self.home.1) * self.way.1;
        let from = self.reach() + 1;
        // A letter of the next cell may stand right behind the edge.
        let edge = if self.shared {
            self.side / 2
        } else {
            self.side * 55 / 100
        };
        let to = (edge - far).max(from + 3);
        let ends = [from, to].map(|far| (middle.0 + self.way.0 * far, middle.1 + self.way.1 * far));
        let line = Shape::outlined(Form::Path(ends.to_vec()), Ink::Good, 4);
        [line, self.says(middle)]
    }

    fn says(&self, middle: Point) -> Shape {
        text(middle, self.size, Anchor::Middle, self.size, self.letter.to_string()).bold()
    }

    /// What the letter takes among others, what its line takes, and the letter with a little room around it.
    fn patches(&self) -> [Option<Patch>; 3] {
        let [line, says] = self.shapes();
        let roomy = PlaceLetter {
            size: self.size + ROOM_AROUND,
            ..*self
        };
        let around = Patch::of(&roomy.says(self.middle()));
        [Patch::of(&says), Patch::of(&line), around]
    }
}

/// Draws these letters on what is there, so large at `most`: each smaller until it meets nothing, or as small as can be. Lines
/// may meet each other: two letters may point to each other's cells.
pub(super) fn draw(mut letters: Vec<PlaceLetter>, most: i32, shapes: &mut Vec<Shape>) {
    letters.iter_mut().for_each(|letter| letter.size = most);
    let there: Vec<Patch> = shapes.iter().filter_map(Patch::of).collect();
    turn(&mut letters, &there);
    loop {
        let patches: Vec<[Option<Patch>; 3]> = letters.iter().map(PlaceLetter::patches).collect();
        let meet =
            |one: Option<Patch>, other: Option<Patch>| one.zip(other).is_some_and(|(one, other)| one.meets(&other));
        let is_crowded = |at: usize| {
            let [says, line, around] = patches[at];
            let mut others = (0..patches.len())
                .filter(|other| *other != at)
                .map(|other| patches[other]);
            let crowds = |[other, its_line, _]: [Option<Patch>; 3]| {
                meet(says, other) || meet(says, its_line) || meet(line, other)
            };
            others.any(crowds) || there.iter().any(|other| meet(around, Some(*other)))
        };
        let crowded: Vec<usize> = (0..letters.len())
            .filter(|at| letters[*at].size > LETTER.1 && is_crowded(*at))
            .collect();
        if crowded.is_empty() {
            break;
        }
        crowded.into_iter().for_each(|at| letters[at].size -= 1);
    }
    shapes.extend(letters.iter().flat_map(PlaceLetter::shapes));
}

/// Turns the letters of each cell the way round on which they meet less of what is there: the size of a group stands at a corner
/// of cells.
fn turn(letters: &mut [PlaceLetter], there: &[Patch]) {
    let meets = |letter: &PlaceLetter| {
        let [.., around] = letter.patches();
        around.map_or(0, |around| there.iter().filter(|other| around.meets(other)).count())
    };
    let turned: Vec<bool> = letters
        .iter()
        .map(|letter| {
            let own = letters.iter().filter(|other| other.home == letter.home);
            let [as_it_is, turned] = [false, true].map(|turned| {
                let own = own.clone().map(|other| PlaceLetter { turned, ..*other });
                own.map(|other| meets(&other)).sum::<usize>()
            });
            turned < as_it_is
        })
        .collect();
    for (letter, turned) in letters.iter_mut().zip(turned) {
        letter.turned = turned;
    }
}

/// A disc: its middle and its radius.
pub(super) type Round = (Point, i32);

/// The disc within which a symbol, a disc or a mark lies.
pub(super) fn round(shape: &Shape) -> Option<Round> {
    match shape.form {
        Form::Rings { centre, radius, .. } => Some((centre, radius.max(parts::SMALLEST * 2 / 5))),
        Form::Circle { centre, radius } if shape.fill.is_some() => Some((centre, radius + 1)),
        // The corners of a square or a triangle.
        Form::Mark { centre, radius, .. } => Some((centre, radius * 13 / 10)),
        _ => None,
    }
}

/// The largest disc at one of two ends of a seam, each given with the other end, that meets none of the `others`. It lies on
/// the end, or reaches it from farther out. Where there is no room, the smallest disc lies on the first end.
pub(super) fn beside(ends: [(Point, Point); 2], others: &[Round]) -> Round {
    const STEP: usize = 2;
    let out = |(end, other): (Point, Point), far: i32| {
        let way = ((end.0 - other.0).signum(), (end.1 - other.1).signum());
        (end.0 + way.0 * far, end.1 + way.1 * far)
    };
    let is_free = |(at, radius): Round| {
        others.iter().all(|(middle, reach)| {
            let (across, down, apart) = (at.0 - middle.0, at.1 - middle.1, radius + 1 + reach);
            across * across + down * down >= apart * apart
        })
    };
    let discs = (DISC.1..=DISC.0).rev().flat_map(|radius| {
        let spots = (0..radius - 1)
            .step_by(STEP)
            .flat_map(move |far| ends.map(|end| (out(end, far), radius)));
        spots.collect::<Vec<Round>>()
    });
    discs
        .into_iter()
        .find(|disc| is_free(*disc))
        .unwrap_or((ends[0].0, DISC.1))
}
