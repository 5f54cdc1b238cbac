//! The form in which a host changes options, in every game of the catalogue.

use std::collections::BTreeSet;

use super::kept::{form_keeps_limits, keeps_limits};
use super::lobby::{lobby, public, snapshot};
use crate::discord::custom_id::CustomId;
use crate::discord::payload::{Modal, Row, Select};
use crate::discord::show;
use crate::discord::table_options::{
    CLOCK, FLAGS, HINTS, OPEN, PARTNER, REST, changed, effective, held, is_idle, menu_id, switched_on,
};
use crate::games::{CATALOGUE, GameEntry, Options};
use crate::player::Level;
use crate::referee::fair::SeededSource;
use crate::referee::{Clock, Partner, Table, TableEvent, TermsChange};
use crate::rules::{By, OptionKind, Phrase, Seat};
use crate::words::{ENGLISH, Words};

fn shown(words: &Words, table: &Table) -> Modal {
    show::options(words, ENGLISH, &snapshot(table))
}

/// The menus with what each is about, whatever it held when it was drawn.
fn menus(form: &Modal) -> Vec<(String, Select)> {
    let about = |select: &Select| {
        let (what, _) = select.custom_id.split_once('-').expect("what it held");
        (what.to_owned(), select.clone())
    };
    form.menus.iter().map(|menu| about(&menu.select)).collect()
}

fn chosen(select: &Select) -> Vec<&str> {
    let chosen = select.options.iter().filter(|option| option.chosen);
    chosen.map(|option| &*option.value).collect()
}

/// What a form asks for in which only this menu was touched.
fn change(table: &Table, what: &str, choice: &str) -> Option<TermsChange> {
    let held = match what {
        FLAGS => held(switched_on(table, &effective(table)).split(' ')),
        _ => "?".to_owned(),
    };
    changed(table, &format!("{} {choice}", menu_id(what, &held)))
}

/// The partner whom such a form asks for.
fn partner_asked(table: &Table, chosen: &str) -> Option<Partner> {
    change(table, PARTNER, chosen)?.partner
}

/// The table after a choice, as the referee writes it.
fn after(table: &Table, what: &str, choice: &str) -> Table {
    let TermsChange {
        options, clock, hints, ..
    } = change(table, what, choice).unwrap_or_else(|| panic!("{what} does not offer {choice}"));
    let mut now = table.options.clone();
    for (name, value) in options {
        match value.is_null() {
            true => now.shift_remove(&name),
            false => now.insert(name, value),
        };
    }
    let (clock, rest) = clock.unwrap_or((table.clock, table.turns.rest));
    let mut table = table.clone();
    let changed = TableEvent::TermsChanged {
        options: now,
        clock,
        rest,
        hints: hints.unwrap_or(table.hints),
    };
    table.apply(0, &changed).expect("it is a lobby");
    table
}

fn game(slug: &str) -> &'static GameEntry {
    crate::games::find(slug).expect("in the catalogue")
}

#[test]
fn one_form_has_every_option_of_its_game_and_the_clock() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        let table = lobby(game, &Options::new(), 1, None);
        let form = shown(&words, &table);
        form_keeps_limits(&form);
        assert_eq!(form.custom_id.parse(), Ok(CustomId::SetOptions { table: 7 }));
        let mut there = BTreeSet::new();
        for (what, select) in menus(&form) {
            match &*what {
                FLAGS => there.extend(select.options.iter().map(|option| option.value.clone())),
                what => drop(there.insert(what.to_owned())),
            }
        }
        let specs = (game.options)().iter().map(|spec| spec.name.to_owned());
        let all: BTreeSet<String> = specs.chain([CLOCK, HINTS].map(str::to_owned)).collect();
        assert_eq!(there, all, "{}", game.slug);
        for spec in (game.options)() {
            assert!(
                ![FLAGS, HINTS, CLOCK, REST, PARTNER].contains(&spec.name),
                "its menu would be another's"
            );
            assert!(!spec.name.contains('-'), "what a menu held follows after a hyphen");
            let is_flag = spec.kind == OptionKind::Flag;
            assert!(
                !is_flag || !spec.name.contains(' '),
                "the values of a menu are joined by spaces"
            );
        }
    }
}

