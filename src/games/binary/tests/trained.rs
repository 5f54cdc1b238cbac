//! What patterns are worth (`prospects.txt`), learned from nothing but games of a computer against itself.
//!
//! `WHISTLE_TRAIN=1 cargo test --release --lib the_patterns_are_worth -- --nocapture` learns them anew, which takes a few minutes, and
//! finds the same; with `WHISTLE_BLESS=1` as well it writes down what it finds.

use std::cmp::Reverse;

use super::super::prospects::{Counted, NOTHING, PLACES, SHAPES, STAGES, STEP, Weights, exchanged, shapes};
use super::super::*;
use super::support::Dice;
use crate::rules::{Event, Search};

/// How many games are played.
const GAMES: u32 = 60_000;

/// How quickly is learned at first; from there it goes down to nothing.
const RATE: f32 = 0.005;

/// How much of what is expected after a choice follows from what is expected later.
const TRACE: f32 = 0.6;

/// So many choices of a game are any legal ones, and later so many of a hundred.
const DRAWN_AT_FIRST: u32 = 3;
const DRAWN: u32 = 5;

/// Pairs are tried among so many squares.
const PAIRED: usize = 6;

const BLACK: Seat = Seat(0);

/// What is known so far, in points.
struct Learner {
    stages: [[f32; 3]; STAGES],
    shapes: Vec<f32>,
    /// The shape of each pattern for the one seat and for the other.
    shape_of: Vec<[u16; 2]>,
}

impl Learner {
    /// Somebody who has heard no more than the rules.
    fn new() -> Learner {
        let shape_of = shapes();
        Learner {
            stages: [[1.0, 4.0, 0.0]; STAGES],
            shapes: vec![0.0; PLACES * SHAPES],
            shape_of: (0..shape_of.len())
                .map(|pattern| [shape_of[pattern], shape_of[exchanged(pattern)]])
                .collect(),
        }
    }

    fn places(&self, place: usize, pattern: usize) -> [usize; 2] {
        let [own, others] = self.shape_of[pattern].map(usize::from);
        [place * SHAPES + own, (place ^ 1) * SHAPES + others]
    }

    /// The lead at the end that a seat can expect.
    fn expects(&self, game: &Binary, seat: Seat) -> f32 {
        if let Phase::Over = game.phase {
            return (game.scores[seat.index()] - game.scores[seat.next(SEATS).index()]) as f32;
        }
        let counted = Counted::of(game, seat);
        let by_stage = counted.leads.iter().zip(self.stages[counted.stage]);
        let mut expected: f32 = by_stage.map(|(lead, worth)| *lead as f32 * worth).sum();
        counted.patterns(|place, pattern| {
            let [own, others] = self.places(place, pattern);
            expected += self.shapes[own] - self.shapes[others];
        });
        expected
    }

    /// The choice after which most can be expected.
    fn choose(&self, game: &Binary) -> Choice {
        let moves = game.moves(game.turn);
        let after = |choice: Choice| self.expects(&after(game, choice), game.turn);
        let mut tried: Vec<(f32, Choice)> = moves
            .single
            .iter()
            .map(|square| (after(Choice::One(square)), Choice::One(square)))
            .collect();
        let mut paired: Vec<(f32, Square)> = tried
            .iter()
            .filter_map(|(expected, choice)| Some((*expected, choice.squares().next()?)))
            .filter(|(_, square)| moves.leads_on(*square))
            .collect();
        paired.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        paired.truncate(PAIRED);
        for (nth, (_, first)) in paired.iter().enumerate() {
            for (_, second) in &paired[..nth] {
                let choice = Choice::two(*first, *second).expect("two squares");
                tried.push((after(choice), choice));
            }
        }
        let best = tried.into_iter().max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.expect("a choice").1
    }

    /// Learns that black could have expected so much more.
    fn learn(&mut self, game: &Binary, more: f32, rate: f32) {
        let counted = Counted::of(game, BLACK);
        let step = more.clamp(-20.0, 20.0) * rate;
        let worth = self.stages[counted.stage].iter_mut().zip(counted.leads);
        for ((worth, lead), share) in worth.zip([0.0005, 0.005, 0.01]) {
            *worth += step * share * lead as f32;
        }
        counted.patterns(|place, pattern| {
            let [own, others] = self.places(place, pattern);
            self.shapes[own] += step;
            self.shapes[others] -= step;
        });
    }

