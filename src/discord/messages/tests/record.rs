//! What is to be done about a slot: tables of cases, without a clock, a store or Discord.

use std::time::Duration;

use super::super::next::{Circumstances, Next};
use super::super::record::StandingMessage;
use super::super::{Address, Desired, Location, Message, Record, Show, Shows, Slot, Token, Trace};
use super::script::pictured;

pub(super) const NOW: i64 = 1_000_000;

pub(super) fn at(message: u64) -> Location {
    Location { channel: 1, message }
}

pub(super) fn token(until: i64, to: u64) -> Token {
    Token {
        text: "t".to_owned(),
        until,
        interaction: 0,
        to,
    }
}

/// What a message shows that says this, of step 3.
pub(super) fn says(text: &str) -> Shows {
    Shows {
        version: 3,
        digest: pictured(text, None).digest(),
        picture: None,
        whole: true,
    }
}

/// A record of a message that stands and says "a", but for what is different about it.
pub(super) fn stands(change: impl FnOnce(&mut StandingMessage)) -> Record {
    let mut standing = StandingMessage {
        shows: Some(says("a")),
        ..StandingMessage::unknown(at(5), "")
    };
    change(&mut standing);
    Record {
        message: Message::Standing(Box::new(standing)),
        ..Record::default()
    }
}

/// The same with messages that have to be deleted.
pub(super) fn behind(record: Record, replaced: &[u64]) -> Record {
    Record {
        replaced: replaced.iter().map(|message| at(*message)).collect(),
        ..record
    }
}

pub(super) fn absent() -> Record {
    Record::default()
}

pub(super) fn dismissed(about: &str) -> Record {
    Record {
        message: Message::Dismissed {
            about: about.to_owned(),
        },
        ..Record::default()
    }
}

pub(super) fn creating(about: &str, trace: Trace) -> Record {
    let mut record = Record::default();
    record.begins(1, about, trace);
    record
}

/// A wish for a message that says this, but for what is different about it.
fn desired(text: &str, change: impl FnOnce(&mut Show)) -> Desired {
    let mut show = Show {
        to: Address::Channel(1),
        guild: None,
        payload: pictured(text, None),
        version: 3,
        about: String::new(),
        last: false,
        create: true,
        pace: Duration::ZERO,
    };
    change(&mut show);
    Desired::Show(Box::new(show))
}

fn plain(text: &str) -> Desired {
    desired(text, |_| {})
}

fn about(about: &str) -> Desired {
    desired("a", |show| show.about = about.to_owned())
}

fn kept_up() -> Desired {
    desired("a", |show| show.create = false)
}

fn last() -> Desired {
    desired("a", |show| show.last = true)
}

