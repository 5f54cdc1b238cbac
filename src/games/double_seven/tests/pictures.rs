//! The ground of pictures, hands, cards, and the table in letters.

use super::coordinates::covering;
use super::support::{count, laid, rings, tile, written};
use crate::games::double_seven::ground::{Ground, Skin};
use crate::games::double_seven::letters::{board, joined, joined_sentence, legend, plain, sentence};
use crate::games::double_seven::pieces::{Look, hand, hand_height};
use crate::games::double_seven::{Bounds, Cell, Layout, Placement, Symbol, Tile};
use crate::rules::{Anchor, Arg, Form, Ink, Phrase, Seat, Shape, Sketch};

fn sketch(shapes: Vec<Shape>) -> Sketch {
    Sketch {
        size: (720, 900),
        shapes,
        alt: Vec::new(),
        ..Sketch::default()
    }
}

/// A line of upright tiles, so many cells long.
fn line(columns: i8) -> Layout {
    let mut layout = Layout::new();
    for (column, tile) in (0..columns).zip(Tile::all()) {
        let placed = Placement::of(tile, Cell::new(column, 0), Cell::new(column, 1));
        layout.lay(placed.expect("side by side"));
    }
    layout
}

#[test]
fn a_small_table_is_drawn_large_and_a_large_one_small() {
    let side = |columns: i8| {
        let bounds = line(columns).bounds().expect("it lies").grown(1);
        Ground::fit(bounds, bounds, (0, 0), (720, 860)).side()
    };
    assert_eq!(side(3), 64);
    let sides: Vec<i32> = [3, 8, 14, 20, 26].into_iter().map(side).collect();
    assert!(sides.is_sorted_by(|one, other| one >= other), "{sides:?}");
    assert!(sides.iter().all(|side| *side >= 22), "{sides:?}");
}

#[test]
fn rows_grow_upward_and_every_number_is_there() {
    let layout = laid(&["3@-1,-1 4@-1,0"]);
    let bounds = layout.bounds().expect("it lies").grown(1);
    let ground = Ground::fit(bounds, bounds, (0, 0), (720, 860));
    assert!(ground.middle(Cell::new(0, 1)).1 < ground.middle(Cell::new(0, 0)).1);
    assert!(ground.middle(Cell::new(1, 0)).0 > ground.middle(Cell::new(0, 0)).0);
    let mut shapes = Vec::new();
    ground.paint(&mut shapes);
    for laid in layout.laid() {
        ground.tile(laid.placement, Skin::default(), &mut shapes);
    }
    let sketch = sketch(shapes);
    assert_eq!(written(&sketch), ["K", "L", "M", "73", "74", "75", "76"]);
    assert_eq!(rings(&sketch), [3, 4]);
    assert_eq!(
        count(&sketch.in_digits(), |shape| matches!(shape.form, Form::Rings { .. })),
        0
    );
}

#[test]
fn what_has_no_room_is_left_out_around_what_matters() {
    let bounds = Bounds {
        left: -36,
        right: 36,
        bottom: 0,
        top: 1,
    };
    let focus = Cell::new(30, 0);
    let ground = Ground::fit(bounds, Bounds::of(focus), (0, 0), (720, 860));
    assert!(ground.shows(focus) && ground.shows(Cell::new(36, 1)) && !ground.shows(Cell::new(0, 0)));
    let mut shapes = Vec::new();
    ground.paint(&mut shapes);
    let begun = shapes.len();
    let far = Placement::of(tile("1-2"), Cell::new(0, 0), Cell::new(1, 0)).expect("side by side");
    ground.tile(far, Skin::default(), &mut shapes);
    ground.frame(far.cells(), Ink::Mark, &mut shapes);
    ground.dot(Cell::new(0, 0), &mut shapes);
    assert_eq!(shapes.len(), begun, "what is not shown is not drawn");
    assert!(written(&sketch(shapes)).contains(&"…".to_owned()));
}

