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
}
