use super::*;

/// A match of people who play alone, from the first place to the last.
fn finished(players: &[i64]) -> Vec<Entrant> {
    let placed = (1..).zip(players);
    placed.map(|(place, player)| entrant(*player, place, None)).collect()
}

fn entrant(player: i64, place: u8, side: Option<u8>) -> Entrant {
    Entrant { player, place, side }
}

fn rated(matches: impl IntoIterator<Item = Vec<Entrant>>) -> Ratings {
    let mut ratings = Ratings::default();
    for entrants in matches {
        ratings.add(&entrants);
    }
    ratings
}

fn gain(ratings: &Ratings, player: i64) -> f64 {
    ratings.strength(player).rating
}

/// Many matches of two to five people, by a rule that looks like chance and is none.
fn many(count: u32) -> impl Iterator<Item = Vec<Entrant>> {
    let mut word = 1_u64;
    let mut next = move |bound: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (word >> 33) % bound
    };
    (0..count).map(move |_| {
        let mut players: Vec<i64> = Vec::new();
        let seats = 2 + next(4) as usize;
        while players.len() < seats {
            let player = next(500) as i64;
            if !players.contains(&player) {
                players.push(player);
            }
        }
        let mut entrants = finished(&players);
        if next(5) == 0 {
            entrants[1].place = 1;
        }
        entrants
    })
}

/// All that is known, bit for bit.
fn bits(ratings: &Ratings) -> Vec<(i64, u64, u64, u64)> {
    let players = ratings.players.iter();
    players
        .map(|player| {
            let WengLinRating { rating, uncertainty } = player.strength;
            (
                player.id,
                rating.to_bits(),
                uncertainty.to_bits(),
                player.weight.to_bits(),
            )
        })
        .collect()
}

#[test]
fn a_course_begins_when_the_rating_means_something_and_ends_at_the_rating() {
    let mut ratings = rated((0..4).map(|other| finished(&[1, 10 + other])));
    assert_eq!(ratings.course(1), [0; 0]);
    let mut told = Vec::new();
    for (nth, other) in [20, 21, 22].into_iter().enumerate() {
        let players = if nth == 1 { [21, 1] } else { [1, other] };
        ratings.add(&finished(&players));
        let now = ratings.ranked(|player| player == 1)[0];
        told.push(now.points);
        assert!(now.place.is_some());
    }
    assert_eq!(ratings.course(1), told);
    assert!(told[1] < told[0] && told[1] < told[2], "{told:?}");
    assert_eq!((ratings.course(21), ratings.course(99)), (&[][..], &[][..]));
}

#[test]
fn the_same_results_give_the_same_ratings_to_the_last_bit() {
    let first = rated(many(20_000));
    assert_eq!(bits(&first), bits(&rated(many(20_000))));
    let mut continued = rated(many(7_000)).clone();
    many(20_000).skip(7_000).for_each(|entrants| continued.add(&entrants));
    assert_eq!(bits(&first), bits(&continued), "read in two parts");
}

#[test]
fn a_player_is_a_number_and_any_other_number_would_do() {
    let other = |entrants: Vec<Entrant>| -> Vec<Entrant> {
        let renamed = entrants.into_iter().map(|entrant| Entrant {
            player: i64::MAX - entrant.player * 3,
            ..entrant
        });
        renamed.collect()
    };
    let (one, two) = (rated(many(5_000)), rated(many(5_000).map(other)));
    let without = |ratings: &Ratings| -> Vec<(u64, u64, u64)> {
        bits(ratings)
            .into_iter()
            .map(|(_, rating, uncertainty, weight)| (rating, uncertainty, weight))
            .collect()
    };
    assert_eq!(without(&one), without(&two));
}

#[test]
fn twenty_wins_against_one_are_worth_a_tenth_of_wins_against_twenty() {
    let same = rated((0..20).map(|_| finished(&[1, 2])));
    let apart = rated((0..20).map(|other| finished(&[1, 100 + other])));
    let (same, apart) = (gain(&same, 1), gain(&apart, 1));
    assert!(same > 0.0 && same * 10.0 <= apart, "{same} and {apart}");
}

