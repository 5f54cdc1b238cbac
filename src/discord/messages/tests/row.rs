//! Records as the store keeps them, and rows that earlier versions of the program wrote.

use super::super::record::{LATE_MS, StandingMessage};
use super::super::{Location, Message, PanelState, Record, Shows, Slot, Token, Trace, row};
use super::TABLE;
use crate::discord::custom_id::Boards;
use crate::store::Shown;

const NOW: i64 = 1_000_000;

fn at(channel: u64, message: u64) -> Location {
    Location { channel, message }
}

fn token(text: &str, to: u64) -> Token {
    Token {
        text: text.to_owned(),
        until: 9,
        interaction: 6,
        to,
    }
}

fn shows(version: u64, whole: bool) -> Shows {
    Shows {
        version,
        digest: "d 17".to_owned(),
        picture: Some("k".to_owned()),
        whole,
    }
}

/// A record of a message that stands, but for what is different about it.
fn stands(change: impl FnOnce(&mut StandingMessage)) -> Record {
    let mut standing = StandingMessage {
        shows: Some(shows(3, true)),
        ..StandingMessage::unknown(at(1, 5), "s7w")
    };
    change(&mut standing);
    Record {
        message: Message::Standing(Box::new(standing)),
        ..Record::default()
    }
}

/// With all that goes beside a message.
fn assembled(record: Record) -> Record {
    Record {
        replaced: vec![at(1, u64::MAX), at(1, 2)],
        locale: Some("de".to_owned()),
        boards: Some(Boards::Text),
        spot: PanelState {
            step: Some(7),
            path: vec!["a".to_owned()],
            page: 2,
            tried: Some("b2 c3".to_owned()),
            stale: Some(9),
        },
        ..record
    }
}

fn creating(trace: Trace) -> Record {
    Record {
        message: Message::Creating {
            channel: 1,
            about: "s7w".to_owned(),
            trace,
        },
        ..Record::default()
    }
}

/// A row with this note.
fn noted(message: u64, version: u64, digest: &str, note: &str) -> Shown {
    Shown {
        table: TABLE,
        slot: Slot::Table.to_string(),
        channel: 1,
        message,
        version,
        digest: digest.to_owned(),
        note: note.to_owned(),
    }
}

fn stored(record: &Record) -> Shown {
    row::of(TABLE, Slot::Seat(31), record).expect("something to keep")
}

#[test]
fn a_record_survives_the_store() {
    let dismissed = Record {
        message: Message::Dismissed {
            about: "s7w".to_owned(),
        },
        ..Record::default()
    };
    for record in [
        dismissed,
        creating(Trace::Nonce(u64::MAX)),
        creating(Trace::Nonce(0)),
        creating(Trace::Answer(token("p", 0))),
        stands(|_| {}),
        stands(|it| it.shows = None),
        stands(|it| it.settled = true),
        stands(|it| it.token = Some(token("t", 5))),
        stands(|it| (it.at.message, it.token) = (0, Some(token("t", 5)))),
        stands(|it| it.shows = Some(shows(0, true))),
    ] {
        for record in [record.clone(), assembled(record)] {
            let row = stored(&record);
            assert_eq!((row.table, row.slot.as_str()), (TABLE, "seat:31"));
            let mut expected = record.clone();
            if let Some(standing) = expected.standing_mut() {
                standing.unverified = true;
                // Until those that it replaces are gone, another run has something to do.
                standing.settled &= record.replaced.is_empty();
                if let Some(shows) = standing.shows.as_mut().filter(|_| standing.settled) {
                    shows.version = Shown::SETTLED;
                }
            }
            assert_eq!(row::read(&row, NOW), expected);
        }
    }
}

#[test]
fn of_nothing_there_is_no_row() {
    assert_eq!(row::of(TABLE, Slot::Table, &Record::default()), None);
    let spoken = Record {
        locale: Some("de".to_owned()),
        ..Record::default()
    };
    assert_eq!(row::read(&stored(&spoken), NOW), spoken);
}

#[test]
fn whoever_comes_after_a_crash_finds_by_its_step_what_is_left_to_do() {
    let version = |record: &Record| stored(record).version;
    assert_eq!(version(&stands(|_| {})), 3);
    assert_eq!(
        version(&stands(|it| it.shows = Some(shows(3, false)))),
        2,
        "its picture is to follow"
    );
    assert_eq!(version(&stands(|it| it.shows = Some(shows(0, false)))), 0);
    assert_eq!(version(&stands(|it| it.shows = None)), 0, "nobody knows");
    assert_eq!(version(&creating(Trace::Nonce(8))), 0);
    assert_eq!(version(&stands(|it| it.settled = true)), Shown::SETTLED);
    assert_eq!(
        version(&assembled(stands(|it| it.settled = true))),
        0,
        "an older message is left"
    );
    assert_eq!(version(&stands(|it| it.late = Some(NOW))), 0, "something may come late");
    assert_eq!(version(&stands(|it| (it.late, it.settled) = (Some(NOW), true))), 0);
    assert_eq!(
        version(&stands(|it| it.token = Some(token("t", 5)))),
        0,
        "a token has to go when it ends"
    );
    let endless = stands(|it| it.shows = Some(shows(u64::MAX, true)));
    assert_eq!(
        version(&endless),
        Shown::SETTLED - 1,
        "only what is settled is noted so"
    );
}

