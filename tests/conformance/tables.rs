//! Tables to test with: every number of people and the combinations of options, and random play at them.

use serde_json::{Value, json};
use whistle::games::{DynGame, GameEntry, Options};
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, By, OptionKind, OptionSpec, Outcome, Source};

/// A way to sit down at a game.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) entry: &'static GameEntry,
    pub(crate) options: Options,
    pub(crate) seats: u8,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let options = Value::Object(self.options.clone());
        write!(f, "{} with {} seats and {options}", self.entry.slug, self.seats)
    }
}

impl Case {
    pub(crate) fn start(&self) -> Box<dyn DynGame> {
        let play = self.entry.start(&self.options, self.seats);
        play.unwrap_or_else(|error| panic!("{self} was laid and must start: {error}"))
    }
}

/// The values of an option that are tried alone.
fn values(spec: &OptionSpec) -> Vec<Value> {
    match spec.kind {
        OptionKind::Flag => vec![json!(false), json!(true)],
        OptionKind::Number { min, max } => vec![json!(min), json!(max)],
        OptionKind::OneOf(values) => values.iter().map(|value| json!(value)).collect(),
        OptionKind::Word(words) => words.iter().map(|word| json!(word)).collect(),
    }
}

/// Every set of flags switched on, and every value of every option alone.
fn combinations(specs: &[OptionSpec]) -> Vec<Options> {
    let flags: Vec<&OptionSpec> = specs.iter().filter(|spec| spec.kind == OptionKind::Flag).collect();
    let mut all: Vec<Options> = (0_u32..1 << flags.len())
        .map(|mask| {
            let chosen = flags.iter().enumerate().filter(|(bit, _)| mask & 1 << bit != 0);
            chosen.map(|(_, spec)| (spec.name.to_owned(), json!(true))).collect()
        })
        .collect();
    for spec in specs {
        all.extend(
            values(spec)
                .into_iter()
                .map(|value| Options::from_iter([(spec.name.to_owned(), value)])),
        );
    }
    all
}

/// The numbers of people that are tried: all, or of very many the fewest and then steps that grow, up to the most.
fn numbers(entry: &GameEntry) -> Vec<u8> {
    const FEW: usize = 8;
    let all: Vec<u8> = entry.people.clone().collect();
    if all.len() <= FEW {
        return all;
    }
    let steps = std::iter::successors(Some(0), |at| Some(2 * at + 1)).take_while(|at| *at + 1 < all.len());
    steps.map(|at| all[at]).chain(all.last().copied()).collect()
}

/// Every table that `entry` lays, each once.
pub(crate) fn cases(entry: &'static GameEntry) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for options in combinations((entry.options)()) {
        for people in numbers(entry) {
            if let Ok((options, seats)) = entry.fit_to_players(&options, people) {
                let case = Case { entry, options, seats };
                let same = |other: &Case| other.seats == seats && other.start().options() == case.start().options();
                if !cases.iter().any(same) {
                    cases.push(case);
                }
            }
        }
    }
    assert!(!cases.is_empty(), "{} can be played", entry.slug);
    cases
}

/// Something that can happen next, at random; `None` when the game is over.
pub(crate) fn any_event(play: &dyn DynGame, source: &mut SeededSource) -> Option<(By, String)> {
    match play.awaits() {
        Awaits::Nobody(_) => None,
        Awaits::Chance => Some((By::Chance, play.draw(source))),
        Awaits::Seats(seats) => {
            let seats: Vec<_> = seats.iter().collect();
            let seat = *pick(&seats, source).expect("a game waits for somebody");
            let choice = play.random_choice(seat, source);
            Some((By::Seat(seat), choice.expect("a seat that is asked has a choice")))
        }
    }
}

pub(crate) fn pick<'i, T>(items: &'i [T], source: &mut SeededSource) -> Option<&'i T> {
    items.get(source.below(items.len() as u32) as usize)
}

/// More events than any game of the catalogue can have.
const ENDLESS: usize = 100_000;

/// Plays a random game to its end and calls `look` before every event.
pub(crate) fn play_through(
    mut play: Box<dyn DynGame>,
    source: &mut SeededSource,
    mut look: impl FnMut(&dyn DynGame, By, &str, &mut SeededSource),
) -> Outcome {
    for _ in 0..ENDLESS {
        let Some((by, what)) = any_event(&*play, source) else {
            match play.awaits() {
                Awaits::Nobody(outcome) => return outcome,
                other => panic!("the game waits for {other:?} and has no event"),
            }
        };
        look(&*play, by, &what, source);
        if let Err(refusal) = play.apply(by, &what) {
            panic!("{by:?} {what} was offered and is refused: {refusal}");
        }
    }
    panic!("random play does not end");
}

/// The events of a random game.
pub(crate) fn events(case: &Case, seed: u64) -> Vec<(By, String)> {
    let mut events = Vec::new();
    let mut source = SeededSource::new(seed);
    play_through(case.start(), &mut source, |_, by, what, _| {
        events.push((by, what.to_owned()))
    });
    events
}

/// Texts to try where they are not offered: all notation of a few games at this table, and what is nearly notation.
pub(crate) fn pool(case: &Case, seed: u64) -> Vec<String> {
    let mut texts: Vec<String> = ["", " ", "pass ", "\u{0}", "ä", "0", "-1", "null"]
        .map(str::to_owned)
        .to_vec();
    for game in 0..2 {
        let mut source = SeededSource::numbered(seed, game);
        play_through(case.start(), &mut source, |play, by, what, source| {
            texts.push(what.to_owned());
            texts.push(nearly(what, source));
            if let By::Seat(seat) = by {
                texts.extend(play.choices(seat).0);
            }
        });
    }
    texts.sort();
    texts.dedup();
    texts
}

/// `text` with a small change.
fn nearly(text: &str, source: &mut SeededSource) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = source.below(characters.len() as u32) as usize;
    let others: Vec<char> = "0123456789 -+,=tux".chars().collect();
    let other = pick(&others, source).copied().unwrap_or('0');
    match source.below(6) {
        0 => characters.insert(at, other),
        1 if !characters.is_empty() => drop(characters.remove(at)),
        2 if !characters.is_empty() => characters[at] = other,
        3 => return text.to_uppercase(),
        4 => characters.push(' '),
        _ => characters.insert(0, ' '),
    }
    characters.into_iter().collect()
}
