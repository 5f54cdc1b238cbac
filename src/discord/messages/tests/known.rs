//! What is known of a message, and what an event makes of that: tables of cases, without a clock, a store or Discord.

use super::super::record::{LATE_MS, ON_THE_WAY_MS, StandingMessage};
use super::super::{Location, Message, Record, Slot, Token, Trace};
use super::record::{NOW, absent, at, behind, creating, dismissed, says, stands, token};

#[test]
fn only_a_message_that_does_not_have_to_go_can_be_the_one_whose_number_is_unknown() {
    let unknown = stands(|it| it.at.message = 0);
    let on_its_way = creating("", Trace::Nonce(8));
    for (record, message, may) in [
        (stands(|_| {}), 5, true),
        (stands(|_| {}), 4, false),
        (stands(|_| {}), 6, false),
        (absent(), 5, false),
        (dismissed("x"), 5, false),
        (unknown.clone(), 5, true),
        (on_its_way.clone(), 5, true),
        (behind(unknown.clone(), &[5]), 5, false),
        (behind(unknown.clone(), &[5]), 4, false),
        (behind(unknown, &[5]), 6, true),
        (behind(on_its_way.clone(), &[3, 5]), 4, false),
        (behind(on_its_way, &[3, 5]), 6, true),
    ] {
        assert_eq!(record.may_be(message), may, "{message}: {record:?}");
    }
}

#[test]
fn a_message_is_current_that_shows_the_step_whole_with_nothing_left_to_do() {
    let half = |it: &mut StandingMessage| {
        it.shows.as_mut().expect("it shows something").whole = false;
    };
    for (name, record, version, current) in [
        ("the step", stands(|_| {}), 3, true),
        ("an older step", stands(|_| {}), 4, false),
        // As a program counted that was exchanged since.
        ("a later step", stands(|_| {}), 2, false),
        ("its picture is to follow", stands(half), 3, false),
        ("nobody knows", stands(|it| it.shows = None), 3, false),
        ("something may come late", stands(|it| it.late = Some(NOW)), 3, false),
        ("an older message is left", behind(stands(|_| {}), &[4]), 3, false),
        ("it never changes again", stands(|it| it.settled = true), 9, true),
        (
            "but something may come late",
            stands(|it| (it.settled, it.late) = (true, Some(NOW))),
            9,
            false,
        ),
        ("none", absent(), 3, false),
        ("one on its way", creating("", Trace::Nonce(8)), 3, false),
    ] {
        assert_eq!(record.is_current(version), current, "{name}");
    }
}

#[test]
fn what_was_read_counts_only_for_the_step_of_which_it_was_noted() {
    for (name, mut record, version, refreshed) in [
        (
            "the same step",
            stands(|it| it.unverified = true),
            Some(3),
            stands(|_| {}),
        ),
        (
            "a later step",
            stands(|it| it.unverified = true),
            Some(4),
            stands(|it| it.shows = None),
        ),
        (
            "an earlier step",
            stands(|it| it.unverified = true),
            Some(2),
            stands(|it| it.shows = None),
        ),
        (
            "nobody knows which",
            stands(|it| it.unverified = true),
            None,
            stands(|it| it.unverified = true),
        ),
        (
            "what is settled stays",
            stands(|it| (it.unverified, it.settled) = (true, true)),
            Some(4),
            stands(|it| it.settled = true),
        ),
        ("this run noted it", stands(|_| {}), Some(4), stands(|_| {})),
        (
            "it may still come",
            stands(|it| it.late = Some(NOW + 1)),
            Some(3),
            stands(|it| it.late = Some(NOW + 1)),
        ),
        (
            "it may have come",
            stands(|it| it.late = Some(NOW)),
            Some(3),
            stands(|it| it.shows = None),
        ),
    ] {
        let before = record.clone();
        assert_eq!(record.refresh(version, NOW), before != refreshed, "{name}");
        assert_eq!(record, refreshed, "{name}");
        assert!(!record.refresh(version, NOW), "{name}: once");
    }
}

