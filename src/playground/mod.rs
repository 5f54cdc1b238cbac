//! playground
