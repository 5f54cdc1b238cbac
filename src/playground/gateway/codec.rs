//! Writes frames for the wire: as text, with zlib for each payload (`compress: true` in IDENTIFY), or as one zlib stream for the
//! whole connection (`compress=zlib-stream` in the URL). Compressed frames are binary. `compress=zstd-stream` gets a valid zstd
//! stream that stores its payloads as they are: compression saves nothing on loopback, but libraries that ask for zstd can connect.

use axum::extract::ws::{Message, Utf8Bytes};
use flate2::{Compress, Compression, FlushCompress};

/// Payload compression leaves payloads below this many bytes as text: on loopback it would only cost time, and what people
/// press is among them with the message that it stands in.
const WORTH_COMPRESSING: usize = 16_384;

/// How one connection's frames are written.
pub(super) enum Codec {
    Plain,
    /// Each payload by itself; the compressor is large, and kept.
    Payload(Box<Compress>),
    Stream(Box<Compress>),
    /// One zstd frame of stored blocks; whether its header has been sent.
    Zstd {
        begun: bool,
    },
}

/// What a zstd frame begins with: the magic number, a descriptor that promises neither size nor checksum, and a window of 128 KiB
/// (RFC 8878, section 3.1.1).
const ZSTD_HEADER: [u8; 6] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3];
/// The largest block of such a frame, in bytes.
const ZSTD_BLOCK: usize = 128 * 1024;

impl Codec {
    /// One shared zlib stream.
    pub(super) fn stream() -> Self {
        Codec::Stream(Box::new(Compress::new(Compression::fast(), true)))
    }

    /// Zlib for each payload that is worth it.
    pub(super) fn payload() -> Self {
        Codec::Payload(Box::new(Compress::new(Compression::fast(), true)))
    }

    /// Writes a frame.
    pub(super) fn encode(&mut self, text: Utf8Bytes) -> Message {
        match self {
            Codec::Payload(compress) if text.len() >= WORTH_COMPRESSING => {
                compress.reset();
                Message::Binary(deflate(compress, text.as_bytes(), FlushCompress::Finish).into())
            }
            Codec::Plain | Codec::Payload(_) => Message::Text(text),
            Codec::Zstd { begun } => Message::Binary(store(begun, text.as_bytes()).into()),
            Codec::Stream(stream) => Message::Binary(deflate(stream, text.as_bytes(), FlushCompress::Sync).into()),
        }
    }
}

/// Continues a zstd frame by stored blocks: each has a header of three bytes, its size above three bits that say "not the last, raw".
fn store(begun: &mut bool, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 16);
    if !std::mem::replace(begun, true) {
        out.extend(ZSTD_HEADER);
    }
    for block in bytes.chunks(ZSTD_BLOCK) {
        let head = (block.len() as u32) << 3;
        out.extend(&head.to_le_bytes()[..3]);
        out.extend(block);
    }
    out
}

/// Continues a stream by some bytes, up to its end or up to the `00 00 FF FF` that ends a payload.
fn deflate(stream: &mut Compress, bytes: &[u8], flush: FlushCompress) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
    let start = stream.total_in();
    loop {
        let eaten = (stream.total_in() - start) as usize;
        let room = out.capacity() - out.len();
        let _ = stream.compress_vec(&bytes[eaten..], &mut out, flush);
        // A flush is over once the compressor leaves room unused.
        let done = (stream.total_in() - start) as usize == bytes.len();
        if done && out.len() < out.capacity() && room > 0 {
            return out;
        }
        out.reserve(256.max(bytes.len() / 2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Decompress, FlushDecompress};

    #[test]
    fn one_stream_carries_many_payloads() {
        let mut codec = Codec::stream();
        let mut reader = Decompress::new(true);
        for size in [1, 50, 5_000, 300_000, 3] {
            let text: String = (0..size).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
            let Message::Binary(bytes) = codec.encode(text.clone().into()) else {
                panic!("a stream is binary")
            };
            assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]), "{size}");
            let mut read = Vec::with_capacity(size + 64);
            reader
                .decompress_vec(&bytes, &mut read, FlushDecompress::Sync)
                .expect("a valid stream");
            assert_eq!(read, text.as_bytes());
        }
    }

    #[test]
    fn zstd_frames_are_stored_in_blocks() {
        let mut codec = Codec::Zstd { begun: false };
        let Message::Binary(first) = codec.encode("abc".into()) else {
            panic!("binary")
        };
        // As the zstd tool itself reads it: the frame's header, then one raw block of three bytes.
        assert_eq!(&first[..], b"\x28\xb5\x2f\xfd\x00\x38\x18\x00\x00abc");
        let Message::Binary(second) = codec.encode("x".repeat(ZSTD_BLOCK + 5).into()) else {
            panic!("binary")
        };
        assert_eq!(&second[..3], b"\x00\x00\x10");
        assert_eq!(&second[3 + ZSTD_BLOCK..6 + ZSTD_BLOCK], b"\x28\x00\x00");
        assert_eq!(second.len(), ZSTD_BLOCK + 5 + 6);
    }

    #[test]
    fn payloads_are_compressed_when_it_pays() {
        let mut codec = Codec::payload();
        assert!(matches!(codec.encode("short".into()), Message::Text(_)));
        for text in [
            "long ".repeat(4_000),
            (0..20_000).map(|n| format!("{}", n * n)).collect(),
        ] {
            let Message::Binary(bytes) = codec.encode(text.clone().into()) else {
                panic!("compressed")
            };
            let mut read = String::new();
            std::io::Read::read_to_string(&mut flate2::read::ZlibDecoder::new(&bytes[..]), &mut read).expect("zlib");
            assert_eq!(read, text);
        }
    }
}
