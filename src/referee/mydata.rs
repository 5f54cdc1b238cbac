//! Everything that is kept of one person, as one document for that person.
//!
//! The document has each row that holds the person's id, and each entry of a log that is about the person: it names them, or
//! tells a choice that was made at their seat. Choices are told of tables that are over. Nobody else's id, name or word stands in
//! the document, and no secret of a table. A log gives no more of an entry than the event: a note beside the event covers the
//! whole position.

use serde_json::{Map, Value, json};

use super::action::Denied;
use super::daily::Day;
use super::edition;
use super::event::TableEvent;
use super::{Referee, Registry, unavailable};
use crate::games;
use crate::rules::{By, Seat};
use crate::store::{DailyAnswer, Entry, Finish, OwnResult, OwnStanding, Shown, Stored};

/// The preference that holds the channel of a person's private chat.
const CHATS: [&str; 2] = ["chat", "chat-before"];

impl Referee {
    /// Everything that is kept of a person. Ids are texts: many readers of JSON round numbers of that size.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn kept_of(&self, person: u64) -> Result<Value, Denied> {
        let Registry { store, .. } = &*self.registry;
        let own = store.own(person).await.map_err(unavailable)?;
        let named = store.naming(person, i64::MIN).await.map_err(unavailable)?;
        let chats = own
            .preferences
            .iter()
            .filter(|(name, _)| CHATS.contains(&name.as_str()));
        let chats: Vec<u64> = chats.filter_map(|(_, value)| value.parse().ok()).collect();
        let mut tables = Vec::new();
        for table in named {
            let stored = store.load(table).await.map_err(unavailable)?;
            let messages = store.shown(table).await.map_err(unavailable)?;
            tables.extend(stored.and_then(|stored| told(&stored, person, &chats, &messages)));
        }
        let listed = self.shown_everywhere(person).await?.is_some();
        let settings: Map<String, Value> = own
            .preferences
            .into_iter()
            .map(|(name, value)| (name, value.into()))
            .collect();
        Ok(json!({
            "format": "whistle/mydata/1",
            "person": person.to_string(),
            "settings": settings,
            "seats": own.seated.iter().map(u64::to_string).collect::<Vec<_>>(),
            "leaderboards": own.standings.iter().map(standing).collect::<Vec<_>>(),
            "ratings": self.ratings_of(&own.results, listed).await?,
            "results": own.results.iter().map(result).collect::<Vec<_>>(),
            "daily": own.daily.iter().map(daily).collect::<Vec<_>>(),
            "tables": tables,
        }))
    }

    /// The ratings that follow from somebody's results: one for each server and game, and one for each game over all servers if
    /// the person is `listed` there.
    async fn ratings_of(&self, results: &[OwnResult], listed: bool) -> Result<Vec<Value>, Denied> {
        let played = results.iter().filter(|own| games::find(&own.result.game).is_some());
        let played = played.filter_map(|own| Some((own.result.guild?, own.result.game.as_str(), own.somebody)));
        let boards = |(guild, game, somebody)| {
            let everywhere = listed.then_some((None, game, somebody));
            everywhere.into_iter().chain([(Some(guild), game, somebody)])
        };
        let mut boards: Vec<(Option<u64>, &str, i64)> = played.flat_map(boards).collect();
        boards.sort_unstable();
        boards.dedup();
        let mut ratings = Vec::new();
        for (guild, game, somebody) in boards {
            let rated = self.rating(guild, game, somebody).await?;
            ratings.extend(rated.map(|row| {
                json!({
                    "server": guild.map(|guild| guild.to_string()),
                    "game": game,
                    "points": row.points,
                    "matches": row.matches,
                    "provisional": row.place.is_none(),
                })
            }));
        }
        Ok(ratings)
    }
}

fn standing(own: &OwnStanding) -> Value {
    let mut told = json!({ "server": own.guild.to_string(), "game": own.game });
    for (name, number) in &own.numbers {
        told[*name] = json!(number);
    }
    told
}

fn daily(answer: &DailyAnswer) -> Value {
    json!({
        "game": answer.game,
        "day": Day::numbered(answer.day).ok().map(|day| day.to_string()),
        "choice": answer.choice,
        "right": answer.right,
        "shared": answer.shared,
        "at": answer.at,
    })
}

fn result(own: &OwnResult) -> Value {
    let result = &own.result;
    json!({
        "table": own.table.to_string(),
        "at": own.at,
        "game_of_match": result.round,
        "server": result.guild.map(|guild| guild.to_string()),
        "game": result.game,
        "name": result.name,
        "points": result.points,
        "won": result.finish == Finish::Won,
        "drawn": result.finish == Finish::Drawn,
        "counts": result.counts,
        "place": result.place,
        "side": result.side,
        "computers": result.computers,
        "number": own.somebody,
    })
}

