//! How the line game shows itself: its views as scenes, its choices as phrases.

use std::ops::RangeInclusive;

use super::super::icons;
use super::board::{board, joined};
use super::notation::{Choice, End, Fact, MAX_SEATS};
use super::options::{MIN_SEATS, Options, SPECS};
use super::view::{Did, OwnView, SeatView, Stage, Turn, View};
use super::{Dominoes, alt, menu, sketch};
use crate::rules::{
    Arg, Icon, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, SetupError, Sketch,
};

/// The phase of the hand.
pub(super) fn phase(view: &View) -> Phrase {
    let Some(seat) = view.turn else {
        return Phrase::new(match view.stage {
            Stage::Over => "dominoes-phase-over",
            _ => "dominoes-phase-deal",
        });
    };
    Phrase::new(match view.stage {
        Stage::Open => "dominoes-phase-open",
        Stage::Draw => "dominoes-phase-draw",
        Stage::Pass => "dominoes-phase-pass",
        _ => "dominoes-phase-play",
    })
    .with("seat", seat)
}

/// The symbols at the ends.
pub(super) fn ends(view: &View) -> Option<Phrase> {
    let [left, right] = view.ends?.map(|symbol| symbol.number());
    Some(Phrase::new("dominoes-ends").with("left", left).with("right", right))
}

/// How many tiles are face down, in a game in which somebody may draw them.
pub(super) fn supply(view: &View) -> Option<Phrase> {
    let drawn = !view.options.block && view.stage != Stage::Deal && view.stage != Stage::Over;
    // With four seats, the hands hold all tiles.
    let any = view.seats.len() < usize::from(MAX_SEATS);
    (drawn && any).then(|| Phrase::new("dominoes-supply").with("count", view.supply))
}

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
    SeatLine {
        seat,
        score: Some(i64::from(seen.score)),
        marks,
        board: Vec::new(),
    }
}

/// The partner of a seat.
pub(super) fn partner(view: &View, seat: Seat) -> Option<Seat> {
    let team = |seat: Seat| view.seats.get(seat.index()).map(|seen| seen.team);
    let others = (0..view.seats.len() as u8).map(Seat);
    let mut partners = others.filter(|other| *other != seat && team(*other) == team(seat));
    partners.next().filter(|_| view.is_team_play())
}

