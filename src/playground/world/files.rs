//! Uploaded files and the signed links that fetch them (docs/DISCORD.md, "Files"). A link names its beginning and its end, and carries a
//! signature over both. A link still works when its file has left the message.

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::Id;
use crate::playground::snowflake::now_ms;

/// How long a link works.
const LINK_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// How many files that no message has any more are kept, and how many bytes of them.
const OFF_MOST: usize = 1_024;
const OFF_BYTES: usize = 32 * 1024 * 1024;

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
    /// None if nobody knows.
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

impl Attachment {
    /// Takes an upload in, under what its metadata says of name and alt text.
    pub(crate) fn new(id: Id, upload: &Upload, meta: Option<&Value>) -> Self {
        let text = |key: &str| meta.and_then(|m| m[key].as_str()).map(str::to_owned);
        let name = clean(&text("filename").unwrap_or_else(|| upload.name.clone()));
        Attachment {
            id,
            content_type: content_type(&name, upload.content_type.as_deref()),
            name,
            description: text("description"),
            bytes: upload.bytes.clone(),
        }
    }

    /// Whether a URL means this file: by its name, or by a link to it, however old.
    pub(crate) fn is_meant(&self, links: &Links, channel: Id, url: &str) -> bool {
        match url.strip_prefix("attachment://") {
            Some(name) => name == self.name,
            None => {
                let path = url.split('?').next().and_then(|url| url.strip_prefix(links.base()));
                path == Some(links.path(channel, self.id, &self.name).as_str())
            }
        }
    }

    /// The attachment object.
    pub(crate) fn json(&self, links: &Links, channel: Id, ephemeral: bool) -> Value {
        let url = links.sign(channel, self.id, &self.name);
        let mut json = json!({
            "id": self.id, "filename": self.name, "size": self.bytes.len(), "url": url, "proxy_url": url,
        });
        if let Some(content_type) = &self.content_type {
            json["content_type"] = json!(content_type);
        }
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

/// Files that no message has: those that an edit took off one or that went with one, by their channel; and those that people gave
/// to the bot, by who gave them. Who was given a link may still be about to follow it: the CDN goes on serving such a file for a
/// while. The oldest make room, and none is kept for longer than any link to it works.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Oldest first: since when it is kept in milliseconds of the epoch, whose it is, the file.
    files: VecDeque<(u64, Id, Attachment)>,
    bytes: usize,
}

impl Kept {
    /// Keeps files from now on.
    pub(crate) fn keep(&mut self, whose: Id, files: impl IntoIterator<Item = Attachment>) {
        self.keep_at(now_ms(), whose, files);
    }

    fn keep_at(&mut self, now: u64, whose: Id, files: impl IntoIterator<Item = Attachment>) {
        for file in files {
            self.bytes += file.bytes.len();
            self.files.push_back((now, whose, file));
        }
        let life = u64::try_from(LINK_LIFE.as_millis()).unwrap_or(u64::MAX);
        while let Some((taken, _, file)) = self.files.front() {
            let fits = self.files.len() <= OFF_MOST && self.bytes <= OFF_BYTES;
            if fits && taken.saturating_add(life) > now {
                break;
            }
            self.bytes -= file.bytes.len();
            self.files.pop_front();
        }
    }

    /// A file of this channel or person.
    pub(crate) fn find(&self, whose: Id, id: Id) -> Option<&Attachment> {
        let mut newest_first = self.files.iter().rev();
        let found = newest_first.find(|(_, owner, file)| *owner == whose && file.id == id);
        found.map(|(_, _, file)| file)
    }

    /// A file, whosever it is.
    pub(crate) fn find_any(&self, id: Id) -> Option<&Attachment> {
        let mut newest_first = self.files.iter().rev();
        newest_first.find(|(_, _, file)| file.id == id).map(|(_, _, file)| file)
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

/// What a file is by its name, whatever its bytes are; what the request says of it counts only where the name tells nothing. Most
/// libraries say `application/octet-stream` of everything.
fn content_type(name: &str, said: Option<&str>) -> Option<String> {
    let said = said.filter(|said| !said.starts_with("application/octet-stream"));
    by_name(name).or(said).map(str::to_owned)
}

fn by_name(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "txt" | "log" => "text/plain; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "htm" | "html" => "text/html; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        _ => return None,
    })
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

