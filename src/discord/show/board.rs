//! Leaderboards, and the match game by game.
//!
//! A leaderboard row begins with the number that ranks people first: matches won, or games won if a match is a single game.
//! Points appear as the game scores them ([`Scoring`]): the total and the most in a game, or the fewest in a game, or none.
//! The small print says what ranks.

use super::super::custom_id::CustomId;
use super::super::limits;
use super::super::payload::{Payload, Row, Style};
use super::names::Named;
use super::rules::{page_title, turning};
use super::score;
use super::voice::{self, Voice};
use crate::games::{DynGame, GameEntry, Options};
use crate::referee::TableSnapshot;
use crate::rules::{MatchLength, Phrase, Scoring, Seat};
use crate::store::{Standing, Standings};
use crate::words::Words;

/// How many people a page of a leaderboard shows: ask the store for this many.
pub const BOARD_PAGE: u32 = 10;

/// The room for the match game by game: a leaderboard may stand in the same message.
const MATCH_ROOM: usize = limits::TEXT / 2;

/// A page of a server's leaderboard: `standings` are the rows from `page` × [`BOARD_PAGE`] on.
pub fn leaderboard(words: &Words, locale: &str, game: &GameEntry, standings: &Standings, page: u16) -> Payload {
    let rows = &standings.rows[..standings.rows.len().min(BOARD_PAGE as usize)];
    let names = Named(rows.iter().map(|row| row.name.clone()).collect());
    let voice = Voice::naming(words, locale, &names);
    let pages = standings.total.div_ceil(BOARD_PAGE).max(1);
    let title = page_title(["leaderboard-title", "leaderboard-title-page"], page, pages);
    let title = voice.say(&title.with("game", voice.game(game)));
    let ways = Ways::of(game);
    let lines = rows.iter().enumerate();
    let lines = lines.flat_map(|(at, standing)| standing_lines(game, &ways, Seat(at as u8), standing));
    let mut description = voice.lines(&lines.collect::<Vec<_>>()).join("\n");
    if rows.is_empty() {
        description = voice.label("leaderboard-empty");
    }
    let to = |page| Board::Wins.page(game, page);
    let mut rows = turning(&voice, usize::from(page), pages as usize, to);
    rows.push(other_boards(&voice, game, Board::Wins));
    voice::page(&title, &description, &small_print(&voice, game, &ways), rows)
}

/// A board of a game, in a server or over all servers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Board {
    Wins,
    Rating,
    Everywhere,
    Season,
    Honours,
}

