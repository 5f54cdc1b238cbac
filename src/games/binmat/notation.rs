//! How chance and facts are written (docs/RULES.md, "BINMAT"). Reading is strict: only what would be written is read back.

use std::fmt;
use std::str::FromStr;

use super::card::Card;
use super::lane::{Deck, Lane};
use super::pile::Pile;
use crate::rules::{Malformed, Seat, notation, write_list};

/// The most members of a team: their numbers are one hexadecimal digit.
pub const MAX_MEMBERS: u8 = 16;

/// What chance brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The deck that is dealt to a lane, the top card first.
    Lane(Lane, Pile),
    /// In which order the members of the team act, member 0 first.
    Order(Members),
    /// A discard pile that was shuffled into its deck, the top card first.
    Reshuffle(Deck, Pile),
}

/// Members of a team in some order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Members {
    count: u8,
    members: [u8; MAX_MEMBERS as usize],
}

impl Members {
    /// Members 0 to `count` - 1 in the order of their numbers.
    pub(super) fn ascending(count: u8) -> Members {
        let mut members = Members::default();
        (0..count).for_each(|member| members.push(member));
        members
    }

    fn push(&mut self, member: u8) {
        if let Some(place) = self.members.get_mut(usize::from(self.count)) {
            *place = member;
            self.count += 1;
        }
    }

    /// The numbers of the members.
    pub fn as_slice(&self) -> &[u8] {
        &self.members[..usize::from(self.count)]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.members[..usize::from(self.count)]
    }

    /// Whether these are the members of a team of `count`, each once and member 0 first.
    pub(super) fn begins_whole(&self, count: u8) -> bool {
        let met = self.as_slice().iter().fold(0_u32, |met, member| met | 1 << member);
        self.count == count && met == (1 << count) - 1 && self.as_slice().first() == Some(&0)
    }
}

/// What follows from orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// In combat in that lane a TRAP discards this card.
    Trap(Lane, Card),
    /// Combat in that lane ends without damage, because of a BOUNCE or because both stacks have no power.
    Bounce(Lane),
    /// The powers of a combat and its damage.
    Combat {
        /// Where.
        lane: Lane,
        /// The power of the attackers' stack.
        attackers: u8,
        /// The power of the defenders' stack.
        defenders: u8,
        /// The damage; `None` when the attackers' stack is the weaker one.
        damage: Option<u8>,
    },
    /// The order of that seat is invalid.
    Invalid(Seat),
    /// Its whole hand is discarded.
    Dump(Seat),
}

notation! { Chance {
    Lane(lane, cards) => "lane {lane} {cards}",
    Order(members) => "order {members}",
    Reshuffle(deck, cards) => "reshuffle {deck} {cards}",
} }

impl fmt::Display for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, " ", self.as_slice().iter().map(|member| format!("{member:x}")))
    }
}

impl FromStr for Members {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Members, Malformed> {
        let mut members = Members::default();
        for digit in text.split(' ') {
            let member = u8::from_str_radix(digit, 16).map_err(|_| Malformed)?;
            if member >= MAX_MEMBERS || members.as_slice().contains(&member) {
                return Err(Malformed);
            }
            members.push(member);
        }
        Ok(members)
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Trap(lane, card) => write!(f, "trap {lane} {card}"),
            Fact::Bounce(lane) => write!(f, "bounce {lane}"),
            Fact::Combat {
                lane,
                attackers,
                defenders,
                damage,
            } => {
                write!(f, "combat {lane} {attackers} {defenders} ")?;
                match damage {
                    Some(damage) => damage.fmt(f),
                    None => f.write_str("-"),
                }
            }
            Fact::Invalid(seat) => write!(f, "invalid {seat}"),
            Fact::Dump(seat) => write!(f, "dump {seat}"),
        }
    }
}

impl FromStr for Fact {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Fact, Malformed> {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["trap", lane, card] => Ok(Fact::Trap(lane.parse()?, card.parse()?)),
            ["bounce", lane] => Ok(Fact::Bounce(lane.parse()?)),
            ["combat", lane, attackers, defenders, damage] => Ok(Fact::Combat {
                lane: lane.parse()?,
                attackers: number(attackers)?,
                defenders: number(defenders)?,
                damage: match *damage {
                    "-" => None,
                    damage => Some(number(damage)?),
                },
            }),
            ["invalid", who] => seat(who).map(Fact::Invalid),
            ["dump", who] => seat(who).map(Fact::Dump),
            _ => Err(Malformed),
        }
    }
}

/// A number as it is written: without a sign or leading zeros.
fn number(text: &str) -> Result<u8, Malformed> {
    let number: u8 = text.parse().map_err(|_| Malformed)?;
    if text.starts_with('+') || (text.len() > 1 && text.starts_with('0')) {
        return Err(Malformed);
    }
    Ok(number)
}

fn seat(text: &str) -> Result<Seat, Malformed> {
    number(text).and_then(|seat| match seat < 2 * MAX_MEMBERS {
        true => Ok(Seat(seat)),
        false => Err(Malformed),
    })
}
