//! Which picture stands in a message, which picture has to be drawn and sent, and what a request says about it.
//!
//! [`drawing`](super::drawing) draws the pictures.

use serde_json::Value;

use super::desired::{Address, Show, Undrawn};
use super::record::Shows;
use crate::discord::payload::{File, Payload, Picture};

/// A picture that was drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) key: String,
    pub(super) bytes: Vec<u8>,
    /// Who gets the picture.
    pub(super) to: Address,
}

/// What became of a late picture.
#[derive(Debug, Default)]
pub(super) enum Late {
    /// No picture is late.
    #[default]
    None,
    /// It is still being drawn.
    Drawing,
    /// It is drawn.
    Drawn(Drawn),
    /// The picture with this key cannot be drawn.
    Undrawn(String),
}

/// The body of a request that writes a message, and what the message shows afterwards.
pub(in crate::discord) struct Body {
    /// The JSON for Discord.
    pub(in crate::discord) json: Value,
    /// The picture that goes with it.
    pub(in crate::discord) picture: Option<Vec<u8>>,
    /// What the message shows afterwards.
    pub(in crate::discord) shows: Shows,
}

impl Body {
    /// A body after which the message has the picture with the key `stands`.
    fn new(payload: &Payload, version: u64, file: File, stands: Option<&str>) -> Body {
        let wanted = payload.picture.as_ref().map(Picture::key);
        Body {
            json: payload.body(file),
            picture: None,
            shows: Shows {
                version,
                digest: payload.digest_with(stands),
                picture: stands.map(str::to_owned),
                whole: stands == wanted,
            },
        }
    }

    /// A new message whose notification says something; `None` if nobody needs a notification. Of a message with more than that
    /// nobody then knows what it shows, so that an edit follows at once.
    pub(in crate::discord) fn announced(payload: &Payload, version: u64) -> Option<Body> {
        let whole = payload.is_announcement();
        (!payload.notification.is_empty()).then(|| Body {
            json: payload.announcement(),
            picture: None,
            shows: Shows {
                version,
                digest: if whole { payload.digest() } else { String::new() },
                picture: None,
                whole,
            },
        })
    }

    /// The text alone: for a new message, or if nobody knows which picture stands there.
    pub(in crate::discord) fn words(payload: &Payload, version: u64) -> Body {
        Body::new(payload, version, File::Nothing, None)
    }

    /// The text, beside the picture that stands there according to `shows`. Where nobody knows of a picture none is named:
    /// Discord refuses a gallery whose file is not there.
    pub(in crate::discord) fn beside(payload: &Payload, version: u64, shows: Option<&Shows>) -> Body {
        match (&payload.picture, shows.and_then(|shows| shows.picture.as_deref())) {
            (Some(_), Some(stands)) => Body::new(payload, version, File::Standing, Some(stands)),
            _ => Body::words(payload, version),
        }
    }

    /// The whole desired message, with the picture `drawn` for it if another picture stands there.
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
        Ok(Body::with(show, drawn))
    }

    /// A body that brings a picture, perhaps of an older moment: whoever needs the description cannot see the picture, so the
    /// description tells of now.
    fn with(show: &Show, drawn: &Drawn) -> Body {
        Body {
            picture: Some(drawn.bytes.clone()),
            ..Body::new(&show.payload, show.version, File::New, Some(&drawn.key))
        }
    }

    /// What to send before the desired picture is drawn: the text, unless it stands already, and the picture that was `drawn`
    /// last. `None` if all of this stands there.
    pub(super) fn early(show: &Show, shows: Option<&Shows>, drawn: Option<&Drawn>) -> Option<Body> {
        let stands = shows.and_then(|shows| shows.picture.as_deref());
        let newer = drawn.filter(|drawn| drawn.to == show.to && stands != Some(drawn.key.as_str()));
        match newer {
            Some(drawn) => Some(Body::with(show, drawn)),
            None if has_words(&show.payload, shows) => None,
            None => Some(Body::beside(&show.payload, show.version, shows)),
        }
    }
}

/// Whether the message has the text of `payload`, whatever picture stands there.
fn has_words(payload: &Payload, shows: Option<&Shows>) -> bool {
    shows.is_some_and(|shows| payload.digest_with(shows.picture.as_deref()) == shows.digest)
}
