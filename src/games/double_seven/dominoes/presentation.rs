//! How the line game shows itself: its views as scenes, its choices as phrases.

use std::ops::RangeInclusive;

use super::super::icons;
use super::board::board;
use super::notation::{Choice, End, Fact, MAX_SEATS};
use super::options::{MIN_SEATS, Options, SPECS};
use super::phrases::{decided, ends, own, partner, phase, recent, supply};
use super::view::{SeatView, Stage, View};
use super::{Dominoes, alt, menu, sketch};
use crate::rules::{Icon, LessonStep, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch};

fn summary(view: &View) -> Vec<Phrase> {
    ends(view).into_iter().chain(supply(view)).collect()
}

fn seat_line(view: &View, index: usize, seen: &SeatView) -> SeatLine {
    let seat = Seat(index as u8);
    let mut marks = Vec::new();
    if let Some(partner) = partner(view, seat) {
        marks.push(Phrase::new("dominoes-mark-partner").with("seat", partner));
    }
    if view.stage != Stage::Deal {
        marks.push(Phrase::new("dominoes-mark-tiles").with("count", seen.tiles));
    }
    SeatLine::new(seat, Some(i64::from(seen.score)), marks)
}

impl Presentation for Dominoes {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;
    const OPTION_SPECS: &'static [OptionSpec] = SPECS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::read(&["goal", "tiles"]),
        LessonStep::ask(&["first", "turn"]),
        LessonStep::ask(&["board"]),
        LessonStep::ask(&["typing"]),
        LessonStep::end(&["end", "example"]),
        LessonStep::read(&["match", "house"]),
    ];

    fn scene(view: &View) -> Scene {
        let lines = view.seats.iter().enumerate();
        let board = board(view);
        Scene {
            phase: Some(phase(view)),
            summary: summary(view),
            seats: match view.own {
                Some(_) => Vec::new(),
                None => lines.map(|(index, seen)| seat_line(view, index, seen)).collect(),
            },
            legend: match (board.is_empty(), view.last()) {
                (true, _) => Vec::new(),
                (false, Some(_)) => vec![Phrase::new("dominoes-legend")],
                (false, None) => vec![Phrase::new("dominoes-legend-doubles")],
            },
            board,
            own: own(view),
            recent: recent(view),
            decided: decided(view).into_iter().collect(),
        }
    }

    fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
        menu::menu(view, choices, path)
    }

    fn icons() -> Vec<Icon> {
        icons::icons()
    }

    fn choice(choice: &Choice) -> Phrase {
        let played = |key: &'static str, tile: &super::Tile| Phrase::new(key).with("tile", tile.to_string());
        match choice {
            Choice::Open(tile) => played("dominoes-chose-open", tile),
            Choice::Play(tile, End::Left) => played("dominoes-chose-left", tile),
            Choice::Play(tile, End::Right) => played("dominoes-chose-right", tile),
            Choice::Draw => Phrase::new("dominoes-chose-draw"),
            Choice::Pass => Phrase::new("dominoes-chose-pass"),
        }
    }

    fn offer(view: &View, choice: &Choice) -> Phrase {
        match choice {
            Choice::Play(tile, end) => {
                let shows = view.ends_after(*tile, *end).map(|ends| ends.map(|end| end.number()));
                let [left, right] = shows.unwrap_or_default();
                Phrase::new(match end {
                    End::Left => "dominoes-offer-left",
                    End::Right => "dominoes-offer-right",
                })
                .with("left", left)
                .with("right", right)
            }
            Choice::Open(_) | Choice::Draw | Choice::Pass => Self::choice(choice),
        }
    }

    fn consequences(view: &View, choice: &Choice) -> Vec<Phrase> {
        alt::consequences(view, *choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        match fact {
            Fact::Blocked => Phrase::new("dominoes-fact-blocked"),
            Fact::Points(seat, points) => Phrase::new("dominoes-fact-points")
                .with("seat", *seat)
                .with("points", *points),
        }
    }

    fn rules(options: &Options) -> Vec<Phrase> {
        let team_play = |alone, partners| Phrase::new(if options.partners { partners } else { alone });
        let mut rules = vec![
            team_play("dominoes-rules-goal", "dominoes-rules-goal-partners"),
            Phrase::new("dominoes-rules-tiles"),
            Phrase::new("dominoes-rules-first"),
            Phrase::new(match options.block {
                true => "dominoes-rules-turn-block",
                false => "dominoes-rules-turn",
            }),
            team_play("dominoes-rules-end", "dominoes-rules-end-partners"),
        ];
        if options.partners {
            rules.push(Phrase::new("dominoes-rules-partners"));
        }
        rules.push(match options.to {
            0 => Phrase::new("dominoes-rules-hand"),
            to => team_play("dominoes-rules-match", "dominoes-rules-match-partners").with("to", to),
        });
        rules.push(team_play("dominoes-rules-example", "dominoes-rules-example-partners"));
        rules.push(Phrase::new("dominoes-rules-board"));
        rules.push(Phrase::new("dominoes-rules-typing"));
        rules.push(Phrase::new("dominoes-rules-house"));
        rules
    }
}
