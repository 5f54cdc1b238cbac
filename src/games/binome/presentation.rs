//! How Binome shows itself: its views as scenes, its choices as menus, everything as phrases.

use std::ops::RangeInclusive;

use super::notation::{Choice, Fact, Space};
use super::options::{MAX_SEATS, Options, SPECS};
use super::phrases::{about_card, decided, phase, recent, worth};
use super::postulate::{CARDS, Postulate};
use super::view::{Chosen, OwnView, Phase, SeatView, View};
use super::{Binome, sketch};
use crate::rules::{
    Arg, Button, Entry, Layout, Leads, LessonStep, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat,
    SeatLine, SeatSet, SetupError, Sketch,
};

/// The names of the eight numbers in a phrase.
const NUMBERS: [&str; 8] = ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"];

/// A phrase about some seats.
fn about_seats(key: &'static str, seats: SeatSet) -> Phrase {
    Phrase::new(key)
        .with("count", seats.len() as u32)
        .with("seats", seats.iter().collect::<Arg>())
}

/// What lies on the table. Seats are asked in words of their own, so only other viewers read what is to be done.
fn summary(view: &View) -> Vec<Phrase> {
    let mut lines = Vec::new();
    if let (Phase::Write, Some(digit)) = (view.stage, view.rolls.last()) {
        let key = if view.own.is_some() {
            "binome-rolled"
        } else {
            "binome-roll"
        };
        lines.push(Phrase::new(key).with("digit", *digit));
    }
    if let Some((card, value)) = view.card {
        lines.push(about_card("binome-card", card, value, &view.options));
        lines.extend(view.options.battle.then(|| Phrase::new("binome-battle")));
        if view.own.is_none() {
            lines.push(Phrase::new(match view.options.secrets {
                Some(true) => "binome-word-all",
                _ => "binome-word",
            }));
        }
    }
    lines
}

fn seat_line(view: &View, index: usize, seen: &SeatView) -> SeatLine {
    let seat = Seat(index as u8);
    let mut marks = Vec::new();
    if view.chair == Some(seat) {
        marks.push(Phrase::new("binome-mark-chair"));
    }
    if matches!(view.stage, Phase::Conference | Phase::Over) {
        marks.push(Phrase::new("binome-mark-left").with("count", seen.left));
    }
    marks.extend(match seen.chosen {
        Chosen::Nothing => None,
        Chosen::Sealed => Some(Phrase::new("binome-mark-sealed")),
        Chosen::Claim => Some(Phrase::new("binome-mark-claim")),
        Chosen::Pass => Some(Phrase::new("binome-mark-pass")),
    });
    SeatLine::new(seat, Some(i64::from(seen.score)), marks)
}

/// The two spaces of a number, an empty one as an empty square.
fn digits(pair: &[Option<u8>]) -> String {
    let digit = |digit: &Option<u8>| digit.map_or("□".to_owned(), |digit| digit.to_string());
    pair.iter().map(digit).collect()
}

/// A phrase about the eight numbers: used numbers are struck out, free spaces are empty squares.
fn sheet(key: &'static str, own: &OwnView) -> Phrase {
    let mut sheet = Phrase::new(key);
    for ((pair, used), name) in own.digits.chunks_exact(2).zip(own.used).zip(NUMBERS) {
        let number_key = if used { "binome-own-used" } else { "binome-own-number" };
        let number = digits(pair);
        sheet = sheet.with(name, Phrase::new(number_key).with("number", number));
    }
    sheet
}

fn own(own: &OwnView) -> Vec<Phrase> {
    let mut lines = vec![sheet("binome-own", own)];
    lines.extend(own.choice().as_ref().map(Binome::chosen));
    lines
}

/// A phrase about all sixteen cards: who set each value.
fn all_cards(key: &'static str, options: &Options) -> Phrase {
    let mut cards = Phrase::new(key);
    for card in &CARDS {
        let card_key = match options.values.contains_key(&card.postulate) {
            true => "binome-rules-card-own",
            false => "binome-rules-card",
        };
        cards = cards.with(
            card.slug,
            about_card(card_key, card.postulate, options.value(card.postulate), options),
        );
    }
    cards
}

