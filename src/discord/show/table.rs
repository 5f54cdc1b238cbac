//! The table's public message in every phase: what everybody in the channel may see.

use super::super::custom_id::{Boards, CustomId};
use super::super::limits::{self, fit};
use super::super::payload::{Button, Payload, Picture, Row, Style};
use super::alone::board_of;
use super::chance::{randomness, resealed};
use super::drawn::{At, drawn, picture, sketch};
use super::lobby::lobby;
use super::match_end::{self, decided, match_told, round_won, so_far};
use super::menu::broken;
use super::seats::{CROWD, seat_lines};
use super::voice::{Voice, apart, board_text, heading, moment, section, single_game, small};
use super::{concede, patience, score, sides};
use crate::referee::{Motion, Phase, Round, Table, TableSnapshot, Vote};
use crate::rules::{Arg, Outcome, Phrase, Seat, SeatLine, Viewer};
use crate::words::Words;

/// The message that stands for the table in its channel.
pub fn table(words: &Words, locale: &str, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let voice = Voice::at(words, locale, &snapshot.table);
    match snapshot.table.phase {
        Phase::Lobby => lobby(&voice, &snapshot.table),
        Phase::Playing => playing(&voice, snapshot, boards),
        Phase::Between => between(&voice, snapshot, boards),
        Phase::Finished => finished(&voice, &snapshot.table, boards),
        Phase::Cancelled => cancelled(&voice, &snapshot.table),
    }
}

/// The room for the text above the picture.
const ABOVE: usize = limits::TEXT / 4;

/// The message of these texts, with these buttons.
fn shown(above: &str, picture: Option<Picture>, below: String, buttons: Vec<Button>) -> Payload {
    Payload {
        above: fit(above, ABOVE),
        picture,
        below,
        rows: broken(vec![Row::Buttons(buttons)]),
        ..Payload::default()
    }
}

/// The text below the picture: as many whole blocks as fit, and the question, which is last.
fn asked(blocks: Vec<String>, question: &str) -> String {
    let question = fit(question, limits::TEXT / 4);
    let mut room = limits::TEXT * 3 / 4 - limits::length(&question);
    let fits = |block: &String| {
        let left = room.checked_sub(limits::length(block) + "\n\n".len());
        room = left.unwrap_or(room);
        if left.is_none() {
            limits::cuts::note(room, block);
        }
        left.is_some()
    };
    let mut all: Vec<String> = blocks.into_iter().filter(fits).collect();
    all.push(question);
    apart(all)
}

/// How many words a reader sees; a time that counts down is three of them.
pub(super) fn words_of(text: &str) -> usize {
    let times = text.matches("<t:").count();
    text.split_whitespace().filter(|word| *word != "-#").count() + 2 * times
}

/// In so many lines a message says what just happened.
pub(super) const NEWS: usize = 2;

/// The newest lines, at most so `many`, that have together at most `room` words. A line that may not go stays.
pub(super) fn newest(
    mut lines: Vec<String>,
    many: usize,
    room: usize,
    may_go: impl Fn(&String) -> bool,
) -> Vec<String> {
    while (lines.len() > many || words_of(&lines.join("\n")) > room)
        && let Some(oldest) = lines.iter().position(&may_go)
    {
        lines.remove(oldest);
    }
    lines
}

/// The newest of what happened, in so `many` lines, and the last line always: as much as a panel would tell.
fn latest(voice: &Voice<'_>, recent: &[Phrase], many: usize) -> Vec<String> {
    let lines = voice.lines(recent);
    let last = lines.last().cloned();
    newest(lines, many, limits::PANEL_WORDS, |line| Some(line) != last.as_ref())
}

/// For `whom` the game waits, if for anybody, and until when.
pub(super) fn waiting(voice: &Voice<'_>, snapshot: &TableSnapshot, whom: Arg) -> Option<String> {
    if snapshot.table.everybody_has_gone() {
        return Some(voice.label("public-gone"));
    }
    if snapshot.table.turns.is_paused() {
        return Some(sides::pause(voice, &snapshot.table).join("\n"));
    }
    let awaited = snapshot.table.awaited();
    if awaited.is_empty() {
        return None;
    }
    let until = awaited
        .iter()
        .filter_map(|seat| snapshot.deadlines.get(seat.index()).copied().flatten())
        .min();
    let mut lines = vec![
        voice.say(&match until {
            Some(at) => Phrase::new("public-waiting-until")
                .with("seats", whom)
                .with("when", moment(at)),
            None => Phrase::new("public-waiting").with("seats", whom),
        }),
    ];
    lines.extend(patience::overdue(voice, &snapshot.table));
    Some(lines.join("\n"))
}