#[test]
fn what_is_chosen_is_chosen_afterwards_and_the_lobby_shows_it() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        let table = lobby(game, &Options::new(), *game.people.start().max(&2), None);
        for (what, select) in menus(&shown(&words, &table)) {
            for option in &select.options {
                let label = format!("{} {what} {}", game.slug, option.value);
                let now = after(&table, &what, &option.value);
                let form = shown(&words, &now);
                form_keeps_limits(&form);
                let menus = menus(&form);
                let (_, select) = menus.iter().find(|(other, _)| *other == what).expect("the same menu");
                if game.suits_somebody(&now.options).is_ok() {
                    assert_eq!(chosen(select), [option.value.as_str()], "{label}");
                }
                let idle = |name: &str| {
                    let specs = (game.options)();
                    specs
                        .iter()
                        .any(|spec| spec.name == name && is_idle(spec, &now.options))
                };
                let said = now.options.iter().filter(|(name, _)| *name != "games" && *name != "to");
                for (name, value) in said.filter(|(name, _)| !idle(name)) {
                    let text = public(&words, &now).text();
                    let message = |word: &str| words.message(ENGLISH, &format!("{}-option-{name}-{word}", game.slug));
                    let called = value.as_str().and_then(message).or_else(|| message("title"));
                    assert!(text.contains(&called.expect("a title")), "{label}: {text}");
                }
            }
        }
    }
}

#[test]
fn the_lobby_says_options_in_words_and_once_what_is_ours() {
    let words = Words::embedded().expect("the words are sound");
    let asked = serde_json::json!({ "block": true, "partners": true, "to": 0 });
    let options: Options = serde_json::from_value(asked).expect("options");
    let table = lobby(game("dominoes"), &options, 4, None);
    let text = public(&words, &table).text();
    assert!(text.contains("A single hand (house variant)"), "{text}");
    assert!(text.contains("No drawing, Partners (house variants)"), "{text}");
    let form = shown(&words, &table);
    let menus = menus(&form);
    let labels = |at: usize| -> Vec<&str> { menus[at].1.options.iter().map(|option| &*option.label).collect() };
    assert_eq!(labels(0), ["No drawing", "Partners", "Hints"]);
    let pairs = [
        "P1 and P3 against P2 and P4",
        "P1 and P2 against P3 and P4",
        "P1 and P4 against P2 and P3",
    ];
    assert_eq!(labels(1), pairs);
    assert_eq!(labels(2)[..2], ["A single hand", "A match to 50 points"]);
    let titles: Vec<&str> = form.menus.iter().map(|menu| &*menu.label).collect();
    assert_eq!(titles, ["Extras (any you like)", "Partners", "Points to win", "Clock"]);
}

/// A lobby for dominoes.
fn dominoes(partners: bool, people: u8) -> Table {
    let options: Options = serde_json::from_value(serde_json::json!({ "partners": partners })).expect("options");
    lobby(game("dominoes"), &options, people, None)
}

/// The menu of partners: what stands there, with its values, and what is chosen.
fn partners(words: &Words, table: &Table) -> Option<(Vec<(String, String)>, String)> {
    let form = shown(words, table);
    form_keeps_limits(&form);
    let (_, select) = menus(&form).into_iter().find(|(what, _)| what == PARTNER)?;
    let chosen = chosen(&select).join(" ");
    let entries = select.options.into_iter().map(|option| (option.label, option.value));
    Some((entries.collect(), chosen))
}

#[test]
fn the_lobby_says_who_plays_with_whom_and_who_chooses_that() {
    let words = Words::embedded().expect("the words are sound");
    let said = |partners, people| public(&words, &dominoes(partners, people)).text();
    let four = said(true, 4);
    let pairs = "P1 and P3 against P2 and P4\nP1 chooses who plays with whom, in Options.";
    assert!(four.contains(pairs), "{four}");
    for other in [said(true, 3), said(false, 4), said(false, 2)] {
        assert!(
            !other.contains(" against ") && !other.contains("who plays with whom"),
            "{other}"
        );
    }
}

