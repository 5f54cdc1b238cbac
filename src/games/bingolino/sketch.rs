//! Bingolino's picture: the dice, and everybody's tiles with their stars.
//!
//! A seat sees its own tiles large and the others' small; the table sees all alike. A tile that is turned over shows its
//! dark back, with a check mark where there is room; stars stand at the ends of their lines; what was turned last has a
//! frame. What the viewer may turn over now has a frame and a dot (or the die that it leaves out), and what it tries out,
//! or has chosen in secret, lies there faintly. In a play-off a bar in a circle stands beside the names of those who are
//! not in it. At the end a golden frame and a crown before the name mark who has won.

use super::grid::Layout;
use super::notation::{Choice, MAX_DICE};
use super::panel::{Panel, Tile, Title};
use super::phase::Phase;
use super::phrases::won;
use super::preview::{Tried, own, stars, ways};
use super::view::{SeatView, View};
use super::{PLAY_OFF_GOAL, alt};
use crate::rules::parts::{self, GAP, WIDTH, crown, die, pointer, text};
use crate::rules::{Anchor, Ink, Label, Material, Phrase, Point, Preview, Seat, Shape, Sketch, marks};

/// The side of a tile: where all seats are alike, the viewer's own (beside one other, beside several), and the others'.
const ALIKE: i32 = 66;
const OWN: [i32; 2] = [83, 98];
const OTHERS: [i32; 2] = [50, 34];

/// The side of a die.
const ROLLED: i32 = 52;

/// How wide the dice and their total are at most.
const DICE: i32 = 400;

/// The height of the line that says in a play-off what wins it.
const PLAY_OFF_LINE: i32 = 32;

/// The sketch of a view.
pub(super) fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
    view.seats.first()?.tiles?;
    let tried = Tried::of(view, preview);
    let mut shapes = Vec::new();
    let high = match own(view) {
        Some((seat, _)) => around(view, seat, &tried, &mut shapes),
        None => alike(view, &mut shapes),
    };
    Some(Sketch::wide(Material::Velvet, high, shapes, alt::alt(view, &tried)))
}

/// All seats alike, two beside each other; gives the height.
fn alike(view: &View, shapes: &mut Vec<Shape>) -> i32 {
    let mut down = GAP + dice(view, (GAP, GAP), WIDTH - 2 * GAP, &Tried::default(), shapes) + GAP;
    let panel = |at| Panel { at, side: ALIKE };
    let size = panel((0, 0)).size();
    let between = WIDTH - 2 * (GAP + size.0);
    for (row, pair) in view.seats.chunks(2).enumerate() {
        for (column, seen) in pair.iter().enumerate() {
            let at = (GAP + column as i32 * (size.0 + between), down);
            let seat = Seat((2 * row + column) as u8);
            show(view, seat, seen, &panel(at), &Tried::default(), shapes);
        }
        down += size.1 + GAP;
    }
    down
}

/// The viewer's own tiles large, the others' beside them in turn order; gives the height.
fn around(view: &View, seat: Seat, tried: &Tried, shapes: &mut Vec<Shape>) -> i32 {
    let several = usize::from(view.seats.len() > 2);
    let panel = |at, side| Panel { at, side };
    let large = panel((0, 0), OWN[several]).size();
    let mut left = GAP + dice(view, (GAP, GAP), large.0, tried, shapes) + GAP;
    if let Some(seen) = view.seats.get(seat.index()) {
        show(view, seat, seen, &panel((GAP, left), OWN[several]), tried, shapes);
        left += large.1 + GAP;
    }
    let small = panel((0, 0), OTHERS[several]).size();
    let mut right = GAP;
    let count = view.seats.len() as u8;
    let mut next = seat.next(count);
    while next != seat {
        if let Some(seen) = view.seats.get(next.index()) {
            let at = (WIDTH - GAP - small.0, right);
            show(view, next, seen, &panel(at, OTHERS[several]), &Tried::default(), shapes);
            right += small.1 + GAP;
        }
        next = next.next(count);
    }
    left.max(right)
}

