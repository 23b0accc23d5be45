//! `pct encode`.

use std::process::ExitCode;

use clap::builder::Resettable;
use clap::{Arg, Args};
use memchr::memmem;
use percent_simd::charset::{self, Charset};
use percent_simd::scheme::{FORM, URL_SPECIAL_QUERY};
use percent_simd::{AsciiSet, Encoder};

use crate::fields::{Result, Scope, Value};
use crate::input::{Cut, Records};

use crate::blocks::{Block, Needs, Outcome, Transform, Work, bytes, text};
use crate::options::{Named, TransformArgs, chars, labelled, scheme, without};

const EXAMPLES: &str = "\
Examples:
  echo '50% of a/b' | pct encode                 50%25%20of%20a%2Fb
  echo '/wiki/Привіт' | pct encode --scheme url-path
  echo 'a b' | pct encode --scheme form          a+b
  pct encode --keep % links.txt                  do not escape existing escapes again
  pct encode --set ' \"%\\x7f' names.txt           these characters, and every byte >= 0x80
  pct encode --format tsv -f 2 pages.tsv                only the second column

CHARS are literal ASCII characters, or \\0 \\t \\n \\r \\\\ \\xHH. Include % unless the result is never decoded.";

/// Encode bytes as %XX
///
/// Exit status: 0 done; 1 a record was refused or does not fit, or a field or a result is missing; 2 wrong
/// usage, or an input or output failed.
///
/// Encodes every byte >= 0x80 and the characters of the scheme or --set. The terminator of a record
/// (LF or CRLF; NUL with -0) stays.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("strict", of_text))]
pub(crate) struct EncodeArgs {
    /// Escape the characters of this scheme (`pct schemes` lists them)
    ///
    /// The default keeps only A-Z a-z 0-9 - . _ ~ and suits any single value in a URI.
    #[arg(long, value_name = "NAME", value_parser = scheme(), hide_possible_values = true, default_value = "uri-component")]
    pub(crate) scheme: Named,

    /// Escape these characters instead
    #[arg(long, hide_short_help = true, value_name = "CHARS", value_parser = chars::parse, conflicts_with = "scheme")]
    pub(crate) set: Option<AsciiSet>,

    /// Do not escape these characters; a kept % is one that begins an escape, any other becomes %25
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) keep: Option<AsciiSet>,

    /// Convert the input from UTF-8 to this charset first; only with --scheme form or
    /// url-special-query
    ///
    /// A character that the charset lacks becomes %26%23N%3B, the escaped reference &#N; (WHATWG URL 1.3).
    #[arg(long, value_name = "LABEL", value_parser = labelled, hide_short_help = true)]
    pub(crate) charset: Option<Charset>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

/// The option --strict of a verb that refuses no `%`.
fn of_text(strict: Arg) -> Arg {
    let help = "Pass on (keep), drop or stop at (fail) records that are not UTF-8, which only --charset, js-escape, sf-display and multipart-name refuse";
    strict.help(help).long_help(Resettable::Reset).hide_possible_values(true)
}

impl EncodeArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        if let Some(charset) = self.charset {
            return self.to_charset(charset);
        }
        if self.set.is_none() && self.scheme.encodes_text() {
            without("encode", self.scheme.name(), &[("--keep", self.keep.is_some())])?;
            // A character is one escape.
            let needs = Needs::of(Scope::Whole);
            return self
                .common
                .convert(needs, false, &|value| Ok(bytes(self.scheme.encode(text(value)?))));
        }
        let (scheme, has_scheme) = (self.scheme.facts(), self.set.is_none());
        let plus = has_scheme && scheme.space_is_plus;
        let keep = self.keep.unwrap_or_default();
        if plus && (keep.contains(b' ') || keep.contains(b'+')) {
            return Err(
                "encode --keep cannot keep a space or + where a space is written as +".into()
            );
        }
        let mut set = self.set.unwrap_or(scheme.set).difference(keep);
        if keep.contains(b'%') {
            // Only where it begins an escape, whatever the scheme.
            set = set.add(b'%');
        }
        let keeps_escapes = keep.contains(b'%') || has_scheme && scheme.keeps_escapes;
        let keeps_non_ascii = has_scheme && scheme.keeps_non_ascii;
        let make = |set| {
            let encoder = Encoder::new(set).space_as_plus(plus).keep_escapes(keeps_escapes);
            encoder.keep_non_ascii(keeps_non_ascii)
        };
        let records = self.common.rules().records;
        let outside = records.terminator().map_or(set, |terminator| set.remove(terminator));
        let cut = if keeps_non_ascii { records.whole() } else { records.in_pieces() };
        self.common.run(&Encode { encoder: make(outside), in_field: make(set), records, cut })
    }

    fn to_charset(&self, charset: Charset) -> Result<ExitCode, String> {
        let options = [("--set", self.set.is_some()), ("--keep", self.keep.is_some())];
        if let Some((option, _)) = options.iter().find(|(_, is_there)| *is_there) {
            return Err(format!("encode --charset does not allow {option}; leave it out"));
        }
        let encode = match self.scheme {
            Named::Scheme(FORM) => charset::encode_form,
            Named::Scheme(URL_SPECIAL_QUERY) => charset::encode_query,
            _ => {
                return Err("encode --charset needs --scheme form or --scheme url-special-query: all other parts of a URL are UTF-8".into());
            }
        };
        // A character is one escape, and escape sequences last from one to the next.
        let needs = Needs::of(Scope::Whole);
        self.common.convert(needs, false, &|value| Ok(bytes(encode(text(value)?, charset))))
    }
}

/// Encodes a whole block in one call, with a set that lacks the record terminator.
struct Encode {
    encoder: Encoder,
    /// The encoder for the value of a field, where a terminator does not end a record.
    in_field: Encoder,
    records: Records,
    /// No block ends within a character that stays.
    cut: Cut,
}

impl Work for Encode {
    fn cut(&self) -> Cut {
        self.cut
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let (mut rest, mut end) = (block.bytes, &b""[..]);
        if self.records == Records::Lines {
            // The CR of a CRLF stays. The set does not contain LF.
            let mut from = 0;
            for crlf in memmem::find_iter(rest, b"\r\n") {
                self.encoder.encode_append_bytes(&rest[from..crlf], &mut outcome.output);
                outcome.output.push(b'\r');
                from = crlf + 1;
            }
            rest = &rest[from..];
            if block.last && rest.ends_with(b"\r") {
                (rest, end) = rest.split_at(rest.len() - 1);
            }
        }
        self.encoder.encode_append_bytes(rest, &mut outcome.output);
        outcome.output.extend_from_slice(end);
    }
}

impl Transform for Encode {
    fn value(&self, value: &Value<'_>, outcome: &mut Outcome) -> Result {
        self.in_field.encode_append_bytes(value.bytes, &mut outcome.output);
        Ok(())
    }

    fn needs(&self) -> Needs {
        Needs::of(Scope::Bytes)
    }
}
