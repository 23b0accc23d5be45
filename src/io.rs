//! `std::io` adapters: decode or encode what is read from, or written to, something else.
//!
//! ```
//! use std::io::{Read, Write};
//! use percent_simd::io::{Reader, Writer};
//! use percent_simd::{Decoder, Encoder, sets};
//!
//! let mut text = String::new();
//! Reader::new(&b"caf%C3%A9"[..], Decoder::new().stream()).read_to_string(&mut text)?;
//! assert_eq!(text, "café");
//!
//! let mut writer = Writer::new(Vec::new(), Encoder::new(sets::URL_PATH).stream());
//! write!(writer, "/a b")?;
//! assert_eq!(writer.finish()?, b"/a%20b");
//! # std::io::Result::Ok(())
//! ```
//!
//! An adapter holds at most 16 KiB of input and what that becomes: less than 128 KiB in all, however much goes through it.
//!
//! A policy's [`DecodeError`] comes as an [`io::Error`] of kind `InvalidData` that holds it.

use std::io::{self, Read, Write};

use crate::error::DecodeError;
use crate::stream::{DecodeStream, EncodeStream};

/// Bytes that are taken from the input at a time.
const CHUNK: usize = 16 * 1024;

/// What an adapter can run: [`DecodeStream`] and [`EncodeStream`].
pub trait Stream: sealed::Sealed {}
impl Stream for DecodeStream {}
impl Stream for EncodeStream {}

mod sealed {
    use super::{DecodeError, DecodeStream, EncodeStream};

    pub trait Sealed {
        fn push(&mut self, piece: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError>;
        fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), DecodeError>;
    }

    impl Sealed for DecodeStream {
        fn push(&mut self, piece: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
            self.push(piece, output)
        }
        fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), DecodeError> {
            self.finish(output)
        }
    }

    impl Sealed for EncodeStream {
        fn push(&mut self, piece: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
            self.push(piece, output);
            Ok(())
        }
        fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), DecodeError> {
            self.finish(output);
            Ok(())
        }
    }
}

fn invalid_data(error: DecodeError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// Output of a stream that has not been handed on yet.
#[derive(Debug, Default)]
struct Pending {
    bytes: Vec<u8>,
    start: usize,
}

impl Pending {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    fn consume(&mut self, len: usize) {
        self.start += len;
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
    }
}

/// Reads from `R` through a stream. It reads ahead: at most 16 KiB.
#[derive(Debug)]
pub struct Reader<R, S> {
    inner: R,
    stream: S,
    input: Box<[u8]>,
    pending: Pending,
    /// The input has ended.
    ended: bool,
    /// To be reported once what stands before it has been read.
    error: Option<DecodeError>,
}

impl<R: Read, S: Stream> Reader<R, S> {
    /// What is read from `inner`, decoded or encoded.
    pub fn new(inner: R, stream: S) -> Self {
        Self { inner, stream, input: vec![0; CHUNK].into(), pending: Pending::default(), ended: false, error: None }
    }

    /// The reader beneath; what has been read ahead is lost.
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read, S: Stream> Read for Reader<R, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.pending.as_slice().is_empty() {
            if let Some(error) = self.error {
                return Err(invalid_data(error));
            }
            if self.ended {
                return Ok(0);
            }
            let len = self.inner.read(&mut self.input)?;
            let result = if len == 0 {
                self.ended = true;
                self.stream.finish(&mut self.pending.bytes)
            } else {
                self.stream.push(&self.input[..len], &mut self.pending.bytes)
            };
            self.error = result.err();
        }
        let ready = self.pending.as_slice();
        let len = ready.len().min(buffer.len());
        buffer[..len].copy_from_slice(&ready[..len]);
        self.pending.consume(len);
        Ok(len)
    }
}

/// Writes to `W` through a stream. Call [`finish`](Self::finish) at the end: up to two bytes may wait to become a triplet, and only `finish` tells
/// of an error there. A writer that is dropped without it finishes too, and errors are lost.
#[derive(Debug)]
pub struct Writer<W: Write, S: Stream> {
    /// `None` only after `finish`.
    inner: Option<W>,
    stream: S,
    pending: Pending,
    /// The input has ended, well or not.
    ended: bool,
    /// To be reported once what stands before it has been written.
    error: Option<DecodeError>,
}

impl<W: Write, S: Stream> Writer<W, S> {
    /// Writes to `inner` what is written here, decoded or encoded.
    pub fn new(inner: W, stream: S) -> Self {
        Self { inner: Some(inner), stream, pending: Pending::default(), ended: false, error: None }
    }

    /// Ends the input, writes what is left, flushes, and gives the writer beneath back.
    ///
    /// # Errors
    /// Those of the writer beneath, and a [`DecodeError`] of the stream.
    pub fn finish(mut self) -> io::Result<W> {
        self.end()?;
        Ok(self.inner.take().expect("only `finish` takes it"))
    }

    fn end(&mut self) -> io::Result<()> {
        if !self.ended {
            self.ended = true;
            self.error = self.error.or(self.stream.finish(&mut self.pending.bytes).err());
        }
        self.flush()
    }

    /// Hands on what is ready, then reports the error that stands behind it.
    fn drain(&mut self) -> io::Result<()> {
        let inner = self.inner.as_mut().expect("only `finish` takes it");
        while !self.pending.as_slice().is_empty() {
            match inner.write(self.pending.as_slice()) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(len) => self.pending.consume(len),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.error.map_or(Ok(()), |error| Err(invalid_data(error)))
    }
}

impl<W: Write, S: Stream> Write for Writer<W, S> {
    /// Takes at most 16 KiB at a time. An error means that nothing of `buffer` was taken.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.drain()?;
        let taken = &buffer[..buffer.len().min(CHUNK)];
        self.error = self.stream.push(taken, &mut self.pending.bytes).err();
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.inner.as_mut().expect("only `finish` takes it").flush()
    }
}

impl<W: Write, S: Stream> Drop for Writer<W, S> {
    fn drop(&mut self) {
        if self.inner.is_some() && !std::thread::panicking() {
            // Like BufWriter: nobody is left to tell of an error.
            let _ = self.end();
        }
    }
}
