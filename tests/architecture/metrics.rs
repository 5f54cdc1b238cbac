//! Holds the metrics that the rooms record against the list in `src/service/metrics.rs`: each metric of the list is recorded,
//! nothing else is, and no value of a label is put together at run time.

use std::collections::BTreeSet;

use whistle::service::metrics::METRICS;

use super::sources::{Source, closing, line_of, program, strings};

/// Where the list stands, which names all of them.
const LIST: &str = "src/service/metrics.rs";
/// The macros that record.
const MACROS: [&str; 3] = ["counter!(", "gauge!(", "histogram!("];

/// The arguments of each macro that records, with its line.
fn recorded(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for name in MACROS {
        for (at, _) in source.code.match_indices(name) {
            let before = source.code[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                continue;
            }
            let open = at + name.len() - 1;
            let arguments = source.code[open..closing(&source.code, open)].to_owned();
            found.push((line_of(&source.code, at), arguments));
        }
    }
    found
}

/// What is wrong with the arguments of a macro: a name that the list lacks, other labels than the list has, or a text that is
/// made at run time.
fn wrong(arguments: &str) -> Option<String> {
    let texts: Vec<String> = strings(arguments).into_iter().map(|(_, text)| text).collect();
    let Some(metric) = METRICS
        .iter()
        .find(|metric| Some(metric.name) == texts.first().map(String::as_str))
    else {
        return Some(format!("{arguments} records no metric of {LIST}"));
    };
    let labels = arguments.matches("=>").count();
    let known = metric
        .labels
        .iter()
        .filter(|(name, _)| texts.iter().any(|text| text == name));
    if labels != metric.labels.len() || known.count() != labels {
        return Some(format!("{arguments} has other labels than {LIST} says"));
    }
    let made = ["format!", "to_string", "to_owned", "String", ".name"];
    let made = made.into_iter().find(|made| arguments.contains(made));
    made.map(|made| format!("{arguments} makes a label by {made}"))
}

#[test]
fn all_metrics_of_the_list_are_recorded_and_no_others() {
    let (mut names, mut faults) = (BTreeSet::new(), Vec::new());
    for source in program() {
        // The list describes metrics by the same macros.
        for (line, arguments) in recorded(&source) {
            let text = strings(&arguments).into_iter().next().map(|(_, text)| text);
            names.extend(text);
            if source.path != LIST {
                let fault = wrong(&arguments).map(|why| format!("{}:{line}: {why}", source.path));
                faults.extend(fault);
            }
        }
    }
    for metric in METRICS {
        if !names.contains(metric.name) {
            faults.push(format!("{LIST}: nothing records {}", metric.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_follow_the_conventions_of_prometheus() {
    use whistle::service::metrics::Kind;
    let mut seen = BTreeSet::new();
    for metric in METRICS {
        let name = metric.name;
        assert!(seen.insert(name), "{name} stands twice");
        assert!(name.starts_with("whistle_") || name.starts_with("process_"), "{name}");
        assert!(
            name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'),
            "{name}"
        );
        assert_eq!(name.ends_with("_total"), metric.kind == Kind::Counter, "{name}");
        assert!(metric.kind != Kind::Histogram || name.ends_with("_seconds"), "{name}");
        assert!(metric.help.ends_with('.') && metric.help.len() < 100, "{name}");
    }
}

#[test]
fn what_must_not_be_recorded_is_found() {
    assert!(wrong("(\"whistle_ready\")").is_none());
    assert!(wrong("(\"whistle_governor_waiting\", \"class\" => class)").is_none());
    assert!(wrong("(\"whistle_unknown\")").is_some());
    assert!(wrong("(name)").is_some());
    assert!(wrong("(\"whistle_governor_waiting\")").is_some(), "no label");
    assert!(wrong("(\"whistle_governor_waiting\", \"table\" => class)").is_some());
    assert!(wrong("(\"whistle_governor_waiting\", \"class\" => table.to_string())").is_some());
    assert!(wrong("(\"whistle_governor_waiting\", \"class\" => format!(\"{table}\"))").is_some());
}
