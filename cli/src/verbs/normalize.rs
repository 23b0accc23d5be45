//! `pct normalize`.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use percent_simd::iri;
use percent_simd::uri::{self, Normalizer};

use crate::blocks::{Needs, bytes};
use crate::fields::Scope;
use crate::options::TransformArgs;

const EXAMPLES: &str = "\
Examples:
  echo 'HTTP://E.org/a/./%7ebob%2f' | pct normalize    http://e.org/a/~bob%2F
  pct normalize urls.txt | sort | uniq -c              equivalent URLs counted as one
  pct normalize --rules escapes queries.txt            parts of URLs: only the escapes
  pct normalize --scheme repair truncated.txt          100% becomes 100%25; valid triplets stay
  pct normalize --format combined -f target access.log  only the request targets
  echo 'http://example.org/rosé' | pct normalize --scheme iri";

/// Normalize equivalent spellings
///
/// Exit status: 0 done; 1 a record was refused or does not fit, or a field or a result is missing; 2 wrong
/// usage, or an input or output failed.
///
/// The meaning stays the same: a reserved character and its escape are never merged, and `..` at the
/// start of a relative reference stays. Of the query of a URL in a field, and of a field with escapes
/// of its format, only escapes are normalized.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NormalizeArgs {
    /// The normalization
    #[arg(long, value_name = "NAME", default_value = "uri")]
    pub(crate) scheme: Normalization,

    /// The rules of `--scheme uri`, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', ignore_case = true)]
    rules: Vec<Rule>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl NormalizeArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        if self.scheme != Normalization::Uri && !self.rules.is_empty() {
            return Err("--rules is an option of --scheme uri".into());
        }
        let has = |rule| self.rules.is_empty() || self.rules.contains(&rule);
        let uri = Normalizer::new()
            .case(has(Rule::Case))
            .triplets(has(Rule::Escapes))
            .dot_segments(has(Rule::Dots));
        let of_component = uri.case(false).dot_segments(false);
        let scope = if self.scheme == Normalization::Iri { Scope::Bytes } else { Scope::Text };
        let keeps_malformed = self.scheme != Normalization::Repair;
        self.common.convert(Needs::of(scope), keeps_malformed, &|value| {
            Ok(match self.scheme {
                Normalization::Uri if value.is_component => of_component.normalize(value.bytes),
                Normalization::Uri => uri.normalize(value.bytes),
                Normalization::Repair => uri::repair(value.bytes),
                Normalization::Iri => bytes(iri::to_uri_bytes(value.bytes)),
            })
        })
    }
}

/// A value of `normalize --scheme`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Normalization {
    /// RFC 3986 6.2.2, by the rules of `--rules`; for a URN RFC 8141 3.1
    Uri,
    /// A malformed % becomes %25, nothing else changes
    Repair,
    /// RFC 3987 3.1: from IRI to URI
    // `encode --scheme iri` escapes a set, and does not use this.
    Iri,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// Scheme and host in lower case (6.2.2.1)
    Case,
    /// Hex digits in upper case, escapes of A-Z a-z 0-9 - . _ ~ decoded (6.2.2.2)
    Escapes,
    /// `.` and `..` removed from paths that begin with `/` (6.2.2.3)
    Dots,
}
