//! What must hold when all is said and done.

use std::collections::BTreeMap;
use std::time::Duration;

use super::causes::replays;
use super::discord::{Asked, Asks, Message};
use super::parting;
use super::process::words;
use super::request_content::is_action;
use super::world::{Line, State, World};
use crate::discord::app::App;
use crate::discord::custom_id::{Boards, Confirm, CustomId, Picked};
use crate::discord::desired_messages::{DEFAULT_LOCALE, PanelStyle};
use crate::discord::http::Emojis;
use crate::discord::messages::{
    Address, Desired, DesiredSource, KnownSlot, Location, Message as Noted, PanelState, Record, Show, Slot,
    StandingMessage, Token, Trace,
};
use crate::discord::payload::{File, Payload};
use crate::discord::show;
use crate::discord::times::{self, Reading};
use crate::referee::{Denied, TableSnapshot};
use crate::rules::{Phrase, Seat};
use crate::words::{ENGLISH, Numbered};

/// Waits until every message shows the newest state, but not for ever; then looks at everything.
pub(super) async fn comes_to_rest(world: &World, app: &App) {
    /// Longer than any wait that delivery has between two attempts.
    const TRIES: u32 = 120;
    const PAUSE: Duration = Duration::from_secs(5);
    /// Who is awaited is pinged after a while, and that is to be seen, too.
    const FIRST: Duration = Duration::from_secs(25);
    tokio::time::sleep(FIRST).await;
    let mut found = Vec::new();
    for _ in 0..TRIES {
        tokio::time::sleep(PAUSE).await;
        if world.lock().bot().line != Line::Up {
            found = vec!["the connection is not up again".to_owned()];
            continue;
        }
        if tokio::time::timeout(PAUSE * 24, app.messages.settle()).await.is_err() {
            found = vec!["delivery does not come to rest".to_owned()];
            continue;
        }
        found = messages(world, app).await;
        found.extend(world.lock().unforgotten());
        if found.is_empty() {
            break;
        }
    }
    for wrong in found {
        world.lock().wrong(wrong);
    }
    for table in own_tables(world, app) {
        replays(world, app, table).await;
    }
}

/// Whether what was told is so, whichever bot told it.
pub(super) fn holds(world: &World) {
    parting::forgotten(world, &tables(world));
    words_kept(world);
    called_once(world);
    within_limits(world);
}

/// Whether the bot kept to Discord's limits, but for what it could not know: what an earlier life of it had used up, and what
/// was on its way for longer than anybody waits.
fn within_limits(world: &World) {
    let mut state = world.lock();
    let (broken, unknown) = (state.discord.limits.broken, 2 + 2 * u64::from(state.lives));
    *state.tally.entry("requests too soon".into()).or_default() += broken;
    if broken > unknown {
        state.wrong(format!("{broken} requests came too soon"));
    }
}

/// All tables there ever were.
fn tables(world: &World) -> Vec<u64> {
    let state = world.lock();
    let Some(disk) = &state.disk else { return Vec::new() };
    let asked = state.discord.asked.keys().copied();
    asked.filter(|id| disk.look(*id).is_some()).collect()
}

/// Those of a bot.
fn own_tables(world: &World, app: &App) -> Vec<u64> {
    let disk = world.lock().disk.clone();
    let guild = |table: &u64| disk.as_ref()?.look(*table).map(|stored| stored.guild);
    let is_own = |table: &u64| guild(table).is_some_and(|guild| app.referee.store().keeps(guild));
    tables(world).into_iter().filter(is_own).collect()
}

/// Which messages do not show what they ought to.
async fn messages(world: &World, app: &App) -> Vec<String> {
    let mut wrong = Vec::new();
    for table in own_tables(world, app) {
        let snapshot = match app.referee.snapshot(table).await {
            Ok(Some(snapshot)) => snapshot,
            other => {
                wrong.push(format!("table {table} cannot be looked at: {:?}", other.err()));
                continue;
            }
        };
        let records = app.messages.records(table).await.unwrap_or_default();
        let seats = 0..snapshot.table.seats.len() as u8;
        let slots = [Slot::Table]
            .into_iter()
            .chain(seats.flat_map(|seat| [Slot::Seat(seat), Slot::Ping(seat), Slot::Here(seat)]));
        for slot in slots {
            let name = slot.to_string();
            let record = records
                .iter()
                .find(|(known, _)| *known == slot)
                .map(|(_, record)| record);
            if let Err(why) = shows(world, app, &snapshot, slot, record).await {
                wrong.push(format!("{name} of table {table}: {why}"));
            }
        }
        wrong.extend(strays(&world.lock(), table, &records));
        let now = world.lock().now();
        let kept = records.iter().filter(|(_, record)| keeps_ended(record, now));
        wrong.extend(kept.map(|(slot, _)| format!("{slot} of table {table} keeps a token that has ended")));
    }
    wrong
}

