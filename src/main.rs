//! The `whistle` command.

fn main() {}
