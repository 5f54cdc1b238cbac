//! The group that plays together: finds a place, sits down, sees a match through, and parts.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::Value;

use super::Pace;
use super::person::{Person, ask};
use super::player::Player;
use super::reading::{Phase, find, handles, phase};
use crate::discord::custom_id::CustomId;
use crate::games::GameEntry;

/// How many people play.
const PEOPLE: usize = 3;
/// How many of the newest messages are searched for the table.
const BACK: u32 = 200;
/// The type of channel to play in (Discord's number of a text channel).
const TEXT: u64 = 0;
/// How long a table may stand still before the awaited players are asked to hurry, and before the table is given up: in
/// beats, and at the least.
const NUDGE: (u32, Duration) = (180, Duration::from_secs(60));
const GIVE_UP: (u32, Duration) = (1_200, Duration::from_secs(120));

/// The people of a group; the first is the host.
pub(super) struct Company {
    people: Vec<Person>,
    pace: Pace,
}

/// How an attempt to play a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evening {
    /// A match was played to its end, or closed by somebody.
    Played,
    /// No table could be opened, or the table was given up.
    InVain,
    /// The bot is not there, or has not registered its commands yet.
    TooEarly,
}

/// A table in a channel.
struct Table<'c> {
    id: u64,
    channel: &'c str,
    game: &'c GameEntry,
}

impl Company {
    /// Takes the parts of the first people of the playground, once the bot is connected.
    pub(super) async fn meet(base: &str, pace: Pace) -> Option<Company> {
        // The playground is on this machine, or as good as: requests need no proxy.
        let http = reqwest::Client::builder().no_proxy().build().ok()?;
        let everyone = ask(&http, Method::GET, base, None).await?;
        if everyone["bot"]["connected"] != true {
            return None;
        }
        let users = everyone["people"].as_array()?.iter().map(|person| &person["user"]);
        let mut people = Vec::new();
        for user in users.take(PEOPLE) {
            people.push(Person::become_one(&http, base, user).await?);
        }
        (!people.is_empty()).then_some(Company { people, pace })
    }

    fn host(&self) -> &Person {
        &self.people[0]
    }

    async fn pause(&self, beats: u32) {
        tokio::time::sleep(self.pace.beats(beats)).await;
    }

    /// Plays a match of a game in the text channel of this number; numbers beyond the last channel wrap around.
    pub(super) async fn play(&self, game: &GameEntry, place: usize) -> Evening {
        let Some(channels) = self.host().channels().await else {
            return Evening::TooEarly;
        };
        let channels = channels.as_array().map(Vec::as_slice).unwrap_or_default();
        let texts: Vec<&str> = channels
            .iter()
            .filter(|channel| channel["type"] == TEXT)
            .filter_map(|channel| channel["id"].as_str())
            .collect();
        let Some(channel) = place.checked_rem(texts.len()).map(|at| texts[at]) else {
            return Evening::InVain;
        };
        if !self.host().knows_command(channel, game.slug).await {
            return Evening::TooEarly;
        }
        let id = match self.open(channel, game).await {
            Ok(id) => id,
            Err(evening) => return evening,
        };
        let table = Table { id, channel, game };
        tracing::debug!(table = id, game = game.slug, "the demo sits down");
        let players = self
            .people
            .iter()
            .map(|person| Player::new(person, channel, id, self.pace).play());
        let ended = tokio::select! {
            ended = self.host_match(&table) => ended,
            _ = join_all(players) => false,
        };
        if !ended {
            return Evening::InVain;
        }
        self.part(channel).await;
        Evening::Played
    }

    /// Opens a table, or finds the one that the channel already has; returns its id.
    async fn open(&self, channel: &str, game: &GameEntry) -> Result<u64, Evening> {
        let outcome = self.host().run(channel, &format!("{} start", game.slug)).await;
        let outcome = outcome.ok_or(Evening::InVain)?;
        if outcome["status"] == "failed" {
            return Err(Evening::TooEarly);
        }
        let message = &outcome["message"];
        if let Some((table, _)) = phase(message) {
            return Ok(table);
        }
        let offered = handles(message);
        let show = find(&offered, None, |press| matches!(press, CustomId::Show { .. }));
        if let Some(show) = show {
            self.press(self.host(), message, &show.press).await;
        }
        let taken = show.and_then(|show| show.press.table());
        for _ in 0..10 {
            if let Some((id, _, Phase::Lobby | Phase::Playing | Phase::Between)) = self.find(channel, taken).await {
                return Ok(id);
            }
            self.pause(1).await;
        }
        Err(Evening::InVain)
    }

    /// The public message of a table as it is now: at its last known place, or anywhere in the channel.
    async fn look(&self, table: &Table<'_>, spot: Option<&str>) -> Option<(Value, Phase)> {
        if let Some(spot) = spot
            && let Some(message) = self.host().again(table.channel, spot).await
            && let Some((id, phase)) = phase(&message)
            && id == table.id
        {
            return Some((message, phase));
        }
        let (_, message, phase) = self.find(table.channel, Some(table.id)).await?;
        Some((message, phase))
    }