/// Whether a token is kept that ended some minutes ago.
fn keeps_ended(record: &Record, now: i64) -> bool {
    const SOON_MS: i64 = 180_000;
    let token = match &record.message {
        Noted::Standing(standing) => standing.token.as_ref(),
        Noted::Creating {
            trace: Trace::Answer(token),
            ..
        } => Some(token),
        _ => None,
    };
    // What everybody sees is kept in memory alone, until somebody looks.
    token.is_some_and(|token| token.to != 0 && token.until + SOON_MS < now)
}

/// Whether the message of a slot shows what it ought to.
async fn shows(
    world: &World,
    app: &App,
    snapshot: &TableSnapshot,
    slot: Slot,
    noted: Option<&Record>,
) -> Result<(), String> {
    let record = noted.cloned().unwrap_or_default();
    let standing = record.standing();
    let token = standing.and_then(|standing| standing.token.as_ref());
    let alive = |token: &Token| token.until > world.lock().now();
    if matches!(slot, Slot::Here(_)) && !token.is_some_and(alive) {
        return Ok(());
    }
    if matches!(slot, Slot::Table) && world.lock().discord.channels[&snapshot.table.channel].gone {
        return Ok(());
    }
    let gone = |channel: u64| {
        let state = world.lock();
        state.discord.channels.get(&channel).is_none_or(|there| there.gone)
    };
    // A panel that was opened there, or a reminder: nobody misses it, and nothing more is written to it.
    if matches!(slot, Slot::Here(_) | Slot::Ping(_)) && standing.is_some_and(|standing| gone(standing.at.channel)) {
        return Ok(());
    }
    let stands = standing.is_some();
    let table = snapshot.table.id;
    let number = number_of(&world.lock(), standing);
    let linked = linked(world, app, table, slot, number).await;
    let known = KnownSlot {
        record: &record,
        closed: false,
        plain: app.messages.access().is_barred(table, slot),
        linked: linked.as_ref(),
    };
    let plain = known.plain;
    let desired = app
        .desired()
        .desired(table, slot, known)
        .await
        .map_err(|_| "no wish".to_owned())?;
    let people = app.messages.people();
    let is_unopened = |to| matches!(to, Address::Person(person) if people.is_unopened(person));
    let show = match (desired, noted) {
        (Desired::Leave, _) | (Desired::Gone | Desired::Forget, None) => return Ok(()),
        // There is no chat with them, or its id is lost with the disk's last moments, and none may be opened before they sit down
        // or ask for that.
        (Desired::Show(show), _) if !stands && is_unopened(show.to) => return Ok(()),
        // Nobody looks at a table again that is over: what the bot knows of its message to somebody who was forgotten since is in
        // memory alone, and ends with the bot.
        (Desired::Gone | Desired::Forget, Some(record)) if snapshot.table.is_over() && left_behind(world, record) => {
            return Ok(());
        }
        (Desired::Gone | Desired::Forget, Some(_)) => return Err("it ought to be gone".to_owned()),
        (Desired::Show(show), None) if !show.create => return Ok(()),
        // Who opens their private chat again gets the panels of all their tables, but not of those that are over: there is
        // nothing to do any more, and how it ended stands in the channel.
        (Desired::Show(show), _) if show.last && !stands && was_shy(world, snapshot, slot) => return Ok(()),
        (Desired::Show(_), None) => return Err("there is no message".to_owned()),
        (Desired::Show(show), Some(_)) => show,
    };
    reads(world, app, (snapshot, slot), &record, &show, plain).await
}

