//! What `whistle simulate` prints at the end: a table for people, or a line of JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::CliError;
use super::tally::{Tally, spread};
use crate::games::Options;

/// The content of what is printed at the end.
pub(super) struct Report {
    pub(super) game: &'static str,
    pub(super) options: Options,
    pub(super) seats: u8,
    pub(super) seed: u64,
    pub(super) tally: Tally,
    pub(super) seconds: Duration,
}

impl Report {
    fn rate(&self, count: u64) -> f64 {
        count as f64 / self.seconds.as_secs_f64().max(1e-9)
    }

    /// The report as one line of JSON. `seats` are those laid, an assistant's included, and `matches` are there when whole ones
    /// were played. What several seats won counts among the `wins` of each.
    pub(super) fn json(&self) -> Value {
        let lengths = |lengths| {
            let [min, median, max] = spread(lengths);
            json!({ "min": min, "median": median, "max": max })
        };
        let tally = &self.tally;
        let mut report = json!({
            "game": self.game,
            "seats": self.seats,
            "games": tally.games,
            "choices": tally.choices,
            "seconds": self.seconds.as_secs_f64(),
            "choices_per_second": self.rate(tally.choices),
            "games_per_second": self.rate(tally.games),
            "seed": self.seed,
            "options": self.options,
            "lengths": lengths(&tally.lengths),
            "wins": tally.wins,
            "shared": tally.shared,
            "nobody": tally.nobody,
        });
        if let Some(matches) = &tally.matches {
            let (played, games) = (matches.played, lengths(&matches.lengths));
            report["matches"] = json!({ "played": played, "games": games, "wins": matches.wins });
        }
        report
    }

    pub(super) fn table(&self, out: &mut impl Write) -> Result<(), CliError> {
        let tally = &self.tally;
        let [min, median, max] = spread(&tally.lengths);
        let share = |games: u64| 100.0 * games as f64 / tally.games.max(1) as f64;
        let options = Value::Object(self.options.clone());
        writeln!(
            out,
            "{} with {} seats, seed {}, {options}",
            self.game, self.seats, self.seed
        )?;
        writeln!(
            out,
            "games       {:>14}   in {:.2} s",
            tally.games,
            self.seconds.as_secs_f64()
        )?;
        writeln!(out, "games/s     {:>14.0}", self.rate(tally.games))?;
        writeln!(out, "choices/s   {:>14.0}", self.rate(tally.choices))?;
        writeln!(out, "choices a game   least {min}, median {median}, most {max}")?;
        for (seat, won) in tally.wins.iter().enumerate() {
            writeln!(out, "seat {seat:<2} wins{won:>14}   {:.1} %", share(*won))?;
        }
        if tally.shared > 0 {
            writeln!(out, "shared wins {:>14}   {:.1} %", tally.shared, share(tally.shared))?;
        }
        if tally.nobody > 0 {
            writeln!(out, "nobody wins {:>14}   {:.1} %", tally.nobody, share(tally.nobody))?;
        }
        if let Some(matches) = &tally.matches {
            let [min, median, max] = spread(&matches.lengths);
            writeln!(out, "matches     {:>14}", matches.played)?;
            writeln!(out, "games a match    least {min}, median {median}, most {max}")?;
            for (seat, won) in matches.wins.iter().enumerate() {
                let share = 100.0 * *won as f64 / matches.played.max(1) as f64;
                writeln!(out, "seat {seat:<2} wins{won:>14}   {share:.1} % of the matches")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Outcome;

    #[test]
    fn a_report_is_one_line_of_json() {
        let mut tally = Tally::new(3, false);
        for (choices, places) in [(10, Some(vec![1, 2, 3])), (140, None)] {
            tally.add(choices, &Outcome { places, scores: None });
        }
        let report = Report {
            game: "x",
            options: Options::new(),
            seats: 3,
            seed: 1,
            tally,
            seconds: Duration::from_millis(500),
        };
        let json = report.json().to_string();
        assert!(
            json.starts_with(
                r#"{"game":"x","seats":3,"games":2,"choices":150,"seconds":0.5,"choices_per_second":300.0,"#
            ),
            "{json}"
        );
        assert!(json.contains(r#""wins":[1,0,0],"shared":0,"nobody":1"#), "{json}");
    }
}
