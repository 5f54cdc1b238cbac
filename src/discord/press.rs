//! What a press means: every custom id, as a value.
//!
//! All that a press needs is in its custom id, so that a button works after a day or a restart as it did at first. A
//! custom id is read by whoever sees the message, so it holds nothing that they may not know; and whoever sees it can
//! send any other, so it proves nothing: the referee judges who presses, and whether the step is still the same.
//!
//! The text is `w1:` and a word, then what the word needs, parted by colons; numbers are written in base 36. Only the
//! one spelling that [`Press`] itself writes is read, so that two ids of one message that differ never mean the same.

use std::fmt;
use std::str::FromStr;

use super::limits;
use crate::games::Options;

/// The version of the format. Ids of another version are refused, and the person is shown the way to a fresh panel.
const VERSION: &str = "w1";

/// What a button, a menu or a form means when it is pressed, chosen from or sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Sit down in the lobby.
    Join {
        /// The table.
        table: u64,
    },
    /// Get up in the lobby.
    Leave {
        /// The table.
        table: u64,
    },
    /// Seat a computer player.
    AddComputer {
        /// The table.
        table: u64,
    },
    /// Send a computer player away.
    RemoveComputer {
        /// The table.
        table: u64,
    },
    /// Begin the match.
    Start {
        /// The table.
        table: u64,
    },
    /// Close the table.
    Cancel {
        /// The table.
        table: u64,
    },
    /// Open the own panel as a message of its own that only this person sees.
    Mine {
        /// The table.
        table: u64,
    },
    /// Bring the panel that holds the button up to date.
    Panel {
        /// The table.
        table: u64,
    },
    /// Make a choice.
    Choose {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
        /// The choice, in notation.
        what: String,
    },
    /// Show another menu, or another page of it, on the panel that holds the button.
    Step {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
        /// The way to the menu; empty for the first.
        path: Vec<String>,
        /// The page of that menu, from 0.
        page: u16,
    },
    /// Take what was chosen from a select menu: its value is a [`Picked`].
    Pick {
        /// The table.
        table: u64,
        /// The step that the menu was drawn for.
        step: u64,
        /// The way to this menu.
        path: Vec<String>,
        /// Which select menu of it, from 0.
        part: u16,
    },
    /// Open the form into which a choice is typed.
    Type {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
    },
    /// Make the choice that was typed into the form's one line, [`TYPED`].
    Typed {
        /// The table.
        table: u64,
        /// The step that the form was opened for.
        step: u64,
    },
    /// Take the seat back from the stand-in.
    Return {
        /// The table.
        table: u64,
    },
    /// Ask those who are awaited to hurry.
    Nudge {
        /// The table.
        table: u64,
    },
    /// Bring the table's public message to the end of its channel.
    Show {
        /// The table.
        table: u64,
    },
    /// Begin the next game.
    NextRound {
        /// The table.
        table: u64,
        /// The game that is over.
        after: u32,
    },
    /// Open a new table with the same game and options.
    Rematch {
        /// The table that is over.
        table: u64,
    },
    /// Show the match round by round, to this person only.
    MatchBoard {
        /// The table.
        table: u64,
    },
    /// Check every draw, and tell this person.
    Verify {
        /// The table.
        table: u64,
    },
    /// Open the rules as they are at a table, as a message that only this person sees.
    OpenRules {
        /// The table.
        table: u64,
    },
    /// Turn the page of the rules in the message that holds the button.
    Rules {
        /// The game's slug.
        game: String,
        /// The table whose options they are shown for.
        table: Option<u64>,
        /// The page, from 0.
        page: u16,
    },
    /// Open the server's leaderboard, as a message that only this person sees.
    OpenLeaderboard {
        /// The game's slug.
        game: String,
    },
    /// Turn the page of the leaderboard in the message that holds the button.
    Leaderboard {
        /// The game's slug.
        game: String,
        /// The page, from 0.
        page: u16,
    },
    /// Open a thread and a table in it.
    Thread {
        /// The game's slug.
        game: String,
        /// The clock in seconds; 0 is none.
        clock: u32,
        /// Computer players seated from the start.
        computers: u8,
        /// The options asked for, as [`pack`] writes them.
        options: String,
    },
    /// Choose how to be told that it is one's turn.
    Ping {
        /// How.
        how: Ping,
    },
    /// Nothing: a space that only shows something.
    Blank {
        /// Which space of its message.
        at: u16,
    },
}

/// The custom id of the one line of the form that [`Press::Typed`] comes from.
pub const TYPED: &str = "what";

