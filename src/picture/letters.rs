//! Lays out lines of text as outlines of glyphs.
//!
//! Two fonts are part of the program: DejaVu Sans and its bold, which cover Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian,
//! Georgian and many signs. A letter that they lack is replaced by its plain form where Unicode has one (`𝓐𝓭𝓪` is `Ada`,
//! `①` stays), and left out otherwise; [`legible`] says whether enough of a name remains to draw it.
//!
//! Text comes from strangers. Control characters, invisible letters and marks that reverse the line are left out, and one
//! letter carries few marks. Text too long for its room is made smaller, then cut. All widths are computed from the fonts'
//! own advances in whole units of [`EM`].

use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use harfrust::{Direction, ShapeOptions, ShapePlan, ShapePlanKey, Shaper, ShaperData, UnicodeBuffer};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder, Transform};
use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::rules::{Anchor, Form, Label, parts};

/// The fonts' own units per font size.
pub(super) const EM: i32 = 2048;

/// Half the height of a capital, in units.
const HALF_CAPITAL: f32 = 746.5;

/// The least size that letters shrink to before the text is cut, in percent of the requested size; but never below what can be
/// read ([`parts::SMALLEST`]).
const SMALLEST: i32 = 65;

/// Sizes are counted in parts of a point; this many parts make a point.
pub(super) const PARTS: i32 = 16;

/// The most letters of a text that are looked at.
const LONGEST: usize = 300;

/// How many combining marks may sit on one letter.
const MARKS: usize = 2;

/// For how many scripts and directions the shaping plans are kept.
const PLANS: usize = 64;

const ELLIPSIS: char = '…';

/// The most letters of a name on Discord.
const NAME: usize = 32;

/// A line of text, laid out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextLine {
    /// The outlines of its glyphs, from the left end of the baseline, in units; `None` where nothing is seen.
    pub(super) path: Option<Path>,
    /// How wide it is, in units.
    pub(super) width: i64,
    /// The size of its letters, in [`PARTS`] of a point.
    pub(super) size: i32,
}

struct Face {
    font: FontRef<'static>,
    letters: Charmap<'static>,
    shaping: ShaperData,
    /// The shaping plans of the scripts met so far. The fonts know few scripts.
    plans: RwLock<Vec<Arc<ShapePlan>>>,
    /// The outlines of the glyphs met so far; `None` for a space.
    glyphs: Box<[OnceLock<Option<Path>>]>,
}

impl Face {
    fn of(bytes: &'static [u8]) -> Face {
        let font = FontRef::new(bytes).expect("the font is part of the program");
        let count = font.outline_glyphs().iter().count();
        Face {
            shaping: ShaperData::new(&font),
            plans: RwLock::default(),
            letters: font.charmap(),
            glyphs: std::iter::repeat_with(OnceLock::new).take(count).collect(),
            font,
        }
    }

