//! What is on the screen of a telephone at once: the board, the question and the first row of buttons of a panel.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use whistle::games::{CATALOGUE, GameEntry, find};

use super::driver::Driver;
use super::person::Person;
use super::stage::{Setup, Stage};
use super::table::address;
use super::window::{PHONE, Screen, Window};

/// A small telephone, held upright.
const SMALL: Screen = Screen::hand(360, 640);

/// After so many moves the panel is measured, as long as the game lasts. No game of the tests has had more than 85 moves, so the
/// last of these in a game is late in it.
const MOMENTS: [usize; 10] = [0, 3, 5, 8, 12, 18, 30, 45, 70, 110];

/// Of every game so many panels are measured at least: early, in the middle and late.
const FEWEST: usize = 3;

/// Games that are played by as many people as can be, too: so many others play along.
const CROWDS: [(&str, u8); 2] = [("binome", 6), ("bingolino", 3)];

/// How many times faster than usual the bot's clocks run: computer players take their time.
const SPEED: u32 = 10;

/// How long somebody looks at what a move has brought: whoever could still change it would else do so all the time.
const THINKS: Duration = Duration::from_millis(150);

/// How many words a panel has at most beside its labels.
const WORDS: i64 = 40;

/// The newest message with a picture and a question: how high its picture, its question and its first row of buttons are
/// together, how high the part of the screen is in which messages stand, and how many words the message has.
const MEASURE: &str = r#"
const articles = [...document.querySelectorAll("article")].filter((a) => a.querySelector(".gallery img") && a.querySelector(".row button"));
const article = articles.pop();
if (!article) return null;
const img = article.querySelector(".gallery img");
if (!img || !img.complete || !img.naturalHeight) return null;
const row = article.querySelector(".row");
const texts = [...article.querySelectorAll(".rows > *")].filter((n) => !n.matches(".row, .gallery"));
const words = texts.map((n) => n.textContent).join(" ").split(/\s+/).filter(Boolean).length;
const view = document.querySelector("main [role=log], [role=log]").clientHeight;
return [Math.ceil(row.getBoundingClientRect().bottom - img.getBoundingClientRect().top), view, words, texts.at(-1).textContent];
"#;

/// What was measured of a panel.
#[derive(Debug)]
struct Measured {
    needs: i64,
    has: i64,
    words: i64,
    question: String,
}

async fn measure(window: &Window) -> Measured {
    window
        .until("a panel with its picture", async || {
            window.steady().await;
            let found = window.script(MEASURE, Vec::new()).await;
            Some(Measured {
                needs: found[0].as_i64()?,
                has: found[1].as_i64()?,
                words: found[2].as_i64()?,
                question: found[3].as_str()?.to_owned(),
            })
        })
        .await
}

/// Types so many moves at random, until the person is asked again. Gives how many there were before the match was over, if it
/// is.
async fn go_on(person: &Person, channel: &str, moves: usize, rng: &mut StdRng) -> Result<(), usize> {
    for made in 0..=moves {
        let next = person
            .until("a move, or the end", async || {
                let offered = person.complete(channel, "move", json!({ "move": "" }), "move").await;
                if let Some((_, what)) = offered.get(rng.random_range(0..offered.len().max(1))) {
                    return Some(Some(what.clone()));
                }
                let panel = person.panel(channel).await?;
                panel.has("It is over.").then_some(None)
            })
            .await;
        let Some(what) = next else { return Err(made) };
        if made < moves {
            person.run(channel, "move", json!({ "move": what })).await;
            tokio::time::sleep(THINKS).await;
        }
    }
    Ok(())
}

/// Waits until the panel has caught up with the moves: while it has not, the bot edits it about once a second.
async fn settled(person: &Person, channel: &str) {
    const QUIET: Duration = Duration::from_millis(1300);
    let mut seen = None;
    person
        .until("a panel that is up to date", async || {
            let panel = person.panel(channel).await?.0;
            let same = seen.as_ref() == Some(&panel);
            seen = Some(panel);
            tokio::time::sleep(QUIET).await;
            same.then_some(())
        })
        .await;
}

/// Plays a game with so many others to its end, looks at it on a phone, and gives what does not fit there. Where a game was over after
/// a few moves, as The Tree may be, another one is played.
async fn misfits(driver: &Driver, game: (&GameEntry, u8)) -> Vec<String> {
    let (mut panels, mut wrong) = (0, Vec::new());
    while panels < FEWEST {
        panels += play(driver, game, &mut wrong).await;
    }
    wrong
}

/// Plays a game to its end, and notes what is `wrong` in the panels on the way. Returns how many these were, one at least.
async fn play(driver: &Driver, (game, others): (&GameEntry, u8), wrong: &mut Vec<String>) -> usize {
    let stage = Stage::open(Setup::of(1).faster(SPEED)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    let start = format!("{} start", game.slug);
    let lobby = ana.run(&channel, &start, json!({ "computers": others })).await.public();
    assert!(ana.press(&lobby, "Start").await.came());
    let mut window = Window::open(driver, &address(&stage, Some("Ana")), PHONE).await;
    window.visit("Whistle").await;
    let mut rng = StdRng::seed_from_u64(7);
    let (mut moved, mut panels) = (0, 0);
    for moment in MOMENTS {
        if let Err(made) = go_on(ana, &channel, moment - moved, &mut rng).await {
            println!("{} with {others}: over after {} moves", game.slug, moved + made);
            break;
        }
        (moved, panels) = (moment, panels + 1);
        settled(ana, &channel).await;
        for (screen, name) in [(PHONE, "phone"), (SMALL, "small")] {
            window.turn(screen).await;
            window.visit("Whistle").await;
            let measured = measure(&window).await;
            window
                .shot(&format!("phone-{}-{others}-{moment}-{name}", game.slug))
                .await;
            let fits = measured.needs <= measured.has;
            if !fits || measured.words > WORDS || measured.question.is_empty() {
                wrong.push(format!(
                    "{} with {others} after {moment} on the {name} screen: {measured:?}",
                    game.slug
                ));
            }
        }
    }
    window.close().await;
    stage.close().await;
    panels
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_the_question_and_the_first_buttons_are_on_a_phone_at_once() {
    /// How many games are played at a time: each waits for Discord's limits most of the time.
    const AT_ONCE: usize = 3;
    let Some(driver) = Driver::start() else { return };
    let fewest = CATALOGUE.iter().map(|game| (game, (*game.people.start()).max(2) - 1));
    let crowds = CROWDS.map(|(slug, others)| (find(slug).expect("a game of the catalogue"), others));
    let games = stream::iter(fewest.chain(crowds)).map(|game| misfits(&driver, game));
    let wrong: Vec<Vec<String>> = games.buffer_unordered(AT_ONCE).collect().await;
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
