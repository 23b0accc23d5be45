//! The command line: verbs, options, and their help.

mod fields;
mod output;
mod tips;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
#[cfg(feature = "charset")]
use percent_simd::charset::Charset;
use percent_simd::scheme::CGI;
use percent_simd::{AsciiSet, Backend};

pub(crate) use self::fields::FieldArgs;
pub(crate) use self::output::{InPlaceArgs, OutputArgs};
pub(crate) use self::tips::parse;
use crate::chars;
#[cfg(feature = "charset")]
use crate::charset;
use crate::convert::Conversion;
use crate::inputs::Inputs;
use crate::marks::Marks;
use crate::output::Target;
use crate::progress::{self, Progress};
use crate::records::Records;
use crate::schemes::{CGI_KEYWORDS, NORMALIZATIONS, Named};
use crate::work::Rules;

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
    /// A % that no two hex digits follow stays, and makes the exit status 1. In lines, an escape
    /// that would decode into a control character (00-1F, 7F, and U+0080 to U+009F, which are
    /// %C2%80 to %C2%9F, also where one half is raw) stays, too, so that a line stays one line and
    /// cannot drive a terminal; -0 and --raw decode everything.
    #[command(after_help = DECODE_EXAMPLES)]
    Decode(DecodeArgs),
    /// Write bytes as %XX
    ///
    /// Escaped is every byte from 80 to FF, and what the scheme or --set names. What ends a record
    /// (LF or CRLF; with -0 NUL) stays; within the value of a field it ends none, and is
    /// escaped as other bytes are.
    #[command(after_help = ENCODE_EXAMPLES)]
    Encode(EncodeArgs),
    /// Write what means the same in the same way
    ///
    /// Nothing is decoded that would change the meaning: reserved characters and their escapes stay
    /// apart.
    #[command(after_help = NORMALIZE_EXAMPLES)]
    Normalize(NormalizeArgs),
    /// List what is malformed, and with --scheme what should have been escaped
    ///
    /// Each problem makes a line on standard output, FILE:LINE:COLUMN: what. LINE (with -0: the
    /// record) and COLUMN count from 1, COLUMN in bytes.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// List the records whose escapes hide something: NUL, line ends, slashes, double escapes, dot
    /// segments, broken UTF-8 ...
    ///
    /// Each such record makes a line on standard output, FILE:LINE: FLAG,FLAG,... with what tells
    /// most of an attack first. The whole record is looked at, and so is by itself what stands
    /// in it between spaces and quotes, as a request does in a line of a log, and what ? & =
    /// separate in that. Raw bytes alone set no flag.
    #[command(after_help = INSPECT_EXAMPLES)]
    Inspect(InspectArgs),
    /// List the schemes: what each escapes, its standard, an example
    #[command(after_help = SCHEMES_EXAMPLES)]
    Schemes(SchemesArgs),
    /// Print the version, the backends of this CPU, and the active one
    #[command(after_help = INFO_EXAMPLES)]
    Info,
    /// Print what a shell reads to complete verbs and options
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print a manual page, as man(1) reads it
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

const EXAMPLES: &str = "\
Examples:
  pct decode access.log                      a log with its %XX decoded; a record stays one record
  tail -f access.log | pct decode            the same, live
  pct decode --plus --utf8 keep queries.txt  form values as text; what is not UTF-8 stays %XX
  echo 'a b&c' | pct encode --scheme form    a+b%26c
  pct decode -o all.log access.log.*.gz      compressed logs into one file, which appears when it is whole
  pct decode -i.bak urls.txt                 urls.txt replaced; the old one is urls.txt.bak
  pct decode --format combined access.log    the request and the referer only; quotes stay valid
  pct decode --csv -f url visits.csv         the column url only
  pct normalize urls.txt                     equivalent URLs written alike
  pct check access.log                       FILE:LINE:COLUMN of every malformed %
  pct inspect --summary access.log           what escapes hide: NUL, line ends, dot segments, double escapes ...

Exit status:
  0  clean
  1  something malformed was met (and kept, or reported as FILE:LINE:COLUMN: what)
  2  usage, or an input or the output failed
