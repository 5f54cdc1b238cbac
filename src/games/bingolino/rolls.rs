//! What can be done about a roll, and what happens when everybody has chosen.

use super::grid::{Grid, Layout, Lines, Place, Places, TILES};
use super::notation::{Choice, Dice, Fact, MAX_DICE};
use super::{Bingolino, PLAY_OFF_GOAL, Phase, SEATS};
use crate::rules::{Game, Note, Phrase, Refusal, Seat, SeatSet, Source, refuse};

/// The tiles that a seat could turn over for a roll: by the total, and for the roller also by the total without one die.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    count: usize,
    by: [(Option<u8>, Places); 1 + MAX_DICE as usize],
}

impl Ways {
    /// The ways of a seat with this grid.
    pub(super) fn of(grid: &Grid, dice: &Dice, roller: bool) -> Ways {
        let mut ways = Ways {
            count: 1,
            by: [(None, Places::default()); 1 + MAX_DICE as usize],
        };
        ways.by[0].1 = grid.open(dice.total());
        if roller {
            for (die, total) in dice.less_one() {
                ways.by[ways.count] = (Some(die), grid.open(total));
                ways.count += 1;
            }
        }
        ways
    }

    fn by(&self) -> &[(Option<u8>, Places)] {
        &self.by[..self.count]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by().iter().all(|(_, places)| places.is_empty())
    }

    pub(super) fn len(&self) -> usize {
        self.by().iter().map(|(_, places)| places.len()).sum()
    }

    /// The flips: by the total first, then by the die that is removed; row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = Choice> {
        self.by()
            .iter()
            .flat_map(|(die, places)| places.iter().map(|place| Choice::Flip(place, *die)))
    }

    /// The `index`th of the flips.
    pub(super) fn nth(&self, mut index: usize) -> Option<Choice> {
        for (die, places) in self.by() {
            if index < places.len() {
                return places.nth(index).map(|place| Choice::Flip(place, *die));
            }
            index -= places.len();
        }
        None
    }
}

/// A roll that is complete: everything in it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) roller: Seat,
    pub(super) dice: Dice,
    /// What each asked seat chose.
    pub(super) chosen: [Option<Choice>; SEATS],
    /// The lines for which each seat took a star.
    pub(super) stars: [Lines; SEATS],
}

impl Roll {
    /// What followed, in the order of the notation.
    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        let seats = self.stars.iter().enumerate();
        seats.flat_map(|(seat, lines)| lines.iter().map(move |line| Fact::Star(Seat(seat as u8), line)))
    }
}

impl Bingolino {
    /// Draws sixteen tiles from the bag.
    pub(super) fn draw_tiles(&self, source: &mut dyn Source) -> Layout {
        let mut bag = self.bag();
        let mut left: u32 = bag.iter().map(|copies| u32::from(*copies)).sum();
        let mut tiles = [0; TILES];
        for tile in &mut tiles {
            let mut pick = source.below(left);
            left -= 1;
            for (number, copies) in bag.iter_mut().enumerate() {
                if pick < u32::from(*copies) {
                    *copies -= 1;
                    *tile = number as u8;
                    break;
                }
                pick -= u32::from(*copies);
            }
        }
        Layout(tiles)
    }

    /// Whether `seat` rolled, can turn over nothing, and so must turn a tile back.
    pub(super) fn must_turn_back(&self, seat: Seat) -> bool {
        seat == self.roller && !self.grid(seat).turned().is_empty() && self.ways(seat).is_empty()
    }

    /// The choice that a seat means by a place or a number, if only one is possible. Then it need not say whether the tile
    /// is turned over or back, and without which die.
    pub(super) fn read_tile(&self, seat: Seat, text: &str) -> Option<Choice> {
        if self.phase != Phase::Flip || !self.is_seat(seat) {
            return None;
        }
        let typed = text.to_uppercase();
        let words: Vec<&str> = typed
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty() && *word != "THE")
            .collect();
        let (tile, over, back) = match *words.as_slice() {
            [tile] => (tile, true, true),
            ["FLIP" | "TURN", tile] => (tile, true, false),
            ["BACK", tile] => (tile, false, true),
            _ => return None,
        };
        let place: Option<Place> = tile.parse().ok();
        let number: Option<u8> = tile.parse().ok();
        let layout = self.grid(seat).layout;
        let named = |at: Place| place == Some(at) || number == Some(layout.number(at));
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        choices.retain(|choice| match choice {
            Choice::Flip(at, _) => over && named(*at),
            Choice::Back(at) => back && named(*at),
            _ => false,
        });
        match *choices.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Why `seat` does not roll while tiles are turned. A person who typed only a number may have meant a tile: if several
    /// tiles that the seat may turn show it, the reason says so.
    pub(super) fn refuse_roll<T>(&self, seat: Seat, number: u8) -> Result<T, Refusal> {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        let shown = |choice: &Choice| match *choice {
            Choice::Flip(at, _) | Choice::Back(at) => (self.grid(seat).layout.number(at) == number).then_some(at),
            _ => None,
        };
        let mut places = choices.iter().filter_map(shown);
        if let (Some(place), Some(_)) = (places.next(), places.next()) {
            return refuse(
                Phrase::new("bingolino-refused-which")
                    .with("number", number)
                    .with("place", place.to_string()),
            );
        }
        if seat == self.roller {
            return refuse("bingolino-refused-rolled");
        }
        refuse(Phrase::new("bingolino-refused-roller").with("seat", self.roller))
    }

