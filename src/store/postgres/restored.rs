//! How everything that messages show is doubted in a database that was brought back.

use sqlx::PgConnection;

use crate::store::sql::Sql;

const MARKED: &str = "SELECT mark FROM marks";
/// The name of the column is a word of the language, too.
const MARK: &str = r#"INSERT INTO marks ("only", mark) VALUES (1, $1)
    ON CONFLICT ("only") DO UPDATE SET mark = excluded.mark"#;
const FORGET_SEALS: &str = "DELETE FROM seals";
const DOUBT: &str = "UPDATE shown SET version = 0, digest = '' WHERE version < 9223372036854775807";
const RESTORED: &str = "UPDATE tables SET restored = true WHERE NOT over";

/// Sets the mark of the database. Gives 1 if the database has that of another one, of which it is a copy, else 0: then
/// messages show more than it knows, and its tables have drawn more.
pub(in crate::store) async fn mark_database(connection: &mut PgConnection, mark: i64) -> Sql<i64> {
    let known: Option<i64> = sqlx::query_scalar(MARKED).fetch_optional(&mut *connection).await?;
    let same = known.is_none_or(|known| known == mark);
    if !same {
        sqlx::query(DOUBT).execute(&mut *connection).await?;
        // Tables that were opened since may have used them.
        sqlx::query(FORGET_SEALS).execute(&mut *connection).await?;
        let tables = sqlx::query(RESTORED).execute(&mut *connection).await?.rows_affected();
        tracing::warn!(
            tables,
            "this database was brought back or moved here: what happened since it was copied is lost, and its tables seal their chance anew"
        );
    }
    sqlx::query(MARK).bind(mark).execute(connection).await?;
    Ok(i64::from(!same))
}