/// How somebody wants to be told that it is their turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ping {
    /// By a private message.
    #[default]
    Dm,
    /// By a mention in the table's channel.
    Channel,
    /// Not at all.
    None,
}

impl Ping {
    /// All ways, in the order to offer them.
    pub const ALL: [Ping; 3] = [Ping::Dm, Ping::Channel, Ping::None];
}

impl fmt::Display for Ping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ping::Dm => "dm",
            Ping::Channel => "channel",
            Ping::None => "none",
        })
    }
}

impl FromStr for Ping {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Ping, Unknown> {
        Ping::ALL.into_iter().find(|way| way.to_string() == text).ok_or(Unknown)
    }
}

/// The value of a select menu's option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// A choice, in notation.
    Choice(String),
    /// One more step of the path.
    Step(String),
}

impl fmt::Display for Picked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Picked::Choice(what) => write!(f, "c:{what}"),
            Picked::Step(step) => write!(f, "s:{step}"),
        }
    }
}

impl FromStr for Picked {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Picked, Unknown> {
        match text.split_once(':').ok_or(Unknown)? {
            ("c", what) if is_choice(what) && limits::length(text) <= limits::OPTION_TEXT => {
                Ok(Picked::Choice(what.to_owned()))
            }
            ("s", step) if is_step(step) => Ok(Picked::Step(step.to_owned())),
            _ => Err(Unknown),
        }
    }
}

/// A custom id that this version does not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a custom id of ours")]
pub struct Unknown;

impl Press {
    /// Whether Discord takes it as a custom id, and it comes back as it was.
    pub fn fits(&self) -> bool {
        self.to_string().parse().is_ok_and(|read: Press| read == *self)
    }

