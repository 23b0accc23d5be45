//! Detection of binary input, and UTF-16 as text.

use std::cell::Cell;
use std::io::{self, Cursor, ErrorKind, Read};
use std::rc::Rc;

use memchr::memchr;

use super::chunks::CHUNK;
use super::records::{Position, Records};

/// The first bytes of binary files, which are no logs, with their names and their programs.
const SIGNATURES: &[(&[u8], &str, &str)] = &[
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
    /// The reason why it is not text, and a remedy.
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
    /// The reason why lines from this place on are not text, each reason once.
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

/// Inspects the first bytes of the reader, for which `head` is a buffer.
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
    let mut start = Cursor::new(head);
    start.set_position(if is_utf16 { 2 } else { 0 });
    let reader: Box<dyn Read> = Box::new(start.chain(reader));
    // Input that is already known to be binary may hold NUL.
    let watch = Watch { looks_for_nul: doubt.is_none(), ..Watch::default() };
    if !is_utf16 {
        return Ok(Content { reader, is_converted: false, doubt, watch });
    }
    let reader = Box::new(Utf16 {
        reader,
        unit: if is_big { u16::from_be_bytes } else { u16::from_le_bytes },
        read: vec![0; CHUNK],
        left: 0,
        text: Cursor::default(),
        after: Some(Position::START),
        ill_formed: Rc::clone(&watch.ill_formed),
    });
    Ok(Content { reader, is_converted: true, doubt, watch })
}

/// The reason why these bytes do not begin a text.
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

/// UTF-16 as UTF-8. Half of a surrogate pair becomes U+FFFD, and is reported.
struct Utf16 {
    reader: Box<dyn Read>,
    unit: fn([u8; 2]) -> u16,
    read: Vec<u8>,
    /// The bytes read whose character goes on in the next ones: part of a code unit, or of a pair.
    left: usize,
    text: Cursor<Vec<u8>>,
    /// The end of the text, as long as nothing is ill-formed.
    after: Option<Position>,
    ill_formed: IllFormed,
}

impl Utf16 {
    /// The text of the bytes read; `more` of them are new, none at the end of the input.
    fn convert(&mut self, more: usize) -> String {
        let (len, mut text) = (self.left + more, String::new());
        let (units, _) = self.read[..len].as_chunks();
        let mut units: Vec<u16> = units.iter().map(|&bytes| (self.unit)(bytes)).collect();
        // The other half of a pair may follow.
        units.pop_if(|last| more > 0 && (0xD800..0xDC00).contains(last));
        for char in char::decode_utf16(units.iter().copied()) {
            if let Some(start) = self.after.take_if(|_| char.is_err()) {
                self.ill_formed.set(Some(start.after(text.as_bytes(), Records::Lines)));
            }
            text.push(char.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.read.copy_within(2 * units.len()..len, 0);
        self.left = len - 2 * units.len();
        self.after = self.after.map(|start| start.after(text.as_bytes(), Records::Lines));
        text
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut is_end = false;
        while self.text.get_ref().len() as u64 == self.text.position() && !is_end {
            let more = self.reader.read(&mut self.read[self.left..])?;
            is_end = more == 0;
            if is_end && !self.left.is_multiple_of(2) {
                let what = "the UTF-16 text is cut short: it ends with half of a code unit";
                return Err(io::Error::new(ErrorKind::UnexpectedEof, what));
            }
            self.text = Cursor::new(self.convert(more).into_bytes());
        }
        self.text.read(buffer)
    }
}
