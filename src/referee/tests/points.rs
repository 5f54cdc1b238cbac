//! Matches to points: hand after hand until a total is reached, alone and with partners; and what is played without asking.

use super::*;
use crate::player::Level;
use crate::referee::event::{Absence, TableEvent};
use crate::referee::fair::Secret;
use crate::referee::recording::{self, Matches};
use crate::referee::session::TableSession;
use crate::referee::table::Table;
use crate::rules::{By, MatchLength, Record};

const GAME: &str = "dominoes";

impl Fixture {
    /// Plays a match to its end; every total on the way is below `to`.
    async fn play_match(&self, table: u64, to: i64, seed: u64) -> TableSnapshot {
        let mut source = SeededSource::new(seed);
        loop {
            let snapshot = self.play_round(table, &mut source).await;
            let most = snapshot.table.totals().unwrap().into_iter().max().unwrap();
            if snapshot.table.phase == Phase::Finished {
                assert!(most >= to, "somebody has reached {to}");
                return snapshot;
            }
            assert_eq!(snapshot.table.phase, Phase::Between);
            assert!(most < to, "{most} points are {to}");
            let after = snapshot.table.round();
            self.act(table, ANA, Action::NextRound { after }).await.unwrap();
        }
    }
}

/// The records of a finished match; each is sound, and they follow from one another.
fn sound(snapshot: &TableSnapshot) -> Vec<Record> {
    let records = snapshot.table.records().unwrap();
    let mut matches = Matches::default();
    for (round, record) in (1..).zip(&records) {
        assert_eq!(
            (record.round, record.match_id.clone()),
            (Some(round), Some(snapshot.table.id.to_string()))
        );
        let line = Record::from_line(&record.to_line()).unwrap();
        recording::verify(&line).unwrap();
        matches.check(&line).unwrap();
    }
    assert!(snapshot.table.prove().unwrap().is_some());
    records
}

#[tokio::test]
async fn hands_are_played_until_a_total_is_reached() {
    let fixture = Fixture::new().await;
    let table = fixture
        .begun_game(GAME, &[ANA, BEN, CLEO], &[("to", 50.into())], None)
        .await;
    let snapshot = fixture.play_match(table, 50, 1).await;
    let records = sound(&snapshot);
    let mut totals = vec![0_i64; 3];
    for record in &records {
        assert_eq!(record.before.as_ref(), Some(&totals), "the totals so far");
        let scores = record.result.as_ref().unwrap().scores.as_ref().unwrap();
        totals.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
    }
    assert_eq!(snapshot.table.totals(), Some(totals.clone()));
    assert_eq!(
        snapshot.table.match_places(),
        Some(crate::rules::places_by_score(&totals))
    );
    let board = fixture.board(GAME).await;
    assert_eq!(
        board.rows.iter().map(|row| row.points).sum::<i64>(),
        totals.iter().sum::<i64>()
    );
    assert!(
        board
            .rows
            .iter()
            .all(|row| row.matches == 1 && row.games as usize == records.len())
    );
    assert_eq!(board.rows.iter().map(|row| row.matches_won).sum::<u32>(), 1);
}

#[tokio::test]
async fn where_the_fewest_points_win_the_winner_heads_the_leaderboard() {
    let fixture = Fixture::new().await;
    let people = [ANA, BEN];
    let (mut won, mut best) = ([0; 2], [i64::MAX; 2]);
    for seed in 0..3 {
        let table = fixture.begun_game("dominimum", &people, &[], None).await;
        let snapshot = fixture.play_round(table, &mut SeededSource::new(seed)).await;
        let outcome = snapshot.table.rounds[0].outcome.clone().unwrap();
        let (places, scores) = (outcome.places.unwrap(), outcome.scores.unwrap());
        assert_eq!(snapshot.table.match_places().as_ref(), Some(&places));
        for seat in 0..2 {
            won[seat] += u32::from(places[seat] == 1);
            best[seat] = best[seat].min(scores[seat]);
        }
    }
    let board = fixture.board("dominimum").await;
    let rows: Vec<_> = board
        .rows
        .iter()
        .map(|row| (row.person, row.games_won, row.best_game))
        .collect();
    let by_hand = |seat: usize| (people[seat], won[seat], best[seat]);
    let first = usize::from(won[1] > won[0]);
    assert_eq!(rows, [by_hand(first), by_hand(1 - first)]);
}

