//! Games that end by word, before their rules end them: a seat resigns, or both agree on a draw.
//!
//! Such an end is no event of the game: the game does not learn of it, and its position stays as it is. So every game for
//! two that allows it ([`Game::may_concede`](super::Game::may_concede)) can end so, and a record holds it beside the result.

use serde::{Deserialize, Serialize};

use super::{Malformed, MatchLength, Outcome, Seat, notation};

/// How a game ended by word: `resigned S` or `agreed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ended {
    /// This seat resigned, so the other one has won.
    Resigned(Seat),
    /// Both seats agreed on a draw.
    Agreed,
}

impl Ended {
    /// The outcome for a table of `seats`. After a resignation, the seat that resigned takes place 2 and the other one place
    /// 1; after an agreement, both share place 1. A game that was not played to its end has no scores; in a match that adds
    /// points up, every seat gets 0. `None` when a game of that many seats cannot end so.
    pub fn outcome(self, seats: u8, length: MatchLength) -> Option<Outcome> {
        const SEATS: u8 = 2;
        let places = match self {
            _ if seats != SEATS => return None,
            Ended::Resigned(seat) if seat.0 >= SEATS => return None,
            Ended::Resigned(seat) => (0..SEATS).map(|other| 1 + u8::from(other == seat.0)).collect(),
            Ended::Agreed => vec![1; SEATS.into()],
        };
        let one_game = matches!(length, MatchLength::Games(1) | MatchLength::Points(0));
        Some(Outcome {
            places: Some(places),
            scores: (!one_game).then(|| vec![0; SEATS.into()]),
        })
    }
}

notation! { Ended {
    Resigned(seat) => "resigned {seat}",
    Agreed => "agreed",
} }

impl TryFrom<String> for Ended {
    type Error = String;

    fn try_from(text: String) -> Result<Ended, String> {
        text.parse()
            .map_err(|Malformed| "a game ends by word as \"resigned S\" or \"agreed\"".to_owned())
    }
}

impl From<Ended> for String {
    fn from(ended: Ended) -> String {
        ended.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_one_spelling() {
        for ended in [Ended::Resigned(Seat(0)), Ended::Resigned(Seat(1)), Ended::Agreed] {
            assert_eq!(ended.to_string().parse(), Ok(ended));
            let json = serde_json::to_string(&ended).unwrap();
            assert_eq!(serde_json::from_str::<Ended>(&json).unwrap(), ended);
        }
        for text in [
            "",
            "Agreed",
            "agreed ",
            "resigned",
            "resigned ",
            "resigned 00",
            "resigned +1",
            "resigned 256",
            "resigned -1",
            "resigned 0 1",
        ] {
            assert_eq!(text.parse::<Ended>(), Err(Malformed), "{text:?}");
        }
        assert!(serde_json::from_str::<Ended>("0").is_err());
    }

    #[test]
    fn who_resigns_is_second_and_who_agrees_shares() {
        let one = MatchLength::Games(1);
        let places = |ended: Ended| ended.outcome(2, one).unwrap().places.unwrap();
        assert_eq!(places(Ended::Resigned(Seat(0))), [2, 1]);
        assert_eq!(places(Ended::Resigned(Seat(1))), [1, 2]);
        assert_eq!(places(Ended::Agreed), [1, 1]);
        assert_eq!(Ended::Resigned(Seat(2)).outcome(2, one), None);
        assert_eq!(Ended::Agreed.outcome(3, one), None);
        assert_eq!(Ended::Agreed.outcome(1, one), None);
    }

    #[test]
    fn points_are_none_but_where_a_match_adds_them_up() {
        let scores = |length| Ended::Agreed.outcome(2, length).unwrap().scores;
        assert_eq!(scores(MatchLength::Games(1)), None);
        assert_eq!(scores(MatchLength::Points(0)), None);
        assert_eq!(scores(MatchLength::Games(3)), Some(vec![0, 0]));
        assert_eq!(scores(MatchLength::Points(100)), Some(vec![0, 0]));
    }
}
