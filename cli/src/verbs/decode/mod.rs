//! `pct decode`.

mod conversions;
mod gate;
mod policy;

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use percent_simd::AsciiSet;
use percent_simd::scheme::CGI;

use self::conversions::{FromCharset, unescape, uri_to_iri};
use self::policy::Decode;

use crate::blocks::Needs;
use crate::fields::Scope;
use crate::options::{Charsets, NO_SCHEME, Named, TransformArgs, chars, charsets, number, without};

const EXAMPLES: &str = "\
Examples:
  pct decode access.log                  each line; %0A, %00, %1B, %C2%9B ... stay, so a line stays one line
  pct decode --format combined --only -f host,path access.log   print only these fields
  pct decode --plus form.txt             + is a space
  pct decode --keep '\"' access.log       %22 stays, too, so quoted fields stay intact
  pct decode --keep '/%' paths.txt       %2F and %25 stay, so a second decoding is safe
  pct decode --reject '\\0' paths.txt     report lines with %00, and do not decode them
  pct decode --format combined --only -f path --json access.log    {\"path\":\"/café\"}
  pct decode --format '$remote_addr \"$request\" $status' custom.log   the log's own format
  pct decode --format cloudfront E2EXAMPLE.gz            CloudFront escapes twice, and that is undone
  pct decode --format iis --only -f '*' --json u_ex261112.log     a JSON object of all columns
  pct decode --format jsonl -f /request/url events.jsonl        the string url in the object request
  echo '{\"u\":\"/caf%C3%A9\"}' | pct decode --format jsonl -f u    {\"u\":\"/café\"}

CHARS are literal ASCII characters, or \\0 \\t \\n \\r \\\\ \\xHH.
In lines, a kept %0A and a decoded %250A look alike; --keep % tells them apart.";

/// Decode %XX to bytes
///
/// Exit status: 0 also if malformed triplets were passed on; 1 if a record was refused or does not fit,
/// or a field or a result is missing; 2 for wrong usage, or if an input or output failed.
///
/// A malformed % (without two hex digits) stays, and is counted on standard error. In lines, these
/// escapes stay, too: control characters (0x00-0x1F, 0x7F, U+0080-U+009F), U+2028, U+2029 and
/// bidirectional controls (U+202E and others), even if one half is raw. So a line stays one line, in
/// reading order, and cannot control a terminal. -0 and --raw decode everything.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DecodeArgs {
    /// Decode the output of this scheme (`pct schemes` lists them) [default: WHATWG URL]
    ///
    /// form, php-urlencode, oauth2, s3-key, modsecurity and modsecurity-uni imply --plus, baggage
    /// --utf8 lossy; js-uri and js-component --strict and --utf8 strict, js-uri also
    /// --keep ';/?:@&=+$,#'. js-escape and modsecurity-uni also decode %uXXXX; alpn refuses spellings
    /// that are not canonical; iri converts a URI to an IRI; cgi-keywords splits at + first; nginx
    /// decodes \xHH of bytes >= 0x80 (with -0 or --raw without fields all \xHH); sf-display reads
    /// %"..."; data-url decodes the part after the comma. Others decode as WHATWG URL does.
    #[arg(long, value_name = "NAME", value_parser = decodable(), hide_possible_values = true)]
    pub(crate) scheme: Option<Decodable>,

    /// Decode a raw + as a space, as in forms (never right for paths)
    #[arg(long, hide_short_help = true)]
    pub(crate) plus: bool,

    /// Keep the escapes of these characters
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) keep: Option<AsciiSet>,

    /// Refuse records with an escape of one of these characters
    #[arg(long, value_name = "CHARS", value_parser = chars::parse, hide_short_help = true)]
    pub(crate) reject: Option<AsciiSet>,

    /// The policy for decoded bytes that are not UTF-8 [default: bytes; with --only: keep]
    #[arg(long, value_name = "POLICY")]
    pub(crate) utf8: Option<Utf8Policy>,

    /// Decode up to N times in all (at most 16)
    ///
    /// Only the first round reads + as a space and reports a malformed %.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<16>)]
    pub(crate) times: u32,

    /// Convert the decoded bytes from this charset to UTF-8
    ///
    /// Malformed sequences become U+FFFD, or with --strict refuse the record. Of several (utf-8,gbk), the
    /// first that fits decodes a value; if none does, it stays, with status 1. In lines, control
    /// characters become triplets. Raw bytes >= 0x80 are converted.
    #[arg(long, value_name = "LABEL,...", value_parser = charsets)]
    pub(crate) charset: Option<Charsets>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl DecodeArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        self.common.warn();
        if let Some(charset) = self.charset {
            let charset = FromCharset::new(charset, self)?;
            // A character may have bytes on both sides of an escape.
            let needs = Needs { clients: true, ..Needs::of(Scope::Whole) };
            return self.common.convert(needs, !charset.is_strict, &|value| charset.convert(value));
        }
        let (needs, are_lines) = (Needs::of(Scope::Text), self.common.are_lines());
        match self.scheme.and_then(Decodable::named) {
            Some(scheme @ Named::JsEscape) => {
                self.without_policy(scheme)?;
                self.common.convert(needs, false, &|value| unescape(value, are_lines))
            }
            Some(scheme @ Named::Iri) => {
                self.without_policy(scheme)?;
                self.common.convert(needs, true, &|value| Ok(uri_to_iri(value, are_lines)))
            }
            Some(Named::MultipartName) => Err("decode --scheme multipart-name: the standard leaves % as it is, so %22 may be a quote or not; leave --scheme out, or choose another".into()),
            _ => self.common.run(&Decode::new(self)),
        }
    }

    /// Refuses the options of a policy, for schemes that do not decode by a policy.
    fn without_policy(&self, scheme: Named) -> Result<(), String> {
        let options = [
            ("--plus", self.plus),
            ("--keep", self.keep.is_some()),
            ("--reject", self.reject.is_some()),
            ("--utf8", self.utf8.is_some()),
            ("--times", self.times > 1),
        ];
        without("decode", scheme.name(), &options)
    }
}

