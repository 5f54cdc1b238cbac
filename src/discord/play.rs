//! What can be chosen in the message of `/play`, and what a choice means for the table.
//!
//! All choices stand in the custom ids of that message: nothing is stored before the table opens. A custom id can be forged,
//! so [`Play::read`] takes only what the message itself offers.

use serde_json::Value;

use super::custom_id::{CustomId, Opponents};
use super::{clock_options, table_options};
use crate::games::{self, CATALOGUE, GameEntry, Options};
use crate::player::Level;
use crate::rules::MatchLength;

/// How the games call the option for the length of a match.
pub(super) const LENGTHS: [&str; 2] = ["games", "to"];

/// How many computer players are meant, where a number of them is.
pub fn numbered(against: Opponents) -> Option<u8> {
    against.to_string().parse().ok()
}

/// The choices in one message of `/play`.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// The game.
    pub game: &'static GameEntry,
    /// Against whom.
    pub against: Opponents,
    /// The value of the game's option for the length of a match; `None` until somebody chooses one.
    pub length: Option<u64>,
    /// The clock in seconds; 0 is none.
    pub clock: u32,
    /// The level of computer players; `None` until somebody chooses one.
    pub level: Option<Level>,
}

impl Play {
    /// A game as a start command without options opens it.
    pub fn of(game: &'static GameEntry) -> Play {
        Play {
            game,
            against: Opponents::default(),
            length: None,
            clock: 0,
            level: None,
        }
    }

    /// The choices with which the message begins.
    pub fn first() -> Play {
        Play::of(&CATALOGUE[0])
    }

    /// The choices of a custom id, if the message offers them.
    pub fn read(
        game: &str,
        against: Opponents,
        length: Option<u64>,
        (clock, level): (u32, Option<Level>),
    ) -> Option<Play> {
        let mut play = Play {
            game: games::find(game)?,
            against,
            length,
            clock,
            level,
        };
        if against == Opponents::Computers {
            play.against = play
                .opponents()
                .into_iter()
                .rfind(|against| numbered(*against).is_some())?;
        }
        let offered = play.opponents().contains(&play.against)
            && length.is_none_or(|length| play.lengths().contains(&length))
            && play.clocks().contains(&clock);
        offered.then_some(play)
    }

    /// The custom id that shows these choices, or with `open` opens a table with them.
    pub fn custom_id(&self, open: bool) -> CustomId {
        CustomId::Play {
            open,
            game: self.game.slug.to_owned(),
            against: self.against,
            length: self.length,
            clock: self.clock,
            level: self.level,
        }
    }

    /// The choices for another game, which keep what that game offers, too.
    #[must_use]
    pub fn in_game(self, game: &'static GameEntry) -> Play {
        if game.slug == self.game.slug {
            return self;
        }
        let mut play = Play::of(game);
        play.against = play.nearest(self.against);
        if play.clocks().contains(&self.clock) {
            play.clock = self.clock;
        }
        play.level = self.level;
        play
    }

    /// Against whom the game can be played.
    pub fn opponents(&self) -> Vec<Opponents> {
        let people = &self.game.people;
        let mut opponents = Opponents::ALL.to_vec();
        opponents.retain(|against| match against {
            Opponents::People => *people.end() > 1,
            Opponents::Alone => *people.start() == 1,
            // With one other seat, this is one computer player.
            Opponents::Both => *people.end() > 2,
            Opponents::Computers => false,
            numbers => numbered(*numbers).is_some_and(|number| people.contains(&(1 + number))),
        });
        opponents
    }

    /// What is offered that is nearest to a wish: the same, or else the most computer players that are no more than wished
    /// for, one of them for who wants to play alone.
    fn nearest(&self, wish: Opponents) -> Opponents {
        let offered = self.opponents();
        if offered.contains(&wish) {
            return wish;
        }
        let most = numbered(wish).unwrap_or(1);
        let numbers = || offered.iter().copied().filter(|against| numbered(*against).is_some());
        let fewer = numbers().rfind(|against| numbered(*against) <= Some(most));
        fewer.or_else(|| numbers().next()).unwrap_or_default()
    }

    /// Whether nobody else is to sit down once the table is open.
    pub fn is_closed(&self) -> bool {
        self.against == Opponents::Alone || 1 + self.computers() >= *self.game.people.end()
    }

    /// How many computer players sit down at once.
    pub fn computers(&self) -> u8 {
        match self.against {
            Opponents::Both => 1,
            other => numbered(other).unwrap_or_default(),
        }
    }

    /// The levels that can be chosen: none where no computer plays from the start.
    pub fn levels(&self) -> Vec<Level> {
        // A lone player may get an assistant.
        let assisted = || {
            self.game
                .fit_to_players(&Options::new(), 1)
                .is_ok_and(|(_, seats)| seats > 1)
        };
        match self.computers() > 0 || self.against == Opponents::Alone && assisted() {
            true => Level::ALL.to_vec(),
            false => Vec::new(),
        }
    }

