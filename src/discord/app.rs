//! What every handler needs, in one place: the referee, the words, the messages, and who asks.

use std::collections::BTreeMap;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{
    CommandInteraction, ComponentInteraction, GuildId, Member, ModalInteraction, PartialChannel, Permissions, User,
};
use tokio::sync::watch;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::answer::Answer;
use super::desired_messages::{DEFAULT_LOCALE, DesiredMessages, LOCALE};
use super::gateway::passed::Passed;
use super::gateway::shard_health::ShardHealth;
use super::http::Api;
use super::messages::{Messages, Wake};
use super::payload::Payload;
use super::probe::Probe;
use super::show;
use super::threads::Threads;
use super::user_limiter::{Permit, Rejected, UserLimiter};
use crate::games::Options;
use crate::referee::{Action, ActionRequest, Denied, Origin, Person, Referee, TableSnapshot};
use crate::rules::Phrase;
use crate::store::Cluster;
use crate::words::{Numbered, Words};

/// The bot, as its handlers see it.
pub(super) struct App {
    /// The other bots over the same database, if this one has some of its shards only.
    pub(super) cluster: Option<Cluster>,
    /// The referee.
    pub(super) referee: Referee,
    /// All languages.
    pub(super) words: Arc<Words>,
    /// The API client through which the bot answers.
    pub(super) api: Api,
    /// All messages that show a table.
    pub(super) messages: Messages<DesiredMessages>,
    /// The operator's own defaults for games' options, by slug.
    pub(super) defaults: BTreeMap<&'static str, Options>,
    /// Counts the interactions in hand, so that a stop can wait for them.
    pub(super) in_flight: TaskTracker,
    /// Limits how many interactions of one person are in hand at once.
    pub(super) user_limiter: UserLimiter,
    /// The threads that the bot opened recently.
    pub(super) threads: Threads,
    /// Whether the bot still receives what people do.
    pub(super) shard_health: ShardHealth,
    /// The interactions that came over the gateway, and that nobody has in hand yet.
    pub(super) passed: Passed,
    /// The bot's own user id, once the bot is connected; 0 before.
    pub(super) bot: watch::Sender<u64>,
    /// Hooks by which a simulation takes part.
    pub(super) probe: Probe,
}

impl App {
    /// What each message ought to show.
    pub(super) fn desired(&self) -> &DesiredMessages {
        self.messages.source()
    }

