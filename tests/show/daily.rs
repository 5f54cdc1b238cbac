//! Positions of the day: the question and the answer of every game, as a picture and as text.

use whistle::discord::custom_id::{Boards, CustomId};
use whistle::discord::payload::{Payload, Row};
use whistle::discord::show::{self, DailyEntry};
use whistle::games::DAILY;
use whistle::player::Judgement;
use whistle::referee::Person;
use whistle::referee::daily::{DailyQuestion, DailyTold, Day, Effort, Position, Streak, position};
use whistle::rules::Viewer;
use whistle::store::DailyAnswer;

use super::{HOSTILE, proves_harmless, proves_sound, words};

/// What is quickly done by a program that is not optimized.
const LITTLE: Effort = Effort {
    short: 300,
    long: 1_500,
    looks: 24,
};

/// A position of each game, and how it is asked of somebody of a strange name.
fn asked() -> Vec<(Position, DailyQuestion)> {
    let names = DAILY.iter().zip(HOSTILE.iter().skip(1));
    let asked = names.map(|(game, name)| {
        let found = position(game, "2026-11-27".parse().unwrap(), LITTLE).expect("there is one");
        let (id, name) = (5, (*name).to_owned());
        let question = found.question(&Person { id, name }).expect("it can be asked");
        (found, question)
    });
    asked.collect()
}

/// What the options of a message's menu do.
fn offered(payload: &Payload) -> Vec<CustomId> {
    let [Row::Select(select)] = payload.rows.as_slice() else {
        panic!("one menu: {payload:?}")
    };
    let values = select.options.iter().map(|option| option.value.parse());
    values.collect::<Result<_, _>>().expect("ours")
}

fn told(found: &Position, choice: &str) -> DailyTold {
    let Judgement { best, is_certain, .. } = &found.judgement;
    DailyTold {
        answer: DailyAnswer {
            game: found.game.slug.to_owned(),
            day: found.day.number(),
            choice: choice.to_owned(),
            right: choice == best,
            shared: false,
            at: 0,
        },
        best: best.clone(),
        cost: found.judgement.cost(choice).cloned(),
        is_certain: *is_certain,
        streak: Streak { current: 3, best: 12 },
    }
}

#[test]
fn every_choice_of_a_position_is_offered_in_the_order_of_the_game() {
    let words = words();
    for (found, question) in asked() {
        let (game, day) = (found.game.slug.to_owned(), found.day.number());
        let choose = |what: &String| CustomId::Guess {
            sure: false,
            game: game.clone(),
            day,
            what: what.clone(),
        };
        let all: Vec<CustomId> = found.choices.iter().map(choose).collect();
        for boards in [Boards::Pictures, Boards::Text] {
            let shown = show::daily_question(&words, "en", &question, boards);
            proves_sound(&shown);
            proves_harmless(&shown);
            assert_eq!(offered(&shown), all, "{game}");
            let drawn = shown.picture.as_ref().map(|picture| picture.alt().to_owned());
            assert_eq!(drawn.is_some(), boards == Boards::Pictures, "{game}");
            assert!(drawn.is_none_or(|alt| !alt.is_empty()), "{game}");
        }
        for what in &found.choices {
            let confirm = show::daily_confirm(&words, "en", &question, what).expect("it can be chosen");
            proves_sound(&confirm);
            proves_harmless(&confirm);
        }
        assert!(show::daily_confirm(&words, "en", &question, "no choice").is_none());
    }
}

/// Another world that the seat cannot tell from this one has another hidden hand, and looks the same.
#[test]
fn a_question_tells_nothing_that_the_seat_does_not_see() {
    let words = words();
    let mut other_worlds = 0;
    for (mut found, question) in asked() {
        let mut source = whistle::referee::fair::SeededSource::new(5);
        let other = found.play.imagine(Viewer::Seat(found.seat), &mut source);
        other_worlds += u32::from(other.state() != found.play.state());
        found.play = other;
        // Whatever is best there.
        found.judgement.best = found.judgement.others[0].0.clone();
        let who = question.table.seats[question.seat.index()].person.clone();
        let elsewhere = found.question(&who.expect("the asker")).expect("it can be asked");
        for boards in [Boards::Pictures, Boards::Text] {
            let [here, there] = [&question, &elsewhere].map(|asked| show::daily_question(&words, "en", asked, boards));
            assert_eq!(here, there, "{}", found.game.slug);
        }
    }
    assert!(other_worlds > 0, "{other_worlds}");
}

#[test]
fn an_answer_is_told_with_the_best_choice_and_what_it_costs() {
    let words = words();
    for (found, question) in asked() {
        for what in &found.choices {
            let told = told(&found, what);
            for (boards, may_share) in [(Boards::Pictures, true), (Boards::Text, false)] {
                let shown = show::daily_answer(&words, "en", &question, &told, may_share, boards);
                proves_sound(&shown);
                proves_harmless(&shown);
                let text = shown.text();
                assert_eq!(text.contains("Right!"), told.answer.right, "{text}");
                assert_eq!(text.contains("It was better to"), !told.answer.right, "{text}");
                assert_eq!(text.contains("percentage points"), !told.answer.right, "{text}");
                assert!(text.contains("Streak 3 (best 12)"), "{text}");
                let finds = format!("whistle daily --date 2026-11-27 --game {}", found.game.slug);
                assert!(text.contains(&finds), "{text}");
                assert_eq!(shown.rows.is_empty(), !may_share);
            }
        }
    }
}

#[test]
fn what_is_shared_tells_nothing_of_the_position() {
    let words = words();
    let day = "2026-11-27".parse::<Day>().unwrap();
    for name in HOSTILE {
        for right in [true, false] {
            let entry = DailyEntry {
                game: &DAILY[1],
                right: Some(right),
                streak: Streak { current: 4, best: 7 },
            };
            let shared = show::daily_shared(&words, "en", name, day, &entry);
            proves_sound(&shared);
            proves_harmless(&shared);
            assert!(shared.rows.is_empty() && shared.picture.is_none() && shared.mention.is_empty());
            assert_eq!(
                shared.text().contains("solved the daily Binary"),
                right,
                "{}",
                shared.text()
            );
        }
    }
}
