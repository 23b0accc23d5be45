//! WHATWG URL 5.2, *application/x-www-form-urlencoded serializing*.

use alloc::borrow::{Borrow, Cow};
use alloc::string::String;

use percent_simd::{Encoder, sets};

use crate::byte_serialize::{byte_serialize, is_changed};

/// Converts names and values before they are percent-encoded, for example to another charset.
/// `None` is UTF-8.
///
/// ```
/// use std::borrow::Cow;
///
/// fn latin1(text: &str) -> Cow<'_, [u8]> {
///     text.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect()
/// }
/// let charset: form_urlencoded::EncodingOverride<'_> = Some(&latin1);
/// let query = form_urlencoded::Serializer::new(String::new()).encoding_override(charset).append_pair("é", "☃").finish();
/// assert_eq!(query, "%E9=%3F");
/// ```
pub type EncodingOverride<'a> = Option<&'a dyn Fn(&str) -> Cow<'_, [u8]>>;

/// The target that a [`Serializer`] appends to: a `String`, a `&mut String`, or a type with a
/// string.
///
/// ```
/// use form_urlencoded::{Serializer, Target};
///
/// struct Url(String);
///
/// impl Target for Url {
///     fn as_mut_string(&mut self) -> &mut String {
///         &mut self.0
///     }
///     fn finish(self) -> usize {
///         self.0.len()
///     }
///     type Finished = usize;
/// }
///
/// assert_eq!(Serializer::for_suffix(Url("/?".into()), 2).append_pair("a", "b").finish(), 5);
/// ```
pub trait Target {
    /// The text to append to.
    fn as_mut_string(&mut self) -> &mut String;

    /// The result of [`Serializer::finish`].
    fn finish(self) -> Self::Finished;

    /// The type of [`finish`](Self::finish)'s result.
    type Finished;
}

impl Target for String {
    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    fn finish(self) -> Self {
        self
    }

    type Finished = Self;
}

impl Target for &mut String {
    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    fn finish(self) -> Self {
        self
    }

    type Finished = Self;
}

/// Appends names and values to a [`Target`], with `&` between them.
///
/// ```
/// let mut url = String::from("https://example.com/?");
/// let start = url.len();
/// form_urlencoded::Serializer::for_suffix(&mut url, start).append_pair("q", "1 + 1").append_key_only("all");
/// assert_eq!(url, "https://example.com/?q=1+%2B+1&all");
/// ```
pub struct Serializer<'a, T: Target> {
    /// `None` after `finish`.
    target: Option<T>,
    start_position: usize,
    encoding: EncodingOverride<'a>,
}

impl<'a, T: Target> Serializer<'a, T> {
    /// Appends to the target, whose text counts as pairs.
    ///
    /// ```
    /// let query = form_urlencoded::Serializer::new(String::from("a=1")).append_pair("b", "").finish();
    /// assert_eq!(query, "a=1&b=");
    /// ```
    pub fn new(target: T) -> Self {
        Self::for_suffix(target, 0)
    }

    /// Appends to the target, whose text from byte `start_position` on counts as pairs.
    ///
    /// ```
    /// let url = form_urlencoded::Serializer::for_suffix(String::from("/?"), 2).append_pair("a", "1").finish();
    /// assert_eq!(url, "/?a=1");
    /// ```
    ///
    /// # Panics
    /// If the target is shorter than `start_position`.
    pub fn for_suffix(mut target: T, start_position: usize) -> Self {
        let len = target.as_mut_string().len();
        assert!(
            start_position <= len,
            "invalid length {start_position} for target of length {len}"
        );
        Self { target: Some(target), start_position, encoding: None }
    }

    /// Removes all pairs, including those of the original target.
    ///
    /// ```
    /// let url = form_urlencoded::Serializer::for_suffix(String::from("/?a=1"), 2).clear().append_pair("b", "2").finish();
    /// assert_eq!(url, "/?b=2");
    /// ```
    ///
    /// # Panics
    /// After [`finish`](Self::finish), and if the pairs begin within a character.
    pub fn clear(&mut self) -> &mut Self {
        let output = self.output();
        output.text.truncate(output.start_position);
        self
    }

    /// Sets the conversion of all following names and values before they are percent-encoded; see
    /// [`EncodingOverride`].
    ///
    /// ```
    /// fn reversed(text: &str) -> std::borrow::Cow<'_, [u8]> {
    ///     text.bytes().rev().collect()
    /// }
    /// let mut query = form_urlencoded::Serializer::new(String::new());
    /// query.encoding_override(Some(&reversed)).append_pair("ab", "cd").encoding_override(None).append_pair("ab", "cd");
    /// assert_eq!(query.finish(), "ba=dc&ab=cd");
    /// ```
    pub fn encoding_override(&mut self, new: EncodingOverride<'a>) -> &mut Self {
        self.encoding = new;
        self
    }

