//! People who take the bot out of their list of apps: they do nothing any more, and the bot forgets them, whatever fails meanwhile.

use std::sync::Arc;

use super::world::{Event, InjectedFault, State, World};
use crate::discord::app::App;
use crate::referee::{Absence, Person, TableEvent, TableSnapshot};

/// How long after somebody's last press Discord tells the bot, in milliseconds: what they pressed is on its way until then.
const TOLD_MS: i64 = 5000;
/// How long after that Discord tells it once more, until the bot has forgotten them.
const AGAIN_MS: i64 = 10_000;
/// How soon Discord looks again whether the bot is there, and has come to an end with what they pressed.
const SOON_MS: i64 = 2000;

/// Somebody who has gone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parted {
    /// When, in milliseconds since the epoch.
    at: i64,
    /// Whether the bot said that they are forgotten.
    forgotten: bool,
}

impl State {
    /// Somebody has had enough.
    pub(super) fn part(&mut self) {
        let who = self.network.below(self.people.len() as u64) as usize;
        let gone = Parted {
            at: self.now(),
            forgotten: false,
        };
        if !self.calm && !self.has_parted(who) {
            self.tell(|| format!("{who} deauthorises the bot"));
            self.parted.insert(who, gone);
            self.plan(TOLD_MS, Event::Deauthorized(who));
        }
    }

    /// Whether a person does nothing any more.
    pub(super) fn has_parted(&self, who: usize) -> bool {
        self.parted.contains_key(&who)
    }

    /// Whether an entry lets somebody leave who is to be forgotten: no interaction of Discord's has asked for it.
    pub(super) fn is_parting(&self, interaction: u64, event: &TableEvent) -> bool {
        let leaves = match event {
            TableEvent::StoodIn { why, .. } => *why == Absence::Left,
            event => matches!(event, TableEvent::Rose { .. } | TableEvent::Cancelled { .. }),
        };
        Person::is_forgotten(interaction) && leaves && !self.parted.is_empty()
    }

    /// Whether the chat of somebody who has gone is in this channel. What stands there stays as it is.
    pub(super) fn is_left_behind(&self, channel: u64) -> bool {
        let chats = self.discord.chats.iter();
        chats
            .filter(|(_, chat)| **chat == channel)
            .any(|(who, _)| self.has_parted(*who))
    }

    /// Whether the bot has yet to forget somebody.
    pub(super) fn unforgotten(&self) -> Vec<String> {
        let waiting = self.parted.iter().filter(|(_, gone)| !gone.forgotten);
        waiting.map(|(who, _)| format!("{who} is not forgotten")).collect()
    }

    /// The moment at which somebody has gone, if the bot can be told now: it is there, and has nothing of theirs in hand.
    fn may_be_told(&self, who: usize) -> Option<i64> {
        let gone = self.parted.get(&who).filter(|gone| !gone.forgotten)?;
        let lives = |life: &u32| self.bots.iter().any(|bot| bot.life == *life);
        let mut own = self.discord.asked.values().filter(|asked| asked.person == who);
        let in_hand = own.any(|asked| asked.in_hand.iter().any(lives));
        (!in_hand).then_some(gone.at)
    }
}

/// Discord tells the bot that somebody has gone.
pub(super) fn deauthorized(world: &World, app: Option<&Arc<App>>, who: usize) {
    let mut state = world.lock();
    if state.parted.get(&who).is_none_or(|gone| gone.forgotten) {
        return;
    }
    let person = state.people[who].id;
    let (Some(app), Some(at)) = (app, state.may_be_told(who)) else {
        return state.plan(SOON_MS, Event::Deauthorized(who));
    };
    state.plan(AGAIN_MS, Event::Deauthorized(who));
    state.tell(|| format!("the bot hears that {who} has gone"));
    let (world, app) = (world.clone(), Arc::clone(app));
    tokio::spawn(async move {
        let remembered = world.lock().injected == Some(InjectedFault::Remembered);
        let forgotten = match remembered {
            true => Ok(()),
            false => app.referee.let_go(person, at).await,
        };
        app.messages.people().reopen(person).await;
        let mut state = world.lock();
        state.tell(|| format!("{who} is forgotten: {forgotten:?}"));
        if let (Ok(()), Some(gone)) = (forgotten, state.parted.get_mut(&who)) {
            gone.forgotten = true;
            state.count("people forgotten");
        }
    });
}

/// A table as it was before some of those who have gone were forgotten there.
pub(super) fn named(state: &State, snapshot: &TableSnapshot) -> Vec<TableSnapshot> {
    let gone: Vec<Person> = state
        .parted
        .keys()
        .map(|who| Person {
            id: state.people[*who].id,
            name: state.people[*who].name.to_owned(),
        })
        .collect();
    let mut all = vec![snapshot.clone()];
    for (seat, holder) in snapshot.table.seats.iter().enumerate() {
        if !holder
            .person
            .as_ref()
            .is_some_and(|person| Person::is_forgotten(person.id))
        {
            continue;
        }
        for one in all.clone() {
            all.extend(gone.iter().map(|person| {
                let mut named = one.clone();
                Arc::make_mut(&mut named.table).seats[seat].person = Some(person.clone());
                named
            }));
        }
    }
    all.split_off(1)
}

/// Whether a number stands in an event, other than in the digits of a hash.
fn has_number(event: &str, number: u64) -> bool {
    let number = number.to_string();
    let mut words = event.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| word == number)
}

/// Whether nothing is kept of those who are forgotten.
pub(super) fn forgotten(world: &World, tables: &[u64]) {
    let mut state = world.lock();
    let Some(disk) = state.disk.clone() else { return };
    let gone: Vec<(u64, &str)> = state
        .parted
        .keys()
        .map(|who| (state.people[*who].id, state.people[*who].name))
        .collect();
    for (id, name) in gone {
        let (own, naming) = disk.kept_of(id);
        let left = [
            own.preferences.len(),
            own.seated.len(),
            own.results.len(),
            own.standings.len(),
        ];
        if left != [0; 4] || !naming.is_empty() {
            state.wrong(format!("{name} was forgotten, and {left:?} and {naming:?} are kept"));
        }
        for table in tables {
            let entries = disk.look(*table).map(|stored| stored.entries).unwrap_or_default();
            let names = |event: &str| event.contains(&format!("\"{name}\"")) || has_number(event, id);
            if let Some(entry) = entries.iter().find(|entry| names(&entry.event)) {
                state.wrong(format!(
                    "{name} was forgotten, and entry {} of {table} names them: {}",
                    entry.seq, entry.event
                ));
            }
        }
    }
}
