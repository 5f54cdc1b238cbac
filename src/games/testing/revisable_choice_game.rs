//! A game for tests alone, with what no game of the catalogue has: a sealed choice that may be changed until all have
//! chosen.
//!
//! Twice, every seat pledges one to three points in secret. When all have, the pledges are added to their scores.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::games::GameEntry;
use crate::rules::{
    Awaits, Entry, Event, Followed, Game, Listing, Malformed, MatchLength, Menu, Note, Observe, Outcome, Phrase,
    Presentation, Refusal, Scene, Scoring, Search, Seat, SeatSet, SetupError, Source, Viewer, Visibility,
    places_by_score, refuse,
};

/// The game as the catalogue would hold it.
pub(crate) static REVISABLE_CHOICE_GAME: GameEntry = GameEntry::of::<RevisableChoiceGame>(&[]);

const ROUNDS: u8 = 2;
const MOST: u8 = 3;

#[derive(Clone, Debug)]
pub(crate) struct RevisableChoiceGame {
    round: u8,
    sealed: Vec<Option<u8>>,
    scores: Vec<i64>,
}

/// There are no options.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Options {}

/// There is no chance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Chance {}

impl fmt::Display for Chance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Chance {
    type Err = Malformed;

    fn from_str(_: &str) -> Result<Chance, Malformed> {
        Err(Malformed)
    }
}

/// `pledge 2`, and of all seats together as a fact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Hash, derive_more::Display)]
#[display("pledge {}", self.0)]
pub(crate) struct Pledge(u8);

impl FromStr for Pledge {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Pledge, Malformed> {
        let points = text.strip_prefix("pledge ").ok_or(Malformed)?;
        points.parse().map(Pledge).map_err(|_| Malformed)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct View {
    own: Option<Pledge>,
    ready: Vec<bool>,
    scores: Vec<i64>,
}

impl RevisableChoiceGame {
    fn open(&self) -> bool {
        self.round < ROUNDS
    }
}

impl Game for RevisableChoiceGame {
    type Options = Options;
    type Chance = Chance;
    type Choice = Pledge;
    type Fact = Pledge;

    const SLUG: &'static str = "pledges";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Most;

    fn setup(_: &Options, seats: u8) -> Result<RevisableChoiceGame, SetupError> {
        Ok(RevisableChoiceGame {
            round: 0,
            sealed: vec![None; seats.into()],
            scores: vec![0; seats.into()],
        })
    }

    fn options(&self) -> Options {
        Options {}
    }

    fn seats(&self) -> u8 {
        self.sealed.len() as u8
    }

    fn match_length(_: &Options) -> MatchLength {
        MatchLength::Games(1)
    }

    fn awaits(&self) -> Awaits {
        if !self.open() {
            return Awaits::Nobody(Outcome {
                places: Some(places_by_score(&self.scores)),
                scores: Some(self.scores.clone()),
            });
        }
        let mut seats = SeatSet::EMPTY;
        let open = self.sealed.iter().enumerate().filter(|(_, sealed)| sealed.is_none());
        open.for_each(|(seat, _)| seats.insert(Seat(seat as u8)));
        Awaits::Seats(seats)
    }

    fn may_choose(&self, seat: Seat) -> bool {
        self.open() && seat.index() < self.sealed.len()
    }

    fn draw(&self, _: &mut dyn Source) -> Chance {
        unreachable!("no chance is ever awaited")
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Pledge>) -> Listing {
        into.clear();
        into.extend((1..=MOST).filter(|_| self.may_choose(seat)).map(Pledge));
        Listing::Complete
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Pledge> {
        match *chance {}
    }

    fn take_choice(&mut self, seat: Seat, Pledge(points): &Pledge) -> Followed<Pledge> {
        if !(1..=MOST).contains(points) {
            return refuse(Refusal::notation());
        }
        self.sealed[seat.index()] = Some(*points);
        if self.sealed.iter().any(Option::is_none) {
            return Ok(Vec::new());
        }
        let mut sum = 0;
        for (score, sealed) in self.scores.iter_mut().zip(&mut self.sealed) {
            let points = sealed.take().unwrap_or_default();
            *score += i64::from(points);
            sum += points;
        }
        self.round += 1;
        Ok(vec![Note::public(Pledge(sum))])
    }
}

impl Observe for RevisableChoiceGame {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let own = match viewer {
            Viewer::Seat(seat) => self.sealed.get(seat.index()).copied().flatten(),
            Viewer::Table => None,
        };
        View {
            own: own.map(Pledge),
            ready: self.sealed.iter().map(Option::is_some).collect(),
            scores: self.scores.clone(),
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Chance, Pledge>) -> Visibility {
        match event {
            Event::Choice(seat, _) if viewer == Viewer::Seat(*seat) => Visibility::Whole,
            _ => Visibility::Hidden,
        }
    }
}

impl Search for RevisableChoiceGame {
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> RevisableChoiceGame {
        let mut world = self.clone();
        for (seat, sealed) in world.sealed.iter_mut().enumerate() {
            if viewer != Viewer::Seat(Seat(seat as u8)) && sealed.is_some() {
                *sealed = Some(1 + source.below(MOST.into()) as u8);
            }
        }
        world
    }
}

impl Presentation for RevisableChoiceGame {
    const PEOPLE: RangeInclusive<u8> = 2..=4;

    fn scene(view: &View) -> Scene {
        let own = view.own.map(|pledge| said(pledge.0));
        Scene {
            own: own.into_iter().collect(),
            ..Scene::default()
        }
    }

    fn menu(_: &View, choices: &[Pledge], path: &[&str]) -> Option<Menu> {
        let entry = |pledge: &Pledge| Entry::choice(said(pledge.0), pledge);
        path.is_empty().then(|| {
            Menu::list(
                Phrase::new("tiles-letter").with("letter", "pledge"),
                choices.iter().map(entry),
            )
        })
    }

    fn choice(choice: &Pledge) -> Phrase {
        said(choice.0)
    }

    fn fact(fact: &Pledge) -> Phrase {
        said(fact.0)
    }
}

fn said(points: u8) -> Phrase {
    Phrase::new("public-option-is")
        .with("name", "pledge")
        .with("value", points.to_string())
}
