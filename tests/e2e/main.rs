//! Whistle from end to end: the bot's binary as a child process, joined to the playground by sockets alone, and people who
//! read and press as people do.
//!
//! Nothing here knows the inside of the house. What can be chosen is read off the buttons that a person sees; what was
//! said is read off the messages; what went over the wire is read off the playground's recorder. Whatever a test does, in
//! the end its whole traffic is held against Discord's description of its API, against the deadline of interactions, and
//! against the playground's refusals ([`stage::Stage::close`]).

#[path = "../support/barrier.rs"]
mod barrier;
mod budget;
mod catalogue;
mod clocks;
mod concede;
mod copies;
mod crashes;
mod daily;
#[cfg(target_os = "linux")]
mod disks;
mod emojis;
mod endpoint;
mod everywhere;
mod floods;
mod forgetting;
mod guilds;
mod history;
mod lessons;
mod levels;
mod limits;
mod lobbies;
mod logs;
mod luck;
mod machines;
#[path = "../support/many.rs"]
mod many;
mod matches;
mod mute;
mod orders;
mod outages;
mod panels;
mod partners;
#[path = "../support/person.rs"]
mod person;
mod pictures;
mod play;
#[path = "../soak/players.rs"]
mod players;
#[path = "../support/postgres.rs"]
mod postgres;
mod presses;
mod prometheus;
#[path = "../support/random_play.rs"]
mod random_play;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/robots.rs"]
mod robots;
mod secrecy;
#[path = "../support/secrets.rs"]
mod secrets;
mod seen;
mod settings;
mod shards;
#[path = "../support/shortest.rs"]
mod shortest;
mod sides;
#[path = "../support/stage.rs"]
mod stage;
mod stops;
mod strangers;
#[path = "../support/openapi.rs"]
mod support;
#[path = "../support/table_steps.rs"]
mod table_steps;
mod troubles;
mod typing;
mod variants;
#[path = "../support/wire.rs"]
mod wire;
