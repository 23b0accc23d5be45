//! gzip, Zstandard, xz and bzip2: recognised by the first bytes, and decompressed.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::rc::Rc;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::GzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::Stream;

use super::chunks::CHUNK;
use crate::reports::Counted;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compression {
    /// RFC 1952, with one member or several.
    Gzip,
    /// RFC 8878, with one frame or several.
    Zstd,
    /// The .xz file format 1.2.1, with one stream or several.
    Xz,
    /// One stream or several.
    Bzip2,
}

impl Compression {
    /// In their order, each with the extension of its files and its name.
    const ALL: [(&'static str, &'static str, Self); 4] = [
        ("gz", "gzip", Self::Gzip),
        ("zst", "zstd", Self::Zstd),
        ("xz", "xz", Self::Xz),
        ("bz2", "bzip2", Self::Bzip2),
    ];

    const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The one that the extension of a file's name means.
    pub(crate) fn of_extension(extension: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        Some(all.find(|(known, ..)| known.eq_ignore_ascii_case(extension))?.2)
    }
}

/// The first bytes of data: gzip with its only method, deflate (RFC 1952 2.3.1); a frame, and one to be
/// skipped (RFC 8878 3.1.1, 3.1.2); a stream of xz (2.1.1.1); bzip2 with its first block, or its end
/// where there is none. Of a byte with an offset here, the lower half is any: it is a number.
const MAGICS: [(&[u8], Option<usize>, Compression); 6] = [
    (b"\x1F\x8B\x08", None, Compression::Gzip),
    (b"\x28\xB5\x2F\xFD", None, Compression::Zstd),
    (b"\x50\x2A\x4D\x18", Some(0), Compression::Zstd),
    (b"\xFD7zXZ\0", None, Compression::Xz),
    (b"BZh01AY&SY", Some(3), Compression::Bzip2),
    (b"BZh0\x17\x72\x45\x38\x50\x90", Some(3), Compression::Bzip2),
];

/// The largest window, as a power of two: that of `zstd -d`, and twice that of `xz -9`.
const WINDOW: u32 = 27;

/// Memory that xz needs besides the window.
const STATE: u64 = 1 << 20;

/// The error of zstd for a window above the limit. Only the text distinguishes its errors.
const TOO_LARGE: &str = "Frame requires too much memory for decoding";

/// The errors of zstd and bzip2 for data that begins no frame or stream.
const OTHER_DATA: [&str; 2] = ["Unknown frame descriptor", "bzip2: bz2 header missing"];

/// A bomb gives more bytes, and more for each byte (gzip gives up to 1032).
const BOMB: (u64, u64) = (256 << 20, 2000);

/// The bytes that have been read.
type Count = Rc<Cell<u64>>;

/// The content of an input, decompressed if it is compressed. `head` is a buffer for its start, as large
/// as a chunk, so that a short input remains one block.
pub(crate) fn decompressed(
    reader: impl Read + 'static,
    head: &mut [u8],
) -> io::Result<(Box<dyn Read>, Option<Compression>)> {
    let count = Count::default();
    let read = Rc::clone(&count);
    let mut reader = Counted(reader, move |len| read.set(read.get() + len as u64));
    let mut len = 0;
    let compression = loop {
        let more = match reader.read(&mut head[len..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        len += more;
        let agrees = |&(magic, number, _): &(&[u8], Option<usize>, _)| {
            magic.iter().zip(&head[..len]).enumerate().all(|(at, (value, byte))| {
                byte == value || number == Some(at) && byte >> 4 == value >> 4
            })
        };
        match MAGICS.into_iter().find(agrees) {
            Some((magic, _, compression)) if magic.len() <= len => break Some(compression),
            Some(_) if more > 0 => {}
            _ => break None,
        }
    };
    let all = Cursor::new(head[..len].to_vec()).chain(reader);
    let Some(compression) = compression else { return Ok((Box::new(all), None)) };
    let all = BufReader::with_capacity(CHUNK, all);
    let reader: Box<dyn Read> = match compression {
        Compression::Gzip => Box::new(Parts(Some(Part::Gzip(GzDecoder::new(all))))),
        Compression::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(all)?;
            decoder.window_log_max(WINDOW)?;
            Box::new(decoder)
        }
        Compression::Xz => Box::new(Parts(Some(Part::xz(all)?))),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(all)),
    };
    let reader = Decompressed { reader, name: compression.name(), len: 0, count };
    Ok((Box::new(reader), Some(compression)))
}

