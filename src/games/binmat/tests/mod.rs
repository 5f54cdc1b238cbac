//! Tests of the rules, room by room.
