//! `urlencode` and `urldecode`: what `pct` is where it is called by these names.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use percent_simd::{AsciiSet, Decoder, Encoder};

use super::decode::{Decode, Settings};
use super::encode::Encode;
use crate::options::InputArgs;
use crate::output;
use crate::work::Work;

/// What stays in `urlencode`, and in its mild form, which writes a space as `+`.
const KEPT: AsciiSet =
    AsciiSet::from_bytes(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
const KEPT_MILDLY: AsciiSet = KEPT.union(AsciiSet::from_bytes(b"=@/"));

const URLENCODE_HELP: &str = "\
Encode strings for URLs, or decode them

Usage: urlencode [-m|-d] [STRING...]

Every byte becomes %HH but for A-Z a-z 0-9 . _ and - (RFC 1738). Several strings are joined by spaces first.

  -m  leave = @ and /, too, and write a space as +: GridSite's \"mild\" encoding
  -d  decode: %HH and %hh become bytes, control characters too, and + a space

This is pct under another name. It replaces GridSite's urlencode(1): one option may come first (all other arguments are strings, even if they begin
with -), strings are joined by spaces, a newline follows, and the exit status is 0 (2 if the output fails).

Deviations from GridSite's:
  - Bytes from 00 to 0F and from 80 to FF become two hex digits: %0A, %C3. GridSite writes \"% A\" and %FF.
  - With -d, a % that no two hex digits follow stays as it is.
  - Without strings, standard input is read: line by line to encode, all of it to decode. GridSite prints its usage.
  - --help alone prints this text.
  - -- is a string.

Examples:
  urlencode 'a b' c/d        a%20b%20c%2Fd
  urlencode -m 'a b/c'       a+b/c
  urlencode -d a%20b+c       a b c
  urlencode < names.txt      each line encoded
";

const URLDECODE_HELP: &str = "\
Decode strings from URLs

Usage: urldecode [STRING...]

%HH and %hh become bytes, control characters too, and + becomes a space. What is no triplet stays as it stands. Each string makes a line; without
strings standard input is read, and its lines stay lines unless they hold %0A. The exit status is 0 (2 if the output fails).

This is pct under another name, which decodes as GridSite's `urlencode -d`, PHP's urldecode and Python's unquote_plus do. `pct decode` is the one that is
safe for logs and terminals. There are no options; --help alone prints this.

Examples:
  urldecode a%20b+c %2F      a b c, and in a second line /
  urldecode < form.txt       all of it decoded
";

/// A name that `pct` is called by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    Urlencode,
    Urldecode,
}

/// What to do with strings.
#[derive(Clone, Copy)]
enum Action {
    Encode,
    EncodeMildly,
    Decode,
}

impl Tool {
    /// The tool of this name, which may have a path before it and an extension after it.
    pub(crate) fn named(program: &OsStr) -> Option<Self> {
        match Path::new(program).file_stem()?.to_str()? {
            "urlencode" => Some(Self::Urlencode),
            "urldecode" => Some(Self::Urldecode),
            _ => None,
        }
    }

    pub(crate) fn run(self, arguments: &[OsString]) -> Result<ExitCode, String> {
        if let [only] = arguments
            && only == "--help"
        {
            return output::print(if self == Self::Urlencode {
                URLENCODE_HELP
            } else {
                URLDECODE_HELP
            });
        }
        let (action, strings) = match arguments {
            _ if self == Self::Urldecode => (Action::Decode, arguments),
            [first, strings @ ..] if first == "-d" => (Action::Decode, strings),
            [first, strings @ ..] if first == "-m" => (Action::EncodeMildly, strings),
            strings => (Action::Encode, strings),
        };
        if strings.is_empty() {
            return action.on_standard_input();
        }
        let strings = strings.iter().map(|string| string.as_encoded_bytes());
        let mut output = match self {
            Self::Urlencode => action.on(&strings.collect::<Vec<_>>().join(&b' ')),
            Self::Urldecode => {
                strings.map(|string| action.on(string)).collect::<Vec<_>>().join(&b'\n')
            }
        };
        output.push(b'\n');
        output::print(output)
    }
}

impl Action {
    /// What does not stay, if it encodes.
    fn escaped(self) -> Option<AsciiSet> {
        match self {
            Self::Encode => Some(KEPT.complement()),
            Self::EncodeMildly => Some(KEPT_MILDLY.complement()),
            Self::Decode => None,
        }
    }

    fn encoder(self, escaped: AsciiSet) -> Encoder {
        Encoder::new(escaped).space_as_plus(matches!(self, Self::EncodeMildly))
    }

    fn on(self, string: &[u8]) -> Vec<u8> {
        let mut output = Vec::new();
        if let Some(escaped) = self.escaped() {
            self.encoder(escaped).encode_append_bytes(string, &mut output);
        } else {
            // A decoder that nobody told to reject anything does not fail.
            let _ = Decoder::new().plus_as_space(true).decode_append(string, &mut output);
        }
        output
    }

    /// As the verb does it. Neither tool's status tells of what is malformed.
    fn on_standard_input(self) -> Result<ExitCode, String> {
        let input = InputArgs { raw: matches!(self, Self::Decode), ..InputArgs::default() };
        let rules = input.rules(None);
        let run = |work: &dyn Work| input.run(work, None, input.destination());
        let status = match self.escaped() {
            Some(escaped) => run(&Encode::new(escaped, rules.records, |set| self.encoder(set))),
            None => run(&Decode::new(Settings { plus: true, ..Settings::new(rules) })),
        }?;
        Ok(if status == ExitCode::from(1) { ExitCode::SUCCESS } else { status })
    }
}
