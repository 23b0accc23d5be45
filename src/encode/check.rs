//! Errors of encoded input: raw bytes that a policy would have escaped, and malformed triplets.

use core::iter::FusedIterator;

use super::Encoder;
use crate::decode::Malformed;
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
    fn problems_of_slice(self, input: &[u8]) -> impl FusedIterator<Item = DecodeError> + Clone {
        // A stray `%` is malformed; one of a triplet is not raw.
        let mut set = self.rules.set.remove(b'%');
        if self.rules.space_as_plus {
            set = set.add(b' ').remove(b'+');
        }
        // A byte that the finder stops at is part of a triplet only where digits are escaped.
        let digits = set.intersection(AsciiSet::from_bytes(b"0123456789ABCDEFabcdef"));
        let finder = self.with_set(set).keep_escapes(!digits.is_empty());
        let strict = self.decoder().malformed(Malformed::Error);
        let raw_from = move |from| {
            let at = from + finder.find(&input[from..])?;
            Some(DecodeError::new(at, DecodeErrorKind::Raw(input[at])))
        };
        let malformed_from =
            move |from| strict.check(&input[from..]).err().map(|error| error.offset(from));
        // The next error of each kind. No byte has both.
        let (mut raw, mut malformed) = (raw_from(0), malformed_from(0));
        let problems = core::iter::from_fn(move || {
            let precedes =
                |other: DecodeError| raw.is_some_and(|raw| raw.position() < other.position());
            let is_raw = malformed.is_none_or(precedes);
            let first = if is_raw { raw } else { malformed }?;
            let rest = first.position() + 1;
            match is_raw {
                true => raw = raw_from(rest),
                false => malformed = malformed_from(rest),
            }
            Some(first)
        });
        problems.fuse()
    }
}
