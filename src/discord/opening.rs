//! Opening tables: by a start command, by `/play`, by a rematch, and in a thread if the channel already has a table. If
//! somebody else has opened the rematch first, asking for it means sitting down there.
//!
//! The lobby is the answer to the interaction itself, so it appears at once. From then on it is an ordinary message of its
//! slot.

use serde_json::Value;

use super::answer::Said;
use super::app::{App, Asker};
use super::custom_id::{CustomId, pack};
use super::handler::{Done, Handler, Refusal, lacking};
use super::http::Failure;
use super::messages::{Record, Slot, Writer};
use super::play::Play;
use super::show::Taken;
use super::{clock_options, limits, private, show};
use crate::games::{self, GameEntry, LobbyShape, Options};
use crate::player::Level;
use crate::referee::{Action, Arrangement, Clock, Denied, Opening, TableSnapshot};
use crate::rules::{Phrase, SetupError};
use crate::words;

/// The option of a start command for somebody whom the lobby invites.
pub(super) const WITH: &str = "with";
/// The option of a start command for the level of computer players.
pub(super) const LEVEL: &str = "level";

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The game.
    pub(super) game: &'static GameEntry,
    /// The options that were asked for.
    pub(super) options: Options,
    /// The clock.
    pub(super) clock: Option<Clock>,
    /// Computer players from the start.
    pub(super) computers: u8,
    /// The level of computer players for whom nobody chooses another, if one was asked for.
    pub(super) level: Option<Level>,
    /// The turns' rest and the sides, for games that have them.
    pub(super) arrangement: Arrangement,
}

impl Wanted {
    /// What a start command can say. The clock and its rest are in seconds; a clock of 0 is none.
    pub(super) fn started(
        game: &'static GameEntry,
        options: Options,
        (clock, rest): (u32, u32),
        (computers, level): (u8, Option<Level>),
    ) -> Wanted {
        Wanted {
            game,
            options,
            clock: (clock > 0).then_some(Clock { seconds: clock }),
            computers,
            level,
            arrangement: Arrangement {
                rest,
                ..Arrangement::default()
            },
        }
    }

    /// What somebody has chosen in the message of `/play`.
    pub(super) fn of_play(app: &App, play: &Play) -> Wanted {
        let usual = app.defaults.get(play.game.slug).cloned().unwrap_or_default();
        let rest = clock_options::usual_rest(play.game, play.clock);
        let options = play.options(&usual);
        Wanted::started(play.game, options, (play.clock, rest), (play.computers(), play.level))
    }

    /// A rematch of a table. It expects everybody who sat there, on their sides or with their partners if there are any;
    /// computer players sit there already.
    pub(super) fn again(snapshot: &TableSnapshot) -> Wanted {
        let table = &snapshot.table;
        let mut computers = Vec::new();
        let mut former = Vec::new();
        for holder in &table.seats {
            match &holder.person {
                Some(person) => former.push((person.id, holder.side)),
                None => computers.push((holder.side, holder.level)),
            }
        }
        // If the game adds such seats by itself, it will add them again.
        let laid = table.game.fit_to_players(&table.wanted, former.len() as u8);
        let as_before = |(options, seats)| usize::from(seats) == table.seats.len() && options == table.options;
        if table.game.sides.is_none() && laid.is_ok_and(as_before) {
            computers.clear();
        }
        Wanted {
            game: table.game,
            options: table.wanted.clone(),
            clock: table.clock,
            computers: 0,
            level: Some(table.level),
            arrangement: Arrangement {
                rest: table.turns.rest,
                former,
                rematch_of: Some(table.id),
                computers,
                invited: None,
                kept_seats: table.seats_in_pairs(),
                hints: table.hints,
            },
        }
    }

    /// The same in another channel: there, nobody is to learn who else has played.
    pub(super) fn elsewhere(mut self, asker: &Asker) -> Wanted {
        self.arrangement.former.retain(|(person, _)| *person == asker.person.id);
        self.arrangement.kept_seats.clear();
        self
    }

    fn opening(&self, asker: &Asker, channel: u64) -> Opening {
        Opening {
            interaction: asker.interaction,
            channel,
            guild: asker.guild,
            host: asker.person.clone(),
            game: self.game.slug.to_owned(),
            options: self.options.clone(),
            clock: self.clock,
            computers: self.computers,
            level: self.level.unwrap_or_default(),
            arrangement: self.arrangement.clone(),
        }
    }

    /// Whether the live table of the asker's channel is a rematch of the same table.
    async fn is_played_at(&self, app: &App, asker: &Asker, table: u64) -> bool {
        let rematch_of = self.arrangement.rematch_of;
        let snapshot = app.snapshot(asker, table).await;
        rematch_of.is_some() && snapshot.is_ok_and(|snapshot| snapshot.table.rematch_of == rematch_of)
    }

