//! What is made wrong, one thing at a time.

use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use whistle::discord::declared_commands;
use whistle::playground::DEFAULT_TOKEN;

use super::proxy::Reply;
use super::setup::{HOME, OWN_KEY, Setup};

/// One misconfiguration.
pub(super) struct Plant {
    pub(super) what: &'static str,
    /// The one check that must find it.
    pub(super) check: &'static str,
    pub(super) level: &'static str,
    /// A part of the way out.
    pub(super) way_out: &'static str,
    pub(super) plant: fn(&mut Setup),
}

const fn plant(
    what: &'static str,
    check: &'static str,
    level: &'static str,
    way_out: &'static str,
    plant: fn(&mut Setup),
) -> Plant {
    Plant {
        what,
        check,
        level,
        way_out,
        plant,
    }
}

/// A well-formed token of the playground's application that is not its token.
const RESET: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.Gplayg.this-one-was-reset-and-nobody-takes-it";

/// The public key of another application.
const OTHER_KEY: &str = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";

fn database(setup: &Setup) -> Vec<u8> {
    fs::read(setup.path("whistle.db")).expect("a database")
}

fn damage(setup: &mut Setup) {
    let mut bytes = database(setup);
    let end = bytes.len() - 4096;
    for byte in &mut bytes[4096..end] {
        *byte ^= 0x5a;
    }
    fs::write(setup.path("whistle.db"), bytes).expect("a file");
}

fn now_and(seconds: u64) -> SystemTime {
    SystemTime::now() + Duration::from_secs(seconds)
}

fn on_application(path: &str, reply: &mut Reply, key: &str, value: Value) {
    if path == "/applications/@me" {
        reply.body[key] = value;
    }
}

/// The application has an address for interactions.
pub(super) fn with_url(path: &str, reply: &mut Reply) {
    on_application(
        path,
        reply,
        "interactions_endpoint_url",
        json!("https://example.org/interactions"),
    );
}

fn bare_headers(_: &str, reply: &mut Reply) {
    let limits: Vec<_> = reply
        .headers
        .keys()
        .filter(|name| name.as_str().starts_with("x-ratelimit"))
        .cloned()
        .collect();
    for name in limits {
        reply.headers.remove(name);
    }
}

