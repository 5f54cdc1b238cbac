//! Messages over a scripted Discord and a disk that fails on request, and what tests have happen there.

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::time::Instant;

use super::super::hub::Clock;
use super::super::record::StandingMessage;
use super::super::{
    Body, Location, Message, Messages, MessagesConfig, PanelState, Record, Slot, TOKEN_LIFE_MS, Token, Trace, Writer,
    row,
};
use super::TABLE;
use super::script::{APPLICATION, Did, Script, Stands, Target};
use crate::discord::http::Api;
use crate::discord::http::Failure;
use crate::discord::lock::lock;
use crate::discord::payload::Payload;
use crate::store::testing::simulated::{Disk, Fate, Hand};
use crate::store::{Append, NewTable, Shown, Store, StoreError};

/// The hand that plays the disk of one run of the bot.
#[derive(Clone, Default)]
struct FaultyDisk(Arc<Mutex<Trouble>>);

#[derive(Default)]
struct Trouble {
    /// The run is over: whatever it still wants, nothing comes of it.
    left_behind: bool,
    /// How many reads and writes fail from now on.
    unreadable: u32,
    unwritable: u32,
    /// How long it takes to note something.
    slow: Duration,
}

/// Whether one more fails of so many.
fn fails(left: &mut u32) -> bool {
    let fails = *left > 0;
    *left = left.saturating_sub(1);
    fails
}

impl Hand for FaultyDisk {
    fn read(&self) -> BoxFuture<'static, Option<StoreError>> {
        let mut trouble = lock(&self.0);
        if trouble.left_behind {
            return Box::pin(std::future::pending());
        }
        let failure = fails(&mut trouble.unreadable).then_some(StoreError::Busy);
        Box::pin(std::future::ready(failure))
    }

    fn write(&self, entries: bool) -> BoxFuture<'static, Fate> {
        let mut trouble = lock(&self.0);
        if trouble.left_behind {
            return Box::pin(std::future::pending());
        }
        if entries {
            return Box::pin(std::future::ready(Fate::Commit));
        }
        let slow = trouble.slow;
        let fate = match fails(&mut trouble.unwritable) {
            true => Fate::Refuse(StoreError::Busy),
            false => Fate::Commit,
        };
        Box::pin(async move {
            if !slow.is_zero() {
                tokio::time::sleep(slow).await;
            }
            fate
        })
    }

    fn written(&self, _: bool) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// Another number every time, and the same ones in every run of a test.
fn number() -> u64 {
    thread_local! {
        static NEXT: Cell<u64> = const { Cell::new(0) };
    }
    NEXT.with(|next| next.replace(next.get() + 1))
}

pub(super) fn config() -> MessagesConfig {
    MessagesConfig {
        number,
        ..MessagesConfig::default()
    }
}

/// Messages over a scripted Discord.
pub(super) struct Stage {
    pub(super) messages: Messages<Script>,
    /// The store as the test sees it: it never fails.
    pub(super) store: Store,
    pub(super) script: Script,
    disk: Disk,
    faults: FaultyDisk,
}

pub(super) async fn stage() -> Stage {
    stage_in(config()).await
}

/// One that goes about its work in this manner.
pub(super) async fn stage_in(config: MessagesConfig) -> Stage {
    let disk = Disk::paper(Arc::new(FaultyDisk::default()));
    let stage = on(Script::default(), disk, config);
    let create = Append {
        create: Some(NewTable {
            channel: 1,
            guild: None,
            game: "binome".to_owned(),
            secret: [9; 32],
        }),
        // Of a table that is over no start knows but by what its messages are noted to show.
        over: true,
        ..Append::new(TABLE, 0, 0)
    };
    stage.store.append(create).await.expect("a table");
    stage
}

fn on(script: Script, disk: Disk, config: MessagesConfig) -> Stage {
    let begun = *script.world().begun.get_or_insert_with(Instant::now);
    let clock: Clock = Arc::new(move || begun.elapsed().as_millis() as i64);
    let faults = FaultyDisk::default();
    let store = Store::simulated(&disk.in_hand(Arc::new(faults.clone())));
    let api = Api::played(Arc::new(script.clone()), APPLICATION);
    Stage {
        messages: Messages::new(store, api, script.clone(), config, clock, Handle::current()),
        store: Store::simulated(&disk),
        script,
        disk,
        faults,
    }
}

/// What happens at the table and to the bot.
impl Stage {
    /// Another run over the same store and the same Discord; whatever the first one had in hand is lost.
    pub(super) fn restart(self) -> Stage {
        let world = std::mem::take(&mut *self.script.world());
        self.script.world().left_behind = true;
        lock(&self.faults.0).left_behind = true;
        on(Script(Arc::new(Mutex::new(world))), self.disk, config())
    }

