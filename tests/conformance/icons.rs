//! The icons of menus: what a menu names is drawn, can be said, and is small.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use whistle::games::{self, CATALOGUE};
use whistle::picture;
use whistle::referee::fair::SeededSource;
use whistle::rules::{Icon, Seat, Shape, Source};

use crate::sketches::faults;
use crate::speech::some_menus;
use crate::tables::{cases, play_through};

/// Discord takes 256 KiB; these are sent by the dozen.
const LARGEST: usize = 10_000;

#[test]
fn every_icon_that_a_menu_names_is_drawn_by_its_game_and_every_icon_is_named() {
    let mut met: BTreeSet<String> = BTreeSet::new();
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let drawn: BTreeSet<String> = (case.entry.icons)().into_iter().map(|icon| icon.name).collect();
        let mut source = SeededSource::numbered(11, index as u64);
        play_through(case.start(), &mut source, |play, _, _, source| {
            if source.below(2) > 0 {
                return;
            }
            for seat in (0..play.seats()).map(Seat) {
                let menus = some_menus(play, seat);
                let named = menus.iter().flat_map(|(_, menu)| &menu.entries);
                for icon in named.filter_map(|entry| entry.icon.as_ref()) {
                    assert!(drawn.contains(icon), "{case}: {icon} is named and not drawn");
                    met.insert(icon.clone());
                }
            }
        });
    }
    let all: BTreeSet<String> = games::icons().into_keys().collect();
    assert_eq!(
        all.difference(&met).collect::<Vec<_>>(),
        [""; 0],
        "no button shows these"
    );
}

#[test]
fn names_can_be_said_and_mean_one_picture() {
    let mut known: BTreeMap<String, Vec<Shape>> = BTreeMap::new();
    for Icon { name, shapes } in CATALOGUE.iter().flat_map(|entry| (entry.icons)()) {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!((2..=Icon::NAME).contains(&name.len()), "{name}");
        assert!(
            name.chars().all(is_plain) && name.starts_with(|c: char| c.is_ascii_lowercase()),
            "{name}"
        );
        let before = known.insert(name.clone(), shapes.clone());
        assert!(before.is_none_or(|before| before == shapes), "{name} is two pictures");
    }
    assert_eq!(games::icons(), known);
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join("DISCORD.md");
    let told = std::fs::read_to_string(document).expect("the document");
    let count = format!("The bot brings {} emojis", known.len());
    assert!(told.contains(&count), "the document says: {count}");
    let pictures: BTreeSet<String> = known.values().map(|shapes| picture::icon_key(shapes)).collect();
    assert_eq!(pictures.len(), known.len(), "no two icons look the same");
}

#[test]
fn every_icon_is_a_small_picture_with_a_transparent_edge() {
    for (name, shapes) in games::icons() {
        for shape in &shapes {
            assert_eq!(faults(shape, (Icon::SIDE, Icon::SIDE)), [""; 0], "{name}: {shape:?}");
        }
        let png = picture::icon(&shapes).expect("it is drawn");
        assert!(png.len() < LARGEST, "{name} has {} bytes", png.len());
        let read = |range: std::ops::Range<usize>| u32::from_be_bytes(png[range].try_into().expect("four bytes"));
        assert_eq!(
            (read(16..20), read(20..24)),
            (Icon::SIDE as u32, Icon::SIDE as u32),
            "{name}"
        );
        // The colour type of pixels with an opacity (PNG specification, 11.2.1).
        assert_eq!(png[25], 6, "{name}");
    }
}
