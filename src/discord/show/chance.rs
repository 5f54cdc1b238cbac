//! What people are told about chance: the seal during play, the secret when the table is over, and how anybody checks the
//! secret against the seal.

use super::super::limits;
use super::super::payload::Payload;
use super::voice::{self, Voice, apart, moment};
use crate::beacon::comes_out;
use crate::referee::fair::Secret;
use crate::referee::recording::Wrong;
use crate::referee::{Evidence, PublicRandomness, Table, TableSnapshot};
use crate::rules::{Phrase, Seat};
use crate::words::Words;

/// The first digits of the commitment to fair chance, for the lobby. They alone prove little, because two secrets can share
/// them: "Was it fair?" tells all digits.
pub(super) fn seal(voice: &Voice<'_>, table: &Table) -> String {
    const SHOWN: usize = 8;
    let commitment: String = table.commitment().to_string().chars().take(SHOWN).collect();
    let sealed = |key| Phrase::new(key).with("commitment", commitment.as_str());
    voice.say(&match table.seal {
        // What a backup held may have been used.
        _ if table.was_resealed() => sealed("public-sealed"),
        None => sealed("public-sealed"),
        Some(1) => sealed("public-sealed-first"),
        Some(number) => sealed("public-sealed-before").with("number", number.to_string()),
    })
}

/// Tells, during play, that the bot continues from a backup: what is lost, and that chance was sealed anew.
pub(super) fn resealed(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let restored = table.restored?;
    Some(voice.say(&Phrase::new("public-resealed").with("when", moment(restored.kept))))
}

/// Tells which public randomness the match begins with, or that it is missing, for as long as the match is on.
pub(super) fn randomness(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let phrase = match table.randomness {
        PublicRandomness::Awaited(round) => Phrase::new("public-beacon")
            .with("when", moment(comes_out(round)))
            .with("round", round.to_string()),
        PublicRandomness::Missed(_) => Phrase::new("public-beacon-missed"),
        PublicRandomness::Without | PublicRandomness::Drawn(_) => return None,
    };
    Some(voice.say(&phrase))
}

/// Tells the holder of a seat that what they chose last is lost, for as long as they have not chosen anew.
pub(super) fn lost(voice: &Voice<'_>, table: &Table, seat: Seat) -> Option<String> {
    let kept = table.lost_to(seat)?;
    Some(voice.say(&Phrase::new("panel-restored").with("when", moment(kept))))
}

/// The secrets behind all chance and their seals, for tables that are over. If there are more than fit into a message, the
/// last ones are shown: the command that checks them has all.
fn secrets(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    const ROOM: usize = 3;
    let revealed = table.revealed_secrets();
    let told = |(number, secret): (usize, &Secret)| {
        let (text, seal) = (secret.to_hex(), secret.commitment().to_string());
        let phrase = match number {
            0 => Phrase::new("public-secret-told")
                .with("secret", text)
                .with("commitment", seal),
            _ => Phrase::new("public-secret-later")
                .with("secret", text)
                .with("commitment", seal),
        };
        format!("**{}**\n{}", voice.label("public-secret"), voice.say(&phrase))
    };
    let first = revealed.len().saturating_sub(ROOM);
    revealed.iter().enumerate().skip(first).map(told).collect()
}

/// The name of the file with a table's records.
pub fn record_name(table: &Table) -> String {
    format!("{}-{}.jsonl", table.game.slug, table.id)
}

/// How anybody checks the records of a table that is over: the command to type beside the records file.
pub struct Check(String);

impl Check {
    /// The check of this table; `None` before it is over, and if no game was played.
    pub fn of(table: &Table) -> Option<Check> {
        let name = record_name(table);
        let Evidence {
            commitments,
            secrets,
            table: number,
            joins,
        } = table.evidence().filter(|_| !table.rounds.is_empty())?;
        let secrets: Vec<String> = secrets.iter().map(Secret::to_hex).collect();
        let commitments: Vec<String> = commitments.iter().map(ToString::to_string).collect();
        if table.seal.is_some() {
            // The records tell the secrets and the words.
            let seals = commitments.join(",");
            return Some(Check(format!("whistle verify {name} --commitment {seals}")));
        }
        Some(Check(format!(
            "whistle verify {name} --secret {} --commitment {} --table {number} --joins {}",
            secrets.join(","),
            commitments.join(","),
            joins.join(",")
        )))
    }

    /// The command, in one line.
    pub fn line(&self) -> &str {
        &self.0
    }

    /// Whether the command fits into a message. Somebody who sits down again and again makes the command longer each time. A
    /// part of it proves nothing, so it is shown in full or in a file.
    pub fn may_be_said(&self) -> bool {
        limits::length(&self.0) <= limits::TEXT / 2
    }
}

/// How to check the draws, as lines of a message.
fn how(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    match Check::of(table) {
        Some(check) if check.may_be_said() => {
            let command = format!("```\n{}\n```", check.line());
            vec![voice.say(&Phrase::new("verdict-how")), command]
        }
        Some(_) => vec![voice.say(&Phrase::new("verdict-how-file"))],
        None => Vec::new(),
    }
}

/// Whether chance was fair. For a table that is over, this computes every draw again and tells how to do the same; before
/// that it shows the seal.
pub fn verdict(words: &Words, locale: &str, snapshot: &TableSnapshot) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let title = voice.say(&Phrase::new("verdict-title").with("game", voice.game_at(table)));
    let told = || secrets(&voice, table);
    let (mut lines, secrets) = match table.prove() {
        Ok(None) => {
            let sealed = Phrase::new("verdict-sealed").with("commitment", table.commitment().to_string());
            (vec![voice.say(&sealed)], Vec::new())
        }
        Ok(Some(draws)) => {
            let kept = match draws {
                0 => Phrase::new("verdict-none"),
                draws => Phrase::new("verdict-kept").with("draws", draws as u32),
            };
            let mut lines = vec![voice.say(&kept)];
            lines.extend(how(&voice, table));
            (lines, told())
        }
        Err(error) if matches!(*error.wrong, Wrong::Edition { .. }) => (vec![voice.label("verdict-outdated")], told()),
        Err(error) => {
            tracing::error!(table = table.id, %error, "a table does not follow from its secret");
            (vec![voice.label("verdict-wrong")], Vec::new())
        }
    };
    lines.extend(table.was_resealed().then(|| voice.label("verdict-resealed")));
    let parts = [lines.join("\n")].into_iter().chain(secrets);
    voice::page(&title, &apart(parts), "", Vec::new())
}
