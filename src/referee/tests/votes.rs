use super::*;
use crate::referee::{Absence, Motion, Table, TableEvent};

fn replace(seat: u8) -> Action {
    Action::Replace { seat: Seat(seat) }
}

fn votes(table: &Table) -> Vec<(Seat, Motion)> {
    table.votes().map(|said| (said.seat, said.motion)).collect()
}

/// A match of four people and a computer player, which does not count, so that nothing can be taken from anybody.
async fn begun_with_a_computer(fixture: &Fixture, clock: Option<u32>) -> u64 {
    let table = fixture.open_game("binome", &[], clock).await.unwrap().table.id;
    let add = Action::AddComputer { level: None };
    fixture.act(table, ANA, add).await.unwrap();
    for who in [BEN, CLEO, DAN] {
        fixture.act(table, who, Action::Sit).await.unwrap();
    }
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    table
}

#[tokio::test]
async fn all_who_play_close_a_table_by_common_consent() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let snapshot = fixture.act(table, BEN, CLOSE).await.unwrap();
    let vote = |seat| (Seat(seat), Motion::Close);
    assert_eq!(
        (snapshot.table.phase, votes(&snapshot.table)),
        (Phase::Playing, vec![vote(1)])
    );
    assert_eq!(snapshot.table.missing(Motion::Close), 2);
    assert_eq!(
        fixture.act(table, BEN, CLOSE).await.unwrap_err(),
        Denied::VotedAlready { missing: 2 }
    );
    assert_eq!(
        fixture.act(table, DAN, CLOSE).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) },
        "who does not play has no voice"
    );
    let snapshot = fixture.act(table, CLEO, CLOSE).await.unwrap();
    assert_eq!(
        (snapshot.table.phase, votes(&snapshot.table)),
        (Phase::Playing, vec![vote(1), vote(2)]),
        "most of them cannot take the match from the third"
    );
    let snapshot = fixture.act(table, ANA, CLOSE).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn most_of_those_who_play_close_a_match_that_does_not_count() {
    let fixture = Fixture::new().await;
    let table = begun_with_a_computer(&fixture, None).await;
    for (who, missing) in [(BEN, 2), (CLEO, 1)] {
        let snapshot = fixture.act(table, who, CLOSE).await.unwrap();
        assert_eq!(snapshot.table.phase, Phase::Playing, "half are not most");
        assert_eq!(snapshot.table.missing(Motion::Close), missing);
    }
    assert_eq!(
        fixture.act(table, DAN, CLOSE).await.unwrap().table.phase,
        Phase::Cancelled
    );
}

#[tokio::test]
async fn a_wish_to_close_goes_with_its_person() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO, DAN], &[], None).await;
    fixture.act(table, BEN, CLOSE).await.unwrap();
    fixture.restart().await;
    assert_eq!(
        fixture.snapshot(table).await.table.votes().count(),
        1,
        "a restart forgets none"
    );
    let snapshot = fixture.leave(table, BEN).await.unwrap();
    assert_eq!(snapshot.table.votes().count(), 0);
    for (who, phase) in [(CLEO, Phase::Playing), (DAN, Phase::Playing), (ANA, Phase::Cancelled)] {
        assert_eq!(fixture.act(table, who, CLOSE).await.unwrap().table.phase, phase);
    }
}

#[tokio::test]
async fn the_others_have_an_absent_host_replaced() {
    let fixture = Fixture::new().await;
    let table = begun_with_a_computer(&fixture, Some(3600)).await;
    assert!(matches!(
        fixture.act(table, BEN, replace(0)).await.unwrap_err(),
        Denied::InTime { sooner: Some(120) }
    ));
    fixture.advance(fixture.settings.absent_ms);
    let snapshot = fixture.act(table, BEN, replace(0)).await.unwrap();
    assert!(!snapshot.table.seats[0].automatic());
    assert_eq!(
        snapshot.table.missing(Motion::Replace(Seat(0))),
        1,
        "of three others two are most"
    );
    let (step, what) = fixture.first_choice(table, Seat(0)).await;
    let snapshot = fixture.act(table, ANA, Action::Choose { step, what }).await.unwrap();
    assert_eq!(snapshot.table.votes().count(), 0, "she is there");
}

#[tokio::test]
async fn one_of_two_goes_on_without_an_absent_host_and_may_end_it() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(3600)).await;
    assert_eq!(
        fixture.act(table, BEN, CLOSE).await.unwrap().table.phase,
        Phase::Playing
    );
    for ms in [3_600_000, 900_000] {
        fixture.advance(ms);
        fixture.tick().await;
    }
    let snapshot = fixture.act(table, BEN, replace(0)).await.unwrap();
    assert_eq!(snapshot.table.seats[0].stand_in, Some(Absence::Lapsed));
    let snapshot = fixture.act(table, BEN, CLOSE).await.unwrap();
    assert_eq!(
        snapshot.table.phase,
        Phase::Cancelled,
        "he is most of those who play now"
    );
}

