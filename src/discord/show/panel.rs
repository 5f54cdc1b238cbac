//! The private panel of a seat: what only this seat sees, and what it is asked. The panel is the same in a private message
//! and in an ephemeral one. Above the picture stands what happened, below it the question; all else is in the picture and in its
//! alternative text. Only without a picture does the panel tell everything in words.

use super::super::custom_id::{Boards, CustomId};
use super::super::limits::{self, fit};
use super::super::payload::{Button, Payload, Row, Style};
use super::chance::lost;
use super::drawn::{At, picture, sketch};
use super::match_end::{decided, match_won, own_points, round_won, so_far, standings};
use super::menu::{MenuPlace, broken, lay, preview, suited};
use super::open_menu::OpenMenu;
use super::seats::others;
use super::table::{NEWS, forfeited, newest, next_round, replay_button, waiting, words_of};
use super::voice::{Voice, blocks, board_text, capital, moment, single_game, small};
use super::{concede, patience, sides};
use crate::referee::{Absence, Phase, Table, TableSnapshot};
use crate::rules::{Entry, Leads, Phrase, Scene, Seat, Viewer};
use crate::words::Words;

/// The longest title in a heading.
const TITLE: usize = 256;

/// The panel of `seat` at this menu, or with a choice to confirm. A path that leads nowhere (any more) gives the first menu;
/// a choice that cannot be made gives its menu.
pub fn panel(words: &Words, locale: &str, snapshot: &TableSnapshot, seat: Seat, at: At<'_>, boards: Boards) -> Payload {
    let voice = Voice::at(words, locale, &snapshot.table);
    let table = &snapshot.table;
    let (mut above, mut below) = (Text::new(ABOVE), Text::new(BELOW));
    above.add(heading(&voice, table));
    let stale = at.stale;
    let scene = table.scene(Viewer::Seat(seat)).unwrap_or_default();
    let mut drawn = None;
    let rows = match table.phase {
        Phase::Lobby => {
            below.add(voice.label("panel-lobby"));
            vec![Row::Buttons(vec![refresh(&voice, table), voice.rules_button(table)])]
        }
        Phase::Playing => {
            let mut open = OpenMenu::of(table, seat, at);
            let path = open.as_ref().map(OpenMenu::steps).unwrap_or_default();
            let shown = At {
                path: &path,
                tried: open.as_ref().and_then(|open| open.tried.as_deref()),
                ..At::default()
            };
            drawn = sketch(table, Viewer::Seat(seat), shown, boards);
            if drawn.is_none() {
                open.iter_mut().for_each(|open| open.menu.reading.clear());
                in_words(&voice, table, &scene, open.as_ref(), &mut below);
            }
            let brief = stale || scene.recent.iter().any(Phrase::is_own);
            playing(&voice, snapshot, seat, open.as_ref(), brief, &mut below)
        }
        Phase::Between => {
            let won = round_won(&voice, table).into_iter();
            above.add(won.chain(decided(&voice, table)).collect::<Vec<_>>().join("\n"));
            let back = back_in(&voice, table, seat, &mut below);
            below.add(next_round(&voice, snapshot));
            let mut buttons = vec![voice.next_button(table)];
            buttons.extend(back);
            vec![Row::Buttons(buttons)]
        }
        Phase::Finished | Phase::Cancelled => {
            below.add(voice.label("panel-over"));
            let mut buttons = vec![to_table(&voice, table, at.message)];
            buttons.extend((table.phase == Phase::Finished).then(|| replay_button(&voice, table)));
            vec![Row::Buttons(buttons)]
        }
    };
    if stale {
        // Near the buttons, where people look.
        below.add_above_question(&voice.label("panel-stale"));
    }
    above.add(closing(&voice, table, seat, above.words() + below.words()));
    // Without a picture a panel tells everything in words anyway.
    let in_words = table.phase == Phase::Playing && drawn.is_none();
    let beside = if in_words { 0 } else { above.words() + below.words() };
    let room = limits::PANEL_WORDS.saturating_sub(beside);
    let said = above.blocks.join("\n");
    let many = lines_left(&said, in_words);
    above.add_below_heading(news(&voice, &scene.recent, &said, many, room));
    let (above, below) = (above.whole("\n"), below.whole("\n\n"));
    let beside = format!("{above}\n{below}");
    Payload {
        picture: drawn.map(|sketch| picture(&voice, table, sketch, (&beside, &scene.recent), boards)),
        above,
        below,
        rows: suited(broken(rows), boards),
        notification: notification(&voice, table, seat),
        ..Payload::default()
    }
}

