//! `--charset`: legacy charsets by their labels.

use percent_simd::charset::Charset;

/// The charset of a label. Nothing in a URL is in UTF-16: WHATWG writes UTF-8 in its place.
pub(crate) fn labelled(label: &str) -> Result<Charset, String> {
    Charset::from_label(label).map(Charset::output).ok_or_else(|| {
        "there is no such charset; the labels are those of the WHATWG Encoding Standard: utf-8, shift_jis, euc-jp, iso-2022-jp, windows-1252, big5, gbk, \
         euc-kr, ..."
            .into()
    })
}