    /// The table that it is about, if it is about one.
    pub fn table(&self) -> Option<u64> {
        match self {
            Press::Join { table }
            | Press::Leave { table }
            | Press::AddComputer { table }
            | Press::RemoveComputer { table }
            | Press::Start { table }
            | Press::Cancel { table }
            | Press::Mine { table }
            | Press::Panel { table }
            | Press::Choose { table, .. }
            | Press::Step { table, .. }
            | Press::Pick { table, .. }
            | Press::Type { table, .. }
            | Press::Typed { table, .. }
            | Press::Return { table }
            | Press::Nudge { table }
            | Press::Show { table }
            | Press::NextRound { table, .. }
            | Press::Rematch { table }
            | Press::MatchBoard { table }
            | Press::Verify { table }
            | Press::OpenRules { table } => Some(*table),
            Press::Rules { table, .. } => *table,
            Press::OpenLeaderboard { .. }
            | Press::Leaderboard { .. }
            | Press::Thread { .. }
            | Press::Ping { .. }
            | Press::Blank { .. } => None,
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = |number: &u64| base36(*number);
        write!(f, "{VERSION}:")?;
        match self {
            Press::Join { table } => write!(f, "join:{}", n(table)),
            Press::Leave { table } => write!(f, "leave:{}", n(table)),
            Press::AddComputer { table } => write!(f, "more:{}", n(table)),
            Press::RemoveComputer { table } => write!(f, "fewer:{}", n(table)),
            Press::Start { table } => write!(f, "start:{}", n(table)),
            Press::Cancel { table } => write!(f, "cancel:{}", n(table)),
            Press::Mine { table } => write!(f, "mine:{}", n(table)),
            Press::Panel { table } => write!(f, "panel:{}", n(table)),
            Press::Choose { table, step, what } => write!(f, "choose:{}:{}:{what}", n(table), n(step)),
            Press::Step {
                table,
                step,
                path,
                page,
            } => {
                write!(
                    f,
                    "step:{}:{}:{}:{}",
                    n(table),
                    n(step),
                    base36((*page).into()),
                    path.join("/")
                )
            }
            Press::Pick {
                table,
                step,
                path,
                part,
            } => {
                write!(
                    f,
                    "pick:{}:{}:{}:{}",
                    n(table),
                    n(step),
                    base36((*part).into()),
                    path.join("/")
                )
            }
            Press::Type { table, step } => write!(f, "type:{}:{}", n(table), n(step)),
            Press::Typed { table, step } => write!(f, "typed:{}:{}", n(table), n(step)),
            Press::Return { table } => write!(f, "return:{}", n(table)),
            Press::Nudge { table } => write!(f, "nudge:{}", n(table)),
            Press::Show { table } => write!(f, "show:{}", n(table)),
            Press::NextRound { table, after } => write!(f, "next:{}:{}", n(table), base36((*after).into())),
            Press::Rematch { table } => write!(f, "rematch:{}", n(table)),
            Press::MatchBoard { table } => write!(f, "match:{}", n(table)),
            Press::Verify { table } => write!(f, "verify:{}", n(table)),
            Press::OpenRules { table } => write!(f, "read:{}", n(table)),
            Press::Rules { game, table, page } => {
                let table = table.map(base36).unwrap_or_default();
                write!(f, "rules:{game}:{table}:{}", base36((*page).into()))
            }
            Press::OpenLeaderboard { game } => write!(f, "leaders:{game}"),
            Press::Leaderboard { game, page } => write!(f, "board:{game}:{}", base36((*page).into())),
            Press::Thread {
                game,
                clock,
                computers,
                options,
            } => {
                write!(
                    f,
                    "thread:{game}:{}:{}:{options}",
                    base36((*clock).into()),
                    base36((*computers).into())
                )
            }
            Press::Ping { how } => write!(f, "ping:{how}"),
            Press::Blank { at } => write!(f, "blank:{}", base36((*at).into())),
        }
    }
}

impl FromStr for Press {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Press, Unknown> {
        if limits::length(text) > limits::CUSTOM_ID {
            return Err(Unknown);
        }
        let (version, rest) = text.split_once(':').ok_or(Unknown)?;
        let (word, rest) = rest.split_once(':').ok_or(Unknown)?;
        let press = read(word, rest).ok_or(Unknown)?;
        if version == VERSION && press.to_string() == text {
            Ok(press)
        } else {
            Err(Unknown)
        }
    }
}

/// Reads what stands behind the word.
fn read(word: &str, rest: &str) -> Option<Press> {
    let table = || number(rest);
    let press = match word {
        "join" => Press::Join { table: table()? },
        "leave" => Press::Leave { table: table()? },
        "more" => Press::AddComputer { table: table()? },
        "fewer" => Press::RemoveComputer { table: table()? },
        "start" => Press::Start { table: table()? },
        "cancel" => Press::Cancel { table: table()? },
        "mine" => Press::Mine { table: table()? },
        "panel" => Press::Panel { table: table()? },
        "return" => Press::Return { table: table()? },
        "nudge" => Press::Nudge { table: table()? },
        "show" => Press::Show { table: table()? },
        "rematch" => Press::Rematch { table: table()? },
        "match" => Press::MatchBoard { table: table()? },
        "verify" => Press::Verify { table: table()? },
        "read" => Press::OpenRules { table: table()? },
        "leaders" => Press::OpenLeaderboard { game: slug(rest)? },
        "ping" => Press::Ping {
            how: rest.parse().ok()?,
        },
        "blank" => Press::Blank {
            at: number(rest)?.try_into().ok()?,
        },
        "choose" | "step" | "pick" | "type" | "typed" | "next" => return read_step(word, rest),
        "rules" => {
            let [game, table, page] = parts(rest)?;
            let table = if table.is_empty() { None } else { Some(number(table)?) };
            Press::Rules {
                game: slug(game)?,
                table,
                page: number(page)?.try_into().ok()?,
            }
        }
        "board" => {
            let [game, page] = parts(rest)?;
            Press::Leaderboard {
                game: slug(game)?,
                page: number(page)?.try_into().ok()?,
            }
        }
        "thread" => {
            let [game, clock, computers, options] = parts(rest)?;
            unpack(options)?;
            Press::Thread {
                game: slug(game)?,
                clock: number(clock)?.try_into().ok()?,
                computers: number(computers)?.try_into().ok()?,
                options: options.to_owned(),
            }
        }
        _ => return None,
    };
    Some(press)
}

/// Reads what is tied to a step of a table.
fn read_step(word: &str, rest: &str) -> Option<Press> {
    let (table, rest) = rest.split_once(':')?;
    let table = number(table)?;
    let press = match word {
        "type" => Press::Type {
            table,
            step: number(rest)?,
        },
        "typed" => Press::Typed {
            table,
            step: number(rest)?,
        },
        "next" => Press::NextRound {
            table,
            after: number(rest)?.try_into().ok()?,
        },
        "choose" => {
            let (step, what) = rest.split_once(':').filter(|(_, what)| is_choice(what))?;
            Press::Choose {
                table,
                step: number(step)?,
                what: what.to_owned(),
            }
        }
        _ => {
            let [step, page, path] = parts(rest)?;
            let (step, page, path) = (number(step)?, number(page)?.try_into().ok()?, read_path(path)?);
            match word {
                "step" => Press::Step {
                    table,
                    step,
                    path,
                    page,
                },
                _ => Press::Pick {
                    table,
                    step,
                    path,
                    part: page,
                },
            }
        }
    };
    Some(press)
}

fn parts<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split(':').collect::<Vec<_>>().try_into().ok()
}

