//! Legacy charsets: encode the text, then percent-encode the bytes.

use alloc::{borrow::Cow, string::String};
use core::fmt::Write;

use encoding_rs::{EncoderResult, Encoding, ISO_2022_JP, UTF_8};

use super::Charset;
use crate::kernel::chunks::first_chunk;
use crate::memory;
use crate::{AsciiSet, Encoder, sets};

/// The number of bytes of text passed to the charset's encoder at a time.
const CHUNK: usize = 512;
/// No charset needs more than twice the bytes of UTF-8 text, except ISO-2022-JP, whose encoder may
/// stop anywhere in the text when the buffer is full.
const BUFFER: usize = 2 * CHUNK + 64;
/// A run of ASCII of at least this length bypasses the charset's encoder.
const ASCII_RUN: usize = 64;

/// Encodes the query of a URL with a special scheme (http, https, ws, wss, ftp, file), as a
/// document in that charset does: WHATWG URL 1.3, *percent-encode after encoding* with the
/// *special-query percent-encode set*. Borrowed if nothing changes.
///
/// `%` stays raw, so in any charset the result may not decode to the text. In ISO-2022-JP even a
/// `%` that is half of a character stays. For an example see the [module](super).
#[must_use]
#[inline]
pub fn encode_query(text: &str, charset: Charset) -> Cow<'_, str> {
    encode(text, charset, Encoder::new(sets::URL_SPECIAL_QUERY))
}

/// Encodes one name or value of a form in that charset: WHATWG URL 1.3, *percent-encode after
/// encoding* with the *application/x-www-form-urlencoded percent-encode set*, SP as `+`. Borrowed
/// if nothing changes.
///
/// For an example see the [module](super).
#[must_use]
#[inline]
pub fn encode_form(text: &str, charset: Charset) -> Cow<'_, str> {
    encode(text, charset, Encoder::new(sets::FORM_SET).space_as_plus(true))
}

/// Encodes the text in that charset and percent-encodes the bytes under any policy; borrowed if
/// nothing changes.
///
/// A character that the charset lacks becomes `%26%23N%3B` under every set, although nothing reads
/// that outside forms and queries: see [Encoding](super#encoding).
///
/// [`keep_escapes`](Encoder::keep_escapes) has no effect in ISO-2022-JP, where halves of characters
/// look like triplets.
///
/// ```
/// use percent_simd::{Encoder, sets};
/// use percent_simd::charset::{Charset, encode};
///
/// let cyrillic = Charset::from_label("windows-1251").unwrap();
/// assert_eq!(encode("/привет", cyrillic, Encoder::new(sets::URL_PATH)), "/%EF%F0%E8%E2%E5%F2");
/// ```
#[must_use]
#[inline]
pub fn encode(text: &str, charset: Charset, encoder: Encoder) -> Cow<'_, str> {
    let conversion = Conversion::new(charset, encoder);
    if conversion.plain_run(text) == text.len() {
        return conversion.encoder.encode(text);
    }
    let mut output = String::with_capacity(text.len());
    conversion.append(text, &mut output);
    Cow::Owned(memory::trimmed(output))
}

/// Appends the result of [`encode`].
#[inline]
pub fn encode_append(text: &str, charset: Charset, encoder: Encoder, output: &mut String) {
    Conversion::new(charset, encoder).append(text, output);
}

/// Encodes text in a charset, then percent-encodes it under a policy.
struct Conversion {
    encoding: &'static Encoding,
    encoder: Encoder,
    /// Finds where the charset and UTF-8 differ; `None` if they are the same.
    breaks: Option<Encoder>,
}

impl Conversion {
    #[inline]
    fn new(charset: Charset, encoder: Encoder) -> Self {
        let encoding = charset.output().encoding();
        let is_stateful = encoding == ISO_2022_JP;
        // The bytes of a charset are no UTF-8.
        let encoder = if encoding == UTF_8 { encoder } else { encoder.keep_non_ascii(false) };
        let encoder = if is_stateful { encoder.keep_escapes(false) } else { encoder };
        // ISO-2022-JP cannot encode the bytes that switch its state.
        let controls = AsciiSet::from_bytes(if is_stateful { b"\x0E\x0F\x1B" } else { b"" });
        let breaks = (encoding != UTF_8).then_some(encoder.with_set(controls).keep_escapes(false));
        Self { encoding, encoder, breaks }
    }

    /// The length of the prefix that is the same in the charset (in its ASCII state) and in UTF-8.
    #[inline]
    fn plain_run(&self, text: &str) -> usize {
        self.breaks.and_then(|breaks| breaks.find(text.as_bytes())).unwrap_or(text.len())
    }

    #[inline]
    fn append(&self, text: &str, output: &mut String) {
        let mut encoder = self.encoding.new_encoder();
        let mut rest = text;
        while !rest.is_empty() {
            // Outside its ASCII state, the charset's encoder must see ASCII too.
            let run = if encoder.has_pending_state() { 0 } else { self.plain_run(rest) };
            if run >= ASCII_RUN || run == rest.len() {
                self.encoder.encode_append(&rest.as_bytes()[..run], output);
                rest = &rest[run..];
                continue;
            }
            // A chunk splits no character and no kept triplet.
            let mut len = rest.len();
            if len > CHUNK {
                len = (0..=CHUNK).rev().find(|&end| rest.is_char_boundary(end)).unwrap_or_default();
                if self.encoder.rules.keep_escapes {
                    len = first_chunk(rest.as_bytes(), len).len();
                }
            }
            let (mut chunk, mut buffer) = (&rest[..len], [0; BUFFER]);
            rest = &rest[len..];
            loop {
                let (result, read, written) = encoder.encode_from_utf8_without_replacement(
                    chunk,
                    &mut buffer,
                    rest.is_empty(),
                );
                self.encoder.encode_append(&buffer[..written], output);
                chunk = &chunk[read..];
                match result {
                    EncoderResult::InputEmpty => break,
                    EncoderResult::OutputFull => {}
                    EncoderResult::Unmappable(lacking) => {
                        let lowercase_hex = self.encoder.rules.lowercase_hex;
                        let semicolon = if lowercase_hex { "%3b" } else { "%3B" };
                        // Writing to a String cannot fail.
                        let _ = write!(output, "%26%23{}{semicolon}", u32::from(lacking));
                    }
                }
            }
        }
    }
}
