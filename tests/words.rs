//! Holds the language files against the sources: no key without a message, no message without a key, no argument
//! missing, no language with less than English.

mod sources;

use std::collections::{BTreeMap, BTreeSet};

use sources::{Source, closing, program, without_strings};
use whistle::discord::custom_id::{Boards, Confirm, Opponents, PanelAt, Ping, PlayMenu, SettingsMenu};
use whistle::games::{CATALOGUE, DynGame, GameEntry, Options};
use whistle::player::Level;
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, By, OptionKind, OptionSpec, Phrase, Seat, SeatSet, Viewer};
use whistle::words::{ENGLISH, HOUSE, Numbered, Words};

/// The messages of a language: key, and the variables that it uses.
type Messages = BTreeMap<String, BTreeSet<String>>;

/// Reads Fluent text for its keys and variables.
fn messages(fluent: &str) -> Messages {
    let mut messages = Messages::new();
    let mut key = String::new();
    for line in fluent.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with(|first: char| first.is_ascii_lowercase())
            && let Some((name, _)) = line.split_once(" =")
        {
            key = name.to_owned();
            messages.entry(key.clone()).or_default();
        }
        for after in line.split('$').skip(1) {
            let name: String = after
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || "_-".contains(*c))
                .collect();
            messages.entry(key.clone()).or_default().insert(name);
        }
    }
    messages
}

/// Every language file of the house and the games: locale and text.
fn files() -> Vec<(&'static str, &'static str)> {
    let games = CATALOGUE.iter().flat_map(|entry| entry.words);
    HOUSE.iter().chain(games).copied().collect()
}

fn language(locale: &str) -> Messages {
    let of = files().into_iter().filter(|(own, _)| *own == locale);
    of.flat_map(|(_, text)| messages(text)).collect()
}

/// A place in the code that names a message.
struct Use {
    place: String,
    key: String,
    /// The arguments that follow the key at once; `None` where they are given elsewhere.
    args: Option<BTreeSet<String>>,
}

/// Whether a string could be a message's key: words joined by dashes.
fn is_key(text: &str) -> bool {
    let mut words = text.split('-');
    let word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    text.contains('-') && text.starts_with(|first: char| first.is_ascii_lowercase()) && words.all(word)
}

/// The names in the chain of `.with("name", …)` that begins at `at`.
fn chain(code: &str, bare: &str, mut at: usize) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    loop {
        let gap = code[at..].len() - code[at..].trim_start().len();
        let Some(rest) = code[at + gap..].strip_prefix(".with(") else {
            return names;
        };
        names.extend(
            rest.trim_start()
                .strip_prefix('"')
                .and_then(|text| text.split('"').next())
                .map(str::to_owned),
        );
        at = closing(bare, at + gap + ".with".len());
    }
}

/// Every string in `source` that is shaped like a key.
fn uses(source: &Source) -> Vec<Use> {
    let code: String = source
        .code
        .chars()
        .map(|c| if c.is_ascii() { c } else { '?' })
        .collect();
    let bare = without_strings(&code);
    let mut found = Vec::new();
    for (at, text) in code.match_indices('"') {
        let Some(literal) = code[at + text.len()..].split('"').next().filter(|text| is_key(text)) else {
            continue;
        };
        let before = code[..at].trim_end();
        let end = at + literal.len() + 2;
        let direct = before.ends_with("Phrase::new(") && code[end..].starts_with(')');
        // `let mut phrase = Phrase::new(…)` gets its arguments later; saying everything finds those out.
        let grows = before
            .rsplit(';')
            .next()
            .is_some_and(|statement| statement.contains("let mut "));
        let direct = direct && !grows;
        let because = before.ends_with("Refusal::because(") || before.ends_with(" refuse(");
        let args = (direct || because).then(|| {
            if direct {
                chain(&code, &bare, end + 1)
            } else {
                BTreeSet::new()
            }
        });
        let key = literal.to_owned();
        let place = format!("{}:{}", source.path, sources::line_of(&code, at));
        found.push(Use { place, key, args });
    }
    found
}