    /// Takes an interaction into hand, as soon as the user limiter has a permit for it. Returns `None`, with nothing done,
    /// when the person asks for too much at once or when the same interaction has come before.
    pub(super) async fn admits(&self, asker: &Asker, answer: &Answer<'_>) -> Option<Permit<'_>> {
        match self.user_limiter.enter(asker.person.id, asker.interaction).await {
            Ok(permit) => Some(permit),
            Err(Rejected::Twice) => None,
            Err(Rejected::TooMany) => {
                if self.user_limiter.is_to_be_told(asker.person.id, asker.interaction) {
                    tracing::warn!(
                        interaction = asker.interaction,
                        "somebody asks faster than can be answered"
                    );
                    let phrase = Phrase::new("press-flood");
                    answer.whisper(&self.notice(&asker.locale, &phrase)).await;
                }
                None
            }
        }
    }

    /// Somebody uses a table. Messages of that table that wait for access are tried again if Discord says with the
    /// interaction that the bot has access to its channel. An interaction from another channel says nothing about the table's
    /// channel; retrying there would also show everybody that somebody does something in private.
    pub(super) fn used(&self, asker: &Asker, table: u64) {
        if asker.lacks().is_none() {
            let channel = asker.channel;
            self.messages.wake(Wake::Open { table, channel });
        }
    }

    /// A snapshot of a table, for somebody who may see it from where they are.
    ///
    /// # Errors
    /// When the table cannot be read, or does not concern the asker. In the second case the asker is told that there is no
    /// such table: anybody can put any number into a custom id.
    pub(super) async fn snapshot(&self, asker: &Asker, table: u64) -> Result<TableSnapshot, Denied> {
        match self.referee.snapshot(table).await {
            Ok(Some(snapshot)) if snapshot.table.concerns(asker.person.id, asker.channel) => Ok(snapshot),
            Ok(_) => Err(Denied::NoTable),
            Err(denied @ Denied::Unavailable) => Err(denied),
            // Only the store knows whom a table that cannot be followed concerns.
            Err(denied) if self.referee.concerns(table, asker.person.id, asker.channel).await => Err(denied),
            Err(_) => Err(Denied::NoTable),
        }
    }

    /// The newest snapshot of a table, whomever it concerns; `None` if the table cannot be read.
    pub(super) async fn newest(&self, table: u64) -> Option<TableSnapshot> {
        self.referee.snapshot(table).await.ok().flatten()
    }

    /// A short answer that concerns no table.
    pub(super) fn notice(&self, locale: &str, phrase: &Phrase) -> Payload {
        show::notice(&self.words, locale, phrase, &Numbered)
    }

    /// The answer to somebody whose interaction failed by a fault of ours.
    pub(super) fn fault(&self, locale: &str) -> Payload {
        self.notice(locale, &Phrase::new("press-failed"))
    }

    /// Says why nothing was done, and what the person can do instead.
    pub(super) fn denied(&self, locale: &str, denied: &Denied, snapshot: Option<&TableSnapshot>) -> Payload {
        (self.probe.refused)(snapshot, show::denied(&self.words, locale, denied, snapshot))
    }

    /// Stores the language of a person's interaction, for messages that are sent to them later. Nothing is noted of
    /// somebody who was forgotten and has sat down nowhere since.
    pub(super) async fn heard(&self, asker: &Asker) {
        let store = self.referee.store();
        let known = match store.preference(asker.person.id, LOCALE).await {
            Ok(known) => known,
            Err(_) => return,
        };
        if known.as_deref().unwrap_or(DEFAULT_LOCALE) != asker.locale
            && let Err(error) = store.note_preference(asker.person.id, LOCALE, &asker.locale).await
        {
            tracing::warn!(%error, "could not keep a language");
        }
    }
}

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub(super) struct Asker {
    /// The interaction's id.
    pub(super) interaction: u64,
    /// The person.
    pub(super) person: Person,
    /// The name of their account, which is the same on all servers.
    pub(super) account: String,
    /// Whether they may moderate the channel.
    pub(super) moderator: bool,
    /// Whether they may open threads in the channel.
    pub(super) may_open_threads: bool,
    /// Their language.
    pub(super) locale: String,
    /// The server's language, for messages that everybody reads.
    pub(super) guild_locale: String,
    /// The channel.
    pub(super) channel: u64,
    /// Whether the channel is a thread.
    pub(super) thread: bool,
    /// The server.
    pub(super) guild: Option<u64>,
    /// The bot's permissions in the channel, where Discord says them.
    pub(super) bot_may: Option<Permissions>,
}

/// serenity's kinds of interaction have the same fields and share no trait.
macro_rules! asker_of {
    ($($kind:ty),+) => {
        $(impl From<&$kind> for Asker {
            fn from(interaction: &$kind) -> Asker {
                let member = interaction.member.as_ref().map(|member| -> &Member { member });
                let locale = &interaction.locale;
                Asker {
                    interaction: interaction.id.get(),
                    person: person_of(&interaction.user, member),
                    account: account_of(&interaction.user).to_owned(),
                    moderator: keeps_order(member),
                    may_open_threads: may(member, Permissions::CREATE_PUBLIC_THREADS | Permissions::ADMINISTRATOR),
                    locale: locale.clone(),
                    // A private chat has no server, and its only reader is the person.
                    guild_locale: interaction.guild_locale.as_ref().unwrap_or(locale).clone(),
                    channel: interaction.channel_id.get(),
                    thread: interaction.channel.as_ref().is_some_and(is_thread),
                    guild: interaction.guild_id.map(GuildId::get),
                    bot_may: interaction.app_permissions,
                }
            }
        })+
    };
}

asker_of!(CommandInteraction, ComponentInteraction, ModalInteraction);

/// The person, with the name that the server shows for them.
fn person_of(user: &User, member: Option<&Member>) -> Person {
    let nick = member.and_then(|member| member.nick.as_deref());
    Person {
        id: user.id.get(),
        name: nick.unwrap_or(account_of(user)).to_owned(),
    }
}

/// The name that a person has where no server shows another one for them.
fn account_of(user: &User) -> &str {
    user.global_name.as_ref().unwrap_or(&user.name)
}

fn keeps_order(member: Option<&Member>) -> bool {
    may(
        member,
        Permissions::MANAGE_CHANNELS | Permissions::MANAGE_MESSAGES | Permissions::ADMINISTRATOR,
    )
}

/// Whether a member has any of these permissions in the interaction's channel.
fn may(member: Option<&Member>, any: Permissions) -> bool {
    let may = member.and_then(|member| member.permissions);
    may.is_some_and(|may| may.intersects(any))
}

fn is_thread(channel: &PartialChannel) -> bool {
    use serenity::ChannelType::{NewsThread, PrivateThread, PublicThread};
    matches!(channel.kind, NewsThread | PrivateThread | PublicThread)
}

impl Asker {
    /// The request to the referee for an action of theirs.
    pub(super) fn act(&self, action: Action) -> ActionRequest {
        ActionRequest {
            interaction: self.interaction,
            who: self.person.clone(),
            from: Some(Origin {
                channel: self.channel,
                moderator: self.moderator,
            }),
            action,
        }
    }

