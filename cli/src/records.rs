//! Records, the blocks in which they are read, and where in an input something stands.

use std::io::{self, ErrorKind, Read};

use memchr::{memchr, memchr_iter, memrchr};

/// What one value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Records {
    /// A line. Its LF, or CR and LF, is no part of the value.
    Lines,
    /// What ends with NUL.
    Null,
    /// The whole input.
    Raw,
}

impl Records {
    /// The byte that ends a record.
    pub(crate) const fn terminator(self) -> Option<u8> {
        match self {
            Self::Lines => Some(b'\n'),
            Self::Null => Some(0),
            Self::Raw => None,
        }
    }

    /// The byte that ends what LINE counts.
    const fn line_end(self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Lines | Self::Raw => b'\n',
        }
    }

    /// Splits the first record off, with what ends it.
    pub(crate) fn split_first(self, bytes: &[u8]) -> (&[u8], &[u8]) {
        let end = self.terminator().and_then(|terminator| memchr(terminator, bytes));
        bytes.split_at(end.map_or(bytes.len(), |end| end + 1))
    }

    /// The value of a record, and what ends the record.
    pub(crate) fn split_value(self, record: &[u8]) -> (&[u8], &[u8]) {
        let without = |bytes: &[u8], end| bytes.len() - usize::from(bytes.last() == Some(&end));
        let mut len = self.terminator().map_or(record.len(), |terminator| without(record, terminator));
        if self == Self::Lines {
            len = without(&record[..len], b'\r');
        }
        record.split_at(len)
    }
}

/// Where in an input something stands: both count from 1, the column in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Place {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The place behind `passed`, which stands at this one.
    #[must_use]
    pub(crate) fn after(self, passed: &[u8], records: Records) -> Self {
        let end = records.line_end();
        match memrchr(end, passed) {
            None => Self { column: self.column + passed.len() as u64, ..self },
            Some(last) => Self { line: self.line + memchr_iter(end, passed).count() as u64, column: (passed.len() - last) as u64 },
        }
    }
}

/// Where an input may be cut into blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// Behind this byte: a block holds whole records.
    After(u8),
    /// Anywhere but within a triplet or CRLF, or what may still become one.
    Loose,
    /// Nowhere: the block is the input.
    Whole,
}

impl Cut {
    /// Where the last block ends that can be cut from these bytes; it ends behind `old`, up to which there was none.
    fn find(self, bytes: &[u8], old: usize) -> Option<usize> {
        match self {
            Self::After(end) => memrchr(end, &bytes[old..]).map(|at| old + at + 1),
            Self::Loose => {
                let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
                let tail = match bytes {
                    [.., b'%', digit] if digit.is_ascii_hexdigit() => 2,
                    [.., b'%'] => 1,
                    _ => 0,
                };
                Some(bytes.len() - tail).filter(|&len| len > 0)
            }
            Self::Whole => None,
        }
    }
}

/// What was cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cutting<'a> {
    /// Not empty.
    pub(crate) bytes: &'a [u8],
    /// What is known already of what follows.
    pub(crate) ahead: &'a [u8],
    /// The input ends with it.
    pub(crate) last: bool,
}

/// What is read at a time: small enough that a block and its result stay in the second-level cache.
pub(crate) const BLOCK: usize = 256 * 1024;

/// Reads an input block by block. Memory: twice the block, or the longest record.
pub(crate) struct Blocks<'b, R> {
    reader: R,
    cut: Cut,
    /// Its length is the room there is; `used..filled` has been read and not handed out.
    buffer: &'b mut Vec<u8>,
    used: usize,
    filled: usize,
    /// The reader has no more, or has failed with this.
    ended: bool,
    error: Option<io::Error>,
}

impl<'b, R: Read> Blocks<'b, R> {
    /// The blocks of what `reader` gives, in `buffer`, whose content is of no interest.
    pub(crate) fn new(reader: R, cut: Cut, buffer: &'b mut Vec<u8>) -> Self {
        Self { reader, cut, buffer, used: 0, filled: 0, ended: false, error: None }
    }

