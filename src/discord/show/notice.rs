//! Short answers to one person, and pings.

use super::super::custom_id::CustomId;
use super::super::payload::{Button, Payload, Style};
use super::concede::{closing, leaving};
use super::voice::{Voice, moment, small, text_message};
use super::{patience, sides};
use crate::referee::{Denied, Phase, TableSnapshot};
use crate::rules::{Phrase, Seat};
use crate::words::{Names, Numbered, Words};

/// A short answer that only one person sees.
pub fn notice(words: &Words, locale: &str, phrase: &Phrase, names: &dyn Names) -> Payload {
    text_message(&words.text(locale, phrase, names), Vec::new())
}

/// Names those who have been nudged, and says from when on the computer may play for them.
pub fn nudged(words: &Words, locale: &str, snapshot: &TableSnapshot) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let awaited = table.awaited();
    let people = awaited.iter().filter(|seat| !table.seats[seat.index()].automatic());
    let phrase = Phrase::new("done-nudge").with("seats", sides::said(&voice, table, people));
    let lines = std::iter::once(voice.say(&phrase)).chain(patience::until(&voice, snapshot));
    text_message(&lines.collect::<Vec<_>>().join("\n"), Vec::new())
}

/// What the computer would choose in somebody's place, with what that brings, for this person alone.
pub fn hint(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat, what: &str) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let choice = table.question(seat, what);
    let choice = choice.map(|choice| voice.say(&Phrase::new("hint-choice").with("choice", choice)));
    let mut lines: Vec<String> = choice.into_iter().collect();
    lines.extend(voice.lines(&table.consequences(seat, what)));
    lines.push(small(&voice.label("hint-counts")));
    text_message(&lines.join("\n"), vec![voice.mine_button(table, Style::Main)])
}

/// Why nothing was done, with the button that helps if there is one. `snapshot` is the table in question, if known.
pub fn denied(words: &Words, locale: &str, denied: &Denied, snapshot: Option<&TableSnapshot>) -> Payload {
    if let Denied::Unsure { table, last, .. } = *denied {
        let voice = match snapshot {
            Some(snapshot) => Voice::at(words, locale, &snapshot.table),
            // A table that cannot be looked at here can be closed all the same.
            None => Voice::numbered(words, locale),
        };
        return closing(&voice, table, last, &denied.phrase());
    }
    if let Denied::UnsureToLeave { table, what } = *denied {
        return leaving(&Voice::numbered(words, locale), table, what, &denied.phrase());
    }
    let Some(snapshot) = snapshot else {
        return notice(words, locale, &denied.phrase(), &Numbered);
    };
    let voice = Voice::at(words, locale, &snapshot.table);
    let table = snapshot.table.id;
    let button = |key, style, custom_id: CustomId| Some(voice.button(key, style, custom_id));
    let way = match denied {
        Denied::Stale | Denied::Refused(_) | Denied::NotAwaited | Denied::NotStoodIn if !snapshot.table.is_over() => {
            Some(voice.mine_button(&snapshot.table, Style::Main))
        }
        Denied::NotSeated if snapshot.table.phase == Phase::Lobby => {
            button("button-join", Style::Go, CustomId::Join { table })
        }
        Denied::NoOffer | Denied::OfferStands | Denied::OfferedAlready | Denied::OtherStoodIn { .. }
            if !snapshot.table.is_over() =>
        {
            button("button-concede", Style::Plain, CustomId::Concede { table })
        }
        Denied::Between if snapshot.table.phase == Phase::Between => Some(voice.next_button(&snapshot.table)),
        Denied::Paused => button("button-resume", Style::Go, CustomId::Resume { table }),
        Denied::StoodIn => button("button-return", Style::Go, CustomId::Return { table }),
        Denied::ChannelTaken { table } => button("button-show", Style::Plain, CustomId::Show { table: *table }),
        Denied::Over | Denied::Outdated => button("button-rematch", Style::Go, CustomId::Rematch { table }),
        _ => None,
    };
    let phrase = match denied {
        // Most people who play there may do it, too; but nobody plays yet.
        Denied::NotHost { host } if snapshot.table.phase == Phase::Lobby => {
            Phrase::new("denied-not-host-lobby").with("host", *host)
        }
        _ => denied.phrase(),
    };
    text_message(&voice.say(&phrase), way.into_iter().collect())
}

/// Tells the holder of `seat` that it is their turn or, with `warning`, that their time is running out. This is the only
/// payload that pings, and it pings only this person. For a computer player it says, to nobody, that there is nothing to do.
/// `panel` is the address of the person's panel if it stands in the same chat: the button then links there instead of opening
/// a second panel.
pub fn ping(
    words: &Words,
    locale: &str,
    snapshot: &TableSnapshot,
    seat: Seat,
    warning: bool,
    panel: Option<&str>,
) -> Payload {
    let table = &*snapshot.table;
    let voice = Voice::at(words, locale, table);
    let holder = table.seats.get(seat.index());
    let Some(person) = holder.and_then(|holder| holder.person.as_ref()).map(|person| person.id) else {
        return notice(words, locale, &Phrase::new("panel-waiting-nobody"), table);
    };
    let until = snapshot.deadlines.get(seat.index()).copied().flatten();
    let (who, game, place) = (person.to_string(), voice.game_at(table), table.channel.to_string());
    let key = match (until.is_some(), warning, table.nudged.is_some()) {
        (true, true, _) => "ping-warning",
        (true, false, false) => "ping-turn-until",
        (true, false, true) => "ping-nudge-until",
        (false, _, true) => "ping-nudge",
        (false, _, false) => "ping-turn",
    };
    let phrase = Phrase::new(key)
        .with("person", who)
        .with("game", game)
        .with("place", place);
    let phrase = match until {
        Some(at) => phrase.with("when", moment(at)),
        None => phrase,
    };
    let mine = match panel {
        Some(address) => Button::link(&voice.panel_label(table.game), address),
        None => voice.mine_button(table, Style::Main),
    };
    Payload {
        mention: vec![person],
        ..text_message(&voice.say(&phrase), vec![mine])
    }
}
