//! The catalogue: the list of every game that Whistle referees.
//!
//! # Adding a game
//!
//! 1. Make a folder `src/games/<slug>/` with the rules in `mod.rs` ([`Game`](crate::rules::Game)), what each viewer may see in
//!    `view.rs` ([`Observe`](crate::rules::Observe)), what computer players search in `evaluate.rs`
//!    ([`Search`](crate::rules::Search)), the words and pictures in `presentation.rs`
//!    ([`Presentation`](crate::rules::Presentation)), and the language file `en.ftl`. Every key
//!    begins with the slug; `<slug>-name`, `<slug>-blurb`, `<slug>-panel` (the button of the private panel) and
//!    `<slug>-option-<option>` must be there, and `<slug>-option-<option>-<word>` for each word that an option can be. `<slug>-by` says who
//!    designed it, if somebody did. `<slug>-alone` may say what awaits somebody who starts alone, `<slug>-nobody` (and
//!    `<slug>-nobody-alone`) what it means that nobody has the first place; where it is a draw that all have it
//!    ([`Game::DRAWS`](crate::rules::Game::DRAWS)), `<slug>-level` says so. A game whose rules part seats of equal points says
//!    at the end which of them did ([`Scene::decided`](crate::rules::Scene::decided)).
//!    A choice that is not legal is refused for a reason `<slug>-refused-<reason>`, which cites a rule. The reasons that all
//!    games share ([`Refusal`](crate::rules::Refusal)) are checked before the game is asked.
//! 2. Evaluate a position for a seat ([`Search::evaluate`](crate::rules::Search::evaluate)), so that computer players choose
//!    well and at once. A game with very many choices names those worth a try
//!    ([`Search::candidates`](crate::rules::Search::candidates)).
//! 3. Add one line to [`CATALOGUE`].
//!
//! A game for two that players may resign, or end as a draw by agreement, says so by
//! [`Game::may_concede`](crate::rules::Game::may_concede). [`Presentation::ended`](crate::rules::Presentation::ended) gives its view after
//! such an end. The game needs nothing else for it.
//!
//! A game that is played by two sides names them ([`Game::SIDES`](crate::rules::Game::SIDES)) and says `<slug>-side-<name>`
//! for each. A game whose turns have a clock of seconds says which ([`Game::TURN_CLOCKS`](crate::rules::Game::TURN_CLOCKS)). The
//! referee handles sitting down, clocks and pauses.
//!
//! A game whose players have their own word for a typed choice gives that word by
//! [`Presentation::TYPED`](crate::rules::Presentation::TYPED). It also says `<slug>-typed` (what the command of that name does) and
//! `<slug>-typed-option` (what is typed).
//!
//! A game whose players have their own way to write whole games down gives such a log by
//! [`Presentation::log`](crate::rules::Presentation::log): the log is offered beside the record.
//!
//! A game whose buttons are about things that are seen better than read names a picture beside an entry
//! ([`Entry::beside`](crate::rules::Entry::beside)) and draws those pictures ([`Presentation::icons`](crate::rules::Presentation::icons)).
//!
//! A picture names people by [`marks::holder`](crate::rules::marks::holder): with the mark and in the colour that are theirs
//! in every picture. What a person has laid last bears that mark where the board does not tell whose it is, and
//! [`parts::crown`](crate::rules::parts::crown) stands beside who has won.
//!
//! That is all: the start command and its options, the panels, records, `whistle simulate`, the conformance and secrecy
//! tests and the leaderboards are all made from the catalogue. A game knows nothing but [`crate::rules`].

pub mod binary;
pub mod bingolino;
pub mod binmat;
pub mod binome;
mod daily;
pub mod double_seven;
mod dyn_game;
mod entry;
mod random_play;
#[cfg(test)]
pub(crate) mod testing;
mod typing;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::rules::{Form, Shape};
use double_seven::{dominimum, dominomega};
#[cfg(test)]
use testing::test_catalogue::all_editions;

pub use daily::{DAILY, DailyGame};
pub use dyn_game::{Applied, DynGame, Evaluation, FactNotice, Options};
pub use entry::{GameEntry, LobbyShape};
pub use typing::Suggestion;
pub use world::{Sights, World};

/// Every game, in the order in which help lists them.
pub static CATALOGUE: &[GameEntry] = &[
    GameEntry::of::<binome::Binome>(binome::WORDS),
    GameEntry::of::<binary::Binary>(binary::WORDS),
    GameEntry::of::<bingolino::Bingolino>(bingolino::WORDS),
    GameEntry::of::<double_seven::dominoes::Dominoes>(double_seven::dominoes::WORDS),
    GameEntry::of::<double_seven::dominup::Dominup>(double_seven::dominup::WORDS),
    GameEntry::of::<dominomega::Dominomega>(dominomega::WORDS),
    GameEntry::of::<dominimum::Dominimum>(dominimum::WORDS),
    GameEntry::of::<double_seven::tree::Tree>(double_seven::tree::WORDS),
    GameEntry::of::<binmat::Binmat>(binmat::WORDS),
];

/// Earlier editions of games, in any order. Tables in play continue with them and records are replayed by them: see
/// [`Game::EDITION`](crate::rules::Game::EDITION).
pub static KEPT: &[GameEntry] = &[];

/// English messages that several games share and that belong to no single game; their keys begin with `tiles`.
pub const SHARED_WORDS: &str = double_seven::WORDS;

/// The shapes of the icons that menus name, by the icon's name. Games of a family share icons.
pub fn icons() -> BTreeMap<String, Vec<Shape>> {
    let icons = CATALOGUE.iter().flat_map(|entry| (entry.icons)());
    icons.map(|icon| (icon.name, icon.shapes)).collect()
}

/// Whether an icon shows numbers as signs, which some people would rather not see.
pub fn is_of_signs(icon: &str) -> bool {
    static SIGNS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let has_sign = |shapes: &[Shape]| shapes.iter().any(|shape| matches!(shape.form, Form::Rings { .. }));
        let signs = icons().into_iter().filter(|(_, shapes)| has_sign(shapes));
        signs.map(|(name, _)| name).collect()
    });
    SIGNS.contains(icon)
}

/// The newest edition of the game called `slug`.
pub fn find(slug: &str) -> Option<&'static GameEntry> {
    editions(slug).max_by_key(|entry| entry.edition)
}

/// This edition of the game called `slug`, if it is kept.
pub fn edition(slug: &str, edition: u16) -> Option<&'static GameEntry> {
    editions(slug).find(|entry| entry.edition == edition)
}

fn editions(slug: &str) -> impl Iterator<Item = &'static GameEntry> {
    all_editions().filter(move |entry| entry.slug == slug)
}

/// Every edition of every game. `testing::test_catalogue` has more for tests.
#[cfg(not(test))]
fn all_editions() -> impl Iterator<Item = &'static GameEntry> {
    CATALOGUE.iter().chain(KEPT)
}
