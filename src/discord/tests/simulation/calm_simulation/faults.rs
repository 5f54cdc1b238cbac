//! What goes wrong in both worlds of a pair at once.
//!
//! Luck must not tell the worlds apart. So nothing goes wrong by a throw of dice for each request, of which the one world may
//! make more than the other: a fault has a moment at which it begins and one at which it is over, and strikes alike whatever
//! is asked of the disk, or of Discord for an audience, in between.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use poise::serenity_prelude as serenity;
use reqwest::Method;
use serde_json::{Value, json};

use super::super::dice::Dice;
use super::super::discord::{Answered, GUILD};
use super::world::{Outside, State, deliver};
use crate::discord::app::App;
use crate::discord::messages::Wake;
use crate::store::StoreError;
use crate::store::testing::simulated::{Fate, Hand, Trace, failure};

/// How long a request is on its way to Discord, and its answer back.
const WAY: Duration = Duration::from_millis(15);

/// Something that goes wrong, most of it for so many milliseconds.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// The bot is killed; or it is told to end. It is there again so much later.
    Down { orderly: bool, away: i64 },
    /// The gateway is gone; what people do meanwhile comes afterwards, or never.
    Line { line: Line, resumes: bool, ms: i64 },
    /// The disk is ill.
    Disk(Ill, i64),
    /// Discord is in trouble with what these see.
    Discord(Trouble, Vec<Option<usize>>, i64),
    /// The channel takes nothing from the bot, or no files.
    Bar { files: bool, ms: i64 },
    /// Somebody deletes the newest message of the channel.
    Deletes,
}

impl Fault {
    /// One of all there are. These are the people whose eyes count.
    pub(super) fn any(dice: &mut Dice, eyes: &[usize]) -> Fault {
        let ms = match dice.below(10) {
            0..=5 => dice.between(20, 1500),
            6..=8 => dice.between(1500, 12_000),
            _ => dice.between(12_000, 60_000),
        };
        match dice.below(100) {
            0..=34 => Fault::Down {
                orderly: dice.chance(300),
                away: if dice.chance(100) {
                    600_000
                } else {
                    dice.between(5000, 20_000)
                },
            },
            35..=49 => Fault::Line {
                line: if dice.chance(300) { Line::Silent } else { Line::Down },
                resumes: dice.chance(600),
                ms,
            },
            50..=64 => {
                let ills = [
                    Ill::Busy,
                    Ill::Full,
                    Ill::Dead,
                    Ill::Failing(Trace::Nothing),
                    Ill::Failing(Trace::Whole),
                ];
                Fault::Disk(*dice.pick(&ills).unwrap_or(&Ill::Busy), ms)
            }
            65..=89 => {
                let all: Vec<Option<usize>> = eyes.iter().copied().map(Some).chain([None]).collect();
                let whose = match dice.chance(400) {
                    true => all,
                    false => dice.pick(&all).copied().into_iter().collect(),
                };
                Fault::Discord(Trouble::any(dice), whose, ms)
            }
            90..=95 => Fault::Bar {
                files: dice.chance(500),
                ms,
            },
            _ => Fault::Deletes,
        }
    }

    /// What it is counted as.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Fault::Down { orderly: true, .. } => "stops",
            Fault::Down { .. } => "crashes",
            Fault::Line { .. } => "lines lost",
            Fault::Disk(..) => "disks ill",
            Fault::Discord(..) => "troubles of Discord",
            Fault::Bar { .. } => "channels barred",
            Fault::Deletes => "messages deleted",
        }
    }
}

impl Trouble {
    fn any(dice: &mut Dice) -> Trouble {
        match dice.below(6) {
            0 => Trouble::Limited {
                after: dice.between(50, 3000),
                global: dice.chance(300),
            },
            1 => Trouble::Rests(dice.between(50, 3000).unsigned_abs()),
            2 | 3 => Trouble::Broken { done: dice.chance(500) },
            4 => Trouble::Mute { done: dice.chance(500) },
            _ => Trouble::Late(dice.between(500, 14_000).unsigned_abs()),
        }
    }
}

