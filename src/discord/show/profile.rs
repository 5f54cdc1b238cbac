//! What somebody has played on a server, on one screen of a phone: for each game how often they won, their rating, and how
//! their last matches ended. A picture shows the course of one rating.

use std::collections::HashMap;

use super::super::custom_id::{Boards, CustomId};
use super::super::payload::{Payload, Row, Style};
use super::course;
use super::daily::daily_streaks;
use super::drawn::drawn;
use super::names::Named;
use super::voice::{self, Voice};
use crate::games::{self, DailyGame, GameEntry};
use crate::referee::RatedRow;
use crate::referee::daily::Streak;
use crate::rules::{Arg, Phrase};
use crate::store::{GameTally, PlayedMatch};
use crate::words::Words;

/// How many matches are looked at for the form and for who was met most often: ask the store for this many.
pub const RECENT: u32 = 120;
/// How many places make the form.
const FORM: usize = 5;
/// How many others are named.
const MET: usize = 3;
/// How many games have their points over all servers named.
pub const EVERYWHERE: usize = 3;

/// What is known of somebody on a server.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Who.
    pub person: u64,
    /// The games with what was played and won, the most played first, each with the rating.
    pub games: Vec<(GameTally, Option<RatedRow>)>,
    /// The points over all servers in games of which the rating there is not provisional, the most played first; none of somebody
    /// who is not shown over all servers.
    pub everywhere: Vec<(String, i32)>,
    /// The last matches, newest first.
    pub recent: Vec<PlayedMatch>,
    /// The game of which the rating's course is shown, with the points after each match since the rating means something.
    pub course: Option<(String, Vec<i32>)>,
    /// The streaks in positions of the day; none where the reader is somebody else.
    pub daily: Vec<(&'static DailyGame, Streak)>,
    /// Whether the reader is somebody else.
    pub other: bool,
}

impl Profile {
    /// The game of which the rating's course tells most: the one that is asked for, or the one that they are rated in most.
    pub fn told_best(&self, asked: Option<&str>) -> Option<&GameTally> {
        let rated = self.games.iter().filter_map(|(tally, rated)| {
            let rated = rated.as_ref().filter(|rated| rated.place.is_some())?;
            Some((tally, rated.matches))
        });
        match asked {
            Some(game) => rated.map(|(tally, _)| tally).find(|tally| tally.game == game),
            // Of equals the first, which is the most played.
            None => rated.rev().max_by_key(|(_, matches)| *matches).map(|(tally, _)| tally),
        }
    }
}

/// What somebody has played.
///
/// Where boards are wanted as text, a line tells what the picture shows.
pub fn profile(words: &Words, locale: &str, profile: &Profile, boards: Boards) -> Payload {
    let mut names = Named::default();
    let name = profile.recent.iter().flat_map(|played| &played.players);
    let name = name.clone().find(|player| player.person == profile.person);
    let title = match name {
        Some(own) => Phrase::new("profile-title").with("name", names.add(&own.name)),
        None => Phrase::new("profile-title-nobody"),
    };
    let numbered = Voice::numbered(words, locale);
    let games = profile.games.iter();
    let games = games.filter_map(|(tally, rated)| Some((games::find(&tally.game)?, tally, rated.as_ref())));
    let mut lines: Vec<Phrase> = games
        .clone()
        .map(|(game, tally, rated)| line(&numbered, game, tally, rated, profile))
        .collect();
    let met = met(profile, &mut names);
    let favourite = games.clone().next().filter(|_| lines.len() > 1);
    lines.extend(favourite.map(|(game, ..)| Phrase::new("profile-favourite").with("game", numbered.game(game))));
    let course = profile.course.as_ref();
    let course = course.and_then(|(game, points)| course::sketch(&numbered.game(games::find(game)?), points));
    lines.extend(
        course
            .iter()
            .filter(|_| boards == Boards::Text)
            .flat_map(|sketch| sketch.alt.clone()),
    );
    let everywhere = profile.everywhere.iter().take(EVERYWHERE);
    let everywhere = everywhere.filter_map(|(game, points)| {
        // As text: a number of points is told without marks between its digits.
        let rated = Phrase::new("profile-everywhere-game")
            .with("game", numbered.game(games::find(game)?))
            .with("points", points.to_string());
        Some(rated.into())
    });
    let everywhere: Vec<Arg> = everywhere.collect();
    lines.extend(
        (!everywhere.is_empty()).then(|| Phrase::new("profile-everywhere").with("games", Arg::List(everywhere))),
    );
    lines.extend((!met.is_empty()).then(|| Phrase::new("profile-met").with("people", Arg::List(met))));
    let voice = Voice::naming(words, locale, &names);
    let daily = daily_streaks(&numbered, &profile.daily).map(|daily| voice.say(&daily));
    let (text, small_print) = match (games.count(), profile.other) {
        (0, false) => (voice.label("profile-empty"), String::new()),
        (0, true) => (voice.label("profile-empty-other"), String::new()),
        _ => (voice.lines(&lines).join("\n"), voice.label("profile-how")),
    };
    let text = [text].into_iter().chain(daily).collect::<Vec<_>>().join("\n");
    let matches = CustomId::History {
        person: Some(profile.person).filter(|_| profile.other),
        page: 0,
    };
    let matches = voice.button("button-history", Style::Plain, matches);
    let rows = match profile.recent.is_empty() {
        true => Vec::new(),
        false => vec![Row::Buttons(vec![matches])],
    };
    Payload {
        picture: course.and_then(|sketch| drawn(&voice, sketch, boards)),
        ..voice::page(&voice.say(&title), &text, &small_print, rows)
    }
}

