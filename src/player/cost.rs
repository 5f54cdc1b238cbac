//! What a choice cost.

/// The least that a mistake costs: less is a matter of taste.
const NOTABLE: f64 = 0.04;

/// A choice that was held against the best one that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceCost {
    /// The best choice found, in notation.
    pub better: String,
    /// By how much the chance to win is greater after it, from 0 to 1. What is found again may turn out to be worse: then this
    /// is below 0.
    pub loss: f64,
    /// How far the loss may be wrong, by how much the imagined games differ.
    pub error: f64,
}

impl ChoiceCost {
    /// Whether the choice was a mistake beyond the error.
    pub fn is_mistake(&self) -> bool {
        self.loss >= NOTABLE && self.loss > self.error
    }

    /// The loss in percentage points, and the least and the most that it may be.
    pub fn points(&self) -> [u32; 3] {
        let by = [0.0, -self.error, self.error];
        by.map(|by| (100.0 * (self.loss + by)).round().clamp(0.0, 100.0) as u32)
    }
}

/// All choices of a seat, held against the best one that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The best choice, in notation.
    pub best: String,
    /// Every other choice in notation, and what it costs.
    pub others: Vec<(String, ChoiceCost)>,
    /// Whether every game that can follow was played to its end, so that nothing is left to imagined games.
    pub is_certain: bool,
}

impl Judgement {
    /// Whether each other choice costs at least so much, and half of that even if the loss is wrong by its whole error.
    pub fn is_clear(&self, least: f64) -> bool {
        let clear = |cost: &ChoiceCost| cost.loss >= least && cost.loss - cost.error >= least / 2.0;
        self.others.iter().all(|(_, cost)| clear(cost))
    }

    /// What this choice costs; `None` for the best one, and for one that there was not.
    pub fn cost(&self, what: &str) -> Option<&ChoiceCost> {
        let found = self.others.iter().find(|(other, _)| other == what);
        found.map(|(_, cost)| cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_costs_something_beyond_its_error() {
        let cost = |loss, error| ChoiceCost {
            better: String::new(),
            loss,
            error,
        };
        for (loss, error, mistake) in [
            (0.04, 0.01, true),
            (0.03, 0.01, false),
            (0.2, 0.2, false),
            (-0.1, 0.0, false),
        ] {
            assert_eq!(cost(loss, error).is_mistake(), mistake, "{loss} {error}");
        }
        assert_eq!(cost(0.123, 0.05).points(), [12, 7, 17]);
        assert_eq!(cost(0.98, 0.05).points(), [98, 93, 100], "nobody loses more than all");
    }

    #[test]
    fn one_choice_is_clearly_best_if_all_others_cost_enough_whatever_the_error() {
        let judged = |costs: &[(f64, f64)]| {
            let cost = |(number, (loss, error)): (usize, &(f64, f64))| {
                let (better, loss, error) = ("best".to_owned(), *loss, *error);
                (number.to_string(), ChoiceCost { better, loss, error })
            };
            Judgement {
                best: "best".to_owned(),
                others: costs.iter().enumerate().map(cost).collect(),
                is_certain: false,
            }
        };
        for (costs, clear) in [
            (&[(0.1, 0.05), (0.5, 0.0)][..], true),
            (&[(0.1, 0.06), (0.5, 0.0)], false),
            (&[(0.09, 0.0), (0.5, 0.0)], false),
            (&[(0.5, 0.0), (0.0, 0.0)], false),
        ] {
            assert_eq!(judged(costs).is_clear(0.1), clear, "{costs:?}");
        }
        let judged = judged(&[(0.1, 0.05)]);
        assert_eq!(judged.cost("0").map(|cost| cost.loss), Some(0.1));
        assert_eq!((judged.cost("best"), judged.cost("1")), (None, None));
    }
}
