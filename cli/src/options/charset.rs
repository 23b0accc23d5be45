//! `--charset`: legacy charsets by label.

use percent_simd::charset::Charset;

/// The charset of a label. URLs never contain UTF-16: WHATWG writes UTF-8 instead.
pub(crate) fn labelled(label: &str) -> Result<Charset, String> {
    Charset::from_label(label).map(Charset::output).ok_or_else(|| {
        "unknown charset; use a label of the WHATWG Encoding Standard: utf-8, shift_jis, euc-jp, iso-2022-jp, windows-1252, big5, gbk, \
         euc-kr, ..."
            .into()
    })
}
