//! What `whistle arena` prints at the end: a table for people, or a line of JSON.

use std::io::Write;

use serde_json::{Value, json};

use super::super::CliError;
use super::tally::{Bounded, ContestResult};
use crate::games::Options;

/// What is printed at the end.
pub(super) struct ArenaReport {
    pub(super) game: &'static str,
    pub(super) options: Options,
    pub(super) seats: u8,
    pub(super) seed: u64,
    pub(super) contests: Vec<ContestResult>,
}

impl ArenaReport {
    pub(super) fn table(&self, out: &mut impl Write) -> Result<(), CliError> {
        let options = Value::Object(self.options.clone());
        writeln!(
            out,
            "{}, {} seats, {options}, seed {}",
            self.game, self.seats, self.seed
        )?;
        for tally in &self.contests {
            let [one, other] = &tally.names;
            writeln!(out, "{one} against {other}: {} games", 2 * tally.deals())?;
            if let Some((elo, share)) = tally.elo().zip(tally.share()) {
                let Bounded { low, middle, high } = elo;
                let percent = 100.0 * share;
                writeln!(
                    out,
                    "  Elo       {middle:+.0} ({low:+.0} to {high:+.0}), {percent:.1} % of the points"
                )?;
            }
            let Bounded { low, middle, high } = tally.ratio();
            writeln!(out, "  first     {middle:.2} times as often ({low:.2} to {high:.2})")?;
            if let Some(likelihood) = tally.likelihood() {
                let answer = match (tally.is_decided(), likelihood > 0.0) {
                    (false, _) => "undecided",
                    (true, true) => "stronger by that much",
                    (true, false) => "not stronger",
                };
                writeln!(out, "  test      {answer} (log-likelihood ratio {likelihood:+.2})")?;
            }
            for (at, name) in tally.names.iter().enumerate() {
                let [median, slow] = tally.milliseconds(at);
                if let Some(first) = tally.faults[at].first() {
                    let count = tally.faults[at].len();
                    writeln!(
                        out,
                        "  lost      {name}: {count} games by its fault; the first time it {first}"
                    )?;
                }
                writeln!(
                    out,
                    "  time      {name}: {median:.1} ms a choice, {slow:.1} ms at the 99th percentile"
                )?;
            }
        }
        Ok(())
    }

    pub(super) fn json(&self, out: &mut impl Write) -> Result<(), CliError> {
        let bounded = |number: Bounded| json!([number.low, number.middle, number.high]);
        let contest = |tally: &ContestResult| {
            json!({
                "players": tally.names,
                "games": 2 * tally.deals(),
                "elo": tally.elo().map(bounded),
                "share": tally.share(),
                "first": bounded(tally.ratio()),
                "likelihood": tally.likelihood(),
                "decided": tally.is_decided(),
                "faults": tally.faults,
                "milliseconds": [tally.milliseconds(0), tally.milliseconds(1)],
            })
        };
        let contests: Vec<Value> = self.contests.iter().map(contest).collect();
        let report = json!({
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "seed": self.seed,
            "contests": contests,
        });
        writeln!(out, "{report}")?;
        Ok(())
    }
}