#[test]
fn the_host_has_a_menu_of_all_pairs_and_nobody_has_one_without_pairs() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = dominoes(true, 4);
    let entries = |entries: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = entries
            .iter()
            .map(|(label, value)| ((*label).to_owned(), (*value).to_owned()));
        owned.collect()
    };
    let all = [
        ("P1 and P3 against P2 and P4", "3"),
        ("P1 and P2 against P3 and P4", "2"),
        ("P1 and P4 against P2 and P3", "4"),
    ];
    assert_eq!(partners(&words, &table), Some((entries(&all), "3".to_owned())));
    assert_eq!(partner_asked(&table, "2"), Some(Partner::Person(2)));
    // So the referee writes that choice.
    let (one, other) = (Seat(1), Seat(2));
    let swapped = TableEvent::SeatsSwapped { one, other };
    table.apply(0, &swapped).expect("it is a lobby");
    let all = [all[1], all[0], ("P1 and P4 against P3 and P2", "4")];
    assert_eq!(partners(&words, &table), Some((entries(&all), "2".to_owned())));
    let text = public(&words, &table).text();
    assert!(text.contains("1. P1, host\n2. P3\n3. P2\n4. P4"), "{text}");
    assert!(text.contains("P1 and P2 against P3 and P4"), "{text}");
    for other in [dominoes(true, 3), dominoes(false, 4), dominoes(false, 2)] {
        assert_eq!(partners(&words, &other), None);
    }
}

/// Seats computer players of these levels.
fn computers_sit(table: &mut Table, levels: &[u8]) {
    for level in levels {
        let level = Level::new(*level).expect("a level");
        table
            .apply(0, &TableEvent::ComputerSat { level })
            .expect("it sits down");
    }
}

#[test]
fn one_entry_of_the_menu_of_pairs_stands_for_all_computer_players_of_a_level() {
    let words = Words::embedded().expect("the words are sound");
    let mut table = dominoes(true, 2);
    computers_sit(&mut table, &[3, 3]);
    let (entries, chosen) = partners(&words, &table).expect("a menu");
    let labels: Vec<&str> = entries.iter().map(|(label, _)| &**label).collect();
    let first = "P1 and Computer 1 (level 3) against P2 and Computer 2 (level 3)";
    let second = "P1 and P2 against Computer 1 (level 3) and Computer 2 (level 3)";
    assert_eq!(labels, [first, second]);
    let partner = Partner::Computer(Level::new(3).expect("a level"));
    assert_eq!(partner_asked(&table, &chosen), Some(partner));
    // Those of different levels are different partners.
    let mut table = dominoes(true, 2);
    computers_sit(&mut table, &[1, 6]);
    let (entries, _) = partners(&words, &table).expect("a menu");
    let values: Vec<&str> = entries.iter().map(|(_, value)| &**value).collect();
    assert_eq!(values, ["computer1", "2", "computer6"]);
    // With computer players alone there is nothing to choose.
    let mut table = dominoes(true, 1);
    computers_sit(&mut table, &[3, 3, 3]);
    assert_eq!(partners(&words, &table), None);
    let text = public(&words, &table).text();
    assert!(
        text.contains(" against ") && !text.contains("who plays with whom"),
        "{text}"
    );
}

#[test]
fn what_held_by_itself_when_a_menu_was_drawn_is_not_chosen_by_another_choice() {
    let words = Words::embedded().expect("the words are sound");
    let alone = lobby(game("binome"), &Options::new(), 1, None);
    let drawn = shown(&words, &alone);
    let menu = &drawn.menus[0].select;
    assert_eq!(chosen(menu), ["secrets", "solo"]);
    // Somebody joins, and the host adds one to what the menu has chosen already.
    let two = lobby(game("binome"), &Options::new(), 2, None);
    let asked = changed(&two, &format!("{} secrets solo strict", menu.custom_id));
    let change = TermsChange {
        options: Options::from_iter([("strict".to_owned(), true.into())]),
        ..TermsChange::default()
    };
    assert_eq!(asked, Some(change));
}

