//! The settings: read from the environment once, checked once, and passed on as values.
//!
//! No other module reads the environment. A token never appears in logs or errors.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::http::Uri;

use super::{CliError, game, setup_sentence, wrong};
use crate::beacon::Relays;
use crate::discord::{self, EndpointConfig, PublicKey};
use crate::games::{GameEntry, Options};
use crate::store::{Address, Database};
use crate::words::Words;

/// The prefix of variables that override a game's options; the game's name in capitals follows.
pub(super) const OPTIONS_PREFIX: &str = "WHISTLE_OPTIONS_";

/// What the bot needs to know, on Discord and on the playground.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database.
    pub database: Database,
    /// The one server to register commands in; everywhere when `None`.
    pub guild: Option<u64>,
    /// Default options that differ from the game's own, by slug.
    pub options: BTreeMap<&'static str, Options>,
    /// Where to serve health and metrics; nowhere when `None`.
    pub http: Option<SocketAddr>,
    /// How long the log of a match is kept after its end; for ever when `None`.
    pub keep: Option<Duration>,
    /// The relays of public randomness, if matches are to begin with some.
    pub beacon: Option<Relays>,
    /// How many times faster than real time the referee's clock runs; 1 except in tests.
    pub speed: u32,
    /// How long an unused table stays in memory, where a test sets it.
    pub idle: Option<Duration>,
}

/// A bot's token. Only [`Token::reveal`] shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The token itself. Whoever calls this can act as the bot.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(super) fn read(text: &str) -> Result<Token, CliError> {
        let text = text.trim();
        if text.starts_with("Bot ") {
            return Err(wrong(
                "DISCORD_TOKEN must be the bare token, without the word Bot before it",
            ));
        }
        if text.is_empty() || text.contains(|letter: char| !letter.is_ascii_graphic()) {
            return Err(wrong(
                "DISCORD_TOKEN is no token: copy it from the Bot page of your application",
            ));
        }
        Ok(Token(text.to_owned()))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// The variables of the environment, as they were when the program began.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, Option<String>>);

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Environment {
        let pairs = variables
            .into_iter()
            .map(|(name, value)| (name.into(), Some(value.into())));
        Environment(pairs.collect())
    }
}

