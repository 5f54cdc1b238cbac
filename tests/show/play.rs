//! The message of `/play`: whatever is chosen there.

use std::collections::BTreeSet;

use whistle::discord::custom_id::{CustomId, Opponents, PlayMenu};
use whistle::discord::payload::{Payload, Row, Select};
use whistle::discord::play::Play;
use whistle::discord::show;
use whistle::games::{CATALOGUE, Options};
use whistle::player::Level;

use super::{proves_harmless, proves_sound, words};

/// All choices that can be made for a game.
fn all(first: Play) -> Vec<Play> {
    let mut all = Vec::new();
    for against in first.opponents() {
        for length in std::iter::once(None).chain(first.lengths().into_iter().map(Some)) {
            for level in [None, Some(Level::ALL[5])] {
                let clocks = first.clocks().into_iter();
                all.extend(clocks.map(|clock| Play {
                    against,
                    length,
                    clock,
                    level,
                    ..first
                }));
            }
        }
    }
    all
}

/// The choices that a custom id of an option holds.
fn held(id: &str) -> Play {
    match id.parse() {
        Ok(CustomId::Play {
            open: false,
            game,
            against,
            length,
            clock,
            level,
        }) => Play::read(&game, against, length, (clock, level)).expect("what is offered can be chosen"),
        other => panic!("{id}: {other:?}"),
    }
}

/// The menus of a message, which stand above its one button.
fn menus(payload: &Payload) -> Vec<(PlayMenu, &Select)> {
    let menus = payload.rows.iter().filter_map(|row| match row {
        Row::Select(select) => Some(select),
        Row::Buttons(_) => None,
    });
    let named = menus.map(|select| match select.custom_id.parse() {
        Ok(CustomId::PlayMenu { menu }) => (menu, select),
        other => panic!("{other:?}"),
    });
    named.collect()
}

/// What somebody chose who looks at one menu.
fn part(menu: PlayMenu, play: &Play, usual: &Options) -> String {
    match menu {
        PlayMenu::Game => play.game.slug.to_owned(),
        PlayMenu::Opponents => play.against.to_string(),
        PlayMenu::Length => format!("{:?}", play.match_length(usual)),
        PlayMenu::Clock => play.clock.to_string(),
        PlayMenu::Level => play.level.unwrap_or_default().to_string(),
    }
}

#[test]
fn each_menu_shows_what_holds_and_changes_nothing_else() {
    /// How many words stand beside the labels.
    const WORDS: usize = 40;
    let (words, usual) = (words(), Options::new());
    let id = |play: &Play| play.custom_id(false).to_string();
    for game in CATALOGUE {
        for play in all(Play::of(game)) {
            let payload = show::play(&words, "en", &play, &usual);
            proves_sound(&payload);
            proves_harmless(&payload);
            let text = payload.text();
            assert!(text.split_whitespace().count() <= WORDS, "{text}");
            let name = words.message("en", &format!("{}-name", game.slug)).expect("its name");
            let about = words.message("en", &format!("{}-start", game.slug)).expect("its line");
            assert!(text.contains(&format!("**{name}:** {about}")), "{text}");
            let Some(Row::Buttons(buttons)) = payload.rows.last() else {
                panic!("a button: {payload:?}")
            };
            let targets: Vec<&str> = buttons.iter().map(|button| button.target.as_str()).collect();
            assert_eq!(targets, [play.custom_id(true).to_string()]);
            let menus = menus(&payload);
            assert_eq!(menus.len() + 1, payload.rows.len());
            let has_length = !play.lengths().is_empty();
            let shown = |menu: PlayMenu| menus.iter().any(|(shown, _)| *shown == menu);
            assert_eq!(shown(PlayMenu::Length), has_length);
            // Where not all menus have room, the level gives way to the clock if people are waited for, and else the clock.
            let (has_level, both) = (!play.levels().is_empty(), play.against == Opponents::Both);
            assert_eq!(shown(PlayMenu::Level), has_level && !(both && has_length));
            assert_eq!(shown(PlayMenu::Clock), !has_level || both || !has_length);
            for (menu, select) in menus {
                let options: Vec<(String, bool)> = select
                    .options
                    .iter()
                    .map(|option| {
                        let to = held(&option.value);
                        // Whatever another menu shows stays, unless another game is chosen.
                        if menu != PlayMenu::Game {
                            for other in PlayMenu::ALL.into_iter().filter(|other| *other != menu) {
                                assert_eq!(part(other, &to, &usual), part(other, &play, &usual), "{}", id(&to));
                            }
                        }
                        (part(menu, &to, &usual), option.chosen)
                    })
                    .collect();
                let different: BTreeSet<&String> = options.iter().map(|(part, _)| part).collect();
                assert!(different.len() == options.len() && options.len() > 1, "{options:?}");
                let chosen: Vec<&String> = options
                    .iter()
                    .filter(|(_, chosen)| *chosen)
                    .map(|(part, _)| part)
                    .collect();
                assert_eq!(chosen, [&part(menu, &play, &usual)], "{}", id(&play));
                let labels: BTreeSet<&str> = select.options.iter().map(|option| option.label.as_str()).collect();
                assert_eq!(labels.len(), options.len(), "each is called something else: {labels:?}");
            }
        }
    }
}

#[test]
fn the_menu_of_games_says_what_each_is_and_keeps_what_fits() {
    let (words, usual) = (words(), Options::new());
    let payload = show::play(&words, "en", &Play::first(), &usual);
    let menus = menus(&payload);
    let (menu, games) = menus.first().expect("a menu");
    assert_eq!((*menu, games.options.len()), (PlayMenu::Game, CATALOGUE.len()));
    for (game, option) in CATALOGUE.iter().zip(&games.options) {
        assert_eq!(held(&option.value).game.slug, game.slug);
        let about = words.message("en", &format!("{}-start", game.slug));
        assert_eq!(Some(&option.description), about.as_ref());
    }
}

#[test]
fn what_the_operator_has_set_is_shown_as_chosen() {
    let words = words();
    let usual = Options::from_iter([("games".to_owned(), 5.into())]);
    let payload = show::play(&words, "en", &Play::first(), &usual);
    let lengths = menus(&payload).into_iter().find(|(menu, _)| *menu == PlayMenu::Length);
    let (_, lengths) = lengths.expect("the first game has a length");
    let chosen: Vec<Option<u64>> = lengths
        .options
        .iter()
        .filter(|option| option.chosen)
        .map(|option| held(&option.value).length)
        .collect();
    assert_eq!(chosen, [Some(5)]);
}
