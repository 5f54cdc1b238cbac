//! Who plays with whom, chosen in the lobby, and the seats that are kept for people.

use super::table::InHand;
use super::*;
use crate::games::testing::team_game::TEAM_GAME;
use crate::player::Level;
use crate::referee::event::TableEvent;
use crate::referee::{Partner, TermsChange};

const EVE: u64 = 1005;
/// How the tests write a computer player.
const COMPUTER: u64 = 0;

/// A lobby of Ana's, for a hand of dominoes with partners or without.
fn lobby(partners: bool, arrangement: &Arrangement) -> InHand {
    let mut hand = InHand::open(crate::games::find("dominoes").unwrap(), None, arrangement);
    let options = Options::from_iter([("partners".to_owned(), partners.into()), ("to".to_owned(), 0.into())]);
    let terms = TermsChange {
        options,
        ..TermsChange::default()
    };
    hand.act(ANA, Action::ChangeTerms(terms)).unwrap();
    hand
}

/// A lobby of four people, who sit in the order in which they came.
fn four() -> InHand {
    let mut hand = lobby(true, &Arrangement::default());
    all(&mut hand, Action::Sit, &[BEN, CLEO, DAN]);
    hand
}

/// All of them do the same, one after another.
fn all(hand: &mut InHand, action: Action, people: &[u64]) {
    for who in people {
        hand.act(*who, action.clone()).unwrap();
    }
}

fn with(person: u64) -> Action {
    let partner = match person {
        COMPUTER => Partner::Computer(Level::default()),
        person => Partner::Person(person),
    };
    chosen(partner)
}

fn chosen(partner: Partner) -> Action {
    Action::ChangeTerms(TermsChange {
        partner: Some(partner),
        ..TermsChange::default()
    })
}

/// Who sits there, seat by seat.
fn seated(hand: &InHand) -> Vec<u64> {
    hand.assert_is_the_fold_of_its_log();
    let seats = hand.table().seats.iter();
    seats
        .map(|holder| holder.person.as_ref().map_or(COMPUTER, |person| person.id))
        .collect()
}

/// Who can play with the host, the present partner first.
fn possible(hand: &InHand) -> Vec<u64> {
    let possible = hand.table().possible_partners().into_iter();
    let number = |who| match who {
        Partner::Person(id) => id,
        Partner::Computer(_) => COMPUTER,
    };
    possible.map(|(who, _)| number(who)).collect()
}

#[test]
fn the_host_chooses_who_plays_with_whom() {
    let mut hand = four();
    assert_eq!(seated(&hand), [ANA, BEN, CLEO, DAN]);
    assert_eq!(possible(&hand), [CLEO, BEN, DAN]);
    for (partner, seats) in [
        (BEN, [ANA, CLEO, BEN, DAN]),
        (DAN, [ANA, CLEO, DAN, BEN]),
        (DAN, [ANA, CLEO, DAN, BEN]),
        (CLEO, [ANA, DAN, CLEO, BEN]),
    ] {
        hand.act(ANA, with(partner)).unwrap();
        assert_eq!(seated(&hand), seats);
        assert_eq!(possible(&hand)[0], partner);
        let pairs = [vec![Seat(0), Seat(2)], vec![Seat(1), Seat(3)]];
        assert_eq!(hand.table().teams(), Some(pairs));
    }
    hand.act(ANA, Action::Begin).unwrap();
    let (table, seat) = (hand.table(), |who| hand.table().seat_of(who).unwrap());
    let play = table.play.as_ref().unwrap();
    assert_eq!(play.team(seat(ANA)), play.team(seat(CLEO)));
    assert_ne!(play.team(seat(ANA)), play.team(seat(BEN)));
    assert_eq!(hand.act(ANA, with(BEN)), Err(Denied::Begun), "too late");
}

