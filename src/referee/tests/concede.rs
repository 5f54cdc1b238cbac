//! Games of two that end by word.

use super::*;
use crate::player::Level;
use crate::referee::{DrawOffer, Table, TableEvent};
use crate::rules::{Ended, Record, SeatSet};

/// A table of Binary on the smallest board, begun; the host has black and places first.
async fn binary(fixture: &Fixture, people: &[u64], computers: u8, clock: Option<u32>) -> u64 {
    let mut options = Options::new();
    options.insert("size".to_owned(), 6.into());
    options.insert("first".to_owned(), "host".into());
    let opening = Opening {
        interaction: fixture.interaction(),
        channel: CHANNEL,
        guild: Some(1),
        host: person(people[0]),
        game: "binary".to_owned(),
        options,
        clock: clock.map(|seconds| Clock { seconds }),
        computers,
        level: Level::default(),
        arrangement: Arrangement::default(),
    };
    let table = fixture.referee.open(opening).await.unwrap().table.id;
    for who in &people[1..] {
        fixture.act(table, *who, Action::Sit).await.unwrap();
    }
    fixture.act(table, people[0], Action::Begin).await.unwrap();
    table
}

async fn two(fixture: &Fixture) -> u64 {
    binary(fixture, &[ANA, BEN], 0, None).await
}

const RESIGN: Action = Action::Resign { round: 1 };
const OFFER: Action = Action::OfferDraw { round: 1 };

impl Fixture {
    /// Somebody offers a draw; the entry of the log with which they did.
    async fn offer(&self, table: u64, who: u64) -> u64 {
        let snapshot = self.act(table, who, OFFER).await.unwrap();
        let (seat, at) = snapshot.table.offer().expect("the offer stands");
        assert_eq!(snapshot.table.seat_of(who), Some(seat));
        at
    }

    async fn answer(&self, table: u64, who: u64, offer: u64, agree: bool) -> Result<TableSnapshot, Denied> {
        self.act(table, who, Action::AnswerDrawOffer { offer, agree }).await
    }

    async fn channel(&self, table: u64, who: u64, what: &str) -> TableSnapshot {
        let (step, what) = (None, what.to_owned());
        self.act(table, who, Action::Choose { step, what }).await.unwrap()
    }
}

/// The record of the only game of a table, which must prove itself and come back from its line.
fn record(snapshot: &TableSnapshot) -> Record {
    let records = snapshot.table.records().unwrap();
    let [record] = records.as_slice() else {
        panic!("one game")
    };
    snapshot.table.prove().unwrap().expect("the table is over");
    assert_eq!(Record::from_line(&record.to_line()).unwrap(), *record);
    record.clone()
}

#[tokio::test]
async fn who_resigns_loses_at_once_whoever_s_turn_it_is() {
    for (who, seat, places) in [(ANA, 0, [2, 1]), (BEN, 1, [1, 2])] {
        let mut fixture = Fixture::new().await;
        let table = two(&fixture).await;
        let snapshot = fixture.act(table, who, RESIGN).await.unwrap();
        assert_eq!(snapshot.table.phase, Phase::Finished);
        let round = &snapshot.table.rounds[0];
        assert_eq!(round.ended, Some(Ended::Resigned(Seat(seat))));
        let outcome = round.outcome.as_ref().unwrap();
        assert_eq!(outcome.places.as_deref(), Some(&places[..]));
        assert_eq!(outcome.scores, None);
        assert_eq!(snapshot.table.match_places().as_deref(), Some(&places[..]));
        assert!(snapshot.table.awaited().is_empty() && snapshot.deadlines.iter().all(Option::is_none));
        let told = record(&snapshot);
        assert_eq!(told.ended, round.ended);
        assert_eq!(told.result, round.outcome);
        assert_eq!(told.events.len(), 1, "black was drawn, and nothing placed");
        let board = fixture.board("binary").await;
        let won = |person: u64| board.rows.iter().find(|row| row.person == person).unwrap().games_won;
        assert_eq!((won(who), won(ANA + BEN - who)), (0, 1));
        assert!(board.rows.iter().all(|row| (row.games, row.points) == (1, 0)));
        fixture.restart().await;
        let again = fixture.act(table, who, RESIGN).await;
        assert_eq!(again.unwrap_err(), Denied::Over);
        let snapshot = fixture.snapshot(table).await;
        assert_eq!(snapshot.table.rounds[0].ended, Some(Ended::Resigned(Seat(seat))));
    }
}

