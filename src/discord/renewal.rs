//! The renewal: a bot hands over to the next one, which was started beside it over the same database.
//!
//! A bot that serves listens at a socket beside its database, which only its own user can reach. The next bot greets it
//! there, prepares all that can be prepared, and says that it is ready. Until then nothing changes: a start that fails costs
//! nothing. Then the bot that serves stops, and gives the sessions of its shards over. It ends once the next bot has taken
//! the database over. If that one ends before, the bot serves again.
//!
//! With the greeting the next bot gets copies of the sockets on which the other one listens. So an address that both have is
//! never free, and whoever connects in between waits; any other address is tried while the other bot still serves.
//!
//! Where there is no such socket, the next bot waits until the one before was stopped, as ever.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::time::timeout;

#[cfg(not(unix))]
use tokio::net::TcpStream as Stream;
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream as Stream};

use super::gateway::session::Session;

/// What the bot that serves says first. A bot that says something else hands nothing over to this one.
const GREETING: &str = "whistle renewal 2";
/// What the next bot says when it is ready, and when the database is its own.
const READY: &str = "ready";
const TAKEN: &str = "taken";
/// How long the bot that serves may take to greet.
const GREET: Duration = Duration::from_secs(2);
/// How long the one that serves may take to stop.
const STOP: Duration = Duration::from_secs(10);
/// How long the next bot may take to take the database over.
const TAKE: Duration = Duration::from_secs(20);

/// The other bot, line by line.
struct Line(BufReader<Stream>);

impl Line {
    async fn say(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(format!("{text}\n").as_bytes()).await
    }

    /// The next line, within so long.
    async fn heard(&mut self, within: Duration) -> Option<String> {
        let mut text = String::new();
        let read = timeout(within, self.0.read_line(&mut text)).await;
        read.ok()?.ok()?;
        text.strip_suffix('\n').map(str::to_owned)
    }
}

/// The place where the next bot asks.
pub(super) struct Door {
    /// `None` where there can be no socket.
    #[cfg(unix)]
    listener: Option<UnixListener>,
    #[cfg(unix)]
    path: PathBuf,
    /// On what else this bot listens.
    #[cfg(unix)]
    sockets: Vec<TcpListener>,
}

/// Where the bot that serves a database listens. The place is the same by whatever path the database is reached.
fn beside(database: &Path) -> PathBuf {
    let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    let mut path = database.into_os_string();
    path.push("-renew");
    path.into()
}

#[cfg(unix)]
impl Door {
    /// Listens beside a database that this bot has a claim to. Beside a server's there is no place. The next bot gets copies
    /// of the sockets.
    pub(super) fn beside(database: Option<&Path>, sockets: Vec<TcpListener>) -> Door {
        use std::os::unix::fs::PermissionsExt as _;
        let Some(database) = database else {
            return Door {
                listener: None,
                path: PathBuf::new(),
                sockets,
            };
        };
        let path = beside(database);
        // Whoever listened there before has lost its claim.
        let _ = std::fs::remove_file(&path);
        let listener = UnixListener::bind(&path)
            .and_then(|listener| {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
                Ok(listener)
            })
            .inspect_err(|error| tracing::info!(%error, "no other bot can take over from this one without a gap"))
            .ok();
        Door {
            listener,
            path,
            sockets,
        }
    }

    /// Resolves when the next bot is ready. Several may be about to be: the first one is the next. They connect beside the
    /// `sessions` of this bot meanwhile.
    pub(super) async fn asked(&self, sessions: impl Fn() -> Vec<Session>) -> NextBot {
        let Some(listener) = &self.listener else {
            return std::future::pending().await;
        };
        let mut waiting = tokio::task::JoinSet::new();
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) if self.is_own(&stream) => {
                        if handles::greet(&stream, &self.sockets).await.is_ok() {
                            waiting.spawn(ready(stream, sessions()));
                        }
                    }
                    Ok(_) => {}
                    // Perhaps there are too many open files.
                    Err(_) => tokio::time::sleep(GREET).await,
                },
                Some(done) = waiting.join_next() => if let Ok(Some(next)) = done {
                    return next;
                },
            }
        }
    }

    /// Whether somebody is the user who runs this bot: the socket's mode cannot tell of the moment before it was set.
    fn is_own(&self, stream: &Stream) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let own = std::fs::metadata(&self.path).map(|found| found.uid());
        let theirs = stream.peer_cred().map(|found| found.uid());
        matches!((own, theirs), (Ok(own), Ok(theirs)) if own == theirs)
    }
}

