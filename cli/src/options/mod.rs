//! The options that verbs share.

pub(crate) mod chars;
mod fields;
mod input;
mod scheme;
mod transform;

use encoding_rs::Encoding;
use percent_simd::charset::Charset;

pub(crate) use self::fields::FieldArgs;
pub(crate) use self::input::InputArgs;
pub(crate) use self::scheme::{Facts, NO_SCHEME, Named, scheme, without};
pub(crate) use self::transform::TransformArgs;

/// A number of rounds, or of threads, which need memory: one that can only be a mistake is refused.
pub(crate) fn number<const MOST: u32>(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("must be a whole number from 1 to {MOST}"))
}

/// The charset of a label. URLs never contain UTF-16: WHATWG writes UTF-8 instead.
pub(crate) fn labelled(label: &str) -> Result<Charset, String> {
    Charset::from_label(label).map(Charset::output).ok_or_else(|| {
        "unknown charset; use a label of the WHATWG Encoding Standard: utf-8, shift_jis, euc-jp, iso-2022-jp, windows-1252, big5, gbk, \
         euc-kr, ..."
            .into()
    })
}

/// Charsets in order of preference: each value has the first one that fits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Charsets(pub(crate) &'static [Charset]);

/// The charsets of a list: UTF-8, which hardly fits text in others, comes first, and a charset that
/// fits any bytes last.
pub(crate) fn charsets(labels: &str) -> Result<Charsets, String> {
    let all: Vec<Charset> = labels.split(',').map(labelled).collect::<Result<_, _>>()?;
    for (at, charset) in all.iter().enumerate().filter(|_| all.len() > 1) {
        let name = charset.name();
        let why = match encoding(*charset) {
            _ if name == "ISO-2022-JP" => "has states, and is only alone",
            _ if at > 0 && name == "UTF-8" => "comes first",
            encoding if at + 1 < all.len() && encoding.is_single_byte() => {
                "fits any bytes, so it comes last"
            }
            _ => continue,
        };
        return Err(format!("of several charsets, {name} {why}"));
    }
    Ok(Charsets(all.leak()))
}

pub(crate) fn encoding(charset: Charset) -> &'static Encoding {
    Encoding::for_label(charset.name().as_bytes()).expect("a charset's name is a label of it")
}

impl Charsets {
    pub(crate) fn misfit(self) -> String {
        let names: Vec<_> = self.0.iter().map(|charset| charset.name()).collect();
        format!("in none of {}", names.join(","))
    }

    /// The text of these bytes in the first charset that fits them, which one alone always does.
    pub(crate) fn text(self, bytes: &[u8]) -> Option<String> {
        if let [charset] = self.0 {
            return Some(encoding(*charset).decode_without_bom_handling(bytes).0.into());
        }
        self.0.iter().find_map(|&charset| {
            let text = encoding(charset).decode_without_bom_handling_and_without_replacement(bytes);
            text.map(Into::into)
        })
    }
}