impl Environment {
    /// The variables of this process.
    pub fn of_process() -> Environment {
        let ours =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok())));
        Environment(ours.collect())
    }

    /// The names of the variables.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The value of `name`; `None` when it is not set or empty.
    pub(super) fn get(&self, name: &str) -> Result<Option<&str>, CliError> {
        match self.0.get(name) {
            Some(None) => Err(wrong(format!("{name} is not readable text"))),
            Some(Some(value)) if !value.trim().is_empty() => Ok(Some(value)),
            _ => Ok(None),
        }
    }

    /// The bot's token, if one is set.
    ///
    /// # Errors
    /// When it is set and cannot be a token.
    pub fn token(&self) -> Result<Option<Token>, CliError> {
        self.get("DISCORD_TOKEN")?.map(Token::read).transpose()
    }

    /// What to log.
    ///
    /// # Errors
    /// When it is set and is no text.
    pub fn log(&self) -> Result<&str, CliError> {
        let set = match self.get("WHISTLE_LOG")? {
            None => self.get("RUST_LOG")?,
            set => set,
        };
        Ok(set.unwrap_or("warn,whistle=info"))
    }

    /// The bot's settings wherever it serves.
    ///
    /// # Errors
    /// At the first wrong value.
    pub fn settings(&self) -> Result<Settings, CliError> {
        Ok(Settings {
            database: self.database()?,
            guild: self.guild()?,
            options: self.options()?,
            http: self.http()?,
            keep: self.keep()?,
            beacon: self.beacon()?,
            speed: self.speed()?,
            idle: self.idle()?,
        })
    }

    /// A bot on Discord, or on a server in its place, and the settings that every bot has. `remote` lets the API be beyond
    /// this computer.
    ///
    /// # Errors
    /// At the first missing or wrong value.
    pub fn bot(&self, remote: bool) -> Result<(discord::Config, Settings), CliError> {
        let token = self.token()?.ok_or_else(|| {
            wrong("DISCORD_TOKEN is not set: put your bot's token there or into .env, or run plain `whistle` to play without Discord")
        })?;
        let (api_base, endpoint, settings) = (self.api_base(remote)?, self.endpoint()?, self.settings()?);
        let config = discord::Config {
            api_base,
            allow_remote_api: remote,
            endpoint,
            ..discord::Config::new(token.reveal(), settings.database.clone())
        };
        Ok((config, settings))
    }

    /// The server that takes the place of Discord, if there is one. `remote` lets it be beyond this computer.
    pub(super) fn api_base(&self, remote: bool) -> Result<Option<String>, CliError> {
        let set = self.get("DISCORD_API_BASE")?;
        set.map(|text| read_api_base(text, remote)).transpose()
    }

    /// The address of a server's database, if there is one.
    pub(super) fn server(&self) -> Result<Option<Address>, CliError> {
        let Some(url) = self.get("DATABASE_URL")? else {
            return Ok(None);
        };
        let address = Address::read(url).map_err(|what| wrong(format!("DATABASE_URL {what}")))?;
        Ok(Some(address))
    }

    /// The database: of a server, or a file.
    pub(super) fn database(&self) -> Result<Database, CliError> {
        let file = self.get("WHISTLE_DB")?;
        if let Some(address) = self.server()? {
            if file.is_some() {
                return Err(wrong(
                    "DATABASE_URL and WHISTLE_DB are both set, and a bot has one database: leave out the one that you do not mean",
                ));
            }
            return Ok(Database::Server(address));
        }
        let path = PathBuf::from(file.unwrap_or("whistle.db"));
        if path.is_dir() {
            return Err(wrong(format!("WHISTLE_DB is a folder, not a file: {}", path.display())));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(wrong(format!(
                "WHISTLE_DB is in a folder that does not exist: {}",
                folder.display()
            )));
        }
        Ok(Database::File(path))
    }

    /// The one server to register commands in, if there is one.
    pub(super) fn guild(&self) -> Result<Option<u64>, CliError> {
        let Some(text) = self.get("WHISTLE_GUILD")? else {
            return Ok(None);
        };
        match text.trim().parse() {
            Ok(id) if id > 0 => Ok(Some(id)),
            _ => Err(wrong(format!(
                "WHISTLE_GUILD must be a server's id, a long number, not {text:?}"
            ))),
        }
    }

    /// Where to serve health and metrics, if anywhere.
    pub(super) fn http(&self) -> Result<Option<SocketAddr>, CliError> {
        self.address("WHISTLE_HTTP", "127.0.0.1:9464")
    }

    /// The key and the address by which to take interactions by HTTP, if that is wanted. No value is repeated in an error:
    /// it may be another application's secret.
    pub(super) fn endpoint(&self) -> Result<Option<EndpointConfig>, CliError> {
        let key = self.get("WHISTLE_PUBLIC_KEY")?;
        let (key, address) = match (key, self.address("WHISTLE_INTERACTIONS", "127.0.0.1:9465")?) {
            (None, None) => return Ok(None),
            (Some(_), None) => {
                return Err(wrong(
                    "WHISTLE_PUBLIC_KEY needs WHISTLE_INTERACTIONS, the address on which to take interactions, such as 127.0.0.1:9465",
                ));
            }
            (None, Some(_)) => {
                return Err(wrong(
                    "WHISTLE_INTERACTIONS needs WHISTLE_PUBLIC_KEY, the Public Key of your application's General Information page",
                ));
            }
            (Some(key), Some(address)) => (key, address),
        };
        let Some(public_key) = PublicKey::read(key) else {
            return Err(wrong(
                "WHISTLE_PUBLIC_KEY is no public key: copy the 64 digits from the General Information page of your application",
            ));
        };
        if self.http()?.is_some_and(|http| http.port() == address.port()) {
            return Err(wrong(
                "WHISTLE_INTERACTIONS must have another port than WHISTLE_HTTP, which not everybody may reach",
            ));
        }
        Ok(Some(EndpointConfig { public_key, address }))
    }

    /// An address to listen on, if one is set. A port alone, or with `localhost`, is on this computer.
    fn address(&self, name: &str, example: &str) -> Result<Option<SocketAddr>, CliError> {
        let Some(text) = self.get(name)?.map(str::trim) else {
            return Ok(None);
        };
        let port = text.strip_prefix("localhost:").unwrap_or(text).parse::<u16>();
        let address = port.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        match address.ok().or_else(|| text.parse().ok()) {
            Some(address) if address.port() > 0 => Ok(Some(address)),
            _ => Err(wrong(format!(
                "{name} must be a port, or an address with a port such as {example}, not {text:?}"
            ))),
        }
    }

    /// How long the log of a match is kept after its end, if not for ever.
    pub(super) fn keep(&self) -> Result<Option<Duration>, CliError> {
        const DAY: Duration = Duration::from_secs(24 * 3600);
        /// A hundred years.
        const MOST: u32 = 36_500;
        let Some(text) = self.get("WHISTLE_KEEP")?.map(str::trim) else {
            return Ok(None);
        };
        match text.strip_suffix('d').map(str::parse) {
            Some(Ok(days @ 1..=MOST)) => Ok(Some(days * DAY)),
            _ => Err(wrong(format!(
                "WHISTLE_KEEP must be a number of days such as 90d, not {text:?}"
            ))),
        }
    }

    /// The relays of public randomness, if matches are to begin with some.
    pub(super) fn beacon(&self) -> Result<Option<Relays>, CliError> {
        let relays = self.get("WHISTLE_BEACON")?.map(Relays::read).transpose();
        relays.map_err(|error| wrong(format!("WHISTLE_BEACON: {error}")))
    }

    /// For tests, which cannot wait for hours; no help text mentions it.
    fn speed(&self) -> Result<u32, CliError> {
        const FASTEST: u32 = 1000;
        match self.get("WHISTLE_TEST_SPEED")?.unwrap_or("1").trim().parse() {
            Ok(speed @ 1..=FASTEST) => Ok(speed),
            _ => Err(wrong(format!(
                "WHISTLE_TEST_SPEED is for tests only, and must be 1 to {FASTEST}"
            ))),
        }
    }

    /// For tests only, too; in seconds.
    fn idle(&self) -> Result<Option<Duration>, CliError> {
        let Some(text) = self.get("WHISTLE_TEST_IDLE")? else {
            return Ok(None);
        };
        match text.trim().parse() {
            Ok(seconds @ 1..) => Ok(Some(Duration::from_secs(seconds))),
            _ => Err(wrong(
                "WHISTLE_TEST_IDLE is for tests only, and must be a number of seconds",
            )),
        }
    }

    /// Default options that differ from the game's own, by slug.
    pub(super) fn options(&self) -> Result<BTreeMap<&'static str, Options>, CliError> {
        let mut all = BTreeMap::new();
        let names = self
            .0
            .keys()
            .filter_map(|name| Some((name, name.strip_prefix(OPTIONS_PREFIX)?)));
        for (name, slug) in names {
            let Some(text) = self.get(name)? else {
                continue;
            };
            let entry = game(&slug.to_lowercase()).map_err(|error| wrong(format!("{name}: {error}")))?;
            let options = read_options(entry, text).map_err(|what| wrong(format!("{name}: {what}")))?;
            all.insert(entry.slug, options);
        }
        Ok(all)
    }
}

