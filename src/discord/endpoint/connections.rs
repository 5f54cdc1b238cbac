//! Serves connections of strangers: so many at a time, each for one request and for some seconds.
//!
//! Connections cost files, which the bot needs itself. So whoever opens many of them, or sends a request slowly, may keep others
//! from the endpoint, but the bot from nothing else.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::PATIENCE;

/// How many connections are served at once: more than people press at once, and a fraction of the files that a process may open.
const MOST: usize = 256;
/// How many bytes of a connection are buffered at once: more than the headers of a proxy take, and the body passes through.
const BUFFER: usize = 16 * 1024;
/// How long to wait where the system gives no connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Whether connections are accepted: a bot that hands over leaves them to the next one.
pub(in crate::discord) struct Gate {
    open: watch::Sender<bool>,
    free: Arc<Semaphore>,
}

impl Default for Gate {
    fn default() -> Gate {
        Gate {
            open: watch::Sender::new(true),
            free: Arc::new(Semaphore::new(MOST)),
        }
    }
}

impl Gate {
    /// Connections are accepted again.
    pub(in crate::discord) fn open(&self) {
        self.open.send_replace(true);
    }

    /// Accepts no more connections, and waits for those that were accepted, but not for ever.
    pub(in crate::discord) async fn shut(&self, within: Duration) {
        self.open.send_replace(false);
        let all = u32::try_from(MOST).unwrap_or(u32::MAX);
        let _ = timeout(within, self.free.acquire_many(all)).await;
    }

    /// Whether connections are accepted, for whoever else listens.
    pub(in crate::discord) fn is_open(&self) -> watch::Receiver<bool> {
        self.open.subscribe()
    }
}

/// Serves for ever, while the gate is open.
pub(super) async fn serve(listener: TcpListener, router: Router, gate: &Gate) -> Infallible {
    let mut open = gate.open.subscribe();
    loop {
        let _ = open.wait_for(|open| *open).await;
        let permit = Arc::clone(&gate.free).acquire_owned().await;
        let accepted = tokio::select! {
            biased;
            _ = open.wait_for(|open| !*open) => continue,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(BUFFER)
                // Otherwise a connection could end in the moment in which a proxy sends the next request over it.
                .keep_alive(false);
            // Whoever breaks off has no answer to get.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
