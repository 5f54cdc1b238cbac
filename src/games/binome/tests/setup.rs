//! Seats, options and what does not go together.

use super::super::*;
use super::support::options;
use crate::rules::Presentation;

fn reason(error: SetupError) -> &'static str {
    match error {
        SetupError::Seats { reason, .. } | SetupError::Conflict { reason } | SetupError::Value { reason } => reason.key,
        SetupError::Unknown(_) => "unknown",
    }
}

fn setup(json: &str, seats: u8) -> Result<Options, &'static str> {
    Binome::setup(&options(json), seats)
        .map(|game| game.options())
        .map_err(reason)
}

fn lay(json: &str, people: u8) -> Result<(u8, Options), &'static str> {
    let mut options = options(json);
    Binome::fit_to_players(&mut options, people)
        .map(|seats| (seats, options))
        .map_err(reason)
}

#[test]
fn two_to_seven_seats() {
    for seats in 2..=7 {
        assert!(setup("{}", seats).is_ok(), "{seats}");
        assert_eq!(lay("{}", seats).unwrap().0, seats);
    }
    assert_eq!(setup("{}", 0), Err("binome-setup-seats"));
    assert_eq!(setup("{}", 8), Err("binome-setup-seats"));
    assert_eq!(lay("{}", 8), Err("binome-setup-seats"));
    assert_eq!(lay("{}", 0), Err("binome-setup-seats"));
}