#[tokio::test]
async fn a_draw_is_agreed_on_after_a_restart() {
    let mut fixture = Fixture::new().await;
    let table = two(&fixture).await;
    fixture.channel(table, ANA, "b2").await;
    let offer = fixture.offer(table, ANA).await;
    fixture.restart().await;
    let snapshot = fixture.snapshot(table).await;
    let seat = Seat(0);
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Offered { seat, at: offer });
    assert_eq!(
        snapshot.table.awaited(),
        [Seat(1)].into_iter().collect(),
        "the game goes on"
    );
    let snapshot = fixture.answer(table, BEN, offer, true).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Finished);
    assert_eq!(snapshot.table.rounds[0].ended, Some(Ended::Agreed));
    let told = record(&snapshot);
    assert_eq!(told.result.as_ref().unwrap().places.as_deref(), Some(&[1, 1][..]));
    assert_eq!(told.events.len(), 2);
    let board = fixture.board("binary").await;
    assert_eq!(board.rows.len(), 2);
    assert!(
        board
            .rows
            .iter()
            .all(|row| (row.games_won, row.draws, row.games, row.matches_won, row.matches) == (0, 1, 1, 0, 1))
    );
}

#[tokio::test]
async fn a_draw_by_agreement_is_won_by_nobody() {
    let fixture = Fixture::new().await;
    for loser in [ANA, BEN] {
        let table = two(&fixture).await;
        fixture.act(table, loser, RESIGN).await.unwrap();
    }
    let table = two(&fixture).await;
    fixture.offer(table, ANA).await;
    fixture.act(table, BEN, OFFER).await.unwrap();
    let board = fixture.board("binary").await;
    let rows: Vec<_> = board
        .rows
        .iter()
        .map(|row| (row.place, row.games_won, row.draws, row.games))
        .collect();
    assert_eq!(rows, [(1, 1, 1, 3); 2]);
}

#[tokio::test]
async fn two_who_offer_have_agreed() {
    let fixture = Fixture::new().await;
    let table = two(&fixture).await;
    fixture.offer(table, BEN).await;
    let snapshot = fixture.act(table, ANA, OFFER).await.unwrap();
    assert_eq!(snapshot.table.rounds[0].ended, Some(Ended::Agreed));
}

#[tokio::test]
async fn an_offer_is_declined_by_word_by_playing_on_or_by_the_clock() {
    let fixture = Fixture::new().await;
    let table = binary(&fixture, &[ANA, BEN], 0, Some(60)).await;
    let seat = Seat(1);
    let offer = fixture.offer(table, ANA).await;
    let snapshot = fixture.channel(table, ANA, "b2").await;
    assert_eq!(
        snapshot.table.offer(),
        Some((Seat(0), offer)),
        "it stands with one's own move"
    );
    let snapshot = fixture.answer(table, BEN, offer, false).await.unwrap();
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Declined { seat });
    assert_eq!(snapshot.table.phase, Phase::Playing);
    fixture.channel(table, BEN, "b1").await;
    assert_eq!(
        fixture.snapshot(table).await.table.draw_offer,
        DrawOffer::Silent,
        "told until then"
    );
    let offer = fixture.offer(table, ANA).await;
    fixture.channel(table, ANA, "d2").await;
    let snapshot = fixture.channel(table, BEN, "d1").await;
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Declined { seat });
    assert_eq!(
        fixture.answer(table, BEN, offer, true).await.unwrap_err(),
        Denied::NoOffer
    );
    let offer = fixture.offer(table, ANA).await;
    fixture.channel(table, ANA, "f2").await;
    fixture.advance(60_000);
    fixture.tick().await;
    let snapshot = fixture.snapshot(table).await;
    assert!(snapshot.table.rounds[0].events.last().unwrap().lapsed);
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Declined { seat });
    assert_eq!(
        fixture.answer(table, BEN, offer, true).await.unwrap_err(),
        Denied::NoOffer
    );
}

