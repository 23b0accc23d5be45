//! WHATWG URL 5.2, *application/x-www-form-urlencoded serializing*.

use alloc::borrow::{Borrow, Cow};
use alloc::string::String;

use percent_simd::{Encoder, sets};

const ENCODER: Encoder = Encoder::new(sets::FORM).space_as_plus(true);

/// x
pub type EncodingOverride<'a> = Option<&'a dyn Fn(&str) -> Cow<'_, [u8]>>;

/// x
pub trait Target {
    /// x
    fn as_mut_string(&mut self) -> &mut String;
    /// x
    fn finish(self) -> Self::Finished;
    /// x
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

/// x
pub struct Serializer<'a, T: Target> {
    /// `None` when it is finished.
    target: Option<T>,
    start_position: usize,
    encoding: EncodingOverride<'a>,
}

impl<'a, T: Target> Serializer<'a, T> {
    /// x
    pub fn new(target: T) -> Self {
        Self::for_suffix(target, 0)
    }

    /// x
    pub fn for_suffix(mut target: T, start_position: usize) -> Self {
        let len = target.as_mut_string().len();
        assert!(len >= start_position, "invalid length {start_position} for target of length {len}");
        Self { target: Some(target), start_position, encoding: None }
    }

    /// x
    pub fn clear(&mut self) -> &mut Self {
        let start_position = self.start_position;
        self.output().string.truncate(start_position);
        self
    }

    /// x
    pub fn encoding_override(&mut self, new: EncodingOverride<'a>) -> &mut Self {
        self.encoding = new;
        self
    }

    /// x
    pub fn append_pair(&mut self, name: &str, value: &str) -> &mut Self {
        self.output().append_pair(name, value);
        self
    }

    /// x
    pub fn append_key_only(&mut self, name: &str) -> &mut Self {
        self.output().append_name(name);
        self
    }

    /// x
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

    /// x
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

    /// x
    pub fn finish(&mut self) -> T::Finished {
        self.target.take().expect("url::form_urlencoded::Serializer double finish").finish()
    }

    #[inline]
    fn output(&mut self) -> Output<'_> {
        let target = self.target.as_mut().expect("url::form_urlencoded::Serializer finished");
        Output { string: target.as_mut_string(), start_position: self.start_position, encoding: self.encoding }
    }
}

/// Where pairs go: what does not depend on the type of the target.
struct Output<'a> {
    string: &'a mut String,
    start_position: usize,
    encoding: EncodingOverride<'a>,
}

impl Output<'_> {
    fn append_pair(&mut self, name: &str, value: &str) {
        self.append_name(name);
        self.string.push('=');
        self.append_encoded(value);
    }

    fn append_name(&mut self, name: &str) {
        if self.string.len() > self.start_position {
            self.string.push('&');
        }
        self.append_encoded(name);
    }

    fn append_encoded(&mut self, text: &str) {
        match self.encoding {
            Some(encode) => ENCODER.encode_append(&encode(text), self.string),
            None => ENCODER.encode_append(text.as_bytes(), self.string),
        }
    }
}
