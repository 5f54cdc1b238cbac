//! The ids that stand in messages.

use super::*;

#[test]
fn ids_of_messages_in_play_never_change() {
    let (table, step, round, offer, page) = (43, 71, 2, 100, 37);
    let (game, what, path) = (
        "dominoes".to_owned(),
        "claim 05: a/b".to_owned(),
        vec!["a1,b2".to_owned(), "^@".to_owned()],
    );
    let rules = |table| CustomId::Rules {
        game: "dominoes".to_owned(),
        table,
        page,
    };
    let strong = Level::new(6).ok();
    let thread = |clock, rest, level, options: &str| CustomId::Thread {
        game: "dominoes".to_owned(),
        clock,
        rest,
        computers: 3,
        level,
        options: options.to_owned(),
        invited: None,
    };
    let inviting = |options: &str| CustomId::Thread {
        game: "dominoes".to_owned(),
        clock: 0,
        rest: 0,
        computers: 0,
        level: None,
        options: options.to_owned(),
        invited: Some(table),
    };
    let answer = |agree| CustomId::AnswerDrawOffer { table, offer, agree };
    let typed = |typed: &str| CustomId::Type {
        table,
        step,
        typed: typed.to_owned(),
    };
    let settings = |page| CustomId::Settings { page };
    let setting = |menu| CustomId::SettingsMenu { menu };
    let play_at = |open, against, length, level| CustomId::Play {
        open,
        game: "dominoes".to_owned(),
        against,
        length,
        clock: 90,
        level,
    };
    let play = |open, against, length| play_at(open, against, length, None);
    let more_on = |level| CustomId::AddComputerOn {
        table,
        side: 255,
        level,
    };
    let menu = |menu| CustomId::PlayMenu { menu };
    for (press, id) in [
        (CustomId::Join { table }, "w1:join:17"),
        (CustomId::Leave { table }, "w1:leave:17"),
        (CustomId::LeaveSure { table }, "w1:away:17"),
        (CustomId::LeaveLost { table }, "w1:forfeit:17"),
        (CustomId::LeaveLast { table }, "w1:last:17"),
        (CustomId::Arrange { table }, "w1:lobby:17"),
        (CustomId::AddComputer { table, level: None }, "w1:more:17"),
        (CustomId::AddComputer { table, level: strong }, "w1:more:17.6"),
        (CustomId::RemoveComputer { table }, "w1:fewer:17"),
        (CustomId::SitOn { table, side: 1 }, "w1:side:17:1"),
        (more_on(None), "w1:moreon:17:73"),
        (more_on(strong), "w1:moreon:17:73.6"),
        (CustomId::Balance { table }, "w1:even:17"),
        (CustomId::SwapSides { table }, "w1:swap:17"),
        (CustomId::Options { table }, "w1:options:17"),
        (
            CustomId::SetOption {
                table,
                what: "games".to_owned(),
            },
            "w1:set:17:games",
        ),
        (CustomId::SetOptions { table }, "w1:terms:17"),
        (CustomId::Luck { table }, "w1:luck:17"),
        (CustomId::AddLuck { table }, "w1:word:17"),
        (CustomId::Start { table: 0 }, "w1:start:0"),
        (CustomId::Cancel { table }, "w1:cancel:17"),
        (CustomId::CancelSure { table }, "w1:close:17"),
        (CustomId::CancelLost { table, last: 37 }, "w1:lose:17:11"),
        (CustomId::Mine { table: u64::MAX }, "w1:mine:3w5e11264sgsf"),
        (CustomId::Panel { table }, "w1:panel:17"),
        (
            CustomId::Choose {
                table,
                step,
                what: what.clone(),
            },
            "w1:choose:17:1z:claim 05: a/b",
        ),
        (
            CustomId::Step {
                table,
                step,
                path: path.clone(),
                page,
            },
            "w1:step:17:1z:11:a1,b2/^@",
        ),
        (
            CustomId::Step {
                table,
                step,
                path: Vec::new(),
                page: 0,
            },
            "w1:step:17:1z:0:",
        ),
        (
            CustomId::Try {
                table,
                step,
                path: path.clone(),
                what: what.clone(),
            },
            "w1:try:17:1z:a1,b2/^@:claim 05: a/b",
        ),
        (
            CustomId::Try {
                table,
                step,
                path: Vec::new(),
                what,
            },
            "w1:try:17:1z::claim 05: a/b",
        ),
        (
            CustomId::Pick {
                table,
                step,
                path,
                part: 1,
            },
            "w1:pick:17:1z:1:a1,b2/^@",
        ),
        (typed(""), "w1:type:17:1z"),
        (typed("c3: e5"), "w1:type:17:1z:c3: e5"),
        (CustomId::Typed { table, step }, "w1:typed:17:1z"),
        (CustomId::Return { table }, "w1:return:17"),
        (CustomId::Nudge { table }, "w1:nudge:17"),
        (CustomId::Pause { table }, "w1:pause:17"),
        (CustomId::Resume { table }, "w1:resume:17"),
        (CustomId::Concede { table }, "w1:concede:17"),
        (CustomId::AskResign { table, round }, "w1:giveup:17:2"),
        (CustomId::Resign { table, round }, "w1:resign:17:2"),
        (CustomId::OfferDraw { table, round }, "w1:offer:17:2"),
        (CustomId::AskAgree { table, offer }, "w1:accept:17:2s"),
        (answer(true), "w1:agree:17:2s"),
        (answer(false), "w1:refuse:17:2s"),
        (CustomId::Decline { table, offer }, "w1:decline:17:2s"),
        (CustomId::WithdrawDrawOffer { table, offer }, "w1:withdraw:17:2s"),
        (CustomId::LetBe { table }, "w1:letbe:17"),
        (CustomId::Show { table }, "w1:show:17"),
        (CustomId::NextRound { table, after: round }, "w1:next:17:2"),
        (CustomId::Rematch { table }, "w1:rematch:17"),
        (CustomId::MatchBoard { table }, "w1:match:17"),
        (CustomId::Replay { table }, "w1:replay:17"),
        (CustomId::Review { table }, "w1:review:17"),
        (CustomId::Record { table }, "w1:record:17"),
        (CustomId::Verify { table }, "w1:verify:17"),
        (CustomId::OpenRules { table }, "w1:read:17"),
        (rules(Some(table)), "w1:rules:dominoes:17:11"),
        (rules(None), "w1:rules:dominoes::11"),
        (CustomId::learn(&game, &[]), "w1:learn:dominoes:0:0"),
        (CustomId::learn(&game, &[0, 3, 0, 2]), "w1:learn:dominoes:4:3w"),
        (CustomId::Daily { game: game.clone() }, "w1:daily:dominoes"),
        (
            CustomId::Guess {
                sure: false,
                game: game.clone(),
                day: 20_784,
                what: "6-7 R".to_owned(),
            },
            "w1:guess:dominoes:g1c:6-7 R",
        ),
        (
            CustomId::Guess {
                sure: true,
                game: game.clone(),
                day: 20_784,
                what: "6-7 R".to_owned(),
            },
            "w1:answer:dominoes:g1c:6-7 R",
        ),
        (
            CustomId::DailyMenu {
                game: game.clone(),
                day: 20_784,
            },
            "w1:guesses:dominoes:g1c",
        ),
        (
            CustomId::ShareDaily {
                game: game.clone(),
                day: 20_784,
            },
            "w1:share:dominoes:g1c",
        ),
        (CustomId::OpenLeaderboard { game: game.clone() }, "w1:leaders:dominoes"),
        (
            CustomId::Season {
                game: game.clone(),
                season: None,
                page,
            },
            "w1:season:dominoes::11",
        ),
        (
            CustomId::Season {
                game: game.clone(),
                season: Some(8107),
                page,
            },
            "w1:season:dominoes:697:11",
        ),
        (CustomId::SeasonMenu { game: game.clone() }, "w1:seasons:dominoes"),
        (
            CustomId::Honours {
                game: game.clone(),
                page,
            },
            "w1:honours:dominoes:11",
        ),
        (
            CustomId::Everywhere {
                game: "binome".to_owned(),
                page: 2,
            },
            "w1:world:binome:2",
        ),
        (
            CustomId::Ratings {
                game: game.clone(),
                page,
            },
            "w1:rated:dominoes:11",
        ),
        (CustomId::Leaderboard { game, page }, "w1:board:dominoes:11"),
        (thread(90, 0, None, ""), "w1:thread:dominoes:2i:3:"),
        (
            thread(90, 20, None, "first=host,games=5"),
            "w1:thread:dominoes:2i.k:3:first=host,games=5",
        ),
        (thread(90, 20, strong, "games=5"), "w1:thread:dominoes:2i.k:3.6:games=5"),
        (inviting(""), "w1:thread:dominoes:0:0::17"),
        (inviting("games=5"), "w1:thread:dominoes:0:0:games=5:17"),
        (play(true, Opponents::People, None), "w1:open:dominoes:people::2i"),
        (
            play(false, Opponents::Computers, None),
            "w1:play:dominoes:computers::2i",
        ),
        (play(false, Opponents::One, None), "w1:play:dominoes:1::2i"),
        (play(true, Opponents::Seven, None), "w1:open:dominoes:7::2i"),
        (play(false, Opponents::Alone, None), "w1:play:dominoes:alone::2i"),
        (play(false, Opponents::Both, Some(offer)), "w1:play:dominoes:both:2s:2i"),
        (play_at(true, Opponents::One, None, strong), "w1:open:dominoes:1::2i.6"),
        (menu(PlayMenu::Game), "w1:menu:game"),
        (menu(PlayMenu::Opponents), "w1:menu:against"),
        (menu(PlayMenu::Length), "w1:menu:length"),
        (menu(PlayMenu::Clock), "w1:menu:clock"),
        (menu(PlayMenu::Level), "w1:menu:level"),
        (CustomId::Ping { how: Ping::Dm }, "w1:ping:dm"),
        (CustomId::Ping { how: Ping::Channel }, "w1:ping:channel"),
        (CustomId::Ping { how: Ping::None }, "w1:ping:none"),
        (CustomId::PanelAt { at: PanelAt::Chat }, "w1:panelat:dm"),
        (CustomId::PanelAt { at: PanelAt::Here }, "w1:panelat:here"),
        (CustomId::Boards { how: Boards::Pictures }, "w1:boards:pictures"),
        (CustomId::Boards { how: Boards::Rings }, "w1:boards:rings"),
        (CustomId::Boards { how: Boards::Digits }, "w1:boards:digits"),
        (CustomId::Boards { how: Boards::Text }, "w1:boards:text"),
        (CustomId::Confirm { how: Confirm::Game }, "w1:confirm:game"),
        (CustomId::Confirm { how: Confirm::Always }, "w1:confirm:always"),
        (setting(SettingsMenu::Ping), "w1:setting:ping"),
        (setting(SettingsMenu::PanelAt), "w1:setting:panelat"),
        (setting(SettingsMenu::Boards), "w1:setting:boards"),
        (setting(SettingsMenu::Confirm), "w1:setting:confirm"),
        (settings(SettingsPage::All), "w1:settings:all"),
        (settings(SettingsPage::Forget), "w1:settings:forget"),
        (settings(SettingsPage::Everywhere), "w1:settings:world"),
        (CustomId::Listed { how: Listed::Hidden }, "w1:listed:hidden"),
        (CustomId::Listed { how: Listed::Named }, "w1:listed:named"),
        (CustomId::Forget, "w1:forget:me"),
        (CustomId::Blank { at: page }, "w1:blank:11"),
    ] {
        let about = (id.contains(":17") && !id.contains("thread"))
            .then_some(table)
            .or(match press {
                CustomId::Start { table } | CustomId::Mine { table } => Some(table),
                _ => None,
            });
        assert_eq!((press.to_string().as_str(), press.table()), (id, about));
        assert_eq!(id.parse(), Ok(press));
    }
}
