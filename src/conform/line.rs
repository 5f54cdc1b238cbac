//! One connection to the gateway, frame by frame, with its heartbeat.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a connection may take to be made.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many frames are kept that nobody has asked for yet.
const KEPT: usize = 500;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// What came over a line.
#[derive(Clone, Debug)]
pub(super) enum Heard {
    /// A frame.
    Frame(Value),
    /// The other side closed, with its code if it gave one.
    Closed(Option<u16>),
}

/// A connection that stands. It breaks off when it is dropped.
pub(super) struct Line {
    heard: UnboundedReceiver<Heard>,
    say: UnboundedSender<Message>,
    kept: Vec<Value>,
    /// The last sequence number.
    seq: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Line {
    /// Connects; HELLO is the first frame to be heard. The reason of a failure holds no address.
    pub(super) async fn open(url: &str) -> Result<Line, &'static str> {
        let connected = timeout(PATIENCE, connect_async(url)).await;
        let (socket, _) = connected
            .map_err(|_| "the gateway took too long to answer")?
            .map_err(|_| "the gateway cannot be reached")?;
        let (tell, heard) = unbounded_channel();
        let (say, said) = unbounded_channel();
        let seq = Arc::new(AtomicU64::new(0));
        let task = tokio::spawn(run(socket, said, tell, Arc::clone(&seq)));
        Ok(Line {
            heard,
            say,
            kept: Vec::new(),
            seq,
            task,
        })
    }

    /// Sends a frame. That a line has broken shows when nothing more is heard.
    pub(super) fn send(&self, frame: &Value) {
        drop(self.say.send(Message::text(frame.to_string())));
    }

    /// The number of the last event.
    pub(super) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    /// The first frame that is wanted, of those that came already or within so long. What else comes is kept for later.
    pub(super) async fn next(&mut self, patience: Duration, want: impl Fn(&Value) -> bool) -> Option<Value> {
        if let Some(at) = self.kept.iter().position(&want) {
            return Some(self.kept.remove(at));
        }
        let until = Instant::now() + patience;
        while let Ok(Some(Heard::Frame(frame))) = timeout_at(until, self.heard.recv()).await {
            if want(&frame) {
                return Some(frame);
            }
            self.keep(frame);
        }
        None
    }

    /// The data of the next event of this name.
    pub(super) async fn event(&mut self, name: &str, patience: Duration) -> Option<Value> {
        let frame = self.next(patience, |frame| frame["t"] == name).await;
        frame.map(|mut frame| frame["d"].take())
    }

    /// The code with which the other side closes; nothing if it does not.
    pub(super) async fn closed(&mut self, patience: Duration) -> Option<u16> {
        let until = Instant::now() + patience;
        loop {
            match timeout_at(until, self.heard.recv()).await {
                Ok(Some(Heard::Closed(code))) => return code,
                Ok(Some(Heard::Frame(_))) => {}
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Forgets what has come and nobody asked for.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
        while let Ok(Heard::Frame(_)) = self.heard.try_recv() {}
    }

    /// Hangs up such that the session can be resumed.
    pub(super) async fn disconnect(mut self) {
        let close = CloseFrame {
            code: 4000.into(),
            reason: "".into(),
        };
        drop(self.say.send(Message::Close(Some(close))));
        self.closed(Duration::from_secs(2)).await;
    }

    fn keep(&mut self, frame: Value) {
        if self.kept.len() >= KEPT {
            self.kept.remove(0);
        }
        self.kept.push(frame);
    }
}

/// Serves a line until it ends: passes on what comes and goes, and lets the heart beat.
async fn run(
    mut socket: Socket,
    mut said: UnboundedReceiver<Message>,
    tell: UnboundedSender<Heard>,
    seq: Arc<AtomicU64>,
) {
    let mut interval = Duration::from_secs(60);
    let mut beat = Instant::now() + interval;
    loop {
        tokio::select! {
            message = said.recv() => {
                let Some(message) = message else { return };
                if socket.send(message).await.is_err() {
                    return;
                }
            }
            () = sleep_until(beat) => {
                beat += interval;
                if socket.send(heartbeat(&seq)).await.is_err() {
                    return;
                }
            }
            came = socket.next() => {
                let frame = match came {
                    Some(Ok(Message::Text(text))) => serde_json::from_str::<Value>(&text).unwrap_or(Value::Null),
                    Some(Ok(Message::Close(frame))) => {
                        drop(tell.send(Heard::Closed(frame.map(|frame| frame.code.into()))));
                        return;
                    }
                    Some(Ok(_)) => continue,
                    Some(Err(_)) | None => {
                        drop(tell.send(Heard::Closed(None)));
                        return;
                    }
                };
                if let Some(number) = frame["s"].as_u64() {
                    seq.store(number, Ordering::Relaxed);
                }
                match frame["op"].as_u64() {
                    Some(1) => drop(socket.send(heartbeat(&seq)).await),
                    Some(10) => {
                        interval = Duration::from_millis(frame["d"]["heartbeat_interval"].as_u64().unwrap_or(41_250).max(1_000));
                        // The first one comes early, as after a random part of the interval.
                        beat = Instant::now() + interval / 3;
                    }
                    _ => {}
                }
                if tell.send(Heard::Frame(frame)).is_err() {
                    return;
                }
            }
        }
    }
}

fn heartbeat(seq: &AtomicU64) -> Message {
    let last = seq.load(Ordering::Relaxed);
    let last = if last == 0 { Value::Null } else { json!(last) };
    Message::text(json!({ "op": 1, "d": last }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord's gateway is reached over TLS; without it the library would refuse the address itself.
    #[tokio::test]
    async fn tls_is_spoken() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let greeting = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a client");
            let mut first = [0; 1];
            tokio::io::AsyncReadExt::read_exact(&mut stream, &mut first)
                .await
                .expect("a byte");
            first[0]
        });
        assert!(Line::open(&format!("wss://127.0.0.1:{port}/")).await.is_err());
        assert_eq!(
            greeting.await.expect("a greeting"),
            22,
            "a handshake of TLS begins with this"
        );
    }
}
