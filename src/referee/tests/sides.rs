//! The lobby of a game with two sides.

use super::table::InHand;
use super::*;
use crate::games::testing::team_game::TEAM_GAME;
use crate::player::Level;
use crate::referee::{Holder, Leads, Phase};
use crate::store::{Append, Finish, NewResult, NewTable};

const NORTH: u8 = 0;
const SOUTH: u8 = 1;
/// Evening out the sides among beginners.
const BALANCE: Action = Action::Balance { leads: Leads::NONE };

fn open() -> InHand {
    InHand::open(&TEAM_GAME, None, &Arrangement::default())
}

/// Who sits on a side, by their numbers; a computer player is 0.
fn on(hand: &InHand, side: u8) -> Vec<u64> {
    let table = hand.table();
    let who = |seat: Seat| table.seats[seat.index()].person.as_ref().map_or(0, |person| person.id);
    table.side(side).map(who).collect()
}

fn sides(hand: &InHand) -> [Vec<u64>; 2] {
    hand.assert_is_the_fold_of_its_log();
    [on(hand, NORTH), on(hand, SOUTH)]
}

#[test]
fn seats_go_by_sides_in_the_order_of_joining() {
    let mut hand = open();
    for (who, side) in [(BEN, SOUTH), (CLEO, SOUTH), (DAN, NORTH)] {
        hand.act(who, Action::SitOn { side }).unwrap();
    }
    assert_eq!(sides(&hand), [vec![ANA, DAN], vec![BEN, CLEO]]);
    let seats: Vec<Option<Seat>> = [ANA, DAN, BEN, CLEO].map(|who| hand.table().seat_of(who)).to_vec();
    assert_eq!(seats, [0, 1, 2, 3].map(|seat| Some(Seat(seat))), "the first side first");
    assert_eq!(hand.act(DAN, Action::SitOn { side: NORTH }), Err(Denied::AlreadySeated));
    hand.act(ANA, Action::SitOn { side: SOUTH }).unwrap();
    assert_eq!(
        sides(&hand),
        [vec![DAN], vec![BEN, CLEO, ANA]],
        "who goes over is the last there"
    );
    hand.leave(BEN).unwrap();
    assert_eq!(sides(&hand), [vec![DAN], vec![CLEO, ANA]]);
    assert_eq!(hand.act(BEN, Action::SitOn { side: 2 }), Err(Denied::NoSides));
}

#[test]
fn whoever_does_not_say_where_fills_the_smaller_side() {
    let mut hand = open();
    hand.act(BEN, Action::Sit).unwrap();
    hand.act(CLEO, Action::Sit).unwrap();
    assert_eq!(sides(&hand), [vec![ANA, CLEO], vec![BEN]]);
    hand.act(ANA, Action::AddComputer { level: None }).unwrap();
    hand.act(
        ANA,
        Action::AddComputerOn {
            side: NORTH,
            level: None,
        },
    )
    .unwrap();
    assert_eq!(sides(&hand), [vec![ANA, CLEO, 0], vec![BEN, 0]]);
    hand.act(ANA, Action::RemoveComputer).unwrap();
    assert_eq!(
        sides(&hand),
        [vec![ANA, CLEO], vec![BEN, 0]],
        "of the larger side first"
    );
    hand.act(ANA, Action::RemoveComputer).unwrap();
    assert_eq!(hand.act(ANA, Action::RemoveComputer), Err(Denied::NoComputer));
}

