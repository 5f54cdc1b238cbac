//! How a game presents itself: in phrases, before any language puts them into words.
//!
//! A presentation reads a view and choices only, so it cannot show what its viewer may not know. The rooms `words` and `discord`
//! turn scenes and menus into text, buttons and select menus; no game knows what a button is.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{Ended, Event, LessonStep, Observe, OptionSpec, Phrase, Preview, Seat, SetupError, Shape, Sketch, Variant};

/// What a viewer is shown of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Where the game stands: phase and turn.
    pub phase: Option<Phrase>,
    /// What the table is dealing with (a card, a roll), in a line or two.
    pub summary: Vec<Phrase>,
    /// The seats in order, with what is public of each; empty on a private panel.
    pub seats: Vec<SeatLine>,
    /// The board as text, line by line from the top, for a monospaced block: coordinates, and letters and signs that tell
    /// pieces apart without colour. No words of any language, no names. Only 36 columns and 16 lines are sure to be shown
    /// whole; empty where a game has no board.
    pub board: Vec<String>,
    /// How to read the letters of the boards; shown only together with them.
    pub legend: Vec<Phrase>,
    /// What the viewer alone knows (its numbers, its hand); empty for the table.
    pub own: Vec<Phrase>,
    /// What happened last, oldest first.
    pub recent: Vec<Phrase>,
    /// What decided a finished game, where the points alone do not say it: the tie-break of the rules, or that the rules have
    /// none. Shown below the winners; the picture's alt text says it too.
    pub decided: Vec<Phrase>,
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
    /// The board in front of the seat, as text like [`Scene::board`]; empty where seats have no boards of their own.
    pub board: Vec<String>,
}

impl SeatLine {
    /// The line of a seat without a board of its own.
    pub const fn new(seat: Seat, score: Option<i64>, marks: Vec<Phrase>) -> SeatLine {
        let board = Vec::new();
        SeatLine {
            seat,
            score,
            marks,
            board,
        }
    }
}

/// One step towards a choice: a handful of entries, each of which is a choice or leads to the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What is asked.
    pub ask: Phrase,
    /// How the entries are arranged.
    pub layout: Layout,
    /// The entries, in order. A choice that is legal but not listed can still be typed.
    pub entries: Vec<Entry>,
    /// How the picture is read that shows what is asked: said right above the question, and only below that picture.
    pub reading: Vec<Phrase>,
    /// What entries mean that only a picture explains, for a message without it.
    pub meanings: Vec<Phrase>,
}

impl Menu {
    /// A menu whose entries stand one after another.
    pub fn list(ask: Phrase, entries: impl IntoIterator<Item = Entry>) -> Menu {
        Menu {
            ask,
            layout: Layout::List,
            entries: entries.into_iter().collect(),
            reading: Vec::new(),
            meanings: Vec::new(),
        }
    }

    /// The same menu, where every choice is shown before it is made.
    #[must_use]
    pub fn with_previews(mut self) -> Menu {
        for entry in &mut self.entries {
            if let Leads::Choice(what) = &mut entry.leads {
                entry.leads = Leads::Preview(std::mem::take(what));
            }
        }
        self
    }

    /// Where its entries lead, if only one of them leads anywhere.
    pub fn only(&self) -> Option<&Leads> {
        let leads = self.entries.iter().map(|entry| &entry.leads);
        let mut leading = leads.filter(|leads| **leads != Leads::Nowhere);
        let first = leading.next();
        first.filter(|_| leading.next().is_none())
    }
}

/// How a menu's entries are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In rows of this many, as on a sheet or a board; a short last row may hold entries outside the grid (ready).
    Grid(u8),
    /// One after another.
    List,
}

/// One entry of a [`Menu`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its text: short enough for a button.
    pub label: Phrase,
    /// Where it leads.
    pub leads: Leads,
    /// How it looks.
    pub button: Button,
    /// The name of an [`Icon`] that is shown beside its text, where there are pictures.
    pub icon: Option<String>,
}

