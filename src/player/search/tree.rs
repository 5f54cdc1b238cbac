//! The trees of all seats: which choices did well in positions that look the same to whoever chooses.
//!
//! A node is what one seat has seen since the search began, so it stands for many imagined games at once, in which that seat
//! may have different choices. The search prefers choices that did well (PUCT), and in the beginning those that look well.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::games::{Sights, World};
use crate::player::luck::Luck;
use crate::player::value::{Scale, chance, score};
use crate::rules::{Awaits, Seat, Source};

/// How much choices are tried that did less well so far.
const CURIOSITY: f32 = 0.6;

/// How much more often a choice is tried that looks better: by this difference, 2.7 times as often.
const KEENNESS: f32 = 0.12;

/// How many choices are looked at in one visit of a node.
const LOOKS: usize = 32;

/// How many choices of all nodes are remembered: about 16 MiB.
const REMEMBERED: usize = 400_000;

/// How many events the tree follows in one game.
const DEEPEST: u32 = 60;

/// A choice at a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    key: u64,
    visits: f32,
    total: f32,
    /// How the choice looks, between 0 and 1.
    looks: f32,
    /// How often it is tried because of that, compared with others.
    weight: f32,
}

/// What one seat may choose after what it has seen.
type Node = Vec<Edge>;

/// A hasher for keys that are hashes already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The trees of all seats.
pub(super) struct Tree {
    seat: Seat,
    seats: u8,
    scales: Vec<Scale>,
    /// Whether positions have scores as a rule, and not only ends.
    looks: bool,
    nodes: HashMap<u64, Node, BuildHasherDefault<Same>>,
    remembered: usize,
    /// How many positions were looked at.
    pub(super) spent: u32,
    keys: Vec<u64>,
    open: Vec<usize>,
}

/// An imagined game that is played, and what it takes to play it on.
struct Played {
    world: Box<dyn World>,
    luck: Luck,
    sights: Sights,
    /// The nodes at which choices were made, and which.
    path: Vec<(u64, usize, Seat)>,
}

/// Plays on until there is a score for `seat`, or the game is over.
pub(super) fn play_to_score(world: &mut dyn World, seat: Seat, luck: &mut Luck, spent: &mut u32) -> Option<i64> {
    loop {
        *spent += 1;
        let score = score(world, seat);
        if score.is_some() || !world.play_on(luck) {
            return score;
        }
    }
}