#[test]
fn who_wins_gains_and_who_loses_loses_and_between_equals_a_draw_moves_nobody() {
    let ratings = rated([finished(&[1, 2, 3])]);
    assert!(gain(&ratings, 1) > gain(&ratings, 2) && gain(&ratings, 2) > gain(&ratings, 3));
    let drawn = rated([vec![entrant(1, 1, None), entrant(2, 1, None)]]);
    assert_eq!((gain(&drawn, 1), gain(&drawn, 2)), (0.0, 0.0));
    let mut underdog = rated((0..8).map(|other| finished(&[1, 10 + other])));
    let before = gain(&underdog, 1);
    underdog.add(&[entrant(1, 1, None), entrant(2, 1, None)]);
    assert!(
        gain(&underdog, 1) < before && gain(&underdog, 2) > 0.0,
        "a draw with somebody stronger"
    );
}

#[test]
fn a_side_wins_and_loses_together_and_who_left_it_is_last_alone() {
    let pairs = |left: bool| {
        let last = if left { 4 } else { 1 };
        rated([vec![
            entrant(1, 1, Some(0)),
            entrant(2, 2, Some(1)),
            entrant(3, last, Some(0)),
            entrant(4, 2, Some(1)),
        ]])
    };
    let together = pairs(false);
    assert_eq!(gain(&together, 1), gain(&together, 3));
    assert_eq!(gain(&together, 2), gain(&together, 4));
    assert!(gain(&together, 1) > 0.0 && gain(&together, 2) < 0.0);
    let left = pairs(true);
    assert_eq!(
        gain(&left, 1),
        gain(&together, 1),
        "partners have won as they would have"
    );
    assert_eq!(
        gain(&left, 2),
        gain(&together, 2),
        "nobody gains by who left the other side"
    );
    assert!(gain(&left, 3) < 0.0);
}

#[test]
fn nobody_on_a_losing_side_gains_because_a_partner_leaves() {
    for size in [2, 16] {
        let match_of = |left: bool| {
            let seats = (0..2 * size).map(|seat| {
                let side = (seat % 2) as u8;
                let place = if left && seat == 1 { 2 * size as u8 } else { 1 + side };
                entrant(seat, place, Some(side))
            });
            rated([seats.collect()])
        };
        let (played, left) = (match_of(false), match_of(true));
        for seat in 0..2 * size {
            assert_eq!(gain(&played, seat), gain(&left, seat), "{seat} of {size}");
        }
        assert!(gain(&left, 3) < 0.0);
    }
}

#[test]
fn who_leaves_a_match_that_ends_in_a_draw_comes_last_alone() {
    let drawn = rated([vec![
        entrant(1, 1, Some(0)),
        entrant(2, 1, Some(1)),
        entrant(3, 4, Some(0)),
        entrant(4, 1, Some(1)),
    ]]);
    assert!(gain(&drawn, 3) < 0.0);
    assert_eq!([1, 2, 4].map(|player| gain(&drawn, player)), [0.0; 3]);
}

#[test]
fn sides_of_different_size_begin_as_equals() {
    let one_against_two = rated([vec![
        entrant(1, 1, None),
        entrant(2, 2, Some(1)),
        entrant(3, 2, Some(1)),
    ]]);
    let (won, lost) = (gain(&one_against_two, 1), gain(&one_against_two, 2));
    assert!(won > 0.0 && lost < 0.0 && won < 40.0, "{won} and {lost}");
}

#[test]
fn a_match_that_nobody_won_or_that_one_alone_played_rates_nobody() {
    let none = rated([
        vec![entrant(1, 2, None), entrant(2, 2, None)],
        vec![entrant(1, 0, None), entrant(2, 0, None)],
        vec![entrant(1, 1, None)],
        vec![entrant(1, 1, Some(0)), entrant(2, 1, Some(0))],
    ]);
    assert_eq!(none.ranked(|_| true), []);
}

