//! What games say: every phrase is in the language files, and menus lead to what may be chosen.

use std::collections::{BTreeSet, VecDeque};

use whistle::games::{CATALOGUE, DynGame, Options};
use whistle::referee::fair::SeededSource;
use whistle::rules::{By, Leads, Listing, Menu, Phrase, Scene, Seat, SetupError, Source, Viewer};
use whistle::words::{ENGLISH, Numbered, Words};

use crate::tables::{Case, cases, pick, play_through, pool};

/// Says phrases and notes those that cannot be said as written.
pub(crate) struct PhraseCheck {
    words: Words,
}

impl PhraseCheck {
    pub(crate) fn new() -> PhraseCheck {
        PhraseCheck {
            words: Words::embedded().unwrap(),
        }
    }

    pub(crate) fn hear(&self, case: &dyn std::fmt::Display, phrase: &Phrase) -> String {
        let text = self.words.text(ENGLISH, phrase, &Numbered);
        let broken = text.contains("{$") || text.contains("{ $") || text.contains(&format!("({})", phrase.key));
        assert!(
            !broken && !text.trim().is_empty(),
            "{case}: {} says {text:?}",
            phrase.key
        );
        text
    }

    fn hear_scene(&self, case: &Case, scene: &Scene) {
        let marks = scene.seats.iter().flat_map(|line| &line.marks);
        let lines = scene
            .phase
            .iter()
            .chain(&scene.summary)
            .chain(&scene.legend)
            .chain(&scene.own)
            .chain(&scene.recent)
            .chain(&scene.decided);
        for phrase in lines.chain(marks) {
            self.hear(case, phrase);
        }
        for board in scene.seats.iter().map(|line| &line.board).chain([&scene.board]) {
            let wide = board.iter().any(|line| line.chars().count() > 36);
            let odd = board
                .iter()
                .any(|line| line.contains(['`', '\n']) || line.trim().is_empty());
            assert!(!wide && !odd && board.len() <= 16, "{case}: {board:#?}");
        }
    }
}

/// Menus to look at where a choice is too large to list (a layout) and one may go on from menu to menu for long.
const ENOUGH: usize = 40;

/// Where there are more choices, there are thousands of menus (a hand of tiles on a full table).
const MANY: usize = 400;

/// Entries of a menu that are followed where there are so many.
const FOLLOWED: usize = 3;

/// Every menu that can be reached, with its path; the shortest paths first.
pub(crate) fn all_menus(play: &dyn DynGame, seat: Seat) -> Vec<(Vec<String>, Menu)> {
    reachable(play, seat, usize::MAX)
}

/// The same, but where there are thousands only some of them.
pub(crate) fn some_menus(play: &dyn DynGame, seat: Seat) -> Vec<(Vec<String>, Menu)> {
    let many = play.choices(seat).0.len() > MANY;
    reachable(play, seat, if many { FOLLOWED } else { usize::MAX })
}

/// The menus that can be reached when at most so many steps of each are followed, from the first to the last.
fn reachable(play: &dyn DynGame, seat: Seat, followed: usize) -> Vec<(Vec<String>, Menu)> {
    let partial = play.choices(seat).1 == Listing::Partial;
    let mut found = Vec::new();
    let mut paths = VecDeque::from([Vec::<String>::new()]);
    while let Some(path) = paths.pop_front() {
        if partial && found.len() == ENOUGH {
            break;
        }
        assert!(path.len() < 8, "a path of menus ends: {path:?}");
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let Some(menu) = play.menu(seat, &steps) else {
            assert!(path.is_empty(), "the step {path:?} was offered and leads nowhere");
            continue;
        };
        let mut next: Vec<&String> = Vec::new();
        for entry in &menu.entries {
            if let Leads::Step(step) = &entry.leads {
                let fits = |c: char| c.is_ascii_alphanumeric() || ",^@".contains(c);
                assert!(!step.is_empty() && step.chars().all(fits), "step {step:?}");
                next.push(step);
            }
        }
        let taken = next.len().min(followed);
        let spread = (0..taken).map(|at| next[at * (next.len() - 1) / (taken - 1).max(1)]);
        paths.extend(spread.map(|step| path.iter().chain([step]).cloned().collect()));
        found.push((path, menu));
    }
    found
}

fn check_menus(case: &Case, play: &dyn DynGame, seat: Seat, whole: bool, phrases: &PhraseCheck) {
    let menus = if whole {
        all_menus(play, seat)
    } else {
        some_menus(play, seat)
    };
    if !play.may_choose(seat) {
        assert!(menus.is_empty(), "{case}: {seat} is not asked");
        return;
    }
    let (choices, listing) = play.choices(seat);
    let whole = whole || choices.len() <= MANY;
    let mut reached = BTreeSet::new();
    for (path, menu) in &menus {
        for phrase in std::iter::once(&menu.ask).chain(&menu.reading) {
            phrases.hear(case, phrase);
        }
        let mut leads = BTreeSet::new();
        let mut labels = BTreeSet::new();
        for entry in &menu.entries {
            let label = phrases.hear(case, &entry.label);
            let lead = match &entry.leads {
                Leads::Choice(choice) | Leads::Preview(choice) => {
                    reached.insert(choice.clone());
                    format!("choice {choice}")
                }
                Leads::Step(step) => format!("step {step}"),
                Leads::Nowhere => continue,
            };
            assert!(leads.insert(lead), "{case}: twice in the menu at {path:?}: {entry:?}");
            assert!(
                labels.insert(label),
                "{case}: two alike in the menu at {path:?}: {entry:?}"
            );
        }
    }
    let choices: BTreeSet<String> = choices.into_iter().collect();
    if listing == Listing::Complete && whole {
        // Nothing leads to what the seat has chosen already: to choose that again changes nothing.
        let made = |choice: &&String| {
            let mut play = play.copy();
            let before = play.state();
            play.apply(By::Seat(seat), choice).is_ok() && play.state() == before
        };
        let chosen: Vec<String> = choices.difference(&reached).filter(made).cloned().collect();
        reached.extend(chosen);
        assert_eq!(reached, choices, "{case}: menus lead to all choices");
    } else if listing == Listing::Complete {
        assert!(reached.is_subset(&choices), "{case}: menus lead to choices only");
    } else {
        for choice in reached {
            assert!(play.copy().apply(By::Seat(seat), &choice).is_ok(), "{case}: {choice}");
        }
    }
    assert_eq!(play.menu(seat, &["no", "such", "path"]), None);
}

