//! The destination of results: standard output, or a file.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;

use super::replacement::Replacement;
use crate::input::{Compression, Original};
use crate::shown::Name;

pub(crate) struct Sink {
    pub(crate) name: Name,
    pub(super) writer: Writer<Box<dyn Write + Send>>,
    /// A regular file, which does not exist before [`Self::finish`].
    replacement: Option<Box<Replacement>>,
}

impl Sink {
    pub(crate) fn stdout() -> io::Result<Self> {
        Self::plain("(standard output)".into(), Box::new(io::stdout()), None)
    }

    pub(crate) fn file(path: &Path, compression: Option<Compression>) -> io::Result<Self> {
        let replacement = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Replacement::new(fs::canonicalize(path)?)?,
            // A symbolic link that leads nowhere yet stays one.
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
                Replacement::new(path.into())?
            }
            // A device, a FIFO.
            _ => {
                let mut options = File::options();
                let file = options.write(true).create(true).truncate(false).open(path)?;
                return Self::plain(path.into(), Box::new(file), compression);
            }
        };
        Self::regular(path.into(), replacement, compression)
    }

    /// Replaces a file; with a suffix, the old one is kept.
    pub(crate) fn in_place(original: Original, suffix: &OsStr) -> io::Result<Self> {
        let Original { name, path, compression } = original;
        let backup = (!suffix.is_empty())
            .then(|| [path.as_os_str(), suffix].into_iter().collect::<OsString>().into());
        Self::regular(name, Replacement::of_input(path, backup)?, compression)
    }

    fn plain(
        name: Name,
        writer: Box<dyn Write + Send>,
        compression: Option<Compression>,
    ) -> io::Result<Self> {
        Ok(Self { name, writer: Writer::new(writer, compression)?, replacement: None })
    }

    fn regular(
        name: Name,
        replacement: Replacement,
        compression: Option<Compression>,
    ) -> io::Result<Self> {
        let sink = Self::plain(name, Box::new(replacement.file()?), compression)?;
        Ok(Self { replacement: Some(replacement.into()), ..sink })
    }

    pub(crate) fn is_atomic(&self) -> bool {
        self.replacement.is_some()
    }

    /// Writes the rest; a regular file comes to its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        drop(self.writer.finish()?);
        self.replacement.map_or(Ok(()), |replacement| replacement.commit())
    }
}

pub(super) enum Writer<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
    Xz(XzEncoder<W>),
    Bzip2(BzEncoder<W>),
}

impl<W: Write> Writer<W> {
    fn new(writer: W, compression: Option<Compression>) -> io::Result<Self> {
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
            // The default levels of the programs.
            Some(Compression::Xz) => Self::Xz(XzEncoder::new(writer, 6)),
            Some(Compression::Bzip2) => {
                Self::Bzip2(BzEncoder::new(writer, bzip2::Compression::best()))
            }
        })
    }

    pub(super) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(writer) => writer.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
            Self::Zstd(encoder) => encoder.write_all(bytes),
            Self::Xz(encoder) => encoder.write_all(bytes),
            Self::Bzip2(encoder) => encoder.write_all(bytes),
        }
    }

    fn finish(self) -> io::Result<W> {
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
