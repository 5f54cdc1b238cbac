//! What every game of the catalogue must keep to, whatever it is played with.
//!
//! Nothing here knows any one game: tables are made from the options that a game offers, and everything is played and
//! compared through [`Play`](whistle::games::Play), in notation. A new line of the catalogue is tested by being there.

mod leaky;
mod mangled;
#[path = "../support/mangled.rs"]
mod mangled_text;
mod plays;
mod secrecy;
mod sketches;
mod speech;
mod tables;

use whistle::games::CATALOGUE;

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
        assert!(!entry.credits.is_empty(), "{} has authors", entry.slug);
        assert!(entry.edition >= 1);
    }
}