    fn has(&self, letter: char) -> bool {
        self.letters.map(letter).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// The shaping plan for these letters; making a plan takes longer than using it.
    fn plan(&self, shaper: &Shaper, letters: &UnicodeBuffer) -> Arc<ShapePlan> {
        let (script, direction, language) = (letters.script(), letters.direction(), letters.language());
        let key = ShapePlanKey::new(Some(script), direction).language(language.as_ref());
        let known = |plans: &[Arc<ShapePlan>]| plans.iter().find(|plan| key.matches(plan)).cloned();
        let plans = self.plans.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = known(&plans) {
            return plan;
        }
        drop(plans);
        let plan = Arc::new(ShapePlan::new(shaper, direction, Some(script), language.as_ref(), &[]));
        let mut plans = self.plans.write().unwrap_or_else(PoisonError::into_inner);
        if known(&plans).is_none() && plans.len() < PLANS {
            plans.push(Arc::clone(&plan));
        }
        plan
    }

    fn glyph(&self, id: u32) -> Option<&Path> {
        let outline = self.glyphs.get(id as usize)?.get_or_init(|| {
            let mut pen = Pen::default();
            if let Some(outline) = self.font.outline_glyphs().get(GlyphId::new(id)) {
                let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                // The unreadable part of an outline is not drawn.
                let _ = outline.draw(settings, &mut pen);
            }
            pen.0.finish()
        });
        outline.as_ref()
    }
}

static PLAIN: LazyLock<Face> = LazyLock::new(|| Face::of(dejavu::sans::regular()));
static BOLD: LazyLock<Face> = LazyLock::new(|| Face::of(dejavu::sans::bold()));

/// The faces in the order in which they are searched for a letter.
fn faces(bold: bool) -> [&'static Face; 2] {
    if bold { [&BOLD, &PLAIN] } else { [&PLAIN, &BOLD] }
}

/// Takes an outline down, with y pointing down.
#[derive(Default)]
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, over_x: f32, over_y: f32, x: f32, y: f32) {
        self.0.quad_to(over_x, -over_y, x, -y);
    }

    fn curve_to(&mut self, from_x: f32, from_y: f32, to_x: f32, to_y: f32, x: f32, y: f32) {
        self.0.cubic_to(from_x, -from_y, to_x, -to_y, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// Whether a drawn name keeps enough letters to be recognized: at least half of those that it has. Callers that draw names
/// replace others by something else, such as the seat.
pub fn legible(name: &str) -> bool {
    let visible = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).count();
    let (drawn, whole) = (clean(name), name.chars().take(LONGEST).collect::<String>());
    !drawn.is_empty() && 2 * visible(&drawn) >= visible(&whole)
}

/// The drawable part of a text: letters that the fonts have, in one line, with single spaces.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut marks = 0;
    let mut push = |letter: char| {
        let mark = is_combining_mark(letter);
        marks = if mark { marks + 1 } else { 0 };
        let space_again = letter == ' ' && (clean.is_empty() || clean.ends_with(' '));
        let bare_mark = mark && (clean.is_empty() || clean.ends_with(' '));
        if !space_again && !bare_mark && marks <= MARKS {
            clean.push(letter);
        }
    };
    for letter in text.chars().take(LONGEST) {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        if letter.is_control() || unseen(letter) {
            continue;
        }
        if letter == ' ' || drawable(letter) {
            push(letter);
        } else {
            let plain = std::iter::once(letter).nfkd();
            plain
                .filter(|letter| drawable(*letter) && !unseen(*letter))
                .for_each(&mut push);
        }
    }
    clean.truncate(clean.trim_end().len());
    clean
}

fn drawable(letter: char) -> bool {
    PLAIN.has(letter) || BOLD.has(letter)
}

/// Letters that take no room, hide others or reverse the line; letters for private use, which have no shared meaning; and
/// letters that stand for missing ones.
fn unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// The outlines of a text's glyphs in points; `None` for another form, for a label that is still a phrase, and where nothing
/// is seen.
pub fn outlines(form: &Form) -> Option<Path> {
    let Form::Text {
        at,
        size,
        anchor,
        bold,
        room,
        says: Label::Text(says),
    } = form
    else {
        return None;
    };
    let line = fitted(says, *bold, *size, *room)?;
    let scale = line.size as f32 / (EM * PARTS) as f32;
    let before = match anchor {
        Anchor::Left => 0.0,
        Anchor::Middle => line.width as f32 / 2.0,
        Anchor::Right => line.width as f32,
    };
    let (left, base) = (at.0 as f32 - before * scale, at.1 as f32 + HALF_CAPITAL * scale);
    line.path?
        .transform(Transform::from_row(scale, 0.0, 0.0, scale, left, base))
}

/// Lays a text out in letters of `size` points, in at most `room` points: made smaller if need be, and then cut. `None` when
/// there is nothing to draw. A text without a drawable letter becomes an ellipsis.
pub(super) fn fitted(text: &str, bold: bool, size: i32, room: i32) -> Option<TextLine> {
    let mut clean = clean(text);
    if clean.is_empty() {
        if text.trim().is_empty() {
            return None;
        }
        clean.push(ELLIPSIS);
    }
    let (size, room) = (size.clamp(1, 1000) * PARTS, room.clamp(0, 100_000) * PARTS);
    let wide = |width: i64, size: i32| (width * i64::from(size)).div_euclid(i64::from(EM));
    let fits = |width: i64, size: i32| wide(width, size) <= i64::from(room);
    let mut run = Run::of(&clean, bold);
    if fits(run.width, size) {
        return Some(run.line(size));
    }
    let least = (size * SMALLEST).div_euclid(100).max(size.min(parts::SMALLEST * PARTS));
    let close = (i64::from(room) * i64::from(EM)).div_euclid(run.width.max(1));
    if close >= i64::from(least) {
        return Some(run.line(close as i32));
    }
    let letters = letters(&clean);
    for kept in (0..letters.len()).rev() {
        run = Run::of(&cut(&letters, kept), bold);
        if fits(run.width, least) {
            return Some(run.line(least));
        }
    }
    None
}

