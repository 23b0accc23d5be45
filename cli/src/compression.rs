//! gzip and Zstandard: recognised by what data begins with, read and written.

use std::io::{self, BufReader, Cursor, ErrorKind, Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::blocks::BLOCK;

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

/// gzip with its only method, deflate (RFC 1952 2.3.1); a frame, and one to be skipped (RFC 8878 3.1.1, 3.1.2).
const MAGICS: [(Magic, Compression); 3] = [
    (&[(0x1F, 0xFF), (0x8B, 0xFF), (0x08, 0xFF)], Compression::Gzip),
    (&[(0x28, 0xFF), (0xB5, 0xFF), (0x2F, 0xFF), (0xFD, 0xFF)], Compression::Zstd),
    (&[(0x50, 0xF0), (0x2A, 0xFF), (0x4D, 0xFF), (0x18, 0xFF)], Compression::Zstd),
];

/// What an input holds, decompressed if it is compressed.
pub(crate) fn decompressed(mut reader: impl Read + 'static) -> io::Result<(Box<dyn Read>, Option<Compression>)> {
    // As much as is read at a time, so that a short input remains one block.
    let mut head = vec![0; BLOCK];
    let mut len = 0;
    let compression = loop {
        let more = match reader.read(&mut head[len..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        len += more;
        let agrees = |magic: Magic| magic.iter().zip(&head[..len]).all(|(&(value, mask), byte)| byte & mask == value);
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
        Some(Compression::Gzip) => (Box::new(MultiGzDecoder::new(BufReader::with_capacity(BLOCK, all))), "gzip"),
        Some(Compression::Zstd) => (Box::new(zstd::Decoder::with_buffer(BufReader::with_capacity(BLOCK, all))?), "zstd"),
    };
    Ok((Box::new(Decompressed { reader, name, len: 0 }), compression))
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
                    ErrorKind::UnexpectedEof => format!("the {name} data is cut short"),
                    // It comes from reading the file.
                    _ if error.raw_os_error().is_some() => error.to_string(),
                    _ => format!("the {name} data is corrupt ({error})"),
                };
                Err(io::Error::new(error.kind(), format!("{what}; {len} bytes came out of it before")))
            }
        }
    }
}

/// Writes, and compresses if so wanted.
pub(crate) enum Writer<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(writer: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(writer),
            Some(Compression::Gzip) => Self::Gzip(GzEncoder::new(writer, flate2::Compression::default())),
            Some(Compression::Zstd) => {
                let mut encoder = zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(writer) => writer.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
            Self::Zstd(encoder) => encoder.write_all(bytes),
        }
    }

    /// Writes what is still to be written.
    pub(crate) fn finish(self) -> io::Result<W> {
        let mut writer = match self {
            Self::Plain(writer) => writer,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Zstd(encoder) => encoder.finish()?,
        };
        writer.flush()?;
        Ok(writer)
    }
}