A pipe that its reader closes (`pct decode big.log | head`) ends pct quietly, with status 0 (2 if an input failed before).

Called by the name urlencode or urldecode (a link to it), pct is one of these: `urlencode --help`, `urldecode --help`.";

const DECODE_EXAMPLES: &str = "\
Examples:
  pct decode access.log                  each line decoded; %0A, %00, %1B, %C2%9B ... stay, so a line stays one line
  pct decode --raw < body                everything decoded, %0A too
  pct decode --plus form.txt             + is a space
  pct decode --keep '\"' access.log       %22 stays, too, so the quoted fields of a log stay apart
  pct decode --keep '/%' paths.txt       %2F and %25 stay, so no second decoding can be fooled
  pct decode --reject '\\0' paths.txt     lines with %00 are reported, and stay as they are
  pct decode --strict --utf8 strict ...  so are lines with a malformed % or with what is not UTF-8
  pct decode --format combined access.log                the request and the referer only; their quotes stay valid
  pct decode --format combined -f path access.log        of the request the path only, where %3F stays
  pct decode --format cloudfront --times 2 E2EXAMPLE.gz  what CloudFront has escaped twice
  pct decode --csv -f url -f 3 visits.csv                the column url, and the third
  pct decode --jsonl -f /request/url events.jsonl        the string url in the object request
  echo '{\"u\":\"/caf%C3%A9\"}' | pct decode --jsonl -f u    {\"u\":\"/café\"}

CHARS are ASCII characters as they stand, or \\0 \\t \\n \\r \\\\ \\xHH.
With lines as records a kept %0A and a decoded %250A look alike; --keep % keeps them apart.";

/// The options of `decode`.
#[derive(Args)]
pub(crate) struct DecodeArgs {
    /// Decode as its standard says (`pct schemes` lists them) [default: as WHATWG URL]
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

    /// Report every record that holds a malformed %, and pass it on as it stands
    #[arg(long)]
    pub(crate) strict: bool,

    /// Leave the escapes of these characters as they are written
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) keep: Option<AsciiSet>,

    /// Report every record that holds an escape of one of these characters, and pass it on as it
    /// stands
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) reject: Option<AsciiSet>,

    /// What becomes of decoded bytes that are not UTF-8 [default: bytes]
    #[arg(long, value_name = "POLICY")]
    pub(crate) utf8: Option<Utf8Policy>,

    /// Decode up to N times, what comes out again: CloudFront escapes twice
    ///
    /// It ends where nothing changes any more. A + is a space, and a malformed % is an error, in
    /// the first round only.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(crate) times: u32,

    /// The decoded bytes are in this charset; write UTF-8
    ///
    /// Labels are those of the WHATWG Encoding Standard. What is malformed becomes U+FFFD, or with
    /// --strict is reported. In lines, a C1 control character that comes out is written
    /// %C2%XX. Where raw bytes from 80 on stand in the input, they are taken to be in the charset,
    /// too.
    #[cfg(feature = "charset")]
    #[arg(long, value_name = "LABEL", value_parser = charset::labelled)]
    pub(crate) charset: Option<Charset>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl DecodeArgs {
    /// What the scheme does instead of decoding by a policy; an error where options ask for a
    /// policy all the same.
    pub(crate) fn conversion(&self) -> Result<Option<Conversion>, String> {
        #[cfg(feature = "charset")]
        if let Some(charset) = self.charset {
            return charset::Decode::conversion(charset, self).map(Some);
        }
        let conversion = match self.scheme.map(|decodable| decodable.scheme) {
            Some(Named::JsEscape) => Conversion::Unescape,
            Some(Named::Iri) => Conversion::UriToIri,
            _ => return Ok(None),
        };
        let options = [
            ("--plus", self.plus),
            ("--strict", self.strict),
            ("--keep", self.keep.is_some()),
            ("--reject", self.reject.is_some()),
            ("--utf8", self.utf8.is_some()),
            ("--times", self.times > 1),
        ];
        without("decode", self.scheme.map_or("", |decodable| decodable.scheme.name()), &options)
            .map(|()| Some(conversion))
    }
}