/// The message to which the one of a slot leads.
async fn linked(world: &World, app: &App, table: u64, slot: Slot, number: u64) -> Option<StandingMessage> {
    match slot {
        Slot::Ping(seat) => {
            let records = app.messages.records(table).await.unwrap_or_default();
            let panel = records.into_iter().find(|(slot, _)| *slot == Slot::Seat(seat));
            // Its person has deleted the panel: the reminder leads there until the next step.
            let state = world.lock();
            let led = state.discord.messages.get(&number).and_then(led_to);
            let led = led.filter(|led| state.discord.deleted.contains(&led.at.message));
            led.or_else(|| panel.and_then(|(_, panel)| panel.located().cloned()))
        }
        // The table's message may have moved since the panel was written for the last time.
        _ => world.lock().discord.messages.get(&number).and_then(led_to),
    }
}

/// Whether a message is in the private chat of somebody who has deauthorised the bot.
fn left_behind(world: &World, record: &Record) -> bool {
    let at = record.location();
    at.is_some_and(|at| world.lock().is_left_behind(at.channel))
}

/// Whether the message of a slot reads as it ought to, if it stands.
async fn reads(
    world: &World,
    app: &App,
    (snapshot, slot): (&TableSnapshot, Slot),
    record: &Record,
    show: &Show,
    plain: bool,
) -> Result<(), String> {
    let letters = app.desired().table(snapshot, DEFAULT_LOCALE, Boards::Text).await;
    let posted = posted(world, app, snapshot).await;
    let state = world.lock();
    let number = number_of(&state, record.standing());
    if matches!(record.message, Noted::Dismissed { .. }) {
        return Ok(());
    }
    if state.discord.deleted.contains(&number) {
        return Ok(());
    }
    // Somebody pressed it once more while the request was under way that took it away. The next press opens another one.
    if matches!(slot, Slot::Here(_)) && state.discord.taken_away.contains(&number) {
        return Ok(());
    }
    let message = state
        .discord
        .messages
        .get(&number)
        .ok_or_else(|| format!("message {number} is not there"))?;
    if let Some(other) = seen_by_another(&state, snapshot, slot, message) {
        return Err(format!("{other} sees it, who does not sit there"));
    }
    let now = state.now();
    match same(message, &show.payload, now) {
        // The last that there is to show may stand in letters for ever.
        Err(_)
            if show.last && slot == Slot::Table && posted.iter().any(|posted| same(message, posted, now).is_ok()) =>
        {
            Ok(())
        }
        Err(_) if show.last && !plain && matches!(slot, Slot::Table) => same(message, &letters.payload, now),
        Err(_) if turned(&state, app, snapshot, slot, number, message) => Ok(()),
        same => same,
    }
}

/// What the message of a table that is over may have shown before one of several bots heard who is forgotten: what is posted
/// stays as it is.
async fn posted(world: &World, app: &App, snapshot: &TableSnapshot) -> Vec<Payload> {
    if app.cluster.is_none() || !snapshot.table.is_over() {
        return Vec::new();
    }
    let (mut posted, named) = (Vec::new(), parting::named(&world.lock(), snapshot));
    for named in named {
        for boards in Boards::ALL {
            posted.push(app.desired().table(&named, DEFAULT_LOCALE, boards).await.payload);
        }
    }
    posted
}

/// The number of a message that stands, or 0.
fn number_of(state: &State, standing: Option<&StandingMessage>) -> u64 {
    let number = match standing {
        Some(standing) if standing.at.message == 0 => {
            let token = standing.token.as_ref();
            token.and_then(|token| state.discord.answer_of(&token.text))
        }
        standing => standing.map(|standing| standing.at.message),
    };
    number.unwrap_or(0)
}

/// The message to which a link of this message leads.
fn led_to(message: &Message) -> Option<StandingMessage> {
    let components = message.components.to_string();
    let (_, address) = components.split_once("https://discord.com/channels/")?;
    let mut ids = address.split('"').next()?.split('/').skip(1);
    let mut id = || ids.next()?.parse().ok();
    let at = Location {
        channel: id()?,
        message: id()?,
    };
    Some(StandingMessage::unknown(at, ""))
}

/// Who sees a seat's message, in private, without being its holder.
fn seen_by_another(state: &State, snapshot: &TableSnapshot, slot: Slot, message: &Message) -> Option<&'static str> {
    let (Slot::Seat(seat) | Slot::Ping(seat) | Slot::Here(seat)) = slot else {
        return None;
    };
    let with_the_bot = || state.discord.chats.iter().find(|(_, chat)| **chat == message.channel);
    let sees = message.only.or_else(|| with_the_bot().map(|(person, _)| *person))?;
    let holder = snapshot.table.seats.get(usize::from(seat))?.person.as_ref();
    let sees = &state.people[sees];
    let other = holder.is_none_or(|holder| holder.id != sees.id);
    (other && !state.is_left_behind(message.channel)).then_some(sees.name)
}

