//! `whistle systemd`: prints a unit with which systemd keeps the bot running, shut off from the rest of the machine; or a
//! template of such units, which take over from each other.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::arguments::SystemdArguments;
use super::{CliError, FOR_GOOD, wrong};

/// The unit. The names in braces are replaced.
///
/// The start limit keeps a bot that cannot start within Discord's thousand connections a day. The bot itself takes at most
/// five seconds for a stop. Of `/proc` the metrics read more than processes, and threads of the bot lower their priority, so
/// neither `ProcSubset` nor a filter of `@resources` is there.
const UNIT: &str = "\
# Put this into /etc/systemd/system/{state}{template}.service. The settings stand in {settings}, one NAME=value a line:
# DISCORD_TOKEN=… at least. Nobody but root may read them: chown root:root {settings}; chmod 600 {settings}
[Unit]
Description=Whistle, a Discord bot that referees tabletop games{instance}
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=1h
StartLimitBurst=30

[Service]
Type=exec
User={user}
StateDirectory={state}
StateDirectoryMode=0700
WorkingDirectory=/var/lib/{state}
Environment=WHISTLE_DB=/var/lib/{state}/whistle.db
EnvironmentFile={settings}
ExecStart={program} bot{renew}
# A bot that hands over to the next one ends with success, and must not be started again.
Restart=on-failure
RestartSec=5
# A wrong setting, or a token that Discord does not take: a restart mends neither.
RestartPreventExitStatus={for_good}
TimeoutStopSec=10

UMask=0077
LimitNOFILE=4096
MemoryMax=1G
TasksMax=256

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
DevicePolicy=closed
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
KeyringMode=private
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
";

/// Prints the unit.
pub(super) fn run(arguments: &SystemdArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?,
    };
    let (template, instance, renew) = match arguments.renew {
        true => ("@", " (%i)", " --renew"),
        false => ("", "", ""),
    };
    let unit = UNIT
        .replace("{template}", template)
        .replace("{instance}", instance)
        .replace("{renew}", renew)
        .replace("{program}", path("--program", &program)?)
        .replace("{settings}", path("--settings", &arguments.settings)?)
        .replace("{user}", name("--user", &arguments.user)?)
        .replace("{state}", name("--state", &arguments.state)?)
        .replace("{for_good}", &FOR_GOOD.to_string());
    write!(out, "{unit}")?;
    Ok(ExitCode::SUCCESS)
}

/// Whether systemd takes a text as it stands, without quotes.
fn is_plain(text: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+@".contains(letter);
    !text.is_empty() && text.chars().all(plain)
}

/// A path that can stand in a unit.
fn path<'p>(option: &str, path: &'p Path) -> Result<&'p str, CliError> {
    let text = path.to_str().filter(|text| path.is_absolute() && is_plain(text));
    text.ok_or_else(|| {
        wrong(format!(
            "{option} must be a whole path, from / on, of letters, digits and / . _ - + @ alone"
        ))
    })
}

/// The name of a user or a folder that can stand in a unit.
fn name<'n>(option: &str, name: &'n str) -> Result<&'n str, CliError> {
    match is_plain(name) && !name.contains('/') && !name.starts_with(['.', '-']) {
        true => Ok(name),
        false => Err(wrong(format!(
            "{option} must be a name of letters, digits and . _ - + @ alone"
        ))),
    }
}