#[tokio::test]
async fn whoever_would_end_a_match_is_asked_once_more() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let unsure = Denied::Unsure {
        table,
        last: SeatSet::EMPTY,
        own: false,
    };
    let seq = fixture.snapshot(table).await.table.seq;
    assert_eq!(fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(), unsure);
    let moderator = ActionRequest {
        interaction: fixture.interaction(),
        who: person(DAN),
        from: Some(crate::referee::Origin {
            channel: CHANNEL,
            moderator: true,
        }),
        action: Action::AskCancel,
    };
    assert_eq!(fixture.referee.act(table, moderator).await.unwrap_err(), unsure);
    assert_eq!(
        fixture.act(table, DAN, Action::AskCancel).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) },
        "who may not is not asked"
    );
    assert_eq!(fixture.snapshot(table).await.table.seq, seq, "nothing has happened");
    let snapshot = fixture.act(table, BEN, Action::AskCancel).await.unwrap();
    assert_eq!(snapshot.table.votes().count(), 1, "a wish alone ends nothing");
    assert_eq!(
        fixture.act(table, BEN, Action::AskCancel).await.unwrap_err(),
        Denied::VotedAlready { missing: 2 }
    );
    let snapshot = fixture.act(table, CLEO, Action::AskCancel).await.unwrap();
    assert_eq!(snapshot.table.votes().count(), 2, "the third is still to be asked");
    assert_eq!(
        fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(),
        unsure,
        "with hers it would"
    );
    let snapshot = fixture.act(table, ANA, CLOSE).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
    let lobby = fixture.open().await;
    let snapshot = fixture.act(lobby, ANA, Action::AskCancel).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled, "in a lobby nothing is lost");
}

/// A change of mind is nobody's business, so it ends no vote that everybody sees.
#[tokio::test]
async fn who_goes_on_playing_no_longer_wants_to_stop() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let chooses = async |who: u64, seat: u8| {
        let (step, what) = fixture.first_choice(table, Seat(seat)).await;
        let chosen = fixture.act(table, who, Action::Choose { step, what }).await;
        chosen.unwrap().table
    };
    let asks = async || fixture.act(table, ANA, Action::AskCancel).await.unwrap_err();
    let unsure = Denied::Unsure {
        table,
        last: SeatSet::EMPTY,
        own: false,
    };
    let missing = |table: &Table| table.missing(Motion::Close);
    fixture.act(table, BEN, CLOSE).await.unwrap();
    assert_eq!(missing(&*chooses(CLEO, 2).await), 2, "that is another person");
    fixture.act(table, CLEO, CLOSE).await.unwrap();
    assert_eq!(missing(&*chooses(CLEO, 2).await), 1, "a changed choice ends no vote");
    assert_eq!(asks().await, unsure);
    let after = chooses(BEN, 1).await;
    assert_eq!((missing(&after), after.votes().count()), (2, 1));
    fixture.act(table, BEN, CLOSE).await.unwrap();
    assert_eq!(asks().await, unsure);
}

/// Whoever wanted to stop long ago has not agreed to that as the match is now. Where a turn has a clock, choices end no vote.
#[tokio::test]
async fn a_vote_for_closing_stands_for_six_turns_of_a_turn_clock() {
    let fixture = Fixture::new().await;
    let table = fixture.open_game("binmat", &[], Some(60)).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    fixture.act(table, BEN, CLOSE).await.unwrap();
    for turn in 0..6 {
        let now = fixture.snapshot(table).await.table;
        assert_eq!(now.missing(Motion::Close), 1, "after {turn} turns");
        let seat = now.awaited().iter().next().expect("somebody's turn");
        let who = if now.seat_of(ANA) == Some(seat) { ANA } else { BEN };
        let (step, what) = fixture.first_choice(table, seat).await;
        let next = fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
        assert_ne!(next.table.turns.turn, now.turns.turn, "the turn is over");
    }
    assert_eq!(fixture.snapshot(table).await.table.missing(Motion::Close), 2);
    let again = fixture.act(table, BEN, CLOSE).await.unwrap();
    assert_eq!(again.table.missing(Motion::Close), 1, "he may vote again");
}

/// Before, most of those who play were enough, and what they had wanted stood until the next game.
#[tokio::test]
async fn a_log_of_before_says_of_a_closed_match_what_it_said_then() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let (step, what) = fixture.first_choice(table, Seat(0)).await;
    fixture.act(table, ANA, Action::Choose { step, what }).await.unwrap();
    fixture.act(table, BEN, Action::AskCancel).await.unwrap();
    let (step, what) = fixture.first_choice(table, Seat(1)).await;
    let asked = fixture.act(table, BEN, Action::Choose { step, what }).await.unwrap();
    let after = |entry: serde_json::Value| {
        let mut table = Table::clone(&asked.table);
        let event: TableEvent = serde_json::from_value(entry).unwrap();
        table.apply(9, &event).unwrap();
        table.forfeiters()
    };
    let before = serde_json::json!({ "type": "cancelled", "person": ANA });
    assert_eq!(after(before.clone()), SeatSet::EMPTY, "most wanted it");
    let mut by_all = before;
    by_all["by_all"] = true.into();
    assert_eq!(after(by_all.clone()), SeatSet::one(Seat(0)), "Cleo did not");
    fixture.act(table, CLEO, CLOSE).await.unwrap();
    let asked = fixture.snapshot(table).await;
    assert_eq!(asked.table.missing(Motion::Close), 2, "Ben has played on since");
    let mut table = Table::clone(&asked.table);
    table.apply(9, &serde_json::from_value(by_all).unwrap()).unwrap();
    assert_eq!(table.forfeiters(), SeatSet::EMPTY, "that ended no vote then");
    let now = serde_json::to_value(TableEvent::closed_by(ANA, true)).unwrap();
    assert_eq!(after(now), SeatSet::EMPTY);
    let now = serde_json::to_value(TableEvent::closed_by(ANA, false)).unwrap();
    assert_eq!(after(now), SeatSet::one(Seat(0)));
}
