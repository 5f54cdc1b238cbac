//! Dominoes: the line game, draw or block, for two to four, with matches to points (docs/RULES.md, "Dominoes").
//!
//! This module holds the rules ([`Dominoes`]), what each viewer sees ([`View`]), and the game's presentation. It knows nothing but
//! [`crate::rules`] and the family's tiles: no clock, no generator, no language, no other game.
//!
//! # How a hand runs
//!
//! One `deck` deals nine tiles to every seat; the rest is the supply. The holder of the opening tile lays it. Then each
//! seat in turn plays a tile to one of the two ends, draws until it can, or passes. The hand ends when a seat is out of
//! tiles or when all have passed in a row. One hand is one game; the referee handles a match to points.
//!
//! # What is public
//!
//! The line, how many tiles everybody holds and how many are in the supply; who draws and who passes. The hands are secret
//! until the hand is over, and so is the order of the supply. A draw or a pass reveals which tiles a seat does not hold
//! (`known`). A request for a tile reveals that the seat can play. So everybody knows what a seat must do, and the referee
//! itself makes a draw or a pass ([`Game::forced`]). A seat that holds only one fitting tile is asked like any other.
//!
//! # Where rulebook and rulings are silent
//!
//! * With `block` the supply, if there is one, stays face down.
//! * A double has two ends like any other tile; nothing is ever played to its sides.
//! * A seat that goes out scores what is left in the others' hands, even if that is nothing.
//! * After a hand all hands are shown, because the points are counted from them; the supply is not shown.

mod alt;
mod board;
mod checks;
mod evaluate;
mod imagine;
mod known;
mod line;
mod menu;
mod notation;
mod opening;
mod options;
mod phrases;
mod presentation;
mod sketch;
mod snake;
mod supply;
#[cfg(test)]
mod tests;
mod turns;
mod view;

use super::{Deck, Tile, Tiles};
use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, MatchLength, Note, Outcome, Phrase, Refusal, Scoring, Seat, SeatSet,
    SetupError, Source, refuse,
};

pub use line::Laid;
pub use notation::{Choice, End, Fact, MAX_SEATS};
pub use options::{LENGTHS, MIN_SEATS, Options};
pub use view::{Did, OverView, OwnView, SeatView, Stage, Turn, View};

use known::Known;
use line::Line;
use notation::Typed;
use supply::Supply;
use turns::Turns;

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

const SEATS: usize = MAX_SEATS as usize;

/// How many tiles each seat is dealt.
pub const HAND: u8 = 9;

/// A hand of dominoes.
#[derive(Clone, Debug)]
pub struct Dominoes {
    options: Options,
    seats: u8,
    phase: Phase,
    /// The seat that is to play.
    turn: Seat,
    hands: [Tiles; SEATS],
    known: [Known; SEATS],
    supply: Supply,
    line: Line,
    /// How many passes there were in a row.
    passes: u8,
    /// The tiles that each seat has drawn since it played a tile.
    drawn: [Tiles; SEATS],
    /// The last turns, the present turn last.
    turns: Turns,
    over: Option<Over>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Deck,
    Open,
    Play,
    Over,
}

/// What the seat on turn can do; everybody knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Must {
    Play,
    Draw,
    Pass,
}

/// How the hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Over {
    blocked: bool,
    /// The seats that score; empty when a block is tied.
    winners: SeatSet,
    points: u32,
}

impl Dominoes {
    fn hand(&self, seat: Seat) -> Tiles {
        self.hands[seat.index() % SEATS]
    }

    /// The seats that win together with `seat`, which is one of them.
    fn team_of(&self, seat: Seat) -> SeatSet {
        let team = self.team(seat);
        self.all().iter().filter(|other| self.team(*other) == team).collect()
    }

    fn sum(&self, seats: SeatSet) -> u32 {
        seats.iter().map(|seat| self.hand(seat).sum()).sum()
    }

    /// What the seat on turn can do.
    fn must(&self) -> Must {
        if !self.hand(self.turn).and(self.line.takes_anywhere()).is_empty() {
            Must::Play
        } else if self.supply.len > 0 && !self.options.block {
            Must::Draw
        } else {
            Must::Pass
        }
    }

    /// The seat that holds the opening tile.
    fn opener(&self) -> Seat {
        let dealt = self
            .all()
            .iter()
            .fold(Tiles::EMPTY, |all, seat| all.or(self.hand(seat)));
        let best = opening::best(dealt);
        let holds = |seat: &Seat| best.is_some_and(|tile| self.hand(*seat).contains(tile));
        self.all().iter().find(holds).unwrap_or(Seat(0))
    }

