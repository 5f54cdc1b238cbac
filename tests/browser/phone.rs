//! What is on the screen of a telephone at once: the board, the question and the first row of buttons of a panel.

use futures_util::{StreamExt, stream};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::json;
use whistle::games::{CATALOGUE, GameEntry};

use super::driver::Driver;
use super::person::Person;
use super::random_play::leads;
use super::stage::{Setup, Stage};
use super::table::address;
use super::window::{PHONE, Screen, Window};

/// A small telephone, held upright.
const SMALL: Screen = Screen::hand(360, 640);

/// After so many presses the panel is measured: at the start, in the middle, and late. Short games end before the last of these.
const MOMENTS: [usize; 5] = [0, 5, 10, 24, 40];

/// In every game the panel is measured so often at least.
const FEWEST: usize = 3;

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

/// Presses something in the panel that leads on, so many times, until the person is asked again; or until the match is over.
async fn go_on(person: &Person, channel: &str, presses: usize, rng: &mut StdRng) -> bool {
    for pressed in 0..=presses {
        let next = person
            .until("something to press", async || {
                let panel = person.panel(channel).await?;
                if panel.has("It is over.") {
                    return Some(None);
                }
                let (action, mut body) = leads(&panel.0, rng)?;
                body["channel"] = json!(panel.channel());
                body["message"] = json!(panel.id());
                Some(Some((action, body)))
            })
            .await;
        let Some((action, body)) = next else { return false };
        if pressed < presses {
            person.attempt(action, body).await;
        }
    }
    true
}

/// Plays a game on a phone, and gives what does not fit there.
async fn misfits(driver: &Driver, game: &GameEntry) -> Vec<String> {
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    let others = (*game.people.start()).max(2) - 1;
    let start = format!("{} start", game.slug);
    let lobby = ana.run(&channel, &start, json!({ "computers": others })).await.public();
    assert!(ana.press(&lobby, "Start").await.came());
    let mut window = Window::open(driver, &address(&stage, Some("Ana")), PHONE).await;
    window.visit("Whistle").await;
    let mut rng = StdRng::seed_from_u64(7);
    let (mut pressed, mut wrong) = (0, Vec::new());
    for (before, moment) in MOMENTS.into_iter().enumerate() {
        if !go_on(ana, &channel, moment - pressed, &mut rng).await {
            if before < FEWEST {
                wrong.push(format!("{} was over after {before} panels", game.slug));
            }
            break;
        }
        pressed = moment;
        for (screen, name) in [(PHONE, "phone"), (SMALL, "small")] {
            window.turn(screen).await;
            window.visit("Whistle").await;
            let measured = measure(&window).await;
            window.shot(&format!("phone-{}-{moment}-{name}", game.slug)).await;
            let fits = measured.needs <= measured.has;
            if !fits || measured.words > WORDS || measured.question.is_empty() {
                wrong.push(format!(
                    "{} after {moment} on the {name} screen: {measured:?}",
                    game.slug
                ));
            }
        }
    }
    window.close().await;
    stage.close().await;
    wrong
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_the_question_and_the_first_buttons_are_on_a_phone_at_once() {
    /// How many games are played at a time: each waits for Discord's limits most of the time.
    const AT_ONCE: usize = 3;
    let Some(driver) = Driver::start() else { return };
    let games = stream::iter(CATALOGUE).map(|game| misfits(&driver, game));
    let wrong: Vec<Vec<String>> = games.buffered(AT_ONCE).collect().await;
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
