//! The settings: the file `.env`, the variables, and what stands in them.

use std::path::PathBuf;

use super::Facts;
use super::finding::{FINE, Tried, failed, sentence, warning};
use super::machine::others_may;
use crate::cli::arguments::SETTINGS;
use crate::cli::config::{Environment, OPTIONS_PREFIX, Token, fault_of_file};
use crate::cli::{invite, logs};

/// The variables of the tests, which no help text mentions.
const OF_TESTS: &str = "WHISTLE_TEST_";
/// How many parts a token has, with points between them.
const TOKEN_PARTS: usize = 3;

/// The file `.env` that the program has read, or what is wrong with it.
pub(super) fn file() -> Result<Option<PathBuf>, String> {
    // A variable that is set already stays as it is, so reading the file once more changes nothing.
    match dotenvy::dotenv() {
        Ok(path) => Ok(Some(path)),
        Err(error) if error.not_found() => Ok(None),
        Err(error) => Err(format!(
            "The file .env cannot be understood: {}.",
            fault_of_file(&error)
        )),
    }
}

/// A setting must be understood.
fn understood<T, E: ToString>(setting: &Result<T, E>, way_out: &str) -> Tried {
    match setting {
        Ok(_) => FINE,
        Err(error) => failed(sentence(error), way_out),
    }
}

pub(super) fn env_file(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str = "Write one NAME=value a line, and put a value with spaces or marks between single quotes.";
    understood(&facts.file, WAY_OUT)
}

pub(super) fn env_file_private(facts: &Facts<'_>) -> Tried {
    let Ok(Some(file)) = &facts.file else {
        return FINE;
    };
    if !others_may(file, 0o044) {
        return FINE;
    }
    let file = file.display();
    warning(
        format!("Others on this computer can read the token in {file}."),
        format!("Let only yourself read it: chmod 600 {file}."),
    )
}

/// The settings that the help text lists.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    let listed = SETTINGS.lines().skip(1).take_while(|line| !line.is_empty());
    listed.filter_map(|line| line.strip_prefix("  ")?.split([' ', '<']).next())
}

/// Whether Kubernetes has set a variable: in every container it tells each service of the namespace by variables that begin
/// with the service's name, which may be `whistle`.
fn is_of_kubernetes(environment: &Environment, name: &str) -> bool {
    let mut services = environment
        .names()
        .filter_map(|name| name.strip_suffix("_SERVICE_HOST"));
    services.any(|service| {
        let rest = name.strip_prefix(service).unwrap_or_default();
        rest == "_PORT" || rest.starts_with("_PORT_") || rest.starts_with("_SERVICE_")
    })
}

pub(super) fn variables(facts: &Facts<'_>) -> Tried {
    let ours = |name: &&str| {
        (name.starts_with("WHISTLE_") || name.starts_with("DISCORD_")) && !is_of_kubernetes(facts.environment, name)
    };
    let known = |name: &str| {
        [OF_TESTS, OPTIONS_PREFIX].iter().any(|prefix| name.starts_with(prefix)) || known().any(|known| known == name)
    };
    let unknown: Vec<&str> = facts
        .environment
        .names()
        .filter(ours)
        .filter(|name| !known(name))
        .collect();
    if unknown.is_empty() {
        return FINE;
    }
    warning(
        format!(
            "There is no setting called {}, and the bot leaves it aside.",
            unknown.join(" or ")
        ),
        "Correct the name, or remove it: `whistle --help` lists every setting.",
    )
}

pub(super) fn log(facts: &Facts<'_>) -> Tried {
    let understood = facts
        .environment
        .log()
        .is_ok_and(|filter| logs::to_stderr(filter).is_ok());
    if understood {
        return FINE;
    }
    failed(
        "What WHISTLE_LOG or RUST_LOG asks for is not understood.",
        "Set WHISTLE_LOG to a word such as info, or to filters such as warn,whistle=debug.",
    )
}

pub(super) fn game_options(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str = "Name the game as its command does, in capitals, and give its options as JSON: \
                           WHISTLE_OPTIONS_BINOME='{\"games\":1}'.";
    understood(&facts.environment.options(), WAY_OUT)
}

pub(super) fn http(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str = "Remove WHISTLE_HTTP, or set it to a port of this computer, such as 9464.";
    understood(&facts.environment.http(), WAY_OUT)
}

pub(super) fn keep(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str = "Remove WHISTLE_KEEP to keep every record, or set it to a number of days, such as 90d.";
    understood(&facts.environment.keep(), WAY_OUT)
}

pub(super) fn beacon(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str = "Remove WHISTLE_BEACON, or set it to a relay of drand, such as https://api.drand.sh.";
    understood(&facts.environment.beacon(), WAY_OUT)
}

pub(super) fn interactions(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str =
        "Set WHISTLE_PUBLIC_KEY and WHISTLE_INTERACTIONS as README.md says under Settings, or remove both.";
    understood(&facts.endpoint, WAY_OUT)
}

pub(super) fn guild_id(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str =
        "Remove WHISTLE_GUILD, or copy the server's id from its menu in Discord, with Developer Mode switched on.";
    understood(&facts.guild, WAY_OUT)
}

/// Whether a text has the form of a bot's token.
pub(super) fn is_token(text: &str) -> bool {
    let read = Token::read(text);
    read.is_ok_and(|token| text.split('.').count() == TOKEN_PARTS && invite::client_of(&token).is_some())
}

/// The token, or why it is none.
pub(super) fn token(environment: &Environment) -> Tried<Token> {
    const COPY: &str =
        "Press Reset Token on the Bot page of your application, and copy what it shows into DISCORD_TOKEN.";
    let text = match environment.get("DISCORD_TOKEN") {
        Ok(Some(text)) => text.trim(),
        Ok(None) => return failed("DISCORD_TOKEN is not set, neither here nor in .env.", COPY),
        Err(error) => return failed(sentence(&error), COPY),
    };
    if text.starts_with(['"', '\'']) {
        const WAY_OUT: &str = "Remove the quotes: Docker's --env-file and systemd's files pass them on.";
        return failed("The token stands in quotes.", WAY_OUT);
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.eq_ignore_ascii_case("bot") {
        return failed(
            "The word Bot stands before the token.",
            "Remove the word: the bot adds it by itself.",
        );
    }
    match Token::read(text) {
        Err(error) => failed(sentence(&error), COPY),
        Ok(token) if is_token(text) => Ok(token),
        Ok(_) => failed(
            "DISCORD_TOKEN is no bot's token, but perhaps the client secret or the public key.",
            COPY,
        ),
    }
}

pub(super) fn token_form(facts: &Facts<'_>) -> Tried {
    facts.token.clone().map(|_| None)
}

pub(super) fn api_address(facts: &Facts<'_>) -> Tried {
    const WAY_OUT: &str =
        "Remove DISCORD_API_BASE to serve Discord, or say --allow-remote-api if that server may have the token.";
    understood(&facts.api_base, WAY_OUT)
}

pub(super) fn proxy(facts: &Facts<'_>) -> Tried {
    let names = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
    let set = names
        .iter()
        .find(|name| matches!(facts.environment.get(name), Ok(Some(_))));
    match set {
        // The bot asks a server in Discord's place without a proxy.
        Some(name) if matches!(facts.api_base, Ok(None)) => warning(
            format!("{name} is set, and the connection to Discord's gateway does not go through a proxy."),
            format!("Let the bot reach gateway.discord.gg on port 443 directly, and start it without {name}."),
        ),
        _ => FINE,
    }
}
