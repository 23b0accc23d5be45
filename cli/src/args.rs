//! The command line: verbs, options, and their help.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
#[cfg(feature = "encoding")]
use percent_simd::charset::Encoding;
use percent_simd::scheme::{self, CGI, SCHEMES, Scheme};
use percent_simd::uri::Normalizer;
use percent_simd::{AsciiSet, Backend};

use crate::chars;
#[cfg(feature = "encoding")]
use crate::charset;
use crate::convert::Conversion;
use crate::records::Records;
use crate::schemes::{CGI_KEYWORDS, NORMALIZATIONS};

/// Percent-decode, encode and check logs and URLs.
#[derive(Parser)]
#[command(name = "pct", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Force this backend (`pct info` lists them): the speed changes, the result does not
    #[arg(long, global = true, value_name = "NAME", value_parser = backend)]
    pub(crate) backend: Option<Backend>,
}

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Write %XX as the bytes they stand for
    ///
    /// A % that no two hex digits follow stays, and makes the exit status 1. In lines, an escape that would decode into a control character
    /// (00-1F, 7F, and U+0080 to U+009F, which are %C2%80 to %C2%9F, also where one half is raw) stays, too, so that a line stays one line and
    /// cannot drive a terminal; -0 and --raw decode everything.
    #[command(after_help = DECODE_EXAMPLES)]
    Decode(DecodeArgs),
    /// Write bytes as %XX
    ///
    /// Escaped is every byte from 80 to FF, and what the scheme or --set names. What ends a record (LF or CRLF; with -0 NUL) stays.
    #[command(after_help = ENCODE_EXAMPLES)]
    Encode(EncodeArgs),
    /// Write what means the same in the same way
    ///
    /// Nothing is decoded that would change the meaning: reserved characters and their escapes stay apart.
    #[command(after_help = NORMALIZE_EXAMPLES)]
    Normalize(NormalizeArgs),
    /// List what is malformed, and with --scheme what should have been escaped
    ///
    /// Each problem makes a line on standard output, FILE:LINE:COLUMN: what. LINE (with -0: the record) and COLUMN count from 1, COLUMN in
    /// bytes.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// List the schemes: what each escapes, its standard, an example
    Schemes(SchemesArgs),
    /// Print the version, the backends of this CPU, and the active one
    Info,
}

const EXAMPLES: &str = "\
Examples:
  pct decode access.log                      a log with its %XX decoded; a record stays one record
  tail -f access.log | pct decode            the same, live
  pct decode --plus --utf8 keep queries.txt  form values as text; what is not UTF-8 stays %XX
  echo 'a b&c' | pct encode --scheme form    a+b%26c
  pct normalize urls.txt                     equivalent URLs written alike
  pct check access.log                       FILE:LINE:COLUMN of every malformed %

Exit status:
  0  clean
  1  something malformed was met (and kept, or reported as FILE:LINE:COLUMN: what)
  2  usage, or an input or the output failed
A pipe that its reader closes (`pct decode big.log | head`) ends pct quietly, with status 0.";

const DECODE_EXAMPLES: &str = "\
Examples:
  pct decode access.log                  each line decoded; %0A, %00, %1B, %C2%9B ... stay, so a line stays one line
  pct decode --raw < body                everything decoded, %0A too
  pct decode --plus form.txt             + is a space
  pct decode --keep '\"' access.log       %22 stays, too, so the quoted fields of a log stay apart
  pct decode --keep '/%' paths.txt       %2F and %25 stay, so no second decoding can be fooled
  pct decode --reject '\\0' paths.txt     lines with %00 are reported, and stay as they are
  pct decode --strict --utf8 strict ...  so are lines with a malformed % or with what is not UTF-8

CHARS are ASCII characters as they stand, or \\0 \\t \\n \\r \\\\ \\xHH.
With lines as records a kept %0A and a decoded %250A look alike; --keep % keeps them apart.";

/// The options of `decode`.
#[derive(Args)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Decode as its standard says (`pct schemes` lists them) [default: as WHATWG URL]
    ///
    /// form and php-urlencode imply --plus; js-uri and js-component --strict and --utf8 strict, and js-uri --keep ';/?:@&=+$,#'. js-escape
    /// decodes %uXXXX, too; alpn refuses any spelling but the canonical one; iri turns a URI into an IRI; cgi-keywords splits at + first, and
    /// leaves a query with = alone. The others decode alike, as WHATWG URL's percent-decode does.
    #[arg(long, value_name = "NAME", value_parser = decodable(), hide_possible_values = true)]
    pub(crate) scheme: Option<Decodable>,

    /// Decode a raw + as a space, as in forms (never right for paths)
    #[arg(long)]
    pub(crate) plus: bool,

    /// Report every record that holds a malformed %, and pass it on as it stands
    #[arg(long)]
    pub(crate) strict: bool,

    /// Leave the escapes of these characters as they are written
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) keep: Option<AsciiSet>,

    /// Report every record that holds an escape of one of these characters, and pass it on as it stands
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) reject: Option<AsciiSet>,

    /// What becomes of decoded bytes that are not UTF-8 [default: bytes]
    #[arg(long, value_name = "POLICY")]
    pub(crate) utf8: Option<Utf8Policy>,

    /// The decoded bytes are in this charset; write UTF-8
    ///
    /// Labels are those of the WHATWG Encoding Standard. What is malformed becomes U+FFFD, or with --strict is reported. In lines, a C1 control
    /// character that comes out is written %C2%XX. Where raw bytes from 80 on stand in the input, they are taken to be in the charset, too.
    #[cfg(feature = "encoding")]
    #[arg(long, value_name = "LABEL", value_parser = charset::labelled)]
    pub(crate) charset: Option<&'static Encoding>,
}