/// A small picture for entries of menus. The text of an entry says all that its icon shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Its name, for who hears it: at most [`Icon::NAME`] lower-case letters, digits and `_` (`tile_3_6`). No two different
    /// icons of the catalogue have the same name.
    pub name: String,
    /// Its shapes, from the back to the front, on a transparent ground of [`Icon::SIDE`] points either way. It is seen as small
    /// as 20 pixels, on dark and on light.
    pub shapes: Vec<Shape>,
}

impl Icon {
    /// How long a name may be.
    pub const NAME: usize = 23;

    /// Width and height, in points.
    pub const SIDE: i32 = 128;
}

impl Entry {
    /// One of several equal entries.
    pub const fn new(label: Phrase, leads: Leads) -> Entry {
        Entry {
            label,
            leads,
            button: Button::Plain,
            icon: None,
        }
    }

    /// A plain entry for a choice that is made at once.
    pub fn choice(label: Phrase, choice: &impl Display) -> Entry {
        Entry::new(label, Leads::Choice(choice.to_string()))
    }

    /// A plain entry for a choice that is first shown with its effect.
    pub fn preview(label: Phrase, choice: &impl Display) -> Entry {
        Entry::new(label, Leads::Preview(choice.to_string()))
    }

    /// A plain entry for one more step of the path.
    pub fn step(label: Phrase, step: &impl Display) -> Entry {
        Entry::new(label, Leads::Step(step.to_string()))
    }

    /// The same entry with another prominence.
    #[must_use]
    pub const fn with(mut self, button: Button) -> Entry {
        self.button = button;
        self
    }

    /// The same entry beside the icon of this name.
    #[must_use]
    pub fn beside(mut self, icon: String) -> Entry {
        self.icon = Some(icon);
        self
    }
}

/// Where an entry of a [`Menu`] leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To a choice, in notation: made at once.
    Choice(String),
    /// To a choice, in notation, that is first shown with its effect, then confirmed or taken back.
    Preview(String),
    /// To the next menu: one more step of the path, made of letters, digits, `,`, `^` and `@`.
    Step(String),
    /// Nowhere: the entry only shows something (a filled space).
    Nowhere,
}

/// How prominent an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// One of several equal entries.
    Plain,
    /// The entry that people most often want.
    Main,
    /// Giving something up (a pass).
    Quiet,
}

/// The presentation of a game: its views as scenes, its choices as menus.
pub trait Presentation: Observe {
    /// How many may sit down at a table of this game, computer players included.
    const PEOPLE: RangeInclusive<u8>;
    /// The word that players of this game use for a typed choice (an order). It names the game's own command, which does the
    /// same as the command for all games, and what is typed there. Lower-case letters, no other command's name. `None` where
    /// there is no such word.
    const TYPED: Option<&'static str> = None;

    /// The options that a start command offers, in the order to show them.
    const OPTION_SPECS: &'static [OptionSpec] = &[];

    /// The guided first game: at most ten steps, in which every paragraph of the rules is read once.
    const LESSON: &'static [LessonStep] = &[];

    /// What a viewer is shown.
    fn scene(view: &Self::View) -> Scene;

    /// The picture that a viewer sees, with what its seat tries out drawn over it; `None` while there is nothing to look at.
    /// The picture tells no more than the view; a path that leads nowhere (any more) adds nothing to it. A choice is one
    /// that the seat may make now ([`Preview::allowed`]). The sentences of the picture need not say what
    /// [`Presentation::picture`] adds, nor what the lines of the seats say.
    fn sketch(view: &Self::View, preview: Preview<'_, Self::Choice>) -> Option<Sketch> {
        let _ = (view, preview);
        None
    }

    /// The same picture with all of its sentences. What its scene says comes first: where the game stands, what decided,
    /// and what the table is dealing with.
    fn picture(view: &Self::View, preview: Preview<'_, Self::Choice>) -> Option<Sketch> {
        let mut sketch = Self::sketch(view, preview)?;
        let scene = Self::scene(view);
        let decided = scene
            .decided
            .into_iter()
            .filter(|said| scene.phase.as_ref() != Some(said));
        let decided: Vec<Phrase> = decided.collect();
        let phase = scene.phase.map(Phrase::into_sentence);
        let mut alt: Vec<Phrase> = phase.into_iter().chain(decided).chain(scene.summary).collect();
        // A sketch may say the same of two seats, one after the other: only what the scene said already is left out.
        sketch.alt.retain(|said| !alt.contains(said));
        alt.append(&mut sketch.alt);
        sketch.alt = alt;
        Some(sketch)
    }