/// What is told of a match between two games, and when it has ended, beside so many `words`.
fn closing(voice: &Voice<'_>, table: &Table, seat: Seat, words: usize) -> String {
    match table.phase {
        Phase::Between => points(voice, table, words),
        Phase::Finished | Phase::Cancelled => ended(voice, table, seat, words),
        Phase::Lobby | Phase::Playing => String::new(),
    }
}

/// How a match ended, and who is last for leaving it. Then, as far as the panel has room beside so many `words`, what everybody
/// has, or at least the reader, and how the last game ended: first of these what decided a match of one game.
fn ended(voice: &Voice<'_>, table: &Table, seat: Seat, words: usize) -> String {
    let finished = table.phase == Phase::Finished;
    let won = match_won(voice, table).filter(|_| finished);
    let left = forfeited(voice, table).filter(|_| finished);
    let removed = table.bot_removed.then(|| voice.label("public-bot-removed"));
    let single = single_game(table);
    let game = round_won(voice, table).filter(|_| !single).into_iter();
    let game: Vec<String> = game.chain(decided(voice, table)).filter(|_| finished).collect();
    let standings: Vec<String> = standings(voice, table).into_iter().collect();
    let needed: Vec<String> = [&won, &left, &removed].into_iter().flatten().cloned().collect();
    let mut room = limits::PANEL_WORDS.saturating_sub(words + words_of(&needed.join("\n")));
    let mut fitting = |lines: Vec<String>| {
        let left = room.checked_sub(words_of(&lines.join("\n")));
        room = left.unwrap_or(room);
        left.map_or_else(Vec::new, |_| lines)
    };
    let own: Vec<String> = own_points(voice, table, seat).into_iter().collect();
    let points = |fitting: &mut dyn FnMut(Vec<String>) -> Vec<String>| match fitting(standings.clone()) {
        none if none.is_empty() => fitting(own.clone()),
        standings => standings,
    };
    let (game, standings) = match single {
        true => (fitting(game), points(&mut fitting)),
        false => {
            let standings = points(&mut fitting);
            (fitting(game), standings)
        }
    };
    let lines = won.into_iter().chain(game).chain(left).chain(removed).chain(standings);
    lines.collect::<Vec<_>>().join("\n")
}

/// How many lines of news have room below what is `said` already: in words there is no description that tells the rest.
fn lines_left(said: &str, in_words: bool) -> usize {
    match in_words {
        true => usize::MAX,
        false => (NEWS + 1).saturating_sub(said.lines().count()),
    }
}

/// What happened, in at most so `many` lines and `room` words unless more of it is for this seat alone. What is `said`
/// already is left out.
fn news(voice: &Voice<'_>, recent: &[Phrase], said: &str, many: usize, room: usize) -> String {
    let own: Vec<Phrase> = recent.iter().filter(|phrase| phrase.is_own()).cloned().collect();
    let own = voice.lines(&own);
    let mut lines = voice.lines(recent);
    lines.retain(|line| !said.lines().any(|other| other == line));
    newest(lines, many, room, |line| !own.contains(line)).join("\n")
}

/// The points of the match so far, where the panel has room for them beside so many `words`.
fn points(voice: &Voice<'_>, table: &Table, words: usize) -> String {
    let said = so_far(table).map(|phrase| voice.say(&phrase));
    let fits = |said: &String| words + words_of(said) <= limits::PANEL_WORDS;
    said.filter(fits).unwrap_or_default()
}

/// The room for the text above the picture.
const ABOVE: usize = limits::TEXT / 4;

/// The room for the text below the picture.
const BELOW: usize = limits::TEXT - ABOVE;

/// Blocks of text that together never grow beyond their room.
struct Text {
    blocks: Vec<String>,
    room: usize,
}

impl Text {
    fn new(room: usize) -> Text {
        Text {
            blocks: Vec::new(),
            room,
        }
    }

    /// Adds a block. A long one becomes several, of whole lines: so the question below them always has room, and no line is cut that
    /// is shorter than a block may be.
    fn add(&mut self, block: impl Into<String>) {
        const BLOCK: usize = limits::TEXT / 5;
        let block = block.into();
        let lines = block.trim().lines().map(|line| fit(line, BLOCK));
        let parts = blocks(lines, "\n", BLOCK);
        self.blocks
            .extend(parts.into_iter().filter(|part| !part.trim().is_empty()));
    }

    /// Adds a block right below the first one.
    fn add_below_heading(&mut self, block: String) {
        let after = self.blocks.split_off(self.blocks.len().min(1));
        self.add(block);
        self.blocks.extend(after);
    }

    /// Adds a question as the last line, below what stands `beside` it. Of that, the end goes where there is too much.
    fn add_question(&mut self, beside: &str, question: &str) {
        let question = fit(question, limits::TEXT / 10);
        let room = limits::TEXT / 5 - limits::length(&question) - 1;
        self.add(format!("{}\n{question}", fit(beside.trim(), room)));
    }

