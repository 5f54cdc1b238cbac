//! The link that invites the bot to a server.

use std::io::Write;
use std::process::ExitCode;

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

use super::arguments::InviteArguments;
use super::config::{Environment, Token};
use super::{CliError, wrong};

/// The permissions that the bot needs in a channel, and no others: Discord's permission bits, with Discord's names.
pub(super) const NEEDED: [(u64, &str); 6] = [
    (1 << 10, "View Channels"),
    (1 << 11, "Send Messages"),
    (1 << 38, "Send Messages in Threads"),
    (1 << 35, "Create Public Threads"),
    (1 << 14, "Embed Links"),
    (1 << 15, "Attach Files"),
];

/// All bits of them.
pub const PERMISSIONS: u64 = {
    let (mut bits, mut at) = (0, 0);
    while at < NEEDED.len() {
        bits |= NEEDED[at].0;
        at += 1;
    }
    bits
};

/// The link for the application with this id.
pub fn link(client: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={client}&permissions={PERMISSIONS}&scope=bot%20applications.commands"
    )
}

/// The application's id: the first part of a token, in base64.
pub fn client_of(token: &Token) -> Option<u64> {
    let first = token.reveal().split('.').next()?;
    let id = String::from_utf8(base64(first)?).ok()?;
    id.parse().ok().filter(|id| *id > 0)
}

/// Decodes base64 of either alphabet, with or without padding.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
    BASE64_STANDARD_NO_PAD.decode(text).ok()
}

pub(super) fn run(
    arguments: &InviteArguments,
    environment: &Environment,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let client = match (arguments.client_id, environment.token()?) {
        (Some(client), _) => client,
        (None, Some(token)) => client_of(&token).ok_or_else(|| {
            wrong("DISCORD_TOKEN does not begin with an application's id: check it, or give --client-id")
        })?,
        (None, None) => {
            return Err(wrong(
                "whose link? Set DISCORD_TOKEN, or give the application's id with --client-id",
            ));
        }
    };
    writeln!(out, "{}", link(client))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Token {
        let environment: Environment = [("DISCORD_TOKEN", text)].into_iter().collect();
        environment.token().unwrap().unwrap()
    }

    #[test]
    fn the_application_stands_in_the_token() {
        // base64 of 1234567890123456789 and of 80351110224678912
        assert_eq!(
            client_of(&token("MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.x.y")),
            Some(1_234_567_890_123_456_789)
        );
        assert_eq!(
            client_of(&token("ODAzNTExMTAyMjQ2Nzg5MTI=.x.y")),
            Some(80_351_110_224_678_912)
        );
        for text in ["abc.def.ghi", "....", "!!!.x", "MA.x"] {
            assert_eq!(client_of(&token(text)), None, "{text}");
        }
    }

    #[test]
    fn the_link_asks_for_six_permissions() {
        assert_eq!(PERMISSIONS.count_ones(), 6);
        assert_eq!(
            link(42),
            "https://discord.com/oauth2/authorize?client_id=42&permissions=309237697536&scope=bot%20applications.commands"
        );
    }
}