/// The card of the dice: whose they are, what they show; gives its height.
fn dice(view: &View, at: Point, wide: i32, tried: &Tried, shapes: &mut Vec<Shape>) -> i32 {
    let beside = wide > 600;
    let fifth = is_play_off(view);
    let high = match (beside, view.is_laid()) {
        (true, _) => 92,
        (false, true) => 128,
        (false, false) => 56,
    } + if fifth { PLAY_OFF_LINE } else { 0 };
    shapes.push(parts::card(at, (wide, high)));
    let (left, right) = (at.0 + 16, at.0 + wide - 16);
    let (who, what) = title(view);
    let over = view.stage == Phase::Over;
    // At the end the dice lie below the title, which has the whole line; beside it they lie only while they are rolled.
    let cubes = match (beside, over) {
        (true, true) => (right - DICE, at.1 + 64 - ROLLED / 2),
        (true, false) => (right - DICE, at.1 + 20),
        (false, _) => (left, at.1 + 60),
    };
    let room = match beside && view.is_laid() && !over {
        true => cubes.0 - GAP - left,
        false => right - left,
    };
    let (level, lower) = if beside {
        (at.1 + 32, at.1 + 64)
    } else {
        (at.1 + 28, at.1 + 28)
    };
    let name_room = if beside { room } else { room * 62 / 100 };
    match who {
        Some(seat) => {
            shapes.push(Shape::filled(pointer((left + 10, level), 22), Ink::Mark));
            shapes.extend(marks::holder((left + 30, level), 26, name_room - 30, seat));
            let (at, anchor) = if beside {
                ((left, lower), Anchor::Left)
            } else {
                ((right, lower), Anchor::Right)
            };
            shapes.push(text(at, 22, anchor, room - if beside { 0 } else { name_room + 8 }, what).inked(Ink::Quiet));
        }
        None => {
            if over {
                shapes.push(crown((left + 14, level), 16));
            }
            let shift = if over { 38 } else { 0 };
            shapes.push(text((left + shift, level), 24, Anchor::Left, room - shift, what).bold());
            if beside {
                let room = cubes.0 - GAP - left;
                shapes.push(text((left, lower), 22, Anchor::Left, room, goal(view)).inked(Ink::Quiet));
            }
        }
    }
    if fifth {
        let at = (left, at.1 + high - 22);
        shapes.push(text(at, 22, Anchor::Left, right - left, goal(view)).inked(Ink::Quiet));
    }
    if view.is_laid() {
        rolled(view, tried, cubes, right, shapes);
    }
    high
}

/// The dice that lie on the table, or are about to; else smaller those that lay there last. And their total. All of it ends
/// at `right`.
fn rolled(view: &View, tried: &Tried, at: Point, right: i32, shapes: &mut Vec<Shape>) {
    let (presentation, side) = match (tried.choice, &view.last) {
        (Some(Choice::Roll(count)), _) => (&[0; MAX_DICE as usize][..usize::from(count.min(MAX_DICE))], ROLLED),
        _ if !view.dice.is_empty() => (&view.dice[..], ROLLED),
        (_, Some(roll)) => (&roll.dice[..], ROLLED * 2 / 3),
        _ => return,
    };
    let (mut left, level) = (at.0, at.1 + ROLLED / 2);
    let size = if side < ROLLED { 26 } else { 36 };
    if side < ROLLED {
        let caption = Phrase::new("bingolino-sketch-last");
        shapes.push(text((left, level), 22, Anchor::Left, 66, caption).inked(Ink::Quiet));
        left += 74;
    }
    let total_wide = size * 5 / 2;
    let pitch = (right - left - 8 - total_wide) / (presentation.len() as i32).max(1);
    let side = side.min(pitch - 8);
    for presentation in presentation {
        let die = die((left, level - side / 2), side, *presentation);
        shapes.extend(
            die.into_iter()
                .map(|shape| if *presentation == 0 { shape.as_ghost() } else { shape }),
        );
        left += side + 8;
    }
    let total: u8 = presentation.iter().sum();
    if total > 0 {
        shapes.push(text((left + 8, level), size, Anchor::Left, total_wide, format!("= {total}")).bold());
    }
}

