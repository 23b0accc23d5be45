//! Decoding to text, under the policy's [`Utf8`].

use alloc::{borrow::Cow, string::String};

use super::owned_text::{self, NotText};
use super::text::ill_formed;
use super::{Decoder, Utf8};
use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel;
use crate::kernel::memory::SHORT_TEXT;
use crate::kernel::rules::DecodeRules;
use crate::memory::{LONG, trimmed};

/// Decodes text to text; [`Decoder::decode_utf8`] takes bytes. Borrowed if nothing changes.
///
/// # Errors
/// The first sequence of the decoded bytes that is not UTF-8.
///
/// ```
/// use percent_simd::decode_str;
/// assert_eq!(decode_str("%E2%98%83").unwrap(), "☃");
/// assert_eq!(decode_str("caf%E9").unwrap_err().position(), 3);
/// ```
#[inline]
pub fn decode_str(input: &str) -> Result<Cow<'_, str>, DecodeError> {
    let backend = Backend::active();
    if kernel::decode::look::<false>(backend, input.as_bytes(), &DecodeRules::PLAIN) == Some(true) {
        return Ok(Cow::Borrowed(input));
    }
    decode_str_other(backend, input)
}

/// [`decode_str`] of text that is long, or that decoding probably changes. Its calls repeat the plain
/// rules as constants: a program without other policies links no kernel for other rules.
#[inline(never)]
fn decode_str_other(backend: Backend, input: &str) -> Result<Cow<'_, str>, DecodeError> {
    const RULES: &DecodeRules = &DecodeRules::PLAIN;
    let bytes = input.as_bytes();
    if bytes.len() > kernel::marks::PLACES
        && kernel::decode::find_change(backend, bytes, RULES).is_none()
    {
        return Ok(Cow::Borrowed(input));
    }
    if bytes.len() <= SHORT_TEXT {
        if let Ok(text) = owned_text::decode_short::<true>(backend, bytes, RULES, false) {
            return Ok(text);
        }
    } else if let Some(text) = owned_text::decode_plainly(backend, bytes) {
        return Ok(Cow::Owned(text));
    }
    Err(ill_formed::<true>(backend, RULES, bytes).expect("it is not UTF-8"))
}

/// Decodes bytes to text; bytes that are not UTF-8 become U+FFFD. Never fails; borrowed if nothing
/// changes.
///
/// ```
/// use percent_simd::decode_lossy;
/// assert_eq!(decode_lossy(b"caf%E9"), "caf\u{FFFD}");
/// ```
#[must_use]
#[inline]
pub fn decode_lossy<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, str> {
    const LOSSY: &Decoder = &Decoder::new().utf8(Utf8::Lossy);
    LOSSY.decode_slice_utf8(input.as_ref()).expect("these rules refuse nothing")
}

