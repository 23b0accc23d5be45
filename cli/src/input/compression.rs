//! gzip and Zstandard: recognised by what data begins with, and decompressed.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

use flate2::bufread::GzDecoder;

use super::chunks::CHUNK;

/// How data is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compression {
    /// RFC 1952, with one member or several.
    Gzip,
    /// RFC 8878, with one frame or several.
    Zstd,
}

/// Bytes, and which of their bits matter.
type Magic = &'static [(u8, u8)];

/// gzip with its only method, deflate (RFC 1952 2.3.1); a frame, and one to be skipped (RFC 8878
/// 3.1.1, 3.1.2).
const MAGICS: [(Magic, Compression); 3] = [
    (&[(0x1F, 0xFF), (0x8B, 0xFF), (0x08, 0xFF)], Compression::Gzip),
    (&[(0x28, 0xFF), (0xB5, 0xFF), (0x2F, 0xFF), (0xFD, 0xFF)], Compression::Zstd),
    (&[(0x50, 0xF0), (0x2A, 0xFF), (0x4D, 0xFF), (0x18, 0xFF)], Compression::Zstd),
];

/// Frames of zstd may ask for a window of so much memory, as a power of two: what `zstd -d` gives
/// them, too.
const WINDOW: u32 = 27;

/// What zstd says where that is too little: it tells its errors apart by their texts alone.
const TOO_LARGE: &str = "Frame requires too much memory for decoding";

/// What an input holds, decompressed if it is compressed.
pub(crate) fn decompressed(
    mut reader: impl Read + 'static,
) -> io::Result<(Box<dyn Read>, Option<Compression>)> {
    // As much as is read at a time, so that a short input remains one block.
    let mut head = vec![0; CHUNK];
    let mut len = 0;
    let compression = loop {
        let more = match reader.read(&mut head[len..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        len += more;
        let agrees = |magic: Magic| {
            magic.iter().zip(&head[..len]).all(|(&(value, mask), byte)| byte & mask == value)
        };
        match MAGICS.into_iter().find(|&(magic, _)| agrees(magic)) {
            Some((magic, compression)) if magic.len() <= len => break Some(compression),
            Some(_) if more > 0 => {}
            _ => break None,
        }
    };
    head.truncate(len);
    let all = Cursor::new(head).chain(reader);
    let (reader, name): (Box<dyn Read>, _) = match compression {
        None => return Ok((Box::new(all), None)),
        Some(Compression::Gzip) => {
            (Box::new(Members(Some(GzDecoder::new(BufReader::with_capacity(CHUNK, all))))), "gzip")
        }
        Some(Compression::Zstd) => {
            let mut decoder = zstd::Decoder::with_buffer(BufReader::with_capacity(CHUNK, all))?;
            decoder.window_log_max(WINDOW)?;
            (Box::new(decoder), "zstd")
        }
    };
    Ok((Box::new(Decompressed { reader, name, len: 0 }), compression))
}

/// The members of a gzip file, and none past its end. (flate2's `MultiGzDecoder` takes whatever
/// follows them for one more.)
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let len = member.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            // Zeros fill up blocks and tapes.
            let rest = member.get_mut();
            let next = loop {
                match rest.fill_buf()? {
                    [0, ..] => rest.consume(1),
                    rest => break rest.first().copied(),
                }
            };
            let behind = self.0.take().map(GzDecoder::into_inner);
            match next {
                None => {}
                Some(0x1F) => self.0 = behind.map(GzDecoder::new),
                Some(_) => {
                    return Err(io::Error::new(
                        ErrorKind::Unsupported,
                        "the gzip data is whole, but what stands behind it is none",
                    ));
                }
            }
        }
        Ok(0)
    }
}

/// Says in errors how far it got.
struct Decompressed {
    reader: Box<dyn Read>,
    name: &'static str,
    len: u64,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { reader, name, len } = self;
        match reader.read(buffer) {
            Ok(more) => {
                *len += more as u64;
                Ok(more)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let what = match error.kind() {
                    // That of the members, which says it.
                    ErrorKind::Unsupported => error.to_string(),
                    ErrorKind::UnexpectedEof => format!("the {name} data is cut short"),
                    // It comes from reading the file.
                    _ if error.raw_os_error().is_some() => error.to_string(),
                    _ if error.to_string() == TOO_LARGE => {
                        format!(
                            "the zstd data needs a window of more than {} MiB of memory; `zstd -d --long=31` decompresses it",
                            1 << (WINDOW - 20)
                        )
                    }
                    _ => format!("the {name} data is corrupt ({error})"),
                };
                Err(io::Error::new(
                    error.kind(),
                    format!("{what}; {len} bytes came out of it before"),
                ))
            }
        }
    }
}