#[test]
fn a_rating_is_provisional_until_its_matches_weigh_enough() {
    let place = |ratings: &Ratings| {
        let ranked = ratings.ranked(|_| true);
        ranked.iter().find(|rating| rating.player == 1).expect("rated").place
    };
    assert_eq!(place(&rated((0..4).map(|other| finished(&[1, 10 + other])))), None);
    assert_eq!(place(&rated((0..5).map(|other| finished(&[1, 10 + other])))), Some(1));
    assert_eq!(
        place(&rated((0..40).map(|_| finished(&[1, 2])))),
        None,
        "always the same two"
    );
    let at_a_table = rated((0..5).map(|nth| finished(&[1, 10 + nth, 20 + nth, 30 + nth])));
    assert_eq!(place(&at_a_table), Some(1));
}

#[test]
fn the_strongest_come_first_and_the_provisional_last() {
    let mut ratings = rated((0..6).map(|other| finished(&[1, 10 + other])));
    (0..6).for_each(|other| ratings.add(&finished(&[20 + other, 2])));
    (0..3).for_each(|other| ratings.add(&finished(&[3, 30 + other])));
    let ranked = ratings.ranked(|_| true);
    let first: Vec<(i64, Option<u32>)> = ranked
        .iter()
        .take(3)
        .map(|rating| (rating.player, rating.place))
        .collect();
    assert_eq!(first, [(1, Some(1)), (2, Some(2)), (3, None)]);
    assert!(
        ranked[2].points > ranked[1].points,
        "more points, of which less is known"
    );
}

/// Players of these strengths and sides.
fn members(players: &[(i32, u8)]) -> Vec<Member> {
    let member = |(strength, side): &(i32, u8)| Member {
        strength: *strength,
        side: *side,
    };
    players.iter().map(member).collect()
}

/// By how many points the sides differ, and by how many players.
fn apart(members: &[Member], sides: &[u8]) -> (i32, i32) {
    let sign = |side: &u8| if *side == 0 { 1 } else { -1 };
    let strengths = members
        .iter()
        .zip(sides)
        .map(|(member, side)| sign(side) * member.strength);
    (strengths.sum::<i32>().abs(), sides.iter().map(sign).sum::<i32>().abs())
}

#[test]
fn sides_differ_as_little_as_can_be() {
    let mut word = 7_u64;
    let mut next = move |bound: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (word >> 33) % bound
    };
    for players in (2..=9).chain(2..=9) {
        let drawn: Vec<(i32, u8)> = (0..players).map(|_| (next(400) as i32 - 200, next(2) as u8)).collect();
        let members = members(&drawn);
        let sides = even_sides(&members);
        let all = (0..1_u32 << players).map(|bits| (0..players).map(|at| (bits >> at & 1) as u8).collect::<Vec<u8>>());
        let even = all.filter(|sides| apart(&members, sides).1 == players % 2);
        let least = even.map(|sides| apart(&members, &sides).0).min().unwrap();
        assert_eq!(apart(&members, &sides), (least, players % 2), "{drawn:?}");
        let moved: Vec<(i32, u8)> = drawn.iter().zip(&sides).map(|((own, _), side)| (*own, *side)).collect();
        assert_eq!(even_sides(&self::members(&moved)), sides, "nobody moves once more");
    }
}

#[test]
fn whoever_came_first_on_a_side_stays_where_it_makes_no_difference() {
    assert_eq!(even_sides(&members(&[(0, 0); 5])), [0, 0, 0, 1, 1]);
    assert_eq!(
        even_sides(&members(&[(0, 0), (0, 1), (0, 1), (0, 1), (0, 1)])),
        [0, 1, 1, 1, 0]
    );
    assert_eq!(even_sides(&members(&[(9, 0), (9, 0), (0, 1), (0, 1)])), [0, 1, 1, 0]);
    assert_eq!(even_sides(&members(&[(5, 0), (i32::MAX, 1), (i32::MIN, 1)])), [0, 1, 1]);
    assert_eq!(even_sides(&[]), [0; 0]);
    assert_eq!(even_sides(&members(&[(3, 1)])), [1]);
}