/// That none of these options is there, as they mean nothing to this scheme.
fn without(verb: &str, scheme: &str, options: &[(&str, bool)]) -> Result<(), String> {
    match options.iter().find(|(_, is_there)| *is_there) {
        Some((option, _)) => Err(format!(
            "{verb} --scheme {scheme} takes no {option}: its standard says all; leave it out, or choose another scheme"
        )),
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
  pct encode --tsv -f 2 pages.tsv                the second column only

CHARS are ASCII characters as they stand, or \\0 \\t \\n \\r \\\\ \\xHH. Name % too, unless nothing is to be decoded again.";

/// The options of `encode`.
#[derive(Args)]
pub(crate) struct EncodeArgs {
    /// Escape what this scheme escapes (`pct schemes` lists them)
    ///
    /// The default keeps A-Z a-z 0-9 - . _ ~ alone, which suits any single value anywhere in a
    /// URI.
    #[arg(long, value_name = "NAME", value_parser = encodable(), hide_possible_values = true, default_value = "uri-component")]
    pub(crate) scheme: Named,

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

    /// Turn the input, which is UTF-8, into this charset first; with --scheme form or
    /// url-special-query only
    ///
    /// WHATWG URL 1.3, percent-encode after encoding: what the charset lacks becomes %26%23N%3B,
    /// the character reference &#N; escaped. Each record begins in the charset's first state.
    #[cfg(feature = "charset")]
    #[arg(long, value_name = "LABEL", value_parser = charset::labelled)]
    pub(crate) charset: Option<Charset>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl EncodeArgs {
    /// As that of [`DecodeArgs`].
    pub(crate) fn conversion(&self) -> Result<Option<Conversion>, String> {
        #[cfg(feature = "charset")]
        if let Some(charset) = self.charset {
            return charset::Encode::conversion(charset, self).map(Some);
        }
        if self.set.is_some() || self.scheme != Named::JsEscape {
            return Ok(None);
        }
        let options =
            [("--plus", self.plus), ("--lower", self.lower), ("--keep-escapes", self.keep_escapes)];
        without("encode", self.scheme.name(), &options).map(|()| Some(Conversion::Escape))
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  pct check access.log                      access.log:7:63: malformed triplet `%z`: ...
  pct check --scheme uri-query queries.txt  also what RFC 3986 wants escaped in a query
  pct check --max-errors 10 access.log      no more than the first 10
  pct check *.txt > problems || echo dirty";

/// The options of `check`.
#[derive(Args)]
pub(crate) struct CheckArgs {
    /// List every raw byte, too, that this scheme escapes (`pct schemes` lists them)
    #[arg(long, value_name = "NAME", value_parser = encodable(), hide_possible_values = true)]
    pub(crate) scheme: Option<Named>,

    /// List these characters, too, where they stand raw, and every byte from 80 to FF (CHARS as in
    /// `encode`)
    #[arg(long, value_name = "CHARS", value_parser = chars::parse, conflicts_with = "scheme")]
    pub(crate) set: Option<AsciiSet>,

    /// Stop after the first N problems; standard error says that there may be more
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_errors: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  pct inspect access.log                           access.log:7: nul,control,dot-segment,slash,unreserved
  pct inspect --summary *.log                      a table: for each flag how many lines, the first one, an example
  pct inspect --only nul,cr,lf,nested access.log   only lines with one of these, and only these flags
  pct inspect --only nul --fail-on nul access.log  exit status 1 if one has %00
  pct inspect --json access.log                    {\"file\":\"access.log\",\"line\":7,\"flags\":[\"nul\",...],\"triplets\":5,\"malformed\":0}

Flags:
  nul             %00
  cr, lf          %0D, %0A
  control         a control character: 00-1F, 7F, or U+0080 to U+009F
  nested          decoding it a second time changes it again: %2541
  dot-segment     /./ or /../ that some escape hides: /%2e./
  slash           %2F
  backslash       %5C
  overlong        a character in more bytes than it needs: %C0%AF
  invalid-utf8    what does not decode into UTF-8
  malformed       a % that no two hex digits follow
  non-ascii       80-FF
  unreserved      A-Z a-z 0-9 - . _ ~, which need no escape";

/// The options of `inspect`.
#[derive(Args)]
pub(crate) struct InspectArgs {
    /// Speak of these flags only
    #[arg(long, value_name = "FLAG,...", value_parser = Marks::parse)]
    pub(crate) only: Option<Marks>,

    /// The exit status is 1 if some record has one of these flags
    #[arg(long, value_name = "FLAG,...", value_parser = Marks::parse, default_value = "malformed")]
    pub(crate) fail_on: Marks,

    /// Print a table instead, when all is read: the flag, how many lines have it, how many
    /// triplets these hold, the first of them, an example
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print JSON, an object to a line: file, line, flags, triplets, malformed; with --summary
    /// flag, lines, triplets, file, line, example
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  pct completions bash > ~/.local/share/bash-completion/completions/pct
  pct completions fish > ~/.config/fish/completions/pct.fish
  pct completions zsh > ~/.zfunc/_pct              where fpath holds ~/.zfunc";

/// The options of `completions`.
#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: Shell,
}

const MAN_EXAMPLES: &str = "\
Examples:
  pct man | man -l -                               the main page
  pct man decode | man -l -                        that of a verb
  pct man --out ~/.local/share/man/man1            all of them as files";

/// The options of `man`.
#[derive(Args)]
pub(crate) struct ManArgs {
    /// The verb whose page it is; without it, the main page
    pub(crate) verb: Option<String>,

    /// Write all pages into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "verb")]
    pub(crate) out: Option<PathBuf>,
}

const SCHEMES_EXAMPLES: &str = "\
Examples:
  pct schemes | grep ^url-         those of the WHATWG URL standard
  pct schemes --table | less -S    which scheme escapes which character";

const INFO_EXAMPLES: &str = "\
Examples:
  pct info                     what there is
  pct info --backend scalar    active    scalar";

/// The options of `schemes`.
#[derive(Args)]
pub(crate) struct SchemesArgs {
    /// Print the matrix of all schemes by all printable ASCII characters
    #[arg(long)]
    pub(crate) table: bool,
}

/// What becomes of a record that is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OnError {
    /// It is passed on as it stands
    Keep,
    /// Nothing is written beyond the record before it, and pct ends
    Fail,
    /// It is left out (but a header that lacks a name is passed on)
    Drop,
}

impl fmt::Display for OnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keep => "passed on as it stands",
            Self::Fail => "stopped before it",
            Self::Drop => "left out",
        })
    }
}

/// What the verbs that transform have in common.
#[derive(Args)]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) fields: FieldArgs,

    #[command(flatten)]
    pub(crate) in_place: InPlaceArgs,

    /// What becomes of a record that is refused [default: keep]
    ///
    /// It is reported in any case. Where it is given, a record with a malformed % is refused, too.
    #[arg(long, value_name = "WHAT")]
    pub(crate) on_error: Option<OnError>,
}

impl TransformArgs {
    pub(crate) fn rules(&self) -> Rules {
        self.input.rules(self.on_error)
    }
}

/// What is read, and what one value is.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// What to read; `-` or nothing: standard input
    ///
    /// What is compressed with gzip or zstd, whatever its name, is decompressed. Where the last
    /// record of a FILE lacks its end and another FILE follows, it gets one, so that no two
    /// records become one; not with --raw.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read all files in FILEs that are folders, sorted by name, but not what -o names; symbolic
    /// links in them are not followed
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// A record ends with NUL, not with a newline
    #[arg(short = '0', long, conflicts_with = "raw")]
    pub(crate) null: bool,

    /// Each input is one value
    #[arg(long)]
    pub(crate) raw: bool,

    /// Threads that work on lines [default: one for each core]
    ///
    /// At most 1024; where the system gives fewer, those do the work. Each needs a few MiB. Where
    /// records are looked at as a whole (inspect, normalize, fields, --stats, and what may
    /// refuse a record or must see its text), memory grows also with the longest record, which
    /// with --raw is the input.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Count records, and print what was counted on standard error, as JSON
    ///
    /// One object in one line: inputs, failed (inputs that were not read to their end), records,
    /// changed (0 for check and inspect), malformed, bytes_in (decompressed),
    /// bytes_out (before they are compressed), seconds.
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl InputArgs {
    pub(crate) fn rules(&self, on_error: Option<OnError>) -> Rules {
        Rules { records: self.records(), on_error: on_error.unwrap_or(OnError::Keep) }
    }

    /// How many threads work on blocks.
    pub(crate) fn threads(&self) -> usize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// What is read, and how far that is, on a terminal.
    pub(crate) fn inputs(&self, target: &Target) -> Inputs<'_> {
        let mut inputs = Inputs::new(&self.files, self.recursive, target);
        let OutputArgs { progress, no_progress, .. } = self.output;
        if !no_progress
            && progress::fits(matches!(target, Target::Stdout), progress)
            && !inputs.is_typed()
        {
            inputs.progress = Progress::new(inputs.total());
        }
        inputs
    }

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
  pct normalize --format combined -f target access.log  only what is requested
  echo 'http://example.org/rosé' | pct normalize --scheme iri";

/// The options of `normalize`.
#[derive(Args)]
pub(crate) struct NormalizeArgs {
    /// What to do
    ///
    /// uri: hex digits to upper case, escapes of A-Z a-z 0-9 - . _ ~ decoded (RFC 3986 6.2.2).
    /// repair: a % that begins no triplet becomes %25. iri: from IRI to URI (RFC 3987 3.1).
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(NORMALIZATIONS.map(|(name, _)| name)), default_value = "uri")]
    pub(crate) scheme: String,

    /// Decode the escapes of these reserved characters, too: they have no reserved purpose in what
    /// is normalized (CHARS as in `encode`)
    #[arg(long, value_name = "CHARS", value_parser = chars::parse)]
    pub(crate) without_purpose: Option<AsciiSet>,

    #[command(flatten)]
    pub(crate) common: TransformArgs,
}

