//! How presses are written and read.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{Press, Unknown};
use crate::discord::limits;
use crate::games::Options;

/// Whom to forget: whoever presses, and nobody else.
const ME: &str = "me";
/// The version of the format. Ids of another version are refused, and the person is shown the way to a fresh panel.
const VERSION: &str = "w1";

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = |number: &u64| base36(*number);
        write!(f, "{VERSION}:")?;
        match self {
            Press::Join { table } => write!(f, "join:{}", n(table)),
            Press::Leave { table } => write!(f, "leave:{}", n(table)),
            Press::AddComputer { table } => write!(f, "more:{}", n(table)),
            Press::RemoveComputer { table } => write!(f, "fewer:{}", n(table)),
            Press::SitOn { table, side } => write!(f, "side:{}:{}", n(table), base36((*side).into())),
            Press::AddComputerOn { table, side } => write!(f, "moreon:{}:{}", n(table), base36((*side).into())),
            Press::Balance { table } => write!(f, "even:{}", n(table)),
            Press::SwapSides { table } => write!(f, "swap:{}", n(table)),
            Press::Start { table } => write!(f, "start:{}", n(table)),
            Press::Cancel { table } => write!(f, "cancel:{}", n(table)),
            Press::CancelSure { table } => write!(f, "close:{}", n(table)),
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
            Press::Try {
                table,
                step,
                path,
                what,
            } => write!(f, "try:{}:{}:{}:{what}", n(table), n(step), path.join("/")),
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
            Press::Type { table, step, typed } => {
                let parts = if typed.is_empty() { "" } else { ":" };
                write!(f, "type:{}:{}{parts}{typed}", n(table), n(step))
            }
            Press::Typed { table, step } => write!(f, "typed:{}:{}", n(table), n(step)),
            Press::Return { table } => write!(f, "return:{}", n(table)),
            Press::Nudge { table } => write!(f, "nudge:{}", n(table)),
            Press::Pause { table } => write!(f, "pause:{}", n(table)),
            Press::Resume { table } => write!(f, "resume:{}", n(table)),
            Press::Concede { table } => write!(f, "concede:{}", n(table)),
            Press::AskResign { table, round } => write!(f, "giveup:{}:{}", n(table), base36((*round).into())),
            Press::Resign { table, round } => write!(f, "resign:{}:{}", n(table), base36((*round).into())),
            Press::OfferTruce { table, round } => write!(f, "offer:{}:{}", n(table), base36((*round).into())),
            Press::AskAgree { table, offer } => write!(f, "accept:{}:{}", n(table), n(offer)),
            Press::AnswerTruce { table, offer, agree } => {
                write!(
                    f,
                    "{}:{}:{}",
                    if *agree { "agree" } else { "refuse" },
                    n(table),
                    n(offer)
                )
            }
            Press::Decline { table, offer } => write!(f, "decline:{}:{}", n(table), n(offer)),
            Press::WithdrawTruce { table, offer } => write!(f, "withdraw:{}:{}", n(table), n(offer)),
            Press::LetBe { table } => write!(f, "letbe:{}", n(table)),
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
                rest,
                computers,
                options,
            } => {
                write!(
                    f,
                    "thread:{game}:{}:{}:{options}",
                    rested(*clock, *rest),
                    base36((*computers).into())
                )
            }
            Press::Ping { how } => write!(f, "ping:{how}"),
            Press::Boards { how } => write!(f, "boards:{how}"),
            Press::Forget => write!(f, "forget:{ME}"),
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
        "side" | "moreon" => return read_side(word, rest),
        "even" => Press::Balance { table: table()? },
        "swap" => Press::SwapSides { table: table()? },
        "pause" => Press::Pause { table: table()? },
        "resume" => Press::Resume { table: table()? },
        "start" => Press::Start { table: table()? },
        "cancel" => Press::Cancel { table: table()? },
        "close" => Press::CancelSure { table: table()? },
        "mine" => Press::Mine { table: table()? },
        "panel" => Press::Panel { table: table()? },
        "return" => Press::Return { table: table()? },
        "nudge" => Press::Nudge { table: table()? },
        "concede" => Press::Concede { table: table()? },
        "letbe" => Press::LetBe { table: table()? },
        "giveup" | "resign" | "offer" | "accept" | "agree" | "refuse" | "decline" | "withdraw" => {
            return read_word(word, rest);
        }
        "show" => Press::Show { table: table()? },
        "rematch" => Press::Rematch { table: table()? },
        "match" => Press::MatchBoard { table: table()? },
        "verify" => Press::Verify { table: table()? },
        "read" => Press::OpenRules { table: table()? },
        "leaders" => Press::OpenLeaderboard { game: slug(rest)? },
        "ping" => Press::Ping {
            how: rest.parse().ok()?,
        },
        "boards" => Press::Boards {
            how: rest.parse().ok()?,
        },
        "forget" if rest == ME => Press::Forget,
        "blank" => Press::Blank {
            at: number(rest)?.try_into().ok()?,
        },
        "choose" | "try" | "step" | "pick" | "type" | "typed" | "next" => return read_step(word, rest),
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
            let (clock, rest) = clock.split_once('.').unwrap_or((clock, "0"));
            Press::Thread {
                game: slug(game)?,
                clock: number(clock)?.try_into().ok()?,
                rest: number(rest)?.try_into().ok()?,
                computers: number(computers)?.try_into().ok()?,
                options: options.to_owned(),
            }
        }
        _ => return None,
    };
    Some(press)
}