#[test]
fn what_must_be_shown_is_shown_however_small() {
    let bounds = Bounds {
        left: -38,
        right: 37,
        bottom: -2,
        top: 40,
    };
    let ground = Ground::fit(bounds, bounds, (0, 0), (720, 860));
    assert!(ground.shows(Cell::new(-38, -2)) && ground.shows(Cell::new(37, 40)));
    let row = Bounds {
        bottom: 3,
        top: 4,
        ..bounds
    };
    let near = Ground::fit(bounds, row, (0, 0), (720, 400));
    assert!(near.shows(Cell::new(-38, 3)) && near.shows(Cell::new(37, 4)) && !near.shows(Cell::new(0, 40)));
    let mut shapes = Vec::new();
    ground.paint(&mut shapes);
    let numbers = |wanted: Anchor| -> Vec<(i32, i32)> {
        let number = |shape: &Shape| match &shape.form {
            Form::Text { at, anchor, .. } if *anchor == wanted => Some(*at),
            _ => None,
        };
        shapes.iter().filter_map(number).collect()
    };
    let (columns, rows) = (numbers(Anchor::Middle), numbers(Anchor::Right));
    assert!(
        columns.len() > 10 && columns.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 34),
        "{columns:?}"
    );
    assert!(
        rows.len() > 10 && rows.windows(2).all(|pair| pair[0].1 - pair[1].1 >= 20),
        "{rows:?}"
    );
}

#[test]
fn marks_cover_no_symbol_whatever_the_size_of_a_cell() {
    let mut marked = 0;
    for columns in 1..80 {
        let bounds = Bounds {
            left: 0,
            right: columns,
            bottom: 0,
            top: 3,
        };
        let ground = Ground::fit(bounds, bounds, (0, 0), (720, 860));
        let cells = || (0..=columns).flat_map(|column| (0..4).map(move |row| Cell::new(column, row)));
        let drawn = |mark: &dyn Fn(Cell, &mut Vec<Shape>)| {
            let mut shapes = Vec::new();
            cells().for_each(|cell| ground.symbol(cell, Symbol::BLANK, Ink::Black, &mut shapes));
            let symbols = shapes.len();
            cells().for_each(|cell| mark(cell, &mut shapes));
            let marks = shapes.len() - symbols;
            assert_eq!(covering(&sketch(shapes)), [], "{}", ground.side());
            marks
        };
        for level in 2..=4 {
            let marks = drawn(&|cell, shapes| ground.storeys(cell, level, shapes));
            assert_eq!(marks > 0, ground.side() >= 22, "{}", ground.side());
        }
        for to in [Cell::right, Cell::above] {
            let marks = drawn(&|cell, shapes| {
                let placement = Placement::of(tile("1-2"), cell, to(cell)).expect("side by side");
                ground.last(placement, Some(Seat(1)), &[], shapes);
            });
            assert!(marks > 0, "{}", ground.side());
        }
        for count in [1, 9, 12, 36] {
            marked += drawn(&|cell, shapes| ground.count(cell, count, Ink::Tone(0), shapes)).min(1);
        }
    }
    assert!(marked > 40, "{marked}");
}

#[test]
fn a_hand_of_any_size_stays_within_its_width() {
    for size in [0, 1, 9, 16, 32] {
        let tiles: Vec<(Tile, Look)> = Tile::all().take(size).map(|tile| (tile, Look::Playable)).collect();
        let mut shapes = Vec::new();
        let high = hand((16, 0), 688, tiles.into_iter(), &mut shapes);
        assert_eq!(high, hand_height(size, 688));
        for shape in &shapes {
            if let Form::Rect { at, size, .. } = shape.form {
                assert!(at.0 + size.0 + 2 <= 704 && at.1 + size.1 <= high, "{shape:?}");
            }
        }
        assert_eq!(rings(&sketch(shapes)).len(), 2 * size);
    }
}

#[test]
fn letters_show_symbols_halves_and_numbers() {
    let layout = laid(&["3@-1,0 4@0,0", "5@1,0 6@1,1", "0@-1,1 0@0,1"]);
    let letters = plain(&layout, &[]);
    assert_eq!(letters.lines, [" 76 0-0 6", " 75 3-4 5", "    L M N"]);
    assert_eq!(letters.beyond, None);
    assert_eq!(plain(&Layout::new(), &[]).lines, [""; 0]);
    let levels = board(&layout, &[], 1, |cell| {
        layout.top(cell).map(|top| ['x', char::from(b'0' + top.level)])
    });
    assert_eq!(levels.lines[0], " 76 xxx");
}

