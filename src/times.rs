//! Decoding again what decoding gave, a bounded number of times.

use alloc::borrow::Cow;

use crate::decode::{Decoder, Malformed};
use crate::error::DecodeError;
use crate::kernel::out;

impl Decoder {
    /// Decodes, and decodes the result again, up to `n` times in all, and also tells how many rounds changed something. It ends as soon as one would
    /// change nothing: that round is not counted.
    ///
    /// For input that is known to be escaped several times, as fields of some logs are, and for nothing else: what looks like a triplet in decoded
    /// bytes may be data. If `n` rounds were made, the result may hold triplets all the same; [`find`](Self::find) tells.
    ///
    /// * [`keep`](Self::keep), [`keep_non_ascii`](Self::keep_non_ascii) and [`reject`](Self::reject) are minded in each round, so nothing that they
    ///   name is decoded at whatever depth. (Keeping `%` leaves nothing to later rounds but what they were given raw.)
    /// * [`plus_as_space`](Self::plus_as_space) and [`Malformed::Error`] are about what was sent, and minded in the first round only: in later ones a
    ///   `+` may come from `%2B`, and a `%` that begins no triplet from `%25`, and both are data.
    ///
    /// Each round takes linear time, and hostile input (`%25252525...`) takes as many rounds as it may, up to one for every two bytes: keep `n` small
    /// where others choose the input. The result is borrowed if nothing changes; else one allocation is made for all rounds, as
    /// [`decode`](Self::decode) makes it, and later rounds work in place and may give memory back.
    ///
    /// # Errors
    /// The first [`DecodeError`] of the first round that has one. Its position counts in that round's input, so for a later round in the decoded
    /// bytes: malformed triplets always have a position of the input, rejected ones not if they were nested.
    ///
    /// ```
    /// # use std::borrow::Cow;
    /// use percent_simd::Decoder;
    ///
    /// let twice = |input: &'static str| Decoder::new().decode_times(input, 2).unwrap();
    /// assert_eq!(twice("caf%25C3%25A9%2520au"), (Cow::from("café au".as_bytes()), 2));
    /// assert_eq!(twice("100%25"), (Cow::from(b"100%"), 1));
    /// assert_eq!(twice("%25252541"), (Cow::from(b"%2541"), 2));
    /// ```
    #[inline]
    pub fn decode_times<I: AsRef<[u8]> + ?Sized>(self, input: &I, n: u32) -> Result<(Cow<'_, [u8]>, u32), DecodeError> {
        self.decode_slice_times(input.as_ref(), n)
    }

    fn decode_slice_times(self, input: &[u8], n: u32) -> Result<(Cow<'_, [u8]>, u32), DecodeError> {
        if n == 0 {
            return Ok((Cow::Borrowed(input), 0));
        }
        let Cow::Owned(mut bytes) = self.decode(input)? else {
            return Ok((Cow::Borrowed(input), 0));
        };
        let again = self.plus_as_space(false).malformed(Malformed::Keep);
        let mut rounds = 1;
        while rounds < n
            && let Some(first) = again.find(&bytes)
        {
            let len = again.decode_in_place(&mut bytes[first..]).map_err(|error| error.offset(first))?;
            bytes.truncate(first + len);
            rounds += 1;
        }
        if out::is_wasteful(bytes.len(), bytes.capacity()) {
            bytes.shrink_to_fit();
        }
        Ok((Cow::Owned(bytes), rounds))
    }
}