    /// How many computer players sit down at once.
    fn all_computers(&self) -> u8 {
        let again = u8::try_from(self.arrangement.computers.len()).unwrap_or(u8::MAX);
        self.computers.saturating_add(again)
    }

    /// Why no table can be opened for this, whoever comes; a press can be forged.
    fn hopeless(&self) -> Option<Denied> {
        let computers = self.all_computers();
        if computers >= *self.game.people.end() {
            return Some(Denied::Full);
        }
        let lobby_shape = LobbyShape {
            people: 1 + computers,
            on: None,
            clock: self.clock.map(|clock| clock.seconds),
        };
        let laid = self.game.fit_to_table(&self.options, lobby_shape).map(drop);
        let never = |error: &SetupError| matches!(error, SetupError::Unknown(_) | SetupError::Value { .. });
        let why = laid.err().filter(never);
        why.or_else(|| self.game.suits_somebody(&self.options).err())
            .map(Denied::from)
    }

    /// The custom id of the button that opens a thread for this, if a custom id can hold it. It leaves out options that only
    /// the operator can set: the defaults add them again. The computer players of a rematch all have the first one's level
    /// there.
    fn press(&self, defaults: Option<&Options>) -> Option<CustomId> {
        let comes = |name: &str, value: &Value| {
            let usual = defaults.and_then(|defaults| defaults.get(name));
            value.is_object() && usual == Some(value)
        };
        let said = self.options.iter().filter(|(name, value)| !comes(name, value));
        let said: Options = said.map(|(name, value)| (name.clone(), value.clone())).collect();
        let again = self.arrangement.computers.first();
        let custom_id = CustomId::Thread {
            game: self.game.slug.to_owned(),
            clock: self.clock.map_or(0, |clock| clock.seconds),
            rest: self.arrangement.rest,
            computers: self.all_computers(),
            level: again.map(|(_, level)| *level).or(self.level),
            options: pack(&said)?,
            invited: self.arrangement.invited,
        };
        custom_id.fits().then_some(custom_id)
    }

    /// Reads such a press, if a start command could say the same.
    pub(super) fn of_press(
        app: &App,
        game: &str,
        (clock, rest): (u32, u32),
        computers: (u8, Option<Level>),
        said: Options,
    ) -> Option<Wanted> {
        let game = games::find(game).filter(|game| clock_options::offers(game, clock, rest))?;
        let mut options = app.defaults.get(game.slug).cloned().unwrap_or_default();
        options.retain(|_, value| value.is_object());
        options.extend(said);
        Some(Wanted::started(game, options, (clock, rest), computers))
    }

    /// The same with an invitation.
    pub(super) fn inviting(mut self, invited: Option<u64>) -> Wanted {
        self.arrangement.invited = invited;
        self
    }
}

/// Opens a table in the channel of the interaction, and answers with its lobby.
///
/// # Errors
/// Why no table was opened.
pub(super) async fn here(by: &Handler<'_>, wanted: &Wanted) -> Done {
    let Some((writer, snapshot)) = open(by, wanted).await? else {
        return Ok(());
    };
    let said = by.post(&writer, &snapshot).await;
    drop(writer);
    if !matches!(said, Said::As(_)) {
        by.app.messages.changed(snapshot.table.id);
        by.say(&Phrase::new("start-below")).await;
    }
    Ok(())
}

/// Opens a table in the channel of the interaction, whose answer is free for the message that was pressed: the lobby comes
/// as a message of its own. Returns whether the table is open and the asker was told nothing yet.
///
/// # Errors
/// Why no table was opened.
pub(super) async fn beside(by: &Handler<'_>, wanted: &Wanted) -> Result<bool, Refusal> {
    let Some((writer, snapshot)) = open(by, wanted).await? else {
        return Ok(false);
    };
    speak(by, &writer).await;
    drop(writer);
    by.app.messages.changed(snapshot.table.id);
    Ok(true)
}

/// Sets the language of a new table's public message.
async fn speak(by: &Handler<'_>, writer: &Writer) {
    let record = Record {
        locale: Some(by.asker.guild_locale.clone()),
        ..writer.record()
    };
    writer.keep(record).await;
}