fn read_path(text: &str) -> Option<Vec<String>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let steps = text.split('/').map(|step| is_step(step).then(|| step.to_owned()));
    steps.collect()
}

fn is_step(step: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '^' | '@');
    !step.is_empty() && step.chars().all(allowed)
}

fn is_choice(what: &str) -> bool {
    what.trim() == what && !what.is_empty() && !what.chars().any(char::is_control)
}

fn slug(text: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = !text.is_empty() && text.len() <= limits::COMMAND_NAME;
    (fits && text.chars().all(allowed)).then(|| text.to_owned())
}

const BASE: u64 = 36;

fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = (number % BASE) as u8;
        digits.push(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 });
        number /= BASE;
        if number == 0 {
            break;
        }
    }
    digits.iter().rev().map(|digit| char::from(*digit)).collect()
}

fn number(text: &str) -> Option<u64> {
    text.chars()
        .all(|c| c.is_ascii_alphanumeric())
        .then(|| u64::from_str_radix(text, BASE as u32).ok())?
}

/// Writes options into few characters: `secrets,games=5,strict!` (yes, a number, no). `None` when there is one that is
/// neither yes or no nor a whole number.
pub fn pack(options: &Options) -> Option<String> {
    let word = |(name, value): (&String, &serde_json::Value)| match value {
        serde_json::Value::Bool(true) => Some(name.clone()),
        serde_json::Value::Bool(false) => Some(format!("{name}!")),
        serde_json::Value::Number(number) => number.as_i64().map(|number| format!("{name}={number}")),
        _ => None,
    };
    let words: Option<Vec<String>> = options.iter().map(word).collect();
    words
        .map(|words| words.join(","))
        .filter(|packed| unpack(packed).as_ref() == Some(options))
}

