//! The playground as its clients see it: a raw bot, serenity's own client, and people. Nothing here looks inside.

#[path = "playground/emojis.rs"]
mod emojis;
#[path = "playground/endpoint.rs"]
mod endpoint;
#[path = "playground/files.rs"]
mod files;
#[path = "playground/garbage.rs"]
mod garbage;
#[path = "playground/gateway.rs"]
mod gateway;
#[path = "playground/guilds.rs"]
mod guilds;
#[path = "playground/interactions.rs"]
mod interactions;
#[path = "support/kit.rs"]
mod kit;
#[path = "support/mangled.rs"]
mod mangled;
#[path = "playground/marks.rs"]
mod marks;
#[path = "playground/places.rs"]
mod places;
#[path = "playground/polls.rs"]
mod polls;
#[path = "playground/references.rs"]
mod references;
#[path = "playground/serenity.rs"]
mod serenity_client;
#[path = "playground/spec.rs"]
mod spec;
#[path = "playground/standing.rs"]
mod standing;
#[path = "playground/strangers.rs"]
mod strangers;
#[path = "support/openapi.rs"]
mod support;
#[path = "playground/troubles.rs"]
mod troubles;
#[path = "playground/windows.rs"]
mod windows;
