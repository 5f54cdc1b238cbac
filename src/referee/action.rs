//! What people may request of a table, and why the table may deny it.

use super::event::{Clock, Person};
use super::leads::Leads;
use super::state::Partner;
use crate::games::Options;
use crate::player::Level;
use crate::rules::{Arg, Phrase, Refusal, Seat, SeatSet, SetupError};
use crate::store::Store;

/// A person's request to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRequest {
    /// The id of the interaction that asks; a table never accepts the same one twice.
    pub interaction: u64,
    /// Who asks.
    pub who: Person,
    /// Where they ask, if known.
    pub from: Option<Origin>,
    /// The action that they ask for.
    pub action: Action,
}

/// Where a request comes from, perhaps far from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The channel.
    pub channel: u64,
    /// Whether the person is a moderator of that channel.
    pub moderator: bool,
}

impl ActionRequest {
    /// Whether the person is a moderator of this channel. A moderator of another channel has no power here, even in the
    /// same server: many people moderate a channel of their own.
    pub(super) fn keeps_order(&self, channel: u64) -> bool {
        self.from.is_some_and(|from| from.moderator && from.channel == channel)
    }
}

/// What follows when somebody leaves a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Nobody else is left, so the table closes.
    Closes,
    /// The match goes on, and the person is last in it.
    Forfeits,
    /// The match goes on, and the game is not ranked.
    Unranked,
}

/// An action that people can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sit down in the lobby.
    Sit,
    /// Get up in the lobby; in a match, leave the seat to a stand-in. If it is a match, the asker must confirm first
    /// ([`Denied::UnsureToLeave`]).
    AskLeave,
    /// The same by somebody who was told what follows. If something else follows by now, they are asked again.
    Leave {
        /// What they were told.
        told: Leaving,
    },
    /// Seat one more computer player (host).
    AddComputer {
        /// Its level; `None` is the table's.
        level: Option<Level>,
    },
    /// Send a computer player away (host).
    RemoveComputer,
    /// Change options or the clock in the lobby (host).
    ChangeTerms(TermsChange),
    /// Add a word to chance in the lobby; an empty one is made up.
    AddLuck {
        /// The word as it was typed.
        word: String,
    },
    /// Take somebody else out of the lobby (host).
    Remove {
        /// Their id.
        person: u64,
    },
    /// Sit down on a side in the lobby, or go over to it.
    SitOn {
        /// Which side.
        side: u8,
    },
    /// Seat one more computer player on a side (host).
    AddComputerOn {
        /// Which side.
        side: u8,
        /// Its level; `None` is the table's.
        level: Option<Level>,
    },
    /// Move people and computer players over until the sides are as large and as strong as each other as can be (host).
    Balance {
        /// How strong those are who may sit there. The referee looks that up
        /// ([`Referee::act`](super::Referee::act)), whatever is said here.
        leads: Leads,
    },
    /// Move everybody to the other side (host).
    SwapSides,
    /// Begin the match (host).
    Begin,
    /// Make a choice.
    Choose {
        /// The step that the pressed button was drawn for ([`Table::offered`](super::Table::offered)); `None` for a typed
        /// choice.
        step: Option<u64>,
        /// The choice, in notation or as a person types it.
        what: String,
    },
    /// Begin the next game now.
    NextRound {
        /// The game that is over.
        after: u32,
    },
    /// Seat a stand-in for somebody who does not answer (after a fair time the host, a moderator, or a majority of the others;
    /// before that a majority of at least two others).
    Replace {
        /// Their seat.
        seat: Seat,
    },
    /// Take one's own seat back from the stand-in.
    Return,
    /// Nudge those whose decisions the game waits for.
    Nudge,
    /// Take a hint for one's own decision; [`Referee::hint`](super::Referee::hint) finds it.
    Hint,
    /// Ask for a pause of the turn clock, or agree on one.
    Pause,
    /// End a pause.
    Resume,
    /// Resign the current game, which the other seat then wins.
    Resign {
        /// Which game of the match was meant.
        round: u32,
    },
    /// Offer the other seat a draw, or agree to its offer.
    OfferDraw {
        /// Which game of the match was meant.
        round: u32,
    },
    /// Answer the other seat's offer of a draw.
    AnswerDrawOffer {
        /// The entry of the log with the offer ([`Table::offer`](super::Table::offer)).
        offer: u64,
        /// Whether to agree to the draw.
        agree: bool,
    },
    /// Withdraw one's own draw offer.
    WithdrawDrawOffer {
        /// The entry of the log with the offer.
        offer: u64,
    },
    /// Close the table (host or moderator, or a majority of those who play). If that ends a match, the asker must confirm
    /// first ([`Denied::Unsure`]).
    AskCancel,
    /// The same by somebody who was told what follows. If something else follows by now, they are asked again.
    Cancel {
        /// Who is last in the match then, as they were told.
        last: SeatSet,
    },
}

