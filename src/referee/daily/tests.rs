use super::*;
use crate::games::{CATALOGUE, DAILY};
use crate::referee::fair::SeededSource;

/// What is quickly done by a program that is not optimized.
const LITTLE: Effort = Effort::LITTLE;

/// Some days, with and without a leap day between them.
const DAYS: [u32; 3] = [20_784, 20_785, 21_243];

fn days() -> impl Iterator<Item = Day> {
    DAYS.into_iter().map(|number| Day::numbered(number).unwrap())
}

/// All that is told of a position.
fn told(position: &Position) -> String {
    let Position {
        play,
        seat,
        choices,
        judgement,
        ..
    } = position;
    format!("{} {seat} {choices:?} {judgement:?}", play.state())
}

#[test]
fn a_day_has_the_same_position_for_everybody() {
    for game in DAILY {
        let all: Vec<String> = days()
            .map(|day| {
                let find = move || told(&position(game, day, LITTLE).expect("there is one"));
                let elsewhere = std::thread::spawn(find);
                let here = find();
                assert_eq!(here, elsewhere.join().unwrap(), "{} {day}", game.slug);
                here
            })
            .collect();
        assert!(
            all[0] != all[1] && all[1] != all[2],
            "{}: each day has its own",
            game.slug
        );
    }
}

/// Whoever changes what these days ask or answer raises the version: people were told these answers.
#[test]
fn what_was_told_of_a_day_stays_true() {
    assert_eq!(VERSION, 2);
    for (slug, choices, best) in [("binary", 17, "e4"), ("dominoes", 3, "2-4 R")] {
        let day = "2026-11-27".parse().unwrap();
        let found = position(DailyGame::of(slug).unwrap(), day, Effort::FULL).expect("there is one");
        let answer = (found.choices.len(), found.judgement.best.as_str());
        assert_eq!(answer, (choices, best), "{slug}");
    }
}

#[test]
fn a_position_has_exactly_one_best_choice() {
    for game in DAILY {
        for position in days().filter_map(|day| position(game, day, LITTLE)) {
            let (slug, judgement) = (game.slug, &position.judgement);
            let best: Vec<&String> = position
                .choices
                .iter()
                .filter(|what| **what == judgement.best)
                .collect();
            assert_eq!(best.len(), 1, "{slug}");
            for other in position.choices.iter().filter(|what| **what != judgement.best) {
                let loss = judgement.cost(other).expect("it is judged").loss;
                assert!(loss >= f64::from(game.clear) / 100.0, "{slug} {other} {loss}");
            }
            assert_eq!(judgement.others.len() + 1, position.choices.len(), "{slug}");
            let labels = position.labels();
            assert!(labels.iter().map(|(what, _)| what).eq(&position.choices), "{slug}");
        }
    }
}

#[test]
fn the_answer_follows_from_what_the_seat_sees() {
    let mut other_worlds = 0;
    for game in DAILY {
        for position in days().filter_map(|day| position(game, day, LITTLE)) {
            let (play, seat) = (&position.play, position.seat);
            let other = play.imagine(Viewer::Seat(seat), &mut SeededSource::new(5));
            other_worlds += u32::from(other.state() != play.state());
            let judged = [play, &other].map(|play| {
                let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
                player::judge(seat, &imagine, &mut SeededSource::new(6), 600)
            });
            assert_eq!(judged[0], judged[1], "{}", game.slug);
        }
    }
    assert!(other_worlds >= 3, "{other_worlds}");
}

#[test]
fn every_game_of_the_day_can_be_played() {
    for game in DAILY {
        let entry = games::find(game.slug).expect("it is in the catalogue");
        assert!(CATALOGUE.iter().any(|other| other.slug == entry.slug));
        assert!(entry.start(&game.options(), game.seats).is_ok(), "{}", game.slug);
        assert_eq!(DailyGame::of(game.slug).map(|same| same.slug), Some(game.slug));
    }
}
