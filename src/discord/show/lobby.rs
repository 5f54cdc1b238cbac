//! The public message before the match: who sits there, and what they are about to play.

use super::super::custom_id::CustomId;
use super::super::limits::{self, fit};
use super::super::payload::{Button, Payload, Row, Select, SelectOption, Style};
use super::super::play::LENGTHS;
use super::super::table_options::{foreseen, is_idle};
use super::chance::{randomness, resealed, seal};
use super::luck::lucky;
use super::option_words::{length_phrase, option_value};
use super::sides;
use super::voice::{Voice, apart, heading, seats_arg, section, small, text_message};
use crate::games::GameEntry;
use crate::player::Level;
use crate::referee::{Denied, Person, Phase, Table, TableSnapshot};
use crate::rules::{Arg, Phrase, Seat};
use crate::words::Words;

/// The public message while people sit down.
pub(super) fn lobby(voice: &Voice<'_>, table: &Table) -> Payload {
    let game = voice.game_at(table);
    let title = voice.say(&Phrase::new("public-lobby").with("game", game));
    let host = table.seat_of(table.host).unwrap_or(Seat(0));
    // Why Start would be refused is said before anybody presses it.
    let refused = table.laid().err().map(Denied::from);
    let handed = table.host_left().map(|person| {
        let left = Phrase::new("public-host-left")
            .with("person", mention(&person))
            .with("host", host);
        voice.say(&left)
    });
    let note = match &refused {
        Some(denied) => Some(voice.say(&denied.phrase())),
        None if table.seats.len() == 1 => voice.of_game(table.game, "alone"),
        None => None,
    };
    let how = Phrase::new(match table.game.sides {
        _ if is_full(table) => "public-how-full",
        Some(_) => "public-sides-how",
        None if refused.is_none() && waits_for_nobody(table) => "public-how-ready",
        None => "public-how",
    });
    let mut intro = vec![
        heading(&title),
        voice.blurb_at(table),
        handed.unwrap_or_default(),
        voice.say(&how.with("host", host)),
        note.unwrap_or_default(),
    ];
    intro.extend(resealed(voice, table));
    intro.extend(randomness(voice, table));
    intro.retain(|line| !line.trim().is_empty());
    let places = table.game.seats_drawn.then(|| voice.label("public-places-drawn"));
    let terms = [length(voice, table), options(voice, table), clock(voice, table)];
    let hints = table.hints.then(|| voice.label("public-hints"));
    let terms: Vec<String> = terms.into_iter().chain(places).chain(hints).collect();
    let terms = section(&voice.label("public-options"), &terms, limits::TEXT / 4);
    let style = if refused.is_some() { Style::Plain } else { Style::Main };
    let start = voice.button("button-start", style, CustomId::Start { table: table.id });
    let seated = match table.game.sides {
        Some(by) => sides::lists(voice, table, by),
        None => [seats(voice, table, host)]
            .into_iter()
            .chain(teams(voice, table, host))
            .collect(),
    };
    let fairness: Vec<String> = [seal(voice, table)].into_iter().chain(lucky(voice, table)).collect();
    let (calls, mention) = calls(voice, table);
    let parts = calls
        .into_iter()
        .chain([intro.join("\n")])
        .chain(seated)
        .chain([terms, small(&fairness.join("\n"))]);
    let above = fit(&apart(parts), limits::TEXT);
    // Who is called reads the call on their phone: nothing is drawn here, so the older layout shows the whole lobby as well.
    let called = !mention.is_empty() && limits::length(&above) <= limits::CONTENT;
    Payload {
        notification: if called { above.clone() } else { String::new() },
        above,
        rows: rows(voice, table, start),
        mention,
        ..Payload::default()
    }
}

/// Whether the host sits there with computer players alone, so the game can begin.
fn waits_for_nobody(table: &Table) -> bool {
    let people = table.seats.iter().filter(|holder| holder.person.is_some()).count();
    people == 1 && table.seats.len() > 1
}

/// Whether nobody else can sit down.
fn is_full(table: &Table) -> bool {
    match table.game.sides {
        Some(sides) => table.on_sides().iter().all(|on| *on >= sides.most),
        None => table.seats.len() >= usize::from(*table.game.people.end()),
    }
}

/// How a person is named who does not sit here.
fn mention(person: &u64) -> Phrase {
    match Person::is_forgotten(*person) {
        true => Phrase::new("name-somebody"),
        false => Phrase::new("name-mention").with("person", person.to_string()),
    }
}

