//! Every press comes back, and nothing else is read.

mod ids;

use proptest::prelude::*;

use super::*;
use crate::discord::limits;
use crate::words::{ENGLISH, Words};

fn about_tables() -> impl Strategy<Value = CustomId> {
    let plain: Vec<fn(u64) -> CustomId> = vec![
        |table| CustomId::Join { table },
        |table| CustomId::Leave { table },
        |table| CustomId::LeaveSure { table },
        |table| CustomId::LeaveLost { table },
        |table| CustomId::LeaveLast { table },
        |table| CustomId::Arrange { table },
        |table| CustomId::RemoveComputer { table },
        |table| CustomId::Options { table },
        |table| CustomId::SetOptions { table },
        |table| CustomId::Luck { table },
        |table| CustomId::AddLuck { table },
        |table| CustomId::Start { table },
        |table| CustomId::Cancel { table },
        |table| CustomId::CancelSure { table },
        |table| CustomId::CancelLost { table, last: 5 },
        |table| CustomId::Mine { table },
        |table| CustomId::Panel { table },
        |table| CustomId::Return { table },
        |table| CustomId::Nudge { table },
        |table| CustomId::Balance { table },
        |table| CustomId::SwapSides { table },
        |table| CustomId::Pause { table },
        |table| CustomId::Resume { table },
        |table| CustomId::Concede { table },
        |table| CustomId::LetBe { table },
        |table| CustomId::Show { table },
        |table| CustomId::Rematch { table },
        |table| CustomId::MatchBoard { table },
        |table| CustomId::Replay { table },
        |table| CustomId::Review { table },
        |table| CustomId::Record { table },
        |table| CustomId::Verify { table },
        |table| CustomId::OpenRules { table },
    ];
    (proptest::sample::select(plain), any::<u64>()).prop_map(|(make, table)| make(table))
}

fn steps() -> impl Strategy<Value = CustomId> {
    let path = || proptest::collection::vec("[a-z0-9,^@]{1,6}", 0..4);
    prop_oneof![
        (
            any::<u64>(),
            any::<u64>(),
            "[a-z0-9=,:/^@-]([a-z0-9 =,:/^@-]{0,30}[a-z0-9])?"
        )
            .prop_map(|(table, step, what)| CustomId::Choose { table, step, what }),
        (
            any::<u64>(),
            any::<u64>(),
            path(),
            "[a-z0-9=,:/^@-]([a-z0-9 =,:/^@-]{0,12}[a-z0-9])?"
        )
            .prop_map(|(table, step, path, what)| CustomId::Try {
                table,
                step,
                path,
                what
            }),
        (any::<u64>(), any::<u64>(), path(), any::<u16>()).prop_map(|(table, step, path, page)| CustomId::Step {
            table,
            step,
            path,
            page
        }),
        (any::<u64>(), any::<u64>(), path(), any::<u16>()).prop_map(|(table, step, path, part)| CustomId::Pick {
            table,
            step,
            path,
            part
        }),
        (any::<u64>(), any::<u64>(), "\\PC{0,120}")
            .prop_map(|(table, step, typed)| CustomId::again(table, step, &typed)),
        (any::<u64>(), any::<u64>()).prop_map(|(table, step)| CustomId::Typed { table, step }),
        (any::<u64>(), any::<u32>()).prop_map(|(table, after)| CustomId::NextRound { table, after }),
        (any::<u64>(), "[a-z0-9-]{1,32}").prop_map(|(table, what)| CustomId::SetOption { table, what }),
        (any::<u64>(), any::<u8>()).prop_map(|(table, side)| CustomId::SitOn { table, side }),
        (any::<u64>(), level()).prop_map(|(table, level)| CustomId::AddComputer { table, level }),
        (any::<u64>(), any::<u8>(), level()).prop_map(|(table, side, level)| CustomId::AddComputerOn {
            table,
            side,
            level
        }),
    ]
}

fn level() -> impl Strategy<Value = Option<Level>> {
    proptest::option::of(proptest::sample::select(Level::ALL.to_vec()))
}

