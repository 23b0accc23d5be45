//! Whether what is read is text, and UTF-16 as text.

use std::io::{self, Cursor, ErrorKind, Read};

use super::chunks::CHUNK;

/// Begins with this; what it is called, and what reads it.
type Signature = (&'static [u8], &'static str, &'static str);

/// What may be taken for a log, and is none.
const SIGNATURES: &[Signature] = &[
    (b"PK\x03\x04", "a zip archive", "`unzip -p` extracts it"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "`7z x -so` extracts it"),
    (b"Rar!\x1A\x07", "a RAR archive", "`unrar p` extracts it"),
    (b"\x1F\x9D", "compressed with compress(1)", "`zcat` decompresses it"),
    (b"\x04\x22\x4D\x18", "compressed with lz4", "`lz4 -dc` decompresses it"),
    (b"LZIP\x01", "compressed with lzip", "`lzip -dc` decompresses it"),
    (b"\x89LZO\0\r\n\x1A\n", "compressed with lzop", "`lzop -dc` decompresses it"),
    (b"\xFF\x06\0\0sNaPpY", "compressed with snappy", "decompress it first"),
    (b"PAR1", "a Parquet file", "convert it into CSV or JSON lines"),
    (b"Obj\x01", "an Avro file", "convert it into JSON lines"),
    (b"SQLite format 3\0", "an SQLite database", "export a table as CSV"),
    (b"\x7FELF", "a program", ANY),
    (b"%PDF-", "a PDF document", "`pdftotext` extracts its text"),
    (b"\x89PNG\r\n\x1A\n", "a picture", ANY),
    (b"\xFF\xD8\xFF", "a picture", ANY),
    (b"\xFF\xFE\0\0", "UTF-32", "`iconv -f UTF-32 -t UTF-8` converts it"),
    (b"\0\0\xFE\xFF", "UTF-32", "`iconv -f UTF-32 -t UTF-8` converts it"),
];

const ANY: &str = "--raw takes it as it is";

/// As much is looked at.
const LOOKED_AT: usize = 8 * 1024;

/// From this number of NUL bytes in that, it is no text. (A log may hold a few.)
const NULS: usize = 32;

/// What a reader gives, as far as it is known.
pub(crate) struct Content {
    pub(crate) reader: Box<dyn Read>,
    /// It was UTF-16, and is read as UTF-8.
    pub(crate) is_converted: bool,
    /// Why it is no text, and what to do.
    pub(crate) doubt: Option<String>,
}

/// Looks at what the reader gives first.
pub(crate) fn content(mut reader: Box<dyn Read>) -> Content {
    let mut head = vec![0; CHUNK];
    let mut len = 0;
    // A byte order mark has two bytes, which may come one by one.
    while len < 2 {
        match reader.read(&mut head[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                head.truncate(len);
                let reader = Box::new(Cursor::new(head).chain(Failure(Some(error))));
                return Content { reader, is_converted: false, doubt: None };
            }
        }
        if !matches!(head[..len], [0xFE | 0xFF]) {
            break;
        }
    }
    head.truncate(len);
    let doubt = doubt(&head);
    let is_utf16 =
        doubt.is_none() && (head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF"));
    let is_big = head.starts_with(b"\xFE\xFF");
    let reader: Box<dyn Read> = Box::new(Cursor::new(head).chain(reader));
    if is_utf16 {
        from_utf16(reader, is_big)
    } else {
        Content { reader, is_converted: false, doubt }
    }
}

/// Gives an error once.
struct Failure(Option<io::Error>);

impl Read for Failure {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Why this does not begin a text.
fn doubt(head: &[u8]) -> Option<String> {
    let signature = SIGNATURES.iter().find(|(magic, ..)| head.starts_with(magic));
    if let Some((_, what, remedy)) = signature {
        return Some(format!("it is {what}, and no text; {remedy}"));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some("it is a tar archive, and no text; `tar -xOf` extracts it".into());
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
    (!has_mark && even + odd >= NULS)
        .then(|| format!("it is binary, as it has NUL bytes; -0 splits at them, and {ANY}"))
}

#[cfg(not(feature = "charset"))]
fn from_utf16(reader: Box<dyn Read>, _: bool) -> Content {
    let doubt = "it is UTF-16, and this pct was built without charsets; `iconv -f UTF-16 -t UTF-8` converts it";
    Content { reader, is_converted: false, doubt: Some(doubt.into()) }
}

#[cfg(feature = "charset")]
fn from_utf16(reader: Box<dyn Read>, is_big: bool) -> Content {
    let encoding = if is_big { encoding_rs::UTF_16BE } else { encoding_rs::UTF_16LE };
    let decoder = encoding.new_decoder_with_bom_removal();
    let reader =
        Utf16 { reader, decoder, read: vec![0; CHUNK], text: Vec::new(), given: 0, ended: false };
    Content { reader: Box::new(reader), is_converted: true, doubt: None }
}

/// UTF-16 as UTF-8. Half of a surrogate pair becomes U+FFFD.
#[cfg(feature = "charset")]
struct Utf16 {
    reader: Box<dyn Read>,
    decoder: encoding_rs::Decoder,
    read: Vec<u8>,
    text: Vec<u8>,
    /// How much of the text has been given.
    given: usize,
    ended: bool,
}

#[cfg(feature = "charset")]
impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.ended {
            let len = self.reader.read(&mut self.read)?;
            self.ended = len == 0;
            let most = self.decoder.max_utf8_buffer_length(len);
            self.text.resize(most.ok_or(ErrorKind::OutOfMemory)?, 0);
            let (result, _, written, _) =
                self.decoder.decode_to_utf8(&self.read[..len], &mut self.text, self.ended);
            debug_assert_eq!(result, encoding_rs::CoderResult::InputEmpty);
            self.text.truncate(written);
            self.given = 0;
        }
        let len = buffer.len().min(self.text.len() - self.given);
        buffer[..len].copy_from_slice(&self.text[self.given..self.given + len]);
        self.given += len;
        Ok(len)
    }
}
