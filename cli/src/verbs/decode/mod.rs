//! `pct decode`.

#[cfg(feature = "charset")]
mod charset;
mod conversions;
mod policy;

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use percent_simd::AsciiSet;
#[cfg(feature = "charset")]
use percent_simd::charset::Charset;
use percent_simd::scheme::CGI;

use self::conversions::{Unescape, UriToIri};
pub(crate) use self::policy::{Decode, Settings};
#[cfg(feature = "charset")]
use crate::options::charset::labelled;
use crate::options::{FieldRules, NO_SCHEME, Named, TransformArgs, chars, times, without};

const EXAMPLES: &str = "\
Examples:
  pct decode access.log                  each line; %0A, %00, %1B, %C2%9B ... stay, so a line stays one line
  pct decode --format combined access.log                only the target and the referer; columns and quotes stay
  pct decode --format combined --only -f host -f path access.log   print only these fields
  pct decode --raw < body                everything, %0A too
  pct decode --plus form.txt             + is a space
  pct decode --keep '\"' access.log       %22 stays, too, so quoted fields stay intact
  pct decode --keep '/%' paths.txt       %2F and %25 stay, so a second decoding is safe
  pct decode --reject '\\0' paths.txt     report lines with %00, and do not decode them
  pct decode --strict --utf8 strict ...  likewise lines with a malformed % or invalid UTF-8
  pct decode --format combined -f path access.log        only the path of the request; %3F stays
  pct decode --format combined --only -f path --json access.log    {\"path\":\"/café\"}
  pct decode --format cloudfront --times 2 E2EXAMPLE.gz  CloudFront escapes twice
  pct decode --format combined -f user-agent access.log  only this field, spaces too
  pct decode --format combined --escapes percent,nginx access.log   also \\xD0\\xBE from nginx
  pct decode --format csv -f url -f 3 visits.csv                the column url and the third
  pct decode --format jsonl -f /request/url events.jsonl        the string url in the object request
  echo '{\"u\":\"/caf%C3%A9\"}' | pct decode --format jsonl -f u    {\"u\":\"/café\"}

CHARS are literal ASCII characters, or \\0 \\t \\n \\r \\\\ \\xHH.
In lines, a kept %0A and a decoded %250A look alike; --keep % tells them apart.";

/// Decode %XX to bytes
///
/// A malformed % (without two hex digits) stays, and is counted on standard error. In lines, these
/// escapes stay, too: control characters (0x00-0x1F, 0x7F, U+0080-U+009F, which are %C2%80-%C2%9F, even
/// if one half is raw), U+2028, U+2029 and bidirectional controls (U+202E and others). So a line
/// stays one line, in reading order, and cannot control a terminal. -0 and --raw decode everything.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DecodeArgs {
    /// Decode by the rules of this scheme (`pct schemes` lists them) [default: WHATWG URL]
    ///
    /// form and php-urlencode imply --plus; js-uri and js-component imply --strict and --utf8 strict,
    /// js-uri also --keep ';/?:@&=+$,#'. js-escape also decodes %uXXXX; alpn refuses spellings that
    /// are not canonical; iri converts a URI to an IRI; cgi-keywords splits at + first, and leaves a
    /// query with = unchanged. All others percent-decode as WHATWG URL does.
    #[arg(long, value_name = "NAME", value_parser = decodable(), hide_possible_values = true)]
    pub(crate) scheme: Option<Decodable>,

    /// Decode a raw + as a space, as in forms (never right for paths)
    #[arg(long)]
    pub(crate) plus: bool,

    /// Keep the escapes of these characters
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) keep: Option<AsciiSet>,

    /// Refuse records with an escape of one of these characters
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) reject: Option<AsciiSet>,

    /// Which escapes to decode [default: percent]
    ///
    /// nginx logs raw bytes >= 0x80, control characters, \" and \\ as \xHH. With `nginx`, bytes of
    /// 0x80 and above are decoded first; the others stay, unless -0 or --raw is given without fields. (In
    /// JSON nginx writes \u00HH, which is always decoded.)
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) escapes: Vec<Escapes>,

    /// What to do with decoded bytes that are not UTF-8 [default: bytes; with --only: keep]
    #[arg(long, value_name = "POLICY")]
    pub(crate) utf8: Option<Utf8Policy>,

    /// Decode the result again, up to N times in all (at most 16): CloudFront escapes twice
    ///
    /// Only the first round reads + as a space and reports a malformed %. Decoding stops early if
    /// nothing changes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = times)]
    pub(crate) times: u32,

    /// Convert the decoded bytes from this charset to UTF-8
    ///
    /// LABEL is one of the WHATWG Encoding Standard. Malformed sequences become U+FFFD, or with
    /// --strict refuse the record. In lines, control characters become triplets of UTF-8. Raw bytes
    /// >= 0x80 are converted, too.
    #[cfg(feature = "charset")]
    #[arg(long, value_name = "LABEL", value_parser = labelled)]
    pub(crate) charset: Option<Charset>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl DecodeArgs {
    /// Runs the verb.
    ///
    /// # Errors
    /// Wrong usage: options that the scheme or the charset does not allow.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        self.common.warn();
        let fields = FieldRules { nginx: self.has(Escapes::Nginx) };
        #[cfg(feature = "charset")]
        if let Some(charset) = self.charset {
            return self.common.convert(charset::FromCharset::new(charset, self)?, fields);
        }
        match self.scheme.map(|decodable| decodable.scheme) {
            Some(scheme @ Named::JsEscape) => {
                self.without_policy(scheme)?;
                let conversion = Unescape { are_lines: self.are_lines() };
                self.common.convert(conversion, fields)
            }
            Some(scheme @ Named::Iri) => {
                self.without_policy(scheme)?;
                let conversion = UriToIri { are_lines: self.are_lines() };
                self.common.convert(conversion, fields)
            }
            _ => self.common.run(&Decode::new(Settings::of(self)), fields),
        }
    }

    /// Whether these escapes are decoded.
    fn has(&self, escapes: Escapes) -> bool {
        self.escapes.contains(&escapes) || self.escapes.is_empty() && escapes == Escapes::Percent
    }

    /// Whether a line must stay one line, and must not control a terminal.
    fn are_lines(&self) -> bool {
        self.common.are_lines()
    }

    /// Refuses the options of a policy, for schemes that do not decode by a policy.
    fn without_policy(&self, scheme: Named) -> Result<(), String> {
        let options = [
            ("--plus", self.plus),
            ("--keep", self.keep.is_some()),
            ("--reject", self.reject.is_some()),
            ("--utf8", self.utf8.is_some()),
            ("--times", self.times > 1),
            ("--escapes", !self.escapes.is_empty()),
        ];
        without("decode", scheme.name(), &options)
    }
}

/// A value of `decode --escapes`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Escapes {
    /// %XX
    Percent,
    /// \xHH, as nginx logs raw bytes
    Nginx,
}

/// How decoded bytes that are not UTF-8 are written.
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

/// A value of `decode --scheme`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decodable {
    pub(crate) scheme: Named,
    /// The scheme's search words (`cgi-keywords`).
    pub(crate) keywords: bool,
}

/// A further value of `decode --scheme`: a way to read a scheme.
pub(crate) const CGI_KEYWORDS: &str = "cgi-keywords";

/// The parser of `decode --scheme`.
fn decodable() -> impl TypedValueParser<Value = Decodable> {
    let values = Named::all().map(Named::value).chain([CGI_KEYWORDS.into()]);
    PossibleValuesParser::new(values).try_map(|name| {
        let keywords = name == CGI_KEYWORDS;
        let scheme = if keywords { Some(Named::Scheme(CGI)) } else { Named::from_name(&name) };
        Ok::<_, &str>(Decodable { scheme: scheme.ok_or(NO_SCHEME)?, keywords })
    })
}
