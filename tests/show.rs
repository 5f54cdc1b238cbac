//! What people are shown, over every game of the catalogue in random play: it fits Discord, it tells nothing that its
//! reader may not know, and nobody's name can break it.

#[path = "show/daily.rs"]
mod daily;
#[path = "show/length.rs"]
mod length;
#[path = "show/lessons.rs"]
mod lessons;
#[path = "show/matches.rs"]
mod matches;
#[path = "support/openapi.rs"]
mod openapi;
#[path = "show/play.rs"]
mod play;
#[path = "show/results.rs"]
mod results;
#[path = "show/settings.rs"]
mod settings;
#[path = "show/sound.rs"]
mod sound;
mod tables;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use openapi::openapi;
use serde_json::{Value, json};
use sound::{proves_completions_sound, proves_form_fits, proves_form_sound, proves_harmless, proves_sound};
use tables::{GUILD, apply, begin, lobby, next_round, snapshot, some_options, step};
use whistle::discord::custom_id::{Boards, Confirm, CustomId, PanelAt, Picked, Ping};
use whistle::discord::limits;
use whistle::discord::payload::{File, Payload, Row};
use whistle::discord::show::{self, At, Taken};
use whistle::games::{CATALOGUE, GameEntry};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Absence, Denied, Phase, Table, TableEvent, TableSnapshot};
use whistle::rules::{Listing, Phrase, Refusal, Seat, Source, Viewer};
use whistle::store::{Standing, Standings};
use whistle::words::{Numbered, Words};

/// Names that people really give themselves.
const HOSTILE: &[&str] = &[
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "@everyone",
    "**<@123> @here** `x`",
    "\u{202e}מישהו שלום עולם 123",
    "```\n# big\n> quote",
    "\u{200b}\u{3164}",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "[a](https://example.org) ||spoiler||",
];

fn words() -> Words {
    Words::embedded().unwrap()
}

/// A panel that one can come to: the path, the page, and a choice to be confirmed.
type Way = (Vec<String>, u16, Option<String>);