/// What is wrong with a file `.env`, without the value, which may be a secret.
pub fn fault_of_file(error: &dotenvy::Error) -> String {
    match error {
        dotenvy::Error::LineParse(_, column) => format!("a line of it is wrong near column {column}"),
        dotenvy::Error::Io(error) => error.to_string(),
        _ => "it holds something that is no setting".to_owned(),
    }
}

/// Parses options from JSON; they must fit at least one number of people.
fn read_options(entry: &GameEntry, text: &str) -> Result<Options, String> {
    let options: Options = serde_json::from_str(text).map_err(|error| format!("this is no JSON object ({error})"))?;
    let Err(nobody) = entry.suits_somebody(&options) else {
        return Ok(options);
    };
    let words = Words::embedded().map_err(|error| error.to_string())?;
    Err(setup_sentence(&words, &nobody))
}

/// Parses the address of a server in Discord's place: on loopback, or anywhere when `remote`.
fn read_api_base(text: &str, remote: bool) -> Result<String, CliError> {
    let text = text.trim().trim_end_matches('/');
    let no_address = || {
        wrong(format!(
            "DISCORD_API_BASE must be an address such as http://127.0.0.1:8080, not {text:?}"
        ))
    };
    let uri: Uri = text.parse().map_err(|_| no_address())?;
    let authority = uri.authority().ok_or_else(no_address)?;
    let plain = matches!(uri.scheme_str(), Some("http" | "https")) && uri.query().is_none();
    if !plain || authority.as_str().contains('@') {
        return Err(no_address());
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let loopback = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if !loopback && !remote {
        return Err(wrong(format!(
            "DISCORD_API_BASE points beyond this computer, to {host}, which would be sent the bot's token; --allow-remote-api permits that"
        )));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        variables.iter().copied().collect()
    }

    fn sentence<T>(read: Result<T, CliError>) -> String {
        let sentence = read.err().expect("an error").to_string();
        assert!(!sentence.contains('\n'), "{sentence}");
        sentence
    }

    #[test]
    fn a_token_is_checked_and_stays_hidden() {
        let token = environment(&[("DISCORD_TOKEN", " abc.def.ghi\n")])
            .token()
            .unwrap()
            .unwrap();
        assert_eq!(
            (token.reveal(), format!("{token:?}").as_str()),
            ("abc.def.ghi", "Token(hidden)")
        );
        assert_eq!(environment(&[("DISCORD_TOKEN", "  ")]).token().unwrap(), None);
        assert!(sentence(environment(&[("DISCORD_TOKEN", "Bot abc")]).token()).contains("bare token"));
        assert!(sentence(environment(&[("DISCORD_TOKEN", "a b")]).token()).contains("no token"));
        assert!(sentence(environment(&[]).bot(false)).contains("DISCORD_TOKEN is not set"));
        let shown = format!("{:?}", environment(&[("DISCORD_TOKEN", "abc.def")]));
        assert!(!shown.contains("abc"), "{shown}");
    }

    #[test]
    fn the_api_stays_on_this_computer_unless_insisted() {
        for (text, base) in [
            ("http://127.0.0.1:8080/api/v10/", "http://127.0.0.1:8080/api/v10"),
            ("http://localhost:1", "http://localhost:1"),
            ("http://[::1]:5/api", "http://[::1]:5/api"),
            ("https://127.9.9.9/x", "https://127.9.9.9/x"),
        ] {
            assert_eq!(read_api_base(text, false).unwrap(), base);
        }
        for text in [
            "https://example.org",
            "http://10.0.0.1:80",
            "http://127.0.0.1.example.org",
            "http://0.0.0.0",
        ] {
            assert!(
                sentence(read_api_base(text, false)).contains("--allow-remote-api"),
                "{text}"
            );
            assert!(read_api_base(text, true).is_ok(), "{text}");
        }
        for text in [
            "127.0.0.1",
            "ftp://127.0.0.1",
            "/api",
            "http://",
            "http://x@127.0.0.1",
            "http://127.0.0.1/?a=b",
            "a b",
        ] {
            assert!(
                sentence(read_api_base(text, true)).contains("must be an address"),
                "{text}"
            );
        }
    }

    #[test]
    fn settings_have_defaults_and_every_wrong_one_gets_a_sentence() {
        let settings = environment(&[]).settings().unwrap();
        assert_eq!(settings.database, Database::from("whistle.db"));
        assert!(settings.guild.is_none() && settings.options.is_empty() && settings.http.is_none());
        for (set, address) in [
            ("9464", "127.0.0.1:9464"),
            (" localhost:80 ", "127.0.0.1:80"),
            ("[::1]:9464", "[::1]:9464"),
            ("0.0.0.0:9464", "0.0.0.0:9464"),
        ] {
            let http = environment(&[("WHISTLE_HTTP", set)]).settings().unwrap().http;
            assert_eq!(http.map(|http| http.to_string()).as_deref(), Some(address), "{set}");
        }
        assert_eq!(
            environment(&[("WHISTLE_GUILD", "42")]).settings().unwrap().guild,
            Some(42)
        );
        for (name, value, hint) in [
            ("WHISTLE_GUILD", "my server", "a long number"),
            ("WHISTLE_GUILD", "0", "a long number"),
            ("WHISTLE_DB", "/", "a folder"),
            ("DATABASE_URL", "mysql://bot:hidden@localhost/whistle", "postgres://"),
            ("DATABASE_URL", "postgres://localhost", "names no database"),
            ("WHISTLE_DB", "/no/such/folder/whistle.db", "does not exist"),
            ("WHISTLE_OPTIONS_CHESS", "{}", "there is no game called"),
            ("WHISTLE_TEST_IDLE", "0", "a number of seconds"),
            ("WHISTLE_HTTP", "0", "a port"),
            ("WHISTLE_HTTP", "127.0.0.1", "a port"),
            ("WHISTLE_HTTP", "99999", "a port"),
            ("WHISTLE_HTTP", "example.org:80", "a port"),
        ] {
            let said = sentence(environment(&[(name, value)]).settings());
            assert!(said.contains(name) && said.contains(hint), "{said}");
        }
        let unreadable = Environment(BTreeMap::from([("WHISTLE_DB".to_owned(), None)]));
        assert!(sentence(unreadable.settings()).contains("not readable text"));
    }

    #[test]
    fn interactions_by_http_need_a_key_and_an_address_of_their_own() {
        let key = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
        let endpoint = |variables: &[(&str, &str)]| environment(variables).endpoint();
        let (with_key, address) = (("WHISTLE_PUBLIC_KEY", key), ("WHISTLE_INTERACTIONS", "8080"));
        let read = endpoint(&[with_key, address]).unwrap().unwrap();
        assert_eq!(
            (format!("{:?}", read.public_key), read.address.port()),
            (key.to_owned(), 8080)
        );
        assert!(read.address.ip().is_loopback() && endpoint(&[]).unwrap().is_none());
        for (variables, hint) in [
            (&[with_key][..], "WHISTLE_PUBLIC_KEY needs WHISTLE_INTERACTIONS"),
            (&[address], "WHISTLE_INTERACTIONS needs WHISTLE_PUBLIC_KEY"),
            (
                &[("WHISTLE_PUBLIC_KEY", "hush"), address],
                "WHISTLE_PUBLIC_KEY is no public key",
            ),
            (
                &[("WHISTLE_PUBLIC_KEY", &key[1..]), address],
                "WHISTLE_PUBLIC_KEY is no public key",
            ),
            (
                &[with_key, ("WHISTLE_INTERACTIONS", "here")],
                "WHISTLE_INTERACTIONS must be a port",
            ),
            (
                &[with_key, address, ("WHISTLE_HTTP", "8080")],
                "another port than WHISTLE_HTTP",
            ),
        ] {
            let said = sentence(endpoint(variables));
            assert!(said.contains(hint) && !said.contains("hush"), "{said}");
        }
    }

    #[test]
    fn a_bot_has_one_database_and_its_password_stays_hidden() {
        let url = ("DATABASE_URL", "postgres://bot:hidden@localhost/whistle");
        let settings = environment(&[url, ("WHISTLE_DB", "")]).settings().unwrap();
        assert_eq!(settings.database.to_string(), "postgres://localhost:5432/whistle");
        assert!(!format!("{settings:?}").contains("hidden"));
        let said = sentence(environment(&[url, ("WHISTLE_DB", "whistle.db")]).settings());
        assert!(said.contains("both set") && !said.contains("hidden"), "{said}");
    }

    #[test]
    fn the_log_setting_has_two_names() {
        assert_eq!(environment(&[]).log().unwrap(), "warn,whistle=info");
        assert_eq!(environment(&[("RUST_LOG", "debug")]).log().unwrap(), "debug");
        assert_eq!(
            environment(&[("RUST_LOG", "debug"), ("WHISTLE_LOG", "error")])
                .log()
                .unwrap(),
            "error"
        );
    }
}