    /// Adds a line above the last line, which is the question.
    fn add_above_question(&mut self, line: &str) {
        let last = self.blocks.pop().unwrap_or_default();
        let (before, question) = last.rsplit_once('\n').unwrap_or(("", &last));
        self.add_question(format!("{before}\n{line}").trim(), question);
    }

    fn words(&self) -> usize {
        self.blocks.iter().map(|block| words_of(block)).sum()
    }

    /// All of it, with this `between` the blocks. The first blocks go where there is too much: the last one is the question.
    fn whole(mut self, between: &str) -> String {
        while self.blocks.len() > 1 && limits::length(&self.blocks.join(between)) > self.room {
            limits::cuts::note(self.room, &self.blocks[0]);
            self.blocks.remove(0);
        }
        fit(&self.blocks.join(between), self.room)
    }
}

/// What a phone's notification of a new panel says: whose turn it is, and where.
fn notification(voice: &Voice<'_>, table: &Table, seat: Seat) -> String {
    let key = match table.phase {
        Phase::Playing if table.asked(seat).is_some() => "panel-notification-turn",
        _ => "panel-notification",
    };
    let phrase = Phrase::new(key)
        .with("title", voice.title(table))
        .with("place", table.channel.to_string());
    voice.say(&phrase)
}

fn heading(voice: &Voice<'_>, table: &Table) -> String {
    let title = fit(&voice.title(table), TITLE);
    let phrase = Phrase::new("panel-place")
        .with("title", title)
        .with("place", table.channel.to_string());
    small(&voice.say(&phrase))
}

/// The button that brings the panel up to date: the bot cannot edit an ephemeral panel for long.
fn refresh(voice: &Voice<'_>, table: &Table) -> Button {
    voice.button("button-refresh", Style::Plain, CustomId::Panel { table: table.id })
}

/// The link to the table's message, or to its channel where no message is known.
fn to_table(voice: &Voice<'_>, table: &Table, message: Option<u64>) -> Button {
    let guild = table.guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    let mut address = format!("https://discord.com/channels/{guild}/{}", table.channel);
    address.extend(message.map(|message| format!("/{message}")));
    Button::link(&voice.label("button-to-table"), &address)
}

/// Says that a stand-in plays, and returns the button that ends this.
fn back_in(voice: &Voice<'_>, table: &Table, seat: Seat, text: &mut Text) -> Option<Button> {
    let why = table.holder(seat)?.stand_in?;
    text.add(voice.label(match why {
        Absence::Lapsed => "panel-stand-in-lapsed",
        Absence::Left => "panel-stand-in-left",
        Absence::Replaced => "panel-stand-in-replaced",
    }));
    if table.has_forfeited(seat) {
        text.add(voice.label("panel-forfeited"));
    } else if table.forfeiters().contains(seat) {
        text.add(voice.label("panel-forfeits"));
    }
    if table.everybody_has_gone() {
        text.add(voice.label("panel-gone"));
    }
    Some(voice.return_button(table))
}

/// The game in words: what its picture would show, and what letters on the buttons mean.
fn in_words(voice: &Voice<'_>, table: &Table, scene: &Scene, open: Option<&OpenMenu>, text: &mut Text) {
    for block in told(voice, table, scene) {
        text.add(block);
    }
    let letters = open.filter(|open| open.tried.is_none());
    text.add(letters.map_or_else(String::new, |open| voice.lines(&open.menu.meanings).join("\n")));
}

/// What a picture of the game would show, in blocks of text.
pub(super) fn told(voice: &Voice<'_>, table: &Table, scene: &Scene) -> [String; 4] {
    [
        others(voice, table).join("\n"),
        situation(voice, scene).join("\n"),
        board_text(scene).unwrap_or_default(),
        voice.lines(&scene.own).join("\n"),
    ]
}

/// The question, what else concerns the seat, and the rows during a game. Whom the game waits for is left out of a `brief`
/// panel that asks.
fn playing(
    voice: &Voice<'_>,
    snapshot: &TableSnapshot,
    seat: Seat,
    open: Option<&OpenMenu>,
    brief: bool,
    text: &mut Text,
) -> Vec<Row> {
    let table = &snapshot.table;
    text.add(lost(voice, table, seat).unwrap_or_default());
    if table.holder(seat).is_some_and(|holder| holder.lapsed.is_some()) {
        text.add(voice.label("panel-lapsed"));
    }
    if let Some(back) = back_in(voice, table, seat, text) {
        return vec![Row::Buttons(vec![back, voice.rules_button(table)])];
    }
    text.add(sides::pause(voice, table).join("\n"));
    if let Some(button) = sides::pause_button(voice, table).filter(|_| table.turns.is_paused()) {
        return vec![Row::Buttons(vec![button, voice.rules_button(table)])];
    }
    text.add(concede::draw_offer(voice, table, Some(seat)).unwrap_or_default());
    let mut rows = asked(voice, snapshot, seat, open, brief, text).unwrap_or_else(|| {
        let awaited = table.awaited();
        text.add(match awaited.is_empty() {
            true => voice.label("panel-waiting-nobody"),
            false => {
                let seats = sides::counted(voice, table, awaited.iter());
                voice.say(&Phrase::new("public-waiting").with("seats", seats))
            }
        });
        text.add(patience::overdue(voice, table).unwrap_or_default());
        let mut buttons = vec![refresh(voice, table), voice.rules_button(table)];
        buttons.extend(sides::pause_button(voice, table));
        buttons.splice(1..1, nudge(voice, table));
        vec![Row::Buttons(buttons)]
    });
    concede::add_way(voice, table, seat, &mut rows);
    rows
}

