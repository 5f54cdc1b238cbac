//! Whom each log names: an index that leads from a person to all logs that hold their id.
//!
//! The store reads no more of an event than this: the numbers behind a few keys are ids of people. So nobody who appends has to say
//! whom an entry names, and nobody can forget to. Without the index, all that was ever played would have to be read to find one
//! person, which takes seconds for each gigabyte.

use serde_json::Value;

use super::session::{self, Readers, Session, Statement, both};
use super::sql::Sql;

/// The keys of an event behind which a person's id stands, or several. The migration that filled the index knows them, too.
const KEYS: [&str; 5] = ["id", "person", "people", "former", "invited"];

/// The tables whose log names a person and went on since a moment. Those in the upper half of ids come last.
pub(super) const NAMING: Statement = both(
    "SELECT table_id FROM named WHERE person = $1
    AND (SELECT at FROM log WHERE table_id = named.table_id ORDER BY seq DESC LIMIT 1) >= $2
    ORDER BY table_id < 0, table_id",
);
const NAME: Statement = Statement {
    file: "INSERT INTO named (table_id, person) SELECT $1, value FROM json_each($2) WHERE true ON CONFLICT DO NOTHING",
    server: "INSERT INTO named (table_id, person) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING",
};
const UNNAME: Statement = both("DELETE FROM named WHERE table_id = $1 AND person = $2");
const UNNAME_ALL: Statement = both("DELETE FROM named WHERE table_id = $1");

/// The people whom these events name. The numbers of those who were forgotten are left out: they are greater than any id.
pub(super) fn people(events: &[String]) -> Vec<u64> {
    let mut people = Vec::new();
    for event in events {
        // Most events name nobody.
        if KEYS.iter().any(|key| event.contains(&format!("\"{key}\":"))) {
            let event = serde_json::from_str(event).unwrap_or_default();
            gather(&event, false, &mut people);
        }
    }
    people.retain(|person| i64::try_from(*person).is_ok());
    people.sort_unstable();
    people.dedup();
    people
}

/// Adds the ids in a part of an event; `named` if the part stands behind a key for people.
fn gather(part: &Value, named: bool, people: &mut Vec<u64>) {
    match part {
        Value::Number(number) if named => people.extend(number.as_u64()),
        Value::Object(fields) => {
            for (key, field) in fields {
                match (key.as_str(), field) {
                    // With each id stands the side of that person.
                    ("former", Value::Array(pairs)) => {
                        pairs.iter().for_each(|pair| gather(&pair[0], true, people));
                    }
                    (key, field) => gather(field, KEYS.contains(&key), people),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, named, people)),
        _ => {}
    }
}

/// Adds whom the new entries of a log name.
pub(super) async fn name(session: &mut Session<'_>, table: u64, events: &[String]) -> Sql<()> {
    let people = people(events);
    if !people.is_empty() {
        session
            .change(NAME, [table.into(), session::Value::ids(&people)])
            .await?;
    }
    Ok(())
}

/// The log of a table does not name a person any more.
pub(super) async fn unname(session: &mut Session<'_>, table: u64, person: u64) -> Sql<()> {
    session.change(UNNAME, [table.into(), person.into()]).await.map(drop)
}

/// The log of a table is gone.
pub(super) async fn unname_all(session: &mut Session<'_>, table: u64) -> Sql<()> {
    session.change(UNNAME_ALL, [table.into()]).await.map(drop)
}

/// See [`super::Store::naming`].
pub(super) async fn naming(readers: Readers<'_>, person: u64, since: i64) -> Sql<Vec<u64>> {
    let values = [person.into(), since.into()];
    readers.all(NAMING, values, |row| row.id(0)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::{Fresh, create, entry, on_both_engines};
    use crate::store::{Append, Thinned, Unnamed};

    on_both_engines! {
        the_logs_that_name_somebody_are_found,
    }

    #[test]
    fn an_event_names_whoever_stands_behind_a_key_for_people() {
        let events = [
            r#"{"host":{"id":77,"name":"5"},"join":1,"number":"person"}"#,
            r#"{"former":[[78,0],[79,1]],"invited":80,"rematch_of":2}"#,
            r#"{"people":[null,81,77],"word":"\"person\":3"}"#,
            r#"{"person":82,"what":[{"person":{"id":83}}]}"#,
            r#"{"person":9223372036854775808,"seat":4}"#,
            r#"{"person":null}"#,
            "{}",
        ];
        assert_eq!(people(&events.map(str::to_owned)), [77, 78, 79, 80, 81, 82, 83]);
    }

    async fn the_logs_that_name_somebody_are_found(fresh: Fresh) {
        const LATE: i64 = 9_000_000_000_000;
        let store = &fresh.store;
        let (early, far) = (i64::MIN, u64::MAX);
        for table in [1, 2, far] {
            store.append(create(table, table)).await.unwrap();
            let named = format!(r#"{{"person":{}}}"#, if table == 2 { 41 } else { 40 });
            let entries = vec!["{}".to_owned(), named.clone(), named];
            store
                .append(Append {
                    entries,
                    ..entry(table, 1)
                })
                .await
                .unwrap();
        }
        assert_eq!(store.naming(40, early).await.unwrap(), [1, far]);
        assert_eq!(store.naming(41, early).await.unwrap(), [2]);
        assert_eq!(store.naming(42, early).await.unwrap(), Vec::<u64>::new());
        let went_on = Append {
            entries: vec!["{}".to_owned()],
            over: true,
            ..Append::new(1, 4, LATE)
        };
        store.append(went_on).await.unwrap();
        assert_eq!(store.naming(40, LATE).await.unwrap(), [1], "what went on since");
        let unnamed = Unnamed {
            table: far,
            last: 4,
            entries: Vec::new(),
            chat: None,
            append: None,
        };
        store.forget(40, vec![unnamed]).await.unwrap();
        assert_eq!(
            store.naming(40, early).await.unwrap(),
            [1],
            "that log does not name them any more"
        );
        let left = Thinned {
            digest: None,
            draws: None,
        };
        store.thin(1, 5, left).await.unwrap();
        assert_eq!(
            store.naming(40, early).await.unwrap(),
            Vec::<u64>::new(),
            "the log is gone"
        );
    }
}