#[test]
fn sixteen_fill_a_side_and_thirty_two_the_table() {
    let mut hand = open();
    for _ in 0..15 {
        hand.act(
            ANA,
            Action::AddComputerOn {
                side: NORTH,
                level: None,
            },
        )
        .unwrap();
    }
    assert_eq!(
        hand.act(
            ANA,
            Action::AddComputerOn {
                side: NORTH,
                level: None
            }
        ),
        Err(Denied::SideFull)
    );
    assert_eq!(hand.act(BEN, Action::SitOn { side: NORTH }), Err(Denied::SideFull));
    for _ in 0..15 {
        hand.act(ANA, Action::AddComputer { level: None }).unwrap();
    }
    hand.act(BEN, Action::Sit).unwrap();
    assert_eq!(hand.table().on_sides(), [16, 16]);
    assert_eq!(hand.act(CLEO, Action::Sit), Err(Denied::Full));
    assert_eq!(hand.act(ANA, Action::AddComputer { level: None }), Err(Denied::Full));
    assert_eq!(hand.act(BEN, Action::SitOn { side: NORTH }), Err(Denied::SideFull));
    hand.act(ANA, Action::Begin).unwrap();
    let play = hand.table().play.as_ref().unwrap();
    assert_eq!((play.team(Seat(15)), play.team(Seat(16))), (NORTH, SOUTH));
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn only_the_host_evens_out_swaps_and_seats_computers() {
    let mut hand = open();
    hand.act(BEN, Action::Sit).unwrap();
    let others = [
        BALANCE,
        Action::SwapSides,
        Action::AddComputerOn {
            side: NORTH,
            level: None,
        },
    ];
    for action in others {
        assert_eq!(hand.act(BEN, action), Err(Denied::NotHost { host: Seat(0) }));
    }
}

#[test]
fn balancing_moves_those_who_came_last() {
    let mut hand = open();
    for who in [BEN, CLEO, DAN, 1005] {
        hand.act(who, Action::SitOn { side: NORTH }).unwrap();
    }
    hand.act(ANA, BALANCE).unwrap();
    assert_eq!(sides(&hand), [vec![ANA, BEN, CLEO], vec![1005, DAN]]);
    assert_eq!(hand.act(ANA, BALANCE), Err(Denied::EvenSides));
    hand.act(ANA, Action::SwapSides).unwrap();
    assert_eq!(sides(&hand), [vec![1005, DAN], vec![ANA, BEN, CLEO]]);
}

#[test]
fn balancing_makes_sides_as_strong_as_each_other() {
    let mut hand = open();
    for who in [BEN, CLEO, DAN] {
        hand.act(who, Action::SitOn { side: NORTH }).unwrap();
    }
    let people = vec![(ANA, 120), (BEN, 90), (CLEO, -40), (DAN, -60)];
    let balance = || Action::Balance {
        leads: known(people.clone(), &[]),
    };
    hand.act(ANA, balance()).unwrap();
    assert_eq!(sides(&hand), [vec![ANA, DAN], vec![CLEO, BEN]]);
    assert_eq!(hand.act(ANA, balance()), Err(Denied::EvenSides));
    for level in [6, 6, 1] {
        let level = Level::new(level).ok();
        hand.act(ANA, Action::AddComputerOn { side: NORTH, level }).unwrap();
    }
    hand.act(1005, Action::SitOn { side: SOUTH }).unwrap();
    hand.act(ANA, balance()).unwrap();
    let levels = |side: u8| -> Vec<u8> {
        let seats = hand.table().side(side).map(|seat| &hand.table().seats[seat.index()]);
        let computers = seats.filter(|holder| holder.person.is_none());
        computers.map(|holder| holder.level.number()).collect()
    };
    assert_eq!(hand.table().on_sides(), [4, 4]);
    let mut strongest = [levels(NORTH), levels(SOUTH)].map(|levels| levels.into_iter().max());
    strongest.sort_unstable();
    assert_eq!(strongest, [Some(6), Some(6)], "one on each side");
    hand.assert_is_the_fold_of_its_log();
}

/// A level that people have shown to be stronger than all of them stands against more of them.
#[test]
fn a_level_counts_as_its_rating_and_the_others_by_how_far_they_are_from_it() {
    let strengths = |levels: &[(u8, i32)]| {
        let leads = known(Vec::new(), levels);
        let of = |level: Level| leads.of(&Holder::computer(level));
        Level::ALL.map(of)
    };
    assert_eq!(strengths(&[]), [-280, -140, 0, 140, 280, 420]);
    assert_eq!(strengths(&[(4, 50)]), [-370, -230, -90, 50, 190, 330]);
    assert_eq!(strengths(&[(2, -300), (5, 200)]), [-440, -300, -160, 60, 200, 340]);
}

fn known(people: Vec<(u64, i32)>, levels: &[(u8, i32)]) -> Leads {
    Leads {
        people,
        levels: levels.to_vec(),
    }
}

#[tokio::test]
async fn ratings_are_looked_up_and_nobody_says_their_own() {
    let fixture = Fixture::new().await;
    // Ana has won against everybody, and Dan has lost against everybody.
    for (table, pair) in (1..).zip([[ANA, DAN], [ANA, CLEO], [ANA, BEN], [BEN, DAN], [CLEO, DAN]]) {
        fixture.referee.store().append(played(table, pair)).await.unwrap();
    }
    let table = fixture.open_game("binmat", &[], None).await.unwrap().table.id;
    for who in [BEN, CLEO, DAN] {
        fixture.act(table, who, Action::SitOn { side: NORTH }).await.unwrap();
    }
    let leads = known(vec![(ANA, -500), (BEN, -500), (CLEO, 500), (DAN, 500)], &[]);
    let said = fixture.act(table, ANA, Action::Balance { leads }).await.unwrap();
    let side = |who: u64| said.table.seats[said.table.seat_of(who).unwrap().index()].side;
    assert_eq!(said.table.on_sides(), [2, 2]);
    assert_eq!(side(ANA), side(DAN), "the strongest plays with the weakest");
    fixture.referee.store().append(played(6, [DAN, BEN])).await.unwrap();
    let again = fixture.act(table, ANA, BALANCE).await;
    assert_eq!(again.unwrap_err(), Denied::EvenSides, "it is as even as can be still");
}

/// A match of two at a table, the first of them the winner.
fn played(table: u64, people: [u64; 2]) -> Append {
    let result = |(who, place): (u64, u8)| NewResult {
        round: 0,
        guild: Some(1),
        game: "binmat".to_owned(),
        person: Some(who),
        name: person(who).name,
        points: 0,
        finish: if place == 1 { Finish::Won } else { Finish::Lost },
        counts: true,
        place,
        side: None,
        computers: Vec::new(),
    };
    let create = NewTable {
        channel: table,
        guild: Some(1),
        game: "binmat".to_owned(),
        secret: [table as u8; 32],
    };
    Append {
        results: people.into_iter().zip(1..).map(result).collect(),
        create: Some(create),
        entries: vec!["{}".to_owned()],
        over: true,
        ..Append::new(table, 0, 1)
    }
}

#[test]
fn a_side_that_is_empty_cannot_play() {
    let mut hand = open();
    hand.act(BEN, Action::SitOn { side: NORTH }).unwrap();
    assert!(matches!(hand.act(ANA, Action::Begin), Err(Denied::Setup(_))));
    assert_eq!(hand.table().phase, Phase::Lobby);
    hand.act(BEN, Action::SitOn { side: SOUTH }).unwrap();
    hand.act(ANA, Action::Begin).unwrap();
    let options = serde_json::to_value(&hand.table().options).unwrap();
    assert_eq!(options, serde_json::json!({"north": 1, "south": 1, "clock": null}));
    for action in [Action::SitOn { side: SOUTH }, BALANCE, Action::SwapSides] {
        assert_eq!(hand.act(ANA, action), Err(Denied::Begun));
    }
}

#[test]
fn a_rematch_knows_who_sat_where() {
    let arrangement = Arrangement {
        former: vec![(ANA, SOUTH), (BEN, NORTH), (CLEO, SOUTH)],
        computers: vec![(NORTH, Level::default())],
        ..Arrangement::default()
    };
    let mut hand = InHand::open(&TEAM_GAME, None, &arrangement);
    assert_eq!(sides(&hand), [vec![0], vec![ANA]]);
    hand.act(CLEO, Action::Sit).unwrap();
    assert_eq!(
        sides(&hand),
        [vec![0], vec![ANA, CLEO]],
        "where she sat, though it is the larger side"
    );
    hand.act(ANA, Action::SwapSides).unwrap();
    hand.act(BEN, Action::Sit).unwrap();
    assert_eq!(
        sides(&hand),
        [vec![ANA, CLEO], vec![0, BEN]],
        "his side has changed places, too"
    );
    hand.act(BEN, Action::SitOn { side: NORTH }).unwrap();
    assert_eq!(sides(&hand)[0], [ANA, CLEO, BEN], "nobody is held to it");
}

#[test]
fn a_host_who_did_not_play_takes_the_place_of_a_computer_player() {
    let most = TEAM_GAME.sides.unwrap().most;
    let mut arrangement = Arrangement {
        former: vec![(BEN, NORTH)],
        computers: vec![(NORTH, Level::default()); most.into()],
        ..Arrangement::default()
    };
    let hand = InHand::open(&TEAM_GAME, None, &arrangement);
    assert_eq!(
        sides(&hand).map(|side| side.len()),
        [usize::from(most), 0],
        "Ana and all computers but one"
    );
    arrangement.former = vec![(ANA, SOUTH)];
    let hand = InHand::open(&TEAM_GAME, None, &arrangement);
    assert_eq!(sides(&hand).map(|side| side.len()), [usize::from(most), 1]);
}

#[tokio::test]
async fn games_without_sides_have_none() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    for action in [Action::SitOn { side: 0 }, BALANCE, Action::SwapSides] {
        assert_eq!(fixture.act(table, ANA, action).await.unwrap_err(), Denied::NoSides);
    }
}