/// What is wrong between the code's uses and English.
fn faults(uses: &[Use], english: &Messages) -> Vec<String> {
    let prefixes: BTreeSet<&str> = english.keys().filter_map(|key| key.split('-').next()).collect();
    let mut faults = Vec::new();
    for Use { place, key, args } in uses {
        let ours = args.is_some() || key.split('-').next().is_some_and(|first| prefixes.contains(first));
        match (english.get(key), args) {
            (None, _) if ours => faults.push(format!("{place}: no message is called {key}")),
            (Some(needed), Some(given)) => {
                let missing = needed.difference(given);
                faults.extend(missing.map(|name| format!("{place}: {key} needs ${name}")));
                let idle = given.difference(needed);
                faults.extend(idle.map(|name| format!("{place}: {key} has no use for ${name}")));
            }
            _ => {}
        }
    }
    faults
}

fn differences(locale: &str, own: &Messages, english: &Messages) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, variables) in english {
        match own.get(key) {
            None => faults.push(format!("{locale}: {key} is missing")),
            Some(found) if found != variables => faults.push(format!("{locale}: {key} has other variables")),
            _ => {}
        }
    }
    faults.extend(
        own.keys()
            .filter(|key| !english.contains_key(*key))
            .map(|key| format!("{locale}: {key} is too much")),
    );
    faults
}

/// All uses of messages. What tries Discord out speaks to whoever runs the bot, as the command line does, and its checks have
/// names that look like keys.
fn all_uses() -> Vec<Use> {
    let program = program();
    let speaks = program.iter().filter(|source| !source.path.starts_with("src/conform/"));
    speaks.flat_map(uses).collect()
}

