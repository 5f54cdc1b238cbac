//! Messages as people read them, held against the texts in `tests/golden/discord`.
//!
//! After a change that is meant: `WHISTLE_BLESS=1 cargo test --test shown`, and read what `git diff` says.

#[path = "shown/crowd.rs"]
mod crowd;
#[path = "shown/daily.rs"]
mod daily;
#[path = "shown/history.rs"]
mod history;
#[path = "shown/lessons.rs"]
mod lessons;
#[path = "shown/orders.rs"]
mod orders;
#[path = "shown/seasons.rs"]
mod seasons;
mod tables;
#[path = "shown/tiles.rs"]
mod tiles;

use std::fmt::Write as _;
use std::path::Path;

use tables::{apply, begin, lobby, next_round, play, snapshot, step};
use whistle::discord::custom_id::Boards::{Pictures, Text};
use whistle::discord::custom_id::{Confirm, Opponents, PanelAt, Ping};
use whistle::discord::payload::{Button, Completion, Modal, Payload, Row, Select, Style};
use whistle::discord::play::Play;
use whistle::discord::show::{self, At};
use whistle::games::{Options, find};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Absence, Denied, Phase, RatedPage, RatedRow, Table, TableEvent};
use whistle::rules::{Phrase, Seat, Viewer};
use whistle::store::{Standing, Standings};
use whistle::words::Words;

/// A message as text.
fn drawn(payload: &Payload) -> String {
    let mut out = String::new();
    if !payload.above.is_empty() {
        let _ = writeln!(out, "{}", payload.above);
    }
    if let Some(picture) = &payload.picture {
        let _ = writeln!(out, "(picture) {}", picture.alt());
    }
    if !payload.below.is_empty() {
        let _ = writeln!(out, "{}", payload.below);
    }
    for page in &payload.pages {
        let _ = writeln!(out, "{}", page.text);
        if let Some(picture) = &page.picture {
            let _ = writeln!(out, "(picture) {}", picture.alt());
        }
    }
    for row in &payload.rows {
        match row {
            Row::Buttons(buttons) => {
                let _ = writeln!(out, "{}", buttons.iter().map(button).collect::<Vec<_>>().join(" "));
            }
            Row::Select(select) => out.push_str(&menu(select)),
        }
    }
    if !payload.notification.is_empty() && !payload.is_announcement() {
        let _ = writeln!(out, "(notification) {}", payload.notification);
    }
    if !payload.mention.is_empty() {
        let _ = writeln!(out, "pings {:?}", payload.mention);
    }
    out
}

/// A form of menus as text.
fn form_drawn(form: &Modal) -> String {
    let mut out = format!("(form) {}\n", form.title);
    for part in &form.menus {
        let _ = writeln!(out, "{}", [&*part.label, &part.description].join("\n").trim());
        out.push_str(&menu(&part.select));
    }
    out
}

fn menu(select: &Select) -> String {
    let mut out = format!("[{} v] {}\n", select.placeholder, select.custom_id);
    for option in &select.options {
        let mark = if option.chosen { "*" } else { "" };
        let _ = writeln!(out, "    {mark}{}{mark} = {}", option.label, option.value);
        if !option.description.is_empty() {
            let _ = writeln!(out, "        {}", option.description);
        }
    }
    out
}

fn button(button: &Button) -> String {
    let label = match button.style {
        Style::Main => format!("[*{}*]", button.label),
        Style::Go => format!("[+{}+]", button.label),
        Style::Stop => format!("[!{}!]", button.label),
        Style::Link => format!("[{} ->]", button.label),
        Style::Plain => format!("[{}]", button.label),
    };
    if button.disabled { format!("({label})") } else { label }
}

/// Compares with the golden text, or writes it where `WHISTLE_BLESS` is set.
fn golden(name: &str, payload: &Payload) {
    golden_text(name, &drawn(payload));
}

