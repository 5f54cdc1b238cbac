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
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::PATIENCE;

/// How many connections are served at once: more than people press at once, and a fraction of the files that a process may open.
const MOST: usize = 256;
/// How long to wait where the system gives no connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves for ever.
pub(super) async fn serve(listener: TcpListener, router: Router) -> Infallible {
    let free = Arc::new(Semaphore::new(MOST));
    loop {
        let permit = Arc::clone(&free).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                // Otherwise a connection could end in the moment in which a proxy sends the next request over it.
                .keep_alive(false);
            // Whoever breaks off has no answer to get.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