impl NormalizeArgs {
    pub(crate) fn conversion(&self) -> Result<Conversion, String> {
        let conversion = match &*self.scheme {
            "repair" => Conversion::Repair,
            "iri" => Conversion::IriToUri,
            _ => {
                return Ok(Conversion::Normalize {
                    without_purpose: self.without_purpose.unwrap_or_default(),
                });
            }
        };
        without("normalize", &self.scheme, &[("--without-purpose", self.without_purpose.is_some())])
            .map(|()| conversion)
    }
}

/// What `decode --scheme` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decodable {
    pub(crate) scheme: Named,
    /// The scheme's search words (`cgi-keywords`).
    pub(crate) keywords: bool,
}

const NO_SCHEME: &str = "no such scheme; `pct schemes` lists them";

/// A scheme by its name.
fn encodable() -> impl TypedValueParser<Value = Named> {
    PossibleValuesParser::new(Named::all().map(Named::name))
        .try_map(|name| Named::from_name(&name).ok_or(NO_SCHEME))
}

/// A scheme, or a way to read one, by its name.
fn decodable() -> impl TypedValueParser<Value = Decodable> {
    PossibleValuesParser::new(Named::all().map(Named::name).chain([CGI_KEYWORDS])).try_map(|name| {
        let keywords = name == CGI_KEYWORDS;
        let scheme = if keywords { Some(Named::Scheme(CGI)) } else { Named::from_name(&name) };
        Ok::<_, &str>(Decodable { scheme: scheme.ok_or(NO_SCHEME)?, keywords })
    })
}

/// A number of something of which there is at least one.
fn positive(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "it must be a whole number from 1 on")
}

/// Each thread has some memory of its own: a number that is no mistake.
fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    positive(text)
        .ok()
        .filter(|jobs| jobs.get() <= 1024)
        .ok_or("it must be a whole number from 1 to 1024")
}

/// A backend by its name, or which ones there are.
fn backend(name: &str) -> Result<Backend, String> {
    Backend::from_name(name).ok_or_else(|| {
        let known = Backend::ALL_NAMES.contains(&name);
        let reason =
            if known { "this CPU, or this build, lacks it" } else { "there is none of that name" };
        format!("{reason}; it has: {}", available_backends())
    })
}

/// The names of the backends that this CPU and this build have.
pub(crate) fn available_backends() -> String {
    Backend::available().map(Backend::name).collect::<Vec<_>>().join(" ")
}