type Case = (&'static str, Slot, Record, Desired, Next);

fn hold(cases: Vec<Case>, buried: bool) {
    for (name, slot, record, desired, next) in cases {
        let found = record.next(slot, &desired, Circumstances { now: NOW, buried });
        assert_eq!(found, next, "{name}: {record:?}");
    }
}

const T: Slot = Slot::Table;
const P: Slot = Slot::Ping(0);
const H: Slot = Slot::Here(0);
const REST: Next = Next::Rest(None);

fn old(message: u64) -> Next {
    Next::Delete(at(message))
}

#[test]
fn a_message_that_stands_is_changed_replaced_or_left() {
    let seconds = |seconds| Next::Rest(Some(Duration::from_secs(seconds)));
    let time = |left: i64| format!("<t:{}:R>", NOW / 1000 + left);
    let timed = |left| says(&time(left));
    hold(
        vec![
            ("it reads as it ought to", T, stands(|_| {}), plain("a"), REST),
            ("it says something else", T, stands(|_| {}), plain("b"), Next::Edit),
            (
                "nobody knows what it says",
                T,
                stands(|it| it.shows = None),
                plain("a"),
                Next::Edit,
            ),
            (
                "it may say it only later",
                T,
                stands(|it| it.late = Some(NOW + 7000)),
                plain("a"),
                seconds(7),
            ),
            (
                "its times are a little wrong",
                T,
                stands(|it| it.shows = Some(timed(3600))),
                plain(&time(3610)),
                seconds(3010),
            ),
            (
                "what comes first is waited for",
                T,
                stands(|it| (it.shows, it.late) = (Some(timed(3600)), Some(NOW + 5000))),
                plain(&time(3610)),
                seconds(5),
            ),
            (
                "its times are wrong",
                T,
                stands(|it| it.shows = Some(timed(3600))),
                plain(&time(3661)),
                Next::Edit,
            ),
            (
                "it is about something else",
                T,
                stands(|_| {}),
                about("x"),
                Next::Create,
            ),
            ("so is a reminder", P, stands(|_| {}), about("x"), Next::Remove),
            (
                "it may not be replaced",
                T,
                stands(|_| {}),
                desired("b", |show| (show.about, show.create) = ("x".into(), false)),
                Next::Edit,
            ),
            (
                "an older one is left",
                T,
                behind(stands(|_| {}), &[4, 3]),
                plain("a"),
                old(4),
            ),
            (
                "the words come before that",
                T,
                behind(stands(|_| {}), &[4]),
                plain("b"),
                Next::Edit,
            ),
            ("it will not change again", T, stands(|_| {}), last(), Next::Settle),
            ("and that is noted", T, stands(|it| it.settled = true), last(), REST),
            (
                "not while it may be overwritten",
                T,
                stands(|it| it.late = Some(NOW + 1000)),
                last(),
                seconds(1),
            ),
            (
                "a panel whose token is kept is forgotten",
                H,
                stands(|it| it.token = Some(token(NOW, 9))),
                last(),
                Next::Forget,
            ),
            (
                "a token that all may know is not",
                T,
                stands(|it| it.token = Some(token(NOW, 0))),
                last(),
                Next::Settle,
            ),
        ],
        false,
    );
}

#[test]
fn a_buried_message_comes_down_when_there_is_something_to_say() {
    hold(
        vec![
            ("nothing new", T, stands(|_| {}), plain("a"), REST),
            ("something new", T, stands(|_| {}), plain("b"), Next::Create),
            (
                "nobody knows what it says",
                T,
                stands(|it| it.shows = None),
                plain("a"),
                Next::Create,
            ),
        ],
        true,
    );
}

#[test]
fn where_there_is_no_message_one_is_sent_if_one_is_wanted() {
    hold(
        vec![
            ("nothing", T, absent(), plain("a"), Next::Create),
            ("nothing, and none is to be sent", T, absent(), kept_up(), REST),
            ("only an old one", T, behind(absent(), &[4]), plain("a"), Next::Create),
            (
                "only an old one, and none is to be sent",
                T,
                behind(absent(), &[4]),
                kept_up(),
                old(4),
            ),
            (
                "a second reminder is one too many",
                P,
                behind(absent(), &[4]),
                plain("a"),
                old(4),
            ),
            ("it was taken away", P, dismissed("x"), about("x"), REST),
            ("it was taken away before", P, dismissed("w"), about("x"), Next::Create),
            (
                "the old one still goes",
                P,
                behind(dismissed("x"), &[4]),
                about("x"),
                old(4),
            ),
            ("only an interaction makes a panel here", H, absent(), plain("a"), REST),
            (
                "what is left of one is forgotten",
                H,
                behind(absent(), &[4]),
                plain("a"),
                Next::Forget,
            ),
        ],
        false,
    );
}

#[test]
fn of_a_message_on_its_way_is_found_out_before_another_one_is_sent() {
    let nonce = || Trace::Nonce(8);
    let answer = || Trace::Answer(token(NOW, 0));
    hold(
        vec![
            ("the same once more", T, creating("", nonce()), plain("b"), Next::Create),
            (
                "about something else",
                P,
                creating("w", nonce()),
                about("x"),
                Next::FindOut,
            ),
            (
                "one that is not to be sent",
                T,
                creating("", nonce()),
                kept_up(),
                Next::FindOut,
            ),
            (
                "one that is not wanted",
                P,
                creating("x", nonce()),
                Desired::Gone,
                Next::FindOut,
            ),
            ("an answer", T, creating("", answer()), plain("a"), Next::FindOut),
            (
                "an answer about something else",
                T,
                creating("w", answer()),
                plain("a"),
                Next::FindOut,
            ),
            ("whatever it is", T, creating("", answer()), Desired::Leave, REST),
            (
                "it does not matter any more",
                T,
                creating("", nonce()),
                Desired::Forget,
                Next::Forget,
            ),
        ],
        false,
    );
}

#[test]
fn what_is_not_wanted_goes_and_what_is_left_alone_stays() {
    hold(
        vec![
            ("it goes", P, stands(|_| {}), Desired::Gone, Next::Remove),
            (
                "it goes before the older ones",
                P,
                behind(stands(|_| {}), &[4]),
                Desired::Gone,
                Next::Remove,
            ),
            ("the older ones go", P, behind(absent(), &[4, 3]), Desired::Gone, old(4)),
            ("and then the slot", P, absent(), Desired::Gone, Next::Forget),
            (
                "what was taken away is forgotten",
                P,
                dismissed("x"),
                Desired::Gone,
                Next::Forget,
            ),
            (
                "by a token nothing is taken away",
                H,
                stands(|_| {}),
                Desired::Gone,
                Next::Forget,
            ),
            ("it stays", T, stands(|_| {}), Desired::Leave, REST),
            (
                "and those it replaces",
                T,
                behind(stands(|_| {}), &[4]),
                Desired::Leave,
                REST,
            ),
            (
                "but for those that nothing replaces",
                T,
                behind(absent(), &[4]),
                Desired::Leave,
                old(4),
            ),
            ("of nothing nothing is kept", T, absent(), Desired::Leave, REST),
            (
                "nor of a language alone",
                T,
                Record {
                    locale: Some("de".to_owned()),
                    ..absent()
                },
                Desired::Leave,
                Next::Forget,
            ),
            (
                "whatever stands",
                T,
                behind(stands(|_| {}), &[4]),
                Desired::Forget,
                Next::Forget,
            ),
        ],
        false,
    );
}