#[test]
fn every_key_in_the_code_has_a_message_with_these_arguments() {
    let faults = faults(&all_uses(), &language(ENGLISH));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The keys that explain an option, and each word that it can be.
fn option_keys(slug: &str, option: &OptionSpec) -> Vec<String> {
    let key = format!("{slug}-option-{}", option.name);
    let words = match option.kind {
        OptionKind::Word(words) => words,
        // No points to reach: a single game.
        OptionKind::OneOf(numbers) if numbers.contains(&0) => &["0"],
        _ => &[],
    };
    let words = words.iter().chain(&["title"]).map(|word| format!("{key}-{word}"));
    std::iter::once(key.clone()).chain(words).collect()
}

/// How a game calls its sides and sitting down there, if it has any.
fn side_keys(entry: &GameEntry) -> Vec<String> {
    let names = entry.sides.iter().flat_map(|sides| sides.names);
    let keys = names.flat_map(|name| ["side", "join"].map(|word| format!("{}-{word}-{name}", entry.slug)));
    keys.collect()
}

/// What a game says of its own command for typed choices, if it has one.
fn typed_keys(entry: &GameEntry) -> Vec<String> {
    let keys = ["typed", "typed-option"].map(|key| format!("{}-{key}", entry.slug));
    keys.into_iter().filter(|_| entry.typed.is_some()).collect()
}

/// The keys that are built from the words of custom ids: what can be set, how boards can be shown, what `/play` offers, and how
/// levels are called.
fn word_keys() -> Vec<String> {
    let settings = SettingsMenu::ALL.into_iter().flat_map(|menu| {
        let all: Vec<String> = match menu {
            SettingsMenu::Ping => Ping::ALL.map(|how| how.to_string()).into(),
            SettingsMenu::PanelAt => PanelAt::ALL.map(|at| at.to_string()).into(),
            SettingsMenu::Boards => Boards::ALL.map(|how| how.to_string()).into(),
            SettingsMenu::Confirm => Confirm::ALL.map(|how| how.to_string()).into(),
        };
        let named = format!("settings-menu-{menu}");
        all.into_iter()
            .map(move |word| format!("settings-{menu}-{word}"))
            .chain([named])
    });
    let boards = Boards::ALL.map(|how| format!("boards-{how}"));
    let menus = PlayMenu::ALL.map(|menu| format!("play-menu-{menu}"));
    let against = [Opponents::People, Opponents::Both, Opponents::Alone].map(|against| format!("play-{against}"));
    let levels = Level::ALL.map(|level| format!("level-{level}"));
    settings
        .chain(boards)
        .chain(menus)
        .chain(against)
        .chain(levels)
        .collect()
}

#[test]
fn every_word_of_a_custom_id_that_people_read_has_a_message() {
    let words = Words::embedded().unwrap();
    for key in word_keys() {
        assert!(words.message(ENGLISH, &key).is_some(), "{key}");
    }
}

#[test]
fn every_message_is_said_by_somebody() {
    let mut used: BTreeSet<String> = all_uses().into_iter().map(|found| found.key).collect();
    used.extend(word_keys());
    for entry in CATALOGUE {
        let slug = entry.slug;
        used.extend([
            format!("{slug}-name"),
            format!("{slug}-blurb"),
            format!("{slug}-start"),
            format!("{slug}-by"),
            format!("{slug}-credits"),
            format!("{slug}-panel"),
            format!("{slug}-alone"),
            format!("{slug}-level"),
            format!("{slug}-nobody"),
            format!("{slug}-nobody-alone"),
        ]);
        used.extend(side_keys(entry));
        used.extend(typed_keys(entry));
        used.extend((entry.options)().iter().flat_map(|option| option_keys(slug, option)));
    }
    // A command's description is called by the command's name.
    let commands: Vec<String> = program()
        .into_iter()
        .filter(|source| source.path.starts_with("src/discord/commands"))
        .map(|source| source.code)
        .collect();
    used.extend(language(ENGLISH).into_keys().filter(|key| {
        let name = key.strip_prefix("command-").map(|name| format!("\"{name}\""));
        name.is_some_and(|name| commands.iter().any(|code| code.contains(&name)))
    }));
    let idle: Vec<String> = language(ENGLISH)
        .into_keys()
        .filter(|key| !used.contains(key))
        .collect();
    assert!(idle.is_empty(), "nobody says {}", idle.join(", "));
}

#[test]
fn every_game_is_named_and_its_options_are_explained() {
    let words = Words::embedded().unwrap();
    for entry in CATALOGUE {
        let slug = entry.slug;
        let options = (entry.options)().iter().flat_map(|option| option_keys(slug, option));
        for key in ["name", "blurb", "start", "credits"]
            .map(|word| format!("{slug}-{word}"))
            .into_iter()
            .chain(side_keys(entry))
            .chain(typed_keys(entry))
            .chain(options)
        {
            assert!(words.message(ENGLISH, &key).is_some(), "{key}");
        }
        let own = entry.words.iter().flat_map(|(_, text)| messages(text));
        for (key, _) in own {
            assert!(
                key.starts_with(&format!("{slug}-")),
                "{key} does not begin with its game"
            );
        }
    }
}

#[test]
fn every_message_can_be_said_with_its_arguments() {
    use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
    for (locale, text) in files() {
        let mut bundle = FluentBundle::new(vec![locale.parse().unwrap()]);
        bundle
            .add_resource(FluentResource::try_new(text.to_owned()).unwrap())
            .unwrap();
        for (key, variables) in messages(text) {
            let values = [
                FluentValue::from(0),
                FluentValue::from(1),
                FluentValue::from(7),
                FluentValue::from("x"),
            ];
            for value in values {
                let args: FluentArgs<'_> = variables.iter().map(|name| (name.as_str(), value.clone())).collect();
                let pattern = bundle.get_message(&key).and_then(|message| message.value()).unwrap();
                let mut errors = Vec::new();
                let said = bundle.format_pattern(pattern, Some(&args), &mut errors);
                assert!(
                    errors.is_empty() && !said.trim().is_empty(),
                    "{locale} {key}: {errors:?}"
                );
            }
        }
    }
}

#[test]
fn every_language_has_the_keys_and_variables_of_english() {
    let english = language(ENGLISH);
    let locales: BTreeSet<&str> = files().into_iter().map(|(locale, _)| locale).collect();
    let faults: Vec<String> = locales
        .into_iter()
        .flat_map(|locale| differences(locale, &language(locale), &english))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is left in a text when an argument or a message was missing.
fn unsaid(text: &str) -> bool {
    text.contains("{$") || text.contains("{ $")
}

/// Says everything that `play` has to say to anybody.
fn say_all(words: &Words, play: &dyn DynGame, said: &mut BTreeMap<&'static str, String>) {
    let mut say = |phrase: &Phrase| {
        let text = words.text(ENGLISH, phrase, &Numbered);
        assert!(
            !unsaid(&text) && !text.contains(&format!("({})", phrase.key)),
            "{phrase:?}: {text}"
        );
        said.insert(phrase.key, text);
    };
    let seats = SeatSet::all(play.seats());
    for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Table]) {
        let scene = play.scene(viewer);
        let marks = scene.seats.iter().flat_map(|seat| &seat.marks);
        let lines = scene
            .phase
            .iter()
            .chain(&scene.summary)
            .chain(&scene.own)
            .chain(&scene.recent);
        lines.chain(marks).for_each(&mut say);
    }
    for seat in seats.iter() {
        if let Some(menu) = play.menu(seat, &[]) {
            say(&menu.ask);
            menu.reading.iter().chain(&menu.meanings).for_each(&mut say);
            menu.entries.iter().for_each(|entry| say(&entry.label));
        }
        let choices = play.choices(seat).0;
        choices
            .iter()
            .filter_map(|choice| play.choice_phrase(choice))
            .for_each(|phrase| say(&phrase));
    }
}

