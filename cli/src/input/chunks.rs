//! Inputs are read chunk by chunk.

use std::io::{self, ErrorKind, Read};

/// The bytes of a read: few enough that a chunk and its result stay in the second-level cache.
pub(crate) const CHUNK: usize = 256 * 1024;

/// Whole records, from the start of the bytes read.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Chunk {
    buffer: Vec<u8>,
    len: usize,
    filled: usize,
    /// The input ends with it.
    pub(crate) last: bool,
}

impl Chunk {
    /// Its bytes; there is at least one.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// The bytes already read after the chunk.
    pub(crate) fn ahead(&self) -> &[u8] {
        &self.buffer[self.len..self.filled]
    }

    pub(crate) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}

/// Reads an input chunk by chunk. Memory: a chunk more than the longest piece that must not be cut.
pub(crate) struct Chunks<R, F> {
    reader: R,
    /// The end of the last whole chunk in these bytes; `old` were searched before.
    find: F,
    /// Bytes read and not handed out.
    rest: Vec<u8>,
    /// The reader has no more, or has failed with this.
    ended: bool,
    error: Option<io::Error>,
}

impl<R: Read, F: FnMut(&[u8], usize) -> Option<usize>> Chunks<R, F> {
    pub(crate) fn new(reader: R, find: F) -> Self {
        Self { reader, find, rest: Vec::new(), ended: false, error: None }
    }

    /// The next chunk, in `buffer`; an error comes after all that was read before it.
    pub(crate) fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Option<Chunk>> {
        let mut filled = self.rest.len();
        if buffer.len() < filled.max(CHUNK) {
            buffer.resize(filled.max(CHUNK), 0);
        }
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        while !self.ended {
            if filled == buffer.len() {
                // The vector reserves more, but the system provides only what is written.
                buffer.resize(filled + CHUNK, 0);
            }
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(more) => {
                    let old = filled;
                    filled += more;
                    // The first cut is taken: a pipe is passed on at once.
                    if let Some(len) = (self.find)(&buffer[..filled], old) {
                        self.rest.extend_from_slice(&buffer[len..filled]);
                        return Ok(Some(Chunk { buffer, len, filled, last: false }));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.error = Some(error);
                }
            }
        }
        match (filled, self.error.take()) {
            (0, Some(error)) => Err(error),
            (0, None) => Ok(None),
            (len, error) => {
                self.error = error;
                Ok(Some(Chunk { buffer, len, filled, last: true }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::records::{Cut, LONG};

    /// Chunks that are cut in one way.
    fn blocks<R: Read>(
        reader: R,
        cut: Cut,
    ) -> Chunks<R, impl FnMut(&[u8], usize) -> Option<usize>> {
        Chunks::new(reader, move |bytes, old| cut.find(bytes, old))
    }

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
        let input = b"a%20b\r\nlong %4\n%\r\n%%4\r\r\nx%C2%85\xC2\x85\n\xC2%9b%c2%\nend %4";
        for step in 1..=input.len() {
            for cut in [Cut::After(b'\n'), Cut::Loose, Cut::AfterOrLoose(b'\n'), Cut::Whole] {
                let (mut buffer, mut all) = (vec![b'%'; 5], Vec::new());
                let mut blocks = blocks(Drip(input, step), cut);
                while let Ok(Some(chunk)) = blocks.next(buffer) {
                    let (block, last) = (chunk.bytes(), chunk.last);
                    assert!(!block.is_empty());
                    all.extend_from_slice(block);
                    assert!(input[all.len()..].starts_with(chunk.ahead()));
                    assert_eq!(last, all.len() == input.len());
                    match cut {
                        // The lines are short.
                        Cut::After(end) | Cut::AfterOrLoose(end) => {
                            assert!(last || block.ends_with(&[end]))
                        }
                        Cut::Loose => {
                            let next = |text: &[u8]| input[all.len()..].starts_with(text);
                            assert!(!(all.ends_with(b"\r") && next(b"\n")));
                            assert!(
                                !(all.ends_with(b"%") && next(b"20")
                                    || all.ends_with(b"%2") && next(b"0"))
                            );
                            assert!(
                                last || !all.ends_with(b"%") || next(b"%") || next(b"\n"),
                                "what decides over a `%` is there"
                            );
                            for (lead, rest) in [
                                (&b"%C2"[..], &b"%85"[..]),
                                (b"\xC2", b"\x85"),
                                (b"\xC2", b"%9b"),
                                (b"%C", b"2%"),
                            ] {
                                assert!(!(all.ends_with(lead) && next(rest)), "a character is cut");
                            }
                        }
                        Cut::Whole => assert!(last),
                    }
                    buffer = chunk.into_buffer();
                }
                assert_eq!(all, input, "{cut:?}, {step}");
                assert_eq!(
                    blocks.next(Vec::new()).map(|_| ()).map_err(|error| error.to_string()).ok(),
                    Some(()),
                    "the error comes once"
                );
            }
        }
    }

    #[test]
    fn long_lines_may_be_cut_or_not() {
        let input = b"%41".repeat(LONG);
        let mut loose = blocks(&input[..], Cut::AfterOrLoose(b'\n'));
        let first = loose.next(Vec::new()).unwrap().unwrap();
        assert!(
            first.bytes().len() < 2 * LONG && first.bytes().len().is_multiple_of(3) && !first.last
        );
        let mut whole = blocks(&input[..], Cut::After(b'\n'));
        assert_eq!(whole.next(Vec::new()).unwrap().unwrap().bytes(), input);
    }

    #[test]
    fn a_read_error_comes_after_what_was_read() {
        let mut blocks = blocks(Drip(b"a\nb", 9), Cut::After(b'\n'));
        let first = blocks.next(Vec::new()).unwrap().unwrap();
        assert_eq!((first.bytes(), first.ahead(), first.last), (&b"a\n"[..], &b"b"[..], false));
        let second = blocks.next(first.into_buffer()).unwrap().unwrap();
        assert_eq!((second.bytes(), second.ahead(), second.last), (&b"b"[..], &b""[..], true));
        assert_eq!(blocks.next(Vec::new()).unwrap_err().to_string(), "gone");
    }
}