#[test]
fn a_request_that_was_not_answered_is_waited_for_anew_by_the_next_run() {
    let row = stored(&stands(|it| (it.late, it.shows) = (Some(NOW - 5000), None)));
    let later = NOW + 77;
    let read = row::read(&row, later);
    let standing = read.standing().expect("it stands");
    assert_eq!((standing.late, &standing.shows), (Some(later + LATE_MS), &None));
    // What was written since does not make that certain either.
    let row = stored(&stands(|it| it.late = Some(NOW)));
    assert_eq!(row::read(&row, later).standing().expect("it stands").shows, None);
}

#[test]
fn a_token_is_kept_only_where_nothing_else_leads_to_the_message() {
    let row = stored(&stands(|it| it.token = Some(token("secret", 0))));
    assert!(!row.note.contains("secret"), "{}", row.note);
    let row = stored(&stands(|it| it.token = Some(token("secret", 5))));
    assert!(row.note.contains("secret"), "{}", row.note);
}

#[test]
fn a_strange_note_is_empty() {
    for note in ["not json", "", "[]", "{}", r#"{"spot":7}"#] {
        let record = row::read(&noted(0, 0, "", note), NOW);
        assert_eq!(record, Record::default(), "{note}");
        let record = row::read(&noted(5, 3, "d", note), NOW);
        let standing = record.standing().expect("its columns say that it stands");
        let shows = standing.shows.as_ref().expect("and what it shows");
        assert_eq!((standing.at, shows.version, shows.digest.as_str()), (at(1, 5), 3, "d"));
        assert!(standing.unverified && shows.picture.is_none());
    }
}

#[test]
fn a_note_of_an_earlier_version_still_says_which_message_has_to_go() {
    let note = r#"{"spot":{"page":0},"old":{"channel":1,"message":2}}"#;
    assert_eq!(row::read(&noted(5, 3, "d", note), NOW).replaced, [at(1, 2)]);
    let note = r#"{"spot":{"page":0},"old":[{"channel":1,"message":2},{"channel":4,"message":3}]}"#;
    assert_eq!(row::read(&noted(5, 3, "d", note), NOW).replaced, [at(1, 2), at(4, 3)]);
}

#[test]
fn a_picture_of_an_earlier_version_is_not_relied_upon() {
    let note = r#"{"spot":{"page":3},"picture":{"key":"k","run":7}}"#;
    let record = row::read(&noted(5, 3, "d", note), NOW);
    let shows = record.standing().and_then(|standing| standing.shows.clone());
    assert_eq!(
        (record.spot.page, shows.expect("it shows something").picture),
        (3, None)
    );
    // The run that sent it is not asked for any more; whether it still stands is, as of all that was read.
    let note = r#"{"spot":{"page":3},"picture":"k","run":7}"#;
    let record = row::read(&noted(5, 3, "d", note), NOW);
    let standing = record.standing().expect("it stands");
    let picture = standing.shows.as_ref().and_then(|shows| shows.picture.as_deref());
    assert_eq!((picture, standing.unverified), (Some("k"), true));
}

#[test]
fn what_an_earlier_version_had_promised_beside_the_message_that_stood_there_replaces_it() {
    let note = r#"{"spot":{"page":0},"promised":{"text":"p","until":9,"interaction":6},"locale":"de"}"#;
    let promised = |message, replaced: Vec<Location>| {
        let record = row::read(&noted(message, 3, "d", note), NOW);
        let trace = Trace::Answer(token("p", 0));
        let expected = Message::Creating {
            channel: 1,
            about: String::new(),
            trace,
        };
        assert_eq!((record.message, record.replaced), (expected, replaced));
        assert_eq!(record.locale.as_deref(), Some("de"));
    };
    promised(0, Vec::new());
    promised(5, vec![at(1, 5)]);
}

#[test]
fn what_an_earlier_version_was_trying_is_found_by_the_same_nonce() {
    let note = r#"{"once":"s7w","trying":true,"attempt":18446744073709551615,"spot":{"page":0},"run":7}"#;
    let record = row::read(&noted(0, 0, "", note), NOW);
    assert_eq!(record, creating(Trace::Nonce(u64::MAX)));
}

#[test]
fn what_an_earlier_version_had_doubted_taken_away_or_shown_by_a_token_is_read() {
    let late = row::read(
        &noted(5, 0, "d", r#"{"spot":{"page":0},"late":true,"run":7,"shows":3}"#),
        NOW,
    );
    let standing = late.standing().expect("it stands");
    assert_eq!((standing.late, &standing.shows), (Some(NOW + LATE_MS), &None));
    let dismissed = row::read(
        &noted(0, 0, "", r#"{"once":"s7","dismissed":true,"spot":{"page":0}}"#),
        NOW,
    );
    assert_eq!(dismissed.message, Message::Dismissed { about: "s7".to_owned() });
    let note = r#"{"spot":{"page":0},"token":{"text":"t","until":9,"interaction":6,"to":5},"shows":3,"boards":"text"}"#;
    let here = row::read(&noted(0, 0, "d", note), NOW);
    let standing = here.standing().expect("only its token leads to it");
    assert_eq!(standing.token, Some(token("t", 5)));
    assert_eq!(standing.shows.as_ref().map(|shows| shows.version), Some(3));
    assert_eq!(here.boards, Some(Boards::Text));
    let settled = row::read(&noted(5, Shown::SETTLED, "d", "{}"), NOW);
    assert!(settled.standing().expect("it stands").settled);
}