#[test]
fn points_keep_their_sign() {
    let words = Words::embedded().unwrap();
    for (points, said) in [
        (1, "gets 1 point."),
        (-1, "gets -1 point."),
        (2, "gets 2 points."),
        (0, "gets 0 points."),
    ] {
        let phrase = Phrase::new("binome-fact-award")
            .with("seat", Seat(0))
            .with("points", points);
        let text = words.text(ENGLISH, &phrase, &Numbered);
        assert!(text.ends_with(said), "{text}");
    }
}

/// Of tables for more people, not all say what they have to say, and those that do not at every moment.
const CROWD: u8 = 8;

#[test]
fn everything_that_games_say_in_play_can_be_said() {
    let words = Words::embedded().unwrap();
    for entry in CATALOGUE {
        let mut said = BTreeMap::new();
        for people in entry
            .people
            .clone()
            .filter(|people| *people <= CROWD || *people % CROWD == 0)
        {
            let Ok((options, seats)) = entry.fit_to_players(&Options::new(), people) else {
                continue;
            };
            for phrase in entry.rules(&options).unwrap() {
                let text = words.text(ENGLISH, &phrase, &Numbered);
                assert!(!unsaid(&text), "{}: {text}", phrase.key);
            }
            let mut source = SeededSource::new(u64::from(people));
            let mut play = entry.start(&options, seats).unwrap();
            for step in 0_u32.. {
                if people <= CROWD || step % 97 == 0 {
                    say_all(&words, &*play, &mut said);
                }
                let (by, what) = match play.awaits() {
                    Awaits::Nobody(_) => break,
                    Awaits::Chance => (By::Chance, play.draw(&mut source)),
                    Awaits::Seats(seats) => {
                        let seat = seats.iter().next().unwrap();
                        (By::Seat(seat), play.random_choice(seat, &mut source).unwrap())
                    }
                };
                for told in play.apply(by, &what).unwrap().told {
                    let text = words.text(ENGLISH, &told.phrase, &Numbered);
                    assert!(!unsaid(&text), "{:?}: {text}", told.phrase);
                    said.insert(told.phrase.key, text);
                }
            }
        }
        assert!(said.len() > 10, "{} has hardly anything to say", entry.slug);
    }
}

#[test]
fn a_planted_fault_of_each_kind_is_found() {
    let english =
        messages("# x = y\nplant-one = One { $count ->\n    [one] a\n   *[other] { $name }\n}\nplant-two = Two\n");
    assert_eq!(
        english["plant-one"],
        BTreeSet::from(["count".to_owned(), "name".to_owned()])
    );
    let planted = |code: &str| {
        let code = sources::without_tests(&sources::without_comments(code));
        let path = "src/planted.rs".to_owned();
        faults(&uses(&Source { path, code }), &english)
    };
    let whole = r#"Phrase::new("plant-one").with("count", f(&[1], "),")).with("name", x)"#;
    assert_eq!(planted(whole), Vec::<String>::new());
    assert_eq!(planted(r#"Phrase::new("plant-one").with("count", 1)"#).len(), 1);
    assert_eq!(planted(r#"Phrase::new("plant-two").with("count", 1)"#).len(), 1);
    assert_eq!(planted(r#"Refusal::because("plant-one")"#).len(), 2);
    assert_eq!(planted(r#"let mut all = Phrase::new("plant-one");"#).len(), 0);
    assert_eq!(planted(r#"Phrase::new("other-key")"#).len(), 1);
    assert_eq!(planted(r#"let key = "plant-three";"#).len(), 1);
    assert_eq!(planted(r#"let key = "another-thing";"#).len(), 0);
    assert_eq!(
        planted("// Phrase::new(\"plant-three\")\n#[cfg(test)]\nmod tests { fn f() { \"plant-four\"; } }").len(),
        0
    );
    let german = messages("plant-one = Eins { $count }\nplant-drei = Drei\n");
    assert_eq!(differences("de", &german, &english).len(), 3);
}