impl Decoder {
    /// The decoded text of text; borrowed, without allocation, if nothing changes.
    ///
    /// It takes the memory of [`decode`](Self::decode). If the decoded bytes are not UTF-8 and the
    /// policy accepts that, the String doubles beyond that for up to 1 MiB of input. Longer input is
    /// measured first, and the decoded bytes are dropped before the exact capacity is allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn decode_str(self, input: &str) -> Result<Cow<'_, str>, DecodeError> {
        if kernel::decode::look::<false>(self.backend(), input.as_bytes(), &self.rules)
            == Some(true)
        {
            return Ok(Cow::Borrowed(input));
        }
        self.decode_str_other::<true>(input)
    }

    /// [`decode_str`](Self::decode_str) of text that is long, or that decoding probably changes.
    #[inline(never)]
    fn decode_str_other<'a, const LAZY: bool>(
        &self,
        input: &'a str,
    ) -> Result<Cow<'a, str>, DecodeError> {
        let (backend, bytes) = (self.backend(), input.as_bytes());
        if bytes.len() > kernel::marks::PLACES
            && kernel::decode::find_escape::<true>(backend, bytes, &self.rules).is_none()
        {
            return Ok(Cow::Borrowed(input));
        }
        self.decode_dirty_utf8(bytes)
    }

    /// Decodes within the String, which becomes as short as the result. It allocates only if the
    /// decoded bytes are not UTF-8 and the policy accepts that.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy. The String is then as it was: it is checked
    /// first.
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// let mut text = String::from("caf%C3%A9");
    /// Decoder::new().decode_string(&mut text).unwrap();
    /// assert_eq!(text, "café");
    /// ```
    #[inline]
    pub fn decode_string(self, text: &mut String) -> Result<(), DecodeError> {
        match self.utf8(Utf8::Strict).check_utf8(text.as_str()) {
            Ok(()) => {
                let mut bytes = core::mem::take(text).into_bytes();
                self.decode_vec(&mut bytes).expect("the input was checked");
                *text = String::from_utf8(bytes).expect("the decoded bytes were checked");
            }
            Err(error) if self.utf8 == Utf8::Strict || error.kind() != DecodeErrorKind::Utf8 => {
                return Err(error);
            }
            Err(_) => {
                let decoded = self.decode_str(text)?.into_owned();
                text.clear();
                text.push_str(&decoded);
            }
        }
        Ok(())
    }

    /// The decoded text; borrowed, without allocation, if nothing changes. It takes the memory that
    /// [`decode_str`](Self::decode_str) takes.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    ///
    /// ```
    /// use percent_simd::{Decoder, Utf8};
    /// assert_eq!(Decoder::new().decode_utf8(b"%E2%98%83").unwrap(), "☃");
    /// assert_eq!(Decoder::new().utf8(Utf8::KeepEscaped).decode_utf8(b"%E9%C3%A9").unwrap(), "%E9é");
    /// ```
    #[inline]
    pub fn decode_utf8<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
    ) -> Result<Cow<'_, str>, DecodeError> {
        self.decode_slice_utf8(input.as_ref())
    }

    /// [`decode_utf8`](Self::decode_utf8) by reference: a policy that is copied to the stack byte
    /// by byte holds up the kernel that loads 16 bytes of it.
    #[inline(always)]
    pub(crate) fn decode_slice_utf8<'a>(
        &self,
        input: &'a [u8],
    ) -> Result<Cow<'a, str>, DecodeError> {
        match kernel::text::plain_ascii(self.backend(), input, &self.rules) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.decode_utf8_other::<true>(input),
        }
    }

    /// Decodes input that is not ASCII, or that holds a byte which decoding looks at.
    #[inline(never)]
    fn decode_utf8_other<'a, const LAZY: bool>(
        &self,
        input: &'a [u8],
    ) -> Result<Cow<'a, str>, DecodeError> {
        let backend = self.backend();
        if input.len() > SHORT_TEXT
            && kernel::decode::find_escape::<true>(backend, input, &self.rules).is_none()
        {
            if let Some(text) = kernel::text::text(backend, input) {
                return Ok(Cow::Borrowed(text));
            }
        }
        self.decode_dirty_utf8(input)
    }

    /// Decodes, under a policy that refuses nothing, input that it probably changes. (A
    /// Cow that is taken out of a `Result` is copied by loads that span two stores, and waits.)
    #[cfg(feature = "form")]
    #[inline(never)]
    pub(crate) fn decode_escaped_utf8<'a, const LAZY: bool>(
        &self,
        input: &'a [u8],
    ) -> Cow<'a, str> {
        if input.len() <= SHORT_TEXT {
            let (backend, rules, lossy) = (self.backend(), &self.rules, self.utf8 == Utf8::Lossy);
            if let Ok(text) = owned_text::decode_short::<false>(backend, input, rules, lossy) {
                return text;
            }
        }
        self.decode_utf8_other::<true>(input).expect("the policy refuses nothing")
    }

    /// Decodes input that decoding probably changes, in the caller's frame.
    #[inline(always)]
    fn decode_dirty_utf8<'a>(&self, input: &'a [u8]) -> Result<Cow<'a, str>, DecodeError> {
        if input.len() <= SHORT_TEXT {
            let (backend, rules, lossy) = (self.backend(), &self.rules, self.utf8 == Utf8::Lossy);
            match owned_text::decode_short::<false>(backend, input, rules, lossy) {
                Ok(text) => return Ok(text),
                Err(why) => self.refusal(input, why).map_or(Ok(()), Err)?,
            }
        }
        self.decode_utf8_slowly::<true>(input)
    }

    /// Decodes input that is long, or that is no text and accepted.
    #[inline(never)]
    fn decode_utf8_slowly<'a, const LAZY: bool>(
        &self,
        input: &'a [u8],
    ) -> Result<Cow<'a, str>, DecodeError> {
        if self.utf8 == Utf8::KeepEscaped {
            kernel::decode::decoded_len(self.backend(), input, &self.rules)?;
            if let Some(text) = self.unchanged_text(input) {
                return Ok(Cow::Borrowed(text));
            }
        }
        let mut text = String::new();
        self.decode_slice_utf8_append::<true>(input, &mut text)?;
        Ok(Cow::Owned(trimmed(text)))
    }

    /// The error of input that is not text, if it is refused: under [`Utf8::Strict`] always.
    #[cold]
    #[inline]
    fn refusal(&self, input: &[u8], refused: NotText) -> Option<DecodeError> {
        if self.utf8 != Utf8::Strict {
            return refused;
        }
        Some(self.first_error(input, refused).expect("it is refused, or not UTF-8"))
    }

    /// Appends the decoded text. It reserves capacity as [`decode_append`](Self::decode_append) does.
    /// If the decoded bytes are not UTF-8 and the policy accepts that, the String grows as text is
    /// pushed to it, or once for more than 1 MiB of input.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; `output` is then as it was, and so is its
    /// capacity unless the decoded bytes are not UTF-8.
    #[inline]
    pub fn decode_utf8_append<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &mut String,
    ) -> Result<(), DecodeError> {
        let input = input.as_ref();
        if owned_text::append_short(self.backend(), input, output, &self.rules) {
            return Ok(());
        }
        self.decode_slice_utf8_append::<true>(input, output)
    }

    /// [`decode_utf8_append`](Self::decode_utf8_append) of input that is long or not UTF-8, or where
    /// there is little room.
    #[inline(never)]
    fn decode_slice_utf8_append<const LAZY: bool>(
        &self,
        input: &[u8],
        output: &mut String,
    ) -> Result<(), DecodeError> {
        if let Some(text) = kernel::text::plain_ascii(self.backend(), input, &self.rules) {
            output.push_str(text);
            return Ok(());
        }
        self.append_utf8_slowly::<true>(input, output)
    }

    /// [`decode_slice_utf8_append`](Self::decode_slice_utf8_append) of input that changes.
    #[inline(never)]
    fn append_utf8_slowly<const LAZY: bool>(
        &self,
        input: &[u8],
        output: &mut String,
    ) -> Result<(), DecodeError> {
        let appended = owned_text::append_text::<false>(self.backend(), input, output, &self.rules);
        let Err(why) = appended else { return Ok(()) };
        if let Some(error) = self.refusal(input, why) {
            return Err(error);
        }
        if input.len() > LONG {
            let mut needed = 0;
            self.lenient().each_piece(input, |piece| needed += piece.len());
            if output.is_empty() && output.capacity() < needed {
                *output = String::new(); // nothing to keep: not both at the same time
            }
            output.reserve(needed);
        }
        self.lenient().each_piece(input, |piece| output.push_str(piece));
        Ok(())
    }

    /// The input, if decoding to text does not change it. (Raw bytes that are not UTF-8 by themselves
    /// may be UTF-8 together with decoded triplets.)
    #[inline]
    fn unchanged_text<'a>(&self, input: &'a [u8]) -> Option<&'a str> {
        let text = core::str::from_utf8(input).ok()?;
        let mut rest = text;
        let is_start = self.lenient().while_written(input, &mut |piece| {
            let after = rest.strip_prefix(piece);
            rest = after.unwrap_or(rest);
            after.is_some()
        });
        (is_start && rest.is_empty()).then_some(text)
    }

    /// The error of [`core::str::from_utf8`] for the decoded bytes, for a program whose own public
    /// error holds one: its position counts decoded bytes, that of a [`DecodeError`] bytes of the
    /// input. `None` if they are UTF-8, or this policy refuses the input.
    ///
    /// ```
    /// use percent_simd::Decoder;
    /// assert_eq!(Decoder::new().utf8_error("caf%C3%A9"), None);
    /// assert_eq!(Decoder::new().utf8_error("%61%E9").unwrap().valid_up_to(), 1);
    /// ```
    #[must_use]
    pub fn utf8_error<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Option<core::str::Utf8Error> {
        core::str::from_utf8(&self.decode(input).ok()?).err()
    }
}
