//! The course of a rating as a small picture: a line from the first match at which the rating meant something to the last.

use crate::rules::parts::{GAP, SMALLEST, WIDTH, card, circle, text};
use crate::rules::{Anchor, Form, Ink, Phrase, Point, Shape, Sketch};

/// The height of the picture.
const HEIGHT: i32 = 240;
/// The room beside the line, for numbers.
const BESIDE: i32 = 112;
/// The area of the line: left, right, top and bottom.
const AREA: [i32; 4] = [BESIDE, WIDTH - BESIDE, 84, HEIGHT - 44];
/// Less than this many points fill no more than a part of the height: a few points are not much.
const LEAST: i32 = 44;
/// The line has two corners at most for each of so many parts.
const PARTS: usize = 120;
const LETTERS: i32 = 24;
/// Darker than the lines of the highest and the lowest points.
const LINE: Ink = Ink::Text;

/// The picture of a rating's course, by the points after each match; `None` before there are two of them.
pub(super) fn sketch(game: &str, course: &[i32]) -> Option<Sketch> {
    let [start, .., now] = *course else { return None };
    let high = course.iter().copied().max()?;
    let low = course.iter().copied().min()?;
    let [left, right, top, bottom] = AREA;
    let span = (high - low).max(LEAST);
    let at = |nth: usize, points: i32| -> Point {
        let last = (course.len() - 1) as i32;
        let down = (bottom - top) * (high + low - 2 * points) / (2 * span);
        (
            left + (right - left) * nth as i32 / last,
            i32::midpoint(top, bottom) + down,
        )
    };
    let matches = course.len() as u32;
    let level = |points: i32| {
        let down = at(0, points).1;
        let line = Shape::outlined(Form::Path(vec![(left, down), (right, down)]), Ink::Line, 2);
        let number = text(
            (left - 14, down),
            LETTERS,
            Anchor::Right,
            left - GAP - 20,
            points.to_string(),
        );
        [line, number.inked(Ink::Quiet)]
    };
    let title = Phrase::new("profile-course")
        .with("game", game)
        .with("matches", matches);
    let title = text((WIDTH / 2, GAP + 28), LETTERS, Anchor::Middle, WIDTH - 4 * GAP, title);
    let mut shapes = vec![card((GAP, GAP), (WIDTH - 2 * GAP, HEIGHT - 2 * GAP)), title];
    shapes.extend(level(high));
    if at(0, low).1 - at(0, high).1 > SMALLEST + LETTERS / 4 {
        shapes.extend(level(low));
    }
    let corners = corners(course).into_iter().map(|nth| at(nth, course[nth]));
    shapes.push(Shape::outlined(Form::Path(corners.collect()), LINE, 4));
    let end = at(course.len() - 1, now);
    shapes.push(Shape::filled(circle(end, 8), LINE));
    shapes.push(
        text(
            (end.0 + 18, end.1),
            LETTERS,
            Anchor::Left,
            BESIDE - GAP - 24,
            now.to_string(),
        )
        .bold(),
    );
    // As text: a number of points is told without marks between its digits.
    let alt = Phrase::new("profile-course-alt")
        .with("game", game)
        .with("matches", matches)
        .with("start", start.to_string())
        .with("high", high.to_string())
        .with("low", low.to_string())
        .with("now", now.to_string());
    Some(Sketch {
        size: (WIDTH, HEIGHT),
        shapes,
        alt: vec![alt],
        ..Sketch::default()
    })
}

/// Which matches are corners of the line: all of a short course; the lowest and the highest of each part of a long one, and the
/// last.
fn corners(course: &[i32]) -> Vec<usize> {
    if course.len() <= PARTS {
        return (0..course.len()).collect();
    }
    let size = course.len().div_ceil(PARTS);
    let mut corners: Vec<usize> = Vec::new();
    for from in (0..course.len()).step_by(size) {
        let part = || from..(from + size).min(course.len());
        corners.extend(part().min_by_key(|nth| course[*nth]));
        corners.extend(part().max_by_key(|nth| course[*nth]));
    }
    corners.extend([0, course.len() - 1]);
    corners.sort_unstable();
    corners.dedup();
    corners
}
