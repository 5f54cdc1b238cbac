//! `whistle health`: asks the bot on this computer whether it is ready, or whether its process runs, for what has no other way to
//! ask.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use super::arguments::HealthArguments;
use super::config::Environment;
use super::{CliError, serve, wrong};

/// How long the bot may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Prints what the bot answers, and fails if the answer is not that all is well.
pub(super) fn run(
    arguments: &HealthArguments,
    environment: &Environment,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let address = environment
        .http()?
        .ok_or_else(|| wrong("WHISTLE_HTTP is not set, so the bot serves no health"))?;
    let failed = |error: reqwest::Error| CliError::Serving(format!("the bot does not answer: {}", error.without_url()));
    let (well, said) = serve::block_on(async {
        let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build();
        let question = if arguments.live { "live" } else { "ready" };
        let url = format!("http://{}/health/{question}", reached(address));
        let response = client.map_err(failed)?.get(url).send().await.map_err(failed)?;
        Ok((response.status().is_success(), response.text().await.map_err(failed)?))
    })?;
    write!(out, "{said}")?;
    Ok(match well {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Where who listens on every address is reached from this computer.
fn reached(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::reached;

    #[test]
    fn who_listens_everywhere_is_reached_on_this_computer() {
        for (set, asked) in [
            ("0.0.0.0:9464", "127.0.0.1:9464"),
            ("[::]:9464", "[::1]:9464"),
            ("127.0.0.1:1", "127.0.0.1:1"),
            ("10.0.0.5:9464", "10.0.0.5:9464"),
        ] {
            assert_eq!(reached(set.parse().expect("an address")).to_string(), asked);
        }
    }
}
