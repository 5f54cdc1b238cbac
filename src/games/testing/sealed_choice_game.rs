//! A game for tests alone, whose rules were mended: four editions of it.
//!
//! Three times a die is thrown for all to see, and both seats bid one to three for it in secret; who bids more gets the points
//! of the die. Of equal bids, nobody gets anything by the first edition, and both do by the second, which also allows fewer
//! games a match. By the third nobody bids more than two, and the die is read from its other side. By the fourth no computer
//! player can think.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::games::GameEntry;
use crate::rules::{
    Awaits, Entry, Event, Followed, Game, Listing, Malformed, MatchLength, Menu, Note, Observe, Outcome, Phrase,
    Presentation, Refusal, Scene, Scoring, Search, Seat, SeatSet, SetupError, Source, Viewer, Visibility,
    places_by_score, refuse,
};

/// Its editions as the catalogue would hold them.
pub(crate) static FIRST: GameEntry = GameEntry::of::<SealedChoiceGame<1>>(&[]);
pub(crate) static SECOND: GameEntry = GameEntry::of::<SealedChoiceGame<2>>(&[]);
pub(crate) static THIRD: GameEntry = GameEntry::of::<SealedChoiceGame<3>>(&[]);
pub(crate) static UNTHINKABLE: GameEntry = GameEntry::of::<SealedChoiceGame<4>>(&[]);
/// How often a computer player has tried to think in the fourth edition.
pub(crate) static TRIES_TO_THINK: AtomicUsize = AtomicUsize::new(0);

const TURNS: u8 = 3;

#[derive(Clone, Debug)]
pub(crate) struct SealedChoiceGame<const EDITION: u16> {
    options: Options,
    turn: u8,
    die: Option<u8>,
    sealed: [Option<u8>; 2],
    scores: [i64; 2],
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    games: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { games: 2 }
    }
}

/// `die 4`, `bid 2`, or `won 4`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Hash, derive_more::Display)]
#[display("{} {}", self.0, self.1)]
pub(crate) struct Word(&'static str, u8);

impl FromStr for Word {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Word, Malformed> {
        let (word, number) = text.split_once(' ').ok_or(Malformed)?;
        let word = ["die", "bid", "won"].into_iter().find(|known| *known == word);
        Ok(Word(word.ok_or(Malformed)?, number.parse().map_err(|_| Malformed)?))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct View {
    die: Option<u8>,
    own: Option<u8>,
    ready: Vec<bool>,
    scores: Vec<i64>,
}

impl<const EDITION: u16> SealedChoiceGame<EDITION> {
    const MOST: u8 = if EDITION < 3 { 3 } else { 2 };

    fn bids(&self, seat: Seat) -> bool {
        self.die.is_some() && self.sealed.get(seat.index()) == Some(&None)
    }

    /// Both have bid for a die.
    fn resolve(&mut self, bids: [u8; 2], die: u8) -> Vec<Note<Word>> {
        (self.sealed, self.die) = ([None; 2], None);
        self.turn += 1;
        let wins = |own: u8, other: u8| own > other || (own == other && EDITION > 1);
        for (seat, [own, other]) in [bids, [bids[1], bids[0]]].into_iter().enumerate() {
            if wins(own, other) {
                self.scores[seat] += i64::from(die);
            }
        }
        vec![Note::public(Word("won", die))]
    }
}

impl<const EDITION: u16> Game for SealedChoiceGame<EDITION> {
    type Options = Options;
    type Chance = Word;
    type Choice = Word;
    type Fact = Word;

    const SLUG: &'static str = "bids";
    const EDITION: u16 = EDITION;
    const SCORING: Scoring = Scoring::Most;

    fn setup(options: &Options, _: u8) -> Result<Self, SetupError> {
        if options.games > 2 && EDITION > 1 {
            let reason = Phrase::new("denied-even-sides");
            return Err(SetupError::Conflict { reason });
        }
        Ok(SealedChoiceGame {
            options: options.clone(),
            turn: 0,
            die: None,
            sealed: [None; 2],
            scores: [0; 2],
        })
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn seats(&self) -> u8 {
        2
    }

    fn match_length(options: &Options) -> MatchLength {
        MatchLength::Games(options.games)
    }

    fn awaits(&self) -> Awaits {
        if self.turn == TURNS {
            return Awaits::Nobody(Outcome {
                places: Some(places_by_score(&self.scores)),
                scores: Some(self.scores.to_vec()),
            });
        }
        match self.die {
            None => Awaits::Chance,
            Some(_) => Awaits::Seats((0..2).map(Seat).filter(|seat| self.bids(*seat)).collect::<SeatSet>()),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Word {
        let side = 1 + source.below(6) as u8;
        Word("die", if EDITION < 3 { side } else { 7 - side })
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Word>) -> Listing {
        into.clear();
        into.extend((1..=Self::MOST).filter(|_| self.bids(seat)).map(|bid| Word("bid", bid)));
        Listing::Complete
    }

    fn take_chance(&mut self, chance: &Word) -> Followed<Word> {
        let Word("die", die) = chance else {
            return refuse(Refusal::notation());
        };
        self.die = Some(*die);
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Word) -> Followed<Word> {
        match choice {
            Word("bid", bid) if (1..=Self::MOST).contains(bid) => self.sealed[seat.index()] = Some(*bid),
            _ => return refuse(Refusal::notation()),
        }
        Ok(match (self.sealed, self.die) {
            ([Some(one), Some(other)], Some(die)) => self.resolve([one, other], die),
            _ => Vec::new(),
        })
    }
}

impl<const EDITION: u16> Observe for SealedChoiceGame<EDITION> {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let own = match viewer {
            Viewer::Seat(seat) => self.sealed.get(seat.index()).copied().flatten(),
            Viewer::Table => None,
        };
        View {
            die: self.die,
            own,
            ready: self.sealed.iter().map(Option::is_some).collect(),
            scores: self.scores.to_vec(),
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Word, Word>) -> Visibility {
        match event {
            Event::Choice(seat, _) if viewer != Viewer::Seat(*seat) => Visibility::Hidden,
            _ => Visibility::Whole,
        }
    }
}

impl<const EDITION: u16> Search for SealedChoiceGame<EDITION> {
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Self {
        if EDITION == 4 {
            panic!("try {} to think", TRIES_TO_THINK.fetch_add(1, Ordering::SeqCst) + 1);
        }
        let mut world = self.clone();
        for (seat, sealed) in world.sealed.iter_mut().enumerate() {
            if viewer != Viewer::Seat(Seat(seat as u8)) && sealed.is_some() {
                *sealed = Some(1 + source.below(Self::MOST.into()) as u8);
            }
        }
        world
    }
}

impl<const EDITION: u16> Presentation for SealedChoiceGame<EDITION> {
    const PEOPLE: RangeInclusive<u8> = 2..=2;

    fn scene(view: &View) -> Scene {
        Scene {
            own: view.own.map(said).into_iter().collect(),
            ..Scene::default()
        }
    }

    fn menu(_: &View, choices: &[Word], path: &[&str]) -> Option<Menu> {
        let entry = |bid: &Word| Entry::choice(said(bid.1), bid);
        path.is_empty().then(|| {
            Menu::list(
                Phrase::new("tiles-letter").with("letter", "bid"),
                choices.iter().map(entry),
            )
        })
    }

    fn choice(choice: &Word) -> Phrase {
        said(choice.1)
    }

    fn fact(fact: &Word) -> Phrase {
        said(fact.1)
    }
}

fn said(number: u8) -> Phrase {
    Phrase::new("public-option-is")
        .with("name", "bid")
        .with("value", number.to_string())
}