    pub(super) async fn moves_on(&self, table: u64, version: u64) {
        self.version(version).await;
        self.messages.changed(table);
        self.messages.settle().await;
    }

    pub(super) async fn version(&self, version: u64) {
        let logged = {
            let mut world = self.script.world();
            let logged = world.logged;
            (world.version, world.logged) = (version, version.max(logged));
            logged
        };
        if version > logged {
            let append = Append {
                entries: vec!["{}".to_owned(); (version - logged) as usize],
                ..Append::new(TABLE, logged, 0)
            };
            self.store.append(append).await.expect("entries");
        }
    }

    pub(super) fn show(&self, slot: Slot, text: &str) {
        self.script.world().fixed.insert(slot, text.to_owned());
    }

    pub(super) fn over(&self) {
        self.script.world().over = true;
    }

    /// The bot is removed from the table's guild.
    pub(super) fn remove(&self) {
        let mut world = self.script.world();
        (world.over, world.removed) = (true, true);
    }

    /// Somebody sits down, which takes a press.
    pub(super) fn seat(&self, seat: u8, person: u64) {
        self.may_meet(person);
        self.script.world().seats.insert(seat, person);
    }

    pub(super) fn may_meet(&self, person: u64) {
        self.messages.inner.people.may_meet(person);
    }

    /// It is known from now on that a person takes no messages.
    pub(super) fn closes(&self, person: u64) {
        self.messages.inner.people.unusable(person);
    }

    pub(super) fn ping(&self, seat: u8, about: Option<&str>) {
        let mut world = self.script.world();
        match about {
            Some(about) => drop(world.pings.insert(seat, about.to_owned())),
            None => drop(world.pings.remove(&seat)),
        }
    }

    /// The table's message names these people from now on.
    pub(super) fn names(&self, people: &[u64]) {
        self.script.world().names = people.to_vec();
    }

    /// The picture of this number belongs into a slot.
    pub(super) fn draws(&self, slot: Slot, number: Option<i32>) {
        let mut world = self.script.world();
        match number {
            Some(number) => drop(world.pictures.insert(slot, number)),
            None => drop(world.pictures.remove(&slot)),
        }
    }

    /// The number of the picture that a slot should have.
    pub(super) fn wants(&self, slot: Slot) -> Option<i32> {
        self.script.world().pictures.get(&slot).copied()
    }

    pub(super) fn undrawable(&self, undrawable: bool) {
        self.script.world().undrawable = undrawable;
    }

    /// Drawing takes so long.
    pub(super) fn drawing_takes(&self, ms: u64) {
        self.script.world().drawing = Duration::from_millis(ms);
    }

    /// Messages are written at this pace from now on.
    pub(super) fn pace(&self, pace: Duration) {
        self.script.world().pace = pace;
    }

    /// The next reads and writes of the store fail.
    pub(super) fn store_fails(&self, reads: u32, writes: u32) {
        let mut trouble = lock(&self.faults.0);
        (trouble.unreadable, trouble.unwritable) = (reads, writes);
    }

    /// To note something takes so long from now on.
    pub(super) fn store_takes(&self, slow: Duration) {
        lock(&self.faults.0).slow = slow;
    }
}

/// What Discord is like.
impl Stage {
    pub(super) fn fail(&self, failures: impl IntoIterator<Item = Failure>) {
        self.script.world().failures.extend(failures);
    }

    pub(super) fn fail_in(&self, channel: u64, failures: impl IntoIterator<Item = Failure>) {
        let mut world = self.script.world();
        world.in_channel.entry(channel).or_default().extend(failures);
    }

    pub(super) fn bar(&self, channel: u64, failure: Option<Failure>) {
        let mut world = self.script.world();
        match failure {
            Some(failure) => drop(world.barred.insert(channel, failure)),
            None => drop(world.barred.remove(&channel)),
        }
    }

    pub(super) fn lose_answers(&self, count: u32) {
        self.script.world().lost = count;
    }

    pub(super) fn slow(&self, by: Duration) {
        self.script.world().slow = by;
    }

    /// Requests with pictures are on their way for so many seconds, and their answers, too; drawing takes so many.
    pub(super) fn pictures_take(&self, uploading: u64, returning: u64, drawing: u64) {
        let mut world = self.script.world();
        world.uploading = Duration::from_secs(uploading);
        world.returning = Duration::from_secs(returning);
        world.drawing = Duration::from_secs(drawing);
    }