    /// Whether `choice` is legal for the dice on the table.
    pub(super) fn check_flip(&self, seat: Seat, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Flip(place, die) => self.check_turning(seat, place, die),
            Choice::Decline if self.must_turn_back(seat) => {
                refuse(Phrase::new("bingolino-refused-must-back").with("count", self.dice.presentation().len() as u32))
            }
            Choice::Back(_) if seat != self.roller => refuse("bingolino-refused-back-others"),
            Choice::Back(_) if !self.must_turn_back(seat) => refuse("bingolino-refused-back-can"),
            Choice::Back(place) if !self.grid(seat).turned().contains(place) => {
                refuse(Phrase::new("bingolino-refused-back-open").with("place", place.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn check_turning(&self, seat: Seat, place: Place, die: Option<u8>) -> Result<(), Refusal> {
        let total = match die {
            None => self.dice.total(),
            Some(_) if seat != self.roller => return refuse("bingolino-refused-die-others"),
            Some(_) if self.dice.presentation().len() == 1 => return refuse("bingolino-refused-die-only"),
            Some(die) if !self.dice.presentation().contains(&die) => {
                return refuse(Phrase::new("bingolino-refused-die-missing").with("die", die));
            }
            Some(die) => self.dice.total() - die,
        };
        let grid = self.grid(seat);
        let number = grid.layout.number(place);
        if grid.turned().contains(place) {
            return refuse(Phrase::new("bingolino-refused-turned").with("place", place.to_string()));
        }
        if number != total {
            return refuse(
                Phrase::new("bingolino-refused-number")
                    .with("place", place.to_string())
                    .with("number", number)
                    .with("total", total),
            );
        }
        Ok(())
    }

    /// Everybody has chosen: turns the tiles, hands out the stars, and goes on to the next seat or the end.
    pub(super) fn complete_roll(&mut self) -> Vec<Note<Fact>> {
        let mut roll = Roll {
            roller: self.roller,
            dice: self.dice,
            chosen: std::mem::take(&mut self.chosen),
            stars: Default::default(),
        };
        let mut any = false;
        for (seat, chosen) in roll.chosen.iter().enumerate() {
            match chosen {
                Some(Choice::Flip(place, _)) => {
                    roll.stars[seat] = self.grids[seat].turn(*place);
                    any |= !roll.stars[seat].is_empty();
                }
                Some(Choice::Back(place)) => self.grids[seat].turn_back(*place),
                _ => {}
            }
        }
        self.last = Some(roll);
        let notes: Vec<Note<Fact>> = match any {
            true => roll.facts().map(Note::public).collect(),
            false => Vec::new(),
        };
        if !(any && self.is_won()) {
            self.next_turn();
        }
        notes
    }

    /// Ends the game if it is won; begins a play-off if one must decide.
    fn is_won(&mut self) -> bool {
        let with = |goal: u8| -> SeatSet {
            let there = |seat: &Seat| self.grid(*seat).stars() >= goal;
            self.playing.iter().filter(there).collect()
        };
        let (first, best) = (with(self.goal), with(PLAY_OFF_GOAL));
        self.winners = match (first.len(), best.is_empty()) {
            (0, _) => return false,
            (1, _) => first,
            (_, false) => best,
            (_, true) => {
                self.playing = first;
                self.goal = PLAY_OFF_GOAL;
                return false;
            }
        };
        self.phase = Phase::Over;
        self.waiting = SeatSet::EMPTY;
        true
    }

    fn next_turn(&mut self) {
        loop {
            self.roller = self.roller.next(self.seats);
            if self.playing.contains(self.roller) {
                break;
            }
        }
        self.begin_turn();
    }
}