#[test]
fn what_begins_replaces_what_stood_there_and_stands_then_with_nothing_known_of_it() {
    let mut record = behind(stands(|_| {}), &[4]);
    record.begins(2, "x", Trace::Nonce(8));
    assert_eq!(record.replaced, [at(4), at(5)]);
    assert_eq!(record.location(), None);
    let there = Location { channel: 2, message: 9 };
    let mut stood = record.clone();
    stood.stood(there);
    let standing = stood.standing().expect("it stands");
    assert_eq!(
        (standing, stood.location()),
        (&StandingMessage::unknown(there, "x"), Some(there))
    );
    assert_eq!(stood.replaced, [at(4), at(5)]);
    stood.deleted(at(4));
    assert_eq!(stood.replaced, [at(5)]);
    record.failed();
    assert_eq!((&record.message, record.replaced.len()), (&Message::Absent, 2));
    // It was found to be one of those that were to go.
    let mut found = behind(creating("", Trace::Nonce(8)), &[4, 5]);
    found.stood(at(5));
    assert_eq!((found.location(), found.replaced), (Some(at(5)), vec![at(4)]));
}

#[test]
fn what_is_put_aside_is_deleted_once_and_only_where_its_number_is_known() {
    let mut record = behind(stands(|_| {}), &[5]);
    record.put_aside();
    assert_eq!((record.message, record.replaced), (Message::Absent, vec![at(5)]));
    let mut nameless = stands(|it| it.at.message = 0);
    nameless.put_aside();
    assert_eq!(nameless, Record::default());
}

#[test]
fn a_doubt_outlives_what_is_written_after_it() {
    let mut record = stands(|it| it.settled = true);
    record.doubted(NOW);
    let late = Some(NOW + LATE_MS);
    assert_eq!(record, stands(|it| (it.shows, it.late) = (None, late)));
    record.wrote(says("b"));
    assert_eq!(record, stands(|it| (it.shows, it.late) = (Some(says("b")), late)));
    // It begins anew with every request that is not answered.
    record.doubted(NOW + 5);
    assert_eq!(record.standing().expect("it stands").late, Some(NOW + 5 + LATE_MS));
    let mut none = absent();
    none.doubted(NOW);
    none.wrote(says("b"));
    none.pressed(at(5), token(NOW, 0));
    assert_eq!(none, absent());
}

#[test]
fn what_is_written_is_known_by_this_run_and_may_change_again() {
    let mut record = stands(|it| (it.unverified, it.settled) = (true, true));
    record.wrote(says("b"));
    assert_eq!(record, stands(|it| it.shows = Some(says("b"))));
}

#[test]
fn a_token_works_until_its_end_and_is_kept_until_nothing_can_be_on_its_way_any_more() {
    let ends = NOW - ON_THE_WAY_MS;
    let of = |until, to| stands(|it| it.token = Some(token(until, to)));
    let standing = of(NOW, 0);
    let standing = standing.standing().expect("it stands");
    assert!(standing.alive(NOW - 1).is_some() && standing.alive(NOW).is_none());
    let answer = |until| creating("", Trace::Answer(token(until, 0)));
    for (name, mut record, ended, left) in [
        ("everybody's message", of(ends, 0), true, stands(|_| {})),
        (
            "everybody's message, a little earlier",
            of(ends + 1, 0),
            false,
            of(ends + 1, 0),
        ),
        ("one person's message", of(ends, 9), true, absent()),
        (
            "one person's message, a little earlier",
            of(ends + 1, 9),
            false,
            of(ends + 1, 9),
        ),
        ("an answer", answer(ends), true, absent()),
        ("an answer, a little earlier", answer(ends + 1), false, answer(ends + 1)),
        (
            "an answer that replaces one",
            behind(answer(ends), &[4]),
            true,
            behind(absent(), &[4]),
        ),
        ("no token", stands(|_| {}), false, stands(|_| {})),
        (
            "a nonce",
            creating("", Trace::Nonce(8)),
            false,
            creating("", Trace::Nonce(8)),
        ),
        ("nothing", absent(), false, absent()),
    ] {
        assert_eq!(record.ended(NOW), ended, "{name}");
        record.drop_ended(NOW);
        assert_eq!(record, left, "{name}");
    }
}

#[test]
fn stored_slots_are_read_as_they_were_written() {
    for slot in [Slot::Table, Slot::Seat(0), Slot::Seat(31), Slot::Ping(6), Slot::Here(1)] {
        assert_eq!(slot.to_string().parse(), Ok(slot));
    }
    for text in ["", "seat", "seat:", "seat:300", "here", "other:1"] {
        assert!(text.parse::<Slot>().is_err(), "{text}");
    }
}

#[test]
fn no_token_gets_into_a_log() {
    let secret = Token {
        text: "secret".to_owned(),
        ..token(NOW, 9)
    };
    let record = stands(|it| it.token = Some(secret.clone()));
    let on_its_way = creating("", Trace::Answer(secret));
    assert!(!format!("{record:?} {on_its_way:?}").contains("secret"));
}