    fn open(&mut self, seat: Seat, choice: Choice) -> Followed<Fact> {
        let Some(best) = opening::best(self.hand(seat)) else {
            return refuse(Refusal::wait());
        };
        if choice != Choice::Open(best) {
            let key = match choice {
                Choice::Play(tile, _) | Choice::Open(tile) if !self.hand(seat).contains(tile) => {
                    return refuse(Phrase::new("dominoes-refused-tile").with("tile", tile.to_string()));
                }
                _ if best.is_double() => "dominoes-refused-open",
                _ => "dominoes-refused-open-heaviest",
            };
            return refuse(Phrase::new(key).with("tile", best.to_string()));
        }
        let others = opening::outranking(best);
        for seat in self.all().iter() {
            self.known[seat.index()].lacks(others);
        }
        self.line.open(best, seat);
        self.phase = Phase::Play;
        Ok(self.laid(seat, best, None))
    }

    fn play(&mut self, seat: Seat, tile: Tile, end: End) -> Vec<Note<Fact>> {
        self.line.lay(tile, end, seat);
        self.laid(seat, tile, Some(end))
    }

    /// After `seat` has laid a tile: asks the next seat or ends the hand.
    fn laid(&mut self, seat: Seat, tile: Tile, end: Option<End>) -> Vec<Note<Fact>> {
        self.hands[seat.index()].remove(tile);
        self.known[seat.index()].plays(tile);
        self.drawn[seat.index()] = Tiles::EMPTY;
        self.passes = 0;
        self.ends_turn(Did::Played(tile, end));
        if self.hand(seat).is_empty() {
            let team = self.team_of(seat);
            let others = self.all().iter().filter(|other| !team.contains(*other)).collect();
            let points = self.sum(others);
            return self.finish(false, team, points);
        }
        self.next_turn();
        Vec::new()
    }

    fn draw_one(&mut self, seat: Seat) {
        self.known[seat.index()].lacks(self.line.takes_anywhere());
        let Some(tile) = self.supply.draw() else { return };
        self.known[seat.index()].draws();
        self.hands[seat.index()].insert(tile);
        let Some(turn) = self.turns.now() else { return };
        turn.drew += 1;
        self.drawn[seat.index()].insert(tile);
    }

    fn pass(&mut self, seat: Seat) -> Vec<Note<Fact>> {
        self.known[seat.index()].lacks(self.line.takes_anywhere());
        self.passes += 1;
        self.ends_turn(Did::Passed);
        if self.passes < self.seats {
            self.next_turn();
            return Vec::new();
        }
        self.count_blocked()
    }

    fn ends_turn(&mut self, did: Did) {
        if let Some(turn) = self.turns.now() {
            turn.did = Some(did);
        }
    }

    fn next_turn(&mut self) {
        self.turn = self.turn.next(self.seats);
        self.turns.begin(self.turn);
    }

    /// Ends a hand in which nobody can play: the team with the lowest count scores the difference to the others' counts.
    fn count_blocked(&mut self) -> Vec<Note<Fact>> {
        let teams = || self.all().iter().map(|seat| self.team_of(seat));
        let least = teams().map(|team| self.sum(team)).min().unwrap_or(0);
        let best = teams().find(|team| self.sum(*team) == least).unwrap_or_default();
        let tied = teams().any(|team| team != best && self.sum(team) == least);
        if tied {
            return self.finish(true, SeatSet::EMPTY, 0);
        }
        let points = self.sum(self.all()).saturating_sub(2 * least);
        self.finish(true, best, points)
    }

    fn finish(&mut self, blocked: bool, winners: SeatSet, points: u32) -> Vec<Note<Fact>> {
        self.phase = Phase::Over;
        self.over = Some(Over {
            blocked,
            winners,
            points,
        });
        let mut facts = Vec::new();
        facts.extend(blocked.then_some(Fact::Blocked));
        facts.extend(winners.iter().map(|seat| Fact::Points(seat, points)));
        facts.into_iter().map(Note::public).collect()
    }

    fn outcome(&self, over: Over) -> Outcome {
        let won = |seat: &Seat| over.winners.contains(*seat);
        let behind = 1 + over.winners.len() as u8;
        let place = |seat: Seat| if won(&seat) { 1 } else { behind };
        let score = |seat: Seat| if won(&seat) { i64::from(over.points) } else { 0 };
        Outcome {
            places: Some(self.all().iter().map(place).collect()),
            scores: Some(self.all().iter().map(score).collect()),
        }
    }

    /// The tiles that `seat` could play, at each end.
    fn playable(&self, seat: Seat) -> [Tiles; 2] {
        End::ALL.map(|end| self.hand(seat).and(self.line.takes(end)))
    }
}

impl Game for Dominoes {
    type Options = Options;
    type Chance = Deck;
    type Choice = Choice;
    type Fact = Fact;

    const SLUG: &'static str = "dominoes";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Most;
    const DRAWS: bool = true;