/// The calls to people who are missing while a seat is free for them, and the ids of these people: whoever the host has
/// invited, and at a rematch the people from the old table, except those who have been here and left. Discord notifies them
/// once, when the message is sent.
fn calls(voice: &Voice<'_>, table: &Table) -> (Vec<String>, Vec<u64>) {
    let gone = |person: &u64| table.removed.contains(person) || table.risen.contains(person);
    let is_missing = |person: &u64| table.seat_of(*person).is_none() && !gone(person);
    let full = is_full(table);
    let free = |people: Vec<u64>| -> Vec<u64> {
        people
            .into_iter()
            .filter(|person| !full && is_missing(person) && !Person::is_forgotten(*person))
            .collect()
    };
    let invited = free(table.invited.into_iter().collect());
    let former = free(table.former.iter().map(|(person, _)| *person).collect());
    let host = table.seat_of(table.host).unwrap_or(Seat(0));
    let mut calls: Vec<Phrase> = invited
        .iter()
        .map(|person| {
            Phrase::new("public-invited")
                .with("person", mention(person))
                .with("host", host)
        })
        .collect();
    if !former.is_empty() {
        let key = match table.game.sides {
            Some(_) => "public-former-sides",
            None => "public-former",
        };
        let people: Arg = former.iter().map(mention).collect();
        calls.push(Phrase::new(key).with("people", people));
    }
    let say = |call: &Phrase| fit(&voice.say(call), limits::TEXT / 8);
    (calls.iter().map(say).collect(), [invited, former].concat())
}

/// The answer to somebody who asks for a rematch that is open already: they sit there, since `now` or since before.
pub fn joined(words: &Words, locale: &str, snapshot: &TableSnapshot, now: bool) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let host = table.seat_of(table.host).unwrap_or(Seat(0));
    let (id, lobby) = (table.id, table.phase == Phase::Lobby);
    let phrase = match (lobby, now) {
        (false, _) => Phrase::new("rematch-on"),
        (true, true) => Phrase::new("rematch-joined").with("host", host),
        (true, false) => Phrase::new("rematch-seated").with("host", host),
    };
    let way = match lobby {
        true => voice.button("button-show", Style::Plain, CustomId::Show { table: id }),
        false => voice.mine_button(table, Style::Main),
    };
    text_message(&voice.say(&phrase), vec![way])
}

/// Who sits here, in a game without sides.
fn seats(voice: &Voice<'_>, table: &Table, host: Seat) -> String {
    let seats: Vec<String> = (0..table.seats.len())
        .map(|index| {
            let seat = Seat(index as u8);
            let who = if seat == host && table.seat_of(table.host).is_some() {
                "name-host"
            } else {
                "name-only"
            };
            format!("{}. {}", index + 1, voice.say(&Phrase::new(who).with("seat", seat)))
        })
        .collect();
    let heading = voice.say(
        &Phrase::new("public-seats")
            .with("count", table.seats.len() as u32)
            .with("most", *table.game.people.end()),
    );
    section(&heading, &seats, limits::TEXT / 4)
}

/// Who would play with whom, as soon as everybody of both teams sits there, and who can change that.
fn teams(voice: &Voice<'_>, table: &Table, host: Seat) -> Option<String> {
    let teams = voice.say(&teams_phrase(table.teams()?));
    let how = Phrase::new("public-teams-how").with("host", host);
    Some(match table.possible_partners().len() {
        0 | 1 => teams,
        _ => format!("{teams}\n{}", voice.say(&how)),
    })
}

/// Two teams that play against each other.
pub(super) fn teams_phrase([one, other]: [Vec<Seat>; 2]) -> Phrase {
    Phrase::new("public-teams")
        .with("one", seats_arg(one))
        .with("other", seats_arg(other))
}

/// What can be pressed: the buttons for oneself and for all, and between them a menu of everything else: who sits where, and
/// closing the table.
fn rows(voice: &Voice<'_>, table: &Table, start: Button) -> Vec<Row> {
    let id = table.id;
    let full = is_full(table);
    let join = voice.button("button-join", Style::Go, CustomId::Join { table: id });
    let leave = voice.button("button-leave", Style::Plain, CustomId::Leave { table: id });
    let mut entries = Vec::new();
    if !full && table.game.sides.is_none() {
        entries.extend(Level::ALL.map(|level| {
            let label = Phrase::new("button-more").with("level", voice.level(level));
            let level = Some(level);
            let press = CustomId::AddComputer { table: id, level };
            (voice.plain(&label), String::new(), press)
        }));
    }
    if table.seats.iter().any(|holder| holder.person.is_none()) {
        entries.push((
            voice.label("button-fewer"),
            String::new(),
            CustomId::RemoveComputer { table: id },
        ));
    }
    entries.extend(
        table
            .game
            .sides
            .map(|by| sides::entries(voice, table, by))
            .unwrap_or_default(),
    );
    entries.push((
        voice.label("button-cancel"),
        String::new(),
        CustomId::Cancel { table: id },
    ));
    let mut rows = vec![Row::Buttons(vec![join.disabled_if(full), start, leave])];
    rows.push(menu(voice, table, entries));
    let change = voice.button("button-options", Style::Plain, CustomId::Options { table: id });
    let mut last = vec![change, voice.rules_button(table)];
    if table.takes_words() {
        last.push(voice.button("button-luck", Style::Plain, CustomId::Luck { table: id }));
    }
    rows.push(Row::Buttons(last));
    rows
}