#[test]
fn nobody_but_the_host_chooses() {
    let mut hand = four();
    for who in [BEN, EVE] {
        assert_eq!(hand.act(who, with(CLEO)), Err(Denied::NotHost { host: Seat(0) }));
    }
    // Whoever is the host next chooses for their own seat.
    hand.leave(ANA).unwrap();
    hand.act(ANA, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [BEN, CLEO, DAN, ANA]);
    assert_eq!(hand.act(ANA, with(CLEO)), Err(Denied::NotHost { host: Seat(0) }));
    hand.act(BEN, with(ANA)).unwrap();
    assert_eq!(seated(&hand), [BEN, CLEO, ANA, DAN]);
    hand.leave(BEN).unwrap();
    hand.act(BEN, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [BEN, CLEO, ANA, DAN], "his seat is kept");
    assert_eq!(possible(&hand), [DAN, BEN, ANA], "Cleo is the host now");
    hand.act(CLEO, with(BEN)).unwrap();
    assert_eq!(seated(&hand), [DAN, CLEO, ANA, BEN]);
}

#[test]
fn where_there_are_no_pairs_or_nobody_of_that_name_nothing_changes() {
    let mut hand = four();
    for nobody in [EVE, ANA, COMPUTER] {
        assert_eq!(hand.act(ANA, with(nobody)), Err(Denied::Stale));
    }
    hand.leave(DAN).unwrap();
    let mut alone = lobby(false, &Arrangement::default());
    all(&mut alone, Action::Sit, &[BEN, CLEO, DAN]);
    let mut sides = InHand::open(&TEAM_GAME, None, &Arrangement::default());
    all(&mut sides, Action::Sit, &[BEN, CLEO, DAN]);
    let mut other = InHand::open(crate::games::find("binome").unwrap(), None, &Arrangement::default());
    all(&mut other, Action::Sit, &[BEN, CLEO, DAN]);
    for mut hand in [hand, alone, sides, other] {
        let seq = hand.table().seq;
        assert_eq!(hand.act(ANA, with(BEN)), Err(Denied::Stale));
        assert_eq!(hand.table().seq, seq);
        assert_eq!(hand.table().teams(), None);
        assert!(hand.table().seats_in_pairs().is_empty() && possible(&hand).is_empty());
    }
}

#[test]
fn whoever_comes_back_has_the_same_partner_and_somebody_new_has_the_free_seat() {
    let mut hand = four();
    hand.act(ANA, with(BEN)).unwrap();
    let chosen = [ANA, CLEO, BEN, DAN];
    assert_eq!(seated(&hand), chosen);
    all(&mut hand, Action::AskLeave, &[CLEO, BEN]);
    assert_eq!(seated(&hand), [ANA, DAN]);
    all(&mut hand, Action::Sit, &[BEN, CLEO]);
    assert_eq!(seated(&hand), chosen);
    hand.leave(CLEO).unwrap();
    hand.act(EVE, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, EVE, BEN, DAN]);
    // That seat is Eve's now.
    hand.act(ANA, Action::Remove { person: DAN }).unwrap();
    hand.act(CLEO, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, EVE, BEN, CLEO]);
    // A computer player only keeps a seat warm.
    hand.leave(EVE).unwrap();
    hand.act(ANA, Action::AddComputer { level: None }).unwrap();
    assert_eq!(seated(&hand), [ANA, COMPUTER, BEN, CLEO]);
    hand.leave(BEN).unwrap();
    hand.act(EVE, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, EVE, COMPUTER, CLEO]);
    hand.act(ANA, Action::RemoveComputer).unwrap();
    hand.act(BEN, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, EVE, BEN, CLEO]);
}

#[test]
fn computer_players_of_a_level_play_alike() {
    let mut hand = lobby(true, &Arrangement::default());
    hand.act(BEN, Action::Sit).unwrap();
    all(&mut hand, Action::AddComputer { level: None }, &[ANA, ANA]);
    assert_eq!(seated(&hand), [ANA, BEN, COMPUTER, COMPUTER]);
    assert_eq!(possible(&hand), [COMPUTER, BEN]);
    hand.act(ANA, with(BEN)).unwrap();
    assert_eq!(seated(&hand), [ANA, COMPUTER, BEN, COMPUTER]);
    assert_eq!(possible(&hand), [BEN, COMPUTER]);
    hand.act(ANA, with(COMPUTER)).unwrap();
    assert_eq!(seated(&hand), [ANA, BEN, COMPUTER, COMPUTER]);
}

