//! The schemes by the names that `pct schemes` lists.

use std::borrow::Cow;

use datafusion_common::{Result, plan_datafusion_err};
use percent_simd::scheme::{SCHEMES, Scheme, alpn, multipart, sf_display};
use percent_simd::{iri, js};

/// A function that encodes text.
pub(super) type OfText = fn(&str) -> Cow<'_, str>;

/// The encoding of text.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Scheme(Scheme),
    /// A function of text: it does not say how bytes are encoded that are not UTF-8.
    OfText(OfText),
}

/// The schemes that are more than a set.
const OF_TEXT: [(&str, OfText); 5] = [
    ("js-escape", js::escape),
    ("alpn", alpn_encode),
    ("iri", iri::to_uri),
    ("sf-display", sf_display_serialize),
    ("multipart-name", multipart::name),
];

fn alpn_encode(name: &str) -> Cow<'_, str> {
    alpn::encode(name)
}

fn sf_display_serialize(text: &str) -> Cow<'_, str> {
    sf_display::serialize(text).into()
}

impl Named {
    pub(super) fn from_name(name: &str) -> Result<Self> {
        let of_text = OF_TEXT.iter().find(|(other, _)| *other == name);
        let of_text = of_text.map(|(_, encode)| Self::OfText(*encode));
        Scheme::from_name(name).map(Self::Scheme).or(of_text).ok_or_else(|| {
            let names = SCHEMES.iter().map(|scheme| scheme.name());
            let names: Vec<_> = names.chain(OF_TEXT.iter().map(|(name, _)| *name)).collect();
            plan_datafusion_err!(
                "no scheme of percent_encode is called '{name}'; the schemes are {}",
                names.join(", ")
            )
        })
    }
}
