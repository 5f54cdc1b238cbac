//! playground

pub mod checks;