/// The lines that a form brings: what is chosen in each menu, or this.
fn lines(form: &Modal, touched: &[(&str, &str)]) -> String {
    let line = |(what, select): (String, Select)| {
        let kept = chosen(&select).join(" ");
        let touched = touched.iter().find(|(menu, _)| *menu == what);
        format!(
            "{} {}\n",
            select.custom_id,
            touched.map_or(&*kept, |(_, chosen)| chosen)
        )
    };
    menus(form).into_iter().map(line).collect()
}

#[test]
fn a_form_changes_all_that_was_touched_at_once_and_nothing_else() {
    let words = Words::embedded().expect("the words are sound");
    for game in CATALOGUE {
        let table = lobby(game, &Options::new(), *game.people.start().max(&2), None);
        let untouched = lines(&shown(&words, &table), &[]);
        assert_eq!(
            changed(&table, &untouched),
            Some(TermsChange::default()),
            "{}",
            game.slug
        );
    }
    let table = lobby(game("binome"), &Options::new(), 2, None);
    let touched = [(FLAGS, "secrets strict hints"), ("games", "1"), (CLOCK, "60")];
    let asked = changed(&table, &lines(&shown(&words, &table), &touched));
    let change = TermsChange {
        options: Options::from_iter([("strict".to_owned(), true.into()), ("games".to_owned(), 1.into())]),
        clock: Some((Some(Clock { seconds: 60 }), 0)),
        hints: Some(true),
        partner: None,
    };
    assert_eq!(asked, Some(change));
    let four = dominoes(true, 4);
    let asked = changed(&four, &lines(&shown(&words, &four), &[(PARTNER, "2"), ("to", "50")]));
    let change = TermsChange {
        options: Options::from_iter([("to".to_owned(), 50.into())]),
        partner: Some(Partner::Person(2)),
        ..TermsChange::default()
    };
    assert_eq!(asked, Some(change));
}

#[test]
fn flags_that_follow_the_number_of_people_go_on_to_do_so() {
    let words = Words::embedded().expect("the words are sound");
    let two = lobby(game("binome"), &Options::new(), 2, None);
    let flags = |table: &Table| {
        let menus = menus(&shown(&words, table));
        let (_, select) = menus.into_iter().find(|(what, _)| what == FLAGS).expect("flags");
        assert!(select.many);
        chosen(&select).join(" ")
    };
    assert_eq!(flags(&two), "secrets", "as two play");
    let strict = after(&two, FLAGS, "secrets strict");
    assert_eq!(strict.options, Options::from_iter([("strict".to_owned(), true.into())]));
    assert_eq!(flags(&strict), "secrets strict");
    let open = after(&strict, FLAGS, "");
    assert_eq!(
        (open.options["secrets"].as_bool(), open.options["strict"].as_bool()),
        (Some(false), Some(false))
    );
    assert_eq!(flags(&open), "");
}

#[test]
fn a_form_that_was_left_open_takes_nothing_back() {
    let table = lobby(game("binome"), &Options::new(), 2, None);
    // One form is drawn and left open. Meanwhile hints and the strict rules are switched on by another.
    let meanwhile = after(&table, FLAGS, "secrets strict hints");
    let late = changed(&meanwhile, "flags-secrets secrets transparency");
    let change = TermsChange {
        options: Options::from_iter([("transparency".to_owned(), true.into())]),
        ..TermsChange::default()
    };
    assert_eq!(late, Some(change), "only what was touched");
    let before = changed(&meanwhile, "flags-2 secrets strict").expect("a form of the version before");
    assert_eq!((before.hints, before.options.is_empty()), (Some(false), true));
    let untouched = changed(&meanwhile, "flags-secrets secrets");
    assert_eq!(untouched, Some(TermsChange::default()));
    let off = changed(&meanwhile, "flags-secrets+strict+hints secrets").expect("a form");
    assert_eq!(
        (off.hints, off.options.get("strict")),
        (Some(false), Some(&false.into()))
    );
}