/// The lobby's menu.
fn menu(voice: &Voice<'_>, table: &Table, entries: Vec<(String, String, CustomId)>) -> Row {
    let option = |(label, description, custom_id): (String, String, CustomId)| {
        SelectOption::new(&label, custom_id).described(&description)
    };
    let key = match table.game.sides {
        Some(_) => "lobby-arrange-sides",
        None => "lobby-arrange",
    };
    let options: Vec<SelectOption> = entries.into_iter().map(option).collect();
    let arrange = CustomId::Arrange { table: table.id };
    Row::Select(Select::new(&arrange, &voice.label(key), options))
}

/// How long the match will be with the people who sit here now; the chosen options may need more.
fn length(voice: &Voice<'_>, table: &Table) -> String {
    let mut specs = (table.game.options)().iter();
    let asked = specs.find(|spec| LENGTHS.contains(&spec.name)).and_then(|spec| {
        let value = table.options.get(spec.name).filter(|value| !value.is_null())?;
        Some((spec, option_value(voice, table, spec, value)))
    });
    if let Some((spec, said)) = asked {
        return if spec.house { ours(voice, &[said]) } else { said };
    }
    let phrase = foreseen(table, &table.options).map(|play| length_phrase(play.match_length()));
    phrase.map(|phrase| voice.say(&phrase)).unwrap_or_default()
}

/// Options that are house variants, said once to be so.
fn ours(voice: &Voice<'_>, said: &[String]) -> String {
    let phrase = Phrase::new("public-option-house")
        .with("option", said.join(", "))
        .with("count", said.len() as u32);
    voice.say(&phrase)
}

/// The options that were asked for, except the length of the match: those of the rulebook, then the house variants.
fn options(voice: &Voice<'_>, table: &Table) -> String {
    let (mut said, mut house) = (Vec::new(), Vec::new());
    for spec in (table.game.options)()
        .iter()
        .filter(|spec| !LENGTHS.contains(&spec.name) && !is_idle(spec, &table.options))
    {
        let Some(value) = table.options.get(spec.name).filter(|value| !value.is_null()) else {
            continue;
        };
        let is_ours = spec.house && *value != serde_json::Value::Bool(false);
        let list = if is_ours { &mut house } else { &mut said };
        list.push(option_value(voice, table, spec, value));
    }
    if !house.is_empty() {
        said.push(ours(voice, &house));
    }
    said.join(", ")
}

fn clock(voice: &Voice<'_>, table: &Table) -> String {
    if let Some(clock) = table.turn_clock() {
        let turn = clock_phrase(table.game, clock.seconds);
        let rest = Phrase::new("public-turn-rest").with("count", table.turns.rest);
        let phrase = match table.turns.rest {
            0 => turn,
            _ => Phrase::new("list-next").with("list", turn).with("item", rest),
        };
        return format!("{}\n{}", voice.say(&phrase), voice.label("public-pause-how"));
    }
    let seconds = table.clock.map_or(0, |clock| clock.seconds);
    voice.say(&clock_phrase(table.game, seconds))
}

/// How long a clock of so many seconds (0 for none) gives for each decision, or for each turn of a game that has turn clocks.
pub(super) fn clock_phrase(game: &GameEntry, seconds: u32) -> Phrase {
    match seconds {
        0 => Phrase::new("public-clock-none"),
        seconds if !game.turn_clocks.is_empty() => Phrase::new("public-turn-clock").with("count", seconds),
        hours if hours % 3600 == 0 => Phrase::new("public-clock-hours").with("count", hours / 3600),
        minutes if minutes % 60 == 0 => Phrase::new("public-clock-minutes").with("count", minutes / 60),
        seconds => Phrase::new("public-clock-seconds").with("count", seconds),
    }
}
