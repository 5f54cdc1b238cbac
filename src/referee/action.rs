//! What people may ask of a table, and how it says no.

use super::event::Person;
use crate::rules::{Phrase, Refusal, Seat, SetupError};
use crate::store::Store;

/// Something a person asks of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRequest {
    /// The interaction that asks, by the chat service's number; the same one is never taken twice.
    pub interaction: u64,
    /// Who asks.
    pub who: Person,
    /// Where they ask, if that is known.
    pub from: Option<Origin>,
    /// What they ask.
    pub action: Action,
}

/// Where somebody asks something of a table: perhaps far from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The channel.
    pub channel: u64,
    /// Whether they may keep order there.
    pub moderator: bool,
}

impl ActionRequest {
    /// Whether they keep order at a table of this channel. Who does so in another one, though of the same server, is nobody
    /// here: many keep order in a channel of their own.
    pub(super) fn keeps_order(&self, channel: u64) -> bool {
        self.from.is_some_and(|from| from.moderator && from.channel == channel)
    }
}

/// What can be asked of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Sit down in the lobby.
    Sit,
    /// Get up in the lobby; in a match, leave the seat to a stand-in.
    Leave,
    /// Seat one more computer player (host).
    AddComputer,
    /// Send a computer player away (host).
    RemoveComputer,
    /// Take somebody else out of the lobby (host).
    Remove {
        /// Their number.
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
    },
    /// Let those who came last to the larger side go over until the sides are even (host).
    Balance,
    /// Let everybody go over to the other side (host).
    SwapSides,
    /// Begin the match (host).
    Begin,
    /// Make a choice.
    Choose {
        /// The step that the press was drawn for ([`Table::offered`](super::Table::offered)); `None` when it was typed.
        step: Option<u64>,
        /// The choice, in notation or as a person types it.
        what: String,
    },
    /// Begin the next game now.
    NextRound {
        /// The game that is over.
        after: u32,
    },
    /// Seat a stand-in for somebody who does not answer (host or moderator, or most of the others).
    Replace {
        /// Their seat.
        seat: Seat,
    },
    /// Take the own seat back from the stand-in.
    Return,
    /// Ask those who are awaited to hurry.
    Nudge,
    /// Ask for a pause of the turn clock, or agree on one.
    Pause,
    /// Let the game go on after a pause.
    Resume,
    /// Give the game that is on up, so that the other seat wins it.
    Resign {
        /// Which game of the match was meant.
        round: u32,
    },
    /// Offer the other seat a draw, or agree where that one has offered it.
    OfferDraw {
        /// Which game of the match was meant.
        round: u32,
    },
    /// Answer the other seat's offer of a draw.
    AnswerDrawOffer {
        /// The entry of the log with which it was made ([`Table::offer`](super::Table::offer)).
        offer: u64,
        /// Whether the game is to end so.
        agree: bool,
    },
    /// Take the own offer of a draw back.
    WithdrawDrawOffer {
        /// The entry of the log with which it was made.
        offer: u64,
    },
    /// End the table (host or moderator, or most of those who play), unless that ends a match: then whoever would end it is asked
    /// once more ([`Denied::Unsure`]).
    AskCancel,
    /// The same, whatever ends with it.
    Cancel,
}