    /// Sending and changing, and deleting, is taken so often in so long in every channel.
    pub(super) fn limits(&self, limit: u32, per: Duration) {
        self.script.world().limit = Some((limit, per));
    }

    pub(super) fn no_files_pass(&self, narrow: bool) {
        self.script.world().narrow = narrow;
    }

    /// Every message loses its file.
    pub(super) fn loses_files(&self) {
        let mut world = self.script.world();
        world.messages.values_mut().for_each(|stands| stands.picture = None);
    }

    /// A channel takes no files (0: no private answer does), or takes them again.
    pub(super) fn fileless(&self, channel: u64, fileless: bool) {
        let mut world = self.script.world();
        match fileless {
            true => drop(world.fileless.insert(channel)),
            false => drop(world.fileless.remove(&channel)),
        }
    }

    /// Every message of a channel is deleted by somebody else.
    pub(super) fn vanish(&self, channel: u64) {
        self.script.world().messages.retain(|(at, _), _| *at != channel);
    }

    /// A message that an interaction has made.
    pub(super) fn appear(&self, channel: u64, text: &str) -> u64 {
        let mut world = self.script.world();
        world.next += 1;
        let message = world.next;
        let stands = Stands {
            text: text.to_owned(),
            ..Stands::default()
        };
        world.messages.insert((channel, message), stands);
        message
    }

    /// The message of an interaction's token is this one from now on.
    pub(super) fn token_of(&self, token: &str, target: Target) {
        let mut world = self.script.world();
        world.tokens.insert(token.to_owned(), (Instant::now(), target));
    }

    /// A message that answers the interaction of a token.
    pub(super) fn answer(&self, channel: u64, text: &str, token: &str) -> u64 {
        let message = self.appear(channel, text);
        self.token_of(token, Target::Public(channel, message));
        message
    }

    /// What arrives late: words that nobody waits for any more.
    pub(super) fn reword(&self, channel: u64, message: u64, payload: &Payload) {
        let body = Body::beside(payload, 0, None).json;
        let mut world = self.script.world();
        if let Some(stands) = world.messages.get_mut(&(channel, message)) {
            stands.write(&body, None).expect("words are taken");
        }
    }
}

/// What is to be seen.
impl Stage {
    /// How many private chats were opened.
    pub(super) fn opened(&self) -> usize {
        self.script.world().opened
    }

    /// Whom messages have called so far, as often as they did.
    pub(super) fn called(&self) -> Vec<u64> {
        self.script.world().called.clone()
    }

    pub(super) fn did(&self) -> Vec<Did> {
        self.script.world().did.clone()
    }

    pub(super) fn count(&self, what: &Did) -> usize {
        self.did().iter().filter(|did| *did == what).count()
    }

    pub(super) fn messages(&self, channel: u64) -> Vec<(u64, String)> {
        let world = self.script.world();
        let here = world.messages.iter().filter(|((at, _), _)| *at == channel);
        here.map(|((_, message), stands)| (*message, stands.text.clone()))
            .collect()
    }

    /// The one message of a channel, with its picture.
    pub(super) fn stands(&self, channel: u64) -> (u64, Stands) {
        let world = self.script.world();
        let mut here = world.messages.iter().filter(|((at, _), _)| *at == channel);
        let ((_, message), stands) = here.next().expect("a message");
        assert!(here.next().is_none(), "one message");
        (*message, stands.clone())
    }

    /// The message of this number that only one person sees.
    pub(super) fn private(&self, message: u64) -> Stands {
        self.script.world().private.get(&message).cloned().unwrap_or_default()
    }

    /// What was drawn, in order.
    pub(super) fn drawn(&self) -> Vec<i32> {
        self.script.world().drawn.clone()
    }

    /// The rows of the store.
    pub(super) async fn rows(&self) -> Vec<Shown> {
        self.store.shown(TABLE).await.expect("the store")
    }

    pub(super) async fn unsettled(&self) -> Vec<u64> {
        self.store.unsettled().await.expect("the store")
    }

    /// What is known of a slot in memory.
    pub(super) async fn record(&self, slot: Slot) -> Record {
        let records = self.messages.records(TABLE).await.expect("the store");
        let found = records.into_iter().find(|(other, _)| *other == slot);
        found.map(|(_, record)| record).unwrap_or_default()
    }

    /// What the store would tell another run of a slot.
    pub(super) async fn stored(&self, slot: Slot) -> Record {
        let rows = self.rows().await;
        let found = rows.iter().find(|row| row.slot == slot.to_string());
        found.map_or_else(Record::default, |row| row::read(row, self.messages.now()))
    }
}