/// The letters of a clean text, each with its marks.
fn letters(clean: &str) -> Vec<&str> {
    let begins: Vec<usize> = clean
        .char_indices()
        .filter(|(_, letter)| !is_combining_mark(*letter))
        .map(|(at, _)| at)
        .collect();
    let ends = begins.iter().skip(1).copied().chain([clean.len()]);
    begins
        .iter()
        .zip(ends)
        .map(|(begin, end)| &clean[*begin..end])
        .collect()
}

/// So many of the letters of a text, with an ellipsis for the others. Names often differ at their ends alone, so what is no
/// longer than a name loses letters of its middle; a sentence loses its end.
fn cut(letters: &[&str], kept: usize) -> String {
    let tail = if letters.len() <= NAME { kept / 2 } else { 0 };
    let (head, tail) = (
        letters[..kept - tail].concat(),
        letters[letters.len() - tail..].concat(),
    );
    format!("{}{ELLIPSIS}{}", head.trim_end(), tail.trim_start())
}

/// Shaped glyphs, side by side.
struct Run {
    /// Each glyph with its face and its place on the baseline.
    glyphs: Vec<(&'static Face, u32, (f32, f32))>,
    width: i64,
}

impl Run {
    /// Shapes a clean text: in visual order, with ligatures and kerning.
    fn of(text: &str, bold: bool) -> Run {
        let mut run = Run {
            glyphs: Vec::with_capacity(text.len()),
            width: 0,
        };
        if text.is_ascii() {
            run.add(text, Direction::LeftToRight, bold);
            return run;
        }
        // The line runs in the direction of the reader's language: left to right, until there is a right-to-left language.
        let bidi = BidiInfo::new(text, Some(Level::ltr()));
        for paragraph in &bidi.paragraphs {
            let (levels, stretches) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for stretch in stretches {
                let direction = match levels.get(stretch.start) {
                    Some(level) if level.is_rtl() => Direction::RightToLeft,
                    _ => Direction::LeftToRight,
                };
                run.add(text.get(stretch).unwrap_or_default(), direction, bold);
            }
        }
        run
    }

    /// Adds a stretch of one direction, split up by the faces that have its letters.
    fn add(&mut self, text: &str, direction: Direction, bold: bool) {
        let faces = faces(bold);
        let mut parts: Vec<(usize, String)> = Vec::new();
        for letter in text.chars() {
            let face = faces.iter().position(|face| face.has(letter)).unwrap_or_default();
            match parts.last_mut() {
                Some((last, part)) if *last == face || is_combining_mark(letter) => part.push(letter),
                _ => parts.push((face, letter.to_string())),
            }
        }
        if direction == Direction::RightToLeft {
            parts.reverse();
        }
        for (face, part) in parts {
            self.shape(faces[face], &part, direction);
        }
    }

    fn shape(&mut self, face: &'static Face, text: &str, direction: Direction) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(direction);
        buffer.guess_segment_properties();
        let shaper = face.shaping.shaper(&face.font).build();
        let plan = face.plan(&shaper, &buffer);
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&plan)));
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let place = (
                (self.width + i64::from(position.x_offset)) as f32,
                -position.y_offset as f32,
            );
            self.glyphs.push((face, info.glyph_id, place));
            self.width += i64::from(position.x_advance);
        }
    }

    fn line(&self, size: i32) -> TextLine {
        let mut path = PathBuilder::new();
        for (face, id, (x, y)) in &self.glyphs {
            let glyph = face.glyph(*id).cloned();
            let placed = glyph.and_then(|glyph| glyph.transform(Transform::from_translate(*x, *y)));
            placed.iter().for_each(|glyph| path.push_path(glyph));
        }
        TextLine {
            path: path.finish(),
            width: self.width,
            size,
        }
    }
}

/// The outline that a font draws for a missing glyph.
#[cfg(test)]
pub(super) fn missing_box(bold: bool) -> Path {
    faces(bold)[0].glyph(0).expect("every font has it").clone()
}