    /// The newest public message of a table in a channel; of any table if none is named.
    async fn find(&self, channel: &str, table: Option<u64>) -> Option<(u64, Value, Phase)> {
        let messages = self.host().messages(channel, BACK).await?;
        messages.into_iter().find_map(|message| {
            let (id, phase) = phase(&message)?;
            (table.is_none() || table == Some(id)).then_some((id, message, phase))
        })
    }

    /// Presses the button of a message with this meaning, if there is one.
    async fn press(&self, person: &Person, message: &Value, press: &CustomId) -> Option<Value> {
        let offered = handles(message);
        let handle = find(&offered, None, |other| other == press)?;
        let (action, mut body) = handle.action();
        body["channel"] = message["channel_id"].clone();
        body["message"] = message["id"].clone();
        person.act(action, body).await
    }

    /// Hosts a table to its end. Returns false if the table was given up.
    async fn host_match(&self, table: &Table<'_>) -> bool {
        let mut gathering = 0;
        let mut last = (Value::Null, Instant::now());
        let mut nudged = false;
        let mut lost = 0;
        let mut spot: Option<String> = None;
        loop {
            let Some((message, phase)) = self.look(table, spot.as_deref()).await else {
                // Somebody deleted the message or the channel: asks the bot to show the table again.
                lost += 1;
                if lost > 10 {
                    return false;
                }
                self.pause(2).await;
                self.host().run(table.channel, "table show").await;
                continue;
            };
            lost = 0;
            spot = message["id"].as_str().map(str::to_owned);
            match phase {
                Phase::Over => return true,
                Phase::Lobby => {
                    self.gather(table, &message, gathering).await;
                    gathering += 1;
                }
                Phase::Between => {
                    self.pause(5).await;
                    self.next(table, &message).await;
                }
                Phase::Playing => {}
            }
            let embeds = &message["embeds"];
            if *embeds != last.0 {
                last = (embeds.clone(), Instant::now());
                nudged = false;
            }
            let still = last.1.elapsed();
            let past = |(beats, least): (u32, Duration)| still > self.pace.beats(beats).max(least);
            if past(GIVE_UP) {
                self.close(table).await;
                return false;
            }
            if past(NUDGE) && !nudged && phase == Phase::Playing {
                nudged = true;
                self.host().run(table.channel, "table nudge").await;
            }
            self.host().glance(self.pace.beats(2)).await;
            // The events that wake the host come in swarms.
            tokio::time::sleep(self.pace.beats(1).min(Duration::from_millis(300))).await;
        }
    }

    /// Closes a table that stands still, and confirms the question whether to close it.
    async fn close(&self, table: &Table<'_>) {
        let outcome = self.host().run(table.channel, "table cancel").await;
        if let Some(asked) = outcome {
            let offered = handles(&asked["message"]);
            let sure = find(&offered, Some(table.id), |press| {
                matches!(press, CustomId::CancelSure { .. } | CustomId::CancelLost { .. })
            });
            if let Some(sure) = sure {
                self.press(self.host(), &asked["message"], &sure.press).await;
            }
        }
    }

    /// Begins the next game.
    async fn next(&self, table: &Table<'_>, message: &Value) {
        let offered = handles(message);
        let next = find(&offered, Some(table.id), |press| {
            matches!(press, CustomId::NextRound { .. })
        });
        if let Some(next) = next {
            self.press(self.host(), message, &next.press).await;
        }
    }

    /// Lets everybody sit down, and starts the match. The caller repeats failed attempts.
    async fn gather(&self, table: &Table<'_>, message: &Value, attempt: usize) {
        let id = table.id;
        let (fewest, most) = (
            usize::from(*table.game.people.start()),
            usize::from(*table.game.people.end()),
        );
        let guests = self.people.iter().take(most).skip(1);
        if attempt.is_multiple_of(4) {
            for guest in guests {
                self.pause(2).await;
                self.press(guest, message, &CustomId::Join { table: id }).await;
            }
            let offered = handles(message);
            // A computer player of the usual level.
            let more = find(
                &offered,
                Some(id),
                |press| matches!(press, CustomId::AddComputer { level, .. } if *level == Some(Default::default())),
            );
            for more in more.iter().cycle().take(fewest.saturating_sub(self.people.len())) {
                self.pause(1).await;
                self.press(self.host(), message, &more.press).await;
            }
        }
        // Real people who watch may want to join, too.
        self.pause(6).await;
        self.press(self.host(), message, &CustomId::Start { table: id }).await;
        self.pause(1).await;
    }

    /// Says good-bye.
    async fn part(&self, channel: &str) {
        self.pause(3).await;
        if let Some(person) = self.people.last() {
            person.say(channel, "Well played! Another one?").await;
        }
        self.pause(6).await;
    }
}
