//! Writes the results of a run as a page of Markdown that anybody may see.

use super::{Check, Findings, Verdict};

/// The report; `date` is the day of the run.
pub fn report(findings: &Findings, date: &str) -> String {
    let (agree, differ, untried) = findings.counts();
    let mut lines = vec![
        "# What Discord does".to_owned(),
        String::new(),
        format!(
            "Whistle {} tried {} things on {date}: {agree} are as docs/DISCORD.md says, {differ} are not, {untried} could not be tried.",
            env!("CARGO_PKG_VERSION"),
            findings.verdicts.len()
        ),
        String::new(),
    ];
    let differing = findings
        .verdicts
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Differs(_)));
    for (check, verdict) in differing {
        lines.push(format!("- **{}**: {}", check.name, sentence(check, verdict)));
    }
    if differ > 0 {
        lines.push(String::new());
    }
    lines.push("| check | section | found |".to_owned());
    lines.push("|:--|:--|:--|".to_owned());
    for (check, verdict) in &findings.verdicts {
        let found = match verdict {
            Verdict::Agrees => "ok".to_owned(),
            Verdict::Differs(what) => format!("differs: {what}"),
            Verdict::Untried(why) => format!("not tried: {why}"),
        };
        lines.push(format!("| {} | {} | {} |", check.name, check.section, cell(&found)));
    }
    lines.join("\n") + "\n"
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// The verdict on a check, in a sentence.
pub fn sentence(check: &Check, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Agrees => "ok".to_owned(),
        Verdict::Differs(what) => format!(
            "differs: {what}. docs/DISCORD.md says under {}: {}",
            check.section, check.rule
        ),
        Verdict::Untried(why) => format!("could not be tried: {why}"),
    }
}
