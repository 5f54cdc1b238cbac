//! Tests of the rules, topic by topic.

mod bounces;
mod breaks;
mod combat;
mod corners;
mod drawing;
mod evaluate;
mod facts;
mod flaws;
mod invalid;
mod knowledge;
mod log;
mod menus;
mod notation;
mod orders;
mod pictures;
mod played;
mod playing;
mod presentation;
mod random;
mod setup;
mod support;
mod traps;
mod views;
mod winning;
mod worlds;