/// The sixteen spaces as they lie on the sheet, two numbers a row. A free space shows what its number would become, a
/// filled one what its number is. The entries need no words, so four fit side by side on a phone, in columns.
fn sheet_menu(view: &View, own: &OwnView) -> Menu {
    let rolled = view.rolls.last().copied();
    let written = view.movable();
    let before = written.map(|space| own.without(space));
    let entry = |space: Space| {
        let at = space.index();
        let mut sheet = before.as_ref().unwrap_or(own).digits;
        let free = sheet[at].is_none();
        sheet[at] = sheet[at].or(rolled);
        let first = at / 2 * 2;
        let label = Phrase::new("binome-space")
            .with("number", space.number())
            .with("digits", digits(&sheet[first..first + 2]));
        match free {
            true if written == Some(space) => Entry::new(label, Leads::Nowhere).with(Button::Main),
            true => Entry::choice(label, &Choice::Write(space)),
            false => Entry::new(label, Leads::Nowhere).with(Button::Quiet),
        }
    };
    let digit = rolled.unwrap_or_default();
    let ask = match written {
        None => Phrase::new("binome-ask-write").with("digit", digit),
        Some(space) => Phrase::new(match space.is_tens() {
            true => "binome-ask-move-tens",
            false => "binome-ask-move-units",
        })
        .with("number", space.number())
        .with("digit", digit),
    };
    Menu {
        layout: Layout::Grid(4),
        ..Menu::list(ask, Space::all().map(entry))
    }
}

fn claim_menu(view: &View, own: &OwnView, choices: &[Choice]) -> Option<Menu> {
    view.card?;
    let chosen = own.choice();
    let entry = |choice: &Choice| {
        let (label, button) = match choice {
            Choice::Claim(number) => (
                Phrase::new("binome-claim").with("number", number.to_string()),
                Button::Main,
            ),
            _ => (Phrase::new("binome-pass"), Button::Quiet),
        };
        match chosen == Some(*choice) {
            true => Entry::new(Phrase::new("binome-chosen").with("choice", label), Leads::Nowhere).with(button),
            false => Entry::choice(label, choice).with(button),
        }
    };
    let ask = match chosen {
        Some(Choice::Claim(number)) => Phrase::new("binome-ask-claim-other").with("number", number.to_string()),
        Some(_) => Phrase::new("binome-ask-pass-other"),
        None if choices.len() > 1 => Phrase::new("binome-ask-claim"),
        None => Phrase::new("binome-ask-pass"),
    };
    let ask = match heard(view) {
        Some(heard) => Phrase::new("binome-ask-heard").with("heard", heard).with("ask", ask),
        None => ask,
    };
    Some(Menu::list(ask, choices.iter().map(entry)))
}

/// How many are named before the question. With more of them it only says how many: the picture marks each.
const NAMED: usize = 4;

/// Who has passed and who has claimed before the one who is asked now, where seats choose one after another.
fn heard(view: &View) -> Option<Arg> {
    let of = |chosen: Chosen| -> SeatSet {
        let seats = (0..).map(Seat).zip(&view.seats);
        seats
            .filter(|(_, seen)| seen.chosen == chosen)
            .map(|(seat, _)| seat)
            .collect()
    };
    let (passes, claims) = (of(Chosen::Pass), of(Chosen::Claim));
    let said = match passes.len() + claims.len() > NAMED {
        true => [("binome-says-passes", passes), ("binome-says-claims", claims)],
        false => [("binome-says-pass", passes), ("binome-says-claim", claims)],
    };
    let said = said.into_iter().filter(|(_, seats)| !seats.is_empty());
    let said: Vec<Arg> = said.map(|(key, seats)| about_seats(key, seats).into()).collect();
    (!said.is_empty()).then_some(Arg::List(said))
}

/// Whether a choice, in notation, claims the card.
fn is_claim(what: &str) -> bool {
    what.starts_with("claim")
}

