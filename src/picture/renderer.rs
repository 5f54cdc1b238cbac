//! Where pictures are drawn and kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use super::painters::Painters;
use super::{Picture, Stamps, Undrawn, key};
use crate::rules::Sketch;

/// How many bytes of pictures are kept: enough for a few hundred pictures.
const KEPT: usize = 16 * 1024 * 1024;

/// How many pictures are drawn at once, at most; where there are two processors or more, never on more than half of them.
const AT_ONCE: usize = 4;

/// Draws pictures off the async threads and at a lower priority, each content once, and keeps the newest. Clones share all.
#[derive(Clone, Debug)]
pub struct Renderer {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    shelf: Mutex<Shelf>,
    stamps: Stamps,
    painters: Painters,
}

/// A picture that is being drawn, for everybody who waits for it.
type Easel = Arc<OnceCell<Arc<Picture>>>;

#[derive(Debug)]
struct Shelf {
    /// Each picture with the moment when it was last asked for.
    kept: BTreeMap<String, (Arc<Picture>, u64)>,
    /// The keys by those moments.
    order: BTreeMap<u64, String>,
    /// How many bytes are kept, and how many may be.
    bytes: usize,
    room: usize,
    /// A counter that numbers the moments.
    now: u64,
    /// The pictures that are being drawn.
    easels: BTreeMap<String, Easel>,
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

impl Renderer {
    /// An empty renderer.
    pub fn new() -> Renderer {
        Renderer::keeping(KEPT)
    }

    /// A renderer that keeps at most this many bytes of pictures.
    pub(super) fn keeping(room: usize) -> Renderer {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Renderer {
            shared: Arc::new(Shared {
                shelf: Mutex::new(Shelf::new(room)),
                stamps: Stamps::new(),
                painters: Painters::new((processors / 2).clamp(1, AT_ONCE)),
            }),
        }
    }

    /// The picture of a sketch with final labels: a kept picture, one that another caller is already waiting for, or a new
    /// one.
    ///
    /// # Errors
    /// See [`Undrawn`]. The next caller tries again.
    pub async fn picture(&self, sketch: impl Into<Arc<Sketch>>) -> Result<Arc<Picture>, Undrawn> {
        let sketch = sketch.into();
        let key = key(&sketch);
        let easel = {
            let mut shelf = self.shelf();
            if let Some(picture) = shelf.take(&key) {
                return Ok(picture);
            }
            // Removes the easels that all their callers have left before a picture was drawn.
            shelf.easels.retain(|_, easel| Arc::strong_count(easel) > 1);
            Arc::clone(shelf.easels.entry(key.clone()).or_default())
        };
        let drawn = easel.get_or_try_init(|| self.drawn(sketch)).await.map(Arc::clone);
        let mut shelf = self.shelf();
        // The first caller to get here removes the easel, unless another easel has taken its place.
        if shelf.easels.get(&key).is_some_and(|there| Arc::ptr_eq(there, &easel)) {
            shelf.easels.remove(&key);
            if let Ok(picture) = &drawn {
                shelf.put(Arc::clone(picture));
            }
        }
        drawn
    }

    /// The kept picture of this [`key`].
    pub fn kept(&self, key: &str) -> Option<Arc<Picture>> {
        self.shelf().take(key)
    }

    /// How many pictures callers wait for.
    #[cfg(test)]
    pub(super) fn waited_for(&self) -> usize {
        self.shelf().easels.len()
    }

    async fn drawn(&self, sketch: Arc<Sketch>) -> Result<Arc<Picture>, Undrawn> {
        let stamps = self.shared.stamps.clone();
        let drawing = self.shared.painters.done(move || stamps.draw(&sketch));
        let drawn = drawing.await.map_err(|error| Undrawn::Failed(error.to_string()))?;
        drawn.map(Arc::new)
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        // A panic of a thread leaves nothing half done under this lock.
        self.shared.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn new(room: usize) -> Shelf {
        Shelf {
            kept: BTreeMap::new(),
            order: BTreeMap::new(),
            bytes: 0,
            room,
            now: 0,
            easels: BTreeMap::new(),
        }
    }

    /// A kept picture, which now counts as asked for.
    fn take(&mut self, key: &str) -> Option<Arc<Picture>> {
        let (picture, moment) = self.kept.get_mut(key)?;
        self.now += 1;
        self.order.remove(moment);
        *moment = self.now;
        self.order.insert(self.now, key.to_owned());
        Some(Arc::clone(picture))
    }

    /// Keeps a picture, and drops those that nobody has asked for the longest.
    fn put(&mut self, picture: Arc<Picture>) {
        if picture.png.len() > self.room || self.take(&picture.key).is_some() {
            return;
        }
        self.now += 1;
        self.bytes += picture.png.len();
        self.order.insert(self.now, picture.key.clone());
        self.kept.insert(picture.key.clone(), (picture, self.now));
        while self.bytes > self.room
            && let Some((_, oldest)) = self.order.pop_first()
        {
            if let Some((gone, _)) = self.kept.remove(&oldest) {
                self.bytes -= gone.png.len();
            }
        }
    }
}