#[test]
fn computer_players_of_two_levels_are_two_partners() {
    let mut hand = lobby(true, &Arrangement::default());
    hand.act(BEN, Action::Sit).unwrap();
    let [weak, strong] = [1, 6].map(|level| Level::new(level).unwrap());
    for level in [weak, strong] {
        hand.act(ANA, Action::AddComputer { level: Some(level) }).unwrap();
    }
    let possible = |hand: &InHand| hand.table().possible_partners().into_iter().map(|(who, _)| who);
    let partners = [Partner::Computer(weak), Partner::Person(BEN), Partner::Computer(strong)];
    assert!(possible(&hand).eq(partners));
    let partner = Partner::Computer(strong);
    hand.act(ANA, chosen(partner)).unwrap();
    assert_eq!(possible(&hand).next(), Some(partner));
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn a_partner_and_other_terms_change_together_or_not_at_all() {
    let mut hand = four();
    let change = |person, to: u8| TermsChange {
        options: Options::from_iter([("to".to_owned(), to.into())]),
        partner: Some(Partner::Person(person)),
        ..TermsChange::default()
    };
    for (person, to) in [(EVE, 50), (BEN, 7)] {
        hand.act(ANA, Action::ChangeTerms(change(person, to))).unwrap_err();
        assert_eq!(seated(&hand), [ANA, BEN, CLEO, DAN]);
        assert_eq!(hand.table().options["to"], 0);
    }
    hand.act(ANA, Action::ChangeTerms(change(BEN, 50))).unwrap();
    assert_eq!(seated(&hand), [ANA, CLEO, BEN, DAN]);
    assert_eq!(hand.table().options["to"], 50);
}

#[test]
fn a_rematch_keeps_the_pairs_in_whatever_order_people_come() {
    let mut hand = four();
    hand.act(ANA, with(BEN)).unwrap();
    hand.act(ANA, Action::Begin).unwrap();
    let kept_seats = hand.table().seats_in_pairs();
    assert_eq!(kept_seats, [ANA, CLEO, BEN, DAN].map(Some));
    let arrangement = Arrangement {
        kept_seats,
        ..Arrangement::default()
    };
    let mut again = lobby(true, &arrangement);
    for (who, seats) in [
        (DAN, &[ANA, DAN][..]),
        (BEN, &[ANA, BEN, DAN]),
        (CLEO, &[ANA, CLEO, BEN, DAN]),
    ] {
        again.act(who, Action::Sit).unwrap();
        assert_eq!(seated(&again), seats);
    }
    again.act(ANA, with(CLEO)).unwrap();
    assert_eq!(seated(&again), [ANA, BEN, CLEO, DAN], "nobody is held to it");
}

#[test]
fn a_rematch_knows_where_computer_players_sat_and_for_whom_one_stands_in() {
    let open = |kept: [u64; 4]| {
        let kept_seats = kept.map(|who| (who != COMPUTER).then_some(who)).to_vec();
        let arrangement = Arrangement {
            kept_seats,
            ..Arrangement::default()
        };
        lobby(true, &arrangement)
    };
    let mut hand = open([CLEO, ANA, BEN, COMPUTER]);
    hand.act(ANA, Action::AddComputer { level: None }).unwrap();
    all(&mut hand, Action::Sit, &[BEN, CLEO]);
    assert_eq!(seated(&hand), [CLEO, ANA, BEN, COMPUTER]);

    let mut hand = open([ANA, BEN, CLEO, DAN]);
    all(&mut hand, Action::AddComputer { level: None }, &[ANA, ANA]);
    hand.act(CLEO, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, COMPUTER, CLEO, COMPUTER]);
    hand.act(ANA, Action::RemoveComputer).unwrap();
    hand.act(DAN, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, COMPUTER, CLEO, DAN]);
    hand.act(ANA, Action::RemoveComputer).unwrap();
    hand.act(EVE, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, EVE, CLEO, DAN], "in Ben's seat");
}

#[test]
fn the_log_of_an_earlier_version_seats_people_as_they_came() {
    let arrangement = Arrangement {
        former: vec![(DAN, 0), (CLEO, 0), (BEN, 0), (ANA, 0)],
        rematch_of: Some(5),
        ..Arrangement::default()
    };
    let mut hand = lobby(true, &arrangement);
    all(&mut hand, Action::Sit, &[BEN, DAN, CLEO]);
    hand.leave(DAN).unwrap();
    hand.act(DAN, Action::Sit).unwrap();
    assert_eq!(seated(&hand), [ANA, BEN, CLEO, DAN]);
}

