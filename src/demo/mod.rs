//! People who play by themselves, so that there is something to watch at the playground.
//!
//! They are clients like anybody who opens the page: they type the bot's commands, press what its messages offer, and take
//! their time. All state is in what they see, so that they carry on whatever happens: somebody else may press their
//! buttons, close their table or their direct messages, and the bot may be away for a while.
//!
//! It knows the routes for people by their address only, and of the bot what its messages carry: the grammar of
//! [custom ids](crate::discord::custom_id), and that every game of the catalogue has a start command. It may know no one game,
//! and neither the referee nor the inside of the playground.

mod company;
mod person;
mod player;
mod reading;

use std::convert::Infallible;
use std::time::Duration;

use company::{Company, Evening};

use crate::games::CATALOGUE;

/// Where and how fast is played.
#[derive(Clone, Debug)]
pub struct Config {
    /// The root of the playground's routes for people, without a slash at the end.
    pub people_url: String,
    /// How many times faster than people anybody chooses; 1 but in tests.
    pub speed: u32,
}

/// How fast people are.
#[derive(Clone, Copy, Debug)]
struct Pace(Duration);

impl Pace {
    /// The shortest beat: requests must not become a storm.
    const SHORTEST: Duration = Duration::from_millis(15);

    fn faster(speed: u32) -> Pace {
        Pace((Duration::from_secs(1) / speed.max(1)).max(Pace::SHORTEST))
    }

    /// So many beats; a beat is a second of a person's time.
    fn beats(self, count: u32) -> Duration {
        self.0 * count
    }

    /// As long as somebody thinks about a choice.
    fn thought(self) -> Duration {
        self.0.mul_f64(1.2 + 2.8 * rand::random::<f64>())
    }
}

/// Plays one match after the other, through all games of the catalogue, for ever. Whoever drops it ends it; nothing of it goes
/// on in the background.
pub async fn play(config: &Config) -> Infallible {
    let pace = Pace::faster(config.speed);
    let mut evening = 0;
    let mut place = 0;
    loop {
        match Company::meet(&config.people_url, pace).await {
            Some(company) => {
                let game = &CATALOGUE[evening % CATALOGUE.len()];
                match company.play(game, place).await {
                    Evening::Played => (evening, place) = (evening + 1, 0),
                    // Perhaps another channel is better.
                    Evening::InVain => place += 1,
                    Evening::TooEarly => {}
                }
            }
            None => tracing::debug!("the demo finds nobody to play"),
        }
        tokio::time::sleep(pace.beats(2)).await;
    }
}