#[test]
fn letters_show_which_halves_are_one_tile() {
    let mut layout = laid(&["3@-1,0 4@0,0", "5@1,0 6@1,1", "4@-1,1 0@0,1"]);
    assert_eq!(joined(&layout, &[]).lines, [" 76 4-0 6", " 75 3-4 5^", "    L M N"]);
    // What lies on others covers the halves of theirs, and those beside it stand alone.
    for climb in ["4@0,0 5@1,0", "3@-1,0 4@-1,1"] {
        layout.lay(climb.parse().expect("a placement"));
    }
    assert_eq!(
        joined(&layout, &[]).lines,
        [" 76 4b 0  6", " 75 3b^4b-5b", "    L  M  N"]
    );
    let phrase = joined_sentence(&layout).expect("something lies there");
    let row =
        |row: &str, symbols: &str| Arg::Phrase(Phrase::new("tiles-alt-row").with("row", row).with("symbols", symbols));
    let rows: Arg = Arg::List(vec![row("76", "(L) 4b 0 6"), row("75", "(L) 3bu 4br 5b")]);
    assert_eq!(phrase, Phrase::new("tiles-alt-joined").with("rows", rows));
    assert_eq!(joined_sentence(&Layout::new()), None);
}

#[test]
fn letters_say_whether_they_join_halves() {
    let along = |columns: i8| {
        let mut layout = Layout::new();
        for (column, tile) in (0..columns / 2).zip(Tile::all()) {
            let placed = Placement::of(tile, Cell::new(2 * column, 0), Cell::new(2 * column + 1, 0));
            layout.lay(placed.expect("side by side"));
        }
        layout
    };
    for (columns, dashes, key) in [(16, true, "tiles-legend"), (18, false, "tiles-legend-narrow")] {
        let layout = along(columns);
        assert_eq!(plain(&layout, &[]).lines[0].contains('-'), dashes, "{columns}");
        assert_eq!(legend(&layout, &[]), Phrase::new(key));
        assert!(joined(&layout, &[]).lines[0].contains('-'));
    }
    assert_eq!(joined(&along(16), &[]).beyond, None);
    let beyond = joined(&along(18), &[]).beyond.expect("there is more");
    let Some((_, Arg::List(rows))) = beyond.args.first() else {
        panic!("{beyond:?}");
    };
    let row = Phrase::new("tiles-alt-row")
        .with("row", "75")
        .with("symbols", "(M) 0r 0");
    assert_eq!(*rows, [Arg::Phrase(row)]);
}

#[test]
fn letters_fit_and_tell_what_lies_beyond() {
    let letters = plain(&line(36), &[]);
    assert!(letters.lines.iter().all(|line| line.chars().count() <= 36));
    assert!(letters.beyond.is_some());
    let mut tower = Layout::new();
    for (row, tile) in (0..36).zip(Tile::all()) {
        let placed = Placement::of(tile, Cell::new(row % 2, row), Cell::new(row % 2 + 1, row));
        tower.lay(placed.expect("side by side"));
    }
    let letters = plain(&tower, &[]);
    assert!(letters.lines.len() <= 16 && letters.lines.iter().all(|line| !line.trim().is_empty()));
    assert!(
        letters.lines.iter().any(|line| line.starts_with("110 ")),
        "the tile placed last is shown"
    );
    let Some(Phrase { args, .. }) = letters.beyond else {
        panic!("there is more");
    };
    assert!(matches!(&args[0].1, Arg::List(rows) if rows.len() == 36 - letters.lines.len() + 1));
}

#[test]
fn a_sentence_tells_every_cell() {
    let layout = laid(&["3@-1,0 4@0,0", "5@2,0 6@2,1"]);
    let phrase = sentence(&layout).expect("something lies there");
    let Arg::List(rows) = &phrase.args[0].1 else {
        panic!("a list");
    };
    let row =
        |row: &str, symbols: &str| Arg::Phrase(Phrase::new("tiles-alt-row").with("row", row).with("symbols", symbols));
    assert_eq!(*rows, [row("76", "(O) 6"), row("75", "(L) 3 4 (O) 5")]);
    assert_eq!(sentence(&Layout::new()), None);
}