/// What a table has of a person; `None` if its log does not name them after all.
fn told(stored: &Stored, person: u64, chats: &[u64], messages: &[Shown]) -> Option<Value> {
    let seat = if stored.over { seat_of(stored, person) } else { None };
    let entries: Vec<Value> = stored
        .entries
        .iter()
        .filter_map(|entry| entry_of(entry, person, seat))
        .collect();
    let id = person.to_string();
    let theirs = |row: &&Shown| chats.contains(&row.channel) || row.note.contains(&id);
    let messages: Vec<Value> = messages
        .iter()
        .filter(theirs)
        .map(|row| json!({ "channel": row.channel.to_string(), "message": row.message.to_string() }))
        .collect();
    // What a newer version wrote may be about the person, who is not to take it for nothing.
    let unread = stored.entries.iter().filter(|entry| read(entry).is_none()).count();
    (!entries.is_empty() || unread > 0).then(|| {
        json!({
            "table": stored.table.to_string(),
            "server": stored.guild.map(|guild| guild.to_string()),
            "channel": stored.channel.to_string(),
            "game": stored.game,
            "over": stored.over,
            "entries": entries,
            "entries_of_a_newer_version": unread,
            "messages": messages,
        })
    })
}

/// The seat of a person in the match. No game has to be played through for that: seats are settled before the first one.
fn seat_of(stored: &Stored, person: u64) -> Option<Seat> {
    let first = |entry: &Entry| matches!(read(entry), Some(TableEvent::RoundBegan { .. }));
    let lobby = stored.entries.iter().position(first)?;
    let lobby = Stored {
        entries: stored.entries[..lobby].to_vec(),
        ..stored.clone()
    };
    edition::follow(&lobby).ok()?.table.seat_of(person)
}

fn read(entry: &Entry) -> Option<TableEvent> {
    serde_json::from_str(&entry.event).ok()
}

fn entry_of(entry: &Entry, person: u64, seat: Option<Seat>) -> Option<Value> {
    let event = about(read(entry)?, person, seat)?;
    Some(json!({
        "at": entry.at,
        "interaction": entry.interaction.map(|interaction| interaction.to_string()),
        "event": event,
    }))
}

/// An event as far as it is about a person, and about their seat if that is to be told.
fn about(event: TableEvent, person: u64, seat: Option<Seat>) -> Option<TableEvent> {
    use TableEvent as E;
    let theirs = match &event {
        E::Opened { host: who, .. } | E::Sat { person: who, .. } | E::SatOn { person: who, .. } => who.id == person,
        E::LuckAdded { person: who, .. }
        | E::Rose { person: who }
        | E::Removed { person: who }
        | E::Resumed { person: who }
        | E::Nudged { person: who }
        | E::Abandoned { person: who, .. } => *who == person,
        E::Paused { person: who } | E::Cancelled { person: who, .. } => *who == Some(person),
        E::Arranged { .. } | E::SeatsKept { .. } => return without_others(event, person),
        E::Played { by: By::Seat(of), .. }
        | E::Resigned { seat: of }
        | E::DrawOffered { seat: of }
        | E::DrawOfferWithdrawn { seat: of }
        | E::DrawDeclined { seat: of }
        | E::DrawAgreed { seat: of }
        | E::StoodIn { seat: of, .. }
        | E::Returned { seat: of }
        | E::Warned { seat: of }
        | E::Overdue { seat: of }
        | E::PauseWanted { seat: of }
        | E::Hinted { seat: of }
        | E::CloseWanted { seat: of }
        | E::ReplaceWanted { seat: of, .. } => Some(*of) == seat,
        E::Played { by: By::Chance, .. }
        | E::TermsChanged { .. }
        | E::Crossed { .. }
        | E::SidesSwapped
        | E::SeatsSwapped { .. }
        | E::ComputerSat { .. }
        | E::ComputerSatOn { .. }
        | E::ComputerRose
        | E::BeaconAwaited { .. }
        | E::BeaconDrawn { .. }
        | E::BeaconMissed
        | E::Began { .. }
        | E::Migrated { .. }
        | E::Outdated
        | E::Resealed { .. }
        | E::BotRemoved
        | E::Forgotten
        | E::SeatsDrawn { .. }
        | E::Unranked
        | E::RoundBegan { .. } => false,
    };
    theirs.then_some(event)
}

/// An event that names several people, with this one alone; `None` if it does not name them.
fn without_others(mut event: TableEvent, person: u64) -> Option<TableEvent> {
    let named = match &mut event {
        TableEvent::Arranged { former, invited, .. } => {
            former.retain(|(id, _)| *id == person);
            *invited = invited.filter(|id| *id == person);
            !former.is_empty() || invited.is_some()
        }
        TableEvent::SeatsKept { people } => {
            people.iter_mut().for_each(|id| *id = id.filter(|id| *id == person));
            people.iter().any(Option::is_some)
        }
        _ => false,
    };
    named.then_some(event)
}