    /// Appends a name and its value.
    ///
    /// ```
    /// let query = form_urlencoded::Serializer::new(String::new()).append_pair("q", "Ladies & Gentlemen").finish();
    /// assert_eq!(query, "q=Ladies+%26+Gentlemen");
    /// ```
    ///
    /// # Panics
    /// After [`finish`](Self::finish).
    pub fn append_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.output().append_pair(name, value);
        self
    }

    /// Appends a name without `=`. A parser reads it as a name with an empty value.
    ///
    /// ```
    /// let query = form_urlencoded::Serializer::new(String::new()).append_key_only("a b").append_key_only("c").finish();
    /// assert_eq!(query, "a+b&c");
    /// ```
    ///
    /// # Panics
    /// After [`finish`](Self::finish).
    pub fn append_key_only(&mut self, name: &str) -> &mut Self {
        self.output().append_name(name);
        self
    }

    /// Appends names and their values.
    ///
    /// ```
    /// let query = form_urlencoded::Serializer::new(String::new()).extend_pairs([("a", "1"), ("b", "2")]).finish();
    /// assert_eq!(query, "a=1&b=2");
    /// ```
    ///
    /// # Panics
    /// After [`finish`](Self::finish), even if there are none.
    pub fn extend_pairs<I, K, V>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let mut output = self.output();
        for pair in iter {
            let (name, value) = pair.borrow();
            output.append_pair(name.as_ref(), value.as_ref());
        }
        self
    }

    /// Appends names without `=`.
    ///
    /// ```
    /// let query = form_urlencoded::Serializer::new(String::new()).extend_keys_only::<_, &str>(["a", "b"]).finish();
    /// assert_eq!(query, "a&b");
    /// ```
    ///
    /// # Panics
    /// After [`finish`](Self::finish), even if there are none.
    pub fn extend_keys_only<I, K>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: Borrow<K>,
        K: AsRef<str>,
    {
        let mut output = self.output();
        for name in iter {
            output.append_name(name.borrow().as_ref());
        }
        self
    }

    /// Returns the result of the target: its text, for a `String` or a `&mut String`.
    ///
    /// ```
    /// let mut serializer = form_urlencoded::Serializer::new(String::new());
    /// serializer.append_pair("a", "b");
    /// assert_eq!(serializer.finish(), "a=b");
    /// ```
    ///
    /// # Panics
    /// The second time.
    pub fn finish(&mut self) -> T::Finished {
        self.target.take().expect("url::form_urlencoded::Serializer double finish").finish()
    }

    fn output(&mut self) -> Output<'_> {
        let target = self.target.as_mut().expect("url::form_urlencoded::Serializer finished");
        Output {
            text: target.as_mut_string(),
            start_position: self.start_position,
            encoding: self.encoding,
        }
    }
}

/// Names of up to this many bytes are copied without a kernel, because they rarely need encoding.
const SHORT: usize = 16;

/// Up to this many bytes are encoded piece by piece.
const FEW: usize = 4;

/// The part of a serializer that does not depend on the target's type.
struct Output<'a> {
    text: &'a mut String,
    start_position: usize,
    encoding: EncodingOverride<'a>,
}

impl Output<'_> {
    fn append_pair(&mut self, name: &str, value: &str) {
        if name.len() <= SHORT && value.len() <= SHORT {
            // One reservation: short names mostly need no encoding.
            self.text.reserve(name.len() + 3 * value.len() + "&=".len());
        }
        self.append_name(name);
        self.text.push('=');
        self.append_encoded(value);
    }

    fn append_name(&mut self, name: &str) {
        if self.text.len() > self.start_position {
            self.text.push('&');
        }
        self.append_encoded(name);
    }

    fn append_encoded(&mut self, text: &str) {
        if let Some(encode) = self.encoding {
            append_bytes(&encode(text), self.text);
            return;
        }
        let mut rest = text;
        if text.len() <= SHORT {
            let clean;
            (clean, rest) = text.split_at(text.bytes().position(is_changed).unwrap_or(text.len()));
            self.text.push_str(clean);
            if rest.is_empty() {
                return;
            }
        }
        append_bytes(rest.as_bytes(), self.text);
    }
}

fn append_bytes(bytes: &[u8], text: &mut String) {
    const ENCODER: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
    if bytes.len() <= FEW {
        text.extend(byte_serialize(bytes));
    } else {
        ENCODER.encode_append(bytes, text);
    }
}
