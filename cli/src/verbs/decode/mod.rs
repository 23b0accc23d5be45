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
  pct decode access.log                  each line decoded; %0A, %00, %1B, %C2%9B ... stay, so a line stays one line
  pct decode --format combined access.log                the target and the referer only: the same words, the same quotes
  pct decode --format combined --only -f host -f path access.log   these fields and no others, tabs between them
  pct decode --raw < body                everything decoded, %0A too
  pct decode --plus form.txt             + is a space
  pct decode --keep '\"' access.log       %22 stays, too, so the quoted fields of a log stay apart
  pct decode --keep '/%' paths.txt       %2F and %25 stay, so no second decoding can be fooled
  pct decode --reject '\\0' paths.txt     lines with %00 are reported, and stay as they are
  pct decode --strict --utf8 strict ...  so are lines with a malformed % or with what is not UTF-8
  pct decode --format combined -f path access.log        of the request the path only, where %3F stays
  pct decode --format combined --only -f path --json access.log    {\"path\":\"/café\"}
  pct decode --format cloudfront --times 2 E2EXAMPLE.gz  what CloudFront has escaped twice
  pct decode --format combined -f user-agent access.log  this field only, spaces too
  pct decode --format combined --escapes percent,nginx access.log   \\xD0\\xBE, too, as nginx writes it
  pct decode --format csv -f url -f 3 visits.csv                the column url, and the third
  pct decode --format jsonl -f /request/url events.jsonl        the string url in the object request
  echo '{\"u\":\"/caf%C3%A9\"}' | pct decode --format jsonl -f u    {\"u\":\"/café\"}

CHARS are ASCII characters as they stand, or \\0 \\t \\n \\r \\\\ \\xHH.
With lines as records a kept %0A and a decoded %250A look alike; --keep % keeps them apart.";

/// Decode %XX into the bytes they stand for
///
/// A % that two hex digits do not follow stays, and is counted on standard error. In lines, the escape of a
/// control character (0x00-0x1F, 0x7F, and U+0080 to U+009F, which are %C2%80 to %C2%9F, even if one
/// half is raw), of U+2028, U+2029, or of a control of the order of text (U+202E and others) stays,
/// too, so that a line stays one line, reads as it is written, and cannot control a terminal. -0 and
/// --raw decode everything.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DecodeArgs {
    /// Decode as this scheme's standard says (`pct schemes` lists them) [default: as WHATWG URL]
    ///
    /// form and php-urlencode imply --plus; js-uri and js-component --strict and --utf8 strict,
    /// and js-uri --keep ';/?:@&=+$,#'. js-escape decodes %uXXXX, too; alpn refuses any
    /// spelling but the canonical one; iri turns a URI into an IRI; cgi-keywords splits at +
    /// first, and leaves a query with = alone. The others decode alike, as WHATWG URL's
    /// percent-decode does.
    #[arg(long, value_name = "NAME", value_parser = decodable(), hide_possible_values = true)]
    pub(crate) scheme: Option<Decodable>,

    /// Decode a raw + as a space, as in forms (never right for paths)
    #[arg(long)]
    pub(crate) plus: bool,

    /// Report every record with a malformed %, and pass it on as it stands
    #[arg(long)]
    pub(crate) strict: bool,

    /// Keep the escapes of these characters
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) keep: Option<AsciiSet>,

    /// Report every record with an escape of one of these characters, and pass it on as it stands
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) reject: Option<AsciiSet>,

    /// Which escapes to decode [default: percent]
    ///
    /// nginx writes what a client sent raw as \xHH: bytes >= 0x80, control characters, \" and \\. With
    /// nginx the bytes >= 0x80 are decoded, first, and the others stay, unless -0 or --raw is given
    /// and no fields are meant. (In JSON nginx writes \u00HH, which is always decoded.)
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) escapes: Vec<Escapes>,

    /// What to do with decoded bytes that are not UTF-8 [default: bytes; with --only: keep]
    #[arg(long, value_name = "POLICY")]
    pub(crate) utf8: Option<Utf8Policy>,

    /// Decode the result again, up to N times in all (at most 16): CloudFront escapes twice
    ///
    /// Decoding stops when nothing changes. Only the first round reads + as a space and reports a
    /// malformed %.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = times)]
    pub(crate) times: u32,

    /// Convert the decoded bytes from this charset to UTF-8
    ///
    /// Labels are those of the WHATWG Encoding Standard. Malformed sequences become U+FFFD, or are
    /// reported with --strict. In lines, a control character is written as triplets of UTF-8. Raw bytes >=
    /// 0x80 in the input are read in the charset, too.
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
    /// Those of usage: options that mean nothing to the scheme or the charset.
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

    /// Whether a line must stay one line, and must not drive a terminal.
    fn are_lines(&self) -> bool {
        self.common.are_lines()
    }

    /// That no option asks for a policy, as the scheme does something else than decode by one.
    fn without_policy(&self, scheme: Named) -> Result<(), String> {
        let options = [
            ("--plus", self.plus),
            ("--strict", self.strict),
            ("--keep", self.keep.is_some()),
            ("--reject", self.reject.is_some()),
            ("--utf8", self.utf8.is_some()),
            ("--times", self.times > 1),
            ("--escapes", !self.escapes.is_empty()),
        ];
        without("decode", scheme.name(), &options)
    }
}

/// What `decode --escapes` takes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Escapes {
    /// %XX
    Percent,
    /// \xHH, as nginx writes what a client sent raw
    Nginx,
}

/// What becomes of decoded bytes that are not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Utf8Policy {
    /// Write them as they are
    Bytes,
    /// Report the record, and pass it on as it stands
    Strict,
    /// Write U+FFFD for each ill-formed sequence
    Lossy,
    /// Write each such byte as %XX
    Keep,
}

/// What `decode --scheme` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decodable {
    pub(crate) scheme: Named,
    /// The scheme's search words (`cgi-keywords`).
    pub(crate) keywords: bool,
}

/// `decode --scheme` takes this, too: it is no scheme of its own, but a way to read one.
pub(crate) const CGI_KEYWORDS: &str = "cgi-keywords";

/// A scheme, or a way to read one, by its name.
fn decodable() -> impl TypedValueParser<Value = Decodable> {
    let values = Named::all().map(Named::value).chain([CGI_KEYWORDS.into()]);
    PossibleValuesParser::new(values).try_map(|name| {
        let keywords = name == CGI_KEYWORDS;
        let scheme = if keywords { Some(Named::Scheme(CGI)) } else { Named::from_name(&name) };
        Ok::<_, &str>(Decodable { scheme: scheme.ok_or(NO_SCHEME)?, keywords })
    })
}
