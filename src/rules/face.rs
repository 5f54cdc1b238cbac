//! How a game shows itself, in phrases and not in words.
//!
//! A face looks at a view and at choices only, so it cannot show what its viewer may not know. The rooms `words` and
//! `discord` turn scenes and menus into text, buttons and menus; no game knows what a button is.

use std::ops::RangeInclusive;

use super::{Ended, Event, Game, OptionSpec, Phrase, Seat, SetupError, Sketch, Trial};

/// What a viewer is shown of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Where the game stands: phase and turn.
    pub phase: Option<Phrase>,
    /// The matter on the table (a card, a roll), said in a line or two.
    pub matter: Vec<Phrase>,
    /// The seats in order, with what is public of each; empty on a private panel.
    pub seats: Vec<SeatLine>,
    /// The board as text, line by line from the top, for a block of letters of one width: coordinates, and letters and
    /// signs that tell pieces apart without colour. No words of any language, no names. At most 36 columns and 16
    /// lines are sure to be shown whole; empty where a game has no board.
    pub board: Vec<String>,
    /// How the letters of the boards are read; said only where letters are shown.
    pub legend: Vec<Phrase>,
    /// What the viewer alone knows (its numbers, its hand); empty for the table.
    pub own: Vec<Phrase>,
    /// What happened last, oldest first.
    pub recent: Vec<Phrase>,
    /// What decided, once the game is over, where the points alone do not say it: the tie-break of the rules, or that they
    /// have none. Said below who won; the picture's sentences say it too.
    pub decided: Vec<Phrase>,
}

impl Scene {
    /// Takes the boards in letters out of it, with what is said of them: a picture shows them.
    pub fn without_boards(&mut self) {
        self.board.clear();
        self.legend.clear();
        self.seats.iter_mut().for_each(|line| line.board.clear());
    }
}

/// One seat's line in a [`Scene`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLine {
    /// Whose line.
    pub seat: Seat,
    /// Its points so far in this game, where the game has points.
    pub score: Option<i64>,
    /// Short remarks: chair, numbers left, ready.
    pub marks: Vec<Phrase>,
    /// What lies before it, as text in the manner of [`Scene::board`]; empty where seats have no boards of their own.
    pub board: Vec<String>,
}

/// One step on the way to a choice: a handful of entries, each of which is a choice or leads to the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What is asked.
    pub ask: Phrase,
    /// How the entries want to lie.
    pub layout: Layout,
    /// The entries, in order. A choice that is legal but not listed can still be typed.
    pub entries: Vec<Entry>,
}

/// How a menu's entries want to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In rows of so many, as on a sheet or a board; a short row after the last may hold what does not lie there (ready).
    Grid(u8),
    /// One after another.
    List,
}

/// One entry of a [`Menu`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it says: short enough for a button.
    pub label: Phrase,
    /// Where it leads.
    pub leads: Leads,
    /// How it looks.
    pub button: Button,
}

/// Where an entry of a [`Menu`] leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leads {
    /// It is a choice, in notation: made at once.
    Choice(String),
    /// It is a choice, in notation, that is shown first, with what it would do, and then confirmed or taken back.
    Trial(String),
    /// It opens the next menu: one more step of the path, made of letters, digits, `,`, `^` and `@`.
    Step(String),
    /// Nowhere: it only shows something (a space that is filled).
    Nowhere,
}

/// The weight of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// One of several like it.
    Plain,
    /// What one would most often want.
    Main,
    /// Giving something up (a pass).
    Quiet,
}

/// The face of a game: its views as scenes, its choices as menus.
pub trait Face: Game {
    /// How many may sit down at a table of this game, computer players included.
    const PEOPLE: RangeInclusive<u8>;
    /// What players of this game say for typing a choice (an order): the name of a command of the game's own that does the same
    /// as the one for all games, and of what is typed there. Small letters, no other command's name. `None` where there is no
    /// such word.
    const TYPED: Option<&'static str> = None;

    /// What a viewer is shown.
    fn scene(view: &Self::View) -> Scene;

    /// What a viewer is shown as a picture, with what its seat tries out laid over it; `None` while there is nothing to
    /// look at. Tells no more than the view, and of a path or choice that leads nowhere (any more) nothing.
    fn sketch(view: &Self::View, trial: Trial<'_, Self::Choice>) -> Option<Sketch> {
        let _ = (view, trial);
        None
    }

    /// The view of a game that has ended by word, for its sketch: nobody is waited for any more, and it tells how the game
    /// ended. What lies on the table stays as it lies. Asked of games only that [may end so](Game::may_concede), and they
    /// must say.
    fn ended(view: Self::View, ended: Ended) -> Self::View {
        let _ = ended;
        view
    }

    /// The menu at the end of `path` (empty: the first) for the seat whose view and legal choices these are. `None` for a
    /// path that leads nowhere (any more).
    fn menu(view: &Self::View, choices: &[Self::Choice], path: &[&str]) -> Option<Menu>;

    /// A choice said in words, for the one who made it.
    fn choice(choice: &Self::Choice) -> Phrase;

    /// A choice said in a few words to the one who may make it: shown beside its notation while they type.
    fn offer(view: &Self::View, choice: &Self::Choice) -> Phrase {
        let _ = view;
        Self::choice(choice)
    }

    /// What one should know of a choice before one makes it (what it costs), where its words alone do not say it.
    fn weighed(view: &Self::View, choice: &Self::Choice) -> Vec<Phrase> {
        let _ = (view, choice);
        Vec::new()
    }

    /// A fact said in words.
    fn fact(fact: &Self::Fact) -> Phrase;

    /// So many points in words, for a game that calls them otherwise (stars).
    fn points(points: i64) -> Phrase {
        Phrase::new("public-points").with("points", points)
    }

    /// The options that a start command offers, in the order to show them.
    fn option_specs() -> &'static [OptionSpec];

    /// The rules for people who ask for them, in paragraphs, as they are with these options.
    fn rules(options: &Self::Options) -> Vec<Phrase> {
        let _ = options;
        Vec::new()
    }

    /// A whole game as a log in the notation of its players, where they have one of their own: offered beside the record of a
    /// game that is over, for it tells everything. `None` where there is none, or the events are no game.
    fn log(options: &Self::Options, seats: u8, events: &[Event<Self::Chance, Self::Choice>]) -> Option<String> {
        let _ = (options, seats, events);
        None
    }

    /// Fits the options to so many people at the table and says how many seats to lay (a lone player may get an
    /// assistant). Every seat beyond the people is played by the computer.
    ///
    /// # Errors
    /// When the game cannot be played so.
    fn lay(options: &mut Self::Options, people: u8) -> Result<u8, SetupError> {
        let _ = options;
        Ok(people)
    }
}