/// Every panel that a seat can come to by pressing.
fn panels(words: &Words, snapshot: &TableSnapshot, seat: Seat, boards: Boards) -> Vec<Payload> {
    const ENOUGH: usize = 24;
    let mut seen = BTreeSet::from([Way::default()]);
    let mut open = VecDeque::from([Way::default()]);
    let mut panels = Vec::new();
    let mut shown = BTreeMap::new();
    while let Some((path, page, tried)) = open.pop_front() {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let at = At {
            path: &steps,
            page,
            tried: tried.as_deref(),
            ..At::default()
        };
        let panel = show::panel(words, "en", snapshot, seat, at, boards);
        if path.is_empty() {
            panels.push(late(
                &panel,
                show::panel(words, "en", snapshot, seat, At { stale: true, ..at }, boards),
            ));
        }
        if let Some(what) = &tried {
            confirms(&panel, what);
        }
        for next in ways(&panel) {
            if seen.len() < ENOUGH && seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
        shown.insert((path, page, tried), panel.clone());
        panels.push(panel);
    }
    leads_elsewhere(&shown);
    takes_one_tap_if_forced(snapshot, seat, &panels);
    panels
}

/// No button leads to the panel on which it stands: a menu with one entry goes on by itself, and nothing leads back to it. Only
/// where the first panel asks for a choice at once is there nothing to go back to.
fn leads_elsewhere(shown: &BTreeMap<Way, Payload>) {
    for (way, panel) in shown {
        if *way != Way::default() && !ways(panel).iter().any(|(_, _, tried)| tried.is_none()) {
            assert_eq!(
                panel.rows,
                shown[&Way::default()].rows,
                "at {way:?} there is no way back"
            );
        }
        let same = ways(panel).into_iter().find(|next| shown.get(next) == Some(panel));
        assert_eq!(same, None, "at {way:?}: {panel:?}");
    }
}

/// Whoever has one legal choice can make it at once.
fn takes_one_tap_if_forced(snapshot: &TableSnapshot, seat: Seat, panels: &[Payload]) {
    let play = snapshot.table.play.as_ref();
    let asked = play.filter(|_| snapshot.table.asked(seat).is_some());
    let Some((choices, Listing::Complete)) = asked.map(|play| play.choices(seat)) else {
        return;
    };
    if let ([only], Some(first)) = (choices.as_slice(), panels.first()) {
        let made = |row: &Row| match row {
            Row::Buttons(buttons) => buttons.iter().any(|button| {
                let press = button.target.parse();
                matches!(press, Ok(CustomId::Choose { what, .. }) if what == *only)
            }),
            Row::Select(_) => false,
        };
        assert!(first.rows.iter().any(made), "{only} takes several taps: {first:?}");
    }
}

/// A panel that says of a press that it came too late, which asks for the same as it does without that.
fn late(usual: &Payload, late: Payload) -> Payload {
    let question = |panel: &Payload| panel.below.lines().last().map(str::to_owned);
    assert_eq!(question(usual), question(&late), "what is asked stands there whole");
    assert!(late.below.contains("nothing was done."), "{}", late.below);
    assert_eq!(usual.rows, late.rows);
    late
}

/// A choice that is offered to be confirmed can be confirmed as it is, and taken back.
fn confirms(panel: &Payload, what: &str) {
    let Some(Row::Buttons(buttons)) = panel.rows.first() else {
        panic!("{what}: {panel:?}")
    };
    let presses: Vec<CustomId> = buttons.iter().map(|button| button.target.parse().unwrap()).collect();
    let made = |press: &CustomId| matches!(press, CustomId::Choose { what: made, .. } if made == what);
    assert!(made(&presses[0]), "{what}: {presses:?}");
    // A forced choice has nothing to go back to (`leads_elsewhere`).
    let back = matches!(presses[1], CustomId::Step { .. });
    assert!(
        back || matches!(presses[1], CustomId::OpenRules { .. }),
        "{what}: {presses:?}"
    );
}

/// Where a panel's buttons and menus lead.
fn ways(panel: &Payload) -> Vec<Way> {
    let mut ways = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => {
                ways.extend(buttons.iter().filter_map(|button| match button.target.parse() {
                    Ok(CustomId::Step { path, page, .. }) => Some((path, page, None)),
                    Ok(CustomId::Try { path, what, .. }) => Some((path, 0, Some(what))),
                    _ => None,
                }));
            }
            Row::Select(select) => {
                let Ok(CustomId::Pick { path, .. }) = select.custom_id.parse() else {
                    panic!("a menu with a strange id: {}", select.custom_id)
                };
                ways.extend(select.options.iter().filter_map(|option| match option.value.parse() {
                    Ok(Picked::Step(step)) => Some(([path.clone(), vec![step]].concat(), 0, None)),
                    Ok(Picked::Preview(what)) => Some((path.clone(), 0, Some(what))),
                    Ok(Picked::Choice(_)) => None,
                    Err(_) => panic!("a menu with a strange value: {}", option.value),
                }));
            }
        }
    }
    ways
}

/// Of how many seats the panels are looked at in one position; the others have their turn in the next ones.
const SOME: u64 = 7;

/// All seats of a table, or in turn a few of very many.
fn some_seats(snapshot: &TableSnapshot) -> impl Iterator<Item = Seat> + use<> {
    let (seats, first) = (snapshot.table.seats.len() as u64, snapshot.table.seq);
    (0..seats.min(SOME)).map(move |next| Seat(((first + next) % seats) as u8))
}

/// How seldom a position of a table is looked at: the more sit there, the more positions there are, and the more to look at.
fn seldom(snapshot: &TableSnapshot) -> u32 {
    3 + snapshot.table.seats.len() as u32
}

/// Everything that can be shown of a table.
fn everything(words: &Words, snapshot: &TableSnapshot) -> Vec<Payload> {
    let mut all = vec![
        show::table(words, "en", snapshot, Boards::Pictures),
        show::table(words, "en", snapshot, Boards::Text),
        show::match_board(words, "en", snapshot),
        show::rules(
            words,
            "en",
            snapshot.table.game,
            &snapshot.table.options,
            Some(snapshot.table.id),
            0,
        ),
        show::denied(words, "en", &Denied::Stale, Some(snapshot)),
        show::denied(words, "en", &Denied::NotHost { host: Seat(0) }, Some(snapshot)),
        show::denied(words, "en", &Denied::Over, Some(snapshot)),
        show::denied(words, "en", &Denied::ChannelTaken { table: 1 }, None),
    ];
    if snapshot.table.is_over() {
        all.extend(Boards::ALL.map(|boards| show::replay(words, "en", snapshot, boards)));
        all.extend(Boards::ALL.map(|boards| results::history_of(words, snapshot, boards)));
    }
    if snapshot.table.phase == Phase::Lobby {
        let refused = Phrase::new("binome-setup-boat-battle");
        all.push(show::options_refused(words, "en", snapshot, &refused));
        proves_form_sound(&show::options(words, "en", snapshot));
    }
    for seat in some_seats(snapshot) {
        // Each is seen both ways, but not at every moment.
        let boards = Boards::ALL[(snapshot.table.seq as usize + seat.index()) % Boards::ALL.len()];
        all.extend(panels(words, snapshot, seat, boards));
        all.extend(typed(words, snapshot, seat));
        all.push(show::ping(words, "en", snapshot, seat, false, None));
        all.push(show::ping(
            words,
            "en",
            snapshot,
            seat,
            true,
            Some("https://discord.com/channels/@me/1/2"),
        ));
    }
    all
}

