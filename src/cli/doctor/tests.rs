//! What cannot be planted around a process: a full disk, a file system over the network, a proxy before Discord itself. All
//! else is planted in `tests/command_line/doctor`.

use super::finding::{Halt, Tried};
use super::machine::Machine;
use super::{Facts, machine, settings};
use crate::cli::config::Environment;

const MIB: u64 = 1 << 20;

/// Facts in which nothing is known but the machine and the variables.
fn facts(environment: &Environment, machine: Machine) -> Facts<'_> {
    Facts {
        environment,
        remote: false,
        file: Ok(None),
        token: settings::token(environment),
        api_base: environment.api_base(false),
        guild: Ok(None),
        endpoint: Ok(None),
        database: environment.database(),
        examined: None,
        machine,
        banned: None,
        online: None,
    }
}

/// What a check says of a machine.
fn of(machine: Machine, check: fn(&Facts<'_>) -> Tried) -> String {
    let environment = Environment::default();
    match check(&facts(&environment, machine)) {
        Err(Halt::Found(finding)) => finding.to_string(),
        Ok(_) => "ok".to_owned(),
        Err(Halt::Untried(why)) => why.to_owned(),
    }
}

#[test]
fn what_the_system_does_not_give_is_found_with_its_way_out() {
    let usual = Machine {
        room: Some(9_000 * MIB),
        network: Some(None),
        files: Some(1024),
        memory: Some(512 * MIB),
        bots: Some(1),
    };
    type Row = (fn(&mut Machine), fn(&Facts<'_>) -> Tried, [&'static str; 3]);
    let planted: [Row; 6] = [
        (
            |m| m.room = Some(100 * MIB),
            machine::disk,
            ["warning", "100 MiB", "Make room"],
        ),
        (
            |m| m.room = Some(3 * MIB),
            machine::disk,
            ["failed", "3 MiB", "Make room"],
        ),
        (
            |m| m.network = Some(Some("NFS")),
            machine::file_locks,
            ["failed", "NFS", "disk of this computer"],
        ),
        (
            |m| m.files = Some(64),
            machine::open_files,
            ["warning", "64", "LimitNOFILE"],
        ),
        (
            |m| m.memory = Some(64 * MIB),
            machine::memory,
            ["warning", "64 MiB", "MemoryMax"],
        ),
        (
            |m| m.bots = Some(2),
            machine::one_bot,
            ["failed", "2 bots", "all but one"],
        ),
    ];
    for (plant, check, parts) in planted {
        assert_eq!(of(usual, check), "ok");
        let mut machine = usual;
        plant(&mut machine);
        let said = of(machine, check);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }
    for check in [
        machine::disk,
        machine::file_locks,
        machine::open_files,
        machine::one_bot,
    ] {
        assert_eq!(of(Machine::default(), check), "the system does not tell");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn this_machine_tells_all_that_is_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let machine = Machine::around(Some(&folder.path().join("whistle.db")));
    assert!(machine.room.is_some_and(|room| room > MIB) && machine.files.is_some_and(|files| files > 2));
    assert!(machine.network.is_some());
    assert_eq!(machine.bots, Some(0));
}

/// The number of NFS, the number of 9P, and what Linux and gVisor list as mounted where a file system is 9P.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_under_gvisor_is_no_file_system_over_the_network() {
    const NFS: i64 = 0x6969;
    const PLAN_9: i64 = 0x0102_1997;
    let linux = "share /mnt 9p rw,relatime,access=client,trans=virtio 0 0\n";
    let gvisor = "none / 9p rw,trans=fd,rfdno=4,wfdno=4,aname=/,dfltuid=4294967294,dfltgid=4294967294 0 0\n";
    assert_eq!(machine::network(PLAN_9, linux), Some("9P"));
    assert_eq!(machine::network(PLAN_9, gvisor), None);
    assert_eq!(machine::network(NFS, gvisor), Some("NFS"));
}

#[test]
fn what_kubernetes_sets_for_a_service_of_the_same_name_is_no_setting() {
    let said = |variables: &[(&str, &str)]| {
        let environment: Environment = variables.iter().copied().collect();
        match settings::variables(&facts(&environment, Machine::default())) {
            Err(Halt::Found(finding)) => finding.to_string(),
            _ => "ok".to_owned(),
        }
    };
    let of_service = [
        ("WHISTLE_SERVICE_HOST", "10.0.0.11"),
        ("WHISTLE_SERVICE_PORT", "9464"),
        ("WHISTLE_SERVICE_PORT_METRICS", "9464"),
        ("WHISTLE_PORT", "tcp://10.0.0.11:9464"),
        ("WHISTLE_PORT_9464_TCP", "tcp://10.0.0.11:9464"),
        ("WHISTLE_PORT_9464_TCP_PROTO", "tcp"),
        ("WHISTLE_PORT_9464_TCP_PORT", "9464"),
        ("WHISTLE_PORT_9464_TCP_ADDR", "10.0.0.11"),
        ("WHISTLE_BOT_SERVICE_HOST", "10.0.0.12"),
        ("WHISTLE_BOT_PORT", "tcp://10.0.0.12:80"),
    ];
    assert_eq!(said(&of_service), "ok");
    let and_one: Vec<_> = of_service.into_iter().chain([("WHISTLE_PORTS", "80")]).collect();
    assert!(said(&and_one).contains("WHISTLE_PORTS"), "{}", said(&and_one));
    assert!(
        said(&[("WHISTLE_PORT", "80")]).contains("WHISTLE_PORT"),
        "somebody's own idea"
    );
}

#[test]
fn a_proxy_before_discord_is_found() {
    let said = |variables: &[(&str, &str)]| {
        let environment: Environment = variables.iter().copied().collect();
        settings::proxy(&facts(&environment, Machine::default()))
    };
    let found = |tried: Tried| matches!(tried, Err(Halt::Found(_)));
    assert!(found(said(&[("HTTPS_PROXY", "http://10.0.0.1:3128")])));
    assert!(!found(said(&[])));
    // The bot asks a server in Discord's place without it.
    assert!(!found(said(&[
        ("https_proxy", "http://10.0.0.1:3128"),
        ("DISCORD_API_BASE", "http://127.0.0.1:1")
    ])));
}

#[test]
fn the_help_lists_every_setting_that_is_read() {
    let known: Vec<&str> = settings::known().collect();
    let read = include_str!("../config.rs").split("get(\"").skip(1);
    for name in read.filter_map(|rest| rest.split('"').next()) {
        let other = name == "RUST_LOG" || name.starts_with("WHISTLE_TEST_");
        assert!(other || known.contains(&name), "{name} is not in {known:?}");
    }
    assert!(
        known.contains(&"DISCORD_TOKEN") && known.contains(&"WHISTLE_OPTIONS_"),
        "{known:?}"
    );
}