fn words() -> impl Strategy<Value = CustomId> {
    let of_round: Vec<fn(u64, u32) -> CustomId> = vec![
        |table, round| CustomId::AskResign { table, round },
        |table, round| CustomId::Resign { table, round },
        |table, round| CustomId::OfferDraw { table, round },
    ];
    let of_offer: Vec<fn(u64, u64) -> CustomId> = vec![
        |table, offer| CustomId::AskAgree { table, offer },
        |table, offer| CustomId::Decline { table, offer },
        |table, offer| CustomId::WithdrawDrawOffer { table, offer },
        |table, offer| CustomId::AnswerDrawOffer {
            table,
            offer,
            agree: true,
        },
        |table, offer| CustomId::AnswerDrawOffer {
            table,
            offer,
            agree: false,
        },
    ];
    prop_oneof![
        (proptest::sample::select(of_round), any::<u64>(), any::<u32>())
            .prop_map(|(make, table, round)| make(table, round)),
        (proptest::sample::select(of_offer), any::<u64>(), any::<u64>())
            .prop_map(|(make, table, offer)| make(table, offer)),
    ]
}

fn others() -> impl Strategy<Value = CustomId> {
    let slug = || "[a-z0-9-]{1,20}";
    let option = (
        "[a-z]{1,9}",
        prop_oneof![
            any::<bool>().prop_map(Into::into),
            any::<i16>().prop_map(Into::into),
            "[a-z]{1,9}".prop_map(Into::into)
        ],
    );
    prop_oneof![
        (slug(), any::<Option<u64>>(), any::<u16>()).prop_map(|(game, table, page)| CustomId::Rules {
            game,
            table,
            page
        }),
        (slug(), proptest::collection::vec(0_u8..4, 0..=32)).prop_map(|(game, taken)| CustomId::learn(&game, &taken)),
        slug().prop_map(|game| CustomId::Daily { game }),
        (
            any::<bool>(),
            slug(),
            any::<u32>(),
            "[a-z0-9=,:/^@-]([a-z0-9 =,:/^@-]{0,12}[a-z0-9])?"
        )
            .prop_map(|(sure, game, day, what)| CustomId::Guess { sure, game, day, what }),
        (slug(), any::<u32>()).prop_map(|(game, day)| CustomId::DailyMenu { game, day }),
        (slug(), any::<u32>()).prop_map(|(game, day)| CustomId::ShareDaily { game, day }),
        slug().prop_map(|game| CustomId::OpenLeaderboard { game }),
        (slug(), any::<u16>()).prop_map(|(game, page)| CustomId::Leaderboard { game, page }),
        (slug(), any::<u16>()).prop_map(|(game, page)| CustomId::Ratings { game, page }),
        (slug(), any::<u16>()).prop_map(|(game, page)| CustomId::Everywhere { game, page }),
        (slug(), any::<Option<u64>>(), any::<u16>()).prop_map(|(game, season, page)| CustomId::Season {
            game,
            season,
            page
        }),
        slug().prop_map(|game| CustomId::SeasonMenu { game }),
        (slug(), any::<u16>()).prop_map(|(game, page)| CustomId::Honours { game, page }),
        (any::<Option<u64>>(), any::<u16>()).prop_map(|(person, page)| CustomId::History { person, page }),
        (
            slug(),
            any::<u32>(),
            any::<u32>(),
            (any::<u8>(), level()),
            proptest::collection::vec(option, 0..3),
            any::<Option<u32>>()
        )
            .prop_map(
                |(game, clock, rest, (computers, level), options, invited): (
                    _,
                    _,
                    _,
                    _,
                    Vec<(String, serde_json::Value)>,
                    _
                )| {
                    let options = pack(&options.into_iter().collect()).unwrap();
                    CustomId::Thread {
                        game,
                        clock,
                        rest,
                        computers,
                        level,
                        options,
                        invited: invited.map(u64::from),
                    }
                }
            ),
        (
            any::<bool>(),
            slug(),
            proptest::sample::select(Opponents::ALL.to_vec()),
            any::<Option<u64>>(),
            any::<u32>(),
            level()
        )
            .prop_map(|(open, game, against, length, clock, level)| CustomId::Play {
                open,
                game,
                against,
                length,
                clock,
                level
            }),
        proptest::sample::select(PlayMenu::ALL.to_vec()).prop_map(|menu| CustomId::PlayMenu { menu }),
        proptest::sample::select(Ping::ALL.to_vec()).prop_map(|how| CustomId::Ping { how }),
        proptest::sample::select(PanelAt::ALL.to_vec()).prop_map(|at| CustomId::PanelAt { at }),
        proptest::sample::select(Boards::ALL.to_vec()).prop_map(|how| CustomId::Boards { how }),
        proptest::sample::select(SettingsMenu::ALL.to_vec()).prop_map(|menu| CustomId::SettingsMenu { menu }),
        proptest::sample::select(Confirm::ALL.to_vec()).prop_map(|how| CustomId::Confirm { how }),
        proptest::sample::select(Listed::ALL.to_vec()).prop_map(|how| CustomId::Listed { how }),
        proptest::sample::select(SettingsPage::ALL.to_vec()).prop_map(|page| CustomId::Settings { page }),
        any::<u16>().prop_map(|at| CustomId::Blank { at }),
        Just(CustomId::Forget),
    ]
}