/// How the gateway's connection is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Line {
    #[default]
    Up,
    Down,
    /// It seems to stand, and carries nothing.
    Silent,
}

/// How a disk may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ill {
    /// It is busy for too long.
    Busy,
    /// It is full.
    Full,
    /// It writes nothing and reads nothing.
    Dead,
    /// Writes are said to have failed, and nothing is written; or everything is.
    Failing(Trace),
}

/// What may become of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// They are refused for so many milliseconds, with everything that is asked of Discord or by themselves.
    Limited { after: i64, global: bool },
    /// They are done, and their route has to rest so long.
    Rests(u64),
    /// Discord says that it cannot, and has done them or not.
    Broken { done: bool },
    /// No answer comes, and they are done or not.
    Mute { done: bool },
    /// They are done so much later, when nobody waits any more.
    Late(u64),
}

/// The faults there are at a time.
#[derive(Default)]
pub(super) struct Faults {
    pub(super) line: Line,
    /// Whether the session will be taken up again.
    resumes: bool,
    /// What people did meanwhile: the numbers of interactions.
    missed: Vec<u64>,
    pub(super) disk: Option<(Ill, i64)>,
    discord: Option<(Trouble, Vec<Option<usize>>, i64)>,
}

impl Faults {
    /// Gives back an interaction that comes through the line; keeps one that does not.
    pub(super) fn comes(&mut self, interaction: u64) -> Option<u64> {
        if self.line == Line::Up {
            return Some(interaction);
        }
        self.missed.push(interaction);
        None
    }

    /// What people did that comes through the line later.
    pub(super) fn missed(&self) -> &[u64] {
        &self.missed
    }
}

impl State {
    /// How the disk is.
    pub(super) fn ill(&self) -> Option<Ill> {
        let (ill, until) = self.faults.disk?;
        (self.now() < until).then_some(ill)
    }

    /// What becomes of a request of which these see what comes.
    fn trouble(&self, to: Option<usize>) -> Option<Trouble> {
        let (trouble, whose, until) = self.faults.discord.as_ref()?;
        (self.now() < *until && whose.contains(&to)).then_some(*trouble)
    }

    /// A bot that comes up has a connection of its own, through which nothing comes of before, and may write everywhere.
    pub(super) fn stands_open(&mut self) {
        self.faults.line = Line::Up;
        self.faults.missed.clear();
        self.bar(true, false);
        self.bar(false, false);
    }

    fn bar(&mut self, files: bool, barred: bool) {
        if let Some(channel) = self.discord.channels.get_mut(&self.channel) {
            match files {
                true => channel.files = !barred,
                false => channel.open = !barred,
            }
        }
    }
}

/// Something goes wrong. That the bot goes down is not for a bot to do.
pub(super) fn strikes(outside: &Outside, app: &Arc<App>, fault: Fault) {
    let mut state = outside.lock();
    let now = state.now();
    let over = |ms: i64| Duration::from_millis(ms.unsigned_abs());
    match fault {
        Fault::Down { .. } => {}
        Fault::Line { line, resumes, ms } => {
            (state.faults.line, state.faults.resumes) = (line, resumes);
            let (outside, app) = (outside.clone(), Arc::clone(app));
            tokio::spawn(async move {
                tokio::time::sleep(over(ms)).await;
                stands_again(&outside, &app);
            });
        }
        Fault::Disk(ill, ms) => state.faults.disk = Some((ill, now + ms)),
        Fault::Discord(trouble, whose, ms) => state.faults.discord = Some((trouble, whose, now + ms)),
        Fault::Bar { files, ms } => {
            state.bar(files, true);
            let (outside, app) = (outside.clone(), Arc::clone(app));
            tokio::spawn(async move {
                tokio::time::sleep(over(ms)).await;
                let mut state = outside.lock();
                state.bar(files, false);
                let channel = state.channel;
                drop(state);
                app.messages.wake(Wake::Channel(channel));
            });
        }
        Fault::Deletes => {
            let channel = state.channel;
            let there = state.discord.messages.iter().rev();
            let mut open = there.filter(|(_, message)| message.channel == channel && message.only.is_none());
            let newest = open.next().map(|(number, _)| *number);
            if let Some(newest) = newest {
                state.discord.messages.remove(&newest);
            }
        }
    }
}

