//! `whistle verify`: checks every line of a file of records, and the commitments behind them.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::VerifyArguments;
use super::{CliError, record_lines, wrong};
use crate::referee::fair::{Commitment, FairError, Secret};
use crate::referee::recording::{Matches, Verdict, VerifyError, verify, verify_line};
use crate::rules::Record;

/// The secrets of a match, and what else its seeds are computed from.
struct Promise {
    /// In the order in which they replaced each other: one, where chance was never sealed anew.
    secrets: Vec<Secret>,
    /// The secret that gave the last seed: no later seed follows from an earlier secret.
    present: usize,
    table: String,
    joins: Vec<String>,
}

/// What is wrong with one line, in a sentence.
type Fault = String;

pub(super) fn run(arguments: &VerifyArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let mut promise = read_promise(arguments)?;
    if let Some(promise) = promise.as_ref().filter(|_| !arguments.commitment.is_empty()) {
        promise.keeps(&arguments.commitment)?;
        writeln!(
            out,
            "{}",
            match promise.secrets.len() {
                1 => "The secret is the one that was promised.".to_owned(),
                count => format!("The {count} secrets are those that were promised."),
            }
        )?;
    }
    let mut matches = Matches::default();
    let (mut games, mut faults, mut draws, mut drawn_again, mut running) = (0_u64, 0_u64, 0, 0, 0_u64);
    for line in record_lines(&arguments.file)? {
        let (number, text) = line?;
        games += 1;
        match check(number, &text, promise.as_mut(), &mut matches) {
            Ok(verdict) => {
                draws += verdict.draws;
                drawn_again += if verdict.drawn_again { verdict.draws } else { 0 };
                running += u64::from(!verdict.finished);
            }
            Err(fault) => {
                faults += 1;
                writeln!(out, "{fault}")?;
            }
        }
    }
    if games == 0 {
        return Err(wrong(format!("{} holds no records", arguments.file.display())));
    }
    writeln!(
        out,
        "{} sound, {} wrong; {running} still running; {drawn_again} of {draws} draws computed again from their seeds.",
        games_text(games - faults),
        faults
    )?;
    Ok(ExitCode::from(u8::from(faults > 0)))
}

fn games_text(games: u64) -> String {
    if games == 1 {
        "1 game".to_owned()
    } else {
        format!("{games} games")
    }
}

fn read_promise(arguments: &VerifyArguments) -> Result<Option<Promise>, CliError> {
    let Some(table) = arguments.table.as_ref().filter(|_| !arguments.secret.is_empty()) else {
        return Ok(None);
    };
    let secrets: Result<Vec<Secret>, FairError> = arguments.secret.iter().map(|text| Secret::from_hex(text)).collect();
    let secrets = secrets.map_err(|error| wrong(format!("--secret: {error}")))?;
    let joins = arguments.joins.iter().map(|join| join.trim().to_owned());
    Ok(Some(Promise {
        secrets,
        present: 0,
        table: table.clone(),
        joins: joins.collect(),
    }))
}

fn check(number: usize, text: &str, promise: Option<&mut Promise>, matches: &mut Matches) -> Result<Verdict, Fault> {
    let placed = |error: VerifyError| error.on_line(number).to_string();
    let (record, verdict) = verify_line(number, text).map_err(|error| error.to_string())?;
    matches.check(&record).map_err(placed)?;
    match promise {
        Some(promise) => promise
            .check(record, verdict)
            .map_err(|fault| format!("line {number}: {fault}")),
        None => Ok(verdict),
    }
}

impl Promise {
    /// Checks that each secret matches its commitment.
    fn keeps(&self, commitments: &[String]) -> Result<(), CliError> {
        if commitments.len() != self.secrets.len() {
            return Err(wrong("there must be as many promises as secrets".to_owned()));
        }
        for (secret, commitment) in self.secrets.iter().zip(commitments) {
            let commitment =
                Commitment::from_hex(commitment).map_err(|error| wrong(format!("--commitment: {error}")))?;
            if !commitment.keeps(secret) {
                return Err(wrong(format!(
                    "this secret is not the one that was promised: its SHA-256 is {}",
                    secret.commitment()
                )));
            }
        }
        Ok(())
    }

    fn seed(&self, secret: &Secret, record: &Record) -> String {
        secret
            .seed(&self.table, record.round.unwrap_or(1), &self.joins)
            .to_hex()
    }

    /// Checks that the record's seeds follow from the secrets, one after another. A record without its seed is checked with the
    /// seed that the present secret gives.
    fn check(&mut self, mut record: Record, verdict: Verdict) -> Result<Verdict, Fault> {
        let Some(told) = record.seed.clone() else {
            record.seed = self.secrets.get(self.present).map(|secret| self.seed(secret, &record));
            return verify(&record).map_err(|error| error.to_string());
        };
        let later = record.resealed.iter().map(|resealed| &resealed.seed);
        let mut from = self.present;
        for told in std::iter::once(&told).chain(later) {
            let left = self.secrets.iter().enumerate().skip(from);
            let mut such = left.filter(|(_, secret)| told.eq_ignore_ascii_case(&self.seed(secret, &record)));
            let Some((number, _)) = such.next() else {
                return Err("its seed does not follow from the secret, the table, the round and the joins".to_owned());
            };
            // The next seed must follow from a later secret.
            from = number + 1;
        }
        self.present = from - 1;
        Ok(verdict)
    }
}