#[tokio::test]
async fn one_offer_to_a_choice_even_when_it_was_taken_back() {
    let mut fixture = Fixture::new().await;
    let table = two(&fixture).await;
    let offer = fixture.offer(table, ANA).await;
    assert_eq!(fixture.act(table, ANA, OFFER).await.unwrap_err(), Denied::OfferStands);
    let withdraw = |offer| Action::WithdrawDrawOffer { offer };
    assert_eq!(
        fixture.act(table, BEN, withdraw(offer)).await.unwrap_err(),
        Denied::NoOffer,
        "only one's own"
    );
    let snapshot = fixture.act(table, ANA, withdraw(offer)).await.unwrap();
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Withdrawn { seat: Seat(0) });
    assert_eq!(
        fixture.act(table, ANA, withdraw(offer)).await.unwrap_err(),
        Denied::NoOffer
    );
    assert_eq!(
        fixture.act(table, ANA, OFFER).await.unwrap_err(),
        Denied::OfferedAlready
    );
    fixture.restart().await;
    assert_eq!(
        fixture.act(table, ANA, OFFER).await.unwrap_err(),
        Denied::OfferedAlready
    );
    fixture.channel(table, ANA, "b2").await;
    let again = fixture.offer(table, ANA).await;
    assert_ne!(again, offer);
    assert_eq!(
        fixture.answer(table, BEN, offer, true).await.unwrap_err(),
        Denied::Stale,
        "an old button does not answer a new offer"
    );
    assert_eq!(
        fixture.answer(table, ANA, again, true).await.unwrap_err(),
        Denied::NoOffer
    );
    fixture.answer(table, BEN, again, true).await.unwrap();
}

/// Plays on until the game waits for one seat twice in a row: Ana places as many pieces a turn as she can, Ben as few.
async fn until_one_plays_alone(fixture: &Fixture, table: u64) -> (u64, u64) {
    loop {
        let snapshot = fixture.snapshot(table).await;
        let seat = snapshot.table.awaited().iter().next().expect("the game goes on");
        let (mover, other) = if seat == Seat(0) { (ANA, BEN) } else { (BEN, ANA) };
        let (mut choices, _) = snapshot.table.play.as_ref().unwrap().choices(seat);
        choices.sort_by_key(|choice| choice.split(' ').count());
        let what = if mover == ANA {
            choices.pop()
        } else {
            choices.drain(..1).next()
        };
        let snapshot = fixture.channel(table, mover, &what.expect("a choice")).await;
        assert_eq!(snapshot.table.phase, Phase::Playing, "one of them is left alone first");
        if snapshot.table.awaited() == SeatSet::one(seat) {
            return (mover, other);
        }
    }
}

#[tokio::test]
async fn who_is_passed_over_may_offer_once_a_turn_of_the_other() {
    let mut fixture = Fixture::new().await;
    let table = two(&fixture).await;
    let (mover, idle) = until_one_plays_alone(&fixture, table).await;
    for turn in 0..3 {
        let offer = fixture.offer(table, idle).await;
        fixture.answer(table, mover, offer, false).await.unwrap();
        assert_eq!(
            fixture.act(table, idle, OFFER).await.unwrap_err(),
            Denied::OfferedAlready,
            "turn {turn}"
        );
        fixture.restart().await;
        assert_eq!(
            fixture.act(table, idle, OFFER).await.unwrap_err(),
            Denied::OfferedAlready
        );
        let snapshot = fixture.snapshot(table).await;
        let seat = snapshot.table.seat_of(mover).unwrap();
        let (choices, _) = snapshot.table.play.as_ref().unwrap().choices(seat);
        let single = choices.iter().find(|choice| !choice.contains(' ')).expect("a square");
        let snapshot = fixture.channel(table, mover, single).await;
        assert_eq!(snapshot.table.awaited(), SeatSet::one(seat), "there are pieces left");
    }
    // Who places alone has turns, and offers once in each as ever.
    let offer = fixture.offer(table, mover).await;
    fixture.answer(table, idle, offer, false).await.unwrap();
    assert_eq!(
        fixture.act(table, mover, OFFER).await.unwrap_err(),
        Denied::OfferedAlready
    );
}

