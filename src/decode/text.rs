//! Decoded text under the policy's [`Utf8`]: whether there is any.

use super::{Decoder, Utf8};
use crate::error::DecodeError;
use crate::kernel;
use crate::text;

impl Decoder {
    /// Checks that the input decodes to text under this policy; nothing is allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn check_utf8<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<(), DecodeError> {
        self.check_slice_utf8(input.as_ref())
    }

    #[inline]
    pub(super) fn check_slice_utf8(&self, input: &[u8]) -> Result<(), DecodeError> {
        let refused = kernel::decode::decoded_len(self.backend(), input, &self.rules).err();
        let error =
            if self.utf8 == Utf8::Strict { self.first_error(input, refused) } else { refused };
        error.map_or(Ok(()), Err)
    }

    /// The first error under [`Utf8::Strict`], given the first of another kind: only ill-formed UTF-8
    /// before that can be it.
    #[inline]
    pub(super) fn first_error(
        &self,
        input: &[u8],
        refused: Option<DecodeError>,
    ) -> Option<DecodeError> {
        let before = refused.map_or(input, |error| &input[..error.position()]);
        text::ill_formed::<false>(self.backend(), &self.rules.infallible(), before).or(refused)
    }

    /// The policy as one that gives text whatever the input.
    #[inline]
    pub(crate) fn text(self) -> text::Policy {
        text::Policy {
            backend: self.backend(),
            rules: self.rules.infallible(),
            keep_escaped: self.utf8 == Utf8::KeepEscaped,
        }
    }
}
