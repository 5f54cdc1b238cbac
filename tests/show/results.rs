//! What is told of results: leaderboards as every game counts its points, matches game by game, and games that nobody won.

use whistle::discord::custom_id::Boards;
use whistle::discord::payload::{Page, Payload, Row};
use whistle::discord::show::{self, Profile, Whose};
use whistle::games::{CATALOGUE, Options, find};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Honours, HonoursPage, Phase, RatedRow, Season, SeasonPage, SeasonRow, TableSnapshot};
use whistle::rules::Scoring;
use whistle::store::{Finish, GameTally, MatchPlayer, PlayedMatch, Standing, Standings};
use whistle::words::Words;

use super::sound::{proves_harmless, proves_sound};
use super::tables::{begin, lobby, next_round, snapshot, step};
use super::{HOSTILE, standing, words};

#[test]
fn a_leaderboard_tells_points_as_every_game_counts_them() {
    let words = words();
    for entry in CATALOGUE {
        let row = Standing {
            points: 4711,
            best_game: 815,
            ..standing(0)
        };
        let rows = vec![row];
        let board = show::leaderboard(&words, "en", entry, &Standings { total: 1, rows }, 0);
        let text = board.text();
        let tells = ["4711", "815", "Best game", "points"].map(|word| text.contains(word));
        let told = match entry.scoring {
            Scoring::Most => [true; 4],
            Scoring::Fewest => [false, true, true, true],
            Scoring::None => [false; 4],
        };
        // Bingolino's points are stars, but the small print ranks by points.
        assert_eq!(tells, told, "{}: {text}", entry.slug);
    }
}

fn labels(payload: &Payload) -> Vec<&str> {
    let buttons = payload.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        Row::Select(_) => None,
    });
    buttons.flatten().map(|button| button.label.as_str()).collect()
}

