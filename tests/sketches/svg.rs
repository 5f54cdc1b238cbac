//! A sketch as plain SVG: the reference that another renderer draws, and that pictures are held against.
//!
//! Each shape is the SVG element that says it best. Only text is given as outlines, which the room `picture` lays out.

use std::fmt::Write as _;

use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg;
use whistle::picture::{colour, outlines};
use whistle::rules::{Fill, Form, Ink, Material, Point, Shape, Sketch, marks};

fn hex(material: Material, ink: Ink) -> String {
    format!(
        "#{}",
        colour(material, ink).map(|level| format!("{level:02x}")).concat()
    )
}

/// The whole SVG.
pub(crate) fn svg(sketch: &Sketch) -> String {
    let (width, height) = sketch.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        hex(sketch.material, Ink::Paper)
    );
    for shape in &sketch.shapes {
        shape
            .shadow()
            .iter()
            .for_each(|shadow| add(&mut text, sketch.material, shadow));
        add(&mut text, sketch.material, shape);
    }
    text + "</svg>"
}

/// The pixels that resvg makes of it.
pub(crate) fn rendered(svg: &str) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("an SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("room");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap
}

fn add(text: &mut String, material: Material, shape: &Shape) {
    let element = match &shape.form {
        Form::Rings { centre, radius, number } => return rings(text, material, *centre, *radius, *number, shape),
        Form::Mark { centre, radius, seat } => {
            let form = marks::form(*centre, *radius, seat.0);
            return add(text, material, &Shape { form, ..shape.clone() });
        }
        Form::Rect {
            size: (width, height), ..
        } if *width <= 0 || *height <= 0 => return,
        Form::Rect {
            at: (x, y),
            size: (width, height),
            round,
        } => {
            // Corners are round, where an SVG would make them long.
            let round = f64::from(*round).min(f64::from(*width.min(height)) / 2.0);
            format!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"")
        }
        Form::Circle { centre: (x, y), radius } => format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"", radius.max(&0)),
        Form::Polygon(corners) if corners.len() > 2 => format!("polygon points=\"{}\"", points(corners)),
        Form::Path(through) if through.len() > 1 => format!("polyline points=\"{}\"", points(through)),
        Form::Text { .. } => match outlines(&shape.form) {
            Some(path) => format!("path d=\"{}\"", data(&path)),
            None => return,
        },
        Form::Polygon(_) | Form::Path(_) => return,
    };
    let is_text = matches!(shape.form, Form::Text { .. });
    let is_path = matches!(shape.form, Form::Path(_));
    let fill = match shape.fill.filter(|_| !is_path) {
        Some(Fill::Dots(ink)) if !is_text => {
            dots(text, material, &shape.form, ink, shape.ghost);
            "none".to_owned()
        }
        Some(Fill::Stripes(ink)) if !is_text => {
            stripes(text, material, ink);
            format!("url(#{})", &hex(material, ink)[1..])
        }
        Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) => hex(material, ink),
        None => "none".to_owned(),
    };
    let opacity = match (shape.ghost, is_text) {
        (false, _) => "1",
        (true, true) => ".8",
        (true, false) => ".45",
    };
    let _ = write!(text, "<{element} fill=\"{fill}\" fill-opacity=\"{opacity}\"");
    let line = shape.line.or((shape.ghost && !is_text).then_some((Ink::Mark, 3)));
    if let Some((ink, width)) = line.filter(|line| line.1 > 0) {
        let is_square = matches!(shape.form, Form::Rect { round: ..=0, .. }) && !shape.ghost;
        let join = if is_square { "miter" } else { "round" };
        let _ = write!(
            text,
            " stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"{join}\"",
            hex(material, ink)
        );
        match (is_text, shape.ghost) {
            (true, _) => text.push_str(" paint-order=\"stroke\""),
            (false, true) => text.push_str(" stroke-dasharray=\"9 6\""),
            (false, false) if is_path => text.push_str(" stroke-linecap=\"round\""),
            (false, false) => {}
        }
    }
    text.push_str("/>");
}

fn points(all: &[Point]) -> String {
    all.iter().map(|(x, y)| format!("{x},{y} ")).collect()
}

fn data(path: &tiny_skia::Path) -> String {
    let segment = |segment| match segment {
        PathSegment::MoveTo(to) => format!("M{} {}", to.x, to.y),
        PathSegment::LineTo(to) => format!("L{} {}", to.x, to.y),
        PathSegment::QuadTo(over, to) => format!("Q{} {} {} {}", over.x, over.y, to.x, to.y),
        PathSegment::CubicTo(from, over, to) => {
            format!("C{} {} {} {} {} {}", from.x, from.y, over.x, over.y, to.x, to.y)
        }
        PathSegment::Close => "Z".to_owned(),
    };
    path.segments().map(segment).collect()
}

