//! No two files of the program import each other, neither straight nor through other files.
//!
//! A file imports each file of whose items it names one. An item that a module only hands on is one of the file that has
//! the item, and a module that hands an item on (`pub use`) imports nothing unless it names the item itself. What a file
//! takes from the modules above it is no import: the parent declares the child, and they are one unit to everybody else.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{How, Named, module_of, named};
use super::sources::{Source, program};

/// A path from `crate` on, in its parts.
type Place = Vec<String>;

/// Which file imports which, and the names that it takes from there.
type Imports<'s> = BTreeMap<&'s str, BTreeMap<&'s str, BTreeSet<String>>>;

/// A file as a module, with all paths that it names.
struct Module<'s> {
    file: &'s str,
    named: Vec<Named>,
}

/// All modules of the program.
struct Modules<'s>(BTreeMap<Place, Module<'s>>);

impl<'s> Modules<'s> {
    /// The modules of these files. `main.rs` is another crate, which nothing here can name.
    fn of(sources: &'s [Source]) -> Self {
        let library = sources.iter().filter(|source| source.path != "src/main.rs");
        let module = |source: &'s Source| {
            let mut named = named(source);
            for named in &mut named {
                named.path.pop_if(|last| *last == "self");
            }
            let file = source.path.as_str();
            (module_of(file), Module { file, named })
        };
        Self(library.map(module).collect())
    }

    /// The whole of a path that is named in the module at `place`, if it begins with a child or with something imported.
    fn whole(&self, place: &Place, path: &[String]) -> Option<Place> {
        let first = path.first()?;
        if first == "crate" {
            return Some(path.to_vec());
        }
        let child: Place = place.iter().chain([first]).cloned().collect();
        if self.0.contains_key(&child) {
            return Some(place.iter().chain(path).cloned().collect());
        }
        let imported = self.0[place].named.iter().filter(|other| other.how != How::InCode);
        let mut imported = imported.filter(|other| other.name() == Some(first) && other.starts(&["crate"]));
        Some(imported.next()?.path.iter().chain(&path[1..]).cloned().collect())
    }

    /// The module that has what is at `path`, and its name there.
    fn origin(&self, path: &[String]) -> Option<(&Place, String)> {
        let inner = (1..=path.len()).rev().find(|end| self.0.contains_key(&path[..*end]))?;
        let (place, module) = self.0.get_key_value(&path[..inner])?;
        let Some(name) = path.get(inner) else {
            return Some((place, "the module".to_owned()));
        };
        let imported = module.named.iter().filter(|other| other.how != How::InCode);
        let mut handed_on = imported.filter(|other| other.name() == Some(name));
        let from = handed_on.find_map(|other| self.whole(place, &other.path));
        match from.filter(|from| from != path) {
            Some(from) => self.origin(&from),
            None => Some((place, name.clone())),
        }
    }

    fn imports(&self) -> Imports<'s> {
        let mut imports = Imports::new();
        for (place, module) in &self.0 {
            let in_code = module.named.iter().filter(|named| named.how == How::InCode);
            let spoken: BTreeSet<&String> = in_code.filter_map(|named| named.path.first()).collect();
            for named in &module.named {
                let only_handed_on =
                    named.how == How::PubUse && !named.name().is_some_and(|name| spoken.contains(name));
                let whole = || self.whole(place, &named.path).filter(|whole| whole.len() > 1);
                let Some(whole) = (named.path.len() > 1 && !only_handed_on).then(whole).flatten() else {
                    continue;
                };
                if let Some((from, name)) = self.origin(&whole).filter(|(from, _)| !place.starts_with(from)) {
                    let taken = imports.entry(module.file).or_default();
                    taken.entry(self.0[from].file).or_default().insert(name);
                }
            }
        }
        imports
    }
}

/// All files that `file` imports, straight or through others.
fn reached<'s>(imports: &Imports<'s>, file: &'s str) -> BTreeSet<&'s str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        let taken = imports.get(file).into_iter().flat_map(BTreeMap::keys);
        open.extend(taken.copied().filter(|next| reached.insert(*next)));
    }
    reached
}