/// A decompressor of one of the parts that data may have: a member of gzip, a stream of xz.
enum Part<R> {
    Gzip(GzDecoder<R>),
    Xz(XzDecoder<R>),
}

impl<R: BufRead> Part<R> {
    fn xz(rest: R) -> io::Result<Self> {
        let stream = Stream::new_stream_decoder((1 << WINDOW) + STATE, 0)?;
        Ok(Self::Xz(XzDecoder::new_stream(rest, stream)))
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(decoder) => decoder.read(buffer),
            Self::Xz(decoder) => decoder.read(buffer),
        }
    }

    /// The input of the decompressor: the bytes after the part.
    fn rest(&mut self) -> &mut R {
        match self {
            Self::Gzip(decoder) => decoder.get_mut(),
            Self::Xz(decoder) => decoder.get_mut(),
        }
    }

    /// The part after this one, which begins with this byte.
    fn next(self, first: u8) -> io::Result<Self> {
        let name = match (self, first) {
            (Self::Gzip(decoder), 0x1F) => {
                return Ok(Self::Gzip(GzDecoder::new(decoder.into_inner())));
            }
            (Self::Xz(decoder), 0xFD) => return Self::xz(decoder.into_inner()),
            (Self::Gzip(_), _) => "gzip",
            (Self::Xz(_), _) => "xz",
        };
        let what = format!("the {name} data is whole, but other data follows it");
        Err(io::Error::new(ErrorKind::Unsupported, what))
    }
}

/// The parts of data, and none past its end. (flate2's `MultiGzDecoder` takes whatever follows them
/// for one more, and so does liblzma.)
struct Parts<R>(Option<Part<R>>);

impl<R: BufRead> Read for Parts<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(part) = &mut self.0 {
            let len = part.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            // Zeros fill up blocks and tapes.
            let rest = part.rest();
            let next = loop {
                match rest.fill_buf()? {
                    [0, ..] => rest.consume(1),
                    rest => break rest.first().copied(),
                }
            };
            let part = self.0.take().zip(next);
            self.0 = part.map(|(part, first)| part.next(first)).transpose()?;
        }
        Ok(0)
    }
}

/// Adds the progress to errors: the number of bytes decompressed before them.
struct Decompressed {
    reader: Box<dyn Read>,
    name: &'static str,
    len: u64,
    count: Count,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { reader, name, len, count } = self;
        match reader.read(buffer) {
            Ok(more) => {
                *len += more as u64;
                let (limit, ratio) = BOMB;
                if *len > limit && *len / ratio > count.get() {
                    return Err(io::Error::other(format!(
                        "the {name} data is a decompression bomb: {} bytes became {len}; decompress it with {name} if it is meant",
                        count.get()
                    )));
                }
                Ok(more)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let what = match error.kind() {
                    // That of the parts, which says it.
                    ErrorKind::Unsupported => error.to_string(),
                    ErrorKind::UnexpectedEof => format!("the {name} data is cut short"),
                    // It comes from reading the file.
                    _ if error.raw_os_error().is_some() => error.to_string(),
                    _ if is_memory_limit(&error) => {
                        format!(
                            "the {name} data needs a window of more than {} MiB of memory; `{}` decompresses it",
                            1 << (WINDOW - 20),
                            if *name == "zstd" { "zstd -d --long=31" } else { "xz -d" }
                        )
                    }
                    _ if *len > 0 && OTHER_DATA.contains(&&*error.to_string()) => {
                        format!("the {name} data is whole, but other data follows it")
                    }
                    _ => format!("the {name} data is corrupt ({error})"),
                };
                Err(io::Error::new(
                    error.kind(),
                    format!("{what}; {len} bytes were decompressed before that"),
                ))
            }
        }
    }
}

/// Returns true if a window is larger than it may be.
fn is_memory_limit(error: &io::Error) -> bool {
    let of_xz = error.get_ref().and_then(|error| error.downcast_ref::<liblzma::stream::Error>());
    of_xz == Some(&liblzma::stream::Error::MemLimit) || error.to_string() == TOO_LARGE
}