/// The tiles of the hand, with the playable ones listed apart.
fn own(view: &View, own: &OwnView) -> Vec<Phrase> {
    if view.stage == Stage::Deal {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if view.stage != Stage::Over {
        lines.push(
            Phrase::new("dominoes-own")
                .with("count", own.hand.len() as u32)
                .with("tiles", joined(own.hand.iter())),
        );
    }
    if !own.drawn.is_empty() && view.stage != Stage::Over {
        lines.push(
            Phrase::new("dominoes-own-drawn")
                .with("count", own.drawn.len() as u32)
                .with("tiles", joined(own.drawn.iter())),
        );
    }
    lines.extend(fits(view));
    lines
}

/// What the viewer can play now.
pub(super) fn fits(view: &View) -> Option<Phrase> {
    let own = view.own.as_ref().filter(|_| view.is_asked())?;
    if let Some(tile) = view.opens_with() {
        return Some(Phrase::new("dominoes-own-opens").with("tile", tile.to_string()));
    }
    let fits = |end: End| joined(own.hand.iter().filter(|tile| view.ends_for(*tile).contains(&end)));
    let said = [(End::Left, "dominoes-fits-left"), (End::Right, "dominoes-fits-right")];
    let said = said.into_iter().filter_map(|(end, key)| {
        let tiles = fits(end);
        (!tiles.is_empty()).then(|| Phrase::new(key).with("tiles", tiles))
    });
    Some(Phrase::new("dominoes-own-fits").with("ends", said.collect::<Arg>()))
}

/// What a seat did in a turn.
pub(super) fn turn(turn: &Turn) -> Phrase {
    let said = |key: &'static str| Phrase::new(key).with("seat", turn.seat);
    match (turn.did, turn.drew) {
        (Some(Did::Played(tile, None)), _) => said("dominoes-did-open").with("tile", tile.to_string()),
        (Some(Did::Played(tile, Some(end))), 0) => said(match end {
            End::Left => "dominoes-did-left",
            End::Right => "dominoes-did-right",
        })
        .with("tile", tile.to_string()),
        (Some(Did::Played(tile, Some(end))), drew) => said(match end {
            End::Left => "dominoes-did-draw-left",
            End::Right => "dominoes-did-draw-right",
        })
        .with("count", drew)
        .with("tile", tile.to_string()),
        (Some(Did::Passed), 0) => said("dominoes-did-pass"),
        (Some(Did::Passed), drew) => said("dominoes-did-draw-pass").with("count", drew),
        (None, drew) => said("dominoes-did-draw").with("count", drew),
    }
}

fn recent(view: &View) -> Vec<Phrase> {
    view.turns.iter().map(turn).chain(end(view)).collect()
}

/// How the hand ended: who scores how much, and what everybody held.
pub(super) fn end(view: &View) -> Vec<Phrase> {
    let Some(over) = &view.over else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if over.blocked {
        lines.push(Dominoes::fact(&Fact::Blocked));
    } else if let Some(out) = (0..).map(Seat).zip(&view.seats).find(|(_, seen)| seen.tiles == 0) {
        lines.push(Phrase::new("dominoes-out").with("seat", out.0));
    }
    lines.extend(left(view));
    lines.push(match over.winners.as_slice() {
        [] => tied(view),
        [seat] => Dominoes::fact(&Fact::Points(*seat, over.points)),
        seats => Phrase::new("dominoes-points-team")
            .with("seats", seats.iter().copied().collect::<Arg>())
            .with("points", over.points),
    });
    lines
}

/// What decided, if the points do not say it: the lowest count, in a hand in which nobody could play any more; or a seat
/// that went out and scores nothing for it.
pub(super) fn decided(view: &View) -> Option<Phrase> {
    let over = view.over.as_ref()?;
    let key = match (over.blocked, over.winners.len()) {
        (false, _) if over.points == 0 => return Some(Phrase::new("dominoes-nothing-left")),
        (false, _) => return None,
        (true, 0) => return Some(tied(view)),
        (true, 1) => "dominoes-lowest",
        (true, _) => "dominoes-lowest-team",
    };
    let hands = over
        .winners
        .iter()
        .filter_map(|seat| view.seats.get(seat.index())?.hand);
    Some(
        Phrase::new(key)
            .with("seats", over.winners.iter().copied().collect::<Arg>())
            .with("points", hands.map(|hand| hand.sum()).sum::<u32>()),
    )
}

/// Why nobody scores for a line that is blocked.
pub(super) fn tied(view: &View) -> Phrase {
    let team = view.seats.iter().filter(|seen| seen.team == 0);
    let count = team.filter_map(|seen| seen.hand).map(|hand| hand.sum()).sum::<u32>();
    match view.is_team_play() {
        true => Phrase::new("dominoes-tied-teams").with("points", count),
        false => Phrase::new("dominoes-tied"),
    }
}

/// The tiles of everybody who has tiles left when the hand is over.
fn left(view: &View) -> Vec<Phrase> {
    let seats = (0..).map(Seat).zip(&view.seats);
    let left = seats.filter_map(|(seat, seen)| {
        let hand = seen.hand.filter(|hand| !hand.is_empty())?;
        Some(
            Phrase::new("dominoes-left")
                .with("seat", seat)
                .with("tiles", joined(hand.iter()))
                .with("points", hand.sum()),
        )
    });
    left.collect()
}

impl Presentation for Dominoes {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;

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
            own: view.own.as_ref().map(|seen| own(view, seen)).unwrap_or_default(),
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

    fn option_specs() -> &'static [OptionSpec] {
        SPECS
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

    fn fit_to_players(options: &mut Options, people: u8) -> Result<u8, SetupError> {
        options.check(people)?;
        Ok(people)
    }
}