/// Whom the dice speak of, and what of it.
fn title(view: &View) -> (Option<Seat>, Label) {
    let phrase = |key: &'static str| Label::from(Phrase::new(key));
    match (view.stage, view.roller) {
        (Phase::Tiles | Phase::Layout, _) => (None, phrase("bingolino-phase-layout")),
        (Phase::Over, _) => (None, won(view).into()),
        (Phase::Flip, Some(seat)) => (Some(seat), phrase("bingolino-sketch-rolled")),
        (_, Some(seat)) if view.last.is_some() => (Some(seat), phrase("bingolino-sketch-rolls-next")),
        (_, Some(seat)) => (Some(seat), phrase("bingolino-sketch-rolls")),
        (_, None) => (None, phrase("bingolino-phase-first")),
    }
}

/// Whether a play-off is on.
fn is_play_off(view: &View) -> bool {
    view.goal == PLAY_OFF_GOAL && view.stage != Phase::Over
}

fn goal(view: &View) -> Phrase {
    Phrase::new(if view.goal == PLAY_OFF_GOAL {
        "bingolino-sketch-goal-fifth"
    } else {
        "bingolino-sketch-goal"
    })
}

/// One seat's panel.
fn show(view: &View, seat: Seat, seen: &SeatView, panel: &Panel, tried: &Tried, shapes: &mut Vec<Shape>) {
    let is_own = view.own.as_ref().is_some_and(|own| own.seat == seat);
    let plays = view.playing.contains(&seat) || !view.is_laid();
    let won = view.winners.contains(&seat);
    panel.card(view.roller == Some(seat), won, shapes);
    panel.title(
        seat,
        Title {
            plays,
            won,
            sealed: seen.sealed && !tried.changes(view),
            stars: view.is_laid().then_some(seen.stars.len()),
        },
        shapes,
    );
    let Some(tiles) = seen.tiles else { return };
    if view.is_laid() {
        laid(view, seat, (seen, &tiles), panel, is_own.then_some(tried), shapes);
        return;
    }
    let own_layout = is_own.then(|| tried.layout.or_else(|| view.own_layout())).flatten();
    match own_layout {
        Some(layout) => {
            panel.names(shapes);
            panel.tiles(
                &layout,
                |place| Tile {
                    marked: tried.picked == Some(place),
                    ..Tile::default()
                },
                shapes,
            );
        }
        None => panel.loose(&tiles, shapes),
    }
}

/// The tiles of one seat in their layout, with the stars; `tried` is there for the viewer's own.
fn laid(
    view: &View,
    seat: Seat,
    (seen, tiles): (&SeatView, &Layout),
    panel: &Panel,
    tried: Option<&Tried>,
    shapes: &mut Vec<Shape>,
) {
    panel.names(shapes);
    let chosen = tried.map_or_else(Tried::default, |tried| Tried {
        choice: tried.choice.or_else(|| view.chosen()),
        ..*tried
    });
    let now = view.last.as_ref().and_then(|roll| {
        let choice = roll.chosen.iter().find(|(who, _)| *who == seat)?.1.parse().ok()?;
        match choice {
            Choice::Flip(place, _) | Choice::Back(place) => Some(place),
            _ => None,
        }
    });
    let ways = if tried.is_some() && chosen.choice.is_none() {
        ways(view)
    } else {
        Vec::new()
    };
    panel.tiles(
        tiles,
        |place| Tile {
            turned: seen.turned.contains(&place),
            marked: now == Some(place),
            turning: chosen.flip() == Some(place) || chosen.back() == Some(place),
            ways: ways
                .iter()
                .copied()
                .filter(|way| matches!(way, Choice::Flip(at, _) | Choice::Back(at) if *at == place))
                .collect(),
        },
        shapes,
    );
    let new: Vec<_> = view
        .last
        .iter()
        .flat_map(|roll| &roll.stars)
        .filter(|(who, _)| *who == seat)
        .collect();
    for line in &seen.stars {
        panel.star(*line, new.iter().any(|(_, new)| new == line), false, shapes);
    }
    for line in chosen.flip().map(|place| stars(seen, place)).unwrap_or_default() {
        panel.star(line, true, true, shapes);
    }
}
