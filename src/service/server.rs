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
use metrics::gauge;
use metrics_exporter_prometheus::{BuildError, PrometheusHandle};
use tokio::net::TcpListener;

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

/// Listens on an address. A bot that was told to stop may still listen there for some seconds.
///
/// # Errors
/// When the address cannot be had.
pub async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    const TRIES: u32 = 75;
    const PAUSE: Duration = Duration::from_millis(200);
    for _ in 1..TRIES {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => tokio::time::sleep(PAUSE).await,
            bound => return bound,
        }
    }
    TcpListener::bind(address).await
}

impl Service {
    /// Listens on `address` for who asks about the bot with this file of a database, if it is one, and begins to record metrics. Does nothing without
    /// an address.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub async fn open(
        address: Option<SocketAddr>,
        health: &Health,
        database: Option<&Path>,
    ) -> Result<Service, ServiceError> {
        let Some(address) = address else {
            return Ok(Service { listener: None });
        };
        let failed = |error| ServiceError::Address(address, error);
        let listener = listen(address).await.map_err(failed)?;
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

    /// Serves for ever.
    pub async fn serve(self) -> Infallible {
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
            let _ = axum::serve(listener, router).await;
            std::future::pending::<Infallible>().await
        };
        tokio::select! {
            never = upkeep => never,
            never = served => never,
        }
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
        let opened = Service::open(Some(address), &Health::default(), Some(Path::new("nowhere.db"))).await;
        let said = opened.map(drop).expect_err("it is taken").to_string();
        assert!(
            said.starts_with("WHISTLE_HTTP: nothing can listen on 127.0.0.1:"),
            "{said}"
        );
        let opened = Service::open(None, &Health::default(), None).await;
        assert!(
            opened.is_ok_and(|service| service.listener.is_none()),
            "nothing is served"
        );
    }
}