#[tokio::test]
async fn who_cannot_end_a_game_by_word_hears_why() {
    let fixture = Fixture::new().await;
    let table = two(&fixture).await;
    let seq = fixture.snapshot(table).await.table.seq;
    let refused = async |who, action| fixture.act(table, who, action).await.unwrap_err();
    assert_eq!(refused(CLEO, RESIGN).await, Denied::NotSeated);
    assert_eq!(refused(CLEO, OFFER).await, Denied::NotSeated);
    assert_eq!(refused(ANA, Action::Resign { round: 2 }).await, Denied::Stale);
    assert_eq!(refused(ANA, Action::OfferDraw { round: 0 }).await, Denied::Stale);
    assert_eq!(
        refused(ANA, Action::WithdrawDrawOffer { offer: seq }).await,
        Denied::NoOffer
    );
    let answer = Action::AnswerDrawOffer {
        offer: seq,
        agree: true,
    };
    assert_eq!(refused(ANA, answer).await, Denied::NoOffer);
    assert_eq!(fixture.snapshot(table).await.table.seq, seq, "nothing has changed");
    fixture.act(table, ANA, CLOSE).await.unwrap();
    assert_eq!(refused(ANA, RESIGN).await, Denied::Over);

    let lobby = fixture.open().await;
    assert_eq!(fixture.act(lobby, ANA, RESIGN).await.unwrap_err(), Denied::NotBegun);
    fixture.act(lobby, ANA, CLOSE).await.unwrap();
    let binome = fixture.begun(&[ANA, BEN], &[], None).await;
    for action in [RESIGN, OFFER] {
        assert_eq!(fixture.act(binome, BEN, action).await.unwrap_err(), Denied::NotConceded);
    }
}

#[tokio::test]
async fn a_stand_in_neither_keeps_nor_answers_an_offer_and_resigns_for_nobody() {
    let fixture = Fixture::new().await;
    let table = two(&fixture).await;
    fixture.offer(table, ANA).await;
    let snapshot = fixture.leave(table, ANA).await.unwrap();
    assert_eq!(snapshot.table.offer(), None, "who leaves takes the offer along");
    for action in [RESIGN, OFFER] {
        assert_eq!(fixture.act(table, ANA, action).await.unwrap_err(), Denied::StoodIn);
    }
    let before = fixture.snapshot(table).await.table.seq;
    assert_eq!(
        fixture.act(table, BEN, OFFER).await.unwrap_err(),
        Denied::OtherStoodIn { seat: Seat(0) },
        "nobody declines in her name"
    );
    assert_eq!(fixture.snapshot(table).await.table.seq, before);
    fixture.act(table, ANA, Action::Return).await.unwrap();
    let offer = fixture.offer(table, BEN).await;
    fixture.answer(table, ANA, offer, false).await.unwrap();
    let snapshot = fixture.act(table, ANA, RESIGN).await.unwrap();
    assert!(snapshot.table.rounds[0].assisted, "a stand-in has played");
    let board = fixture.board("binary").await;
    assert!(board.rows.is_empty(), "such a game does not count");
}

