//! `whistle verify`: every line of a file of records, and the promise behind them.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::VerifyArguments;
use super::{DeskError, record_lines, wrong};
use crate::referee::fair::{Commitment, Secret};
use crate::referee::recording::{Matches, Verdict, VerifyError, verify, verify_line};
use crate::rules::Record;

/// The secret of a match, and what its seeds are made of.
struct Promise {
    secret: Secret,
    table: String,
    joins: Vec<String>,
}

/// What is wrong with one line, in a sentence.
type Fault = String;

pub(super) fn run(arguments: &VerifyArguments, out: &mut impl Write) -> Result<ExitCode, DeskError> {
    let promise = read_promise(arguments)?;
    if let (Some(promise), Some(commitment)) = (&promise, &arguments.commitment) {
        let commitment = Commitment::from_hex(commitment).map_err(|error| wrong(format!("--commitment: {error}")))?;
        if !commitment.keeps(&promise.secret) {
            return Err(wrong(format!(
                "this secret is not the one that was promised: its SHA-256 is {}",
                promise.secret.commitment()
            )));
        }
        writeln!(out, "The secret is the one that was promised.")?;
    }
    let mut matches = Matches::default();
    let (mut games, mut faults, mut draws, mut drawn_again, mut running) = (0_u64, 0_u64, 0, 0, 0_u64);
    for line in record_lines(&arguments.file)? {
        let (number, text) = line?;
        games += 1;
        match check(number, &text, promise.as_ref(), &mut matches) {
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

fn read_promise(arguments: &VerifyArguments) -> Result<Option<Promise>, DeskError> {
    let (Some(secret), Some(table)) = (&arguments.secret, &arguments.table) else {
        return Ok(None);
    };
    let secret = Secret::from_hex(secret).map_err(|error| wrong(format!("--secret: {error}")))?;
    let joins = arguments.joins.iter().map(|join| join.trim().to_owned());
    Ok(Some(Promise {
        secret,
        table: table.clone(),
        joins: joins.collect(),
    }))
}

fn check(number: usize, text: &str, promise: Option<&Promise>, matches: &mut Matches) -> Result<Verdict, Fault> {
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
    /// Checks that the record's seed follows from the secret; a record without its seed is checked with the one that does.
    fn check(&self, mut record: Record, verdict: Verdict) -> Result<Verdict, Fault> {
        let seed = self
            .secret
            .seed(&self.table, record.round.unwrap_or(1), &self.joins)
            .to_hex();
        match &record.seed {
            Some(told) if told.eq_ignore_ascii_case(&seed) => Ok(verdict),
            Some(_) => Err("its seed does not follow from the secret, the table, the round and the joins".to_owned()),
            None => {
                record.seed = Some(seed);
                verify(&record).map_err(|error| error.to_string())
            }
        }
    }
}
