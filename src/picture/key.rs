//! The hash that names a picture's content.

use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

use crate::rules::{Material, Point, Shape, Sketch};

/// Part of every key. Raised when the same sketch comes to look different, so that pictures which people see are drawn
/// anew.
const VERSION: u8 = 2;

/// The name of what a sketch shows, 64 hexadecimal digits: sketches of the same key give the same bytes. Its [`Sketch::alt`]
/// is not part of it. The key is cheap to compute: nothing is drawn.
pub fn key(sketch: &Sketch) -> String {
    of(sketch.material, sketch.size, &sketch.shapes)
}

/// The key of shapes on a picture of this size.
pub(super) fn of(material: Material, size: Point, shapes: &[Shape]) -> String {
    let mut content = Content(Vec::new());
    VERSION.hash(&mut content);
    material.hash(&mut content);
    size.hash(&mut content);
    for shape in shapes {
        shape.hash(&mut content);
    }
    hex::encode(Sha256::digest(&content.0))
}

/// Collects the hashed bytes, the same on every machine, and digests them all at once: number by number, the digest would
/// cost several times as much.
struct Content(Vec<u8>);

impl Hasher for Content {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_i32(&mut self, number: i32) {
        self.write(&number.to_le_bytes());
    }

    fn write_i64(&mut self, number: i64) {
        self.write(&number.to_le_bytes());
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }

    fn finish(&self) -> u64 {
        let digest = Sha256::digest(&self.0);
        digest.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }
}