/// The game as everybody sees it: its picture; without a picture, the board and the seats in words. At the end of a match of
/// several games the picture is that of the match. What stands `above` the picture is not said by its description.
fn seen(voice: &Voice<'_>, table: &Table, above: &str, boards: Boards) -> (Option<Picture>, Vec<String>) {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    let picture = match match_end::sketch(voice, table) {
        Some(sketch) => drawn(voice, sketch, boards),
        None => sketch(table, Viewer::Table, At::default(), boards)
            .map(|sketch| picture(voice, table, sketch, (above, &scene.recent), boards)),
    };
    let players = || {
        let heading = voice.label(match table.has_drawn_seats() {
            true => "public-players-drawn",
            false => "public-players",
        });
        section(&heading, &seat_lines(voice, table, &scene.seats), PLAYERS)
    };
    if picture.is_some() {
        let words = match table.phase {
            Phase::Between if table.rounds.len() > 1 => scores(voice, table),
            _ if scene.seats.len() <= CROWD => Vec::new(),
            Phase::Playing => vec![players()],
            _ => standing(voice, table),
        };
        return (picture, words);
    }
    let mut words = Vec::new();
    if table.phase == Phase::Playing {
        let phase = scene.phase.iter().chain(&scene.summary).chain(&scene.legend);
        words.push(phase.map(|phrase| voice.say(phrase)).collect::<Vec<_>>().join("\n"));
        words.extend(board_text(&scene));
        words.push(players());
    } else {
        words.extend(board_text(&scene));
        let standing = standing(voice, table);
        let told = standing.iter().any(|part| !part.is_empty());
        words.extend(if told { standing } else { vec![players()] });
    }
    words.extend(seat_boards(voice, &scene.seats));
    (None, words)
}

/// The room for the list of players.
const PLAYERS: usize = limits::TEXT * 2 / 5;

/// The room for a section of a message.
const SECTION: usize = limits::TEXT / 4;

fn playing(voice: &Voice<'_>, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let table = &snapshot.table;
    let mut above = vec![small(&voice.title(table))];
    // Beside a picture two lines are enough, for its description tells the rest.
    let many = if boards == Boards::Text { usize::MAX } else { NEWS };
    above.extend(recent(voice, table, many));
    let above = fit(&above.join("\n"), ABOVE);
    let (picture, mut below) = seen(voice, table, &above, boards);
    below.extend(resealed(voice, table));
    below.extend(randomness(voice, table));
    below.extend(stand_ins(voice, table));
    let hinted = table.rounds.last().is_some_and(|round| round.hinted);
    let key = if table.unranked {
        "public-unranked-hinted"
    } else {
        "public-hinted"
    };
    below.extend(hinted.then(|| voice.label(key)));
    below.extend(votes(voice, table));
    below.extend(concede::draw_offer(voice, table, None));
    if !table.turns.is_paused() {
        below.extend(sides::pause(voice, table));
    }
    let awaited = sides::said(voice, &snapshot.table, snapshot.table.awaited().iter());
    let question = waiting(voice, snapshot, awaited).unwrap_or_default();
    let mut buttons = vec![voice.mine_button(table, Style::Main), voice.rules_button(table)];
    buttons.splice(..0, back_button(voice, table));
    buttons.extend(sides::pause_button(voice, table));
    shown(&above, picture, asked(below, &question), buttons)
}

/// For whom the computer plays.
fn stand_ins(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let seats = (0..table.seats.len() as u8).map(Seat);
    let absent: Vec<Seat> = seats
        .filter(|seat| table.seats[seat.index()].stand_in.is_some())
        .collect();
    let phrase = || Phrase::new("public-stand-ins").with("seats", sides::said(voice, table, absent.iter().copied()));
    (!absent.is_empty()).then(|| voice.say(&phrase()))
}

/// The button for returning to a table that all have left to the computer.
fn back_button(voice: &Voice<'_>, table: &Table) -> Option<Button> {
    table.everybody_has_gone().then(|| voice.return_button(table))
}

/// What some of those who play want to be done, and how many more votes it needs.
fn votes(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let line = |vote: &Vote| {
        let seat = vote.seat;
        // Enough may want it by now because others have left; then any of them has to say so once more.
        let missing = table.missing(vote.motion).max(1) as u32;
        voice.say(&match vote.motion {
            Motion::Close => Phrase::new("public-close-wanted")
                .with("seat", seat)
                .with("missing", missing),
            Motion::Replace(absent) => Phrase::new("public-replace-wanted")
                .with("seat", seat)
                .with("absent", absent)
                .with("missing", missing),
        })
    };
    table.votes().map(line).collect()
}

