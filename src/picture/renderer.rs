//! Where pictures are drawn and kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use super::render_pool::RenderPool;
use super::{Picture, Sprites, Undrawn, key};
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
    cache: Mutex<Cache>,
    sprites: Sprites,
    pool: RenderPool,
}

/// A picture that is being drawn, for everybody who waits for it.
type InFlight = Arc<OnceCell<Arc<Picture>>>;

#[derive(Debug)]
struct Cache {
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
    in_flight: BTreeMap<String, InFlight>,
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
                cache: Mutex::new(Cache::new(room)),
                sprites: Sprites::new(),
                pool: RenderPool::new((processors / 2).clamp(1, AT_ONCE)),
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
        let waiting = {
            let mut cache = self.cache();
            if let Some(picture) = cache.take(&key) {
                return Ok(picture);
            }
            // Removes the pictures that all their callers have left before they were drawn.
            cache.in_flight.retain(|_, waiting| Arc::strong_count(waiting) > 1);
            Arc::clone(cache.in_flight.entry(key.clone()).or_default())
        };
        let drawn = waiting.get_or_try_init(|| self.drawn(sketch)).await.map(Arc::clone);
        let mut cache = self.cache();
        // The first caller to get here removes the entry, unless another has taken its place.
        if cache
            .in_flight
            .get(&key)
            .is_some_and(|there| Arc::ptr_eq(there, &waiting))
        {
            cache.in_flight.remove(&key);
            if let Ok(picture) = &drawn {
                cache.put(Arc::clone(picture));
            }
        }
        drawn
    }

    /// The kept picture of this [`key`].
    pub fn kept(&self, key: &str) -> Option<Arc<Picture>> {
        self.cache().take(key)
    }

    /// How many pictures callers wait for.
    #[cfg(test)]
    pub(super) fn waited_for(&self) -> usize {
        self.cache().in_flight.len()
    }

    async fn drawn(&self, sketch: Arc<Sketch>) -> Result<Arc<Picture>, Undrawn> {
        let sprites = self.shared.sprites.clone();
        let drawing = self.shared.pool.done(move || sprites.draw(&sketch));
        let drawn = drawing.await.map_err(|error| Undrawn::Failed(error.to_string()))?;
        drawn.map(Arc::new)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        // A panic of a thread leaves nothing half done under this lock.
        self.shared.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cache {
    fn new(room: usize) -> Cache {
        Cache {
            kept: BTreeMap::new(),
            order: BTreeMap::new(),
            bytes: 0,
            room,
            now: 0,
            in_flight: BTreeMap::new(),
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