proptest! {
    #[test]
    fn every_press_comes_back_as_it_was(press in prop_oneof![about_tables(), steps(), words(), others()]) {
        let id = press.to_string();
        prop_assert!(limits::length(&id) <= limits::CUSTOM_ID, "{}", id);
        prop_assert_eq!(id.parse(), Ok(press.clone()));
        prop_assert!(press.fits());
    }

    #[test]
    fn what_is_read_at_all_has_one_spelling(text in "(w1:)?[a-z]{0,7}(:[ -~]{0,12}){0,4}") {
        if let Ok(press) = text.parse::<CustomId>() {
            prop_assert_eq!(press.to_string(), text);
        }
    }

    #[test]
    fn an_id_with_something_changed_is_another_one_or_none(
        press in prop_oneof![about_tables(), steps(), words(), others()],
        at in any::<proptest::sample::Index>(),
        cut in 0_usize..3,
        put in prop_oneof!["[0-9a-zA-Z:/,=!^@ -]{0,2}", any::<char>().prop_map(String::from), "[0-9]{60}"],
    ) {
        let id: Vec<char> = press.to_string().chars().collect();
        let at = at.index(id.len() + 1);
        let rest = &id[(at + cut).min(id.len())..];
        let forged: String = id[..at].iter().copied().chain(put.chars()).chain(rest.iter().copied()).collect();
        if let Ok(read) = forged.parse::<CustomId>() {
            prop_assert_eq!(read.to_string(), forged.clone());
            prop_assert!(limits::length(&forged) <= limits::CUSTOM_ID);
        }
        let value = forged.split_once(':').map_or("", |(_, value)| value);
        for value in [value.to_owned(), format!("c:{value}"), format!("t:{value}"), format!("s:{value}")] {
            if let Ok(picked) = value.parse::<Picked>() {
                prop_assert_eq!(picked.to_string(), value);
            }
        }
        if let Some(options) = unpack(value) && let Some(packed) = pack(&options) {
            prop_assert_eq!(unpack(&packed), Some(options));
        }
    }

    #[test]
    fn forged_text_never_breaks_the_reader(text in "\\PC{0,120}") {
        let _ = text.parse::<CustomId>();
        let _ = text.parse::<Picked>();
        let _ = unpack(&text);
    }
}

/// One id of every kind as it stands in messages of before: whatever is pressed there must still be read.
/// A button to close a match once said only that its presser is last then, and not who else. What it said may be untrue by now.
#[test]
fn a_button_that_did_not_say_who_is_last_is_refused_with_the_way_out() {
    assert!("w1:lose:17".parse::<CustomId>().is_err());
    let (table, last) = (43, 1);
    assert_eq!("w1:lose:17:1".parse(), Ok(CustomId::CancelLost { table, last }));
    let words = Words::embedded().expect("the words are sound");
    let says = words.message(ENGLISH, "press-unknown").expect("it is there");
    assert!(
        says.contains("nothing was done") && says.contains("`/table show`"),
        "{says}"
    );
}

