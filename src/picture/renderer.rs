//! Where pictures are drawn and kept.

use std::sync::Arc;

use moka::future::Cache;
use moka::policy::EvictionPolicy;

use super::render_pool::RenderPool;
use super::{Picture, Undrawn, draw, key};
use crate::rules::Sketch;

/// How many bytes of pictures are kept: enough for a few hundred pictures.
const KEPT: usize = 16 * 1024 * 1024;

/// How many pictures are drawn at once, at most; where there are two processors or more, never on more than half of them.
const AT_ONCE: usize = 4;

/// Draws pictures off the async threads and at a lower priority, each content once, and keeps those that were asked for
/// last. Clones share all.
#[derive(Clone, Debug)]
pub struct Renderer {
    /// The pictures by their keys.
    pub(super) cache: Cache<String, Arc<Picture>>,
    pool: Arc<RenderPool>,
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
        let cache = Cache::builder()
            .eviction_policy(EvictionPolicy::lru())
            .max_capacity(room as u64)
            .weigher(|_, picture: &Arc<Picture>| picture.png.len().try_into().unwrap_or(u32::MAX));
        Renderer {
            cache: cache.build(),
            pool: Arc::new(RenderPool::new((processors / 2).clamp(1, AT_ONCE))),
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
        let entry = self.cache.entry_by_ref(&key).or_try_insert_with(self.drawn(sketch));
        let entry = entry.await.map_err(Arc::unwrap_or_clone)?;
        if entry.is_fresh() {
            // Otherwise the cache would hold more than it may until it next tidies itself.
            self.cache.run_pending_tasks().await;
        }
        Ok(entry.into_value())
    }

    async fn drawn(&self, sketch: Arc<Sketch>) -> Result<Arc<Picture>, Undrawn> {
        let drawing = self.pool.done(move || draw(&sketch));
        let drawn = drawing.await.map_err(|error| Undrawn::Failed(error.to_string()))?;
        drawn.map(Arc::new)
    }
}