    /// Whether the bot may attach files in the channel of a server; `None` where Discord does not say.
    pub(super) fn may_attach(&self) -> Option<bool> {
        let may = self.bot_may.filter(|_| self.guild.is_some())?;
        Some(may.intersects(Permissions::ATTACH_FILES | Permissions::ADMINISTRATOR))
    }

    /// The permission that the bot lacks here to keep a table, by its key in the words; `None` when it lacks none.
    pub(super) fn lacks(&self) -> Option<&'static str> {
        self.lacks_here(self.thread)
    }

    /// As [`Asker::lacks`], for a thread of this channel: a thread has the channel's permissions.
    pub(super) fn lacks_in_threads(&self) -> Option<&'static str> {
        self.lacks_here(true)
    }

    fn lacks_here(&self, thread: bool) -> Option<&'static str> {
        let may = self.bot_may.filter(|_| self.guild.is_some())?;
        if may.contains(Permissions::ADMINISTRATOR) {
            return None;
        }
        let send = if thread {
            (Permissions::SEND_MESSAGES_IN_THREADS, "permission-send-threads")
        } else {
            (Permissions::SEND_MESSAGES, "permission-send")
        };
        let needed = [
            (Permissions::VIEW_CHANNEL, "permission-view"),
            send,
            (Permissions::EMBED_LINKS, "permission-embed"),
        ];
        needed
            .into_iter()
            .find(|(permission, _)| !may.contains(*permission))
            .map(|(_, key)| key)
    }
}

/// Counts one more interaction in hand until the token is dropped, so that a stop can wait for it; `None` once a stop has
/// closed the tracker.
pub(super) fn take_in_hand(in_flight: &TaskTracker) -> Option<TaskTrackerToken> {
    // The token first: whoever closes the tracker in between waits for it.
    let token = in_flight.token();
    (!in_flight.is_closed()).then_some(token)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn asker(bot_may: Permissions, thread: bool, guild: Option<u64>) -> Asker {
        Asker {
            interaction: 1,
            person: Person {
                id: 2,
                name: "Ana".to_owned(),
            },
            account: "Ana".to_owned(),
            moderator: false,
            may_open_threads: false,
            locale: "de".to_owned(),
            guild_locale: "en-US".to_owned(),
            channel: 3,
            thread,
            guild,
            bot_may: Some(bot_may),
        }
    }

    #[test]
    fn the_first_missing_permission_is_named() {
        let all = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES | Permissions::EMBED_LINKS;
        assert_eq!(asker(all, false, Some(4)).lacks(), None);
        assert_eq!(
            asker(all - Permissions::EMBED_LINKS, false, Some(4)).lacks(),
            Some("permission-embed")
        );
        assert_eq!(
            asker(all - Permissions::SEND_MESSAGES, false, Some(4)).lacks(),
            Some("permission-send")
        );
        assert_eq!(
            asker(all - Permissions::VIEW_CHANNEL, false, Some(4)).lacks(),
            Some("permission-view")
        );
        assert_eq!(asker(all, true, Some(4)).lacks(), Some("permission-send-threads"));
        assert_eq!(asker(Permissions::ADMINISTRATOR, false, Some(4)).lacks(), None);
        assert_eq!(asker(Permissions::empty(), false, None).lacks(), None);
    }

    #[test]
    fn only_a_server_says_whether_files_may_be_attached() {
        let may = |bot_may, guild| asker(bot_may, false, guild).may_attach();
        assert_eq!(may(Permissions::SEND_MESSAGES, Some(4)), Some(false));
        assert_eq!(may(Permissions::ATTACH_FILES, Some(4)), Some(true));
        assert_eq!(may(Permissions::ADMINISTRATOR, Some(4)), Some(true));
        assert_eq!(may(Permissions::SEND_MESSAGES, None), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_waits_for_what_is_in_hand_and_takes_no_more() {
        let in_flight = TaskTracker::new();
        let token = take_in_hand(&in_flight).expect("open");
        in_flight.close();
        let closing = tokio::spawn({
            let in_flight = in_flight.clone();
            async move { in_flight.wait().await }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!closing.is_finished());
        assert!(take_in_hand(&in_flight).is_none());
        drop(token);
        closing.await.expect("closed");
    }
}