/// The policy for decoded bytes that are not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Utf8Policy {
    /// Write them unchanged
    Bytes,
    /// Refuse the record
    Strict,
    /// Write U+FFFD for each ill-formed sequence
    Lossy,
    /// Write each byte as %XX
    Keep,
}

/// A value of `decode --scheme`: a scheme, or one that other verbs do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Decodable {
    #[value(skip)]
    Scheme(Named),
    /// RFC 3875 4.4: the search words of a query without `=`, split at + before decoding
    CgiKeywords,
    /// logs of nginx: \xHH of a byte >= 0x80 is an escape, too
    Nginx,
    /// ModSecurity's t:urlDecode: + is a space
    Modsecurity,
    /// ModSecurity's t:urlDecodeUni: + is a space, and %uHHHH is a byte
    ModsecurityUni,
    /// Fetch, data: URL processor: the part after the first comma, without the fragment; Base64 stays
    DataUrl,
}

impl Decodable {
    fn named(self) -> Option<Named> {
        match self {
            Self::Scheme(scheme) => Some(scheme),
            Self::CgiKeywords => Some(Named::Scheme(CGI)),
            Self::Nginx | Self::Modsecurity | Self::ModsecurityUni | Self::DataUrl => None,
        }
    }
}

fn decodable() -> impl TypedValueParser<Value = Decodable> {
    let others = Decodable::value_variants().iter().filter_map(Decodable::to_possible_value);
    PossibleValuesParser::new(Named::all().map(Named::value).chain(others)).try_map(|name| {
        let scheme = Named::from_name(&name).map(Decodable::Scheme);
        scheme.or_else(|| Decodable::from_str(&name, false).ok()).ok_or(NO_SCHEME)
    })
}
