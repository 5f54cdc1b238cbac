//! Files: the games of a table once that is over, and everything that is kept of whoever asks.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use super::handler::{Done, Handler};
use super::{limits, past, show};
use crate::referee::recording::Wrong;
use crate::referee::{Denied, Table};
use crate::rules::Phrase;

/// Files with their names, and the text that goes with them.
type Files = (Phrase, Vec<(String, Vec<u8>)>);

/// Sends the games of a table to the asker alone.
///
/// # Errors
/// Why it does not.
pub(super) async fn send(to: &Handler<'_>, table: &Table) -> Done {
    let (says, files) = files(table)?;
    match to.answer.whisper_files(&to.notice(&says), files).await {
        true => Ok(()),
        false => Err(Denied::Unavailable.phrase().into()),
    }
}

/// Sends the games of a finished match that the asker has played to the asker alone.
///
/// # Errors
/// Why it does not.
pub(super) async fn of_match(to: &Handler<'_>, table: u64) -> Done {
    to.answer.think().await;
    let snapshot = past::named(to.app, &to.asker, &table.to_string()).await?;
    send(to, &snapshot.table).await
}

/// Sends everything that is kept of the asker to the asker alone.
///
/// # Errors
/// Why it does not.
pub(super) async fn my_data(to: &Handler<'_>) -> Done {
    to.answer.think().await;
    let kept = to.app.referee.kept_of(to.asker.person.id).await?;
    let file = tokio::task::spawn_blocking(move || data_file(&kept)).await;
    let file = file.map_err(|_| Denied::Unavailable.phrase())?;
    if file.1.len() > limits::FILE_BYTES {
        return Err(Phrase::new("mydata-much").into());
    }
    let files = vec![file];
    match to
        .answer
        .whisper_files(&to.notice(&Phrase::new("mydata-here")), files)
        .await
    {
        true => Ok(()),
        false => Err(Denied::Unavailable.phrase().into()),
    }
}

/// What is kept of somebody as a file, with its name; compressed if Discord would not take the file otherwise.
fn data_file(kept: &Value) -> (String, Vec<u8>) {
    let file = serde_json::to_vec_pretty(kept).unwrap_or_default();
    if file.len() <= limits::FILE_BYTES {
        return ("mydata.json".to_owned(), file);
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    let written = gzip.write_all(&file).and_then(|()| gzip.finish());
    ("mydata.json.gz".to_owned(), written.unwrap_or(file))
}

/// The files of a table, or why there are none.
fn files(table: &Table) -> Result<Files, Phrase> {
    let records = match table.records() {
        Ok(records) if !records.is_empty() => records,
        Ok(_) => return Err(Phrase::new("record-later")),
        Err(error) if matches!(*error.wrong, Wrong::Edition { .. }) => return Err(Phrase::new("record-outdated")),
        Err(error) => {
            tracing::error!(table = table.id, %error, "a table's records could not be made");
            return Err(Denied::Unavailable.phrase());
        }
    };
    let lines = table.record_file().unwrap_or_default();
    let mut files = vec![(show::record_name(table), lines.into_bytes())];
    let mut more = Vec::new();
    // In the players' own notation, if the game has one.
    let logs: Vec<String> = records.iter().filter_map(|record| table.game.log(record)).collect();
    if !logs.is_empty() {
        let name = format!("{}-{}.txt", table.game.slug, table.id);
        more.push(Phrase::new("record-log").with("file", name.clone()));
        files.push((name, logs.join("\n").into_bytes()));
    }
    if let Some(check) = show::Check::of(table).filter(|check| !check.may_be_said()) {
        let name = format!("{}-{}-verify.txt", table.game.slug, table.id);
        more.push(Phrase::new("record-check").with("file", name.clone()));
        files.push((name, format!("{}\n", check.line()).into_bytes()));
    }
    let and = |told: Phrase, more: Phrase| Phrase::new("record-more").with("told", told).with("more", more);
    Ok((more.into_iter().fold(Phrase::new("record-here"), and), files))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use serde_json::json;

    use super::*;
    use crate::games::{Options, find};
    use crate::player::Level;
    use crate::referee::fair::Secret;
    use crate::referee::{Person, TableEvent};
    use crate::words::{Numbered, Words};

    #[test]
    fn who_has_played_much_gets_what_is_kept_of_them_compressed() {
        let (name, file) = data_file(&json!({ "tables": [] }));
        assert_eq!((name.as_str(), file[0]), ("mydata.json", b'{'));
        let tables: Vec<Value> = (0..60_000)
            .map(|nth| json!({ "table": nth, "entries": ["x".repeat(200)] }))
            .collect();
        let kept = json!({ "tables": tables });
        let (name, file) = data_file(&kept);
        assert_eq!(name, "mydata.json.gz");
        assert!(file.len() <= limits::FILE_BYTES, "{} bytes", file.len());
        let mut text = String::new();
        GzDecoder::new(file.as_slice())
            .read_to_string(&mut text)
            .expect("a whole file");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), kept);
    }

    /// A table of two that ended at once, after the second person sat down `sat` times.
    fn ended(sat: u64) -> Table {
        let mut table = Table::blank(7, 2, None, find("binary").expect("a game"), Secret::from_bytes([7; 32]));
        let person = |id: u64| Person {
            id,
            name: format!("p{id}"),
        };
        let mut events = vec![TableEvent::Opened {
            options: Options::new(),
            clock: None,
            host: person(1),
            computers: 0,
            level: Level::default(),
            join: u64::MAX,
            seal: None,
        }];
        for again in 0..sat {
            events.extend((again > 0).then_some(TableEvent::Rose { person: 2 }));
            events.push(TableEvent::Sat {
                person: person(2),
                join: u64::MAX - 1 - again,
            });
        }
        let (options, seats, edition) = (Options::new(), 2, table.game.edition);
        events.extend([
            TableEvent::Began {
                options,
                seats,
                edition,
                forfeits: true,
            },
            TableEvent::RoundBegan { round: 1 },
            TableEvent::LEFT_ALONE,
        ]);
        for event in events {
            table.apply(0, &event).expect("it may be");
        }
        table
    }

    fn said(table: &Table) -> (String, Vec<String>) {
        let (says, files) = files(table).expect("the games are told");
        let said = Words::embedded()
            .expect("the words are sound")
            .text("en", &says, &Numbered);
        (said, files.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn a_command_for_which_a_message_has_no_room_comes_as_a_file() {
        let few = ended(31);
        assert!(show::Check::of(&few).expect("it is over").may_be_said());
        assert_eq!(said(&few).1, ["binary-7.jsonl"]);
        let many = ended(200);
        let (said, names) = said(&many);
        assert_eq!(names, ["binary-7.jsonl", "binary-7-verify.txt"]);
        assert!(said.contains("`binary-7-verify.txt` has the command"), "{said}");
        let (_, files) = files(&many).expect("the games are told");
        let line = String::from_utf8(files[1].1.clone()).expect("it is text");
        assert!(
            line.starts_with("whistle verify binary-7.jsonl --secret 0707"),
            "{line}"
        );
        assert_eq!(line.matches(',').count(), 200, "no join is left out");
    }
}
