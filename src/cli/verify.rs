//! `whistle verify`: checks every line of a file of records, and the commitments behind them.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

use httpdate::fmt_http_date;
use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::VerifyArguments;
use super::{CliError, record_lines, wrong};
use crate::beacon::{Beacon, comes_out};
use crate::referee::fair::{Commitment, FairError, Receipt, Secret};
use crate::referee::recording::{Matches, PlayersVerdict, Verdict, VerifyError, verify, verify_line, verify_players};
use crate::rules::{Luck, Record};

/// What people noted before the match.
struct Noted {
    seals: Vec<Commitment>,
    receipts: Vec<Receipt>,
}

/// What became of the choices of computer players.
struct Players {
    computes: bool,
    bar: ProgressBar,
    all: PlayersVerdict,
}

/// The secrets of a match at an old table, and what else its seeds are computed from.
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

/// When a round of drand comes out, as text.
fn moment(round: u64) -> String {
    fmt_http_date(UNIX_EPOCH + Duration::from_millis(comes_out(round).unsigned_abs()))
}

pub(super) fn run(arguments: &VerifyArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let mut promise = read_promise(arguments)?;
    let noted = Noted::read(arguments)?;
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
    let mut lucky = None;
    let mut matches = Matches::default();
    let mut players = Players::new(arguments);
    let (mut games, mut faults, mut draws, mut drawn_again, mut running) = (0_u64, 0_u64, 0, 0, 0_u64);
    for line in record_lines(&arguments.file)? {
        let (number, text) = line?;
        games += 1;
        let checked = check(number, &text, &noted, promise.as_mut(), &mut matches);
        let checked = checked.and_then(|(record, verdict, luck)| {
            players.check(number, &record)?;
            Ok((verdict, luck))
        });
        match checked {
            Ok((verdict, luck)) => {
                lucky = luck.or(lucky);
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
    players.tell(out)?;
    if promise.is_some() && lucky.is_none() {
        writeln!(
            out,
            "At an old table like this, whoever ran the bot could choose the ids, and with them the draws."
        )?;
    }
    if let Some(luck) = lucky {
        writeln!(out, "{}", noted.told(&luck))?;
    }
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

/// Checks one line, and gives what its seeds follow from, if the record says so itself.
fn check(
    number: usize,
    text: &str,
    noted: &Noted,
    promise: Option<&mut Promise>,
    matches: &mut Matches,
) -> Result<(Record, Verdict, Option<Luck>), Fault> {
    let placed = |error: VerifyError| error.on_line(number).to_string();
    let (record, verdict) = verify_line(number, text).map_err(|error| error.to_string())?;
    matches.check(&record).map_err(placed)?;
    let on_line = |fault: Fault| format!("line {number}: {fault}");
    let none = |fault: &str| Err(on_line(fault.to_owned()));
    match (record.luck.clone(), promise) {
        (Some(luck), _) => noted
            .check(&luck)
            .map(|()| (record, verdict, Some(luck)))
            .map_err(on_line),
        (None, _) if !noted.receipts.is_empty() => none("it has no words, so the receipt is not of this table"),
        (None, Some(promise)) => promise
            .check(record, verdict)
            .map(|(record, verdict)| (record, verdict, None))
            .map_err(on_line),
        (None, None) if !noted.seals.is_empty() => none("it tells no secret to hold against the seal"),
        (None, None) => Ok((record, verdict, None)),
    }
}

impl Players {
    fn new(arguments: &VerifyArguments) -> Players {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{msg}: {pos} choices of computer players computed, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Players {
            computes: !arguments.without_players,
            bar,
            all: PlayersVerdict::default(),
        }
    }

    /// Computes again what computer players chose in a record that is sound otherwise.
    fn check(&mut self, line: usize, record: &Record) -> Result<(), Fault> {
        if !self.computes {
            return Ok(());
        }
        self.bar.set_message(format!("line {line}"));
        let before = self.all.computed;
        let found = verify_players(record, |computed| self.bar.set_position((before + computed) as u64));
        let found = found.map_err(|error| error.on_line(line).to_string())?;
        self.all.choices += found.choices;
        self.all.computed += found.computed;
        self.all.other_version += found.other_version;
        Ok(())
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        self.bar.finish_and_clear();
        let PlayersVerdict {
            choices,
            computed,
            other_version,
        } = self.all;
        if choices == 0 {
            return Ok(());
        }
        write!(
            out,
            "{computed} of {choices} choices of computer players computed again."
        )?;
        if other_version > 0 {
            write!(
                out,
                " Computer choices: {other_version} not computed, by another version of the players."
            )?;
        }
        if choices > computed + other_version {
            let left = choices - computed - other_version;
            write!(out, " Computer choices: {left} not computed, for no seed is told.")?;
        }
        writeln!(out)
    }
}

impl Noted {
    fn read(arguments: &VerifyArguments) -> Result<Noted, CliError> {
        let seal = |text: &String| Commitment::from_hex(text).map_err(|error| wrong(format!("--commitment: {error}")));
        let receipt = |text: &String| {
            let read = text.parse::<Receipt>();
            read.map_err(|error| wrong(format!("--receipt: {error}")))
        };
        Ok(Noted {
            seals: arguments.commitment.iter().map(seal).collect::<Result<_, _>>()?,
            receipts: arguments.receipt.iter().map(receipt).collect::<Result<_, _>>()?,
        })
    }

    /// What was held against sound records, whose seeds follow from this.
    fn told(&self, luck: &Luck) -> String {
        let beacon = luck.words.iter().find_map(|word| Beacon::read(word)?.ok());
        let words = luck.words.len() - usize::from(beacon.is_some());
        let last = self.receipts.iter().map(|receipt| receipt.number).max();
        let seals = match self.seals.len() {
            0 => "No seal of yours was held against them (--commitment).".to_owned(),
            1 => "They follow from the secret that was sealed.".to_owned(),
            seals => format!(
                "They follow from {seals} sealed secrets; all but the first were drawn when the words were known."
            ),
        };
        let receipts = match last {
            None => format!("No receipt of yours was held against their {words} words of luck (--receipt)."),
            Some(last) => format!(
                "{} of your receipts hold; {} of {words} words of luck came after them.",
                self.receipts.len(),
                words.saturating_sub(last)
            ),
        };
        let randomness = match (beacon, luck.missed) {
            (Some(beacon), _) => format!(
                " Round {} of drand is in them, which nobody knew before {}.",
                beacon.round(),
                moment(beacon.round())
            ),
            (None, Some(round)) => format!(
                " Round {round} of drand, which came out at {}, is not in them: whoever ran the bot says that no relay told it in time.",
                moment(round)
            ),
            (None, None) => String::new(),
        };
        format!("{seals} {receipts}{randomness}")
    }

    /// Holds what was noted against what a record tells of its secrets and words.
    fn check(&self, luck: &Luck) -> Result<(), Fault> {
        let sealed = luck.secrets.iter().filter_map(|text| Secret::from_hex(text).ok());
        let sealed: Vec<Commitment> = sealed.map(|secret| secret.commitment()).collect();
        if !self.seals.is_empty() && self.seals != sealed {
            let sealed: Vec<String> = sealed.iter().map(ToString::to_string).collect();
            return Err(format!(
                "its secrets are not those that were sealed: their SHA-256 is {}",
                sealed.join(",")
            ));
        }
        let Some(first) = sealed.first() else { return Ok(()) };
        if sealed.len() > 1 && self.seals.is_empty() && !self.receipts.is_empty() {
            return Err(
                "its chance was sealed anew when the words were known: hold the seals that you were shown against it, too (--commitment)"
                    .to_owned(),
            );
        }
        for (nth, receipt) in (1..).zip(&self.receipts) {
            let fits = receipt.check(first, &luck.words);
            fits.map_err(|misfit| format!("receipt {nth}: {misfit}"))?;
        }
        Ok(())
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
    fn check(&mut self, mut record: Record, verdict: Verdict) -> Result<(Record, Verdict), Fault> {
        let Some(told) = record.seed.clone() else {
            record.seed = self.secrets.get(self.present).map(|secret| self.seed(secret, &record));
            let verdict = verify(&record).map_err(|error| error.to_string())?;
            return Ok((record, verdict));
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
        Ok((record, verdict))
    }
}
