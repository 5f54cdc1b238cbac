//! Which picture stands in a message, which has to be drawn and sent, and what a request says of it.
//!
//! Drawing it is the matter of [`drawing`](super::drawing).

use serde_json::Value;

use super::desired::{Address, Show, Undrawn};
use super::record::Shows;
use crate::discord::payload::{File, Payload, Picture};

/// Stands for the key of a picture of which nobody knows whether it is there. No picture has it.
pub(in crate::discord) const UNSURE: &str = "?";

/// A picture that was drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) key: String,
    pub(super) bytes: Vec<u8>,
    /// What it tells.
    pub(super) alt: String,
    /// For whom.
    pub(super) to: Address,
}

/// What became of a picture that was late.
#[derive(Debug, Default)]
pub(super) enum Late {
    /// There is none.
    #[default]
    None,
    /// It is still being drawn.
    Drawing,
    /// It is there.
    Drawn(Drawn),
    /// The one of this key cannot be drawn.
    Undrawn(String),
}

/// The body of a request that writes a message, and what the message shows then.
pub(in crate::discord) struct Body {
    /// As Discord takes it.
    pub(in crate::discord) json: Value,
    /// The picture that goes with it.
    pub(in crate::discord) picture: Option<Vec<u8>>,
    /// What stands there afterwards.
    pub(in crate::discord) shows: Shows,
}

impl Body {
    /// A body by which the picture of the key `stands` stands in the message.
    fn new(payload: &Payload, version: u64, file: File, stands: Option<&str>) -> Body {
        let wanted = payload.picture.as_ref().map(Picture::key);
        let whole = stands == wanted && !matches!(file, File::Later);
        let digest = match whole {
            true => payload.digest(),
            false => payload.digest_with(Some(stands.unwrap_or(UNSURE))),
        };
        Body {
            json: payload.body(file),
            picture: None,
            shows: Shows {
                version,
                digest,
                picture: stands.map(str::to_owned),
                whole,
            },
        }
    }

    /// The words alone, where the message is new or nobody knows which picture stands there.
    pub(in crate::discord) fn words(payload: &Payload, version: u64) -> Body {
        match payload.picture {
            Some(_) => Body::new(payload, version, File::Later, None),
            None => Body::new(payload, version, File::Nothing, None),
        }
    }

    /// The words, beside the picture that stands there as far as `shows` tells.
    pub(in crate::discord) fn beside(payload: &Payload, version: u64, shows: Option<&Shows>) -> Body {
        match (&payload.picture, shows.and_then(|shows| shows.picture.as_deref())) {
            (Some(_), Some(stands)) => Body::new(payload, version, File::Standing, Some(stands)),
            _ => Body::words(payload, version),
        }
    }

    /// The words of a panel in which somebody pressed: whatever picture stands there stays.
    pub(in crate::discord) fn standing(payload: &Payload, version: u64, shows: Option<&Shows>) -> Body {
        let stands = shows.and_then(|shows| shows.picture.as_deref());
        match payload.picture {
            Some(_) => Body::new(payload, version, File::Standing, stands),
            None => Body::words(payload, version),
        }
    }

    /// All that is wanted, with the picture that was `drawn` for it if another one stands there.
    ///
    /// # Errors
    /// When that picture is needed and was not drawn.
    pub(super) fn whole(show: &Show, shows: Option<&Shows>, drawn: Option<&Drawn>) -> Result<Body, Undrawn> {
        let payload = &show.payload;
        let stands = shows.and_then(|shows| shows.picture.as_deref());
        let Some(wanted) = payload.picture.as_ref().map(Picture::key) else {
            return Ok(Body::new(payload, show.version, File::Nothing, None));
        };
        if stands == Some(wanted) {
            return Ok(Body::new(payload, show.version, File::Standing, stands));
        }
        let drawn = drawn.filter(|drawn| drawn.key == wanted).ok_or(Undrawn)?;
        Ok(Body::with(show, shows, drawn))
    }

    /// A body that brings a picture, and nothing else where the words stand already.
    fn with(show: &Show, shows: Option<&Shows>, drawn: &Drawn) -> Body {
        let payload = &show.payload;
        let alone = has_words(payload, shows) && payload.embeds.is_empty();
        let file = if alone { File::Alone } else { File::New };
        Body {
            json: payload.body_with(file, &drawn.alt),
            picture: Some(drawn.bytes.clone()),
            ..Body::new(payload, show.version, file, Some(&drawn.key))
        }
    }

    /// What is wanted before its picture is drawn: the words where they do not stand yet, and the picture that was `drawn` last,
    /// which tells of its own moment. `None` where all that stands there.
    pub(super) fn early(show: &Show, shows: Option<&Shows>, drawn: Option<&Drawn>) -> Option<Body> {
        let stands = shows.and_then(|shows| shows.picture.as_deref());
        let newer = drawn.filter(|drawn| drawn.to == show.to && stands != Some(drawn.key.as_str()));
        match newer {
            Some(drawn) => Some(Body::with(show, shows, drawn)),
            None if has_words(&show.payload, shows) => None,
            None => Some(Body::beside(&show.payload, show.version, shows)),
        }
    }
}

/// Whether the words of a message are those of `payload`, whatever picture stands there.
fn has_words(payload: &Payload, shows: Option<&Shows>) -> bool {
    let Some(shows) = shows else { return false };
    let noted = |picture| payload.digest_with(picture) == shows.digest;
    noted(shows.picture.as_deref()) || noted(Some(UNSURE))
}
