//! Choices that are shown before they are made, and the way back from them.

use super::random::{begin, lobby, snapshot};
use super::*;
use crate::games::find;
use crate::referee::fair::SeededSource;

#[test]
fn what_is_to_be_confirmed_leads_back_to_its_menu_however_long_the_path() {
    let preview = |what: String| entry("One", Leads::Preview(what), Button::Plain);
    let tried = |what: &str, path: &[&str]| {
        let two = vec![entry("Shown", Leads::Nowhere, Button::Plain), preview(what.to_owned())];
        let laid = laid(Layout::List, two, path, 0);
        let Row::Buttons(first) = &laid.rows[0] else {
            panic!("no buttons")
        };
        first[1].target.parse::<CustomId>().unwrap()
    };
    let expected = |what: &str, path: &[&str]| CustomId::Try {
        table: u64::MAX,
        step: 7,
        path: path.iter().map(|step| (*step).to_owned()).collect(),
        what: what.to_owned(),
    };
    assert_eq!(tried("b2 c3", &["4", "b2"]), expected("b2 c3", &["4", "b2"]));
    let long = "x".repeat(70);
    assert_eq!(tried(&long, &["4", "b2"]), expected(&long, &["4", "b2"]));
    assert_eq!(
        tried(&long, &["4", "b2", "c3"]),
        expected("#1", &["4", "b2", "c3"]),
        "the number of the entry stands for a choice that has no room"
    );
    let longest = vec![preview("x".repeat(75)), preview("y".to_owned())];
    let rows = laid(Layout::List, longest, &[], 0);
    assert_eq!(
        picks(&rows),
        [Picked::Preview("y".to_owned())],
        "what has no room is typed"
    );
    assert!(way(&rows).contains(&CustomId::again(u64::MAX, 7, "")));
}

#[test]
fn who_wants_to_be_asked_first_confirms_each_choice() {
    let table = pledging();
    let confirm = Confirm::Always;
    let first = At {
        confirm,
        ..At::default()
    };
    let tries: Vec<String> = presses(&panel_at(&table, 0, first))
        .into_iter()
        .filter_map(|press| match press {
            CustomId::Choose { what, .. } => panic!("{what} is made at one tap"),
            CustomId::Try { what, .. } => Some(what),
            _ => None,
        })
        .collect();
    assert_eq!(tries.len(), 3);
    for what in &tries {
        let tried = Some(what.as_str());
        let shown = presses(&panel_at(&table, 0, At { tried, ..first }));
        let made = |press: &CustomId| matches!(press, CustomId::Choose { what: made, .. } if made == what);
        assert!(
            made(&shown[0]) && matches!(shown[1], CustomId::Step { .. }),
            "{shown:?}"
        );
    }
    let usual = presses(&panel_at(&table, 0, At::default()));
    assert!(!usual.iter().any(|press| matches!(press, CustomId::Try { .. })));
    assert!(usual.iter().any(|press| matches!(press, CustomId::Choose { .. })));
}

#[test]
fn the_way_back_from_a_long_path_loses_no_step_of_it() {
    let mut source = SeededSource::new(3);
    let mut table = lobby(find("bingolino").unwrap(), &mut source);
    assert!(begin(&mut table, &mut source));
    let words = Words::embedded().unwrap();
    let shown = |at: At<'_>| {
        let at = At {
            confirm: Confirm::Always,
            ..at
        };
        presses(&super::super::panel(
            &words,
            "en",
            &snapshot(&table),
            Seat(0),
            at,
            Boards::Text,
        ))
    };
    let tries = |presses: &[CustomId]| {
        let tries = presses.iter().filter_map(|press| match press {
            CustomId::Try { path, what, .. } => Some((path.clone(), what.clone())),
            _ => None,
        });
        tries.collect::<Vec<_>>()
    };
    // Fifteen swaps bring the sixteen tiles into any order.
    let path: Vec<String> = (b'a'..b'p')
        .flat_map(|place| [place, place + 1])
        .map(|place| char::from(place).to_string())
        .collect();
    for swaps in 1..=path.len() / 2 {
        let path: Vec<&str> = path[..2 * swaps].iter().map(String::as_str).collect();
        let swapped = shown(At {
            path: &path,
            ..At::default()
        });
        let ready = tries(&swapped);
        let [(back, what)] = &ready[..] else {
            panic!("the layout alone is a choice: {swapped:?}")
        };
        assert_eq!(*back, path);
        let proposed = shown(At {
            path: &path,
            tried: Some(what),
            ..At::default()
        });
        let [CustomId::Choose { what, .. }, CustomId::Step { path: to, .. }, ..] = &proposed[..] else {
            panic!("neither confirmed nor taken back: {proposed:?}")
        };
        assert!(what.starts_with("layout ") && table.takes(Seat(0), what), "{what}");
        assert_eq!(*to, path, "Back shows every swap");
        let lost = shown(At {
            path: &["no", "such", "path"],
            tried: Some("#16"),
            ..At::default()
        });
        assert_eq!(
            tries(&lost).len(),
            1,
            "a number of another menu means nothing: {lost:?}"
        );
    }
}
