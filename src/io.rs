//! `std::io` adapters: decode or encode the bytes read from, or written to, another stream.
//!
//! ```
//! use std::io::{BufRead, Read, Write};
//! use percent_simd::io::{Reader, Writer};
//! use percent_simd::{Decoder, Encoder, sets};
//!
//! let mut text = String::new();
//! Reader::new(&b"caf%C3%A9"[..], Decoder::new().stream()).read_to_string(&mut text)?;
//! assert_eq!(text, "café");
//! let mut lines = Reader::new(&b"a%20b%0Ac"[..], Decoder::new().stream()).lines();
//! assert_eq!(lines.next().transpose()?.as_deref(), Some("a b"));
//!
//! let mut writer = Writer::new(Vec::new(), Encoder::new(sets::URL_PATH).stream());
//! write!(writer, "/a b")?;
//! assert_eq!(writer.finish()?, b"/a%20b");
//! # std::io::Result::Ok(())
//! ```
//!
//! An adapter holds at most 16 KiB of input and the output of that: less than 128 KiB in all,
//! however much goes through it.
//!
//! A policy's [`DecodeError`] becomes an [`io::Error`] of kind `InvalidData` that holds it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};

use crate::decode::DecodeStream;
use crate::encode::EncodeStream;
use crate::error::DecodeError;

/// Bytes that are taken from the input at a time.
const CHUNK: usize = 16 * 1024;

/// A stream that an adapter runs: [`DecodeStream`] and [`EncodeStream`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stream",
    label = "expected a `DecodeStream` or an `EncodeStream`",
    note = "an `Encoder` and a `Decoder` have `stream()`; a set becomes `Encoder::new(set)`"
)]
pub trait Stream: sealed::Sealed {}
impl Stream for DecodeStream {}
impl Stream for EncodeStream {}

mod sealed {
    use super::{DecodeError, DecodeStream, EncodeStream};

    pub trait Sealed {
        /// Pushes a piece, or finishes.
        fn step(&mut self, piece: Option<&[u8]>, output: &mut Vec<u8>) -> Result<(), DecodeError>;
    }

    impl Sealed for DecodeStream {
        #[inline]
        fn step(&mut self, piece: Option<&[u8]>, output: &mut Vec<u8>) -> Result<(), DecodeError> {
            match piece {
                Some(piece) => self.push(piece, output),
                None => self.finish(output),
            }
        }
    }

    impl Sealed for EncodeStream {
        #[inline]
        fn step(&mut self, piece: Option<&[u8]>, output: &mut Vec<u8>) -> Result<(), DecodeError> {
            match piece {
                Some(piece) => self.push_bytes(piece, output),
                None => self.finish(output),
            }
            Ok(())
        }
    }
}

/// A stream, and the output that an adapter has not handed on yet.
#[derive(Debug)]
struct Run<S> {
    stream: S,
    /// Output. It has one piece, because it is only ever appended to as a `Vec` and taken from the
    /// front.
    pending: VecDeque<u8>,
    /// The input has ended, successfully or not.
    ended: bool,
    /// To be reported once the output before it has been handed on.
    error: Option<DecodeError>,
}

impl<S: Stream> Run<S> {
    const fn new(stream: S) -> Self {
        Self { stream, pending: VecDeque::new(), ended: false, error: None }
    }

    /// Pushes a piece to the stream, or finishes it; the output before an error stays.
    fn step(&mut self, piece: Option<&[u8]>) {
        let mut output = Vec::from(std::mem::take(&mut self.pending));
        let result = self.stream.step(piece, &mut output);
        self.pending = output.into();
        self.ended = piece.is_none();
        self.error = self.error.or(result.err());
    }

