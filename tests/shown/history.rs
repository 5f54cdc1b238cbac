//! Matches that are over, and profiles.

use whistle::discord::custom_id::Boards;
use whistle::discord::show::{self, Profile, Whose};
use whistle::games::{Options, find};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, RatedRow, TableEvent};
use whistle::store::{Finish, GameTally, MatchPlayer, PlayedMatch};
use whistle::words::Words;

use super::tables::{apply, begin, lobby, next_round, step};
use super::{FOUR, golden};

/// A match of Ana (1), Ben (2) and others, of which Ana has this place.
fn played(table: u64, game: &str, people: u64, place: u8) -> PlayedMatch {
    let player = |person: u64| MatchPlayer {
        person,
        name: FOUR[(person - 1) as usize % FOUR.len()].to_owned(),
        place: if person == 1 { place } else { u8::from(place == 1) + 1 },
        points: 40 - i64::from(place),
        side: None,
    };
    PlayedMatch {
        table,
        game: game.to_owned(),
        at: 1_790_000_000_000 - table as i64 * 86_400_000,
        counts: true,
        finish: if place == 1 { Finish::Won } else { Finish::Lost },
        players: (1..=people).map(player).collect(),
    }
}

#[test]
fn matches_stand_above_their_ends_for_who_played_them() {
    let words = Words::embedded().unwrap();
    let mut table = lobby(find("binary").unwrap(), &Options::new(), &[FOUR[0], FOUR[1]], 0);
    assert!(begin(&mut table));
    let source = &mut SeededSource::new(1);
    while table.phase == Phase::Playing {
        assert!(step(&mut table, source));
    }
    apply(&mut table, &TableEvent::LEFT_ALONE);
    let found = [
        played(11, "binary", 2, 1),
        played(12, "binary", 2, 2),
        played(13, "binary", 2, 1),
    ];
    for (name, boards) in [("history-ends", Boards::Pictures), ("history-ends-text", Boards::Text)] {
        let end = show::ending(&words, "en", &table, boards).expect("it was played");
        let ends = [(11, end.clone()), (13, end)];
        let whose = Whose { person: 1, asker: 2 };
        golden(name, &show::history(&words, "en", &found, whose, 0, &ends));
    }
}

#[test]
fn a_match_of_several_games_ends_as_a_match_and_not_as_its_last_game() {
    let words = Words::embedded().unwrap();
    let options: Options = [("games".to_owned(), 2.into())].into_iter().collect();
    let mut table = lobby(find("binome").unwrap(), &options, &[FOUR[0], FOUR[1]], 0);
    assert!(begin(&mut table));
    let source = &mut SeededSource::new(5);
    loop {
        while step(&mut table, source) {}
        match table.phase {
            Phase::Between => next_round(&mut table),
            _ => break,
        }
    }
    for (name, boards) in [
        ("history-match", Boards::Pictures),
        ("history-match-text", Boards::Text),
    ] {
        let end = show::ending(&words, "en", &table, boards).expect("it was played");
        let whose = Whose { person: 1, asker: 1 };
        golden(
            name,
            &show::history(&words, "en", &[played(11, "binome", 2, 1)], whose, 0, &[(11, end)]),
        );
    }
}

#[test]
fn matches_and_profiles_look_as_they_are_kept() {
    let words = Words::embedded().unwrap();
    let mut found = vec![
        played(11, "binome", 2, 1),
        played(12, "binmat", 8, 2),
        played(13, "tree-alone", 1, 0),
        played(14, "binary", 2, 0),
        played(15, "dominoes", 3, 3),
        played(16, "binome", 2, 2),
    ];
    found[2].players[0].points = 1;
    found[3].finish = Finish::Drawn;
    let whose = |person, asker| Whose { person, asker };
    golden("history", &show::history(&words, "en", &found, whose(1, 1), 0, &[]));
    golden(
        "history-last",
        &show::history(&words, "en", &found[5..], whose(1, 1), 1, &[]),
    );
    golden(
        "history-other",
        &show::history(&words, "en", &found, whose(1, 3), 0, &[]),
    );
    golden("history-empty", &show::history(&words, "en", &[], whose(1, 1), 0, &[]));
    golden(
        "history-empty-other",
        &show::history(&words, "en", &[], whose(1, 3), 0, &[]),
    );
    let tally = |game: &str, matches, won, place: Option<u32>| {
        let tally = GameTally {
            game: game.to_owned(),
            somebody: 5,
            matches,
            won,
        };
        let rated = RatedRow {
            name: "Ana".to_owned(),
            points: 1043,
            matches,
            place,
        };
        (tally, Some(rated).filter(|_| matches > 1))
    };
    let games = vec![
        tally("binome", 12, 7, Some(3)),
        tally("binmat", 4, 0, None),
        tally("dominoes", 1, 0, None),
        tally("tree-alone", 3, 0, None),
    ];
    let profile = |games, recent, other| Profile {
        person: 1,
        games,
        recent,
        other,
        ..Profile::default()
    };
    let own = profile(games.clone(), found.clone(), false);
    golden("profile", &show::profile(&words, "en", &own, Boards::Pictures));
    let everywhere = ["binome", "binmat"].map(|game| (game.to_owned(), 1104));
    let listed = Profile {
        everywhere: everywhere.to_vec(),
        ..profile(games.clone(), found.clone(), true)
    };
    golden(
        "profile-everywhere",
        &show::profile(&words, "en", &listed, Boards::Pictures),
    );
    let one = profile(games[..1].to_vec(), found[..1].to_vec(), true);
    golden("profile-other", &show::profile(&words, "en", &one, Boards::Pictures));
    let rated = Profile {
        course: Some(("binome".to_owned(), vec![1002, 1043, 987, 1011])),
        ..one
    };
    for (name, boards) in [
        ("profile-course", Boards::Pictures),
        ("profile-course-text", Boards::Text),
    ] {
        golden(name, &show::profile(&words, "en", &rated, boards));
    }
    let nothing = show::profile(&words, "en", &Profile::default(), Boards::Pictures);
    golden("profile-empty", &nothing);
}
