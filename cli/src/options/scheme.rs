//! `--scheme`: the schemes by their names.

use std::borrow::Cow;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use percent_simd::scheme::{BAGGAGE, SCHEMES, Scheme, alpn, multipart, sf_display};
use percent_simd::{AsciiSet, Utf8, iri, js, sets};

/// A scheme of the library, or library functions that are more than a set and a policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Scheme(Scheme),
    /// JavaScript's `escape` and `unescape`: UTF-16 code units, `%uXXXX`.
    JsEscape,
    /// Protocol names: encoding is a set; decoding accepts only the canonical form.
    Alpn,
    /// From IRI to URI and back.
    Iri,
    /// Display Strings of structured fields, with their quotes.
    SfDisplay,
    /// Names of a form's fields, which cannot be decoded for certain.
    MultipartName,
}

/// The facts of a scheme.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) standard: &'static str,
    /// The ASCII bytes that the scheme escapes.
    pub(crate) set: AsciiSet,
    pub(crate) example: (&'static str, &'static str),
    pub(crate) space_is_plus: bool,
    pub(crate) keeps_escapes: bool,
    pub(crate) keeps_non_ascii: bool,
}

/// Common names of schemes, and the names of the schemes.
const ALIASES: [(&str, &str); 4] = [
    ("path", "url-path"),
    ("query", "url-query"),
    ("component", "uri-component"),
    ("s3", "s3-key"),
];

impl Named {
    /// All schemes, in the order of the standards.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        SCHEMES.iter().flat_map(|&scheme| {
            let before: &[Self] = match scheme.name() {
                "template" => &[Self::JsEscape, Self::Alpn],
                "leiri" => &[Self::Iri],
                "http-signature" => &[Self::SfDisplay],
                "json-pointer" => &[Self::MultipartName],
                _ => &[],
            };
            before.iter().copied().chain([Self::Scheme(scheme)])
        })
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, name)| name);
        Self::all().find(|named| named.name() == name)
    }

    pub(crate) fn value(self) -> PossibleValue {
        PossibleValue::new(self.name()).aliases(self.aliases())
    }

    pub(crate) fn aliases(self) -> impl Iterator<Item = &'static str> {
        let of_this = ALIASES.iter().filter(move |(_, name)| *name == self.name());
        of_this.map(|(alias, _)| *alias)
    }

    pub(crate) const fn facts(self) -> Facts {
        let (name, standard, set, example) = match self {
            Self::Scheme(scheme) => {
                return Facts {
                    name: scheme.name(),
                    standard: scheme.standard(),
                    set: scheme.set(),
                    example: scheme.example(),
                    space_is_plus: scheme.space_is_plus(),
                    keeps_escapes: scheme.keeps_escapes(),
                    keeps_non_ascii: scheme.keeps_non_ascii(),
                };
            }
            Self::JsEscape => {
                let example = ("é☃+1", "%E9%u2603+1");
                ("js-escape", "ECMA-262 Annex B, escape", sets::JS_ESCAPE, example)
            }
            Self::Alpn => {
                let example = ("w=x:y#z", "w%3Dx%3Ay#z");
                ("alpn", "RFC 7639 2.2, RFC 7838 3", sets::ALPN, example)
            }
            Self::Iri => {
                let text = "http://example.org/rosé `1`";
                let example = (text, "http://example.org/ros%C3%A9%20%601%60");
                ("iri", "RFC 3987 3.1", sets::IRI, example)
            }
            Self::SfDisplay => {
                let example = ("für 100%", "%\"f%c3%bcr 100%25\"");
                ("sf-display", "RFC 9651 4.1.11, Display String", sets::SF_DISPLAY, example)
            }
            Self::MultipartName => {
                let standard = "HTML, multipart/form-data encoding algorithm";
                let set = AsciiSet::from_bytes(b"\n\r\"");
                ("multipart-name", standard, set, ("a \"b\" é%", "a %22b%22 é%"))
            }
        };
        let (space_is_plus, keeps_escapes, keeps_non_ascii) = (false, false, false);
        Facts { name, standard, set, example, space_is_plus, keeps_escapes, keeps_non_ascii }
    }

    /// True for schemes that encode text, which a set and a policy cannot express.
    pub(crate) const fn encodes_text(self) -> bool {
        use Named::{JsEscape, MultipartName, SfDisplay};
        matches!(self, JsEscape | SfDisplay | MultipartName)
    }

    pub(crate) const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The standard's rule for decoded bytes that are not UTF-8, if it has one.
    pub(crate) fn utf8(self) -> Option<Utf8> {
        match self {
            Self::JsEscape | Self::SfDisplay => Some(Utf8::Strict),
            Self::Scheme(scheme) if scheme == BAGGAGE => Some(Utf8::Lossy),
            Self::Scheme(scheme) if scheme.decodes_to_text() => Some(Utf8::Strict),
            _ => None,
        }
    }

    pub(crate) fn encode(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Scheme(scheme) => scheme.encode(text),
            Self::JsEscape => js::escape(text),
            Self::Alpn => alpn::encode(text),
            Self::Iri => iri::to_uri(text),
            Self::SfDisplay => sf_display::serialize(text).into(),
            Self::MultipartName => multipart::name(text),
        }
    }
}

pub(crate) const NO_SCHEME: &str = "no such scheme; `pct schemes` lists them";

pub(crate) fn scheme() -> impl TypedValueParser<Value = Named> {
    PossibleValuesParser::new(Named::all().map(Named::value))
        .try_map(|name| Named::from_name(&name).ok_or(NO_SCHEME))
}

/// Refuses the options that have no meaning for this scheme.
pub(crate) fn without(verb: &str, scheme: &str, options: &[(&str, bool)]) -> Result<(), String> {
    match options.iter().find(|(_, is_there)| *is_there) {
        Some((option, _)) => Err(format!(
            "{verb} --scheme {scheme} does not allow {option}: the standard fixes it; leave {option} out, or choose another scheme"
        )),
        None => Ok(()),
    }
}