    /// The name of the game's option for the length of a match, with what that option can be.
    fn length_option(&self) -> Option<(&'static str, Vec<u64>)> {
        let mut specs = (self.game.options)().iter();
        let spec = specs.find(|spec| LENGTHS.contains(&spec.name))?;
        let values = table_options::values(spec.kind);
        Some((spec.name, values.iter().filter_map(Value::as_u64).collect()))
    }

    /// The lengths that the game offers, if it has an option for them.
    pub fn lengths(&self) -> Vec<u64> {
        self.length_option().map(|(_, values)| values).unwrap_or_default()
    }

    /// The length of a match for who chooses none, where `usual` are the operator's options for the game.
    pub fn usual_length(&self, usual: &Options) -> Option<u64> {
        let (name, _) = self.length_option()?;
        self.game.foreseen(usual, None)?.options().get(name)?.as_u64()
    }

    /// How long a match lasts with these choices.
    pub fn match_length(&self, usual: &Options) -> Option<MatchLength> {
        Some(self.game.foreseen(&self.options(usual), None)?.match_length())
    }

    /// The clocks that the game offers, in seconds; 0 is none.
    pub fn clocks(&self) -> Vec<u32> {
        clock_options::seconds(self.game)
    }

    /// The options of the table, where `usual` are the operator's options for the game.
    pub fn options(&self, usual: &Options) -> Options {
        let mut options = usual.clone();
        if let (Some((name, _)), Some(length)) = (self.length_option(), self.length) {
            options.insert(name.to_owned(), length.into());
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::OptionKind;

    /// All choices that the message offers.
    fn all() -> Vec<Play> {
        let mut all = Vec::new();
        for game in CATALOGUE {
            let first = Play::of(game);
            for against in first.opponents() {
                for length in std::iter::once(None).chain(first.lengths().into_iter().map(Some)) {
                    for level in [None, Some(Level::ALL[0]), Some(Level::ALL[5])] {
                        let clocks = first.clocks().into_iter();
                        all.extend(clocks.map(|clock| Play {
                            game,
                            against,
                            length,
                            clock,
                            level,
                        }));
                    }
                }
            }
        }
        all
    }

    /// What a text is read as, and written as again.
    fn again(text: &str) -> Option<String> {
        let Ok(CustomId::Play {
            open,
            game,
            against,
            length,
            clock,
            level,
        }) = text.parse()
        else {
            return None;
        };
        let play = Play::read(&game, against, length, (clock, level))?;
        Some(play.custom_id(open).to_string())
    }

    #[test]
    fn all_choices_fit_into_a_custom_id_and_come_back() {
        let mut ids = std::collections::BTreeSet::new();
        let all = all();
        for play in &all {
            for open in [true, false] {
                let custom_id = play.custom_id(open);
                assert!(custom_id.fits(), "{custom_id}");
                assert_eq!(again(&custom_id.to_string()), Some(custom_id.to_string()));
                ids.insert(custom_id.to_string());
            }
        }
        assert_eq!(ids.len(), 2 * all.len(), "each means something else");
    }

    #[test]
    fn choices_that_the_message_does_not_offer_are_refused() {
        let (first, last) = (&CATALOGUE[0], CATALOGUE.last().expect("a game"));
        let two = CATALOGUE
            .iter()
            .find(|game| *game.people.end() == 2)
            .expect("one for two");
        assert!(last.turn_clocks.contains(&5) && first.turn_clocks.is_empty());
        let read =
            |game: &GameEntry, against, length, clock| Play::read(game.slug, against, length, (clock, None)).is_some();
        let people = Opponents::People;
        assert!(read(first, Opponents::Both, Some(5), 60) && read(last, people, None, 5));
        assert!(Play::read("chess", people, None, (0, None)).is_none());
        assert!(!read(two, Opponents::Both, None, 0), "there is no room for both");
        assert!(!read(two, people, Some(1), 0), "it has no length");
        for length in [0, 6, u64::MAX] {
            assert!(!read(first, people, Some(length), 0), "{length}");
        }
        for (game, clock) in [(first, 5), (first, 1), (last, 86_400), (last, u32::MAX)] {
            assert!(!read(game, people, None, clock), "{} {clock}", game.slug);
        }
    }

    #[test]
    fn another_game_keeps_what_it_offers_too() {
        for play in all() {
            for game in CATALOGUE {
                let other = play.in_game(game);
                let id = other.custom_id(false).to_string();
                assert_eq!(again(&id), Some(id.clone()), "{game:?} after {play:?}");
                let same = game.slug == play.game.slug;
                assert!(!same || id == play.custom_id(false).to_string(), "nothing has changed");
                let company = |play: &Play| play.against != Opponents::People;
                assert_eq!(company(&other), company(&play), "{other:?} after {play:?}");
                let kept = other.clocks().contains(&play.clock);
                assert_eq!(other.clock, if kept { play.clock } else { 0 });
                assert_eq!(other.level, play.level);
            }
        }
    }

    #[test]
    fn any_number_of_computer_players_that_fits_can_be_chosen() {
        for play in all() {
            let seats = 1 + play.computers();
            let (least, most) = (*play.game.people.start(), *play.game.people.end());
            assert!(seats <= most, "{play:?}");
            match play.against {
                Opponents::People => assert_eq!(seats, 1),
                Opponents::Alone => assert_eq!((seats, least), (1, 1), "{play:?}"),
                Opponents::Both => assert!(seats == 2 && seats < most, "{play:?}"),
                _ => assert!(seats > 1 && seats >= least, "{play:?}"),
            }
            assert_eq!(play.is_closed(), seats == most || play.against == Opponents::Alone);
        }
    }

    #[test]
    fn a_level_is_offered_where_a_computer_plays() {
        for play in all() {
            let offered = play.levels();
            let people = 1 + play.computers();
            let laid = play.game.fit_to_players(&Options::new(), people);
            let assisted = laid.is_ok_and(|(_, seats)| seats > people) && play.against == Opponents::Alone;
            assert_eq!(!offered.is_empty(), play.computers() > 0 || assisted, "{play:?}");
            assert!(offered.is_empty() || offered == Level::ALL, "{play:?}");
        }
    }

    #[test]
    fn as_many_computers_are_offered_as_the_game_takes() {
        for game in CATALOGUE {
            let opponents = Play::of(game).opponents();
            let numbers: Vec<u8> = opponents.iter().filter_map(|against| numbered(*against)).collect();
            let most = (*game.people.end() - 1).min(7);
            let least = (*game.people.start() - 1).max(1);
            assert_eq!(numbers, (least..=most).collect::<Vec<u8>>(), "{}", game.slug);
            let alone = opponents.contains(&Opponents::Alone);
            assert_eq!(alone, *game.people.start() == 1, "{}", game.slug);
            // What older messages offered still fills the table.
            let filled = Play::read(game.slug, Opponents::Computers, None, (0, None)).expect("it is read");
            assert_eq!(filled.computers(), most, "{}", game.slug);
        }
    }

    #[test]
    fn whatever_changes_the_length_of_a_match_is_offered_as_the_length() {
        let length = |game: &GameEntry, options: &Options| {
            let laid = |people| {
                let (options, seats) = game.fit_to_players(options, people).ok()?;
                Some(game.start(&options, seats).ok()?.match_length())
            };
            game.people.clone().rev().find_map(laid)
        };
        let mut with_length = 0;
        for game in CATALOGUE {
            let usual = length(game, &Options::new());
            for spec in (game.options)() {
                let values: Vec<i64> = match spec.kind {
                    OptionKind::Number { min, max } => (min..=max).collect(),
                    OptionKind::OneOf(values) => values.to_vec(),
                    OptionKind::Flag | OptionKind::Word(_) => continue,
                };
                let changes = |value: &i64| {
                    let options = Options::from_iter([(spec.name.to_owned(), (*value).into())]);
                    length(game, &options).is_some_and(|length| Some(length) != usual)
                };
                let is_length = values.iter().any(changes);
                assert_eq!(is_length, LENGTHS.contains(&spec.name), "{} {}", game.slug, spec.name);
                with_length += usize::from(is_length);
            }
            let play = Play::of(game);
            assert_eq!(play.match_length(&Options::new()), usual, "{}", game.slug);
            let offered = play.lengths();
            match play.usual_length(&Options::new()) {
                Some(usual) => assert!(offered.contains(&usual), "{}: {usual}", game.slug),
                None => assert!(offered.is_empty(), "{}: {offered:?}", game.slug),
            }
        }
        assert!(with_length > 1, "some games have a length");
    }

    #[test]
    fn what_the_operator_has_set_holds_until_somebody_chooses() {
        let usual = Options::from_iter([("games".to_owned(), 5.into()), ("boat".to_owned(), true.into())]);
        let mut play = Play::first();
        assert_eq!(play.usual_length(&usual), Some(5));
        assert_eq!(play.match_length(&usual), Some(MatchLength::Games(5)));
        assert_eq!(play.options(&usual), usual);
        play.length = Some(2);
        assert_eq!(play.match_length(&usual), Some(MatchLength::Games(2)));
        let mut chosen = usual.clone();
        chosen.insert("games".to_owned(), 2.into());
        assert_eq!(play.options(&usual), chosen);
    }
}