impl Tree {
    pub(super) fn new(seat: Seat, seats: u8, scales: Vec<Scale>, looks: bool, spent: u32) -> Tree {
        Tree {
            seat,
            seats,
            scales,
            looks,
            nodes: HashMap::default(),
            remembered: 0,
            spent,
            keys: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Plays one imagined game from here, and returns its value for the seat that searches, between 0 and 1.
    pub(super) fn play(&mut self, world: Box<dyn World>, luck: Luck, sights: Sights) -> f32 {
        self.play_out(world, luck, sights).0
    }

    /// As [`Tree::play`], and returns the chance of the seat to win where the game was stopped.
    pub(super) fn play_for_chance(&mut self, world: Box<dyn World>, luck: Luck, sights: Sights) -> f64 {
        let (
            _,
            Played {
                mut world, mut luck, ..
            },
        ) = self.play_out(world, luck, sights);
        loop {
            self.spent += 1;
            match chance(&*world, self.seat, self.seats) {
                Some(chance) => return chance,
                None if world.play_on(&mut luck) => {}
                None => return 0.5,
            }
        }
    }

    fn play_out(&mut self, world: Box<dyn World>, luck: Luck, sights: Sights) -> (f32, Played) {
        let mut played = Played {
            world,
            luck,
            sights,
            path: Vec::new(),
        };
        for _ in 0..DEEPEST {
            self.spent += 1;
            let Played {
                world, luck, sights, ..
            } = &mut played;
            let seat = match world.awaits() {
                Awaits::Nobody(_) => break,
                Awaits::Chance if world.draw(luck, sights) => continue,
                Awaits::Chance => break,
                Awaits::Seats(seats) => seats.iter().next().unwrap_or(self.seat),
            };
            let mut keys = std::mem::take(&mut self.keys);
            world.list(seat, &mut keys);
            let chosen = match keys.len() {
                0 => None,
                1 => Some(0),
                _ => self.visit(&mut played, seat, &keys),
            };
            self.keys = keys;
            if !chosen.is_some_and(|number| played.world.choose(seat, number, &mut played.sights)) {
                break;
            }
        }
        (self.learn(&mut played), played)
    }

    /// The number of the choice to try at a node; `None` for a new node, where the game is stopped.
    fn visit(&mut self, played: &mut Played, seat: Seat, keys: &[u64]) -> Option<usize> {
        let at = played.sights.of(seat).rotate_left(8) ^ u64::from(seat.0);
        if !self.nodes.contains_key(&at) {
            if self.remembered < REMEMBERED {
                self.nodes.insert(at, Node::new());
            }
            return None;
        }
        let mut node = self.nodes.remove(&at)?;
        let before = node.len();
        self.meet(&mut node, played, seat, keys);
        self.remembered += node.len() - before;
        let edge = select(&node, &self.open)?;
        let key = node[edge].key;
        self.nodes.insert(at, node);
        played.path.push((at, edge, seat));
        keys.iter().position(|other| *other == key)
    }

    /// Finds the edges of the choices that there are in this world (`open`), and looks at new ones.
    fn meet(&mut self, node: &mut Node, played: &mut Played, seat: Seat, keys: &[u64]) {
        self.open.clear();
        let known = node.len();
        let mut hint = 0;
        let mut unknown: Vec<usize> = Vec::new();
        for (number, key) in keys.iter().enumerate() {
            let found = (hint..known).chain(0..hint.min(known)).find(|at| node[*at].key == *key);
            match found {
                Some(at) => {
                    self.open.push(at);
                    hint = at + 1;
                }
                None => unknown.push(number),
            }
        }
        if self.looks && unknown.len() > LOOKS {
            if self.open.len() >= LOOKS {
                return;
            }
            let source: &mut dyn Source = &mut played.luck;
            source.shuffle(&mut unknown);
            unknown.truncate(LOOKS);
        }
        for number in unknown {
            let looks = if self.looks {
                self.look(&*played.world, seat, number)
            } else {
                0.5
            };
            self.open.push(node.len());
            node.push(Edge {
                key: keys[number],
                visits: 0.0,
                total: 0.0,
                looks,
                weight: libm::expf((looks - 0.5) / KEENNESS),
            });
        }
    }

    /// How a choice looks to the seat that may make it.
    fn look(&mut self, world: &dyn World, seat: Seat, number: usize) -> f32 {
        self.spent += 1;
        let after = world.after(seat, number, &mut Sights::new(self.seats));
        let score = after.and_then(|world| world.evaluate(seat));
        score.map_or(0.5, |score| self.scales[seat.index()].place(score))
    }

    /// Plays on to a score, and remembers at every node of the path how the game went.
    fn learn(&mut self, played: &mut Played) -> f32 {
        let Played { world, luck, path, .. } = played;
        let own = play_to_score(&mut **world, self.seat, luck, &mut self.spent);
        let own = own.map_or(0.5, |score| self.scales[self.seat.index()].place(score));
        let mut values: Vec<Option<f32>> = vec![None; self.seats.into()];
        values[self.seat.index()] = Some(own);
        for (at, edge, seat) in path.iter() {
            let value = *values[seat.index()].get_or_insert_with(|| {
                let score = score(&**world, *seat);
                score.map_or(1.0 - own, |score| self.scales[seat.index()].place(score))
            });
            if let Some(edge) = self.nodes.get_mut(at).and_then(|node| node.get_mut(*edge)) {
                edge.visits += 1.0;
                edge.total += value;
            }
        }
        own
    }
}

/// The edge to try next, of those that are open.
fn select(node: &Node, open: &[usize]) -> Option<usize> {
    let edges = || open.iter().map(|at| (*at, &node[*at]));
    let weights: f32 = edges().map(|(_, edge)| edge.weight).sum();
    let visits: f32 = edges().map(|(_, edge)| edge.visits).sum();
    let keen = CURIOSITY * (1.0 + visits).sqrt() / weights.max(f32::MIN_POSITIVE);
    let merit = |edge: &Edge| {
        let value = (edge.total + edge.looks) / (edge.visits + 1.0);
        value + keen * edge.weight / (1.0 + edge.visits)
    };
    edges()
        .max_by(|(_, one), (_, other)| merit(one).total_cmp(&merit(other)))
        .map(|(at, _)| at)
}