    /// The next block, or `None` at the end. An error comes after all that was read before it.
    pub(crate) fn next(&mut self) -> io::Result<Option<Cutting<'_>>> {
        self.buffer.copy_within(self.used..self.filled, 0);
        self.filled -= self.used;
        self.used = 0;
        while !self.ended {
            if self.filled == self.buffer.len() {
                self.buffer.resize((2 * self.filled).max(BLOCK), 0);
            }
            match self.reader.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(len) => {
                    let old = self.filled;
                    self.filled += len;
                    // Cut as soon as it can be, so that what a pipe brings is passed on at once.
                    if let Some(end) = self.cut.find(&self.buffer[..self.filled], old) {
                        self.used = end;
                        let (bytes, ahead) = self.buffer[..self.filled].split_at(end);
                        return Ok(Some(Cutting { bytes, ahead, last: false }));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.error = Some(error);
                }
            }
        }
        self.used = self.filled;
        match (self.filled, self.error.take()) {
            (0, Some(error)) => Err(error),
            (0, None) => Ok(None),
            (len, error) => {
                self.error = error;
                Ok(Some(Cutting { bytes: &self.buffer[..len], ahead: &[], last: true }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time, then fails.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::Error::other("gone"));
            }
            let (now, later) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
            buffer[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    #[test]
    fn blocks_are_cut_where_they_may_be_and_nothing_is_lost() {
        let input = b"a%20b\r\nlong %4\n%\r\n%%4\r\r\nend %4";
        for step in 1..=input.len() {
            for cut in [Cut::After(b'\n'), Cut::Loose, Cut::Whole] {
                let (mut buffer, mut all) = (vec![b'%'; 5], Vec::new());
                let mut blocks = Blocks::new(Drip(input, step), cut, &mut buffer);
                while let Ok(Some(Cutting { bytes: block, last, .. })) = blocks.next() {
                    assert!(!block.is_empty());
                    all.extend_from_slice(block);
                    assert_eq!(last, all.len() == input.len());
                    match cut {
                        Cut::After(end) => assert!(last || block.ends_with(&[end])),
                        Cut::Loose => {
                            assert!(!(all.ends_with(b"\r") && input[all.len()..].starts_with(b"\n")));
                            let next = |text: &[u8]| input[all.len()..].starts_with(text);
                            assert!(!(all.ends_with(b"%") && next(b"20") || all.ends_with(b"%2") && next(b"0")));
                            assert!(last || !all.ends_with(b"%") || next(b"%"), "what decides over a `%` is there");
                        }
                        Cut::Whole => assert!(last),
                    }
                }
                assert_eq!(all, input, "{cut:?}, {step}");
                assert_eq!(blocks.next().map(|_| ()).map_err(|error| error.to_string()).ok(), Some(()), "the error comes once");
            }
        }
    }

    #[test]
    fn a_read_error_comes_after_what_was_read() {
        let mut buffer = Vec::new();
        let mut blocks = Blocks::new(Drip(b"a\nb", 9), Cut::After(b'\n'), &mut buffer);
        assert_eq!(blocks.next().unwrap(), Some(Cutting { bytes: b"a\n", ahead: b"b", last: false }));
        assert_eq!(blocks.next().unwrap(), Some(Cutting { bytes: b"b", ahead: b"", last: true }));
        assert_eq!(blocks.next().unwrap_err().to_string(), "gone");
    }

    #[test]
    fn values_have_no_line_end() {
        let split = |records: Records, record: &'static [u8]| records.split_value(record);
        assert_eq!(split(Records::Lines, b"a\r\r\n"), (&b"a\r"[..], &b"\r\n"[..]));
        assert_eq!(split(Records::Lines, b"a\r"), (&b"a"[..], &b"\r"[..]));
        assert_eq!(split(Records::Lines, b"\n"), (&b""[..], &b"\n"[..]));
        assert_eq!(split(Records::Null, b"a\r\n\0"), (&b"a\r\n"[..], &b"\0"[..]));
        assert_eq!(split(Records::Raw, b"a\n"), (&b"a\n"[..], &b""[..]));
    }

    #[test]
    fn places() {
        let start = Place::START;
        assert_eq!(start.after(b"ab", Records::Lines), Place { line: 1, column: 3 });
        assert_eq!(start.after(b"ab\n\nc", Records::Raw), Place { line: 3, column: 2 });
        assert_eq!(start.after(b"ab\0\n", Records::Null).after(b"c", Records::Null), Place { line: 2, column: 3 });
    }
}