/// What a host wants changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermsChange {
    /// The options to change, with their new values; `null` stands for an option that is not requested any more.
    pub options: Options,
    /// The new clock and its rest in seconds, if these change.
    pub clock: Option<(Option<Clock>, u32)>,
    /// Whether people may take hints from now on, if that changes.
    pub hints: Option<bool>,
    /// The host's new partner, where four play in pairs.
    pub partner: Option<Partner>,
}

/// Why a table denied a request. Nothing changed. A denial says nothing that the asker may not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// There is no such table (any more).
    #[error("no such table")]
    NoTable,
    /// The table is over.
    #[error("the table is over")]
    Over,
    /// A live table is already in this channel.
    #[error("the channel has a table already")]
    ChannelTaken {
        /// The live table.
        table: u64,
    },
    /// The person still plays at a table, and wants to be forgotten.
    #[error("they still play at a table")]
    StillPlays {
        /// The table's channel.
        channel: u64,
    },
    /// The person sits at as many tables as anybody may.
    #[error("they sit at as many tables as anybody may")]
    ManyTables,
    /// No game of that name.
    #[error("no such game")]
    NoGame,
    /// The match has begun; the action was for the lobby.
    #[error("the match has begun")]
    Begun,
    /// The match begins in a moment, with public randomness; the action was for the lobby.
    #[error("the match begins in a moment")]
    Beginning,
    /// The match has not begun; the action was for the game.
    #[error("the match has not begun")]
    NotBegun,
    /// Every seat is taken.
    #[error("the table is full")]
    Full,
    /// Every seat of that side is taken.
    #[error("the side is full")]
    SideFull,
    /// This game is not played by sides.
    #[error("there are no sides")]
    NoSides,
    /// The sides are as even as can be.
    #[error("the sides are even")]
    EvenSides,
    /// The person sits there already.
    #[error("already seated")]
    AlreadySeated,
    /// The person does not sit there.
    #[error("not seated")]
    NotSeated,
    /// Only the host may do that.
    #[error("only the host may do that")]
    NotHost {
        /// The host's seat.
        host: Seat,
    },
    /// Only the host may do that until the table counts as abandoned; then anybody may.
    #[error("only the host may do that yet")]
    NotAbandoned {
        /// The host's seat.
        host: Seat,
        /// From when on, in milliseconds since the epoch.
        from: i64,
    },
    /// The person has voted already for closing the table, and votes are missing. Anybody may close it once it counts as
    /// abandoned.
    #[error("wished already, and not abandoned")]
    CloseVotedAlready {
        /// How many more must.
        missing: usize,
        /// From when on anybody may, in milliseconds since the epoch.
        from: i64,
    },
    /// The host has removed the person from this lobby.
    #[error("taken out of the lobby")]
    Removed,
    /// The host cannot remove themselves from the lobby.
    #[error("their own seat")]
    OwnSeat,
    /// The person to remove from the lobby does not sit there (any more).
    #[error("nobody sits there")]
    NobodyThere,
    /// The person has added as many words to chance as anybody may.
    #[error("enough luck of their own")]
    LuckEnough,
    /// The person has sat down, got up and changed things in this lobby too often.
    #[error("too many changes in the lobby")]
    RestlessLobby,
    /// The person has done too much that moves nothing on since the last decision came up.
    #[error("too many actions since the last decision")]
    Restless,
    /// The person has voted for that already, and votes are missing.
    #[error("wished already")]
    VotedAlready {
        /// How many more must.
        missing: usize,
    },
    /// There is no computer player to send away.
    #[error("no computer player")]
    NoComputer,
    /// The button belongs to an earlier step.
    #[error("stale step")]
    Stale,
    /// The game waits for others, not for this person.
    #[error("not awaited")]
    NotAwaited,
    /// A stand-in plays for the person, who can take the seat back.
    #[error("a stand-in plays")]
    StoodIn,
    /// No stand-in plays for the person.
    #[error("no stand-in plays")]
    NotStoodIn,
    /// The computer plays that seat already.
    #[error("the computer plays there")]
    Automatic,
    /// The game does not wait for that seat now, so it cannot be replaced.
    #[error("not waited for")]
    NotWaited,
    /// The game has not waited for that seat long enough to replace it.
    #[error("not absent")]
    NotAbsent {
        /// How many more seconds the seat has.
        seconds: u32,
        /// How many seconds if a majority of the others votes for it, where these are fewer.
        sooner: Option<u32>,
    },
    /// The seat has kept its clock so far.
    #[error("in time")]
    InTime {
        /// How many seconds until a majority of the others may have the computer play for the seat, where these may and must wait.
        sooner: Option<u32>,
    },
    /// The action would end a match: the person must confirm it.
    #[error("a match would end with it")]
    Unsure {
        /// The table.
        table: u64,
        /// Who is last in the match then; nobody if it counts for nobody.
        last: SeatSet,
        /// Whether the person alone is.
        own: bool,
    },
    /// The person would leave a match: they must confirm it.
    #[error("a match would go on without them")]
    UnsureToLeave {
        /// The table.
        table: u64,
        /// What follows.
        what: Leaving,
    },
    /// The last nudge was only a moment ago.
    #[error("nudged already")]
    NudgedAlready,
    /// No hints are allowed at this table.
    #[error("no hints")]
    NoHints,
    /// The game waits for nobody who could hurry.
    #[error("nobody to nudge")]
    NobodyToNudge,
    /// The turn clock hurries everybody, so there are no nudges.
    #[error("the clock hurries them")]
    ClockHurries,
    /// No turn clock runs at this table.
    #[error("no turn clock")]
    NoTurnClock,
    /// The person's side has asked for a pause already, and the other one has not agreed yet.
    #[error("asked for a pause already")]
    PauseWanted,
    /// The game pauses.
    #[error("the game pauses")]
    Paused,
    /// The game does not pause.
    #[error("the game does not pause")]
    NotPaused,
    /// This game cannot be ended by word.
    #[error("this game is not ended by word")]
    NotConceded,
    /// No game is on: the last one is over, and the next has not begun.
    #[error("between two games")]
    Between,
    /// The person's own draw offer still stands.
    #[error("their offer stands")]
    OfferStands,
    /// The person has offered a draw since they last chose, or were last passed over.
    #[error("offered already")]
    OfferedAlready,
    /// There is no such draw offer (any more).
    #[error("no such offer")]
    NoOffer,
    /// A stand-in plays for the other person, and nobody answers a draw offer in their name.
    #[error("a stand-in plays for the other")]
    OtherStoodIn {
        /// Their seat.
        seat: Seat,
    },
    /// The game refused, with a reason.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The game cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The match was over long ago, and its log is deleted.
    #[error("the record is no longer kept")]
    Thinned {
        /// The SHA-256 of the file of the record, in hexadecimal, if there was one.
        digest: Option<String>,
        /// How many draws were computed again before, if all of them were as they had been played.
        draws: Option<u32>,
    },
    /// The table's log cannot be followed to its end under the present rules; the table can only be closed.
    #[error("the table cannot be continued")]
    Broken,
    /// The rules were mended, and the newest do not reproduce the table's position: the table has ended.
    #[error("the rules were mended")]
    Outdated,
    /// The table is played by an edition that only a newer Whistle knows; it waits.
    #[error("the table waits for a newer version")]
    Newer,
    /// The store failed; try again.
    #[error("the store is unavailable")]
    Unavailable,
}

