//! A game for tests alone, with what only games by sides have: two crews that take turns of a few seconds.
//!
//! The crews pull by turns, the north first; whoever's turn it is pulls with nought to three of their strength, all at once
//! and in secret, and may change that until the last one has pulled. After six turns the crew that has pulled more wins, of
//! equal ones the north.

use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::revisable_choice_game::Chance;
use crate::games::GameEntry;
use crate::rules::{
    Awaits, Entry, Event, Followed, Game, Listing, Malformed, MatchLength, Menu, Note, Observe, Outcome, Phrase,
    Presentation, Refusal, Scene, Scoring, Search, Seat, SeatLine, SeatSet, SetupError, Sides, Source, Viewer,
    Visibility, divided, refuse,
};

/// The game as the catalogue would hold it.
pub(crate) static TEAM_GAME: GameEntry = GameEntry::of::<TeamGame>(&[]);

const TURNS: u8 = 6;
const MOST: u8 = 3;
/// So much strength in a turn is worth looking at.
const HEAVE: u8 = 5;

#[derive(Clone, Debug)]
pub(crate) struct TeamGame {
    options: Options,
    turn: u8,
    sealed: Vec<Option<u8>>,
    pulled: [u32; 2],
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    north: u8,
    south: u8,
    clock: Option<u32>,
}

/// `pull 2`, and of a crew together as a fact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Hash, derive_more::Display)]
#[display("pull {}", self.0)]
pub(crate) struct Pull(u8);

impl FromStr for Pull {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Pull, Malformed> {
        let strength = text.strip_prefix("pull ").ok_or(Malformed)?;
        strength.parse().map(Pull).map_err(|_| Malformed)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct View {
    own: Option<Pull>,
    ready: Vec<bool>,
}

impl TeamGame {
    fn pulls(&self, seat: Seat) -> bool {
        self.turn < TURNS && seat.index() < self.sealed.len() && Game::team(self, seat) == self.turn % 2
    }

    fn crew(&self) -> impl Iterator<Item = Seat> {
        let seats = (0..self.sealed.len() as u8).map(Seat);
        seats.filter(|seat| self.pulls(*seat))
    }
}

impl Game for TeamGame {
    type Options = Options;
    type Chance = Chance;
    type Choice = Pull;
    type Fact = Pull;

    const SLUG: &'static str = "ropes";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::None;
    const SIDES: Option<Sides> = Some(Sides {
        names: ["north", "south"],
        most: 16,
    });
    const TURN_CLOCKS: &'static [u32] = &[5, 60];

    fn setup(options: &Options, seats: u8) -> Result<TeamGame, SetupError> {
        assert_eq!(options.north + options.south, seats, "the crews fill the seats");
        Ok(TeamGame {
            options: options.clone(),
            turn: 0,
            sealed: vec![None; seats.into()],
            pulled: [0; 2],
        })
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn seats(&self) -> u8 {
        self.sealed.len() as u8
    }

    fn match_length(_: &Options) -> MatchLength {
        MatchLength::Games(1)
    }

    fn awaits(&self) -> Awaits {
        if self.turn < TURNS {
            let open = self.crew().filter(|seat| self.sealed[seat.index()].is_none());
            return Awaits::Seats(open.collect::<SeatSet>());
        }
        let winner = u8::from(self.pulled[1] > self.pulled[0]);
        let seats = (0..self.sealed.len() as u8).map(Seat);
        let places = seats.map(|seat| if self.team(seat) == winner { 1 } else { 2 });
        Awaits::Nobody(Outcome {
            places: Some(places.collect()),
            scores: None,
        })
    }

    fn may_choose(&self, seat: Seat) -> bool {
        self.pulls(seat)
    }

    fn draw(&self, _: &mut dyn Source) -> Chance {
        unreachable!("no chance is ever awaited")
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Pull>) -> Listing {
        into.clear();
        into.extend((0..=MOST).filter(|_| self.pulls(seat)).map(Pull));
        Listing::Complete
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Pull> {
        match *chance {}
    }

    fn take_choice(&mut self, seat: Seat, Pull(strength): &Pull) -> Followed<Pull> {
        if *strength > MOST {
            return refuse(Refusal::notation());
        }
        self.sealed[seat.index()] = Some(*strength);
        let crew: Vec<Seat> = self.crew().collect();
        let pulled: Option<Vec<u8>> = crew.iter().map(|seat| self.sealed[seat.index()]).collect();
        let Some(pulled) = pulled else { return Ok(Vec::new()) };
        let sum: u8 = pulled.iter().sum();
        crew.iter().for_each(|seat| self.sealed[seat.index()] = None);
        self.pulled[usize::from(self.turn % 2)] += u32::from(sum);
        self.turn += 1;
        Ok(vec![Note::public(Pull(sum))])
    }

    fn needs_reading_time(fact: &Pull) -> bool {
        fact.0 >= HEAVE
    }

    fn timeout_choice(&self, seat: Seat, _: &mut dyn Source) -> Option<Pull> {
        self.pulls(seat).then_some(Pull(0))
    }

    fn team(&self, seat: Seat) -> u8 {
        u8::from(seat.0 >= self.options.north)
    }
}

impl Observe for TeamGame {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let own = match viewer {
            Viewer::Seat(seat) => self.sealed.get(seat.index()).copied().flatten(),
            Viewer::Table => None,
        };
        View {
            own: own.map(Pull),
            ready: self.sealed.iter().map(Option::is_some).collect(),
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Chance, Pull>) -> Visibility {
        match event {
            Event::Choice(seat, _) if viewer == Viewer::Seat(*seat) => Visibility::Whole,
            _ => Visibility::Hidden,
        }
    }
}

impl Search for TeamGame {
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> TeamGame {
        let mut world = self.clone();
        for (seat, sealed) in world.sealed.iter_mut().enumerate() {
            if viewer != Viewer::Seat(Seat(seat as u8)) && sealed.is_some() {
                *sealed = Some(source.below(u32::from(MOST) + 1) as u8);
            }
        }
        world
    }
}

impl Presentation for TeamGame {
    const PEOPLE: RangeInclusive<u8> = 2..=32;

    fn scene(view: &View) -> Scene {
        let line = |(seat, ready): (usize, &bool)| SeatLine {
            seat: Seat(seat as u8),
            score: None,
            marks: ready.then(|| said(0)).into_iter().collect(),
            board: Vec::new(),
        };
        let own = view.own.map(|pull| said(pull.0));
        Scene {
            seats: view.ready.iter().enumerate().map(line).collect(),
            own: own.into_iter().collect(),
            ..Scene::default()
        }
    }

    fn menu(_: &View, choices: &[Pull], path: &[&str]) -> Option<Menu> {
        let entry = |pull: &Pull| Entry::choice(said(pull.0), pull);
        path.is_empty().then(|| {
            Menu::list(
                Phrase::new("tiles-letter").with("letter", "pull"),
                choices.iter().map(entry),
            )
        })
    }

    fn choice(choice: &Pull) -> Phrase {
        said(choice.0)
    }

    fn fact(fact: &Pull) -> Phrase {
        said(fact.0)
    }

    fn fit_to_players(options: &mut Options, people: u8) -> Result<u8, SetupError> {
        if options.north + options.south != people {
            [options.north, options.south] = divided(people);
        }
        Ok(people)
    }
}

fn said(strength: u8) -> Phrase {
    Phrase::new("public-option-is")
        .with("name", "pull")
        .with("value", strength.to_string())
}