/// Whether a panel shows what somebody turned to in the very moment in which the bot went down: the answer was there, and
/// the note of it was not, which nobody waits for twice. Every button of that page works, and with the next change of the
/// table or the next press it is as any other.
fn turned(state: &State, app: &App, snapshot: &TableSnapshot, slot: Slot, number: u64, message: &Message) -> bool {
    let (Slot::Seat(seat) | Slot::Here(seat)) = slot else {
        return false;
    };
    let on_it = |asked: &&Asked| asked.answer() == Some(number) && asked.handed as usize > asked.done.len();
    state.discord.asked.values().filter(on_it).any(|asked| {
        let Asks::CustomId { press, typed } = &asked.asks else {
            return false;
        };
        let Some(spot) = spot(press, typed.as_deref()) else {
            return false;
        };
        let styles = Confirm::ALL.map(|confirm| {
            [false, true].map(|plain| {
                PanelStyle {
                    confirm,
                    ..PanelStyle::default()
                }
                .plain_if(plain)
            })
        });
        styles.into_iter().flatten().any(|style| {
            let panel = app
                .desired()
                .panel(snapshot, Seat(seat), &spot, DEFAULT_LOCALE, style, None);
            // Its picture would have come behind the words.
            let picture = panel.picture.as_ref().map(|picture| picture.key().into());
            let message = Message {
                picture,
                ..message.clone()
            };
            same(&message, &panel, state.now()).is_ok()
        })
    })
}

/// Where a press turns a panel to.
fn spot(press: &CustomId, typed: Option<&str>) -> Option<PanelState> {
    let spot = |step: &u64, path: &[String], page, tried| PanelState {
        step: Some(*step),
        path: path.to_vec(),
        page,
        tried,
        stale: None,
    };
    let on = |path: &[String], next: String| [path, &[next]].concat();
    match (press, typed.map(str::parse)) {
        (CustomId::Panel { .. }, _) => Some(PanelState::default()),
        (CustomId::Step { step, path, page, .. }, _) => Some(spot(step, path, *page, None)),
        (CustomId::Try { step, path, what, .. }, _) => Some(spot(step, path, 0, Some(what.clone()))),
        (CustomId::Pick { step, path, .. }, Some(Ok(Picked::Preview(what)))) => Some(spot(step, path, 0, Some(what))),
        (CustomId::Pick { step, path, .. }, Some(Ok(Picked::Step(next)))) => Some(spot(step, &on(path, next), 0, None)),
        _ => None,
    }
}

/// Whether a slot is in the private chat of somebody who has ever closed it.
fn was_shy(world: &World, snapshot: &TableSnapshot, slot: Slot) -> bool {
    let (Slot::Seat(seat) | Slot::Ping(seat)) = slot else {
        return false;
    };
    let holder = snapshot.table.seats.get(usize::from(seat));
    let person = holder.and_then(|holder| holder.person.as_ref()).map(|person| person.id);
    let state = world.lock();
    let mut shy = state.discord.were_shy.iter().map(|who| state.people[*who].id);
    shy.any(|shy| Some(shy) == person)
}

/// Whether a message shows this; but for what nobody could notice about its times.
fn same(message: &Message, payload: &Payload, now: i64) -> Result<(), String> {
    // An announcement that says everything stays as it is.
    let announced = payload.is_announcement() && message.content != "";
    let mut wanted = if announced {
        payload.announcement()
    } else {
        payload.body(File::Nothing)
    };
    // The simulated Discord has no emojis.
    (wanted, _) = Emojis::default().put_into(&wanted);
    if wanted["content"].is_null() {
        wanted["content"] = "".into();
    }
    // Where a picture stands is asked below.
    let mut components = message.components.clone();
    if let Some(components) = components.as_array_mut() {
        components.retain(|component| component["type"] != 12);
    }
    let parts = [
        ("the text", &message.content, &wanted["content"]),
        ("the components", &components, &wanted["components"]),
    ];
    for (what, is, ought) in parts {
        let [(words, shown), (wanted, right)] = [is, ought].map(|part| times::split(part.to_string().as_bytes()));
        if words != wanted || times::reading_of(&shown, &right, now) == Reading::Other {
            return Err(format!("{what} are {is} and ought to be {ought}"));
        }
    }
    let picture = payload.picture.as_ref().map(|picture| picture.key().into());
    match message.picture == picture {
        true => Ok(()),
        false => {
            let key = |picture: Option<&Vec<u8>>| picture.map(|key| String::from_utf8_lossy(key).into_owned());
            let (is, ought) = (key(message.picture.as_ref()), key(picture.as_ref()));
            Err(format!("the picture is {is:?} and ought to be {ought:?}"))
        }
    }
}

