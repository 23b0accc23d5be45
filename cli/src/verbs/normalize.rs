//! `pct normalize`.

use std::borrow::Cow;
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use percent_simd::uri::{self, Normalizer};
use percent_simd::{AsciiSet, iri};

use crate::options::{FieldRules, TransformArgs};
use crate::work::{Conversion, Refusal, bytes};

const EXAMPLES: &str = "\
Examples:
  echo '/%7ebob/a%2fb' | pct normalize                 /~bob/a%2Fb
  pct normalize urls.txt | sort | uniq -c              equivalent URLs counted as one
  pct normalize --scheme repair truncated.txt          100% becomes 100%25; valid triplets stay
  pct normalize --format combined -f target access.log  only the request targets
  echo 'http://example.org/rosé' | pct normalize --scheme iri";

/// Normalize equivalent spellings
///
/// The meaning stays the same: a reserved character and its escape are never merged.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NormalizeArgs {
    /// The normalization
    ///
    /// uri: uppercase hex digits, decode escapes of A-Z a-z 0-9 - . _ ~ (RFC 3986 6.2.2). repair:
    /// write a malformed % as %25. iri: convert an IRI to a URI (RFC 3987 3.1).
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(NORMALIZATIONS.map(|(name, _)| name)), default_value = "uri")]
    pub(crate) scheme: String,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl NormalizeArgs {
    /// Runs the verb.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let rules = FieldRules::default();
        match &*self.scheme {
            "iri" => self.common.convert(IriToUri, rules),
            "repair" => self.common.convert(Repair, rules),
            _ => self.common.convert(Uri, rules),
        }
    }
}

/// The values of `normalize --scheme`, with descriptions.
pub(crate) const NORMALIZATIONS: [(&str, &str); 3] = [
    ("uri", "RFC 3986 6.2.2: uppercase hex digits, unreserved characters decoded"),
    ("repair", "a malformed % becomes %25, nothing else changes"),
    ("iri", "RFC 3987 3.1: from IRI to URI"),
];

/// RFC 3986 6.2.2.
struct Uri;

impl Conversion for Uri {
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Refusal> {
        Ok(Normalizer::new().normalize(value))
    }

    fn keeps_malformed(&self) -> bool {
        true
    }
}

/// A stray `%` becomes `%25`.
struct Repair;

impl Conversion for Repair {
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Refusal> {
        Ok(uri::repair(value))
    }
}

/// RFC 3987 3.1. `encode --scheme iri` escapes a set, and does not use this.
struct IriToUri;

impl Conversion for IriToUri {
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Refusal> {
        Ok(bytes(iri::to_uri_bytes(value)))
    }

    fn keeps_malformed(&self) -> bool {
        true
    }
}