#[cfg(unix)]
impl Drop for Door {
    fn drop(&mut self) {
        if self.listener.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(not(unix))]
impl Door {
    /// There is no such place.
    pub(super) fn beside(_: Option<&Path>, _: Vec<TcpListener>) -> Door {
        Door {}
    }

    /// Nobody comes.
    pub(super) async fn asked(&self, _: impl Fn() -> Vec<Session>) -> NextBot {
        std::future::pending().await
    }
}

/// Tells somebody who was greeted of the sessions, and waits until they are ready.
#[cfg(unix)]
async fn ready(stream: Stream, sessions: Vec<Session>) -> Option<NextBot> {
    /// A start is patient with Discord.
    const PREPARE: Duration = Duration::from_secs(24 * 60 * 60);
    let mut line = Line(BufReader::new(stream));
    line.say(&serde_json::to_string(&sessions).ok()?).await.ok()?;
    (line.heard(PREPARE).await? == READY).then_some(NextBot(line))
}

/// The next bot, which is ready.
pub(super) struct NextBot(Line);

impl NextBot {
    /// Gives the sessions over, and returns whether the next bot has taken over. Nothing may be served from here on until
    /// that is known, and the claim to the database must be free.
    pub(super) async fn take(mut self, sessions: &[Session]) -> bool {
        let Ok(sessions) = serde_json::to_string(sessions) else {
            return false;
        };
        self.0.say(&sessions).await.is_ok() && self.0.heard(TAKE).await.is_some_and(|said| said == TAKEN)
    }
}

/// The bot that serves the database until this one is ready.
pub(super) struct Predecessor {
    line: Line,
    /// Its sessions, as they were when it was found.
    pub(super) sessions: Vec<Session>,
    /// Copies of the sockets on which it listens.
    pub(super) sockets: Vec<TcpListener>,
}

impl Predecessor {
    /// Finds the bot that serves a database, if there is one that can hand over.
    #[cfg(unix)]
    pub(super) async fn of(database: Option<&Path>) -> Option<Predecessor> {
        let stream = Stream::connect(beside(database?)).await.ok()?;
        let sockets = timeout(GREET, handles::greeted(&stream)).await.ok()?.ok()??;
        let mut line = Line(BufReader::new(stream));
        let sessions = serde_json::from_str(&line.heard(GREET).await?).ok()?;
        Some(Predecessor {
            line,
            sessions,
            sockets,
        })
    }

    #[cfg(not(unix))]
    pub(super) async fn of(_: Option<&Path>) -> Option<Predecessor> {
        None
    }

    /// Says that this bot is ready. Returns the sessions once the other one has stopped; without them the session of
    /// each shard is begun anew.
    pub(super) async fn stop(&mut self) -> Vec<Session> {
        if self.line.say(READY).await.is_err() {
            return Vec::new();
        }
        let sessions = self.line.heard(STOP).await;
        sessions
            .and_then(|sessions| serde_json::from_str(&sessions).ok())
            .unwrap_or_default()
    }

    /// Says that the database is this bot's now.
    pub(super) async fn taken(mut self) {
        // Otherwise that one finds out when it writes.
        let _ = self.line.say(TAKEN).await;
    }
}

/// The greeting, with which sockets change hands.
#[cfg(unix)]
mod handles {
    use std::io::{self, IoSlice, IoSliceMut};
    use std::mem::MaybeUninit;
    use std::net::TcpListener;
    use std::os::fd::{AsFd as _, BorrowedFd};

    use rustix::net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
        recvmsg, sendmsg,
    };
    use tokio::io::Interest;

    use super::{GREETING, Stream};

    /// How many sockets a bot has at most.
    const MOST: usize = 4;
    /// No program that this one starts gets copies: they would take connections that nobody serves.
    #[cfg(target_os = "linux")]
    const RECEIVE: RecvFlags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    const RECEIVE: RecvFlags = RecvFlags::empty();

    /// Says the greeting, and gives copies of the sockets along.
    pub(super) async fn greet(stream: &Stream, sockets: &[TcpListener]) -> io::Result<()> {
        let text = format!("{GREETING}\n");
        let along: Vec<BorrowedFd<'_>> = sockets.iter().take(MOST).map(TcpListener::as_fd).collect();
        let send = || {
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
            let mut control = SendAncillaryBuffer::new(&mut space);
            if !along.is_empty() {
                control.push(SendAncillaryMessage::ScmRights(&along));
            }
            let text = [IoSlice::new(text.as_bytes())];
            Ok(sendmsg(stream, &text, &mut control, SendFlags::empty())?)
        };
        // It is short enough for the first piece.
        stream.async_io(Interest::WRITABLE, send).await.map(drop)
    }

