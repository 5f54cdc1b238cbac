//! Tests of what the family shares, and what the tests of its games share.

pub(super) mod coordinates;
mod layouts;
mod menus;
mod notation;
mod pictures;
pub(super) mod support;
pub(super) mod trained;