    /// Where a file is to be had, without what makes a link of it.
    fn path(&self, channel: Id, id: Id, name: &str) -> String {
        format!("/attachments/{channel}/{id}/{name}")
    }

    fn sign(&self, channel: Id, id: Id, name: &str) -> String {
        let given = now_ms() / 1000;
        let (issued, ends) = (format!("{given:x}"), format!("{:x}", given + LINK_LIFE.as_secs()));
        let path = self.path(channel, id, name);
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

    fn file(id: u64, size: usize) -> Attachment {
        let upload = Upload {
            n: 0,
            name: "a.png".into(),
            content_type: None,
            bytes: vec![0; size].into(),
        };
        Attachment::new(Id(id), &upload, None)
    }

    #[test]
    fn what_was_taken_off_is_kept_for_its_own_channel() {
        let mut off = Kept::default();
        off.keep(Id(1), [file(2, 3), file(3, 4)]);
        assert_eq!(off.find(Id(1), Id(3)).map(|file| file.bytes.len()), Some(4));
        assert!(off.find(Id(1), Id(2)).is_some());
        assert!(off.find(Id(2), Id(2)).is_none(), "the file is another channel's");
        assert!(off.find(Id(1), Id(4)).is_none());
    }

    #[test]
    fn what_was_taken_off_makes_room_oldest_first() {
        let mut off = Kept::default();
        off.keep(Id(1), (1..=OFF_MOST as u64 + 2).map(|id| file(id, 1)));
        assert_eq!((off.files.len(), off.bytes), (OFF_MOST, OFF_MOST));
        assert!(off.find(Id(1), Id(2)).is_none() && off.find(Id(1), Id(3)).is_some());
        off.keep(Id(1), [file(5_000, OFF_BYTES - 1)]);
        assert_eq!((off.files.len(), off.bytes), (2, OFF_BYTES));
        off.keep(Id(1), [file(5_001, OFF_BYTES + 1)]);
        assert_eq!((off.files.len(), off.bytes), (0, 0), "nothing larger than all of it");
    }

    #[test]
    fn what_was_taken_off_goes_with_its_links() {
        let life = LINK_LIFE.as_millis() as u64;
        let mut off = Kept::default();
        off.keep_at(1_000, Id(1), [file(1, 1)]);
        off.keep_at(2_000, Id(1), [file(2, 1)]);
        off.keep_at(999 + life, Id(1), None);
        assert!(off.find(Id(1), Id(1)).is_some());
        off.keep_at(1_000 + life, Id(1), None);
        assert!(off.find(Id(1), Id(1)).is_none() && off.find(Id(1), Id(2)).is_some());
        assert_eq!(off.bytes, 1);
    }

    /// Source: discord-api-docs issue #6785 (2024-04-08), where a text under other names is what its name says, and discord.js
    /// PR #8290 (2022-07-14): bytes are not looked at.
    #[test]
    fn a_file_is_what_its_name_says() {
        let octets = Some("application/octet-stream");
        let found = |name: &str, said: Option<&str>| content_type(name, said).unwrap_or_default();
        assert_eq!(found("board.png", octets), "image/png");
        assert_eq!(found("BOARD.PNG", None), "image/png");
        assert_eq!(found("board.png", Some("text/html")), "image/png");
        assert_eq!(found("notes.txt", octets), "text/plain; charset=utf-8");
        assert_eq!(found("notes", Some("text/plain")), "text/plain");
        assert_eq!(
            (content_type("notes", octets), content_type("a.gz", None)),
            (None, None)
        );
        assert!(file(1, 1).json(&Links::new("http://h".into()), Id(1), false)["content_type"] == "image/png");
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
