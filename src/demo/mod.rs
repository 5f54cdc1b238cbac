//! Simulated people who play at the playground, so that there is something to watch.
//!
//! They are clients like anybody who opens the page: they type the bot's commands, press what its messages offer, and take
//! their time. They keep no state beyond what they see, so they carry on whatever happens: somebody else may press their
//! buttons, close their table or their direct messages, and the bot may be away for a while.
//!
//! This room knows the routes for people by their address only. Of the bot it knows what the bot's messages carry: the
//! grammar of [custom ids](crate::discord::custom_id), and that every game of the catalogue has a start command. It must
//! know no one game, nor the referee, nor the inside of the playground.

mod company;
mod person;
mod player;
mod reading;

use std::convert::Infallible;
use std::time::Duration;

use company::{Company, Evening};

use crate::games::CATALOGUE;

/// Where the people play, and how fast.
#[derive(Clone, Debug)]
pub struct Config {
    /// The root of the playground's routes for people, without a slash at the end.
    pub people_url: String,
    /// How many times faster than real people they choose; 1 except in tests.
    pub speed: u32,
}

/// The speed of the simulated people: the length of a beat.
#[derive(Clone, Copy, Debug)]
struct Pace(Duration);

impl Pace {
    /// The shortest beat: faster ones would flood the playground with requests.
    const SHORTEST: Duration = Duration::from_millis(15);

    fn faster(speed: u32) -> Pace {
        Pace((Duration::from_secs(1) / speed.max(1)).max(Pace::SHORTEST))
    }

    /// The length of this many beats; a beat is a second of a person's time.
    fn beats(self, count: u32) -> Duration {
        self.0 * count
    }

    /// The time that somebody thinks about a choice.
    fn thought(self) -> Duration {
        self.0.mul_f64(1.2 + 2.8 * rand::random::<f64>())
    }
}

/// Plays one match after the other, through all games of the catalogue, for ever. Dropping the future ends it; nothing goes
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
                    // Another channel may work better.
                    Evening::InVain => place += 1,
                    Evening::TooEarly => {}
                }
            }
            None => tracing::debug!("the demo finds nobody to play"),
        }
        tokio::time::sleep(pace.beats(2)).await;
    }
}
