//! Output, compressed or not.

use std::io::{self, Write};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;

use crate::input::Compression;

/// Writes, and compresses if so wanted.
pub(crate) enum Writer<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
    Xz(XzEncoder<W>),
    Bzip2(BzEncoder<W>),
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(writer: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(writer),
            Some(Compression::Gzip) => {
                Self::Gzip(GzEncoder::new(writer, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => {
                let mut encoder = zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
            // What the programs take if no level is given.
            Some(Compression::Xz) => Self::Xz(XzEncoder::new(writer, 6)),
            Some(Compression::Bzip2) => {
                Self::Bzip2(BzEncoder::new(writer, bzip2::Compression::best()))
            }
        })
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(writer) => writer.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
            Self::Zstd(encoder) => encoder.write_all(bytes),
            Self::Xz(encoder) => encoder.write_all(bytes),
            Self::Bzip2(encoder) => encoder.write_all(bytes),
        }
    }

    /// Writes what is still to be written.
    pub(crate) fn finish(self) -> io::Result<W> {
        let mut writer = match self {
            Self::Plain(writer) => writer,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Zstd(encoder) => encoder.finish()?,
            Self::Xz(encoder) => encoder.finish()?,
            Self::Bzip2(encoder) => encoder.finish()?,
        };
        writer.flush()?;
        Ok(writer)
    }
}