fn golden_text(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden/discord")
        .join(format!("{name}.txt"));
    if std::env::var_os("WHISTLE_BLESS").is_some() {
        std::fs::write(&path, text).expect("the golden text can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{name} is now:\n{text}\nand was:\n{kept}");
}

fn options(pairs: &[(&str, serde_json::Value)]) -> Options {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect()
}

fn binome(pairs: &[(&str, serde_json::Value)], people: &[&str], computers: u8) -> Table {
    lobby(
        find("binome").expect("Binome is in the catalogue"),
        &options(pairs),
        people,
        computers,
    )
}

/// Plays until the public phase says so.
fn until(table: &mut Table, source: &mut SeededSource, phase: &str, seats: usize) {
    let there = |table: &Table| {
        let scene = table.scene(Viewer::Table).unwrap_or_default();
        scene.phase.is_some_and(|found| found.key == phase) && table.awaited().len() == seats
    };
    while !there(table) {
        assert!(step(table, source), "the game ended before {phase}");
    }
}

const FOUR: &[&str] = &["Ana", "Ben *the* best", "Chloé", "דן"];

#[test]
fn a_lobby_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let mut table = binome(&[("battle", true.into()), ("games", 5.into())], FOUR, 1);
    golden("lobby", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden(
        "lobby-panel",
        &show::panel(&words, "en", &snapshot(&table), Seat(1), At::default(), Pictures),
    );
    golden_text(
        "lobby-options",
        &form_drawn(&show::options(&words, "en", &snapshot(&table))),
    );
    let why = Phrase::new("binome-setup-boat-battle");
    let refused = show::options_refused(&words, "en", &snapshot(&table), &why);
    golden("lobby-options-refused", &refused);
    golden("verify-early", &show::verdict(&words, "en", &snapshot(&table)));
    apply(&mut table, &TableEvent::closed_by(500, false));
    golden("lobby-closed", &show::table(&words, "en", &snapshot(&table), Pictures));
}

#[test]
fn luck_of_ones_own_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let mut table = binome(&[("battle", true.into()), ("games", 5.into())], FOUR, 1);
    table.seal = Some(12);
    for (person, word) in [(502, "7f0c2ab1d4e6980b"), (500, "seven crows"), (777, "ombre")] {
        let word = word.to_owned();
        apply(&mut table, &TableEvent::LuckAdded { person, word });
    }
    let receipt = |person, made_up| show::luck_receipt(&words, "en", &snapshot(&table), person, made_up);
    golden("luck-lobby", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden("luck-receipt", &receipt(500, false));
    golden("luck-made-up", &receipt(502, true));
    let chance = show::chance(&words, "en", &snapshot(&table), 500, None);
    golden("luck-verify", &chance);
}

#[test]
fn a_game_on_a_board_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let chosen = options(&[("size", 6.into()), ("first", "host".into())]);
    let mut table = lobby(
        find("binary").expect("Binary is in the catalogue"),
        &chosen,
        &FOUR[..2],
        0,
    );
    golden("board-lobby", &show::table(&words, "en", &snapshot(&table), Pictures));
    assert!(begin(&mut table));
    let panel = |table: &Table, seat: u8, path: &[&str]| {
        let at = At { path, ..At::default() };
        show::panel(&words, "en", &snapshot(table), Seat(seat), at, Pictures)
    };
    golden("board-opening-panel", &panel(&table, 0, &[]));
    for (seat, what) in [(0, "b2"), (1, "b1 d1"), (0, "c1 e1"), (1, "c3")] {
        play(&mut table, Seat(seat), what);
    }
    golden("board", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden("board-text", &show::table(&words, "en", &snapshot(&table), Text));
    golden("board-panel", &panel(&table, 0, &[]));
    golden(
        "board-panel-text",
        &show::panel(&words, "en", &snapshot(&table), Seat(0), At::default(), Text),
    );
    golden("board-panel-second", &panel(&table, 0, &["f4"]));
    let at = At {
        path: &["f4"],
        tried: Some("a1 f4"),
        ..At::default()
    };
    golden(
        "board-panel-confirm",
        &show::panel(&words, "en", &snapshot(&table), Seat(0), at, Pictures),
    );
    golden(
        "board-panel-confirm-text",
        &show::panel(&words, "en", &snapshot(&table), Seat(0), at, Text),
    );
    golden("board-panel-waiting", &panel(&table, 1, &[]));
    typed_moves(&words, &table);
    ended_by_word(&words, &table);
    let source = &mut SeededSource::new(6);
    while step(&mut table, source) {}
    golden(
        "board-finished",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    golden("board-rules", &show::rules(&words, "en", table.game, &chosen, None, 0));
}

/// What those read who type their moves at a table where Ana places.
fn typed_moves(words: &Words, table: &Table) {
    let snapshot = snapshot(table);
    let play = table.play.as_ref().expect("a game is on");
    for (name, seat, typed) in [
        ("typed-illegal", 0, "f1, f3"),
        ("typed-unread", 0, "f1 to f3"),
        ("typed-out-of-turn", 1, "f3"),
    ] {
        let refusal = play.judge(Seat(seat), typed).expect_err("an illegal move");
        let denied = match seat {
            0 => Denied::Refused(refusal),
            _ => Denied::NotAwaited,
        };
        let person = 500 + u64::from(seat);
        golden(name, &show::refused(words, "en", &snapshot, person, &denied, typed));
    }
    golden(
        "typed-done",
        &show::moved(words, "en", &snapshot, Seat(1), snapshot.table.last_choice(Seat(1))),
    );
    let both = [(snapshot.clone(), Seat(0)), (snapshot.clone(), Seat(0))];
    golden("typed-which", &show::which(words, "en", &both[..1], "F2 b6"));
    let offers = |offered: Vec<Completion>| {
        let lines: Vec<String> = offered
            .iter()
            .map(|offer| format!("{} = {}", offer.name, offer.value))
            .collect();
        lines.join("\n")
    };
    let typing = show::moves(words, "en", &snapshot, Seat(0), "F2");
    let payload = Payload {
        above: format!(
            "{}\n\n{}",
            offers(typing),
            offers(show::tables(words, "en", &both[..1], ""))
        ),
        ..Payload::default()
    };
    golden("typed-offers", &payload);
}

/// What is shown when that game is resigned, and when a draw is offered in it.
fn ended_by_word(words: &Words, before: &Table) {
    let (ana, ben) = (Seat(0), Seat(1));
    let at = |events: &[TableEvent]| {
        let mut table = before.clone();
        events.iter().for_each(|event| apply(&mut table, event));
        snapshot(&table)
    };
    let quiet = at(&[]);
    golden("concede-menu", &show::concede(words, "en", &quiet, ana));
    golden("concede-sure", &show::resigning(words, "en", &quiet, ana));
    golden(
        "concede-nothing-stands",
        &show::denied(words, "en", &Denied::NoOffer, Some(&quiet)),
    );
    let offered = at(&[TableEvent::DrawOffered { seat: ben }]);
    golden("draw-offered", &show::table(words, "en", &offered, Pictures));
    golden(
        "draw-offered-panel",
        &show::panel(words, "en", &offered, ana, At::default(), Pictures),
    );
    golden(
        "draw-offer-own-panel",
        &show::panel(words, "en", &offered, ben, At::default(), Pictures),
    );
    golden("concede-answer", &show::concede(words, "en", &offered, ana));
    golden("concede-own", &show::concede(words, "en", &offered, ben));
    golden("conceded-offered", &show::conceded(words, "en", &offered, ben));
    let offer = || TableEvent::DrawOffered { seat: ben };
    let declined = at(&[offer(), TableEvent::DrawDeclined { seat: ana }]);
    golden("draw-declined", &show::table(words, "en", &declined, Pictures));
    golden("concede-later", &show::concede(words, "en", &declined, ben));
    golden("conceded-declined", &show::conceded(words, "en", &declined, ana));
    golden("conceded-refused", &show::conceded(words, "en", &declined, ben));
    let absent = at(&[TableEvent::StoodIn {
        seat: ben,
        why: Absence::Left,
    }]);
    golden("concede-absent", &show::concede(words, "en", &absent, ana));
    golden(
        "concede-absent-asked",
        &show::denied(words, "en", &Denied::OtherStoodIn { seat: ben }, Some(&absent)),
    );
    let withdrawn = at(&[offer(), TableEvent::DrawOfferWithdrawn { seat: ben }]);
    golden("conceded-withdrawn", &show::conceded(words, "en", &withdrawn, ben));
    let agreed = at(&[offer(), TableEvent::DrawAgreed { seat: ana }]);
    golden("draw-offer-agreed", &show::table(words, "en", &agreed, Pictures));
    golden(
        "draw-offer-agreed-panel",
        &show::panel(words, "en", &agreed, ana, At::default(), Pictures),
    );
    golden("conceded-agreed", &show::conceded(words, "en", &agreed, ana));
    let resigned = at(&[TableEvent::Resigned { seat: ana }]);
    golden("resigned", &show::table(words, "en", &resigned, Pictures));
    golden(
        "resigned-panel",
        &show::panel(words, "en", &resigned, ben, At::default(), Pictures),
    );
    golden("resigned-match", &show::match_board(words, "en", &resigned));
    golden("conceded-resigned", &show::conceded(words, "en", &resigned, ana));
}

#[test]
fn a_match_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let golden_panel = |name: &str, table: &Table, seat: Seat| {
        let panel = show::panel(&words, "en", &snapshot(table), seat, At::default(), Pictures);
        golden(name, &panel);
    };
    let source = &mut SeededSource::new(4);
    let mut table = binome(&[("games", 2.into())], FOUR, 0);
    assert!(begin(&mut table));
    until(&mut table, source, "binome-phase-digits", 3);
    for _ in 0..24 {
        step(&mut table, source);
    }
    until(&mut table, source, "binome-phase-digits", 2);
    golden("digits", &show::table(&words, "en", &snapshot(&table), Pictures));
    let asked = table.awaited().iter().next().expect("somebody is asked");
    golden_panel("digits-panel", &table, asked);
    let done = (0..4)
        .map(Seat)
        .find(|seat| !table.awaited().contains(*seat))
        .expect("somebody is done");
    golden_panel("digits-panel-done", &table, done);
    until(&mut table, source, "binome-phase-conference", 1);
    for _ in 0..9 {
        step(&mut table, source);
    }
    golden("conference", &show::table(&words, "en", &snapshot(&table), Pictures));
    let asked = table.awaited().iter().next().expect("somebody is asked");
    golden_panel("conference-panel", &table, asked);
    golden("ping", &show::ping(&words, "en", &snapshot(&table), asked, false, None));
    golden(
        "ping-warning",
        &show::ping(&words, "en", &snapshot(&table), asked, true, None),
    );
    let panel = Some("https://discord.com/channels/@me/7/8");
    golden(
        "ping-beside-panel",
        &show::ping(&words, "en", &snapshot(&table), asked, false, panel),
    );
    golden(
        "stale",
        &show::denied(&words, "en", &Denied::Stale, Some(&snapshot(&table))),
    );
    apply(
        &mut table,
        &TableEvent::StoodIn {
            seat: Seat(1),
            why: Absence::Lapsed,
        },
    );
    golden_panel("stand-in-panel", &table, Seat(1));
    while table.phase == Phase::Playing {
        step(&mut table, source);
    }
    golden("between", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden_panel("between-panel", &table, Seat(0));
    next_round(&mut table);
    until(&mut table, source, "binome-phase-conference", 1);
    golden("second-game", &show::table(&words, "en", &snapshot(&table), Pictures));
    while table.phase == Phase::Playing {
        step(&mut table, source);
    }
    golden("finished", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden_panel("finished-panel", &table, Seat(0));
    golden("match", &show::match_board(&words, "en", &snapshot(&table)));
    golden("verify", &show::verdict(&words, "en", &snapshot(&table)));
}

#[test]
fn a_table_that_everybody_has_left_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let mut table = binome(&[("games", 2.into())], &FOUR[..2], 1);
    assert!(begin(&mut table));
    for seat in [Seat(0), Seat(1)] {
        let why = Absence::Lapsed;
        apply(&mut table, &TableEvent::StoodIn { seat, why });
    }
    golden("gone", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden(
        "gone-panel",
        &show::panel(&words, "en", &snapshot(&table), Seat(0), At::default(), Pictures),
    );
}

#[test]
fn a_game_against_the_assistant_looks_as_it_is_kept() {
    let words = Words::embedded().unwrap();
    let source = &mut SeededSource::new(9);
    let mut table = binome(&[("games", 1.into())], &["Ana"], 0);
    assert!(begin(&mut table));
    until(&mut table, source, "binome-phase-conference", 2);
    golden("solo", &show::table(&words, "en", &snapshot(&table), Pictures));
    golden(
        "solo-panel",
        &show::panel(&words, "en", &snapshot(&table), Seat(0), At::default(), Pictures),
    );
}

/// Plays until so many seats of a Bingolino table choose in this phase.
fn until_phase(table: &mut Table, source: &mut SeededSource, phase: &str, seats: usize) {
    until(table, source, &format!("bingolino-phase-{phase}"), seats);
}

#[test]
fn grids_of_tiles_look_as_they_are_kept() {
    let words = Words::embedded().unwrap();
    let source = &mut SeededSource::new(11);
    let entry = find("bingolino").expect("Bingolino is in the catalogue");
    let mut table = lobby(entry, &Options::new(), &FOUR[..3], 0);
    assert!(begin(&mut table));
    let panel = |table: &Table, seat: Seat, path: &[&str]| {
        let at = At { path, ..At::default() };
        show::panel(&words, "en", &snapshot(table), seat, at, Pictures)
    };
    until_phase(&mut table, source, "layout", 3);
    golden("bingolino-layout-panel", &panel(&table, Seat(0), &[]));
    golden("bingolino-swap-panel", &panel(&table, Seat(0), &["a", "p", "b"]));
    // The longest way still fits into every button.
    let long = panel(&table, Seat(0), &["a"; 31]);
    let targets = long.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        Row::Select(_) => &[],
    });
    assert_eq!(targets.clone().count(), 21);
    assert!(targets.clone().all(|button| button.target.len() <= 100));
    until_phase(&mut table, source, "layout", 1);
    golden(
        "bingolino-layout",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    until_phase(&mut table, source, "roll", 1);
    let roller = table.awaited().iter().next().expect("somebody rolls");
    golden("bingolino-roll-panel", &panel(&table, roller, &[]));
    for _ in 0..60 {
        step(&mut table, source);
    }
    until_phase(&mut table, source, "flip", 2);
    golden(
        "bingolino-flip",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    golden(
        "bingolino-flip-text",
        &show::table(&words, "en", &snapshot(&table), Text),
    );
    for seat in 0..3 {
        golden(&format!("bingolino-flip-panel-{seat}"), &panel(&table, Seat(seat), &[]));
    }
    while table.phase == Phase::Playing {
        step(&mut table, source);
    }
    golden(
        "bingolino-finished",
        &show::table(&words, "en", &snapshot(&table), Pictures),
    );
    golden(
        "bingolino-rules",
        &show::rules(&words, "en", entry, &Options::new(), None, 0),
    );
}

#[test]
fn boards_rules_and_help_look_as_they_are_kept() {
    let words = Words::embedded().unwrap();
    let entry = find("binome").expect("Binome is in the catalogue");
    let standings = |draws: [u32; 4]| {
        let row = |(index, name): (usize, &&str)| Standing {
            person: index as u64,
            name: (*name).to_owned(),
            points: [120, 110, 110, 90][index],
            games_won: 4,
            games: 12,
            draws: draws[index],
            matches_won: 1,
            matches: 4,
            best_game: 21,
            place: [11, 12, 12, 14][index],
        };
        Standings {
            total: 14,
            rows: FOUR.iter().enumerate().map(row).collect(),
        }
    };
    let (drawn, standings) = (standings([3, 1, 1, 0]), standings([0; 4]));
    golden("leaderboard", &show::leaderboard(&words, "en", entry, &standings, 1));
    let two = find("binary").expect("Binary is in the catalogue");
    golden("leaderboard-conceded", &show::leaderboard(&words, "en", two, &drawn, 1));
    for (name, game) in [("leaderboard-fewest", "dominimum"), ("leaderboard-wins", "tree")] {
        let entry = find(game).expect("it is in the catalogue");
        golden(name, &show::leaderboard(&words, "en", entry, &standings, 1));
    }
    for (name, total, everywhere) in [
        ("ratings", 14, false),
        ("ratings-empty", 0, false),
        ("everywhere", 14, true),
        ("everywhere-empty", 0, true),
    ] {
        let row = |(index, name): (usize, &&str)| RatedRow {
            name: (*name).to_owned(),
            points: [1012, 1012, 988, 1033][index],
            matches: [7, 12, 1, 3][index],
            place: [Some(11), Some(11), Some(13), Some(14).filter(|_| everywhere)][index],
        };
        let rows = FOUR.iter().enumerate().map(row).take(total as usize).collect();
        let rated = RatedPage { total, rows };
        golden(
            name,
            &show::ratings(&words, "en", entry, &rated, u16::from(total > 10), everywhere),
        );
    }
    golden("rules", &show::rules(&words, "en", entry, &Options::new(), None, 0));
    golden("help", &show::help(&words, "en"));
    golden(
        "settings",
        &show::settings(&words, "en", Ping::Channel, PanelAt::Chat, Pictures, Confirm::Game),
    );
    golden("play", &show::play(&words, "en", &Play::first(), &Options::new()));
    let turns = Play {
        against: Opponents::Three,
        clock: 30,
        ..Play::of(find("binmat").expect("BINMAT is in the catalogue"))
    };
    golden("play-turns", &show::play(&words, "en", &turns, &Options::new()));
    golden("forget", &show::forget(&words, "en"));
    let named = |name: &str| Some(name.to_owned());
    golden("listed-hidden", &show::listed(&words, "en", None, "Ana *B*"));
    golden("listed-named", &show::listed(&words, "en", named("Ana *B*"), "Ana *B*"));
    golden("listed-renamed", &show::listed(&words, "en", named("Ana *B*"), "Ana"));
    golden(
        "taken",
        &show::taken(&words, "en", show::Taken::Other, tables::TABLE, None),
    );
}
