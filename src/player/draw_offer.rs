//! Whether a computer player agrees to a draw.

use crate::games::DynGame;
use crate::rules::{Outcome, Seat, Source};

/// How many times the game is played out to judge it: enough to tell whether the seat is ahead, and quick.
const PLAYED_OUT: u32 = 60;

/// Whether the computer at `seat` agrees to a draw. It agrees when it would win fewer than two in five of the random
/// playouts from here. So it plays on while it is ahead or level, and takes half a win when it is behind. `imagine` deals a
/// game that the seat cannot tell from the real one.
pub fn agrees<S: Source>(seat: Seat, imagine: impl Fn(&mut S) -> Box<dyn DynGame>, source: &mut S) -> bool {
    let won = (0..PLAYED_OUT).filter(|_| {
        let outcome = imagine(source).play_out(source).1;
        outcome.is_some_and(|outcome| wins_alone(&outcome, seat))
    });
    won.count() * 5 < PLAYED_OUT as usize * 2
}

fn wins_alone(outcome: &Outcome, seat: Seat) -> bool {
    let places = outcome.places.as_deref().unwrap_or_default();
    places.get(seat.index()) == Some(&1) && places.iter().filter(|place| **place == 1).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, find};
    use crate::referee::fair::SeededSource;
    use crate::rules::{Awaits, By};

    /// A game of Binary, played at random until only one choice is left.
    fn nearly_over(source: &mut SeededSource) -> Box<dyn DynGame> {
        let entry = find("binary").expect("Binary is in the catalogue");
        let options = Options::from_iter([("size".to_owned(), 6.into())]);
        let mut play = entry.start(&options, 2).expect("it starts");
        loop {
            let before = play.copy();
            let (by, what) = match play.awaits() {
                Awaits::Nobody(_) => panic!("there was a last choice"),
                Awaits::Chance => (By::Chance, play.draw(source)),
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().expect("somebody chooses");
                    (
                        By::Seat(seat),
                        play.random_choice(seat, source).expect("it has a choice"),
                    )
                }
            };
            play.apply(by, &what).expect("it is legal");
            if matches!(play.awaits(), Awaits::Nobody(_)) {
                return before;
            }
        }
    }

    /// How many ways are left, and with how many of them `seat` wins alone.
    fn ways(play: &dyn DynGame, seat: Seat) -> (usize, usize) {
        let Awaits::Seats(seats) = play.awaits() else {
            panic!("a choice is left")
        };
        let last = seats.iter().next().expect("somebody chooses");
        let (choices, _) = play.choices(last);
        let wins = choices.iter().filter(|choice| {
            let mut tried = play.copy();
            tried.apply(By::Seat(last), choice).expect("it is legal");
            matches!(tried.awaits(), Awaits::Nobody(outcome) if wins_alone(&outcome, seat))
        });
        (choices.len(), wins.count())
    }

    #[test]
    fn the_computer_plays_on_when_it_wins_and_agrees_when_it_cannot() {
        let mut seen = [0_u32; 2];
        for seed in 0..200 {
            let mut source = SeededSource::new(seed);
            let play = nearly_over(&mut source);
            for seat in [Seat(0), Seat(1)] {
                let (all, won) = ways(&*play, seat);
                if won != 0 && won != all {
                    continue;
                }
                let agreed = agrees(seat, |_: &mut SeededSource| play.copy(), &mut source);
                assert_eq!(agreed, won == 0, "seed {seed}, {seat}: {won} of {all} ways win");
                seen[usize::from(agreed)] += 1;
            }
        }
        assert!(seen.iter().all(|times| *times > 10), "both were met: {seen:?}");
    }
}
