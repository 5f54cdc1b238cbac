//! Which server may be talked to: Discord, or one of this computer, unless another one is permitted. Whoever listens there
//! is sent the token.

use std::net::IpAddr;

use super::run::{Config, RunError};

/// The server's scheme, host and port.
pub(super) fn base_of(config: &Config) -> Result<Option<String>, RunError> {
    let Some(text) = &config.api_base else { return Ok(None) };
    if !config.allow_remote_api {
        on_this_computer("the API", text)?;
    }
    let url = parse("the API", text)?;
    let rest = url.path().trim_end_matches('/');
    if !matches!(rest, "" | "/api" | "/api/v10") {
        return Err(RunError::Address(format!(
            "the address of the API ends in {rest}, and not in /api/v10"
        )));
    }
    Ok(Some(url.origin().ascii_serialization()))
}

fn parse(what: &str, text: &str) -> Result<reqwest::Url, RunError> {
    reqwest::Url::parse(text).map_err(|_| RunError::Address(format!("the address of {what} is no address")))
}

/// Refuses an address beyond this computer: whoever listens there would be sent the token.
pub(super) fn on_this_computer(what: &str, text: &str) -> Result<(), RunError> {
    let url = parse(what, text)?;
    let host = url
        .host_str()
        .unwrap_or_default()
        .trim_start_matches('[')
        .trim_end_matches(']');
    if host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()) {
        return Ok(());
    }
    Err(RunError::Address(format!(
        "the address of {what} is beyond this computer ({host}), which must be permitted"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(text: &str, remote: bool) -> Result<Option<String>, String> {
        let config = Config {
            api_base: Some(text.to_owned()),
            allow_remote_api: remote,
            ..Config::new("token", "whistle.db")
        };
        base_of(&config).map_err(|error| error.to_string())
    }

    #[test]
    fn the_api_is_on_this_computer_unless_permitted() {
        for text in [
            "http://127.0.0.1:8080",
            "http://127.0.0.1:8080/",
            "http://127.0.0.1:8080/api/v10/",
        ] {
            assert_eq!(base(text, false), Ok(Some("http://127.0.0.1:8080".to_owned())));
        }
        assert_eq!(base("http://[::1]:5/api", false), Ok(Some("http://[::1]:5".to_owned())));
        assert!(base("http://127.0.0.1.example.org", false).is_err());
        assert!(base("https://example.org", false).is_err());
        assert_eq!(
            base("https://example.org", true),
            Ok(Some("https://example.org".to_owned()))
        );
        assert!(base("http://127.0.0.1/elsewhere", false).is_err());
        assert!(base("nothing", true).is_err());
    }

    #[test]
    fn a_gateway_elsewhere_is_refused() {
        assert!(on_this_computer("the gateway", "ws://127.0.0.1:4000/").is_ok());
        assert!(on_this_computer("the gateway", "wss://gateway.discord.gg").is_err());
        assert!(on_this_computer("the gateway", "").is_err());
    }
}