/// The circles of these files, each with what ties it.
fn circles(sources: &[Source]) -> Vec<String> {
    let imports = Modules::of(sources).imports();
    let reach: BTreeMap<&str, _> = imports.keys().map(|file| (*file, reached(&imports, file))).collect();
    let back = |from: &str, to: &str| reach.get(from).is_some_and(|reached| reached.contains(to));
    let circle = |file: &&&str| -> BTreeSet<&str> {
        let around = reach[**file].iter().filter(|other| back(other, file));
        around.copied().collect()
    };
    let files = imports.keys();
    let circles: BTreeSet<BTreeSet<&str>> = files.map(|file| circle(&file)).filter(|all| all.len() > 1).collect();
    let told = |circle: &BTreeSet<&str>| {
        let mut lines = vec![format!("{} files import each other:", circle.len())];
        for (file, taken) in imports.iter().filter(|(file, _)| circle.contains(*file)) {
            let within = taken.iter().filter(|(from, _)| circle.contains(*from));
            lines.extend(within.map(|(from, names)| {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                format!("  {file} takes from {from}: {}", names.join(", "))
            }));
        }
        lines.join("\n")
    };
    circles.iter().map(told).collect()
}

#[test]
fn no_two_files_import_each_other() {
    let sources = program();
    let imports = Modules::of(&sources).imports();
    assert!(imports.len() > 200, "where are the imports?");
    let found = circles(&sources);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The circles of files that are planted.
fn planted(files: &[(&str, &str)]) -> Vec<String> {
    let source = |(path, code): &(&str, &str)| Source {
        path: (*path).to_owned(),
        code: (*code).to_owned(),
    };
    circles(&files.iter().map(source).collect::<Vec<_>>())
}

#[test]
fn planted_circles_are_found() {
    let straight = planted(&[
        ("src/games/binome/mod.rs", "mod alt; mod scene; pub struct View;"),
        ("src/games/binome/alt.rs", "use super::{View, scene::phase};"),
        ("src/games/binome/scene.rs", "use super::alt; fn told() { alt::alt(); }"),
    ]);
    let tied = "2 files import each other:
  src/games/binome/alt.rs takes from src/games/binome/scene.rs: phase
  src/games/binome/scene.rs takes from src/games/binome/alt.rs: alt, the module";
    assert_eq!(straight, [tied]);
    let handed_on = planted(&[
        ("src/discord/mod.rs", "mod handler; mod components;"),
        ("src/discord/handler.rs", "use super::components::Source;"),
        (
            "src/discord/components/mod.rs",
            "mod pressed; pub(super) use pressed::Source;",
        ),
        (
            "src/discord/components/pressed.rs",
            "use crate::discord::handler::Handler;",
        ),
    ]);
    let tied = "2 files import each other:
  src/discord/components/pressed.rs takes from src/discord/handler.rs: Handler
  src/discord/handler.rs takes from src/discord/components/pressed.rs: Source";
    assert_eq!(handed_on, [tied]);
    let through_a_third = planted(&[
        ("src/store/log.rs", "fn load() { crate::store::people::seat(); }"),
        ("src/store/people.rs", "use crate::store::{timers as clocks};"),
        ("src/store/timers.rs", "use super::log::{self, id};"),
    ]);
    assert!(
        through_a_third[0].starts_with("3 files import each other:"),
        "{through_a_third:?}"
    );
}

#[test]
fn a_facade_and_its_parts_are_left_alone() {
    let found = planted(&[
        (
            "src/rules/mod.rs",
            "mod seat; mod sketch; pub use seat::{Seat, Team}; pub use sketch::parts;",
        ),
        ("src/rules/seat.rs", "use super::parts::Rect;"),
        (
            "src/rules/sketch.rs",
            "pub mod parts; fn f() { parts::rect(); } pub enum Ink { Text }",
        ),
        ("src/rules/sketch/parts.rs", "use super::Ink; pub struct Rect(Ink);"),
        (
            "src/store/mod.rs",
            "use crate::rules::{Seat, Team}; mod log; pub struct Entry; fn load() { log::load(); }",
        ),
        (
            "src/store/log.rs",
            "use super::Entry; use std::fmt; use serde::Deserialize;",
        ),
    ]);
    assert_eq!(found, Vec::<String>::new());
}