/// Opens a table in the channel of the interaction, and holds its public message; `None` if the asker was told why there is
/// no new table, or if the same interaction was answered before.
async fn open(by: &Handler<'_>, wanted: &Wanted) -> Result<Option<(Writer, TableSnapshot)>, Refusal> {
    let Handler { app, asker, .. } = by;
    by.lacks_nothing()?;
    // Whoever came into such a lobby would wait for a match that cannot begin.
    let suits = wanted.game.suits_somebody(&wanted.options);
    suits.map_err(Denied::from)?;
    // Held before the table exists, so that the worker does not send the same lobby once more.
    let writer = app.messages.writer(asker.interaction, Slot::Table).await?;
    private::meet(by).await;
    let snapshot = match app.referee.open(wanted.opening(asker, asker.channel)).await {
        Ok(snapshot) => snapshot,
        Err(Denied::ChannelTaken { table }) => {
            drop(writer);
            app.used(asker, table);
            match wanted.is_played_at(app, asker, table).await {
                true => join(by, wanted, table).await,
                false => taken(by, wanted, (Taken::Other, table)).await,
            }
            return Ok(None);
        }
        Err(denied) => return Err(denied.into()),
    };
    if writer.record().location().is_some() {
        // The same interaction was delivered twice: its lobby stands already.
        return Ok(None);
    }
    Ok(Some((writer, snapshot)))
}

/// Sits the asker down at the rematch that somebody else has opened first: asking for the rematch counts as asking for a
/// seat.
async fn join(by: &Handler<'_>, wanted: &Wanted, table: u64) {
    let Handler { app, asker, .. } = by;
    private::meet(by).await;
    let joined = |snapshot: &TableSnapshot, now| show::joined(&app.words, &asker.locale, snapshot, now);
    let payload = match app.referee.act(table, asker.act(Action::Sit)).await {
        Ok(snapshot) => joined(&snapshot, true),
        Err(Denied::Begun) => return taken(by, wanted, (Taken::Begun, table)).await,
        Err(Denied::Full) => return taken(by, wanted, (Taken::Full, table)).await,
        Err(denied) => match (denied, app.newest(table).await) {
            (Denied::AlreadySeated, Some(snapshot)) => joined(&snapshot, false),
            (denied, snapshot) => app.denied(&asker.locale, &denied, snapshot.as_ref()),
        },
    };
    by.whisper(&payload).await;
}

/// Tells the asker that the channel has a table, and offers a thread.
async fn taken(by: &Handler<'_>, wanted: &Wanted, (why, table): (Taken, u64)) {
    let Handler { app, asker, .. } = by;
    // No thread can be opened in a thread or in a private chat.
    let custom_id = if asker.thread || asker.guild.is_none() || !asker.may_open_threads {
        None
    } else {
        wanted.press(app.defaults.get(wanted.game.slug))
    };
    let payload = show::taken(&app.words, &asker.locale, why, table, custom_id.as_ref());
    by.whisper(&payload).await;
}

/// Opens a thread in the channel and a table in the thread; returns the thread. `offer` is the message that offered it: two
/// presses there open only one thread.
///
/// # Errors
/// Why no thread was opened.
pub(super) async fn in_thread(by: &Handler<'_>, wanted: &Wanted, offer: u64) -> Result<u64, Refusal> {
    let Handler { app, asker, .. } = by;
    // Held from the start: a second press right after the first must find the first one's thread.
    let _alone = app.messages.writer(offer, Slot::Table).await?;
    let writer = app.messages.writer(asker.interaction, Slot::Table).await?;
    // The same press was delivered twice: the thread exists.
    if let Ok(Some(snapshot)) = app.referee.snapshot(asker.interaction).await {
        return Ok(snapshot.table.channel);
    }
    if let Some(thread) = app.threads.get(&offer) {
        return Ok(thread);
    }
    // A thread without a possible table would be left behind empty.
    if let Some(denied) = wanted.hopeless() {
        return Err(denied.into());
    }
    if let Some(lacks) = asker.lacks_in_threads() {
        return Err(lacking(lacks).into());
    }
    if !asker.may_open_threads {
        return Err(Phrase::new("thread-not-yours").into());
    }
    app.referee.may_sit_down(asker.person.id).await?;
    let name = thread_name(app, asker, wanted.game);
    let thread = app.api.open_thread(asker.channel, &name).await.map_err(|failure| {
        tracing::info!(interaction = asker.interaction, %failure, "a thread could not be opened");
        Phrase::new(match failure {
            Failure::NoAccess { .. } | Failure::GoneChannel => "thread-lacks",
            Failure::TooManyThreads => "thread-crowded",
            _ => "thread-failed",
        })
    })?;
    private::meet(by).await;
    app.referee.open(wanted.opening(asker, thread)).await?;
    app.threads.insert(offer, thread);
    speak(by, &writer).await;
    drop(writer);
    app.messages.changed(asker.interaction);
    Ok(thread)
}

/// The name of the thread for somebody's table.
fn thread_name(app: &App, asker: &Asker, game: &GameEntry) -> String {
    let title = app.words.message(&asker.guild_locale, &format!("{}-name", game.slug));
    let title = title.unwrap_or_else(|| game.slug.to_owned());
    titled(title, &asker.person.name)
}