/// What the holder of `seat` is shown who types; what is offered and the form are held against Discord's rules here.
fn typed(words: &Words, snapshot: &TableSnapshot, seat: Seat) -> Vec<Payload> {
    const TEXTS: [&str; 7] = ["", "e4", "flip b", "3", "e4 e6", "@everyone <@5> ```", "\u{202e}x"];
    let text = TEXTS[(snapshot.table.seq as usize + seat.index()) % TEXTS.len()];
    let holder = &snapshot.table.seats[seat.index()];
    let offered = show::moves(words, "en", snapshot, seat, text);
    let may = snapshot.table.offered(seat).is_some() && holder.stand_in.is_none();
    assert!(may || offered.is_empty(), "{offered:?}");
    assert!(
        !may || !text.is_empty() || !offered.is_empty(),
        "who may choose is offered something"
    );
    proves_completions_sound(&offered);
    let form = show::typing(words, "en", snapshot, seat, text);
    proves_form_fits(&form);
    let seated = [(snapshot.clone(), seat)];
    proves_completions_sound(&show::tables(words, "en", &seated, ""));
    let mut all = vec![
        show::moved(words, "en", snapshot, seat, snapshot.table.last_choice(seat)),
        show::which(words, "en", &seated, text),
    ];
    let person = holder.person.as_ref().map_or(0, |person| person.id);
    let unread = Denied::Refused(Refusal::because("refused-notation"));
    let refused = [unread, Denied::NotAwaited, Denied::Stale].into_iter();
    all.extend(refused.map(|denied| show::refused(words, "en", snapshot, person, &denied, text)));
    all
}

/// Somebody on a leaderboard with the longest numbers.
fn standing(index: u64) -> Standing {
    Standing {
        person: index,
        name: HOSTILE[index as usize % HOSTILE.len()].to_owned(),
        points: i64::MAX,
        games_won: u32::MAX,
        games: u32::MAX,
        draws: u32::MAX,
        matches_won: u32::MAX,
        matches: u32::MAX,
        best_game: i64::MIN,
        place: u32::MAX,
    }
}

/// A random lobby of a game, with names that are meant to break it.
fn random_lobby(entry: &'static GameEntry, source: &mut SeededSource) -> Table {
    let (least, most) = (u32::from(*entry.people.start()), u32::from(*entry.people.end()));
    // Where very many may sit, there are few in most tables and as many as may be in some.
    let few = most.min(least + 6);
    let people = match source.below(4) {
        0 if few < most => most,
        _ => least + source.below(few - least + 1),
    };
    let people = people.max(1) as usize;
    let names: Vec<&str> = (0..people).map(|index| HOSTILE[index % HOSTILE.len()]).collect();
    let room = most - people as u32;
    let computers = source.below(room.min(2) + 1) as u8;
    lobby(entry, &some_options(entry, source), &names, computers)
}

/// Plays random matches of every game and shows each state to `see`.
fn walk(seeds: u64, mut see: impl FnMut(&TableSnapshot, &mut SeededSource)) {
    for entry in CATALOGUE {
        for seed in 0..seeds {
            let source = &mut SeededSource::new(seed);
            let mut table = random_lobby(entry, source);
            see(&snapshot(&table), source);
            if !begin(&mut table) {
                continue;
            }
            let mut left = 2000;
            loop {
                see(&snapshot(&table), source);
                left -= 1;
                match table.phase {
                    Phase::Between if left > 0 => next_round(&mut table),
                    Phase::Playing if left > 0 => assert!(step(&mut table, source)),
                    _ => break,
                }
            }
            if table.phase != Phase::Finished {
                apply(&mut table, &TableEvent::LEFT_ALONE);
                see(&snapshot(&table), source);
            }
        }
    }
}

