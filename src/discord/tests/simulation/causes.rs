//! Whether the log of a table leads to what is in hand, and every entry has a cause.

use super::discord::{Asked, Asks};
use super::process::{PATIENCE_MS, TOGETHER_MS, words};
use super::relays;
use super::request_content::may_write;
use super::world::{State, World};
use crate::discord::app::App;
use crate::discord::custom_id::{Boards, CustomId, Picked};
use crate::discord::show::{self, At};
use crate::referee::fair::Secret;
use crate::referee::{Absence, PublicRandomness, Referee, Settings, Table, TableEvent, TableSnapshot};
use crate::rules::{By, Seat};
use crate::store::{Store, Stored};
use crate::words::ENGLISH;

/// Whether the log of a table leads to what is in hand.
pub(super) async fn replays(world: &World, app: &App, table: u64) {
    let (Some(stored), store) = ({
        let state = world.lock();
        let disk = state.disk.as_ref().expect("a disk");
        (disk.look(table), Store::simulated(disk))
    }) else {
        return;
    };
    relays::follow(&mut world.lock(), &stored);
    // Another referee knows nothing but the log.
    let settings = Settings {
        patience_ms: PATIENCE_MS,
        together_ms: TOGETHER_MS,
        ..Settings::default()
    };
    let (referee, _) = Referee::new(store, settings);
    let (Ok(Some(live)), Ok(Some(replayed))) = (app.referee.snapshot(table).await, referee.snapshot(table).await)
    else {
        return world.lock().wrong(format!("table {table} cannot be looked at twice"));
    };
    let outlines = outline(&live).into_iter().zip(outline(&replayed));
    if live.table.seq == replayed.table.seq
        && let Some((one, other)) = outlines.into_iter().find(|(one, other)| one != other)
    {
        world
            .lock()
            .wrong(format!("table {table} is not what its log leads to: {one} or {other}"));
    }
    let mut state = world.lock();
    for (entry, seq) in stored.entries.iter().zip(1..) {
        if entry.seq != seq {
            state.wrong(format!("the log of table {table} has a gap before {}", entry.seq));
        }
    }
    causes(&mut state, &stored, &replayed);
}

/// All that can be seen of a table, and what it counts by.
fn outline(snapshot: &TableSnapshot) -> Vec<String> {
    let table = &snapshot.table;
    let words = words();
    let mut outline = vec![
        format!("{:?}", table.phase),
        format!("{:?}", table.seats),
        format!("{:?}", table.rounds),
        format!("{:?} {:?} {:?}", table.host, table.joins, table.nudged),
        format!("{:?}", table.options),
        format!("{:?}", snapshot.deadlines),
        format!("{:?}", table.totals()),
        show::table(&words, ENGLISH, snapshot, Boards::Text).digest(),
    ];
    for seat in 0..table.seats.len() as u8 {
        let at = At::default();
        outline.push(show::panel(&words, ENGLISH, snapshot, Seat(seat), at, Boards::Text).digest());
    }
    outline
}

/// Whether every entry has a cause: somebody who asked for just that, the computer whose turn it was, the rules, or time.
fn causes(state: &mut State, stored: &Stored, snapshot: &TableSnapshot) {
    let table = stored.table;
    let secret = Secret::from_bytes(stored.secret);
    let mut then = Table::blank(table, stored.channel, stored.guild, snapshot.table.game, secret);
    // When the last entry was written that somebody asked for.
    let mut asked_at = None;
    for entry in &stored.entries {
        let Ok(event) = serde_json::from_str::<TableEvent>(&entry.event) else {
            state.wrong(format!("entry {} of table {table} cannot be read", entry.seq));
            continue;
        };
        let itself = happens_by_itself(&then, &event);
        if then.apply(entry.at, &event).is_err() {
            return state.wrong(format!("entry {} of table {table} is against the rules", entry.seq));
        }
        let Some(interaction) = entry.interaction else {
            // What somebody asks for may take several entries, which are written together.
            if !itself && asked_at != Some(entry.at) {
                state.wrong(format!("entry {} of table {table} was asked for by nobody", entry.seq));
            }
            continue;
        };
        asked_at = Some(entry.at);
        if state.is_parting(interaction, &event) {
            continue;
        }
        let Some(asked) = state.discord.asked.get(&interaction).cloned() else {
            state.wrong(format!("entry {} of table {table} was asked for by nobody", entry.seq));
            continue;
        };
        let person = state.people[asked.person].id;
        if asked.handed == 0
            || !may_write(&asked.asks)
            || !(state.has_parted(asked.person) || is_of(&event, person, snapshot, &asked))
        {
            state.wrong(format!(
                "entry {} of table {table} is not what {interaction} asked for",
                entry.seq
            ));
        }
    }
    relays::check(state, then);
}

