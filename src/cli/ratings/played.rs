//! What `whistle arena --json` says of computer players: how often each of them beats each other one.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Computer players, numbered from the weakest as the arena was told them, and their contests.
#[derive(Debug)]
pub(super) struct Played {
    names: Vec<String>,
    /// The share of points of the first player against the second one.
    shares: BTreeMap<(usize, usize), f64>,
}

/// The part of the arena's report that is used.
#[derive(Deserialize)]
struct PlayedContests {
    contests: Vec<ContestReport>,
}

#[derive(Deserialize)]
struct ContestReport {
    players: [String; 2],
    /// Absent where more than two sides play.
    share: Option<f64>,
}

impl Played {
    /// Reads a report.
    ///
    /// # Errors
    /// A sentence, if it is none, or says nothing of some two of its players.
    pub(super) fn read(report: &str) -> Result<Played, String> {
        let report: PlayedContests =
            serde_json::from_str(report).map_err(|error| format!("no report of an arena: {error}"))?;
        let mut played = Played {
            names: Vec::new(),
            shares: BTreeMap::new(),
        };
        for contest in &report.contests {
            let [one, other] = contest.players.each_ref().map(|name| played.number(name));
            let share = contest.share.ok_or("only tables of two sides tell who beats whom")?;
            played.shares.insert((one, other), share);
        }
        let pairs = played.players() * played.players().saturating_sub(1) / 2;
        match pairs > 0 && played.shares.len() == pairs {
            true => Ok(played),
            false => Err("every two players must have met".to_owned()),
        }
    }

    /// How many players there are.
    pub(super) fn players(&self) -> usize {
        self.names.len()
    }

    /// The chance of the first of two players to beat the second one, in 0..=1. Equal players have equal chances.
    pub(super) fn chance(&self, [one, other]: [usize; 2]) -> f64 {
        let share = |pair| self.shares.get(&pair).copied();
        let against = || share((other, one)).map(|share| 1.0 - share);
        share((one, other)).or_else(against).unwrap_or(0.5)
    }

    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_how_often_each_player_beats_each_other_one() {
        let contest =
            |one: &str, other: &str, share: f64| format!(r#"{{"players":["{one}","{other}"],"share":{share}}}"#);
        let all = [
            contest("1", "2", 0.25),
            contest("1", "3", 0.125),
            contest("2", "3", 0.5),
        ];
        let played = Played::read(&format!(r#"{{"contests":[{}]}}"#, all.join(","))).unwrap();
        assert_eq!(played.players(), 3);
        assert_eq!(
            [[0, 1], [1, 0], [2, 0], [1, 1]].map(|pair| played.chance(pair)),
            [0.25, 0.75, 0.875, 0.5]
        );
        let some = Played::read(&format!(r#"{{"contests":[{}]}}"#, all[..2].join(",")));
        assert_eq!(some.unwrap_err(), "every two players must have met");
        let crowd = Played::read(r#"{"contests":[{"players":["1","2"],"share":null}]}"#);
        assert_eq!(crowd.unwrap_err(), "only tables of two sides tell who beats whom");
        assert!(Played::read("1-0").unwrap_err().starts_with("no report of an arena: "));
    }
}