/// The name of a thread, from the game's name and the opener's. Discord does not read it as markup.
fn titled(title: String, person: &str) -> String {
    let name = match words::clean_name(person) {
        Some(person) => format!("{title} · {}", words::plain(&person)),
        None => title,
    };
    limits::fit(&name, limits::THREAD_NAME)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::CATALOGUE;
    use crate::referee::fair::Secret;
    use crate::referee::{Person, Table, TableEvent};

    #[test]
    fn a_thread_is_called_by_what_can_be_seen_of_a_name() {
        let named = |person: &str| titled("Binome".to_owned(), person);
        assert_eq!(named("Ana *the* great"), "Binome · Ana *the* great");
        assert_eq!(named("\u{202e}Ana\u{200b}\n"), "Binome · Ana");
        assert_eq!(named("\u{200b}"), "Binome");
    }

    fn wanted(computers: u8, option: &str) -> Wanted {
        let options = [(option.to_owned(), true.into())].into_iter();
        Wanted {
            game: &CATALOGUE[0],
            options: options.filter(|(name, _): &(String, _)| !name.is_empty()).collect(),
            clock: None,
            computers,
            level: None,
            arrangement: Arrangement::default(),
        }
    }

    #[test]
    fn no_thread_is_opened_for_a_table_that_cannot_be() {
        let most = *CATALOGUE[0].people.end();
        assert_eq!(wanted(0, "").hopeless(), None);
        assert_eq!(wanted(most - 1, "").hopeless(), None);
        assert_eq!(wanted(most, "").hopeless(), Some(Denied::Full));
        assert_eq!(wanted(u8::MAX, "").hopeless(), Some(Denied::Full));
        assert!(matches!(wanted(0, "never heard of").hopeless(), Some(Denied::Setup(_))));
        let mut boat = wanted(0, "boat");
        assert_eq!(boat.hopeless(), None, "more may come");
        boat.options.insert("battle".to_owned(), true.into());
        assert!(matches!(boat.hopeless(), Some(Denied::Setup(_))), "nobody can play so");
    }

    #[test]
    fn a_thread_is_offered_whatever_the_operator_has_set_for_all_games() {
        let values = serde_json::json!({ "by10": 5 });
        let mut strict = wanted(0, "strict");
        strict.options.insert("values".to_owned(), values.clone());
        assert_eq!(strict.press(None), None, "no custom id holds all that");
        let usual = Options::from_iter([("values".to_owned(), values), ("boat".to_owned(), true.into())]);
        let custom_id = strict.press(Some(&usual));
        assert!(matches!(custom_id, Some(CustomId::Thread { options, .. }) if options == "strict"));
    }

    /// A lobby of one person and computer players of these levels.
    fn table(game: &str, levels: [u8; 2]) -> TableSnapshot {
        let level = |number| Level::new(number).expect("a level");
        let game = games::find(game).expect("in the catalogue");
        let mut table = Table::blank(7, 5, None, game, Secret::from_bytes([7; 32]));
        let host = Person {
            id: 1,
            name: "Ana".to_owned(),
        };
        let opened = TableEvent::Opened {
            options: Options::new(),
            clock: None,
            host,
            computers: 0,
            level: level(2),
            join: 9,
            seal: None,
        };
        let computers = levels.map(|number| TableEvent::ComputerSat { level: level(number) });
        for event in std::iter::once(opened).chain(computers) {
            table.apply(0, &event).expect("people sit down");
        }
        TableSnapshot {
            table: Arc::new(table),
            deadlines: Vec::new(),
            patience: Vec::new(),
            next_round_at: None,
        }
    }

    #[test]
    fn a_rematch_keeps_the_level_of_each_computer_player_and_of_the_table() {
        let levels = |wanted: &Wanted| -> Vec<u8> {
            // Where there are sides, the computer players stand there by their sides.
            let computers = wanted.arrangement.computers.iter();
            let mut levels: Vec<u8> = computers.map(|(_, level)| level.number()).collect();
            levels.sort_unstable();
            levels
        };
        for game in ["binome", "binmat"] {
            let again = Wanted::again(&table(game, [1, 6]));
            assert_eq!((levels(&again), again.computers), (vec![1, 6], 0), "{game}");
            assert_eq!(again.level, Level::new(2).ok());
        }
    }

    #[test]
    fn a_rematch_in_a_thread_has_as_many_computer_players_of_the_first_ones_level() {
        let again = Wanted::again(&table("binome", [5, 6]));
        let Some(CustomId::Thread { computers, level, .. }) = again.press(None) else {
            panic!("a custom id holds that")
        };
        assert_eq!((computers, level), (2, Level::new(5).ok()));
        let mut many = again;
        many.arrangement.computers = vec![(0, Level::default()); 300];
        assert_eq!(many.hopeless(), Some(Denied::Full));
    }
}
