//! What takes results: standard output, or a file.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::compression::Writer;
use super::replacement::Replacement;
use crate::input::{Compression, Original};
use crate::reports::Name;

/// Takes results.
pub(crate) struct Sink {
    /// For messages.
    pub(crate) name: Name,
    writer: Writer<Stream>,
    /// Nothing is there before [`Self::finish`].
    pub(crate) is_atomic: bool,
}

enum Stream {
    Stdout(io::Stdout),
    /// No regular file: a device, a FIFO.
    Special(File),
    Regular(Box<Replacement>),
}

impl Sink {
    fn new(name: Name, stream: Stream, compression: Option<Compression>) -> io::Result<Self> {
        let is_atomic = matches!(stream, Stream::Regular(_));
        Ok(Self { name, writer: Writer::new(stream, compression)?, is_atomic })
    }

    pub(crate) fn stdout() -> io::Result<Self> {
        Self::new("(standard output)".into(), Stream::Stdout(io::stdout()), None)
    }

    pub(crate) fn file(path: &Path, compression: Option<Compression>) -> io::Result<Self> {
        let stream = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                Stream::Regular(Replacement::new(fs::canonicalize(path)?)?.into())
            }
            // A symbolic link that leads nowhere yet stays one.
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
                Stream::Regular(Replacement::new(path.into())?.into())
            }
            _ => Stream::Special(
                File::options().write(true).create(true).truncate(false).open(path)?,
            ),
        };
        Self::new(path.into(), stream, compression)
    }

    /// What replaces a file; with a suffix the old one is kept.
    pub(crate) fn in_place(original: Original, suffix: &OsStr) -> io::Result<Self> {
        let Original { name, path, compression } = original;
        let backup = (!suffix.is_empty())
            .then(|| [path.as_os_str(), suffix].into_iter().collect::<OsString>().into());
        Self::new(name, Stream::Regular(Replacement::of_input(path, backup)?.into()), compression)
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Writes what is still to be written; a regular file comes to its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.writer.finish()? {
            Stream::Stdout(_) | Stream::Special(_) => Ok(()),
            Stream::Regular(replacement) => replacement.commit(),
        }
    }
}

impl Stream {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(stdout) => stdout,
            Self::Special(file) => file,
            Self::Regular(replacement) => replacement.file(),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}