/// Reads what [`pack`] wrote.
pub fn unpack(packed: &str) -> Option<Options> {
    let named = |name: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        (!name.is_empty() && name.chars().all(allowed)).then(|| name.to_owned())
    };
    let mut options = Options::new();
    for word in packed.split(',').filter(|_| !packed.is_empty()) {
        let (name, value) = match (word.split_once('='), word.strip_suffix('!')) {
            (Some((name, number)), _) => (named(name)?, number.parse::<i64>().ok()?.into()),
            (None, Some(name)) => (named(name)?, false.into()),
            (None, None) => (named(word)?, true.into()),
        };
        options.insert(name, value);
    }
    Some(options)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn about_tables() -> impl Strategy<Value = Press> {
        let plain: Vec<fn(u64) -> Press> = vec![
            |table| Press::Join { table },
            |table| Press::Leave { table },
            |table| Press::AddComputer { table },
            |table| Press::RemoveComputer { table },
            |table| Press::Start { table },
            |table| Press::Cancel { table },
            |table| Press::Mine { table },
            |table| Press::Panel { table },
            |table| Press::Return { table },
            |table| Press::Nudge { table },
            |table| Press::Show { table },
            |table| Press::Rematch { table },
            |table| Press::MatchBoard { table },
            |table| Press::Verify { table },
            |table| Press::OpenRules { table },
        ];
        (proptest::sample::select(plain), any::<u64>()).prop_map(|(make, table)| make(table))
    }

    fn steps() -> impl Strategy<Value = Press> {
        let path = || proptest::collection::vec("[a-z0-9,^@]{1,6}", 0..4);
        prop_oneof![
            (
                any::<u64>(),
                any::<u64>(),
                "[a-z0-9=,:/^@-]([a-z0-9 =,:/^@-]{0,30}[a-z0-9])?"
            )
                .prop_map(|(table, step, what)| Press::Choose { table, step, what }),
            (any::<u64>(), any::<u64>(), path(), any::<u16>()).prop_map(|(table, step, path, page)| Press::Step {
                table,
                step,
                path,
                page
            }),
            (any::<u64>(), any::<u64>(), path(), any::<u16>()).prop_map(|(table, step, path, part)| Press::Pick {
                table,
                step,
                path,
                part
            }),
            (any::<u64>(), any::<u64>()).prop_map(|(table, step)| Press::Type { table, step }),
            (any::<u64>(), any::<u64>()).prop_map(|(table, step)| Press::Typed { table, step }),
            (any::<u64>(), any::<u32>()).prop_map(|(table, after)| Press::NextRound { table, after }),
        ]
    }

    fn others() -> impl Strategy<Value = Press> {
        let slug = || "[a-z0-9-]{1,20}";
        let option = (
            "[a-z]{1,9}",
            prop_oneof![any::<bool>().prop_map(Into::into), any::<i16>().prop_map(Into::into)],
        );
        prop_oneof![
            (slug(), any::<Option<u64>>(), any::<u16>()).prop_map(|(game, table, page)| Press::Rules {
                game,
                table,
                page
            }),
            slug().prop_map(|game| Press::OpenLeaderboard { game }),
            (slug(), any::<u16>()).prop_map(|(game, page)| Press::Leaderboard { game, page }),
            (
                slug(),
                any::<u32>(),
                any::<u8>(),
                proptest::collection::vec(option, 0..3)
            )
                .prop_map(
                    |(game, clock, computers, options): (_, _, _, Vec<(String, serde_json::Value)>)| {
                        let options = pack(&options.into_iter().collect()).unwrap();
                        Press::Thread {
                            game,
                            clock,
                            computers,
                            options,
                        }
                    }
                ),
            proptest::sample::select(Ping::ALL.to_vec()).prop_map(|how| Press::Ping { how }),
            any::<u16>().prop_map(|at| Press::Blank { at }),
        ]
    }

    proptest! {
        #[test]
        fn every_press_comes_back_as_it_was(press in prop_oneof![about_tables(), steps(), others()]) {
            let id = press.to_string();
            prop_assert!(limits::length(&id) <= limits::CUSTOM_ID, "{}", id);
            prop_assert_eq!(id.parse(), Ok(press.clone()));
            prop_assert!(press.fits());
        }

        #[test]
        fn what_is_read_at_all_has_one_spelling(text in "(w1:)?[a-z]{0,7}(:[ -~]{0,12}){0,4}") {
            if let Ok(press) = text.parse::<Press>() {
                prop_assert_eq!(press.to_string(), text);
            }
        }

        #[test]
        fn forged_text_never_breaks_the_reader(text in "\\PC{0,120}") {
            let _ = text.parse::<Press>();
            let _ = text.parse::<Picked>();
            let _ = unpack(&text);
        }
    }

    #[test]
    fn other_spellings_and_other_versions_are_refused() {
        for text in [
            "",
            "w1",
            "w1:",
            "w1:join",
            "w1:join:",
            "w1:join:01",
            "w1:join:A",
            "w1:join:+1",
            "w1:join:1:",
            "w0:join:1",
            "w1:jump:1",
            "w1:join:zzzzzzzzzzzzzz",
            "w1:choose:1:1:",
            "w1:choose:1:1: pass",
            "w1:choose:1:1:a\nb",
            "w1:step:1:1:0:a//b",
            "w1:step:1:1:0:a b",
            "w1:step:1:1:zzzzz:a",
            "w1:ping:loud",
            "w1:rules:UP::0",
            "w1:rules:::0",
            "w1:thread:game:0:0:a=x",
            "w1:thread:game:0:0:,",
            " w1:join:1",
        ] {
            assert_eq!(text.parse::<Press>(), Err(Unknown), "{text:?}");
        }
        let long = Press::Choose {
            table: 1,
            step: 1,
            what: "x".repeat(limits::CUSTOM_ID),
        };
        assert!(!long.fits());
    }

    #[test]
    fn menu_values_come_back() {
        for picked in [Picked::Choice("claim 05".to_owned()), Picked::Step("a1,b2".to_owned())] {
            assert_eq!(picked.to_string().parse(), Ok(picked));
        }
        assert!("x:1".parse::<Picked>().is_err());
        assert!("s:a b".parse::<Picked>().is_err());
        assert!(format!("c:{}", "x".repeat(99)).parse::<Picked>().is_err());
    }

    #[test]
    fn options_that_are_neither_flags_nor_numbers_are_not_packed() {
        let mut options = Options::new();
        assert_eq!(pack(&options).as_deref(), Some(""));
        options.insert("games".to_owned(), 5.into());
        options.insert("strict".to_owned(), false.into());
        options.insert("secrets".to_owned(), true.into());
        assert_eq!(pack(&options).as_deref(), Some("games=5,secrets,strict!"));
        assert_eq!(unpack("games=5,secrets,strict!"), Some(options.clone()));
        options.insert("values".to_owned(), serde_json::json!({ "a": 1 }));
        assert_eq!(pack(&options), None);
    }
}