impl DecodeArgs {
    /// What the scheme does instead of decoding by a policy; an error where options ask for a policy all the same.
    pub(crate) fn conversion(&self) -> Result<Option<Conversion>, String> {
        #[cfg(feature = "encoding")]
        if let Some(encoding) = self.charset {
            return charset::Decode::conversion(encoding, self).map(Some);
        }
        let conversion = match self.scheme.map(|decodable| decodable.scheme) {
            Some(scheme::JS_ESCAPE) => Conversion::Unescape,
            Some(scheme::IRI) => Conversion::UriToIri,
            _ => return Ok(None),
        };
        let options = [
            ("--plus", self.plus),
            ("--strict", self.strict),
            ("--keep", self.keep.is_some()),
            ("--reject", self.reject.is_some()),
            ("--utf8", self.utf8.is_some()),
        ];
        without("decode", self.scheme.map_or("", |decodable| decodable.scheme.name()), &options).map(|()| Some(conversion))
    }
}

/// That none of these options is there, as they mean nothing to this scheme.
fn without(verb: &str, scheme: &str, options: &[(&str, bool)]) -> Result<(), String> {
    match options.iter().find(|(_, is_there)| *is_there) {
        Some((option, _)) => {
            Err(format!("{verb} --scheme {scheme} takes no {option}: its standard says all; leave it out, or choose another scheme"))
        }
        None => Ok(()),
    }
}

/// What becomes of decoded bytes that are not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Utf8Policy {
    /// They are written as they are
    Bytes,
    /// The record is reported, and passed on as it stands
    Strict,
    /// Each ill-formed sequence becomes U+FFFD
    Lossy,
    /// Each such byte stays %XX, or becomes it if it was raw
    Keep,
}

const ENCODE_EXAMPLES: &str = "\
Examples:
  echo '50% of a/b' | pct encode                 50%25%20of%20a%2Fb
  echo '/wiki/Привіт' | pct encode --scheme url-path
  echo 'a b' | pct encode --scheme form          a+b
  pct encode --keep-escapes links.txt            what is escaped already is not escaped twice
  pct encode --set ' \"%\\x7f' names.txt           these, and every byte from 80 to FF

CHARS are ASCII characters as they stand, or \\0 \\t \\n \\r \\\\ \\xHH. Name % too, unless nothing is to be decoded again.";

/// The options of `encode`.
#[derive(Args)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Escape what this scheme escapes (`pct schemes` lists them)
    ///
    /// The default keeps A-Z a-z 0-9 - . _ ~ alone, which suits any single value anywhere in a URI.
    #[arg(long, value_name = "NAME", value_parser = encodable(), hide_possible_values = true, default_value = "uri-component")]
    pub(crate) scheme: Scheme,

    /// Escape these characters instead
    #[arg(long, value_name = "CHARS", value_parser = chars::parse, conflicts_with = "scheme")]
    pub(crate) set: Option<AsciiSet>,

    /// Write a space as +, and + as %2B
    #[arg(long)]
    pub(crate) plus: bool,

    /// Write hex digits in lower case
    #[arg(long)]
    pub(crate) lower: bool,

    /// Leave %XX that stand in the input already as they are
    #[arg(long)]
    pub(crate) keep_escapes: bool,

    /// Turn the input, which is UTF-8, into this charset first; with --scheme form or url-special-query only
    ///
    /// WHATWG URL 1.3, percent-encode after encoding: what the charset lacks becomes %26%23N%3B, the character reference &#N; escaped. Each record
    /// begins in the charset's first state.
    #[cfg(feature = "encoding")]
    #[arg(long, value_name = "LABEL", value_parser = charset::labelled)]
    pub(crate) charset: Option<&'static Encoding>,
}