/// The button that asks the others to hurry, if the game waits for a person without a turn clock.
fn nudge(voice: &Voice<'_>, table: &Table) -> Option<Button> {
    let awaited = table.awaited();
    let mut holders = awaited.iter().filter_map(|seat| table.holder(seat));
    let waits = !table.has_turn_clock() && holders.any(|holder| !holder.automatic());
    let custom_id = CustomId::Nudge { table: table.id };
    waits.then(|| voice.button("button-nudge", Style::Plain, custom_id))
}

/// How the game stands, and what lies on the table.
fn situation(voice: &Voice<'_>, scene: &Scene) -> Vec<String> {
    let mut lines = voice.lines(scene.phase.as_slice());
    lines.extend(voice.lines(&scene.summary));
    lines.extend(voice.lines(&scene.legend));
    lines
}

/// What the seat is asked, or may still change, as text and rows; `None` if it has nothing to choose. The question is the last
/// line of the text.
fn asked(
    voice: &Voice<'_>,
    snapshot: &TableSnapshot,
    seat: Seat,
    open: Option<&OpenMenu>,
    brief: bool,
    text: &mut Text,
) -> Option<Vec<Row>> {
    let table = &snapshot.table;
    let open = open?;
    let place = &open.place;
    let mut ask = Vec::new();
    if table.asked(seat).is_none() {
        let leads = |entry: &Entry| entry.leads != Leads::Nowhere;
        if place.path.is_empty() && !open.menu.entries.iter().any(leads) {
            // There is no other choice than the one that was made.
            return None;
        }
        let told = table.everybody_has_gone() || !brief && place.back.is_none();
        ask.extend(match told {
            true => waiting(voice, snapshot, sides::counted(voice, table, table.awaited().iter())),
            false => patience::overdue(voice, table),
        });
        // On the way to another choice, what is on show is not yet what was chosen.
        ask.push(voice.label(match place.back {
            None => "panel-change",
            Some(_) => "panel-change-open",
        }));
    }
    let until = snapshot.deadlines.get(seat.index()).copied().flatten();
    ask.extend(until.map(|at| voice.say(&Phrase::new("panel-until").with("when", moment(at)))));
    let tried = open.tried.as_deref();
    if let Some((question, row)) = tried.and_then(|what| proposed(voice, table, seat, place, what)) {
        ask.extend(
            tried
                .iter()
                .flat_map(|what| voice.lines(&table.consequences(seat, what))),
        );
        text.add_question(&ask.join("\n"), &question);
        return Some(vec![row]);
    }
    let mut laid = lay(voice, place, &open.menu);
    // Whoever has chosen waits for the others. The row that leads elsewhere has the way, so that no button above it moves.
    if let (None, Some(Row::Buttons(last))) = (table.asked(seat), laid.rows.last_mut())
        && last.len() < limits::BUTTONS
    {
        last.splice(last.len() - 1..last.len() - 1, nudge(voice, table));
    }
    if laid.page.1 > 1 {
        let page = Phrase::new("panel-page")
            .with("page", laid.page.0 + 1)
            .with("pages", laid.page.1);
        ask.push(voice.say(&page));
    }
    // How the picture is read stands nearer to it, and the question right above the buttons.
    ask.push(voice.lines(&open.menu.reading).join(" "));
    text.add_question(&ask.join("\n"), &voice.say(&open.menu.ask));
    Some(laid.rows)
}

/// The question whether to make a choice, and the row that makes it or leads back. `None` if the choice does not fit into a
/// button.
fn proposed(voice: &Voice<'_>, table: &Table, seat: Seat, place: &MenuPlace, what: &str) -> Option<(String, Row)> {
    let row = preview(voice, place, what)?;
    let choice = table.question(seat, what)?;
    Some((
        capital(&voice.say(&Phrase::new("panel-trial").with("choice", choice))),
        row,
    ))
}
