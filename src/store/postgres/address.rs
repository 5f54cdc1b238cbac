//! Where a database of a server is, and how a session there begins.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};

use crate::store::error::StoreError;

/// How long the server may take to answer before it counts as not there.
const PATIENCE: Duration = Duration::from_secs(10);
/// The parameters of an address. sqlx writes the value of any other into the log.
const KNOWN: [&str; 14] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-mode",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];
/// What every session is told.
///
/// All queries find what they look for by an index; a plan that was made while the tables were empty, and kept, would go
/// through all of them later. The server would compile such plans, which takes longer than the queries. A session that hangs
/// must not keep others out for long.
const SESSION: [(&str, &str); 9] = [
    ("enable_seqscan", "off"),
    ("jit", "off"),
    ("plan_cache_mode", "force_generic_plan"),
    ("lock_timeout", "1s"),
    ("statement_timeout", "20s"),
    ("idle_in_transaction_session_timeout", "10s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
];
/// A commit that is answered before it is on the disk could be taken back by a crash.
const DURABLE: &str =
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// The address of a server's database: `postgres://user:password@host:port/database`. Only the host and the database are
/// ever shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    url: String,
    shown: String,
}

/// What is said of what cannot be read.
const NO_ADDRESS: &str = "is no address such as postgres://user:password@host:5432/database; in a password, letters such as \
    @ / # ? : % stand as %40 %2F %23 %3F %3A %25";

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with the address, as the end of a sentence.
    pub fn read(url: &str) -> Result<Address, String> {
        let url = url.trim();
        if !["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| url.starts_with(scheme))
        {
            return Err("must begin with postgres://".to_owned());
        }
        let parameters = url.split_once('?').map_or("", |(_, parameters)| parameters);
        let mut names = parameters.split('&').filter_map(|pair| pair.split('=').next());
        let unknown = names.find(|name| !name.is_empty() && !KNOWN.contains(name) && !name.starts_with("options["));
        // What stands behind such a letter may be a part of the password.
        if parameters.contains('@') {
            return Err(NO_ADDRESS.to_owned());
        }
        if let Some(unknown) = unknown {
            return Err(format!("has a parameter that is not known, {unknown:?}"));
        }
        let options = PgConnectOptions::from_str(url).map_err(|_| NO_ADDRESS)?;
        let Some(database) = options.get_database() else {
            return Err("names no database after the host".to_owned());
        };
        if database.contains(['@', '/']) {
            return Err(NO_ADDRESS.to_owned());
        }
        let shown = match options.get_socket() {
            Some(socket) => format!("{database} in {}", socket.display()),
            None => format!("postgres://{}:{}/{database}", options.get_host(), options.get_port()),
        };
        let url = url.to_owned();
        Ok(Address { url, shown })
    }

    /// How a session begins.
    pub(super) fn options(&self) -> Result<PgConnectOptions, sqlx::Error> {
        let options = PgConnectOptions::from_str(&self.url)?;
        let named = match options.get_application_name() {
            Some(_) => options,
            None => options.application_name("whistle"),
        };
        Ok(named.options(SESSION).disable_statement_logging())
    }

    /// Begins a session that writes.
    pub(in crate::store) async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let connected = async {
            let mut connection = self.options()?.connect().await?;
            sqlx::query(DURABLE).execute(&mut connection).await?;
            Ok(connection)
        };
        let in_time = tokio::time::timeout(PATIENCE, connected).await;
        in_time.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())))
    }

    /// The error of a database that cannot be used.
    pub(super) fn refuse(&self, reason: String) -> StoreError {
        let path = PathBuf::from(&self.shown);
        StoreError::Open { path, reason }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_shows_where_and_nothing_that_lets_somebody_in() {
        for (url, shown) in [
            (
                "postgres://bot:hid%40den@db.example:6000/whistle?sslmode=require",
                "postgres://db.example:6000/whistle",
            ),
            ("postgresql://hidden@localhost/w", "postgres://localhost:5432/w"),
            (
                "postgres://bot:hidden@localhost/w?host=/run/sock&password=hidden",
                "w in /run/sock",
            ),
        ] {
            let address = Address::read(url).unwrap();
            assert_eq!(address.to_string(), shown);
            let refused = address.refuse("it is empty".to_owned());
            assert!(
                !format!("{address:?} {refused} {refused:?}").contains("hid"),
                "{address:?}"
            );
        }
    }

    #[test]
    fn an_address_that_is_none_gets_a_sentence_without_its_secrets() {
        for (url, hint) in [
            ("mysql://bot:hidden@localhost/w", "must begin with"),
            ("postgres://bot:hid#den@local host/w", "%23"),
            ("postgres://bot:hidden@localhost", "names no database"),
            ("postgres://bot@localhost/w?pasword=hidden", "\"pasword\""),
            ("postgres://bot:hidden@localhost/w?sslmode=hidden", "no address"),
        ] {
            let said = Address::read(url).unwrap_err();
            assert!(said.contains(hint) && !said.contains("hid"), "{said}");
        }
    }
}
