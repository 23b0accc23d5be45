//! `encode --charset`: encodes records in a legacy charset.

use std::borrow::Cow;

use percent_simd::AsciiSet;
use percent_simd::charset::{self, Charset};
use percent_simd::scheme::{FORM, URL_SPECIAL_QUERY};

use super::EncodeArgs;
use crate::fields::{Problem, Scope};
use crate::options::Named;
use crate::work::{Conversion, bytes, text};

/// Converts UTF-8 to triplets in a legacy charset.
#[derive(Clone, Copy)]
pub(super) struct ToCharset {
    charset: Charset,
    /// The form serializer; otherwise the special-query set.
    is_form: bool,
}

impl ToCharset {
    /// The converter of `encode --charset`.
    ///
    /// # Errors
    /// A scheme or an option that the standard does not allow.
    pub(super) fn new(charset: Charset, args: &EncodeArgs) -> Result<Self, String> {
        let options = [("--set", args.set.is_some()), ("--keep", args.keep.is_some())];
        if let Some((option, _)) = options.iter().find(|(_, is_there)| *is_there) {
            return Err(format!("encode --charset does not allow {option}; leave it out"));
        }
        let is_form = args.scheme == Named::Scheme(FORM);
        if !is_form && args.scheme != Named::Scheme(URL_SPECIAL_QUERY) {
            return Err("encode --charset needs --scheme form or --scheme url-special-query: all other parts of a URL are UTF-8".into());
        }
        Ok(Self { charset, is_form })
    }
}

impl Conversion for ToCharset {
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Problem> {
        let text = text(value)?;
        Ok(bytes(if self.is_form {
            charset::encode_form(text, self.charset)
        } else {
            charset::encode_query(text, self.charset)
        }))
    }

    /// A character is one escape, and escape sequences last from one to the next.
    fn scope(&self) -> Scope {
        Scope::Whole
    }
}