/// Whether an event may come at a table without anybody's asking for it.
fn happens_by_itself(table: &Table, event: &TableEvent) -> bool {
    match event {
        TableEvent::Played { by: By::Chance, .. } | TableEvent::Played { lapsed: true, .. } => true,
        TableEvent::Played {
            by: By::Seat(seat),
            what,
            ..
        } => {
            let only = table.play.as_ref().and_then(|play| play.forced());
            table.seats[seat.index()].automatic() || only.is_some_and(|only| only == (*seat, what.clone()))
        }
        TableEvent::Began { .. } => matches!(
            table.randomness,
            PublicRandomness::Drawn(_) | PublicRandomness::Missed(_)
        ),
        TableEvent::StoodIn { why, .. } => *why == Absence::Lapsed,
        TableEvent::Cancelled { person, .. } | TableEvent::Paused { person } => person.is_none(),
        TableEvent::Opened { .. }
        | TableEvent::Sat { .. }
        | TableEvent::SatOn { .. }
        | TableEvent::Rose { .. }
        | TableEvent::LuckAdded { .. }
        | TableEvent::Removed { .. }
        | TableEvent::TermsChanged { .. }
        | TableEvent::Hinted { .. }
        | TableEvent::Abandoned { .. }
        | TableEvent::Crossed { .. }
        | TableEvent::SidesSwapped
        | TableEvent::SeatsSwapped { .. }
        | TableEvent::ComputerSat { .. }
        | TableEvent::ComputerSatOn { .. }
        | TableEvent::ComputerRose
        | TableEvent::BeaconAwaited { .. }
        | TableEvent::Resigned { .. }
        | TableEvent::DrawOffered { .. }
        | TableEvent::DrawOfferWithdrawn { .. }
        | TableEvent::DrawDeclined { .. }
        | TableEvent::DrawAgreed { .. }
        | TableEvent::Returned { .. }
        | TableEvent::PauseWanted { .. }
        | TableEvent::Resumed { .. }
        | TableEvent::Nudged { .. }
        | TableEvent::CloseWanted { .. }
        | TableEvent::ReplaceWanted { .. } => false,
        TableEvent::Arranged { .. }
        | TableEvent::SeatsKept { .. }
        | TableEvent::Resealed { .. }
        | TableEvent::Forgotten
        | TableEvent::Migrated { .. }
        | TableEvent::Outdated
        | TableEvent::BotRemoved
        | TableEvent::BeaconDrawn { .. }
        | TableEvent::BeaconMissed
        | TableEvent::SeatsDrawn { .. }
        | TableEvent::Unranked
        | TableEvent::RoundBegan { .. }
        | TableEvent::Warned { .. }
        | TableEvent::Overdue { .. } => true,
    }
}

/// Whether an event is what this person asked for, as far as its kind says.
fn is_of(event: &TableEvent, person: u64, snapshot: &TableSnapshot, asked: &Asked) -> bool {
    let seat = snapshot.table.seat_of(person);
    match event {
        TableEvent::Opened { host, .. } => host.id == person,
        TableEvent::Sat { person: who, .. } | TableEvent::SatOn { person: who, .. } => who.id == person,
        TableEvent::Rose { person: who }
        | TableEvent::LuckAdded { person: who, .. }
        | TableEvent::Nudged { person: who } => *who == person,
        TableEvent::Cancelled { person: who, .. } => *who == Some(person),
        TableEvent::Resigned { seat: own }
        | TableEvent::DrawOffered { seat: own }
        | TableEvent::DrawOfferWithdrawn { seat: own }
        | TableEvent::DrawDeclined { seat: own }
        | TableEvent::DrawAgreed { seat: own }
        | TableEvent::PauseWanted { seat: own }
        | TableEvent::CloseWanted { seat: own }
        | TableEvent::ReplaceWanted { seat: own, .. } => seat == Some(*own),
        TableEvent::Resumed { person: who } => *who == person,
        TableEvent::Paused { person: who } => *who == Some(person),
        TableEvent::Played { by, what, lapsed, .. } => {
            let chosen = match &asked.asks {
                Asks::CustomId {
                    press: CustomId::Choose { what, .. },
                    ..
                } => Some(what.clone()),
                Asks::CustomId {
                    press: CustomId::Pick { .. },
                    typed: Some(value),
                } => match value.parse() {
                    Ok(Picked::Choice(what)) => Some(what),
                    _ => None,
                },
                Asks::CustomId {
                    press: CustomId::Typed { .. },
                    typed,
                } => typed.clone(),
                _ => None,
            };
            !lapsed && seat.map(By::Seat) == Some(*by) && chosen.is_none_or(|chosen| chosen == *what)
        }
        _ => true,
    }
}