/// What people press, as [`components`](crate::discord::components) answers it.
impl Stage {
    pub(super) fn token(&self, text: &str, to: u64) -> Token {
        Token {
            text: text.to_owned(),
            until: self.messages.now() + TOKEN_LIFE_MS,
            interaction: 0,
            to,
        }
    }

    /// Somebody presses on a message that stands at `at`, which is answered with this payload at once. The worker is told, as
    /// far as something has to follow.
    pub(super) async fn pressed(
        &self,
        slot: Slot,
        at: Location,
        payload: &Payload,
        version: u64,
        token: &str,
        to: u64,
    ) {
        let writer = self.messages.writer(TABLE, slot).await.expect("the store");
        self.pressed_by(writer, at, payload, version, self.token(token, to))
            .await;
    }

    /// The same by whoever holds the slot's writer.
    pub(super) async fn pressed_by(&self, writer: Writer, at: Location, payload: &Payload, version: u64, token: Token) {
        let slot = writer.slot();
        let mut record = writer.record();
        let same = record.may_be(at.message);
        let shows = record.standing().filter(|_| same).and_then(StandingMessage::known);
        let body = Body::beside(payload, version, shows);
        let here = matches!(slot, Slot::Here(_));
        {
            let mut world = self.script.world();
            let stands = match here {
                true => world.private.entry(at.message).or_default(),
                false => world.messages.get_mut(&(at.channel, at.message)).expect("it is there"),
            };
            stands.write(&body.json, None).expect("words are taken");
        }
        self.token_of(
            &token.text,
            match here {
                true => Target::Private(at.message),
                false => Target::Public(at.channel, at.message),
            },
        );
        if here && !same {
            record.message = Message::Standing(Box::new(StandingMessage::unknown(at, "")));
        }
        if matches!(record.message, Message::Creating { .. }) {
            record.stood(at);
        }
        record.pressed(at, token);
        record.spot = PanelState::default();
        let whole = body.shows.whole;
        record.wrote(body.shows);
        let noted = writer.keep(record).await;
        drop(writer);
        if slot == Slot::Table {
            self.messages.moved(TABLE);
        } else if !(noted && whole && !here) {
            self.messages.mark(TABLE, slot);
        }
    }

    /// Somebody presses on the message of a slot.
    pub(super) async fn pressed_on(&self, slot: Slot, payload: &Payload, version: u64, token: &str) {
        let at = self.record(slot).await.location().expect("it stands");
        self.pressed(slot, at, payload, version, token, 0).await;
    }

    /// Somebody opens the panel of seat 0 as a message that only they see.
    pub(super) async fn opens(&self, payload: &Payload, version: u64, token: &str, (to, message): (u64, u64)) {
        let writer = self.messages.writer(TABLE, Slot::Here(0)).await.expect("the store");
        let body = Body::words(payload, version);
        let mut stands = Stands::default();
        stands.write(&body.json, None).expect("words are taken");
        self.script.world().private.insert(message, stands);
        self.token_of(token, Target::Private(message));
        // The answer to an interaction does not tell its number.
        let at = Location { channel: 1, message: 0 };
        let mut record = Record {
            message: Message::Standing(Box::new(StandingMessage::unknown(at, ""))),
            ..Record::default()
        };
        record.pressed(at, self.token(token, to));
        record.wrote(body.shows);
        writer.keep(record).await;
        drop(writer);
        self.messages.mark(TABLE, Slot::Here(0));
    }

    /// A command is about to be answered by the public message: that is noted, and nothing said yet.
    pub(super) async fn promised(&self, token: &str, interaction: u64) {
        let writer = self.messages.writer(TABLE, Slot::Table).await.expect("the store");
        let mut record = writer.record();
        let token = Token {
            interaction,
            ..self.token(token, 0)
        };
        record.begins(1, "", Trace::Answer(token));
        record.locale = Some("de".to_owned());
        assert!(writer.keep(record).await);
    }

    /// Somebody has the public message brought to the end of its channel, as the answer to an interaction.
    pub(super) async fn posted(&self, payload: &Payload, version: u64, token: &str) -> u64 {
        let writer = self.messages.writer(TABLE, Slot::Table).await.expect("the store");
        let mut record = writer.record();
        record.begins(1, "", Trace::Answer(self.token(token, 0)));
        assert!(writer.keep(record.clone()).await);
        let message = self.answer(1, &payload.text(), token);
        let at = Location { channel: 1, message };
        record.stood(at);
        record.pressed(at, self.token(token, 0));
        record.wrote(Body::words(payload, version).shows);
        writer.keep(record).await;
        self.messages.access().surfaced(1, true);
        message
    }
}
