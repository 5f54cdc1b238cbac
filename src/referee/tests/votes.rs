use super::*;
use crate::referee::{Absence, Motion, Vote};

fn replace(seat: u8) -> Action {
    Action::Replace { seat: Seat(seat) }
}

#[tokio::test]
async fn most_of_those_who_play_close_a_table() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let snapshot = fixture.act(table, BEN, CLOSE).await.unwrap();
    let vote = Vote {
        seat: Seat(1),
        motion: Motion::Close,
    };
    assert_eq!(
        (snapshot.table.phase, snapshot.table.votes()),
        (Phase::Playing, &[vote][..])
    );
    assert_eq!(snapshot.table.missing(Motion::Close), 1);
    assert_eq!(
        fixture.act(table, BEN, CLOSE).await.unwrap_err(),
        Denied::VotedAlready { missing: 1 }
    );
    assert_eq!(
        fixture.act(table, DAN, CLOSE).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) },
        "who does not play has no voice"
    );
    let snapshot = fixture.act(table, CLEO, CLOSE).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn half_of_them_are_not_most() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO, DAN], &[], None).await;
    for who in [BEN, CLEO] {
        assert_eq!(
            fixture.act(table, who, CLOSE).await.unwrap().table.phase,
            Phase::Playing
        );
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
        fixture.snapshot(table).await.table.votes().len(),
        1,
        "a restart forgets none"
    );
    let snapshot = fixture.leave(table, BEN).await.unwrap();
    assert_eq!(snapshot.table.votes(), []);
    fixture.act(table, CLEO, CLOSE).await.unwrap();
    let snapshot = fixture.act(table, DAN, CLOSE).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled, "of three who play two are most");
}

#[tokio::test]
async fn the_others_have_an_absent_host_replaced() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO, DAN], &[], Some(3600)).await;
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
    assert_eq!(snapshot.table.votes(), [], "she is there");
}

#[tokio::test]
async fn one_of_two_goes_on_without_an_absent_host_and_may_end_it() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(3600)).await;
    assert_eq!(
        fixture.act(table, BEN, CLOSE).await.unwrap().table.phase,
        Phase::Playing
    );
    for ms in [3_600_000, fixture.settings.absent_ms] {
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
    assert_eq!(snapshot.table.votes().len(), 1, "a wish alone ends nothing");
    assert_eq!(
        fixture.act(table, BEN, Action::AskCancel).await.unwrap_err(),
        Denied::VotedAlready { missing: 1 }
    );
    assert_eq!(
        fixture.act(table, CLEO, Action::AskCancel).await.unwrap_err(),
        unsure,
        "with hers it would"
    );
    let snapshot = fixture.act(table, CLEO, CLOSE).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
    let lobby = fixture.open().await;
    let snapshot = fixture.act(lobby, ANA, Action::AskCancel).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled, "in a lobby nothing is lost");
}