#[test]
fn everything_shown_in_random_play_fits_discord_and_harms_nobody() {
    let words = words();
    let mut phases = BTreeSet::new();
    let mut at = 0;
    walk(4, |snapshot, source| {
        at += 1;
        phases.insert(format!("{:?}", snapshot.table.phase));
        if snapshot.table.phase == Phase::Playing && source.below(seldom(snapshot)) > 0 {
            return;
        }
        for payload in everything(&words, snapshot) {
            proves_sound(&payload);
            proves_harmless(&payload);
        }
        if snapshot.table.is_over() {
            let verdict = show::verdict(&words, "en", snapshot);
            proves_sound(&verdict);
            assert!(verdict.json().to_string().contains("Yes."), "{verdict:?}");
        }
        if snapshot.table.phase == Phase::Between {
            // A match that is on in the channel stands above the leaderboard.
            let rows = (0..10).map(standing).collect();
            let standings = Standings { total: 1000, rows };
            let mut board = show::leaderboard(&words, "en", snapshot.table.game, &standings, 0);
            let first = show::match_board(&words, "en", snapshot);
            board.above = limits::fit(&format!("{}\n\n{}", first.above, board.above), limits::TEXT);
            proves_sound(&board);
        }
    });
    assert!(at > 100);
    assert!(
        phases.is_superset(&["Lobby", "Playing", "Between", "Finished"].map(str::to_owned).into()),
        "{phases:?}"
    );
}

#[test]
fn payloads_fit_discords_own_description() {
    let Some(spec) = openapi() else { return };
    let words = words();
    let mut seen = BTreeSet::new();
    walk(2, |snapshot, source| {
        if snapshot.table.phase == Phase::Playing && source.below(20) > 0 {
            return;
        }
        for payload in everything(&words, snapshot)
            .iter()
            .filter(|payload| seen.insert(payload.digest()))
        {
            let json = payload.body(File::New);
            assert_eq!(
                spec.request("POST", "/channels/1/messages", Some(&json)),
                Ok(()),
                "{json:#}"
            );
            assert_eq!(
                spec.request("PATCH", "/channels/1/messages/2", Some(&json)),
                Ok(()),
                "{json:#}"
            );
            let reply = json!({ "type": 4, "data": json });
            assert_eq!(
                spec.request("POST", "/interactions/1/x/callback", Some(&reply)),
                Ok(()),
                "{reply:#}"
            );
        }
    });
    assert!(seen.len() > 20);
}

/// The same look at another world.
fn imagined(snapshot: &TableSnapshot, viewer: Viewer, source: &mut SeededSource) -> Option<TableSnapshot> {
    let mut other = snapshot.clone();
    let world = other.table.play.as_ref()?.imagine(viewer, source);
    std::sync::Arc::make_mut(&mut other.table).play = Some(world);
    Some(other)
}

#[test]
fn no_payload_differs_between_worlds_that_its_reader_cannot_tell_apart() {
    let words = words();
    let (mut differ, mut told_apart) = (0, 0);
    walk(4, |snapshot, source| {
        if snapshot.table.phase != Phase::Playing || source.below(seldom(snapshot)) > 0 {
            return;
        }
        let state = |snapshot: &TableSnapshot| snapshot.table.play.as_ref().unwrap().state();
        let public = |snapshot: &TableSnapshot| Boards::ALL.map(|boards| show::table(&words, "en", snapshot, boards));
        let table = public(snapshot);
        if let Some(other) = imagined(snapshot, Viewer::Table, source) {
            differ += usize::from(state(&other) != state(snapshot));
            assert_eq!(public(&other), table);
        }
        let seats = snapshot.table.seats.len() as u8;
        for seat in some_seats(snapshot) {
            let Some(other) = imagined(snapshot, Viewer::Seat(seat), source) else {
                continue;
            };
            let panels = |snapshot: &TableSnapshot, seat| {
                let mut panels = panels(&words, snapshot, seat, Boards::Pictures);
                panels.extend(typed(&words, snapshot, seat));
                panels
            };
            assert_eq!(panels(&other, seat), panels(snapshot, seat), "seat {seat}");
            assert_eq!(public(&other), table);
            let neighbour = seat.next(seats);
            told_apart += usize::from(panels(&other, neighbour) != panels(snapshot, neighbour));
        }
    });
    // The test would see a leak: worlds do differ, and those who may know see it.
    assert!(differ > 20 && told_apart > 20, "{differ} {told_apart}");
}