#[test]
fn menus_lead_to_all_choices_and_only_there() {
    let phrases = PhraseCheck::new();
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let mut source = SeededSource::numbered(6, index as u64);
        play_through(case.start(), &mut source, |play, _, _, source| {
            if source.below(6) == 0 {
                let whole = source.below(8) == 0;
                for seat in 0..play.seats() {
                    check_menus(&case, play, Seat(seat), whole, &phrases);
                }
            }
        });
    }
}

#[test]
fn everything_that_a_game_says_is_in_the_language_files() {
    let phrases = PhraseCheck::new();
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let texts = pool(&case, index as u64);
        let mut source = SeededSource::numbered(7, index as u64);
        let mut last = case.start();
        play_through(case.start(), &mut source, |play, by, what, source| {
            let mut next = play.copy();
            for told in next.apply(by, what).unwrap().told {
                phrases.hear(&case, &told.phrase);
            }
            if let By::Seat(seat) = by {
                phrases.hear(&case, &play.choice_phrase(what).unwrap());
                phrases.hear(&case, &play.question(seat, what).unwrap());
                for phrase in play.consequences(seat, what) {
                    phrases.hear(&case, &phrase);
                }
            }
            let seat = Seat(source.below(u32::from(play.seats())) as u8);
            phrases.hear_scene(&case, &play.scene(Viewer::Seat(seat)));
            let public = play.scene(Viewer::Table);
            phrases.hear_scene(&case, &public);
            let alone = public.recent.iter().find(|phrase| phrase.is_own());
            assert_eq!(alone, None, "{case}: everybody is told what is for one reader alone");
            for by in [By::Seat(seat), By::Chance] {
                let text = pick(&texts, source).unwrap();
                if let Err(refusal) = play.copy().apply(by, text) {
                    phrases.hear(&case, &refusal.reason);
                }
            }
            last = next;
        });
        phrases.hear_scene(&case, &last.scene(Viewer::Table));
        phrases.hear_scene(&case, &last.scene(Viewer::Seat(Seat(0))));
    }
}

#[test]
fn every_game_has_a_name_rules_and_words_for_its_options() {
    let phrases = PhraseCheck::new();
    for entry in CATALOGUE {
        for key in ["name", "blurb", "panel"] {
            let key = format!("{}-{key}", entry.slug);
            assert!(
                phrases
                    .words
                    .message(ENGLISH, &key)
                    .is_some_and(|text| !text.is_empty()),
                "{key}"
            );
        }
        for spec in (entry.options)() {
            let key = format!("{}-option-{}", entry.slug, spec.name);
            assert!(
                phrases
                    .words
                    .message(ENGLISH, &key)
                    .is_some_and(|text| !text.is_empty()),
                "{key}"
            );
        }
        let rules = entry.rules(&Options::new()).unwrap();
        assert!(!rules.is_empty(), "{} tells its rules", entry.slug);
        for block in &rules {
            phrases.hear(&entry.slug, block);
        }
    }
}

#[test]
fn a_table_that_cannot_be_laid_is_refused_in_words() {
    let phrases = PhraseCheck::new();
    for entry in CATALOGUE {
        let mut wanted: Vec<(Options, u8)> = (0..=40).map(|people| (Options::new(), people)).collect();
        for spec in (entry.options)() {
            for people in 0..=20 {
                for value in [serde_json::json!(true), serde_json::json!(99)] {
                    let options = [(spec.name.to_owned(), value)];
                    wanted.push((options.into_iter().collect(), people));
                }
            }
        }
        let mut refused = 0;
        for (options, people) in wanted {
            for error in [
                entry.fit_to_players(&options, people).err(),
                entry.start(&options, people).err(),
            ] {
                refused += usize::from(error.is_some());
                match error {
                    Some(
                        SetupError::Seats { reason, .. }
                        | SetupError::Conflict { reason }
                        | SetupError::Value { reason },
                    ) => {
                        phrases.hear(&entry.slug, &reason);
                    }
                    Some(SetupError::Unknown(text)) => assert!(!text.is_empty()),
                    None => {}
                }
            }
        }
        assert!(refused > 0, "{} cannot be played by forty", entry.slug);
        let unknown = Options::from_iter([("no-such-option".to_owned(), serde_json::json!(true))]);
        let people = *entry.people.end();
        assert!(matches!(entry.start(&unknown, people), Err(SetupError::Unknown(_))));
    }
}