#[test]
fn what_nobody_has_said_can_be_left_open_again() {
    let words = Words::embedded().expect("the words are sound");
    let table = lobby(game("binary"), &Options::new(), 2, None);
    let first = |table: &Table| {
        let menus = menus(&shown(&words, table));
        let (_, select) = menus.into_iter().find(|(what, _)| what == "first").expect("who begins");
        chosen(&select).join(" ")
    };
    assert_eq!(first(&table), OPEN);
    let host = after(&table, "first", "host");
    assert_eq!(
        (first(&host).as_str(), host.options["first"].as_str()),
        ("host", Some("host"))
    );
    let again = after(&host, "first", OPEN);
    assert_eq!((first(&again).as_str(), again.options.is_empty()), (OPEN, true));
}

#[test]
fn a_turn_clock_comes_with_its_rest() {
    let words = Words::embedded().expect("the words are sound");
    let game = CATALOGUE
        .iter()
        .find(|game| !game.turn_clocks.is_empty())
        .expect("one with turns");
    let table = lobby(game, &Options::new(), 2, None);
    let has_rests = |table: &Table| menus(&shown(&words, table)).iter().any(|(what, _)| what == REST);
    assert!(!has_rests(&table));
    let hurried = after(&table, CLOCK, "5");
    assert_eq!((has_rests(&hurried), hurried.turns.rest), (true, 5));
    let both = changed(
        &hurried,
        &lines(&shown(&words, &hurried), &[(CLOCK, "30"), (REST, "20")]),
    );
    let change = TermsChange {
        clock: Some((Some(Clock { seconds: 30 }), 20)),
        ..TermsChange::default()
    };
    assert_eq!(both, Some(change));
    let long = after(&hurried, REST, "20");
    assert_eq!(after(&long, CLOCK, "60").turns.rest, 20, "another clock keeps it");
    let calm = after(&long, CLOCK, "0");
    assert_eq!((has_rests(&calm), calm.turns.rest, calm.clock), (false, 0, None));
}

#[test]
fn forged_choices_change_nothing() {
    let table = lobby(game("binome"), &Options::new(), 2, None);
    for (what, chosen) in [
        (FLAGS, "secrets nonsense"),
        (FLAGS, "games"),
        (CLOCK, "1"),
        (CLOCK, "soon"),
        (REST, "soon"),
        ("games", "6"),
        ("games", "0"),
        ("games", ""),
        ("games", OPEN),
        ("size", "8"),
        ("strict", "true"),
    ] {
        assert_eq!(change(&table, what, chosen), None, "{what} {chosen}");
    }
    for chosen in [
        "",
        "-1",
        "P1",
        "1 2",
        OPEN,
        "computer",
        "computer0",
        "computer7",
        "computer 3",
    ] {
        assert_eq!(partner_asked(&table, chosen), None, "{chosen}");
    }
    for lines in [
        "games",
        "games 1",
        "flags-nonsense secrets",
        "flags-games ",
        "clock-0 60\nrest-0 3",
        "clock-0 60\n\n",
    ] {
        assert_eq!(changed(&table, lines), None, "{lines}");
    }
    let no_clock = change(&table, REST, "3");
    assert_eq!(no_clock, Some(TermsChange::default()), "there is no clock to rest");
}

#[test]
fn what_is_refused_says_why_beside_the_way_back_to_the_form() {
    let words = Words::embedded().expect("the words are sound");
    let table = lobby(game("binome"), &Options::new(), 2, None);
    let why = Phrase::new("binome-setup-boat-battle");
    let payload = show::options_refused(&words, ENGLISH, &snapshot(&table), &why);
    assert_eq!(payload.above, words.text(ENGLISH, &why, &table));
    let [Row::Buttons(buttons)] = payload.rows.as_slice() else {
        panic!("{payload:?}")
    };
    assert_eq!(buttons[0].target.parse(), Ok(CustomId::Options { table: 7 }));
}