/// Messages of a table that others can see or that stand in a private chat, and of which nobody knows.
fn strays(state: &State, table: u64, records: &[(Slot, Record)]) -> Vec<String> {
    let known = |number: u64| {
        let mut at = records.iter().filter_map(|(_, record)| record.location());
        at.any(|at| at.message == number)
    };
    let about = |message: &Message| {
        let mut spots = super::request_content::spots(&message.components).into_iter();
        spots.any(|spot| spot.press.table() == Some(table))
    };
    // One that was made without a word of it, and of which Discord was asked too late: it forgets a nonce after some minutes
    // and a token after fifteen, and of a chat with somebody who takes no messages it says nothing. Only who reads the whole
    // channel could find it then. Presses on it are understood all the same.
    let stray = state.discord.messages.iter().filter(|(number, message)| {
        let forgotten = state.discord.forgotten.contains(number);
        let left = forgotten || state.is_left_behind(message.channel);
        message.only.is_none() && !known(**number) && about(message) && !left
    });
    stray
        .map(|(number, message)| {
            format!(
                "message {number} in {} is about table {table} and nobody knows of it",
                message.channel
            )
        })
        .collect()
}

/// Whether nobody was called to a table more than once. Reminders are about a choice, and each is another one; and where
/// Discord was asked too late for what became of a message, it may have been sent twice.
fn called_once(world: &World) {
    let mut state = world.lock();
    let mut called: BTreeMap<(u64, u64), Vec<u64>> = BTreeMap::new();
    for call in &state.discord.calls {
        let messages = called.entry((call.table, call.person)).or_default();
        messages.push(call.message);
    }
    *state.tally.entry("called to a rematch".into()).or_default() += called.len() as u64;
    called.retain(|_, messages| {
        messages.retain(|message| !state.discord.forgotten.contains(message));
        messages.len() > 1
    });
    for ((table, person), messages) in called {
        state.wrong(format!("{person} was called to table {table} by {messages:?}"));
    }
}

/// Where one of these is counted, a bot may not know whether what it wrote is stored.
const DOUBTS: [&str; 5] = [
    "bots that lost their shard",
    "claims cut",
    "crashes",
    "reads gone wrong",
    "writes gone wrong",
];

/// Whether what people were told is so.
fn words_kept(world: &World) {
    let words = words();
    let text = |phrase: Phrase| show::notice(&words, ENGLISH, &phrase, &Numbered).text();
    let unsure = text(Denied::Unavailable.phrase());
    let closed = text(Phrase::new("panel-closed"));
    let failed = text(Phrase::new("press-failed"));
    let mut state = world.lock();
    let state = &mut *state;
    let Some(disk) = state.disk.clone() else { return };
    let mut wrong = Vec::new();
    let doubts = DOUBTS.iter().any(|fault| state.tally.contains_key(*fault));
    for (number, asked) in &state.discord.asked {
        let taken = disk.taken(*number).is_some();
        let says = |all: &[String], text: &str| all.iter().any(|said| said.contains(text));
        let refuses = |all: &[String]| all.iter().any(|said| !said.contains(closed.as_str()));
        if says(&asked.complaints, &failed) {
            wrong.push(format!("the bot failed at {number}"));
        }
        if !is_action(&asked.asks) {
            continue;
        }
        if State::acknowledged(asked) && !refuses(&asked.complaints) {
            *state.tally.entry("acknowledged".into()).or_default() += 1;
            if !taken {
                wrong.push(format!("{number} was acknowledged and is in no log"));
            }
        }
        if refuses(&asked.heard) && taken && !(doubts && says(&asked.heard, &unsure)) {
            wrong.push(format!("{number} was refused and is in a log: {:?}", asked.heard));
        }
    }
    for wrong in wrong {
        state.wrong(wrong);
    }
}
