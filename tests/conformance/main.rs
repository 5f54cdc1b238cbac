//! What every game of the catalogue must keep to, whatever it is played with.
//!
//! Nothing here knows any one game: tables are made from the options that a game offers, and everything is played and
//! compared through [`DynGame`](whistle::games::DynGame), in notation. A new line of the catalogue is tested by being there.

mod decided;
mod icons;
mod leaky;
mod mangled;
#[path = "../support/mangled.rs"]
mod mangled_text;
mod plays;
mod secrecy;
mod sketches;
mod speech;
mod tables;

use whistle::games::{self, CATALOGUE, KEPT};

#[test]
fn the_catalogue_is_not_empty_and_its_slugs_differ() {
    let mut slugs: Vec<&str> = CATALOGUE.iter().map(|entry| entry.slug).collect();
    assert!(!slugs.is_empty());
    slugs.sort_unstable();
    slugs.dedup();
    assert_eq!(slugs.len(), CATALOGUE.len());
    let plain = |slug: &&str| !slug.is_empty() && slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    assert!(slugs.iter().all(plain), "{slugs:?}");
    for entry in CATALOGUE {
        assert!(entry.edition >= 1);
    }
}

#[test]
fn the_newest_edition_of_a_game_is_in_the_catalogue_and_every_edition_is_kept_once() {
    for entry in CATALOGUE {
        let found = games::find(entry.slug).expect("it is in the catalogue");
        assert!(std::ptr::eq(found, entry), "{} has a newer edition", entry.slug);
    }
    let mut editions: Vec<(&str, u16)> = CATALOGUE
        .iter()
        .chain(KEPT)
        .map(|entry| (entry.slug, entry.edition))
        .collect();
    editions.sort_unstable();
    assert!(editions.windows(2).all(|pair| pair[0] != pair[1]), "{editions:?}");
    for (slug, edition) in editions {
        let found = games::edition(slug, edition).expect("it is kept");
        assert_eq!((found.slug, found.edition), (slug, edition));
        assert!(games::find(slug).is_some(), "{slug} is played");
        assert!(games::edition(slug, u16::MAX).is_none());
    }
}
