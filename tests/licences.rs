//! What the program is made of: every dependency of Cargo.lock has a licence that deny.toml lets it have, and comes from where
//! deny.toml says. Read out of what cargo has on this machine; no network is asked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What deny.toml says of licences and sources.
#[derive(Debug, Default)]
struct Policy {
    allow: BTreeSet<String>,
    exceptions: BTreeMap<String, BTreeSet<String>>,
    registries: BTreeSet<String>,
}

/// The strings in quotes of a line.
fn quoted(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split('"').skip(1).step_by(2).map(str::to_owned)
}

impl Policy {
    /// Reads as much of TOML as deny.toml is written in: tables, and lists of strings or of small tables, one a line.
    fn read(text: &str) -> Policy {
        let mut policy = Policy::default();
        let (mut table, mut key) = (String::new(), String::new());
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                (table, key) = (name.to_owned(), String::new());
                continue;
            }
            let values = match line.split_once(" = ").filter(|_| !line.starts_with('{')) {
                Some((name, values)) => {
                    key = name.to_owned();
                    values
                }
                None => line,
            };
            match (table.as_str(), key.as_str()) {
                ("licenses", "allow") => policy.allow.extend(quoted(values)),
                ("licenses", "exceptions") => {
                    let mut values = quoted(values);
                    if let Some(name) = values.next() {
                        policy.exceptions.insert(name, values.collect());
                    }
                }
                ("sources", "allow-registry") => policy.registries.extend(quoted(values)),
                _ => {}
            }
        }
        policy
    }

    /// Whether a package may have a licence.
    fn permits(&self, package: &str, licence: &str) -> bool {
        let excepted = self.exceptions.get(package);
        self.allow.contains(licence) || excepted.is_some_and(|own| own.contains(licence))
    }

    /// Whether a package may be used under an expression of licences (SPDX, and the slash of old packages for "or").
    fn satisfied(&self, package: &str, expression: &str) -> bool {
        let spread = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let words: Vec<&str> = spread.split_whitespace().collect();
        let mut rest = words.as_slice();
        let permitted = self.either(package, &mut rest);
        permitted == Some(true) && rest.is_empty()
    }

    fn either(&self, package: &str, rest: &mut &[&str]) -> Option<bool> {
        let mut permitted = self.both(package, rest)?;
        while let Some((&"OR", after)) = rest.split_first() {
            *rest = after;
            permitted |= self.both(package, rest)?;
        }
        Some(permitted)
    }

    fn both(&self, package: &str, rest: &mut &[&str]) -> Option<bool> {
        let mut permitted = self.one(package, rest)?;
        while let Some((&"AND", after)) = rest.split_first() {
            *rest = after;
            permitted &= self.one(package, rest)?;
        }
        Some(permitted)
    }

    fn one(&self, package: &str, rest: &mut &[&str]) -> Option<bool> {
        let (word, after) = rest.split_first()?;
        *rest = after;
        match *word {
            "(" => {
                let permitted = self.either(package, rest)?;
                let (close, after) = rest.split_first()?;
                *rest = after;
                (*close == ")").then_some(permitted)
            }
            ")" | "AND" | "OR" | "WITH" => None,
            licence => match rest {
                ["WITH", exception, after @ ..] => {
                    *rest = after;
                    Some(self.permits(package, &format!("{licence} WITH {exception}")))
                }
                _ => Some(self.permits(package, licence)),
            },
        }
    }
}

fn policy() -> Policy {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/deny.toml");
    Policy::read(&std::fs::read_to_string(path).expect(".ci/deny.toml can be read"))
}

/// The machine for which this is built: of packages for others cargo may have nothing here.
fn host() -> String {
    let said = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .arg("-vV")
        .output()
        .expect("rustc says what it is");
    let said = String::from_utf8(said.stdout).expect("text");
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a host").to_owned()
}

/// All packages that the program and its tests are made of.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--locked", "--format-version", "1"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    serde_json::from_value(said["packages"].take()).expect("a list")
}

#[test]
fn every_dependency_may_be_used_and_comes_from_where_it_should() {
    let (policy, packages) = (policy(), packages());
    assert!(policy.allow.len() > 5 && packages.len() > 100, "{policy:?}");
    let mut wrong = Vec::new();
    for package in &packages {
        let [name, version, licence, source] =
            ["name", "version", "license", "source"].map(|part| package[part].as_str().unwrap_or_default());
        if name == "whistle" {
            continue;
        }
        if !policy.satisfied(name, licence) {
            wrong.push(format!("{name} {version} has the licence {licence:?}"));
        }
        let registry = source.strip_prefix("registry+");
        if !registry.is_some_and(|registry| policy.registries.contains(registry)) {
            wrong.push(format!("{name} {version} comes from {source:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for name in policy.exceptions.keys() {
        assert!(
            packages.iter().any(|package| package["name"] == name.as_str()),
            "{name} needs no exception"
        );
    }
}

#[test]
fn expressions_of_licences_are_read_as_they_are_meant() {
    let policy = policy();
    for sound in [
        "MIT",
        "MIT OR GPL-3.0-only",
        "GPL-3.0-only OR (MIT AND ISC)",
        "Apache-2.0/MIT",
        "GPL-2.0 / MIT",
        "Apache-2.0 WITH LLVM-exception OR GPL-3.0-only",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(policy.satisfied("any", sound), "{sound}");
    }
    for unsound in [
        "",
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "MIT AND (GPL-3.0-only OR AGPL-3.0)",
        "GPL-3.0-only WITH Classpath-exception-2.0",
        "MIT WITH something",
        "MIT OR",
        "(MIT",
        "MIT)",
        "MIT ISC",
        "MPL-2.0",
    ] {
        assert!(!policy.satisfied("any", unsound), "{unsound}");
    }
    assert!(policy.satisfied("webdriver", "MPL-2.0"));
}