fn line(voice: &Voice<'_>, game: &GameEntry, tally: &GameTally, rated: Option<&RatedRow>, profile: &Profile) -> Phrase {
    let line = Phrase::new("profile-game")
        .with("game", voice.game(game))
        .with("won", tally.won)
        .with("matches", tally.matches);
    let rating = rated.map(|row| {
        let key = match row.place {
            Some(_) => "profile-rated",
            None => "profile-provisional",
        };
        // As text: a number of points is told without marks between its digits.
        Phrase::new(key).with("points", row.points.to_string())
    });
    let form = form(profile, game.slug);
    let form = (!form.is_empty()).then(|| Phrase::new("profile-form").with("places", form));
    let more = [rating, form].into_iter().flatten();
    more.fold(line, |line, more| {
        Phrase::new("profile-more").with("line", line).with("more", more)
    })
}

/// The places of the last matches of a game, newest first. A match that nobody won has none.
fn form(profile: &Profile, game: &str) -> String {
    let played = profile
        .recent
        .iter()
        .filter(|played| played.counts && played.game == game);
    let places = played.map(|played| {
        let own = played.players.iter().find(|player| player.person == profile.person);
        own.map(|own| own.place).filter(|place| *place > 0)
    });
    let places = places
        .take(FORM)
        .map(|place| place.map_or("–".to_owned(), |place| place.to_string()));
    places.collect::<Vec<_>>().join(" ")
}

/// Those against whom the person has played most often lately, each with how often.
fn met(profile: &Profile, names: &mut Named) -> Vec<Arg> {
    let mut met: HashMap<u64, (u32, usize, &str)> = HashMap::new();
    for (nth, played) in profile.recent.iter().enumerate() {
        let own = played.players.iter().find(|player| player.person == profile.person);
        let side = own.and_then(|own| own.side);
        let others = played.players.iter().filter(|player| player.person != profile.person);
        for other in others.filter(|other| side.is_none() || other.side != side) {
            met.entry(other.person).or_insert((0, nth, &other.name)).0 += 1;
        }
    }
    let mut met: Vec<(u64, (u32, usize, &str))> = met.into_iter().collect();
    // Whoever was met last comes first among equals.
    met.sort_by_key(|(person, (times, nth, _))| (std::cmp::Reverse(*times), *nth, *person));
    let one = |(_, (times, _, name)): (u64, (u32, usize, &str))| {
        let who = names.add(name);
        Phrase::new("profile-met-one")
            .with("name", who)
            .with("times", times)
            .into()
    };
    met.into_iter().take(MET).map(one).collect()
}