    /// Plays a game and learns from the end to the beginning, after each choice from what was to be expected later (temporal
    /// differences).
    fn play(&mut self, rate: f32, dice: &mut Dice) {
        let mut game = begun();
        let mut seen = Vec::new();
        while game.phase != Phase::Over {
            let is_drawn = seen.len() < DRAWN_AT_FIRST as usize || dice.below(100) < DRAWN;
            let choice = if is_drawn {
                game.random_choice(game.turn, dice).expect("a choice")
            } else {
                self.choose(&game)
            };
            game = after(&game, choice);
            seen.push(game.clone());
        }
        let mut later = self.expects(&game, BLACK);
        for game in seen.iter().rev().skip(1) {
            let expected = self.expects(game, BLACK);
            self.learn(game, later - expected, rate);
            later = TRACE * later + (1.0 - TRACE) * expected;
        }
    }

    /// The file.
    fn written(&self) -> String {
        let thousandths = |points: f32| (points * 1000.0).round() as i32;
        let character = |points: &f32| {
            let steps = (points * 1000.0 / STEP as f32).round() as i32;
            char::from((i32::from(NOTHING) + steps).clamp(i32::from(b'!'), i32::from(b'~')) as u8)
        };
        let places = PLACES / STAGES * SHAPES;
        let stages = self.stages.iter().zip(self.shapes.chunks(places));
        stages
            .map(|(stage, shapes)| {
                let [lead, hand, turn] = stage.map(thousandths);
                let lines = shapes.chunks(SHAPES).map(|line| line.iter().map(character).collect());
                let lines: Vec<String> = lines.collect();
                format!("{lead} {hand} {turn}\n{}\n", lines.join("\n"))
            })
            .collect()
    }
}

/// A game on the usual board in which seat 0 has black.
fn begun() -> Binary {
    let mut game = Binary::setup(&Options::default(), SEATS).unwrap();
    game.take_chance(&Chance::Black(BLACK)).unwrap();
    game
}

fn after(game: &Binary, choice: Choice) -> Binary {
    let mut after = game.clone();
    after.apply(&Event::Choice(game.turn, choice)).unwrap();
    after
}

#[test]
fn the_patterns_are_worth_what_many_games_taught() {
    let file = include_str!("../prospects.txt");
    assert!(Weights::read(file).is_some(), "prospects.txt is whole");
    if std::env::var_os("WHISTLE_TRAIN").is_none() {
        return;
    }
    let (mut learner, mut dice) = (Learner::new(), Dice(1));
    for game in 0..GAMES {
        if game % (GAMES / 20) == 0 {
            println!("{game} of {GAMES} games: {:?}", learner.stages);
        }
        learner.play(RATE * (1.0 - game as f32 / GAMES as f32), &mut dice);
    }
    let learned = learner.written();
    if std::env::var_os("WHISTLE_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/binary/prospects.txt");
        std::fs::write(path, learned).unwrap();
    } else {
        assert!(learned == file, "another file is learned");
    }
}

/// The choice after which the game looks best to `seat`.
fn best(game: &Binary, looks: impl Fn(&Binary, Seat) -> i64) -> Choice {
    let mut choices = Vec::new();
    game.candidates(game.turn, &mut choices);
    choices.sort_by_cached_key(|choice| Reverse(looks(&after(game, *choice), game.turn)));
    choices[0]
}

#[test]
fn whoever_foresees_what_the_board_becomes_wins_three_games_of_five() {
    /// Each game is played from both sides.
    const BEGUN: u64 = 30;
    let as_it_is = |game: &Binary, seat: Seat| {
        let [lead, pieces, _] = Counted::of(game, seat).leads;
        lead + 4 * pieces
    };
    let mut points = 0;
    for (number, foreseeing) in (0..BEGUN).flat_map(|number| [(number, Seat(0)), (number, Seat(1))]) {
        let (mut game, mut dice) = (begun(), Dice(number));
        for _ in 0..4 {
            let choice = game.random_choice(game.turn, &mut dice).unwrap();
            game = after(&game, choice);
        }
        while game.phase != Phase::Over {
            let choice = if game.turn == foreseeing {
                best(&game, |game, seat| game.evaluate(seat).unwrap())
            } else {
                best(&game, as_it_is)
            };
            game = after(&game, choice);
        }
        points += match game.places {
            [1, 1] => 1,
            places => 2 * u64::from(places[foreseeing.index()] == 1),
        };
    }
    assert!(points * 5 >= 4 * BEGUN * 3, "{points} of {} points", 4 * BEGUN);
}

#[test]
fn a_pattern_is_the_same_shape_however_it_is_turned_and_itself_when_exchanged_twice() {
    let shapes = shapes();
    assert_eq!(shapes.iter().max(), Some(&(SHAPES as u16 - 1)));
    // One piece in a corner, in each of the four corners.
    let corners = [0, 2, 6, 8].map(|square| shapes[3_usize.pow(square)]);
    assert!(corners.iter().all(|shape| *shape == corners[0]));
    assert_ne!(shapes[1], shapes[3], "a corner is no side");
    for pattern in 0..shapes.len() {
        assert_eq!(exchanged(exchanged(pattern)), pattern);
    }
}