/// The connection stands again.
fn stands_again(outside: &Outside, app: &Arc<App>) {
    let missed = {
        let mut state = outside.lock();
        let missed = std::mem::take(&mut state.faults.missed);
        state.faults.line = Line::Up;
        if state.faults.resumes { missed } else { Vec::new() }
    };
    connects(app);
    app.messages.wake(Wake::Guild(GUILD));
    missed
        .into_iter()
        .for_each(|interaction| deliver(outside, app, interaction));
}

/// Says that a connection stands.
pub(super) fn connects(app: &App) {
    if let Ok(event) = serde_json::from_value(json!({})) {
        app.shard_health.hear(0, &serenity::FullEvent::Resume { event });
    }
}

/// A request on its way.
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) body: Value,
    pub(super) file: Option<Vec<u8>>,
}

impl Outside {
    /// Discord does what is asked.
    fn serves(&self, request: &Request) -> Answered {
        let Request {
            method,
            path,
            body,
            file,
        } = request;
        let mut state = self.lock();
        let (now, whose) = (state.now(), state.audience(path, body));
        let people: Vec<u64> = state.people.iter().map(|person| person.id).collect();
        state.numbering(whose, |discord| {
            discord.serve(now, &people, method, path, body, file.as_deref())
        })
    }

    /// A request goes to Discord, and its answer comes back, if nothing goes wrong with what these see.
    pub(super) fn goes(&self, request: Request, to: Option<usize>) -> BoxFuture<'static, Option<Answered>> {
        let trouble = self.lock().trouble(to);
        let outside = self.clone();
        async move {
            tokio::time::sleep(WAY).await;
            let answered = match trouble {
                None => Some(outside.serves(&request)),
                Some(Trouble::Rests(ms)) => {
                    let (status, body, standing) = outside.serves(&request);
                    let rest = Duration::from_millis(ms);
                    Some((status, body, standing.map(|standing| standing.used_up(rest))))
                }
                Some(Trouble::Limited { after, global }) => {
                    let after = after as f64 / 1000.0;
                    Some((429, json!({ "retry_after": after, "global": global }), None))
                }
                Some(Trouble::Broken { done }) => {
                    done.then(|| outside.serves(&request));
                    Some((if done { 502 } else { 503 }, Value::Null, None))
                }
                Some(Trouble::Mute { done }) => {
                    done.then(|| outside.serves(&request));
                    None
                }
                Some(Trouble::Late(ms)) => {
                    // Whoever stops waiting does not call it back.
                    let late = tokio::spawn(async move {
                        tokio::time::sleep(Duration::from_millis(ms)).await;
                        outside.serves(&request)
                    });
                    late.await.ok()
                }
            };
            tokio::time::sleep(WAY).await;
            answered
        }
        .boxed()
    }
}

impl Hand for Outside {
    fn read(&self) -> BoxFuture<'static, Option<StoreError>> {
        let dead = self.lock().ill() == Some(Ill::Dead);
        std::future::ready(dead.then(|| failure(ErrorKind::Other))).boxed()
    }

    fn write(&self, _: bool) -> BoxFuture<'static, Fate> {
        let fate = match self.lock().ill() {
            None => Fate::Commit,
            Some(Ill::Busy) => Fate::Refuse(StoreError::Busy),
            Some(Ill::Full) => Fate::Refuse(failure(ErrorKind::StorageFull)),
            Some(Ill::Dead) => Fate::Refuse(failure(ErrorKind::Other)),
            Some(Ill::Failing(trace)) => Fate::Fail(trace),
        };
        std::future::ready(fate).boxed()
    }

    fn written(&self, _: bool) -> BoxFuture<'static, ()> {
        std::future::ready(()).boxed()
    }
}