#[tokio::test]
async fn partners_share_their_points_their_places_and_their_wins() {
    let fixture = Fixture::new().await;
    let options = [("to", 50.into()), ("partners", true.into())];
    let table = fixture.begun_game(GAME, &[ANA, BEN, CLEO, DAN], &options, None).await;
    let snapshot = fixture.play_match(table, 50, 2).await;
    for record in sound(&snapshot) {
        let result = record.result.unwrap();
        let (places, scores) = (result.places.unwrap(), result.scores.unwrap());
        assert_eq!((places[0], scores[0]), (places[2], scores[2]));
        assert_eq!((places[1], scores[1]), (places[3], scores[3]));
        assert!(
            places == [1, 3, 1, 3] || places == [3, 1, 3, 1] || places == [1; 4],
            "{places:?}"
        );
    }
    let totals = snapshot.table.totals().unwrap();
    assert_eq!((totals[0], totals[1]), (totals[2], totals[3]));
    let places = snapshot.table.match_places().unwrap();
    assert!(places == [1, 3, 1, 3] || places == [3, 1, 3, 1], "{places:?}");
    let board = fixture.board(GAME).await;
    let won: Vec<u64> = board
        .rows
        .iter()
        .filter(|row| row.matches_won == 1)
        .map(|row| row.person)
        .collect();
    let team = if places[0] == 1 { [ANA, CLEO] } else { [BEN, DAN] };
    assert_eq!(won.len(), 2);
    assert!(team.iter().all(|person| won.contains(person)), "{won:?}");
    for row in &board.rows {
        let seat = [ANA, BEN, CLEO, DAN].iter().position(|who| *who == row.person).unwrap();
        assert_eq!(row.points, totals[seat], "the points of the team");
    }
}

#[tokio::test]
async fn a_match_of_one_hand_ends_with_it_and_has_its_places() {
    let fixture = Fixture::new().await;
    for (number, people) in [&[ANA, BEN][..], &[ANA, BEN, CLEO]].into_iter().enumerate() {
        let table = fixture.begun_game(GAME, people, &[("to", 0.into())], None).await;
        assert_eq!(
            fixture.snapshot(table).await.table.match_places(),
            None,
            "nobody is first before the end"
        );
        let snapshot = fixture.play_round(table, &mut SeededSource::new(number as u64)).await;
        assert_eq!((snapshot.table.phase, snapshot.table.round()), (Phase::Finished, 1));
        assert_eq!(
            snapshot.table.play.as_ref().unwrap().match_length(),
            MatchLength::Points(0)
        );
        let [record] = &sound(&snapshot)[..] else {
            panic!("one hand")
        };
        assert_eq!(record.before, Some(vec![0; people.len()]));
        assert_eq!(snapshot.table.match_places(), record.result.as_ref().unwrap().places);
    }
}

#[tokio::test]
async fn records_that_cannot_be_of_such_a_match_are_found_out() {
    let fixture = Fixture::new().await;
    let table = fixture.begun_game(GAME, &[ANA, BEN], &[("to", 50.into())], None).await;
    let snapshot = fixture.play_match(table, 50, 3).await;
    let first = sound(&snapshot).remove(0);
    let wrong = |change: &dyn Fn(&mut Record)| {
        let mut record = first.clone();
        change(&mut record);
        recording::verify(&record).unwrap_err().to_string()
    };
    assert!(wrong(&|record| record.before = None).contains("tells the totals"));
    assert!(wrong(&|record| record.before = Some(vec![0])).contains("one total a seat"));
    assert!(wrong(&|record| record.before = Some(vec![0, 50])).contains("was over before"));
    let mut begun_with = first.clone();
    begun_with.before = Some(vec![0, 10]);
    assert!(
        Matches::default().check(&begun_with).is_err(),
        "a match begins with nothing"
    );
    let table = fixture.begun_game(GAME, &[ANA, BEN], &[("to", 0.into())], None).await;
    let mut single = sound(&fixture.play_round(table, &mut SeededSource::new(4)).await).remove(0);
    single.round = Some(2);
    assert!(
        recording::verify(&single)
            .unwrap_err()
            .to_string()
            .contains("no second round")
    );
}