/// The points of the computer players of a level after these matches against them, each of which a person lost or won.
fn rated_level(matches: &[(i64, bool)]) -> (Rating, Ratings) {
    let level = computer(4);
    let played = matches.iter().map(|(person, won)| match won {
        true => finished(&[*person, level]),
        false => finished(&[level, *person]),
    });
    let ratings = rated(played);
    let rating = ratings.ranked(|player| player == level).pop();
    (rating.expect("it has played"), ratings)
}

#[test]
fn computer_players_are_rated_and_rate_nobody() {
    let (lost, ratings) = rated_level(&[(1, true), (2, true), (3, true), (4, true), (5, true)]);
    assert!(
        lost.points < 920 && lost.matches == 5 && lost.place.is_some(),
        "{lost:?}"
    );
    assert_eq!(
        ratings.ranked(|player| player >= 0),
        [],
        "nobody has a rating from that"
    );
    let (won, _) = rated_level(&[(1, false), (2, false), (3, false), (4, false), (5, false)]);
    assert!(won.points > 1080, "{won:?}");
    let (same, _) = rated_level(&[(1, false); 20]);
    assert!(
        same.place.is_none() && same.points < won.points,
        "one person tells little: {same:?}"
    );
}

/// People who meet at a table with computer players tell nothing of each other, and meet for the first time afterwards.
#[test]
fn a_match_with_computer_players_changes_nothing_between_people() {
    let before = rated([finished(&[1, 2])]);
    let after = rated([finished(&[2, computer(3), 1]), finished(&[1, 2])]);
    for person in [1, 2] {
        assert_eq!(gain(&before, person).to_bits(), gain(&after, person).to_bits());
    }
    let alone = rated([finished(&[computer(1), computer(2)])]);
    assert_eq!(alone.ranked(|_| true), [], "a match without people rates nobody");
}

#[test]
fn who_beats_a_strong_person_is_rated_higher_than_who_beats_a_weak_one() {
    let strengths = |person: i64| {
        let known = (10..30).map(|other| {
            if person == 1 {
                finished(&[1, other])
            } else {
                finished(&[other, 2])
            }
        });
        let ratings = rated(known.chain([finished(&[computer(5), person])]));
        gain(&ratings, computer(5))
    };
    assert!(strengths(1) > strengths(2) + 5.0);
}

/// Of two computer players on one side whose other side has no people nobody learns anything.
#[test]
fn sides_of_people_and_computer_players_are_rated_together() {
    let sides = [
        entrant(1, 1, Some(0)),
        entrant(computer(2), 1, Some(0)),
        entrant(computer(3), 2, Some(1)),
        entrant(computer(3), 2, Some(1)),
    ];
    let ratings = rated([sides.to_vec()]);
    assert!(gain(&ratings, computer(3)) < 0.0);
    let told = |level: u8| {
        ratings
            .ranked(|player| player == computer(level))
            .pop()
            .map(|rating| rating.matches)
    };
    assert_eq!((told(3), told(2)), (Some(1), None), "a match counts once for a level");
    assert_eq!(
        gain(&ratings, computer(2)).to_bits(),
        0.0_f64.to_bits(),
        "no person was against it"
    );
    assert!(ratings.ranked(|player| player >= 0).is_empty());
}

/// Several computer players of one level tell of it together what one would, and nothing of each other.
#[test]
fn a_level_is_rated_once_a_match_and_by_people_alone() {
    let level = computer(3);
    let beside = |others: &[Entrant]| {
        let people = (1..=5).map(|person| [&[entrant(person, 1, None), entrant(level, 2, None)], others].concat());
        let ratings = rated(people);
        ratings.ranked(|player| player == level).pop().expect("it has played")
    };
    let alone = beside(&[]);
    assert!(alone.place.is_some() && alone.matches == 5, "{alone:?}");
    assert_eq!(beside(&[entrant(level, 2, None), entrant(level, 2, None)]), alone);
    assert_eq!(
        beside(&[entrant(computer(6), 3, None), entrant(computer(5), 4, None)]),
        alone
    );
}
