//! The options that verbs share.

pub(crate) mod chars;
mod fields;
mod input;
mod scheme;
mod transform;

use percent_simd::charset::Charset;

pub(crate) use self::fields::FieldArgs;
pub(crate) use self::input::InputArgs;
pub(crate) use self::scheme::{Facts, NO_SCHEME, Named, scheme, without};
pub(crate) use self::transform::TransformArgs;

pub(crate) fn times(text: &str) -> Result<u32, &'static str> {
    let times = text.parse().ok().filter(|times| (1..=16).contains(times));
    times.ok_or("must be a whole number from 1 to 16")
}

/// The charset of a label. URLs never contain UTF-16: WHATWG writes UTF-8 instead.
pub(crate) fn labelled(label: &str) -> Result<Charset, String> {
    Charset::from_label(label).map(Charset::output).ok_or_else(|| {
        "unknown charset; use a label of the WHATWG Encoding Standard: utf-8, shift_jis, euc-jp, iso-2022-jp, windows-1252, big5, gbk, \
         euc-kr, ..."
            .into()
    })
}
