//! Positions of the day.

use whistle::discord::custom_id::Boards::{Pictures, Text};
use whistle::discord::show::{self, DailyEntry};
use whistle::games::{DAILY, DailyGame};
use whistle::referee::Person;
use whistle::referee::daily::{DailyTold, Day, Effort, Streak, position};
use whistle::store::DailyAnswer;
use whistle::words::Words;

use super::{FOUR, golden};

fn day() -> Day {
    "2026-11-27".parse().expect("a day")
}

/// The position of a game, its question, and what is told of the best choice or of another one.
fn shown(slug: &str, right: bool) {
    let words = Words::embedded().unwrap();
    let game = DailyGame::of(slug).expect("it has positions");
    let found = position(game, day(), Effort::FULL).expect("there is one");
    let (id, name) = (1, FOUR[0].to_owned());
    let question = found.question(&Person { id, name }).expect("it can be asked");
    let judgement = &found.judgement;
    let choice = if right { &judgement.best } else { &judgement.others[0].0 };
    let told = DailyTold {
        answer: DailyAnswer {
            game: slug.to_owned(),
            day: found.day.number(),
            choice: choice.clone(),
            right,
            shared: false,
            at: 0,
        },
        best: judgement.best.clone(),
        cost: judgement.cost(choice).cloned(),
        is_certain: judgement.is_certain,
        streak: Streak {
            current: u32::from(right),
            best: 6,
        },
    };
    for (boards, end) in [(Pictures, ""), (Text, "-text")] {
        let asked = show::daily_question(&words, "en", &question, boards);
        golden(&format!("daily-{slug}{end}"), &asked);
        let answer = show::daily_answer(&words, "en", &question, &told, true, boards);
        golden(&format!("daily-{slug}-answer{end}"), &answer);
    }
    let confirm = show::daily_confirm(&words, "en", &question, choice).expect("it can be chosen");
    golden(&format!("daily-{slug}-confirm"), &confirm);
}

#[test]
fn a_position_and_its_answer_look_as_they_are_kept() {
    shown("dominoes", false);
    shown("binary", true);
}

#[test]
fn the_games_of_the_day_and_what_is_shared_look_as_they_are_kept() {
    let words = Words::embedded().unwrap();
    let states = [(None, 0, 0), (Some(true), 4, 7), (Some(false), 0, 2), (None, 3, 3)];
    let entry = |(game, (right, current, best)): (&'static DailyGame, (Option<bool>, u32, u32))| DailyEntry {
        game,
        right,
        streak: Streak { current, best },
    };
    let entries: Vec<DailyEntry> = DAILY.iter().zip(states).map(entry).collect();
    golden("daily-games", &show::daily_games(&words, "en", day(), &entries));
    for (entry, name) in [(&entries[1], "daily-shared"), (&entries[2], "daily-shared-missed")] {
        golden(name, &show::daily_shared(&words, "en", FOUR[1], day(), entry));
    }
}