/// Stripes ten points apart, as a gradient across the picture.
fn stripes(text: &mut String, material: Material, ink: Ink) {
    let colour = hex(material, ink);
    let _ = write!(
        text,
        "<linearGradient id=\"{}\" gradientUnits=\"userSpaceOnUse\" x2=\"10\" y2=\"10\" spreadMethod=\"repeat\">",
        &colour[1..]
    );
    for (offset, opacity) in [("0", 1), (".3", 1), (".4", 0), (".9", 0), ("1", 1)] {
        let _ = write!(
            text,
            "<stop offset=\"{offset}\" stop-color=\"{colour}\" stop-opacity=\"{opacity}\"/>"
        );
    }
    text.push_str("</linearGradient>");
}

/// Dots of two points, twelve apart, in rows around the middle of a form, where a circle of three points lies within it.
fn dots(text: &mut String, material: Material, form: &Form, ink: Ink, ghost: bool) {
    let wide = |(x, y): Point| (i64::from(x), i64::from(y));
    let ((left, top), (right, bottom)) = match form {
        Form::Rect { at, size, .. } => (wide(*at), sum(wide(*at), wide(*size))),
        Form::Circle { centre, radius } => {
            let reach = i64::from(*radius);
            (sum(wide(*centre), (-reach, -reach)), sum(wide(*centre), (reach, reach)))
        }
        Form::Polygon(corners) => {
            let all = |of: fn(&Point) -> i32| corners.iter().map(of);
            let least = (all(|at| at.0).min(), all(|at| at.1).min());
            let most = (all(|at| at.0).max(), all(|at| at.1).max());
            match (least, most) {
                ((Some(left), Some(top)), (Some(right), Some(bottom))) => (wide((left, top)), wide((right, bottom))),
                _ => return,
            }
        }
        _ => return,
    };
    let (x, y) = ((left + right).div_euclid(2), (top + bottom).div_euclid(2));
    let opacity = if ghost { ".45" } else { "1" };
    for row in -90..=90i64 {
        let shift = if row % 2 == 0 { 0 } else { 6 };
        for column in -300..=300i64 {
            let at = (x + 12 * column + shift, y + 6 * row);
            if inside(form, at) {
                let _ = write!(
                    text,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"2\" fill=\"{}\" fill-opacity=\"{opacity}\"/>",
                    at.0,
                    at.1,
                    hex(material, ink)
                );
            }
        }
    }
}

fn sum(one: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    (one.0 + other.0, one.1 + other.1)
}

fn inside(form: &Form, (x, y): (i64, i64)) -> bool {
    let wide = |(x, y): Point| (i64::from(x), i64::from(y));
    match form {
        Form::Rect { at, size, .. } => {
            let (least, most) = (wide(*at), sum(wide(*at), wide(*size)));
            (least.0 + 3..=most.0 - 3).contains(&x) && (least.1 + 3..=most.1 - 3).contains(&y)
        }
        Form::Circle { centre, radius } => {
            let (centre, reach) = (wide(*centre), i64::from(*radius - 3).max(0));
            (x - centre.0).pow(2) + (y - centre.1).pow(2) <= reach.pow(2)
        }
        Form::Polygon(corners) => [(0, 0), (3, 0), (-3, 0), (0, 3), (0, -3)].iter().all(|(dx, dy)| {
            let (x, y) = (x + dx, y + dy);
            let crossed = |(one, other): &(&Point, &Point)| {
                let (one, other) = (wide(**one), wide(**other));
                let (low, high) = if one.1 <= other.1 { (one, other) } else { (other, one) };
                low.1 <= y && y < high.1 && (x - low.0) * (high.1 - low.1) < (high.0 - low.0) * (y - low.1)
            };
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            sides.filter(crossed).count() % 2 == 1
        }),
        _ => false,
    }
}

/// A number as a dot (1), a small circle (2) and a large one (4).
fn rings(text: &mut String, material: Material, (x, y): Point, radius: i32, number: u8, shape: &Shape) {
    let Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) = shape.fill else {
        return;
    };
    let (ink, width) = (hex(material, ink), (radius / 5).clamp(2, 12));
    if number & 1 != 0 {
        let radius = (radius / 4).max(2);
        let _ = write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{ink}\"/>");
    }
    for (bit, radius) in [(2, radius * 11 / 20), (4, radius - width / 2)] {
        if number & bit != 0 && radius > 0 {
            let _ = write!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
            );
        }
    }
}