    /// The view of a game that has ended by word, for its sketch: nobody is awaited any more, and the view says how the game
    /// ended. What lies on the table stays as it lies. Called only for games that
    /// [may end so](super::Game::may_concede), which must implement it.
    fn ended(view: Self::View, ended: Ended) -> Self::View {
        let _ = ended;
        view
    }

    /// The menu at the end of `path` (the first menu where the path is empty), for the seat with this view and these legal
    /// choices. `None` for a path that leads nowhere (any more).
    fn menu(view: &Self::View, choices: &[Self::Choice], path: &[&str]) -> Option<Menu>;

    /// The icons that entries of the menus name.
    fn icons() -> Vec<Icon> {
        Vec::new()
    }

    /// A choice in words, in the infinitive: "place on c3". The words begin the question of a proposal, and stand within
    /// sentences.
    fn choice(choice: &Self::Choice) -> Phrase;

    /// The sentence that tells a person which choice they try out, or have made.
    fn chosen(choice: &Self::Choice) -> Phrase {
        Phrase::new("choice-told").with("choice", Self::choice(choice))
    }

    /// How people write a choice, where that is not its notation. [`Game::read`](super::Game::read) takes both.
    fn typed(choice: &Self::Choice) -> Option<String> {
        let _ = choice;
        None
    }

    /// A choice in words, as [`Presentation::choice`] says it, for the question whether to make it: the person sees the view.
    fn question(view: &Self::View, choice: &Self::Choice) -> Phrase {
        let _ = view;
        Self::choice(choice)
    }

    /// Other ways in which people write a choice. [`Game::read`](super::Game::read) takes them, and what is typed so far is
    /// completed by them.
    fn typed_also(choice: &Self::Choice) -> Vec<String> {
        let _ = choice;
        Vec::new()
    }

    /// What is missing from `text`, which is no choice, but the beginning of one of the `choices` that its writer has.
    /// `None` where nothing better can be said than that it is no choice.
    fn unfinished(choices: &[Self::Choice], text: &str) -> Option<Phrase> {
        let _ = (choices, text);
        None
    }

    /// A choice in a few words, for the person who may make it: shown beside how they write it while they type.
    fn offer(view: &Self::View, choice: &Self::Choice) -> Phrase {
        let _ = view;
        Self::choice(choice)
    }

    /// What a person should know before making a choice (its cost), where the choice's words alone do not say it. It is a
    /// choice that the person may make now.
    fn consequences(view: &Self::View, choice: &Self::Choice) -> Vec<Phrase> {
        let _ = (view, choice);
        Vec::new()
    }

    /// A fact in words.
    fn fact(fact: &Self::Fact) -> Phrase;

    /// A number of points in words, for a game that calls points something else (stars).
    fn points(points: i64) -> Phrase {
        Phrase::new("public-points").with("points", points)
    }

    /// The game's name and goal under these options, where they differ from those of the game without options.
    fn variant(options: &Self::Options) -> Option<Variant> {
        let _ = options;
        None
    }

    /// The rules under these options, in paragraphs, for people who ask for them.
    fn rules(options: &Self::Options) -> Vec<Phrase> {
        let _ = options;
        Vec::new()
    }

    /// A whole game as a log in its players' own notation, where they have one. The log reveals everything, so it is offered
    /// for finished games only, beside the record. `None` where there is no such notation or the events are not a game.
    fn log(options: &Self::Options, seats: u8, events: &[Event<Self::Chance, Self::Choice>]) -> Option<String> {
        let _ = (options, seats, events);
        None
    }

    /// Fits the options to this number of people at the table and returns how many seats to lay (a lone player may get an
    /// assistant). The computer plays every seat beyond the people.
    ///
    /// # Errors
    /// When the game cannot be played with these options by this many people.
    fn fit_to_players(options: &mut Self::Options, people: u8) -> Result<u8, SetupError> {
        Self::setup(options, people)?;
        Ok(people)
    }
}