#[test]
fn the_entries_have_this_form() {
    let swapped = TableEvent::SeatsSwapped {
        one: Seat(1),
        other: Seat(2),
    };
    let people = vec![Some(7), None];
    for (entry, event) in [
        (r#"{"type":"seats_swapped","one":1,"other":2}"#, swapped),
        (
            r#"{"type":"seats_kept","people":[7,null]}"#,
            TableEvent::SeatsKept { people },
        ),
    ] {
        assert_eq!(serde_json::from_str::<TableEvent>(entry).unwrap(), event);
        assert_eq!(serde_json::to_string(&event).unwrap(), entry);
    }
}

#[test]
fn no_log_swaps_seats_that_are_not_there_or_by_sides_or_in_a_match() {
    let swap = |hand: &InHand, one, other| {
        let (one, other) = (Seat(one), Seat(other));
        hand.table()
            .clone()
            .apply(0, &TableEvent::SeatsSwapped { one, other })
            .is_ok()
    };
    let mut hand = four();
    assert!(swap(&hand, 0, 3) && swap(&hand, 2, 2));
    assert!(!swap(&hand, 0, 4) && !swap(&hand, 4, 0));
    hand.act(ANA, Action::Begin).unwrap();
    assert!(!swap(&hand, 0, 3));
    let kept = TableEvent::SeatsKept {
        people: vec![Some(BEN), Some(ANA)],
    };
    assert!(hand.table().clone().apply(0, &kept).is_err());
    let mut sides = InHand::open(&TEAM_GAME, None, &Arrangement::default());
    sides.act(BEN, Action::Sit).unwrap();
    assert!(!swap(&sides, 0, 1));
    assert!(sides.table().clone().apply(0, &kept).is_err());
}

#[test]
fn who_plays_with_whom_enters_no_seed() {
    let seed = |partner: u64| {
        let mut hand = four();
        hand.act(ANA, with(partner)).unwrap();
        hand.table().seed(1).to_hex()
    };
    assert_eq!(seed(BEN), four().table().seed(1).to_hex());
    assert_eq!(seed(BEN), seed(DAN));
}

#[test]
fn whoever_keeps_changing_the_pairs_is_told_to_stop() {
    let mut hand = four();
    let mut denied = Ok(());
    for partner in [BEN, CLEO].into_iter().cycle().take(200) {
        denied = hand.act(ANA, with(partner));
        if denied.is_err() {
            break;
        }
    }
    assert_eq!(denied, Err(Denied::RestlessLobby));
    hand.act(ANA, Action::Begin).unwrap();
}

#[tokio::test]
async fn a_match_in_chosen_pairs_proves_itself_and_its_log_is_read_again() {
    let mut fixture = Fixture::new().await;
    let options = [("partners", true.into()), ("to", 0.into())];
    let table = fixture.open_game("dominoes", &options, None).await.unwrap().table.id;
    for who in [BEN, CLEO, DAN] {
        fixture.act(table, who, Action::Sit).await.unwrap();
    }
    let seated = |snapshot: &TableSnapshot| [ANA, CLEO, BEN, DAN].map(|who| snapshot.table.seat_of(who));
    let chosen = [0, 1, 2, 3].map(|seat| Some(Seat(seat)));
    let snapshot = fixture.act(table, ANA, with(BEN)).await.unwrap();
    assert_eq!(seated(&snapshot), chosen);
    fixture.restart().await;
    assert_eq!(seated(&fixture.snapshot(table).await), chosen);
    fixture.leave(table, BEN).await.unwrap();
    fixture.restart().await;
    let snapshot = fixture.act(table, BEN, Action::Sit).await.unwrap();
    assert_eq!(seated(&snapshot), chosen, "his seat is kept");
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let snapshot = fixture.play_round(table, &mut SeededSource::new(4)).await;
    assert_eq!((snapshot.table.phase, seated(&snapshot)), (Phase::Finished, chosen));
    assert!(snapshot.table.prove().unwrap().is_some());
    assert_eq!(snapshot.table.seats_in_pairs(), [ANA, CLEO, BEN, DAN].map(Some));
}