#[test]
fn other_spellings_and_other_versions_are_refused() {
    for text in [
        "",
        "w1",
        "w1:",
        "w1:join",
        "w1:join:",
        "w1:join:01",
        "w1:join:A",
        "w1:join:+1",
        "w1:join:1:",
        "w0:join:1",
        "w1:jump:1",
        "w1:join:zzzzzzzzzzzzzz",
        "w1:choose:1:1:",
        "w1:choose:1:1: pass",
        "w1:choose:1:1:a\nb",
        "w1:try:1:1:a",
        "w1:try:1:1:a:",
        "w1:try:1:1:a//b:pass",
        "w1:try:1:1:: pass",
        "w1:type:1:1:",
        "w1:type:1:1: e4",
        "w1:type:1:1:e\n4",
        "w1:step:1:1:0:a//b",
        "w1:step:1:1:0:a b",
        "w1:step:1:1:zzzzz:a",
        "w1:play:dominoes:people:0",
        "w1:play:dominoes:nobody::0",
        "w1:play:dominoes:people::",
        "w1:play:dominoes:people::0.0",
        "w1:play:dominoes:people::0.7",
        "w1:play:dominoes:people::0.",
        "w1:more:17.06",
        "w1:more:17.3.3",
        "w1:play::people::0",
        "w1:menu:players",
        "w1:ping:loud",
        "w1:panelat:chat",
        "w1:boards:paper",
        "w1:confirm:never",
        "w1:settings",
        "w1:settings:",
        "w1:settings:none",
        "w1:forget:you",
        "w1:resign:1",
        "w1:resign:1:zzzzzzzz",
        "w1:agree:1:",
        "w1:agree:1:1:1",
        "w1:disagree:1:1",
        "w1:learn:dominoes:0",
        "w1:learn:dominoes::0",
        "w1:learn:dominoes:zzzz:0",
        "w1:rules:UP::0",
        "w1:rules:::0",
        "w1:thread:game:0:0:a=X",
        "w1:thread:game:0:0:a=",
        "w1:thread:game:0:0:,",
        " w1:join:1",
        "w1:join:1\u{0}",
        "w1:join:１",
        "w1:join:¹",
        "w1:join:-1",
        "w1:jöin:1",
        "W1:join:1",
        "w1::::::::",
        "w1:choose:1:1:\u{202e}\n",
        "w1:blank:70000",
        "w1:side:1:zz",
    ] {
        assert_eq!(text.parse::<CustomId>(), Err(NotOurs), "{text:?}");
    }
    for huge in [
        "w1:join:".to_owned() + &"0".repeat(100_000),
        "w1:".repeat(50_000),
        "💥".repeat(50_000),
    ] {
        assert_eq!(huge.parse::<CustomId>(), Err(NotOurs));
        assert!(huge.parse::<Picked>().is_err());
    }
    let long = CustomId::Choose {
        table: 1,
        step: 1,
        what: "x".repeat(limits::CUSTOM_ID),
    };
    assert!(!long.fits());
}

#[test]
fn what_was_typed_is_kept_as_far_as_it_goes_into_an_id() {
    let again = |typed: &str| CustomId::again(u64::MAX, u64::MAX, typed);
    let kept = |typed: &str| match again(typed) {
        CustomId::Type { typed, .. } => typed,
        other => panic!("{other:?}"),
    };
    assert_eq!(kept(" c3  e5\n"), "c3  e5");
    assert_eq!(kept("a:b:💥"), "a:b:💥");
    assert_eq!(kept("\n \t"), "");
    let layout = format!("layout {}", ["22"; 16].join(","));
    assert_eq!(kept(&layout), layout, "the longest notation of today");
    for typed in ["💥".repeat(200), format!("{}  {}", "x".repeat(60), "y".repeat(60))] {
        assert!(typed.starts_with(&kept(&typed)) && kept(&typed).len() > 50);
        assert_eq!(again(&typed).to_string().parse(), Ok(again(&typed)));
    }
}

#[test]
fn menu_values_come_back() {
    for picked in [
        Picked::Choice("claim 05".to_owned()),
        Picked::Preview("b2 c3".to_owned()),
        Picked::Step("a1,b2".to_owned()),
    ] {
        assert_eq!(picked.to_string().parse(), Ok(picked));
    }
    assert!("x:1".parse::<Picked>().is_err());
    assert!("s:a b".parse::<Picked>().is_err());
    assert!(format!("c:{}", "x".repeat(99)).parse::<Picked>().is_err());
}
