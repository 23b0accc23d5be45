//! `encode --charset`: into a legacy charset, record by record.

use std::borrow::Cow;

use percent_simd::AsciiSet;
use percent_simd::charset::{self, Charset};
use percent_simd::scheme::{FORM, URL_SPECIAL_QUERY};

use super::EncodeArgs;
use crate::options::Named;
use crate::work::{Conversion, Refusal, bytes, text};

/// From UTF-8 to triplets of bytes in a charset.
#[derive(Clone, Copy)]
pub(super) struct ToCharset {
    charset: Charset,
    /// Else the special-query set.
    is_form: bool,
}

impl ToCharset {
    /// What `encode --charset` asks for; an error where the standard allows it not.
    pub(super) fn new(charset: Charset, args: &EncodeArgs) -> Result<Self, String> {
        let options = [
            ("--set", args.set.is_some()),
            ("--plus", args.plus),
            ("--lower", args.lower),
            ("--keep-escapes", args.keep_escapes),
        ];
        if let Some((option, _)) = options.iter().find(|(_, is_there)| *is_there) {
            return Err(format!("encode --charset takes no {option}; leave it out"));
        }
        let is_form = args.scheme == Named::Scheme(FORM);
        if !is_form && args.scheme != Named::Scheme(URL_SPECIAL_QUERY) {
            return Err("encode --charset needs --scheme form or --scheme url-special-query: all else in a URL is UTF-8".into());
        }
        Ok(Self { charset, is_form })
    }
}

impl Conversion for ToCharset {
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Refusal> {
        let text = text(value)?;
        Ok(bytes(if self.is_form {
            charset::encode_form(text, self.charset)
        } else {
            charset::encode_query(text, self.charset)
        }))
    }
}
