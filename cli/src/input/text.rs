//! Detection of binary input, and UTF-16 as text.

use std::cell::Cell;
use std::io::{self, Cursor, ErrorKind, Read};
use std::rc::Rc;

use memchr::memchr;

use super::chunks::CHUNK;
use super::records::{Position, Records};

/// Begins with this; what it is called, and what reads it.
type Signature = (&'static [u8], &'static str, &'static str);

/// Signatures of binary files, which are no logs.
const SIGNATURES: &[Signature] = &[
    (b"PK\x03\x04", "a zip archive", "`unzip -p` extracts it"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "`7z x -so` extracts it"),
    (b"Rar!\x1A\x07", "a RAR archive", "`unrar p` extracts it"),
    (b"\x1F\x9D", "compressed with compress(1)", "`zcat` decompresses it"),
    (b"\x04\x22\x4D\x18", "compressed with lz4", "`lz4 -dc` decompresses it"),
    (b"]\0\0", "compressed with lzma", "`xz -dc` decompresses it"),
    (b"x\x01", "compressed with zlib", "`pigz -dzc` decompresses it"),
    (b"x\x9C", "compressed with zlib", "`pigz -dzc` decompresses it"),
    (b"x\xDA", "compressed with zlib", "`pigz -dzc` decompresses it"),
    (b"LZIP\x01", "compressed with lzip", "`lzip -dc` decompresses it"),
    (b"\x89LZO\0\r\n\x1A\n", "compressed with lzop", "`lzop -dc` decompresses it"),
    (b"\xFF\x06\0\0sNaPpY", "compressed with snappy", "decompress it first"),
    (b"PAR1", "a Parquet file", "convert it into CSV or JSON lines"),
    (b"Obj\x01", "an Avro file", "convert it into JSON lines"),
    (b"SQLite format 3\0", "an SQLite database", "export a table as CSV"),
    (b"\x7FELF", "an executable", ANY),
    (b"%PDF-", "a PDF document", "`pdftotext` extracts its text"),
    (b"\x89PNG\r\n\x1A\n", "an image", ANY),
    (b"\xFF\xD8\xFF", "an image", ANY),
    (b"\xFF\xFE\0\0", "UTF-32", "`iconv -f UTF-32 -t UTF-8` converts it"),
    (b"\0\0\xFE\xFF", "UTF-32", "`iconv -f UTF-32 -t UTF-8` converts it"),
];

const ANY: &str = "--raw reads it unchanged";

/// The bytes at the start that are searched for NUL.
const LOOKED_AT: usize = 8 * 1024;

pub(crate) struct Content {
    pub(crate) reader: Box<dyn Read>,
    /// It was UTF-16, and is read as UTF-8.
    pub(crate) is_converted: bool,
    /// Why it is no text, and what to do.
    pub(crate) doubt: Option<String>,
    pub(crate) watch: Watch,
}

impl Content {
    /// A reader whose bytes are passed on unchanged.
    pub(crate) fn any(reader: Box<dyn Read>) -> Self {
        Self { reader, is_converted: false, doubt: None, watch: Watch::default() }
    }
}

/// The place of the first half of a surrogate pair in a text, which the converter sets.
type IllFormed = Rc<Cell<Option<Position>>>;

/// Detection of input that turns out to be binary after its start.
#[derive(Default)]
pub(crate) struct Watch {
    /// No NUL byte has been seen, and one would say so.
    looks_for_nul: bool,
    ill_formed: IllFormed,
}

impl Watch {
    /// Why these lines, which begin at this place, are no text. Each reason is told once.
    pub(crate) fn doubt(&mut self, bytes: &[u8], start: Position) -> Option<String> {
        if let Some(Position { line, column }) = self.ill_formed.take() {
            return Some(format!(
                "it is ill-formed UTF-16: the unpaired surrogate at {line}:{column} is read as U+FFFD"
            ));
        }
        // The bytes have just been read, so they are in the cache.
        let at = if self.looks_for_nul { memchr(0, bytes) } else { None }?;
        self.looks_for_nul = false;
        let Position { line, column } = start.after(&bytes[..at], Records::Lines);
        Some(format!(
            "it is binary or damaged: a NUL byte is at {line}:{column}; -0 splits at NUL bytes, and {ANY}"
        ))
    }
}

/// Looks at what the reader gives first, for which `head` is a buffer.
pub(crate) fn content(mut reader: Box<dyn Read>, head: &mut [u8]) -> io::Result<Content> {
    let mut len = 0;
    // A byte order mark has two bytes, which may come one by one.
    while len < 2 {
        match reader.read(&mut head[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if !matches!(head[..len], [0xFE | 0xFF]) {
            break;
        }
    }
    let head = head[..len].to_vec();
    let doubt = doubt(&head);
    let is_utf16 =
        doubt.is_none() && (head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF"));
    let is_big = head.starts_with(b"\xFE\xFF");
    let reader: Box<dyn Read> = Box::new(Cursor::new(head).chain(reader));
    if is_utf16 {
        return Ok(from_utf16(reader, is_big));
    }
    // Input that is already known to be binary may hold NUL.
    let watch = Watch { looks_for_nul: doubt.is_none(), ..Watch::default() };
    Ok(Content { reader, is_converted: false, doubt, watch })
}

/// Why this does not begin a text.
fn doubt(head: &[u8]) -> Option<String> {
    let signature = SIGNATURES.iter().find(|(magic, ..)| head.starts_with(magic));
    if let Some((_, what, remedy)) = signature {
        return Some(format!("it is {what}, not text; {remedy}"));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some("it is a tar archive, not text; `tar -xOf` extracts it".into());
    }
    let looked_at = &head[..head.len().min(LOOKED_AT)];
    let has_mark = looked_at.starts_with(b"\xFF\xFE") || looked_at.starts_with(b"\xFE\xFF");
    let nuls = |bytes: &mut dyn Iterator<Item = &u8>| bytes.filter(|&&byte| byte == 0).count();
    let half = looked_at.len() / 2;
    let even = nuls(&mut looked_at.iter().step_by(2));
    let odd = nuls(&mut looked_at.iter().skip(1).step_by(2));
    // ASCII has one NUL in two bytes.
    if !has_mark && half >= 4 && even.min(odd) == 0 && 10 * even.max(odd) >= 9 * half {
        let name = if odd > even { "UTF-16LE" } else { "UTF-16BE" };
        return Some(format!(
            "it is {name} without a byte order mark; `iconv -f {name} -t UTF-8` converts it"
        ));
    }
    None
}

fn from_utf16(reader: Box<dyn Read>, is_big: bool) -> Content {
    let encoding = if is_big { encoding_rs::UTF_16BE } else { encoding_rs::UTF_16LE };
    let decoder = encoding.new_decoder_with_bom_removal();
    let ill_formed = IllFormed::default();
    let reader = Box::new(Utf16 {
        reader,
        decoder,
        read: vec![0; CHUNK],
        is_half: false,
        text: Vec::new(),
        given: 0,
        ended: false,
        after: Some(Position::START),
        ill_formed: Rc::clone(&ill_formed),
    });
    let watch = Watch { looks_for_nul: true, ill_formed };
    Content { reader, is_converted: true, doubt: None, watch }
}

/// UTF-16 as UTF-8. Half of a surrogate pair becomes U+FFFD, and is told.
struct Utf16 {
    reader: Box<dyn Read>,
    decoder: encoding_rs::Decoder,
    read: Vec<u8>,
    /// True if the bytes read so far end within a code unit.
    is_half: bool,
    text: Vec<u8>,
    given: usize,
    ended: bool,
    /// The end of the text, as long as nothing is ill-formed.
    after: Option<Position>,
    ill_formed: IllFormed,
}

impl Utf16 {
    fn convert(&mut self, len: usize) -> io::Result<()> {
        use encoding_rs::DecoderResult;

        let (mut units, mut end) = (&self.read[..len], 0);
        let most = self.decoder.max_utf8_buffer_length(len);
        self.text.resize(most.ok_or(ErrorKind::OutOfMemory)?, 0);
        loop {
            let (result, read, written) = self.decoder.decode_to_utf8_without_replacement(
                units,
                &mut self.text[end..],
                self.ended,
            );
            (units, end) = (&units[read..], end + written);
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => self.text.resize(2 * self.text.len(), 0),
                DecoderResult::Malformed(..) => {
                    if let Some(start) = self.after.take() {
                        let place = start.after(&self.text[..end], Records::Lines);
                        self.ill_formed.set(Some(place));
                    }
                    let replacement = "\u{FFFD}".as_bytes();
                    // The buffer has room for that of each unit.
                    self.text[end..end + replacement.len()].copy_from_slice(replacement);
                    end += replacement.len();
                }
            }
        }
        self.text.truncate(end);
        self.after = self.after.map(|start| start.after(&self.text, Records::Lines));
        self.given = 0;
        Ok(())
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.ended {
            let len = self.reader.read(&mut self.read)?;
            self.is_half ^= !len.is_multiple_of(2);
            self.ended = len == 0;
            if self.ended && self.is_half {
                let what = "the UTF-16 text is cut short: it ends with half of a code unit";
                return Err(io::Error::new(ErrorKind::UnexpectedEof, what));
            }
            self.convert(len)?;
        }
        let len = buffer.len().min(self.text.len() - self.given);
        buffer[..len].copy_from_slice(&self.text[self.given..self.given + len]);
        self.given += len;
        Ok(len)
    }
}
