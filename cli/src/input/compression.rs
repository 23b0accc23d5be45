//! gzip, Zstandard, xz and bzip2: recognised by what data begins with, and decompressed.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::rc::Rc;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::GzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::Stream;

use super::chunks::CHUNK;
use crate::reports::Counted;

/// How data is compressed.
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
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Bzip2 => "bzip2",
        }
    }

    /// The one that the extension of a file's name means.
    pub(crate) fn of_extension(extension: &str) -> Option<Self> {
        match &*extension.to_ascii_lowercase() {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            "xz" => Some(Self::Xz),
            "bz2" => Some(Self::Bzip2),
            _ => None,
        }
    }
}

/// Bytes, and which of their bits matter.
type Magic = &'static [(u8, u8)];

/// gzip with its only method, deflate (RFC 1952 2.3.1); a frame, and one to be skipped (RFC 8878
/// 3.1.1, 3.1.2); a stream of xz (2.1.1.1); bzip2, whose block size is a digit that is not zero.
const MAGICS: [(Magic, Compression); 6] = [
    (&[(0x1F, 0xFF), (0x8B, 0xFF), (0x08, 0xFF)], Compression::Gzip),
    (&[(0x28, 0xFF), (0xB5, 0xFF), (0x2F, 0xFF), (0xFD, 0xFF)], Compression::Zstd),
    (&[(0x50, 0xF0), (0x2A, 0xFF), (0x4D, 0xFF), (0x18, 0xFF)], Compression::Zstd),
    (
        &[(0xFD, 0xFF), (b'7', 0xFF), (b'z', 0xFF), (b'X', 0xFF), (b'Z', 0xFF), (0, 0xFF)],
        Compression::Xz,
    ),
    (&bzip2_with([0x31, 0x41, 0x59, 0x26, 0x53, 0x59]), Compression::Bzip2),
    (&bzip2_with([0x17, 0x72, 0x45, 0x38, 0x50, 0x90]), Compression::Bzip2),
];

/// The start of bzip2 data, and what begins its first block, or its end where there is none.
const fn bzip2_with(block: [u8; 6]) -> [(u8, u8); 10] {
    let [a, b, c, d, e, f] = block;
    let digit = (b'0', 0xF0);
    [
        (b'B', 0xFF),
        (b'Z', 0xFF),
        (b'h', 0xFF),
        digit,
        (a, 0xFF),
        (b, 0xFF),
        (c, 0xFF),
        (d, 0xFF),
        (e, 0xFF),
        (f, 0xFF),
    ]
}

/// Data may ask for a window of so much memory, as a power of two: what `zstd -d` gives it, and twice
/// what `xz -9` needs.
const WINDOW: u32 = 27;

/// Memory that xz needs besides the window.
const STATE: u64 = 1 << 20;

/// What zstd says where that is too little: it tells its errors apart by their texts alone.
const TOO_LARGE: &str = "Frame requires too much memory for decoding";

/// What zstd and bzip2 say where no frame or stream begins.
const OTHER_DATA: [&str; 2] = ["Unknown frame descriptor", "bzip2: bz2 header missing"];

/// What gives more than so many bytes, and for each byte more than so many (gzip gives up to 1032),
/// is no log.
const BOMB: (u64, u64) = (256 << 20, 2000);

/// The bytes that have been read.
type Count = Rc<Cell<u64>>;

/// What an input holds, decompressed if it is compressed. `head` is a buffer for its start: as large
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
        let agrees = |magic: Magic| {
            magic.iter().zip(&head[..len]).all(|(&(value, mask), byte)| byte & mask == value)
        };
        match MAGICS.into_iter().find(|&(magic, _)| agrees(magic)) {
            Some((magic, compression)) if magic.len() <= len => break Some(compression),
            Some(_) if more > 0 => {}
            _ => break None,
        }
    };
    let all = Cursor::new(head[..len].to_vec()).chain(reader);
    let Some(compression) = compression else { return Ok((Box::new(all), None)) };
    let all = BufReader::with_capacity(CHUNK, all);
    let reader: Box<dyn Read> = match compression {
        Compression::Gzip => Box::new(Parts(Some(GzDecoder::start(all)?))),
        Compression::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(all)?;
            decoder.window_log_max(WINDOW)?;
            Box::new(decoder)
        }
        Compression::Xz => Box::new(Parts(Some(XzDecoder::start(all)?))),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(all)),
    };
    let reader = Decompressed { reader, name: compression.name(), len: 0, count };
    Ok((Box::new(reader), Some(compression)))
}

/// What decompresses one of the parts that data may have: a member of gzip, a stream of xz.
trait Part: Read + Sized {
    /// The input of the decompressor, and the bytes after the part.
    type Rest: BufRead;

    /// The magic bytes of a part.
    const FIRST: u8;
    const NAME: &'static str;

    fn start(rest: Self::Rest) -> io::Result<Self>;
    fn rest(&mut self) -> &mut Self::Rest;
    fn into_rest(self) -> Self::Rest;
}

impl<R: BufRead> Part for GzDecoder<R> {
    type Rest = R;

    const FIRST: u8 = 0x1F;
    const NAME: &'static str = "gzip";

    fn start(rest: R) -> io::Result<Self> {
        Ok(Self::new(rest))
    }

    fn rest(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_rest(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Part for XzDecoder<R> {
    type Rest = R;

    const FIRST: u8 = 0xFD;
    const NAME: &'static str = "xz";

    fn start(rest: R) -> io::Result<Self> {
        let stream = Stream::new_stream_decoder((1 << WINDOW) + STATE, 0)?;
        Ok(Self::new_stream(rest, stream))
    }

    fn rest(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_rest(self) -> R {
        self.into_inner()
    }
}

/// The parts of data, and none past its end. (flate2's `MultiGzDecoder` takes whatever follows them
/// for one more, and so does liblzma.)
struct Parts<D>(Option<D>);

impl<D: Part> Read for Parts<D> {
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
            let rest = self.0.take().map(D::into_rest);
            match next {
                None => {}
                Some(next) if next == D::FIRST => self.0 = rest.map(D::start).transpose()?,
                Some(_) => {
                    return Err(io::Error::new(
                        ErrorKind::Unsupported,
                        format!("the {} data is whole, but other data follows it", D::NAME),
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
    /// The number of bytes taken.
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
