//! A game that a seat cannot tell from the real one, built up from what the seat was told alone.
//!
//! What happens before the eyes of the seat happens in the likeness as well. What it does not see, the likeness makes up: any draw
//! and any choice after which the seat would see the same. Where the likeness cannot go on as the real game did (somebody plays a
//! tile that they do not hold there), it is exchanged for another game that fits all that was seen before
//! ([`Search::imagine`](crate::rules::Search::imagine)). A hidden order of many tiles is found by exchanging two of them at a time.
//!
//! Games that a seat cannot tell apart give the same imagined games for the same throws, so a computer player chooses in a likeness
//! what it would choose in the real game.

use serde::Deserialize;
use serde_json::Value;

use super::difference::{Words, descend, distance};
use crate::games::{Applied, DynGame};
use crate::referee::fair::SeededSource;
use crate::rules::{Awaits, By, Listing, Seat, Source, Viewer, Visibility};

/// How many other games are tried before the likeness gives up.
const TRIES: usize = 50_000;
/// How many orders of hidden tiles are tried.
const ORDERS: usize = 20;

/// An event as a seat sees it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Seen {
    by: By,
    what: Option<String>,
    #[serde(default)]
    then: Vec<String>,
    /// What the seat sees of the game afterwards, if that is told.
    view: Option<Value>,
}

/// A game that looks the same to a seat.
pub(super) struct Likeness {
    play: Box<dyn DynGame>,
    seat: Seat,
    luck: SeededSource,
    /// The game before the last event, and that event. A likeness that is no use any more is begun again there: whether a seat had to
    /// do what it did shows only afterwards.
    earlier: Option<(Box<dyn DynGame>, Seen)>,
    /// Choices of others that are sealed and too many to list.
    sealed: Option<Sealed>,
}

/// Sealed choices of others.
#[derive(Clone)]
struct Sealed {
    /// The game before the first of them.
    before: Box<dyn DynGame>,
    /// All events since, each with what happened in the likeness.
    since: Vec<(Seen, String)>,
}

/// What was told cannot have happened.
#[derive(Debug)]
pub(super) struct Impossible;

impl Likeness {
    /// A game that begins.
    pub(super) fn new(play: Box<dyn DynGame>, seat: Seat, luck: SeededSource) -> Likeness {
        Likeness {
            play,
            seat,
            luck,
            earlier: None,
            sealed: None,
        }
    }

    pub(super) const fn seat(&self) -> Seat {
        self.seat
    }

    pub(super) fn play(&self) -> &dyn DynGame {
        &*self.play
    }

    /// Takes an event in.
    pub(super) fn hear(&mut self, seen: &Seen) -> Result<(), Impossible> {
        let is_seat = match seen.by {
            By::Seat(seat) => seat.0 < self.play.seats(),
            By::Chance => self.play.awaits() == Awaits::Chance,
        };
        if !is_seat {
            return Err(Impossible);
        }
        let unlisted = matches!(seen.by, By::Seat(seat) if seat != self.seat
            && self.play.choices(seat).1 == Listing::Partial);
        let (what, after) = match self.go_on(seen) {
            Some(found) => found,
            None => self.unseal(seen).map_or_else(|| self.other(seen), Ok)?,
        };
        match &mut self.sealed {
            _ if seen.by == By::Chance => self.sealed = None,
            Some(sealed) => sealed.since.push((seen.clone(), what)),
            None if unlisted => {
                self.sealed = Some(Sealed {
                    before: self.play.copy(),
                    since: vec![(seen.clone(), what)],
                });
            }
            None => {}
        }
        let before = std::mem::replace(&mut self.play, after);
        self.earlier = Some((before, seen.clone()));
        Ok(())
    }

    /// Requires that the seat sees this of the game now.
    pub(super) fn look(&mut self, view: &Value) -> Result<(), Impossible> {
        let viewer = Viewer::Seat(self.seat);
        if self.play.view(viewer) == *view {
            return Ok(());
        }
        for _ in 0..self.tries() {
            self.exchange();
            if self.play.view(viewer) == *view {
                return Ok(());
            }
        }
        Err(Impossible)
    }

    /// Exchanges the likeness for a game that fits what was seen before.
    fn exchange(&mut self) {
        self.play = self.play.imagine(Viewer::Seat(self.seat), &mut self.luck);
    }

    /// Exchanges the likeness for one in which the last event happened otherwise than before, as far as its seat can tell alike;
    /// `false` if there is none.
    fn begin_again(&mut self) -> bool {
        let Some((before, last)) = self.earlier.clone() else {
            return false;
        };
        let imagined = before.imagine(Viewer::Seat(self.seat), &mut self.luck);
        let present = std::mem::replace(&mut self.play, imagined);
        let begun = self.go_on(&last);
        let found = begun.is_some();
        self.play = begun.map_or(present, |(_, after)| after);
        found
    }

    /// How many other games are worth a try: none where nothing is hidden, so that all imagined games are one.
    fn tries(&mut self) -> usize {
        const COMPARED: usize = 16;
        let viewer = Viewer::Seat(self.seat);
        let earlier = self.earlier.iter().map(|(before, _)| before);
        let differs = earlier.chain([&self.play]).any(|play| {
            let state = play.state();
            (0..COMPARED).any(|_| play.imagine(viewer, &mut self.luck).state() != state)
        });
        if differs { TRIES } else { 0 }
    }