impl Board {
    /// Every board, with the label of the button that leads there.
    const ALL: [(Board, &'static str); 5] = [
        (Board::Wins, "button-by-wins"),
        (Board::Rating, "button-by-rating"),
        (Board::Everywhere, "button-everywhere"),
        (Board::Season, "button-by-season"),
        (Board::Honours, "button-honours"),
    ];

    /// What leads to a page of this board; a season is the one that is on.
    pub(super) fn page(self, game: &GameEntry, page: usize) -> CustomId {
        let (game, page, season) = (game.slug.to_owned(), page as u16, None);
        match self {
            Board::Wins => CustomId::Leaderboard { game, page },
            Board::Rating => CustomId::Ratings { game, page },
            Board::Everywhere => CustomId::Everywhere { game, page },
            Board::Season => CustomId::Season { game, season, page },
            Board::Honours => CustomId::Honours { game, page },
        }
    }
}

/// The buttons to the other boards. Honours follow from seasons, and their button stands with a season; that of the ratings over
/// all servers stands with those of one.
pub(super) fn other_boards(voice: &Voice<'_>, game: &GameEntry, shown: Board) -> Row {
    let others = Board::ALL.into_iter().filter(|(board, _)| match board {
        Board::Honours => shown == Board::Season,
        Board::Everywhere => shown == Board::Rating,
        board => *board != shown,
    });
    let buttons = others.map(|(board, key)| voice.button(key, Style::Plain, board.page(game, 0)));
    Row::Buttons(buttons.collect())
}

/// The ways in which a game may be played.
struct Ways {
    /// A match may be several games.
    several: bool,
    /// A game may end by resignation or agreement, and is then won without points.
    conceded: bool,
}

impl Ways {
    fn of(game: &GameEntry) -> Ways {
        let start = |people| {
            let (options, seats) = game.fit_to_players(&Options::new(), people)?;
            game.start(&options, seats)
        };
        let plays: Vec<Box<dyn DynGame>> = game.people.clone().filter_map(|people| start(people).ok()).collect();
        Ways {
            several: plays.iter().any(|play| play.match_length() != MatchLength::Games(1)),
            conceded: plays.iter().any(|play| play.may_concede()),
        }
    }
}

/// The lines of the person whom the page's names call `name`.
fn standing_lines(game: &GameEntry, ways: &Ways, name: Seat, standing: &Standing) -> Vec<Phrase> {
    let first = match ways.several {
        true => Phrase::new("leaderboard-matches")
            .with("won", standing.matches_won)
            .with("matches", standing.matches),
        false => games_won(standing),
    };
    let line = Phrase::new("leaderboard-line")
        .with("place", standing.place)
        .with("name", name)
        .with("won", first);
    let games = ways.several.then(|| games_won(standing));
    let best = (game.points)(standing.best_game);
    let points = match game.scoring {
        Scoring::Most => {
            let all = (game.points)(standing.points);
            Some(Phrase::new("leaderboard-most").with("points", all).with("best", best))
        }
        Scoring::Fewest => Some(Phrase::new("leaderboard-fewest").with("best", best)),
        Scoring::None => None,
    };
    let more = [games, points].into_iter().flatten();
    let more = more.reduce(|said, next| Phrase::new("leaderboard-more").with("said", said).with("next", next));
    [line].into_iter().chain(more).collect()
}

fn games_won(standing: &Standing) -> Phrase {
    Phrase::new("leaderboard-games")
        .with("won", standing.games_won)
        .with("games", standing.games)
        .with("draws", standing.draws)
}

/// Which numbers rank, and which games count.
fn small_print(voice: &Voice<'_>, game: &GameEntry, ways: &Ways) -> String {
    let points = match game.scoring {
        Scoring::Most => Some("leaderboard-by-most"),
        Scoring::Fewest => Some("leaderboard-by-fewest"),
        Scoring::None => None,
    };
    let matches = ways.several.then_some("leaderboard-by-matches");
    let draws = game.draws.then_some("leaderboard-by-draws");
    let keys = [matches, Some("leaderboard-by-games"), draws, points];
    let keys = keys.into_iter().flatten();
    let keys = keys.map(Phrase::new);
    let keys = keys.reduce(|keys, next| Phrase::new("leaderboard-then").with("keys", keys).with("next", next));
    let ranked = keys.map(|keys| voice.plain(&Phrase::new("leaderboard-ranked").with("keys", keys)));
    let conceded = ways.conceded.then(|| voice.label("leaderboard-conceded"));
    let said = [ranked, conceded, Some(voice.label("leaderboard-counts"))];
    said.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The match game by game.
pub fn match_board(words: &Words, locale: &str, snapshot: &TableSnapshot) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let title = voice.say(&Phrase::new("match-title").with("game", voice.game_at(table)));
    let mut text = String::new();
    let mut room = MATCH_ROOM;
    for block in score::blocks(&voice, table, score::Rounds::All).iter().rev() {
        // If a very long match does not fit, the newest games stay.
        let length = limits::length(block) + 1;
        if length > room {
            break;
        }
        room -= length;
        text = format!("{block}\n{text}");
    }
    if !score::any(table) {
        text = voice.label("match-empty");
    }
    let legend = score::legend(&voice, table).unwrap_or_default();
    voice::page(&title, &text, &legend, Vec::new())
}