#[test]
fn what_is_played_alone_has_a_board_that_tells_of_no_win() {
    let words = words();
    let other = |entry, alone| {
        let mut payload = Payload::default();
        show::add_other_board(&words, "en", entry, alone, &mut payload);
        labels(&payload).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let alone: Vec<&str> = CATALOGUE
        .iter()
        .filter(|entry| other(entry, false) == ["Played alone"])
        .map(|entry| entry.slug)
        .collect();
    assert_eq!(alone, ["tree"], "the games that one plays without anybody else");
    let tree = find("tree").expect("The Tree");
    assert_eq!(other(tree, true), ["Played together"]);
    assert_eq!(show::board_meant("tree-alone"), ("tree", true));
    assert_eq!(show::board_meant("tree"), ("tree", false));
    let row = Standing {
        points: 3,
        games: 5,
        ..standing(0)
    };
    let rows = vec![row];
    let board = show::board_alone(&words, "en", tree, &Standings { total: 1, rows }, 0).text();
    assert!(board.contains("3 of 5 games solved"), "{board}");
    assert!(!board.contains("won") && !board.contains("win"), "{board}");
}

#[test]
fn a_match_is_offered_game_by_game_where_that_is_more_than_stands_there() {
    const GAMES: usize = 5;
    let words = words();
    let entry = find("binome").expect("Binome is in the catalogue");
    let options = Options::from_iter([("games".to_owned(), GAMES.into())]);
    let mut table = lobby(entry, &options, &["Ana", "Ben"], 0);
    assert!(begin(&mut table));
    let source = &mut SeededSource::new(5);
    for game in 1..=GAMES {
        while table.phase == Phase::Playing {
            assert!(step(&mut table, source));
        }
        let snapshot = snapshot(&table);
        let message = show::table(&words, "en", &snapshot, Boards::Text);
        let all = show::match_board(&words, "en", &snapshot);
        let stands = message.text();
        let offered = labels(&message).contains(&"Game by game");
        assert_eq!(offered, game > 4, "after game {game}: {stands}");
        let all = all.text();
        let first = all.lines().nth(2).expect("a heading");
        assert_eq!(
            stands.contains(first),
            (2..=4).contains(&game),
            "after game {game}: {stands}"
        );
        if table.phase == Phase::Between {
            next_round(&mut table);
        }
    }
    assert_eq!(table.phase, Phase::Finished);
}

/// A finished game of The Tree that nobody has won.
fn blocked_tree(people: &[&str], computers: u8) -> TableSnapshot {
    let entry = find("tree").expect("The Tree is in the catalogue");
    for seed in 0..1000 {
        let source = &mut SeededSource::new(seed);
        let mut table = lobby(entry, &Options::new(), people, computers);
        assert!(begin(&mut table));
        while step(&mut table, source) {}
        let outcome = table.rounds[0].outcome.as_ref().expect("it is over");
        if outcome.places.is_none() {
            return snapshot(&table);
        }
    }
    panic!("no game was blocked")
}

#[test]
fn a_game_that_nobody_won_says_so_and_has_no_field_without_a_result() {
    let words = words();
    for (computers, alone) in [(1, false), (0, false), (0, true)] {
        let people = if alone || computers > 0 {
            &["Ana"][..]
        } else {
            &["Ana", "Ben"]
        };
        let snapshot = blocked_tree(people, computers);
        let message = show::table(&words, "en", &snapshot, Boards::Pictures);
        let text = message.text();
        let says = if alone { "**lost**" } else { "**nobody wins**" };
        assert!(text.contains(says), "{text}");
        let note = "not ranked";
        assert_eq!(text.matches(note).count(), usize::from(computers > 0), "{text}");
        assert!(!text.contains("This game"), "{text}");
    }
}

#[test]
fn seasons_and_honours_fit_whoever_is_named() {
    let words = words();
    let row = |nth: usize, place| SeasonRow {
        name: HOSTILE[nth % HOSTILE.len()].to_owned(),
        won: u32::MAX,
        drawn: u32::MAX,
        matches: u32::MAX,
        place,
    };
    let seasons: Vec<Season> = (0..60).rev().filter_map(Season::from_number).collect();
    for entry in CATALOGUE {
        for (at, page) in [(0, 0), (30, 7), (59, u16::MAX)] {
            let season = SeasonPage {
                season: seasons[at],
                seasons: seasons.clone(),
                total: u32::MAX,
                rows: (0..12).map(|nth| row(nth, u32::MAX)).collect(),
            };
            let payload = show::season(&words, "en", entry, &season, page);
            proves_sound(&payload);
            proves_harmless(&payload);
            let menus = payload.rows.iter().filter_map(|row| match row {
                Row::Select(menu) => Some(menu),
                Row::Buttons(_) => None,
            });
            let chosen = menus.flat_map(|menu| &menu.options).filter(|option| option.chosen);
            assert_eq!(chosen.count(), 1, "the menu has the season that is shown");
            let first = (0..60).map(|nth| row(nth, 1 + (nth > 2 && at > 0) as u32)).collect();
            let honours = Honours {
                season: seasons[at],
                matches: u32::MAX,
                enough: true,
                first,
            };
            let rows = vec![honours; 5];
            let payload = show::honours(&words, "en", entry, &HonoursPage { total: 4711, rows }, page);
            proves_sound(&payload);
            proves_harmless(&payload);
        }
    }
}

/// A match with the longest numbers, of people whose names are meant to break it.
fn played(table: u64, game: &str, people: u64) -> PlayedMatch {
    let player = |person: u64| MatchPlayer {
        person,
        name: HOSTILE[person as usize % HOSTILE.len()].to_owned(),
        place: u8::MAX,
        points: i64::MIN,
        side: None,
    };
    PlayedMatch {
        table: u64::MAX - table,
        game: game.to_owned(),
        at: i64::MAX,
        counts: true,
        finish: Finish::Lost,
        players: (0..people).map(player).collect(),
    }
}

#[test]
fn a_page_of_matches_fits_whoever_played() {
    let words = words();
    for entry in CATALOGUE {
        let found: Vec<PlayedMatch> = (0..6).map(|table| played(table, entry.slug, 1 + table * 6)).collect();
        for (asker, page) in [(0, 0), (1, 7), (99, u16::MAX)] {
            for found in [&found[..], &found[..3], &[]] {
                let whose = Whose { person: 0, asker };
                let payload = show::history(&words, "en", found, whose, page, &[]);
                proves_sound(&payload);
                proves_harmless(&payload);
                let opened = labels(&payload).into_iter().filter(|label| label.starts_with("Re"));
                // Whoever has not played a match finds it in the list and cannot open it.
                let theirs = found.iter().take(5).filter(|played| {
                    let mut people = played.players.iter();
                    people.any(|player| player.person == asker)
                });
                assert_eq!(opened.count(), 2 * theirs.count());
            }
        }
    }
}

/// A page of matches that all ended as this one.
pub(super) fn history_of(words: &Words, over: &TableSnapshot, boards: Boards) -> Payload {
    let (table, most) = (&*over.table, show::HISTORY_PAGE as usize);
    let found: Vec<PlayedMatch> = (0..=most as u64).map(|nth| played(nth, table.game.slug, 8)).collect();
    let end = show::ending(words, "en", table, boards);
    let ends = found[..most]
        .iter()
        .filter_map(|played| Some((played.table, end.clone()?)));
    let ends: Vec<(u64, Page)> = ends.collect();
    let whose = Whose { person: 0, asker: 1 };
    let payload = show::history(words, "en", &found, whose, u16::MAX - 1, &ends);
    let pictures = payload.pictures().len();
    let drawn = end.is_some_and(|end| end.picture.is_some());
    assert_eq!(pictures, if drawn { most } else { 0 }, "{}", table.game.slug);
    assert!(boards != Boards::Text || pictures == 0);
    payload
}

#[test]
fn a_profile_of_all_games_has_forty_words_at_most() {
    const MOST: usize = 40;
    let words = words();
    let games = CATALOGUE.iter().map(|entry| {
        let tally = GameTally {
            game: entry.slug.to_owned(),
            somebody: 1,
            matches: 4711,
            won: 815,
        };
        let rated = RatedRow {
            name: String::new(),
            points: -1043,
            matches: 4711,
            place: None,
        };
        (tally, Some(rated))
    });
    let recent = CATALOGUE
        .iter()
        .flat_map(|entry| (0..10).map(|table| played(table, entry.slug, 8)));
    let mut profile = Profile {
        person: 0,
        games: games.collect(),
        everywhere: CATALOGUE.iter().map(|entry| (entry.slug.to_owned(), -1043)).collect(),
        recent: recent.collect(),
        daily: Vec::new(),
        course: None,
        other: true,
    };
    proves_sound(&show::profile(&words, "en", &profile, Boards::Pictures));
    proves_harmless(&show::profile(&words, "en", &profile, Boards::Pictures));
    for player in profile.recent.iter_mut().flat_map(|played| &mut played.players) {
        player.name = format!("Z{}", player.person);
    }
    let payload = show::profile(&words, "en", &profile, Boards::Pictures);
    let labels = CATALOGUE
        .iter()
        .filter_map(|entry| words.message("en", &format!("{}-name", entry.slug)));
    let text = labels.fold(payload.text(), |text, label| text.replace(&label, ""));
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic) && !word.contains('Z');
    let said: Vec<&str> = text.split_whitespace().filter(is_word).collect();
    assert!((10..=MOST).contains(&said.len()), "{} words: {said:?}", said.len());
}

