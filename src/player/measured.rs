//! Figures of docs/PLAYERS.md that are measured and not checked: each takes minutes, so nobody waits for it.

use crate::games::{CATALOGUE, DynGame, GameEntry, Options};
use crate::player::luck::Luck;
use crate::player::{Level, choose};
use crate::rules::{Awaits, By, Outcome, Seat, Viewer};

/// Plays a game of two equals of this level to its end. `look` sees every position before a choice.
fn play(
    entry: &'static GameEntry,
    level: Level,
    luck: &mut Luck,
    mut look: impl FnMut(&dyn DynGame, Seat, &str),
) -> Outcome {
    let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
    let mut play = entry.start(&options, seats).unwrap();
    loop {
        let (by, what) = match play.awaits() {
            Awaits::Nobody(outcome) => return outcome,
            Awaits::Chance => (By::Chance, play.draw(luck)),
            Awaits::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let imagine = |source: &mut dyn crate::rules::Source| play.imagine(Viewer::Seat(seat), source);
                let what = choose(level.strategy(&*play), seat, imagine, luck).unwrap();
                look(&*play, seat, &what);
                (By::Seat(seat), what)
            }
        };
        play.apply(by, &what).unwrap();
    }
}

/// By how much the scores of two seats differ at every choice of some games, and whether the first one won.
fn leads(entry: &'static GameEntry, games: u64) -> Vec<(f64, bool)> {
    let mut all = Vec::new();
    for game in 0..games {
        let mut leads = Vec::new();
        let ended = play(entry, Level::default(), &mut Luck::seeded(game), |play, _, _| {
            let world = play.copy().world();
            let score = |seat| world.evaluate(Seat(seat));
            leads.extend(
                score(0)
                    .zip(score(1))
                    .map(|(own, other)| own.saturating_sub(other) as f64),
            );
        });
        let won = ended.places.map(|places| places[0].cmp(&places[1]).reverse());
        let won = won.filter(|won| won.is_ne());
        all.extend(won.iter().flat_map(|won| leads.iter().map(|lead| (*lead, won.is_gt()))));
    }
    all
}

/// How unlikely these games are where `lead` wins three of four, for each choice.
fn unlikely(leads: &[(f64, bool)], lead: f64) -> f64 {
    let of = |(by, won): &(f64, bool)| {
        let chance = 1.0 / (1.0 + 3_f64.powf(-by / lead));
        let chance = if *won { chance } else { 1.0 - chance };
        -chance.max(1e-9).ln()
    };
    leads.iter().map(of).sum::<f64>() / leads.len() as f64
}

/// The lead that wins three of four games, for each game that has scores before its end (`Search::LEAD`).
#[test]
#[ignore = "a measurement that takes minutes"]
fn leads_that_win_three_of_four_games() {
    std::thread::scope(|scope| {
        for entry in CATALOGUE {
            scope.spawn(|| fit(entry));
        }
    });
}

fn fit(entry: &'static GameEntry) {
    let leads = leads(entry, 120);
    let fits = (0..400).map(|step| 1.1_f64.powi(step - 20));
    let best = fits.min_by(|one, other| unlikely(&leads, *one).total_cmp(&unlikely(&leads, *other)));
    let Some(best) = best.filter(|_| !leads.is_empty()) else {
        return println!("{}: no scores before the end", entry.slug);
    };
    let [least, none] = [best, 1e18].map(|lead| unlikely(&leads, lead));
    println!(
        "{}: {best:.0} ({least:.3} against {none:.3}, {} choices)",
        entry.slug,
        leads.len()
    );
}