impl EncodeArgs {
    /// As that of [`DecodeArgs`].
    pub(crate) fn conversion(&self) -> Result<Option<Conversion>, String> {
        #[cfg(feature = "encoding")]
        if let Some(encoding) = self.charset {
            return charset::Encode::conversion(encoding, self).map(Some);
        }
        if self.set.is_some() || self.scheme != scheme::JS_ESCAPE {
            return Ok(None);
        }
        let options = [("--plus", self.plus), ("--lower", self.lower), ("--keep-escapes", self.keep_escapes)];
        without("encode", self.scheme.name(), &options).map(|()| Some(Conversion::Escape))
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  pct check access.log                     access.log:7:63: malformed triplet `%zz`: ...
  pct check --scheme uri-query queries.txt also what RFC 3986 wants escaped in a query
  pct check *.txt > problems || echo dirty";

/// The options of `check`.
#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// List every raw byte, too, that this scheme escapes (`pct schemes` lists them)
    #[arg(long, value_name = "NAME", value_parser = encodable(), hide_possible_values = true)]
    pub(crate) scheme: Option<Scheme>,

    /// List these characters, too, where they stand raw, and every byte from 80 to FF (CHARS as in `encode`)
    #[arg(long, value_name = "CHARS", value_parser = chars::parse, conflicts_with = "scheme")]
    pub(crate) set: Option<AsciiSet>,
}

/// The options of `schemes`.
#[derive(Args)]
pub(crate) struct SchemesArgs {
    /// Print the matrix of all schemes by all printable ASCII characters
    #[arg(long)]
    pub(crate) table: bool,
}

/// What is read, and what one value is.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// What to read; `-` or nothing: standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// A record ends with NUL, not with a newline
    #[arg(short = '0', long, conflicts_with = "raw")]
    null: bool,

    /// Each input is one value
    #[arg(long)]
    raw: bool,
}

impl InputArgs {
    pub(crate) fn records(&self) -> Records {
        match (self.null, self.raw) {
            (true, _) => Records::Null,
            (_, true) => Records::Raw,
            _ => Records::Lines,
        }
    }
}

const NORMALIZE_EXAMPLES: &str = "\
Examples:
  echo '/%7ebob/a%2fb' | pct normalize                 /~bob/a%2Fb
  pct normalize urls.txt | sort | uniq -c              equivalent URLs counted as one
  pct normalize --without-purpose / queries.txt        in a query %2F and / are the same
  pct normalize --scheme repair truncated.txt          100% becomes 100%25, valid triplets stay
  echo 'http://example.org/rosé' | pct normalize --scheme iri";

/// The options of `normalize`.
#[derive(Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// What to do
    ///
    /// uri: hex digits to upper case, escapes of A-Z a-z 0-9 - . _ ~ decoded (RFC 3986 6.2.2). repair: a % that begins no triplet becomes %25.
    /// iri: from IRI to URI (RFC 3987 3.1).
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(NORMALIZATIONS.map(|(name, _)| name)), default_value = "uri")]
    pub(crate) scheme: String,

    /// Decode the escapes of these reserved characters, too: they have no reserved purpose in what is normalized (CHARS as in `encode`)
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) without_purpose: Option<AsciiSet>,
}

impl NormalizeArgs {
    pub(crate) fn conversion(&self) -> Result<Conversion, String> {
        let conversion = match &*self.scheme {
            "repair" => Conversion::Repair,
            "iri" => Conversion::IriToUri,
            _ => return Ok(Conversion::Normalize(Normalizer::new().without_purpose(self.without_purpose.unwrap_or_default()))),
        };
        without("normalize", &self.scheme, &[("--without-purpose", self.without_purpose.is_some())]).map(|()| conversion)
    }
}

/// What `decode --scheme` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decodable {
    pub(crate) scheme: Scheme,
    /// The scheme's search words (`cgi-keywords`).
    pub(crate) keywords: bool,
}

const NO_SCHEME: &str = "no such scheme; `pct schemes` lists them";

/// A scheme by its name.
fn encodable() -> impl TypedValueParser<Value = Scheme> {
    PossibleValuesParser::new(SCHEMES.iter().map(|scheme| scheme.name())).try_map(|name| Scheme::from_name(&name).ok_or(NO_SCHEME))
}

/// A scheme, or a way to read one, by its name.
fn decodable() -> impl TypedValueParser<Value = Decodable> {
    PossibleValuesParser::new(SCHEMES.iter().map(|scheme| scheme.name()).chain([CGI_KEYWORDS])).try_map(|name| {
        let keywords = name == CGI_KEYWORDS;
        let scheme = if keywords { Some(CGI) } else { Scheme::from_name(&name) };
        Ok::<_, &str>(Decodable { scheme: scheme.ok_or(NO_SCHEME)?, keywords })
    })
}

/// A backend by its name, or which ones there are.
fn backend(name: &str) -> Result<Backend, String> {
    Backend::from_name(name).ok_or_else(|| {
        let known = Backend::ALL_NAMES.contains(&name);
        let reason = if known { "this CPU, or this build, lacks it" } else { "there is none of that name" };
        format!("{reason}; it has: {}", available_backends())
    })
}

/// The names of the backends that this CPU and this build have.
pub(crate) fn available_backends() -> String {
    Backend::available().map(Backend::name).collect::<Vec<_>>().join(" ")
}