    fn report(&self) -> io::Result<()> {
        self.error.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// Reads from `R` through a stream. It reads ahead: at most 16 KiB.
#[derive(Debug)]
pub struct Reader<R, S> {
    inner: R,
    input: Box<[u8]>,
    run: Run<S>,
}

impl<R, S: Stream> Reader<R, S> {
    /// The input of `inner`, decoded by a [`DecodeStream`] or encoded by an [`EncodeStream`].
    pub fn new(inner: R, stream: S) -> Self {
        Self { inner, input: vec![0; CHUNK].into(), run: Run::new(stream) }
    }

    /// The reader beneath, which has been read ahead.
    pub const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The reader beneath. Bytes that are read from it directly do not go through the stream.
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The reader beneath; bytes that have been read ahead are lost.
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read, S: Stream> BufRead for Reader<R, S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.run.pending.is_empty() {
            self.run.report()?;
            if self.run.ended {
                return Ok(&[]);
            }
            let len = self.inner.read(&mut self.input)?;
            self.run.step((len > 0).then(|| &self.input[..len]));
        }
        self.run.pending.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.run.pending.consume(len.min(self.run.pending.len()));
    }
}

impl<R: Read, S: Stream> Read for Reader<R, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.fill_buf()?;
        self.run.pending.read(buffer)
    }
}

/// Writes to `W` through a stream. Call [`finish`](Self::finish) at the end: up to two bytes may
/// wait to become a triplet, and only `finish` reports an error there. A writer that is dropped
/// finishes, too, and its errors are lost.
#[derive(Debug)]
pub struct Writer<W: Write, S: Stream> {
    /// `None` only after `finish` or `into_inner`.
    inner: Option<W>,
    run: Run<S>,
}

/// Why `Writer::inner` is there.
const TAKEN_LAST: &str = "only methods that consume the writer take it";

impl<W: Write, S: Stream> Writer<W, S> {
    /// Writes to `inner` the bytes that are written here, decoded or encoded.
    pub fn new(inner: W, stream: S) -> Self {
        Self { inner: Some(inner), run: Run::new(stream) }
    }

    /// Ends the input, writes the remaining output, flushes, and returns the writer beneath.
    ///
    /// # Errors
    /// Those of the writer beneath, and a [`DecodeError`] of the stream.
    pub fn finish(mut self) -> io::Result<W> {
        self.end()?;
        Ok(self.inner.take().expect(TAKEN_LAST))
    }

    /// The writer beneath, to which not all output may have been written yet.
    pub const fn get_ref(&self) -> &W {
        self.inner.as_ref().expect(TAKEN_LAST)
    }

    /// The writer beneath. Bytes that are written to it directly do not go through the stream.
    pub const fn get_mut(&mut self) -> &mut W {
        self.inner.as_mut().expect(TAKEN_LAST)
    }

    /// The writer beneath, without ending the input: output that it has not taken yet, and bytes
    /// that wait to become a triplet, are lost. [`finish`](Self::finish) writes them.
    pub fn into_inner(mut self) -> W {
        self.inner.take().expect(TAKEN_LAST)
    }

    fn end(&mut self) -> io::Result<()> {
        if !self.run.ended {
            self.run.step(None);
        }
        self.flush()
    }

    /// Hands on the output, then reports the error that follows it.
    fn drain(&mut self) -> io::Result<()> {
        let (inner, pending) = (self.inner.as_mut().expect(TAKEN_LAST), &mut self.run.pending);
        while !pending.is_empty() {
            match inner.write(pending.fill_buf()?) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(len) => pending.consume(len),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.run.report()
    }
}

impl<W: Write, S: Stream> Write for Writer<W, S> {
    /// Takes at most 16 KiB at a time. An error means that nothing of `buffer` was taken.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.drain()?;
        let taken = &buffer[..buffer.len().min(CHUNK)];
        self.run.step(Some(taken));
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.get_mut().flush()
    }
}

impl<W: Write, S: Stream> Drop for Writer<W, S> {
    fn drop(&mut self) {
        if self.inner.is_some() && !std::thread::panicking() {
            // Like BufWriter: `drop` cannot report an error.
            let _ = self.end();
        }
    }
}
