//! A way to the database of a server, on which one of several bots can be cut off: the server notices at once, and the bot hears
//! nothing more.

use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

/// The name of a server's socket.
const SOCKET: &str = ".s.PGSQL.5432";

/// The way. Nobody gets through any more once it is dropped.
pub(crate) struct Barrier {
    folder: TempDir,
    address: String,
    /// A word of the command line of the bot that is cut off.
    cut_off: watch::Sender<Option<String>>,
}

impl Barrier {
    /// A way to the database of this address.
    pub(crate) fn before(address: &str) -> Barrier {
        let (before, socket) = address.split_once("host=").expect("the server has a socket");
        let folder = tempfile::tempdir().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let (cut_off, watched) = watch::channel(None);
        tokio::spawn(serve(listener, PathBuf::from(socket).join(SOCKET), watched));
        Barrier {
            address: format!("{before}host={}", folder.path().display()),
            folder,
            cut_off,
        }
    }

    /// The address of the database on this side.
    pub(crate) fn address(&self) -> String {
        assert!(self.folder.path().exists());
        self.address.clone()
    }

    /// Cuts off the bot whose command line has this word.
    pub(crate) fn cut_off(&self, word: &str) {
        self.cut_off.send_replace(Some(word.to_owned()));
    }
}

async fn serve(listener: UnixListener, server: PathBuf, cut_off: watch::Receiver<Option<String>>) {
    let server = Arc::new(server);
    while let Ok((bot, _)) = listener.accept().await {
        tokio::spawn(pass(bot, Arc::clone(&server), cut_off.clone()));
    }
}

/// Passes on what a bot and the server say to each other, until that bot is cut off.
async fn pass(mut bot: UnixStream, server: Arc<PathBuf>, mut cut_off: watch::Receiver<Option<String>>) {
    let process = bot.peer_cred().ok().and_then(|peer| peer.pid());
    let line = process.and_then(|process| std::fs::read_to_string(format!("/proc/{process}/cmdline")).ok());
    let line = line.expect("a bot that runs");
    let is_cut = |word: &Option<String>| word.as_ref().is_some_and(|word| line.contains(word.as_str()));
    let passed = async {
        let Ok(mut server) = UnixStream::connect(&*server).await else {
            return;
        };
        let _ = copy_bidirectional(&mut bot, &mut server).await;
    };
    let is_cut_off = tokio::select! {
        biased;
        _ = cut_off.wait_for(is_cut) => true,
        () = passed => false,
    };
    if is_cut_off {
        // The bot's side stays open, and silent.
        let _ = cut_off.wait_for(Option::is_none).await;
        drop(bot);
    }
}