    /// The event in another game that fits.
    fn other(&mut self, seen: &Seen) -> Result<(String, Box<dyn DynGame>), Impossible> {
        if let Some(found) = self.fit_draw(seen) {
            return Ok(found);
        }
        let tries = match seen.by {
            By::Chance => self.tries().min(ORDERS),
            By::Seat(_) => self.tries(),
        };
        for nth in 0..tries {
            if nth % 2 == 0 || !self.begin_again() {
                self.exchange();
            }
            if let Some(found) = self.go_on(seen).or_else(|| self.fit_draw(seen)) {
                return Ok(found);
            }
        }
        Err(Impossible)
    }

    /// The event in this game, if it can happen here and looks the same.
    fn go_on(&mut self, seen: &Seen) -> Option<(String, Box<dyn DynGame>)> {
        let possible = self.possible(seen);
        possible.into_iter().find_map(|what| {
            let (after, applied) = applied(&*self.play, seen.by, &what)?;
            let viewer = Viewer::Seat(self.seat);
            let same = self.told(&applied).eq(seen.then.iter().map(String::as_str))
                && seen.view.as_ref().is_none_or(|view| after.view(viewer) == *view);
            same.then_some((what, after))
        })
    }

    /// What may have happened, in notation.
    fn possible(&mut self, seen: &Seen) -> Vec<String> {
        if let Some(what) = &seen.what
            && self.visible(seen.by, what) == Visibility::Whole
        {
            return vec![what.clone()];
        }
        let mut whats = match seen.by {
            By::Chance => vec![self.play.draw(&mut self.luck)],
            By::Seat(seat) => match self.play.choices(seat) {
                (choices, Listing::Complete) => choices,
                (_, Listing::Partial) => self.play.random_choice(seat, &mut self.luck).into_iter().collect(),
            },
        };
        let source: &mut dyn Source = &mut self.luck;
        source.shuffle(&mut whats);
        whats.retain(|what| match (self.visible(seen.by, what), &seen.what) {
            (Visibility::Hidden, None) => true,
            (Visibility::Part(part), Some(told)) => part == *told,
            _ => false,
        });
        whats
    }

    fn visible(&self, by: By, what: &str) -> Visibility {
        self.play.visibility(Viewer::Seat(self.seat), by, what)
    }

    /// The facts that the seat hears.
    fn told<'a>(&self, applied: &'a Applied) -> impl Iterator<Item = &'a str> + use<'a> {
        let seat = self.seat;
        let told = applied
            .told
            .iter()
            .filter(move |fact| fact.to.is_none_or(|to| to.contains(seat)));
        told.map(|fact| fact.what.as_str())
    }

    /// How far what the seat sees of this game lies from what it saw.
    fn apart(&self, after: &dyn DynGame, applied: &Applied, seen: &Seen) -> usize {
        let told = self.told(applied).eq(seen.then.iter().map(String::as_str));
        let view = seen.view.as_ref();
        usize::from(!told) + view.map_or(0, |view| distance(&after.view(Viewer::Seat(self.seat)), view))
    }

    fn other_luck(&mut self) -> SeededSource {
        SeededSource::new(self.luck.below(u32::MAX).into())
    }

    /// A hidden draw of many things whose order shows in part: exchanges two of them at a time.
    fn fit_draw(&mut self, seen: &Seen) -> Option<(String, Box<dyn DynGame>)> {
        if seen.by != By::Chance {
            return None;
        }
        let drawn = self.play.draw(&mut self.luck);
        let mut luck = self.other_luck();
        let score = |texts: &[String]| {
            let what = texts.first()?;
            let part = match self.visible(seen.by, what) {
                Visibility::Whole => return None,
                Visibility::Part(part) => distance_of_words(&part, seen.what.as_deref()?),
                Visibility::Hidden => 0,
            };
            let (after, applied) = applied(&*self.play, seen.by, what)?;
            Some(part + self.apart(&*after, &applied, seen))
        };
        let what = descend(vec![Words::of(&drawn)], &mut luck, score)?.pop()?;
        let (after, _) = applied(&*self.play, seen.by, &what)?;
        Some((what, after))
    }

    /// Finds sealed choices that fit what is told of them now.
    fn unseal(&mut self, seen: &Seen) -> Option<(String, Box<dyn DynGame>)> {
        let Sealed { before, mut since } = self.sealed.clone()?;
        let last = self.possible(seen).pop()?;
        since.push((seen.clone(), last));
        let hidden: Vec<usize> = (0..since.len()).filter(|at| since[*at].0.what.is_none()).collect();
        let replay = |texts: &[String]| {
            let mut play = before.copy();
            let mut last = None;
            for (at, (seen, what)) in since.iter().enumerate() {
                let own = hidden.iter().position(|hidden| *hidden == at);
                let what = own.and_then(|own| texts.get(own)).unwrap_or(what);
                last = Some((what.clone(), play.apply(seen.by, what).ok()?));
            }
            last.map(|(what, applied)| (what, applied, play))
        };
        let mut luck = self.other_luck();
        let texts = hidden.iter().map(|at| Words::of(&since[*at].1)).collect();
        let score = |texts: &[String]| {
            let (_, applied, play) = replay(texts)?;
            Some(self.apart(&*play, &applied, seen))
        };
        let found = descend(texts, &mut luck, score)?;
        replay(&found).map(|(what, _, play)| (what, play))
    }
}

/// The game after an event, and what followed.
fn applied(play: &dyn DynGame, by: By, what: &str) -> Option<(Box<dyn DynGame>, Applied)> {
    let mut after = play.copy();
    let applied = after.apply(by, what).ok()?;
    Some((after, applied))
}

fn distance_of_words(one: &str, other: &str) -> usize {
    const WRONG: usize = 64;
    let wrong = one.split(' ').zip(other.split(' ')).filter(|(one, other)| one != other);
    WRONG * (wrong.count() + usize::from(one.len() != other.len()))
}