#[test]
fn the_lesser_messages_are_sound_too() {
    let words = words();
    let mut all = vec![
        show::help(&words, "en"),
        show::help(&words, "xx"),
        show::forget(&words, "en"),
    ];
    for boards in Boards::ALL {
        for panel in PanelAt::ALL {
            for confirm in Confirm::ALL {
                all.extend(Ping::ALL.map(|ping| show::settings(&words, "en", ping, panel, boards, confirm)));
            }
        }
    }
    let press = |options: &str| CustomId::Thread {
        game: "some-game".to_owned(),
        clock: 300,
        rest: 0,
        computers: 2,
        level: None,
        options: options.to_owned(),
        invited: None,
    };
    for thread in [None, Some(press("games=5")), Some(press(&"long".repeat(30)))] {
        for why in [Taken::Other, Taken::Begun, Taken::Full] {
            all.push(show::taken(&words, "en", why, 7, thread.as_ref()));
        }
    }
    for entry in CATALOGUE {
        for page in [0, 1, 2, u16::MAX] {
            all.push(show::rules(
                &words,
                "en",
                entry,
                &whistle::games::Options::new(),
                None,
                page,
            ));
            for total in [0, 1, 10, 11, 1000] {
                let rows = (0..10.min(u64::from(total))).map(standing).collect();
                all.push(show::leaderboard(&words, "en", entry, &Standings { total, rows }, page));
            }
        }
    }
    let refusal = Refusal::from(Phrase::new("denied-option").with("what", "@everyone ``` <@1>".repeat(300)));
    all.push(show::denied(&words, "en", &Denied::Refused(refusal.clone()), None));
    all.push(show::notice(&words, "en", &refusal.reason, &Numbered));
    for payload in all {
        proves_sound(&payload);
        proves_harmless(&payload);
    }
}

#[test]
fn another_language_falls_back_to_english() {
    let words = words();
    let entry = &CATALOGUE[0];
    let snapshot = snapshot(&lobby(entry, &whistle::games::Options::new(), &["Ana"], 0));
    let table = |locale| show::table(&words, locale, &snapshot, Boards::Pictures);
    assert_eq!(table("xx-YY"), table("en"));
}

#[test]
fn a_stand_in_is_named_and_its_person_can_come_back() {
    let words = words();
    let mut table = lobby(
        &CATALOGUE[0],
        &whistle::games::Options::new(),
        &["Ana", "Ben", "Chloe"],
        0,
    );
    assert!(begin(&mut table));
    apply(
        &mut table,
        &TableEvent::StoodIn {
            seat: Seat(1),
            why: Absence::Left,
        },
    );
    let snapshot = snapshot(&table);
    let public = show::table(&words, "en", &snapshot, Boards::Pictures)
        .json()
        .to_string();
    assert!(public.contains("The computer plays for Ben."), "{public}");
    let panel = show::panel(&words, "en", &snapshot, Seat(1), At::default(), Boards::Pictures);
    let Some(Row::Buttons(buttons)) = panel.rows.first() else {
        panic!("no buttons: {panel:?}")
    };
    assert_eq!(
        buttons[0].target.parse(),
        Ok(CustomId::Return {
            table: snapshot.table.id
        })
    );
}

#[test]
fn a_ping_mentions_its_person_only() {
    let words = words();
    let mut table = lobby(
        &CATALOGUE[0],
        &whistle::games::Options::new(),
        &["Ana", "Ben", "Chloe"],
        0,
    );
    assert!(begin(&mut table));
    let ping = show::ping(&words, "en", &snapshot(&table), Seat(2), true, None);
    assert_eq!(ping.mention, [502]);
    assert_eq!(ping.json()["allowed_mentions"]["users"], json!(["502"]));
    assert!(ping.text().contains("<@502>"));
    let table = show::table(&words, "en", &snapshot(&table), Boards::Pictures).json();
    assert_eq!(
        table["allowed_mentions"],
        json!({ "parse": Value::Array(Vec::new()), "users": [] })
    );
    assert!(!table.to_string().contains(&GUILD.to_string()));
}