#[tokio::test]
async fn the_computer_answers_in_the_same_breath() {
    let mut fixture = Fixture::new().await;
    let table = binary(&fixture, &[ANA], 1, None).await;
    let snapshot = fixture.act(table, ANA, OFFER).await.unwrap();
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Declined { seat: Seat(1) });
    // One that judges: whatever it says, it says it at once.
    fixture.settings.thinks = true;
    fixture.restart().await;
    fixture.channel(table, ANA, "b2").await;
    fixture.tick().await;
    let snapshot = fixture.act(table, ANA, OFFER).await.unwrap();
    match snapshot.table.rounds[0].ended {
        Some(ended) => assert_eq!(ended, Ended::Agreed),
        None => assert_eq!(snapshot.table.draw_offer, DrawOffer::Declined { seat: Seat(1) }),
    }
    assert_eq!(snapshot.table.offer(), None);
}

#[tokio::test]
async fn the_same_interaction_twice_is_one_word() {
    let mut fixture = Fixture::new().await;
    let table = two(&fixture).await;
    let first = fixture.act_as(table, ANA, 7001, OFFER).await.unwrap();
    let again = fixture.act_as(table, ANA, 7001, OFFER).await.unwrap();
    assert_eq!(first.table.seq, again.table.seq);
    let offer = first.table.seq;
    let agree = Action::AnswerDrawOffer { offer, agree: true };
    let first = fixture.act_as(table, BEN, 7002, agree.clone()).await.unwrap();
    fixture.restart().await;
    let again = fixture.act_as(table, BEN, 7002, agree).await;
    assert!(
        again.is_err_and(|denied| denied == Denied::Over) || fixture.snapshot(table).await.table.seq == first.table.seq
    );
    assert_eq!(fixture.snapshot(table).await.table.seq, first.table.seq);
}

#[tokio::test]
async fn who_resigns_while_a_draw_is_offered_has_resigned() {
    let fixture = Fixture::new().await;
    let table = two(&fixture).await;
    fixture.offer(table, BEN).await;
    let snapshot = fixture.act(table, ANA, RESIGN).await.unwrap();
    assert_eq!(snapshot.table.rounds[0].ended, Some(Ended::Resigned(Seat(0))));
    assert_eq!(snapshot.table.draw_offer, DrawOffer::Silent);
}

#[test]
fn words_are_written_so_in_the_log() {
    let seat = Seat(1);
    for (event, text) in [
        (TableEvent::Resigned { seat }, r#"{"type":"resigned","seat":1}"#),
        (TableEvent::DrawOffered { seat }, r#"{"type":"truce_offered","seat":1}"#),
        (
            TableEvent::DrawOfferWithdrawn { seat },
            r#"{"type":"truce_withdrawn","seat":1}"#,
        ),
        (
            TableEvent::DrawDeclined { seat },
            r#"{"type":"truce_declined","seat":1}"#,
        ),
        (TableEvent::DrawAgreed { seat }, r#"{"type":"truce_agreed","seat":1}"#),
    ] {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(serde_json::from_str::<TableEvent>(text).unwrap(), event);
    }
}

#[tokio::test]
async fn a_log_that_says_what_cannot_be_said_is_broken() {
    let fixture = Fixture::new().await;
    let table = two(&fixture).await;
    let snapshot = fixture.snapshot(table).await;
    let seat = Seat(1);
    for event in [
        TableEvent::DrawAgreed { seat },
        TableEvent::DrawDeclined { seat },
        TableEvent::DrawOfferWithdrawn { seat },
        TableEvent::Resigned { seat: Seat(2) },
        TableEvent::DrawOffered { seat: Seat(9) },
    ] {
        assert!(Table::clone(&snapshot.table).apply(0, &event).is_err(), "{event:?}");
    }
    let mut offered = Table::clone(&snapshot.table);
    offered.apply(0, &TableEvent::DrawOffered { seat }).unwrap();
    for event in [
        TableEvent::DrawOffered { seat: Seat(0) },
        TableEvent::DrawAgreed { seat },
    ] {
        assert!(offered.clone().apply(0, &event).is_err(), "{event:?}");
    }
    let binome = Fixture::new().await;
    let table = binome.begun(&[ANA, BEN], &[], None).await;
    let snapshot = binome.snapshot(table).await;
    assert!(
        Table::clone(&snapshot.table)
            .apply(0, &TableEvent::Resigned { seat })
            .is_err()
    );
}