    fn setup(options: &Options, seats: u8) -> Result<Dominoes, SetupError> {
        options.check(seats)?;
        Ok(Dominoes {
            options: *options,
            seats,
            phase: Phase::Deck,
            turn: Seat(0),
            hands: [Tiles::EMPTY; SEATS],
            known: [Known::default(); SEATS],
            supply: Supply::of(&[]),
            line: Line::default(),
            passes: 0,
            drawn: [Tiles::EMPTY; SEATS],
            turns: Turns::default(),
            over: None,
        })
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn match_length(options: &Options) -> MatchLength {
        MatchLength::Points(i64::from(options.to))
    }

    fn awaits(&self) -> Awaits {
        match (self.phase, self.over) {
            (Phase::Over, Some(over)) => Awaits::Nobody(self.outcome(over)),
            (Phase::Open | Phase::Play, _) => Awaits::Seats(SeatSet::one(self.turn)),
            _ => Awaits::Chance,
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Deck {
        Deck::shuffled(Tiles::ALL, source)
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Choice>) -> Listing {
        into.clear();
        if !self.may_choose(seat) {
            return Listing::Complete;
        }
        if self.phase == Phase::Open {
            into.extend(opening::best(self.hand(seat)).map(Choice::Open));
            return Listing::Complete;
        }
        match self.must() {
            Must::Play => {
                let at = self.playable(seat);
                for tile in at[0].or(at[1]).iter() {
                    let fits = |end: &End| at[*end as usize].contains(tile);
                    into.extend(End::ALL.into_iter().filter(fits).map(|end| Choice::Play(tile, end)));
                }
            }
            Must::Draw => into.push(Choice::Draw),
            Must::Pass => into.push(Choice::Pass),
        }
        Listing::Complete
    }

    fn take_chance(&mut self, deck: &Deck) -> Followed<Fact> {
        if deck.tiles() != Tiles::ALL {
            return refuse(Refusal::draw());
        }
        let mut rest = deck.order();
        for seat in 0..usize::from(self.seats) {
            let (dealt, after) = rest.split_at(usize::from(HAND).min(rest.len()));
            self.hands[seat] = dealt.iter().copied().collect();
            self.known[seat] = Known::dealt(HAND);
            rest = after;
        }
        self.supply = Supply::of(rest);
        self.phase = Phase::Open;
        self.turn = self.opener();
        self.turns.begin(self.turn);
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Choice) -> Followed<Fact> {
        if self.phase == Phase::Open {
            return self.open(seat, *choice);
        }
        match *choice {
            Choice::Open(tile) => self.refuse_end(seat, tile),
            Choice::Play(tile, end) => {
                self.check_play(seat, tile, end)?;
                Ok(self.play(seat, tile, end))
            }
            Choice::Draw => {
                self.check_draw()?;
                self.draw_one(seat);
                Ok(Vec::new())
            }
            Choice::Pass => {
                self.check_pass()?;
                Ok(self.pass(seat))
            }
        }
    }

    fn forced(&self, seat: Seat) -> Option<Choice> {
        match self.must() {
            _ if self.phase != Phase::Play || seat != self.turn => None,
            Must::Play => None,
            Must::Draw => Some(Choice::Draw),
            Must::Pass => Some(Choice::Pass),
        }
    }

    fn count(&self, seat: Seat) -> usize {
        match self.phase {
            _ if !self.may_choose(seat) => 0,
            Phase::Play => self.playable(seat).map(Tiles::len).iter().sum::<usize>().max(1),
            _ => 1,
        }
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        if !self.may_choose(seat) {
            return None;
        }
        if self.phase == Phase::Open {
            return opening::best(self.hand(seat)).map(Choice::Open);
        }
        let [left, right] = self.playable(seat);
        let ways = left.len() + right.len();
        if ways == 0 {
            return self.forced(seat);
        }
        let pick = source.below(ways as u32) as usize;
        match left.nth(pick) {
            Some(tile) => Some(Choice::Play(tile, End::Left)),
            None => right.nth(pick - left.len()).map(|tile| Choice::Play(tile, End::Right)),
        }
    }

    fn read(&self, _: Seat, text: &str) -> Result<Choice, Malformed> {
        let (tile, end) = match Choice::read(text)? {
            Typed::Other(choice) => return Ok(choice),
            Typed::Tile(tile, end) => (tile, end),
        };
        if self.line.is_empty() {
            return Ok(Choice::Open(tile));
        }
        // People need not name an end when the tile fits only one.
        let fits = End::ALL.map(|end| self.line.takes(end).contains(tile));
        let end = match fits {
            [true, false] => end.or(Some(End::Left)),
            [false, true] => end.or(Some(End::Right)),
            _ => end,
        };
        Ok(end.map_or(Choice::Open(tile), |end| Choice::Play(tile, end)))
    }

    fn team(&self, seat: Seat) -> u8 {
        if self.options.partners { seat.0 % 2 } else { seat.0 }
    }
}