/// Two people at a table without a store behind it, dealt these tiles, with a minute for each decision.
fn dealt(deck: &str) -> TableSession {
    let game = crate::games::find(GAME).unwrap();
    let table = Table::blank(77, 2, None, game, Secret::from_bytes([5; 32]));
    let mut session = TableSession::new(table, Vec::new(), 0);
    let opened = TableEvent::Opened {
        options: Options::new(),
        clock: Some(Clock { seconds: 60 }),
        host: person(ANA),
        computers: 0,
        level: Level::default(),
        join: 77,
        seal: None,
    };
    let person = person(BEN);
    let sat = TableEvent::Sat { person, join: 78 };
    let options = game.start(&Options::new(), 2).unwrap().options();
    let began = TableEvent::Began {
        options,
        seats: 2,
        edition: 1,
        forfeits: true,
    };
    let round = TableEvent::RoundBegan { round: 1 };
    let deck = TableEvent::Played {
        by: By::Chance,
        what: deck.to_owned(),
        lapsed: false,
        players: None,
    };
    for event in [opened, sat, began, round, deck] {
        session.write(0, &event).unwrap();
    }
    session
}

/// The deck with these tiles first, the others behind them.
fn deck(first: &str) -> String {
    let all = (0..8).flat_map(|low| (low..8).map(move |high| format!("{low}-{high}")));
    let dealt: Vec<&str> = first.split_whitespace().collect();
    let rest: Vec<String> = all.filter(|tile| !dealt.contains(&tile.as_str())).collect();
    let rest = rest.iter().map(String::as_str);
    format!(
        "deck {}",
        dealt.iter().copied().chain(rest).collect::<Vec<_>>().join(",")
    )
}

/// Ana opens with 7-7; Ben has nothing that fits and draws 0-1 and 0-7.
fn ben_draws() -> String {
    deck("7-7 0-0 0-2 0-3 0-4 0-5 0-6 1-1 1-7 1-2 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 0-1 0-7")
}

fn choose(session: &mut TableSession, at: i64, who: u64, what: &str) {
    let request = ActionRequest {
        interaction: 1,
        who: person(who),
        from: None,
        action: Action::Choose {
            step: None,
            what: what.to_owned(),
        },
    };
    session.act(at, &request, &Settings::default()).unwrap();
}

fn events(session: &TableSession) -> Vec<(By, String)> {
    let events = session.table.rounds[0].events.iter().skip(1);
    events.map(|event| (event.by, event.what.clone())).collect()
}

#[test]
fn a_draw_that_all_see_coming_is_made_at_once_and_then_the_seat_is_asked() {
    let mut session = dealt(&ben_draws());
    choose(&mut session, 1000, ANA, "7-7");
    let (ana, ben) = (By::Seat(Seat(0)), By::Seat(Seat(1)));
    let drew = (ben, "draw".to_owned());
    assert_eq!(events(&session), [(ana, "7-7".to_owned()), drew.clone(), drew]);
    assert_eq!(session.table.awaited().iter().collect::<Vec<_>>(), [Seat(1)]);
    let (choices, _) = session.table.play.as_ref().unwrap().choices(Seat(1));
    assert_eq!(choices, ["0-7 L", "0-7 R"], "asked for its only tile");
    assert_eq!(session.table.asked(Seat(1)), Some(session.table.seq));
    let record = recording::record(
        session.table.game,
        &session.table.options,
        2,
        session.table.rounds[0]
            .events
            .iter()
            .map(|event| (event.by, event.what.as_str(), event.lapsed)),
    );
    let record = record.unwrap();
    assert_eq!(record.events[2].of, Some(1), "an event like any other");
    recording::verify(&record).unwrap();
}

#[test]
fn what_is_played_without_asking_says_nothing_of_who_is_there() {
    // Ben lets his time run out three times; what he draws in between does not make him present.
    let mut session = dealt(&ben_draws());
    let settings = Settings::default();
    let mut at = 1000;
    choose(&mut session, at, ANA, "7-7");
    let mut drew = 0;
    for lapses in 1..=3 {
        assert_eq!(session.table.seats[1].stand_in, None, "after {lapses} - 1");
        while !session.table.awaited().contains(Seat(1)) {
            let (choices, _) = session.table.play.as_ref().unwrap().choices(Seat(0));
            choose(&mut session, at, ANA, &choices[0].clone());
        }
        session.take(at, None, None, &settings);
        at += 61_000;
        session.tick(at, &settings).unwrap();
        drew = events(&session)
            .iter()
            .filter(|event| **event == (By::Seat(Seat(1)), "draw".to_owned()))
            .count();
        let lapsed = session.table.rounds[0]
            .events
            .iter()
            .filter(|event| event.lapsed)
            .count();
        assert_eq!(lapsed, lapses, "each lapse is his");
    }
    assert!(drew > 0);
    assert_eq!(session.table.seats[1].stand_in, Some(Absence::Lapsed));
}
