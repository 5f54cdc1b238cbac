//! Uploaded files and the signed links under which they can be fetched (LIMITS section 1): a link names when it was given and when
//! it ends, and carries a signature over both.

use std::time::Duration;

use axum::body::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::Id;
use crate::playground::snowflake::now_ms;

/// How long a link works.
const LINK_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// A file as it arrived in a request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The `n` of its part `files[n]`.
    pub(crate) n: u64,
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

/// A file that belongs to a message.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
}

impl Attachment {
    /// Takes an upload in, under what its metadata says of name and alt text.
    pub(crate) fn new(id: Id, upload: &Upload, meta: Option<&Value>) -> Self {
        let text = |key: &str| meta.and_then(|m| m[key].as_str()).map(str::to_owned);
        let name = clean(&text("filename").unwrap_or_else(|| upload.name.clone()));
        Attachment {
            id,
            content_type: upload.content_type.clone().unwrap_or_else(|| guess(&name).into()),
            name,
            description: text("description"),
            bytes: upload.bytes.clone(),
        }
    }

    /// The attachment object.
    pub(crate) fn json(&self, links: &Links, channel: Id, ephemeral: bool) -> Value {
        let url = links.sign(channel, self.id, &self.name);
        let mut json = json!({
            "id": self.id, "filename": self.name, "size": self.bytes.len(), "content_type": self.content_type, "url": url, "proxy_url": url,
        });
        if let Some(description) = &self.description {
            json["description"] = json!(description);
        }
        if let Some((width, height)) = png_size(&self.bytes) {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        if ephemeral {
            json["ephemeral"] = json!(true);
        }
        json
    }
}

/// File names keep letters, digits, dots, dashes and underscores; anything else becomes an underscore.
fn clean(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') {
                c
            } else {
                '_'
            }
        })
        .collect();
    if name.trim_matches('.').is_empty() {
        "unknown".into()
    } else {
        name
    }
}

fn guess(name: &str) -> &'static str {
    match name.rsplit('.').next().map(str::to_ascii_lowercase).as_deref() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("txt" | "md" | "log") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

/// Width and height out of a PNG's first chunk.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.get(..24)?;
    if !head.starts_with(b"\x89PNG\r\n\x1a\n") || &head[12..16] != b"IHDR" {
        return None;
    }
    let number = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    Some((number(16), number(20)))
}

/// Makes and checks links to files.
#[derive(Debug)]
pub(crate) struct Links {
    base: String,
    key: [u8; 32],
}

impl Links {
    /// `base` is the server's own address, `http://host:port`.
    pub(crate) fn new(base: String) -> Self {
        Links {
            base,
            key: rand::random(),
        }
    }

    /// The server's own address.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    fn sign(&self, channel: Id, id: Id, name: &str) -> String {
        let given = now_ms() / 1000;
        let (issued, ends) = (format!("{given:x}"), format!("{:x}", given + LINK_LIFE.as_secs()));
        let path = format!("/attachments/{channel}/{id}/{name}");
        let seal = self.seal(&path, &ends, &issued);
        format!("{}{path}?ex={ends}&is={issued}&hm={seal}&", self.base)
    }

    /// Whether a link was made here and has not ended.
    pub(crate) fn holds(&self, path: &str, ends: &str, issued: &str, seal: &str) -> bool {
        let in_time = u64::from_str_radix(ends, 16).is_ok_and(|ends| ends > now_ms() / 1000);
        in_time && self.seal(path, ends, issued) == seal
    }

    fn seal(&self, path: &str, ends: &str, issued: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else {
            return String::new();
        };
        for part in [path, ends, issued] {
            mac.update(part.as_bytes());
            mac.update(b"\n");
        }
        hex::encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_until_touched_or_ended() {
        let links = Links::new("http://h".into());
        let url = links.sign(Id(1), Id(2), "a.png");
        let (path, query) = url
            .strip_prefix("http://h")
            .and_then(|u| u.split_once('?'))
            .expect("a query");
        let part = |key: &str| query.split('&').find_map(|p| p.strip_prefix(key)).expect("a part");
        let (ex, is, hm) = (part("ex="), part("is="), part("hm="));
        assert!(links.holds(path, ex, is, hm));
        assert!(!links.holds("/attachments/1/3/a.png", ex, is, hm));
        assert!(!links.holds(path, "7fffffff", is, hm));
        assert!(!links.holds(path, "1", is, &links.seal(path, "1", is)));
    }

    #[test]
    fn pictures_tell_their_size() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 2, 0, 0, 0, 1, 0]);
        assert_eq!(png_size(&png), Some((512, 256)));
        assert_eq!(png_size(b"GIF89a"), None);
    }

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean("my board/1.png"), "my_board_1.png");
        assert_eq!(clean(".."), "unknown");
    }
}
