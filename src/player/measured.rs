//! The leads that win three of four games ([`Search::LEAD`](crate::rules::Search::LEAD)): a few games have to bear them out.
//!
//! `WHISTLE_LEADS=120 cargo test --release --lib a_lead_tells_who_wins -- --nocapture` fits them anew, which takes minutes.

use crate::games::{CATALOGUE, DynGame, GameEntry, Options};
use crate::player::choose;
use crate::player::luck::Luck;
use crate::rules::{Awaits, By, Outcome, Seat, Strategy, Viewer};

/// How two equals choose: mostly well, and not always alike.
const EQUALS: Strategy = Strategy::greedy(2, 80);

/// Plays a game of two equals to its end. `look` sees every position before a choice.
fn play(entry: &'static GameEntry, luck: &mut Luck, mut look: impl FnMut(&dyn DynGame, Seat, &str)) -> Outcome {
    let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
    let mut play = entry.start(&options, seats).unwrap();
    loop {
        let (by, what) = match play.awaits() {
            Awaits::Nobody(outcome) => return outcome,
            Awaits::Chance => (By::Chance, play.draw(luck)),
            Awaits::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let imagine = |source: &mut dyn crate::rules::Source| play.imagine(Viewer::Seat(seat), source);
                let what = choose(EQUALS, seat, imagine, luck).unwrap();
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
        let ended = play(entry, &mut Luck::seeded(game), |play, _, _| {
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

#[test]
fn a_lead_tells_who_wins_better_than_a_coin() {
    /// How many games there are of each, unless `WHISTLE_LEADS` says otherwise.
    const USUAL: u64 = 60;
    let asked = std::env::var("WHISTLE_LEADS").ok();
    let games = asked.as_ref().map_or(USUAL, |games| games.parse().expect("a number"));
    std::thread::scope(|scope| {
        for entry in CATALOGUE {
            let told = asked.is_some();
            scope.spawn(move || {
                let leads = leads(entry, games);
                if leads.is_empty() {
                    return;
                }
                let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
                let lead = entry.start(&options, seats).unwrap().world().lead() as f64;
                if told {
                    fit(entry, &leads);
                }
                let [bears_out, coin] = [lead, 1e18].map(|lead| unlikely(&leads, lead));
                assert!(bears_out < coin, "{}: {bears_out:.3} against {coin:.3}", entry.slug);
            });
        }
    });
}

/// Says which lead fits best.
fn fit(entry: &'static GameEntry, leads: &[(f64, bool)]) {
    let fits = (0..400).map(|step| 1.1_f64.powi(step - 20));
    let best = fits.min_by(|one, other| unlikely(leads, *one).total_cmp(&unlikely(leads, *other)));
    let best = best.expect("leads");
    let [least, none] = [best, 1e18].map(|lead| unlikely(leads, lead));
    println!(
        "{}: {best:.0} ({least:.3} against {none:.3}, {} choices)",
        entry.slug,
        leads.len()
    );
}