/// Reads what is about a side of a table.
fn read_side(word: &str, rest: &str) -> Option<Press> {
    let [table, side] = parts(rest)?;
    let (table, side) = (number(table)?, number(side)?.try_into().ok()?);
    Some(match word {
        "side" => Press::SitOn { table, side },
        _ => Press::AddComputerOn { table, side },
    })
}

/// A clock, and how long it waits after a turn with something to read, if it does.
fn rested(clock: u32, rest: u32) -> String {
    match rest {
        0 => base36(clock.into()),
        rest => format!("{}.{}", base36(clock.into()), base36(rest.into())),
    }
}

/// Reads what ends a game by word, or leads there.
fn read_word(word: &str, rest: &str) -> Option<Press> {
    let [table, about] = parts(rest)?;
    let (table, about) = (number(table)?, number(about)?);
    let round = || about.try_into().ok();
    Some(match word {
        "giveup" => Press::AskResign { table, round: round()? },
        "resign" => Press::Resign { table, round: round()? },
        "offer" => Press::OfferTruce { table, round: round()? },
        "agree" | "refuse" => Press::AnswerTruce {
            table,
            offer: about,
            agree: word == "agree",
        },
        "accept" => Press::AskAgree { table, offer: about },
        "decline" => Press::Decline { table, offer: about },
        _ => Press::WithdrawTruce { table, offer: about },
    })
}

/// Reads what is tied to a step of a table.
fn read_step(word: &str, rest: &str) -> Option<Press> {
    let (table, rest) = rest.split_once(':')?;
    let table = number(table)?;
    let press = match word {
        "type" => {
            let (step, typed) = match rest.split_once(':') {
                Some((step, typed)) if is_choice(typed) => (step, typed),
                Some(_) => return None,
                None => (rest, ""),
            };
            Press::Type {
                table,
                step: number(step)?,
                typed: typed.to_owned(),
            }
        }
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
        "try" => {
            let (step, rest) = rest.split_once(':')?;
            let (path, what) = rest.split_once(':').filter(|(_, what)| is_choice(what))?;
            Press::Try {
                table,
                step: number(step)?,
                path: read_path(path)?,
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

pub(super) fn is_step(step: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '^' | '@');
    !step.is_empty() && step.chars().all(allowed)
}

pub(super) fn is_choice(what: &str) -> bool {
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

/// Writes options into few characters: `secrets,games=5,first=host,strict!` (yes, a number, a word, no). `None` when
/// there is one that is none of these.
pub fn pack(options: &Options) -> Option<String> {
    let word = |(name, value): (&String, &serde_json::Value)| match value {
        serde_json::Value::Bool(true) => Some(name.clone()),
        serde_json::Value::Bool(false) => Some(format!("{name}!")),
        serde_json::Value::Number(number) => number.as_i64().map(|number| format!("{name}={number}")),
        serde_json::Value::String(word) => Some(format!("{name}={word}")),
        _ => None,
    };
    let named: BTreeMap<&String, &serde_json::Value> = options.iter().collect();
    let words: Option<Vec<String>> = named.into_iter().map(word).collect();
    words
        .map(|words| words.join(","))
        .filter(|packed| unpack(packed).as_ref() == Some(options))
}

/// What an option is set to: a number, or a word of small letters.
fn value_of(text: &str) -> Option<serde_json::Value> {
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase()) {
        return Some(text.into());
    }
    text.parse::<i64>().ok().map(Into::into)
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
            (Some((name, value)), _) => (named(name)?, value_of(value)?),
            (None, Some(name)) => (named(name)?, false.into()),
            (None, None) => (named(word)?, true.into()),
        };
        options.insert(name, value);
    }
    Some(options)
}
