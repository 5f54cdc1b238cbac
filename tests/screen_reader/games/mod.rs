//! How the words of each game are read, and what of its view they must say: everything that its reader needs to set up the
//! table and to play. What follows from that by the rules alone, such as how a score came about, is left out.

mod binary;
mod bingolino;
mod binmat;
mod binome;
mod dominoes;
mod dominup;
mod held;
mod tree;

use crate::positions::Reader;

/// The readers of all games.
pub(crate) const READERS: &[Reader] = &[
    binary::READER,
    bingolino::READER,
    binmat::READER,
    binome::READER,
    held::DOMINIMUM,
    held::DOMINOMEGA,
    dominoes::READER,
    dominup::READER,
    tree::READER,
];