/// A course as long as this, which goes up and down.
fn course(matches: i32) -> Vec<i32> {
    (0..matches)
        .map(|nth| 1000 + nth % 97 * 3 - nth % 41 * 5 + nth / 9)
        .collect()
}

#[test]
fn the_course_of_a_rating_is_a_small_picture_that_says_what_it_shows() {
    let words = words();
    let shown = |game: &str, points: Vec<i32>, boards| {
        let tally = GameTally {
            game: game.to_owned(),
            somebody: 1,
            matches: 90,
            won: 1,
        };
        let profile = Profile {
            games: vec![(tally, None)],
            course: Some((game.to_owned(), points)),
            ..Profile::default()
        };
        let payload = show::profile(&words, "en", &profile, boards);
        proves_sound(&payload);
        proves_harmless(&payload);
        payload
    };
    for points in [vec![], vec![1000]] {
        let payload = shown("binome", points, Boards::Pictures);
        assert!(payload.picture.is_none(), "one point is no course");
    }
    let all = [
        vec![1000; 2],
        vec![1012, 1016, 1010],
        vec![-40, 2345],
        course(50),
        course(5000),
    ];
    for (entry, points) in CATALOGUE
        .iter()
        .flat_map(|entry| all.iter().map(move |points| (entry, points)))
    {
        let payload = shown(entry.slug, points.clone(), Boards::Pictures);
        let picture = payload.picture.expect("a picture");
        let ends = [points.iter().max(), points.iter().min()].map(|end| end.expect("some").to_string());
        let (start, now) = (points[0], points[points.len() - 1]);
        let [high, low] = ends;
        for said in [
            format!("{start} at first"),
            format!("{high} at its highest"),
            format!("{low} at its lowest"),
            format!("{now} now"),
        ] {
            assert!(picture.alt().contains(&said), "{said}: {}", picture.alt());
        }
        let png = whistle::picture::draw(picture.sketch()).expect("it can be drawn").png;
        assert!(png.len() < 30_000, "{} bytes", png.len());
        if let Some(folder) = std::env::var_os("WHISTLE_PICTURES_OUT") {
            let name = format!("course-{}-{}.png", entry.slug, points.len());
            std::fs::write(std::path::Path::new(&folder).join(name), png).expect("it is written");
        }
    }
    let text = shown("binome", course(50), Boards::Text);
    assert!(
        text.picture.is_none() && text.text().contains("over 50 matches: 1000 at first"),
        "{}",
        text.text()
    );
}

#[test]
fn the_course_is_of_the_game_that_is_asked_for_or_that_tells_most() {
    let game = |game: &str, matches, place| {
        let tally = GameTally {
            game: game.to_owned(),
            somebody: 1,
            matches: 90,
            won: 1,
        };
        let rated = RatedRow {
            name: String::new(),
            points: 1000,
            matches,
            place,
        };
        (tally, Some(rated))
    };
    let games = vec![
        game("binome", 7, Some(1)),
        game("dominoes", 9, Some(4)),
        game("binary", 9, Some(2)),
        game("tree", 80, None),
    ];
    let profile = Profile {
        games,
        ..Profile::default()
    };
    let told = |asked| profile.told_best(asked).map(|tally| tally.game.as_str());
    assert_eq!(told(None), Some("dominoes"));
    assert_eq!(told(Some("binome")), Some("binome"));
    assert_eq!(told(Some("tree")), None, "a provisional rating has no course");
    assert_eq!(told(Some("binmat")), None);
}
