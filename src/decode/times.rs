//! Decoding repeatedly, a bounded number of times.

use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;

use super::{Decoder, Malformed};
use crate::error::DecodeError;
use crate::memory;

/// The result of [`Decoder::decode_times`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DecodedTimes<'a> {
    /// The decoded bytes; borrowed if they are the input.
    pub output: Cow<'a, [u8]>,
    /// The number of rounds that changed something.
    pub rounds: u32,
}

/// Why [`Decoder::decode_times`] failed, and in which round: `Copy`, no allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodeTimesError {
    error: DecodeError,
    round: u32,
}

impl DecodeTimesError {
    /// The error. Its position counts in the input of its round, so after the first round in
    /// the bytes that the rounds before gave.
    #[must_use]
    pub const fn error(self) -> DecodeError {
        self.error
    }

    /// The round that failed; the first one is 1.
    #[must_use]
    pub const fn round(self) -> u32 {
        self.round
    }
}

impl fmt::Display for DecodeTimesError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} of decoding: {}", self.round, self.error)
    }
}

impl Error for DecodeTimesError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl Decoder {
    /// Decodes, and decodes the result again, up to `n` times in all. It ends before a round that
    /// would change nothing, which is not counted.
    ///
    /// This is for input that is known to be escaped several times, as fields of some logs are. In
    /// other input, a triplet that appears in decoded bytes may be data. After `n` rounds the
    /// result may still hold triplets; [`find`](Self::find) tells.
    ///
    /// * [`keep`](Self::keep), [`keep_non_ascii`](Self::keep_non_ascii) and
    ///   [`reject`](Self::reject) apply in every round, so no escape of their values is decoded at
    ///   any depth. (If `%` is kept, later rounds decode only raw `%` of the input.)
    /// * [`plus_as_space`](Self::plus_as_space) and [`Malformed::Error`] are about the bytes that
    ///   were sent, and apply in the first round only: in a later one a `+` may come from `%2B`,
    ///   and a `%` that begins no triplet from `%25`, and both are data.
    ///
    /// Each round takes linear time. Hostile input (`%25252525...`) takes all rounds that it may,
    /// up to one for every two bytes: keep `n` small for input from others. The result is borrowed
    /// if nothing changes; otherwise one allocation serves all rounds, as [`decode`](Self::decode)
    /// makes it, and later rounds work in place and may give memory back.
    ///
    /// # Errors
    /// The first [`DecodeError`] of the first round that has one, with the number of that round.
    ///
    /// ```
    /// use percent_simd::Decoder;
    ///
    /// let twice = Decoder::new().decode_times("caf%25C3%25A9%2520au", 2).unwrap();
    /// assert_eq!((&*twice.output, twice.rounds), ("café au".as_bytes(), 2));
    /// let once = Decoder::new().decode_times("100%25", 2).unwrap();
    /// assert_eq!((&*once.output, once.rounds), (&b"100%"[..], 1));
    ///
    /// let no_nul = Decoder::new().reject(percent_simd::AsciiSet::from_bytes(b"\0"));
    /// let error = no_nul.decode_times("/a%2500", 2).unwrap_err();
    /// assert_eq!((error.round(), error.error().position()), (2, 2));
    /// ```
    #[inline]
    pub fn decode_times<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        n: u32,
    ) -> Result<DecodedTimes<'_>, DecodeTimesError> {
        self.decode_slice_times(input.as_ref(), n)
    }

    #[inline]
    fn decode_slice_times(
        self,
        input: &[u8],
        n: u32,
    ) -> Result<DecodedTimes<'_>, DecodeTimesError> {
        let unchanged = DecodedTimes { output: Cow::Borrowed(input), rounds: 0 };
        if n == 0 {
            return Ok(unchanged);
        }
        let failed = |error, round| DecodeTimesError { error, round };
        let Cow::Owned(mut bytes) = self.decode(input).map_err(|error| failed(error, 1))? else {
            return Ok(unchanged);
        };
        let again = self.plus_as_space(false).malformed(Malformed::Keep);
        let mut rounds = 1;
        while rounds < n {
            let Some(first) = again.find(&bytes) else { break };
            let len = again
                .decode_in_place(&mut bytes[first..])
                .map_err(|error| failed(error.offset(first), rounds + 1))?;
            bytes.truncate(first + len);
            rounds += 1;
        }
        Ok(DecodedTimes { output: Cow::Owned(memory::trimmed(bytes)), rounds })
    }
}
