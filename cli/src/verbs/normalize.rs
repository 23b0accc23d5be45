//! `pct normalize`.

use std::borrow::Cow;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use percent_simd::uri::{self, Normalizer};
use percent_simd::{AsciiSet, iri};

use crate::fields::{Problem, Scope};
use crate::options::TransformArgs;
use crate::work::{Conversion, bytes};

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
    #[arg(long, value_name = "NAME", default_value = "uri")]
    pub(crate) scheme: Normalization,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl NormalizeArgs {
    /// Runs the verb.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        self.common.convert(self.scheme)
    }
}

/// A value of `normalize --scheme`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Normalization {
    /// RFC 3986 6.2.2: uppercase hex digits, escapes of A-Z a-z 0-9 - . _ ~ decoded
    Uri,
    /// A malformed % becomes %25, nothing else changes
    Repair,
    /// RFC 3987 3.1: from IRI to URI
    // `encode --scheme iri` escapes a set, and does not use this.
    Iri,
}

impl Conversion for Normalization {
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Problem> {
        Ok(match self {
            Self::Uri => Normalizer::new().normalize(value),
            Self::Repair => uri::repair(value),
            Self::Iri => bytes(iri::to_uri_bytes(value)),
        })
    }

    fn keeps_malformed(&self) -> bool {
        *self != Self::Repair
    }

    fn scope(&self) -> Scope {
        if *self == Self::Iri { Scope::Bytes } else { Scope::Text }
    }
}