/// A length of time in a rounded-up unit, as people say it.
fn time(seconds: u32) -> Phrase {
    /// Up to this many of a unit are said in that unit, rather than one or two of the next.
    const MANY: u32 = 90;
    let minutes = seconds.div_ceil(60);
    match (seconds, minutes) {
        (..=MANY, _) => Phrase::new("time-seconds").with("count", seconds),
        (_, ..=MANY) => Phrase::new("time-minutes").with("count", minutes),
        _ => Phrase::new("time-hours").with("count", minutes.div_ceil(60)),
    }
}

/// A moment as Discord writes it. A fraction of a second is rounded up, so that nobody comes too early.
fn moment(ms: i64) -> String {
    (ms.div_euclid(1000) + i64::from(ms.rem_euclid(1000) > 0)).to_string()
}

impl Denied {
    /// Adds to the denial from when on anybody may close the table.
    pub(super) fn until_abandoned(self, from: Option<i64>) -> Denied {
        match (self, from) {
            (Denied::NotHost { host }, Some(from)) => Denied::NotAbandoned { host, from },
            (Denied::VotedAlready { missing }, Some(from)) => Denied::CloseVotedAlready { missing, from },
            (denied, _) => denied,
        }
    }

    /// The reason in words for people; each names the way out.
    pub fn phrase(&self) -> Phrase {
        match self {
            Denied::NoTable => Phrase::new("denied-no-table"),
            Denied::Over => Phrase::new("denied-over"),
            Denied::ChannelTaken { .. } => Phrase::new("denied-place-taken"),
            Denied::ManyTables => Phrase::new("denied-many-tables").with("most", Store::MOST_TABLES as u32),
            Denied::StillPlays { channel } => Phrase::new("denied-still-plays").with("place", channel.to_string()),
            Denied::NoGame => Phrase::new("denied-no-game"),
            Denied::Begun => Phrase::new("denied-begun"),
            Denied::Beginning => Phrase::new("denied-beginning"),
            Denied::NotBegun => Phrase::new("denied-not-begun"),
            Denied::Full => Phrase::new("denied-full"),
            Denied::SideFull => Phrase::new("denied-side-full"),
            Denied::NoSides => Phrase::new("denied-no-sides"),
            Denied::EvenSides => Phrase::new("denied-even-sides"),
            Denied::AlreadySeated => Phrase::new("denied-already-seated"),
            Denied::NotSeated => Phrase::new("denied-not-seated"),
            Denied::NotHost { host } => Phrase::new("denied-not-host").with("host", *host),
            Denied::NotAbandoned { host, from } => Phrase::new("denied-not-abandoned")
                .with("host", *host)
                .with("when", moment(*from)),
            Denied::CloseVotedAlready { missing, from } => Phrase::new("denied-close-wished-already")
                .with("missing", *missing as u32)
                .with("when", moment(*from)),
            Denied::Removed => Phrase::new("denied-removed"),
            Denied::OwnSeat => Phrase::new("denied-own-seat"),
            Denied::NobodyThere => Phrase::new("denied-nobody-there"),
            Denied::LuckEnough => Phrase::new("denied-luck-enough"),
            Denied::RestlessLobby => Phrase::new("denied-restless-lobby"),
            Denied::Restless => Phrase::new("denied-restless"),
            Denied::VotedAlready { missing } => Phrase::new("denied-wished-already").with("missing", *missing as u32),
            Denied::NoComputer => Phrase::new("denied-no-computer"),
            Denied::Stale => Phrase::new("denied-stale"),
            Denied::NotAwaited => Phrase::new("denied-not-awaited"),
            Denied::StoodIn => Phrase::new("denied-stood-in"),
            Denied::NotStoodIn => Phrase::new("denied-not-stood-in"),
            Denied::Automatic => Phrase::new("denied-automatic"),
            Denied::NotWaited => Phrase::new("denied-not-waited"),
            Denied::NotAbsent { seconds, sooner } => not_absent(*seconds, *sooner),
            Denied::InTime { sooner } => in_time(*sooner),
            Denied::Unsure { last, own, .. } => unsure(*last, *own),
            Denied::UnsureToLeave { what, .. } => unsure_to_leave(*what),
            Denied::NudgedAlready => Phrase::new("denied-nudged-already"),
            Denied::NoHints => Phrase::new("denied-no-hints"),
            Denied::NobodyToNudge => Phrase::new("denied-nobody-to-nudge"),
            Denied::ClockHurries => Phrase::new("denied-clock-hurries"),
            Denied::NoTurnClock => Phrase::new("denied-no-turn-clock"),
            Denied::PauseWanted => Phrase::new("denied-pause-wanted"),
            Denied::Paused => Phrase::new("denied-paused"),
            Denied::NotPaused => Phrase::new("denied-not-paused"),
            Denied::NotConceded => Phrase::new("denied-not-conceded"),
            Denied::Between => Phrase::new("denied-between"),
            Denied::OfferStands => Phrase::new("denied-offer-stands"),
            Denied::OfferedAlready => Phrase::new("denied-offered-already"),
            Denied::NoOffer => Phrase::new("denied-no-offer"),
            Denied::OtherStoodIn { seat } => Phrase::new("denied-other-stood-in").with("other", *seat),
            Denied::Refused(refusal) => refusal.reason.clone(),
            Denied::Setup(
                SetupError::Seats { reason, .. } | SetupError::Conflict { reason } | SetupError::Value { reason },
            ) => reason.clone(),
            Denied::Setup(SetupError::Unknown(_)) => Phrase::new("denied-option"),
            Denied::Thinned { digest, draws } => thinned(digest.as_deref(), *draws),
            Denied::Broken => Phrase::new("denied-broken"),
            Denied::Outdated => Phrase::new("denied-outdated"),
            Denied::Newer => Phrase::new("denied-newer"),
            Denied::Unavailable => Phrase::new("denied-unavailable"),
        }
    }
}

