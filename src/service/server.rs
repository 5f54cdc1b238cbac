//! The server.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::Listener;
use metrics::gauge;
use metrics_exporter_prometheus::{BuildError, PrometheusHandle};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::health::Health;
use super::machine::Machine;
use super::metrics::install;

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Nothing can listen on the address.
    #[error("WHISTLE_HTTP: nothing can listen on {0}: {1}")]
    Address(SocketAddr, #[source] io::Error),
    /// A fault of the program.
    #[error("the metrics cannot be recorded: {0}")]
    Metrics(#[from] BuildError),
}

/// The server, before it serves; without an address there is none.
pub struct Service {
    listener: Option<(TcpListener, Router, PrometheusHandle)>,
}

/// What the handlers share.
struct Shared {
    health: Health,
    machine: Machine,
    metrics: PrometheusHandle,
}

/// The sockets on which the bot before listens, where this one takes over from it.
pub type Sockets = Option<Vec<std::net::TcpListener>>;

/// Listens on an address, by the socket of the bot before if it has that address. Where no bot hands over, one that was told
/// to stop may still listen there for some seconds.
///
/// # Errors
/// When the address cannot be had.
pub async fn listen(address: SocketAddr, before: &mut Sockets) -> io::Result<TcpListener> {
    const TRIES: u32 = 75;
    const PAUSE: Duration = Duration::from_millis(200);
    if let Some(sockets) = before {
        let is_there = |socket: &std::net::TcpListener| socket.local_addr().is_ok_and(|at| at == address);
        return match sockets.iter().position(is_there) {
            Some(nth) => TcpListener::from_std(sockets.swap_remove(nth)),
            None => TcpListener::bind(address).await,
        };
    }
    for _ in 1..TRIES {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => tokio::time::sleep(PAUSE).await,
            bound => return bound,
        }
    }
    TcpListener::bind(address).await
}

/// A listener, and a copy of its socket for the next bot.
///
/// # Errors
/// When the system gives no copy.
pub fn copied(listener: TcpListener) -> io::Result<(TcpListener, std::net::TcpListener)> {
    let socket = listener.into_std()?;
    let copy = socket.try_clone()?;
    Ok((TcpListener::from_std(socket)?, copy))
}

impl Service {
    /// Listens on `address` for who asks about the bot with this file of a database, if it is one, and begins to record metrics. Does nothing without
    /// an address. `before` has the sockets of the bot before; a copy of the one that is used goes into `own`.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub async fn open(
        address: Option<SocketAddr>,
        health: &Health,
        database: Option<&Path>,
        before: &mut Sockets,
        own: &mut Vec<std::net::TcpListener>,
    ) -> Result<Service, ServiceError> {
        let Some(address) = address else {
            return Ok(Service { listener: None });
        };
        let failed = |error| ServiceError::Address(address, error);
        let listener = listen(address, before).await.map_err(failed)?;
        let (listener, copy) = copied(listener).map_err(failed)?;
        own.push(copy);
        let at = listener.local_addr().map_err(failed)?;
        tracing::info!(%at, "health and metrics are served");
        let metrics = install()?;
        let shared = Shared {
            health: health.clone(),
            machine: Machine::of(database),
            metrics: metrics.clone(),
        };
        Ok(Service {
            listener: Some((listener, router(shared), metrics)),
        })
    }

    /// Serves for ever. Connections are accepted while `open` says so.
    pub async fn serve(self, open: watch::Receiver<bool>) -> Infallible {
        /// How often what histograms have gathered is put into their buckets, even if nobody asks for metrics.
        const UPKEEP: Duration = Duration::from_secs(5);
        let Some((listener, router, metrics)) = self.listener else {
            return std::future::pending().await;
        };
        let upkeep = async {
            loop {
                tokio::time::sleep(UPKEEP).await;
                metrics.run_upkeep();
            }
        };
        let served = async {
            // It accepts for ever, and bears every error of a connection.
            let _ = axum::serve(Gated { listener, open }, router).await;
            std::future::pending::<Infallible>().await
        };
        tokio::select! {
            never = upkeep => never,
            never = served => never,
        }
    }
}

/// A listener that leaves connections to the next bot while this one hands over.
struct Gated {
    listener: TcpListener,
    open: watch::Receiver<bool>,
}

impl Listener for Gated {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            // If nobody can shut it any more, it stays as it is.
            let _ = self.open.wait_for(|open| *open).await;
            tokio::select! {
                biased;
                Ok(_) = self.open.wait_for(|open| !*open) => {}
                accepted = Listener::accept(&mut self.listener) => return accepted,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The three questions.
fn router(shared: Shared) -> Router {
    Router::new()
        .route("/health/live", get(async || "ok\n"))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(Arc::new(shared))
}

/// Why the bot is not ready, if so.
async fn ready(State(shared): State<Arc<Shared>>) -> (StatusCode, String) {
    let reasons = shared.health.reasons().await;
    match reasons.is_empty() {
        true => (StatusCode::OK, "ready\n".to_owned()),
        false => (StatusCode::SERVICE_UNAVAILABLE, reasons.join("\n") + "\n"),
    }
}

/// All metrics, as they are now.
async fn metrics(State(shared): State<Arc<Shared>>) -> Response {
    let ((), reasons) = tokio::join!(shared.health.measure(), shared.health.reasons());
    gauge!("whistle_ready").set(if reasons.is_empty() { 1 } else { 0 });
    shared.machine.measure();
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, shared.metrics.render()).into_response()
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;
    use crate::service::Watched;

    /// A bot with one reason.
    struct Bot;

    impl Watched for Bot {
        fn reasons(&self) -> BoxFuture<'_, Vec<String>> {
            Box::pin(async { vec!["one reason".to_owned()] })
        }

        fn measure(&self) -> BoxFuture<'_, ()> {
            Box::pin(async {})
        }
    }

    #[tokio::test]
    async fn three_questions_are_answered_and_no_others() {
        let health = Health::default();
        // No recorder of the process: other tests share the process.
        let shared = Shared {
            health: health.clone(),
            machine: Machine::of(Some(Path::new("nowhere.db"))),
            metrics: PrometheusBuilder::new().build_recorder().handle(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("its address");
        let served = tokio::spawn(async { axum::serve(listener, router(shared)).await });
        let get = async |path: &str| {
            let response = reqwest::get(format!("http://{at}{path}")).await.expect("an answer");
            (response.status().as_u16(), response.text().await.expect("a text"))
        };
        assert_eq!(get("/health/live").await, (200, "ok\n".to_owned()));
        assert_eq!(get("/health/ready").await, (503, "the bot is starting\n".to_owned()));
        health.serving(Arc::new(Bot));
        assert_eq!(get("/health/ready").await, (503, "one reason\n".to_owned()));
        assert_eq!(get("/metrics").await.0, 200);
        assert_eq!(get("/").await.0, 404);
        served.abort();
    }

    #[tokio::test]
    async fn an_address_that_cannot_be_had_gets_one_sentence() {
        let taken = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = taken.local_addr().expect("its address");
        let opened = Service::open(
            Some(address),
            &Health::default(),
            Some(Path::new("nowhere.db")),
            &mut None,
            &mut Vec::new(),
        )
        .await;
        let said = opened.map(drop).expect_err("it is taken").to_string();
        assert!(
            said.starts_with("WHISTLE_HTTP: nothing can listen on 127.0.0.1:"),
            "{said}"
        );
        let opened = Service::open(None, &Health::default(), None, &mut None, &mut Vec::new()).await;
        assert!(
            opened.is_ok_and(|service| service.listener.is_none()),
            "nothing is served"
        );
    }
}