/// What lies in front of each seat, under its name, if every seat has its own board.
fn seat_boards(voice: &Voice<'_>, lines: &[SeatLine]) -> Vec<String> {
    let board = |line: &SeatLine| {
        let name = voice.say(&Phrase::new("name-only").with("seat", line.seat));
        let board = score::fenced(&line.board).into_iter().next()?;
        Some(format!("**{name}**\n{board}"))
    };
    lines.iter().filter_map(board).collect()
}

/// The seats in the order of their places.
fn result_lines(voice: &Voice<'_>, table: &Table, outcome: &Outcome) -> Vec<String> {
    let Some(places) = &outcome.places else {
        return Vec::new();
    };
    if let Some(lines) = sides::result_lines(voice, table, outcome) {
        return lines;
    }
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|index| places[*index]);
    let line = |index: usize| {
        let (seat, place) = (Seat(index as u8), places[index]);
        let points = outcome.scores.as_ref().and_then(|scores| scores.get(index)).copied();
        voice.say(&match points {
            Some(points) => Phrase::new("public-place-points")
                .with("place", place)
                .with("seat", seat)
                .with("points", (table.game.points)(points)),
            None => Phrase::new("public-place").with("place", place).with("seat", seat),
        })
    };
    order.into_iter().map(line).collect()
}

/// The result of the last game alone.
fn last_result(voice: &Voice<'_>, table: &Table) -> String {
    let outcome = |round: &Round| {
        let scores = round.outcome.as_ref()?.scores.clone();
        let places = round.places();
        Some(Outcome { places, scores })
    };
    let outcome = table.rounds.last().and_then(outcome);
    let lines = outcome.map(|outcome| result_lines(voice, table, &outcome));
    section(&voice.label("public-result"), &lines.unwrap_or_default(), SECTION)
}

/// Says that a computer played or that somebody took a hint, so that the game does not count for the leaderboard, or some of
/// the games.
fn assisted(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let hinted = table.rounds.iter().any(|round| round.hinted);
    let key = match (table.rounds.as_slice(), hinted) {
        _ if table.unranked && hinted => "public-unranked-hinted",
        _ if table.unranked => "public-unranked",
        ([_], false) => "public-assisted-only",
        ([_], true) => "public-hinted",
        (_, false) => "public-assisted-some",
        (_, true) => "public-hinted-some",
    };
    let mut people = (0..)
        .map(Seat)
        .zip(&table.seats)
        .filter(|(_, holder)| holder.person.is_some());
    let nobody_stayed = people.all(|(seat, _)| table.has_forfeited(seat));
    let assisted = nobody_stayed || table.rounds.iter().any(|round| round.assisted);
    assisted.then(|| voice.label(key))
}

/// Says who has left the match for good, and so is last.
pub(super) fn forfeited(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let seats = table.forfeiters();
    let said = || {
        Phrase::new("public-forfeited")
            .with("count", seats.iter().count() as u32)
            .with("seats", sides::said(voice, table, seats.iter()))
    };
    (!seats.is_empty()).then(|| voice.say(&said()))
}

/// The points so far: of the first game alone, or of the whole match.
fn standing(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    if table.rounds.len() > 1 {
        scores(voice, table)
    } else {
        vec![last_result(voice, table)]
    }
}

/// As much of the score table as fits into the message itself.
fn last_scores(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let mut blocks = score::blocks(voice, table, score::Rounds::Last);
    blocks.truncate(2);
    blocks
}

/// The score table of the match, with its legend.
fn scores(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let mut parts = last_scores(voice, table);
    if let Some(first) = parts.first_mut() {
        first.insert_str(0, &format!("**{}**\n", voice.label("public-scores")));
    }
    if let (Some(last), Some(legend)) = (parts.last_mut(), score::legend(voice, table)) {
        last.push_str(&format!("\n{legend}"));
    }
    parts
}

/// What happened last, in at most so `many` lines.
fn recent(voice: &Voice<'_>, table: &Table, many: usize) -> Vec<String> {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    let lapsed = table.told_lapses();
    let mut lines = latest(voice, &scene.recent, many - usize::from(!lapsed.is_empty()));
    if !lapsed.is_empty() {
        lines.push(voice.say(&Phrase::new("public-lapsed").with("seats", sides::said(voice, table, lapsed))));
    }
    lines
}