/// Every misconfiguration.
#[rustfmt::skip]
pub(super) const PLANTS: &[Plant] = &[
    plant("a .env with an open quote", "env-file", "failed", "single quotes", |s| s.write(".env", "WHISTLE_LOG='hush hush\n")),
    plant("a .env for everybody", "env-file-private", "warning", "chmod 600", |s| {
        s.write(".env", "WHISTLE_LOG=info\n");
        s.mode(".env", 0o644);
    }),
    plant("a setting with a slip", "variables", "warning", "whistle --help", |s| s.set("WHISTLE_DBS", "whistle.db")),
    plant("another bot's setting", "variables", "warning", "whistle --help", |s| s.set("DISCORD_BOT_TOKEN", "hush")),
    plant("a log of nothing", "log", "failed", "such as info", |s| s.set("WHISTLE_LOG", "=/=")),
    plant("options of no game", "game-options", "failed", "as its command does", |s| s.set("WHISTLE_OPTIONS_CHESS", "{}")),
    plant("options without JSON", "game-options", "failed", "as JSON", |s| s.set("WHISTLE_OPTIONS_BINOME", "games=1")),
    plant("an option that is not there", "game-options", "failed", "as JSON", |s| s.set("WHISTLE_OPTIONS_BINOME", r#"{"luck":1}"#)),
    plant("an option out of bounds", "game-options", "failed", "as JSON", |s| s.set("WHISTLE_OPTIONS_BINOME", r#"{"games":9999}"#)),
    plant("a wrong time to keep records", "keep", "failed", "such as 90d", |s| s.set("WHISTLE_KEEP", "3 months")),
    plant("no relay of public randomness", "beacon", "failed", "a relay of drand", |s| s.set("WHISTLE_BEACON", "drand")),
    plant("a wrong address for metrics", "http", "failed", "a port of this computer", |s| s.set("WHISTLE_HTTP", "everywhere")),
    plant("the token in another setting", "guild-id", "failed", "Developer Mode", |s| s.set("WHISTLE_GUILD", DEFAULT_TOKEN)),
    plant("a server by its name", "guild-id", "failed", "Developer Mode", |s| s.set("WHISTLE_GUILD", "my server")),
    plant("no token", "token", "failed", "Reset Token", |s| s.set("DISCORD_TOKEN", "")),
    plant("a token in quotes", "token", "failed", "Remove the quotes", |s| s.set("DISCORD_TOKEN", &format!("\"{RESET}\""))),
    plant("a token behind Bot", "token", "failed", "Remove the word", |s| s.set("DISCORD_TOKEN", &format!("Bot {RESET}"))),
    plant("a token with a line break", "token", "failed", "Reset Token", |s| s.set("DISCORD_TOKEN", &RESET.replace(".this", ".\nthis"))),
    plant("the client secret", "token", "failed", "Reset Token", |s| s.set("DISCORD_TOKEN", "dGhpcyBpcyBhIHNlY3JldCBvZiBvdXJz")),
    plant("a token that was reset", "token-accepted", "failed", "Reset Token", |s| s.set("DISCORD_TOKEN", RESET)),
    plant("an address beyond", "api-address", "failed", "--allow-remote-api", |s| s.set("DISCORD_API_BASE", "https://example.org")),
    plant("no address", "api-address", "failed", "Remove DISCORD_API_BASE", |s| s.set("DISCORD_API_BASE", "discord")),
    plant("nobody at the address", "discord", "failed", "Start the server", |s| s.set("DISCORD_API_BASE", "http://127.0.0.1:9")),
    plant("a login page", "discord", "failed", "speaks Discord's API", |s| s.change = Some(|_, reply| {
        reply.headers.insert("content-type", "text/html".parse().expect("a header"));
        reply.text = Some("<html>Please log in.</html>");
    })),
    plant("a bad gateway", "discord", "failed", "speaks Discord's API", |s| s.change = Some(|_, reply| {
        (reply.status, reply.text) = (404, Some("nothing here"));
    })),
    plant("a slow way", "delay", "failed", "a better connection", |s| s.change = Some(|_, reply| reply.delay = Duration::from_millis(1600))),
    plant("headers that are lost", "limit-headers", "warning", "pass on all headers", |s| s.change = Some(bare_headers)),
    plant("a clock that is late", "clock", "failed", "set-ntp", |s| s.change = Some(|_, reply| {
        let date = httpdate::fmt_http_date(now_and(90));
        reply.headers.insert("date", date.parse().expect("a date"));
    })),
    plant("a clock that is early", "clock", "failed", "set-ntp", |s| s.change = Some(|_, reply| {
        let date = httpdate::fmt_http_date(SystemTime::now() - Duration::from_secs(3600));
        reply.headers.insert("date", date.parse().expect("a date"));
    })),
    plant("a gateway beyond", "gateway", "failed", "--allow-remote-api", |s| s.change = Some(|path, reply| {
        if path == "/gateway/bot" {
            reply.body["url"] = json!("wss://gateway.discord.gg");
        }
    })),
    plant("a bot in a circle of starts", "sessions", "warning", "a service that restarts", |s| s.change = Some(|path, reply| {
        if path == "/gateway/bot" {
            reply.body["session_start_limit"]["remaining"] = json!(3);
        }
    })),
    plant("no start that is left", "sessions", "failed", "a service that restarts", |s| s.config.gateway.session_starts = 0),
    plant("interactions that go elsewhere", "endpoint", "failed", "Clear the field", |s| s.change = Some(with_url)),
    plant("a key that nobody uses", "endpoint", "warning", "enter the address", |s| s.by_http(OWN_KEY)),
    plant("another application's key", "endpoint", "failed", "Copy the Public Key", |s| {
        s.by_http(OTHER_KEY);
        s.change = Some(with_url);
    }),
    plant("a key without an address", "interactions", "failed", "or remove both", |s| s.set("WHISTLE_PUBLIC_KEY", OTHER_KEY)),
    plant("an address without a key", "interactions", "failed", "or remove both", |s| s.set("WHISTLE_INTERACTIONS", "8080")),
    plant("the token in the place of a key", "interactions", "failed", "or remove both", |s| s.by_http(DEFAULT_TOKEN)),
    plant("interactions beside metrics", "interactions", "failed", "or remove both", |s| {
        s.by_http(OTHER_KEY);
        s.set("WHISTLE_HTTP", "8080");
    }),
    plant("a code grant", "application", "failed", "Switch that off", |s| s.change = Some(|path, reply| {
        on_application(path, reply, "bot_require_code_grant", json!(true));
    })),
    plant("no server", "servers", "failed", "whistle invite", |s| s.present = false),
    plant("a server without the bot", "servers", "failed", "whistle invite", |s| s.set("WHISTLE_GUILD", "1234567")),
    plant("permissions that are missing", "servers", "warning", "these permissions", |s| s.change = Some(|path, reply| {
        if path == "/users/@me/guilds" {
            // As where nobody has them, and the bot's role neither.
            reply.body[0]["permissions"] = json!((1u64 << 10 | 1 << 11).to_string());
        }
    })),
    plant("no commands", "commands", "warning", "Start the bot", |s| s.everywhere = None),
    plant("older commands", "commands", "warning", "Start the bot", |s| {
        let commands = s.everywhere.as_mut().expect("commands");
        commands[0]["description"] = json!("What it said before");
    }),
    plant("commands in a server as well", "commands", "warning", "README.md", |s| s.in_server = declared_commands(false).ok()),
    plant("commands everywhere as well", "commands", "warning", "README.md", |s| {
        s.set("WHISTLE_GUILD", HOME);
        s.in_server = declared_commands(false).ok();
    }),
    plant("an invitation without commands", "commands", "failed", "whistle invite", |s| {
        s.set("WHISTLE_GUILD", HOME);
        s.everywhere = None;
        s.change = Some(|path, reply| {
            if path.contains("/guilds/") && path.ends_with("/commands") {
                (reply.status, reply.body) = (403, json!({ "code": 50001, "message": "Missing Access" }));
            }
        });
    }),
    plant("no room for emojis", "emojis", "warning", "Delete emojis", |s| s.change = Some(|path, reply| {
        if path.ends_with("/emojis") {
            reply.body["items"] = (0..2000).map(|number| json!({ "id": "1", "name": format!("other_{number}") })).collect();
        }
    })),
    plant("a folder as the database", "database-path", "failed", "Set WHISTLE_DB", |s| {
        let folder = s.folder.display().to_string();
        s.set("WHISTLE_DB", &folder);
    }),
    plant("two databases", "database-path", "failed", "Set WHISTLE_DB", |s| {
        s.set("WHISTLE_DB", "whistle.db");
        s.set("DATABASE_URL", "postgres://bot:hush@127.0.0.1:1/whistle");
    }),
    plant("a server that is not there", "database", "failed", "under PostgreSQL", |s| {
        s.set("DATABASE_URL", "postgres://bot:hush@127.0.0.1:1/whistle");
    }),
    plant("a folder that is not there", "database-path", "failed", "Set WHISTLE_DB", |s| s.set("WHISTLE_DB", "data/whistle.db")),
    plant("a folder of root's", "database-access", "failed", "chown", |s| {
        fs::remove_file(s.path("whistle.db")).expect("it is gone");
        s.mode("", 0o555);
        s.stranger = true;
    }),
    plant("a letter", "database", "failed", "another file", |s| s.write("whistle.db", &"Dear database, ".repeat(1000))),
    plant("another program's database", "database", "failed", "another file", |s| s.sql = Some("PRAGMA application_id = 7")),
    plant("a newer database", "database", "failed", "newer version", |s| {
        s.sql = Some("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (99, 'later', 1, x'00', 0)");
    }),
    plant("a database that was moved away", "database", "failed", "whistle move --back", |s| s.sql = Some("UPDATE lease SET number = -2; INSERT OR IGNORE INTO lease (shard, number) VALUES (0, -2)")),
    plant("a damaged database", "database", "failed", "newest backup", damage),
    plant("a database for everybody", "database-private", "warning", "chmod 600", |s| s.mode("whistle.db", 0o644)),
    plant("a folder for everybody", "database-private", "warning", "chmod 700", |s| s.mode("", 0o777)),
    plant("a log without its database", "database-log", "failed", "back in its place", |s| {
        fs::rename(s.path("whistle.db"), s.path("whistle.db-wal")).expect("it is renamed");
    }),
    plant("a log without the database that a link leads to", "database-log", "failed", "back in its place", |s| {
        fs::rename(s.path("whistle.db"), s.path("data.db-wal")).expect("it is renamed");
        std::os::unix::fs::symlink("data.db", s.path("whistle.db")).expect("a link");
    }),
    plant("two bots", "one-bot", "failed", "all but one", |s| s.bots = 2),
    plant("few open files", "open-files", "warning", "LimitNOFILE", |s| s.before = "ulimit -n 64"),
    plant("a ban", "ban", "failed", "goes on by itself", |s| {
        let until = now_and(3600).duration_since(UNIX_EPOCH).expect("a time").as_millis();
        s.write("whistle.db-ban", &until.to_string());
    }),
];