/// Why a table did not do what it was asked. Nothing changed. Says nothing that the asker may not know.
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
        /// That table.
        table: u64,
    },
    /// They sit at as many tables as anybody may.
    #[error("they sit at as many tables as anybody may")]
    ManyTables,
    /// No game of that name.
    #[error("no such game")]
    NoGame,
    /// The match has begun; this was for the lobby.
    #[error("the match has begun")]
    Begun,
    /// The match has not begun; this was for the game.
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
    /// They sit there already.
    #[error("already seated")]
    AlreadySeated,
    /// They do not sit there.
    #[error("not seated")]
    NotSeated,
    /// Only the host may do that.
    #[error("only the host may do that")]
    NotHost {
        /// The host's seat.
        host: Seat,
    },
    /// Only the host may do that; anybody may once nobody has done anything for long.
    #[error("only the host may do that yet")]
    NotAbandoned {
        /// The host's seat.
        host: Seat,
        /// From when on, in milliseconds since the epoch.
        from: i64,
    },
    /// They have asked already for the table to be closed, and not enough others have; anybody may close it once nobody has done
    /// anything for long.
    #[error("wished already, and not abandoned")]
    CloseVotedAlready {
        /// How many more must.
        missing: usize,
        /// From when on anybody may, in milliseconds since the epoch.
        from: i64,
    },
    /// The host has taken them out of this lobby.
    #[error("taken out of the lobby")]
    Removed,
    /// Who is to be taken out of the lobby is the host who asks for it.
    #[error("their own seat")]
    OwnSeat,
    /// Who is to be taken out of the lobby does not sit there (any more).
    #[error("nobody sits there")]
    NobodyThere,
    /// They have sat down, got up and changed things in this lobby too often.
    #[error("too many changes in the lobby")]
    RestlessLobby,
    /// They have done too much of what moves nothing on since the last decision came up.
    #[error("too many actions since the last decision")]
    Restless,
    /// They have asked for that already, and not enough others have.
    #[error("wished already")]
    VotedAlready {
        /// How many more must.
        missing: usize,
    },
    /// There is no computer player to send away.
    #[error("no computer player")]
    NoComputer,
    /// The button belongs to a step that is past.
    #[error("stale step")]
    Stale,
    /// Others are awaited, not they.
    #[error("not awaited")]
    NotAwaited,
    /// A stand-in plays for them; they can take the seat back.
    #[error("a stand-in plays")]
    StoodIn,
    /// No stand-in plays for them.
    #[error("no stand-in plays")]
    NotStoodIn,
    /// The computer plays that seat already.
    #[error("the computer plays there")]
    Automatic,
    /// Nobody waits for that seat now, so it cannot be replaced.
    #[error("not waited for")]
    NotWaited,
    /// That seat has not been waited for for long enough to be replaced.
    #[error("not absent")]
    NotAbsent {
        /// How many more seconds it has.
        seconds: u32,
        /// How many if most of the others want it, where these are fewer.
        sooner: Option<u32>,
    },
    /// A match would end with it: they have to say that they are sure.
    #[error("a match would end with it")]
    Unsure {
        /// The table.
        table: u64,
    },
    /// The awaited were asked to hurry a moment ago.
    #[error("nudged already")]
    NudgedAlready,
    /// Nobody is waited for who could hurry.
    #[error("nobody to nudge")]
    NobodyToNudge,
    /// The turn clock hurries everybody, so nobody else does.
    #[error("the clock hurries them")]
    ClockHurries,
    /// No turn clock runs at this table.
    #[error("no turn clock")]
    NoTurnClock,
    /// Their side has asked for a pause already, and the other one has not agreed yet.
    #[error("asked for a pause already")]
    PauseWanted,
    /// The game pauses.
    #[error("the game pauses")]
    Paused,
    /// The game does not pause.
    #[error("the game does not pause")]
    NotPaused,
    /// This game is not ended by word.
    #[error("this game is not ended by word")]
    NotConceded,
    /// No game is on: one of the match is over and the next has not begun.
    #[error("between two games")]
    Between,
    /// Their own offer of a draw stands already.
    #[error("their offer stands")]
    OfferStands,
    /// They have offered a draw since they last chose, or were last passed over.
    #[error("offered already")]
    OfferedAlready,
    /// There is no such offer of a draw (any more).
    #[error("no such offer")]
    NoOffer,
    /// A stand-in plays for the other person, in whose name nobody answers an offer of a draw.
    #[error("a stand-in plays for the other")]
    OtherStoodIn {
        /// Their seat.
        seat: Seat,
    },
    /// The game said no, with a reason.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The game cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The table's log cannot be followed to its end, by other rules than it was played by; it can only be closed.
    #[error("the table cannot be continued")]
    Broken,
    /// The rules were mended, and by the newest the table would not stand where it stood: it has ended.
    #[error("the rules were mended")]
    Outdated,
    /// The table is played by rules that only a newer Whistle knows; it waits.
    #[error("the table waits for a newer version")]
    Newer,
    /// The store could not take it; try again.
    #[error("the store is unavailable")]
    Unavailable,
}

/// So many seconds, or a little more, as people say it.
fn time(seconds: u32) -> Phrase {
    /// Up to so many of a unit are said in it, rather than one or two of the next.
    const MANY: u32 = 90;
    let minutes = seconds.div_ceil(60);
    match (seconds, minutes) {
        (..=MANY, _) => Phrase::new("time-seconds").with("count", seconds),
        (_, ..=MANY) => Phrase::new("time-minutes").with("count", minutes),
        _ => Phrase::new("time-hours").with("count", minutes.div_ceil(60)),
    }
}

/// A moment as Discord writes it; a part of a second counts as a whole one, so that nobody comes too early.
fn moment(ms: i64) -> String {
    (ms.div_euclid(1000) + i64::from(ms.rem_euclid(1000) > 0)).to_string()
}

impl Denied {
    /// The same, where anybody may close the table from some moment on.
    pub(super) fn until_abandoned(self, from: Option<i64>) -> Denied {
        match (self, from) {
            (Denied::NotHost { host }, Some(from)) => Denied::NotAbandoned { host, from },
            (Denied::VotedAlready { missing }, Some(from)) => Denied::CloseVotedAlready { missing, from },
            (denied, _) => denied,
        }
    }

    /// The reason, for people; every one names the way out.
    pub fn phrase(&self) -> Phrase {
        match self {
            Denied::NoTable => Phrase::new("denied-no-table"),
            Denied::Over => Phrase::new("denied-over"),
            Denied::ChannelTaken { .. } => Phrase::new("denied-place-taken"),
            Denied::ManyTables => Phrase::new("denied-many-tables").with("most", Store::MOST_TABLES as u32),
            Denied::NoGame => Phrase::new("denied-no-game"),
            Denied::Begun => Phrase::new("denied-begun"),
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
            Denied::NotAbsent { seconds, sooner: None } => {
                Phrase::new("denied-not-absent").with("time", time(*seconds))
            }
            Denied::NotAbsent {
                seconds,
                sooner: Some(sooner),
            } => Phrase::new("denied-not-absent-sooner")
                .with("time", time(*seconds))
                .with("sooner", time(*sooner)),
            Denied::Unsure { .. } => Phrase::new("denied-unsure"),
            Denied::NudgedAlready => Phrase::new("denied-nudged-already"),
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
            Denied::Broken => Phrase::new("denied-broken"),
            Denied::Outdated => Phrase::new("denied-outdated"),
            Denied::Newer => Phrase::new("denied-newer"),
            Denied::Unavailable => Phrase::new("denied-unavailable"),
        }
    }
}