impl Presentation for Binome {
    const PEOPLE: RangeInclusive<u8> = 1..=MAX_SEATS;
    const OPTION_SPECS: &'static [OptionSpec] = SPECS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::ask(&["goal", "digits"]),
        LessonStep::ask_later(&["typing"], 7),
        LessonStep::ask_about(&["word", "word-two", "fit"], is_claim),
        LessonStep::ask_about(&["winner", "chair"], is_claim),
        LessonStep::ask_about(&["example"], is_claim),
        LessonStep::end(&["end"]),
        LessonStep::read(&["cards"]),
        LessonStep::read(&["variants"]),
    ];

    fn scene(view: &View) -> Scene {
        let lines = view.seats.iter().enumerate();
        Scene {
            phase: Some(phase(view)),
            summary: summary(view),
            board: Vec::new(),
            legend: Vec::new(),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => lines.map(|(index, seen)| seat_line(view, index, seen)).collect(),
            },
            own: view.own.as_ref().map(own).unwrap_or_default(),
            recent: recent(view),
            decided: decided(view).into_iter().collect(),
        }
    }

    fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
        let own = view.own.as_ref()?;
        if !path.is_empty() || choices.is_empty() {
            return None;
        }
        match view.stage {
            Phase::Write => Some(sheet_menu(view, own)),
            _ => claim_menu(view, own, choices),
        }
    }

    fn choice(choice: &Choice) -> Phrase {
        match choice {
            Choice::Write(space) if space.is_tens() => Phrase::new("binome-chose-tens").with("number", space.number()),
            Choice::Write(space) => Phrase::new("binome-chose-units").with("number", space.number()),
            Choice::Claim(number) => Phrase::new("binome-chose-claim").with("number", number.to_string()),
            Choice::Pass => Phrase::new("binome-chose-pass"),
        }
    }

    fn offer(view: &View, choice: &Choice) -> Phrase {
        let digit = view.rolls.last().copied().unwrap_or_default();
        let space =
            |key: &'static str, space: &Space| Phrase::new(key).with("digit", digit).with("number", space.number());
        match choice {
            Choice::Write(at) if at.is_tens() => space("binome-offer-tens", at),
            Choice::Write(at) => space("binome-offer-units", at),
            Choice::Claim(_) => Self::choice(choice),
            Choice::Pass => Phrase::new("binome-offer-pass"),
        }
    }

    fn fact(fact: &Fact) -> Phrase {
        match fact {
            Fact::Claims(seats) => about_seats("binome-fact-claims", *seats),
            Fact::Reveal(reveal) => {
                let shown = reveal.iter().map(|(seat, number)| {
                    Phrase::new("binome-shown")
                        .with("seat", seat)
                        .with("number", number.to_string())
                });
                Phrase::new("binome-fact-reveal").with("numbers", shown.collect::<Arg>())
            }
            Fact::Out(seats) => about_seats("binome-fact-out", *seats),
            Fact::Award(seat, points) => Phrase::new("binome-fact-award")
                .with("seat", *seat)
                .with("points", i64::from(*points)),
            Fact::Nobody => Phrase::new("binome-fact-nobody"),
            Fact::Last(seats) => about_seats("binome-fact-last", *seats),
        }
    }

    fn rules(options: &Options) -> Vec<Phrase> {
        let secret = options.secrets.or(options.solo.then_some(true));
        let mut rules = vec![
            Phrase::new("binome-rules-goal"),
            Phrase::new("binome-rules-digits"),
            Phrase::new(match secret {
                Some(true) => "binome-rules-word-secret",
                _ => "binome-rules-word",
            }),
        ];
        rules.extend(secret.is_none().then(|| Phrase::new("binome-rules-word-two")));
        rules.push(Phrase::new(match options.strict {
            true => "binome-rules-unfit",
            false => "binome-rules-fit",
        }));
        rules.push(Phrase::new(match options.boat {
            true => "binome-rules-winner-boat",
            false => "binome-rules-winner",
        }));
        rules.extend(options.battle.then(|| Phrase::new("binome-rules-battle")));
        rules.push(Phrase::new("binome-rules-chair"));
        rules.extend(options.transparency.then(|| Phrase::new("binome-rules-transparency")));
        rules.extend([
            Phrase::new("binome-rules-end").with("games", options.games),
            all_cards("binome-rules-cards", options),
            Phrase::new("binome-rules-example").with("worth", worth(options.value(Postulate::Identical))),
            Phrase::new("binome-rules-typing"),
            Phrase::new("binome-rules-variants"),
        ]);
        rules
    }

    fn fit_to_players(options: &mut Options, people: u8) -> Result<u8, SetupError> {
        options.fit_to_players(people)
    }
}