fn between(voice: &Voice<'_>, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let table = &snapshot.table;
    let title = voice.say(
        &Phrase::new("public-round-over")
            .with("game", voice.game_at(table))
            .with("round", table.round().max(1)),
    );
    let mut above = vec![heading(&title)];
    above.extend(round_won(voice, table));
    above.extend(decided(voice, table));
    if table.rounds.len() == 1 {
        // Later the table of all games shows the points.
        above.extend(so_far(table).map(|phrase| voice.say(&phrase)));
    }
    above.extend(forfeited(voice, table));
    above.extend(assisted(voice, table));
    let above = above.join("\n");
    let (picture, mut below) = seen(voice, table, &above, boards);
    below.extend(resealed(voice, table));
    below.extend(randomness(voice, table));
    below.extend(votes(voice, table));
    let below = asked(below, &next_round(voice, snapshot));
    let mut buttons = vec![voice.next_button(table)];
    buttons.extend(match_button(voice, table));
    buttons.push(voice.rules_button(table));
    buttons.splice(..0, back_button(voice, table));
    shown(&above, picture, below, buttons)
}

/// The button that shows the match game by game, if that is more than the last few games that the message shows.
fn match_button(voice: &Voice<'_>, table: &Table) -> Option<Button> {
    let custom_id = CustomId::MatchBoard { table: table.id };
    let more = table.rounds.len() > 1 && score::blocks(voice, table, score::Rounds::All) != last_scores(voice, table);
    more.then(|| voice.button("button-match", Style::Plain, custom_id))
}

/// When the next game begins.
pub(super) fn next_round(voice: &Voice<'_>, snapshot: &TableSnapshot) -> String {
    if snapshot.table.everybody_has_gone() {
        return voice.label("public-gone");
    }
    voice.say(&match snapshot.next_round_at {
        Some(at) => Phrase::new("public-next").with("when", moment(at)),
        None => Phrase::new("public-next-button"),
    })
}

fn finished(voice: &Voice<'_>, table: &Table, boards: Boards) -> Payload {
    let game = voice.game_at(table);
    let title = voice.say(&match single_game(table) {
        true => Phrase::new("public-finished-only").with("game", game),
        false => Phrase::new("public-finished").with("game", game),
    });
    let mut above = vec![heading(&title)];
    above.extend(match_told(voice, table));
    above.extend(forfeited(voice, table));
    above.extend(assisted(voice, table));
    let above = above.join("\n");
    let (picture, below) = seen(voice, table, &above, boards);
    let mut buttons = vec![
        voice.button("button-rematch", Style::Go, CustomId::Rematch { table: table.id }),
        replay_button(voice, table),
        verify_button(voice, table),
    ];
    if table.guild.is_some() {
        let custom_id = CustomId::OpenLeaderboard { game: board_of(table) };
        buttons.insert(2, voice.button("button-leaderboard", Style::Plain, custom_id));
    }
    buttons.extend(match_button(voice, table));
    shown(&above, picture, asked(below, ""), buttons)
}

fn cancelled(voice: &Voice<'_>, table: &Table) -> Payload {
    let title = voice.say(&Phrase::new("public-cancelled").with("game", voice.game_at(table)));
    let begun = !table.rounds.is_empty();
    let why = Phrase::new(why_cancelled(table));
    let mut below = Vec::new();
    // What ended for another reason counts for nobody.
    let closed = !table.outdated && !table.bot_removed && table.abandoned != Some(false);
    if let Some(said) = forfeited(voice, table).filter(|_| closed) {
        below.extend(match_end::stayed(voice, table));
        below.push(said);
    }
    if table.rounds.iter().any(|round| round.outcome.is_some()) {
        below.extend(scores(voice, table));
    }
    let mut buttons = vec![voice.button("button-again", Style::Plain, CustomId::Rematch { table: table.id })];
    if begun {
        // By rules that are not kept any more, nothing can be shown again.
        buttons.extend((!table.outdated).then(|| replay_button(voice, table)));
        buttons.push(verify_button(voice, table));
    }
    shown(
        &format!("{}\n{}", heading(&title), voice.say(&why)),
        None,
        asked(below, ""),
        buttons,
    )
}

/// Why a table ended before its match was over, as a key of the words.
pub(super) fn why_cancelled(table: &Table) -> &'static str {
    match table.rounds.is_empty() {
        _ if table.outdated => "public-outdated",
        _ if table.abandoned.is_some() => "public-abandoned",
        _ if table.bot_removed => "public-bot-removed",
        false => "public-closed",
        true => "public-closed-lobby",
    }
}

/// The button that shows the last moments once more.
pub(super) fn replay_button(voice: &Voice<'_>, table: &Table) -> Button {
    voice.button("button-replay", Style::Plain, CustomId::Replay { table: table.id })
}

/// The button that tells whether chance was fair.
fn verify_button(voice: &Voice<'_>, table: &Table) -> Button {
    voice.button("button-verify", Style::Plain, CustomId::Verify { table: table.id })
}