/// What somebody is asked who would close a match: who is `last` then, and whether that is they alone.
fn unsure(last: SeatSet, own: bool) -> Phrase {
    match (last.is_empty(), own) {
        (true, _) => Phrase::new("denied-unsure"),
        (false, true) => Phrase::new("denied-unsure-forfeit"),
        (false, false) => Phrase::new("denied-unsure-last").with("seats", last.iter().collect::<Arg>()),
    }
}

/// What is said of somebody who has kept the clock so far, and whom most of the others may have replaced.
fn in_time(sooner: Option<u32>) -> Phrase {
    match sooner {
        None => Phrase::new("denied-in-time"),
        Some(sooner) => Phrase::new("denied-in-time-sooner").with("sooner", time(sooner)),
    }
}

/// What somebody is asked who wants to leave.
fn unsure_to_leave(what: Leaving) -> Phrase {
    Phrase::new(match what {
        Leaving::Closes => "denied-unsure-leave-last",
        Leaving::Forfeits => "denied-unsure-leave-forfeit",
        Leaving::Unranked => "denied-unsure-leave",
    })
}

/// What is said of somebody who has some time left, or less if the others want that.
fn not_absent(seconds: u32, sooner: Option<u32>) -> Phrase {
    match sooner {
        None => Phrase::new("denied-not-absent").with("time", time(seconds)),
        Some(sooner) => Phrase::new("denied-not-absent-sooner")
            .with("time", time(seconds))
            .with("sooner", time(sooner)),
    }
}

/// What is said of a match whose log is deleted, by what is left of its record.
fn thinned(digest: Option<&str>, draws: Option<u32>) -> Phrase {
    match (digest, draws) {
        (None, _) => Phrase::new("denied-thinned"),
        (Some(digest), None | Some(0)) => Phrase::new("denied-thinned-digest").with("digest", digest),
        (Some(digest), Some(draws)) => Phrase::new("denied-thinned-fair")
            .with("digest", digest)
            .with("draws", draws),
    }
}
