//! Errors of encoded input: raw bytes that a policy would have escaped, and malformed triplets.

use core::iter::FusedIterator;

use super::Encoder;
use crate::decode::{Decoder, Malformed};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::sets::AsciiSet;

impl Encoder {
    /// Checks that the input is encoded as this policy encodes: every byte that it escapes is in a
    /// triplet, and every `%` begins one.
    ///
    /// # Errors
    /// The first of [`encoding_problems`](Self::encoding_problems).
    ///
    /// ```
    /// use percent_simd::{DecodeErrorKind, Encoder, sets};
    ///
    /// let query = Encoder::new(sets::URI_QUERY);
    /// assert_eq!(query.check_encoded("q=a%20b&%7E"), Ok(()));
    /// let error = query.check_encoded("q=a b").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (3, DecodeErrorKind::Raw(b' ')));
    /// ```
    #[inline]
    pub fn check_encoded<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<(), DecodeError> {
        self.encoding_problems(input).next().map_or(Ok(()), Err)
    }

    /// Everything that keeps the input from being encoded as this policy encodes, in order:
    /// [`Raw`](DecodeErrorKind::Raw) bytes that it escapes, and malformed triplets. Where SP is
    /// written as `+`, a raw `+` is right and a raw SP is not.
    ///
    /// ```
    /// use percent_simd::{Encoder, sets};
    ///
    /// let problems = Encoder::new(sets::URI_QUERY).encoding_problems("[100%]");
    /// assert!(problems.map(|error| error.position()).eq([0, 4, 5]));
    /// ```
    #[must_use]
    #[inline]
    pub fn encoding_problems<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
    ) -> impl FusedIterator<Item = DecodeError> + Clone {
        self.problems_of_slice(input.as_ref())
    }

    #[inline]
    fn problems_of_slice(self, input: &[u8]) -> EncodingProblems<'_> {
        // A stray `%` is malformed; one of a triplet is not raw.
        let mut set = self.set().remove(b'%');
        if self.writes_space_as_plus() {
            set = set.add(b' ').remove(b'+');
        }
        // A byte that the finder stops at is part of a triplet only where digits are escaped.
        let digits = set.intersection(AsciiSet::from_bytes(b"0123456789ABCDEFabcdef"));
        let finder = self.with_set(set).keep_escapes(!digits.is_empty());
        let strict = self.decoder().malformed(Malformed::Error);
        let mut problems = EncodingProblems { input, finder, strict, raw: None, malformed: None };
        problems.find_raw(0);
        problems.find_malformed(0);
        problems
    }
}

/// The errors of an encoded input, from [`Encoder::encoding_problems`].
#[derive(Clone, Debug)]
struct EncodingProblems<'a> {
    input: &'a [u8],
    finder: Encoder,
    strict: Decoder,
    /// The next error of each kind.
    raw: Option<DecodeError>,
    malformed: Option<DecodeError>,
}

impl EncodingProblems<'_> {
    #[inline]
    fn find_raw(&mut self, from: usize) {
        let found = self.finder.find(&self.input[from..]);
        self.raw = found
            .map(|at| DecodeError::new(from + at, DecodeErrorKind::Raw(self.input[from + at])));
    }

    #[inline]
    fn find_malformed(&mut self, from: usize) {
        self.malformed =
            self.strict.check(&self.input[from..]).err().map(|error| error.offset(from));
    }
}

impl Iterator for EncodingProblems<'_> {
    type Item = DecodeError;

    #[inline]
    fn next(&mut self) -> Option<DecodeError> {
        let raw_is_first = match (self.raw, self.malformed) {
            (None, None) => return None,
            (raw, malformed) => raw.is_some_and(|raw| {
                malformed.is_none_or(|malformed| raw.position() < malformed.position())
            }),
        };
        let first = if raw_is_first { self.raw } else { self.malformed }?;
        if raw_is_first {
            self.find_raw(first.position() + 1);
        } else {
            self.find_malformed(first.position() + 1);
        }
        Some(first)
    }
}

impl FusedIterator for EncodingProblems<'_> {}