#[test]
fn in_misere_the_lobby_tells_its_goal_and_offers_nothing_that_does_nothing() {
    let words = Words::embedded().expect("the words are sound");
    let plain = lobby(game("dominup"), &Options::new(), 2, None);
    let labels = |table: &Table| {
        let menus = menus(&shown(&words, table));
        let (_, select) = menus.into_iter().find(|(what, _)| what == FLAGS).expect("flags");
        let labels = select.options.iter().map(|option| option.label.clone());
        labels.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(labels(&plain), "Play on for places, Misère, Hints");
    let text = public(&words, &plain).text();
    assert!(
        text.contains("Dominup: take a seat") && text.contains("out of tiles first wins"),
        "{text}"
    );
    let misere = after(&plain, FLAGS, "play_on misere");
    assert_eq!(labels(&misere), "Misère, Hints");
    let text = public(&words, &misere).text();
    assert!(text.contains("Dominup misère: take a seat"), "{text}");
    assert!(text.contains("out of tiles first loses; all the others win."), "{text}");
    assert!(!text.contains("first wins") && !text.contains("Play on"), "{text}");
    // Nothing is turned off that was not on offer.
    let again = after(&misere, FLAGS, "");
    assert_eq!(again.options, Options::from_iter([("misere".to_owned(), false.into())]));
    assert_eq!(chosen(&menus(&shown(&words, &again))[0].1), ["play_on"]);
    let off = after(&again, FLAGS, "");
    assert!(public(&words, &off).text().contains("Play on for places off"));
}

#[test]
fn a_lobby_with_hints_says_so_and_a_game_with_a_hint_names_nobody() {
    let words = Words::embedded().expect("the words are sound");
    let table = lobby(game("binary"), &Options::new(), 2, None);
    assert!(!public(&words, &table).text().contains("/table hint"));
    let mut table = after(&table, FLAGS, HINTS);
    assert!(table.hints);
    let text = public(&words, &table).text();
    assert!(text.contains("Hints: /table hint says"), "{text}");
    assert!(!after(&table, FLAGS, "").hints, "they can be taken back");
    let (options, seats) = table.laid().expect("two can play");
    let began = TableEvent::Began {
        options,
        seats,
        edition: table.game.edition,
        forfeits: true,
    };
    // A match from before matches with hints were not ranked has no such entry.
    let mut unranked = table.clone();
    for event in [began.clone(), TableEvent::RoundBegan { round: 1 }] {
        table.apply(0, &event).expect("it begins");
    }
    for event in [began, TableEvent::Unranked, TableEvent::RoundBegan { round: 1 }] {
        unranked.apply(0, &event).expect("it begins");
    }
    hinted(&words, table, "Somebody took a hint, so this game is not ranked.");
    let said = "Somebody took a hint. Hints were allowed, so this match is not ranked.";
    hinted(&words, unranked, said);
}

/// Somebody takes a hint in a game that has begun, and everybody reads this and no name.
fn hinted(words: &Words, mut table: Table, said: &str) {
    while table.awaited().is_empty() {
        let what = table.play.as_ref().expect("a game").draw(&mut SeededSource::new(1));
        let (by, lapsed) = (By::Chance, false);
        table
            .apply(
                0,
                &TableEvent::Played {
                    by,
                    what,
                    lapsed,
                    players: None,
                },
            )
            .expect("it is drawn");
    }
    let seat = table.awaited().iter().next().expect("somebody is asked");
    let before = public(words, &table).text();
    table.apply(0, &TableEvent::Hinted { seat }).expect("it is allowed");
    let taken = public(words, &table).text();
    assert!(!before.contains(said) && taken.contains(said), "{taken}");
    let names = |text: &str| text.matches("P1").count() + text.matches("P2").count();
    assert_eq!(names(&before), names(&taken), "{taken}");
    let what = &table.play.as_ref().expect("a game").choices(seat).0[0];
    let hint = show::hint(words, ENGLISH, &snapshot(&table), seat, what);
    keeps_limits(&hint);
    assert!(hint.text().contains("The computer would "), "{}", hint.text());
}
