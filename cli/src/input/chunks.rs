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
    /// Its bytes, at least one.
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
                // The vector reserves more, but the system provides only pages that are written.
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
