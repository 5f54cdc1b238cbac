//! The playground's page in a real browser: what people see, click and type, with the bot's binary behind it.
//!
//! Everything on the page is found as people and their assistive technology find it: by role and name, or by what is
//! written. Each test ends with a console without errors, which is also where the browser complains about whatever the
//! page's policy forbids, and with the bot's orderly end. See [`driver`] for when these tests run.

mod access;
mod alone;
mod boards;
mod bot;
mod driver;
mod evidence;
mod forms;
mod guilds;
mod hands;
#[path = "../support/kit.rs"]
mod kit;
mod lanes;
mod news;
mod pair;
#[path = "../support/person.rs"]
mod person;
mod phone;
mod pictures;
#[path = "../support/random_play.rs"]
mod random_play;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/robots.rs"]
mod robots;
#[path = "../support/secrets.rs"]
mod secrets;
#[path = "../support/stage.rs"]
mod stage;
#[path = "../support/openapi.rs"]
mod support;
mod table;
#[path = "../support/table_steps.rs"]
mod table_steps;
mod together;
mod troubles;
mod window;
#[path = "../support/wire.rs"]
mod wire;