#[test]
fn one_seat_is_refused_by_naming_solo() {
    assert_eq!(setup("{}", 1), Err("binome-setup-alone"));
    assert_eq!(setup(r#"{"solo":true}"#, 1), Err("binome-setup-alone"));
    assert!(
        include_str!("../en.ftl")
            .contains("binome-setup-alone = Binome needs someone to play against. With the option Solo,")
    );
}

#[test]
fn a_lone_player_gets_the_assistant_in_secret() {
    for json in ["{}", r#"{"solo":true}"#, r#"{"secrets":true}"#] {
        let (seats, laid) = lay(json, 1).unwrap();
        assert_eq!((seats, laid.solo, laid.secrets), (2, true, Some(true)), "{json}");
        let game = Binome::setup(&laid, seats).unwrap();
        assert_eq!(game.options(), laid);
    }
    assert_eq!(
        lay(r#"{"secrets":false}"#, 1),
        Err("binome-setup-open-alone"),
        "others may come"
    );
}

#[test]
fn what_excludes_each_other_is_said_however_many_play() {
    for people in 1..=7 {
        let both = lay(r#"{"boat":true,"battle":true}"#, people);
        assert_eq!(both, Err("binome-setup-boat-battle"), "{people}");
        let both = lay(r#"{"solo":true,"secrets":false}"#, people);
        assert_eq!(both, Err("binome-setup-solo-secrets"), "{people}");
    }
}

#[test]
fn solo_with_other_numbers_of_people_is_a_conflict() {
    for people in 2..=7 {
        assert_eq!(lay(r#"{"solo":true}"#, people), Err("binome-setup-solo"));
    }
    for seats in 3..=7 {
        assert_eq!(setup(r#"{"solo":true}"#, seats), Err("binome-setup-solo"));
    }
    assert_eq!(
        setup(r#"{"solo":true,"secrets":false}"#, 2),
        Err("binome-setup-solo-secrets")
    );
    assert_eq!(setup(r#"{"solo":true}"#, 2).unwrap().secrets, Some(true));
}

#[test]
fn secrets_is_the_default_for_two_seats_only() {
    for seats in 2..=7 {
        assert_eq!(setup("{}", seats).unwrap().secrets, Some(seats == 2));
        assert_eq!(setup(r#"{"secrets":true}"#, seats).unwrap().secrets, Some(true));
        assert_eq!(setup(r#"{"secrets":false}"#, seats).unwrap().secrets, Some(false));
    }
}

#[test]
fn the_boat_holds_six_or_seven_and_no_battle() {
    for seats in 2..=5 {
        assert_eq!(setup(r#"{"boat":true}"#, seats), Err("binome-setup-boat-seats"));
    }
    for seats in [6, 7] {
        assert!(
            setup(
                r#"{"boat":true,"strict":true,"secrets":true,"transparency":true}"#,
                seats
            )
            .is_ok()
        );
        assert_eq!(
            setup(r#"{"boat":true,"battle":true}"#, seats),
            Err("binome-setup-boat-battle")
        );
    }
    assert_eq!(lay(r#"{"boat":true}"#, 1), Err("binome-setup-boat-seats"));
}

#[test]
fn all_other_variants_combine_freely() {
    for seats in 2..=7 {
        for mask in 0..16 {
            let flag = |bit: u8| mask & 1 << bit != 0;
            let said = Options {
                secrets: Some(flag(0)),
                battle: flag(1),
                transparency: flag(2),
                strict: flag(3),
                ..Options::default()
            };
            assert_eq!(Binome::setup(&said, seats).unwrap().options(), said);
        }
    }
}

#[test]
fn a_match_is_one_to_five_games_three_by_default() {
    assert_eq!(Binome::match_length(&Options::default()), MatchLength::Games(3));
    for games in 1..=5 {
        let said = options(&format!(r#"{{"games":{games}}}"#));
        assert_eq!(Binome::match_length(&said), MatchLength::Games(games));
        assert!(Binome::setup(&said, 4).is_ok());
    }
    for games in [0, 6, 255] {
        assert_eq!(setup(&format!(r#"{{"games":{games}}}"#), 4), Err("binome-setup-games"));
    }
}

#[test]
fn a_record_holds_every_option_with_its_effective_value() {
    let game = Binome::setup(&options(r#"{"values":{"max":7,"by10":"X","min":-2}}"#), 2).unwrap();
    let expected = serde_json::json!({
        "secrets": true, "battle": false, "transparency": false, "boat": false, "strict": false, "solo": false,
        "games": 3, "values": {"max": 7, "by10": "X", "min": -2},
    });
    assert_eq!(serde_json::to_value(game.options()).unwrap(), expected);
    let again: Options = serde_json::from_value(expected).unwrap();
    assert_eq!(again, game.options());
    let plain = serde_json::to_value(Binome::setup(&Options::default(), 3).unwrap().options()).unwrap();
    assert_eq!(plain["values"], serde_json::json!({}));
    assert_eq!(plain["secrets"], false);
}

#[test]
fn options_that_do_not_exist_are_errors() {
    for json in [
        r#"{"secret":true}"#,
        r#"{"secrets":"yes"}"#,
        r#"{"games":"three"}"#,
        r#"{"games":-1}"#,
        r#"{"games":256}"#,
        r#"{"games":2.5}"#,
        r#"{"battle":1}"#,
        r#"{"values":{"maximum":3}}"#,
        r#"{"values":{"MaxSum":3}}"#,
        r#"{"values":{"max":"x"}}"#,
        r#"{"values":{"max":"3"}}"#,
        r#"{"values":{"max":1000}}"#,
        r#"{"values":{"max":-1000}}"#,
        r#"{"values":{"max":99999999999}}"#,
        r#"{"values":{"max":1.5}}"#,
        r#"{"values":{"max":null}}"#,
        r#"{"values":["max"]}"#,
    ] {
        assert!(serde_json::from_str::<Options>(json).is_err(), "{json}");
    }
    assert_eq!(options("{}"), Options::default());
    assert_eq!(options(r#"{"secrets":null}"#), Options::default());
}

#[test]
fn a_start_command_offers_the_options_of_the_rulings() {
    let names: Vec<&str> = Binome::OPTION_SPECS.iter().map(|spec| spec.name).collect();
    assert_eq!(
        names,
        ["secrets", "battle", "transparency", "boat", "strict", "solo", "games"]
    );
}