    /// Reads the greeting; `None` if it is another one.
    pub(super) async fn greeted(stream: &Stream) -> io::Result<Option<Vec<TcpListener>>> {
        let (mut text, mut sockets) = ([0; GREETING.len() + 1], Vec::new());
        let receive = || {
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST))];
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let mut into = [IoSliceMut::new(&mut text)];
            recvmsg(stream, &mut into, &mut control, RECEIVE)?;
            for message in control.drain() {
                if let RecvAncillaryMessage::ScmRights(received) = message {
                    sockets.extend(received.map(TcpListener::from));
                }
            }
            Ok(())
        };
        stream.async_io(Interest::READABLE, receive).await?;
        Ok((text.strip_suffix(b"\n") == Some(GREETING.as_bytes())).then_some(sockets))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A bot without a shard, and what comes of the next one.
    fn serves(database: &Path) -> tokio::task::JoinHandle<NextBot> {
        let door = Door::beside(Some(database), Vec::new());
        tokio::spawn(async move { door.asked(Vec::new).await })
    }

    #[tokio::test]
    async fn nothing_stops_before_the_next_bot_is_ready_and_a_start_that_fails_costs_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        assert!(Predecessor::of(Some(&database)).await.is_none(), "nobody serves");
        let asked = serves(&database);
        let fails = Predecessor::of(Some(&database)).await.expect("it is there");
        drop(fails);
        let mut ready = Predecessor::of(Some(&database)).await.expect("it is there");
        assert!(!asked.is_finished());
        let handed = async {
            let next = asked.await.expect("nobody panics");
            assert!(next.take(&[]).await, "it is told that the file was taken");
        };
        let takes = async {
            assert!(ready.stop().await.is_empty());
            ready.taken().await;
        };
        tokio::join!(handed, takes);
    }

    #[tokio::test]
    async fn a_next_bot_that_ends_before_it_has_the_database_leaves_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        let asked = serves(&database);
        let mut ready = Predecessor::of(Some(&database)).await.expect("it is there");
        ready.line.say(READY).await.expect("it is heard");
        let next = asked.await.expect("nobody panics");
        drop(ready);
        assert!(!next.take(&[]).await);
    }

    #[tokio::test]
    async fn the_socket_is_private_and_goes_with_the_bot() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        let path = beside(&database);
        let door = Door::beside(Some(&database), Vec::new());
        let mode = std::fs::metadata(&path).expect("a socket").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        drop(door);
        assert!(!path.exists());
        // A socket that a killed bot left behind is in nobody's way.
        std::fs::write(&path, "").expect("a file");
        let _door = Door::beside(Some(&database), Vec::new());
        assert!(std::os::unix::net::UnixStream::connect(&path).is_ok());
    }

    #[tokio::test]
    async fn whoever_connects_in_between_waits_for_the_next_bot_and_none_is_turned_away() {
        use std::io::Read as _;
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
        let at = socket.local_addr().expect("its address");
        let door = Door::beside(Some(&database), vec![socket]);
        let asked = tokio::spawn(async move { door.asked(Vec::new).await });
        let next = Predecessor::of(Some(&database)).await.expect("it is there");
        asked.abort();
        assert!(asked.await.is_err(), "the other bot ends, with its own socket");
        let mut visitor = std::net::TcpStream::connect(at).expect("somebody listens there");
        let (mut served, _) = next.sockets[0].accept().expect("it came to the next bot");
        std::io::Write::write_all(&mut served, b"you").expect("it is sent");
        drop(served);
        let mut heard = String::new();
        visitor.read_to_string(&mut heard).expect("it is heard");
        assert_eq!(heard, "you");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn no_program_that_is_started_gets_the_sockets_that_change_hands() {
        use rustix::io::{FdFlags, fcntl_getfd};
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
        let door = Door::beside(Some(&database), vec![socket]);
        let asked = tokio::spawn(async move { door.asked(Vec::new).await });
        let next = Predecessor::of(Some(&database)).await.expect("it is there");
        asked.abort();
        let flags = fcntl_getfd(&next.sockets[0]).expect("the socket is open");
        assert!(flags.contains(FdFlags::CLOEXEC), "{flags:?}");
    }

    #[tokio::test]
    async fn where_there_can_be_no_socket_nobody_asks() {
        let far = Path::new("/nowhere").join("x".repeat(200)).join("whistle.db");
        let door = Door::beside(Some(&far), Vec::new());
        assert!(door.listener.is_none());
        assert!(Predecessor::of(Some(&far)).await.is_none());
    }
}
