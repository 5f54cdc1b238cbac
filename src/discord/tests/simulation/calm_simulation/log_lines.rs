//! The bot's own log, at every level.

use std::fmt::{Debug, Write as _};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::world::Outside;

/// Writes down every line that this crate logs.
pub(super) struct LogLines(pub(super) Outside);

/// What a line says.
struct Said(String);

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for LogLines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(env!("CARGO_PKG_NAME"))
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut said = Said(format!("in {}", attributes.metadata().name()));
        attributes.record(&mut said);
        self.note(said);
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        let mut said = Said("also".to_owned());
        values.record(&mut said);
        self.note(said);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut said = Said(format!("{} {}:", metadata.level(), metadata.target()));
        event.record(&mut said);
        self.note(said);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl LogLines {
    fn note(&self, said: Said) {
        let mut state = self.0.lock();
        let at = state.now();
        state.lines.push((at, said.0));
    }
}
